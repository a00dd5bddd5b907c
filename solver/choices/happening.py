"""What has come of choices: the game so far and a record of what happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from castable.model.card import Card
from castable.model.state import State

__all__ = ["Happened", "Happening", "Outcome"]


class Happened(StrEnum):
    """Kinds of what is recorded."""

    TRIGGERED = "triggered"
    """An ability has triggered and gone on the stack."""
    NO_TARGET = "no target"
    """An ability that can't have the targets it needs is removed from the stack (CR 603.3d)."""
    FIZZLED = "all targets illegal"
    """All its targets are illegal: it does not resolve (CR 608.2b)."""
    LIFE = "life"
    """A player gained so much life, or lost it."""
    DISCARDED = "discarded"
    """Cards discarded at the same time."""
    REVEALED = "revealed"
    DREW = "drew"
    TAPPED = "tapped"
    DAMAGED = "damaged"
    """Damage dealt to an object other than a player."""
    EXILED = "exiled"
    CREATED = "created"
    """Tokens."""
    EMBLEM = "emblem"
    COPIED = "copied"
    SIZED = "sized"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One thing that happened: to which players (seats), with which cards (of those players in the same order), how
    much, and to what it is done or by what, in words."""

    what: Happened
    seats: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    amount: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The state in the end, and all that happened on the way."""

    state: State
    happened: tuple[Happening, ...] = ()

    def of(self, what: Happened) -> tuple[Happening, ...]:
        """What happened of one kind, in order."""
        return tuple(one for one in self.happened if one.what is what)
