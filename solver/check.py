"""Judging a payment that somebody proposes: the referee carries it out under each announcement it may mean."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice

from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import Ambiguous, IllegalPayment, TooLarge, Unbounded, Unsupported
from castable.model.payment import Activation, Payment, untagged
from castable.model.state import State
from castable.solver.abilities import ability_subjects
from castable.solver.announce import Wishes, subjects
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.referee import FIELDS, execute
from castable.solver.total_cost import announced_costs
from castable.solver.writing import activation_of, written

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
    if worst.step is None:
        try:
            if _is_listed(Payments(state, subject_list, wishes, floating=True), payment, said):
                return Judgment(True)
        except (TooLarge, Unbounded, Unsupported):
            pass  # what the lists do not understand is for the referee alone
    return Judgment(False, worst.rule, worst.message, worst.step)


def _is_listed(ways: Payments, payment: Payment, said: frozenset[str]) -> bool:
    """Whether a payment that the referee does not begin, or does not see through, is one of those there are.

    The referee knows fewer ways to be allowed to cast a card, and fewer costs, than the lists do.
    """
    used = {_use_of(activation) for activation in payment.activations}
    for announced in ways.announced:
        sources = ways.problem(announced).sources
        allowed = {
            at
            for at, offered in enumerate(sources.uses)
            if offered.use.pays or offered.use.doubles or _use_of(activation_of(offered)) in used
        }
        narrow = ways.narrowed(announced, allowed)
        for raw in islice(narrow.listed(), _MOST):
            if _is_like(written(narrow.problem, announced, raw), payment, said):
                return True
    return False


_MOST = 1_000
"""So many payments with the uses that are stated are looked at."""


def _use_of(activation: Activation) -> tuple[str, str, str]:
    return activation.source.casefold(), str(activation.ability), str(activation.adds)


def _is_like(listed: Payment, stated: Payment, said: frozenset[str]) -> bool:
    """Whether a payment that is listed is as the stated one says, where it says anything."""
    uses = [Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()]
    for found, one in zip(uses, (listed, stated), strict=True):
        for activation in one.activations:
            found[_use_of(activation)] += activation.count
    if uses[0] != uses[1] or ("total_cost" in said and listed.total.mana != stated.total.mana):
        return False
    for name in said & FIELDS - {"total_cost"}:
        here, there = getattr(listed, name), getattr(stated, name)
        if name in ("spends", "floating"):
            here, there = str(here), str(there)
        elif name == "counters":
            here, there = dict(here), dict(there)
        elif isinstance(here, tuple):
            here, there = (sorted(untagged(entry).casefold() for entry in names) for names in (here, there))
        if here != there:
            return False
    return True
