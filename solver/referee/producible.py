"""What permanents could produce: the types that their abilities would make if they resolved now (CR 106.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from castable.model.ability import (
    ActivatedAbility,
    ManaAbility,
    ProductionReplacement,
    TriggeredMana,
    TriggeredManaAbility,
    Zone,
)
from castable.model.effects import with_effects
from castable.model.evaluate import View
from castable.model.mana import NO_MANA, ManaType
from castable.model.production import Production, reads_paid
from castable.model.seats import Seat, permanents_by_seat, seen_from
from castable.model.state import Permanent, State
from castable.solver.referee.mana import Reading, mana_of, productions
from castable.solver.referee.replacing import replaced, replacements

__all__ = ["could_produce"]

_NUMBERS_OF_COSTS = frozenset({"X", "chosen", "removed"})


def could_produce(state: State) -> dict[int, frozenset[ManaType]]:
    """For each permanent, by its id, the types it could produce: the least sets that agree with each other.

    Costs, limits and conditions of activation do not matter, present amounts do. Replacement effects count in every
    order; what other permanents' triggered abilities would add does not.
    """
    state = with_effects(state)
    return _could_produce(state, tuple(permanent.id for _, permanent in state.permanents()))


@lru_cache(maxsize=64)
def _could_produce(state: State, ids: tuple[int, ...]) -> dict[int, frozenset[ManaType]]:
    known: dict[int, frozenset[ManaType]] = dict.fromkeys(ids, frozenset())
    while True:
        found = {
            permanent.id: frozenset(_types(state, seat, permanent, known))
            for seat, permanent in permanents_by_seat(state)
        }
        if found == known:
            return known
        known = found


def _types(state: State, seat: Seat, permanent: Permanent, known: dict[int, frozenset[ManaType]]) -> Iterator[ManaType]:
    """What one permanent could produce if the others could produce what is `known`."""
    seen, hidden = seen_from(state, seat), seat.number != 0
    for number in _numbers(state, permanent):
        view = View(seen, source=permanent, x=number, removed=number, hidden=hidden)
        reading = Reading(view, NO_MANA, known)
        for ability in permanent.face.mana_abilities:
            if ability.zone is Zone.BATTLEFIELD and not any(map(reads_paid, ability.adds.additions)):  # CR 106.5
                effects = replacements(seen, permanent, hidden=hidden) if ability.cost.taps else []
                for mana in mana_of(ability, permanent, reading):
                    for made in replaced(mana, effects):
                        yield from (unit.type for unit in made)
        for production in _others(permanent):
            for types in productions(production, reading):
                yield from types


def _others(permanent: Permanent) -> Iterator[Production]:
    """What its abilities add that are no activated mana abilities: using one is no tapping for mana."""
    for ability in permanent.face.of(ActivatedAbility):
        if ability.adds is not None and ability.zone is Zone.BATTLEFIELD:
            yield ability.adds
    for trigger in permanent.face.of(TriggeredManaAbility):
        yield trigger.adds
    for later in permanent.face.of(TriggeredMana):
        yield later.adds


def _numbers(state: State, permanent: Permanent) -> Iterator[int | None]:
    """Numbers that stand for all that could be chosen in a cost: as costs do not matter, any could."""
    added = [ability.adds for ability in permanent.face.of(ManaAbility)]
    added += [ability.adds for ability in permanent.face.of(ActivatedAbility) if ability.adds is not None]
    additions = [addition for adds in added for addition in adds.additions]
    if not any(addition.amount.measure in _NUMBERS_OF_COSTS for addition in additions):
        yield None
        return
    effects = [effect for _, p in state.permanents() for effect in p.face.of(ProductionReplacement)]
    yield from range(1, 2 + max((effect.if_more_than for effect in effects), default=0))
