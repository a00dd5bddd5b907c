"""Paying: which mana fits a cost, and carrying out the other parts of a cost one by one (CR 118, 601.2h, 602.2b)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from castable.model.ability import Zone
from castable.model.amount import Amount
from castable.model.cost import CostPart, Verb
from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.evaluate import View, matches, value
from castable.model.mana import Mana, Unit
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost, Symbol
from castable.solver.referee.casting import Ledger, Source, find, move, name_of, situation
from castable.solver.referee.spending import Purpose
from castable.solver.referee.standing import forbids

__all__ = ["Paying", "Using", "announcements", "fits", "spendings", "ways_to_pay"]

Using = tuple[tuple[Verb, int], ...]
"""Objects given up, sorted: what is done to each, and its id."""
_ONE = Amount.fixed(1)


def announcements(symbols: Iterable[Symbol]) -> frozenset[tuple[ManaCost, int]]:
    """What may be announced for hybrid and Phyrexian symbols: the mana halves together, and how many are paid with
    life (CR 601.2b, 107.4e-f)."""
    found = {(ManaCost.ZERO, 0)}
    for symbol in symbols:
        halves = list(zip(symbol.letters, symbol.halves, strict=True))
        found = {(mana + half, life + (letter == "P")) for mana, life in found for letter, half in halves}
    return frozenset(found)


def fits(mana: Mana, cost: ManaCost, purpose: Purpose) -> bool:
    """Whether these units, all of them, pay a cost of plain symbols and a number (CR 107.4, 106.6)."""
    right = len(mana) == cost.generic + len(cost.symbols) and all(purpose.allows(unit) for unit in set(mana))
    return right and _assign(mana.units, cost.symbols, purpose)


def _assign(units: tuple[Unit, ...], symbols: tuple[Symbol, ...], purpose: Purpose) -> bool:
    """Whether each symbol finds a unit of its own; any unit pays for generic mana."""
    if not symbols:
        return True
    for at, unit in enumerate(units):
        if at and unit == units[at - 1]:
            continue  # the same unit again
        if _accepts(symbols[0], unit, purpose) and _assign(units[:at] + units[at + 1 :], symbols[1:], purpose):
            return True
    return False


def _accepts(symbol: Symbol, unit: Unit, purpose: Purpose) -> bool:
    if symbol.is_snow:
        return unit.snow
    if symbol.type is None:
        raise ValueError(f"{symbol} is no plain symbol")
    return symbol.type in purpose.stands_for(unit)


def spendings(pool: Mana, cost: ManaCost, purpose: Purpose) -> Iterator[Mana]:
    """Every part of the pool that pays this cost exactly, each once."""
    usable = Counter(unit for unit in pool if purpose.allows(unit))
    counts = sorted(usable.items(), key=lambda item: pool.units.index(item[0]))

    def take(at: int, missing: int) -> Iterator[tuple[Unit, ...]]:
        if missing == 0:
            yield ()
        elif at < len(counts):
            unit, there = counts[at]
            for number in range(min(there, missing), -1, -1):
                for rest in take(at + 1, missing - number):
                    yield (unit,) * number + rest

    for units in take(0, cost.generic + len(cost.symbols)):
        if fits(mana := Mana.of(units), cost, purpose):
            yield mana


@dataclass(frozen=True, slots=True, kw_only=True)
class Paying:
    """A cost half paid: the game so far, the ledger, the source as it is or last was, the other objects given up.

    `using` are the objects given up for parts of the cost, `helping` those tapped or exiled in place of mana. `amount`
    is the number chosen for the cost, `removed` how many counters were removed; `is_mana_ability` tells the cost of a
    mana ability from that of a spell. `among` limits parts to the objects that were chosen for them at announcement.
    """

    state: State
    ledger: Ledger
    source: Source | None = None
    amount: int | None = None
    using: Using = ()
    helping: Using = ()
    removed: int = 0
    is_mana_ability: bool = True
    among: tuple[tuple[CostPart, frozenset[int]], ...] = ()

    @property
    def view(self) -> View:
        """From where the parts of the cost are read."""
        return View(self.state, source=self.source if isinstance(self.source, Permanent) else None, x=self.amount)

    @property
    def outcome(self) -> Hashable:
        """What tells two ways to pay apart."""
        return self.using, self.helping, self.removed, situation(self.state)

    def noting(self, entry: str, thing: Source, helps: bool = False) -> Paying:
        """The object given up, in the ledger and, unless it is the source, in `using` or `helping`."""
        noted = (_VERB_OF[entry], thing.id)
        paid = replace(self, ledger=self.ledger.noting(entry, name_of(thing)))
        if helps:
            return replace(paid, helping=tuple(sorted((*self.helping, noted))))
        mine = self.source is not None and thing.id == self.source.id
        return paid if mine else replace(paid, using=tuple(sorted((*self.using, noted))))

    def with_source(self, changed: Permanent) -> Paying:
        """The source changed where it is."""
        return replace(self, state=self.state.with_permanent(changed), source=changed)

    def with_permanent(self, changed: Permanent) -> Paying:
        """A permanent changed where it is, the source or another."""
        if self.source is not None and changed.id == self.source.id:
            return self.with_source(changed)
        return replace(self, state=self.state.with_permanent(changed))


_VERB_OF = {
    "taps": Verb.TAP_OTHER,
    "sacrifices": Verb.SACRIFICE,
    "exiles": Verb.EXILE,
    "discards": Verb.DISCARD,
    "returns": Verb.RETURN,
}


def ways_to_pay(paying: Paying, parts: tuple[CostPart, ...], help_: tuple[CostPart, ...] = ()) -> list[Paying]:
    """Every way to pay these parts, in whatever order: each must be possible at its turn, and what touches a library
    comes last (CR 601.2h, 118.3). `help_` are parts that stand for mana.

    Raises `IllegalPayment` with the rule in the way when there is none.
    """
    if not parts and not help_:
        return [paying]
    due = (*((part, False) for part in parts), *((part, True) for part in help_))
    reached: dict[Hashable, tuple[Paying, _Due]] = {(): (paying, due)}
    obstacle: IllegalPayment | None = None
    for _ in due:
        following: dict[Hashable, tuple[Paying, _Due]] = {}
        for half_paid, left in reached.values():
            for at, (part, helps) in enumerate(left):
                rest = left[:at] + left[at + 1 :]
                if left[at] in left[:at] or (part.verb.touches_library and not _all_late(rest)):
                    continue
                try:
                    for paid in _pay_part(half_paid, part, helps):
                        following.setdefault((rest, paid.outcome), (paid, rest))
                except IllegalPayment as error:
                    obstacle = obstacle or error
        reached = following
    if not reached:
        assert obstacle is not None
        raise obstacle
    return [paid for paid, _ in reached.values()]


_Due = tuple[tuple[CostPart, bool], ...]
"""Parts that are left to pay, each with whether it stands for mana."""


def _all_late(parts: _Due) -> bool:
    return all(part.verb.touches_library for part, _ in parts)


def _pay_part(paying: Paying, part: CostPart, helps: bool = False) -> list[Paying]:
    """Every way to pay one part now; `IllegalPayment` when there is none."""
    number = max(0, value(part.amount, paying.view))
    you, source = paying.state.you, paying.source
    name = name_of(source) if source is not None else "this spell"
    match part.verb:
        case Verb.PAY_LIFE:
            if number > max(0, you.life):  # paying 0 life is always possible: CR 119.4b
                raise IllegalPayment("119.4", f"{number} life cannot be paid at {you.life} life")
            if number and (stops := forbids(paying.state, "pay life", None, paying.is_mana_ability)):
                raise IllegalPayment("119.8", f"{stops} keeps you from paying life")
            ledger = replace(paying.ledger, life=paying.ledger.life + number)
            return [replace(paying, state=paying.state.with_you(life=you.life - number), ledger=ledger)]
        case Verb.PAY_ENERGY:
            if number > you.energy:
                raise IllegalPayment("107.14", f"{number} energy cannot be paid with {you.energy}")
            ledger = replace(paying.ledger, energy=paying.ledger.energy + number)
            return [replace(paying, state=paying.state.with_you(energy=you.energy - number), ledger=ledger)]
        case Verb.TAP | Verb.UNTAP:
            permanent = _here(paying, name)
            if permanent.tapped is (part.verb is Verb.TAP):
                rule, already = ("107.5", "tapped") if permanent.tapped else ("107.6", "untapped")
                raise IllegalPayment(rule, f"{name} is already {already}")
            if part.verb is Verb.UNTAP and permanent.counters_of("stun"):  # it stays tapped: CR 122.1d, 118.11
                return [paying.with_source(permanent.with_counters("stun", -1))]
            return [paying.with_source(replace(permanent, tapped=not permanent.tapped))]
        case Verb.REMOVE_COUNTERS if part.is_this:
            return [_less_counters(paying, _here(paying, name), part.counter, number)]
        case Verb.REMOVE_COUNTERS if part.amount == _ONE and part.counter != "any":
            bearers = [p for p in _eligible(paying, part) if isinstance(p, Permanent) and p.counters_of(part.counter)]
            if not bearers:
                raise IllegalPayment("118.3", f"nothing has a {part.counter} counter for {str(part)!r}")
            return [_less_counters(paying, bearer, part.counter, 1) for bearer in bearers]
        case Verb.PUT_COUNTERS if part.is_this:
            return [paying.with_source(_here(paying, name).with_counters(part.counter, number))]
        case Verb.LOYALTY_UP:
            return [paying.with_source(_here(paying, name).with_counters("loyalty", number))]
        case Verb.LOYALTY_DOWN:
            if _here(paying, name).counters_of("loyalty") < number:
                raise IllegalPayment("606.6", f"{name} has fewer than {number} loyalty counters")
            return [paying.with_source(_here(paying, name).with_counters("loyalty", -number))]
        case Verb.MILL:
            # A library of unknown size is taken to be large enough; a card that is not known leaves no trace.
            milled, rest = you.library_top[:number], you.library_top[number:]
            return [replace(paying, state=paying.state.with_you(library_top=rest, graveyard=(*you.graveyard, *milled)))]
        case Verb.EXERT if part.is_this:
            return [paying]  # any permanent may be: CR 701.43
        case Verb.DISCARD_HAND:
            return [_give_up(paying, you.hand, "discards")]
    entry = _ENTRIES.get(part.verb)
    if entry is None or part.amount.measure not in ("", "X", "chosen"):
        raise Unsupported(f"the cost {part}")
    eligible = _eligible(paying, part)
    if part.verb is Verb.SACRIFICE:
        eligible = [t for t in eligible if not forbids(paying.state, "sacrifice", t, paying.is_mana_ability)]
    if len(eligible) < number:
        raise IllegalPayment("118.3", f"nothing left to pay {str(part)!r} with")
    return [_give_up(paying, objects, entry, helps) for objects in combinations(eligible, number)]


def _less_counters(paying: Paying, bearer: Permanent, kind: str, number: int) -> Paying:
    """Counters removed from a permanent that has so many; where it is not the source it is one of the objects used."""
    if bearer.counters_of(kind) < number:
        raise IllegalPayment("118.3", f"{bearer.name} has fewer than {number} {kind} counters")
    mine = paying.source is not None and bearer.id == paying.source.id
    using = paying.using if mine else tuple(sorted((*paying.using, (Verb.REMOVE_COUNTERS, bearer.id))))
    paid = paying.with_permanent(bearer.with_counters(kind, -number))
    ledger = paid.ledger.less_counters(bearer.name, number)
    return replace(paid, ledger=ledger, using=using, removed=paid.removed + number)


_ENTRIES = {
    Verb.TAP_OTHER: "taps",
    Verb.SACRIFICE: "sacrifices",
    Verb.EXILE: "exiles",
    Verb.EXILE_FROM_HAND: "exiles",
    Verb.EXILE_FROM_GRAVEYARD: "exiles",
    Verb.DISCARD: "discards",
    Verb.RETURN: "returns",
}
_ZONES = {Verb.DISCARD: "hand", Verb.EXILE_FROM_HAND: "hand", Verb.EXILE_FROM_GRAVEYARD: "graveyard"}


def _here(paying: Paying, name: str) -> Permanent:
    """The source, which must still be on the battlefield."""
    permanent = find(paying.state, paying.source.id) if paying.source is not None else None
    if not isinstance(permanent, Permanent):
        raise IllegalPayment("118.3", f"{name} is not on the battlefield any more")
    return permanent


def _eligible(paying: Paying, part: CostPart) -> list[Source]:
    """The objects that may be given up for one part, now."""
    you = paying.state.you
    zone = _ZONES.get(part.verb)
    things: Iterable[Source] = you.battlefield if zone is None else you.zone(zone)
    if part.is_this:
        now = find(paying.state, paying.source.id) if paying.source is not None else None
        anywhere = part.verb is Verb.EXILE  # exiling itself is possible wherever the ability works
        return [now] if now is not None and (anywhere or any(thing.id == now.id for thing in things)) else []
    chosen = dict(paying.among).get(part)
    return [
        thing
        for thing in things
        if not (isinstance(thing, Permanent) and (thing.phased_out or (part.verb is Verb.TAP_OTHER and thing.tapped)))
        and (matches(part.what, thing, paying.view, "you") if chosen is None else thing.id in chosen)
    ]


def _give_up(paying: Paying, objects: Iterable[Source], entry: str, helps: bool = False) -> Paying:
    """Tap, sacrifice, exile, discard or return these objects."""
    for thing in objects:
        paying = paying.noting(entry, thing, helps)
        if entry == "taps":
            assert isinstance(thing, Permanent)
            paying = paying.with_permanent(replace(thing, tapped=True))
        else:
            paying = replace(paying, state=with_effects(move(paying.state, thing, _DESTINATION[entry])))
    return paying


_DESTINATION = {
    "sacrifices": Zone.GRAVEYARD,
    "discards": Zone.GRAVEYARD,
    "exiles": Zone.EXILE,
    "returns": Zone.HAND,
}
