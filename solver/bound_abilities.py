"""Mana abilities as they are where they are, with what they read from other permanents filled in (CR 106.7)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from castable.model.ability import ManaAbility, Zone
from castable.model.errors import Unsupported
from castable.model.production import Addition, Origin, Production, TypeSet, reads_paid
from castable.model.state import CardInZone, Permanent, State
from castable.solver.could_produce import REFERENCES, making_abilities

if TYPE_CHECKING:
    from castable.solver.graph import ManaGraph

__all__ = ["BoundAbilities"]


class BoundAbilities:
    """The mana abilities of your objects in one state. The graph, and networkx with it, is loaded when it is needed."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _graph(self) -> ManaGraph:
        from castable.solver.graph import mana_graph

        return mana_graph(self._state)

    def of(self, thing: Permanent | CardInZone) -> tuple[ManaAbility, ...]:
        """Those that work where the object is; a face-down permanent has none (CR 708.2)."""
        if isinstance(thing, CardInZone):
            return tuple(a for a in thing.card.front.mana_abilities if a.zone is Zone.HAND)
        if thing.face_down:
            return ()
        return tuple(self._bound(a, thing) for a in thing.face.mana_abilities if a.zone is Zone.BATTLEFIELD)

    def _bound(self, ability: ManaAbility, thing: Permanent) -> ManaAbility:
        adds, instead = self._production(ability.adds, thing), ability.instead
        instead = instead and self._production(instead, thing)
        return (
            ability
            if adds is ability.adds and instead is ability.instead
            else replace(ability, adds=adds, instead=instead)
        )

    def _production(self, production: Production, thing: Permanent) -> Production:
        if not production.has_origin(*REFERENCES):
            return production
        return Production(
            tuple(tuple(self._addition(addition, thing) for addition in choice) for choice in production.choices)
        )

    def _addition(self, addition: Addition, thing: Permanent) -> Addition:
        """The addition with its types listed; none at all where nothing could be produced."""
        types = addition.types
        if types.origin not in REFERENCES or types.filter is None or reads_paid(addition):
            return addition
        colors_only = types.origin is Origin.COLOR_PRODUCED
        found = self._graph.read(thing.id, types.filter)
        listed = tuple(t for t in found if t.is_color or not colors_only)
        return replace(addition, types=TypeSet(Origin.LISTED, listed))

    def with_paid(self, ability: ManaAbility, taken: Permanent | CardInZone) -> ManaAbility:
        """The ability with the types that the object which its cost took could produce, as it last was, filled in."""
        if not any(reads_paid(addition) for addition in ability.adds.additions):
            return ability
        if not isinstance(taken, Permanent) or ability.instead is not None:
            raise Unsupported(f"mana of {ability.adds}")
        choices = tuple(tuple(self._of_paid(one, taken) for one in choice) for choice in ability.adds.choices)
        return replace(ability, adds=Production(choices))

    def _of_paid(self, addition: Addition, taken: Permanent) -> Addition:
        if not reads_paid(addition):
            return addition
        if addition.types.origin not in REFERENCES:
            raise Unsupported(f"mana of {addition}")
        for making in making_abilities(taken, self._state):
            lasting = all(one.amount.measure in _OF_ITSELF for one in making.adds.additions)
            if not lasting or making.instead or making.only_if or making.adds.has_origin(*_OF_OTHERS):
                raise Unsupported(f"what {taken.name} could produce as it is given up")
        colors_only = addition.types.origin is Origin.COLOR_PRODUCED
        found = self._graph.could_produce(taken.id)
        listed = tuple(t for t in found if t.is_color or not colors_only)
        return replace(addition, types=TypeSet(Origin.LISTED, listed))


_OF_ITSELF = frozenset({"", "X", "chosen", "removed"})
"""Measures of an amount that nothing changes which happens before."""
_OF_OTHERS = (*REFERENCES, Origin.AMONG, Origin.UNSPENT)
"""Origins that other objects have a say in."""
