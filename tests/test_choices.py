"""Decisions beyond the acceptance scenarios: the query, the command, teams, limits, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hand_built import card
from hypothesis import given
from hypothesis import strategies as st
from seed import damage, named, table

from castable.cli import main
from castable.model.ability import Keyword, Unread
from castable.model.amount import Amount, Condition
from castable.model.board import state_from_data, state_to_data, write_forge
from castable.model.errors import BadRequest, TooLarge, Unsupported
from castable.model.event import (
    Draw,
    Event,
    GainLife,
    Instruction,
    LoseLife,
    May,
    MayPayLife,
    TriggeredAbility,
    Who,
)
from castable.model.filter import Filter
from castable.model.pool import built_in
from castable.model.state import CardInZone, State
from castable.query import respond
from castable.solver.choices.decision import Decision, Offer, Pick
from castable.solver.choices.events import Process, casts, combat_damage, enters
from castable.solver.choices.happening import Happened
from castable.solver.choices.walking import decisions, outcomes, played

BOARD: dict[str, Any] = {
    "you": {
        "battlefield": ["Stronghold Arena", "Grizzly Bears", "Llanowar Elves", {"card": "Mountain", "count": 2}],
        "library_top": ["Divination"],
        "emblems": ["Rowan, Scholar of Sparks"],
    },
    "opponents": [{"hand": ["Shock", "Forest"]}, {"hand": ["Island"]}],
    "stack": [{"card": "Shock", "targets": ["opponent 1"]}],
}


def asked(event: object, *answers: str, state: object = BOARD) -> dict[str, Any]:
    """The reply of the query protocol without its frame."""
    ask = {"kind": "choices", "event": event, "answers": list(answers)}
    reply = respond(json.dumps({"id": 1, "state": state, "ask": ask}), built_in())
    answer: dict[str, Any] = reply.get("answer") or reply["error"]
    return answer


def fixture(*does: Instruction, condition: str = "", **fields: Any) -> TriggeredAbility:
    """An ability that triggers as its permanent enters."""
    told = Condition.parse(condition) if condition else None
    return TriggeredAbility(event=Event.ENTERS, does=does, condition=told, **fields)


def entering(state: State, *abilities: TriggeredAbility) -> Process:
    return enters(state, CardInZone(card=card("Fixture", "enchantment", *abilities)))


class TestQuery:
    def test_targets(self) -> None:
        (decision,) = asked({"enters": "Ana Battlemage", "kicked": ["{1}{B}"]})["decisions"]
        assert decision == {
            "player": "you",
            "asks": "Ana Battlemage targets creature untapped",
            "rule": "603.3d",
            "sees": {},
            "options": ["Grizzly Bears", "Llanowar Elves", "Ana Battlemage"],
        }

    def test_what_follows_on_some_answers_only(self) -> None:
        (target,) = asked({"enters": "Ana Battlemage", "kicked": ["{2}{U}"]})["decisions"]
        assert target["options"] == ["you", "opponent 1", "opponent 2"]
        then = {tuple(one["answers"]): one["decisions"] for one in target["then"]}
        assert then["you",] == []
        assert [one["player"] for one in then["opponent 1",]] == ["opponent 1"]

    def test_in_turn_order(self) -> None:
        specter = {**BOARD, "you": {"battlefield": ["Scythe Specter"]}}
        event = {"combat_damage": [{"from": "Scythe Specter", "to": "opponent 2", "amount": 4}]}
        first, second = asked(event, state=specter)["decisions"]
        assert (first["player"], first["order"], first["sees"]) == ("opponent 1", 1, {"hand": ["Shock", "Forest"]})
        assert (second["player"], second["order"], second["options"]) == ("opponent 2", 2, ["Island"])

    def test_answers_and_the_result(self) -> None:
        event = {"combat_damage": [{"from": "Grizzly Bears", "to": "opponent 1", "amount": 2}]}
        assert [one["options"] for one in asked(event)["decisions"]] == [["reveal", "don't"]]
        done = asked(event, "reveal")
        assert done["decisions"] == []
        assert done["result"]["life"] == {"you": 17, "opponent 1": 18, "opponent 2": 20}
        assert {"what": "revealed", "players": ["you"], "cards": ["Divination"]} in done["result"]["happened"]

    def test_all_ways_to_pay(self) -> None:
        how, target = asked({"cast": "Shock"}, "pay {2}")["decisions"]
        assert len(how["options"]) == 2
        assert target["options"] == ["Grizzly Bears", "Llanowar Elves", "you", "opponent 2", "the same target"]

    def test_a_loyalty_ability_with_and_without_its_target(self) -> None:
        state = {"you": {"battlefield": [{"card": "Will, Scholar of Frost"}, "Grizzly Bears"]}, "opponents": [{}]}
        event = {"resolve": "Will, Scholar of Frost", "ability": "+1"}
        (decision,) = asked(event, state=state)["decisions"]
        assert decision["options"] == ["Grizzly Bears", "no target"]
        done = asked({**event, "targets": ["Grizzly Bears"]}, state=state)
        assert done["result"]["happened"] == [{"what": "sized", "players": ["you"], "about": "Grizzly Bears"}]

    def test_a_trigger_that_resolves(self) -> None:
        (decision,) = asked({"resolve": "Stronghold Arena", "ability": "combat damage"})["decisions"]
        assert decision["options"] == ["reveal", "don't"]
        tapped = {
            "you": {"battlefield": ["Ana Battlemage", {"card": "Grizzly Bears", "tapped": True}]},
            "opponents": [{}],
        }
        event = {"resolve": "Ana Battlemage", "ability": "{1}{B}", "targets": ["Grizzly Bears"], "kicked": ["{1}{B}"]}
        done = asked(event, state=tapped)
        assert done["result"]["happened"] == [{"what": "all targets illegal", "about": "Ana Battlemage"}]

    def test_a_spell_that_resolves(self) -> None:
        state = {"opponents": [{}], "stack": [{"card": "Burst Lightning", "targets": ["opponent"], "kicked": ["{4}"]}]}
        assert asked({"resolve": "Burst Lightning"}, state=state)["result"]["life"]["opponent"] == 16
        state = {"opponents": [{}], "stack": [{"card": "Stronghold Arena", "kicked": ["{G}", "{W}"]}]}
        assert asked({"resolve": "Stronghold Arena"}, state=state)["result"]["life"]["you"] == 26

    def test_put_onto_the_battlefield_and_as_a_copy(self) -> None:
        state = {"you": {"graveyard": ["Stronghold Arena"], "battlefield": ["Stronghold Arena"]}, "opponents": [{}]}
        for event in (
            {"enters": "Stronghold Arena", "from": "graveyard", "cast": False},
            {"enters": "Clone", "copy_of": "Stronghold Arena"},
            {"enters": "Stronghold Arena", "copy_of": "Stronghold Arena", "token": True},
        ):
            assert asked(event, state=state)["result"]["life"]["you"] == 20

    def test_creatures_alike_deal_damage_each_by_itself(self) -> None:
        you = {
            "battlefield": ["Stronghold Arena", {"card": "Grizzly Bears", "count": 2}],
            "library_top": ["Forest", "Forest"],
        }
        state = {"you": you, "opponents": [{}, {}]}
        hits = [{"from": "Grizzly Bears", "to": f"opponent {n}", "amount": 2} for n in (1, 2)]
        assert len(asked({"combat_damage": hits}, state=state)["decisions"]) == 2
        first = [{**hit, "step": "first"} for hit in hits[:1]]
        assert len(asked({"combat_damage": first + hits}, state=state)["decisions"]) == 3


@pytest.mark.parametrize(
    ("event", "code", "at", "words"),
    [
        ({}, "bad_request", "ask.event", "expected one of `combat_damage`"),
        ([], "bad_request", "ask.event", "expected an object"),
        ({"enters": "Clone", "resolve": "Clone"}, "bad_request", "ask.event", "expected one of"),
        ({"enters": "Clone", "cast": "Clone"}, "bad_request", "ask.event.cast", "expected true or false"),
        ({"enters": "Zork"}, "unknown_card", "ask.event.enters", "Zork"),
        ({"enters": "Shock"}, "bad_request", "ask.event.enters", "no permanent card"),
        ({"enters": "Ana Battlemage", "kicked": ["{G}"]}, "bad_request", "ask.event.enters", "702.33a"),
        ({"enters": "Ana Battlemage", "kicked": ["{1}{B}"] * 2}, "bad_request", "ask.event.enters", "so often"),
        (
            {"enters": "Ana Battlemage", "kicked": ["{1}{B}"], "cast": False},
            "bad_request",
            "ask.event.enters",
            "702.33d",
        ),
        ({"enters": "Ana Battlemage", "x": 2}, "bad_request", "ask.event.enters", "no cost of Ana Battlemage"),
        ({"enters": "Clone", "copy_of": "Zork"}, "bad_request", "ask.event.enters", "no permanent is called 'Zork'"),
        ({"enters": "Clone", "from": "hand"}, "bad_request", "ask.event.enters", "no Clone is in your hand"),
        ({"enters": "Clone"}, "unsupported", "ask.event.enters", "entering as a copy"),
        ({"enters": "Clone", "zork": 1}, "bad_request", "ask.event.zork", "an unknown field"),
        ({"cast": "Clone"}, "bad_request", "ask.event.cast", "no spell of yours"),
        ({"resolve": "Clone"}, "bad_request", "ask.event.resolve", "no permanent is called"),
        ({"resolve": "Stronghold Arena"}, "bad_request", "ask.event.resolve", "but several"),
        ({"resolve": "Grizzly Bears"}, "bad_request", "ask.event.resolve", "has not one ability"),
        ({"combat_damage": 3}, "bad_request", "ask.event.combat_damage", "expected a list"),
        ({"combat_damage": [{}]}, "bad_request", "ask.event.combat_damage[0]", "`from` is missing"),
        (
            {"combat_damage": [{"from": "Grizzly Bears", "to": "nobody", "amount": 1}]},
            "bad_request",
            "ask.event.combat_damage[0].to",
            "players are called you, opponent 1, opponent 2",
        ),
        (
            {"combat_damage": [{"from": "Grizzly Bears", "to": "you", "amount": -1}]},
            "bad_request",
            "ask.event.combat_damage[0].amount",
            "at least 0",
        ),
    ],
)
def test_malformed_events(event: object, code: str, at: str, words: str) -> None:
    error = asked(event)
    assert (error["code"], error["at"]) == (code, at)
    assert words in error["message"]


def test_wrong_answers() -> None:
    event = {"combat_damage": [{"from": "Grizzly Bears", "to": "opponent 1", "amount": 2}]}
    assert "is no option" in asked(event, "perhaps")["message"]
    assert "more than there are decisions" in asked(event, "reveal", "reveal")["message"]


class TestCommand:
    def run(self, tmp_path: Path, *arguments: str) -> tuple[int, str]:
        board = tmp_path / "board.json"
        board.write_text(json.dumps(BOARD), encoding="utf-8")
        done = CliRunner().invoke(main, ["choices", str(board), *arguments])
        return done.exit_code, done.output

    def test_text(self, tmp_path: Path) -> None:
        status, output = self.run(tmp_path, "enters Ana Battlemage; kicked {1}{B}")
        assert status == 0
        assert output.splitlines() == [
            "you decides: Ana Battlemage targets creature untapped (CR 603.3d)",
            "  - Grizzly Bears",
            "  - Llanowar Elves",
            "  - Ana Battlemage",
        ]

    def test_damage_and_answers(self, tmp_path: Path) -> None:
        event = "damage Grizzly Bears -> opponent 1: 2; first Llanowar Elves -> opponent 2: 1"
        status, output = self.run(tmp_path, event, "--answer", "don't", "--answer", "reveal")
        assert (status, "life: you 17, opponent 1 18, opponent 2 19" in output) == (0, True)

    def test_json(self, tmp_path: Path) -> None:
        status, output = self.run(tmp_path, '{"cast": "Shock"}', "--json")
        assert (status, json.loads(output)["decisions"][0]["options"]) == (0, ["pay {2}", "don't"])

    def test_nested(self, tmp_path: Path) -> None:
        _, output = self.run(tmp_path, "cast Shock")
        assert "  if pay {2}:\n    you decides: how to pay {2} (CR 608.2g)" in output

    @pytest.mark.parametrize(
        ("event", "words"),
        [
            ("zork", "expected `enters CARD`"),
            ("enters Clone; zork", "expected one of kicked"),
            ("enters Clone; x many", "expected one of kicked"),
            ("damage Grizzly Bears -> you: 1; zork", "expected `damage CARD"),
            ("{", "error: EVENT"),
        ],
    )
    def test_malformed(self, tmp_path: Path, event: str, words: str) -> None:
        status, output = self.run(tmp_path, event)
        assert status == 2
        assert words in output


class TestTeams:
    """Two-Headed Giant (CR 810)."""

    @staticmethod
    def heads(life: int) -> State:
        return table({"life": 30}, {"life": life}, {"life": life}, format="two-headed-giant")

    def test_what_a_team_pays_at_once_must_fit_into_its_life(self) -> None:
        pay = fixture(MayPayLife(who=Who.EACH_OPPONENT, amount=Amount.fixed(2)))
        (node,) = decisions(lambda: entering(self.heads(3), pay))
        assert node.decision.player == "opponent 1 and opponent 2"
        assert [option.words for option in node.decision.options] == [
            "opponent 1 pays 2 life",
            "opponent 2 pays 2 life",
            "don't",
        ]
        assert len(decisions(lambda: entering(self.heads(4), pay))[0].decision.options) == 4
        assert [option.words for option in decisions(lambda: entering(self.heads(1), pay))[0].decision.options] == [
            "don't"
        ]
        after = played(entering(self.heads(3), pay), "opponent 2 pays 2 life").state
        assert [player.life for player in after.opponents] == [1, 1]

    def test_life_that_each_pays_alone(self) -> None:
        pay = fixture(MayPayLife(who=Who.EACH_PLAYER, amount=Amount.fixed(2)))
        state = table({}, {}, {"life": 1})
        you, first, second = decisions(lambda: entering(state, pay))[0], *self.answered(state, pay)
        assert (you.decision.player, first, second) == ("you", ("you: you pays 2 life",), ())

    def answered(self, state: State, pay: TriggeredAbility) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the second player knows, and the options of the third beside not paying."""
        (node,) = decisions(lambda: entering(state, pay))
        then = dict(node.then)
        (second,) = then["you pays 2 life",]
        third = dict(second.then)["don't",][0]
        return dict(second.decision.sees)["announced"], tuple(o.words for o in third.decision.options if o)

    def test_life_is_gained_and_lost_together(self) -> None:
        state = table({"life": 30}, {"life": 30}, {"life": 30}, teammates=[{"life": 30}], format="two-headed-giant")
        drain = fixture(
            LoseLife(amount=Amount.fixed(2), who=Who.EACH_OPPONENT),
            GainLife(amount=Amount.fixed(1), who=Who.EACH_PLAYER),
        )
        after = played(entering(state, drain)).state
        assert [player.life for _, player in after.players()] == [32, 32, 28, 28]

    def test_life_that_is_said_for_one_of_them(self) -> None:
        gain = fixture(GainLife(amount=Amount.fixed(1), who=Who.EACH_OPPONENT))
        state = table({"life": 30}, {"life": 25}, {}, teammates=[{}], format="two-headed-giant")
        assert [player.life for _, player in played(entering(state, gain)).state.players()] == [30, 30, 27, 27]
        with pytest.raises(Unsupported, match="different life totals: 25, 26"):
            played(entering(table({}, {"life": 25}, {"life": 26}, format="two-headed-giant"), gain))

    def test_other_teams_are_refused(self) -> None:
        state = table({}, {}, {}, teammates=[{}])
        pay = fixture(MayPayLife(who=Who.EACH_PLAYER, amount=Amount.fixed(2)))
        with pytest.raises(Unsupported, match="players of teams"):
            decisions(lambda: entering(state, pay))

    def test_whose_turn_it_is(self) -> None:
        pay = fixture(MayPayLife(who=Who.EACH_PLAYER, amount=Amount.fixed(2)))
        with pytest.raises(Unsupported, match="which opponent's turn"):
            decisions(lambda: entering(table({}, {}, {}, turn="opponent"), pay))
        (first,) = decisions(lambda: entering(table({}, {}, turn="opponent"), pay))
        assert first.decision.player == "opponent"


