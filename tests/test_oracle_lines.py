"""Rules texts of cards that do not exist, compiled line by line."""

from __future__ import annotations

import random
from typing import Any

import pytest

from castable.model.ability import Ability, Unread
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import BadRequest, CastableError
from castable.model.oracle import (
    bears_on_casting,
    bears_on_payment,
    card_from_mtgjson,
    card_from_scryfall,
    compile_text,
    face_from_fields,
)


def read(text: str, *types: str, name: str = "Mossy Stump", **more: frozenset[str]) -> list[dict[str, Any]]:
    """The abilities as plain data, without texts that bear on nothing."""
    abilities = compile_text(text, name=name, types=frozenset(types or ("artifact",)), **more)
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    return [ability_to_data(ability) for ability in abilities if not _idle(ability)]


def _idle(ability: Ability) -> bool:
    return isinstance(ability, Unread) and not ability.may_bear_on_payment and not ability.may_bear_on_casting


def mana(cost: str, adds: str, **more: object) -> dict[str, Any]:
    return {"kind": "mana-ability", "cost": cost, "adds": adds, **more}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{T}: Add {G}.", mana("{T}", "{G}")),
        ("{T}: Add {G} to your mana pool.", mana("{T}", "{G}")),
        ("{T}: Add {W}, {U}, or {B}.", mana("{T}", "{W} | {U} | {B}")),
        ("{T}: Add {2} to your mana pool.", mana("{T}", "{C}{C}")),
        ("{W/B}, {T}: Add {W}{W}, {W}{B}, or {B}{B}.", mana("{W/B}, {T}", "{W}{W} | {W}{B} | {B}{B}")),
        ("{T}: Add four mana in any combination of {R} and/or {G}.", mana("{T}", "4*any of {R}{G} mixed")),
        ("{T}: Add two mana of different colors.", mana("{T}", "2*any color different")),
        ("{T}: Add {R} or one mana of the chosen color.", mana("{T}", "{R} | chosen color")),
        ("{T}: Add {C} for each moss counter on Mossy Stump.", mana("{T}", "counters(moss)*{C}")),
        (
            "{T}: Add X mana of any one color, where X is the number of other Elves you control.",
            mana("{T}", "count(Elf other you)*any color"),
        ),
        (
            "{T}: Add one mana of any type that an artifact you control could produce.",
            mana("{T}", "type produced by(artifact you)"),
        ),
        (
            "{T}: Add one mana of any color a creature an opponent controls could produce.",
            mana("{T}", "color produced by(creature opponent)"),
        ),
        (
            "Sacrifice an artifact: Add one mana of any type the sacrificed artifact could produce.",
            mana("Sacrifice artifact", "type produced by(artifact paid)"),
        ),
        (
            "{T}: Add {B}. Activate this ability only if you control a Swamp.",
            mana("{T}", "{B}", condition="count(Swamp you) >= 1"),
        ),
        ("{3}: Add {B}. Activate only once each turn.", mana("{3}", "{B}", limit=1)),
        ("{T}: Add {B}. This artifact deals 3 damage to you.", mana("{T}", "{B}", damage=3)),
        ("{T}: Add {B}. You gain 2 life.", mana("{T}", "{B}", life_gain=2)),
        (
            "{T}: Add {B}. Spend this mana only to cast Goblin spells.",
            mana("{T}", "{B}", restriction="only cast Goblin"),
        ),
        (
            "{T}: Add {B}. If you control three or more Swamps, add {B}{B} instead.",
            mana("{T}", "{B}", instead="{B}{B}", instead_if="count(Swamp you) >= 3"),
        ),
        (
            "{T}, Sacrifice Mossy Stump: Add {B}. Draw a card.",
            mana("{T}, Sacrifice this", "{B}", moves_library_card=True, riders=["draw a card"]),
        ),
        (
            "{T}, Discard your hand: Add {B}. Activate only any time you could cast an instant.",
            mana("{T}, Discard hand", "{B}", timing="instant"),
        ),
        ("Exile Mossy Stump from your hand: Add {B}.", mana("Exile this from hand", "{B}", zone="hand")),
        (
            "{T}, Remove a moss counter from Mossy Stump: Add {B}. If there are no moss counters on it, sacrifice it.",
            None,
        ),
        ("{T}: Add {B}. Then the moon turns green.", None),
        ("{T}: Add {B} for each star in the sky.", None),
        ("{T}, Hum a tune: Add {B}.", None),
        ("{T}: Add X mana of any one color.", None),
        ("{1}: Add {B}. Put a moss counter on Mossy Stump.", None),
    ],
)
def test_mana_abilities(text: str, expected: dict[str, Any] | None) -> None:
    unread = {"kind": "unread", "text": text, "may_bear_on_own_casting": False}
    assert read(text) == [expected or unread]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "{T}: Add {B}. Target player loses 1 life.",
            {"kind": "activated-ability", "cost": "{T}", "targets": ["player"], "adds": "{B}"},
        ),
        ("[+1]: Add {R}{R}.", {"kind": "activated-ability", "cost": "Loyalty up 1", "adds": "{R}{R}"}),
        (
            "{2}: Destroy another target creature. Activate only as a sorcery.",
            {"kind": "activated-ability", "cost": "{2}", "timing": "sorcery", "targets": ["creature other"]},
        ),
        (
            "{B}: Return this card from your graveyard to your hand.",
            {"kind": "activated-ability", "cost": "{B}", "zone": "graveyard"},
        ),
        (
            "Whenever enchanted land is tapped for mana, its controller adds an additional {G}{G}.",
            {"kind": "triggered-mana-ability", "watches": "land enchanted", "adds": "{G}{G}"},
        ),
        (
            "Whenever you tap a Swamp for mana, add {B}. Spend this mana only to cast Rat spells.",
            {
                "kind": "triggered-mana-ability",
                "watches": "Swamp",
                "adds": "{B}",
                "who": "you",
                "restriction": "only cast Rat",
            },
        ),
        ("Affinity for Elves", {"kind": "cost-change", "less": "{1}", "times": "count(Elf you)"}),
        (
            "Goblin spells and red spells you cast cost {1} less to cast.",
            {"kind": "cost-change", "applies_to": "Goblin | red", "less": "{1}"},
        ),
        (
            "Mossy Stump costs {2} less to cast if you control a Forest.",
            {"kind": "cost-change", "less": "{2}", "condition": "count(Forest you) >= 1"},
        ),
        (
            "As an additional cost to cast this spell, sacrifice a creature or pay {2}.",
            {"kind": "additional-cost", "one_of": ["Sacrifice creature", "{2}"]},
        ),
        (
            "If you control a Forest, you may pay 3 life rather than pay this spell's mana cost.",
            {
                "kind": "alternative-cost",
                "keyword": "Mossy Stump",
                "cost": "Pay 3 life",
                "zone": "any",
                "condition": "count(Forest you) >= 1",
            },
        ),
        (
            "Flashback {2}{R}",
            {"kind": "alternative-cost", "keyword": "flashback", "cost": "{2}{R}", "zone": "graveyard"},
        ),
        ("Improvise", {"kind": "help-to-pay", "help": "improvise"}),
        ("Buyback {3}", {"kind": "optional-cost", "keyword": "buyback", "cost": "{3}"}),
        (
            "Multikicker {1}{W}",
            {"kind": "optional-cost", "keyword": "multikicker", "cost": "{1}{W}", "times": "any number"},
        ),
        (
            "This land enters tapped unless you control a Forest.",
            {"kind": "enters", "tapped": True, "unless": "count(Forest you) >= 1"},
        ),
        ("Nonbasic lands are Swamps.", {"kind": "land-types", "of": "land !basic", "types": ["Swamp"]}),
        (
            "If you tap a land for mana, it produces twice as much of that mana instead.",
            {"kind": "production-replacement", "watches": "land", "who": "you", "factor": 2},
        ),
        ("You may spend mana as though it were mana of any color.", {"kind": "spend-as"}),
        (
            "Activated abilities of lands can't be activated unless they're mana abilities.",
            {"kind": "prohibition", "what": "activate", "of": "land", "except_mana_abilities": True},
        ),
        (
            'Goblins you control have "{T}: Add {R}."',
            {"kind": "grant", "to": "Goblin you", "abilities": [mana("{T}", "{R}")]},
        ),
        ("Rats you control get +2/+0.", {"kind": "boost", "to": "Rat you", "power": 2}),
    ],
)
def test_other_abilities(text: str, expected: dict[str, Any]) -> None:
    assert read(text) == [expected]


