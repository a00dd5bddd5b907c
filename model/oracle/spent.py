"""What a spell makes of the mana spent to cast it: converge, adamant, "if {R}{R} was spent to cast it" (CR 601.2h)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castable.model.ability import SpentBonus
from castable.model.mana import Mana, ManaType
from castable.model.oracle.nouns import parse_filter

__all__ = ["spent_bonuses", "without_spent"]

_THIS = r"(?:~|\b(?:it|this (?:spell|creature|permanent|artifact|enchantment))\b)"
_COLORS = re.compile(rf"(?:for each colou?r|number of colou?rs) of mana spent to cast {_THIS}")
_AT_LEAST = re.compile(
    rf"at least (two|three|four|five) (white|blue|black|red|green|colorless) mana was spent to cast {_THIS}"
)
_SYMBOLS = r"((?:\{[WUBRGC]\})+)"
_WAS_SPENT = re.compile(rf"\b(?:if|unless) {_SYMBOLS} (?:was|wasn't) spent to cast {_THIS}", re.IGNORECASE)
_FOR_EACH = re.compile(rf"\bfor each {_SYMBOLS} spent to cast {_THIS}")
_GIVES = re.compile(r"Whenever you cast an? ([\w ]+?) spell, it gains sunburst\.?")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_TYPES = {kind.word: kind for kind in ManaType}
_SAID = re.compile(
    r"(?:(?:for each |the number of )?colou?rs? of mana |\b(?:\w+ )?mana (?:of the same color )?|(?:\{[^}]+\})+ )?"
    rf"(?:was |were |wasn't )?(?<!be )spent to cast {_THIS}|\((?:Do|Then do) both if [^)]* was spent\.?\)"
)


def spent_bonuses(words: str) -> Iterator[SpentBonus]:
    """What one line of a rules text gives for the mana spent on the spell it is on, or on others like it."""
    if match := _GIVES.fullmatch(words):
        yield SpentBonus(each_color=True, applies_to=parse_filter(match[1], ""))
    if words.startswith("Whenever"):
        return  # then `it` is something else
    if _COLORS.search(words):
        yield SpentBonus(each_color=True)
    for number, word in _AT_LEAST.findall(words):
        yield SpentBonus(mana=Mana.types([_TYPES[word]] * _NUMBERS[number]))
    for symbols in _WAS_SPENT.findall(words):
        yield SpentBonus(mana=Mana.parse(symbols))
    for symbols in _FOR_EACH.findall(words):
        yield SpentBonus(mana=Mana.parse(symbols), each=True)


def without_spent(sentence: str) -> str:
    """A sentence without what it says of mana that was spent, which bears on no payment."""
    return _SAID.sub("", sentence)
