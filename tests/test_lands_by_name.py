"""Mana for each other land of the same name, mana of the land of an exiled card, and basic types that make other mana
(CR 106.12, 605.1b)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import ProductionReplacement, TriggeredManaAbility
from castable.model.card import Card
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.pool import built_in
from castable.model.production import Production
from castable.model.state import CardInZone, State
from castable.solver.payments import payments
from castable.solver.pools import maximal_pools

ESSENCE = TriggeredManaAbility(
    watches=Filter.parse("land you"),
    adds=Production.parse("count(land shares(name) you)*type that was produced mixed"),
    to_controller=True,
)
LENS = TriggeredManaAbility(
    watches=Filter.parse("land shares(imprinted)"), adds=Production.parse("type that was produced")
)
SHIFTED = tuple(
    ProductionReplacement(watches=Filter.parse(land), instead=Production.parse(symbol), keep_amount=True)
    for land, symbol in (("Plains", "{R}"), ("Island", "{G}"), ("Forest", "{B}"))
)
BRUSH = card("Brush", "land", mana("{T}", "{C}"), mana("{T}", "{G} | {W}", damage=1))
PAIR = card("Pair", "land", mana("{T}", "{W}{U}"))


def pools(state: State) -> list[str]:
    return [str(pool) for pool in maximal_pools(state)]


def read(text: str, types: str = "enchantment") -> tuple[object, ...]:
    return compile_text(text, name="Source", types=frozenset({types}))


class TestEachOtherLandOfTheName:
    """A trigger that counts lands of the name of the tapped one."""

    SOURCE = card("Essence", "enchantment", ESSENCE)

    def test_read(self) -> None:
        text = (
            "Whenever a land you control is tapped for mana, for each other land you control with the same name, "
            "add one mana of any type that land produced."
        )
        assert read(text) == (ESSENCE,)

    def test_tapped_lands_count(self) -> None:
        tapped = permanent("Forest", tapped=True)
        assert pools(board(self.SOURCE, tapped, tapped, "Forest", "Island")) == ["{U}{G}{G}{G}"]

    def test_each_of_a_type_that_was_made(self) -> None:
        state = board(self.SOURCE, PAIR, permanent(PAIR, tapped=True), permanent(PAIR, tapped=True))
        assert pools(state) == ["{W}{U}{U}{U}", "{W}{W}{U}{U}", "{W}{W}{W}{U}"]

    @pytest.mark.parametrize("cost", ["{G}{G}", "{3}", "{W}{W}{1}", "{C}{2}{G}"])
    def test_agrees(self, cost: str) -> None:
        state = board(self.SOURCE, BRUSH, BRUSH, "Forest", hand=[spell(cost)])
        assert compare(state, "Spell").agrees


class TestTheLandOfTheExiledCard:
    """A trigger that watches lands of the name of an imprinted card."""

    def test_read(self) -> None:
        text = (
            "Whenever a land with the same name as the exiled card is tapped for mana, its controller adds one mana of "
            "any type that land produced."
        )
        assert read(text) == (LENS,)

    def test_agrees(self) -> None:
        lens = permanent(card("Lens", "artifact", LENS), imprinted=(card("Forest", "basic land Forest"),))
        assert pools(board(lens, "Forest; Island")) == ["{U}{G}{G}"]
        assert compare(board(lens, "2 Forest; Island", hand=[spell("{G}{G}{U}")]), "Spell").agrees


class TestBasicTypesThatMakeOtherMana:
    """Several replacements in one sentence, one for each basic land type."""

    SOURCE = card("Singular", "artifact", *SHIFTED)

    def test_read(self) -> None:
        text = (
            "If tapped for mana, Plains produce {R}, Islands produce {G}, and Forests produce {B} "
            "instead of any other type."
        )
        assert read(text, "artifact") == SHIFTED

    def test_what_they_make(self) -> None:
        both = card("Both", "land Plains Island")
        assert pools(board("Forest; Swamp", opponent=[self.SOURCE])) == ["{B}{B}"]
        assert pools(board(both, self.SOURCE)) == ["{G}", "{R}"]

    @pytest.mark.parametrize("cost", ["{B}", "{R}{G}", "{1}{W}"])
    def test_agrees(self, cost: str) -> None:
        both: Card = card("Both", "land Plains Island")
        assert compare(board(self.SOURCE, both, "Plains; Forest", hand=[spell(cost)]), "Spell").agrees


class TestTheMilledCard:
    """An ability that mills to pay is no mana ability under the rules of August 2026 (CR 605.1a)."""

    TEXT = (
        "{T}, Mill a card: For each colored mana symbol in that card's mana cost, add one mana of that color. "
        "Activate only as an instant."
    )

    def test_it_makes_no_mana_in_time(self) -> None:
        pendant = card("Pendant", "artifact", *compile_text(self.TEXT, name="Pendant", types=frozenset({"artifact"})))
        top = CardInZone(card=built_in().find("Forest"), id=80)
        state = board(pendant, "Forest", library_top=(top,), hand=[spell("{1}{G}")])
        assert pools(state) == ["{G}"]
        assert not payments(replace(state), "Spell")
