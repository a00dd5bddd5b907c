"""Keyword lines: "Flying, haste", "Flashback {2}{R}", "Equip {2}", "Affinity for artifacts" (CR 702)."""

from __future__ import annotations

import re

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    CostChange,
    Enters,
    Help,
    HelpToPay,
    Keyword,
    Timing,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.abilitycosts import own_cost_change
from castable.model.oracle.castways import way_to_cast
from castable.model.oracle.costs import read_cost
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.optional import optional_costs
from castable.model.oracle.words import phrases
from castable.model.symbol import ManaCost

__all__ = ["keyword_line"]

_PLAIN = phrases(
    """flying|first strike|double strike|deathtouch|defender|haste|hexproof|indestructible|lifelink|menace|reach|shroud|
    trample|vigilance|flash|fear|intimidate|prowess|banding|cascade|changeling|devoid|storm|split second|sunburst|
    converge|infect|wither|persist|undying|exalted|extort|myriad|skulk|shadow|horsemanship|phasing|flanking|provoke|
    living weapon|for mirrodin!|job select|unleash|evolve|exploit|soulbond|battle cry|riot|mentor|training|decayed|
    aftermath|fuse|rebound|epic|gravestorm|haunt|hidden agenda|double agenda|partner|friends forever|
    doctor's companion|choose a background|ascend|daybound|nightbound|start your engines!|compleated|living metal|
    read ahead|totem armor|umbra armor|dethrone|melee|ingest|enlist|ravenous|cipher|conspire|demonstrate|umbra|cohort|
    plainswalk|islandwalk|swampwalk|mountainwalk|forestwalk|desertwalk|landwalk|nonbasic landwalk|legendary landwalk|
    snow landwalk|space sculptor|increment|paradigm"""
)
_NUMBERED = phrases(
    """absorb|afflict|afterlife|amplify|annihilator|backup|bloodthirst|bushido|devour|dredge|fabricate|fading|
    firebending|frenzy|graft|hideaway|mobilize|modular|poisonous|rampage|renown|ripple|soulshift|toxic|tribute|
    vanishing|increment|harness"""
)
# keywords followed by a cost that castable keeps as words: what they do is asked for by name
_COST_AS_WORDS = phrases("cumulative upkeep|echo|ward|craft with artifact|recover")
_RAVENOUS = Keyword(name="ravenous")  # CR 702.156: also how it enters
_DISCARD = Cost.parse("Discard this")
_ANOTHER_TAPPED = Cost.parse("Tap creature other")
_EXILE_SELF = Cost.parse("Exile this from graveyard")
_CREATURE_YOU = Filter.parse("creature you")
# activated abilities by keyword: what the printed cost has besides, zone, timing, target
_ACTIVATED: dict[str, tuple[Cost, Zone, Timing, tuple[Filter, ...]]] = {
    "equip": (Cost.FREE, Zone.BATTLEFIELD, Timing.SORCERY, (_CREATURE_YOU,)),
    "reconfigure": (Cost.FREE, Zone.BATTLEFIELD, Timing.SORCERY, (Filter.parse("creature you other"),)),
    "fortify": (Cost.FREE, Zone.BATTLEFIELD, Timing.SORCERY, (Filter.parse("land you"),)),
    "level up": (Cost.FREE, Zone.BATTLEFIELD, Timing.SORCERY, ()),
    "outlast": (Cost.parse("{T}"), Zone.BATTLEFIELD, Timing.SORCERY, ()),
    "cycling": (_DISCARD, Zone.HAND, Timing.ANY, ()),
    "unearth": (Cost.FREE, Zone.GRAVEYARD, Timing.SORCERY, ()),
    "embalm": (_EXILE_SELF, Zone.GRAVEYARD, Timing.SORCERY, ()),
    "eternalize": (_EXILE_SELF, Zone.GRAVEYARD, Timing.SORCERY, ()),
    "encore": (_EXILE_SELF, Zone.GRAVEYARD, Timing.SORCERY, ()),
    "scavenge": (_EXILE_SELF, Zone.GRAVEYARD, Timing.SORCERY, (Filter.parse("creature"),)),
    "transmute": (_DISCARD, Zone.HAND, Timing.SORCERY, ()),
}
_CYCLING = re.compile(r"(?:basic land|artifact land|\w+)cycling", re.IGNORECASE)
_CREWS = re.compile(
    r"~ (?:saddles Mounts and )?crews Vehicles (?:as though its power were (?P<more>\d+) greater"
    r"|using its toughness rather than its power)"
)
_ONCE = ". Activate only once each turn"
_CRAFT = re.compile(r"craft with (?:an? )?(?P<with>[A-Za-z]+) (?P<cost>\{.+)", re.IGNORECASE)
_NINJUTSU = re.compile(r"(?P<keyword>(?P<commander>commander )?ninjutsu)(?: (?=\{)|\s*—\s*)(?P<cost>.+)", re.IGNORECASE)
_HELPS = {help_.value: help_ for help_ in Help}
_HEAD = re.compile(r"([A-Za-z][\w' \-!]*?)(?:\s*—\s*| (?=[{\d]))(.+)")


