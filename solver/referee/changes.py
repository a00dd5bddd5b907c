"""Increases, reductions and floors: what cost changes can make of a cost (CR 601.2f, 118.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from castable.model.ability import ActivatedAbility, CostChange, CostKind, ManaAbility, Zone
from castable.model.amount import Comparison, Condition
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.payment import Choices
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.referee.casting import Source
from castable.solver.referee.facts import ability_facts, announced, as_cast, meets, spell_facts
from castable.solver.referee.standing import Standing, in_force, standing

__all__ = ["Change", "Reduction", "ability_changes", "changed", "changed_ability_costs", "spell_changes"]


@dataclass(frozen=True, slots=True)
class Reduction:
    """What comes off; whether colored mana only, whether less of it may come off, the floor under this one alone."""

    less: ManaCost
    only_colored: bool = False
    up_to: bool = False
    minimum: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A cost change that is about what is paid for, and the view that its numbers are read from."""

    effect: CostChange
    view: View = field(compare=False)

    def times(self, kicks: int, targets: int) -> int:
        """How often it counts, for so many kicks and targets."""
        amount = self.effect.times
        known = {"kicked": kicks, "targets": targets}
        if amount.measure in known and not amount.halved:
            return max(0, amount.plus + amount.times * known[amount.measure])
        return max(0, value(amount, self.view))


def spell_changes(state: State, face: Face, card: CardInZone, choices: Choices) -> Iterator[Change]:
    """The cost changes about a spell that is cast with these choices, on the stack of `state`."""
    facts, cast = spell_facts(face, card, choices), as_cast(face, choices)
    for change in face.of(CostChange):
        if change.kind is CostKind.SPELL and change.applies_to is None:
            view = View(state, x=choices.x, announced=announced(choices))
            if _holds(change, view, choices, state):
                yield Change(change, view)
    for one in standing(state, CostChange):
        change = one.ability
        works = change.kind is CostKind.SPELL and change.zone in (Zone.BATTLEFIELD, Zone.ANY)
        if works and _is_about(one, cast, facts) and _holds(change, one.view, choices, state):
            told = change.times.measure
            of_caster = told == "castercount" or (told == "castthisturn" and change.who != "you")
            yield Change(change, View(state) if of_caster else one.view)
    for zone in (Zone.GRAVEYARD, Zone.EXILE, Zone.COMMAND):
        for elsewhere in state.you.zone(zone.value):
            for change in elsewhere.card.front.of(CostChange):
                if change.applies_to is not None and change.zone is zone:
                    raise Unsupported(f"{elsewhere.card.name}: a cost change from the {zone}")
    for other in state.you.command:
        for change in other.card.front.of(CostChange):
            view = View(state, announced=announced(choices))
            if (
                change.zone is Zone.ANY
                and change.applies_to is not None
                and meets(change.applies_to, cast, view, facts)
                and _holds(change, view, choices, state)
            ):
                yield Change(change, view)


def _holds(change: CostChange, view: View, choices: Choices, state: State) -> bool:
    """Whether its condition holds; whether the spell is kicked is known from the choices."""

    def is_so(comparison: Comparison) -> bool:
        if comparison.fact == "kicked":
            return bool(choices.kicked) is not comparison.negated
        return in_force(Condition(((comparison,),)), view, state)

    options = change.condition.any_of if change.condition is not None else ((),)
    return any(all(map(is_so, parts)) for parts in options)


def _is_about(one: Standing[CostChange], thing: Face | Source, facts: Mapping[str, bool]) -> bool:
    """Whether an effect of a permanent is about this spell or ability of yours."""
    wanted = one.ability.applies_to
    return wanted is not None and one.counts(one.ability.who) and meets(wanted, thing, one.view, facts, one.side)


