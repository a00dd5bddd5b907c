"""All payments of one locked total, in numbers: compiled on demand, counted exactly, listed lazily."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from heapq import merge
from typing import Protocol

from castable.model.errors import Unbounded, Unsupported
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.diagram import Bounds, Path, Scale, compiled
from castable.solver.layers import Ending, Inner, LayeredPayments, Outer
from castable.solver.linear import Column, LinearPayments, Numbers
from castable.solver.means import Bill
from castable.solver.problem import PaymentProblem, Vector, constraint_problem
from castable.solver.reach import Reach, reach_of
from castable.solver.schedule import Final, Move
from castable.solver.sources import Sources, ids_of, sources_of
from castable.solver.spending import Purpose
from castable.solver.tagging import tag_route, tagged
from castable.solver.untapping import Untapped, UntappingPayments

__all__ = ["RawPayment", "Ways", "Weights", "is_payable", "problem_of", "reach_for", "ways_of"]


@dataclass(frozen=True, slots=True)
class RawPayment:
    """A payment in numbers: plain uses, costly uses in order with what each spends, and the ending.

    A use goes with a tag: uses with the same tag (not empty) are of the same object. Only where one of several equal
    objects is used more than once is there any need to say so. Where {Q} may be used, `named` says for each use of the
    route what its source and the objects it takes are called, tags included.
    """

    plain: tuple[tuple[int, str, int], ...]
    route: tuple[tuple[str, Move], ...]
    ending: Ending
    named: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Weights(Protocol):
    """What each thing in a payment of one problem weighs: all of it together is the weight of the payment."""

    @property
    def spent(self) -> Vector:
        """A unit of each kind of mana spent on the cost itself."""

    @property
    def left(self) -> Vector:
        """A unit of each kind of mana left at the end."""

    @property
    def notes(self) -> bool:
        """Whether the mana spent weighs anything together, beside its single units."""

    @property
    def start(self) -> Vector:
        """The least that the spent mana can come to in the words of `noted`."""

    def plan(self, source: int, number: int) -> int:
        """All uses of one plan of a class."""

    def noted(self, note: Vector, kind: int, n: int) -> Vector:
        """What matters of the mana spent, when there are n units of a kind more."""

    def all_spent(self, note: Vector) -> int:
        """What the mana spent weighs together, beside its single units."""


class Ways:
    """All payments of one locked total, compiled on demand."""

    def __init__(self, problem: PaymentProblem) -> None:
        self.problem = problem

    @cached_property
    def _linear(self) -> LinearPayments:
        return LinearPayments(self.problem)

    @cached_property
    def _layered(self) -> LayeredPayments:
        statuses = self.problem.sources.statuses
        return UntappingPayments(self.problem, statuses) if statuses else LayeredPayments(self.problem)

    @cached_property
    def _count(self) -> int:
        if self.problem.is_linear:
            return self._linear.count()
        return sum(self._layered.diagram(outer)[0].count() for outer in self._layered.outers())

    def count(self) -> int:
        """Exact number of payments."""
        self._require_distinct()
        return self._count

    def _require_distinct(self) -> None:
        if untold := self.problem.sources.ambiguous or self.problem.bill.untold:
            raise Unsupported(untold)

    def exists(self) -> bool:
        """Whether there is any payment."""
        return self._count > 0 if self.problem.is_linear else self._layered.exists()

    def listed(self, skip: int = 0) -> Iterator[RawPayment]:
        """Each payment after the first `skip`, which are not walked."""
        self._require_distinct()
        return self._list_linear(skip) if self.problem.is_linear else self._list_layered(skip)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of `tuples` are, in order: members of a class that take a plan, units of a kind taken from
        the pool, and where these do not tell all, units of a kind spent on the cost and left at the end."""
        if self.problem.is_linear:
            return self._linear.columns
        plans = [
            ("plan", at, number)
            for at, source in enumerate(self.problem.classes)
            for number in range(len(source.plans))
        ]
        kinds = range(len(self.problem.kinds))
        return (*plans, *((sort, kind, 0) for sort in ("pool", "spent", "left") for kind in kinds))

    def tuples(self, skip: int = 0) -> Iterator[Numbers]:
        """Each payment after the first `skip` as plain numbers, in the order of `listed`."""
        self._require_distinct()
        if self.problem.is_linear:
            return self._linear.listed(skip)
        if self.problem.sources.statuses or self.problem.doublers:
            raise Unsupported("payments as plain numbers where {Q} may be used or mana may be doubled")
        return self._layered_tuples(skip)

    def _layered_tuples(self, skip: int) -> Iterator[Numbers]:
        layered = self._layered
        place = {column: at for at, column in enumerate(self.columns)}
        plans = sum(len(source.plans) for source in self.problem.classes)
        for outer, places, path, final, first in self._walk_layered(skip):
            numbers = [0] * plans
            for source, number, n in outer.filling:
                numbers[place["plan", source, number]] += n
            for (source, number), choice in zip(places, path, strict=True):
                if choice and number >= 0:
                    numbers[place["plan", source, number]] += choice
                elif choice:
                    numbers[place["plan", source, choice - 1]] += 1
            for ending in layered.endings(final.made, final.drops, outer.chains)[first:]:
                yield (*numbers, *ending.taken, *ending.spent, *ending.left)

    def ranked(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        """Each payment with its weight, the lightest first."""
        self._require_distinct()
        if self.problem.sources.statuses:
            raise Unsupported("ranking payments where {Q} may be used")
        return self._rank_linear(weights) if self.problem.is_linear else self._rank_layered(weights)

    def _rank_linear(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        problem = self.problem
        decisions, diagram = compiled(constraint_problem(problem))

        @cache
        def weight_of(at: int, choice: int) -> int:
            changed = decisions[at].nonzero(choice)
            if changed is None or (kind := self._kind_of(*changed[0])) is None:
                return 0
            (sort, source, number), n = changed
            unit = weights.spent[kind] + (weights.plan(source, number) if sort == "plan" else -weights.left[kind])
            return unit * n

        def noted(at: int, choice: int, note: Vector) -> Vector:
            changed = decisions[at].nonzero(choice)
            kind = self._kind_of(*changed[0]) if changed else None
            return note if kind is None or changed is None else weights.noted(note, kind, changed[1])

        scale: Scale[Bounds, Vector] = Scale(
            choice=weight_of,
            ends=lambda _, note: (weights.all_spent(note),),
            note=weights.start,
            noted=noted if weights.notes else None,
        )
        unspent = sum(map(int.__mul__, weights.left, problem.pool))
        for weight, path, _, _ in diagram.ranked(scale):
            changed = (decision.nonzero(choice) for decision, choice in zip(decisions, path, strict=True))
            yield unspent + weight, self._from_sums(filter(None, changed))

    def _kind_of(self, sort: str, at: int, number: int) -> int | None:
        """The kind of mana that a unit of a variable stands for."""
        if sort == "pool":
            return at
        if sort != "plan":
            return None
        (use,) = self.problem.sources.classes[at].plans[number]
        return self.problem.yields[use].index(1)

    def _rank_layered(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
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

        scale: Scale[Inner, None] = Scale(choice=choice, ends=lambda state, _: ends(state.made, state.drops), note=None)
        for weight, path, final, index in diagram.ranked(scale):
            yield base + weight, self._from_layers(outer, places, path, final, index)

    def _list_linear(self, skip: int) -> Iterator[RawPayment]:
        columns = self._linear.columns
        for numbers in self._linear.listed(skip):
            yield self._from_sums((column, n) for column, n in zip(columns, numbers, strict=True) if n)

    def _from_sums(self, taken_of: Iterable[tuple[Column, int]]) -> RawPayment:
        """The payment with these numbers of columns, the others 0."""
        problem = self.problem
        plain = []
        made = [0] * len(problem.kinds)
        taken = [0] * len(problem.kinds)
        for (sort, at, number), n in sorted(taken_of):
            if sort == "pool":
                taken[at] = n
            elif sort == "plan":
                (use,) = problem.sources.classes[at].plans[number]
                plain.append((use, "", n))
                made[problem.yields[use].index(1)] += n
        left = tuple(a - b for a, b in zip(problem.pool, taken, strict=True))
        spent = tuple(map(int.__add__, made, taken))
        final = Final(spent, ())
        return RawPayment(tuple(plain), (), Ending(tuple(taken), spent, left, final))

    def _list_layered(self, skip: int) -> Iterator[RawPayment]:
        for outer, places, path, final, first in self._walk_layered(skip):
            for index in range(first, len(self._layered.endings(final.made, final.drops, outer.chains))):
                yield self._from_layers(outer, places, path, final, index)

    def _walk_layered(self, skip: int) -> Iterator[tuple[Outer, list[tuple[int, int]], Path, Inner, int]]:
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

    def _from_layers(
        self, outer: Outer, places: list[tuple[int, int]], path: Path, final: Inner, index: int
    ) -> RawPayment:
        plans: Counter[tuple[int, int]] = Counter({(s, p): n for s, p, n in outer.filling})
        for (source, number), choice in zip(places, path, strict=True):
            if number >= 0:
                plans[source, number] += choice
            elif choice:
                plans[source, choice - 1] += 1
        plain, chains = tagged(self.problem, plans)
        ending = self._layered.endings(final.made, final.drops, outer.chains)[index]
        if isinstance(ending, Untapped) and isinstance(self._layered, UntappingPayments):
            moves = self._layered.route(final.made, ending)
            named = self._layered.named([act for act, _ in moves])
            tags = ["@" + label.partition("@")[2] if "@" in label else "" for label, _ in named]
            labelled = tuple((tag, move) for tag, (_, move) in zip(tags, moves, strict=True))
            return RawPayment(plain, labelled, ending, named)
        start = tuple(map(int.__add__, final.made, ending.taken))
        route = self._layered.schedule.route(start, outer.chains, ending.final)
        return RawPayment(plain, tuple(tag_route(route, chains)), ending)


def ways_of(
    state: State, without: int | None, bill: Bill, purpose: Purpose, *, floating: bool, by_object: bool
) -> Ways:
    """The payments of one total while the card with id `without` is being cast; compiled ones are remembered."""
    if not (purpose.is_particular or sources_of(state, without, by_object=by_object).has_limits):
        purpose = Purpose()  # what is paid for makes no difference: announcements of one total share their payments
    return _compiled(state, without, bill, purpose, floating, by_object, ids_of(state))


def is_payable(state: State, without: int | None, bill: Bill, purpose: Purpose, *, by_object: bool = False) -> bool:
    """Whether a total cost can be paid at all; what depends on the sources alone is worked out once."""
    if not bill.means and not bill.energy and not bill.impossible and not purpose.is_particular:
        sources = sources_of(state, without)
        if bill.mana == ManaCost.ZERO:
            return sources.life >= bill.life
        reach = reach_for(sources)
        paid = None if reach is None else reach.pays(bill.mana, bill.life)
        if paid is not None:
            return paid
    return ways_of(state, without, bill, purpose, floating=False, by_object=by_object).exists()


def reach_for(sources: Sources) -> Reach | None:
    """What these sources can come to, worked out once; None where sums do not tell."""
    if sources.statuses:
        return None
    if "reach" not in sources.memo:
        sources.memo["reach"] = reach_of(PaymentProblem(sources, Bill(mana=ManaCost.ZERO), floating=True))
    found: Reach | None = sources.memo["reach"]
    return found


@lru_cache(maxsize=256)
def _compiled(
    state: State,
    without: int | None,
    bill: Bill,
    purpose: Purpose,
    floating: bool,
    by_object: bool,
    ids: tuple[int, ...],
) -> Ways:
    """`ids` tells apart equal states that number their objects differently."""
    return Ways(problem_of(state, without, bill, purpose, floating=floating, by_object=by_object))


def problem_of(
    state: State, without: int | None, bill: Bill, purpose: Purpose, *, floating: bool, by_object: bool
) -> PaymentProblem:
    """The constraint problem of one total cost on a state."""

    def sources(repeat: int = 1) -> Sources:
        return sources_of(state, without, by_object=by_object, repeat=repeat, made_by=purpose.made_by, means=bill.means)

    found = sources()
    if bill.mana == ManaCost.ZERO:  # no mana to pay, so no time to activate mana abilities (CR 601.2g)
        found = found.only({at for at, offered in enumerate(found.uses) if offered.use.pays})
    elif found.has_unlimited:
        if floating:
            raise Unbounded("an ability that only mana limits makes the list of wasteful payments endless")
        found = sources(_most_repeats(found, bill.mana))
    return PaymentProblem(found, bill, purpose=purpose, floating=floating)


def _most_repeats(sources: Sources, cost: ManaCost) -> int:
    """How often an ability that only mana limits can be of use: once for each unit of mana that is asked for at the
    end, by the cost and by the abilities that something else limits."""
    asked = cost.generic + len(cost.symbols)
    for source in sources.classes:
        asked += source.size * max(
            sum(
                max((need.mana_value for need in sources.uses[use].use.needs), default=0)
                for use in plan
                if not sources.uses[use].is_unlimited
            )
            for plan in source.plans
        )
    return asked
