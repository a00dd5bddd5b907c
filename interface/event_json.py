"""Events in the query protocol and on the command line: what happens, for `choices` to tell who decides what.

{"combat_damage": [{"from": "Grizzly Bears", "to": "opponent 1", "amount": 2, "step": "first"}]}
{"enters": "Ana Battlemage", "kicked": ["{1}{B}"]}
{"cast": "Shock"}
{"resolve": "Will, Scholar of Frost", "ability": "+1", "targets": ["Grizzly Bears"]}
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from castable.model.board.fields import Fields
from castable.model.board.problems import Problems
from castable.model.cost import Cost
from castable.model.errors import BadRequest, Malformed, pointed
from castable.notation import read_cost

__all__ = ["DamageSaid", "Event", "event_from_text", "read_event"]

_KINDS = ("combat_damage", "enters", "cast", "resolve")
_STEPS = ("first", "regular")
MAX_DAMAGE = 200
"""Entries of combat damage in one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageSaid:
    """Damage by a permanent to a player or a permanent, each by name or `ref`."""

    source: str
    to: str
    amount: int
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event as it was said; `kind` is the field that says what happens, `at` its place."""

    kind: str
    at: str
    card: str = ""
    damage: tuple[DamageSaid, ...] = ()
    kicked: tuple[Cost, ...] = ()
    x: int | None = None
    cast: bool | None = None
    copy_of: str = ""
    token: bool = False
    face: str = ""
    zone: str = ""
    ability: str = ""
    targets: tuple[str, ...] = ()


def read_event(fields: Fields, problems: Problems) -> Event | None:
    """The event in these fields; None (and problems) when it is none."""
    given = [kind for kind in _KINDS if kind in fields and not (kind == "cast" and "enters" in fields)]
    if len(given) != 1:
        problems.bad(fields.at, f"expected one of {', '.join(f'`{kind}`' for kind in _KINDS)}")
        return None
    kind = given[0]
    at = fields.place(kind)
    found: dict[str, Any] = {}
    if kind == "combat_damage":
        read = (_damage(entry, place, problems) for place, entry in fields.listed(kind, MAX_DAMAGE))
        found["damage"] = tuple(one for one in read if one)
    else:
        found["card"] = fields.text(kind)
    if kind in ("enters", "resolve"):
        found["kicked"] = tuple(
            fields.reading(one, place, read_cost, Cost.FREE) for place, one in fields.listed("kicked")
        )
        found["x"] = fields.whole("x") if "x" in fields else None
        found["face"] = fields.text("face")
    if kind == "enters":
        found["cast"] = fields.flag("cast") if "cast" in fields else None
        found["copy_of"] = fields.text("copy_of")
        found["token"] = fields.flag("token")
        found["zone"] = fields.word("from", ("hand", "graveyard", "exile", "library", "command"))
    if kind == "resolve":
        found["ability"] = fields.text("ability")
        found["targets"] = fields.names("targets")
    fields.close()
    return Event(kind=kind, at=at, **found)


def _damage(entry: object, at: str, problems: Problems) -> DamageSaid | None:
    fields = Fields.of(entry, at, problems)
    if fields is None:
        return None
    fields.require("from", "to", "amount")
    said = DamageSaid(
        source=fields.text("from"),
        to=fields.text("to"),
        amount=fields.whole("amount"),
        first=fields.word("step", _STEPS, "regular") == "first",
    )
    fields.close()
    return said


_PIECES = {"kicked": "kicked", "ability": "ability", "target": "targets", "face": "face", "from": "from", "x": "x"}
_DAMAGE = re.compile(r"(damage|first) (.+) -> (.+): ([0-9]{1,9})")


def event_from_text(text: str) -> dict[str, Any]:
    """An event in the words of the command line, as data: `enters Ana Battlemage; kicked {1}{B}`, `cast Shock`,
    `resolve Will, Scholar of Frost; ability +1; target Grizzly Bears`, `damage Bears -> opponent 1: 2; first ...`."""
    pieces = [piece.strip() for piece in text.split(";")]
    if _DAMAGE.fullmatch(pieces[0]):
        return {"combat_damage": [_damage_piece(piece) for piece in pieces]}
    verb, _, card = pieces[0].partition(" ")
    if verb not in ("enters", "cast", "resolve") or not card:
        words = "`enters CARD`, `cast CARD`, `resolve CARD` or `damage CARD -> PLAYER: AMOUNT`"
        raise Malformed(pointed(text or " ", 0, len(pieces[0]), f"expected {words}"))
    data: dict[str, Any] = {verb: card}
    for piece in pieces[1:]:
        word, _, rest = piece.partition(" ")
        name = _PIECES.get(word)
        if name in ("kicked", "targets") and rest:
            data.setdefault(name, []).append(rest)
        elif name == "x" and re.fullmatch(r"[0-9]{1,9}", rest):
            data["x"] = int(rest)
        elif name and name != "x" and rest:
            data[name] = rest
        else:
            raise Malformed(pointed(piece or " ", 0, len(piece), f"expected one of {', '.join(_PIECES)}"))
    return data


def _damage_piece(piece: str) -> dict[str, Any]:
    match = _DAMAGE.fullmatch(piece)
    if match is None:
        raise BadRequest(f"expected `damage CARD -> PLAYER: AMOUNT`, not {piece[:60]!r}")
    step, source, to, amount = match.groups()
    return {"from": source, "to": to, "amount": int(amount), **({"step": "first"} if step == "first" else {})}
