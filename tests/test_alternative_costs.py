"""Alternative costs and permissions (CR 118.9, 601.2b, 601.3): which may be paid, from where, with what total."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, kicker, permanent, spell, to_pay
from total_costs import changes, count, effect, instead, listed, must, optional, refused, totals

from castable.model.ability import (
    AlternativeCost,
    CostKind,
    Grant,
    Keyword,
    Permission,
    SpellTargets,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.state import CardInZone, Phase, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.payments import payments
from castable.solver.plays import plays, verdict

SPELL = Filter.parse("spell")
OMNISCIENCE = effect("Omniscience", instead("free", None, Zone.HAND, applies_to=SPELL))
SUNS = effect("Suns", instead("Suns", "{W}{U}{B}{R}{G}", Zone.ANY, applies_to=SPELL))
THALIA = effect("Thalia", changes("!creature", more="{1}", who="any"))


def exiled(what: Card, *permanents: Any, **fields: Any) -> State:
    return board(*permanents, exile=(CardInZone(card=what, id=4000, **fields),))


def split(layout: Layout, *faces: Face) -> Card:
    return Card(name=" // ".join(face.name for face in faces), faces=faces, layout=layout)


def face(name: str, types: str, cost: str | None, *abilities: Any) -> Face:
    return card(name, types, *abilities, cost=cost).front


class TestOwn:
    """A cost of the spell's own that may be paid rather than its mana cost (CR 118.9)."""

    EVOKE = spell("{4}{U}", instead("evoke", "{2}{U}"))

    def test_either(self) -> None:
        state = board("2 Mountain; Island", hand=[self.EVOKE])
        assert totals(state) == {"{4}{U}", "{2}{U}"}
        assert listed(state) == ["2x Mountain: {T} -> {R}; Island: {T} -> {U}; spend {U}{R}{R}"]

    def test_both_when_there_is_enough(self) -> None:
        state = board("4 Mountain; Island", hand=[self.EVOKE])
        assert count(state) == 2
        assert count(state, alternative="mana cost") == 1
        assert count(state, alternative="evoke") == 1

    def test_neither(self) -> None:
        assert count(board("2 Mountain", hand=[self.EVOKE])) == 0
        assert refused(board("Island", hand=[self.EVOKE])).rule == "601.2h"

    def test_one_that_it_does_not_have(self) -> None:
        assert refused(board("9 Island", hand=[self.EVOKE]), alternative="overload").rule == "118.9"

    def test_condition(self) -> None:
        snuff = spell("{3}{B}", instead("Snuff", "Pay 4 life", condition=Condition.parse("count(Swamp you) >= 1")))
        assert listed(board("Swamp", hand=[snuff])) == ["pay 4 life"]
        assert count(board("Forest", hand=[snuff])) == 0
        assert count(board("Swamp", hand=[snuff], life=3)) == 0
        assert refused(board("Swamp", hand=[snuff], life=3), alternative="Snuff").rule == "119.4"

    def test_cards_for_it(self) -> None:
        force = spell("{3}{U}{U}", instead("Force", "Pay 1 life, Exile card blue from hand"))
        blue = spell("{U}", name="Blue")
        assert listed(board(hand=[force, blue, spell("{G}", name="Green")])) == ["pay 1 life; exile Blue"]
        assert count(board(hand=[force, spell("{G}", name="Green")])) == 0

    def test_not_itself(self) -> None:
        force = spell("{3}{U}{U}", instead("Force", "Exile card blue from hand"))
        assert count(board(hand=[force])) == 0
        assert listed(board(hand=[force, force])) == ["exile Spell"]

    def test_overload_needs_no_target(self) -> None:
        targets = SpellTargets(needs=(Filter.parse("creature"),))
        cyclonic = spell("{1}{U}", targets, instead("overload", "{6}{U}"))
        assert totals(board(hand=[cyclonic])) == {"{1}{U}", "{6}{U}"}


