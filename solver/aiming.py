"""What a spell is aimed at under its announced choices, and what that means for its cost (CR 601.2c, 601.2f)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from castable.model.ability import ActivatedAbility, CostChange, Modes, SpellTargets
from castable.model.card import Face
from castable.model.errors import TooLarge, Unsupported
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import Permanent, State
from castable.model.view import View
from castable.solver.announce import Subject, Wishes
from castable.solver.candidates import called, candidates
from castable.solver.cost_changes import Change

__all__ = ["Targets", "distinct", "groups_of", "has_unknown", "most_of", "target_choices"]

_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Targets:
    """What a total cost needs to know of the targets: how many there are, which cost changes, by their place among all,
    see a target that they ask for, and how many objects are seen by those that count some."""

    number: int
    met: frozenset[int] = frozenset()
    counted: tuple[tuple[int, int], ...] = ()

    def times(self, at: int, change: CostChange) -> int:
        """How many times the change in a place applies that counts targets."""
        number = self.number if change.times.measure == "targets" else dict(self.counted).get(at, 0)
        return max(0, change.times.plus + change.times.times * number)


_Seen = frozenset[int | tuple[int, Hashable]]
"""Places of the changes that see a target; of those that count, with the object."""


def groups_of(entries: Iterable[SpellTargets], choices: Choices) -> list[tuple[Filter, ...]]:
    """The targets that must be chosen: those of one group are different objects, as one use of the word "target" and
    "another target" ask for; of two groups the same object may be chosen (CR 115.3)."""
    found: list[tuple[Filter, ...]] = []
    start = 0
    for entry in entries:
        times = _times(entry, choices)
        if entry.any_number or not times:
            continue
        if entry.another and found:
            found[start:] = [tuple(what for group in found[start:] for what in group) + entry.needs * times]
            continue
        start = len(found)
        found += [(what,) * times for what in entry.needs]
    return found


def _times(entry: SpellTargets, choices: Choices) -> int:
    """How many times the targets of an entry are chosen."""
    if choices.alternative == "overload":  # it has no targets: CR 702.96b
        return 0
    if entry.unless and _paid(entry.unless, choices):
        return 0
    paid = _paid(entry.if_kicked, choices) if entry.if_kicked else 1
    if entry.of_x and paid:
        return choices.x or 0
    return paid if entry.each_kick else min(paid, 1)


def _paid(cost: str, choices: Choices) -> int:
    """How many times a kicker cost, or the cost of a keyword, alternative or optional, is paid."""
    if cost in (choices.alternative, *(name for name, _ in choices.optional)):
        return 1
    kicked = [str(one) for one in choices.kicked]
    return len(kicked) if cost == "any" else kicked.count(cost)


def has_unknown(entries: Iterable[SpellTargets]) -> bool:
    """Whether there may be targets of which it is not known what they are."""
    return any(entry.any_number and not entry.needs for entry in entries)


def most_of(entry: SpellTargets, choices: Choices) -> int | None:
    """How many targets an entry that may have none has at the most, None where nothing limits them."""
    times = _times(entry, choices)
    if entry.of_x or not times:
        return times
    return None if entry.at_most is None else entry.at_most * times


def distinct(options: list[set[Hashable]], taken: frozenset[Hashable] = frozenset()) -> bool:
    """Whether each may have an object of its own."""
    if not options:
        return True
    if any(options.count(one) > len(one - taken) for one in options):
        return False
    first, *rest = sorted(options, key=len)
    return any(distinct(rest, taken | {one}) for one in first - taken)


def target_choices(
    state: State, subject: Subject, choices: Choices, wishes: Wishes, changes: list[Change]
) -> list[Targets]:
    """The choices of targets as far as these changes tell them apart."""
    if all(change.change.targets is None and change.times is not None for change in changes):
        return [Targets(1)]
    if subject.ability is not None and subject.source is not None:
        permanent = subject.source if isinstance(subject.source, Permanent) else None
        by: Face | Permanent = subject.source if isinstance(subject.source, Permanent) else subject.source.card.front
        view, listed = View(state, permanent), [_of_ability(subject.name, subject.ability)]
    elif (face := subject.face) is not None:
        if any(text.may_bear_on_casting for text in face.unread) or has_unknown(face.of(SpellTargets)):
            raise Unsupported(f"the targets of {subject.name}")
        by, view, listed = face, None, list(_announceable(face, choices, wishes))
    else:
        return [Targets(0)]
    seen: dict[Hashable, set[int | tuple[int, Hashable]]] = {}
    for at, change in enumerate(changes):
        if change.change.targets is not None:
            for one in candidates(state, change.change.targets, change.view, by=by):
                seen.setdefault(one, set()).add(at)
        if change.change.times.measure == "targeted" and change.change.times.filter is not None:
            for one in candidates(state, change.change.times.filter, change.view, by=by):
                seen.setdefault(one, set()).add((at, one))
    aim = _Aim({one: frozenset(places) for one, places in seen.items()}, by, view)
    found: set[tuple[_Seen, int]] = set()
    for entries in listed:
        found |= aim.named(state, entries, wishes.targets) if wishes.targets else aim.open(state, entries, choices)
    told = {_told(met, number) for met, number in found}
    return sorted(told, key=lambda one: (one.number, sorted(one.met), one.counted))


def _told(seen: _Seen, number: int) -> Targets:
    counts = Counter(place[0] for place in seen if not isinstance(place, int))
    met = frozenset(place for place in seen if isinstance(place, int))
    return Targets(number, met, tuple(sorted(counts.items())))


def _of_ability(name: str, ability: ActivatedAbility) -> list[SpellTargets]:
    """The targets of an ability in the form of those of a spell (CR 602.2b)."""
    if ability.open_targets:
        raise Unsupported(f"the targets of {name}")
    entries = [SpellTargets(needs=(what,)) for what in ability.targets]
    return [*entries, *(SpellTargets(needs=(what,), any_number=True, at_most=1) for what in ability.up_to)]


def _announceable(face: Face, choices: Choices, wishes: Wishes) -> Iterator[list[SpellTargets]]:
    """The entries of targets for each choice of modes."""
    entries = list(face.of(SpellTargets))
    modes = next(face.of(Modes), None)
    if modes is None or wishes.modes is not None:
        yield [entry for entry in entries if entry.mode is None or entry.mode in (wishes.modes or ())]
        return
    if modes.at_most > 1 or choices.kicked or choices.optional:
        raise Unsupported(f"the targets of {face.name} for several modes")
    for mode in range(1, modes.of + 1):
        yield [entry for entry in entries if entry.mode in (None, mode)]


@dataclass(frozen=True, slots=True)
class _Aim:
    """Which changes see each object."""

    seen: dict[Hashable, _Seen]
    by_what: Face | Permanent
    view: View | None = None

    def _candidates(self, state: State, what: Filter) -> set[Hashable]:
        return set(candidates(state, what, self.view, by=self.by_what))

    def by(self, one: Hashable) -> _Seen:
        return self.seen.get(one, frozenset())

    def named(self, state: State, entries: list[SpellTargets], names: tuple[str, ...]) -> set[tuple[_Seen, int]]:
        """With the targets that these names can mean."""
        possible = {one for entry in entries for what in entry.needs for one in self._candidates(state, what)}
        meant = [{self.by(one) for one in (called(state, name) & possible or called(state, name))} for name in names]
        return {(frozenset().union(*picked), len(names)) for picked in product(*meant)}

    def open(self, state: State, entries: list[SpellTargets], choices: Choices) -> set[tuple[_Seen, int]]:
        """With any targets. What cannot be aimed at all is not a question of what it costs."""
        parts = [self.group([self._candidates(state, what) for what in group]) for group in groups_of(entries, choices)]
        parts += [
            self.subsets(self._candidates(state, what), most_of(entry, choices))
            for entry in entries
            if entry.any_number and _times(entry, choices)
            for what in entry.needs
        ]
        found: set[tuple[_Seen, int]] = {(frozenset(), 0)}
        for options in parts:
            found = {(a | b, m + n) for (a, m), (b, n) in product(found, options)}
            if len(found) > _MOST:
                raise TooLarge("the choices of targets")
        return found

    def group(self, options: list[set[Hashable]]) -> set[tuple[_Seen, int]]:
        """A different object for each."""
        number = len(options)
        if all(one == options[0] for one in options):
            found = {(met, n) for met, n in self.subsets(options[0]) if n == number}
        else:
            found = set()
            for picked in product(*({self.by(one) for one in objects} for objects in options)):
                narrowed = [
                    {one for one in objects if self.by(one) == met}
                    for objects, met in zip(options, picked, strict=True)
                ]
                if distinct(narrowed):
                    found.add((frozenset().union(*picked), number))
        return found or {(frozenset(), number)}

    def subsets(self, objects: set[Hashable], most: int | None = None) -> set[tuple[_Seen, int]]:
        """Any number of different objects, or up to so many."""
        found: set[tuple[_Seen, int]] = {(frozenset(), 0)}
        for one in objects:
            found |= {(met | self.by(one), n + 1) for met, n in found if most is None or n < most}
        return found
