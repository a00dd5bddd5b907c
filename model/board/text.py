"""A board as the text of a file: JSON of the query protocol, or Forge's game state text."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from castable.model.board.forge import read_forge
from castable.model.board.protocol import state_from_data
from castable.model.card import CardSource
from castable.model.errors import BadJson, Malformed, TooLarge, pointed
from castable.model.state import State

__all__ = ["parse_json", "read_board"]

_MAX_DIGITS = 4_000
"""Python itself reads and writes no whole numbers of more than 4,300 digits."""


def parse_json(text: str) -> Any:
    """The value of a JSON text, strictly: no NaN, no field twice, nothing after the end.

    `BadJson` names line and column of a fault, `TooLarge` means nested beyond reading. Whole numbers of very many
    digits come back shortened to 4,000, still too large for any field; other numbers may come back infinite.
    """
    text = text.removeprefix("\ufeff")
    _refuse_nul(text)
    try:
        return json.loads(
            text,
            parse_int=lambda digits: int(digits[:_MAX_DIGITS]),
            parse_constant=_no_constant,
            object_pairs_hook=_object,
        )
    except _Constant:
        # everything before the word has been read, so that its strings are whole
        tokens = re.finditer(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity', text)
        found = next(token for token in tokens if not token[0].startswith('"'))
        raise _bad_json(text, found.start(), f"{found[0]} is no number of JSON") from None
    except json.JSONDecodeError as error:
        raise _bad_json(text, error.pos, error.msg) from None
    except RecursionError:
        raise TooLarge("the text nests lists and objects too deeply to be read") from None


class _Constant(Exception):
    """NaN or Infinity, which Python's reader takes for numbers."""


def _refuse_nul(text: str) -> None:
    if "\0" in text:
        raise BadJson("the text has NUL characters; is it UTF-16 rather than UTF-8?")


def _no_constant(word: str) -> NoReturn:
    raise _Constant(word)


def _bad_json(text: str, at: int, message: str) -> BadJson:
    start = text.rfind("\n", 0, at) + 1
    line = text[start:].split("\n", 1)[0].rstrip("\r")
    place = f"line {text.count(chr(10), 0, at) + 1}, column {at - start + 1}"
    return BadJson(pointed(line, at - start, at - start + 1, f"{place}: {message}"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadJson(f"an object has the field {twice[:60]!r} twice")
    return found


def read_board(text: str, cards: CardSource, at: str = "state") -> tuple[State, tuple[str, ...]]:
    """The state in a board file, and warnings about what was left out of account.

    JSON is a state, or an object with the field `state`. Raises `BadJson` or `Malformed` for what is neither JSON nor
    Forge's text, `TooLarge`, and `BoardProblems` for what the board says.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Malformed("the board is empty")
    _refuse_nul(text)
    if text.lstrip().startswith("{"):
        data = parse_json(text)
        if "state" not in data:
            return state_from_data(data, cards, at), ()
        warnings = tuple(f"`{key[:60]}` beside `state` is not used" for key in data if key != "state")
        return state_from_data(data["state"], cards, at), warnings
    if re.search(r"^\s*(?:\[\s*\w+\s*\]|\w+\s*=)", text, re.MULTILINE):
        return read_forge(text, cards)
    line = next(line for line in text.splitlines() if line.strip())
    raise Malformed(pointed(line, 0, 1, "expected a board: a JSON object, or Forge's text with lines such as p0hand="))
