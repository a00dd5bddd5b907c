"""Every way to pay for a spell, by trying everything: the slow and simple answer that the solver is compared with.

`enumerate_payments` announces the spell in every way, activates mana abilities in every order, pays in every way, and
keeps the payments that are irredundant by the letter of the definition. It stands on the referee and the model alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from itertools import count, product
from math import inf

from brute_force_parts import Labels, Node, Parts, Use, Way, as_payment, origin_of

from castable.model.ability import AlternativeCost, OptionalCost
from castable.model.card import Face
from castable.model.cost import Cost
from castable.model.errors import IllegalPayment, TooLarge, Unbounded, Unsupported
from castable.model.mana import Mana
from castable.model.payment import Choices, Payment, Total
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.referee import (
    Casting,
    Step,
    activate,
    announce,
    castable_faces,
    legal_activations,
    pay,
    totals,
    ways_of_paying,
    ways_of_spending,
)
from castable.solver.referee.casting import SOURCE_ZONES, find, name_of
from castable.solver.referee.cost import announcements
from castable.solver.referee.total import KICKERS, additional_costs

__all__ = ["enumerate_payments"]


def enumerate_payments(
    state: State, spell: str, *, floating: bool = False, by_object: bool = False, max_states: int = 200_000
) -> set[Payment]:
    """Every irredundant payment for the spell in your hand; with `floating` every valid one.

    `by_object` tells each permanent apart. Raises `TooLarge` beyond `max_states` situations and `Unbounded` when a
    loop makes the list endless.
    """
    # Units that are in the pool at the start are marked, so that taking them can be told from making mana.
    marked = {unit: replace(unit, source=f"pool:{unit.source or ''}") for unit in state.you.pool}
    unmark = {mark: unit for unit, mark in marked.items()}
    at_start = Mana.of(marked[unit] for unit in state.you.pool)
    begun = state.with_you(pool=at_start)
    parts = Parts(begun, by_object, unmark)
    search = _Search(begun, spell, parts, floating, max_states)
    ways = search.ways(at_start)
    if not floating:
        ways = [way for group in _by_announcement(ways) for way in _irredundant(group, parts)]
    elif search.endless and ways:
        raise Unbounded(f"a loop makes the ways to pay for {spell} endless")
    labels = Labels(state, parts, search.reached)
    return {as_payment(state, way, labels) for way in ways}


def _by_announcement(ways: list[Way]) -> list[list[Way]]:
    groups: dict[Hashable, list[Way]] = {}
    for way in ways:
        groups.setdefault((way.paid.choices, way.paid.total), []).append(way)
    return list(groups.values())


def _irredundant(ways: list[Way], parts: Parts) -> Iterator[Way]:
    """Those of which no valid payment with the same announcement has a proper sub-multiset of the parts."""
    valid = {parts.shape(way.parts) for way in ways}
    known: dict[Hashable, bool] = {}

    def holds_valid(some: tuple[int, ...]) -> bool:
        """Whether these parts or a sub-multiset of them are those of a valid payment."""
        shape = parts.shape(some)
        if shape not in known:
            known[shape] = shape in valid or any(holds_valid(fewer) for fewer in _one_less(some))
        return known[shape]

    return (way for way in ways if not any(holds_valid(fewer) for fewer in _one_less(way.parts)))


def _one_less(some: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {some[:at] + some[at + 1 :] for at in range(len(some))}


class _Search:
    """Everything that can be announced, activated and paid for one spell."""

    def __init__(self, state: State, spell: str, parts: Parts, floating: bool, max_states: int) -> None:
        cards = [c.card for c in state.you.hand if spell in {c.card.name, *(face.name for face in c.card.faces)}]
        if not cards:
            raise IllegalPayment("601.2a", f"{spell} is not in your hand")
        self.state, self.spell, self.card = state, spell, cards[0]
        self.parts, self.floating, self.max_states = parts, floating, max_states
        self.endless = False
        self.reached: list[Node] = []

    def ways(self, at_start: Mana) -> list[Way]:
        """Every valid way to pay, each as often as there are ways to say which units of the pool were taken."""
        plainest = [one for face in self.faces() for one in self.locked(face, (), 0, inf)]
        if not plainest:
            return []
        # What can be activated does not depend on the announcement, as long as there is some mana to pay.
        begun = announce(self.state, self.spell, *plainest[0])
        self.reached = self.nodes(replace(begun, total=Total(mana=ManaCost(1))))
        most = max(len(node.casting.state.you.pool) for node in self.reached)
        found: list[Way] = []
        for choices, total in self.announcements(most):
            root = announce(self.state, self.spell, choices, total)
            for node in self.reached if root.has_window else [Node(root)]:
                state = replace(node.casting.state, stack=root.state.stack)
                found += self.paid(node, replace(root, state=state, ledger=node.casting.ledger), at_start)
        return found

    def paid(self, node: Node, casting: Casting, at_start: Mana) -> Iterator[Way]:
        """Every way to pay now."""
        for spends in ways_of_spending(casting):
            try:
                objects = ways_of_paying(casting, spends)
            except IllegalPayment:
                continue
            for using in objects:
                paid = pay(casting, spends, using)
                left = [unit for unit in paid.state.you.pool if unit in self.parts.unmark]
                yield Way(node, paid, self.parts.of(node.uses, at_start - Mana.of(left)))

    # -- announcing the spell in every way

    def faces(self) -> Iterator[Face]:
        """The faces that may be meant and can be cast for a mana cost."""
        for face in castable_faces(self.card):
            if not face.is_land and self.spell in (self.card.name, face.name):
                self.require_listed(face)
                if face.mana_cost is not None:  # else it has an unpayable cost: CR 118.6
                    yield face

    def announcements(self, most: int) -> Iterator[tuple[Choices, Total]]:
        """Every announcement with every total it may lead to, of those that `most` mana could pay."""
        for face in self.faces():
            kickers = [cost for cost in face.of(OptionalCost) if cost.keyword in KICKERS]
            for numbers in product(*(self.kick_numbers(face, kicker, most) for kicker in kickers)):
                kicked = tuple(k.cost for k, times in zip(kickers, numbers, strict=True) for _ in range(times))
                for x in count():
                    found = list(self.locked(face, kicked, x, most))
                    yield from found
                    if not found or found[0][0].x is None:
                        break

    def require_listed(self, face: Face) -> None:
        """Raise `Unsupported` when there may be announcements that are not tried here."""
        for cost in face.of(OptionalCost):
            if cost.keyword not in KICKERS:
                raise Unsupported(f"{face.name}: {cost.keyword}")
        offered = [cost for _, p in self.state.permanents() if not p.face_down for cost in p.face.of(AlternativeCost)]
        if any(face.of(AlternativeCost)) or any(cost.applies_to is not None for cost in offered):
            raise Unsupported(f"{face.name}: an alternative cost")

    def kick_numbers(self, face: Face, kicker: OptionalCost, most: int) -> Iterator[int]:
        """How often a kicker may be paid, as far as the mana could reach (CR 702.33a-c)."""
        if kicker.times is None and not (kicker.cost.mana and kicker.cost.mana.mana_value):
            raise Unsupported(f"{face.name}: any number of {kicker.cost}")
        for times in count():
            if kicker.times is not None and times > kicker.times:
                return
            if kicker.times is None and times and not any(self.locked(face, (kicker.cost,) * times, 0, most)):
                return
            yield times

    def locked(self, face: Face, kicked: tuple[Cost, ...], x: int, most: float) -> Iterator[tuple[Choices, Total]]:
        """Every announcement of halves with every total, for one set of kickers and one X."""
        tried: set[Choices] = set()
        for additional in additional_costs(self.state, face):
            cost = sum((*kicked, *additional), Cost(face.mana_cost))
            mana = cost.mana or ManaCost.ZERO
            if not mana.variables and any(part.amount.measure == "X" for part in cost.parts):
                raise Unsupported(f"{face.name}: an X outside the mana cost")
            for halves, phyrexian in announcements(mana.choices) if mana.variables or not x else ():
                choices = Choices(
                    face=face.name if len(self.card.faces) > 1 else "",
                    kicked=kicked,
                    x=x if mana.variables else None,
                    halves=halves,
                    phyrexian=phyrexian,
                )
                if choices not in tried:
                    tried.add(choices)
                    for total in totals(self.state, self.spell, choices):
                        if total.mana.mana_value <= most:
                            yield choices, total

    # -- activating mana abilities in every order

    def nodes(self, root: Casting) -> list[Node]:
        """Everything that activating mana abilities can lead to, by the fewest activations first."""
        found: dict[Hashable, Node] = {}
        waiting = [Node(root)]
        for node in waiting:
            you, keys = node.casting.state.you, self.parts.object_keys(node)
            key = (tuple(sorted(keys.values())), you.pool, you.life, you.energy)
            if key in found or self.is_pointless(node):
                continue
            found[key] = node
            if len(found) > self.max_states:
                raise TooLarge(f"more than {self.max_states} situations")
            for step in sorted(self.steps(node, keys), key=lambda step: len(step.spends)):
                things = [find(node.casting.state, i) for i in (step.source, *(other for _, other in step.using))]
                names = [name_of(thing) for thing in things if thing is not None]
                use = Use(step, names[0], tuple(names[1:]))
                waiting.append(Node(activate(node.casting, step), (*node.uses, use), node))
        return list(found.values())

    def steps(self, node: Node, keys: Mapping[int, Hashable]) -> Iterator[Step]:
        """Every legal step; of objects that are alike in every way, those of the first only."""
        you = node.casting.state.you
        first: dict[Hashable, int] = {}
        ids = [permanent.id for permanent in you.battlefield]
        ids += [card.id for zone in SOURCE_ZONES for card in you.zone(zone)]
        for identity in ids:
            first.setdefault(keys[origin_of(identity)], identity)
        return legal_activations(node.casting, set(first.values()))

    def is_pointless(self, node: Node) -> bool:
        """Whether the way here has come back to where it was, with no more than it had then.

        What can follow from here could have followed from there with fewer activations, so it is redundant. Where
        redundant payments are wanted too, only an exact return ends the search, and the list is endless.
        """
        now, objects, pool = node.casting.state.you, node.objects, self.parts.unmarked(node.casting.state.you.pool)
        for before in node.ancestors:
            then = before.casting.state.you
            if before.objects == objects:
                pool_then = self.parts.unmarked(then.pool)
                if (pool, now.life, now.energy) == (pool_then, then.life, then.energy):
                    self.endless = True
                    return True
                if not self.floating and pool <= pool_then and now.life <= then.life and now.energy <= then.energy:
                    return True
        return False
