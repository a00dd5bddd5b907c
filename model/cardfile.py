"""Card files as users download them: Scryfall's bulk file of oracle cards and MTGJSON's AtomicCards.

    file = read_card_file("AtomicCards.json.gz")
    for record in file.records():
        print(record.name, record.json)

A file is JSON, plain or gzipped. Scryfall's is a list of card objects, MTGJSON's an object with `meta` and `data`,
where `data` lists the faces of each card by its name. Only the outline is decoded at once, each card when it comes up.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from castable.model.errors import BadJson, BadRequest, TooLarge, Unsupported, unusable_file

__all__ = ["MAX_CARD_FILE", "CardFile", "Record", "Shape", "read_card_file"]

MAX_CARD_FILE = 1024**3
"""Bytes in a card file, unpacked; a larger one is `TooLarge`."""

_CHUNK = 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_ARCHIVES = {b"PK": "zip", b"BZ": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
# what takes most of the room in a record and says nothing of the game
_BULK = frozenset(
    """artist_ids artist border_color card_back_id collector_number edhrec_rank edhrecRank edhrecSaltiness
    finishes foreignData frame full_art games highres_image identifiers illustration_id image_status image_uris
    leadershipSkills legalities mtgo_foil_id mtgo_id multiverse_ids oversized penny_rank preview prices printings
    prints_search_uri promo promo_types purchaseUrls purchase_uris related_uris reprint reserved rulings rulings_uri
    scryfall_set_uri scryfall_uri security_stamp set_search_uri set_uri story_spotlight tcgplayer_id textless uri
    variation""".split()
)
_TOKEN_LAYOUTS = frozenset({"token", "double_faced_token", "emblem"})
_PICTURES = "art_series"


class Shape(StrEnum):
    """Whose file it is."""

    SCRYFALL = "scryfall"
    """A list of card objects, each with its faces inside."""
    MTGJSON = "mtgjson"
    """AtomicCards: by the name of a card, the list of its faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One card of a file: its names, and its JSON without pictures, prices, legalities and the like."""

    name: str
    faces: tuple[str, ...]
    json: bytes
    is_token: bool = False
    oracle_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFile:
    """A card file whose outline is right; its records are read one by one.

    `name` is that of the file without its folder, `date` that of the data where the file gives one, else of the file.
    """

    name: str
    shape: Shape
    date: str
    entries: list[tuple[str, Any]]
    """The place of each card and its JSON, not yet decoded."""

    def __len__(self) -> int:
        return len(self.entries)

    def records(self) -> Iterator[Record | None]:
        """Each entry as a card, None for one that is but a picture. Raises `BadRequest` with the place of a bad one."""
        read = _scryfall if self.shape is Shape.SCRYFALL else _mtgjson
        encode = _msgspec().json.encode
        for place, raw in self.entries:
            at = f"{self.name} {place}"
            yield read(_decoded(raw, object, at), at, encode)


def read_card_file(path: Path) -> CardFile:
    """The card file at `path`. Raises `BadRequest`, with the file and the place in it, for what is no such file."""
    data = _content(path)
    first = re.match(rb"\s*([\[{])", data)
    if first is None:
        archive = next((kind for start, kind in _OTHER_ARCHIVES.items() if data.startswith(start)), None)
        found = f"found a {archive} archive; castable reads .json and .json.gz" if archive else "found something else"
        raise BadJson(f"expected JSON that begins with [ or {{, {found}", path.name)
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    raw = _msgspec().Raw
    if first[1] == b"[":
        listed = _decoded(data, list[raw], path.name)  # type: ignore[valid-type]
        shape, date = Shape.SCRYFALL, modified
        entries = [(f"[{i}]", entry) for i, entry in enumerate(listed)]
    else:
        outline = _decoded(data, dict[str, raw], path.name)  # type: ignore[valid-type]
        if "data" not in outline or bytes(memoryview(outline["data"])[:1]) != b"{":
            raise BadRequest("no card file: neither a list of cards nor an object with cards in `data`", path.name)
        meta = _decoded(outline["meta"], object, path.name) if "meta" in outline else {}
        shape, date = Shape.MTGJSON, _text(meta, "date") or modified
        named = _decoded(outline["data"], dict[str, raw], path.name)  # type: ignore[valid-type]
        entries = [(f"data[{name!r}]", entry) for name, entry in named.items()]
    if not entries:
        raise BadRequest("there is no card in this file", path.name)
    return CardFile(name=path.name, shape=shape, date=date, entries=entries)


def _msgspec() -> Any:
    try:
        import msgspec
    except ImportError:
        raise Unsupported(
            "reading card files needs msgspec: pip install msgspec, or castable with its extra [cards]"
        ) from None
    return msgspec


def _content(path: Path) -> bytearray:
    """The bytes of a file, unpacked; grown in place, so that a large file is in memory once."""
    _msgspec()
    data = bytearray()
    try:
        with path.open("rb") as plain:
            if plain.peek(2).startswith(b"\x1f\x8b"):
                with gzip.open(plain) as unpacked:
                    _fill(data, unpacked, path)
            else:
                _fill(data, plain, path)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        where = f"{path.name}, after {len(data):,} unpacked bytes"
        raise BadRequest(f"the gzip file is cut off or damaged ({error})", where) from None
    except (OSError, ValueError) as error:
        raise unusable_file(error, str(path)) from None
    if data.startswith(_BYTE_ORDER_MARK):
        del data[: len(_BYTE_ORDER_MARK)]
    return data


def _fill(data: bytearray, stream: Any, path: Path) -> None:
    while chunk := stream.read(_CHUNK):
        data += chunk
        if len(data) > MAX_CARD_FILE:
            raise TooLarge(f"a card file of more than {MAX_CARD_FILE:,} bytes", path.name)


def _decoded(data: Any, kind: Any, at: str) -> Any:
    """Decode JSON; an error names the line and column in the file where the data is all of it, else the place `at`."""
    msgspec = _msgspec()
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError:
        raise BadRequest("expected an object or a list of cards here", at) from None
    except msgspec.DecodeError as error:
        raise BadJson(*_located(str(error), data, at)) from None
    except RecursionError:
        raise BadJson("nested too deeply to be a card file", at) from None


def _located(message: str, data: Any, at: str) -> tuple[str, str]:
    """The message of a decoding error without its byte, and the place with line and column."""
    match = re.fullmatch(r"(.*?)(?: \(byte (\d+)\))?", message, re.DOTALL)
    truncated = "truncated" in message
    if match is None or not isinstance(data, bytearray) or not (match[2] or truncated):
        return message, at
    byte = len(data) if truncated else int(match[2])
    line, column = data.count(b"\n", 0, byte) + 1, byte - data.rfind(b"\n", 0, byte)
    return ("the JSON ends too early" if truncated else match[1]), f"{at}:{line}:{column}"


def _text(record: Any, key: str) -> str:
    value = record.get(key) if isinstance(record, Mapping) else None
    return value if isinstance(value, str) else ""


def _slim(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in _BULK}


def _scryfall(record: Any, at: str, encode: Any) -> Record | None:
    name, layout = _text(record, "name"), _text(record, "layout")
    if not name:
        raise BadRequest("expected a card with a `name`", at)
    parts = record.get("card_faces")
    if "type_line" not in record and not parts:
        raise BadRequest("this is no card: it has no `type_line`", at)
    if layout == _PICTURES:
        return None
    slim = _slim(record)
    faces: tuple[str, ...] = ()
    if parts:
        if not isinstance(parts, list) or not all(_text(part, "name") for part in parts):
            raise BadRequest("expected a list of faces with a `name` each", f"{at}.card_faces")
        slim["card_faces"] = [_slim(part) for part in parts]
        faces = tuple(part["name"] for part in parts)
    return Record(
        name=name,
        faces=faces,
        json=encode(slim),
        is_token=layout in _TOKEN_LAYOUTS,
        oracle_id=_text(record, "oracle_id"),
    )


def _mtgjson(records: Any, at: str, encode: Any) -> Record:
    if not isinstance(records, list) or not records:
        raise BadRequest("expected the list of a card's faces, as in AtomicCards", at)
    for i, record in enumerate(records):
        for key in ("name", "type"):
            if not _text(record, key):
                raise BadRequest(f"expected a card with a `{key}`", f"{at}[{i}]")
    return Record(
        name=records[0]["name"],
        faces=tuple(face for record in records if (face := _text(record, "faceName"))),
        json=encode([_slim(record) for record in records]),
        is_token=_text(records[0], "layout") in _TOKEN_LAYOUTS,
    )
