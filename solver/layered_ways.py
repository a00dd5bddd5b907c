"""The payments of a problem from layered diagrams over the outer choice, listed and ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from heapq import merge

from castable.model.errors import Unsupported
from castable.solver.diagram import Path, Scale
from castable.solver.layers import Ending, Inner, LayeredPayments
from castable.solver.outer import Outer
from castable.solver.problem import PaymentProblem, Vector, add
from castable.solver.raw import RawPayment, Weights
from castable.solver.table import Column, Numbers
from castable.solver.tagging import tag_route, tagged
from castable.solver.untapping import Untapped, UntappingPayments

__all__ = ["LayeredWays"]


class LayeredWays:
    """All payments of any problem; see `castable.solver.raw.Engine`."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        statuses = problem.sources.statuses
        self._layered = UntappingPayments(problem, statuses) if statuses else LayeredPayments(problem)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of `tuples` are."""
        plans: list[Column] = [
            ("plan", at, number)
            for at, source in enumerate(self._problem.classes)
            for number in range(len(source.plans))
        ]
        kinds = range(len(self._problem.kinds))
        return (*plans, *((sort, kind, 0) for sort in ("pool", "used", "floating") for kind in kinds))

    def count(self) -> int:
        """Exact number of payments."""
        return sum(self._layered.diagram(outer)[0].count() for outer in self._layered.outers())

    def exists(self) -> bool:
        """Whether there is any payment."""
        return self._layered.exists()

    def tuples(self, skip: int = 0) -> Iterator[Numbers]:
        """Each payment after the first `skip` as plain numbers."""
        problem = self._problem
        if problem.sources.statuses or problem.doublers:
            raise Unsupported("payments as plain numbers where {Q} may be used or mana may be doubled")
        place = {(at, number): n for n, (sort, at, number) in enumerate(self.columns) if sort == "plan"}
        for outer, places, path, final, first in self._walk(skip):
            numbers = [0] * len(place)
            for plan, n in self._plans(outer, places, path).items():
                numbers[place[plan]] = n
            made = final.made
            for chain, n in outer.chains:
                for use in chain:
                    made = add(made, tuple(n * more for more in problem.yields[use]))
            for ending in self._layered.endings(final.made, final.drops, outer.chains)[first:]:
                used = tuple(map(int.__sub__, add(made, ending.taken), ending.final.pool))
                yield (*numbers, *ending.taken, *used, *map(int.__sub__, ending.final.pool, ending.spent))

    def listed(self, skip: int = 0) -> Iterator[RawPayment]:
        """Each payment after the first `skip`, which are not walked."""
        for outer, places, path, final, first in self._walk(skip):
            for index in range(first, len(self._layered.endings(final.made, final.drops, outer.chains))):
                yield self._raw(outer, places, path, final, index)

    def ranked(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        """Each payment with its weight, the lightest first."""
        if self._problem.sources.statuses:
            raise Unsupported("ranking payments where {Q} may be used")
        streams = (self._rank_outer(outer, weights) for outer in self._layered.outers())
        return merge(*streams, key=lambda entry: entry[0])

    def _rank_outer(self, outer: Outer, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        layered = self._layered
        diagram, places = layered.diagram(outer)
        base = sum(weights.plan(at, number) * n for at, number, n in outer.filling)

        def choice(at: int, chosen: int) -> int:
            source, number = places[at]
            if number >= 0:
                return chosen * weights.plan(source, number)
            return weights.plan(source, chosen - 1) if chosen else 0

        def end(ending: Ending) -> int:
            note = weights.start
            for kind, n in enumerate(ending.spent):
                note = weights.noted(note, kind, n)
            units = sum(map(int.__mul__, weights.spent, ending.spent)) + sum(
                map(int.__mul__, weights.left, ending.left)
            )
            return units + weights.all_spent(note)

        @cache
        def ends(made: Vector, drops: int) -> tuple[int, ...]:
            return tuple(map(end, layered.endings(made, drops, outer.chains)))

        scale: Scale[Inner] = Scale(choice=choice, ends=lambda state: ends(state.made, state.drops))
        for weight, path, final, index in diagram.ranked(scale):
            yield base + weight, self._raw(outer, places, path, final, index)

    def _walk(self, skip: int) -> Iterator[tuple[Outer, list[tuple[int, int]], Path, Inner, int]]:
        """Each outer choice with what its layers decide, each path with its final state and the first ending to take
        of those that it has."""
        for outer in self._layered.outers():
            if not skip:
                walked, places = self._layered.walk(outer)
                for path, final, first in walked:
                    yield outer, places, path, final, first
                continue
            diagram, places = self._layered.diagram(outer)
            if skip >= (here := diagram.count()):
                skip -= here
                continue
            for path, final, first in diagram.paths(skip):
                yield outer, places, path, final, first
            skip = 0

    @staticmethod
    def _plans(outer: Outer, places: list[tuple[int, int]], path: Path) -> Counter[tuple[int, int]]:
        """How many members of each class take which plan."""
        plans: Counter[tuple[int, int]] = Counter({(s, p): n for s, p, n in outer.filling})
        for (source, number), choice in zip(places, path, strict=True):
            if number >= 0:
                plans[source, number] += choice
            elif choice:
                plans[source, choice - 1] += 1
        return plans

    def _raw(self, outer: Outer, places: list[tuple[int, int]], path: Path, final: Inner, index: int) -> RawPayment:
        plain, chains = tagged(self._problem, self._plans(outer, places, path))
        ending = self._layered.endings(final.made, final.drops, outer.chains)[index]
        if isinstance(ending, Untapped) and isinstance(self._layered, UntappingPayments):
            moves = self._layered.route(final.made, ending)
            named = self._layered.named([act for act, _ in moves])
            tags = ["@" + label.partition("@")[2] if "@" in label else "" for label, _ in named]
            labelled = tuple((tag, move) for tag, (_, move) in zip(tags, moves, strict=True))
            return RawPayment(plain, labelled, ending, named)
        start = add(final.made, ending.taken)
        route = self._layered.schedule.route(start, outer.chains, ending.final)
        return RawPayment(plain, tuple(tag_route(route, chains)), ending)
