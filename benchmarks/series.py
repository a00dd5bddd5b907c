"""How the time grows with the board: more and more different sources, and a hand of seven on forty permanents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.boards import SERIES, TABLES, Board
from benchmarks.contenders import COUNTING
from benchmarks.hands import COUNTED, PLAYS
from benchmarks.timing import Timing, measured

__all__ = ["Growth", "Hand", "growth", "hands"]


@dataclass(frozen=True, slots=True)
class Growth:
    """Counting on boards that grow by different sources alone."""

    title: str
    boards: tuple[Board, ...]
    timings: tuple[Timing, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """`plays` for a hand of seven: listed, and counted with examples."""

    board: Board
    listed: Timing
    counted: Timing


def growth(rounds: int, limit: float) -> Iterator[Growth]:
    """Each series, measured."""
    for title, boards in SERIES.items():
        yield Growth(title, boards, tuple(measured(COUNTING, board, rounds, limit) for board in boards))


def hands(rounds: int, limit: float) -> Iterator[Hand]:
    """Each board of forty permanents, measured."""
    for board in TABLES:
        yield Hand(board, *(measured(asked, board, rounds, limit) for asked in (PLAYS, COUNTED)))
