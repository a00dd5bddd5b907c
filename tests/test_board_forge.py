"""Boards in Forge's game state text, and board files of either kind."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from board_cards import CARDS
from hypothesis import given, settings
from hypothesis import strategies as st

from castable.model.ability import Keyword, Unread
from castable.model.board import (
    BoardProblems,
    parse_json,
    read_board,
    read_forge,
    state_from_data,
    state_to_data,
    write_forge,
)
from castable.model.errors import BadJson, CastableError, Malformed, TooLarge
from castable.model.mana import Mana, ManaType
from castable.model.state import CardInZone, Permanent, Phase, Player, State


def read(text: str) -> State:
    state, warnings = read_forge(text, CARDS)
    assert warnings == ()
    return state


def battlefield(items: str) -> tuple[Permanent, ...]:
    return read(f"p0battlefield={items}").you.battlefield


def warnings_of(text: str) -> list[str]:
    return list(read_forge(text, CARDS)[1])


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(BoardProblems) as caught:
        read_forge(text, CARDS)
    return [(problem.at, problem.code) for problem in caught.value.problems]


class TestLines:
    def test_a_state(self) -> None:
        state = read(
            """[state]
            activeplayer=p1
            activephase=COMBAT_DECLARE_BLOCKERS
            p0life=-2
            p0landsplayed=1
            p0counters=ENERGY=3,EXPERIENCE=1
            p0manapool=G G U
            p0persistentmana=C
            p0hand=Divination;Fire // Ice
            p0graveyard=
            p0library=Forest; Island
            p1life=8
            p1battlefield=Island
            p2battlefield=Forest
            """
        )
        assert (state.turn, state.phase) == ("opponent", Phase.DECLARE_BLOCKERS)
        you = state.you
        assert (you.life, you.lands_played, you.energy, you.experience) == (-2, 1, 3, 1)
        assert you.pool == Mana.types("UGGC")
        assert [c.card.name for c in you.hand] == ["Divination", "Fire // Ice"]
        assert [c.card.name for c in you.library_top] == ["Forest", "Island"]
        assert [player.life for player in state.opponents] == [8, 20]
        assert [player.battlefield[0].name for player in state.opponents] == ["Island", "Forest"]

    def test_older_keys_mean_the_same(self) -> None:
        old = "ActivePlayer=Human\nActivePhase=Main1\nHumanLife=3\nHumanCardsInPlay=Forest\nhumanhand=Forest\naiplay="
        new = "activeplayer=p0\nactivephase=MAIN1\np0life=3\np0battlefield=Forest\np0hand=Forest\np1battlefield="
        assert read(old) == read(new)

    @pytest.mark.parametrize("phase", Phase)
    def test_phases(self, phase: Phase) -> None:
        assert read(write_forge(State(phase=phase))).phase is phase

    @pytest.mark.parametrize(
        ("name", "phase"),
        [("Main", Phase.MAIN), ("BeginCombat", Phase.COMBAT), ("End of Turn", Phase.END), ("none", Phase.MAIN)],
    )
    def test_other_names_of_phases(self, name: str, phase: Phase) -> None:
        assert read(f"activephase={name}").phase is phase

    def test_line_ends_byte_order_mark_and_comments(self) -> None:
        text = "\ufeff# a comment\r\n[state]\r\n# another\r\np0life=3\r\n"
        assert read(text).you.life == 3

    def test_metadata_is_skipped_with_one_warning(self) -> None:
        text = "[metadata]\nName:Puzzle\nDescription:a=b\n[state]\np0life=3\n"
        state, warnings = read_forge(text, CARDS)
        assert state.you.life == 3
        assert warnings == ("line 1: the section [metadata] is not used",)

    def test_keys_without_use_are_named(self) -> None:
        text = "turn=7\np0speed=2\np0landsplayedlastturn=0\np0sideboard=\nability1=A\np0counters=POISON=2\nwhat is this"
        assert warnings_of(text) == [
            "line 1: `turn` is not used",
            "line 2: `speed` is not used",
            "line 5: `ability1` is not used",
            "line 6: the poison counters of a player are not used",
            "line 7: 'what is this' is no `key=value` and is not used",
        ]

    def test_the_last_of_two_equal_keys_counts(self) -> None:
        state, warnings = read_forge("p0life=3\nHumanLife=4", CARDS)
        assert state.you.life == 4
        assert warnings == ("line 1: not used, as `HumanLife` in line 2 says it again",)

    def test_spells_on_the_stack(self) -> None:
        state, warnings = read_forge("p1putonstack=Lightning Bolt->human;Divination:Script;Fire->7", CARDS)
        assert [(s.card.name, s.controller, s.targets) for s in state.stack] == [
            ("Lightning Bolt", "opponent", ("you",)),
            ("Divination", "opponent", ()),
            ("Fire // Ice", "opponent", ("7",)),
        ]
        assert warnings == ("line 1: `Script` of Divination is not used",)


class TestItems:
    def test_status(self) -> None:
        (elves,) = battlefield(
            "Llanowar Elves|Set:ORI|Art:2|Tapped|SummonSick|Counters:P1P1=2,M0M1=1,CHARGE=3|Attacking"
        )
        assert (elves.tapped, elves.summoning_sick, elves.attacking) == (True, True, True)
        assert elves.counters == (("+1/+1", 2), ("-0/-1", 1), ("charge", 3))
        (bears,) = battlefield("Grizzly Bears|PhasedOut:p0|FaceDown:Manifested")
        assert (bears.phased_out, bears.face_down, bears.tapped) == (True, True, False)

    def test_foil_marks_spaces_and_empty_items(self) -> None:
        assert [p.name for p in battlefield(" Forest+ ; ;Island;")] == ["Forest", "Island"]

    def test_attachments(self) -> None:
        state = read("p0battlefield=Wild Growth|AttachedTo:420;Wild Growth|Attaching:420\np1battlefield=Forest|Id:420")
        assert {state.host(p) for p in state.you.battlefield} == set(state.opponents[0].battlefield)
        assert [
            p.attached_to for p in battlefield("Wild Growth|EnchantingPlayer:AI;Wild Growth|EnchantingPlayer:P0")
        ] == [
            "opponent",
            "you",
        ]

    def test_choices(self) -> None:
        (mox,) = battlefield("Chrome Mox|ChosenColor:Red,White|ChosenType:Elf|NamedCard:Fire")
        assert mox.chosen == (("color", "W"), ("color", "R"), ("name", "Fire"), ("type", "Elf"))
        assert battlefield("Chrome Mox|ChosenColor:G")[0].chosen == (("color", "G"),)

    def test_imprinted(self) -> None:
        (mox,) = read("p0battlefield=Chrome Mox|Imprinting:9\np0exile=Divination|Id:9").you.battlefield
        assert [card.name for card in mox.imprinted] == ["Divination"]

    def test_faces(self) -> None:
        assert battlefield("Sasaya, Orochi Ascendant|Flipped")[0].name == "Sasaya's Essence"
        assert battlefield("Shatterskull Smashing|Modal")[0].face.is_land

    def test_commanders_and_other_cards_of_the_command_zone(self) -> None:
        state = read(
            "p0command=Isamaru, Hound of Konda|IsCommander;Karakas\np0hand=Isamaru, Hound of Konda|IsCommander"
        )
        assert [c.commander for c in state.you.command] == [True, False]
        assert state.you.hand[0].commander

    def test_marks_in_exile(self) -> None:
        state = read(
            "p0exile=Divination|FaceDown|Foretold|ForetoldThisTurn;Grizzly Bears|OnAdventure;Forest|Counters:TIME=2"
        )
        assert [(c.marked, c.this_turn, c.counters) for c in state.you.exile] == [
            ("foretold", True, ()),
            ("adventure", False, ()),
            ("", False, (("time", 2),)),
        ]

    def test_removed_summoning_sickness(self) -> None:
        state = read("removesummoningsickness=true\np0battlefield=Grizzly Bears|SummonSick")
        assert not state.you.battlefield[0].summoning_sick

    def test_attributes_without_use_are_named_once_a_line(self) -> None:
        text = "p0battlefield=Forest|Damage:2|NoETBTrigs;Island|Damage:2;Forest|Damage:2|Owner:p1\np0hand=Forest|Tapped"
        assert warnings_of(text) == [
            "line 1: `Damage:2` of Forest, Island is not used",
            "line 1: `Owner:p1` of Forest is not used",
            "line 2: `Tapped` of Forest is not used",
        ]


class TestTokens:
    def test_known_by_name(self) -> None:
        (saproling, treasure, copy) = battlefield(
            "t:Saproling,P:1,T:1,Types:Creature-Saproling,Keywords:;T:c_a_treasure_sac;Llanowar Elves|IsToken"
        )
        assert saproling.card == CARDS.find("Saproling") and saproling.token
        assert treasure.card == CARDS.find("Treasure") and treasure.token
        assert copy.card == CARDS.find("Llanowar Elves") and copy.token

    def test_other_size_or_color_than_the_known_one(self) -> None:
        (large,) = battlefield("t:Saproling Token,P:3,T:4,Cost:no cost,Color:WG,Types:Creature-Saproling,Keywords:")
        assert (large.face.power, large.face.toughness) == ("3", "4")
        assert large.colors == frozenset({ManaType.W, ManaType.G})
        assert large.card.name == "Saproling"

    def test_a_card_of_that_name_but_other_types_is_not_meant(self) -> None:
        state, warnings = read_forge(
            "p0battlefield=t:Divination,P:1,T:1,Color:R,Types:Creature-Spirit,Keywords:", CARDS
        )
        assert state.you.battlefield[0].card.is_token
        assert warnings == ("line 1: the token Divination is not known: taken to have no abilities but its keywords",)

    def test_unknown(self) -> None:
        text = "t:Elf Warrior,P:1,T:1,Cost:no cost,Color:G,Types:Legendary-Creature-Elf-Warrior,Keywords:Haste-Ward:2"
        state, warnings = read_forge(f"p0battlefield={text};{text}", CARDS)
        first, second = state.you.battlefield
        assert first == second
        face = first.face
        assert face.name == "Elf Warrior"
        assert (face.supertypes, face.types, face.subtypes) == tuple(
            map(frozenset, ({"legendary"}, {"creature"}, {"Elf", "Warrior"}))
        )
        assert face.colors == frozenset({ManaType.G})
        assert face.abilities == (Keyword(name="haste"), Unread(text="Ward:2"))
        assert len(warnings) == 1

    def test_what_a_definition_says_without_sense_is_named(self) -> None:
        assert warnings_of("p0battlefield=t:Saproling,P:x,T:1,Color:puce,Types:Creature-Saproling") == [
            "line 1: the color 'puce' of the token Saproling is not used",
            "line 1: the power 'x' of the token Saproling is not used",
        ]


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "at", "code"),
        [
            ("p0life=many", "line 1", "bad_request"),
            ("\np0life=" + "9" * 30, "line 2", "too_large"),
            ("p0landsplayed=-1", "line 1", "bad_request"),
            ("p0manapool=G Q", "line 1", "bad_request"),
            ("activeplayer=them", "line 1", "bad_request"),
            ("activephase=tea", "line 1", "bad_request"),
            ("p0hand=Forest;Black Lotus", "line 1, item 2 (Black Lotus)", "unknown_card"),
            ("p0battlefield=T:c_a_rock", "line 1, item 1 (T:c_a_rock)", "unknown_card"),
            ("p0battlefield=Divination", "line 1, item 1 (Divination)", "bad_request"),
            ("p0battlefield=Forest|Counters:CHARGE=x", "line 1, item 1 (Forest|Counters:CHARGE=x)", "bad_request"),
            ("p0battlefield=Forest|Counters:CHARGE=-1", "line 1, item 1 (Forest|Counters:CHARGE=-1)", "bad_request"),
            ("p0battlefield=Forest|Transformed", "line 1, item 1 (Forest|Transformed)", "bad_request"),
            ("p0battlefield=Forest|ChosenColor:C", "line 1, item 1 (Forest|ChosenColor:C)", "bad_request"),
            ("p0battlefield=Forest|Imprinting:3", "line 1, item 1 (Forest|Imprinting:3)", "bad_request"),
            ("p0battlefield=Wild Growth|AttachedTo:3", "line 1, item 1 (Wild Growth|AttachedTo:3)", "bad_request"),
            ("p0battlefield=Forest|EnchantingPlayer:x", "line 1, item 1 (Forest|EnchantingPlayer:x)", "bad_request"),
            ("p0battlefield=Forest|Id:1;Island|Id:1", "line 1, item 2 (Island|Id:1)", "bad_request"),
            ("p0hand=" + "Forest;" * 5001, "line 1", "too_large"),
        ],
    )
    def test_one_problem_and_its_place(self, text: str, at: str, code: str) -> None:
        assert problems(text) == [(at, code)]

    def test_all_are_found_in_the_order_of_the_lines(self) -> None:
        text = "p0hand=Black Lotus\np0life=x\np0battlefield=Oops;Forest|Imprinting:3\nactiveplayer=q"
        assert [at for at, _ in problems(text)] == [
            "line 1, item 1 (Black Lotus)",
            "line 2",
            "line 3, item 2 (Forest|Imprinting:3)",
            "line 3, item 1 (Oops)",
            "line 4",
        ]


_NAMES = st.sampled_from(["Forest", "Divination", "Fire // Ice", "Llanowar Elves", "Sasaya, Orochi Ascendant"])
_COUNTERS = st.dictionaries(st.sampled_from(["charge", "+1/+1", "-0/-1"]), st.integers(1, 9)).map(
    lambda counts: tuple(sorted(counts.items()))
)


@st.composite
def _cards(draw: st.DrawFn, zone: str) -> CardInZone:
    marked = draw(st.sampled_from(["", "foretold", "adventure"])) if zone == "exile" else ""
    return CardInZone(
        card=CARDS.find(draw(_NAMES)),
        counters=draw(_COUNTERS),
        commander=draw(st.booleans()),
        marked=marked,
        this_turn=marked == "foretold" and draw(st.booleans()),
    )


@st.composite
def _permanents(draw: st.DrawFn) -> Permanent:
    name, face = draw(
        st.sampled_from(
            [
                *((name, "") for name in ("Forest", "Treasure", "Saproling", "Grizzly Bears")),
                ("Sasaya's Essence", "Sasaya's Essence"),
                ("Shatterskull Smashing", "Shatterskull, the Hammer Pass"),
            ]
        )
    )
    card = CARDS.find(name)
    return Permanent(
        card=card,
        token=card.is_token or draw(st.booleans()),
        face_name=face,
        tapped=draw(st.booleans()),
        summoning_sick=draw(st.booleans()),
        attacking=draw(st.booleans()),
        phased_out=draw(st.booleans()),
        face_down=not face and draw(st.booleans()),
        commander=draw(st.booleans()),
        counters=draw(_COUNTERS),
        chosen=draw(
            st.sampled_from([(), (("color", "B"),), (("color", "W"), ("color", "G"), ("name", "Ice"), ("type", "Elf"))])
        ),
        colors=frozenset({ManaType.R}) if name == "Saproling" and draw(st.booleans()) else None,
        attached_to=draw(st.sampled_from(["", "you", "opponent", "3"])),
        imprinted=(CARDS.find("Divination"),) if draw(st.booleans()) else (),
    )


@st.composite
def _players(draw: st.DrawFn) -> Player:
    zones: dict[str, Any] = {
        zone: tuple(draw(st.lists(_cards(zone), max_size=2)))
        for zone in ("hand", "graveyard", "exile", "library_top", "command")
    }
    return Player(
        life=draw(st.integers(-9, 99)),
        lands_played=draw(st.integers(0, 3)),
        energy=draw(st.integers(0, 3)),
        experience=draw(st.integers(0, 3)),
        pool=Mana.types(draw(st.text("WUBRGC", max_size=4))),
        battlefield=tuple(draw(st.lists(_permanents(), max_size=4))),
        **zones,
    )


@st.composite
def _states(draw: st.DrawFn) -> State:
    host = Permanent(card=CARDS.find("Karakas"), ref="3")
    exiled = CardInZone(card=CARDS.find("Divination"), ref="12")
    opponent = Player(battlefield=(host,), exile=(exiled,))
    you = draw(_players())
    return State(
        you=replace(you, exile=(replace(exiled, ref="7"), *you.exile)),
        opponents=(opponent, *draw(st.lists(_players(), max_size=2))),
        phase=draw(st.sampled_from(Phase)),
        turn=draw(st.sampled_from(["you", "opponent"])),
        stack=tuple(
            CardInZone(card=CARDS.find(name), controller=draw(st.just("you")))
            for name in draw(st.lists(st.sampled_from(["Divination", "Lightning Bolt"]), max_size=2))
        ),
    )


class TestWriting:
    @settings(max_examples=150, deadline=None)
    @given(_states())
    def test_what_is_written_reads_back(self, state: State) -> None:
        text = write_forge(state)
        assert "left out" not in text
        assert read(text) == state

    def test_numbers_are_given_to_hosts_that_have_none(self) -> None:
        data = {
            "you": {
                "battlefield": [
                    {"card": "Forest", "ref": "1"},
                    "Island",
                    {"card": "Wild Growth", "attached_to": "Island"},
                ]
            }
        }
        text = write_forge(state_from_data(data, CARDS))
        assert "p0battlefield=Forest|Id:1;Island|Id:2;Wild Growth|AttachedTo:2" in text.splitlines()

    def test_what_has_no_words_is_named_in_comments(self) -> None:
        data = {
            "you": {
                "pool": "{G}",
                "pool_sources": ["Forest"],
                "commander_identity": "W",
                "hand": [{"card": "Forest", "via": "Karakas"}],
                "exile": [{"card": "Divination", "marked": "plotted"}],
                "battlefield": [
                    {"card": "Clone", "copy_of": "Llanowar Elves", "colors": ["U"], "ref": "copy", "timestamp": 3},
                    {"card": "Chrome Mox", "imprinted": ["Fire"]},
                ],
            },
            "teammates": [{}],
            "format": "two-headed-giant",
            "stack": [{"card": "Divination", "targets": ["you"]}, {"card": "Fire", "controller": "opponent"}],
        }
        text = write_forge(state_from_data(data, CARDS))
        assert [line for line in text.splitlines() if line.startswith("#")] == [
            "# left out: teammates of the state",
            "# left out: format of the state",
            "# left out: the ref copy (an Id is a number)",
            "# left out: commander_identity of p0",
            "# left out: sources and limits of the mana in the pool of p0",
            "# left out: colors of Clone",
            "# left out: copy_of of Clone",
            "# left out: timestamp of Clone",
            "# left out: imprinted of Chrome Mox (no such card is in exile)",
            "# left out: via of Forest",
            "# left out: marked of Divination",
            "# left out: the order of spells of several players on the stack",
            "# left out: what was announced for Divination",
        ]
        read_forge(text, CARDS)

    def test_abilities_of_a_token_that_a_definition_cannot_say(self) -> None:
        text = "p0battlefield=t:Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:Haste-Ward:2"
        written = write_forge(read_forge(text, CARDS)[0])
        assert "t:Elf,P:1,T:1,Cost:no cost,Color:G,Types:Creature-Elf,Keywords:Haste" in written
        assert "# left out: abilities of the token Elf" in written


_DATA = {"you": {"life": 3, "hand": ["Divination"]}}


class TestBoardFiles:
    def test_json(self) -> None:
        expected = state_from_data(_DATA, CARDS)
        text = json.dumps(_DATA, indent=2)
        assert read_board(text, CARDS) == (expected, ())
        assert read_board("\ufeff\r\n " + text.replace("\n", "\r\n"), CARDS) == (expected, ())
        assert read_board(json.dumps({"state": _DATA}), CARDS) == (expected, ())

    def test_what_stands_beside_the_state_is_named(self) -> None:
        text = json.dumps({"id": "a", "state": _DATA, "ask": {}})
        assert read_board(text, CARDS)[1] == ("`id` beside `state` is not used", "`ask` beside `state` is not used")

    @pytest.mark.parametrize("text", ["p0life=3", "\ufeff[state]\r\np0life=3\r\n", "# note\n\nHumanLife=3\n"])
    def test_forge(self, text: str) -> None:
        state, _ = read_board(text, CARDS)
        assert state.you.life == 3

    @pytest.mark.parametrize("text", ["", " \n\ufeff", "hello", "[1, 2]", "3", "[[[["])
    def test_neither(self, text: str) -> None:
        with pytest.raises(Malformed):
            read_board(text, CARDS)

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ('{"you": {"hand": [,]}}', "line 1, column 19"),
            ('{\r\n  "you": {}\r\n  "turn": "you"}', "line 3, column 3"),
            ('{"you": {"hand": ["a\tb"]}}', "line 1, column 21"),
            ('{"you": {"hand": ["NaN \\" NaN"],\n "life": NaN}}', "line 2, column 10"),
            ('{"you": {"life": -Infinity}}', "line 1, column 18"),
            ("{", "line 1, column 2"),
            ("{} {}", "line 1, column 4"),
        ],
    )
    def test_faults_of_json_have_line_and_column(self, text: str, place: str) -> None:
        with pytest.raises(BadJson, match=f"^{place}: ") as caught:
            read_board(text, CARDS)
        assert caught.value.code == "bad_json"
        assert "~^" in str(caught.value)

    def test_a_field_given_twice_is_refused(self) -> None:
        with pytest.raises(BadJson, match="'life' twice"):
            read_board('{"you": {"life": 1, "life": 2}}', CARDS)

    @pytest.mark.parametrize("text", ['{"you": "\0"}', "p\x000\x00l\x00i\x00f\x00e\x00=\x003\x00"])
    def test_nul_characters(self, text: str) -> None:
        with pytest.raises(Malformed):
            read_board(text, CARDS)

    def test_deep_nesting(self) -> None:
        with pytest.raises(CastableError) as caught:
            read_board('{"a":' * 10_000 + "1" + "}" * 10_000, CARDS)
        assert caught.value.code in ("too_large", "bad_request")
        with pytest.raises(TooLarge, match="nests"):
            parse_json("[" * 1_000_000)

    def test_numbers_of_very_many_digits(self) -> None:
        with pytest.raises(BoardProblems) as caught:
            read_board('{"you": {"life": -' + "9" * 10_000 + "}}", CARDS)
        assert (caught.value.code, caught.value.at) == ("too_large", "state.you.life")

    @settings(max_examples=200, deadline=None)
    @given(st.text(st.sampled_from('{}[]:,"=|;#\n\r\ufeff\0 aeiouHumanp01life') | st.characters(), max_size=60))
    def test_no_text_makes_reading_fail_in_another_way(self, text: str) -> None:
        for board in (text, "{" + text, "p0battlefield=" + text, "p0battlefield=t:" + text):
            try:
                state, _ = read_board(board, CARDS)
            except CastableError:
                continue
            write_forge(state)
            state_to_data(state)
