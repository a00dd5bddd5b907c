"""Counters that a mana ability puts on its own source as a cost (CR 118, 122.1a)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell

from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.solver.payments import payments
from castable.solver.pools import mana_options


def wall(counter: str = "-0/-1", **fields: int) -> Card:
    """A creature that makes {G} so."""
    return card(
        "Wall", "creature Wall", mana(f"Put 1 {counter} counter", "{G}", **fields), power="0", toughness="5", cost="{1}"
    )


@pytest.mark.parametrize(("cost", "ways"), [("{G}", 1), ("{G}{G}", 1), ("{G}{G}{G}", 0), ("{G}{R}", 1)])
def test_each_once_a_turn(cost: str, ways: int) -> None:
    two = [permanent(wall(limit=1), summoning_sick=True)] * 2
    state = board(*two, "Mountain", hand=[spell(cost)])
    assert compare(state, "Spell").agrees
    assert payments(state, "Spell").count() == ways


def test_what_the_payment_leaves() -> None:
    state = board(wall(limit=1), hand=[spell("{G}")])
    after = payments(state, "Spell")[0].apply(state)
    assert after.you.battlefield[0].counters == (("-0/-1", 1),)
    assert not payments(after.with_you(hand=state.you.hand), "Spell")


def test_used_already() -> None:
    used = permanent(wall(limit=1), used_this_turn=("Put 1 -0/-1 counter",))
    assert not payments(board(used, hand=[spell("{G}")]), "Spell")


@pytest.mark.parametrize("one", [wall(), wall("-1/-1", limit=1), wall("charge", limit=1)])
def test_what_might_be_done_again_or_bears_on_more_is_refused(one: Card) -> None:
    with pytest.raises(Unsupported, match="Wall"):
        mana_options(board(one, "Forest"))


def test_mana_by_toughness() -> None:
    druid = card("Druid", "creature", mana("{T}", "toughness*{G}"), power="1", toughness="1")
    with pytest.raises(Unsupported, match="Wall"):
        mana_options(board(wall(limit=1), druid))
