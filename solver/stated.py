"""A payment problem in the words of python-constraint: sums over integers (design, section 4.2).

Any of its solvers answers it, `castable.solver.diagram.DiagramSolver` among them. castable's own tables of sums are
compared with them on every board that is linear.
"""

from __future__ import annotations

from constraint import Problem, Solver

from castable.solver.problem import PaymentProblem, Vector, held_in
from castable.solver.sums import ExactSum, MaxSum, MinSum

__all__ = ["constraint_problem"]


def constraint_problem(problem: PaymentProblem, solver: Solver | None = None) -> Problem:
    """A fresh python-constraint `Problem` for a linear payment problem.

    Variables are ("plan", class, plan): how many members take the plan; ("pool", kind): units taken from the pool.
    """
    if not problem.is_linear:
        raise ValueError("only linear payment problems are stated as sums")
    stated = Problem(solver) if solver else Problem()
    makes: dict[tuple[str, int, int], Vector] = {}
    rooms: dict[tuple[str, int, int], Vector] = {}
    reach = [problem.demand.reach_of(kind) for kind in range(len(problem.kinds))]
    for at, source in enumerate(problem.classes):
        own = []
        for number, plan in enumerate(source.plans):
            name = ("plan", at, number)
            useful = reach[plan.made.index(1)]
            stated.addVariable(name, list(range(min(source.size, useful) + 1)))
            makes[name], rooms[name] = plan.made, plan.rooms
            own.append(name)
        if len(own) > 1:
            stated.addConstraint(MaxSum(source.size), own)
    for kind, held in enumerate(problem.pool):
        if held:
            name = ("pool", kind, 0)
            stated.addVariable(name, list(range(min(held, reach[kind]) + 1)))
            makes[name] = tuple(int(k == kind) for k in range(len(problem.kinds)))
            rooms[name] = (0,) * len(problem.rooms)
    impossible = not problem.affordable
    for mask, need in (*problem.demand.rows, (None, problem.demand.total)):
        scope = [name for name, made in makes.items() if held_in(made, problem.demand.usable if mask is None else mask)]
        if scope:
            stated.addConstraint(ExactSum(need) if mask is None else MinSum(need), scope)
        else:
            impossible = impossible or need > 0
    for at, capacity in enumerate(problem.rooms):
        scope = [name for name in makes if rooms[name][at]]
        if scope:
            stated.addConstraint(MaxSum(capacity, [rooms[name][at] for name in scope]), scope)
    if impossible or not makes:
        # python-constraint wants a variable and reads an empty scope as all variables: say yes or no with one of ours.
        stated.addVariable(("possible", 0, 0), [1])
        stated.addConstraint(ExactSum(0 if impossible else 1), [("possible", 0, 0)])
    return stated
