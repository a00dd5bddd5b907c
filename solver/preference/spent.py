"""What a spell makes of the mana spent on it: sunburst, converge, adamant, "if {G} was spent" (CR 601.2h, 702.44)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from castable.model.ability import SpentBonus
from castable.model.card import Face
from castable.model.evaluate import matches
from castable.model.mana import TYPES
from castable.model.state import State
from castable.model.view import View

__all__ = ["Amounts", "SpentBonuses"]

Amounts = tuple[int, ...]
"""How much mana of each type, in the order WUBRGC."""
_MANY = 1_000


@dataclass(frozen=True, slots=True)
class SpentBonuses:
    """Bonuses of one spell: `colors` for each color spent, `parts` when so much of each type is spent, each with
    whether it comes again for as much more."""

    colors: int = 0
    parts: tuple[tuple[Amounts, bool], ...] = ()

    @classmethod
    def of(cls, state: State, face: Face | None) -> SpentBonuses:
        """The bonuses of a spell, with those that your permanents give to spells like it."""
        if face is None:
            return cls()
        found = [bonus for bonus in face.of(SpentBonus) if bonus.applies_to is None]
        for permanent in state.you.battlefield:
            if permanent.phased_out or permanent.face_down:
                continue
            for bonus in permanent.face.of(SpentBonus):
                if bonus.applies_to is not None and matches(bonus.applies_to, face, View(state, permanent), "you"):
                    found.append(bonus)
        colors = sum(bonus.each_color for bonus in found) + face.has_keyword("sunburst")
        return cls(colors, tuple(_parts(found)))

    @property
    def caps(self) -> Amounts:
        """How much of each type can matter."""
        caps = [int(bool(self.colors) and kind.is_color) for kind in TYPES]
        for part, again in self.parts:
            caps = [max(cap, _MANY if again and n else n) for cap, n in zip(caps, part, strict=True)]
        return tuple(caps)

    def met(self, spent: Amounts) -> int:
        """How many bonuses this mana earns, when no more than `caps` of each type is counted."""
        earned = self.colors * sum(n > 0 for n, kind in zip(spent, TYPES, strict=True) if kind.is_color)
        for part, again in self.parts:
            times = min(have // n for have, n in zip(spent, part, strict=True) if n)
            earned += times if again else min(times, 1)
        return earned


def _parts(bonuses: Iterable[SpentBonus]) -> Iterable[tuple[Amounts, bool]]:
    for bonus in bonuses:
        if bonus.mana is not None and bonus.mana.units:
            yield tuple(bonus.mana.count(kind) for kind in TYPES), bonus.each
