"""The mana graph: what every permanent could produce, and which permanents read that of others (CR 106.7).

    graph = ManaGraph(state)
    graph.could_produce(pool)             the types, in the order WUBRGC
    graph.sources(ManaType.G)             every permanent that could produce green
    graph.references(pool)                the permanents whose types it reads

Nodes are sources, their abilities that make mana, reaches ("lands you control", as an ability says) and mana types;
edges lead from a source to its abilities, from an ability to the types it would make and to the reach that it reads,
from a reach to the sources in it. Reaches keep the graph linear in the size of the board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import networkx

from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import TYPES, ManaType
from castable.model.seats import Seat, permanents_by_seat
from castable.model.state import Permanent, State
from castable.solver.could_produce import REFERENCES, Board, MakingAbility, making_abilities

__all__ = ["ManaGraph", "Node", "Reach", "Reason", "Source", "mana_graph", "produced_types"]

_SEEN_BY_ALL = frozenset("any permanent you opponent token tapped untapped".split())


@dataclass(frozen=True, slots=True)
class Source:
    """A permanent of some player, as a node."""

    id: int
    seat: Seat = field(compare=False)
    permanent: Permanent = field(compare=False)

    @property
    def name(self) -> str:
        """The permanent's name."""
        return self.permanent.name


@dataclass(frozen=True, slots=True)
class Reach:
    """The permanents that a could-produce ability reads: those that match `filter`, seen from a seat; `by` is the
    source of the ability where the filter speaks of it."""

    seat: int
    filter: str
    by: int | None = None


Node = Source | MakingAbility | Reach | ManaType
Place = Permanent | Source | int
"""How a permanent is named: itself or its id."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a permanent could produce a type: an ability of it, and where it reads other permanents, those among them
    that could produce the type by themselves, wherever the chain of references ends. `replaced` says that only a
    replacement effect makes it this type."""

    ability: MakingAbility
    origins: tuple[Source, ...] = ()
    replaced: bool = False


