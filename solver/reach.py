"""Fast yes or no: whether sources can pay a cost, with everything that does not depend on the cost worked out before.

What sources can make comes down to *supplies*. A supply is mana of fixed types and flexible units, each of one type
out of several (an untapped dual land). It pays a cost exactly when, for each set of types, at least as many of its
units can be of a type in the set as there are symbols of these types, and it has as many units as the cost has symbols
(Hall's condition). All these numbers of a supply stand side by side in one integer, so that a cost is compared with
them in one subtraction.

Abilities that cost mana lead from supply to supply: all that can be reached, in any order of activations, are found
once. `reach_of` gives up (None) where sums do not tell all: limits on spending, life that may run out, objects that
several abilities compete for, too many supplies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from castable.model.mana import TYPES, Unit
from castable.model.symbol import ManaCost
from castable.solver.problem import PaymentProblem, Vector, add

__all__ = ["Reach", "reach_of"]

_MOST_SUPPLIES = 3_000
"""More supplies than this, found on the way, and the search that depends on the cost is the better one."""
_WIDTH = 13
"""Bits of a number: sums up to 4,095 and one bit to borrow from."""
_MOST_MANA = 4_000
_SETS = range(1, 1 << len(TYPES))
_BIT = {mana_type: 1 << at for at, mana_type in enumerate(TYPES)}


def _everywhere(fits: Iterable[bool]) -> int:
    """One in the number of each set of types that fits."""
    return sum(1 << _WIDTH * at for at, yes in enumerate(fits) if yes)


_OF_MASK = {mask: _everywhere(bool(mask & chosen) for chosen in _SETS) for mask in _SETS}
"""A unit that can be of each type in the mask, counted in every set that it can serve."""
_NEED = {mana_type: _everywhere(bool(_BIT[mana_type] & chosen) for chosen in _SETS) for mana_type in TYPES}
_GENERIC = 1 << _WIDTH * (len(_SETS) - 1)
_BORROW = sum(1 << _WIDTH * at + _WIDTH - 1 for at in range(len(_SETS)))

Supply = tuple[int, ...]
"""How many units there are of each mask of types, index 0 unused."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Everything that the sources of a state can come to, as far as paying one cost asks. `life` is the most life that
    using them can take, `held` what there is."""

    supplies: tuple[int, ...]
    life: int
    held: int

    def pays(self, cost: ManaCost, life: int = 0) -> bool | None:
        """Whether a cost without hybrid, Phyrexian and variable symbols, and so much life, can be paid; None where sums
        do not tell."""
        if life > self.held:
            return False
        if life and self.life + life > self.held:
            return None
        need = cost.generic * _GENERIC
        for symbol in cost.symbols:
            if symbol.type is None:
                return None
            need += _NEED[symbol.type]
        if cost.generic + len(cost.symbols) > _MOST_MANA:
            return False
        return any((supply - need) & _BORROW == _BORROW for supply in self.supplies)


def reach_of(problem: PaymentProblem) -> Reach | None:
    """The reach of the sources of a problem, whatever its cost; None where sums do not tell all."""
    if not _is_plain(problem):
        return None
    starts, costly = _starts(problem)
    if starts is None:
        return None
    found = _reached(problem, starts, costly)
    if found is None:
        return None
    packed = {_packed(supply) | _BORROW for supply in found}
    sources = problem.sources
    life = sum(
        source.size
        * max(sum(sources.uses[u].use.life + sources.uses[u].use.damage for u in plan) for plan in source.plans)
        for source in sources.classes
    )
    return Reach(_undominated(packed), life, sources.life)


def _is_plain(problem: PaymentProblem) -> bool:
    sources = problem.sources
    if sources.has_limits or sources.has_unlimited or problem.rooms or problem.doublers or problem.tokens:
        return False
    return all(isinstance(kind, Unit) and not kind.restriction and not kind.source for kind in problem.kinds)


@dataclass(frozen=True, slots=True)
class _Costly:
    """A use that costs mana: the masks of types that may pay each symbol, for each way to announce its halves; what it
    makes; the supply that its source gives when it is used otherwise; how many such sources there are."""

    inputs: tuple[tuple[int, ...], ...]
    made: Supply
    instead: Supply
    source: int
    number: int


def _starts(problem: PaymentProblem) -> tuple[list[Supply] | None, list[_Costly]]:
    """The supplies before any ability that costs mana, by the choices that are not flexible, and those abilities."""
    masks = [_BIT[kind.type] for kind in problem.kinds if isinstance(kind, Unit)]
    supplies = {_supply(masks, problem.pool)}
    costly: list[_Costly] = []
    for at, source in enumerate(problem.classes):
        plain = _maximal({plan.made for plan in source.plans if not plan.chains})
        plain = [made for made in plain if any(made)]
        instead: Supply = _EMPTY
        if len(plain) == 1:
            instead = _supply(masks, plain[0])
            supplies = {_times(supply, instead, source.size) for supply in supplies}
        elif plain and all(sum(made) == 1 for made in plain):
            mask = 0
            for made in plain:
                mask |= masks[made.index(1)]
            instead = tuple(int(m == mask) for m in range(len(_SETS) + 1))
            supplies = {_times(supply, instead, source.size) for supply in supplies}
        elif plain:
            if any(plan.chains for plan in source.plans):
                return None, []
            options = [_supply(masks, made) for made in plain]
            totals = (
                {_summed(chosen) for chosen in combinations_with_replacement(options, source.size)}
                if source.size <= 6
                else None
            )
            if totals is None or len(totals) * len(supplies) > _MOST_SUPPLIES:
                return None, []
            supplies = {add(supply, total) for supply in supplies for total in totals}
        for plan in source.plans:
            if not plan.chains:
                continue
            if len(plan.chains) > 1 or len(plan.chains[0]) > 1 or any(plan.made):
                return None, []
            use = plan.chains[0][0]
            inputs = tuple(
                tuple(_types_of(mask, masks) for mask, n in demand.groups for _ in range(n))
                for demand in problem.steps[use]
            )
            made = _supply(masks, problem.yields[use])
            costly.append(_Costly(inputs, made, instead, at, source.size))
    if any(sum(supply) > _MOST_MANA for supply in supplies):
        return None, []
    return list(supplies), costly


_EMPTY: Supply = (0,) * (len(_SETS) + 1)


def _types_of(kinds: int, masks: list[int]) -> int:
    """The types among some kinds."""
    found = 0
    for at, mask in enumerate(masks):
        if kinds >> at & 1:
            found |= mask
    return found


def _supply(masks: list[int], made: Vector) -> Supply:
    counts = [0] * (len(_SETS) + 1)
    for mask, n in zip(masks, made, strict=True):
        counts[mask] += n
    return tuple(counts)


def _times(supply: Supply, more: Supply, times: int) -> Supply:
    return tuple(a + times * b for a, b in zip(supply, more, strict=True))


def _summed(supplies: Iterable[Supply]) -> Supply:
    total = _EMPTY
    for supply in supplies:
        total = add(total, supply)
    return total


def _reached(problem: PaymentProblem, starts: list[Supply], costly: list[_Costly]) -> set[Supply] | None:
    """Every supply that some order of activations leads to; None where there are too many."""
    there = [*starts, *(use.made for use in costly), *(use.instead for use in costly)]
    masks = [mask for mask in _SETS if any(supply[mask] for supply in there)]

    def short(supply: Supply) -> Supply:
        return tuple(supply[mask] for mask in masks)

    moves = [
        (
            use.source,
            short(use.instead),
            short(use.made),
            [[[at for at, mask in enumerate(masks) if mask & symbol] for symbol in way] for way in use.inputs],
        )
        for use in costly
    ]
    left = tuple(source.size for source in problem.classes)
    seen: set[tuple[Supply, tuple[int, ...]]] = {(short(supply), left) for supply in starts}
    waiting = list(seen)
    while waiting:
        supply, left = waiting.pop()
        for source, instead, made, ways in moves:
            if not left[source]:
                continue
            kept = tuple(map(int.__sub__, supply, instead))
            if kept and min(kept) < 0:
                continue
            rest = (*left[:source], left[source] - 1, *left[source + 1 :])
            for symbols in ways:
                for after in _paid(kept, symbols):
                    state = (add(after, made), rest)
                    if state not in seen:
                        seen.add(state)
                        waiting.append(state)
            if len(seen) > _MOST_SUPPLIES:
                return None
    found = set()
    for supply, _ in seen:
        whole = [0] * len(_EMPTY)
        for mask, n in zip(masks, supply, strict=True):
            whole[mask] = n
        found.add(tuple(whole))
    return found


def _paid(supply: Supply, symbols: list[list[int]]) -> set[Supply]:
    """What is left after paying symbols, each with a unit from one of its places."""
    found = {supply}
    for places in symbols:
        found = {(*one[:at], one[at] - 1, *one[at + 1 :]) for one in found for at in places if one[at]}
    return found


def _packed(supply: Supply) -> int:
    return sum(n * _OF_MASK[mask] for mask, n in enumerate(supply) if n)


def _maximal(vectors: set[Vector]) -> list[Vector]:
    """Those that no other one contains."""
    return [
        one
        for one in vectors
        if not any(one != other and all(a <= b for a, b in zip(one, other, strict=True)) for other in vectors)
    ]


def _undominated(packed: set[int]) -> tuple[int, ...]:
    """The supplies that no other one is at least as good as, largest first."""
    kept: list[int] = []
    for one in sorted(packed, reverse=True):
        if not any((other - (one & ~_BORROW)) & _BORROW == _BORROW for other in kept):
            kept.append(one)
    return tuple(kept)
