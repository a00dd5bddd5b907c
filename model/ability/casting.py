"""When and from where cards may be cast and played, and what a spell needs (CR 601.3, 115, 305)."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.ability.costs import AlternativeCost
from castable.model.ability.spending import SpendAs
from castable.model.ability.words import Zone
from castable.model.amount import Amount, Condition
from castable.model.filter import Filter
from castable.model.symbol import ManaCost

__all__ = ["CastOnly", "LandPlays", "Modes", "Permission", "Prohibition", "SpellTargets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """Cards that match `what` (None: this card) may be cast from `zone` of `whose` cards (CR 601.3), lands among them
    played when `lands`; with `flash`, whenever an instant may be cast (CR 601.3b). `limit` is how often a turn, and a
    card cast so may be paid for with mana of any type when `any_type`, else as `spend_as` says (CR 118.14). Such a
    spell costs `more`; where there is an `alternative` that is how it must be paid for. What a permanent gives is for
    `who` (`you`, or `any` player). With `set_up` it is not the ability of a permanent but what an effect of the card
    lets be done with the cards that it chose.
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
    who: str = "you"
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
class Prohibition:
    """Something that can't be done (CR 101.2): `what` is `cast`, `activate`, `activate loyalty`, `mana ability`,
    `play land`, `pay life`, `change life`, `sacrifice`, `crew`, `target player` (the controller), `target card` (in
    graveyards), `target with spells`, `target with abilities`; for objects that match `of`, by `who`, while
    `condition` holds. What targets matches `by`: the spell, or the source of the ability."""

    what: str
    of: Filter = Filter.ANY
    who: str = "any"
    by: Filter = Filter.ANY
    condition: Condition | None = None
    except_mana_abilities: bool = False
    limit: int | None = None
    """Allowed so many times a turn."""
    above: Amount | None = None
    """Only spells of a greater mana value than this, which is read for the caster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellTargets:
    """What casting this spell needs: one target for each filter (CR 601.2c).

    `if_kicked` is the kicker cost without which these targets are not chosen (CR 702.33g), or the keyword of another
    cost, alternative or optional; with `each_kick` they are chosen once for each time it is paid. `unless` is
    the cost with which they are not chosen (cleave: CR 702.148b), named like that. `mode` is the mode
    they belong to, counted from 1. `another` asks for others than the targets of the entries before it; `any_number`
    allows as many as wanted, none included (CR 115.6), or up to `at_most` of them (of what
    is not known where `needs` is empty); with `of_x` there are X of them.
    """

    needs: tuple[Filter, ...]
    if_kicked: str = ""
    each_kick: bool = False
    unless: str = ""
    mode: int | None = None
    another: bool = False
    any_number: bool = False
    at_most: int | None = None
    of_x: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Modes:
    """A modal spell: from `at_least` to `at_most` of its `of` modes are announced (CR 601.2b, 700.2), or up to `more`,
    `more_at_least` at the least where that is told, while `more_if` holds as it is cast."""

    of: int
    at_least: int = 1
    at_most: int = 1
    more: int = 0
    more_at_least: int | None = None
    more_if: Condition | None = None
