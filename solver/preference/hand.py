"""Which cards of the hand can still be cast once a spell is paid for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from castable.model.effects import with_effects
from castable.model.errors import CastableError, Unsupported
from castable.model.payment import Payment
from castable.model.state import CardInZone, Phase, State
from castable.solver.announce import Subject, Wishes, subjects
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.plays import verdict
from castable.solver.pools import most_held
from castable.solver.sources import sources_of
from castable.solver.total_cost import Announced

__all__ = ["Hand"]

_MOST_PAIRS = 16
_EARLY = (Phase.UNTAP, Phase.UPKEEP, Phase.DRAW)


class Hand:
    """The cards that a player would like to cast after the spell in question.

    A card counts as castable afterwards when it can be cast by itself, with what is left once the spell has resolved,
    now or in a main phase of the turn that is still to come. What the spell does as it resolves is not looked at, so
    that a card which lacks nothing but a target counts as well: there may be one by then.
    """

    def __init__(self, ways: Payments) -> None:
        self._state = ways.state
        self._ways = ways
        cast = {card.id for subject in ways.subjects for card in (subject.card, subject.source) if card}
        you = ways.state.you
        self._others = {
            zone: tuple(card for card in you.zone(zone) if card.id not in cast) for zone in ("hand", "command")
        }
        self.cards = tuple(card for card in self._others["hand"] if not card.card.front.is_land)
        self.unsure: dict[str, str] = {}
        """Cards that can be paid for, while they lack a target or it is not understood whether they could be cast, with
        why."""
        self.unknown: dict[str, str] = {}
        """Cards of which not even that is understood."""
        self._seen: dict[State, frozenset[str]] = {}

    @cached_property
    def before(self) -> Counter[str]:
        """The cards that could be cast instead of the spell, with their number."""
        castable = self._castable(self._state.with_you(**self._others))
        return Counter(card.card.name for card in self.cards if card.card.name in castable)

    @property
    def looked_at(self) -> int:
        """How many different states have been looked at."""
        return len(self._seen)

    def after(self, payment: Payment) -> tuple[str, ...]:
        """The cards that can still be cast after this payment (or be paid for, if they are `unsure`), one name a card,
        in the order of the hand."""
        rest = self._rest(payment)
        castable = self._castable(rest)
        left = Counter(card.card.name for card in rest.you.hand)
        names = []
        for card in self.cards:
            name = card.card.name
            if name in castable and left[name] > 0:
                left[name] -= 1
                names.append(name)
        return tuple(names)

    def _rest(self, payment: Payment) -> State:
        after = payment.apply(self._state)
        return replace(after, stack=self._state.stack)

    def _castable(self, state: State) -> frozenset[str]:
        """The names of the cards in hand that can be cast in this state."""
        if state not in self._seen:
            held = {card.card.name for card in state.you.hand}
            self._seen[state] = frozenset(
                card.card.name
                for card in {card.card.name: card for card in self.cards}.values()
                if card.card.name in held and self._can_cast(state, card)
            )
        return self._seen[state]

    def _can_cast(self, state: State, card: CardInZone) -> bool:
        name = card.card.name
        try:
            verdicts = [verdict(moment, name) for moment in _moments(state)]
            causes = [found.cause for found in verdicts if found.cause is not None]
            lacking = next((cause.text for cause in causes if cause.kind == "target"), None)
            if lacking is not None and not any(verdicts):
                self.unsure.setdefault(name, lacking)
            return lacking is not None or any(verdicts)
        except Unsupported as error:
            why = error.message.partition("\n")[0]
        try:
            payable = bool(payments(state, name))
        except CastableError:
            self.unknown.setdefault(name, why)
            return False
        self.unsure.setdefault(name, why)
        return payable

    def hopeless(self, announced: Iterable[Announced]) -> Counter[str]:
        """Cards that cannot be cast in addition, whatever way the spell is paid for: too little mana for both costs."""
        totals = {one.total.mana for one in announced}
        state = with_effects(self._state.with_you(**self._others))
        found: Counter[str] = Counter()
        for name, n in self.before.items():
            try:
                own = {one.total.mana for one in Payments(state, _subjects(state, name), Wishes()).announced}
                sources = sources_of(state)
                least = min(cost.mana_value for cost in totals) + min(cost.mana_value for cost in own)
                most = most_held(state, None)
                if most is not None and least > most:
                    found[name] = n
                elif not sources.has_limits and len(totals) * len(own) <= _MOST_PAIRS:
                    pairs = (a + b for a in totals for b in own)
                    found[name] = n * (not any(payments_of_cost(state, cost) for cost in pairs))
            except CastableError:
                continue  # not known to be hopeless
        return +found


def _subjects(state: State, name: str) -> list[Subject]:
    return subjects(state, name, Wishes())


def _moments(state: State) -> Iterable[State]:
    """The state, and where a main phase is still to come this turn the state as it will be then."""
    yield state
    later = state.stack or not state.phase.is_main
    if state.turn == "you" and later and state.phase not in (Phase.END, Phase.CLEANUP, Phase.MAIN2):
        yield replace(state, stack=(), phase=Phase.MAIN2 if state.phase not in _EARLY else Phase.MAIN)
