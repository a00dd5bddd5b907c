"""Mana abilities that must be used before a spell is begun, as only so it can be cast (CR 601.2f-g, 602.5e, 605.3a).

Mana made earlier stays in the pool, and mostly it is as good as mana made while casting. It is better where the ability
may not be used while casting, where what it adds counts cards in hand, and where what its cost gives up or taps had
stood in the way of the spell: a tax is part of a total cost that was locked in before mana abilities could be used.
"""

from __future__ import annotations

from collections.abc import Iterator

from castable.model.ability import AdditionalCost, CostChange, Prohibition, Timing
from castable.model.effects import with_effects
from castable.model.errors import BadRequest
from castable.model.payment import Activation, Payment
from castable.model.state import Permanent, State
from castable.solver.announce import Wishes
from castable.solver.offers import ClassUse
from castable.solver.plays import verdict
from castable.solver.resolving import Paid, after_paying
from castable.solver.sequence import activated_by_itself, ready_uses

__all__ = ["MOST", "beforehand"]

MOST = 2
"""So many such activations are tried together."""
_HINDERS = (AdditionalCost, CostChange, Prohibition)


def beforehand(state: State, spell: str, wishes: Wishes | None = None) -> tuple[Activation, ...]:
    """Activations after which a card can be cast that cannot be cast without them, as few as there need be; empty where
    there are none.

    Raises `Unsupported` where what they set off is not understood.
    """
    states: list[tuple[State, tuple[Activation, ...]]] = [(state, ())]
    for _ in range(MOST):
        reached = []
        for before, made in states:
            for payment, after in _steps(before):
                activations = (*made, *payment.activations)
                try:
                    if verdict(after, spell, wishes):
                        return activations
                except BadRequest:
                    continue  # the card has been given up for it
                reached.append((after, activations))
        states = list(dict(reached).items())
    return ()


def _steps(state: State) -> Iterator[tuple[Payment, State]]:
    """Every activation that may help by being early, with the state after it."""
    if state.resolving:
        return
    seen = with_effects(state)
    hindering = {p.name for p in seen.you.battlefield if any(isinstance(a, _HINDERS) for a in p.face.abilities)}
    for offered in ready_uses(seen):
        if _helps(offered, hindering):
            for payment in activated_by_itself(seen, offered):
                lost = bool(offered.using or offered.use.leaves or payment.discards)
                paid = Paid(tapped=int(offered.use.taps), lost=lost, life=bool(offered.use.life))
                yield payment, after_paying(payment.apply(seen), paid).state


def _helps(offered: ClassUse, hindering: set[str]) -> bool:
    """Whether it may not be used while a spell is cast, takes what stands in the way of one, or adds more while the
    card is in the hand."""
    use = offered.use
    if use.ability is not None and use.ability.timing is not Timing.ANY:
        return True
    if use.ability is not None and any(addition.amount.measure == "shown" for addition in use.ability.adds.additions):
        return True
    taken = {name.partition("#")[0] for verb, name in offered.using}
    if isinstance(offered.thing, Permanent) and (use.taps or use.leaves):
        taken.add(offered.thing.name)
    return bool(taken & hindering)
