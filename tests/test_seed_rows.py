"""The acceptance scenarios of the project by their number, each with its negative twin.

Ways are counted with interchangeable permanents as one; the default state is your main phase with an empty stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hand_built import board as hand_board
from hand_built import card, mana, permanent

from castable.model.ability import Keyword
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.payment import Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.check import check
from castable.solver.explain import Cause, why_unpayable
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.total_cost import total_costs

Board = Callable[..., State]
ROWAN_WILL = "Rowan, Scholar of Sparks // Will, Scholar of Frost"
WILL = {"card": ROWAN_WILL, "face": "Will, Scholar of Frost"}
THALIA = "Thalia, Guardian of Thraben"


def many(card: str, count: int, **status: Any) -> dict[str, Any]:
    return {"card": card, "count": count, **status}


def ways(state: State, spell: str, *kicked: str) -> int:
    """Ways to pay for a bare cost in braces or for a spell, kicked exactly so when kickers are given."""
    if spell.startswith("{"):
        return payments_of_cost(state, ManaCost.parse(spell)).count()
    wishes = Wishes(kicked=tuple(map(Cost.parse, kicked))) if kicked else Wishes()
    return payments(state, spell, wishes).count()


def reason(state: State, spell: str, *kicked: str) -> Cause:
    """Why there is no way."""
    wishes = Wishes(kicked=tuple(map(Cost.parse, kicked))) if kicked else Wishes()
    found = (
        payments_of_cost(state, ManaCost.parse(spell))
        if spell.startswith("{")
        else Payments(state, subjects(state, spell, wishes), wishes)
    )
    assert not found
    return why_unpayable(found)


def totals(state: State, spell: str, *kicked: str, wishes: Wishes | None = None) -> set[str]:
    wishes = wishes or Wishes(kicked=tuple(map(Cost.parse, kicked)))
    return {str(one.total) for one in total_costs(state, subjects(state, spell, wishes), wishes)}


def kick_sets(state: State, spell: str) -> set[tuple[str, ...]]:
    """The different multisets of kickers that can be paid for."""
    return {tuple(map(str, payment.choices.kicked)) for payment in payments(state, spell)}


class TestTapping:
    """{T} taps this permanent, which must be untapped and, if a creature, not summoning sick (CR 107.5, 302.6)."""

    def test_seed_row_25(self, board: Board) -> None:
        state = board({"card": "Llanowar Elves", "tapped": True}, "Llanowar Elves")
        (payment,) = payments_of_cost(state, ManaCost.parse("{G}"))
        after = payment.apply(state).you.battlefield
        assert [elf.tapped for elf in after] == [True, True]

    def test_seed_row_25_twin(self, board: Board) -> None:
        state = board({"card": "Llanowar Elves", "tapped": True}, "Llanowar Elves", hand=("Giant Growth",))
        first = Payment.parse("Giant Growth; total {G}; Llanowar Elves#1: {T} -> {G}; spend {G}")
        judged = check(state, first)
        assert not judged.legal
        assert judged.rule == "107.5"
        assert check(state, Payment.parse(str(first).replace("#1", "#2"))).legal

    def test_seed_row_26(self, board: Board) -> None:
        state = board(many("Forest", 1, tapped=True))
        assert ways(state, "{G}") == 0
        assert reason(state, "{G}").rule == "601.2h"

    def test_seed_row_26_twin(self, board: Board) -> None:
        assert ways(board("Forest"), "{G}") == 1
        assert ways(board("Forest"), "{G}{G}") == 0

    def test_seed_row_27(self, board: Board) -> None:
        fresh = {"card": "Llanowar Elves", "summoning_sick": True}
        assert ways(board(fresh), "{G}") == 0
        assert ways(board(fresh, state={"turn": "opponent"}), "{G}") == 0

    def test_seed_row_27_twin(self, board: Board) -> None:
        assert ways(board({"card": "Sol Ring", "summoning_sick": True, "entered_this_turn": True}), "{1}") == 1
        hasty = card("Hasty Elf", "creature Elf", Keyword(name="haste"), mana("{T}", "{G}"))
        assert ways(hand_board(permanent(hasty, summoning_sick=True)), "{G}") == 1
        drum = board("Springleaf Drum", {"card": "Grizzly Bears", "summoning_sick": True})
        assert ways(drum, "{G}") == 1
        (payment,) = payments_of_cost(drum, ManaCost.parse("{G}"))
        assert payment.taps == ("Grizzly Bears",)


class TestKicker:
    """A kicker is paid at most once, a multikicker any number of times (CR 702.33a-d)."""

    def test_seed_row_36(self, board: Board) -> None:
        state = board(many("Swamp", 2), "Forest", "Plains", hand=("Stronghold Arena",))
        found = payments(state, "Stronghold Arena")
        divide = {tuple(map(str, one.choices.kicked)): count for one, count in found.divide()}
        assert divide == {(): 3, ("{G}",): 2, ("{W}",): 2, ("{G}", "{W}"): 1}
        assert found.count() == 8

    def test_seed_row_36_twin(self, board: Board) -> None:
        state = board(many("Swamp", 2), "Forest", hand=("Stronghold Arena",))
        assert kick_sets(state, "Stronghold Arena") == {(), ("{G}",)}

    def test_seed_row_37(self, board: Board) -> None:
        state = board("Swamp", many("Forest", 3), hand=("Stronghold Arena",))
        assert ways(state, "Stronghold Arena") == 2
        assert kick_sets(state, "Stronghold Arena") == {(), ("{G}",)}
        assert reason(state, "Stronghold Arena", "{G}", "{G}").rule == "702.33a"

    def test_seed_row_37_twin(self, board: Board) -> None:
        state = board(many("Wastes", 4), hand=("Everflowing Chalice",))
        assert kick_sets(state, "Everflowing Chalice") == {(), ("{2}",), ("{2}", "{2}")}

    def test_seed_row_38(self, board: Board) -> None:
        lands = [many(land, 4) for land in ("Plains", "Island", "Swamp", "Mountain", "Forest")]
        found = kick_sets(board(*lands, hand=("Stronghold Arena",)), "Stronghold Arena")
        assert len(found) == 4
        assert max(map(len, found)) == 2

    def test_seed_row_38_twin(self, board: Board) -> None:
        state = board(many("Wastes", 20), hand=("Everflowing Chalice",))
        assert {len(kicks) for kicks in kick_sets(state, "Everflowing Chalice")} == set(range(11))

    def test_seed_row_39(self, board: Board) -> None:
        state = board(many("Forest", 8), hand=("Kavu Titan",))
        assert kick_sets(state, "Kavu Titan") == {(), ("{2}{G}",)}

    def test_seed_row_39_twin(self, board: Board) -> None:
        lands = [many("Forest", 2), many("Island", 3), many("Swamp", 3)]
        state = board(*lands, hand=("Ana Battlemage",))
        sets = kick_sets(state, "Ana Battlemage")
        assert sets == {(), ("{2}{U}",), ("{1}{B}",), ("{2}{U}", "{1}{B}")}


class TestTotalCost:
    """Mana cost, additions, reductions last (CR 601.2f, 118.7)."""

    def test_seed_row_45(self, board: Board) -> None:
        state = board(many("Forest", 2), hand=("Kavu Titan",))
        assert totals(state, "Kavu Titan") == {"{1}{G}"}
        assert ways(state, "Kavu Titan") == 1

    def test_seed_row_45_twin(self, board: Board) -> None:
        state = board(many("Island", 2), hand=("Ancestral Vision",))
        assert ways(state, "Ancestral Vision") == 0
        assert reason(state, "Ancestral Vision").rule == "118.6"

    def test_seed_row_47(self, board: Board) -> None:
        state = board(many("Mountain", 5), THALIA, hand=("Burst Lightning",))
        assert totals(state, "Burst Lightning", "{4}") == {"{5}{R}"}
        assert ways(state, "Burst Lightning", "{4}") == 0

    def test_seed_row_47_twin(self, board: Board) -> None:
        state = board(many("Forest", 5), opponent=(THALIA,), hand=("Kavu Titan",))
        assert totals(state, "Kavu Titan", "{2}{G}") == {"{3}{G}{G}"}
        assert ways(state, "Kavu Titan", "{2}{G}") == 1

    def test_seed_row_48(self, board: Board) -> None:
        state = board("Mountain", ROWAN_WILL, opponent=(THALIA,), hand=("Lightning Bolt",))
        assert totals(state, "Lightning Bolt") == {"{R}"}
        assert ways(state, "Lightning Bolt") == 1

    def test_seed_row_48_twin(self, board: Board) -> None:
        state = board("Mountain", opponent=(THALIA,), hand=("Lightning Bolt",))
        assert totals(state, "Lightning Bolt") == {"{1}{R}"}
        assert ways(state, "Lightning Bolt") == 0

    def test_seed_row_49(self, board: Board) -> None:
        state = board(many("Mountain", 4), ROWAN_WILL, hand=("Burst Lightning",))
        assert totals(state, "Burst Lightning", "{4}") == {"{3}{R}"}
        assert ways(state, "Burst Lightning", "{4}") == 1

    def test_seed_row_49_twin(self, board: Board) -> None:
        state = board(many("Mountain", 4), hand=("Burst Lightning",))
        assert totals(state, "Burst Lightning", "{4}") == {"{4}{R}"}
        assert ways(state, "Burst Lightning", "{4}") == 0
        assert ways(state, "Burst Lightning") == 1

    def test_seed_row_61(self, board: Board) -> None:
        state = board("Mountain", ROWAN_WILL, hand=("Searing Blood",))
        assert totals(state, "Searing Blood") == {"{R}{R}"}
        assert ways(state, "Searing Blood") == 0

    def test_seed_row_61_twin(self, board: Board) -> None:
        state = board("Mountain", ROWAN_WILL, hand=("Pyretic Ritual",))
        assert totals(state, "Pyretic Ritual") == {"{R}"}
        assert ways(state, "Pyretic Ritual") == 1

    def test_seed_row_62(self, board: Board) -> None:
        state = board("Island", ROWAN_WILL, WILL, hand=("Divination",))
        assert totals(state, "Divination") == {"{U}"}
        assert ways(state, "Divination") == 1

    def test_seed_row_62_twin(self, board: Board) -> None:
        state = board("Island", ROWAN_WILL, WILL, hand=("Stormscape Battlemage", "Negate"))
        assert totals(state, "Stormscape Battlemage") == {"{2}{U}"}
        assert totals(state, "Negate") == {"{U}"}


def test_notation_of_a_wrong_step_is_refused() -> None:
    with pytest.raises(Malformed, match="expected an activation"):
        Payment.parse("Giant Growth; total {G}; Llanowar Elves -> {G}")
