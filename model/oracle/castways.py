"""Keywords that offer another way to cast a card: for another cost, from another zone, face down (CR 118.9, 601.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AlternativeCost,
    CostChange,
    Keyword,
    Permission,
    SpellTargets,
    Timing,
    Zone,
)
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle.amounts import parse_amount
from castable.model.oracle.costs import read_cost
from castable.model.symbol import ManaCost

__all__ = ["prowl_condition", "way_to_cast"]

_OWN_TRIGGER = Condition.parse("own trigger resolving")
_DISCARDED = Condition.parse("discarded this turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """What a keyword offers: from where, what is paid besides its printed cost, when, and what it needs to target."""

    zone: Zone = Zone.ANY
    besides: Cost = Cost.FREE
    condition: Condition | None = None
    flash: bool = False
    targets: Filter | None = None


_WAYS: dict[str, _Way] = {
    "flashback": _Way(zone=Zone.GRAVEYARD),
    "escape": _Way(zone=Zone.GRAVEYARD),
    "disturb": _Way(zone=Zone.GRAVEYARD),
    "harmonize": _Way(zone=Zone.GRAVEYARD),
    "mayhem": _Way(zone=Zone.GRAVEYARD, condition=_DISCARDED),
    "madness": _Way(zone=Zone.EXILE, condition=_OWN_TRIGGER),
    "miracle": _Way(zone=Zone.HAND, condition=_OWN_TRIGGER),
    "foretell": _Way(zone=Zone.EXILE),
    "warp": _Way(zone=Zone.HAND),
    "evoke": _Way(),
    "dash": _Way(),
    "blitz": _Way(),
    "overload": _Way(),
    "cleave": _Way(),
    "impending": _Way(),
    "more than meets the eye": _Way(),
    "spectacle": _Way(condition=Condition.parse("spectacle")),
    "surge": _Way(condition=Condition.parse("surge")),
    "prowl": _Way(condition=Condition.parse("prowl")),
    "freerunning": _Way(condition=Condition.parse("count(Assassin dealtdamage you | commander dealtdamage you) >= 1")),
    "emerge": _Way(),
    "web-slinging": _Way(besides=Cost.parse("Return creature tapped")),
    "sneak": _Way(
        besides=Cost.parse("Return creature unblocked"), condition=Condition.parse("declare blockers"), flash=True
    ),
    "awaken": _Way(targets=Filter.parse("land you")),
    "bestow": _Way(targets=Filter.parse("creature")),
    "mutate": _Way(targets=Filter.parse("creature !Human owner")),
}
_ON_TOP = {"retrace": Cost.parse("Discard land"), "jump-start": Cost.parse("Discard card")}
"""Keywords that let a card be cast from the graveyard for its mana cost and something more (CR 702.81, 702.133)."""
_FACE_DOWN = Cost.parse("{3}")
_KEYWORDS = "|".join([*_WAYS, *_ON_TOP, "morph", "megamorph", "disguise", "plot", "suspend"])
_LINE = re.compile(rf"(?P<keyword>{_KEYWORDS})(?: (?P<n>\d+|X))?(?:\s*—\s*| (?=\{{))(?P<cost>.+)", re.IGNORECASE)
_NOT_ZERO = re.compile(r"\. (?:If you cast ~ this way, )?X can't be 0$")
_LESS_SO = re.compile(r"\. ~ costs (?P<sum>\{X\}|(?:\{[^}X]+\})+) less to cast this way, where X is (?P<amount>.+)$")


def way_to_cast(words: str, name: str = "") -> tuple[Ability, ...] | None:
    """The abilities of a keyword of that kind, None where the words are no such keyword; `Malformed` when its cost is
    not understood."""
    if words.lower() in _ON_TOP:
        cost = _ON_TOP[words.lower()]
        return (AlternativeCost(keyword=words.lower(), cost=cost, zone=Zone.GRAVEYARD, on_top=True),)
    if words.lower() == "mayhem":
        return (Permission(zone=Zone.GRAVEYARD, lands=True, condition=_DISCARDED),)
    match = _LINE.fullmatch(words)
    if match is None:
        return None
    keyword, rest = match["keyword"].lower(), match["cost"]
    if keyword in ("morph", "megamorph", "disguise"):
        down = AlternativeCost(keyword=keyword, cost=_FACE_DOWN, zone=Zone.ANY)
        return (down, Keyword(name=keyword, argument=rest))
    rest, not_zero = _NOT_ZERO.subn("", rest)
    condition = Condition.parse("X >= 1") if not_zero else None
    if keyword in ("plot", "suspend"):
        return (_special_action(keyword, read_cost(rest, name), match["n"], condition),)
    changes = list[Ability]()
    if less := _LESS_SO.search(rest):
        changes.append(_less_so(keyword, less, name))
        rest = rest[: less.start()]
    return (*_offered(keyword, read_cost(rest, name), condition), *changes)


def _special_action(keyword: str, cost: Cost, counters: str | None, x: Condition | None) -> ActivatedAbility:
    """Plotting or suspending a card from the hand (CR 116.2f, 116.2k); a suspended one when it could be cast."""
    return ActivatedAbility(
        cost=cost,
        keyword=keyword,
        zone=Zone.HAND,
        timing=Timing.SORCERY if keyword == "plot" else Timing.ANY,
        x=x,
        effect=f"{counters} time counters" if counters else "",
    )


def _offered(keyword: str, cost: Cost, condition: Condition | None) -> tuple[Ability, ...]:
    way = _WAYS[keyword]
    offer = AlternativeCost(
        keyword=keyword,
        cost=cost + way.besides,
        zone=way.zone,
        condition=condition or way.condition,
        flash=way.flash,
    )
    if keyword == "foretell":
        turned = ActivatedAbility(
            cost=Cost.parse("{2}"), keyword=keyword, zone=Zone.HAND, condition=Condition.parse("your turn")
        )
        return (offer, turned)
    return (offer,) if way.targets is None else (offer, SpellTargets(needs=(way.targets,), if_kicked=keyword))


def _less_so(keyword: str, match: re.Match[str], name: str) -> CostChange:
    if match["sum"] != "{X}":
        raise Malformed("an X that is not used")
    return CostChange(
        less=ManaCost(generic=1),
        times=parse_amount(match["amount"], name),
        condition=Condition.parse(f"paid({keyword})"),
    )


def prowl_condition(creature_types: frozenset[str]) -> Condition:
    """Combat damage to a player by a creature of one of these types, those of the spell with prowl (CR 702.76a)."""
    if not creature_types:
        return Condition.parse("prowl")
    options = " | ".join(f"{subtype} dealtdamage you" for subtype in sorted(creature_types))
    return Condition.parse(f"count({options}) >= 1")
