"""Conditions that are read where they are understood and kept in their own words where they are not."""

from __future__ import annotations

import re

from castable.model.amount import Comparison, Condition
from castable.model.errors import Malformed
from castable.model.oracle.amounts import parse_condition

__all__ = ["told_condition"]


def told_condition(words: str, name: str = "") -> Condition:
    """The condition; where it is not understood, the fact `unknown(...)`, which nothing but its own words can settle.

    `Malformed` for words that are no plain clause.
    """
    try:
        return parse_condition(words, name)
    except Malformed:
        if re.search(r"[(){}\"|•]", words):
            raise
        return Condition(((Comparison(fact=f"unknown({words})"),),))
