"""Timing in a child process that is ended when its time is up, so that what never finishes can be measured too.

Times are CPU time of that process, which other work on the machine disturbs least; the limit needs a Unix.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from statistics import median
from time import process_time

from benchmarks.boards import board
from benchmarks.contenders import Contender, NotSums, forget
from castable.model.errors import Unsupported
from castable.model.state import State
from castable.model.symbol import ManaCost

__all__ = ["Timing", "measured"]

ROUND = 0.1
"""A round repeats what is timed until so many seconds have passed, for clocks of CPU time may be coarse."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What became of a contender on a board.

    `seconds` is the median of its rounds and `found` its answer; both are None when it gave none, for the reason in
    `instead`: `unsupported`, `not sums`, or `> 20 s` when no round ended in that time.
    """

    seconds: float | None = None
    found: int | None = None
    instead: str = ""
    more_than: float | None = None
    """The time limit where that was reached."""


def measured(contender: Contender, name: str, rounds: int, limit: float) -> Timing:
    """Time a contender on the board of that name: a round to warm up, then `rounds` more, as many as end within the
    limit. Raises `RuntimeError` when it fails."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_rounds, args=(contender, name, rounds, limit, there), daemon=True)
    child.start()
    there.close()
    times: list[float] = []
    found: int | None = None
    with here:
        try:
            while True:
                told = here.recv()
                if isinstance(told, str):
                    child.join()
                    return Timing(instead=told)
                seconds, found = told
                times.append(seconds)
        except EOFError:  # it has ended, by itself or by its limit
            child.join()
    if child.exitcode not in (0, -signal.SIGPROF):
        raise RuntimeError(f"{contender.title} failed on {name}")
    if not times:
        return Timing(instead=f"> {limit:g} s", more_than=limit)
    return Timing(seconds=median(times[1:] or times), found=found)


def _rounds(contender: Contender, name: str, rounds: int, limit: float, there: Connection) -> None:
    """In the child: tell of each round its seconds and its answer, or why there is none."""
    one = board(name)
    state, cost = one.state(), one.mana_cost
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # which ends the process
    signal.setitimer(signal.ITIMER_PROF, limit)
    times = 1
    try:
        while (taken := _round(contender, state, cost, times))[0] * times < ROUND:
            times *= 2
        there.send(taken)
        for _ in range(rounds):
            there.send(_round(contender, state, cost, times))
    except Unsupported:
        there.send("unsupported")
    except NotSums:
        there.send("not sums")


def _round(contender: Contender, state: State, cost: ManaCost, times: int) -> tuple[float, int]:
    """Seconds for one run, out of so many, and its answer."""
    gc.collect()
    start = process_time()
    for _ in range(times):
        forget()
        found = contender.run(state, cost)
    return (process_time() - start) / times, found
