"""The brute force on totals with more than mana in them: every way, counted by hand on small boards."""

from __future__ import annotations

from brute_force import enumerate_payments
from hand_built import board, card, kicker, less, mana, permanent, spell, to_pay

from castable.model.ability import (
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    Help,
    HelpToPay,
    LifeForMana,
    OptionalCost,
    Zone,
)
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.payment import Payment
from castable.model.state import State
from castable.solver.referee import execute

CONVOKE, DELVE, IMPROVISE = (HelpToPay(help=help_) for help_ in (Help.CONVOKE, Help.DELVE, Help.IMPROVISE))
WHITE = card("White", "creature", cost="{W}", power="1", toughness="1")
FODDER = spell("{9}", name="Fodder")


def texts(state: State, name: str = "Spell", *, by_object: bool = False, **asked: str) -> list[str]:
    """What each payment does, without its name; the referee accepts each, and each reads back from its text."""
    found = enumerate_payments(state, name, by_object=by_object, **asked)  # type: ignore[arg-type]
    for payment in found:
        execute(state, payment, by_object=by_object)
        assert Payment.parse(str(payment)) == payment
    return sorted(str(payment).partition("; ")[2] for payment in found)


def must(*costs: str) -> AdditionalCost:
    return AdditionalCost(one_of=tuple(map(Cost.parse, costs)))


class TestAnnouncements:
    """CR 601.2b."""

    def test_alternative_costs(self) -> None:
        evoke = AlternativeCost(keyword="evoke", cost=Cost.parse("{G}"), zone=Zone.ANY)
        state = board("2 Forest", hand=[spell("{1}{G}", evoke)])
        assert texts(state) == [
            "by evoke; total {G}; Forest: {T} -> {G}; spend {G}",
            "total {1}{G}; 2x Forest: {T} -> {G}; spend {G}{G}",
        ]

    def test_from_another_zone(self) -> None:
        flashback = AlternativeCost(keyword="flashback", cost=Cost.parse("{G}"), zone=Zone.GRAVEYARD)
        state = board("Forest", graveyard=[spell("{1}{G}", flashback)])
        assert texts(state, zone="graveyard") == [
            "from graveyard; by flashback; total {G}; Forest: {T} -> {G}; spend {G}"
        ]

    def test_free_with_x(self) -> None:
        free = card("Omniscience", "enchantment", AlternativeCost(keyword="free", applies_to=Filter.ANY))
        assert texts(board(free, "Forest", hand=[spell("{X}{G}")])) == [
            "by free; x 0; total {0}",
            "x 0; total {G}; Forest: {T} -> {G}; spend {G}",
        ]

    def test_optional_costs(self) -> None:
        replicate = OptionalCost(keyword="replicate", cost=Cost.parse("{G}"), times=None)
        buyback = OptionalCost(keyword="buyback", cost=Cost.parse("{2}"))
        state = board("3 Forest", hand=[spell("{G}", replicate, buyback)])
        announced = sorted(text.partition("total")[0] for text in texts(state))
        assert announced == ["", "with buyback x1; ", "with replicate x1; ", "with replicate x2; "]

    def test_kicked_with_creatures(self) -> None:
        state = board("2 Grizzly Bears", hand=[spell("{0}", kicker("Sacrifice a creature", None))])
        assert len(texts(state)) == 3

    def test_an_x_of_life(self) -> None:
        state = board(hand=[spell("{0}", kicker("Pay X life"))], life=2)
        assert texts(state) == [
            "kicked Pay X life; x 0; total {0}",
            "kicked Pay X life; x 1; total {0}, Pay 1 life; pay 1 life",
            "kicked Pay X life; x 2; total {0}, Pay 2 life; pay 2 life",
            "total {0}",
        ]


