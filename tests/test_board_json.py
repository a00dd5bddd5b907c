"""Boards in JSON: what is read, what is refused and where, and that writing and reading agree."""

from __future__ import annotations

import json
from typing import Any

import pytest
from board_cards import CARDS
from hypothesis import given, settings
from hypothesis import strategies as st

from castable.model.board import BoardProblems, Problem, read_restriction, state_from_data, state_to_data
from castable.model.card import Card
from castable.model.errors import BadRequest, Unsupported
from castable.model.filter import Filter
from castable.model.mana import COLORS, NO_MANA, Action, Mana, ManaType, Restriction, Unit, Use
from castable.model.state import CardInZone, Permanent, Phase, Player, State


def read(data: object) -> State:
    return state_from_data(data, CARDS)


def problems(data: object) -> list[tuple[str, str]]:
    with pytest.raises(BoardProblems) as caught:
        read(data)
    return [(problem.at, problem.code) for problem in caught.value.problems]


def yours(**fields: object) -> dict[str, object]:
    return {"you": fields}


def battlefield(*entries: object) -> dict[str, object]:
    return yours(battlefield=list(entries))


class TestReading:
    def test_nothing_said_is_the_default(self) -> None:
        assert read({}) == State()
        assert read({"you": {}, "opponents": [{}]}) == State(opponents=(Player(),))

    def test_whole_state(self) -> None:
        state = read(
            {
                "you": {"life": 3, "hand": ["Divination"], "lands_played": 1, "commander_identity": "WU"},
                "teammates": [{"energy": 2}],
                "opponents": [{"spells_cast_this_turn": ["Lightning Bolt"]}, {}],
                "phase": "declare_attackers",
                "turn": "opponent",
                "rules": "2026-04-17",
                "format": "two-headed-giant",
                "stack": ["Lightning Bolt", {"card": "Fire", "controller": "opponent", "x": 0, "targets": ["you"]}],
                "resolving": {"card": "Snapcaster Mage", "ability": "enters"},
                "resolved": [{"card": "Divination", "targets": ["opponent"]}],
            }
        )
        assert state.you.life == 3
        assert state.you.hand[0].card.name == "Divination"
        assert state.you.commander_identity == frozenset({ManaType.W, ManaType.U})
        assert state.teammates[0].energy == 2
        assert [c.name for c in state.opponents[0].spells_cast_this_turn] == ["Lightning Bolt"]
        assert (state.phase, state.turn, state.rules) == (Phase.DECLARE_ATTACKERS, "opponent", "2026-04-17")
        assert [(s.card.name, s.controller, s.x, s.targets) for s in state.stack] == [
            ("Lightning Bolt", "you", None, ()),
            ("Fire // Ice", "opponent", 0, ("you",)),
        ]
        assert state.resolving[0].ability == "enters"
        assert state.resolved[0].targets == ("opponent",)

    def test_copies_become_single_permanents_with_their_own_ids(self) -> None:
        state = read(
            {
                "you": {"battlefield": [{"card": "Forest", "count": 3, "tapped": True}, "Island"], "hand": ["Forest"]},
                "opponents": [{"battlefield": ["Forest"]}],
                "stack": ["Lightning Bolt"],
            }
        )
        assert [p.id for p in state.you.battlefield] == [1, 2, 3, 4]
        assert state.you.hand[0].id == 5
        assert state.opponents[0].battlefield[0].id == 6
        assert state.stack[0].id == 7
        assert [p.tapped for p in state.you.battlefield] == [True, True, True, False]
        assert read(battlefield({"card": "Forest", "count": 0})) == State()

    def test_a_permanent(self) -> None:
        (permanent,) = read(
            battlefield(
                {
                    "card": "grizzly bears",
                    "counters": {"+1/+1": 2, "Charge": 1, "age": 0},
                    "chosen": {"color": "B", "type": "elf", "name": "ice"},
                    "imprinted": ["Forest"],
                    "colors": ["U", "W"],
                    "used_this_turn": ["{t}"],
                    "timestamp": 4,
                    "attacking": True,
                    "ref": "bear",
                }
            )
        ).you.battlefield
        assert permanent.name == "Grizzly Bears"
        assert permanent.counters == (("+1/+1", 2), ("charge", 1))
        assert permanent.chosen == (("color", "B"), ("name", "Ice"), ("type", "Elf"))
        assert [c.name for c in permanent.imprinted] == ["Forest"]
        assert permanent.colors == frozenset({ManaType.W, ManaType.U})
        assert permanent.used_this_turn == ("{T}",)
        assert permanent.attacking and permanent.timestamp == 4 and permanent.ref == "bear"

    def test_chosen_card_types_are_lower_case_and_several_colors_may_be_chosen(self) -> None:
        (permanent,) = read(
            battlefield({"card": "Karakas", "chosen": {"type": "Artifact", "color": "GW"}})
        ).you.battlefield
        assert permanent.chosen == (("color", "W"), ("color", "G"), ("type", "artifact"))

    def test_used_permission(self) -> None:
        used = read(battlefield({"card": "Karakas", "used_this_turn": True}))
        assert used.you.battlefield[0].used_this_turn == ("permission",)
        assert read(battlefield({"card": "Karakas", "used_this_turn": False})) == read(battlefield("Karakas"))

    def test_faces(self) -> None:
        by_field = read(battlefield({"card": "Sasaya, Orochi Ascendant", "face": "sasaya's essence"}))
        assert by_field.you.battlefield[0].name == "Sasaya's Essence"
        assert read(battlefield("Sasaya's Essence")) == by_field
        front = read(battlefield({"card": "Sasaya's Essence", "face": "Sasaya, Orochi Ascendant"}))
        assert front == read(battlefield("Sasaya, Orochi Ascendant"))
        assert read(battlefield("Shatterskull, the Hammer Pass")).you.battlefield[0].face.is_land
        assert read(battlefield({"card": "Lightning Bolt", "face_down": True})).you.battlefield[0].face_down

    def test_a_copy_has_the_face_of_what_it_copies(self) -> None:
        (clone,) = read(battlefield({"card": "Clone", "copy_of": "Llanowar Elves"})).you.battlefield
        assert clone.card.name == "Clone"
        assert clone.name == "Llanowar Elves"
        assert "Elf" in clone.face.subtypes

    def test_tokens(self) -> None:
        state = read(battlefield("Treasure", {"card": "Treasure", "token": True}, {"card": "Forest", "token": True}))
        assert [p.token for p in state.you.battlefield] == [True, True, True]

    def test_attachments(self) -> None:
        state = read(
            {
                "you": {
                    "battlefield": [
                        {"card": "Forest", "ref": "f"},
                        "Forest",
                        {"card": "Wild Growth", "attached_to": "f"},
                        {"card": "Wild Growth", "attached_to": "island"},
                        {"card": "Wild Growth", "attached_to": "opponent"},
                    ]
                },
                "opponents": [{"battlefield": ["Island"]}],
            }
        )
        first, _, *growths = state.you.battlefield
        assert state.host(growths[0]) is first
        assert state.host(growths[1]) is state.opponents[0].battlefield[0]
        assert state.host(growths[2]) is None
        assert state.host(first) is None

    def test_cards_in_zones(self) -> None:
        state = read(
            yours(
                exile=[{"card": "Divination", "marked": "foretold", "this_turn": True, "counters": {"time": 3}}],
                graveyard=[{"card": "Lightning Bolt", "via": "snapcaster mage"}],
                command=["Isamaru, Hound of Konda", {"card": "Isamaru, Hound of Konda", "casts": 2}],
                hand=[{"card": "Isamaru, Hound of Konda", "commander": True, "casts": 1}],
                library_top=["Ice"],
            )
        )
        (foretold,) = state.you.exile
        assert (foretold.marked, foretold.this_turn, foretold.counters) == ("foretold", True, (("time", 3),))
        assert state.you.graveyard[0].via == "Snapcaster Mage"
        assert [(c.commander, c.casts) for c in state.you.command] == [(True, 0), (True, 2)]
        assert (state.you.hand[0].commander, state.you.hand[0].casts) == (True, 1)
        assert state.you.zone("library")[0].card.name == "Fire // Ice"


