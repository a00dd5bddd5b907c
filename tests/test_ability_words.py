"""What the text of an activated ability says of where it works, of its X and how often (CR 107.3c, 113.6, 602.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, less, mana, permanent

from castable.model.ability import ActivatedAbility, AlternativeCost, CostChange, CostKind, Keyword, Prohibition, Zone
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.oracle import face_from_fields
from castable.model.state import CardInZone, Permanent, Phase
from castable.solver.announce import Wishes
from castable.solver.plays import activation_verdict, plays, verdict

UNEARTHED = card(
    "Digger",
    "creature",
    ActivatedAbility(cost=Cost.parse("{B}"), keyword="unearth", zone=Zone.GRAVEYARD),
    cost="{1}{B}",
)


class TestZones:
    """An ability of the graveyard does nothing in the hand."""

    def test_where_it_works(self) -> None:
        assert activation_verdict(board("Swamp", graveyard=[UNEARTHED]), "Digger", "unearth")
        refused = activation_verdict(board("Swamp", hand=[UNEARTHED]), "Digger", "unearth")
        assert not refused and refused.cause and refused.cause.rule == "113.6"

    def test_in_the_list_of_plays(self) -> None:
        assert [play.card for play in plays(board("Swamp", graveyard=[UNEARTHED])).abilities] == ["Digger"]
        assert not plays(board("Swamp", hand=[UNEARTHED])).abilities


class TestToldX:
    """An X that the text defines is not chosen."""

    @pytest.mark.parametrize(
        ("text", "x"),
        [
            ("{X}, {T}: Draw X cards. X can't be 0.", "X >= 1"),
            ("{X}: Scry 1. X is the number of sleight counters on Odd Thing.", "X = counters(sleight)"),
            ("{X}, {T}: Copy the exiled card. X is the mana value of the exiled card.", "X = imprintedmv"),
            ("{X}, {T}: Odd Thing deals X damage to any target.", None),
        ],
    )
    def test_read(self, text: str, x: str | None) -> None:
        (ability,) = face_from_fields(name="Odd Thing", type_line="Artifact", text=text).of(ActivatedAbility)
        assert (ability.x and str(ability.x)) == x

    def test_not_understood(self) -> None:
        text = "{X}: Scry 1. X is the number of clouds above."
        assert not list(face_from_fields(name="Odd Thing", type_line="Artifact", text=text).of(ActivatedAbility))

    def test_by_counters(self) -> None:
        ability = ActivatedAbility(cost=Cost.parse("{X}"), x=Condition.parse("X = counters(pin)"))
        doll = card("Doll", "artifact", ability)

        def can(lands: int, pins: int, x: int | None = None) -> bool:
            state = board(*["Island"] * lands, permanent(doll, counters=(("pin", pins),)))
            return bool(activation_verdict(state, "Doll", Cost.parse("{X}"), Wishes(x=x)))

        assert can(2, 2) and not can(1, 2)
        assert not can(2, 2, x=1)


def read(text: str, type_line: str = "Creature — Bird", cost: str = "{1}{R}") -> tuple[ActivatedAbility, ...]:
    face = face_from_fields(name="Odd Bird", mana_cost=cost, type_line=type_line, text=text, power="1", toughness="1")
    return tuple(face.of(ActivatedAbility))


class TestKeywordsBeforeAbilities:
    """Exhaust, boast, forecast and power-up limit the ability that they stand before (CR 702.57, 702.142, 702.177)."""

    @pytest.mark.parametrize(
        ("text", "keyword", "condition"),
        [
            ("Exhaust — {2}: Scry 1. (Activate each exhaust ability only once.)", "exhaust", None),
            ("Boast — {1}: Scry 1.", "boast", "attacked this turn"),
            ("Forecast — {1}, Reveal Odd Bird from your hand: Scry 1.", "forecast", "upkeep"),
        ],
    )
    def test_read(self, text: str, keyword: str, condition: str | None) -> None:
        (ability,) = read(text)
        assert (ability.keyword, ability.limit) == (keyword, 1)
        assert (ability.condition and str(ability.condition)) == condition

    def test_power_up_costs_less_as_it_enters(self) -> None:
        bird = Card(
            name="Odd Bird",
            faces=(
                face_from_fields(
                    name="Odd Bird", mana_cost="{1}{R}", type_line="Creature — Bird", text="Power-up — {3}{R}: Scry 1."
                ),
            ),
        )
        for fresh, lands, legal in ((True, 2, True), (False, 2, False), (False, 4, True)):
            state = board(permanent(bird, entered_this_turn=fresh), *["Mountain"] * lands)
            assert bool(activation_verdict(state, "Odd Bird", "power-up")) is legal

    def test_boast_after_attacking(self) -> None:
        bird = card("Bird", "creature", *read("Boast — {0}: Scry 1."))
        fights = replace(board(permanent(bird, attacking=True)), phase=Phase.DECLARE_ATTACKERS)
        assert activation_verdict(fights, "Bird", "boast")
        assert not activation_verdict(board(permanent(bird)), "Bird", "boast")

    def test_forecast_in_the_upkeep(self) -> None:
        bird = card("Bird", "creature", *read("Forecast — {0}, Reveal Odd Bird from your hand: Scry 1."))
        state = board(hand=[bird])
        assert activation_verdict(replace(state, phase=Phase.UPKEEP), "Bird", "forecast")
        assert not activation_verdict(state, "Bird", "forecast")


class TestByPower:
    """Crew, saddle and teamwork tap any number of creatures (CR 702.122, 702.171)."""

    CAR = card("Car", "artifact Vehicle", *read("Crew 3", "Artifact — Vehicle"))

    @staticmethod
    def rider(power: int, **status: Any) -> Permanent:
        return permanent(card("Rider", "creature", power=str(power), toughness="4"), **status)

    def crewed(self, *riders: Permanent) -> bool:
        return bool(activation_verdict(board(permanent(self.CAR), *riders), "Car", "crew"))

    def test_together(self) -> None:
        assert self.crewed(self.rider(2), self.rider(1, summoning_sick=True))
        assert not self.crewed(self.rider(2), self.rider(0))
        assert not self.crewed(self.rider(3, tapped=True))

    def test_what_a_creature_counts_for(self) -> None:
        pilot, ox = (
            face_from_fields(name="Ox", type_line="Creature — Ox", text=text, power="1", toughness="3")
            for text in (
                "Ox crews Vehicles as though its power were 2 greater.",
                "Ox crews Vehicles using its toughness rather than its power.",
            )
        )
        for face in (pilot, ox):
            assert self.crewed(permanent(Card(name="Ox", faces=(face,))))

    def test_what_may_not_crew(self) -> None:
        net = face_from_fields(
            name="Net", type_line="Artifact", text="Equipped creature can't attack, block, or crew Vehicles."
        )
        rider = self.rider(3, ref="r")
        assert self.crewed(rider)
        assert not self.crewed(
            rider,
            permanent(Card(name="Net", faces=(replace(net, subtypes=frozenset({"Equipment"})),)), attached_to="r"),
        )

    def test_saddle_is_for_the_main_phase(self) -> None:
        horse = card("Horse", "creature Mount", *read("Saddle 1"))
        state = board(permanent(horse), self.rider(1))
        assert activation_verdict(state, "Horse", "saddle")
        assert not activation_verdict(replace(state, turn="opponent"), "Horse", "saddle")


class TestSpecialActions:
    """What is no activation (CR 116.2) is paid for by other mana, and not forbidden with activated abilities."""

    HIDDEN = card("Hidden", "creature", Keyword(name="morph", argument="{2}"), cost="{4}")

    def test_turning_face_up(self) -> None:
        state = board(permanent(self.HIDDEN, face_down=True), "Forest", "Forest")
        assert activation_verdict(replace(state, turn="opponent", phase=Phase.END), "Hidden", "morph")
        assert not activation_verdict(board(permanent(self.HIDDEN, face_down=True), "Forest"), "Hidden", "morph")
        refused = activation_verdict(board(permanent(self.HIDDEN), "Forest", "Forest"), "Hidden", "morph")
        assert not refused and refused.cause and refused.cause.rule == "116.2b"

    def test_mana_for_activating_abilities(self) -> None:
        later = ActivatedAbility(cost=Cost.parse("{1}"), keyword="suspend", zone=Zone.HAND)
        only = card("Lamp", "artifact", mana("{T}", "{C}", restriction=Restriction.parse("only activate any")))
        state = board(permanent(only), hand=[card("Later", "sorcery", later, cost="{3}")])
        assert not activation_verdict(state, "Later", "suspend")


def test_what_makes_abilities_cheaper_is_not_about_special_actions() -> None:
    grounds = card(
        "Grounds", "enchantment", less("{1}", kind=CostKind.ABILITY, applies_to=Filter.parse("creature you"))
    )
    hidden = permanent(TestSpecialActions.HIDDEN, face_down=True)
    assert not activation_verdict(board(hidden, permanent(grounds), "Forest"), "Hidden", "morph")


def test_an_ability_that_it_has_later() -> None:
    """What a permanent has only with enough counters is refused, not unknown."""
    face = face_from_fields(name="Tower", type_line="Artifact", text="LEVEL 2-4\n1/1\n{1}: Scry 1.")
    state = board(permanent(Card(name="Tower", faces=(face,))), "Island")
    refused = activation_verdict(state, "Tower", Cost.parse("{1}"))
    assert not refused and refused.cause and refused.cause.rule == "602.2"


def test_craft_exiles_from_either_zone() -> None:
    crafts = read("Craft with artifact {1}", "Artifact")
    net = card("Net", "artifact", *crafts)
    gem = card("Gem", "artifact")
    assert not activation_verdict(board(permanent(net), "Island"), "Net", "craft")
    assert activation_verdict(board(permanent(net), permanent(gem), "Island"), "Net", "craft")
    assert activation_verdict(board(permanent(net), "Island", graveyard=[gem]), "Net", "craft")


def test_ninjutsu_returns_an_unblocked_attacker() -> None:
    ninja = card("Ninja", "creature", *read("Ninjutsu {1}"))
    for status, legal in ({"attacking": True}, True), ({"attacking": True, "blocked": True}, False), ({}, False):
        state = board("Island", permanent(card("Rat", "creature"), **status), hand=[ninja])
        assert bool(activation_verdict(replace(state, phase=Phase.DECLARE_BLOCKERS), "Ninja", "ninjutsu")) is legal


def test_commander_ninjutsu_from_the_command_zone_too() -> None:
    """No tax is paid for it (CR 702.49d, 903.8)."""
    ninja = card("Ninja", "creature", *read("Commander ninjutsu {1}"))
    state = replace(board("Island", permanent(card("Rat", "creature"), attacking=True)), phase=Phase.DECLARE_BLOCKERS)
    held, commanded = board(hand=[ninja]).you.hand, (CardInZone(card=ninja, casts=2),)
    for there in (state.with_you(hand=held), state.with_you(command=commanded)):
        assert activation_verdict(there, "Ninja", "commander ninjutsu")
        assert [play.card for play in plays(there).abilities] == ["Ninja"]
    assert not activation_verdict(state.with_you(graveyard=held), "Ninja", "commander ninjutsu")


def test_what_ninjutsu_abilities_cost_is_no_ninjutsu() -> None:
    text = "Ninjutsu abilities you activate cost {1} less to activate."
    face = face_from_fields(name="Rat", mana_cost="{B}", type_line="Creature — Rat", text=text)
    assert [type(one) for one in face.abilities] == [CostChange]


def test_a_face_down_spell_has_no_name() -> None:
    """What forbids casting cards of its name does not reach it (CR 708.2a)."""
    mage = card("Mage", "creature", Prohibition(what="cast", of=Filter.parse("chosenname")))
    down = AlternativeCost(keyword="morph", cost=Cost.parse("{3}"), zone=Zone.ANY)
    hidden = card("Hidden", "creature", down, Keyword(name="morph", argument="{2}"), cost="{3}")
    state = board("3 Forest", permanent(mage, chosen=(("name", "Hidden"),)), hand=[hidden])
    assert verdict(state, "Hidden", Wishes(alternative="morph"))
    assert not verdict(state, "Hidden", Wishes(alternative="mana cost"))
