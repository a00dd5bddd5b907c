"""The command that tells who decides what when something happens."""

from __future__ import annotations

import click

from castable import answers
from castable.choices import choices_lines
from castable.cli_asking import board_argument, load
from castable.cli_common import guarded, json_option, placed, print_answer, print_lines
from castable.event_json import event_from_text
from castable.model.board import parse_json
from castable.question import read_question

__all__ = ["choices"]


@click.command()
@board_argument
@click.argument("event")
@click.option("--answer", "given", multiple=True, metavar="OPTION", help="Answer the next decision (may be repeated).")
@json_option
@guarded
def choices(board: str, event: str, given: tuple[str, ...], as_json: bool) -> None:
    """List the decisions that EVENT brings: whose they are, what the player sees, the options.

    An EVENT is 'enters Ana Battlemage; kicked {1}{B}', 'cast Shock', 'resolve Will, Scholar of Frost; ability +1',
    'damage Grizzly Bears -> opponent 1: 2; first Elves -> you: 1', or JSON as in the query protocol.
    """
    state, cards = load(board)
    with placed("EVENT"):
        data = parse_json(event) if event.lstrip().startswith("{") else event_from_text(event)
        question = read_question({"kind": "choices", "event": data, "answers": list(given)})
        if as_json:
            print_answer(answers.answer(question, state, cards))
        else:
            print_lines(list(choices_lines(question, state, cards)))
