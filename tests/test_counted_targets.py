"""Cost changes for each object of a kind that a spell targets (CR 601.2c, 601.2f)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, less, spell
from total_costs import totals

from castable.model.ability import CostChange, SpellTargets
from castable.model.amount import Amount
from castable.model.filter import Filter
from castable.model.symbol import ManaCost

SAGE = card(
    "Sage",
    "creature Wizard",
    CostChange(
        applies_to=Filter.parse("instant"), less=ManaCost.parse("{1}"), times=Amount.parse("targeted(creature)")
    ),
)
BEAR = card("Bear", "creature Bear")
STONE = card("Stone", "artifact")
TWO = SpellTargets(needs=(Filter.parse("creature | artifact"),) * 2)
SEVERAL = SpellTargets(needs=(Filter.parse("creature | artifact"),), any_number=True)


@pytest.mark.parametrize(
    ("names", "cost"),
    [(("Bear", "Sage"), "{1}{U}"), (("Bear", "Stone"), "{2}{U}"), (("Bear", "Bear"), "{2}{U}")],
)
def test_each_object_counts_once(names: tuple[str, ...], cost: str) -> None:
    assert totals(board(SAGE, BEAR, STONE, hand=[spell("{3}{U}", TWO)]), targets=names) == {cost}


def test_whatever_is_targeted() -> None:
    state = board(SAGE, BEAR, STONE, hand=[spell("{3}{U}", TWO)])
    assert totals(state) == {"{1}{U}", "{2}{U}", "{3}{U}"}
    assert totals(board(SAGE, BEAR, STONE, hand=[spell("{3}{U}", SEVERAL)])) == {"{1}{U}", "{2}{U}", "{3}{U}"}
    assert totals(board(SAGE, BEAR, hand=[spell("{3}{U}", TWO, types="sorcery")])) == {"{3}{U}"}


def test_no_targets() -> None:
    assert totals(board(SAGE, BEAR, hand=[spell("{3}{U}")])) == {"{3}{U}"}


def test_its_own() -> None:
    own = less("{1}", times=Amount.parse("targeted(creature)"))
    assert totals(board(BEAR, STONE, hand=[spell("{3}{U}", SEVERAL, own)])) == {"{2}{U}", "{3}{U}"}


@pytest.mark.parametrize("entry", [TWO, SEVERAL])
@pytest.mark.parametrize("lands", ["2 Island", "4 Island"])
def test_the_referee_agrees(entry: SpellTargets, lands: str) -> None:
    assert compare(board(lands, SAGE, BEAR, STONE, hand=[spell("{3}{U}", entry)]), "Spell").agrees
