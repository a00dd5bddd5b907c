"""Where cards come from: the built-in pool first, then the store of the user's own card file if there is one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from castable.model.ability import Ability, Grant, Unread
from castable.model.card import Card, CardSource
from castable.model.errors import BadRequest, UnknownCard, unusable_file
from castable.model.names import sorted_by_likeness
from castable.model.pool import built_in
from castable.model.store import CardStore

__all__ = ["Assuming", "Layer", "Layered", "all_cards", "assumed_irrelevant", "card_source", "card_store", "store_path"]

STORE_VARIABLE = "CASTABLE_STORE"
_IMPORT = "`castable cards import FILE` reads the cards of a Scryfall or MTGJSON file"


class Layer(CardSource, Protocol):
    """A source of cards that can tell which it has, and what it has that is like a name."""

    def __contains__(self, name: str) -> bool: ...

    def near(self, name: str) -> list[str]:
        """Full names whose spelling is nearest to `name`."""
        ...

    def search(self, text: str) -> list[str]:
        """Full names with all words of `text` in them."""
        ...


class Layered:
    """Several sources as one: a card is that of the first layer that has its name.

    `described` says in words which cards these are, and `hint` what a user can do about one that is unknown.
    """

    def __init__(self, *layers: Layer, described: str, hint: str = "") -> None:
        self._layers = layers
        self._described = described
        self.hint = hint

    def __contains__(self, name: str) -> bool:
        return any(name in layer for layer in self._layers)

    def find(self, name: str) -> Card:
        """The card of that name; raises `UnknownCard`, with the nearest names of all layers and a hint."""
        for layer in self._layers:
            if name in layer:
                return layer.find(name)
        near = self.near(name)
        similar = f"; similar: {', '.join(near)}" if near else ""
        hint = f"; {self.hint}" if self.hint else ""
        raise UnknownCard(f"no card named {name!r} {self._described}{similar}{hint}")

    def names(self) -> Iterator[str]:
        """All full names, each once."""
        return iter(dict.fromkeys(name for layer in self._layers for name in layer.names()))

    def near(self, name: str) -> list[str]:
        """Full names whose spelling is nearest to `name`, up to three of each layer."""
        return list(dict.fromkeys(full for layer in self._layers for full in layer.near(name)))

    def search(self, text: str) -> list[str]:
        """Full names of the cards with all words of `text` in their names, the likeliest first."""
        return sorted_by_likeness({name for layer in self._layers for name in layer.search(text)}, text)


class Assuming:
    """Cards as another source has them, but the unread text of those `assumed` irrelevant is left out."""

    def __init__(self, cards: CardSource, names: Iterable[str]) -> None:
        self._cards = cards
        found = {card.name: _without_unread(card) for card in map(cards.find, names)}
        self._changed = found
        self.assumed = tuple(found)
        """The full names of the cards whose unread text is left out."""

    def find(self, name: str) -> Card:
        """The card of that name; raises `UnknownCard`."""
        card = self._cards.find(name)
        return self._changed.get(card.name, card)

    def names(self) -> Iterable[str]:
        """All full names."""
        return self._cards.names()


def _without_unread(card: Card) -> Card:
    return replace(card, faces=tuple(replace(face, abilities=tuple(_read(face.abilities))) for face in card.faces))


def _read(abilities: Iterable[Ability]) -> Iterator[Ability]:
    """The abilities that were understood, in grants too."""
    for ability in abilities:
        if isinstance(ability, Grant) and (granted := tuple(_read(ability.abilities))) != ability.abilities:
            if granted:
                yield replace(ability, abilities=granted)
        elif not isinstance(ability, Unread):
            yield ability


def assumed_irrelevant(cards: CardSource) -> tuple[str, ...]:
    """The full names of the cards whose unread text a source leaves out; answers have to say so."""
    return cards.assumed if isinstance(cards, Assuming) else ()


def store_path(store: str | os.PathLike[str] | None = None) -> Path:
    """The place of the card store: `store`, else what `CASTABLE_STORE` says, else the user's cache folder."""
    if chosen := store or os.environ.get(STORE_VARIABLE):
        return Path(chosen)
    return _cache_folder() / "castable" / "cards.sqlite"


def _cache_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".cache"


def card_store(store: str | os.PathLike[str] | None = None) -> CardStore | None:
    """The store at `store_path(store)`, None when there is none. A `store` that was asked for must be there."""
    path = store_path(store)
    try:
        seen = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        if store:
            raise BadRequest(f"there is no card store; {_IMPORT}", str(path)) from None
        return None
    except (OSError, ValueError) as error:
        raise unusable_file(error, str(path)) from None
    return _opened(path, (seen.st_dev, seen.st_ino, seen.st_mtime_ns))


@lru_cache(maxsize=4)
def _opened(path: Path, version: tuple[int, ...]) -> CardStore:
    """One store object for each version of the file, so that its cards are compiled once."""
    return CardStore(path)


def all_cards(store: str | os.PathLike[str] | None = None) -> Layered:
    """The built-in pool, then the card store if there is one."""
    pool, imported = built_in(), card_store(store)
    if imported is None:
        return Layered(pool, described="in the built-in pool", hint=_IMPORT)
    return Layered(pool, imported, described=f"in the built-in pool or the card store {imported.path}")


def card_source(store: str | os.PathLike[str] | None = None, assume_irrelevant: Iterable[str] = ()) -> CardSource:
    """The cards castable knows: the built-in pool, then the store that `castable cards import` made, if there is one.

    `store` is its place when it is not the usual one. The unread text of the cards named in `assume_irrelevant` is
    taken to bear on nothing; see `assumed_irrelevant`.
    """
    cards, names = all_cards(store), tuple(assume_irrelevant)
    return Assuming(cards, names) if names else cards
