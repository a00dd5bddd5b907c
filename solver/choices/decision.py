"""A decision: whose it is, what that player may see, and its legal options as the solutions of a constraint problem.

Options are made from what the player sees and nothing else (CR 101.4a, 608.2d): see `castable.solver.choices.table`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import prod

from constraint import Problem

from castable.model.errors import TooLarge
from castable.solver.sums import MaxSum, MinSum

__all__ = ["MAX_OPTIONS", "Asked", "Decision", "Offer", "Option", "Pick"]

MAX_OPTIONS = 2_000
"""A decision with more options than this is `TooLarge` to list."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be picked: what it is called, and the keys of the objects that are alike."""

    words: str
    keys: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """From `least` to `most` of these objects; the payment of `weight` life each, where it is one."""

    offers: tuple[Offer, ...]
    least: int = 1
    most: int = 1
    weight: int = 0

    @property
    def count(self) -> int:
        """In how many ways it can be made, by itself."""
        ways = [1]
        for offer in self.offers:
            grown = [0] * (len(ways) + len(offer.keys))
            for taken, n in enumerate(ways):
                for more in range(len(offer.keys) + 1):
                    grown[taken + more] += n
            ways = grown[: self.most + 1]
        return sum(ways[self.least :])


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer: in words, and the keys picked, those of each pick together."""

    words: str
    picked: tuple[tuple[Hashable, ...], ...]

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """All keys picked."""
        return tuple(key for keys in self.picked for key in keys)

    def __bool__(self) -> bool:
        """Whether anything is picked: the yes of a yes or no."""
        return bool(self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a player decides, in a few words (`asks`), and by which rule.

    `sees` are the hidden cards that the player may see, by zone, as far as they matter. Where several players decide at
    a time, those of the same `turn` may do so in any order, others in the order of their turns (CR 101.4, 805.6). With
    `distinct` no object is picked twice; the picks together weigh at most `limit`. `nothing` is what picking nothing is
    called.
    """

    player: str
    asks: str
    rule: str
    picks: tuple[Pick, ...]
    sees: tuple[tuple[str, tuple[str, ...]], ...] = ()
    turn: int | None = None
    distinct: bool = False
    limit: int | None = None
    nothing: str = "don't"

    @property
    def options(self) -> tuple[Option, ...]:
        """Every legal option, in the order in which the objects are offered."""
        if prod(pick.count for pick in self.picks) > MAX_OPTIONS:
            raise TooLarge(f"more than {MAX_OPTIONS:,} options: {self.asks}")
        return tuple(dict.fromkeys(self._option(solution) for solution in self._solutions()))

    def _solutions(self) -> Iterator[dict[tuple[int, int], int]]:
        """How many of each offer are picked, by pick and offer."""
        names = [(p, o) for p, pick in enumerate(self.picks) for o in range(len(pick.offers))]
        if any(not pick.offers and pick.least for pick in self.picks):
            return
        if not names:
            yield {}
            return
        solutions = self._stated().getSolutions()
        yield from sorted(solutions, key=lambda found: [-found[name] for name in names])

    def _stated(self) -> Problem:
        """The constraint problem: a number for each offer of each pick, and sums that bind them."""
        stated = Problem()
        same: dict[Offer, list[tuple[int, int]]] = {}
        weights: dict[tuple[int, int], int] = {}
        for p, pick in enumerate(self.picks):
            scope = [(p, o) for o in range(len(pick.offers))]
            for name, offer in zip(scope, pick.offers, strict=True):
                stated.addVariable(name, list(range(min(len(offer.keys), pick.most), -1, -1)))
                same.setdefault(offer, []).append(name)
                weights[name] = pick.weight
            if scope:
                stated.addConstraint(MinSum(pick.least), scope)
                stated.addConstraint(MaxSum(pick.most), scope)
        if self.distinct:
            for offer, scope in same.items():
                if len(scope) > 1:
                    stated.addConstraint(MaxSum(len(offer.keys)), scope)
        if self.limit is not None and weights:
            stated.addConstraint(MaxSum(self.limit, list(weights.values())), list(weights))
        return stated

    def _option(self, solution: dict[tuple[int, int], int]) -> Option:
        picked: list[tuple[Hashable, ...]] = []
        words: list[str] = []
        taken: Counter[Offer] = Counter()
        for p, pick in enumerate(self.picks):
            keys: list[Hashable] = []
            for o, offer in enumerate(pick.offers):
                first, number = taken[offer] if self.distinct else 0, solution[p, o]
                keys += offer.keys[first : first + number]
                taken[offer] += number
                words += [offer.words] * number
            picked.append(tuple(keys))
        return Option(", ".join(words) or self.nothing, tuple(picked))


@dataclass(frozen=True, slots=True)
class Asked:
    """Decisions that are made before anything else happens, none of which hangs on another.

    With `last` no further decision comes after them, whatever they are.
    """

    decisions: tuple[Decision, ...]
    last: bool = False
