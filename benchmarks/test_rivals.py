"""castable against general constraint solvers, on the boards where those end soon: one group a board, with ratios.

    python -m pytest benchmarks/test_rivals.py

`python -m benchmarks` has the other boards, with a time limit.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.boards import board
from benchmarks.contenders import COUNTING, RIVALS, Contender
from benchmarks.questions import Question
from benchmarks.rivals import Missing

ONE_VARIABLE_A_LAND = RIVALS[-1]
ALL = ("B1", "B2", "N1", "N2", "N3", "N5", "N9")
ONLY_GROUPED = ("B3", "B5", "B9")


@pytest.mark.parametrize(
    ("name", "contender"),
    [
        pytest.param(name, contender, id=f"{name}-{contender.title}")
        for name in sorted(ALL + ONLY_GROUPED)
        for contender in (COUNTING, *RIVALS)
        if name in ALL or contender is not ONE_VARIABLE_A_LAND
    ],
)
def test_count(benchmark: BenchmarkFixture, name: str, contender: Contender) -> None:
    benchmark.group = f"count {name}"
    one = board(name)
    question = Question(one)
    assert question.problem is not None and contender.run is not None
    try:
        found = benchmark.pedantic(  # type: ignore[no-untyped-call]
            contender.run, args=(question,), rounds=5, warmup_rounds=1
        )
    except Missing:
        pytest.skip(f"{contender.title} is not installed")
    assert found == one.ways
