"""Conditions and amounts that are read where they are understood and kept in their own words where they are not."""

from __future__ import annotations

import re

from castable.model.amount import Amount, Comparison, Condition
from castable.model.errors import Malformed
from castable.model.oracle.amounts import parse_amount, parse_condition, parse_each

__all__ = ["both", "told_amount", "told_condition"]

_NO_CLAUSE = re.compile(r"[(){}\"|•.]|\bthis way\b|\bcosts?\b|\bless to\b|\bmore to\b")


def told_condition(words: str, name: str = "") -> Condition:
    """The condition; where it is not understood, the fact `unknown(...)`, which nothing but its own words can settle.

    `Malformed` for words that are no plain clause.
    """
    if words in ("it's bargained", "~ was bargained"):
        return Condition.parse("paid(bargain)")
    try:
        return parse_condition(words, name)
    except Malformed:
        if _NO_CLAUSE.search(words):
            raise
        return Condition(((Comparison(fact=f"unknown({words})"),),))


def told_amount(words: str, name: str = "", *, each: bool = False) -> Amount:
    """The amount after "where X is" or, with `each`, after "for each"; in its own words where it is not understood."""
    try:
        return parse_each(words, name) if each else parse_amount(words, name)
    except Malformed:
        if _NO_CLAUSE.search(words):
            raise
        return Amount(times=1, measure="unknown", word=words)


def both(one: Condition | None, other: Condition | None) -> Condition | None:
    """What holds while both conditions do."""
    if one is None or other is None:
        return one or other
    return Condition(tuple(a + b for a in one.any_of for b in other.any_of))
