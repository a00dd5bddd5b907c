"""What the tests of the acceptance scenarios share: casting, resolving, boards with several players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from castable.model.board import state_from_data
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.evaluate import View, power_of, toughness_of
from castable.model.pool import built_in
from castable.model.state import CardInZone, Permanent, State
from castable.solver.announce import Wishes
from castable.solver.choices.events import Process, spell_resolves
from castable.solver.choices.happening import Outcome
from castable.solver.choices.triggers import Damage
from castable.solver.choices.walking import played
from castable.solver.payments import payments

__all__ = ["arrived", "cast", "damage", "held", "many", "named", "resolved_spell", "size", "table", "tapped"]


def many(name: str, count: int, **status: Any) -> dict[str, Any]:
    return {"card": name, "count": count, **status}


def table(you: dict[str, Any], *opponents: dict[str, Any], **state: Any) -> State:
    """A state with these players."""
    return state_from_data({"you": you, "opponents": list(opponents or ({},)), **state}, built_in())


def cast(state: State, name: str, *kicked: str, x: int | None = None, **wishes: Any) -> State:
    """The state once the spell is cast, kicked exactly so, with the first payment there is."""
    wanted = Wishes(kicked=tuple(map(Cost.parse, kicked)), x=x, **wishes)
    return payments(state, name, wanted)[0].apply(state)


def resolved_spell(state: State, *answers: str) -> Outcome:
    """The spell on top of the stack resolves, and what triggers on that."""
    process: Process = spell_resolves(state)
    return played(process, *answers)


def arrived(state: State, *answers: str) -> Permanent:
    """The permanent that the spell on top of the stack becomes."""
    battlefield = resolved_spell(state, *answers).state.you.battlefield
    before = {permanent.id for permanent in state.you.battlefield}
    return next(permanent for permanent in battlefield if permanent.id not in before)


def named(state: State, name: str) -> Permanent:
    """The first permanent of that name."""
    return next(permanent for _, permanent in state.permanents() if permanent.name == name)


def held(card: Card, **announced: Any) -> CardInZone:
    """A card that is about to enter, or a spell, with these announcements."""
    return CardInZone(card=card, **announced)


def size(state: State, name: str) -> tuple[int, int]:
    """Power and toughness of the first permanent of that name."""
    seen = with_effects(state)
    side = next(side for side, permanent in seen.permanents() if permanent.name == name)
    thing, view = named(seen, name), View(seen)
    return power_of(thing, view, side), toughness_of(thing, view, side)


def damage(state: State, *dealt: tuple[str, int | None, int], first: bool = False) -> tuple[Damage, ...]:
    """Combat damage: by the permanent of that name, to a player's seat (None: to a creature), how much."""
    return tuple(Damage(source=named(state, by).id, player=to, amount=amount, first=first) for by, to, amount in dealt)


def tapped(state: State, name: str, status: bool = True) -> State:
    """The state with your permanent of that name tapped, or untapped."""
    return state.with_permanent(replace(named(state, name), tapped=status))
