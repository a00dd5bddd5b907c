"""What mana may be spent on: spending limits, and mana spent as though of another color (CR 106.6, 118.14, 609.4b).

A `Purpose` is what is being paid for; one predicate judges each unit of mana against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from castable.model.ability import SpendAs, SpendOnly
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter, Term
from castable.model.mana import Action, ManaType, Restriction, Unit, Use
from castable.model.state import CardInZone, Permanent, State

__all__ = ["WANTED", "Purpose", "SpendingRules", "bound_restriction", "may_be_spent", "unmarked"]

WANTED = "*"
"""`Unit.source` of mana whose source is one that the spell being cast asks for (`Purpose.made_by`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What is being paid for: a spell (`thing` is the face cast), an ability of a permanent, or a bare cost.

    `facts` are the words of filters that hold of this payment beyond the characteristics of the thing: `kicked`,
    `handcast`, `commandcast`, `commander` ..., and `hasx` of a cost with {X} in any part of it; `x` is its value.
    `spend_only` is what an ability says of the mana spent on it, `variables` how many {X} are in its mana cost,
    `granted` how mana may be spent on it by what allows the casting.
    """

    action: Action = Action.PAY
    thing: Face | Permanent | None = None
    facts: frozenset[str] = frozenset()
    x: int | None = None
    spend_only: SpendOnly | None = None
    variables: int = 0
    granted: tuple[SpendAs, ...] = ()

    @property
    def _limits(self) -> Iterator[SpendOnly]:
        if self.spend_only is not None:
            yield self.spend_only
        elif self.action is Action.CAST and isinstance(self.thing, Face):
            yield from self.thing.of(SpendOnly)

    @property
    def spend_as(self) -> tuple[SpendAs, ...]:
        """How the spell says that mana may be spent on itself."""
        if self.action is not Action.CAST or not isinstance(self.thing, Face):
            return self.granted
        return self.granted + tuple(rule for rule in self.thing.of(SpendAs) if rule.applies_to == _THIS)

    @property
    def made_by(self) -> Filter | None:
        """The sources whose mana alone may be spent on it, None when any may."""
        wanted = [limit.made_by for limit in self._limits if limit.made_by]
        if len(wanted) > 1:
            raise Unsupported(f"mana produced by {' and by '.join(map(str, wanted))}")
        return wanted[0] if wanted else None

    @property
    def only_types(self) -> frozenset[ManaType] | None:
        """The types of mana that may be spent on it, None when any may."""
        asked = [frozenset(unit.type for unit in limit.mana) for limit in self._limits if limit.mana is not None]
        if any(limit.chosen_color for limit in self._limits):
            chosen = self.thing.chosen if isinstance(self.thing, Permanent) else ()
            asked.append(frozenset(ManaType(value) for kind, value in chosen if kind == "color"))
            if not asked[-1]:
                raise Unsupported("mana of the chosen color, where none is chosen")
        return frozenset.intersection(*asked) if asked else None

    @property
    def on_x(self) -> frozenset[ManaType] | None:
        """The types of mana that may be spent on {X} in its mana cost, None when any may. Raises `Unsupported` where no
        two units may be of one type."""
        if self.x and any(limit.different for limit in self._limits):
            raise Unsupported(f"mana of different colors for X = {self.x}")
        asked = [frozenset(unit.type for unit in limit.on_x) for limit in self._limits if limit.on_x]
        return frozenset.intersection(*asked) if asked else None

    @property
    def for_x(self) -> int:
        """How much mana {X} in its mana cost asks for."""
        cost = self.thing.mana_cost if self.action is Action.CAST and isinstance(self.thing, Face) else None
        return (len(cost.variables) if cost else self.variables) * (self.x or 0)

    @property
    def is_particular(self) -> bool:
        """Whether what is paid for limits by itself the mana that pays for it."""
        limits = (self.made_by, self.on_x, self.only_types)
        return any(limit is not None for limit in limits) or bool(self.spend_as)

    @classmethod
    def of_ability(cls, thing: Permanent | CardInZone) -> Purpose:
        """Paying for an ability of a permanent, or of a card elsewhere."""
        return cls(action=Action.ACTIVATE, thing=thing if isinstance(thing, Permanent) else thing.card.front)


_FACTS = frozenset(
    {"kicked", "handcast", "graveyardcast", "exilecast", "commandcast", "librarycast", "facedown", "facedowncast"}
    | {"commander", "flashbackcast", "equip", "cycling", "adventure", "firstspell", "secondspell"}
)


_HAS_X = Filter.parse("hasx")


def may_be_spent(restriction: Restriction | None, purpose: Purpose, state: State) -> bool:
    """Whether mana with this limit may be spent on that."""
    if restriction is None:
        return True
    if restriction.only and not any(_covers(use, purpose, state) for use in restriction.only):
        return False
    return not any(_covers(use, purpose, state) for use in restriction.never)


def _covers(use: Use, purpose: Purpose, state: State) -> bool:
    if use.action is Action.PAY:
        if use.what != _HAS_X:
            raise Unsupported(f"mana that may be spent {use}")
        return "hasx" in purpose.facts
    if use.action is not purpose.action:
        return False
    return any(all(_holds(term, purpose, state) for term in terms) for terms in use.what.any_of)


def _holds(term: Term, purpose: Purpose, state: State) -> bool:
    """Whether one word is true of what is paid for."""
    word = term.word
    if word == "nothandcast":
        true = purpose.action is Action.CAST and "handcast" not in purpose.facts
    elif word in _FACTS:
        true = word in purpose.facts
    elif word == "owner":
        if term.negated and purpose.facts & {"exilecast", "graveyardcast"}:
            raise Unsupported("whether you own the spell, for mana that asks for it")
        true = True
    elif purpose.thing is None:
        true = word == "any"
    else:
        thing = purpose.thing
        if isinstance(thing, Face) and thing.mana_cost and purpose.x is not None and word.startswith("mv"):
            thing = replace(thing, mana_cost=thing.mana_cost.with_x(purpose.x))  # as on the stack: CR 202.3e
        true = matches(Filter(((Term(word),),)), thing, View(state), "you")
    return true is not term.negated


def unmarked(unit: Unit) -> Unit:
    """The unit without what it remembers for the spell that is being cast."""
    return replace(unit, source=None) if unit.source == WANTED else unit


def bound_restriction(restriction: Restriction | None, source: Permanent | None) -> Restriction | None:
    """A limit with what it reads from its source (`chosentype`, `chosencolor`) filled in, as it is fixed when the mana
    is made."""
    if restriction is None:
        return None
    chosen = {f"chosen{key}": value for key, value in source.chosen} if source else {}

    def bound(term: Term) -> Term:
        if term.word not in ("chosentype", "chosencolor"):
            return term
        if term.word not in chosen:
            what = term.word.removeprefix("chosen")
            raise Unsupported(f"mana for the chosen {what} where none is chosen: {restriction}")
        value = chosen[term.word]
        return replace(term, word=ManaType(value).word if term.word == "chosencolor" else value.replace(" ", "+"))

    def uses(some: Iterable[Use]) -> tuple[Use, ...]:
        return tuple(
            replace(use, what=Filter(tuple(tuple(map(bound, terms)) for terms in use.what.any_of))) for use in some
        )

    return Restriction(uses(restriction.only), uses(restriction.never))


@dataclass(frozen=True, slots=True)
class SpendingRules:
    """How mana may be spent in one state: which units on which purpose, and as which other types."""

    state: State
    exceptions: tuple[tuple[SpendAs, Permanent], ...] = field(default=())

    @classmethod
    def of(cls, state: State) -> SpendingRules:
        """The rules for your mana; those of a spell on how it may be paid for itself are found with what it is for.

        Raises `Unsupported` where mana may be spent in one way only and in another way too."""
        found = [
            (ability, permanent)
            for side, permanent in state.permanents_with(SpendAs)
            for ability in permanent.face.of(SpendAs)
            if (side == "you" or ability.who == "any") and ability.applies_to != _THIS
        ]
        for bound, source in found:
            for other, _ in found:
                if bound.only and not other.only and (other.mana is None or _types(bound) & _types(other)):
                    raise Unsupported(f"{source.name}: mana that may be spent in one way only, and in another way too")
        return cls(state, tuple(found))

    def pays(self, unit: Unit, wanted: ManaType | None, purpose: Purpose) -> bool:
        """Whether a unit may pay a symbol of this type, None for generic mana."""
        if not may_be_spent(unit.restriction, purpose, self.state):
            return False
        if purpose.made_by is not None and unit.source != WANTED:
            return False
        if purpose.only_types is not None and unit.type not in purpose.only_types:
            return False
        if wanted is None:
            return True
        if unit.type is wanted and not any(
            r.only and self._turns(r, s, unit, None, purpose) for r, s in self.exceptions
        ):
            return True
        own = ((rule, None) for rule in purpose.spend_as)
        return any(self._turns(rule, source, unit, wanted, purpose) for rule, source in (*self.exceptions, *own))

    def _turns(
        self, rule: SpendAs, source: Permanent | None, unit: Unit, wanted: ManaType | None, purpose: Purpose
    ) -> bool:
        """Whether a rule is about a unit spent on this and, where a type is asked for, makes it pay for that."""
        if rule.mana is not None and unit.type not in _types(rule):
            return False
        if wanted is not None and rule.as_mana is not None and wanted not in {u.type for u in rule.as_mana}:
            return False
        if wanted is not None and rule.as_mana is None and not rule.any_type and not wanted.is_color:
            return False
        view = View(self.state, source)
        if not holds(rule.condition, view):
            return False
        if source is None or (rule.applies_to is None and rule.activating is None):
            return True
        if purpose.action is Action.ACTIVATE and rule.activating is not None:
            return isinstance(purpose.thing, Permanent) and matches(rule.activating, purpose.thing, view, "you")
        if purpose.action is not Action.CAST or rule.applies_to is None:
            return False
        return _covers(Use(Action.CAST, rule.applies_to), purpose, self.state)


_THIS = Filter.parse("this")


def _types(rule: SpendAs) -> frozenset[ManaType]:
    return frozenset(unit.type for unit in rule.mana or ())
