"""Every value of X for which a spell can be cast, an ability activated or a cost paid now (CR 107.3, 601.2b, 602.2b).

X is announced before the total cost is known: any number from 0 up, whatever reductions there may be. What bounds it is
the mana there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, TooLarge
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.abilities import ability_subjects, why_not_activate
from castable.solver.announce import Wishes
from castable.solver.explain import Cause, why_unpayable
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.plays import attempts
from castable.solver.total_cost import Announced

__all__ = ["MAX_X", "Values", "x_values", "x_values_of_ability", "x_values_of_cost"]

MAX_X = 10_000
"""Where a spell could be cast with a larger X than this, the list is `TooLarge`."""


@dataclass(frozen=True, slots=True)
class Values:
    """The legal values of X in order; the cause where there are none."""

    values: tuple[int, ...]
    cause: Cause | None = None


def x_values(state: State, spell: str, wishes: Wishes | None = None) -> Values:
    """Every X with which a card of yours can be cast now under the wishes; timing and targets count.

    No payment is listed: for each value it is asked whether there is one. Raises `Unbounded` where a loop makes mana
    without end.
    """
    values, causes = _values(attempts(state, spell, wishes))
    if values:
        payments(state, spell, wishes).require_end()
    return Values(values, None if values else causes[0])


def x_values_of_ability(state: State, source: str, ability: Cost | str, wishes: Wishes | None = None) -> Values:
    """Every X with which an ability of an object of yours can be activated now."""
    state, wishes = with_effects(state), wishes or Wishes()
    try:
        meant = ability_subjects(state, source, ability)
    except IllegalPayment as error:
        return Values((), Cause(rule=error.rule, kind="permission", text=error.message))
    found: list[Announced | Cause] = []
    for subject in meant:
        ways = Payments(state, [subject], wishes)
        cause = why_not_activate(state, subject, wishes)
        found += [cause] if cause else _payable(ways)
    values, causes = _values(found)
    if values:
        Payments(state, meant, wishes).require_end()
    return Values(values, None if values else causes[0])


def x_values_of_cost(state: State, cost: ManaCost, wishes: Wishes | None = None) -> Values:
    """Every X with which a bare cost can be paid."""
    ways = payments_of_cost(state, cost, wishes)
    values, causes = _values(_payable(ways))
    if values:
        ways.require_end()
    return Values(values, None if values else causes[0])


def _payable(ways: Payments) -> Iterator[Announced | Cause]:
    """Every announcement that can be paid for, or why there is none."""
    payable = ways.payable()
    first = next(payable, None)
    if first is None:
        yield why_unpayable(ways)
    else:
        yield first
        yield from payable


def _values(found: Iterable[Announced | Cause]) -> tuple[tuple[int, ...], list[Cause]]:
    """The values of X announced, in order, and why there are no others."""
    values: set[int] = set()
    causes = []
    for one in found:
        if isinstance(one, Cause):
            causes.append(one)
        elif one.choices.x is None:
            causes.append(Cause(rule="107.3a", kind="choice", text=f"{one.subject.name} has no X to choose"))
        else:
            values.add(one.choices.x)
            if len(values) > MAX_X:
                raise TooLarge(f"more than {MAX_X:,} values of X")
    return tuple(sorted(values)), causes
