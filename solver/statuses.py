"""Objects that may be tapped and untapped again while a spell is cast (CR 107.5, 107.6), and what can be done to them.

Where an ability with {Q} can be used, a source is no matter of one plan any more. `Statuses` holds the objects that
such abilities may concern, each by itself, and the `Act`s: one activation of one object with the other objects it
takes, or one use of an object for another part of the total cost. All other sources keep their plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple

from castable.model.cost import CostPart, Verb
from castable.model.errors import TooLarge
from castable.model.state import Permanent
from castable.solver.concerned import can_take, each_of
from castable.solver.offers import ClassUse, Offers, Thing, name_of
from castable.solver.production import Use
from castable.solver.understood import require_lasting

__all__ = ["Act", "Now", "Status", "Statuses", "statuses_of"]

MAX_ACTS = 5_000
"""More different activations of the objects concerned than this are `TooLarge`."""
_STUN = "stun"


class Status(NamedTuple):
    """An object at one moment: whether it is where it began, tapped, its counters, uses left of limited abilities."""

    here: bool
    tapped: bool
    counters: tuple[tuple[str, int], ...]
    left: tuple[tuple[str, int], ...]


class Now(NamedTuple):
    """All objects at one moment, your life and energy; once costs are `paid`, no ability is activated (CR 601.2h)."""

    objects: tuple[Status, ...]
    life: int
    energy: int
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """One activation: `use` is an index into `Sources.uses`, `source` and `others` are places in `Statuses.things`."""

    use: int
    source: int
    others: tuple[tuple[Verb, int], ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The objects it uses, each once, its source first."""
        return (self.source, *(other for _, other in self.others if other != self.source))


@dataclass(frozen=True, slots=True, kw_only=True)
class Statuses:
    """The objects (`things`), for each the number of its class of interchangeable ones, and every act.

    `uses` are those of the acts, by their index in `Sources.uses`; `labels` tell an object apart from others of its
    name, as a source and as what is taken.
    """

    things: tuple[Thing, ...]
    classes: tuple[int, ...]
    labels: tuple[tuple[str, str], ...]
    acts: tuple[Act, ...]
    uses: dict[int, ClassUse]
    start: Now
    ambiguous: str = ""

    def only(self, allowed: set[int]) -> Statuses | None:
        """With nothing but these uses; None when no act is left."""
        acts = tuple(act for act in self.acts if act.use in allowed)
        return replace(self, acts=acts) if acts else None

    def parts(self, act: Act) -> Iterator[tuple[int, tuple[str, ...]]]:
        """What an act does to each object: `tap`, `untap`, `go`, `use`; in which order is free (CR 601.2h)."""
        use = self.uses[act.use].use
        done: dict[int, list[str]] = {act.source: []}
        if use.taps:
            done[act.source].append("tap")
        if use.untaps:
            done[act.source].append("untap")
        for verb, other in act.others:
            done.setdefault(other, []).append("tap" if verb is Verb.TAP_OTHER else "go")
        if use.leaves:
            done[act.source].append("go")
        for place, what in done.items():
            yield place, tuple(what)

    def after(self, now: Now, act: Act) -> Iterator[Now]:
        """Each way things may be once an act is paid for and has resolved; none where it cannot be paid, mana aside."""
        use = self.uses[act.use].use
        if (use.life and use.life > now.life) or use.energy > now.energy or (now.paid and not use.pays):
            return
        options = []
        for place, what in self.parts(act):
            status = now.objects[place]
            if not status.here:
                return
            mine = use if place == act.source else None
            options.append([(place, then) for then in _changed(status, what, mine)])
        for chosen in product(*options):
            objects = list(now.objects)
            for place, then in chosen:
                objects[place] = then
            life = now.life
            if use.life or use.damage:
                life = max(0, life - use.life - use.damage)
            yield Now(tuple(objects), life, now.energy - use.energy, use.pays is not None)

    def sorted(self, now: Now) -> Now:
        """The same moment with interchangeable objects in a fixed order."""
        by_class: dict[int, list[Status]] = {}
        for kind, status in zip(self.classes, now.objects, strict=True):
            by_class.setdefault(kind, []).append(status)
        queues = {kind: iter(sorted(found)) for kind, found in by_class.items()}
        return now._replace(objects=tuple(next(queues[kind]) for kind in self.classes))


def _changed(status: Status, what: tuple[str, ...], use: Use | None) -> set[Status]:
    """The status after these changes, in each order that is possible, and after the own parts of a use."""
    found = set()
    for order in set(permutations(what)):
        then: Status | None = status
        for change in order:
            then = _after_one(then, change) if then is not None else None
        if then is not None:
            found.add(then)
    return {done for then in found if (done := _used(then, use) if use else then) is not None}


