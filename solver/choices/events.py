"""Events as they play out: what triggers, who orders and targets it, how it resolves, until the stack is empty again.

    process = combat_damage(state, (Damage(source=7, player=1, amount=2),))
    decisions(lambda: combat_damage(state, damage))        all decisions, see `castable.solver.choices.walking`
    played(process, "reveal").state

Each function gives a process: it asks for decisions, is sent an option for each, and ends with the outcome. Players
do nothing in between: no spell is cast and no ability activated while something waits on the stack.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from castable.model.ability import ActivatedAbility
from castable.model.card import Face
from castable.model.errors import BadRequest, Unsupported
from castable.model.event import SpellEffect
from castable.model.seats import seats
from castable.model.state import CardInZone, Permanent, State
from castable.solver.choices.decision import Asked, Decision, Offer, Option, Pick
from castable.solver.choices.game import Game
from castable.solver.choices.happening import Happened, Outcome
from castable.solver.choices.resolution import Steps, may_ask, resolve
from castable.solver.choices.table import in_turn_order, place_of, player_at, seat_at, with_player
from castable.solver.choices.targeting import Key, aims_of, called, legal_targets, require_no_ward, targets_decision
from castable.solver.choices.told import require_plain_spell, require_told
from castable.solver.choices.triggers import (
    Damage,
    Pending,
    cast_triggers,
    damage_triggers,
    enters_triggers,
)
from castable.solver.resolving import entered

__all__ = [
    "Process",
    "activates",
    "casts",
    "combat_damage",
    "enters",
    "put_on_stack",
    "resolves",
    "seat_of",
    "spell_resolves",
]

Process = Generator[Asked, tuple[Option, ...], Outcome]
"""Asks for decisions, is sent an option for each, and ends with the outcome."""


def combat_damage(state: State, damage: tuple[Damage, ...]) -> Process:
    """Combat damage is dealt, in one or two steps, each with what triggers on it (CR 510)."""
    game = Game(state)
    steps = [[one for one in damage if one.first is first] for first in (True, False)]
    for at, step in enumerate(steps):
        if not step or game.is_over:
            continue
        require_told(game.state)
        triggered = damage_triggers(game.state, step)
        hit = dict.fromkeys(one.player for one in step if one.player is not None)
        for seat in hit:
            game.change_life(seat, -sum(max(0, one.amount) for one in step if one.player == seat))
        for one in step:
            game.gain_by_lifelink(one.source, one.amount)
        game.later = any(steps[at + 1 :])
        yield from _settled(game, triggered)
    return game.outcome


def enters(state: State, card: CardInZone, face: Face | None = None, copy_of: Permanent | None = None) -> Process:
    """A card enters the battlefield under your control: with the kicks and the X of the spell that it was (CR 400.7d),
    or with none where it was no spell, or as a copy of something else."""
    game = Game(state)
    card = replace(card, id=game.new_id())
    face = face or (copy_of.own_face if copy_of else card.card.front)
    ways = list(entered(game.state, card, face, copy_of=copy_of))
    if len(ways) != 1:
        raise Unsupported(f"what is chosen as {face.name} enters")
    game.state = ways[0]
    if place_of(game.state, card.id) is None:
        raise Unsupported(f"{face.name}, which leaves as it enters")
    require_told(game.state, entering=card.id)
    yield from _settled(game, enters_triggers(game.state, (card.id,)))
    return game.outcome


def casts(state: State, spell: CardInZone) -> Process:
    """You have cast a spell, which is on the stack: what triggers on it resolves before it does."""
    game = Game(state)
    require_told(state, casting=True)
    require_plain_spell(spell.card)
    yield from _settled(game, cast_triggers(state, spell))
    return game.outcome


def activates(state: State, source: int, ability: ActivatedAbility) -> Process:
    """An ability of a permanent whose cost is paid: its targets are chosen, then it resolves."""
    there = place_of(state, source)
    if there is None:
        raise BadRequest("there is no such permanent")
    if not ability.does:
        raise Unsupported(f"what {there[1].name} does: {ability.effect or ability.cost}")
    game = Game(state)
    require_told(state)
    pending = Pending(name=there[1].name, seat=there[0], ability=ability, source=there[1])
    yield from _settled(game, [pending])
    return game.outcome


def resolves(state: State, pending: Pending) -> Process:
    """Something that is on top of the stack, its targets chosen, resolves."""
    game = Game(state)
    require_told(state)
    yield from _emptied(game, [pending])
    return game.outcome


def spell_resolves(state: State, face: Face | None = None) -> Process:
    """The spell on top of the stack resolves: a permanent spell enters the battlefield, another does what it says."""
    if not state.stack or state.stack[-1].ability:
        raise BadRequest("there is no spell on top of the stack")
    spell, below = state.stack[-1], replace(state, stack=state.stack[:-1])
    face = face or spell.card.front
    if face.is_permanent:
        if spell.controller != "you":
            raise Unsupported(f"{face.name} entering under the control of another player")
        entered_so = yield from enters(below, spell, face)
        return entered_so
    effect = next(face.of(SpellEffect), None)
    if effect is None:
        raise Unsupported(f"what {face.name} does as it resolves")
    seat = seat_of(state, spell)
    pending = Pending(name=face.name, seat=seat, ability=effect, spell=spell)
    outcome = yield from resolves(below, replace(pending, targets=_announced(below, pending)))
    if spell.copy:
        return outcome
    away = CardInZone(card=spell.card, id=spell.id, commander=spell.commander, casts=spell.casts)
    graveyard = (*player_at(outcome.state, seat).graveyard, away)
    return replace(outcome, state=with_player(outcome.state, seat, graveyard=graveyard))


def seat_of(state: State, spell: CardInZone) -> int:
    """The seat of a spell's controller."""
    found = [seat.number for seat in seats(state) if seat.side == spell.controller]
    if len(found) != 1:
        raise Unsupported(f"which {spell.controller} controls {spell.card.name}")
    return found[0]


