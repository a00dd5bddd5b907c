"""The command `castable`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from castable import answers, render
from castable.library import card_source, read_board_file
from castable.model.board import read_board
from castable.model.card import CardSource
from castable.model.errors import BadRequest, CastableError, IllegalPayment
from castable.model.payment import Payment
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.payment_json import read_cost
from castable.question import Question
from castable.solver.announce import Subject, Wishes, subjects
from castable.solver.check import check as check_payment
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.plays import plays as all_plays
from castable.solver.plays import verdict
from castable.solver.pools import maximal_pools
from castable.solver.total_cost import total_costs

__all__ = ["main"]

_F = TypeVar("_F", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="castable", prog_name="castable")
def main() -> None:
    """Every legal way to pay for a Magic: The Gathering spell.

    BOARD is a file with a game state (JSON of the query protocol or Forge's game-state text), `-` for standard input.
    """


def _guarded(command: _F) -> _F:
    """Errors of castable end a command with status 2 and a message on standard error."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except CastableError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(2)
        except BrokenPipeError:
            sys.stdout = open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115 - the reader is gone
            sys.exit(1)

    return run  # type: ignore[return-value]


_board = click.argument("board", type=click.Path(dir_okay=False, allow_dash=True))
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def _choices(command: _F) -> _F:
    """Options for what is announced."""
    for option in reversed(
        [
            click.option("--kicked", multiple=True, metavar="COST", help="Pay this kicker cost (may be repeated)."),
            click.option("--unkicked", is_flag=True, help="Pay no kicker cost."),
            click.option("--x", type=click.IntRange(0, 10**6), help="Choose X."),
            click.option("--face", help="Cast this face of the card."),
            click.option("--from", "zone", default="hand", show_default=True, help="Zone the card is in."),
        ]
    ):
        command = option(command)
    return command


def _wishes(kicked: tuple[str, ...], unkicked: bool, x: int | None, face: str | None, zone: str) -> Wishes:
    if kicked and unkicked:
        raise BadRequest("--kicked and --unkicked contradict each other")
    costs = tuple(read_cost(text) for text in kicked)
    return Wishes(zone=zone, face=face, kicked=costs if kicked or unkicked else None, x=x)


def _load(board: str) -> tuple[State, CardSource]:
    """The state in a board file; what the file says in vain is warned about."""
    cards = card_source()
    state, warnings = read_board(read_board_file(board), cards)
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    state.require_supported()
    return state, cards


def _subjects(state: State, spell: str, wishes: Wishes) -> list[Subject]:
    """A spell, or a bare cost where the text is one in braces."""
    if spell.startswith("{"):
        cost = ManaCost.parse(spell)
        return [Subject(name=str(cost), cost=cost)]
    return subjects(state, spell, wishes)


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


@main.command()
@_board
@click.argument("spell")
@_choices
@click.option("--limit", type=click.IntRange(0, 10**6), default=20, show_default=True, help="Payments to show.")
@click.option("--floating", is_flag=True, help="List wasteful payments too (over-production is legal).")
@click.option("--by-object", is_flag=True, help="Tell interchangeable permanents apart.")
@click.option("--notation", is_flag=True, help="One-line notation that `castable check` reads.")
@_json
@_guarded
def payments(
    board: str, spell: str, limit: int, floating: bool, by_object: bool, notation: bool, as_json: bool, **choices: Any
) -> None:
    """List every way to pay for SPELL (a card in your hand, or a bare cost such as '{2}{G}')."""
    state, cards = _load(board)
    wishes = _wishes(**choices)
    try:
        found = Payments(state, _subjects(state, spell, wishes), wishes, floating=floating, by_object=by_object)
    except IllegalPayment as error:
        raise BadRequest(f"{error.message} (CR {error.rule})") from None
    if as_json:
        bare = found.subjects[0].cost if not found.subjects[0].face else None
        question = Question(
            kind="payments",
            spell=spell,
            cost=bare,
            wishes=wishes,
            limit=limit,
            floating=floating,
            by_object=by_object,
        )
        _print_json(answers.answer(question, state, cards))
        return
    lines = list(render.payments_lines(found, limit, notation))
    if not found:
        lines += [f"  {render.cause_text(why_unpayable(found))}"]
    render.emit(lines)


@main.command()
@_board
@click.argument("spell")
@_choices
@_json
@_guarded
def can(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Say whether SPELL can be cast now, and if not, why. Exit status 0 for yes, 1 for no."""
    state, _ = _load(board)
    result = verdict(state, spell, _wishes(**choices))
    if as_json:
        data: dict[str, Any] = {"castable": result.castable}
        if result.cause:
            data["reason"] = answers.cause_to_data(result.cause)
        _print_json(data)
    else:
        render.emit(render.verdict_lines(spell, result))
    sys.exit(0 if result.castable else 1)


@main.command()
@_board
@click.argument("spell")
@_choices
@_json
@_guarded
def cost(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Show every total cost of SPELL and how it comes about."""
    state, cards = _load(board)
    wishes = _wishes(**choices)
    if as_json:
        question = Question(kind="total_cost", spell=spell, wishes=wishes)
        _print_json(answers.answer(question, state, cards))
        return
    subject_list = _subjects(state, spell, wishes)
    announced = total_costs(state, subject_list, wishes)
    if not announced:
        raise BadRequest(why_unpayable(Payments(state, subject_list, wishes)).text)
    render.emit(render.cost_lines(announced))


@main.command()
@_board
@_json
@_guarded
def plays(board: str, as_json: bool) -> None:
    """List every legal play, and why the other cards cannot be played."""
    state, cards = _load(board)
    if as_json:
        _print_json(answers.answer(Question(kind="plays"), state, cards))
    else:
        render.emit(render.plays_lines(all_plays(state)))


@main.command()
@_board
@click.option("--limit", type=click.IntRange(0, 10**6), default=50, show_default=True, help="Pools to show.")
@_json
@_guarded
def mana(board: str, limit: int, as_json: bool) -> None:
    """List the most mana your pool can hold, by mana abilities alone."""
    state, cards = _load(board)
    if as_json:
        _print_json(answers.answer(Question(kind="mana"), state, cards))
    else:
        render.emit(render.mana_lines(maximal_pools(state), limit))


@main.command()
@_board
@click.argument("payment")
@_json
@_guarded
def check(board: str, payment: str, as_json: bool) -> None:
    """Judge PAYMENT, in the notation of `castable payments --notation`. Exit status 0 if legal, 1 if not."""
    state, _ = _load(board)
    judged = check_payment(state, Payment.parse(payment))
    if as_json:
        data: dict[str, Any] = {"legal": judged.legal}
        if not judged.legal:
            data |= {"rule": judged.rule, "text": judged.text, "step": judged.step}
        _print_json(data)
    else:
        render.emit(render.judgment_lines(judged))
    sys.exit(0 if judged.legal else 1)


@main.group()
def cards() -> None:
    """Look at the cards castable knows."""


@cards.command()
@click.argument("name")
@_json
@_guarded
def show(name: str, as_json: bool) -> None:
    """Show how castable reads the card NAME."""
    card = card_source().find(name)
    if as_json:
        _print_json(answers.card_answer(card))
    else:
        render.emit(render.card_lines(card))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), default="-")
@_guarded
def query(file: str) -> None:
    """Answer questions of the query protocol, one JSON object a line, from FILE or standard input."""
    from castable.query import serve

    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if file == "-":
        serve(sys.stdin.buffer, sys.stdout, card_source())
        return
    try:
        with Path(file).open("rb") as requests:
            serve(requests, sys.stdout, card_source())
    except OSError as error:
        raise BadRequest(error.strerror or "cannot be read", file) from None