class TestRefused:
    """What is not understood is refused, never passed over."""

    def test_text_in_play(self) -> None:
        warden = card("Warden", "creature", Unread(text="Whenever another creature enters, you gain 1 life."))
        state = table({"battlefield": ["Grizzly Bears"]})
        state = state.with_permanent(replace(named(state, "Grizzly Bears"), card=warden))
        with pytest.raises(Unsupported, match="Whenever another creature"):
            played(entering(state))

    def test_text_of_what_enters_and_of_what_has_entered(self) -> None:
        drawing = card(
            "Drawing", "creature", Unread(text="When Drawing enters, draw a card."), power="1", toughness="1"
        )
        with pytest.raises(Unsupported, match="draw a card"):
            played(enters(table({}), CardInZone(card=drawing)))
        state = table({"battlefield": ["Grizzly Bears"]})
        state = state.with_permanent(replace(named(state, "Grizzly Bears"), card=drawing))
        assert played(entering(state)).happened == ()

    def test_text_that_waits_for_something_else(self) -> None:
        waiting = card(
            "Waiting",
            "creature",
            Unread(text="Whenever you cast a noncreature spell, you gain 1 life."),
            Unread(text="Whenever Waiting attacks, draw a card."),
            Unread(text="At the beginning of your upkeep, draw a card."),
            power="1",
            toughness="1",
        )
        state = table({"battlefield": ["Grizzly Bears"]})
        state = state.with_permanent(replace(named(state, "Grizzly Bears"), card=waiting))
        assert played(entering(state)).happened == ()
        shock = CardInZone(card=built_in().find("Shock"), id=700, targets=("opponent",))
        with pytest.raises(Unsupported, match="noncreature spell"):
            played(casts(replace(state, stack=(shock,)), shock))

    @pytest.mark.parametrize("keyword", ["renown", "infect", "toxic", "extort"])
    def test_keywords_of_what_deals_damage(self, keyword: str) -> None:
        state = table({"battlefield": ["Grizzly Bears"]})
        bears = card("Bears", "creature", Keyword(name=keyword), power="2", toughness="2")
        state = state.with_permanent(replace(named(state, "Grizzly Bears"), card=bears))
        with pytest.raises(Unsupported, match=keyword):
            played(combat_damage(state, damage(state, ("Bears", 1, 2))))

    def test_targets_with_ward(self) -> None:
        warded = card("Warded", "creature", Keyword(name="ward", argument="{2}"), power="1", toughness="1")
        state = table({}, {"battlefield": ["Grizzly Bears"]})
        (bears,) = state.opponents[0].battlefield
        theirs = replace(state.opponents[0], battlefield=(replace(bears, card=warded),))
        ana = CardInZone(card=built_in().find("Ana Battlemage"), kicked=("{1}{B}",))
        assert played(enters(replace(state, opponents=(theirs,)), ana), "Ana Battlemage").state.you.life == 18
        with pytest.raises(Unsupported, match="ward of Warded"):
            played(enters(replace(state, opponents=(theirs,)), ana), "Warded")

    def test_spells_that_do_something_as_they_are_cast(self) -> None:
        storm = CardInZone(card=card("Tempest", "instant", Keyword(name="storm")), id=5)
        with pytest.raises(Unsupported, match="what storm does"):
            played(casts(State(stack=(storm,)), storm))

    def test_cards_that_were_drawn_unseen(self) -> None:
        twice = fixture(Draw(), May(does=(LoseLife(amount=Amount.parse("revealed(mv)")),)))
        with pytest.raises(Unsupported, match="revealed"):
            played(entering(table({}), twice), "do it")

    def test_an_opponents_payment(self) -> None:
        state = table({"battlefield": [{"card": "Will, Scholar of Frost", "counters": {"loyalty": 9}}]})
        error = asked({"resolve": "Will, Scholar of Frost", "ability": "-9"}, state=state_to_data(state))
        assert error["code"] == "bad_request"

    def test_effects_that_are_words_alone(self) -> None:
        state = {"you": {"battlefield": ["Chandra, Torch of Defiance"]}, "opponents": [{}]}
        error = asked({"resolve": "Chandra, Torch of Defiance", "ability": "-3"}, state=state)
        assert (error["code"], "4 damage" in error["message"]) == ("unsupported", True)


