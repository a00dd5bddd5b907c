"""Bookkeeping: the state once a payment has been made (CR 601.2i)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import IllegalPayment
from castable.model.payment import TAG, Activation, Payment, untagged
from castable.model.state import CardInZone, Permanent, State

__all__ = ["applied"]


def applied(payment: Payment, state: State) -> State:
    """The state after the payment, which is taken at its word. Raises `IllegalPayment` for an object not there."""
    return _Application(state).of(payment)


class _Application:
    """Bookkeeping of a payment on a state."""

    def __init__(self, state: State) -> None:
        self._start = state
        self._state = state
        self._worn = state.attachments()
        self._used: Counter[int] = Counter()
        self._tagged: dict[tuple[str, str], int] = {}

    def of(self, payment: Payment) -> State:
        for activation in payment.activations:
            for _ in range(activation.count):
                self._activate(activation)
        you = self._state.you
        state = self._state.with_you(
            pool=payment.floating, life=you.life - payment.life - payment.damage, energy=you.energy - payment.energy
        )
        return self._with_spell(state, payment)

    def _activate(self, activation: Activation) -> None:
        cost = activation.ability
        source = self._find(activation.source, activation.object, cost)
        self._used[source.id] += 1
        for part in cost.parts:
            if part.is_this:
                source = self._change(source, part, activation.amount)
        self._count_use(source.id, cost)
        others = [part for part in cost.parts if not part.is_this]
        for part, name in zip(others, activation.using, strict=False):
            found = self._find(untagged(name), name.removeprefix(untagged(name)), Cost(None, (part,)))
            self._used[found.id] += 1
            self._change(found, part, None)

    def _count_use(self, identity: int, cost: Cost) -> None:
        """Remember the use of an ability that may be used only so often each turn."""
        for permanent in self._state.you.battlefield:
            limited = (a for a in permanent.face.mana_abilities if a.cost == cost and a.limit is not None)
            if permanent.id == identity and next(limited, None):
                used = (*permanent.used_this_turn, str(cost))
                self._state = self._state.with_permanent(replace(permanent, used_this_turn=used))

    def _find(self, name: str, label: str, cost: Cost) -> Permanent | CardInZone:
        """The object meant: of this name and label, able to tap if it must, the least used one first."""
        named = [p for p in self._state.you.battlefield if p.name == name]
        if cost.taps or (cost.parts and cost.parts[0].verb is Verb.TAP_OTHER and not cost.mana):
            named = [p for p in named if not p.tapped]
        if cost.untaps:
            named = [p for p in named if p.tapped]
        plain = TAG.sub("", label)
        if plain:
            named = [p for p in named if self._is_like(p, plain)]
        if (name, label) in self._tagged:
            named = [p for p in named if p.id == self._tagged[name, label]]
        exact = self._exactly(name, plain)
        found = min(named, key=lambda p: (self._used[p.id], cost.taps and p.is_sick, p.id != exact), default=None)
        if found is not None:
            if plain != label:
                self._tagged[name, label] = found.id
            return found
        for card in self._state.you.hand:
            if card.card.front.name == name and not label:
                return card
        raise IllegalPayment("602.2", f"there is no {name}{label} to use for {cost}")

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
            case Verb.UNTAP | Verb.UNTAP_OTHER if isinstance(thing, Permanent):
                changed = replace(thing, tapped=False)
            case Verb.REMOVE_COUNTERS if isinstance(thing, Permanent):
                changed = thing.with_counters(part.counter, -number)
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

    def _with_spell(self, state: State, payment: Payment) -> State:
        """The card moves from its zone to the top of the stack, its last entry."""
        choices = payment.choices
        for card in state.you.zone(choices.zone):
            if payment.spell in (card.card.name, *(face.name for face in card.card.faces)):
                rest = tuple(c for c in state.you.zone(choices.zone) if c.id != card.id)
                kicked = tuple(str(cost) for cost in choices.kicked)
                spell = replace(card, controller="you", x=choices.x, kicked=kicked)
                cast = (*state.you.spells_cast_this_turn, card.card)
                state = state.with_you(**{choices.zone: rest}, spells_cast_this_turn=cast)
                return replace(state, stack=(*state.stack, spell))
        return state
