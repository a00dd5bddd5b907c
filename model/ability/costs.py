"""What spells and abilities cost: additional and alternative costs, changes, help to pay (CR 118, 601.2f)."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.ability.words import CostKind, Help, Zone
from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.symbol import ManaCost

__all__ = ["AdditionalCost", "AlternativeCost", "CostChange", "HelpToPay", "LifeForMana", "OptionalCost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalCost:
    """An optional additional cost that is announced (CR 601.2b): kicker, multikicker, buyback, entwine, replicate ...

    `keyword` names it, `additional cost` where it has no keyword; `times` is the largest number of times it may be
    paid, None for any number. One with a `mode` is due exactly when that mode is chosen (spree, tiered: CR 702.172,
    702.183), escalate once for each mode beyond the first (CR 702.120), strive and the like are a `CostChange` counted
    in targets. `applies_to` None means this spell; otherwise it may be paid for matching spells of its controller.
    `less` is what the spell then costs less for each time it is paid, colored mana off colored only when
    `only_colored`. With `flash` a spell for which it is paid may be cast whenever an instant may be. It is there only
    while `condition` holds.
    """

    keyword: str
    cost: Cost
    times: int | None = 1
    mode: int | None = None
    applies_to: Filter | None = None
    less: ManaCost | None = None
    only_colored: bool = False
    flash: bool = False
    condition: Condition | None = None

    @property
    def is_kicker(self) -> bool:
        """Kicker or multikicker (CR 702.33)."""
        return self.keyword in ("kicker", "multikicker")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditionalCost:
    """A mandatory additional cost; more than one entry in `one_of` means the caster chooses (CR 118.8)."""

    one_of: tuple[Cost, ...]
    applies_to: Filter | None = None
    """None: this spell. Otherwise spells (or `manaability`-free abilities) that match, cast by `who`."""
    who: str = "you"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeCost:
    """A cost that may be paid rather than the mana cost (CR 118.9); at most one applies (CR 118.9a).

    `cost` None means "without paying its mana cost"; with `on_top` the parts of `cost` are paid beside the mana cost of
    the card. `applies_to` None means this spell; otherwise it is an effect of a permanent that offers the cost for
    spells that match. `keyword` is the keyword, `free`, or the name of the card that offers it. `zone` is where the
    card must be: a keyword such as flashback allows casting from there too. With `flash` a spell cast so may be cast
    whenever an instant may be. What a permanent offers is for `who` (`you`, or `any` player, from whose seat
    `condition` is then seen), at most `limit` times a turn, for spells of a mana value of at most `most`; `kind` tells
    whether it is for spells or for abilities. The amount `mv` in a cost is the mana value of the spell.
    """

    keyword: str
    cost: Cost | None = None
    zone: Zone = Zone.HAND
    condition: Condition | None = None
    applies_to: Filter | None = None
    on_top: bool = False
    flash: bool = False
    kind: CostKind = CostKind.SPELL
    who: str = "you"
    limit: int | None = None
    most: Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeForMana:
    """For each symbol of `mana` in a cost of yours, `life` life may be paid rather than that mana, as the cost is paid.

    `applies_to` limits it to the costs of spells that match.
    """

    mana: Mana
    life: int = 2
    applies_to: Filter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CostChange:
    """An effect that makes spells or abilities cost more or less, or not less than a floor (CR 601.2f).

    With the zone `any` it works in the command zone as it does in play.

    `more` and `less` are mana per unit of `times`; `applies_to` None means this spell itself. `who` is whose spells:
    `you`, `opponent` or `any`. `of` is the keyword of an additional or alternative cost, of which no more than the
    generic mana comes off, or for which `more` is added. `only_colored` keeps a colored reduction from reaching generic
    mana; `minimum` is a floor under this reduction alone ("not below one mana"), `floor` one under the whole total,
    applied last. Where it is not about your spells alone, `castthisturn` in `times` is what the caster has cast.
    """

    applies_to: Filter | None = None
    kind: CostKind = CostKind.SPELL
    who: str = "you"
    more: ManaCost | None = None
    less: ManaCost | None = None
    more_life: int = 0
    times: Amount = Amount.fixed(1)
    of: str = ""
    only_colored: bool = False
    up_to: bool = False
    minimum: int | None = None
    floor: int | None = None
    condition: Condition | None = None
    targets: Filter | None = None
    """Applies when the spell targets something that matches."""
    zone: Zone = Zone.BATTLEFIELD


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpToPay:
    """Convoke, delve, improvise or assist, on this spell or (with `applies_to`) granted to others while `condition`
    holds."""

    help: Help
    applies_to: Filter | None = None
    condition: Condition | None = None
