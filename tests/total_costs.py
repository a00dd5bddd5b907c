"""What tests of total costs share: costs in few words, totals, and lists of payments that have been proved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hand_built import card

from castable.model.ability import (
    Ability,
    AdditionalCost,
    AlternativeCost,
    CostChange,
    Help,
    HelpToPay,
    OptionalCost,
    Zone,
)
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.payment import Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.abilities import payments_of_ability
from castable.solver.announce import Wishes, subjects
from castable.solver.explain import Cause
from castable.solver.payments import Payments, payments
from castable.solver.plays import activation_verdict, verdict
from castable.solver.referee import execute
from castable.solver.total_cost import total_costs

__all__ = [
    "activated",
    "activation_refused",
    "changes",
    "count",
    "effect",
    "helped",
    "instead",
    "listed",
    "must",
    "optional",
    "refused",
    "totals",
]

_LISTS = ("taps", "exiles", "sacrifices", "discards", "returns")


def effect(name: str, *abilities: Ability, cost: str = "{2}{B}", types: str = "enchantment") -> Card:
    """A permanent that is there for its abilities."""
    return card(name, types, *abilities, cost=cost)


def changes(what: str = "spell", **fields: Any) -> CostChange:
    """What makes matching spells cost `more` or `less`, both in mana symbols."""
    costs: dict[str, Any] = {key: ManaCost.parse(fields.pop(key)) for key in ("more", "less") if key in fields}
    return CostChange(applies_to=Filter.parse(what), **costs, **fields)


def must(*costs: str) -> AdditionalCost:
    """One of these costs is paid in addition."""
    return AdditionalCost(one_of=tuple(map(Cost.parse, costs)))


def optional(keyword: str, cost: str, times: int | None = 1, **fields: Any) -> OptionalCost:
    """An optional additional cost."""
    return OptionalCost(keyword=keyword, cost=Cost.parse(cost), times=times, **fields)


def instead(keyword: str, cost: str | None, zone: Zone = Zone.HAND, **fields: Any) -> AlternativeCost:
    """An alternative cost; None for none at all."""
    return AlternativeCost(keyword=keyword, cost=None if cost is None else Cost.parse(cost), zone=zone, **fields)


def helped(by: str) -> HelpToPay:
    """Convoke and the like."""
    return HelpToPay(help=Help(by))


def totals(state: State, name: str = "Spell", **wishes: Any) -> set[str]:
    """Every total cost that choices agreeing with the wishes come to, payable or not."""
    chosen = Wishes(**wishes)
    return {str(one.total) for one in total_costs(state, subjects(state, name, chosen), chosen)}


def count(state: State, name: str = "Spell", **wishes: Any) -> int:
    """The number of payments."""
    return payments(state, name, Wishes(**wishes)).count()


def listed(state: State, name: str = "Spell", *, referee: bool = True, **wishes: Any) -> list[str]:
    """What each payment is beyond its name and total, sorted, each proved."""
    return _proved(state, payments(state, name, Wishes(**wishes)), referee)


def activated(state: State, name: str, ability: str, *, referee: bool = True, **wishes: Any) -> list[str]:
    """As `listed`, for an activated ability by its printed cost."""
    return _proved(state, payments_of_ability(state, name, Cost.parse(ability), Wishes(**wishes)), referee)


def _proved(state: State, found: Payments, referee: bool) -> list[str]:
    """The payments in words, once each reads back, is found in the list, and comes to what the referee makes of it."""
    every = list(found)
    assert len(every) == len(set(every)) == found.count()
    for payment in every:
        assert Payment.parse(str(payment)) == payment, payment
        assert payment in found, payment
        assert not referee or _unordered(execute(state, payment)) == _unordered(payment.apply(state)), payment
    return sorted(_short(payment) for payment in every)


def _unordered(state: State) -> State:
    """The state with its zones sorted, for what is given up together comes there in any order."""
    zones = {zone: tuple(sorted(state.you.zone(zone), key=repr)) for zone in ("hand", "graveyard", "exile")}
    return state.with_you(**zones)


def _short(payment: Payment) -> str:
    lists: Any = {name: tuple(sorted(getattr(payment, name))) for name in _LISTS}
    plain = sorted((one for one in payment.activations if not one.spends.units), key=str)
    costly = [one for one in payment.activations if one.spends.units]
    _, _, after = str(replace(payment, activations=(*plain, *costly), **lists)).partition("total ")
    return after.partition("; ")[2]


def refused(state: State, name: str = "Spell", **wishes: Any) -> Cause:
    """Why it can't be cast."""
    found = verdict(state, name, Wishes(**wishes))
    assert not found
    assert found.cause is not None
    return found.cause


def activation_refused(state: State, name: str, ability: str, **wishes: Any) -> Cause:
    """Why an ability can't be activated."""
    found = activation_verdict(state, name, Cost.parse(ability), Wishes(**wishes))
    assert not found
    assert found.cause is not None
    return found.cause
