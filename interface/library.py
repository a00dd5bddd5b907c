"""Boards from text and from files."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

from castable.card_sources import card_source
from castable.model.board import read_board
from castable.model.card import CardSource
from castable.model.errors import BadRequest, TooLarge
from castable.model.state import State

__all__ = ["MAX_BOARD", "card_source", "load_board", "parse_board", "read_board_file"]

MAX_BOARD = 16 * 1024 * 1024
"""Bytes in a board file; a larger one is `TooLarge`."""


def parse_board(text: str, cards: CardSource | None = None) -> State:
    """A state from the text of a board: JSON of the query protocol or Forge's game-state text.

    What the text says in vain is warned about (`UserWarning`); what is wrong with it raises `BadRequest`.
    """
    state, notes = read_board(text, cards or card_source())
    for note in notes:
        warnings.warn(note, stacklevel=2)
    state.require_supported()
    return state


def load_board(path: str | os.PathLike[str], cards: CardSource | None = None) -> State:
    """As `parse_board`, from a file."""
    return parse_board(read_board_file(os.fspath(path)), cards)


def read_board_file(path: str) -> str:
    """The text of a board file, `-` for standard input. Raises `BadRequest` for a file that cannot be read."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BOARD + 1)
        else:
            with Path(path).open("rb") as handle:
                data = handle.read(MAX_BOARD + 1)
    except (OSError, ValueError) as error:
        raise BadRequest(getattr(error, "strerror", None) or "the file cannot be read", path) from None
    if len(data) > MAX_BOARD:
        raise TooLarge(f"a board of more than {MAX_BOARD:,} bytes", path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRequest(f"the file is not UTF-8: byte {error.start}", path) from None
