"""Which abilities trigger, and what waits on the stack because of it (CR 603.2-603.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from castable.model.ability import ActivatedAbility
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.event import Event, SpellEffect, TriggeredAbility
from castable.model.filter import Filter
from castable.model.seats import permanents_by_seat, seats, side_between
from castable.model.state import CardInZone, Permanent, State
from castable.solver.choices.table import view_from

__all__ = [
    "Damage",
    "Pending",
    "cast_triggers",
    "condition_holds",
    "damage_triggers",
    "enters_triggers",
]

_THIS = Filter.parse("this")
_IS_KICKED = Condition.parse("kicked")


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Combat damage that one permanent deals to a player (`player`, a seat) or to something else (None) at once with
    all other damage of the same step: the first one is there where there is first or double strike (CR 510.2, 510.4).
    """

    source: int
    player: int | None
    amount: int
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An ability or a spell that is about to resolve: what does it, for whom, its source and what it remembers.

    `source` is the permanent as it was, None for an emblem and a spell; `spell` the spell that is meant: itself, or
    the one that the ability triggered on. `targets` are what was chosen for it, for each of its filters.
    """

    name: str
    seat: int
    ability: TriggeredAbility | ActivatedAbility | SpellEffect
    source: Permanent | None = None
    spell: CardInZone | None = None
    targets: tuple[tuple[Hashable, ...], ...] = ()

    @property
    def kicked(self) -> tuple[str, ...]:
        """Kicker costs that were paid for the spell, or for the one that became the source."""
        if self.source is not None:
            return self.source.kicked
        return self.spell.kicked if self.spell else ()

    @property
    def x(self) -> int:
        """The X of the spell that became the source, or of the spell (CR 107.3m); 0 where there was none."""
        found = self.source.x if self.source is not None else self.spell.x if self.spell else None
        return found or 0

    @property
    def kind(self) -> tuple[object, ...]:
        """What makes the order of two of them matter."""
        return (self.name, self.ability, self.kicked, self.x)


def damage_triggers(state: State, damage: Iterable[Damage]) -> list[Pending]:
    """What triggers on combat damage that was dealt at once. Damage of 0 is not dealt (CR 120.8)."""
    dealt: Counter[tuple[int, int]] = Counter()
    for one in damage:
        if one.amount > 0 and one.player is not None:
            dealt[one.source, one.player] += one.amount
    found = []
    for seat, source, ability in _abilities(state, Event.COMBAT_DAMAGE):
        hits = [(by, hit) for by, hit in dealt if _is_about(state, seat, source, ability, by)]
        players = {hit for _, hit in hits}
        times = len(players) if ability.together else len(hits)
        found += [Pending(name=source.name, seat=seat, ability=ability, source=source)] * times
    return found


def enters_triggers(state: State, entered: Iterable[int]) -> list[Pending]:
    """What triggers on these permanents having entered at once, their own abilities among it."""
    found = []
    for seat, source, ability in _abilities(state, Event.ENTERS):
        number = sum(_is_about(state, seat, source, ability, identity) for identity in entered)
        found += [Pending(name=source.name, seat=seat, ability=ability, source=source)] * number
    return found


def cast_triggers(state: State, spell: CardInZone) -> list[Pending]:
    """What triggers on you having cast a spell: abilities of your permanents and emblems. Copies are not cast."""
    if spell.copy:
        return []
    found = []
    seen = with_effects(state)
    for seat, source, ability in _abilities(state, Event.CAST):
        if seat == 0 and _is_spell(ability.of, spell, View(seen, source)):
            found.append(Pending(name=source.name, seat=0, ability=ability, source=source, spell=spell))
    for emblem in state.you.emblems:
        for ability in emblem.of(TriggeredAbility):
            if ability.event is Event.CAST and _is_spell(ability.of, spell, View(seen)):
                found.append(Pending(name=emblem.name, seat=0, ability=ability, spell=spell))
    return found


def _is_spell(wanted: Filter, spell: CardInZone, view: View) -> bool:
    """Whether a spell matches; which face of a card was cast is not told, so all must agree."""
    faces = [face for face in spell.card.faces if not face.is_land]
    answers = {matches(wanted, face, view) for face in faces}
    if len(answers) > 1:
        raise Unsupported(f"which face of {spell.card.name} was cast, for {wanted}")
    return answers.pop()


def _abilities(state: State, event: Event) -> Iterator[tuple[int, Permanent, TriggeredAbility]]:
    """The triggered abilities of permanents that wait for such an event and whose conditions hold."""
    for seat, permanent in permanents_by_seat(with_effects(state)):
        for ability in permanent.face.of(TriggeredAbility):
            if ability.event is not event or not _was_kicked(ability, permanent.kicked):
                continue
            view = View(view_from(state, seat.number), permanent, x=permanent.x or 0)
            if condition_holds(ability.condition, view, permanent.kicked):
                yield seat.number, permanent, ability


def _was_kicked(ability: TriggeredAbility, kicked: tuple[str, ...]) -> bool:
    """Whether the kicker was paid that an ability asks for (CR 702.33e)."""
    if ability.if_kicked in ("", "any"):
        return bool(kicked) or not ability.if_kicked
    wanted = str(Cost.parse(ability.if_kicked))
    return any(str(Cost.parse(cost)) == wanted for cost in kicked)


def condition_holds(condition: Condition | None, view: View, kicked: tuple[str, ...]) -> bool:
    """As `holds`, for a spell too, of which it is known whether it was kicked."""
    if condition == _IS_KICKED:
        return bool(kicked)
    return holds(condition, view)


def _is_about(state: State, seat: int, source: Permanent, ability: TriggeredAbility, identity: int) -> bool:
    """Whether the object of an event is one that the ability waits for, seen by the ability's controller."""
    seen = with_effects(state)
    for owner, permanent in permanents_by_seat(seen):
        if permanent.id == identity:
            side = side_between(state, seats(state)[seat], owner.number)
            return matches(ability.of, permanent, View(view_from(state, seat), source), side)
    return False
