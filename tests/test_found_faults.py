"""Faults found by asking odd questions, a class or a function for each kind."""

from __future__ import annotations

import pytest
from hand_built import board, card, permanent, spell

from castable.model.ability import Prohibition
from castable.model.filter import Filter
from castable.solver.announce import Wishes
from castable.solver.plays import verdict


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
