"""Abilities as plain data: everything on a card that bears on paying for and casting spells.

Each class is one kind of ability. All fields have a text form or are plain values, so that an ability is written the
same way in the built-in pool (TOML), in `castable cards show --json` and by the Oracle reader
(see `castable.model.data`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.event import EnterTapped, Instruction, SpellEffect, TriggeredAbility
from castable.model.filter import Filter
from castable.model.mana import Mana, Restriction
from castable.model.production import Addition, Production
from castable.model.symbol import ManaCost

__all__ = [
    "Ability",
    "ActivatedAbility",
    "AdditionalCost",
    "AlternativeCost",
    "Becomes",
    "Boost",
    "CastOnly",
    "CostChange",
    "CostKind",
    "Enters",
    "Grant",
    "Help",
    "HelpToPay",
    "Keyword",
    "LandPlays",
    "LandTypes",
    "LifeForMana",
    "ManaAbility",
    "Modes",
    "OptionalCost",
    "Permission",
    "ProductionReplacement",
    "Prohibition",
    "SpellMana",
    "SpellTargets",
    "SpendAs",
    "SpendOnly",
    "SpentBonus",
    "Timing",
    "TriggeredManaAbility",
    "Unread",
    "Zone",
]


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
    `own_changes` what it says of its own cost."""

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
    does: tuple[Instruction, ...] = ()
    own_changes: tuple[CostChange, ...] = ()

    @property
    def is_loyalty(self) -> bool:
        """A loyalty ability (CR 606)."""
        return any(part.verb.value.startswith("Loyalty") for part in self.cost.parts)


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


class CostKind(StrEnum):
    """What a cost change or an alternative cost applies to."""

    SPELL = "spell"
    ABILITY = "ability"


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
class Permission:
    """Cards that match `what` (None: this card) may be cast from `zone` of `whose` cards (CR 601.3), lands among them
    played when `lands`; with `flash`, whenever an instant may be cast (CR 601.3b). `limit` is how often a turn, and a
    card cast so may be paid for with mana of any type when `any_type`, else as `spend_as` says (CR 118.14). Such a
    spell costs `more`; where there is an `alternative` that is how it must be paid for. With `set_up` it is not the
    ability of a permanent but what an effect of the card lets be done with the cards that it chose.
    """

    what: Filter | None = None
    zone: Zone = Zone.GRAVEYARD
    whose: str = "you"
    lands: bool = False
    flash: bool = False
    any_type: bool = False
    limit: int | None = None
    condition: Condition | None = None
    spend_as: SpendAs | None = None
    more: ManaCost | None = None
    alternative: AlternativeCost | None = None
    set_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CastOnly:
    """This card may be cast only while `condition` holds (CR 601.3)."""

    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class LandPlays:
    """`more` lands than usual (None: any number) may be played each turn of yours, of each player's when `who` is `any`
    (CR 305.2)."""

    more: Amount | None = Amount.fixed(1)
    who: str = "you"
    condition: Condition | None = None


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
    applied last.
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


