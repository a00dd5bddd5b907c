"""What a preference looks at on a board: what each use taps and gives up, what each source could make, what the rest of
the hand asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from castable.model.ability import ActivatedAbility, TapDamage
from castable.model.cost import Verb
from castable.model.evaluate import matches
from castable.model.mana import ManaType
from castable.model.payment import untagged
from castable.model.state import CardInZone, Permanent, State
from castable.model.view import View
from castable.solver.offers import ClassUse, Thing
from castable.solver.sources import Sources

__all__ = ["Scene", "Tally", "objects_named"]

Tally = Counter[tuple[str, str]]
"""How much of each measure, with the name of what it is about (empty for amounts)."""

_ZONES = {
    Verb.DISCARD: "hand",
    Verb.EXILE_FROM_HAND: "hand",
    Verb.EXILE_FROM_GRAVEYARD: "graveyard",
}
_GIVES_UP = (Verb.SACRIFICE, Verb.EXILE, Verb.RETURN, Verb.DISCARD, Verb.EXILE_FROM_HAND, Verb.EXILE_FROM_GRAVEYARD)
_RARE = 60
"""Divisible by small numbers: a type of mana that the hand asks for once and one source makes counts so much."""


def objects_named(state: State, name: str) -> tuple[Permanent, ...]:
    """Your permanents that a question means by a name or a `ref`."""
    mine = state.you.battlefield
    return tuple(p for p in mine if p.ref and p.ref == name) or tuple(
        p for p in mine if name.casefold() in (p.name.casefold(), p.shown.name.casefold())
    )


def _yield(offered: ClassUse) -> int:
    """How much mana one use makes or stands for, less what it costs."""
    use = offered.use
    return len(use.adds) + (use.pays is not None) - min((need.mana_value for need in use.needs), default=0)


class Scene:
    """A state with the sources of one question, the targets (by id) and the cards that are to stay castable."""

    def __init__(self, state: State, sources: Sources, targets: frozenset[int], hand: Iterable[CardInZone]) -> None:
        self._state = state
        self._sources = sources
        self._targets = targets
        self._hand = tuple(hand)
        self._tallies: dict[int, Tally] = {}

    def tally(self, index: int) -> Tally:
        """What one use taps, gives up, pays and needs."""
        if index not in self._tallies:
            self._tallies[index] = self._tally(self._sources.uses[index])
        return self._tallies[index]

    def touched(self, index: int) -> Iterator[tuple[Thing, bool]]:
        """Each object that one use taps or gives up, or whose ability it is, and whether it is given up."""
        offered = self._sources.uses[index]
        given_up = False
        for verb, name in offered.using:
            given_up = given_up or verb in _GIVES_UP
            yield self._object(verb, name), verb in _GIVES_UP
        if offered.thing is not None and (offered.use.ability is not None or not offered.using):
            own = any(part.is_this and part.verb in _GIVES_UP for part in offered.use.cost.parts)
            yield offered.thing, own or (offered.use.leaves and not given_up)

    def _object(self, verb: Verb, name: str) -> Thing:
        """The object that a payment calls so, or one that is interchangeable with it."""
        plain = untagged(name)
        zone = _ZONES.get(verb)
        if zone:
            return next(card for card in self._state.you.zone(zone) if card.card.front.name == plain)
        named = [p for p in self._state.you.battlefield if p.name == plain]
        label = name.removeprefix(plain)
        return named[int(label[1:]) - 1] if label[:1] == "#" and label[1:].isdigit() else named[0]

    def _tally(self, offered: ClassUse) -> Tally:
        use = offered.use
        tally: Tally = Counter({("life", ""): use.life, ("damage", ""): use.damage, ("energy", ""): use.energy})
        tally["mana_for_mana", use.source] += bool(use.needs)
        tally["counter", use.source] += sum(n for _, n in use.counters)
        for verb, name in offered.using:
            other = self._object(verb, name)
            tally.update(self._lost(other, verb) if verb in _GIVES_UP else self._tapped(other, verb, for_mana=False))
        own = offered.thing
        if own is not None and (use.ability is not None or not offered.using):
            verbs = [part.verb for part in use.cost.parts if part.is_this]
            lost = [verb for verb in verbs if verb in _GIVES_UP]
            if Verb.TAP in verbs:
                tally.update(self._tapped(own, Verb.TAP, for_mana=use.pays is None))
                tally["unused", use.source] += max(0, self._most[own.id] - _yield(offered))
            if lost or (use.leaves and not any(verb in _GIVES_UP for verb, _ in offered.using)):
                tally.update(self._lost(own, lost[0] if lost else Verb.SACRIFICE))
        return +tally

    def _tapped(self, thing: Thing, verb: Verb, *, for_mana: bool) -> Tally:
        if not isinstance(thing, Permanent) or verb not in (Verb.TAP, Verb.TAP_OTHER):
            return Counter()
        name, face = thing.name, thing.face
        makes = self._makes.get(thing.id, frozenset())
        return Counter(
            {
                ("tapped", name): 1,
                ("damage", ""): sum(hurt.damage for hurt in self._hurts(thing) if for_mana or not hurt.for_mana),
                ("creature_tapped", name): int("creature" in face.types or thing.animated),
                ("target_tapped", name): int(thing.id in self._targets),
                ("color", name): sum(kind.is_color for kind in makes),
                ("wanted", name): sum(_RARE * self._asked[kind] // max(1, self._supply[kind]) for kind in makes),
                ("scarce", name): max((self._scarce(kind) for kind in makes), default=0),
                ("utility", name): int(any(face.of(ActivatedAbility))),
            }
        )

    def _hurts(self, tapped: Permanent) -> Iterator[TapDamage]:
        """What triggers on tapping this permanent and costs life once the spell is on the stack."""
        for side, source in self._state.permanents_with(TapDamage):
            view = View(self._state, source, side)
            yield from (hurt for hurt in source.face.of(TapDamage) if matches(hurt.watches, tapped, view, "you"))

    def _lost(self, thing: Thing, verb: Verb) -> Tally:
        if isinstance(thing, CardInZone):
            zone = "graveyard" if verb is Verb.EXILE_FROM_GRAVEYARD else "hand"
            name = thing.card.front.name
            return Counter({(f"{zone}_card_lost", name): 1, ("value_lost", name): thing.card.mana_value})
        if verb is Verb.RETURN:
            return Counter({("returned", thing.name): 1})
        name, types = thing.name, thing.face.types
        return Counter(
            {
                ("token_lost" if thing.token or thing.card.is_token else "permanent_lost", name): 1,
                ("creature_lost", name): int("creature" in types),
                ("land_lost", name): int("land" in types),
                ("target_lost", name): int(thing.id in self._targets),
                ("value_lost", name): thing.face.mana_value,
            }
        )

    @cached_property
    def _makes(self) -> dict[int, frozenset[ManaType]]:
        """The types of mana that each permanent can make."""
        found: dict[int, set[ManaType]] = {}
        for offered in self._sources.uses:
            if isinstance(offered.thing, Permanent):
                types = {unit.type for unit in offered.use.adds.units}
                found.setdefault(offered.thing.id, set()).update(types)
        return {id_: frozenset(types) for id_, types in found.items()}

    @cached_property
    def _most(self) -> Counter[int]:
        """The most mana that each permanent can make at once, less what that costs."""
        most: Counter[int] = Counter()
        for offered in self._sources.uses:
            if isinstance(offered.thing, Permanent) and not offered.using:
                most[offered.thing.id] = max(most[offered.thing.id], _yield(offered))
        return most

    @cached_property
    def _supply(self) -> Counter[ManaType]:
        """How many sources can make each type of mana."""
        supply: Counter[ManaType] = Counter()
        for source in self._sources.classes:
            uses = {index for plan in source.plans for index in plan}
            supply.update(dict.fromkeys({u.type for i in uses for u in self._sources.uses[i].use.adds}, source.size))
        return supply

    def _scarce(self, kind: ManaType) -> int:
        return max(self._supply.values(), default=0) - self._supply[kind]

    @cached_property
    def _asked(self) -> Counter[ManaType]:
        """How much mana of each type the cards to stay castable ask for by their symbols."""
        asked: Counter[ManaType] = Counter()
        for card in self._hand:
            asked.update(symbol.type for symbol in card.card.front.mana_cost or () if symbol.type is not None)
        return asked
