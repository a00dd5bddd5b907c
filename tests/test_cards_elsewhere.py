"""Effects that reach spells and cards outside the battlefield, and mana that may be spent in one way only."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, less, mana, permanent, spell

from castable.model.ability import Becomes, LandTypes, SpendAs
from castable.model.card import Card
from castable.model.effects import with_effects, without_effects
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import COLORS, Mana, ManaType, Restriction
from castable.model.oracle import compile_text
from castable.model.state import CardInZone, Player, State
from castable.solver.payments import payments

EVERYWHERE = Filter.parse("card | spell")
DAWN_SPENDING = (
    SpendAs(mana=Mana.parse("{W}")),
    SpendAs(mana=Mana.parse("{U}{B}{R}{G}{C}"), as_mana=Mana.parse("{C}"), only=True),
)
DAWN = card(
    "Dawn",
    "enchantment",
    LandTypes(of=Filter.parse("land you"), types=("Plains",)),
    Becomes(
        of=Filter.parse("permanent !land you"),
        colors="W",
        elsewhere=Filter.parse("spell you | card !land owner"),
    ),
    *DAWN_SPENDING,
)
GREY = card("Grey", "artifact", Becomes(of=Filter.parse("permanent"), colors="", elsewhere=EVERYWHERE))
PAINTER = card(
    "Painter",
    "artifact creature",
    Becomes(of=Filter.parse("permanent"), chosen_color=True, also_colors=True, elsewhere=EVERYWHERE),
    power="1",
    toughness="3",
)
ADAPTATION = card(
    "Adaptation",
    "enchantment",
    Becomes(
        of=Filter.parse("creature you"),
        chosen=True,
        also=True,
        elsewhere=Filter.parse("creature spell you | creature card owner"),
    ),
)
NONLAND = "nonland cards you own that aren't on the battlefield"
BLACK, GREEN = spell("{B}{B}"), spell("{1}{G}", types="creature Bear")
WHITE_ONLY = mana("{T}", "{C}{C}", restriction=Restriction.parse("only cast white"))


def colors(state: State) -> str:
    """The colors of the first card in your hand."""
    found = with_effects(state).you.hand[0].card.front.colors
    return "".join(color for color in COLORS if color in found)


def pays(state: State) -> bool:
    return bool(payments(state, "Spell"))


class TestColorsOfCards:
    """CR 105.3, 109.2, 613.1e: effects on the colors of spells and of cards outside the battlefield."""

    @pytest.mark.parametrize(("effect", "found"), [(DAWN, "W"), (GREY, "")])
    def test_cards_in_hand(self, effect: Card, found: str) -> None:
        assert colors(board(effect, hand=[BLACK])) == found

    def test_land_cards_are_left_out(self) -> None:
        tower = card("Tower", "land", color_indicator=frozenset({ManaType.B}))
        assert colors(board(DAWN, hand=[tower])) == "B"

    def test_the_chosen_color_besides_its_own(self) -> None:
        painter = permanent(PAINTER, chosen=(("color", "U"),))
        assert colors(board(painter, hand=[BLACK])) == "UB"

    def test_no_color_is_chosen(self) -> None:
        with pytest.raises(Unsupported, match="Painter"):
            colors(board(PAINTER, hand=[BLACK]))

    def test_the_later_effect_wins(self) -> None:
        dawn, grey = permanent(DAWN, timestamp=2), permanent(GREY, timestamp=1)
        assert colors(board(dawn, grey, hand=[BLACK])) == "W"
        assert colors(board(replace(dawn, timestamp=0), grey, hand=[BLACK])) == ""

    def test_cards_of_opponents_are_theirs(self) -> None:
        state = replace(board(), opponents=(Player(hand=(CardInZone(card=BLACK),)), Player()))
        state = replace(state, you=replace(state.you, battlefield=(permanent(DAWN),)))
        assert with_effects(state) == replace(with_effects(state), opponents=state.opponents)

    def test_whose_spell_a_card_in_anothers_exile_becomes(self) -> None:
        state = replace(board(DAWN), opponents=(Player(exile=(CardInZone(card=BLACK),)),))
        with pytest.raises(Unsupported, match="Dawn"):
            with_effects(state)

    def test_what_is_imprinted(self) -> None:
        state = board(DAWN, permanent(card("Mox", "artifact", mana("{T}", "imprinted color")), imprinted=(BLACK,)))
        state = replace(state, you=replace(state.you, hand=(CardInZone(card=spell("{W}"), id=90),)))
        assert pays(state)

    def test_taken_back(self) -> None:
        state = board(DAWN, hand=[BLACK])
        assert without_effects(with_effects(state)) == state
        assert with_effects(with_effects(state)) == with_effects(state)

    def test_the_identity_of_a_commander_stays(self) -> None:
        assert with_effects(board(DAWN, hand=[BLACK])).you.hand[0].card.color_identity == {ManaType.B}

    def test_limits_and_reductions_see_the_new_color(self) -> None:
        source = card("Source", "artifact", WHITE_ONLY)
        assert not pays(board(source, hand=[spell("{2}")]))
        assert pays(board(source, DAWN, hand=[spell("{2}")]))
        helper = card("Helper", "artifact", less("{1}", applies_to=Filter.parse("white spell")))
        assert not pays(board("Forest", helper, hand=[spell("{1}{G}")]))
        assert pays(board("Forest", helper, DAWN, hand=[spell("{1}{G}")]))


class TestTypesOfCards:
    """CR 109.2, 613.1d: the types of creature cards follow those of creatures in play."""

    def test_creature_cards_alone(self) -> None:
        state = with_effects(board(permanent(ADAPTATION, chosen=(("type", "elf"),)), hand=[GREEN, BLACK]))
        assert [held.card.front.subtypes for held in state.you.hand] == [{"Bear", "Elf"}, frozenset()]

    def test_mana_for_spells_of_the_type(self) -> None:
        source = card("Source", "land", mana("{T}", "{G}{G}", restriction=Restriction.parse("only cast Elf")))
        assert not pays(board(source, hand=[GREEN]))
        assert pays(board(source, permanent(ADAPTATION, chosen=(("type", "Elf"),)), hand=[GREEN]))


class TestOneWayOnly:
    """CR 609.4b: mana that may be spent only as though it were of another type is not spent as its own."""

    @pytest.mark.parametrize(
        ("pool", "cost", "may"),
        [
            ("B", "{B}", False),
            ("W", "{B}", True),
            ("B", "{1}", True),
            ("BB", "{1}{C}", True),
            ("W", "{C}", False),
            ("WB", "{1}{U}", True),
            ("BB", "{1}{U}", False),
        ],
    )
    def test_dawn(self, pool: str, cost: str, may: bool) -> None:
        state = board(DAWN, pool=pool, hand=[spell(cost)])
        assert pays(state) is may
        assert compare(state, "Spell").agrees

    def test_agrees_with_lands(self) -> None:
        for cost in ("{B}{G}", "{1}{C}", "{2}{R}", "{W}{U}{C}"):
            state = board(DAWN, "Swamp; Forest; Island; Sol Ring", pool="G", hand=[spell(cost)])
            assert compare(state, "Spell").agrees

    def test_another_way_too(self) -> None:
        with pytest.raises(Unsupported, match="one way only"):
            pays(board(DAWN, card("Orrery", "artifact", SpendAs()), pool="B", hand=[spell("{B}")]))

    def test_what_an_opponent_lets_everyone_do(self) -> None:
        lattice = card("Lattice", "artifact", SpendAs(who="any"))
        assert pays(board("Forest", hand=[spell("{U}")], opponent=[lattice]))
        assert not pays(board("Forest", hand=[spell("{U}")], opponent=[card("Own", "artifact", SpendAs())]))

    def test_for_its_own_abilities_alone(self) -> None:
        own = SpendAs(activating=Filter.parse("this"))
        signet = card("Signet", "artifact", mana("{U}, {T}", "{W}"), own)
        assert pays(board("Forest", signet, hand=[spell("{W}")]))
        assert not pays(board("Forest", signet, hand=[spell("{U}")]))
        assert compare(board("2 Forest", signet, hand=[spell("{1}{W}")]), "Spell").agrees


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        (
            f"Permanents are white. The same is true for spells you control and {NONLAND}.",
            "spell you | !land card owner",
        ),
        ("All cards that aren't on the battlefield, spells, and permanents are colorless.", "card | spell"),
        ("Lands you control and land cards you own that aren't on the battlefield are Deserts.", "land card owner"),
        ("Permanents you control are all colors.", None),
    ],
)
def test_read(text: str, elsewhere: str | None) -> None:
    (ability,) = compile_text(text, name="Source", types=frozenset({"enchantment"}))
    assert isinstance(ability, Becomes)
    assert ability.elsewhere == (None if elsewhere is None else Filter.parse(elsewhere))


def test_read_how_other_mana_is_spent() -> None:
    text = (
        "You may spend white mana as though it were mana of any color. "
        "You may spend other mana only as though it were colorless mana."
    )
    assert compile_text(text, name="Source", types=frozenset({"enchantment"})) == DAWN_SPENDING
