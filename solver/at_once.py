"""Yes or no at once: spells on which nothing bears but the moment, their targets and their mana cost.

Most of what may be asked when a spell is cast (CR 601.2) has an answer that depends on the board alone, and on most
boards it is that nothing bears on it: no effect changes costs, lets spells be cast otherwise or forbids them. A spell
of your hand whose own text asks for nothing more either can be cast exactly when the moment allows it, its targets are
there and its mana cost can be paid; alternative and optional costs of its own only add ways. For any other spell there
is no answer here.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cached_property

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    Becomes,
    Boost,
    CastOnly,
    CostChange,
    CostKind,
    Enters,
    Grant,
    Help,
    HelpToPay,
    Keyword,
    LandPlays,
    LandTypes,
    LifeForMana,
    ManaAbility,
    Modes,
    OptionalCost,
    Permission,
    ProductionReplacement,
    Prohibition,
    SpellMana,
    SpellTargets,
    SpendAs,
    SpendOnly,
    SpentBonus,
    TapDamage,
    ThisTurn,
    TriggeredMana,
    TriggeredManaAbility,
    Unread,
    Zone,
)
from castable.model.card import Face, Layout
from castable.model.evaluate import View
from castable.model.event import EnterTapped, SpellEffect, TriggeredAbility
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.solver.access import facts_of
from castable.solver.as_cast import has_x, matches_as_cast
from castable.solver.offers import takes_part
from castable.solver.plays import Verdict, verdict
from castable.solver.targets import why_without_target
from castable.solver.timing import why_not_now

__all__ = ["AtOnce"]

_INERT = (
    ActivatedAbility
    | Becomes
    | Boost
    | EnterTapped
    | Enters
    | LandPlays
    | LandTypes
    | ManaAbility
    | ProductionReplacement
    | SpellEffect
    | SpellMana
    | SpentBonus
    | TapDamage
    | ThisTurn
    | TriggeredAbility
    | TriggeredMana
    | TriggeredManaAbility
)
"""Abilities that bear on no casting, of their own card or another, but by mana and by what their objects are."""
_OF_SPELLS = CastOnly | Keyword | Modes | SpellTargets | SpendAs | SpendOnly
"""Abilities that bear on nothing but the casting of their own card, and on mana."""
_BY_MODE = frozenset({"escalate", "spree", "tiered", "entwine"})
"""Optional costs that depend on the modes chosen."""
_SEVERAL = frozenset({Layout.SPLIT, Layout.MODAL, Layout.ADVENTURE, Layout.PROTOTYPE})
"""Layouts of which more than the front face may be cast from hand."""


class _Says(IntEnum):
    """What the text of a spell says about how it is cast and paid for."""

    NOTHING = 0
    """Its mana cost is all there is to pay; beside it only more mana that is no use to who can't pay it."""
    OTHER_WAYS = 1
    """There are other ways to pay, or other moments, beside those of its mana cost."""
    MORE = 2
    """Something else."""


class AtOnce:
    """The verdicts on spells in hand that can be told at once. `pays` says whether a mana cost can be paid, None where
    that takes more to know; it is asked on no board with effects that bear on casting."""

    def __init__(self, state: State, pays: Callable[[ManaCost], bool | None]) -> None:
        self._state = state
        self._pays = pays

    def verdict(self, spell: str) -> Verdict | None:
        """Whether a card in hand can be cast now, with any choices; None where it takes more to know."""
        held = self._hand.get(spell.casefold())
        cost = None if held is None else _least(held.card.front.mana_cost)
        if held is None or cost is None or not self._is_undisturbed:
            return None
        face = held.card.front
        says = max(map(_says, face.abilities), default=_Says.NOTHING)
        if says is _Says.MORE or self._is_changed(held, face):
            return None
        late = why_not_now(self._state, face)
        if late is None and takes_part(self._state, held.id, ()):
            return None
        paid = late is None and self._pays(cost)
        if paid:
            missing = why_without_target(self._state, face, Choices(x=0 if has_x(face) else None))
            return None if missing else Verdict(True)
        if says is _Says.OTHER_WAYS or paid is None:
            return None
        return Verdict(False, late or (lambda: verdict(self._state, spell).cause))

    @cached_property
    def _hand(self) -> dict[str, CardInZone]:
        """The cards in hand of which the front face alone can be cast, by name."""
        names: dict[str, CardInZone] = {}
        for held in self._state.you.hand:
            for name in (held.card.name, *(face.name for face in held.card.faces)):
                names.setdefault(name.casefold(), held)
        return {name: held for name, held in names.items() if _is_one_spell(held, name)}

    @cached_property
    def _is_undisturbed(self) -> bool:
        """Whether no effect bears on the casting of spells, on what they cost and how they are paid for."""
        state = self._state
        if state.resolving or any(True for spell in state.stack for _ in spell.card.front.of(CostChange)):
            return False
        if any(change.zone is Zone.ANY for card in state.you.command for change in card.card.front.of(CostChange)):
            return False
        if any(cost.keyword == "splice" for card in state.you.hand for cost in card.card.front.of(OptionalCost)):
            return False
        there = (*state.permanents(), *state.lasting)
        return not any(_bears_on_spells(ability, side) for side, one in there for ability in one.face.abilities)

    @cached_property
    def _changes(self) -> list[tuple[Filter, View]]:
        """The spells that an effect in play makes cost more or less, and from where these words are meant."""
        return [
            (change.applies_to, View(self._state, permanent, side))
            for side, permanent in self._state.permanents_with(CostChange)
            for change in permanent.face.of(CostChange)
            if change.applies_to is not None and change.who in ("any", side) and change.kind is CostKind.SPELL
        ]

    def _is_changed(self, held: CardInZone, face: Face) -> bool:
        """Whether an effect may change what the spell costs."""
        facts = facts_of(held, "hand")
        return any(
            has_x(face) or any(matches_as_cast(what, face, view, said) for said in (facts, facts | {"kicked"}))
            for what, view in self._changes
        )


