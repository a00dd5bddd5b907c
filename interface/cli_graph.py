"""The commands about where mana comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from castable.cli_asking import board_argument, load, subjects_of
from castable.cli_choices import ability_of, check_name, choice_options, wishes_of
from castable.cli_common import guarded, json_option, print_answer, print_lines, tell
from castable.could_produce import could_produce_answer, could_produce_lines
from castable.graph_picture import Picture, picture_of
from castable.graph_svg import graph_svg
from castable.graph_text import dot_lines, mermaid_lines, text_lines
from castable.model.card import CardSource
from castable.model.cost import Cost
from castable.model.errors import BadRequest, unusable_file
from castable.model.state import State
from castable.solver.announce import Wishes
from castable.solver.graph import mana_graph
from castable.solver.payments import Payments

__all__ = ["could_produce", "graph"]


@click.command("could-produce")
@board_argument
@click.argument("permanent")
@json_option
@guarded
def could_produce(board: str, permanent: str, as_json: bool) -> None:
    """List the types of mana that PERMANENT could produce, and why (a name, 'Name#2' or a `ref` of the board)."""
    state, _ = load(board)
    check_name(permanent, "PERMANENT")
    if as_json:
        print_answer(could_produce_answer(state, permanent.strip(), "PERMANENT"))
    else:
        print_lines(could_produce_lines(state, permanent, "PERMANENT"))


@click.command()
@board_argument
@click.option("--spell", help="Show its cost too (a card of yours, or a bare cost) and one payment.")
@choice_options
@click.option("--text", "form", flag_value="text", default=True, help="Lines of text (the default).")
@click.option("--dot", "form", flag_value="dot", help="A graph for Graphviz.")
@click.option("--mermaid", "form", flag_value="mermaid", help="A graph for Mermaid.")
@click.option("--svg", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE", help="Write a drawing.")
@guarded
def graph(board: str, spell: str | None, form: str, svg: str | None, **choices: Any) -> None:
    """Show the sources of all players, the types of mana they could produce and which of them read those of others."""
    state, cards = load(board)
    wishes = wishes_of(**choices)
    ability = ability_of(choices["ability"])
    if spell is None and (wishes != Wishes() or ability is not None):
        raise BadRequest("choices belong to a spell: name it", "--spell")
    picture = _picture(state, cards, spell, wishes, ability)
    if svg is None:
        print_lines({"text": text_lines, "dot": dot_lines, "mermaid": mermaid_lines}[form](picture))
    elif svg == "-":
        click.echo(graph_svg(picture), nl=False)
    else:
        try:
            Path(svg).write_text(graph_svg(picture), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadRequest(str(unusable_file(error, svg)), "--svg") from None
        tell(f"wrote {svg}")


def _picture(state: State, cards: CardSource, spell: str | None, wishes: Wishes, ability: Cost | str | None) -> Picture:
    """The picture, with the first announcement of the spell that can be paid for, else the first of all."""
    found = mana_graph(state)
    if spell is None:
        return picture_of(found)
    ways = Payments(state, subjects_of(state, cards, spell, wishes, ability), wishes)
    announced = next(ways.payable(), None)
    if announced:
        name, total = announced.subject.name, announced.total.mana
        return picture_of(found, name, total, ways.first(announced), ways.count_of(announced))
    if not ways.announced:
        raise BadRequest(f"{spell} cannot be announced so", "--spell")
    return picture_of(found, ways.announced[0].subject.name, ways.announced[0].total.mana)
