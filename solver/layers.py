"""Payments that sums alone cannot describe: several mana from one source, abilities that cost mana, irredundancy.

For each multiset of costly uses (the outer choice) the plain uses are decided layer by layer in a diagram whose state
is the mana made and what could be dropped; a final state stands for its *endings*: mana taken from the pool, mana
spent, mana left. A payment is irredundant when no smaller multiset of costly uses pays with the same plain mana, and
no single plain use can be dropped; more plain mana never hurts, so this covers every sub-multiset (design, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from castable.model.errors import Unsupported
from castable.solver.diagram import Diagram, Layer, Path, build, walk
from castable.solver.outer import Outer, outers_of
from castable.solver.problem import PaymentProblem, PlanNumbers, Vector, add, held_in
from castable.solver.schedule import Chains, Final, Schedule, spendings
from castable.solver.use_bound import UseBound

__all__ = ["Ending", "Inner", "LayeredPayments"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a choice of uses ends: units taken from the pool, mana spent on the cost, mana left of what was there, and
    the pool before the cost is paid."""

    taken: Vector
    spent: Vector
    left: Vector
    final: Final


class Inner(NamedTuple):
    """The state of a layer: plain mana so far, drops in use, shared resources left, members left of the class."""

    made: Vector
    drops: int
    rooms: Vector
    left: int
    done: bool


_Step = Callable[[Inner], Iterator[tuple[int, Inner]]]


