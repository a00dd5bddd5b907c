"""Texts that make spells and abilities cost more or less, of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter
from castable.model.oracle import compile_text, face_from_fields
from castable.model.state import CardInZone, Permanent, Player, State


def read(text: str, *types: str) -> list[dict[str, Any]]:
    """All abilities as plain data, read back once."""
    abilities = compile_text(text, name="Mossy Stump", types=frozenset(types or ("artifact",)))
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    return [ability_to_data(ability) for ability in abilities]


def change(**fields: object) -> dict[str, Any]:
    return {"kind": "cost-change", **fields}


def of_ability(**fields: object) -> dict[str, Any]:
    return change(changes="ability", **fields)


ITSELF = "This spell costs {3} less to cast "


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("for each Elf card in your graveyard.", change(less="{3}", times="graveyard(card Elf)")),
        ("for each other spell cast this turn.", change(less="{3}", times="storm")),
        ("for each Elf spell you've cast this turn.", change(less="{3}", times="castthisturn(Elf)")),
        ("for each Elf spell your opponents have cast this turn.", change(less="{3}", times="opponentscast(Elf)")),
        (
            "for each different mana value among Elf cards in your graveyard.",
            change(less="{3}", times="mvsamong(card Elf)"),
        ),
        ("for each star you've counted this turn.", change(less="{3}", times="unknown(star you've counted this turn)")),
        ("if it targets a tapped Elf.", change(less="{3}", targets="Elf tapped")),
        (
            "if it targets an Elf that sang this turn.",
            change(less="{3}", condition="unknown(it targets an Elf that sang this turn)"),
        ),
        ("if an opponent controls nine or more Elves.", change(less="{3}", condition="opponentcount(Elf) >= 9")),
        (
            "if an opponent has two or more Elf cards in their graveyard.",
            change(less="{3}", condition="opponentgraveyard(card Elf) >= 2"),
        ),
        ("if your life total is 9 or less.", change(less="{3}", condition="life <= 9")),
        ("if it's bargained.", change(less="{3}", condition="paid(bargain)")),
        ("if you've seen a comet.", change(less="{3}", condition="unknown(you've seen a comet)")),
        ("during your turn.", change(less="{3}", condition="your turn")),
        ("as long as an Elf is attacking.", change(less="{3}", condition="count(Elf attacking) >= 1")),
    ],
)
def test_of_the_spell_itself(rest: str, expected: dict[str, Any]) -> None:
    assert read(ITSELF + rest, "sorcery") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            ITSELF + "if you control an Elf and {1} less to cast if you control a Bird.",
            [
                change(less="{3}", condition="count(Elf you) >= 1"),
                change(less="{1}", condition="count(Bird you) >= 1"),
            ],
        ),
        (
            ITSELF + "if you control an Elf. It also costs {1} less to cast if you control a Bird.",
            [
                change(less="{3}", condition="count(Elf you) >= 1"),
                change(less="{1}", condition="count(Bird you) >= 1"),
            ],
        ),
        (
            "This spell costs {X} less to cast, where X is the number of differently named Elves you control.",
            [change(less="{1}", times="namesamong(Elf you)")],
        ),
        (
            "As long as this spell is on the stack, spells that target it cost {5} more to cast.",
            [change(applies_to="spell", who="any", more="{5}", targets="this", zone="stack")],
        ),
    ],
)
def test_of_the_spell_itself_in_other_forms(text: str, expected: list[dict[str, Any]]) -> None:
    assert [dict(sorted(one.items())) for one in read(text, "sorcery")] == [
        dict(sorted(one.items())) for one in expected
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Each spell you cast that's an Elf, Bird, or Bear costs {4} less to cast.",
            [change(applies_to="Elf | Bird | Bear", less="{4}")],
        ),
        (
            "Each spell you cast that's blue or black costs {4} less to cast.",
            [change(applies_to="blue | black", less="{4}")],
        ),
        ("Elf spells you cast cost up to {3} less to cast.", [change(applies_to="Elf", less="{3}", up_to=True)]),
        ("Your commander costs {4} less to cast.", [change(applies_to="commander", less="{4}")]),
        (
            "Spells you cast with mana value 7 or greater cost {2} less to cast and can't be countered.",
            [change(applies_to="mv>=7", less="{2}")],
        ),
        (
            "The first Elf spell you cast each turn costs {3} less to cast and can be cast as though it had flash.",
            [
                change(applies_to="Elf", less="{3}", condition="castthisturn(Elf) = 0"),
                *(
                    {
                        "kind": "permission",
                        "what": "Elf",
                        "zone": zone,
                        "flash": True,
                        "condition": "castthisturn(Elf) = 0",
                    }
                    for zone in ("hand", "command")
                ),
            ],
        ),
        (
            "The first Elf spell you cast during each of your turns costs {3} less to cast.",
            [change(applies_to="Elf", less="{3}", condition="your turn and castthisturn(Elf) = 0")],
        ),
        (
            "During turns other than yours, Elf spells you cast cost {2} less to cast.",
            [change(applies_to="Elf", less="{2}", condition="not your turn")],
        ),
        (
            (
                "During your turn, spells your opponents cast cost {2} more to cast and abilities your opponents "
                "activate cost {2} more to activate unless they're mana abilities."
            ),
            [
                change(applies_to="spell", who="opponent", more="{2}", condition="your turn"),
                of_ability(applies_to="any !manaability", who="opponent", more="{2}", condition="your turn"),
            ],
        ),
        (
            "Each spell costs {5} more to cast except during its controller's turn.",
            [change(applies_to="spell", who="any", more="{5}", condition="not caster's turn")],
        ),
        (
            "Spells your opponents cast that target this artifact cost an additional 6 life to cast.",
            [change(applies_to="spell", who="opponent", more_life=6, targets="this")],
        ),
        (
            "Elf spells your opponents cast from graveyards or from exile cost {3} more to cast.",
            [
                change(applies_to="Elf graveyardcast", who="opponent", more="{3}"),
                change(applies_to="Elf exilecast", who="opponent", more="{3}"),
            ],
        ),
        (
            "Each Elf spell you cast costs {2} less to cast for each Bird it targets.",
            [change(applies_to="Elf", less="{2}", times="targeted(Bird)")],
        ),
        (
            "Elf spells you cast that share a creature type with this artifact cost {2} less to cast.",
            [change(applies_to="Elf sharedtype", less="{2}")],
        ),
        (
            (
                "Eminence — As long as Mossy Stump is in the command zone or on the battlefield, other Bird spells "
                "you cast cost {2} less to cast."
            ),
            [change(applies_to="Bird other", less="{2}", zone="any")],
        ),
        (
            "Elf spells you cast from your graveyard or from exile cost {3} less to cast.",
            [change(applies_to=f"Elf {place}cast", less="{3}") for place in ("graveyard", "exile")],
        ),
        (
            "Plotting cards from your hand costs {3} less.",
            [of_ability(applies_to="ability(plot)", less="{3}")],
        ),
        (
            "Your commander costs {2} less to cast for each time it's been cast from the command zone this game.",
            [change(applies_to="commander", less="{2}", times="owncasts")],
        ),
        ("Flashback costs you pay cost up to {3} less.", [change(applies_to="flashbackcast", less="{3}", up_to=True)]),
        ("Dash costs you pay cost {3} less.", [change(applies_to="spell", less="{3}", condition="paid(dash)")]),
    ],
)
def test_of_other_spells(text: str, expected: list[dict[str, Any]]) -> None:
    assert [dict(sorted(one.items())) for one in read(text)] == [dict(sorted(one.items())) for one in expected]


NO_LESS = "This effect can't reduce the mana in that cost to less than one mana."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"Activated abilities of Elves you control cost {{X}} less to activate, where X is your speed. {NO_LESS}",
            of_ability(applies_to="Elf you", less="{1}", times="speed", minimum=1),
        ),
        (
            f"Enchanted artifact's activated abilities cost {{3}} less to activate. {NO_LESS}",
            of_ability(applies_to="artifact enchanted", who="any", less="{3}", minimum=1),
        ),
        (
            "Activated abilities of Elf cards in your graveyard cost {2} less to activate.",
            of_ability(applies_to="card Elf graveyardcast", who="any", less="{2}"),
        ),
        (
            "Activated abilities cost {5} more to activate unless they're mana abilities.",
            of_ability(applies_to="any !manaability", who="any", more="{5}"),
        ),
        (
            "Abilities you activate that aren't mana abilities cost {3} less to activate.",
            of_ability(applies_to="any !manaability", less="{3}"),
        ),
        ("Equip abilities you activate cost {4} less to activate.", of_ability(applies_to="equip", less="{4}")),
        (
            "Equip abilities you activate that target this creature cost {4} less to activate.",
            of_ability(applies_to="equip", less="{4}", targets="this"),
        ),
        ("Equip costs you pay cost {4} less.", of_ability(applies_to="equip", less="{4}")),
        (
            "Cycling abilities you activate cost up to {4} less to activate.",
            of_ability(applies_to="cycling", less="{4}", up_to=True),
        ),
        (
            "Boast abilities you activate cost {2} less to activate for each Elf you control.",
            of_ability(applies_to="ability(boast)", less="{2}", times="count(Elf you)"),
        ),
        (
            "Loyalty abilities of planeswalkers your opponents control cost {3} more to activate.",
            of_ability(applies_to="ability(loyalty) planeswalker opponent", who="any", more="{3}"),
        ),
        (
            "The first activated ability of an Elf you activate each turn costs {3} less to activate.",
            of_ability(
                applies_to="Elf",
                less="{3}",
                condition="unknown(it is the first such ability activated this turn)",
            ),
        ),
    ],
)
def test_of_abilities(text: str, expected: dict[str, Any]) -> None:
    (found,) = read(text, "creature")
    assert dict(sorted(found.items())) == dict(sorted(expected.items()))


def test_of_an_ability_itself() -> None:
    (ability,) = read("{7}{U}, {T}: Draw a card. This ability costs {2} less to activate for each Elf you control.")
    assert ability["own_changes"] == [of_ability(less="{2}", times="count(Elf you)")]
    (equip,) = read("Equip {6}. This ability costs {4} less to activate if it targets a tapped Elf.")
    assert equip["cost"] == "{6}"
    assert equip["own_changes"] == [of_ability(less="{4}", targets="Elf tapped")]


@pytest.mark.parametrize(
    "text",
    [
        "Buyback costs cost {3} less.",
        "This spell costs {X} less to cast, where X is a secret. It costs {1} more to cast.",
        "Elf spells they cast cost {2} less to cast.",
    ],
)
def test_what_stays_unread(text: str) -> None:
    assert [one["kind"] for one in read(text, "sorcery")] == ["unread"]


_BEAR = Card(name="Bear", faces=(face_from_fields(name="Bear", mana_cost="{1}{G}", type_line="Creature — Bear"),))
_SHAPE = Card(
    name="Shape",
    faces=(face_from_fields(name="Shape", mana_cost="{5}", type_line="Creature — Elf", text="Changeling"),),
)


@pytest.mark.parametrize(
    ("amount", "state", "expected"),
    [
        (
            "opponentcount(creature)",
            State(
                opponents=(
                    Player(battlefield=(Permanent(card=_BEAR),)),
                    Player(battlefield=(Permanent(card=_BEAR), Permanent(card=_SHAPE))),
                )
            ),
            2,
        ),
        ("opponentgraveyard(card)", State(opponents=(Player(graveyard=(CardInZone(card=_BEAR),)), Player())), 1),
        ("opponentlifelost", State(opponents=(Player(life_lost_this_turn=2), Player(life_lost_this_turn=1))), 3),
        (
            "storm",
            State(
                you=Player(spells_cast_this_turn=(_BEAR,)), opponents=(Player(spells_cast_this_turn=(_BEAR, _SHAPE)),)
            ),
            3,
        ),
        (
            "namesamong(creature you)",
            State(you=Player(battlefield=(Permanent(card=_BEAR), Permanent(card=_BEAR), Permanent(card=_SHAPE)))),
            2,
        ),
        (
            "mvsamong(card)",
            State(you=Player(graveyard=(CardInZone(card=_BEAR), CardInZone(card=_BEAR), CardInZone(card=_SHAPE)))),
            2,
        ),
        ("owncasts", State(you=Player(command=(CardInZone(card=_SHAPE, casts=3),))), 3),
        (
            "commandermv",
            State(you=Player(battlefield=(Permanent(card=_BEAR, commander=True),), command=(CardInZone(card=_SHAPE),))),
            5,
        ),
    ],
)
def test_amounts(amount: str, state: State, expected: int) -> None:
    assert value(Amount.parse(amount), View(state)) == expected


def test_amounts_of_a_source() -> None:
    source = Permanent(card=_BEAR, id=1, imprinted=(_BEAR, _SHAPE))
    view = View(State(you=Player(battlefield=(source,))), source)
    assert value(Amount.parse("imprinted"), view) == 2
    shared = Filter.parse("sharedtype")
    assert matches(shared, _SHAPE.front, view)
    assert not matches(shared, face_from_fields(name="Bird", type_line="Creature — Bird"), view)


def test_whose_turn_it_is_for_the_caster() -> None:
    fact = Condition.parse("caster's turn")
    assert holds(fact, View(State(), side="opponent"))
    assert not holds(fact, View(State(turn="opponent"), side="opponent"))


def test_an_amount_that_is_not_understood_is_quoted() -> None:
    with pytest.raises(Unsupported, match="star you've counted"):
        value(Amount.parse("unknown(star you've counted)"), View(State()))
