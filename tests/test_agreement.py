"""The solver and the brute force list the same payments, in both directions, on generated boards.

Seeds are fixed; `--random-boards N` adds N boards with seeds drawn by chance, which a failure names.
"""

from __future__ import annotations

import random
from itertools import islice

import pytest
from agreement import compare
from generated_boards import sample, uses_converter

from castable.model.errors import TooLarge, Unbounded, Unsupported
from castable.solver.payments import payments

CHUNK = 150
CHUNKS = 21
USUAL = 5
COMPARED = 98
"""Of each chunk at least so many are small enough for the brute force: more than 2,000 in all, with the slow ones."""


@pytest.mark.parametrize(
    "start",
    [pytest.param(at * CHUNK, marks=[pytest.mark.slow] if at >= USUAL else []) for at in range(CHUNKS)],
)
def test_solver_and_brute_force_agree(start: int) -> None:
    seeds = range(start, start + CHUNK)
    compared = sum(_agrees(seed) for seed in seeds)
    assert compared >= COMPARED


def test_boards_are_worth_comparing() -> None:
    """At least half of the boards can pay, and at least a third with an ability that costs mana in use."""
    payable = converting = 0
    seeds = range(200)
    for seed in seeds:
        board = sample(seed)
        try:
            found = payments(board.state, board.spell)
            payable += bool(found)
            converting += any(map(uses_converter, islice(found, 300)))
        except Unsupported:
            continue
    assert payable >= len(seeds) / 2
    assert converting >= len(seeds) / 3


def test_random_boards(request: pytest.FixtureRequest) -> None:
    number = request.config.getoption("--random-boards")
    if not number:
        pytest.skip("--random-boards N compares N boards with seeds drawn by chance")
    assert sum(_agrees(random.randrange(10**6, 10**12)) for _ in range(number))


def _agrees(seed: int) -> bool:
    """Whether a board was compared; fails when the two sides differ on it."""
    board = sample(seed)
    try:
        result = compare(board.state, board.spell)
    except (TooLarge, Unsupported):
        return False
    assert result.agrees, f"seed {seed}: missing {result.missing[:3]}, extra {result.extra[:3]}, count {result.count}"
    return True


@pytest.mark.parametrize("seed", range(60))
def test_every_object_by_itself(seed: int) -> None:
    board = sample(seed, 4)
    try:
        assert compare(board.state, board.spell, by_object=True).agrees
    except (TooLarge, Unbounded, Unsupported):
        pytest.skip("too large for the brute force, or endless")


@pytest.mark.parametrize("seed", range(60))
def test_waste_too(seed: int) -> None:
    board = sample(seed, 4)
    try:
        assert compare(board.state, board.spell, floating=True).agrees
    except (TooLarge, Unbounded, Unsupported):
        pytest.skip("too large for the brute force, or endless")
