"""Every way to pay: the collection of payments for a spell or a bare cost (CR 601.2f-h).

    ways = payments(state, "Ana Battlemage")
    bool(ways), ways.count(), next(iter(ways)), ways[3:5], payment in ways

Announcements with equal total costs share one compiled diagram; nothing is listed before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, overload

from castable.model.effects import with_effects
from castable.model.payment import TAG, Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Subject, Wishes, subjects
from castable.solver.problem import PaymentProblem
from castable.solver.table import Column
from castable.solver.total_cost import Announced, announced_costs, require_end
from castable.solver.ways import Ways, is_payable, ways_of
from castable.solver.writing import activation_of, written

if TYPE_CHECKING:
    from castable.solver.best import Best
    from castable.solver.preference.profile import Profile

__all__ = ["Payments", "payments", "payments_of_cost"]


def payments(
    state: State, spell: str, wishes: Wishes | None = None, *, floating: bool = False, by_object: bool = False
) -> Payments:
    """All payments for a card of yours that agree with the wishes.

    `floating` lists over-production too (CR 118.3a), `by_object` tells interchangeable permanents apart. Timing is not
    asked. Raises `BadRequest` when there is no such card, `Unsupported` for what is not understood.
    """
    wishes = wishes or Wishes()
    return Payments(state, subjects(state, spell, wishes), wishes, floating=floating, by_object=by_object)


def payments_of_cost(
    state: State,
    cost: ManaCost | str,
    wishes: Wishes | None = None,
    *,
    floating: bool = False,
    by_object: bool = False,
) -> Payments:
    """All payments for a bare mana cost (or its text), as in "unless you pay {3}"."""
    cost = ManaCost.parse(cost) if isinstance(cost, str) else cost
    subject = Subject(name=f"{cost}", cost=cost)
    return Payments(state, [subject], wishes or Wishes(), floating=floating, by_object=by_object)


class Payments:
    """A lazy, exact collection of payments. `len` is limited to what Python can index; `count()` is not."""

    def __init__(
        self,
        state: State,
        subject_list: list[Subject],
        wishes: Wishes,
        *,
        floating: bool = False,
        by_object: bool = False,
    ) -> None:
        self.state = with_effects(state)
        self.subjects = tuple(subject_list)
        self.wishes = wishes
        self.floating = floating
        self.by_object = by_object
        self._all: tuple[Announced, ...] | None = None

    @property
    def announced(self) -> tuple[Announced, ...]:
        """Every announcement in order, payable or not."""
        if self._all is None:
            self._all = tuple(announced_costs(self.state, self.subjects, self.wishes))
        return self._all

    def _announcements(self) -> Iterator[Announced]:
        """The same, no more of them being worked out than are asked for."""
        if self._all is not None:
            yield from self._all
            return
        known: list[Announced] = []
        for announced in announced_costs(self.state, self.subjects, self.wishes):
            known.append(announced)
            yield announced
        self._all = tuple(known)

    def divide(self) -> Iterator[tuple[Announced, int]]:
        """Each announcement with its number of payments. Raises `Unbounded` where there is no end of them."""
        self.require_end()
        for announced in self.announced:
            yield announced, self.count_of(announced)

    def require_end(self) -> None:
        """Raise `Unbounded` where a loop makes mana without end and the announcements have none of their own."""
        require_end(self.state, self.subjects, self.wishes)

    def count(self) -> int:
        """Exact number of payments."""
        return sum(n for _, n in self.divide())

    def count_of(self, announced: Announced) -> int:
        """Exact number of payments of one announcement."""
        return self.ways(announced).count()

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return any(map(self.exists, self._announcements()))

    def exists(self, announced: Announced) -> bool:
        """Whether there is any payment for one announcement."""
        return is_payable(self.state, announced.subject.without, announced.bill, announced.purpose)

    def __iter__(self) -> Iterator[Payment]:
        return self.starting(0)

    def starting(self, skip: int) -> Iterator[Payment]:
        """The payments after the first `skip`, which are not walked."""
        self.require_end()
        for announced in self._announcements():
            ways = self.ways(announced)
            if skip and skip >= (here := ways.count()):
                skip -= here
                continue
            for raw in ways.listed(skip):
                yield written(ways.problem, announced, raw)
            skip = 0

    def tuples(self, skip: int = 0) -> Iterator[tuple[int, ...]]:
        """The payments after the first `skip` as plain numbers, in the same order, which is many times faster: the
        place of the announcement in `announced`, then what `columns` says of it."""
        self.require_end()
        for at, announced in enumerate(self.announced):
            ways = self.ways(announced)
            if skip and skip >= (here := ways.count()):
                skip -= here
                continue
            yield from map((at,).__add__, ways.tuples(skip))
            skip = 0

    def columns(self, announced: Announced) -> tuple[Column, ...]:
        """What the numbers of an announcement are after the first one: ("plan", class, plan) how many members of the
        class of sources take the plan, ("pool", kind, 0) units taken from the pool, and where these do not tell all,
        ("used", kind, 0) units used for abilities and ("floating", kind, 0) left floating, by their places in
        `problem(announced)`."""
        return self.ways(announced).columns

    @overload
    def __getitem__(self, index: int) -> Payment: ...
    @overload
    def __getitem__(self, index: slice) -> list[Payment]: ...
    def __getitem__(self, index: int | slice) -> Payment | list[Payment]:
        places = range(self.count())[index]
        if isinstance(places, int):
            return next(self.starting(places))
        if places.step == 1:
            return list(islice(self.starting(places.start), len(places)))
        return [next(self.starting(place)) for place in places]

    def sample(self, random: Random) -> Payment:
        """A payment, each as likely as any other, whatever its announcement. Raises `IndexError` when there is none."""
        total = self.count()
        if not total:
            raise IndexError("no payment to choose from")
        return self[random.randrange(total)]

    def __contains__(self, payment: object) -> bool:
        """Whether a payment (or its one-line text) is one of these."""
        wanted = Payment.parse(payment) if isinstance(payment, str) else payment
        return isinstance(wanted, Payment) and any(
            self._holds(announced, wanted)
            for announced in self.announced
            if (announced.choices, announced.total) == (wanted.choices, wanted.total)
        )

    def _holds(self, announced: Announced, wanted: Payment) -> bool:
        """Look for a payment among those with no other uses than its own: no others can make it redundant."""
        problem = self.ways(announced).problem
        used = {activation.kind for activation in wanted.activations}
        given = {
            TAG.sub("", name)
            for names in (wanted.taps, wanted.exiles, wanted.sacrifices, wanted.discards, wanted.returns)
            for name in names
        }
        allowed = {
            at
            for at, offered in enumerate(problem.sources.uses)
            if offered.use.doubles
            or (offered.use.pays and all(name in given for _, name in offered.using))
            or activation_of(offered).kind in used
        }
        narrow = self.narrowed(announced, allowed)
        return any(written(narrow.problem, announced, raw) == wanted for raw in narrow.listed())

    def narrowed(self, announced: Announced, allowed: set[int]) -> Ways:
        """The payments of one announcement with nothing but these uses of its sources."""
        narrow = PaymentProblem(
            self.problem(announced).sources.only(allowed),
            announced.bill,
            purpose=announced.purpose,
            floating=self.floating,
        )
        return Ways(narrow)

    def __repr__(self) -> str:
        names = ", ".join(subject.name for subject in self.subjects)
        return f"<{self.count()} payments for {names}>"

    def of(self, announced: Announced) -> Iterator[Payment]:
        """The payments of one announcement."""
        ways = self.ways(announced)
        for raw in ways.listed():
            yield written(ways.problem, announced, raw)

    def payable(self) -> Iterator[Announced]:
        """Each announcement that can be paid for."""
        return filter(self.exists, self._announcements())

    def first(self, announced: Announced) -> Payment:
        """The first payment of an announcement that can be paid for."""
        return next(self.of(announced))

    def problem(self, announced: Announced) -> PaymentProblem:
        """The constraint problem of one announcement."""
        return self.ways(announced).problem

    def best(
        self,
        *,
        keep: Sequence[str] = (),
        avoid: Sequence[str] = (),
        profile: Profile | None = None,
    ) -> Best:
        """The payment that a sensible player makes, with reasons: see `castable.solver.best.best_of`."""
        from castable.solver.best import best_of

        return best_of(self, keep=keep, avoid=avoid, profile=profile)

    def ways(self, announced: Announced) -> Ways:
        """The payments of one announcement in numbers."""
        subject = announced.subject
        purpose = announced.purpose
        return ways_of(
            self.state, subject.without, announced.bill, purpose, floating=self.floating, by_object=self.by_object
        )
