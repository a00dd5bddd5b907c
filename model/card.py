"""Cards and their faces: the characteristics that paying and casting look at (CR 109.3, 200-212, 709-720)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AlternativeCost,
    Becomes,
    Enters,
    HelpToPay,
    Keyword,
    ManaAbility,
    OptionalCost,
    Unread,
)
from castable.model.cost import Cost
from castable.model.filter import CARD_TYPES, SUPERTYPES, Filter
from castable.model.mana import COLORS, ManaType
from castable.model.production import Production
from castable.model.symbol import ManaCost

__all__ = ["BASIC_LAND_TYPES", "Card", "CardSource", "Face", "Layout", "intrinsic_ability"]

BASIC_LAND_TYPES: dict[str, ManaType] = {
    "Plains": ManaType.W,
    "Island": ManaType.U,
    "Swamp": ManaType.B,
    "Mountain": ManaType.R,
    "Forest": ManaType.G,
}
"""The basic land types and what their intrinsic mana ability adds (CR 305.6)."""

_A = TypeVar("_A")
_THIS = Filter.parse("this")


def intrinsic_ability(land_type: str) -> ManaAbility:
    """The mana ability of a basic land type (CR 305.6)."""
    return _INTRINSIC[land_type]


_INTRINSIC = {
    land_type: ManaAbility(cost=Cost.parse("{T}"), adds=Production.parse(mana.symbol))
    for land_type, mana in BASIC_LAND_TYPES.items()
}


class Layout(StrEnum):
    """How the faces of a card belong together."""

    NORMAL = "normal"
    SPLIT = "split"
    FLIP = "flip"
    TRANSFORM = "transform"
    MODAL = "modal_dfc"
    ADVENTURE = "adventure"
    MELD = "meld"
    PROTOTYPE = "prototype"
    PREPARE = "prepare"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One face: characteristics and abilities. `mana_cost` None means no mana cost (CR 202.1b).

    `power`, `toughness` and `loyalty` are as printed (`*` allowed), empty when there are none. `color_indicator` gives
    the colors of a face without colored symbols (CR 204).

    `front_cost` is, of the back of a card that is cast transformed, the mana cost of its front, which its mana value
    counts (CR 712.8c). The last three fields are for effects (see `castable.model.effects`): `set_colors` are the
    colors they give in place of its own, and where `intrinsic` is False they took the abilities of its basic land
    types. `printed` is, of a card outside the battlefield, the face that they changed.
    """

    name: str
    mana_cost: ManaCost | None = None
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    color_indicator: frozenset[ManaType] = frozenset()
    abilities: tuple[Ability, ...] = ()
    front_cost: ManaCost | None = None
    set_colors: frozenset[ManaType] | None = None
    intrinsic: bool = True
    printed: Face | None = None

    def __hash__(self) -> int:
        return hash(self.name)  # equal faces have equal names

    @property
    def colors(self) -> frozenset[ManaType]:
        """CR 105.2, 202.2, 204, 604.3, 702.114."""
        if self.set_colors is not None:
            return self.set_colors
        if self.has_keyword("devoid"):
            return frozenset()
        for ability in self.of(Becomes):
            if ability.of == _THIS and ability.condition is None and ability.colors is not None:
                return frozenset(map(ManaType, ability.colors))
        return self.symbol_colors

    @property
    def symbol_colors(self) -> frozenset[ManaType]:
        """Colors of its mana cost and color indicator, whatever its abilities say."""
        return self.color_indicator | (self.mana_cost.colors if self.mana_cost else frozenset())

    @property
    def mana_value(self) -> int:
        """CR 202.3."""
        counted = self.front_cost or self.mana_cost
        return counted.mana_value if counted else 0

    @property
    def is_land(self) -> bool:
        """A land is played, never cast (CR 305.9)."""
        return "land" in self.types

    @property
    def is_permanent(self) -> bool:
        """Whether it stays on the battlefield when it resolves."""
        return not self.types & {"instant", "sorcery"}

    def of(self, kind: type[_A]) -> Iterator[_A]:
        """Its abilities of one class, in printed order."""
        return (ability for ability in self.abilities if isinstance(ability, kind))

    def has_keyword(self, name: str) -> bool:
        """Whether it has this keyword ability, whichever class of ability says so."""
        return any(_keyword_of(ability) == name for ability in self.abilities)

    @property
    def mana_abilities(self) -> tuple[ManaAbility, ...]:
        """Its mana abilities of rules text after the intrinsic ones of its basic land types."""
        intrinsic = tuple(_INTRINSIC[t] for t in BASIC_LAND_TYPES if t in self.subtypes and self.intrinsic)
        return intrinsic + tuple(self.of(ManaAbility))

    def as_copy_of(self, other: Face) -> Face:
        """What a permanent of this face that entered as a copy of the other is: that one, with what it is and has
        besides (CR 707.9)."""
        for enters in self.of(Enters):
            if enters.besides or enters.has:
                more = frozenset(enters.besides)
                other = replace(
                    other,
                    supertypes=other.supertypes | (more & SUPERTYPES),
                    types=other.types | (more & CARD_TYPES),
                    subtypes=other.subtypes | (more - SUPERTYPES - CARD_TYPES),
                    abilities=(*other.abilities, *enters.has),
                )
        return other

    @property
    def unread(self) -> tuple[Unread, ...]:
        """Text not understood."""
        return tuple(self.of(Unread))

    @property
    def type_line(self) -> str:
        """`Legendary Creature — Elf Druid`."""
        order = [t for t in _TYPE_ORDER if t in self.supertypes | self.types]
        order += sorted((self.supertypes | self.types) - set(_TYPE_ORDER))
        line = " ".join(word.capitalize() for word in order)
        return f"{line} — {' '.join(sorted(self.subtypes))}" if self.subtypes else line