class TestTriggers:
    def test_a_condition_is_looked_at_twice(self) -> None:
        """CR 603.4."""
        twins = (
            fixture(LoseLife(amount=Amount.fixed(3))),
            fixture(GainLife(amount=Amount.fixed(5)), condition="life >= 18"),
        )
        found = {outcome.state.you.life for _, outcome in outcomes(lambda: entering(table({}), *twins))}
        assert found == {22, 17}

    def test_who_has_lost_decides_nothing(self) -> None:
        state = table({"battlefield": ["Scythe Specter"]}, {"hand": ["Shock"], "life": 4}, {"hand": ["Island"]})
        (node,) = decisions(lambda: combat_damage(state, damage(state, ("Scythe Specter", 1, 4))))
        assert node.decision.player == "opponent 2"
        alone = table({"battlefield": ["Scythe Specter"]}, {"hand": ["Shock"], "life": 4})
        assert decisions(lambda: combat_damage(alone, damage(alone, ("Scythe Specter", 1, 4)))) == ()

    def test_what_enters_triggers_others(self) -> None:
        watching = TriggeredAbility(
            event=Event.ENTERS, of=Filter.parse("creature Saproling you"), does=(GainLife(amount=Amount.fixed(1)),)
        )
        state = table({"battlefield": ["Sol Ring"]})
        state = state.with_permanent(replace(named(state, "Sol Ring"), card=card("Watcher", "artifact", watching)))
        verdeloth = CardInZone(card=built_in().find("Verdeloth the Ancient"), kicked=("{X}",), x=3)
        assert played(enters(state, verdeloth)).state.you.life == 23

    def test_face_down_cards_stay_hidden(self) -> None:
        down = {"card": "Grizzly Bears", "face_down": True}
        state = {"you": {}, "opponents": [{"battlefield": [down]}]}
        (decision,) = asked({"enters": "Ana Battlemage", "kicked": ["{1}{B}"]}, state=state)["decisions"]
        assert decision["options"] == ["Ana Battlemage", "face-down permanent"]

    def test_lifelink(self) -> None:
        linked = card("Linked", "creature", Keyword(name="lifelink"), power="3", toughness="3")
        state = table({"battlefield": ["Grizzly Bears"]})
        state = state.with_permanent(replace(named(state, "Grizzly Bears"), card=linked))
        after = played(combat_damage(state, damage(state, ("Linked", 1, 3), ("Linked", None, 1)))).state
        assert (after.you.life, after.opponents[0].life) == (24, 17)
        ana = CardInZone(card=built_in().find("Ana Battlemage"), kicked=("{1}{B}",))
        assert played(enters(state, ana), "Linked").state.you.life == 20

    @pytest.mark.parametrize("hidden", ["Grizzly Bears", "Forest", "Emrakul, the Aeons Torn"])
    def test_options_do_not_hang_on_what_is_hidden(self, hidden: str) -> None:
        """Whatever lies face down, on top of the library or in other hands: the same decision (CR 101.4a)."""

        def asked_with(name: str) -> dict[str, Any]:
            you = {"battlefield": ["Grizzly Bears"], "library_top": [name]}
            state = {"you": you, "opponents": [{"battlefield": [{"card": name, "face_down": True}], "hand": [name]}]}
            return asked({"enters": "Ana Battlemage", "kicked": ["{1}{B}"]}, state=state)

        assert asked_with(hidden) == asked_with("Llanowar Elves")

    def test_rowan_deals_more_after_three_cards(self) -> None:
        for drawn, life in ((2, 19), (3, 17)):
            state = {
                "you": {"battlefield": ["Rowan, Scholar of Sparks"], "cards_drawn_this_turn": drawn},
                "opponents": [{}, {}],
            }
            done = asked({"resolve": "Rowan, Scholar of Sparks", "ability": "+1"}, state=state)
            assert done["result"]["life"] == {"you": 20, "opponent 1": life, "opponent 2": life}

    def test_will_exiles_and_gives_elementals(self) -> None:
        theirs = {"battlefield": ["Grizzly Bears", {"card": "Treasure", "token": True}]}
        state = {"you": {"battlefield": ["Will, Scholar of Frost"]}, "opponents": [theirs]}
        event = {"resolve": "Will, Scholar of Frost", "ability": "-7", "targets": ["Grizzly Bears", "Treasure"]}
        happened = asked(event, state=state)["result"]["happened"]
        assert Counter(one["what"] for one in happened) == {"exiled": 2, "created": 2}


