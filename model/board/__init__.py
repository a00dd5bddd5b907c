"""Boards: a `State` read from text or data, and written."""

from castable.model.board.forge import read_forge, write_forge
from castable.model.board.problems import BoardProblems, Problem
from castable.model.board.protocol import read_restriction, state_from_data
from castable.model.board.text import parse_json, read_board
from castable.model.board.writing import state_to_data

__all__ = [
    "BoardProblems",
    "Problem",
    "parse_json",
    "read_board",
    "read_forge",
    "read_restriction",
    "state_from_data",
    "state_to_data",
    "write_forge",
]
