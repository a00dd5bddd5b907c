"""Triggered abilities on what is tapped: those that add mana ("Whenever enchanted land is tapped for mana, its
controller adds ...", CR 605.1b), and those that hurt for it ("Whenever ~ becomes tapped, it deals 1 damage to you")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castable.model.ability import TapDamage, TriggeredMana, TriggeredManaAbility
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.mana import Mana, ManaType, Restriction
from castable.model.oracle.mana import parse_addition
from castable.model.oracle.normalise import sentences_of
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.restrictions import parse_restriction
from castable.model.production import Addition, Mix, Origin, Production, TypeSet

__all__ = ["later_mana", "tap_damage", "triggered_ability"]

_EVENT = re.compile(
    r"Whenever (?:(?P<who>you|a player|an opponent) taps? (?P<tapped>.+?)|(?P<passive>.+?) is tapped) for "
    r"(?:mana(?: of the (?P<chosen>chosen color))?|(?P<made>\{[WUBRGC]\}))(?: while (?P<condition>you're the monarch))?"
    r", (?:if (?P<tested>~ is tapped), )?(?P<effect>.+)"
)
_ADDS = re.compile(
    r"(?P<each>for each other land you control with the same name, )?"
    r"(?:(?P<player>that player|its controller) adds|(?P<own>(?:you )?add)) (?P<more>an additional )?(?P<what>.+?)"
    r"(?: in addition to the mana (?:the land|it) produces)?"
)
_OF_ABILITIES = re.compile(
    r"Whenever a land's ability (?:adds|causes you to add) one or more mana of the chosen color, "
    r"add (?:one|an) additional mana of that color"
)
_HURTS = re.compile(
    r"Whenever (?:(?P<becomes>[^,]+) becomes tapped|a player taps (?P<tapped>[^,]+) for mana), "
    r"(?:that player adds [^.,]+, and )?"
    r"(?:(?:~|it|this \w+) deals (?P<damage>\d+) damage to (?:you|that player|the player|that [\w ]+'s controller)"
    r"|its controller loses (?P<loss>\d+) life)\.?(?! \w)"
)
_PLAYERS = {"you": "you", "a player": "any", "an opponent": "opponent", None: "any"}


def triggered_ability(words: str, printed: str, name: str = "") -> TriggeredManaAbility | None:
    """The triggered mana ability of this line, None when it is no such line or not fully understood."""
    if _OF_ABILITIES.fullmatch(words.strip().removesuffix(".")):
        return TriggeredManaAbility(
            watches=Filter.parse("land"),
            adds=Production(((Addition(TypeSet(Origin.CHOSEN_COLOR)),),)),
            who="you",
            made_chosen_color=True,
            any_ability=True,
        )
    match = _EVENT.fullmatch(words)
    if match is None:
        return None
    sentences = sentences_of(match["effect"])
    adds = _ADDS.fullmatch(sentences[0]) if sentences else None
    if adds is None:
        return None
    try:
        return _read(match, adds, sentences[1:], name)
    except Malformed:
        return None


def tap_damage(words: str, name: str = "") -> Iterator[TapDamage]:
    """What tapping costs by this line; nothing where it does not say so, or not in full."""
    match = _HURTS.match(words)
    if match is None:
        return
    try:
        watches = _watched(match["becomes"] or match["tapped"], name)
    except Malformed:
        return
    yield TapDamage(watches=watches, damage=int(match["damage"] or match["loss"]), for_mana=bool(match["tapped"]))


def later_mana(words: str, name: str = "") -> Iterator[TriggeredMana]:
    """The mana of a trigger that adds some and does nothing else; nothing for other lines."""
    if (match := re.fullmatch(r"When(?:ever)? [^,\"]+, add (?P<adds>[^.\"]+)\.?", words)) and " for mana," not in words:
        try:
            yield TriggeredMana(adds=parse_addition(match["adds"], name))
        except Malformed:
            return


def _read(event: re.Match[str], adds: re.Match[str], more: tuple[str, ...], name: str) -> TriggeredManaAbility:
    restriction: Restriction | None = None
    for sentence in more:
        if found := re.fullmatch(r"Spend this mana only (.+)", sentence):
            restriction = parse_restriction(found[1])
        elif not re.fullmatch(r"That land doesn't untap during its controller's next untap step", sentence):
            raise Malformed("a sentence after the mana")
    watches = _watched(event["tapped"] or event["passive"], name)
    chosen = bool(event["chosen"])
    condition = None
    if event["condition"]:
        condition = Condition.parse("monarch")
    elif event["tested"]:
        condition = Condition.parse("tapped")
    return TriggeredManaAbility(
        watches=watches,
        adds=_production(adds["what"], event["made"], name) if not adds["each"] else _for_each(adds["what"]),
        who=_PLAYERS[event["who"]],
        made=Mana.parse(event["made"]) if event["made"] else None,
        made_chosen_color=chosen,
        to_controller=bool(adds["own"]) and event["who"] != "you",
        restriction=restriction,
        condition=condition,
    )


def _for_each(words: str) -> Production:
    """One mana for each other land of its controller that shares a name with the tapped one."""
    if words != "one mana of any type that land produced":
        raise Malformed("what is added for each land")
    amount = Amount(times=1, measure="count", filter=Filter.parse("land shares(name) you"))
    return Production(((Addition(TypeSet(Origin.THAT_TYPE), amount, Mix.ANY),),))


def _watched(words: str, name: str) -> Filter:
    if words == "a land with the same name as the exiled card":
        return Filter.parse("land shares(imprinted)")
    return Filter.parse("this") if words == "~" else parse_filter(words, name)


def _production(words: str, made: str | None, name: str) -> Production:
    that = re.fullmatch(r"(?:(\w+) )?mana of any (type|color) (?:that|the) [\w ]+?(?:produced| produced)", words)
    if that and that[1] in (None, "one"):
        origin = Origin.THAT_TYPE if that[2] == "type" else Origin.THAT_COLOR
        return Production(((Addition(TypeSet(origin)),),))
    if re.fullmatch(r"one mana of that color", words):
        return Production(((Addition(TypeSet(Origin.CHOSEN_COLOR)),),))
    if made and re.fullmatch(r"(?:one|an) (?:additional )?mana of that type", words):
        return Production(((Addition(TypeSet(Origin.LISTED, (ManaType(made[1]),))),),))
    return parse_addition(words, name)
