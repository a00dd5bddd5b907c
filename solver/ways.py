"""All payments of one locked total, in numbers: compiled on demand, counted exactly, listed lazily."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from castable.model.errors import Unbounded, Unsupported
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.layered_ways import LayeredWays
from castable.solver.means import Bill
from castable.solver.mixed import MixedPayments
from castable.solver.problem import PaymentProblem
from castable.solver.raw import Engine, RawPayment, Weights
from castable.solver.reach import Reach, reach_of
from castable.solver.sources import Sources, ids_of, sources_of
from castable.solver.spending import Purpose
from castable.solver.table import Column, Numbers

__all__ = ["Ways", "is_payable", "problem_of", "reach_for", "ways_of"]

_SHORT = 4_096
"""A list of plain numbers no longer than this is kept once it has been walked."""


class Ways:
    """All payments of one locked total, compiled on demand."""

    def __init__(self, problem: PaymentProblem) -> None:
        self.problem = problem
        self._kept: list[Numbers] | None = None

    @cached_property
    def _engine(self) -> Engine:
        mixed = MixedPayments(self.problem)
        return mixed if mixed.fits else LayeredWays(self.problem)

    @cached_property
    def _count(self) -> int:
        return self._engine.count()

    def count(self) -> int:
        """Exact number of payments."""
        self._require_distinct()
        return self._count

    def _require_distinct(self) -> None:
        if untold := self.problem.sources.ambiguous or self.problem.bill.untold:
            raise Unsupported(untold)

    def exists(self) -> bool:
        """Whether there is any payment."""
        return self._engine.exists()

    def listed(self, skip: int = 0) -> Iterator[RawPayment]:
        """Each payment after the first `skip`, which are not walked."""
        self._require_distinct()
        return self._engine.listed(skip)

    @property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of `tuples` are, in order; see `Engine`."""
        return self._engine.columns

    def tuples(self, skip: int = 0) -> Iterator[Numbers]:
        """Each payment after the first `skip` as plain numbers, in the order of `listed`."""
        self._require_distinct()
        if self._kept is not None:
            return iter(self._kept[skip:])
        return self._keeping() if not skip else self._engine.tuples(skip)

    def _keeping(self) -> Iterator[Numbers]:
        """All of them, which are kept at the end when they are few."""
        kept: list[Numbers] = []
        tuples = self._engine.tuples()
        for numbers in tuples:
            kept.append(numbers)
            yield numbers
            if len(kept) > _SHORT:
                yield from tuples
                return
        self._kept = kept

    def ranked(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        """Each payment with its weight, the lightest first."""
        self._require_distinct()
        return self._engine.ranked(weights)


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
        if not sources.statuses and bill.mana.mana_value > sources.ceiling:
            return False
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
