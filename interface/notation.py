"""Costs and payments as text, as users type and paste them, read within limits; beyond them is `TooLarge`."""

from __future__ import annotations

import re
from collections import Counter
from math import comb, prod

from castable.model.cost import Cost
from castable.model.errors import Malformed, TooLarge, pointed
from castable.model.payment import Payment
from castable.model.symbol import ManaCost

__all__ = ["read_ability", "read_cost", "read_mana_cost", "read_notation"]

MAX_MANA_COST = 10_000
"""Characters in a mana cost that is asked about."""
MAX_CHOICES = 30
"""Hybrid and Phyrexian symbols in such a cost."""
MAX_ANNOUNCEMENTS = 1_024
"""Ways to announce the halves of such a cost."""
MAX_COST = 500
"""Characters in the cost of a kicker or an ability."""
MAX_NOTATION = 1_000_000
"""Characters in the one-line text of a payment."""
MAX_PIECE = 10_000
"""Characters in one cost or one activation of such a text."""
MAX_MANA = 100_000
"""Units of mana that such a text may speak of in numbers."""


def read_cost(text: str, name: str = "") -> Cost:
    """An activation cost as printed or in the text form of `Cost`: compared by meaning, not by spelling. `name` is that
    of the object whose cost it is, by which old cards call themselves."""
    if not text.strip():
        raise Malformed(pointed(" ", 0, 1, "a cost is empty; write {0} for a cost of nothing"))
    _limit(text, MAX_COST)
    from castable.model.oracle import parse_cost

    try:
        return parse_cost(text, name)
    except Malformed as error:
        try:
            return Cost.parse(text)
        except Malformed:
            raise error from None


def read_ability(text: str, name: str = "") -> Cost | str:
    """What names an activated ability of an object of this name: its printed cost, or its keyword in lower case."""
    return text.strip() if re.fullmatch(r"[a-z][a-z' -]*", text.strip()) else read_cost(text, name)


def _limit(text: str, most: int) -> None:
    """Refuse a text that is too long, or has a number that is."""
    if len(text) > most:
        raise TooLarge(f"a text of more than {most:,} characters: {text[:40]}...")
    if number := re.search(r"[0-9]{10}", text):
        raise TooLarge(f"a number of more than nine digits: {number[0]}...")


def read_mana_cost(text: str) -> ManaCost:
    """A mana cost to be paid."""
    if len(text) > MAX_MANA_COST:
        raise TooLarge(f"a cost of more than {MAX_MANA_COST:,} characters")
    cost = ManaCost.parse(text)
    if len(cost.choices) > MAX_CHOICES:
        raise TooLarge(f"more than {MAX_CHOICES} hybrid and Phyrexian symbols in a cost")
    if prod(comb(n + len(symbol.halves) - 1, n) for symbol, n in Counter(cost.choices).items()) > MAX_ANNOUNCEMENTS:
        raise TooLarge(f"more than {MAX_ANNOUNCEMENTS:,} ways to announce the halves of a cost")
    return cost


def read_notation(text: str) -> Payment:
    """A payment from its one-line text."""
    _limit(text, MAX_NOTATION)
    pieces = [piece.strip() for piece in text.split(";")]
    for piece in pieces:
        if piece.startswith(("total ", "kicked ", "announced ")) or " -> " in piece:
            _limit(piece, MAX_PIECE)
    mana = re.findall(r"\{([0-9]+)\}", ";".join(piece for piece in pieces if not piece.startswith("total ")))
    if sum(map(int, mana)) > MAX_MANA:
        raise TooLarge(f"more than {MAX_MANA:,} units of mana")
    payment = Payment.parse(text)
    if not any(piece.startswith("total ") for piece in pieces):
        raise Malformed(pointed(text, 0, len(text), "the total cost is missing: expected `SPELL; total COST; ...`"))
    return payment
