"""Activated abilities: "cost: effect", told apart into mana abilities and others (CR 602, 605, 606)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import Ability, ActivatedAbility, CostChange, ManaAbility, SpendOnly, Unread, Zone
from castable.model.amount import Amount, Comparison, Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter, Term
from castable.model.oracle.abilitycosts import own_cost_change
from castable.model.oracle.amounts import parse_amount
from castable.model.oracle.costs import COST_START, read_cost, zone_of
from castable.model.oracle.mana import Effect, activation_limits, adds_mana, parse_addition, parse_effect
from castable.model.oracle.normalise import sentences_of
from castable.model.oracle.restrictions import spend_only
from castable.model.oracle.targets import Target, parse_targets, without_quotes
from castable.model.production import Production

__all__ = ["activated_ability", "limited", "split_cost"]

_SPLIT = re.compile(r"([^\":]{1,160}): (?=\S)(.+)", re.DOTALL)


def split_cost(words: str) -> tuple[str, str] | None:
    """The cost and the effect of a line of that form, None for other lines."""
    match = _SPLIT.fullmatch(words)
    if not match or not COST_START.match(match[1]) or ". " in match[1]:
        return None
    return match[1], match[2]


def activated_ability(words: str, printed: str, name: str = "") -> Ability | None:
    """The ability of a line "cost: effect"; `Unread` where a part of it is not understood, None for other lines."""
    halves = split_cost(words)
    if halves is None:
        return None
    effect = halves[1]
    mana = adds_mana(effect)
    targets = bool(re.search(r"\b[Tt]arget", re.sub(r"\bnew targets? for\b", "", without_quotes(effect))))
    loyalty = bool(re.fullmatch(r"\[?[+-]?(?:\d+|X)\]?", halves[0]))
    try:
        cost = read_cost(halves[0], name)
        if mana and not targets and not loyalty:
            return _mana_ability(cost, sentences_of(effect), name)
        return _other_ability(cost, effect, name, mana)
    except Malformed:
        return Unread(
            text=printed, may_bear_on_payment=mana and not targets and not loyalty, may_bear_on_own_casting=False
        )


_LIMITS = {"boast": Condition.parse("attacked this turn"), "forecast": Condition.parse("upkeep")}


def limited(ability: Ability, keyword: str) -> Ability:
    """The ability with what the keyword that stands before it says of when and how often it is activated."""
    if not isinstance(ability, ActivatedAbility | ManaAbility) or ability.condition or ability.limit:
        return ability if isinstance(ability, Unread) else Unread(text=f"{keyword}: {ability}")
    if isinstance(ability, ActivatedAbility):
        ability = replace(ability, keyword=keyword)
    return replace(ability, limit=1, condition=_LIMITS.get(keyword))


def _mana_ability(cost: Cost, sentences: tuple[str, ...], name: str) -> ManaAbility:
    effect = parse_effect(sentences, name)
    assert effect.adds is not None
    if len(effect.instead) > 1:
        raise Malformed("more than one replacement of its own")
    _settled(cost, effect)
    instead_if, instead = effect.instead[0] if effect.instead else (None, None)
    return ManaAbility(
        cost=cost,
        adds=effect.adds,
        condition=effect.condition,
        limit=effect.limit,
        timing=effect.timing,
        restriction=effect.restriction,
        damage=effect.damage,
        life_gain=effect.life_gain,
        moves_library_card=effect.moves_library_card or any(part.verb.touches_library for part in cost.parts),
        zone=zone_of(cost),
        sacrifice_if_none=effect.sacrifice_if_none,
        instead=instead,
        instead_if=instead_if,
        riders=tuple(effect.riders),
    )


def _settled(cost: Cost, effect: Effect) -> None:
    """Refuse amounts that speak of what the cost does not have, and counters put on without a {T} in the cost."""
    verbs = {part.verb.name for part in cost.parts}
    assert effect.adds is not None
    wanted = {addition.amount.measure for addition in effect.adds.additions}
    variable = cost.mana is not None and bool(cost.mana.variables)
    variable = variable or any(part.amount.measure in ("X", "chosen") for part in cost.parts)
    if "removed" in wanted and "REMOVE_COUNTERS" not in verbs:
        raise Malformed("counters removed, but not as a cost")
    if "shown" in wanted and (variable or "REMOVE_COUNTERS" in verbs or len(effect.adds.additions) > 1):
        raise Malformed("two numbers to choose")
    if "X" in wanted and not variable:
        raise Malformed("an X that the cost does not set")
    if "sacrificed" in wanted and "SACRIFICE" not in verbs:
        raise Malformed("something sacrificed, but not as a cost")
    if "exiled" in wanted and not verbs & {"EXILE", "EXILE_FROM_GRAVEYARD", "EXILE_FROM_HAND"}:
        raise Malformed("something exiled, but not as a cost")
    if any(a.types.filter and "paid" in a.types.filter.words() for a in effect.adds.additions) and not (
        verbs & {"SACRIFICE", "UNTAP_OTHER", "TAP_OTHER"}
    ):
        raise Malformed("a permanent that the cost does not name")
    once = cost.taps or any(part.is_this and part.verb.name in ("SACRIFICE", "EXILE") for part in cost.parts)
    if not once and any(rider.endswith(" counters") for rider in effect.riders):
        raise Malformed("counters that a second activation may find")


def _other_ability(cost: Cost, effect: str, name: str, mana: bool) -> ActivatedAbility:
    """An ability that uses the stack: its limits and targets, and the mana it adds where that is plain."""
    limits = Effect(name)
    kept = list[str]()
    spends = set[SpendOnly]()
    changes = list[CostChange]()
    for sentence in sentences_of(effect):
        if (limit := spend_only(sentence, name)) is not None:
            spends.add(limit)
        elif (change := own_cost_change(sentence, name)) is not None:
            changes.append(change)
        elif re.match(r"Activate (?:only|no more than)\b", sentence):
            activation_limits(sentence, limits)
        elif re.search(r"\b(?:[Aa]ctivate|this ability costs|activate this ability)\b", without_quotes(sentence)) and (
            "This ability costs" in sentence
            or "Any player may activate" in sentence
            or "can't be activated" in sentence
        ):
            raise Malformed("how it is activated is not understood")
        else:
            kept.append(sentence)
    if any("• " in sentence for sentence in kept) and "arget" in effect:
        raise Malformed("modes with targets")
    if len(spends) > 1:
        raise Malformed("limits on the mana spent that differ")
    aims = parse_targets(". ".join(kept), name)
    return ActivatedAbility(
        cost=cost,
        timing=limits.timing,
        condition=limits.condition,
        limit=limits.limit,
        targets=_among_others(tuple(target for target in aims if not target.any_number)),
        up_to=_that_may_be(tuple(target for target in aims if target.any_number)),
        open_targets=any(target.any_number and target.at_most is None for target in aims),
        x=_told_x(kept, name) if _has_x(cost) else None,
        zone=_zone(cost, effect),
        adds=_plain_mana(kept, name) if mana else None,
        spend_only=spends.pop() if spends else None,
        own_changes=tuple(changes),
    )


def _among_others(targets: tuple[Target, ...]) -> tuple[Filter, ...]:
    """The filters; "another target" beside no other target is one that is not the source."""
    found = list[Filter]()
    for target in targets:
        if target.of_x or (target.another and found):
            raise Malformed("targets that depend on each other")
        what = target.what
        assert what is not None
        if target.another:
            what = Filter(tuple((*terms, Term("other")) for terms in what.any_of))
        found.append(what)
    return tuple(found)


def _that_may_be(targets: tuple[Target, ...]) -> tuple[Filter, ...]:
    """The filters of the targets that may be none, each as often as it may be chosen."""
    found = list[Filter]()
    for target in targets:
        if target.at_most is None or target.what is None:
            continue
        others = tuple((*terms, Term("other")) for terms in target.what.any_of)
        found += [Filter(others) if target.another and len(targets) == 1 else target.what] * target.at_most
    return tuple(found)


def _has_x(cost: Cost) -> bool:
    return bool(cost.mana and cost.mana.variables) or any(part.amount.measure == "X" for part in cost.parts)


def _told_x(sentences: list[str], name: str) -> Condition | None:
    """What the text says of an X in the cost: what it is, or that it is not 0."""
    told = [
        sentence for sentence in sentences if re.search(r"(?<!where )\bX (?:is|can't be)\b", without_quotes(sentence))
    ]
    if not told:
        return None
    if len(told) > 1:
        raise Malformed("several words on X")
    if re.search(r"\bX can't be (?:0|zero)$", told[0]):
        return Condition.parse("X >= 1")
    match = re.fullmatch(r"X is (.+)", told[0])
    if match is None:
        raise Malformed("what is said of X is not understood")
    if re.fullmatch(r"the mana value of (?:the exiled|that) card", match[1]):
        return Condition.parse("X = imprintedmv")
    return Condition(((Comparison(Amount.parse("X"), "=", parse_amount(match[1], name)),),))


def _zone(cost: Cost, effect: str) -> Zone:
    """Where it works: an effect that moves its source from a zone works in that zone (CR 113.6k)."""
    if match := re.search(r"\b(?:Return|Put|return|put|Exile|Cast|cast) ~ from your (graveyard|hand)\b", effect):
        return Zone(match[1])
    if re.search(r"\b(?:only )?if ~ is in your graveyard\b", effect):
        return Zone.GRAVEYARD
    return zone_of(cost)


def _plain_mana(sentences: list[str], name: str) -> Production | None:
    """The mana of the first sentence that adds some; quoted abilities of tokens are left out."""
    for sentence in sentences:
        if adds_mana(sentence):
            match = re.fullmatch(r"(?:(?:Target|That) (?:player|opponent) adds|Add|You add) (.+)", sentence)
            if match is None:
                raise Malformed("mana that depends on something")
            return parse_addition(match[1], name)
    return None
