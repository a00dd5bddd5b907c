"""Every legal X (CR 107.3): bounded by the mana there is, by timing and targets, never by reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hand_built import board as hand_board
from hand_built import card, less, mana, permanent, spell

from castable.model.ability import ActivatedAbility, SpellTargets, SpendOnly
from castable.model.cost import Cost
from castable.model.errors import BadRequest
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.pool import built_in
from castable.model.state import Phase, State
from castable.model.symbol import ManaCost
from castable.plan_answers import x_values_answer
from castable.question import read_question
from castable.solver.announce import Wishes
from castable.solver.x_values import x_values, x_values_of_ability, x_values_of_cost

Board = Callable[..., State]


def many(name: str, count: int) -> dict[str, Any]:
    return {"card": name, "count": count}


def values(state: State, name: str = "Spell", **wishes: Any) -> tuple[int, ...]:
    return x_values(state, name, Wishes(**wishes)).values


class TestBound:
    """X is any number for which the total can be paid (CR 107.3a, 601.2b)."""

    @pytest.mark.parametrize(("lands", "expected"), [(0, ()), (1, (0,)), (4, (0, 1, 2, 3))])
    def test_one_x(self, lands: int, expected: tuple[int, ...]) -> None:
        state = hand_board(*["Mountain"] * lands, hand=[spell("{X}{R}")])
        assert values(state) == expected

    def test_two_x(self) -> None:
        assert values(hand_board("5 Forest", hand=[spell("{X}{X}{G}")])) == (0, 1, 2)

    def test_zero_costs_nothing(self) -> None:
        assert values(hand_board(hand=[spell("{X}{X}")])) == (0,)

    def test_big_x_is_not_listed_payment_by_payment(self) -> None:
        names = [card(f"Land {n}", "land", mana("{T}", "any color")) for n in range(30)]
        assert values(hand_board(*names, hand=[spell("{X}{W}{U}{B}{R}{G}")])) == tuple(range(26))

    def test_what_is_wished(self) -> None:
        state = hand_board("3 Mountain", hand=[spell("{X}{R}")])
        assert values(state, x=2) == (2,)
        assert values(state, x=3) == ()

    def test_pool(self) -> None:
        assert values(hand_board("Mountain", pool="{G}{G}", hand=[spell("{X}{R}")])) == (0, 1, 2)


class TestReductions:
    """Reductions lower the total, not what may be announced (CR 107.3b)."""

    def test_less_makes_x_larger(self) -> None:
        state = hand_board("3 Mountain", hand=[spell("{X}{R}", less("{2}"))])
        assert values(state) == (0, 1, 2, 3, 4)

    def test_without_it(self) -> None:
        assert values(hand_board("3 Mountain", hand=[spell("{X}{R}")])) == (0, 1, 2)


class TestKindsOfMana:
    """Card text may limit what pays for X (CR 107.3, 106.6)."""

    BLACK_X = SpendOnly(on_x=Mana.parse("{B}"))

    def test_only_black(self) -> None:
        assert values(hand_board("2 Swamp; Forest", hand=[spell("{X}{1}{B}", self.BLACK_X)])) == (0, 1)

    def test_forests_pay_for_the_rest_alone(self) -> None:
        assert values(hand_board("Swamp; 2 Forest", hand=[spell("{X}{1}{B}", self.BLACK_X)])) == (0,)

    def test_x_in_a_kicker(self, board: Board) -> None:
        state = board(many("Forest", 9), hand=("Verdeloth the Ancient",))
        assert values(state, "Verdeloth the Ancient") == (0, 1, 2, 3)
        assert values(board(many("Forest", 5), hand=("Verdeloth the Ancient",)), "Verdeloth the Ancient") == ()


class TestNone:
    """Where there is no X the answer says why."""

    def test_timing(self, board: Board) -> None:
        state = board(many("Mountain", 4), hand=("Endless One",), state={"phase": "upkeep"})
        found = x_values(state, "Endless One")
        assert found.values == ()
        assert found.cause is not None
        assert (found.cause.kind, found.cause.rule) == ("timing", "302.1")

    def test_at_the_right_time(self, board: Board) -> None:
        assert values(board(many("Mountain", 4), hand=("Endless One",)), "Endless One") == (0, 1, 2, 3, 4)

    def test_target(self) -> None:
        burn = spell("{X}{R}", SpellTargets(needs=(Filter.parse("creature"),)))
        found = x_values(hand_board("2 Mountain", hand=[burn]), "Spell")
        assert found.values == ()
        assert found.cause is not None
        assert found.cause.kind == "target"
        assert values(hand_board("2 Mountain; Grizzly Bears", hand=[burn])) == (0, 1)

    def test_no_x_in_it(self, board: Board) -> None:
        found = x_values(board("Mountain", hand=("Lightning Bolt",)), "Lightning Bolt")
        assert found.values == ()
        assert found.cause is not None
        assert (found.cause.kind, found.cause.rule) == ("choice", "107.3a")

    def test_unpayable(self) -> None:
        found = x_values(hand_board("Forest", hand=[spell("{X}{R}")]), "Spell")
        assert found.cause is not None
        assert (found.cause.kind, found.cause.symbols) == ("mana", "{R}")

    def test_not_there(self) -> None:
        with pytest.raises(BadRequest, match="no Spell in your hand"):
            x_values(hand_board("Forest"), "Spell")


def test_answer() -> None:
    state = hand_board("2 Mountain", hand=[spell("{X}{R}")])
    question = read_question({"kind": "x_values", "spell": "Spell"})
    assert x_values_answer(question, state, built_in()) == {"x": [0, 1]}
    late = State(you=state.you, turn="opponent", phase=Phase.CLEANUP)
    refused = x_values_answer(question, late, built_in())
    assert refused["x"] == []
    assert refused["reason"]["kind"] == "timing"


class TestTargetsOfX:
    """A target may have to agree with the X announced (CR 601.2b-c)."""

    @pytest.mark.parametrize(
        ("what", "expected"),
        [
            ("creature mv=X", (2,)),
            ("creature mv<=X", (2, 3)),
            ("creature !token power<=X | planeswalker mv<=X", (1, 2, 3)),
            ("creature mv>X", (0, 1)),
        ],
    )
    def test_spell(self, what: str, expected: tuple[int, ...]) -> None:
        bear = card("Bear", "creature", cost="{1}{G}", power="1", toughness="1")
        aimed = spell("{X}{G}", SpellTargets(needs=(Filter.parse(what),)))
        assert values(hand_board("4 Forest", hand=[aimed], opponent=[bear])) == expected


class TestOfOtherThings:
    """X of an ability's cost (CR 602.2b) and of a bare cost."""

    BLAST = card("Blaster", "creature", ActivatedAbility(cost=Cost.parse("{X}{R}, {T}")))

    @pytest.mark.parametrize(("sick", "expected"), [(False, (0, 1, 2)), (True, ())])
    def test_ability(self, sick: bool, expected: tuple[int, ...]) -> None:
        state = hand_board("3 Mountain", permanent(self.BLAST, summoning_sick=sick))
        assert x_values_of_ability(state, "Blaster", Cost.parse("{X}{R}, {T}")).values == expected

    def test_ability_without_x(self) -> None:
        state = hand_board("3 Mountain", card("Pinger", "creature", ActivatedAbility(cost=Cost.parse("{1}"))))
        found = x_values_of_ability(state, "Pinger", Cost.parse("{1}"))
        assert found.cause is not None
        assert found.cause.rule == "107.3a"

    def test_unpayable(self) -> None:
        found = x_values_of_ability(hand_board("Forest", self.BLAST), "Blaster", Cost.parse("{X}{R}, {T}"))
        assert found.values == ()
        assert found.cause is not None

    def test_cost(self) -> None:
        assert x_values_of_cost(hand_board("3 Mountain"), ManaCost.parse("{X}{R}")).values == (0, 1, 2)
        assert x_values_of_cost(hand_board("3 Forest"), ManaCost.parse("{X}{R}")).values == ()

    def test_question(self) -> None:
        state = hand_board("3 Mountain", self.BLAST)
        for ask in ({"source": "Blaster", "ability": "{X}{R}, {T}"}, {"cost": "{X}{R}"}):
            found = x_values_answer(read_question({"kind": "x_values", **ask}), state, built_in())
            assert found["x"] == [0, 1, 2]
