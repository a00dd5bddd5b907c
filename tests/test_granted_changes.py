"""Cost changes that permanents are given, in texts of cards that do not exist (CR 601.2f, 613.1f)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, permanent, spell
from total_costs import totals

from castable.model.ability import Becomes, Grant, OptionalCost, SpellTargets
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.state import Permanent, Player, State
from castable.solver.payments import payments

TEXT = 'Creatures you control have "Spells your opponents cast that target this creature cost {2} more to cast."'
WARDEN = card("Warden", "enchantment", *compile_text(TEXT, name="Warden", types=frozenset({"enchantment"})))
TWO = SpellTargets(needs=(Filter.parse("creature"), Filter.parse("creature")))
ONE = SpellTargets(needs=(Filter.parse("creature | player"),))
BEAR = card("Bear", "creature Bear")
RAT = card("Rat", "creature Rat")


def across(*theirs: Permanent | Card, hand: Card, lands: str = "") -> State:
    """These permanents on the other side of the table."""
    other = [one if isinstance(one, Permanent) else permanent(one) for one in theirs]
    numbered = tuple(replace(one, id=500 + at) for at, one in enumerate(other))
    return replace(board(*([lands] if lands else []), hand=[hand]), opponents=(Player(battlefield=numbered),))


def test_read_as_a_grant() -> None:
    (grant,) = WARDEN.front.abilities
    assert isinstance(grant, Grant)


@pytest.mark.parametrize(
    ("targets", "cost"), [(("Bear",), "{2}{R}"), (("opponent",), "{R}"), (("you",), "{R}"), (("Mouse",), "{R}")]
)
def test_each_has_it_for_itself(targets: tuple[str, ...], cost: str) -> None:
    state = across(WARDEN, BEAR, RAT, hand=spell("{R}", ONE))
    mouse = permanent(card("Mouse", "creature"), id=99)
    assert totals(state.with_you(battlefield=(mouse,)), targets=targets) == {cost}


def test_two_of_them_cost_twice_as_much_more() -> None:
    state = across(WARDEN, BEAR, RAT, hand=spell("{R}", TWO))
    assert totals(state, targets=("Bear", "Rat")) == {"{4}{R}"}
    assert totals(state, targets=("Bear", "Bear")) == {"{2}{R}"}


def test_your_own_make_nothing_cost_more_for_you() -> None:
    state = board(WARDEN, BEAR, hand=[spell("{R}", ONE)])
    assert totals(state) == {"{R}"}


def test_it_is_lost_with_all_abilities() -> None:
    humble = card("Humble", "enchantment", Becomes(of=Filter.parse("creature"), loses_abilities=True))
    state = across(permanent(WARDEN, timestamp=1), BEAR, permanent(humble, timestamp=2), hand=spell("{R}", ONE))
    assert totals(state, targets=("Bear",)) == {"{R}"}


@pytest.mark.parametrize("lands", ["Mountain", "3 Mountain"])
def test_the_referee_agrees(lands: str) -> None:
    found = compare(across(WARDEN, BEAR, hand=spell("{R}", ONE), lands=lands), "Spell")
    assert not found.missing and not found.extra


def test_other_effects_on_costs_that_are_given_are_refused() -> None:
    given = OptionalCost(keyword="kicker", cost=Cost.parse("{1}"))
    giver = card("Giver", "enchantment", Grant(to=Filter.parse("creature"), abilities=(given,)))
    with pytest.raises(Unsupported, match="Giver"):
        payments(board("Mountain", giver, BEAR, hand=[spell("{R}")]), "Spell").count()
