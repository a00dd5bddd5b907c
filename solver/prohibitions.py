"""What can't be done (CR 101.2): abilities not to be activated, costs not to be paid, spells not to be cast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from castable.model.ability import Prohibition
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter
from castable.model.seats import shares_life
from castable.model.state import CardInZone, Permanent, State
from castable.solver.as_cast import matches_as_cast

__all__ = ["Bans"]

_OF_LIFE = ("pay life", "change life")
_ANY_ZONE = frozenset({"source", "chosenname"})
"""Words of filters that speak of cards outside the battlefield too (CR 109.2)."""
_PLACES = {"hand": Filter.parse("handcast")}
"""What a ban on playing lands says where it is about one zone alone."""


@dataclass(frozen=True, slots=True)
class Bans:
    """The prohibitions in one state, as they concern you."""

    state: State

    def on_mana_ability(self, thing: Permanent | CardInZone) -> str | None:
        """The name of what forbids activating mana abilities of your object, None when nothing does."""
        return self._first("activate", thing, mana_ability=True)

    def on_activating(self, thing: Permanent | CardInZone, *, loyalty: bool = False) -> str | None:
        """What forbids activating an ability of your object, maybe a loyalty ability, that is no mana ability."""
        return self._first("activate", thing) or (self._first("activate loyalty", thing) if loyalty else None)

    def on_paying_life(self, *, mana_ability: bool = False) -> str | None:
        """What forbids paying life for a spell or an ability."""
        return self._first("pay life", None, mana_ability=mana_ability)

    def on_changing_life(self) -> str | None:
        """What keeps your life total as it is."""
        return self._first("change life", None)

    def on_sacrificing(self, permanent: Permanent) -> str | None:
        """What forbids sacrificing your permanent as a cost."""
        return self._first("sacrifice", permanent)

    def on_crewing(self, permanent: Permanent) -> str | None:
        """What forbids that a creature of yours crews a Vehicle."""
        return self._first("crew", permanent)

    def on_casting(self, face: Face, facts: frozenset[str] = frozenset({"handcast"})) -> str | None:
        """What forbids casting this face, once the spells you have cast this turn are counted; `facts` say how it is
        cast."""
        for ban, source, side in self._concerning("cast"):
            view = View(self.state, source, side)
            if not matches_as_cast(ban.of, face, view, facts):
                continue
            if ban.above is not None and face.mana_value <= value(ban.above, View(self.state)):
                continue
            if ban.limit is None:
                return source.name
            cast = sum(matches(ban.of, card.front, view, "you") for card in self.state.you.spells_cast_this_turn)
            if cast >= ban.limit:
                return source.name
        return None

    def on_playing_lands(self, zone: str = "hand") -> str | None:
        """What forbids playing lands from a zone."""
        bans = ((ban, source) for ban, source, _ in self._concerning("play land"))
        return next((source.name for ban, source in bans if ban.of in (Filter.ANY, _PLACES.get(zone))), None)

    def _first(self, what: str, thing: Permanent | CardInZone | None, *, mana_ability: bool = False) -> str | None:
        for ban, source, side in self._concerning(what):
            if mana_ability and ban.except_mana_abilities:
                continue
            if isinstance(thing, CardInZone) and ban.of != Filter.ANY and not ban.of.words() & _ANY_ZONE:
                continue
            if thing is None or matches(ban.of, thing, View(self.state, source, side), "you"):
                return source.name
        return None

    def _concerning(self, what: str) -> Iterator[tuple[Prohibition, Permanent, str]]:
        """The prohibitions of something that are in force and meant for you, with their sources."""
        for side, permanent in self.state.permanents_with(Prohibition):
            for ban in permanent.face.of(Prohibition):
                yours = side == "you" or (side == "teammate" and what in _OF_LIFE and shares_life(self.state))
                meant = ban.who == "any" or (ban.who == "you") == yours
                if ban.who == "enchanted":
                    meant = self._is_enchanted(permanent)
                if ban.what == what and meant and holds(ban.condition, View(self.state, permanent, side)):
                    yield ban, permanent, side

    def _is_enchanted(self, aura: Permanent) -> bool:
        """Whether an Aura is attached to you (CR 303.4), or what has resolved had you as its target."""
        if aura.attached_to == "opponent" or (aura.attached_to == "you" and not self.state.teammates):
            return aura.attached_to == "you"
        raise Unsupported(f"which player {aura.name} enchants or has targeted")
