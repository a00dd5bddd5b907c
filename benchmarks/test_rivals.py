"""castable against python-constraint's own solver, on the boards where that ends soon: one group a board, with ratios.

    python -m pytest benchmarks/test_rivals.py

`python -m benchmarks` has the other boards, with a time limit.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.boards import board
from benchmarks.contenders import CASTABLE, RIVALS, Contender, forget

BACKTRACKING, ONE_VARIABLE_A_LAND = RIVALS
BOTH = ("B1", "B2", "N1", "N2", "N3", "N5", "N9")
ONLY_GROUPED = ("B3", "B5", "B9")


@pytest.mark.parametrize(
    ("name", "contender"),
    [
        pytest.param(name, contender, id=f"{name}-{contender.title}")
        for name in sorted(BOTH + ONLY_GROUPED)
        for contender in (CASTABLE, BACKTRACKING, ONE_VARIABLE_A_LAND)
        if name in BOTH or contender is not ONE_VARIABLE_A_LAND
    ],
)
def test_count(benchmark: BenchmarkFixture, name: str, contender: Contender) -> None:
    benchmark.group = f"count {name}"
    one = board(name)
    found = benchmark.pedantic(  # type: ignore[no-untyped-call]
        contender.run, args=(one.state(), one.mana_cost), setup=forget, rounds=5, warmup_rounds=1
    )
    assert found == one.ways
