"""Payments that the lists know and the referee does not begin are legal too; uses that take cards elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import AlternativeCost, Permission, TriggeredMana, Zone
from castable.model.cost import Cost
from castable.model.errors import IllegalPayment
from castable.model.filter import Filter
from castable.model.payment import Payment
from castable.model.production import Production
from castable.model.state import CardInZone, Player, State
from castable.solver.announce import Wishes
from castable.solver.check import check
from castable.solver.payments import payments
from castable.solver.plays import plays
from castable.solver.referee import execute


@pytest.fixture
def top() -> State:
    """A spell on top of the library, which may be cast for life."""
    paid = AlternativeCost(keyword="Citadel", cost=Cost.parse("Pay mv life"), zone=Zone.LIBRARY)
    citadel = card("Citadel", "artifact", Permission(what=Filter.parse("card"), zone=Zone.LIBRARY, alternative=paid))
    state = board("Mountain", citadel, life=5)
    return state.with_you(library_top=(CardInZone(card=spell("{1}{R}"), id=91),))


class TestJudged:
    WISHES = Wishes(zone="library")
    SAID = frozenset({"activations", "spends", "life"})

    def test_what_is_listed_is_legal(self, top: State) -> None:
        (payment,) = payments(top, "Spell", self.WISHES)
        with pytest.raises(IllegalPayment):
            execute(top, payment)
        assert check(top, payment).legal
        assert check(top, payment, self.WISHES, self.SAID).legal

    @pytest.mark.parametrize("wrong", ["pay 1 life", "pay 0 life", "pay 2 life; float {R}", "pay 2 life; spend {R}"])
    def test_what_is_not_listed_is_not(self, top: State, wrong: str) -> None:
        text = f"Spell; from library; by Citadel; total {{0}}, Pay 2 life; {wrong}"
        assert not check(top, Payment.parse(text)).legal

    def test_the_order_stays_the_matter_of_the_referee(self) -> None:
        lake = card("Lake", "land", mana("{T}, Sacrifice Swamp", "{B}{B}"))
        state = board(lake, "Swamp", hand=[spell("{B}{B}{B}")])
        (payment,) = payments(state, "Spell")
        assert check(state, payment).legal
        backwards = replace(payment, activations=payment.activations[::-1])
        assert not check(state, backwards).legal


class TestAfterIt:
    """The state after a payment whose activations take what is elsewhere, or other permanents than their source."""

    def test_a_card_in_the_graveyard(self) -> None:
        nest = card("Nest", "enchantment", mana("Exile a card from graveyard", "{C}"))
        state = board(nest, hand=[spell("{1}")], graveyard=[card("Bear", "creature")])
        found = payments(state, "Spell").best().payment
        after = found.apply(state)
        assert (len(after.you.graveyard), [held.card.name for held in after.you.exile]) == (0, ["Bear"])

    def test_a_tapped_source_that_taps_another(self) -> None:
        relic = card("Relic", "artifact", mana("Tap creature untapped", "any color"))
        state = board(permanent(relic, tapped=True), permanent(card("Bear", "creature")), hand=[spell("{R}")])
        after = payments(state, "Spell").best().payment.apply(state)
        assert [p.tapped for p in after.you.battlefield] == [True, True]


def test_what_triggers_later_counts_for_what_a_land_could_produce() -> None:
    """The referee agrees (CR 106.7)."""
    vestige = card("Vestige", "land", mana("{T}", "{C}"), TriggeredMana(adds=Production.parse("{R}")))
    mirror = card("Mirror", "land", mana("{T}", "type produced by(land you other)"))
    state = board(permanent(vestige, tapped=True), mirror, hand=[spell("{R}")])
    (payment,) = payments(state, "Spell")
    execute(state, payment)


def test_plays_name_cards_that_others_own() -> None:
    """What an effect lets you cast from their exile."""
    opened = card("Opener", "artifact", Permission(what=Filter.parse("card"), zone=Zone.EXILE, whose="any"))
    state = board("Mountain", opened)
    theirs = Player(exile=(CardInZone(card=spell("{R}"), id=92),))
    assert [play.card for play in plays(replace(state, opponents=(theirs,))).spells] == ["Spell"]
    assert not plays(state).spells