class TestNoManaCost:
    """What has no mana cost cannot be paid but by an alternative cost (CR 118.6)."""

    VISION = spell(None, types="sorcery")

    def test_not_by_itself(self) -> None:
        assert refused(board("5 Island", hand=[self.VISION])).rule == "118.6"

    def test_increases_change_nothing(self) -> None:
        assert refused(board("5 Island", THALIA, hand=[self.VISION])).rule == "118.6"

    def test_for_free(self) -> None:
        assert listed(board(OMNISCIENCE, hand=[self.VISION])) == [""]
        assert totals(board(OMNISCIENCE, THALIA, hand=[self.VISION])) == {"{1}"}


class TestOffered:
    """A cost that a permanent offers (CR 118.9)."""

    def test_free(self) -> None:
        assert listed(to_pay("{7}", OMNISCIENCE)) == [""]
        assert count(board(hand=[spell("{7}")], opponent=[OMNISCIENCE])) == 0

    def test_free_is_taxed(self) -> None:
        assert totals(to_pay("{7}", OMNISCIENCE, THALIA)) == {"{1}", "{8}"}

    def test_free_and_kicked(self) -> None:
        titan = spell("{1}{G}", kicker("{2}{G}"))
        state = board("3 Forest", OMNISCIENCE, hand=[titan])
        assert totals(state) == {"{1}{G}", "{3}{G}{G}", "{0}", "{2}{G}"}
        assert count(state) == 3

    def test_free_and_kicked_however_large_the_mana_cost(self) -> None:
        state = board("3 Forest", OMNISCIENCE, hand=[spell("{9}{G}", kicker("{2}{G}"))])
        assert count(state) == 2

    def test_two_offers_are_never_one(self) -> None:
        state = board(
            "Plains; Island; Swamp; Mountain; Forest", OMNISCIENCE, SUNS, hand=[spell("{1}{G}", kicker("{G}"))]
        )
        assert totals(state) == {"{1}{G}", "{1}{G}{G}", "{0}", "{G}", "{W}{U}{B}{R}{G}", "{W}{U}{B}{R}{G}{G}"}

    def test_by_name(self) -> None:
        state = to_pay("{7}", OMNISCIENCE, SUNS)
        assert totals(state, alternative="Suns") == {"{W}{U}{B}{R}{G}"}
        assert totals(state, alternative="Omniscience") == totals(state, alternative="free") == {"{0}"}

    def test_only_for_what_it_speaks_of(self) -> None:
        storm = effect("Storm", instead("Storm", "{0}", Zone.ANY, applies_to=Filter.parse("creature")))
        assert count(to_pay("{7}", storm)) == 0
        assert listed(board(storm, hand=[card("Bear", "creature", cost="{7}")]), "Bear") == [""]

    def test_up_to_a_mana_value(self) -> None:
        lens = effect("Lens", instead("Lens", "{0}", Zone.ANY, applies_to=SPELL, most=Amount.parse("count(land you)")))
        assert count(to_pay("{3}", "2 Wastes", lens)) == 0
        assert count(to_pay("{2}", "2 Wastes", lens), alternative="Lens") == 1

    def test_once_a_turn(self) -> None:
        once = effect("Once", instead("Once", "{0}", Zone.ANY, applies_to=SPELL, limit=1))
        assert count(to_pay("{3}", once)) == 1
        assert count(to_pay("{3}", permanent(once, used_this_turn=("permission",)))) == 0

    def test_by_an_opponent_for_any(self) -> None:
        fist = effect("Fist", instead("Fist", "{0}", Zone.ANY, applies_to=SPELL, who="any"))
        assert count(board(hand=[spell("{7}")], opponent=[fist])) == 1

    def test_granted_keyword(self) -> None:
        grave = spell("{3}{R}", name="Bolt")
        backs = effect(
            "Backs", Grant(to=Filter.parse("instant card"), abilities=(instead("flashback", "{R}", Zone.GRAVEYARD),))
        )
        state = board("Mountain", backs, graveyard=[grave])
        assert listed(state, "Bolt", referee=False, zone="graveyard") == ["Mountain: {T} -> {R}; spend {R}"]
        assert refused(board("Mountain", graveyard=[grave]), "Bolt", zone="graveyard").rule == "601.3"


