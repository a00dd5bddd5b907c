"""A rules text, line by line, into abilities in printed order (CR 113)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AlternativeCost,
    Becomes,
    Boost,
    CostChange,
    Enters,
    Grant,
    Keyword,
    LandTypes,
    OptionalCost,
    ProductionReplacement,
    Prohibition,
    SpellTargets,
    SpendAs,
    Timing,
    TriggeredManaAbility,
    Unread,
    Zone,
)
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle.activated import activated_ability, limited
from castable.model.oracle.bearing import bears_on_casting, bears_on_own_casting, bears_on_payment, is_trigger
from castable.model.oracle.entering import merged
from castable.model.oracle.keywords import keyword_line
from castable.model.oracle.lasting import this_turn, this_turn_of_abilities
from castable.model.oracle.normalise import Line, lines_of
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.setups import set_ups
from castable.model.oracle.spells import spell_line
from castable.model.oracle.spent import spent_bonuses
from castable.model.oracle.statics import static_abilities
from castable.model.oracle.triggered import later_mana, tap_damage, triggered_ability
from castable.model.oracle.words import phrases

__all__ = ["compile_text"]

_EFFECTS = (
    Becomes,
    Boost,
    CostChange,
    Grant,
    LandTypes,
    ProductionReplacement,
    Prohibition,
    SpendAs,
    TriggeredManaAbility,
)
_THIS = Filter.parse("this")
# words in italics before an ability that mean nothing by themselves (CR 207.2c)
_ABILITY_WORDS = phrases(
    """adamant|addendum|alliance|battalion|bloodrush|celebration|channel|chroma|cohort|constellation|converge|
    corrupted|council's dilemma|coven|delirium|descend 4|descend 8|disappear|domain|eerie|eminence|enrage|fateful hour|
    fathomless descent|ferocious|flurry|formidable|grandeur|hellbent|heroic|imprint|infusion|inspired|join forces|jump|
    kinship|landfall|lieutenant|magecraft|metalcraft|morbid|opus|pack tactics|paradox|parley|radiance|raid|rally|renew|
    repartee|revolt|
    secret council|spell mastery|strive|survival|sweep|tempting offer|threshold|undergrowth|valiant|vivid|void|
    will of the council|will of the planeswalkers|increment"""
)
# single words in italics that name one ability and mean nothing either (CR 207.2d)
_FLAVOR_WORDS = phrases(
    """abraxas|affirmative|allies|allons-y!|avalanche!|avoidance|berserk|berzerker|betrayal|body-print|
    brontosaurus|camouflage|ceremorphosis|chainsword|chaos|chaosbringer|cheer|dance|darkness|decimate|
    diana|displacement|dissolve|dualcast|endurant|engulf|eukrasia|exterminate!|gooooaaaalll!|grav-cannon|
    grenades!|hadoken|hagneia|immune|intangibility|krishna|machina|martyrdom|mug|murasame|mutsunokami|
    negative|nitro-9|nosh|origami-fu|parade!|phaeron|polymorphine|pray|protect|protector|rage|raise|
    rejuvenation|rosarius|sarcophagus|share|shieldwall|shoryuken|skyswarm|split|spoilers|stagger|starfall|
    starscourge|steal|stowage|summon|teleport|throw|timey-wimey|titanic|tools|trance|warp-strike|whirlwind"""
)
# words before a dash that do mean something; a single word that is not known may, too
_MEANINGFUL = frozenset({"to solve"})
_KEYWORD_BEFORE = re.compile(r"(Exhaust|Boast|Forecast|Power-up) ?— ?(?=\S)")
"""Keywords before an activated ability that limit it (CR 702.57, 702.142, 702.177, 702.193)."""
_USING = re.compile(r"You may cast [^.]+ from your graveyard using its (\w+) ability\.")
_NAMES_ABILITY = re.compile(r"(Bloodrush|Channel) ?— ?")
"""Ability words by which an activated ability is known."""
_PREFIX = re.compile(r"([A-Z][\w'’!,&. \-]{1,40}?) ?— ?(?=\S)")
_LEVEL = re.compile(r"LEVEL (\d+)(?:-(\d+)|\+)", re.IGNORECASE)
_CLASS_LEVEL = re.compile(r"((?:\{[^}]+\})+): Level (\d)\.?(?: — (.+))?", re.DOTALL)
_STATION = re.compile(r"(\d+)\+ \| (.+)", re.DOTALL)
_CHAPTER = re.compile(r"(?:[IVX]+, )*[IVX]+ — ")
_ROMAN = ("I", "II", "III", "IV", "V", "VI")
_LASTS = re.compile(r"\b(?:[Uu]ntil|this turn|for as long as|as long as)\b|\bgains?\b|\bbecomes?\b")
"""What a chapter may have done that goes on."""
_CHAPTER_GIVES = re.compile(r"([IV]+) — ~ gains \"(.+)\"")
_INNER_QUOTE = re.compile(r"(?<=\s)'|(?<=[.\w])'(?=$|[\s.,])")
_DICE = re.compile(r"\d+(?:[-–]\d+)?(?:\+)? \| ")


@dataclass(slots=True)
class _Gate:
    """What the lines that follow depend on: a level, a number of counters; `known` False when no condition says it."""

    condition: Condition | None = None
    known: bool = True


def compile_text(
    text: str,
    *,
    name: str,
    types: frozenset[str],
    supertypes: frozenset[str] = frozenset(),
    subtypes: frozenset[str] = frozenset(),
) -> tuple[Ability, ...]:
    """All abilities of one face in printed order (types in lower case, subtypes capitalised).

    Whatever is not fully understood stays as `Unread` with its exact words. What a basic land type brings along is not
    repeated here (`castable.model.card` adds it from the type line, CR 305.6).
    """
    of_spell = bool(types & {"instant", "sorcery"})
    found = list[Ability]()
    gate = _Gate()
    for line in lines_of(text, name, legendary="legendary" in supertypes or "planeswalker" in types):
        if match := _LEVEL.fullmatch(line.words):
            bounds = f"counters(level) >= {match[1]}"
            gate = _Gate(Condition.parse(f"{bounds} and counters(level) <= {match[2]}" if match[2] else bounds))
            continue
        if gate.condition and re.fullmatch(r"[\d*+]+/[\d*+]+", line.words):
            continue
        if "Class" in subtypes and (match := _CLASS_LEVEL.fullmatch(line.words)):
            level = int(match[2])
            found.append(_level_up(level, match[1]))
            gate = _Gate(Condition.parse(f"counters(level) >= {level}"))
            if not match[3]:
                continue
            line = Line(line.printed, match[3])
        if match := _STATION.fullmatch(line.words):
            if of_spell:
                found.append(Unread(text=line.printed, may_bear_on_payment=False, may_bear_on_casting=False))
                continue
            gate = _Gate(Condition.parse(f"counters(charge) >= {match[1]}"))
            line = Line(line.printed, match[2])
        found += _gated(gate, line, _line(line, name, of_spell, _kickers(found)))
        found += spent_bonuses(line.words)
        found += set_ups(line.words, of_spell)
        found += tap_damage(line.words, name)
        found += () if of_spell else later_mana(line.words, name)
    lines = lines_of(text, name, legendary="legendary" in supertypes or "planeswalker" in types)
    found += this_turn(lines, name) if of_spell else this_turn_of_abilities(lines, name)
    found = _from_graveyard(found)
    return tuple(merged(found))


def _level_up(level: int, cost: str) -> ActivatedAbility:
    """What gains a Class its next level, told by level counters; one without any is of level 1 (CR 717.2)."""
    before = "counters(level) <= 1" if level == 2 else f"counters(level) = {level - 1}"
    return ActivatedAbility(
        cost=Cost.parse(cost), keyword="level", timing=Timing.SORCERY, condition=Condition.parse(before)
    )


def _from_graveyard(found: list[Ability]) -> list[Ability]:
    """With what lets the card be cast from the graveyard for an alternative cost of its own as that cost again."""
    ways = list[Ability]()
    for ability in found:
        match = _USING.fullmatch(ability.text) if isinstance(ability, Unread) else None
        offers = [a for a in found if match and isinstance(a, AlternativeCost) and a.keyword == match[1]]
        ways += [replace(offer, zone=Zone.GRAVEYARD) for offer in offers] or [ability]
    return ways


def _kickers(found: list[Ability]) -> tuple[Cost, ...]:
    """The kicker costs read so far; the keyword stands before the text that speaks of it."""
    return tuple(a.cost for a in found if isinstance(a, OptionalCost) and a.keyword in ("kicker", "multikicker"))


def _gated(gate: _Gate, line: Line, abilities: list[Ability]) -> list[Ability]:
    """Abilities that exist only while the gate is open (CR 711.2, 717, 721)."""
    if gate.known and gate.condition is None:
        return abilities
    read = tuple(ability for ability in abilities if not isinstance(ability, Unread))
    unread = [ability for ability in abilities if isinstance(ability, Unread)]
    if not read:
        return abilities
    if not gate.known:
        harmless = all(isinstance(ability, Keyword) and ability.name != "haste" for ability in read)
        return abilities if harmless else [Unread(text=line.printed)]
    assert gate.condition is not None
    return [*unread, *_conditional(read, gate.condition)]


def _conditional(abilities: tuple[Ability, ...], condition: Condition) -> list[Ability]:
    """The abilities while a condition holds: effects carry it themselves, others are granted to the object."""
    effects = [_while(ability, condition) for ability in abilities if isinstance(ability, _EFFECTS)]
    own = tuple(ability for ability in abilities if not isinstance(ability, _EFFECTS))
    return [*([Grant(to=_THIS, abilities=own, condition=condition)] if own else []), *effects]


def _while(ability: Ability, condition: Condition) -> Ability:
    assert isinstance(ability, _EFFECTS)
    both = condition
    if ability.condition is not None:
        both = Condition(tuple(a + b for a in condition.any_of for b in ability.condition.any_of))
    return replace(ability, condition=both)


def _line(line: Line, name: str, of_spell: bool, kickers: tuple[Cost, ...] = ()) -> list[Ability]:
    if match := _CHAPTER_GIVES.fullmatch(line.words):
        given = _quoted(_INNER_QUOTE.sub('"', match[2]), name)
        if not any(isinstance(ability, Unread) for ability in given):
            return _conditional(given, Condition.parse(f"counters(lore) >= {_ROMAN.index(match[1]) + 1}"))
    if _CHAPTER.match(line.words) and not _LASTS.search(line.words):
        return [Unread(text=line.printed, may_bear_on_payment=False, may_bear_on_casting=False)]
    if match := _KEYWORD_BEFORE.match(line.words):
        found = _plain_line(Line(line.printed, line.words[match.end() :]), name, of_spell, kickers)
        return [limited(ability, match[1].lower()) for ability in found]
    words, condition, unsure = _without_prefix(line.words)
    abilities = _plain_line(Line(line.printed, words), name, of_spell, kickers)
    if match := _NAMES_ABILITY.match(line.words):
        abilities = [
            replace(one, keyword=match[1].lower()) if isinstance(one, ActivatedAbility) else one for one in abilities
        ]
    if condition is not None:
        return _gated(_Gate(condition), line, abilities)
    if unsure and not all(isinstance(a, Unread) for a in abilities):
        return [Unread(text=line.printed, may_bear_on_payment=_matters(abilities))]
    return abilities


def _matters(abilities: list[Ability]) -> bool:
    """Whether some ability that was read could change a payment."""
    return not all(isinstance(a, ActivatedAbility | Enters | SpellTargets | Unread) for a in abilities)


def _without_prefix(words: str) -> tuple[str, Condition | None, bool]:
    """The line without its ability word, the condition a prefix stands for, and whether the prefix is unknown."""
    match = _PREFIX.match(words)
    if match is None or _keyword_head(match[1]):
        return words, None, False
    rest, prefix = words[match.end() :], match[1].lower().strip()
    if prefix in _ABILITY_WORDS | _FLAVOR_WORDS or prefix.startswith("choose"):
        return (words if prefix.startswith("choose") else rest), None, False
    if prefix == "max speed":
        return rest, Condition.parse("max speed"), False
    return rest, None, len(prefix.split()) == 1 or prefix in _MEANINGFUL


def _keyword_head(word: str) -> bool:
    """Whether the word before a dash is a keyword whose cost follows."""
    try:
        return keyword_line(f"{word}—{{1}}") is not None
    except Malformed:
        return True


def _plain_line(line: Line, name: str, of_spell: bool, kickers: tuple[Cost, ...]) -> list[Ability]:
    words = line.words
    if _DICE.match(words):
        return [Unread(text=line.printed, may_bear_on_payment=False, may_bear_on_casting=False)]
    try:
        if (keywords := keyword_line(words, name)) is not None:
            return list(keywords)
    except Malformed:
        return [Unread(text=line.printed)]
    if match := re.fullmatch(r"Enchant ([^.]+)", words):
        try:
            return [SpellTargets(needs=(_enchantable(match[1], name),))]
        except Malformed:
            return [Unread(text=line.printed, may_bear_on_payment=False)]
    if (activated := activated_ability(words, line.printed, name)) is not None:
        return [activated]
    if is_trigger(words):
        return [triggered_ability(words, line.printed, name) or _unread(line, of_spell)]
    if (statics := static_abilities(line, name, of_spell, _quoted)) is not None:
        return list(statics)
    if of_spell:
        return list(spell_line(line, name, kickers))
    return [_unread(line, of_spell)]


def _enchantable(words: str, name: str) -> Filter:
    if words in ("player", "opponent"):
        return Filter.parse("player" if words == "player" else "opponentplayer")
    if "card" in words or "graveyard" in words:
        raise Malformed("a card outside the battlefield")
    return parse_filter(words, name)


def _quoted(text: str, name: str) -> tuple[Ability, ...]:
    """The abilities of a text in quotation marks, for objects that are given it."""
    line = Line(text, text.strip())
    return tuple(_line(line, name, of_spell=False))


def _unread(line: Line, of_spell: bool) -> Unread:
    return Unread(
        text=line.printed,
        may_bear_on_payment=bears_on_payment(line.words, of_spell=of_spell),
        may_bear_on_casting=bears_on_casting(line.words, of_spell=of_spell),
        may_bear_on_own_casting=of_spell or bears_on_own_casting(line.words),
    )