class TestMana:
    def test_pool(self) -> None:
        assert read(yours(pool="{G}{2}U")).you.pool == Mana.types("GCCU")

    @pytest.mark.parametrize(
        "sources",
        [
            [{"mana": "{G}", "from": "Snow-Covered Forest"}, {"mana": "{U}", "from": "Island"}],
            ["Island", "Snow-Covered Forest"],
        ],
    )
    def test_sources_of_the_pool(self, sources: object) -> None:
        pool = "{U}{G}" if isinstance(sources[0], str) else "{G}{U}{U}"  # type: ignore[index]
        units = read(yours(pool=pool, pool_sources=sources)).you.pool.units
        assert Unit(ManaType.G, snow=True, source="Snow-Covered Forest") in units
        assert Unit(ManaType.U, source="Island") in units
        assert len(units) == len(Mana.parse(pool))

    def test_sources_must_fit_the_pool(self) -> None:
        assert problems(yours(pool="{G}", pool_sources=[{"mana": "{G}{G}", "from": "Forest"}])) == [
            ("state.you.pool_sources[0]", "bad_request")
        ]
        assert problems(yours(pool="{G}", pool_sources=["Forest", "Forest"])) == [
            ("state.you.pool_sources", "bad_request")
        ]
        assert problems(yours(pool="{G}", pool_sources=[{"mana": "{G}"}])) == [
            ("state.you.pool_sources[0]", "bad_request")
        ]

    def test_restricted_mana(self) -> None:
        entry = {"mana": "{G}{C}", "only": "cast creature or activate creature", "from": "Karakas"}
        limit = Restriction(
            only=(Use(Action.CAST, Filter.parse("creature")), Use(Action.ACTIVATE, Filter.parse("creature")))
        )
        pool = read(yours(pool="{U}", restricted_pool=[entry])).you.pool
        assert pool.units == (
            Unit(ManaType.U),
            Unit(ManaType.G, restriction=limit, source="Karakas"),
            Unit(ManaType.C, restriction=limit, source="Karakas"),
        )

    def test_words_as_on_cards(self) -> None:
        entries = [
            {"mana": "{G}", "only": "to cast creature spells"},
            {"mana": "{C}", "never": "to cast nonartifact spells"},
        ]
        pool = read(yours(restricted_pool=entries)).you.pool
        assert [str(unit.restriction) for unit in pool] == ["only cast creature", "never cast !artifact"]

    def test_words_of_a_limit_that_are_not_understood(self) -> None:
        with pytest.raises(Unsupported, match="to cast spells on Tuesdays"):
            read_restriction("to cast spells on Tuesdays", never=False)
        entry = {"mana": "{G}", "never": "to cast spells on Tuesdays"}
        assert problems(yours(restricted_pool=[entry])) == [("state.you.restricted_pool[0].never", "unsupported")]

    def test_restricted_mana_needs_its_fields(self) -> None:
        assert problems(yours(restricted_pool=[{}, {"mana": "{G}", "only": ""}, 3])) == [
            ("state.you.restricted_pool[0]", "bad_request"),
            ("state.you.restricted_pool[0]", "bad_request"),
            ("state.you.restricted_pool[1].only", "bad_request"),
            ("state.you.restricted_pool[2]", "bad_request"),
        ]

    @pytest.mark.parametrize("pool", ["{9999}" * 9999, "G" * 1001, "{600}{600}"])
    def test_pools_are_limited(self, pool: str) -> None:
        assert problems(yours(pool=pool)) == [("state.you.pool", "too_large")]

    def test_pools_are_limited_with_all_their_parts(self) -> None:
        entries = [{"mana": "{C}" * 400, "only": "cast creature"}] * 3
        assert problems(yours(pool="G" * 500, restricted_pool=entries)) == [
            ("state.you.restricted_pool[1]", "too_large")
        ]

    def test_a_fault_in_a_mana_string_is_pointed_at(self) -> None:
        with pytest.raises(BoardProblems, match="~") as caught:
            read(yours(pool="{G}{W/U}"))
        assert caught.value.at == "state.you.pool"


_WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"yuo": {}}, "state.yuo", "bad_request"),
    ({"you": []}, "state.you", "bad_request"),
    ({"you": None}, "state.you", "bad_request"),
    ({"opponents": {}}, "state.opponents", "bad_request"),
    ({"opponents": [7]}, "state.opponents[0]", "bad_request"),
    ({"opponents": [{}] * 21}, "state.opponents", "too_large"),
    ({"phase": "beginning"}, "state.phase", "bad_request"),
    ({"phase": ["main"]}, "state.phase", "bad_request"),
    ({"turn": "me"}, "state.turn", "bad_request"),
    ({"rules": "yesterday"}, "state.rules", "bad_request"),
    ({"rules": "2026-02-30"}, "state.rules", "bad_request"),
    ({"rules": "2031-01-01"}, "state.rules", "unsupported"),
    ({"format": "Two Headed Giant"}, "state.format", "bad_request"),
    ({"resolving": None}, "state.resolving", "bad_request"),
    ({"stack": ["Forest"]}, "state.stack[0]", "bad_request"),
    ({"stack": [{"card": "Divination", "controller": "nobody"}]}, "state.stack[0].controller", "bad_request"),
    ({"stack": [{"card": "Divination", "x": -1}]}, "state.stack[0].x", "bad_request"),
    ({"stack": [{"card": "Divination", "kicked": ["{"]}]}, "state.stack[0].kicked[0]", "bad_request"),
    (yours(life=True), "state.you.life", "bad_request"),
    (yours(life=20.0), "state.you.life", "bad_request"),
    (yours(life=float("nan")), "state.you.life", "bad_request"),
    (yours(life=float("inf")), "state.you.life", "bad_request"),
    (yours(life=10**9 + 1), "state.you.life", "too_large"),
    (yours(life=-(10**9) - 1), "state.you.life", "too_large"),
    (yours(energy=-1), "state.you.energy", "bad_request"),
    (yours(searched_library_this_turn=1), "state.you.searched_library_this_turn", "bad_request"),
    (yours(commander_identity="WX"), "state.you.commander_identity", "bad_request"),
    (yours(commander_identity=[["W"]]), "state.you.commander_identity", "bad_request"),
    (yours(pool=3), "state.you.pool", "bad_request"),
    (yours(hand="Forest"), "state.you.hand", "bad_request"),
    (yours(hand=["Forest"] * 5001), "state.you.hand", "too_large"),
    (yours(hand=[None]), "state.you.hand[0]", "bad_request"),
    (yours(hand=[{}]), "state.you.hand[0]", "bad_request"),
    (yours(hand=["Treasure"]), "state.you.hand[0]", "bad_request"),
    (yours(hand=[{"card": "Forest", "token": True}]), "state.you.hand[0]", "bad_request"),
    (yours(hand=[{"card": "Forest", "count": 2}]), "state.you.hand[0].count", "bad_request"),
    (yours(hand=[""]), "state.you.hand[0]", "bad_request"),
    (yours(hand=["Fo\x00rest"]), "state.you.hand[0]", "bad_request"),
    (yours(hand=["\ud800"]), "state.you.hand[0]", "bad_request"),
    (yours(hand=["F" * 301]), "state.you.hand[0]", "too_large"),
    (yours(hand=["Black Lotus"]), "state.you.hand[0]", "unknown_card"),
    (yours(hand=[{"card": "Black Lotus"}]), "state.you.hand[0].card", "unknown_card"),
    (yours(hand=[{"card": "Forest", "marked": "plotted"}]), "state.you.hand[0].marked", "bad_request"),
    (yours(exile=[{"card": "Forest", "marked": "lost"}]), "state.you.exile[0].marked", "bad_request"),
    (yours(exile=[{"card": "Forest", "this_turn": True}]), "state.you.exile[0].this_turn", "bad_request"),
    (yours(exile=[{"card": "Forest", "via": "Ponder"}]), "state.you.exile[0].via", "unknown_card"),
    (yours(hand=[{"card": "Forest", "casts": 1}]), "state.you.hand[0].casts", "bad_request"),
    (yours(spells_cast_this_turn=["Treasure"]), "state.you.spells_cast_this_turn[0]", "bad_request"),
    (battlefield({"card": "Forest", "tapped": "yes"}), "state.you.battlefield[0].tapped", "bad_request"),
    (battlefield({"card": "Forest", "count": -1}), "state.you.battlefield[0].count", "bad_request"),
    (battlefield({"card": "Forest", "count": 10**9}), "state.you.battlefield[0].count", "too_large"),
    (battlefield(*[{"card": "Forest", "count": 1500}] * 2), "state.you.battlefield", "too_large"),
    (battlefield("Lightning Bolt"), "state.you.battlefield[0]", "bad_request"),
    (battlefield("Shatterskull Smashing"), "state.you.battlefield[0]", "bad_request"),
    (battlefield({"card": "Clone", "copy_of": "Divination"}), "state.you.battlefield[0]", "bad_request"),
    (battlefield({"card": "Forest", "face": "Woods"}), "state.you.battlefield[0].face", "bad_request"),
    (
        battlefield({"card": "Sasaya, Orochi Ascendant", "face": "Sasaya's Essence", "face_down": True}),
        "state.you.battlefield[0].face",
        "bad_request",
    ),
    (battlefield({"card": "Treasure", "token": False}), "state.you.battlefield[0].token", "bad_request"),
    (battlefield({"card": "Forest", "counters": []}), "state.you.battlefield[0].counters", "bad_request"),
    (battlefield({"card": "Forest", "counters": {"a": -1}}), "state.you.battlefield[0].counters.a", "bad_request"),
    (battlefield({"card": "Forest", "counters": {"a": 1e3}}), "state.you.battlefield[0].counters.a", "bad_request"),
    (battlefield({"card": "Forest", "counters": {"a": 10**12}}), "state.you.battlefield[0].counters.a", "too_large"),
    (
        battlefield({"card": "Forest", "counters": {"a": 1, "A": 1}}),
        "state.you.battlefield[0].counters.A",
        "bad_request",
    ),
    (battlefield({"card": "Forest", "counters": {"\n": 1}}), "state.you.battlefield[0].counters['\\n']", "bad_request"),
    (
        battlefield({"card": "Forest", "chosen": {"colour": "B"}}),
        "state.you.battlefield[0].chosen.colour",
        "bad_request",
    ),
    (battlefield({"card": "Forest", "chosen": {"color": "C"}}), "state.you.battlefield[0].chosen.color", "bad_request"),
    (battlefield({"card": "Forest", "chosen": {"color": []}}), "state.you.battlefield[0].chosen.color", "bad_request"),
    (
        battlefield({"card": "Forest", "chosen": {"name": "Oops"}}),
        "state.you.battlefield[0].chosen.name",
        "unknown_card",
    ),
    (
        battlefield({"card": "Forest", "imprinted": ["Treasure"]}),
        "state.you.battlefield[0].imprinted[0]",
        "bad_request",
    ),
    (battlefield({"card": "Forest", "used_this_turn": 1}), "state.you.battlefield[0].used_this_turn", "bad_request"),
    (battlefield({"card": "Forest", "ref": "opponent"}), "state.you.battlefield[0].ref", "bad_request"),
    (battlefield({"card": "Wild Growth", "attached_to": "x"}), "state.you.battlefield[0].attached_to", "bad_request"),
    (
        battlefield({"card": "Wild Growth", "attached_to": "Wild Growth"}),
        "state.you.battlefield[0].attached_to",
        "bad_request",
    ),
    (
        battlefield({"card": "Wild Growth", "attached_to": "w", "ref": "w"}),
        "state.you.battlefield[0].attached_to",
        "bad_request",
    ),
    (
        battlefield({"card": "Forest", "count": 2}, {"card": "Wild Growth", "attached_to": "Forest"}),
        "state.you.battlefield[1].attached_to",
        "bad_request",
    ),
    (
        battlefield({"card": "Forest", "count": 2, "ref": "f"}, {"card": "Wild Growth", "attached_to": "f"}),
        "state.you.battlefield[1].attached_to",
        "bad_request",
    ),
    (
        {
            **battlefield({"card": "Forest", "ref": "f"}),
            "opponents": [{"battlefield": [{"card": "Island", "ref": "f"}]}],
        },
        "state.opponents[0].battlefield[0].ref",
        "bad_request",
    ),
]


