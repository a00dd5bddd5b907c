"""Additional and alternative costs printed as sentences (CR 118.8-118.9)."""

from __future__ import annotations

import re

from castable.model.ability import Ability, AdditionalCost, AlternativeCost, OptionalCost, Zone
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.amounts import parse_condition
from castable.model.oracle.costs import read_cost
from castable.model.oracle.nouns import parse_filter, without_words

__all__ = ["other_cost", "spells_of"]

_VERB = r"(?=(?:pay|sacrifice|discard|exile|return|reveal|tap|remove|put|collect|blight|behold|waterbend|mill)\b)"
_OR = re.compile(rf",? or {_VERB}")
_OR_LIST = re.compile(rf",? or {_VERB}|, {_VERB}")
_RATHER = r" rather than pay(?:ing)? (?:~'s|its|this spell's|the) mana cost"


def spells_of(words: str, name: str = "") -> Filter:
    """Which spells a phrase speaks of, the word spell left out where anything else is said."""
    wanted = parse_filter(words, name)
    if not all(any(term.word == "spell" for term in terms) for terms in wanted.any_of):
        raise Malformed("expected spells")
    plain = without_words(wanted, "spell")
    return Filter(tuple((Term("spell"),) if terms == (Term("any"),) else terms for terms in plain.any_of))


def other_cost(words: str, name: str = "") -> Ability | None:
    """The cost that a paragraph of that kind tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if match := re.fullmatch(r"As an additional cost to cast ~, (you may )?(.+)", words):
        if ". " in match[2]:
            raise Malformed("an additional cost with more to it")
        costs = _alternatives(match[2], name)
        if not match[1]:
            return AdditionalCost(one_of=costs)
        if len(costs) > 1 or any(part.amount.measure for part in costs[0].parts):
            raise Malformed("an optional cost with choices")
        return OptionalCost(keyword="additional cost", cost=costs[0])
    if match := re.fullmatch(
        rf"(?:If (?P<if>.+?), )?you may (?P<cost>.+?){_RATHER}(?: if (?P<late>.+))?", _lower(words)
    ):
        condition = match["if"] or match["late"]
        return AlternativeCost(
            keyword=name,
            cost=read_cost(match["cost"], name),
            zone=Zone.ANY,
            condition=parse_condition(condition, name) if condition else None,
        )
    if match := re.fullmatch(r"If (.+), you may cast ~ without paying its mana cost", words):
        return AlternativeCost(keyword="free", zone=Zone.ANY, condition=parse_condition(match[1], name))
    if match := re.fullmatch(
        r"You may pay ((?:\{[^}]+\})+) rather than pay the mana cost for (spells|[\w ]+ spells) (?:that )?you cast",
        words,
    ):
        return AlternativeCost(
            keyword=name, cost=read_cost(match[1], name), zone=Zone.ANY, applies_to=spells_of(match[2], name)
        )
    if words == "You may cast spells from your hand without paying their mana costs":
        return AlternativeCost(keyword="free", applies_to=Filter.parse("spell"))
    return None


def _lower(words: str) -> str:
    return re.sub(r"^You may", "you may", words)


def _alternatives(words: str, name: str) -> tuple[Cost, ...]:
    between = _OR_LIST if re.search(rf", or {_VERB}", words) else _OR
    return tuple(read_cost(piece, name) for piece in between.split(words))
