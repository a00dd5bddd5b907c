"""The commands that look ahead: values of X, plays in a row, why not."""

from __future__ import annotations

import sys
from typing import Any

import click

from castable import answers, render_plans
from castable.cause_json import explanation_to_data
from castable.cli_asking import board_argument, load, question_of, subjects_of
from castable.cli_choices import ability_of, check_name, choice_options, wishes_of
from castable.cli_common import guarded, json_option, placed, print_answer, print_lines
from castable.model.card import CardSource
from castable.model.errors import BadRequest, Unsupported
from castable.model.payment import Activation, Payment
from castable.model.state import State
from castable.plan_answers import turn_to_data
from castable.question import Question
from castable.solver.announce import Wishes
from castable.solver.explanation import explain as explain_spell
from castable.solver.explanation import explain_ability, explain_cost
from castable.solver.sequence import AbilityPlay, LandPlay, Play, SpellPlay
from castable.solver.sequence import sequence as in_sequence
from castable.solver.turn import whole_turn
from castable.solver.x_values import x_values

__all__ = ["explain", "sequence", "turn", "x"]


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@json_option
@guarded
def x(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """List every X with which SPELL can be cast now. Exit status 1 when there is none."""
    state, cards = load(board)
    wishes = wishes_of(**choices)
    if choices["ability"] is not None:
        raise Unsupported("castable lists values of X for spells only", "--ability")
    _require(state, cards, spell, wishes)
    found = x_values(state, spell, wishes)
    if as_json:
        print_answer(answers.answer(Question(kind="x_values", spell=spell, wishes=wishes), state, cards))
    else:
        print_lines(render_plans.values_lines(spell, found))
    sys.exit(0 if found.values else 1)


@click.command()
@board_argument
@click.argument("spell")
@choice_options
@json_option
@guarded
def explain(board: str, spell: str, as_json: bool, **choices: Any) -> None:
    """Say why SPELL (or a bare cost such as '{2}{G}') cannot be cast: every cause, and what one change would do.

    Exit status 0 when it can be cast, 1 when not.
    """
    state, cards = load(board)
    wishes = wishes_of(**choices)
    if (ability := ability_of(choices["ability"])) is not None:
        check_name(spell, "SPELL")
        found = explain_ability(state, spell, ability, wishes)
    elif spell.startswith("{"):
        question = question_of("explain", subjects_of(state, cards, spell, wishes), spell, wishes)
        assert question.cost is not None
        found = explain_cost(state, question.cost, wishes)
    else:
        _require(state, cards, spell, wishes)
        found = explain_spell(state, spell, wishes)
    if as_json:
        print_answer(explanation_to_data(found))
    else:
        print_lines(render_plans.explanation_lines(spell, found))
    sys.exit(0 if found.castable else 1)


@click.command()
@board_argument
@click.argument("plays", nargs=-1, required=True, metavar="PLAY...")
@json_option
@guarded
def sequence(board: str, plays: tuple[str, ...], as_json: bool) -> None:
    """Say whether the plays can be made one after the other, each resolving before the next.

    A PLAY is a card, with choices as `castable payments --notation` writes them ('Kavu Titan; kicked {2}{G}'), or a
    mana ability ('Forest: {T} -> {G}'). Exit status 0 when they can all be made, 1 when not.
    """
    state, cards = load(board)
    asked = tuple(_read_play(text, cards) for text in plays)
    if as_json:
        data = answers.answer(Question(kind="sequence", plays=asked), state, cards)
        print_answer(data)
        sys.exit(0 if data["possible"] else 1)
    with placed("PLAY"):
        made = in_sequence(state, asked)
    print_lines(render_plans.sequence_lines(asked, made))
    sys.exit(0 if made.possible else 1)


@click.command()
@board_argument
@json_option
@guarded
def turn(board: str, as_json: bool) -> None:
    """List the largest sets of cards in your hand that can all be played now, with a payment for each card."""
    state, _ = load(board)
    found = whole_turn(state)
    if as_json:
        print_answer(turn_to_data(found))
    else:
        print_lines(render_plans.turn_lines(found))


def _require(state: State, cards: CardSource, spell: str, wishes: Wishes) -> None:
    check_name(spell, "SPELL")
    if spell.startswith("{"):
        raise BadRequest("expected a card", "SPELL")
    answers.require_spell(state, cards, spell, wishes.zone)


def _read_play(text: str, cards: CardSource) -> Play:
    """A play in the notation of payments."""
    with placed("PLAY"):
        if " -> " in text:
            used = Activation.parse(text)
            return AbilityPlay(source=used.source, ability=used.ability, adds=used.adds)
        read = Payment.parse(f"{text}; total {{0}}")
        card = cards.find(read.spell)
        if all(face.is_land for face in card.faces):
            return LandPlay(land=read.spell)
        chosen = read.choices
        wishes = Wishes(
            zone=chosen.zone,
            face=chosen.face or None,
            alternative=chosen.alternative or None,
            kicked=chosen.kicked or None,
            x=chosen.x,
            phyrexian=chosen.phyrexian or None,
            optional=chosen.optional,
        )
        return SpellPlay(spell=read.spell, wishes=wishes)
