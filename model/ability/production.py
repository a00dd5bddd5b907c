"""What becomes of mana as it is made, and mana that spells add (CR 605, 106.12, 614)."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.amount import Condition
from castable.model.filter import Filter
from castable.model.mana import Mana, Restriction
from castable.model.production import Addition, Production

__all__ = ["ProductionReplacement", "SpellMana", "TapDamage", "TriggeredMana", "TriggeredManaAbility"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredManaAbility:
    """A triggered ability that goes off when `watches` is tapped for mana and adds mana (CR 605.1b).

    `made` limits it to a production that made one of these types; `who` is the player whose tapping counts;
    the mana goes to the tapping player, or to this ability's controller when `to_controller`. With `any_ability` it
    goes off whenever an ability of what it watches adds mana, whether that is tapped or not.
    """

    watches: Filter
    adds: Production
    who: str = "any"
    made: Mana | None = None
    to_controller: bool = False
    made_chosen_color: bool = False
    """As `made`, with the color chosen for the source."""
    restriction: Restriction | None = None
    condition: Condition | None = None
    any_ability: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductionReplacement:
    """A replacement effect on the mana that tapping `watches` produces (CR 106.12b, 616).

    Either the amount is multiplied (`factor`), or the mana becomes `instead`, one unit for each unit made when
    `keep_amount`, else exactly that production. `if_more_than` asks for more than so many units, `made` for a type.
    """

    watches: Filter
    who: str = "any"
    factor: int = 1
    instead: Production | None = None
    keep_amount: bool = False
    if_more_than: int = 0
    made: Mana | None = None
    plus: Addition | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellMana:
    """Mana that this spell adds as it resolves, which is too late to pay for another in progress (CR 605.5b)."""

    adds: Production
    restriction: Restriction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TapDamage:
    """A triggered ability by which a permanent that becomes tapped (with `for_mana`: is tapped for mana) costs its
    controller `damage` life. It waits for the stack (CR 603.3), so it bears on no payment's legality, only on which is
    the better one."""

    watches: Filter
    damage: int
    for_mana: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredMana:
    """Mana that a triggered ability adds which is no mana ability and waits for the stack (CR 605.5a): it pays for
    nothing in progress, and counts for what its source could produce (CR 106.7)."""

    adds: Production