class TestX:
    """X is 0 where the mana cost that holds it is not paid (CR 107.3b; F3, E20)."""

    def test_free(self) -> None:
        state = to_pay("{X}{R}", "9 Mountain", OMNISCIENCE)
        assert totals(state, alternative="free") == {"{0}"}
        assert totals(state, alternative="free", x=0) == {"{0}"}
        assert totals(state, alternative="free", x=1) == set()

    def test_paid(self) -> None:
        assert totals(to_pay("{X}{R}", "9 Mountain", OMNISCIENCE), alternative="mana cost", x=5) == {"{5}{R}"}

    def test_another_cost_without_x(self) -> None:
        assert totals(to_pay("{X}{R}", "9 Mountain", SUNS), alternative="Suns", x=3) == set()

    def test_another_cost_with_x(self) -> None:
        own = spell("{X}{X}{R}", instead("overload", "{X}{R}"))
        assert totals(board("9 Mountain", hand=[own]), alternative="overload", x=3) == {"{3}{R}"}

    def test_kicker_with_x_alone(self) -> None:
        verdeloth = spell("{4}{G}{G}", kicker("{X}"))
        state = board("3 Forest", OMNISCIENCE, hand=[verdeloth])
        assert totals(state, alternative="free", x=3) == {"{3}"}
        assert count(state, alternative="free") == 5

    def test_kicker_with_x_beside_that_of_the_mana_cost(self) -> None:
        state = board("3 Forest", OMNISCIENCE, hand=[spell("{X}{G}", kicker("{X}"))])
        assert totals(state, alternative="free") == {"{0}"}


class TestFromTheGraveyard:
    """Keywords that let a card be cast from the graveyard (CR 702.34, 702.81, 702.133, 702.138, 702.180)."""

    LOOTING = spell("{R}", instead("flashback", "{2}{R}", Zone.GRAVEYARD))

    def test_flashback(self) -> None:
        state = board("3 Mountain", graveyard=[self.LOOTING])
        assert listed(state, zone="graveyard") == ["3x Mountain: {T} -> {R}; spend {R}{R}{R}"]
        assert totals(state, zone="graveyard") == {"{2}{R}"}

    def test_not_by_the_mana_cost(self) -> None:
        assert count(board("Mountain", graveyard=[self.LOOTING]), zone="graveyard") == 0
        assert count(board("3 Mountain", graveyard=[self.LOOTING]), zone="graveyard", alternative="mana cost") == 0

    def test_not_from_the_hand(self) -> None:
        assert totals(board(hand=[self.LOOTING])) == {"{R}"}

    def test_without_it(self) -> None:
        assert refused(board("9 Mountain", graveyard=[spell("{R}")]), zone="graveyard").rule == "601.3"

    def test_not_with_another_alternative(self) -> None:
        state = board("3 Mountain", SUNS, OMNISCIENCE, graveyard=[self.LOOTING])
        assert totals(state, zone="graveyard") == {"{2}{R}"}

    def test_escape(self) -> None:
        escape = spell("{3}{B}", instead("escape", "{B}, Exile 2 card other from graveyard", Zone.GRAVEYARD))
        dead = [spell("{1}", name=name) for name in ("A", "B", "C")]
        state = board("Swamp", graveyard=[escape, *dead])
        assert [text.partition("exile ")[2] for text in listed(state, zone="graveyard")] == ["A + B", "A + C", "B + C"]
        assert count(board("Swamp", graveyard=[escape, dead[0]]), zone="graveyard") == 0

    def test_retrace_and_jump_start_cost_mana_too(self) -> None:
        jump = spell("{1}{R}", instead("jump-start", "Discard card", Zone.GRAVEYARD, on_top=True))
        state = board("2 Mountain", hand=[spell("{9}", name="Fodder")], graveyard=[jump])
        assert totals(state, zone="graveyard") == {"{1}{R}, Discard card"}
        assert listed(state, zone="graveyard") == ["2x Mountain: {T} -> {R}; spend {R}{R}; discard Fodder"]
        assert count(board("2 Mountain", graveyard=[jump]), zone="graveyard") == 0

    def test_harmonize(self) -> None:
        chorus = spell("{3}{R}", instead("harmonize", "{5}{R}", Zone.GRAVEYARD))
        bear, giant = "Grizzly Bears", card("Giant", "creature", power="3", toughness="3")
        state = board("4 Mountain", bear, giant, graveyard=[chorus])
        found = totals(state, zone="graveyard")
        assert {total.partition(",")[0] for total in found} == {"{5}{R}", "{3}{R}", "{2}{R}"}
        assert [text.partition("; spend ")[2] for text in listed(state, referee=False, zone="graveyard")] == [
            "{R}{R}{R}; tap Giant",
            "{R}{R}{R}{R}; tap Grizzly Bears",
        ]

    def test_harmonize_with_a_tapped_creature(self) -> None:
        chorus = spell("{3}{R}", instead("harmonize", "{5}{R}", Zone.GRAVEYARD))
        state = board("4 Mountain", permanent("Grizzly Bears", tapped=True), graveyard=[chorus])
        assert count(state, zone="graveyard") == 0


