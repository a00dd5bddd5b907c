"""Mana for cards in your hand that are revealed as a mana ability resolves, as many as you like (CR 605, 107.1c)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import ManaAbility, Unread
from castable.model.card import Card
from castable.model.oracle import compile_text
from castable.model.state import State
from castable.solver.beforehand import beforehand
from castable.solver.graph import mana_graph
from castable.solver.payments import payments
from castable.solver.plays import verdict
from castable.solver.pools import maximal_pools

SMITH = card("Smith", "creature", mana("{T}", "2*shown(artifact card)*{C}"), power="1", toughness="1")
BEAD = spell("{1}", name="Bead", types="artifact")
RING = spell("{2}", name="Ring", types="artifact")
LOTUS = spell("{5}", name="Lotus", types="artifact")
ORE = spell("{4}", name="Ore", types="sorcery")
WASTE = card("Waste", "land", mana("{T}", "{C}"))


def read(text: str) -> object:
    (found,) = compile_text(text, name="Source", types=frozenset({"creature"}))
    return found


@pytest.mark.parametrize(
    ("text", "adds"),
    [
        (
            "{T}: Reveal any number of artifact cards in your hand. Add {C}{C} for each card revealed this way.",
            "2*shown(artifact card)*{C}",
        ),
        (
            "{T}: Reveal any number of Elf cards from your hand. Add {G} for each card revealed this way.",
            "shown(card Elf)*{G}",
        ),
    ],
)
def test_read(text: str, adds: str) -> None:
    found = read(text)
    assert isinstance(found, ManaAbility) and str(found.adds) == adds


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Reveal any number of Elf cards from your hand. Add {G} for each Elf revealed by an opponent.",
        (
            "{T}, Remove X moss counters from Source: Reveal any number of Elf cards from your hand. "
            "Add {G} for each card revealed this way."
        ),
    ],
)
def test_not_understood(text: str) -> None:
    assert isinstance(read(text), Unread)


def pools(state: State) -> list[str]:
    return [str(pool) for pool in maximal_pools(state)]


def test_all_of_them() -> None:
    assert pools(board(SMITH, hand=[BEAD, RING, ORE])) == ["{C}{C}{C}{C}"]
    assert pools(board(permanent(SMITH, summoning_sick=True), hand=[BEAD, RING])) == [""]
    assert pools(board(SMITH, hand=[ORE])) == [""]


def test_no_more_than_are_needed() -> None:
    state = board(SMITH, WASTE, WASTE, hand=[ORE, BEAD, RING])
    found = compare(state, "Ore")
    assert found.agrees
    assert sorted(used.amount or 0 for one in found.payments for used in one.activations if used.source == "Smith") == [
        1,
        2,
    ]
    assert payments(board(SMITH, hand=[ORE, BEAD]), "Ore").count() == 0


@pytest.mark.parametrize(("wastes", "paid", "before"), [(5, True, False), (3, False, True), (2, False, False)])
def test_the_card_that_is_cast_is_not_among_them(wastes: int, paid: bool, before: bool) -> None:
    state = board(SMITH, *[WASTE] * wastes, hand=[LOTUS])
    assert verdict(state, "Lotus").castable is paid
    if not paid:
        assert [one.source for one in beforehand(state, "Lotus")] == ["Smith"] * before
    assert compare(state, "Lotus").agrees


def test_it_pays_for_one_of_two() -> None:
    state = board(SMITH, WASTE, WASTE, WASTE, hand=[LOTUS, BEAD])
    assert verdict(state, "Lotus").castable
    assert compare(state, "Lotus").agrees


@pytest.mark.parametrize(("hand", "types"), [([BEAD], "C"), ([ORE], "")])
def test_what_it_could_produce(hand: list[Card], types: str) -> None:
    graph = mana_graph(board(SMITH, hand=hand))
    (source,) = graph
    assert "".join(t.value for t in graph.could_produce(source)) == types
