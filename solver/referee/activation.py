"""Activating mana abilities while a spell is cast: which activations are legal, and carrying one out (CR 602, 605)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache

from castable.model.ability import ManaAbility, Timing, Zone
from castable.model.amount import Amount
from castable.model.cost import CostPart, Verb
from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost
from castable.model.view import TAKEN_AS
from castable.solver.referee.casting import Casting, Source, Step, find, move, name_of, sources
from castable.solver.referee.changes import changed_ability_costs
from castable.solver.referee.cost import Paying, announcements, fits, spendings, ways_to_pay
from castable.solver.referee.helping import life_for_mana, with_life
from castable.solver.referee.spending import for_ability
from castable.solver.referee.standing import check_not_forbidden, forbids
from castable.solver.referee.tapping import outcomes

__all__ = ["activate", "legal_activations", "steps_of"]

LIBRARY_RULE_FROM = "2026-08-01"
"""From the rules of this date on, an ability that moves a card to or from a library is no mana ability (CR 605.1a)."""


def legal_activations(casting: Casting, only: Collection[int] | None = None) -> Iterator[Step]:
    """Every activation of a mana ability that is legal now, each with all its choices (CR 601.2g, 602, 605.3).

    `only` limits it to objects with these ids.
    """
    for source, ability in sources(casting.state):
        if only is None or source.id in only:
            try:
                yield from steps_of(casting, source, ability)
            except IllegalPayment:
                continue  # not this one, now


def steps_of(casting: Casting, source: Source, ability: ManaAbility) -> list[Step]:
    """Every legal activation of this ability; `IllegalPayment` with the rule in the way when there is none."""
    _check_may_begin(casting, source, ability)
    found: dict[Step, None] = {}
    obstacle: IllegalPayment | None = None
    for amount in _amounts(casting.state, source, ability):
        for mana, phyrexian in _costs(casting.state, source, ability, amount):
            try:
                ways = _ways(casting, source, ability, phyrexian, amount)
            except IllegalPayment as error:
                obstacle = obstacle or error
                continue
            for spends in spendings(casting.state.you.pool, mana, for_ability(casting.state, source, ability)):
                for paid in ways:
                    for adds in _adds(ability, source, casting.state, paid, spends):
                        step = Step(
                            source=source.id,
                            ability=ability,
                            adds=adds,
                            spends=spends,
                            phyrexian=phyrexian,
                            using=paid.using,
                            amount=amount,
                        )
                        found[step] = None
    if not found:
        raise obstacle or IllegalPayment("118.3a", f"no mana for {ability.cost} of {name_of(source)}")
    return list(found)


def _check_may_begin(casting: Casting, source: Source, ability: ManaAbility) -> None:
    """Whether the activation may be begun at all (CR 601.2g, 602.5, 605.1a)."""
    name, state = name_of(source), casting.state
    if not casting.has_window:
        raise IllegalPayment("601.2g", "there is no mana payment to activate mana abilities for")
    if ability.moves_library_card or any(part.verb.touches_library for part in ability.cost.parts):
        if state.rules >= LIBRARY_RULE_FROM:
            raise IllegalPayment("605.1a", f"{name}: an ability that moves a library card is no mana ability")
        if state.you.library_top and not ability.cost.parts_of(Verb.MILL):
            raise Unsupported(f"{name}: which card its mana ability moves to or from the library")
    if ability.timing is Timing.INSTANT:
        raise IllegalPayment("602.5e", f"{name}: not while a spell is being cast")
    if ability.timing is Timing.SORCERY:
        raise IllegalPayment("602.5d", f"{name}: only when a sorcery could be cast")
    permanent = source if isinstance(source, Permanent) else None
    if permanent is not None:
        if ability.limit is not None and permanent.used_this_turn.count(str(ability.cost)) >= ability.limit:
            raise IllegalPayment("602.5b", f"{name}: its ability was used {ability.limit} times this turn")
        sick = (
            "creature" in permanent.face.types and permanent.summoning_sick and not permanent.face.has_keyword("haste")
        )
        if sick and (ability.cost.taps or ability.cost.untaps):
            raise IllegalPayment("302.6", f"{name} has come under your control this turn")
    elif ability.limit is not None:
        raise Unsupported(f"{name}: a limit of uses outside the battlefield")
    check_not_forbidden(state, source, ability)
    if not holds(ability.condition, View(state, source=permanent)):
        raise IllegalPayment("602.5", f"{name}: {ability.condition} does not hold")


def _amounts(state: State, source: Source, ability: ManaAbility) -> Iterator[int | None]:
    """The numbers worth trying for a cost that leaves a number open (CR 107.3a), else None alone."""
    cost = ability.cost
    shown = [addition.amount for addition in ability.adds.additions if addition.amount.measure == "shown"]
    if shown:  # cards that are revealed as it resolves, which nothing that is paid for it has to do with
        cards = sum(matches(shown[0].filter or Filter.ANY, card, View(state), "you") for card in state.you.hand)
        yield from range(cards + 1)
        return
    if not (cost.mana and cost.mana.variables) and all(p.amount.measure not in ("X", "chosen") for p in cost.parts):
        yield None
        return
    you = state.you
    counters = sum(n for _, n in source.counters)
    most = max(len(you.pool), counters, len(you.battlefield), len(you.hand), len(you.graveyard), you.life, you.energy)
    yield from range(most + 1)


@cache
def _mana_costs(mana: ManaCost | None, x: int | None) -> tuple[tuple[ManaCost, int], ...]:
    """Each plain cost that announcing halves and X makes of a mana cost, and the symbols paid with life."""
    if mana is None:
        return ((ManaCost.ZERO, 0),)
    plain = mana.without_choices()
    return tuple(
        ((plain + halves).with_x(x or 0), life) for halves, life in sorted(announcements(mana.choices), key=str)
    )


def _costs(state: State, source: Source, ability: ManaAbility, x: int | None) -> tuple[tuple[ManaCost, int], ...]:
    """As `_mana_costs`, with what effects make of them: changes of the cost, and life that may be paid for mana."""
    plain = _mana_costs(ability.cost.mana, x)
    if ability.cost.mana is None:
        return plain
    found: set[tuple[ManaCost, int]] = set()
    for mana, symbols in plain:
        for changed, life in changed_ability_costs(state, source, ability, mana):
            if life:
                raise Unsupported(f"{name_of(source)}: life that its mana ability costs more")
            for left, more in with_life(changed, life_for_mana(state, None)):
                found.add((left, symbols + more))
    return tuple(sorted(found, key=str))


def _ways(casting: Casting, source: Source, ability: ManaAbility, phyrexian: int, amount: int | None) -> list[Paying]:
    """Every way to pay all but the mana of the activation cost, before the mana is paid."""
    parts = ability.cost.parts
    if phyrexian:
        parts = (*parts, CostPart(verb=Verb.PAY_LIFE, amount=Amount.fixed(2 * phyrexian)))
    start = Paying(state=casting.state, ledger=casting.ledger, source=source, amount=amount)
    return ways_to_pay(start, parts)


def _adds(ability: ManaAbility, source: Source, before: State, paid: Paying, spends: Mana) -> list[Mana]:
    """The mana that may be made once these objects and this mana are given up; `before` is the game before that."""
    state = paid.state.with_you(pool=paid.state.you.pool - spends) if spends.units else paid.state
    state = with_effects(state)
    taken = _taken(ability, source, before, paid)
    return outcomes(ability, state, paid.source or source, paid.amount, paid.removed, taken, before)


def _taken(ability: ManaAbility, source: Source, before: State, paid: Paying) -> tuple[str, Source] | None:
    """The one object that the cost took, as it last was, and what was done to it; None where there is no such one."""
    parts = [part for part in ability.cost.parts if part.verb in TAKEN_AS and not part.is_this]
    if len(parts) != 1 or parts[0].amount != Amount.fixed(1):
        return None
    others = [identity for verb, identity in paid.using if TAKEN_AS.get(verb) == TAKEN_AS[parts[0].verb]]
    thing = find(before, others[0]) if others else source
    return None if thing is None else (TAKEN_AS[parts[0].verb], thing)


def activate(casting: Casting, step: Step) -> Casting:
    """Carry out one activation: pay its cost, add its mana (CR 602.2b, 605.3b). `IllegalPayment` if it is not legal."""
    source, ability = find(casting.state, step.source), step.ability
    if source is None or (source, ability) not in [(s, a) for s, a in sources(casting.state) if s.id == step.source]:
        raise IllegalPayment("602.2", f"no such ability among yours: {ability.cost}")
    name = name_of(source)
    _check_may_begin(casting, source, ability)
    pool = casting.state.you.pool
    costs = [mana for mana, n in _costs(casting.state, source, ability, step.amount) if n == step.phyrexian]
    purpose = for_ability(casting.state, source, ability)
    if not any(fits(step.spends, mana, purpose) for mana in costs):
        raise IllegalPayment("602.2b", f"{step.spends or 'nothing'} does not pay {ability.cost} of {name}")
    if not step.spends <= pool:
        raise IllegalPayment("118.3a", f"{step.spends} is not in the pool, which holds {pool}")
    if step.amount not in list(_amounts(casting.state, source, ability)):
        raise IllegalPayment("107.3a", f"{step.amount} is no number to choose for {ability.cost} of {name}")
    ways = _ways(casting, source, ability, step.phyrexian, step.amount)
    paid = next((way for way in ways if way.using == step.using), None)
    if paid is None:
        raise IllegalPayment("118.3", f"{ability.cost} of {name} is not paid with these objects")
    if step.adds not in _adds(ability, source, casting.state, paid, step.spends):
        raise IllegalPayment("605.3b", f"{name} does not add {step.adds or 'nothing'}")
    you = paid.state.you
    fixed = forbids(paid.state, "change life", None, for_mana_ability=True)
    damage, gain = (0, 0) if fixed else (ability.damage, ability.life_gain)
    state = paid.state.with_you(pool=you.pool - step.spends + step.adds, life=you.life - damage + gain)
    ledger = replace(paid.ledger, damage=paid.ledger.damage + damage)
    return replace(casting, state=with_effects(_settled(state, step, ability)), ledger=ledger)


def _settled(state: State, step: Step, ability: ManaAbility) -> State:
    """What else the ability does to its source: a use counted, a source without counters sacrificed."""
    permanent = find(state, step.source)
    if isinstance(permanent, Permanent):
        if ability.limit is not None:
            permanent = replace(permanent, used_this_turn=(*permanent.used_this_turn, str(ability.cost)))
            state = state.with_permanent(permanent)
        if ability.sacrifice_if_none and not permanent.counters_of(ability.sacrifice_if_none):
            state = move(state, permanent, Zone.GRAVEYARD)
    return state