class TestEmerge:
    """The sacrificed creature's mana value comes off generic mana (CR 702.119; D26)."""

    ELDER = card("Elder", "creature", instead("emerge", "{5}{U}{U}"), cost="{8}")

    def test_value(self) -> None:
        wurm = card("Wurm", "creature", cost="{4}{G}{G}")
        state = board("2 Island", wurm, hand=[self.ELDER])
        assert listed(state, "Elder") == ["2x Island: {T} -> {U}; spend {U}{U}; sacrifice Wurm"]

    def test_generic_only(self) -> None:
        wurm = card("Wurm", "creature", cost="{9}{G}{G}")
        assert listed(board("2 Island", wurm, hand=[self.ELDER]), "Elder") == [
            "2x Island: {T} -> {U}; spend {U}{U}; sacrifice Wurm"
        ]
        assert count(board("Island", wurm, hand=[self.ELDER]), "Elder") == 0

    def test_each_value_by_itself(self) -> None:
        squires = [card(name, "creature", cost="{W}") for name in ("Page", "Squire")]
        state = board("7 Island; Grizzly Bears", *squires, hand=[self.ELDER])
        assert {one.partition(",")[0] for one in totals(state, "Elder")} == {"{8}", "{4}{U}{U}", "{3}{U}{U}"}
        assert [text.partition("sacrifice ")[2] for text in listed(state, "Elder")] == [
            "Grizzly Bears",
            "Page",
            "Squire",
        ]

    def test_no_creature(self) -> None:
        assert count(board("7 Island; Sol Ring", hand=[self.ELDER]), "Elder", alternative="emerge") == 0

    def test_the_creature_taps_for_mana_first(self) -> None:
        state = board("6 Island; Llanowar Elves", hand=[self.ELDER])
        assert count(state, "Elder", alternative="emerge") == 2  # six Islands, or five and the Elves


