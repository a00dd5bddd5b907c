"""How many abilities that cost mana an irredundant payment can use (design, section 3).

A use of which no mana is consumed can be left out. So can one that gives no more mana than it takes, unless a symbol
that not every mana pays (a specific one) consumes some of it: what it takes would do as well. Each use that gives more
than it takes leaves less to come from elsewhere, and something must come from elsewhere to begin with. With D symbols
to pay, and a take of n for each use that a specific symbol justifies, there are at most D - 1 uses and the sum of
those n.
"""

from __future__ import annotations

from castable.solver.problem import Demand, PaymentProblem
from castable.solver.schedule import Chains

__all__ = ["UseBound"]


class UseBound:
    """The bound for one problem in which all mana may be spent on anything."""

    def __init__(self, problem: PaymentProblem) -> None:
        self._symbols = problem.demand.total
        self._specific = _specific(problem.demand)
        self._takes = {use: min(d.total for d in demands) for use, demands in problem.steps.items()}
        self._asks = {use: max(map(_specific, demands)) for use, demands in problem.steps.items()}
        everywhere = sum(
            source.size
            * max(
                (sum(self._asks.get(u, 0) for chain in plan.chains for u in chain) for plan in source.plans), default=0
            )
            for source in problem.classes
        )
        self._most = self._symbols - 1 + (self._specific + everywhere) * max(self._takes.values(), default=0)

    def may_allow(self, chains: Chains) -> bool:
        """Whether these uses, perhaps with others, may be part of an irredundant payment."""
        return len(self._uses(chains)) <= self._most

    def allows(self, chains: Chains) -> bool:
        """Whether just these uses may be those of an irredundant payment."""
        uses = self._uses(chains)
        justified = self._specific + sum(self._asks[use] for use in uses)
        takes = sorted((self._takes[use] for use in uses), reverse=True)
        return not uses or len(uses) <= self._symbols - 1 + sum(takes[:justified])

    def _uses(self, chains: Chains) -> list[int]:
        return [use for chain, n in chains for use in chain if use in self._takes for _ in range(n)]


def _specific(demand: Demand) -> int:
    """How many symbols of a demand not every mana pays."""
    return sum(n for mask, n in demand.groups if mask != demand.usable)
