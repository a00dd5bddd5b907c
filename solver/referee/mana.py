"""What one activation of a mana ability adds, as its effect reads at the moment it resolves (CR 106, 605.3b)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from castable.model.ability import ManaAbility
from castable.model.card import Layout
from castable.model.errors import Unsupported
from castable.model.evaluate import View, colors_of, holds, matches, value
from castable.model.mana import NO_MANA, TYPES, Mana, ManaType, Unit
from castable.model.production import Addition, Mix, Origin, TypeSet
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Source

__all__ = ["outcomes"]


def outcomes(ability: ManaAbility, state: State, source: Source, amount: int | None, removed: int) -> list[Mana]:
    """Every mana that the ability may add now, in a fixed order without repeats; none of it when a type is undefined.

    `state` is the game once its costs are paid and `source` the source as it is, or as it last was (CR 608.2h);
    `amount` is the number chosen while paying and `removed` how many counters were removed.
    """
    permanent = source if isinstance(source, Permanent) else None
    view = View(state, source=permanent, x=amount, removed=removed)
    production = ability.adds
    if ability.instead is not None and holds(ability.instead_if, view):
        production = ability.instead
    face = source.face if isinstance(source, Permanent) else source.card.front
    snow = "snow" in face.supertypes
    found: dict[Mana, None] = {}
    for additions in production.choices:
        ways = [list(_ways(addition, view)) for addition in additions]
        if not all(ways):  # a type that is undefined empties the whole production: CR 106.5
            found[NO_MANA] = None
            continue
        for way in product(*ways):
            found[Mana.of(Unit(t, snow) for types in way for t in types)] = None
    return list(found)


def _ways(addition: Addition, view: View) -> Iterator[tuple[ManaType, ...]]:
    """Each choice of types for one addition; no choice at all when it needs a type and none is defined."""
    number = max(0, value(addition.amount, view))  # CR 107.1b
    types = _types(addition.types, view)
    if number == 0:
        yield ()
    elif addition.mix is Mix.ANY:
        yield from combinations_with_replacement(types, number)
    elif addition.mix is Mix.DIFFERENT:
        if types and number > len(types):
            raise Unsupported(f"{addition} out of {len(types)} types")
        yield from combinations(types, number)
    else:
        for mana_type in types:
            yield (mana_type,) * number


def _types(wanted: TypeSet, view: View) -> list[ManaType]:
    """The types that a set stands for now, in the order WUBRGC."""
    state, source = view.state, view.source
    found: set[ManaType] = set()
    match wanted.origin:
        case Origin.LISTED:
            found = set(wanted.listed)
        case Origin.CHOSEN_COLOR:
            found = {ManaType(letter) for what, letter in (source.chosen if source else ()) if what == "color"}
        case Origin.IMPRINTED:
            for card in source.imprinted if source else ():
                for face in card.faces if card.layout is Layout.SPLIT else card.faces[:1]:  # CR 709.4b, 712.8a
                    found |= face.colors
        case Origin.COMMANDER:
            identity = state.you.commander_identity
            if identity is None and any(card.commander for card in state.you.command):
                raise Unsupported("a commander whose color identity the state does not give")
            found = set(identity or ())
        case Origin.AMONG if wanted.filter:
            for side, permanent in state.permanents():
                if matches(wanted.filter, permanent, view, side):
                    found |= colors_of(permanent)
        case _:
            raise Unsupported(f"mana of {wanted}")
    return [mana_type for mana_type in TYPES if mana_type in found]
