"""The order of mana abilities that cost mana (CR 601.2g, 605.3a): from a pool, what can be made of it.

Every activation is paid when it is made, with mana that is there: two Signets and nothing else cannot start each other.
`Schedule` searches all orders of a few such uses, remembering every pool it has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from castable.solver.problem import Demand, PaymentProblem, Vector, add, held_in

__all__ = ["Chain", "Chains", "Schedule", "spendings"]

Chain = tuple[int, ...]
"""Uses of one object that must come in this order, as indices into `Sources.uses`."""
Chains = tuple[tuple[Chain, int], ...]
"""A multiset of chains: each with its number, sorted."""


def spendings(pool: Vector, demand: Demand) -> Iterator[Vector]:
    """Every sub-multiset of the pool that pays the demand exactly."""
    last = len(pool) - 1
    rest = [0] * (len(pool) + 1)
    for kind in range(last, -1, -1):
        rest[kind] = rest[kind + 1] + pool[kind]
    reach = [demand.reach_of(kind) for kind in range(len(pool))]

    def extend(taken: list[int], kind: int, left: int) -> Iterator[Vector]:
        if kind > last:
            if left == 0 and all(held_in(tuple(taken), mask) >= need for mask, need in demand.rows):
                yield tuple(taken)
            return
        for n in range(max(0, left - rest[kind + 1]), min(pool[kind], left, reach[kind]) + 1):
            taken.append(n)
            yield from extend(taken, kind + 1, left - n)
            taken.pop()

    yield from extend([], 0, demand.total)


class Schedule:
    """Searches for one problem; all answers are remembered for as long as the object lives."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._nothing = (0,) * len(problem.kinds)
        self.finals = lru_cache(maxsize=None)(self._finals)
        self.payable = lru_cache(maxsize=None)(self._payable)
        self.within = lru_cache(maxsize=None)(self._within)
        self.ways = lru_cache(maxsize=None)(self._ways)
        self._starts = lru_cache(maxsize=None)(self._all_starts)

    def _all_starts(self, pool: Vector, use: int) -> tuple[tuple[Vector, Vector], ...]:
        """The ways to pay for a use from the pool: what is spent, and the pool after its mana came."""
        problem = self._problem
        demands = problem.steps.get(use)
        made = problem.yields[use]
        if demands is None:
            return ((self._nothing, add(pool, made)),)
        payments = dict.fromkeys(spent for demand in demands for spent in spendings(pool, demand))
        return tuple((spent, add(tuple(a - b for a, b in zip(pool, spent, strict=True)), made)) for spent in payments)

    def moves(self, pool: Vector, chains: Chains) -> Iterator[tuple[int, Vector, Vector, Chains]]:
        """Each next activation: the use, what is spent on it, the pool and the chains left afterwards."""
        for at, (chain, n) in enumerate(chains):
            for spent, after in self._starts(pool, chain[0]):
                rest = dict(chains[:at] + chains[at + 1 :])
                if n > 1:
                    rest[chain] = n - 1
                if len(chain) > 1:
                    rest[chain[1:]] = rest.get(chain[1:], 0) + 1
                yield chain[0], spent, after, tuple(sorted(rest.items()))

    def _finals(self, pool: Vector, chains: Chains) -> frozenset[Vector]:
        """Every pool that can be there once all these chains have been used."""
        if not chains:
            return frozenset((pool,))
        found: set[Vector] = set()
        for after, rest in {(after, rest) for _, _, after, rest in self.moves(pool, chains)}:
            found |= self.finals(after, rest)
        return frozenset(found)

    def _payable(self, pool: Vector, chains: Chains) -> bool:
        """Whether the cost can be paid from the pool when exactly these chains are used, in some order."""
        demand = self._problem.demand
        if not chains:
            return demand.met_by(pool)
        most = pool
        for chain, n in chains:
            for use in chain:
                for _ in range(n):
                    most = add(most, self._problem.yields[use])
        if any(held_in(most, mask) < need for mask, need in demand.rows) or held_in(most, demand.usable) < demand.total:
            return False
        after = {(after, rest) for _, _, after, rest in self.moves(pool, chains)}
        return any(self.payable(pool, rest) for pool, rest in after)

    def _within(self, pool: Vector, chains: Chains) -> bool:
        """Whether the cost can be paid when these chains or any part of them are used."""
        return self.payable(pool, chains) or any(self.within(pool, fewer) for fewer in self.parts(chains))

    def parts(self, chains: Chains) -> Iterator[Chains]:
        """Every multiset of chains with just one use, or one unit of a chosen amount, less."""
        for at, (chain, n) in enumerate(chains):
            for shorter in self._shorter(chain):
                rest = dict(chains[:at] + chains[at + 1 :])
                if n > 1:
                    rest[chain] = n - 1
                if shorter:
                    rest[shorter] = rest.get(shorter, 0) + 1
                yield tuple(sorted(rest.items()))

    def _shorter(self, chain: Chain) -> Iterator[Chain]:
        for at, use in enumerate(chain):
            for smaller in self._problem.sources.uses[use].smaller:
                yield (*chain[:at], smaller, *chain[at + 1 :])
            yield chain[:at] + chain[at + 1 :]

    def _ways(self, pool: Vector) -> int:
        """How many different sub-multisets of the pool pay the cost."""
        demand = self._problem.demand
        narrow = [n for mask, n in demand.groups if mask.bit_count() == 1]
        if len(narrow) == len(demand.rows) == len({mask for mask, _ in demand.rows}):
            least = [0] * len(pool)
            for mask, need in demand.rows:
                least[mask.bit_length() - 1] = need
            if all(
                mask.bit_count() in (1, len(pool)) for mask, _ in demand.groups
            ) and demand.usable.bit_count() == len(pool):
                return _bounded(pool, least, demand.total)
        return sum(1 for _ in spendings(pool, demand))

    def route(self, pool: Vector, chains: Chains, final: Vector) -> list[tuple[int, Vector]]:
        """Uses in an order that ends with `final` in the pool, each with what is spent on it."""
        steps: list[tuple[int, Vector]] = []
        while chains:
            use, spent, pool, chains = next(
                move for move in self.moves(pool, chains) if final in self.finals(move[2], move[3])
            )
            steps.append((use, spent))
        return steps


def _bounded(most: Vector, least: list[int], total: int) -> int:
    """How many vectors between `least` and `most` have this sum."""
    if any(low > high for low, high in zip(least, most, strict=True)):
        return 0
    spare = total - sum(least)
    counts = [1]
    for low, high in zip(least, most, strict=True):
        room = high - low
        longer = [0] * min(len(counts) + room, max(spare, 0) + 1)
        for at, n in enumerate(counts):
            for more in range(min(room, len(longer) - 1 - at) + 1):
                longer[at + more] += n
        counts = longer
    return counts[spare] if 0 <= spare < len(counts) else 0
