"""Triggered mana abilities that go off on all mana of a land's abilities, not on tapping alone (CR 605.1b)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell, to_pay

from castable.model.ability import TriggeredManaAbility
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.production import Production
from castable.solver.payments import payments

AGAIN = TriggeredManaAbility(
    watches=Filter.parse("land"),
    adds=Production.parse("chosen color"),
    who="you",
    made_chosen_color=True,
    any_ability=True,
)
SUN = permanent(card("Sun", "artifact", AGAIN, cost="{6}"), chosen=(("color", "B"),))
BOG = card("Bog", "land", mana("Pay 1 life", "{B}", limit=1))
BURIAL = card("Burial", "land", mana("Sacrifice this", "{B}{B}"))
GRAVE = card("Grave", "land", mana("{T}, Sacrifice this", "{B} | {R}"))
TRINKET = card("Trinket", "artifact", mana("{T}", "{B}"), cost="{1}")
AURA = TriggeredManaAbility(watches=Filter.parse("land"), adds=Production.parse("{B}"), who="you")
GHAST = card("Ghast", "creature", AURA, cost="{4}")
HAUNT = card("Haunt", "land", AURA, mana("{T}", "{B}"))


@pytest.mark.parametrize(
    ("source", "most"),
    [("Swamp", 2), (BOG, 2), (BURIAL, 3), (GRAVE, 2), (TRINKET, 1), ("Forest", 0), ("Dimir Aqueduct", 2)],
)
def test_once_for_each_ability_that_made_some(source: object, most: int) -> None:
    def pays(number: int) -> bool:
        return bool(payments(to_pay("{B}" * number, SUN, source), "Spell"))  # type: ignore[arg-type]

    assert (not most or pays(most)) and not pays(most + 1)


BOARDS = [
    to_pay("{2}{B}", SUN, "Swamp; Forest", TRINKET),
    to_pay("{1}{B}{B}", SUN, BOG, GRAVE),
    to_pay("{1}{U}{B}", SUN, SUN, "Underground Sea; Dimir Aqueduct"),
    to_pay("{2}{B}", SUN, GHAST, "Swamp", BURIAL),
    to_pay("{1}{B}", SUN, "Fetid Heath; Swamp"),
]


@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_agrees_with_the_brute_force(number: int, floating: bool) -> None:
    assert compare(BOARDS[number], "Spell", floating=floating, max_states=4_000).agrees


def test_mana_of_another_triggered_ability_of_a_land() -> None:
    with pytest.raises(Unsupported, match="triggers another"):
        bool(payments(board(SUN, HAUNT, hand=[spell("{B}")]), "Spell"))


def test_read() -> None:
    text = "Whenever a land's ability adds one or more mana of the chosen color, add an additional mana of that color."
    assert compile_text(text, name="Source", types=frozenset({"artifact"})) == (AGAIN,)
