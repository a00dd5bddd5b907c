"""Decision diagrams: a layered graph of merged states that counts, lists and picks solutions (design, section 4.3).

`Diagram` is the graph; `DiagramSolver` compiles a python-constraint problem of linear sums into one and is used in its
place: `Problem(DiagramSolver())`. Layer i decides variable i; a state is what each constraint still asks for after
that, with constraints that can no longer fail or bind forgotten, so that many partial choices share one node.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from constraint import ExactSumConstraint, MaxSumConstraint, MinSumConstraint, Problem, Solver

__all__ = [
    "Bounds",
    "Choice",
    "Decision",
    "Diagram",
    "DiagramSolver",
    "Layer",
    "Path",
    "Scale",
    "build",
    "compiled",
    "empty",
    "walk",
]

S = TypeVar("S", bound=Hashable)
L = TypeVar("L", bound=Hashable)
Choice = int
Path = tuple[Choice, ...]


@dataclass(slots=True)
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
class Scale(Generic[S, L]):
    """Weights on a diagram: `choice(layer, choice)` for each arc, `ends(state, note)` for each solution of a final
    state. A path carries a note of what its end has to know, from `note` on by `noted(layer, choice, note)`; without
    `noted` it never changes."""

    choice: Callable[[int, Choice], int]
    ends: Callable[[S, L], Sequence[int]]
    note: L
    noted: Callable[[int, Choice, L], L] | None = None


class Diagram(Generic[S]):
    """All solutions of a layered choice, as a graph without dead ends.

    A path has one choice a layer. `weight(state)` says how many solutions a final state stands for (0 for none).
    """

    def __init__(self, root: _Node, finals: dict[int, S], depth: int, nodes: int) -> None:
        self._root = root
        self._finals = finals
        self.depth = depth
        self.nodes = nodes

    def count(self) -> int:
        """Exact number of solutions."""
        return self._root.count

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
        yield tuple(path), self._finals[id(node)], skip
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
            yield tuple(path), self._finals[id(node)], 0

    def ranked(self, scale: Scale[S, L]) -> Iterator[tuple[int, Path, S, int]]:
        """Every solution, lightest first: its weight, path and final state, and its index among those of that state.

        Equal weights come in the order of `paths`. What lies ahead of a node is known exactly, so that no path is begun
        that is not wanted.
        """
        if not self._root.count:
            return
        noted = scale.noted
        ahead = self._ahead(scale) if noted is None else self._ahead_with_notes(scale, noted)
        heap: list[tuple[int, Path, int, _Node, L]] = []
        heappush(heap, (ahead[id(self._root), scale.note], (), 0, self._root, scale.note))
        while heap:
            _, path, weight, node, note = heappop(heap)
            at = len(path)
            if at > self.depth:
                yield weight, path[:-1], self._finals[id(node)], path[-1]
            elif at == self.depth:
                for index, end in enumerate(scale.ends(self._finals[id(node)], note)):
                    heappush(heap, (weight + end, (*path, index), weight + end, node, note))
            else:
                for choice, child in node.arcs:
                    so_far, then = weight + scale.choice(at, choice), noted(at, choice, note) if noted else note
                    heappush(heap, (so_far + ahead[id(child), then], (*path, choice), so_far, child, then))

    @cached_property
    def _levels(self) -> list[list[_Node]]:
        """The nodes, layer by layer."""
        levels = [[self._root]]
        for _ in range(self.depth):
            below = {id(child): child for node in levels[-1] for _, child in node.arcs}
            levels.append(list(below.values()))
        return levels

    def _ahead(self, scale: Scale[S, L]) -> dict[tuple[int, L], int]:
        """The least weight of what follows each node."""
        note = scale.note
        *inner, last = self._levels
        least = {id(node): min(scale.ends(self._finals[id(node)], note)) for node in last}
        for at in range(self.depth - 1, -1, -1):
            weights = {choice: scale.choice(at, choice) for node in inner[at] for choice, _ in node.arcs}
            for node in inner[at]:
                least[id(node)] = min([weights[choice] + least[id(child)] for choice, child in node.arcs])
        return {(node, note): weight for node, weight in least.items()}

    def _ahead_with_notes(self, scale: Scale[S, L], noted: Callable[[int, Choice, L], L]) -> dict[tuple[int, L], int]:
        """The least weight of what follows each node, for each note that a path may come with."""
        levels: list[dict[tuple[int, L], tuple[_Node, L]]] = [{(id(self._root), scale.note): (self._root, scale.note)}]
        for at in range(self.depth):
            below: dict[tuple[int, L], tuple[_Node, L]] = {}
            for node, note in levels[-1].values():
                for choice, child in node.arcs:
                    then = noted(at, choice, note)
                    below[id(child), then] = child, then
            levels.append(below)
        ahead = {key: min(scale.ends(self._finals[key[0]], note)) for key, (_, note) in levels[-1].items()}
        for at in range(self.depth - 1, -1, -1):
            for key, (node, note) in levels[at].items():
                ahead[key] = min(
                    scale.choice(at, choice) + ahead[id(child), noted(at, choice, note)] for choice, child in node.arcs
                )
        return ahead


def build(root: S, layers: Sequence[Layer[S]], weight: Callable[[S], int]) -> Diagram[S]:
    """Compile a layered choice: forward merging equal states, then backward counting what lies below each."""
    levels: list[dict[S, list[tuple[Choice, S]]]] = []
    frontier: dict[S, None] = {root: None}
    for layer in layers:
        level = {state: layer.arcs(state) for state in frontier}
        levels.append(level)
        frontier = {after: None for arcs in level.values() for _, after in arcs}
    nodes = {state: _Node(found, []) for state in frontier if (found := weight(state))}
    finals = {id(node): state for state, node in nodes.items()}
    total = len(nodes)
    for level in reversed(levels):
        above: dict[S, _Node] = {}
        for state, arcs in level.items():
            kept = [(choice, nodes[after]) for choice, after in arcs if after in nodes]
            if kept:
                above[state] = _Node(sum(node.count for _, node in kept), kept)
        nodes = above
        total += len(nodes)
    return Diagram(nodes.get(root, _Node(0, [])), finals, len(layers), total)


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
    return Diagram(_Node(0, []), {}, depth, 0)


@dataclass(frozen=True, slots=True)
class Decision:
    """What one layer decides: the value of its only variable, or which one of several is 1 (choice 0: none), the others
    being 0."""

    variables: tuple[Any, ...]
    values: tuple[int, ...]

    def nonzero(self, choice: Choice) -> tuple[Any, int] | None:
        """The variable that a choice makes something else than 0, with its value; None when it makes none."""
        if not choice:
            return None
        return (self.variables[0], choice) if len(self.variables) == 1 else (self.variables[choice - 1], 1)


def compiled(stated: Problem) -> tuple[list[Decision], Diagram[Bounds]]:
    """A fresh python-constraint problem of linear sums as a diagram, with what its layers decide."""
    domains, constraints, _ = stated._getArgs()
    if not domains:  # python-constraint has found a domain empty while it prepared the problem
        return [], empty()
    return DiagramSolver().compile(domains, constraints)


Bounds = tuple[tuple[int | None, int | None], ...]
_Row = tuple[dict[Any, int], int | None, int | None]
"""A constraint: weights by variable, the least and the greatest sum."""


class DiagramSolver(Solver):  # type: ignore[misc]
    """A python-constraint solver for problems whose constraints are linear sums over integers.

    Any other constraint raises `TypeError`. `getSolutionIter` yields solutions without ever running into a dead end;
    `count` counts them without listing. Variables of which at most one may be 1 share a layer.
    """

    def compile(self, domains: dict[Any, Any], constraints: Any) -> tuple[list[Decision], Diagram[Bounds]]:
        """What each layer decides, and the diagram."""
        rows = [self._row(constraint, scope) for constraint, scope in constraints]
        decisions, used = self._decisions(domains, rows)
        rows = [row for at, row in enumerate(rows) if at not in used]
        effects = [[self._effects(decision, weights) for weights, _, _ in rows] for decision in decisions]
        below = [self._reach([of_layer[at] for of_layer in effects]) for at in range(len(rows))]
        layers = [self._layer(at, decision, effects[at], below) for at, decision in enumerate(decisions)]
        root: list[tuple[int | None, int | None]] = []
        for (_, low, high), reach in zip(rows, below, strict=True):
            state = _settle(low, high, reach[0])
            if state is None:
                return decisions, empty(len(layers))
            root.append(state)
        return decisions, build(tuple(root), layers, lambda state: 1)

    @staticmethod
    def _row(constraint: Any, scope: list[Any]) -> _Row:
        weights: dict[Any, int] = {}
        for variable, factor in zip(scope, constraint._multipliers or [1] * len(scope), strict=True):
            weights[variable] = weights.get(variable, 0) + factor
        if isinstance(constraint, ExactSumConstraint):
            return weights, constraint._exactsum, constraint._exactsum
        if isinstance(constraint, MinSumConstraint):
            return weights, constraint._minsum, None
        if isinstance(constraint, MaxSumConstraint):
            return weights, None, constraint._maxsum
        raise TypeError(f"{type(constraint).__name__} is no linear sum")

    @staticmethod
    def _decisions(domains: dict[Any, Any], rows: list[_Row]) -> tuple[list[Decision], set[int]]:
        """The layers in the order of the variables, and the rows that they see to by themselves: those that let at most
        one of some neighbouring variables be 1."""
        variables = list(domains)
        place = {variable: at for at, variable in enumerate(variables)}
        groups: dict[int, tuple[int, tuple[Any, ...]]] = {}
        taken: set[Any] = set()
        used: set[int] = set()
        for number, (weights, low, high) in enumerate(rows):
            scope = sorted(weights, key=place.__getitem__)
            alone = low is None and high == 1 and set(weights.values()) == {1} and len(scope) > 1
            if not alone or taken & set(scope) or place[scope[-1]] - place[scope[0]] != len(scope) - 1:
                continue
            if all(set(domains[variable]) == {0, 1} for variable in scope):
                groups[place[scope[0]]] = (len(scope), tuple(scope))
                taken |= set(scope)
                used.add(number)
        decisions, at = list[Decision](), 0
        while at < len(variables):
            if at in groups:
                size, scope_ = groups[at]
                decisions.append(Decision(scope_, (0, *range(size, 0, -1))))
                at += size
            else:
                decisions.append(Decision((variables[at],), tuple(sorted(domains[variables[at]]))))
                at += 1
        return decisions, used

    @staticmethod
    def _effects(decision: Decision, weights: dict[Any, int]) -> tuple[int, ...]:
        """What each choice of a layer adds to a row."""
        changed = map(decision.nonzero, decision.values)
        return tuple(weights.get(one[0], 0) * one[1] if one else 0 for one in changed)

    @staticmethod
    def _reach(effects: list[tuple[int, ...]]) -> list[tuple[int, int]]:
        """For each layer the least and greatest sum that this layer and those after it can add to a row."""
        reach = [(0, 0)]
        for terms in reversed(effects):
            low, high = reach[-1]
            reach.append((low + min(terms, default=0), high + max(terms, default=0)))
        return reach[::-1]

    @staticmethod
    def _layer(
        at: int, decision: Decision, effects: list[tuple[int, ...]], below: list[list[tuple[int, int]]]
    ) -> Layer[Bounds]:
        active = [(row, below[row][at + 1]) for row, terms in enumerate(effects) if any(terms)]
        moves = [
            (choice, [(row, effects[row][number], reach) for row, reach in active])
            for number, choice in enumerate(decision.values)
        ]

        def step(state: Bounds) -> Iterator[tuple[Choice, Bounds]]:
            for choice, terms in moves:
                after = list(state)
                for row, moved, reach in terms:
                    low, high = after[row]
                    settled = _settle(
                        None if low is None else low - moved, None if high is None else high - moved, reach
                    )
                    if settled is None:
                        break
                    after[row] = settled
                else:
                    yield choice, tuple(after)

        return Layer(step)

    def getSolutionIter(self, domains: Any, constraints: Any, vconstraints: Any) -> Iterator[dict[Any, int]]:  # noqa: N802
        """Solutions one by one."""
        decisions, diagram = self.compile(domains, constraints)
        nothing = {variable: 0 for decision in decisions for variable in decision.variables}
        for path, _, _ in diagram.paths():
            solution = dict(nothing)
            for decision, choice in zip(decisions, path, strict=True):
                if (changed := decision.nonzero(choice)) is not None:
                    solution[changed[0]] = changed[1]
            yield solution

    def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> dict[Any, int] | None:  # noqa: N802
        """The first solution, None when there is none."""
        return next(self.getSolutionIter(domains, constraints, vconstraints), None)

    def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> list[dict[Any, int]]:  # noqa: N802
        """All solutions."""
        return list(self.getSolutionIter(domains, constraints, vconstraints))


def _settle(low: int | None, high: int | None, reach: tuple[int, int]) -> tuple[int | None, int | None] | None:
    """Bounds on what is still to come, given what can come: None when they can't be met, a bound dropped when it holds
    by itself."""
    least, greatest = reach
    if (low is not None and low > greatest) or (high is not None and high < least):
        return None
    return (low if low is not None and low > least else None, high if high is not None and high < greatest else None)
