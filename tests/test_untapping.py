"""Abilities with {Q} (CR 107.6): objects that are untapped as a cost may be used again, some of them without end."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board as hand_board
from hand_built import card, kicker, mana, permanent, spell, to_pay

from castable.model.ability import Grant, Help, HelpToPay, Keyword
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import Unbounded, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.payment import Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.check import check
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.plays import plays, verdict
from castable.solver.pools import mana_options, maximal_pools, most_held
from castable.solver.x_values import x_values

TAPPED = permanent("Pili-Pala", tapped=True)
FRESH = permanent("Pili-Pala", tapped=True, summoning_sick=True)
HASTE = card(
    "Banner", "enchantment", Grant(to=Filter.parse("creature you"), abilities=(Keyword(name="haste"),)), cost="{R}"
)
MANTLE = card(
    "Mantle", "enchantment", Grant(to=Filter.parse("creature you"), abilities=(mana("{T}", "any color"),)), cost="{0}"
)
ARCHITECT = card(
    "Architect",
    "creature",
    mana("Tap untapped artifact creature", "{C}{C}", restriction=Restriction.parse("only activate artifact")),
    cost="{2}",
)


def ways(state: State) -> Payments:
    return payments(state, "Spell")


def texts(state: State) -> set[str]:
    return {str(mana) for mana in maximal_pools(state)}


class TestSeedRows:
    """{Q} untaps just this permanent, which must be tapped, and yours since your turn began (CR 107.6, 302.6)."""

    def test_seed_row_28(self) -> None:
        state = to_pay("{W}", TAPPED, "2 Forest")
        (payment,) = ways(state)
        assert str(payment) == (
            "Spell; total {W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} <- {G}{G} -> {W}; spend {W}"
        )
        after = {p.name: p.tapped for p in payment.apply(state).you.battlefield}
        assert after == {"Pili-Pala": False, "Forest": True}

    def test_seed_row_28_twin(self) -> None:
        bears = permanent("Grizzly Bears", tapped=True)
        state = to_pay("{W}", "Pili-Pala", bears, "2 Forest")
        assert not ways(state)
        assert ways(state).count() == 0
        assert why_unpayable(ways(state)).rule == "601.2h"
        judged = check(
            state, Payment.parse("Spell; total {W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} -> {W}; spend {W}")
        )
        assert (judged.legal, judged.rule) == (False, "107.6")

    def test_seed_row_29(self) -> None:
        state = to_pay("{W}{W}", TAPPED, "4 Forest")
        assert ways(state).count() == 0
        twice = "Spell; total {W}{W}; 4x Forest: {T} -> {G}; 2x Pili-Pala: {2}, {Q} -> {W}; spend {W}{W}"
        judged = check(state, Payment.parse(twice))
        assert (judged.legal, judged.rule) == (False, "107.6")

    def test_seed_row_29_twin(self) -> None:
        state = to_pay("{W}{W}", TAPPED, "4 Forest", "Springleaf Drum")
        wanted = "Spell; total {W}{W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} <- {G}{G} -> {W}; "
        wanted += "Springleaf Drum: {T}, Tap untapped creature using Pili-Pala -> {W}; spend {W}{W}; tap Pili-Pala"
        assert wanted in {str(payment) for payment in ways(state)}
        assert ways(to_pay("{W}{W}", TAPPED, "2 Forest", "Springleaf Drum")).count() == 1

    def test_seed_row_30(self) -> None:
        state = to_pay("{W}", FRESH, permanent("Springleaf Drum", tapped=True), "2 Forest")
        assert ways(state).count() == 0
        judged = check(
            state, Payment.parse("Spell; total {W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} -> {W}; spend {W}")
        )
        assert (judged.legal, judged.rule) == (False, "302.6")

    def test_seed_row_30_twin(self) -> None:
        state = to_pay("{W}", FRESH, HASTE, permanent("Springleaf Drum", tapped=True), "2 Forest")
        assert ways(state).count() == 1


class TestLoops:
    """What an object can do again and again, with and without gain."""

    def test_a_loop_that_gains_pays_for_anything(self) -> None:
        state = to_pay("{15}", "Pili-Pala", ARCHITECT)
        assert ways(state)
        assert verdict(state, "Spell")
        assert not ways(to_pay("{15}{C}", "Pili-Pala", ARCHITECT))  # its colorless mana is for artifacts alone

    def test_a_loop_that_gains_has_no_largest_pool(self) -> None:
        options = mana_options(to_pay("{1}", "Pili-Pala", ARCHITECT))
        assert str(options.unbounded.free) == "{W}{U}{B}{R}{G}"
        assert [str(limit) for limit in options.unbounded.limited] == ["only activate artifact"]
        assert list(map(str, options.maximal)) == [""]
        with pytest.raises(Unbounded):
            maximal_pools(to_pay("{1}", "Pili-Pala", ARCHITECT))

    def test_a_loop_that_gains_lists_few_ways_for_a_small_cost(self) -> None:
        found = [str(payment) for payment in ways(to_pay("{W}", "Pili-Pala", ARCHITECT))]
        assert len(found) == 1
        assert ways(to_pay("{2}", "Pili-Pala", ARCHITECT)).count() == 15  # two of five colors

    def test_a_loop_without_gain_recolors(self) -> None:
        state = to_pay("{W}{U}{B}", "Pili-Pala", MANTLE, "2 Forest")
        assert ways(state)
        assert len(texts(state)) == 35  # three of five colors
        assert not ways(to_pay("{W}{U}{B}{R}", "Pili-Pala", MANTLE, "2 Forest"))

    def test_untapping_cannot_pay_for_itself(self) -> None:
        assert texts(to_pay("{1}", TAPPED, MANTLE)) == {""}
        assert texts(to_pay("{1}", "Pili-Pala", MANTLE)) == {"{W}", "{U}", "{B}", "{R}", "{G}"}

    def test_no_gain_without_haste(self) -> None:
        fresh = permanent("Pili-Pala", summoning_sick=True)
        assert not ways(to_pay("{15}", fresh, ARCHITECT))
        assert ways(to_pay("{15}", fresh, ARCHITECT, HASTE))

    def test_how_much_there_can_be(self) -> None:
        assert most_held(with_effects(to_pay("{1}", "Pili-Pala", ARCHITECT)), None) is None
        assert most_held(with_effects(to_pay("{1}", "Pili-Pala", MANTLE, "2 Forest")), None) == 3
        assert most_held(to_pay("{1}", "2 Forest"), None) == 2

    def test_x_has_no_end(self) -> None:
        state = hand_board("Pili-Pala", ARCHITECT, hand=[spell("{X}{R}")])
        assert ways(state)
        assert verdict(state, "Spell", Wishes(x=30))
        with pytest.raises(Unbounded):
            ways(state).count()
        with pytest.raises(Unbounded):
            x_values(state, "Spell")
        (refusal,) = plays(state).illegal
        assert "without end" in refusal.unsupported

    def test_x_ends_where_nothing_is_gained(self) -> None:
        state = hand_board("Pili-Pala", MANTLE, "2 Forest", hand=[spell("{X}{R}")])
        assert x_values(state, "Spell").values == (0, 1, 2)
        assert max(one.choices.x or 0 for one, n in ways(state).divide() if n) == 2

    def test_multikicker_has_no_end(self) -> None:
        state = hand_board("Pili-Pala", ARCHITECT, hand=[spell("{R}", kicker("{2}", times=None))])
        assert ways(state)
        twice = Wishes(kicked=(Cost.parse("{2}"), Cost.parse("{2}")))
        assert payments(state, "Spell", twice)
        with pytest.raises(Unbounded):
            ways(state).count()
        assert payments(state, "Spell", Wishes(kicked=())).count() == 1

    def test_a_large_cost_without_x(self) -> None:
        assert payments_of_cost(hand_board("Pili-Pala", ARCHITECT), ManaCost.parse("{1000}"))


class TestStatuses:
    """Stun counters, {Q} with {T}, limits, life, objects given up, twins."""

    def test_stun_counters_are_removed_instead(self) -> None:
        stunned = permanent("Pili-Pala", tapped=True, counters=(("stun", 1),))
        state = to_pay("{W}{W}", stunned, "4 Forest")
        (payment,) = ways(state)
        (pala,) = (p for p in payment.apply(state).you.battlefield if p.name == "Pili-Pala")
        assert (pala.tapped, pala.counters) == (False, ())
        (once,) = ways(to_pay("{W}", stunned, "2 Forest"))
        (pala,) = (p for p in once.apply(state).you.battlefield if p.name == "Pili-Pala")
        assert (pala.tapped, pala.counters) == (True, ())

    @pytest.mark.parametrize("tapped", [False, True])
    def test_both_symbols_in_one_cost(self, tapped: bool) -> None:
        twist = card("Twist", "artifact", mana("{Q}, {T}", "{R}", limit=1))
        state = to_pay("{R}", permanent(twist, tapped=tapped))
        (payment,) = ways(state)
        assert payment.apply(state).you.battlefield[0].tapped is tapped

    def test_a_limit(self) -> None:
        elf = card("Restless", "creature", mana("{T}", "{G}"), mana("{Q}", "{W}", limit=1))
        assert ways(to_pay("{W}{G}{G}", elf)).count() == 1
        assert not ways(to_pay("{W}{W}", elf))

    def test_life_runs_out(self) -> None:
        bled = card("Bled", "creature", mana("{T}", "{U}"), mana("{Q}, Pay 2 life", "{C}"))
        assert ways(to_pay("{U}{U}{U}", bled, life=4)).count() == 1
        assert not ways(to_pay("{U}{U}{U}", bled, life=3))

    def test_one_of_two_is_used_twice(self) -> None:
        state = to_pay("{W}{W}", TAPPED, TAPPED, "4 Forest", "Springleaf Drum")
        assert any("Pili-Pala@" in str(payment) for payment in ways(state))
        for payment in ways(state):
            assert payment in ways(state)
            assert check(state, payment).legal

    def test_every_object_by_itself(self) -> None:
        state = to_pay("{W}", TAPPED, TAPPED, "2 Forest")
        assert ways(state).count() == 1
        assert payments(state, "Spell", by_object=True).count() == 2

    def test_convoke_comes_after_the_mana(self) -> None:
        with_convoke = spell("{1}{W}", HelpToPay(help=Help.CONVOKE), types="sorcery")
        state = hand_board(TAPPED, "2 Forest", hand=[with_convoke])
        (payment,) = ways(state)
        assert payment.taps == ("Pili-Pala",)
        assert not ways(hand_board(TAPPED, "Forest", hand=[with_convoke]))


class TestListing:
    """Where ways cannot be listed it still says yes or no."""

    CUBE = card("Cube", "artifact", mana("{3}, {T}", "unspent mana"))

    def test_doubling(self) -> None:
        state = to_pay("{W}" * 8, "Pili-Pala", MANTLE, "6 Forest", self.CUBE)
        assert ways(state)  # of seven mana four are doubled; untapping makes white of them one by one
        assert not ways(to_pay("{W}" * 9, "Pili-Pala", MANTLE, "6 Forest", self.CUBE))
        with pytest.raises(Unsupported):
            ways(state).count()

    def test_chosen_amounts(self) -> None:
        store = permanent("Calciform Pools", counters=(("storage", 3),))
        state = to_pay("{W}{W}{W}{W}{W}", "Pili-Pala", MANTLE, "Forest", store)
        assert ways(state)  # three of the store, one of the mantle, {C} and one of these for two more
        assert not ways(to_pay("{W}{W}{W}{W}{W}{W}", "Pili-Pala", MANTLE, "Forest", store))
        with pytest.raises(Unsupported):
            ways(state).count()

    def test_waste(self) -> None:
        with pytest.raises(Unsupported):
            payments(to_pay("{W}", TAPPED, "2 Forest"), "Spell", floating=True).count()


PALA = card("Pala", "artifact creature", mana("{2}, {Q}", "any of {W}{U}"))
CLOAK = card("Cloak", "enchantment", Grant(to=Filter.parse("creature you"), abilities=(mana("{T}", "any of {W}{U}"),)))
DRUM = card("Drum", "artifact", mana("{T}, Tap untapped creature", "any of {W}{U}"))
ALTAR = card("Altar", "artifact", mana("Sacrifice creature", "any of {B}{G}"))
TAPPED_PALA = permanent(PALA, tapped=True)


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(to_pay("{W}", PALA, CLOAK, "2 Forest"), id="a cloak"),
        pytest.param(to_pay("{W}{U}", TAPPED_PALA, CLOAK, "3 Forest"), id="tapped"),
        pytest.param(to_pay("{W}", TAPPED_PALA, TAPPED_PALA, "2 Forest", DRUM), id="two of them"),
        pytest.param(to_pay("{W}", TAPPED_PALA, "2 Forest", pool="G"), id="with mana in the pool"),
        pytest.param(to_pay("{B}{W}", TAPPED_PALA, "2 Forest", ALTAR), id="untapped, then given up"),
    ],
)
def test_agreement(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agreement.MAX_STATES", 2_000)
    assert ways(state)
    assert compare(state, "Spell").agrees
