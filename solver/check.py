"""Judging a payment that somebody proposes: the referee carries it out under each announcement it may mean."""

from __future__ import annotations

from dataclasses import dataclass, replace

from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import Ambiguous, IllegalPayment
from castable.model.payment import Payment
from castable.model.state import State
from castable.solver.abilities import ability_subjects
from castable.solver.announce import Wishes, subjects
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.referee import FIELDS, execute
from castable.solver.total_cost import announced_costs

__all__ = ["Judgment", "check"]


@dataclass(frozen=True, slots=True)
class Judgment:
    """Whether a payment is legal; when not, the rule it breaks, a sentence, and the activation at fault (from 0)."""

    legal: bool
    rule: str = ""
    text: str = ""
    step: int | None = None


def check(
    state: State,
    payment: Payment,
    wishes: Wishes | None = None,
    said: frozenset[str] = FIELDS,
    *,
    ability: Cost | str | None = None,
    by_object: bool = False,
) -> Judgment:
    """Whether `payment` is a legal way to pay. Only its fields in `said` count; the others come out as they may.

    With `wishes` its announcement is any that agrees with them, else the one it states. `ability` says which ability of
    the object named it is for, where `payment.choices` does not. Raises `Ambiguous` when announcements with different
    totals would both do.
    """
    if wishes is None:
        choices = payment.choices
        wishes = Wishes(
            zone=choices.zone,
            face=choices.face or None,
            alternative=choices.alternative or "mana cost",
            kicked=choices.kicked,
            x=choices.x,
            halves=choices.halves,
            phyrexian=choices.phyrexian,
            optional=choices.optional,
        )
        ability = choices.ability or None
    try:
        if ability is None:
            subject_list = subjects(state, payment.spell, wishes)
        else:
            subject_list = ability_subjects(state, payment.spell, ability)
    except IllegalPayment as error:
        return Judgment(False, error.rule, error.message)
    announced = list(announced_costs(with_effects(state), subject_list, wishes))
    if not announced:
        cause = why_unpayable(Payments(state, subject_list, wishes))
        return Judgment(False, cause.rule, cause.text)
    legal, failures = set(), []
    for one in announced:
        if "total_cost" in said and payment.total.mana != one.total.mana:
            failures.append(IllegalPayment("601.2f", f"the total cost is {one.total}, not {payment.total}"))
            continue
        meant = replace(payment, spell=one.subject.name, choices=one.choices, total=one.total)
        try:
            execute(state, meant, by_object=by_object, said=said)
        except IllegalPayment as error:
            failures.append(error)
        else:
            legal.add(one.choices)
    if len(legal) > 1:
        several = " or ".join(sorted(str(choices) or "no choices" for choices in legal))
        raise Ambiguous(f"the payment may mean several announcements: {several}")
    if legal:
        return Judgment(True)
    worst = max(failures, key=lambda error: -1 if error.step is None else error.step)
    return Judgment(False, worst.rule, worst.message, worst.step)
