"""Alternative costs printed as sentences: of the spell itself, or offered by a permanent for others (CR 118.9)."""

from __future__ import annotations

import re

from castable.model.ability import AlternativeCost, CostKind, LifeForMana, Zone
from castable.model.amount import Amount, Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.mana import Mana
from castable.model.oracle.amounts import parse_amount
from castable.model.oracle.conditions import told_condition
from castable.model.oracle.costs import imperative, read_cost
from castable.model.oracle.nouns import parse_filter, without_words

__all__ = ["alternative_costs", "life_for_mana", "spells_of"]

_ITS_COST = r"rather than pay(?:ing)? (?:~'s|its|this spell's|the) mana cost"
_OWN = (
    re.compile(rf"(?:If (?P<if>.+?), )?you may (?P<cost>[^.]+?) {_ITS_COST}(?: if (?P<late>.+))?"),
    re.compile(rf"(?:If (?P<if>.+?), )?{_ITS_COST}, you may (?P<cost>.+?)(?P<late>)"),
)
_OWN_FREE = re.compile(
    r"If (?P<if>.+?), you may cast (?P<it>~|it) without paying its mana cost(?P<flash> and as though it had flash)?"
)
_FROM_GRAVEYARD = re.compile(
    r"(?:As long as (?P<while>[^,]+), )?you may cast ~ from your graveyard by (?P<cost>[^.]+?) "
    r"(?:(?P<rather>rather than paying|instead of) its mana cost|in addition to paying its other costs)"
    r"(?:\. If you (?:cast ~ this way|do)\b[^.]*(?:exile it instead|enters (?:the battlefield )?with [^.]+))?"
)
_WHEN = (
    r"(?:(?P<once>Once each turn|Once during each of your turns), |(?P<turn>During your turn), "
    r"|As long as (?P<while>[^,]+), )?"
)
_OFFER = re.compile(
    rf"{_WHEN}you may (?P<cost>[^.]+?) rather than pay the mana cost (?:for|of) (?P<what>[^.]*?\bspells?\b[^.]*)"
)
_ANY_OFFER = re.compile(
    r"Rather than pay the mana cost for a spell, its controller may (?P<cost>discard a card that shares a color with "
    r"that spell)"
)
_BY = r"by (?P<cost>(?:pay|sacrific|remov|exil|discard)ing [^.]+?)"
_THEN = r"(?:you cast a spell this way, that \w+ enters|a spell cast this way would be put into your graveyard, exile) "
_CAST_BY = re.compile(
    rf"{_WHEN}you may cast (?P<what>[^.]*?\bspells?\b[^.]*?) {_BY} "
    r"(?:(?P<rather>rather than paying (?:its|their) mana costs?)|in addition to (?:paying )?(?:its|their) other costs)"
    r"(?P<flash>\. If you cast a spell this way, you may cast it as though it had flash)?"
    rf"(?:\. If {_THEN}[^.]+)?"
)
_FREE = re.compile(
    rf"{_WHEN}(?P<who>[Yy]ou|[Aa]ny player) may cast (?P<what>[^.]*?\bspells?\b[^.]*?) without paying "
    r"(?:its|their) mana costs?(?P<flash> and as though (?:it|they) had flash)?"
)
_OF_ABILITIES = re.compile(
    r"(?:As long as (?P<while>[^,]+), )?you may (?P<cost>pay (?:\{\d+\}|0)) rather than pay "
    r"(?:the (?P<keyword>equip|cycling) cost of the first "
    r"(?:(?P=keyword) ability you activate|card you cycle) (?P<when>each turn|during each of your turns)"
    r"|(?P<all>equip|cycling) costs)"
)
_SEPARATE = re.compile(r"(?<=spells) (?:and|or) (?=[\w -]*\bspells\b)")
_MOST = re.compile(r" with mana value (?:less than or equal to (?P<amount>.+)|X or less, where X is (?P<defined>.+))$")
_TOP = "the top of your library"
_PLACE = re.compile(rf" from (?:(?P<one>your hand|your graveyard)(?P<top> or (?:from )?{_TOP})?|{_TOP})$")


def spells_of(words: str, name: str = "") -> Filter:
    """Which spells a phrase speaks of, the word spell left out where anything else is said."""
    pieces = _SEPARATE.split(words)
    if len(pieces) > 1:
        return Filter(tuple(terms for piece in pieces for terms in spells_of(piece, name).any_of))
    wanted = parse_filter(words, name)
    if not all(any(term.word == "spell" for term in terms) for terms in wanted.any_of):
        raise Malformed("expected spells")
    plain = without_words(wanted, "spell")
    return Filter(tuple((Term("spell"),) if terms == (Term("any"),) else terms for terms in plain.any_of))


