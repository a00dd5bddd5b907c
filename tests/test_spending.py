"""What mana may be spent on: limits that read their source, limits on spells with {X} (CR 106.6, 202.3e)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import CARDS, board, card, kicker, less, mana, permanent, spell

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    ManaAbility,
    ProductionReplacement,
    SpendAs,
    SpendOnly,
    TriggeredManaAbility,
)
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Action, Mana, Restriction
from castable.model.oracle import compile_text
from castable.model.payment import Payment
from castable.model.production import Production
from castable.model.state import Permanent, State
from castable.solver.announce import Wishes
from castable.solver.check import check
from castable.solver.explain import why_unpayable
from castable.solver.payments import payments
from castable.solver.pools import maximal_pools
from castable.solver.spending import Purpose, SpendingRules

GREEN = Production.parse("{G}")


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


class TestSpendOnly:
    """Spells that only some mana may be spent on: the mana remembers its source (CR 106.3)."""

    BASICS, CREATURES = SpendOnly(made_by=Filter.parse("land basic")), SpendOnly(made_by=Filter.parse("creature"))
    GROWTH = card("Growth", "enchantment Aura", TriggeredManaAbility(watches=Filter.parse("enchanted"), adds=GREEN))
    REFLECTION = card("Reflection", "enchantment", ProductionReplacement(watches=Filter.ANY, who="you", factor=2))

    def of_basics(self, *permanents: Permanent | Card | str, cost: str = "{2}{G}{G}") -> State:
        return board(*permanents, hand=[spell(cost, self.BASICS)])

    def test_basic_lands(self) -> None:
        assert payments(self.of_basics("3 Forest; Snow-Covered Forest"), "Spell").count() == 1
        for other in ("Savannah", "Llanowar Elves", "Sol Ring"):
            assert not pays(self.of_basics(f"3 Forest; {other}"))

    def test_extra_mana_of_an_aura(self) -> None:
        forest = permanent("Forest", ref="f")
        growth = permanent(self.GROWTH, attached_to="f")
        assert not pays(self.of_basics("2 Forest", forest, growth))
        assert pays(self.of_basics("3 Forest", forest, growth))

    def test_a_land_that_produces_twice_as_much(self) -> None:
        assert pays(self.of_basics("2 Forest", self.REFLECTION))

    def test_mana_through_other_sources(self) -> None:
        assert not pays(self.of_basics("Forest; Gruul Signet", cost="{G}{G}"))
        assert pays(self.of_basics("3 Forest; Savannah; Gruul Signet", cost="{G}{G}"))

    def test_creatures(self) -> None:
        def possible(*permanents: Card | str, also: tuple[Card, ...] = ()) -> bool:
            return pays(board(*permanents, hand=(spell("{1}", self.CREATURES), *also)))

        assert possible("Llanowar Elves")
        assert possible("Forest; Ceta Disciple")
        assert not possible("Forest; Springleaf Drum; Grizzly Bears")
        assert not possible(also=(CARDS["Elvish Spirit Guide"],))  # a card, no creature

    def test_payments_of_other_spells_stay_the_same(self) -> None:
        state = board("3 Forest; Llanowar Elves", hand=[spell("{G}"), spell("{G}", self.BASICS, name="Beast")])
        assert payments(state, "Spell").count() == 2
        assert payments(state, "Beast").count() == 1
        (payment,) = payments(state, "Beast")
        assert Payment.parse(str(payment)) == payment
        assert payment in payments(state, "Beast")

    def test_each_way_once(self) -> None:
        state = self.of_basics("2 Forest; Llanowar Elves; Ceta Disciple", cost="{G}")
        for floating in (False, True):
            found = list(payments(state, "Spell", floating=floating))
            assert len(found) == len(set(found)) == payments(state, "Spell", floating=floating).count()

    def test_unsupported_with_mana_in_the_pool(self) -> None:
        with pytest.raises(Unsupported, match="in the pool"):
            pays(board("3 Forest", hand=[spell("{G}", self.BASICS)], pool="G"))

    def test_the_referee_refuses(self) -> None:
        state = self.of_basics("4 Forest")
        (payment,) = payments(state, "Spell")
        with pytest.raises(Unsupported, match="the limit on mana spent on Spell"):
            check(state, payment)

    def test_why_not(self) -> None:
        assert why_unpayable(payments(self.of_basics("3 Forest; Savannah"), "Spell")).text == (
            "{2}{G}{G} needs 4 mana; you can have at most 3 mana that may be spent on it"
        )
        assert why_unpayable(payments(self.of_basics("Forest; Savannah; 3 Wastes"), "Spell")).symbols == "{G}{G}"

    def test_read_from_text(self) -> None:
        assert compile_text(
            "Spend only mana produced by basic lands to cast this spell.", name="Beast", types=frozenset({"creature"})
        ) == (self.BASICS,)


class TestSpendOnlyOnX:
    """Spells with a limit on the mana that pays for {X}."""

    DRAIN = SpendOnly(on_x=Mana.types("B"))

    def values(self, *permanents: Card | str, also: tuple[Ability, ...] = ()) -> set[int | None]:
        state = board(*permanents, hand=[spell("{X}{1}{B}", self.DRAIN, *also)])
        return {payment.choices.x for payment in payments(state, "Spell")}

    def test_only_black(self) -> None:
        assert self.values("3 Swamp; 4 Plains") == {0, 1, 2}
        assert self.values("2 Swamp") == {0}
        state = board("2 Swamp; 4 Plains", hand=[spell("{X}{1}{B}", self.DRAIN)])
        assert why_unpayable(payments(state, "Spell", Wishes(x=2))).text == (
            "3 mana of the kinds that may pay for a part of {3}{B} needed; your sources make at most 2 of it (Swamp)"
        )

    def test_mana_spent_as_though_it_were_black(self) -> None:
        assert self.values("2 Swamp; 2 Plains", card("Orrery", "artifact", SpendAs())) == {0, 1, 2}

    def test_two_colors(self) -> None:
        burn = SpendOnly(on_x=Mana.types("BR"))
        state = board("2 Swamp; 2 Mountain; Plains", hand=[spell("{X}{1}{B}", burn)])
        assert {payment.choices.x for payment in payments(state, "Spell")} == {0, 1, 2, 3}

    def test_unsupported_with_a_reduction(self) -> None:
        with pytest.raises(Unsupported, match="a reduction"):
            self.values("4 Swamp", also=(less("{1}"),))

    @pytest.mark.parametrize(("words", "types"), [("black", "B"), ("black and/or red", "BR")])
    def test_read_from_text(self, words: str, types: str) -> None:
        text = f"Spend only {words} mana on X."
        assert compile_text(text, name="Drain", types=frozenset({"sorcery"})) == (SpendOnly(on_x=Mana.types(types)),)


class TestOnlySuchMana:
    """What a spell or an ability says of the mana spent on itself."""

    @pytest.mark.parametrize(("cost", "may"), [("{1}", False), ("{0}", True), ("{G/P}", True)])
    def test_no_mana_at_all(self, cost: str, may: bool) -> None:
        state = board("2 Forest", hand=[spell(cost, SpendOnly(mana=Mana()))])
        assert pays(state) is may
        assert compare(state, "Spell").agrees

    def test_a_color(self) -> None:
        state = board("Forest; 2 Island", hand=[spell("{2}", SpendOnly(mana=Mana.parse("{U}")))])
        assert [str(payment.spends) for payment in payments(state, "Spell")] == ["{U}{U}"]
        assert compare(state, "Spell").agrees

    def test_units_of_different_colors(self) -> None:
        golem = SpendOnly(on_x=Mana.parse("{W}{U}{B}{R}{G}"), different=True)
        state = board("4 Forest", hand=[spell("{2}", golem, kicker("{X}"))])
        assert payments(state, "Spell", Wishes(kicked=()))
        with pytest.raises(Unsupported, match="different colors"):
            bool(payments(state, "Spell", Wishes(x=1)))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("{3}, {T}: Draw a card. Spend only mana of the chosen color to activate this ability.", "chosen_color"),
            ("{X}: Source deals X damage to any target. Spend only black mana on X.", "on_x"),
        ],
    )
    def test_read_of_abilities(self, text: str, expected: str) -> None:
        (ability,) = compile_text(text, name="Source", types=frozenset({"artifact"}))
        assert isinstance(ability, ActivatedAbility)
        assert ability.spend_only is not None
        assert getattr(ability.spend_only, expected)

    @pytest.mark.parametrize(("color", "may"), [("G", True), ("U", False)])
    def test_the_color_chosen_for_the_source(self, color: str, may: bool) -> None:
        throne = permanent(card("Throne", "artifact"), chosen=(("color", color),))
        purpose = Purpose(action=Action.ACTIVATE, thing=throne, spend_only=SpendOnly(chosen_color=True))
        rules = SpendingRules.of(board(throne))
        assert rules.pays(Mana.parse("{G}").units[0], None, purpose) is may

    def test_no_color_is_chosen(self) -> None:
        purpose = Purpose(action=Action.ACTIVATE, thing=permanent("Forest"), spend_only=SpendOnly(chosen_color=True))
        with pytest.raises(Unsupported, match="chosen color"):
            SpendingRules.of(board()).pays(Mana.parse("{G}").units[0], None, purpose)
