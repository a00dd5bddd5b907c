"""Spells and cards outside the battlefield under effects that change their types or colors (CR 109.2, 613.1d-e)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from castable.model.ability import Becomes
from castable.model.card import Card
from castable.model.effects.board import Board, with_players
from castable.model.effects.effect import Effect, Layer
from castable.model.errors import Unsupported
from castable.model.evaluate import matches
from castable.model.filter import Filter
from castable.model.seats import side_between
from castable.model.state import CardInZone, Permanent, Player, State

__all__ = ["Place", "changed_cards", "with_cards", "without_changes"]

Place = tuple[int, str, int, int]
"""Where a card is: the number of a player (-1 for the stack), the zone, the place there, and of a card imprinted on the
permanent in that place which one (else -1)."""

_ZONES = ("hand", "graveyard", "exile", "library_top", "command")


def changed_cards(state: State, board: Board, effects: Sequence[tuple[Effect, Layer]]) -> Iterator[tuple[Place, Card]]:
    """The cards that these effects, in their order, make different. `Unsupported` where others have cards in exile that
    you may come to cast, and the effects tell a player's spells from a player's cards."""
    _require_own_cards(state, board, effects)
    for place, card, number in _cards(state):
        changed = card
        for effect, layer in effects:
            changed = _under(effect, layer, board, place, changed, number)
        if changed != card:
            faces = zip(card.faces, changed.faces, strict=True)
            told = tuple(now if now == was else replace(now, printed=was) for was, now in faces)
            yield place, replace(changed, faces=told)


def _under(effect: Effect, layer: Layer, board: Board, place: Place, card: Card, number: int) -> Card:
    """The card with its faces as one effect makes them: the front as a card, each that can be cast as a spell."""
    ability = effect.ability
    assert isinstance(ability, Becomes) and ability.elsewhere is not None
    view = board.view(effect.source, effect.seat)
    side = side_between(board.plain, effect.seat, number)
    of_spells = Filter(tuple(terms for terms in ability.elsewhere.any_of if any(t.word == "spell" for t in terms)))
    of_cards = Filter(tuple(terms for terms in ability.elsewhere.any_of if terms not in of_spells.any_of))
    held = CardInZone(card=card)
    as_card = matches(of_cards, held, view, side)
    faces = []
    for face in card.faces:
        as_spell = place[3] < 0 and not face.is_land and matches(of_spells, face, view, side)
        reached = as_spell or (as_card and face is card.front)
        faces.append(effect.characterised(layer, board, face, face.colors) if reached else face)
    return replace(card, faces=tuple(faces))


def _require_own_cards(state: State, board: Board, effects: Sequence[tuple[Effect, Layer]]) -> None:
    for effect, _ in effects:
        assert isinstance(effect.ability, Becomes) and effect.ability.elsewhere is not None
        if not effect.ability.elsewhere.words() & {"you", "owner", "opponent"}:
            continue
        for _, player in state.players():
            if player is not state.you and player.exile:
                name = "an effect" if effect.source is None else board.permanents[effect.source].name
                raise Unsupported(f"{name}: which player will cast the cards of another that it may reach")


def _cards(state: State) -> Iterator[tuple[Place, Card, int]]:
    """Each card with its place and the number of the player whose it is: of spells the controller."""
    controllers = {side: number for number, (side, _) in reversed(list(enumerate(state.players())))}
    for at, spell in enumerate(state.stack):
        if not spell.ability:
            yield (-1, "stack", at, -1), spell.card, controllers.get(spell.controller, 0)
    for number, (_, player) in enumerate(state.players()):
        for zone in _ZONES:
            for at, held in enumerate(getattr(player, zone)):
                yield (number, zone, at, -1), held.card, number
        for at, permanent in enumerate(player.battlefield):
            for which, card in enumerate(permanent.imprinted):
                yield (number, "battlefield", at, which), card, number


def with_cards(state: State, cards: Mapping[Place, Card]) -> State:
    """The state with these cards in their places."""
    if not cards:
        return state
    changes: dict[tuple[int, str], dict[tuple[int, int], Card]] = {}
    for (number, zone, at, which), card in cards.items():
        changes.setdefault((number, zone), {})[at, which] = card
    players = []
    for number, (_, player) in enumerate(state.players()):
        fields: dict[str, Any] = {
            zone: _put(getattr(player, zone), found) for (owner, zone), found in changes.items() if owner == number
        }
        players.append(replace(player, **fields) if fields else player)
    state = with_players(state, players)
    stack = changes.get((-1, "stack"))
    return replace(state, stack=_put(state.stack, stack)) if stack else state


def _put(things: tuple[Any, ...], cards: Mapping[tuple[int, int], Card]) -> tuple[Any, ...]:
    found = list(things)
    for (at, which), card in cards.items():
        if which < 0:
            found[at] = replace(found[at], card=card)
        else:
            imprinted = found[at].imprinted
            found[at] = replace(found[at], imprinted=(*imprinted[:which], card, *imprinted[which + 1 :]))
    return tuple(found)


def without_changes(state: State) -> State:
    """The state with all cards as they are printed, those of spells cast this turn too."""
    if any(_is_changed(player) for _, player in state.players()) or any(map(_differs, state.stack)):
        state = with_cards(state, {place: _printed(card) for place, card, _ in _cards(state) if _is_other(card)})
    if not any(map(_is_other, state.you.spells_cast_this_turn)):
        return state
    return state.with_you(spells_cast_this_turn=tuple(map(_printed, state.you.spells_cast_this_turn)))


def _is_changed(player: Player) -> bool:
    zones = any(any(map(_differs, getattr(player, zone))) for zone in _ZONES)
    return zones or any(permanent.imprinted and _differs(permanent) for permanent in player.battlefield)


def _differs(thing: CardInZone | Permanent) -> bool:
    if isinstance(thing, Permanent):
        return any(map(_is_other, thing.imprinted))
    return _is_other(thing.card)


def _is_other(card: Card) -> bool:
    return any(face.printed is not None for face in card.faces)


def _printed(card: Card) -> Card:
    return replace(card, faces=tuple(face.printed or face for face in card.faces))
