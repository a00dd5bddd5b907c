"""Mana options: the maximal multisets of mana that the pool can hold at one moment, by mana abilities only.

Where objects may be untapped and used again, some of it may be without end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from castable.model.effects import with_effects
from castable.model.errors import TooLarge, Unbounded
from castable.model.mana import TYPES, Mana, ManaType, Restriction, Unit
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.layers import LayeredPayments
from castable.solver.loops import Pool, covering_pools, most_mana
from castable.solver.means import Bill, Means
from castable.solver.outer import Outer
from castable.solver.pool_search import Packing, explored
from castable.solver.problem import PaymentProblem, Vector, add
from castable.solver.sources import ids_of, sources_of

__all__ = ["MAX_POOLS", "ManaOptions", "mana_options", "maximal_pools", "most_held"]

MAX_POOLS = 100_000
"""More different pools than this on the way are `TooLarge`."""
_MOST_STATES = 1_000_000
"""Pools together with the sources that are left; beyond that the slower search, which forgets which are left."""


@dataclass(frozen=True, slots=True)
class ManaOptions:
    """`maximal` are the pools that no other reachable pool contains, in the order of their text, `{}` when nothing can
    be made. Of what is in `unbounded` a pool can hold any amount beside; it is left out of `maximal`."""

    maximal: tuple[Mana, ...]
    unbounded: Mana = Mana.NONE


def maximal_pools(state: State) -> list[Mana]:
    """Every pool that no other reachable pool contains, in the order of their text; `[{}]` when nothing can be made.

    Raises `Unbounded` where a loop makes mana without end: see `mana_options`.
    """
    options = mana_options(state)
    if options.unbounded.units:
        raise Unbounded(f"a loop makes {options.unbounded} without end")
    return list(options.maximal)


def mana_options(state: State) -> ManaOptions:
    """The mana that the pool can hold at one moment while you have priority."""
    state = with_effects(state)
    sources = sources_of(state, priority=True)
    if sources.has_unlimited:
        sources = sources_of(state, priority=True, repeat=max(1, sources.ceiling))
    problem = PaymentProblem(sources, Bill(mana=ManaCost.ZERO), floating=True)
    found = _all_pools(problem)
    units = [kind for kind in problem.kinds if isinstance(kind, Unit)]
    endless = Mana.of({unit for pool in found for unit, n in zip(units, pool, strict=True) if n == inf})
    pools = {Mana.of(u for u, n in zip(units, pool, strict=True) if n != inf for _ in range(int(n))) for pool in found}
    limited = any(unit.restriction is not None for unit in units)
    seen: dict[str, Mana] = {}
    for pool in _best(pools) if limited else _largest(pools):
        seen.setdefault(_shown(pool), pool)
    return ManaOptions(tuple(seen[text] for text in sorted(seen)), endless)


def _all_pools(problem: PaymentProblem) -> set[Pool]:
    """Pools that can be reached, among them all that no other one contains."""
    statuses = problem.sources.statuses
    if not statuses:
        plain = tuple(0 if any(plan.chains for plan in source.plans) else source.size for source in problem.classes)
        alone = Outer((), (0,) * len(problem.kinds), 0, (), problem.rooms, plain)
        starts = [add(made, problem.pool) for made in _plain_pools(problem, alone)]
        most = sum(problem.pool) + sum(
            source.size
            * max(
                sum(plan.made) + sum(sum(problem.yields[u]) for chain in plan.chains for u in chain)
                for plan in source.plans
            )
            for source in problem.classes
        )
        explored_pools = explored(problem, starts, most, _MOST_STATES)
        if explored_pools is not None:
            return set(explored_pools)
    layered = LayeredPayments(problem)
    found: set[Pool] = set()
    for outer in layered.outers():
        starts = [add(made, problem.pool) for made in _plain_pools(problem, outer)]
        if statuses:
            found |= set(covering_pools(problem, statuses, starts))
        else:
            found |= {final.pool for made in starts for final in layered.schedule.finals(made, outer.chains)}
        _limit(found)
    return found


def most_held(state: State, without: int | None, means: tuple[Means, ...] = ()) -> int | None:
    """No more mana than this can be held at once while the card with id `without` is being cast; None where a loop
    makes mana without end."""
    return _most_held(state, without, means, ids_of(state))


@lru_cache(maxsize=64)
def _most_held(state: State, without: int | None, means: tuple[Means, ...], ids: tuple[int, ...]) -> int | None:
    """`ids` belongs to the key: states that are equal may still number their objects differently."""
    sources = sources_of(state, without, means=means)
    if sources.statuses is None:
        return sources.ceiling
    problem = PaymentProblem(sources, Bill(mana=ManaCost.ZERO), floating=True)
    most = most_mana(problem, sources.statuses, sources.ceiling)
    if most == inf:  # that does not look at what the mana may be spent on
        outers = LayeredPayments(problem).outers()
        starts = [add(made, problem.pool) for outer in outers for made in _plain_pools(problem, outer)]
        most = max(map(sum, covering_pools(problem, sources.statuses, starts)))
    return None if most == inf else int(most)


def _shown(pool: Mana) -> str:
    """What tells pools apart in an answer: types and spending limits."""
    return Mana.of(replace(unit, snow=False) for unit in pool.units).notation


def _best(pools: set[Mana]) -> list[Mana]:
    """Those that no other one covers; an unlimited unit covers a limited one of its type."""
    by_size = sorted(pools, key=len, reverse=True)
    kept: list[Mana] = []
    for pool in by_size:
        if not any(_covers(other, pool) for other in kept):
            kept = [other for other in kept if not _covers(pool, other)]
            kept.append(pool)
    return kept


def _largest(pools: set[Mana]) -> list[Mana]:
    """The same where no mana is limited: a count of each type tells all."""
    by_type = {tuple(Counter(unit.type for unit in pool.units)[t] for t in TYPES): pool for pool in pools}
    packing = Packing(len(TYPES), max(map(len, pools), default=0))
    return [by_type[counts] for counts in packing.maximal(by_type)]


def _covers(large: Mana, small: Mana) -> bool:
    """Whether each unit of `small` has one of `large` of its own that can do all it can."""
    if len(large) < len(small) or large == small:
        return False
    for mana_type in TYPES:
        ours, theirs = _by_limit(large, mana_type), _by_limit(small, mana_type)
        spare = ours[None] - theirs[None]
        missing = sum(max(0, n - ours[limit]) for limit, n in theirs.items() if limit is not None)
        if spare < missing:
            return False
    return True


def _by_limit(mana: Mana, mana_type: ManaType) -> Counter[Restriction | None]:
    return Counter(unit.restriction for unit in mana.units if unit.type is mana_type)


def _plain_pools(problem: PaymentProblem, outer: Outer) -> set[Vector]:
    """Maximal multisets of mana that the plain uses can make beside an outer choice."""
    states: dict[Vector, set[Vector]] = {outer.rooms: {outer.made}}
    for at, source in enumerate(problem.classes):
        plain = [plan for plan in source.plans if not plan.chains and any(plan.made)]
        for _ in range(outer.sizes[at] if plain else 0):
            grown: defaultdict[Vector, set[Vector]] = defaultdict(set)
            at_no_cost = any(not any(plan.rooms) for plan in plain)  # then it is better used than not
            for rooms, pools in states.items():
                if not at_no_cost:
                    grown[rooms] |= pools
                for plan in plain:
                    left = tuple(a - b for a, b in zip(rooms, plan.rooms, strict=True))
                    if all(room >= 0 for room in left):
                        grown[left] |= {add(pool, plan.made) for pool in pools}
            states = {rooms: _maximal(pools) for rooms, pools in grown.items()}
            _limit(pool for pools in states.values() for pool in pools)
    return _maximal(pool for pools in states.values() for pool in pools)


def _limit(pools: Iterable[Pool]) -> None:
    if sum(1 for _ in pools) > MAX_POOLS:
        raise TooLarge(f"more than {MAX_POOLS} different pools")


def _maximal(pools: Iterable[Vector]) -> set[Vector]:
    """Those that no other one contains; only pools with more mana can."""
    by_size: defaultdict[int, set[Vector]] = defaultdict(set)
    for pool in pools:
        by_size[sum(pool)].add(pool)
    kept: list[Vector] = []
    for size in sorted(by_size, reverse=True):
        larger = list(kept)
        kept += [p for p in by_size[size] if not any(all(a <= b for a, b in zip(p, q, strict=True)) for q in larger)]
    return set(kept)