def keyword_line(words: str, name: str = "") -> tuple[Ability, ...] | None:
    """The abilities of a line that holds keywords only; None when it is another kind of line.

    `Malformed` when it begins with a keyword whose cost is not understood.
    """
    text = words.strip().removesuffix(".")
    if match := re.fullmatch(r"companion\s*—\s*(.+)", text, re.IGNORECASE):
        return (Keyword(name="companion", argument=match[1]),)
    if match := _CREWS.fullmatch(text):
        saddles = ("saddles",) if "saddles" in text else ()
        counted = f"+{match['more']}" if match["more"] else "toughness"
        return tuple(Keyword(name=verb, argument=counted) for verb in (*saddles, "crews"))
    if match := _CRAFT.fullmatch(text):
        return _crafting(match["with"], match["cost"], name)
    if match := _NINJUTSU.fullmatch(text):
        zones = (Zone.HAND, Zone.COMMAND) if match["commander"] else (Zone.HAND,)
        return tuple(_ninjutsu(match["keyword"].lower(), match["cost"], name, zone) for zone in zones)
    if (optional := optional_costs(text, name)) is not None:
        return optional
    try:
        if (way := way_to_cast(text, name)) is not None:
            return way
        if (one := _with_argument(text, name)) is not None:
            return (one,)
    except Malformed:
        if not re.search(r"[,;] [a-z]+", text):
            raise
    found = list[Ability]()
    for piece in re.split(r"[,;] ", text):
        if (way := way_to_cast(piece.strip(), name)) is not None:
            found += way
            continue
        ability = _simple(piece.strip()) or _with_argument(piece.strip(), name)
        if ability is None:
            return None
        found.append(ability)
        if ability == _RAVENOUS:
            found.append(Enters(counter="+1/+1", amount=Amount.parse("X")))
    return tuple(found)


def _crafting(materials: str, cost: str, name: str) -> tuple[Ability, ...]:
    """Craft with one object, which is exiled from the battlefield or from the graveyard (CR 702.167a)."""
    what = parse_filter(materials, name)
    others = Filter(tuple((*terms, Term("other")) for terms in what.any_of))
    costs = (CostPart(verb=Verb.EXILE, what=others), CostPart(verb=Verb.EXILE_FROM_GRAVEYARD, what=what))
    return tuple(
        ActivatedAbility(
            cost=read_cost(cost, name) + Cost.parse("Exile this") + Cost(None, (part,)),
            keyword="craft",
            timing=Timing.SORCERY,
        )
        for part in costs
    )


def _ninjutsu(keyword: str, cost: str, name: str, zone: Zone) -> ActivatedAbility:
    """Put onto the battlefield attacking, for an unblocked attacker that is returned (CR 702.49)."""
    return ActivatedAbility(
        cost=read_cost(cost, name) + Cost.parse("Return creature unblocked"),
        keyword=keyword,
        zone=zone,
        condition=Condition.parse("after blockers"),
    )


