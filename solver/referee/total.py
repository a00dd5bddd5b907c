"""The total cost of a spell or an activated ability once its choices are announced (CR 601.2b, 601.2f, 602.2b, 118).

mana cost or alternative cost + additional costs + increases - reductions, in any order the payer likes, then floors
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.ability import ActivatedAbility, Unread
from castable.model.amount import Amount
from castable.model.card import Face
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.payment import Choices, Total
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.referee.additional import Due, base_costs, besides, in_modes, mode_choices
from castable.solver.referee.aiming import aims, applying
from castable.solver.referee.casting import Source
from castable.solver.referee.changes import Reduction, changed, changed_ability_costs, spell_changes
from castable.solver.referee.cost import announcements
from castable.solver.referee.facts import as_cast

__all__ = ["Locked", "ability_totals", "announced_costs", "spell_totals"]


@dataclass(frozen=True, slots=True)
class Locked:
    """A total that may be locked in, the objects that may pay for parts whose object was chosen, and whether {X} is in
    what is paid."""

    total: Total
    objects: tuple[tuple[CostPart, frozenset[int]], ...] = ()
    pays_x: bool = False


def spell_totals(state: State, card: CardInZone, face: Face, choices: Choices) -> dict[Total, Locked]:
    """Every total that the payer can lock in with these choices, the spell being on the stack of `state`.

    There are several when the order of reductions matters, a reduction leaves a choice, or a mandatory additional cost,
    a target, a mode or an object to give up does. Raises `IllegalPayment` for choices that may not be announced.
    """
    changes = list(spell_changes(state, face, card, choices))
    found: dict[Total, Locked] = {}
    obstacle: IllegalPayment | None = None
    for modes, due in announced_costs(state, card, face, choices):
        try:
            announced = _announced(due.cost, face, choices)
        except IllegalPayment as error:
            obstacle = obstacle or error
            continue
        for seen, number in aims(state, face, choices, modes, changes):
            outcomes = changed(announced.mana, applying(changes, seen), due.less, len(choices.kicked), number)
            for mana, life in outcomes:
                total = replace(announced, mana=mana, life=announced.life + life)
                pays_x = bool(due.cost.mana and due.cost.mana.variables)
                _merge(found, Locked(total, due.objects, pays_x))
    if obstacle is not None and not found:
        raise obstacle
    return found


def announced_costs(
    state: State, card: CardInZone, face: Face, choices: Choices
) -> Iterator[tuple[frozenset[int], Due]]:
    """Each way to put together what these choices cost before any change, and the modes that go with it."""
    _require_understood(face)
    for modes in mode_choices(state, face, choices):
        for base in base_costs(state, card, face, choices):
            for more in besides(state, card, face, choices):
                yield modes, base + more + in_modes(face, choices)


def _require_understood(face: Face) -> None:
    for ability in face.abilities:
        if isinstance(ability, Unread) and ability.may_bear_on_payment and ability.may_bear_on_own_casting:
            raise Unsupported(f"{face.name}: {ability.text}")


def _merge(found: dict[Total, Locked], locked: Locked) -> None:
    """Equal totals are one: any object that leads to it may pay."""
    before = found.get(locked.total)
    if before is not None:
        ids = dict(before.objects)
        joined = tuple((part, more | ids.get(part, frozenset())) for part, more in locked.objects)
        locked = replace(locked, objects=joined, pays_x=locked.pays_x or before.pays_x)
    found[locked.total] = locked


def ability_totals(state: State, source: Source, ability: ActivatedAbility, choices: Choices) -> dict[Total, Locked]:
    """As `spell_totals`, for an activated ability: its activation cost stands for the mana cost (CR 602.2b)."""
    if choices.alternative or choices.kicked or choices.optional:
        raise Unsupported(f"other costs of the ability {ability.cost}")
    face = source.face if isinstance(source, Permanent) else source.card.front
    announced = _announced(ability.cost, face, choices)
    reductions = []
    if ability.keyword == "power-up" and isinstance(source, Permanent) and source.entered_this_turn:  # CR 702.193
        reductions.append(Reduction((source.face.mana_cost or ManaCost.ZERO).with_x(0)))
    found: dict[Total, Locked] = {}
    for mana, life in changed_ability_costs(state, source, ability, announced.mana, reductions):
        total = replace(announced, mana=mana, life=announced.life + life)
        _merge(found, Locked(total, pays_x=bool(ability.cost.mana and ability.cost.mana.variables)))
    return found


def _announced(cost: Cost, face: Face, choices: Choices) -> Total:
    """The cost with X and the halves that are announced, before any change (CR 601.2b)."""
    mana = cost.mana or ManaCost.ZERO
    if {"Y", "Z"} & set(mana.variables):
        raise Unsupported(f"the cost {mana}")
    has_x = bool(mana.variables) or any(part.amount.measure == "X" for part in cost.parts)
    if has_x and (choices.x is None or choices.x < 0):
        raise IllegalPayment("107.3a", f"a number must be announced for the X in {cost}")
    in_mana_cost = not choices.ability and bool(face.mana_cost and face.mana_cost.variables)
    if not has_x and choices.x is not None and not (in_mana_cost and choices.x == 0):
        raise IllegalPayment("107.3a", f"there is no X in {cost}")
    if (choices.halves, choices.phyrexian) not in announcements(mana.choices):
        raise IllegalPayment(
            "601.2b",
            f"{choices.halves} and {choices.phyrexian} times 2 life is no choice of halves for {mana}",
        )
    life, parts = 2 * choices.phyrexian, list[CostPart]()
    for part in cost.parts:
        fixed = part
        if part.amount == Amount.parse("X"):
            fixed = replace(part, amount=Amount.fixed(choices.x or 0))
        elif part.amount.measure == "mv" and not choices.ability:
            number = part.amount.plus + part.amount.times * as_cast(face, choices).mana_value
            fixed = replace(part, amount=Amount.fixed(max(0, number)))
        if not fixed.amount.is_fixed:
            raise Unsupported(f"the cost {part}")
        if part.verb is Verb.PAY_LIFE:
            life += fixed.amount.plus
        else:
            parts.append(fixed)
        if part.verb is Verb.WATERBEND:
            mana += ManaCost(fixed.amount.plus)  # its mana; the part says how much of it permanents may pay
    plain = mana.without_choices() + choices.halves
    return Total(mana=plain.with_x(choices.x or 0), life=life, other=Cost(None, tuple(parts)))
