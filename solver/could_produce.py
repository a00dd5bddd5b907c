"""Which types one ability would make if it resolved right now, under every order of replacement effects (CR 106.7).

Costs, status, activation conditions and limits do not count, nor do riders and spending limits; amounts are read off
the present state. What other permanents could produce is handed in: `castable.solver.graph` works it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, count

from castable.model.ability import (
    ActivatedAbility,
    ProductionReplacement,
    TriggeredMana,
    TriggeredManaAbility,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter
from castable.model.mana import TYPES, ManaType
from castable.model.production import Addition, Mix, Origin, Production, TypeSet
from castable.model.seats import Seat, require_known_turn, seen_from
from castable.model.state import Permanent, State
from castable.solver.adding import types_of
from castable.solver.production import is_mana_ability
from castable.solver.replacements import TapRules

__all__ = ["REFERENCES", "Board", "MakingAbility", "Reads", "making_abilities"]

REFERENCES = (Origin.COLOR_PRODUCED, Origin.TYPE_PRODUCED)
"""Origins that read what other permanents could produce."""
_OF_AN_EVENT = (Origin.THAT_TYPE, Origin.THAT_COLOR, Origin.LOST)
"""Origins that are undefined while nothing has been produced."""
_CHOSEN_WHILE_PAYING = frozenset("X chosen removed tapped sacrificed revealed exiled".split())
_OF_THE_BOARD = frozenset("count colorsamong totalpower maxpower maxtoughness maxmv domain devotion life".split())
_SAME_FOR_ALL = frozenset(
    "any permanent you opponent token tapped untapped attacking enteredthisturn summoningsick colorless colored".split()
)
"""Words of filters that do not depend on the source of the ability."""

Reads = Mapping[Filter, frozenset[ManaType]]
"""What the permanents that match a filter could produce, together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakingAbility:
    """An ability of a permanent that makes mana, the `number`-th of it; `cost` is empty for a triggered one."""

    source: int
    number: int = 0
    cost: str = field(default="", compare=False)
    adds: Production = field(compare=False)
    instead: Production | None = field(default=None, compare=False)
    """What it makes instead while `instead_if` holds (CR 614.15)."""
    instead_if: Condition | None = field(default=None, compare=False)
    only_if: Condition | None = field(default=None, compare=False)
    """What must hold as it resolves (CR 603.4)."""
    taps_for_mana: bool = field(default=False, compare=False)
    """Whether using it is tapping the permanent for mana (CR 106.12)."""

    @property
    def productions(self) -> tuple[Production, ...]:
        """Everything it may make."""
        return (self.adds,) if self.instead is None else (self.adds, self.instead)

    def __str__(self) -> str:
        return f"{self.cost or 'triggered'}: {' or '.join(map(str, self.productions))}"


def making_abilities(permanent: Permanent, state: State) -> tuple[MakingAbility, ...]:
    """The abilities of a permanent that make mana, mana abilities or not (CR 106.7); none while it is face down."""
    if permanent.face_down:
        return ()
    number = count()
    found = [
        MakingAbility(
            source=permanent.id,
            number=next(number),
            cost=str(mana.cost),
            adds=mana.adds,
            instead=mana.instead,
            instead_if=mana.instead_if,
            taps_for_mana=mana.cost.taps and is_mana_ability(mana, state),
        )
        for mana in permanent.face.mana_abilities
        if mana.zone is Zone.BATTLEFIELD
    ]
    for other in permanent.face.of(ActivatedAbility):
        if other.adds is not None and other.zone is Zone.BATTLEFIELD:
            found.append(MakingAbility(source=permanent.id, number=next(number), cost=str(other.cost), adds=other.adds))
    for trigger in permanent.face.of(TriggeredManaAbility):
        found.append(
            MakingAbility(source=permanent.id, number=next(number), adds=trigger.adds, only_if=trigger.condition)
        )
    for later in permanent.face.of(TriggeredMana):
        found.append(MakingAbility(source=permanent.id, number=next(number), adds=later.adds))
    return tuple(found)


Event = tuple[frozenset[ManaType], int]
"""A production as far as replacement effects look at it: the types made and how much mana it is."""
_NOTHING: Event = (frozenset(), 0)


