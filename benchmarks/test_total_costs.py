"""Large total costs: a crowd that convokes, a graveyard to delve from, X with much mana. Each answer within a second.

python -m pytest benchmarks/test_total_costs.py

Each board has an exact count that a formula gives, which the answers are held against.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.boards import cards_of
from benchmarks.contenders import forget
from castable.model.ability import Ability, Help, HelpToPay
from castable.model.card import Card, Face
from castable.model.state import CardInZone, Permanent, Player, State
from castable.model.symbol import ManaCost
from castable.solver.payments import payments
from castable.solver.plays import verdict

SECONDS = 1.0
"""What an answer may take on an ordinary machine."""
_COLORS = "WUBRG"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A board with a spell called `Spell` in hand, and the number of ways to pay for it."""

    name: str
    cost: str
    permanents: tuple[Card, ...]
    graveyard: tuple[Card, ...] = ()
    abilities: tuple[Ability, ...] = ()
    ways: int

    def state(self) -> State:
        """The board."""
        spell = _card("Spell", "instant", self.cost, *self.abilities)
        return State(
            you=Player(
                battlefield=tuple(Permanent(card=card, id=at) for at, card in enumerate(self.permanents)),
                hand=(CardInZone(card=spell, id=100_000),),
                graveyard=tuple(CardInZone(card=card, id=200_000 + at) for at, card in enumerate(self.graveyard)),
            )
        )


def _card(name: str, kind: str, cost: str, *abilities: Ability) -> Card:
    face = Face(name=name, mana_cost=ManaCost.parse(cost), types=frozenset({kind}), abilities=abilities)
    return Card(name=name, faces=(face,))


def _crowd() -> tuple[Card, ...]:
    """500 creatures: of each color ten names, of each name ten."""
    named = [_card(f"Creature {n} of {color}", "creature", f"{{{color}}}") for color in _COLORS for n in range(10)]
    return tuple(named * 10)


_IN_THE_CROWD = sum((-1) ** k * comb(5, k) * comb(50 - 10 * k + 9, 10) for k in range(5))
"""Multisets of ten names, at least one of each color."""
_DELVED = sum(comb(60, 6 - islands - swamps) for islands in range(2) for swamps in range(3))
"""Cards for what is left of {6} by an Island beyond the first two and by Swamps."""
_FOR_X = 7**4 * 21 * (7 * 21 - 6)
"""Sub-multisets of the lands, of five dual lands 21 each, without those that make no red."""

CASES = (
    Case(
        name="500 creatures convoke",
        cost="{5}{W}{U}{B}{R}{G}",
        permanents=_crowd(),
        abilities=(HelpToPay(help=Help.CONVOKE),),
        ways=_IN_THE_CROWD,
    ),
    Case(
        name="60 cards to delve",
        cost="{6}{U}{U}",
        permanents=tuple(cards_of("3 Island; 2 Swamp")),
        graveyard=tuple(_card(f"Card {n}", "sorcery", "{1}") for n in range(60)),
        abilities=(HelpToPay(help=Help.DELVE),),
        ways=_DELVED,
    ),
    Case(
        name="X with 40 lands",
        cost="{X}{R}",
        permanents=tuple(
            cards_of("6 Plains; 6 Island; 6 Swamp; 6 Mountain; 6 Forest; 5 Tundra; 5 Badlands"),
        ),
        ways=_FOR_X,
    ),
)

OPERATIONS: dict[str, Callable[[State], int]] = {
    "castable": lambda state: int(verdict(state, "Spell").castable),
    "first": lambda state: len([next(iter(payments(state, "Spell")))]),
    "count": lambda state: payments(state, "Spell").count(),
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_operation(benchmark: BenchmarkFixture, case: Case, operation: str) -> None:
    def begin() -> tuple[tuple[State], dict[str, object]]:
        """A board of which nothing is remembered."""
        forget()
        return (case.state(),), {}

    benchmark.group = case.name
    found = benchmark.pedantic(OPERATIONS[operation], setup=begin, rounds=3)  # type: ignore[no-untyped-call]
    assert found == (case.ways if operation == "count" else 1)
    if benchmark.stats is not None:  # None where benchmarks are run without measuring
        assert benchmark.stats.stats.median < SECONDS