class TestForms:
    """Keywords that make another spell of the card (CR 702.37, 702.103, 702.160, 718)."""

    def test_morph(self) -> None:
        hidden = card("Hidden", "creature", instead("morph", "{1}{G}"), kicker("{1}"), cost="{4}{G}")
        state = board("3 Wastes", hand=[hidden])
        assert totals(state, "Hidden", alternative="morph") == {"{3}"}
        assert listed(state, "Hidden", referee=False) == ["3x Wastes: {T} -> {C}; spend {C}{C}{C}"]

    def test_morph_is_no_more_than_that(self) -> None:
        hidden = card("Hidden", "creature", instead("morph", "{1}{G}"), cost="{4}{G}")
        assert count(board("2 Wastes", hand=[hidden]), "Hidden") == 0

    def test_prototype(self) -> None:
        big = face("Golem", "artifact creature", "{7}")
        small = face("Golem", "artifact creature", "{1}{G}")
        golem = Card(name="Golem", faces=(big, small), layout=Layout.PROTOTYPE)
        state = board("Forest; Mountain", hand=[golem])
        assert totals(state, "Golem") == {"{7}", "{1}{G}"}
        assert count(state, "Golem") == 1
        assert count(state, "Golem", alternative="prototype") == 1

    def test_prototype_not_with_another_alternative(self) -> None:
        big = face("Golem", "artifact creature", "{7}")
        small = face("Golem", "artifact creature", "{1}{G}")
        golem = Card(name="Golem", faces=(big, small), layout=Layout.PROTOTYPE)
        assert totals(board(OMNISCIENCE, hand=[golem]), "Golem") >= {"{7}", "{1}{G}", "{0}"}

    def test_bestow(self) -> None:
        nymph = card("Nymph", "creature enchantment", instead("bestow", "{3}{W}"), cost="{1}{W}")
        state = board("4 Plains; Grizzly Bears", hand=[nymph])
        assert totals(state, "Nymph") == {"{1}{W}", "{3}{W}"}
        assert count(state, "Nymph") == 2

    def test_bestow_is_an_aura_that_needs_a_creature(self) -> None:
        nymph = card("Nymph", "creature enchantment", instead("bestow", "{3}{W}"), cost="{1}{W}")
        state = board("4 Plains", hand=[nymph])
        assert verdict(state, "Nymph")
        assert refused(state, "Nymph", alternative="bestow").kind == "target"

    def test_bestow_counts_as_no_creature_spell(self) -> None:
        nymph = card("Nymph", "creature enchantment", instead("bestow", "{3}{W}"), cost="{1}{W}")
        state = board(THALIA, hand=[nymph])
        assert totals(state, "Nymph") == {"{1}{W}", "{4}{W}"}

    def test_fuse(self) -> None:
        halves = (face("Wear", "instant", "{1}{R}", Keyword(name="fuse")), face("Tear", "instant", "{W}"))
        state = board("2 Mountain; Plains", hand=[split(Layout.SPLIT, *halves)])
        assert totals(state, "Wear // Tear") == {"{1}{R}", "{W}", "{1}{W}{R}"}
        assert totals(state, "Wear // Tear", optional=(("fuse", 1),)) == {"{1}{W}{R}"}
        assert totals(state, "Wear") == {"{1}{R}"}

    def test_no_fuse(self) -> None:
        halves = (face("Fire", "instant", "{1}{R}"), face("Ice", "instant", "{1}{U}"))
        assert totals(board(hand=[split(Layout.SPLIT, *halves)]), "Fire // Ice") == {"{1}{R}", "{1}{U}"}

    def test_aftermath_from_the_graveyard_alone(self) -> None:
        halves = (face("Cut", "sorcery", "{1}{R}"), face("Ribbons", "sorcery", "{B}{B}", Keyword(name="aftermath")))
        both = split(Layout.SPLIT, *halves)
        assert totals(board(hand=[both]), "Cut // Ribbons") == {"{1}{R}"}

    def test_adventure(self) -> None:
        giant = split(Layout.ADVENTURE, face("Giant", "creature", "{2}{R}"), face("Stomp", "instant", "{1}{R}"))
        assert totals(board(hand=[giant]), "Giant // Stomp") == {"{2}{R}", "{1}{R}"}
        adventurer = exiled(giant, "3 Mountain", marked="adventure")
        assert totals(adventurer, "Giant // Stomp", zone="exile") == {"{2}{R}"}
        assert refused(exiled(giant, "3 Mountain"), "Giant // Stomp", zone="exile").rule == "601.3"

    def test_modal_faces(self) -> None:
        both = split(Layout.MODAL, face("Rowan", "planeswalker", "{2}{R}"), face("Will", "planeswalker", "{4}{U}"))
        assert totals(board(hand=[both]), "Rowan // Will") == {"{2}{R}", "{4}{U}"}
        assert totals(board(hand=[both]), "Will") == {"{4}{U}"}

    def test_transforming_back_is_not_cast(self) -> None:
        both = split(Layout.TRANSFORM, face("Front", "creature", "{2}{R}"), face("Back", "creature", None))
        assert totals(board(hand=[both]), "Front // Back") == {"{2}{R}"}


