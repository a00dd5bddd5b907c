"""Mana: types, units with what each remembers of its source, and multisets of units (CR 106).

A mana string lists one symbol a unit: `{G}{G}{C}`. The string shows types only; `Mana.notation` marks
snow mana, `Mana.units` has all that a unit remembers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter

__all__ = ["COLORS", "NO_MANA", "TYPES", "Action", "Mana", "ManaType", "Restriction", "Unit", "Use"]


class ManaType(StrEnum):
    """The six types of mana; colorless is a type and no color (CR 106.1a-b)."""

    W = "W"
    U = "U"
    B = "B"
    R = "R"
    G = "G"
    C = "C"

    @property
    def symbol(self) -> str:
        """The mana symbol, `{W}` to `{C}`."""
        return f"{{{self.value}}}"

    @property
    def is_color(self) -> bool:
        """False for colorless only."""
        return self is not ManaType.C

    @property
    def word(self) -> str:
        """The English word: white, blue, black, red, green, colorless."""
        return _WORD[self]


_WORD = dict(zip(ManaType, ("white", "blue", "black", "red", "green", "colorless"), strict=True))
TYPES: tuple[ManaType, ...] = tuple(ManaType)
COLORS: tuple[ManaType, ...] = TYPES[:5]
_ORDER = {t: i for i, t in enumerate(TYPES)}


class Action(StrEnum):
    """What mana is spent on, as far as a spending restriction asks (CR 106.6)."""

    CAST = "cast"
    ACTIVATE = "activate"
    CUMULATIVE_UPKEEP = "cumulative-upkeep"
    TURN_FACE_UP = "turn-face-up"
    FORETELL = "foretell"
    UNLOCK = "unlock"
    PAY = "pay"
    """A cost with {X} in it, whatever it is for (`what` says `hasx`), or any other payment."""


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """One thing that mana may be spent on: an action, and which objects it may be for."""

    action: Action
    what: Filter

    def __str__(self) -> str:
        return f"{self.action} {self.what}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `cast creature`, `activate artifact`."""
        word, _, rest = text.strip().partition(" ")
        if word not in set(Action):
            raise Malformed(pointed(text, 0, len(word), f"expected one of {', '.join(Action)}"))
        return cls(Action(word), Filter.parse(rest or "any"))


@dataclass(frozen=True, slots=True)
class Restriction:
    """A spending limit carried by a unit of mana: it pays only for `only` (empty: anything) and never for `never`.

    The text form joins uses with ` or `, as in `only cast creature or activate creature` and `never cast !artifact`.
    """

    only: tuple[Use, ...] = ()
    never: tuple[Use, ...] = ()

    def __str__(self) -> str:
        parts = []
        if self.only:
            parts.append("only " + " or ".join(map(str, self.only)))
        if self.never:
            parts.append("never " + " or ".join(map(str, self.never)))
        return ", ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form."""
        only: tuple[Use, ...] = ()
        never: tuple[Use, ...] = ()
        for part in text.split(", "):
            word, _, rest = part.partition(" ")
            uses = tuple(Use.parse(use) for use in rest.split(" or "))
            if word == "only":
                only = uses
            elif word == "never":
                never = uses
            else:
                raise Malformed(pointed(text, 0, len(word), "expected 'only' or 'never'"))
        return cls(only, never)


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of mana and what it remembers: type, whether its source was snow, its limit, its source (CR 106.3)."""

    type: ManaType
    snow: bool = False
    restriction: Restriction | None = None
    source: str | None = None

    @property
    def _key(self) -> tuple[int, bool, str, str]:
        return (_ORDER[self.type], self.snow, str(self.restriction or ""), self.source or "")


_UNIT = re.compile(r"\{([WUBRGC])(\*?)\}(?:\[([^\[\]]*)\])?", re.IGNORECASE)
_NUMBER = re.compile(r"\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Mana:
    """An immutable multiset of mana units, kept in the order WUBRGC."""

    units: tuple[Unit, ...] = ()

    NONE: ClassVar[Mana]

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Self:
        """The multiset of these units."""
        return cls(tuple(sorted(units, key=lambda unit: unit._key)))

    @classmethod
    def types(cls, types: Iterable[ManaType | str], *, snow: bool = False) -> Self:
        """Plain mana of these types, one unit each: `Mana.types("GGC")`."""
        return cls.of(Unit(ManaType(t), snow) for t in types)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a mana string. `{G}{G}{C}` and `GGC` are the same; `{2}` is two colorless units (CR 106.9), `{G*}` is
        one green from a snow source, `{G}[only cast creature]` one with a spending limit."""
        units: list[Unit] = []
        at = 0
        while at < len(text):
            char = text[at]
            if char.isspace():
                at += 1
            elif match := _UNIT.match(text, at):
                limit = Restriction.parse(match[3]) if match[3] else None
                units.append(Unit(ManaType(match[1].upper()), bool(match[2]), limit))
                at = match.end()
            elif (match := _NUMBER.match(text, at)) and len(match[1]) <= 4:
                units += [Unit(ManaType.C)] * int(match[1])
                at = match.end()
            elif char.upper() in "WUBRGC":
                units.append(Unit(ManaType(char.upper())))
                at += 1
            else:
                raise Malformed(
                    pointed(text, at, at + 1, "expected a mana symbol such as {W}, {U}, {B}, {R}, {G}, {C}")
                )
        return cls.of(units)

    def __str__(self) -> str:
        return "".join(unit.type.symbol for unit in self.units)

    @property
    def notation(self) -> str:
        """The mana string with snow mana and spending limits marked, so that it reads back as the same mana."""
        return "".join(
            f"{{{unit.type}{'*' * unit.snow}}}" + (f"[{unit.restriction}]" if unit.restriction else "")
            for unit in self.units
        )

    @property
    def free(self) -> Mana:
        """The units without a spending limit."""
        return Mana(tuple(unit for unit in self.units if unit.restriction is None))

    @property
    def limited(self) -> dict[Restriction, Mana]:
        """The units with a spending limit, by limit."""
        found: dict[Restriction, list[Unit]] = {}
        for unit in self.units:
            if unit.restriction is not None:
                found.setdefault(unit.restriction, []).append(unit)
        return {limit: Mana.of(units) for limit, units in found.items()}

    def __len__(self) -> int:
        return len(self.units)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    def __add__(self, other: Mana) -> Mana:
        return Mana.of(self.units + other.units)

    def __sub__(self, other: Mana) -> Mana:
        """Remove `other`, all of which must be there (`ValueError` otherwise)."""
        left = Counter(self.units)
        left.subtract(Counter(other.units))
        if any(n < 0 for n in left.values()):
            raise ValueError(f"{other} is not part of {self}")
        return Mana.of(left.elements())

    def __le__(self, other: Mana) -> bool:
        """Whether every unit is in `other`, counted with multiplicity."""
        return Counter(self.units) <= Counter(other.units)

    def count(self, mana_type: ManaType) -> int:
        """How many units have this type."""
        return sum(unit.type is mana_type for unit in self.units)

    @property
    def colors(self) -> tuple[ManaType, ...]:
        """The colors among the units, in the order WUBRG."""
        found = {unit.type for unit in self.units}
        return tuple(c for c in COLORS if c in found)


NO_MANA = Mana()
Mana.NONE = NO_MANA
