"""Amounts and conditions: numbers and tests that a card reads from the game, as data with one text form.

3     X     count(creature you)     2*count(Elf you)     1+counters(charge)     devotion(B)     power
count(artifact you) >= 3     your turn     life <= 5 or not entered this turn
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter

__all__ = ["Amount", "Comparison", "Condition"]

# measure -> what its argument is: a filter, a word, or nothing
_MEASURES = {
    "X": "",
    "chosen": "",  # a number chosen while paying: "any number of counters"
    "removed": "",  # counters removed to pay for this ability
    "tapped": "",  # permanents tapped to pay for this ability
    "power": "",  # of the source
    "toughness": "",
    "mv": "",
    "life": "",  # your life total
    "hand": "",  # cards in your hand
    "experience": "",
    "energy": "",
    "speed": "",
    "domain": "",  # basic land types among lands you control
    "party": "",
    "opponents": "",
    "storm": "",  # spells cast before this one this turn
    "lifegained": "",
    "lifelost": "",
    "carddrawn": "",
    "castthisturn": "filter",
    "opponentcast": "filter",  # the most spells that one opponent cast this turn
    "opponentscast": "filter",  # spells that all opponents cast this turn
    "opponentdrawn": "",  # the most cards that one opponent drew this turn
    "kicked": "",  # times this spell, or the spell that became the source, was kicked
    "targets": "",  # targets chosen for this spell
    "owncasts": "",  # times the commander that is cast now was cast from the command zone before
    "casts": "",  # times your commander was cast from the command zone
    "colorsamong": "filter",  # number of colors among
    "typesamong": "filter",  # number of card types among
    "devotion": "word",  # colour letters, as in devotion(WB)
    "counters": "word",  # counters of a kind, or of any, on the source
    "count": "filter",  # objects on the battlefield
    "castercount": "filter",  # objects on the battlefield, seen by whoever casts the spell that it is about
    "graveyard": "filter",  # cards in your graveyard
    "graveyards": "filter",  # cards in all graveyards
    "opponentgraveyard": "filter",
    "exile": "filter",
    "inhand": "filter",  # cards in your hand
    "librarytop": "filter",  # 1 when the top card of your library matches, else 0
    "totalpower": "filter",
    "totaltoughness": "filter",
    "totalmv": "filter",
    "maxpower": "filter",
    "maxtoughness": "filter",
    "maxmv": "filter",
    "sacrificed": "word",  # power, toughness or mv of the permanent sacrificed to pay
    "revealed": "word",
    "shown": "filter",  # cards in your hand revealed as an ability resolves, as many of those that match as you like
    "exiled": "word",
    "chosencolordevotion": "",
    "attached": "filter",  # Auras, Equipment attached to the source
    "countersamong": "filter",
    "turnstaken": "",
    "targeted": "filter",  # targets chosen for this spell that match
    "opponentcount": "filter",  # the most objects on the battlefield that one opponent controls
    "opponentlifelost": "",  # life that all opponents lost this turn
    "namesamong": "filter",  # number of different names among
    "mvsamong": "filter",  # number of different mana values among
    "commandermv": "",  # the greatest mana value of a commander of yours in play or in the command zone
    "imprinted": "",  # cards exiled with the source
    "imprintedmv": "",  # mana value of the one card exiled with the source
    "unknown": "word",  # what is not understood, in its own words
}
_TERM = re.compile(r"\s*(?:(\d+)\s*\*\s*)?([a-zA-Z]+)(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*")
_INTEGER = re.compile(r"\s*(-?\d+)\s*")
_LIMIT = 10**9
_TOLD = re.compile(r"paid\([a-z' \-]+\)|unknown\([^()]+\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """`plus + times * measure(argument)`, never below zero when used (CR 107.1b); no measure means a fixed number.

    `halved` rounds half of the measure up ("up") or down ("down").
    """

    plus: int = 0
    times: int = 0
    measure: str = ""
    filter: Filter | None = None
    word: str = ""
    halved: str = ""

    @classmethod
    def fixed(cls, number: int) -> Self:
        """A plain number."""
        return cls(plus=number)

    @property
    def is_fixed(self) -> bool:
        """Whether this is a plain number, `plus`."""
        return not self.measure

    def __str__(self) -> str:
        if self.is_fixed:
            return str(self.plus)
        argument = str(self.filter) if self.filter else self.word
        text = f"{self.measure}({argument})" if argument else self.measure
        if self.halved:
            text = f"half {text}" if self.halved == "down" else f"halfup {text}"
        if self.times != 1:
            text = f"{self.times}*{text}"
        return f"{self.plus}+{text}" if self.plus else text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form; `Malformed` points at what is not understood."""
        if match := _INTEGER.fullmatch(text):
            if abs(int(match[1])) > _LIMIT:
                raise Malformed(pointed(text, 0, len(text), f"a number of at most {_LIMIT}"))
            return cls.fixed(int(match[1]))
        plus, rest = 0, text
        if match := re.match(r"\s*(-?\d+)\s*\+", text):
            plus, rest = int(match[1]), text[match.end() :]
        times = 1
        if match := re.match(r"\s*(-?\d+)\s*\*", rest):
            times, rest = int(match[1]), rest[match.end() :]
        halved = ""
        if match := re.match(r"\s*(half|halfup)\s+", rest):
            halved, rest = ("down" if match[1] == "half" else "up"), rest[match.end() :]
        term = _TERM.fullmatch(rest)
        if not term or term[2] not in _MEASURES or term[1]:
            raise Malformed(pointed(text, len(text) - len(rest), len(text), "expected a number or a measure"))
        wanted, argument = _MEASURES[term[2]], term[3] or ""
        if bool(wanted) != bool(argument):
            raise Malformed(
                pointed(text, len(text) - len(rest), len(text), f"{term[2]} takes {wanted or 'no argument'}")
            )
        if wanted == "filter":
            return cls(plus=plus, times=times, measure=term[2], filter=Filter.parse(argument), halved=halved)
        return cls(plus=plus, times=times, measure=term[2], word=argument, halved=halved)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left op right`, or a plain fact such as `your turn` (then `op` is empty and `fact` holds its words).

    The fact `paid(flashback)` asks whether the cost of that keyword was announced for the spell that is being cast;
    `unknown(...)` holds the words of what is not understood.
    """

    left: Amount | None = None
    op: str = ""
    right: Amount | None = None
    fact: str = ""
    negated: bool = False

    FACTS = (
        "your turn",
        "opponent turn",
        "entered this turn",
        "tapped",
        "untapped",
        "attacking",
        "is creature",
        "imprinted",
        "own main phase",
        "upkeep",
        "combat",
        "before attackers",
        "kicked",
        "cast this turn",
        "city's blessing",
        "monarch",
        "initiative",
        "day",
        "night",
        "attacked this turn",
        "max speed",
        "delirium",
        "renowned",
        "monstrous",
        "attached",
        "morbid",
        "revolt",
        "raid",
        "spectacle",
        "unspent mana",
        "cards revealed",
        "instant timing",
        "land played",
        "surge",
        "prowl",
        "declare blockers",
        "discarded this turn",
        "own trigger resolving",
        "opponent searched",
        "caster's turn",
        "caster's sorcery time",
        "before blockers",
        "after blockers",
        "blockers declared",
        "before damage",
        "after combat",
        "declare attackers",
    )

    def __str__(self) -> str:
        text = self.fact if self.fact else f"{self.left} {self.op} {self.right}"
        return f"not {text}" if self.negated else text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one comparison or fact."""
        bare = text.strip()
        negated = bare.startswith("not ")
        bare = bare.removeprefix("not ")
        if bare in cls.FACTS or _TOLD.fullmatch(bare):
            return cls(fact=bare, negated=negated)
        depth = 0
        for at, char in enumerate(bare):
            depth += (char == "(") - (char == ")")
            if depth == 0 and (match := re.match(r"\s(>=|<=|=|>|<)\s", bare[at:])):
                return cls(Amount.parse(bare[:at]), match[1], Amount.parse(bare[at + match.end() :]), negated=negated)
        raise Malformed(pointed(text, 0, len(text), "expected a comparison or a known fact"))


@dataclass(frozen=True, slots=True)
class Condition:
    """Alternatives (joined by ` or `) of comparisons that must all hold (joined by ` and `)."""

    any_of: tuple[tuple[Comparison, ...], ...]

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, parts)) for parts in self.any_of)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form."""
        return cls(
            tuple(tuple(Comparison.parse(part) for part in _split(option, "and")) for option in _split(text, "or"))
        )


def _split(text: str, word: str) -> list[str]:
    """The text at each such word that stands in no parentheses."""
    return re.split(rf" {word} (?![^()]*\))", text)