class TestProblems:
    @pytest.mark.parametrize(("data", "at", "code"), _WRONG)
    def test_one_problem_and_its_place(self, data: dict[str, Any], at: str, code: str) -> None:
        assert problems(data) == [(at, code)]

    @pytest.mark.parametrize("data", [None, 3, "{}", [], True])
    def test_no_object(self, data: object) -> None:
        assert problems(data) == [("state", "bad_request")]

    def test_all_problems_are_found_together(self) -> None:
        data = {
            "you": {"hand": ["Black Lotus"], "battlefield": [{"card": "Forest", "tapped": 1, "taped": True}]},
            "phase": "never",
            "opponents": [{"life": "many"}],
        }
        assert problems(data) == [
            ("state.you.battlefield[0].tapped", "bad_request"),
            ("state.you.battlefield[0].taped", "bad_request"),
            ("state.you.hand[0]", "unknown_card"),
            ("state.opponents[0].life", "bad_request"),
            ("state.phase", "bad_request"),
        ]

    def test_the_error_is_that_of_the_first_problem_and_names_the_others(self) -> None:
        with pytest.raises(BadRequest) as caught:
            read(yours(hand=["Black Lotus", "Mox Ruby"]))
        error = caught.value
        assert isinstance(error, BoardProblems)
        assert (error.code, error.at) == ("unknown_card", "state.you.hand[0]")
        assert error.problems[1] == Problem("state.you.hand[1]", "unknown_card", "no card is called 'Mox Ruby'")
        assert str(error).splitlines() == [str(problem) for problem in error.problems]
        assert BoardProblems.code == "bad_request"

    def test_many_problems_stay_short(self) -> None:
        with pytest.raises(BoardProblems) as caught:
            read(yours(hand=["Black Lotus"] * 500))
        assert len(caught.value.problems) == 100
        assert str(caught.value).splitlines()[-1] == "and more problems"
        with pytest.raises(BoardProblems) as caught:
            read(yours(hand=["Black Lotus"] * 50))
        assert str(caught.value).splitlines()[-1] == "and 30 more problems"
        many = {str(number): 1 for number in range(100_000)}
        assert len(problems(many)) == 21

    def test_a_near_miss_gets_a_hint(self) -> None:
        with pytest.raises(BoardProblems, match="did you mean `graveyard`"):
            read(yours(graveyrad=[]))

    def test_an_unknown_card_causes_no_further_problem(self) -> None:
        data = battlefield("Gaea's Cradle", {"card": "Wild Growth", "attached_to": "Gaea's Cradle"})
        assert problems(data) == [("state.you.battlefield[0]", "unknown_card")]
        data = battlefield({"card": "Clone", "copy_of": "Gaea's Cradle", "face": "Gaea's Cradle"})
        assert problems(data) == [("state.you.battlefield[0].copy_of", "unknown_card")]

    def test_the_place_of_the_whole_can_be_named(self) -> None:
        with pytest.raises(BoardProblems) as caught:
            state_from_data({"you": 1}, CARDS, at="request.state")
        assert caught.value.at == "request.state.you"


