"""The brute force: reference counts found by other programs too, and the definition of a payment point by point."""

from __future__ import annotations

import pytest
from brute_force import enumerate_payments
from hand_built import CARDS, board, card, kicker, less, mana, on, permanent, spell, to_pay

from castable.model.ability import AlternativeCost, Keyword, OptionalCost, Zone
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import CastableError, IllegalPayment, TooLarge, Unbounded, Unsupported
from castable.model.payment import Payment
from castable.model.state import State
from castable.solver.referee import execute

SEVEN = "Sol Ring; Dimir Aqueduct; Azorius Chancery; Azorius Signet; Dimir Signet; Island; Plains"
SIGNETS = "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Selesnya Signet; Orzhov Signet"


def ways(state: State, *, floating: bool = False, by_object: bool = False) -> set[Payment]:
    """Every payment; the referee accepts each, and each reads back from its text."""
    found = enumerate_payments(state, "Spell", floating=floating, by_object=by_object)
    for payment in found:
        execute(state, payment, by_object=by_object)
        assert Payment.parse(str(payment)) == payment
    return found


def texts(state: State, *, floating: bool = False, by_object: bool = False) -> list[str]:
    """What each payment does after announcing, in words."""
    found = ways(state, floating=floating, by_object=by_object)
    return sorted(str(payment).partition(f"total {payment.total}; ")[2] for payment in found)


class TestReferenceCounts:
    """Each found by two or three independent programs."""

    @pytest.mark.parametrize(
        ("cost", "permanents", "count"),
        [
            ("{2}{G}{G}", "5 Forest", 1),
            ("{1}{W}{U}{B}", "Tundra; Underground Sea; Badlands; Savannah; Island; Swamp", 38),
            ("{2}{W}{U}{B}{R}{G}", "8 City of Brass", 15),
            ("{3}{W}{U}{B}", SEVEN, 51),
            ("{1}", "Azorius Signet; Dimir Signet", 0),
            ("{1}", "Sol Ring", 1),
            ("{W}{W}", "2 Plains; Gruul Signet; Ceta Disciple", 1),
            ("{3}{G}{G}{G}", "5 Forest", 0),
            ("{1}{W}{U}{R}{R}", "Tundra; Underground Sea; Badlands; Savannah; Island; Swamp", 0),
        ],
    )
    def test_irredundant(self, cost: str, permanents: str, count: int) -> None:
        assert len(ways(to_pay(cost, permanents))) == count

    def test_floating(self) -> None:
        assert len(ways(to_pay("{3}{W}{U}{B}", SEVEN), floating=True)) == 615

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("cost", "permanents", "count"),
        [
            ("{2}{W}{U}{U}{B}", "Fetid Heath; Mystic Gate; Sunken Ruins; Graven Cairns; Plains; Swamp; Forest", 251),
            ("{4}{W}{U}", SIGNETS + "; 3 Forest; 3 Mountain", 1454),
        ],
    )
    def test_slow_ones(self, cost: str, permanents: str, count: int) -> None:
        assert len(ways(to_pay(cost, permanents))) == count


