"""Everything a turn allows: the largest sets of cards in hand that can all be played now, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial

from castable.model.ability import ManaAbility, SpellMana
from castable.model.card import Card
from castable.model.errors import CastableError, TooLarge
from castable.model.payment import Payment
from castable.model.state import State
from castable.solver.foresight import INERT, Foresight, is_fixed
from castable.solver.sequence import LandPlay, SpellPlay, sequence

__all__ = ["MAX_CARDS", "Planned", "Turn", "Undecided", "whole_turn"]

MAX_CARDS = 8
"""Of more cards in hand the sets are `TooLarge`."""
_MAX_ORDERS = 120


@dataclass(frozen=True, slots=True)
class Planned:
    """A set of cards that can all be played: the plays in an order that works, with a payment each, None for a land."""

    plays: tuple[LandPlay | SpellPlay, ...]
    payments: tuple[Payment | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The cards, in the order of the plays."""
        return tuple(play.land if isinstance(play, LandPlay) else play.spell for play in self.plays)


@dataclass(frozen=True, slots=True)
class Undecided:
    """Cards of which castable cannot say whether all can be played, with what keeps it from saying so."""

    names: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Turn:
    """All sets that are part of no larger one, and the larger ones that castable cannot decide about."""

    largest: tuple[Planned, ...]
    undecided: tuple[Undecided, ...]


def whole_turn(state: State) -> Turn:
    """The largest sets of cards in your hand that can all be played now, each resolving before the next.

    Raises `TooLarge` for more than `MAX_CARDS` cards.
    """
    hand = [held.card for held in state.you.hand]
    if len(hand) > MAX_CARDS:
        raise TooLarge(f"a hand of more than {MAX_CARDS} cards")
    largest: list[Planned] = []
    undecided: list[Undecided] = []
    for cards in _sets(hand):
        names = Counter(card.name for card in cards)
        if any(names <= Counter(_full_names(hand, one.names)) for one in largest):
            continue
        found = _planned(state, cards)
        if isinstance(found, Planned):
            largest.append(found)
        elif found is not None:
            undecided.append(found)
    return Turn(tuple(largest), tuple(undecided))


def _sets(hand: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Every set of these cards but the empty one, larger ones first, equal ones once."""
    kinds = Counter(hand)
    ways = [range(number, -1, -1) for number in kinds.values()]
    chosen = sorted(product(*ways), key=lambda numbers: -sum(numbers))
    for numbers in chosen:
        if any(numbers):
            yield tuple(card for card, n in zip(kinds, numbers, strict=True) for _ in range(n))


def _full_names(hand: list[Card], names: tuple[str, ...]) -> list[str]:
    """The names of the cards that were played, by the names of cards or of faces."""
    known = {face.name: card.name for card in hand for face in card.faces}
    return [known.get(name, name) for name in names]


def _planned(state: State, cards: tuple[Card, ...]) -> Planned | Undecided | None:
    """An order and payments in which all of these can be played; None where there is none."""
    names = tuple(card.name for card in cards)
    why = ""
    for plays in _plays(cards):
        orders, complete = _orders(state, cards, plays)
        for order in orders:
            try:
                found = sequence(state, order)
            except CastableError as error:
                why = why or str(error)
                continue
            if found.possible:
                return Planned(order, found.payments)
        if not complete:
            why = why or f"more than {_MAX_ORDERS} orders to play them in"
    return Undecided(names, why) if why else None


def _plays(cards: tuple[Card, ...]) -> Iterator[tuple[LandPlay | SpellPlay, ...]]:
    """The ways to play each card: a land is played, a card with a land on one side may be either."""
    options: list[list[LandPlay | SpellPlay]] = []
    for card in cards:
        ways: list[LandPlay | SpellPlay] = [LandPlay(land=face.name) for face in card.faces if face.is_land]
        if not all(face.is_land for face in card.faces):
            ways.append(SpellPlay(spell=card.name))
        options.append(ways)
    yield from product(*options)


def _orders(
    state: State, cards: tuple[Card, ...], plays: tuple[LandPlay | SpellPlay, ...]
) -> tuple[Iterator[tuple[LandPlay | SpellPlay, ...]], bool]:
    """Orders to try, and whether no other order could do where these do not.

    Cards that only make mana come first, in every order among themselves; those that do nothing of the kind follow,
    instants and sorceries last, each of them in turn at the very end: what that one does matters no more. Where cards
    bear on each other in other ways every order counts.
    """
    first = [play for card, play in zip(cards, plays, strict=True) if _makes_mana(card)]
    rest = sorted(
        ((card, play) for card, play in zip(cards, plays, strict=True) if not _makes_mana(card)),
        key=lambda pair: not pair[0].front.is_permanent,
    )
    simple = Foresight(state).is_steady and all(_is_simple(card) for card in cards)
    if simple and factorial(len(first)) <= _MAX_ORDERS:
        ends = _each_last([play for _, play in rest], sum(not card.front.is_permanent for card, _ in rest))
        return ((*before, *after) for after in ends for before in permutations(first)), True
    if factorial(len(plays)) <= _MAX_ORDERS:
        return permutations(plays), True
    after = tuple(play for _, play in rest)
    return iter([(*first, *after), (*after, *first)]), False


def _each_last(plays: list[LandPlay | SpellPlay], number: int) -> Iterator[tuple[LandPlay | SpellPlay, ...]]:
    """The plays as they stand, and with each other one of the last so many at the end."""
    yield tuple(plays)
    for at in range(len(plays) - number, len(plays) - 1):
        if plays[at] != plays[-1]:
            yield (*plays[:at], *plays[at + 1 :], plays[at])


def _makes_mana(card: Card) -> bool:
    return any(face.is_land or face.mana_abilities or any(True for _ in face.of(SpellMana)) for face in card.faces)


def _is_simple(card: Card) -> bool:
    """Whether a card bears on others by the mana that it makes alone."""
    abilities = [(face, ability) for face in card.faces for ability in face.abilities]
    return all(
        isinstance(ability, INERT)
        or (isinstance(ability, ManaAbility) and is_fixed(ability, face))
        or (isinstance(ability, SpellMana) and all(a.amount.is_fixed for a in ability.adds.additions))
        for face, ability in abilities
    )
