"""What permanents could produce (CR 106.7), and the query and command that ask for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from castable.cli import main
from castable.could_produce import could_produce_answer
from castable.model.ability import ActivatedAbility, ProductionReplacement, TriggeredManaAbility
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Ambiguous, BadRequest, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.oracle import face_from_fields
from castable.model.production import Production
from castable.model.state import Permanent, Player, State
from castable.question import read_question
from castable.solver.graph import ManaGraph
from tests.hand_built import CARDS, card, mana

Boards = Callable[..., State]

POOL = card("Pool", "land", mana("{T}", "type produced by(land you)"))
ORCHARD = card("Orchard", "land", mana("{T}", "color produced by(land opponent)"))
STONE = card("Stone", "artifact", mana("{T}", "color produced by(land opponent)"))
CRADLE = card("Cradle", "land", mana("{T}", "count(creature you)*{G}"))


def effect(watches: str, instead: str = "", **fields: Any) -> ProductionReplacement:
    made = Production.parse(instead) if instead else None
    return ProductionReplacement(watches=Filter.parse(watches), instead=made, **fields)


CONTAMINATION = card("Taint", "enchantment", effect("land", "{B}"))
PULSE = card("Pulse", "enchantment", effect("land basic you", "any color", keep_amount=True))
SPHERE = card("Sphere", "artifact", effect("land", "{C}", if_more_than=1))
DOUBLER = card("Doubler", "enchantment", effect("permanent", who="you", factor=2))


def state(you: str = "", *others: str, cards: tuple[Card, ...] = (), **fields: Any) -> State:
    """A state from names, `;` between them, of hand-built cards and of those given; ids count through."""
    known = CARDS | {c.name: c for c in (*_OWN, *cards)}
    number = count()

    def player(names: str) -> Player:
        listed = [name for name in names.split(";") if name]
        return Player(battlefield=tuple(Permanent(card=known[name], id=next(number)) for name in listed))

    return State(you=player(you), opponents=tuple(player(names) for names in others) or (Player(),), **fields)


_OWN = (POOL, ORCHARD, STONE, CRADLE, CONTAMINATION, PULSE, SPHERE, DOUBLER)


def types(where: State, name: str, number: int = 0) -> str:
    """The types that the `number`-th permanent of a name could produce."""
    graph = ManaGraph(where)
    found = [source for source in graph if source.name == name]
    return "".join(graph.could_produce(found[number]))


class TestLinks:
    def test_a_pool_makes_what_its_controllers_lands_could(self) -> None:
        assert types(state("Forest;Pool"), "Pool") == "G"
        assert types(state("Pool", "Forest"), "Pool") == ""

    def test_every_ability_counts_and_colorless_is_a_type_but_no_color(self) -> None:
        assert types(state("Adarkar Wastes;Pool"), "Pool") == "WUC"
        assert types(state("Orchard", "Adarkar Wastes"), "Orchard") == "WU"
        assert types(state("Orchard", "Wastes"), "Orchard") == ""
        assert types(state("Pool;Wastes"), "Pool") == "C"

    def test_orchards_alone_make_nothing_until_there_is_a_land(self) -> None:
        assert types(state("Orchard", "Orchard"), "Orchard") == ""
        both = state("Orchard;Forest", "Orchard")
        assert [types(both, "Orchard", at) for at in (0, 1)] == ["G", "G"]

    def test_two_pools(self) -> None:
        assert types(state("Pool;Pool"), "Pool") == ""
        assert types(state("Pool;Pool;Island"), "Pool", 1) == "U"

    def test_limits_on_spending_are_not_inherited_and_the_types_are(self) -> None:
        temple = card("Temple", "land", mana("{T}", "any color"))
        assert types(state("Pool;Temple", cards=(temple,)), "Pool") == "WUBRG"

    def test_each_player_is_an_opponent_of_every_other(self) -> None:
        where = state("Stone", "Forest;Stone", "Island;Pool")
        assert [types(where, "Stone", at) for at in (0, 1)] == ["UG", "U"]
        assert types(where, "Pool") == "U"

    def test_teammates_are_no_opponents(self) -> None:
        where = state("Stone", "Forest;Stone", "Island", format="two-headed-giant")
        assert [types(where, "Stone", at) for at in (0, 1)] == ["UG", ""]

    def test_types_go_round_through_other_players(self) -> None:
        where = state("Orchard", "Forest;Orchard", "Island")
        assert [types(where, "Orchard", at) for at in (0, 1)] == ["UG", "UG"]


class TestAsIfItResolvedNow:
    def test_amounts_count_as_they_are(self) -> None:
        assert types(state("Cradle;Pool;Grizzly Bears"), "Pool") == "G"
        assert types(state("Cradle;Pool"), "Pool") == ""

    def test_costs_status_and_conditions_do_not_count(self, board: Boards) -> None:
        bridge = {"card": "Tendo Ice Bridge", "tapped": True}
        graph = ManaGraph(board("Exotic Orchard", opponent=(bridge,)))
        assert "".join(graph.could_produce(next(iter(graph)))) == "WUBRG"

    def test_a_number_chosen_while_paying_may_be_any(self) -> None:
        assert types(state("Pool;Calciform Pools"), "Pool") == "WUC"
        assert types(state("Pool;Saltcrusted Store"), "Pool") == "U"

    def test_what_cannot_be_defined_makes_nothing(self, board: Boards) -> None:
        crater = board("Meteor Crater", "Reflecting Pool")
        assert types(crater, "Meteor Crater") == types(crater, "Reflecting Pool") == ""
        crater = board("Meteor Crater", "Reflecting Pool", {"card": "Grizzly Bears", "colors": "U", "token": True})
        assert types(crater, "Reflecting Pool") == "U"

    def test_an_undefined_part_empties_the_whole(self) -> None:
        odd = card("Odd", "land", mana("{T}", "{C} + chosen color"))
        assert types(state("Odd", cards=(odd,)), "Odd") == ""

    def test_any_ability_counts_not_only_mana_abilities(self) -> None:
        grave = ActivatedAbility(cost=Cost.parse("{T}"), targets=(Filter.parse("card"),), adds=Production.parse("{B}"))
        assert types(state("Pool;Grave", cards=(card("Grave", "land", grave),)), "Pool") == "B"

    def test_triggers_of_others_do_not_count(self) -> None:
        growth = card(
            "Growth", "enchantment", TriggeredManaAbility(watches=Filter.parse("land"), adds=Production.parse("{G}"))
        )
        where = state("Pool;Island;Growth", cards=(growth,))
        assert types(where, "Pool") == "U"
        assert types(where, "Growth") == "G"

    def test_phased_out_permanents_are_not_there(self, board: Boards) -> None:
        assert types(board("Reflecting Pool", {"card": "Forest", "phased_out": True}), "Reflecting Pool") == ""

    def test_what_a_trigger_adds_that_waits_for_the_stack(self) -> None:
        face = face_from_fields(
            name="Ruin", type_line="Land", text="When this land enters, add one mana of any color.\n{T}: Add {C}."
        )
        where = state("Ruin;Pool", cards=(Card(name="Ruin", faces=(face,)),))
        assert types(where, "Ruin") == types(where, "Pool") == "WUBRGC"


class TestReplacements:
    def test_they_apply(self) -> None:
        where = state("Stone", "Forest", "Taint")
        assert types(where, "Forest") == types(where, "Stone") == "B"
        assert types(state("Stone", "Forest"), "Stone") == "G"

    def test_every_order_counts(self) -> None:
        assert types(state("Stone", "Forest;Pulse;Taint"), "Stone") == "WUBRG"
        assert types(state("Stone", "Tropical Island;Pulse;Taint"), "Stone") == "B"
        assert types(state("Stone", "Forest;Taint", "Pulse"), "Stone") == "B"

    def test_a_pool_is_replaced_itself(self) -> None:
        assert types(state("Pool;Forest", "Taint"), "Pool") == "B"

    def test_nothing_made_is_nothing_replaced(self) -> None:
        assert types(state("Pool;Taint"), "Pool") == ""
        assert types(state("Cradle;Taint"), "Cradle") == ""

    def test_amounts(self) -> None:
        two = card("Two", "land", mana("{T}", "{U}{B}"))
        assert types(state("Two;Forest;Sphere", cards=(two,)), "Two") == "C"
        assert types(state("Forest;Sphere"), "Forest") == "G"
        assert types(state("Forest;Sphere;Doubler"), "Forest") == "C"
        assert types(state("Forest;Sphere", "Doubler"), "Forest") == "G"
        assert types(state("Calciform Pools;Sphere"), "Calciform Pools") == "WUC"

    def test_only_tapping_for_mana_is_replaced(self) -> None:
        spawn = card("Spawn", "land", mana("Sacrifice this", "{C}"))
        assert types(state("Spawn;Taint", cards=(spawn,)), "Spawn") == "C"
        mill = card("Mill", "land", mana("{T}", "{C}", moves_library_card=True))
        assert types(state("Mill;Taint", cards=(mill,)), "Mill") == "C"
        assert types(state("Mill;Taint", cards=(mill,), rules="2026-04-17"), "Mill") == "B"

    def test_a_replacement_of_one_type(self) -> None:
        bleach = card("Bleach", "enchantment", effect("land", "{C}", made=Mana.parse("{W}")))
        assert types(state("Tundra;Bleach", cards=(bleach,)), "Tundra") == "UC"


class TestWhatIsNotKnown:
    def test_it_concerns_only_those_that_read_it(self) -> None:
        odd = card("Odd", "land", mana("{T}", "noted type"))
        where = state("Odd;Pool;Forest;Stone", "Island", cards=(odd,))
        assert types(where, "Forest") == "G"
        assert types(where, "Stone") == "U"
        for name in ("Odd", "Pool"):
            with pytest.raises(Unsupported, match="Odd"):
                types(where, name)

    def test_hands_of_others_are_hidden(self) -> None:
        scroll = card("Scroll", "land", mana("{T}", "hand*{U}"))
        assert types(state("Scroll", cards=(scroll,)), "Scroll") == ""
        with pytest.raises(Unsupported, match="hand"):
            types(state("Stone", "Scroll", cards=(scroll,)), "Stone")

    def test_the_turn_of_one_among_several_opponents(self) -> None:
        ability = mana("{T}", "{U}", instead=Production.parse("{B}"), instead_if=Condition.parse("your turn"))
        moon = card("Moon", "land", ability)
        assert types(state("Forest", "Moon", cards=(moon,), turn="opponent"), "Moon") == "B"
        assert types(state("Forest", "Moon", "Island", cards=(moon,)), "Moon") == "U"
        with pytest.raises(Unsupported, match="which opponent's turn"):
            types(state("Forest", "Moon", "Island", cards=(moon,), turn="opponent"), "Moon")


class TestQuestions:
    def test_types_with_reasons(self, board: Boards) -> None:
        found = could_produce_answer(board("Exotic Orchard", opponent=("Forest", "Forest")), "Exotic Orchard")
        assert found == {
            "types": ["G"],
            "why": {
                "G": [
                    {
                        "ability": "{T}",
                        "adds": "color produced by(land opponent)",
                        "from": [{"card": "Forest", "player": "opponent", "count": 2}],
                    }
                ]
            },
        }

    def test_a_replaced_type_says_so(self, board: Boards) -> None:
        found = could_produce_answer(board("Forest", opponent=("Contamination",)), "Forest")
        assert found["why"] == {"B": [{"ability": "{T}", "adds": "{G}", "replaced": True}]}

    def test_names(self, board: Boards) -> None:
        where = board("Reflecting Pool", "Forest", opponent=({"card": "Reflecting Pool", "ref": "theirs"}, "Island"))
        assert could_produce_answer(where, "theirs")["types"] == ["U"]
        assert could_produce_answer(where, "reflecting pool#1")["types"] == ["G"]
        assert could_produce_answer(where, "Reflecting Pool#2")["types"] == ["U"]
        with pytest.raises(Ambiguous, match="2 permanents are called"):
            could_produce_answer(where, "Reflecting Pool")
        for text in ("Reflecting Pool#3", "Reflecting Pool#0", "Swamp", "Swamp#1", "#"):
            with pytest.raises(BadRequest):
                could_produce_answer(where, text)

    def test_one_name_for_several_is_no_matter_when_they_agree(self, board: Boards) -> None:
        where = board({"card": "Reflecting Pool", "count": 2}, "Island", opponent=("Mountain",))
        assert could_produce_answer(where, "Reflecting Pool")["types"] == ["U"]

    def test_effects_on_types_come_first(self, board: Boards) -> None:
        state = board("Forest", "Tropical Island", "Blood Moon")
        assert could_produce_answer(state, "Forest")["types"] == ["G"]
        assert could_produce_answer(state, "Tropical Island")["types"] == ["R"]

    def test_a_question_needs_a_permanent(self) -> None:
        assert read_question({"kind": "could_produce", "permanent": "Forest"}).permanent == "Forest"
        with pytest.raises(BadRequest, match="permanent"):
            read_question({"kind": "could_produce"})


def written(folder: Path, you: list[str], opponent: list[str]) -> str:
    """The path of a board file."""
    path = folder / "board.json"
    path.write_text(json.dumps({"state": {"you": {"battlefield": you}, "opponents": [{"battlefield": opponent}]}}))
    return str(path)


class TestCommand:
    @pytest.fixture
    def path(self, tmp_path: Path) -> str:
        data = {
            "you": {"battlefield": ["Reflecting Pool", "Forest"]},
            "opponents": [{"battlefield": ["Exotic Orchard"]}],
        }
        path = tmp_path / "board.json"
        path.write_text(json.dumps({"state": data}))
        return str(path)

    def test_text(self, path: str) -> None:
        result = CliRunner().invoke(main, ["could-produce", path, "Reflecting Pool"])
        assert result.exit_code == 0
        assert result.output.splitlines() == [
            "Reflecting Pool could produce {G}",
            "  {G}  {T}: type produced by(land you), from Forest",
        ]

    def test_json(self, path: str) -> None:
        result = CliRunner().invoke(main, ["could-produce", path, "Forest", "--json"])
        assert json.loads(result.output)["types"] == ["G"]

    def test_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "board.json"
        path.write_text(
            '{"state": {"you": {"battlefield": ["Exotic Orchard"]}, "opponents": [{"battlefield": ["Wastes"]}]}}'
        )
        result = CliRunner().invoke(main, ["could-produce", str(path), "Exotic Orchard"])
        assert result.output.splitlines()[0] == "Exotic Orchard could produce nothing"
        assert "Wastes (opponent)" in result.output

    def test_errors(self, path: str) -> None:
        for name in ("Island", "", "x" * 10_000):
            result = CliRunner().invoke(main, ["could-produce", path, name])
            assert result.exit_code == 2, result.output
            assert "PERMANENT" in result.stderr
