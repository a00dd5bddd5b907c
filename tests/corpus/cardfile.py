"""Reading an AtomicCards file for the tests, and finding lines in it without the reader."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["adds_mana", "faces", "load", "mana_lines"]

Record = dict[str, Any]
_ODD_LAYOUTS = frozenset({"vanguard", "planar", "scheme"})
_ADDS = re.compile(r"\b[Aa]dds?\b[^\"]*?(\{[WUBRGCX\d]|mana)")


@cache
def load(path: Path) -> dict[str, list[Record]]:
    """The records by card name, without cards of variants that are no part of a game's decks."""
    raw = path.read_bytes()
    data = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)["data"]
    return {name: records for name, records in data.items() if records[0].get("layout") not in _ODD_LAYOUTS}


def faces(records: dict[str, list[Record]], *, second_tier: bool = False) -> Iterator[tuple[str, Record]]:
    """Each face with the name of its card; texts rebuilt from comments only when asked for."""
    for name, sides in records.items():
        for record in sides:
            if second_tier or record.get("x_src") != "xmage-comments":
                yield name, record


def adds_mana(line: str) -> bool:
    """Whether a line, quoted text aside, says that mana is added."""
    return bool(_ADDS.search(re.sub(r'"[^"]*"?', "", line)))


def mana_lines(text: str) -> list[str]:
    """Lines `cost: ... add ...` that are mana abilities by their look: no loyalty, no target, nothing quoted."""
    found = []
    for line in re.sub(r"\s*\([^()]*\)", "", text).split("\n"):
        bare = re.sub(r'"[^"]*"?', "", line)
        match = re.match(r"([^\":]*?): (.*)$", bare)
        if not match or re.match(r"(?:When|Whenever|At) ", bare) or re.search(r"[Tt]arget", match[2]):
            continue
        if re.search(r"\[", match[1]) or re.fullmatch(r"[+−-]?[\dX]+", match[1]):
            continue
        if adds_mana(match[2]):
            found.append(line)
    return found
