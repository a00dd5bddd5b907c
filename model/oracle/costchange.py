"""Effects that make spells and abilities cost more or less (CR 601.2f)."""

from __future__ import annotations

import re

from castable.model.ability import CostChange, CostKind
from castable.model.amount import Amount, Comparison, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.amounts import parse_amount, parse_condition, parse_each
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.symbol import ManaCost

__all__ = ["cost_change"]

_SUM = r"(?P<sum>\{X\}|(?:\{[^}X]+\})+)"
_SELF = re.compile(rf"~ costs {_SUM} (?P<way>less|more) to cast(?P<rest>.*)")
_SPELLS = re.compile(
    rf"(?P<first>The (?:first|second) |Each )?(?P<what>[^.]*?\b[Ss]pells?\b[^.]*?) costs? "
    rf"{_SUM} (?P<way>less|more) to cast(?P<rest>.*)"
)
_ABILITIES = re.compile(
    r"Activated abilities of (?P<what>.+?) cost (?P<upto>up to )?\{(?P<n>\d+)\} (?P<way>less|more) to activate"
    r"(?: unless they're (?P<mana>mana abilities))?"
    r"(?P<min>\. This effect can't reduce the (?:amount of )?mana (?:an ability costs to activate|in that cost|"
    r"in that ability's activation cost) to less than one mana)?"
)
_WHO = ((" you cast", "you"), (" your opponents cast", "opponent"), (" opponents cast", "opponent"))
_COLORED = re.compile(r"\. This effect reduces only the amount of colored mana you pay$")
_FLOOR = re.compile(r"each spell that would cost less than (\w+) mana to cast costs \w+ mana to cast")


def cost_change(words: str, name: str = "") -> CostChange | None:
    """The cost change a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    condition: Condition | None = None
    if match := re.fullmatch(r"(?:As long as|If) ([^,]+), (.+)", words):
        if not re.search(r"\bcosts?\b.*\bto cast\b", match[2]):
            return None
        condition, words = parse_condition(match[1], name), match[2]
    elif match := re.fullmatch(r"During (your|each opponent's|other players') turns?, (.+\bcosts?\b.+)", words):
        condition = Condition.parse("your turn" if match[1] == "your" else "not your turn")
        words = match[2]
    only_colored = bool(_COLORED.search(words))
    words = _COLORED.sub("", words)
    if match := _FLOOR.fullmatch(words):
        floor = parse_amount(match[1]).plus
        return CostChange(applies_to=Filter.parse("spell"), who="any", floor=floor, condition=condition)
    if match := _ABILITIES.fullmatch(words):
        return _of_abilities(match, condition, name)
    if match := _SELF.fullmatch(words):
        return _change(match, None, "you", condition, only_colored, name)
    if match := _SPELLS.fullmatch(words[:1].upper() + words[1:]):
        return _of_spells(match, condition, only_colored, name)
    return None


def _of_abilities(match: re.Match[str], condition: Condition | None, name: str) -> CostChange:
    number = ManaCost(generic=int(match["n"]))
    what = parse_filter(match["what"], name)
    if "card" in what.words():
        raise Malformed("abilities of cards that are not on the battlefield")
    if match["mana"]:
        what = Filter(tuple((*terms, Term("manaability", negated=True)) for terms in what.any_of))
    return CostChange(
        applies_to=what,
        kind=CostKind.ABILITY,
        who="you" if "you" in what.words() else "any",
        more=number if match["way"] == "more" else None,
        less=number if match["way"] == "less" else None,
        up_to=bool(match["upto"]),
        minimum=1 if match["min"] else None,
        condition=condition,
    )


def _of_spells(match: re.Match[str], condition: Condition | None, only_colored: bool, name: str) -> CostChange:
    what, who, targets = match["what"], "any", None
    first = (match["first"] or "").strip().lower()
    if split := re.fullmatch(r"(.+ (?:cast|casts)) that target (.+)", what):
        what, targets = split[1], _targets(split[2], name)
    what = re.sub(r" (each|this) turn$", "", what) if first.startswith("the") else what
    if first == "each" and what.endswith(" a player casts"):
        what = what.removesuffix(" a player casts")
    for ending, whose in _WHO:
        if what.endswith(ending):
            what, who = what.removesuffix(ending), whose
        elif f"{ending} " in what:
            what, who = what.replace(ending, "", 1), whose
    if re.search(r"\b(?:cast|casts|turn|way)\b", what):
        raise Malformed("whose spells is not understood")
    wanted = spells_of(re.sub(r"\bspells and (?=[\w ]*spells)", "spells or ", what), name)
    if first.startswith("the"):
        if who != "you":
            raise Malformed("the first spell of another player")
        cast = Amount(times=1, measure="castthisturn", filter=wanted)
        nth = Comparison(cast, "=", Amount.fixed(0 if first == "the first" else 1))
        condition = Condition(((nth,),)) if condition is None else _and(condition, nth)
    return _change(match, wanted, who, condition, only_colored, name, targets)


def _targets(words: str, name: str) -> Filter:
    return Filter.parse("this") if words == "~" else parse_filter(words, name)


def _and(condition: Condition, more: Comparison) -> Condition:
    return Condition(tuple((*parts, more) for parts in condition.any_of))


def _change(
    match: re.Match[str],
    wanted: Filter | None,
    who: str,
    condition: Condition | None,
    only_colored: bool,
    name: str,
    targets: Filter | None = None,
) -> CostChange:
    rest, symbols = match["rest"].strip(), match["sum"]
    times = Amount.fixed(1)
    if symbols == "{X}":
        where = re.fullmatch(r"(?:this way)?, where X is (.+)", match["rest"])
        if where is None or " this way" in match["rest"]:
            raise Malformed("an X that is not told")
        symbols, times, rest = "{1}", parse_amount(where[1], name), ""
    if found := re.fullmatch(r"for each target beyond the first", rest):
        times, rest = Amount.parse("-1+targets"), ""
    elif rest == "for each other spell that player has cast this turn":
        times, rest = Amount.parse("castthisturn(spell)"), ""
    elif found := re.fullmatch(r"for each (.+)", rest):
        times, rest = parse_each(found[1], name), ""
        if times.measure == "removed":
            raise Malformed("counters removed for a spell")
    elif found := re.fullmatch(r"if it targets (?:an? )?(.+)", rest):
        targets, rest = parse_filter(found[1], name), ""
    elif found := re.fullmatch(r"(?:if|as long as) (.+)", rest):
        extra, rest = parse_condition(found[1], name), ""
        if condition is not None:
            raise Malformed("two conditions on one cost change")
        condition = extra
    if rest:
        raise Malformed("what a cost change depends on is not understood")
    amount = ManaCost.parse(symbols)
    return CostChange(
        applies_to=wanted,
        who=who,
        more=amount if match["way"] == "more" else None,
        less=amount if match["way"] == "less" else None,
        times=times,
        only_colored=only_colored,
        condition=condition,
        targets=targets,
    )
