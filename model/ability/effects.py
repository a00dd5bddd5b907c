"""Continuous effects on permanents, and how permanents enter (CR 611, 613, 614.1c)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from castable.model.ability.words import Zone
from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.filter import Filter

if TYPE_CHECKING:
    from castable.model.ability import Ability

__all__ = ["Becomes", "Boost", "Enters", "Grant", "LandTypes", "ThisTurn"]


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
    the creature type chosen for the source when `chosen`, of no land type when `no_land_types`, and no creatures when
    `not_creature`. `colors` are
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
    not_creature: bool = False
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
class Enters:
    """How this permanent enters the battlefield (CR 614.1c-d): of use when plays follow one another.

    It enters tapped when `tapped`, except while `unless` holds or when `unless_paid` is paid; with `amount` counters
    of the kind `counter`; as its controller chooses a `choose` (`color`, `creature type`) or, where `copies` says of
    what, as a copy, which has the types in `besides` and the abilities in `has` beside those it copies (CR 707.9).
    """

    tapped: bool = False
    unless: Condition | None = None
    unless_paid: Cost | None = None
    counter: str = ""
    amount: Amount = Amount.fixed(0)
    choose: str = ""
    copies: Filter | None = None
    besides: tuple[str, ...] = ()
    has: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """Creatures that match `to` get this much more power and toughness (CR 613.4c)."""

    to: Filter
    power: Amount = Amount.fixed(0)
    toughness: Amount = Amount.fixed(0)
    condition: Condition | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThisTurn:
    """All that goes on for the rest of the turn once this spell, or the activated ability with the cost `of`, has
    resolved (CR 611.2): `abilities` are those of a source that its controller has until then."""

    abilities: tuple[Ability, ...]
    of: Cost | None = None
