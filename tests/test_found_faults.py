"""Faults found by asking odd questions, a class or a function for each kind."""

from __future__ import annotations

import json

import pytest
from hand_built import board, card, less, mana, permanent, spell

from castable.model.ability import (
    AlternativeCost,
    CostChange,
    Keyword,
    Modes,
    OptionalCost,
    Permission,
    Prohibition,
    SpellTargets,
    Unread,
)
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.oracle import compile_text, face_from_fields
from castable.model.oracle.bearing import bears_on_casting, bears_on_payment
from castable.model.pool import built_in
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.query import respond
from castable.solver.announce import Wishes, subjects
from castable.solver.payments import payments
from castable.solver.plays import verdict
from castable.solver.total_cost import total_costs
from castable.solver.x_values import x_values

ANY = Filter.parse("any")
THIS = Filter.parse("this")
YOURS = Filter.parse("permanent you")
BEAR = card("Bear", "creature")
LION = card("Lion", "creature")


class TestSpellsWithXForbidden:
    """A spell whose mana cost has {X} has it on the stack too, whatever X is (CR 107.3a, 101.2)."""

    BAN = card("Ban", "creature", Prohibition(what="cast", of=Filter.parse("hasx")))

    @pytest.mark.parametrize("x", [None, 0, 1])
    def test_with_x(self, x: int | None) -> None:
        state = board("Mountain", "Mountain", permanent(self.BAN), hand=[spell("{X}{R}")])
        assert not verdict(state, "Spell", Wishes(x=x)).castable

    def test_without(self) -> None:
        state = board("Mountain", "Mountain", permanent(self.BAN), hand=[spell("{1}{R}")])
        assert verdict(state, "Spell").castable


class TestChangesByManaValueOfSpellsWithX:
    """X counts in the mana value that a cost change asks for (CR 202.3e, 601.2f)."""

    LESS = card("Less", "artifact", less("{2}", applies_to=Filter.parse("creature mv>=6")))

    @pytest.mark.parametrize(("x", "total"), [(4, "{4}{G}"), (5, "{3}{G}"), (6, "{4}{G}")])
    def test_total(self, x: int, total: str) -> None:
        state = board(permanent(self.LESS), hand=[spell("{X}{G}", types="creature")])
        (found,) = total_costs(state, subjects(state, "Spell", Wishes(x=x)), Wishes(x=x))
        assert str(found.total.mana) == total

    def test_values(self) -> None:
        state = board("5 Forest", permanent(self.LESS), hand=[spell("{X}{G}", types="creature")])
        assert x_values(state, "Spell").values == tuple(range(7))

    def test_more(self) -> None:
        tax = card("Tax", "artifact", CostChange(more=ManaCost(2), applies_to=Filter.parse("mv>=3")))
        state = board("3 Forest", permanent(tax), hand=[spell("{X}{G}")])
        assert x_values(state, "Spell").values == (0, 1)


class TestChangesThatAskForTargets:
    """What a cost change asks of the targets is meant from where it stands: this permanent, its controller."""

    WARY = card("Wary", "creature", CostChange(more=ManaCost(2), who="opponent", applies_to=ANY, targets=THIS))
    GUARD = card("Guard", "enchantment", CostChange(more=ManaCost(1), who="opponent", applies_to=ANY, targets=YOURS))
    BOLT = SpellTargets(needs=(Filter.parse("creature"),))

    @staticmethod
    def totals(state: State, *targets: str) -> list[str]:
        wishes = Wishes(targets=targets)
        return [str(one.total.mana) for one in total_costs(state, subjects(state, "Spell", wishes), wishes)]

    def test_this(self) -> None:
        state = board(hand=[spell("{R}", self.BOLT)], opponent=[self.WARY, BEAR])
        assert self.totals(state, "Wary") == ["{2}{R}"]
        assert self.totals(state, "Bear") == ["{R}"]
        assert sorted(self.totals(state)) == ["{2}{R}", "{R}"]

    def test_only_target(self) -> None:
        state = board("2 Mountain", hand=[spell("{R}", self.BOLT)], opponent=[self.WARY])
        assert not verdict(state, "Spell").castable

    def test_yours_is_not_wary(self) -> None:
        state = board(permanent(self.WARY), hand=[spell("{R}", self.BOLT)])
        assert self.totals(state, "Wary") == ["{R}"]

    def test_of_its_controller(self) -> None:
        state = board(permanent(BEAR), hand=[spell("{R}", self.BOLT)], opponent=[self.GUARD, LION])
        assert self.totals(state, "Lion") == ["{1}{R}"]
        assert self.totals(state, "Bear") == ["{R}"]

    def test_two_targets(self) -> None:
        two = (self.BOLT, SpellTargets(needs=(Filter.parse("creature"),), another=True))
        state = board(hand=[spell("{R}", *two)], opponent=[self.WARY, BEAR])
        assert self.totals(state) == ["{2}{R}"]
        state = board(hand=[spell("{R}", *two)], opponent=[self.WARY, BEAR, LION])
        assert sorted(self.totals(state)) == ["{2}{R}", "{R}"]

    def test_text_that_may_have_targets(self) -> None:
        state = board(hand=[spell("{R}", Unread(text="?", may_bear_on_payment=False))], opponent=[self.WARY])
        with pytest.raises(Unsupported):
            self.totals(state)


