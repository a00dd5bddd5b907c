"""Keywords that offer another way to cast, or a cost to add, compiled from rules texts of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds
from castable.model.oracle import card_from_mtgjson, compile_text, face_from_fields
from castable.model.state import CardInZone, Permanent, Phase, Player, State


def read(text: str, *types: str) -> list[dict[str, Any]]:
    """All abilities as plain data, read back once."""
    abilities = compile_text(text, name="Mossy Stump", types=frozenset(types or ("creature",)))
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    return [ability_to_data(ability) for ability in abilities]


def way(keyword: str, cost: str, zone: str = "any", **more: object) -> dict[str, Any]:
    where = {} if zone == "hand" else {"zone": zone}
    return {"kind": "alternative-cost", "keyword": keyword, "cost": cost, **where, **more}


def option(keyword: str, cost: str, **more: object) -> dict[str, Any]:
    return {"kind": "optional-cost", "keyword": keyword, "cost": cost, **more}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Evoke {2}{U}", way("evoke", "{2}{U}")),
        ("Evoke—Exile a blue card from your hand.", way("evoke", "Exile card blue from hand")),
        ("Warp {1}{W}", way("warp", "{1}{W}", "hand")),
        ("Spectacle {B}", way("spectacle", "{B}", condition="spectacle")),
        ("Surge {1}{R}", way("surge", "{1}{R}", condition="surge")),
        ("Impending 5—{1}{B}", way("impending", "{1}{B}")),
        ("More than meets the eye {2}{W}", way("more than meets the eye", "{2}{W}")),
        ("Emerge {5}{U}{U}", way("emerge", "{5}{U}{U}")),
        ("Web-slinging {R}{G}", way("web-slinging", "{R}{G}, Return creature tapped")),
        (
            "Sneak {1}{U}",
            way("sneak", "{1}{U}, Return creature unblocked", condition="declare blockers", flash=True),
        ),
        (
            "Freerunning {2}{B}",
            way(
                "freerunning",
                "{2}{B}",
                condition="count(Assassin dealtdamage you | commander dealtdamage you) >= 1",
            ),
        ),
        ("Flashback {2}{R}", way("flashback", "{2}{R}", "graveyard")),
        (
            "Flashback—Tap three untapped white creatures you control.",
            way("flashback", "Tap 3 creature white untapped", "graveyard"),
        ),
        (
            "Escape—{3}{B}{B}, Exile four other cards from your graveyard.",
            way("escape", "{3}{B}{B}, Exile 4 card other from graveyard", "graveyard"),
        ),
        ("Disturb {1}{U}", way("disturb", "{1}{U}", "graveyard")),
        ("Harmonize {5}{R}", way("harmonize", "{5}{R}", "graveyard")),
        ("Mayhem {2}{U}", way("mayhem", "{2}{U}", "graveyard", condition="discarded this turn")),
        ("Madness {1}{R}", way("madness", "{1}{R}", "exile", condition="own trigger resolving")),
        (
            "Madness—{2}{B}, Pay 8 life.",
            way("madness", "{2}{B}, Pay 8 life", "exile", condition="own trigger resolving"),
        ),
        ("Miracle {W}", way("miracle", "{W}", "hand", condition="own trigger resolving")),
        ("Retrace", way("retrace", "Discard land", "graveyard", on_top=True)),
        ("Jump-start", way("jump-start", "Discard card", "graveyard", on_top=True)),
        ("Mayhem", {"kind": "permission", "lands": True, "condition": "discarded this turn"}),
    ],
)
def test_ways_to_cast(text: str, expected: dict[str, Any]) -> None:
    assert read(text) == [expected]


def test_keywords_with_more_than_a_cost() -> None:
    assert read("Bestow {3}{G}{G}") == [
        way("bestow", "{3}{G}{G}"),
        {"kind": "spell-targets", "needs": ["creature"], "if_kicked": "bestow"},
    ]
    assert read("Mutate {2}{B/G}") == [
        way("mutate", "{2}{B/G}"),
        {"kind": "spell-targets", "needs": ["creature !Human owner"], "if_kicked": "mutate"},
    ]
    assert read("Awaken 3—{4}{U}", "sorcery") == [
        way("awaken", "{4}{U}"),
        {"kind": "spell-targets", "needs": ["land you"], "if_kicked": "awaken"},
    ]
    assert read("Megamorph—Discard a card.") == [
        way("megamorph", "{3}"),
        {"kind": "keyword", "name": "megamorph", "argument": "Discard a card"},
    ]
    assert read("Foretell {1}{U}") == [
        way("foretell", "{1}{U}", "exile"),
        {
            "kind": "activated-ability",
            "cost": "{2}",
            "keyword": "foretell",
            "condition": "your turn",
            "zone": "hand",
        },
    ]
    assert read("Flying\nPlot {1}{G}")[1:] == [
        {"kind": "activated-ability", "cost": "{1}{G}", "keyword": "plot", "timing": "sorcery", "zone": "hand"}
    ]
    assert read("Suspend X—{X}{W}{W}. X can't be 0.") == [
        {
            "kind": "activated-ability",
            "cost": "{X}{W}{W}",
            "keyword": "suspend",
            "x": "X >= 1",
            "zone": "hand",
            "effect": "X time counters",
        }
    ]


def test_what_a_companion_asks_of_a_deck_is_no_matter_of_costs() -> None:
    assert read("Companion — Each card in your starting deck costs a fortune.") == [
        {"kind": "keyword", "name": "companion", "argument": "Each card in your starting deck costs a fortune"}
    ]


def test_a_reduction_of_one_way_to_cast() -> None:
    text = (
        "Flashback {8}{G}. This spell costs {X} less to cast this way, where X is the greatest power among creatures "
        "you control."
    )
    assert read(text, "sorcery") == [
        way("flashback", "{8}{G}", "graveyard"),
        {"kind": "cost-change", "less": "{1}", "times": "maxpower(creature you)", "condition": "paid(flashback)"},
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Casualty X", option("casualty", "Sacrifice creature power>=X")),
        ("Gift a tapped Fish", option("gift", "")),
        (
            "Escalate—Tap an untapped creature you control.",
            option("escalate", "Tap creature untapped", times="any number"),
        ),
        ("Splice onto Arcane {1}{W}", option("splice", "{1}{W}", applies_to="Arcane")),
        (
            "Splice onto instant or sorcery—Exile four cards from your graveyard.",
            option("splice", "Exile 4 card from graveyard", applies_to="instant | sorcery"),
        ),
        ("Replicate—Pay 3 life.", option("replicate", "Pay 3 life", times="any number")),
    ],
)
def test_optional_costs(text: str, expected: dict[str, Any]) -> None:
    assert read(text, "instant") == [expected]


def test_modes_with_costs_of_their_own() -> None:
    spree = "Spree (Choose one or more.)\n+ {1} — Destroy target artifact.\n+ {2}{R} — Draw two cards."
    assert read(spree, "sorcery") == [
        {"kind": "modes", "of": 2, "at_most": 2},
        option("spree", "{1}", mode=1),
        option("spree", "{2}{R}", mode=2),
        {"kind": "spell-targets", "needs": ["artifact"], "mode": 1},
    ]
    tiered = "Tiered\n• Spark — {0} — Mossy Stump deals 1 damage to any target.\n• Blaze — {3} — Draw a card."
    assert read(tiered, "sorcery")[:3] == [
        {"kind": "modes", "of": 2},
        option("tiered", "{0}", mode=1),
        option("tiered", "{3}", mode=2),
    ]


def test_a_mode_that_is_not_understood_leaves_the_others() -> None:
    text = "Choose one or more —\n• Counter target mossy ability.\n• Destroy target artifact."
    assert read(text, "instant") == [
        {"kind": "modes", "of": 2, "at_most": 2},
        {"kind": "unread", "text": "Counter target mossy ability.", "may_bear_on_payment": False},
        {"kind": "spell-targets", "needs": ["artifact"], "mode": 2},
    ]


def test_prowl_asks_for_the_types_of_its_card() -> None:
    face = face_from_fields(name="Moss", type_line="Kindred Sorcery — Rogue", text="Prowl {1}{B}")
    (ability,) = face.abilities
    assert ability_to_data(ability) == way("prowl", "{1}{B}", condition="count(Rogue dealtdamage you) >= 1")


@pytest.mark.parametrize("dash", ["—", "-"])
def test_what_is_cast_for_a_prototype_cost_is_a_second_face(dash: str) -> None:
    text = f"Prototype {{1}}{{G}} {dash} 2/2 (You may cast it small.)\nTrample"
    fields = {"name": "Big Moss", "manaCost": "{6}", "type": "Artifact Creature — Golem", "text": text, "power": "6"}
    card = card_from_mtgjson([fields])
    assert card.layout == "prototype"
    assert [(str(face.mana_cost), face.power) for face in card.faces] == [("{6}", "6"), ("{1}{G}", "2")]
    assert [face.has_keyword("prototype") for face in card.faces] == [True, False]
    assert ability_to_data(card.front.abilities[0]) == way("prototype", "{1}{G}")


_BEAR = Card(name="Bear", faces=(face_from_fields(name="Bear", type_line="Creature — Bear"),))


@pytest.mark.parametrize(
    ("fact", "state", "expected"),
    [
        ("spectacle", State(opponents=(Player(), Player(life_lost_this_turn=1))), True),
        ("spectacle", State(opponents=(Player(),)), False),
        ("surge", State(teammates=(Player(spells_cast_this_turn=(_BEAR,)),)), True),
        ("surge", State(opponents=(Player(spells_cast_this_turn=(_BEAR,)),)), False),
        ("declare blockers", State(phase=Phase.DECLARE_BLOCKERS), True),
        ("declare blockers", State(phase=Phase.DECLARE_BLOCKERS, turn="opponent"), False),
        ("own trigger resolving", State(), False),
        (
            "count(Bear dealtdamage you) >= 1",
            State(you=Player(battlefield=(Permanent(card=_BEAR, dealt_combat_damage_this_turn=True),))),
            True,
        ),
        ("count(Bear dealtdamage you) >= 1", State(you=Player(battlefield=(Permanent(card=_BEAR),))), False),
    ],
)
def test_facts(fact: str, state: State, expected: bool) -> None:
    assert holds(Condition.parse(fact), View(state)) is expected


def test_facts_that_the_state_does_not_tell() -> None:
    resolving = State(resolving=(CardInZone(card=_BEAR),))
    for fact, state in (
        ("own trigger resolving", resolving),
        ("discarded this turn", State()),
        ("prowl", State()),
        ("paid(flashback)", State()),
    ):
        with pytest.raises(Unsupported):
            holds(Condition.parse(fact), View(state))


def test_what_was_announced() -> None:
    wanted = Condition.parse("paid(flashback) or paid(more than meets the eye)")
    assert str(wanted) == "paid(flashback) or paid(more than meets the eye)"
    assert holds(wanted, View(State(), announced=frozenset({"flashback"})))
    assert not holds(wanted, View(State(), announced=frozenset({"kicker"})))
