"""What tapping a permanent for mana really yields: replacement effects, then triggered mana abilities (CR 106.12, 616).

Replacements apply to the mana as it is produced, each once, in every order that the player may choose; triggers look at
what was really made, and add mana of their own, which is no part of the permanent's production (CR 106.12a-b).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from castable.model.ability import ProductionReplacement, TriggeredManaAbility
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter
from castable.model.mana import TYPES, ManaType, Restriction, Unit
from castable.model.production import Addition, Origin, Production, TypeSet
from castable.model.state import Permanent, State
from castable.solver.adding import adds_of
from castable.solver.spending import WANTED, bound_restriction

__all__ = ["TapRules", "Types", "sorted_types"]

Types = tuple[ManaType, ...]
"""A multiset of mana types, sorted."""


def sorted_types(types: Iterator[ManaType] | Types) -> Types:
    """In the order WUBRGC."""
    return tuple(sorted(types, key=TYPES.index))


_WORN = frozenset({"attached", "enchanted", "equipped"})


@dataclass(frozen=True, slots=True)
class _Effect:
    """An effect with the permanent it comes from and that permanent's side."""

    ability: ProductionReplacement | TriggeredManaAbility
    source: Permanent
    side: str


class TapRules:
    """The replacements and triggers of one state that bear on tapping permanents for mana."""

    def __init__(self, state: State, made_by: Filter | None = None) -> None:
        self._state = state
        self._made_by = made_by
        self._replacements: list[_Effect] = []
        self._triggers: list[_Effect] = []
        for side, permanent in (*state.permanents(), *state.lasting):
            for ability in permanent.face.abilities:
                if isinstance(ability, ProductionReplacement):
                    self._replacements.append(_Effect(ability, permanent, side))
                elif isinstance(ability, TriggeredManaAbility):
                    self._triggers.append(_Effect(ability, permanent, side))

    def mark(self, source: Permanent | None, side: str = "you") -> str | None:
        """What mana remembers of its source: whether it is one that the spell being cast asks for."""
        if self._made_by is None or source is None:
            return None
        return WANTED if matches(self._made_by, source, View(self._state), side) else None

    def concern(self, tapped: Permanent, side: str = "you") -> bool:
        """Whether any of them watches this permanent."""
        return any(self._watches(e, tapped, side) for e in (*self._replacements, *self._triggers))

    def follows(self, source: Permanent) -> bool:
        """Whether a trigger watches all mana of your permanent, tapped for it or not."""
        return any(self._of_any_ability(e) and self._watches(e, source, "you") for e in self._triggers)

    @staticmethod
    def _of_any_ability(effect: _Effect) -> bool:
        return isinstance(effect.ability, TriggeredManaAbility) and effect.ability.any_ability

    def triggered_by(self, tapped: Permanent, *, worn: bool) -> bool:
        """Whether a trigger watches your permanent; with `worn` only one of something attached to it."""
        return any(
            self._watches(effect, tapped, "you") and (not worn or bool(_WORN & effect.ability.watches.words()))
            for effect in self._triggers
        )

    def produced(self, made: Types, tapped: Permanent, side: str = "you") -> frozenset[Types]:
        """Every mana that an ability making `made` may come to after replacements, in every order (CR 616.1)."""
        effects = [e for e in self._replacements if self._watches(e, tapped, side)]
        return frozenset(self._replaced(made, effects)) if made else frozenset((made,))

    def _replaced(self, made: Types, effects: list[_Effect]) -> Iterator[Types]:
        """Apply one applicable replacement after another; an effect gets one go (CR 614.5, 616.1f)."""
        applicable = [e for e in effects if self._applies(e.ability, made)]
        if not applicable:
            yield made
            return
        for effect in applicable:
            rest = [e for e in effects if e is not effect]
            for after in self._outcomes(effect, made):
                yield from self._replaced(after, rest)

    def _watches(self, effect: _Effect, tapped: Permanent, side: str) -> bool:
        ability = effect.ability
        view = View(self._state, effect.source, effect.side)
        if ability.who == "you" and side != effect.side:
            return False
        if ability.who == "opponent" and (side == "opponent") == (effect.side == "opponent"):
            return False
        return matches(ability.watches, tapped, view, side) and holds(ability.condition, view)

    @staticmethod
    def _applies(ability: ProductionReplacement | TriggeredManaAbility, made: Types) -> bool:
        if ability.made is not None and not {unit.type for unit in ability.made} & set(made):
            return False
        return not isinstance(ability, ProductionReplacement) or len(made) > ability.if_more_than

    def _outcomes(self, effect: _Effect, made: Types) -> Iterator[Types]:
        ability = effect.ability
        assert isinstance(ability, ProductionReplacement)
        if ability.plus is not None:
            raise Unsupported(f"{effect.source.name}: {ability.plus} in addition to other mana")
        if ability.instead is None:
            yield made * ability.factor
        elif ability.keep_amount:
            for types in self._added(ability.instead, effect, made):
                if len(types) != 1:
                    raise Unsupported(f"{effect.source.name}: {ability.instead} for each mana")
                yield types * len(made)
        else:
            yield from self._added(ability.instead, effect, made)

    def bonuses(self, made: Types, source: Permanent, *, tapped: bool) -> Iterator[tuple[Unit, ...]]:
        """Every mana that triggered mana abilities may add to a production of your permanent that came to `made`; `()`
        when none. `tapped` tells whether it was tapped for it.
        """
        if not made:
            yield ()
            return
        seen = [
            effect
            for effect in self._triggers
            if (tapped or self._of_any_ability(effect))
            and self._watches(effect, source, "you")
            and self._goes_off(effect, made)
        ]
        for effect in seen:
            if self.follows(effect.source):
                raise Unsupported(f"{effect.source.name}: mana of its triggered ability, which triggers another")
        options = [self._bonus(effect, made, source) for effect in seen]
        for chosen in product(*options):
            yield tuple(unit for units in chosen for unit in units)

    def _goes_off(self, effect: _Effect, made: Types) -> bool:
        ability = effect.ability
        assert isinstance(ability, TriggeredManaAbility)
        if ability.to_controller and effect.side != "you":
            return False
        if ability.made_chosen_color:
            chosen = {ManaType(value) for key, value in effect.source.chosen if key == "color"}
            if not chosen:
                raise Unsupported(f"{effect.source.name}: no color is chosen for it")
            return bool(chosen & set(made))
        return self._applies(ability, made)

    def _bonus(self, effect: _Effect, made: Types, tapped: Permanent) -> list[tuple[Unit, ...]]:
        ability = effect.ability
        assert isinstance(ability, TriggeredManaAbility)
        limit: Restriction | None = bound_restriction(ability.restriction, effect.source)
        snow, mark = "snow" in effect.source.face.supertypes, self.mark(effect.source, effect.side)
        return [
            tuple(Unit(t, snow, limit, mark) for t in types)
            for types in dict.fromkeys(self._added(ability.adds, effect, made, tapped))
        ]

    def _added(
        self, production: Production, effect: _Effect, made: Types, tapped: Permanent | None = None
    ) -> Iterator[Types]:
        bound = Production(
            tuple(tuple(_bound(addition, made) for addition in additions) for additions in production.choices)
        )
        yield from adds_of(bound, View(self._state, effect.source, effect.side, event=tapped))


def _bound(addition: Addition, made: Types) -> Addition:
    """The addition with "a type that was produced" filled in."""
    if addition.types.origin not in (Origin.THAT_TYPE, Origin.THAT_COLOR):
        return addition
    types = tuple(t for t in TYPES if t in made and (t.is_color or addition.types.origin is Origin.THAT_TYPE))
    return replace(addition, types=TypeSet(Origin.LISTED, types))
