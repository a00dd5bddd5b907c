"""The chart of a coverage: for each kind of text a bar with the shares of its cards, drawn as SVG on a card of its own.

The colors follow the reader's light or dark scheme.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from castable.coverage import Coverage, KindCount, share

__all__ = ["coverage_chart"]

_COLUMN, _MARGIN, _TOP = 480, 24, 96
"""Width of a column, the room around both, and where they begin."""
_BAR_AT, _BAR, _THICK, _ROW, _HEADING = 212, 150, 9, 15, 26
"""In a column, where bars begin and how long a whole one is; heights of a bar, of a row, of a heading's row."""
_PARTS = ("wholly read", "unread, bears on no payment", "unread, may bear on payment")

_STYLE = """
text { font: 11px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2733; }
.title { font-size: 19px; font-weight: 600; }
.group { font-weight: 600; }
.soft { fill: #5b6573; }
.card { fill: #ffffff; stroke: #d9dee5; }
.part0 { fill: #0b7a75; } .part1 { fill: #a9b4c2; } .part2 { fill: #e08a1e; }
@media (prefers-color-scheme: dark) {
text { fill: #e8ecf2; } .soft { fill: #98a3b3; } .card { fill: #12161c; stroke: #2c333d; }
.part0 { fill: #2fc4b8; } .part1 { fill: #566170; } .part2 { fill: #f0a94b; }
}
"""


def coverage_chart(found: Coverage) -> str:
    """The chart as the text of an SVG file."""
    left, right = _columns([count for count in found.kinds if count.cards])
    width, height = 2 * _COLUMN + 2 * _MARGIN, _TOP + max(_height(left), _height(right)) + _MARGIN
    title = f"What castable reads of {found.cards:,} cards"
    about = "For each kind of text the share of cards that are read wholly, and of those with unread text."
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title about">',
            f'<title id="title">{title}</title>',
            f'<desc id="about">{about}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect class="card" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>',
            _text(_MARGIN, 38, title, "title"),
            _text(_MARGIN, 56, f"{found.source}, {found.date}; kinds of text found by plain text search", "soft"),
            *_legend(),
            *_column(left, _MARGIN),
            *_column(right, _MARGIN + _COLUMN),
            "</svg>\n",
        ]
    )


def _columns(counts: list[KindCount]) -> tuple[list[list[KindCount]], list[list[KindCount]]]:
    """The sections in two columns of nearly one height, in their order."""
    sections = [list(group) for _, group in groupby(counts, key=lambda count: count.kind.section)]
    at = min(range(len(sections) + 1), key=lambda at: max(_height(sections[:at]), _height(sections[at:])))
    return sections[:at], sections[at:]


def _height(sections: list[list[KindCount]]) -> int:
    return sum(_HEADING + _ROW * len(section) for section in sections)


def _legend() -> Iterator[str]:
    x = float(_MARGIN)
    for at, part in enumerate(_PARTS):
        yield f'<rect class="part{at}" x="{x:g}" y="68" width="10" height="10" rx="2"/>'
        yield _text(x + 15, 77, part)
        x += 40 + 5.8 * len(part)


def _column(sections: list[list[KindCount]], x: int) -> Iterator[str]:
    y = _TOP
    for section in sections:
        y += _HEADING
        yield _text(x, y - 8, section[0].kind.section, "group")
        for count in section:
            yield _text(x, y + _THICK, count.kind.title)
            yield from _bar(count, x + _BAR_AT, y + 1)
            yield _text(x + _BAR_AT + _BAR + 42, y + _THICK, share(count.wholly, count.cards), anchor="end")
            yield _text(x + _BAR_AT + _BAR + 84, y + _THICK, f"{count.cards:,}", "soft", "end")
            y += _ROW


def _bar(count: KindCount, x: float, y: float) -> Iterator[str]:
    for at, part in enumerate((count.wholly, count.harmless, count.cards - count.wholly - count.harmless)):
        length = _BAR * part / count.cards
        if part:
            yield f'<rect class="part{at}" x="{x:.1f}" y="{y:g}" width="{length:.1f}" height="{_THICK}"/>'
        x += length


def _text(x: float, y: float, words: str, style: str = "", anchor: str = "") -> str:
    styled = f' class="{style}"' if style else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}"{styled}{anchored}>{escape(words)}</text>'
