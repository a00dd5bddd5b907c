"""Total costs: increases, then reductions, then floors, then locked (CR 601.2f, 118.7), worked out by hand."""

from __future__ import annotations

import pytest
from hand_built import board, card, kicker, less, permanent, spell, to_pay
from total_costs import changes, count, effect, instead, listed, must, optional, refused, totals

from castable.model.ability import CostChange, Help, HelpToPay, Modes, OptionalCost, SpellTargets, Zone
from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.total_cost import total_costs

THALIA = effect("Thalia", changes("!creature", more="{1}", who="any"))
ROWAN = effect("Rowan", changes("instant | sorcery | planeswalker", less="{1}"))
TRINISPHERE = effect("Trinisphere", CostChange(applies_to=Filter.parse("spell"), who="any", floor=3))
GROUND = effect("Ground", changes(less="{2}", minimum=1))
FAMILIAR = effect("Familiar", changes("blue | red", less="{1}"), types="creature")


class TestOrder:
    """Everything that is added comes before everything that is taken off, floors come last (CR 601.2f; D1, D2, D13)."""

    def test_increase_before_reduction(self) -> None:
        assert totals(to_pay("{R}", THALIA, ROWAN)) == {"{R}"}
        assert totals(to_pay("{R}", ROWAN, THALIA)) == {"{R}"}

    def test_one_of_them_alone(self) -> None:
        assert totals(to_pay("{R}", THALIA)) == {"{1}{R}"}
        assert totals(to_pay("{R}", ROWAN)) == {"{R}"}

    def test_kicker_before_reduction(self) -> None:
        burst = board(ROWAN, hand=[spell("{R}", kicker("{4}"))])
        assert totals(burst) == {"{R}", "{3}{R}"}

    def test_kicker_without_reduction(self) -> None:
        assert totals(board(hand=[spell("{R}", kicker("{4}"))])) == {"{R}", "{4}{R}"}

    def test_steps_in_order(self) -> None:
        state = to_pay("{1}{R}", TRINISPHERE, ROWAN, THALIA)
        (one,) = total_costs(state, subjects(state, "Spell", Wishes()), Wishes())
        assert [(step.rule, str(step.after)) for step in one.steps] == [
            ("601.2f", "{1}{R}"),
            ("601.2f", "{2}{R}"),
            ("118.7", "{1}{R}"),
            ("601.2f", "{2}{R}"),
        ]

    def test_floor_after_reductions(self) -> None:
        assert totals(to_pay("{4}{R}", TRINISPHERE, *[ROWAN] * 4)) == {"{2}{R}"}
        assert totals(to_pay("{1}{B}", TRINISPHERE)) == {"{2}{B}"}

    def test_floor_that_is_met(self) -> None:
        assert totals(to_pay("{2}{B}", TRINISPHERE)) == {"{2}{B}"}
        assert totals(to_pay("{4}{R}", *[ROWAN] * 4)) == {"{R}"}

    def test_floor_lifts_a_free_spell(self) -> None:
        omniscience = effect("Omniscience", instead("free", None, applies_to=Filter.parse("spell")))
        assert totals(to_pay("{7}", omniscience, TRINISPHERE), alternative="free") == {"{3}"}
        assert totals(to_pay("{7}", omniscience), alternative="free") == {"{0}"}

    def test_floor_measures_the_mana_alone(self) -> None:
        state = to_pay("{1}{B/P}{B/P}", TRINISPHERE)
        assert totals(state, phyrexian=2) == {"{3}, Pay 4 life"}
        assert totals(state, phyrexian=1) == {"{2}{B}, Pay 2 life"}
        assert totals(state, phyrexian=0) == {"{1}{B}{B}"}
        assert totals(to_pay("{1}{B/P}{B/P}"), phyrexian=2) == {"{1}, Pay 4 life"}

    def test_never_below_nothing(self) -> None:
        state = to_pay("{2}", *[ROWAN] * 4)
        assert totals(state) == {"{0}"}
        assert listed(state) == [""]

    def test_still_a_cost(self) -> None:
        assert count(to_pay("{2}", ROWAN)) == 0
        assert refused(to_pay("{2}", ROWAN)).rule == "601.2h"

    def test_whose_spells(self) -> None:
        theirs = effect("Theirs", changes(more="{1}", who="you"))
        against = effect("Against", changes(more="{1}", who="opponent"))
        assert totals(board(hand=[spell("{R}")], opponent=[theirs])) == {"{R}"}
        assert totals(board(hand=[spell("{R}")], opponent=[against])) == {"{1}{R}"}
        assert totals(to_pay("{R}", against)) == {"{R}"}
        assert totals(board(hand=[spell("{R}")], opponent=[THALIA])) == {"{1}{R}"}

    def test_what_spells(self) -> None:
        creature = card("Bear", "creature", cost="{1}{G}")
        assert totals(board(THALIA, hand=[creature]), "Bear") == {"{1}{G}"}
        assert totals(board(THALIA, hand=[spell("{1}{G}")])) == {"{2}{G}"}

    def test_phased_out(self) -> None:
        assert totals(to_pay("{R}", permanent(THALIA, phased_out=True))) == {"{R}"}

    def test_life_that_is_more(self) -> None:
        terror = effect("Terror", changes(more_life=3, who="any"))
        assert totals(to_pay("{R}", terror)) == {"{R}, Pay 3 life"}
        assert listed(board("Mountain", terror, hand=[spell("{R}")], life=3)) == [
            "Mountain: {T} -> {R}; spend {R}; pay 3 life"
        ]

    def test_life_that_is_not_there(self) -> None:
        terror = effect("Terror", changes(more_life=3, who="any"))
        state = board("Mountain", terror, hand=[spell("{R}")], life=2)
        assert count(state) == 0
        assert refused(state).rule == "119.4"


