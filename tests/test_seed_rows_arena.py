"""The acceptance scenarios of Stronghold Arena's combat trigger (CR 603.2c, 510, 608.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import card
from seed import damage, named, resolved_spell, table

from castable.model.amount import Amount
from castable.model.event import Event, LookAtTop, LoseLife, May, TopToHand, TriggeredAbility
from castable.model.filter import Filter
from castable.model.pool import built_in
from castable.model.state import CardInZone, Permanent, State
from castable.solver.choices.events import combat_damage
from castable.solver.choices.happening import Happened
from castable.solver.choices.triggers import damage_triggers
from castable.solver.choices.walking import Node, decisions, played

BEARS = {"card": "Grizzly Bears", "ref": "b"}
DOES = (TopToHand(reveal=True), LoseLife(amount=Amount.parse("revealed(mv)")))


def arena(top: str | None, *opponents: dict[str, object], creatures: tuple[object, ...] = (BEARS,)) -> State:
    """Your Arena with creatures, and the top card of your library."""
    library = {} if top is None else {"library_top": [top]}
    you = {"battlefield": ["Stronghold Arena", *creatures], "hand": ["Island"], **library}
    return table(you, *(opponents or ({}, {})))


def hit(state: State) -> tuple[Node, ...]:
    """The decisions after the Bears hit the first opponent."""
    return decisions(lambda: combat_damage(state, damage(state, ("Grizzly Bears", 1, 2))))


def triggers(
    state: State, *dealt: tuple[str, int | None, int], first: tuple[tuple[str, int | None, int], ...] = ()
) -> int:
    """How often anything triggers on this damage, over both steps."""
    return sum(len(damage_triggers(state, damage(state, *step))) for step in (first, dealt))


def instead_of_arena(ability: TriggeredAbility) -> State:
    """As `arena`, with another card in its place."""
    state = arena("Divination")
    there = named(state, "Stronghold Arena")
    return state.with_permanent(replace(there, card=card("Fixture", "enchantment", ability)))


class TestBlindly:
    """Whether to reveal is decided before the card is seen; then all of it is done (CR 608.2c-d)."""

    @pytest.mark.parametrize("top", ["Divination", "Forest", "Emrakul, the Aeons Torn", None])
    def test_seed_row_31(self, top: str | None) -> None:
        (node,) = hit(arena(top))
        assert [option.words for option in node.decision.options] == ["reveal", "don't"]
        assert (node.decision.player, node.decision.sees, node.then) == ("you", (), ())
        assert hit(arena(top)) == hit(arena("Ponder"))

    def test_seed_row_31_twin(self) -> None:
        looking = TriggeredAbility(
            event=Event.COMBAT_DAMAGE,
            of=Filter.parse("creature you"),
            together=True,
            does=(LookAtTop(), May(does=DOES)),
        )
        (node,) = hit(instead_of_arena(looking))
        assert node.decision.sees == (("library top", ("Divination",)),)

    def test_seed_row_32(self) -> None:
        state = arena("Air Elemental")
        outcome = played(combat_damage(state, damage(state, ("Grizzly Bears", 1, 2))), "reveal")
        assert [held.card.name for held in outcome.state.you.hand] == ["Island", "Air Elemental"]
        assert (outcome.state.you.life, outcome.state.you.library_top) == (15, ())
        (node,) = hit(state)
        assert len(node.decision.options) == 2

    def test_seed_row_32_twin(self) -> None:
        state = arena("Air Elemental")
        hits = damage(state, ("Grizzly Bears", 1, 2))
        kept = played(combat_damage(state, hits), "don't")
        assert (kept.state.you.life, len(kept.state.you.hand), kept.of(Happened.REVEALED)) == (20, 1, ())
        assert [held.card.name for held in kept.state.you.library_top] == ["Air Elemental"]
        land = arena("Forest")
        assert played(combat_damage(land, hits), "reveal").state.you.life == 20


class TestHowOften:
    """One trigger for each player hit in each damage step, however many creatures hit (CR 603.2c, 510.4)."""

    CREATURES = (BEARS, "Llanowar Elves", "Elvish Mystic")

    def test_seed_row_33(self) -> None:
        state = arena("Forest", creatures=self.CREATURES)
        assert triggers(state, ("Grizzly Bears", 1, 2), ("Llanowar Elves", 2, 1)) == 2

    def test_seed_row_33_twin(self) -> None:
        state = arena("Forest", creatures=self.CREATURES)
        assert triggers(state, ("Grizzly Bears", 1, 2), ("Llanowar Elves", 2, 0)) == 1

    def test_seed_row_34(self) -> None:
        state = arena("Forest", creatures=self.CREATURES)
        assert triggers(state, ("Grizzly Bears", 1, 2), ("Llanowar Elves", 1, 1), ("Elvish Mystic", 1, 1)) == 1
        blocked = damage(state, ("Grizzly Bears", None, 2))
        assert decisions(lambda: combat_damage(state, blocked)) == ()

    def test_seed_row_34_twin(self) -> None:
        each = TriggeredAbility(event=Event.COMBAT_DAMAGE, of=Filter.parse("creature you"), does=(May(does=DOES),))
        state = instead_of_arena(each)
        elves = tuple(
            Permanent(card=built_in().find(name), id=900 + at)
            for at, name in enumerate(("Llanowar Elves", "Elvish Mystic"))
        )
        state = state.with_you(battlefield=(*state.you.battlefield, *elves))
        assert triggers(state, ("Grizzly Bears", 1, 2), ("Llanowar Elves", 1, 1), ("Elvish Mystic", 1, 1)) == 3

    def test_seed_row_35(self) -> None:
        state = arena("Forest", creatures=self.CREATURES)
        first = (("Grizzly Bears", 1, 2), ("Elvish Mystic", 2, 1))
        regular = (("Grizzly Bears", 1, 2), ("Llanowar Elves", 1, 1))
        assert triggers(state, *regular, first=first) == 3
        both = damage(state, *first, first=True) + damage(state, *regular)
        outcome = played(combat_damage(state, both), "don't", "don't", "don't")
        assert len(outcome.of(Happened.TRIGGERED)) == 3
        assert [player.life for player in outcome.state.opponents] == [15, 19]

    def test_seed_row_35_twin(self) -> None:
        state = arena("Forest", creatures=self.CREATURES)
        at_once = damage(state, ("Grizzly Bears", 1, 2), ("Llanowar Elves", 1, 1), ("Elvish Mystic", 2, 1))
        outcome = played(combat_damage(state, at_once), "don't", "don't")
        assert len(outcome.of(Happened.TRIGGERED)) == 2


def test_entering_gains_life_for_each_kick() -> None:
    """Row 36 counts the ways to pay; this is what they are for."""
    for kicked, life in (((), 20), (("{G}",), 23), (("{W}",), 23), (("{G}", "{W}"), 26)):
        spell = CardInZone(card=built_in().find("Stronghold Arena"), kicked=kicked)
        assert resolved_spell(State(stack=(spell,))).state.you.life == life
