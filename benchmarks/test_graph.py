"""The mana graph of a four-player board, doubled twice: the time grows as the board does."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

import pytest

from castable.model.board import state_from_data
from castable.model.pool import built_in
from castable.model.state import State
from castable.solver.graph import ManaGraph


def table(permanents: int) -> State:
    """So many permanents among four players, a fifth of them could-produce lands."""
    each = permanents // 20
    lands = ("Forest", "Island", "Underground River", "Wastes")
    players = [
        {
            "battlefield": [
                {"card": "Exotic Orchard" if at % 2 else "Reflecting Pool", "count": each},
                {"card": lands[at], "count": 2 * each},
                {"card": "Dimir Signet", "count": each},
                {"card": "Llanowar Elves", "count": each},
            ]
        }
        for at in range(4)
    ]
    return state_from_data({"you": players[0], "opponents": players[1:]}, built_in())


@pytest.mark.parametrize("permanents", [100, 200, 400])
def test_graph(benchmark: Any, permanents: int) -> None:
    state = table(permanents)
    graph = benchmark(ManaGraph, state)
    assert len(list(graph)) == permanents


def test_growth() -> None:
    """Print how much longer a board of twice the size takes: near 2 when the time is linear."""
    times = [min(_seconds(table(permanents)) for _ in range(5)) for permanents in (100, 200, 400)]
    shown = ", ".join(f"{1000 * seconds:.1f} ms" for seconds in times)
    sys.stdout.write(
        f"\n100, 200, 400 permanents: {shown}; ratios {times[1] / times[0]:.2f}, {times[2] / times[1]:.2f}\n"
    )


def _seconds(state: State) -> float:
    start = perf_counter()
    ManaGraph(state)
    return perf_counter() - start
