"""The plans of a problem, parted: singles, which make one unit at no mana cost, and special ones, all others.

Plans a use of which makes nothing have no part in this: such a use can always be left out (design, section 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from castable.solver.outer import Member, Outer
from castable.solver.problem import PaymentProblem, PlanNumbers, Vector, add, held_in
from castable.solver.sources import Plan

__all__ = ["Special", "Specials"]


def _is_special(plan: PlanNumbers) -> bool:
    """Whether a plan makes anything but one unit at no mana cost."""
    return bool(plan.chains) or sum(plan.made) != 1


@dataclass(frozen=True, slots=True)
class Special:
    """A special plan in a few numbers: how much its uses make, of which kinds, and consume at the most and at the
    least; for each use what it makes, what it consumes at the least, and the kinds that may pay for it.

    `gains` says that less mana is left without any part of it, however its costs are paid.
    """

    made: int
    kinds: int
    most_cost: int
    least_cost: int
    uses: tuple[tuple[int, int, int], ...]
    gains: bool


class Specials:
    """The special plans of a problem, and its singles: for each class their numbers and kinds."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._in_vain = sum(1 << at for at, gone in enumerate(problem.drops) if not any(gone))
        self.unit_drops = {gone.index(1): 1 << at for at, gone in enumerate(problem.drops) if _is_unit(gone)}
        self.plans: dict[Member, Special] = {}
        self.singles: dict[int, list[tuple[int, int]]] = {}
        for at, source in enumerate(problem.classes):
            for number, plan in enumerate(source.plans):
                if self._is_useful(plan):
                    if _is_special(plan):
                        self.plans[at, number] = self._special(problem.sources.classes[at].plans[number], plan)
                    else:
                        self.singles.setdefault(at, []).append((number, plan.made.index(1)))

    def _is_useful(self, plan: PlanNumbers) -> bool:
        """Whether no use of a plan makes nothing."""
        return not plan.drops & self._in_vain

    def _special(self, uses: Plan, plan: PlanNumbers) -> Special:
        problem = self._problem
        numbers = []
        kinds = most_cost = least_cost = 0
        gains = all(min(gone) >= 0 for at, gone in enumerate(problem.drops) if plan.drops >> at & 1)
        for use in uses:
            demands = problem.steps.get(use, ())
            most = max((demand.total for demand in demands), default=0)
            least = min((demand.total for demand in demands), default=0)
            made = sum(problem.yields[use])
            for kind, n in enumerate(problem.yields[use]):
                kinds |= bool(n) << kind
            if any(use in chain for chain in plan.chains):
                gains &= most == least < made and not problem.sources.uses[use].smaller
            numbers.append((made, least, self.usable(use)))
            most_cost, least_cost = most_cost + most, least_cost + least
        return Special(sum(made for made, _, _ in numbers), kinds, most_cost, least_cost, tuple(numbers), gains)

    def usable(self, use: int) -> int:
        """The kinds, as a mask, that may pay for a use."""
        usable = 0
        for demand in self._problem.steps.get(use, ()):
            usable |= demand.usable
        return usable

    @property
    def alike(self) -> bool:
        """Whether singles differ by their kind alone: each takes one unit away when it is left out."""
        return all(
            self._problem.classes[at].plans[number].drops == self.unit_drops.get(kind)
            for at, entries in self.singles.items()
            for number, kind in entries
        )

    # -- of an outer choice

    def gain(self, outer: Outer) -> bool:
        """Whether less mana is left without any part of these plans, however their costs are paid, and a payment tells
        what is consumed."""
        if outer.chains and not self._problem.tells_all:
            return False
        return all(self.plans[at, number].gains for at, number, _ in outer.filling)

    def made(self, outer: Outer) -> int:
        """How much these plans make in all."""
        return sum(self.plans[at, number].made * n for at, number, n in outer.filling)

    def most_cost(self, outer: Outer) -> int:
        """How much they consume at the most."""
        return sum(self.plans[at, number].most_cost * n for at, number, n in outer.filling)

    def least_cost(self, outer: Outer) -> int:
        """How much they consume at the least."""
        return sum(self.plans[at, number].least_cost * n for at, number, n in outer.filling)

    def kinds(self, outer: Outer) -> int:
        """The kinds that they make, as a mask."""
        kinds = 0
        for at, number, _ in outer.filling:
            kinds |= self.plans[at, number].kinds
        return kinds

    def there(self, outer: Outer) -> Vector:
        """All mana that they make."""
        there = outer.made
        for chain, n in outer.chains:
            for use in chain:
                there = add(there, tuple(n * more for more in self._problem.yields[use]))
        return there

    # -- of the singles beside it

    @cached_property
    def single_kinds(self) -> dict[int, int]:
        """For each class with singles a mask of what they make."""
        return {at: sum({1 << kind for _, kind in entries}) for at, entries in self.singles.items()}

    def single_units(self, outer: Outer, mask: int) -> int:
        """No more units of these kinds than this come from singles and the pool."""
        return held_in(self._problem.pool, mask) + sum(
            outer.sizes[at] for at, kinds in self.single_kinds.items() if kinds & mask
        )

    def most_of_kinds(self, outer: Outer) -> Vector:
        """How much of each kind singles can make."""
        return tuple(
            sum(outer.sizes[at] for at, kinds in self.single_kinds.items() if kinds >> kind & 1)
            for kind in range(len(self._problem.kinds))
        )


def _is_unit(mana: Vector) -> bool:
    return sum(mana) == 1 and min(mana) == 0
