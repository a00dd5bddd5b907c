"""Every way to pay, by trying everything: the slow and simple answer that the solver is compared with.

`enumerate_payments` announces a spell or an ability in every way, activates mana abilities in every order, pays in
every way, and keeps the payments that are irredundant by the letter of the definition. It stands on the referee and the
model alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, product
from math import inf

from brute_force_parts import Labels, Node, Parts, Use, Way, as_payment, origin_of

from castable.model.ability import (
    AlternativeCost,
    CostKind,
    Help,
    HelpToPay,
    Keyword,
    LifeForMana,
    OptionalCost,
    Permission,
    Zone,
)
from castable.model.card import Face
from castable.model.cost import Cost, Verb
from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, TooLarge, Unbounded, Unsupported
from castable.model.mana import Mana
from castable.model.payment import Choices, Payment, Total
from castable.model.state import State
from castable.model.symbol import ManaCost, Symbol
from castable.solver.referee import (
    Casting,
    Step,
    ability_sources,
    activate,
    announce,
    castable_faces,
    held_card,
    legal_activations,
    propose,
    settled,
    totals,
    ways_of_paying,
)
from castable.solver.referee.additional import alternatives, kicked_costs, mode_announcements, optional_costs
from castable.solver.referee.casting import SOURCE_ZONES, find, name_of
from castable.solver.referee.cost import announcements
from castable.solver.referee.total import announced_costs

__all__ = ["enumerate_payments"]


def enumerate_payments(
    state: State,
    spell: str,
    *,
    zone: str = "hand",
    ability: str = "",
    floating: bool = False,
    by_object: bool = False,
    max_states: int = 200_000,
) -> set[Payment]:
    """Every irredundant payment for the spell in that zone of yours, or for the `ability` (printed cost or keyword) of
    your objects of that name; with `floating` every valid one.

    `by_object` tells each permanent apart. Raises `TooLarge` beyond `max_states` situations and `Unbounded` when a
    loop makes the list endless.
    """
    # Units that are in the pool at the start are marked, so that taking them can be told from making mana.
    marked = {unit: replace(unit, source=f"pool:{unit.source or ''}") for unit in state.you.pool}
    unmark = {mark: unit for unit, mark in marked.items()}
    at_start = Mana.of(marked[unit] for unit in state.you.pool)
    begun = state.with_you(pool=at_start)
    found: set[Payment] = set()
    for source in _sources(state, spell, ability) if ability else (None,):
        parts = Parts(begun, by_object, unmark, source)
        search = _Search(begun, _Subject(spell, zone, ability, source), parts, floating, max_states)
        ways = search.ways(at_start)
        if not floating:
            ways = [way for group in _by_announcement(ways) for way in _irredundant(group, parts)]
        elif search.endless and ways:
            raise Unbounded(f"a loop makes the ways to pay for {spell} endless")
        labels = Labels(state, parts, search.reached, ways)
        found |= {as_payment(state, way, labels) for way in ways}
    return found


def _sources(state: State, name: str, ability: str) -> list[int]:
    """The objects whose ability it may be, one of each class."""
    found: dict[Hashable, int] = {}
    for source, _ in ability_sources(with_effects(state), name, ability):
        found.setdefault(replace(source, id=-1, ref=""), source.id)
    if not found:
        raise IllegalPayment("602.2", f"you have no {name} with the ability {ability}")
    return list(found.values())


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


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is paid for: a card in a zone, or the ability of an object."""

    name: str
    zone: str
    ability: str
    source: int | None