class TestWhatComesOff:
    """Generic off generic, other mana off its own symbols first (CR 118.7a-g; D3-D9)."""

    @pytest.mark.parametrize(
        ("cost", "reduction", "expected"),
        [
            ("{R}", "{1}", {"{R}"}),
            ("{C}{C}", "{1}", {"{C}{C}"}),
            ("{S}{S}", "{1}", {"{S}{S}"}),
            ("{1}{R}", "{1}", {"{R}"}),
            ("{3}{G}", "{W}", {"{2}{G}"}),
            ("{3}{W}", "{W}{W}", {"{2}"}),
            ("{2}{C}", "{C}{C}", {"{1}"}),
            ("{3}{U}", "{C}", {"{2}{U}"}),
            ("{1}{R}{G}", "{R/G}", {"{1}{G}", "{1}{R}"}),
            ("{1}{G}", "{G/P}", {"{1}"}),
            ("{2}{U}", "{G/P}", {"{1}{U}"}),
            ("{3}{U}", "{S}", {"{2}{U}"}),
            ("{S}{U}", "{S}", {"{S}{U}"}),
            ("{W}{W}", "{3}{W}", {"{W}"}),
            ("{G}{G}", "{R/G}", {"{G}", "{G}{G}"}),
        ],
    )
    def test_one_reduction(self, cost: str, reduction: str, expected: set[str]) -> None:
        assert totals(to_pay(cost, effect("Less", changes(less=reduction)))) == expected

    def test_only_colored(self) -> None:
        edgewalker = effect("Edgewalker", changes(less="{W}{B}", only_colored=True))
        assert totals(to_pay("{2}{W}", edgewalker)) == {"{2}"}
        assert totals(to_pay("{2}{W}{B}{B}", edgewalker, edgewalker)) == {"{2}"}

    def test_not_only_colored(self) -> None:
        assert totals(to_pay("{2}{W}", effect("Walker", changes(less="{W}{B}")))) == {"{1}"}

    def test_of_the_announced_half(self) -> None:
        state = to_pay("{2/W}{2/W}", ROWAN)
        assert totals(state) == {"{3}", "{1}{W}", "{W}{W}"}
        assert totals(state, halves=ManaCost.parse("{2}{W}")) == {"{1}{W}"}
        assert totals(state, halves=ManaCost.parse("{W}{W}")) == {"{W}{W}"}

    def test_of_a_phyrexian_symbol_paid_with_mana(self) -> None:
        green = effect("Green", changes(less="{G}"))
        assert totals(to_pay("{1}{G/P}", green), phyrexian=0) == {"{1}"}
        assert totals(to_pay("{1}{G/P}", green), phyrexian=1) == {"{0}, Pay 2 life"}

    def test_each_time(self) -> None:
        affinity = less("{1}", times=Amount.parse("count(artifact you)"))
        rings = ["Sol Ring"] * 6
        assert totals(board(*rings, hand=[spell("{4}{U}", affinity)])) == {"{U}"}
        assert totals(board(*rings[:3], hand=[spell("{4}{U}", affinity)])) == {"{1}{U}"}
        assert totals(board(hand=[spell("{4}{U}", affinity)], opponent=[effect("Ring", types="artifact")])) == {
            "{4}{U}"
        }

    def test_two_affinities(self) -> None:
        affinity = less("{1}", times=Amount.parse("count(artifact you)"))
        assert totals(board("2 Sol Ring", hand=[spell("{5}{U}", affinity, affinity)])) == {"{1}{U}"}

    def test_up_to(self) -> None:
        state = to_pay("{3}", effect("Choice", changes(less="{2}", up_to=True)))
        assert totals(state) == {"{1}", "{2}", "{3}"}

    def test_reduction_does_not_limit_x(self) -> None:
        state = board("5 Mountain", ROWAN, hand=[spell("{X}{R}")])
        assert totals(state, x=5) == {"{4}{R}"}
        assert count(state, x=5) == 1
        assert count(state, x=6) == 0

    def test_x_is_generic(self) -> None:
        assert totals(to_pay("{X}{X}{G}", ROWAN), x=2) == {"{3}{G}"}
        assert totals(to_pay("{X}{X}{G}", ROWAN), x=0) == {"{G}"}

    def test_kicked_though_nothing_is_left(self) -> None:
        state = board(effect("Lots", changes(less="{4}")), "Mountain", hand=[spell("{R}", kicker("{4}"))])
        assert listed(state) == ["Mountain: {T} -> {R}; spend {R}"] * 2
        assert count(state, kicked=(kicker("{4}").cost,)) == 1
        assert count(board("Mountain", hand=[spell("{R}", kicker("{4}"))]), kicked=(kicker("{4}").cost,)) == 0


