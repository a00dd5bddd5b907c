"""The commands that take a board."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any, NoReturn

import click

from castable import answers, render
from castable.cli_asking import (
    board_argument,
    load,
    question_of,
    read_profile,
    subjects_of,
)
from castable.cli_choices import ability_of, check_name, choice_options, wishes_of
from castable.cli_common import guarded, json_option, placed, print_answer, print_lines
from castable.model.errors import BadRequest, Unsupported
from castable.notation import read_notation
from castable.payment_json import before_to_data
from castable.question import Question
from castable.solver.beforehand import beforehand
from castable.solver.check import check as check_payment
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.plays import Verdict, activation_verdict, verdict
from castable.solver.plays import plays as all_plays
from castable.solver.pools import mana_options
from castable.solver.total_cost import total_costs

__all__ = ["best", "can", "check", "cost", "mana", "payments", "plays"]


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@click.option("--limit", type=click.IntRange(0, 10**6), show_default="20", help="Payments to show.")
@click.option("--sample", type=click.IntRange(1, 10_000), help="Show so many drawn at random instead, each from all.")
@click.option("--seed", type=click.IntRange(0, 2**64), show_default="0", help="Which ones --sample draws.")
@click.option("--floating", is_flag=True, help="List wasteful payments too (over-production is legal).")
@click.option("--by-object", is_flag=True, help="Tell interchangeable permanents apart.")
@click.option("--notation", is_flag=True, help="One payment a line, as `castable check` reads it.")
@json_option
@guarded
def payments(
    board: str,
    spell: str,
    limit: int | None,
    sample: int | None,
    seed: int | None,
    floating: bool,
    by_object: bool,
    notation: bool,
    as_json: bool,
    **choices: Any,
) -> None:
    """List every way to pay for SPELL (a card in your hand, or a bare cost such as '{2}{G}')."""
    if sample is not None and limit is not None:
        raise BadRequest("a sample is drawn from all payments", "--limit")
    if sample is None and seed is not None:
        raise BadRequest("a seed belongs to a --sample", "--seed")
    limit, seed = 20 if limit is None else limit, seed or 0
    state, cards = load(board)
    wishes = wishes_of(**choices)
    subject_list = subjects_of(state, cards, spell, wishes, ability_of(choices["ability"]))
    kinds = {"floating": floating, "by_object": by_object}
    if as_json:
        listed = {"limit": limit, "sample": sample, "seed": seed}
        print_answer(
            answers.answer(question_of("payments", subject_list, spell, wishes, **listed, **kinds), state, cards)
        )
        return
    found = Payments(state, subject_list, wishes, **kinds)
    drawn = None if sample is None else answers.sampled(found, sample, seed)
    if notation:
        print_lines(render.notation_lines(islice(found, limit) if drawn is None else drawn))
        return
    lines = list(render.payments_lines(found, limit) if drawn is None else render.sampled_lines(found, drawn))
    if not found:
        lines += [f"  {render.cause_text(why_unpayable(found))}"]
    print_lines(lines)


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@click.option("--keep", multiple=True, metavar="CARD", help="A card in hand to stay castable (may be repeated).")
@click.option("--avoid", multiple=True, metavar="CARD", help="A permanent, or ref, to leave alone (may be repeated).")
@click.option("--profile", type=click.Path(dir_okay=False), help="A file with weights of your own (TOML).")
@json_option
@guarded
def best(
    board: str,
    spell: str,
    keep: tuple[str, ...],
    avoid: tuple[str, ...],
    profile: str | None,
    as_json: bool,
    **choices: Any,
) -> None:
    """Pick the payment for SPELL that a sensible player makes, and say why."""
    state, cards = load(board)
    wishes = wishes_of(**choices)
    weights = read_profile(profile) if profile else None
    ways = Payments(state, subjects_of(state, cards, spell, wishes, ability_of(choices["ability"])), wishes)
    found = ways.best(keep=keep, avoid=avoid, profile=weights)
    if as_json:
        print_answer(answers.best_to_data(found))
    else:
        print_lines(render.best_lines(found))


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@json_option
@guarded
def can(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Say whether SPELL can be cast (or an ability of it activated) now, and if not, why.

    Exit status 0 for yes, 1 for no.
    """
    state, cards = load(board)
    wishes = wishes_of(**choices)
    if (ability := ability_of(choices["ability"])) is not None:
        check_name(spell, "SPELL")
        result = activation_verdict(state, spell, ability, wishes)
        _tell_verdict(f"{spell}: {choices['ability']}", result, as_json, "activated")
    if spell.startswith("{"):
        raise BadRequest("a spell is cast; whether a bare cost can be paid `castable payments` says", "SPELL")
    check_name(spell, "SPELL")
    answers.require_spell(state, cards, spell, wishes.zone)
    found = verdict(state, spell, wishes)
    if not found and (first := beforehand(state, spell, wishes)):
        if as_json:
            print_answer(before_to_data(first))
        else:
            print_lines(render.before_lines(spell, first))
        return
    _tell_verdict(spell, found, as_json)


