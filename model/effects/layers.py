"""All continuous effects on permanents, applied in the order of the rules (CR 613)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import get_args

from castable.model.ability import Ability, Becomes, Grant, Keyword, LandTypes, Zone
from castable.model.card import Card, Face
from castable.model.effects.board import Board, with_battlefield, with_players
from castable.model.effects.cards import Place, changed_cards, with_cards, without_changes
from castable.model.effects.effect import Effect, Layer, Static
from castable.model.effects.order import next_effect
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.state import Permanent, State

__all__ = ["with_effects", "without_effects"]

_KEYWORD_COUNTERS = frozenset(
    """deathtouch;decayed;double strike;exalted;first strike;flying;haste;hexproof;indestructible;lifelink;menace;reach;
    shadow;trample;vigilance""".replace("\n    ", "").split(";")
)
"""CR 122.1b."""
_LASTING_COUNTERS = frozenset({"awakening", "blight", "flood", "mire"})
"""Counters on lands that an effect lasts with which no permanent has: what it did is not told by the board."""
_COUNTERS = _KEYWORD_COUNTERS | _LASTING_COUNTERS
_STATICS = get_args(Static)
_WITH_EFFECTS, _HAS_EFFECTS = "with effects", "has effects"
"""What a state remembers: itself with effects, or that it is one with effects."""


def with_effects(state: State) -> State:
    """The state with `effective` characteristics for each permanent that continuous effects make different, and with
    other faces for the spells and cards outside the battlefield that they reach.

    Effects change types (layer 4), colors (5), abilities (6), base power and toughness (7b), by dependency, then by
    `timestamp`, then in the order of the board. Permanents that are face down are nameless 2/2 creatures (CR 708.2),
    those that are animated are creatures too; those that are phased out take no part (CR 702.26b). Worked out from
    their own characteristics each time, so that doing it twice changes nothing. `Unsupported` names the permanent
    whose effect asks for what the state does not tell.
    """
    if _HAS_EFFECTS in state.memo:
        return state
    known: State | None = state.memo.get(_WITH_EFFECTS)
    if known is not None:
        return known
    found = without_effects(state)
    if _matters(found):
        changed = _changed(found)
        found = with_cards(_with_faces(found, dict(changed.faces)), dict(changed.cards))
    found.memo[_HAS_EFFECTS] = True
    if found is not state:
        state.memo[_WITH_EFFECTS] = found
    return found


def without_effects(state: State) -> State:
    """The state with nothing but the own characteristics of its permanents, spells and cards."""
    return without_changes(_with_faces(state, {}))


def _with_faces(state: State, faces: dict[tuple[int, int], Face]) -> State:
    """The state in which exactly these permanents, by player and place, have effective characteristics."""
    players, changed = [], False
    for number, (_, player) in enumerate(state.players()):
        permanents = {}
        for at, permanent in enumerate(player.battlefield):
            if (face := faces.get((number, at))) != permanent.effective:
                permanents[number, at] = replace(permanent, effective=face)
        changed = changed or bool(permanents)
        players.append(with_battlefield(player, permanents, number) if permanents else player)
    return with_players(state, players) if changed else state


def _matters(state: State) -> bool:
    """Whether there is something that makes a permanent other than it is by itself."""
    for _, player in state.players():
        for permanent in player.battlefield:
            if permanent.phased_out:
                continue
            if permanent.face_down or permanent.animated:
                return True
            if any(change.kind == "set" for change in permanent.sizes):
                return True
            if permanent.counters and any(kind in _COUNTERS for kind, _ in permanent.counters):
                return True
            if any(isinstance(ability, _STATICS) for ability in permanent.own_face.abilities):
                return True
        if any(_grants_from_graveyard(card.card.front.abilities) for card in player.graveyard):
            return True
    return False


def _grants_from_graveyard(abilities: tuple[Ability, ...]) -> bool:
    return any(isinstance(ability, Grant) and ability.zone is Zone.GRAVEYARD for ability in abilities)


@dataclass(frozen=True, slots=True)
class _Changed:
    """Characteristics of permanents by player and place, and cards elsewhere by where they are, so that nothing hangs
    on ids, which are no part of a state's equality."""

    faces: tuple[tuple[tuple[int, int], Face], ...]
    cards: tuple[tuple[Place, Card], ...]


@lru_cache(maxsize=512)
def _changed(state: State) -> _Changed:
    board = Board(state)
    _require_told(board)
    effects = list(_effects(state, board))
    started: dict[int, frozenset[int]] = {}
    elsewhere: list[tuple[Effect, Layer]] = []
    for layer in Layer:
        applied = _apply(layer, board, effects, started)
        elsewhere += [(effect, layer) for effect in applied if effect.reaches_cards and layer <= Layer.COLORS]
        _require_chapters(effects, board)
        if layer is Layer.ABILITIES:
            _apply_keyword_counters(board)
    faces = tuple(
        (place, face)
        for place, permanent, face in zip(board.places, board.permanents, board.faces, strict=True)
        if face != permanent.own_face
    )
    return _Changed(faces, tuple(changed_cards(state, board, elsewhere)) if elsewhere else ())


