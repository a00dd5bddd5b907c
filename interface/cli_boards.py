"""The commands that take a board."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from castable import answers, render
from castable.cli_common import (
    card_options,
    chosen_cards,
    guarded,
    json_option,
    placed,
    print_answer,
    print_lines,
    tell,
)
from castable.library import read_board_at
from castable.model.board.fields import MAX_NAME
from castable.model.card import CardSource
from castable.model.errors import BadRequest, IllegalPayment, Unsupported
from castable.model.state import State
from castable.notation import read_cost, read_mana_cost, read_notation
from castable.question import ZONES, Question
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
_WARNINGS = 20


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
            click.option(
                "--from",
                "zone",
                type=click.Choice(ZONES),
                default="hand",
                show_default=True,
                help="Zone the card is in.",
            ),
        ]
    ):
        command = option(command)
    return command


def _wishes(kicked: tuple[str, ...], unkicked: bool, x: int | None, face: str | None, zone: str) -> Wishes:
    if kicked and unkicked:
        raise BadRequest("--kicked and --unkicked contradict each other")
    if face is not None:
        _check_name(face, "--face")
    with placed("--kicked"):
        costs = tuple(read_cost(text) for text in kicked)
    return Wishes(zone=zone, face=face, kicked=costs if kicked or unkicked else None, x=x)


def _load(board: str) -> tuple[State, CardSource]:
    """The state in a board file; what the file says in vain is warned about."""
    cards = chosen_cards()
    state, warnings = read_board_at(board, cards)
    for warning in warnings[:_WARNINGS]:
        tell(f"warning: {warning}")
    if len(warnings) > _WARNINGS:
        tell(f"warning: and {len(warnings) - _WARNINGS:,} more")
    state.require_supported()
    return state, cards


def _check_name(text: str, at: str) -> None:
    if not 0 < len(text.strip()) <= MAX_NAME:
        raise BadRequest(f"expected a name of 1 to {MAX_NAME} characters", at)


def _subjects(state: State, cards: CardSource, spell: str, wishes: Wishes) -> list[Subject]:
    """A spell, or a bare cost where the text is one in braces."""
    if spell.startswith("{"):
        if wishes.kicked is not None or wishes.face or wishes.zone != "hand":
            raise BadRequest("a bare cost has no kicker, face or zone", "SPELL")
        with placed("SPELL"):
            cost = read_mana_cost(spell)
        return [Subject(name=str(cost), cost=cost)]
    _check_name(spell, "SPELL")
    answers.require_spell(state, cards, spell, wishes.zone)
    try:
        return subjects(state, spell, wishes)
    except IllegalPayment as error:
        raise BadRequest(f"{error.message} (CR {error.rule})", "SPELL") from None


def _question(kind: str, subject_list: list[Subject], spell: str, wishes: Wishes, **options: Any) -> Question:
    """What a command asks, as a question of the query protocol."""
    if subject_list[0].face:
        return Question(kind=kind, spell=spell, wishes=wishes, **options)
    return Question(kind=kind, cost=subject_list[0].cost, wishes=wishes, **options)


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
    subject_list = _subjects(state, cards, spell, wishes)
    kinds = {"floating": floating, "by_object": by_object}
    if as_json:
        print_answer(
            answers.answer(_question("payments", subject_list, spell, wishes, limit=limit, **kinds), state, cards)
        )
        return
    found = Payments(state, subject_list, wishes, **kinds)
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
    state, cards = _load(board)
    wishes = _wishes(**choices)
    if spell.startswith("{"):
        raise BadRequest("a spell is cast; whether a bare cost can be paid `castable payments` says", "SPELL")
    _check_name(spell, "SPELL")
    answers.require_spell(state, cards, spell, wishes.zone)
    result = verdict(state, spell, wishes)
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
    subject_list = _subjects(state, cards, spell, wishes)
    if as_json:
        print_answer(answers.answer(_question("total_cost", subject_list, spell, wishes), state, cards))
        return
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
        print_answer(answers.answer(Question(kind="mana", limit=limit), state, cards))
    else:
        print_lines(render.mana_lines([render.pool_text(pool) for pool in maximal_pools(state)], limit))


@click.command()
@_board
@click.argument("payment")
@json_option
@guarded
def check(board: str, payment: str, as_json: bool) -> None:
    """Judge PAYMENT, in the notation of `castable payments --notation`. Exit status 0 if legal, 1 if not."""
    state, cards = _load(board)
    with placed("PAYMENT"):
        proposed = read_notation(payment)
        if proposed.spell == "cost":
            raise Unsupported("judging the payment of a bare cost")
        answers.require_spell(state, cards, proposed.spell, proposed.choices.zone)
        judged = check_payment(state, proposed)
    if as_json:
        print_answer(answers.judgment_to_data(judged))
    else:
        print_lines(render.judgment_lines(judged))
    sys.exit(0 if judged.legal else 1)
