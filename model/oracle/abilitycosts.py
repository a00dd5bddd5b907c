"""Effects that make abilities cost more or less, those of an ability on itself included (CR 118.7, 601.2f, 602.2b)."""

from __future__ import annotations

import re

from castable.model.ability import CostChange, CostKind
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.conditions import told_amount, told_condition
from castable.model.oracle.nouns import parse_filter
from castable.model.symbol import ManaCost

__all__ = ["ability_cost_changes", "own_cost_change"]

_SUM = r"(?P<upto>up to )?(?P<sum>\{X\}|\d+|(?:\{[^}X]+\})+)"
_FLOOR = (
    r"(?P<min>\. This effect can't reduce the (?:amount of )?mana (?:an ability costs to activate|in that cost|"
    r"in that ability's activation cost) to less than one mana)?"
)
_COSTS = (
    rf"costs? {_SUM} (?P<way>less|more) to activate(?P<rest>(?: for each | if |,? where X is )[^.]+?)?"
    rf"(?: unless they're (?P<mana>mana abilities))?{_FLOOR}"
)
_OF = re.compile(
    r"(?:Activated abilities of (?P<what>[^.]+?)(?P<target> that target [^.]+?)?"
    rf"|(?P<its>[^.]+?)'s (?P<one>\w+ )abilit(?:y|ies)|Activated abilities) {_COSTS}"
)
_FIRST = re.compile(
    r"The first activated ability(?: of (?P<what>[^.]+?))? you activate (?P<when>each turn|during your turn)"
    rf"(?: that targets (?P<targets>[^.]+?))? {_COSTS}"
)
_BY_KEYWORD = re.compile(
    r"(?P<keyword>[A-Z][\w-]*) abilities(?: (?P<who>you|your opponents) activate)?(?: of (?P<what>[^.]+?))?"
    rf"(?: that target (?P<targets>[^.]+?))? {_COSTS}"
)
_BY_PLAYER = re.compile(
    r"(?:Activated )?[Aa]bilities (?P<who>you|your opponents) activate(?P<not> that aren't mana abilities)?"
    rf"(?: that target (?P<targets>[^.]+?))? {_COSTS}"
)
_OF_CASTING = re.compile(
    rf"(?P<keyword>[A-Z]\w*) costs (?P<who>you|your opponents) pay cost {_SUM} (?P<way>less|more)"
    r"(?P<rest> for each [^.]+)?(?P<mana>)(?P<min>)"
)
_FROM_HAND = re.compile(
    rf"(?P<keyword>Plotting|Foretelling) cards from your hand costs? {_SUM} (?P<way>less|more)"
    r"(?P<rest>)(?P<mana>)(?P<min>)"
)
_SELF = re.compile(rf"This ability costs {_SUM} (?P<way>less|more) to activate(?P<rest>[^.]*)(?P<mana>)(?P<min>)")
_WHO = {"you": "you", "your opponents": "opponent", None: "any"}


def ability_cost_changes(words: str, name: str = "") -> tuple[CostChange, ...] | None:
    """The cost changes of abilities that a sentence tells, None for others; `Malformed` where they are unclear."""
    sentence = words[:1].upper() + words[1:]
    if match := _OF_CASTING.fullmatch(sentence):
        return (_of_keyword_costs(match, name),)
    if match := _FROM_HAND.fullmatch(sentence):
        word = {"Plotting": "plot", "Foretelling": "foretell"}[match["keyword"]]
        return (_change(match, Filter.parse(f"ability({word})"), "you", name, None),)
    if match := _BY_PLAYER.fullmatch(sentence):
        what = Filter.parse("any !manaability" if match["not"] else "any")
        return (_change(match, what, _WHO[match["who"]], name, _targets(match["targets"], name)),)
    if match := _FIRST.fullmatch(sentence):
        what = _objects(match["what"] or "any", name)
        first = "unknown(it is the first such ability activated this turn)"
        condition = Condition.parse(first if match["when"] == "each turn" else f"your turn and {first}")
        targets = _targets(match["targets"], name)
        return (_change(match, what, "you", name, targets, condition=condition),)
    if match := _OF.fullmatch(sentence):
        targets = _targets(match["target"].removeprefix(" that target "), name) if match["target"] else None
        if match["one"] and match["one"] != "activated ":
            what = _with(_objects(match["its"], name), match["one"].strip())
        else:
            what = _objects(match["what"] or match["its"] or "any", name)
        return (_change(match, what, "you" if "you" in what.words() else "any", name, targets),)
    if match := _BY_KEYWORD.fullmatch(sentence):
        what = _with(_objects(match["what"] or "any", name), match["keyword"].lower())
        whose = _WHO[match["who"]] if match["who"] or "you" not in what.words() else "you"
        return (_change(match, what, whose, name, _targets(match["targets"], name)),)
    return None


