"""Emblems: what an instruction gives a player for the rest of the game (CR 114)."""

from __future__ import annotations

from collections.abc import Iterator

from castable.model.ability import ActivatedAbility
from castable.model.card import Card, Face
from castable.model.event import GetEmblem, TriggeredAbility

__all__ = ["emblem", "emblems_of", "maker_of"]

_OF = "emblem of "


def emblem(maker: str, abilities: tuple[TriggeredAbility, ...]) -> Face:
    """The emblem with these abilities that a card of this name makes; it has no other characteristics (CR 114.3)."""
    return Face(name=f"{_OF}{maker}", abilities=abilities)


def emblems_of(card: Card) -> Iterator[Face]:
    """The emblems that abilities of a card make."""
    for face in card.faces:
        for ability in face.of(ActivatedAbility):
            for instruction in ability.does:
                if isinstance(instruction, GetEmblem):
                    yield emblem(face.name, instruction.abilities)


def maker_of(face: Face) -> str:
    """The name of the card that made an emblem."""
    return face.name.removeprefix(_OF)
