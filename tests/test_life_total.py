"""A life total that cannot change: no life is paid, and none is lost to what mana abilities do (CR 119.8, 810.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import Prohibition
from castable.model.oracle import compile_text
from castable.model.state import Player, State
from castable.solver.payments import payments

FIXED = (Prohibition(what="pay life", who="you"), Prohibition(what="change life", who="you"))
GOLEM = card("Golem", "artifact creature Golem", *FIXED, power="8", toughness="8")
PAIN = card("Pain", "land", mana("{T}", "{U}", damage=1))
CONFLUENCE = card("Confluence", "land", mana("{T}, Pay 1 life", "any color"))


def pays(state: State) -> bool:
    return bool(payments(state, "Spell"))


def with_mate(state: State, mode: str) -> State:
    """The board with the golem on a teammate's side."""
    return replace(state, teammates=(Player(battlefield=(permanent(GOLEM, id=900),)),), format=mode)


def test_read() -> None:
    text = "Your life total can't change. (You can't gain or lose life.)"
    assert compile_text(text, name="Golem", types=frozenset({"creature"})) == FIXED


@pytest.mark.parametrize(("cost", "may"), [("{U/P}", False), ("{0}", True)])
def test_no_life_for_phyrexian_mana(cost: str, may: bool) -> None:
    assert pays(board(GOLEM, hand=[spell(cost)])) is may
    assert pays(board(hand=[spell(cost)]))


def test_no_life_for_mana_abilities() -> None:
    assert not pays(board(GOLEM, CONFLUENCE, hand=[spell("{U}")]))


def test_damage_takes_no_life() -> None:
    state = board(GOLEM, PAIN, hand=[spell("{U}")])
    (payment,) = payments(state, "Spell")
    assert payment.damage == 0
    assert compare(state, "Spell").agrees
    assert [p.damage for p in payments(board(PAIN, hand=[spell("{U}")]), "Spell")] == [1]


def test_a_golem_of_an_opponent_is_no_matter() -> None:
    assert pays(board(hand=[spell("{U/P}")], opponent=[GOLEM]))


@pytest.mark.parametrize(("mode", "may"), [("two-headed-giant", False), ("", True)])
def test_a_golem_of_a_teammate(mode: str, may: bool) -> None:
    assert pays(with_mate(board(hand=[spell("{U/P}")]), mode)) is may
