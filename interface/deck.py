"""Deck lists of MTG Arena and MTGO as text: reading them, and which of their cards castable knows.

    Deck                                  4 Lightning Bolt
    4 Lightning Bolt (M10) 146            SB: 2 Pyroblast
    Sideboard
    2 Pyroblast (ICE) 213

A line is a number and a card name; Arena adds a set and a number, which say nothing here. The sections of Arena are
`Commander`, `Companion`, `Deck` and `Sideboard`; MTGO writes `SB:` before a card of the sideboard, or sets the
sideboard off by one blank line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from castable.card_sources import Layer
from castable.model.ability import Unread
from castable.model.errors import BadRequest, CastableError, TooLarge, UnknownCard, unusable_file
from castable.model.names import name_key

__all__ = [
    "MAX_DECK",
    "Deck",
    "Entry",
    "Knowledge",
    "Known",
    "deck_knowledge",
    "deck_to_data",
    "of",
    "parse_deck",
    "read_deck",
    "total",
]

MAX_DECK = 1024 * 1024
"""Bytes in a deck list; a longer one is `TooLarge`."""

_SECTIONS = {"deck": "deck", "sideboard": "sideboard", "commander": "commander", "companion": "companion"}
_SAYS_NOTHING = re.compile(r"about|name .*|//.*|#.*", re.IGNORECASE)
_CARD = re.compile(
    r"(?P<side>SB:\s*)?(?P<count>[0-9]{1,5})x?\s+(?P<name>\S.*?)"
    r"(?:\s+\([A-Z0-9_]{2,6}\)(?:\s+\S+)?)?(?:\s+\*[A-Z]+\*)*",
)
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a deck list: how often, which card, and in which section."""

    count: int
    name: str
    section: str


@dataclass(slots=True)
class Deck:
    """The cards of a deck list, and the lines, with their numbers, that say none."""

    entries: list[Entry] = field(default_factory=list)
    malformed: list[tuple[int, str]] = field(default_factory=list)


class Known(StrEnum):
    """How well castable knows a card."""

    FULLY = "fully"
    """All its text is read."""
    PARTLY = "partly"
    """Some text is unread."""
    NOT = "not at all"
    """There is no card of that name, or none that can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What castable knows of one card of a deck: `unread` is its text that is not read.

    Where it is not known, `similar` are the names nearest to it, and `error` says what is wrong with a card that is
    there.
    """

    name: str
    count: int
    known: Known
    unread: tuple[Unread, ...] = ()
    similar: tuple[str, ...] = ()
    error: str = ""

    @property
    def may_bear_on_payment(self) -> bool:
        """Whether unread text may bear on a payment: questions that look at the card then have no answer."""
        return any(text.may_bear_on_payment for text in self.unread)


def read_deck(path: str) -> Deck:
    """The deck list in a file. Raises `BadRequest` for a file that cannot be read or is no deck list."""
    try:
        with Path(path).open("rb") as handle:
            data = handle.read(MAX_DECK + 1)
    except (OSError, ValueError) as error:
        raise unusable_file(error, path) from None
    if len(data) > MAX_DECK:
        raise TooLarge(f"a deck list of more than {MAX_DECK:,} bytes", path)
    try:
        return parse_deck(data.decode("utf-8-sig"), path)
    except UnicodeDecodeError as error:
        raise BadRequest(f"the file is not UTF-8: byte {error.start}", path) from None


def parse_deck(text: str, at: str = "deck") -> Deck:
    """Read a deck list. Raises `BadRequest` for a text of which no more lines name cards than do not."""
    if text.lstrip().startswith("<"):
        raise BadRequest("this is XML; castable reads deck lists as text, which MTGO exports too", at)
    deck, section = Deck(), ""
    blocks = _blocks(text)
    for number, line, after_gap in blocks:
        if header := _SECTIONS.get(line.rstrip(":").lower()):
            section = header
        elif match := _CARD.fullmatch(line):
            count = int(match["count"])
            if not 0 < count <= _MOST:
                deck.malformed.append((number, line))
                continue
            side = "sideboard" if match["side"] or (after_gap and not section) else ""
            deck.entries.append(Entry(count, match["name"], side or section or "deck"))
        elif not _SAYS_NOTHING.fullmatch(line):
            deck.malformed.append((number, line))
    if len(deck.entries) <= len(deck.malformed):
        fault = f"; line {deck.malformed[0][0]} has neither a number and a card nor a section" if deck.malformed else ""
        raise BadRequest(f"this is no deck list{fault}", at)
    return deck


def _blocks(text: str) -> list[tuple[int, str, bool]]:
    """The lines that are not blank, each with its number and whether it stands after the only blank line there is."""
    lines = [line.strip() for line in text.rstrip().split("\n")]
    start = next((at for at, line in enumerate(lines) if line), 0)
    gaps = [at for at in range(start, len(lines)) if not lines[at] and lines[at - 1]]
    gap = gaps[0] if len(gaps) == 1 and not any(line.startswith("SB:") for line in lines) else len(lines)
    return [(at + 1, line, at > gap) for at, line in enumerate(lines) if line]


def deck_knowledge(deck: Deck, cards: Layer) -> list[Knowledge]:
    """What castable knows of each card of a deck, in the order of the list, each card once."""
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for entry in deck.entries:
        key = name_key(entry.name)
        names.setdefault(key, entry.name)
        counts[key] = counts.get(key, 0) + entry.count
    return [_knowledge(names[key], count, cards) for key, count in counts.items()]


def _knowledge(name: str, count: int, cards: Layer) -> Knowledge:
    try:
        card = cards.find(name)
    except UnknownCard:
        return Knowledge(name=name, count=count, known=Known.NOT, similar=tuple(cards.near(name)))
    except CastableError as error:
        return Knowledge(name=name, count=count, known=Known.NOT, error=str(error))
    unread = tuple(text for face in card.faces for text in face.unread)
    return Knowledge(name=card.name, count=count, known=Known.PARTLY if unread else Known.FULLY, unread=unread)


def total(known: Iterable[Knowledge]) -> int:
    """How many cards these are, each as often as it is in the deck."""
    return sum(one.count for one in known)


def of(found: Iterable[Knowledge], known: Known) -> list[Knowledge]:
    """Those that are known so well."""
    return [one for one in found if one.known is known]


def deck_to_data(deck: Deck, found: list[Knowledge]) -> dict[str, Any]:
    """Plain data: totals, sections, and the cards by how well they are known."""
    sections: dict[str, int] = {}
    for entry in deck.entries:
        sections[entry.section] = sections.get(entry.section, 0) + entry.count
    return {
        "cards": total(found),
        "names": len(found),
        "sections": sections,
        "fully": [{"card": one.name, "count": one.count} for one in of(found, Known.FULLY)],
        "partly": [
            {
                "card": one.name,
                "count": one.count,
                "may_bear_on_payment": one.may_bear_on_payment,
                "unread": [
                    {
                        "text": text.text,
                        "may_bear_on_payment": text.may_bear_on_payment,
                        "may_bear_on_casting": text.may_bear_on_casting,
                    }
                    for text in one.unread
                ],
            }
            for one in of(found, Known.PARTLY)
        ],
        "not_at_all": [
            {"card": one.name, "count": one.count} | ({"error": one.error} if one.error else {"similar": one.similar})
            for one in of(found, Known.NOT)
        ],
        "malformed": [{"line": number, "text": line} for number, line in deck.malformed],
    }
