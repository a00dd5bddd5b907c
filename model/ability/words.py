"""When and where abilities work, and what they are about: the words of their fields."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CostKind", "Help", "Timing", "Zone"]


class Zone(StrEnum):
    """Where an ability works from."""

    BATTLEFIELD = "battlefield"
    HAND = "hand"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"
    STACK = "stack"
    LIBRARY = "library"
    ANY = "any"
    """Wherever the card may be cast from."""


class Timing(StrEnum):
    """When an activated ability may be used beyond the usual rule for its kind."""

    ANY = "any"
    SORCERY = "sorcery"
    """Activate only as a sorcery (CR 602.5d)."""
    INSTANT = "instant"
    """Activate only as an instant: not while a spell is being cast, even for a mana ability (CR 602.5e)."""


class CostKind(StrEnum):
    """What a cost change or an alternative cost applies to."""

    SPELL = "spell"
    ABILITY = "ability"


class Help(StrEnum):
    """Ways to help pay once the total is fixed."""

    CONVOKE = "convoke"
    DELVE = "delve"
    IMPROVISE = "improvise"
    ASSIST = "assist"