class TestAnnouncements:
    """CR 601.2b: each is another way."""

    def counts(self, state: State) -> dict[str, int]:
        found: dict[str, int] = {}
        for payment in ways(state):
            found[str(payment.choices)] = found.get(str(payment.choices), 0) + 1
        return found

    def test_two_kickers(self) -> None:
        state = board("2 Swamp; Forest; Plains", hand=[spell("{1}{B}", kicker("{G}"), kicker("{W}"))])
        assert self.counts(state) == {"": 3, "kicked {G}": 2, "kicked {W}": 2, "kicked {G}; kicked {W}": 1}

    def test_a_kicker_only_once(self) -> None:
        state = board("8 Forest", hand=[spell("{1}{G}", kicker("{2}{G}"))])
        assert self.counts(state) == {"": 1, "kicked {2}{G}": 1}

    def test_multikicker(self) -> None:
        state = board("5 Forest", hand=[spell("{0}", kicker("{2}", None))])
        assert self.counts(state) == {"": 1, "kicked {2}": 1, "kicked {2}; kicked {2}": 1}

    def test_x(self) -> None:
        assert self.counts(to_pay("{X}{X}{G}", "5 Forest")) == {"x 0": 1, "x 1": 1, "x 2": 1}
        reduced = board("Forest", hand=[spell("{X}{G}", less("{3}"))])
        assert self.counts(reduced) == {f"x {x}": 1 for x in range(4)}
        kicked = board("2 Forest", hand=[spell("{G}", kicker("{X}"))])
        assert self.counts(kicked) == {"": 1, "kicked {X}; x 0": 1, "kicked {X}; x 1": 1}

    def test_halves(self) -> None:
        found = self.counts(to_pay("{2/W}{2/U}", "2 Plains; Island"))
        assert found == {"announced {W}{U}": 1, "announced {2}{W}": 1, "announced {2}{U}": 1}
        assert self.counts(to_pay("{B/P}", "Swamp")) == {"announced {B}": 1, "phyrexian 1": 1}

    def test_reductions_by_the_totals_they_lead_to(self) -> None:
        state = board("Forest", hand=[spell("{3}", less("{2}", minimum=1), less("{1}"))])
        assert sorted(str(payment.total) for payment in ways(state)) == ["{0}", "{1}"]

    def test_damage_before_life(self) -> None:
        assert texts(to_pay("{1}{W/P}", "Adarkar Wastes", life=2)) == [
            "Adarkar Wastes: {T} -> {C}; spend {C}; pay 2 life"
        ]
        assert len(ways(to_pay("{1}{W/P}", "Adarkar Wastes", life=3))) == 3

    def test_no_mana_cost(self) -> None:
        assert not ways(board("Forest", hand=[spell(None)]))

    @pytest.mark.parametrize(
        "what",
        [
            spell("{1}", Keyword(name="conspire")),
            spell("{1}", AlternativeCost(keyword="morph", cost=Cost.parse("{3}"), zone=Zone.ANY)),
            spell("{1}", OptionalCost(keyword="gift", cost=Cost.FREE, times=None)),
        ],
    )
    def test_announcements_that_are_not_tried(self, what: Card) -> None:
        with pytest.raises(Unsupported):
            ways(board("Forest", hand=[what]))

    def test_a_card_that_is_not_there(self) -> None:
        with pytest.raises(IllegalPayment):
            ways(board("Forest"))


class TestThePool:
    """Units taken from the pool as it stood at the start are parts."""

    def test_pool_mana_may_stay(self) -> None:
        assert texts(to_pay("{G}", "Forest", pool="{G}")) == [
            "Forest: {T} -> {G}; spend {G}; float {G}",
            "spend {G}",
        ]
        assert len(ways(to_pay("{G}", "Forest", pool="{G}"), floating=True)) == 2

    def test_taking_a_unit_may_be_what_starts_a_source(self) -> None:
        assert texts(to_pay("{R}", "Gruul Signet", pool="{G}")) == [
            "Gruul Signet: {1}, {T} <- {G} -> {R}{G}; spend {R}; float {G}"
        ]
        assert texts(to_pay("{G}", "Gruul Signet", pool="{G}")) == ["spend {G}"]

    def test_two_takings_of_one_payment(self) -> None:
        found = texts(to_pay("{1}", "Forest", pool="{G}{R}"))
        assert found == [
            "Forest: {T} -> {G}; spend {G}; float {R}{G}",
            "spend {G}; float {R}",
            "spend {R}; float {G}",
        ]


