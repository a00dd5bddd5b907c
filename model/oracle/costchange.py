"""Effects that make spells cost more or less; those on abilities are in `abilitycosts` (CR 118.7, 601.2f)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import Ability, CostChange, Permission, Zone
from castable.model.amount import Amount, Comparison, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.abilitycosts import ability_cost_changes
from castable.model.oracle.amounts import parse_amount
from castable.model.oracle.conditions import both, told_amount, told_condition
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.oracle.permitting import with_flash
from castable.model.symbol import ManaCost

__all__ = ["cost_changes"]

_SUM = r"(?P<upto>up to )?(?P<sum>\{X\}|(?:\{[^}X]+\})+|\d+)"
_SELF = re.compile(rf"~ costs {_SUM} (?P<way>less|more)(?: to cast)?(?P<rest>.*)")
_SPELLS = re.compile(
    rf"(?P<first>The (?:first|second) |Each )?(?P<what>[^.]*?\b[Ss]pells?\b[^.]*?) costs? "
    rf"{_SUM} (?P<way>less|more) to cast(?P<rest>.*)"
)
_LIFE = re.compile(r"(?P<first>)(?P<what>[^.]*?\b[Ss]pells?\b[^.]*?) costs? an additional (?P<life>\d+) life to cast")
_WHEN = re.compile(
    r"(?:(?:As long as|If) (?P<if>[^,]+)|During (?:(?P<own>your)|each opponent's|other players'|turns other than yours)"
    r"(?: turns?)?), (?P<rest>.+\bcosts?\b.+)"
)
_WHO = ((" you cast", "you"), (" your opponents cast", "opponent"), (" opponents cast", "opponent"))
_COLORED = re.compile(r"\. This effect reduces only the amount of colored mana you pay$")
_OF_A_COST = re.compile(
    r"(?P<keyword>Buyback|Kicker|Entwine|Replicate|Squad) costs"
    r"(?P<who> you pay| your opponents pay)? cost (?P<upto>up to )?\{(?P<n>\d+)\} (?P<way>less|more)"
)
_FLOOR = re.compile(r"each spell that would cost less than (\w+) mana to cast costs \w+ mana to cast")
_ALSO = re.compile(r",? and (?P<flash>can be cast as though (?:it|they) had flash|can't be countered)$")
_SECOND = re.compile(r"(?P<one>~ costs .+?)(?:\. It also costs | and (?=\{[^}]+\} less))(?P<two>.+)")
_AND_ABILITIES = re.compile(r"(?P<spells>.*\bspells\b.*?\bto cast) and (?P<rest>(?:activated )?abilities\b.+)")
_TWO_PLACES = re.compile(
    r"(?P<what>[^.]*?\b[Ss]pells (?:you|(?:your )?opponents) cast) "
    r"from (?P<one>your graveyard|your hand|graveyards) or (?:from )?(?P<two>exile) "
    r"(?P<rest>cost .+)"
)
_AS_COMMANDER = re.compile(r"(?P<zones>~ is in the command zone or on the battlefield)")
_THAT_IS = re.compile(
    r"^(?P<spell>(?:each )?(?:\w+ )?spells? you cast) that(?:'s| is| are) (?:an? )?(?P<kinds>[\w, ]+)$", re.IGNORECASE
)


def cost_changes(words: str, name: str = "") -> tuple[Ability, ...] | None:
    """The cost changes that a paragraph tells, None for other paragraphs; `Malformed` where they are unclear."""
    words = words.strip().removesuffix(".")
    if '"' in words:
        return None
    if match := re.fullmatch(r"Eminence — (.+)", words):
        words = match[1]
    if match := _AS_COMMANDER.search(words):
        found = cost_changes(words.replace(match["zones"], "~ is on the battlefield"), name)
        return None if found is None else _in_both_zones(found)
    words = words.removeprefix("As long as ~ is on the battlefield, ")
    if words.startswith("As long as ~ is on the stack, "):
        return _on_the_stack(words.partition(", ")[2], name)
    condition: Condition | None = None
    if match := _WHEN.fullmatch(words):
        if match["if"]:
            condition = told_condition(match["if"], name)
        else:
            condition = Condition.parse("your turn" if match["own"] else "not your turn")
        words = match["rest"]
    if (found := _plain(words, name)) is None:
        return None
    return found if condition is None else tuple(_while(ability, condition) for ability in found)


def _while(ability: Ability, condition: Condition) -> Ability:
    assert isinstance(ability, CostChange | Permission)
    return replace(ability, condition=both(condition, ability.condition))


def _in_both_zones(found: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """An effect that works in the command zone too (CR 113.6)."""
    changes = [ability for ability in found if isinstance(ability, CostChange)]
    if len(changes) < len(found):
        raise Malformed("an effect in the command zone that is no cost change")
    return tuple(replace(change, zone=Zone.ANY) for change in changes)


def _on_the_stack(words: str, name: str) -> tuple[Ability, ...] | None:
    found = _plain(re.sub(r"\bthat target it\b", "that target ~", words), name)
    changes = [ability for ability in found or () if isinstance(ability, CostChange)]
    return tuple(replace(change, zone=Zone.STACK) for change in changes) or None


def _plain(words: str, name: str) -> tuple[Ability, ...] | None:
    """As `cost_changes`, without what says when."""
    only_colored = bool(_COLORED.search(words))
    words = _COLORED.sub("", words)
    if match := _FLOOR.fullmatch(words):
        floor = parse_amount(match[1]).plus
        return (CostChange(applies_to=Filter.parse("spell"), who="any", floor=floor),)
    if match := re.fullmatch(r"creatures you control have first strike and (.+)", words):
        return _plain(match[1], name)
    if match := _OF_A_COST.fullmatch(words):
        return (_of_a_cost(match),)
    if match := _AND_ABILITIES.fullmatch(words):
        return (*(_plain(match["spells"], name) or ()), *(_plain(match["rest"], name) or ())) or None
    if (of_abilities := ability_cost_changes(words, name)) is not None:
        return of_abilities
    words = re.sub(r"^Your commander costs", "Commander spells you cast cost", words)
    if match := _TWO_PLACES.fullmatch(words):
        found = [
            _plain(f"{match['what']} from {place} {match['rest']}", name) or () for place in match.group("one", "two")
        ]
        return tuple(ability for each in found for ability in each) or None
    also = _ALSO.search(words)
    words = _ALSO.sub("", words)
    if match := _SECOND.fullmatch(words):
        return (*(_plain(match["one"], name) or ()), *(_plain(f"~ costs {match['two']}", name) or ()))
    if match := _SELF.fullmatch(words):
        return (_change(match, None, "you", only_colored, name),)
    sentence = words[:1].upper() + words[1:]
    match = _SPELLS.fullmatch(sentence) or _LIFE.fullmatch(sentence)
    if match is None:
        return None
    change = _of_spells(match, only_colored, name)
    if also and also["flash"].startswith("can be cast"):
        if change.who != "you":
            raise Malformed("flash for another player")
        return (change, *with_flash(change.applies_to, change.condition))
    return (change,)


def _of_a_cost(match: re.Match[str]) -> CostChange:
    amount, keyword = ManaCost(int(match["n"])), match["keyword"].lower()
    who = {"": "any", " you pay": "you", " your opponents pay": "opponent"}[match["who"] or ""]
    if match["way"] == "more":
        paid = Condition.parse(f"paid({keyword})")
        return CostChange(applies_to=Filter.parse("spell"), who=who, of=keyword, more=amount, condition=paid)
    return CostChange(applies_to=Filter.parse("spell"), who=who, of=keyword, less=amount, up_to=bool(match["upto"]))


def _of_spells(match: re.Match[str], only_colored: bool, name: str) -> CostChange:
    what, who, targets = match["what"], "any", None
    first = (match["first"] or "").strip().lower()
    if split := re.fullmatch(r"(.+ (?:cast|casts)) that target (.+)", what):
        what, targets = split[1], _targets(split[2], name)
    elif split := re.fullmatch(r"(.*[Ss]pells) that target ~", what):
        what, targets = split[1], Filter.parse("this")
    if split := _THAT_IS.fullmatch(f"Each {what}" if first == "each" else what):
        what = f"{split['kinds']} spells you cast"
    shared = ""
    if split := re.fullmatch(r"(.+ cast) that share a card type with the exiled card", what):
        what, shared = split[1], "shares(imprintedtype)"
    condition: Condition | None = None
    if first.startswith("the") and (split := re.fullmatch(r"(.+ cast) during each of your turns", what)):
        what, condition = split[1], Condition.parse("your turn")
    elif first.startswith("the"):
        what = re.sub(r" (each|this) turn$", "", what)
    if first == "each" and what.endswith(" a player casts"):
        what = what.removesuffix(" a player casts")
    for ending, whose in _WHO:
        if what.endswith(ending):
            what, who = what.removesuffix(ending), whose
        elif f"{ending} " in what:
            what, who = what.replace(ending, "", 1), whose
    if re.search(r"\b(?:cast|casts|turn|way)\b", what):
        raise Malformed("whose spells is not understood")
    wanted = spells_of(what, name)
    if shared:
        wanted = Filter(tuple((*terms, Term(shared)) for terms in wanted.any_of))
    if first.startswith("the"):
        if who != "you":
            raise Malformed("the first spell of another player")
        cast = Amount(times=1, measure="castthisturn", filter=wanted)
        nth = Comparison(cast, "=", Amount.fixed(0 if first == "the first" else 1))
        condition = both(condition, Condition(((nth,),)))
    if match.re is _LIFE:
        return CostChange(
            applies_to=wanted, who=who, more_life=int(match["life"]), targets=targets, condition=condition
        )
    change = _change(match, wanted, who, only_colored, name, targets)
    return replace(change, condition=both(condition, change.condition))


def _targets(words: str, name: str) -> Filter:
    return Filter.parse("this") if words == "~" else parse_filter(words, name)


def _change(
    match: re.Match[str],
    wanted: Filter | None,
    who: str,
    only_colored: bool,
    name: str,
    targets: Filter | None = None,
) -> CostChange:
    rest, symbols = match["rest"].strip(), match["sum"]
    times, condition = Amount.fixed(1), None
    if symbols.isdigit():
        symbols = f"{{{symbols}}}"
    if symbols == "{X}":
        where = re.fullmatch(r", where X is (.+)", rest)
        if where is None:
            raise Malformed("an X that is not told")
        symbols, times, rest = "{1}", told_amount(where[1], name), ""
    if rest == "for each target beyond the first":
        times, rest = Amount.parse("-1+targets"), ""
    elif rest == "for each other spell that player has cast this turn":
        times, rest = Amount.parse("castthisturn(spell)"), ""
    elif found := re.fullmatch(r"for each (.+) its controller controls", rest):
        times, rest = Amount(times=1, measure="castercount", filter=parse_filter(f"{found[1]} you control", name)), ""
    elif found := re.fullmatch(r"for each (.+) it targets", rest):
        times, rest = Amount(times=1, measure="targeted", filter=parse_filter(found[1], name)), ""
    elif found := re.fullmatch(r"for each (.+)", rest):
        times, rest = told_amount(found[1], name, each=True), ""
        if times.measure == "castthisturn" and who != "you":
            raise Malformed("spells cast by one player, for the spells of another")
    elif found := re.fullmatch(r"if it targets (.+)", rest):
        targets, condition = _targeted(found[1], name)
        rest = ""
    elif rest == "if it has mutate" and wanted is not None:
        wanted, rest = Filter(tuple((*terms, Term("keyword(mutate)")) for terms in wanted.any_of)), ""
    elif found := re.fullmatch(r"(?:if|as long as) (.+)", rest):
        condition, rest = told_condition(found[1], name), ""
    elif rest == "during your turn":
        condition, rest = Condition.parse("your turn"), ""
    elif found := re.fullmatch(r"during (your \w+ step)", rest):
        condition, rest = told_condition(f"it's {found[1]}", name), ""
    elif rest == "except during its controller's turn":
        condition, rest = Condition.parse("not caster's turn"), ""
    if rest:
        raise Malformed("what a cost change depends on is not understood")
    if times.measure == "removed":
        raise Malformed("counters removed for a spell")
    amount = ManaCost.parse(symbols)
    return CostChange(
        applies_to=wanted,
        who=who,
        more=amount if match["way"] == "more" else None,
        less=amount if match["way"] == "less" else None,
        times=times,
        only_colored=only_colored,
        up_to=bool(match["upto"]),
        condition=condition,
        targets=targets,
    )


def _targeted(words: str, name: str) -> tuple[Filter | None, Condition | None]:
    """What the spell targets as a filter, or as a condition in its own words."""
    try:
        return parse_filter(re.sub(r"^an? ", "", words), name), None
    except Malformed:
        return None, told_condition(f"it targets {words}", name)
