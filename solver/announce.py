"""Everything announced for a spell or an ability before its total cost is fixed (CR 601.2b).

One base cost, additional costs, X, and a half of each hybrid or Phyrexian symbol. `announcements` lists every legal one
that agrees with the caller's `Wishes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.amount import Amount
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds
from castable.model.filter import Filter, Term
from castable.model.payment import Choices
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.bases import Base, base_costs
from castable.solver.extras import Extra, extra_costs, extras_are_endless, has_endless_x, least_mana
from castable.solver.means import ZONE_OF
from castable.solver.production import halves_of
from castable.solver.prohibitions import Bans
from castable.solver.subject import CASTING_ZONES, Subject, Wishes, find_card, subjects

__all__ = ["CASTING_ZONES", "Announcement", "Subject", "Wishes", "announcements", "find_card", "is_endless", "subjects"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What is announced, and what it asks for before increases and reductions: mana with X and halves filled in, life
    for Phyrexian symbols, other parts with X filled in."""

    choices: Choices
    mana: ManaCost
    parts: tuple[CostPart, ...]
    base: Base
    extra: Extra

    @property
    def life(self) -> int:
        """Life for the Phyrexian symbols announced so (CR 107.4f)."""
        return 2 * self.choices.phyrexian


def announcements(state: State, subject: Subject, wishes: Wishes, most: int) -> Iterator[Announcement]:
    """Each announcement that agrees with the wishes, cheapest kicks first.

    `most` bounds the mana that could be paid, so that X and multikicker end; what a choice itself takes off the total
    comes on top. An impossible wish (a kicker the card does not have, one kicker twice) leaves nothing.
    """
    for base in base_costs(state, subject, wishes):
        room = most + (base.less.mana_value if base.less else 0)
        for extra in extra_costs(state, subject, wishes, room, base.cost):
            whole = base.cost + extra.cost
            mana = whole.mana or ManaCost.ZERO
            for x in _x_values(state, subject, base, whole, wishes, room + extra.worth):
                if subject.face and base.access and not base.access.allows(subject.face, x):
                    continue
                if subject.ability and not _is_told(state, subject, x):
                    continue
                announced = mana if x is None else mana.with_x(x)
                parts = tuple(_with_x(part, x) for part in whole.parts)
                announced += ManaCost(sum(part.amount.plus for part in parts if part.verb is Verb.WATERBEND))
                for halves, lives in halves_of(announced):
                    if wishes.halves is not None and halves != wishes.halves:
                        continue
                    if lives and Bans(state).on_paying_life():
                        continue
                    if wishes.phyrexian is not None and lives != wishes.phyrexian:
                        continue
                    choices = Choices(
                        ability=subject.ability_text,
                        face=subject.face_choice,
                        zone=subject.zone,
                        alternative=base.alternative,
                        kicked=extra.kicked,
                        x=x,
                        halves=halves,
                        phyrexian=lives,
                        optional=extra.optional,
                    )
                    yield Announcement(
                        choices=choices,
                        mana=announced.without_choices() + halves,
                        parts=parts,
                        base=base,
                        extra=extra,
                    )


def _is_told(state: State, subject: Subject, x: int | None) -> bool:
    """Whether the text of an ability lets this be its X (CR 107.3c)."""
    assert subject.ability is not None
    source = subject.source if isinstance(subject.source, Permanent) else None
    return x is None or holds(subject.ability.x, View(state, source, x=x))


def is_endless(state: State, subject: Subject, wishes: Wishes) -> bool:
    """Whether nothing but mana limits what may be announced."""
    x = wishes.x is None and any(has_endless_x(base.cost) for base in base_costs(state, subject, wishes))
    return bool(x) or extras_are_endless(state, subject, wishes)


def _x_values(state: State, subject: Subject, base: Base, whole: Cost, wishes: Wishes, most: int) -> list[int | None]:
    """Values of X that may be announced: None when there is no X (CR 107.3a), never a limit by reductions (F4).

    Where the mana cost has an X, and neither it nor an alternative cost with X is paid, X is 0 (CR 107.3b).
    """
    mana = whole.mana or ManaCost.ZERO
    if base.alternative and subject.cost is not None and subject.cost.variables and not _mentions_x(base.cost):
        return [0] if wishes.x in (None, 0) else []
    limits = [_limit_of(part, state) for part in whole.parts if _has_x(part) and part.verb is not Verb.WATERBEND]
    if len(set(mana.variables)) > 1:
        raise Unsupported(f"several variables in {mana}")
    if times := len(mana.variables) + sum(part.amount.times for part in whole.parts if part.verb is Verb.WATERBEND):
        limits.append(max(0, most - least_mana(mana)) // times)
    if not limits:
        return [None] if wishes.x in (None, 0) else []
    if wishes.x is not None:
        return [wishes.x]
    return list(range(min(limits) + 1))


def _mentions_x(cost: Cost) -> bool:
    return bool(cost.mana and cost.mana.variables) or any(map(_has_x, cost.parts))


def _has_x(part: CostPart) -> bool:
    return part.amount.measure == "X" or any(word.endswith("=X") for word in part.what.words())


def _limit_of(part: CostPart, state: State) -> int:
    """The largest X that a part of a cost can be paid for."""
    you = state.you
    if part.verb is Verb.PAY_LIFE:
        return max(0, you.life)
    if part.verb is Verb.PAY_ENERGY:
        return you.energy
    zone = ZONE_OF.get(part.verb)
    if zone is None:
        raise Unsupported(f"the cost {part}")
    things: tuple[Permanent | CardInZone, ...] = you.battlefield if zone == "battlefield" else you.zone(zone)
    if part.verb is Verb.REMOVE_COUNTERS:
        return sum(n for p in you.battlefield for kind, n in p.counters if kind == part.counter)
    if part.amount.measure == "X":
        return len(things)
    values = [thing.card.mana_value if isinstance(thing, CardInZone) else thing.face.mana_value for thing in things]
    return max(values, default=0)


def _with_x(part: CostPart, x: int | None) -> CostPart:
    """A part with the announced number for X, in its amount or in what it takes."""
    if x is None or not _has_x(part):
        return part
    amount = part.amount
    if amount.measure == "X":
        amount = Amount.fixed(amount.plus + amount.times * x)
    terms = tuple(
        tuple(Term(t.word.removesuffix("X") + str(x), t.negated) if t.word.endswith("=X") else t for t in option)
        for option in part.what.any_of
    )
    return replace(part, amount=amount, what=Filter(terms))