class TestFromExile:
    """Marked cards (CR 702.143, 702.170) and cards that an effect set up."""

    def test_foretold(self) -> None:
        cat = card("Cat", "creature", instead("foretell", "{1}{G}"), cost="{5}{G}")
        state = exiled(cat, "2 Forest", marked="foretold")
        assert listed(state, "Cat", referee=False, zone="exile") == ["2x Forest: {T} -> {G}; spend {G}{G}"]
        assert totals(state, "Cat", zone="exile") == {"{1}{G}"}

    def test_foretold_this_turn(self) -> None:
        cat = card("Cat", "creature", instead("foretell", "{1}{G}"), cost="{5}{G}")
        assert refused(exiled(cat, "2 Forest", marked="foretold", this_turn=True), "Cat", zone="exile").rule == "601.3"
        assert totals(board(hand=[cat]), "Cat") == {"{5}{G}"}

    def test_plotted(self) -> None:
        bandit = card("Bandit", "creature", kicker("{2}"), cost="{5}{R}")
        state = exiled(bandit, "2 Mountain", marked="plotted")
        assert totals(state, "Bandit", zone="exile") == {"{0}", "{2}"}
        assert refused(replace(state, phase=Phase.UPKEEP), "Bandit", zone="exile").rule in ("302.1", "702.170d")

    def test_plotted_instant_as_a_sorcery_only(self) -> None:
        flash = spell("{5}{R}")
        state = exiled(flash, marked="plotted")
        assert verdict(state, "Spell", Wishes(zone="exile"))
        assert refused(replace(state, phase=Phase.END), zone="exile").rule == "702.170d"

    def test_by_a_card_that_let_it(self) -> None:
        lets = effect("Lets", Permission(zone=Zone.EXILE, whose="any", set_up=True, any_type=True))
        state = exiled(spell("{1}{U}"), "2 Forest", via="Lets", via_card=lets)
        assert listed(state, referee=False, zone="exile") == ["2x Forest: {T} -> {G}; spend {G}{G}"]

    def test_without_it(self) -> None:
        assert refused(exiled(spell("{1}{U}"), "Forest; Island"), zone="exile").rule == "601.3"

    def test_free_by_a_card_that_let_it(self) -> None:
        free = AlternativeCost(keyword="free", zone=Zone.EXILE)
        lets = effect("Lets", Permission(zone=Zone.EXILE, whose="any", set_up=True, alternative=free))
        state = exiled(spell("{1}{U}", kicker("{1}")), "Forest", via="Lets", via_card=lets)
        assert totals(state, zone="exile") == {"{0}", "{1}"}


class TestPermissions:
    """Permanents that let cards be cast from elsewhere (CR 601.3)."""

    GRAVES = effect("Graves", Permission(what=Filter.parse("creature card"), zone=Zone.GRAVEYARD))

    def test_by_the_mana_cost(self) -> None:
        bear = card("Bear", "creature", instead("dash", "{R}", Zone.ANY), cost="{1}{G}")
        state = board(self.GRAVES, graveyard=[bear])
        assert totals(state, "Bear", zone="graveyard") == {"{1}{G}", "{R}"}

    def test_costs_of_the_hand_stay_there(self) -> None:
        bear = card("Bear", "creature", cost="{1}{G}")
        state = board(self.GRAVES, OMNISCIENCE, graveyard=[bear])
        assert totals(state, "Bear", zone="graveyard") == {"{1}{G}"}

    def test_other_cards(self) -> None:
        assert refused(board("9 Forest", self.GRAVES, graveyard=[spell("{G}")]), zone="graveyard").rule == "601.3"

    def test_used_up(self) -> None:
        once = effect("Once", Permission(what=Filter.parse("creature card"), zone=Zone.GRAVEYARD, limit=1))
        bear = card("Bear", "creature", cost="{G}")
        assert count(board("Forest", once, graveyard=[bear]), "Bear", zone="graveyard") == 1
        used = permanent(once, used_this_turn=("permission",))
        assert refused(board("Forest", used, graveyard=[bear]), "Bear", zone="graveyard").rule == "601.3"

    def test_more(self) -> None:
        dear = effect("Dear", Permission(what=Filter.parse("card"), zone=Zone.GRAVEYARD, more=ManaCost.parse("{2}")))
        assert totals(board(dear, graveyard=[spell("{R}")]), zone="graveyard") == {"{2}{R}"}

    def test_top_of_the_library(self) -> None:
        future = effect("Future", Permission(what=Filter.parse("card"), zone=Zone.LIBRARY))
        top, below = (CardInZone(card=spell("{1}", name=n), id=i) for i, n in ((6000, "Top"), (6001, "Below")))
        state = board("Wastes", future, library_top=(top, below))
        assert listed(state, "Top", zone="library", referee=False) == ["Wastes: {T} -> {C}; spend {C}"]
        assert refused(state, "Below", zone="library").rule == "601.3"
        assert refused(board("Wastes", library_top=(top,)), "Top", zone="library").rule == "601.3"

    def test_named_among_the_plays(self) -> None:
        bear = card("Bear", "creature", cost="{G}")
        state = board("Forest", self.GRAVES, graveyard=[bear, spell("{G}")])
        assert [play.card for play in plays(state).spells] == ["Bear"]
        assert plays(board("Forest", graveyard=[bear])).spells == ()


