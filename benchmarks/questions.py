"""What is asked of a board: a state and a cost, and what a contender may take as given, made when it is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from random import Random

from benchmarks.boards import Board
from castable.model.card import Card, Face
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.solver.means import Bill
from castable.solver.prepared import PreparedState
from castable.solver.problem import PaymentProblem
from castable.solver.spending import Purpose
from castable.solver.ways import Ways, problem_of

__all__ = ["Question", "costs", "spells"]


class Question:
    """A board's state and cost."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.state: State = board.state()
        self.cost = board.mana_cost
        self.costs = costs()

    @cached_property
    def problem(self) -> PaymentProblem:
        """The constraint problem, which general solvers are given too."""
        return problem_of(self.state, None, Bill(mana=self.cost), Purpose(), floating=False, by_object=False)

    @cached_property
    def ways(self) -> Ways:
        """The payments of the problem, counted once before."""
        ways = Ways(self.problem)
        ways.count()
        return ways

    @cached_property
    def ready(self) -> PreparedState:
        """The prepared state, asked once before."""
        ready = PreparedState(self.state)
        ready.payable(self.cost)
        return ready

    @cached_property
    def with_hand(self) -> PreparedState:
        """The prepared state with a hand of fifty spells, asked about the first."""
        hand = tuple(CardInZone(card=card, id=10_000 + at) for at, card in enumerate(spells(50)))
        ready = PreparedState(self.state.with_you(hand=hand))
        ready.castable(hand[0].card.name)
        return ready


def costs(seed: int = 7) -> Iterator[ManaCost]:
    """Different costs of up to fourteen mana without end."""
    random = Random(seed)
    seen: set[str] = set()
    while True:
        symbols = "".join(f"{{{random.choice('WUBRG')}}}" for _ in range(random.randint(0, 5)))
        cost = ManaCost.parse(f"{{{random.randint(0, 9)}}}{symbols}")
        if cost != ManaCost.ZERO and (str(cost) not in seen or len(seen) > 2_000):
            seen.add(str(cost))
            yield cost


def spells(number: int) -> list[Card]:
    """Made-up sorceries of so many different costs."""
    face = Face(name="", types=frozenset({"sorcery"}))
    return [
        Card(name=f"Spell {at}", faces=(replace(face, name=f"Spell {at}", mana_cost=cost),))
        for at, cost in enumerate(islice(costs(), number))
    ]