_NAMES = st.sampled_from(["Divination", "Lightning Bolt", "Forest", "Fire // Ice", "Llanowar Elves"])
_SOME_CARDS = _NAMES.map(CARDS.find)
_LETTERS = st.frozensets(st.sampled_from(COLORS))
_COUNTERS = st.dictionaries(st.sampled_from(["charge", "+1/+1", "age"]), st.integers(1, 9)).map(
    lambda counts: tuple(sorted(counts.items()))
)
_LIMITS = st.sampled_from(
    ["only cast creature", "never cast !artifact", "only cast instant or activate land, never pay hasx"]
)
_NUMBERS = st.integers(0, 10**9)


@st.composite
def _units(draw: st.DrawFn) -> Unit:
    source = draw(st.sampled_from([None, "Forest", "Snow-Covered Forest", "Sasaya's Essence"]))
    limit = draw(st.none() | _LIMITS.map(Restriction.parse))
    snow = source == "Snow-Covered Forest"
    return Unit(draw(st.sampled_from(ManaType)), snow=snow, source=source, restriction=limit)


@st.composite
def _resting(draw: st.DrawFn, zone: str) -> CardInZone:
    marked = draw(st.sampled_from(["", "plotted", "foretold", "adventure"])) if zone == "exile" else ""
    commander = draw(st.booleans())
    return CardInZone(
        card=draw(_SOME_CARDS),
        counters=draw(_COUNTERS),
        via=draw(st.sampled_from(["", "Snapcaster Mage"])),
        marked=marked,
        this_turn=bool(marked) and draw(st.booleans()),
        commander=commander,
        casts=draw(st.integers(0, 3)) if commander else 0,
    )


