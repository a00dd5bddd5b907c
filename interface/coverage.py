"""How much of a card file castable reads: kind of text by kind, the most frequent unread texts, and whether the
built-in pool agrees with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any

from castable.agreement import disagreements
from castable.model.ability import Unread
from castable.model.card import Card
from castable.model.errors import CastableError
from castable.model.oracle.normalise import Line, lines_of, normalise
from castable.model.pool import built_in
from castable.model.store import CardStore, Progress
from castable.text_kinds import KINDS, Kind, Paragraph

__all__ = ["Bearing", "Coverage", "KindCount", "UnreadCount", "coverage_of", "coverage_to_data", "share"]


class Bearing(StrEnum):
    """What the unread text of a card may bear on, at most."""

    NOTHING_UNREAD = "all text read"
    NONE = "unread text of no bearing"
    CASTING = "unread text that may bear on casting"
    PAYMENT = "unread text that may bear on payment"


class Standing(StrEnum):
    """How much of a line, or of all lines of a kind on a card, was read."""

    WHOLLY = "wholly"
    PARTLY = "partly"
    NOT = "not"


@dataclass(slots=True)
class KindCount:
    """How many of the cards with a kind of text are read `wholly` (nothing of such a line is unread), `partly` or
    `unread`; `harmless` of the latter two leave nothing unread in such a line that may bear on payment."""

    kind: Kind
    wholly: int = 0
    partly: int = 0
    unread: int = 0
    harmless: int = 0

    @property
    def cards(self) -> int:
        """All cards with this kind of text."""
        return self.wholly + self.partly + self.unread

    def count(self, standing: Standing, harmless: bool) -> None:
        """Count one card."""
        self.wholly += standing is Standing.WHOLLY
        self.partly += standing is Standing.PARTLY
        self.unread += standing is Standing.NOT
        self.harmless += standing is not Standing.WHOLLY and harmless


@dataclass(frozen=True, slots=True)
class UnreadCount:
    """An unread text, with `~` for names and `N` for numbers, what it bears on, how many cards have it, and one."""

    text: str
    bearing: Bearing
    cards: int
    example: str


@dataclass(slots=True)
class Coverage:
    """What was found in a card file. `left_out` are tokens and cards of variants that no deck holds; `failed` are
    those that are no cards to castable, with the error. `compared` is how many cards the built-in pool knows too."""

    source: str
    date: str
    cards: int = 0
    left_out: int = 0
    bearings: Counter[Bearing] = field(default_factory=Counter)
    kinds: list[KindCount] = field(default_factory=list)
    unread: list[UnreadCount] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)
    compared: int = 0
    disagreements: list[tuple[str, list[str]]] = field(default_factory=list)

    def most_frequent(self, most: int) -> Iterator[UnreadCount]:
        """The most frequent unread texts, at most so many of each bearing, those that may bear on payment first."""
        for bearing in reversed(Bearing):
            yield from islice((one for one in self.unread if one.bearing is bearing), most)


_VARIANTS = frozenset({"vanguard", "plane", "phenomenon", "scheme", "dungeon"})
_REMINDER = re.compile(r"\s*\([^()]*\)")
_COVERS = 0.9
"""The share of a line that unread text takes when the whole line counts as unread: full stops and spaces go astray."""
_NUMBERS = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty)\b|\d+", re.IGNORECASE
)


def coverage_of(store: CardStore, progress: Progress = lambda done, total: None) -> Coverage:
    """Read every card of a store and count. Takes about half a minute for all cards there are."""
    found = Coverage(store.info.source, store.info.date, kinds=[KindCount(kind) for kind in KINDS])
    texts, examples = Counter[tuple[str, Bearing]](), dict[tuple[str, Bearing], str]()
    for done, (name, record) in enumerate(store.records(), start=1):
        if done % 100 == 0 or done == len(store):
            progress(done, len(store))
        try:
            card = store.compile(record, name)
        except CastableError as error:
            found.failed.append((name, str(error)))
            continue
        if card.is_token or card.front.types & _VARIANTS:
            found.left_out += 1
            continue
        found.cards += 1
        found.bearings[_most([_bearing(unread) for unread in _unread(card)])] += 1
        _count_kinds(found.kinds, list(_lines(card, record)))
        for key in {(_pattern(unread.text, name), _bearing(unread)) for unread in _unread(card)}:
            texts[key] += 1
            examples.setdefault(key, name)
    found.unread = [UnreadCount(text, b, n, examples[text, b]) for (text, b), n in texts.most_common()]
    pool = built_in()
    found.compared = sum(name in store for name in pool.names())
    found.disagreements = list(disagreements(pool, store))
    return found


def _unread(card: Card) -> list[Unread]:
    return [unread for face in card.faces for unread in face.unread]


def _bearing(unread: Unread) -> Bearing:
    if unread.may_bear_on_payment:
        return Bearing.PAYMENT
    return Bearing.CASTING if unread.may_bear_on_casting else Bearing.NONE


def _most(bearings: list[Bearing]) -> Bearing:
    return max(bearings, key=list(Bearing).index, default=Bearing.NOTHING_UNREAD)


def _pattern(text: str, name: str) -> str:
    """An unread text with names as `~` and numbers as `N`, so that equal ones are counted together."""
    return _NUMBERS.sub("N", normalise(text, name, legendary=True))


@dataclass(frozen=True, slots=True)
class _ReadLine:
    """A line of a card: its kinds are looked for in `paragraph`, `unread` is what of it was not read."""

    paragraph: Paragraph
    standing: Standing
    harmless: bool


def _count_kinds(kinds: list[KindCount], lines: list[_ReadLine]) -> None:
    for count in kinds:
        of_kind = [line for line in lines if count.kind.found_in(line.paragraph)]
        if of_kind:
            standings = {line.standing for line in of_kind}
            standing = standings.pop() if len(standings) == 1 else Standing.PARTLY
            count.count(standing, all(line.harmless for line in of_kind))


def _lines(card: Card, record: Any) -> Iterator[_ReadLine]:
    unread = _unread(card)
    for name, text, type_line in _texts(record):
        of_spell = bool(re.search(r"\b(?:Instant|Sorcery)\b", type_line))
        for line in lines_of(text, name, legendary=bool(re.search(r"\b(?:Legendary|Planeswalker)\b", type_line))):
            pieces = [piece for piece in unread if _is_from(piece.text, line)]
            yield _ReadLine(
                Paragraph(line.printed, name, of_spell=of_spell),
                _standing(line, pieces),
                not any(piece.may_bear_on_payment for piece in pieces),
            )


def _texts(record: Any) -> Iterator[tuple[str, str, str]]:
    """Name, rules text and type line of each face, in either shape of record."""
    if isinstance(record, list):
        yield from ((face.get("faceName") or face["name"], face.get("text") or "", face["type"]) for face in record)
    else:
        for face in record.get("card_faces") or [record]:
            yield face["name"], face.get("oracle_text") or "", face.get("type_line") or record.get("type_line") or ""


def _is_from(text: str, line: Line) -> bool:
    return text in line.printed or text in line.words


def _standing(line: Line, pieces: list[Unread]) -> Standing:
    if not pieces:
        return Standing.WHOLLY
    unread = sum(len(_bare(text)) for text in {piece.text for piece in pieces})
    return Standing.NOT if unread >= _COVERS * min(len(_bare(line.printed)), len(line.words)) else Standing.PARTLY


def _bare(text: str) -> str:
    return _REMINDER.sub("", text)


def share(part: int, whole: int) -> str:
    """`97 %`, rounded down, so that 100 % means all."""
    return f"{100 * part // whole if whole else 100} %"


def coverage_to_data(found: Coverage, unread: int) -> dict[str, Any]:
    """Plain data, with the most frequent unread texts, at most `unread` of each bearing."""
    return {
        "source": found.source,
        "date": found.date,
        "cards": found.cards,
        "left_out": found.left_out,
        "bearings": {bearing.value: found.bearings[bearing] for bearing in Bearing},
        "kinds": [
            {
                "section": count.kind.section,
                "kind": count.kind.title,
                "cards": count.cards,
                "wholly": count.wholly,
                "partly": count.partly,
                "not": count.unread,
                "harmless": count.harmless,
            }
            for count in found.kinds
        ],
        "unread": [
            {"text": one.text, "bearing": one.bearing.value, "cards": one.cards, "example": one.example}
            for one in found.most_frequent(unread)
        ],
        "failed": [{"card": name, "error": error} for name, error in found.failed],
        "compared_with_pool": found.compared,
        "disagreements": [{"card": name, "differences": words} for name, words in found.disagreements],
    }
