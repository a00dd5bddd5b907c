"""Boards from text and from files."""

from __future__ import annotations

import codecs
import os
import sys
import warnings
from pathlib import Path

from castable.card_sources import card_source
from castable.model.board import read_board
from castable.model.card import CardSource
from castable.model.errors import BadRequest, CastableError, TooLarge
from castable.model.state import State

__all__ = ["MAX_BOARD", "card_source", "load_board", "parse_board", "read_board_at"]

MAX_BOARD = 16 * 1024 * 1024
"""Bytes in a board file; a larger one is `TooLarge`."""


def parse_board(text: str, cards: CardSource | None = None) -> State:
    """A state from the text of a board: JSON of the query protocol or Forge's game-state text.

    What the text says in vain is warned about (`UserWarning`); what is wrong with it raises `BadRequest`.
    """
    return _supported(*read_board(text, cards or card_source()))


def load_board(path: str | os.PathLike[str], cards: CardSource | None = None) -> State:
    """As `parse_board`, from a file, which errors name."""
    return _supported(*read_board_at(os.fspath(path), cards or card_source()))


def _supported(state: State, notes: tuple[str, ...]) -> State:
    for note in notes:
        warnings.warn(note, stacklevel=3)
    state.require_supported()
    return state


def read_board_at(path: str, cards: CardSource) -> tuple[State, tuple[str, ...]]:
    """The state in a board file, `-` for standard input, and what the file says in vain. Errors name the file."""
    name = "standard input" if path == "-" else path
    try:
        return read_board(_text(path), cards)
    except CastableError as error:
        error.at = f"{name}: {error.at}" if error.at else name
        raise


def _text(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BOARD + 1)
        else:
            with Path(path).open("rb") as handle:
                data = handle.read(MAX_BOARD + 1)
    except (OSError, ValueError) as error:
        raise BadRequest(getattr(error, "strerror", None) or "the file cannot be read") from None
    if len(data) > MAX_BOARD:
        raise TooLarge(f"a board of more than {MAX_BOARD:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        what = "UTF-16; save it as UTF-8" if utf16 else f"not UTF-8: byte {error.start}"
        raise BadRequest(f"the file is {what}") from None