def _require_told(board: Board) -> None:
    for permanent, face in zip(board.permanents, board.faces, strict=True):
        for kind, _ in permanent.counters:
            if face.is_land and kind in _LASTING_COUNTERS:
                raise Unsupported(f"{permanent.name}: the effect that lasts while it has a {kind} counter")


def _require_chapters(effects: list[Effect], board: Board) -> None:
    """What a Saga gained by a chapter stays when it loses its chapters (CR 305.7), if the chapter came first."""
    for effect in effects:
        if effect.source is None or "counters(lore)" not in str(effect.ability.condition) or effect.exists(board):
            continue
        if board.permanents[effect.source].counters_of("lore"):
            raise Unsupported(f"{_named(effect, board)}: which of its chapters came before it lost its abilities")


def _effects(state: State, board: Board) -> Iterator[Effect]:
    number = 0
    for source, (permanent, face) in enumerate(zip(board.permanents, board.faces, strict=True)):
        for at, ability in enumerate(face.abilities):
            if isinstance(ability, Static) and not (
                isinstance(ability, Grant) and ability.zone is not Zone.BATTLEFIELD
            ):
                order = (permanent.timestamp, source, at)
                yield Effect(number=number, ability=ability, source=source, seat=board.owners[source], order=order)
                number += 1
        for at, change in enumerate(permanent.sizes):
            if change.kind == "set":
                sized = Becomes(of=Filter.ANY, power=str(change.power), toughness=str(change.toughness))
                fixed, order = frozenset((source,)), (change.timestamp, source, at)
                seat = board.owners[source]
                yield Effect(number=number, ability=sized, source=None, seat=seat, order=order, fixed=fixed)
                number += 1
    for player_number, (_, player) in enumerate(state.players()):
        for card in player.graveyard:
            for ability in card.card.front.of(Grant):
                if ability.zone is Zone.GRAVEYARD:
                    seat = board.seat(player_number)
                    yield Effect(number=number, ability=ability, source=None, seat=seat, order=(0, -1, number))
                    number += 1


def _apply(layer: Layer, board: Board, effects: list[Effect], started: dict[int, frozenset[int]]) -> list[Effect]:
    """Apply all effects of a layer; those applied, in order. One that has started in an earlier layer goes on, to the
    same permanents, even if its ability is gone (CR 613.6)."""
    done: set[int] = set()
    order: list[Effect] = []
    while True:
        pending = [
            effect
            for effect in effects
            if effect.acts_in(layer)
            and effect.number not in done
            and (effect.number in started or effect.exists(board))
        ]
        if not pending:
            return order
        effect = next_effect(pending, layer, board, started)
        targets = started[effect.number] if effect.number in started else effect.targets(board)
        effect.apply(layer, board, targets)
        started[effect.number] = targets
        done.add(effect.number)
        order.append(effect)
        if layer is Layer.ABILITIES:
            if isinstance(effect.ability, Becomes) and effect.ability.loses_abilities:
                board.bare |= targets
            effects += _nested(effect, targets, board, len(effects))


def _nested(effect: Effect, targets: frozenset[int], board: Board, number: int) -> Iterator[Effect]:
    """Effects of abilities that an effect has just given (CR 613.7a); they come too late for earlier layers."""
    if isinstance(effect.ability, LandTypes):
        return
    for ability in effect.ability.abilities:
        if isinstance(ability, LandTypes | Becomes):
            raise Unsupported(f"{_named(effect, board)}: it gives an ability that changes types or colors")
        if isinstance(ability, Grant):
            for target in sorted(targets):
                timestamp = max(board.permanents[target].timestamp, effect.order[0])
                order, seat = (timestamp, *effect.order[1:], target), board.owners[target]
                yield Effect(number=number, ability=ability, source=target, seat=seat, order=order)
                number += 1


def _named(effect: Effect, board: Board) -> str:
    return "a card in a graveyard" if effect.source is None else board.permanents[effect.source].name


def _apply_keyword_counters(board: Board) -> None:
    faces = list(board.faces)
    for number, permanent in enumerate(board.permanents):
        keywords = _keywords_of_counters(permanent)
        if keywords and number in board.bare:
            raise Unsupported(f"{permanent.name}: whether its counters came after the effect that takes its abilities")
        faces[number] = replace(faces[number], abilities=faces[number].abilities + keywords)
    board.change(tuple(faces))


def _keywords_of_counters(permanent: Permanent) -> tuple[Keyword, ...]:
    return tuple(Keyword(name=kind) for kind, count in permanent.counters if count and kind in _KEYWORD_COUNTERS)
