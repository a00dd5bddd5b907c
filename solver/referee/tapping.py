"""All mana that one activation of a mana ability leads to: tapping for mana may be replaced, and may trigger abilities
(CR 106.12, 605)."""

from __future__ import annotations

from dataclasses import replace

from castable.model.ability import ManaAbility, TriggeredManaAbility
from castable.model.evaluate import View, holds
from castable.model.mana import NO_MANA, Mana, Unit
from castable.model.production import reads_paid
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Source
from castable.solver.referee.mana import PRODUCED, Reading, mana_of, productions
from castable.solver.referee.producible import could_produce
from castable.solver.referee.replacing import replaced, replacements
from castable.solver.referee.spending import filled_in
from castable.solver.referee.standing import Standing, standing

__all__ = ["outcomes"]


def outcomes(
    ability: ManaAbility,
    state: State,
    source: Source,
    amount: int | None,
    removed: int,
    taken: tuple[str, Source] | None,
    before: State,
) -> list[Mana]:
    """All mana that an activation may add now, with what it triggers, in a fixed order without repeats.

    `state` is the game once its costs are paid and `source` the source as it is, or as it last was (CR 608.2h);
    `amount` is the number chosen while paying, `removed` how many counters were removed, `taken` what was done to
    the object given up and that object, `before` the game when it was still there.
    """
    permanent = source if isinstance(source, Permanent) else None
    view = View(state, source=permanent, x=amount, removed=removed, taken=taken)
    borrows = any(production and production.has_origin(*PRODUCED) for production in (ability.adds, ability.instead))
    producible = could_produce(state) if borrows else None
    if producible is not None and taken is not None and any(map(reads_paid, ability.adds.additions)):
        producible = {**producible, taken[1].id: could_produce(before).get(taken[1].id, frozenset())}
    reading = Reading(view, producible=producible)
    found = mana_of(ability, source, reading)
    if permanent is None:
        return found
    taps = ability.cost.taps  # else it is no tapping for mana: CR 106.12
    effects = replacements(state, permanent) if taps else []
    made = {mana for plain in found for mana in replaced(plain, effects)}
    together = {mana + extra for mana in made for extra in _triggered(mana, state, permanent, taps)}
    if not taps and together == set(found):
        return found
    return sorted(together, key=lambda mana: (len(mana), mana.notation))


def _triggered(made: Mana, state: State, tapped: Permanent, taps: bool) -> set[Mana]:
    """All mana that triggered mana abilities may add for you once this mana was made (CR 106.12a, 605.4a); `taps` tells
    whether the permanent was tapped for it."""
    found = {NO_MANA}
    for one in standing(state, TriggeredManaAbility) if made.units else ():
        trigger = one.ability
        goes_off = (taps or trigger.any_ability) and one.counts(trigger.who)
        goes_off = goes_off and one.speaks_of(trigger.watches, tapped) and _saw(one, made)
        for_you = not trigger.to_controller or one.side == "you"
        if goes_off and for_you and holds(trigger.condition, one.view):
            snow, limit = "snow" in one.source.face.supertypes, filled_in(trigger.restriction, one.source)
            view = replace(one.view, event=tapped)
            choices = {
                Mana.of(Unit(mana_type, snow, limit) for mana_type in types)
                for types in productions(trigger.adds, Reading(view, made))
            }
            found = {before + adds for before in found for adds in choices}
    return found


def _saw(one: Standing[TriggeredManaAbility], made: Mana) -> bool:
    """Whether the mana that was really made is of a type that the ability asks for."""
    types = {unit.type.value for unit in made}
    if one.ability.made is not None and not types & {unit.type.value for unit in one.ability.made}:
        return False
    return not one.ability.made_chosen_color or dict(one.source.chosen).get("color") in types
