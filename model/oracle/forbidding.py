"""What can't be done: cast, activate, play, pay life, sacrifice (CR 101.2)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import Prohibition
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.conditions import both, told_condition
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.oracle.words import number

__all__ = ["forbidding"]

_WHO = {"you": "you", "players": "any", "each player": "any"}
_WHO |= dict.fromkeys(("your opponents", "opponents", "each opponent"), "opponent")
_WHO["enchanted player"] = "enchanted"
_PLAYERS = r"(?P<who>[Yy]ou|[Ee]nchanted player|[Yy]our opponents|[Oo]pponents|[Pp]layers|[Ee]ach player)"
_ACTIVATED = re.compile(
    r"(?:(?P<idle>[^,.]+?) (?:can't (?:attack or block|attack|block|attack, block)|doesn't untap during its "
    r"controller's untap step)(?:,? and|, block, or crew Vehicles, and) its activated abilities|"
    r"[Aa]ctivated abilities of (?P<of>[^.]+?)|(?P<whose>[^.]+?)'s activated abilities) can't be activated"
    r"(?P<mana> unless they're mana abilities)?"
)
_CAST = re.compile(
    rf"{_PLAYERS} can't cast (?:(?P<some>[^.]*?\bspells(?: (?:with|of|from) [^.]+?)?)|"
    r"more than (?P<n>\w+) (?P<few>[^.]*?\bspells?) each turn)"
    r"(?P<when> during (?:your turn|combat))?"
    r"(?P<too> or activate abilities(?: of (?P<of>[^.]+)| that aren't (?P<mana>mana abilities)))?"
)
_ONLY = re.compile(
    r"(?P<who>[Yy]ou|[Yy]our opponents|[Ee]ach opponent|[Oo]pponents|[Pp]layers|[Ee]ach player) can "
    r"(?:cast (?P<some>[^.]*?\bspells)(?P<too> and activate abilities)? only "
    r"(?:(?P<turn>during (?:their own turns?|your(?: own)? turn))|any time (?P<same>you|they) could cast a sorcery)"
    r"(?: and (?:you|they) can )?)?"
    r"(?:cast no more than (?P<n>\w+) (?P<few>[^.]*?\bspells?) each turn)?"
)
_ABOVE = re.compile(
    r"(?P<who>[Ee]ach opponent|[Ee]ach player) can't cast (?P<some>[^.]*?\bspells) with (?:mana value|converted mana "
    r"cost) greater than the number of (?P<of>[^.,]+?) that player controls"
)
_AGAIN = re.compile(
    r"Each (?P<who>player|opponent) who has cast an? (?P<some>[\w-]+ spell) this turn can't cast additional .+"
)
_FROM_HAND = re.compile(rf"{_PLAYERS} can't (?P<what>play cards|play lands|cast spells) from (?:your|their) hands?")
_WHILE = re.compile(r"(?:As long as (?P<if>[^,]+)|During (?P<when>your turn|combat)), (?P<rest>.+)")
_FROM = {
    "graveyards": ("graveyardcast",),
    "graveyards or libraries": ("graveyardcast", "librarycast"),
    "graveyards or exile": ("graveyardcast", "exilecast"),
    "anywhere other than their hands": ("nothandcast",),
}
"""Where spells may not be cast from."""
_PAY = re.compile(
    r"Players can't pay life or sacrifice (?P<what>[\w ]+?) to cast spells or activate abilities"
    r"|Players can't pay life to cast spells or to activate abilities that aren't mana abilities"
)


_ABOUT_COMBAT = (
    r"attacks each combat if able|can't attack (?:you or a planeswalker you control|it's owner|its owner)"
    r"(?: or planeswalkers its owner controls)?|can't block|can't be blocked"
)
_KEPT = re.compile(rf"(?P<of>[^,.]+?)(?: (?:{_ABOUT_COMBAT}),)* can't be sacrificed(?:,? and (?:{_ABOUT_COMBAT}))?")


_AIMED = re.compile(
    r"(?P<of>[^.,]+?) can't be the targets? of (?:"
    r"(?P<both>spells or abilities)|(?P<activated>spells or activated abilities)|(?P<abilities>abilities)"
    r"|(?P<some>[\w ]*?)spells(?: your opponents control)?(?: or abilities from (?P<from>[\w ]+) sources)?"
    r"|abilities from (?P<only>[\w ]+) sources)"
    r"(?P<whose> your opponents control)?(?: and can't be enchanted by other Auras)?"
)
"""Hexproof, shroud and protection in other words."""


def _aimed_at(match: re.Match[str], name: str) -> tuple[Prohibition, ...]:
    who = "opponent" if "your opponents control" in match[0] else "any"
    if match["activated"]:
        raise Malformed("what may be targeted by triggered abilities alone")
    if match["of"] == "Cards in graveyards" and match["both"]:
        return (Prohibition(what="target card", who=who),)
    if both := re.fullmatch(r"(\w+?)s on the battlefield and (\w+) cards in graveyards", match["of"]):
        cards = Prohibition(what="target card", of=_objects(both[2], name), who=who)
        return (*(replace(cards, what=f"target with {means}") for means in ("spells", "abilities")), cards)
    one = Prohibition(what="target with spells", of=_objects(match["of"], name), who=who)
    other = replace(one, what="target with abilities")
    if match["both"]:
        return (one, other)
    if match["abilities"]:
        return (other,)
    if match["only"]:
        return (replace(other, by=parse_filter(match["only"].strip(), name)),)
    found = (replace(one, by=parse_filter(match["some"].strip(), name)) if match["some"] else one,)
    return (*found, replace(other, by=parse_filter(match["from"], name))) if match["from"] else found


def forbidding(words: str, name: str = "") -> tuple[Prohibition, ...] | None:
    """The prohibitions a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if (match := _WHILE.fullmatch(words)) and re.search(r"\bcan't (?:cast|play lands)\b", match["rest"]):
        when = told_condition(match["if"], name) if match["if"] else Condition.parse(match["when"])
        found = forbidding(match["rest"], name) or ()
        return tuple(replace(one, condition=both(when, one.condition)) for one in found) or None
    if match := re.fullmatch(r"(.+ can't play lands) as long as ([^.]+)", words):
        found = forbidding(match[1], name) or ()
        return tuple(replace(one, condition=told_condition(match[2], name)) for one in found) or None
    if match := _AGAIN.fullmatch(words):
        who = "any" if match["who"] == "player" else "opponent"
        return (Prohibition(what="cast", of=spells_of(f"{match['some']}s", name), who=who, limit=1),)
    if match := _AIMED.fullmatch(words):
        return _aimed_at(match, name)
    if match := re.fullmatch(r"You have (hexproof|shroud)", words):
        who = "opponent" if match[1] == "hexproof" else "any"
        return (Prohibition(what="target player", who=who),)
    if match := re.fullmatch(r"(?P<of>[^,.]+?) can't (?:attack, )?(?:block,? )?or crew Vehicles", words):
        return (Prohibition(what="crew", of=_objects(match["of"], name)),)
    if words == "Players can't activate planeswalkers' loyalty abilities":
        return (Prohibition(what="activate loyalty", of=Filter.parse("planeswalker")),)
    if match := _FROM_HAND.fullmatch(words):
        from_hand = Prohibition(what="cast", of=Filter.parse("handcast"), who=_WHO[match["who"].lower()])
        no_land = replace(from_hand, what="play land")
        return {"play cards": (from_hand, no_land), "play lands": (no_land,)}.get(match["what"], (from_hand,))
    if match := _ACTIVATED.fullmatch(words):
        of = _objects(match["idle"] or match["of"] or match["whose"], name)
        no_crew = (Prohibition(what="crew", of=of),) if "crew Vehicles" in words else ()
        return (Prohibition(what="activate", of=of, except_mana_abilities=bool(match["mana"])), *no_crew)
    if (match := _ONLY.fullmatch(words)) and (match["some"] or match["n"]):
        return _only(match, name)
    if match := _ABOVE.fullmatch(words):
        above = Amount(times=1, measure="count", filter=parse_filter(f"{match['of']} you control", name))
        who = _WHO[match["who"].lower()]
        return (Prohibition(what="cast", of=spells_of(match["some"], name), who=who, above=above),)
    if match := _CAST.fullmatch(words):
        return _casting(match, name)
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


