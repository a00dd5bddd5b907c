"""The card store: the user's own card file in one SQLite file, from which cards are compiled when they are asked for.

    import_file("AtomicCards.json.gz", "cards.sqlite")
    CardStore("cards.sqlite").find("Ana Battlemage")

A store keeps the records of the card file as they are, so that a better reader of rules text needs no new import. An
import writes a new file beside the store and moves it into its place when it is whole: whatever goes wrong before, the
old store stays as it was.
"""

from __future__ import annotations

import contextlib
import glob
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from castable.model.card import Card
from castable.model.cardfile import CardFile, Record, Shape, read_card_file
from castable.model.errors import Ambiguous, BadRequest, UnknownCard, unusable_file
from castable.model.names import name_key, near_names, sorted_by_likeness
from castable.model.oracle import card_from_mtgjson, card_from_scryfall

__all__ = ["CardStore", "Progress", "StoreInfo", "import_file", "is_store"]

Progress = Callable[[int, int], None]
"""Told how many cards of how many are stored."""

_APPLICATION = 0x63617374  # "cast", in the header of the file (SQLite's application_id)
_VERSION = 1
_SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE card (id INTEGER PRIMARY KEY, name TEXT NOT NULL, json BLOB NOT NULL);
CREATE TABLE name (key TEXT, rank INTEGER, card INTEGER, PRIMARY KEY (key, rank, card)) WITHOUT ROWID;
"""
# a file that is thrown away when anything fails needs no journal
_SETTINGS = ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE")
_UNFINISHED = ".importing"
_SETTLED = 1.0  # seconds after which an unfinished file that nobody has locked was left behind
_CARD, _FACE, _TOKEN = 0, 1, 2  # of several cards with a name, those of the lowest rank are meant
_NEAR = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreInfo:
    """What a store was made from: the name of the card file, the date of its data, its shape, and how many cards."""

    source: str
    date: str
    shape: Shape
    cards: int


class CardStore:
    """A `CardSource` over a store. Cards are found by full name or by that of one face, in any case.

    The file is opened when the first card is asked for. All methods raise `BadRequest` when it is no whole store of
    this version.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._compiled = lru_cache(maxsize=4096)(self._compile)

    def find(self, name: str) -> Card:
        """The card of that name. Raises `UnknownCard`, with the nearest names, `Ambiguous` when several cards have
        that name, and `BadRequest` when its record is not that of a card."""
        return self._compiled(self._only(name))

    def raw(self, name: str) -> Any:
        """The record of the card as plain data, in the shape that `info` names."""
        return json.loads(self._row("SELECT json FROM card WHERE id = ?", self._only(name))[0])

    def names(self) -> Iterator[str]:
        """All full names, in the order of the card file."""
        return (name for (name,) in self._each("SELECT name FROM card GROUP BY name ORDER BY min(id)"))

    def records(self) -> Iterator[tuple[str, Any]]:
        """The full name and the record of each card, in the order of the card file."""
        return ((name, json.loads(text)) for name, text in self._each("SELECT name, json FROM card ORDER BY id"))

    def search(self, text: str) -> list[str]:
        """Full names of the cards with all words of `text` in their names, the likeliest first."""
        words = name_key(text).split()
        condition = " AND ".join(["instr(key, ?)"] * len(words)) or "1"
        rows = self._rows(
            f"SELECT DISTINCT card.name FROM name JOIN card ON card.id = card WHERE {condition}",
            *words,
        )
        return sorted_by_likeness((name for (name,) in rows), text)

    def near(self, name: str) -> list[str]:
        """Up to three full names whose spelling is nearest to `name`."""
        key = name_key(name)
        longest = max(key.split(), key=len, default="")
        rows = self._rows(
            "SELECT key, card.name FROM name JOIN card ON card.id = card WHERE substr(key, 1, 2) = ? OR instr(key, ?)"
            " ORDER BY rank DESC LIMIT ?",
            key[:2],
            longest,
            _NEAR,
        )
        return near_names(name, rows)

    @cached_property
    def info(self) -> StoreInfo:
        """What the store was made from."""
        about = dict(self._rows("SELECT key, value FROM about"))
        return StoreInfo(
            source=about["source"], date=about["date"], shape=Shape(about["shape"]), cards=int(about["cards"])
        )

    def compile(self, record: Any, at: str) -> Card:
        """A record of this store as a card; one that is not raises `BadRequest` with the place below `at`."""
        return card_from_scryfall(record, at) if self.info.shape is Shape.SCRYFALL else card_from_mtgjson(record, at)

    def __len__(self) -> int:
        return self.info.cards

    def __contains__(self, name: str) -> bool:
        return bool(self._meant(name))

    def _meant(self, name: str) -> list[int]:
        rows = self._rows(
            "SELECT card FROM name WHERE key = ?1 AND rank = (SELECT min(rank) FROM name WHERE key = ?1)",
            name_key(name),
        )
        return [card for (card,) in rows]

    def _only(self, name: str) -> int:
        match self._meant(name):
            case [card]:
                return card
            case []:
                near = ", ".join(self.near(name))
                raise UnknownCard(f"no card named {name!r} in the card store{near and f'; similar: {near}'}")
            case several:
                full = {self._row("SELECT name FROM card WHERE id = ?", card)[0] for card in several}
                which = (
                    f"{len(several)} different cards are" if len(full) == 1 else f"{', '.join(sorted(full))} are all"
                )
                raise Ambiguous(f"{which} named {name!r} in the card store")

    def _compile(self, card: int) -> Card:
        name, text = self._row("SELECT name, json FROM card WHERE id = ?", card)
        return self.compile(json.loads(text), name)

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        header = _header(self.path)
        if header is None:
            raise BadRequest("there is no card store; `castable cards import FILE` makes one", str(self.path))
        application, version = header
        if application != _APPLICATION:
            raise BadRequest("this file is no card store", str(self.path))
        if version != _VERSION:
            raise BadRequest(
                f"a card store of version {version}, not of version {_VERSION}: import the card file again",
                str(self.path),
            )
        with self._whole():
            return sqlite3.connect(f"{self.path.absolute().as_uri()}?immutable=1", uri=True, check_same_thread=False)

    def _rows(self, statement: str, *values: Any) -> list[Any]:
        return list(self._each(statement, *values))

    def _each(self, statement: str, *values: Any) -> Iterator[Any]:
        connection = self._connection
        with self._whole():
            yield from connection.execute(statement, values)

    def _row(self, statement: str, *values: Any) -> Any:
        return self._rows(statement, *values)[0]

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise BadRequest(f"the card store cannot be read ({error}); import again", str(self.path)) from None


