"""The benchmark boards as data: permanents, a cost, and the number of ways to pay where it is known.

Boards B and K can pay, boards N cannot. The counts are those of several independent programs; `tests` checks them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from castable.model.ability import ManaAbility
from castable.model.card import Card, Face
from castable.model.cost import Cost
from castable.model.pool import built_in
from castable.model.production import Production
from castable.model.state import Permanent, Player, State
from castable.model.symbol import ManaCost

__all__ = ["BOARDS", "SERIES", "TABLES", "Board", "board", "cards_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board with everything untapped, a cost, and the counts of payments (None: not known).

    `about` says in a few words what is special. `permanents` is a list of cards separated by `; `, a number before a
    name for several of them. `floating` is the count with over-production.
    """

    name: str
    about: str
    cost: str
    permanents: str = ""
    ways: int | None = None
    floating: int | None = None
    cards: Callable[[], list[Card]] | None = None
    """Makes the cards where they come from no pool."""

    @property
    def mana_cost(self) -> ManaCost:
        """The cost to be paid."""
        return ManaCost.parse(self.cost)

    def state(self) -> State:
        """The board as a state, objects numbered in order."""
        cards = self.cards() if self.cards else cards_of(self.permanents)
        return State(you=Player(battlefield=tuple(Permanent(card=card, id=at) for at, card in enumerate(cards))))


def cards_of(text: str) -> list[Card]:
    """Cards of the built-in pool by name, one entry an object."""
    found: list[Card] = []
    for piece in text.split("; "):
        number, _, name = piece.partition(" ")
        times, name = (int(number), name) if number.isdigit() else (1, piece)
        found += [built_in().find(name)] * times
    return found


_TREES = """Alder Ash Aspen Beech Birch Box Cedar Cherry Chestnut Cypress Elder Elm Fir Hawthorn Hazel Hornbeam Juniper
Larch Lime Maple Medlar Mulberry Oak Pine Plane Poplar Rowan Spruce Walnut Yew""".split()


def _land(name: str, adds: str) -> Card:
    """A made-up land with one ability only."""
    ability = ManaAbility(cost=Cost.parse("{T}"), adds=Production.parse(adds))
    return Card(name=name, faces=(Face(name=name, types=frozenset({"land"}), abilities=(ability,)),))


def _benches() -> list[Card]:
    """Thirty made-up lands that differ in nothing but their names."""
    return [_land(f"{tree} Bench", "any color") for tree in _TREES]


def _numbered_benches(number: int) -> list[Card]:
    """So many lands for any color, each of its own name."""
    return [_land(f"Bench {at}", "any color") for at in range(number)]


def _numbered_paths(number: int) -> list[Card]:
    """So many lands for two colors, each of its own name, all ten pairs in turn."""
    pairs = list(combinations(("{W}", "{U}", "{B}", "{R}", "{G}"), 2))
    return [_land(f"Path {at}", " | ".join(pairs[at % len(pairs)])) for at in range(number)]


_DUALS = "Tundra; Underground Sea; Badlands; Savannah; Island; Swamp"
_SHARDS = (
    "Tropical Island; Underground Sea; Bayou; Seaside Citadel; Arcane Sanctum; Savage Lands; "
    "Forest; Island; Swamp; Plains; 2 Reflecting Pool"
)
_BRASS = "10 City of Brass; 2 Plains; 2 Island; 2 Swamp; 2 Mountain; 2 Forest"
_ROCKS = (
    "Sol Ring; Arcane Signet; Dimir Signet; Azorius Signet; Orzhov Signet; Talisman of Dominance; Fellwar Stone; "
    "Mind Stone; Thran Dynamo; 2 Island; 2 Plains; 2 Swamp; Command Tower; Watery Grave; Godless Shrine; "
    "Hallowed Fountain; Reflecting Pool; City of Brass"
)
_SIGNETS = (
    "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Selesnya Signet; Orzhov Signet; 3 Forest; 3 Mountain"
)
_FILTERS = "Fetid Heath; Mystic Gate; Sunken Ruins; Graven Cairns; Plains; Swamp; Forest"
_DOUBLED = "10 Llanowar Elves; 10 Forest; Mana Reflection"
_MIXED = "Sol Ring; Dimir Aqueduct; Azorius Chancery; Azorius Signet; Dimir Signet; Island; Plains"

