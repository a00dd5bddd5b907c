"""Kinds of rules text that bear on paying and casting, found by plain text search, not by the reader.

Each kind is one line of the table below: a title and a pattern that is searched in a paragraph of rules text. The
reminder text is gone by then, and the card's own name stands as `~`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

__all__ = ["KINDS", "Kind", "Paragraph"]


@dataclass(frozen=True)
class Kind:
    """A kind of text. Its pattern is searched in what is not in quotation marks, unless it asks for a `"`."""

    section: str
    title: str
    pattern: re.Pattern[str]
    word: str = ""
    """In lower case, what a paragraph with this kind of text has in it in any case."""

    def found_in(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph has text of this kind."""
        if self.word not in paragraph.lower:
            return False
        return bool(self.pattern.search(paragraph.whole if '"' in self.pattern.pattern else paragraph.outside))


class Paragraph:
    """One paragraph of a rules text, made ready to be searched."""

    def __init__(self, text: str, name: str, *, of_spell: bool = False) -> None:
        plain = _REMINDER.sub("", text).translate(_MARKS)
        for own in (name, name.split(",")[0]):
            plain = plain.replace(own, "~")
        self.whole = _SELF.sub("~", plain) + (_OF_SPELL if of_spell else "")
        self.lower = self.whole.lower()

    @cached_property
    def outside(self) -> str:
        """What is not in quotation marks."""
        return re.sub(r'"[^"]*"?', '""', self.whole)


_REMINDER = re.compile(r"\s*\([^()]*\)")
_SELF = re.compile(
    r"\b[Tt]his (?:spell|creature|land|artifact|enchantment|permanent|card|Aura|Equipment|Vehicle|Saga)\b"
)
_MARKS = str.maketrans({"“": '"', "”": '"', "’": "'"})
_OF_SPELL = " ⟨spell⟩"
"""Ends each paragraph of an instant or a sorcery."""


_HEAD = r"^(?:[\w' ]+ — )?"  # an ability word may come first
_WHEN = rf"{_HEAD}(?:When|Whenever|At)\b"
_ADDS = r"\b[Aa]dds? .*(?:\{[WUBRGCX\d]|\bmana\b)"
_LESS = r"\bcosts? (?:up to )?(?:\{[^}]+\}|\d)+ less\b"
_MORE = r"\bcosts? (?:\{[^}]+\}|\d)+ more\b"
_BASIC = "(?:Plains|Islands?|Swamps?|Mountains?|Forests?)"

