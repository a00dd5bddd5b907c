"""The tables of a run: aligned text for a terminal, and the same as a Markdown page."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from benchmarks.contenders import ASKED, COUNTING, LISTED, RIVALS
from benchmarks.results import Result, ratio, seconds, ways
from benchmarks.series import Growth, Hand
from benchmarks.timing import Timing

__all__ = ["Run", "conditions", "page", "text"]

Table = list[list[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """All that was measured, and how."""

    results: Sequence[Result]
    growth: Sequence[Growth]
    hands: Sequence[Hand]
    rounds: int
    limit: float

    @property
    def sections(self) -> list[tuple[str, Table, str]]:
        """Title, table and a word on how to read it."""
        return [
            ("Counting every way to pay", _against(self.results), _COUNTING),
            ("Memory", _memory(self.results), _MEMORY),
            ("Listing", _listing(self.results), _LISTING),
            ("Small questions", _small(self.results), _SMALL),
            ("More and more different sources", _growth(self.growth), _GROWTH),
            ("A hand of seven", _hands(self.hands), _HANDS),
        ]


def _against(results: Sequence[Result]) -> Table:
    rows = [["board", "ways", COUNTING.title, *(rival.title for rival in RIVALS), "fastest other"]]
    for result in results:
        fastest = ratio(result.fastest, result.counting) if result.fastest else ""
        rows.append(
            [
                result.board.name,
                ways(result.counting.found),
                seconds(result.counting),
                *map(seconds, result.rivals),
                fastest,
            ]
        )
    return rows


def _memory(results: Sequence[Result]) -> Table:
    rows = [["board", COUNTING.title, *(rival.title for rival in RIVALS)]]
    for result in results:
        timings = (result.counting, *result.rivals)
        rows.append([result.board.name, *("" if t.megabytes is None else f"{t.megabytes:.0f} MB" for t in timings)])
    return rows


def _each(timing: Timing) -> Timing:
    """The time for one of the payments found."""
    if not timing.seconds or not timing.found:
        return Timing()
    return Timing(seconds=timing.seconds / timing.found)


def _listing(results: Sequence[Result]) -> Table:
    rows = [["board", "listed", "tuple", "bare loop", "ratio", RIVALS[0].title, "ratio", "payment"]]
    for result in results:
        listed = result.operation("tuples")
        if not listed.found:
            continue
        own, bare, rival = _each(listed), _each(result.operation("bare loop")), _each(result.rivals[0])
        written = _each(result.operation("payments"))
        rows.append(
            [
                result.board.name,
                f"{listed.found:,}",
                seconds(own),
                seconds(bare),
                ratio(own, bare),
                seconds(rival) or result.rivals[0].instead,
                ratio(rival, own),
                seconds(written),
            ]
        )
    return rows


def _small(results: Sequence[Result]) -> Table:
    titles = ["payable", "castable", "first", "count"]
    rows = [["board", *titles]]
    for result in results:
        rows.append([result.board.name, *(seconds(result.operation(title)) for title in titles)])
    return rows


def _growth(series: Sequence[Growth]) -> Table:
    rows = [["sources", "ways", "count", "longer", "memory"]]
    for one in series:
        before: Timing | None = None
        for board, timing in zip(one.boards, one.timings, strict=True):
            longer = ratio(timing, before) if before else ""
            memory = "" if timing.megabytes is None else f"{timing.megabytes:.0f} MB"
            rows.append([board.about, ways(timing.found), seconds(timing), longer, memory])
            before = timing
    return rows


def _hands(hands: Sequence[Hand]) -> Table:
    rows = [["board", "castable", "plays", "counted"]]
    return rows + [
        [hand.board.about, str(hand.listed.found or ""), seconds(hand.listed), seconds(hand.counted)] for hand in hands
    ]


def _aligned(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in table
    ]
    return "\n".join(line.rstrip() for line in [lines[0], "-" * len(lines[0]), *lines[1:]])


def _markdown(table: Table) -> str:
    head, *rows = table
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_COUNTING = (
    "Everybody gets the same stated problem. castable compiles and counts it; the others find the payments one by one,"
    " and Choco and CP-SAT are not asked for the values. Choco, CP-SAT and python-constraint: a variable for each class"
    " of equal lands and color, and the same sums. one var a land: python-constraint with each land unused or one of"
    " its colors. not sums: sources that make several mana or cost mana, which neither model describes. fastest other:"
    " how many times as long as castable the fastest of the others took."
)
_MEMORY = "The most memory of the whole process, the interpreter and the libraries included."
_LISTING = (
    f"Time for one payment, where all are listed, or the first {LISTED:,}. tuple: `Ways.tuples` of a compiled problem;"
    " bare loop: tuples of the same length built by a loop that does nothing else; payment: written out as an object."
    f" {RIVALS[0].title} lists all, and its values are not read."
)
_SMALL = (
    f"payable: `PreparedState.payable`, median of {ASKED} costs never asked before. castable: the verdict on a spell in"
    f" hand, median of {ASKED} spells never asked before; both by the clock. first: the first payment on a prepared"
    " state, written out in full. count: from a bare board, nothing remembered."
)
_GROWTH = "All for {4}{W}{U}{B}{R}{G}. longer: than for half as many sources."
_HANDS = (
    "All legal plays of seven spells from a bare state, forty permanents. counted: all payments of each are counted,"
    " and one is shown."
)


def conditions(rounds: int, limit: float) -> str:
    """How it was measured, in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    libraries = ", ".join(map(_version, ("python-constraint2", "pychoco", "ortools")))
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores at the end"
    return f"CPU time, median of {rounds} rounds, at most {limit:g} s for each number; {python}, {libraries}; {load}"


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def text(run: Run) -> str:
    """All tables for a terminal."""
    return "\n\n".join(
        [
            *(f"{title}\n{_aligned(table)}" for title, table, _ in run.sections),
            conditions(run.rounds, run.limit).replace("; ", ";\n"),
        ]
    )


def page(run: Run, chart: str) -> str:
    """The run as a Markdown page that shows the chart of that file name."""
    boards = [["board", "cost", "permanents, all untapped"]]
    for result in run.results:
        boards.append([result.board.name, f"`{result.board.cost}`", result.board.permanents or result.board.about])
    counts = [(r.board.name, r.counting.found) for r in run.results if r.counting.found is not None]
    exact = [f"{name} has exactly {found:,} ways." for name, found in counts if ways(found) != f"{found:,}"]
    return "\n\n".join(
        [
            "# Benchmarks",
            f"Made by `python -m benchmarks`: {conditions(run.rounds, run.limit)}.",
            "The times are those of one machine; what carries over to another is the ratio, both times from one run.",
            f"![Counting every way to pay]({chart})",
            *(f"## {title}\n\n{_markdown(table)}\n\n{reading}" for title, table, reading in run.sections),
            *exact,
            f"## The boards\n\n{_markdown(boards)}\n",
        ]
    )
