"""Words of rules text: numbers in English, and subtypes with their plurals (CR 205.3).

A capitalised word that is no listed subtype (a name, a first word) is never taken for one.
"""

from __future__ import annotations

import re
from functools import cache

from castable.model.subtypes import SUBTYPES

__all__ = ["number", "phrases", "singular", "subtype"]

_NUMBERS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty""".split()
    )
} | {"a": 1, "an": 1, "another": 1, "no": 0, "once": 1, "twice": 2}

_IRREGULAR = {
    "Elves": "Elf",
    "Dwarves": "Dwarf",
    "Wolves": "Wolf",
    "Werewolves": "Werewolf",
    "Mice": "Mouse",
    "Oxen": "Ox",
    "Fungi": "Fungus",
    "Homunculi": "Homunculus",
    "Cyclopes": "Cyclops",
    "Octopi": "Octopus",
    "Cybermen": "Cyberman",
    "Thieves": "Thief",
    "Loci": "Locus",
    "Spies": "Spy",
    "Merfolk": "Merfolk",
}
_COMMON_IRREGULAR = {"sorceries": "sorcery"}


def phrases(text: str) -> frozenset[str]:
    """The entries of a list written with `|` between them, on as many lines as it takes."""
    return frozenset(" ".join(entry.split()) for entry in text.split("|"))


def number(word: str) -> int | None:
    """The value of a number word or digits, None when it is neither."""
    if re.fullmatch(r"[0-9]{1,6}", word):
        return int(word)
    return _NUMBERS.get(word.lower())


@cache
def subtype(word: str) -> str | None:
    """The subtype that this word names in the singular or plural, None when there is none."""
    if word in SUBTYPES:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and stem in SUBTYPES:
            return stem
    return None


def singular(word: str) -> str:
    """A lower-case noun of rules text in the singular: `creatures` gives `creature`."""
    if word in _COMMON_IRREGULAR:
        return _COMMON_IRREGULAR[word]
    return word.removesuffix("s") if word.endswith("s") and not word.endswith("ss") else word