class TestLimits:
    def test_too_many_options(self) -> None:
        state = {"you": {"battlefield": ["Will, Scholar of Frost"]}, "opponents": [{"battlefield": names()}]}
        assert asked({"resolve": "Will, Scholar of Frost", "ability": "-7"}, state=state)["code"] == "too_large"

    def test_players_without_end_who_discard(self) -> None:
        """One decision each, none of which hangs on another: nothing is walked through."""
        players = [{"hand": list(names()[:7])} for _ in range(12)]
        state = table({"battlefield": ["Scythe Specter"]}, *players)
        found = decisions(lambda: combat_damage(state, damage(state, ("Scythe Specter", 1, 4))))
        assert [len(node.decision.options) for node in found] == [7] * 12


def names() -> list[str]:
    """Twenty lands of which all is read."""
    found = [name for name in built_in().names() if built_in().find(name).front.is_land]
    return [name for name in found if not built_in().find(name).front.unread][:20]


@given(
    sizes=st.lists(st.integers(1, 3), max_size=4),
    least=st.integers(0, 4),
    more=st.integers(0, 3),
    others=st.lists(st.integers(1, 2), max_size=2),
)
def test_options_are_those_of_a_search_of_everything(
    sizes: list[int], least: int, more: int, others: list[int]
) -> None:
    first = tuple(Offer(f"a{at}", tuple((at, n) for n in range(size))) for at, size in enumerate(sizes))
    second = tuple(Offer(f"b{at}", tuple((at, n, 0) for n in range(size))) for at, size in enumerate(others))
    picks = (Pick(offers=first, least=least, most=least + more), Pick(offers=second, least=0, most=1))
    decision = Decision(player="you", asks="", rule="", picks=picks)
    expected = {
        chosen
        for chosen in product(*(range(size + 1) for size in (*sizes, *others)))
        if least <= sum(chosen[: len(sizes)]) <= least + more and sum(chosen[len(sizes) :]) <= 1
    }
    offers = (*first, *second)
    found = {tuple(Counter(option.words.split(", "))[offer.words] for offer in offers) for option in decision.options}
    assert found == expected
    assert len(decision.options) == len(expected)


