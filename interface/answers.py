"""Answers to the questions of the query protocol, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from castable.card_answer import card_answer
from castable.cause_json import cause_to_data
from castable.choices import choices_answer
from castable.model.card import CardSource
from castable.model.errors import BadRequest, IllegalPayment, NoSuchPayment, TooLarge, UnknownCard, Unsupported
from castable.model.mana import TYPES, Mana
from castable.model.payment import Payment
from castable.model.state import State
from castable.payment_json import before_to_data, choices_to_data, mana_to_data, payment_to_data, total_to_data
from castable.plan_answers import after_cast_answer, explain_answer, sequence_answer, x_values_answer
from castable.question import Question
from castable.solver.abilities import ability_subjects
from castable.solver.announce import CASTING_ZONES, Subject, find_card, subjects
from castable.solver.beforehand import beforehand
from castable.solver.best import Best
from castable.solver.check import Judgment, check
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.plain_sources import is_so_without_some
from castable.solver.plays import Play, Verdict, activation_verdict, plays, verdict
from castable.solver.pools import mana_options
from castable.solver.total_cost import total_costs

__all__ = [
    "answer",
    "best_to_data",
    "judgment_to_data",
    "require_spell",
    "sampled",
    "verdict_to_data",
]


def answer(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    """The answer to a question about a state. Raises `CastableError` where there is none."""
    if question.spell:
        require_spell(state, cards, question.spell, question.wishes.zone)
    try:
        return _ANSWERS[question.kind](question, state, cards)
    except TooLarge as error:
        raise TooLarge(error.message, error.at or "ask") from None


def require_spell(state: State, cards: CardSource, spell: str, zone: str) -> None:
    """Raise if you have no such card in that zone: `UnknownCard`, or `BadRequest` that says where there is one."""
    if zone not in CASTING_ZONES:
        raise Unsupported(f"casting from {zone}", "ask.from")
    try:
        find_card(state, spell, zone)
    except BadRequest as error:
        try:
            cards.find(spell)
        except UnknownCard as unknown:
            raise UnknownCard(unknown.message, error.at) from None
        others = [other for other in ("hand", "command", "graveyard", "exile", "library") if other != zone]
        there = [other for other in others if _is_in(state, spell, other)]
        hint = f"; there is one in another zone (`from`): {', '.join(there)}" if there else ""
        raise BadRequest(error.message + hint, error.at) from None


def _is_in(state: State, spell: str, zone: str) -> bool:
    try:
        find_card(state, spell, zone)
    except BadRequest:
        return False
    return True


def _castable(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    found = verdict(state, question.spell, question.wishes)
    if not found and (first := beforehand(state, question.spell, question.wishes)):
        return before_to_data(first)
    return verdict_to_data(found)


def _activatable(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    assert question.ability is not None
    result = activation_verdict(state, question.source, question.ability, question.wishes)
    return verdict_to_data(result, "activatable")


def verdict_to_data(result: Verdict, key: str = "castable") -> dict[str, Any]:
    """Whether a spell can be cast or an ability activated, with the reason for a no."""
    if result.cause is None:
        return {key: True}
    return {key: False, "reason": cause_to_data(result.cause)}


def _subjects(question: Question, state: State) -> list[Subject]:
    if question.cost is not None:
        return [Subject(name=str(question.cost), cost=question.cost)]
    if question.ability is not None:
        return ability_subjects(state, question.source, question.ability)
    return subjects(state, question.spell, question.wishes)


def _payable(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    def ways(there: State) -> Payments:
        return Payments(there, _subjects(question, there), question.wishes)

    try:
        found = ways(state)
        return {"payable": True} if found else {"payable": False, "reason": cause_to_data(why_unpayable(found))}
    except (TooLarge, Unsupported):
        if is_so_without_some(ways, state):
            return {"payable": True}
        raise


def _payments(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    try:
        subject_list = _subjects(question, state)
    except IllegalPayment as error:
        return {"count": 0, "payments": [], "reason": {"rule": error.rule, "text": error.message, "kind": "permission"}}
    ways = Payments(state, subject_list, question.wishes, floating=question.floating, by_object=question.by_object)
    count = ways.count()
    if question.sample is None:
        listed = list(islice(ways.starting(question.offset), question.limit))
    else:
        listed = sampled(ways, question.sample, question.seed)
    data: dict[str, Any] = {"count": count, "payments": [payment_to_data(payment) for payment in listed]}
    if not count:
        data["reason"] = cause_to_data(why_unpayable(ways))
    return data


def sampled(ways: Payments, number: int, seed: int) -> list[Payment]:
    """So many payments drawn at random, each draw from all of them; none where there is none."""
    random = Random(seed)
    return [ways.sample(random) for _ in range(number if ways.count() else 0)]


def _best(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    try:
        subject_list = _subjects(question, state)
    except IllegalPayment as error:
        raise NoSuchPayment(f"{error.message} (CR {error.rule})", "ask.spell") from None
    ways = Payments(state, subject_list, question.wishes)
    return best_to_data(ways.best(keep=question.keep, avoid=question.avoid, profile=question.profile))


def best_to_data(best: Best) -> dict[str, Any]:
    """The payment with its reasons and the cards that stay castable."""
    return {
        "payment": payment_to_data(best.payment),
        "why": list(best.why),
        "keeps": list(best.keeps),
        "unsure": dict(best.unsure),
        "proven": best.proven,
    }


def _total_cost(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    try:
        subject_list = _subjects(question, state)
    except IllegalPayment as error:
        raise NoSuchPayment(f"{error.message} (CR {error.rule})", "ask.spell") from None
    announced = total_costs(state, subject_list, question.wishes)
    if not announced:
        raise NoSuchPayment(why_unpayable(Payments(state, subject_list, question.wishes)).text, "ask")
    options = {str(one.total): one for one in announced}
    first = announced[0]
    if len(options) == 1:
        steps = [{"what": step.what, "rule": step.rule, "after": str(step.after)} for step in first.steps]
        return {**total_to_data(first.total), "steps": steps}
    return {
        "options": [{**total_to_data(one.total), "choices": choices_to_data(one.choices)} for one in options.values()]
    }


def _mana(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    options = mana_options(state)
    pools, endless = options.maximal, options.unbounded
    listed = [mana_to_data(pool) for pool in pools[: question.limit]]
    data: dict[str, Any] = {"maximal": listed, "count": len(pools), "limit": question.limit}
    if endless.free.units:
        data["unbounded"] = [str(mana_type) for mana_type in TYPES if endless.free.count(mana_type)]
    if endless.limited:
        data["unbounded_restricted"] = mana_to_data(Mana.of(u for u in endless if u.restriction))
    return data


def _check(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    assert question.payment is not None
    proposed = question.payment
    judged = check(
        state,
        proposed.payment,
        question.wishes,
        proposed.said,
        ability=question.ability,
        by_object=question.by_object,
    )
    return judgment_to_data(judged)


def judgment_to_data(judged: Judgment) -> dict[str, Any]:
    """A judgment with the fields that say something."""
    if judged.legal:
        return {"legal": True}
    data: dict[str, Any] = {"legal": False, "rule": judged.rule, "text": judged.text}
    if judged.step is not None:
        data["step"] = judged.step
    return data


def _plays(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    found = plays(state)
    if question.counts:
        found = found.counted()
    illegal = []
    for refusal in found.illegal:
        entry: dict[str, Any] = {"card": refusal.card, "from": refusal.zone}
        if refusal.cause:
            entry["reason"] = cause_to_data(refusal.cause)
        else:
            entry["unsupported"] = refusal.unsupported
        illegal.append(entry)
    return {
        "lands": [{"card": name} for name in found.lands],
        "spells": [_play(play, question.counts) for play in found.spells],
        "abilities": [_play(play, question.counts) for play in found.abilities],
        "illegal": illegal,
    }


def _play(play: Play, counts: bool) -> dict[str, Any]:
    data = {
        "card": play.card,
        "choices": choices_to_data(play.announced.choices),
        "total_cost": str(play.announced.total.mana),
    }
    return {**data, "count": play.count, "example": payment_to_data(play.example)} if counts else data


def _card(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    try:
        return card_answer(cards.find(question.card))
    except UnknownCard as error:
        raise UnknownCard(error.message, "ask.card") from None


def _could_produce(question: Question, state: State, cards: CardSource) -> dict[str, Any]:
    from castable.could_produce import could_produce_answer  # networkx takes a while to import

    return could_produce_answer(state, question.permanent)


_ANSWERS: dict[str, Callable[[Question, State, CardSource], dict[str, Any]]] = {
    "castable": _castable,
    "payable": _payable,
    "payments": _payments,
    "total_cost": _total_cost,
    "mana": _mana,
    "check": _check,
    "plays": _plays,
    "card": _card,
    "could_produce": _could_produce,
    "x_values": x_values_answer,
    "sequence": sequence_answer,
    "after_cast": after_cast_answer,
    "explain": explain_answer,
    "activatable": _activatable,
    "best": _best,
    "choices": choices_answer,
}
