"""Payments counted, listed and ranked case by case, as many questions to a few tables of sums (design, section 4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, islice

from castable.solver.cases import Case, Cases
from castable.solver.layers import Ending
from castable.solver.problem import PaymentProblem, Vector, add
from castable.solver.ranking import Scale, Start, lightest
from castable.solver.raw import RawPayment, Weights
from castable.solver.schedule import Final
from castable.solver.table import Column, Numbers, Single, Table
from castable.solver.tagging import tag_route, tagged

__all__ = ["MixedPayments"]

_Form = tuple[bool, tuple[int, ...]]
"""Cases that share a table: whether their ending is settled, and the kinds of which there may be at most so much."""
_MOST_AT_ONCE = 256
"""So many cases are asked about together once a list has come to its length."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A case as a question to a table, with the numbers of its payments before and after those of the table."""

    case: Case
    table: Table
    root: int
    before: Numbers
    after: Numbers
    count: int


class MixedPayments:
    """All payments of a problem whose cases fit.

    See `castable.solver.raw.Engine`.
    """

    def __init__(self, problem: PaymentProblem) -> None:
        self._problem = problem
        self._cases = Cases(problem)
        self._kinds = range(len(problem.kinds))
        self._tables: dict[_Form, Table] = {}
        self._begin()

    def _begin(self) -> None:
        self._known: list[_Asked] = []
        self._unasked = chain(self._cases.lean(), self._cases.judged())
        self._at_once = 1

    @property
    def fits(self) -> bool:
        """Whether this is the way to count them; nothing else may be asked where it is not."""
        return self._cases.fit

    # -- what the columns are

    @cached_property
    def _reach(self) -> Vector:
        """How many symbols of the cost and of all abilities each kind can pay at the most."""
        problem = self._problem
        reach = [problem.demand.reach_of(kind) for kind in self._kinds]
        for at, number in self._cases.specials.plans:
            source = problem.classes[at]
            for use in {use for uses in source.plans[number].chains for use in uses if use in problem.steps}:
                for kind in self._kinds:
                    reach[kind] += source.size * problem.step_reach(use, kind)
        return tuple(reach)

    @cached_property
    def _singles(self) -> list[Single]:
        """The classes with what makes one unit; what can be of no use has no column."""
        problem, reach = self._problem, self._reach
        shared = {at for at, _ in self._cases.specials.plans}
        singles = []
        for at, entries in self._cases.specials.singles.items() if problem.affordable else ():
            source = problem.classes[at]
            useful = [(number, kind) for number, kind in entries if reach[kind]]
            if not useful:
                continue
            columns: tuple[Column, ...] = tuple(("plan", at, number) for number, _ in useful)
            kinds = tuple(kind for _, kind in useful)
            rooms = tuple(source.plans[number].rooms for number, _ in useful)
            singles.append(Single(columns, kinds, rooms, source.size, at in shared))
        return singles

    @cached_property
    def _of_pool(self) -> list[Single]:
        problem = self._problem
        nothing = (0,) * len(problem.rooms)
        return [
            Single((("pool", kind, 0),), (kind,), (nothing,), most)
            for kind, held in enumerate(problem.pool)
            if (most := min(held, self._reach[kind])) and problem.affordable
        ]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of `tuples` are."""
        singles = self._table((False, ())).columns
        if not self._cases.specials.plans:
            return singles
        plans: tuple[Column, ...] = tuple(("plan", at, number) for at, number in self._cases.specials.plans)
        ends: tuple[Column, ...] = tuple((sort, kind, 0) for sort in ("used", "floating") for kind in self._kinds)
        return (*plans, *singles, *ends)

    def _table(self, form: _Form) -> Table:
        """The table of a form, made when it is first asked for."""
        if form not in self._tables:
            settled, bounded = form
            singles = [*self._singles, *(() if settled else self._of_pool)]
            most = self._cases.most_units
            rows = [(mask, most) for mask in self._cases.masks]
            table = Table(singles, most, rows, self._problem.rooms, [(kind, most) for kind in bounded])
            self._tables[form] = table
        return self._tables[form]

    # -- cases as questions

    def _all(self) -> Iterator[_Asked]:
        """The cases that have payments, worked out no further than they are walked."""
        at = 0
        while at < len(self._known) or self._look_further():
            while at < len(self._known):
                yield self._known[at]
                at += 1

    def _look_further(self) -> bool:
        """Ask about some more cases; whether there are any."""
        try:
            cases = list(islice(self._unasked, self._at_once))
        except BaseException:
            self._begin()  # what raises ends, and would pass for all that there is
            raise
        self._at_once = min(2 * self._at_once, _MOST_AT_ONCE)
        roots = [(case, self._root(case)) for case in cases]
        for form, entries in groupby(roots, key=lambda entry: _form(entry[0])):
            self._table(form).add(root for _, root in entries)
        for case, root in roots:
            table = self._table(_form(case))
            if count := table.ways((0, root, case.units)):
                self._known.append(_Asked(case, table, root, *self._around(case), count))
        return bool(cases)

    def _root(self, case: Case) -> int:
        needs = dict(case.needs)
        return self._table(_form(case)).root(
            (needs.get(mask, 0) for mask in self._cases.masks),
            case.outer.rooms,
            (n for _, n in case.upper),
            (case.outer.sizes[single.columns[0][1]] for single in self._singles if single.open),
        )

    def _around(self, case: Case) -> tuple[Numbers, Numbers]:
        """The numbers before and after those of the table."""
        if not self._cases.specials.plans:
            return (), ()
        filling = {(at, number): n for at, number, n in case.outer.filling}
        before = tuple(filling.get(special, 0) for special in self._cases.specials.plans)
        if (ending := case.ending) is None:
            return before, (*case.used, *(0 for _ in self._kinds))
        taken = (ending.taken[single.kinds[0]] for single in self._of_pool)
        return before, (*taken, *case.used, *map(int.__sub__, ending.final.pool, ending.spent))

    # -- payments

    def count(self) -> int:
        """Exact number of payments."""
        return sum(asked.count for asked in self._all())

    def exists(self) -> bool:
        """Whether there is any payment."""
        return next(self._all(), None) is not None

    def tuples(self, skip: int = 0) -> Iterator[Numbers]:
        """Each payment after the first `skip` as plain numbers."""
        for asked in self._all():
            if skip < asked.count:
                units, around = asked.case.units, (asked.before, asked.after)
                for block in asked.table.blocks(asked.root, units, skip, *around):
                    yield from block
            skip = max(0, skip - asked.count)

    def listed(self, skip: int = 0) -> Iterator[RawPayment]:
        """Each payment after the first `skip`, which are not walked."""
        for asked in self._all():
            if skip < asked.count:
                for numbers in asked.table.listed(asked.root, asked.case.units, skip):
                    yield self._raw(asked, numbers)
            skip = max(0, skip - asked.count)

    def _raw(self, asked: _Asked, numbers: Numbers) -> RawPayment:
        problem, case = self._problem, asked.case
        plans: Counter[tuple[int, int]] = Counter({(at, number): n for at, number, n in case.outer.filling})
        taken, made = [0] * len(problem.kinds), [0] * len(problem.kinds)
        for (sort, at, number), n in zip(asked.table.columns, numbers, strict=True):
            if n and sort == "pool":
                taken[at] = n
            elif n:
                plans[at, number] += n
                made[problem.classes[at].plans[number].made.index(1)] += n
        plain, chains = tagged(problem, plans)
        ending = case.ending or self._lean_ending(case, tuple(made), tuple(taken))
        if not case.outer.chains:
            return RawPayment(plain, (), ending)
        start = add(case.outer.made, add(tuple(made), ending.taken))
        route = self._cases.layered.schedule.route(start, case.outer.chains, ending.final)
        return RawPayment(plain, tuple(tag_route(route, chains)), ending)

    def _lean_ending(self, case: Case, made: Vector, taken: Vector) -> Ending:
        """All mana that is not consumed pays the cost."""
        mana = add(self._cases.specials.there(case.outer), add(made, taken))
        spent = tuple(map(int.__sub__, mana, case.used))
        return Ending(taken, spent, tuple(map(int.__sub__, self._problem.pool, taken)), Final(spent, ()))

    # -- by weight

    def ranked(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        """Each payment with its weight, the lightest first."""
        all_asked = list(self._all())
        scales = _Scales(self._problem, weights)
        starts = [scales.start(asked, self._cases.specials.there(asked.case.outer)) for asked in all_asked]
        for weight, at, numbers in lightest(starts):
            yield weight, self._raw(all_asked[at], numbers)


class _Scales:
    """What the numbers of a table weigh.

    Where the ending is settled, it tells all but what plans weigh. Otherwise each unit is spent; the note is what
    matters of the mana spent, and how much of each kind is still owed because abilities consume it.
    """

    def __init__(self, problem: PaymentProblem, weights: Weights) -> None:
        self._problem = problem
        self._weights = weights
        self._open = Scale(self._unit, self._end, self._noted if weights.notes else None)
        self._settled = Scale(self._plan, lambda _: 0)

    def start(self, asked: _Asked, there: Vector) -> Start:
        """Where to begin for a case whose special plans make this mana."""
        case, weights = asked.case, self._weights
        weight = sum(weights.plan(at, number) * n for at, number, n in case.outer.filling)
        if (ending := case.ending) is not None:
            weight += _times(weights.spent, ending.spent) + _times(weights.left, ending.left)
            note = weights.start
            for kind, n in enumerate(ending.spent):
                note = weights.noted(note, kind, n)
            return Start(asked.table, asked.root, case.units, self._settled, weight + weights.all_spent(note), None)
        rest = tuple(map(int.__sub__, there, case.used))
        weight += _times(weights.spent, rest) + _times(weights.left, self._problem.pool)
        note = weights.start
        for kind, n in enumerate(rest):
            note = weights.noted(note, kind, n) if n > 0 else note
        owed = tuple(max(0, -n) for n in rest)
        return Start(asked.table, asked.root, case.units, self._open, weight, (note, owed))

    def _kind(self, column: Column) -> int:
        sort, at, number = column
        return at if sort == "pool" else self._problem.classes[at].plans[number].made.index(1)

    def _plan(self, column: Column) -> int:
        _, at, number = column
        return self._weights.plan(at, number)

    def _unit(self, column: Column) -> int:
        kind = self._kind(column)
        spent = self._weights.spent[kind]
        return spent - self._weights.left[kind] if column[0] == "pool" else spent + self._plan(column)

    def _noted(self, note: tuple[Vector, Vector], column: Column, n: int) -> tuple[Vector, Vector]:
        spent, owed = note
        kind = self._kind(column)
        for_abilities = min(n, owed[kind])
        if for_abilities:
            owed = (*owed[:kind], owed[kind] - for_abilities, *owed[kind + 1 :])
        return self._weights.noted(spent, kind, n - for_abilities) if n > for_abilities else spent, owed

    def _end(self, note: tuple[Vector, Vector]) -> int:
        return self._weights.all_spent(note[0])


def _form(case: Case) -> _Form:
    return case.ending is not None, tuple(kind for kind, _ in case.upper)


def _times(weights: Vector, amounts: Vector) -> int:
    return sum(map(int.__mul__, weights, amounts))
