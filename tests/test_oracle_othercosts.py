"""Additional and alternative costs as sentences, compiled from rules texts of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds
from castable.model.oracle import compile_text, face_from_fields, parse_cost
from castable.model.state import CardInZone, Permanent, Phase, Player, State


def read(text: str, *types: str) -> list[dict[str, Any]]:
    """All abilities as plain data, read back once."""
    abilities = compile_text(text, name="Mossy Stump", types=frozenset(types or ("artifact",)))
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    return [ability_to_data(ability) for ability in abilities]


def due(*one_of: str) -> dict[str, Any]:
    return {"kind": "additional-cost", "one_of": list(one_of)}


def option(cost: str, keyword: str = "additional cost", **more: object) -> dict[str, Any]:
    return {"kind": "optional-cost", "keyword": keyword, "cost": cost, **more}


def other(cost: str | None, zone: str = "any", keyword: str = "Mossy Stump", **more: object) -> dict[str, Any]:
    paid = {} if cost is None else {"cost": cost}
    where = {} if zone == "hand" else {"zone": zone}
    return {"kind": "alternative-cost", "keyword": keyword, **paid, **where, **more}


COST = "As an additional cost to cast this spell, "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (COST + "sacrifice an Elf or pay {5}{B}.", due("Sacrifice Elf", "{5}{B}")),
        (COST + "discard a card or pay 9 life.", due("Discard card", "Pay 9 life")),
        (COST + "exile an Elf card from your graveyard.", due("Exile card Elf from graveyard")),
        (COST + "pay X life.", due("Pay X life")),
        (COST + "behold a Bird and exile it.", due("Exile Bird", "Exile card Bird from hand")),
        (
            COST + "choose an Elf you control or reveal an Elf card from your hand.",
            due("Behold Elf"),
        ),
        (COST + "choose a number between 2 and 3.", due("")),
        (COST + "you may sacrifice an Elf.", option("Sacrifice Elf")),
        (
            COST + "you may collect evidence 9. This spell costs {4} less to cast if evidence was collected.",
            option("Collect evidence 9", less="{4}"),
        ),
        (
            COST + "you may exile any number of Elf cards from your hand. This spell costs {1} less to cast for each"
            " card exiled this way.",
            option("Exile card Elf from hand", times="any number", less="{1}"),
        ),
        (COST + "you may pay {3}{G} any number of times.", option("{3}{G}", times="any number")),
        (
            COST
            + "you may sacrifice one or more Elves. When you do, copy this spell for each Elf sacrificed this way.",
            option("Sacrifice Elf", times="any number"),
        ),
        (
            "You may cast this spell as though it had flash if you pay {5} more to cast it.",
            option("{5}", flash=True),
        ),
    ],
)
def test_additional_costs(text: str, expected: dict[str, Any]) -> None:
    assert read(text, "sorcery")[0] == expected


def test_additional_costs_that_others_may_pay() -> None:
    text = (
        "As an additional cost to cast colorless permanent spells, you may pay 4 life. Those spells cost {C} less to "
        "cast if you paid life this way. This effect reduces only the amount of colorless mana you pay."
    )
    assert read(text) == [
        option("Pay 4 life", "Mossy Stump", applies_to="permanent colorless", less="{C}", only_colored=True)
    ]


@pytest.mark.parametrize(
    "text",
    [
        COST + "sacrifice half the Elves you control, rounded up.",
        COST + "collect evidence X, where X is the number of lands you control.",
        COST + "you may sacrifice a creature. This spell costs {1} less to cast for each Elf you control.",
    ],
)
def test_additional_costs_that_stay_unread(text: str) -> None:
    assert read(text, "sorcery") == [{"kind": "unread", "text": text}]


RATHER = "rather than pay this spell's mana cost"
ON_TOP = "in addition to paying its other costs."
FREE = "without paying their mana costs"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"You may pay 4 life and exile an Elf card from your hand {RATHER}.",
            other("Pay 4 life, Exile card Elf from hand"),
        ),
        (
            f"If it's not your turn, you may exile an Elf card from your hand {RATHER}.",
            other("Exile card Elf from hand", condition="not your turn"),
        ),
        (f"You may return an Elf you control to its owner's hand {RATHER}.", other("Return Elf")),
        (f"You may discard an Elf card and another card {RATHER}.", other("Discard card Elf, Discard card")),
        (
            f"If you control an Elf, {RATHER}, you may have an opponent gain 7 life.",
            other("Others gain 7 life", condition="count(Elf you) >= 1"),
        ),
        (f"You may exile the top four Elf cards of your graveyard {RATHER}.", other("Exile top 4 card Elf")),
        (
            f"If you have no Elf cards in hand, you may reveal your hand {RATHER}.",
            other("Reveal hand", condition="inhand(card Elf) = 0"),
        ),
        (
            f"You may pay {{B}} {RATHER} if there are eight or more Elves on the battlefield.",
            other("{B}", condition="count(Elf) >= 8"),
        ),
        (
            f"If an opponent cast a green Elf or Bird spell this turn, you may pay {{W}} {RATHER}.",
            other("{W}", condition="opponentcast(Elf green | Bird green) >= 1"),
        ),
        (
            f"If an opponent lost a game this year, you may pay {{B}} {RATHER}.",
            other("{B}", condition="unknown(an opponent lost a game this year)"),
        ),
        (
            "If you've cast another Elf spell this turn, you may cast this spell without paying its mana cost.",
            other(None, keyword="free", condition="castthisturn(Elf) >= 1"),
        ),
        (
            "If this spell is the longest spell you've cast this game, you may cast it without paying its mana cost.",
            other(None, keyword="free", condition="unknown(~ is the longest spell you've cast this game)"),
        ),
        (
            "You may cast this card from your graveyard by paying 9 life and discarding an Elf card " + ON_TOP,
            other("Pay 9 life, Discard card Elf", "graveyard", on_top=True),
        ),
        (
            (
                "As long as you control an Elf, you may cast this card from your graveyard by paying {5} rather"
                " than paying its mana cost. If you do and it would be put into your graveyard, exile it instead."
            ),
            other("{5}", "graveyard", condition="count(Elf you) >= 1"),
        ),
    ],
)
def test_alternative_costs_of_the_spell_itself(text: str, expected: dict[str, Any]) -> None:
    assert read(text, "instant") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You may pay {U}{U}{R} rather than pay the mana cost for spells you cast.",
            [other("{U}{U}{R}", applies_to="spell")],
        ),
        (
            "You may collect evidence 7 rather than pay the mana cost for spells you cast.",
            [other("Collect evidence 7", applies_to="spell")],
        ),
        (
            f"You may cast Elf spells from your hand {FREE}.",
            [other(None, "hand", "free", applies_to="Elf")],
        ),
        (
            f"Any player may cast artifact spells with mana value 2 or less {FREE} and as though they had flash.",
            [other(None, keyword="free", applies_to="artifact mv<=2", flash=True, who="any")],
        ),
        (
            f"You may cast Elf spells with mana value less than or equal to the number of Elves you control {FREE}.",
            [other(None, keyword="free", applies_to="Elf", most="count(Elf you)")],
        ),
        (
            (
                "Once each turn, you may pay {1} rather than pay the mana cost for an Elf spell you cast with mana"
                " value X or less, where X is the number of moss counters on this artifact."
            ),
            [other("{1}", applies_to="Elf", limit=1, most="counters(moss)")],
        ),
        (
            "Once each turn, you may pay {1} rather than pay the mana cost for an Elf spell you cast from exile.",
            [other("{1}", applies_to="Elf exilecast", limit=1)],
        ),
        (
            (
                "Once during each of your turns, you may cast an Elf spell by paying life equal to its mana value"
                " rather than paying its mana cost."
            ),
            [other("Pay mv life", condition="your turn", applies_to="Elf", limit=1)],
        ),
        (
            (
                "You may cast Elf spells with mana value 5 or less by paying {E}{E} rather than paying their mana"
                " costs. If you cast a spell this way, you may cast it as though it had flash."
            ),
            [other("Pay 2 energy", applies_to="Elf mv<=5", flash=True)],
        ),
        (
            (
                "During your turn, you may cast Elf and Bird spells from your graveyard by paying 6 life in addition"
                " to their other costs."
            ),
            [other("Pay 6 life", "graveyard", condition="your turn", applies_to="Elf | Bird", on_top=True)],
        ),
        (
            (
                "Once during each of your turns, you may cast an Elf spell from your hand or the top of your"
                " library without paying its mana cost."
            ),
            [
                other(None, zone, "free", condition="your turn", applies_to="Elf", limit=1)
                for zone in ("hand", "library")
            ],
        ),
        (
            "You may pay {1} rather than pay the equip cost of the first equip ability you activate each turn.",
            [other("{1}", applies_to="equip", changes="ability", limit=1)],
        ),
    ],
)
def test_alternative_costs_that_permanents_offer(text: str, expected: list[dict[str, Any]]) -> None:
    found = read(text)
    assert [dict(sorted(one.items())) for one in found] == [dict(sorted(one.items())) for one in expected]


def test_what_is_cast_from_among_exiled_cards_stays_unread() -> None:
    text = "Once each turn, you may cast an Elf spell from among cards exiled with this artifact by paying {1}."
    assert [one["kind"] for one in read(text)] == ["unread"]


@pytest.mark.parametrize("text", ["Others gain 3 life", "Reveal hand", "Exile top 3 card black", "Pay mv life"])
def test_new_parts_of_costs_read_back(text: str) -> None:
    assert str(Cost.parse(text)) == text


def test_counted_symbols() -> None:
    assert str(parse_cost("Pay six {C}")) == "{C}{C}{C}{C}{C}{C}"


_BEAR = Card(name="Bear", faces=(face_from_fields(name="Bear", mana_cost="{1}{G}", type_line="Creature — Bear"),))
_FOREST = Card(name="Forest", faces=(face_from_fields(name="Forest", type_line="Basic Land — Forest"),))


@pytest.mark.parametrize(
    ("condition", "state", "expected"),
    [
        ("opponentcast(spell) >= 2", State(opponents=(Player(spells_cast_this_turn=(_BEAR, _BEAR)),)), True),
        ("opponentcast(red) >= 1", State(opponents=(Player(spells_cast_this_turn=(_BEAR,)),)), False),
        ("opponentdrawn >= 3", State(opponents=(Player(), Player(cards_drawn_this_turn=3))), True),
        ("opponent searched", State(opponents=(Player(searched_library_this_turn=True),)), True),
        ("inhand(land card) = 0", State(you=Player(hand=(CardInZone(card=_FOREST),))), False),
        ("inhand(land card) = 0", State(you=Player(hand=(CardInZone(card=_BEAR),))), True),
        ("raid", State(), False),
        ("raid", State(turn="opponent", phase=Phase.DAMAGE), False),
        (
            "raid",
            State(phase=Phase.DAMAGE, you=Player(battlefield=(Permanent(card=_BEAR, attacking=True),))),
            True,
        ),
    ],
)
def test_conditions(condition: str, state: State, expected: bool) -> None:
    assert holds(Condition.parse(condition), View(state)) is expected


def test_conditions_that_the_state_does_not_tell() -> None:
    unknown = Condition.parse("unknown(you won or lost and drew) or your turn")
    assert str(unknown) == "unknown(you won or lost and drew) or your turn"
    with pytest.raises(Unsupported, match="you won or lost and drew"):
        holds(unknown, View(State()))
    with pytest.raises(Unsupported):
        holds(Condition.parse("raid"), View(State(phase=Phase.MAIN2)))
