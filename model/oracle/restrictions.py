"""Spending limits in English: "to cast creature spells or activate abilities of creatures" (CR 106.6)."""

from __future__ import annotations

import re

from castable.model.ability import SpendOnly
from castable.model.errors import Malformed, pointed
from castable.model.filter import COLOR_WORDS, Filter, Term
from castable.model.mana import COLORS, NO_MANA, Action, Mana, Restriction, Use
from castable.model.oracle.nouns import parse_filter, without_words

__all__ = ["parse_restriction", "spend_only"]

_ANY = Filter.ANY
_NEXT_USE = re.compile(
    r",? (?:or|and) (?=(?:to )?(?:cast|activate|pay|turn|unlock|foretell)\b)"
    r"|, (?=(?:to )?(?:cast|activate|pay|turn|unlock|foretell)\b)"
)


def parse_restriction(words: str, never: bool = False) -> Restriction:
    """The limit that stands after "Spend this mana only" or, with `never`, after "can't be spent".

    `Malformed` when a use in it is not understood: a limit is never widened or narrowed by guessing.
    """
    text = words.strip().removesuffix(".")
    uses = list[Use]()
    for piece in _NEXT_USE.split(text):
        uses += _uses(piece.removeprefix("to ").strip())
    merged = tuple(dict.fromkeys(uses))
    return Restriction(never=merged) if never else Restriction(only=merged)


def spend_only(words: str, name: str) -> SpendOnly | None:
    """What a spell or an activated ability says of the mana spent on itself; None when this is no such sentence."""
    text = words.strip().removesuffix(".")
    if match := re.fullmatch(r"Spend only mana produced by (.+) to cast ~", text):
        return SpendOnly(made_by=parse_filter(match[1], name))
    if text == "You can't spend mana to cast ~":
        return SpendOnly(mana=NO_MANA)
    if text == "Spend only mana of the chosen color to activate this ability":
        return SpendOnly(chosen_color=True)
    if match := re.fullmatch(r"Spend only (\w+) mana to (?:cast ~|activate this ability)", text):
        return SpendOnly(mana=_colors(match[1]))
    if text == "Spend only colored mana on X. No more than one mana of each color may be spent this way":
        return SpendOnly(on_x=Mana.types(COLORS), different=True)
    if match := re.fullmatch(r"Spend only (\w+(?:(?:, | and/or |, and/or )\w+)*) mana on X", text):
        return SpendOnly(on_x=_colors(*re.split(r",? and/or |, ", match[1])))
    return None


def _colors(*words: str) -> Mana:
    if not all(word in COLOR_WORDS for word in words):
        raise Malformed("which mana may be spent is not understood")
    return Mana.types(COLOR_WORDS[word] for word in words)


def _uses(piece: str) -> list[Use]:
    if match := re.fullmatch(r"cast (.+)", piece):
        return [Use(Action.CAST, _spells(match[1]))]
    if re.fullmatch(r"activate (?:an ability|abilities)", piece):
        return [Use(Action.ACTIVATE, _ANY)]
    if match := re.fullmatch(r"activate (?:an equip ability|equip abilities)", piece):
        return [Use(Action.ACTIVATE, Filter.parse("equip"))]
    if match := re.fullmatch(r"activate (?:an ability|abilities) of (?:an? )?(.+)", piece):
        return [Use(Action.ACTIVATE, _sources(match[1]))]
    if re.fullmatch(r"foretell (?:a card from your hand|cards|a card)", piece):
        return [Use(Action.FORETELL, _ANY)]
    if re.fullmatch(r"pay a mana cost to turn a manifested creature face up|pay a morph cost", piece):
        return [Use(Action.TURN_FACE_UP, Filter.parse("creature"))]
    if re.fullmatch(r"pay cumulative upkeep costs?", piece):
        return [Use(Action.CUMULATIVE_UPKEEP, _ANY)]
    if re.fullmatch(r"(?:on costs that contain|pay costs? (?:that contain|with)) \{X\}", piece):
        return [Use(Action.PAY, Filter.parse("hasx"))]
    if re.fullmatch(r"turn (?:permanents|a permanent|creatures) face up", piece):
        return [Use(Action.TURN_FACE_UP, Filter.parse("creature") if "creatures" in piece else _ANY)]
    if re.fullmatch(r"unlock (?:a door|doors)", piece):
        return [Use(Action.UNLOCK, _ANY)]
    raise Malformed(pointed(piece or " ", 0, len(piece), "expected what mana may be spent on"))


def _spells(words: str) -> Filter:
    """Which spells: `creature spells`, `a Dragon spell or an Omen spell`; the word spell itself is understood."""
    if words == "your commander":
        return Filter.parse("commander owner")
    wanted = parse_filter(words)
    if not all(any(term.word == "spell" for term in terms) for terms in wanted.any_of):
        raise Malformed(pointed(words, 0, len(words), "expected spells"))
    return without_words(wanted, "spell")


def _sources(words: str) -> Filter:
    """Whose abilities: `artifacts`, `a Hero source`, `a creature or creature card`; sources of any zone are meant."""
    wanted = without_words(parse_filter(words), "source", "permanent", "card")
    return Filter(tuple(dict.fromkeys(terms or (Term("any"),) for terms in wanted.any_of)))
