"""Cards as plain data and back: the shape of the built-in pool (TOML) and of `castable cards show --json`.

A card is a table: `name`, `cost` (absent: no mana cost), `type` (the type line), `power`, `toughness`, `loyalty`,
`colors` (the color indicator), `token`. Its abilities stand in `ability`, as `castable.model.data` writes them; the
common ones have a short form:

    keywords = ["flying", "convoke", "protection: red"]      enters = { tapped = true }
    kicker = ["{2}{U}", "{1}{B}"]      multikicker = "{2}"             targets = ["creature", "player"]
    mana = ["{T}: {C}", "{T}: {W} | {U}; damage 1", "{1}: any color; limit 1; if your turn"]

A mana ability is its cost, a colon and its production, then phrases: `damage 1`, `gain 1`, `limit 1` (uses a turn),
`if CONDITION`, `only ...` and `never ...` (a `Restriction`), `timing instant`, `from hand`, `without KIND` (sacrificed
when it has no such counter), `instead PRODUCTION if CONDITION`, `moves library card`, `and WORDS` (what else
happens, for people).
`later` are a few words each for what happens once the card resolves or enters, or when something else does: it bears on
no payment and is not carried out.
A card with several faces has `layout` and a list `face` of such tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from castable.model.ability import (
    Ability,
    Enters,
    Help,
    HelpToPay,
    Keyword,
    ManaAbility,
    OptionalCost,
    SpellTargets,
    Unread,
)
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import BadRequest, Malformed
from castable.model.filter import CARD_TYPES, SUPERTYPES, Filter
from castable.model.mana import COLORS, ManaType
from castable.model.symbol import ManaCost

__all__ = ["card_from_data", "card_to_data"]

_T = TypeVar("_T")
_CARD_KEYS = frozenset({"name", "layout", "token", "face"})
_SHORT_KEYS = ("keywords", "kicker", "multikicker", "targets", "enters", "mana")
_FACE_KEYS = frozenset(
    {"name", "cost", "type", "power", "toughness", "loyalty", "colors", "ability", "later", *_SHORT_KEYS},
)
_HELPS = {help_.value: help_ for help_ in Help}
_DASH = " — "


def card_from_data(table: Any, at: str = "card") -> Card:
    """Read the table of a card; a wrong one raises `BadRequest` that names the place below `at`."""
    table = _table(table, at)
    token = table.get("token", False)
    if not isinstance(token, bool):
        raise BadRequest("expected true or false", f"{at}.token")
    layout = _parsed(Layout, _text(table, "layout", at) or "normal", f"{at}.layout")
    if "face" not in table:
        face = _face(table, at, _FACE_KEYS | _CARD_KEYS)
        return Card(name=face.name, faces=(face,), layout=layout, is_token=token)
    _known(table, _CARD_KEYS, at)
    faces = tuple(_face(_table(face, place), place, _FACE_KEYS) for face, place in _items(table, "face", at))
    if not faces:
        raise BadRequest("a card has at least one face", f"{at}.face")
    name = _text(table, "name", at) or " // ".join(face.name for face in faces)
    return Card(name=name, faces=faces, layout=layout, is_token=token)


def _face(table: Mapping[str, Any], at: str, known: frozenset[str]) -> Face:
    _known(table, known, at)
    for key in ("name", "type"):
        if not _text(table, key, at):
            raise BadRequest(f"a {key} is needed", f"{at}.{key}")
    words, _, subtypes = _text(table, "type", at).partition(_DASH)
    types = {word.lower() for word in words.split()}
    if unknown := types - CARD_TYPES - SUPERTYPES:
        raise BadRequest(f"no card type or supertype {min(unknown)!r}", f"{at}.type")
    if not types & CARD_TYPES:
        raise BadRequest("a card type is needed", f"{at}.type")
    cost, colors = _text(table, "cost", at), _text(table, "colors", at)
    return Face(
        name=_text(table, "name", at),
        mana_cost=_parsed(ManaCost.parse, cost, f"{at}.cost") if "cost" in table else None,
        supertypes=frozenset(types & SUPERTYPES),
        types=frozenset(types & CARD_TYPES),
        subtypes=frozenset(subtypes.split()),
        power=_printed(table, "power", at),
        toughness=_printed(table, "toughness", at),
        loyalty=_printed(table, "loyalty", at),
        color_indicator=frozenset(_parsed(_color, letter, f"{at}.colors") for letter in colors),
        abilities=tuple(_abilities(table, at)),
    )


def _abilities(table: Mapping[str, Any], at: str) -> Iterable[Ability]:
    """The abilities, those with a short form first, in the order of `_SHORT_KEYS`."""
    for text, place in _texts(table, "keywords", at):
        yield _keyword(text, place)
    for text, place in _texts(table, "kicker", at):
        yield OptionalCost(keyword="kicker", cost=_parsed(Cost.parse, text, place))
    if "multikicker" in table:
        cost = _parsed(Cost.parse, _text(table, "multikicker", at), f"{at}.multikicker")
        yield OptionalCost(keyword="multikicker", cost=cost, times=None)
    if needs := tuple(_parsed(Filter.parse, text, place) for text, place in _texts(table, "targets", at)):
        yield SpellTargets(needs=needs)
    if "enters" in table:
        place = f"{at}.enters"
        yield ability_from_data({"kind": "enters", **_table(table["enters"], place)}, place)
    for text, place in _texts(table, "mana", at):
        try:
            yield _mana_ability(text)
        except BadRequest as error:
            raise type(error)(error.message, place) from None
    for entry, place in _items(table, "ability", at):
        yield ability_from_data(entry, place)
    for text, _ in _texts(table, "later", at):
        yield Unread(text=text, may_bear_on_payment=False, may_bear_on_casting=False, may_bear_on_own_casting=False)


def _keyword(text: str, at: str) -> Ability:
    if text in _HELPS:
        return HelpToPay(help=_HELPS[text])
    name, _, argument = text.partition(": ")
    if not name:
        raise BadRequest("a keyword is not empty", at)
    return Keyword(name=name, argument=argument)


_PHRASES = {
    "damage": "damage",
    "gain": "life_gain",
    "limit": "limit",
    "if": "condition",
    "timing": "timing",
    "from": "zone",
    "without": "sacrifice_if_none",
    "and": "riders",
}
_MOVES = "moves library card"


@lru_cache(maxsize=1024)
def _mana_ability(text: str) -> Ability:
    """Read the short form of a mana ability; raises `BadRequest` without a place."""
    head, *phrases = re.split(r"\s*;\s*", text)
    cost, colon, adds = head.partition(": ")
    if not colon:
        raise BadRequest(f"expected a cost, ': ' and what it adds in {text!r}")
    table: dict[str, Any] = {"kind": "mana-ability", "cost": cost, "adds": adds.strip()}
    for phrase in phrases:
        word, _, rest = phrase.partition(" ")
        name = _PHRASES.get(word)
        if phrase == _MOVES:
            table["moves_library_card"] = True
        elif word in ("only", "never"):
            table["restriction"] = phrase
        elif word == "instead":
            table["instead"], _, table["instead_if"] = rest.partition(" if ")
        elif name is None:
            raise BadRequest(f"no phrase of a mana ability begins with {word!r}")
        elif name == "riders":
            table.setdefault(name, []).append(rest)
        else:
            table[name] = int(rest) if name in ("damage", "life_gain", "limit") and rest.isdecimal() else rest
    return ability_from_data(table, "mana")


def _mana_text(ability: ManaAbility) -> str:
    table = ability_to_data(ability)
    parts = [f"{table['cost']}: {table['adds']}"]
    for word, name in _PHRASES.items():
        values = table.get(name, [])
        parts += [f"{word} {value}" for value in (values if isinstance(values, list) else [values])]
    if ability.restriction:
        parts.append(str(ability.restriction))
    if ability.instead:
        parts.append(f"instead {ability.instead} if {ability.instead_if}")
    if ability.moves_library_card:
        parts.append(_MOVES)
    return "; ".join(parts)


def _reads_as(text: str, ability: ManaAbility) -> bool:
    try:
        return _mana_ability(text) == ability
    except BadRequest:
        return False


def card_to_data(card: Card) -> dict[str, Any]:
    """The table of a card, from which `card_from_data` makes an equal one."""
    extra: dict[str, Any] = {} if card.layout is Layout.NORMAL else {"layout": card.layout.value}
    if card.is_token:
        extra["token"] = True
    if len(card.faces) == 1 and card.name == card.front.name:
        return _face_data(card.front) | extra
    return {"name": card.name, **extra, "face": [_face_data(face) for face in card.faces]}


def _face_data(face: Face) -> dict[str, Any]:
    data: dict[str, Any] = {"name": face.name}
    if face.mana_cost is not None:
        data["cost"] = str(face.mana_cost)
    data["type"] = face.type_line
    for key in ("power", "toughness", "loyalty"):
        printed = getattr(face, key)
        if printed:
            data[key] = int(printed) if re.fullmatch(r"0|-?[1-9]\d*", printed) else printed
    if face.color_indicator:
        data["colors"] = "".join(color for color in COLORS if color in face.color_indicator)
    short = _short(face.abilities)
    if tuple(_abilities(short, "card")) == face.abilities:
        return data | short
    return data | {"ability": [ability_to_data(ability) for ability in face.abilities]}


def _short(abilities: Iterable[Ability]) -> dict[str, Any]:
    """The abilities in their short forms where they have one, without regard to their order."""
    found: dict[str, Any] = {}
    tables: list[dict[str, Any]] = []
    for ability in abilities:
        key, value = _short_form(ability)
        if key in ("keywords", "kicker", "mana"):
            found.setdefault(key, []).append(value)
        elif key and key not in found:
            found[key] = value
        else:
            tables.append(ability_to_data(ability))
    ordered = {key: found[key] for key in _SHORT_KEYS if key in found}
    return ordered | ({"ability": tables} if tables else {})


def _short_form(ability: Ability) -> tuple[str, Any]:
    """The key of the short form and its value; an empty key when there is none that reads back as this ability."""
    match ability:
        case Keyword(name=name, argument=argument):
            text = f"{name}: {argument}" if argument else name
            return ("keywords", text) if name and _keyword(text, "") == ability else ("", None)
        case HelpToPay(help=help_, applies_to=None):
            return "keywords", help_.value
        case OptionalCost(keyword="kicker", cost=cost, times=1):
            return "kicker", str(cost)
        case OptionalCost(keyword="multikicker", cost=cost, times=None):
            return "multikicker", str(cost)
        case SpellTargets(needs=needs) if needs and ability == SpellTargets(needs=needs):
            return "targets", [str(need) for need in needs]
        case Enters():
            return "enters", {key: value for key, value in ability_to_data(ability).items() if key != "kind"}
        case ManaAbility():
            text = _mana_text(ability)
            return ("mana", text) if _reads_as(text, ability) else ("", None)
    return "", None


def _table(value: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRequest(f"expected a table, not {type(value).__name__}", at)
    return value


def _known(table: Mapping[str, Any], known: frozenset[str], at: str) -> None:
    if unknown := [key for key in table if key not in known]:
        raise BadRequest("no such field here", f"{at}.{unknown[0]}")


def _text(table: Mapping[str, Any], key: str, at: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise BadRequest(f"expected text, not {type(value).__name__}", f"{at}.{key}")
    return value


def _printed(table: Mapping[str, Any], key: str, at: str) -> str:
    """Power, toughness or loyalty, a number or text such as `*`."""
    value = table.get(key, "")
    if not isinstance(value, (int, str)) or isinstance(value, bool):
        raise BadRequest(f"expected a number or text, not {type(value).__name__}", f"{at}.{key}")
    return str(value)


def _items(table: Mapping[str, Any], key: str, at: str) -> list[tuple[Any, str]]:
    """The entries of a list, each with its place."""
    value = table.get(key, [])
    if not isinstance(value, list | tuple):
        raise BadRequest(f"expected a list, not {type(value).__name__}", f"{at}.{key}")
    return [(entry, f"{at}.{key}[{i}]") for i, entry in enumerate(value)]


def _texts(table: Mapping[str, Any], key: str, at: str) -> list[tuple[str, str]]:
    items = _items(table, key, at)
    for entry, place in items:
        if not isinstance(entry, str):
            raise BadRequest(f"expected text, not {type(entry).__name__}", place)
    return items


def _color(letter: str) -> ManaType:
    color = ManaType(letter)
    if not color.is_color:
        raise ValueError(letter)
    return color


def _parsed(read: Callable[[str], _T], text: str, at: str) -> _T:
    """`read(text)`, its failure given the place."""
    try:
        return read(text)
    except Malformed as error:
        raise Malformed(error.message, at) from None
    except ValueError:
        raise BadRequest(f"no such value as {text!r}", at) from None
