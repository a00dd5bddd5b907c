"""Mana symbols in costs and mana costs made of them (CR 107.4, 202).

    ManaCost.parse("{2}{W/U}{G/P}")   loose input is read as well: "2WW", "{u/w}", "{P/G}"

Canonical order is variables, generic, colorless, snow, colors in WUBRG order, then hybrid and Phyrexian symbols.
A card without a mana cost has `None`, which is not `{0}` (CR 118.6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from castable.model.errors import Malformed, pointed
from castable.model.mana import COLORS, TYPES, ManaType

__all__ = ["MAX_GENERIC", "ManaCost", "Symbol"]

MAX_GENERIC = 1_000_000
_LETTER_RANK = {letter: rank for rank, letter in enumerate("WUBRG")}
_TYPE_LETTERS = {str(t) for t in TYPES}
_COLOR_LETTERS = {str(c) for c in COLORS}


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of a mana cost other than a number.

    `letters` are its parts in canonical order: ("W",), ("C",), ("S",), ("X",), hybrid ("W", "U"), monocolored hybrid
    ("2", "W"), colorless hybrid ("C", "W"), Phyrexian ("W", "P"), hybrid Phyrexian ("W", "U", "P").
    """

    letters: tuple[str, ...]

    def __str__(self) -> str:
        return "{" + "/".join(self.letters) + "}"

    @property
    def is_variable(self) -> bool:
        """{X}, {Y} or {Z}."""
        return self.letters[0] in ("X", "Y", "Z")

    @property
    def is_snow(self) -> bool:
        """{S}: one mana of any type from a snow source (CR 107.4h)."""
        return self.letters == ("S",)

    @property
    def is_phyrexian(self) -> bool:
        """Payable with 2 life instead of mana (CR 107.4f)."""
        return self.letters[-1] == "P"

    @property
    def is_choice(self) -> bool:
        """Hybrid or Phyrexian: which half is paid is announced (CR 601.2b)."""
        return len(self.letters) > 1

    @property
    def type(self) -> ManaType | None:
        """The mana type of a plain symbol, else None."""
        return ManaType(self.letters[0]) if len(self.letters) == 1 and self.letters[0] in _TYPE_LETTERS else None

    @property
    def colors(self) -> frozenset[ManaType]:
        """The colors this symbol counts as (CR 107.4e-f)."""
        return frozenset(ManaType(letter) for letter in self.letters if letter in _COLOR_LETTERS)

    @property
    def mana_value(self) -> int:
        """Its share of the mana value: the larger part of a hybrid, 0 for X off the stack (CR 202.3e-g)."""
        if self.is_variable:
            return 0
        return max((int(letter) for letter in self.letters if letter.isdigit()), default=1)

    @property
    def halves(self) -> tuple[ManaCost, ...]:
        """The mana that each half asks for if it is announced; paying life asks for `{0}`."""
        return tuple(
            ManaCost(generic=int(letter))
            if letter.isdigit()
            else ManaCost()
            if letter == "P"
            else ManaCost(symbols=(Symbol((letter,)),))
            for letter in self.letters
        )

    @property
    def _rank(self) -> tuple[int, tuple[int, ...]]:
        first = self.letters[0]
        colors = tuple(_LETTER_RANK.get(letter, -1) for letter in self.letters)
        if self.is_variable:
            return (0, ("XYZ".index(first),))
        if self.letters == ("C",):
            return (1, ())
        if self.is_snow:
            return (2, ())
        if not self.is_choice:
            return (3, colors)
        return (5 if self.is_phyrexian else 4, colors)


_SYMBOL = re.compile(r"\{([^{}]*)\}")
_LOOSE = re.compile(r"\d+|[WUBRGCSXYZ]", re.IGNORECASE)
_EXPECTED = "expected a mana symbol such as {2}, {W}, {W/U}, {2/W}, {C/W}, {W/P}, {S}, {X}"


