"""Sources of mana in classes of interchangeable objects, and what one member of a class may do (design, section 3).

A `SourceClass` has equal members; each takes at most one of its *plans*, a multiset of uses that go together on one
object (a land taps once; a creature may tap for mana and then be sacrificed to an altar). A way to activate mana
abilities is, for each class, a multiset of plans no larger than the class.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from castable.model.ability import Zone
from castable.model.cost import CostPart, Verb
from castable.model.errors import TooLarge, Unsupported
from castable.model.evaluate import View, matches
from castable.model.mana import Mana
from castable.model.state import CardInZone, Permanent, State
from castable.solver.bound_abilities import BoundAbilities
from castable.solver.production import Use, uses_of
from castable.solver.prohibitions import Bans
from castable.solver.replacements import TapRules
from castable.solver.spending import SpendingRules
from castable.solver.understood import require_plain_production

__all__ = ["MAX_PLANS", "ClassUse", "Plan", "SourceClass", "Sources", "sources_of"]

MAX_PLANS = 20_000
"""More plans for one class than this is `TooLarge`."""

Thing = Permanent | CardInZone
Plan = tuple[int, ...]
"""A multiset of uses of one member, as indices into `Sources.uses`, one that makes it leave last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassUse:
    """A use as a class of sources offers it.

    `label` tells the source apart from others of its name (`#2`), empty when there is no need. A use that takes another
    object, as for `Sacrifice a creature`, is offered by the class of that object, and `using` names it. `rooms` are
    the shared resources it takes, pairs of a name and an amount. `smaller` are the same use with its chosen amount
    one less and part of its mana.
    """

    use: Use
    owner: int
    thing: Permanent | CardInZone
    label: str = ""
    using: tuple[tuple[Verb, str], ...] = ()
    rooms: tuple[tuple[str, int], ...] = ()
    smaller: tuple[int, ...] = ()

    @property
    def is_unlimited(self) -> bool:
        """Whether only the mana it costs limits how often it may be used."""
        use = self.use
        return not (use.taps or use.leaves or use.counters or use.limit is not None or use.life or use.energy)


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

    @property
    def has_unlimited(self) -> bool:
        """Whether `repeat` matters to these sources."""
        return any(offered.is_unlimited for offered in self.uses)

    @property
    def has_limits(self) -> bool:
        """Whether it matters to some mana what it is spent on."""
        units = [*self.pool.units, *(unit for offered in self.uses for unit in offered.use.adds.units)]
        return bool(self.rules.exceptions) or any(unit.restriction for unit in units)

    def only(self, allowed: set[int]) -> Sources:
        """The same sources with nothing but these uses."""
        classes = (
            replace(source, plans=tuple(plan for plan in source.plans if allowed.issuperset(plan)))
            for source in self.classes
        )
        return replace(self, classes=tuple(source for source in classes if source.plans))

    @property
    def ceiling(self) -> int:
        """No more mana than this can ever be held at once, pool included."""
        gains = [max(0, len(u.use.adds) - min((need.mana_value for need in u.use.needs), default=0)) for u in self.uses]
        if any(gains[i] for i, offered in enumerate(self.uses) if offered.is_unlimited):
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
    state: State, without: int | None = None, *, by_object: bool = False, repeat: int = 1, priority: bool = False
) -> Sources:
    """The sources of `you` in a state while the card with id `without` is being cast, or (`priority`) while you have
    priority.

    With `by_object` every object is a class of its own. `repeat` is how often an ability that nothing but mana limits
    may be used at the most. Raises `Unsupported` for mana and effects that are not understood.
    """
    ids = (*(p.id for p in state.you.battlefield), *(c.id for c in state.you.hand))
    return _sources(state, without, by_object, repeat, priority, ids)


@lru_cache(maxsize=128)
def _sources(
    state: State, without: int | None, by_object: bool, repeat: int, priority: bool, ids: tuple[int, ...]
) -> Sources:
    """`ids` belongs to the key: states that are equal may still number their objects differently."""
    return _Builder(state, without, by_object, repeat, priority).build()


