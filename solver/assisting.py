"""Assist: how much of the generic mana of a total cost another player pays (CR 702.132)."""

from __future__ import annotations

from dataclasses import replace

from castable.model.ability import Help
from castable.model.errors import Unsupported
from castable.model.payment import Choices, Total
from castable.model.seats import seats, seen_from
from castable.model.state import State
from castable.solver.billing import helps_of
from castable.solver.pools import mana_options
from castable.solver.subject import Subject, Wishes

__all__ = ["ASSIST", "assisted", "most_assisted", "without_assist"]

ASSIST = "assist"
"""How the choices call it: an optional cost with the amount that another player pays."""


def assisted(total: Total, choices: Choices, most: int, wishes: Wishes) -> list[tuple[Choices, Total]]:
    """The choices with what is left for you to pay, for each amount that another player may pay, at the most `most`.

    Where the caller wishes for help without an amount, it is as much as it can be.
    """
    generic = min(most, total.mana.generic)
    said = dict(wishes.optional).get(ASSIST)
    if said is not None:
        amounts = [said] if said <= generic else []
    elif wishes.assist:
        amounts = [generic] if generic else []
    else:
        amounts = list(range(generic + 1))
    return [
        (
            replace(choices, optional=tuple(sorted((*choices.optional, (ASSIST, amount))))) if amount else choices,
            replace(total, mana=replace(total.mana, generic=total.mana.generic - amount)),
        )
        for amount in amounts
    ]


def without_assist(wishes: Wishes) -> Wishes:
    """The wishes about what you pay yourself."""
    kept = tuple(entry for entry in wishes.optional if entry[0] != ASSIST)
    return wishes if kept == wishes.optional else replace(wishes, optional=kept)


def most_assisted(state: State, subject: Subject, wishes: Wishes) -> int:
    """So much generic mana another player could pay for the spell: the most that any one of them can make."""
    if wishes.assist is False or Help.ASSIST not in helps_of(state, subject):
        return 0
    return max((_capacity(seen_from(state, seat)) for seat in seats(state) if seat.number), default=0)


def _capacity(state: State) -> int:
    """How much mana a player can have at once, limited mana left out."""
    options = mana_options(state)
    if options.unbounded.units:
        raise Unsupported("help by a player who can make mana without end")
    return max(len(pool.free) for pool in options.maximal)