def _letters(parts: list[str]) -> tuple[str, ...] | None:
    """The canonical letters of a braced symbol, None when there is no such symbol."""
    if len(parts) == 1:
        return (parts[0],) if parts[0] in _TYPE_LETTERS | set("SXYZ") else None
    phyrexian, rest = parts.count("P"), [p for p in parts if p != "P"]
    colors = sorted((p for p in rest if p in _COLOR_LETTERS), key=_LETTER_RANK.__getitem__)
    others = [p for p in rest if p not in _COLOR_LETTERS]
    if phyrexian > 1 or len(set(colors)) != len(colors) or not colors:
        return None
    if phyrexian:
        return (*colors, "P") if not others and len(colors) <= 2 else None
    if others:
        return (others[0], *colors) if len(others) == 1 == len(colors) and others[0] in ("2", "C") else None
    return tuple(colors) if len(colors) == 2 else None


@dataclass(frozen=True, slots=True)
class ManaCost:
    """The mana part of a cost: a generic number and the other symbols in canonical order."""

    generic: int = 0
    symbols: tuple[Symbol, ...] = ()

    ZERO: ClassVar[ManaCost]

    @classmethod
    def of(cls, generic: int, symbols: Iterable[Symbol]) -> Self:
        """A cost with its symbols put in canonical order."""
        return cls(generic, tuple(sorted(symbols, key=lambda symbol: symbol._rank)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a mana cost; `Malformed` points at the first character that is no symbol.

        Numbers add up and are limited to `MAX_GENERIC`; letters stand for themselves outside braces.
        """
        generic, symbols, at = 0, list[Symbol](), 0
        while at < len(text):
            if text[at].isspace():
                at += 1
                continue
            if match := _SYMBOL.match(text, at):
                inside = match[1].strip().upper()
                if inside.isascii() and inside.isdigit():
                    generic += int(inside[:9])
                elif letters := _letters(inside.split("/")):
                    symbols.append(Symbol(letters))
                else:
                    raise Malformed(pointed(text, match.start(), match.end(), _EXPECTED))
            elif match := _LOOSE.match(text, at):
                word = match.group().upper()
                if word.isdigit():
                    generic += int(word[:9]) if word.isascii() else MAX_GENERIC + 1
                else:
                    symbols.append(Symbol((word,)))
            else:
                raise Malformed(pointed(text, at, at + 1, _EXPECTED))
            if generic > MAX_GENERIC or len(symbols) > MAX_GENERIC:
                raise Malformed(pointed(text, at, match.end(), f"a cost of at most {MAX_GENERIC} mana"))
            at = match.end()
        if not text.strip():
            raise Malformed(pointed(text or " ", 0, 1, "a mana cost is empty; write {0} for a cost of nothing"))
        return cls.of(generic, symbols)

    def __str__(self) -> str:
        variables = "".join(str(s) for s in self.symbols if s.is_variable)
        others = "".join(str(s) for s in self.symbols if not s.is_variable)
        number = f"{{{self.generic}}}" if self.generic or not self.symbols else ""
        return variables + number + others

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self.symbols)

    def __add__(self, other: ManaCost) -> ManaCost:
        return ManaCost.of(self.generic + other.generic, self.symbols + other.symbols)

    def __mul__(self, times: int) -> ManaCost:
        return ManaCost.of(self.generic * times, self.symbols * times)

    @property
    def mana_value(self) -> int:
        """CR 202.3, with X = 0."""
        return self.generic + sum(symbol.mana_value for symbol in self.symbols)

    @property
    def colors(self) -> frozenset[ManaType]:
        """The colors of the symbols (CR 202.2)."""
        return frozenset().union(*(symbol.colors for symbol in self.symbols))

    @property
    def variables(self) -> tuple[str, ...]:
        """Its variable letters, one for each occurrence: ("X", "X") for {X}{X}{R}."""
        return tuple(s.letters[0] for s in self.symbols if s.is_variable)

    @property
    def choices(self) -> tuple[Symbol, ...]:
        """Its hybrid and Phyrexian symbols, each to be announced as one half."""
        return tuple(s for s in self.symbols if s.is_choice)

    def with_x(self, value: int) -> ManaCost:
        """The cost with every variable symbol replaced by that much generic mana (CR 107.3a)."""
        return ManaCost(self.generic + value * len(self.variables), tuple(s for s in self.symbols if not s.is_variable))

    def without_choices(self) -> ManaCost:
        """The part that needs no announcement of halves."""
        return ManaCost(self.generic, tuple(s for s in self.symbols if not s.is_choice))

    def count(self, mana_type: ManaType) -> int:
        """How many plain symbols of this type it holds."""
        return sum(symbol.type is mana_type for symbol in self.symbols)


ManaCost.ZERO = ManaCost()