def test_ways_through_a_process_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castable.solver.choices.walking.MAX_WALKED", 100)
    many = fixture(*(May(does=(GainLife(amount=Amount.fixed(1)),)) for _ in range(13)))
    with pytest.raises(TooLarge):
        list(outcomes(lambda: entering(table({}), many)))
    with pytest.raises(BadRequest, match="an answer is missing"):
        played(entering(table({}), many), "do it")


def test_boards_tell_what_is_remembered() -> None:
    data = {
        "you": {
            "emblems": ["Rowan, Scholar of Sparks"],
            "battlefield": [
                {
                    "card": "Kavu Titan",
                    "kicked": ["{2}{G}"],
                    "x": 2,
                    "sizes": [
                        {"set": "0/2", "timestamp": 4, "until": "your next turn"},
                        {"change": "3/-1"},
                        {"switch": True},
                    ],
                }
            ],
        },
        "stack": [{"card": "Shock", "copy": True}],
    }
    state = state_from_data(data, built_in())
    assert state_to_data(state) == data
    assert [one.kind for one in state.you.battlefield[0].sizes] == ["set", "change", "switch"]
    left_out = [line for line in write_forge(state).splitlines() if line.startswith("# left out")]
    for word in ("emblems", "kicked", "x of", "sizes"):
        assert any(word in line for line in left_out), word
    assert not played(enters(state, CardInZone(card=built_in().find("Forest")))).of(Happened.LIFE)


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ([{"set": "0"}], "expected power and toughness"),
        ([{"set": "0/2", "change": "0/2"}], "expected one of `set`"),
        ([{}], "expected one of `set`"),
        (["0/2"], "expected an object"),
    ],
)
def test_malformed_sizes(sizes: object, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        state_from_data({"you": {"battlefield": [{"card": "Grizzly Bears", "sizes": sizes}]}}, built_in())


def test_an_emblem_is_of_a_card_that_makes_one() -> None:
    with pytest.raises(BadRequest, match="an emblem of Grizzly Bears"):
        state_from_data({"you": {"emblems": ["Grizzly Bears"]}}, built_in())
