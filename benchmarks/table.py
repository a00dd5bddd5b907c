"""The tables of a run: aligned text of 80 columns, and the same as a Markdown page."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version

from benchmarks.contenders import CASTABLE, LISTED, OPERATIONS, RIVALS
from benchmarks.results import Result, ratio, seconds, ways

__all__ = ["conditions", "page", "text"]

Table = list[list[str]]


def _against(results: Sequence[Result]) -> Table:
    rows = [["board", "ways", CASTABLE.title, *(rival.title for rival in RIVALS), *("ratio" for _ in RIVALS)]]
    for result in results:
        rows.append(
            [
                result.board.name,
                ways(result.castable.found),
                seconds(result.castable),
                *map(seconds, result.rivals),
                *(ratio(rival, result.castable) for rival in result.rivals),
            ]
        )
    return rows


def _alone(results: Sequence[Result]) -> Table:
    titles = ["count" if operation is CASTABLE else operation.title for operation in OPERATIONS]
    rows = [["board", "ways", *titles, "listed", "each"]]
    for result in results:
        if result.castable.found is None:
            continue
        listing = result.operations[-1]
        each = ""
        if listing.seconds and listing.found:
            each = f"{listing.seconds / listing.found * 1e6:.0f} µs"
        listed = "" if listing.found is None else f"{listing.found:,}"
        rows.append(
            [result.board.name, ways(result.castable.found), *map(seconds, result.operations), listed, each],
        )
    return rows


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


_READING = (
    "All count from a bare board with nothing remembered. castable counts without listing; the others find the payments"
    " one by one. backtracking: python-constraint's own solver on the very problem that castable states, a variable for"
    " each class of equal lands and color. one var a land: each land unused or one of its colors. not sums: sources"
    " that make several mana or cost mana, which neither model describes. unsupported: a card not understood yet."
)
_OPERATIONS = (
    "yes or no: is there any payment. first: the first payment, written out in full. list: every payment written out in"
    f" full, the first {LISTED:,} where there are more; each: the time a payment."
)
_RATIOS = "The times are those of one machine; what carries over to another is the ratio, both times from one run."


def conditions(rounds: int, limit: float) -> str:
    """How it was measured, in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    library = f"python-constraint2 {version('python-constraint2')}"
    return f"CPU time, median of {rounds} rounds, at most {limit:g} s for each number; {python}, {library}"


def text(results: Sequence[Result], rounds: int, limit: float) -> str:
    """Both tables for a terminal."""
    return "\n\n".join(
        [
            "Counting every way to pay\n" + _aligned(_against(results)),
            "castable alone\n" + _aligned(_alone(results)),
            conditions(rounds, limit).replace("; ", ";\n"),
        ]
    )


def page(results: Sequence[Result], rounds: int, limit: float, chart: str) -> str:
    """The run as a Markdown page that shows the chart of that file name."""
    boards = [["board", "cost", "permanents, all untapped"]]
    for result in results:
        boards.append([result.board.name, f"`{result.board.cost}`", result.board.permanents or result.board.about])
    long = [r for r in results if r.castable.found is not None and ways(r.castable.found) != f"{r.castable.found:,}"]
    exact = "".join(f" {r.board.name} has exactly {r.castable.found:,} ways." for r in long)
    return "\n\n".join(
        [
            "# Benchmarks",
            f"Made by `python -m benchmarks`: {conditions(rounds, limit)}.",
            f"![Counting every way to pay]({chart})",
            f"## Counting every way to pay\n\n{_markdown(_against(results))}",
            _READING + exact,
            _RATIOS,
            f"## castable alone\n\n{_markdown(_alone(results))}",
            _OPERATIONS,
            f"## The boards\n\n{_markdown(boards)}\n",
        ]
    )
