"""Convoke, delve, improvise, waterbend and life in place of mana, once the total is fixed (CR 702.51, 702.66, 702.126,
701.67), worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, kicker, mana, permanent, spell
from total_costs import changes, count, effect, helped, instead, listed, must, optional, refused, totals

from castable.model.ability import CostChange, Help, HelpToPay, LifeForMana, Prohibition, Unread, Zone
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.state import Player, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.check import check
from castable.solver.payments import payments
from castable.solver.x_values import x_values

CONVOKE, DELVE, IMPROVISE = helped("convoke"), helped("delve"), helped("improvise")
WHITE = card("White", "creature", cost="{W}", power="1", toughness="1")
BLACK = card("Black", "creature", cost="{B}", power="1", toughness="1")
GOLD = card("Gold", "creature", cost="{W}{B}", power="1", toughness="1")
GRAY = card("Gray", "artifact creature", cost="{1}", power="1", toughness="1")
GEM = card("Gem", "artifact", cost="{1}")
TRINISPHERE = effect("Trinisphere", CostChange(applies_to=Filter.parse("spell"), who="any", floor=3))
DEAD = [spell("{1}", name=name) for name in ("A", "B", "C", "D")]


class TestConvoke:
    """CR 702.51."""

    def test_color(self) -> None:
        assert listed(board(WHITE, hand=[spell("{W}", CONVOKE)])) == ["tap White"]
        assert count(board(BLACK, hand=[spell("{W}", CONVOKE)])) == 0

    def test_generic(self) -> None:
        assert listed(board(BLACK, WHITE, hand=[spell("{1}{W}", CONVOKE)])) == ["tap Black + White"]
        assert count(board(BLACK, BLACK, hand=[spell("{1}{W}", CONVOKE)])) == 0

    def test_multicolored(self) -> None:
        assert listed(board(GOLD, BLACK, hand=[spell("{W}{B}", CONVOKE)])) == ["tap Black + Gold"]
        assert listed(board(GOLD, WHITE, hand=[spell("{W}{B}", CONVOKE)])) == ["tap Gold + White"]
        assert count(board(GOLD, hand=[spell("{W}{B}", CONVOKE)])) == 0
        assert count(board(BLACK, BLACK, hand=[spell("{W}{B}", CONVOKE)])) == 0

    def test_colorless_creature(self) -> None:
        assert listed(board(GRAY, hand=[spell("{1}", CONVOKE)])) == ["tap Gray"]
        assert count(board(GRAY, hand=[spell("{W}", CONVOKE)])) == 0

    def test_neither_colorless_nor_snow_mana(self) -> None:
        """Creatures pay for generic mana and for mana of their colors alone (D31)."""
        assert count(board(GRAY, hand=[spell("{C}", CONVOKE)])) == 0
        assert count(board(GRAY, hand=[spell("{S}", CONVOKE)])) == 0

    def test_summoning_sick(self) -> None:
        assert listed(board(permanent(WHITE, summoning_sick=True), hand=[spell("{W}", CONVOKE)])) == ["tap White"]

    def test_tapped(self) -> None:
        assert count(board(permanent(WHITE, tapped=True), hand=[spell("{W}", CONVOKE)])) == 0

    def test_only_creatures_of_yours(self) -> None:
        assert count(board(GEM, hand=[spell("{1}", CONVOKE)])) == 0
        assert count(board(hand=[spell("{1}", CONVOKE)], opponent=[WHITE])) == 0

    def test_without_it(self) -> None:
        assert count(board(WHITE, hand=[spell("{W}")])) == 0

    def test_a_creature_taps_once(self) -> None:
        """Mana or convoke, never both (CR 118.10; D36)."""
        assert count(board("Llanowar Elves", hand=[spell("{1}{G}", CONVOKE)])) == 0
        assert listed(board("Llanowar Elves", hand=[spell("{G}", CONVOKE)])) == [
            "Llanowar Elves: {T} -> {G}; spend {G}",
            "tap Llanowar Elves",
        ]

    def test_a_sick_one_can_only_convoke(self) -> None:
        elves = permanent("Llanowar Elves", summoning_sick=True)
        assert listed(board(elves, hand=[spell("{G}", CONVOKE)])) == ["tap Llanowar Elves"]

    def test_mixed_with_mana(self) -> None:
        """Lands and creatures in every mix: 0 to 2 of the 2 equal creatures, the rest from 3 Forests."""
        state = board("3 Forest; 2 Grizzly Bears", hand=[spell("{1}{G}{G}", CONVOKE)])
        assert count(state) == 3
        assert listed(state)[0] == "2x Forest: {T} -> {G}; spend {G}{G}; tap Grizzly Bears"

    def test_no_more_than_needed(self) -> None:
        assert listed(board("3 Grizzly Bears", hand=[spell("{G}{G}", CONVOKE)])) == [
            "tap Grizzly Bears + Grizzly Bears"
        ]

    def test_hybrid_as_announced(self) -> None:
        """A hybrid symbol is paid as the half announced (D31)."""
        state = board(WHITE, hand=[spell("{W/B}", CONVOKE)])
        assert count(state) == 1
        assert count(state, halves=ManaCost.parse("{W}")) == 1
        assert count(state, halves=ManaCost.parse("{B}")) == 0
        assert count(board(GOLD, hand=[spell("{W/B}", CONVOKE)])) == 2

    def test_monocolored_hybrid(self) -> None:
        state = board(BLACK, BLACK, hand=[spell("{2/W}", CONVOKE)])
        assert listed(state) == ["tap Black + Black"]
        assert count(board(BLACK, hand=[spell("{2/W}", CONVOKE)])) == 0

    def test_phyrexian(self) -> None:
        state = board(WHITE, hand=[spell("{W/P}", CONVOKE)])
        assert listed(state) == ["pay 2 life", "tap White"]

    def test_total_after_reductions(self) -> None:
        """{5}{G}{G} reduced by {2}: two green creatures and three others pay all of it (D30)."""
        cheaper = effect("Cheaper", changes(less="{2}"))
        bears, others = ["Grizzly Bears"] * 2, [GRAY, WHITE, BLACK]
        wurm = spell("{5}{G}{G}", CONVOKE)
        assert listed(board(cheaper, *bears, *others, hand=[wurm])) == [
            "tap Black + Gray + Grizzly Bears + Grizzly Bears + White"
        ]
        assert count(board(*bears, *others, hand=[wurm])) == 0

    def test_taxes_too(self) -> None:
        thalia = effect("Thalia", changes("!creature", more="{1}", who="any"))
        assert listed(board(thalia, WHITE, WHITE, hand=[spell("{W}", CONVOKE)])) == ["tap White + White"]
        assert count(board(thalia, WHITE, hand=[spell("{W}", CONVOKE)])) == 0

    def test_additional_and_alternative_costs(self) -> None:
        assert listed(board(WHITE, WHITE, hand=[spell("{W}", CONVOKE, kicker("{1}"))])) == [
            "tap White",
            "tap White + White",
        ]
        other = spell("{9}", CONVOKE, instead("overload", "{W}"))
        assert listed(board(WHITE, hand=[other])) == ["tap White"]

    def test_x(self) -> None:
        chord = spell("{X}{G}", CONVOKE)
        state = board("Grizzly Bears", WHITE, BLACK, hand=[chord])
        assert {x: count(state, x=x) for x in range(4)} == {0: 1, 1: 2, 2: 1, 3: 0}
        assert count(state) == 4

    def test_convoked_and_then_sacrificed(self) -> None:
        """All costs are paid together, in any order: a creature may be tapped and then sacrificed (CR 601.2h)."""
        state = board(WHITE, hand=[spell("{W}", CONVOKE, must("Sacrifice creature"))])
        assert listed(state) == ["sacrifice White; tap White"] or listed(state) == ["tap White; sacrifice White"]

    def test_sacrificed_for_mana_it_cannot(self) -> None:
        state = board("Phyrexian Altar", WHITE, hand=[spell("{1}{W}", CONVOKE)])
        assert count(state) == 0

    def test_what_is_made_before_stays_tapped(self) -> None:
        state = board(WHITE, hand=[spell("{W}", CONVOKE)])
        (payment,) = payments(state, "Spell")
        assert [p.tapped for p in payment.apply(state).you.battlefield] == [True]

    def test_granted(self) -> None:
        grants = effect("Grants", HelpToPay(help=Help.CONVOKE, applies_to=Filter.parse("instant")))
        assert listed(board(grants, WHITE, hand=[spell("{W}")])) == ["tap White"]
        assert count(board(grants, WHITE, hand=[spell("{W}", types="sorcery")])) == 0
        assert count(board(WHITE, hand=[spell("{W}")], opponent=[grants])) == 0

    def test_twice_is_once(self) -> None:
        assert listed(board(WHITE, hand=[spell("{W}", CONVOKE, CONVOKE)])) == ["tap White"]


class TestNamedConvoke:
    """The creatures that the caller names are tapped, all of them and no others."""

    STATE = board("2 Forest; 2 Grizzly Bears", WHITE, hand=[spell("{1}{G}", CONVOKE)])

    def test_one(self) -> None:
        assert listed(self.STATE, convoke=("White",)) == ["Forest: {T} -> {G}; spend {G}; tap White"]

    def test_one_of_two(self) -> None:
        assert listed(self.STATE, convoke=("Grizzly Bears",)) == ["Forest: {T} -> {G}; spend {G}; tap Grizzly Bears"]

    def test_none(self) -> None:
        assert listed(self.STATE, convoke=()) == ["2x Forest: {T} -> {G}; spend {G}{G}"]

    def test_several(self) -> None:
        assert listed(self.STATE, convoke=("Grizzly Bears", "White")) == ["tap Grizzly Bears + White"]
        assert listed(self.STATE, convoke=("Grizzly Bears", "Grizzly Bears")) == ["tap Grizzly Bears + Grizzly Bears"]

    def test_too_many(self) -> None:
        assert count(self.STATE, convoke=("Grizzly Bears", "Grizzly Bears", "White")) == 0

    def test_what_cannot_pay(self) -> None:
        assert count(board("Forest", BLACK, hand=[spell("{G}", CONVOKE)]), convoke=("Black",)) == 0

    def test_none_there(self) -> None:
        assert count(self.STATE, convoke=("Dragon",)) == 0


class TestDelve:
    """CR 702.66."""

    def test_generic_only(self) -> None:
        assert listed(board("Island", hand=[spell("{2}{U}", DELVE)], graveyard=DEAD[:2])) == [
            "Island: {T} -> {U}; spend {U}; exile A + B"
        ]
        assert count(board(hand=[spell("{U}", DELVE)], graveyard=DEAD)) == 0

    def test_each_set_of_cards(self) -> None:
        state = board("Island", hand=[spell("{2}{U}", DELVE)], graveyard=DEAD)
        assert count(state) == 6

    def test_equal_cards_are_one(self) -> None:
        state = board("Island", hand=[spell("{2}{U}", DELVE)], graveyard=[DEAD[0]] * 4)
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; exile A + A"]

    def test_no_more_than_generic(self) -> None:
        state = board("2 Island", hand=[spell("{1}{U}", DELVE)], graveyard=[DEAD[0]] * 4)
        assert listed(state) == ["2x Island: {T} -> {U}; spend {U}{U}", "Island: {T} -> {U}; spend {U}; exile A"]

    def test_floor_is_delved(self) -> None:
        """Cards may pay for what Trinisphere adds (D32)."""
        state = board("Island", TRINISPHERE, hand=[spell("{U}", DELVE)], graveyard=DEAD[:2])
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; exile A + B"]
        assert count(board("Island", TRINISPHERE, hand=[spell("{U}", DELVE)], graveyard=DEAD[:1])) == 0

    def test_after_reductions(self) -> None:
        cheaper = effect("Cheaper", changes(less="{1}"))
        state = board("Island", cheaper, hand=[spell("{2}{U}", DELVE)], graveyard=DEAD[:1])
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; exile A"]

    def test_not_itself(self) -> None:
        cruise = spell("{1}{U}", DELVE, instead("flashback", "{1}{U}", Zone.GRAVEYARD))
        assert count(board("Island", graveyard=[cruise]), zone="graveyard") == 0
        assert listed(board("Island", graveyard=[cruise, DEAD[0]]), zone="graveyard") == [
            "Island: {T} -> {U}; spend {U}; exile A"
        ]

    def test_not_the_opponents(self) -> None:
        state = board("Island", hand=[spell("{1}{U}", DELVE)])
        assert count(state) == 0

    def test_kicker(self) -> None:
        state = board("Island", hand=[spell("{U}", DELVE, kicker("{2}"))], graveyard=DEAD[:2])
        assert listed(state) == ["Island: {T} -> {U}; spend {U}", "Island: {T} -> {U}; spend {U}; exile A + B"]

    def test_named(self) -> None:
        state = board("3 Island", hand=[spell("{2}{U}", DELVE)], graveyard=DEAD)
        assert listed(state, delve=("A", "D")) == ["Island: {T} -> {U}; spend {U}; exile A + D"]
        assert listed(state, delve=()) == ["3x Island: {T} -> {U}; spend {U}{U}{U}"]
        assert count(state, delve=("A", "B", "C")) == 0

    def test_a_card_that_gets_there_in_time(self) -> None:
        """What is sacrificed for mana is in the graveyard when the cost is paid (CR 601.2g-h)."""
        petal = card("Petal", "artifact", mana("{T}, Sacrifice this", "{U}"), cost="{0}")
        state = board(petal, hand=[spell("{1}{U}", DELVE)])
        assert listed(state) == [
            "Petal: {T}, Sacrifice this -> {U}; spend {U}; exile Petal; sacrifice Petal"
        ] or listed(state) == ["Petal: {T}, Sacrifice this -> {U}; spend {U}; sacrifice Petal; exile Petal"]

    def test_a_token_does_not(self) -> None:
        treasure = permanent("Treasure", token=True)
        assert count(board(treasure, hand=[spell("{1}{U}", DELVE)])) == 0

    def test_what_is_sacrificed_for_the_cost_itself(self) -> None:
        state = board("Island", WHITE, hand=[spell("{1}{U}", DELVE, must("Sacrifice creature"))])
        assert count(state) == 1

    def test_what_is_discarded_for_the_cost_itself(self) -> None:
        state = board("Island", hand=[spell("{1}{U}", DELVE, must("Discard card")), DEAD[0]])
        assert count(state) == 1

    def test_exile_and_delve_take_different_cards(self) -> None:
        both = spell("{1}{U}", DELVE, must("Exile card from graveyard"))
        assert listed(board("Island", hand=[both], graveyard=DEAD[:2])) == [
            "Island: {T} -> {U}; spend {U}; exile A + B"
        ]
        assert count(board("Island", hand=[both], graveyard=DEAD[:1])) == 0


class TestImprovise:
    """CR 702.126."""

    def test_generic_only(self) -> None:
        state = board("2 Island", GEM, GEM, hand=[spell("{3}{U}", IMPROVISE)])
        assert listed(state) == ["2x Island: {T} -> {U}; spend {U}{U}; tap Gem + Gem"]
        assert count(board(GEM, hand=[spell("{U}", IMPROVISE)])) == 0

    def test_artifacts_only(self) -> None:
        assert count(board("Island", WHITE, hand=[spell("{1}{U}", IMPROVISE)])) == 0
        assert listed(board("Island", GRAY, hand=[spell("{1}{U}", IMPROVISE)])) == [
            "Island: {T} -> {U}; spend {U}; tap Gray"
        ]

    def test_a_tap_is_a_tap(self) -> None:
        """An artifact tapped for mana is tapped (D36)."""
        assert count(board("Sol Ring", hand=[spell("{3}", IMPROVISE)])) == 0
        assert listed(board("Sol Ring", hand=[spell("{1}", IMPROVISE)])) == [
            "Sol Ring: {T} -> {C}{C}; spend {C}; float {C}",
            "tap Sol Ring",
        ]

    def test_beside_convoke(self) -> None:
        """An artifact creature is tapped for either, which is one way."""
        both = spell("{1}", CONVOKE, IMPROVISE)
        assert listed(board(GRAY, hand=[both])) == ["tap Gray"]
        assert listed(board(GEM, WHITE, hand=[spell("{1}{W}", CONVOKE, IMPROVISE)])) == ["tap Gem + White"]

    def test_beside_delve(self) -> None:
        state = board("Island", GEM, hand=[spell("{1}{U}", DELVE, IMPROVISE)], graveyard=DEAD[:1])
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; exile A", "Island: {T} -> {U}; spend {U}; tap Gem"]


class TestWaterbend:
    """Artifacts and creatures pay for the generic mana of the waterbend cost alone (CR 701.67b; D34)."""

    BEND = must("Waterbend 2")

    def test_its_own_generic(self) -> None:
        state = board("2 Island", GEM, WHITE, hand=[spell("{1}{U}", self.BEND)])
        assert listed(state) == ["2x Island: {T} -> {U}; spend {U}{U}; tap Gem + White"]

    def test_not_the_rest(self) -> None:
        state = board("Island", GEM, WHITE, GRAY, hand=[spell("{1}{U}", self.BEND)])
        assert count(state) == 0
        assert refused(state).kind == "mana"

    def test_or_mana(self) -> None:
        assert count(board("4 Island", GEM, hand=[spell("{1}{U}", self.BEND)])) == 2

    def test_beside_convoke(self) -> None:
        """A creature may convoke or bend: one tap, whichever it is for."""
        state = board("Island", WHITE, WHITE, GEM, hand=[spell("{1}{U}", self.BEND, CONVOKE)])
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; tap Gem + White + White"]

    def test_x(self) -> None:
        """X of a waterbend cost may be more than the mana there is."""
        state = board("Island", GEM, WHITE, hand=[spell("{U}", must("Waterbend X"))])
        assert {x: count(state, x=x) for x in range(4)} == {0: 1, 1: 2, 2: 1, 3: 0}
        assert count(state) == 4


class TestLife:
    """Life in place of mana of a color, where a permanent allows it."""

    KRRIK = effect("Krrik", LifeForMana(mana=Mana.parse("{B}")))

    def test_for_each_symbol(self) -> None:
        state = board("2 Swamp", self.KRRIK, hand=[spell("{B}{B}")])
        assert listed(state) == [
            "2x Swamp: {T} -> {B}; spend {B}{B}",
            "Swamp: {T} -> {B}; spend {B}; pay 2 life",
            "pay 4 life",
        ]

    def test_not_for_generic_mana(self) -> None:
        assert count(board(self.KRRIK, hand=[spell("{1}{B}")])) == 0
        assert listed(board("Forest", self.KRRIK, hand=[spell("{1}{B}")])) == [
            "Forest: {T} -> {G}; spend {G}; pay 2 life"
        ]

    def test_other_colors(self) -> None:
        assert count(board(self.KRRIK, hand=[spell("{R}")])) == 0

    def test_life_that_is_there(self) -> None:
        assert count(board(self.KRRIK, hand=[spell("{B}{B}")], life=4)) == 1
        assert count(board(self.KRRIK, hand=[spell("{B}{B}")], life=3)) == 0

    def test_with_other_life(self) -> None:
        assert count(board(self.KRRIK, hand=[spell("{B}", must("Pay 3 life"))], life=5)) == 1
        assert count(board(self.KRRIK, hand=[spell("{B}", must("Pay 3 life"))], life=4)) == 0

    def test_announced_half(self) -> None:
        state = board(self.KRRIK, hand=[spell("{B/G}")])
        assert count(state, halves=ManaCost.parse("{B}")) == 1
        assert count(state, halves=ManaCost.parse("{G}")) == 0

    def test_phyrexian_symbols_apart(self) -> None:
        """Announced as life it is life already; announced as {B} it may be paid with life instead."""
        state = board(self.KRRIK, hand=[spell("{B/P}")])
        assert count(state, phyrexian=1) == 1
        assert count(state, phyrexian=0) == 1

    def test_life_cannot_be_paid(self) -> None:
        ban = effect("Ban", Prohibition(what="pay life", who="any"))
        assert count(board(self.KRRIK, ban, hand=[spell("{B}")])) == 0

    def test_two_are_one(self) -> None:
        assert listed(board(self.KRRIK, self.KRRIK, hand=[spell("{B}")])) == ["pay 2 life"]

    def test_the_opponents(self) -> None:
        assert count(board(hand=[spell("{B}")], opponent=[self.KRRIK])) == 0

    def test_many_kicks(self) -> None:
        """Kicks that life pays for are among the ways."""
        state = board(self.KRRIK, hand=[spell("{B}", kicker("{B}", None))], life=6)
        assert [len(payment.choices.kicked) for payment in payments(state, "Spell")] == [0, 1, 2]


class TestTogether:
    """Several helps at once, and what they may not do."""

    def test_floor_and_convoke(self) -> None:
        state = board("Swamp", TRINISPHERE, WHITE, WHITE, hand=[spell("{B}", CONVOKE)])
        assert listed(state) == ["Swamp: {T} -> {B}; spend {B}; tap White + White"]

    def test_reduction_is_no_help(self) -> None:
        """Exiling cards by delve lowers no total: a floor stays met."""
        assert totals(board(TRINISPHERE, hand=[spell("{2}", DELVE)], graveyard=DEAD)) == {"{3}"}

    def test_nothing_but_taps(self) -> None:
        """A spell that is convoked in full spends no mana, though mana abilities could be used."""
        state = board("Plains", WHITE, hand=[spell("{W}", CONVOKE)])
        assert listed(state) == ["Plains: {T} -> {W}; spend {W}", "tap White"]

    def test_the_tap_of_a_part_and_convoke(self) -> None:
        both = spell("{W}", CONVOKE, must("Tap creature untapped"))
        assert listed(board(WHITE, BLACK, hand=[both])) == ["tap Black + White"]
        assert count(board(WHITE, hand=[both])) == 0
        assert count(board(BLACK, BLACK, hand=[both])) == 0

    def test_optional_costs_are_helped(self) -> None:
        state = board("Plains", WHITE, GEM, hand=[spell("{W}", IMPROVISE, optional("buyback", "{1}"))])
        assert listed(state) == ["Plains: {T} -> {W}; spend {W}", "Plains: {T} -> {W}; spend {W}; tap Gem"]


class TestAssist:
    """Another player may pay for generic mana of the total cost (CR 702.132)."""

    @staticmethod
    def with_help(mine: str, cost: str, *theirs: str, **fields: Any) -> State:
        state = board(mine, hand=[spell(cost, HelpToPay(help=Help.ASSIST))], **fields)
        others = tuple(
            Player(battlefield=tuple(replace(p, id=100 * at + p.id) for p in board(lands).you.battlefield))
            for at, lands in enumerate(theirs, 1)
        )
        return replace(state, opponents=others)

    def test_amounts(self) -> None:
        """With {2}{W}: all alone, or one or two of the generic by another player."""
        state = self.with_help("3 Plains", "{2}{W}", "3 Swamp")
        ways = payments(state, "Spell")
        assert [dict(payment.choices.optional).get("assist", 0) for payment in ways] == [0, 1, 2]
        assert payments(state, "Spell", Wishes(assist=False)).count() == 1
        (payment,) = payments(state, "Spell", Wishes(assist=True))
        assert [(one.source, one.count) for one in payment.activations] == [("Plains", 1)]
        with pytest.raises(Unsupported):
            check(state, payment)

    @pytest.mark.parametrize(
        ("mine", "theirs", "possible"),
        [
            ("Plains", ("2 Swamp",), True),
            ("Plains", ("Swamp",), False),
            ("Swamp", ("3 Plains",), False),  # colored mana is for the caster
            ("Plains", ("Swamp", "Swamp"), False),  # one player alone
            ("Plains", ("Swamp", "2 Swamp"), True),
            ("2 Plains", ("Swamp",), True),
        ],
    )
    def test_who_pays(self, mine: str, theirs: tuple[str, ...], possible: bool) -> None:
        assert bool(payments(self.with_help(mine, "{2}{W}", *theirs), "Spell")) is possible

    def test_the_total_is_the_same(self) -> None:
        state = self.with_help("Plains", "{2}{W}", "2 Swamp")
        (payment,) = payments(state, "Spell", Wishes(assist=True))
        assert (str(payment.total.mana), str(payment.spends)) == ("{2}{W}", "{W}")
        assert payment.choices.optional == (("assist", 2),)
        assert payment in payments(state, "Spell")

    def test_an_amount_that_is_said(self) -> None:
        state = self.with_help("3 Plains", "{2}{W}", "2 Swamp")
        for amount, ways in ((1, 1), (2, 1), (3, 0)):
            assert payments(state, "Spell", Wishes(optional=(("assist", amount),))).count() == ways

    def test_x(self) -> None:
        state = self.with_help("2 Plains", "{X}{W}", "2 Swamp")
        assert x_values(state, "Spell").values == (0, 1, 2, 3)

    def test_no_generic_mana(self) -> None:
        assert not payments(self.with_help("Plains", "{W}", "2 Swamp"), "Spell", Wishes(assist=True))


class TestMany:
    """Numbers: equal ones in classes, different ones by name."""

    @staticmethod
    def creatures(number: int, **fields: Any) -> State:
        each = [card(f"Bear {n}", "creature", cost="{G}") for n in range(number)]
        return board(*each, hand=[spell("{2}{G}", CONVOKE)], **fields)

    def test_different_names(self) -> None:
        """Three of twelve."""
        assert count(self.creatures(12)) == 220

    def test_too_few(self) -> None:
        assert count(self.creatures(2)) == 0


@pytest.mark.parametrize("wishes", [{"convoke": ("Bear",)}, {"delve": ("Bear",)}, {"modes": (1,)}])
def test_choices_that_a_spell_does_not_have_are_no_choice(wishes: dict[str, Any]) -> None:
    state = board("Forest; Forest", hand=[spell("{1}{G}")])
    assert payments(state, "Spell").count() == 1
    assert payments(state, "Spell", Wishes(**wishes)).count() == 0


def test_text_that_may_tell_of_modes_is_no_reason_to_refuse_them() -> None:
    modal = spell("{1}{G}", Unread(text="Hum, or sing.", may_bear_on_payment=False))
    assert payments(board("Forest; Forest", hand=[modal]), "Spell", Wishes(modes=(1,))).count() == 1
