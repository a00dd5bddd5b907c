"""The total cost of what is announced, and how it comes about (CR 601.2f).

Mana cost, then additional costs and increases, then reductions, then floors; a step is recorded for each. The total is
locked before any mana ability is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from castable.model.ability import AdditionalCost, AlternativeCost, CostChange, CostKind, HelpToPay
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.payment import Choices, Total
from castable.model.state import State
from castable.model.symbol import MAX_GENERIC, ManaCost, Symbol
from castable.solver.announce import Subject, Wishes, announcements
from castable.solver.sources import sources_of
from castable.solver.understood import require_read

__all__ = ["Announced", "CostStep", "LockedCost", "announced_costs", "lock", "reduced", "slack"]

_TAX = 2
"""Commander tax for each earlier cast from the command zone (CR 903.8)."""


@dataclass(frozen=True, slots=True)
class CostStep:
    """One step on the way to a total cost: what was applied, by which rule, and the mana part after it."""

    what: str
    rule: str
    after: ManaCost


@dataclass(frozen=True, slots=True)
class LockedCost:
    """A locked total cost with the steps that led to it."""

    total: Total
    steps: tuple[CostStep, ...]


def lock(state: State, subject: Subject, choices: Choices, announced: ManaCost) -> LockedCost:
    """The total cost of an announcement; `announced` is its mana cost and kickers with X and halves filled in."""
    steps = [CostStep(_base(subject, choices), "601.2f", announced)]
    mana = announced
    changes = list(_changes(state, subject)) if subject.face else []
    if subject.zone == "command" and subject.card:
        tax = ManaCost(_TAX * subject.card.casts)
        if tax.generic:
            mana += tax
            steps.append(CostStep(f"commander tax, cast {subject.card.casts} times before", "903.8", mana))
    for name, change, times in changes:
        if change.more and times:
            mana += change.more * times
            steps.append(CostStep(f"{name}: {change.more * times} more", "601.2f", mana))
    purpose = subject.purpose(choices)
    if purpose.on_x is not None and purpose.for_x and any(change.less and times for _, change, times in changes):
        raise Unsupported(f"which part of the cost of {subject.name} a reduction is for")
    for name, change, times in changes:
        if change.less and times:
            less = change.less * times
            mana = reduced(mana, less, only_colored=change.only_colored)
            steps.append(CostStep(f"{name}: {less} less", "118.7", mana))
    for name, change, _ in changes:
        if change.floor is not None and (short := change.floor - mana.mana_value) > 0:
            mana += ManaCost(short)
            steps.append(CostStep(f"{name}: not less than {change.floor} mana", "601.2f", mana))
    return LockedCost(Total(mana=mana, life=2 * choices.phyrexian), tuple(steps))


def _base(subject: Subject, choices: Choices) -> str:
    text = f"mana cost {subject.cost}" if subject.face else f"cost {subject.cost}"
    for kick in choices.kicked:
        text += f" + kicker {kick}"
    if choices.x is not None:
        text += f", X = {choices.x}"
    if choices.halves != ManaCost.ZERO:
        text += f", announced {choices.halves}"
    if choices.phyrexian:
        text += f", {choices.phyrexian} Phyrexian with life"
    return text


def reduced(mana: ManaCost, less: ManaCost, *, only_colored: bool = False) -> ManaCost:
    """A cost after one reduction: generic comes off generic only (CR 118.7a), a color or colorless off its own symbols
    and what is left over off generic (CR 118.7b-d), unless `only_colored`; never below {0}."""
    generic, symbols = mana.generic - less.generic, list(mana.symbols)
    for symbol in less.symbols:
        if symbol.is_choice or symbol.is_variable:
            raise Unsupported(f"a reduction of {less}")
        same = Symbol((str(symbol.type),)) if symbol.type else None
        if same in symbols:
            symbols.remove(same)
        elif not only_colored:
            generic -= 1
    return ManaCost.of(max(0, generic), symbols)


def _changes(state: State, subject: Subject) -> Iterator[tuple[str, CostChange, int]]:
    """Cost changes that apply to casting this spell, with how many times each does."""
    assert subject.face is not None
    for change in subject.face.of(CostChange):
        if change.applies_to is None:
            view = View(state)
            _require_understood(change, subject.name)
            if holds(change.condition, view):
                yield subject.name, change, value(change.times, view)
    for side, permanent in state.permanents():
        if permanent.face_down:
            continue
        for ability in permanent.face.abilities:
            if isinstance(ability, AlternativeCost | AdditionalCost | HelpToPay) and ability.applies_to is not None:
                raise Unsupported(f"{permanent.name}: its effect on costs")
            if not isinstance(ability, CostChange) or ability.applies_to is None or ability.kind is not CostKind.SPELL:
                continue
            if not _concerns(ability.who, side):
                continue
            view = View(state, permanent, side)
            if matches(ability.applies_to, subject.face, view, "you"):
                _require_understood(ability, permanent.name)
                if holds(ability.condition, view):
                    yield permanent.name, ability, value(ability.times, view)


def _concerns(who: str, side: str) -> bool:
    """Whether an effect on the spells of `who`, as its controller sees it, on `side`, is about yours."""
    return who == "any" or who == side


def _require_understood(change: CostChange, name: str) -> None:
    if change.targets or change.minimum is not None or change.up_to or change.more_life:
        raise Unsupported(f"{name}: its effect on costs")


def slack(state: State, subject: Subject) -> int:
    """By how much mana reductions may lower the total at the most: so much beyond what is there may be asked."""
    if not subject.face:
        return 0
    return sum(change.less.mana_value * times for _, change, times in _changes(state, subject) if change.less)


@dataclass(frozen=True, slots=True)
class Announced:
    """One announcement with its locked total cost."""

    subject: Subject
    choices: Choices
    total: Total
    steps: tuple[CostStep, ...]


def announced_costs(state: State, subject_list: Iterable[Subject], wishes: Wishes) -> list[Announced]:
    """Every announcement that could possibly be paid for with what is on the board, with its total cost."""
    return [
        one
        for subject in subject_list
        for one in _announced(state, subject, wishes, _ceiling(state, subject) + slack(state, subject))
    ]


def total_costs(state: State, subject_list: Iterable[Subject], wishes: Wishes) -> list[Announced]:
    """Every announcement with its total cost, whether or not it can be paid for; what has no end of its own (X, a
    multikicker) is bounded by the mana on the board unless the wishes fix it."""
    found: list[Announced] = []
    state = with_effects(state)
    for subject in subject_list:
        endless = (wishes.x is None and _has_x(subject)) or (
            wishes.kicked is None and any(kicker.times is None for kicker in subject.kickers)
        )
        most = _ceiling(state, subject) + slack(state, subject) if endless else MAX_GENERIC
        found += _announced(state, subject, wishes, most)
    return found


def _has_x(subject: Subject) -> bool:
    costs = [subject.cost, *(kicker.cost.mana for kicker in subject.kickers)]
    return any(cost.variables for cost in costs if cost)


def _ceiling(state: State, subject: Subject) -> int:
    return sources_of(state, subject.card.id if subject.card else None).ceiling


def _announced(state: State, subject: Subject, wishes: Wishes, most: int) -> Iterator[Announced]:
    require_read(state)
    for choices, mana in announcements(state, subject, wishes, most):
        locked = lock(state, subject, choices, mana)
        yield Announced(subject, choices, locked.total, locked.steps)