@st.composite
def _announced(draw: st.DrawFn) -> CardInZone:
    return CardInZone(
        card=draw(st.sampled_from(["Divination", "Lightning Bolt", "Fire // Ice"]).map(CARDS.find)),
        controller=draw(st.sampled_from(["you", "teammate", "opponent"])),
        x=draw(st.none() | _NUMBERS),
        targets=tuple(draw(st.lists(st.sampled_from(["you", "Forest"]), max_size=2))),
        kicked=tuple(draw(st.lists(st.sampled_from(["{1}{B}", "Sacrifice creature"]), max_size=2))),
        ability=draw(st.sampled_from(["", "{T}"])),
    )


@st.composite
def _permanents(draw: st.DrawFn) -> tuple[Permanent, ...]:
    name, face = draw(
        st.sampled_from(
            [("Forest", ""), ("Grizzly Bears", ""), ("Treasure", ""), ("Sasaya's Essence", "Sasaya's Essence")]
        )
    )
    card: Card = CARDS.find(name)
    copy_of = CARDS.find("Llanowar Elves") if draw(st.booleans()) and not face else None
    commander = draw(st.booleans())
    flags: dict[str, Any] = {
        status: draw(st.booleans()) for status in ("tapped", "summoning_sick", "phased_out", "attacking")
    }
    flags |= {status: draw(st.booleans()) for status in ("animated", "entered_this_turn")}
    chosen = draw(
        st.sampled_from([(), (("color", "B"),), (("color", "W"), ("color", "G"), ("name", "Ice"), ("type", "Elf"))])
    )
    permanent = Permanent(
        card=card,
        copy_of=copy_of,
        face_name=face,
        face_down=not face and draw(st.booleans()),
        token=card.is_token or draw(st.booleans()),
        counters=draw(_COUNTERS),
        chosen=chosen,
        imprinted=tuple(draw(st.lists(_SOME_CARDS, max_size=2))),
        used_this_turn=tuple(draw(st.lists(st.sampled_from(["{T}", "{1}, {T}", "permission", "equip"]), max_size=2))),
        timestamp=draw(st.integers(-5, 5)),
        colors=draw(st.none() | _LETTERS),
        attached_to=draw(st.sampled_from(["", "opponent", "you", "host", "Karakas"])),
        dealt_combat_damage_this_turn=draw(st.booleans()),
        commander=commander,
        casts=draw(st.integers(0, 3)) if commander else 0,
        **flags,
    )
    return (permanent,) * draw(st.integers(1, 3))


