"""What mana may be spent on: limits of units, and mana spent as though it were of another type (CR 106.6, 609.4b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from castable.model.ability import ActivatedAbility, ManaAbility, SpendAs, SpendOnly
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter, Term
from castable.model.mana import COLORS, TYPES, Action, ManaType, Restriction, Unit, Use
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Casting, Source
from castable.solver.referee.facts import ability_facts, as_cast, meets, spell_facts
from castable.solver.referee.standing import standing

__all__ = ["Purpose", "filled_in", "for_ability", "for_casting"]

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
    only: frozenset[ManaType] | None = None
    """The types of mana that may be spent on it, None when any may."""

    def allows(self, unit: Unit) -> bool:
        """Whether a unit may be spent on it at all (CR 106.6)."""
        limit = unit.restriction
        if self.only is not None and unit.type not in self.only:
            return False
        if limit is None:
            return True
        only = not limit.only or any(self._is(use) for use in limit.only)
        return only and not any(self._is(use) for use in limit.never)

    def _is(self, use: Use) -> bool:
        if use.action is Action.PAY:
            if str(use.what) != "hasx":
                raise Unsupported(f"mana that may be spent {use}")
            return self.facts["paysx"]
        return use.action is self.action and meets(use.what, self.thing, View(self.state), self.facts)

    def stands_for(self, unit: Unit) -> frozenset[ManaType]:
        """The types that a unit may pay for: its own, and those it may be spent as though it were of.

        Its limit stays, and it does not become snow mana.
        """
        effects = [effect for effect in self._effects if effect.mana is None or effect.mana.count(unit.type)]
        bound = [effect for effect in effects if effect.only]
        if bound and len(bound) < len(effects):
            raise Unsupported(f"{unit.type.symbol} that may be spent in one way only, and in another way too")
        types = set() if bound else {unit.type}
        for effect in effects:
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
            if not one.counts(effect.who) or effect.applies_to == _THIS or not holds(effect.condition, one.view):
                continue
            of_any = effect.applies_to is None and effect.activating is None
            wanted = effect.activating if self.action is Action.ACTIVATE else effect.applies_to
            elsewhere = self.action is Action.ACTIVATE and not isinstance(self.thing, Permanent)
            if of_any or (wanted is not None and not elsewhere and matches(wanted, self.thing, one.view, one.side)):
                yield effect


_NOT_CHOSEN = {"chosentype": False, "chosencolor": False}
"""Nothing is of a type or color that was not chosen: see `filled_in`."""


def for_casting(casting: Casting) -> Purpose:
    """The payment of the total cost of a spell or an activated ability (CR 601.2h)."""
    if casting.ability is not None and casting.source is not None:
        purpose = for_ability(casting.state, casting.source, casting.ability)
        limits = () if casting.ability.spend_only is None else (casting.ability.spend_only,)
        return replace(purpose, only=_only(limits, casting.source, casting.name))
    assert casting.spell is not None
    face, choices = casting.face, casting.choices
    only = _only(face.of(SpendOnly), casting.spell, face.name)
    facts = {**spell_facts(face, casting.spell, choices), **_NOT_CHOSEN, "paysx": casting.pays_x}
    own = tuple(a for a in face.of(SpendAs) if a.applies_to == _THIS and holds(a.condition, View(casting.state)))
    return Purpose(casting.state, Action.CAST, as_cast(face, choices), facts, own, only)


def _only(limits: Iterable[SpendOnly], source: Source, name: str) -> frozenset[ManaType] | None:
    """The types that these limits leave, None for any."""
    left: frozenset[ManaType] | None = None
    for limit in limits:
        if limit.made_by is not None or limit.on_x is not None:
            raise Unsupported(f"the limit on mana spent on {name}")
        if limit.chosen_color:
            chosen = source.chosen if isinstance(source, Permanent) else ()
            types = {ManaType(letter) for what, letter in chosen if what == "color"}
        else:
            types = {unit.type for unit in limit.mana or ()}
        left = frozenset(types) if left is None else left & types
    return left


def for_ability(state: State, source: Source, ability: ManaAbility | ActivatedAbility) -> Purpose:
    """The payment of the mana part of an activation cost (CR 602.2b)."""
    pays_x = bool(ability.cost.mana and ability.cost.mana.variables)
    return Purpose(state, Action.ACTIVATE, source, {**ability_facts(ability), **_NOT_CHOSEN, "paysx": pays_x})


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
