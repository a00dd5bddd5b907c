"""What activating a mana ability costs once effects that change costs of abilities are applied (CR 602.2b, 601.2f)."""

from __future__ import annotations

from collections.abc import Iterator

from castable.model.ability import CostChange, CostKind
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.as_cast import matches_as_cast
from castable.solver.reducing import Reduction, all_orders, halved

__all__ = ["activation_costs"]

_FACTS = frozenset({"manaability"})


def activation_costs(state: State, permanent: Permanent, mana: ManaCost) -> tuple[ManaCost, ...]:
    """Every mana cost that a mana ability of your permanent with this announced mana cost can come to."""
    reductions: list[Reduction] = []
    floor = 0
    for name, change, times in _changes(state, permanent):
        if change.more_life:
            raise Unsupported(f"{name}: its effect on mana abilities")
        if change.more:
            mana += change.more * times
        if change.less:
            ways = halved(change.less * times)
            if change.up_to:
                ways = tuple(ManaCost(n) for n in range(change.less.generic * times + 1))
            reductions.append(Reduction(name, ways, change.only_colored, change.minimum))
        floor = max(floor, change.floor or 0)
    found = (after for after, _ in all_orders(mana, reductions))
    return tuple(after + ManaCost(max(0, floor - after.mana_value)) for after in found)


def _changes(state: State, permanent: Permanent) -> Iterator[tuple[str, CostChange, int]]:
    for side, source in state.permanents_with(CostChange):
        view = View(state, source, side)
        for change in source.face.of(CostChange):
            if change.kind is not CostKind.ABILITY or change.applies_to is None or change.who not in ("any", side):
                continue
            if not matches_as_cast(change.applies_to, permanent, view, _FACTS) or not holds(change.condition, view):
                continue
            if change.targets is not None or change.times.measure in ("targets", "X"):
                raise Unsupported(f"{source.name}: its effect on mana abilities")
            if times := value(change.times, view):
                yield source.name, change, times
