"""Carrying out a whole payment that somebody states, with everything it leaves open tried (CR 601.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from castable.model.ability import ManaAbility
from castable.model.cost import Verb
from castable.model.effects import with_effects, without_effects
from castable.model.errors import IllegalPayment, TooLarge
from castable.model.mana import TYPES, Mana, Unit
from castable.model.payment import Activation, Payment, Total, untagged
from castable.model.state import Permanent, State
from castable.solver.referee.activation import activate, steps_of
from castable.solver.referee.casting import (
    MOVED,
    Casting,
    Source,
    Step,
    find,
    name_of,
    same_cost,
    situation,
    sources,
)
from castable.solver.referee.cost import fits
from castable.solver.referee.helping import has_help
from castable.solver.referee.spell import Settlement, ability_sources, announce, settled, ways_of_paying
from castable.solver.referee.spending import for_casting

__all__ = ["FIELDS", "execute", "interchangeable"]

MAX_ACTIVATIONS = 10_000
"""A payment with more activations is not carried out."""

_MANY = 100
"""After so many attempts it is asked whether any could do."""
_NAMES = {
    "taps": Verb.TAP_OTHER,
    "exiles": Verb.EXILE,
    "sacrifices": Verb.SACRIFICE,
    "discards": Verb.DISCARD,
    "returns": Verb.RETURN,
}
"""The lists of names, and what is done to the objects in them."""
_LISTS = (*_NAMES, "counters")
_NUMBERS = ("life", "damage", "energy")
FIELDS = frozenset({"total_cost", "spends", "floating", *_LISTS, *_NUMBERS})
"""What a payment may leave unsaid, by the names of the query protocol."""


def execute(state: State, payment: Payment, *, by_object: bool = False, said: Collection[str] = FIELDS) -> State:
    """Carry out a whole payment; the game once the spell is cast.

    The activations are made in the order given. A source is named by card name; `#k` is the k-th permanent of that
    name in board order (any that is interchangeable with it, unless `by_object`), another label its `ref`; a tag at the
    end of it (`@a`) stands for one object throughout, another tag for another object. What the payment does not say
    (the objects meant by a name, the mana that pays an activation when `spends` is empty, what its cost takes when
    `using` is) is tried in every way. What it does say must come out so: the mana of each activation, the mana left
    floating, life, damage and all lists, as far as they are in `said`. Raises `IllegalPayment` at the step that got
    furthest: `step` counts activations from 0 and is None for the announcement and the payment itself; `Ambiguous`
    when the total cost is not said and choices lead to several.
    """
    if sum(activation.count for activation in payment.activations) > MAX_ACTIVATIONS:
        raise TooLarge(f"a payment with more than {MAX_ACTIVATIONS} activations")
    total = payment.total if "total_cost" in said else None
    after = _Execution(state, payment, by_object, frozenset(said)).run(_begun(state, payment, total)).state
    return replace(without_effects(after), teammates=state.teammates, opponents=state.opponents)


def _begun(state: State, payment: Payment, total: Total | None) -> list[Casting]:
    """The casting as it begins; of an ability once for each object whose ability it may be."""
    if not payment.choices.ability:
        return [announce(state, payment.spell, payment.choices, total)]
    found: list[Casting] = []
    obstacle = IllegalPayment("602.2", f"you have no {payment.spell} with the ability {payment.choices.ability}")
    for source, _ in ability_sources(with_effects(state), payment.spell, payment.choices.ability):
        try:
            found.append(announce(state, payment.spell, payment.choices, total, source=source.id))
        except IllegalPayment as error:
            obstacle = error
    if not found:
        raise obstacle
    return found


def interchangeable(state: State, one: Source, other: Source) -> bool:
    """Whether nothing but identity tells two objects apart, what is attached to them included."""
    return replace(one, id=-1, ref="") == replace(other, id=-1, ref="") and _attached(state, one) == _attached(
        state, other
    )


def _attached(state: State, thing: Source) -> Counter[Permanent]:
    hosts = ((permanent, state.host(permanent)) for _, permanent in state.permanents() if permanent.attached_to)
    return Counter(
        replace(permanent, id=-1, ref="", attached_to="")
        for permanent, host in hosts
        if host is not None and host.id == thing.id
    )


@dataclass(slots=True)
class _Execution:
    """The search for a way to read a payment that is legal throughout."""

    start: State
    payment: Payment
    by_object: bool
    said: frozenset[str]
    failure: IllegalPayment | None = None
    progress: tuple[int, int] = (-1, 0)

    def run(self, begun: list[Casting]) -> Casting:
        """Make the activations in their order, then pay; depth first over everything left open."""
        activations = self.payment.activations
        stack: list[tuple[Casting, int, int, _Objects]] = [(casting, 0, 0, _Objects()) for casting in reversed(begun)]
        seen: set[Hashable] = set()
        while stack:
            now, at, done, objects = stack.pop()
            while at < len(activations) and done >= activations[at].count:
                at, done = at + 1, 0
            key = (at, done, situation(now.state), now.ledger, objects.tagged, now.source and now.source.id)
            if key in seen:
                continue
            seen.add(key)
            if len(seen) == _MANY and not any(map(self._may_fit, begun)):
                raise IllegalPayment("601.2h", f"{self.payment.spends} does not pay {begun[0].total.mana}")
            try:
                if at == len(activations):
                    return self._paid(now, objects)
                steps = list(self._steps(now, activations[at], objects))
            except IllegalPayment as error:
                self._fail((at, done), error)
                continue
            for step, then in reversed(steps):
                stack.append((activate(now, step), at, done + 1, then))
        assert self.failure is not None
        raise self.failure

    def _may_fit(self, casting: Casting) -> bool:
        """Whether the mana that is said to be spent could pay for the spell, whichever objects made it."""
        total = casting.total.mana
        if "spends" not in self.said or any(symbol.is_snow for symbol in total.symbols) or has_help(casting):
            return True
        return fits(self.payment.spends, total, for_casting(casting))

    def _fail(self, progress: tuple[int, int], error: IllegalPayment) -> None:
        """Keep the error of the attempt that got furthest."""
        if progress > self.progress:
            step = progress[0] if progress[0] < len(self.payment.activations) else None
            self.failure = IllegalPayment(error.rule, error.message, step)
            self.progress = progress

    def _steps(self, casting: Casting, activation: Activation, objects: _Objects) -> Iterator[tuple[Step, _Objects]]:
        """The legal steps that this activation may mean, those with objects used less often first."""
        named = [(s, a) for s, a in sources(casting.state) if name_of(s).casefold() == activation.source.casefold()]
        if not named:
            raise IllegalPayment("602.2", f"you have no {activation.source} with a mana ability")
        meant = [(s, a) for s, a in named if self._called(activation.object, s, objects) is not None]
        if not meant:
            raise IllegalPayment("602.2", f"you have no {activation.source}{activation.object} with a mana ability")
        able = [(s, a) for s, a in meant if same_cost(a.cost, activation.ability)]
        if not able:
            raise IllegalPayment("602.1", f"{activation.source} has no mana ability {activation.ability}")
        found: list[tuple[Step, _Objects]] = []
        obstacle: IllegalPayment | None = None
        tried: list[tuple[Source, ManaAbility]] = []
        for source, ability in able:
            if any(ability == a and self._alike(source, s, objects) for s, a in tried):
                continue
            tried.append((source, ability))
            try:
                steps = steps_of(casting, source, ability)
            except IllegalPayment as error:
                obstacle = obstacle or error
                continue
            called = self._called(activation.object, source, objects)
            assert called is not None
            for step in steps:
                if not _makes(activation, step):
                    continue
                given = [find(casting.state, identity) for _, identity in step.using]
                if activation.using:
                    found += [(step, then.using(step)) for then in self._named(activation.using, given, called)]
                elif all(self._may_be_used(verb, find(casting.state, identity)) for verb, identity in step.using):
                    found.append((step, called.using(step)))
        if not found:
            raise obstacle or IllegalPayment("605.3b", f"no way to use {activation.source} is {activation}")
        return iter(sorted(found, key=lambda pair: objects.times(pair[0])))

    def _may_be_used(self, verb: Verb, thing: Source | None) -> bool:
        """Whether the lists of the payment, as far as they are said, leave room for this object."""
        entry = next((entry for entry, done in _NAMES.items() if done is verb), None)
        if entry is None or entry not in self.said or thing is None:
            return True
        return name_of(thing).casefold() in {untagged(name).casefold() for name in getattr(self.payment, entry)}

    def _alike(self, one: Source, other: Source, objects: _Objects) -> bool:
        """Whether it makes no difference which of two objects is used: alike now and at the start, used alike."""
        before = [[p for p in self.start.you.battlefield if p.id == thing.id] for thing in (one, other)]
        return (
            not self.by_object
            and objects.used.count(one.id) == objects.used.count(other.id)
            and not {one.id, other.id} & {identity for _, identity in objects.tagged}
            and replace(one, id=-1, ref="") == replace(other, id=-1, ref="")
            and all(interchangeable(self.start, a, b) for a, b in zip(*before, strict=False))
        )

    def _named(self, names: tuple[str, ...], things: list[Source | None], objects: _Objects) -> Iterator[_Objects]:
        """Each way in which these objects, all of them, go by these names: the tags that it gives."""
        if not names or not things:
            if not names and not things:
                yield objects
            return
        bare = untagged(names[0])
        for at, thing in enumerate(things):
            if thing is not None and name_of(thing).casefold() == bare.casefold():
                called = self._called(names[0].removeprefix(bare), thing, objects)
                if called is not None:
                    yield from self._named(names[1:], things[:at] + things[at + 1 :], called)

    def _called(self, label: str, thing: Source, objects: _Objects) -> _Objects | None:
        """The tags when this label (`#k`, a `ref`, a tag, or nothing) means this object; None when it does not."""
        plain, at, tag = label.partition("@")
        board = self.start.you.battlefield
        if plain.lstrip("#"):
            of_name = [p for p in board if p.name == name_of(thing)]
            number = plain.removeprefix("#")
            named = (
                of_name[int(number) - 1 : int(number)] if number.isdigit() else [p for p in board if p.ref == number]
            )
            mine = [p for p in board if p.id == thing.id]
            alike = not self.by_object
            if not any(
                one.id == p.id or (alike and interchangeable(self.start, one, p)) for one in named for p in mine
            ):
                return None
        return objects.tagging(tag, thing.id) if at else objects

    def _paid(self, casting: Casting, objects: _Objects) -> Casting:
        """Pay as the payment says, with everything coming out as it says."""
        payment = self.payment
        pool = casting.state.you.pool
        obstacle: IllegalPayment | None = None
        try:
            for way in self._preferred(ways_of_paying(casting), objects):
                if "spends" not in self.said or _reads(payment.spends, way.spends):
                    paid = settled(casting, way)
                    difference = self._difference(paid) or self._other_objects(casting, way, objects)
                    if difference is None:
                        return paid
                    obstacle = obstacle or IllegalPayment("601.2h", difference)
        except IllegalPayment as error:
            if "spends" not in self.said or error.rule != "601.2h":
                raise
        if obstacle is not None:
            raise obstacle
        if "spends" in self.said and any(payment.spends.count(t) > pool.count(t) for t in TYPES):
            raise IllegalPayment("118.3a", f"{payment.spends} is not in the pool, which holds {pool or 'nothing'}")
        spends = payment.spends if "spends" in self.said else pool
        raise IllegalPayment("601.2h", f"{spends or 'nothing'} does not pay {casting.total.mana}")

    def _preferred(self, ways: Iterator[Settlement], objects: _Objects) -> Iterable[Settlement]:
        """The ways to pay, those with objects used less often first, where names alone do not tell them apart."""
        given = {untagged(name) for entry in _NAMES for name in getattr(self.payment, entry)}
        used = {name_of(p) for p in self.start.you.battlefield if p.id in objects.used}
        if not given & used:
            return ways
        return sorted(ways, key=lambda way: sum(objects.used.count(i % MOVED) for _, i in (*way.using, *way.helping)))

    def _difference(self, paid: Casting) -> str | None:
        """What came out otherwise than the payment says, None when nothing did."""
        payment, pool = self.payment, paid.state.you.pool
        if "floating" in self.said and not _reads(payment.floating, pool):
            return f"{pool or 'nothing'} is left floating, not {payment.floating or 'nothing'}"
        for name in (*_NUMBERS, *_LISTS):
            stated, actual = getattr(payment, name), getattr(paid.ledger, name)
            if name in _NAMES:
                same = sorted(map(untagged, stated)) == sorted(actual)
            elif name in _NUMBERS:
                same = stated == actual
            else:
                same = _by_card(stated) == _by_card(actual)
            if name in self.said and not same:
                return f"{name}: {actual or 'none'} comes out, not {stated or 'none'}"
        return None

    def _other_objects(self, casting: Casting, way: Settlement, objects: _Objects) -> str | None:
        """The list that has labels or tags of other objects than those that paid this way, None when none has."""
        found = [objects]
        for name, verb in (*_NAMES.items(), ("counters", Verb.REMOVE_COUNTERS)):
            marked = [entry for entry in self._entries(name) if untagged(entry) != entry]
            if name in self.said and marked:
                ids = [identity for done, identity in (*way.using, *way.helping) if done is verb]
                given = [_as_it_was(casting.state, identity) for identity in ids]
                found = [then for now in found for then in self._marked(marked, given, now)]
                if not found:
                    return f"{name}: the objects are not {' + '.join(marked)}"
        return None

    def _entries(self, name: str) -> list[str]:
        """The names in one of the lists of the payment, one entry for each object or counter."""
        if name == "counters":
            return [entry for entry, number in self.payment.counters for _ in range(number)]
        return list(getattr(self.payment, name))

    def _marked(self, names: list[str], things: list[Source | None], objects: _Objects) -> Iterator[_Objects]:
        """As `_named`, for some of these objects."""
        if not names:
            yield objects
            return
        bare = untagged(names[0])
        for at, thing in enumerate(things):
            if thing is not None and name_of(thing).casefold() == bare.casefold():
                called = self._called(names[0].removeprefix(bare), thing, objects)
                if called is not None:
                    yield from self._marked(names[1:], things[:at] + things[at + 1 :], called)


@dataclass(frozen=True, slots=True)
class _Objects:
    """Which objects were used, each as often as it was, and which tags stand for which of them."""

    used: tuple[int, ...] = ()
    tagged: frozenset[tuple[str, int]] = frozenset()

    def using(self, step: Step) -> _Objects:
        """With the objects of this step used once more."""
        return replace(self, used=(*self.used, step.source, *(other for _, other in step.using)))

    def times(self, step: Step) -> tuple[int, int]:
        """How often its objects were used before."""
        return self.used.count(step.source), sum(self.used.count(other) for _, other in step.using)

    def tagging(self, tag: str, identity: int) -> _Objects | None:
        """With this tag for this object; None when the tag or the object has another."""
        fits = all((tag == other_tag) is (identity == other) for other_tag, other in self.tagged)
        return replace(self, tagged=self.tagged | {(tag, identity)}) if fits else None


def _as_it_was(state: State, identity: int) -> Source | None:
    """The object of that id before the cost is paid, with the id that it had at the start, before it moved."""
    thing = find(state, identity) or find(state, identity % MOVED)
    return None if thing is None else replace(thing, id=identity % MOVED)


def _by_card(counters: tuple[tuple[str, int], ...]) -> Counter[str]:
    """How many counters each card loses, whichever objects of that name lose them."""
    found: Counter[str] = Counter()
    for name, number in counters:
        found[untagged(name)] += number
    return found


def _makes(activation: Activation, step: Step) -> bool:
    """Whether a step makes and spends what the activation says."""
    return (
        _reads(activation.adds, step.adds)
        and (not activation.spends.units or _reads(activation.spends, step.spends))
        and (activation.amount is None or activation.amount == step.amount)
    )


def _reads(stated: Mana, actual: Mana) -> bool:
    """Whether mana is as stated: a unit stated by its type alone stands for any unit of that type."""
    rest = Counter(actual.units)
    bare: Counter[str] = Counter()
    for unit in stated:
        if unit != Unit(unit.type):
            rest[unit] -= 1
        else:
            bare[unit.type] += 1
    left = Counter(unit.type for unit in rest.elements())
    return all(number >= 0 for number in rest.values()) and left == bare
