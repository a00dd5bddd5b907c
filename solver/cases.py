"""The cases that the payments of a problem fall into, each a question about sums (design, section 4.3).

What makes one unit at no mana cost is *single*; plans with more or less of it, and abilities that cost mana, are
*special*. For each choice of special plans (the outer choice):

- where each of them gains mana and nothing floats: for all that the costly abilities may consume, singles and units of
  the pool make just the rest of the cost. Nothing can be left out then: such a payment is irredundant by itself;
- where something floats: no single pays for what the floating mana could pay, so that there are only a few of them.
  Each choice of their mana is judged by itself (`LayeredPayments.endings`);
- where abilities give no more than they take: each choice of the mana of singles is judged.

A problem without special plans is one case: as many units as the cost has symbols, and enough for each of Hall's rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from castable.solver.consuming import Consumptions
from castable.solver.judged import Judged
from castable.solver.layers import Ending, LayeredPayments
from castable.solver.outer import Outer, number_of_outers, outers_of
from castable.solver.problem import PaymentProblem, Vector, add, held_in
from castable.solver.special import Specials

__all__ = ["Case", "Cases"]

_MOST_OUTERS = 20_000
_MOST_CONSUMED = 100_000
"""Things that abilities may consume, over all outer choices."""
_MOST_JUDGED = 400_000
"""Choices of what singles make that are judged one by one, over all outer choices."""


@dataclass(frozen=True, slots=True)
class Case:
    """Special plans, what costly abilities consume, and what singles and the pool make: so many units exactly, at least
    `needs` of some kinds (masks), at most `upper` of others.

    Without an `ending` all mana that is not consumed pays the cost. With one, singles alone make those units, and it
    tells what is taken from the pool, spent and left.
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
        demand = problem.demand
        self._rows = dict(demand.rows)
        if demand.usable != (1 << len(problem.kinds)) - 1:
            self._rows[demand.usable] = max(self._rows.get(demand.usable, 0), demand.total)
        self.specials = Specials(problem)

    @cached_property
    def layered(self) -> LayeredPayments:
        """The judge of single choices, and of the order of abilities that cost mana."""
        return LayeredPayments(self._problem)

    @cached_property
    def _judged(self) -> Judged:
        return Judged(self._problem, self.specials)

    @cached_property
    def _consumptions(self) -> Consumptions:
        return Consumptions(self._problem)

    # -- which problems fit

    @cached_property
    def fit(self) -> bool:
        """Whether all payments can be described so: what an ability makes is settled, singles differ by their kind
        alone, nothing is made in vain, and the cases are not too many."""
        problem, specials = self._problem, self.specials
        if problem.floating or problem.sources.statuses or problem.doublers or not specials.alike:
            return False
        if any(offered.late for offered in problem.sources.uses):
            return False
        if not specials.plans:
            return True
        outers = number_of_outers(problem, specials.plans)
        if outers > _MOST_OUTERS:
            return False
        kinds = len({kind for entries in specials.singles.values() for _, kind in entries})
        few = outers * comb(self.most_units + kinds, kinds) <= _MOST_JUDGED
        if few and outers * self._most_ways_to_pay() <= _MOST_CONSUMED:
            return True  # without a look at each outer choice
        consumed = judged = 0
        for outer in self.outers():
            consumed += self._most_consumed(outer) if specials.gain(outer) else 0
            judged += comb(max(0, self._judged.most(outer)) + kinds, kinds)
        return consumed <= _MOST_CONSUMED and judged <= _MOST_JUDGED

    def _most_ways_to_pay(self) -> int:
        """No more ways than this to pay for the uses of an outer choice."""
        ways: dict[int, int] = {}
        for at, number in self.specials.plans:
            chains = self._problem.classes[at].plans[number].chains
            own: int = prod(self._consumptions.ways_to_pay(use) for chain in chains for use in chain)
            ways[at] = max(own, ways.get(at, 1))
        most: int = prod(n ** self._problem.classes[at].size for at, n in ways.items())
        return most

    def _most_consumed(self, outer: Outer) -> int:
        """The costly uses consume no more different things than this where nothing floats."""
        cost = self.specials.most_cost(outer)
        if self.specials.made(outer) > self._problem.demand.total + cost:
            return 0
        kinds = len(self._kinds)
        if not kinds:
            return int(not cost)
        ways: int = prod(self._consumptions.ways_to_pay(use) ** n for chain, n in outer.chains for use in chain)
        return min(ways, comb(cost + kinds - 1, kinds - 1))

    # -- the outer choice

    def outers(self) -> Iterator[Outer]:
        """Every choice of special plans that may be part of a payment, the empty one first."""
        bound = self.layered.bound if self.specials.plans else None
        return outers_of(self._problem, self.specials.plans, bound)

    @cached_property
    def most_units(self) -> int:
        """No case asks for more."""
        costs: dict[int, int] = {}
        for (at, _), plan in self.specials.plans.items():
            costs[at] = max(plan.most_cost, costs.get(at, 0))
        classes = self._problem.classes
        return self._problem.demand.total + sum(classes[at].size * cost for at, cost in costs.items())

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The kinds, as masks, of which a case may ask for so much at least."""
        kinds = (1 << kind for kind in self._kinds) if self.specials.plans else ()
        return tuple(dict.fromkeys((*self._rows, *kinds)))

    # -- the cases

    def lean(self) -> Iterator[Case]:
        """The cases in which all parts gain and nothing floats."""
        if not self.specials.plans:
            yield from self._only_case()
            return
        consumptions, specials = self._consumptions, self.specials
        everything = (1 << len(self._problem.kinds)) - 1
        for outer in filter(specials.gain, self.outers()):
            there = specials.there(outer)
            units = self._problem.demand.total + specials.most_cost(outer) - sum(there)
            if not 0 <= units <= specials.single_units(outer, everything):
                continue
            most = {mask: min(units, specials.single_units(outer, mask)) for mask in self._rows}
            for used in sorted(consumptions.all_of(outer.chains)):
                rest = tuple(map(int.__sub__, there, used))
                rows = {mask: need - held_in(rest, mask) for mask, need in self._rows.items()}
                if any(need > most[mask] for mask, need in rows.items()):
                    continue
                starts = consumptions.starts(outer.chains, used, units + sum(outer.made))
                fresh = [tuple(max(0, a - b) for a, b in zip(start, outer.made, strict=True)) for start in starts]
                for lower, upper in _disjoint([start for start in fresh if sum(start) <= units]):
                    needs = dict(rows)
                    for kind, n in enumerate(lower):
                        if n:
                            needs[1 << kind] = max(n, needs.get(1 << kind, 0))
                    asked = tuple((mask, need) for mask, need in needs.items() if need > 0)
                    yield Case(outer, used, units, asked, upper)

    def _only_case(self) -> Iterator[Case]:
        for outer in self.outers():
            needs = tuple((mask, need) for mask, need in self._rows.items() if need)
            yield Case(outer, outer.made, self._problem.demand.total, needs)

    def judged(self) -> Iterator[Case]:
        """All other cases."""
        problem, specials = self._problem, self.specials
        for outer in self.outers():
            if not outer.filling:
                continue
            gain, there = specials.gain(outer), specials.there(outer)
            for made in self._judged.choices(outer):
                if not problem.demand.met_by(add(add(there, problem.pool), made)):
                    continue
                drops = outer.drops
                for kind, n in enumerate(made):
                    drops |= specials.unit_drops[kind] if n else 0
                needs = tuple((1 << kind, n) for kind, n in enumerate(made) if n)
                for ending in self.layered.endings(add(outer.made, made), drops, outer.chains):
                    if gain and ending.final.pool == ending.spent:
                        continue
                    mana = add(add(made, there), ending.taken)
                    used = tuple(map(int.__sub__, mana, ending.final.pool))
                    yield Case(outer, used, sum(made), needs, ending=ending)


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