def own_cost_change(sentence: str, name: str = "") -> CostChange | None:
    """What an activated ability says of its own cost, None where it says nothing of the kind."""
    match = _SELF.fullmatch(sentence)
    return None if match is None else _change(match, None, "you", name, None)


def _objects(words: str, name: str) -> Filter:
    """Whose abilities: permanents, or cards in your graveyard."""
    if words == "any":
        return Filter.ANY
    if words == "~":
        return Filter.parse("this")
    what = parse_filter(words, name)
    if "card" in what.words() and "graveyardcast" not in what.words():
        raise Malformed("abilities of cards that are not on the battlefield")
    return what


def _with(what: Filter, keyword: str) -> Filter:
    """Only abilities of that keyword."""
    word = keyword if keyword in ("equip", "cycling") else f"ability({keyword})"
    plain = [tuple(term for term in terms if term.word != "any") for terms in what.any_of]
    return Filter(tuple((Term(word), *terms) for terms in plain))


def _targets(words: str | None, name: str) -> Filter | None:
    if words is None:
        return None
    return Filter.parse("this") if words == "~" else parse_filter(words, name)


def _of_keyword_costs(match: re.Match[str], name: str) -> CostChange:
    """Costs that a keyword gives: those of equipping and the like, or an alternative cost to cast."""
    keyword, who = match["keyword"], _WHO[match["who"]]
    if keyword in ("Equip", "Cycling"):
        return _change(match, Filter.parse(keyword.lower()), who, name, None)
    if keyword == "Flashback":
        return _change(match, Filter.parse("flashbackcast"), who, name, None, CostKind.SPELL)
    if keyword not in ("Blitz", "Dash"):
        raise Malformed("which costs is not understood")
    condition = Condition.parse(f"paid({keyword.lower()})")
    return _change(match, Filter.parse("spell"), who, name, None, CostKind.SPELL, condition)


def _change(
    match: re.Match[str],
    what: Filter | None,
    who: str,
    name: str,
    targets: Filter | None,
    kind: CostKind = CostKind.ABILITY,
    condition: Condition | None = None,
) -> CostChange:
    symbols, rest, times = match["sum"], (match["rest"] or "").strip(), Amount.fixed(1)
    if symbols.isdigit():
        symbols = f"{{{symbols}}}"
    if symbols == "{X}":
        where = re.fullmatch(r",? ?where X is (.+)", rest)
        if where is None:
            raise Malformed("an X that is not told")
        symbols, times, rest = "{1}", told_amount(where[1], name), ""
    if found := re.fullmatch(r"for each (.+)", rest):
        times, rest = told_amount(found[1], name, each=True), ""
    elif found := re.fullmatch(r"if it targets (.+)", rest):
        try:
            targets = parse_filter(re.sub(r"^an? ", "", found[1]), name)
        except Malformed:
            condition = told_condition(rest.removeprefix("if "), name)
        rest = ""
    elif found := re.fullmatch(r"if (.+)", rest):
        condition, rest = told_condition(found[1], name), ""
    elif rest == "during your turn":
        condition, rest = Condition.parse("your turn"), ""
    if rest:
        raise Malformed("what a cost change depends on is not understood")
    if what is not None and match["mana"]:
        what = Filter(tuple((*terms, Term("manaability", negated=True)) for terms in what.any_of))
    amount = ManaCost.parse(symbols)
    return CostChange(
        applies_to=what,
        kind=kind,
        who=who,
        more=amount if match["way"] == "more" else None,
        less=amount if match["way"] == "less" else None,
        times=times,
        up_to=bool(match["upto"]),
        minimum=1 if match["min"] else None,
        condition=condition,
        targets=targets,
    )
