"""Decision diagrams of linear sums: the same solutions as python-constraint's own backtracking, whatever is asked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from constraint import AllDifferentConstraint, Constraint, ExactSumConstraint, MaxSumConstraint, MinSumConstraint
from constraint import Problem as Stated
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_reference_counts import problem_on

from benchmarks.boards import board
from castable.solver.diagram import CompiledProblem, DiagramSolver, Order, Solution
from castable.solver.stated import constraint_problem
from castable.solver.sums import ExactSum, MaxSum, MinSum

SUMS = {"min": MinSum, "max": MaxSum, "exact": ExactSum}
NAMES = "abcdef"


@dataclass(frozen=True)
class Sum:
    """One row of a problem: its kind, bound, variables, and their factors if there are any."""

    kind: str
    bound: int
    scope: tuple[str, ...]
    factors: tuple[int, ...] | None = None

    def constraint(self) -> Constraint:
        return SUMS[self.kind](self.bound, list(self.factors) if self.factors else None)

    def holds(self, values: Solution) -> bool:
        total = sum(n * values[name] for n, name in zip(self.factors or [1] * len(self.scope), self.scope, strict=True))
        return {"min": total >= self.bound, "max": total <= self.bound, "exact": total == self.bound}[self.kind]


@dataclass(frozen=True)
class Sums:
    """A problem to be stated as often as one likes: python-constraint spoils a problem by answering it."""

    domains: dict[str, list[int]]
    rows: tuple[Sum, ...]

    def stated(self, solver: Any = None) -> Stated:
        stated = Stated(solver) if solver else Stated()
        for name, values in self.domains.items():
            stated.addVariable(name, values)
        for row in self.rows:
            stated.addConstraint(row.constraint(), list(row.scope))
        return stated

    def backtracked(self) -> list[Solution]:
        found: list[Solution] = self.stated().getSolutions()
        return found

    def compiled(self, order: Order = Order.SHORT) -> CompiledProblem:
        return CompiledProblem.of(self.stated(), order)


@st.composite
def rows(draw: st.DrawFn, names: list[str]) -> Sum:
    scope = tuple(draw(st.lists(st.sampled_from(names), min_size=1, unique=True)))
    factors = st.tuples(*(st.integers(-3, 3) for _ in scope))
    return Sum(
        draw(st.sampled_from(sorted(SUMS))),
        draw(st.integers(-4, 8)),
        scope,
        draw(st.none() | factors.filter(any)),
    )


@st.composite
def problems(draw: st.DrawFn) -> Sums:
    """Up to six variables, many of them 0 or 1, with up to four sums, some of which let at most one variable be 1."""
    names = list(NAMES[: draw(st.integers(1, 6))])
    few = st.lists(st.integers(-2, 4), min_size=1, max_size=4, unique=True)
    domains = {name: draw(st.just([0, 1]) | few) for name in names}
    found = draw(st.lists(rows(names), max_size=4))
    yes_or_no = [name for name in names if domains[name] == [0, 1]]
    if len(yes_or_no) > 1 and draw(st.booleans()):
        scope = draw(st.lists(st.sampled_from(yes_or_no), min_size=2, unique=True))
        found.insert(0, Sum(draw(st.sampled_from(["max", "exact"])), 1, tuple(scope)))
    return Sums(domains, tuple(found))


ORDERS = st.sampled_from(Order)
WEIGHTS = st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3))


def by_name(found: list[Solution]) -> set[tuple[tuple[Any, int], ...]]:
    """Solutions as they can be compared; none may stand there twice."""
    named = {tuple(sorted(solution.items())) for solution in found}
    assert len(named) == len(found)
    return named


@given(problems(), ORDERS)
@settings(max_examples=300)
def test_the_solutions_are_those_of_backtracking(problem: Sums, order: Order) -> None:
    backtracked = problem.backtracked()
    compiled = problem.compiled(order)
    listed = list(compiled)
    assert by_name(listed) == by_name(backtracked)
    assert compiled.count() == len(compiled) == len(backtracked)
    assert bool(compiled) is bool(backtracked)
    solver = DiagramSolver(order)
    assert by_name(problem.stated(solver).getSolutions()) == by_name(listed)
    assert by_name(list(problem.stated(solver).getSolutionIter())) == by_name(listed)
    first = problem.stated(solver).getSolution()
    assert first in listed if listed else first is None


@given(problems())
def test_the_list_is_in_order(problem: Sums) -> None:
    """In the order in which the variables are stated a list is in lexicographic order."""
    compiled = problem.compiled(Order.STATED)
    listed = [tuple(solution.values()) for solution in compiled]
    assert listed == sorted(listed)


@given(problems(), ORDERS, st.data())
def test_any_place_of_the_list(problem: Sums, order: Order, data: st.DataObject) -> None:
    compiled = problem.compiled(order)
    listed = list(compiled)
    assert [compiled[at] for at in range(-len(listed), len(listed))] == listed * 2
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            compiled[outside]
    piece = data.draw(st.slices(len(listed)))
    assert compiled[piece] == listed[piece]
    skip = data.draw(st.integers(0, len(listed) + 1))
    assert list(compiled.starting(skip)) == listed[skip:]


@given(problems(), ORDERS)
def test_each_solution_knows_its_place_and_nothing_else_has_one(problem: Sums, order: Order) -> None:
    compiled = problem.compiled(order)
    listed = list(compiled)
    assert [compiled.index(solution) for solution in listed] == list(range(len(listed)))
    for values in islice(product(*problem.domains.values()), 200):
        solution = dict(zip(problem.domains, values, strict=True))
        assert (solution in compiled) is (solution in listed)
    for other in ({}, dict.fromkeys(problem.domains, 9), dict.fromkeys([*problem.domains, "z"], 0), "a", None):
        assert other not in compiled
        if isinstance(other, dict):
            with pytest.raises(ValueError, match="no such solution"):
                compiled.index(other)


class Told(Random):
    """Says the numbers that it is told to."""

    def __init__(self, numbers: range) -> None:
        super().__init__()
        self.asked: list[int] = []
        self._numbers = iter(numbers)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        self.asked.append(start)
        return next(self._numbers)


@given(problems(), ORDERS)
def test_a_sample_is_any_solution_with_the_same_chance(problem: Sums, order: Order) -> None:
    """One uniform number below the count is asked for, and each number gives another solution."""
    compiled = problem.compiled(order)
    told = Told(range(len(compiled)))
    assert [compiled.sample(told) for _ in range(len(compiled))] == list(compiled)
    assert told.asked == [len(compiled)] * len(compiled)
    if not compiled:
        with pytest.raises(IndexError, match="no solution"):
            compiled.sample(Random(1))


@given(problems(), ORDERS, WEIGHTS, st.integers(0, 9))
def test_the_lightest_solutions(problem: Sums, order: Order, weights: dict[str, int], number: int) -> None:
    """All with their weights, lightest first, equal ones in the order of the list; weights may be negative."""
    compiled = problem.compiled(order)
    weighed = [(sum(weights.get(name, 0) * n for name, n in one.items()), one) for one in compiled]
    expected = sorted(weighed, key=lambda entry: entry[0])
    assert list(compiled.ranked(weights)) == expected
    assert compiled.best(number, weights) == expected[:number]


@given(problems(), ORDERS)
def test_weights_may_be_any_function_of_a_value(problem: Sums, order: Order) -> None:
    def weigh(name: str, value: int) -> int:
        return (value - 1) * (value - 1) + 5 * (name == "a") * (value == 0)

    compiled = problem.compiled(order)
    weighed = [(sum(weigh(*item) for item in one.items()), one) for one in compiled]
    assert list(compiled.ranked(weigh)) == sorted(weighed, key=lambda entry: entry[0])


@given(problems(), ORDERS, st.data())
@settings(max_examples=200)
def test_narrowing_leaves_what_meets_the_new_sums(problem: Sums, order: Order, data: st.DataObject) -> None:
    compiled = problem.compiled(order)
    listed = list(compiled)
    more = data.draw(st.lists(rows(list(problem.domains)), max_size=3))
    narrowed = compiled.narrowed([(row.constraint(), row.scope) for row in more])
    expected = [solution for solution in listed if all(row.holds(solution) for row in more)]
    assert list(narrowed) == expected
    assert narrowed.count() == len(expected)
    assert [narrowed.index(solution) for solution in expected] == list(range(len(expected)))
    assert all((solution in narrowed) is (solution in expected) for solution in listed)
    assert (
        narrowed.best(2, {"a": 1, "b": -1})
        == sorted(((one["a"] - one.get("b", 0), one) for one in expected), key=lambda entry: entry[0])[:2]
    )
    one_by_one = compiled
    for row in more:
        one_by_one = one_by_one.narrowed([(row.constraint(), row.scope)])
    assert list(one_by_one) == expected
    assert list(compiled) == listed


@given(problems(), ORDERS)
def test_narrowing_takes_over_what_a_sum_does_not_touch(problem: Sums, order: Order) -> None:
    compiled = problem.compiled(order)
    assume(compiled)
    everything = list(problem.domains)
    free = compiled.narrowed([(MinSum(-99), everything), (MaxSum(99), everything)])
    assert free.diagram.nodes == compiled.diagram.nodes
    assert not compiled.narrowed([(MinSum(99), everything)])


class TestOneProblem:
    """a + 2b + c = 4 with 0 <= a, b, c <= 4."""

    @pytest.fixture
    def stated(self) -> Stated:
        stated = Stated()
        stated.addVariables("abc", [0, 1, 2, 3, 4])
        stated.addConstraint(ExactSumConstraint(4, [1, 2, 1]), "abc")
        return stated

    def test_what_is_in_it(self, stated: Stated) -> None:
        compiled = CompiledProblem.of(stated, Order.STATED)
        assert compiled.count() == 9
        assert compiled[0] == {"a": 0, "b": 0, "c": 4}
        assert compiled[-1] == {"a": 4, "b": 0, "c": 0}
        assert repr(compiled) == "<9 solutions of 3 variables in 12 nodes>"

    def test_it_may_be_compiled_again(self, stated: Stated) -> None:
        """To ask python-constraint spoils a problem; to compile it does not."""
        assert [CompiledProblem.of(stated).count() for _ in range(3)] == [9] * 3
        assert len(stated.getSolutions()) == 9

    def test_plain_constraints_of_python_constraint(self, stated: Stated) -> None:
        compiled = CompiledProblem.of(stated)
        assert compiled.narrowed([(MaxSumConstraint(2), ["a", "b"]), (MinSumConstraint(1), ["c"])]).count() == 5
        assert compiled.narrowed([(MinSumConstraint(4), [])]).count() == 5, "no scope: all variables"

    def test_a_variable_may_stand_twice_in_a_sum(self) -> None:
        stated = Stated()
        stated.addVariables("ab", [0, 1, 2, 3])
        stated.addConstraint(ExactSum(4), ["a", "b", "a"])
        assert by_name(list(CompiledProblem.of(stated))) == {(("a", 1), ("b", 2)), (("a", 2), ("b", 0))}

    def test_a_value_that_stands_twice_is_one_solution(self) -> None:
        stated = Stated()
        stated.addVariable("a", [1, 0, 1])
        assert list(CompiledProblem.of(stated)) == [{"a": 0}, {"a": 1}]


class TestWhatIsNoLinearSum:
    def test_constraints_of_another_kind(self) -> None:
        stated = Stated()
        stated.addVariables("ab", [0, 1])
        stated.addConstraint(AllDifferentConstraint())
        with pytest.raises(TypeError, match="AllDifferentConstraint is no linear sum"):
            CompiledProblem.of(stated)
        stated = Stated(DiagramSolver())
        stated.addVariables("ab", [0, 1])
        stated.addConstraint(lambda a, b: a < b, "ab")
        with pytest.raises(TypeError, match="FunctionConstraint is no linear sum"):
            stated.getSolutions()

    def test_constraints_as_text(self) -> None:
        stated = Stated()
        stated.addVariables("ab", [0, 1])
        stated.addConstraint("a + b == 1")
        with pytest.raises(TypeError, match=r"'a \+ b == 1' is no linear sum"):
            CompiledProblem.of(stated)

    @pytest.mark.parametrize("value", [0.5, "x", None])
    def test_values_and_bounds_that_are_no_integers(self, value: Any) -> None:
        stated = Stated()
        stated.addVariable("a", [0, value])
        with pytest.raises(TypeError, match="which is no integer"):
            CompiledProblem.of(stated)
        for wrong in (MaxSum(value), MinSum(value), ExactSum(1, [value])):
            stated = Stated()
            stated.addVariable("a", [0, 1])
            stated.addConstraint(wrong, ["a"])
            with pytest.raises(TypeError, match="which is no integer"):
                CompiledProblem.of(stated)

    def test_narrowing_to_what_does_not_fit(self) -> None:
        stated = Stated()
        stated.addVariables("ab", [0, 1])
        compiled = CompiledProblem.of(stated)
        with pytest.raises(TypeError, match="no linear sum"):
            compiled.narrowed([(AllDifferentConstraint(), ["a"])])
        with pytest.raises(ValueError, match="no such variable: 'z'"):
            compiled.narrowed([(MaxSum(1), ["a", "z"])])
        with pytest.raises(ValueError, match="zip"):
            compiled.narrowed([(MaxSum(1, [1, 2, 3]), ["a", "b"])])


def test_no_variables_no_solutions() -> None:
    """As python-constraint has it."""
    assert Stated().getSolutions() == Stated(DiagramSolver()).getSolutions() == []
    compiled = CompiledProblem.of(Stated())
    assert not compiled and list(compiled) == [] and compiled.best(3, {}) == []
    assert {} not in compiled


def test_no_solutions() -> None:
    stated = Stated()
    stated.addVariables("ab", [0, 1])
    stated.addConstraint(MinSum(3), "ab")
    compiled = CompiledProblem.of(stated)
    assert not compiled and compiled[:] == [] and list(compiled.ranked({"a": 1})) == []
    assert compiled.diagram.nodes == 0
    assert not compiled.narrowed([(MinSum(0), ["a"])])


@pytest.fixture(scope="module")
def endless() -> CompiledProblem:
    """Sixty variables of which each is 0 to 9, the sum being 100."""
    stated = Stated()
    stated.addVariables(range(60), list(range(10)))
    stated.addConstraint(ExactSum(100), list(range(60)))
    return CompiledProblem.of(stated)


class TestWhatNobodyCanList:
    def test_counted_as_by_multiplying_polynomials(self, endless: CompiledProblem) -> None:
        ways = [1]
        for _ in range(60):
            grown = [0] * (len(ways) + 9)
            for at, n in enumerate(ways):
                for value in range(10):
                    grown[at + value] += n
            ways = grown
        assert endless.count() == ways[100] > 10**40
        assert endless.diagram.nodes < 6_000

    def test_places(self, endless: CompiledProblem) -> None:
        for place in (0, 10**40, endless.count() - 1, endless.count() // 3):
            solution = endless[place]
            assert sum(solution.values()) == 100
            assert endless.index(solution) == place
        assert endless[10**40 : 10**40 + 5] == [endless[10**40 + at] for at in range(5)]

    def test_samples(self, endless: CompiledProblem) -> None:
        random = Random(7)
        drawn = [endless.sample(random) for _ in range(200)]
        assert all(solution in endless for solution in drawn)
        means = [sum(solution[at] for solution in drawn) / len(drawn) for at in range(60)]
        assert all(1 < mean < 2.5 for mean in means), "5/3 on average"

    def test_best(self, endless: CompiledProblem) -> None:
        ((weight, lightest),) = endless.best(1, {at: at for at in range(60)})
        assert [lightest[at] for at in range(13)] == [9] * 11 + [1, 0]
        assert weight == 9 * sum(range(11)) + 11

    def test_narrowed(self, endless: CompiledProblem) -> None:
        narrowed = endless.narrowed([(ExactSum(0), list(range(55))), (MinSum(100), list(range(60)))])
        assert not narrowed, "five variables come to 45 at the most"
        narrowed = endless.narrowed([(ExactSum(90), list(range(10)))])
        assert narrowed.count() < endless.count()
        assert all(solution[at] == 9 for solution in narrowed[:3] for at in range(10))


def test_the_order_of_decisions_keeps_a_diagram_small() -> None:
    """Pairs that are stated far apart: in the order stated, a diagram would have to remember all first halves."""
    stated = Stated()
    pairs = [((side, at)) for side in "ab" for at in range(9)]
    stated.addVariables(pairs, [0, 1, 2])
    for at in range(9):
        stated.addConstraint(ExactSum(2), [("a", at), ("b", at)])
    short, as_stated = CompiledProblem.of(stated), CompiledProblem.of(stated, Order.STATED)
    assert short.count() == as_stated.count() == 3**9
    assert short.diagram.nodes < 60 < 3**9 < as_stated.diagram.nodes


LINEAR = ["B1", "B2", "B3", "B4", "B5", "B9", "N1", "N2", "N3", "N4", "N5", "N9"]


@pytest.mark.parametrize("name", LINEAR)
def test_benchmark_boards(name: str) -> None:
    """Whatever order the decisions are in, the solutions are those of backtracking."""
    problem = problem_on(board(name).state(), board(name).mana_cost)
    backtracked = by_name(constraint_problem(problem).getSolutions())
    for order in Order:
        compiled = CompiledProblem.of(constraint_problem(problem), order)
        assert by_name(list(compiled)) == backtracked
        assert compiled.count() == board(name).ways
    assert by_name(constraint_problem(problem, DiagramSolver()).getSolutions()) == backtracked


def test_without_some_lands() -> None:
    one = board("B5")
    compiled = CompiledProblem.of(constraint_problem(problem_on(one.state(), one.mana_cost)))
    cities = [name for name in compiled.variables if name[:2] == ("plan", 0)]
    without = compiled.narrowed([(MaxSum(0), cities)])
    assert 0 < without.count() == sum(not any(solution[name] for name in cities) for solution in compiled)
