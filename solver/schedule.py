"""The order of mana abilities that cost mana (CR 601.2g, 605.3a): from a pool, what can be made of it.

Every activation is paid when it is made, with mana that is there: two Signets and nothing else cannot start each other.
`Schedule` searches all orders of a few such uses, remembering every pool it has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from castable.solver.problem import Demand, PaymentProblem, Vector, add, held_in

__all__ = ["Chain", "Chains", "Final", "Move", "Schedule", "spendings", "steps_of"]

Chain = tuple[int, ...]
"""Uses of one object that must come in this order, as indices into `Sources.uses`."""
Chains = tuple[tuple[Chain, int], ...]
"""A multiset of chains: each with its number, sorted."""


class Move(NamedTuple):
    """One activation: the use, what is spent on it, its mana where that depends on the pool (else None), and the pool
    and the chains left afterwards."""

    use: int
    spent: Vector
    made: Vector | None
    pool: Vector
    chains: Chains


class Final(NamedTuple):
    """A pool after all activations, and what those made whose mana depended on the pool, sorted."""

    pool: Vector
    made: tuple[Vector, ...]

    def with_made(self, made: Vector) -> Final:
        """With one more such activation before."""
        return Final(self.pool, tuple(sorted((*self.made, made))))

    def without_made(self, made: Vector | None) -> Final | None:
        """What is still to come after an activation; None where that can't have been part of this."""
        if made is None:
            return self
        if made not in self.made:
            return None
        at = self.made.index(made)
        return Final(self.pool, self.made[:at] + self.made[at + 1 :])


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


def steps_of(chains: Chains) -> Iterator[tuple[Chain, Chains]]:
    """Each chain that may come next, and the chains left once its first use is made."""
    for at, (chain, n) in enumerate(chains):
        rest = dict(chains[:at] + chains[at + 1 :])
        if n > 1:
            rest[chain] = n - 1
        if len(chain) > 1:
            rest[chain[1:]] = rest.get(chain[1:], 0) + 1
        yield chain, tuple(sorted(rest.items()))


class Schedule:
    """Searches for one problem; all answers are remembered for as long as the object lives."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._nothing = (0,) * len(problem.kinds)
        self.finals = lru_cache(maxsize=None)(self._finals)
        self.payable = lru_cache(maxsize=None)(self._payable)
        self.within = lru_cache(maxsize=None)(self._within)
        self.starts = lru_cache(maxsize=None)(self._all_starts)

    def _all_starts(self, pool: Vector, use: int) -> tuple[tuple[Vector, Vector, Vector | None], ...]:
        """The ways to pay for a use from the pool: what is spent, the pool after its mana came, and that mana where it
        depends on what was in the pool."""
        problem = self._problem
        demands = problem.steps.get(use)
        if demands is None:
            return ((self._nothing, add(pool, problem.yields[use]), None),)
        found = []
        for spent in dict.fromkeys(spent for demand in demands for spent in spendings(pool, demand)):
            rest = tuple(a - b for a, b in zip(pool, spent, strict=True))
            made = problem.doubled(rest) if use in problem.doublers else None
            found.append((spent, add(rest, made if made is not None else problem.yields[use]), made))
        return tuple(found)

    def moves(self, pool: Vector, chains: Chains) -> Iterator[Move]:
        """Each next activation."""
        for chain, left in steps_of(chains):
            for spent, after, made in self.starts(pool, chain[0]):
                yield Move(chain[0], spent, made, after, left)

    def _finals(self, pool: Vector, chains: Chains) -> frozenset[Final]:
        """Every pool that can be there once all these chains have been used."""
        if not chains:
            return frozenset((Final(pool, ()),))
        found: set[Final] = set()
        for made, after, rest in {(move.made, move.pool, move.chains) for move in self.moves(pool, chains)}:
            further = self.finals(after, rest)
            found |= further if made is None else {final.with_made(made) for final in further}
        return frozenset(found)

    def _payable(self, pool: Vector, chains: Chains) -> bool:
        """Whether the cost can be paid from the pool when exactly these chains are used, in some order."""
        demand = self._problem.demand
        if not chains:
            return demand.met_by(pool)
        if not self._problem.doublers and self._out_of_reach(pool, chains):
            return False
        return any(self.payable(*after) for after in {(move.pool, move.chains) for move in self.moves(pool, chains)})

    def _out_of_reach(self, pool: Vector, chains: Chains) -> bool:
        """Whether even all mana of these chains, made for nothing, would not pay the cost."""
        most = pool
        for chain, n in chains:
            for use in chain:
                for _ in range(n):
                    most = add(most, self._problem.yields[use])
        return not self._problem.demand.met_by(most)

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
            rest = chain[at + 1 :]
            if rest and self._problem.sources.uses[use].buries and self._problem.sources.uses[rest[-1]].late:
                rest = rest[:-1]  # without it the card is not there to be exiled
            yield chain[:at] + rest

    def route(self, pool: Vector, chains: Chains, final: Final) -> list[Move]:
        """Activations in an order that ends with `final`."""
        moves: list[Move] = []
        while chains:
            move, final = next(
                (move, rest)
                for move in self.moves(pool, chains)
                if (rest := final.without_made(move.made)) and rest in self.finals(move.pool, move.chains)
            )
            moves.append(move)
            pool, chains = move.pool, move.chains
        return moves