class Board:
    """What one state says of productions, seen from each seat; what is read once is kept."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._views: dict[int, tuple[State, TapRules]] = {}
        self._amounts: dict[tuple[int, Amount], int] = {}
        limits = [e.if_more_than for _, p in state.permanents() for e in p.face.of(ProductionReplacement)]
        self._enough = 1 + max(limits, default=0)

    def view(self, seat: Seat, source: Permanent) -> View:
        """How the controller of a permanent sees the game."""
        return View(self._seen(seat)[0], source)

    def matching(self, wanted: Filter, seat: Seat, source: Permanent) -> tuple[int, ...]:
        """The ids of the permanents that a filter means, seen from a source."""
        view = self.view(seat, source)
        return tuple(p.id for side, p in view.state.permanents() if matches(wanted, p, view, side))

    def types(self, ability: MakingAbility, seat: Seat, permanent: Permanent, reads: Reads) -> frozenset[ManaType]:
        """The types an ability would make now. Raises `Unsupported` for what cannot be read off the state."""
        events = self.events(ability, seat, permanent, reads)
        rules = self._seen(seat)[1]
        if not ability.taps_for_mana or not rules.concern(permanent):
            return frozenset().union(*(types for types, _ in events))
        return frozenset(
            made for event in events for outcome in rules.produced(_example(event), permanent) for made in outcome
        )

    def events(self, ability: MakingAbility, seat: Seat, permanent: Permanent, reads: Reads) -> frozenset[Event]:
        """What an ability would make now, before anything replaces it."""
        view = self.view(seat, permanent)
        if not self._holds(ability.only_if, seat, view):
            return frozenset()
        production = ability.adds
        if ability.instead is not None and self._holds(ability.instead_if, seat, view):
            production = ability.instead
        found: set[Event] = set()
        for additions in production.choices:
            found |= self._together(additions, seat, view, reads)
        return frozenset(found)

    def _seen(self, seat: Seat) -> tuple[State, TapRules]:
        if seat.number not in self._views:
            seen = seen_from(self.state, seat)
            self._views[seat.number] = (seen, TapRules(seen))
        return self._views[seat.number]

    def _holds(self, condition: Condition | None, seat: Seat, view: View) -> bool:
        if condition is None:
            return True
        require_known_turn(self.state, seat, condition)
        for parts in condition.any_of:
            for comparison in parts:
                for amount in (comparison.left, comparison.right):
                    if amount is not None:
                        _require_open(amount, seat)
        return holds(condition, view)

    def _together(self, additions: Iterable[Addition], seat: Seat, view: View, reads: Reads) -> set[Event]:
        """What additions made together may come to; an undefined type empties the whole of it (CR 106.5)."""
        made = {_NOTHING}
        for addition in additions:
            types = self._types(addition.types, seat, view, reads)
            if not types:
                return {_NOTHING}
            parts = [
                (frozenset(some), number)
                for number in self._numbers(addition.amount, seat, view)
                for some in _mixtures(types, number, addition.mix)
            ]
            made = {(one | some, before + number) for one, before in made for some, number in parts}
        return made

    def _types(self, types: TypeSet, seat: Seat, view: View, reads: Reads) -> tuple[ManaType, ...]:
        if types.origin in REFERENCES and types.filter is not None:
            colors_only = types.origin is Origin.COLOR_PRODUCED
            return tuple(t for t in TYPES if t in reads[types.filter] and (t.is_color or not colors_only))
        if types.origin in _OF_AN_EVENT:
            return ()
        if types.origin is Origin.UNSPENT:
            return tuple(t for t in TYPES if view.player.pool.count(t))
        unsaid = view.player.commander_identity is None and not view.player.command
        if types.origin is Origin.COMMANDER and unsaid and seat.side != "you":
            raise Unsupported(f"the {types} of {seat.name}, whose commander identity the state does not give")
        return types_of(types, view)

    def _numbers(self, amount: Amount, seat: Seat, view: View) -> Iterator[int]:
        """The numbers an amount may come to: as costs are ignored, what is chosen while paying may be any number."""
        if amount.measure in _CHOSEN_WHILE_PAYING:
            yield from {max(0, amount.plus + amount.times * n) for n in range(1, self._enough + 1)}
            return
        _require_open(amount, seat)
        same_for_all = amount.measure in _OF_THE_BOARD and (
            amount.filter is None or amount.filter.only_words(_SAME_FOR_ALL)
        )
        if not same_for_all:
            yield max(0, value(amount, view))
            return
        if (seat.number, amount) not in self._amounts:
            self._amounts[seat.number, amount] = max(0, value(amount, view))
        yield self._amounts[seat.number, amount]


def _example(event: Event) -> tuple[ManaType, ...]:
    """Mana of these types and so much of it; which type there is more of makes no difference to a replacement."""
    types, amount = event
    some = tuple(t for t in TYPES if t in types)
    return (*some, *some[:1] * (amount - len(some)))


def _mixtures(types: tuple[ManaType, ...], number: int, mix: Mix) -> Iterator[tuple[ManaType, ...]]:
    """The sets of types that so many units may have."""
    if not number:
        yield ()
    elif mix is Mix.SAME:
        yield from ((t,) for t in types)
    elif mix is Mix.DIFFERENT:
        yield from combinations(types, min(number, len(types)))
    else:
        for size in range(1, min(number, len(types)) + 1):
            yield from combinations(types, size)


def _require_open(amount: Amount, seat: Seat) -> None:
    """Raise `Unsupported` for an amount that only the player at that seat can see."""
    if amount.measure in ("hand", "shown") and seat.side != "you":
        raise Unsupported(f"the amount {amount}, read for {seat.name}")
