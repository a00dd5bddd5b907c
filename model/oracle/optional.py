"""Optional additional costs: kicker, buyback, replicate, splice, the costs of modes (CR 601.2b, 702.33)."""

from __future__ import annotations

import re

from castable.model.ability import OptionalCost
from castable.model.cost import Cost
from castable.model.errors import Malformed, pointed
from castable.model.oracle.costs import read_cost
from castable.model.oracle.nouns import parse_filter, without_words

__all__ = ["mode_costs", "optional_costs"]

_ONCE = "buyback|entwine|offspring"
_OFTEN = "multikicker|replicate|squad|escalate"
_LINE = re.compile(rf"(kicker|{_ONCE}|{_OFTEN})(?:\s*—\s*| )(.+)", re.IGNORECASE)
_SPLICE = re.compile(r"splice onto (?P<what>[\w ]+?)(?:\s*—\s*| (?=\{))(?P<cost>.+)", re.IGNORECASE)
_MODE = re.compile(r"(?:(?P<label>[^•{—]+) — )?(?P<cost>\{.+?) — (?P<effect>.+)", re.DOTALL)
_BARGAIN = Cost.parse("Sacrifice artifact | enchantment | token")


def optional_costs(words: str, name: str = "") -> tuple[OptionalCost, ...] | None:
    """The optional costs of a keyword line, None when it is not such a line; `Malformed` when its cost is unclear."""
    words = words.strip().removesuffix(".")
    if words.lower() == "bargain":
        return (OptionalCost(keyword="bargain", cost=_BARGAIN),)
    if match := re.fullmatch(r"casualty (\d+|X)", words, re.IGNORECASE):
        return (OptionalCost(keyword="casualty", cost=Cost.parse(f"Sacrifice creature power>={match[1]}")),)
    if match := re.fullmatch(r"teamwork (\d+)", words, re.IGNORECASE):
        return (OptionalCost(keyword="teamwork", cost=Cost.parse(f"Teamwork {match[1]}")),)
    if re.fullmatch(r"gift an? [a-z ]+", words, re.IGNORECASE):
        return (OptionalCost(keyword="gift", cost=Cost.FREE),)
    if match := _SPLICE.fullmatch(words):
        onto = without_words(parse_filter(match["what"], name), "spell")
        return (OptionalCost(keyword="splice", cost=read_cost(match["cost"], name), applies_to=onto),)
    match = _LINE.fullmatch(words)
    if not match:
        return None
    keyword, rest = match[1].lower(), match[2]
    if rest.startswith(("cost ", "costs ")):
        return None
    if ". " in rest:
        raise Malformed(pointed(words, 0, len(words), "a cost with a condition on it"))
    if keyword == "kicker":
        pieces = re.split(r" and/or (?:kicker )?", rest)
        return tuple(OptionalCost(keyword=keyword, cost=read_cost(piece, name)) for piece in pieces)
    times = None if keyword in _OFTEN.split("|") else 1
    return (OptionalCost(keyword=keyword, cost=read_cost(rest, name), times=times),)


def mode_costs(words: str) -> tuple[tuple[OptionalCost, str], ...] | None:
    """The costs of the modes of spree and tiered, each with the effect of its mode; None for other paragraphs.

    `Malformed` where a mode has no cost (CR 702.172, 702.183).
    """
    match = re.match(r"(spree|tiered) (?:• )?\+? ?", words, re.IGNORECASE)
    if match is None:
        return None
    keyword, found = match[1].lower(), list[tuple[OptionalCost, str]]()
    for number, piece in enumerate(re.split(r"• | \+ (?=\{)", words[match.end() :]), start=1):
        mode = _MODE.fullmatch(piece.strip())
        if mode is None:
            raise Malformed(pointed(piece or " ", 0, len(piece), "a mode without a cost"))
        found.append((OptionalCost(keyword=keyword, cost=read_cost(mode["cost"]), mode=number), mode["effect"]))
    return tuple(found)