def test_two_kickers_and_what_they_target() -> None:
    kicked = "If Mossy Stump was kicked with its {B} kicker, tap target creature."
    assert read(f"Kicker {{2}}{{U}} and/or {{B}}\nDestroy target artifact.\n{kicked}", "sorcery") == [
        {"kind": "optional-cost", "keyword": "kicker", "cost": "{2}{U}"},
        {"kind": "optional-cost", "keyword": "kicker", "cost": "{B}"},
        {"kind": "spell-targets", "needs": ["artifact"]},
        {"kind": "spell-targets", "needs": ["creature"], "if_kicked": "{B}"},
    ]


def test_modes() -> None:
    text = "Choose one or both —\n• Destroy target land.\n• You gain 9 life."
    assert read(text, "instant") == [
        {"kind": "modes", "of": 2, "at_most": 2},
        {"kind": "spell-targets", "needs": ["land"], "mode": 1},
    ]


def test_levels_hold_what_stands_below_them() -> None:
    text = "Level up {1}\nLEVEL 1-3\n2/2\n{T}: Add {G}.\nLEVEL 4+\n4/4\nElves you control get +1/+1."
    _, first, second = read(text, "creature")
    assert first["condition"] == "counters(level) >= 1 and counters(level) <= 3"
    assert first["abilities"] == [mana("{T}", "{G}")]
    assert second == {
        "kind": "boost",
        "to": "Elf you",
        "power": 1,
        "toughness": 1,
        "condition": "counters(level) >= 4",
    }


