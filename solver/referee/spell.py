"""What is paid for: announcing a spell or an activated ability and locking in its total cost, paying it (CR 601.2a-f,
601.2h-i, 602.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.ability import ActivatedAbility, Permission, Zone
from castable.model.amount import Amount
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost, CostPart, Verb
from castable.model.effects import with_effects
from castable.model.errors import Ambiguous, IllegalPayment, Malformed, Unsupported
from castable.model.mana import Mana
from castable.model.payment import Choices, Total
from castable.model.state import CardInZone, Permanent, State
from castable.solver.referee.casting import (
    MOVED,
    SOURCE_ZONES,
    Casting,
    Source,
    find,
    require_understood,
    same_cost,
)
from castable.solver.referee.cost import Paying, Using, fits, spendings, ways_to_pay
from castable.solver.referee.helping import reliefs
from castable.solver.referee.spending import for_casting
from castable.solver.referee.standing import standing
from castable.solver.referee.total import Locked, ability_totals, spell_totals

__all__ = [
    "Settlement",
    "ability_sources",
    "announce",
    "castable_faces",
    "held_card",
    "pay",
    "propose",
    "settled",
    "totals",
    "ways_of_paying",
    "ways_of_spending",
]


def totals(state: State, spell: str, choices: Choices, *, source: int | None = None) -> frozenset[Total]:
    """Every total cost that may be locked in for these announced choices (CR 601.2f)."""
    return frozenset(locked.total for locked in _propose(state, spell, choices, source)[1])


def announce(
    state: State, spell: str, choices: Choices, total: Total | None = None, *, source: int | None = None
) -> Casting:
    """Put the spell or the ability on the stack with these choices and lock in its total cost (CR 601.2a-f, 602.2).

    `total` says which one, where reductions or additional costs leave a choice, and `source` the id of the object whose
    ability it is: `Ambiguous` when one is left out and there are several. Raises `IllegalPayment` for a card that is
    not there, choices that may not be announced and a total that cannot be reached.
    """
    begun, reachable = _propose(state, spell, choices, source)
    told = " or ".join(sorted(str(locked.total) for locked in reachable))
    if total is None:
        if len(reachable) > 1:
            raise Ambiguous(f"the total cost may be {told}")
        total = reachable[0].total
    for locked in reachable:
        one = locked.total
        if (one.mana, one.life) == (total.mana, total.life) and same_cost(one.other, total.other):
            return replace(begun, total=one, objects=locked.objects, pays_x=locked.pays_x)
    raise IllegalPayment("601.2f", f"the total cost is {told}, not {total}")


def _propose(state: State, spell: str, choices: Choices, source: int | None) -> tuple[Casting, list[Locked]]:
    """What is announced, its total left open, and every total that it may come to (CR 601.2a-f)."""
    begun = propose(state, spell, choices, source=source)
    if begun.ability is not None and begun.source is not None:
        reachable = ability_totals(begun.state, begun.source, begun.ability, choices)
    else:
        assert begun.spell is not None
        reachable = spell_totals(begun.state, begun.spell, begun.face, choices)
    return begun, list(reachable.values())


def propose(state: State, spell: str, choices: Choices, *, source: int | None = None) -> Casting:
    """The spell or ability on the stack, its total cost left open (CR 601.2a, 602.2a)."""
    state = with_effects(state)
    require_understood(state)
    return _activation(state, spell, choices, source) if choices.ability else _cast(state, spell, choices)


def _cast(state: State, spell: str, choices: Choices) -> Casting:
    held = held_card(state, spell, choices.zone)
    face = _face(held.card, spell, choices.face)
    if face.is_land:
        raise IllegalPayment("305.9", f"{face.name} is a land and cannot be cast")
    kicked = tuple(map(str, choices.kicked))
    on_stack = replace(held, id=held.id + MOVED, controller="you", x=choices.x, kicked=kicked)
    place = "library_top" if choices.zone == "library" else choices.zone
    rest = tuple(c for c in state.you.zone(choices.zone) if c.id != held.id)
    proposed = with_effects(replace(state.with_you(**{place: rest}), stack=(*state.stack, on_stack)))
    on_stack = proposed.stack[-1]
    face = on_stack.card.face(face.name) or face
    return Casting(state=proposed, spell=on_stack, face=face, choices=choices, total=Total())


def held_card(state: State, spell: str, zone: str) -> CardInZone:
    """Your card of that name, full or of one face, in a zone it may be cast from; of the library the top card alone."""
    if zone not in ("hand", "graveyard", "exile", "command", "library"):
        raise Unsupported(f"casting from {zone}")
    cards = state.you.library_top[:1] if zone == "library" else state.you.zone(zone)
    card = next((c for c in cards if spell.casefold() in _names(c.card)), None)
    if card is None:
        raise IllegalPayment("601.2a", f"{spell} is not in your {zone}")
    if zone != "hand" and any(one.ability.any_type for one in standing(with_effects(state), Permission)):
        raise Unsupported(f"mana of any type for what is cast from {zone}")
    return card


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


def ability_sources(state: State, name: str, ability: str) -> list[tuple[Source, ActivatedAbility]]:
    """Your objects of that name with the ability of that printed cost or keyword where they are (CR 113.6)."""
    try:
        cost = Cost.parse(ability)
    except Malformed:
        cost = None
    things: list[tuple[Zone, Source]] = [(Zone.BATTLEFIELD, p) for p in state.you.battlefield if not p.phased_out]
    things += [(zone, card) for zone in SOURCE_ZONES for card in state.you.zone(zone)]
    found: list[tuple[Source, ActivatedAbility]] = []
    for zone, thing in things:
        face = thing.face if isinstance(thing, Permanent) else thing.card.front
        card = thing.shown if isinstance(thing, Permanent) else thing.card
        if name.casefold() not in _names(card):
            continue
        meant = [
            one
            for one in face.of(ActivatedAbility)
            if one.zone is zone
            and ((cost is not None and same_cost(one.cost, cost)) or one.keyword.casefold() == ability.casefold())
        ]
        found += [(thing, one) for one in meant[:1]]
    return found


def _activation(state: State, name: str, choices: Choices, identity: int | None) -> Casting:
    state = with_effects(state)
    found = [(s, a) for s, a in ability_sources(state, name, choices.ability) if identity in (None, s.id)]
    if not found:
        raise IllegalPayment("602.2", f"you have no {name} with the ability {choices.ability}")
    if len(found) > 1 and any(replace(s, id=-1, ref="") != replace(found[0][0], id=-1, ref="") for s, _ in found):
        raise Ambiguous(f"which {name} is meant")
    source, ability = found[0]
    if isinstance(source, Permanent) and source.is_sick and (ability.cost.taps or ability.cost.untaps):
        raise IllegalPayment("302.6", f"{name} has come under your control this turn")
    card = source.shown if isinstance(source, Permanent) else source.card
    on_stack = CardInZone(card=card, id=source.id + MOVED, controller="you", x=choices.x, ability=str(ability.cost))
    once = ability.limit is not None or ability.is_loyalty
    if isinstance(source, Permanent) and once:  # a use counts from here on (CR 602.5b, 606.3)
        source = replace(source, used_this_turn=(*source.used_this_turn, str(ability.cost)))
        state = state.with_permanent(source)
    begun = replace(state, stack=(*state.stack, on_stack))
    face = source.face if isinstance(source, Permanent) else source.card.front
    return Casting(state=begun, face=face, choices=choices, total=Total(), source=source, ability=ability)


@dataclass(frozen=True, slots=True)
class Settlement:
    """One way to pay a total: the mana, the objects given up for parts of it and those that stand for mana."""

    spends: Mana
    paid: Paying
    symbols: int = 0
    """How many mana symbols are paid with life as the cost is paid."""

    @property
    def using(self) -> Using:
        """The objects given up for parts of the cost."""
        return self.paid.using

    @property
    def helping(self) -> Using:
        """The objects tapped or exiled in place of mana."""
        return self.paid.helping


def ways_of_spending(casting: Casting) -> Iterator[Mana]:
    """Every part of the pool that may pay the mana part of the total cost exactly, each once (CR 601.2h)."""
    found: set[Mana] = set()
    purpose = for_casting(casting)
    for relief in reliefs(casting):
        for spends in spendings(casting.state.you.pool, relief.mana, purpose):
            if spends not in found:
                found.add(spends)
                yield spends


def ways_of_paying(casting: Casting, only: Mana | None = None) -> Iterator[Settlement]:
    """Every way to pay the total cost now, each once, or those that spend exactly the mana `only` (CR 601.2h).

    `IllegalPayment` when there is none: no mana that pays the mana part, or something else cannot be paid (CR 118.3).
    """
    if casting.spends is not None:
        raise IllegalPayment("118.10", f"{casting.name} is paid for already")
    pool, total, purpose = casting.state.you.pool, casting.total, for_casting(casting)
    if only is not None and not only <= pool:
        raise IllegalPayment("118.3a", f"{only} is not in the pool, which holds {pool or 'nothing'}")
    source = casting.source and (find(casting.state, casting.source.id) or casting.source)
    start = Paying(
        state=casting.state,
        ledger=casting.ledger,
        source=source,
        amount=casting.choices.x,
        is_mana_ability=False,
        among=casting.objects,
    )
    parts = tuple(part for part in total.other.parts if part.verb is not Verb.WATERBEND)
    if total.life:
        parts = (CostPart(verb=Verb.PAY_LIFE, amount=Amount.fixed(total.life)), *parts)
    obstacle: IllegalPayment | None = None
    found: set[object] = set()
    for relief in reliefs(casting):
        if relief.mana.mana_value > len(pool):
            continue
        if only is None:
            mana = list(spendings(pool, relief.mana, purpose))
        else:
            mana = [only] if fits(only, relief.mana, purpose) else []
        if not mana:
            continue
        try:
            ways = ways_to_pay(start, (*relief.life, *parts), relief.parts)
        except IllegalPayment as error:
            obstacle = obstacle or error
            continue
        for paid in ways:
            for spends in mana:
                if (key := (spends, paid.using, paid.helping, paid.ledger)) not in found:
                    found.add(key)
                    yield Settlement(spends, paid, relief.symbols)
    if not found:
        told = pool if only is None else only
        raise obstacle or IllegalPayment("601.2h", f"{told or 'nothing'} does not pay {total.mana}")


def pay(casting: Casting, spends: Mana, using: Using | None = None, helping: Using | None = None) -> Casting:
    """Pay the total cost with these units of the pool, and with it everything else (CR 601.2h).

    `using` says which objects pay the other parts, in the form of `Step.using`, and `helping` which ones stand for
    mana; left out, `Ambiguous` when more than one choice is possible. The state of what is returned is the game once
    the spell is cast (CR 601.2i).
    """
    ways = [
        way for way in ways_of_paying(casting, spends) if using in (None, way.using) and helping in (None, way.helping)
    ]
    if not ways:
        raise IllegalPayment("118.3", f"{casting.total} is not paid with these objects")
    if len(ways) > 1:
        raise Ambiguous(f"several objects could pay {casting.total}")
    return settled(casting, ways[0])


def settled(casting: Casting, way: Settlement) -> Casting:
    """The casting once it is paid for this way (CR 601.2i)."""
    state = way.paid.state
    state = state.with_you(pool=state.you.pool - way.spends)
    if casting.spell is not None:
        state = state.with_you(spells_cast_this_turn=(*state.you.spells_cast_this_turn, casting.spell.card))
    return replace(casting, state=with_effects(state), ledger=way.paid.ledger, spends=way.spends)
