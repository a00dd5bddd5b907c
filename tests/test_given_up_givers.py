"""What gives mana abilities to others and is given up for mana itself: after all that uses them (CR 605, 611.3)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, spell

from castable.model.ability import CostChange, CostKind, Grant, Keyword, ManaAbility
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.production import Production
from castable.model.symbol import ManaCost
from castable.solver.payments import payments
from castable.solver.pools import maximal_pools

SACRIFICED, TAPPED = mana("Sacrifice this", "{B}{B}"), mana("{T}", "{G}")
BEETLE = Filter.parse("Beetle")


def giver(name: str, *given: ManaAbility | Keyword, to: Filter = BEETLE) -> Card:
    return card(name, "creature Beetle", Grant(to=to, abilities=given), power="1", toughness="1")


BROOD, GEM = giver("Brood", SACRIFICED), giver("Gem", TAPPED)
BUG = card("Bug", "creature Beetle", power="1", toughness="1")
ALTAR = card("Altar", "artifact", mana("Sacrifice creature", "{R}"))
TAX = card(
    "Tax",
    "artifact",
    CostChange(applies_to=Filter.parse("creature"), kind=CostKind.ABILITY, who="any", more=ManaCost(1)),
)
BANNER = card("Banner", "artifact", mana("{1}, {T}", "{B}{G}"))


@pytest.mark.parametrize(
    ("there", "cost"),
    [
        ([BROOD, BUG], "{3}{B}"),
        ([BROOD, BUG, "Swamp"], "{2}{B}"),
        ([BROOD, BROOD], "{B}{B}{B}"),
        ([BROOD, GEM], "{1}{G}{B}{B}"),
        ([GEM, BROOD, BUG], "{G}{G}{B}"),
        ([ALTAR, GEM, BUG], "{G}{R}{R}"),
        ([ALTAR, giver("Wing", Keyword(name="flying")), BUG], "{R}{R}"),
        ([BROOD, BUG, BANNER], "{3}{G}"),
        ([BANNER, ALTAR, GEM], "{G}{G}"),
    ],
)
def test_every_way(there: list[Card | str], cost: str) -> None:
    assert compare(board(*there, hand=[spell(cost)]), "Spell", max_states=3000).agrees


def test_all_of_it_at_once() -> None:
    assert [str(pool) for pool in maximal_pools(board(BROOD, BUG))] == ["{B}{B}{B}{B}"]


@pytest.mark.parametrize(
    "there",
    [
        [BROOD, giver("Nest", mana("Sacrifice this", "{C}{C}"))],
        [giver("Herald", Keyword(name="haste")), ALTAR],
        [giver("Lone", SACRIFICED, to=Filter.parse("Beetle other")), giver("Lone", TAPPED), ALTAR],
        [BROOD, TAX],
        [giver("Dear", ManaAbility(cost=Cost.parse("{1}, {T}"), adds=Production.parse("{B}{B}"))), ALTAR],
    ],
)
def test_refused(there: list[Card]) -> None:
    with pytest.raises(Unsupported):
        list(payments(board(*there, BUG, hand=[spell("{B}")]), "Spell"))
