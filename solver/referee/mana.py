"""What the words of an ability add, as they read at the moment it resolves (CR 106, 605.3b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

from castable.model.ability import ManaAbility
from castable.model.card import Layout
from castable.model.errors import Unsupported
from castable.model.evaluate import View, colors_of, holds, matches, value
from castable.model.mana import TYPES, Mana, ManaType, Unit
from castable.model.production import Addition, Mix, Origin, Production, TypeSet
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Source
from castable.solver.referee.spending import filled_in

__all__ = ["PRODUCED", "Reading", "chosen_together", "mana_of", "productions"]

PRODUCED = (Origin.COLOR_PRODUCED, Origin.TYPE_PRODUCED)
"""Types that other permanents could produce."""


@dataclass(frozen=True, slots=True)
class Reading:
    """From where a production is read: the view of its controller; `made`, the production that a trigger looks at; and
    `producible`, the types that each permanent could produce, by its id."""

    view: View
    made: Mana | None = None
    producible: Mapping[int, frozenset[ManaType]] | None = None


def mana_of(ability: ManaAbility, source: Source, reading: Reading) -> list[Mana]:
    """Every mana that the ability may add now, in a fixed order without repeats; none of it when a type is undefined.

    `source` is its source as it is, or as it last was (CR 608.2h).
    """
    production = ability.adds
    if ability.instead is not None and holds(ability.instead_if, reading.view):
        production = ability.instead
    face = source.face if isinstance(source, Permanent) else source.card.front
    snow, limit = "snow" in face.supertypes, filled_in(ability.restriction, source)
    found: dict[Mana, None] = {}
    for types in productions(production, reading):
        found[Mana.of(Unit(mana_type, snow, limit) for mana_type in types)] = None
    return list(found)


def productions(production: Production, reading: Reading) -> Iterator[tuple[ManaType, ...]]:
    """The types of the units, for every choice that the production leaves."""
    for additions in production.choices:
        yield from chosen_together(additions, reading)


def chosen_together(additions: Iterable[Addition], reading: Reading) -> Iterator[tuple[ManaType, ...]]:
    """The types of the units of additions made together; none when a type is undefined (CR 106.5)."""
    ways = [list(_ways(addition, reading)) for addition in additions]
    if not all(ways):
        yield ()
        return
    for way in product(*ways):
        yield tuple(mana_type for types in way for mana_type in types)


def _ways(addition: Addition, reading: Reading) -> Iterator[tuple[ManaType, ...]]:
    """Each choice of types for one addition; no choice at all when it needs a type and none is defined."""
    unspent = addition.types.origin is Origin.UNSPENT
    types = [] if unspent else _types(addition.types, reading)
    if not types and not unspent:
        return
    number = max(0, value(addition.amount, reading.view))  # CR 107.1b
    if unspent:
        yield tuple(unit.type for unit in reading.view.state.you.pool) * number
    elif number == 0:
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


def _types(wanted: TypeSet, reading: Reading) -> list[ManaType]:
    """The types that a set stands for now, in the order WUBRGC."""
    view = reading.view
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
        case Origin.GIVER if source is not None:
            found = set(colors_of(source))
        case Origin.COMMANDER:
            found = set(_commander_identity(state))
        case Origin.AMONG if wanted.filter:
            for side, permanent in state.permanents():
                if matches(wanted.filter, permanent, view, side):
                    found |= colors_of(permanent)
        case Origin.COLOR_PRODUCED | Origin.TYPE_PRODUCED if wanted.filter and reading.producible is not None:
            there = list(state.permanents())
            if view.taken is not None and isinstance(view.taken[1], Permanent) and "paid" in wanted.filter.words():
                there.append((view.side, view.taken[1]))
            for side, permanent in there:
                if matches(wanted.filter, permanent, view, side):
                    found |= reading.producible[permanent.id]
            if wanted.origin is Origin.COLOR_PRODUCED:
                found.discard(ManaType.C)
        case Origin.THAT_TYPE | Origin.THAT_COLOR if reading.made is not None:
            found = {unit.type for unit in reading.made if unit.type.is_color or wanted.origin is Origin.THAT_TYPE}
        case _:
            raise Unsupported(f"mana of {wanted}")
    return [mana_type for mana_type in TYPES if mana_type in found]


def _commander_identity(state: State) -> frozenset[ManaType]:
    identity = state.you.commander_identity
    if identity is None and any(card.commander for card in state.you.command):
        raise Unsupported("a commander whose color identity the state does not give")
    return identity or frozenset()