def _tell_verdict(what: str, result: Verdict, as_json: bool, done: str = "cast") -> NoReturn:
    if as_json:
        print_answer(answers.verdict_to_data(result, "castable" if done == "cast" else "activatable"))
    else:
        print_lines(render.verdict_lines(what, result, done))
    sys.exit(0 if result.castable else 1)


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@json_option
@guarded
def cost(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Show every total cost of SPELL and how it comes about."""
    state, cards = load(board)
    wishes = wishes_of(**choices)
    subject_list = subjects_of(state, cards, spell, wishes, ability_of(choices["ability"]))
    if as_json:
        print_answer(answers.answer(question_of("total_cost", subject_list, spell, wishes), state, cards))
        return
    announced = total_costs(state, subject_list, wishes)
    if not announced:
        raise BadRequest(why_unpayable(Payments(state, subject_list, wishes)).text)
    print_lines(render.cost_lines(announced))


@click.command()
@board_argument
@click.option("--no-count", is_flag=True, help="Leave out how many payments there are, and the examples.")
@json_option
@guarded
def plays(board: str, no_count: bool, as_json: bool) -> None:
    """List every legal play, and why the other cards cannot be played."""
    state, cards = load(board)
    if as_json:
        print_answer(answers.answer(Question(kind="plays", counts=not no_count), state, cards))
    else:
        found = all_plays(state)
        print_lines(render.plays_lines(found if no_count else found.counted(), not no_count))


@click.command()
@board_argument
@click.option("--limit", type=click.IntRange(0, 10**6), default=50, show_default=True, help="Pools to show.")
@json_option
@guarded
def mana(board: str, limit: int, as_json: bool) -> None:
    """List the most mana your pool can hold, by mana abilities alone."""
    state, cards = load(board)
    if as_json:
        print_answer(answers.answer(Question(kind="mana", limit=limit), state, cards))
    else:
        options = mana_options(state)
        pools = [render.pool_text(pool) for pool in options.maximal]
        print_lines(render.mana_lines(pools, limit, render.pool_text(options.unbounded)))


@click.command()
@board_argument
@click.argument("payment")
@json_option
@guarded
def check(board: str, payment: str, as_json: bool) -> None:
    """Judge PAYMENT, in the notation of `castable payments --notation`. Exit status 0 if legal, 1 if not."""
    state, cards = load(board)
    with placed("PAYMENT"):
        proposed = read_notation(payment)
        if proposed.spell == "cost":
            raise Unsupported("judging the payment of a bare cost")
        if not proposed.choices.ability:
            answers.require_spell(state, cards, proposed.spell, proposed.choices.zone)
        judged = check_payment(state, proposed)
    if as_json:
        print_answer(answers.judgment_to_data(judged))
    else:
        print_lines(render.judgment_lines(judged))
    sys.exit(0 if judged.legal else 1)