def is_store(path: str | os.PathLike[str]) -> bool:
    """Whether there is a file of this kind, of whatever version."""
    header = _header(Path(path))
    return header is not None and header[0] == _APPLICATION


def _header(path: Path) -> tuple[int, int] | None:
    """The kind and the version that an SQLite file gives in its first 100 bytes; None when there is no file."""
    try:
        with path.open("rb") as handle:
            start = handle.read(100)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise unusable_file(error, str(path)) from None
    if len(start) < 100 or not start.startswith(b"SQLite format 3\0"):
        return (0, 0)
    return int.from_bytes(start[68:72]), int.from_bytes(start[60:64])


def import_file(
    path: str | os.PathLike[str], store: str | os.PathLike[str], progress: Progress | None = None
) -> StoreInfo:
    """Make a store of a card file, in the place of the one at `store` if there is one.

    Raises `BadRequest`, with the file and the place in it, for a broken card file and for a store that cannot be
    written; the old store stays whole then, and nothing is left beside it.
    """
    try:
        target = Path(os.path.realpath(store))
    except ValueError as error:
        raise unusable_file(error, str(store)) from None
    if _header(target) is not None and not is_store(target):
        raise BadRequest("this file is no card store and is not overwritten", str(store))
    file = read_card_file(Path(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear_left_behind(target)
        handle, unfinished = tempfile.mkstemp(prefix=f".{target.name}.", suffix=_UNFINISHED, dir=target.parent)
        os.close(handle)
        try:
            info = _write(file, unfinished, progress or (lambda done, total: None))
            os.replace(unfinished, target)
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadRequest(f"the card store cannot be written ({why})", str(store)) from None
    return info


def _write(file: CardFile, path: str, progress: Progress) -> StoreInfo:
    """Write a whole store to an empty file, down to the disk."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for setting in _SETTINGS:
            connection.execute(setting)
        connection.execute("BEGIN EXCLUSIVE")
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        count = _write_cards(file, connection, progress)
        info = StoreInfo(source=file.name, date=file.date, shape=file.shape, cards=count)
        connection.executemany("INSERT INTO about VALUES (?, ?)", [(k, str(v)) for k, v in asdict(info).items()])
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {_VERSION}")
        connection.execute("COMMIT")
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return info


def _write_cards(file: CardFile, connection: sqlite3.Connection, progress: Progress) -> int:
    """Write the cards, each printing of a card but once; returns how many."""
    seen = set[str]()
    card = 0
    for done, record in enumerate(file.records(), start=1):
        if done % 500 == 0 or done == len(file):
            progress(done, len(file))
        if record is None or record.oracle_id in seen:
            continue
        if record.oracle_id:
            seen.add(record.oracle_id)
        card += 1
        connection.execute("INSERT INTO card VALUES (?, ?, ?)", (card, record.name, record.json))
        connection.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", _names(record, card))
    return card


def _names(record: Record, card: int) -> Iterator[tuple[str, int, int]]:
    own = _TOKEN if record.is_token else _CARD
    yield name_key(record.name), own, card
    for face in record.faces:
        if name_key(face) != name_key(record.name):
            yield name_key(face), own + _FACE, card


def _clear_left_behind(target: Path) -> None:
    """Remove what imports that were killed have left. One that is still running holds a lock on its file."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.*{_UNFINISHED}"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _SETTLED and not _is_locked(path):
                path.unlink()


def _is_locked(path: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False
