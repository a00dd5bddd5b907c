"""What cards say of power and toughness, and of being no creature (CR 613.4c, 613.1d), read from text."""

from __future__ import annotations

from typing import Any

import pytest
from hand_built import board, card, permanent

from castable.model.ability import Becomes, Boost, Grant, Unread
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.evaluate import View, power_of
from castable.model.oracle import compile_text, face_from_fields
from castable.model.state import State
from castable.solver.plays import activation_verdict


def read(text: str) -> list[Any]:
    return list(compile_text(text, name="Moss", types=frozenset({"creature"})))


@pytest.mark.parametrize(
    ("text", "to", "power", "condition"),
    [
        ("Moss gets +2/+1 as long as seven or more cards are in your graveyard.", "this", "2", "graveyard(card) >= 7"),
        ("Moss gets +2/+1 as long as the moon is full.", "this", "2", "unknown(the moon is full)"),
        ("As long as the moon is full, Moss gets +2/+1 and has lifelink.", "this", "2", "unknown(the moon is full)"),
        (
            "Other creatures you control get +1/+0 unless the moon is full.",
            "creature other you",
            "1",
            "unknown(unless the moon is full)",
        ),
        ("Creatures you control get +1/+1 for each star above.", "creature you", "unknown(for each star above)", None),
        ("Mossy things you tend get +1/+1.", "creature", "unknown(its size)", None),
        (
            "Enchanted creature gets +2/+2 as long as it's untapped.",
            "creature enchanted",
            "2",
            "unknown(it's untapped)",
        ),
    ],
)
def test_boosts(text: str, to: str, power: str, condition: str | None) -> None:
    (boost,) = (ability for ability in read(text) if isinstance(ability, Boost))
    assert (str(boost.to), str(boost.power)) == (to, power)
    assert (boost.condition and str(boost.condition)) == condition


@pytest.mark.parametrize(
    "text",
    [
        "As long as the moon is full, Moss gets +2/+1 and has haste.",
        "As long as the moon is full, Moss gets +1/+1 and is black.",
        "Moss gets +1/+1 for each star above and is a Bird in addition to its other types.",
    ],
)
def test_what_is_about_more_than_size(text: str) -> None:
    (unread,) = read(text)
    assert isinstance(unread, Unread) and unread.may_bear_on_payment


def test_several_predicates() -> None:
    found = read("Equipped creature gets +3/+0 and is a Knight in addition to its other types.")
    assert {type(ability) for ability in found} == {Boost, Becomes}


def made(name: str, text: str) -> Card:
    face = face_from_fields(name=name, type_line="Creature — Elf", text=text, power="2", toughness="2", mana_cost="{W}")
    return Card(name=name, faces=(face,))


def test_only_who_asks_for_the_size_has_to_know() -> None:
    other = permanent(card("Bear", "creature", power="2", toughness="2"))
    state = board(permanent(made("Moss", "Moss gets +1/+1 for each star above.")), other)
    moss, bear = state.you.battlefield
    assert power_of(bear, View(state)) == 2
    with pytest.raises(Unsupported, match="star"):
        power_of(moss, View(state))


@pytest.mark.parametrize(("others", "is_creature"), [(0, False), (4, True)])
def test_a_god_without_devotion(others: int, is_creature: bool) -> None:
    god = permanent(made("God", "As long as your devotion to white is less than five, God isn't a creature."))
    state: State = with_effects(board(god, *[permanent(card("Cleric", "creature", cost="{W}"))] * others))
    face = state.you.battlefield[0].face
    assert ("creature" in face.types, "Elf" in face.subtypes) == (is_creature, is_creature)


@pytest.mark.parametrize(
    ("text", "power"),
    [
        ("During your turn, other creatures you control get +1/+0.", ["1"]),
        (
            "Equipped creature gets +2/+0. It gets an additional +1/+2 as long as the moon is full.",
            ["unknown(and more)"],
        ),
        ('Equipped creature gets +2/+0 and has "Whenever this creature attacks, draw a card."', ["2"]),
        ("Each creature you control that's a Wolf, Moss, or Beast gets +1/+1.", ["unknown(its size)"]),
    ],
)
def test_more_ways_to_say_it(text: str, power: list[str]) -> None:
    assert [str(a.power) for a in read(text) if isinstance(a, Boost)] == power


@pytest.mark.parametrize(
    ("text", "payment", "casting"),
    [
        ("As long as Moss is full, it can attack as though it didn't have defender.", False, False),
        ("As long as Moss is full, it's an artifact creature.", True, True),
        ("As long as Moss is full, it has shroud and sings.", True, True),
        ("Moss has shroud unless the moon is full.", False, True),
        ("If an ability of another Wolf you control triggers, that ability triggers an additional time.", False, False),
        ("Mossy things can't have +1/+1 counters put on them.", False, False),
        ("While choosing targets for a spell, your opponents must choose a Flagbearer.", True, True),
    ],
)
def test_what_a_clause_bears_on(text: str, payment: bool, casting: bool) -> None:
    (unread,) = read(text)
    assert isinstance(unread, Unread)
    assert (unread.may_bear_on_payment, unread.may_bear_on_casting) == (payment, casting)


def test_levels_of_a_class() -> None:
    text = "Moss gets +1/+1.\n{1}{G}: Level 2\nCreatures you control have haste.\n{2}{G}: Level 3\nYou gain life."
    face = face_from_fields(name="Moss", type_line="Enchantment — Class", text=text)
    granted = [(str(grant.to), str(grant.condition)) for grant in face.of(Grant)]
    assert granted == [("creature you", "counters(level) >= 2")]
    moss = Card(name="Moss", faces=(face,))
    for counters, cost, legal in (
        ((), "{1}{G}", True),
        ((), "{2}{G}", False),
        ((("level", 2),), "{2}{G}", True),
        ((("level", 2),), "{1}{G}", False),
    ):
        state = board("3 Forest", permanent(moss, counters=counters))
        assert bool(activation_verdict(state, "Moss", Cost.parse(cost))) is legal


@pytest.mark.parametrize(
    ("text", "to", "granted", "condition"),
    [
        ("During your turn, creatures you control have hexproof.", "creature you", "hexproof", "your turn"),
        ("You and creatures you control have shroud.", "creature you", "shroud", None),
        ("Jump — During your turn, Moss has flying.", "this", "flying", "your turn"),
    ],
)
def test_grants(text: str, to: str, granted: str, condition: str | None) -> None:
    (grant,) = (ability for ability in read(text) if isinstance(ability, Grant))
    assert (str(grant.to), grant.abilities[0].name) == (to, granted)
    assert (grant.condition and str(grant.condition)) == condition
    assert not any(isinstance(ability, Unread) and ability.may_bear_on_payment for ability in read(text))
