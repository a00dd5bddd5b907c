"""Bookkeeping: the state once a payment has been made (CR 601.2i)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from castable.model.ability import ActivatedAbility, ManaAbility
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.payment import TAG, Activation, Payment, untagged
from castable.model.state import CardInZone, Permanent, State

__all__ = ["applied"]


def applied(payment: Payment, state: State) -> State:
    """The state after the payment, which is taken at its word. Raises `IllegalPayment` for an object not there."""
    return _Application(state).of(payment)


_LISTS = {
    "taps": (Verb.TAP_OTHER,),
    "sacrifices": (Verb.SACRIFICE,),
    "discards": (Verb.DISCARD,),
    "exiles": (Verb.EXILE, Verb.EXILE_FROM_HAND, Verb.EXILE_FROM_GRAVEYARD),
    "returns": (Verb.RETURN,),
}
"""The lists of a payment, in the order in which they are gone through, with what is done to the objects in them."""
_PLACES = {Verb.DISCARD: "hand", Verb.EXILE_FROM_HAND: "hand", Verb.EXILE_FROM_GRAVEYARD: "graveyard"}
"""Where the objects are that something is done to, when not on the battlefield."""
_LIST_OF = {verb: name for name, verbs in _LISTS.items() for verb in verbs}
_OF_THE_SOURCE = frozenset({Verb.TAP, Verb.UNTAP, Verb.LOYALTY_UP, Verb.LOYALTY_DOWN})


class _Application:
    """Bookkeeping of a payment on a state."""

    def __init__(self, state: State) -> None:
        self._start = state
        self._state = state
        self._worn = state.attachments()
        self._used: Counter[int] = Counter()
        self._tagged: dict[tuple[str, str], int] = {}
        self._given: dict[str, Counter[str]] = {name: Counter() for name in _LISTS}
        self._removed: Counter[str] = Counter()

    def of(self, payment: Payment) -> State:
        if not payment.choices.ability:
            self._begin(payment)
        for activation in payment.activations:
            for _ in range(activation.count):
                self._activate(activation)
        self._pay_parts(payment)
        you = self._state.you
        return self._state.with_you(
            pool=payment.floating, life=you.life - payment.life - payment.damage, energy=you.energy - payment.energy
        )

    def _begin(self, payment: Payment) -> None:
        """The card moves from its zone to the top of the stack, its last entry (CR 601.2a)."""
        choices, you = payment.choices, self._state.you
        if choices.zone == "opponent hand":
            raise Unsupported(f"what becomes of {payment.spell}, cast from an opponent's hand")
        for card in you.zone(choices.zone):
            if payment.spell in (card.card.name, *(face.name for face in card.card.faces)):
                rest = tuple(c for c in you.zone(choices.zone) if c.id != card.id)
                kicked = tuple(str(cost) for cost in choices.kicked)
                spell = replace(card, controller="you", x=choices.x, kicked=kicked)
                self._state = self._state.with_you(
                    **{"library_top" if choices.zone == "library" else choices.zone: rest},
                    spells_cast_this_turn=(*you.spells_cast_this_turn, card.card),
                )
                self._state = replace(self._state, stack=(*self._state.stack, spell))
                return

    def _activate(self, activation: Activation) -> None:
        cost = activation.ability
        source = self._find(activation.source, activation.object, cost)
        self._used[source.id] += 1
        for part in _in_order(cost, source):
            if part.is_this:
                if part.verb is Verb.REMOVE_COUNTERS:
                    fixed = part.amount.is_fixed
                    self._removed[_name(source)] += part.amount.plus if fixed else activation.amount or 0
                elif part.verb in _LIST_OF:
                    self._given[_LIST_OF[part.verb]][_name(source)] += 1
                source = self._change(source, part, activation.amount)
        self._count_use(source.id, cost)
        if cost.parts_of(Verb.DISCARD_HAND):
            for card in self._state.you.hand:
                self._given["discards"][_name(card)] += 1
                self._state = self._state.with_move(card, "graveyard")
        taking = [part for part in cost.parts if not part.is_this and part.verb is not Verb.DISCARD_HAND]
        others = [part for part in taking for _ in range(max(1, part.amount.plus))]
        for part, name in zip(others, activation.using, strict=False):
            found = self._find(untagged(name), name.removeprefix(untagged(name)), Cost(None, (part,)), part)
            self._used[found.id] += 1
            self._given[_LIST_OF[part.verb]][untagged(name)] += 1
            self._change(found, part, None)
        for part in others[len(activation.using) :]:  # it took itself
            self._given[_LIST_OF[part.verb]][_name(source)] += 1
            source = self._change(source, part, None)

    def _count_use(self, identity: int, cost: Cost) -> None:
        """Remember the use of an ability that may be used only so often each turn."""
        for permanent in self._state.you.battlefield:
            if permanent.id != identity:
                continue
            if any(a.cost == cost and a.limit is not None for a in permanent.face.mana_abilities):
                used = (*permanent.used_this_turn, str(cost))
                self._state = self._state.with_permanent(replace(permanent, used_this_turn=used))

    def _find(self, name: str, label: str, cost: Cost, taking: CostPart | None = None) -> Permanent | CardInZone:
        """The object meant, the source of the ability or what a part of its cost is `taking`: a permanent, else a card
        where that part takes cards from, or in hand."""
        place = _PLACES.get(taking.verb) if taking is not None else None
        if place is None and (found := self._permanent(name, label, cost, taking)) is not None:
            return found
        for card in self._state.you.zone(place or "hand"):
            if card.card.front.name == name and not label:
                return card
        raise IllegalPayment("602.2", f"there is no {name}{label} to use for {cost}")

    def _permanent(self, name: str, label: str, cost: Cost, taking: CostPart | None = None) -> Permanent | None:
        """The permanent of this name and label, able to tap if it must, the least used one first."""
        named = [p for p in self._state.you.battlefield if p.name == name]
        if cost.taps and cost.untaps:
            pass  # from either status, in one order or the other (CR 601.2h)
        elif cost.taps or (taking is not None and taking.verb is Verb.TAP_OTHER):
            named = [p for p in named if not p.tapped]
        elif cost.untaps:
            named = [p for p in named if p.tapped]
        plain = TAG.sub("", label)
        if plain:
            named = [p for p in named if self._is_like(p, plain)]
        if (name, label) in self._tagged:
            named = [p for p in named if p.id == self._tagged[name, label]]
        exact = self._exactly(name, plain)
        found = min(named, key=lambda p: (_bars(p, cost), self._used[p.id], p.id != exact), default=None)
        if found is not None and plain != label:
            self._tagged[name, label] = found.id
        return found

    def _exactly(self, name: str, label: str) -> int | None:
        """The id of the very permanent that `#k` names."""
        same = [p for p in self._start.you.battlefield if p.name == name]
        number = int(label[1:]) if label[:1] == "#" and label[1:].isdigit() else 0
        return same[number - 1].id if 0 < number <= len(same) else None

    def _is_like(self, permanent: Permanent, label: str) -> bool:
        """Whether a permanent began as the one the label names, or as one interchangeable with it."""
        start = self._start.you.battlefield
        before = next(p for p in start if p.id == permanent.id)
        named = [p for p in start if p.name == permanent.name]
        if label.startswith("#") and label[1:].isdigit():
            meant = named[int(label[1:]) - 1 : int(label[1:])]
        else:
            meant = [p for p in named if p.ref == label]
        alike = (replace(before, ref=""), self._worn.get(before.id))
        return any(alike == (replace(p, ref=""), self._worn.get(p.id)) for p in meant)

    def _change(self, thing: Permanent | CardInZone, part: CostPart, amount: int | None) -> Permanent | CardInZone:
        """What paying one part of a cost does to an object."""
        number = part.amount.plus if part.amount.is_fixed else amount or 0
        changed = thing
        match part.verb:
            case Verb.TAP | Verb.TAP_OTHER if isinstance(thing, Permanent):
                changed = replace(thing, tapped=True)
            case Verb.UNTAP if isinstance(thing, Permanent) and thing.counters_of("stun"):
                changed = thing.with_counters("stun", -1)  # it stays tapped: CR 122.1d, 118.11
            case Verb.UNTAP | Verb.UNTAP_OTHER if isinstance(thing, Permanent):
                changed = replace(thing, tapped=False)
            case Verb.REMOVE_COUNTERS if isinstance(thing, Permanent):
                changed = thing.with_counters(part.counter, -number)
            case Verb.PUT_COUNTERS if isinstance(thing, Permanent):
                changed = thing.with_counters(part.counter, number)
            case Verb.LOYALTY_UP if isinstance(thing, Permanent):
                changed = thing.with_counters("loyalty", number)
            case Verb.LOYALTY_DOWN if isinstance(thing, Permanent):
                changed = thing.with_counters("loyalty", -number)
            case Verb.SACRIFICE | Verb.DISCARD:
                self._state = self._state.with_move(thing, "graveyard")
                return thing
            case Verb.EXILE | Verb.EXILE_FROM_HAND | Verb.EXILE_FROM_GRAVEYARD:
                self._state = self._state.with_move(thing, "exile")
                return thing
            case Verb.RETURN:
                self._state = self._state.with_move(thing, "hand")
                return thing
        if isinstance(changed, Permanent):
            self._state = self._state.with_permanent(changed)
        return changed

    def _pay_parts(self, payment: Payment) -> None:
        """What the total cost takes beside mana, life and energy: the lists without what the mana abilities took."""
        parts = payment.total.other.parts
        left = {name: Counter(getattr(payment, name)) - self._given[name] for name in _LISTS}
        counters = Counter(dict(payment.counters)) - self._removed
        if payment.choices.ability:
            self._pay_by_itself(payment, self._source(payment), left, counters)
        for entry in left["taps"].elements():
            self._give(entry, Verb.TAP_OTHER)
        self._remove(counters, [part for part in parts if part.verb is Verb.REMOVE_COUNTERS and not part.is_this])
        for name in ("sacrifices", "returns", "discards"):
            for entry in left[name].elements():
                self._give(entry, *_LISTS[name])
        exiling = [verb for verb in (Verb.EXILE, Verb.EXILE_FROM_HAND) if any(part.verb is verb for part in parts)]
        for entry in left["exiles"].elements():
            self._give(entry, *exiling, Verb.EXILE_FROM_GRAVEYARD)
        for part in parts:
            if part.verb is Verb.MILL:
                you, number = self._state.you, part.amount.plus
                self._state = self._state.with_you(
                    graveyard=(*you.graveyard, *you.library_top[:number]), library_top=you.library_top[number:]
                )

    def _source(self, payment: Payment) -> Permanent | CardInZone:
        """The object whose ability is activated, as it is after the mana abilities; the ability joins the stack."""
        text, you = payment.choices.ability, self._state.you
        things: list[Permanent | CardInZone] = [p for p in you.battlefield if not p.phased_out]
        things += [card for zone in ("hand", "graveyard", "exile", "command") for card in you.zone(zone)]
        for thing in things:
            face = thing.face if isinstance(thing, Permanent) else thing.card.front
            if payment.spell not in (face.name, thing.card.name):
                continue
            abilities: tuple[ActivatedAbility | ManaAbility, ...] = (*face.of(ActivatedAbility), *face.of(ManaAbility))
            for ability in abilities:
                keyword = ability.keyword if isinstance(ability, ActivatedAbility) else ""
                if text in (str(ability.cost), keyword) and _may_use(thing, ability):
                    card = thing.shown if isinstance(thing, Permanent) else thing.card
                    spell = CardInZone(card=card, id=thing.id, x=payment.choices.x, ability=str(ability.cost))
                    self._state = replace(self._state, stack=(*self._state.stack, spell))
                    once = isinstance(ability, ActivatedAbility) and ability.is_loyalty
                    if isinstance(thing, Permanent) and (once or ability.limit is not None):
                        thing = replace(thing, used_this_turn=(*thing.used_this_turn, str(ability.cost)))
                        self._state = self._state.with_permanent(thing)
                    return thing
        raise IllegalPayment("602.2", f"there is no {payment.spell} with the ability {text}")

    def _pay_by_itself(
        self, payment: Payment, source: Permanent | CardInZone, left: dict[str, Counter[str]], counters: Counter[str]
    ) -> None:
        """What the cost of an ability does to its own source, which the lists are then without."""
        parts = [part for part in payment.total.other.parts if part.is_this or part.verb in _OF_THE_SOURCE]
        for part in sorted(parts, key=lambda part: part.verb in _LIST_OF):
            if part.verb in _LIST_OF:
                entries = left[_LIST_OF[part.verb]]
                for entry in [entry for entry in entries if untagged(entry) == _name(source)][:1]:
                    entries[entry] -= 1
            if part.verb is Verb.REMOVE_COUNTERS:
                counters[_name(source)] -= part.amount.plus
            source = self._change(source, part, payment.choices.x)

    def _give(self, entry: str, *verbs: Verb) -> None:
        """Give up an object of this name, by the first of these verbs for which there is one where it must be."""
        name = untagged(entry)
        label = entry.removeprefix(name)
        for verb in verbs:
            part = CostPart(verb=verb, what=Filter.ANY)
            if place := _PLACES.get(verb):
                zone = self._state.you.zone(place)
                found: Permanent | CardInZone | None = next(
                    (card for card in zone if name in (card.card.front.name, card.card.name)), None
                )
            else:
                found = self._permanent(name, label, Cost(None, (part,)), part)
            if found is not None:
                self._used[found.id] += 1
                self._change(found, part, None)
                return
        raise IllegalPayment("118.3", f"there is no {entry} to {verbs[-1].value.lower()}")

    def _remove(self, counters: Counter[str], parts: list[CostPart]) -> None:
        """Counters of the kinds that the parts ask for, off permanents of these names."""
        kinds = [part.counter for part in parts for _ in range(part.amount.plus)]
        for entry in (+counters).elements():
            label = TAG.sub("", entry).removeprefix(untagged(entry))
            named = [p for p in self._state.you.battlefield if p.name == untagged(entry)]
            meant = [p for p in named if not label or self._is_like(p, label)]
            found = next(((p, kind) for kind in kinds for p in meant if p.counters_of(kind)), None)
            if found is None:
                raise IllegalPayment("118.3", f"there is no counter to remove from {entry}")
            permanent, kind = found
            kinds.remove(kind)
            self._state = self._state.with_permanent(permanent.with_counters(kind, -1))


def _may_use(thing: Permanent | CardInZone, ability: ActivatedAbility | ManaAbility) -> bool:
    """Whether an object can pay what an ability of its own asks of itself."""
    if not isinstance(thing, Permanent):
        return ability.zone != "battlefield"
    if ability.zone != "battlefield" or (ability.cost.taps and (thing.tapped or thing.is_sick)):
        return False
    own = [part for part in ability.cost.parts_of(Verb.REMOVE_COUNTERS) if part.is_this and part.amount.is_fixed]
    return all(thing.counters_of(part.counter) >= part.amount.plus for part in own)


def _name(thing: Permanent | CardInZone) -> str:
    return thing.name if isinstance(thing, Permanent) else thing.card.front.name


def _bars(permanent: Permanent, cost: Cost) -> bool:
    """Whether summoning sickness keeps a permanent from paying {T} or {Q} (CR 302.6)."""
    return (cost.taps or cost.untaps) and permanent.is_sick


def _in_order(cost: Cost, source: Permanent | CardInZone) -> tuple[CostPart, ...]:
    """The parts of a cost in an order in which they can be paid: {T} before {Q} of what is untapped (CR 601.2h)."""
    if cost.taps and cost.untaps and isinstance(source, Permanent):
        first = Verb.UNTAP if source.tapped else Verb.TAP
        return tuple(sorted(cost.parts, key=lambda part: part.verb is not first))
    return cost.parts
