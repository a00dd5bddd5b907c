"""Linear sums read from a python-constraint problem, and the decisions that they are compiled along.

A row is one constraint: the weights of its variables, the least and the greatest sum. A decision settles one variable,
or several of which at most one may be 1; a state is what each row still asks for, with bounds forgotten that hold by
themselves, so that many partial choices share one state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from constraint import Constraint, ExactSumConstraint, MaxSumConstraint, MinSumConstraint

from castable.solver.diagram_graph import Choice

__all__ = ["Bounds", "Decision", "Order", "Row", "Sums", "decisions_of", "row_of"]

Bounds = tuple[tuple[int | None, int | None], ...]
"""What each row still asks for: the least and the greatest sum, None where there is no such bound any more."""


class Order(Enum):
    """In which order variables are decided."""

    STATED = auto()
    """As they were added to the problem; only neighbours share a decision."""
    SHORT = auto()
    """So that as few rows as possible are open at a time: variables of which one alone may be 1 come together, then
    what closes rows before what opens others. Solutions come in another order than variables are stated in."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What one layer decides: the value of its only variable, or which one of several is 1, the others being 0.

    Of several, choice 0 is none and choice k the k-th from the end: so the order of choices is that of the values.
    """

    variables: tuple[Any, ...]
    values: tuple[int, ...]

    def nonzero(self, choice: Choice) -> tuple[Any, int] | None:
        """The variable that a choice makes something else than 0, with its value; None when it makes none."""
        if not choice:
            return None
        return (self.variables[0], choice) if len(self.variables) == 1 else (self.variables[-choice], 1)

    def choice_of(self, values: Mapping[Any, int]) -> Choice | None:
        """The choice that gives its variables these values; None when there is none."""
        if len(self.variables) == 1:
            return values[self.variables[0]]
        ones = [at for at, variable in enumerate(reversed(self.variables), 1) if values[variable]]
        if len(ones) > 1 or any(values[variable] not in (0, 1) for variable in self.variables):
            return None
        return ones[0] if ones else 0


@dataclass(frozen=True, slots=True)
class Row:
    """One linear sum: weights by variable, the least and the greatest sum (None: no bound)."""

    weights: dict[Any, int]
    low: int | None
    high: int | None

    def added(self, decision: Decision) -> dict[Choice, int]:
        """What each choice of a decision adds to the sum."""
        changed = {choice: decision.nonzero(choice) for choice in decision.values}
        return {choice: self.weights.get(one[0], 0) * one[1] if one else 0 for choice, one in changed.items()}


def row_of(constraint: Constraint, scope: Sequence[Any]) -> Row:
    """A python-constraint sum over its variables. Raises `TypeError` for what is no linear sum of integers."""
    if isinstance(constraint, ExactSumConstraint):
        bound = low = high = constraint._exactsum
    elif isinstance(constraint, MinSumConstraint):
        bound = low = constraint._minsum
        high = None
    elif isinstance(constraint, MaxSumConstraint):
        bound = high = constraint._maxsum
        low = None
    else:
        raise TypeError(f"{type(constraint).__name__} is no linear sum")
    factors = constraint._multipliers or [1] * len(scope)
    _require_integers(constraint, (*factors, bound))
    weights: dict[Any, int] = {}
    for variable, factor in zip(scope, factors, strict=True):
        weights[variable] = weights.get(variable, 0) + factor
    return Row(weights, low, high)


def _require_integers(of: object, numbers: Iterable[object]) -> None:
    for number in numbers:
        if not isinstance(number, int):
            raise TypeError(f"{type(of).__name__} holds {number!r}, which is no integer")


def decisions_of(domains: Mapping[Any, Any], rows: Sequence[Row], order: Order) -> tuple[list[Decision], list[Row]]:
    """The decisions in order, and the rows that they don't see to by themselves: those that let at most one of several
    variables be 1 become one decision. Raises `TypeError` where a value is no integer."""
    for domain in domains.values():
        _require_integers(domain, domain)
    place = {variable: at for at, variable in enumerate(domains)}
    groups: dict[Any, Decision] = {}
    left = []
    for row in rows:
        scope = sorted(row.weights, key=place.__getitem__)
        together = order is Order.SHORT or place[scope[-1]] - place[scope[0]] == len(scope) - 1
        if together and not any(variable in groups for variable in scope) and _one_alone(row, domains):
            none = () if row.low == 1 else (0,)
            groups |= dict.fromkeys(scope, Decision(tuple(scope), (*none, *range(1, len(scope) + 1))))
        else:
            left.append(row)
    decisions = list(
        dict.fromkeys(
            groups.get(variable) or Decision((variable,), tuple(sorted(set(domain))))
            for variable, domain in domains.items()
        )
    )
    return (_closing_early(decisions, left) if order is Order.SHORT else decisions), left


def _one_alone(row: Row, domains: Mapping[Any, Any]) -> bool:
    """Whether a row says that at most (or just) one of several variables is 1."""
    return (
        len(row.weights) > 1
        and row.high == 1
        and (row.low is None or row.low == 1)
        and set(row.weights.values()) == {1}
        and all(set(domains[variable]) == {0, 1} for variable in row.weights)
    )


def _closing_early(decisions: list[Decision], rows: Sequence[Row]) -> list[Decision]:
    """The decisions, one after the other that which leaves the fewest rows open: begun and not yet ended."""
    touched = {
        decision: {at for at, row in enumerate(rows) if any(map(row.weights.get, decision.variables))}
        for decision in decisions
    }
    waiting = [sum(at in of for of in touched.values()) for at in range(len(rows))]
    begun: set[int] = set()
    left, ordered = list(decisions), []
    while left:
        chosen = min(left, key=lambda one: sum((at not in begun) - (waiting[at] == 1) for at in touched[one]))
        left.remove(chosen)
        ordered.append(chosen)
        begun |= touched[chosen]
        for at in touched[chosen]:
            waiting[at] -= 1
    return ordered


class Sums:
    """Rows along decisions: `start` is what they ask for at first, None when they can't be met."""

    def __init__(self, rows: Sequence[Row], decisions: Sequence[Decision]) -> None:
        added = [[row.added(decision) for row in rows] for decision in decisions]
        reach = [(0, 0)] * len(rows)
        self._moves: list[dict[Choice, list[tuple[int, int, tuple[int, int]]]]] = []
        for of_layer, decision in zip(reversed(added), reversed(decisions), strict=True):
            active = [at for at, terms in enumerate(of_layer) if any(terms.values())]
            self._moves.append(
                {choice: [(at, of_layer[at][choice], reach[at]) for at in active] for choice in decision.values}
            )
            reach = [
                (least + min(terms.values(), default=0), greatest + max(terms.values(), default=0))
                for (least, greatest), terms in zip(reach, of_layer, strict=True)
            ]
        self._moves.reverse()
        bounds = [_settled(row.low, row.high, of_row) for row, of_row in zip(rows, reach, strict=True)]
        met = [one for one in bounds if one is not None]
        self.start: Bounds | None = tuple(met) if len(met) == len(rows) else None
        self.free: Bounds = ((None, None),) * len(rows)

    def after(self, layer: int, choice: Choice, bounds: Bounds) -> Bounds | None:
        """What is asked for after a choice; None when that can't be met."""
        found = list(bounds)
        for row, added, reach in self._moves[layer][choice]:
            low, high = found[row]
            if low is None and high is None:
                continue
            settled = _settled(None if low is None else low - added, None if high is None else high - added, reach)
            if settled is None:
                return None
            found[row] = settled
        return tuple(found)


def _settled(low: int | None, high: int | None, reach: tuple[int, int]) -> tuple[int | None, int | None] | None:
    """Bounds on what is still to come, given what can come: None when they can't be met, a bound dropped when it holds
    by itself."""
    least, greatest = reach
    if (low is not None and low > greatest) or (high is not None and high < least):
        return None
    return (low if low is not None and low > least else None, high if high is not None and high < greatest else None)
