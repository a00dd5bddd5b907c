"""Those who answer a board: what castable can be asked, and the general solvers.

Each is a function of a question that returns a number of payments; some tell how long each of many small
questions took.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TypeVar

from benchmarks.questions import Question
from benchmarks.rivals import backtracking, choco, cp_sat, one_variable_a_land
from castable.solver.payments import payments_of_cost
from castable.solver.sources import _sources
from castable.solver.ways import Ways, _compiled

__all__ = ["ASKED", "COUNTING", "LISTED", "OPERATIONS", "RIVALS", "Contender", "forget"]

T = TypeVar("T")

LISTED = 20_000
"""How many payments at the most are written out when listing is measured."""
ASKED = 49
"""How many small questions are asked for one median."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Something to be timed: a title of two or three words, and the function; `samples` are seconds it has taken by
    itself, of which the median counts."""

    title: str
    run: Callable[[Question], int] | None = None
    samples: Callable[[Question], list[float]] | None = None


def forget() -> None:
    """Clear what castable remembers between questions about equal states."""
    _sources.cache_clear()
    _compiled.cache_clear()


def count(question: Question) -> int:
    """The exact number of payments of a stated problem: compiling and counting."""
    return Ways(question.problem).count()


def count_bare(question: Question) -> int:
    """The same from a bare board, with nothing remembered."""
    forget()
    return payments_of_cost(question.board.state(), question.cost).count()


def first(question: Question) -> int:
    """The first payment of a prepared state, written out in full."""
    _compiled.cache_clear()
    return _walked(islice(payments_of_cost(question.ready.state, question.cost), 1))


def numbers(question: Question) -> int:
    """Payments of a compiled problem as plain tuples: `LISTED` of them at the most."""
    return _walked(islice(question.ways.tuples(), LISTED))


def bare_loop(question: Question) -> int:
    """Tuples of the same length and number built in a loop that does nothing else."""
    ways = question.ways
    return _walked(_tuples([0] * len(ways.columns), min(ways.count(), LISTED)))


def written(question: Question) -> int:
    """Payments written out as objects: `LISTED` of them at the most."""
    forget()
    return _walked(islice(payments_of_cost(question.ready.state, question.cost), LISTED))


def _tuples(values: list[int], times: int) -> Iterator[tuple[int, ...]]:
    for _ in range(times):
        yield tuple(values)


def _walked(things: Iterable[object]) -> int:
    """How many there are; none is kept."""
    last: deque[tuple[int, object]] = deque(enumerate(things, 1), maxlen=1)
    return last[0][0] if last else 0


def payable(question: Question) -> list[float]:
    """Seconds by the clock for each of some costs never asked before, of a prepared state."""
    ready = question.ready
    return [_seconds(ready.payable, cost) for cost in islice(question.costs, ASKED)]


def castable(question: Question) -> list[float]:
    """Seconds by the clock for the verdict on each of some spells never asked about before, of a prepared state."""
    forget()
    question.__dict__.pop("with_hand", None)
    ready = question.with_hand
    return [_seconds(ready.castable, held.card.name) for held in ready.state.you.hand[1:]]


def _seconds(ask: Callable[[T], object], about: T) -> float:
    start = perf_counter()
    ask(about)
    return perf_counter() - start


COUNTING = Contender("castable", count)
RIVALS = (
    Contender("Choco", choco),
    Contender("CP-SAT", cp_sat),
    Contender("python-constraint", backtracking),
    Contender("one var a land", one_variable_a_land),
)
OPERATIONS = (
    Contender("payable", samples=payable),
    Contender("castable", samples=castable),
    Contender("first", first),
    Contender("count", count_bare),
    Contender("tuples", numbers),
    Contender("bare loop", bare_loop),
    Contender("payments", written),
)
