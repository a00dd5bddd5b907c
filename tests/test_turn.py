"""What a hand allows this turn, and the commands that look ahead."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hand_built import board as hand_board
from hand_built import card, mana, spell

from castable.cli import main
from castable.model.ability import SpellMana
from castable.model.errors import TooLarge
from castable.model.production import Production
from castable.model.state import State
from castable.solver.turn import whole_turn

Board = Callable[..., State]


def bear(name: str, cost: str) -> Any:
    return card(name, "creature Bear", cost=cost, power="2", toughness="2")


def sets(state: State) -> set[frozenset[str]]:
    found = whole_turn(state)
    assert not found.undecided
    return {frozenset(one.names) for one in found.largest}


class TestTurn:
    def test_all(self) -> None:
        assert sets(hand_board("3 Forest", hand=[bear("A", "{G}"), bear("B", "{1}{G}")])) == {frozenset("AB")}

    def test_either(self) -> None:
        state = hand_board("3 Forest", hand=[bear("A", "{1}{G}"), bear("B", "{1}{G}"), bear("C", "{G}")])
        assert sets(state) == {frozenset("AC"), frozenset("BC")}

    def test_none(self) -> None:
        assert whole_turn(hand_board(hand=[bear("A", "{G}")])).largest == ()

    def test_land_drop_first(self, board: Board) -> None:
        state = board("Forest", hand=("Grizzly Bears", "Forest", "Island"))
        found = {tuple(sorted(one.names)) for one in whole_turn(state).largest}
        assert found == {("Forest", "Grizzly Bears"), ("Grizzly Bears", "Island")}
        (first, *_) = whole_turn(state).largest
        assert first.payments[0] is None

    def test_equal_cards_count_each(self) -> None:
        state = hand_board("4 Forest", hand=[bear("A", "{1}{G}")] * 3)
        assert [one.names for one in whole_turn(state).largest] == [("A", "A")]

    def test_mana_first(self) -> None:
        ritual = card("Ritual", "instant", SpellMana(adds=Production.parse("{B}{B}{B}")), cost="{B}")
        state = hand_board("Swamp", hand=[bear("Ox", "{2}{B}"), ritual])
        (one,) = whole_turn(state).largest
        assert one.names == ("Ritual", "Ox")

    def test_a_rock_that_pays_for_another(self) -> None:
        rocks = [card(f"Rock {n}", "artifact", mana("{T}", "{C}{C}"), cost=f"{{{n}}}") for n in (1, 2)]
        (one,) = whole_turn(hand_board("Wastes", hand=[*reversed(rocks), bear("Ox", "{2}")])).largest
        assert one.names == ("Rock 1", "Rock 2", "Ox")

    def test_what_is_not_known(self) -> None:
        """Each by itself is the last play, so what it does then is no matter."""
        found = whole_turn(hand_board("2 Forest", hand=[spell("{G}", name="A"), spell("{G}", name="B")]))
        assert [one.names for one in found.undecided] == [("A", "B")]
        assert found.undecided[0].why == "what A does as it resolves"
        assert {one.names for one in found.largest} == {("A",), ("B",)}

    def test_too_many_cards(self) -> None:
        with pytest.raises(TooLarge, match="more than 8 cards"):
            whole_turn(hand_board("Forest", hand=[bear(f"Bear {n}", "{G}") for n in range(9)]))


BOARD = {
    "you": {
        "hand": ["Kavu Titan", "Forest", "Endless One", "Lightning Bolt"],
        "battlefield": ["Forest", "Forest", {"card": "Mountain", "tapped": True}],
    },
    "opponents": [{}],
}


@pytest.fixture
def at(tmp_path: Path) -> str:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"state": BOARD}), encoding="utf-8")
    return str(path)


class TestCommands:
    def run(self, *arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, arguments)
        return result.exit_code, result.output

    def test_x(self, at: str) -> None:
        assert self.run("x", at, "Endless One") == (0, "Endless One: X = 0-2\n")
        status, text = self.run("x", at, "Lightning Bolt")
        assert (status, text.split(":")[0]) == (1, "no X")

    def test_explain(self, at: str) -> None:
        status, text = self.run("explain", at, "Lightning Bolt")
        assert status == 1
        assert text.splitlines() == [
            "no: Lightning Bolt",
            "  - {R} needed; no source makes it: Mountain is tapped (CR 601.2h)",
            "",
            "hint: one more {R}",
            "hint: untap Mountain",
        ]
        assert self.run("explain", at, "{G}{G}")[0] == 0
        assert self.run("explain", at, "{G}{G}{G}")[0] == 1
        assert json.loads(self.run("explain", at, "Kavu Titan", "--json")[1])["castable"] is True

    def test_sequence(self, at: str) -> None:
        status, text = self.run("sequence", at, "Forest", "Kavu Titan")
        assert (status, text.splitlines()[:2]) == (0, ["yes", "  1. play Forest"])
        assert self.run("sequence", at, "Forest", "Kavu Titan; kicked {2}{G}")[0] == 1
        assert self.run("sequence", at, "Forest: {T} -> {G}", "Kavu Titan")[0] == 0
        assert self.run("sequence", at, "Zork")[0] == 2
        found = json.loads(self.run("sequence", at, "Kavu Titan", "Endless One; x 1", "--json")[1])
        assert (found["possible"], found["reason"]["play"]) == (False, 1)

    def test_turn(self, at: str) -> None:
        status, text = self.run("turn", at)
        assert status == 0
        assert "play Forest" in text
        found = json.loads(self.run("turn", at, "--json")[1])
        assert sorted(found["largest"][0]["cards"]) == ["Endless One", "Forest", "Kavu Titan"]
        assert found["undecided"] == []

    def test_what_a_last_spell_does_matters_no_more(self) -> None:
        """Of two spells one is known to have no bearing on the other, so that it comes first."""
        pain = Path(__file__).parent.parent / "examples" / "pain.json"
        found = json.loads(self.run("turn", str(pain), "--json")[1])
        assert [one["cards"] for one in found["largest"]] == [["Gitaxian Probe", "Dismember"]]
        assert found["undecided"] == []
