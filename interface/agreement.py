"""Whether two readings of one card say the same, as far as paying and casting look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from castable.card_sources import Layer
from castable.model.ability import Ability, Grant, Keyword, Unread
from castable.model.card import Card, CardSource, Face
from castable.model.data import ability_to_data
from castable.model.event import EnterTapped, SpellEffect, TriggeredAbility

__all__ = ["differences", "disagreements"]

_FOR_PEOPLE = ("riders", "effect", "up_to", "does")
_EVENTS = (TriggeredAbility, SpellEffect, EnterTapped)
"""What is told of built-in cards alone."""
# card files made from other sources cut hyphenated subtypes; abilities are compared one by one
_NOT_COMPARED = ("abilities", "subtypes")


def disagreements(ours: CardSource, read: Layer) -> Iterator[tuple[str, list[str]]]:
    """For each card that both know and describe differently: its name and the differences."""
    for name in ours.names():
        if name in read and (found := differences(ours.find(name), read.find(name))):
            yield name, found


def differences(ours: Card, read: Card) -> list[str]:
    """What `ours` and the card as `read` from its text contradict each other in, in words; empty when they agree.

    What only `ours` says is no difference where some text of the card that may bear on it was left unread.
    """
    found = []
    for face in ours.faces:
        other = read.face(face.name)
        if other is None:
            found.append(f"{face.name}: no face of that name was read")
        else:
            found += [f"{face.name}: {words}" for words in _of_faces(face, other)]
    return found


def _of_faces(ours: Face, read: Face) -> Iterator[str]:
    for field in fields(Face):
        one, other = getattr(ours, field.name), getattr(read, field.name)
        if field.name not in _NOT_COMPARED and one != other:
            yield f"{field.name}: {_words(one)} / {_words(other)}"
    said, read_too = _said(ours), _said(read)
    yield from (f"read only: {text}" for text in read_too - said)
    if not any(text.may_bear_on_payment or text.may_bear_on_casting for text in read.unread):
        yield from (f"built in only: {text}" for text in said - read_too)


def _words(value: object) -> str:
    return " ".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)


def _said(face: Face) -> Counter[str]:
    tables = [ability_to_data(a) for a in face.abilities if not isinstance(a, Unread) and not _is_idle(a)]
    return Counter(str({k: v for k, v in sorted(table.items()) if k not in _FOR_PEOPLE}) for table in tables)


def _is_idle(ability: Ability) -> bool:
    """What changes nothing about paying or casting: events, and keywords given to others."""
    if isinstance(ability, _EVENTS):
        return True
    return isinstance(ability, Grant) and all(isinstance(a, Keyword) and a.name != "haste" for a in ability.abilities)
