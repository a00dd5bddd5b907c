"""Static and triggered abilities in force, each as its controller sees it; what they forbid (CR 604, 101.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from castable.model.ability import Ability, ManaAbility, Prohibition
from castable.model.amount import Comparison, Condition
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter
from castable.model.seats import Seat, permanents_by_seat, seats, seen_from, shares_life
from castable.model.state import Permanent, State
from castable.solver.referee.casting import Source, name_of

__all__ = ["Standing", "check_not_forbidden", "forbids", "in_force", "standing"]

_A = TypeVar("_A", bound=Ability)


@dataclass(frozen=True, slots=True)
class Standing(Generic[_A]):
    """An ability of a permanent in play: `view` is its controller's, and `side` how you and that player stand."""

    ability: _A
    view: View
    side: str

    @property
    def source(self) -> Permanent:
        """The permanent that has it."""
        assert self.view.source is not None
        return self.view.source

    def counts(self, who: str) -> bool:
        """Whether you are who the ability speaks of: `you` (its controller), `opponent` or `any`."""
        if who not in ("you", "opponent", "any"):
            raise Unsupported(f"{self.source.name}: what {who!r} does")
        return who == "any" or who == self.side

    def speaks_of(self, wanted: Filter, thing: Source) -> bool:
        """Whether an object of yours is what it speaks of."""
        return matches(wanted, thing, self.view, self.side)


def standing(state: State, kind: type[_A], *, hidden: bool = False) -> Iterator[Standing[_A]]:
    """Every ability of one kind among permanents in play, effects worked out, whoever controls them, and among what
    lasts.

    `hidden` says that `you` of the state is another player, of whom only the battlefield is known.
    """
    for seat, permanent in (*permanents_by_seat(state), *_lasting(state)):
        for ability in permanent.face.of(kind):
            view = View(seen_from(state, seat), source=permanent, hidden=hidden or seat.number != 0)
            yield Standing(ability, view, seat.side)


def _lasting(state: State) -> Iterator[tuple[Seat, Permanent]]:
    """What has resolved and lasts this turn, with the seat of its controller."""
    for side, source in state.lasting:
        yield next(seat for seat in seats(state) if seat.side == side), source


_OF_CASTER = frozenset({"caster's turn", "caster's sorcery time"})


def in_force(condition: Condition | None, view: View, state: State) -> bool:
    """Whether a condition holds for its controller's view, and for yours (that of `state`) where it asks of whoever
    casts or activates."""

    def is_so(comparison: Comparison) -> bool:
        return holds(Condition(((comparison,),)), View(state) if comparison.fact in _OF_CASTER else view)

    return condition is None or any(all(map(is_so, parts)) for parts in condition.any_of)


_ANY_ZONE = frozenset({"source", "chosenname"})
"""Words of filters that speak of cards outside the battlefield too (CR 109.2)."""


def check_not_forbidden(state: State, source: Source, ability: ManaAbility) -> None:
    """`IllegalPayment` when something says that this mana ability can't be activated (CR 101.2, 602.5)."""
    for one in standing(state, Prohibition):
        rule = one.ability
        if rule.what not in ("activate", "mana ability") or rule.except_mana_abilities or not one.counts(rule.who):
            continue
        if rule.limit is not None:
            raise Unsupported(f"{one.source.name}: abilities activated at most {rule.limit} times")
        in_reach = isinstance(source, Permanent) or rule.of == Filter.ANY or bool(rule.of.words() & _ANY_ZONE)
        if in_reach and in_force(rule.condition, one.view, state) and one.speaks_of(rule.of, source):
            raise IllegalPayment("101.2", f"{one.source.name} stops {ability.cost} of {name_of(source)}")


def forbids(state: State, what: str, thing: Source | None, for_mana_ability: bool) -> str:
    """The name of what keeps you from paying life or sacrificing `thing` as a cost, or your life total from changing,
    empty when nothing does."""
    for one in standing(state, Prohibition):
        rule = one.ability
        concerned = one.counts(rule.who)
        if one.side == "teammate" and what in ("pay life", "change life") and shares_life(state):  # CR 810.9
            concerned = rule.who in ("you", "any")
        if rule.what == what and concerned and not (rule.except_mana_abilities and for_mana_ability):
            if rule.limit is not None:
                raise Unsupported(f"{one.source.name}: {what} at most {rule.limit} times")
            if in_force(rule.condition, one.view, state) and (thing is None or one.speaks_of(rule.of, thing)):
                return one.source.name
    return ""