class TestIrredundance:
    """No valid payment with the same announcement has a proper sub-multiset of the parts."""

    def test_mana_may_float_because_a_source_makes_more(self) -> None:
        assert texts(to_pay("{1}", "Dimir Aqueduct")) == [
            "Dimir Aqueduct: {T} -> {U}{B}; spend {B}; float {U}",
            "Dimir Aqueduct: {T} -> {U}{B}; spend {U}; float {B}",
        ]
        assert texts(to_pay("{1}", "Sol Ring; Forest")) == [
            "Forest: {T} -> {G}; spend {G}",
            "Sol Ring: {T} -> {C}{C}; spend {C}; float {C}",
        ]

    def test_a_chosen_amount_counts_each_unit(self) -> None:
        store = on("Saltcrusted Store", storage=3)
        assert len(ways(to_pay("{U}", store))) == 1
        assert len(ways(to_pay("{U}", store), floating=True)) == 3

    def test_a_smaller_amount_is_included_only_with_part_of_the_same_mana(self) -> None:
        cell = card("Cell", "land", mana("{1}, {T}, Remove chosen charge counter", "removed*any of {U}{B} mixed"))
        state = to_pay(
            "{U}", "Plains", permanent(cell, counters=(("charge", 2),)), card("Prism", "artifact", mana("{2}", "{U}"))
        )
        assert sorted(len(payment.activations) for payment in ways(state)) == [2, 3]

    def test_other_objects_of_an_activation_tell_it_apart(self) -> None:
        elves, altar = "Llanowar Elves: {T} -> {G}; ", "Phyrexian Altar: Sacrifice creature using "
        end = "spend {G}{G}; sacrifice "
        assert texts(to_pay("{G}{G}", "Phyrexian Altar; Llanowar Elves; Grizzly Bears")) == [
            elves + altar + "Llanowar Elves -> {G}; " + end + "Llanowar Elves",
            altar + "Grizzly Bears -> {G}; " + elves + end + "Grizzly Bears",
            altar
            + "Llanowar Elves -> {G}; "
            + altar
            + "Grizzly Bears -> {G}; "
            + end
            + "Grizzly Bears + Llanowar Elves",
        ]

    def test_untapping_lets_a_creature_be_tapped_again(self) -> None:
        tapped = permanent("Pili-Pala", tapped=True)
        assert not ways(to_pay("{W}{W}", "4 Forest", tapped))
        pili = "2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} <- {G}{G} -> {W}; "
        drum = "Springleaf Drum: {T}, Tap untapped creature using Pili-Pala -> {W}; spend {W}{W}; tap Pili-Pala"
        assert texts(to_pay("{W}{W}", "2 Forest; Springleaf Drum", tapped)) == [pili + drum]


