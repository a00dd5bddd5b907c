"""Card files for tests: invented cards in the shapes of MTGJSON and Scryfall."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

__all__ = ["ATOMIC", "SCRYFALL", "atomic_record", "scryfall_record", "write_cards"]


def atomic_record(name: str, text: str = "", type_line: str = "Artifact", **fields: Any) -> dict[str, Any]:
    """One face of AtomicCards, with some of the bulk that real files carry."""
    kept = {"name": name, "type": type_line, "text": text, "layout": "normal", **fields}
    return kept | {"foreignData": [{"language": "German", "name": name[::-1]}], "purchaseUrls": {"shop": "none"}}


def scryfall_record(name: str, text: str = "", type_line: str = "Artifact", **fields: Any) -> dict[str, Any]:
    """A Scryfall card object, with some of the bulk that real files carry."""
    kept = {"object": "card", "name": name, "type_line": type_line, "oracle_text": text, "layout": "normal", **fields}
    return kept | {"prices": {"usd": None}, "image_uris": {"small": "none"}}


ATOMIC: dict[str, Any] = {
    "meta": {"date": "2026-01-02", "version": "1"},
    "data": {
        "Copper Lantern": [atomic_record("Copper Lantern", "{T}: Add {R}.", manaCost="{1}")],
        "Zoë's Lantern": [atomic_record("Zoë's Lantern", "{T}: Add {C}.", manaCost="{2}")],
        "Dusk // Mire": [
            atomic_record(
                "Dusk // Mire", "Scry 1.", "Instant", faceName="Mire", side="b", manaCost="{B}", layout="split"
            ),
            atomic_record(
                "Dusk // Mire", "Scry 2.", "Instant", faceName="Dusk", side="a", manaCost="{W}", layout="split"
            ),
        ],
    },
}
"""An AtomicCards file of three cards."""

SCRYFALL: list[dict[str, Any]] = [
    scryfall_record("Copper Lantern", "{T}: Add {R}.", mana_cost="{1}", oracle_id="1"),
    scryfall_record("Copper Lantern", "{T}: Add {R}.", mana_cost="{1}", oracle_id="1"),
    scryfall_record("Lantern // Lantern", layout="art_series", oracle_id="2"),
    scryfall_record("Ember", "{T}: Add {R}.", "Creature — Elemental", oracle_id="3"),
    scryfall_record("Ember", type_line="Token Creature — Elemental", layout="token", oracle_id="4"),
    scryfall_record("Moth", "Flying", "Token Creature — Insect", layout="token", oracle_id="5"),
    scryfall_record("Moth", type_line="Token Creature — Insect", layout="token", oracle_id="6"),
    scryfall_record(
        "Rise // Set",
        type_line="Sorcery // Sorcery",
        layout="split",
        oracle_id="7",
        card_faces=[
            {"name": "Rise", "mana_cost": "{R}", "type_line": "Sorcery", "oracle_text": "Scry 1.", "image_uris": {}},
            {"name": "Set", "mana_cost": "{2}{R}", "type_line": "Sorcery", "oracle_text": "Scry 2."},
        ],
    ),
]
"""A Scryfall bulk file: a card in two printings, a picture, a card and a token of one name, two tokens of one name."""


def write_cards(path: Path, content: Any) -> Path:
    """Write a card file, gzipped where its name ends in `.gz`."""
    data = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path
