"""Modes of which more may be chosen while something holds as the spell is cast (CR 700.2), and text that looks back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, permanent

from castable.model.ability import Modes
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.oracle import face_from_fields
from castable.model.oracle.bearing import bears_on_payment
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


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        ("You may cast one of them without paying its mana cost if you exiled four or more cards.", False),
        ("If you controlled a Dragon as you cast this spell, it deals 2 damage to each opponent.", False),
        ("Draw X cards, where X is the number of lands you control as you cast this spell.", False),
        ("Creatures get -1/-1 for each Faerie you controlled as you cast this spell.", False),
        ("If this spell's additional cost was paid, draw a card.", False),
        ("If the amount of mana spent to cast that spell was less than 3, draw a card.", False),
        ("X is the number of lands you control as you cast this spell.", True),
        ("As you cast this spell, you may pay {2}. If you do, this spell costs {1} less.", True),
        ("Spells you cast this turn cost {1} less to cast.", True),
    ],
)
def test_what_an_effect_looks_back_at_is_no_cost(text: str, bears: bool) -> None:
    words = text.replace("this spell's", "~'s").replace("this spell", "~")
    assert bears_on_payment(words, of_spell=True) is bears
