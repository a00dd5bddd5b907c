"""Noun phrases, costs, amounts, conditions and spending limits in English, as the model writes them."""

from __future__ import annotations

import pytest

from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle import (
    parse_amount,
    parse_condition,
    parse_cost,
    parse_filter,
    parse_restriction,
    same_cost,
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a creature", "creature"),
        ("another creature you control", "creature other you"),
        ("an untapped Elf you control", "Elf untapped you"),
        ("two-headed", None),
        ("nonland permanents", "!land permanent"),
        ("Noncreature spells", "!creature spell"),
        ("a non-Goblin creature", "creature !Goblin"),
        ("creature spells with power 4 or greater", "creature spell power>=4"),
        ("a basic Forest or Plains", "Forest basic | Plains basic"),
        ("instant or sorcery spells", "instant spell | sorcery spell"),
        ("a white or blue creature", "creature white | creature blue"),
        ("an untapped artifact or creature you control", "artifact untapped you | creature untapped you"),
        ("a nonartifact, nonblack creature", "!artifact creature !black"),
        ("Dwarves, Wolves, and Allies your opponents control", "Dwarf opponent | Wolf opponent | Ally opponent"),
        ("creatures you control with a charge counter on them", "creature counter(charge) you"),
        ("creatures without flying", "creature !flying"),
        ("a token named Twig", "token named(Twig)"),
        ("a Sphinx with mana value 3 or less", "Sphinx mv<=3"),
        ("a creature or a land with power 4 or greater", "creature | land power>=4"),
        ("a creature blocking ~", None),
        ("a gizmo", None),
        ("", None),
    ],
)
def test_filter(words: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_filter(words)
    else:
        assert str(parse_filter(words)) == expected
        assert parse_filter(words) == Filter.parse(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("{T}", "{T}"),
        ("{2}, {T}, Sacrifice this artifact", "{2}, {T}, Sacrifice this"),
        ("Sacrifice Mossy Stump", "Sacrifice this"),
        ("Remove two +1/+1 counters from among creatures you control", "Remove 2 +1/+1 counter from creature"),
        ("{T}, Remove any number of moss counters from Mossy Stump", "{T}, Remove chosen moss counter"),
        ("Exile a card from your graveyard", "Exile card from graveyard"),
        ("Exile this card from your hand", "Exile this from hand"),
        ("Tap three untapped Elves you control", "Tap 3 Elf untapped"),
        ("Pay {E}{E}", "Pay 2 energy"),
        ("{1}{G}, Pay 2 life, Discard a card at random", "{1}{G}, Pay 2 life, Randomly discard card"),
        ("pay 1 life and exile a blue card from your hand", "Pay 1 life, Exile card blue from hand"),
        ("Return two Islands you control to their owner's hand", "Return 2 Island"),
        ("[−3]", "Loyalty down 3"),
        ("+1", "Loyalty up 1"),
        ("Sacrifice all lands you control", None),
        ("Sacrifice a Forest and a Plains", None),
        ("Remove all moss counters from ~", None),
        ("Dance", None),
        ("", None),
    ],
)
def test_cost(words: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_cost(words, "Mossy Stump")
    else:
        assert parse_cost(words, "Mossy Stump") == Cost.parse(expected)


def test_costs_are_compared_by_meaning() -> None:
    printed = parse_cost("{T}, Tap an untapped creature you control, Pay 1 life")
    assert same_cost(printed, Cost.parse("Pay 1 life, {T}, Tap creature"))
    assert not same_cost(printed, Cost.parse("Pay 2 life, {T}, Tap creature"))
    assert not same_cost(Cost.parse("{T}"), Cost.parse("{1}, {T}"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the number of Elves you control", "count(Elf you)"),
        ("the number of creature cards in your graveyard", "graveyard(creature card)"),
        ("the greatest power among creatures you control", "maxpower(creature you)"),
        ("~'s power", "power"),
        ("your devotion to black and green", "devotion(BG)"),
        ("one plus the number of moss counters on ~", "1+counters(moss)"),
        ("twice the number of cards in your hand", "2*hand"),
        ("three", "3"),
        ("the number of Elves you control and each Elf card in your graveyard", None),
        ("some luck", None),
    ],
)
def test_amount(words: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_amount(words)
    else:
        assert str(parse_amount(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("you control a Swamp or a Mountain", "count(Swamp you | Mountain you) >= 1"),
        ("you control three or more artifacts", "count(artifact you) >= 3"),
        ("you control no creatures", "count(creature you) = 0"),
        ("you control a Swamp and a Mountain", "count(Swamp you) >= 1 and count(Mountain you) >= 1"),
        ("~ entered this turn or if you control a basic land", "entered this turn or count(land basic you) >= 1"),
        ("you have 5 or less life", "life <= 5"),
        ("it's not your turn", "not your turn"),
        ("there are two or more moss counters on ~", "counters(moss) >= 2"),
        ("creatures you control have total power 8 or greater", "totalpower(creature you) >= 8"),
        ("there are five or more mana values among cards in your graveyard", "mvsamong(card) >= 5"),
        ("the moon is full", None),
        ("you control a Swamp and the moon is full", None),
    ],
)
def test_condition(words: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_condition(words)
    else:
        assert str(parse_condition(words)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("to cast creature spells", "only cast creature"),
        ("to cast an instant or sorcery spell", "only cast instant | sorcery"),
        (
            "to cast a colorless Eldrazi spell or activate an ability of a colorless Eldrazi",
            "only cast Eldrazi colorless or activate Eldrazi colorless",
        ),
        ("to cast artifact spells or activate abilities of artifacts", "only cast artifact or activate artifact"),
        ("to activate abilities", "only activate any"),
        ("on costs that contain {X}", "only pay hasx"),
        ("to cast your commander", "only cast commander owner"),
        ("to dance", None),
        ("to cast creatures", None),
    ],
)
def test_restriction(words: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_restriction(words)
    else:
        assert str(parse_restriction(words)) == expected


def test_restriction_of_what_it_never_pays() -> None:
    assert str(parse_restriction("to cast nonartifact spells", never=True)) == "never cast !artifact"
