"""What the commands that take a board share: the board itself, and what is to be paid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from castable import answers
from castable.cli_choices import check_name
from castable.cli_common import card_options, chosen_cards, placed, tell
from castable.library import read_board_at
from castable.model.card import CardSource
from castable.model.cost import Cost
from castable.model.errors import BadRequest, IllegalPayment, TooLarge, unusable_file
from castable.model.state import State
from castable.notation import read_mana_cost
from castable.question import Question
from castable.solver.abilities import ability_subjects
from castable.solver.announce import Subject, Wishes, subjects
from castable.solver.preference.profile import Profile

__all__ = [
    "board_argument",
    "load",
    "question_of",
    "read_profile",
    "subjects_of",
]

_F = TypeVar("_F", bound=Callable[..., Any])
_WARNINGS = 20
_MAX_PROFILE = 1_000_000


def board_argument(command: _F) -> _F:
    """The board, and the options that say which cards there are."""
    board = click.argument("board", type=click.Path(dir_okay=False, allow_dash=True))
    return board(card_options(command))


def load(board: str) -> tuple[State, CardSource]:
    """The state in a board file; what the file says in vain is warned about."""
    cards = chosen_cards()
    state, warnings = read_board_at(board, cards)
    for warning in warnings[:_WARNINGS]:
        tell(f"warning: {warning}")
    if len(warnings) > _WARNINGS:
        tell(f"warning: and {len(warnings) - _WARNINGS:,} more")
    state.require_supported()
    return state, cards


def read_profile(path: str) -> Profile:
    """The weights in a TOML file."""
    with placed("--profile"):
        try:
            with Path(path).open("rb") as handle:
                data = handle.read(_MAX_PROFILE + 1)
            text = data.decode("utf-8")
        except (OSError, ValueError) as error:
            raise unusable_file(error, path) from None
        if len(data) > _MAX_PROFILE:
            raise TooLarge(f"a profile of more than {_MAX_PROFILE:,} bytes")
        return Profile.parse(text, "--profile")


def subjects_of(
    state: State, cards: CardSource, spell: str, wishes: Wishes, ability: Cost | str | None = None
) -> list[Subject]:
    """A spell, an ability of the object of that name, or a bare cost where the text is one in braces."""
    if ability is not None:
        check_name(spell, "SPELL")
        try:
            return ability_subjects(state, spell, ability)
        except IllegalPayment as error:
            raise BadRequest(f"{error.message} (CR {error.rule})", "SPELL") from None
    if spell.startswith("{"):
        if replace(wishes, x=None, halves=None, phyrexian=None) != Wishes():
            raise BadRequest("a bare cost has no kicker, face, zone or other such choices", "SPELL")
        with placed("SPELL"):
            cost = read_mana_cost(spell)
        return [Subject(name=str(cost), cost=cost)]
    check_name(spell, "SPELL")
    answers.require_spell(state, cards, spell, wishes.zone)
    try:
        return subjects(state, spell, wishes)
    except IllegalPayment as error:
        raise BadRequest(f"{error.message} (CR {error.rule})", "SPELL") from None


def question_of(kind: str, subject_list: list[Subject], spell: str, wishes: Wishes, **options: Any) -> Question:
    """What a command asks, as a question of the query protocol."""
    if subject_list[0].face:
        return Question(kind=kind, spell=spell, wishes=wishes, **options)
    if subject_list[0].ability is not None:
        return Question(kind=kind, source=spell, ability=subject_list[0].ability_text, wishes=wishes, **options)
    return Question(kind=kind, cost=subject_list[0].cost, wishes=wishes, **options)
