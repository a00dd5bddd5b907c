"""The commands that take a board."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from castable import answers, render
from castable.cli_common import card_options, chosen_cards, guarded, json_option, print_answer, print_lines
from castable.library import read_board_file
from castable.model.board import read_board
from castable.model.card import CardSource
from castable.model.errors import BadRequest, IllegalPayment
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

__all__ = ["can", "check", "cost", "mana", "payments", "plays"]

_F = TypeVar("_F", bound=Callable[..., Any])


def _board(command: _F) -> _F:
    """The board, and the options that say which cards there are."""
    board = click.argument("board", type=click.Path(dir_okay=False, allow_dash=True))
    return board(card_options(command))


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
    cards = chosen_cards()
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


@click.command()
@_board
@click.argument("spell")
@_choices
@click.option("--limit", type=click.IntRange(0, 10**6), default=20, show_default=True, help="Payments to show.")
@click.option("--floating", is_flag=True, help="List wasteful payments too (over-production is legal).")
@click.option("--by-object", is_flag=True, help="Tell interchangeable permanents apart.")
@click.option("--notation", is_flag=True, help="One-line notation that `castable check` reads.")
@json_option
@guarded
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
        print_answer(answers.answer(question, state, cards))
        return
    lines = list(render.payments_lines(found, limit, notation))
    if not found:
        lines += [f"  {render.cause_text(why_unpayable(found))}"]
    print_lines(lines)


@click.command()
@_board
@click.argument("spell")
@_choices
@json_option
@guarded
def can(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Say whether SPELL can be cast now, and if not, why. Exit status 0 for yes, 1 for no."""
    state, _ = _load(board)
    result = verdict(state, spell, _wishes(**choices))
    if as_json:
        data: dict[str, Any] = {"castable": result.castable}
        if result.cause:
            data["reason"] = answers.cause_to_data(result.cause)
        print_answer(data)
    else:
        print_lines(render.verdict_lines(spell, result))
    sys.exit(0 if result.castable else 1)


@click.command()
@_board
@click.argument("spell")
@_choices
@json_option
@guarded
def cost(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Show every total cost of SPELL and how it comes about."""
    state, cards = _load(board)
    wishes = _wishes(**choices)
    if as_json:
        question = Question(kind="total_cost", spell=spell, wishes=wishes)
        print_answer(answers.answer(question, state, cards))
        return
    subject_list = _subjects(state, spell, wishes)
    announced = total_costs(state, subject_list, wishes)
    if not announced:
        raise BadRequest(why_unpayable(Payments(state, subject_list, wishes)).text)
    print_lines(render.cost_lines(announced))


@click.command()
@_board
@json_option
@guarded
def plays(board: str, as_json: bool) -> None:
    """List every legal play, and why the other cards cannot be played."""
    state, cards = _load(board)
    if as_json:
        print_answer(answers.answer(Question(kind="plays"), state, cards))
    else:
        print_lines(render.plays_lines(all_plays(state)))


@click.command()
@_board
@click.option("--limit", type=click.IntRange(0, 10**6), default=50, show_default=True, help="Pools to show.")
@json_option
@guarded
def mana(board: str, limit: int, as_json: bool) -> None:
    """List the most mana your pool can hold, by mana abilities alone."""
    state, cards = _load(board)
    if as_json:
        print_answer(answers.answer(Question(kind="mana"), state, cards))
    else:
        print_lines(render.mana_lines(maximal_pools(state), limit))


@click.command()
@_board
@click.argument("payment")
@json_option
@guarded
def check(board: str, payment: str, as_json: bool) -> None:
    """Judge PAYMENT, in the notation of `castable payments --notation`. Exit status 0 if legal, 1 if not."""
    state, _ = _load(board)
    judged = check_payment(state, Payment.parse(payment))
    if as_json:
        data: dict[str, Any] = {"legal": judged.legal}
        if not judged.legal:
            data |= {"rule": judged.rule, "text": judged.text, "step": judged.step}
        print_answer(data)
    else:
        print_lines(render.judgment_lines(judged))
    sys.exit(0 if judged.legal else 1)