def _announced(state: State, pending: Pending) -> tuple[tuple[Key, ...], ...]:
    """The targets that a spell names, for each thing that it wants to target."""
    names = list(pending.spell.targets) if pending.spell else []
    found = []
    for wanted, _, most in aims_of(pending):
        legal = legal_targets(state, pending.seat, wanted)
        keys: list[Key] = []
        for name in names[:most]:
            meant = called(state, name)
            alike = [key for key in meant if key in legal] or list(meant)
            if len(alike) != 1:
                raise BadRequest(f"{len(alike)} objects are called {name!r}: give the target of {pending.name} a `ref`")
            keys += alike
        del names[:most]
        found.append(tuple(keys))
    if not all(found):
        raise BadRequest(f"what {pending.name} targets is not said")
    return tuple(found)


def put_on_stack(state: State, triggered: list[Pending]) -> Generator[Asked, tuple[Option, ...], list[Pending]]:
    """Abilities that have triggered go on the stack, with their targets: what resolves last comes first."""
    game, stack = Game(state), list[Pending]()
    yield from _put(game, triggered, stack)
    return stack


def _settled(game: Game, triggered: list[Pending]) -> Steps:
    """State-based actions, then what has triggered goes on the stack, and the stack is emptied (CR 117.5)."""
    game.check()
    stack: list[Pending] = []
    yield from _put(game, triggered, stack)
    yield from _emptied(game, stack)


def _emptied(game: Game, stack: list[Pending]) -> Steps:
    while stack and not game.is_over:
        pending = stack.pop()
        if pending.seat in game.out:
            continue
        game.more = game.later or any(map(may_ask, stack))
        yield from resolve(game, pending)
        game.check()
        triggered, game.entered = enters_triggers(game.state, game.entered), []
        yield from _put(game, triggered, stack)


def _put(game: Game, triggered: list[Pending], stack: list[Pending]) -> Steps:
    """The active player's abilities first, each player's in an order of that player's choice (CR 603.3b)."""
    if game.is_over:
        return
    waiting = [pending for pending in triggered if pending.seat not in game.out]
    for group in in_turn_order(game.state, {pending.seat for pending in waiting}):
        own = [pending for pending in waiting if pending.seat in group]
        waiting = [pending for pending in waiting if pending.seat not in group]
        if len({pending.kind for pending in own}) > 1:
            (order,) = yield Asked((_order(game.state, group, own),))
            own = [own[key] for key in order.keys if isinstance(key, int)]
        for at, pending in enumerate(own):
            asked = targets_decision(game.state, pending)
            if asked is not None and not asked.options:
                game.note(Happened.NO_TARGET, seats=(pending.seat,), about=pending.name)
                continue
            if asked is not None:
                after = [*own[at + 1 :], *waiting]
                more = game.later or any(map(may_ask, [*stack, pending, *after])) or any(map(aims_of, after))
                (chosen,) = yield Asked((asked,), last=not more)
                pending = replace(pending, targets=chosen.picked)
                require_no_ward(game.state, pending)
            game.note(Happened.TRIGGERED, seats=(pending.seat,), about=pending.name)
            stack.append(pending)


def _order(state: State, group: tuple[int, ...], own: list[Pending]) -> Decision:
    """In which order abilities go on the stack."""
    names = [pending.name for pending in own]
    words = [f"{name} ({_does(pending)})" for name, pending in zip(names, own, strict=True)]
    kinds: dict[tuple[object, ...], list[int]] = {}
    for at, pending in enumerate(own):
        kinds.setdefault(pending.kind, []).append(at)
    offers = tuple(Offer(words[ats[0]], tuple(ats)) for ats in kinds.values())
    return Decision(
        player=" and ".join(seat_at(state, seat).name for seat in group),
        asks="the order in which abilities go on the stack",
        rule="603.3b",
        picks=tuple(Pick(offers=offers) for _ in own),
        distinct=True,
    )


def _does(pending: Pending) -> str:
    """A word or two for what an ability does, to tell it apart from others of its source."""
    ability = pending.ability
    return str(getattr(ability, "if_kicked", "") or getattr(ability, "event", "") or ability)
