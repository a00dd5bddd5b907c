"""The mana graph drawn as SVG: sources, types of mana, the cost, in three layers from left to right.

Equal sources are one box, each player's boxes stand on a panel of their own. Types carry their letter, so that nothing
depends on color alone. Dashed rails on the left are references: a box with a dot is read, one with an arrow reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from castable.graph_picture import Demand, Group, Picture
from castable.model.mana import TYPES, ManaType
from castable.render import payment_line, ways

__all__ = ["graph_svg", "text_width"]

_MARGIN, _TOP = 24, 84
_BOX, _PIP, _RAIL = 264, 15, 15
_TYPE_GAP, _COST_GAP = 210, 150
_TYPE_R, _COST_R = 18, 15
_PAD, _HEADING, _APART = 10, 24, 16
"""Of a panel: the room around its boxes, the height of its heading, the room between panels."""
_RAIL_COLORS, _BEND = 4, 6

_STYLE = """
text { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2733; }
.title { font-size: 19px; font-weight: 600; }
.note { font-size: 12px; fill: #5b6573; }
.seat { font-size: 12px; font-weight: 600; fill: #5b6573; }
.soft { fill: #6b7585; font-style: italic; }
.card { fill: #ffffff; stroke: #d9dee5; }
.panel { fill: #f4f6f9; }
.box { fill: #ffffff; stroke: #c5ccd6; }
.used { stroke: #1f2733; stroke-width: 1.8; }
.dim { opacity: 0.55; }
.edge { fill: none; stroke-width: 1.7; stroke-linecap: round; opacity: 0.85; }
.faint { opacity: 0.3; stroke-width: 1.3; }
.flow { opacity: 1; }
.letter { font-weight: 700; text-anchor: middle; }
.ring { stroke: #4a5361; stroke-width: 1; }
.open { stroke-dasharray: 3 3; }
.count { font-size: 11px; font-weight: 700; text-anchor: middle; paint-order: stroke; stroke: #ffffff;
  stroke-width: 4px; stroke-linejoin: round; }
.rail { fill: none; stroke-width: 1.4; stroke-dasharray: 4 3; }
.line0 { stroke: #7a5ea8; } .line1 { stroke: #a8642c; } .line2 { stroke: #35808f; } .line3 { stroke: #8a7a1f; }
.tip0 { fill: #7a5ea8; } .tip1 { fill: #a8642c; } .tip2 { fill: #35808f; } .tip3 { fill: #8a7a1f; }
.W { fill: #f6ecc0; } .U { fill: #1273b8; } .B { fill: #463c47; } .R { fill: #cf4a1c; } .G { fill: #12845b; }
.C { fill: #cfcac6; } .N { fill: #e3e6ea; }
.onW, .onC, .onN { fill: #26241c; } .onU, .onB, .onR, .onG { fill: #ffffff; }
.toW { stroke: #c9ae4c; } .toU { stroke: #1273b8; } .toB { stroke: #5d5060; } .toR { stroke: #cf4a1c; }
.toG { stroke: #12845b; } .toC { stroke: #9b948e; }
@media (prefers-color-scheme: dark) {
text { fill: #e8ecf2; } .note, .seat { fill: #9aa5b5; } .soft { fill: #8d98a8; }
.card { fill: #12161c; stroke: #2c333d; } .panel { fill: #191f27; } .box { fill: #222a34; stroke: #3b4552; }
.used { stroke: #e8ecf2; } .count { stroke: #12161c; } .ring { stroke: #8d98a8; }
.line0 { stroke: #ab91da; } .line1 { stroke: #db9256; } .line2 { stroke: #62b6c7; } .line3 { stroke: #c9b84a; }
.tip0 { fill: #ab91da; } .tip1 { fill: #db9256; } .tip2 { fill: #62b6c7; } .tip3 { fill: #c9b84a; }
.U { fill: #2f8fd6; } .B { fill: #6b5d70; } .R { fill: #e05a2b; } .G { fill: #1c9a6c; } .N { fill: #aeb6c1; }
.onW, .onC, .onN { fill: #26241c; } .onU, .onB, .onR, .onG { fill: #ffffff; }
.toW { stroke: #e5d38c; } .toU { stroke: #4aa3e4; } .toB { stroke: #9a8aa0; } .toR { stroke: #ee7045; }
.toG { stroke: #35b585; } .toC { stroke: #b4aea9; }
}
"""


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a sans-serif font; rather too wide than too narrow."""
    return size * sum(_advance(char) for char in text)


def _advance(char: str) -> float:
    if char in "iljtfrI.,:;'’!|()[] -":
        return 0.36
    if char in "mwMW@×%":
        return 0.9
    if ord(char) >= 0x2E80:
        return 1.05
    return 0.7 if char.isupper() else 0.585


def _fitted(text: str, size: float, room: float) -> str:
    """The text, with an ellipsis where it is too long for the room."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def graph_svg(picture: Picture) -> str:
    """The drawing as the text of an SVG file."""
    return "\n".join(_Drawing(picture).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Panel:
    """Where a player's boxes are: from `top` to `bottom`, for the groups at these places."""

    name: str
    top: float
    bottom: float
    places: tuple[int, ...]


class _Drawing:
    """Works out where everything is, then writes it from back to front."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        many = len(picture.groups)
        self.row, self.size = (32.0, 13.0) if many <= 14 else (27.0, 12.0) if many <= 32 else (23.0, 11.0)
        self.box = self.row - 6
        self.left = _MARGIN + _PAD + (10 + _RAIL * len(picture.rails) if picture.rails else 0)
        self.right = self.left + _BOX
        self.type_x = self.right + _TYPE_GAP + 3 * max(0, many - 24)
        self.cost_x = self.type_x + _COST_GAP
        self.width = (self.cost_x + _COST_R if picture.demands else self.type_x + _TYPE_R) + _MARGIN + 20
        self.middles: list[float] = [0.0] * many
        self.panels = list(self._panels())
        low = max(len(picture.types) * 2.6 * _TYPE_R, len(picture.demands) * 2.6 * _COST_R, 60)
        self.bottom = max(self.panels[-1].bottom if self.panels else _TOP, _TOP + low)
        self.type_y = dict(zip(picture.types, self._spread(len(picture.types), 200 if many > 32 else 120), strict=True))
        self.cost_y = list(self._spread(len(picture.demands), 64))
        self.notes = list(self._notes())
        self.height = self.bottom + 22 + 20 * (len(self.notes) + len(picture.rails))

    def _panels(self) -> Iterator[_Panel]:
        y = float(_TOP)
        numbered = sorted(enumerate(self.picture.groups), key=lambda pair: pair[1].seat.number)
        for seat, members in groupby(numbered, key=lambda pair: pair[1].seat):
            places = tuple(at for at, _ in members)
            for row, at in enumerate(places):
                self.middles[at] = y + _HEADING + self.row * row + self.box / 2
            bottom = y + _HEADING + self.row * len(places) + _PAD / 2
            yield _Panel(seat.name, y, bottom, places)
            y = bottom + _APART

    def _spread(self, number: int, most: float) -> Iterator[float]:
        """So many heights, spread evenly about the middle of the drawing."""
        if number:
            step = min(most, (self.bottom - _TOP) / number)
            first = (_TOP + self.bottom) / 2 - step * (number - 1) / 2
            yield from (first + step * at for at in range(number))

    def _notes(self) -> Iterator[str]:
        """The payment in words, broken into lines that fit."""
        if self.picture.payment is None:
            return
        line = ""
        for word in payment_line(self.picture.payment).split():
            if line and text_width(f"{line} {word}", 12) > self.width - 2 * _MARGIN:
                yield line
                line = word
            else:
                line = f"{line} {word}".strip()
        yield line

    def lines(self) -> Iterator[str]:
        """The drawing, line by line."""
        picture = self.picture
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        title = _fitted(picture.spell or "Where mana comes from", 21, self.width - 2 * _MARGIN)
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title about">'
        yield f'<title id="title">{escape(title)}</title>'
        yield f'<desc id="about">{escape(self._about())}</desc>'
        yield f"<style>{_STYLE}</style>"
        yield f'<rect class="card" x="0.5" y="0.5" width="{self.width - 1:g}" height="{self.height - 1:g}" rx="10"/>'
        yield _text(_MARGIN, 40, title, "title")
        yield _text(_MARGIN, 60, self._subtitle(), "note")
        for panel in self.panels:
            yield from self._panel(panel)
        yield from self._edges()
        yield from self._rails()
        for at, group in enumerate(picture.groups):
            yield from self._group(group, self.middles[at])
        for mana_type, y in self.type_y.items():
            yield _disc(self.type_x, y, _TYPE_R, mana_type.value, mana_type.value)
        for demand, y in zip(picture.demands, self.cost_y, strict=True):
            yield self._demand(demand, y)
        yield from self._footer()
        yield "</svg>"

    def _about(self) -> str:
        sources = sum(len(group.ids) for group in self.picture.groups)
        return f"{sources} sources of mana, the types that they could produce and how they depend on each other."

    def _subtitle(self) -> str:
        if not self.picture.demands:
            return self._about()
        cost = "".join(demand.symbol for demand in self.picture.demands)
        shown = ", one is shown" if self.picture.payment and self.picture.ways > 1 else ""
        return f"{cost}: {ways(self.picture.ways)} to pay{shown}"

    def _panel(self, panel: _Panel) -> Iterator[str]:
        width = self.right + _PAD - _MARGIN
        yield (
            f'<rect class="panel" x="{_MARGIN}" y="{panel.top:g}" width="{width:g}" '
            f'height="{panel.bottom - panel.top:g}" rx="8"/>'
        )
        yield _text(self.left, panel.top + 16, _fitted(panel.name, 12, _BOX), "seat")

    def _edges(self) -> Iterator[str]:
        """Faint edges first, those of the payment over them."""
        strong = []
        for at, group in enumerate(self.picture.groups):
            used = dict(group.used)
            for mana_type in group.types:
                start, end = (self.right, self.middles[at]), (self.type_x - _TYPE_R, self.type_y[mana_type])
                if mana_type in used:
                    strong.append(_edge(start, end, mana_type, used[mana_type]))
                else:
                    style = " faint" if self.picture.payment else ""
                    yield f'<path class="edge to{mana_type}{style}" d="{_curve(start, end)}"/>'
        for demand, y in zip(self.picture.demands, self.cost_y, strict=True):
            for mana_type, number in demand.paid:
                start, end = (self.type_x + _TYPE_R, self.type_y[mana_type]), (self.cost_x - _COST_R, y)
                strong.append(_edge(start, end, mana_type, number))
        yield from strong
        for demand, y in zip(self.picture.demands, self.cost_y, strict=True):
            for mana_type, number in demand.paid:
                if number > 1:
                    # the place on the curve at three quarters
                    left, top = self.type_x + _TYPE_R, self.type_y[mana_type]
                    x, middle = left + 0.7 * (self.cost_x - _COST_R - left), top + 0.84 * (y - top)
                    yield _text(x, middle + 4, f"×{number}", "count")

    def _rails(self) -> Iterator[str]:
        for number, rail in enumerate(self.picture.rails):
            look = number % _RAIL_COLORS
            x = self.left - 16 - _RAIL * number
            outs = [self._touch(at, number, False) for at in rail.members]
            ins = [self._touch(at, number, True) for at in rail.readers]
            heights = sorted([*outs, *ins])
            for y in heights:
                yield f'<path class="rail line{look}" d="{_elbow(x, y, heights[0], heights[-1], self.left - 4)}"/>'
            if heights[-1] - heights[0] > 2 * _BEND:
                yield f'<path class="rail line{look}" d="M{x:g} {heights[0] + _BEND:g}V{heights[-1] - _BEND:g}"/>'
            for y in outs:
                yield f'<circle class="tip{look}" cx="{self.left - 3:g}" cy="{y:g}" r="2.4"/>'
            for y in ins:
                yield f'<path class="tip{look}" d="M{self.left:g} {y:g}l-8 -3.6v7.2z"/>'

    def _touch(self, at: int, number: int, reads: bool) -> float:
        """The height at which a rail meets a box; those that meet one box share its side."""
        touches = [
            (other, how)
            for other, rail in enumerate(self.picture.rails)
            for how, places in ((False, rail.members), (True, rail.readers))
            if at in places
        ]
        step = min(8.0, (self.box - 6) / len(touches))
        return self.middles[at] + step * (touches.index((number, reads)) - (len(touches) - 1) / 2)

    def _group(self, group: Group, middle: float) -> Iterator[str]:
        top = middle - self.box / 2
        faded = " dim" if group.tapped and not group.uses else ""
        style = f"box{' used' if group.uses else ''}{faded}"
        yield f'<rect class="{style}" x="{self.left:g}" y="{top:g}" width="{_BOX}" height="{self.box:g}" rx="5"/>'
        base = middle + self.size * 0.36
        end = "not understood" if group.unknown else "" if group.types else "nothing"
        room = _BOX - 22 - (text_width(end, 11) if end else _PIP * len(group.types))
        yield _text(self.left + 9, base, _fitted(_label(group), self.size, room), faded.strip(), self.size)
        if end:
            yield _text(self.right - 8, base, end, "soft", 11, anchor="end")
        for place, mana_type in enumerate(group.types):
            x = self.right - 12 - _PIP * (len(group.types) - 1 - place)
            yield _disc(x, middle, 6.2, mana_type.value, mana_type.value)

    def _demand(self, demand: Demand, y: float) -> str:
        letters = demand.symbol.strip("{}")
        look = letters if letters in {t.value for t in TYPES} else "N"
        return _disc(self.cost_x, y, _COST_R, letters, look, "" if demand.paid or letters == "0" else " open")

    def _footer(self) -> Iterator[str]:
        y = self.bottom + 24
        for number, rail in enumerate(self.picture.rails):
            look = number % _RAIL_COLORS
            yield f'<path class="rail line{look}" d="M{_MARGIN} {y - 4:g}h26"/>'
            yield f'<circle class="tip{look}" cx="{_MARGIN}" cy="{y - 4:g}" r="2.4"/>'
            yield f'<path class="tip{look}" d="M{_MARGIN + 34} {y - 4:g}l-8 -4v8z"/>'
            words = f"{rail.player}{': ' * bool(rail.player)}{rail.text} could produce"
            yield _text(_MARGIN + 42, y, _fitted(words, 12, self.width - 2 * _MARGIN - 42), "note")
            y += 20
        for note in self.notes:
            yield _text(_MARGIN, y, _fitted(note, 12, self.width - 2 * _MARGIN), "note")
            y += 20


def _label(group: Group) -> str:
    used = f"{group.uses} of " if group.uses and group.uses < group.count else ""
    times = f"{group.count}× " if group.count > 1 else ""
    return f"{used}{times}{group.name}{', tapped' if group.tapped else ''}"


def _curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    bend = (x2 - x1) * 0.5
    return f"M{x1:g} {y1:.1f}C{x1 + bend:g} {y1:.1f} {x2 - bend:g} {y2:.1f} {x2:g} {y2:.1f}"


def _elbow(x: float, y: float, top: float, bottom: float, end: float) -> str:
    """From a rail to a box: a bend at the ends of the rail, straight from between them."""
    if bottom - top > 2 * _BEND and y in (top, bottom):
        turn = y + _BEND if y == top else y - _BEND
        return f"M{x:g} {turn:g}Q{x:g} {y:g} {x + _BEND:g} {y:g}H{end:g}"
    return f"M{x:g} {y:g}H{end:g}"


def _edge(start: tuple[float, float], end: tuple[float, float], mana_type: ManaType, number: int) -> str:
    wide = 2.2 + 0.8 * min(number, 6)
    return f'<path class="edge flow to{mana_type}" style="stroke-width:{wide:g}px" d="{_curve(start, end)}"/>'


def _disc(x: float, y: float, radius: float, letters: str, look: str, more: str = "") -> str:
    """A round symbol with its letters."""
    size = radius * (1.25 if len(letters) == 1 else 1.0 if len(letters) == 2 else 0.72)
    place = f'x="{x:g}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}"'
    return (
        f'<circle class="ring {look}{more}" cx="{x:g}" cy="{y:.1f}" r="{radius:g}"/>'
        f'<text class="letter on{look}" {place}>{escape(letters)}</text>'
    )


def _text(x: float, y: float, words: str, style: str = "", size: float | None = None, anchor: str = "") -> str:
    styled = f' class="{style}"' if style else ""
    sized = f' font-size="{size:g}"' if size else ""
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:.1f}"{styled}{sized}{anchored}>{escape(words)}</text>'
