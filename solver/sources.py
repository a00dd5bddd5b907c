"""Sources of mana in classes of interchangeable objects, and what one member of a class may do (design, section 3).

A `SourceClass` has equal members; each takes at most one of its *plans*, a multiset of uses that go together on one
object (a land taps once; a creature may tap for mana and then be sacrificed to an altar). A way to activate mana
abilities is, for each class, a multiset of plans no larger than the class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from castable.model.ability import LifeForMana
from castable.model.errors import TooLarge, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.state import Permanent, State
from castable.solver.means import Means
from castable.solver.offers import ClassUse, Offers, Thing, name_of, takes_part
from castable.solver.production import Use
from castable.solver.spending import SpendingRules, unmarked
from castable.solver.statuses import Statuses, statuses_of

__all__ = ["MAX_PLANS", "ClassUse", "Plan", "SourceClass", "Sources", "ids_of", "sources_of"]

MAX_PLANS = 20_000
"""More plans for one class than this is `TooLarge`."""

Plan = tuple[int, ...]
"""A multiset of uses of one member, as indices into `Sources.uses`, one that makes it leave last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceClass:
    """Equal objects (`members`, by id in board order), how many plans may be taken at once, and the plans."""

    name: str
    label: str
    members: tuple[int, ...]
    size: int
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """All that may be activated while a spell is cast from a state, and the mana that is in the pool.

    `uses` are referred to by index from the plans of the classes; `rooms` are the capacities of shared resources.
    """

    uses: tuple[ClassUse, ...]
    classes: tuple[SourceClass, ...]
    rooms: tuple[tuple[str, int], ...]
    pool: Mana
    life: int
    rules: SpendingRules
    by_object: bool = False
    ambiguous: str = ""
    """What keeps payments from being counted and listed, empty when nothing does."""
    made_by: Filter | None = None
    statuses: Statuses | None = None
    """The objects that {Q} may concern, which have no plans; None where no ability with {Q} can be used."""
    memo: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What others have worked out from these sources alone."""

    @property
    def has_unlimited(self) -> bool:
        """Whether `repeat` matters to these sources."""
        apart = self.statuses.uses if self.statuses else {}
        return any(offered.is_unlimited for at, offered in enumerate(self.uses) if at not in apart)

    @property
    def has_limits(self) -> bool:
        """Whether it matters to some mana what it is spent on, or to what is paid for where mana comes from."""
        if self.made_by is not None:
            return True
        units = [*self.pool.units, *(unit for offered in self.uses for unit in offered.use.adds.units)]
        return bool(self.rules.exceptions) or any(unit.restriction for unit in units)

    def only(self, allowed: set[int]) -> Sources:
        """The same sources with nothing but these uses."""
        classes = (
            replace(source, plans=tuple(plan for plan in source.plans if allowed.issuperset(plan)))
            for source in self.classes
        )
        statuses = self.statuses.only(allowed) if self.statuses else None
        return replace(self, classes=tuple(source for source in classes if source.plans), statuses=statuses)

    @property
    def ceiling(self) -> int:
        """No more mana than this can ever be held at once, pool included; what {Q} may concern is left out."""
        gains = [_gain(offered.use) for offered in self.uses]
        apart = self.statuses.uses if self.statuses else {}
        if any(gains[i] for i, offered in enumerate(self.uses) if offered.is_unlimited and i not in apart):
            raise Unsupported("an ability that makes more mana than it costs, without limit")
        most = len(self.pool) + sum(
            source.size * max((sum(gains[i] for i in plan) for plan in source.plans), default=0)
            for source in self.classes
        )
        doublers = sum(
            source.size
            for source in self.classes
            if any(self.uses[i].use.doubles for plan in source.plans for i in plan)
        )
        return most << doublers


def sources_of(
    state: State,
    without: int | None = None,
    *,
    by_object: bool = False,
    repeat: int = 1,
    priority: bool = False,
    made_by: Filter | None = None,
    means: tuple[Means, ...] = (),
) -> Sources:
    """The sources of `you` in a state while the card with id `without` is being cast, or (`priority`) while you have
    priority; `means` are the ways to pay beside mana.

    With `by_object` every permanent is a class of its own. `repeat` is how often an ability that nothing but mana
    limits may be used at the most; with `made_by` mana remembers whether its source matches. Raises `Unsupported` for
    mana and effects that are not understood.
    """
    if without is not None and not takes_part(state, without, means):
        without = None  # all cards that matter to no source share what is worked out
    return _sources(state, without, by_object, repeat, priority, made_by, means, ids_of(state))


def ids_of(state: State) -> tuple[int, ...]:
    """The ids of your objects, which equal states may number differently."""
    if "ids" not in state.memo:
        you = state.you
        state.memo["ids"] = tuple(thing.id for zone in (you.battlefield, you.hand, you.graveyard) for thing in zone)
    found: tuple[int, ...] = state.memo["ids"]
    return found


@lru_cache(maxsize=128)
def _sources(
    state: State,
    without: int | None,
    by_object: bool,
    repeat: int,
    priority: bool,
    made_by: Filter | None,
    means: tuple[Means, ...],
    ids: tuple[int, ...],
) -> Sources:
    """`ids` belongs to the key: states that are equal may still number their objects differently."""
    return _Builder(state, without, by_object, repeat, priority, made_by, means).build()


def _gain(use: Use) -> int:
    """How much more there is to pay with after a use, at the most."""
    helps = use.pays is not None and (use.pays.generic or bool(use.pays.colors))
    return helps + max(0, len(use.adds) - min((need.mana_value for need in use.needs), default=0))


def _ambiguous(statuses: Statuses, made_by: Filter | None) -> str:
    return f"mana produced by {made_by}, where {{Q}} may be used" if made_by else statuses.ambiguous


def _as_shown(offered: ClassUse) -> tuple[object, ...]:
    """What a payment tells of a use, which must tell it from the others of its class."""
    use = offered.use
    adds = Mana.of(map(unmarked, use.adds))
    return (offered.owner, offered.label, offered.using, use.ability, use.needs, use.amount, adds)


class _Builder:
    """Builds the classes of one state from what its objects offer: the plans of each class."""

    def __init__(
        self,
        state: State,
        without: int | None,
        by_object: bool,
        repeat: int,
        priority: bool,
        made_by: Filter | None,
        means: tuple[Means, ...],
    ) -> None:
        if made_by is not None and state.you.pool.units:
            raise Unsupported(f"mana produced by {made_by}, where mana is in the pool already")
        self.state = state
        self.made_by = made_by
        self.by_object = by_object
        self.repeat = repeat
        self.means = means
        self.offers = Offers(state, without, by_object, priority, made_by, means)
        self.uses = self.offers.uses
        if made_by is not None and any(offered.use.doubles for offered in self.uses):
            raise Unsupported(f"mana produced by {made_by}, where mana may be doubled")
        if made_by is not None and any(n > 1 for n in Counter(map(_as_shown, self.uses)).values()):
            raise Unsupported(f"mana produced by {made_by}, where one of several sources makes each type of it")

    def build(self) -> Sources:
        classes = [source for at in range(len(self.offers.groups)) for source in self._classes(at)]
        classes += [self._without_objects(one) for one in self.means if one.most is not None]
        statuses = statuses_of(self.offers, len(self.uses))
        self.uses += statuses.uses.values() if statuses else ()
        self._require_paid_in_mana()
        rules = SpendingRules.of(self.state)
        leave = any(u.use.leaves and not u.use.pays for u in self.uses)
        if leave and any(rule.condition for rule, _ in rules.exceptions):
            raise Unsupported("a condition for spending mana that may end while mana is made")
        return Sources(
            uses=tuple(self.uses),
            classes=tuple(classes),
            rooms=(*self.offers.rooms.items(), ("energy", self.state.you.energy)),
            pool=self.state.you.pool,
            life=self.state.you.life,
            rules=rules,
            by_object=self.by_object,
            ambiguous=self.offers.ambiguous or (_ambiguous(statuses, self.made_by) if statuses else ""),
            made_by=self.made_by,
            statuses=statuses,
        )

    def _require_paid_in_mana(self) -> None:
        """Raise `Unsupported` where life may stand for mana in the cost of a mana ability."""
        for permanent in self.state.you.battlefield:
            for ability in permanent.face.of(LifeForMana):
                types = {unit.type for unit in ability.mana}
                needs = (need for offered in self.uses for need in offered.use.needs)
                if ability.applies_to is None and any(symbol.type in types for need in needs for symbol in need):
                    raise Unsupported(f"{permanent.name}: life for mana in the cost of a mana ability")

    def _without_objects(self, means: Means) -> SourceClass:
        """Means that use no object: life, or what another player pays."""
        assert means.most is not None
        token = means.token(None)
        use = Use(
            source=means.label,
            ability=None,
            adds=Mana.NONE,
            life=means.life,
            limit=means.most,
            pays=token,
            given=means.cost,
        )
        self.uses.append(ClassUse(use=use, owner=-1, thing=None))
        return SourceClass(name=means.label, label="", members=(), size=means.most, plans=((len(self.uses) - 1,),))

    def _classes(self, at: int) -> Iterator[SourceClass]:
        members, own = self.offers.groups[at], self.offers.own[at]
        if not own:
            return
        active = any(u.owner == at and u.using and not u.use.is_plain for u in self.uses)
        if active and any(self.uses[i].use.leaves for i in own):
            raise Unsupported(f"{name_of(members[0])} both used by its ability and sacrificed")
        for part in self._independent(own) if len(members) == 1 else [own]:
            size = self._supply(members[0], part) if len(members) == 1 else None
            plans = tuple((i,) for i in part) if size is not None else tuple(self._plans(members[0], part))
            if not plans or size == 0:
                continue
            yield SourceClass(
                name=name_of(members[0]),
                label=self.offers.labels[at],
                members=tuple(m.id for m in members),
                size=len(members) if size is None else size,
                plans=plans,
            )

    def _independent(self, own: list[int]) -> list[list[int]]:
        """Uses of one object, split so that those which compete for its tap, a counter or a limit stay together."""
        uses = [self.uses[i].use for i in own]
        if any(u.leaves for u in uses):
            return [own]
        parts: dict[object, list[int]] = defaultdict(list)
        for index, use in zip(own, uses, strict=True):
            needs = [*(["tap"] if use.taps else []), *(kind for kind, _ in use.counters)]
            parts[tuple(needs) or use.ability].append(index)
        claims = Counter(need for key in parts if isinstance(key, tuple) for need in key)
        homes = Counter(a for part in parts.values() for a in {(u.ability, u.limit) for u in map(self._use, part)})
        if any(n > 1 for n in claims.values()) or any(n > 1 and limit is not None for (_, limit), n in homes.items()):
            return [own]
        return list(parts.values())

    def _use(self, index: int) -> Use:
        return self.uses[index].use

    def _supply(self, member: Thing, part: list[int]) -> int | None:
        """How often the uses of one object may be made in all, when each takes one of the same supply; else None."""
        uses = [self.uses[i].use for i in part]
        if any(u.taps or u.leaves for u in uses) or any(self.uses[i].rooms for i in part):
            return None
        if len({u.counters for u in uses}) > 1:
            return None
        if all(self.uses[i].is_unlimited for i in part):
            return self.repeat
        if len({u.ability for u in uses}) > 1:
            return None
        supplies = [n for n in (uses[0].limit,) if n is not None]
        if uses[0].counters:
            ((kind, each), *more) = uses[0].counters
            if more or not isinstance(member, Permanent):
                return None
            supplies.append(member.counters_of(kind) // each)
        for each, held in ((uses[0].life, self.state.you.life), (uses[0].energy, self.state.you.energy)):
            if each:
                supplies.append(held // each)
        return min(supplies)

    def _plans(self, member: Thing, own: list[int]) -> Iterator[Plan]:
        """Every non-empty multiset of uses that go together on one member."""
        held = dict(member.counters)
        own = sorted(own, key=lambda index: (self.uses[index].late, self.uses[index].use.leaves))
        count = 0

        def extend(plan: Plan, start: int) -> Iterator[Plan]:
            nonlocal count
            for at in range(start, len(own)):
                longer = (*plan, own[at])
                if self._go_together(longer, held):
                    count += 1
                    if count > MAX_PLANS:
                        raise TooLarge(f"more than {MAX_PLANS} ways to use {name_of(member)} alone")
                    yield longer
                    yield from extend(longer, at)

        yield from extend((), 0)

    def _go_together(self, plan: Plan, held: dict[str, int]) -> bool:
        """Whether one object can do all of these: tap once, leave once, with the counters and uses it has."""
        uses = [self.uses[i].use for i in plan]
        if sum(u.taps for u in uses) > 1 or sum(u.leaves for u in uses) > 1:
            return False
        spent: Counter[str] = Counter()
        times = Counter((u.ability, u.limit) for u in uses)
        for use in uses:
            spent.update(dict(use.counters))
        if any(n > held.get(kind, 0) for kind, n in spent.items()):
            return False
        if any(limit is not None and n > limit for (_, limit), n in times.items()):
            return False
        late = sum(self.uses[i].late for i in plan)
        if late and (late > 1 or not any(self.uses[i].buries for i in plan)):
            return False
        if any(u.leaves and not u.pays for u in uses) and any(u.pays for u in uses) and not late:
            return False  # costs are paid after mana abilities (CR 601.2g-h)
        if late and any(u.leaves and not u.pays for u in uses) and sum(bool(u.pays) for u in uses) > 1:
            return False
        life = sum(u.life for u in uses)
        if (life and life > self.state.you.life) or sum(u.energy for u in uses) > self.state.you.energy:
            return False
        for name in {name for i in plan for name, _ in self.uses[i].rooms}:
            if sum(n for i in plan for room, n in self.uses[i].rooms if room == name) > self.offers.rooms[name]:
                return False
        return sum(self.uses[i].is_unlimited for i in plan) <= self.repeat
