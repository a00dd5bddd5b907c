"""A `State` as data of the query protocol: defaults left out, equal adjacent permanents merged."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from castable.model.board.objects import STATUS
from castable.model.emblem import maker_of
from castable.model.errors import Unsupported
from castable.model.mana import COLORS, Mana, ManaType, Unit
from castable.model.state import CardInZone, Permanent, Player, SizeChange, State

__all__ = ["state_to_data"]

_PLAYER = (
    "life",
    "lands_played",
    "energy",
    "experience",
    "turns_taken",
    "life_lost_this_turn",
    "cards_drawn_this_turn",
    "searched_library_this_turn",
)
_CARD = ("via", "marked", "this_turn", "casts", "controller", "x", "ability", "ref", "copy")
_PERMANENT = (*STATUS, "token", "attached_to", "face_down", "timestamp", "commander", "casts", "x")
_ZONES = ("hand", "graveyard", "exile", "library_top", "command")


def state_to_data(state: State) -> dict[str, Any]:
    """The data that `state_from_data` reads as an equal state; the numbers `id` are not in it.

    Snow mana that has no source has no such form and raises `Unsupported`.
    """
    data: dict[str, Any] = {}
    if you := _player(state.you):
        data["you"] = you
    for name in ("teammates", "opponents"):
        if players := getattr(state, name):
            data[name] = [_player(player) for player in players]
    data |= _changed(state, State(), ("phase", "turn", "rules", "format"))
    for name in ("stack", "resolving", "resolved"):
        if entries := [_card(entry) for entry in getattr(state, name)]:
            data[name] = entries[0] if name == "resolving" and len(entries) == 1 else entries
    return data


def _changed(thing: object, default: object, names: Iterable[str]) -> dict[str, Any]:
    """Those of the named fields that differ from their default."""
    values = ((name, getattr(thing, name)) for name in names)
    return {
        name: str(value) if isinstance(value, StrEnum) else value
        for name, value in values
        if value != getattr(default, name)
    }


def _colors(colors: frozenset[ManaType]) -> list[str]:
    return [str(color) for color in COLORS if color in colors]


def _player(player: Player) -> dict[str, Any]:
    data = _changed(player, Player(), _PLAYER) | _pool(player.pool)
    if player.battlefield:
        data["battlefield"] = _battlefield(player.battlefield)
    for zone in _ZONES:
        if cards := getattr(player, zone):
            data[zone] = [_card(card, in_command=zone == "command") for card in cards]
    if player.emblems:
        data["emblems"] = [maker_of(emblem) for emblem in player.emblems]
    if player.commander_identity is not None:
        data["commander_identity"] = "".join(_colors(player.commander_identity))
    if player.spells_cast_this_turn:
        data["spells_cast_this_turn"] = [card.name for card in player.spells_cast_this_turn]
    return data


def _pool(pool: Mana) -> dict[str, Any]:
    """The fields `pool`, `pool_sources` and `restricted_pool`."""
    data: dict[str, Any] = {}
    sources: list[dict[str, str]] = []
    restricted: list[dict[str, str]] = []
    plain = Mana.of(unit for unit in pool if not _alike(unit)[0])
    if plain.units:
        data["pool"] = str(plain)
    for (limit, _), units in itertools.groupby(sorted(pool, key=_alike), key=_alike):
        unit, *others = units
        if unit.snow and not unit.source:
            raise Unsupported("snow mana of which the source is not known, written as data")
        mana = str(Mana.of([unit, *others]))
        source = {"from": unit.source} if unit.source else {}
        if unit.restriction and limit:
            limits = {"only": unit.restriction.only, "never": unit.restriction.never}
            words = {key: " or ".join(map(str, uses)) for key, uses in limits.items() if uses}
            restricted.append({"mana": mana, **words, **source})
        elif source:
            sources.append({"mana": mana, **source})
    if sources:
        data["pool_sources"] = sources
    if restricted:
        data["restricted_pool"] = restricted
    return data


def _alike(unit: Unit) -> tuple[str, str]:
    """What units written as one entry have in common."""
    return (str(unit.restriction or ""), unit.source or "")


def _card(card: CardInZone, *, in_command: bool = False) -> str | dict[str, Any]:
    default = CardInZone(card=card.card)
    data = _changed(card, default, _CARD)
    if card.commander is not in_command:
        data["commander"] = card.commander
    if card.counters:
        data["counters"] = dict(card.counters)
    for name in ("targets", "kicked"):
        if texts := getattr(card, name):
            data[name] = list(texts)
    return {"card": card.card.name, **data} if data else card.card.name


def _battlefield(permanents: tuple[Permanent, ...]) -> list[str | dict[str, Any]]:
    found: list[str | dict[str, Any]] = []
    for permanent, group in itertools.groupby(permanents):
        count = sum(1 for _ in group)
        data = {"count": count} if count > 1 else {}
        data |= _permanent(permanent)
        found.append({"card": permanent.card.name, **data} if data else permanent.card.name)
    return found


def _permanent(permanent: Permanent) -> dict[str, Any]:
    data = _changed(permanent, Permanent(card=permanent.card), ("ref", *_PERMANENT))
    if permanent.copy_of:
        data["copy_of"] = permanent.copy_of.name
    if permanent.face_name:
        data["face"] = permanent.face_name
    if permanent.counters:
        data["counters"] = dict(permanent.counters)
    if permanent.chosen:
        data["chosen"] = _chosen(permanent.chosen)
    if permanent.imprinted:
        data["imprinted"] = [card.name for card in permanent.imprinted]
    if permanent.colors is not None:
        data["colors"] = _colors(permanent.colors)
    if permanent.used_this_turn:
        data["used_this_turn"] = list(permanent.used_this_turn)
    if permanent.kicked:
        data["kicked"] = list(permanent.kicked)
    if permanent.sizes:
        data["sizes"] = [_size_change(change) for change in permanent.sizes]
    return data


def _size_change(change: SizeChange) -> dict[str, Any]:
    size = True if change.kind == "switch" else f"{change.power}/{change.toughness}"
    return {change.kind: size, **_changed(change, SizeChange(kind=change.kind), ("timestamp", "until"))}


def _chosen(pairs: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    colors = [value for kind, value in pairs if kind == "color"]
    others = {kind: value for kind, value in pairs if kind != "color"}
    if colors:
        return {"color": colors[0] if len(colors) == 1 else colors, **others}
    return others
