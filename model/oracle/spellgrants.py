"""What spells, and cards outside the battlefield, are given: keywords that bear on casting them (CR 604.3, 702)."""

from __future__ import annotations

import re

from castable.model.ability import (
    Ability,
    AlternativeCost,
    CostChange,
    Grant,
    Help,
    HelpToPay,
    Keyword,
    OptionalCost,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.costs import read_cost
from castable.model.oracle.keywords import keyword_line
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.othercosts import spells_of
from castable.model.symbol import ManaCost

__all__ = ["spell_grants"]

_HELPS = {help_.value: help_ for help_ in Help}
_SPELLS = re.compile(
    r"(?P<first>The first )?(?:[Ee]ach )?(?P<what>[^.]*?\b[Ss]pells?) you cast(?P<place> from exile| from your hand)?"
    r"(?P<turn> each turn)? ha(?:s|ve) (?P<given>[a-z][^.]*?)"
    r"(?P<emerge>\. The emerge cost is equal to its mana cost)?"
)
_CARDS = re.compile(
    r"(?:(?P<own>During your turn|As long as it's your turn), )?(?:[Ee]ach )?(?P<what>[^.]*?\bcards?) in your "
    r"(?P<zone>graveyard|hand) ha(?:s|ve) (?P<given>[a-z][^.]*?)(?:\. (?:The|Its) (?P<keyword>\w+) cost is equal to "
    r"(?:the card's|that card's|its) mana cost(?: plus (?P<plus>[^.]+))?)?"
)
_ZONE_WORDS = {"graveyard": "graveyardcast", "hand": "handcast"}
_HARMLESS = frozenset({"cascade", "demonstrate", "storm"})
"""Keywords of spells that need no cost of their own to be written down."""
_FOR_MANA_COST = {"flashback": Zone.GRAVEYARD, "escape": Zone.GRAVEYARD, "mayhem": Zone.GRAVEYARD}


def spell_grants(words: str, name: str = "") -> tuple[Ability, ...] | None:
    """What a paragraph gives to spells or cards, None for other paragraphs; `Malformed` where it is unclear."""
    words = words.strip().removesuffix(".")
    if match := _SPELLS.fullmatch(words):
        return _to_spells(match, name)
    if match := _CARDS.fullmatch(words):
        return (_to_cards(match, name),)
    return None


def _to_spells(match: re.Match[str], name: str) -> tuple[Ability, ...]:
    if bool(match["first"]) != bool(match["turn"]):
        raise Malformed("which spells is not understood")
    what = match["what"][:1].lower() + match["what"][1:] if match["what"].lower().startswith("spell") else match["what"]
    wanted = spells_of(f"{what}{match['place'] or ''}", name)
    if match["first"] and match["place"]:
        raise Malformed("where earlier spells were cast from")
    first = Condition.parse(f"castthisturn({wanted}) = 0") if match["first"] else None
    given = match["given"]
    if given in _HELPS:
        return (HelpToPay(help=_HELPS[given], applies_to=wanted, condition=first),)
    if affinity := re.fullmatch(r"affinity for (.+)", given):
        times = Amount(times=1, measure="count", filter=parse_filter(f"{affinity[1]} you control", name))
        return (CostChange(applies_to=wanted, less=ManaCost(generic=1), times=times, condition=first),)
    if given == "emerge" and match["emerge"]:
        offer = AlternativeCost(keyword="emerge", cost=Cost.FREE, zone=Zone.ANY, on_top=True)
        return (Grant(to=_as_spells(wanted), abilities=(offer,), condition=first),)
    if match["emerge"]:
        raise Malformed("an emerge cost without emerge")
    if given in _HARMLESS:
        return (Grant(to=_as_spells(wanted), abilities=(Keyword(name=given),), condition=first),)
    option = keyword_line(given, name)
    if option and all(isinstance(one, AlternativeCost) and one.zone is Zone.ANY for one in option):
        return (Grant(to=_as_spells(wanted), abilities=option, condition=first),)
    if option is None or len(option) != 1 or not isinstance(option[0], OptionalCost) or option[0].applies_to:
        raise Malformed("something given to spells")
    one = option[0]
    return (OptionalCost(keyword=one.keyword, cost=one.cost, times=one.times, applies_to=wanted, condition=first),)


def _to_cards(match: re.Match[str], name: str) -> Grant:
    zone, given = match["zone"], match["given"]
    to = _cards(match["what"], _ZONE_WORDS[zone], name)
    condition = Condition.parse("your turn") if match["own"] else None
    if match["keyword"]:
        if match["keyword"] != given or given not in _FOR_MANA_COST:
            raise Malformed("a cost equal to a mana cost")
        more = read_cost(match["plus"], name) if match["plus"] else Cost.FREE
        needed = Condition.parse("discarded this turn") if given == "mayhem" else None
        offer = AlternativeCost(keyword=given, cost=more, zone=_FOR_MANA_COST[given], condition=needed, on_top=True)
        return Grant(to=to, abilities=(offer,), condition=condition)
    abilities = keyword_line(given, name)
    if not abilities:
        raise Malformed("something given that is no keyword")
    return Grant(to=to, abilities=abilities, condition=condition)


def _as_spells(wanted: Filter) -> Filter:
    """The word spell first: it tells them from permanents."""
    return Filter(tuple((Term("spell"), *(t for t in terms if t.word != "spell")) for terms in wanted.any_of))


def _cards(words: str, zone: str, name: str) -> Filter:
    """Cards in a zone, the word card first: it tells them from permanents."""
    found = list[tuple[Term, ...]]()
    for piece in re.split(r"(?<=cards) and (?=[\w -]*\bcards$)", words):
        for terms in parse_filter(piece, name).any_of:
            rest = tuple(term for term in terms if term.word != "card")
            if len(rest) == len(terms):
                raise Malformed("expected cards")
            found.append((Term("card"), *rest, Term(zone)))
    return Filter(tuple(found))
