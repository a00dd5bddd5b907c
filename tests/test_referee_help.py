"""The referee on what stands for mana once the total is locked, and on the costs of activated abilities."""

from __future__ import annotations

import pytest
from hand_built import board, card, less, mana, on, permanent, spell, to_pay

from castable.model.ability import (
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    CostChange,
    CostKind,
    Help,
    HelpToPay,
    LifeForMana,
    Zone,
)
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Ambiguous, IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.payment import Choices, Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.referee import announce, execute, legal_activations, totals, ways_of_paying

NAME = "Spell"
CONVOKE, DELVE, IMPROVISE = (HelpToPay(help=help_) for help_ in (Help.CONVOKE, Help.DELVE, Help.IMPROVISE))
WHITE = card("White", "creature", cost="{W}", power="1", toughness="1")
GOLEM = card("Golem", "artifact creature", cost="{3}", power="1", toughness="1")
FODDER = spell("{9}", name="Fodder")


def after(state: State, text: str) -> State:
    """The state after a payment in words."""
    return execute(state, Payment.parse(text))


def broken(state: State, text: str) -> str:
    """The rule that a payment in words breaks."""
    with pytest.raises(IllegalPayment) as caught:
        after(state, text)
    return caught.value.rule


def helped(state: State, pool: str = "", **choices: object) -> set[str]:
    """What may be tapped, exiled and paid in life in place of mana, with the mana that is spent."""
    begun = announce(state.with_you(pool=Mana.parse(pool)), NAME, Choices(**choices))  # type: ignore[arg-type]
    found = set()
    try:
        for way in ways_of_paying(begun):
            ledger = way.paid.ledger
            life = [f"{ledger.life} life"] if ledger.life else []
            found.add(" + ".join([str(way.spends), *ledger.taps, *ledger.exiles, *life]))
    except IllegalPayment:
        return set()
    return found


class TestConvoke:
    """CR 702.51."""

    def test_generic_and_the_color_of_the_creature(self) -> None:
        state = board(WHITE, "Grizzly Bears", hand=[spell("{1}{W}", CONVOKE)])
        assert helped(state) == {" + Grizzly Bears + White"}
        assert helped(state, "W") == {" + Grizzly Bears + White", "{W} + Grizzly Bears", "{W} + White"}
        assert helped(state, "G") == {" + Grizzly Bears + White", "{G} + White"}
        assert helped(board("2 Grizzly Bears", hand=[spell("{1}{W}", CONVOKE)])) == set()

    def test_nothing_but_generic_and_colored_mana(self) -> None:
        assert helped(board(WHITE, hand=[spell("{C}", CONVOKE)])) == set()
        assert helped(board(WHITE, hand=[spell("{S}", CONVOKE)])) == set()
        announced = {"halves": ManaCost.parse("{W}")}
        assert helped(board(WHITE, hand=[spell("{W/B}", CONVOKE)]), **announced) == {" + White"}
        assert helped(board(WHITE, hand=[spell("{W/B}", CONVOKE)]), halves=ManaCost.parse("{B}")) == set()

    def test_fresh_creatures_help_and_tapped_ones_do_not(self) -> None:
        assert helped(board(permanent(WHITE, summoning_sick=True), hand=[spell("{W}", CONVOKE)])) == {" + White"}
        assert helped(board(permanent(WHITE, tapped=True), hand=[spell("{W}", CONVOKE)])) == set()
        text = "Spell; total {G}{G}; Llanowar Elves: {T} -> {G}; spend {G}; tap Llanowar Elves"
        assert broken(board("Llanowar Elves", hand=[spell("{G}{G}", CONVOKE)]), text) == "601.2h"
        assert after(board("2 Llanowar Elves", hand=[spell("{G}{G}", CONVOKE)]), text).you.battlefield[0].tapped

    def test_no_creature_is_wasted(self) -> None:
        state = board(WHITE, WHITE, hand=[spell("{W}", CONVOKE)])
        assert broken(state, "Spell; total {W}; tap White + White") == "601.2h"

    def test_after_the_total_is_fixed(self) -> None:
        """The example of CR 702.51b: two green creatures and three others pay for a Siege Wurm that costs {2} less."""
        wurm = spell("{5}{G}{G}", CONVOKE, less("{2}"))
        state = board("2 Grizzly Bears", WHITE, WHITE, WHITE, hand=[wurm])
        assert helped(state) == {" + Grizzly Bears + Grizzly Bears + White + White + White"}
        assert helped(board("Grizzly Bears", WHITE, WHITE, WHITE, WHITE, hand=[wurm])) == set()

    def test_given_by_another(self) -> None:
        engineer = card("Engineer", "enchantment", HelpToPay(help=Help.CONVOKE, applies_to=Filter.parse("artifact")))
        rock = spell("{1}", types="artifact")
        assert helped(board(engineer, WHITE, hand=[rock])) == {" + White"}
        assert helped(board(engineer, WHITE, hand=[spell("{1}")])) == set()
        assert helped(board(WHITE, hand=[rock], opponent=[engineer])) == set()

    def test_a_creature_that_helped_may_be_sacrificed(self) -> None:
        both = spell("{W}", CONVOKE, AdditionalCost(one_of=(Cost.parse("Sacrifice creature"),)))
        text = "Spell; total {W}, Sacrifice creature; tap White; sacrifice White"
        assert not after(board(WHITE, hand=[both]), text).you.battlefield

    def test_one_tap_for_one_thing(self) -> None:
        both = spell("{W}", CONVOKE, AdditionalCost(one_of=(Cost.parse("Tap untapped creature"),)))
        text = "Spell; total {W}, Tap untapped creature; tap White + White"
        assert broken(board(WHITE, hand=[both]), text) == "118.3"
        assert after(board(WHITE, WHITE, hand=[both]), text)

    def test_it_is_no_mana_ability(self) -> None:
        begun = announce(board(WHITE, hand=[spell("{W}", CONVOKE)]), NAME, Choices())
        assert not list(legal_activations(begun))


