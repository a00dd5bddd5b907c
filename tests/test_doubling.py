"""Abilities that double unspent mana: fresh mana, without limits, of what is there as they resolve (CR 106.6)."""

from __future__ import annotations

from hand_built import board, card, mana

from castable.model.mana import Mana
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.payments import payments_of_cost
from castable.solver.pools import maximal_pools

CUBE = card("Cube", "artifact", mana("{3}, {T}", "unspent mana"))


def ways(state: State, cost: str) -> int:
    return payments_of_cost(state, ManaCost.parse(cost)).count()


def test_profit() -> None:
    assert ways(board("7 Forest", CUBE), "{8}") == 1
    assert ways(board("6 Forest", CUBE), "{8}") == 0


def test_no_use_where_it_costs_more_than_it_makes() -> None:
    (payment,) = payments_of_cost(board("5 Forest", CUBE), ManaCost.parse("{5}"))
    assert [activation.source for activation in payment.activations] == ["Forest"]


def test_what_it_adds_is_part_of_the_payment() -> None:
    (payment,) = payments_of_cost(board("7 Forest", CUBE), ManaCost.parse("{8}"))
    cube = payment.activations[-1]
    assert (cube.source, cube.adds, cube.spends) == ("Cube", Mana.types("GGGG"), Mana.types("GGG"))
    assert payment in payments_of_cost(board("7 Forest", CUBE), ManaCost.parse("{8}"))


def test_limits_do_not_stay_on_the_copy() -> None:
    state = board(CUBE, pool="GGG{C}[only cast artifact]{C}[only cast artifact]")
    best = {str(pool.free): sum(map(len, pool.limited.values())) for pool in maximal_pools(state)}
    assert best == {"{G}{G}{G}": 2, "{C}{C}": 2}
