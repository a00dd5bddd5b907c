"""Cards and boards built by hand for tests: no card pool, no reader, nothing but the nouns of the model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from castable.model.ability import Ability, CostChange, Keyword, ManaAbility, OptionalCost, Zone
from castable.model.card import Card, Face
from castable.model.cost import Cost
from castable.model.mana import NO_MANA, Mana
from castable.model.production import Production
from castable.model.state import CardInZone, Permanent, Player, State
from castable.model.symbol import ManaCost

__all__ = ["CARDS", "board", "card", "kicker", "less", "mana", "on", "permanent", "spell", "to_pay"]


def mana(cost: str, adds: str, **fields: Any) -> ManaAbility:
    """A mana ability from the text forms of its cost and what it adds."""
    return ManaAbility(cost=Cost.parse(cost), adds=Production.parse(adds), **fields)


def card(name: str, types: str, *abilities: Ability, cost: str | None = None, **fields: Any) -> Card:
    """A card with one face; words of `types` with a capital are subtypes."""
    words = types.split()
    supertypes = {"basic", "legendary", "snow"}
    face = Face(
        name=name,
        mana_cost=None if cost is None else ManaCost.parse(cost),
        supertypes=frozenset(w for w in words if w in supertypes),
        types=frozenset(w for w in words if w.islower() and w not in supertypes),
        subtypes=frozenset(w for w in words if w[0].isupper()),
        abilities=abilities,
        **fields,
    )
    return Card(name=name, faces=(face,))


def spell(cost: str | None, *abilities: Ability, name: str = "Spell", types: str = "instant") -> Card:
    """Something to pay for."""
    return card(name, types, *abilities, cost=cost)


def kicker(cost: str, times: int | None = 1) -> OptionalCost:
    """Kicker, or multikicker when `times` is None."""
    return OptionalCost(keyword="kicker", cost=Cost.parse(cost), times=times)


def less(reduction: str, **fields: Any) -> CostChange:
    """A cost reduction by this mana."""
    return CostChange(less=ManaCost.parse(reduction), **fields)


def permanent(what: Card | str, **status: Any) -> Permanent:
    """A permanent with this status."""
    return Permanent(card=CARDS[what] if isinstance(what, str) else what, **status)


def on(what: Card | str, **counters: int) -> Permanent:
    """A permanent with counters."""
    return permanent(what, counters=tuple(sorted(counters.items())))


def board(
    *permanents: Permanent | Card | str,
    hand: tuple[Card, ...] | list[Card] = (),
    graveyard: tuple[Card, ...] | list[Card] = (),
    opponent: tuple[Card, ...] | list[Card] = (),
    pool: str = "",
    **fields: Any,
) -> State:
    """Your board with ids in this order; a string names cards of `CARDS`, several separated by `; `, `2 Forest` two."""
    mine: list[Permanent] = []
    for entry in permanents:
        if isinstance(entry, Permanent):
            mine.append(entry)
        elif isinstance(entry, Card):
            mine.append(permanent(entry))
        else:
            for piece in entry.split("; ") if entry else []:
                number, _, name = piece.partition(" ")
                mine += [permanent(name)] * int(number) if number.isdigit() else [permanent(piece)]
    mine = [replace(p, id=i) for i, p in enumerate(mine)]
    in_hand = tuple(CardInZone(card=c, id=1000 + i) for i, c in enumerate(hand))
    in_graveyard = tuple(CardInZone(card=c, id=2000 + i) for i, c in enumerate(graveyard))
    you = Player(
        battlefield=tuple(mine),
        hand=in_hand,
        graveyard=in_graveyard,
        pool=Mana.parse(pool) if pool else NO_MANA,
        **fields,
    )
    theirs = Player(battlefield=tuple(Permanent(card=c, id=3000 + i) for i, c in enumerate(opponent)))
    return State(you=you, opponents=(theirs,))


def to_pay(cost: str, *permanents: Permanent | Card | str, also: tuple[Card, ...] = (), **fields: Any) -> State:
    """A board with a spell of this cost in hand, and `also` other cards."""
    return board(*permanents, hand=(spell(cost), *also), **fields)


def _basics() -> dict[str, Card]:
    names = ("Plains", "Island", "Swamp", "Mountain", "Forest")
    return {name: card(name, f"basic land {name}") for name in names}


def _duals() -> dict[str, Card]:
    types = {
        "Tundra": "Plains Island",
        "Underground Sea": "Island Swamp",
        "Badlands": "Swamp Mountain",
        "Savannah": "Forest Plains",
        "Tropical Island": "Forest Island",
    }
    return {name: card(name, f"land {subtypes}") for name, subtypes in types.items()}


def _made() -> list[Card]:
    signets = {"Azorius": "{W}{U}", "Dimir": "{U}{B}", "Rakdos": "{B}{R}", "Gruul": "{R}{G}"}
    signets |= {"Selesnya": "{G}{W}", "Orzhov": "{W}{B}"}
    filters = {"Fetid Heath": ("W/B", "W", "B"), "Mystic Gate": ("W/U", "W", "U")}
    filters |= {"Sunken Ruins": ("U/B", "U", "B"), "Graven Cairns": ("B/R", "B", "R")}
    return [
        *(card(f"{guild} Signet", "artifact", mana("{1}, {T}", adds)) for guild, adds in signets.items()),
        *(
            card(
                name,
                "land",
                mana("{T}", "{C}"),
                mana(f"{{{half}}}, {{T}}", f"{{{a}}}{{{a}}} | {{{a}}}{{{b}}} | {{{b}}}{{{b}}}"),
            )
            for name, (half, a, b) in filters.items()
        ),
        card("Sol Ring", "artifact", mana("{T}", "{C}{C}")),
        card("Wastes", "basic land", mana("{T}", "{C}")),
        card("Snow-Covered Forest", "basic snow land Forest"),
        card("Dimir Aqueduct", "land", mana("{T}", "{U}{B}")),
        card("Azorius Chancery", "land", mana("{T}", "{W}{U}")),
        card("City of Brass", "land", mana("{T}", "any color")),
        card("Mana Confluence", "land", mana("{T}, Pay 1 life", "any color")),
        card("Adarkar Wastes", "land", mana("{T}", "{C}"), mana("{T}", "{W} | {U}", damage=1)),
        card("Llanowar Elves", "creature Elf", mana("{T}", "{G}"), cost="{G}"),
        card("Ceta Disciple", "creature", mana("{G}, {T}", "any color"), cost="{U}"),
        card("Pili-Pala", "artifact creature", mana("{2}, {Q}", "any color"), cost="{2}"),
        card("Springleaf Drum", "artifact", mana("{T}, Tap an untapped creature", "any color"), cost="{1}"),
        card("Treasure", "artifact Treasure", mana("{T}, Sacrifice this", "any color")),
        card("Phyrexian Altar", "artifact", mana("Sacrifice a creature", "any color"), cost="{3}"),
        card("Grizzly Bears", "creature Bear", cost="{1}{G}", power="2", toughness="2"),
        card("Saltcrusted Store", "land", mana("{T}, Remove chosen storage counter", "removed*{U}")),
        card(
            "Calciform Pools",
            "land",
            mana("{T}", "{C}"),
            mana("{1}, Remove X storage counter", "X*any of {W}{U} mixed"),
        ),
        card("Crystal", "artifact creature", mana("Remove 1 charge counter", "any color"), cost="{4}"),
        card("Lode", "artifact", mana("Remove 1 charge counter", "{U}")),
        card("Candleguide", "artifact creature", mana("{1}", "any color"), cost="{3}"),
        card("Elvish Spirit Guide", "creature Elf", mana("Exile this from hand", "{G}", zone=Zone.HAND), cost="{2}{G}"),
        card("Raging Goblin", "creature Goblin", Keyword(name="haste"), mana("{T}", "{R}"), cost="{R}"),
    ]


CARDS: dict[str, Card] = {**_basics(), **_duals(), **{c.name: c for c in _made()}}
"""Cards by name."""
