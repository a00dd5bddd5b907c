"""What mana may be spent on, and what it does there (CR 106.6, 609.4b)."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.amount import Condition
from castable.model.filter import Filter
from castable.model.mana import Mana

__all__ = ["SpendAs", "SpendOnly", "SpentBonus"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendAs:
    """Mana of the types in `mana` (all when None) may be spent as though it were of any color, of any type, or of the
    types in `as_mana`, by its controller or by `who` (CR 609.4b); with `only` it may be spent in no other way.

    `applies_to` limits it to spells that match, `activating` to abilities of permanents that match; where both are
    given it is about either.
    """

    any_type: bool = False
    mana: Mana | None = None
    as_mana: Mana | None = None
    only: bool = False
    who: str = "you"
    applies_to: Filter | None = None
    activating: Filter | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendOnly:
    """Only some mana may be spent to cast this spell or activate this ability: mana that sources matching `made_by`
    produced, whatever they are now (CR 106.3); mana of the types in `mana` (none where it is empty), or of the color
    chosen for the source; for {X} in its mana cost only mana of the types in `on_x`, each unit of another type where
    they must be `different`."""

    made_by: Filter | None = None
    mana: Mana | None = None
    chosen_color: bool = False
    on_x: Mana | None = None
    different: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpentBonus:
    """A spell does more for the mana spent to cast it: for each color of that mana when `each_color` (sunburst,
    converge: CR 702.44), when `mana` is part of it (adamant, "if {R}{R} was spent"), once for each such part when
    `each`. It bears on no payment's legality, only on which is the better one. `applies_to` None means this spell.
    """

    mana: Mana | None = None
    each: bool = False
    each_color: bool = False
    applies_to: Filter | None = None