class TestOtherParts:
    """What is given up is part of the way to pay, but no part by which ways are irredundant."""

    def test_each_object(self) -> None:
        state = board("Forest; Grizzly Bears; Llanowar Elves", hand=[spell("{G}", must("Sacrifice creature"))])
        total = "total {G}, Sacrifice creature; "
        forest, elves = "Forest: {T} -> {G}; spend {G}; ", "Llanowar Elves: {T} -> {G}; spend {G}; "
        assert texts(state) == [
            total + forest + "sacrifice Grizzly Bears",
            total + forest + "sacrifice Llanowar Elves",
            total + elves + "sacrifice Grizzly Bears",
            total + elves + "sacrifice Llanowar Elves",
        ]

    def test_equal_objects_with_different_histories(self) -> None:
        """The one tapped for mana, or the other."""
        state = board("2 Llanowar Elves", hand=[spell("{G}", must("Sacrifice creature"))])
        start = "total {G}, Sacrifice creature; Llanowar Elves"
        assert texts(state) == [
            f"{start}: {{T}} -> {{G}}; spend {{G}}; sacrifice Llanowar Elves",
            f"{start}@a: {{T}} -> {{G}}; spend {{G}}; sacrifice Llanowar Elves@a",
        ]
        assert len(texts(state, by_object=True)) == 4

    def test_objects_of_different_classes(self) -> None:
        tapped = permanent("Llanowar Elves", tapped=True)
        state = board("Forest", "Llanowar Elves", tapped, hand=[spell("{G}", must("Sacrifice creature"))])
        found = [text.rpartition("; ")[2] for text in texts(state)]
        assert found == [f"sacrifice Llanowar Elves#{n}" for n in (1, 2)] * 2

    def test_a_choice_of_costs(self) -> None:
        state = board(
            "Forest", "Grizzly Bears", hand=[spell("{G}", must("Sacrifice creature", "Discard card")), FODDER]
        )
        assert [text.partition(";")[0] for text in texts(state)] == [
            "total {G}, Discard card",
            "total {G}, Sacrifice creature",
        ]


class TestHelp:
    """Objects tapped or exiled to help pay are parts, as activations are."""

    def test_mana_or_a_creature(self) -> None:
        assert texts(board("Plains", WHITE, hand=[spell("{W}", CONVOKE)])) == [
            "total {W}; Plains: {T} -> {W}; spend {W}",
            "total {W}; tap White",
        ]

    def test_no_more_than_needed(self) -> None:
        state = board("Sol Ring", WHITE, hand=[spell("{2}", CONVOKE)])
        assert texts(state) == ["total {2}; Sol Ring: {T} -> {C}{C}; spend {C}{C}"]
        assert len(enumerate_payments(state, "Spell", floating=True)) == 2

    def test_delve_and_x(self) -> None:
        state = board(hand=[spell("{X}", DELVE)], graveyard=[FODDER, FODDER])
        assert texts(state) == [
            "x 0; total {0}",
            "x 1; total {1}; exile Fodder",
            "x 2; total {2}; exile Fodder + Fodder",
        ]

    def test_improvise_or_mana(self) -> None:
        state = board("2 Sol Ring", hand=[spell("{3}", IMPROVISE)])
        assert texts(state) == [
            "total {3}; 2x Sol Ring: {T} -> {C}{C}; spend {C}{C}{C}; float {C}",
            "total {3}; Sol Ring: {T} -> {C}{C}; spend {C}{C}; tap Sol Ring",
        ]

    def test_life_is_a_part(self) -> None:
        """Else two life would make every Swamp redundant."""
        state = to_pay("{B}", "Swamp", card("K'rrik", "enchantment", LifeForMana(mana=Mana.parse("{B}"))))
        assert texts(state) == ["total {B}; Swamp: {T} -> {B}; spend {B}", "total {B}; pay 2 life"]

    def test_a_creature_that_helps_and_is_given_up(self) -> None:
        state = board(WHITE, WHITE, hand=[spell("{W}", CONVOKE, must("Sacrifice creature"))])
        assert texts(state) == [
            "total {W}, Sacrifice creature; tap White; sacrifice White",
            "total {W}, Sacrifice creature; tap White@a; sacrifice White@a",
        ]


class TestAbilities:
    """CR 602.2."""

    def test_a_land_pays_for_itself(self) -> None:
        vault = card("Vault", "land", mana("{T}", "{C}"), ActivatedAbility(cost=Cost.parse("{1}")))
        assert texts(board(vault, "Forest"), "Vault", ability="{1}") == [
            "ability {1}; total {1}; Forest: {T} -> {G}; spend {G}",
            "ability {1}; total {1}; Vault: {T} -> {C}; spend {C}",
        ]
        assert texts(board(vault, vault), "Vault", ability="{1}") == [
            "ability {1}; total {1}; Vault#1: {T} -> {C}; spend {C}",
            "ability {1}; total {1}; Vault#2: {T} -> {C}; spend {C}",
        ]

    def test_its_own_tap(self) -> None:
        tower = card("Tower", "land", mana("{T}", "{C}"), ActivatedAbility(cost=Cost.parse("{1}, {T}")))
        assert texts(board(tower, "Forest"), "Tower", ability="{1}, {T}") == [
            "ability {1}, {T}; total {1}, {T}; Forest: {T} -> {G}; spend {G}"
        ]
        assert not texts(board(tower), "Tower", ability="{1}, {T}")

    def test_totals_that_a_reduction_leaves_open(self) -> None:
        assert len(texts(board("2 Forest", hand=[spell("{2}", less("{1}", up_to=True))]))) == 2
