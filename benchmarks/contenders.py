"""Those who answer a board: castable, and python-constraint's backtracking on two models of the same question.

Each is a function of a board's state and cost that works from nothing remembered and returns a number of payments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from constraint import Problem, SomeInSetConstraint

from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.means import Bill
from castable.solver.payments import payments_of_cost
from castable.solver.problem import PaymentProblem, constraint_problem
from castable.solver.sources import _sources
from castable.solver.spending import Purpose
from castable.solver.ways import _compiled, problem_of

__all__ = [
    "CASTABLE",
    "LISTED",
    "OPERATIONS",
    "RIVALS",
    "Contender",
    "NotSums",
    "backtracking",
    "forget",
    "one_variable_a_land",
]

LISTED = 20_000
"""How many payments at the most are written out when listing is measured."""

Count = Callable[[State, ManaCost], int]


class NotSums(Exception):
    """The board has sources that sums alone do not describe, so that a general solver can't be given it as it is."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Something to be timed: a title of two or three words, and the function."""

    title: str
    run: Count


def forget() -> None:
    """Clear what castable remembers between questions."""
    _sources.cache_clear()
    _compiled.cache_clear()


def count(state: State, cost: ManaCost) -> int:
    """The exact number of payments."""
    return payments_of_cost(state, cost).count()


def payable(state: State, cost: ManaCost) -> int:
    """Whether there is any payment, as 0 or 1."""
    return int(bool(payments_of_cost(state, cost)))


def first(state: State, cost: ManaCost) -> int:
    """How many payments are found when one is enough: 0 or 1."""
    return sum(1 for _ in islice(payments_of_cost(state, cost), 1))


def listing(state: State, cost: ManaCost) -> int:
    """Write payments out one by one, `LISTED` of them at the most."""
    return sum(1 for _ in islice(payments_of_cost(state, cost), LISTED))


def backtracking(state: State, cost: ManaCost) -> int:
    """The same problem as castable's, solved by python-constraint's own solver, which finds solutions one by one."""
    return sum(1 for _ in constraint_problem(_linear(state, cost)).getSolutionIter())


def one_variable_a_land(state: State, cost: ManaCost) -> int:
    """The model one writes first: each land is unused or gives one of its colors; so many used in all, so many of each
    color. Solutions that differ only by interchangeable lands are one payment."""
    problem = _linear(state, cost)
    if any(problem.pool) or problem.rooms or any(len(set(s.plans)) < len(s.plans) for s in problem.classes):
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
    digits = _digits(problem)
    return len(
        {
            sum(digits[land[0], kind] for land, kind in solution.items() if kind != _UNUSED)
            for solution in stated.getSolutionIter()
        }
    )


_UNUSED = -1


def _digits(problem: PaymentProblem) -> dict[tuple[int, int], int]:
    """A weight for each class and kind, so that sums of these tell payments apart: a number of its own base."""
    weights, weight = {}, 1
    for at, source in enumerate(problem.classes):
        for plan in source.plans:
            weights[at, plan.made.index(1)] = weight
            weight *= source.size + 1
    return weights


def _linear(state: State, cost: ManaCost) -> PaymentProblem:
    problem = problem_of(state, None, Bill(mana=cost), Purpose(), floating=False, by_object=False)
    if not problem.is_linear:
        raise NotSums
    return problem


CASTABLE = Contender("castable", count)
RIVALS = (Contender("backtracking", backtracking), Contender("one var a land", one_variable_a_land))
OPERATIONS = (
    Contender("yes or no", payable),
    Contender("first", first),
    CASTABLE,
    Contender("list", listing),
)
