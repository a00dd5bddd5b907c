"""What can't be done: cast, activate, play, pay life, sacrifice (CR 101.2)."""

from __future__ import annotations

import re

from castable.model.ability import Prohibition
from castable.model.amount import Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.oracle.words import number

__all__ = ["forbidding"]

_WHO = {"you": "you", "your opponents": "opponent", "opponents": "opponent", "players": "any", "each player": "any"}
_PLAYERS = r"(?P<who>[Yy]ou|[Yy]our opponents|[Oo]pponents|[Pp]layers|[Ee]ach player)"
_ACTIVATED = re.compile(
    r"(?:(?P<idle>[^,.]+?) (?:can't (?:attack or block|attack|block|attack, block)|doesn't untap during its "
    r"controller's untap step)(?:,? and|, block, or crew Vehicles, and) its activated abilities|"
    r"[Aa]ctivated abilities of (?P<of>[^.]+?)|(?P<whose>[^.]+?)'s activated abilities) can't be activated"
    r"(?P<mana> unless they're mana abilities)?"
)
_CAST = re.compile(
    rf"{_PLAYERS} can't cast (?:(?P<some>[^.]*?\bspells)|more than (?P<n>\w+) (?P<few>[^.]*?\bspells?) each turn)"
    r"(?P<when> during (?:your turn|combat))?"
)
_PAY = re.compile(
    r"Players can't pay life or sacrifice (?P<what>[\w ]+?) to cast spells or activate abilities"
    r"|Players can't pay life to cast spells or to activate abilities that aren't mana abilities"
)


_ABOUT_COMBAT = (
    r"attacks each combat if able|can't attack (?:you or a planeswalker you control|it's owner|its owner)"
    r"(?: or planeswalkers its owner controls)?|can't block|can't be blocked"
)
_KEPT = re.compile(rf"(?P<of>[^,.]+?)(?: (?:{_ABOUT_COMBAT}),)* can't be sacrificed(?:,? and (?:{_ABOUT_COMBAT}))?")


def forbidding(words: str, name: str = "") -> tuple[Prohibition, ...] | None:
    """The prohibitions a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if match := _ACTIVATED.fullmatch(words):
        of = _objects(match["idle"] or match["of"] or match["whose"], name)
        return (Prohibition(what="activate", of=of, except_mana_abilities=bool(match["mana"])),)
    if match := _CAST.fullmatch(words):
        when = (match["when"] or "").strip().removeprefix("during ")
        return (
            Prohibition(
                what="cast",
                of=spells_of(match["some"] or _plural(match["few"]), name),
                who=_WHO[match["who"].lower()],
                condition=Condition.parse({"your turn": "your turn", "combat": "combat"}[when]) if when else None,
                limit=_limit(match["n"]),
            ),
        )
    if match := re.fullmatch(r"([^.,]*\b[Ss]pells\b[^.,]*) can't be cast", words):
        return (Prohibition(what="cast", of=spells_of(match[1], name)),)
    if match := re.fullmatch(rf"{_PLAYERS} can't play lands", words):
        return (Prohibition(what="play land", who=_WHO[match["who"].lower()]),)
    if words == "Your life total can't change":
        return (Prohibition(what="pay life", who="you"), Prohibition(what="change life", who="you"))
    if match := _KEPT.fullmatch(words):
        return (Prohibition(what="sacrifice", of=_objects(match["of"], name)),)
    if match := _PAY.fullmatch(words):
        if not match["what"]:
            return (Prohibition(what="pay life", except_mana_abilities=True),)
        return (Prohibition(what="pay life"), Prohibition(what="sacrifice", of=parse_filter(match["what"], name)))
    return None


def _plural(words: str) -> str:
    return words if words.endswith("s") else f"{words}s"


def _limit(word: str | None) -> int | None:
    if word is None:
        return None
    if (value := number(word)) is None:
        raise Malformed("how many spells is not understood")
    return value


def _objects(words: str, name: str) -> Filter:
    if words == "~":
        return Filter.parse("this")
    wanted = parse_filter(words, name)
    if wanted.words() & {"card", "spell", "player"}:
        raise Malformed("abilities of objects that are not on the battlefield")
    return wanted
