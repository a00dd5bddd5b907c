"""What pays for parts of a total cost other than by mana: objects given up or tapped, convoke, delve, life (CR 601.2h).

A total cost asks for mana and for other things. Each other thing that pays for one unit of it is a `Token`: a creature
tapped for convoke is one that may pay for generic mana or for mana of its colors, a creature sacrificed as an
additional cost is one that pays for that part alone. `Means` say where tokens come from. Tokens join the mana of a
payment problem as further kinds, so that one set of constraints governs all (CR 118.10: nothing pays twice).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from castable.model.cost import Cost, CostPart, Verb
from castable.model.evaluate import matches
from castable.model.filter import Filter
from castable.model.mana import ManaType
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.model.view import View, colors_of

__all__ = ["ZONE_OF", "Bill", "Means", "Token"]

ZONE_OF = {
    Verb.TAP: "battlefield",
    Verb.TAP_OTHER: "battlefield",
    Verb.SACRIFICE: "battlefield",
    Verb.EXILE: "battlefield",
    Verb.RETURN: "battlefield",
    Verb.REMOVE_COUNTERS: "battlefield",
    Verb.DISCARD: "hand",
    Verb.EXILE_FROM_HAND: "hand",
    Verb.EXILE_FROM_GRAVEYARD: "graveyard",
}
"""Where the objects are that a part of a cost takes."""


@dataclass(frozen=True, slots=True, order=True)
class Token:
    """One unit of something other than mana, by what it may pay for: one of the parts in `labels`, or (`generic`) one
    generic mana or one mana of a color in `colors`, letters in the order WUBRG.

    What a unit did pay for is no part of a payment, so that one object may stand for several parts by one token.
    """

    labels: tuple[str, ...]
    colors: str = ""
    generic: bool = False

    def __or__(self, other: Token) -> Token:
        """A token that may pay for all that either of these may."""
        labels = sorted({*self.labels, *other.labels})
        colors = "".join(letter for letter in "WUBRG" if letter in self.colors + other.colors)
        return Token(tuple(labels), colors, self.generic or other.generic)

    def pays(self, wanted: ManaType | None) -> bool:
        """Whether it may stand for mana of this type, None for generic mana."""
        return self.generic if wanted is None else wanted.value in self.colors


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Where the tokens of one label come from: `verb` done to an object that matches `what`, each one token.

    `need` is how many of them a part of the total cost asks for, 0 for what only helps to pay mana: each then pays for
    a generic mana, when `colored` for mana of a color of the object, for life a mana of a type in `letters`. Help with
    `of_generic` reaches no more than so many generic mana (waterbend). `ids` are the only objects that may be used,
    None for any: those that the caller names, or the one that the cost itself means, where `what` is any object. All of
    them must be used where there are `all_of` so many. `most` bounds what is no object; `life` is paid for each token,
    `counters` are those removed, and a `hidden` use is not listed as its own (the {T} of the
    ability that is paid for).
    """

    label: str
    verb: Verb
    what: Filter = Filter.ANY
    need: int = 0
    colored: bool = False
    letters: str = ""
    of_generic: int | None = None
    ids: frozenset[int] | None = None
    all_of: int = 0
    most: int | None = None
    life: int = 0
    counter: str = ""
    hidden: bool = False
    source: Permanent | None = None

    @property
    def zone(self) -> str:
        """The zone of the objects, empty where there are none."""
        return ZONE_OF.get(self.verb, "")

    @property
    def cost(self) -> Cost:
        """What is done for one token, as a cost."""
        return Cost(None, (CostPart(verb=self.verb, what=self.what, counter=self.counter),))

    def takes(self, thing: Permanent | CardInZone, state: State) -> bool:
        """Whether this object can be used so now."""
        if self.ids is not None and thing.id not in self.ids:
            return False
        if isinstance(thing, Permanent):
            if self.verb in (Verb.TAP, Verb.TAP_OTHER) and thing.tapped:
                return False
            if self.verb is Verb.TAP and thing.is_sick:
                return False
            if self.verb is Verb.REMOVE_COUNTERS and not thing.counters_of(self.counter):
                return False
        return matches(self.what, thing, View(state, self.source), "you")

    @property
    def unnamed(self) -> Means:
        """The same, had the caller not named the objects."""
        return self if self.what == Filter.ANY else replace(self, ids=None)

    @property
    def act(self) -> tuple[object, ...]:
        """What is done to an object: where it is the same for several means, it is done once and for one of them."""
        return (self.verb, self.counter, self.hidden)

    def token(self, thing: Permanent | CardInZone | None) -> Token:
        """The token that this object gives for these means alone."""
        if self.need or self.of_generic is not None:
            return Token((self.label,))
        if self.letters or thing is None:
            return Token((self.label,), self.letters, not self.letters)
        colors = colors_of(thing) if self.colored else frozenset()
        letters = "".join(letter for letter in "WUBRG" if ManaType(letter) in colors)
        return Token((self.label,), letters, True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """A locked total cost as it is paid: mana, life, energy, and the means for all other parts and for help.

    `impossible` says which part cannot be paid whatever else is done, `untold` what choice is not told apart, so that
    payments exist or not but cannot be listed; both are empty where there is none.
    """

    mana: ManaCost
    life: int = 0
    energy: int = 0
    means: tuple[Means, ...] = ()
    impossible: str = ""
    untold: str = ""
