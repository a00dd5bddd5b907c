"""Which effect of a layer comes next: dependencies first, then timestamps (CR 613.7-8)."""

from __future__ import annotations

from castable.model.effects.board import Board
from castable.model.effects.effect import Effect, Layer
from castable.model.filter import CARD_TYPES, COLOR_WORDS
from castable.model.view import KEYWORDS

__all__ = ["next_effect"]


def next_effect(pending: list[Effect], layer: Layer, board: Board, started: dict[int, frozenset[int]]) -> Effect:
    """The effect that applies next. Those of a dependency loop go by timestamp (CR 613.8b)."""
    first = [effect for effect in pending if effect.defines_itself] or pending
    reaches: dict[int, frozenset[int]] = {}
    needs: dict[int, set[int]] = {effect.number: set() for effect in first}
    for a in first:
        for b in first:
            if a is b or a.number in started or not (b.takes_abilities or _looks(a, b, layer)):
                continue
            if b.number not in reaches:
                reaches[b.number] = started[b.number] if b.number in started else b.targets(board)
            if _depends(a, b, reaches[b.number], layer, board):
                needs[a.number].add(b.number)
    reach = {number: _reached(number, needs) for number in needs}
    free = [effect for effect in first if all(effect.number in reach[other] for other in reach[effect.number])]
    return min(free, key=lambda effect: effect.order)


def _reached(number: int, needs: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    waiting = list(needs[number])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += needs[other]
    return found


def _depends(a: Effect, b: Effect, changed: frozenset[int], layer: Layer, board: Board) -> bool:
    """Whether applying `b` to what it changes would change if `a` exists or what it applies to (CR 613.8a)."""
    if not changed or not (a.source in changed or _looks(a, b, layer)):
        return False
    watched = range(len(board.permanents)) if a.ability.condition or _measures(a) else changed
    before, faces = a.among(watched, board), board.faces
    b.apply(layer, board, changed)
    try:
        return not a.exists(board) or a.among(watched, board) != before
    finally:
        board.change(faces)


def _looks(a: Effect, b: Effect, layer: Layer) -> bool:
    """Whether what `a` applies to may hang on characteristics that `b` sets in this layer."""
    if a.ability.condition is not None:
        return True
    words = a.of.words()
    match layer:
        case Layer.TYPES:
            subtypes = any(word[0].isupper() or word in _OF_SUBTYPES for word in words)
            return subtypes or (b.sets_card_types and bool(words & (CARD_TYPES | _OF_CARD_TYPES)))
        case Layer.COLORS:
            return bool(words & (COLOR_WORDS.keys() | _OF_COLORS))
        case Layer.ABILITIES:
            return _measures(a) or any(word in KEYWORDS or word.startswith("keyword(") for word in words)
        case Layer.SIZES:
            return False


_OF_SUBTYPES = frozenset({"chosentype", "historic", "outlaw"})
_OF_CARD_TYPES = frozenset({"historic", "permanent"})
_OF_COLORS = frozenset({"chosencolor", "colorless", "colored", "monocolored", "multicolored"})


def _measures(effect: Effect) -> bool:
    return any(word.startswith(("power", "toughness")) for word in effect.of.words())
