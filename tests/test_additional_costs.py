"""Additional costs, mandatory and optional (CR 118.8, 601.2b, 601.2g-h, 702.27-702.194), worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, kicker, less, mana, on, permanent, spell, to_pay
from total_costs import changes, count, effect, instead, listed, must, optional, refused, totals

from castable.model.ability import AdditionalCost, Keyword, Modes, Prohibition, SpellTargets, Zone
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.payments import payments
from castable.solver.plays import verdict

GOBLIN, ELF = card("Goblin", "creature", power="1", toughness="1"), card("Elf", "creature", power="2", toughness="2")
TOKEN, BALLISTA = card("Token", "creature"), card("Ballista", "artifact")
FODDER = [spell("{9}", name=name) for name in ("A", "B", "C")]


class TestSacrifice:
    """CR 701.21, 601.2h."""

    REAP = spell("{1}{B}", must("Sacrifice creature"))

    def test_each_creature_is_a_way(self) -> None:
        assert listed(board("2 Swamp", GOBLIN, ELF, hand=[self.REAP])) == [
            "2x Swamp: {T} -> {B}; spend {B}{B}; sacrifice Elf",
            "2x Swamp: {T} -> {B}; spend {B}{B}; sacrifice Goblin",
        ]

    def test_equal_creatures_are_one(self) -> None:
        assert count(board("2 Swamp", GOBLIN, GOBLIN, hand=[self.REAP])) == 1

    def test_unequal_ones_of_a_name_have_labels(self) -> None:
        state = board("2 Swamp", GOBLIN, permanent(GOBLIN, tapped=True), hand=[self.REAP])
        assert [text.partition("sacrifice ")[2] for text in listed(state)] == ["Goblin#1", "Goblin#2"]

    def test_none(self) -> None:
        state = board("2 Swamp; Sol Ring", hand=[self.REAP])
        assert count(state) == 0
        assert refused(state).rule == "118.3"

    def test_not_the_opponents(self) -> None:
        assert count(board("2 Swamp", hand=[self.REAP], opponent=[GOBLIN])) == 0

    def test_several(self) -> None:
        two = spell("{B}", must("Sacrifice 2 creature"))
        assert [
            text.partition("sacrifice ")[2] for text in listed(board("Swamp", GOBLIN, GOBLIN, ELF, hand=[two]))
        ] == [
            "Elf + Goblin",
            "Goblin + Goblin",
        ]
        assert count(board("Swamp", GOBLIN, hand=[two])) == 0

    def test_mana_first(self) -> None:
        """A creature taps for mana and is then sacrificed to the same spell (CR 601.2g-h; G6)."""
        state = board("Swamp; Llanowar Elves", hand=[self.REAP])
        assert listed(state) == [
            "Llanowar Elves: {T} -> {G}; Swamp: {T} -> {B}; spend {B}{G}; sacrifice Llanowar Elves"
        ]
        (payment,) = payments(state, "Spell")
        after = payment.apply(state)
        assert [p.name for p in after.you.battlefield] == ["Swamp"]
        assert [c.card.name for c in after.you.graveyard] == ["Llanowar Elves"]

    def test_what_was_sacrificed_for_mana_is_gone(self) -> None:
        artifact = spell("{B}", must("Sacrifice artifact"))
        assert count(board("Treasure", hand=[artifact])) == 0
        assert count(board("2 Treasure", hand=[artifact])) == 1

    def test_not_for_two_costs(self) -> None:
        """One creature pays one cost (CR 118.10; B12)."""
        assert count(board("Swamp; Phyrexian Altar", GOBLIN, hand=[self.REAP])) == 0
        assert count(board("Swamp; Phyrexian Altar", GOBLIN, GOBLIN, hand=[self.REAP])) > 0

    def test_that_is_forbidden(self) -> None:
        ban = effect("Ban", Prohibition(what="sacrifice", of=Filter.parse("creature")))
        assert count(board("2 Swamp", GOBLIN, ban, hand=[self.REAP])) == 0

    def test_two_parts_share_objects(self) -> None:
        """Which creature pays for which of two parts is no part of a payment."""
        two = spell("{0}", must("Sacrifice creature"), must("Sacrifice creature | artifact"))
        assert listed(board(GOBLIN, ELF, hand=[two])) == ["sacrifice Elf + Goblin"]
        assert listed(board(GOBLIN, "Sol Ring", hand=[two])) == ["sacrifice Goblin + Sol Ring"]
        assert count(board("2 Sol Ring", hand=[two])) == 0
        assert count(board(GOBLIN, hand=[two])) == 0


class TestCards:
    """Cards discarded or exiled; the card that is cast is on the stack (CR 601.2a; G3)."""

    def test_discard(self) -> None:
        burst = spell("{R}", must("Discard card"))
        assert [text.partition("discard ")[2] for text in listed(board("Mountain", hand=[burst, *FODDER]))] == [
            "A",
            "B",
            "C",
        ]

    def test_not_itself(self) -> None:
        burst = spell("{R}", must("Discard card"))
        assert count(board("Mountain", hand=[burst])) == 0
        assert refused(board("Mountain", hand=[burst])).rule == "118.3"
        assert listed(board("Mountain", hand=[burst, burst])) == ["Mountain: {T} -> {R}; spend {R}; discard Spell"]

    def test_discard_of_a_kind(self) -> None:
        burst = spell("{R}", must("Discard card land"))
        forest = card("Wood", "land")
        assert listed(board("Mountain", hand=[burst, forest, *FODDER])) == [
            "Mountain: {T} -> {R}; spend {R}; discard Wood"
        ]
        assert count(board("Mountain", hand=[burst, *FODDER])) == 0

    def test_the_whole_hand(self) -> None:
        wild = spell("{R}", must("Discard hand"))
        assert listed(board("Mountain", hand=[wild, *FODDER])) == ["Mountain: {T} -> {R}; spend {R}; discard A + B + C"]
        assert listed(board("Mountain", hand=[wild])) == ["Mountain: {T} -> {R}; spend {R}"]

    def test_exile_from_the_graveyard(self) -> None:
        skaab = spell("{U}", must("Exile 2 card creature from graveyard"))
        dead = [GOBLIN, ELF, FODDER[0]]
        assert listed(board("Island", hand=[skaab], graveyard=dead)) == [
            "Island: {T} -> {U}; spend {U}; exile Elf + Goblin"
        ]
        assert count(board("Island", hand=[skaab], graveyard=dead[1:])) == 0

    def test_exile_from_the_battlefield(self) -> None:
        gone = spell("{U}", must("Exile creature"))
        state = board("Island", ELF, hand=[gone])
        (payment,) = payments(state, "Spell")
        assert [c.card.name for c in payment.apply(state).you.exile] == ["Elf"]
        assert listed(state) == ["Island: {T} -> {U}; spend {U}; exile Elf"]

    def test_return(self) -> None:
        back = spell("{U}", must("Return land"))
        assert listed(board("Island", hand=[back])) == ["Island: {T} -> {U}; spend {U}; return Island"]
        assert count(board(GOBLIN, hand=[spell("{0}", must("Return land"))])) == 0

    def test_spirit_guide_is_exiled_for_mana_or_discarded(self) -> None:
        burst = spell("{G}", must("Discard card"))
        guide = "Elvish Spirit Guide"
        state = board(hand=[burst, _card(guide)])
        assert count(state) == 0
        assert listed(board("Forest", hand=[burst, _card(guide)])) == [
            f"Forest: {{T}} -> {{G}}; spend {{G}}; discard {guide}"
        ]
        assert listed(board(hand=[burst, _card(guide), FODDER[0]])) == [
            f"{guide}: Exile this from hand -> {{G}}; spend {{G}}; exile {guide}; discard A"
        ]

    def test_reveal(self) -> None:
        show = spell("{U}", must("Reveal card blue"))
        assert count(board("Island", hand=[show, spell("{U}", name="Blue")])) == 1
        assert count(board("Island", hand=[show, spell("{G}", name="Green")])) == 0
        assert count(board("Island", hand=[show])) == 0

    def test_behold(self) -> None:
        """One that you control or have in your hand (CR 701.4)."""
        show = spell("{U}", must("Behold creature"))
        assert count(board("Island", GOBLIN, hand=[show])) == 1
        assert count(board("Island", hand=[show, GOBLIN])) == 1
        assert count(board("Island", hand=[show], opponent=[GOBLIN])) == 0
        three = spell("{U}", must("Behold 3 creature"))
        assert count(board("Island", GOBLIN, ELF, hand=[three, TOKEN])) == 1
        assert count(board("Island", GOBLIN, hand=[three, TOKEN])) == 0

    def test_what_is_shown_may_be_gone_for_mana(self) -> None:
        """Mana abilities come before other costs (CR 601.2g)."""
        show, tell = spell("{G}", must("Reveal creature")), spell("{G}", must("Behold creature"))
        familiar = card("Familiar", "artifact", mana("Discard card", "{B}"))
        altar = card("Altar", "artifact", mana("Sacrifice creature", "{C}"))
        for state in (
            board("Forest", hand=[show, _card("Elvish Spirit Guide")]),
            board("Forest", familiar, hand=[show, GOBLIN]),
            board("Forest", altar, GOBLIN, hand=[tell]),
        ):
            with pytest.raises(Unsupported):
                count(state)
        assert count(board("Forest", altar, hand=[tell, GOBLIN])) == 1
        assert count(board("Forest", familiar, GOBLIN, hand=[tell])) == 1


def _card(name: str) -> Card:
    return permanent(name).card


class TestOther:
    """Life, counters, taps, energy, what can always be done."""

    def test_life(self) -> None:
        assert listed(to_pay_with("Pay 3 life", life=3)) == ["Swamp: {T} -> {B}; spend {B}; pay 3 life"]
        assert count(to_pay_with("Pay 3 life", life=2)) == 0
        assert refused(to_pay_with("Pay 3 life", life=2)).rule == "119.4"

    def test_life_with_life_for_symbols(self) -> None:
        both = spell("{B/P}", must("Pay 3 life"))
        assert count(board(hand=[both], life=5)) == 1
        assert count(board(hand=[both], life=4)) == 0

    def test_life_cannot_be_paid(self) -> None:
        ban = effect("Ban", Prohibition(what="pay life", who="any"))
        assert count(board("Swamp", ban, hand=[spell("{B}", must("Pay 3 life"))])) == 0

    def test_energy(self) -> None:
        assert listed(to_pay_with("{E}{E}", energy=2)) == ["Swamp: {T} -> {B}; spend {B}; pay 2 energy"]
        assert count(to_pay_with("{E}{E}", energy=1)) == 0

    def test_counters(self) -> None:
        cost = must("Remove 1 charge counter from artifact")
        state = board("Swamp", on("Lode", charge=1), hand=[spell("{B}", cost)])
        assert listed(state) == ["Swamp: {T} -> {B}; spend {B}; remove 1 from Lode"]
        assert count(board("Swamp; Lode", hand=[spell("{B}", cost)])) == 0

    def test_counters_among_several(self) -> None:
        cost = must("Remove 2 charge counter from artifact")
        state = board("Swamp", on(BALLISTA, charge=1), on(BALLISTA, charge=2), hand=[spell("{B}", cost)])
        assert [text.partition("remove ")[2] for text in listed(state, referee=False)] == [
            "1 from Ballista#1; remove 1 from Ballista#2",
            "2 from Ballista#2",
        ]

    def test_a_counter_that_made_mana_is_gone(self) -> None:
        cost = must("Remove 1 charge counter from artifact")
        assert count(board(on("Lode", charge=1), hand=[spell("{U}", cost)])) == 0
        assert count(board(on("Lode", charge=2), hand=[spell("{U}", cost)])) == 1

    def test_tap(self) -> None:
        tap = spell("{0}", must("Tap 2 creature untapped"))
        assert listed(board(permanent(GOBLIN, summoning_sick=True), ELF, hand=[tap])) == ["tap Elf + Goblin"]
        assert count(board(permanent(GOBLIN, tapped=True), ELF, hand=[tap])) == 0

    def test_a_tap_for_mana_is_a_tap(self) -> None:
        tap = spell("{G}", must("Tap creature untapped"))
        assert count(board("Llanowar Elves", hand=[tap])) == 0
        assert count(board("2 Llanowar Elves", hand=[tap])) == 1

    def test_mill(self) -> None:
        assert listed(to_pay_with("Mill 2")) == ["Swamp: {T} -> {B}; spend {B}"]

    def test_counters_put_on_a_creature(self) -> None:
        cost = must("Put 1 -1/-1 counter on creature")
        assert count(board("Swamp", hand=[spell("{B}", cost)])) == 0


def to_pay_with(cost: str, **fields: Any) -> State:
    return board("Swamp", hand=[spell("{B}", must(cost))], **fields)


class TestChoice:
    """One of several additional costs is chosen (CR 601.2b)."""

    EITHER = spell("{B}", must("{2}", "Sacrifice creature"))

    def test_either(self) -> None:
        state = board("3 Swamp", GOBLIN, hand=[self.EITHER])
        assert totals(state) == {"{2}{B}", "{B}, Sacrifice creature"}
        assert listed(state) == [
            "3x Swamp: {T} -> {B}; spend {B}{B}{B}",
            "Swamp: {T} -> {B}; spend {B}; sacrifice Goblin",
        ]

    def test_one_alone(self) -> None:
        assert listed(board("3 Swamp", hand=[self.EITHER])) == ["3x Swamp: {T} -> {B}; spend {B}{B}{B}"]
        assert listed(board("Swamp", GOBLIN, hand=[self.EITHER])) == ["Swamp: {T} -> {B}; spend {B}; sacrifice Goblin"]

    def test_neither(self) -> None:
        assert count(board("2 Swamp", hand=[self.EITHER])) == 0

    def test_named(self) -> None:
        state = board("3 Swamp", GOBLIN, ELF, hand=[self.EITHER])
        assert listed(state, sacrifice=("Elf",)) == ["Swamp: {T} -> {B}; spend {B}; sacrifice Elf"]
        assert listed(state, sacrifice=()) == ["3x Swamp: {T} -> {B}; spend {B}{B}{B}"]
        assert count(state, sacrifice=("Elf", "Goblin")) == 0

    def test_of_another_permanent(self) -> None:
        due = AdditionalCost(one_of=(Cost.parse("Pay 1 life"),), applies_to=Filter.parse("spell"), who="any")
        assert totals(to_pay("{B}", effect("Tax", due))) == {"{B}, Pay 1 life"}
        assert totals(board(hand=[spell("{B}")], opponent=[effect("Tax", due)])) == {"{B}, Pay 1 life"}
        mine = AdditionalCost(one_of=(Cost.parse("Pay 1 life"),), applies_to=Filter.parse("spell"))
        assert totals(board(hand=[spell("{B}")], opponent=[effect("Tax", mine)])) == {"{B}"}


class TestNamedObjects:
    """Objects that the caller names are the ones, all and no others."""

    def test_sacrifice(self) -> None:
        state = board("Swamp", GOBLIN, ELF, hand=[spell("{B}", must("Sacrifice creature"))])
        assert listed(state, sacrifice=("Goblin",)) == ["Swamp: {T} -> {B}; spend {B}; sacrifice Goblin"]
        assert count(state, sacrifice=("Swamp",)) == 0
        assert count(state, sacrifice=("Bear",)) == 0

    def test_two_of_a_name(self) -> None:
        state = board("Swamp", GOBLIN, GOBLIN, ELF, hand=[spell("{B}", must("Sacrifice 2 creature"))])
        assert listed(state, sacrifice=("Goblin", "Goblin")) == [
            "Swamp: {T} -> {B}; spend {B}; sacrifice Goblin + Goblin"
        ]
        assert listed(state, sacrifice=("Goblin", "Elf")) == ["Swamp: {T} -> {B}; spend {B}; sacrifice Elf + Goblin"]

    def test_by_ref(self) -> None:
        state = board(
            "Swamp",
            permanent(GOBLIN, ref="one"),
            permanent(GOBLIN, tapped=True, ref="two"),
            hand=[spell("{B}", must("Sacrifice creature"))],
        )
        assert [text.partition("sacrifice ")[2] for text in listed(state, sacrifice=("two",))] == ["Goblin#2"]

    def test_exile(self) -> None:
        skaab = spell("{U}", must("Exile card creature from graveyard"))
        state = board("Island", hand=[skaab], graveyard=[GOBLIN, ELF])
        assert listed(state, exile=("Elf",)) == ["Island: {T} -> {U}; spend {U}; exile Elf"]
        assert count(state, exile=("Elf", "Goblin")) == 0

    def test_two_parts(self) -> None:
        two = spell("{0}", must("Sacrifice creature"), must("Sacrifice artifact"))
        state = board(GOBLIN, ELF, "Sol Ring; Lode", hand=[two])
        assert listed(state, sacrifice=("Lode", "Elf")) == ["sacrifice Elf + Lode"]
        assert count(state, sacrifice=("Goblin", "Elf")) == 0


class TestNumber:
    """X in an additional cost is announced (CR 107.3a, 601.2b)."""

    def test_sacrifice_x(self) -> None:
        surge = spell("{B}", must("Sacrifice X creature"))
        state = board("Swamp", GOBLIN, GOBLIN, ELF, hand=[surge])
        assert totals(state, x=2) == {"{B}, Sacrifice 2 creature"}
        assert {x: count(state, x=x) for x in range(5)} == {0: 1, 1: 2, 2: 2, 3: 1, 4: 0}
        assert count(state) == 6

    def test_x_in_mana_and_in_a_part(self) -> None:
        surge = spell("{X}{B}", must("Pay X life"))
        state = board("4 Swamp", hand=[surge], life=2)
        assert totals(state) == {"{B}", "{1}{B}, Pay 1 life", "{2}{B}, Pay 2 life"}
        assert count(state) == 3
        assert count(state, x=3) == 0

    def test_x_life(self) -> None:
        assert count(board("Swamp", hand=[spell("{B}", must("Pay X life"))], life=4)) == 5

    def test_exile_of_value_x(self) -> None:
        shoal = spell("{X}{U}{U}", instead("Shoal", "Exile card blue mv=X from hand"))
        cards = [spell("{U}", name="One"), spell("{2}{U}", name="Three")]
        assert listed(board(hand=[shoal, *cards]), referee=False) == ["exile One", "exile Three"]
        assert count(board(hand=[shoal, *cards]), x=3) == 1
        assert count(board(hand=[shoal, *cards]), x=2) == 0


class TestWindow:
    """Mana abilities are used only when the total holds mana (CR 601.2g; G7)."""

    def test_no_mana_in_the_total(self) -> None:
        force = spell("{3}{U}", instead("Force", "Sacrifice creature"))
        state = board("Phyrexian Altar", GOBLIN, ELF, hand=[force])
        assert listed(state) == ["sacrifice Elf", "sacrifice Goblin"]

    def test_with_mana_in_it(self) -> None:
        state = board("Phyrexian Altar", GOBLIN, ELF, hand=[spell("{1}", must("Sacrifice creature"))])
        assert count(state) == 10  # either creature for either purpose, mana of five colors


class TestOptional:
    """Optional additional costs (CR 118.8b, 601.2b)."""

    def test_buyback(self) -> None:
        whisk = spell("{1}{U}{U}", optional("buyback", "{3}"))
        assert totals(board(hand=[whisk])) == {"{1}{U}{U}", "{4}{U}{U}"}
        assert count(board("6 Island", hand=[whisk])) == 2
        assert count(board("5 Island", hand=[whisk])) == 1
        assert count(board("6 Island", hand=[whisk]), optional=(("buyback", 1),)) == 1
        assert count(board("5 Island", hand=[whisk]), optional=(("buyback", 1),)) == 0

    def test_as_though_it_had_flash(self) -> None:
        """With the cost alone (CR 601.3c)."""
        rout = spell("{W}", optional("additional cost", "{2}", flash=True), types="sorcery")
        for lands, now, castable in ((3, "opponent", True), (2, "opponent", False), (1, "you", True)):
            state = replace(board(f"{lands} Plains", hand=[rout]), turn=now)
            assert bool(verdict(state, "Spell")) is castable
        state = replace(board("3 Plains", hand=[rout]), turn="opponent")
        assert not verdict(state, "Spell", Wishes(optional=(("additional cost", 0),)))

    def test_once_only(self) -> None:
        whisk = spell("{1}{U}{U}", optional("buyback", "{3}"))
        assert count(board("20 Island", hand=[whisk]), optional=(("buyback", 2),)) == 0

    def test_replicate(self) -> None:
        train = spell("{1}{U}", optional("replicate", "{U}", None))
        assert [count(board(f"{n} Island", hand=[train])) for n in range(1, 6)] == [0, 1, 2, 3, 4]
        assert count(board("5 Island", hand=[train]), optional=(("replicate", 3),)) == 1

    def test_squad_and_another(self) -> None:
        many = spell("{1}", optional("squad", "{2}", None), optional("offspring", "{1}"))
        state = board("5 Wastes", hand=[many])
        assert totals(state) >= {"{1}", "{2}", "{3}", "{4}", "{5}"}
        assert count(state) == 5  # squad 0, 1, 2 alone; offspring with squad 0, 1

    def test_spree(self) -> None:
        modes = Modes(of=2, at_most=2)
        spree = spell("{1}", modes, optional("spree", "{2}", mode=1), optional("spree", "{R}", mode=2))
        state = board("4 Mountain", hand=[spree])
        assert totals(state) == {"{3}", "{1}{R}", "{3}{R}"}
        assert totals(state, modes=(1, 2)) == {"{3}{R}"}
        assert count(state, modes=(2,)) == 1
        assert count(board("Mountain", hand=[spree])) == 0

    def test_tiered(self) -> None:
        modes = Modes(of=3)
        costs = [optional("tiered", cost, mode=at + 1) for at, cost in enumerate(("{0}", "{2}", "{5}"))]
        assert totals(board(hand=[spell("{R}", modes, *costs)])) == {"{R}", "{2}{R}", "{5}{R}"}

    def test_escalate(self) -> None:
        charm = spell("{R}", Modes(of=3, at_most=3), optional("escalate", "{1}", None))
        assert totals(board(hand=[charm]), modes=(1, 2, 3)) == {"{2}{R}"}
        assert count(board("3 Mountain", hand=[charm])) == 3
        assert count(board("2 Mountain", hand=[charm]), modes=(1, 2, 3)) == 0

    def test_escalate_with_something_else(self) -> None:
        charm = spell("{R}", Modes(of=2, at_most=2), optional("escalate", "Tap creature untapped", None))
        assert listed(board("Mountain", GOBLIN, hand=[charm])) == [
            "Mountain: {T} -> {R}; spend {R}",
            "Mountain: {T} -> {R}; spend {R}; tap Goblin",
        ]

    def test_entwine(self) -> None:
        both = spell("{G}", Modes(of=2), optional("entwine", "{2}"))
        assert totals(board(hand=[both])) == {"{G}", "{2}{G}"}
        assert totals(board(hand=[both]), modes=(1, 2)) == {"{2}{G}"}
        assert totals(board(hand=[both]), modes=(2,)) == {"{G}"}

    def test_casualty(self) -> None:
        fame = spell("{U}", optional("casualty", "Sacrifice creature power>=2"))
        assert listed(board("Island", GOBLIN, ELF, hand=[fame])) == [
            "Island: {T} -> {U}; spend {U}",
            "Island: {T} -> {U}; spend {U}; sacrifice Elf",
        ]
        assert count(board("Island", GOBLIN, hand=[fame]), optional=(("casualty", 1),)) == 0

    def test_bargain(self) -> None:
        torch = spell("{R}", optional("bargain", "Sacrifice artifact | enchantment | token"))
        state = board("Mountain; Lode", permanent(TOKEN, token=True), ELF, hand=[torch])
        assert [text.partition("sacrifice ")[2] for text in listed(state)] == ["", "Lode", "Token"]

    def test_bargain_and_casualty(self) -> None:
        """One and the same object does not pay for both, and which pays for which makes no difference."""
        both = spell("{0}", optional("bargain", "Sacrifice token"), optional("casualty", "Sacrifice creature"))
        token = permanent(TOKEN, token=True)
        assert count(board(token, hand=[both]), optional=(("bargain", 1), ("casualty", 1))) == 0
        assert count(board(token, ELF, hand=[both]), optional=(("bargain", 1), ("casualty", 1))) == 1
        assert count(board(token, token, ELF, hand=[both]), optional=(("bargain", 1), ("casualty", 1))) == 2

    def test_splice(self) -> None:
        arcane = card("Arcane", "instant Arcane", cost="{R}")
        ray = spell("{9}", optional("splice", "{1}{R}", applies_to=Filter.parse("Arcane")), name="Ray")
        state = board("3 Mountain", hand=[arcane, ray])
        assert totals(state, "Arcane") == {"{R}", "{1}{R}{R}"}
        assert totals(state, "Arcane", splice=("Ray",)) == {"{1}{R}{R}"}
        assert totals(board(hand=[spell("{R}"), ray])) == {"{R}"}

    def test_splice_not_onto_itself(self) -> None:
        ray = card("Ray", "instant Arcane", optional("splice", "{1}{R}", applies_to=Filter.parse("Arcane")), cost="{R}")
        assert totals(board(hand=[ray]), "Ray") == {"{R}"}
        assert totals(board(hand=[ray, ray]), "Ray") == {"{R}", "{1}{R}{R}"}

    def test_kicker_that_is_no_mana(self) -> None:
        burst = spell("{R}", kicker("Sacrifice creature"))
        assert listed(board("Mountain", ELF, hand=[burst])) == [
            "Mountain: {T} -> {R}; spend {R}",
            "Mountain: {T} -> {R}; spend {R}; sacrifice Elf",
        ]
        assert count(board("Mountain", hand=[burst])) == 1

    def test_defiler_pays_for_what_is_green(self) -> None:
        defiler = effect(
            "Defiler", optional("Defiler", "Pay 2 life", applies_to=Filter.parse("green"), less=ManaCost.parse("{G}"))
        )
        assert listed(board("Forest", defiler, hand=[spell("{1}{G}")])) == ["Forest: {T} -> {G}; spend {G}; pay 2 life"]
        assert count(board("Forest", defiler, hand=[spell("{1}{G}")], life=1)) == 0
        assert count(board("Forest", defiler, hand=[spell("{1}{R}")])) == 0


class TestOffering:
    """The mana cost of what is sacrificed comes off, colors too (CR 702.48; D27)."""

    PATRON = card("Patron", "creature Spirit", Keyword(name="fox offering"), cost="{4}{W}{W}")
    FOX = card("Fox", "creature Fox", cost="{W}{W}")

    def test_colors(self) -> None:
        state = board("4 Wastes", self.FOX, hand=[self.PATRON])
        assert {total.partition(",")[0] for total in totals(state, "Patron")} == {"{4}{W}{W}", "{4}"}
        assert count(state, "Patron", optional=(("offering", 1),)) == 1
        assert count(state, "Patron", optional=(("offering", 0),)) == 0

    def test_other_colors_come_off_generic(self) -> None:
        other = card("Kitsune", "creature Fox", cost="{1}{G}")
        state = board("2 Wastes; 2 Plains", other, hand=[self.PATRON])
        assert {total.partition(",")[0] for total in totals(state, "Patron")} == {"{4}{W}{W}", "{2}{W}{W}"}
        assert count(state, "Patron") == 1

    def test_no_fox(self) -> None:
        assert count(board("5 Plains", ELF, hand=[self.PATRON]), "Patron") == 0


class TestKickedAndReduced:
    """Additional costs are in before reductions (CR 601.2f; D2)."""

    def test_replicate_reduced(self) -> None:
        cheaper = effect("Cheaper", changes(less="{1}"))
        train = spell("{U}", optional("replicate", "{1}", None))
        state = board("2 Island", cheaper, hand=[train])
        assert {times: count(state, optional=(("replicate", times),)) for times in range(4)} == {0: 1, 1: 1, 2: 1, 3: 0}

    def test_own_reduction_by_kicker(self) -> None:
        cheap = spell("{2}{R}", kicker("Sacrifice creature"), less("{2}", condition=None))
        assert totals(board(hand=[cheap])) == {"{R}", "{R}, Sacrifice creature"}


class TestZones:
    """Additional costs are due wherever it is cast from."""

    def test_flashback(self) -> None:
        burst = spell("{R}", must("Sacrifice creature"), instead("flashback", "{1}{R}", Zone.GRAVEYARD))
        state = board("2 Mountain", ELF, graveyard=[burst])
        assert listed(state, zone="graveyard") == ["2x Mountain: {T} -> {R}; spend {R}{R}; sacrifice Elf"]
        assert count(board("2 Mountain", graveyard=[burst]), zone="graveyard") == 0

    def test_the_card_cast_is_not_exiled_for_itself(self) -> None:
        escape = spell("{B}", instead("escape", "{B}, Exile card from graveyard", Zone.GRAVEYARD))
        assert count(board("Swamp", graveyard=[escape]), zone="graveyard") == 0
        assert count(board("Swamp", graveyard=[escape, escape]), zone="graveyard") == 1


class TestManaFromWhatIsGiven:
    """A source may make mana before it is given up."""

    def test_land_returned(self) -> None:
        daze = spell("{U}", must("Return Island"))
        state = board("2 Island", hand=[daze])
        assert [text.partition("spend ")[2] for text in listed(state)] == ["{U}; return Island", "{U}; return Island@a"]

    def test_artifact_with_its_own_sacrifice(self) -> None:
        bauble = card("Bauble", "artifact", mana("{T}", "{U}"), mana("Sacrifice this", "{U}"), cost="{0}")
        state = board(bauble, hand=[spell("{U}", must("Sacrifice artifact"))])
        assert listed(state) == ["Bauble: {T} -> {U}; spend {U}; sacrifice Bauble"]


class TestTargets:
    """Additional costs and targets."""

    def test_the_only_target_may_be_sacrificed(self) -> None:
        """Targets are chosen before costs are paid (CR 601.2c, 601.2h)."""
        fling = spell("{R}", must("Sacrifice creature"), SpellTargets(needs=(Filter.parse("creature"),)))
        assert listed(board("Mountain", ELF, hand=[fling])) == ["Mountain: {T} -> {R}; spend {R}; sacrifice Elf"]