class ManaGraph:
    """The sources of all players in one state, with the types that each could produce.

    The state is taken as it is: effects that change types or abilities must have been applied. Raises `Unsupported`
    for unread text that may bear on mana; what is not understood of one ability concerns only the permanents that read
    it, which raise when they are asked about.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._board = Board(state)
        self._sources: dict[int, Source] = {}
        self._abilities: dict[int, tuple[MakingAbility, ...]] = {}
        self._reaches: dict[tuple[MakingAbility, Filter], Reach] = {}
        self._found: dict[Node, frozenset[ManaType]] = {}
        self._unknown: dict[Node, Unsupported] = {}
        self.graph: networkx.DiGraph = networkx.DiGraph()
        """The graph itself; nodes are `Source`, `MakingAbility`, `Reach` and `ManaType`."""
        self._add_sources()
        self._solve()
        for ability in self._all_abilities():
            self.graph.add_edges_from((ability, t) for t in TYPES if t in self._found[ability])

    def could_produce(self, permanent: Place) -> tuple[ManaType, ...]:
        """The types a permanent could produce (CR 106.7), in the order WUBRGC.

        `KeyError` where it is not in play. Raises `Unsupported` when that depends on something not understood.
        """
        return self._types(self.source(permanent))

    types = could_produce

    def __iter__(self) -> Iterator[Source]:
        return iter(self._sources.values())

    def source(self, permanent: Place) -> Source:
        """The node of a permanent."""
        return self._sources[permanent if isinstance(permanent, int) else permanent.id]

    def sources(self, mana_type: ManaType | None = None, side: str | None = None) -> tuple[Source, ...]:
        """The permanents that could produce a type (None: any type), of one side or of all, in board order."""
        found = []
        for source in self._sources.values():
            if side in (None, source.seat.side):
                types = self._types(source)
                if mana_type in types or (mana_type is None and types):
                    found.append(source)
        return tuple(found)

    def makers(self, mana_type: ManaType, side: str = "you") -> tuple[tuple[Source, MakingAbility], ...]:
        """The abilities that would make a type, under one side, with their sources."""
        return tuple(
            (source, ability)
            for source in self.sources(mana_type, side)
            for ability in self.abilities(source)
            if mana_type in self._types(ability)
        )

    def abilities(self, permanent: Place) -> tuple[MakingAbility, ...]:
        """The abilities of a permanent that make mana."""
        return self._abilities[self.source(permanent).id]

    def made_by(self, ability: MakingAbility) -> tuple[ManaType, ...]:
        """The types one ability would make if it resolved now."""
        return self._types(ability)

    def references(self, permanent: Place) -> tuple[Source, ...]:
        """The permanents whose types a permanent reads, itself perhaps among them, in board order."""
        ids = {
            source.id
            for ability in self.abilities(permanent)
            for reach in self.reaches(ability)
            for source in self.graph.successors(reach)
        }
        return tuple(source for source in self._sources.values() if source.id in ids)

    def reaches(self, ability: MakingAbility) -> tuple[Reach, ...]:
        """What an ability reads."""
        return tuple(node for node in self.graph.successors(ability) if isinstance(node, Reach))

    def members(self, reach: Reach) -> tuple[Source, ...]:
        """The sources in a reach."""
        return tuple(self.graph.successors(reach))

    def read(self, permanent: Place, wanted: Filter) -> tuple[ManaType, ...]:
        """The types that the permanents matching `wanted` could produce, as an ability of this permanent reads them."""
        reach = next(self._reaches[a, wanted] for a in self.abilities(permanent) if (a, wanted) in self._reaches)
        if reach in self._unknown:
            raise self._unknown[reach]
        return tuple(t for t in TYPES if t in self._found[reach])

    def why(self, permanent: Place, mana_type: ManaType) -> tuple[Reason, ...]:
        """Each ability of a permanent that would make a type, with where the type comes from."""
        source = self.source(permanent)
        reasons = []
        for ability in self.abilities(source):
            if mana_type in self._types(ability):
                origins = () if self._is_origin(ability, mana_type) else self._origins(ability, mana_type)
                reasons.append(Reason(ability, origins, mana_type not in self._made(ability, self._reader(ability))))
        return tuple(reasons)

    def unknown(self, permanent: Place) -> Unsupported | None:
        """Why it cannot be told what a permanent could produce; None where it can."""
        return self._unknown.get(self.source(permanent))

    def _made(self, ability: MakingAbility, reads: Mapping[Filter, frozenset[ManaType]]) -> frozenset[ManaType]:
        """The types an ability would make if nothing replaced them."""
        source = self._sources[ability.source]
        events = self._board.events(ability, source.seat, source.permanent, reads)
        return frozenset().union(*(types for types, _ in events))

    def _is_origin(self, ability: MakingAbility, mana_type: ManaType) -> bool:
        """Whether an ability makes a type without reading it from another permanent."""
        reaches = self.reaches(ability)
        return not reaches or not any(mana_type in self._found[reach] for reach in reaches)

    def _origins(self, ability: MakingAbility, mana_type: ManaType) -> tuple[Source, ...]:
        """The sources that make the type by an ability which reads none, wherever the references from here lead."""
        waiting: deque[Reach] = deque(self.reaches(ability))
        seen: set[Node] = set(waiting)
        found: set[int] = set()
        while waiting:
            for source in self.members(waiting.popleft()):
                if source in seen or mana_type not in self._types(source):
                    continue
                seen.add(source)
                for other in self.abilities(source):
                    if mana_type not in self._types(other):
                        continue
                    if self._is_origin(other, mana_type):
                        found.add(source.id)
                        continue
                    new = [reach for reach in self.reaches(other) if reach not in seen]
                    waiting.extend(new)
                    seen.update(new)
        return tuple(source for source in self._sources.values() if source.id in found)

    def _types(self, node: Source | MakingAbility) -> tuple[ManaType, ...]:
        if node in self._unknown:
            raise self._unknown[node]
        return tuple(t for t in TYPES if t in self._found[node])

    def _all_abilities(self) -> Iterator[MakingAbility]:
        for abilities in self._abilities.values():
            yield from abilities

    def _add_sources(self) -> None:
        """Nodes for everything in play, and edges for what is printed; the types are found afterwards."""
        for seat, permanent in permanents_by_seat(self.state):
            for text in permanent.face.unread:
                if text.may_bear_on_payment:
                    raise Unsupported(f"{permanent.name}: {text.text}")
            source = Source(permanent.id, seat, permanent)
            if source.id in self._sources:
                raise ValueError(f"{permanent.name} and {self._sources[source.id].name} have the same id")
            self._sources[source.id] = source
            self._abilities[source.id] = making_abilities(permanent, self.state)
            self.graph.add_node(source)
            self.graph.add_edges_from((source, ability) for ability in self._abilities[source.id])
        for ability in self._all_abilities():
            for wanted in _references(ability):
                self._add_reach(ability, wanted)

    def _add_reach(self, ability: MakingAbility, wanted: Filter) -> None:
        source = self._sources[ability.source]
        by = None if wanted.only_words(_SEEN_BY_ALL) else source.id
        reach = Reach(source.seat.number, str(wanted), by)
        if reach not in self.graph:
            try:
                ids = self._board.matching(wanted, source.seat, source.permanent)
            except Unsupported as error:
                self._unknown[reach] = _about(source, error)
                ids = ()
            self.graph.add_node(reach)
            self.graph.add_edges_from((reach, self._sources[at]) for at in ids)
        self._reaches[ability, wanted] = reach
        self.graph.add_edge(ability, reach)

    def _reader(self, ability: MakingAbility) -> Mapping[Filter, frozenset[ManaType]]:
        return {wanted: self._found[self._reaches[ability, wanted]] for wanted in _references(ability)}

    def _solve(self) -> None:
        """The least fixed point, one strongly connected component after those it depends on.

        Inside a component nodes are visited again only when something they read has grown, which happens to each at
        most six times.
        """
        self._found = dict.fromkeys(self.graph, frozenset())
        parts = networkx.condensation(self.graph)
        for part in reversed(list(networkx.topological_sort(parts))):
            members = parts.nodes[part]["members"]
            waiting = deque(members)
            queued = set(members)
            while waiting:
                node = waiting.popleft()
                queued.discard(node)
                if self._grows(node):
                    again = [n for n in self.graph.predecessors(node) if n in members and n not in queued]
                    waiting.extend(again)
                    queued.update(again)

    def _grows(self, node: Node) -> bool:
        """Look at a node again; whether more is known of it than before."""
        if node in self._unknown:
            return False
        for below in self.graph.successors(node):
            if below in self._unknown:
                self._unknown[node] = self._unknown[below]
                return True
        try:
            types = self._value(node)
        except Unsupported as error:
            self._unknown[node] = error
            return True
        grown = types != self._found[node]
        self._found[node] = types
        return grown

    def _value(self, node: Node) -> frozenset[ManaType]:
        if not isinstance(node, MakingAbility):
            return frozenset().union(*(self._found[below] for below in self.graph.successors(node)))
        source = self._sources[node.source]
        try:
            return self._board.types(node, source.seat, source.permanent, self._reader(node))
        except Unsupported as error:
            raise _about(source, error) from None


def mana_graph(state: State) -> ManaGraph:
    """The graph of a state, with the effects in play."""
    return ManaGraph(with_effects(state))


def produced_types(state: State) -> Mapping[int, tuple[ManaType, ...]]:
    """The types that each permanent in play could produce, by id. Raises `Unsupported` if that of one is not known."""
    graph = mana_graph(state)
    return {source.id: graph.could_produce(source) for source in graph}


def _references(ability: MakingAbility) -> tuple[Filter, ...]:
    """What an ability reads the could-produce types of."""
    return tuple(
        dict.fromkeys(
            addition.types.filter
            for production in ability.productions
            for addition in production.additions
            if addition.types.origin in REFERENCES and addition.types.filter is not None
        )
    )


def _about(source: Source, error: Unsupported) -> Unsupported:
    return error if error.message.startswith(source.name) else Unsupported(f"{source.name}: {error.message}", error.at)
