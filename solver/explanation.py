"""Why a spell cannot be cast, in full: every cause that stands in the way by itself, and what one change would do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.payment import Payment
from castable.model.state import Phase, State
from castable.model.symbol import ManaCost
from castable.solver.abilities import ability_subjects, why_not_activate
from castable.solver.announce import Subject, Wishes
from castable.solver.explain import Cause, whys_unpayable
from castable.solver.hints import Hint, hints
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.plays import activation_verdict, attempts
from castable.solver.targets import why_without_target
from castable.solver.timing import why_not_now
from castable.solver.total_cost import Announced, total_costs

__all__ = ["Explanation", "explain", "explain_ability", "explain_cost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Whether it can be done. If so, `example` is a payment, None where payments cannot be told apart; if not, all
    `causes`, the first of which is the one that `verdict` gives, and `hints`.

    `unsure` quotes what keeps castable from saying whether something else stands in the way too.
    """

    castable: bool
    causes: tuple[Cause, ...] = ()
    hints: tuple[Hint, ...] = ()
    unsure: tuple[str, ...] = ()
    example: Payment | None = None


def explain(state: State, spell: str, wishes: Wishes | None = None) -> Explanation:
    """Why a card of yours cannot be cast now, or one way to pay for it. Errors are those of `verdict`."""
    wishes, state = wishes or Wishes(), with_effects(state)
    causes: dict[Cause, None] = {}
    for found in attempts(state, spell, wishes):
        if isinstance(found, Announced):
            return Explanation(castable=True, example=_example(Payments(state, [found.subject], wishes), found))
        causes.setdefault(found)
    first, unsure = next(iter(causes)), list[str]()
    causes = {first: None, **dict.fromkeys(_all(state, spell, wishes, unsure))}

    def castable(changed: State, choices: Wishes) -> bool:
        return any(isinstance(found, Announced) for found in attempts(changed, spell, choices))

    return Explanation(
        castable=False,
        causes=tuple(causes),
        hints=hints(state, wishes, castable),
        unsure=tuple(dict.fromkeys(unsure)),
    )


def explain_cost(state: State, cost: ManaCost, wishes: Wishes | None = None) -> Explanation:
    """Why a bare cost cannot be paid, or one way to pay it."""
    wishes = wishes or Wishes()
    ways = payments_of_cost(state, cost, wishes)
    if (announced := next(ways.payable(), None)) is not None:
        return Explanation(castable=True, example=_example(ways, announced))

    def payable(changed: State, choices: Wishes) -> bool:
        return bool(payments_of_cost(changed, cost, choices))

    return Explanation(castable=False, causes=whys_unpayable(ways), hints=hints(ways.state, wishes, payable))


def explain_ability(state: State, source: str, ability: Cost | str, wishes: Wishes | None = None) -> Explanation:
    """Why an ability of an object of yours cannot be activated now, or one way to pay for it."""
    wishes, state = wishes or Wishes(), with_effects(state)
    causes: dict[Cause, None] = {}
    try:
        meant = ability_subjects(state, source, ability)
    except IllegalPayment as error:
        return Explanation(castable=False, causes=(Cause(rule=error.rule, kind="permission", text=error.message),))
    for subject in meant:
        ways = Payments(state, [subject], wishes)
        barred = why_not_activate(state, subject, wishes)
        announced = next(ways.payable(), None)
        if barred is None and announced is not None:
            return Explanation(castable=True, example=_example(ways, announced))
        causes |= dict.fromkeys(
            ([barred] if barred else []) + (list(whys_unpayable(ways)) if announced is None else [])
        )

    def activatable(changed: State, choices: Wishes) -> bool:
        return bool(activation_verdict(changed, source, ability, choices))

    return Explanation(castable=False, causes=tuple(causes), hints=hints(state, wishes, activatable))


def _example(ways: Payments, announced: Announced) -> Payment | None:
    try:
        return ways.first(announced)
    except Unsupported:  # it can be paid for, but not listed how
        return None


def _all(state: State, spell: str, wishes: Wishes, unsure: list[str]) -> Iterator[Cause]:
    """Causes of every kind, each found whatever the others are; of a card with several faces for each face."""
    try:
        ways = payments(state, spell, wishes)
    except IllegalPayment:
        return
    for subject in ways.subjects:
        for find in (_timing, _payment, _target):
            try:
                found = list(find(state, subject, wishes))
            except Unsupported as error:
                unsure.append(str(error))
                continue
            for cause in found:
                several = len(ways.subjects) > 1 and subject.name not in cause.text
                yield replace(cause, text=f"{subject.name}: {cause.text}") if several else cause


def _timing(state: State, subject: Subject, wishes: Wishes) -> Iterator[Cause]:
    """What about the moment, and what would forbid it at the right moment too."""
    assert subject.face is not None
    for moment in (state, replace(state, phase=Phase.MAIN, turn="you", stack=())):
        if cause := why_not_now(moment, subject.face):
            yield cause


def _payment(state: State, subject: Subject, wishes: Wishes) -> Iterator[Cause]:
    ways = Payments(state, [subject], wishes)
    if not ways:
        yield from whys_unpayable(ways)


def _target(state: State, subject: Subject, wishes: Wishes) -> Iterator[Cause]:
    assert subject.face is not None
    causes = [
        why_without_target(state, subject.face, one.choices, wishes) for one in total_costs(state, [subject], wishes)
    ]
    missing = [cause for cause in causes if cause]
    if missing and len(missing) == len(causes):
        yield missing[0]
