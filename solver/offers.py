"""What the objects of a state offer: every use of their mana abilities, by classes of interchangeable objects."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations_with_replacement
from operator import or_

from castable.model.ability import Zone
from castable.model.cost import CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import matches
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.state import CardInZone, Permanent, State
from castable.model.view import TAKEN_AS, View
from castable.solver.bound_abilities import BoundAbilities
from castable.solver.concerned import can_take, concerned
from castable.solver.means import ZONE_OF, Means
from castable.solver.production import Use, mana_by_taken, uses_of
from castable.solver.prohibitions import Bans
from castable.solver.replacements import TapRules
from castable.solver.taking import givers_last, heights_of
from castable.solver.understood import require_burial, require_lasting, require_read

__all__ = ["ClassUse", "Offers", "Thing", "name_of", "takes_part"]

_BURYING = (Verb.SACRIFICE, Verb.DISCARD)

Thing = Permanent | CardInZone


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassUse:
    """A use as a class of sources offers it.

    `label` tells the source apart from others of its name (`#2`), empty when there is no need. A use that takes another
    object, as for `Sacrifice a creature`, is offered by the class of that object, and `using` names it; `itself` says
    what a use does to its own source in that way. `rooms` are the shared resources it takes, pairs of a name and an
    amount. `smaller` are the same use with its chosen amount one less and part of its mana. One that is `late` takes
    its object out of the graveyard, where another use of the same object must have put it. `height` puts uses of
    what may be given up for another's ability before those of the other, and below zero what gives abilities after all.
    """

    use: Use
    owner: int
    thing: Permanent | CardInZone | None
    label: str = ""
    using: tuple[tuple[Verb, str], ...] = ()
    itself: tuple[Verb, ...] = ()
    rooms: tuple[tuple[str, int], ...] = ()
    smaller: tuple[int, ...] = ()
    late: bool = False
    height: int = 0

    @property
    def buries(self) -> bool:
        """Whether it puts the object whose class offers it into a graveyard."""
        use = self.use
        if not use.leaves:
            return False
        if self.using:
            return self.using[0][0] in _BURYING
        return any(part.is_this and part.verb in _BURYING for part in use.cost.parts)

    @property
    def is_unlimited(self) -> bool:
        """Whether only the mana it costs limits how often it may be used."""
        use = self.use
        return not (
            self.rooms
            or self.late
            or use.taps
            or use.untaps
            or use.leaves
            or use.counters
            or use.limit is not None
            or use.life
            or use.energy
        )


class Offers:
    """The objects of one state in groups of equal ones, and the uses that each group offers.

    `offered` are the uses of each group; `touched` are the groups that {Q} may concern, which are not for plans. `uses`
    are those of the others; `own[group]` are indices of what is the matter of its members, `rooms` the capacities of
    the resources that uses share. `ambiguous` says what cannot be told apart by them, so that payments exist or not,
    but cannot be counted.
    """

    def __init__(
        self,
        state: State,
        without: int | None,
        by_object: bool,
        priority: bool,
        made_by: Filter | None = None,
        means: tuple[Means, ...] = (),
    ) -> None:
        require_read(state)
        self.state = state
        self.means = means
        self.without = without
        self.by_object = by_object
        self.uses: list[ClassUse] = []
        self.ambiguous = ""
        groups = list(self._groups())
        self.zones = [zone for zone, _ in groups]
        self.groups = [members for _, members in groups]
        self.own: list[list[int]] = [[] for _ in groups]
        self.late_givers: dict[int, int] = {}
        rules, abilities = TapRules(state, made_by), BoundAbilities(state)
        self._rules, self._abilities = rules, abilities
        held = state if without is None else state.with_you(hand=tuple(c for c in state.you.hand if c.id != without))
        self.offered = offers = [_uses_of(members[0], held, rules, abilities, priority) for members in self.groups]
        self.touched = concerned(self.groups, self.zones, offers, state)
        self.labels = self._labels({at for at, uses in enumerate(offers) if uses})
        self.taken_labels = self._labels(
            {
                at
                for at, members in enumerate(self.groups)
                for owner, uses in enumerate(offers)
                for use in uses
                if use.others
                and (
                    can_take(use.others[0], self.groups[owner][0], members[0], self.zones[at], state)
                    if owner in self.touched
                    else self._can_be_taken(use.others[0], use, owner, members[0], at)
                )
            }
            | {at for at in range(len(self.groups)) for one in means if self._is_means(one.unnamed, at)}
        )
        for at, uses in enumerate(offers):
            if at in self.touched and any(use.by_taken for use in uses):
                raise Unsupported(f"{name_of(self.groups[at][0])}: mana by what is given up, where {{Q}} may be used")
            for use in uses if at not in self.touched else ():
                if use.others:
                    self._offer_by_victims(use, at)
                else:
                    self._offer(at, ClassUse(use=use, owner=at, thing=self.groups[at][0], label=self.labels[at]))
        for at in range(len(self.groups)):
            if at not in self.touched:
                self._offer_means(at)
            self._offer_what_is_buried(at)
        heights, unsure = heights_of(self.uses, self.own)
        self.ambiguous = self.ambiguous or unsure
        self.uses = [replace(one, height=heights.get(one.owner, 0)) for one in self.uses] if heights else self.uses
        self.uses = givers_last(self.uses, self.own, self.late_givers)
        self._link_amounts()
        for at in range(len(self.groups)):
            self._share_taps(at)
        self.rooms = self._rooms()

    def _rooms(self) -> dict[str, int]:
        """The capacities of the shared resources that uses take: taps of a class, uses of a limited ability."""
        rooms: dict[str, int] = {}
        for offered in self.uses:
            for name, _ in offered.rooms:
                if name.startswith("tap "):
                    members = self.groups[int(name.removeprefix("tap "))]
                    rooms[name] = sum(not (isinstance(m, Permanent) and m.tapped) for m in members)
                elif name.startswith("named "):
                    rooms[name] = next(one.all_of for one in self.means if name == f"named {one.label}")
                else:
                    rooms[name] = (offered.use.limit or 0) * len(self.groups[offered.owner])
        return rooms

    def _groups(self) -> Iterator[tuple[str, list[Thing]]]:
        """Equal objects together, each group with its zone; cards only where an ability may use them. No payment tells
        equal cards of one zone apart, even where it does so with permanents (`by_object`)."""
        you = self.state.you
        groups: dict[tuple[str, object], list[Thing]] = defaultdict(list)
        worn = self.state.attachments()
        for permanent in you.battlefield:
            if not permanent.phased_out:
                alike = (replace(permanent, ref=""), *worn.get(permanent.id, ()))
                groups["battlefield", permanent.id if self.by_object else (alike, self._roles(permanent))].append(
                    permanent
                )
        taken = _zones_taken(self.state) | {one.zone for one in self.means}
        for card in you.hand:
            if card.id != self.without and ("hand" in taken or _works_from_hand(card)):
                groups["hand", (card, self._roles(card))].append(card)
        for card in you.graveyard if "graveyard" in taken else ():
            if card.id != self.without:
                groups["graveyard", (card, self._roles(card))].append(card)
        for key, members in groups.items():
            yield key[0], members

    def _roles(self, thing: Thing) -> tuple[bool, ...]:
        """Which means speak of this very object, which tells it apart from others."""
        return tuple(one.ids is not None and thing.id in one.ids for one in self.means)

    def _labels(self, usable: set[int]) -> list[str]:
        """A label for each class where more than one class of its name is among the usable ones."""
        names = [name_of(members[0]) for members in self.groups]
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
        first = self.groups[at][0]
        if offered.use.leaves and not offered.use.pays and isinstance(first, Permanent):
            self.late_givers[at] = require_lasting(first)
        self.own[at].append(len(self.uses))
        self.uses.append(offered)

    def _is_means(self, means: Means, at: int) -> bool:
        """Whether the objects of a class can pay for what these means are for."""
        thing = self.groups[at][0]
        if at in self.touched and isinstance(thing, Permanent):
            thing = replace(thing, tapped=False)  # it may be untapped first
        if self.zones[at] != means.zone or not means.takes(thing, self.state):
            return False
        return not (
            means.verb is Verb.SACRIFICE and isinstance(thing, Permanent) and Bans(self.state).on_sacrificing(thing)
        )

    def _offer_means(self, at: int) -> None:
        """What the objects of a class can pay for at the end, other than by mana."""
        for offered in self.paying(at):
            self._offer(at, offered)

    def _offer_what_is_buried(self, at: int) -> None:
        """A card that is sacrificed or discarded is in the graveyard at once, and may be exiled from there to pay: mana
        abilities come before payment, and parts of a cost are paid in any order (CR 601.2g-h)."""
        thing = self.groups[at][0]
        if isinstance(thing, Permanent) and thing.token:
            return
        there = CardInZone(card=thing.card, id=thing.id)
        served = [one for one in self.means if one.verb is Verb.EXILE_FROM_GRAVEYARD and one.takes(there, self.state)]
        if not served or not (at in self.touched or any(self.uses[index].buries for index in self.own[at])):
            return
        require_burial(self.state)
        if at in self.touched:
            raise Unsupported(f"what is exiled from the graveyard, with {name_of(thing)} untapped to pay")
        burying = [self.uses[index].use for index in self.own[at] if self.uses[index].buries]
        same = any(card.card == thing.card for card in self.state.you.graveyard) or any(one.need for one in served)
        if same or len(self.groups[at]) > 1 or len({use.pays is None for use in burying}) > 1:
            # then one card may stand for another, or one way to bury it for another: more than leaving out a part
            self.ambiguous = f"which {name_of(thing)} is exiled from the graveyard, and how it came there"
        token = reduce(or_, (one.token(there) for one in served))
        use = Use(source=name_of(thing), ability=None, adds=Mana.NONE, pays=token, given=served[0].cost)
        named = ((Verb.EXILE_FROM_GRAVEYARD, use.source + self.taken_labels[at]),)
        rooms = tuple((f"named {each.label}", 1) for each in served if each.all_of)
        self._offer(at, ClassUse(use=use, owner=at, thing=thing, using=named, rooms=rooms, late=True))

    def paying(self, at: int) -> Iterator[ClassUse]:
        """Each use of an object of a class for a part of a total cost."""
        thing = self.groups[at][0]
        found: dict[tuple[object, ...], list[Means]] = {}
        for one in self.means:
            if self._is_means(one, at):
                found.setdefault(one.act, []).append(one)
        for served in found.values():
            one, token = served[0], reduce(or_, (each.token(thing) for each in served))
            taps = one.verb in (Verb.TAP, Verb.TAP_OTHER)
            use = Use(
                source=name_of(thing),
                ability=None,
                adds=Mana.NONE,
                taps=taps,
                leaves=not taps and one.verb is not Verb.REMOVE_COUNTERS,
                counters=((one.counter, 1),) if one.verb is Verb.REMOVE_COUNTERS else (),
                pays=token,
                given=one.cost,
            )
            named = () if one.hidden or use.counters else ((one.verb, use.source + self.taken_labels[at]),)
            label = self.taken_labels[at] if use.counters else self.labels[at]
            rooms = tuple((f"named {each.label}", 1) for each in served if each.all_of)
            yield ClassUse(use=use, owner=at, thing=thing, label=label, using=named, rooms=rooms)

    def _offer_by_victims(self, use: Use, at: int) -> None:
        """A use that takes one other object is offered by each class from which that object may come."""
        part = use.others[0]
        if len(use.others) > 1 or not part.amount.is_fixed or use.leaves or use.counters:
            raise Unsupported(f"the cost {use.cost} of {use.source}")
        if len(self.groups[at]) > 1 and not use.taps:
            self.ambiguous = f"which of several {use.source} is used with {use.cost}"
        limit = [] if use.limit is None else [(f"uses {at} {use.cost}", 1)]
        takers = [v for v, members in enumerate(self.groups) if self._can_be_taken(part, use, at, members[0], v)]
        if part.amount.plus != 1:
            if use.by_taken:
                raise Unsupported(f"the mana of {use.source} for {use.cost}")
            self._offer_taps_of_several(use, at, takers, limit)
            return
        for victim in takers:
            name = name_of(self.groups[victim][0])
            itself = victim == at
            if itself and len(self.groups[at]) > 1:
                self.ambiguous = f"which of several {use.source} is used with {use.cost}"
            tapped = part.verb is Verb.TAP_OTHER
            own_tap = [(f"tap {at}", 1)] if use.taps and not itself else []
            for adds in self._made_by_taking(use, at, victim):
                self._offer(
                    victim,
                    ClassUse(
                        use=replace(use, adds=adds, taps=tapped or (itself and use.taps), leaves=not tapped),
                        owner=at,
                        thing=self.groups[at][0],
                        label=self.labels[at],
                        using=() if itself else ((part.verb, name + self.taken_labels[victim]),),
                        itself=(part.verb,) if itself else (),
                        rooms=(*own_tap, *limit),
                    ),
                )

    def _made_by_taking(self, use: Use, at: int, victim: int) -> tuple[Mana, ...]:
        """Every mana that a use may add when it takes an object of a class."""
        if not use.by_taken:
            return (use.adds,)
        source, taken, verb = self.groups[at][0], self.groups[victim][0], use.others[0].verb
        if use.ability is None or not isinstance(source, Permanent) or verb not in TAKEN_AS:
            raise Unsupported(f"the mana of {use.source} for {use.cost}")
        ability = self._abilities.with_paid(use.ability, taken)
        return mana_by_taken(ability, source, (TAKEN_AS[verb], taken), self.state, self._rules)

    def _offer_taps_of_several(self, use: Use, at: int, takers: list[int], limit: list[tuple[str, int]]) -> None:
        """A use that taps several other objects is offered by the class of its source; the taps are shared."""
        part = use.others[0]
        if part.verb is not Verb.TAP_OTHER or (use.taps and len(self.groups[at]) > 1):
            raise Unsupported(f"the cost {use.cost} of {use.source}")
        for chosen in combinations_with_replacement(takers, part.amount.plus):
            counts = Counter(chosen)
            if any(n > len(self.groups[v]) for v, n in counts.items()) or (use.taps and at in counts):
                continue
            alone = at in counts and len(self.groups[at]) == 1
            names = tuple(
                (part.verb, name_of(self.groups[v][0]) + self.taken_labels[v]) for v in chosen if v != at or not alone
            )
            rooms = tuple((f"tap {v}", n) for v, n in counts.items())
            self._offer(
                at,
                ClassUse(
                    use=use,
                    owner=at,
                    thing=self.groups[at][0],
                    label=self.labels[at],
                    using=names,
                    itself=(part.verb,) if alone else (),
                    rooms=(*rooms, *limit),
                ),
            )

    def _can_be_taken(self, part: CostPart, use: Use, at: int, thing: Thing, victim: int) -> bool:
        """Whether a class has what a part of a cost takes."""
        if self.zones[victim] != ZONE_OF[part.verb] or self.zones[at] != "battlefield":
            return False
        source = self.groups[at][0]
        if victim == at and len(self.groups[at]) > 1:
            source = self.groups[at][1]
        view = View(self.state, source if isinstance(source, Permanent) else None)
        if isinstance(thing, Permanent):
            alone = victim == at and use.taps and len(self.groups[at]) == 1
            if part.verb is Verb.TAP_OTHER and (thing.tapped or alone):
                return False
            if part.verb is Verb.SACRIFICE and Bans(self.state).on_sacrificing(thing):
                return False
        return matches(part.what, thing, view, "you")

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
        """Where abilities tap objects of a class beside its own {T} uses, all compete for the same taps."""
        room = (f"tap {at}", 1)
        if not any(name == room[0] for offered in self.uses for name, _ in offered.rooms):
            return
        own = [self.uses[index] for index in self.own[at]]
        if len(self.groups[at]) > 1 and any(u.use.leaves and not u.use.taps for u in own):
            raise Unsupported(f"several {name_of(self.groups[at][0])} both tapped for an ability and sacrificed")
        for index in self.own[at]:
            if self.uses[index].use.taps:
                self.uses[index] = replace(self.uses[index], rooms=(*self.uses[index].rooms, room))


def _uses_of(thing: Thing, state: State, rules: TapRules, abilities: BoundAbilities, priority: bool) -> list[Use]:
    """The uses of an object; of one that {Q} may untap, also those that it has once it is untapped."""
    mine = abilities.of(thing)
    found = list(uses_of(thing, mine, state, rules, priority=priority))
    if isinstance(thing, Permanent) and thing.tapped and any(use.untaps for use in found):
        later = uses_of(replace(thing, tapped=False), mine, state, rules, priority=priority)
        found += [use for use in later if use not in found]
    return found


def takes_part(state: State, card: int, means: tuple[Means, ...]) -> bool:
    """Whether a card of your hand or graveyard with this id may be or be taken by a source of mana, or may help to
    pay."""
    taken = _zones_taken(state) | {one.zone for one in means}
    if "hand" in taken or "graveyard" in taken:
        return True
    return any(held.id == card and _works_from_hand(held) for held in state.you.hand)


def _works_from_hand(card: CardInZone) -> bool:
    return any(ability.zone is Zone.HAND for ability in card.card.front.mana_abilities)


def _zones_taken(state: State) -> frozenset[str | None]:
    """The zones from which costs of mana abilities may take a card, or of whose cards what they add depends on."""
    if "zones taken" not in state.board_memo:
        abilities = [ability for p in state.you.battlefield for ability in p.face.mana_abilities]
        zones = {ZONE_OF.get(part.verb) for a in abilities for part in a.cost.parts}
        if any(addition.amount.measure == "shown" for a in abilities for addition in a.adds.additions):
            zones.add("hand")
        state.board_memo["zones taken"] = frozenset(zones)
    found: frozenset[str | None] = state.board_memo["zones taken"]
    return found


def _sort_of(offered: ClassUse) -> tuple[object, ...]:
    use = offered.use
    return (offered.owner, use.ability, use.needs, offered.using)


def name_of(thing: Thing) -> str:
    """The name of the face of a permanent that is up, of the front face of a card elsewhere."""
    return thing.name if isinstance(thing, Permanent) else thing.card.front.name