class _Builder:
    """Builds the sources of one state: groups equal objects, lists their uses, then the plans of each class."""

    def __init__(self, state: State, without: int | None, by_object: bool, repeat: int, priority: bool) -> None:
        self.state = state
        self.without = without
        self.by_object = by_object
        self.repeat = repeat
        self.priority = priority
        self.uses: list[ClassUse] = []
        self.groups = list(self._groups())
        self.own: list[list[int]] = [[] for _ in self.groups]

    def build(self) -> Sources:
        require_plain_production(self.state)
        rules, abilities = TapRules(self.state), BoundAbilities(self.state)
        offers = [
            list(uses_of(members[0], abilities.of(members[0]), self.state, rules, priority=self.priority))
            for members in self.groups
        ]
        self.labels = self._labels({at for at, uses in enumerate(offers) if uses})
        taken = {
            at
            for at, members in enumerate(self.groups)
            for owner, uses in enumerate(offers)
            for use in uses
            if use.others and self._can_be_taken(use.others[0], use, owner, members[0], at)
        }
        self.taken_labels = self._labels(taken)
        for at, uses in enumerate(offers):
            for use in uses:
                if use.others:
                    self._offer_by_victims(use, at)
                else:
                    self._offer(at, ClassUse(use=use, owner=at, thing=self.groups[at][0], label=self.labels[at]))
        self._link_amounts()
        for at in range(len(self.groups)):
            self._share_taps(at)
        classes = tuple(source for at in range(len(self.groups)) for source in self._classes(at))
        shared = {name for offered in self.uses for name, _ in offered.rooms}
        rooms = {
            f"tap {at}": sum(not (isinstance(m, Permanent) and m.tapped) for m in members)
            for at, members in enumerate(self.groups)
        }
        return Sources(
            uses=tuple(self.uses),
            classes=classes,
            rooms=(*((n, c) for n, c in rooms.items() if n in shared), ("energy", self.state.you.energy)),
            pool=self.state.you.pool,
            life=self.state.you.life,
            rules=SpendingRules.of(self.state),
            by_object=self.by_object,
        )

    def _groups(self) -> Iterator[list[Thing]]:
        groups: dict[object, list[Thing]] = defaultdict(list)
        for permanent in self.state.you.battlefield:
            if not permanent.phased_out:
                groups[permanent.id if self.by_object else replace(permanent, ref="")].append(permanent)
        for card in self.state.you.hand:
            if card.id != self.without and any(a.zone is Zone.HAND for a in card.card.front.mana_abilities):
                groups[card.id if self.by_object else card].append(card)
        yield from groups.values()

    def _labels(self, usable: set[int]) -> list[str]:
        """A label for each class where more than one class of its name is among the usable ones."""
        names = [_name(members[0]) for members in self.groups]
        classes = Counter(names[at] for at in usable)
        numbers: dict[str, list[int]] = defaultdict(list)
        for permanent in self.state.you.battlefield:
            numbers[permanent.name].append(permanent.id)
        return [
            f"#{numbers[name].index(members[0].id) + 1}"
            if isinstance(members[0], Permanent) and len(numbers[name]) > 1 and (classes[name] > 1 or self.by_object)
            else ""
            for name, members in zip(names, self.groups, strict=True)
        ]

    def _offer(self, at: int, offered: ClassUse) -> None:
        if offered.is_unlimited and not offered.use.adds.units:
            return  # changes nothing, however often it is used
        self.own[at].append(len(self.uses))
        self.uses.append(offered)

    def _offer_by_victims(self, use: Use, at: int) -> None:
        """A use that takes one other object is offered by each class from which that object may come."""
        part = use.others[0]
        if len(use.others) > 1 or part.amount.plus != 1 or not part.amount.is_fixed or use.leaves:
            raise Unsupported(f"the cost {use.cost} of {use.source}")
        for victim, members in enumerate(self.groups):
            if not self._can_be_taken(part, use, at, members[0], victim):
                continue
            itself = victim == at
            if itself and len(members) > 1:
                raise Unsupported(f"the cost {use.cost} of several {use.source}")
            tapped = part.verb is Verb.TAP_OTHER
            self._offer(
                victim,
                ClassUse(
                    use=replace(use, taps=tapped or (itself and use.taps), leaves=not tapped),
                    owner=at,
                    thing=self.groups[at][0],
                    label=self.labels[at],
                    using=((part.verb, _name(members[0]) + self.taken_labels[victim]),),
                    rooms=((f"tap {at}", 1),) if use.taps and not itself else (),
                ),
            )

    def _can_be_taken(self, part: CostPart, use: Use, at: int, thing: Thing, victim: int) -> bool:
        if not isinstance(thing, Permanent) or not isinstance(self.groups[at][0], Permanent):
            return False
        source = self.groups[at][0]
        if part.verb is Verb.TAP_OTHER and (thing.tapped or (victim == at and use.taps and len(self.groups[at]) == 1)):
            return False
        if part.verb is Verb.SACRIFICE and Bans(self.state).on_sacrificing(thing):
            return False
        if victim == at and len(self.groups[at]) > 1:
            source = self.groups[at][1]
        return matches(part.what, thing, View(self.state, source if isinstance(source, Permanent) else None), "you")

    def _link_amounts(self) -> None:
        """Point each use with a chosen amount at those with one less."""
        by_amount: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for index, offered in enumerate(self.uses):
            if offered.use.amount is not None:
                by_amount[(*_sort_of(offered), offered.use.amount)].append(index)
        for index, offered in enumerate(self.uses):
            if offered.use.amount:
                below = by_amount[(*_sort_of(offered), offered.use.amount - 1)]
                smaller = tuple(i for i in below if self.uses[i].use.adds <= offered.use.adds)
                self.uses[index] = replace(offered, smaller=smaller)

    def _share_taps(self, at: int) -> None:
        """Where abilities of a class tap it to use other objects, its own {T} uses compete for the same taps."""
        room = (f"tap {at}", 1)
        if not any(room in offered.rooms for offered in self.uses):
            return
        own = [self.uses[index] for index in self.own[at]]
        if len(self.groups[at]) > 1 and any(u.use.leaves and not u.use.taps for u in own):
            raise Unsupported(f"several {_name(self.groups[at][0])} both tapped for an ability and sacrificed")
        for index in self.own[at]:
            if self.uses[index].use.taps:
                self.uses[index] = replace(self.uses[index], rooms=(*self.uses[index].rooms, room))

    def _classes(self, at: int) -> Iterator[SourceClass]:
        members, own = self.groups[at], self.own[at]
        if not own:
            return
        active = any(u.owner == at and u.using and not u.use.is_plain for u in self.uses)
        if active and any(self.uses[i].use.leaves for i in own):
            raise Unsupported(f"{_name(members[0])} both used by its ability and sacrificed")
        for part in self._independent(own) if len(members) == 1 else [own]:
            size = self._supply(members[0], part) if len(members) == 1 else None
            plans = tuple((i,) for i in part) if size is not None else tuple(self._plans(members[0], part))
            if not plans or size == 0:
                continue
            yield SourceClass(
                name=_name(members[0]),
                label=self.labels[at],
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
        if any(u.taps or u.leaves for u in uses):
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
        own = sorted(own, key=lambda index: self.uses[index].use.leaves)
        count = 0

        def extend(plan: Plan, start: int) -> Iterator[Plan]:
            nonlocal count
            for at in range(start, len(own)):
                longer = (*plan, own[at])
                if self._go_together(longer, held):
                    count += 1
                    if count > MAX_PLANS:
                        raise TooLarge(f"more than {MAX_PLANS} ways to use {_name(member)} alone")
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
        life = sum(u.life for u in uses)
        if (life and life > self.state.you.life) or sum(u.energy for u in uses) > self.state.you.energy:
            return False
        return sum(self.uses[i].is_unlimited for i in plan) <= self.repeat


def _sort_of(offered: ClassUse) -> tuple[object, ...]:
    use = offered.use
    return (offered.owner, use.ability, use.needs, offered.using)


def _name(thing: Thing) -> str:
    return thing.name if isinstance(thing, Permanent) else thing.card.front.name