class TestDelve:
    """CR 702.66."""

    def test_generic_only(self) -> None:
        cruise = spell("{2}{U}", DELVE)
        state = board(hand=[cruise], graveyard=[FODDER, FODDER])
        assert helped(state, "U") == {"{U} + Fodder + Fodder"}
        assert helped(state) == set()
        assert helped(state, "UR") == {"{U} + Fodder + Fodder", "{U}{R} + Fodder"}

    def test_what_a_floor_added(self) -> None:
        floor = card("Trinisphere", "artifact", CostChange(applies_to=Filter.ANY, who="any", floor=3))
        assert helped(board(floor, hand=[spell("{U}", DELVE)], graveyard=[FODDER] * 2), "U") == {
            "{U} + Fodder + Fodder"
        }

    def test_not_the_card_that_is_cast(self) -> None:
        back = spell("{9}", DELVE, AlternativeCost(keyword="flashback", cost=Cost.parse("{1}"), zone=Zone.GRAVEYARD))
        chosen = {"zone": "graveyard", "alternative": "flashback"}
        assert helped(board(graveyard=[back]), **chosen) == set()
        assert helped(board(graveyard=[back, FODDER]), **chosen) == {" + Fodder"}

    def test_what_was_sacrificed_for_mana_may_be_exiled(self) -> None:
        state = board("Treasure", hand=[spell("{2}", DELVE)])
        text = "Spell; total {2}; Treasure: {T}, Sacrifice this -> {W}; spend {W}; exile Treasure; sacrifice Treasure"
        assert [c.card.name for c in after(state, text).you.exile] == ["Treasure"]
        token = board(permanent("Treasure", token=True), hand=[spell("{2}", DELVE)])
        assert broken(token, text) == "601.2h"


