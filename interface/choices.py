"""The question `choices`: who decides what when something happens, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from castable.event_json import Event
from castable.model.ability import ActivatedAbility, OptionalCost
from castable.model.card import Card, CardSource, Face
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import BadRequest, CastableError, Malformed, UnknownCard, Unsupported
from castable.model.event import TriggeredAbility
from castable.model.seats import permanents_by_seat, seats
from castable.model.state import CardInZone, Permanent, State
from castable.question import Question
from castable.solver.choices.events import Process, activates, casts, combat_damage, enters, resolves, spell_resolves
from castable.solver.choices.happening import Happening, Outcome
from castable.solver.choices.targeting import Key, aims_of, called, legal_targets
from castable.solver.choices.triggers import Damage, Pending
from castable.solver.choices.walking import Node, decisions, played
from castable.text import wrapped

__all__ = ["choices_answer", "choices_lines", "walk"]


def choices_answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """The decisions in order, after those to which answers are given; the result once nothing is left to decide."""
    found, result = walk(question, state, cards)
    data: dict[str, Any] = {"decisions": [_node(node) for node in found]}
    if result is not None:
        data["result"] = _result(result)
    return data


def walk(question: Question, state: State, cards: CardSource) -> tuple[tuple[Node, ...], Outcome | None]:
    """The decisions that are left, and the outcome if there are none."""
    assert question.event is not None
    process = _process(question.event, state, cards)
    try:
        found = decisions(process, question.answers)
        return found, None if found else played(process(), *question.answers)
    except CastableError as error:
        if error.at is None:
            error.at = question.event.at
        raise


# --- what happens


def _process(event: Event, state: State, cards: CardSource) -> Callable[[], Process]:
    match event.kind:
        case "combat_damage":
            damage = tuple(_damage(event, state))
            return lambda: combat_damage(state, damage)
        case "enters":
            return _entering(event, state, cards)
        case "cast":
            spells = [spell for spell in state.stack if _is_called(spell, event.card) and not spell.ability]
            if not spells or spells[-1].controller != "you":
                raise BadRequest(f"no spell of yours on the stack is called {event.card!r}", event.at)
            return lambda: casts(state, spells[-1])
    return _resolving(event, state)


def _is_called(card: CardInZone, name: str) -> bool:
    return name.casefold() in (card.ref.casefold(), card.card.name.casefold()) or card.card.face(name) is not None


def _damage(event: Event, state: State) -> Iterator[Damage]:
    """Several permanents that nothing tells apart deal damage one after the other, in each step anew."""
    taken: Counter[tuple[str, bool]] = Counter()
    for at, said in enumerate(event.damage):
        place = f"{event.at}[{at}]"
        alike = _permanents(state, said.source, f"{place}.from")
        number = taken[said.source.casefold(), said.first]
        taken[said.source.casefold(), said.first] += 1
        source = alike[number % len(alike)]
        yield Damage(source=source.id, player=_seat(state, said.to, place), amount=said.amount, first=said.first)


def _seat(state: State, name: str, at: str) -> int | None:
    """The seat of a player, None for a permanent."""
    sides = Counter(seat.side for seat in seats(state))
    for seat in seats(state):
        if name == seat.name or (sides[seat.side] == 1 and name == f"{seat.side} 1"):
            return seat.number
    _permanents(state, name, f"{at}.to")
    return None


def _permanents(state: State, name: str, at: str) -> list[Permanent]:
    """The permanents that go by a name; they must be interchangeable."""
    bare, _, number = name.rpartition("#")
    if bare and number.isdecimal():
        same = [p for _, p in permanents_by_seat(state) if bare.casefold() == p.name.casefold()]
        found = same[int(number) - 1 : int(number)] if int(number) else []
    else:
        ids = {key[1] for key in called(state, name) if isinstance(key, tuple) and key[0] == "permanent"}
        found = [p for _, p in permanents_by_seat(state) if p.id in ids]
    if not found:
        players = ", ".join(seat.name for seat in seats(state))
        raise BadRequest(f"no permanent is called {name!r} (players are called {players})", at)
    if len({(seat.number, p) for seat, p in permanents_by_seat(state) if p in found}) > 1:
        raise BadRequest(f"several permanents are called {name!r}: give the one meant a `ref`", at)
    return found


def _entering(event: Event, state: State, cards: CardSource) -> Callable[[], Process]:
    card = _card(cards, event)
    face = card.face(event.face or event.card) or card.front
    copy_of = None
    if event.copy_of:
        copy_of = _permanents(state, event.copy_of, event.at)[0]
        face = copy_of.own_face
    _check_announced(event, face)
    entering = CardInZone(card=card, kicked=tuple(map(str, event.kicked)), x=event.x, copy=event.token)
    if event.zone:
        there = next((held for held in state.you.zone(event.zone) if held.card == card), None)
        if there is None:
            raise BadRequest(f"no {card.name} is in your {event.zone}", event.at)
        field = "library_top" if event.zone == "library" else event.zone
        kept = tuple(held for held in state.you.zone(event.zone) if held.id != there.id)
        state = state.with_you(**{field: kept})
        entering = replace(entering, commander=there.commander, casts=there.casts)
    if not face.is_permanent:
        raise BadRequest(f"{face.name} is no permanent card (CR 110.4)", event.at)
    return lambda: enters(state, entering, face, copy_of)


def _card(cards: CardSource, event: Event) -> Card:
    try:
        return cards.find(event.card)
    except UnknownCard as error:
        raise UnknownCard(error.message, event.at) from None


def _check_announced(event: Event, face: Face) -> None:
    """Only a spell has kicks and an X, each kicker as often as it may be paid (CR 702.33)."""
    announced = bool(event.kicked) or event.x is not None
    if announced and (event.cast is False or event.copy_of):
        raise BadRequest("what was not cast as this spell has no kicks and no X (CR 702.33d, 107.3m)", event.at)
    counts = Counter(map(str, event.kicked))
    kickers = {str(cost.cost): cost.times for cost in face.of(OptionalCost) if cost.is_kicker}
    for cost, number in counts.items():
        most = kickers.get(cost, 0)
        if most is not None and number > most:
            raise BadRequest(f"{face.name} can't be kicked with {cost} so often (CR 702.33a)", event.at)
    variables = any(cost.mana and cost.mana.variables for cost in _costs(face))
    if event.x is not None and not variables:
        raise BadRequest(f"no cost of {face.name} has an {{X}} (CR 107.3m)", event.at)


def _costs(face: Face) -> Iterator[Cost]:
    yield Cost(face.mana_cost)
    for option in face.of(OptionalCost):
        yield option.cost


def _resolving(event: Event, state: State) -> Callable[[], Process]:
    if not event.ability and state.stack and _is_called(state.stack[-1], event.card) and not state.stack[-1].ability:
        face = state.stack[-1].card.face(event.face or event.card)
        return lambda: spell_resolves(state, face)
    source = _permanents(with_effects(state), event.card, event.at)[0]
    ability = _ability(event, source)
    seat = next(seat.number for seat, p in permanents_by_seat(state) if p.id == source.id)
    if event.kicked or event.x is not None:
        source = replace(source, kicked=tuple(map(str, event.kicked)), x=event.x)
    pending = Pending(name=source.name, seat=seat, ability=ability, source=source)
    if isinstance(ability, ActivatedAbility) and not event.targets:
        return lambda: activates(state, source.id, ability)
    targets = _targets(event, state, pending)
    return lambda: resolves(state, replace(pending, targets=targets))


def _ability(event: Event, source: Permanent) -> TriggeredAbility | ActivatedAbility:
    """The ability that is meant: by its cost, by the kicker that it asks for, by the event that it waits for."""
    found: list[TriggeredAbility | ActivatedAbility] = []
    for ability in source.face.abilities:
        if isinstance(ability, ActivatedAbility):
            names = {str(ability.cost), ability.keyword}
        elif isinstance(ability, TriggeredAbility):
            names = {str(ability.event), ability.if_kicked and str(Cost.parse(ability.if_kicked))}
        else:
            continue
        if not event.ability or _usual(event.ability) in names:
            found.append(ability)
    if len(found) != 1:
        what = f"the ability {event.ability!r}" if event.ability else "one ability that uses the stack"
        raise BadRequest(f"{source.name} has not {what}" + (", but several" if found else ""), event.at)
    (meant,) = found
    if not meant.does:
        raise Unsupported(f"what {source.name} does: {getattr(meant, 'effect', '') or event.ability}", event.at)
    return meant


def _usual(text: str) -> str:
    """A cost in its usual form; other names as they are."""
    try:
        return str(Cost.parse(text))
    except Malformed:
        return text


def _targets(event: Event, state: State, pending: Pending) -> tuple[tuple[Key, ...], ...]:
    """The targets chosen before, by name, for each thing that the ability wants to target."""
    names = list(event.targets)
    found = []
    for wanted, least, most in aims_of(pending):
        keys: list[Key] = []
        for name in names[:most]:
            meant = called(state, name)
            legal = set(legal_targets(state, pending.seat, wanted)).intersection(meant)
            if not meant or (len(legal or meant) > 1):
                raise BadRequest(
                    f"{len(legal or meant)} objects are called {name!r}: give the target a `ref`", event.at
                )
            keys += legal or meant
        if len(keys) < least:
            raise BadRequest(f"{pending.name} wants {least} targets ({wanted})", event.at)
        del names[:most]
        found.append(tuple(keys))
    if names:
        raise BadRequest(f"{pending.name} has no target {names[0]!r}", event.at)
    return tuple(found)


# --- answers as data and as text


def _node(node: Node) -> dict[str, Any]:
    decision = node.decision
    data: dict[str, Any] = {
        "player": decision.player,
        "asks": decision.asks,
        "rule": decision.rule,
        "sees": {zone: list(cards) for zone, cards in decision.sees},
        "options": [option.words for option in decision.options],
    }
    if decision.turn is not None:
        data["order"] = decision.turn + 1
    if node.then:
        data["then"] = [
            {"answers": list(answers), "decisions": [_node(inner) for inner in nodes]} for answers, nodes in node.then
        ]
    return data


def _result(outcome: Outcome) -> dict[str, Any]:
    state = outcome.state
    named = zip(seats(state), state.players(), strict=True)
    return {
        "life": {seat.name: player.life for seat, (_, player) in named},
        "happened": [_happening(state, one) for one in outcome.happened],
    }


def _happening(state: State, one: Happening) -> dict[str, Any]:
    data: dict[str, Any] = {"what": str(one.what)}
    if one.seats:
        data["players"] = [seats(state)[seat].name for seat in one.seats]
    if one.cards:
        data["cards"] = [card.name for card in one.cards]
    if one.amount:
        data["amount"] = one.amount
    if one.about:
        data["about"] = one.about
    return data


def choices_lines(question: Question, state: State, cards: CardSource) -> Iterator[str]:
    """The same as lines of text."""
    found, result = walk(question, state, cards)
    yield from _node_lines(found, "")
    if result is None:
        return
    yield "nothing is left to decide"
    for one in result.happened:
        data = _happening(result.state, one)
        rest = [", ".join(data[key]) for key in ("players", "cards") if key in data]
        rest += [f"{data['amount']:+}" if data["what"] == "life" else str(data["amount"])] if "amount" in data else []
        yield from wrapped(": ".join([data["what"], "; ".join([*rest, *([data["about"]] if one.about else [])])]), "  ")
    named = zip(seats(result.state), result.state.players(), strict=True)
    yield from wrapped("life: " + ", ".join(f"{seat.name} {player.life}" for seat, (_, player) in named), "  ")


def _node_lines(nodes: tuple[Node, ...], lead: str) -> Iterator[str]:
    for node in nodes:
        decision = node.decision
        yield from wrapped(f"{decision.player} decides: {decision.asks} (CR {decision.rule})", lead)
        for zone, cards in decision.sees:
            yield from wrapped(f"sees {zone}: {', '.join(cards) or 'nothing'}", f"{lead}  ")
        for option in decision.options:
            yield from wrapped(f"- {option.words}", f"{lead}  ")
        for answers, inner in node.then:
            if inner:
                yield from wrapped(f"if {' and '.join(answers)}:", f"{lead}  ")
                yield from _node_lines(inner, f"{lead}    ")