def _is_one_spell(held: CardInZone, name: str) -> bool:
    """Whether a card asked for by this name can be cast from hand as its front face and nothing else."""
    card = held.card
    named = name in (card.name.casefold(), card.front.name.casefold())
    return named and card.layout not in _SEVERAL and not card.front.is_land and not held.via and not held.marked


def _least(cost: ManaCost | None) -> ManaCost | None:
    """A mana cost with the least X; None where there is no mana to pay."""
    if cost is None or len(set(cost.variables)) > 1:
        return None
    least = cost.with_x(0) if cost.variables else cost
    return None if least == ManaCost.ZERO else least


def _says(ability: Ability) -> _Says:
    """What an ability of a spell says about casting it."""
    match ability:
        case CastOnly() | Modes() | SpellTargets():
            return _Says.NOTHING  # when it may be cast and what it needs is asked about
        case Keyword(name=name):
            return _Says.MORE if name.endswith("offering") else _Says.NOTHING
        case OptionalCost(applies_to=None, keyword=keyword, mode=mode):
            if mode is not None or keyword in _BY_MODE:
                return _Says.MORE
            more = ability.cost.parts or ability.less is not None or ability.flash
            return _Says.OTHER_WAYS if more else _Says.NOTHING
        case AlternativeCost(applies_to=None):
            return _Says.OTHER_WAYS
        case HelpToPay(applies_to=None, help=help_):
            return _Says.MORE if help_ is Help.ASSIST else _Says.OTHER_WAYS
        case Permission(what=None, zone=zone):
            return _Says.OTHER_WAYS if zone is Zone.HAND else _Says.NOTHING
        case AdditionalCost(applies_to=None) | CostChange(applies_to=None):
            return _Says.MORE
        case AdditionalCost() | AlternativeCost() | CostChange() | HelpToPay() | OptionalCost() | Permission():
            return _Says.NOTHING  # about other spells
        case Grant() | LifeForMana() | Prohibition():
            return _Says.NOTHING  # of use in play alone
        case Unread():
            bears = ability.may_bear_on_payment or ability.may_bear_on_casting
            return _Says.MORE if bears and ability.may_bear_on_own_casting else _Says.NOTHING
    return _Says.NOTHING if isinstance(ability, _INERT) else _Says.MORE


def _bears_on_spells(ability: Ability, side: str) -> bool:
    """Whether an ability in play, of a permanent on that side, may bear on the casting of your spells, beside what it
    does to mana and (for all of a spell's cost) makes cost more or less."""
    match ability:
        case Prohibition(what=what):
            return what == "cast"
        case AdditionalCost(applies_to=wanted, who=who):
            return wanted is not None and who in ("any", side)
        case AlternativeCost(applies_to=wanted, who=who) | Permission(what=wanted, who=who):
            return wanted is not None and (side == "you" or who == "any")
        case OptionalCost(applies_to=wanted) | HelpToPay(applies_to=wanted):
            return wanted is not None and side == "you"
        case CostChange(of=keyword):
            return bool(keyword)
        case Grant(abilities=granted):
            return side == "you" and any(isinstance(one, AlternativeCost) for one in granted)
        case LifeForMana():
            return side == "you"
        case Unread():
            return ability.may_bear_on_payment or ability.may_bear_on_casting
    return not isinstance(ability, _INERT | _OF_SPELLS)
