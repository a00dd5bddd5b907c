"""Mana abilities whose mana depends on the object given up for them (CR 608.2h, 106.7)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell, to_pay

from castable.model.ability import LandTypes
from castable.model.card import Card, Layout
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.oracle.nouns import parse_filter
from castable.model.state import State
from castable.solver.payments import payments
from castable.solver.plays import verdict

CHAIN = card(
    "Chain",
    "enchantment",
    mana("Exile a creature", "1+exiled(mv)*any color", restriction=Restriction.parse("only cast creature")),
    cost="{2}{G}",
)
PRIEST = card("Priest", "creature Cleric", mana("{T}, Sacrifice an artifact", "sacrificed(mv)*{B}"), cost="{1}{B}")
WASTREL = card("Wastrel", "enchantment", mana("Sacrifice a land", "type produced by(land paid)"), cost="{B}{G}")
GOLEM = card("Golem", "artifact creature", cost="{4}")
BEAST = card("Beast", "creature Beast", cost="{2}{G}")
TRINKET = card("Trinket", "artifact", cost="{1}")
FREE = card("Free", "artifact", cost="{0}")
POOL = card("Pool", "land", mana("{T}", "type produced by(land you)"))
CRADLE = card("Cradle", "land", mana("{T}", "count(creature you)*{G}"))
SPRAWL = card("Sprawl", "land", mana("{T}", "{U}{B}"))


def texts(state: State) -> list[str]:
    return sorted(str(payment) for payment in payments(state, "Spell"))


class TestManaValueOfWhatIsGivenUp:
    def test_each_object_by_its_own_mana_value(self) -> None:
        state = to_pay("{2}{B}{B}", PRIEST, GOLEM, TRINKET)
        expected = (
            "Spell; total {2}{B}{B}; Priest: {T}, Sacrifice artifact using Golem -> {B}{B}{B}{B}; spend {B}{B}{B}{B}; "
            "sacrifice Golem"
        )
        assert texts(state) == [expected]

    def test_a_token_is_worth_nothing(self) -> None:
        state = to_pay("{B}", PRIEST, permanent("Treasure", token=True), permanent(TRINKET))
        assert not any("using Treasure" in text for text in texts(state))
        assert any("using Trinket" in text for text in texts(state))

    def test_one_more_than_the_mana_value(self) -> None:
        beast, any_spell = spell("{3}{R}", types="creature"), spell("{R}", name="Trick")
        state = board(CHAIN, BEAST, hand=[beast, any_spell])
        assert verdict(state, "Spell").castable
        assert not verdict(state, "Trick").castable
        assert not payments(board(CHAIN, BEAST, hand=[spell("{4}{R}", types="creature")]), "Spell")

    def test_a_card_transformed_has_the_mana_value_of_its_front(self) -> None:
        back = card("Back", "artifact").front
        both = Card(name="Golem // Back", faces=(GOLEM.front, back), layout=Layout.TRANSFORM)
        state = to_pay("{2}{B}{B}", PRIEST, permanent(both, face_name="Back"))
        assert payments(state, "Spell").count() == 1

    def test_its_own_source_may_be_given_up(self) -> None:
        forged = card(
            "Forged", "artifact creature", mana("{T}, Sacrifice an artifact", "sacrificed(mv)*{B}"), cost="{2}"
        )
        assert payments(to_pay("{B}{B}", forged), "Spell").count() == 1

    @pytest.mark.parametrize(
        "adds", ["sacrificed(power)*{B}", "exiled(mv)*{B}", "color of the sacrificed", "color among(artifact paid)"]
    )
    def test_what_is_not_told(self, adds: str) -> None:
        odd = card("Odd", "enchantment", mana("Sacrifice an artifact", adds))
        with pytest.raises(Unsupported):
            bool(payments(to_pay("{B}", odd, GOLEM), "Spell"))

    def test_objects_given_up_where_others_untap(self) -> None:
        with pytest.raises(Unsupported, match="may be used"):
            bool(payments(to_pay("{B}", PRIEST, GOLEM, permanent("Pili-Pala", tapped=True)), "Spell"))


class TestTypesOfTheLandGivenUp:
    def test_after_it_was_tapped_for_mana(self) -> None:
        assert payments(to_pay("{U}{B}{U}", WASTREL, SPRAWL), "Spell").count() == 1
        assert not payments(to_pay("{U}{B}{G}", WASTREL, SPRAWL), "Spell")

    def test_a_tapped_land_will_do(self) -> None:
        assert payments(to_pay("{G}", WASTREL, permanent("Forest", tapped=True)), "Spell").count() == 1

    @pytest.mark.parametrize("land", [POOL, CRADLE])
    def test_types_that_others_have_a_say_in(self, land: object) -> None:
        with pytest.raises(Unsupported):
            bool(payments(to_pay("{G}", WASTREL, land, BEAST), "Spell"))  # type: ignore[arg-type]

    def test_effects_that_may_end(self) -> None:
        urn = card("Urn", "land", LandTypes(of=Filter.parse("land"), types=("Swamp",), also=True))
        with pytest.raises(Unsupported):
            bool(payments(to_pay("{G}", WASTREL, urn, "Forest"), "Spell"))


BOARDS = [
    to_pay("{B}{B}", PRIEST, TRINKET, TRINKET, GOLEM),
    to_pay("{3}{B}", PRIEST, PRIEST, GOLEM, TRINKET, FREE),
    to_pay("{2}{B}", PRIEST, "Treasure; Swamp", FREE, GOLEM),
    to_pay(
        "{1}{B}",
        card("Ogre", "creature", mana("{1}, {T}, Sacrifice an artifact", "sacrificed(mv)*{B}")),
        "Forest",
        GOLEM,
    ),
    to_pay("{1}{B}", PRIEST, card("Foundry", "artifact", mana("Sacrifice an artifact", "{C}{C}"), cost="{4}"), GOLEM),
    board(CHAIN, BEAST, "Llanowar Elves; Forest", hand=[spell("{3}{W}{W}", types="creature")]),
    board(CHAIN, BEAST, "Phyrexian Altar", "Swamp", hand=[spell("{2}{R}", types="creature")]),
    to_pay("{U}{G}", WASTREL, "Tropical Island; Forest"),
    to_pay("{2}{U}{U}", WASTREL, SPRAWL, "2 Island"),
    to_pay("{W}{W}", WASTREL, "Fetid Heath; Swamp"),
]


@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_agrees_with_the_brute_force(number: int, floating: bool) -> None:
    state = BOARDS[number]
    try:
        comparison = compare(state, "Spell", floating=floating, max_states=4_000)
    except Unsupported as error:
        pytest.skip(str(error))
    assert comparison.agrees, (comparison.missing, comparison.extra)


def test_each_color_or_type_has_the_noun_after_the_last() -> None:
    assert str(parse_filter("another black or artifact creature")) == "creature black other | artifact creature other"


ALTAR = card("Altar", "artifact", mana("Sacrifice a creature", "any color"), cost="{3}")
SMELTER = card("Smelter", "creature", mana("{T}, Sacrifice an artifact", "{B}{B}"), cost="{1}")
FOUNDRY = card("Foundry", "artifact", mana("Sacrifice an artifact", "{C}{C}"), cost="{4}")


class TestWhatTakesMayBeTaken:
    @pytest.mark.parametrize("floating", [False, True])
    def test_it_is_used_before_it_is_given_up(self, floating: bool) -> None:
        state = to_pay("{2}{R}", ALTAR, FOUNDRY, BEAST)
        assert compare(state, "Spell", floating=floating, max_states=4_000).agrees

    @pytest.mark.parametrize("floating", [False, True])
    def test_it_gives_itself_up_last(self, floating: bool) -> None:
        assert compare(to_pay("{3}", FOUNDRY, "Treasure"), "Spell", floating=floating, max_states=4_000).agrees

    def test_not_each_for_the_other(self) -> None:
        with pytest.raises(Unsupported, match="given up for the other"):
            bool(payments(to_pay("{B}{B}{R}", ALTAR, SMELTER), "Spell"))

    def test_where_each_may_give_itself_up_there_is_a_way(self) -> None:
        found = payments(
            to_pay("{C}{C}{R}", FOUNDRY, card("Forge", "artifact", mana("Sacrifice an artifact", "{R}"))), "Spell"
        )
        assert found
        with pytest.raises(Unsupported):
            found.count()

    def test_an_ability_that_may_be_paid_for_by_giving_up_its_source(self) -> None:
        dear = card("Dear", "artifact", mana("{1}, Sacrifice a creature", "{R}{R}{R}"), cost="{3}")
        with pytest.raises(Unsupported):
            bool(payments(to_pay("{R}{R}{R}", dear, FOUNDRY, BEAST), "Spell"))