def _casting(match: re.Match[str], name: str) -> tuple[Prohibition, ...]:
    when = (match["when"] or "").strip().removeprefix("during ")
    condition = Condition.parse(when) if when else None
    who = _WHO[match["who"].lower()]
    of = _spells(match["some"] or _plural(match["few"]), name)
    found = [Prohibition(what="cast", of=of, who=who, condition=condition, limit=_limit(match["n"]))]
    if match["too"]:
        whose = _objects(match["of"], name) if match["of"] else None
        found.append(
            Prohibition(
                what="activate",
                of=whose or Filter.ANY,
                who=who,
                condition=condition,
                except_mana_abilities=bool(match["mana"]),
            )
        )
    return tuple(found)


def _only(match: re.Match[str], name: str) -> tuple[Prohibition, ...]:
    """When alone spells can be cast, and how many."""
    who = _WHO[match["who"].lower()]
    found = []
    if match["some"]:
        whose = match["same"] or ("they" if "their" in match["turn"] else "you")
        if (whose == "you") is not (who == "you"):
            raise Malformed("whose turn spells are cast in is not understood")
        of = spells_of(match["some"], name)
        when = Condition.parse("not caster's turn" if match["turn"] else "not caster's sorcery time")
        found.append(Prohibition(what="cast", of=of, who=who, condition=when))
        if match["too"]:
            found.append(Prohibition(what="activate", who=who, condition=when))
    if match["n"]:
        few = spells_of(_plural(match["few"]), name)
        found.append(Prohibition(what="cast", of=few, who=who, limit=_limit(match["n"])))
    return tuple(found)


def _spells(words: str, name: str) -> Filter:
    """Which spells, with where they are cast from."""
    kind, _, place = words.partition(" from ")
    if not place:
        return spells_of(words, name)
    if place not in _FROM:
        raise Malformed("where spells are cast from is not understood")
    plain = [tuple(term for term in terms if term.word != "spell") for terms in spells_of(kind, name).any_of]
    return Filter(tuple((*terms, Term(word)) for terms in plain for word in _FROM[place]))


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
