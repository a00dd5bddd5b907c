"""What the referee works on: a casting in progress, one step of it, and the ledger of what was given up (CR 601.2).

Also the guard of the referee: `require_understood` refuses boards with rules that it does not carry out yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from castable.model.ability import ActivatedAbility, Grant, Keyword, ManaAbility, Unread, Zone
from castable.model.card import Face
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import BadRequest, Unsupported
from castable.model.mana import NO_MANA, Mana
from castable.model.payment import Choices, Total
from castable.model.production import Origin
from castable.model.state import CardInZone, Permanent, State

__all__ = [
    "MOVED",
    "SOURCE_ZONES",
    "Casting",
    "Ledger",
    "Source",
    "Step",
    "find",
    "move",
    "name_of",
    "require_understood",
    "same_cost",
    "situation",
    "sources",
]

Source = Permanent | CardInZone
"""An object with activated abilities: a permanent, or a card in one of `SOURCE_ZONES`."""

MOVED = 1_000_000
"""Added to the id of an object each time it moves to another zone, which makes it a new object; ids start below it."""

SOURCE_ZONES = (Zone.HAND, Zone.GRAVEYARD, Zone.EXILE, Zone.COMMAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What was given up so far: costs paid, and `damage` dealt by the abilities. The lists hold card names."""

    life: int = 0
    damage: int = 0
    energy: int = 0
    taps: tuple[str, ...] = ()
    exiles: tuple[str, ...] = ()
    sacrifices: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()

    def noting(self, entry: str, name: str) -> Ledger:
        """One more name in the list `entry`, which stays sorted."""
        changed: dict[str, Any] = {entry: tuple(sorted((*getattr(self, entry), name)))}
        return replace(self, **changed)

    def less_counters(self, name: str, number: int) -> Ledger:
        """`number` more counters removed from the card `name`."""
        counts = Counter(dict(self.counters))
        counts[name] += number
        return replace(self, counters=tuple(sorted((k, n) for k, n in counts.items() if n)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One activation of one mana ability with every choice in it.

    `source` is the id of the object, `adds` the mana it makes, `spends` the units that pay its mana cost, `phyrexian`
    how many Phyrexian symbols of that cost are paid with life, `using` the other objects given up (what is done to
    each, and its id), `amount` the number chosen while paying.
    """

    source: int
    ability: ManaAbility
    adds: Mana
    spends: Mana = NO_MANA
    phyrexian: int = 0
    using: tuple[tuple[Verb, int], ...] = ()
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Casting:
    """A spell or an activated ability on the stack whose total cost is locked in: mana abilities may be activated, then
    it is paid for.

    `state` is the game as it is now, the spell on top of the stack (its last entry). `face` is what is cast, or the
    face of the `source` of the `ability`. `objects` are those that may pay for parts whose object was chosen at
    announcement; `pays_x` says that {X} is in what is paid. `spends` is the mana that paid, None until then.
    """

    state: State
    face: Face
    choices: Choices
    total: Total
    spell: CardInZone | None = None
    source: Source | None = None
    ability: ActivatedAbility | None = None
    objects: tuple[tuple[CostPart, frozenset[int]], ...] = ()
    pays_x: bool = False
    ledger: Ledger = field(default_factory=Ledger)
    spends: Mana | None = None

    @property
    def name(self) -> str:
        """The name of the card that is cast, or of the source of the ability."""
        if self.spell is not None:
            return self.spell.card.name
        assert self.source is not None
        return name_of(self.source)

    @property
    def has_window(self) -> bool:
        """Whether mana abilities may be activated: the total holds a mana payment, none is made yet (CR 601.2g)."""
        return self.spends is None and self.total.mana.mana_value > 0


def find(state: State, identity: int) -> Source | None:
    """Your object of that id on the battlefield or in a zone that abilities may work from, None when it is gone."""
    for permanent in state.you.battlefield:
        if permanent.id == identity:
            return permanent
    for zone in SOURCE_ZONES:
        for card in state.you.zone(zone):
            if card.id == identity:
                return card
    return None


def name_of(thing: Source) -> str:
    """The name of the face of a permanent that is up, the full name of a card elsewhere."""
    return thing.name if isinstance(thing, Permanent) else thing.card.name


def sources(state: State) -> Iterator[tuple[Source, ManaAbility]]:
    """Each of your objects with each mana ability that works where it is (CR 113.6), legal now or not.

    A phased-out permanent does not exist (CR 702.26b). In the state effects are worked out.
    """
    for permanent in state.you.battlefield:
        if not permanent.phased_out:
            for ability in permanent.face.mana_abilities:
                if ability.zone is Zone.BATTLEFIELD:
                    yield permanent, ability
    for zone in SOURCE_ZONES:
        for card in state.you.zone(zone):
            for ability in card.card.front.mana_abilities:
                if ability.zone is zone:
                    yield card, ability


def situation(state: State) -> Hashable:
    """What the rest of a casting depends on that a step can change: equal for states that differ in nothing else."""
    you = state.you
    return (
        you.pool,
        you.life,
        you.energy,
        tuple((p.id, p.tapped, p.counters, p.used_this_turn) for p in you.battlefield),
        tuple(frozenset(card.id for card in you.zone(zone)) for zone in SOURCE_ZONES),
        len(you.library_top),
    )


def move(state: State, thing: Source, zone: Zone) -> State:
    """The object leaves where it is; its card is a new object in `zone` (CR 400.7), a token ceases to exist."""
    you = state.you
    changes: dict[str, Any] = {"battlefield": tuple(p for p in you.battlefield if p.id != thing.id)}
    for place in SOURCE_ZONES:
        changes[place.value] = tuple(card for card in you.zone(place) if card.id != thing.id)
    if not (isinstance(thing, Permanent) and thing.token):
        changes[zone.value] = (*changes[zone.value], CardInZone(card=thing.card, id=thing.id + MOVED))
    return state.with_you(**changes)


def same_cost(one: Cost, other: Cost) -> bool:
    """Whether two costs ask for the same, in whatever order it is written."""
    return one.mana == other.mana and Counter(one.parts) == Counter(other.parts)


_NO_ORIGINS = frozenset(
    {Origin.CHOSEN_TYPE, Origin.LAST_NOTED, Origin.SACRIFICED, Origin.EXILED, Origin.TAPPED, Origin.LOST}
)


def require_understood(state: State) -> None:
    """Raise `Unsupported` when a rule on the board, effects worked out, is one that the referee does not carry out yet.

    Raises `BadRequest` when two objects of yours share an id, as steps name objects by it.
    """
    state.require_supported()
    you = state.you
    ids = [permanent.id for permanent in you.battlefield]
    ids += [card.id for zone in SOURCE_ZONES for card in you.zone(zone)]
    ids += [p.id for player in (*state.teammates, *state.opponents) for p in player.battlefield]
    if len(set(ids)) != len(ids) or max(ids, default=0) >= MOVED:
        raise BadRequest(f"objects need ids below {MOVED} that are unique in their state", "state.you")
    for _, permanent in state.permanents():
        for ability in permanent.face.abilities:
            if isinstance(ability, Grant) and _is_for_cards(ability):
                raise Unsupported(f"{permanent.name}: abilities given to {ability.to}")
            if isinstance(ability, Unread) and ability.may_bear_on_payment:
                raise Unsupported(f"{permanent.name}: {ability.text}")
    for source, mana_ability in sources(state):
        _require_plain(name_of(source), mana_ability)


def _is_for_cards(grant: Grant) -> bool:
    """Whether it gives spells or cards abilities that may bear on what they cost."""
    given = all(isinstance(ability, Keyword) for ability in grant.abilities)
    return bool(grant.to.words() & {"spell", "card"}) and not given


def _require_plain(name: str, ability: ManaAbility) -> None:
    for production in (ability.adds, ability.instead):
        for addition in production.additions if production else ():
            if addition.types.origin in _NO_ORIGINS:
                raise Unsupported(f"{name}: {addition}")