class TestOrderOfReductions:
    """The payer chooses it, which matters where one has a minimum of its own (CR 601.2f; D10)."""

    def test_minimum_first_or_last(self) -> None:
        assert totals(to_pay("{3}", GROUND, ROWAN)) == {"{0}", "{1}"}

    def test_without_a_minimum(self) -> None:
        assert totals(to_pay("{3}", effect("Two", changes(less="{2}")), ROWAN)) == {"{0}"}

    def test_minimum_alone(self) -> None:
        assert totals(to_pay("{2}", GROUND)) == {"{1}"}
        assert totals(to_pay("{4}", GROUND)) == {"{2}"}
        assert totals(to_pay("{1}", GROUND)) == {"{1}"}
        assert totals(to_pay("{0}", GROUND)) == {"{0}"}

    def test_colored_mana_counts_for_it(self) -> None:
        assert totals(to_pay("{1}{G}", GROUND)) == {"{G}"}
        assert totals(to_pay("{1}", GROUND, GROUND)) == {"{1}"}

    def test_each_total_is_paid(self) -> None:
        state = board("Mountain", GROUND, ROWAN, hand=[spell("{3}")])
        assert listed(state) == ["", "Mountain: {T} -> {R}; spend {R}"]

    def test_floor_of_all(self) -> None:
        assert totals(to_pay("{3}", GROUND, ROWAN, TRINISPHERE)) == {"{3}"}


class TestKickedAndX:
    """Changes look at what is announced (CR 601.2b-f; D20, D21)."""

    def test_kicked_spells(self) -> None:
        gecko = effect("Gecko", changes("kicked", less="{1}"))
        titan = board(gecko, hand=[spell("{1}{G}", kicker("{2}{G}"))])
        assert totals(titan) == {"{1}{G}", "{2}{G}{G}"}

    def test_without_it(self) -> None:
        assert totals(board(hand=[spell("{1}{G}", kicker("{2}{G}"))])) == {"{1}{G}", "{3}{G}{G}"}

    def test_own_change_for_each_kick(self) -> None:
        many = spell("{1}{G}", kicker("{1}", None))
        assert totals(board("4 Forest", hand=[many])) == {"{1}{G}", "{2}{G}", "{3}{G}"}

    def test_cast_from_elsewhere(self) -> None:
        cheaper = effect("Cheaper", changes("flashbackcast", less="{2}"))
        looting = spell("{R}", instead("flashback", "{2}{R}", Zone.GRAVEYARD))
        assert totals(board(cheaper, graveyard=[looting]), zone="graveyard") == {"{R}"}
        assert totals(board(graveyard=[looting]), zone="graveyard") == {"{2}{R}"}
        assert totals(board(cheaper, hand=[spell("{3}{R}")])) == {"{3}{R}"}

    def test_condition(self) -> None:
        many = less("{2}", condition=Condition.parse("count(creature you) >= 2"))
        assert totals(board("2 Grizzly Bears", hand=[spell("{2}{R}", many)])) == {"{R}"}
        assert totals(board("Grizzly Bears", hand=[spell("{2}{R}", many)])) == {"{2}{R}"}

    def test_the_card_itself_is_not_in_hand(self) -> None:
        by_hand = less("{1}", times=Amount.parse("inhand(card)"))
        others = [spell("{1}", name="Other"), spell("{2}", name="Another")]
        assert totals(board(hand=[spell("{5}", by_hand), *others])) == {"{3}"}

    def test_the_card_itself_is_not_in_the_graveyard(self) -> None:
        by_graveyard = less("{1}", times=Amount.parse("graveyard(card)"))
        looting = spell("{9}", by_graveyard, instead("flashback", "{5}", Zone.GRAVEYARD))
        state = board(graveyard=[looting, spell("{1}", name="Other")])
        assert totals(state, zone="graveyard") == {"{4}"}


