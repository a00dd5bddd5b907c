"""What is known of a spell once it is paid for and on the stack (CR 601.2i)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hand_built import board as hand_board
from hand_built import card, kicker, mana, permanent, spell

from castable.model.ability import AlternativeCost, TriggeredManaAbility, Zone
from castable.model.card import Card, Layout
from castable.model.cost import Cost
from castable.model.errors import Ambiguous, NoSuchPayment
from castable.model.filter import Filter
from castable.model.pool import built_in
from castable.model.production import Production
from castable.model.state import State
from castable.plan_answers import after_cast_answer
from castable.question import read_question
from castable.solver.after_cast import Facts, after_cast
from castable.solver.announce import Wishes

Board = Callable[..., State]


def way(keyword: str, cost: str, zone: Zone) -> AlternativeCost:
    return AlternativeCost(keyword=keyword, cost=Cost.parse(cost), zone=zone)


def facts(state: State, name: str = "Spell", **wishes: Any) -> Facts:
    return after_cast(state, name, Wishes(**wishes))


def test_mana_value_of_a_card_cast_transformed() -> None:
    """It is counted by the mana cost of the front (CR 712.8c), not by the cost paid."""
    front = card("Veteran", "creature", way("disturb", "{1}{W}", Zone.GRAVEYARD), cost="{W}").front
    back = card("Phantom", "creature").front
    turned = Card(name="Veteran // Phantom", faces=(front, back), layout=Layout.TRANSFORM)
    found = facts(hand_board("2 Plains", graveyard=[turned]), turned.name, zone="graveyard")
    assert (found.mana_spent, found.mana_value, found.mana_value_in_play) == (2, 1, 1)


class TestSpent:
    """The mana spent is what was paid, whatever the cost asks for (CR 106.3, 609.4b)."""

    def test_colors(self) -> None:
        found = facts(hand_board("2 Forest; Island", hand=[spell("{2}{G}")]))
        assert (found.mana_spent, [str(c) for c in found.colors_spent], str(found.spent)) == (
            3,
            ["U", "G"],
            "{U}{G}{G}",
        )

    def test_colorless_is_no_color(self) -> None:
        found = facts(hand_board("Wastes; Forest", hand=[spell("{1}{G}")]))
        assert (found.mana_spent, [str(c) for c in found.colors_spent]) == (2, ["G"])

    def test_snow(self) -> None:
        found = facts(hand_board("Snow-Covered Forest; Forest", hand=[spell("{2}")]))
        assert found.snow_spent == 1
        assert facts(hand_board("2 Forest", hand=[spell("{2}")])).snow_spent == 0

    def test_life_is_no_mana(self, board: Board) -> None:
        found = facts(board(hand=("Gitaxian Probe",)), "Gitaxian Probe", phyrexian=1)
        assert (found.mana_spent, found.life) == (0, 18)
        found = facts(board("Island", hand=("Gitaxian Probe",)), "Gitaxian Probe", phyrexian=0)
        assert (found.mana_spent, found.life) == (1, 20)

    def test_by_source(self) -> None:
        found = facts(hand_board("2 Forest; Island", hand=[spell("{2}{G}")]))
        assert found.spent_from == (("Forest", 2), ("Island", 1))

    def test_by_source_where_some_of_it_floats(self) -> None:
        found = facts(hand_board("Sol Ring", hand=[spell("{1}")]))
        assert (found.spent_from, str(found.pool)) == ((("Sol Ring", 1),), "{C}")

    def test_by_source_unless_another_made_the_same(self) -> None:
        """Of four colorless mana one floats, and nobody can tell whose."""
        ring = card("Ring", "artifact", mana("{T}", "{C}{C}"))
        other = card("Other", "artifact", mana("{T}", "{C}{C}"))
        assert facts(hand_board(ring, other, hand=[spell("{3}")])).spent_from is None

    def test_by_source_not_with_triggered_mana(self) -> None:
        """An Aura's mana is listed with the land that was tapped."""
        growth = card(
            "Growth",
            "enchantment Aura",
            TriggeredManaAbility(watches=Filter.parse("land enchanted"), adds=Production.parse("{G}")),
        )
        state = hand_board(permanent("Island", ref="i"), permanent(growth, attached_to="i"), hand=[spell("{1}{G}")])
        assert facts(state).spent_from is None

    def test_mana_of_the_pool_has_no_known_source(self) -> None:
        assert facts(hand_board(pool="{G}", hand=[spell("{G}")])).spent_from is None


