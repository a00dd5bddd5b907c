"""Abilities as plain data: everything on a card that bears on paying for and casting spells.

Each class is one kind of ability. All fields have a text form or are plain values, so that an ability is written the
same way in the built-in pool (TOML), in `castable cards show --json` and by the Oracle reader
(see `castable.model.data`).
"""

from __future__ import annotations

from castable.model.ability.activated import ActivatedAbility, ManaAbility
from castable.model.ability.casting import CastOnly, LandPlays, Modes, Permission, Prohibition, SpellTargets
from castable.model.ability.costs import (
    AdditionalCost,
    AlternativeCost,
    CostChange,
    HelpToPay,
    LifeForMana,
    OptionalCost,
)
from castable.model.ability.effects import Becomes, Boost, Enters, Grant, LandTypes, ThisTurn
from castable.model.ability.plain import Keyword, Unread
from castable.model.ability.production import (
    ProductionReplacement,
    SpellMana,
    TapDamage,
    TriggeredMana,
    TriggeredManaAbility,
)
from castable.model.ability.spending import SpendAs, SpendOnly, SpentBonus
from castable.model.ability.words import CostKind, Help, Timing, Zone
from castable.model.event import EnterTapped, SpellEffect, TriggeredAbility

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
    "TapDamage",
    "ThisTurn",
    "Timing",
    "TriggeredMana",
    "TriggeredManaAbility",
    "Unread",
    "Zone",
]

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
    | TapDamage
    | TriggeredMana
    | Enters
    | Boost
    | ThisTurn
    | TriggeredAbility
    | SpellEffect
    | EnterTapped
    | Unread
)