BOARDS: tuple[Board, ...] = (
    Board(name="B1", about="5 Forests", cost="{2}{G}{G}", permanents="5 Forest", ways=1),
    Board(name="B2", about="6 lands, 4 of them dual", cost="{1}{W}{U}{B}", permanents=_DUALS, ways=38),
    Board(name="B3", about="8 any-color lands", cost="{2}{W}{U}{B}{R}{G}", permanents="8 City of Brass", ways=15),
    Board(name="B4", about="12 lands, 2 of them mirrors", cost="{3}{G}{U}{B}", permanents=_SHARDS, ways=37_526),
    Board(name="B5", about="10 any-color lands, 10 basics", cost="{5}{W}{U}{B}{R}{G}", permanents=_BRASS, ways=13_083),
    Board(name="B6", about="6 Signets, 6 basics", cost="{4}{W}{U}", permanents=_SIGNETS, ways=1_454),
    Board(name="B7", about="4 filter lands, 3 basics", cost="{2}{W}{U}{U}{B}", permanents=_FILTERS, ways=251),
    Board(
        name="B8",
        about="10 Elves, 10 Forests, doubled",
        cost="{20}{G}{G}{G}{G}",
        permanents=_DOUBLED,
        ways=9,
    ),
    Board(
        name="B9",
        about="30 any-color lands, one name",
        cost="{10}{W}{U}{B}{R}{G}",
        permanents="30 City of Brass",
        ways=1_001,
    ),
    Board(
        name="B9d",
        about="30 any-color lands, 30 names",
        cost="{10}{W}{U}{B}{R}{G}",
        cards=_benches,
        ways=3_923_237_031_412_608_000,
    ),
    Board(
        name="K51",
        about="a ring, 2 bounce lands, 2 Signets",
        cost="{3}{W}{U}{B}",
        permanents=_MIXED,
        ways=51,
        floating=615,
    ),
    Board(name="V21", about="9 rocks, 12 lands of 9 names", cost="{4}{U}{B}", permanents=_ROCKS, ways=250_072),
    Board(name="N1", about="5 Forests", cost="{3}{G}{G}{G}", permanents="5 Forest", ways=0),
    Board(name="N2", about="6 lands, 4 of them dual", cost="{1}{W}{U}{R}{R}", permanents=_DUALS, ways=0),
    Board(name="N3", about="8 any-color lands", cost="{4}{W}{U}{B}{R}{G}", permanents="8 City of Brass", ways=0),
    Board(
        name="N4",
        about="12 lands, 2 of them mirrors",
        cost="{2}{R}{R}{R}{R}",
        permanents=_SHARDS,
        ways=0,
    ),
    Board(name="N5", about="10 any-color lands, 10 basics", cost="{16}{W}{U}{B}{R}{G}", permanents=_BRASS, ways=0),
    Board(name="N6", about="6 Signets, 6 basics", cost="{6}{W}{U}{U}{U}", permanents=_SIGNETS, ways=0),
    Board(
        name="N9",
        about="30 any-color lands, one name",
        cost="{26}{W}{U}{B}{R}{G}",
        permanents="30 City of Brass",
        ways=0,
    ),
)


SIZES = (10, 20, 40, 80)
SERIES: dict[str, tuple[Board, ...]] = {
    title: tuple(
        Board(
            name=f"{letter}{number}",
            about=f"{number} {title}, {number} names",
            cost="{4}{W}{U}{B}{R}{G}",
            cards=partial(make, number),
        )
        for number in SIZES
    )
    for letter, title, make in (
        ("A", "any-color lands", _numbered_benches),
        ("T", "two-color lands", _numbered_paths),
    )
}
"""Boards that grow by different sources alone."""

TABLES: tuple[Board, ...] = (
    Board(
        name="T1",
        about="24 lands of 14 names, 16 creatures, 4 of them for mana",
        cost="{4}{W}{U}",
        permanents="4 Forest; 4 Island; 2 Plains; 2 Swamp; 2 Mountain; Tundra; Underground Sea; Badlands; Savannah; "
        "Tropical Island; Bayou; 2 City of Brass; Reflecting Pool; Seaside Citadel; 4 Llanowar Elves; "
        "12 Grizzly Bears",
    ),
)
"""Boards of forty permanents for a hand of seven."""


def board(name: str) -> Board:
    """The board of that name; raises `KeyError`."""
    return {one.name: one for one in BOARDS}[name]
