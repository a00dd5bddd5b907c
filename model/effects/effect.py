"""One continuous effect of a static ability: which permanents it applies to, and what it makes of them (CR 613)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from castable.model.ability import Ability, Becomes, Grant, Keyword, LandTypes, ManaAbility, SpendAs
from castable.model.card import BASIC_LAND_TYPES, Face
from castable.model.data import ability_to_data
from castable.model.effects.board import Board
from castable.model.errors import Unsupported
from castable.model.evaluate import holds, matches
from castable.model.filter import Filter
from castable.model.mana import COLORS, ManaType
from castable.model.production import Addition, Origin, Production, TypeSet
from castable.model.seats import Seat
from castable.model.state import Permanent
from castable.model.subtypes import CREATURE_TYPES, LAND_TYPES
from castable.model.view import ATTACHED, colors_of

__all__ = ["Effect", "Layer", "Static"]

Static = Grant | LandTypes | Becomes
"""The abilities whose effects change what permanents are."""

_THIS = Filter.parse("this")
_IDLE = frozenset(
    """banding;deathtouch;double strike;fear;first strike;hexproof;indestructible;intimidate;lifelink;menace;prowess;
    reach;shroud;trample""".replace("\n    ", "").split(";")
)
"""Keywords that bear on no payment and that no filter of a permanent looks at."""


class Layer(IntEnum):
    """The layers in which effects of this model act (CR 613.1)."""

    TYPES = 4
    COLORS = 5
    ABILITIES = 6
    SIZES = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The effect of an ability of the permanent `source` (None: of a card in a graveyard), controlled from `seat`.

    `order` sorts by timestamp, then by place on the board and in the text. One that has resolved is about the permanent
    that was chosen for it, `fixed`, whatever becomes of its source (CR 611.2c).
    """

    number: int
    ability: Static
    source: int | None
    seat: Seat
    order: tuple[int, ...]
    fixed: frozenset[int] | None = None

    @property
    def of(self) -> Filter:
        """What it applies to."""
        return self.ability.to if isinstance(self.ability, Grant) else self.ability.of

    def acts_in(self, layer: Layer) -> bool:
        """Whether a part of it acts in that layer."""
        ability = self.ability
        if isinstance(ability, LandTypes):
            return layer is Layer.TYPES
        if isinstance(ability, Grant):
            return layer is Layer.ABILITIES
        match layer:
            case Layer.TYPES:
                told = ability.types or ability.subtypes or ability.chosen
                return bool(told or ability.no_land_types or ability.not_creature)
            case Layer.COLORS:
                return ability.colors is not None or ability.chosen_color
            case Layer.ABILITIES:
                return bool(ability.loses_abilities or ability.abilities)
            case Layer.SIZES:
                return bool(ability.power or ability.toughness)

    @property
    def defines_itself(self) -> bool:
        """A characteristic-defining ability, which comes before all others in its layer (CR 604.3, 613.3)."""
        static = self.fixed is None and self.ability.condition is None
        return static and self.of == _THIS and not isinstance(self.ability, Grant)

    @property
    def reaches_cards(self) -> bool:
        """Whether it is about spells and cards outside the battlefield too."""
        return isinstance(self.ability, Becomes) and self.ability.elsewhere is not None

    @property
    def sets_card_types(self) -> bool:
        """Whether it changes card types."""
        return isinstance(self.ability, Becomes) and bool(self.ability.types or self.ability.not_creature)

    @property
    def takes_abilities(self) -> bool:
        """Whether it removes abilities, that of other effects among them (CR 305.7, 613.1f)."""
        ability = self.ability
        if isinstance(ability, LandTypes):
            return not ability.also
        return isinstance(ability, Becomes) and (ability.loses_abilities or _sets_basic_type(ability))

    def exists(self, board: Board) -> bool:
        """Whether its source still has the ability."""
        return self.source is None or self.ability in board.faces[self.source].abilities

    def targets(self, board: Board) -> frozenset[int]:
        """The permanents it applies to now; none while its condition does not hold."""
        return self.among(range(len(board.permanents)), board)

    def among(self, numbers: Iterable[int], board: Board) -> frozenset[int]:
        """Those of these permanents that it applies to now."""
        if self.fixed is not None:
            return self.fixed.intersection(numbers)
        try:
            view = board.view(self.source, self.seat)
            if not holds(self.ability.condition, view):
                return frozenset()
            near = self._near(board)
            return frozenset(
                number
                for number in (numbers if near is None else near.intersection(numbers))
                if matches(self.of, board.permanent(number), view, board.side(number, self.seat))
            )
        except Unsupported:
            if self._is_idle:
                return frozenset()
            raise

    def _near(self, board: Board) -> frozenset[int] | None:
        """The source or what it is attached to, where all it applies to is among these."""
        if self.source is None:
            return None
        found = set()
        for terms in self.of.any_of:
            words = {term.word for term in terms if not term.negated}
            if "this" in words:
                found.add(self.source)
            elif words & ATTACHED.keys() and board.permanents[self.source].attached_to:
                view = board.view(self.source, self.seat)
                host = view.state.host(board.permanents[self.source])
                found |= {host.id} if host is not None and not host.phased_out else set()
            else:
                return None
        return frozenset(found)

    @property
    def _is_idle(self) -> bool:
        return isinstance(self.ability, Grant) and all(
            isinstance(given, Keyword) and given.name in _IDLE for given in self.ability.abilities
        )

    def apply(self, layer: Layer, board: Board, targets: frozenset[int]) -> None:
        """Change these permanents by its part in a layer."""
        faces = list(board.faces)
        for number in sorted(targets):
            faces[number] = self._changed(layer, board, number)
        board.change(tuple(faces))

    def _changed(self, layer: Layer, board: Board, number: int) -> Face:
        face, ability = board.faces[number], self.ability
        if isinstance(ability, LandTypes):
            types = self._chosen(board) if ability.chosen else frozenset(ability.types)
            if ability.also:
                return replace(face, subtypes=face.subtypes | types)
            return replace(face, subtypes=(face.subtypes - LAND_TYPES) | types, abilities=())
        if isinstance(ability, Grant):
            return _given(face, self._resolved(ability.abilities, board, number))
        match layer:
            case Layer.TYPES | Layer.COLORS:
                return self.characterised(layer, board, face, colors_of(board.permanent(number)))
            case Layer.ABILITIES:
                if ability.loses_abilities:
                    face = _bare(face, ability.keeps_mana_abilities)
                return _given(face, self._resolved(ability.abilities, board, number))
            case Layer.SIZES:
                return replace(face, power=ability.power or face.power, toughness=ability.toughness or face.toughness)

    def characterised(self, layer: Layer, board: Board, face: Face, own: frozenset[ManaType]) -> Face:
        """A face with the types or the colors that the effect gives; `own` are its colors so far."""
        ability = self.ability
        assert isinstance(ability, Becomes)
        if layer is Layer.TYPES:
            return _retyped(face, ability, self._chosen(board) if ability.chosen else frozenset())
        colors = self._chosen_color(board) if ability.chosen_color else frozenset(map(ManaType, ability.colors or ""))
        return replace(face, set_colors=colors | own if ability.also_colors else colors)

    def _chosen_color(self, board: Board) -> frozenset[ManaType]:
        source = self._source(board)
        found = frozenset(ManaType(letter) for kind, letter in source.chosen if kind == "color")
        if not found:
            raise Unsupported(f"{source.name}: no color is chosen for it that its effect could give")
        return found

    def _chosen(self, board: Board) -> frozenset[str]:
        """The subtype chosen for the source."""
        source = self._source(board)
        found = [word[:1].upper() + word[1:] for kind, word in source.chosen if kind == "type"]
        allowed = BASIC_LAND_TYPES.keys() if isinstance(self.ability, LandTypes) else LAND_TYPES | CREATURE_TYPES
        if not found or not set(found) <= set(allowed):
            raise Unsupported(f"{source.name}: no type is chosen for it that its effect could give")
        return frozenset(found)

    def _source(self, board: Board) -> Permanent:
        if self.source is None:
            raise Unsupported("an effect from a graveyard that asks for a choice")
        return board.permanents[self.source]

    def _resolved(self, abilities: tuple[Ability, ...], board: Board, number: int) -> tuple[Ability, ...]:
        """The abilities as an object is given them: the choices (CR 607.2d) and the colors of the source are told."""
        if self.source == number:
            return abilities
        return tuple(self._told(self._colored(ability, board), board) for ability in abilities)

    def _colored(self, ability: Ability, board: Board) -> Ability:
        """The ability with the colors of what gives it told."""
        if not isinstance(ability, ManaAbility) or not ability.adds.has_origin(Origin.GIVER) or self.source is None:
            return ability
        colors = colors_of(board.permanent(self.source))
        told = TypeSet(Origin.LISTED, tuple(color for color in COLORS if color in colors))
        return replace(ability, adds=_with_types(ability.adds, Origin.GIVER, told))

    def _told(self, ability: Ability, board: Board) -> Ability:
        text = str(ability_to_data(ability))
        if not any(word in text for word in ("chosen", "imprinted", "noted")) or "Remove chosen" in text:
            return ability
        source = self._source(board)
        colors = tuple(ManaType(letter) for kind, letter in source.chosen if kind == "color")
        if isinstance(ability, ManaAbility) and colors:
            listed = TypeSet(Origin.LISTED, colors)
            told = replace(ability, adds=_with_types(ability.adds, Origin.CHOSEN_COLOR, listed))
            if "chosen" not in str(ability_to_data(told)):
                return told
        raise Unsupported(f"{source.name}: it gives an ability that asks for its own choices")


