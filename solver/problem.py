"""A locked total cost and the sources of a state as one constraint problem over integers (design, section 4.2).

Kinds of mana, plans with what each makes, demand as Hall rows. `castable.solver.stated` puts what is linear of it into
the words of python-constraint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from castable.model.errors import Unsupported
from castable.model.mana import ManaType, Unit
from castable.model.symbol import ManaCost
from castable.solver.means import Bill, Means, Token
from castable.solver.sources import ClassUse, Plan, Sources
from castable.solver.spending import Purpose, SpendingRules, unmarked

__all__ = [
    "Demand",
    "Kind",
    "PaymentProblem",
    "PlanNumbers",
    "SourceNumbers",
    "Vector",
    "add",
    "demand_of",
    "hall_demand",
    "held_in",
]

Kind = Unit | Token
"""Mana of one sort, or one sort of what pays beside it."""
Vector = tuple[int, ...]
"""How much of each kind, in the order of `PaymentProblem.kinds`."""


def add(a: Vector, b: Vector) -> Vector:
    """Sum of two vectors."""
    return tuple(map(int.__add__, a, b))


@dataclass(frozen=True, slots=True)
class Demand:
    """Mana symbols to be paid: for each sort of symbol the kinds that may pay it (a bit mask) and how many.

    `rows` are Hall's conditions: whatever pays all must hold, for each row, at least `need` units of kinds in `mask`;
    together with the exact number `total` they are sufficient too.
    """

    groups: tuple[tuple[int, int], ...]
    total: int
    rows: tuple[tuple[int, int], ...]
    usable: int
    """The kinds that may pay at least generic mana or some symbol of it."""

    def met_by(self, mana: Vector) -> bool:
        """Whether some sub-multiset of `mana` pays for everything."""
        if held_in(mana, self.usable) < self.total:
            return False
        return all(held_in(mana, mask) >= need for mask, need in self.rows)

    def reach_of(self, kind: int) -> int:
        """How many symbols a kind of mana can pay at the most."""
        return sum(n for mask, n in self.groups if mask >> kind & 1)


def hall_demand(groups: Iterable[tuple[int, int]]) -> Demand:
    """The demand for so many units of each mask, whatever they are for."""
    parts = tuple(groups)
    usable = 0
    for mask, _ in parts:
        usable |= mask
    return Demand(parts, sum(n for _, n in parts), _hall_rows(parts, 0), usable)


def held_in(mana: Vector, mask: int) -> int:
    """How many units have a kind in the mask."""
    return sum(n for kind, n in enumerate(mana) if mask >> kind & 1)


def demand_of(
    cost: ManaCost, kinds: Sequence[Kind], rules: SpendingRules, purpose: Purpose, means: Sequence[Means] | None = None
) -> Demand:
    """The demand of a cost without hybrid, Phyrexian and variable symbols; raises `ValueError` for those.

    `means` are those of a total cost, which tokens may help to pay; None for the cost of a mana ability.
    """

    def pays(kind: Kind, wanted: ManaType | None) -> bool:
        if isinstance(kind, Token):
            return means is not None and kind.pays(wanted)
        return rules.pays(kind, wanted, purpose)

    anything = _mask(pays(kind, None) for kind in kinds)
    counts: Counter[int] = Counter({anything: cost.generic} if cost.generic else {})
    if (types := purpose.on_x) is not None and purpose.for_x:
        for_x = _mask(any(pays(kind, wanted) for wanted in types) for kind in kinds)
        counts[anything] -= purpose.for_x
        counts[for_x] += purpose.for_x
    for one in means or ():
        mask = _mask(isinstance(kind, Token) and one.label in kind.labels for kind in kinds)
        if one.need:
            counts[mask] += one.need
        elif one.of_generic:
            helped = min(one.of_generic, counts[anything])
            counts[anything] -= helped
            counts[anything | mask] += helped
    for symbol in cost:
        if symbol.is_snow:
            mask = _mask(isinstance(kind, Unit) and kind.snow and pays(kind, None) for kind in kinds)
        elif symbol.type is not None:
            mask = _mask(pays(kind, symbol.type) for kind in kinds)
        else:
            raise ValueError(f"{symbol} has not been announced")
        counts[mask] += 1
    groups = tuple((+counts).items())
    usable = anything
    for mask, _ in groups:
        usable |= mask
    rows = dict(_hall_rows(groups, usable))
    for one in means or ():
        if one.all_of:
            mask = _mask(isinstance(kind, Token) and one.label in kind.labels for kind in kinds)
            rows[mask] = max(rows.get(mask, 0), one.all_of)
    return Demand(groups, sum(n for _, n in groups), tuple(rows.items()), usable)


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)


def _hall_rows(groups: tuple[tuple[int, int], ...], everything: int) -> tuple[tuple[int, int], ...]:
    """One row for each set of groups whose kinds hang together; others follow from these and from the total."""
    narrow = [(mask, n) for mask, n in groups if mask != everything or not everything]
    needs: dict[int, int] = {}
    for size in range(1, len(narrow) + 1):
        for chosen in combinations(narrow, size):
            if _hang_together([mask for mask, _ in chosen]):
                union = 0
                for mask, _ in chosen:
                    union |= mask
                needs[union] = max(needs.get(union, 0), sum(n for _, n in chosen))
    return tuple(needs.items())


def _hang_together(masks: list[int]) -> bool:
    joined, rest = masks[0], masks[1:]
    while rest:
        touching = [mask for mask in rest if mask & joined]
        if not touching:
            return False
        for mask in touching:
            joined |= mask
        rest = [mask for mask in rest if mask not in touching]
    return True


@dataclass(frozen=True, slots=True)
class PlanNumbers:
    """A plan in numbers: what its uses without a mana cost make, its other uses as chains, shared resources taken.

    A chain is a tuple of uses that must come in that order, the first of which costs mana. `drops` is what would be
    missing without one of the plain uses (or one unit of a chosen amount), as a bit mask over `PaymentProblem.drops`.
    """

    made: Vector
    drops: int
    chains: tuple[Plan, ...]
    rooms: Vector


@dataclass(frozen=True, slots=True)
class SourceNumbers:
    """A class of sources in numbers: at most `size` plans in all."""

    size: int
    plans: tuple[PlanNumbers, ...]


class PaymentProblem:
    """All ways to pay one locked total cost at the end from the given sources.

    `kinds` are the kinds of mana; `steps[use]` are the demands, one to be met, of a use that costs mana, `yields[use]`
    what it makes; `rooms` the capacities of shared resources that can run out (life, energy, taps by other objects).
    """

    def __init__(
        self,
        sources: Sources,
        bill: Bill,
        *,
        purpose: Purpose | None = None,
        floating: bool = False,
    ) -> None:
        self.sources = sources
        self.bill = bill
        life, energy = bill.life, bill.energy
        self.life, self.energy = life, energy
        self.floating = floating
        made = {unit for offered in sources.uses for unit in offered.use.adds.units} | set(sources.pool.units)
        tokens = {offered.use.pays for offered in sources.uses if offered.use.pays}
        self.doublers = frozenset(at for at, offered in enumerate(sources.uses) if offered.use.doubles)
        if self.doublers:
            made |= {Unit(unit.type) for unit in made}
        self.kinds: tuple[Kind, ...] = (*sorted(made, key=lambda unit: unit._key), *sorted(tokens))
        self._at = {kind: at for at, kind in enumerate(self.kinds)}
        self._shown = tuple(
            at if isinstance(kind, Token) else self._at.get(unmarked(kind), at) for kind, at in self._at.items()
        )
        self.tokens = _mask(isinstance(kind, Token) for kind in self.kinds)
        self.demand = demand_of(bill.mana, self.kinds, sources.rules, purpose or Purpose(), bill.means)
        self.pool = self.vector(sources.pool.units)
        self.yields = tuple(
            self.vector((offered.use.pays,) if offered.use.pays else offered.use.adds.units) for offered in sources.uses
        )
        self.steps = {
            index: tuple(
                demand_of(need, self.kinds, sources.rules, Purpose.of_ability(offered.thing))
                for need in offered.use.needs
            )
            for index, offered in enumerate(sources.uses)
            if offered.thing and not offered.use.is_plain
        }
        self.drops: list[Vector] = []
        limits = {"life": max(0, sources.life - life), **dict(sources.rooms)}
        limits["energy"] = max(0, limits.get("energy", 0) - energy)
        names = list(limits)
        self.classes = tuple(
            SourceNumbers(source.size, tuple(self._plan(plan, names, life > 0) for plan in source.plans))
            for source in sources.classes
        )
        self._require_life_before_damage()
        self.affordable = not life or sources.life >= life  # 0 life can always be paid (CR 119.4b)
        self.affordable &= energy <= dict(sources.rooms).get("energy", 0) and not bill.impossible
        self._keep_binding_rooms(names, limits)

    def _require_life_before_damage(self) -> None:
        """Raise `Unsupported` where life paid for mana may be short because of damage that sources deal before."""
        uses = self.sources.uses
        for_mana = sum(one.life * (one.most or 0) for one in self.bill.means)
        damage = life = 0
        for source in self.sources.classes:
            damage += source.size * max((sum(uses[u].use.damage for u in plan) for plan in source.plans), default=0)
            life += source.size * max(
                (sum(uses[u].use.life for u in plan if not uses[u].use.pays) for plan in source.plans), default=0
            )
        if for_mana and damage and self.sources.life < self.bill.life + for_mana + damage + life:
            raise Unsupported("life for mana, where sources deal damage before it is paid")

    def doubled(self, pool: Vector) -> Vector:
        """What doubling each type of mana in a pool adds: as much again, without snow or limits."""
        return self.vector(
            Unit(kind.type)
            for kind, n in zip(self.kinds, pool, strict=True)
            if isinstance(kind, Unit)
            for _ in range(n)
        )

    def shown(self, mana: Vector) -> Vector:
        """The mana as a payment shows it, without what it remembers for the spell being cast."""
        counts = [0] * len(self.kinds)
        for at, n in zip(self._shown, mana, strict=True):
            counts[at] += n
        return tuple(counts)

    def vector(self, kinds: Iterable[Kind]) -> Vector:
        """How many of each kind."""
        counts = [0] * len(self.kinds)
        for kind in kinds:
            counts[self._at[kind]] += 1
        return tuple(counts)

    def step_reach(self, use: int, kind: int) -> int:
        """How many symbols of a use's mana cost a kind of mana can pay at the most."""
        return max(demand.reach_of(kind) for demand in self.steps[use])

    def _plan(self, plan: Plan, names: list[str], damage_counts: bool) -> PlanNumbers:
        uses = [self.sources.uses[index] for index in plan]
        if len(plan) == 1 and plan[0] not in self.steps and not uses[0].late and not uses[0].smaller:
            made = self.yields[plan[0]]
            return PlanNumbers(made, self._drop(made), (), self._rooms_of(uses, names, damage_counts))
        costly = [index for index in plan if index in self.steps]
        chains: list[Plan] = [(index,) for index in costly]
        made = (0,) * len(self.kinds)
        drops = 0
        late = next((index for index in plan if self.sources.uses[index].late), None)
        burier = next((index for index in plan if self.sources.uses[index].buries), None)
        in_chain = burier in self.steps or bool(costly and burier is not None and not self._pays(burier))
        for index, offered in zip(plan, uses, strict=True):
            if index in self.steps:
                continue
            if offered.use.leaves and costly and not offered.use.pays:
                if len(costly) > 1:
                    raise Unsupported(f"{offered.use.source} used several times and then given up")
                chains = [(*costly, index)]
                continue
            if index == late and in_chain:
                continue
            made = add(made, self.yields[index])
            for smaller in offered.smaller or (None,):
                less = self.yields[smaller] if smaller is not None else (0,) * len(self.kinds)
                gone = tuple(a - b for a, b in zip(self.yields[index], less, strict=True))
                if late is not None and offered.buries:  # without it the card is not there to be exiled
                    gone = add(gone, self.yields[late])
                drops |= self._drop(gone)
        if late is not None and in_chain:
            chains = [(*chain, late) if burier in chain else chain for chain in chains]
        return PlanNumbers(made, drops, tuple(chains), self._rooms_of(uses, names, damage_counts))

    @staticmethod
    def _rooms_of(uses: list[ClassUse], names: list[str], damage_counts: bool) -> Vector:
        """What uses take of shared resources."""
        rooms = []
        for name in names:
            if name == "life":
                rooms.append(sum([u.use.life + damage_counts * u.use.damage for u in uses]))
            elif name == "energy":
                rooms.append(sum([u.use.energy for u in uses]))
            else:
                rooms.append(sum([n for u in uses for room, n in u.rooms if room == name]))
        return tuple(rooms)

    def _pays(self, use: int) -> bool:
        return self.sources.uses[use].use.pays is not None

    def _drop(self, lost: Vector) -> int:
        if lost not in self.drops:
            self.drops.append(lost)
        return 1 << self.drops.index(lost)

    def _keep_binding_rooms(self, names: list[str], limits: dict[str, int]) -> None:
        """Forget the shared resources that cannot run out."""
        most = [
            sum(c.size * max((p.rooms[at] for p in c.plans), default=0) for c in self.classes)
            for at in range(len(names))
        ]
        kept = [at for at, name in enumerate(names) if most[at] > limits[name]]
        self.rooms: Vector = tuple(limits[names[at]] for at in kept)
        self.classes = tuple(
            SourceNumbers(
                c.size,
                tuple(PlanNumbers(p.made, p.drops, p.chains, tuple(p.rooms[at] for at in kept)) for p in c.plans),
            )
            for c in self.classes
        )

    @property
    def tells_all(self) -> bool:
        """Whether a payment shows all that its mana is, so that different units look different."""
        return self._shown == tuple(range(len(self.kinds)))

    @cached_property
    def is_linear(self) -> bool:
        """Whether sums alone describe the payments: every plan makes one unit at no mana cost.

        Then a payment is irredundant exactly when it makes no more than the cost asks for, so nothing floats.
        """
        plans = [plan for source in self.classes for plan in source.plans]
        return (
            not self.floating
            and self.sources.statuses is None
            and not any(plan.chains or sum(plan.made) != 1 for plan in plans)
        )
