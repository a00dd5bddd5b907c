"""The total cost of a spell once its choices are announced (CR 601.2b, 601.2f, 118.7-8, 702.33).

mana cost + additional costs + increases - reductions, in any order the payer likes, then floors
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TypeVar

from castable.model.ability import AdditionalCost, CostChange, CostKind, HelpToPay, OptionalCost, Unread, Zone
from castable.model.amount import Amount
from castable.model.card import Face
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter
from castable.model.payment import Choices, Total
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.referee.casting import same_cost
from castable.solver.referee.cost import announcements

__all__ = ["KICKERS", "additional_costs", "reachable_totals"]

_A = TypeVar("_A", AdditionalCost, CostChange)

KICKERS = ("kicker", "multikicker")
"""The keywords of optional costs that `Choices.kicked` names (CR 702.33a-c)."""


def reachable_totals(state: State, face: Face, choices: Choices) -> frozenset[Total]:
    """Every total that the payer can lock in with these choices, the spell being on the stack of `state`.

    There are several when the order of reductions matters, a reduction leaves a choice, or a mandatory additional cost
    does. Raises `IllegalPayment` for choices that may not be announced.
    """
    _require_understood(face)
    if face.mana_cost is None:
        raise IllegalPayment("118.6", f"{face.name} has no mana cost, which cannot be paid")
    _check_kicked(face, choices)
    kicked = sum(choices.kicked, Cost(face.mana_cost))
    totals: set[Total] = set()
    obstacle: IllegalPayment | None = None
    for additional in additional_costs(state, face):
        try:
            announced = _announced(sum(additional, kicked), choices)
        except IllegalPayment as error:
            obstacle = error
        else:
            totals |= _changed(announced, state, face, choices)
    if obstacle is not None and not totals:
        raise obstacle
    return frozenset(totals)


def _require_understood(face: Face) -> None:
    for ability in face.abilities:
        if isinstance(ability, HelpToPay):
            raise Unsupported(f"{face.name}: {type(ability).__name__}")
        if isinstance(ability, Unread) and ability.may_bear_on_payment and ability.may_bear_on_own_casting:
            raise Unsupported(f"{face.name}: {ability.text}")


def _check_kicked(face: Face, choices: Choices) -> None:
    """Each kicker cost at most as often as it may be paid (CR 702.33a-c)."""
    if choices.optional:
        raise Unsupported(f"the optional cost {choices.optional[0][0]!r}")
    kickers = [cost for cost in face.of(OptionalCost) if cost.keyword in KICKERS]
    for kick in choices.kicked:
        same = [kicker for kicker in kickers if same_cost(kicker.cost, kick)]
        if not same:
            raise IllegalPayment("702.33a", f"{face.name} has no kicker {kick}")
        times = sum(same_cost(kick, other) for other in choices.kicked)
        if all(k.times is not None for k in same) and times > sum(k.times or 0 for k in same):
            raise IllegalPayment("702.33a", f"the kicker {kick} of {face.name} is paid {times} times")


def additional_costs(state: State, face: Face) -> Iterator[tuple[Cost, ...]]:
    """Each way to choose among the mandatory additional costs: one of each (CR 118.8)."""
    due = [cost.one_of for cost in face.of(AdditionalCost) if cost.applies_to is None]
    for side, permanent, cost in _static(state, AdditionalCost):
        if _concerns(cost.who, cost.applies_to, state, side, permanent, face, None):
            due.append(cost.one_of)
    return product(*due)


def _static(state: State, kind: type[_A]) -> Iterator[tuple[str, Permanent, _A]]:
    """Abilities of one kind on the battlefield with the side that controls them and their source."""
    for side, permanent in state.permanents():
        for ability in permanent.face.of(kind):
            if ability.applies_to is not None:
                yield side, permanent, ability


def _concerns(
    who: str, wanted: Filter | None, state: State, side: str, source: Permanent, face: Face, x: int | None
) -> bool:
    """Whether an effect of `side` is about this spell of yours."""
    yours = {"you": side == "you", "opponent": side == "opponent", "any": True}
    if who not in yours:
        raise Unsupported(f"{source.name}: spells of {who!r}")
    if not yours[who] or wanted is None:
        return False
    if x and any(word.startswith("mv") for word in wanted.words()):
        raise Unsupported(f"{source.name}: the mana value of a spell with X")
    return matches(wanted, face, View(state, source=source, side=side), "you")


def _announced(cost: Cost, choices: Choices) -> Total:
    """The cost with X and the halves that are announced, before any change (CR 601.2b)."""
    mana = cost.mana or ManaCost.ZERO
    if {"Y", "Z"} & set(mana.variables):
        raise Unsupported(f"the cost {mana}")
    has_x = bool(mana.variables) or any(part.amount.measure == "X" for part in cost.parts)
    if has_x and (choices.x is None or choices.x < 0):
        raise IllegalPayment("107.3a", f"a number must be announced for the X in {cost}")
    if not has_x and choices.x is not None:
        raise IllegalPayment("107.3a", f"there is no X in {cost}")
    if (choices.halves, choices.phyrexian) not in announcements(mana.choices):
        raise IllegalPayment(
            "601.2b",
            f"{choices.halves} and {choices.phyrexian} times 2 life is no choice of halves for {mana}",
        )
    life, parts = 2 * choices.phyrexian, list[CostPart]()
    for part in cost.parts:
        fixed = replace(part, amount=Amount.fixed(choices.x or 0)) if part.amount == Amount.parse("X") else part
        if not fixed.amount.is_fixed:
            raise Unsupported(f"the cost {part}")
        if part.verb is Verb.PAY_LIFE:
            life += fixed.amount.plus
        else:
            parts.append(fixed)
    plain = mana.without_choices() + choices.halves
    return Total(mana=plain.with_x(choices.x or 0), life=life, other=Cost(None, tuple(parts)))


def _changed(total: Total, state: State, face: Face, choices: Choices) -> set[Total]:
    """What cost changes can make of it: increases, then reductions in every order, then floors (CR 601.2f)."""
    reductions: list[_Reduction] = []
    floor = 0
    for change, view in _changes(state, face, choices):
        times = max(0, value(change.times, view))
        if change.targets is not None or change.up_to:
            raise Unsupported(f"a cost change: {change}")
        if change.more is not None:
            if change.more.choices or change.more.variables:
                raise Unsupported(f"costs {change.more} more")
            total = replace(total, mana=total.mana + change.more * times)
        total = replace(total, life=total.life + change.more_life * times)
        if change.less is not None and times:
            reductions.append((change.less * times, change.only_colored, change.minimum))
        floor = max(floor, change.floor or 0)
    found = set()
    for mana in _reduced(total.mana, tuple(reductions), {}):
        missing = max(0, floor - mana.mana_value)
        found.add(replace(total, mana=mana + ManaCost(missing)))
    return found


def _changes(state: State, face: Face, choices: Choices) -> Iterator[tuple[CostChange, View]]:
    """The cost changes in force for this spell, with the view that their numbers are read from."""
    for change in face.of(CostChange):
        if change.kind is CostKind.SPELL and change.applies_to is None:
            view = View(state, x=choices.x)
            if holds(change.condition, view):
                yield change, view
    for side, permanent, change in _static(state, CostChange):
        if change.kind is CostKind.SPELL and change.zone in (Zone.BATTLEFIELD, Zone.ANY):
            view = View(state, source=permanent, side=side)
            if _concerns(change.who, change.applies_to, state, side, permanent, face, choices.x) and holds(
                change.condition, view
            ):
                yield change, view
    for card in (*state.you.graveyard, *state.you.command):
        for change in card.card.front.of(CostChange):
            if change.applies_to is not None and change.zone not in (Zone.BATTLEFIELD, Zone.STACK, Zone.HAND):
                raise Unsupported(f"{card.card.name}: a cost change from the {change.zone}")


_Reduction = tuple[ManaCost, bool, int | None]
"""What comes off, whether colored mana only, and the floor under this reduction alone."""


def _reduced(
    mana: ManaCost, left: tuple[_Reduction, ...], seen: dict[tuple[ManaCost, tuple[_Reduction, ...]], set[ManaCost]]
) -> set[ManaCost]:
    """Everything that applying all of these in some order can leave (CR 601.2f)."""
    if not left:
        return {mana}
    key = (mana, left)
    if key not in seen:
        seen[key] = set()
        for at, reduction in enumerate(left):
            if reduction in left[:at]:
                continue  # the same as one tried before
            for rest in _reduce(mana, reduction):
                seen[key] |= _reduced(rest, left[:at] + left[at + 1 :], seen)
    return seen[key]


def _reduce(mana: ManaCost, reduction: _Reduction) -> set[ManaCost]:
    """What one reduction can leave: the payer chooses halves of hybrid symbols as it is applied (CR 118.7a-g)."""
    less, only_colored, minimum = reduction
    if less.variables:
        raise Unsupported(f"costs {less} less")
    if minimum is not None and less.symbols:
        raise Unsupported(f"costs {less} less, but not less than {minimum}")
    found = set()
    halves = [
        [half for letter, half in zip(symbol.letters, symbol.halves, strict=True) if letter != "P"]
        for symbol in less.choices  # a Phyrexian symbol takes off mana of its color: CR 118.7f
    ]
    for choice in product(*halves):
        chosen = sum(choice, less.without_choices())
        generic = chosen.generic
        symbols = list(mana.symbols)
        for symbol in chosen.symbols:
            if symbol in symbols and not symbol.is_snow:
                symbols.remove(symbol)
            elif not only_colored:  # of a type that is not in the cost, or snow: generic comes off, CR 118.7b-d, g
                generic += 1
        if minimum is not None:
            generic = min(generic, max(0, mana.mana_value - minimum))
        found.add(ManaCost.of(max(0, mana.generic - generic), symbols))
    return found
