"""How much mana there can be where objects may be untapped and used again: loops may make mana without end.

A search forwards in the manner of Karp and Miller: where the same objects come back with more mana than before, what
grew is without end. What is found covers every pool that can be reached, and each of it can be reached or exceeded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import NamedTuple

from castable.model.errors import TooLarge
from castable.solver.problem import Demand, PaymentProblem
from castable.solver.statuses import Now, Statuses

__all__ = ["MAX_LOOP_STATES", "Pool", "covering_pools", "most_mana"]

MAX_LOOP_STATES = 50_000
"""More situations than this are `TooLarge`."""

Pool = tuple[float, ...]
"""How much of each kind; `inf` where there is no end."""


class _Node(NamedTuple):
    now: Now
    pool: Pool
    parent: _Node | None


def covering_pools(problem: PaymentProblem, statuses: Statuses, starts: Iterable[Pool]) -> list[Pool]:
    """The largest pools that the acts can lead to from any of these."""

    def steps(pool: Pool, use: int) -> Iterator[Pool]:
        for demand in problem.steps.get(use, (None,)):
            for rest in _rests(pool, demand) if demand else (pool,):
                if use in problem.doublers:
                    yield tuple(a + b for a, b in zip(rest, _doubled(problem, rest), strict=True))
                else:
                    yield tuple(a + b for a, b in zip(rest, problem.yields[use], strict=True))

    return _covering(statuses, starts, steps)


def most_mana(problem: PaymentProblem, statuses: Statuses, start: int) -> float:
    """How much mana there can be at the most when there is so much to begin with, whatever it may be spent on: a bound,
    `inf` where there is none."""
    takes = {use: min(demand.total for demand in demands) for use, demands in problem.steps.items()}

    def steps(pool: Pool, use: int) -> Iterator[Pool]:
        (held,) = pool
        if held >= takes.get(use, 0):
            left = held - takes.get(use, 0)
            yield (2 * left if use in problem.doublers else left + sum(problem.yields[use]),)

    return max(pool[0] for pool in _covering(statuses, [(float(start),)], steps))


def _doubled(problem: PaymentProblem, pool: Pool) -> Pool:
    """What doubling adds."""
    units = [problem.doubled(tuple(int(at == kind) for at in range(len(pool)))) for kind in range(len(pool))]
    return tuple(
        sum((n * unit[kind] for n, unit in zip(pool, units, strict=True) if unit[kind]), 0.0)
        for kind in range(len(pool))
    )


def _rests(pool: Pool, demand: Demand) -> Iterator[Pool]:
    """What may be left of a pool once the demand is paid from it."""
    found = {(tuple(pool), demand.groups)}
    done: set[Pool] = set()
    while found:
        rest, groups = found.pop()
        if not groups:
            done.add(rest)
            continue
        (mask, n), *more = groups
        then = ((mask, n - 1), *more) if n > 1 else tuple(more)
        for kind, held in enumerate(rest):
            if held and mask >> kind & 1:
                found.add(((*rest[:kind], held - 1, *rest[kind + 1 :]), then))
    yield from done


def _covering(statuses: Statuses, starts: Iterable[Pool], steps: Callable[[Pool, int], Iterator[Pool]]) -> list[Pool]:
    known: dict[Now, list[Pool]] = {}
    waiting: list[_Node] = []

    def reach(now: Now, pool: Pool, parent: _Node | None) -> None:
        grown = _accelerated(now, pool, parent)
        here = known.setdefault(now, [])
        if not any(_within(grown, more) for more in here):
            here.append(grown)
            waiting.append(_Node(now, grown, parent))
            if sum(map(len, known.values())) > MAX_LOOP_STATES:
                raise TooLarge(f"more than {MAX_LOOP_STATES} situations where {{Q}} may be used")

    for start in starts:
        reach(statuses.sorted(statuses.start), start, None)
    while waiting:
        node = waiting.pop()
        for act in statuses.acts:
            for now in {statuses.sorted(then) for then in statuses.after(node.now, act)}:
                for pool in set(steps(node.pool, act.use)):
                    reach(now, pool, node)
    largest: list[Pool] = []
    for pool in sorted({pool for pools in known.values() for pool in pools}, reverse=True):
        if not any(_within(pool, more) for more in largest):
            largest = [less for less in largest if not _within(less, pool)]
            largest.append(pool)
    return largest


def _accelerated(now: Now, pool: Pool, before: _Node | None) -> Pool:
    """The pool, without end in what grew since the objects were like this with no more of anything."""
    while before is not None:
        if before.now == now and _within(before.pool, pool):
            pool = tuple(inf if more > less else more for less, more in zip(before.pool, pool, strict=True))
        before = before.parent
    return pool


def _within(a: Pool, b: Pool) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))
