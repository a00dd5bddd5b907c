"""What mana may be spent on: limits that read their source, limits on spells with {X} (CR 106.6, 202.3e)."""

from __future__ import annotations

import pytest
from hand_built import board, card, kicker, mana, permanent, spell

from castable.model.ability import ManaAbility
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.mana import Restriction
from castable.model.oracle import compile_text
from castable.model.production import Production
from castable.model.state import State
from castable.solver.payments import payments
from castable.solver.pools import maximal_pools


def limited(limit: str, adds: str = "4*{C}") -> Card:
    """A source whose mana has this limit."""
    return card("Source", "artifact", mana("{T}", adds, restriction=Restriction.parse(limit)))


def pays(state: State) -> bool:
    return bool(payments(state, "Spell"))


def read(text: str) -> ManaAbility:
    """The mana ability that an artifact with this text has."""
    (ability,) = compile_text(text, name="Source", types=frozenset({"artifact"}))
    assert isinstance(ability, ManaAbility)
    return ability


class TestChosenColor:
    """A limit that speaks of the color chosen for the source is fixed as the mana is made."""

    THRONE = limited("only cast monocolored chosencolor", "4*chosen color")

    @pytest.mark.parametrize(
        ("cost", "may"), [("{1}{U}", True), ("{1}{U}{R}", False), ("{1}{R}", False), ("{2}", False)]
    )
    def test_only_spells_of_that_color(self, cost: str, may: bool) -> None:
        state = board(permanent(self.THRONE, chosen=(("color", "U"),)), "4 Mountain", hand=[spell(cost)])
        made = [a.source for payment in payments(state, "Spell") for a in payment.activations]
        assert ("Source" in made) is may

    def test_unsupported_where_none_is_chosen(self) -> None:
        source = limited("only cast monocolored chosencolor", "{U}")
        with pytest.raises(Unsupported, match="chosen color"):
            pays(board(source, hand=[spell("{U}")]))

    def test_read_from_text(self) -> None:
        words = "{T}: Add two mana of the chosen color. Spend this mana only to cast artifact spells of that color."
        assert str(read(words).restriction) == "only cast artifact chosencolor"


class TestVariables:
    """Limits on spells with {X} in their mana cost look at nothing but the mana cost."""

    def test_none_in_its_mana_cost(self) -> None:
        source = limited("only cast !hasx", "4*{R}")
        assert pays(board(source, hand=[spell("{1}{R}")]))
        assert not pays(board(source, hand=[spell("{X}{R}")]))

    def test_in_a_kicker(self) -> None:
        state = board(limited("only cast hasx"), "Mountain", hand=[spell("{R}", kicker("{X}"))])
        assert {payment.choices.x for payment in payments(state, "Spell")} == {None, 0}
        state = board(limited("only pay hasx"), "Mountain", hand=[spell("{R}", kicker("{X}"))])
        assert {payment.choices.x for payment in payments(state, "Spell")} == {None, 0, 1, 2, 3, 4}

    def test_mana_value_on_the_stack(self) -> None:
        state = board(limited("only cast mv>=4"), "Mountain", hand=[spell("{X}{R}")])
        assert {payment.choices.x for payment in payments(state, "Spell")} == {0, 3, 4}

    def test_read_from_text(self) -> None:
        words = "{T}: Add {C}. Spend this mana only to cast a colored spell without {X} in its mana cost."
        assert str(read(words).restriction) == "only cast colored !hasx"


class TestLandPlayed:
    """Mana that depends on whether you played a land this turn (CR 614.15)."""

    RIVER = card(
        "River",
        "land",
        mana("{T}", "{U}", instead=Production.parse("{B}"), instead_if=Condition.parse("land played")),
    )

    @pytest.mark.parametrize(("played", "made"), [(0, "{U}"), (1, "{B}"), (2, "{B}")])
    def test_what_it_makes(self, played: int, made: str) -> None:
        assert [str(pool) for pool in maximal_pools(board(self.RIVER, lands_played=played))] == [made]

    def test_read_from_text(self) -> None:
        ability = read("{T}: Add {G}. If you played a land this turn, add {W} instead.")
        assert (str(ability.instead), str(ability.instead_if)) == ("{W}", "land played")


def test_two_named_creatures() -> None:
    ability = read("{T}: Add {C}. If you control creatures named Big Worker and Small Worker, add {C}{C} instead.")
    tower = card("Tower", "artifact", ability)
    helpers = [card(name, "creature", power="1", toughness="1") for name in ("Big Worker", "Small Worker")]
    assert [str(pool) for pool in maximal_pools(board(tower, helpers[0]))] == ["{C}"]
    assert [str(pool) for pool in maximal_pools(board(tower, *helpers))] == ["{C}{C}"]
