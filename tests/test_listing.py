"""Payments as plain numbers: the same as those listed in full, from any place, in every kind of problem."""

from __future__ import annotations

from itertools import islice

import pytest
from generated_boards import sample
from test_reference_counts import generated, problem_on

from benchmarks.boards import BOARDS, Board, board
from castable.model.errors import CastableError
from castable.solver.mixed import MixedPayments
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.stated import constraint_problem

START = 1_000
SHORT = [one for one in BOARDS if one.ways is not None and one.ways < START]


def on(one: Board) -> Payments:
    return payments_of_cost(one.state(), one.mana_cost)


def assert_same_list(ways: Payments, count: int) -> None:
    found = list(ways.tuples())
    assert len(found) == len(set(found)) == count
    lengths = [1 + len(ways.columns(announced)) for announced in ways.announced]
    assert all(len(numbers) == lengths[numbers[0]] for numbers in found)
    for skip in {0, 1, count // 2, count - 1, count} - {-1}:
        assert list(islice(ways.tuples(skip), 3)) == found[skip : skip + 3]


@pytest.mark.parametrize("one", SHORT, ids=lambda one: one.name)
def test_benchmark_boards(one: Board) -> None:
    assert_same_list(on(one), one.ways or 0)


@pytest.mark.parametrize("name", ["B4", "B5", "B6", "V21"])
def test_long_lists(name: str) -> None:
    one = board(name)
    found = list(on(one).tuples())
    assert len(found) == len(set(found)) == one.ways


def test_a_list_that_nobody_can_walk() -> None:
    ways = on(board("B9d"))
    page = list(islice(ways.tuples(10**18), 500))
    assert len(set(page)) == 500 and all(sum(numbers[1:]) == 15 for numbers in page)
    assert list(islice(ways.tuples(10**18 + 77), 20)) == page[77:97]


@pytest.mark.parametrize("seed", range(0, 200, 3))
def test_linear_problems(seed: int) -> None:
    """What is listed is what python-constraint's own solver finds, in lexicographic order."""
    problem = problem_on(*generated(seed))
    linear = MixedPayments(problem)
    found = list(linear.tuples())
    assert found == sorted(found) and len(found) == linear.count()
    named = {frozenset((c, n) for c, n in zip(linear.columns, one, strict=True) if n) for one in found}
    solutions = constraint_problem(problem).getSolutions()
    wanted = {frozenset((c, n) for c, n in one.items() if n and c[0] != "possible") for one in solutions}
    assert named == wanted


@pytest.mark.parametrize("floating", [False, True])
def test_generated_boards(floating: bool) -> None:
    asked = 0
    for seed in range(150):
        try:
            ways = payments(sample(seed).state, "Spell", floating=floating)
            count = ways.count()
            if count < START:
                assert_same_list(ways, count)
                asked += count > 3
        except CastableError:
            continue
    assert asked > 20
