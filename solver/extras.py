"""What is paid on top of the base cost: optional and mandatory additional costs (CR 118.8, 601.2b, 702.33).

Which optional costs are paid, and how often, is a small constraint problem: one variable a cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from constraint import Problem

from castable.model.ability import AdditionalCost, CostChange, Keyword, Modes, OptionalCost, SpellTargets
from castable.model.card import Face
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter, Term
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.as_cast import matches_as_cast
from castable.solver.subject import KICKERS, Subject, Wishes
from castable.solver.sums import MaxSum, MinSum

__all__ = ["Extra", "extra_costs", "extras_are_endless", "has_endless_x", "least_mana", "less_of"]

_FORAGE = (Cost.parse("Exile 3 card from graveyard"), Cost.parse("Sacrifice Food"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """One choice of additional costs: kicker costs, other optional costs by name and number, the cost of all together,
    mandatory ones included, and what the spell costs less for it: a name, the mana, and whether only colored mana."""

    kicked: tuple[Cost, ...] = ()
    optional: tuple[tuple[str, int], ...] = ()
    cost: Cost = Cost.FREE
    less: tuple[tuple[str, ManaCost, bool], ...] = ()
    flash: bool = False

    @property
    def worth(self) -> int:
        """How much mana all of it takes off at the most."""
        return sum(less.mana_value for _, less, _ in self.less)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option:
    """An optional cost as a variable: paid `least` to `most` times, None for as often as it can be paid for."""

    name: str
    cost: Cost
    most: int | None = 1
    least: int = 0
    less: ManaCost | None = None
    only_colored: bool = False
    is_kicker: bool = False
    flash: bool = False

    def is_called(self, name: str) -> bool:
        """Whether this name means it: a cost without a keyword goes by what is done as well (`collect evidence`)."""
        acts = {part.verb.value.casefold() for part in self.cost.parts} if self.name == "additional cost" else set()
        return name in (self.name.casefold(), *acts)


def extra_costs(state: State, subject: Subject, wishes: Wishes, most: int, base: Cost) -> list[Extra]:
    """Every choice of additional costs that agrees with the wishes, those with the fewest costs first.

    `most` bounds the mana that could be spent on them and on the base cost. An impossible wish (a kicker that the card
    does not have, one kicker twice) leaves nothing.
    """
    if subject.face is None or subject.ability is not None:
        return [Extra()] if not wishes.kicked and not any(n for _, n in wishes.optional) else []
    options = list(_options(state, subject, wishes))
    if wishes.modes and not _may_be_modal(subject.face):
        return []
    chosen = _choices(options, state, wishes, most, base)
    mandatory = list(_mandatory(state, subject))
    found = [_extra(options, times, due) for times in chosen for due in mandatory]
    return sorted(found, key=lambda extra: len(extra.kicked) + sum(n for _, n in extra.optional))


def _may_be_modal(face: Face) -> bool:
    """Whether a face has modes, or text that is not understood and may tell of some (CR 700.2)."""
    costs = any(cost.mode for cost in face.of(OptionalCost))
    targets = any(entry.mode for entry in face.of(SpellTargets))
    return costs or targets or any(face.of(Modes)) or bool(face.unread)


def extras_are_endless(state: State, subject: Subject, wishes: Wishes) -> bool:
    """Whether nothing but mana limits how much the additional costs may come to: X, or a cost paid any number of
    times."""
    if subject.face is None or subject.ability is not None:
        return False
    options = list(_options(state, subject, wishes))
    bounds = _wished(options, wishes) or []
    if any(
        limit is None and least_mana(one.cost.mana or ManaCost.ZERO)
        for one, (_, limit) in zip(options, bounds, strict=False)
    ):
        return True
    costs = [option.cost for option, (_, limit) in zip(options, bounds, strict=False) if limit != 0]
    costs += _mandatory(state, subject)
    return wishes.x is None and any(map(has_endless_x, costs))


def has_endless_x(cost: Cost) -> bool:
    """Whether it holds an X that only mana limits."""
    bends = any(part.amount.measure == "X" for part in cost.parts_of(Verb.WATERBEND))
    return bends or bool(cost.mana and cost.mana.variables)


def _extra(options: list[_Option], times: tuple[int, ...], due: Cost) -> Extra:
    kicked: list[Cost] = []
    optional: Counter[str] = Counter()
    cost, less, flash = due, list[tuple[str, ManaCost, bool]](), False
    for option, n in zip(options, times, strict=True):
        for _ in range(n):
            cost = cost + option.cost
            flash = flash or option.flash
            if option.is_kicker:
                kicked.append(option.cost)
            else:
                optional[option.name] += 1
            if option.less is not None:
                less.append((option.name, option.less, option.only_colored))
    return Extra(
        kicked=tuple(kicked), optional=tuple(sorted(optional.items())), cost=cost, less=tuple(less), flash=flash
    )


def _options(state: State, subject: Subject, wishes: Wishes) -> Iterator[_Option]:
    """Every optional cost of the spell: its own, offerings, splices, and those that permanents of yours allow."""
    face = subject.face
    assert face is not None
    modes = next(face.of(Modes), None)
    for ability in face.of(OptionalCost):
        if ability.applies_to is not None:
            continue
        yield from (_with_less(one, ability.keyword, state, face) for one in _own(ability, modes, wishes))
    for keyword in face.of(Keyword):
        if match := keyword.name.removesuffix(" offering") if keyword.name.endswith(" offering") else "":
            yield from _offerings(state, match)
    for side, permanent in state.permanents_with(OptionalCost):
        if side != "you":
            continue
        for ability in permanent.face.of(OptionalCost):
            if ability.applies_to is None or ability.keyword == "splice":
                continue
            view = View(state, permanent)
            if matches_as_cast(ability.applies_to, face, view, subject.facts()) and holds(ability.condition, view):
                yield _option(ability, permanent.name)
    for card in state.you.hand:
        if subject.card is None or card.id != subject.card.id:
            for ability in card.card.front.of(OptionalCost):
                if (
                    ability.keyword == "splice"
                    and ability.applies_to
                    and matches(ability.applies_to, face, View(state))
                ):
                    yield _option(ability, f"splice {card.card.front.name}")


def less_of(state: State, face: Face, keyword: str, cost: Cost) -> ManaCost | None:
    """What comes off an additional or alternative cost of this keyword alone: no more than its generic mana."""
    found = 0
    for side, permanent in state.permanents_with(CostChange):
        view = View(state, permanent, side)
        for change in permanent.face.of(CostChange):
            if change.of != keyword or not change.less or change.who not in ("any", side):
                continue
            if change.less.symbols or change.up_to:
                raise Unsupported(f"{permanent.name}: its effect on the {keyword} cost")
            if matches(change.applies_to or Filter.ANY, face, view, "you") and holds(change.condition, view):
                found += change.less.generic * value(change.times, view)
    most = min(found, cost.mana.generic if cost.mana else 0)
    return ManaCost(most) if most else None


def _with_less(option: _Option, keyword: str, state: State, face: Face) -> _Option:
    """The option, with what effects on costs of its keyword take off."""
    off = less_of(state, face, keyword, option.cost)
    if off is None:
        return option
    if option.less is not None:
        raise Unsupported(f"what {option.name} takes off, twice")
    return replace(option, less=off)


def _option(ability: OptionalCost, name: str) -> _Option:
    return _Option(
        name=name,
        cost=ability.cost,
        most=ability.times,
        less=ability.less,
        only_colored=ability.only_colored,
        is_kicker=ability.keyword in KICKERS,
        flash=ability.flash,
    )


def _own(ability: OptionalCost, modes: Modes | None, wishes: Wishes) -> Iterator[_Option]:
    option = _option(ability, ability.keyword)
    if ability.mode is not None:
        chosen = None if wishes.modes is None else int(ability.mode in wishes.modes)
        yield replace(
            option, name=f"{ability.keyword} {ability.mode}", most=1 if chosen is None else chosen, least=chosen or 0
        )
    elif ability.keyword == "escalate":
        if wishes.modes is not None:
            extra = max(0, len(wishes.modes) - 1)
            yield replace(option, most=extra, least=extra)
        elif modes is None:
            raise Unsupported("how many modes an escalated spell has")
        else:
            yield replace(option, most=modes.of - 1)
    elif ability.keyword == "entwine" and wishes.modes is not None:
        both = int(len(wishes.modes) > 1)
        yield replace(option, most=both, least=both)
    else:
        yield option


def _offerings(state: State, subtype: str) -> Iterator[_Option]:
    """Sacrifice a permanent of the subtype and pay its mana cost less, whenever an instant may be cast (CR 702.48)."""
    word = "+".join(piece.capitalize() for piece in subtype.split())
    wanted, view = Filter.parse(word if word not in ("Artifact",) else "artifact"), View(state)
    by_cost: dict[ManaCost, dict[str, None]] = {}
    for permanent in state.you.battlefield:
        if not permanent.phased_out and matches(wanted, permanent, view, "you"):
            by_cost.setdefault(permanent.face.mana_cost or ManaCost.ZERO, {})[permanent.face.name] = None
    for cost, names in by_cost.items():
        terms = tuple((*wanted.any_of[0], Term(f"named({name})")) for name in names)
        part = CostPart(verb=Verb.SACRIFICE, what=Filter(terms))
        yield _Option(name="offering", cost=Cost(None, (part,)), less=cost, flash=True)


def _choices(options: list[_Option], state: State, wishes: Wishes, most: int, base: Cost) -> list[tuple[int, ...]]:
    """How often each option is paid, in every way allowed, as solutions of a constraint problem."""
    bounds = _wished(options, wishes)
    if bounds is None:
        return []
    if not options:
        return [()]
    weights = [least_mana(option.cost.mana or ManaCost.ZERO) for option in options]
    worth = sum(option.less.mana_value * (option.most or 1) for option in options if option.less)
    left = max(0, most + worth - least_mana(base.mana or ManaCost.ZERO))
    problem = Problem()
    for at, (option, (least, limit)) in enumerate(zip(options, bounds, strict=True)):
        if limit is None:
            limit = left // weights[at] if weights[at] else _supply(option, state)
        if limit < least:
            return []
        problem.addVariable(at, list(range(least, limit + 1)))
    weighed = [at for at, (least, limit) in enumerate(bounds) if weights[at] and least != limit]
    if weighed:
        problem.addConstraint(MaxSum(left, [weights[at] for at in weighed]), weighed)
    for name in {option.name.split(" ")[0] for option in options} & {"spree", "tiered"}:
        group = [at for at, option in enumerate(options) if option.name.split(" ")[0] == name]
        problem.addConstraint(MinSum(1), group)
        if name == "tiered":
            problem.addConstraint(MaxSum(1), group)
    offerings = [at for at, option in enumerate(options) if option.name == "offering"]
    if len(offerings) > 1:
        problem.addConstraint(MaxSum(1), offerings)
    return sorted(tuple(s[at] for at in range(len(options))) for s in problem.getSolutions())


def _supply(option: _Option, state: State) -> int:
    """How often an option without a mana cost can be paid at the most."""
    if not option.cost.parts:
        raise Unsupported(f"the optional cost {option.name} that costs nothing, any number of times")
    you = state.you
    return len(you.battlefield) + len(you.hand) + len(you.graveyard)


def _wished(options: list[_Option], wishes: Wishes) -> list[tuple[int, int | None]] | None:
    """The bounds of each option with the wishes put in; None when they cannot be met."""
    bounds: list[tuple[int, int | None]] = [(option.least, option.most) for option in options]
    if wishes.kicked is not None:
        wanted = Counter(map(str, wishes.kicked))
        offered = {str(option.cost) for option in options if option.is_kicker}
        if not wanted.keys() <= offered:
            return None
        for at, option in enumerate(options):
            if option.is_kicker:
                n = wanted[str(option.cost)]
                if option.most is not None and n > option.most:
                    return None
                bounds[at] = (n, n)
    named: dict[str, list[int]] = {}
    for name, n in wishes.optional:
        named.setdefault(name.casefold(), []).append(n)
    for name in wishes.splice:
        named.setdefault(f"splice {name}".casefold(), []).append(1)
    for name, numbers in named.items():
        if name == "fuse":
            continue
        same = [at for at, option in enumerate(options) if option.is_called(name)]
        if name == "offering" and numbers == [1] and same:
            continue  # which one is for the sacrifice named to say
        if len(numbers) < len(same):
            numbers = numbers + [0] * (len(same) - len(numbers))
        if len(same) < len([n for n in numbers if n]):
            return None
        for at, n in zip(same, numbers, strict=False):
            limit = options[at].most
            if limit is not None and n > limit:
                return None
            bounds[at] = (n, n)
    return bounds


def _mandatory(state: State, subject: Subject) -> Iterator[Cost]:
    """The mandatory additional costs together, in each way to choose among them (CR 118.8)."""
    face = subject.face
    assert face is not None
    due = [cost.one_of for cost in face.of(AdditionalCost) if cost.applies_to is None]
    for side, permanent in state.permanents_with(AdditionalCost):
        for cost in permanent.face.of(AdditionalCost):
            if cost.applies_to is None or cost.who not in ("any", side):
                continue
            if matches_as_cast(cost.applies_to, face, View(state, permanent, side), subject.facts()):
                due.append(cost.one_of)
    for picked in product(*due):
        yield from _foraged(sum(picked, Cost.FREE))


def _foraged(cost: Cost) -> Iterator[Cost]:
    """Forage stands for one of two costs (CR 701.61)."""
    for at, part in enumerate(cost.parts):
        if part.verb is Verb.FORAGE:
            rest = Cost(cost.mana, cost.parts[:at] + cost.parts[at + 1 :])
            for way in _FORAGE:
                yield from _foraged(rest + way)
            return
    yield cost


def least_mana(cost: ManaCost) -> int:
    """The least mana that any announcement of a cost asks for, with X = 0."""
    fixed = replace(cost, symbols=tuple(s for s in cost.symbols if not s.is_choice and not s.is_variable))
    return (
        fixed.generic
        + len(fixed.symbols)
        + sum(min(half.generic + len(half.symbols) for half in symbol.halves) for symbol in cost.choices)
    )
