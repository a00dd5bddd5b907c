"""Additional costs printed as sentences, mandatory or optional, of the spell itself or of others (CR 118.8, 601.2b)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import Ability, AdditionalCost, OptionalCost
from castable.model.amount import Amount
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Malformed
from castable.model.oracle.costs import read_cost
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.symbol import ManaCost

__all__ = ["additional_cost"]

_VERB = r"(?=(?:pay|sacrifice|discard|exile|return|reveal|tap|remove|put|collect|blight|behold|waterbend|mill)\b)"
_OR = re.compile(rf",? or {_VERB}")
_OR_LIST = re.compile(rf",? or {_VERB}|, {_VERB}")
_SUM = r"(?P<sum>(?:\{[^}X]+\})+)"
_OWN = re.compile(
    r"As an additional cost to cast (?:~|[A-Z]\w+), (?P<may>you may )?(?P<cost>[^.]+)(?:\. (?P<more>.+))?"
)
_OF_OTHERS = re.compile(
    r"As an additional cost to cast (?P<what>[^.]+? spells), you may (?P<cost>[^.]+)(?:\. (?P<more>.+))?"
)
_PER_PAYMENT = re.compile(
    rf"~ costs {_SUM} less to cast (?:for each \w+ (?:sacrificed|exiled|tapped|removed|discarded) this way"
    r"|if (?:evidence was collected|you do))"
)
_LIFE_PAID = re.compile(
    rf"Those spells cost {_SUM} less to cast if you paid life this way\. "
    r"This effect reduces only the amount of \w+ mana you pay"
)
# what follows from a payment and bears on no cost
_LATER = re.compile(r"When you do, [^{]+|If you do, that creature enters with [^{]+")
_FLASH = re.compile(
    r"You may cast ~ as though it had flash if you (?:pay (?P<more>(?:\{[^}X]+\})+) more to cast it"
    r"|(?P<cost>[^.]+) as an additional cost to cast it)"
)
_CHOICE_ALONE = re.compile(r"choose a (?:creature type|number between \d+ and \d+)")
_BEHELD = re.compile(
    r"choose an? (?P<one>[\w ]+) you control or reveal an? (?P<two>[\w ]+) card from your hand"
    r"|reveal an? (?P<three>[\w ]+) card from your hand or choose an? (?P<four>[\w ]+) you control"
)


def additional_cost(words: str, name: str = "") -> Ability | None:
    """The additional cost that a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if match := _FLASH.fullmatch(words):
        cost = read_cost(match["more"] or match["cost"], name)
        return OptionalCost(keyword="additional cost", cost=cost, flash=True)
    if match := _OF_OTHERS.fullmatch(words):
        return _of_others(match, name)
    match = _OWN.fullmatch(words)
    if match is None:
        return None
    if match["may"]:
        return _optional(match, name)
    if match["more"]:
        raise Malformed("an additional cost with more to it")
    return AdditionalCost(one_of=_alternatives(match["cost"], name))


def _optional(match: re.Match[str], name: str) -> OptionalCost:
    times: int | None = 1
    words = match["cost"]
    if often := re.fullmatch(r"(.+) any number of times", words):
        words, times = often[1], None
    costs = _alternatives(words.replace("one or more ", "any number of "), name)
    if len(costs) > 1:
        raise Malformed("an optional cost with choices")
    cost = costs[0]
    if any(part.amount.measure == "chosen" for part in cost.parts):
        cost, times = _one_at_a_time(cost), None
    less: ManaCost | None = None
    if match["more"] and (change := _PER_PAYMENT.fullmatch(match["more"])):
        less = ManaCost.parse(change["sum"])
    elif match["more"] and not _LATER.fullmatch(match["more"]):
        raise Malformed("an additional cost with more to it")
    if any(part.amount.measure for part in cost.parts):
        raise Malformed("an optional cost of an amount that is not fixed")
    return OptionalCost(keyword="additional cost", cost=cost, times=times, less=less)


def _one_at_a_time(cost: Cost) -> Cost:
    """Any number of objects as a cost of one, paid any number of times."""
    if cost.mana is not None or len(cost.parts) != 1:
        raise Malformed("any number of objects beside another cost")
    return Cost(None, (replace(cost.parts[0], amount=Amount.fixed(1)),))


def _of_others(match: re.Match[str], name: str) -> OptionalCost:
    more, times, less = match["more"], 1, None
    if match["cost"] == "pay any amount of mana":
        cost, many = Cost(ManaCost(generic=1)), True
    else:
        cost, many = read_cost(match["cost"], name), False
    if more and (change := _LIFE_PAID.fullmatch(more)):
        less = ManaCost.parse(change["sum"])
    elif more and not _LATER.fullmatch(more):
        raise Malformed("an additional cost with more to it")
    return OptionalCost(
        keyword=name,
        cost=cost,
        times=None if many else times,
        applies_to=spells_of(match["what"], name),
        less=less,
        only_colored=less is not None,
    )


def _alternatives(words: str, name: str) -> tuple[Cost, ...]:
    if _CHOICE_ALONE.fullmatch(words):
        return (Cost.FREE,)
    if match := _BEHELD.fullmatch(words):
        found = [parse_filter(text, name) for text in match.groups() if text]
        if found[0] != found[1]:
            raise Malformed("two different things to choose or reveal")
        return (Cost(None, (CostPart(verb=Verb.BEHOLD, what=found[0]),)),)
    if match := re.fullmatch(r"behold (an? \w+) and exile it", words):
        in_hand = f"exile {match[1]} card from your hand"
        return (read_cost(f"exile {match[1]} you control", name), read_cost(in_hand, name))
    between = _OR_LIST if re.search(rf", or {_VERB}", words) else _OR
    return tuple(read_cost(piece, name) for piece in between.split(words))
