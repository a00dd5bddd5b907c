"""What a spell costs before any change: its mana cost or an alternative cost, and what is paid besides (CR 118.8-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from castable.model.ability import AdditionalCost, AlternativeCost, CostKind, Keyword, Modes, OptionalCost, Zone
from castable.model.card import Face
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.evaluate import View, holds, matches, power_of, value
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.model.view import mana_value_of
from castable.solver.referee.casting import same_cost
from castable.solver.referee.changes import Reduction
from castable.solver.referee.facts import announced, as_cast, meets, spell_facts
from castable.solver.referee.standing import Standing, in_force, standing

__all__ = [
    "KICKERS",
    "Due",
    "alternatives",
    "base_costs",
    "besides",
    "in_modes",
    "kicked_costs",
    "mandatory",
    "mode_announcements",
    "mode_choices",
    "optional_costs",
]

KICKERS = ("kicker", "multikicker")
"""The keywords of optional costs that `Choices.kicked` names (CR 702.33a-c)."""
TAX = ManaCost(2)
"""What a commander costs more for each time it was cast from the command zone before (CR 903.8)."""


@dataclass(frozen=True, slots=True)
class Due:
    """A cost, or several together: what is paid, what the total is reduced by, objects chosen at announcement."""

    cost: Cost = Cost.FREE
    less: tuple[Reduction, ...] = ()
    objects: tuple[tuple[CostPart, frozenset[int]], ...] = ()

    def __add__(self, other: Due) -> Due:
        return Due(self.cost + other.cost, self.less + other.less, self.objects + other.objects)


# -- the mana cost, or one alternative cost (CR 118.9)


def alternatives(state: State, card: CardInZone, face: Face, choices: Choices) -> Iterator[AlternativeCost]:
    """The alternative costs that may be announced for a card cast from `choices.zone`, once each."""
    found: set[AlternativeCost] = set()
    facts, cast = spell_facts(face, card, choices), as_cast(face, choices)
    own = View(state, x=choices.x)
    offers = [(offer, own) for offer in face.of(AlternativeCost) if offer.applies_to is None]
    for one in standing(state, AlternativeCost):
        wanted, who = one.ability.applies_to, one.ability.who
        if wanted is None or one.ability.kind is not CostKind.SPELL or not one.counts(who) or _is_used_up(one):
            continue
        if meets(wanted, cast, one.view, facts, one.side):
            offers.append((one.ability, View(state, source=one.source) if who == "any" else one.view))
    for offer, view in offers:
        small = offer.most is None or cast.mana_value <= value(offer.most, view)
        in_place = offer.zone in (Zone.ANY, Zone(choices.zone))
        if offer not in found and in_place and small and holds(offer.condition, view):
            found.add(offer)
            yield offer


def _is_used_up(one: Standing[AlternativeCost]) -> bool:
    """Whether it was made use of as often as it may be this turn."""
    limit = one.ability.limit
    return limit is not None and one.source.used_this_turn.count("permission") >= limit


def base_costs(state: State, card: CardInZone, face: Face, choices: Choices) -> list[Due]:
    """What the spell costs by its mana cost or the alternative cost that is announced, in each way that it may."""
    if choices.alternative in ("", "mana cost"):
        if face.mana_cost is None:
            raise IllegalPayment("118.6", f"{face.name} has no mana cost, which cannot be paid")
        return [Due(Cost(face.mana_cost))]
    allowed = list(alternatives(state, card, face, choices))
    offers = [offer for offer in allowed if offer.keyword.casefold() == choices.alternative.casefold()]
    tops = [o.keyword for o in allowed if o.on_top and o.keyword not in _INSTEAD and o.zone is not Zone.ANY]
    if tops and any(offer.zone is Zone.ANY for offer in offers):
        raise Unsupported(f"{face.name} cast by {choices.alternative}, where {tops[0]} may ask for more")
    if not offers:
        raise IllegalPayment("118.9", f"{face.name} cannot be cast from {choices.zone} by {choices.alternative}")
    found: list[Due] = []
    for offer in offers:
        if offer.keyword in _OTHER_FORMS:
            raise Unsupported(f"{face.name} cast by {offer.keyword}")
        cost = offer.cost or Cost.FREE
        if offer.on_top:
            if face.mana_cost is None:
                raise IllegalPayment("118.6", f"{face.name} has no mana cost, which cannot be paid")
            cost = Cost(face.mana_cost) + cost
        if face.mana_cost and face.mana_cost.variables and not (cost.mana and cost.mana.variables) and choices.x:
            raise IllegalPayment("107.3b", f"X is 0 when {face.name} is cast by {offer.keyword}")
        found += _with_objects(state, offer.keyword, cost)
    if not found:
        raise IllegalPayment("118.3", f"nothing to give up for {choices.alternative}")
    return found


_INSTEAD = frozenset({"flashback", "escape", "mayhem", "emerge"})
"""Keywords of costs that are paid rather than the mana cost though they name it."""
_OTHER_FORMS = frozenset("bestow disguise disturb megamorph morph prototype".split())
"""Keywords by which a spell is something else than its face says."""


_CREATURE = Filter.parse("creature")


def _with_objects(state: State, keyword: str, cost: Cost) -> Iterator[Due]:
    """The cost, once for each object that it may be reduced by (CR 702.119, 702.180)."""
    if keyword == "emerge":
        part = next(iter(cost.parts_of(Verb.SACRIFICE)), CostPart(verb=Verb.SACRIFICE, what=_CREATURE))
        rest = Cost(cost.mana, tuple(p for p in cost.parts if p is not part))
        for number, ids in _by_number(state, part.what, "mv"):
            yield _chosen(Verb.SACRIFICE, part.what, f"mv={number}", ids, ManaCost(number)) + Due(rest)
    elif keyword == "harmonize":
        yield Due(cost)
        for number, ids in _by_number(state, Filter.parse("creature untapped"), "power"):
            less = ManaCost(max(0, number))
            word = f"power={number}" if number >= 0 else "power<0"
            yield _chosen(Verb.TAP_OTHER, _CREATURE, word, ids, less) + Due(cost)
    else:
        yield Due(cost)


def _by_number(state: State, what: Filter, measure: str) -> Iterator[tuple[int, frozenset[int]]]:
    """Your permanents that match, by mana value or power."""
    view = View(state)
    found: dict[int, set[int]] = {}
    for permanent in state.you.battlefield:
        if not permanent.phased_out and matches(what, permanent, view, "you"):
            number = mana_value_of(permanent) if measure == "mv" else power_of(permanent, view)
            found.setdefault(number, set()).add(permanent.id)
    for number in sorted(found):
        yield number, frozenset(found[number])


def _chosen(verb: Verb, what: Filter, word: str, ids: frozenset[int], less: ManaCost) -> Due:
    """Giving up an object that was chosen, and what the total costs less for it."""
    part = CostPart(verb=verb, what=Filter.parse(" | ".join(f"{' '.join(map(str, t))} {word}" for t in what.any_of)))
    return Due(Cost(None, (part,)), (Reduction(less),), ((part, ids),))


# -- additional costs (CR 118.8)


def besides(state: State, card: CardInZone, face: Face, choices: Choices) -> Iterator[Due]:
    """Each way to have the additional costs that these choices and the game ask for: mandatory ones, kicker and other
    optional costs, the costs of modes, commander tax."""
    extra = [Due(sum(choices.kicked, Cost.FREE))]
    if choices.zone == "command" and card.casts:
        extra.append(Due(Cost(TAX * card.casts)))
    _check_kicked(face, choices)
    of_modes = {name for name, _ in _mode_costs(face)}
    options = [
        _one_optional(state, card, face, choices, keyword, n)
        for keyword, n in choices.optional
        if keyword not in of_modes
    ]
    for costs in mandatory(state, card, face, choices):
        for some in product(*options):
            yield sum((Due(cost) for cost in costs), sum(some, sum(extra, Due())))


def mandatory(state: State, card: CardInZone, face: Face, choices: Choices) -> Iterator[tuple[Cost, ...]]:
    """Each way to choose among the mandatory additional costs: one of each."""
    facts, cast = spell_facts(face, card, choices), as_cast(face, choices)
    due = [cost.one_of for cost in face.of(AdditionalCost) if cost.applies_to is None]
    for one in standing(state, AdditionalCost):
        wanted = one.ability.applies_to
        if wanted is not None and one.counts(one.ability.who) and meets(wanted, cast, one.view, facts, one.side):
            due.append(one.ability.one_of)
    return product(*due)


def kicked_costs(face: Face) -> tuple[OptionalCost, ...]:
    """Its kicker costs (CR 702.33)."""
    kickers = tuple(cost for cost in face.of(OptionalCost) if cost.keyword in KICKERS)
    if any(cost.condition is not None for cost in kickers):
        raise Unsupported(f"{face.name}: a kicker with a condition")
    return kickers


def _check_kicked(face: Face, choices: Choices) -> None:
    """Each kicker cost at most as often as it may be paid (CR 702.33a-c)."""
    for kick in choices.kicked:
        same = [kicker for kicker in kicked_costs(face) if same_cost(kicker.cost, kick)]
        if not same:
            raise IllegalPayment("702.33a", f"{face.name} has no kicker {kick}")
        times = sum(same_cost(kick, other) for other in choices.kicked)
        if all(k.times is not None for k in same) and times > sum(k.times or 0 for k in same):
            raise IllegalPayment("702.33a", f"the kicker {kick} of {face.name} is paid {times} times")


def optional_costs(
    state: State, card: CardInZone, face: Face, choices: Choices
) -> Iterator[tuple[str, tuple[OptionalCost, ...]]]:
    """The optional costs that `Choices.optional` names: its own by keyword, those offered to it by the name of what
    offers them, once for each offer."""
    found: dict[str, list[OptionalCost]] = {}
    own = View(state, x=choices.x)
    for cost in face.of(OptionalCost):
        named = cost.mode is None and cost.keyword not in (*KICKERS, "escalate")
        if named and cost.applies_to is None and holds(cost.condition, own):
            found.setdefault(cost.keyword, []).append(cost)
    facts, cast = spell_facts(face, card, choices), as_cast(face, choices)
    for one in standing(state, OptionalCost):
        wanted = one.ability.applies_to
        if wanted is None or one.side != "you" or not holds(one.ability.condition, one.view):
            continue
        if meets(wanted, cast, one.view, facts):
            found.setdefault(one.source.name, []).append(one.ability)
    if _offering(face) is not None:
        found["offering"] = [OptionalCost(keyword="offering", cost=Cost.FREE)]
    for name, costs in found.items():
        yield name, tuple(costs)


def _offering(face: Face) -> Filter | None:
    """What is offered by the keyword offering (CR 702.48)."""
    words = [a.name.removesuffix(" offering") for a in face.of(Keyword) if a.name.endswith(" offering")]
    if len(words) > 1:
        raise Unsupported(f"{face.name}: several offerings")
    return Filter.parse(words[0].capitalize()) if words else None


def _one_optional(state: State, card: CardInZone, face: Face, choices: Choices, keyword: str, times: int) -> list[Due]:
    """Each way to pay the optional costs of a keyword so many times together."""
    if times < 1:
        raise IllegalPayment("601.2b", f"{keyword} is announced {times} times")
    if keyword == "assist":
        raise Unsupported(f"assist on {face.name}: what another player may pay")
    if keyword == "offering" and times == 1 and (wanted := _offering(face)) is not None:
        return list(_offered(state, wanted))
    costs = dict(optional_costs(state, card, face, choices)).get(keyword, ())
    ways: dict[int, set[Due]] = {0: {Due()}}
    for cost in costs:
        one = Due(cost.cost, () if cost.less is None else (Reduction(cost.less, only_colored=cost.only_colored),))
        most = times if cost.times is None else min(cost.times, times)
        longer: dict[int, set[Due]] = {}
        for before, some in ways.items():
            for n in range(min(most, times - before) + 1):
                longer.setdefault(before + n, set()).update(sum([one] * n, due) for due in some)
        ways = longer
    if times not in ways:
        raise IllegalPayment("601.2b", f"{face.name} has no {keyword} to be paid {times} times")
    return list(ways[times])


def _offered(state: State, what: Filter) -> Iterator[Due]:
    """Sacrificing a permanent of a quality: the total is reduced by its mana cost (CR 702.48a-c)."""
    found: dict[tuple[str, ManaCost], set[int]] = {}
    for permanent in state.you.battlefield:
        if not permanent.phased_out and matches(what, permanent, View(state), "you"):
            cost = permanent.face.mana_cost or ManaCost.ZERO
            found.setdefault((permanent.face.name, cost.with_x(0)), set()).add(permanent.id)
    if not found:
        raise IllegalPayment("118.3", f"no {what} to offer")
    for (name, cost), ids in found.items():
        yield _chosen(Verb.SACRIFICE, what, f"named({name})", frozenset(ids), cost)


# -- modes (CR 700.2, 702.120, 702.172, 702.183)


def _mode_costs(face: Face) -> list[tuple[str, OptionalCost]]:
    """The costs of its modes by the names that `Choices.optional` has for them: `spree 2` for that of the second mode,
    `escalate` for that of each mode beyond the first."""
    found = [(f"{cost.keyword} {cost.mode}", cost) for cost in face.of(OptionalCost) if cost.mode is not None]
    return found + [(cost.keyword, cost) for cost in face.of(OptionalCost) if cost.keyword == "escalate"]


def mode_choices(state: State, face: Face, choices: Choices) -> list[frozenset[int]]:
    """Every choice of modes that goes with these choices, for a spell without modes the empty one."""
    modes, costs = next(face.of(Modes), None), dict(_mode_costs(face))
    if modes is None:
        if costs:
            raise Unsupported(f"{face.name}: {next(iter(costs))} without modes")
        return [frozenset()]
    least, most = modes.at_least, modes.at_most
    if modes.more_if is not None and in_force(modes.more_if, View(state, announced=announced(choices)), state):
        least, most = least if modes.more_at_least is None else modes.more_at_least, modes.more
    paid = {name: times for name, times in choices.optional if name in costs}
    if any(keyword == "entwine" for keyword, _ in choices.optional):
        least = most = modes.of
    elif "escalate" in costs:
        least, most = max(least, 1 + paid.get("escalate", 0)), min(most, 1 + paid.get("escalate", 0))
    every = range(1, modes.of + 1)
    found = [frozenset(some) for n in range(least, most + 1) for some in combinations(every, n)]
    if any(cost.mode is not None for cost in costs.values()):
        found = [some for some in found if some == {costs[name].mode for name in paid}]
    if not found:
        raise IllegalPayment("700.2", f"these modes of {face.name} cannot be chosen together")
    return found


def mode_announcements(face: Face) -> list[dict[str, int]]:
    """Each way to announce the costs of modes, by name with how often each is paid."""
    modes, costs = next(face.of(Modes), None), _mode_costs(face)
    if modes is None or not costs:
        return [{}]
    numbers = range(modes.at_least, modes.at_most + 1)
    if any(cost.mode is None for _, cost in costs):
        return [{"escalate": number - 1} for number in numbers if number]
    return [dict.fromkeys(some, 1) for number in numbers for some in combinations([name for name, _ in costs], number)]


def in_modes(face: Face, choices: Choices) -> Due:
    """What the modes that are announced cost more."""
    costs, times = _mode_costs(face), dict(choices.optional)
    return sum((Due(cost.cost) for name, cost in costs for _ in range(times.get(name, 0))), Due())
