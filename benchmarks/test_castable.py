"""castable alone: counting, the first payment, and lists; one group a board.

python -m pytest benchmarks/test_castable.py
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.boards import BOARDS, Board
from benchmarks.contenders import COUNTING, LISTED, OPERATIONS, Contender
from benchmarks.questions import Question

MOST = {"first": 1, "tuples": LISTED, "bare loop": LISTED, "payments": LISTED}
"""The largest number that an operation other than counting returns."""


@pytest.mark.parametrize(
    "operation", [COUNTING, *(one for one in OPERATIONS if one.run)], ids=lambda operation: operation.title
)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_operation(benchmark: BenchmarkFixture, board: Board, operation: Contender) -> None:
    benchmark.group = board.name
    found = benchmark.pedantic(  # type: ignore[no-untyped-call]
        operation.run, args=(Question(board),), rounds=3, warmup_rounds=1
    )
    if board.ways is not None:
        assert found == min(board.ways, MOST.get(operation.title, board.ways))