def _with_types(adds: Production, origin: Origin, types: TypeSet) -> Production:
    def told(addition: Addition) -> Addition:
        return replace(addition, types=types) if addition.types.origin is origin else addition

    return Production(tuple(tuple(map(told, additions)) for additions in adds.choices))


def _sets_basic_type(ability: Becomes) -> bool:
    return not ability.also and bool(BASIC_LAND_TYPES.keys() & set(ability.subtypes))


def _retyped(face: Face, ability: Becomes, chosen: frozenset[str]) -> Face:
    """CR 205.1: new types replace the old ones and take along the subtypes that no longer fit; new subtypes replace
    those of their own kind; a land whose type is set to a basic one loses its abilities (CR 305.7)."""
    new = frozenset(ability.subtypes) | chosen
    types, subtypes = face.types | set(ability.types), face.subtypes
    if not ability.also:
        if ability.types:
            types = frozenset(ability.types)
            subtypes = frozenset(subtype for subtype in subtypes if _fits(subtype, types))
        for kind in (LAND_TYPES, CREATURE_TYPES):
            if new & kind:
                subtypes -= kind
    if ability.no_land_types:
        subtypes -= LAND_TYPES
    if ability.not_creature:
        types, subtypes = types - {"creature"}, subtypes - CREATURE_TYPES
    abilities = () if _sets_basic_type(ability) else face.abilities
    return replace(face, types=types, subtypes=subtypes | new, abilities=abilities)


def _fits(subtype: str, types: frozenset[str]) -> bool:
    if subtype in LAND_TYPES:
        return "land" in types
    if subtype in CREATURE_TYPES:
        return bool(types & {"creature", "kindred"})
    return bool(types & {"artifact", "enchantment", "planeswalker"})


def _bare(face: Face, keeps_mana_abilities: bool) -> Face:
    """Without abilities; what defines its colors has acted before (CR 613.1e-f)."""
    kept = tuple(ability for ability in face.of(ManaAbility)) if keeps_mana_abilities else ()
    return replace(face, abilities=kept, intrinsic=face.intrinsic and keeps_mana_abilities, set_colors=_lasting(face))


def _lasting(face: Face) -> frozenset[ManaType] | None:
    return face.colors if face.set_colors is not None or face.has_keyword("devoid") else None


def _given(face: Face, abilities: tuple[Ability, ...]) -> Face:
    """With more abilities; a second instance of one that adds nothing is left out."""
    found = list(face.abilities)
    for ability in abilities:
        unlimited = isinstance(ability, ManaAbility) and ability.limit is None
        if ability not in found or not (unlimited or isinstance(ability, Keyword | SpendAs)):
            found.append(ability)
    return replace(face, abilities=tuple(found))
