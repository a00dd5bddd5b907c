"""How a permanent enters the battlefield: tapped or not, with counters, with a choice (CR 614.1c-d)."""

from __future__ import annotations

import dataclasses
import re

from castable.model.ability import Ability, Enters
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed
from castable.model.filter import CARD_TYPES, SUPERTYPES
from castable.model.oracle.amounts import parse_amount, parse_condition, parse_each
from castable.model.oracle.costs import read_cost
from castable.model.oracle.keywords import keyword_line
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.words import number, subtype

__all__ = ["entering", "is_entering", "merged"]

_IS_ENTERING = re.compile(r"(?:As )?~ enters?\b|If [^.]*\b(?:~|it) enters\b|You may have ~ enter\b")
_COUNTERS = re.compile(r"(tapped )?with (an?|\w+) (\S+) counters? on it(.*)")
_AS_COPY = re.compile(
    r"You may have ~ enter (?P<tapped>tapped )?as a copy of (?:any |an? )?(?P<what>.+?)(?:,? except (?P<but>.+))?"
)
_IS_BESIDES = re.compile(r"it's (?:an? )?(?P<what>[\w ]+) in addition to its other (?:creature )?types")
_HAS_BESIDES = re.compile(r"it (?:has|gains) (?P<what>[a-z ]+)")
_WITH_MORE = re.compile(r"it enters with (?:an?|\w+) (?:additional )?\S+ counters? on it(?: if [^,]+)?")
"""What matters only as it enters: what is on it is told."""


def is_entering(words: str) -> bool:
    """Whether a paragraph says how the permanent itself enters, and nothing else."""
    return bool(_IS_ENTERING.match(words)) and '"' not in words


def entering(words: str, name: str = "") -> Enters:
    """What such a paragraph says; `Malformed` where it is not understood."""
    words = words.strip().removesuffix(".")
    if match := re.fullmatch(r"~ enters tapped(?: unless (.+))?", words):
        return Enters(tapped=True, unless=parse_condition(match[1], name) if match[1] else None)
    if words == "~ enters tapped and doesn't untap during your untap step":
        return Enters(tapped=True)
    if match := re.fullmatch(r"If (.+), ~ enters tapped", words):
        return Enters(tapped=True, unless=_opposite(parse_condition(match[1], name)))
    if match := re.fullmatch(r"As ~ enters, (?:you may )?(.+)\. If you don't, (?:it|~) enters tapped", words):
        return Enters(tapped=True, unless_paid=read_cost(match[1], name))
    if match := re.fullmatch(r"~ enters tapped\. As it enters, choose a (color|creature type)", words):
        return Enters(tapped=True, choose=match[1])
    if match := re.fullmatch(r"As ~ enters, choose an? (color|creature type)", words):
        return Enters(choose=match[1])
    if match := _AS_COPY.fullmatch(words):
        besides, has = _exceptions(match["but"] or "", name)
        return Enters(tapped=bool(match["tapped"]), copies=parse_filter(match["what"], name), besides=besides, has=has)
    if match := re.fullmatch(r"If ~ was kicked, it enters with (\w+) (\S+) counters? on it(?: and with \w+)?", words):
        times = number(match[1])
        if times is None:
            raise Malformed("how many counters is not understood")
        return Enters(counter=match[2], amount=Amount(times=times, measure="kicked"))
    match = re.fullmatch(r"~ enters (.+)", words)
    if match and (counters := _COUNTERS.fullmatch(match[1])):
        amount = _counted(counters[2], counters[4].strip(), name)
        return Enters(tapped=bool(counters[1]), counter=counters[3], amount=amount)
    raise Malformed("how it enters is not understood")


def _exceptions(words: str, name: str) -> tuple[tuple[str, ...], tuple[Ability, ...]]:
    """The types and the abilities that a copy has beside those it copies."""
    types, abilities = list[str](), list[Ability]()
    for clause in re.split(r",? and (?=it\b|it's\b)|, (?=it\b|it's\b)", words) if words else ():
        if match := _IS_BESIDES.fullmatch(clause):
            types += map(_type_word, match["what"].split())
        elif match := _HAS_BESIDES.fullmatch(clause):
            keywords = [ability for word in match["what"].split(" and ") for ability in keyword_line(word, name) or ()]
            if len(keywords) != len(match["what"].split(" and ")):
                raise Malformed("what a copy has besides is not understood")
            abilities += keywords
        elif not _WITH_MORE.fullmatch(clause):
            raise Malformed("what a copy is besides is not understood")
    return tuple(types), tuple(abilities)


def _type_word(word: str) -> str:
    if word in CARD_TYPES or word in SUPERTYPES:
        return word
    if (found := subtype(word)) is None:
        raise Malformed(f"no type {word!r}")
    return found


def _opposite(condition: Condition) -> Condition:
    """The condition that holds when this one does not, for a single comparison."""
    if len(condition.any_of) != 1 or len(condition.any_of[0]) != 1:
        raise Malformed("the opposite of several conditions")
    (comparison,) = condition.any_of[0]
    return Condition(((dataclasses.replace(comparison, negated=not comparison.negated),),))


def _counted(count: str, rest: str, name: str) -> Amount:
    if rest == "for each time it was kicked" and count in ("a", "an", "one"):
        return Amount(times=1, measure="kicked")
    if match := re.fullmatch(r"for each (.+)", rest):
        each, times = parse_each(match[1], name), number(count)
        if times != 1 or each.measure not in ("count", "graveyard"):
            raise Malformed("how many counters is not understood")
        return each
    if count == "X" and (match := re.fullmatch(r", where X is (.+)", rest)):
        return parse_amount(match[1], name)
    if rest:
        raise Malformed("counters that depend on something")
    return parse_amount(count, name)


def merged(abilities: list[Ability]) -> list[Ability]:
    """Ways to enter that stand in several paragraphs as one, where they speak of different things."""
    found = list[Ability]()
    place: int | None = None
    for ability in abilities:
        if not isinstance(ability, Enters) or place is None:
            place = len(found) if isinstance(ability, Enters) else place
            found.append(ability)
            continue
        first = found[place]
        assert isinstance(first, Enters)
        ours, theirs = _said(first), _said(ability)
        if ours.keys() & theirs.keys():
            found.append(ability)
        else:
            found[place] = Enters(**(ours | theirs))  # type: ignore[arg-type]
    return found


def _said(enters: Enters) -> dict[str, object]:
    return {
        field.name: getattr(enters, field.name)
        for field in dataclasses.fields(enters)
        if getattr(enters, field.name) != field.default
    }
