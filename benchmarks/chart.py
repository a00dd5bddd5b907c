"""The chart of a run: for each board a bar for each contender, on a log scale, drawn as SVG on a card of its own.

The colors follow the reader's light or dark scheme.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import floor, log10

from benchmarks.contenders import COUNTING, RIVALS
from benchmarks.results import Result, ratio, seconds, ways
from benchmarks.table import Run, conditions
from benchmarks.timing import Timing

__all__ = ["drawing"]

WIDTH = 960
LEFT, RIGHT = 372, 140
"""Where the bars begin, and the room for the label of the longest."""
WAYS = LEFT - 32
"""Where the column of counts ends."""
TOP = 122
BAR, GAP, ROW = 11, 3, 16
"""Height of a bar, the gap below it, and the gap between boards."""
LABELS = 30

TITLE = "Counting every way to pay"
ABOUT = (
    "Time to count all payments on each benchmark board, on a log scale: castable, Choco, CP-SAT and python-constraint "
    "on the same problem, and python-constraint on a model with one variable a land."
)
_LAYOUT = """
text { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 12px; }
.title { font-size: 20px; font-weight: 600; }
.group { font-size: 11px; font-weight: 600; letter-spacing: 0.06em; }
.name { font-weight: 600; }
.small, .value { font-size: 11px; }
"""
_LIGHT = (
    "#ffffff",
    "#d9dee5",
    "#1f2733",
    "#66707e",
    "#e6e9ee",
    "#f5f6f9",
    "#0b7a75",
    "#c8553d",
    "#7a6bb0",
    "#e08a1e",
    "#98a2b3",
)
_DARK = (
    "#12161c",
    "#2c333d",
    "#e8ecf2",
    "#98a3b3",
    "#2a313b",
    "#181d24",
    "#2fc4b8",
    "#e88a72",
    "#a99be0",
    "#f0a94b",
    "#6c788a",
)


def _colors(scheme: tuple[str, ...]) -> str:
    """Rules that color a scheme; written out, since not every viewer knows CSS variables."""
    card, edge, ink, soft, grid, stripe, *bars = scheme
    rules = [
        f".card {{ fill: {card}; stroke: {edge}; }}",
        f"text {{ fill: {ink}; }}",
        f".soft, .group {{ fill: {soft}; }}",
        f".grid {{ stroke: {grid}; }}",
        f".stripe {{ fill: {stripe}; }}",
        *(f".bar{at} {{ fill: {color}; }}" for at, color in enumerate(bars)),
    ]
    return "\n".join(rules)


STYLE = f"{_LAYOUT}{_colors(_LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{_colors(_DARK)}\n}}"


def drawing(run: Run) -> str:
    """The chart as the text of an SVG file."""
    return _Chart([r for r in run.results if r.counting.seconds], run).svg()


class _Chart:
    """Lays out the rows from top to bottom."""

    def __init__(self, shown: list[Result], run: Run) -> None:
        self.shown = shown
        self.refused = [r.board.name for r in run.results if r.counting.instead == "unsupported"]
        self.conditions = conditions(run.rounds, run.limit)
        times = [length for r in shown for t in (r.counting, *r.rivals) if (length := _length(t))]
        self.low = floor(log10(min(times, default=1e-3)))
        self.high = max(log10(max(times, default=1)), self.low + 1)

    def svg(self) -> str:
        body, bottom = self._rows()
        height = bottom + 100
        labelled = f'width="{WIDTH}" height="{height:g}" role="img" aria-labelledby="title about"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" {labelled}>',
                f'<title id="title">{TITLE}</title>',
                f'<desc id="about">{ABOUT}</desc>',
                f"<style>{STYLE}</style>",
                f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="10"/>',
                *self._head(),
                *self._stripes(),
                *self._scale(bottom),
                *body,
                *self._foot(bottom),
                "</svg>\n",
            ]
        )

    def _x(self, taken: float) -> float:
        share = (log10(taken) - self.low) / (self.high - self.low)
        return LEFT + max(0.0, share) * (WIDTH - LEFT - RIGHT)

    def _head(self) -> Iterator[str]:
        yield _text(28, 40, TITLE, "title")
        yield _text(28, 60, "CPU time for the same stated problem, log scale, shorter is better", "soft")
        x = 28.0
        legend = [contender.title for contender in (COUNTING, *RIVALS)]
        for at, title in enumerate(legend):
            yield f'<rect class="bar{at}" x="{x}" y="77" width="11" height="11" rx="2"/>'
            yield _text(x + 17, 87, title)
            x += 42 + 6.3 * len(title)

    def _scale(self, bottom: float) -> Iterator[str]:
        yield _text(WAYS, TOP - 12, "ways", "soft small", "end")
        for power in range(self.low, floor(self.high) + 1):
            x = self._x(10.0**power)
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{bottom}"/>'
            yield _text(x, bottom + 16, _tick(power), "soft small", "middle")
            yield _text(x, TOP - 12, _tick(power), "soft small", "middle")

    def _places(self) -> Iterator[tuple[Result, float, float]]:
        """Each result with the top of its row and its height; a heading takes a row where payable boards end."""
        y = float(TOP)
        for at, result in enumerate(self.shown):
            if self._begins_group(at):
                y += 26
            bars = sum(bool(_length(timing)) for timing in (result.counting, *result.rivals))
            height = max(LABELS, bars * (BAR + GAP) - GAP) + ROW
            yield result, y, height
            y += height

    def _begins_group(self, at: int) -> bool:
        return at == 0 or bool(self.shown[at].counting.found) != bool(self.shown[at - 1].counting.found)

    def _stripes(self) -> Iterator[str]:
        for at, (_, y, height) in enumerate(self._places()):
            if at % 2 == 0:
                yield f'<rect class="stripe" x="14" y="{y:g}" width="{WIDTH - 28}" height="{height:g}" rx="4"/>'

    def _rows(self) -> tuple[list[str], float]:
        lines: list[str] = []
        bottom = float(TOP)
        for at, (result, y, height) in enumerate(self._places()):
            if self._begins_group(at):
                lines.append(_text(28, y - 9, "CAN BE PAID" if result.counting.found else "CANNOT BE PAID", "group"))
            lines += self._row(result, y, height)
            bottom = y + height
        return lines, bottom

    def _row(self, result: Result, y: float, height: float) -> Iterator[str]:
        middle = y + height / 2
        yield _text(28, middle - 3, result.board.name, "name")
        yield _text(66, middle - 3, result.board.about)
        yield _text(66, middle + 12, result.board.cost, "soft small")
        yield _text(WAYS, middle - 3, _count(result.counting.found or 0), "name", "end")
        bars = [(at, t) for at, t in enumerate((result.counting, *result.rivals)) if _length(t)]
        top = middle - (len(bars) * (BAR + GAP) - GAP) / 2
        for at, timing in bars:
            note = ratio(timing, result.counting).replace("x", "×") if at else ""
            if len(bars) == 1:
                note = "beyond plain sums"
            yield from self._bar(at, top, timing, note)
            top += BAR + GAP

    def _bar(self, at: int, top: float, timing: Timing, note: str) -> Iterator[str]:
        end = self._x(_length(timing) or 0)
        if timing.seconds is None:  # stopped: the bar runs out
            yield f'<rect class="bar{at}" x="{LEFT}" y="{top:g}" width="{end - LEFT - 16:.1f}" height="{BAR}"/>'
            for x in (end - 13, end - 7, end - 2):
                yield f'<rect class="bar{at}" x="{x:.1f}" y="{top:g}" width="3" height="{BAR}"/>'
        else:
            yield (
                f'<rect class="bar{at}" x="{LEFT}" y="{top:g}" width="{max(2.0, end - LEFT):.1f}" height="{BAR}"'
                ' rx="1.5"/>'
            )
        more = f'<tspan class="soft" dx="7">{escape(note)}</tspan>' if note else ""
        yield f'<text class="value" x="{end + 7:.1f}" y="{top + BAR - 1.5:g}">{escape(seconds(timing))}{more}</text>'

    def _foot(self, bottom: float) -> Iterator[str]:
        told = [
            "castable counts without listing, the others find payments one by one. ×: ratio to castable, in one run.",
            "Beyond plain sums: sources that cost mana or make several, which the models of the others do not tell.",
            f"{self.conditions}.",
        ]
        if self.refused:
            told[-1] += f" Not answered yet: {', '.join(self.refused)}."
        for at, line in enumerate(told):
            yield _text(28, bottom + 44 + 17 * at, line, "soft small")


def _length(timing: Timing) -> float | None:
    """How far the bar of a timing goes, in seconds."""
    return timing.seconds or timing.more_than


def _count(count: int) -> str:
    """A count with a power of ten as one writes it by hand."""
    digits, _, power = ways(count).partition("e")
    return f"{digits} × 10{power.translate(_RAISED)}" if power else digits


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _tick(power: int) -> str:
    if power >= 0:
        return f"{10**power:g} s"
    return f"{10 ** (power + 3):g} ms" if power >= -3 else f"{10 ** (power + 6):g} µs"


def _text(x: float, y: float, words: str, style: str = "", anchor: str = "") -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    styled = f' class="{style}"' if style else ""
    return f'<text x="{x:g}" y="{y:g}"{styled}{anchored}>{escape(words)}</text>'
