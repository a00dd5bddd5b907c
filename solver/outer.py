"""The outer choice: for each class of sources, how many members take which of some plans (design, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb

from castable.solver.problem import PaymentProblem, PlanNumbers, Vector, add
from castable.solver.schedule import Chains
from castable.solver.use_bound import UseBound

__all__ = ["Filling", "Member", "Outer", "number_of_outers", "outers_of"]

Member = tuple[int, int]
"""A class and the number of one of its plans."""
Filling = tuple[tuple[int, int, int], ...]
"""Plans taken: (class, plan, number) for each."""
_Chosen = list[tuple[int, list[int]]]
"""The plans to choose from, class by class."""


@dataclass(frozen=True, slots=True)
class Outer:
    """The plans that are taken: what their plain uses make, their chains, and what is left of the rest."""

    filling: Filling
    made: Vector
    drops: int
    chains: Chains
    rooms: Vector
    sizes: tuple[int, ...]


def outers_of(problem: PaymentProblem, plans: Iterable[Member], bound: UseBound | None) -> Iterator[Outer]:
    """Every choice of these plans, the empty one first; `bound` leaves out those that can be part of no payment."""
    if not problem.affordable:
        return
    sizes = tuple(source.size for source in problem.classes)
    start = Outer((), (0,) * len(problem.kinds), 0, (), problem.rooms, sizes)
    yield from _Outers(problem, bound, _by_class(plans)).extend(start, 0, 0)


def number_of_outers(problem: PaymentProblem, plans: Iterable[Member]) -> int:
    """No more choices than this."""
    total = 1
    for at, numbers in _by_class(plans):
        total *= comb(problem.classes[at].size + len(numbers), len(numbers))
    return total


def _by_class(plans: Iterable[Member]) -> _Chosen:
    chosen: dict[int, list[int]] = {}
    for at, number in plans:
        chosen.setdefault(at, []).append(number)
    return list(chosen.items())


class _Outers:
    """Walks the choices."""

    def __init__(self, problem: PaymentProblem, bound: UseBound | None, chosen: _Chosen) -> None:
        self._problem = problem
        self._bound = bound
        self._chosen = chosen

    def extend(self, outer: Outer, at: int, place: int) -> Iterator[Outer]:
        """Every way to go on with plans from `place` on of the class `at`, and with the classes after it."""
        if at == len(self._chosen):
            if self._bound is None or self._bound.allows(outer.chains):
                yield outer
            return
        yield from self.extend(outer, at + 1, 0)
        source, numbers = self._chosen[at]
        for more in range(place, len(numbers)):
            plan = self._problem.classes[source].plans[numbers[more]]
            taken = _take(outer, source, numbers[more], plan) if outer.sizes[source] else None
            if taken and (self._bound is None or self._bound.may_allow(taken.chains)):
                yield from self.extend(taken, at, more)


def _take(outer: Outer, source: int, number: int, plan: PlanNumbers) -> Outer | None:
    rooms = tuple(a - b for a, b in zip(outer.rooms, plan.rooms, strict=True))
    if any(room < 0 for room in rooms):
        return None
    chains = dict(outer.chains)
    for chain in plan.chains:
        chains[chain] = chains.get(chain, 0) + 1
    sizes = tuple(n - (at == source) for at, n in enumerate(outer.sizes))
    filling = {(s, p): n for s, p, n in outer.filling}
    filling[source, number] = filling.get((source, number), 0) + 1
    return Outer(
        tuple((s, p, n) for (s, p), n in filling.items()),
        add(outer.made, plan.made),
        outer.drops | plan.drops,
        tuple(sorted(chains.items())),
        rooms,
        sizes,
    )
