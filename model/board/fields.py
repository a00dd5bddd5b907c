"""Reading the fields of a JSON object one by one, with their types and limits checked and their places kept.

Limits: 2,000 permanents a player, 10,000 counters of a kind on an object, 1,000 units of mana in a pool, 5,000 cards in
a zone (and entries in any list), 20 opponents or teammates, other numbers within 10^9 of zero, names of 300 characters.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from castable.model.board.problems import Problems
from castable.model.errors import CastableError, Malformed, TooLarge
from castable.model.mana import COLORS, NO_MANA, Mana, ManaType

__all__ = ["MAX_CARDS", "MAX_COUNTERS", "MAX_NAME", "MAX_NUMBER", "MAX_PERMANENTS", "MAX_PLAYERS", "MAX_POOL", "Fields"]

_T = TypeVar("_T")

MAX_NUMBER = 10**9
MAX_PERMANENTS = 2_000
MAX_POOL = 1_000
MAX_COUNTERS = 10_000
MAX_CARDS = 5_000
MAX_PLAYERS = 20
MAX_NAME = 300
_MAX_MANA_TEXT = 10_000
_MAX_UNKNOWN = 20


def _kind(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return f"the number {value}" if -MAX_NUMBER <= value <= MAX_NUMBER else "a number out of range"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    return "a list" if isinstance(value, list | tuple) else "an object"


class Fields:
    """A JSON object being read at the place `at`.

    Each method takes one field, notes what is wrong with it and then returns its default. `close` notes the fields
    that nothing has asked for. A bare card name is read as an object that has only the field `card`.
    """

    def __init__(self, data: Mapping[object, object], at: str, problems: Problems, *, bare: bool = False) -> None:
        self.at = at
        self._data = data
        self._problems = problems
        self._bare = bare
        self._asked: set[str] = set()

    @classmethod
    def of(cls, value: object, at: str, problems: Problems, *, card: bool = False) -> Fields | None:
        """The fields of `value`, None (and a problem) if it is no object; with `card`, a name will do."""
        if card and isinstance(value, str):
            return cls({"card": value}, at, problems, bare=True)
        if isinstance(value, Mapping):
            return cls(value, at, problems)
        problems.bad(at, f"expected {'a card name or an object' if card else 'an object'}, not {_kind(value)}")
        return None

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def __iter__(self) -> Iterator[str]:
        return map(str, self._data)

    def place(self, key: object) -> str:
        """The place of a field, with a name that is no plain word quoted and shortened."""
        if self._bare:
            return self.at
        plain = isinstance(key, str) and re.fullmatch(r"[A-Za-z_][\w+/\- ]{0,60}", key, re.ASCII)
        return f"{self.at}.{key}" if plain else f"{self.at}[{str(key)[:60]!r}]"

    def take(self, key: str) -> object:
        """The value of a field as it is, None when it is absent."""
        self._asked.add(key)
        return self._data.get(key)

    def require(self, *keys: str) -> None:
        """Note each of these fields that is absent."""
        for key in keys:
            if key not in self:
                self._problems.bad(self.at, f"the field `{key}` is missing")

    def refuse(self, key: str, error: CastableError) -> None:
        """Note an error about a field, which counts as asked for."""
        self._asked.add(key)
        self._problems.error(self.place(key), error)

    def _wrong(self, key: str, expected: str) -> None:
        self._problems.bad(self.place(key), f"expected {expected}, not {_kind(self._data[key])}")

    def whole(self, key: str, default: int = 0, low: int = 0, high: int = MAX_NUMBER) -> int:
        """A whole number from `low` to `high`."""
        value = self.take(key)
        if key not in self:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong(key, "a whole number")
        elif value > high or value < -MAX_NUMBER:
            bound = high if value > high else -MAX_NUMBER
            self._problems.too_large(self.place(key), f"{'larger' if value > high else 'smaller'} than {bound:,}")
        elif value < low:
            self._wrong(key, f"a number of at least {low}")
        else:
            return value
        return default

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.take(key)
        if key not in self:
            return default
        if isinstance(value, bool):
            return value
        self._wrong(key, "true or false")
        return default

    def text(self, key: str) -> str:
        """A name or other short text; empty only when the field is absent."""
        value = self.take(key)
        return self.name(value, self.place(key)) if key in self else ""

    def raw_text(self, key: str) -> str:
        """A field as it is if it is text at all; notes nothing."""
        value = self.take(key)
        return value if isinstance(value, str) else ""

    def name(self, value: object, at: str) -> str:
        """`value` as a name at the place `at`: not empty, of at most `MAX_NAME` printable characters."""
        if not isinstance(value, str):
            self._problems.bad(at, f"expected a name, not {_kind(value)}")
        elif not value.strip():
            self._problems.bad(at, "an empty name")
        elif len(value) > MAX_NAME:
            self._problems.too_large(at, f"a name of more than {MAX_NAME} characters: {value[:40]!r}...")
        elif not value.isprintable():
            self._problems.bad(at, f"a name with control characters: {value[:60]!r}")
        else:
            return value
        return ""

    def word(self, key: str, allowed: Iterable[str], default: str = "") -> str:
        """One of `allowed`."""
        value = self.take(key)
        words = list(allowed)
        if key not in self or (isinstance(value, str) and value in words):
            return value if isinstance(value, str) else default
        self._wrong(key, f"one of {', '.join(words)}")
        return default

    def listed(self, key: str, most: int = MAX_CARDS) -> list[tuple[str, object]]:
        """The entries of a list, each with its place."""
        value = self.take(key)
        if key not in self:
            return []
        if not isinstance(value, list | tuple):
            self._wrong(key, "a list")
            return []
        if len(value) > most:
            self._problems.too_large(self.place(key), f"a list of more than {most:,} entries")
            return []
        return [(f"{self.place(key)}[{i}]", entry) for i, entry in enumerate(value)]

    def names(self, key: str) -> tuple[str, ...]:
        """A list of names."""
        return tuple(name for at, entry in self.listed(key) if (name := self.name(entry, at)))

    def colors(self, key: str) -> frozenset[ManaType] | None:
        """Colors as letters, `"WU"` or `["W", "U"]`; None when the field is absent."""
        value = self.take(key)
        if key not in self:
            return None
        letters = [str(color) for color in COLORS]
        wanted = list(value) if isinstance(value, str | list | tuple) else [None]
        if not all(isinstance(letter, str) and letter in letters for letter in wanted):
            self._wrong(key, "colors, each one of the letters W, U, B, R, G")
            return None
        return frozenset(ManaType(str(letter)) for letter in wanted)

    def mana(self, key: str) -> Mana:
        """A mana string."""
        value = self.take(key)
        if key not in self:
            return NO_MANA
        if not isinstance(value, str):
            self._wrong(key, "a mana string such as {G}{G}")
            return NO_MANA
        try:
            if len(value) > _MAX_MANA_TEXT or sum(map(int, re.findall(r"\{([0-9]{1,4})\}", value))) > MAX_POOL:
                raise TooLarge(f"more than {MAX_POOL:,} units of mana")
            mana = Mana.parse(value)
            if len(mana) > MAX_POOL:
                raise TooLarge(f"more than {MAX_POOL:,} units of mana")
            return mana
        except (Malformed, TooLarge) as error:
            self._problems.error(self.place(key), error)
            return NO_MANA

    def parsed(self, key: str, read: Callable[[str], _T], default: _T) -> _T:
        """A text that `read` understands, or raises `CastableError` for; at most 10,000 characters."""
        value = self.take(key)
        return self.reading(value, self.place(key), read, default) if key in self else default

    def reading(self, text: object, at: str, read: Callable[[str], _T], default: _T) -> _T:
        """What `read` makes of a text, any error noted at its place."""
        if not isinstance(text, str):
            self._problems.bad(at, f"expected text, not {_kind(text)}")
            return default
        try:
            if len(text) > _MAX_MANA_TEXT:
                raise TooLarge(f"a text of more than {_MAX_MANA_TEXT:,} characters")
            return read(text)
        except CastableError as error:
            self._problems.error(at, error)
            return default

    def inner(self, key: str) -> Fields | None:
        """The fields of an object inside; None when it is absent or no object."""
        value = self.take(key)
        return Fields.of(value, self.place(key), self._problems) if key in self else None

    def at_entry(self, value: object, at: str) -> Fields | None:
        """The fields of an entry of a list; None (and a problem) if it is no object."""
        return Fields.of(value, at, self._problems)

    def counters(self, key: str) -> tuple[tuple[str, int], ...]:
        """Counters, `{"charge": 2}`, as pairs sorted by kind; kinds are lower case, none has 0."""
        inner = self.inner(key)
        if inner is None:
            return ()
        if len(inner._data) > MAX_CARDS:
            self._problems.too_large(inner.at, f"more than {MAX_CARDS:,} kinds of counters")
            return ()
        found: dict[str, int] = {}
        for kind in inner._data:
            if name := self.name(kind, inner.place(kind)).lower():
                if name in found:
                    self._problems.bad(inner.place(kind), f"counters of the kind {name!r} are given twice")
                found[name] = inner.whole(str(kind), high=MAX_COUNTERS)
        return tuple(sorted((kind, number) for kind, number in found.items() if number))

    def close(self) -> None:
        """Note each field that was not asked for."""
        unknown = [key for key in self._data if key not in self._asked]
        for key in unknown[:_MAX_UNKNOWN]:
            near = difflib.get_close_matches(str(key)[:60], sorted(self._asked), 1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            self._problems.bad(self.place(key), f"an unknown field{hint}")
        if len(unknown) > _MAX_UNKNOWN:
            self._problems.bad(self.at, f"{len(unknown) - _MAX_UNKNOWN:,} more unknown fields")
