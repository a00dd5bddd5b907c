"""The built-in pool and the reader say the same of every card that the card file knows."""

from __future__ import annotations

from typing import Any

from castable.agreement import differences
from castable.model.oracle import card_from_mtgjson
from castable.model.pool import built_in

Records = dict[str, list[dict[str, Any]]]


def test_no_contradiction(records: Records) -> None:
    pool = built_in()
    known = [name for name in pool.names() if name in records]
    found = {name: differences(pool.find(name), card_from_mtgjson(records[name])) for name in known}
    assert known
    assert {name: words for name, words in found.items() if words} == {}
