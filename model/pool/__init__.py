"""The built-in cards: hand-written data files beside this module, in the shape of `castable.model.carddata`.

    built_in().find("Stronghold Arena")

The files are read once, when the first card is asked for; a card is made when it is first found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Self

from castable.model.card import Card
from castable.model.carddata import card_from_data
from castable.model.errors import BadRequest, UnknownCard
from castable.model.names import name_key, near_names, sorted_by_likeness

__all__ = ["Pool", "built_in"]


class Pool:
    """A `CardSource` over tables of cards. A card is found by its full name or by that of one face, in any case."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Mapping[str, Any], str]] = {}
        self._full_names: dict[str, str] = {}
        self._cards: dict[str, Card] = {}

    @classmethod
    def read(cls, documents: Mapping[str, str]) -> Self:
        """The pool of these TOML documents, by file name. Raises `BadRequest` for what is no list of named cards;
        what is wrong inside a card is found when the card is."""
        pool = cls()
        for file, text in documents.items():
            try:
                document = tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                raise BadRequest(str(error), file) from None
            cards = document.pop("card", [])
            if document or not isinstance(cards, list):
                raise BadRequest("expected a list of [[card]] tables and nothing else", file)
            for i, table in enumerate(cards):
                pool._add(table, f"{file} card[{i}]")
        return pool

    def _add(self, table: Any, at: str) -> None:
        faces = table.get("face") if isinstance(table, dict) else None
        names = [face.get("name") for face in faces if isinstance(face, dict)] if isinstance(faces, list) else []
        full = table.get("name") if isinstance(table, dict) else None
        if full is None:
            full = " // ".join(map(str, names))
        if not isinstance(full, str) or not full:
            raise BadRequest("a card has a name", at)
        key = name_key(full)
        if key in self._tables:
            raise BadRequest(f"{full} is there twice, first as {self._tables[key][1]}", at)
        self._tables[key] = (table, at)
        self._full_names[key] = full
        for name in names:
            self._full_names.setdefault(name_key(str(name)), full)

    def find(self, name: str) -> Card:
        """The card of that name; raises `UnknownCard`, with the nearest names as a hint."""
        full = self._full_names.get(name_key(name))
        if full is None:
            near = ", ".join(self.near(name))
            raise UnknownCard(f"no card named {name!r} in the built-in pool{near and f'; similar: {near}'}")
        if full not in self._cards:
            self._cards[full] = card_from_data(*self._tables[name_key(full)])
        return self._cards[full]

    def names(self) -> Iterator[str]:
        """All full names, in the order of the files."""
        return (self._full_names[key] for key in self._tables)

    def near(self, name: str) -> list[str]:
        """Up to three full names whose spelling is nearest to `name`."""
        return near_names(name, self._full_names)

    def search(self, text: str) -> list[str]:
        """Full names of the cards with all words of `text` in their names, the likeliest first."""
        return sorted_by_likeness(
            {full for key, full in self._full_names.items() if all(word in key for word in name_key(text).split())},
            text,
        )

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, name: str) -> bool:
        return name_key(name) in self._full_names


@cache
def built_in() -> Pool:
    """The cards that come with castable."""
    folder = files(__name__)
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return Pool.read({file.name: file.read_text(encoding="utf-8") for file in found})
