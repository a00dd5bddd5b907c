"""Why not: every cause that stands by itself, and hints that were tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hand_built import board as hand_board
from hand_built import card, mana, permanent, spell

from castable.cause_json import explanation_to_data
from castable.model.ability import CostChange, Keyword, Prohibition, SpellTargets
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.state import Phase, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.explanation import Explanation, explain, explain_cost

Board = Callable[..., State]


def kinds(found: Explanation) -> list[str]:
    return [cause.kind for cause in found.causes]


def hints(found: Explanation) -> list[str]:
    return [hint.text for hint in found.hints]


class TestYes:
    def test_example(self) -> None:
        found = explain(hand_board("Mountain", hand=[spell("{R}")]), "Spell")
        assert found.castable
        assert not found.causes and not found.hints
        assert str(found.example) == "Spell; total {R}; Mountain: {T} -> {R}; spend {R}"
        assert explanation_to_data(found)["example"]["spends"] == "{R}"


class TestCauses:
    """All independent causes, the one of `castable` first."""

    def test_a_color_that_nothing_makes(self) -> None:
        found = explain(hand_board("2 Forest", hand=[spell("{1}{U}")]), "Spell")
        (cause,) = found.causes
        assert (cause.rule, cause.kind, cause.symbols, cause.sources) == ("601.2h", "mana", "{U}", ())

    def test_each_color_by_itself(self) -> None:
        found = explain(hand_board("Island; Mountain", hand=[spell("{U}{U}{R}{R}")]), "Spell")
        assert [(c.symbols, c.sources) for c in found.causes] == [("{U}{U}", ("Island",)), ("{R}{R}", ("Mountain",))]

    def test_one_color_is_enough_of_a_reason(self) -> None:
        found = explain(hand_board("2 Island; Mountain", hand=[spell("{U}{U}{R}{R}")]), "Spell")
        assert [c.symbols for c in found.causes] == ["{R}{R}"]

    def test_too_little_in_all(self) -> None:
        (cause,) = explain(hand_board("Forest", hand=[spell("{1}{G}")]), "Spell").causes
        assert cause.text == "{1}{G} needs 2 mana; you can have at most 1 mana"

    def test_time_and_mana(self, board: Board) -> None:
        found = explain(board("Forest", hand=("Divination",), state={"phase": "upkeep"}), "Divination")
        assert kinds(found) == ["timing", "mana"]
        assert [c.rule for c in found.causes] == ["307.1", "601.2h"]

    def test_time_alone(self, board: Board) -> None:
        state = board({"card": "Island", "count": 3}, hand=("Divination",), state={"phase": "upkeep"})
        found = explain(state, "Divination")
        assert kinds(found) == ["timing"]
        assert hints(found) == ["it can be cast in your main phase while the stack is empty"]

    def test_mana_and_target(self, board: Board) -> None:
        assert kinds(explain(board("Island", hand=("Counterspell",)), "Counterspell")) == ["mana", "target"]

    def test_life_and_mana(self, board: Board) -> None:
        state = board(hand=("Dismember",), opponent=("Grizzly Bears",), life=3)
        found = explain(state, "Dismember", Wishes(phyrexian=2))
        assert kinds(found) == ["life", "mana"]
        assert found.causes[0].rule == "119.4"

    def test_a_prohibition_behind_the_wrong_time(self) -> None:
        ban = card("Ban", "enchantment", Prohibition(what="cast", of=Filter.parse("sorcery")))
        state = hand_board(ban, hand=[spell("{0}", types="sorcery")])
        late = State(you=state.you, phase=Phase.COMBAT)
        assert kinds(explain(late, "Spell")) == ["timing", "permission"]
        assert kinds(explain(state, "Spell")) == ["permission"]

    def test_no_mana_cost(self) -> None:
        (cause,) = explain(hand_board("Forest", hand=[spell(None)]), "Spell").causes
        assert (cause.rule, cause.kind) == ("118.6", "cost")

    def test_what_keeps_castable_from_saying_more(self) -> None:
        """The mana is a certain reason; whether there is a target is not known."""
        knight = card("Knight", "creature", Keyword(name="protection", argument="the chosen player"))
        burn = spell("{R}", SpellTargets(needs=(Filter.parse("creature"),)))
        found = explain(hand_board(hand=[burn], opponent=[knight]), "Spell")
        assert kinds(found) == ["mana"]
        assert found.unsure == ("protection the chosen player of Knight as a target",)
        assert hints(found) == []
        with pytest.raises(Unsupported, match="protection the chosen player"):
            explain(hand_board("Mountain", hand=[burn], opponent=[knight]), "Spell")

    @pytest.mark.parametrize(
        ("status", "words"),
        [
            ({"tapped": True}, "Llanowar Elves is tapped"),
            ({"summoning_sick": True}, "Llanowar Elves is summoning sick"),
        ],
    )
    def test_what_bars_a_source(self, board: Board, status: dict[str, bool], words: str) -> None:
        state = board(
            {"card": "Llanowar Elves", **status}, {"card": "Mountain", "tapped": True}, hand=("Giant Growth",)
        )
        text = explain(state, "Giant Growth").causes[0].text
        assert words in text
        assert "Mountain" not in text

    def test_mana_that_may_not_be_spent(self) -> None:
        ziggurat = card(
            "Ziggurat", "land", mana("{T}", "any color", restriction=Restriction.parse("only cast creature"))
        )
        found = explain(hand_board(ziggurat, hand=[spell("{R}")]), "Spell")
        assert "none of your mana may be spent on Spell (CR 106.6)" in found.causes[0].text
        assert explain(hand_board(ziggurat, hand=[spell("{R}", types="creature")]), "Spell").castable


class TestHints:
    """What one change would do, and only that."""

    def test_one_more_of_a_color(self) -> None:
        found = explain(hand_board("Forest", hand=[spell("{1}{U}")]), "Spell")
        assert [(h.kind, h.text, h.mana) for h in found.hints] == [("mana", "one more {U}", "{U}")]

    def test_one_more_of_any_type(self) -> None:
        found = explain(hand_board("Forest", hand=[spell("{1}{G}")]), "Spell")
        assert [(h.text, h.mana) for h in found.hints] == [("one more mana of any type", "{1}")]

    def test_one_more_of_either(self) -> None:
        found = explain(hand_board("Forest", hand=[spell("{G}{W/U}")]), "Spell")
        assert hints(found) == ["one more {W} or {U}"]

    def test_several(self) -> None:
        found = explain(hand_board("Forest", hand=[spell("{2}{U}")]), "Spell")
        assert [(h.text, h.mana) for h in found.hints] == [("more mana: {1}{U}", "{1}{U}")]

    def test_far_too_little(self) -> None:
        assert hints(explain(hand_board(hand=[spell("{9}")]), "Spell")) == []

    def test_untap(self) -> None:
        found = explain(hand_board(permanent("Island", tapped=True), hand=[spell("{U}")]), "Spell")
        assert "untap Island" in hints(found)
        found = explain(hand_board(permanent("Island", tapped=True), hand=[spell("{U}{U}")]), "Spell")
        assert "untap Island" not in hints(found)

    def test_summoning_sick(self, board: Board) -> None:
        state = board({"card": "Llanowar Elves", "summoning_sick": True}, hand=("Giant Growth",))
        found = explain(state, "Giant Growth")
        assert "Llanowar Elves is summoning sick until your next turn" in hints(found)

    def test_land_first(self, board: Board) -> None:
        found = explain(board(hand=("Giant Growth", "Forest", "Island"), opponent=("Grizzly Bears",)), "Giant Growth")
        assert "play Forest first" in hints(found)
        assert "play Island first" not in hints(found)

    def test_no_second_land(self, board: Board) -> None:
        state = board(hand=("Giant Growth", "Forest"), opponent=("Grizzly Bears",), lands_played=1)
        assert "play Forest first" not in hints(explain(state, "Giant Growth"))

    def test_a_land_that_enters_tapped_is_no_help(self, board: Board) -> None:
        state = board(hand=("Giant Growth", "Gruul Turf"), opponent=("Grizzly Bears",))
        assert not any("play" in hint for hint in hints(explain(state, "Giant Growth")))

    def test_unkicked(self, board: Board) -> None:
        state = board({"card": "Forest", "count": 2}, hand=("Kavu Titan",))
        found = explain(state, "Kavu Titan", Wishes(kicked=(Cost.parse("{2}{G}"),)))
        assert "unkicked it can be cast" in hints(found)

    def test_smaller_x(self) -> None:
        found = explain(hand_board("3 Mountain", hand=[spell("{X}{R}")]), "Spell", Wishes(x=4))
        assert "with X = 2 it can be cast" in hints(found)

    def test_without_a_tax(self) -> None:
        tax = card(
            "Tax", "creature", CostChange(applies_to=Filter.parse("instant"), who="any", more=ManaCost.parse("{2}"))
        )
        state = hand_board("Mountain", tax, hand=[spell("{R}")])
        assert "without Tax it can be done" in hints(explain(state, "Spell"))

    def test_life(self, board: Board) -> None:
        state = board(hand=("Gut Shot",), life=1)
        assert "1 more life" in hints(explain(state, "Gut Shot"))

    def test_nothing_alone_would_do(self, board: Board) -> None:
        """Neither the right time nor the mana is enough."""
        assert hints(explain(board("Forest", hand=("Divination",), state={"phase": "upkeep"}), "Divination")) == []

    def test_a_target_that_is_missing(self) -> None:
        found = explain(hand_board(hand=[spell("{0}", SpellTargets(needs=(Filter.parse("creature"),)))]), "Spell")
        assert (kinds(found), hints(found)) == (["target"], [])


class TestCost:
    """Bare costs are explained too."""

    def test_no(self) -> None:
        found = explain_cost(hand_board("Forest"), ManaCost.parse("{G}{G}"))
        assert kinds(found) == ["mana"]
        assert hints(found) == ["one more {G}"]

    def test_yes(self) -> None:
        assert explain_cost(hand_board("2 Forest"), ManaCost.parse("{G}{G}")).castable


def test_data() -> None:
    found: dict[str, Any] = explanation_to_data(explain(hand_board("Forest", hand=[spell("{1}{U}")]), "Spell"))
    assert found == {
        "castable": False,
        "causes": [{"rule": "601.2h", "text": "{U} needed; no source makes it", "kind": "mana", "symbols": "{U}"}],
        "hints": [{"kind": "mana", "text": "one more {U}", "mana": "{U}"}],
    }
