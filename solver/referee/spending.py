"""What mana may be spent on: limits of units, and mana spent as though it were of another type (CR 106.6, 609.4b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from castable.model.ability import ManaAbility, SpendAs, SpendOnly
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter, Term
from castable.model.mana import COLORS, TYPES, Action, ManaType, Restriction, Unit, Use
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Casting, Source
from castable.solver.referee.standing import standing

__all__ = ["Purpose", "filled_in", "for_ability", "for_spell"]

_THIS = Filter.parse("this")


@dataclass(frozen=True)
class Purpose:
    """What a mana payment is for: casting the spell `thing`, or activating an ability of the object `thing`.

    `facts` are the words of filters that are known to be true or false of it, and `paysx`: {X} is in what is paid.
    """

    state: State
    action: Action
    thing: Face | Source
    facts: Mapping[str, bool]
    own: tuple[SpendAs, ...] = ()

    def allows(self, unit: Unit) -> bool:
        """Whether a unit may be spent on it at all (CR 106.6)."""
        limit = unit.restriction
        if limit is None:
            return True
        only = not limit.only or any(self._is(use) for use in limit.only)
        return only and not any(self._is(use) for use in limit.never)

    def _is(self, use: Use) -> bool:
        if use.action is Action.PAY:
            if str(use.what) != "hasx":
                raise Unsupported(f"mana that may be spent {use}")
            return self.facts["paysx"]
        return use.action is self.action and any(all(map(self._meets, terms)) for terms in use.what.any_of)

    def _meets(self, term: Term) -> bool:
        if term.word in self.facts:
            return self.facts[term.word] is not term.negated
        if term.word == "chosentype" or term.word == "chosencolor":  # nothing was chosen: see `filled_in`
            return term.negated
        return matches(Filter(((term,),)), self.thing, View(self.state), "you")

    def stands_for(self, unit: Unit) -> frozenset[ManaType]:
        """The types that a unit may pay for: its own, and those it may be spent as though it were of.

        Its limit stays, and it does not become snow mana.
        """
        types = {unit.type}
        for effect in self._effects:
            if effect.mana is None or effect.mana.count(unit.type):
                if effect.as_mana is not None:
                    types |= {other.type for other in effect.as_mana}
                else:
                    types |= set(TYPES if effect.any_type else COLORS)
        return frozenset(types)

    @cached_property
    def _effects(self) -> tuple[SpendAs, ...]:
        """The permissions that are about this payment."""
        return (*self.own, *self._granted())

    def _granted(self) -> Iterator[SpendAs]:
        for one in standing(self.state, SpendAs):
            effect = one.ability
            if one.side != "you" or effect.applies_to == _THIS or not holds(effect.condition, one.view):
                continue
            if effect.applies_to is None or (
                self.action is Action.CAST and matches(effect.applies_to, self.thing, one.view, "you")
            ):
                yield effect


def for_spell(casting: Casting) -> Purpose:
    """The payment of a spell's total cost (CR 601.2h)."""
    face, choices = casting.face, casting.choices
    if any(face.of(SpendOnly)):
        raise Unsupported(f"the limit on mana spent on {face.name}")
    costs = [face.mana_cost, *(cost.mana for cost in choices.kicked)]
    facts = {
        "kicked": bool(choices.kicked),
        "commander": casting.spell.commander,
        "hasx": bool(face.mana_cost and face.mana_cost.variables),
        "paysx": any(cost is not None and cost.variables for cost in costs),
        "handcast": choices.zone == "hand",
        "nothandcast": choices.zone != "hand",
        "graveyardcast": choices.zone == "graveyard",
        "exilecast": choices.zone == "exile",
        "commandcast": choices.zone == "command",
        "flashbackcast": choices.alternative == "flashback",
        "spell": True,
    }
    own = tuple(a for a in face.of(SpendAs) if a.applies_to == _THIS and holds(a.condition, View(casting.state)))
    if face.mana_cost is not None and choices.x is not None:
        face = replace(face, mana_cost=face.mana_cost.with_x(choices.x))  # its mana value on the stack: CR 202.3e
    return Purpose(casting.state, Action.CAST, face, facts, own)


def for_ability(state: State, source: Source, ability: ManaAbility) -> Purpose:
    """The payment of the mana part of an activation cost (CR 602.2b)."""
    facts = {"paysx": bool(ability.cost.mana and ability.cost.mana.variables), "equip": False}
    return Purpose(state, Action.ACTIVATE, source, facts)


_COLOR_WORDS = {color.value: color.word for color in COLORS}


def filled_in(limit: Restriction | None, source: Source) -> Restriction | None:
    """A limit with the type or color chosen for the source in place of the words that stand for it.

    Where nothing was chosen the word stays, and nothing is of the type that it stands for.
    """
    if limit is None or not isinstance(source, Permanent):
        return limit
    chosen = dict(source.chosen)

    def filled(term: Term) -> Term:
        if term.word == "chosentype" and "type" in chosen:
            if " " in chosen["type"]:
                raise Unsupported(f"{source.name if isinstance(source, Permanent) else ''}: the type {chosen['type']}")
            return Term(chosen["type"], term.negated)
        if term.word == "chosencolor" and "color" in chosen:
            return Term(_COLOR_WORDS[chosen["color"]], term.negated)
        return term

    def uses(some: Iterable[Use]) -> tuple[Use, ...]:
        return tuple(
            Use(use.action, Filter(tuple(tuple(map(filled, terms)) for terms in use.what.any_of))) for use in some
        )

    return Restriction(uses(limit.only), uses(limit.never))
