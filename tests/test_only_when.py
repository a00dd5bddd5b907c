"""Effects that say when alone spells may be cast, how many, or of what mana value (CR 101.2, 601.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell
from total_costs import totals

from castable.model.ability import ActivatedAbility, CostChange, Prohibition
from castable.model.ability.words import Zone
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.state import Phase, Player, State
from castable.model.symbol import ManaCost
from castable.solver.payments import payments
from castable.solver.plays import activation_verdict, verdict

ENCHANTMENT = frozenset({"enchantment"})
GUIDE = card("Guide", "creature Ape", mana("Exile this", "{R}", zone=Zone.HAND), cost="{2}{R}")
ORB = card("Orb", "artifact", mana("{T}", "{R}"))


def made(text: str) -> Card:
    """An enchantment with this text."""
    return card("Rule", "enchantment", *compile_text(text, name="Rule", types=ENCHANTMENT))


def across(rule: Card, state: State) -> State:
    """The state with an enchantment on your opponent's side."""
    return replace(state, opponents=(Player(battlefield=(permanent(rule, id=900),)),))


def may(state: State) -> bool:
    """Whether the spell can be cast now."""
    return verdict(state, "Spell").castable


SORCERY = made("Each opponent can cast spells only any time they could cast a sorcery.")
OWN_TURNS = made("Players can cast spells only during their own turns.")
NOTHING_ELSE = made("Players can cast spells and activate abilities only during their own turns.")
TWO = made("You can cast spells only during your turn and you can cast no more than two spells each turn.")
LANDS = made(
    "Each opponent can't cast noncreature spells with mana value greater than the number of lands that player controls."
)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, True),
        ({"phase": Phase.COMBAT}, False),
        ({"turn": "opponent"}, False),
        ({"phase": Phase.MAIN2}, True),
    ],
)
def test_as_a_sorcery(fields: dict[str, Any], expected: bool) -> None:
    state = replace(board("Mountain", hand=[spell("{R}")]), **fields)
    assert may(across(SORCERY, state)) is expected
    assert may(state)
    assert may(replace(board(SORCERY, "Mountain", hand=[spell("{R}")]), **fields))


def test_as_a_sorcery_with_something_on_the_stack() -> None:
    state = board("Mountain", hand=[spell("{R}"), spell("{R}", name="Other")])
    state = replace(state, stack=(state.you.hand[1],)).with_you(hand=state.you.hand[:1])
    assert may(state)
    assert not may(across(SORCERY, state))


@pytest.mark.parametrize("rule", [OWN_TURNS, NOTHING_ELSE])
def test_own_turns(rule: Card) -> None:
    for turn in ("you", "opponent"):
        state = replace(board("Mountain", hand=[spell("{R}")]), turn=turn)
        assert may(across(rule, state)) is (turn == "you")
        assert may(replace(state, you=board(rule, "Mountain", hand=[spell("{R}")]).you)) is (turn == "you")


@pytest.mark.parametrize("source", ["orb", "guide"])
def test_mana_abilities_in_own_turns(source: str) -> None:
    for turn in ("you", "opponent"):
        hand = [spell("{R}"), GUIDE] if source == "guide" else [spell("{R}")]
        state = replace(board(*([ORB] if source == "orb" else []), hand=hand), turn=turn)
        for rule, expected in ((NOTHING_ELSE, turn == "you"), (OWN_TURNS, True)):
            assert bool(payments(across(rule, state), "Spell")) is expected
            compare(across(rule, state), "Spell")
            mine = replace(state, you=replace(state.you, battlefield=(*state.you.battlefield, permanent(rule, id=900))))
            assert bool(payments(mine, "Spell")) is expected
            compare(mine, "Spell")


@pytest.mark.parametrize("cast", [0, 1, 2])
def test_no_more_than_two(cast: int) -> None:
    earlier = (spell("{0}", name="Earlier"),) * cast
    state = board(TWO, "Mountain", hand=[spell("{R}")]).with_you(spells_cast_this_turn=earlier)
    assert may(state) is (cast < 2)
    assert not may(replace(state, turn="opponent"))
    free = replace(board("Mountain", hand=[spell("{R}")]), turn="opponent").with_you(spells_cast_this_turn=earlier)
    assert may(across(TWO, free))


@pytest.mark.parametrize("types", ["instant", "creature"])
@pytest.mark.parametrize("lands", [1, 2, 3])
def test_mana_value_above_lands(types: str, lands: int) -> None:
    state = board(ORB, ORB, f"{lands} Mountain", hand=[spell("{1}{R}", types=types)])
    assert may(across(LANDS, state)) is (lands >= 2 or types == "creature")


def test_mana_value_with_x() -> None:
    state = across(LANDS, board(ORB, ORB, "2 Mountain", hand=[spell("{X}{R}")]))
    assert may(state)
    assert {payment.choices.x for payment in payments(state, "Spell")} >= {0, 1}


@pytest.mark.parametrize(
    "text",
    [
        "Your opponents can cast spells only during your turn.",
        "You can cast spells only during their own turns.",
        "Each opponent can cast spells only any time you could cast a sorcery.",
    ],
)
def test_not_understood(text: str) -> None:
    assert not any(isinstance(one, Prohibition) for one in compile_text(text, name="Rule", types=ENCHANTMENT))


@pytest.mark.parametrize("turn", ["you", "opponent"])
def test_the_turn_of_the_caster_is_asked_of_the_caster(turn: str) -> None:
    grid = CostChange(
        applies_to=Filter.parse("spell"),
        who="any",
        more=ManaCost.parse("{1}"),
        condition=Condition.parse("not caster's turn"),
    )
    state = across(card("Grid", "artifact", grid), replace(board("2 Mountain", hand=[spell("{R}")]), turn=turn))
    assert totals(state) == {"{R}" if turn == "you" else "{1}{R}"}
    compare(state, "Spell")


@pytest.mark.parametrize(("of", "expected"), [("creature", True), ("any", False), ("source", False)])
def test_abilities_of_cards_in_hand(of: str, expected: bool) -> None:
    """What is said of creatures is said of permanents (CR 109.2)."""
    ban = card("Ban", "artifact", Prohibition(what="activate", of=Filter.parse(of), except_mana_abilities=True))
    beast = card(
        "Beast", "creature", ActivatedAbility(cost=Cost.parse("{R}, Discard this"), keyword="cycling", zone=Zone.HAND)
    )
    state = board(ban, "Mountain", hand=[beast])
    assert activation_verdict(state, "Beast", "cycling").castable is expected
