"""Cards from the records of card files: MTGJSON AtomicCards and Scryfall oracle cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AlternativeCost,
    CostChange,
    CostKind,
    Keyword,
    OptionalCost,
    Zone,
)
from castable.model.amount import Condition
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.errors import BadRequest, Malformed
from castable.model.mana import ManaType
from castable.model.oracle.castways import prowl_condition
from castable.model.oracle.lines import compile_text
from castable.model.subtypes import CREATURE_TYPES
from castable.model.symbol import ManaCost

__all__ = ["card_from_mtgjson", "card_from_scryfall", "face_from_fields"]

_LAYOUTS = {
    "split": Layout.SPLIT,
    "aftermath": Layout.SPLIT,
    "flip": Layout.FLIP,
    "transform": Layout.TRANSFORM,
    "modal_dfc": Layout.MODAL,
    "adventure": Layout.ADVENTURE,
    "meld": Layout.MELD,
    "prototype": Layout.PROTOTYPE,
    "prepare": Layout.PREPARE,
}
_NORMAL = frozenset("normal saga class case leveler mutate token emblem host augment planar scheme vanguard".split())
_SUPERTYPES = frozenset("basic elite host legendary ongoing snow world".split())
_PROTOTYPE = re.compile(
    r"^Prototype (?P<cost>(?:\{[^}]+\})+) [—-] (?P<power>[\d*+]+)/(?P<toughness>[\d*+]+).*$", re.MULTILINE
)


def face_from_fields(
    *,
    name: str,
    mana_cost: str = "",
    type_line: str = "",
    text: str = "",
    power: str = "",
    toughness: str = "",
    loyalty: str = "",
    color_indicator: Sequence[str] = (),
    at: str = "card",
) -> Face:
    """A face from the fields every card file has; a bad one raises `BadRequest` that names the place below `at`."""
    if not name:
        raise BadRequest("a face needs a name", f"{at}.name")
    words, _, after = re.sub(r"\s+-\s+", " — ", type_line).partition("—")
    all_types = [word.lower() for word in words.split()]
    subtypes = frozenset(_subtypes(after))
    supertypes = frozenset(word for word in all_types if word in _SUPERTYPES)
    types = frozenset(all_types) - supertypes
    try:
        cost = ManaCost.parse(mana_cost) if mana_cost.strip() else None
    except Malformed as error:
        raise Malformed(error.message, f"{at}.mana_cost") from None
    try:
        indicator = frozenset(ManaType(letter) for letter in color_indicator)
    except ValueError:
        raise BadRequest(f"not colors: {color_indicator!r}", f"{at}.color_indicator") from None
    face = Face(
        name=name,
        mana_cost=cost,
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        color_indicator=indicator,
        abilities=tuple(
            _of_its_card(ability, subtypes, cost)
            for ability in compile_text(text, name=name, types=types, supertypes=supertypes, subtypes=subtypes)
        ),
    )
    return _conspiring(face) if face.has_keyword("conspire") else face


def _conspiring(face: Face) -> Face:
    """The face with conspire as the cost that it is: two creatures that share a color with it tapped (CR 702.78a)."""
    what = " | ".join(f"creature {color.word} untapped" for color in sorted(face.colors)) or "creature !creature"
    cost = OptionalCost(keyword="conspire", cost=Cost.parse(f"Tap 2 {what}"))
    others = (ability for ability in face.abilities if ability != Keyword(name="conspire"))
    return replace(face, abilities=(*others, cost))


def _of_its_card(ability: Ability, subtypes: frozenset[str], cost: ManaCost | None) -> Ability:
    """The ability, with what prowl says of the creature types of its card and power-up of its mana cost filled in."""
    if isinstance(ability, ActivatedAbility) and ability.keyword == "power-up" and cost is not None:
        own = CostChange(kind=CostKind.ABILITY, less=cost, condition=Condition.parse("entered this turn"))
        return replace(ability, own_changes=(*ability.own_changes, own))
    if not isinstance(ability, AlternativeCost) or ability.keyword != "prowl":
        return ability
    return replace(ability, condition=prowl_condition(subtypes & CREATURE_TYPES))


def _subtypes(words: str) -> list[str]:
    """`Time Lord` is the one creature type of two words (CR 205.3b); filters write it `Time+Lord`."""
    return words.replace("Time Lord", "Time+Lord").split()


def _field(record: Mapping[str, Any], key: str, at: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRequest(f"expected text, not {type(value).__name__}", f"{at}.{key}")
    return value


def _letters(record: Mapping[str, Any], key: str, at: str) -> tuple[str, ...]:
    value = record.get(key) or ()
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise BadRequest("expected a list of color letters", f"{at}.{key}")
    return tuple(value)


def _record(value: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRequest(f"expected an object, not {type(value).__name__}", at)
    return value


def _layout(word: str, faces: int) -> Layout:
    if word in _LAYOUTS:
        return _LAYOUTS[word]
    return Layout.NORMAL if word in _NORMAL and faces == 1 else Layout.OTHER


def _card(name: str, layout: str, faces: list[Face], at: str, *, is_token: bool = False) -> Card:
    if not name:
        raise BadRequest("a card needs a name", f"{at}.name")
    kind = _layout(layout, len(faces))
    return Card(name=name, faces=tuple(faces), layout=kind, is_token=is_token)


def card_from_mtgjson(records: Sequence[Any], at: str = "card") -> Card:
    """A card from its list of faces in AtomicCards, in any order (`side` sorts them)."""
    if not isinstance(records, list | tuple) or not records:
        raise BadRequest("expected a list of faces", at)
    sides = [(_record(record, f"{at}[{i}]"), f"{at}[{i}]") for i, record in enumerate(records)]
    sides.sort(key=lambda pair: _field(pair[0], "side", pair[1]))
    faces = list[Face]()
    prototype = ""
    for record, place in sides:
        text = _field(record, "text", place)
        name = _field(record, "faceName", place) or _field(record, "name", place)
        fields = {
            "type_line": _field(record, "type", place),
            "loyalty": _field(record, "loyalty", place),
            "color_indicator": _letters(record, "colorIndicator", place),
        }
        cost, power, toughness = (_field(record, key, place) for key in ("manaCost", "power", "toughness"))
        made = _with_prototype(name, cost, text, power, toughness, fields, place)
        if len(made) > 1:
            prototype = "prototype"
        faces += made
    first, place = sides[0]
    return _card(_field(first, "name", place), prototype or _field(first, "layout", place) or "normal", faces, at)


def _with_prototype(
    name: str, cost: str, text: str, power: str, toughness: str, fields: Mapping[str, Any], at: str
) -> list[Face]:
    """The face, and after it what is cast instead when the cost that a prototype line offers is paid (CR 718)."""
    match = _PROTOTYPE.search(text)
    if match is None:
        return [
            face_from_fields(name=name, mana_cost=cost, text=text, power=power, toughness=toughness, at=at, **fields)
        ]
    rest = (text[: match.start()] + text[match.end() :]).strip()
    sizes = ((cost, power, toughness), (match["cost"], match["power"], match["toughness"]))
    large, small = (
        face_from_fields(name=name, mana_cost=c, text=rest, power=p, toughness=t, at=at, **fields) for c, p, t in sizes
    )
    offer = AlternativeCost(keyword="prototype", cost=Cost(small.mana_cost), zone=Zone.ANY)
    return [replace(large, abilities=(offer, *large.abilities)), small]


def card_from_scryfall(record: Any, at: str = "card") -> Card:
    """A card from a Scryfall card object; its faces stand in `card_faces` when it has several."""
    record = _record(record, at)
    layout = _field(record, "layout", at) or "normal"
    parts: Any = record.get("card_faces") or [record]
    if not isinstance(parts, list | tuple):
        raise BadRequest("expected a list of faces", f"{at}.card_faces")
    faces = list[Face]()
    for i, part in enumerate(parts):
        place = at if part is record else f"{at}.card_faces[{i}]"
        part = _record(part, place)
        fields = {
            "type_line": _field(part, "type_line", place) or _field(record, "type_line", at),
            "loyalty": _field(part, "loyalty", place),
            "color_indicator": _letters(part, "color_indicator", place),
        }
        cost, text = _field(part, "mana_cost", place), _field(part, "oracle_text", place)
        power, toughness = _field(part, "power", place), _field(part, "toughness", place)
        faces += _with_prototype(_field(part, "name", place), cost, text, power, toughness, fields, place)
    if layout == "prototype" and len(faces) == 1:
        layout = "normal"
    return _card(_field(record, "name", at), layout, faces, at, is_token=layout == "token")
