"""The acceptance scenarios about where mana comes from, by their number, each with its negative twin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hand_built import board as hand_board
from hand_built import card

from castable.model.ability import ProductionReplacement
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.production import Production
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.graph import mana_graph
from castable.solver.payments import payments, payments_of_cost
from castable.solver.plays import plays
from castable.solver.pools import maximal_pools

Board = Callable[..., State]
GAUNTLET_OF_GREEN = {"card": "Gauntlet of Power", "chosen": {"color": "G"}}
GAUNTLET_OF_BLACK = {"card": "Gauntlet of Power", "chosen": {"color": "B"}}
SPAWN = {"card": "Eldrazi Spawn", "token": True}
TREASURE = {"card": "Treasure", "token": True}


def ways(state: State, cost: str) -> int:
    return payments_of_cost(state, ManaCost.parse(cost)).count()


def could_produce(state: State, name: str) -> str:
    """The types that the first permanent of this name could produce, of whatever player."""
    permanent = next(p for _, p in state.permanents() if p.name == name)
    return "".join(mana_graph(state).could_produce(permanent))


def pools(state: State) -> set[str]:
    return set(map(str, maximal_pools(state)))


def castable_names(state: State) -> set[str]:
    return {play.card for play in plays(state).spells}


class TestUndefinedTypes:
    """Mana of an undefined type is not made (CR 106.5)."""

    def test_seed_row_01(self, board: Board) -> None:
        state = board("Chrome Mox", hand=("Sol Ring",))
        assert payments(state, "Sol Ring").count() == 0
        assert pools(state) == {""}

    def test_seed_row_01_twin(self, board: Board) -> None:
        mox = {"card": "Chrome Mox", "imprinted": ["Grizzly Bears"]}
        assert payments(board(mox, hand=("Sol Ring",)), "Sol Ring").count() == 1


class TestCouldProduce:
    """What could be produced if an ability resolved now, costs ignored (CR 106.7)."""

    def test_seed_row_02(self, board: Board) -> None:
        state = board("Forest", "Reflecting Pool")
        assert could_produce(state, "Reflecting Pool") == "G"
        assert ways(state, "{G}{G}") == 1

    def test_seed_row_02_twin(self, board: Board) -> None:
        state = board("Reflecting Pool", opponent=("Forest",))
        assert could_produce(state, "Reflecting Pool") == ""
        assert ways(state, "{G}") == 0

    def test_seed_row_03(self, board: Board) -> None:
        state = board("Karplusan Forest", "Reflecting Pool")
        assert could_produce(state, "Reflecting Pool") == "RGC"
        assert ways(state, "{C}{C}") == 1

    def test_seed_row_03_twin(self, board: Board) -> None:
        state = board("Exotic Orchard", opponent=("Karplusan Forest",))
        assert could_produce(state, "Exotic Orchard") == "RG"

    def test_seed_row_04(self, board: Board) -> None:
        state = board("Gaea's Cradle", "Grizzly Bears", "Reflecting Pool")
        assert could_produce(state, "Reflecting Pool") == "G"

    def test_seed_row_04_twin(self, board: Board) -> None:
        assert could_produce(board("Gaea's Cradle", "Reflecting Pool"), "Reflecting Pool") == ""

    def test_seed_row_05(self, board: Board) -> None:
        state = board("Fellwar Stone", opponent=("Forest", "Contamination"))
        assert could_produce(state, "Forest") == "B"
        assert (ways(state, "{B}"), ways(state, "{G}")) == (1, 0)

    def test_seed_row_05_twin(self, board: Board) -> None:
        state = board("Fellwar Stone", opponent=("Forest",))
        assert (ways(state, "{B}"), ways(state, "{G}")) == (0, 1)

    def test_seed_row_06(self, board: Board) -> None:
        state = board("Fellwar Stone", opponent=("Forest", "Pulse of Llanowar", "Contamination"))
        assert could_produce(state, "Fellwar Stone") == "WUBRG"

    def test_seed_row_06_twin(self, board: Board) -> None:
        state = board("Fellwar Stone", opponent=("Tropical Island", "Pulse of Llanowar", "Contamination"))
        assert could_produce(state, "Fellwar Stone") == "B"

    def test_seed_row_07(self, board: Board) -> None:
        bridge = {"card": "Tendo Ice Bridge", "tapped": True}
        assert could_produce(board("Fellwar Stone", opponent=(bridge,)), "Fellwar Stone") == "WUBRG"

    def test_seed_row_07_twin(self, board: Board) -> None:
        bridge = {"card": "Tendo Ice Bridge", "tapped": True}
        state = board("Fellwar Stone", opponent=(bridge, "Blood Moon"))
        assert could_produce(state, "Fellwar Stone") == "R"

    def test_seed_row_08(self, board: Board) -> None:
        state = board("Exotic Orchard", opponent=("Exotic Orchard",))
        assert ways(state, "{1}") == 0
        assert pools(state) == {""}

    def test_seed_row_08_twin(self, board: Board) -> None:
        state = board("Exotic Orchard", "Forest", opponent=("Exotic Orchard",))
        assert ways(state, "{G}{G}") == 1

    def test_seed_row_09(self, board: Board) -> None:
        state = board("Meteor Crater", "Reflecting Pool")
        assert could_produce(state, "Meteor Crater") == ""
        assert ways(state, "{1}") == 0

    def test_seed_row_09_twin(self, board: Board) -> None:
        state = board("Meteor Crater", "Reflecting Pool", "Lord of Atlantis")
        assert could_produce(state, "Reflecting Pool") == "U"
        assert ways(state, "{U}{U}") == 1


class TestTappedForMana:
    """Tapped for mana: a mana ability with {T} in its cost (CR 106.12)."""

    def test_seed_row_10(self, board: Board) -> None:
        state = board("Mana Reflection", SPAWN)
        assert pools(state) == {"{C}"}
        assert ways(state, "{2}") == 0

    def test_seed_row_10_twin(self, board: Board) -> None:
        state = board("Mana Reflection", TREASURE)
        assert pools(state) == {f"{{{c}}}{{{c}}}" for c in "WUBRG"}
        assert ways(state, "{2}") == 5

    def test_seed_row_11(self, board: Board) -> None:
        state = board("Mana Reflection", "Deathrite Shaman", hand=("Sol Ring",), graveyard=["Forest"])
        assert payments(state, "Sol Ring").count() == 0

    def test_seed_row_11_twin(self, board: Board) -> None:
        assert pools(board("Mana Reflection", "Llanowar Elves")) == {"{G}{G}"}

    def test_seed_row_12(self, board: Board) -> None:
        assert payments(board("Millikin", hand=("Sol Ring",)), "Sol Ring").count() == 0

    def test_seed_row_12_twin(self, board: Board) -> None:
        april = {"rules": "2026-04-17"}
        assert payments(board("Millikin", hand=("Sol Ring",), state=april), "Sol Ring").count() == 1
        for rules in ({}, april):
            assert ways(board("Chromatic Star", "Forest", state=rules), "{U}") == 1

    def test_seed_row_13(self, board: Board) -> None:
        growth = {"card": "Wild Growth", "attached_to": "Island"}
        state = board("Island", growth, hand=("Grizzly Bears",))
        assert payments(state, "Grizzly Bears").count() == 1

    def test_seed_row_13_twin(self, board: Board) -> None:
        growth = {"card": "Wild Growth", "attached_to": "Reflecting Pool"}
        assert ways(board("Reflecting Pool", growth), "{1}") == 0

    def test_seed_row_14(self, board: Board) -> None:
        growth = {"card": "Wild Growth", "attached_to": "Island"}
        assert pools(board({"card": "Island", "tapped": True}, growth, opponent=("Icy Manipulator",))) == {""}

    def test_seed_row_14_twin(self, board: Board) -> None:
        growth = {"card": "Wild Growth", "attached_to": "Island"}
        assert pools(board("Island", growth, opponent=("Icy Manipulator",))) == {"{U}{G}"}

    def test_seed_row_15(self, board: Board) -> None:
        assert ways(board("Forest", GAUNTLET_OF_GREEN), "{G}{G}") == 1

    def test_seed_row_15_twin(self, board: Board) -> None:
        assert ways(board("Forest", GAUNTLET_OF_GREEN, "Contamination"), "{1}{B}") == 0

    def test_seed_row_16(self, board: Board) -> None:
        state = board("Forest", "Contamination", hand=("Dark Ritual", "Llanowar Elves"))
        assert castable_names(state) == {"Dark Ritual"}

    def test_seed_row_16_twin(self, board: Board) -> None:
        state = board("Elvish Mystic", "Contamination", hand=("Dark Ritual", "Llanowar Elves"))
        assert castable_names(state) == {"Llanowar Elves"}

    def test_seed_row_17(self, board: Board) -> None:
        state = board("Ancient Tomb", "Damping Sphere")
        assert (ways(state, "{2}"), ways(state, "{1}")) == (0, 1)
        assert ways(board("Ancient Tomb", "Damping Sphere", "Mana Reflection"), "{2}") == 1

    def test_seed_row_17_twin(self, board: Board) -> None:
        growth = {"card": "Wild Growth", "attached_to": "Forest"}
        assert ways(board("Forest", growth, "Damping Sphere"), "{G}{G}") == 1

    def test_seed_row_18(self) -> None:
        pale = ProductionReplacement(
            watches=Filter.parse("Plains"), made=Mana.parse("{W}"), instead=Production.parse("{C}"), keep_amount=True
        )
        moon = card("Pale", "enchantment", pale)
        state = hand_board("Plains", moon)
        assert (ways(state, "{C}"), ways(state, "{W}")) == (1, 0)

    def test_seed_row_18_twin(self) -> None:
        pale = ProductionReplacement(
            watches=Filter.parse("Plains"), made=Mana.parse("{W}"), instead=Production.parse("{C}"), keep_amount=True
        )
        state = hand_board("Savannah", card("Pale", "enchantment", pale))
        assert (ways(state, "{G}"), ways(state, "{W}"), ways(state, "{C}")) == (1, 0, 1)

    def test_seed_row_19(self, board: Board) -> None:
        assert pools(board("Forest", GAUNTLET_OF_BLACK, "Contamination")) == {"{B}{B}"}

    def test_seed_row_19_twin(self, board: Board) -> None:
        assert pools(board("Forest", GAUNTLET_OF_GREEN, "Contamination")) == {"{B}"}


@pytest.mark.parametrize("sides", [2, 4, 20])
def test_orchards_facing_pools_end_at_once(board: Board, sides: int) -> None:
    orchards = [{"card": "Exotic Orchard", "count": sides}]
    state = board(*orchards, opponent=({"card": "Reflecting Pool", "count": sides},))
    assert could_produce(state, "Exotic Orchard") == ""