@st.composite
def _players(draw: st.DrawFn) -> Player:
    zones: dict[str, Any] = {
        zone: tuple(draw(st.lists(_resting(zone), max_size=2)))
        for zone in ("hand", "graveyard", "exile", "library_top", "command")
    }
    return Player(
        life=draw(st.integers(-(10**9), 10**9)),
        pool=Mana.of(draw(st.lists(_units(), max_size=5))) if draw(st.booleans()) else NO_MANA,
        battlefield=sum(draw(st.lists(_permanents(), max_size=3)), ()),
        commander_identity=draw(st.none() | _LETTERS),
        lands_played=draw(_NUMBERS),
        spells_cast_this_turn=tuple(draw(st.lists(_SOME_CARDS, max_size=2))),
        energy=draw(_NUMBERS),
        experience=draw(_NUMBERS),
        turns_taken=draw(_NUMBERS),
        life_lost_this_turn=draw(_NUMBERS),
        cards_drawn_this_turn=draw(_NUMBERS),
        searched_library_this_turn=draw(st.booleans()),
        **zones,
    )


@st.composite
def _states(draw: st.DrawFn) -> State:
    hosts = (Permanent(card=CARDS.find("Island"), ref="host"), Permanent(card=CARDS.find("Karakas")))
    return State(
        you=draw(_players()),
        opponents=(Player(battlefield=hosts), *draw(st.lists(_players(), max_size=1))),
        teammates=tuple(draw(st.lists(_players(), max_size=1))),
        phase=draw(st.sampled_from(Phase)),
        turn=draw(st.sampled_from(["you", "opponent"])),
        rules=draw(st.sampled_from(["2026-09-25", "2020-01-01"])),
        format=draw(st.sampled_from(["", "two-headed-giant"])),
        stack=tuple(draw(st.lists(_announced(), max_size=2))),
        resolving=tuple(draw(st.lists(_announced(), max_size=2))),
        resolved=tuple(draw(st.lists(_announced(), max_size=2))),
    )


