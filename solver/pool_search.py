"""Every pool that mana abilities can come to, where each use is paid at once and objects are used once: a search over
what is in the pool and which sources are left, level by level, with all numbers of a pool side by side in one integer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product

from castable.solver.problem import PaymentProblem, Vector
from castable.solver.schedule import spendings

__all__ = ["Packing", "explored"]


class Packing:
    """Vectors as integers with a bit to borrow from beside each number, so that one subtraction compares them."""

    def __init__(self, length: int, most: int) -> None:
        self._width = most.bit_length() + 1
        self._length = length
        self._borrow = sum(1 << self._width * at + self._width - 1 for at in range(length))

    def packed(self, vector: Iterable[int]) -> int:
        """The vector as one integer."""
        return sum(n << self._width * at for at, n in enumerate(vector))

    def unpacked(self, number: int) -> Vector:
        """The vector again."""
        mask = (1 << self._width) - 1
        return tuple(number >> self._width * at & mask for at in range(self._length))

    def holding(self, pools: Iterable[int], part: int) -> list[int]:
        """Those that hold at least this."""
        borrow = self._borrow
        return [pool for pool in pools if ((pool | borrow) - part) & borrow == borrow]

    def maximal(self, vectors: Iterable[Vector]) -> list[Vector]:
        """Those that no other one contains."""
        by_size: defaultdict[int, set[int]] = defaultdict(set)
        for vector in vectors:
            by_size[sum(vector)].add(self.packed(vector))
        kept: list[int] = []
        borrow = self._borrow
        for size in sorted(by_size, reverse=True):
            larger = [one | borrow for one in kept]
            kept += [one for one in by_size[size] if not any((two - one) & borrow == borrow for two in larger)]
        return [self.unpacked(one) for one in kept]


def explored(problem: PaymentProblem, starts: Iterable[Vector], most: int, limit: int) -> set[Vector] | None:
    """Every pool that the sources with costly uses lead to from one of the starts, no more than `most` mana in all;
    None where a source is used in more than one step, resources are shared, or there are more states than `limit`.

    A source that can be used at no mana cost too may be used so at any time.
    """
    if problem.rooms or problem.doublers or problem.sources.statuses:
        return None
    packing = Packing(len(problem.kinds), most)
    moves: list[tuple[int, int, int]] = []  # the source's place in what is left, what is paid, what is made
    left = width = 0
    for source in problem.classes:
        if not any(plan.chains for plan in source.plans):
            continue
        one = 1 << width
        left += source.size << width
        width += source.size.bit_length()
        mask = (1 << width) - one
        for plan in source.plans:
            if plan.chains and (len(plan.chains) > 1 or len(plan.chains[0]) > 1 or any(plan.made)):
                return None
            for use in plan.chains[0] if plan.chains else ():
                made = packing.packed(problem.yields[use])
                for demand in problem.steps[use]:
                    for spent in spendings((demand.total,) * len(problem.kinds), demand):
                        moves.append((mask, packing.packed(spent), made))
            if any(plan.made):
                moves.append((mask, 0, packing.packed(plan.made)))
    moves = list(dict.fromkeys(moves))
    level = {left: set(map(packing.packed, starts))}
    found: set[int] = set()
    states = 0
    while level:
        below: defaultdict[int, set[int]] = defaultdict(set)
        for (rest, pools), (mask, paid, made) in product(level.items(), moves):
            if rest & mask:
                after = below[rest - (mask & -mask)]
                after.update(
                    [pool - paid + made for pool in packing.holding(pools, paid)] if paid else map(made.__add__, pools)
                )
        for pools in level.values():
            found |= pools
        states += sum(map(len, below.values()))
        if states > limit:
            return None
        level = {rest: pools for rest, pools in below.items() if pools}
    return set(map(packing.unpacked, found))
