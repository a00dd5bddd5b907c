"""The referee up to the total cost: what may be announced, what the total is, which boards it refuses to judge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, kicker, less, mana, permanent, spell, to_pay

from castable.model.ability import (
    Ability,
    AdditionalCost,
    CostChange,
    Grant,
    Help,
    HelpToPay,
    OptionalCost,
    Unread,
)
from castable.model.amount import Amount
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.errors import Ambiguous, BadRequest, IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.payment import Choices, Total
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.referee import (
    Casting,
    announce,
    totals,
)

NAME = "Spell"


def begin(state: State, **choices: object) -> Casting:
    return announce(state, NAME, Choices(**choices))  # type: ignore[arg-type]


def all_totals(state: State, **choices: object) -> set[str]:
    return {str(total) for total in totals(state, NAME, Choices(**choices))}  # type: ignore[arg-type]


def refused(state: State, **choices: object) -> str:
    """The rule that an announcement breaks."""
    with pytest.raises(IllegalPayment) as caught:
        begin(state, **choices)
    return caught.value.rule


class TestAnnouncing:
    """CR 601.2a-b."""

    def test_the_card_moves_to_the_stack(self) -> None:
        state = begin(to_pay("{1}", "Forest")).state
        assert not state.you.hand
        assert [on_stack.card.name for on_stack in state.stack] == [NAME]

    def test_a_card_that_is_not_in_hand(self) -> None:
        assert refused(board("Forest")) == "601.2a"

    def test_a_land_is_not_cast(self) -> None:
        assert refused(board(hand=[card(NAME, "basic land Forest")])) == "305.9"

    def test_no_mana_cost_cannot_be_paid(self) -> None:
        assert refused(board(hand=[spell(None)])) == "118.6"
        assert not begin(board(hand=[spell("{0}")])).has_window

    def test_each_kicker_once(self) -> None:
        state = board(hand=[spell("{1}", kicker("{G}"), kicker("{W}"))])
        green, white = Cost.parse("{G}"), Cost.parse("{W}")
        assert str(begin(state, kicked=(white, green)).total) == "{1}{W}{G}"
        assert refused(state, kicked=(green, green)) == "702.33a"
        assert refused(state, kicked=(Cost.parse("{B}"),)) == "702.33a"

    def test_multikicker_any_number_of_times(self) -> None:
        state = board(hand=[spell("{0}", kicker("{2}", None))])
        assert str(begin(state, kicked=(Cost.parse("{2}"),) * 3).total) == "{6}"

    def test_x_is_announced_exactly_when_there_is_one(self) -> None:
        state = board(hand=[spell("{X}{X}{G}", kicker("{X}"))])
        assert str(begin(state, x=2).total) == "{4}{G}"
        assert str(begin(state, x=2, kicked=(Cost.parse("{X}"),)).total) == "{6}{G}"
        assert refused(state) == "107.3a"
        assert refused(to_pay("{1}"), x=0) == "107.3a"
        only_kicker = board(hand=[spell("{G}", kicker("{X}"))])
        assert refused(only_kicker, x=1) == "107.3a"
        assert str(begin(only_kicker, x=1, kicked=(Cost.parse("{X}"),)).total) == "{1}{G}"

    def test_halves_are_those_that_the_symbols_have(self) -> None:
        state = to_pay("{2/W}{W/U}{G/P}")
        halves = {
            ("{3}", 0): None,
            ("{2}{U}{G}", 0): "{2}{U}{G}",
            ("{W}{W}{G}", 0): "{W}{W}{G}",
            ("{2}{W}", 1): "{2}{W}, Pay 2 life",
            ("{W}{U}", 0): None,
            ("{2}{B}{G}", 0): None,
        }
        for (announced, phyrexian), total in halves.items():
            choices = {"halves": ManaCost.parse(announced), "phyrexian": phyrexian}
            if total is None:
                assert refused(state, **choices) == "601.2b"
            else:
                assert str(begin(state, **choices).total) == total
        assert refused(state) == "601.2b"

    def test_faces(self) -> None:
        left = Face(name="Left", mana_cost=ManaCost.parse("{R}"), types=frozenset({"instant"}))
        right = Face(name="Right", mana_cost=ManaCost.parse("{U}"), types=frozenset({"instant"}))
        both = Card(name="Left // Right", faces=(left, right), layout=Layout.SPLIT)
        state = board(hand=[both])
        assert str(announce(state, both.name, Choices(face="Right")).total) == "{U}"
        assert str(announce(state, "Left", Choices()).total) == "{R}"
        with pytest.raises(Ambiguous):
            announce(state, both.name, Choices())
        turned = board(hand=[replace(both, layout=Layout.TRANSFORM)])
        assert str(announce(turned, both.name, Choices()).total) == "{R}"
        with pytest.raises(IllegalPayment, match="cannot be cast as Right"):
            announce(turned, both.name, Choices(face="Right"))

    def test_what_is_not_offered(self) -> None:
        assert refused(to_pay("{1}"), alternative="free") == "118.9"
        assert refused(to_pay("{1}"), zone="graveyard") == "601.2a"
        assert refused(to_pay("{1}"), optional=(("buyback", 1),)) == "601.2b"
        with pytest.raises(Unsupported):
            begin(to_pay("{1}"), zone="opponent hand")


def tax(cost: str, who: str = "any", what: str = "instant", **fields: object) -> Card:
    change = CostChange(applies_to=Filter.parse(what), who=who, more=ManaCost.parse(cost), **fields)  # type: ignore[arg-type]
    return card("Tax", "artifact", change)


def reducer(amount: str, what: str = "instant", **fields: object) -> Card:
    return card(f"Less {amount}", "artifact", less(amount, applies_to=Filter.parse(what), **fields))


class TestTotalCost:
    """CR 601.2f, 118.7-8."""

    def reduced(self, cost: str, *reductions: str | Ability, **choices: object) -> set[str]:
        changes = [less(r) if isinstance(r, str) else r for r in reductions]
        return all_totals(board(hand=[spell(cost, *changes)]), **choices)

    @pytest.mark.parametrize(
        ("cost", "reduction", "total"),
        [
            ("{R}", "{1}", "{R}"),
            ("{C}{C}", "{1}", "{C}{C}"),
            ("{S}{S}", "{1}", "{S}{S}"),
            ("{3}{G}", "{W}", "{2}{G}"),
            ("{3}{W}", "{W}{W}", "{2}"),
            ("{2}{C}", "{C}{C}", "{1}"),
            ("{1}{G}", "{G/P}", "{1}"),
            ("{3}{U}", "{S}", "{2}{U}"),
            ("{2}", "{7}", "{0}"),
        ],
    )
    def test_what_a_reduction_takes_off(self, cost: str, reduction: str, total: str) -> None:
        assert self.reduced(cost, reduction) == {total}

    def test_the_payer_picks_the_half_of_a_hybrid_reduction(self) -> None:
        assert self.reduced("{1}{R}{G}", "{R/G}") == {"{1}{G}", "{1}{R}"}
        assert self.reduced("{3}", "{2/W}") == {"{1}", "{2}"}

    def test_only_colored_mana(self) -> None:
        assert self.reduced("{2}{W}", less("{W}{B}", only_colored=True)) == {"{2}"}

    def test_the_payer_orders_the_reductions(self) -> None:
        assert self.reduced("{3}", less("{2}", minimum=1), "{1}") == {"{0}", "{1}"}
        assert self.reduced("{1}{W}", less("{W}", only_colored=True), "{W}") == {"{0}", "{1}"}

    def test_a_reduction_may_be_counted(self) -> None:
        affinity = less("{1}", times=Amount.parse("count(artifact you)"))
        assert all_totals(board("6 Sol Ring", hand=[spell("{4}{U}", affinity)])) == {"{U}"}
        assert all_totals(board("3 Sol Ring", hand=[spell("{4}{U}", affinity)])) == {"{1}{U}"}

    def test_increases_come_before_reductions(self) -> None:
        assert all_totals(to_pay("{R}", tax("{1}"), reducer("{1}"))) == {"{R}"}

    def test_a_reduction_eats_kicker_mana(self) -> None:
        state = board(reducer("{1}"), hand=[spell("{R}", kicker("{4}"))])
        assert all_totals(state, kicked=(Cost.parse("{4}"),)) == {"{3}{R}"}

    def test_whose_spells_and_which(self) -> None:
        assert all_totals(to_pay("{1}", tax("{1}", who="opponent"), tax("{1}", what="creature"))) == {"{1}"}
        theirs = board(opponent=[tax("{2}", who="opponent"), tax("{1}", who="you")], hand=[spell("{R}")])
        assert all_totals(theirs) == {"{2}{R}"}

    def test_a_floor_comes_last(self) -> None:
        trinisphere = card("Trinisphere", "artifact", CostChange(applies_to=Filter.ANY, who="any", floor=3))
        assert all_totals(to_pay("{4}{R}", trinisphere, reducer("{9}"))) == {"{2}{R}"}
        dismember = to_pay("{1}{B/P}{B/P}", trinisphere)
        assert all_totals(dismember, phyrexian=2) == {"{3}, Pay 4 life"}

    def test_the_total_that_is_claimed_must_be_reachable(self) -> None:
        state = board(hand=[spell("{3}", less("{2}", minimum=1), less("{1}"))])
        with pytest.raises(Ambiguous):
            begin(state)
        assert announce(state, NAME, Choices(), Total.parse("{1}")).total == Total.parse("{1}")
        with pytest.raises(IllegalPayment, match=r"not \{2\}"):
            announce(state, NAME, Choices(), Total.parse("{2}"))

    def test_a_choice_of_additional_costs(self) -> None:
        either = AdditionalCost(one_of=(Cost.parse("{2}"), Cost.parse("Pay 3 life")))
        assert all_totals(board(hand=[spell("{B}", either)])) == {"{2}{B}", "{B}, Pay 3 life"}

    @pytest.mark.parametrize(
        "ability",
        [
            less("{W}", up_to=True),
            less("{W}", minimum=1),
            OptionalCost(keyword="spree", cost=Cost.parse("{1}"), mode=1),
            Unread(text="Something"),
        ],
    )
    def test_what_is_not_understood_is_refused(self, ability: Ability) -> None:
        with pytest.raises(Unsupported):
            begin(board(hand=[spell("{1}", ability)]))


class TestGuard:
    """Boards with rules that the referee does not carry out yet."""

    @pytest.mark.parametrize(
        "ability",
        [
            Grant(to=Filter.parse("spell"), abilities=(HelpToPay(help=Help.CONVOKE),)),
            Unread(text="Something"),
            mana("{T}, Sacrifice a creature", "color of the sacrificed"),
        ],
    )
    def test_such_permanents(self, ability: Ability) -> None:
        with pytest.raises(Unsupported):
            begin(to_pay("{1}", card("Odd", "artifact", ability)))
        begin(to_pay("{1}", permanent(card("Odd", "artifact", ability), phased_out=True)))

    def test_ids_must_be_unique(self) -> None:
        state = to_pay("{1}", "2 Forest")
        with pytest.raises(BadRequest):
            begin(state.with_you(battlefield=tuple(replace(p, id=1) for p in state.you.battlefield)))
        with pytest.raises(BadRequest):
            begin(replace(state, opponents=(state.you,)))
