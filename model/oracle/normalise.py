"""One wording for all: rules text of any age is brought to one form before the grammar sees it.

A card's own name, its short name and words such as "this creature" become `~`; reminder text goes; older set phrases
become today's. Each line keeps its words as printed beside the brought-to-form ones, so that what is not understood
can be quoted exactly.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from castable.model.subtypes import SUBTYPES

__all__ = ["Line", "lines_of", "normalise", "sentences_of", "strip_reminder"]


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph of rules text: as `printed`, and its `words` brought to one form."""

    printed: str
    words: str


_REMINDER = re.compile(r"\s*\([^()]*\)")
_MARKS = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "−": "-", "\u00a0": " ", "–": "-"})
_SELF_NOUNS = (
    "creature|land|artifact|enchantment|permanent|spell|card|Aura|Equipment|Vehicle|Saga|planeswalker|Fortification|"
    "Spacecraft|Siege|battle|Class|Case|Room|token|planet|Planet|Attraction|Mount|Background|Shrine|Rune|Curse"
)
_SELF = re.compile(rf"\b[Tt]his (?:{_SELF_NOUNS})\b(?! (?:turn|cast))")
# older phrase -> today's, in the order given
_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(old), new)
    for old, new in (
        (r"\bCARDNAME\b", "~"),
        (r"\{P/([WUBRG])\}", r"{\1/P}"),
        (r"^([A-Z][\w ]*)-(?=\{)", r"\1—"),
        (r"^([A-Z][\w' ]*) - (?=[A-Z{])", r"\1 — "),
        (r" to (?:your|their|his or her|that player's|its controller's) mana pool\b", ""),
        (r" in(?:to)? your mana pool\b", ""),
        (r"\bmana pool\b", "unspent mana"),
        (r"\b(Activate|Play|Use) this ability\b", "Activate"),
        (r"\bconverted mana cost(s?)\b", r"mana value\1"),
        (r"\benters the battlefield\b", "enters"),
        (r"\benter the battlefield\b", "enter"),
        (r"\bentered the battlefield\b", "entered"),
        (r"\bhis or her\b", "their"),
        (r"\bhe or she\b", "they"),
        (r"\bhim or her\b", "them"),
        (r"\bany time you could cast an instant\b", "as an instant"),
        (r"\bany time you could cast a sorcery\b", "as a sorcery"),
        (r"\bprecombat main phase\b", "first main phase"),
        (r"\bput the top card of your library into your graveyard\b", "mill a card"),
        (r"\bPut the top card of your library into your graveyard\b", "Mill a card"),
        (r"\bcreature or player\b", "any target"),
        (r"\btarget any target\b", "any target"),
        (r"\bloses? all mana from (?:their|your) unspent mana\b", "loses all unspent mana"),
        (r"\s*\bCan't be regenerated\b", " can't be regenerated"),
    )
)


def strip_reminder(text: str) -> str:
    """The text without what stands in parentheses."""
    while True:
        shorter = _REMINDER.sub("", text)
        if shorter == text:
            return text.strip()
        text = shorter


@lru_cache(maxsize=4096)
def _names(name: str, legendary: bool) -> tuple[str, ...]:
    """What the card may be called in its own text, longest first."""
    names = {name}
    if legendary:
        for mark in (",", " of ", " the ", " from ", " and ", " von "):
            names.add(name.split(mark)[0])
        first = re.split(r"[ ,-]", name)[0]
        if len(first) > 2 and first not in SUBTYPES and first not in _NOT_A_NAME:
            names.add(first)
    wanted = {n.strip() for n in names} - _NOT_A_NAME - {""}
    return tuple(sorted(wanted, key=lambda n: (-len(n), n)))


def _without_name(text: str, name: str) -> str:
    """Whole words only; hundreds of thousands of names are too many for a pattern each."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        inside = (at > 0 and (text[at - 1].isalnum() or text[at - 1] in "_~")) or text[end : end + 1].isalnum()
        text = text if inside else f"{text[:at]}~{text[end:]}"
        at = text.find(name, end if inside else at + 1)
    return text


_NOT_A_NAME = frozenset(
    """The Lady Lord King Queen Sir Captain Doctor General Princess Prince Mother Father Old Two Three Sacrifice Flash
    Exile Discard Draw Tap Untap Destroy Counter Counterspell Return Target Each All Add Flying Haste Trample Vigilance
    Fear Shock Opt Regenerate Regeneration Search Reveal Choose Create Mill Kicker Spend Plains Island Swamp Mountain
    Forest Wastes You Your When Whenever At Other Another Lands Creatures Players Activate Cast Put Pay Remove
    Legendary Basic Snow Artifact Enchantment""".split()
)


def normalise(text: str, name: str = "", *, legendary: bool = False) -> str:
    """A line or sentence in the one form: own name `~`, today's phrases, plain quotes, no reminder text."""
    text = strip_reminder(text.translate(_MARKS))
    if name:
        for own in _names(name.translate(_MARKS), legendary):
            text = _without_name(text, own)
    text = _SELF.sub("~", text)
    for pattern, new in _PHRASES:
        text = pattern.sub(new, text)
    return re.sub(r"[ \t]+", " ", text).strip()


def lines_of(text: str, name: str = "", *, legendary: bool = False) -> tuple[Line, ...]:
    """The paragraphs of a rules text; the bulleted modes of a paragraph belong to it, joined by ` • `, and so does
    one that speaks of "this effect"."""
    found: list[Line] = []
    for printed in text.split("\n"):
        printed = printed.strip()
        words = normalise(printed, name, legendary=legendary)
        if not words:
            continue
        if words.startswith(("•", "+ {", "This effect can't reduce ")) and found:
            last = found.pop()
            found.append(Line(f"{last.printed}\n{printed}", f"{last.words} {words}"))
        else:
            found.append(Line(printed, words))
    return tuple(found)


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of an effect, without their full stops; quoted text is never cut."""
    found, start, quoted = list[str](), 0, False
    for match in re.finditer(r'"|[.!?]["\']*(?=\s+["~{A-Z•\-+]|\s*$)', text):
        if match.group() == '"':
            quoted = not quoted
            continue
        if '"' in match.group():
            quoted = False
        if quoted:
            continue
        found.append(text[start : match.end()])
        start = match.end()
    found.append(text[start:])
    stripped = (sentence.strip() for sentence in found)
    return tuple(re.sub(r"\.$", "", sentence) for sentence in stripped if sentence)
