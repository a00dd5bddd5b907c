"""What a production may add now: types read from the game, counted amounts, combinations (CR 106.1-106.5)."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from math import comb

from castable.model.errors import TooLarge, Unsupported
from castable.model.evaluate import View, colors_of, matches, value
from castable.model.mana import TYPES, ManaType
from castable.model.production import Addition, Mix, Origin, Production, TypeSet

__all__ = ["MAX_COMBINATIONS", "adds_of", "types_of"]

MAX_COMBINATIONS = 2_000
"""One ability that may add more different multisets of mana than this is `TooLarge`."""


def types_of(types: TypeSet, view: View) -> tuple[ManaType, ...]:
    """The types a set stands for now; empty when it is undefined (CR 106.5)."""
    source = view.source
    found: frozenset[ManaType]
    match types.origin:
        case Origin.LISTED:
            return types.listed
        case Origin.CHOSEN_COLOR if source is not None:
            found = frozenset(ManaType(v) for k, v in source.chosen if k == "color")
        case Origin.IMPRINTED if source is not None:
            found = frozenset().union(*(card.front.colors for card in source.imprinted))
        case Origin.GIVER if source is not None:
            found = colors_of(source)
        case Origin.COMMANDER:
            identity = view.player.commander_identity
            if identity is None:
                commanders = [card for card in view.player.command if card.commander or card.casts]
                identity = frozenset().union(*(card.card.color_identity for card in commanders))
            found = identity
        case Origin.AMONG if types.filter is not None:
            found = frozenset().union(
                *(colors_of(p) for side, p in view.state.permanents() if matches(types.filter, p, view, side))
            )
        case _:
            raise Unsupported(f"mana of {types}")
    return tuple(t for t in TYPES if t in found)


def adds_of(production: Production, view: View) -> tuple[tuple[ManaType, ...], ...]:
    """Every multiset of mana that a production may make now, as sorted types; `()` where it makes nothing."""
    found: dict[tuple[ManaType, ...], None] = {}
    for additions in production.choices:
        for parts in product(*(_addition(addition, view) for addition in additions)):
            undefined = any(part is None for part in parts)
            units = () if undefined else tuple(t for part in parts if part for t in part)
            found[tuple(sorted(units, key=TYPES.index))] = None
    return tuple(found)


def _addition(addition: Addition, view: View) -> list[tuple[ManaType, ...] | None]:
    """What one addition may add; None where its type is undefined, which empties the whole production (CR 106.5)."""
    types = types_of(addition.types, view)
    amount = value(addition.amount, view)
    if not types:
        return [None]
    if addition.mix is Mix.SAME:
        return [(t,) * amount for t in types]
    if addition.mix is Mix.ANY:
        if comb(amount + len(types) - 1, amount) > MAX_COMBINATIONS:
            raise TooLarge(f"{amount} mana in any combination of {len(types)} types")
        return list(combinations_with_replacement(types, amount))
    return list(combinations(types, min(amount, len(types))))