def _keyword_of(ability: Ability) -> str:
    match ability:
        case Keyword(name=name):
            return name
        case OptionalCost(keyword=keyword) | ActivatedAbility(keyword=keyword):
            return keyword
        case AlternativeCost(keyword=keyword, applies_to=None):
            return keyword
        case HelpToPay(help=help_, applies_to=None):
            return help_.value
    return ""


_TYPE_ORDER = "legendary basic snow world tribal kindred artifact enchantment land creature planeswalker".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card: its full name (`A // B` with several faces), faces in printed order, and how they belong together."""

    name: str
    faces: tuple[Face, ...]
    layout: Layout = Layout.NORMAL
    is_token: bool = False

    def __hash__(self) -> int:
        return hash(self.name)  # equal cards have equal names

    @property
    def front(self) -> Face:
        """The first face; a double-faced card has only this one outside the battlefield and the stack (CR 712.8a)."""
        return self.faces[0]

    def face(self, name: str) -> Face | None:
        """The face of that name, None when there is none."""
        return next((face for face in self.faces if face.name.casefold() == name.casefold()), None)

    @property
    def mana_value(self) -> int:
        """Mana value off the stack and battlefield: of both halves of a split card (CR 202.3d), else of the front."""
        if self.layout is Layout.SPLIT:
            return sum(face.mana_value for face in self.faces)
        return self.front.mana_value

    @property
    def color_identity(self) -> frozenset[ManaType]:
        """Colors of mana costs, indicators and mana symbols in abilities (CR 903.4)."""
        found: set[ManaType] = set()
        for face in self.faces:
            found |= face.symbol_colors
            for ability in face.mana_abilities:
                found |= ability.cost.mana.colors if ability.cost.mana else frozenset()
                for addition in ability.adds.additions:
                    if len(addition.types.listed) < len(COLORS):
                        found |= {t for t in addition.types.listed if t.is_color}
        return frozenset(found)


class CardSource(Protocol):
    """Where cards come from: the built-in pool, a card store, or both."""

    def find(self, name: str) -> Card:
        """The card of that name (a full name or that of one face); raises `UnknownCard`."""
        ...

    def names(self) -> Iterable[str]:
        """All full names."""
        ...
