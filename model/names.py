"""Card names as people write them: one key for all spellings, and the names nearest to a wrong one."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping

__all__ = ["name_key", "near_names", "sorted_by_likeness"]

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "’": "'", "‘": "'", "ʼ": "'"})
_BETWEEN_FACES = re.compile(r"\s*/{1,3}\s*")


def name_key(name: str) -> str:
    """What all spellings of a name have in common: case, accents and the marks between faces do not count.

    `Fire/Ice`, `fire // ice` and `Fire /// Ice` are one name, so are `Lim-Dûl` and `lim-dul`.
    """
    key = " ".join(name.casefold().split())
    if not key.isascii():
        whole = key.encode("utf-8", "replace").decode()  # a lone half of a surrogate pair is no character
        parts = unicodedata.normalize("NFKD", whole.translate(_LETTERS))
        key = "".join(char for char in parts if not unicodedata.combining(char))
    return _BETWEEN_FACES.sub(" // ", key)


def near_names(name: str, names: Mapping[str, str] | Iterable[tuple[str, str]]) -> list[str]:
    """Up to three names, given by their keys, whose spelling is nearest to `name`; the nearest first."""
    known = dict(names)
    return list(dict.fromkeys(known[key] for key in difflib.get_close_matches(name_key(name), known, n=3)))


def sorted_by_likeness(names: Iterable[str], text: str) -> list[str]:
    """Names with `text` in them: first the very name, then those that begin with it, then the others."""
    key = name_key(text)
    keyed = ((name_key(name), name) for name in names)
    return [name for *_, name in sorted((own != key, not own.startswith(key), own, name) for own, name in keyed)]
