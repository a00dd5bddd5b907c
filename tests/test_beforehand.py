"""Mana abilities used before a spell is begun, where only that helps (CR 601.2f-g, 602.5e)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hand_built import board, card, mana, spell

from castable.answers import answer
from castable.cli import main
from castable.model.ability import CostChange, ManaAbility, Prohibition, Timing
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.pool import built_in
from castable.model.production import Production
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.question import read_question
from castable.solver.announce import Wishes
from castable.solver.beforehand import beforehand
from castable.solver.pools import mana_options
from castable.solver.sequence import AbilityPlay, sequence

DIAMOND = card(
    "Diamond",
    "artifact",
    ManaAbility(
        cost=Cost.parse("Discard hand, Sacrifice this"),
        adds=Production.parse("3*any color"),
        timing=Timing.INSTANT,
    ),
)
TAXER = card(
    "Taxer",
    "creature",
    CostChange(applies_to=Filter.parse("!creature"), who="any", more=ManaCost.parse("{1}")),
    cost="{1}{W}",
    power="2",
    toughness="1",
)


def flashback(cost: str) -> State:
    """A board with the Diamond, cards in hand and a commander of this cost."""
    state = board(DIAMOND, hand=[spell("{R}", name="Held")])
    leader = CardInZone(card=card("Leader", "legendary creature", cost=cost), id=77, commander=True)
    return state.with_you(command=(leader,))


def used(state: State, name: str, **wishes: Any) -> list[str]:
    return [activation.source for activation in beforehand(state, name, Wishes(**wishes))]


class TestOnlyAsAnInstant:
    def test_for_a_card_that_is_not_in_hand(self) -> None:
        assert used(flashback("{1}{R}{R}"), "Leader", zone="command") == ["Diamond"]
        assert used(flashback("{2}{R}{R}"), "Leader", zone="command") == []
        assert used(flashback("{R}{G}"), "Leader", zone="command") == []

    def test_the_hand_is_gone(self) -> None:
        assert used(flashback("{9}"), "Held") == []

    def test_two(self) -> None:
        state = board(DIAMOND, DIAMOND)
        state = state.with_you(command=flashback("{R}{R}{G}{G}").you.command)
        assert used(state, "Leader", zone="command") == ["Diamond", "Diamond"]

    def test_mana_options(self) -> None:
        assert len(mana_options(board(DIAMOND, hand=[spell("{R}")])).maximal) == 5

    def test_in_a_row(self) -> None:
        state = flashback("{1}{R}{R}")
        use = AbilityPlay(
            source="Diamond", ability=Cost.parse("Sacrifice this, Discard hand"), adds=Mana.parse("{R}{R}{R}")
        )
        (payment,) = sequence(state, [use]).payments
        assert payment is not None
        assert payment.discards == ("Held",)
        after = payment.apply(state)
        assert not after.you.hand
        assert sorted(held.card.name for held in after.you.graveyard) == ["Diamond", "Held"]
        assert not sequence(state, [use, "Held"]).possible

    def test_hands_that_make_mana_themselves(self) -> None:
        guide = card("Guide", "creature", mana("Exile this from hand", "{R}"))
        with pytest.raises(Unsupported, match="Discard hand"):
            mana_options(board(DIAMOND, hand=[guide]))


class TestWhatStandsInTheWay:
    ALTAR = card("Altar", "artifact", mana("Sacrifice a creature", "any color"))

    def test_a_tax_of_your_own(self) -> None:
        state = board(self.ALTAR, TAXER, hand=[spell("{R}"), spell("{R}{R}", name="More")])
        assert used(state, "Spell") == ["Altar"]
        assert used(state, "More") == []

    def test_a_tax_of_another(self) -> None:
        bear = card("Bear", "creature", cost="{1}{G}", power="2", toughness="2")
        assert used(board(self.ALTAR, bear, opponent=[TAXER], hand=[spell("{R}")]), "Spell") == []

    def test_a_ban_of_your_own(self) -> None:
        ban = Prohibition(what="cast", of=Filter.parse("artifact"), who="you")
        silent = card("Silent", "artifact", ban, mana("{T}, Sacrifice this", "{C}"))
        state = board(silent, "Wastes", hand=[spell("{1}", name="Rock", types="artifact")])
        assert used(state, "Rock") == ["Silent"]

    def test_nothing_to_do(self) -> None:
        assert used(board("Forest", hand=[spell("{R}")]), "Spell") == []


def test_the_command_tells(tmp_path: Path) -> None:
    """On real cards, in words and as JSON."""
    mine = {"battlefield": ["Phyrexian Altar", "Thalia, Guardian of Thraben"], "hand": ["Shock"]}
    board_file = tmp_path / "board.json"
    board_file.write_text(json.dumps({"you": mine}))
    told = CliRunner().invoke(main, ["can", str(board_file), "Shock"])
    assert (told.exit_code, told.output.splitlines()[0]) == (0, "yes: Shock can be cast now, after")
    data = json.loads(CliRunner().invoke(main, ["can", str(board_file), "Shock", "--json"]).output)
    assert [one["source"] for one in data["before"]] == ["Phyrexian Altar"]


def test_the_question_tells_what_comes_first() -> None:
    state = flashback("{1}{R}{R}")
    asked = read_question({"kind": "castable", "spell": "Leader", "from": "command"})
    found = answer(asked, state, built_in())
    assert found == {
        "castable": True,
        "before": [{"source": "Diamond", "count": 1, "ability": "Discard hand, Sacrifice this", "adds": "{R}{R}{R}"}],
    }
    explained = answer(read_question({"kind": "explain", "spell": "Leader", "from": "command"}), state, built_in())
    assert (explained["castable"], explained["before"], explained["causes"]) == (True, found["before"], [])
    assert "before" not in answer(read_question({"kind": "castable", "spell": "Held"}), state, built_in())