def _simple(piece: str) -> Ability | None:
    lower = piece.lower()
    if lower in _HELPS:
        return HelpToPay(help=_HELPS[lower])
    if lower == "undaunted":
        return CostChange(less=ManaCost(generic=1), times=Amount.parse("opponents"))
    if lower in _PLAIN:
        return Keyword(name=lower)
    if match := re.fullmatch(r"(crew|saddle) (\d+)", lower.removesuffix(_ONCE.lower())):
        timing, limit = Timing.SORCERY if match[1] == "saddle" else Timing.ANY, 1 if lower != match[0] else None
        return ActivatedAbility(cost=Cost.parse(match[0]), keyword=match[1], timing=timing, limit=limit)
    if lower == "station":
        return ActivatedAbility(cost=_ANOTHER_TAPPED, keyword=lower, timing=Timing.SORCERY)
    if match := re.fullmatch(r"([a-z' ]+) (\d+|X)", lower):
        if match[1] in _NUMBERED:
            return Keyword(name=match[1], argument=match[2])
    elif match := re.fullmatch(r"(protection|hexproof) from ([^.]+)", piece, re.IGNORECASE):
        return Keyword(name=match[1].lower(), argument=match[2])
    elif match := re.fullmatch(r"(?:and )?from (\w+)", lower):
        return Keyword(name="protection", argument=match[1])
    elif match := re.fullmatch(
        r"(landfall|partner with|bands with other|champion an?|\w+ offering|\w+walk)(?: (.+))?", lower
    ):
        return Keyword(name=match[1], argument=match[2] or "")
    return None


def _with_argument(text: str, name: str) -> Ability | None:
    if match := re.fullmatch(r"affinity for (.+)", text, re.IGNORECASE):
        wanted = parse_filter(f"{match[1]} you control", name)
        return CostChange(less=ManaCost(generic=1), times=Amount(times=1, measure="count", filter=wanted))
    match = _HEAD.fullmatch(text)
    if not match or re.search(r"\b(?:costs?|abilities (?:of|you|your))\b", match[1]):
        return None
    keyword, rest = match[1].lower().strip(), match[2].strip()
    if keyword in _COST_AS_WORDS or re.fullmatch(r"(?:craft with .+|\w+ offering)", keyword):
        return Keyword(name=keyword, argument=rest)
    kind = "cycling" if _CYCLING.fullmatch(keyword) else keyword
    if keyword == "reinforce":
        cost = read_cost(rest.partition("—")[2], name) + _DISCARD
        return ActivatedAbility(cost=cost, keyword=keyword, zone=Zone.HAND, targets=(Filter.parse("creature"),))
    limit = 1 if rest.endswith(_ONCE) else None
    rest = rest.removesuffix(_ONCE)
    changes = tuple[CostChange, ...]()
    if sentence := re.search(r"\. (This ability costs .+)$", rest):
        change = own_cost_change(sentence[1], name)
        if change is None:
            raise Malformed("a condition on the cost")
        changes, rest = (change,), rest[: sentence.start()]
    if match := re.fullmatch(r"[Ee]quip (.+)", match[1].strip()):
        target = parse_filter(f"{match[1]} you control", name)
        return ActivatedAbility(
            cost=read_cost(rest, name),
            keyword="equip",
            timing=Timing.SORCERY,
            targets=(target,),
            own_changes=changes,
            limit=limit,
        )
    if kind in _ACTIVATED:
        besides, zone, timing, targets = _ACTIVATED[kind]
        if ". " in rest:
            raise Malformed("a condition on the cost")
        return ActivatedAbility(
            cost=read_cost(rest, name) + besides,
            keyword=keyword,
            zone=zone,
            timing=timing,
            targets=targets,
            own_changes=changes,
            limit=limit,
        )
    return None
