"""Modes of which more may be chosen while something holds as the spell is cast (CR 700.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, permanent

from castable.model.ability import Modes
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.oracle import face_from_fields
from castable.solver.announce import Wishes
from castable.solver.plays import verdict

WILL = (
    "Choose one. If you control a commander as you cast this spell, you may choose both.\n"
    "• Draw a card.\n• Target opponent discards a card."
)

THREE = "\n• Scry 1.\n• Scry 2.\n• Scry 3."


def will(text: str = WILL) -> Card:
    face = face_from_fields(name="Will", mana_cost="{R}", type_line="Sorcery", text=text)
    return Card(name="Will", faces=(face,))


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        (WILL, Modes(of=2, more=2, more_if=Condition.parse("count(commander you) >= 1"))),
        (
            f"Choose one. If you control a Wizard as you cast this spell, you may choose two instead.{THREE}",
            Modes(of=3, more=2, more_if=Condition.parse("count(Wizard you) >= 1")),
        ),
        (
            f"Choose one. If there are 8 or more cards in your graveyard as you cast Will, choose one or more.{THREE}",
            Modes(of=3, more=3, more_if=Condition.parse("graveyard(card) >= 8")),
        ),
        (
            "Choose one. If the moon is full as you cast this spell, you may choose both.\n• Draw a card.\n• Scry 1.",
            None,
        ),
    ],
)
def test_read(text: str, modes: Modes | None) -> None:
    face = will(text).front
    assert next(face.of(Modes), None) == modes
    assert modes is not None or any(unread.may_bear_on_payment for unread in face.unread)


@pytest.mark.parametrize(
    ("commander", "modes", "possible"),
    [(False, (1,), True), (False, (1, 2), False), (True, (1, 2), True), (True, (1,), True)],
)
def test_how_many(commander: bool, modes: tuple[int, ...], possible: bool) -> None:
    leader = replace(permanent(card("Leader", "legendary creature", power="1", toughness="1")), commander=commander)
    state = board("Mountain", leader, hand=[will()])
    assert bool(verdict(state, "Will", Wishes(modes=modes))) is possible
