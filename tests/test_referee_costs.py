"""The referee on what a total cost may hold besides mana and kickers: alternative, additional and optional costs,
other things given up, reductions; each with hand-worked values and something that is refused."""

from __future__ import annotations

import pytest
from hand_built import board, card, kicker, less, permanent, spell, to_pay

from castable.model.ability import (
    AdditionalCost,
    AlternativeCost,
    CostChange,
    Keyword,
    Modes,
    OptionalCost,
    SpellTargets,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Ambiguous, IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.payment import Choices, Payment
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.solver.referee import announce, execute, totals

NAME = "Spell"
SPELL, CREATURE = Filter.parse("spell"), Filter.parse("creature")


def all_totals(state: State, **choices: object) -> set[str]:
    return {str(total) for total in totals(state, NAME, Choices(**choices))}  # type: ignore[arg-type]


def refused(state: State, **choices: object) -> str:
    """The rule that an announcement breaks."""
    with pytest.raises(IllegalPayment) as caught:
        totals(state, NAME, Choices(**choices))  # type: ignore[arg-type]
    return caught.value.rule


def after(state: State, text: str) -> State:
    """The state after a payment in words."""
    return execute(state, Payment.parse(text))


def broken(state: State, text: str) -> str:
    """The rule that a payment in words breaks."""
    with pytest.raises(IllegalPayment) as caught:
        after(state, text)
    return caught.value.rule


def other(keyword: str, cost: str | None, zone: Zone = Zone.ANY, **fields: object) -> AlternativeCost:
    return AlternativeCost(keyword=keyword, cost=None if cost is None else Cost.parse(cost), zone=zone, **fields)  # type: ignore[arg-type]


def optional(keyword: str, cost: str, times: int | None = 1, **fields: object) -> OptionalCost:
    return OptionalCost(keyword=keyword, cost=Cost.parse(cost), times=times, **fields)  # type: ignore[arg-type]


def must(*costs: str) -> AdditionalCost:
    return AdditionalCost(one_of=tuple(map(Cost.parse, costs)))


def effect(name: str, *abilities: object) -> Card:
    return card(name, "enchantment", *abilities, cost="{2}{B}")  # type: ignore[arg-type]


OMNISCIENCE = effect("Omniscience", other("free", None, Zone.HAND, applies_to=SPELL))
SUNS = effect("Suns", other("Suns", "{W}{U}{B}{R}{G}", applies_to=SPELL))
THALIA = effect("Thalia", CostChange(applies_to=Filter.parse("!creature"), who="any", more=ManaCost(1)))


class TestAlternativeCosts:
    """CR 118.9, 601.2b."""

    def test_in_place_of_the_mana_cost(self) -> None:
        state = board(hand=[spell("{4}{U}", other("evoke", "{2}{U}"))])
        assert all_totals(state) == {"{4}{U}"}
        assert all_totals(state, alternative="evoke") == {"{2}{U}"}
        assert refused(state, alternative="dash") == "118.9"

    def test_only_where_it_works(self) -> None:
        flashback = spell("{3}{U}", other("flashback", "{1}{U}, Pay 3 life", Zone.GRAVEYARD))
        assert all_totals(board(graveyard=[flashback]), zone="graveyard", alternative="flashback") == {
            "{1}{U}, Pay 3 life"
        }
        assert refused(board(hand=[flashback]), alternative="flashback") == "118.9"
        assert refused(board(hand=[flashback]), zone="graveyard", alternative="flashback") == "601.2a"

    def test_on_top_of_the_mana_cost(self) -> None:
        jump = spell("{1}{R}", other("jump-start", "Discard card", Zone.GRAVEYARD, on_top=True))
        state = board("2 Mountain", hand=[spell("{9}", name="Fodder")], graveyard=[jump])
        assert all_totals(state, zone="graveyard", alternative="jump-start") == {"{1}{R}, Discard card"}
        text = "Spell; from graveyard; by jump-start; total {1}{R}, Discard card; 2x Mountain: {T} -> {R}; spend {R}{R}"
        then = after(state, text + "; discard Fodder")
        assert [c.card.name for c in then.you.graveyard] == ["Fodder"]
        assert [c.card.name for c in then.stack] == ["Spell"]
        assert broken(state, text) == "601.2h"

    def test_offered_by_a_permanent(self) -> None:
        assert all_totals(to_pay("{7}", SUNS), alternative="Suns") == {"{W}{U}{B}{R}{G}"}
        assert refused(board(hand=[spell("{7}")], opponent=[SUNS]), alternative="Suns") == "118.9"
        creatures = effect("Storm", other("Storm", "{0}", applies_to=CREATURE))
        assert refused(to_pay("{7}", creatures), alternative="Storm") == "118.9"

    def test_without_paying_the_mana_cost(self) -> None:
        assert all_totals(to_pay("{7}", OMNISCIENCE), alternative="free") == {"{0}"}
        assert all_totals(to_pay("{7}", OMNISCIENCE, THALIA), alternative="free") == {"{1}"}
        kicked = board(OMNISCIENCE, hand=[spell("{7}", kicker("{G}"))])
        assert all_totals(kicked, alternative="free", kicked=(Cost.parse("{G}"),)) == {"{G}"}

    def test_x_is_zero_when_no_x_is_paid(self) -> None:
        state = to_pay("{X}{R}", OMNISCIENCE, SUNS)
        assert all_totals(state, alternative="free", x=0) == {"{0}"}
        assert refused(state, alternative="free", x=1) == "107.3b"
        assert refused(state, alternative="Suns", x=1) == "107.3b"
        assert all_totals(board(hand=[spell("{X}{R}", less("{9}"))]), x=2) == {"{R}"}
        own_x = board(hand=[spell("{X}{X}{R}", other("overload", "{X}{R}"))])
        assert all_totals(own_x, alternative="overload", x=2) == {"{2}{R}"}

    def test_no_mana_cost(self) -> None:
        state = board(OMNISCIENCE, hand=[spell(None)])
        assert refused(state) == "118.6"
        assert all_totals(state, alternative="free") == {"{0}"}

    def test_one_at_most_and_conditions(self) -> None:
        snuff = spell("{3}{B}", other("Snuff", "Pay 4 life", condition=Condition.parse("count(Swamp you) >= 1")))
        assert all_totals(board("Swamp", hand=[snuff]), alternative="Snuff") == {"{0}, Pay 4 life"}
        assert refused(board("Forest", hand=[snuff]), alternative="Snuff") == "118.9"

    def test_no_window_where_no_mana_is_paid(self) -> None:
        force = spell("{3}{U}{U}", other("Force", "Pay 1 life, Exile card blue from hand"))
        blue, green = spell("{U}", name="Blue"), spell("{G}", name="Green")
        state = board("Island", hand=[force, blue, green])
        text = "Spell; by Force; total {0}, Pay 1 life, Exile card blue from hand; pay 1 life; exile "
        assert after(state, text + "Blue").you.life == 19
        assert broken(state, text + "Green") == "601.2h"
        assert broken(board("Island", hand=[force]), text + "Spell") == "118.3"  # it is on the stack
        tapping = text.replace("pay 1 life;", "Island: {T} -> {U}; float {U}; pay 1 life;")
        assert broken(state, tapping + "Blue") == "601.2g"

    def test_other_forms_are_refused(self) -> None:
        with pytest.raises(Unsupported):
            totals(board(hand=[spell("{2}", other("morph", "{3}"))]), NAME, Choices(alternative="morph"))


class TestCommanders:
    """CR 903.8."""

    def test_tax(self) -> None:
        commander = CardInZone(card=spell("{2}{G}", other("evoke", "{G}")), id=5000, commander=True, casts=2)
        state = board("Forest", command=(commander,))
        assert all_totals(state, zone="command") == {"{6}{G}"}
        assert all_totals(state, zone="command", alternative="evoke") == {"{4}{G}"}
        assert refused(state) == "601.2a"

    def test_from_the_library(self) -> None:
        first, second = (CardInZone(card=spell("{1}", name=n), id=i) for i, n in ((6000, NAME), (6001, "Second")))
        state = board("Forest", library_top=(first, second))
        assert all_totals(state, zone="library") == {"{1}"}
        with pytest.raises(IllegalPayment):
            totals(state, "Second", Choices(zone="library"))
        then = after(state, "Spell; from library; total {1}; Forest: {T} -> {G}; spend {G}")
        assert [c.card.name for c in then.you.library_top] == ["Second"]


class TestOptionalCosts:
    """CR 118.8b, 601.2b."""

    def test_once(self) -> None:
        state = board(hand=[spell("{1}{U}{U}", optional("buyback", "{3}"))])
        assert all_totals(state, optional=(("buyback", 1),)) == {"{4}{U}{U}"}
        assert refused(state, optional=(("buyback", 2),)) == "601.2b"
        assert refused(state, optional=(("entwine", 1),)) == "601.2b"

    def test_any_number_of_times(self) -> None:
        state = board(hand=[spell("{1}{U}", optional("replicate", "{U}", None))])
        assert all_totals(state, optional=(("replicate", 3),)) == {"{1}{U}{U}{U}{U}"}
        two = board(hand=[spell("{1}", optional("replicate", "{U}", None), optional("replicate", "{R}", None))])
        assert all_totals(two, optional=(("replicate", 2),)) == {"{1}{U}{U}", "{1}{U}{R}", "{1}{R}{R}"}

    def test_other_than_mana(self) -> None:
        bargain = spell("{R}", optional("bargain", "Sacrifice artifact | enchantment | token"))
        state = board("Mountain; Sol Ring; Grizzly Bears", hand=[bargain])
        text = "Spell; with bargain x1; total {R}, Sacrifice artifact | enchantment | token; Mountain: {T} -> {R}"
        assert [p.name for p in after(state, text + "; spend {R}; sacrifice Sol Ring").you.battlefield] == [
            "Mountain",
            "Grizzly Bears",
        ]
        assert broken(state, text + "; spend {R}; sacrifice Grizzly Bears") == "601.2h"

    def test_offered_by_a_permanent(self) -> None:
        offer = optional(
            "Defiler", "Pay 2 life", applies_to=Filter.parse("green"), less=ManaCost.parse("{G}"), only_colored=True
        )
        defiler = effect("Defiler", offer)
        paid = {"optional": (("Defiler", 1),)}
        assert all_totals(to_pay("{1}{G}", defiler), **paid) == {"{1}, Pay 2 life"}
        assert all_totals(to_pay("{1}{G}{G}", defiler, defiler), optional=(("Defiler", 2),)) == {"{1}, Pay 4 life"}
        assert refused(to_pay("{1}{R}", defiler), **paid) == "601.2b"
        assert refused(to_pay("{1}{G}", defiler), optional=(("Defiler", 2),)) == "601.2b"

    def test_offering(self) -> None:
        patron = spell("{4}{W}{W}", Keyword(name="fox offering"))
        fox = card("Fox", "creature Fox", cost="{W}{W}")
        other_fox = card("Other+Fox", "creature Fox", cost="{1}{G}")
        state = board(fox, other_fox, "Grizzly Bears", hand=[patron])
        paid = {"optional": (("offering", 1),)}
        assert all_totals(state, **paid) == {
            "{4}, Sacrifice Fox named(Fox)",
            "{2}{W}{W}, Sacrifice Fox named(Other+Fox)",
        }
        assert refused(board("Grizzly Bears", hand=[patron]), **paid) == "118.3"
        text = "Spell; with offering x1; total {4}, Sacrifice Fox named(Fox); spend {G}{G}{G}{G}; sacrifice "
        assert after(state.with_you(pool=Mana.types("GGGG")), text + "Fox").you.graveyard
        assert broken(state.with_you(pool=Mana.types("GGGG")), text + "Other+Fox") == "601.2h"

    def test_modes_that_cost(self) -> None:
        spree = spell("{1}", Modes(of=2, at_most=2), optional("spree", "{2}", mode=1), optional("spree", "{R}", mode=2))
        state = board(hand=[spree])
        assert all_totals(state, optional=(("spree 1", 1),)) == {"{3}"}
        assert all_totals(state, optional=(("spree 1", 1), ("spree 2", 1))) == {"{3}{R}"}
        assert refused(state) == "700.2"
        escalate = board(hand=[spell("{R}", Modes(of=3, at_most=3), optional("escalate", "{1}", None))])
        assert all_totals(escalate) == {"{R}"}
        assert all_totals(escalate, optional=(("escalate", 2),)) == {"{2}{R}"}
        assert refused(escalate, optional=(("escalate", 3),)) == "700.2"


class TestMandatoryCosts:
    """CR 118.8, 601.2h: paid after mana abilities, each object once."""

    def test_one_of_several(self) -> None:
        state = board("Swamp", "Grizzly Bears", hand=[spell("{B}", must("Sacrifice creature", "Discard card"))])
        assert all_totals(state) == {"{B}, Sacrifice creature", "{B}, Discard card"}
        start = "Spell; total {B}, %s; Swamp: {T} -> {B}; spend {B}"
        assert after(state, start % "Sacrifice creature" + "; sacrifice Grizzly Bears").you.graveyard
        assert broken(state, start % "Discard card" + "; discard Spell") == "118.3"

    def test_tapped_for_mana_and_then_sacrificed(self) -> None:
        state = board("Llanowar Elves", hand=[spell("{G}", must("Sacrifice creature"))])
        text = "Spell; total {G}, Sacrifice creature; %s; spend {G}; sacrifice Llanowar Elves"
        assert not after(state, text % "Llanowar Elves: {T} -> {G}").you.battlefield

    def test_what_was_given_up_for_mana_is_gone(self) -> None:
        state = board("Treasure", hand=[spell("{1}", must("Sacrifice artifact"))])
        text = "Spell; total {1}, Sacrifice artifact; Treasure: {T}, Sacrifice this -> {W}; spend {W}; sacrifice "
        assert broken(state, text + "Treasure + Treasure") == "118.3"
        two = board("2 Treasure", hand=[spell("{1}", must("Sacrifice artifact"))])
        assert not after(two, text + "Treasure + Treasure").you.battlefield

    def test_one_object_pays_one_thing(self) -> None:
        twice = spell("{0}", must("Sacrifice creature"), must("Sacrifice artifact"))
        both = card("Both", "artifact creature")
        text = "Spell; total {0}, Sacrifice creature, Sacrifice artifact; sacrifice "
        assert broken(board(both, hand=[twice]), text + "Both") == "118.3"
        assert not after(board(both, both, hand=[twice]), text + "Both + Both").you.battlefield

    @pytest.mark.parametrize(
        ("cost", "paid"),
        [
            ("Return 2 Island", "return Island + Island"),
            ("Tap 2 untapped creature", "tap Grizzly Bears + Llanowar Elves"),
            ("Exile 2 card from graveyard", "exile Fodder + Fodder"),
            ("Exile creature", "exile Grizzly Bears"),
            ("Remove 1 charge counter from artifact", "remove 1 from Lode"),
            ("Pay 2 energy", "pay 2 energy"),
            ("Pay 3 life", "pay 3 life"),
            ("Discard card", "discard Fodder"),
        ],
    )
    def test_each_kind(self, cost: str, paid: str) -> None:
        fodder = spell("{9}", name="Fodder")
        lode = permanent("Lode", counters=(("charge", 1),))
        state = board(
            "2 Island; Grizzly Bears; Llanowar Elves",
            lode,
            hand=[spell("{0}", must(cost)), fodder],
            graveyard=[fodder, fodder],
            energy=2,
        )
        total = next(iter(all_totals(state)))
        after(state, f"Spell; total {total}; {paid}")
        assert broken(state, f"Spell; total {total}") in ("601.2h", "118.3")
        bare = board(hand=[spell("{0}", must(cost))], life=0)
        assert broken(bare, f"Spell; total {total}; {paid}") in ("118.3", "107.14", "119.4")

    def test_an_amount_of_x(self) -> None:
        state = board("Grizzly Bears; Llanowar Elves", hand=[spell("{0}", must("Sacrifice X creature"))])
        assert all_totals(state, x=2) == {"{0}, Sacrifice 2 creature"}
        assert refused(state) == "107.3a"
        after(state, "Spell; x 0; total {0}, Sacrifice 0 creature")

    def test_labels_of_what_is_given_up(self) -> None:
        tapped = permanent("Llanowar Elves", tapped=True)
        state = board("Llanowar Elves", tapped, hand=[spell("{G}", must("Sacrifice creature"))])
        text = "Spell; total {G}, Sacrifice creature; Llanowar Elves%s: {T} -> {G}; spend {G}; sacrifice "
        assert after(state, text % "#1" + "Llanowar Elves#2").you.battlefield[0].id == 0
        assert after(state, text % "" + "Llanowar Elves#1").you.battlefield[0].id == 1
        two = board("2 Llanowar Elves", hand=[spell("{G}", must("Sacrifice creature"))])
        assert after(two, text % "@a" + "Llanowar Elves@a").you.battlefield[0].tapped is False
        assert after(two, text % "@a" + "Llanowar Elves@b").you.battlefield[0].tapped is True


class TestChosenObjects:
    """CR 702.119, 702.180: what is given up was chosen at announcement, and the total depends on it."""

    EMERGE = spell("{8}", other("emerge", "{5}{U}{U}, Sacrifice creature"), types="creature")

    def test_emerge(self) -> None:
        big = card("Big", "creature", cost="{4}{G}{G}")
        state = board(big, "Grizzly Bears", "Llanowar Elves", hand=[self.EMERGE])
        assert all_totals(state, alternative="emerge") == {
            "{U}{U}, Sacrifice creature mv=6",
            "{3}{U}{U}, Sacrifice creature mv=2",
            "{4}{U}{U}, Sacrifice creature mv=1",
        }
        assert refused(board("Forest", hand=[self.EMERGE]), alternative="emerge") == "118.3"
        unsaid = board("Grizzly Bears", hand=[spell("{8}", other("emerge", "{5}{U}{U}"))])
        assert all_totals(unsaid, alternative="emerge") == {"{3}{U}{U}, Sacrifice creature mv=2"}

    def test_the_chosen_creature_must_still_be_there(self) -> None:
        elves = board("Llanowar Elves; Phyrexian Altar", hand=[self.EMERGE], pool="UUGGG")
        text = "Spell; by emerge; total {4}{U}{U}, Sacrifice creature mv=1; Phyrexian Altar: Sacrifice creature using "
        text += "Llanowar Elves -> {G}; spend {U}{U}{G}{G}{G}{G}; sacrifice Llanowar Elves"
        assert broken(elves, text) == "118.3"
        again = text.replace("sacrifice Llanowar Elves", "sacrifice Llanowar Elves + Llanowar Elves")
        assert not after(board("2 Llanowar Elves; Phyrexian Altar", hand=[self.EMERGE], pool="UUGGG"), again).you.pool

    def test_harmonize(self) -> None:
        card_ = spell("{R}", other("harmonize", "{5}{R}", Zone.GRAVEYARD))
        three = card("Three", "creature", power="3", toughness="3")
        state = board(three, permanent("Grizzly Bears", tapped=True), graveyard=[card_])
        chosen = {"zone": "graveyard", "alternative": "harmonize"}
        assert all_totals(state, **chosen) == {"{5}{R}", "{2}{R}, Tap creature power=3"}
        text = "Spell; from graveyard; by harmonize; total {2}{R}, Tap creature power=3; spend {R}{R}{R}"
        state = state.with_you(pool=Mana.types("RRR"))
        assert after(state, text + "; tap Three").you.battlefield[0].tapped
        assert broken(state, text + "; tap Grizzly Bears") == "601.2h"


class TestCostChanges:
    """CR 601.2f, 118.7."""

    def test_targets(self) -> None:
        killian = effect("Killian", less("{2}", applies_to=SPELL, targets=CREATURE))
        bolt = spell("{2}{R}", SpellTargets(needs=(Filter.parse("creature | player"),)))
        assert all_totals(board(killian, "Grizzly Bears", hand=[bolt])) == {"{R}", "{2}{R}"}
        assert all_totals(board(killian, hand=[bolt])) == {"{2}{R}"}
        murder = spell("{2}{R}", SpellTargets(needs=(CREATURE,)))
        assert all_totals(board(killian, "Grizzly Bears", hand=[murder])) == {"{R}"}
        assert all_totals(board(killian, "Grizzly Bears", hand=[spell("{2}{R}")])) == {"{2}{R}"}

    def test_a_tapped_target(self) -> None:
        own = less("{2}", targets=Filter.parse("creature tapped"))
        murder = spell("{2}{B}", own, SpellTargets(needs=(CREATURE,)))
        tapped = permanent("Grizzly Bears", tapped=True)
        assert all_totals(board("Grizzly Bears", hand=[murder])) == {"{2}{B}"}
        assert all_totals(board("Grizzly Bears", tapped, hand=[murder])) == {"{2}{B}", "{B}"}

    def test_targets_that_are_only_needed_when_kicked(self) -> None:
        change = less("{1}", targets=CREATURE)
        aims = SpellTargets(needs=(CREATURE,), if_kicked="{1}{R}")
        state = board("Grizzly Bears", hand=[spell("{2}", change, aims, kicker("{1}{R}"))])
        assert all_totals(state) == {"{2}"}
        assert all_totals(state, kicked=(Cost.parse("{1}{R}"),)) == {"{2}{R}"}

    def test_as_many_as_there_are_targets(self) -> None:
        fire = CostChange(more=ManaCost(1), times=Amount.parse("-1+targets"))
        fireball = spell("{X}{R}", fire, SpellTargets(needs=(CREATURE,), any_number=True))
        assert all_totals(board("3 Grizzly Bears", hand=[fireball]), x=1) == {"{1}{R}", "{2}{R}", "{3}{R}"}

    def test_up_to(self) -> None:
        assert all_totals(board(hand=[spell("{3}{G}", less("{2}", up_to=True))])) == {"{3}{G}", "{2}{G}", "{1}{G}"}

    def test_a_floor_under_one_reduction(self) -> None:
        assert all_totals(board(hand=[spell("{2}", less("{3}", minimum=1))])) == {"{1}"}
        assert all_totals(board(hand=[spell("{G}", less("{3}", minimum=1))])) == {"{G}"}

    def test_life(self) -> None:
        cursed = effect("Cursed", CostChange(applies_to=SPELL, more_life=2))
        assert all_totals(to_pay("{1}", cursed)) == {"{1}, Pay 2 life"}

    def test_only_kicked_spells(self) -> None:
        gecko = effect("Gecko", less("{1}", applies_to=Filter.parse("kicked")))
        state = board(gecko, hand=[spell("{1}{G}", kicker("{2}{G}"))])
        assert all_totals(state) == {"{1}{G}"}
        assert all_totals(state, kicked=(Cost.parse("{2}{G}"),)) == {"{2}{G}{G}"}
        own = board(hand=[spell("{3}", less("{2}", condition=Condition.parse("kicked")), kicker("{1}"))])
        assert all_totals(own) == {"{3}"}
        assert all_totals(own, kicked=(Cost.parse("{1}"),)) == {"{2}"}

    def test_only_spells_cast_so(self) -> None:
        change = less("{1}", condition=Condition.parse("paid(evoke)"))
        state = board(hand=[spell("{4}", other("evoke", "{3}"), change)])
        assert all_totals(state) == {"{4}"}
        assert all_totals(state, alternative="evoke") == {"{2}"}

    def test_one_total_must_be_named(self) -> None:
        state = board(hand=[spell("{3}", less("{2}", up_to=True))])
        with pytest.raises(Ambiguous):
            announce(state, NAME, Choices())

    def test_locked_before_mana_abilities(self) -> None:
        """CR 601.2f-g: what is sacrificed for mana has still counted."""
        affinity = less("{1}", times=Amount.parse("count(artifact you)"))
        state = board("Treasure; Sol Ring", hand=[spell("{3}", affinity)])
        assert all_totals(state) == {"{1}"}
        after(state, "Spell; total {1}; Treasure: {T}, Sacrifice this -> {W}; spend {W}; sacrifice Treasure")


class TestConditions:
    """What is offered only while something holds."""

    def test_optional_costs(self) -> None:
        condition = Condition.parse("count(Swamp you) >= 1")
        giver = effect("Giver", optional("replicate", "{1}", None, applies_to=SPELL, condition=condition))
        own = spell("{1}", optional("buyback", "{2}", condition=condition))
        assert all_totals(board("Swamp", hand=[own]), optional=(("buyback", 1),)) == {"{3}"}
        assert refused(board("Forest", hand=[own]), optional=(("buyback", 1),)) == "601.2b"
        assert all_totals(to_pay("{1}", giver, "Swamp"), optional=(("Giver", 2),)) == {"{3}"}
        assert refused(to_pay("{1}", giver), optional=(("Giver", 1),)) == "601.2b"

    def test_offers_of_a_size_and_a_number_a_turn(self) -> None:
        offer = other("free", None, Zone.HAND, applies_to=SPELL, limit=1, most=Amount.parse("count(Swamp you)"))
        giver = permanent(effect("Giver", offer))
        assert all_totals(to_pay("{2}", giver, "2 Swamp"), alternative="free") == {"{0}"}
        assert refused(to_pay("{2}", giver, "Swamp"), alternative="free") == "118.9"
        used = permanent(effect("Giver", offer), used_this_turn=("permission",))
        assert refused(to_pay("{2}", used, "2 Swamp"), alternative="free") == "118.9"

    def test_life_equal_to_the_mana_value(self) -> None:
        bolas = effect("Bolas", other("Bolas", "Pay mv life", applies_to=SPELL))
        assert all_totals(to_pay("{2}{B}", bolas), alternative="Bolas") == {"{0}, Pay 3 life"}
        assert all_totals(to_pay("{X}{B}", bolas), alternative="Bolas", x=0) == {"{0}, Pay 1 life"}
