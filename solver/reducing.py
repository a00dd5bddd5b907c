"""Reductions of a mana cost, in every order that the payer may choose (CR 601.2f, 118.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from castable.model.errors import Unsupported
from castable.model.symbol import ManaCost, Symbol

__all__ = ["Reduction", "all_orders", "halved", "reduced"]


@dataclass(frozen=True, slots=True)
class Reduction:
    """One reduction: each of `ways` is what it may take off, by the payer's choice."""

    name: str
    ways: tuple[ManaCost, ...]
    only_colored: bool = False
    minimum: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it takes generic mana off and nothing else, so that its place in the order makes no difference."""
        return self.minimum is None and not any(way.symbols for way in self.ways)


def halved(less: ManaCost) -> tuple[ManaCost, ...]:
    """What a reduction may take off: a half of each hybrid symbol, a color for Phyrexian, generic for snow
    (CR 118.7e-g)."""
    options: list[tuple[ManaCost, ...]] = []
    for symbol in less.symbols:
        if symbol.is_variable:
            raise Unsupported(f"a reduction of {less}")
        if symbol.is_snow:
            options.append((ManaCost(1),))
        elif symbol.is_choice:
            halves = [half for letter, half in zip(symbol.letters, symbol.halves, strict=True) if letter != "P"]
            options.append(tuple(halves))
        else:
            options.append((ManaCost.of(0, [symbol]),))
    found = {sum(picked, ManaCost(less.generic)) for picked in product(*options)}
    return tuple(sorted(found, key=str))


Step = tuple[str, ManaCost, ManaCost]
"""The name of a reduction, what it took off, and the cost after it."""


def all_orders(mana: ManaCost, reductions: Sequence[Reduction]) -> Iterator[tuple[ManaCost, list[Step]]]:
    """Every mana cost that the reductions can lead to, each once with one way to it.

    The order is the payer's choice; it matters only where a reduction has a minimum or takes off more than generic
    mana.
    """
    ordered = len(reductions) > 1 and not all(one.is_plain for one in reductions)
    kinds = list(dict.fromkeys(reductions))
    start = tuple(sum(one == kind for one in reductions) for kind in kinds)
    seen: dict[ManaCost, list[Step]] = {}
    visited: set[tuple[ManaCost, tuple[int, ...]]] = set()

    def go(mana: ManaCost, left: tuple[int, ...], steps: list[Step]) -> None:
        if (mana, left) in visited:
            return
        visited.add((mana, left))
        there = [at for at, n in enumerate(left) if n]
        if not there:
            seen.setdefault(mana, steps)
        for at in there if ordered else there[:1]:
            one = kinds[at]
            rest = (*left[:at], left[at] - 1, *left[at + 1 :])
            for way in one.ways:
                after = reduced(mana, way, only_colored=one.only_colored, minimum=one.minimum)
                go(after, rest, [*steps, (one.name, way, after)])

    go(mana, start, [])
    yield from seen.items()


def reduced(mana: ManaCost, less: ManaCost, *, only_colored: bool = False, minimum: int | None = None) -> ManaCost:
    """A cost after one reduction: generic comes off generic only (CR 118.7a), a color or colorless off its own symbols
    and what is left over off generic (CR 118.7b-d), unless `only_colored`; never below {0}, nor by this reduction to
    less than `minimum` mana."""
    generic, symbols = mana.generic - less.generic, list(mana.symbols)
    for symbol in less.symbols:
        if symbol.is_choice or symbol.is_variable:
            raise Unsupported(f"a reduction of {less}")
        same = Symbol((str(symbol.type),)) if symbol.type else None
        if same in symbols:
            symbols.remove(same)
        elif not only_colored:
            generic -= 1
    after = ManaCost.of(max(0, generic), symbols)
    if minimum is not None and after.mana_value < minimum:
        short = min(minimum, mana.mana_value) - after.mana_value
        after += ManaCost(max(0, short))
    return after
