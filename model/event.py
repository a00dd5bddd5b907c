"""What happens when something happens: triggered abilities, and instructions as structured data (CR 603, 608.2).

An instruction is one step of what a spell or ability does as it resolves; `castable.solver.choices` carries it out. As
abilities, they are written in the form of `castable.model.data`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.filter import Filter

__all__ = [
    "ChangeSize",
    "CopySpell",
    "CreateTokens",
    "DealDamage",
    "Discard",
    "Draw",
    "EnterTapped",
    "Event",
    "Exile",
    "GainLife",
    "GetEmblem",
    "HighestLosesLife",
    "Instruction",
    "LookAtTop",
    "LoseLife",
    "May",
    "MayPayLife",
    "RevealFromHand",
    "SetSize",
    "SpellEffect",
    "SwitchSize",
    "Tap",
    "TopToHand",
    "TriggeredAbility",
    "Who",
]


class Event(StrEnum):
    """What a triggered ability waits for."""

    ENTERS = "enters"
    """An object enters the battlefield (CR 603.6a)."""
    COMBAT_DAMAGE = "combat damage"
    """An object deals combat damage to a player (CR 510.3)."""
    CAST = "cast"
    """You cast a spell; a copy that is put onto the stack is not cast (CR 707.10)."""


class Who(StrEnum):
    """The player, or the object, that an instruction is about."""

    YOU = "you"
    TARGET = "target"
    CONTROLLER = "controller"
    """The controller of the target."""
    EACH_OPPONENT = "each opponent"
    EACH_PLAYER = "each player"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredAbility:
    """An ability that triggers on `event` about an object that matches `of`, and is no mana ability (CR 603).

    With `together` ("one or more") it triggers once for each player who is dealt damage at one time, however many
    objects deal it (CR 603.2c). `if_kicked` is the kicker cost without which it does not trigger, or `any` for any of
    them; `condition` must hold as it triggers and as it resolves (CR 603.4). One target is chosen for each filter of
    `targets`, at most one for each of `up_to` (CR 603.3d, 115.6). It is an ability of a permanent, or of the emblem
    that an instruction makes.
    """

    event: Event
    does: tuple[Instruction, ...]
    of: Filter = Filter.parse("this")
    together: bool = False
    if_kicked: str = ""
    condition: Condition | None = None
    targets: tuple[Filter, ...] = ()
    up_to: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellEffect:
    """What an instant or a sorcery does as it resolves; its targets are those of `SpellTargets`."""

    does: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTapped:
    """Permanents that match `of` enter the battlefield tapped, while this is in play (CR 614.1d)."""

    of: Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class GainLife:
    """A player gains life (CR 119.3)."""

    amount: Amount
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLife:
    """A player loses life (CR 119.3). The amount `revealed(mv)` is the mana value of the card revealed before."""

    amount: Amount
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtTop:
    """You look at the top card of your library, which nobody else may (CR 701.20e)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopToHand:
    """The top card of your library goes to your hand, revealed to all first when `reveal` (CR 701.20)."""

    reveal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Players discard cards of their choice: they choose in turn order, unseen, and discard at once (CR 101.4)."""

    who: Who
    number: Amount = Amount.fixed(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealFromHand:
    """Players reveal cards of their choice from their hands, in turn order; each sees what was revealed before
    (CR 101.4b)."""

    who: Who
    number: Amount = Amount.fixed(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighestLosesLife:
    """Each player who discarded a card with the greatest mana value of the cards just discarded loses so much life."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """The target becomes tapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealDamage:
    """Damage, of which `by` is the source: `you` for the source of the ability, `target` for the target (CR 120).

    `to` is a player, or `target`. While `instead_if` holds as it resolves the damage is `instead`. An amount that
    measures an object measures the source of the damage.
    """

    amount: Amount
    to: Who = Who.TARGET
    by: Who = Who.YOU
    instead: Amount | None = None
    instead_if: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSize:
    """The targets have this base power and toughness until the end of `until` (CR 613.4b)."""

    power: int
    toughness: int
    until: str = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSize:
    """The targets get so much more power and toughness until the end of `until` (CR 613.4c)."""

    power: int = 0
    toughness: int = 0
    until: str = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchSize:
    """Power and toughness of the targets are switched until the end of `until` (CR 613.4d)."""

    until: str = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """You draw cards."""

    number: Amount = Amount.fixed(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTokens:
    """A player creates creature tokens (CR 111): you, or for each object exiled before, its `controller`."""

    name: str
    type: str
    colors: str = ""
    power: int = 0
    toughness: int = 0
    number: Amount = Amount.fixed(1)
    who: Who = Who.YOU


@dataclass(frozen=True, slots=True, kw_only=True)
class Exile:
    """The targets are exiled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEmblem:
    """You get an emblem with these abilities, in the command zone (CR 114)."""

    abilities: tuple[TriggeredAbility, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CopySpell:
    """The spell that the ability triggered on is copied, even if it is gone, or the spell that is the `target`; with
    `new_targets` other targets may be chosen for the copy (CR 707.10). With `not_legendary` the copy is not legendary.
    """

    new_targets: bool = False
    target: bool = False
    not_legendary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class May:
    """You may do this, having paid `cost` where there is one; if you do, all of it (CR 118.12, 608.2c-d)."""

    does: tuple[Instruction, ...]
    cost: Cost | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MayPayLife:
    """Each of these players may pay so much life, all at once (CR 101.4, 119.4); nothing hangs on who does."""

    who: Who
    amount: Amount


Instruction = (
    GainLife
    | LoseLife
    | LookAtTop
    | TopToHand
    | Discard
    | RevealFromHand
    | HighestLosesLife
    | Tap
    | DealDamage
    | SetSize
    | ChangeSize
    | SwitchSize
    | Draw
    | CreateTokens
    | Exile
    | GetEmblem
    | CopySpell
    | May
    | MayPayLife
)
"""One step of what a spell or ability does."""
