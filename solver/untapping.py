"""Payments where objects may be untapped and used again (CR 107.6): a search of its own for what {Q} may concern.

The activations of the objects concerned (`Needs.ways`) stand where a plan's costly uses do otherwise; all other sources
are plain, and decided in the layered diagram as ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from string import ascii_lowercase

from castable.model.errors import TooLarge, Unsupported
from castable.model.state import Permanent
from castable.solver.layers import Ending, Inner, LayeredPayments
from castable.solver.needs import Needs, Way
from castable.solver.outer import Outer
from castable.solver.problem import Demand, PaymentProblem, Vector, add, held_in
from castable.solver.schedule import Chains, Final, Move, Schedule, spendings
from castable.solver.statuses import Act, Now, Statuses

__all__ = ["MAX_POOLS", "Untapped", "UntappingPayments"]

MAX_POOLS = 200_000
"""More situations than this on the way to the pools that some activations lead to are `TooLarge`."""


@dataclass(frozen=True, slots=True)
class Untapped(Ending):
    """An ending with the acts that lead to it, by their numbers."""

    acts: tuple[int, ...]


class _Enough(Schedule):
    """A schedule without chains in which a pool pays when the objects concerned can do the rest."""

    def __init__(self, problem: PaymentProblem, enough: list[Demand]) -> None:
        super().__init__(problem)
        self._enough = enough

    def _payable(self, pool: Vector, chains: Chains) -> bool:
        return any(demand.met_by(pool) for demand in self._enough)


class _Existing(LayeredPayments):
    """Whether plain mana can meet one of these demands."""

    def __init__(self, problem: PaymentProblem, enough: list[Demand]) -> None:
        super().__init__(problem)
        self._enough = enough
        self.schedule = _Enough(problem, enough)

    def _shortfalls(self, outer: Outer, places: list[tuple[int, int]]) -> list[Callable[[Inner], bool]]:
        return [_never for _ in places]  # what acts with {Q} add is known at the end alone

    def _reach(self, chains: Chains) -> Vector:
        return _reach_of(self._enough, len(self._problem.kinds))


class UntappingPayments(LayeredPayments):
    """All payments of a problem whose sources hold `Statuses`."""

    def __init__(self, problem: PaymentProblem, statuses: Statuses) -> None:
        super().__init__(problem)
        self._statuses = statuses
        self._needs = Needs(problem, statuses)
        self._takings = tuple(product(*(range(n + 1) for n in problem.pool)))
        self._valid = lru_cache(maxsize=None)(self._all_valid)
        self._within = lru_cache(maxsize=None)(self._is_within)
        self._ends = lru_cache(maxsize=None)(self._all_ends)
        self._searched = 0

    def exists(self) -> bool:
        """Whether there is any payment at all."""
        if not self._problem.affordable:
            return False
        if self._problem.demand.met_by(self._problem.pool):
            return True
        return _Existing(self._problem, self._needs.enough()).exists()

    def _shortfalls(self, outer: Outer, places: list[tuple[int, int]]) -> list[Callable[[Inner], bool]]:
        return [_never for _ in places]  # what acts with {Q} add is known at the end alone

    def _reach(self, chains: Chains) -> Vector:
        return _reach_of([self._needs.demand(way.mana) for way in self._ways], len(self._problem.kinds))

    def _full(self, made: Vector, outer: Outer) -> bool:
        return self._problem.demand.met_by(made)

    # -- which acts go with which plain mana

    @property
    def _ways(self) -> list[Way]:
        if not hasattr(self, "_all_ways"):
            if self._problem.floating:
                raise Unsupported("listing wasteful payments where {Q} may be used")
            if any(act.use in self._problem.doublers for act in self._statuses.acts):
                raise Unsupported("listing payments where mana may be doubled and {Q} may be used")
            self._all_ways = self._needs.ways()
        return self._all_ways

    def _all_valid(self, pool: Vector) -> dict[object, tuple[int, ...]]:
        """The acts that can be carried out from a pool so that the cost is paid, by their shape."""
        return {
            self._needs.shape(way.acts): way.acts for way in self._ways if self._needs.demand(way.mana).met_by(pool)
        }

    def _is_within(self, pool: Vector, acts: tuple[int, ...]) -> bool:
        """Whether the cost can be paid from a pool with these acts or any part of them."""
        return self._needs.shape(acts) in self._valid(pool) or any(
            self._within(pool, fewer) for fewer in _one_less(acts)
        )

    def _endings(self, made: Vector, drops: int, chains: Chains) -> tuple[Ending, ...]:
        problem = self._problem
        found: dict[object, Ending] = {}
        for taken in self._takings:
            pool = add(made, taken)
            unused = tuple(a - b for a, b in zip(problem.pool, taken, strict=True))
            for shape, acts in self._valid(pool).items():
                if not self._is_whole_with(acts, pool, taken, drops):
                    continue
                for final in sorted(self._finals(pool, acts)):
                    for spent in spendings(final, problem.demand):
                        left = add(unused, tuple(a - b for a, b in zip(final, spent, strict=True)))
                        if held_in(left, problem.tokens):
                            continue  # nothing but mana can be made in vain
                        key = (shape, problem.shown(spent), problem.shown(left))
                        found.setdefault(key, Untapped(taken, spent, left, Final(final, ()), acts))
        return tuple(found.values())

    def _is_whole_with(self, acts: tuple[int, ...], pool: Vector, taken: Vector, drops: int) -> bool:
        """Whether nothing can be left out of these acts, the units taken from the pool and the plain uses."""
        if any(self._within(pool, fewer) for fewer in _one_less(acts)):
            return False
        lost = [tuple(int(at == kind) for at in range(len(taken))) for kind, n in enumerate(taken) if n]
        lost += [some for at, some in enumerate(self._problem.drops) if drops >> at & 1]
        return not any(
            self._within(tuple(a - b for a, b in zip(pool, less, strict=True)), acts) for less in dict.fromkeys(lost)
        )

    # -- in which order

    def _finals(self, pool: Vector, acts: tuple[int, ...]) -> frozenset[Vector]:
        """Every pool that can be there once all these acts are done."""
        return self._ends(pool, self._statuses.start, acts)

    def _all_ends(self, pool: Vector, now: Now, acts: tuple[int, ...]) -> frozenset[Vector]:
        if not acts:
            life, energy = self._problem.life, self._problem.energy
            return frozenset((pool,)) if (not life or now.life >= life) and now.energy >= energy else frozenset()
        self._searched += 1
        if self._searched > MAX_POOLS:
            raise TooLarge(f"more than {MAX_POOLS} situations where {{Q}} may be used")
        found: set[Vector] = set()
        for _, _, after, then, rest in self._steps(pool, now, acts):
            found |= self._ends(after, then, rest)
        return frozenset(found)

    def _steps(
        self, pool: Vector, now: Now, acts: tuple[int, ...]
    ) -> Iterator[tuple[int, Vector, Vector, Now, tuple[int, ...]]]:
        """Each next act: its number, what is spent on it, and pool, objects and other acts afterwards."""
        for number in dict.fromkeys(acts):
            at = acts.index(number)
            rest = acts[:at] + acts[at + 1 :]
            act = self._statuses.acts[number]
            for then in self._statuses.after(now, act):
                for spent, after, _ in self.schedule.starts(pool, act.use):
                    yield number, spent, after, then, rest

    def route(self, made: Vector, ending: Untapped) -> list[tuple[Act, Move]]:
        """The acts of an ending in an order that leads to it."""
        pool, now, acts = add(made, ending.taken), self._statuses.start, ending.acts
        moves = []
        while acts:
            number, spent, pool, now, acts = next(
                step
                for step in self._steps(pool, now, acts)
                if ending.final.pool in self._ends(step[2], step[3], step[4])
            )
            act = self._statuses.acts[number]
            moves.append((act, Move(act.use, spent, None, pool, ())))
        return moves

    def named(self, route: list[Act]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What each act of a route calls its source and the objects that it takes.

        An object that is used more than once and has others like it gets a tag.
        """
        statuses = self._statuses
        times = Counter(place for act in route for place in act.places)
        alike = Counter(statuses.classes)
        letters = iter(ascii_lowercase)
        tags = {
            place: f"@z{next(letters)}"
            for place, n in times.items()
            if n > 1 and alike[statuses.classes[place]] > 1 and isinstance(statuses.things[place], Permanent)
        }

        found = []
        for act in route:
            label = statuses.labels[act.source][0] + tags.get(act.source, "")
            taken = [place for _, place in act.others if place != act.source]
            taken += [act.source] if statuses.uses[act.use].use.pays and statuses.uses[act.use].using else []
            names = [
                name + tags.get(place, "") for (_, name), place in zip(statuses.uses[act.use].using, taken, strict=True)
            ]
            found.append((label, tuple(names)))
        return tuple(found)


def _never(state: Inner) -> bool:
    return False


def _reach_of(demands: list[Demand], kinds: int) -> Vector:
    """How much of each kind can be of use at the most."""
    return tuple(max((demand.reach_of(kind) for demand in demands), default=0) for kind in range(kinds))


def _one_less(acts: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {acts[:at] + acts[at + 1 :] for at in range(len(acts))}
