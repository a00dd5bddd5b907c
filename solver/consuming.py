"""What abilities that cost mana can consume, and what must be there before they do (design, section 4.3).

A multiset of chains consumes some mana in all; part of it may be mana that these chains have made before. The rest must
be there to begin with, and more never hurts: each consumption goes with the least starts from which it is possible.
"""

from __future__ import annotations

from functools import cache

from castable.solver.problem import PaymentProblem, Vector, add
from castable.solver.schedule import Chains, spendings, steps_of

__all__ = ["Consumptions"]


class Consumptions:
    """Finds them for one problem in which no ability makes what it makes of the pool."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._nothing = (0,) * len(problem.kinds)
        made = add(problem.pool, (0,) * len(problem.kinds))
        for source in problem.classes:
            for plan in source.plans:
                made = add(made, plan.made)
        for yielded in problem.yields:
            made = add(made, yielded)
        self._there = tuple(map(bool, made))
        self.all_of = cache(self._all_of)
        self._prices = cache(self._all_prices)
        self._starts = cache(self._least_starts)

    def _all_of(self, chains: Chains) -> frozenset[Vector]:
        """Everything that these chains can consume in all, whatever there is to begin with."""
        if not chains:
            return frozenset((self._nothing,))
        (chain, n), *others = chains
        rest = (((chain, n - 1),) if n > 1 else ()) + tuple(others)
        found = self.all_of(rest)
        for use in chain:
            found = frozenset(add(spent, consumed) for spent in self._prices(use) for consumed in found)
        return found

    def _all_prices(self, use: int) -> tuple[Vector, ...]:
        """Every way to pay for a use."""
        demands = self._problem.steps.get(use)
        if demands is None:
            return (self._nothing,)
        enough = tuple(demands[0].total * n for n in self._there)
        return tuple(dict.fromkeys(spent for demand in demands for spent in spendings(enough, demand)))

    def ways_to_pay(self, use: int) -> int:
        """In how many ways a use can be paid for."""
        return len(self._prices(use))

    def starts(self, chains: Chains, consumed: Vector, most: int) -> tuple[Vector, ...]:
        """The least that must be there before these chains so that they can consume just this, if that is no more
        than `most` units."""
        return self._starts(self._nothing, chains, consumed, most)

    def _least_starts(self, held: Vector, chains: Chains, consumed: Vector, most: int) -> tuple[Vector, ...]:
        """The same where mana of chains before is held, which is spent before any other of its kind."""
        if held == consumed:
            return (self._nothing,)
        least: list[Vector] = []
        for chain, left in steps_of(chains):
            possible = self.all_of(left)
            for spent in self._prices(chain[0]):
                fresh = tuple(a - b if a > b else 0 for a, b in zip(spent, held, strict=True))
                still = most - sum(fresh)
                if still < 0:
                    continue
                later = tuple(map(int.__sub__, consumed, spent))
                if later not in possible or any(all(map(int.__le__, other, fresh)) for other in least):
                    continue
                kept = tuple(
                    min(wanted, more + (b - a if b > a else 0))
                    for wanted, more, a, b in zip(later, self._problem.yields[chain[0]], spent, held, strict=True)
                )
                for start in self._starts(kept, left, later, still):
                    _keep_least(least, add(fresh, start))
        return tuple(least)


def _keep_least(least: list[Vector], start: Vector) -> None:
    """Keep those that contain no other one."""
    if any(all(map(int.__le__, other, start)) for other in least):
        return
    least[:] = [other for other in least if not all(map(int.__le__, start, other))]
    least.append(start)