class TestImprovise:
    """CR 702.126."""

    def test_generic_by_artifacts(self) -> None:
        state = board("2 Sol Ring", WHITE, hand=[spell("{3}{U}", IMPROVISE)])
        assert helped(state, "UU") == {"{U}{U} + Sol Ring + Sol Ring"}
        assert helped(state, "U") == set()

    def test_one_tap_for_one_thing(self) -> None:
        state = board("Sol Ring", hand=[spell("{3}", IMPROVISE)])
        text = "Spell; total {3}; Sol Ring: {T} -> {C}{C}; spend {C}{C}; tap Sol Ring"
        assert broken(state, text) == "601.2h"
        assert after(board("2 Sol Ring", hand=[spell("{3}", IMPROVISE)]), text)

    def test_a_fresh_artifact_creature(self) -> None:
        state = board(permanent(GOLEM, summoning_sick=True), hand=[spell("{1}", IMPROVISE)])
        assert helped(state) == {" + Golem"}

    def test_with_convoke(self) -> None:
        assert helped(board(GOLEM, WHITE, hand=[spell("{1}{W}", CONVOKE, IMPROVISE)])) == {" + Golem + White"}

    def test_only_while_something_holds(self) -> None:
        help_ = HelpToPay(help=Help.IMPROVISE, condition=Condition.parse("count(artifact you) >= 2"))
        assert helped(board("2 Sol Ring", hand=[spell("{1}", help_)])) == {" + Sol Ring"}
        assert helped(board("Sol Ring", hand=[spell("{1}", help_)])) == set()

    def test_assist_is_refused(self) -> None:
        with pytest.raises(Unsupported):
            helped(board(hand=[spell("{1}", HelpToPay(help=Help.ASSIST))]))


class TestWaterbend:
    """CR 701.67."""

    def test_only_its_own_generic(self) -> None:
        whip = spell("{1}{U}", AdditionalCost(one_of=(Cost.parse("Waterbend 2"),)))
        state = board("2 Sol Ring", WHITE, hand=[whip])
        assert {str(total) for total in totals(state, NAME, Choices())} == {"{3}{U}, Waterbend 2"}
        assert helped(state, "UR") == {"{U}{R} + Sol Ring + Sol Ring", "{U}{R} + Sol Ring + White"}
        assert helped(state, "U") == set()

    def test_as_the_cost_of_an_ability(self) -> None:
        bender = card("Bender", "creature", ActivatedAbility(cost=Cost.parse("Waterbend 2")))
        state = board(bender, "Sol Ring")
        text = "Bender; ability Waterbend 2; total {2}, Waterbend 2; tap Bender + Sol Ring"
        assert all(p.tapped for p in after(state, text).you.battlefield)
        assert broken(board(bender), text) == "601.2h"


class TestLifeForMana:
    """For each symbol of a color 2 life as the cost is paid."""

    KRRIK = card("K'rrik", "enchantment", LifeForMana(mana=Mana.parse("{B}")))

    def test_symbols_of_spells(self) -> None:
        state = to_pay("{1}{B}{B}", self.KRRIK)
        assert helped(state, "BBB") == {"{B}{B}{B}", "{B}{B} + 2 life", "{B} + 4 life"}
        assert helped(state, "R") == {"{R} + 4 life"}
        assert helped(to_pay("{1}{B}{B}", self.KRRIK, life=3), "R") == set()
        assert helped(to_pay("{2}", self.KRRIK), "R") == set()

    def test_with_convoke(self) -> None:
        black = card("Black", "creature", cost="{B}")
        state = board(self.KRRIK, black, hand=[spell("{B}", CONVOKE)])
        assert helped(state) == {" + Black", " + 2 life"}

    def test_symbols_of_mana_abilities(self) -> None:
        heart = card("Heart", "artifact", mana("{B}, {T}", "{R}{R}"))
        text = "Spell; total {R}; Heart: {B}, {T} -> {R}{R}; spend {R}; float {R}; pay 2 life"
        assert after(to_pay("{R}", self.KRRIK, heart), text).you.life == 18
        assert broken(to_pay("{R}", heart), text) == "118.3a"

    def test_only_some_spells(self) -> None:
        offer = LifeForMana(mana=Mana.parse("{W}"), applies_to=Filter.parse("creature"))
        giver = card("Giver", "enchantment", offer)
        assert helped(to_pay("{W}", giver)) == set()
        assert helped(board(giver, hand=[spell("{W}", types="creature")])) == {" + 2 life"}