class TestTargets:
    """Changes look at the targets chosen (CR 601.2c, 601.2f; D20)."""

    CREATURE = SpellTargets(needs=(Filter.parse("creature"),))

    def test_tapped_target(self) -> None:
        cheaper = less("{2}", targets=Filter.parse("creature tapped"))
        sleeper, waker = permanent("Grizzly Bears", tapped=True), permanent("Raging Goblin")
        both = board(sleeper, waker, hand=[spell("{3}{U}", self.CREATURE, cheaper)])
        assert totals(both) == {"{3}{U}", "{1}{U}"}
        assert totals(both, targets=("Grizzly Bears",)) == {"{1}{U}"}
        assert totals(both, targets=("Raging Goblin",)) == {"{3}{U}"}

    def test_no_such_target(self) -> None:
        cheaper = less("{2}", targets=Filter.parse("creature tapped"))
        assert totals(board("Grizzly Bears", hand=[spell("{3}{U}", self.CREATURE, cheaper)])) == {"{3}{U}"}

    def test_more_for_a_target(self) -> None:
        shield = effect("Shield", changes(more="{2}", who="any", targets=Filter.parse("creature green")))
        state = board(shield, "Grizzly Bears; Raging Goblin", hand=[spell("{R}", self.CREATURE)])
        assert totals(state) == {"{R}", "{2}{R}"}
        assert totals(state, targets=("Grizzly Bears",)) == {"{2}{R}"}

    def test_for_each_target_beyond_the_first(self) -> None:
        strive = CostChange(more=ManaCost.parse("{1}{U}"), times=Amount.parse("-1+targets"))
        several = SpellTargets(needs=(Filter.parse("creature"),), any_number=True)
        state = board("3 Grizzly Bears", hand=[spell("{U}", several, strive)])
        assert totals(state) == {"{U}", "{1}{U}{U}", "{2}{U}{U}{U}"}
        assert totals(state, targets=("Grizzly Bears",)) == {"{U}"}

    def test_no_target_costs_no_less(self) -> None:
        strive = CostChange(more=ManaCost.parse("{1}{U}"), times=Amount.parse("-1+targets"))
        several = SpellTargets(needs=(Filter.parse("creature"),), any_number=True)
        assert totals(board(hand=[spell("{U}", several, strive)])) == {"{U}"}


class TestCommanders:
    """{2} more for each earlier cast from the command zone, whatever else is paid (CR 903.8; D24)."""

    @staticmethod
    def commander(card: Card, casts: int, *permanents: Card | str) -> State:
        return board(*permanents, command=(CardInZone(card=card, id=5000, commander=True, casts=casts),))

    def test_tax(self) -> None:
        card = spell("{2}{G}", instead("evoke", "{G}"))
        assert totals(self.commander(card, 2), zone="command") == {"{6}{G}"}
        assert totals(self.commander(card, 0), zone="command") == {"{2}{G}"}

    def test_with_an_alternative_cost(self) -> None:
        card = spell("{2}{G}", instead("dash", "{G}", Zone.ANY))
        assert totals(self.commander(card, 2), zone="command", alternative="dash") == {"{4}{G}"}

    def test_that_is_reduced(self) -> None:
        assert totals(self.commander(spell("{G}"), 1, ROWAN), zone="command") == {"{1}{G}"}

    def test_from_hand_there_is_none(self) -> None:
        held = CardInZone(card=spell("{2}{G}"), id=1000, commander=True, casts=2)
        state = board()
        assert totals(state.with_you(hand=(held,))) == {"{2}{G}"}


