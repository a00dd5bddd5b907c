"""Who may cast when, and what may be neither cast, played nor activated, by effects in play (CR 101.2, 601.3, 606)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, permanent, spell

from castable.model.ability import Ability, ActivatedAbility, Permission, Prohibition, Zone
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.state import State
from castable.solver.announce import Wishes
from castable.solver.plays import activation_verdict, plays, verdict

LIZARD = spell("{G}", name="Lizard", types="creature Lizard")
BEAR = spell("{G}", name="Bear", types="creature Bear")
FOREST = card("Forest", "basic land Forest")
IN_HAND = Filter.parse("handcast")


def read(text: str) -> tuple[Ability, ...]:
    return compile_text(text, name="Source", types=frozenset({"enchantment"}))


class TestFlashForAnyPlayer:
    """An effect that lets any player cast some spells whenever an instant may be cast (CR 601.3b)."""

    ANYONE = tuple(
        Permission(what=Filter.parse("Lizard spell"), zone=zone, flash=True, who="any")
        for zone in (Zone.HAND, Zone.COMMAND)
    )

    def test_read(self) -> None:
        found = read("Any player may cast Lizard spells as though they had flash.")
        assert [(one.who, one.flash, one.zone) for one in found if isinstance(one, Permission)] == [
            ("any", True, Zone.HAND),
            ("any", True, Zone.COMMAND),
        ]

    @pytest.mark.parametrize("mine", [True, False])
    def test_whoever_controls_it(self, mine: bool) -> None:
        source = card("Source", "enchantment", *self.ANYONE)
        sides = [source] if mine else []
        state = board(*sides, "Forest", hand=[LIZARD, BEAR], opponent=[] if mine else [source])
        assert verdict(replace(state, turn="opponent"), "Lizard").castable
        assert not verdict(replace(state, turn="opponent"), "Bear").castable

    def test_flash_of_an_opponent_alone(self) -> None:
        theirs = card("Source", "enchantment", *(replace(one, who="you") for one in self.ANYONE))
        state = board("Forest", hand=[LIZARD], opponent=[theirs])
        assert not verdict(replace(state, turn="opponent"), "Lizard").castable


class TestNothingFromTheHand:
    """Cards in your hand that may not be played."""

    BANS = (Prohibition(what="cast", of=IN_HAND, who="you"), Prohibition(what="play land", of=IN_HAND, who="you"))

    def test_read(self) -> None:
        assert read("You can't play cards from your hand.") == self.BANS
        assert read("Opponents can't cast spells from their hands.") == (
            Prohibition(what="cast", of=IN_HAND, who="opponent"),
        )

    def test_what_is_left(self) -> None:
        top = Permission(what=Filter.parse("card"), zone=Zone.LIBRARY, lands=True)
        state = board(card("Source", "enchantment", *self.BANS, top), "Forest", hand=[BEAR, FOREST])
        assert not verdict(state, "Bear").castable
        assert not plays(state).lands
        assert verdict(from_library(state, LIZARD), "Lizard", Wishes(zone="library")).castable
        assert plays(from_library(state, FOREST)).lands == ("Forest",)


def from_library(state: State, top: Card) -> State:
    """With this card on top of the library."""
    (held,) = board(hand=[top]).you.hand
    return state.with_you(library_top=(replace(held, id=900),))


class TestLoyalty:
    """Loyalty abilities that can't be activated; others of a planeswalker can."""

    BAN = Prohibition(what="activate loyalty", of=Filter.parse("planeswalker"))
    WALKER = card(
        "Walker",
        "planeswalker",
        ActivatedAbility(cost=Cost.parse("+1")),
        ActivatedAbility(cost=Cost.parse("{0}")),
    )

    def test_read(self) -> None:
        assert read("Players can't activate planeswalkers' loyalty abilities.") == (self.BAN,)

    @pytest.mark.parametrize(("ability", "may"), [("+1", False), ("{0}", True)])
    def test_activated(self, ability: str, may: bool) -> None:
        walker = permanent(self.WALKER, counters=(("loyalty", 3),))
        banned = board(walker, opponent=[card("Sun", "artifact", self.BAN)])
        assert activation_verdict(banned, "Walker", Cost.parse(ability)).castable is may
        assert activation_verdict(board(walker), "Walker", Cost.parse(ability)).castable
