"""Static abilities that bear on paying (CR 604, 613): the first that reads the whole paragraph wins."""

from __future__ import annotations

from collections.abc import Callable

from castable.model.ability import Ability
from castable.model.oracle.normalise import Line

__all__ = ["static_abilities"]


def static_abilities(
    line: Line, name: str, of_spell: bool, quoted: Callable[[str, str], tuple[Ability, ...]]
) -> tuple[Ability, ...] | None:
    """The abilities of a static paragraph, None when it is not understood."""
    return None