class TestWriting:
    @settings(max_examples=150, deadline=None)
    @given(_states())
    def test_what_is_written_reads_back(self, state: State) -> None:
        data = state_to_data(state)
        assert read(json.loads(json.dumps(data))) == state
        assert state_to_data(read(data)) == data

    def test_defaults_are_left_out_and_equal_permanents_merged(self) -> None:
        forest, island = Permanent(card=CARDS.find("Forest")), Permanent(card=CARDS.find("Island"), tapped=True)
        state = State(you=Player(battlefield=(forest, forest, island, forest)), opponents=(Player(),))
        assert state_to_data(State()) == {}
        assert state_to_data(state) == {
            "you": {
                "battlefield": [{"card": "Forest", "count": 2}, {"card": "Island", "tapped": True}, "Forest"],
            },
            "opponents": [{}],
        }

    def test_what_has_no_written_form_is_refused(self) -> None:
        with pytest.raises(Unsupported, match="snow"):
            state_to_data(State(you=Player(pool=Mana.types("G", snow=True))))


_FIELDS = """you opponents battlefield hand stack resolving card count counters chosen pool pool_sources
    restricted_pool mana only from ref attached_to copy_of face""".split()


@settings(max_examples=300, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["Forest", "{G}", "x", ""]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(_FIELDS),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_no_data_makes_reading_fail_in_another_way(data: object) -> None:
    try:
        state = read(data)
    except BoardProblems:
        return
    assert read(state_to_data(state)) == state
