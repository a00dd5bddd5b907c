"""Decision diagrams: a layered graph of merged states that counts, lists and picks solutions (design, section 4.3).

Layer i decides on choice i; partial choices that leave the same to be decided share one node, so that a few nodes stand
for more solutions than anybody can list. `castable.solver.diagram` compiles problems of linear sums into such graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

__all__ = ["Choice", "Diagram", "Layer", "Path", "Scale", "build", "empty", "walk"]

S = TypeVar("S", bound=Hashable)
N = TypeVar("N", bound=Hashable)
Choice = int
Path = tuple[Choice, ...]


@dataclass(slots=True, eq=False)
class _Node:
    """A merged state: how many solutions lie below it and which choices lead on (only to nodes with solutions)."""

    count: int
    arcs: list[tuple[Choice, _Node]]


@dataclass(frozen=True, slots=True)
class Layer(Generic[S]):
    """One decision: `step(state)` yields each choice with the state it leads to. Where `hopeless(state)` no solution
    can follow from a state after it; it need not find all such states."""

    step: Callable[[S], Iterator[tuple[Choice, S]]]
    hopeless: Callable[[S], bool] | None = None

    def arcs(self, state: S) -> list[tuple[Choice, S]]:
        """The choices that are not hopeless."""
        if self.hopeless is None:
            return list(self.step(state))
        return [arc for arc in self.step(state) if not self.hopeless(arc[1])]


@dataclass(frozen=True, slots=True)
class Scale(Generic[S]):
    """Weights on a diagram: `choice(layer, choice)` for each arc, `ends(state)` for each solution of a final state."""

    choice: Callable[[int, Choice], int]
    ends: Callable[[S], Sequence[int]]


class Diagram(Generic[S]):
    """All solutions of a layered choice, as a graph without dead ends.

    A path has one choice a layer. `weight(state)` says how many solutions a final state stands for (0 for none).
    """

    def __init__(self, root: _Node, finals: dict[_Node, S], depth: int) -> None:
        self._root = root
        self._finals = finals
        self.depth = depth

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return sum(map(len, self._levels)) if self._root.count else 0

    def count(self) -> int:
        """Exact number of solutions."""
        return self._root.count

    def place(self, path: Path) -> int | None:
        """The index of the first solution of a path, None when no solution has it."""
        if len(path) != self.depth:
            return None
        node, before = self._root, 0
        for wanted in path:
            for choice, child in node.arcs:
                if choice == wanted:
                    node = child
                    break
                before += child.count
            else:
                return None
        return before if node.count else None

    def paths(self, skip: int = 0) -> Iterator[tuple[Path, S, int]]:
        """Paths in order, each with its final state and the index of the first solution of that state to take.

        The first `skip` solutions are passed over without being walked.
        """
        if skip >= self._root.count:
            return
        path: list[Choice] = []
        node, arcs = self._root, []
        stack: list[Iterator[tuple[Choice, _Node]]] = []
        while len(path) < self.depth:
            arcs = node.arcs
            for at, (choice, child) in enumerate(arcs):
                if skip < child.count:
                    stack.append(iter(arcs[at + 1 :]))
                    path.append(choice)
                    node = child
                    break
                skip -= child.count
        yield tuple(path), self._finals[node], skip
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                path.pop()
                continue
            path[-1], node = following
            while len(path) < self.depth:
                first, *_ = node.arcs
                stack.append(iter(node.arcs[1:]))
                path.append(first[0])
                node = first[1]
            yield tuple(path), self._finals[node], 0

    def ranked(self, scale: Scale[S]) -> Iterator[tuple[int, Path, S, int]]:
        """Every solution, lightest first: its weight, path and final state, and its index among those of that state.

        Equal weights come in the order of `paths`. What lies ahead of a node is known exactly, so that no path is begun
        that is not wanted.
        """
        if not self._root.count:
            return
        ahead = self._ahead(scale)
        heap: list[tuple[int, Path, int, _Node]] = [(ahead[self._root], (), 0, self._root)]
        while heap:
            _, path, weight, node = heappop(heap)
            at = len(path)
            if at > self.depth:
                yield weight, path[:-1], self._finals[node], path[-1]
            elif at == self.depth:
                for index, end in enumerate(scale.ends(self._finals[node])):
                    heappush(heap, (weight + end, (*path, index), weight + end, node))
            else:
                for choice, child in node.arcs:
                    so_far = weight + scale.choice(at, choice)
                    heappush(heap, (so_far + ahead[child], (*path, choice), so_far, child))

    def restricted(self, start: N, step: Callable[[int, Choice, N], N | None], free: N) -> Diagram[S]:
        """The paths that `step(layer, choice, note)` leads along from the note `start`: it says None where no path can
        lead on, and comes to the note `free` where every path does, at the latest after the last layer. What lies below
        that is taken over as it stands."""
        levels: list[dict[tuple[_Node, N], list[tuple[Choice, tuple[_Node, N]]]]] = []
        frontier: dict[tuple[_Node, N], None] = {(self._root, start): None}
        for at in range(self.depth):
            level = {}
            for node, note in frontier:
                if note != free:
                    moved = ((choice, child, step(at, choice, note)) for choice, child in node.arcs)
                    level[node, note] = [(choice, (child, then)) for choice, child, then in moved if then is not None]
            levels.append(level)
            frontier = {after: None for arcs in level.values() for _, after in arcs}
        made: dict[tuple[_Node, N], _Node] = {}
        for level in reversed(levels):
            above = {}
            for key, following in level.items():
                arcs = [
                    (choice, child)
                    for choice, after in following
                    if (child := after[0] if after[1] == free else made.get(after))
                ]
                if arcs:
                    above[key] = _Node(sum(child.count for _, child in arcs), arcs)
            made = above
        root = self._root if start == free else made.get((self._root, start), _Node(0, []))
        return Diagram(root, self._finals, self.depth)

    @cached_property
    def _levels(self) -> list[list[_Node]]:
        """The nodes, layer by layer."""
        levels = [[self._root]]
        for _ in range(self.depth):
            levels.append(list({child: None for node in levels[-1] for _, child in node.arcs}))
        return levels

    def _ahead(self, scale: Scale[S]) -> dict[_Node, int]:
        """The least weight of what follows each node."""
        *inner, last = self._levels
        least = {node: min(scale.ends(self._finals[node])) for node in last}
        for at in range(self.depth - 1, -1, -1):
            weights = {choice: scale.choice(at, choice) for node in inner[at] for choice, _ in node.arcs}
            for node in inner[at]:
                least[node] = min([weights[choice] + least[child] for choice, child in node.arcs])
        return least


def build(root: S, layers: Sequence[Layer[S]], weight: Callable[[S], int]) -> Diagram[S]:
    """Compile a layered choice: forward merging equal states, then backward counting what lies below each."""
    levels: list[dict[S, list[tuple[Choice, S]]]] = []
    frontier: dict[S, None] = {root: None}
    for layer in layers:
        level = {state: layer.arcs(state) for state in frontier}
        levels.append(level)
        frontier = {after: None for arcs in level.values() for _, after in arcs}
    nodes = {state: _Node(found, []) for state in frontier if (found := weight(state))}
    finals = {node: state for state, node in nodes.items()}
    for level in reversed(levels):
        above: dict[S, _Node] = {}
        for state, arcs in level.items():
            kept = [(choice, nodes[after]) for choice, after in arcs if after in nodes]
            if kept:
                above[state] = _Node(sum(node.count for _, node in kept), kept)
        nodes = above
    return Diagram(nodes.get(root, _Node(0, [])), finals, len(layers))


def walk(root: S, layers: Sequence[Layer[S]], weight: Callable[[S], int]) -> Iterator[tuple[Path, S, int]]:
    """The paths of the diagram in the same order, without compiling more of it than what has been walked."""
    dead: set[tuple[int, S]] = set()
    known: list[dict[S, list[tuple[Choice, S]]]] = [{} for _ in layers]
    path: list[Choice] = []
    visits = [_Visit(root)]
    while visits:
        visit, at = visits[-1], len(visits) - 1
        following = None
        if at == len(layers):
            if weight(visit.state):
                visit.found = True
                yield tuple(path), visit.state, 0
        else:
            if visit.arcs is None:
                if visit.state not in known[at]:
                    known[at][visit.state] = layers[at].arcs(visit.state)
                visit.arcs = iter(known[at][visit.state])
            following = next((arc for arc in visit.arcs if (at + 1, arc[1]) not in dead), None)
        if following is not None:
            path.append(following[0])
            visits.append(_Visit(following[1]))
            continue
        visits.pop()
        if not visit.found:
            dead.add((at, visit.state))
        if visits:
            path.pop()
            visits[-1].found |= visit.found


@dataclass(slots=True)
class _Visit(Generic[S]):
    """A node on the path that is being walked: the arcs not taken yet, and whether a solution was found below it."""

    state: S
    arcs: Iterator[tuple[Choice, S]] | None = None
    found: bool = False


def empty(depth: int = 0) -> Diagram[Any]:
    """The diagram of no solutions."""
    return Diagram(_Node(0, []), {}, depth)