class Help(StrEnum):
    """Ways to help pay once the total is fixed."""

    CONVOKE = "convoke"
    DELVE = "delve"
    IMPROVISE = "improvise"
    ASSIST = "assist"


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpToPay:
    """Convoke, delve, improvise or assist, on this spell or (with `applies_to`) granted to others while `condition`
    holds."""

    help: Help
    applies_to: Filter | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredManaAbility:
    """A triggered ability that goes off when `watches` is tapped for mana and adds mana (CR 605.1b).

    `made` limits it to a production that made one of these types; `who` is the player whose tapping counts;
    the mana goes to the tapping player, or to this ability's controller when `to_controller`.
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
class Grant:
    """Objects that match `to` have `abilities`, while its source is in `zone`."""

    to: Filter
    abilities: tuple[Ability, ...]
    condition: Condition | None = None
    zone: Zone = Zone.BATTLEFIELD


@dataclass(frozen=True, slots=True, kw_only=True)
class LandTypes:
    """Lands that match `of` are the basic land types `types`, in addition to their own when `also` (CR 305.6-7)."""

    of: Filter
    types: tuple[str, ...] = ()
    also: bool = False
    chosen: bool = False
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Becomes:
    """Permanents that match `of` have other characteristics: one effect with a part in each layer (CR 613.1d-f, 613.6).

    They are of the card types `types` and subtypes `subtypes`, in addition to their own when `also` (CR 205.1), of
    the creature type chosen for the source when `chosen`, and of no land type when `no_land_types`. `colors` are
    letters, empty for colorless, in addition to their own when `also_colors`; with `chosen_color` they are of the color
    chosen for the source. With `loses_abilities` they keep only `abilities`, and their mana abilities when
    `keeps_mana_abilities`. `power` and `toughness` are the base ones. Types and colors are also those of the spells and
    the cards outside the battlefield that match `elsewhere` (`spell` and `card` tell them apart).
    """

    of: Filter
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    also: bool = False
    chosen: bool = False
    no_land_types: bool = False
    colors: str | None = None
    chosen_color: bool = False
    also_colors: bool = False
    elsewhere: Filter | None = None
    loses_abilities: bool = False
    keeps_mana_abilities: bool = False
    abilities: tuple[Ability, ...] = ()
    power: str = ""
    toughness: str = ""
    condition: Condition | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Prohibition:
    """Something that can't be done (CR 101.2): `what` is `cast`, `activate`, `mana ability`, `play land`,
    `pay life`, `change life`, `sacrifice`; for objects that match `of`, by `who`, while `condition` holds."""

    what: str
    of: Filter = Filter.ANY
    who: str = "any"
    condition: Condition | None = None
    except_mana_abilities: bool = False
    limit: int | None = None
    """Allowed so many times a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A keyword ability named as the rulebook names it, in lower case: `flash`, `haste`, `split second`."""

    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellTargets:
    """What casting this spell needs: one target for each filter (CR 601.2c).

    `if_kicked` is the kicker cost without which these targets are not chosen (CR 702.33g), or the keyword of another
    cost, alternative or optional; with `each_kick` they are chosen once for each time it is paid. `mode` is the mode
    they belong to, counted from 1. `another` asks for others than the targets of the entries before it; `any_number`
    allows as many as wanted, none included (CR 115.6); with `of_x` there are X of them.
    """

    needs: tuple[Filter, ...]
    if_kicked: str = ""
    each_kick: bool = False
    mode: int | None = None
    another: bool = False
    any_number: bool = False
    of_x: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Modes:
    """A modal spell: from `at_least` to `at_most` of its `of` modes are announced (CR 601.2b, 700.2)."""

    of: int
    at_least: int = 1
    at_most: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellMana:
    """Mana that this spell adds as it resolves, which is too late to pay for another in progress (CR 605.5b)."""

    adds: Production
    restriction: Restriction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Enters:
    """How this permanent enters the battlefield (CR 614.1c-d): of use when plays follow one another.

    It enters tapped when `tapped`, except while `unless` holds or when `unless_paid` is paid; with `amount` counters
    of the kind `counter`; as its controller chooses a `choose` (`color`, `creature type`) or, where `copies` says of
    what, as a copy.
    """

    tapped: bool = False
    unless: Condition | None = None
    unless_paid: Cost | None = None
    counter: str = ""
    amount: Amount = Amount.fixed(0)
    choose: str = ""
    copies: Filter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """Creatures that match `to` get this much more power and toughness (CR 613.4c)."""

    to: Filter
    power: Amount = Amount.fixed(0)
    toughness: Amount = Amount.fixed(0)
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Text that castable has not understood, and what it may bear on.

    Text that may bear on a payment makes every question unsure that looks at the object. Text that may bear on casting
    alone (targets, timing, abilities that use the stack) leaves costs and payments as they are. Text of an ability that
    does nothing while its own card is cast (CR 113.6) bears on other questions alone.
    """

    text: str
    may_bear_on_payment: bool = True
    may_bear_on_casting: bool = True
    may_bear_on_own_casting: bool = True


Ability = (
    ManaAbility
    | ActivatedAbility
    | OptionalCost
    | AdditionalCost
    | AlternativeCost
    | Permission
    | CastOnly
    | LandPlays
    | LifeForMana
    | CostChange
    | HelpToPay
    | TriggeredManaAbility
    | ProductionReplacement
    | Grant
    | LandTypes
    | Becomes
    | SpendAs
    | SpendOnly
    | SpentBonus
    | Prohibition
    | Keyword
    | SpellTargets
    | Modes
    | SpellMana
    | Enters
    | Boost
    | TriggeredAbility
    | SpellEffect
    | EnterTapped
    | Unread
)
