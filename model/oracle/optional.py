"""Optional additional costs: kicker, multikicker, buyback, replicate and their kind (CR 601.2b, 702.33)."""

from __future__ import annotations

import re

from castable.model.ability import OptionalCost
from castable.model.cost import Cost
from castable.model.errors import Malformed, pointed
from castable.model.oracle.costs import read_cost

__all__ = ["optional_costs"]

_ONCE = "buyback|entwine|offspring"
_OFTEN = "multikicker|replicate|squad"
_LINE = re.compile(rf"(kicker|{_ONCE}|{_OFTEN})(?:\s*—\s*| )(.+)", re.IGNORECASE)
_BARGAIN = Cost.parse("Sacrifice artifact | enchantment | token")


def optional_costs(words: str) -> tuple[OptionalCost, ...] | None:
    """The optional costs of a keyword line, None when it is not such a line; `Malformed` when its cost is unclear."""
    words = words.strip().removesuffix(".")
    if words.lower() == "bargain":
        return (OptionalCost(keyword="bargain", cost=_BARGAIN),)
    if match := re.fullmatch(r"casualty (\d+)", words, re.IGNORECASE):
        return (OptionalCost(keyword="casualty", cost=Cost.parse(f"Sacrifice creature power>={match[1]}")),)
    if match := re.fullmatch(r"teamwork (\d+)", words, re.IGNORECASE):
        return (OptionalCost(keyword="teamwork", cost=Cost.parse(f"Teamwork {match[1]}")),)
    match = _LINE.fullmatch(words)
    if not match:
        return None
    keyword, rest = match[1].lower(), match[2]
    if ". " in rest:
        raise Malformed(pointed(words, 0, len(words), "a cost with a condition on it"))
    if keyword == "kicker":
        pieces = re.split(r" and/or (?:kicker )?", rest)
        return tuple(OptionalCost(keyword=keyword, cost=read_cost(piece)) for piece in pieces)
    return (OptionalCost(keyword=keyword, cost=read_cost(rest), times=None if keyword in _OFTEN.split("|") else 1),)
