"""Comparing the solver's list of payments with the brute force's, in both directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace

from brute_force import enumerate_payments

from castable.model.payment import Payment, untagged
from castable.model.state import State
from castable.solver.payments import payments
from castable.solver.referee import execute
from castable.solver.sources import _sources
from castable.solver.ways import _compiled

__all__ = ["MAX_STATES", "Comparison", "compare", "forget"]


MAX_STATES = 150
"""Boards with more situations than this are too large for the brute force (`TooLarge`)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What both sides found; `missing` are payments the solver does not list, `extra` those it should not list."""

    payments: tuple[Payment, ...]
    missing: tuple[Payment, ...]
    extra: tuple[Payment, ...]
    count: int

    @property
    def agrees(self) -> bool:
        return not self.missing and not self.extra and self.count == len(self.payments)


def forget() -> None:
    """Empty the solver's caches."""
    _sources.cache_clear()
    _compiled.cache_clear()


def compare(
    state: State, spell: str, *, floating: bool = False, by_object: bool = False, max_states: int = 0
) -> Comparison:
    """Both lists, payment by payment. Every payment of the solver must also pass the referee and read back."""
    found = payments(state, spell, floating=floating, by_object=by_object)
    expected = enumerate_payments(
        state, spell, floating=floating, by_object=by_object, max_states=max_states or MAX_STATES
    )
    assert bool(found) is bool(expected)
    listed = list(found)
    for payment in listed:
        assert Payment.parse(str(payment)) == payment
        assert execute(state, payment, by_object=by_object) == payment.apply(state), payment
    ours, theirs = _counted(listed), _counted(expected)
    return Comparison(
        payments=tuple(listed),
        missing=_without(expected, theirs - ours),
        extra=_without(listed, ours - theirs),
        count=found.count(),
    )


def _counted(some: object) -> Counter[Hashable]:
    assert isinstance(some, list | set)
    return Counter(_key(payment) for payment in some)


def _without(some: object, keys: Counter[Hashable]) -> tuple[Payment, ...]:
    assert isinstance(some, list | set)
    return tuple(payment for payment in some if keys[_key(payment)] > 0)


def _key(payment: Payment) -> Hashable:
    """A payment without the labels of objects, which both sides choose by themselves."""
    activations = tuple(
        replace(one, object="", using=tuple(sorted(map(untagged, one.using)))) for one in payment.activations
    )
    return replace(payment, activations=activations).key
