"""Answers about what could be done: values of X, plays in a row, a spell once it is cast, and why not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from castable.cause_json import cause_to_data, explanation_to_data
from castable.model.card import CardSource
from castable.model.errors import BadRequest, UnknownCard
from castable.model.payment import Payment, untagged
from castable.model.state import State
from castable.payment_json import PartialPayment, before_to_data, mana_to_data, payment_to_data
from castable.question import Question
from castable.solver.after_cast import after_cast
from castable.solver.beforehand import beforehand
from castable.solver.explanation import explain, explain_ability, explain_cost
from castable.solver.sequence import AbilityPlay, LandPlay, SpellPlay, sequence
from castable.solver.turn import Turn
from castable.solver.x_values import x_values, x_values_of_ability, x_values_of_cost

__all__ = ["after_cast_answer", "explain_answer", "sequence_answer", "turn_to_data", "x_values_answer"]


def x_values_answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """Every legal X in order, with the reason where there is none."""
    if question.cost is not None:
        found = x_values_of_cost(state, question.cost, question.wishes)
    elif question.ability is not None:
        found = x_values_of_ability(state, question.source, question.ability, question.wishes)
    else:
        found = x_values(state, question.spell, question.wishes)
    data: dict[str, Any] = {"x": list(found.values)}
    if found.cause is not None:
        data["reason"] = cause_to_data(found.cause)
    return data


def explain_answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """All causes of a no with hints, or an example of a yes."""
    if question.cost is not None:
        return explanation_to_data(explain_cost(state, question.cost, question.wishes))
    if question.ability is not None:
        return explanation_to_data(explain_ability(state, question.source, question.ability, question.wishes))
    found = explain(state, question.spell, question.wishes)
    if not found.castable and (first := beforehand(state, question.spell, question.wishes)):
        return {**before_to_data(first), "causes": [], "hints": []}
    return explanation_to_data(found)


def sequence_answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """Whether the plays can be made in order, with a payment for each (null for a land), or the play that fails."""
    for at, play in enumerate(question.plays):
        if not isinstance(play, AbilityPlay):
            field, name = ("spell", play.spell) if isinstance(play, SpellPlay) else ("land", play.land)
            try:
                cards.find(name)
            except UnknownCard as error:
                raise UnknownCard(error.message, f"ask.plays[{at}].{field}") from None
    try:
        found = sequence(state, question.plays)
    except BadRequest as error:
        field = "land" if isinstance(question.plays[0], LandPlay) else "spell"
        raise BadRequest(error.message, f"ask.plays[0].{field}") from None
    if found.cause is None:
        listed = [payment_to_data(payment) if payment else None for payment in found.payments]
        return {"possible": True, "payments": listed}
    return {"possible": False, "reason": {**cause_to_data(found.cause), "play": found.failed}}


def turn_to_data(found: Turn) -> dict[str, Any]:
    """The largest sets of cards that can all be played, and those that are not decided."""
    return {
        "largest": [
            {
                "cards": list(one.names),
                "payments": [payment_to_data(payment) if payment else None for payment in one.payments],
            }
            for one in found.largest
        ],
        "undecided": [{"cards": list(one.names), "why": one.why} for one in found.undecided],
    }


def after_cast_answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """The facts of the spell on the stack."""
    proposed = question.payment
    meant = None if proposed is None else lambda payment: _is_like(payment, proposed)
    facts = after_cast(state, question.spell, question.wishes, meant)
    data: dict[str, Any] = {
        "kicked": list(facts.kicked),
        "mana_spent": facts.mana_spent,
        "colors_spent": [str(color) for color in facts.colors_spent],
        "spent": str(facts.spent),
        "snow_spent": facts.snow_spent,
        "mana_value": facts.mana_value,
        "pool": mana_to_data(facts.pool),
        "life": facts.life,
    }
    if facts.x is not None:
        data["x"] = facts.x
    if facts.mana_value_in_play is not None:
        data["mana_value_in_play"] = facts.mana_value_in_play
    if facts.spent_from is not None:
        data["spent_from"] = dict(facts.spent_from)
    return data


def _is_like(payment: Payment, proposed: PartialPayment) -> bool:
    """Whether a payment is as the proposed one says, where it says anything."""
    return all(_part(payment, name) == _part(proposed.payment, name) for name in proposed.said - {"choices"})


def _part(payment: Payment, name: str) -> object:
    """One field of a payment in a form to compare: order, labels and tags aside."""
    match name:
        case "total_cost":
            return payment.total.mana
        case "activations":
            uses: Counter[tuple[str, ...]] = Counter()
            for one in payment.activations:
                uses[one.source.casefold(), str(one.ability), str(one.adds)] += one.count
            return uses
        case "spends" | "floating":
            return str(getattr(payment, name))
        case "taps" | "exiles" | "sacrifices" | "discards" | "returns":
            return sorted(untagged(entry).casefold() for entry in getattr(payment, name))
    return getattr(payment, name)
