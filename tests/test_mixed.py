"""Payments case by case against those of the layered diagrams, which put nothing into cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import pytest
from generated_boards import sample
from generated_costs import sample_costs
from generated_effects import sample_effects
from hand_built import board as hand_board
from hand_built import card, mana, spell

from benchmarks.boards import board
from castable.model.ability import AdditionalCost, Help, HelpToPay
from castable.model.cost import Cost
from castable.model.errors import CastableError
from castable.solver.cases import Cases
from castable.solver.layered_ways import LayeredWays
from castable.solver.mixed import MixedPayments
from castable.solver.payments import payments, payments_of_cost
from castable.solver.problem import PaymentProblem, Vector
from castable.solver.total_cost import Announced
from castable.solver.writing import written

_MOST = 2_000
SAMPLES = {"boards": sample, "costs": sample_costs, "effects": sample_effects}


@dataclass
class Made:
    """Made-up weights."""

    spent: Vector
    left: Vector
    plans: dict[tuple[int, int], int]
    notes: bool
    start: Vector = (0, 0)

    @classmethod
    def of(cls, problem: PaymentProblem, random: Random) -> Made:
        kinds = range(len(problem.kinds))
        plans = {(at, n): random.randint(-2, 5) for at, s in enumerate(problem.classes) for n in range(len(s.plans))}
        some = [tuple(random.choice((0, 0, 1, 3)) for _ in kinds) for _ in range(2)]
        return cls(some[0], some[1], plans, random.random() < 0.5)

    def plan(self, source: int, number: int) -> int:
        return self.plans[source, number]

    def noted(self, note: Vector, kind: int, n: int) -> Vector:
        """No more than two of the first kind and one of the others."""
        return (min(2, note[0] + n), note[1]) if kind == 0 else (note[0], min(1, note[1] + n))

    def all_spent(self, note: Vector) -> int:
        return -3 * note[0] * note[1] if self.notes else 0


def problems(kind: str, seed: int) -> Iterator[tuple[Announced, PaymentProblem]]:
    made = SAMPLES[kind](seed)
    try:
        ways = payments(made.state, made.spell, by_object=seed % 5 == 0)
        yield from ((announced, ways.problem(announced)) for announced in ways.announced)
    except CastableError:
        return


def assert_same(announced: Announced, problem: PaymentProblem, random: Random) -> None:
    mixed, layered = MixedPayments(problem), LayeredWays(problem)
    count = layered.count()
    assert MixedPayments(problem).exists() is bool(count)
    assert mixed.count() == count
    if count > _MOST:
        return
    found = [written(problem, announced, raw) for raw in mixed.listed()]
    assert set(found) == {written(problem, announced, raw) for raw in layered.listed()}
    assert len(set(found)) == len(found)
    tuples = list(mixed.tuples())
    assert len(set(tuples)) == count and {len(numbers) for numbers in tuples} <= {len(mixed.columns)}
    skip = random.randint(0, count)
    assert [written(problem, announced, raw) for raw in islice(mixed.listed(skip), 2)] == found[skip : skip + 2]
    assert list(islice(mixed.tuples(skip), 2)) == tuples[skip : skip + 2]
    weights = Made.of(problem, random)
    ranked = list(mixed.ranked(weights))
    other = list(layered.ranked(weights))
    assert [weight for weight, _ in ranked] == [weight for weight, _ in other]
    weighed = {written(problem, announced, raw): weight for weight, raw in other}
    assert {written(problem, announced, raw): weight for weight, raw in ranked} == weighed
    places = {payment: at for at, payment in enumerate(found)}
    order = [(weight, places[written(problem, announced, raw)]) for weight, raw in ranked]
    assert order == sorted(order)


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("chunk", range(5))
def test_generated_boards(kind: str, chunk: int) -> None:
    compared = special = floating = 0
    for seed in range(40 * chunk, 40 * chunk + 40):
        random = Random(seed)
        for announced, problem in problems(kind, seed):
            if MixedPayments(problem).fits and not (problem.sources.ambiguous or problem.bill.untold):
                assert_same(announced, problem, random)
                cases = Cases(problem)
                compared += 1
                special += bool(cases.specials.plans)
                floating += any(True for _ in cases.judged())
    assert compared > 10 and special > 3 and (floating or kind == "effects")


def test_wasteful_lists_do_not_fit() -> None:
    one = board("B8")
    lean, wasteful = (payments_of_cost(one.state(), one.mana_cost, floating=floating) for floating in (False, True))
    assert MixedPayments(lean.problem(lean.announced[0])).fits
    assert not MixedPayments(wasteful.problem(wasteful.announced[0])).fits


def test_nothing_that_could_be_spent_on_a_costly_ability() -> None:
    """No kind of mana at all, and a land whose ability costs mana."""
    coffers = card("Coffers", "land", mana("{2}, {T}", "count(Swamp you)*{B}"))
    spirit = spell("{U}{U}", AdditionalCost(one_of=(Cost.parse("Waterbend 5"),)))
    assert not payments(hand_board(coffers, hand=[spirit]), "Spell")
    assert not payments(hand_board(coffers, hand=[spell("{U}", HelpToPay(help=Help.CONVOKE))]), "Spell")


def test_a_cost_beyond_all_mana_is_told_at_once() -> None:
    refractor = card("Refractor", "artifact", mana("{2}", "any color"))
    state = hand_board(refractor, "4 Wastes", hand=[])
    assert not payments_of_cost(state, "{G}" * 40)
    assert payments_of_cost(state, "{G}{G}")