class _Search:
    """Everything that can be announced, activated and paid for one spell or ability."""

    def __init__(self, state: State, subject: _Subject, parts: Parts, floating: bool, max_states: int) -> None:
        self.state, self.subject = state, subject
        self.held = None if subject.ability else held_card(state, subject.name, subject.zone)
        self.parts, self.floating, self.max_states = parts, floating, max_states
        self.endless = False
        self.reached: list[Node] = []

    def ways(self, at_start: Mana) -> list[Way]:
        """Every valid way to pay, each as often as there are ways to say which units of the pool were taken."""
        begun = self.begun()
        if begun is None:
            return []
        # What can be activated does not depend on the announcement, as long as there is some mana to pay.
        self.reached = self.nodes(replace(begun, total=Total(mana=ManaCost(1))))
        most = max(len(node.casting.state.you.pool) for node in self.reached) + self.help()
        found: list[Way] = []
        for choices, total in self.announcements(most):
            root = announce(self.state, self.subject.name, choices, total, source=self.subject.source)
            for node in self.reached if root.has_window else [Node(root)]:
                state = replace(node.casting.state, stack=root.state.stack)
                found += self.paid(node, replace(root, state=state, ledger=node.casting.ledger), at_start)
        return found

    def paid(self, node: Node, casting: Casting, at_start: Mana) -> Iterator[Way]:
        """Every way to pay now."""
        try:
            for settlement in ways_of_paying(casting):
                paid = settled(casting, settlement)
                left = [unit for unit in paid.state.you.pool if unit in self.parts.unmark]
                parts = self.parts.of(node.uses, at_start - Mana.of(left), settlement)
                yield Way(node, paid, parts, settlement)
        except IllegalPayment:
            return

    def help(self) -> int:
        """How much mana other things may stand for, at the most."""
        you, more = self.state.you, 0
        faces = [p.face for _, p in with_effects(self.state).permanents()]
        faces += self.held.card.faces if self.held else ()
        helps = {one.help for face in faces for one in face.of(HelpToPay)}
        if helps & {Help.CONVOKE, Help.IMPROVISE} or "Waterbend" in str([face.abilities for face in faces]):
            more += len(you.battlefield)
        if Help.DELVE in helps:
            more += len(you.graveyard) + len(you.battlefield) + len(you.hand)
        if any(any(face.of(LifeForMana)) for face in faces):
            more += max(0, you.life) // 2
        return more

    # -- announcing in every way

    def begun(self) -> Casting | None:
        """What is paid for, on the stack with no choices made; None when no face of the card can be cast."""
        subject = self.subject
        if subject.ability:
            return propose(self.state, subject.name, Choices(ability=subject.ability), source=subject.source)
        for face in self.faces():
            return self.proposed(Choices(zone=subject.zone, face=self.face_choice(face)))
        return None

    def proposed(self, choices: Choices) -> Casting:
        """What is paid for, on the stack with these choices."""
        return propose(self.state, self.subject.name, choices, source=self.subject.source)

    def faces(self) -> Iterator[Face]:
        """The faces that may be meant and can be cast."""
        assert self.held is not None
        card = self.held.card
        for face in castable_faces(card):
            if not face.is_land and self.subject.name in (card.name, face.name):
                self.require_listed(face)
                yield face

    def face_choice(self, face: Face) -> str:
        """The face as `Choices` name it."""
        assert self.held is not None
        return face.name if len(self.held.card.faces) > 1 else ""

    def require_listed(self, face: Face) -> None:
        """Raise `Unsupported` when there may be announcements that are not tried here."""
        for keyword in face.of(Keyword):
            if keyword.name in _NOT_TRIED or keyword.name.startswith("splice"):
                raise Unsupported(f"{face.name}: {keyword.name}")
        for _, permanent in self.state.permanents():
            if self.subject.zone != "hand" and any(permanent.face.of(Permission)):
                raise Unsupported(f"{permanent.name}: casting from {self.subject.zone}")
        for card in self.state.you.hand:
            if any(cost.keyword == "splice" for cost in card.card.front.of(OptionalCost)):
                raise Unsupported(f"{card.card.name}: splice")

    def announcements(self, most: int) -> Iterator[tuple[Choices, Total]]:
        """Every announcement with every total it may lead to, of those that `most` mana could pay."""
        subject = self.subject
        if subject.ability:
            for _, permanent in self.state.permanents():
                if any(offer.kind is CostKind.ABILITY for offer in permanent.face.of(AlternativeCost)):
                    raise Unsupported(f"{permanent.name}: another cost for abilities")
            yield from self.numbered(Choices(ability=subject.ability), None, most)
            return
        for face in self.faces():
            plain = Choices(zone=subject.zone, face=self.face_choice(face))
            for way in self.alternatives(plain, face):
                for choices in self.optional(way, face, most):
                    yield from self.numbered(choices, face, most)

    def alternatives(self, plain: Choices, face: Face) -> Iterator[Choices]:
        """By the mana cost, and by each alternative cost; from the hand and the command zone, and from elsewhere by the
        alternative costs that are for that zone (CR 601.3)."""
        anywhere = plain.zone in ("hand", "command")
        if anywhere and face.mana_cost is not None:  # else it has an unpayable cost: CR 118.6
            yield plain
        names: set[str] = set()
        for x in (0, 1):  # the condition of an offer may ask for X
            begun = self.proposed(replace(plain, x=x))
            assert begun.spell is not None
            offers = alternatives(begun.state, begun.spell, begun.face, begun.choices)
            names |= {offer.keyword for offer in offers if anywhere or offer.zone is not Zone.ANY}
        for name in sorted(names):
            yield replace(plain, alternative=name)

    def optional(self, plain: Choices, face: Face, most: int) -> Iterator[Choices]:
        """With each number of each optional cost, kickers among them, as far as the mana could reach."""
        begun = self.proposed(plain)
        assert begun.spell is not None
        kickers = kicked_costs(begun.face)
        others = dict(optional_costs(begun.state, begun.spell, begun.face, plain))
        less = {word: sum(c.times or 0 for c in costs) for word, costs in others.items() if any(c.less for c in costs)}
        cheap = _with(plain, less)  # with all that makes the rest cost less
        kicks = [
            list(self.times((kicker,), [replace(cheap, kicked=(kicker.cost,) * n) for n in _UP_TO], face, most))
            for kicker in kickers
        ]
        numbers = [
            list(self.times(costs, [_with(plain, {**less, word: n}) for n in _UP_TO], face, most))
            for word, costs in others.items()
        ]
        for times in product(*kicks):
            paid = tuple(kicker.cost for kicker, n in zip(kickers, times, strict=True) for _ in range(n))
            for some in product(*numbers):
                for modes in mode_announcements(begun.face):
                    yield _with(replace(plain, kicked=paid), {**dict(zip(others, some, strict=True)), **modes})

    def times(self, costs: tuple[OptionalCost, ...], announced: list[Choices], face: Face, most: int) -> Iterator[int]:
        """How often optional costs may be paid together, as far as the mana or the objects could reach (CR 702.33a-c);
        `announced` are the choices with each number."""
        limited = sum(cost.times or 0 for cost in costs)
        free = [cost.cost for cost in costs if cost.times is None]
        if any(not cost.parts and not (cost.mana and cost.mana.mana_value) for cost in free):
            raise Unsupported(f"{face.name}: any number of {costs[0].cost}")
        objects = min((self.things(cost) for cost in free), default=0)
        of_mana = all(cost.mana and cost.mana.mana_value for cost in free)
        for n in count():
            if not free and n > limited:
                return
            if n not in _UP_TO:
                raise TooLarge(f"{face.name}: {costs[0].keyword} {n} times")
            if free and n and not (any(self.numbered(announced[n], face, most)) if of_mana else n <= objects):
                return
            yield n

    def things(self, cost: Cost) -> int:
        """How often the other parts of a cost could be paid, at the most."""
        you, verbs = self.state.you, {part.verb for part in cost.parts}
        objects = len(you.battlefield) + len(you.hand) + len(you.graveyard)
        return objects + max(0, you.life) * (Verb.PAY_LIFE in verbs) + you.energy * (Verb.PAY_ENERGY in verbs)

    def numbered(self, plain: Choices, face: Face | None, most: int) -> Iterator[tuple[Choices, Total]]:
        """With every X and every choice of halves, and with every total that they may lead to."""
        tried = set[Choices]()
        fixed = 0 if face is not None and face.mana_cost and face.mana_cost.variables else None
        last = most
        for x in count():
            least, asks = inf, False
            for cost in self.costs(replace(plain, x=x)):
                mana = cost.mana or ManaCost.ZERO
                for part in cost.parts_of(Verb.WATERBEND):
                    mana += ManaCost(0, (Symbol(("X",)),)) if part.amount.measure == "X" else ManaCost.ZERO
                has_x = bool(mana.variables) or any(part.amount.measure == "X" for part in cost.parts)
                asks = asks or has_x
                last = max(last, most + self.things(cost))
                for halves, phyrexian in announcements(mana.choices) if has_x or not x else ():
                    number = x if has_x else fixed
                    choices = replace(plain, x=number, halves=halves, phyrexian=phyrexian)
                    if choices in tried:
                        continue
                    tried.add(choices)
                    for total in self.totals(choices):
                        least = min(least, total.mana.mana_value)
                        if total.mana.mana_value <= most:
                            yield choices, total
            if (x and not asks) or inf > least > most or x >= last:
                return

    def costs(self, choices: Choices) -> Iterator[Cost]:
        """What may be paid before any change, for these choices."""
        begun = self.proposed(choices)
        if begun.ability is not None:
            yield begun.ability.cost
            return
        assert begun.spell is not None
        try:
            for _, due in announced_costs(begun.state, begun.spell, begun.face, choices):
                yield due.cost
        except IllegalPayment:
            return

    def totals(self, choices: Choices) -> frozenset[Total]:
        """The totals that these choices may lead to, none where they may not be announced."""
        try:
            return totals(self.state, self.subject.name, choices, source=self.subject.source)
        except IllegalPayment:
            return frozenset()

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


_UP_TO = range(13)
"""How often an optional cost is tried."""
_NOT_TRIED = frozenset({"conspire", "fuse", "assist", "awaken", "mutate", "suspend", "plot", "foretell"})
"""Keywords that offer announcements which are not tried."""


def _with(plain: Choices, times: Mapping[str, int]) -> Choices:
    """With optional costs announced so many times."""
    return replace(plain, optional=tuple(sorted((word, n) for word, n in times.items() if n)))
