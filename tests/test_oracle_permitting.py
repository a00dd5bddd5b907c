"""Permissions to cast and play, and what spells and cards are given, in texts of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.ability import Keyword
from castable.model.data import ability_from_data, ability_to_data
from castable.model.oracle import compile_text, parse_filter


def read(text: str, *types: str) -> list[dict[str, Any]]:
    """All abilities as plain data, read back once, without texts that bear on nothing."""
    abilities = compile_text(text, name="Mossy Stump", types=frozenset(types or ("creature",)))
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    found = [ability_to_data(ability) for ability in abilities]
    return [dict(sorted(one.items())) for one in found]


def permit(zone: str = "graveyard", **fields: object) -> dict[str, Any]:
    where = {} if zone == "graveyard" else {"zone": zone}
    return dict(sorted({"kind": "permission", **where, **fields}.items()))


def flash(**fields: object) -> list[dict[str, Any]]:
    return [permit(zone, flash=True, **fields) for zone in ("hand", "command")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You may cast Mossy Stump from your graveyard as long as you control an Elf.",
            [permit(condition="count(Elf you) >= 1")],
        ),
        (
            "You may cast Mossy Stump from your graveyard or from exile.",
            [permit(), permit("exile")],
        ),
        (
            (
                "You may cast Mossy Stump from your graveyard if you slept well. If you do, it enters with a moss "
                "counter on it."
            ),
            [permit(condition="unknown(you slept well)")],
        ),
        (
            "As long as Mossy Stump is on the battlefield, you may play Elf cards from your graveyard.",
            [permit(what="Elf", lands=True)],
        ),
        ("You may play snow lands from your graveyard.", [permit(what="land snow", lands=True)]),
        (
            (
                "You may look at the top card of your library any time, and you may play snow lands from the top "
                "of your library."
            ),
            [permit("library", what="land snow", lands=True)],
        ),
        (
            "You may play lands and cast Elf spells from the top of your library.",
            [permit("library", what="land", lands=True), permit("library", what="Elf")],
        ),
        (
            (
                "Once during each of your turns, you may cast an Elf or Bird spell from your graveyard. If you "
                "cast a spell this way, that creature enters with a moss counter on it."
            ),
            [permit(what="Elf | Bird", limit=1, condition="your turn")],
        ),
        (
            "During each of your turns, you may cast one Elf card from your graveyard.",
            [permit(what="Elf", limit=1, condition="your turn")],
        ),
        (
            (
                "You may cast Elf spells from the top of your library. If you cast a spell this way, you may cast "
                "it as though it had flash."
            ),
            [permit("library", what="Elf", flash=True)],
        ),
        (
            (
                "You may play the top card of your library. If you cast a spell this way, pay life equal to its "
                "mana value rather than pay its mana cost."
            ),
            [
                permit(
                    "library",
                    what="card",
                    lands=True,
                    alternative={
                        "kind": "alternative-cost",
                        "keyword": "Mossy Stump",
                        "cost": "Pay mv life",
                        "zone": "library",
                    },
                )
            ],
        ),
        ("You may cast Elf spells as though they had flash.", flash(what="Elf")),
        ("You may cast green spells and Elf spells as though they had flash.", flash(what="green | Elf")),
        (
            "You may cast the first Elf spell you cast each turn as though it had flash.",
            flash(what="Elf", condition="castthisturn(Elf) = 0"),
        ),
        (
            "You may cast Mossy Stump as though it had flash if you control an Elf.",
            flash(condition="count(Elf you) >= 1"),
        ),
        ("You may cast spells from among cards exiled with Mossy Stump.", None),
        ("Any player may cast Elf spells as though they had flash.", flash(what="Elf", who="any")),
        ("You may cast Mossy Stump from your graveyard, but not from anywhere else.", None),
    ],
)
def test_permissions(text: str, expected: list[dict[str, Any]] | None) -> None:
    if expected is None:
        assert [one["kind"] for one in read(text)] == ["unread"]
    else:
        assert read(text) == expected


def test_of_a_spell_itself() -> None:
    text = "You may cast Mossy Stump as though it had flash if you control an Elf."
    assert read(text, "sorcery") == flash(condition="count(Elf you) >= 1")


def grant(to: str, *abilities: dict[str, Any], **fields: object) -> list[dict[str, Any]]:
    return [dict(sorted({"kind": "grant", "to": to, "abilities": list(abilities), **fields}.items()))]


def way(keyword: str, cost: str, zone: str = "graveyard", **more: object) -> dict[str, Any]:
    return {"kind": "alternative-cost", "keyword": keyword, "cost": cost, "zone": zone, **more}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "Each Elf card in your graveyard has escape. The escape cost is equal to the card's mana cost plus "
                "exile two other cards from your graveyard."
            ),
            grant("card Elf graveyardcast", way("escape", "Exile 2 card other from graveyard", on_top=True)),
        ),
        (
            (
                "During your turn, each Elf and Bird card in your graveyard has flashback. Its flashback cost is "
                "equal to its mana cost."
            ),
            grant(
                "card Elf graveyardcast | card Bird graveyardcast",
                way("flashback", "", on_top=True),
                condition="your turn",
            ),
        ),
        (
            "Elf cards in your graveyard have retrace.",
            grant("card Elf graveyardcast", way("retrace", "Discard land", on_top=True)),
        ),
        (
            "Red cards and Elf cards in your hand have cycling {4}.",
            grant(
                "card red handcast | card Elf handcast",
                {"kind": "activated-ability", "cost": "{4}, Discard this", "keyword": "cycling", "zone": "hand"},
            ),
        ),
        (
            "Each Elf spell you cast has emerge. The emerge cost is equal to its mana cost.",
            grant("spell Elf", way("emerge", "", "any", on_top=True)),
        ),
        ("Elf spells you cast have cascade.", grant("spell Elf", {"kind": "keyword", "name": "cascade"})),
        ("Spells you cast have improvise.", [{"applies_to": "spell", "help": "improvise", "kind": "help-to-pay"}]),
        (
            "The first Elf spell you cast each turn has convoke.",
            [
                {
                    "applies_to": "Elf",
                    "condition": "castthisturn(Elf) = 0",
                    "help": "convoke",
                    "kind": "help-to-pay",
                }
            ],
        ),
        (
            "Elf spells you cast from exile have affinity for Birds.",
            [{"applies_to": "Elf exilecast", "kind": "cost-change", "less": "{1}", "times": "count(Bird you)"}],
        ),
        (
            "Each Elf spell you cast has casualty 4.",
            [
                {
                    "applies_to": "Elf",
                    "cost": "Sacrifice creature power>=4",
                    "keyword": "casualty",
                    "kind": "optional-cost",
                }
            ],
        ),
        (
            "For each {G} in a cost, you may pay 5 life rather than pay that mana.",
            [{"kind": "life-for-mana", "life": 5, "mana": "{G}"}],
        ),
    ],
)
def test_what_is_given(text: str, expected: list[dict[str, Any]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Each Elf card in your graveyard has scavenge. The scavenge cost is equal to its mana cost.",
        "Each Elf spell you cast has replicate. The replicate cost is equal to its mana cost.",
        "The first Elf spell you cast from exile each turn has cascade.",
    ],
)
def test_what_is_not_given(text: str) -> None:
    assert {one["kind"] for one in read(text)} == {"unread"}


def test_colors_and_types_in_every_pair() -> None:
    assert str(parse_filter("red or green instant or sorcery spell")) == (
        "instant spell red | sorcery spell red | instant spell green | sorcery spell green"
    )


def test_a_keyword_of_a_spell_is_no_keyword_of_a_permanent() -> None:
    (given,) = compile_text("Elf spells you cast have storm.", name="Moss", types=frozenset({"artifact"}))
    assert not isinstance(given, Keyword)