def test_overload_needs_no_target() -> None:
    """CR 702.96b."""
    overload = AlternativeCost(keyword="overload", cost=Cost.parse("{4}{R}"))
    target = SpellTargets(needs=(Filter.parse("artifact !you"),))
    state = board("5 Mountain", hand=[spell("{R}", overload, target)])
    assert verdict(state, "Spell").castable
    assert not verdict(state, "Spell", Wishes(alternative="mana cost")).castable


@pytest.mark.parametrize(("another", "castable"), [(False, True), (True, False)])
def test_one_object_for_two_uses_of_the_word_target(another: bool, castable: bool) -> None:
    """CR 115.3."""
    first = SpellTargets(needs=(Filter.parse("artifact"),))
    second = SpellTargets(needs=(Filter.parse("creature"),), another=another)
    golem = card("Golem", "artifact creature")
    state = board("Mountain", hand=[spell("{R}", first, second)], opponent=[golem])
    assert verdict(state, "Spell").castable is castable
    if not another:
        both = SpellTargets(needs=(*first.needs, *second.needs))
        assert verdict(board("Mountain", hand=[spell("{R}", both)], opponent=[golem]), "Spell").castable


class TestTargetsOfChosenModes:
    """The modes announced need targets, and no others (CR 601.2b-c, 700.2)."""

    CHARM = spell(
        "{R}",
        Modes(of=3),
        SpellTargets(needs=(Filter.parse("creature"),), mode=1),
        SpellTargets(needs=(Filter.parse("player"),), mode=2),
        SpellTargets(needs=(Filter.parse("artifact"),), mode=3),
        OptionalCost(keyword="entwine", cost=Cost.parse("{2}")),
    )

    @pytest.mark.parametrize(("modes", "castable"), [((1,), False), ((2,), True), ((1, 2, 3), False), (None, True)])
    def test_modes(self, modes: tuple[int, ...] | None, castable: bool) -> None:
        state = board("5 Mountain", hand=[self.CHARM])
        assert verdict(state, "Spell", Wishes(modes=modes)).castable is castable

    def test_entwine(self) -> None:
        wishes = Wishes(optional=(("entwine", 1),))
        state = board("5 Mountain", hand=[self.CHARM], opponent=[BEAR])
        assert not verdict(state, "Spell", wishes).castable
        state = board("5 Mountain", hand=[self.CHARM], opponent=[BEAR, card("Ring", "artifact")])
        assert verdict(state, "Spell", wishes).castable

    def test_more_modes_than_may_be(self) -> None:
        two = spell("{R}", Modes(of=3))
        assert not verdict(board("5 Mountain", hand=[two]), "Spell", Wishes(modes=(1, 2))).castable


def test_spliced_text_needs_its_targets() -> None:
    """CR 702.47b."""
    splice = OptionalCost(keyword="splice", cost=Cost.parse("{1}"), applies_to=Filter.parse("Arcane"))
    ray = spell("{2}", splice, SpellTargets(needs=(Filter.parse("creature"),)), name="Ray", types="instant Arcane")
    main = spell("{R}", types="sorcery Arcane")
    wishes = Wishes(splice=("Ray",))
    assert not verdict(board("5 Mountain", hand=[main, ray]), "Spell", wishes).castable
    assert verdict(board("5 Mountain", hand=[main, ray], opponent=[BEAR]), "Spell", wishes).castable


def test_permission_by_mana_value_counts_x() -> None:
    """CR 202.3e: X counts in the mana value of the spell that a permission asks for."""
    lets = card("Lets", "creature", Permission(what=Filter.parse("permanent mv<=2")))
    state = board("6 Forest", permanent(lets), graveyard=[spell("{X}{X}", types="artifact")])
    assert x_values(state, "Spell", Wishes(zone="graveyard")).values == (0, 1)
    assert not verdict(state, "Spell", Wishes(zone="graveyard", x=2)).castable