class TestLocked:
    """Once locked in, nothing changes the total (CR 601.2f; D15, D16)."""

    def test_the_reducer_is_sacrificed_for_the_cost(self) -> None:
        state = board("Mountain", FAMILIAR, hand=[spell("{1}{R}", must("Sacrifice creature"))])
        assert listed(state) == ["Mountain: {T} -> {R}; spend {R}; sacrifice Familiar"]

    def test_the_reducer_is_sacrificed_for_mana(self) -> None:
        state = board("Phyrexian Altar", FAMILIAR, hand=[spell("{1}{R}")])
        assert listed(state) == [
            "Phyrexian Altar: Sacrifice creature using Familiar -> {R}; spend {R}; sacrifice Familiar"
        ]

    def test_without_the_reducer_it_costs_more(self) -> None:
        assert count(board("Phyrexian Altar; Grizzly Bears", hand=[spell("{1}{R}")])) == 0

    def test_affinity_counts_before(self) -> None:
        affinity = less("{1}", times=Amount.parse("count(artifact you)"))
        state = board("3 Treasure", hand=[spell("{4}{U}", affinity)])
        assert totals(state) == {"{1}{U}"}
        assert count(state) == 5  # the generic mana of any of five colors, {U} once


class TestOptionalReductions:
    """Paying an optional cost may take mana off the total."""

    def test_by_a_permanent(self) -> None:
        defiler = effect(
            "Defiler",
            optional(
                "Defiler", "Pay 2 life", applies_to=Filter.parse("green"), less=ManaCost.parse("{G}"), only_colored=True
            ),
        )
        green = spell("{1}{G}")
        assert totals(board(defiler, hand=[green])) == {"{1}{G}", "{1}, Pay 2 life"}
        assert totals(board(defiler, hand=[spell("{1}{R}")])) == {"{1}{R}"}

    def test_what_it_takes_off_is_colored_only(self) -> None:
        defiler = effect(
            "Defiler", optional("Defiler", "Pay 2 life", applies_to=Filter.parse("green"), less=ManaCost.parse("{G}"))
        )
        hybrid = board(defiler, hand=[spell("{1}{G/W}")])
        assert totals(hybrid, halves=ManaCost.parse("{W}")) == {"{1}{W}", "{W}, Pay 2 life"}


class TestModes:
    """Costs for modes are in the total before reductions."""

    def test_escalate_reduced(self) -> None:
        charm = spell("{R}", Modes(of=3, at_most=3), optional("escalate", "{1}", None))
        assert totals(board(ROWAN, hand=[charm])) == {"{R}", "{1}{R}"}
        assert totals(board(hand=[charm])) == {"{R}", "{1}{R}", "{2}{R}"}


class TestHelpComesAfter:
    """Convoke, delve and improvise pay for the total; they don't lower it (CR 702.51b; D30, D32)."""

    def test_floor_is_convoked(self) -> None:
        state = board("2 Grizzly Bears; Mountain", TRINISPHERE, hand=[spell("{R}", HelpToPay(help=Help.CONVOKE))])
        assert totals(state) == {"{2}{R}"}
        assert listed(state) == ["Mountain: {T} -> {R}; spend {R}; tap Grizzly Bears + Grizzly Bears"]


class TestCostsOfOneKind:
    """Effects on buyback or flashback costs alone take off no more than the generic mana of that cost."""

    @staticmethod
    def total(crystals: int, optional: tuple[tuple[str, int], ...]) -> str:
        less = CostChange(applies_to=Filter.parse("spell"), who="any", of="buyback", less=ManaCost(2))
        crystal = card("Crystal", "artifact", less)
        back = OptionalCost(keyword="buyback", cost=Cost.parse("{3}"))
        one = card("Spell", "instant", back, cost="{1}{U}{U}")
        state = board(*[permanent(crystal)] * crystals, hand=[one])
        (found,) = total_costs(state, subjects(state, "Spell", Wishes()), Wishes(optional=optional))
        return str(found.total)

    def test_less_for_buyback(self) -> None:
        assert self.total(1, optional=(("buyback", 1),)) == "{2}{U}{U}"
        assert self.total(2, optional=(("buyback", 1),)) == "{1}{U}{U}"

    def test_nothing_without_it(self) -> None:
        assert self.total(2, optional=(("buyback", 0),)) == "{1}{U}{U}"
        assert self.total(0, optional=(("buyback", 1),)) == "{4}{U}{U}"