class TestAtMostOne:
    """No two alternative costs together (CR 118.9a; E11)."""

    def test_overload_and_flashback(self) -> None:
        both = spell("{1}{U}", instead("overload", "{4}{U}"), instead("flashback", "{2}{U}", Zone.GRAVEYARD))
        assert totals(board(graveyard=[both]), zone="graveyard") == {"{2}{U}"}
        assert totals(board(hand=[both])) == {"{1}{U}", "{4}{U}"}

    def test_additional_costs_go_with_any(self) -> None:
        both = spell("{1}{U}", instead("overload", "{4}{U}"), must("Pay 2 life"), optional("buyback", "{3}"))
        assert totals(board(hand=[both])) == {
            "{1}{U}, Pay 2 life",
            "{4}{U}, Pay 2 life",
            "{7}{U}, Pay 2 life",
        }


class TestOfAbilities:
    """What permanents let be paid rather than the cost of an ability."""

    def test_kind(self) -> None:
        offer = AlternativeCost(
            keyword="Anvil", cost=Cost.parse("{0}"), applies_to=Filter.parse("equip"), kind=CostKind.ABILITY
        )
        assert totals(to_pay("{3}", effect("Anvil", offer))) == {"{3}"}

    @pytest.mark.parametrize("zone", ["graveyard", "exile", "command", "library"])
    def test_nothing_from_elsewhere(self, zone: str) -> None:
        held = CardInZone(card=spell("{0}"), id=7000)
        place = {"library": "library_top"}.get(zone, zone)
        state = board(OMNISCIENCE).with_you(**{place: (held,)})
        if zone == "command":
            assert verdict(state, "Spell", Wishes(zone=zone))
        else:
            assert refused(state, zone=zone).rule == "601.3"


def test_another_cost_where_something_is_paid_besides() -> None:
    """What is paid in addition to other costs leaves the choice of an alternative cost (CR 118.9d)."""
    festival = card(
        "Festival",
        "enchantment",
        AlternativeCost(
            keyword="Festival",
            cost=Cost.parse("Pay 1 life"),
            zone=Zone.GRAVEYARD,
            applies_to=Filter.parse("instant"),
            on_top=True,
        ),
    )
    overload = AlternativeCost(keyword="overload", cost=Cost.parse("{2}{U}"), zone=Zone.ANY)
    state = board("3 Island", permanent(festival), graveyard=[spell("{U}", overload)])
    found = payments(state, "Spell", Wishes(zone="graveyard"))
    assert {str(one.total) for one in found.announced} == {"{U}, Pay 1 life", "{2}{U}, Pay 1 life"}
    poor = state.with_you(life=0)
    assert not payments(poor, "Spell", Wishes(zone="graveyard"))
