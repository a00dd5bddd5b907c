"""Activated abilities as what is paid for: costs, timing, limits, reductions (CR 602, 605, 606), worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, mana, on, permanent, spell
from total_costs import activated, activation_refused, effect

from castable.model.ability import (
    ActivatedAbility,
    CostChange,
    CostKind,
    Keyword,
    Prohibition,
    SpendOnly,
    Timing,
    Zone,
)
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.oracle import compile_text
from castable.model.state import Phase, State
from castable.model.symbol import ManaCost
from castable.solver.abilities import ability_subjects, payments_of_ability
from castable.solver.announce import Wishes
from castable.solver.plays import activation_verdict, plays
from castable.solver.total_cost import total_costs


def can(cost: str, **fields: Any) -> ActivatedAbility:
    return ActivatedAbility(cost=Cost.parse(cost), **fields)


def count(state: State, name: str, ability: str, **wishes: Any) -> int:
    return payments_of_ability(state, name, Cost.parse(ability), Wishes(**wishes)).count()


def totals(state: State, name: str, ability: str) -> set[str]:
    return {str(one.total) for one in total_costs(state, ability_subjects(state, name, Cost.parse(ability)), Wishes())}


MUTAVAULT = card("Mutavault", "land", mana("{T}", "{C}"), can("{1}"))
PINGER = card("Pinger", "creature", can("{1}, {T}"), mana("{T}", "{R}"), cost="{R}")
PLANESWALKER = card("Walker", "planeswalker", can("+1"), can("-3"), cost="{3}")


class TestMana:
    """CR 602.2b: the same steps as for a spell."""

    def test_its_own_mana(self) -> None:
        """A land may pay for its own ability by its mana."""
        assert activated(board(MUTAVAULT), "Mutavault", "{1}") == ["Mutavault: {T} -> {C}; spend {C}"]

    def test_tapped(self) -> None:
        assert count(board(permanent(MUTAVAULT, tapped=True)), "Mutavault", "{1}") == 0
        assert activated(board(permanent(MUTAVAULT, tapped=True), "Forest"), "Mutavault", "{1}") == [
            "Forest: {T} -> {G}; spend {G}"
        ]

    def test_not_when_it_taps_itself(self) -> None:
        assert count(board(PINGER), "Pinger", "{1}, {T}") == 0
        assert activated(board(PINGER, "Forest"), "Pinger", "{1}, {T}") == ["Forest: {T} -> {G}; spend {G}"]

    def test_after(self) -> None:
        (payment,) = payments_of_ability(board(PINGER, "Forest"), "Pinger", Cost.parse("{1}, {T}"))
        after = payment.apply(board(PINGER, "Forest"))
        assert [p.tapped for p in after.you.battlefield] == [True, True]
        assert [c.ability for c in after.stack] == ["{1}, {T}"]

    def test_x(self) -> None:
        blaster = card("Blaster", "artifact", can("{X}"))
        assert [count(board("3 Forest", blaster), "Blaster", "{X}", x=x) for x in range(5)] == [1, 1, 1, 1, 0]
        assert count(board("3 Forest", blaster), "Blaster", "{X}") == 4

    def test_restricted(self) -> None:
        only = card("Picky", "artifact", can("{1}", spend_only=SpendOnly(mana=Mana.parse("{R}"))))
        assert count(board(only, "Mountain"), "Picky", "{1}") == 1
        assert count(board(only, "Forest"), "Picky", "{1}") == 0

    def test_the_opponents(self) -> None:
        from castable.model.errors import BadRequest

        with pytest.raises(BadRequest):
            count(board("Forest", opponent=[MUTAVAULT]), "Mutavault", "{1}")


class TestTap:
    """{T} of the ability itself (CR 107.5, 302.6)."""

    def test_summoning_sick(self) -> None:
        state = board(permanent(PINGER, summoning_sick=True), "Forest")
        assert activation_refused(state, "Pinger", "{1}, {T}").rule == "302.6"

    def test_haste(self) -> None:
        hasty = card("Hasty", "creature", Keyword(name="haste"), can("{T}"))
        assert activation_verdict(board(permanent(hasty, summoning_sick=True)), "Hasty", Cost.parse("{T}"))

    def test_a_sick_artifact(self) -> None:
        """Only creatures are sick (CR 302.6)."""
        icy = card("Icy", "artifact", can("{1}, {T}"))
        assert activation_verdict(board(permanent(icy, summoning_sick=True), "Forest"), "Icy", Cost.parse("{1}, {T}"))

    def test_a_sick_creature_without_it(self) -> None:
        pumper = card("Pumper", "creature", can("{1}"))
        assert activation_verdict(board(permanent(pumper, summoning_sick=True), "Forest"), "Pumper", Cost.parse("{1}"))

    def test_one_of_two_is_tapped(self) -> None:
        icy = card("Icy", "artifact", can("{1}, {T}"))
        state = board(permanent(icy, tapped=True), icy, "Forest")
        (payment,) = payments_of_ability(state, "Icy", Cost.parse("{1}, {T}"))
        assert [p.tapped for p in payment.apply(state).you.battlefield] == [True, True, True]
        assert activation_refused(board(permanent(icy, tapped=True), "Forest"), "Icy", "{1}, {T}").rule == "118.3"

    def test_tapping_others(self) -> None:
        """Other creatures may be sick (H6)."""
        druid = card("Druid", "creature Elf", can("Tap 2 creature untapped"))
        sick = permanent("Grizzly Bears", summoning_sick=True)
        assert activated(board(permanent(druid, summoning_sick=True), sick), "Druid", "Tap 2 creature untapped") == [
            "tap Druid + Grizzly Bears"
        ]
        assert count(board(druid), "Druid", "Tap 2 creature untapped") == 0


class TestLoyalty:
    """CR 606."""

    def test_up(self) -> None:
        assert activated(board(on(PLANESWALKER, loyalty=1)), "Walker", "+1") == [""]
        (payment,) = payments_of_ability(board(on(PLANESWALKER, loyalty=1)), "Walker", Cost.parse("+1"))
        after = payment.apply(board(on(PLANESWALKER, loyalty=1)))
        assert after.you.battlefield[0].counters_of("loyalty") == 2

    def test_down(self) -> None:
        assert count(board(on(PLANESWALKER, loyalty=3)), "Walker", "-3") == 1
        state = board(on(PLANESWALKER, loyalty=2))
        assert count(state, "Walker", "-3") == 0
        assert activation_refused(state, "Walker", "-3").kind == "cost"

    def test_down_takes_them_off(self) -> None:
        state = board(on(PLANESWALKER, loyalty=4))
        (payment,) = payments_of_ability(state, "Walker", Cost.parse("-3"))
        assert payment.apply(state).you.battlefield[0].counters_of("loyalty") == 1

    def test_once_a_turn(self) -> None:
        used = permanent(PLANESWALKER, counters=(("loyalty", 4),), used_this_turn=("+1",))
        assert activation_refused(board(used), "Walker", "-3").rule == "606.3"

    def test_as_a_sorcery(self) -> None:
        state = replace(board(on(PLANESWALKER, loyalty=4)), phase=Phase.COMBAT)
        assert activation_refused(state, "Walker", "+1").rule == "606.3"
        assert activation_refused(replace(board(on(PLANESWALKER, loyalty=4)), turn="opponent"), "Walker", "+1")


class TestTiming:
    """CR 602.5."""

    def test_any_time(self) -> None:
        state = replace(board(MUTAVAULT), phase=Phase.UPKEEP, turn="opponent")
        assert activation_verdict(state, "Mutavault", Cost.parse("{1}"))

    def test_sorcery(self) -> None:
        slow = card("Slow", "artifact", can("{0}", timing=Timing.SORCERY))
        assert activation_verdict(board(slow), "Slow", Cost.parse("{0}"))
        assert activation_refused(replace(board(slow), phase=Phase.UPKEEP), "Slow", "{0}").rule == "602.5d"

    def test_once(self) -> None:
        once = card("Once", "artifact", can("{0}", limit=1))
        assert activation_verdict(board(once), "Once", Cost.parse("{0}"))
        used = permanent(once, used_this_turn=("{0}",))
        assert activation_refused(board(used), "Once", "{0}").rule == "602.5b"

    def test_another_of_the_name_is_unused(self) -> None:
        once = card("Once", "artifact", can("{0}", limit=1))
        assert activation_verdict(board(permanent(once, used_this_turn=("{0}",)), once), "Once", Cost.parse("{0}"))

    def test_condition(self) -> None:
        needs = card("Needs", "artifact", can("{0}", condition=Condition.parse("count(creature you) >= 1")))
        assert activation_verdict(board(needs, "Grizzly Bears"), "Needs", Cost.parse("{0}"))
        assert activation_refused(board(needs), "Needs", "{0}").rule == "602.5"

    def test_split_second(self) -> None:
        quick = card("Quick", "instant", Keyword(name="split second"))
        stack = board(hand=[quick]).you.hand
        state = replace(board(MUTAVAULT), stack=stack)
        assert activation_refused(state, "Mutavault", "{1}").rule == "702.61a"
        assert activation_verdict(state, "Mutavault", Cost.parse("{T}"))

    def test_target(self) -> None:
        shooter = card("Shooter", "artifact", can("{0}", targets=(Filter.parse("creature"),)))
        assert activation_refused(board(shooter), "Shooter", "{0}").kind == "target"
        assert activation_verdict(board(shooter, "Grizzly Bears"), "Shooter", Cost.parse("{0}"))

    def test_forbidden(self) -> None:
        revoker = effect(
            "Revoker", Prohibition(what="activate", of=Filter.parse("artifact"), except_mana_abilities=True)
        )
        icy = card("Icy", "artifact", can("{1}"), mana("{T}", "{C}"))
        assert activation_refused(board(revoker, icy), "Icy", "{1}").rule == "101.2"
        assert activation_verdict(board(icy), "Icy", Cost.parse("{1}"))
        assert activation_verdict(board(revoker, icy), "Icy", Cost.parse("{T}"))

    def test_the_opponents_forbid(self) -> None:
        revoker = effect("Revoker", Prohibition(what="activate", of=Filter.parse("artifact")))
        icy = card("Icy", "artifact", can("{0}"))
        assert activation_refused(board(icy, opponent=[revoker]), "Icy", "{0}").rule == "101.2"


class TestKeywords:
    """Equip, cycling and the like by name."""

    BLADE = card("Blade", "artifact Equipment", can("{2}", keyword="equip", timing=Timing.SORCERY))
    CYCLER = card("Cycler", "sorcery", can("{1}, Discard this", keyword="cycling", zone=Zone.HAND), cost="{5}")

    def test_equip(self) -> None:
        assert activation_verdict(board("2 Wastes", self.BLADE), "Blade", "equip")
        assert not activation_verdict(board("Wastes", self.BLADE), "Blade", "equip")

    def test_cycling(self) -> None:
        state = board("Wastes", hand=[self.CYCLER])
        found = payments_of_ability(state, "Cycler", "cycling")
        assert [str(one).partition("; total ")[2] for one in found] == [
            "{1}, Discard this; Wastes: {T} -> {C}; spend {C}; discard Cycler"
        ]
        after = found[0].apply(state)
        assert not after.you.hand
        assert [c.card.name for c in after.you.graveyard] == ["Cycler"]

    @pytest.mark.parametrize(("held", "ways"), [(7, 1), (6, 0)])
    def test_nothing_rather_than_cycling_costs(self, held: int, ways: int) -> None:
        text = "As long as you have seven or more cards in your hand, you may pay 0 rather than pay cycling costs."
        view = card("View", "enchantment", *compile_text(text, name="View", types=frozenset({"enchantment"})))
        state = board(view, hand=[self.CYCLER, *[spell("{9}")] * (held - 1)])
        assert payments_of_ability(state, "Cycler", "cycling").count() == ways

    def test_cycling_one_of_two(self) -> None:
        state = board("Wastes", hand=[self.CYCLER, self.CYCLER])
        assert activated(state, "Cycler", "{1}, Discard this") == ["Wastes: {T} -> {C}; spend {C}; discard Cycler"]

    def test_cycling_from_the_battlefield_is_none(self) -> None:
        from castable.model.errors import BadRequest

        with pytest.raises(BadRequest):
            count(board("Wastes", self.CYCLER), "Cycler", "{1}, Discard this")

    def test_cheaper(self) -> None:
        puresteel = effect(
            "Steel", CostChange(applies_to=Filter.parse("equip"), kind=CostKind.ABILITY, less=ManaCost(1))
        )
        assert totals(board(self.BLADE, puresteel), "Blade", "{2}") == {"{1}"}
        assert totals(board(MUTAVAULT, puresteel), "Mutavault", "{1}") == {"{1}"}


class TestReductions:
    """Costs of abilities change by the same steps (CR 602.2b, 601.2f; H1)."""

    GROUNDS = effect(
        "Grounds",
        CostChange(applies_to=Filter.parse("creature you"), kind=CostKind.ABILITY, less=ManaCost(2), minimum=1),
    )

    @pytest.mark.parametrize(
        ("cost", "total"),
        [("{3}", "{1}"), ("{2}", "{1}"), ("{1}", "{1}"), ("{2}{G}", "{G}"), ("{G}{G}", "{G}{G}"), ("{0}", "{0}")],
    )
    def test_at_least_one_mana(self, cost: str, total: str) -> None:
        beast = card("Beast", "creature", can(cost))
        assert totals(board(beast, self.GROUNDS), "Beast", cost) == {total}
        assert totals(board(beast), "Beast", cost) == {cost}

    def test_two_of_them(self) -> None:
        beast = card("Beast", "creature", can("{5}"))
        assert totals(board(beast, self.GROUNDS, self.GROUNDS), "Beast", "{5}") == {"{1}"}

    def test_other_permanents(self) -> None:
        assert totals(board(card("Box", "artifact", can("{3}")), self.GROUNDS), "Box", "{3}") == {"{3}"}

    def test_spells(self) -> None:
        from total_costs import totals as spell_totals

        assert spell_totals(board(self.GROUNDS, hand=[card("Bear", "creature", cost="{3}")]), "Bear") == {"{3}"}

    def test_dearer(self) -> None:
        tax = effect(
            "Tax", CostChange(applies_to=Filter.parse("artifact"), kind=CostKind.ABILITY, more=ManaCost(2), who="any")
        )
        assert totals(board(card("Box", "artifact", can("{1}")), opponent=[tax]), "Box", "{1}") == {"{3}"}
        assert totals(board(MUTAVAULT, opponent=[tax]), "Mutavault", "{1}") == {"{1}"}

    @pytest.mark.parametrize(
        ("targets", "expected"),
        [(("Champion",), {"{0}"}), (("Bear",), {"{3}"}), ((), {"{0}", "{3}"})],
    )
    def test_by_the_target(self, targets: tuple[str, ...], expected: set[str]) -> None:
        """An effect may look at what the ability targets (CR 601.2f after 601.2c)."""
        cheaper = CostChange(
            applies_to=Filter.parse("equip"),
            kind=CostKind.ABILITY,
            who="you",
            less=ManaCost(3),
            targets=Filter.parse("this"),
        )
        champion = card("Champion", "creature", cheaper)
        sword = card("Sword", "artifact", can("{3}", keyword="equip", targets=(Filter.parse("creature you"),)))
        state = board(champion, card("Bear", "creature"), sword)
        subjects = ability_subjects(state, "Sword", "equip")
        assert {str(one.total) for one in total_costs(state, subjects, Wishes(targets=targets))} == expected
        unknown = card("Sword", "artifact", can("{3}", keyword="equip", open_targets=True))
        state = board(champion, unknown)
        with pytest.raises(Unsupported):
            total_costs(state, ability_subjects(state, "Sword", "equip"), Wishes(targets=targets))

    def test_no_convoke_for_abilities(self) -> None:
        assert count(board(card("Box", "artifact", can("{1}")), "Grizzly Bears"), "Box", "{1}") == 0


class TestGivingUp:
    """Objects given up for the cost of an ability."""

    def test_itself(self) -> None:
        bomb = card("Bomb", "artifact", can("{1}, {T}, Sacrifice this"))
        state = board("Wastes", bomb)
        assert activated(state, "Bomb", "{1}, {T}, Sacrifice this") == ["Wastes: {T} -> {C}; spend {C}; sacrifice Bomb"]
        (payment,) = payments_of_ability(state, "Bomb", Cost.parse("{1}, {T}, Sacrifice this"))
        assert [p.name for p in payment.apply(state).you.battlefield] == ["Wastes"]

    def test_itself_tapped(self) -> None:
        bomb = card("Bomb", "artifact", can("{1}, {T}, Sacrifice this"))
        assert count(board("Wastes", permanent(bomb, tapped=True)), "Bomb", "{1}, {T}, Sacrifice this") == 0

    def test_itself_after_its_mana(self) -> None:
        stone = card("Stone", "artifact", mana("{T}", "{C}"), can("{1}, Sacrifice this"))
        assert activated(board(stone), "Stone", "{1}, Sacrifice this") == [
            "Stone: {T} -> {C}; spend {C}; sacrifice Stone"
        ]

    def test_another(self) -> None:
        outlet = card("Outlet", "creature", can("Sacrifice creature other"))
        assert activated(board(outlet, "Grizzly Bears"), "Outlet", "Sacrifice creature other") == [
            "sacrifice Grizzly Bears"
        ]
        assert count(board(outlet), "Outlet", "Sacrifice creature other") == 0

    def test_itself_among_creatures(self) -> None:
        outlet = card("Outlet", "creature", can("Sacrifice creature"))
        assert activated(board(outlet), "Outlet", "Sacrifice creature") == ["sacrifice Outlet"]
        assert activated(board(outlet, "Grizzly Bears"), "Outlet", "Sacrifice creature") == [
            "sacrifice Grizzly Bears",
            "sacrifice Outlet",
        ]

    def test_own_counters(self) -> None:
        ballista = card("Ballista", "artifact creature", can("Remove 1 +1/+1 counter"))
        state = board(on(ballista, **{"+1/+1": 2}))
        assert activated(state, "Ballista", "Remove 1 +1/+1 counter") == ["remove 1 from Ballista"]
        assert count(board(ballista), "Ballista", "Remove 1 +1/+1 counter") == 0
        (payment,) = payments_of_ability(state, "Ballista", Cost.parse("Remove 1 +1/+1 counter"))
        assert payment.apply(state).you.battlefield[0].counters == (("+1/+1", 1),)

    def test_counters_from_among_creatures(self) -> None:
        spike = card("Spike", "creature", can("Remove 2 +1/+1 counter from creature"))
        one, two = on(card("One", "creature"), **{"+1/+1": 1}), on(card("Two", "creature"), **{"+1/+1": 2})
        state = board(spike, one, two)
        assert activated(state, "Spike", "Remove 2 +1/+1 counter from creature", referee=False) == [
            "remove 1 from One; remove 1 from Two",
            "remove 2 from Two",
        ]
        assert count(board(spike, one), "Spike", "Remove 2 +1/+1 counter from creature") == 0

    def test_life(self) -> None:
        greed = card("Greed", "enchantment", can("{B}, Pay 2 life"))
        assert activated(board("Swamp", greed, life=2), "Greed", "{B}, Pay 2 life") == [
            "Swamp: {T} -> {B}; spend {B}; pay 2 life"
        ]
        assert activation_refused(board("Swamp", greed, life=1), "Greed", "{B}, Pay 2 life").rule == "119.4"

    def test_energy(self) -> None:
        hub = card("Hub", "artifact", can("{E}{E}"))
        assert activated(board(hub, energy=2), "Hub", "Pay 2 energy") == ["pay 2 energy"]
        assert count(board(hub, energy=1), "Hub", "Pay 2 energy") == 0

    def test_discard(self) -> None:
        looter = card("Looter", "creature", can("Discard card"))
        assert activated(board(looter, hand=[spell("{1}", name="A")]), "Looter", "Discard card") == ["discard A"]
        assert count(board(looter), "Looter", "Discard card") == 0

    def test_exile_itself_from_the_graveyard(self) -> None:
        embalmed = card("Embalmed", "creature", can("{W}, Exile this from graveyard", zone=Zone.GRAVEYARD))
        state = board("Plains", graveyard=[embalmed])
        assert activated(state, "Embalmed", "{W}, Exile this from graveyard") == [
            "Plains: {T} -> {W}; spend {W}; exile Embalmed"
        ]

    def test_named(self) -> None:
        outlet = card("Outlet", "artifact", can("Sacrifice creature"))
        state = board(outlet, "Grizzly Bears; Raging Goblin")
        assert activated(state, "Outlet", "Sacrifice creature", sacrifice=("Raging Goblin",)) == [
            "sacrifice Raging Goblin"
        ]


class TestManaAbilities:
    """Asked as what is activated, not as what pays (CR 605.3a)."""

    def test_tap(self) -> None:
        assert activation_verdict(board("Forest"), "Forest", Cost.parse("{T}"))
        assert activation_refused(board(permanent("Forest", tapped=True)), "Forest", "{T}").rule == "118.3"

    def test_that_would_make_nothing(self) -> None:
        """A mana ability may be activated when it would make nothing (A6)."""
        altar = card("Nothing", "land", mana("{T}", "count(creature you)*{G}"))
        assert activation_verdict(board(altar), "Nothing", Cost.parse("{T}"))

    def test_that_costs_mana(self) -> None:
        state = board("Forest; Azorius Signet")
        assert activation_verdict(state, "Azorius Signet", Cost.parse("{1}, {T}"))
        assert not activation_verdict(board("Azorius Signet"), "Azorius Signet", Cost.parse("{1}, {T}"))

    def test_not_paid_by_itself(self) -> None:
        """A mana ability is not started again inside itself (H7)."""
        assert not activation_verdict(board("Mystic Gate"), "Mystic Gate", Cost.parse("{W/U}, {T}"))

    def test_sick_elves(self) -> None:
        assert (
            activation_refused(board(permanent("Llanowar Elves", summoning_sick=True)), "Llanowar Elves", "{T}").rule
            == "302.6"
        )

    def test_without_priority(self) -> None:
        state = replace(board("Forest"), phase=Phase.CLEANUP)
        assert activation_refused(state, "Forest", "{T}").rule == "117.3a"


class TestPlays:
    """Abilities among the plays."""

    def test_listed(self) -> None:
        found = plays(board("Forest", PINGER, on(PLANESWALKER, loyalty=2)))
        assert sorted((play.card, play.announced.choices.ability) for play in found.abilities) == [
            ("Pinger", "{1}, {T}"),
            ("Walker", "Loyalty up 1"),
        ]

    def test_not_the_mana_abilities(self) -> None:
        assert plays(board("Forest; Llanowar Elves")).abilities == ()

    def test_counts(self) -> None:
        (play,) = plays(board("Forest; Mountain", card("Box", "artifact", can("{1}")))).abilities
        assert play.count == 2


@pytest.mark.parametrize(("cost", "limit"), [("{0}", 1), ("Loyalty up 1", None)])
def test_what_may_be_used_once_is_used_up(cost: str, limit: int | None) -> None:
    state = board(card("Once", "artifact", ActivatedAbility(cost=Cost.parse(cost), limit=limit)))
    (payment,) = payments_of_ability(state, "Once", Cost.parse(cost))
    after = replace(payment.apply(state), stack=())
    assert activation_verdict(state, "Once", Cost.parse(cost))
    assert not activation_verdict(after, "Once", Cost.parse(cost))
