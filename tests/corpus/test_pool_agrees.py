"""The built-in pool and the reader say the same of every card that the card file knows.

Subtypes are not compared: card files made from other sources cut hyphenated ones.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

from castable.model.ability import Ability, Grant, Keyword, Unread
from castable.model.card import Face
from castable.model.data import ability_to_data
from castable.model.oracle import card_from_mtgjson
from castable.model.pool import built_in

Records = dict[str, list[dict[str, Any]]]
_FOR_PEOPLE = ("riders", "effect")


def _idle(ability: Ability) -> bool:
    """A keyword given to others that changes nothing about paying or casting."""
    return isinstance(ability, Grant) and all(isinstance(a, Keyword) and a.name != "haste" for a in ability.abilities)


def _said(face: Face) -> Counter[str]:
    tables = [ability_to_data(a) for a in face.abilities if not isinstance(a, Unread) and not _idle(a)]
    return Counter(str({k: v for k, v in sorted(table.items()) if k not in _FOR_PEOPLE}) for table in tables)


def _differences(ours: Face, read: Face) -> list[str]:
    found = [
        f"{field.name}: {getattr(ours, field.name)} / {getattr(read, field.name)}"
        for field in fields(Face)
        if field.name not in ("abilities", "subtypes") and getattr(ours, field.name) != getattr(read, field.name)
    ]
    pool, reader = _said(ours), _said(read)
    unsure = any(u.may_bear_on_payment or u.may_bear_on_casting for u in read.unread)
    found += [f"read only: {text}" for text in reader - pool]
    return found if unsure else found + [f"pool only: {text}" for text in pool - reader]


def test_no_contradiction(records: Records) -> None:
    pool, found, compared = built_in(), dict[str, list[str]](), 0
    for name in pool.names():
        if name not in records:
            continue
        card = card_from_mtgjson(records[name])
        for ours in pool.find(name).faces:
            read = card.face(ours.name)
            assert read is not None, (name, ours.name)
            compared += 1
            if differences := _differences(ours, read):
                found[ours.name] = differences
    assert compared
    assert not found
