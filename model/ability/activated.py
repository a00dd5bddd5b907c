"""Activated abilities (CR 602, 605)."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.ability.costs import CostChange
from castable.model.ability.spending import SpendOnly
from castable.model.ability.words import Timing, Zone
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.event import Instruction
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.production import Production

__all__ = ["ActivatedAbility", "ManaAbility"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManaAbility:
    """An activated ability that adds mana, has no target and is no loyalty ability (CR 605.1a).

    `limit` is uses per turn, `condition` what must hold to activate it, `damage` what it deals to its controller when
    it resolves (not a cost: CR 605.3b), `life_gain` what it gains. `moves_library_card` marks those that stopped being
    mana abilities with the rules of August 2026. `riders` are effects that bear on no payment, in a few words each.
    """

    cost: Cost
    adds: Production
    condition: Condition | None = None
    limit: int | None = None
    timing: Timing = Timing.ANY
    restriction: Restriction | None = None
    damage: int = 0
    life_gain: int = 0
    moves_library_card: bool = False
    zone: Zone = Zone.BATTLEFIELD
    sacrifice_if_none: str = ""
    """The kind of counter without which the source is sacrificed as the ability resolves."""
    instead: Production | None = None
    """What it adds instead of `adds` while `instead_if` holds as it resolves (CR 614.15)."""
    instead_if: Condition | None = None
    riders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivatedAbility:
    """An activated ability that is no mana ability: it uses the stack. `effect` is a few words for people,
    `own_changes` what it says of its own cost. `up_to` are targets that may be left out; with `open_targets` there may
    be more, of which it is not known how many and what. `x` is what the text says of X (CR 107.3c)."""

    cost: Cost
    keyword: str = ""
    timing: Timing = Timing.ANY
    condition: Condition | None = None
    limit: int | None = None
    targets: tuple[Filter, ...] = ()
    zone: Zone = Zone.BATTLEFIELD
    adds: Production | None = None
    spend_only: SpendOnly | None = None
    effect: str = ""
    up_to: tuple[Filter, ...] = ()
    open_targets: bool = False
    x: Condition | None = None
    does: tuple[Instruction, ...] = ()
    own_changes: tuple[CostChange, ...] = ()

    @property
    def is_loyalty(self) -> bool:
        """A loyalty ability (CR 606)."""
        return any(part.verb.value.startswith("Loyalty") for part in self.cost.parts)
