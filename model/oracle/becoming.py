"""What permanents are or no longer are: types, colors, base power and toughness, all abilities lost (CR 613.1d-f)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from castable.model.ability import Ability, Becomes
from castable.model.amount import Condition
from castable.model.errors import Malformed
from castable.model.filter import CARD_TYPES, COLOR_WORDS, Filter
from castable.model.oracle.words import singular, subtype

__all__ = ["becoming"]

_QUOTE = re.compile(r"\"[^\"]*\"")
_VERB = r"(?:is|are|has|have|loses?|gains?)"
_PREDICATE = re.compile(rf"(?P<of>[^.:]+?) (?P<clauses>{_VERB} .+)")
_GIVES = re.compile(r"(?:has|have|gains?) (?!base )")
_NEXT = re.compile(rf",? and (?:it |they )?(?={_VERB}\b)|, (?={_VERB}\b)")
_SIZE = r"\d+/\d+"
_LOSES = {
    "all abilities": ("loses_abilities",),
    "all other abilities": ("loses_abilities",),
    "all abilities except mana abilities": ("loses_abilities", "keeps_mana_abilities"),
    "all other card types and abilities": ("loses_abilities",),
    "all other abilities, card types, and creature types": ("loses_abilities",),
    "all land types and abilities": ("loses_abilities", "no_land_types"),
}
_IS = re.compile(
    r"(?P<what>.+?)(?: with base power and toughness (?P<size>\d+/\d+))?(?: with (?P<given>\"\d+\"))?"
    r"(?: in addition to (?:its|their) other (?P<also>(?:card |creature |land )?types|colors and types|colors)"
    r"| that(?:'s| are) (?P<still>still (?:an? )?lands?))?"
)


@dataclass(slots=True)
class _Read:
    """The clauses of one sentence so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    types: list[str] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    colors: str | None = None
    size: str = ""
    abilities: list[Ability] = field(default_factory=list)

    def take_size(self, size: str) -> None:
        """Base power and toughness, told once."""
        if self.size:
            raise Malformed("power and toughness twice")
        self.size = size


def becoming(
    words: str,
    receivers: Callable[[str], Filter],
    given: Callable[[str], tuple[Ability, ...]],
    condition: Condition | None,
) -> Becomes | None:
    """What a sentence makes of permanents, None where it only gives; `Malformed` where it is not understood.

    `receivers` reads who it speaks of, `given` keywords and quoted abilities.
    """
    quotes = _QUOTE.findall(words)
    numbers = iter(range(len(quotes)))
    masked = _QUOTE.sub(lambda match: f'"{next(numbers)}"', words)
    match = _PREDICATE.fullmatch(masked)
    if match is None or all(map(_GIVES.match, _NEXT.split(match["clauses"]))):
        return None
    read = _Read()
    for clause in _NEXT.split(match["clauses"]):
        verb, _, rest = clause.partition(" ")
        if verb in ("is", "are"):
            _is(rest, read, lambda text: given(_unmasked(text, quotes)))
        elif verb in ("lose", "loses"):
            if rest not in _LOSES:
                raise Malformed("what is lost is not understood")
            read.fields |= dict.fromkeys(_LOSES[rest], True)
        elif size := re.fullmatch(rf"base power and toughness ({_SIZE})", rest):
            read.take_size(size[1])
        else:
            read.abilities += given(_unmasked(rest, quotes))
    power, _, toughness = read.size.partition("/")
    return Becomes(
        of=receivers(match["of"]),
        types=tuple(read.types),
        subtypes=tuple(read.subtypes),
        colors=read.colors,
        abilities=tuple(read.abilities),
        power=power,
        toughness=toughness,
        condition=condition,
        **read.fields,
    )


def _unmasked(text: str, quotes: list[str]) -> str:
    return re.sub(r"\"(\d+)\"", lambda match: quotes[int(match[1])], text)


def _is(words: str, read: _Read, given: Callable[[str], tuple[Ability, ...]]) -> None:
    """`a colorless land with "..."`, `1/1 green Elf creatures that are still lands`, `the chosen type`."""
    match = _IS.fullmatch(words)
    if match is None or read.types or read.subtypes or read.colors is not None:
        raise Malformed("what it is is not understood")
    read.fields |= {"also": True} if (match["also"] not in (None, "colors")) or match["still"] else {}
    read.fields |= {"also_colors": True} if match["also"] and "colors" in match["also"] else {}
    if match["size"]:
        read.take_size(match["size"])
    if match["given"]:
        read.abilities += given(match["given"])
    if match["what"] in ("the chosen type", "the chosen creature type"):
        read.fields["chosen"] = True
        return
    if match["what"] in ("all colors", "the chosen color"):
        read.colors = "WUBRG" if match["what"] == "all colors" else None
        read.fields |= {"chosen_color": True} if read.colors is None else {}
        return
    _describe(re.sub(r"^an? ", "", match["what"]).split(" "), read)
    if read.colors is not None and match["also"] and "colors" not in match["also"]:
        raise Malformed("whether it keeps its colors")


def _describe(words: list[str], read: _Read) -> None:
    letters = list[str]()
    for at, word in enumerate(words):
        lower = singular(word)
        if at == 0 and re.fullmatch(_SIZE, word):
            read.take_size(word)
        elif word in COLOR_WORDS:
            letters.append(COLOR_WORDS[word])
        elif word == "colorless" or (
            word == "and" and letters and at + 1 < len(words) and words[at + 1] in COLOR_WORDS
        ):
            read.colors = "" if word == "colorless" else read.colors
        elif lower in CARD_TYPES:
            read.types.append(lower)
        elif (found := subtype(word)) is not None:
            read.subtypes.append(found)
        else:
            raise Malformed(f"unknown word {word!r} for what something is")
    if letters:
        read.colors = "".join(letters)
