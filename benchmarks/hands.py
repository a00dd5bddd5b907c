"""`plays` for a hand of seven spells on boards of forty permanents: everything from a bare state."""

from __future__ import annotations

from itertools import islice

from benchmarks.boards import Board
from benchmarks.contenders import Contender, forget
from benchmarks.questions import Question, spells
from castable.model.state import CardInZone, State
from castable.solver.plays import plays

__all__ = ["COUNTED", "HAND", "PLAYS", "with_hand"]

HAND = 7


def with_hand(board: Board) -> State:
    """The board with seven spells of different costs in hand."""
    cards = islice(spells(HAND), HAND)
    return board.state().with_you(hand=tuple(CardInZone(card=card, id=10_000 + at) for at, card in enumerate(cards)))


def _plays(question: Question) -> int:
    """How many of the spells can be cast."""
    forget()
    return len(plays(with_hand(question.board)).spells)


def _counted(question: Question) -> int:
    """The same, where each is counted, with an example."""
    forget()
    return len(plays(with_hand(question.board)).counted().spells)


PLAYS = Contender("plays", _plays)
COUNTED = Contender("counted", _counted)
