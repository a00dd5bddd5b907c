"""Effects on what lands are, what mana they make and how mana may be spent (CR 106.12b, 305.7, 609.4b)."""

from __future__ import annotations

import re

from castable.model.ability import Ability, LandTypes, ProductionReplacement, SpendAs
from castable.model.errors import Malformed
from castable.model.event import EnterTapped
from castable.model.filter import Filter
from castable.model.mana import COLORS, TYPES, Mana
from castable.model.oracle.amounts import parse_condition
from castable.model.oracle.mana import parse_addition
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.production import Production

__all__ = ["replacing"]

_BASIC = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_TAPPED = re.compile(
    r"If (?:(?P<who>you|a player) taps? (?P<tapped>.+?)|(?P<passive>.+?) is tapped) for (?P<many>two or more )?mana, "
    r"it produces (?P<what>.+?) instead(?: of any other (?P<of>type and amount|type|color))?"
)
_OF_TYPE = rf"({'|'.join(f'{basic}s?' for basic in _BASIC)}) produce (\{{[WUBRGC]\}})"
_BY_TYPE = re.compile(rf"If tapped for mana, ({_OF_TYPE}(?:,? and {_OF_TYPE}|, {_OF_TYPE})*) instead of any other type")
_TIMES = {"twice as much of that mana": 2, "three times as much of that mana": 3}
_LETTERS = {color.word: color.symbol for color in COLORS} | {"colorless": "{C}"}


def replacing(words: str, name: str = "") -> tuple[Ability, ...] | None:
    """The effects of that kind a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if match := _TAPPED.fullmatch(words):
        return (_production(match, name),)
    if match := _BY_TYPE.fullmatch(words):
        return tuple(
            ProductionReplacement(watches=parse_filter(lands), instead=Production.parse(symbol), keep_amount=True)
            for lands, symbol in re.findall(_OF_TYPE, match[1])
        )
    if (match := re.fullmatch(r"(?P<of>[^.\"~]+?) enter tapped", words)) and match["of"] != "They":
        of = re.sub(r"^(?:[Aa]ll|[Ee]ach) ", "", match["of"])
        return (EnterTapped(of=parse_filter(of[:1].lower() + of[1:], name)),)
    if (lands := _land_types(words, name)) is not None:
        return (lands,)
    return _spend_as(words, name)


def _production(match: re.Match[str], name: str) -> ProductionReplacement:
    who = {"you": "you", "a player": "any", None: "any"}[match["who"]]
    watches = parse_filter(match["tapped"] or match["passive"], name)
    factor = _TIMES.get(match["what"])
    more_than = 1 if match["many"] else 0
    if factor:
        if match["of"] or match["many"]:
            raise Malformed("a multiplied amount with more to it")
        return ProductionReplacement(watches=watches, who=who, factor=factor)
    if match["of"] not in ("type and amount", "type"):
        raise Malformed("what mana is replaced is not understood")
    keep = match["of"] == "type"
    made = match["what"].removeprefix("one ")
    if made in ("mana of a color of your choice", "mana of any color"):
        instead = Production.parse("any color")
    elif re.fullmatch(r"\{[WUBRGC]\}", made):
        instead = Production.parse(made)
    elif (word := made.removesuffix(" mana")) in _LETTERS:
        instead = Production.parse(_LETTERS[word])
    else:
        instead = parse_addition(made, name)
    return ProductionReplacement(watches=watches, who=who, instead=instead, keep_amount=keep, if_more_than=more_than)


def _land_types(words: str, name: str) -> LandTypes | None:
    match = re.fullmatch(
        r"(?:As long as (?P<while>[^,.\"]+), )?"
        r"(?P<of>[^.,\"]*?\b(?:[Ll]ands?|Plains|Islands?|Swamps?|Mountains?|Forests?)\b[^.\"]*?) (?:is|are) "
        r"(?P<what>every basic land type|(?:an? )?"
        r"(?:(?:, |,? and )?(?:Plains|Islands?|Swamps?|Mountains?|Forests?))+|the chosen type)"
        r"(?P<also>(?: in addition to (?:its|their) other (?:land )?types)?)",
        words,
    )
    if match is None:
        return None
    of = parse_filter(re.sub(r"^(?:Each|All) ", "", match["of"]), name)
    if not all(any(term.word == "land" or term.word in _BASIC for term in terms) for terms in of.any_of):
        raise Malformed("which lands is not understood")
    also = bool(match["also"])
    condition = parse_condition(match["while"].replace(" on him", " on it"), name) if match["while"] else None
    if match["what"] == "the chosen type":
        return LandTypes(of=of, also=also, chosen=True, condition=condition)
    types = _BASIC if match["what"].startswith("every") else tuple(re.findall("|".join(_BASIC), match["what"]))
    return LandTypes(of=of, types=types, also=also, condition=condition)


_AS = r"as though it were (?:(?:mana of )?any (?P<any>color|type)|(?P<as>\w+) mana)"
_SPEND_AS = re.compile(
    rf"(?P<who>You|Players) may spend (?:(?P<which>\w+) )?mana {_AS}"
    r"(?: to cast (?P<spells>(?:(?! to activate).)+?))?(?:(?: or)? to (?:activate|pay the activation costs of) "
    r"(?:abilities of (?P<of>.+)|(?P<own>~'s) abilities))?"
)


def _spend_as(words: str, name: str) -> tuple[SpendAs, ...] | None:
    words = re.sub(r"^You can spend mana of any type ", "You may spend mana as though it were mana of any type ", words)
    if words == "Mana of any type can be spent to activate ~'s abilities":
        return (SpendAs(any_type=True, activating=Filter.parse("this")),)
    if match := re.fullmatch(r"(You may spend (\w+) mana [^.]+)\. You may spend other mana only (as though .+)", words):
        first, rest = _spend_as(match[1], name), re.fullmatch(_AS, match[3])
        kind = _mana(match[2])
        if not first or len(first) > 1 or not rest or not rest["as"] or kind is None:
            raise Malformed("how other mana may be spent is not understood")
        others = Mana.types(mana_type for mana_type in TYPES if not kind.count(mana_type))
        return (*first, SpendAs(mana=others, as_mana=_mana(rest["as"]), only=True))
    match = _SPEND_AS.fullmatch(words)
    if match is None:
        return None
    abilities = parse_filter(match["of"], name) if match["of"] else Filter.parse("this") if match["own"] else None
    return (
        SpendAs(
            any_type=match["any"] == "type",
            mana=_mana(match["which"]),
            as_mana=_mana(match["as"]),
            who="any" if match["who"] == "Players" else "you",
            applies_to=_spells(match["spells"], name) if match["spells"] else None,
            activating=abilities,
        ),
    )


def _mana(word: str | None) -> Mana | None:
    if word is None:
        return None
    if word not in _LETTERS:
        raise Malformed("which mana is not understood")
    return Mana.parse(_LETTERS[word])


def _spells(words: str, name: str) -> Filter:
    return Filter.parse("this") if words == "~" else spells_of(words, name)