def ability(cost: str, **fields: object) -> ActivatedAbility:
    return ActivatedAbility(cost=Cost.parse(cost), **fields)  # type: ignore[arg-type]


def of_abilities(reduction: str, what: str = "creature you", **fields: object) -> Card:
    change = CostChange(
        applies_to=Filter.parse(what),
        kind=CostKind.ABILITY,
        less=ManaCost.parse(reduction),
        **fields,  # type: ignore[arg-type]
    )
    return card("Grounds", "enchantment", change)


def ability_totals(state: State, name: str, cost: str, **choices: object) -> set[str]:
    return {str(total) for total in totals(state, name, Choices(ability=cost, **choices))}  # type: ignore[arg-type]


class TestAbilities:
    """CR 602.2: an activation cost stands for the mana cost."""

    MUTAVAULT = card("Mutavault", "land", mana("{T}", "{C}"), ability("{1}"))

    def test_a_land_may_pay_for_its_own_ability(self) -> None:
        text = "Mutavault; ability {1}; total {1}; Mutavault: {T} -> {C}; spend {C}"
        assert after(board(self.MUTAVAULT), text).you.battlefield[0].tapped
        assert broken(board(permanent(self.MUTAVAULT, tapped=True)), text) == "107.5"

    def test_not_when_its_own_tap_is_in_the_cost(self) -> None:
        tower = card("Tower", "land", mana("{T}", "{C}"), ability("{1}, {T}"))
        text = "Tower; ability {1}, {T}; total {1}, {T}; %s; spend {C}"
        assert broken(board(tower), text % "Tower: {T} -> {C}") == "107.5"
        assert all(p.tapped for p in after(board(tower, "Wastes"), text % "Wastes: {T} -> {C}").you.battlefield)

    def test_a_fresh_creature(self) -> None:
        elf = card("Elf", "creature", ability("{T}"))
        text = "Elf; ability {T}; total {0}, {T}"
        assert after(board(elf), text).you.battlefield[0].tapped
        assert broken(board(permanent(elf, summoning_sick=True)), text) == "302.6"

    def test_giving_itself_up(self) -> None:
        bauble = card("Bauble", "artifact", mana("{T}", "{C}"), ability("{1}, Sacrifice this"))
        text = "Bauble; ability {1}, Sacrifice this; total {1}, Sacrifice this; Bauble: {T} -> {C}; spend {C}"
        assert not after(board(bauble), text + "; sacrifice Bauble").you.battlefield
        treasure = card("Bauble", "artifact", mana("{T}, Sacrifice this", "{C}"), ability("{1}, Sacrifice this"))
        gone = text.replace("Bauble: {T} ->", "Bauble: {T}, Sacrifice this ->")
        assert broken(board(treasure), gone + "; sacrifice Bauble + Bauble") == "118.3"

    def test_loyalty(self) -> None:
        walker = card("Walker", "planeswalker", ability("+1"), ability("-4"))
        state = board(on(walker, loyalty=2))
        up = Cost.parse("+1")
        after(state, f"Walker; ability {up}; total {{0}}, {up}")
        down = Cost.parse("-4")
        assert broken(state, f"Walker; ability {down}; total {{0}}, {down}") == "606.6"
        then = after(board(on(walker, loyalty=5)), f"Walker; ability {down}; total {{0}}, {down}")
        assert then.you.battlefield[0].counters == (("loyalty", 1),)

    def test_counters_of_its_own(self) -> None:
        gun = card("Gun", "artifact", mana("Remove 1 charge counter", "{U}"), ability("{U}, Remove 1 charge counter"))
        text = "Gun; ability {U}, Remove 1 charge counter; total {U}, Remove 1 charge counter; "
        text += "Gun: Remove 1 charge counter -> {U}; spend {U}; remove 2 from Gun"
        assert after(board(on(gun, charge=2)), text)
        assert broken(board(on(gun, charge=1)), text) == "118.3"

    def test_by_keyword_and_from_the_hand(self) -> None:
        cycler = card("Cycler", "creature", ability("{2}, Discard this", keyword="cycling", zone=Zone.HAND))
        state = board(hand=[cycler], pool="GG")
        text = "Cycler; ability cycling; total {2}, Discard this; spend {G}{G}; discard Cycler"
        assert [c.card.name for c in after(state, text).you.graveyard] == ["Cycler"]
        assert broken(board(cycler, pool="GG"), text) == "602.2"

    def test_x_and_other_creatures(self) -> None:
        general = card("General", "creature", ability("{B}, Sacrifice X creature other"))
        state = board(general, "2 Grizzly Bears", pool="B")
        text = "General; ability {B}, Sacrifice X creature other; x %d; total {B}, Sacrifice %s; spend {B}; sacrifice "
        assert after(state, text % (2, "2 creature other") + "Grizzly Bears + Grizzly Bears")
        assert broken(state, text % (1, "creature other") + "General") == "601.2h"

    def test_equal_sources(self) -> None:
        two = board(self.MUTAVAULT, self.MUTAVAULT)
        assert ability_totals(two, "Mutavault", "{1}") == {"{1}"}
        different = board(self.MUTAVAULT, permanent(self.MUTAVAULT, tapped=True))
        with pytest.raises(Ambiguous):
            announce(different, "Mutavault", Choices(ability="{1}"))
        after(different, "Mutavault; ability {1}; total {1}; Mutavault#1: {T} -> {C}; spend {C}")

    def test_reductions(self) -> None:
        bear = card("Bear", "creature", ability("{3}{G}"), ability("{1}"))
        grounds = of_abilities("{2}", minimum=1)
        assert ability_totals(board(bear, grounds), "Bear", "{3}{G}") == {"{1}{G}"}
        assert ability_totals(board(bear, grounds), "Bear", "{1}") == {"{1}"}
        assert ability_totals(board(bear, of_abilities("{2}")), "Bear", "{1}") == {"{0}"}
        assert ability_totals(board(bear, of_abilities("{2}", "artifact you")), "Bear", "{1}") == {"{1}"}
        up_to = of_abilities("{2}", up_to=True, minimum=1)
        assert ability_totals(board(bear, up_to), "Bear", "{3}{G}") == {"{3}{G}", "{2}{G}", "{1}{G}"}

    def test_reductions_by_kind(self) -> None:
        sword = card("Sword", "artifact", ability("{3}", keyword="equip"), ability("{2}"))
        assert ability_totals(board(sword, of_abilities("{1}", "equip")), "Sword", "{3}") == {"{2}"}
        assert ability_totals(board(sword, of_abilities("{1}", "equip")), "Sword", "{2}") == {"{2}"}

    def test_power_up(self) -> None:
        hero = card("Hero", "creature", ability("{3}{G}", keyword="power-up"), cost="{1}{G}")
        assert ability_totals(board(permanent(hero, entered_this_turn=True)), "Hero", "power-up") == {"{2}"}
        assert ability_totals(board(hero), "Hero", "power-up") == {"{3}{G}"}

    def test_mana_abilities_cost_less_too(self) -> None:
        state = to_pay("{U}", "Forest; Pili-Pala", of_abilities("{2}", minimum=1))
        tapped = state.with_permanent(permanent("Pili-Pala", tapped=True, id=1))
        text = "Spell; total {U}; Forest: {T} -> {G}; Pili-Pala: {2}, {Q} <- {G} -> {U}; spend {U}"
        assert not after(tapped, text).you.battlefield[1].tapped
        bare = to_pay("{U}", "Forest", permanent("Pili-Pala", tapped=True))
        assert broken(bare, text) == "118.3a"
        but_mana = to_pay(
            "{U}", "Forest", permanent("Pili-Pala", tapped=True), of_abilities("{2}", "creature !manaability")
        )
        assert broken(but_mana, text) == "118.3a"

    def test_what_is_not_there(self) -> None:
        with pytest.raises(IllegalPayment):
            ability_totals(board("Forest"), "Forest", "{1}")
        with pytest.raises(Unsupported):
            ability_totals(board(self.MUTAVAULT), "Mutavault", "{1}", alternative="free")
