"""General constraint solvers on the problem that castable states, found payment by payment.

python-constraint, Choco and CP-SAT get one model: a variable for each class of equal lands and each color it makes, and
the same sums. The model that one writes first, with a variable for each land, goes to python-constraint. Choco and
CP-SAT are in the extra `bench`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from constraint import Problem, SomeInSetConstraint

from benchmarks.questions import Question
from castable.solver.problem import PaymentProblem, Vector, held_in
from castable.solver.stated import constraint_problem

__all__ = ["Missing", "NotSums", "backtracking", "choco", "cp_sat", "naive_count", "one_variable_a_land"]


class NotSums(Exception):
    """The board has sources that sums alone do not describe, so that a general solver can't be given it as it is."""


class Missing(Exception):
    """The contender is not installed."""


def _linear(question: Question) -> PaymentProblem:
    if not question.problem.is_linear:
        raise NotSums
    return question.problem


def backtracking(question: Question) -> int:
    """python-constraint's own solver."""
    return sum(1 for _ in constraint_problem(_linear(question)).getSolutionIter())


_Sum = tuple[list[int], list[int], str, int]
"""A row over columns with their weights: `<=`, `>=` or `=` a number."""


def _model(problem: PaymentProblem) -> tuple[list[int], list[_Sum]]:
    """The most that each column may be, and the sums."""
    most: list[int] = []
    made: list[Vector] = []
    rooms: list[Vector] = []
    sums: list[_Sum] = []
    reach = [problem.demand.reach_of(kind) for kind in range(len(problem.kinds))]
    for source in problem.classes:
        own = range(len(most), len(most) + len(source.plans))
        for plan in source.plans:
            most.append(min(source.size, reach[plan.made.index(1)]))
            made.append(plan.made)
            rooms.append(plan.rooms)
        if len(own) > 1:
            sums.append((list(own), [1] * len(own), "<=", source.size))
    for kind, held in enumerate(problem.pool):
        if held:
            most.append(min(held, reach[kind]))
            made.append(tuple(int(at == kind) for at in range(len(problem.kinds))))
            rooms.append((0,) * len(problem.rooms))
    for mask, need, relation in (
        *((mask, need, ">=") for mask, need in problem.demand.rows),
        (problem.demand.usable, problem.demand.total, "="),
    ):
        columns = [at for at, mana in enumerate(made) if held_in(mana, mask)]
        sums.append((columns, [1] * len(columns), relation, need))
    for at, capacity in enumerate(problem.rooms):
        columns = [column for column, taken in enumerate(rooms) if taken[at]]
        sums.append((columns, [rooms[column][at] for column in columns], "<=", capacity))
    return most, sums


def _possible(most: list[int], sums: list[_Sum]) -> bool:
    """Whether there is something to give to a solver: an empty sum that asks for something has no solutions."""
    return bool(most) and not any(relation != "<=" and need and not columns for columns, _, relation, need in sums)


def choco(question: Question) -> int:
    """Choco by pychoco, by its own search; the values of the variables are not read."""
    problem = _linear(question)
    try:
        from pychoco import Model
    except ImportError:
        raise Missing from None
    most, sums = _model(problem)
    if not _possible(most, sums):
        return int(problem.demand.total == 0)
    model: Any = Model()
    columns = [model.intvar(0, n) for n in most]
    for scope, weights, relation, number in sums:
        if set(weights) == {1}:
            model.sum([columns[at] for at in scope], relation, number).post()
        elif scope:
            model.scalar([columns[at] for at in scope], weights, relation, number).post()
    solver = model.get_solver()
    found = 0
    while solver.solve():
        found += 1
    return found


def cp_sat(question: Question) -> int:
    """CP-SAT of OR-Tools, enumerating all solutions, which it does with one worker."""
    problem = _linear(question)
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise Missing from None
    most, sums = _model(problem)
    if not _possible(most, sums):
        return int(problem.demand.total == 0)
    model: Any = cp_model.CpModel()
    columns = [model.new_int_var(0, n, f"x{at}") for at, n in enumerate(most)]
    for scope, weights, relation, number in sums:
        total = sum(weight * columns[at] for at, weight in zip(scope, weights, strict=True))
        if scope:
            model.add(total <= number if relation == "<=" else total >= number if relation == ">=" else total == number)

    class Counting(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    solver: Any = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counting = Counting()
    solver.solve(model, counting)
    return counting.found


def one_variable_a_land(question: Question) -> int:
    """python-constraint on the model one writes first."""
    return naive_count(_linear(question))


def naive_count(problem: PaymentProblem) -> int:
    """Each land is unused or gives one of its colors; so many used in all, so many of each color. Solutions that differ
    only by interchangeable lands are one payment."""
    if not problem.is_linear or any(problem.pool) or problem.rooms:
        raise NotSums
    if any(len(set(source.plans)) < len(source.plans) for source in problem.classes):
        raise NotSums
    stated = Problem()
    kinds: dict[tuple[int, int], list[int]] = {}
    for at, source in enumerate(problem.classes):
        for member in range(source.size):
            kinds[at, member] = [plan.made.index(1) for plan in source.plans]
            stated.addVariable((at, member), [_UNUSED, *kinds[at, member]])
    if not kinds:
        return int(problem.demand.total == 0)
    everything = set(range(len(problem.kinds)))
    rows = [({kind for kind in everything if mask >> kind & 1}, need, False) for mask, need in problem.demand.rows]
    for wanted, need, exactly in [*rows, (everything, problem.demand.total, True)]:
        scope = [land for land, own in kinds.items() if wanted.intersection(own)]
        if need and not scope:
            return 0
        if scope:
            stated.addConstraint(SomeInSetConstraint(wanted, need, exactly), scope)
    return len(set(_payments(stated, _digits(problem))))


_UNUSED = -1


def _payments(stated: Problem, digits: dict[tuple[int, int], int]) -> Iterator[int]:
    for solution in stated.getSolutionIter():
        yield sum(digits[land[0], kind] for land, kind in solution.items() if kind != _UNUSED)


def _digits(problem: PaymentProblem) -> dict[tuple[int, int], int]:
    """A weight for each class and kind, so that sums of these tell payments apart: a number of its own base."""
    weights, weight = {}, 1
    for at, source in enumerate(problem.classes):
        for plan in source.plans:
            weights[at, plan.made.index(1)] = weight
            weight *= source.size + 1
    return weights
