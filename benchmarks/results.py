"""What a run has found: one `Result` a board, whether it is right, and numbers in the words of both tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.boards import Board
from benchmarks.contenders import CASTABLE, OPERATIONS, RIVALS
from benchmarks.timing import Timing, measured

__all__ = ["Result", "faults", "measure", "ratio", "seconds", "ways"]


@dataclass(frozen=True, slots=True)
class Result:
    """The timings on a board: of castable's operations, in the order of `OPERATIONS`, and of the `RIVALS`."""

    board: Board
    operations: tuple[Timing, ...]
    rivals: tuple[Timing, ...]

    @property
    def castable(self) -> Timing:
        """Counting by castable."""
        return self.operations[OPERATIONS.index(CASTABLE)]


def measure(board: Board, rounds: int, limit: float) -> Result:
    """Time everybody on a board, one after the other."""
    operations, rivals = (
        tuple(measured(contender, board.name, rounds, limit) for contender in contenders)
        for contenders in (OPERATIONS, RIVALS)
    )
    return Result(board, operations, rivals)


def faults(result: Result) -> Iterator[str]:
    """What is not as it should be: counts that differ from the reference or from each other, boards refused."""
    board, counted = result.board, result.castable.found
    if result.castable.instead == "unsupported":
        yield f"{board.name}: castable does not answer"
    if counted is not None and board.ways not in (None, counted):
        yield f"{board.name}: castable counts {counted:,}, the reference is {board.ways:,}"
    for contender, timing in zip(RIVALS, result.rivals, strict=True):
        if None not in (timing.found, counted) and timing.found != counted:
            yield f"{board.name}: {contender.title} finds {timing.found:,}, castable counts {counted:,}"


def seconds(timing: Timing) -> str:
    """A duration with three digits, or why there is none."""
    if timing.seconds is None:
        return timing.instead
    scaled, unit = (timing.seconds, "s") if timing.seconds >= 1 else (timing.seconds * 1000, "ms")
    digits = 2 if scaled < 10 else 1 if scaled < 100 else 0
    return f"{scaled:.{digits}f} {unit}"


def ratio(rival: Timing, castable: Timing) -> str:
    """How many times as long a rival took, `> 12x` when it was stopped; empty when one of them has no time."""
    taken = rival.seconds or rival.more_than
    if taken is None or castable.seconds is None:
        return ""
    times = taken / castable.seconds
    digits = f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
    return f"{'> ' if rival.seconds is None else ''}{digits}x"


def ways(count: int | None) -> str:
    """A count, in powers of ten when it is long."""
    if count is None:
        return "?"
    power = len(str(count)) - 1
    return f"{count:,}" if power < 12 else f"{count / 10**power:.2f}e{power}"
