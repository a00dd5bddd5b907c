"""Payments that sums alone describe, counted and listed from generating functions (design, section 4.3).

Every plan makes one unit, so a payment is a choice of plans and of pool units: as many as the cost has symbols, and for
each of Hall's rows enough of its kinds. Layer by layer a state is what the rows still ask for; states that differ only
by how many units are still to come share one entry of a table, a polynomial whose coefficient of degree t is the number
of ways to go on with t units. It is held in one integer, so that taking a unit is a shift and a layer a few additions.
From these tables follow the exact count, the listing without dead ends, and the payment of any index.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

from castable.solver.problem import PaymentProblem, PlanNumbers

__all__ = ["Column", "LinearPayments", "Numbers"]

Column = tuple[str, int, int]
"""What a number is of: ("plan", class, plan) how many members of a class take a plan, ("pool", kind, 0) units taken."""
Numbers = tuple[int, ...]
_Node = tuple[int, int, int]
"""A layer, a state there, and how many units are still to come."""

_BLOCK = 256
"""Ends of a list no longer than this are put together once and used again, once the list has come to its length."""
_MOST_HELD = 200_000
"""So many of them are remembered at once."""


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
class _Layer:
    """One decision: which one of several columns is 1, if any (`most` is 1), or the number in the only column.

    `enters` is added to a state before it, fields outside `keeps` are forgotten after it.
    """

    columns: tuple[Column, ...]
    effects: tuple[_Effect, ...]
    most: int
    enters: int = 0
    keeps: int = -1

    @property
    def choices(self) -> int:
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


class LinearPayments:
    """All payments of a linear problem. `columns` says what the numbers of a payment are, in order; what can be of no
    use has none."""

    def __init__(self, problem: PaymentProblem) -> None:
        if not problem.is_linear:
            raise ValueError("only linear payment problems are sums")
        self._problem = problem
        self._total = problem.demand.total
        self._reach = [problem.demand.reach_of(kind) for kind in range(len(problem.kinds))]
        self._rows: list[tuple[int, int, int]] = []  # kinds, field, 1 in the field
        self._root = self._needs = self._borrow = at = 0
        for mask, need in problem.demand.rows:
            if need:
                width = need.bit_length()
                self._rows.append((mask, (1 << width) - 1 << at, 1 << at))
                self._root |= need << at
                self._borrow |= 1 << at + width
                at += width + 1
        self._needs = (1 << at) - 1
        self._rooms: list[tuple[int, int]] = []
        for capacity in problem.rooms:
            width = capacity.bit_length()
            self._rooms.append(((1 << width) - 1 << at, 1 << at))
            self._root |= capacity << at
            at += width
        self._top = at
        self._layers = self._in_order() if problem.affordable else []
        self.columns = tuple(column for layer in self._layers for column in layer.columns)

    def count(self) -> int:
        """Exact number of payments."""
        return self._ways(0, self._root, self._total)

    def _in_order(self) -> list[_Layer]:
        """The layers: classes of which no more plans can be taken than they have members, then columns that nothing
        else limits, those of one kind together, so that what its row still asks for is soon forgotten."""
        problem = self._problem
        joined: list[_Layer] = []
        free: list[tuple[int, _Layer]] = []
        for at, source in enumerate(problem.classes):
            plans = [
                (number, plan, kind)
                for number, plan in enumerate(source.plans)
                if self._reach[kind := plan.made.index(1)]
            ]
            most = min(source.size, self._total)
            columns: list[Column] = [("plan", at, number) for number, _, _ in plans]
            if len(plans) > 1 and most == 1 < self._total:
                joined.append(_Layer(tuple(columns), tuple(self._effect(k, p) for _, p, k in plans), 1))
            elif len(plans) > 1 and most < self._total:
                field = (1 << most.bit_length()) - 1 << self._top
                taken = ((field, 1 << self._top),)
                for column, (number, plan, kind) in zip(columns, plans, strict=True):
                    first, last = number == plans[0][0], number == plans[-1][0]
                    joined.append(
                        _Layer(
                            (column,),
                            (self._effect(kind, plan, taken),),
                            min(most, self._reach[kind]),
                            most << self._top if first else 0,
                            ~field if last else -1,
                        )
                    )
            else:
                for column, (_, plan, kind) in zip(columns, plans, strict=True):
                    layer = _Layer((column,), (self._effect(kind, plan),), min(most, self._reach[kind]))
                    free.append((kind, layer))
        for kind, held in enumerate(problem.pool):
            if most := min(held, self._reach[kind]):
                free.append((kind, _Layer((("pool", kind, 0),), (self._effect(kind, None),), most)))
        free.sort(key=lambda entry: entry[0])
        return [*joined, *(layer for _, layer in free)]

    def _effect(self, kind: int, plan: PlanNumbers | None, taken: tuple[tuple[int, int], ...] = ()) -> _Effect:
        helps = tuple((field, one) for mask, field, one in self._rows if mask >> kind & 1)
        if plan is not None and self._rooms:
            rooms = zip(self._rooms, plan.rooms, strict=True)
            taken = (*((field, one * n) for (field, one), n in rooms if n), *taken)
        return _Effect(helps, taken)

    @cached_property
    def _width(self) -> int:
        """Bits of a coefficient, wide enough for all combinations."""
        return prod(layer.choices for layer in self._layers).bit_length()

    @cached_property
    def _guards(self) -> list[int]:
        """For each layer and the end, how much each row can still get, with a bit to borrow from."""
        guards = [0]
        fields = [(mask, field, one) for mask, field, one in self._rows]
        sums = [0] * len(fields)
        for layer in reversed(self._layers):
            for at, (_, field, one) in enumerate(fields):
                if any((field, one) in effect.helps for effect in layer.effects):
                    sums[at] += layer.most
            guards.append(sum(min(n, field // one) * one for n, (_, field, one) in zip(sums, fields, strict=True)))
        return [guard + self._borrow for guard in reversed(guards)]

    @cached_property
    def _arcs(self) -> list[dict[int, tuple[tuple[int, ...], int]]]:
        """The states of each layer with what follows them; those that ask for more than can come are left out."""
        levels: list[dict[int, tuple[tuple[int, ...], int]]] = []
        states = {self._root}
        needs, borrow, guards = self._needs, self._borrow, self._guards
        for layer, guard in zip(self._layers, guards, strict=False):
            level = {
                state: layer.following(state)
                for state in states
                if state >= 0 and (guard - (state & needs)) & borrow == borrow
            }
            levels.append(level)
            states = {after for found, _ in level.values() for after in found}
        levels.append({state: ((), 0) for state in states if state >= 0 and not state & needs})
        return levels

    @cached_property
    def _tables(self) -> list[dict[int, int]]:
        """For each layer and the end, the polynomial of each state."""
        width = self._width
        whole = (1 << width * (self._total + 1)) - 1
        table = dict.fromkeys(self._arcs[-1], 1) if self._problem.affordable else {}
        tables = [table]
        for layer, level in zip(reversed(self._layers), reversed(self._arcs[:-1]), strict=True):
            ways = table.get
            table = {}
            if len(layer.columns) > 1:
                for state, (found, _) in level.items():
                    least, *others = found
                    ones = 0
                    for after in others:
                        ones += ways(after, 0)
                    table[state] = ways(least, 0) + (ones << width) & whole
            else:
                for state, (found, more) in level.items():
                    sum_ = ways(found[-1], 0)
                    if more:
                        sum_ *= self._ones(more)
                    for after in found[-2::-1]:
                        sum_ = (sum_ << width) + ways(after, 0)
                    table[state] = sum_ & whole
            tables.append(table)
        return tables[::-1]

    def _ones(self, degree: int) -> int:
        """1 + x + ... + x^degree."""
        width = self._width
        return ((1 << width * (degree + 1)) - 1) // ((1 << width) - 1)

    def _ways(self, at: int, state: int, units: int) -> int:
        """How many ways there are to go on from a state of a layer with exactly so many units."""
        return self._tables[at].get(state, 0) >> self._width * units & (1 << self._width) - 1

    def onward(self, node: _Node) -> Iterator[tuple[Numbers, _Node]]:
        """Each choice with which there are ways to go on, by its numbers, and where it leads; none at the end."""
        at, state, units = node
        if at == len(self._layers):
            return
        found, more = self._arcs[at][state]
        several = len(self._layers[at].columns) > 1
        last = len(found) - 1
        for n in range(len(found) if several else min(last + more, units) + 1):
            after, rest = found[min(n, last)], units - (min(n, 1) if several else n)
            if rest >= 0 and self._ways(at + 1, after, rest):
                yield self._pieces[at][n], (at + 1, after, rest)

    @cached_property
    def _pieces(self) -> list[list[Numbers]]:
        return [layer.pieces for layer in self._layers]

    def listed(self, skip: int = 0) -> Iterator[Numbers]:
        """The numbers of each payment, in lexicographic order, without the first `skip`, which are not walked."""
        ends = _Ends(self)
        block = 1  # the first payment alone may be all that is wanted
        stack: list[tuple[_Node, Numbers]] = [((0, self._root, self._total), ())]
        while stack:
            node, so_far = stack.pop()
            here = self._ways(*node)
            if here <= skip:
                skip -= here
            elif here <= block:
                block = min(4 * block, _BLOCK)
                for end in ends.of(node)[skip:]:
                    yield so_far + end
                skip = 0
            else:
                onward = [(child, so_far + piece) for piece, child in self.onward(node)]
                stack += reversed(onward)


class _Ends:
    """What a list goes on with from a state, remembered: all numbers of the columns from a layer on."""

    def __init__(self, payments: LinearPayments) -> None:
        self._payments = payments
        self._known: dict[_Node, list[Numbers]] = {}
        self._held = 0

    def of(self, wanted: _Node) -> list[Numbers]:
        """All ways to go on from where there are some."""
        if self._held > _MOST_HELD:
            self._known.clear()
            self._held = 0
        known, stack = self._known, [wanted]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            below = list(self._payments.onward(node))
            if missing := [child for _, child in below if child not in known]:
                stack += missing
                continue
            known[node] = found = [piece + end for piece, child in below for end in known[child]] or [()]
            self._held += len(found)
        return known[wanted]
