"""Effects of other players that count the spells the caster has cast this turn (CR 601.2f)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, permanent, spell
from total_costs import totals

from castable.model.ability import CostChange, Unread
from castable.model.amount import Amount
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.state import Player, State
from castable.model.symbol import ManaCost
from castable.solver.payments import payments

ORB = card(
    "Orb",
    "artifact",
    CostChange(
        applies_to=Filter.parse("spell"),
        who="any",
        more=ManaCost.parse("{1}"),
        times=Amount.parse("castthisturn(spell)"),
    ),
)
EARLIER = spell("{0}", name="Earlier")


def across(*, cast: int, side: str) -> State:
    """Three Mountains and a spell for {R}, the orb on one side of the table, so many spells cast before."""
    state = board("3 Mountain", hand=[spell("{R}")])
    orbs = (Player(battlefield=(permanent(ORB, id=900),)),)
    state = replace(state, opponents=orbs) if side == "opponent" else replace(state, teammates=orbs)
    return state.with_you(spells_cast_this_turn=(EARLIER,) * cast)


@pytest.mark.parametrize("side", ["opponent", "teammate"])
@pytest.mark.parametrize("cast", [0, 1, 2, 3])
def test_of_the_caster(side: str, cast: int) -> None:
    state = across(cast=cast, side=side)
    assert totals(state) == {f"{{{cast}}}{{R}}" if cast else "{R}"}
    assert bool(payments(state, "Spell")) is (cast < 3)
    compare(state, "Spell")


def test_of_all_opponents() -> None:
    cheaper = CostChange(less=ManaCost.parse("{1}"), times=Amount.parse("opponentscast(sorcery)"))
    state = board(hand=[spell("{4}{U}", cheaper)]).with_you(spells_cast_this_turn=(EARLIER,))
    sorcery = spell("{0}", types="sorcery", name="Theirs")
    others = (Player(spells_cast_this_turn=(sorcery, sorcery, EARLIER)), Player(spells_cast_this_turn=(sorcery,)))
    assert totals(replace(state, opponents=others)) == {"{1}{U}"}
    assert totals(replace(state, opponents=others[1:])) == {"{3}{U}"}


def test_of_the_controller_is_not_taken_for_the_caster() -> None:
    text = "Spells your opponents cast cost {1} more to cast for each spell you've cast this turn."
    (read,) = compile_text(text, name="Orb", types=frozenset({"artifact"}))
    assert isinstance(read, Unread) and read.may_bear_on_payment