_TABLE: dict[str, dict[str, str]] = {
    "mana abilities": {
        "own mana abilities": rf"^(?!{_WHEN[1:]})(?!\[|[+−-]?[\dX]+:)[^:]+: (?!.*\b[Tt]arget)(?:.*\W)?{_ADDS}",
        "loyalty or target, adding mana": rf"^(?:\[|[+−-]?[\dX]+:).*{_ADDS}|^[^:]+: (?=.*\b[Tt]arget).*{_ADDS}",
        "granted mana abilities": r'^(?!.*\b[Cc]reates? ).*"[^"]*: [^"]*\b[Aa]dd [^"]*"',
        "tokens with a quoted mana ability": r'\b[Cc]reates? .*"[^"]*: [^"]*\b[Aa]dd [^"]*"',
        "tokens that make mana, by name": r"\b[Cc]reates? .*"
        r"\b(?:Treasure|Gold|Powerstone|Lander|Eldrazi Spawn|Eldrazi Scion)\b",
        "triggered abilities that add mana": rf"{_WHEN}.*{_ADDS}",
        "spells that add mana": rf"{_ADDS}.*{_OF_SPELL}",
    },
    "kicker": {
        "kicker": r"^Kicker\b",
        "multikicker": r"^Multikicker\b",
        "text that asks for kicks": r"\bkicked\b",
    },
    "additional costs": {
        "additional costs of its own": r"\b[Aa]s an additional cost to cast ~",
        "additional costs of others": r"\b[Aa]s an additional cost to (?!cast ~)|\bcosts? an additional\b",
    },
    "alternative costs": {
        "rather than its mana cost": r"\brather than pay(?:ing)? ~'s mana cost",
        "rather than others' mana costs": r"\brather than pay(?:ing)? (?:the|its|their) mana costs?",
        "rather than a cost of abilities": r"\b[Rr]ather than pay(?:ing)? (?:the|that) (?!mana)[\w-]+ costs?\b",
        "cast itself without paying": r"\bcast ~ without paying its mana cost",
        "without paying others' mana costs": r"(?<!~) without paying (?:its|their|that [\w']+) mana costs?",
        "by paying something else": r"\bby paying\b",
    },
    "cost changes": {
        "costs less itself": rf"(?<!target )~ {_LESS}",
        "costs more itself": rf"(?<!target )~ {_MORE}",
        "other spells cost less": rf"\bspells?\b(?!.*~ costs?).* {_LESS} to cast",
        "other spells cost more": rf"\bspells?\b(?!.*~ costs?).* {_MORE} to cast",
        "abilities cost less": rf"\b(?:[Aa]bilit\w+|costs)\b.* {_LESS}(?! to cast)",
        "abilities cost more": rf"\b(?:[Aa]bilit\w+|costs)\b.* {_MORE}(?! to cast)",
        "floors, colored reductions": r"\bcan't reduce\b|\bwould cost less than\b|\breduces only\b",
        "affinity": r"\b[Aa]ffinity for\b",
    },
    "limits on mana": {
        "spend this mana only": r"\b[Ss]pend this mana only\b",
        "mana that can't be spent": r"\bmana can't be spent|\bcan't spend (?:this )?mana",
        "spend only such mana": r"\b[Ss]pend only\b",
        "riders on mana spent": r"(?:\bmana|\}) (?:is|was|were) spent (?:on|to)\b"
        r"|\bof mana spent\b|\bmana .*\bspent to cast\b",
        "mana as though of another type": r"\bmana as though it were\b|\bmana of any type can be spent\b",
        "life for mana": r"\blife rather than pay that mana|\bpay life equal to .* mana value\b",
        "help with paying, granted": r"\b(?:has|have|gains?) (?:convoke|improvise|delve|assist)\b",
    },
    "mana made and kept": {
        "triggers on tapping for mana": r"\b[Ww]hen(?:ever)? .*\btap(?:s|ped)? .*\bfor mana\b",
        "replaced mana": r"\btap(?:s|ped)?\b.* for mana\b.*\bproduces?\b.*\binstead\b|\bwould (?:add|produce)\b.*mana",
        "unspent mana": r"\bunspent\b|\bdon't lose (?:this|that) mana\b|\blose all mana\b|\bmana (?:pools? )?empt",
        "abilities that can't be activated": r"\b[Aa]bilities\b.*\bcan't be activated|\bcan't activate\b",
    },
    "mana not written down": {
        "could produce": r"\bcould produce\b",
        "chosen color or type": rf"{_ADDS[:-1]}).*\b(?:chosen|that) (?:color|type)\b",
        "a type that was produced": r"\bany type (?:of mana )?that [\w ]+ produced\b",
        "any combination": r"\bany combination of\b.*(?:colors|\{[WUBRG]\})",
        "counted amounts": rf"\b[Aa]dds? (?:X|an amount)\b|{_ADDS}.*\b(?:for each|equal to)\b|for each .*\badd\b",
    },
    "lands": {
        "land types changed": rf"\b(?:[Ll]ands?|{_BASIC})\b.* (?:is|are|becomes?) (?:an? |the |every |each )*"
        rf"(?:{_BASIC}|basic land type|chosen type)\b",
        "enters tapped": r"(?:~|\b[Ii]t) enters(?: the battlefield)? tapped",
        "others enter tapped": r"(?<!~)(?<!\b[Ii]t) enters?(?: the battlefield)? tapped",
    },
    "legal plays": {
        "cast or play from elsewhere": r"\b(?:may|can) (?:cast|play) .*"
        r"\bfrom (?:your|an?|the top|exile|among|their|outside)\b",
        "additional lands": r"\bplay .*\badditional lands?\b",
        "can't be cast or played": r"\bcan't (?:cast|play)\b|\bspells? .*\bcan't be cast\b|\bCast ~ only\b",
        "as though it had flash": r"\bas though (?:it|they) had flash\b",
        "costs that can't be paid": r"\bcan't (?:pay life|sacrifice|be sacrificed|spend mana)\b"
        r"|\blife total can't change\b",
    },
}

_KEYWORDS = {
    "keywords: additional costs": """bargain; buyback; casualty; collect evidence; conspire; entwine; escalate; gift;
        offspring; replicate; spree; squad; splice; strive; teamwork; tiered; waterbend""",
    "keywords: other costs and ways to cast": """aftermath; awaken; bestow; blitz; cleave; dash; disguise; disturb;
        emerge; escape; evoke; flashback; foretell; freerunning; fuse; harmonize; impending; jump-start; madness;
        mayhem; megamorph; miracle; more than meets the eye; morph; mutate; overload; plot; prototype; prowl; retrace;
        sneak; spectacle; surge; suspend; warp; web-slinging""",
    "keywords: help with paying": "assist; convoke; delve; improvise; offering; undaunted",
    "keywords: what mana was spent": "adamant; converge; sunburst",
    "keywords: costs of abilities": """boast; channel; craft; cumulative upkeep; cycling; echo; embalm; encore; equip;
        eternalize; exhaust; level up; ninjutsu; power-up; reconfigure; scavenge; unearth; ward""",
    "keywords: when and how": "addendum; cascade; companion; flash; split second; storm",
}


_LONGER = {"cycling": r"(?:[\w ]*[a-z])?cycling", "offering": r"[\w ]+ offering"}
"""Keywords with a word in front that says what for."""


def _keyword(name: str) -> str:
    """A keyword in a line of keywords, or before its cost or what it is for, or as an ability word."""
    after = r"(?=$|[\n,;.—]| ⟨| ?—| \{| \d| X\b| (?:with|from|an?|artifact|onto)\b| \w+$)"
    return rf"^(?:[\w'{{}}/ -]+[,;] )*(?i:{_LONGER.get(name, re.escape(name))}){after}"


def _kinds() -> Iterator[Kind]:
    for section, rows in _TABLE.items():
        for title, pattern in rows.items():
            yield Kind(section, title, re.compile(pattern, re.DOTALL))
    for section, names in _KEYWORDS.items():
        for name in re.split(r";\s+", names):
            yield Kind(section, name, re.compile(_keyword(name)), name)


KINDS: tuple[Kind, ...] = tuple(_kinds())
"""All kinds, section by section."""
