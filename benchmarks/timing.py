"""Timing in a child process that is ended when its time is up, so that what never finishes can be measured too.

Times are CPU time of that process, which other work on the machine disturbs least; the limit needs a Unix.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from statistics import median
from time import process_time

from benchmarks.boards import Board
from benchmarks.contenders import Contender
from benchmarks.questions import Question
from benchmarks.rivals import Missing, NotSums
from castable.model.errors import Unsupported

__all__ = ["Timing", "measured"]

ROUND = 0.1
"""A round repeats what is timed until so many seconds have passed, for clocks of CPU time may be coarse."""
_MEGABYTE = 2**20 if sys.platform == "darwin" else 2**10


@dataclass(frozen=True, slots=True)
class Timing:
    """What became of a contender on a board.

    `seconds` is the median of its rounds, `found` its answer, and `megabytes` the most memory of its whole process, the
    interpreter included. They are None when it gave no answer, for the reason in `instead`: `unsupported`, `not sums`,
    `not installed`, or `> 20 s` when no round ended in that time.
    """

    seconds: float | None = None
    found: int | None = None
    megabytes: float | None = None
    instead: str = ""
    more_than: float | None = None
    """The time limit where that was reached."""


def measured(contender: Contender, board: Board, rounds: int, limit: float) -> Timing:
    """Time a contender on a board: a round to warm up, then `rounds` more, as many as end within the limit. Raises
    `RuntimeError` when it fails."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_rounds, args=(contender, board, rounds, limit, there), daemon=True)
    child.start()
    there.close()
    told: list[tuple[float, int, float]] = []
    with here:
        try:
            while True:
                one = here.recv()
                if isinstance(one, str):
                    child.join()
                    return Timing(instead=one)
                told.append(one)
        except EOFError:  # it has ended, by itself or by its limit
            child.join()
    if child.exitcode not in (0, -signal.SIGPROF, -signal.SIGKILL):
        raise RuntimeError(f"{contender.title} failed on {board.name}")
    if not told:
        return Timing(instead=f"> {limit:g} s", more_than=limit)
    times = [seconds for seconds, _, _ in told]
    return Timing(seconds=median(times[1:] or times), found=told[-1][1], megabytes=told[-1][2])


def _rounds(contender: Contender, board: Board, rounds: int, limit: float, there: Connection) -> None:
    """In the child: tell of each round its seconds, its answer and the memory, or why there is none."""
    question = Question(board)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # which ends the process
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        if contender.samples is not None:
            for _ in range(rounds + 1):
                there.send((median(contender.samples(question)), 0, _memory()))
            return
        there.send(_round(contender, question, 1))
        times = 1
        while times < 2**16 and _round(contender, question, times)[0] * times < ROUND:
            times *= 2
        for _ in range(rounds):
            there.send(_round(contender, question, times))
    except Unsupported:
        there.send("unsupported")
    except NotSums:
        there.send("not sums")
    except Missing:
        there.send("not installed")


def _round(contender: Contender, question: Question, times: int) -> tuple[float, int, float]:
    """Seconds for one run, out of so many, its answer, and the memory."""
    assert contender.run is not None
    found = 0
    gc.collect()
    start = process_time()
    for _ in range(times):
        found = contender.run(question)
    return (process_time() - start) / times, found, _memory()


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