def _after_one(status: Status, change: str) -> Status | None:
    if not status.here:
        return None
    if change == "go":
        return status._replace(here=False)
    if (change == "tap") is status.tapped:
        return None
    if change == "untap" and (stuns := dict(status.counters).get(_STUN)):  # it stays tapped: CR 122.1d, 118.11
        return status._replace(counters=_less(status.counters, _STUN, 1) if stuns else status.counters)
    return status._replace(tapped=change == "tap")


def _used(status: Status, use: Use) -> Status | None:
    """After its counters are removed and its use is counted."""
    for kind, n in use.counters:
        if dict(status.counters).get(kind, 0) < n:
            return None
        status = status._replace(counters=_less(status.counters, kind, n))
    if use.limit is not None:
        left = dict(status.left)
        if not left[str(use.cost)]:
            return None
        left[str(use.cost)] -= 1
        status = status._replace(left=tuple(sorted(left.items())))
    return status


def _less(counters: tuple[tuple[str, int], ...], kind: str, n: int) -> tuple[tuple[str, int], ...]:
    return tuple((k, held - n if k == kind else held) for k, held in counters)


def statuses_of(offers: Offers, first: int) -> Statuses | None:
    """The objects of a state that {Q} may concern; None when no ability with {Q} can be used. Their uses are numbered
    from `first` on."""
    touched = sorted(offers.touched)
    if not touched:
        return None
    places = [(at, thing) for at in touched for thing in offers.groups[at]]
    builder = _Builder(offers, places, first)
    acts = tuple(builder.acts())
    you = offers.state.you
    return Statuses(
        things=tuple(thing for _, thing in places),
        classes=tuple(at for at, _ in places),
        labels=tuple((offers.labels[at], offers.taken_labels[at]) for at, _ in places),
        acts=acts,
        uses=builder.uses,
        start=Now(tuple(_status(thing, offers.offered[at]) for at, thing in places), you.life, you.energy),
        ambiguous=builder.ambiguous,
    )


def _status(thing: Thing, uses: list[Use]) -> Status:
    left = {str(use.cost): use.limit for use in uses if use.limit is not None}
    tapped = isinstance(thing, Permanent) and thing.tapped
    return Status(True, tapped, tuple(sorted(thing.counters)), tuple(sorted(left.items())))


class _Builder:
    """Finds the acts; equal uses of interchangeable objects share one entry among the uses."""

    def __init__(self, offers: Offers, places: list[tuple[int, Thing]], first: int) -> None:
        self.offers = offers
        self.places = places
        self.first = first
        self.uses: dict[int, ClassUse] = {}
        self.ambiguous = ""
        self._numbers: dict[tuple[object, ...], int] = {}

    def acts(self) -> Iterator[Act]:
        """Every activation of every object, whatever the statuses."""
        count = 0
        for place, (at, thing) in enumerate(self.places):
            for use in self.offers.offered[at]:
                if use.leaves and isinstance(thing, Permanent):
                    require_lasting(thing)
                if use.amount is not None:
                    self.ambiguous = f"how payments with {use.cost} of {use.source} differ"
                for others in self._choices(place, use):
                    count += 1
                    if count > MAX_ACTS:
                        raise TooLarge(f"more than {MAX_ACTS} ways to use mana abilities where {{Q}} may be used")
                    yield Act(self._number(place, use, others), place, others)
            for offered in self.offers.paying(at):
                number = self._numbers.setdefault((at, offered.use), self.first + len(self.uses))
                self.uses[number] = offered
                yield Act(number, place)

    def _number(self, place: int, use: Use, others: tuple[tuple[Verb, int], ...]) -> int:
        at = self.places[place][0]
        key = (at, use, tuple((verb, other == place, self.places[other][0]) for verb, other in others))
        if key not in self._numbers:
            number = self._numbers[key] = self.first + len(self.uses)
            names = tuple(
                (verb, name_of(self.places[other][1]) + self.offers.taken_labels[self.places[other][0]])
                for verb, other in others
                if other != place
            )
            self.uses[number] = ClassUse(
                use=use,
                owner=at,
                thing=self.offers.groups[at][0],
                label=self.offers.labels[at],
                using=names,
                itself=tuple(verb for verb, other in others if other == place),
            )
        return self._numbers[key]

    def _choices(self, place: int, use: Use) -> Iterator[tuple[tuple[Verb, int], ...]]:
        """The objects that an activation may take, with what is done to each."""
        options = [
            [other for other, (_, thing) in enumerate(self.places) if self._takes(part, place, other, thing)]
            for part in each_of(use)
        ]
        seen = set()
        for chosen in product(*options):
            others = tuple(zip([part.verb for part in each_of(use)], chosen, strict=True))
            key = tuple(sorted(others))
            if len(set(chosen)) == len(chosen) and key not in seen:
                seen.add(key)
                yield others

    def _takes(self, part: CostPart, place: int, other: int, thing: Thing) -> bool:
        source = self.places[place][1]
        return can_take(part, source, thing, self.offers.zones[self.places[other][0]], self.offers.state)
