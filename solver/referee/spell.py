"""The spell itself: announcing it with its choices and locking in its total cost, and paying it (CR 601.2a-f, h-i)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from castable.model.amount import Amount
from castable.model.card import Card, Face, Layout
from castable.model.cost import CostPart, Verb
from castable.model.effects import with_effects
from castable.model.errors import Ambiguous, IllegalPayment, Unsupported
from castable.model.mana import Mana
from castable.model.payment import Choices, Total
from castable.model.state import CardInZone, State
from castable.solver.referee.casting import MOVED, Casting, require_understood, same_cost
from castable.solver.referee.cost import Paying, fits, spendings, ways_to_pay
from castable.solver.referee.spending import for_spell
from castable.solver.referee.total import reachable_totals

__all__ = ["announce", "castable_faces", "pay", "totals", "ways_of_paying", "ways_of_spending"]


def totals(state: State, spell: str, choices: Choices) -> frozenset[Total]:
    """Every total cost that may be locked in for these announced choices (CR 601.2f)."""
    return _propose(state, spell, choices)[3]


def announce(state: State, spell: str, choices: Choices, total: Total | None = None) -> Casting:
    """Put the spell on the stack with these choices and lock in its total cost (CR 601.2a-f).

    `total` says which one, where reductions or additional costs leave a choice: `Ambiguous` when it is left out and
    there are several. Raises `IllegalPayment` for a card that is not there, choices that may not be announced and a
    total that cannot be reached.
    """
    announced, card, face, reachable = _propose(state, spell, choices)
    if total is None:
        if len(reachable) > 1:
            raise Ambiguous(f"the total cost may be {' or '.join(sorted(map(str, reachable)))}")
        total = next(iter(reachable))
    locked = [
        candidate
        for candidate in reachable
        if (candidate.mana, candidate.life) == (total.mana, total.life) and same_cost(candidate.other, total.other)
    ]
    if not locked:
        raise IllegalPayment("601.2f", f"the total cost is {' or '.join(sorted(map(str, reachable)))}, not {total}")
    return Casting(state=announced, spell=card, face=face, choices=choices, total=locked[0])


def _propose(state: State, spell: str, choices: Choices) -> tuple[State, CardInZone, Face, frozenset[Total]]:
    """The state with the spell on the stack, the spell, the face that is cast, the totals (CR 601.2a-f)."""
    require_understood(with_effects(state))
    if choices.alternative not in ("", "mana cost"):
        raise Unsupported(f"the alternative cost {choices.alternative!r}")
    if choices.zone != "hand":
        raise Unsupported(f"casting from {choices.zone}")
    card = next((c for c in state.you.hand if spell.casefold() in _names(c.card)), None)
    if card is None:
        raise IllegalPayment("601.2a", f"{spell} is not in your hand")
    face = _face(card.card, spell, choices.face)
    if face.is_land:
        raise IllegalPayment("305.9", f"{face.name} is a land and cannot be cast")
    kicked = tuple(map(str, choices.kicked))
    on_stack = replace(card, id=card.id + MOVED, controller="you", x=choices.x, kicked=kicked)
    hand = tuple(c for c in state.you.hand if c.id != card.id)
    proposed = with_effects(replace(state.with_you(hand=hand), stack=(*state.stack, on_stack)))
    return proposed, on_stack, face, reachable_totals(proposed, face, choices)


def _names(card: Card) -> set[str]:
    return {card.name.casefold(), *(face.name.casefold() for face in card.faces)}


def castable_faces(card: Card) -> tuple[Face, ...]:
    """The faces that a card in hand may be cast as (CR 709.3, 710.1, 712.11b, 715.3), lands among them."""
    if card.layout in (Layout.SPLIT, Layout.MODAL, Layout.ADVENTURE):
        return card.faces
    if card.layout in (Layout.NORMAL, Layout.FLIP, Layout.TRANSFORM, Layout.MELD):
        return card.faces[:1]
    raise Unsupported(f"casting {card.name}, a card of the layout {card.layout}")


def _face(card: Card, spell: str, name: str) -> Face:
    """The face that is meant: the one announced, else the one the spell is called by, else the only one."""
    faces = castable_faces(card)
    if not name and spell.casefold() != card.name.casefold():
        name = spell
    chosen = [face for face in faces if face.name.casefold() == name.casefold()] if name else list(faces)
    if not chosen:
        raise IllegalPayment("601.2a", f"{card.name} cannot be cast as {name}")
    if len(chosen) > 1:
        raise Ambiguous(f"{card.name} may be cast as {' or '.join(face.name for face in faces)}")
    return chosen[0]


def ways_of_spending(casting: Casting) -> Iterator[Mana]:
    """Every part of the pool that pays the mana part of the total cost exactly, each once (CR 601.2h)."""
    return spendings(casting.state.you.pool, casting.total.mana, for_spell(casting))


def pay(casting: Casting, spends: Mana, using: tuple[tuple[Verb, int], ...] | None = None) -> Casting:
    """Pay the total cost with these units of the pool, and with it everything else (CR 601.2h).

    `using` says which objects pay the other parts, in the form of `Step.using`; left out, `Ambiguous` when more than
    one choice of them is possible. The state of what is returned is the game once the spell is cast (CR 601.2i).
    """
    ways = ways_of_paying(casting, spends)
    if using is not None and using not in ways:
        raise IllegalPayment("118.3", f"{casting.total.other} is not paid with these objects")
    if using is None and len(ways) > 1:
        raise Ambiguous(f"several objects could pay {casting.total.other}")
    paid = next(iter(ways.values())) if using is None else ways[using]
    cast = (*paid.state.you.spells_cast_this_turn, casting.spell.card)
    state = paid.state.with_you(pool=paid.state.you.pool - spends, spells_cast_this_turn=cast)
    return replace(casting, state=with_effects(state), ledger=paid.ledger, spends=spends)


def ways_of_paying(casting: Casting, spends: Mana) -> dict[tuple[tuple[Verb, int], ...], Paying]:
    """Every way to pay all but the mana, by the objects given up; `IllegalPayment` when these units do not pay the
    mana part, or something else cannot be paid (CR 118.3, 601.2h)."""
    pool, total = casting.state.you.pool, casting.total
    if casting.spends is not None:
        raise IllegalPayment("118.10", f"{casting.face.name} is paid for already")
    if not spends <= pool:
        raise IllegalPayment("118.3a", f"{spends} is not in the pool, which holds {pool or 'nothing'}")
    if not fits(spends, total.mana, for_spell(casting)):
        raise IllegalPayment("601.2h", f"{spends or 'nothing'} does not pay {total.mana}")
    parts = total.other.parts
    if total.life:
        parts = (CostPart(verb=Verb.PAY_LIFE, amount=Amount.fixed(total.life)), *parts)
    start = Paying(state=casting.state, ledger=casting.ledger, amount=casting.choices.x, is_mana_ability=False)
    ways: dict[tuple[tuple[Verb, int], ...], Paying] = {}
    for paid in ways_to_pay(start, parts):
        ways.setdefault(paid.using, paid)
    return ways