def ability_changes(state: State, source: Source, ability: ActivatedAbility | ManaAbility) -> Iterator[Change]:
    """The cost changes about an activated ability of yours."""
    facts = ability_facts(ability)
    for change in (source.face if isinstance(source, Permanent) else source.card.front).of(CostChange):
        if change.kind is CostKind.ABILITY and change.applies_to is None:
            view = View(state, source=source if isinstance(source, Permanent) else None)
            if holds(change.condition, view):
                yield Change(change, view)
    if isinstance(ability, ActivatedAbility):
        view = View(state, source=source if isinstance(source, Permanent) else None)
        yield from (Change(change, view) for change in ability.own_changes if holds(change.condition, view))
    for one in standing(state, CostChange):
        change = one.ability
        if change.kind is not CostKind.ABILITY or change.applies_to is None:
            continue
        in_reach = isinstance(source, Permanent) or bool(change.applies_to.words() & {"card", "cycling"})
        if in_reach and _is_about(one, source, facts) and in_force(change.condition, one.view, state):
            yield Change(change, one.view)


def changed_ability_costs(
    state: State,
    source: Source,
    ability: ActivatedAbility | ManaAbility,
    mana: ManaCost,
    reductions: Iterable[Reduction] = (),
) -> frozenset[tuple[ManaCost, int]]:
    """What the plain mana part of an activation cost may come to, and the life that it costs besides (CR 602.2b)."""
    changes = list(ability_changes(state, source, ability))
    if any(change.effect.targets is not None for change in changes):
        raise Unsupported(f"an ability that costs more or less for its targets: {ability.cost}")
    return changed(mana, changes, reductions)


def changed(
    mana: ManaCost,
    changes: Iterable[Change],
    reductions: Iterable[Reduction] = (),
    kicks: int = 0,
    targets: int = 0,
) -> frozenset[tuple[ManaCost, int]]:
    """Every outcome, with the life it costs more: increases, then all reductions in any order, then floors."""
    less, life, floor = list(reductions), 0, 0
    for change in changes:
        effect, times = change.effect, change.times(kicks, targets)
        if effect.more is not None:
            if effect.more.choices or effect.more.variables:
                raise Unsupported(f"costs {effect.more} more")
            mana = mana + effect.more * times
        life += effect.more_life * times
        if effect.less is not None and times:
            less.append(Reduction(effect.less * times, effect.only_colored, effect.up_to, effect.minimum))
        floor = max(floor, effect.floor or 0)
    left = _reduced(mana, tuple(less), {})
    return frozenset((plain + ManaCost(max(0, floor - plain.mana_value)), life) for plain in left)


def _reduced(
    mana: ManaCost, left: tuple[Reduction, ...], seen: dict[tuple[ManaCost, tuple[Reduction, ...]], set[ManaCost]]
) -> set[ManaCost]:
    """Everything that applying all of these in some order can leave (CR 601.2f)."""
    if not left:
        return {mana}
    key = (mana, left)
    if key not in seen:
        seen[key] = set()
        for at, reduction in enumerate(left):
            if reduction in left[:at]:
                continue  # the same as one tried before
            for rest in _reduce(mana, reduction):
                seen[key] |= _reduced(rest, left[:at] + left[at + 1 :], seen)
    return seen[key]


def _reduce(mana: ManaCost, reduction: Reduction) -> set[ManaCost]:
    """What one reduction can leave: the payer chooses halves of hybrid symbols as it is applied (CR 118.7a-g)."""
    less, minimum = reduction.less, reduction.minimum
    if less.variables:
        raise Unsupported(f"costs {less} less")
    if less.symbols and (minimum is not None or reduction.up_to):
        raise Unsupported(f"costs up to {less} less" if reduction.up_to else f"costs {less} less, at least {minimum}")
    halves = [
        [half for letter, half in zip(symbol.letters, symbol.halves, strict=True) if letter != "P"]
        for symbol in less.choices  # a Phyrexian symbol takes off mana of its color: CR 118.7f
    ]
    found = set()
    for choice in product(*halves):
        chosen = sum(choice, less.without_choices())
        generic = chosen.generic
        symbols = list(mana.symbols)
        for symbol in chosen.symbols:
            if symbol in symbols and not symbol.is_snow:
                symbols.remove(symbol)
            elif not reduction.only_colored:  # of a type that is not in the cost, or snow: CR 118.7b-d, g
                generic += 1
        if minimum is not None:
            generic = min(generic, max(0, mana.mana_value - minimum))
        for off in range(generic + 1) if reduction.up_to else (generic,):
            found.add(ManaCost.of(max(0, mana.generic - off), symbols))
    return found
