"""What a run has found: one `Result` a board, whether it is right, and numbers in the words of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.boards import Board
from benchmarks.contenders import COUNTING, OPERATIONS, RIVALS, Contender
from benchmarks.timing import Timing, measured

__all__ = ["Result", "faults", "measure", "ratio", "seconds", "ways"]


@dataclass(frozen=True, slots=True)
class Result:
    """The timings on a board: castable's counting, the `RIVALS`, and castable's `OPERATIONS`, in their order."""

    board: Board
    counting: Timing
    rivals: tuple[Timing, ...]
    operations: tuple[Timing, ...]

    def operation(self, title: str) -> Timing:
        """What became of the operation of that title."""
        return next(t for one, t in zip(OPERATIONS, self.operations, strict=True) if one.title == title)

    @property
    def fastest(self) -> Timing | None:
        """The fastest rival that ended."""
        return min((t for t in self.rivals if t.seconds), key=lambda timing: timing.seconds or 0, default=None)


def measure(board: Board, rounds: int, limit: float) -> Result:
    """Time everybody on a board, one after the other."""

    def times(contenders: Sequence[Contender]) -> tuple[Timing, ...]:
        return tuple(measured(contender, board, rounds, limit) for contender in contenders)

    counting, *rivals = times((COUNTING, *RIVALS))
    return Result(board, counting, tuple(rivals), times(OPERATIONS))


def faults(result: Result) -> Iterator[str]:
    """What is not as it should be: counts that differ from the reference or from each other, boards refused."""
    board, counted = result.board, result.counting.found
    if result.counting.instead == "unsupported":
        yield f"{board.name}: castable does not answer"
    if counted is not None and board.ways not in (None, counted):
        yield f"{board.name}: castable counts {counted:,}, the reference is {board.ways:,}"
    for contender, timing in zip(RIVALS, result.rivals, strict=True):
        if None not in (timing.found, counted) and timing.found != counted:
            yield f"{board.name}: {contender.title} finds {timing.found:,}, castable counts {counted:,}"


def seconds(timing: Timing | float) -> str:
    """A duration with three digits, or why there is none."""
    taken = timing.seconds if isinstance(timing, Timing) else timing
    if taken is None:
        return timing.instead if isinstance(timing, Timing) else ""
    if taken >= 1:
        scaled, unit = taken, "s"
    elif taken >= 1e-4:
        scaled, unit = taken * 1e3, "ms"
    else:
        scaled, unit = taken * 1e6, "µs"
    digits = 2 if scaled < 10 else 1 if scaled < 100 else 0
    return f"{scaled:.{digits}f} {unit}"


def ratio(slow: Timing, fast: Timing) -> str:
    """How many times as long the one took, `> 12x` when it was stopped; empty when one of them has no time."""
    taken = slow.seconds or slow.more_than
    if taken is None or not fast.seconds:
        return ""
    times = taken / fast.seconds
    digits = f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
    return f"{'> ' if slow.seconds is None else ''}{digits}x"


def ways(count: int | None) -> str:
    """A count, in powers of ten when it is long."""
    if count is None:
        return "?"
    power = len(str(count)) - 1
    return f"{count:,}" if power < 12 else f"{count / 10**power:.2f}e{power}"
