"""castable alone: yes or no, the first payment, the count and a list, from nothing remembered; one group a board.

python -m pytest benchmarks/test_castable.py
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.boards import BOARDS, Board
from benchmarks.contenders import LISTED, OPERATIONS, Contender, forget

MOST = {"yes or no": 1, "first": 1, "list": LISTED}
"""The largest number that an operation other than counting returns."""


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.title)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_operation(benchmark: BenchmarkFixture, board: Board, operation: Contender) -> None:
    benchmark.group = board.name
    state, cost = board.state(), board.mana_cost
    found = benchmark.pedantic(  # type: ignore[no-untyped-call]
        operation.run, args=(state, cost), setup=forget, rounds=3, warmup_rounds=1
    )
    if board.ways is not None:
        assert found == min(board.ways, MOST.get(operation.title, board.ways))
