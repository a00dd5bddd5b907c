"""What effects set up for other cards, read from text."""

from __future__ import annotations

import pytest

from castable.model.ability import AlternativeCost, Permission, SpendAs, Zone
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.oracle.setups import set_ups
from castable.model.symbol import ManaCost

FLASHBACK = Permission(
    zone=Zone.GRAVEYARD,
    alternative=AlternativeCost(keyword="flashback", cost=Cost(), zone=Zone.GRAVEYARD, on_top=True),
    set_up=True,
)


def exiled(**changes: object) -> Permission:
    return Permission(zone=Zone.EXILE, whose="any", set_up=True, **changes)  # type: ignore[arg-type]


HIDDEN = "Exile a moss. You may cast that card for as long as it remains exiled"
CASES: dict[str, Permission | None] = {
    "When ~ enters, target Moss card in your graveyard gains flashback until end of turn. "
    "The flashback cost is equal to its mana cost.": FLASHBACK,
    "Exile target moss. You may play it this turn.": exiled(lands=True),
    f"{HIDDEN}.": exiled(),
    "Exile a moss. Until end of turn, you may cast that card without paying its mana cost.": exiled(
        alternative=AlternativeCost(keyword="free", zone=Zone.EXILE)
    ),
    "Exile a moss. For as long as that card remains exiled, its owner may play it. "
    "A spell cast this way costs {2} more to cast.": exiled(lands=True, more=ManaCost(2)),
    f"{HIDDEN}, and you may spend mana as though it were mana of any type to cast that spell.": exiled(
        spend_as=SpendAs(any_type=True)
    ),
    f"{HIDDEN}, and you may spend colorless mana as though it were mana of any color to cast that spell.": exiled(
        spend_as=SpendAs(mana=Mana.parse("{C}"))
    ),
    "You may play cards from that player's hand this turn.": Permission(
        zone=Zone.HAND, whose="opponent", lands=True, set_up=True
    ),
}


def free(zone: Zone, whose: str = "any", **changes: object) -> Permission:
    offer = AlternativeCost(keyword="free", zone=Zone.EXILE)
    return Permission(zone=zone, whose=whose, alternative=offer, set_up=True, **changes)  # type: ignore[arg-type]


CASES |= {
    "Exile the top moss. You may cast any number of spells from among those cards without paying their mana costs.": (
        free(Zone.EXILE, flash=True)
    ),
    "Exile a moss. Until end of turn, you may cast noncreature cards exiled with ~ without paying their mana costs.": (
        free(Zone.EXILE, what=Filter.parse("!creature"))
    ),
    "Whenever ~ attacks, you may cast an instant or sorcery spell from your hand without paying its mana cost.": (
        free(Zone.HAND, "you", what=Filter.parse("instant | sorcery"), flash=True)
    ),
    "Target opponent reveals their hand. You may cast a moss card from it without paying its mana cost.": None,
    "Target opponent reveals their hand. You may cast a spell from among those cards without paying its mana cost.": (
        free(Zone.HAND, "opponent", flash=True)
    ),
    "You may cast target instant or sorcery card from your graveyard this turn.": Permission(
        what=Filter.parse("instant | sorcery"), set_up=True
    ),
    "You may cast target instant card from your graveyard without paying its mana cost.": (
        free(Zone.GRAVEYARD, what=Filter.parse("instant"), flash=True)
    ),
}


@pytest.mark.parametrize(("words", "wanted"), CASES.items())
def test_set_up(words: str, wanted: Permission | None) -> None:
    assert set_ups(words, of_spell=True) == ((wanted,) if wanted else ())


@pytest.mark.parametrize(
    "words",
    [
        "You may cast that card without paying its mana cost.",
        "Exile a card. You may cast it this turn if you control a Moss.",
        "Exile a card. You may cast that card this turn, and mana from moss can be spent to cast it.",
        "You may play an additional land this turn.",
    ],
)
def test_nothing_set_up(words: str) -> None:
    assert set_ups(words) == ()
