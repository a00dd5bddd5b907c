"""Faults met on odd boards, each with its kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hand_built import board as hand_board
from hand_built import card, mana, spell

from castable.model.ability import Prohibition
from castable.model.errors import BadRequest, TooLarge, Unsupported
from castable.model.filter import Filter
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.payments import payments, payments_of_cost
from castable.solver.plays import verdict
from castable.solver.sources import sources_of

Board = Callable[..., State]


class TestLifeBelowOne:
    """0 life can always be paid (CR 119.4b); a player below 0 has lost, but a board may say so."""

    @pytest.mark.parametrize("life", [0, -3])
    def test_mana_needs_no_life(self, board: Board, life: int) -> None:
        assert payments_of_cost(board("Forest", life=life), ManaCost.parse("{G}")).count() == 1

    @pytest.mark.parametrize("life", [0, -3])
    def test_no_life_to_pay_for_mana(self, board: Board, life: int) -> None:
        state = board("Mana Confluence", "Initiates of the Ebon Hand", life=life)
        assert payments_of_cost(state, ManaCost.parse("{1}")).count() == 0


def test_damage_may_bring_life_below_zero_where_no_life_is_paid(board: Board) -> None:
    state = board({"card": "Adarkar Wastes", "count": 2}, life=1)
    assert payments_of_cost(state, ManaCost.parse("{W}{U}")).count() == 1


def test_too_many_combinations_are_refused(board: Board) -> None:
    bear = {"card": "Grizzly Bears", "counters": {"+1/+1": 60}}
    with pytest.raises(TooLarge, match="any combination"):
        sources_of(board("Selvala, Heart of the Wilds", bear, "Forest"))


def test_a_face_is_asked_for_once(board: Board) -> None:
    state = board("Island", hand=("Rowan, Scholar of Sparks // Will, Scholar of Frost",))
    with pytest.raises(BadRequest, match="is asked about"):
        payments(state, "Rowan, Scholar of Sparks", Wishes(face="Will, Scholar of Frost"))


def test_an_ability_used_up_this_turn_is_no_source(board: Board) -> None:
    used = {"card": "Shire Scarecrow", "used_this_turn": ["{1}"]}
    assert payments_of_cost(board(used, "Swamp"), ManaCost.parse("{G}")).count() == 0
    assert payments_of_cost(board("Shire Scarecrow", "Swamp"), ManaCost.parse("{G}")).count() == 1


class TestSpendingLimits:
    """Mana with a limit pays only for what its text allows, kicker included (CR 106.6)."""

    def test_creature_mana(self, board: Board) -> None:
        state = board("Ancient Ziggurat", hand=("Giant Growth", "Llanowar Elves"))
        assert payments(state, "Giant Growth").count() == 0
        assert payments(state, "Llanowar Elves").count() == 1

    def test_creature_mana_pays_kicker(self, board: Board) -> None:
        state = board({"card": "Ancient Ziggurat", "count": 5}, hand=("Kavu Titan",))
        assert any(payment.choices.kicked for payment in payments(state, "Kavu Titan"))


class TestTappedForMana:
    """Replacements act on the production, triggers look at what was made (CR 106.12, 616)."""

    def test_doubling_and_narrowing_in_both_orders(self, board: Board) -> None:
        state = board("Ancient Tomb", "Mana Reflection", "Damping Sphere")
        assert payments_of_cost(state, ManaCost.parse("{2}")).count() == 1
        assert payments_of_cost(state, ManaCost.parse("{3}")).count() == 0

    def test_no_bonus_for_a_replaced_type(self, board: Board) -> None:
        gauntlet = {"card": "Gauntlet of Power", "chosen": {"color": "G"}}
        assert payments_of_cost(board("Forest", gauntlet), ManaCost.parse("{G}{G}")).count() == 1
        state = board("Forest", gauntlet, "Contamination")
        assert payments_of_cost(state, ManaCost.parse("{1}{B}")).count() == 0


class TestProhibitions:
    """ "Can't" beats "can" (CR 101.2), for costs too (CR 118.3, 614.17b)."""

    def test_abilities_of_artifacts(self) -> None:
        ban = card("Stillness", "enchantment", Prohibition(what="activate", of=Filter.parse("artifact")))
        ring = card("Ring", "artifact", mana("{T}", "{C}{C}"))
        assert payments_of_cost(hand_board(ring), ManaCost.parse("{1}")).count() == 1
        assert payments_of_cost(hand_board(ring, ban), ManaCost.parse("{1}")).count() == 0
        assert payments_of_cost(hand_board("Forest", ban), ManaCost.parse("{1}")).count() == 1

    def test_all_but_mana_abilities(self) -> None:
        ban = Prohibition(what="activate", of=Filter.parse("artifact"), except_mana_abilities=True)
        ring = card("Ring", "artifact", mana("{T}", "{C}{C}"))
        assert payments_of_cost(hand_board(ring, card("Needle", "artifact", ban)), ManaCost.parse("{1}")).count() == 1

    def test_paying_life_and_sacrificing(self) -> None:
        angel = card(
            "Angel",
            "creature",
            Prohibition(what="pay life"),
            Prohibition(what="sacrifice", of=Filter.parse("creature")),
        )
        confluence = card("Confluence", "land", mana("{T}, Pay 1 life", "any color"))
        spawn = card("Spawn", "creature", mana("Sacrifice this", "{C}"))
        altar = card("Altar", "artifact", mana("Sacrifice creature", "{B}"))
        assert payments_of_cost(hand_board(confluence, spawn, altar, angel), ManaCost.parse("{1}")).count() == 0
        state = hand_board("Forest", angel, hand=[spell("{G/P}")])
        assert [str(payment.total) for payment in payments(state, "Spell")] == ["{G}"]

    def test_casting(self) -> None:
        rule = card("Rule", "enchantment", Prohibition(what="cast", limit=1))
        first, second = spell("{G}"), spell("{G}", name="Second")
        state = hand_board("2 Forest", rule, hand=[first, second])
        assert verdict(state, "Spell")
        after = payments(state, "Spell")[0].apply(state)
        assert not verdict(after, "Second")
        assert verdict(after, "Second").cause.rule == "101.2"  # type: ignore[union-attr]


class TestOtherObjects:
    """Costs that take other objects: which ones is part of the payment."""

    def test_cards_of_the_graveyard(self) -> None:
        nest = card("Nest", "enchantment", mana("Exile card from graveyard", "{C}"))
        state = hand_board(nest, graveyard=[spell("{1}", name="Old"), spell("{1}", name="Older")])
        found = payments_of_cost(state, ManaCost.parse("{1}"))
        assert sorted(payment.exiles for payment in found) == [("Old",), ("Older",)]

    def test_several_taps_are_shared(self) -> None:
        rangers = card("Rangers", "creature Elf", mana("Tap 2 Elf untapped", "any color"), power="1", toughness="1")
        elf = card("Elf", "creature Elf", mana("{T}", "{G}"), power="1", toughness="1")
        state = hand_board(rangers, elf, elf)
        assert payments_of_cost(state, ManaCost.parse("{W}")).count() == 2
        assert payments_of_cost(state, ManaCost.parse("{W}{G}")).count() == 1
        assert payments_of_cost(state, ManaCost.parse("{W}{W}")).count() == 0

    def test_a_limit_holds_whatever_is_taken(self) -> None:
        altar = card("Altar", "artifact", mana("Sacrifice creature", "{B}", limit=1))
        bear, elf = card("Bear", "creature"), card("Elf", "creature")
        assert payments_of_cost(hand_board(altar, bear, elf), ManaCost.parse("{B}")).count() == 2
        assert payments_of_cost(hand_board(altar, bear, elf), ManaCost.parse("{B}{B}")).count() == 0

    def test_a_discarded_card_is_not_the_spell(self) -> None:
        well = card("Well", "artifact", mana("{T}, Discard card", "{C}"))
        alone = hand_board(well, hand=[spell("{1}")])
        assert payments(alone, "Spell").count() == 0
        other = hand_board(well, hand=[spell("{1}"), spell("{2}", name="Other")])
        assert [payment.discards for payment in payments(other, "Spell")] == [("Other",)]

    def test_which_of_several_altars_cannot_be_told(self) -> None:
        """Payments exist, but two that use one altar twice or two altars once each are not told apart."""
        altar = card("Altar", "artifact", mana("Sacrifice creature", "{B}"))
        found = payments_of_cost(hand_board(altar, altar, card("Bear", "creature")), ManaCost.parse("{B}"))
        assert found
        with pytest.raises(Unsupported, match="which of several"):
            found.count()
