"""What a drawing of the mana graph shows: equal sources as one, the types they make, a cost and one payment of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from castable.model.mana import TYPES, ManaType, Unit
from castable.model.payment import Activation, Payment
from castable.model.seats import Seat, seats
from castable.model.symbol import ManaCost, Symbol
from castable.solver.graph import ManaGraph, Reach, Source

__all__ = ["Demand", "Group", "Picture", "Rail", "picture_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Sources that are drawn as one: same name, player, status, types and references. `ids` is empty for cards in hand
    that a payment uses."""

    name: str
    seat: Seat
    ids: tuple[int, ...]
    types: tuple[ManaType, ...]
    tapped: bool = False
    unknown: str = ""
    """Why it cannot be told what they could produce, empty where it can."""
    used: tuple[tuple[ManaType, int], ...] = ()
    """How much mana of each type the payment makes with them."""
    uses: int = 0
    """How many of them the payment uses."""

    @property
    def count(self) -> int:
        """How many there are."""
        return max(1, len(self.ids))


@dataclass(frozen=True, slots=True)
class Rail:
    """One "could produce" reference: `readers` may make what `members` could produce; both are places in
    `Picture.groups`, `text` says which permanents are meant."""

    text: str
    player: str
    """Whose abilities read, empty for yours."""
    readers: tuple[int, ...]
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """One symbol of the cost, all generic mana as one, with the mana that the payment spends on it."""

    symbol: str
    paid: tuple[tuple[ManaType, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Everything a drawing shows. Groups stand in the order you, teammates, opponents."""

    groups: tuple[Group, ...]
    rails: tuple[Rail, ...]
    spell: str = ""
    demands: tuple[Demand, ...] = ()
    payment: Payment | None = None
    ways: int = 0

    @property
    def types(self) -> tuple[ManaType, ...]:
        """The types that a source makes or that the payment spends."""
        found = {t for group in self.groups for t in group.types} | {t for d in self.demands for t, _ in d.paid}
        return tuple(t for t in TYPES if t in found)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players with sources."""
        return tuple(dict.fromkeys(group.seat for group in self.groups))


def picture_of(
    graph: ManaGraph, spell: str = "", total: ManaCost | None = None, payment: Payment | None = None, ways: int = 0
) -> Picture:
    """The picture of a graph, and of the cost of a spell with one payment (None: there is none)."""
    groups = _grouped(graph)
    by_id = {id_: at for at, group in enumerate(groups) for id_ in group.ids}
    rails = _rails(graph, by_id)
    if payment is not None:
        groups = _with_payment(graph, groups, payment)
    return Picture(
        groups=tuple(groups),
        rails=rails,
        spell=spell,
        demands=_demands(total, payment) if total is not None else (),
        payment=payment,
        ways=ways,
    )


def _grouped(graph: ManaGraph) -> list[Group]:
    """The sources that have an ability that makes mana."""
    members: dict[tuple[object, ...], list[Source]] = defaultdict(list)
    for source in graph:
        abilities = graph.abilities(source)
        if abilities:
            error = graph.unknown(source)
            types = () if error else graph.could_produce(source)
            reads = frozenset(reach for ability in abilities for reach in graph.reaches(ability))
            texts = tuple(map(str, abilities))
            status = source.permanent.tapped
            members[source.name, source.seat, status, types, str(error or ""), reads, texts].append(source)
    found = [
        Group(
            name=sources[0].name,
            seat=sources[0].seat,
            ids=tuple(s.id for s in sources),
            types=() if graph.unknown(sources[0]) else graph.could_produce(sources[0]),
            tapped=sources[0].permanent.tapped,
            unknown=str(graph.unknown(sources[0]) or ""),
        )
        for sources in members.values()
    ]
    return sorted(found, key=lambda group: (group.seat.number, _height(group.types), len(group.types), group.name))


def _height(types: tuple[ManaType, ...]) -> float:
    """Where the middle of these types is in the order WUBRGC, so that edges cross little."""
    return sum(map(TYPES.index, types)) / len(types) if types else len(TYPES)


def _rails(graph: ManaGraph, by_id: dict[int, int]) -> tuple[Rail, ...]:
    """The references, those between close boxes first."""
    readers: dict[Reach, set[int]] = defaultdict(set)
    for source in graph:
        for ability in graph.abilities(source):
            for reach in graph.reaches(ability):
                readers[reach].add(by_id[source.id])
    found = []
    players = {seat.number: seat for seat in seats(graph.state)}
    for reach, places in readers.items():
        members = {by_id[s.id] for s in graph.members(reach) if s.id in by_id}
        seat = players[reach.seat]
        player = "" if seat.side == "you" else seat.name
        found.append(Rail(_words(reach, seat), player, tuple(sorted(places)), tuple(sorted(members))))
    return tuple(sorted(found, key=lambda rail: max(rail.members + rail.readers) - min(rail.members + rail.readers)))


def _words(reach: Reach, seat: Seat) -> str:
    """What an ability reads, in words: `what a land you control`, of another player `what a land they control`."""
    yours = seat.side == "you"
    you, other = ("you control", "an opponent controls") if yours else ("they control", "another controls")
    words = {"you": you, "opponent": other, "|": "or"}
    return f"what a {' '.join(words.get(word, word) for word in reach.filter.split())}"


def _with_payment(graph: ManaGraph, groups: list[Group], payment: Payment) -> list[Group]:
    """The groups with what the payment makes with each; cards in hand and the pool that it uses are groups too."""
    made: list[Counter[ManaType]] = [Counter() for _ in groups]
    uses = [0] * len(groups)
    others: dict[str, Counter[ManaType]] = {}
    balance: Counter[ManaType] = Counter(unit.type for unit in payment.spends)
    for activation in payment.activations:
        adds = Counter(unit.type for unit in activation.adds)
        for _ in range(activation.count):
            balance.update(unit.type for unit in activation.spends)
            balance.subtract(adds)
            at = _place(graph, groups, uses, activation)
            if at is None:
                others.setdefault(activation.source, Counter()).update(adds)
            else:
                uses[at] += 1
                made[at].update(adds)
    if pool := +balance:
        others["mana in your pool"] = pool
    found = [
        replace(group, uses=uses[at], used=_amounts(made[at]), types=_sorted({*group.types, *made[at]}))
        for at, group in enumerate(groups)
    ]
    you = seats(graph.state)[0]
    extra = [
        Group(name=name, seat=you, ids=(), types=_sorted(adds), used=_amounts(adds), uses=1)
        for name, adds in others.items()
    ]
    return [*found, *extra]


def _place(graph: ManaGraph, groups: list[Group], uses: list[int], activation: Activation) -> int | None:
    """The group whose member an activation uses: by `ref` or number, else one of that name with members to spare."""
    yours = [source for source in graph if source.seat.side == "you" and source.name == activation.source]
    label = activation.object.partition("@")[0].removeprefix("#")
    if label:
        meant = [source for source in yours if source.permanent.ref == label]
        if not meant and label.isdecimal() and 0 < int(label) <= len(yours):
            meant = [yours[int(label) - 1]]
        yours = meant
    ids = {source.id for source in yours}
    places = [at for at, group in enumerate(groups) if ids.intersection(group.ids)]
    spare = [at for at in places if uses[at] < groups[at].count and not groups[at].tapped]
    return next(iter(spare or places), None)


def _sorted(types: Iterable[ManaType]) -> tuple[ManaType, ...]:
    return tuple(sorted(types, key=TYPES.index))


def _amounts(mana: Counter[ManaType]) -> tuple[tuple[ManaType, int], ...]:
    return tuple((t, mana[t]) for t in TYPES if mana[t] > 0)


def _demands(cost: ManaCost, payment: Payment | None) -> tuple[Demand, ...]:
    """The symbols of a cost with the mana for each; which unit meets which symbol is chosen for the drawing."""
    units = list(payment.spends.units) if payment else []
    symbols = list(cost.symbols)
    met: dict[int, int] = {}
    for at in range(len(symbols)):
        _meet(at, symbols, units, met, set())
    rest = [at for at in range(len(units)) if at not in met]
    for at in range(len(symbols)):  # mana spent as though it were of another type (CR 609.4b)
        if at not in met.values() and rest:
            met[rest.pop(0)] = at
    paid: list[Counter[ManaType]] = [Counter() for _ in symbols]
    for unit, symbol in met.items():
        paid[symbol][units[unit].type] += 1
    demands = [Demand(str(symbol), _amounts(paid[at])) for at, symbol in enumerate(symbols)]
    if cost.generic or not demands:
        demands.insert(0, Demand(f"{{{cost.generic}}}", _amounts(Counter(units[at].type for at in rest))))
    return tuple(demands)


def _meet(at: int, symbols: list[Symbol], units: list[Unit], met: dict[int, int], tried: set[int]) -> bool:
    """Find a unit for a symbol, moving others to other units where needed."""
    for number, unit in enumerate(units):
        fits = unit.snow if symbols[at].is_snow else symbols[at].type is unit.type
        if fits and number not in tried:
            tried.add(number)
            if number not in met or _meet(met[number], symbols, units, met, tried):
                met[number] = at
                return True
    return False
