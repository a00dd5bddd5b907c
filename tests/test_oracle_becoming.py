"""What permanents become, lose and are given, in texts of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_oracle_lines import mana, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All Goblins lose all abilities.", {"of": "Goblin", "loses_abilities": True}),
        (
            "All artifacts lose all abilities except mana abilities.",
            {"of": "artifact", "loses_abilities": True, "keeps_mana_abilities": True},
        ),
        (
            "Enchanted artifact loses all abilities and is a blue Crab creature with base power and toughness 0/3.",
            {
                "of": "artifact enchanted",
                "types": ["creature"],
                "subtypes": ["Crab"],
                "colors": "U",
                "loses_abilities": True,
                "power": "0",
                "toughness": "3",
            },
        ),
        (
            "As long as Mossy Stump has a sleep counter on it, it's a land.",
            {"of": "this", "types": ["land"], "condition": "counters(sleep) >= 1"},
        ),
        (
            "Artifacts you control are lands in addition to their other types.",
            {"of": "artifact you", "types": ["land"], "also": True},
        ),
        (
            "Islands you control are 1/2 white and blue Crab creatures that are still lands.",
            {
                "of": "Island you",
                "types": ["creature"],
                "subtypes": ["Crab"],
                "also": True,
                "colors": "WU",
                "power": "1",
                "toughness": "2",
            },
        ),
        (
            (
                'Enchanted creature is a colorless Treasure artifact with "{T}: Add {U}" and loses all other card '
                "types and abilities."
            ),
            {
                "of": "creature enchanted",
                "types": ["artifact"],
                "subtypes": ["Treasure"],
                "colors": "",
                "loses_abilities": True,
                "abilities": [mana("{T}", "{U}")],
            },
        ),
        (
            "As long as you control a Swamp, other creatures have base power and toughness 4/4 and have haste.",
            {
                "of": "creature other",
                "abilities": [{"kind": "keyword", "name": "haste"}],
                "power": "4",
                "toughness": "4",
                "condition": "count(Swamp you) >= 1",
            },
        ),
        (
            "Mossy Stump is the chosen type in addition to its other types.",
            {"of": "this", "also": True, "chosen": True},
        ),
        (
            "Other Elves are black Zombies in addition to their other colors and types.",
            {"of": "Elf other", "subtypes": ["Zombie"], "also": True, "colors": "B", "also_colors": True},
        ),
    ],
)
def test_becomes(text: str, expected: dict[str, Any]) -> None:
    assert read(text, "enchantment") == [{"kind": "becomes", **expected}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Enchanted land is a Swamp, Forest, and Island.",
            {"kind": "land-types", "of": "land enchanted", "types": ["Swamp", "Forest", "Island"]},
        ),
        (
            "As long as Mossy Stump has a moss counter on it, lands you control are Forests.",
            {"kind": "land-types", "of": "land you", "types": ["Forest"], "condition": "counters(moss) >= 1"},
        ),
        (
            'As long as enchanted permanent is a creature, it has "{T}: Add {U}."',
            {"kind": "grant", "to": "creature enchanted", "abilities": [mana("{T}", "{U}")]},
        ),
        (
            (
                "As long as Mossy Stump is in your graveyard and you control an Island, artifacts you control have "
                '"{T}: Add {U}."'
            ),
            {
                "kind": "grant",
                "to": "artifact you",
                "abilities": [mana("{T}", "{U}")],
                "condition": "count(Island you) >= 1",
                "zone": "graveyard",
            },
        ),
        (
            'Each artifact you control with a counter on it has "{T}: Add {U}."',
            {"kind": "grant", "to": "artifact counter(any) you", "abilities": [mana("{T}", "{U}")]},
        ),
        (
            'As long as the top card of your library is a land card, Mossy Stump has "{T}: Add {U}."',
            {
                "kind": "grant",
                "to": "this",
                "abilities": [mana("{T}", "{U}")],
                "condition": "librarytop(land card) >= 1",
            },
        ),
        (
            "II — This Saga gains \"Artifacts you control have '{T}: Add {U}.'\"",
            {
                "kind": "grant",
                "to": "artifact you",
                "abilities": [mana("{T}", "{U}")],
                "condition": "counters(lore) >= 2",
            },
        ),
    ],
)
def test_given_and_land_types(text: str, expected: dict[str, Any]) -> None:
    assert read(text, "enchantment") == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "All artifacts lose all colors.",
        "Creatures you control are every creature type.",
        "Enchanted creature is a Crab in addition to its other types and is every moss.",
        "Lands you control are Ponds.",
        "Enchanted creature is a blue Crab in addition to its other types.",
    ],
)
def test_what_is_not_understood_stays_unread(text: str) -> None:
    found = read(text, "enchantment")
    assert [entry["kind"] for entry in found] == ["unread"]
    assert "may_bear_on_payment" not in found[0]
