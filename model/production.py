"""What a mana ability adds, as data with one text form that reads back (CR 106).

    {G}{G}          {W} | {U}          any color           3*any color           2*any of {R}{G} mixed
    count(creature you)*{G}            chosen color        color produced by(land opponent)

`|` separates what its controller chooses between, `+` what is added together; `n*any color` is n mana of one color,
`mixed` allows any combination of them, `different` asks for different colors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from castable.model.amount import Amount
from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter
from castable.model.mana import COLORS, TYPES, ManaType

__all__ = ["Addition", "Mix", "Origin", "Production", "TypeSet", "reads_paid"]


class Origin(StrEnum):
    """Where the types on offer come from; the value is the text form."""

    LISTED = "any of"
    CHOSEN_COLOR = "chosen color"
    CHOSEN_TYPE = "chosen type"
    IMPRINTED = "imprinted color"
    COMMANDER = "commander color"
    AMONG = "color among"
    """Colors among permanents that match the filter."""
    COLOR_PRODUCED = "color produced by"
    """Colors that permanents matching the filter could produce (CR 106.7)."""
    TYPE_PRODUCED = "type produced by"
    """Types that permanents matching the filter could produce (CR 106.7)."""
    THAT_TYPE = "type that was produced"
    """For triggered mana abilities: any one type that the production just seen made."""
    THAT_COLOR = "color that was produced"
    LAST_NOTED = "noted type"
    SACRIFICED = "color of the sacrificed"
    EXILED = "color of the exiled"
    MILLED = "symbol of the milled"
    """One mana for each colored symbol in the mana cost of the card that was milled to pay."""
    GIVER = "color of the giver"
    """Colors of what gives the ability to its source, or of the source itself where nothing does."""
    TAPPED = "color of the tapped"
    LOST = "type that was lost"
    UNSPENT = "unspent mana"
    """Of each type as much as its controller has unspent."""


@dataclass(frozen=True, slots=True)
class TypeSet:
    """The types a unit may have: `listed` when `origin` is LISTED, read from the game otherwise."""

    origin: Origin
    listed: tuple[ManaType, ...] = ()
    filter: Filter | None = None

    def __str__(self) -> str:
        if self.origin is Origin.LISTED:
            if self.listed == COLORS:
                return "any color"
            if self.listed == TYPES:
                return "any type"
            symbols = "".join(t.symbol for t in self.listed)
            return symbols if len(self.listed) == 1 else f"any of {symbols}"
        return f"{self.origin}({self.filter})" if self.filter else self.origin.value

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form of one set."""
        bare = text.strip()
        if bare in ("any color", "any type"):
            return cls(Origin.LISTED, COLORS if bare == "any color" else TYPES)
        if match := re.fullmatch(r"(?:any of )?((?:\{[WUBRGC]\})+)", bare):
            listed = tuple(ManaType(letter) for letter in re.findall(r"[WUBRGC]", match[1]))
            return cls(Origin.LISTED, tuple(t for t in TYPES if t in listed))
        word, _, argument = bare.partition("(")
        if word in set(Origin) and word != Origin.LISTED:
            return cls(Origin(word), filter=Filter.parse(argument.removesuffix(")")) if argument else None)
        raise Malformed(pointed(text, 0, len(text), "expected mana symbols or a set of types"))


class Mix(StrEnum):
    """How several units of one addition may differ."""

    SAME = ""
    """All of one type out of the set."""
    ANY = "mixed"
    """Any combination."""
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Addition:
    """`amount` units with types out of `types`."""

    types: TypeSet
    amount: Amount = Amount.fixed(1)
    mix: Mix = Mix.SAME

    def __str__(self) -> str:
        only_listed = self.types.origin is Origin.LISTED and len(self.types.listed) == 1
        if only_listed and self.amount.is_fixed and 0 < self.amount.plus <= 20:
            return str(self.types) * self.amount.plus
        amount = "" if self.amount == Amount.fixed(1) else f"{self.amount}*"
        return f"{amount}{self.types}{' ' if self.mix else ''}{self.mix}"

    @classmethod
    def parse(cls, text: str) -> tuple[Self, ...]:
        """Read one addition; a plain mana string such as `{C}{G}` is one addition for each type in it."""
        bare = text.strip()
        if re.fullmatch(r"(\{[WUBRGC]\})+", bare):
            found = re.findall(r"[WUBRGC]", bare)
            return tuple(
                cls(TypeSet(Origin.LISTED, (t,)), Amount.fixed(found.count(t.value))) for t in TYPES if t.value in found
            )
        mix = Mix.SAME
        for ending in (Mix.ANY, Mix.DIFFERENT):
            if bare.endswith(f" {ending}"):
                mix, bare = ending, bare.removesuffix(f" {ending}")
        amount = Amount.fixed(1)
        if match := re.fullmatch(r"(.+)\*([^*]+)", bare, re.DOTALL):
            amount, bare = Amount.parse(match[1]), match[2]
        return (cls(TypeSet.parse(bare), amount, mix),)


@dataclass(frozen=True, slots=True)
class Production:
    """The alternatives its controller chooses between, each a list of additions made together."""

    choices: tuple[tuple[Addition, ...], ...]

    def __str__(self) -> str:
        return " | ".join(self._together(additions) for additions in self.choices)

    @staticmethod
    def _together(additions: tuple[Addition, ...]) -> str:
        texts = [str(addition) for addition in additions]
        return "".join(texts) if all(re.fullmatch(r"(\{.\})+", t) for t in texts) else " + ".join(texts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form; `Malformed` points at what is not understood."""
        return cls(
            tuple(
                tuple(addition for piece in re.split(r" \+ ", choice) for addition in Addition.parse(piece))
                for choice in re.split(r" \| (?![^()]*\))", text)
            )
        )

    @property
    def additions(self) -> tuple[Addition, ...]:
        """All additions of all alternatives."""
        return tuple(addition for choice in self.choices for addition in choice)

    def has_origin(self, *origins: Origin) -> bool:
        """Whether some addition takes its types from one of these."""
        return any(addition.types.origin in origins for addition in self.additions)


def reads_paid(addition: Addition) -> bool:
    """Whether its types are those of the object that the cost of the ability took or acted on."""
    return addition.types.filter is not None and "paid" in addition.types.filter.words()
