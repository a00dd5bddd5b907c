"""Faults found by asking odd questions, a class or a function for each kind."""

from __future__ import annotations

import pytest
from hand_built import board, card, less, permanent, spell

from castable.model.ability import CostChange, Prohibition
from castable.model.filter import Filter
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.plays import verdict
from castable.solver.total_cost import total_costs
from castable.solver.x_values import x_values


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
