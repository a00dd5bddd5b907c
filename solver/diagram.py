"""Problems of linear sums as decision diagrams (design, section 4.3).

`DiagramSolver` takes the place of python-constraint's own solver, `Problem(DiagramSolver())`; `CompiledProblem` is what
it compiles: all solutions, counted, listed, picked by index or by weight without walking the others.

    compiled = CompiledProblem.of(problem)
    compiled.count(), compiled[10**15], compiled[5:8], compiled.sample(Random(1)), compiled.best(3, {"a": 2, "b": 1})
    compiled.narrowed([(MaxSumConstraint(4), ["a", "b"])]).count()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, overload

from constraint import Constraint, Problem, Solver

from castable.solver.diagram_graph import Choice, Diagram, Layer, Path, Scale, build, empty, walk
from castable.solver.diagram_rows import Bounds, Decision, Order, Row, Sums, decisions_of, row_of

__all__ = [
    "Bounds",
    "Choice",
    "CompiledProblem",
    "Decision",
    "Diagram",
    "DiagramSolver",
    "Layer",
    "Order",
    "Path",
    "Scale",
    "Solution",
    "Weights",
    "build",
    "empty",
    "walk",
]

Solution = dict[Any, int]
"""The value of each variable."""
Weights = Mapping[Any, int] | Callable[[Any, int], int]
"""What a unit of each variable weighs (0 where it is left out), or what a variable weighs with a value."""


class CompiledProblem:
    """All solutions of a problem of linear sums, as a diagram with what its layers decide.

    `len` is limited to what Python can index; `count()` is not.
    """

    def __init__(self, variables: Iterable[Any], decisions: Sequence[Decision], diagram: Diagram[Bounds]) -> None:
        self.variables = tuple(variables)
        self.decisions = tuple(decisions)
        self.diagram = diagram
        self._changed = [{choice: one.nonzero(choice) for choice in one.values} for one in self.decisions]

    @classmethod
    def of(cls, stated: Problem, order: Order = Order.SHORT) -> CompiledProblem:
        """Compile a python-constraint problem. Raises `TypeError` where it is not one of linear sums.

        What was stated is read as it stands: to have python-constraint prepare it would spoil it for a second question.
        """
        if stated._str_constraints:
            raise TypeError(f"{stated._str_constraints[0]!r} is no linear sum")
        scoped = [(constraint, scope or list(stated._variables)) for constraint, scope in stated._constraints]
        return cls.of_domains(stated._variables, scoped, order)

    @classmethod
    def of_domains(
        cls, domains: Mapping[Any, Any], constraints: Iterable[tuple[Constraint, Sequence[Any]]], order: Order
    ) -> CompiledProblem:
        """Compile domains by variable and constraints with their scopes. Without variables there is no solution, as
        python-constraint has it."""
        if not domains:
            return cls((), [], empty())
        decisions, rows = decisions_of(domains, [row_of(*constraint) for constraint in constraints], order)
        return cls(domains, decisions, _diagram(decisions, rows))

    def count(self) -> int:
        """Exact number of solutions."""
        return self.diagram.count()

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __iter__(self) -> Iterator[Solution]:
        return self.starting(0)

    def starting(self, skip: int) -> Iterator[Solution]:
        """The solutions after the first `skip`, which are not walked."""
        return (self._solution(path) for path, _, _ in self.diagram.paths(skip))

    def _solution(self, path: Path) -> Solution:
        solution = dict.fromkeys(self.variables, 0)
        for changed, choice in zip(self._changed, path, strict=True):
            if (one := changed[choice]) is not None:
                solution[one[0]] = one[1]
        return solution

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        places = range(self.count())[index]
        if isinstance(places, int):
            return next(self.starting(places))
        if places.step == 1:
            return list(islice(self.starting(places.start), len(places)))
        return [next(self.starting(place)) for place in places]

    def index(self, solution: Mapping[Any, int]) -> int:
        """The place of a solution, so that `compiled[compiled.index(solution)] == solution`. Raises `ValueError` when
        it is none."""
        place = None
        if set(solution) == set(self.variables):
            choices = [decision.choice_of(solution) for decision in self.decisions]
            place = self.diagram.place(tuple(choice for choice in choices if choice is not None))
        if place is None:
            raise ValueError("no such solution")
        return place

    def __contains__(self, solution: object) -> bool:
        if not isinstance(solution, Mapping):
            return False
        try:
            self.index(solution)
        except ValueError:
            return False
        return True

    def sample(self, random: Random) -> Solution:
        """A solution, each as likely as any other. Raises `IndexError` when there is none."""
        if not self:
            raise IndexError("no solution to choose from")
        return self[random.randrange(self.count())]

    def ranked(self, weights: Weights) -> Iterator[tuple[int, Solution]]:
        """Every solution with its weight, lightest first; of equal ones first what comes first in the list."""
        scale: Scale[Bounds] = Scale(choice=self._weights(weights), ends=lambda _: (0,))
        for weight, path, _, _ in self.diagram.ranked(scale):
            yield weight, self._solution(path)

    def best(self, number: int, weights: Weights) -> list[tuple[int, Solution]]:
        """The lightest solutions, so many or all that there are, with their weights."""
        return list(islice(self.ranked(weights), number))

    def _weights(self, weights: Weights) -> Callable[[int, Choice], int]:
        """The weight of each choice of a layer."""
        weigh = weights if callable(weights) else lambda variable, value: weights.get(variable, 0) * value
        known: list[dict[Choice, int]] = []
        for decision, changed in zip(self.decisions, self._changed, strict=True):
            at_rest = sum(weigh(variable, 0) for variable in decision.variables) if None in changed.values() else 0
            known.append({})
            for choice, one in changed.items():
                known[-1][choice] = at_rest
                if one is not None:
                    others = (variable for variable in decision.variables if variable != one[0])
                    known[-1][choice] = weigh(*one) + sum(weigh(other, 0) for other in others)
        return lambda layer, choice: known[layer][choice]

    def narrowed(self, constraints: Iterable[tuple[Constraint, Sequence[Any]]]) -> CompiledProblem:
        """The solutions that meet more sums, each with its scope (an empty one means all variables).

        The diagram is walked along with what the new sums ask for, and taken over as it stands from where they hold by
        themselves: nothing is compiled anew. Raises `TypeError` for what is no linear sum, `ValueError` for a variable
        that is none of the problem's.
        """
        rows = [row_of(constraint, tuple(scope) or self.variables) for constraint, scope in constraints]
        for variable in (variable for row in rows for variable in row.weights):
            if variable not in self.variables:
                raise ValueError(f"no such variable: {variable!r}")
        if not self:
            return self
        sums = Sums(rows, self.decisions)
        if sums.start is None:
            return CompiledProblem(self.variables, self.decisions, empty(self.diagram.depth))
        return CompiledProblem(
            self.variables, self.decisions, self.diagram.restricted(sums.start, sums.after, sums.free)
        )

    def __repr__(self) -> str:
        return f"<{self.count():,} solutions of {len(self.variables)} variables in {self.diagram.nodes} nodes>"


def _diagram(decisions: Sequence[Decision], rows: Sequence[Row]) -> Diagram[Bounds]:
    sums = Sums(rows, decisions)

    def layer(at: int, values: tuple[int, ...]) -> Layer[Bounds]:
        def step(state: Bounds) -> Iterator[tuple[Choice, Bounds]]:
            for choice in values:
                if (after := sums.after(at, choice, state)) is not None:
                    yield choice, after

        return Layer(step)

    if sums.start is None:
        return empty(len(decisions))
    layers = [layer(at, decision.values) for at, decision in enumerate(decisions)]
    return build(sums.start, layers, lambda state: 1)


class DiagramSolver(Solver):  # type: ignore[misc]
    """A python-constraint solver for problems whose constraints are linear sums over integers.

    Any other constraint raises `TypeError`. Solutions come without dead ends, in the order that keeps the diagram
    small, or with `Order.STATED` in that of the variables.
    """

    def __init__(self, order: Order = Order.SHORT) -> None:
        self._order = order

    def compile(self, domains: Mapping[Any, Any], constraints: Any) -> CompiledProblem:
        """The problem compiled; see `CompiledProblem.of` for one that is stated."""
        return CompiledProblem.of_domains(domains, constraints, self._order)

    def getSolutionIter(self, domains: Any, constraints: Any, vconstraints: Any) -> Iterator[Solution]:  # noqa: N802
        """Solutions one by one."""
        return iter(self.compile(domains, constraints))

    def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> Solution | None:  # noqa: N802
        """The first solution, None when there is none."""
        return next(self.getSolutionIter(domains, constraints, vconstraints), None)

    def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> list[Solution]:  # noqa: N802
        """All solutions."""
        return list(self.getSolutionIter(domains, constraints, vconstraints))
