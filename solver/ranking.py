"""Answers of tables, the lightest first (design, section 4.3).

What lies ahead of a state is known exactly, and shared by all starts in its table, so that nothing is begun that is
not wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any

from castable.solver.table import Column, Node, Numbers, Table

__all__ = ["Scale", "Start", "lightest"]

Note = Any
"""Something hashable."""
_State = tuple[Node, Note]


@dataclass(frozen=True, slots=True)
class Scale:
    """What the numbers of a table weigh: a unit of each column, and what all of it comes to at the end.

    A way carries a note of what its end has to know, changed by `noted(note, column, n)`; without `noted` it never is.
    """

    unit: Callable[[Column], int]
    end: Callable[[Note], int]
    noted: Callable[[Note, Column, int], Note] | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Where to begin in a table, on which scale, and what weight and note there are before."""

    table: Table
    root: int
    units: int
    scale: Scale
    weight: int
    note: Note

    @property
    def state(self) -> _State:
        """The first state."""
        return (0, self.root, self.units), self.note


def lightest(starts: Sequence[Start]) -> Iterator[tuple[int, int, Numbers]]:
    """Every answer with its weight and the number of its start, the lightest first; of equal ones first what comes
    first in the order of the starts and then of the list."""
    ahead: dict[tuple[int, int], _Ahead] = {}
    for start in starts:
        key = id(start.table), id(start.scale)
        ahead.setdefault(key, _Ahead(start.table, start.scale)).starts.append(start.state)
    for one in ahead.values():
        one.look()
    known = [ahead[id(start.table), id(start.scale)] for start in starts]
    heap: list[tuple[int, int, Numbers, int, _State]] = [
        (start.weight + mine.least[start.state], at, (), start.weight, start.state)
        for at, (start, mine) in enumerate(zip(starts, known, strict=True))
    ]
    heapify(heap)
    while heap:
        total, at, numbers, weight, state = heappop(heap)
        mine = known[at]
        arcs = mine.arcs.get(state)
        if arcs is None:
            yield total, at, numbers
            continue
        for more, piece, after in arcs:
            so_far = weight + more
            heappush(heap, (so_far + mine.least[after], at, numbers + piece, so_far, after))


class _Ahead:
    """The least weight of what follows each state that some start leads to."""

    def __init__(self, table: Table, scale: Scale) -> None:
        self._table = table
        self._scale = scale
        self.starts: list[_State] = []
        self.arcs: dict[_State, list[tuple[int, Numbers, _State]]] = {}
        self.least: dict[_State, int] = {}

    def look(self) -> None:
        """Walk all that follows the starts, and back."""
        levels = [dict.fromkeys(self.starts)]
        for layer in self._table.layers:
            units = [self._scale.unit(column) for column in layer.columns]
            below: dict[_State, None] = {}
            for state in levels[-1]:
                arcs = [self._arc(state, layer.columns, units, *arc) for arc in self._table.onward(state[0])]
                self.arcs[state] = arcs
                below.update(dict.fromkeys(after for _, _, after in arcs))
            levels.append(below)
        least = self.least = {state: self._scale.end(state[1]) for state in levels[-1]}
        for level in reversed(levels[:-1]):
            for state in level:
                least[state] = min([weight + least[after] for weight, _, after in self.arcs[state]])

    def _arc(
        self, state: _State, columns: tuple[Column, ...], units: list[int], piece: Numbers, node: Node
    ) -> tuple[int, Numbers, _State]:
        note = state[1]
        if self._scale.noted is not None:
            for column, n in zip(columns, piece, strict=True):
                if n:
                    note = self._scale.noted(note, column, n)
        return sum(map(int.__mul__, units, piece)), piece, (node, note)
