"""What becomes of the game when the spell on top of the stack resolves, or a land is played (CR 608, 305, 614.1c-d).

The player's choices on the way (whether to pay life for an untapped land, a color, what an Aura is attached to) lead to
several endings. What a card does beyond mana, counters and being there is not carried out: text that could matter to
what follows raises `Unsupported`, and text that can only help marks the ending.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from castable.model.ability import Enters, SpellMana, SpellTargets, ThisTurn
from castable.model.card import Face, Layout
from castable.model.cost import Verb
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, toughness_of, value
from castable.model.event import EnterTapped
from castable.model.filter import Filter
from castable.model.mana import COLORS, Mana, Restriction, Unit
from castable.model.production import Production
from castable.model.state import CardInZone, Permanent, State
from castable.solver.adding import adds_of
from castable.solver.candidates import candidates
from castable.solver.carrying import carried
from castable.solver.leftover import Told, arrival, arrival_mana, effect, hurting, triggers
from castable.solver.prohibitions import Bans

__all__ = ["Ending", "Paid", "after_paying", "entered", "enters_tapped", "landed", "resolved"]

_THIS = Filter.parse("this")


@dataclass(frozen=True, slots=True)
class Ending:
    """A state that a resolution may lead to. `helps` quotes text that was not carried out and could only help, `hurts`
    text that costs you at most as much life as the state has less."""

    state: State
    helps: tuple[str, ...] = ()
    hurts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """What paying for a spell brought about that triggered abilities wait for: so many permanents `tapped`, something
    `lost` (sacrificed, discarded, exiled), `life` paid."""

    tapped: int = 0
    lost: bool = False
    life: bool = False

    @property
    def events(self) -> tuple[str, ...]:
        """As `_EVENTS` calls them."""
        return tuple(name for name, held in (("tap", self.tapped), ("lose", self.lost), ("life", self.life)) if held)


def resolved(
    state: State,
    face: Face | None = None,
    *,
    targets: tuple[str, ...] = (),
    paid: Paid | None = None,
) -> Iterator[Ending]:
    """The endings once your spell on top of the stack has resolved.

    `face` is the face that was cast, the front one unless given; `targets` name what an Aura may be attached to. Life
    that triggers on tapping cost is lost as though each permanent tapped had every such trigger.
    """
    if not state.stack:
        raise ValueError("the stack is empty")
    spell = state.stack[-1]
    if spell.controller != "you" or spell.ability:
        raise Unsupported(f"what {spell.ability or spell.card.name} does as it resolves")
    face = face or spell.card.front
    settled = after_paying(state, paid or Paid(), ("cast", "enters") if face.is_permanent else ("cast",))
    text = tuple(arrival(face, bool(spell.kicked)) if face.is_permanent else effect(face))
    helps = (*settled.helps, *_helping(settled.state, text))
    below = replace(settled.state, stack=state.stack[:-1])
    if face.is_permanent:
        afters = entered(below, spell, face, targets)
    else:
        afters = (_gone(after, spell, face) for after in _with_mana(below, face, _spell_mana(face), spell.x))
    for after in afters:
        for then in _with_mana(after, face, _arrival_mana(face), spell.x):
            yield Ending(_done(then, text), helps, settled.hurts)


def _helping(state: State, text: Iterable[str]) -> Iterator[str]:
    """What of the text of a resolution is not carried out, all of which can only help.

    Where permanents speak of tokens or of gaining life themselves, more may come of it than is carried out.
    """
    spoken = " ".join(unread.text for _, permanent in state.permanents() for unread in permanent.face.unread)
    more = "token" in spoken or "gain" in spoken
    yield from (entry for entry in text if more or not isinstance(entry, Told))


def _done(state: State, text: Iterable[str]) -> State:
    """The state once what is told has been carried out."""
    for entry in text:
        if isinstance(entry, Told):
            state = carried(state, entry)
    return state


def _gone(state: State, spell: CardInZone, face: Face) -> State:
    """The state once an instant or a sorcery has done all it does: it is in the graveyard, or in exile as an Adventure,
    and what it puts into force is (CR 608.2n, 611.2, 715.3d). A copy has ceased to exist (CR 707.10a)."""
    if any(True for _ in face.of(ThisTurn)):
        if len(spell.card.faces) > 1 or spell.kicked or spell.x is not None:
            raise Unsupported(f"what {face.name} does once it has resolved")
        lasting = CardInZone(card=spell.card, id=spell.id, controller="you")
        state = replace(state, resolved=(*state.resolved, lasting))
    if spell.copy:
        return state
    away = CardInZone(card=spell.card, id=spell.id, commander=spell.commander, casts=spell.casts)
    if spell.card.layout is Layout.ADVENTURE:
        return state.with_you(exile=(*state.you.exile, replace(away, marked="adventure")))
    return state.with_you(graveyard=(*state.you.graveyard, away))


def after_paying(state: State, paid: Paid, events: tuple[str, ...] = ()) -> Ending:
    """The state once what waits for a payment, and for these events, has gone off."""
    helps = tuple(triggers(state, (*events, *paid.events)))
    hurts = list(hurting(state)) if paid.tapped else []
    life = state.you.life - paid.tapped * sum(damage for _, damage in hurts)
    return Ending(state.with_you(life=life), helps, tuple(text for text, _ in hurts))


def landed(state: State, card: CardInZone, face: Face) -> Iterator[Ending]:
    """The endings once you have played this land from your hand (CR 305.4); whether you may is not asked."""
    text = tuple(arrival(face, False))
    helps = (*triggers(state, ("enters", "play")), *_helping(state, text))
    hand = tuple(held for held in state.you.hand if held.id != card.id)
    played = state.with_you(hand=hand, lands_played=state.you.lands_played + 1)
    for after in entered(played, card, face):
        for then in _with_mana(after, face, _arrival_mana(face), None):
            yield Ending(_done(then, text), helps)


_Made = tuple[tuple[Production, Restriction | None], ...]
"""Mana that is added, with what it may be spent on."""


def _spell_mana(face: Face) -> _Made:
    return tuple((ability.adds, ability.restriction) for ability in face.of(SpellMana))


def _arrival_mana(face: Face) -> _Made:
    return tuple((adds, None) for adds in arrival_mana(face))


def _with_mana(state: State, face: Face, made: _Made, x: int | None) -> Iterator[State]:
    """The states once mana that a spell or a trigger makes as it resolves is in the pool (CR 106.3, 106.4)."""
    states = [state]
    for adds, restriction in made:
        found = []
        for before in states:
            for types in adds_of(adds, View(with_effects(before), x=x)):
                units = Mana.of(Unit(t, "snow" in face.supertypes, restriction) for t in types)
                found.append(before.with_you(pool=before.you.pool + units))
        states = found
    yield from states


def entered(
    state: State, card: CardInZone, face: Face, targets: tuple[str, ...] = (), copy_of: Permanent | None = None
) -> Iterator[State]:
    """The states with a card as a permanent on your battlefield, one for each way it may enter.

    It remembers the kicks and the X of the spell that it was, and is a token if that was a copy (CR 608.3f). As a copy
    of another permanent (CR 707.5) it has that one's `face`, and nothing of what that one remembers.
    """
    times = [permanent.timestamp for _, player in state.players() for permanent in player.battlefield]
    counters = {"loyalty": int(face.loyalty)} if face.loyalty.isdecimal() else {}
    if "Saga" in face.subtypes:
        counters["lore"] = 1
    permanent = Permanent(
        card=card.card,
        id=card.id,
        summoning_sick=True,
        entered_this_turn=True,
        counters=tuple(counters.items()),
        face_name=face.name if len((copy_of.shown if copy_of else card.card).faces) > 1 else "",
        copy_of=copy_of.shown if copy_of else None,
        token=card.copy,
        kicked=card.kicked,
        x=card.x,
        timestamp=max(times, default=0) + 1,
        commander=card.commander,
        casts=card.casts,
    )
    ways = [(state, permanent)]
    for ability in face.of(Enters):
        ways = [way for before, thing in ways for way in _entering(before, thing, ability)]
    ways = [(before, replace(thing, tapped=thing.tapped or enters_tapped(before, thing))) for before, thing in ways]
    if "Aura" in face.subtypes:
        ways = [way for before, thing in ways for way in _attached(before, thing, face, targets)]
    for before, thing in ways:
        after = before.with_you(battlefield=(*before.you.battlefield, thing))
        yield from _checked(after, thing)


def enters_tapped(state: State, permanent: Permanent, side: str = "you") -> bool:
    """Whether an effect in play lets a permanent that `side` controls enter tapped (CR 614.1d)."""
    seen = with_effects(state)
    return any(
        matches(ability.of, permanent, View(seen, source, owner), side)
        for owner, source in seen.permanents()
        for ability in source.face.of(EnterTapped)
    )


def _entering(state: State, permanent: Permanent, ability: Enters) -> Iterator[tuple[State, Permanent]]:
    """The ways in which one replacement effect lets a permanent enter. It looks at the battlefield before that."""
    view = View(with_effects(state), permanent, x=permanent.x or 0)
    if ability.copies is not None:
        raise Unsupported(f"{permanent.name} entering as a copy")
    if ability.counter:
        permanent = permanent.with_counters(ability.counter, value(ability.amount, view))
    ways = [(state, permanent)]
    if ability.unless_paid is not None:
        ways = [(state, replace(permanent, tapped=True)), *_paid(state, permanent, ability)]
    elif ability.tapped and not (ability.unless and holds(ability.unless, view)):
        ways = [(state, replace(permanent, tapped=True))]
    if ability.choose:
        values = [str(color) for color in COLORS] if ability.choose == "color" else _creature_types(state)
        kind = "color" if ability.choose == "color" else "type"
        ways = [
            (before, replace(thing, chosen=(*thing.chosen, (kind, chosen))))
            for before, thing in ways
            for chosen in values
        ]
    yield from ways


def _paid(state: State, permanent: Permanent, ability: Enters) -> Iterator[tuple[State, Permanent]]:
    """The permanent untapped, if what that costs can be paid."""
    cost = ability.unless_paid
    if cost is None or cost.mana is not None or len(cost.parts) != 1:
        raise Unsupported(f"{permanent.name}: {cost} as it enters")
    (part,) = cost.parts
    view = View(with_effects(state), permanent)
    if part.verb is Verb.PAY_LIFE:
        life = value(part.amount, view)
        if life <= state.you.life and not Bans(with_effects(state)).on_paying_life():
            yield state.with_you(life=state.you.life - life), permanent
    elif part.verb is Verb.REVEAL and part.amount.is_fixed and part.amount.plus == 1:
        if any(matches(part.what, held, view, "you") for held in state.you.hand if held.id != permanent.id):
            yield state, permanent
    else:
        raise Unsupported(f"{permanent.name}: {cost} as it enters")


def _creature_types(state: State) -> list[str]:
    """Creature types that it may be of use to choose: those of your cards."""
    cards = [card.card for card in (*state.you.hand, *state.you.graveyard, *state.you.command, *state.you.exile)]
    faces = [face for card in cards for face in card.faces] + [p.face for p in state.you.battlefield]
    return sorted({t for face in faces if "creature" in face.types for t in face.subtypes}) or ["Human"]


def _attached(state: State, aura: Permanent, face: Face, targets: tuple[str, ...]) -> Iterator[tuple[State, Permanent]]:
    """The Aura attached to each permanent that it may be cast on, of those named by the targets (CR 303.4)."""
    needs = next((entry.needs for entry in face.of(SpellTargets)), ())
    if len(needs) != 1 or needs[0].words() & {"player", "opponentplayer"}:
        raise Unsupported(f"what {aura.name} is attached to")
    seen = with_effects(state)
    possible = set(candidates(seen, needs[0], by=face))
    for _, host in seen.permanents():
        named = not targets or {host.name, host.card.name, host.ref} & set(targets)
        if named and ("permanent", host.id) in possible:
            ref = host.ref or f"host {host.id}"
            yield _named(state, host.id, ref), replace(aura, attached_to=ref)


def _named(state: State, identity: int, ref: str) -> State:
    """The state in which a permanent goes by a name of its own."""
    players = [
        replace(player, battlefield=tuple(replace(p, ref=ref) if p.id == identity else p for p in player.battlefield))
        for _, player in state.players()
    ]
    mates = len(state.teammates)
    return replace(
        state, you=players[0], teammates=tuple(players[1 : mates + 1]), opponents=tuple(players[mates + 1 :])
    )


def _checked(state: State, entered: Permanent) -> Iterator[State]:
    """State-based actions that an entering permanent may bring about: toughness 0 (CR 704.5f), the legend rule
    (CR 704.5j)."""
    seen = with_effects(state)
    thing = next(p for p in seen.you.battlefield if p.id == entered.id)
    if "creature" in thing.face.types and toughness_of(thing, View(seen, thing)) <= 0:
        yield state.with_move(entered, "graveyard")
        return
    twins = [p for p in seen.you.battlefield if p.name == thing.name and "legendary" in p.face.supertypes]
    if "legendary" not in thing.face.supertypes or len(twins) < 2:
        yield state
        return
    for kept in twins:
        after = state
        for other in twins:
            if other.id != kept.id:
                after = after.with_move(other, "graveyard")
        yield after
