"""The total cost of what is announced, and how it comes about (CR 601.2f).

Base cost, then additional costs and increases, then reductions in an order of the payer's choice, then floors; a step
is recorded for each. The total is locked before any mana ability is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from castable.model.ability import AdditionalCost, LifeForMana, OptionalCost
from castable.model.cost import Cost, CostPart, Verb
from castable.model.effects import with_effects
from castable.model.errors import Unbounded, Unsupported
from castable.model.evaluate import View, value
from castable.model.payment import Choices, Total
from castable.model.state import State
from castable.model.symbol import MAX_GENERIC, ManaCost
from castable.solver.aiming import Targets, target_choices
from castable.solver.announce import Announcement, Subject, Wishes, announcements, is_endless
from castable.solver.assisting import assisted, most_assisted, without_assist
from castable.solver.bases import Base
from castable.solver.billing import bill_of, helping_means
from castable.solver.cost_changes import Change, changes_of, changes_on
from castable.solver.extras import least_mana
from castable.solver.means import Bill
from castable.solver.pools import most_held
from castable.solver.reducing import Reduction, all_orders, halved
from castable.solver.spending import Purpose
from castable.solver.understood import require_read, require_understood

__all__ = ["Announced", "CostStep", "announced_costs", "locked", "require_end", "slack", "total_costs"]

_TAX = 2
"""Commander tax for each earlier cast from the command zone (CR 903.8)."""


@dataclass(frozen=True, slots=True)
class CostStep:
    """One step on the way to a total cost: what was applied, by which rule, and the mana part after it."""

    what: str
    rule: str
    after: ManaCost


@dataclass(frozen=True, slots=True)
class Announced:
    """One announcement with its locked total cost, the steps that led to it, and how it is paid."""

    subject: Subject
    choices: Choices
    total: Total
    steps: tuple[CostStep, ...]
    base: Base
    bill: Bill
    flash: bool = False
    """Whether it may be cast so whenever an instant may be cast."""

    @property
    def purpose(self) -> Purpose:
        """What the mana is spent on."""
        return self.subject.purpose(self.choices, self.base.access)


def locked(
    state: State, subject: Subject, announced: Announcement, wishes: Wishes
) -> Iterator[tuple[Total, tuple[CostStep, ...]]]:
    """Every total cost that an announcement can lead to, by the targets chosen and the order of reductions, each with
    its steps."""
    changes = changes_on(state, subject, announced)
    for targets in target_choices(state, subject, announced.choices, wishes, changes):
        applicable = [
            one for one in (_with_targets(at, change, targets) for at, change in enumerate(changes)) if one.times
        ]
        yield from _locked(state, subject, announced, applicable)


def _with_targets(at: int, change: Change, targets: Targets) -> Change:
    if change.change.targets is not None and at not in targets.met:
        return replace(change, times=0)
    if change.times is None:
        return replace(change, times=targets.times(at, change.change))
    return change


def _locked(
    state: State, subject: Subject, announced: Announcement, changes: list[Change]
) -> Iterator[tuple[Total, tuple[CostStep, ...]]]:
    mana, life, parts = announced.mana, announced.life, announced.parts
    steps = [CostStep(_base(subject, announced), "601.2f", mana)]
    if subject.zone == "command" and subject.card and (tax := ManaCost(_TAX * subject.card.casts)).generic:
        mana += tax
        steps.append(CostStep(f"commander tax, cast {subject.card.casts} times before", "903.8", mana))
    if announced.base.access and (more := announced.base.access.more):
        mana += more
        steps.append(CostStep(f"{announced.base.access.name}: {more} more", "601.2f", mana))
    for one in changes:
        if one.change.more and one.times:
            mana += one.change.more * one.times
            steps.append(CostStep(f"{one.name}: {one.change.more * one.times} more", "601.2f", mana))
        if one.change.more_life and one.times:
            life += one.change.more_life * one.times
            steps.append(CostStep(f"{one.name}: {one.change.more_life * one.times} life more", "601.2f", mana))
    reductions = _reductions(announced, changes)
    purpose = subject.purpose(announced.choices)
    if purpose.on_x is not None and purpose.for_x and reductions:
        raise Unsupported(f"which part of the cost of {subject.name} a reduction is for")
    life, others = _life_of(state, parts, life, announced.choices.x)
    for after, taken in all_orders(mana, reductions):
        final = after
        path = [*steps, *(CostStep(f"{name}: {less} less", "118.7", then) for name, less, then in taken)]
        for one in changes:
            if one.change.floor is not None and (short := one.change.floor - final.mana_value) > 0:
                final += ManaCost(short)
                path.append(CostStep(f"{one.name}: not less than {one.change.floor} mana", "601.2f", final))
        yield Total(mana=final, life=life, other=Cost(None, others)), tuple(path)


def _life_of(state: State, parts: tuple[CostPart, ...], life: int, x: int | None) -> tuple[int, tuple[CostPart, ...]]:
    """Life in all, and the other parts."""
    view = View(state, x=x)
    life += sum(value(part.amount, view) for part in parts if part.verb is Verb.PAY_LIFE)
    return life, tuple(part for part in parts if part.verb is not Verb.PAY_LIFE)


def _base(subject: Subject, announced: Announcement) -> str:
    choices = announced.choices
    if announced.base.alternative:
        text = f"{announced.base.alternative}: {announced.base.cost or 'no cost'}"
    elif subject.ability is not None:
        text = f"activation cost {subject.ability.cost}"
    else:
        text = f"mana cost {subject.cost}" if subject.face else f"cost {subject.cost}"
    for kick in choices.kicked:
        text += f" + kicker {kick}"
    for name, times in choices.optional:
        text += f" + {name}" + (f" {times} times" if times > 1 else "")
    if choices.x is not None:
        text += f", X = {choices.x}"
    if choices.halves != ManaCost.ZERO:
        text += f", announced {choices.halves}"
    if choices.phyrexian:
        text += f", {choices.phyrexian} Phyrexian with life"
    return text


def _reductions(announced: Announcement, changes: list[Change]) -> list[Reduction]:
    found = [Reduction(name, halved(less), only_colored) for name, less, only_colored in announced.extra.less]
    if announced.base.less is not None:
        found.append(Reduction(announced.base.alternative, (announced.base.less,)))
    for one in changes:
        if one.change.less and one.times:
            ways = halved(one.change.less * one.times)
            if one.change.up_to:
                ways = tuple(ManaCost(n) for n in range(one.change.less.generic * one.times + 1))
            found.append(Reduction(one.name, ways, one.change.only_colored, one.change.minimum))
    return found


def slack(state: State, subject: Subject) -> int:
    """By how much mana reductions may lower the total at the most: so much beyond what is there may be asked."""
    state = _proposed(state, subject)
    return sum(
        one.change.less.mana_value * (_targets(state) if one.times is None else one.times)
        for one in changes_of(state, subject)
        if one.change.less
    )


def _targets(state: State) -> int:
    """More targets than this there cannot be."""
    return sum(len(player.battlefield) + len(player.graveyard) + 1 for _, player in state.players()) + len(state.stack)


def announced_costs(state: State, subject_list: Iterable[Subject], wishes: Wishes) -> Iterator[Announced]:
    """Every announcement that could possibly be paid for with what is on the board, with its total cost, one after the
    other.

    Where a loop makes mana without end, X and multikicker stop at some number; `require_end` says where that matters.
    """
    for subject in subject_list:
        yield from _announced(state, subject, wishes, _most(state, subject, wishes))


def require_end(state: State, subject_list: Iterable[Subject], wishes: Wishes) -> None:
    """Raise `Unbounded` where the list of announcements that can be paid for does not end."""
    for subject in subject_list:
        if _ceiling(state, subject, wishes) is None:
            most = _most(state, subject, wishes)
            more = sum(1 for _ in _announced(state, subject, wishes, most + _LARGE))
            if more > sum(1 for _ in _announced(state, subject, wishes, most)):
                raise Unbounded(f"a loop makes mana without end, so there is no end of ways to announce {subject.name}")


def total_costs(state: State, subject_list: Iterable[Subject], wishes: Wishes) -> list[Announced]:
    """Every announcement with its total cost, whether or not it can be paid for; what has no end of its own (X, a
    multikicker) is bounded by the mana on the board unless the wishes fix it."""
    found: list[Announced] = []
    state = with_effects(state)
    for subject in subject_list:
        endless = is_endless(state, subject, wishes)
        if endless:
            require_end(state, (subject,), wishes)
        found += _announced(state, subject, wishes, _most(state, subject, wishes) if endless else MAX_GENERIC)
    return found


def _ceiling(state: State, subject: Subject, wishes: Wishes) -> int | None:
    """More mana than this, or what stands for it, there cannot be; None where a loop makes mana without end."""
    ceiling = most_held(state, subject.without, helping_means(state, subject, wishes))
    if ceiling is None:
        return None
    ceiling += most_assisted(state, subject, wishes)
    you = state.you
    if any(side == "you" for side, _ in state.permanents_with(LifeForMana)):
        ceiling += max(0, you.life)
    abilities = [] if subject.face is None else subject.face.abilities
    costs = [cost for one in abilities if isinstance(one, AdditionalCost) for cost in one.one_of]
    costs += [one.cost for one in abilities if isinstance(one, OptionalCost)]
    costs += [] if subject.ability is None else [subject.ability.cost]
    if any(cost.parts_of(Verb.WATERBEND) for cost in costs):
        ceiling += len(you.battlefield)
    return ceiling


def _proposed(state: State, subject: Subject) -> State:
    """The state with the card that is cast on the stack, where costs and choices find it no more (CR 601.2a)."""
    card, you = subject.card, state.you
    if card is None or subject.zone == "opponent hand":
        return state
    place = "library_top" if subject.zone == "library" else subject.zone
    return state.with_you(**{place: tuple(one for one in you.zone(subject.zone) if one.id != card.id)})


_LARGE = 60
"""Where mana has no end, X and costs that may be paid any number of times are tried up to so much mana more: no limit
on what mana may be spent on asks for a larger mana value."""


def _most(state: State, subject: Subject, wishes: Wishes) -> int:
    """A bound on the mana of announcements that matter."""
    ceiling = _ceiling(state, subject, wishes)
    if ceiling is None:
        kicks = [kicker.cost for kicker in subject.kickers] + list(wishes.kicked or ())
        costs = [subject.cost, *(kick.mana for kick in kicks)]
        ceiling = sum(least_mana(cost) for cost in costs if cost) + _LARGE
    return ceiling + slack(state, subject)


def _announced(state: State, subject: Subject, wishes: Wishes, most: int) -> Iterator[Announced]:
    require_read(state)
    require_understood(subject.face)
    seen: set[tuple[Choices, str]] = set()
    state = _proposed(state, subject)
    helped = most_assisted(state, subject, wishes)
    own = without_assist(wishes)
    for announcement in announcements(state, subject, own, most):
        for total, steps in locked(state, subject, announcement, own):
            for choices, left in assisted(total, announcement.choices, helped, wishes):
                bill = bill_of(state, subject, announcement, left, own)
                if bill is not None and (choices, str(total)) not in seen:
                    seen.add((choices, str(total)))
                    flash = announcement.base.flash or announcement.extra.flash
                    yield Announced(subject, choices, total, steps, announcement.base, bill, flash)
