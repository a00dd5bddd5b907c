"""Every value of X for which a spell can be cast now (CR 107.3, 601.2b).

X is announced before the total cost is known: any number from 0 up, whatever reductions there may be. What bounds it is
the mana there is.
"""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.errors import TooLarge
from castable.model.state import State
from castable.solver.announce import Wishes
from castable.solver.explain import Cause
from castable.solver.payments import payments
from castable.solver.plays import attempts

__all__ = ["MAX_X", "Values", "x_values"]

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
    values: set[int] = set()
    causes = []
    for found in attempts(state, spell, wishes):
        if isinstance(found, Cause):
            causes.append(found)
        elif found.choices.x is None:
            causes.append(Cause(rule="107.3a", kind="choice", text=f"{found.subject.name} has no X to choose"))
        else:
            values.add(found.choices.x)
            if len(values) > MAX_X:
                raise TooLarge(f"more than {MAX_X:,} values of X")
    if values:
        payments(state, spell, wishes).require_end()
    return Values(tuple(sorted(values)), None if values else causes[0])
