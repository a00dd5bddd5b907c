"""The acceptance scenarios that are about total costs, by their number, each with its negative twin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from castable.model.cost import Cost
from castable.model.pool import built_in
from castable.model.state import State
from castable.solver.after_cast import after_cast
from castable.solver.announce import Wishes, subjects
from castable.solver.payments import Payments, payments
from castable.solver.plays import verdict
from castable.solver.total_cost import total_costs

Board = Callable[..., State]
ROWAN_WILL = "Rowan, Scholar of Sparks // Will, Scholar of Frost"
WILL = "Will, Scholar of Frost"
LOOTING = "Faithless Looting"


def many(card: str, count: int) -> dict[str, Any]:
    return {"card": card, "count": count}


def divide(found: Payments) -> dict[tuple[str, tuple[str, ...], str], int]:
    """The number of ways by alternative cost, kickers and total cost, payable ones alone."""
    return {
        (one.choices.alternative, tuple(map(str, one.choices.kicked)), str(one.total)): count
        for one, count in found.divide()
        if count
    }


def totals(state: State, spell: str, **wishes: Any) -> set[str]:
    chosen = Wishes(**wishes)
    return {str(one.total) for one in total_costs(state, subjects(state, spell, chosen), chosen)}


class TestAlternatives:
    """The total begins with the mana cost or with one alternative cost (CR 601.2f, 118.9a)."""

    def test_seed_row_46(self, board: Board) -> None:
        found = payments(board("Omniscience", many("Forest", 3), hand=("Kavu Titan",)), "Kavu Titan")
        assert found.count() == 3
        assert divide(found) == {
            ("", (), "{1}{G}"): 1,
            ("free", (), "{0}"): 1,
            ("free", ("{2}{G}",), "{2}{G}"): 1,
        }

    def test_seed_row_46_twin(self, board: Board) -> None:
        state = board("Omniscience", "Fist of Suns", many("Forest", 3), hand=("Kavu Titan",))
        assert payments(state, "Kavu Titan").count() == 3
        assert payments(state, "Kavu Titan", Wishes(alternative="Fist of Suns")).count() == 0
        assert totals(state, "Kavu Titan") == {
            "{1}{G}",
            "{3}{G}{G}",
            "{0}",
            "{2}{G}",
            "{W}{U}{B}{R}{G}",
            "{2}{W}{U}{B}{R}{G}{G}",
        }
        refusal = verdict(state, "Kavu Titan", Wishes(alternative="Fist of Suns"))
        assert refusal.cause is not None
        assert refusal.cause.rule == "601.2h"


class TestManaValue:
    """The total cost changes no mana value (CR 202.3, 118.8d, 118.9c)."""

    def test_seed_row_50(self, board: Board) -> None:
        state = board(many("Mountain", 6), hand=("Burst Lightning",))
        kicked = Wishes(kicked=(Cost.parse("{4}"),))
        assert totals(state, "Burst Lightning", kicked=kicked.kicked) == {"{4}{R}"}
        facts = after_cast(state, "Burst Lightning", kicked)
        assert facts.mana_spent == 5
        assert facts.mana_value == 1

    def test_seed_row_50_twin(self, board: Board) -> None:
        state = board(many("Mountain", 5), many("Grizzly Bears", 1), hand=("Fireball",))
        facts = after_cast(state, "Fireball", Wishes(x=4))
        assert facts.mana_value == 5
        assert after_cast(state, "Fireball", Wishes(x=0)).mana_value == 1

    def test_seed_row_69(self, board: Board) -> None:
        state = board("Rowan, Scholar of Sparks", many("Mountain", 2), graveyard=(LOOTING,))
        facts = after_cast(state, LOOTING, Wishes(zone="graveyard"))
        assert facts.mana_spent == 2
        assert facts.mana_value == 1

    def test_seed_row_69_twin(self, board: Board) -> None:
        assert built_in().find(ROWAN_WILL).mana_value == 3
        state = board(many("Island", 5), hand=(ROWAN_WILL,))
        assert after_cast(state, ROWAN_WILL, Wishes(face=WILL)).mana_value == 5


class TestFlashback:
    """Changes apply to the cost that is really paid (CR 601.2f, 118.9d)."""

    def test_seed_row_68(self, board: Board) -> None:
        state = board("Rowan, Scholar of Sparks", many("Mountain", 2), graveyard=(LOOTING,))
        assert totals(state, LOOTING, zone="graveyard") == {"{1}{R}"}
        assert payments(state, LOOTING, Wishes(zone="graveyard")).count() == 1

    def test_seed_row_68_twin(self, board: Board) -> None:
        alone = board(many("Mountain", 2), graveyard=(LOOTING,))
        assert totals(alone, LOOTING, zone="graveyard") == {"{2}{R}"}
        assert payments(alone, LOOTING, Wishes(zone="graveyard")).count() == 0
        refusal = verdict(alone, LOOTING, Wishes(zone="graveyard"))
        assert refusal.cause is not None
        assert refusal.cause.rule == "601.2h"
        held = board("Rowan, Scholar of Sparks", "Mountain", hand=(LOOTING,))
        assert totals(held, LOOTING) == {"{R}"}
        assert payments(held, LOOTING).count() == 1
        late = replace(held, turn="opponent")
        assert not verdict(late, LOOTING)
