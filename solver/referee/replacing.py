"""Effects that replace the mana which tapping a permanent produces (CR 106.12b, 614, 616.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from castable.model.ability import ProductionReplacement
from castable.model.amount import Amount
from castable.model.errors import Unsupported
from castable.model.evaluate import holds
from castable.model.mana import Mana
from castable.model.state import Permanent, State
from castable.solver.referee.mana import Reading, chosen_together
from castable.solver.referee.standing import Standing, standing

__all__ = ["replaced", "replacements"]

_Replacement = Standing[ProductionReplacement]


def replacements(state: State, tapped: Permanent, *, hidden: bool = False) -> list[_Replacement]:
    """The effects on mana that tapping this permanent of yours produces, whatever the mana.

    `hidden` says that `you` of the state is another player, of whom only the battlefield is known.
    """
    return [
        one
        for one in standing(state, ProductionReplacement, hidden=hidden)
        if one.counts(one.ability.who)
        and one.speaks_of(one.ability.watches, tapped)
        and holds(one.ability.condition, one.view)
    ]


def replaced(mana: Mana, left: list[_Replacement]) -> set[Mana]:
    """Everything that the mana can become: effects apply in any order, each once, as long as one applies (CR 616.1).

    Where nothing is made there is nothing to replace.
    """
    applicable = [one for one in left if mana.units and _applies(one.ability, mana)]
    if not applicable:
        return {mana}
    found: set[Mana] = set()
    for one in applicable:
        rest = [other for other in left if other is not one]
        for changed in _replace(one, mana):
            found |= replaced(changed, rest)
    return found


def _applies(effect: ProductionReplacement, mana: Mana) -> bool:
    of_type = effect.made is None or any(mana.count(unit.type) for unit in effect.made)
    return of_type and len(mana) > effect.if_more_than


def _replace(one: _Replacement, mana: Mana) -> Iterator[Mana]:
    """What one effect makes of it: still mana of the same source, with the same limit (CR 106.6a)."""
    effect, reading, like = one.ability, Reading(one.view), mana.units[0]
    changes_types = effect.instead is not None or effect.plus is not None
    if changes_types and any(replace(unit, type=like.type) != like for unit in mana):
        raise Unsupported(f"{one.source.name}: mana of several sources or limits")
    if effect.instead is not None:
        for additions in effect.instead.choices:
            if effect.keep_amount:
                if len(additions) != 1:
                    raise Unsupported(f"{one.source.name}: {effect.instead} in the same amount")
                additions = (replace(additions[0], amount=Amount.fixed(len(mana))),)
            for types in chosen_together(additions, reading):
                yield Mana.of(replace(like, type=mana_type) for mana_type in types)
    elif effect.plus is not None:
        for types in chosen_together((effect.plus,), reading):
            yield mana + Mana.of(replace(like, type=mana_type) for mana_type in types)
    else:
        yield Mana.of(mana.units * effect.factor)
