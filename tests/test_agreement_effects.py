"""The solver and the brute force list the same payments on generated boards with effects on mana, in both directions.

What the solver cannot tell apart it refuses; one small board of each kind stands below.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from generated_effects import EFFECTS, SOURCES, sample_effects
from hand_built import board, permanent, spell

from castable.model.errors import TooLarge, Unbounded, Unsupported
from castable.model.state import State

CHUNK = 200
CHUNKS = 14
COMPARED = 143
"""Of each chunk at least so many are compared: more than 2,000 in all."""
MAX_STATES = 45
"""Small boards, and many of them."""


@pytest.mark.parametrize("start", range(0, CHUNKS * CHUNK, CHUNK))
def test_solver_and_brute_force_agree(start: int) -> None:
    compared = sum(_agrees(seed) for seed in range(start, start + CHUNK))
    assert compared >= COMPARED


def _agrees(seed: int) -> bool:
    """Whether a board was compared; fails when the two sides differ on it."""
    sample = sample_effects(seed)
    try:
        result = compare(sample.state, sample.spell, max_states=MAX_STATES)
    except (TooLarge, Unbounded, Unsupported):
        return False
    assert result.agrees, f"seed {seed}: missing {result.missing[:3]}, extra {result.extra[:3]}, count {result.count}"
    return True


_GROWTH = permanent(EFFECTS["growth"], attached_to="host")
_VEIN = replace(permanent(SOURCES["Vein"]), ref="host")


def test_an_aura_on_one_of_two_equal_lands() -> None:
    host = replace(permanent("Forest"), ref="host")
    for lands in ([host, permanent("Forest")], [permanent("Forest"), host]):
        assert compare(board(*lands, _GROWTH, hand=[spell("{G}{G}{G}")]), "Spell").agrees


def test_one_of_two_equal_creatures_is_fresh() -> None:
    fresh = permanent("Llanowar Elves", summoning_sick=True)
    assert compare(board(fresh, "Llanowar Elves", hand=[spell("{G}")]), "Spell").agrees


def test_nothing_to_double() -> None:
    assert compare(board(SOURCES["Cube"], "Grizzly Bears", hand=[spell("{1}")]), "Spell").agrees


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(board("2 Phyrexian Altar; 2 Grizzly Bears", hand=[spell("{G}{G}")]), id="which of two altars"),
        pytest.param(board(_VEIN, _GROWTH, hand=[spell("{G}{C}{C}")]), id="an Aura on what is sacrificed"),
        pytest.param(board(SOURCES["Spawn"], EFFECTS["vigil"], hand=[spell("{W}")]), id="a condition that may end"),
        pytest.param(board(SOURCES["Cube"], "4 Forest", pool="G", hand=[spell("{4}")]), id="doubling what is taken"),
    ],
)
def test_refused(state: State) -> None:
    """Boards whose payments the solver cannot tell apart, or whose effects may end while mana is made."""
    with pytest.raises(Unsupported):
        compare(state, "Spell")
