"""Choices of what singles make that are judged one by one, and why there are few of them (design, section 4.3)."""

from __future__ import annotations

from functools import cache

from castable.solver.outer import Member, Outer
from castable.solver.problem import PaymentProblem, Vector, held_in
from castable.solver.special import Specials

__all__ = ["Judged"]


class Judged:
    """For an outer choice whose parts all gain mana only what may let something float; any that may be of use else."""

    def __init__(self, problem: PaymentProblem, specials: Specials) -> None:
        self._problem = problem
        self._specials = specials
        self._all_of = any(one.all_of for one in problem.bill.means)
        self._specific = cache(self._all_specific)
        self._gained = cache(self._all_gained)

    def most(self, outer: Outer) -> int:
        """No more units than this come from singles."""
        few = self._most_floating(outer) if outer.filling else 0
        if self._specials.gain(outer):
            return few
        return max(few, self._problem.demand.total + self._specials.most_cost(outer) - self._specials.made(outer))

    def choices(self, outer: Outer) -> list[Vector]:
        """What singles may make beside these plans."""
        gain = self._specials.gain(outer)
        there = self._specials.made(outer) + sum(self._problem.pool)
        least = self._problem.demand.total + self._specials.least_cost(outer) + gain - there
        most = self.most(outer)
        if least > most:
            return []
        found = self._few(outer, most) if gain else self._any(outer, most)
        return [made for made in found if sum(made) >= least]

    def _few(self, outer: Outer, largest: int) -> list[Vector]:
        """No more than a unit for each symbol that singles may pay."""
        most = self._specials.most_of_kinds(outer)
        found = {(0,) * len(most)}
        for mask in self._symbols(outer):
            found |= {
                (*made[:kind], made[kind] + 1, *made[kind + 1 :])
                for made in found
                if sum(made) < largest
                for kind in range(len(most))
                if mask >> kind & 1 and made[kind] < most[kind]
            }
        return sorted(found)

    def _any(self, outer: Outer, largest: int) -> list[Vector]:
        """Everything that singles make, as far as their number tells."""
        found: list[Vector] = [()]
        for most in self._specials.most_of_kinds(outer):
            found = [(*made, n) for made in found for n in range(min(most, largest - sum(made)) + 1)]
        pool = self._problem.pool
        caps = [
            (mask, self._specials.single_units(outer, mask) - held_in(pool, mask))
            for mask in set(self._specials.single_kinds.values())
        ]
        return [made for made in found if all(held_in(made, mask) <= cap for mask, cap in caps)]

    # -- what singles pay for where something floats

    def _symbols(self, outer: Outer) -> list[int]:
        """The symbols that not all of the floating mana could pay, and what the costly uses consume, as masks."""
        masks = list(self._specific(self._specials.kinds(outer)))
        for chain, n in outer.chains:
            for use in chain:
                cost = max((demand.total for demand in self._problem.steps.get(use, ())), default=0)
                masks += [self._specials.usable(use)] * (n * cost)
        return masks

    def _all_specific(self, floating: int) -> tuple[int, ...]:
        """The symbols of the cost that not all mana of these kinds could pay."""
        groups = self._problem.demand.groups
        return tuple(mask for mask, n in groups if self._all_of or floating & ~mask for _ in range(n))

    def _all_gained(self, special: Member, floating: int) -> tuple[int, ...]:
        """What each use of a plan gains, counted like this: what it makes, less what it consumes if that could pay for
        all symbols that mana of these kinds could pay as well."""
        specific = self._specific(floating)
        rest = [mask for mask, _ in self._problem.demand.groups if mask not in specific]
        return tuple(
            made - (0 if any(usable & ~mask for mask in rest) else least)
            for made, least, usable in self._specials.plans[special].uses
        )

    def _most_floating(self, outer: Outer) -> int:
        """No more units than this come from singles where something floats.

        Such a unit, and one unit at least of what a use makes that gains no more than what floats, is consumed or pays
        for what not all of the floating mana could pay: otherwise that could stand in for it, and for the use too.
        """
        kinds, cost = self._specials.kinds(outer), self._specials.most_cost(outer)
        symbols = len(self._specific(kinds)) + cost
        gained = [gain for at, number, n in outer.filling for gain in self._gained((at, number), kinds) * n]
        there = self._specials.made(outer) - cost - self._problem.demand.total
        for units in range(symbols + 1):
            floats = units + there
            if floats >= 1 and units + len([gain for gain in gained if gain <= floats]) > symbols:
                return units - 1
        return symbols