class TestInterchangeableObjects:
    """Payments that differ only in which of several equal objects they use are one."""

    def test_equal_lands(self) -> None:
        assert texts(to_pay("{G}", "3 Forest")) == ["Forest: {T} -> {G}; spend {G}"]

    def test_a_tapped_land_needs_no_label(self) -> None:
        state = to_pay("{G}", "Forest", permanent("Forest", tapped=True))
        assert texts(state) == ["Forest: {T} -> {G}; spend {G}"]

    def test_each_by_itself(self) -> None:
        assert texts(to_pay("{1}", "2 Forest; Island"), by_object=True) == [
            "Forest#1: {T} -> {G}; spend {G}",
            "Forest#2: {T} -> {G}; spend {G}",
            "Island: {T} -> {U}; spend {U}",
        ]

    def test_a_ref_tells_nothing_apart_but_what_is_attached_does(self) -> None:
        other = permanent("Forest", ref="mine")
        aura = permanent(card("Aura", "enchantment Aura"), attached_to="mine")
        assert len(ways(to_pay("{G}", "Forest", other))) == 1
        assert texts(to_pay("{G}", "Forest", other, aura)) == [
            "Forest#1: {T} -> {G}; spend {G}",
            "Forest#2: {T} -> {G}; spend {G}",
        ]

    def test_labels_of_classes(self) -> None:
        once = on("Lode", charge=1)
        state = to_pay("{U}{U}", on("Lode", charge=2), once, once)
        lode = "Remove 1 charge counter -> {U}"
        end = "; spend {U}{U}; remove 2 from Lode"
        assert texts(state) == [
            f"2x Lode#1: {lode}{end}",
            f"2x Lode#2: {lode}{end}",
            f"Lode#1: {lode}; Lode#2: {lode}{end}",
        ]

    def test_one_object_twice_is_not_two_objects_once(self) -> None:
        twice = on("Lode", charge=2)
        lode = "Remove 1 charge counter -> {U}"
        end = "; spend {U}{U}; remove 2 from Lode"
        assert texts(to_pay("{U}{U}", twice, twice)) == [f"2x Lode: {lode}{end}", f"2x Lode@a: {lode}{end}"]

    def test_one_object_twice_in_the_label_of_its_class(self) -> None:
        twice, other = on("Lode", charge=2), on("Lode", charge=3)
        found = texts(to_pay("{U}{U}", twice, twice, other))
        used = [text.partition("; spend")[0].replace(": Remove 1 charge counter -> {U}", "") for text in found]
        assert used == ["2x Lode#1", "2x Lode#1@a", "2x Lode#3", "Lode#1; Lode#3"]

    def test_one_object_for_two_things_is_not_two_objects(self) -> None:
        elves, altar = (
            "; Llanowar Elves%s: {T} -> {G}",
            "; Phyrexian Altar: Sacrifice creature using Llanowar Elves%s -> {G}",
        )
        text = "Spell; total {G}{G}" + elves + altar + "; spend {G}{G}; sacrifice Llanowar Elves"
        state = to_pay("{G}{G}", "Phyrexian Altar; 2 Llanowar Elves")
        found = ways(state)
        assert len(found) == 4
        assert {Payment.parse(text % tags) for tags in (("", ""), ("@a", "@a"))} < found
        assert len(ways(state, by_object=True)) == 6

    def test_labels_of_the_objects_given_up(self) -> None:
        sick = permanent("Llanowar Elves", summoning_sick=True)
        drum = "Springleaf Drum: {T}, Tap untapped creature using Llanowar Elves"
        end = " -> {W}; spend {W}; tap Llanowar Elves"
        found = texts(to_pay("{W}", "Springleaf Drum; Llanowar Elves", sick))
        assert found == [f"{drum}#1{end}", f"{drum}#2{end}"]
        assert len(ways(to_pay("{W}", "Springleaf Drum; 2 Llanowar Elves"))) == 1

    def test_cards_in_hand(self) -> None:
        guide = CARDS["Elvish Spirit Guide"]
        state = board("Forest", hand=[spell("{G}{G}"), guide, guide])
        exile = "Elvish Spirit Guide: Exile this from hand -> {G}"
        assert texts(state) == [
            f"2x {exile}; spend {{G}}{{G}}; exile Elvish Spirit Guide + Elvish Spirit Guide",
            f"Forest: {{T}} -> {{G}}; {exile}; spend {{G}}{{G}}; exile Elvish Spirit Guide",
        ]


class TestLoopsAndLimits:
    """What has no end."""

    def test_going_round_is_redundant(self) -> None:
        assert texts(to_pay("{W}", "Forest; Candleguide")) == [
            "Forest: {T} -> {G}; Candleguide: {1} <- {G} -> {W}; spend {W}"
        ]

    def test_with_floating_it_has_no_end(self) -> None:
        with pytest.raises(Unbounded):
            ways(to_pay("{W}", "Forest; Candleguide"), floating=True)
        assert not ways(to_pay("{W}{W}", "Forest; Candleguide"), floating=True)

    def test_a_loop_that_gains_mana(self) -> None:
        engine = card("Engine", "artifact", mana("{1}", "{C}{C}"))
        with pytest.raises(TooLarge):
            enumerate_payments(to_pay("{1}", "Forest", engine), "Spell", max_states=100)

    def test_an_ability_that_makes_nothing(self) -> None:
        empty = card("Mox", "artifact", mana("{T}", "imprinted color"))
        assert len(ways(to_pay("{G}", "Forest", empty))) == 1
        assert texts(to_pay("{G}", "Forest", empty), floating=True) == [
            "Forest: {T} -> {G}; Mox: {T} -> nothing; spend {G}",
            "Forest: {T} -> {G}; spend {G}",
        ]

    def test_what_the_referee_does_not_understand(self) -> None:
        with pytest.raises(CastableError):
            ways(to_pay("{G}", card("Pool", "land", mana("{T}", "type that was lost"))))
