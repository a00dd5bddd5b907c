"""What must be there before some activations so that a cost can be paid after them: a search backwards (CR 601.2g-h).

A `Need` says what the pool must be able to pay, how the objects must be, and how much life and energy there must be. It
begins with the cost itself; an activation before it takes off what its mana pays and adds what it costs. A way back to
the same objects that needs no less than before is in vain, so the search ends even where a loop makes mana without end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

from castable.model.errors import TooLarge, Unsupported
from castable.solver.problem import Demand, PaymentProblem, Vector, add, hall_demand
from castable.solver.statuses import Act, Status, Statuses

__all__ = ["MAX_NEEDS", "Need", "Needs", "Way"]

MAX_NEEDS = 200_000
"""More situations on the way back than this are `TooLarge`."""
_STUN = "stun"


class Place(NamedTuple):
    """How one object must be: here, tapped or not (None: either), with so many counters and uses left; `stuns` stun
    counters are removed by {Q} after this moment, and `untaps` says that after those it is really untapped by one."""

    tapped: bool | None = None
    here: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    uses: tuple[tuple[str, int], ...] = ()
    stuns: int = 0
    untaps: bool = False

    def asks_less(self, other: Place) -> bool:
        """Whether whatever is enough for the other is enough for this one."""
        return (
            self.tapped in (None, other.tapped)
            and self.here <= other.here
            and (self.stuns, self.untaps) == (other.stuns, other.untaps)
            and all(n <= dict(other.counters).get(kind, 0) for kind, n in self.counters)
            and all(n <= dict(other.uses).get(cost, 0) for cost, n in self.uses)
        )

    def met_by(self, status: Status) -> bool:
        """Whether an object is so."""
        held = dict(status.counters)
        stuns = held.get(_STUN, 0)
        return (
            self.tapped in (None, status.tapped)
            and (stuns == self.stuns if self.untaps else stuns >= self.stuns)
            and all(n <= held.get(kind, 0) for kind, n in self.counters)
            and all(n <= dict(status.left).get(cost, 0) for cost, n in self.uses)
        )


class Need(NamedTuple):
    """`mana` counts symbols by `Needs.masks`; life and energy come last in it. `active` says that an ability is
    activated later, so that no cost can have been paid before (CR 601.2h)."""

    mana: Vector
    places: tuple[Place, ...]
    active: bool = False


class Way(NamedTuple):
    """Acts, sorted, by their numbers in `Statuses.acts`, and a need that is enough to use them all and pay."""

    acts: tuple[int, ...]
    mana: Vector


class _Node(NamedTuple):
    need: Need
    acts: tuple[int, ...]
    parent: _Node | None


class Needs:
    """The search for one payment problem."""

    def __init__(self, problem: PaymentProblem, statuses: Statuses) -> None:
        self._problem = problem
        self._statuses = statuses
        masks = {mask: None for mask, _ in problem.demand.groups}
        for act in statuses.acts:
            masks |= {mask: None for demand in problem.steps.get(act.use, ()) for mask, _ in demand.groups}
        if any(act.use in problem.doublers for act in statuses.acts):
            masks |= {1 << kind: None for kind in range(len(problem.kinds))}
        self.masks = tuple(masks)
        self._asked = {act.use: self._all_asked(act.use) for act in statuses.acts}
        self._before_mana = lru_cache(maxsize=None)(self._all_before)
        self.demand = lru_cache(maxsize=None)(self._demand)
        nothing = (Place(),) * len(statuses.things)
        self.end = Need((*self._counts(problem.demand), problem.life, problem.energy), nothing)
        if any(means.all_of for means in problem.bill.means):
            raise Unsupported("objects named to help pay where {Q} may be used")

    def _counts(self, demand: Demand) -> Vector:
        counts = dict.fromkeys(self.masks, 0)
        for mask, n in demand.groups:
            counts[mask] += n
        return tuple(counts.values())

    def _all_asked(self, use: int) -> tuple[Vector, ...]:
        demands = self._problem.steps.get(use)
        return tuple(map(self._counts, demands)) if demands else ((0,) * len(self.masks),)

    def _demand(self, mana: Vector) -> Demand:
        """The demand on the pool that a need comes to."""
        return hall_demand((mask, n) for mask, n in zip(self.masks, mana, strict=False) if n)

    # -- one step back

    def before(self, need: Need, act: Act) -> Iterator[Need]:
        """Each need before an act that leads to this one after it."""
        use = self._statuses.uses[act.use].use
        if use.pays and need.active:
            return
        life, energy = need.mana[-2:]
        life = life + use.life + use.damage if life else use.life
        energy += use.energy
        start = self._statuses.start
        if life > max(0, start.life) or energy > start.energy:
            return
        for places in self._places_before(need.places, act):
            for mana in self._before_mana(need.mana[:-2], act.use):
                yield Need((*mana, life, energy), places, need.active or not use.pays)

    def _all_before(self, mana: Vector, use: int) -> tuple[Vector, ...]:
        if use in self._problem.doublers:
            rests: Iterable[Vector] = self._halved(mana)
        else:
            rests = self._paid_by(mana, self._problem.yields[use])
        return tuple({add(rest, asked) for rest in rests for asked in self._asked[use]})

    def _paid_by(self, mana: Vector, made: Vector) -> set[Vector]:
        """What is still asked for once this mana has paid for as much as it can, in every way."""
        found = {mana}
        for kind, n in enumerate(made):
            for _ in range(n):
                after: set[Vector] = set()
                for asked in found:
                    payable = [at for at, mask in enumerate(self.masks) if asked[at] and mask >> kind & 1]
                    after |= {(*asked[:at], asked[at] - 1, *asked[at + 1 :]) for at in payable}
                    if not payable:
                        after.add(asked)
                found = after
        return found

    def _halved(self, mana: Vector) -> list[Vector]:
        """The smallest pools, unit by unit, that pay this after each type in them was doubled."""
        problem, total = self._problem, sum(mana)
        demand, kinds = self.demand(mana), len(self._problem.kinds)
        found: list[Vector] = []
        for size in range((total + 1) // 2, total + 1):
            for units in combinations_with_replacement(range(kinds), size):
                pool = tuple(units.count(kind) for kind in range(kinds))
                if not any(_within(less, pool) for less in found) and demand.met_by(add(pool, problem.doubled(pool))):
                    found.append(pool)
        at = {mask: place for place, mask in enumerate(self.masks)}
        return [
            tuple(sum(n for kind, n in enumerate(pool) if at[1 << kind] == place) for place in range(len(self.masks)))
            for pool in found
        ]

    def _places_before(self, places: tuple[Place, ...], act: Act) -> Iterator[tuple[Place, ...]]:
        found = [places]
        for place, what in self._statuses.parts(act):
            after: list[tuple[Place, ...]] = []
            for some in found:
                options = {
                    before for order in set(permutations(what)) for before in self._undone(some[place], order, place)
                }
                for before in options:
                    if place == act.source:
                        used = self._before_use(before, act)
                        if used is None:
                            continue
                        before = used
                    after.append((*some[:place], before._replace(here=True), *some[place + 1 :]))
            found = after
        yield from dict.fromkeys(found)

    def _undone(self, place: Place, order: tuple[str, ...], at: int) -> set[Place]:
        """How an object must be before these changes, the last of which comes last."""
        stuns = dict(self._statuses.start.objects[at].counters).get(_STUN, 0)
        found = {place}
        for change in reversed(order):
            found = {before for after in found for before in _before_one(after, change, stuns)}
        return found

    def _before_use(self, place: Place, act: Act) -> Place | None:
        """How the source must be before its counters are removed and its use is counted."""
        use, start = self._statuses.uses[act.use].use, self._statuses.start.objects[act.source]
        counters, uses = dict(place.counters), dict(place.uses)
        for kind, n in use.counters:
            counters[kind] = counters.get(kind, 0) + n
            if counters[kind] > dict(start.counters).get(kind, 0):
                return None
        if use.limit is not None:
            uses[str(use.cost)] = uses.get(str(use.cost), 0) + 1
            if uses[str(use.cost)] > use.limit:
                return None
        return place._replace(counters=tuple(sorted(counters.items())), uses=tuple(sorted(uses.items())))

    # -- the search

    def is_start(self, need: Need) -> bool:
        """Whether the objects are as needed."""
        return all(
            place.met_by(status) for place, status in zip(need.places, self._statuses.start.objects, strict=True)
        )

    def enough(self) -> list[Demand]:
        """What the pool must pay at the start: any one of these is enough, and nothing less is."""
        least: dict[tuple[tuple[Place, ...], bool], list[Vector]] = {}
        waiting = deque([self.end])
        count = 0
        while waiting:
            need = waiting.popleft()
            for act in self._statuses.acts:
                for before in self.before(need, act):
                    before = self._sorted(before)
                    if _within(self.end.mana, before.mana) or not _insert(
                        least.setdefault((before.places, before.active), []), before.mana
                    ):
                        continue
                    count += 1
                    if count > MAX_NEEDS:
                        raise TooLarge(f"more than {MAX_NEEDS} situations where {{Q}} may be used")
                    waiting.append(before)
        found = [self.end.mana]
        for (places, _), needs in least.items():
            if self._may_be_start(places):
                found += needs
        smallest: list[Vector] = []
        for mana in found:
            _insert(smallest, mana)
        return [self.demand(mana) for mana in smallest]

    def _sorted(self, need: Need) -> Need:
        """The same need with interchangeable objects in a fixed order."""
        by_class: dict[int, list[Place]] = {}
        for kind, place in zip(self._statuses.classes, need.places, strict=True):
            by_class.setdefault(kind, []).append(place)
        queues = {kind: iter(sorted(found, key=repr)) for kind, found in by_class.items()}
        return need._replace(places=tuple(next(queues[kind]) for kind in self._statuses.classes))

    def _may_be_start(self, places: tuple[Place, ...]) -> bool:
        return self.is_start(Need((), places))

    def ways(self) -> list[Way]:
        """Every choice of acts that may be all there is in an irredundant payment, with what each needs.

        All that are listed can be carried out; what makes some of them redundant is for the caller to judge.
        """
        found: dict[object, tuple[tuple[int, ...], list[Vector]]] = {}
        least: dict[object, list[Vector]] = {}
        waiting = deque([_Node(self.end, (), None)])
        count = 0
        while waiting:
            node = waiting.popleft()
            if self.is_start(node.need):
                _, needs = found.setdefault(self.shape(node.acts), (node.acts, []))
                _insert(needs, node.need.mana)
            for number, act in enumerate(self._statuses.acts):
                for before in self.before(node.need, act):
                    acts = tuple(sorted((*node.acts, number)))
                    if _in_vain(before, node) or not _insert(
                        least.setdefault(self.shape(acts, before.places), []), before.mana
                    ):
                        continue
                    count += 1
                    if count > MAX_NEEDS:
                        raise TooLarge(f"more than {MAX_NEEDS} situations where {{Q}} may be used")
                    waiting.append(_Node(before, acts, node))
        return [Way(acts, mana) for acts, needs in found.values() for mana in needs]

    def shape(self, acts: tuple[int, ...], places: tuple[Place, ...] = ()) -> object:
        """What is done with each object, interchangeable ones in a fixed order."""
        classes = self._statuses.classes
        if len(set(classes)) == len(classes):
            return acts, places
        roles: list[list[str]] = [[] for _ in classes]
        for number in acts:
            act = self._statuses.acts[number]
            with_them = [classes[other] for _, other in act.others]
            roles[act.source].append(f"{act.use} {with_them}")
            for verb, other in act.others:
                roles[other].append(f"{verb} {act.use} {classes[act.source]}")
        mine = [
            (kind, sorted(done), repr(places[at]) if places else "")
            for at, (kind, done) in enumerate(zip(classes, roles, strict=True))
        ]
        return repr(sorted(mine))


def _before_one(after: Place, change: str, stuns: int) -> Iterator[Place]:
    """Each way an object must be before one change; `stuns` is how many stun counters it began with."""
    match change:
        case "go" if after == Place():
            yield Place(here=True)
        case "tap" if after.tapped is not False:
            yield after._replace(tapped=False)
        case "untap":
            if after.tapped is not True and (not stuns or not after.stuns):
                yield after._replace(tapped=True, untaps=bool(stuns))
            if after.stuns < stuns and after.tapped is not False:  # it stays tapped: CR 122.1d, 118.11
                yield after._replace(tapped=True, stuns=after.stuns + 1)


def _in_vain(need: Need, later: _Node | None) -> bool:
    """Whether something that comes later on the way asks for no more, so that what lies between can be left out."""
    while later is not None:
        if _within(later.need.mana, need.mana) and all(
            a.asks_less(b) for a, b in zip(later.need.places, need.places, strict=True)
        ):
            return True
        later = later.parent
    return False


def _within(a: Vector, b: Vector) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def _insert(smallest: list[Vector], mana: Vector) -> bool:
    """Keep the smallest; whether this one is news."""
    if any(_within(less, mana) for less in smallest):
        return False
    smallest[:] = [more for more in smallest if not _within(mana, more)]
    smallest.append(mana)
    return True
