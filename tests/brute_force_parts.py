"""Of the brute force: the parts by which payments are compared, interchangeable objects, payments as they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from string import ascii_lowercase
from typing import Any

from castable.model.cost import Verb
from castable.model.errors import IllegalPayment
from castable.model.mana import Mana, Unit
from castable.model.payment import Activation, Payment
from castable.model.state import State
from castable.solver.referee import Casting, Ledger, Settlement, Step, execute, interchangeable
from castable.solver.referee.casting import MOVED, SOURCE_ZONES, Source, find, name_of
from castable.solver.referee.cost import Using

__all__ = ["Labels", "Node", "Parts", "Use", "Way", "as_payment", "origin_of"]

_POOL = -1
"""Stands for the pool where an object is asked for."""


def origin_of(identity: int) -> int:
    """The id that an object had at the start, whatever zones it went through since."""
    return identity % MOVED


@dataclass(frozen=True, slots=True)
class Use:
    """A step that was taken, with the names that its objects had then."""

    step: Step
    name: str
    using: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A casting that can be reached by these uses in this order."""

    casting: Casting
    uses: tuple[Use, ...] = ()
    parent: Node | None = None

    @property
    def objects(self) -> dict[int, Hashable]:
        """Where each object has come to, and its status there."""
        you = self.casting.state.you
        found: dict[int, Hashable] = {
            origin_of(p.id): ("battlefield", p.tapped, p.counters, p.used_this_turn) for p in you.battlefield
        }
        for zone in SOURCE_ZONES:
            found |= {origin_of(card.id): (zone.value,) for card in you.zone(zone)}
        return found

    @property
    def ancestors(self) -> Iterator[Node]:
        """The nodes passed on the way here."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


@dataclass(frozen=True, slots=True)
class Way:
    """A valid payment: what was done before it, the spell paid, its parts as numbers, and how the total was paid."""

    node: Node
    paid: Casting
    parts: tuple[int, ...]
    settlement: Settlement


class Parts:
    """The parts of payments as small numbers, and which objects are interchangeable.

    Every part gives roles to objects ("tapped for {G}", "sacrificed for Phyrexian Altar"). Payments that differ only
    in which of several interchangeable objects has which roles have the same `shape`.
    """

    def __init__(self, state: State, by_object: bool, unmark: dict[Unit, Unit], alone: int | None = None) -> None:
        """`alone` is the object whose ability is paid for, which the question names."""
        self.by_object = by_object
        self.unmark = unmark
        self.classes = _classes(state, by_object, alone)
        self._numbers: dict[Hashable, int] = {}
        self._roles: dict[int, list[tuple[int, int]]] = {}

    def unmarked(self, mana: Mana) -> Mana:
        """Mana without the mark of those units that were in the pool at the start."""
        return Mana.of(self.unmark.get(unit, unit) for unit in mana)

    def of(self, uses: Iterable[Use], taken: Mana, settlement: Settlement) -> tuple[int, ...]:
        """The parts of a payment: activations, the units taken from the pool, objects tapped or exiled to help pay, and
        symbols paid with life as the cost is paid.

        An activation with a chosen amount counts each unit of it and of the mana it makes: it includes those of smaller
        amounts that make part of the same mana with part of the same objects.
        """
        found = [self._part(("pool", unit), [(_POOL, ("pool", unit))]) for unit in taken]
        found += [self._part(("help", *one), [(one[1], ("help", one[0]))]) for one in settlement.helping]
        found += [self._part(("life",), [(_POOL, ("life",))])] * settlement.symbols
        for use in uses:
            step, cost = use.step, str(use.step.ability.cost)
            if step.amount is None:
                found.append(self._activation(step, (cost, step.phyrexian)))
                continue
            own: list[tuple[Hashable, ...]] = [("base", cost, step.phyrexian), *[("unit", cost)] * step.amount]
            own += [("made", cost, unit) for unit in step.adds]
            found += [self._part((step.source, *role), [(step.source, role)]) for role in own]
            for verb, other in step.using:
                roles: list[tuple[int, Hashable]] = [
                    (step.source, ("with", cost, verb, self._class(other))),
                    (other, ("used", cost, verb, self._class(step.source))),
                ]
                found.append(self._part(("with", step.source, cost, verb, other), roles))
        return tuple(sorted(found))

    def shape(self, parts: Iterable[int]) -> Hashable:
        """A multiset of parts with no more than the class of each object and the roles it has."""
        return tuple(sorted((self.classes[origin], roles) for origin, roles in self._by_object(parts).items()))

    def object_keys(self, node: Node) -> dict[int, tuple[int, int, tuple[int, ...]]]:
        """For each object its class, where it has come to, and its roles in everything done so far."""
        roles, objects = self.done(node), node.objects
        return {
            origin: (kind, self._number(objects.get(origin)), roles.get(origin, ()))
            for origin, kind in self.classes.items()
        }

    def done(self, node: Node) -> dict[int, tuple[int, ...]]:
        """The roles of each object in everything done so far."""
        uses = [self._activation(use.step, (use.step.ability, use.step.phyrexian)) for use in node.uses]
        return self._by_object(uses)

    def _activation(self, step: Step, ability: Hashable) -> int:
        using = tuple(sorted((verb, self._class(other)) for verb, other in step.using))
        roles: list[tuple[int, Hashable]] = [(step.source, ("source", ability, step.adds, step.amount, using))]
        used = (ability, step.adds, step.amount, self._class(step.source))
        roles += [(other, ("used", verb, *used)) for verb, other in step.using]
        return self._part(("use", step.source, ability, step.adds, step.amount, step.using), roles)

    def _part(self, thing: tuple[Hashable, ...], roles: Iterable[tuple[int, Hashable]]) -> int:
        part = self._number(thing)
        if part not in self._roles:
            self._roles[part] = [(i if i == _POOL else origin_of(i), self._number(role)) for i, role in roles]
        return part

    def _number(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def _class(self, identity: int) -> int:
        return self.classes[origin_of(identity)]

    def _by_object(self, parts: Iterable[int]) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for part in parts:
            for origin, role in self._roles[part]:
                found.setdefault(origin, []).append(role)
        return {origin: tuple(sorted(roles)) for origin, roles in found.items()}


def _classes(state: State, by_object: bool, single: int | None) -> dict[int, int]:
    """For each object the id of the first one that it is interchangeable with; permanents alone if `by_object`."""
    you = state.you
    places: list[tuple[str, Source]] = [("battlefield", permanent) for permanent in you.battlefield]
    places += [(zone.value, card) for zone in SOURCE_ZONES for card in you.zone(zone)]
    found = {_POOL: _POOL}
    for at, (place, thing) in enumerate(places):
        twins = [other for where, other in places[:at] if where == place and interchangeable(state, thing, other)]
        twins = [other for other in twins if single not in (thing.id, other.id)]
        alone = not twins or (by_object and place == "battlefield")
        found[origin_of(thing.id)] = origin_of(thing.id if alone else twins[0].id)
    return found


class Labels:
    """What tells objects of one name apart, as far as they need to be told apart.

    Nothing when all objects of the name that could be used are interchangeable, else `#k` of the first of the class.
    An object that one payment uses more than once, and that has interchangeable twins, has a tag besides: using two of
    them once each is another payment.
    """

    def __init__(self, state: State, parts: Parts, reached: list[Node], ways: Iterable[Way]) -> None:
        self.parts = parts
        self._named: dict[str, list[int]] = {}
        for permanent in state.you.battlefield:
            self._named.setdefault(permanent.name, []).append(permanent.id)
        self._same_name = {i: same for same in self._named.values() for i in same}
        steps = [node.uses[-1].step for node in reached if node.uses]
        self.sources = {step.source for step in steps}
        self.used = {other for step in steps for _, other in step.using}
        self.given = {(verb, origin_of(i)) for way in ways for verb, i in _given(way)}

    def of(self, identity: int, usable: set[int]) -> str:
        """The label of an object, out of those that could be used (`sources` or `used`)."""
        same = self._same_name.get(identity, [])
        classes = {self.parts.classes[origin_of(i)] for i in same if i in usable}
        several = len(same) > 1 if self.parts.by_object else len(classes) > 1
        return f"#{same.index(self._first(identity)) + 1}" if several else ""

    def given_up(self, verb: Verb, identity: int, tags: Mapping[int, str]) -> str:
        """The label and tag of an object that pays for a part of the total, out of those that could be given up so."""
        origin = origin_of(identity)
        return self.of(origin, {i for done, i in self.given if done is verb}) + tags.get(origin, "")

    def tags(self, way: Way) -> dict[int, str]:
        """A tag for each object that needs one in this payment."""
        mentions = Counter(
            i for use in way.node.uses for i in (use.step.source, *(other for _, other in use.step.using))
        )
        listed = {*_LIST_OF, Verb.REMOVE_COUNTERS}
        mentions.update(origin_of(identity) for verb, identity in _given(way) if verb in listed)
        classes = Counter(self.parts.classes[origin_of(i)] for i in self._same_name)
        again = [i for i, n in mentions.items() if n > 1 and i in self._same_name]
        shared = [i for i in again if classes[self.parts.classes[origin_of(i)]] > 1]
        return {identity: f"@{letter}" for identity, letter in zip(shared, ascii_lowercase, strict=False)}

    def _first(self, identity: int) -> int:
        kind = self.parts.classes[origin_of(identity)]
        return next(i for i in self._same_name[identity] if self.parts.classes[origin_of(i)] == kind)


_LIST_OF = {
    Verb.TAP_OTHER: "taps",
    Verb.SACRIFICE: "sacrifices",
    Verb.EXILE: "exiles",
    Verb.DISCARD: "discards",
    Verb.RETURN: "returns",
}


def _given(way: Way) -> Using:
    """The objects that pay for parts of the total or stand for its mana."""
    return (*way.settlement.using, *way.settlement.helping)


def as_payment(state: State, way: Way, labels: Labels) -> Payment:
    """The payment as a value, its activations in a legal order."""
    parts = labels.parts
    tags = labels.tags(way)
    activations = []
    for use in way.node.uses:
        step = use.step
        others = [other for _, other in step.using]
        using = [name + labels.of(i, labels.used) + tags.get(i, "") for i, name in zip(others, use.using, strict=True)]
        activations.append(
            Activation(
                source=use.name,
                object=labels.of(step.source, labels.sources) + tags.get(step.source, ""),
                ability=step.ability.cost,
                adds=step.adds,
                spends=parts.unmarked(step.spends),
                using=tuple(sorted(using)),
                amount=step.amount,
            )
        )
    assert way.paid.spends is not None
    payment = Payment(
        spell=way.paid.name,
        choices=way.paid.choices,
        total=way.paid.total,
        activations=_adjacent(activations),
        spends=parts.unmarked(way.paid.spends),
        floating=parts.unmarked(way.paid.state.you.pool),
        **{entry.name: getattr(way.paid.ledger, entry.name) for entry in fields(Ledger)},
    )
    payment = replace(payment, **_labelled(way, labels, tags))
    together = replace(payment, activations=_adjacent(sorted(activations, key=activations.index)))
    if together.activations != payment.activations:
        try:
            execute(state, together, by_object=parts.by_object)
        except IllegalPayment:
            return payment  # equal activations cannot be made one right after the other
    return together


def _labelled(way: Way, labels: Labels, tags: Mapping[int, str]) -> dict[str, Any]:
    """The lists of objects, with labels and tags on those that pay for the total cost."""
    before, found = way.node.casting, dict[str, Any]()
    for verb, entry in _LIST_OF.items():
        plain = Counter(getattr(way.paid.ledger, entry))
        marked = []
        for done, identity in _given(way):
            thing = find(before.state, identity) or find(before.state, origin_of(identity))
            if done is verb and thing is not None:
                name = name_of(thing)
                plain[name] -= 1
                marked.append(name + labels.given_up(verb, identity, tags))
        found[entry] = tuple(sorted((*plain.elements(), *marked)))
    counters = Counter(dict(way.paid.ledger.counters))
    for done, identity in _given(way):
        thing = find(before.state, identity)
        if done is Verb.REMOVE_COUNTERS and thing is not None:
            counters[name_of(thing)] -= 1
            counters[name_of(thing) + labels.given_up(done, identity, tags)] += 1
    return {**found, "counters": tuple(sorted((+counters).items()))}


def _adjacent(activations: Iterable[Activation]) -> tuple[Activation, ...]:
    """Equal activations that follow each other as one."""
    found: list[Activation] = []
    for activation in activations:
        if found and replace(found[-1], count=1) == activation:
            found[-1] = replace(activation, count=found[-1].count + 1)
        else:
            found.append(activation)
    return tuple(found)
