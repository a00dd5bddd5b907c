"""How many lands may be played: "You may play an additional land on each of your turns" (CR 305.2)."""

from __future__ import annotations

import re

from castable.model.ability import LandPlays
from castable.model.amount import Amount
from castable.model.errors import Malformed
from castable.model.oracle.amounts import parse_condition
from castable.model.oracle.words import number

__all__ = ["land_plays"]

_PLAYS = re.compile(
    r"(?:As long as (?P<while>[^,.\"]+), )?(?P<who>[Yy]ou|[Ee]ach player) may play "
    r"(?:(?P<n>\w+) additional lands?|(?P<any>any number of) lands) (?:on|during) each of (?:your|their) turns"
)


def land_plays(words: str, name: str = "") -> LandPlays | None:
    """What such a paragraph says, None for other paragraphs; `Malformed` where it is not understood."""
    match = _PLAYS.fullmatch(words.strip().removesuffix("."))
    if match is None:
        return None
    more = number(match["n"]) if match["n"] else None
    if more is None and not match["any"]:
        raise Malformed("how many lands is not understood")
    return LandPlays(
        more=None if more is None else Amount.fixed(more),
        who="you" if match["who"].lower() == "you" else "any",
        condition=parse_condition(match["while"], name) if match["while"] else None,
    )