class LayeredPayments:
    """All payments of one problem, as diagrams over an outer choice."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self.schedule = Schedule(problem)
        self.endings = lru_cache(maxsize=None)(self._endings)
        self.diagram = lru_cache(maxsize=None)(self._diagram)
        simple = not problem.floating and not problem.doublers and not problem.sources.has_limits
        simple = simple and not any(offered.late for offered in problem.sources.uses)
        self.bound = UseBound(problem) if simple else None
        if problem.floating:
            self._takings: tuple[Vector, ...] = (problem.pool,)
        else:
            self._takings = tuple(product(*(range(n + 1) for n in self._useful_pool())))

    def _useful_pool(self) -> Vector:
        """Pool units worth taking: no more of a kind than it can pay symbols."""
        problem = self._problem
        reach = [problem.demand.reach_of(kind) for kind in range(len(problem.kinds))]
        for index in problem.steps:
            size = max(
                (
                    c.size
                    for c, s in zip(problem.classes, problem.sources.classes, strict=True)
                    if any(index in plan for plan in s.plans)
                ),
                default=0,
            )
            for kind in range(len(reach)):
                reach[kind] += size * problem.step_reach(index, kind)
        return tuple(min(held, most) for held, most in zip(problem.pool, reach, strict=True))

    def outers(self) -> Iterator[Outer]:
        """Every choice of plans that hold costly uses, the empty one first."""
        costly = [
            (at, number)
            for at, source in enumerate(self._problem.classes)
            for number, plan in enumerate(source.plans)
            if plan.chains
        ]
        return outers_of(self._problem, costly, self.bound)

    def _diagram(self, outer: Outer) -> tuple[Diagram[Inner], list[tuple[int, int]]]:
        """The plain choices that go with an outer choice, and for each layer its class and plan (-1: one of any)."""
        layers, places = self._layers(outer)
        return build(self._root(outer), layers, self._weight(outer)), places

    def walk(self, outer: Outer) -> tuple[Iterator[tuple[Path, Inner, int]], list[tuple[int, int]]]:
        """The paths of the diagram, which is compiled no further than they are walked, and what its layers decide."""
        layers, places = self._layers(outer)
        return walk(self._root(outer), layers, self._weight(outer)), places

    def _root(self, outer: Outer) -> Inner:
        return Inner(outer.made, outer.drops, outer.rooms, 0, self._full(outer.made, outer))

    def _weight(self, outer: Outer) -> Callable[[Inner], int]:
        return lambda state: len(self.endings(state.made, state.drops, outer.chains))

    def _layers(self, outer: Outer) -> tuple[list[Layer[Inner]], list[tuple[int, int]]]:
        problem = self._problem
        layers: list[Layer[Inner]] = []
        places: list[tuple[int, int]] = []
        useful = None if problem.floating else self._reach(outer.chains)
        for at, source in enumerate(problem.classes):
            plain = [number for number, plan in enumerate(source.plans) if not plan.chains]
            size = outer.sizes[at]
            if not plain or not size:
                continue
            if size == 1:
                layers.append(Layer(self._one_of(at, plain, outer, useful)))
                places.append((at, -1))
                continue
            for order, number in enumerate(plain):
                first, last = order == 0, order == len(plain) - 1
                layers.append(Layer(self._several(at, number, outer, useful, size if first else None, last)))
                places.append((at, number))
        if problem.doublers:
            return layers, places
        short = self._shortfalls(outer, places)
        return [replace(layer, hopeless=hopeless) for layer, hopeless in zip(layers, short, strict=True)], places

    def _shortfalls(self, outer: Outer, places: list[tuple[int, int]]) -> list[Callable[[Inner], bool]]:
        """For each layer whether plain mana so far is too little, whatever those after it, the pool and the chains
        make: in all, or for one of Hall's rows."""
        problem = self._problem
        demand = problem.demand
        takes = sum(
            n * min(need.total for need in problem.steps[use])
            for chain, n in outer.chains
            for use in chain
            if use in problem.steps
        )
        everything = (1 << len(problem.kinds)) - 1
        rows = [(mask, need) for mask, need in demand.rows if need]
        rows.append((demand.usable, demand.total + takes * (demand.usable == everything)))
        still = [
            held_in(problem.pool, mask)
            + sum(n * held_in(problem.yields[use], mask) for chain, n in outer.chains for use in chain)
            for mask, _ in rows
        ]
        found: list[Callable[[Inner], bool]] = []
        for number in range(len(places) - 1, -1, -1):
            found.append(_falls_short([(mask, need - more) for (mask, need), more in zip(rows, still, strict=True)]))
            at = places[number][0]
            if number + 1 == len(places) or places[number + 1][0] != at:  # the last layer of its class
                plain = [one for one in problem.classes[at].plans if not one.chains]
                for row, (mask, _) in enumerate(rows):
                    still[row] += outer.sizes[at] * max(held_in(one.made, mask) for one in plain)
        return found[::-1]

    def _reach(self, chains: Chains) -> Vector:
        """How much of each kind can be of use to the cost and to these chains."""
        problem = self._problem
        reach = [problem.demand.reach_of(kind) for kind in range(len(problem.kinds))]
        for chain, n in chains:
            for use in chain:
                if use in problem.steps:
                    for kind in range(len(reach)):
                        reach[kind] += n * problem.step_reach(use, kind)
        if self._doubles(chains):  # limited mana is of use where it is doubled without its limits
            reach = [max(reach, default=0)] * len(reach)
        return tuple(reach)

    def _doubles(self, chains: Chains) -> bool:
        return bool(self._problem.doublers) and any(u in self._problem.doublers for chain, _ in chains for u in chain)

    def _full(self, made: Vector, outer: Outer) -> bool:
        """Whether the cost can be paid without more plain mana, so that more would be redundant."""
        return not self._problem.floating and self.schedule.payable(made, outer.chains)

    def _one_of(self, at: int, plain: list[int], outer: Outer, useful: Vector | None) -> _Step:
        def step(state: Inner) -> Iterator[tuple[int, Inner]]:
            yield 0, state
            if not state.done:
                for number in plain:
                    after = self._after(state, self._problem.classes[at].plans[number], outer, useful)
                    if after is not None:
                        yield number + 1, after

        return step

    def _several(
        self, at: int, number: int, outer: Outer, useful: Vector | None, size: int | None, last: bool
    ) -> _Step:
        plan = self._problem.classes[at].plans[number]

        def step(state: Inner) -> Iterator[tuple[int, Inner]]:
            left = state.left if size is None else size
            current: Inner | None = Inner(state.made, state.drops, state.rooms, left, state.done)
            taken = 0
            while current is not None:
                yield (
                    taken,
                    Inner(current.made, current.drops, current.rooms, 0 if last else current.left, current.done),
                )
                if current.done or not current.left:
                    return
                current = self._after(current, plan, outer, useful)
                taken += 1

        return step

    def _after(self, state: Inner, plan: PlanNumbers, outer: Outer, useful: Vector | None) -> Inner | None:
        rooms = tuple(a - b for a, b in zip(state.rooms, plan.rooms, strict=True))
        if any(room < 0 for room in rooms):
            return None
        made = add(state.made, plan.made)
        drops = state.drops | plan.drops
        if useful is not None:
            if not any(plan.made):
                return None
            if self._wasted(made, drops, useful):
                return None
        return Inner(made, drops, rooms, max(state.left - 1, 0), self._full(made, outer))

    def _wasted(self, made: Vector, drops: int, useful: Vector) -> bool:
        """Whether one of the plain uses could be dropped whatever else is made: only more of what is enough already."""
        for at, lost in enumerate(self._problem.drops):
            if drops >> at & 1 and all(
                have - less >= cap or not less for have, less, cap in zip(made, lost, useful, strict=True)
            ):
                return True
        return False

    def _endings(self, made: Vector, drops: int, chains: Chains) -> tuple[Ending, ...]:
        """Every irredundant ending of these plain and costly uses (every one, where waste is listed too)."""
        problem = self._problem
        found: dict[tuple[Vector, Vector, tuple[Vector, ...]], Ending] = {}
        if self._doubles(chains) and any(problem.pool) and not problem.floating:
            raise Unsupported("listing payments in which mana of the pool is doubled")
        for taken in self._takings:
            if not self._is_whole(made, drops, chains, taken):
                continue
            unused = tuple(a - b for a, b in zip(problem.pool, taken, strict=True))
            for final in sorted(self.schedule.finals(add(made, taken), chains)):
                for spent in spendings(final.pool, problem.demand):
                    left = add(unused, tuple(a - b for a, b in zip(final.pool, spent, strict=True)))
                    if held_in(left, problem.tokens):
                        continue  # nothing but mana can be made in vain
                    key = (problem.shown(spent), problem.shown(left), final.made)
                    found.setdefault(key, Ending(taken, spent, left, final))
        return tuple(found.values())

    def _is_whole(self, made: Vector, drops: int, chains: Chains, taken: Vector) -> bool:
        """Whether the cost can be paid so, and with no part less."""
        schedule, problem = self.schedule, self._problem
        mana = add(made, taken)
        if not schedule.payable(mana, chains):
            return False
        if problem.floating:
            return True
        for kind, n in enumerate(taken):
            if n and schedule.payable(_minus_one(mana, kind), chains):
                return False
        for at, lost in enumerate(problem.drops):
            if drops >> at & 1:
                less = tuple(a - b for a, b in zip(mana, lost, strict=True))
                if schedule.payable(less, chains):
                    return False
        return not any(schedule.within(mana, fewer) for fewer in schedule.parts(chains))

    def exists(self) -> bool:
        """Whether there is any payment at all."""
        return any(self._exists(outer) for outer in self.outers())

    def _exists(self, outer: Outer) -> bool:
        """Explore what plain uses can make, forgetting mana beyond use, until the cost can be paid."""
        problem = self._problem
        useful = self._reach(outer.chains)
        start = add(outer.made, problem.pool)
        states: set[tuple[Vector, Vector]] = {(_cap(start, useful), outer.rooms)}
        if self.schedule.payable(start, outer.chains):
            return True
        for at, source in enumerate(problem.classes):
            plain = [plan for plan in source.plans if not plan.chains and any(plan.made)]
            for _ in range(outer.sizes[at] if plain else 0):
                grown = set(states)
                for made, rooms in states:
                    for plan in plain:
                        left = tuple(a - b for a, b in zip(rooms, plan.rooms, strict=True))
                        if any(room < 0 for room in left):
                            continue
                        more = _cap(add(made, plan.made), useful)
                        if (more, left) not in grown:
                            if self.schedule.payable(more, outer.chains):
                                return True
                            grown.add((more, left))
                if grown == states:
                    break
                states = grown
        return False


def _falls_short(rows: list[tuple[int, int]]) -> Callable[[Inner], bool]:
    """Whether a state has less plain mana than so much of one of these masks."""
    asked = [([at for at in range(mask.bit_length()) if mask >> at & 1], need) for mask, need in rows if need > 0]

    def hopeless(state: Inner) -> bool:
        made = state.made
        return any(sum([made[at] for at in kinds]) < need for kinds, need in asked)

    return hopeless


def _minus_one(mana: Vector, kind: int) -> Vector:
    return tuple(n - (at == kind) for at, n in enumerate(mana))


def _cap(mana: Vector, most: Vector) -> Vector:
    return tuple(map(min, mana, most))
