"""The cases that the payments of a problem fall into, each a question about sums (design, section 4.3).

What makes one unit at no mana cost is *single*; plans with more or less of it, and abilities that cost mana, are
*special*. For each choice of special plans (the outer choice):

- nothing floats: for all that the costly abilities may consume, singles and units of the pool make just the rest of the
  cost. Every part of such a payment gains mana, so that nothing can be left out: it is irredundant by itself;
- something floats: no single pays for what the floating mana could pay, so that there are only a few of them. Each
  small choice of their mana is judged by itself (`LayeredPayments.endings`).

A problem without special plans is one case: as many units as the cost has symbols, and enough for each of Hall's rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb

from castable.solver.consuming import Consumptions
from castable.solver.layers import Ending, LayeredPayments
from castable.solver.outer import Outer, number_of_outers, outers_of
from castable.solver.problem import PaymentProblem, PlanNumbers, Vector, add, held_in

__all__ = ["Case", "Cases", "Member", "is_special"]

Member = tuple[int, int]
"""A class and the number of one of its plans."""
_MOST_OUTERS = 4_000
_MOST_CONSUMED = 100_000
"""Things that abilities may consume, over all outer choices."""
_MOST_SMALL = 400_000
"""Small choices of singles to be judged by themselves, over all outer choices."""


@dataclass(frozen=True, slots=True)
class Case:
    """Special plans, what costly abilities consume, and what singles and the pool make: so many units exactly, at least
    `needs` of some kinds (masks), at most `upper` of others.

    `ending` is None where nothing floats: then all mana that is not consumed pays the cost. Otherwise singles alone
    make those units, and the ending tells what is taken from the pool.
    """

    outer: Outer
    used: Vector
    units: int
    needs: tuple[tuple[int, int], ...]
    upper: tuple[tuple[int, int], ...] = ()
    ending: Ending | None = None


class Cases:
    """The cases of one problem that `fit`."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._kinds = range(len(problem.kinds))
        self._costs = {use: demands[0].total for use, demands in problem.steps.items()}
        demand = problem.demand
        self._rows = dict(demand.rows)
        if demand.usable != (1 << len(problem.kinds)) - 1:
            self._rows[demand.usable] = max(self._rows.get(demand.usable, 0), demand.total)
        self._in_vain = sum(1 << at for at, gone in enumerate(problem.drops) if not any(gone))
        self._unit_drops = {gone.index(1): 1 << at for at, gone in enumerate(problem.drops) if _is_unit(gone)}
        self.specials: list[Member] = []
        self.singles: dict[int, list[tuple[int, int]]] = {}
        for at, source in enumerate(problem.classes):
            for number, plan in enumerate(source.plans):
                if plan.drops & self._in_vain:
                    continue  # a use that makes nothing can always be left out
                if is_special(plan):
                    self.specials.append((at, number))
                else:
                    self.singles.setdefault(at, []).append((number, plan.made.index(1)))

    @cached_property
    def layered(self) -> LayeredPayments:
        """The judge of single choices, and of the order of abilities that cost mana."""
        return LayeredPayments(self._problem)

    # -- which problems fit

    @cached_property
    def fit(self) -> bool:
        """Whether all payments can be described so: every part gains mana, singles differ by their kind alone, what
        is special looks different, and the cases are not too many."""
        problem = self._problem
        if problem.floating or problem.sources.statuses or problem.doublers:
            return False
        if any(offered.late for offered in problem.sources.uses):
            return False
        classes = problem.classes
        for at, entries in self.singles.items():
            if any(classes[at].plans[number].drops != self._unit_drops.get(kind) for number, kind in entries):
                return False
        if not self.specials:
            return True
        if not all(self._gains(classes[at].plans[number]) for at, number in self.specials):
            return False
        if not problem.tells_all or number_of_outers(problem, self._is_wanted) > _MOST_OUTERS:
            return False
        kinds = len(self._kinds)
        consumed = sum(comb(self._cost_of(outer) + kinds - 1, kinds - 1) for outer in self.outers)
        small = sum(comb(len(self._symbols(outer)) + kinds, kinds) for outer in self.outers)
        return consumed <= _MOST_CONSUMED and small <= _MOST_SMALL

    def _is_wanted(self, plan: PlanNumbers) -> bool:
        return is_special(plan) and not plan.drops & self._in_vain

    def _gains(self, plan: PlanNumbers) -> bool:
        """Whether less mana is left without any part of a special plan, however its costs are paid."""
        for use in (use for chain in plan.chains for use in chain):
            totals = {demand.total for demand in self._problem.steps.get(use, ())} or {0}
            if len(totals) > 1 or sum(self._problem.yields[use]) <= max(totals):
                return False
            if self._problem.sources.uses[use].smaller:
                return False
        return all(min(gone) >= 0 for at, gone in enumerate(self._problem.drops) if plan.drops >> at & 1)

    # -- the outer choice

    @cached_property
    def outers(self) -> list[Outer]:
        """Every choice of special plans that may be part of a payment, the empty one first."""
        bound = self.layered.bound if self.specials else None
        return list(outers_of(self._problem, self._is_wanted, bound))

    @cached_property
    def most_units(self) -> int:
        """No case asks for more."""
        return self._problem.demand.total + max(map(self._cost_of, self.outers), default=0)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The kinds, as masks, of which a case may ask for so much at least."""
        kinds = (1 << kind for kind in self._kinds) if self.specials else ()
        return tuple(dict.fromkeys((*self._rows, *kinds)))

    def _cost_of(self, outer: Outer) -> int:
        """How much mana its costly uses consume."""
        return sum(n * self._costs.get(use, 0) for chain, n in outer.chains for use in chain)

    def yielded(self, outer: Outer) -> Vector:
        """All mana that the chains of an outer choice make."""
        yielded = (0,) * len(self._kinds)
        for chain, n in outer.chains:
            for use in chain:
                yielded = add(yielded, tuple(n * more for more in self._problem.yields[use]))
        return yielded

    def _there(self, outer: Outer) -> Vector:
        """All mana that its uses make."""
        return add(outer.made, self.yielded(outer))

    # -- nothing floats

    def lean(self) -> Iterator[Case]:
        """The cases in which nothing floats."""
        if not self.specials:
            yield from self._only_case()
            return
        consumptions = Consumptions(self._problem)
        everything = (1 << len(self._problem.kinds)) - 1
        for outer in self.outers:
            there = self._there(outer)
            units = self._problem.demand.total + self._cost_of(outer) - sum(there)
            if not 0 <= units <= self._single_units(outer, everything):
                continue
            most = {mask: min(units, self._single_units(outer, mask)) for mask in self._rows}
            for used in sorted(consumptions.all_of(outer.chains)):
                rest = tuple(map(int.__sub__, there, used))
                rows = {mask: need - held_in(rest, mask) for mask, need in self._rows.items()}
                if any(need > most[mask] for mask, need in rows.items()):
                    continue
                starts = consumptions.starts(outer.chains, used)
                fresh = [tuple(max(0, a - b) for a, b in zip(start, outer.made, strict=True)) for start in starts]
                for lower, upper in _disjoint([start for start in fresh if sum(start) <= units]):
                    needs = dict(rows)
                    for kind, n in enumerate(lower):
                        if n:
                            needs[1 << kind] = max(n, needs.get(1 << kind, 0))
                    asked = tuple((mask, need) for mask, need in needs.items() if need > 0)
                    yield Case(outer, used, units, asked, upper)

    def _only_case(self) -> Iterator[Case]:
        for outer in self.outers:
            needs = tuple((mask, need) for mask, need in self._rows.items() if need)
            yield Case(outer, outer.made, self._problem.demand.total, needs)

    def _single_units(self, outer: Outer, mask: int) -> int:
        """No more units of these kinds than this come from singles and the pool."""
        return held_in(self._problem.pool, mask) + sum(
            outer.sizes[at] for at, kinds in self.single_kinds.items() if kinds & mask
        )

    @cached_property
    def single_kinds(self) -> dict[int, int]:
        """For each class with singles a mask of what they make."""
        return {at: sum({1 << kind for _, kind in entries}) for at, entries in self.singles.items()}

    # -- something floats

    def floating(self) -> Iterator[Case]:
        """The cases in which something floats: special mana."""
        problem = self._problem
        for outer in self.outers:
            if not outer.filling:
                continue
            there = self._there(outer)
            for made in self._small(outer, sum(there)):
                if not problem.demand.met_by(add(add(there, problem.pool), made)):
                    continue
                drops = outer.drops
                for kind, n in enumerate(made):
                    drops |= self._unit_drops[kind] if n else 0
                needs = tuple((1 << kind, n) for kind, n in enumerate(made) if n)
                for ending in self.layered.endings(add(outer.made, made), drops, outer.chains):
                    if ending.final.pool != ending.spent:
                        mana = add(add(made, there), ending.taken)
                        used = tuple(map(int.__sub__, mana, ending.final.pool))
                        yield Case(outer, used, sum(made), needs, ending=ending)

    def _symbols(self, outer: Outer) -> list[int]:
        """What singles pay for where something floats that these uses make, as masks of kinds: the symbols that not all
        of that mana could pay, and what the costly uses consume."""
        problem = self._problem
        floating = sum(1 << kind for kind, n in enumerate(self._there(outer)) if n)
        all_count = any(one.all_of for one in problem.bill.means)
        masks = [mask for mask, n in problem.demand.groups if all_count or floating & ~mask for _ in range(n)]
        for chain, n in outer.chains:
            for use in chain:
                usable = 0
                for demand in problem.steps.get(use, ()):
                    usable |= demand.usable
                masks += [usable] * (n * self._costs.get(use, 0))
        return masks

    def _small(self, outer: Outer, there: int) -> list[Vector]:
        """What singles may make beside so much special mana where something of that floats: no more than a unit for
        each symbol that they may pay, and enough."""
        problem = self._problem
        missing = problem.demand.total + 1 + self._cost_of(outer) - there - sum(problem.pool)
        symbols = self._symbols(outer)
        if missing > len(symbols):
            return []
        most = [
            sum(outer.sizes[at] for at, kinds in self.single_kinds.items() if kinds >> kind & 1) for kind in self._kinds
        ]
        found = {(0,) * len(problem.kinds)}
        for mask in symbols:
            found |= {
                (*made[:kind], made[kind] + 1, *made[kind + 1 :])
                for made in found
                for kind in self._kinds
                if mask >> kind & 1 and made[kind] < most[kind]
            }
        return sorted(made for made in found if sum(made) >= missing)


def is_special(plan: PlanNumbers) -> bool:
    """Whether a plan makes anything but one unit at no mana cost."""
    return bool(plan.chains) or sum(plan.made) != 1


def _is_unit(mana: Vector) -> bool:
    return sum(mana) == 1 and min(mana) == 0


_Box = tuple[Vector, dict[int, int]]
"""All vectors that are at least so large, and of some kinds at most."""


def _disjoint(corners: list[Vector]) -> Iterator[tuple[Vector, tuple[tuple[int, int], ...]]]:
    """What contains one of the corners, in boxes that have nothing in common: the least, and the most of some kinds."""
    done: list[Vector] = []
    for corner in sorted(corners, key=lambda one: (sum(one), one)):
        boxes: list[_Box] = [(corner, {})]
        for other in done:
            boxes = [part for box in boxes for part in _without(box, other)]
        done.append(corner)
        for lower, upper in boxes:
            yield lower, tuple(sorted(upper.items()))


def _without(box: _Box, corner: Vector) -> Iterator[_Box]:
    """A box without what contains a corner, in boxes."""
    lower, upper = box
    for kind, n in enumerate(corner):
        if n > lower[kind]:
            yield lower, {**upper, kind: min(n - 1, upper.get(kind, n))}
            if upper.get(kind, n) < n:
                return
            lower = (*lower[:kind], n, *lower[kind + 1 :])
