"""A payment in numbers, and what its parts may weigh: what every way of counting payments has in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from castable.solver.layers import Ending
from castable.solver.problem import Vector
from castable.solver.schedule import Move
from castable.solver.table import Column, Numbers

__all__ = ["Engine", "RawPayment", "Weights"]


@dataclass(frozen=True, slots=True)
class RawPayment:
    """A payment in numbers: plain uses, costly uses in order with what each spends, and the ending.

    A use goes with a tag: uses with the same tag (not empty) are of the same object. Only where one of several equal
    objects is used more than once is there any need to say so. Where {Q} may be used, `named` says for each use of the
    route what its source and the objects it takes are called, tags included.
    """

    plain: tuple[tuple[int, str, int], ...]
    route: tuple[tuple[str, Move], ...]
    ending: Ending
    named: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Weights(Protocol):
    """What each thing in a payment of one problem weighs: all of it together is the weight of the payment."""

    @property
    def spent(self) -> Vector:
        """A unit of each kind of mana spent on the cost itself."""

    @property
    def left(self) -> Vector:
        """A unit of each kind of mana left at the end."""

    @property
    def notes(self) -> bool:
        """Whether the mana spent weighs anything together, beside its single units."""

    @property
    def start(self) -> Vector:
        """The least that the spent mana can come to in the words of `noted`."""

    def plan(self, source: int, number: int) -> int:
        """All uses of one plan of a class."""

    def noted(self, note: Vector, kind: int, n: int) -> Vector:
        """What matters of the mana spent, when there are n units of a kind more."""

    def all_spent(self, note: Vector) -> int:
        """What the mana spent weighs together, beside its single units."""


class Engine(Protocol):
    """All payments of one problem, always in the same order."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of `tuples` are, in order: members of a class that take a plan, units of a kind taken from
        the pool, and where these do not tell all, units of a kind used for abilities and left floating. What can be of
        no use may have no column."""

    def count(self) -> int:
        """Exact number of payments."""

    def exists(self) -> bool:
        """Whether there is any payment."""

    def listed(self, skip: int = 0) -> Iterator[RawPayment]:
        """Each payment after the first `skip`, which are not walked."""

    def tuples(self, skip: int = 0) -> Iterator[Numbers]:
        """The same as plain numbers."""

    def ranked(self, weights: Weights) -> Iterator[tuple[int, RawPayment]]:
        """Each payment with its weight, the lightest first."""