class TestAnnounced:
    def test_kicked(self) -> None:
        state = hand_board("5 Forest", hand=[spell("{G}", kicker("{1}", None))])
        found = facts(state, kicked=(Cost.parse("{1}"),) * 2)
        assert (found.kicked, found.mana_spent, str(found.pool)) == (("{1}", "{1}"), 3, "")
        assert facts(state, kicked=()).kicked == ()

    def test_x_counts_in_the_mana_value(self) -> None:
        """CR 202.3e."""
        found = facts(hand_board("5 Mountain", hand=[spell("{X}{X}{R}")]), x=2)
        assert (found.x, found.mana_value, found.mana_spent) == (2, 5, 5)
        assert facts(hand_board("5 Mountain", hand=[spell("{R}")])).x is None

    def test_mana_value_is_not_what_was_paid(self) -> None:
        """CR 118.8d, 202.3."""
        state = hand_board("5 Forest", hand=[spell("{G}", kicker("{3}"))])
        assert facts(state, kicked=(Cost.parse("{3}"),)).mana_value == 1


class TestLife:
    def test_damage_of_a_mana_ability_is_dealt_at_once(self, board: Board) -> None:
        """CR 605.3b."""
        assert (
            facts(
                board("Adarkar Wastes", hand=("Swords to Plowshares",), opponent=("Grizzly Bears",)),
                "Swords to Plowshares",
            ).life
            == 19
        )

    def test_triggers_wait(self, board: Board) -> None:
        """CR 605.5a: nothing is lost yet."""
        found = facts(board("Manabarbs", {"card": "Mountain", "count": 1}, hand=("Shock",)), "Shock")
        assert found.life == 20


class TestWhichPayment:
    def ask(self, state: State, **fields: Any) -> dict[str, Any]:
        question = read_question({"kind": "after_cast", "spell": "Spell", **fields})
        return after_cast_answer(question, state, built_in())

    def test_the_one_that_is_given(self) -> None:
        state = hand_board("Forest; Island; Plains", hand=[spell("{1}{G}")])
        assert self.ask(state, payment={"spends": "{W}{G}"})["colors_spent"] == ["W", "G"]
        assert self.ask(state, payment={"spends": "{U}{G}"})["colors_spent"] == ["U", "G"]

    def test_the_best_one(self) -> None:
        state = hand_board("2 Forest; City of Brass", hand=[spell("{1}{G}")])
        assert self.ask(state)["spent_from"] == {"Forest": 2}

    def test_several_may_be_meant(self) -> None:
        state = hand_board("Forest; Island; Plains", hand=[spell("{1}{G}")])
        with pytest.raises(Ambiguous, match="colors spent"):
            self.ask(state, payment={"life": 0})

    def test_those_that_agree(self) -> None:
        state = hand_board("3 Forest", hand=[spell("{1}{G}")])
        assert self.ask(state, payment={"life": 0})["spent"] == "{G}{G}"

    def test_a_wasteful_one(self) -> None:
        state = hand_board("3 Forest", hand=[spell("{1}{G}")])
        asked = {"activations": [{"source": "Forest", "count": 3, "ability": "{T}", "adds": "{G}"}]}
        assert self.ask(state, payment=asked)["pool"] == "{G}"

    def test_none_like_it(self) -> None:
        with pytest.raises(NoSuchPayment, match="no payment is like this one"):
            self.ask(hand_board("2 Forest", hand=[spell("{1}{G}")]), payment={"spends": "{U}{G}"})

    def test_none_at_all(self) -> None:
        with pytest.raises(NoSuchPayment, match=r"needs 2 mana.*CR 601\.2h"):
            self.ask(hand_board("Forest", hand=[spell("{1}{G}")]))


def test_answer() -> None:
    state = hand_board("2 Mountain", hand=[spell("{X}{R}")])
    question = read_question({"kind": "after_cast", "spell": "Spell", "x": 1})
    assert after_cast_answer(question, state, built_in()) == {
        "kicked": [],
        "mana_spent": 2,
        "colors_spent": ["R"],
        "spent": "{R}{R}",
        "snow_spent": 0,
        "mana_value": 2,
        "pool": "",
        "life": 20,
        "x": 1,
        "spent_from": {"Mountain": 2},
    }
