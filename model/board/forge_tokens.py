"""Tokens in Forge's game state text: `t:Elf,P:1,T:1,Color:G,Types:Creature-Elf,Keywords:` and `T:c_a_treasure_sac`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

from castable.model.ability import Ability, Keyword, Unread
from castable.model.board.forge_words import color_letters
from castable.model.card import Card, CardSource, Face
from castable.model.errors import UnknownCard
from castable.model.filter import CARD_TYPES, SUPERTYPES
from castable.model.mana import COLORS, ManaType
from castable.model.state import Permanent

__all__ = ["Token", "TokenSource", "says_all", "token_text"]

_SCRIPTS = {
    "Treasure": "c_a_treasure_sac",
    "Gold": "c_a_gold_sac",
    "Powerstone": "c_a_powerstone",
    "Eldrazi Spawn": "c_0_1_eldrazi_spawn_sac",
    "Eldrazi Scion": "c_1_1_eldrazi_scion_sac",
}
"""Tokens with mana abilities, which only Forge's script for them has; a definition says types and keywords alone."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token read: the name by which `TokenSource.find` has its card, and its colors if they are not the card's.

    `doubts` say what of the text was not understood or had to be taken on trust.
    """

    name: str
    colors: list[str] | None = None
    doubts: tuple[str, ...] = ()


@dataclass
class TokenSource:
    """A card source with the tokens of one text beside the cards of `cards`."""

    cards: CardSource
    _read: dict[str, Token] = field(default_factory=dict)
    _built: dict[str, Card] = field(default_factory=dict)

    def find(self, name: str) -> Card:
        """A token read before, else what `cards` finds."""
        return self._built.get(name) or self.cards.find(name)

    def names(self) -> Iterable[str]:
        """All names."""
        return [*self._built, *self.cards.names()]

    def _found(self, name: str) -> Card | None:
        try:
            return self.cards.find(name)
        except UnknownCard:
            return None

    def by_script(self, script: str) -> str | None:
        """The name of the token that a script file (`c_a_treasure_sac`, `g_1_1_saproling`) makes, if `cards` has it."""
        words = re.sub(r"^[wubrgc]+_(?:(?:\d+|[xae])_)*", "", script.strip()).split("_")
        for length in range(len(words), 0, -1):
            if card := self._found(" ".join(words[:length]).title()):
                return card.name
        return None

    def by_definition(self, text: str) -> Token:
        """The token of a definition; a card of its name and types in `cards` says what abilities it has."""
        if text not in self._read:
            self._read[text] = self._define(text)
        return self._read[text]

    def _define(self, text: str) -> Token:
        name, *rest = (part.strip() for part in text.split(","))
        facts = {key.lower(): value.strip() for key, _, value in (part.partition(":") for part in rest)}
        types = facts.get("types", "").split("-")
        printed = frozenset(word.lower() for word in types) & CARD_TYPES
        colors = color_letters(facts.get("color", ""))
        found = self._found(name) or self._found(name.removesuffix(" Token"))
        known = found if found and printed in (frozenset(), found.front.types) else None
        front = known.front if known else _plain_face(name, types, facts.get("keywords", ""), colors or [])
        doubts = [] if known else [f"the token {name} is not known: taken to have no abilities but its keywords"]
        if colors is None:
            doubts.append(f"the color {facts['color']!r} of the token {name} is not used")
        numbers: dict[str, Any] = {}
        for key, part in (("p", "power"), ("t", "toughness")):
            if re.fullmatch(r"-?\d{1,9}", facts.get(key, "")):
                numbers[part] = facts[key]
            elif key in facts:
                doubts.append(f"the {part} {facts[key]!r} of the token {name} is not used")
        changed = replace(front, **numbers) if "creature" in front.types else front
        same = colors is None or "color" not in facts or set(colors) == set(map(str, front.colors))
        other_colors = None if same else colors
        if known and changed == front:
            return Token(known.name, other_colors, tuple(doubts))
        card = known or Card(name=name, faces=(changed,), is_token=True)
        label = f"token {len(self._built) + 1}, {name}"
        self._built[label] = replace(card, faces=(changed, *card.faces[1:]))
        return Token(label, other_colors, tuple(doubts))


def _plain_face(name: str, types: Iterable[str], keywords: str, colors: Iterable[str]) -> Face:
    words = [word for word in types if word]
    abilities: list[Ability] = []
    for keyword in filter(None, keywords.split("-")):
        plain = re.fullmatch(r"[A-Za-z ]+", keyword)
        abilities.append(Keyword(name=keyword.lower()) if plain else Unread(text=keyword))
    return Face(
        name=name,
        supertypes=frozenset(word.lower() for word in words if word.lower() in SUPERTYPES),
        types=frozenset(word.lower() for word in words if word.lower() in CARD_TYPES),
        subtypes=frozenset(word for word in words if word.lower() not in SUPERTYPES | CARD_TYPES),
        color_indicator=frozenset(map(ManaType, colors)),
        abilities=tuple(abilities),
    )


def _is_plain(ability: Ability) -> TypeGuard[Keyword]:
    return isinstance(ability, Keyword) and not ability.argument


def says_all(permanent: Permanent) -> bool:
    """Whether `token_text` has words for all abilities of a token."""
    return token_text(permanent).startswith("T:") or all(map(_is_plain, permanent.face.abilities))


def token_text(permanent: Permanent) -> str:
    """How a token that is no copy of a card is written: by its script if it has one, else as a definition."""
    face = permanent.face
    if face.name in _SCRIPTS and permanent.colors is None:
        return f"T:{_SCRIPTS[face.name]}"
    colors = face.colors if permanent.colors is None else permanent.colors
    words = [word.capitalize() for word in sorted(face.types)] + sorted(face.subtypes)
    words += [word.capitalize() for word in sorted(face.supertypes)]
    facts = {
        "P": face.power if re.fullmatch(r"-?\d+", face.power) else "0",
        "T": face.toughness if re.fullmatch(r"-?\d+", face.toughness) else "0",
        "Cost": "no cost",
        "Color": "".join(str(color) for color in COLORS if color in colors) or "C",
        "Types": "-".join(words),
        "Keywords": "-".join(ability.name.title() for ability in face.abilities if _is_plain(ability)),
    }
    return f"t:{face.name}," + ",".join(f"{key}:{value}" for key, value in facts.items())