def test_aftermath_is_cast_from_the_graveyard() -> None:
    """CR 702.127a."""
    memory = spell("{R}", Keyword(name="aftermath"))
    assert verdict(board("Mountain", graveyard=[memory]), "Spell", Wishes(zone="graveyard")).castable


@pytest.mark.parametrize("dash", ["—", "-", " — "])
def test_any_dash_between_a_keyword_and_its_cost(dash: str) -> None:
    text = f"Escape{dash}{{R}}, Exile two other cards from your graveyard."
    read = compile_text(text, name="Titan", types=frozenset({"creature"}))
    assert [one.keyword for one in read if isinstance(one, AlternativeCost)] == ["escape"]


def test_conspire_taps_two_creatures_that_share_a_color() -> None:
    """CR 702.78a."""
    face = face_from_fields(name="Plot", mana_cost="{R/G}", type_line="Sorcery", text="Conspire")
    plot, elf = Card(name="Plot", faces=(face,)), card("Elf", "creature", cost="{G}")
    wishes = Wishes(optional=(("conspire", 1),))
    state = board("Mountain", permanent(elf, summoning_sick=True), permanent(elf), hand=[plot])
    assert verdict(state, "Plot", wishes).castable
    assert payments(state, "Plot").count() == 2
    state = board("Mountain", permanent(elf), permanent(elf, tapped=True), permanent(BEAR), hand=[plot])
    assert not verdict(state, "Plot", wishes).castable


def test_an_effect_after_a_choice_between_names_may_bear_on_payment() -> None:
    text = "As ~ enters, choose Khans or Dragons.\n• Khans — At the beginning of your upkeep, draw a card.\n"
    read = compile_text(
        text + "• Dragons — Spells your opponents cast cost {2} more to cast.",
        name="Siege",
        types=frozenset({"enchantment"}),
    )
    assert any(isinstance(one, Unread) and one.may_bear_on_payment for one in read)


@pytest.mark.parametrize("what", ["Lotus Petal", "this artifact", "this"])
def test_a_cost_may_call_the_object_by_its_name(what: str) -> None:
    """As older cards print it: "Sacrifice Lotus Petal" is in the cost of a Lotus Petal."""
    cost = f"{{T}}, Sacrifice {what}"
    state = {"you": {"hand": ["Lightning Bolt"], "battlefield": ["Lotus Petal"]}, "opponents": [{}]}
    activation = {"source": "Lotus Petal", "ability": cost, "adds": "{R}"}
    ask = {"kind": "check", "spell": "Lightning Bolt", "payment": {"activations": [activation], "spends": "{R}"}}
    assert respond(json.dumps({"state": state, "ask": ask}), built_in())["answer"]["legal"]
    ask = {"kind": "activatable", "source": "Lotus Petal", "ability": cost}
    assert respond(json.dumps({"state": state, "ask": ask}), built_in())["answer"]["activatable"]


def test_what_a_copy_is_besides_is_not_passed_over() -> None:
    """CR 707.9: an exception of the copying card, not understood, may make it an artifact."""
    text = "You may have ~ enter as a copy of any creature, except it's an artifact in addition to its other types."
    mimic = card("Mimic", "creature", Unread(text=text, may_bear_on_payment=False))
    elf = card("Elf", "creature", mana("{T}", "{G}"))
    state = board(permanent(mimic, copy_of=elf), hand=[spell("{G}")])
    with pytest.raises(Unsupported):
        payments(state, "Spell").count()
    plain = card("Plain", "creature")
    assert payments(board(permanent(plain, copy_of=elf), hand=[spell("{G}")]), "Spell").count() == 1


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature can't attack or block, and its abilities with {T} in their costs can't be activated.",
        "Creatures with flying can't attack or block, and their activated abilities can't be activated.",
    ],
)
def test_what_stands_beside_a_ban_on_combat_may_bear_on_payment(text: str) -> None:
    assert bears_on_payment(text)
    assert not bears_on_payment(text.partition(",")[0] + ".")


@pytest.mark.parametrize(
    "text", ["~ has flash as long as you control a Merfolk.", "Cast Remove only during the declare attackers step."]
)
def test_when_a_sorcery_may_be_cast_bears_on_casting(text: str) -> None:
    assert bears_on_casting(text, of_spell=True)
    read = compile_text(text, name="Remove", types=frozenset({"sorcery"}))
    assert any(isinstance(one, Unread) and one.may_bear_on_casting for one in read)