def alternative_costs(words: str, name: str = "") -> tuple[AlternativeCost, ...] | None:
    """The alternative costs that a paragraph tells, None for other paragraphs; `Malformed` where it is unclear."""
    words = re.sub(r"^You may", "you may", words.strip().removesuffix("."))
    if (own := _own(words, name)) is not None:
        return (own,)
    if match := _OF_ABILITIES.fullmatch(words):
        when = Condition.parse("your turn") if match["when"] == "during each of your turns" else None
        return (
            AlternativeCost(
                keyword=name,
                cost=read_cost(match["cost"].replace("pay 0", "pay {0}"), name),
                kind=CostKind.ABILITY,
                zone=Zone.ANY,
                condition=told_condition(match["while"], name) if match["while"] else when,
                applies_to=Filter.parse(match["keyword"] or match["all"]),
                limit=None if match["all"] else 1,
            ),
        )
    if match := _ANY_OFFER.fullmatch(words):
        cost = read_cost(match["cost"], name)
        return (AlternativeCost(keyword=name, cost=cost, zone=Zone.ANY, applies_to=Filter.parse("spell"), who="any"),)
    if match := _OFFER.fullmatch(words):
        return _offers(match, name, read_cost(match["cost"], name))
    if match := _CAST_BY.fullmatch(words):
        return _offers(match, name, _by(match["cost"], name), on_top=not match["rather"], flash=bool(match["flash"]))
    if match := _FREE.fullmatch(words):
        who = "any" if match["who"].lower() == "any player" else "you"
        return _offers(match, name, None, who=who, flash=bool(match["flash"]))
    return None


def _own(words: str, name: str) -> AlternativeCost | None:
    if match := _FROM_GRAVEYARD.fullmatch(words):
        return AlternativeCost(
            keyword=name,
            cost=_by(match["cost"], name),
            zone=Zone.GRAVEYARD,
            condition=_condition(match["while"], name),
            on_top=not match["rather"],
        )
    for pattern in _OWN:
        if match := pattern.fullmatch(words):
            return AlternativeCost(
                keyword=name,
                cost=read_cost(_each_by_itself(match["cost"]), name),
                zone=Zone.ANY,
                condition=_condition(match["if"] or match["late"], name),
            )
    if match := _OWN_FREE.fullmatch(words):
        if match["it"] == "it" and not match["if"].startswith("~ "):
            return None
        return AlternativeCost(
            keyword="free", zone=Zone.ANY, condition=_condition(match["if"], name), flash=bool(match["flash"])
        )
    return None


def _condition(words: str | None, name: str) -> Condition | None:
    return told_condition(words, name) if words else None


def _each_by_itself(words: str) -> str:
    """`discard an Island card and another card`: each thing with a verb of its own."""
    return re.sub(r"^(\w+) (.+) and another (\w+)$", r"\1 \2 and \1 a \3", words)


def _by(words: str, name: str) -> Cost:
    """The cost of `paying 3 life and discarding a card`."""
    return read_cost(imperative(words.replace("an amount of life equal to its", "life equal to its")), name)


def _offers(
    match: re.Match[str],
    name: str,
    cost: Cost | None,
    *,
    on_top: bool = False,
    who: str = "you",
    flash: bool = False,
) -> tuple[AlternativeCost, ...]:
    """What a permanent offers for spells of others: one entry for each zone that it lets them be cast from."""
    what, zones = match["what"], [Zone.ANY]
    if place := _PLACE.search(re.sub(r" (?:that )?you cast\b", "", what)):
        what = re.sub(r" (?:that )?you cast\b", "", what)[: place.start()]
        zones = [Zone(place["one"].removeprefix("your "))] if place["one"] else [Zone.LIBRARY]
        zones += [Zone.LIBRARY] if place["top"] else []
    what, most = _bounded(re.sub(r" (?:that )?you cast\b", "", what), name)
    if re.search(r"\b(?:cast|them|exiled|turn)\b", what):
        raise Malformed("which spells is not understood")
    own_turn = Condition.parse("your turn") if match["turn"] or (match["once"] or "").endswith("turns") else None
    return tuple(
        AlternativeCost(
            keyword="free" if cost is None else name,
            cost=cost,
            zone=zone,
            condition=own_turn or _condition(match["while"], name),
            applies_to=spells_of(what, name),
            on_top=on_top,
            flash=flash,
            who=who,
            limit=1 if match["once"] else None,
            most=most,
        )
        for zone in zones
    )


def life_for_mana(words: str, name: str = "") -> LifeForMana | None:
    """Life that may be paid for symbols in costs; None for other paragraphs."""
    match = re.fullmatch(
        r"For each \{([WUBRG])\} in a cost, you may pay (\d+) life rather than pay that mana\.?", words
    )
    return LifeForMana(mana=Mana.parse(f"{{{match[1]}}}"), life=int(match[2])) if match else None


def _bounded(what: str, name: str) -> tuple[str, Amount | None]:
    """The spells, and the amount that bounds their mana value."""
    match = _MOST.search(what)
    if match is None:
        return what, None
    return what[: match.start()], parse_amount(match["amount"] or match["defined"], name)