def test_reminder_text_and_ability_words_say_nothing() -> None:
    assert read("({T}: Add {G}.)", "land") == []
    assert read("Metalcraft — {T}: Add {G}. (It grows.)") == [mana("{T}", "{G}")]
    assert read("Dualcast — {T}: Add {G}.") == [mana("{T}", "{G}")]  # a flavor word: CR 207.2d


def test_short_names_of_legends() -> None:
    legend = frozenset({"legendary"})
    assert read("Remove a moss counter from Ilse: Add {G}.", name="Ilse, Moss Queen", supertypes=legend) == [
        mana("Remove 1 moss counter", "{G}")
    ]


@pytest.mark.parametrize(
    ("sentence", "payment", "casting"),
    [
        ("Flowers cost nothing.", True, True),
        ("Creatures lose all abilities.", True, True),
        ("Each land is an enchantment.", True, True),
        ("~ can't block.", False, False),
        ("~ doesn't untap during your untap step.", False, False),
        ("When ~ enters, spells cost {1} less to cast this turn.", False, False),
        ("Whenever you tap a land for mana, add something.", True, True),
        ("You may cast Moss spells from the top of your library.", False, True),
        ("Prevent all damage that would be dealt to you.", False, False),
    ],
)
def test_bearing(sentence: str, payment: bool, casting: bool) -> None:
    assert bears_on_payment(sentence) is payment
    assert bears_on_casting(sentence) is casting


def test_faces_of_both_card_files_agree() -> None:
    mtgjson = [
        {
            "name": "Up // Down",
            "faceName": "Down",
            "side": "b",
            "layout": "split",
            "manaCost": "{R}",
            "type": "Instant",
        },
        {"name": "Up // Down", "faceName": "Up", "side": "a", "layout": "split", "manaCost": "{G}", "type": "Sorcery"},
    ]
    scryfall = {
        "name": "Up // Down",
        "layout": "split",
        "card_faces": [
            {"name": "Up", "mana_cost": "{G}", "type_line": "Sorcery", "oracle_text": ""},
            {"name": "Down", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": ""},
        ],
    }
    card = card_from_mtgjson(mtgjson)
    assert card == card_from_scryfall(scryfall)
    assert [face.name for face in card.faces] == ["Up", "Down"]
    assert card.mana_value == 2


@pytest.mark.parametrize(
    ("record", "at"),
    [
        ([], "card"),
        ("Moss", "card"),
        ([{"name": 3}], "card[0].name"),
        ([{"name": "Moss", "text": ["a"]}], "card[0].text"),
        ([{"name": "Moss", "manaCost": "{Moss}"}], "card[0].mana_cost"),
        ([{"name": "Moss", "colorIndicator": ["Green"]}], "card[0].color_indicator"),
        ([{"name": "Moss", "colorIndicator": "G"}], "card[0].colorIndicator"),
        ([{"type": "Land"}], "card[0].name"),
        ([3], "card[0]"),
    ],
)
def test_bad_records_name_the_place(record: Any, at: str) -> None:
    with pytest.raises(BadRequest) as error:
        card_from_mtgjson(record)
    assert error.value.at == at


def test_bad_scryfall_records() -> None:
    for record in (3, {"name": "Moss", "card_faces": 3}, {"name": "Moss", "card_faces": [3]}, {}):
        with pytest.raises(BadRequest):
            card_from_scryfall(record)


def test_type_line() -> None:
    face = face_from_fields(name="Moss", type_line="Legendary Snow Artifact Creature — Elf Druid")
    assert face.supertypes == {"legendary", "snow"}
    assert face.types == {"artifact", "creature"}
    assert face.subtypes == {"Elf", "Druid"}


_PIECES = """{T} {2} {G} , : . ; — • ~ " ' ( ) Add add one mana of any color for each where X is target Target creature
you control or and cost less to cast as long as enters tapped kicker Kicker Choose Sacrifice sacrifice Remove counters
from among with power 4 greater instead If Whenever is tapped for mana Activate only once each turn have get +1/+1
\u202e \u00b2 \u0661 \n \x00 { } {{ }} 99999999999999999999""".split(" ")


def test_nonsense_raises_nothing_strange() -> None:
    dice = random.Random(7)
    for _ in range(1500):
        text = " ".join(dice.choice(_PIECES) for _ in range(dice.randint(1, 25)))
        for types in (frozenset({"instant"}), frozenset({"land"})):
            try:
                compile_text(text, name="Mossy Stump", types=types)
            except CastableError as error:
                pytest.fail(f"{text!r}: {error}")
