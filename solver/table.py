"""Tables of generating functions: sums over columns counted, listed and ranked for many questions at once.

A column says how often something is taken that makes one unit of one kind. A question (a *root*) is how many units are
taken in all, at least how many of each of some sets of kinds (the rows), and at most how much of what may run out.
Layer by layer a state is what the rows still ask for and what is left of the rest; states that differ only by how many
units are still to come share one entry, a polynomial whose coefficient of degree t is the number of ways to go on with
t units. It is held in one integer, so that taking a unit is a shift and a layer a few additions (design, section 4.3).
From these follow the exact count, the listing without dead ends, and the answer of any index.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from castable.solver.problem import Vector

__all__ = ["Column", "Layer", "Node", "Numbers", "Single", "Table"]

Column = tuple[str, int, int]
"""What a number is of: ("plan", class, plan) how many members of a class take a plan, ("pool", kind, 0) units taken."""
Numbers = tuple[int, ...]
Node = tuple[int, int, int]
"""A layer, a state there, and how many units are still to come."""

_BLOCK = 256
"""Ends of a list no longer than this are put together once and used again, once the list has come to its length."""
_MOST_HELD = 200_000
"""So many of them are remembered at once while a list is walked."""
_MOST_KEPT = 4_096
"""So many of them are still remembered when it is walked again."""


@dataclass(frozen=True, slots=True)
class Single:
    """Columns that share a limit: members of a class of sources, or units of a pool.

    Each column has the kind of mana that it makes and what it takes of each room. `open` says that how many members
    there are is part of the question.
    """

    columns: tuple[Column, ...]
    kinds: tuple[int, ...]
    rooms: tuple[Vector, ...]
    size: int
    open: bool = False


@dataclass(frozen=True, slots=True)
class _Effect:
    """What one unit of a column does to a state: rows that ask for it (field and 1 in it), and what it takes of fields
    that may run out (field, and the amount in it)."""

    helps: tuple[tuple[int, int], ...]
    takes: tuple[tuple[int, int], ...]

    def after(self, state: int) -> int:
        """The state afterwards, -1 when something has run out."""
        for field, one in self.helps:
            if state & field:
                state -= one
        for field, amount in self.takes:
            if state & field < amount:
                return -1
            state -= amount
        return state


@dataclass(frozen=True, slots=True)
class Layer:
    """One decision: which one of several columns is 1, if any (`most` is 1), or the number in the only column.

    `enters` is added to a state before it, fields outside `keeps` are forgotten after it. `short` is the one field that
    each column helps with 1 in it, last column first, where that is all that columns do.
    """

    columns: tuple[Column, ...]
    kinds: tuple[int, ...]
    effects: tuple[_Effect, ...]
    most: int
    enters: int = 0
    keeps: int = -1
    short: tuple[tuple[int, int], ...] = ()

    @property
    def choices(self) -> int:
        """How many different choices there are at the most."""
        return self.most + 1 if len(self.columns) == 1 else len(self.columns) + 1

    @property
    def pieces(self) -> list[Numbers]:
        """The numbers of each choice, in lexicographic order."""
        if len(self.columns) == 1:
            return [(n,) for n in range(self.most + 1)]
        size = len(self.columns)
        return [(0,) * size, *(tuple(int(at == one) for at in range(size)) for one in range(size - 1, -1, -1))]

    def following(self, state: int) -> tuple[tuple[int, ...], int]:
        """The state after each choice, and how many more choices lead to the last of these states again."""
        start = state + self.enters
        found = [start & self.keeps]
        if self.short:
            keeps = self.keeps
            return (*found, *[(start - one if start & field else start) & keeps for field, one in self.short]), 0
        if len(self.columns) > 1:
            for effect in reversed(self.effects):
                after = effect.after(start)
                found.append(after & self.keeps if after >= 0 else -1)
            return tuple(found), 0
        effect = self.effects[0]
        for n in range(self.most):
            after = effect.after(start)
            if after == start:
                return tuple(found), self.most - n
            if after < 0:
                break
            start = after
            found.append(start & self.keeps)
        return tuple(found), 0


class Table:
    """Ways to choose numbers for columns, for all questions of one form.

    `rows` are sets of kinds (bit masks) with the most units that a question asks of them; `rooms` what there is at the
    most of each shared resource that may run out; `bounded` kinds of which a question says how many units there may be
    at the most, with the most that any says; `degree` the most units of any question. `columns` says what the numbers
    are, in order: that depends on `singles` and `degree` alone.
    """

    def __init__(
        self,
        singles: Sequence[Single],
        degree: int,
        rows: Sequence[tuple[int, int]],
        rooms: Sequence[int] = (),
        bounded: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.degree = degree
        self._rows: list[tuple[int, int, int]] = []  # kinds, field, 1 in the field
        self._borrow = at = 0
        for mask, most in rows:
            width = most.bit_length()
            self._rows.append((mask, (1 << width) - 1 << at, 1 << at))
            self._borrow |= 1 << at + width
            at += width + 1
        self._needs = (1 << at) - 1
        limits = [*rooms, *(most for _, most in bounded), *(min(one.size, degree) for one in singles if one.open)]
        fields: list[tuple[int, int]] = []
        for limit in limits:
            width = limit.bit_length()
            fields.append(((1 << width) - 1 << at, 1 << at))
            at += width
        self._top = at
        self._rooms = fields[: len(rooms)]
        self._bounded = dict(zip((kind for kind, _ in bounded), fields[len(rooms) :], strict=False))
        self._open = iter(fields[len(rooms) + len(bounded) :])
        self._effects: dict[tuple[int, Vector, tuple[tuple[int, int], ...]], _Effect] = {}
        self.layers = self._forgetting(self._in_order(singles), fields)
        touched = {field for layer in self.layers for effect in layer.effects for field, _ in effect.takes}
        self._limits = [
            (most, one if field in touched else 0) for most, (field, one) in zip(limits, fields, strict=True)
        ]
        self.columns = tuple(column for layer in self.layers for column in layer.columns)
        self._arcs: list[dict[int, tuple[tuple[int, ...], int]]] = [{} for _ in range(len(self.layers) + 1)]
        self._sums: list[dict[int, int]] = [{} for _ in range(len(self.layers) + 1)]
        self._ends = _Ends(self)

    def _in_order(self, singles: Sequence[Single]) -> list[Layer]:
        """The layers: classes of which no more columns can be taken than they have members, those first of which the
        question says how many, then columns that nothing else limits, those of one kind together, so that what its
        row still asks for is soon forgotten; the pool last."""
        first: list[Layer] = []
        joined: list[Layer] = []
        free: list[tuple[bool, int, Layer]] = []
        for single in singles:
            most = min(single.size, self.degree)
            several = len(single.columns) > 1
            if not most or not single.columns:
                continue
            if single.open:
                field, one = next(self._open)
                first += self._limited(single, most, field, ((field, one),), enters=0)
            elif several and most < self.degree:
                field = (1 << most.bit_length()) - 1 << self._top
                joined += self._limited(single, most, field, ((field, 1 << self._top),), enters=most << self._top)
            else:
                for column, kind, rooms in zip(single.columns, single.kinds, single.rooms, strict=True):
                    layer = Layer((column,), (kind,), (self._effect(kind, rooms),), most)
                    free.append((column[0] == "pool", kind, layer))
        free.sort(key=lambda entry: entry[:2])
        return [*first, *joined, *(layer for _, _, layer in free)]

    def _limited(
        self, single: Single, most: int, field: int, taken: tuple[tuple[int, int], ...], enters: int
    ) -> list[Layer]:
        """The layers of columns of which only so many can be taken together."""
        if most == 1 and enters:
            effects = tuple(map(self._effect, single.kinds, single.rooms))
            alone = all(len(effect.helps) == 1 and not effect.takes for effect in effects)
            short = tuple(effect.helps[0] for effect in reversed(effects)) if alone else ()
            return [Layer(single.columns, single.kinds, effects, 1, short=short)]
        effects = tuple(
            self._effect(kind, rooms, taken) for kind, rooms in zip(single.kinds, single.rooms, strict=True)
        )
        if most == 1 and len(effects) > 1:
            return [Layer(single.columns, single.kinds, effects, 1)]
        last = len(effects) - 1
        return [
            Layer(
                (single.columns[at],),
                (single.kinds[at],),
                (effect,),
                most,
                enters if at == 0 else 0,
                ~field if enters and at == last else -1,
            )
            for at, effect in enumerate(effects)
        ]

    def _effect(self, kind: int, rooms: Vector, taken: tuple[tuple[int, int], ...] = ()) -> _Effect:
        key = kind, rooms, taken
        if key not in self._effects:
            helps = tuple((field, one) for mask, field, one in self._rows if mask >> kind & 1)
            takes = [(field, one * n) for (field, one), n in zip(self._rooms, rooms, strict=True) if n]
            if kind in self._bounded:
                takes.append(self._bounded[kind])
            self._effects[key] = _Effect(helps, (*takes, *taken))
        return self._effects[key]

    @staticmethod
    def _forgetting(layers: list[Layer], fields: Sequence[tuple[int, int]]) -> list[Layer]:
        """The same layers, each field being forgotten after the last layer that takes of it."""
        last = {field: at for at, layer in enumerate(layers) for effect in layer.effects for field, _ in effect.takes}
        keeps = [layer.keeps for layer in layers]
        for field, _ in fields:
            if field in last:
                keeps[last[field]] &= ~field
        return [
            layer if layer.keeps == kept else replace(layer, keeps=kept)
            for layer, kept in zip(layers, keeps, strict=True)
        ]

    def root(
        self,
        needs: Iterable[int],
        rooms: Iterable[int] = (),
        upper: Iterable[int] = (),
        members: Iterable[int] = (),
    ) -> int:
        """The state in which a question starts: at least how many units of each row, how much of each room there is,
        how many units of each bounded kind and members of each open class there may be."""
        state = sum(need * one for need, (_, _, one) in zip(needs, self._rows, strict=True))
        limits = zip((*rooms, *upper, *members), self._limits, strict=True)
        return state + sum(min(limit, most) * one for limit, (most, one) in limits)

    @cached_property
    def _width(self) -> int:
        """Bits of a coefficient, wide enough for all combinations."""
        return prod(layer.choices for layer in self.layers).bit_length()

    @cached_property
    def _guards(self) -> list[int]:
        """For each layer and the end, how much each row can still get, with a bit to borrow from."""
        guards = [0]
        sums = [0] * len(self._rows)
        for layer in reversed(self.layers):
            for at, (_, field, one) in enumerate(self._rows):
                if any((field, one) in effect.helps for effect in layer.effects):
                    sums[at] += layer.most
            guards.append(sum(min(n, field // one) * one for n, (_, field, one) in zip(sums, self._rows, strict=True)))
        return [guard + self._borrow for guard in reversed(guards)]

    def add(self, roots: Iterable[int]) -> None:
        """Work out the polynomials of these states of the first layer, and of all that follow them."""
        needs, borrow = self._needs, self._borrow
        states = set(roots)
        fresh: list[dict[int, tuple[tuple[int, ...], int]]] = []
        for layer, guard, known in zip(self.layers, self._guards, self._arcs, strict=False):
            level = {
                state: layer.following(state)
                for state in states
                if state >= 0 and state not in known and (guard - (state & needs)) & borrow == borrow
            }
            known.update(level)
            fresh.append(level)
            states = {after for found, _ in level.values() for after in found}
        ended = {state: ((), 0) for state in states if state >= 0 and not state & needs}
        self._arcs[-1].update(ended)
        self._sums[-1].update(dict.fromkeys(ended, 1))
        width = self._width
        whole = (1 << width * (self.degree + 1)) - 1
        for at in range(len(self.layers) - 1, -1, -1):
            ways, table = self._sums[at + 1].get, self._sums[at]
            if len(self.layers[at].columns) > 1:
                for state, (found, _) in fresh[at].items():
                    least, *others = found
                    ones = 0
                    for after in others:
                        ones += ways(after, 0)
                    table[state] = ways(least, 0) + (ones << width) & whole
            else:
                for state, (found, more) in fresh[at].items():
                    sum_ = ways(found[-1], 0)
                    if more:
                        sum_ *= self._ones(more)
                    for after in found[-2::-1]:
                        sum_ = (sum_ << width) + ways(after, 0)
                    table[state] = sum_ & whole

    def _ones(self, degree: int) -> int:
        """1 + x + ... + x^degree."""
        width = self._width
        return ((1 << width * (degree + 1)) - 1) // ((1 << width) - 1)

    def ways(self, node: Node) -> int:
        """How many ways there are to go on from a state of a layer with exactly so many units."""
        at, state, units = node
        return self._sums[at].get(state, 0) >> self._width * units & (1 << self._width) - 1

    def onward(self, node: Node) -> Iterator[tuple[Numbers, Node]]:
        """Each choice with which there are ways to go on, by its numbers, and where it leads; none at the end."""
        at, state, units = node
        if at == len(self.layers):
            return
        found, more = self._arcs[at][state]
        several = len(self.layers[at].columns) > 1
        last = len(found) - 1
        for n in range(len(found) if several else min(last + more, units) + 1):
            after, rest = found[min(n, last)], units - (min(n, 1) if several else n)
            if rest >= 0 and self.ways((at + 1, after, rest)):
                yield self._pieces[at][n], (at + 1, after, rest)

    @cached_property
    def _pieces(self) -> list[list[Numbers]]:
        return [layer.pieces for layer in self.layers]

    def listed(self, root: int, units: int, skip: int = 0) -> Iterator[Numbers]:
        """The numbers of each way, in lexicographic order, without the first `skip`, which are not walked."""
        for block in self.blocks(root, units, skip):
            yield from block

    def blocks(
        self, root: int, units: int, skip: int = 0, before: Numbers = (), after: Numbers = ()
    ) -> Iterator[Iterable[Numbers]]:
        """The same in pieces, with numbers that come before and after those of each way."""
        ends = self._ends
        size = 1  # the first one alone may be all that is wanted
        stack: list[tuple[Node, Numbers]] = [((0, root, units), before)]
        while stack:
            node, so_far = stack.pop()
            here = self.ways(node)
            if here <= skip:
                skip -= here
            elif here <= size or node in ends.known:
                size = min(4 * size, _BLOCK)
                kept = ends.of(node)
                if skip:
                    kept, skip = kept[skip:], 0
                yield [so_far + end + after for end in kept] if after else map(so_far.__add__, kept)
            else:
                onward = [(child, so_far + piece) for piece, child in self.onward(node)]
                stack += reversed(onward)
        ends.settle()


class _Ends:
    """What a list goes on with from a state, remembered: all numbers of the columns from a layer on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.known: dict[Node, list[Numbers]] = {}
        self._held = 0

    def settle(self) -> None:
        """Forget what is too much to be kept when nobody may ask again."""
        if self._held > _MOST_KEPT:
            self.known.clear()
            self._held = 0

    def of(self, wanted: Node) -> list[Numbers]:
        """All ways to go on from where there are some."""
        if self._held > _MOST_HELD:
            self.known.clear()
            self._held = 0
        known, stack = self.known, [wanted]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            below = list(self._table.onward(node))
            if missing := [child for _, child in below if child not in known]:
                stack += missing
                continue
            known[node] = found = [piece + end for piece, child in below for end in known[child]] or [()]
            self._held += len(found)
        return known[wanted]
