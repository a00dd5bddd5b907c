"""What one activation of a mana ability yields (CR 106, 605): every use of every mana ability of a state.

A `Use` is one way to activate one ability: what it costs beside mana, the mana it needs, the mana it adds. `uses_of`
lists them for one permanent; which uses go together is the matter of `castable.solver.sources`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.ability import ManaAbility, Timing
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.mana import Mana, Unit
from castable.model.production import Origin, Production, reads_paid
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.model.view import TAKEN_AS
from castable.solver.ability_costs import activation_costs
from castable.solver.adding import adds_of
from castable.solver.means import Token
from castable.solver.prohibitions import Bans
from castable.solver.replacements import TapRules
from castable.solver.spending import bound_restriction

__all__ = ["LIBRARY_RULE_DATE", "Use", "halves_of", "is_mana_ability", "mana_by_taken", "uses_of"]

LIBRARY_RULE_DATE = "2026-08-01"
"""From rules of this date on, an ability that moves a card to or from a library is no mana ability (CR 605.1a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One way to activate one mana ability once, or to use one object for a part of a total cost (`pays`).

    `source` is the card name, `needs` the mana cost, one entry for each announcement of its hybrid halves (which
    of them was paid is no part of a payment), empty when it has none; `adds` is the mana made. `taps`, `untaps` ({Q})
    and `leaves` say what becomes of the source, `counters` what it loses; `life` is paid, `damage` dealt as it
    resolves. `amount` is a number chosen while paying, `limit` how often its ability may still be used
    this turn; `others` are the parts of the cost that use other objects. `doubles` says that it adds as much of each
    type as there is unspent in the pool, without limits; `by_taken`, that what it adds depends on the object that it
    takes (`mana_by_taken`). `pays` is what it pays for at the end instead of adding mana;
    `given` then says in the words of a cost what is done for that.
    """

    source: str
    ability: ManaAbility | None
    adds: Mana
    needs: tuple[ManaCost, ...] = ()
    taps: bool = False
    untaps: bool = False
    leaves: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    life: int = 0
    damage: int = 0
    energy: int = 0
    amount: int | None = None
    limit: int | None = None
    others: tuple[CostPart, ...] = ()
    doubles: bool = False
    by_taken: bool = False
    pays: Token | None = None
    given: Cost = Cost.FREE

    @property
    def cost(self) -> Cost:
        """The printed activation cost, or what is done to pay."""
        return self.ability.cost if self.ability else self.given

    @property
    def is_plain(self) -> bool:
        """Whether it needs no mana, so that it may come before every use that does."""
        return not self.needs


def is_mana_ability(ability: ManaAbility, state: State) -> bool:
    """Whether the rules of the state's date call it a mana ability (CR 605.1a)."""
    return not (ability.moves_library_card and state.rules >= LIBRARY_RULE_DATE)


def halves_of(cost: ManaCost) -> tuple[tuple[ManaCost, int], ...]:
    """Every announcement of a cost's hybrid and Phyrexian halves: the mana of the halves together, and how many
    Phyrexian symbols are paid with life. Announcements that come to the same multiset are one."""
    found: dict[tuple[ManaCost, int], None] = {(ManaCost.ZERO, 0): None}
    for symbol in cost.choices:
        found = {
            (mana + half, lives + (symbol.letters[at] == "P")): None
            for mana, lives in found
            for at, half in enumerate(symbol.halves)
        }
    return tuple(found)


def uses_of(
    thing: Permanent | CardInZone,
    abilities: tuple[ManaAbility, ...],
    state: State,
    rules: TapRules,
    *,
    priority: bool = False,
) -> Iterator[Use]:
    """Every use of these mana abilities of a permanent (or of a card in hand) that you could make now, mana aside.

    With `priority` nothing is being cast or paid, so that abilities marked "only as an instant" count too (CR 602.5e).
    """
    if abilities and Bans(state).on_mana_ability(thing):
        return
    permanent = thing if isinstance(thing, Permanent) else None
    face = permanent.face if permanent else thing.card.front
    seen: set[tuple[object, ...]] = set()
    for ability in abilities:
        if not is_mana_ability(ability, state) or (ability.timing is not Timing.ANY and not priority):
            continue
        if ability.timing is Timing.SORCERY and not state.sorcery_timing:
            continue
        for use in _uses(ability, face.name, permanent, state, rules):
            key = (str(use.cost), use.adds, use.amount, use.damage, ability if use.by_taken else None)
            if key not in seen:
                seen.add(key)
                yield use


def _uses(ability: ManaAbility, name: str, permanent: Permanent | None, state: State, rules: TapRules) -> Iterator[Use]:
    view, bans = View(state, permanent), Bans(state)
    if not holds(ability.condition, view):
        return
    limit = ability.limit
    if limit is not None and permanent:
        limit -= sum(text in (str(ability.cost), "mana") for text in permanent.used_this_turn)
        if limit <= 0:
            return
    base = _own_parts(ability, name, permanent, state)
    if base is None:
        return
    for amount, taken in _amounts(ability, permanent, view):
        at = View(state, permanent, x=amount, removed=taken)
        counters = _counters(ability, at)
        if permanent and any(permanent.counters_of(kind) < n for kind, n in counters):
            continue
        life = sum(value(p.amount, at) for p in ability.cost.parts_of(Verb.PAY_LIFE))
        energy = sum(value(p.amount, at) for p in ability.cost.parts_of(Verb.PAY_ENERGY))
        if life and (life > state.you.life or bans.on_paying_life(mana_ability=True)):
            continue
        if energy > state.you.energy:
            continue
        mana = ability.cost.mana or ManaCost.ZERO
        if mana.variables:
            raise Unsupported(f"the cost {ability.cost} of {name}")
        if any(lives for _, lives in halves_of(mana)):
            raise Unsupported(f"the cost {ability.cost} of {name}")
        needs = _needs(mana, permanent, state)
        by_taken = bool(base.others) and _is_by_taken(ability)
        for adds in (Mana.NONE,) if by_taken else _mana_made(ability, at, rules):
            yield Use(
                source=name,
                ability=ability,
                adds=adds,
                needs=needs,
                taps=base.taps,
                untaps=ability.cost.untaps,
                leaves=base.leaves,
                counters=counters,
                life=life,
                damage=0 if bans.on_changing_life() else ability.damage,
                energy=energy,
                amount=amount,
                limit=limit,
                others=base.others,
                doubles=_doubles(ability),
                by_taken=by_taken,
            )


def _needs(mana: ManaCost, permanent: Permanent | None, state: State) -> tuple[ManaCost, ...]:
    """The mana costs that activating can come to, one for each announcement of hybrid halves and each order of
    reductions; none where no mana is asked for."""
    announced = {mana.without_choices() + halves for halves, _ in halves_of(mana)}
    if permanent is not None:
        announced = {total for cost in announced for total in activation_costs(state, permanent, cost)}
    if ManaCost.ZERO in announced:
        return ()
    return tuple(sorted(announced, key=str))


def _mana_made(ability: ManaAbility, view: View, rules: TapRules) -> Iterator[Mana]:
    """Every mana that one activation may come to, replacements and triggered mana abilities included; nothing yet for
    one that doubles what is in the pool."""
    source = view.source
    leaves = any(part.is_this and part.verb in _SELF_LEAVES for part in ability.cost.parts)
    odd = leaves or _doubles(ability)
    followed = source is not None and rules.follows(source)
    if (
        odd
        and source is not None
        and (ability.cost.taps or followed)
        and rules.triggered_by(source, worn=not _doubles(ability))
    ):
        raise Unsupported(f"{source.name}: a trigger on tapping it for mana with {ability.cost}")
    if _doubles(ability):
        yield Mana.NONE
        return
    snow = source is not None and "snow" in source.face.supertypes
    limit = bound_restriction(ability.restriction, source)
    tapped = source if ability.cost.taps and source is not None and rules.concern(source) else None
    for types in adds_of(_what_it_adds(ability, view), view):
        for made in rules.produced(types, tapped) if tapped else (types,):
            own = [Unit(t, snow, limit, rules.mark(source)) for t in made]
            seen = source is not None and (tapped is not None or followed)
            for bonus in rules.bonuses(made, source, tapped=tapped is not None) if source and seen else ((),):
                yield Mana.of((*own, *bonus))


def _is_by_taken(ability: ManaAbility) -> bool:
    """Whether what it adds depends on the object that its cost takes."""
    return any(
        addition.amount.measure in TAKEN_AS.values() or reads_paid(addition)
        for production in (ability.adds, ability.instead)
        for addition in (production.additions if production else ())
    )


def mana_by_taken(
    ability: ManaAbility, source: Permanent, taken: tuple[str, Permanent | CardInZone], state: State, rules: TapRules
) -> tuple[Mana, ...]:
    """Every mana that one activation may come to whose cost took this object, as it last was (CR 608.2h)."""
    return tuple(dict.fromkeys(_mana_made(ability, View(state, source, taken=taken), rules)))


def _doubles(ability: ManaAbility) -> bool:
    """Whether it doubles the amount of each type of unspent mana; no more and no less of it is understood."""
    if not ability.adds.has_origin(Origin.UNSPENT):
        return False
    if len(ability.adds.additions) > 1 or not ability.cost.mana or ability.restriction or ability.instead:
        raise Unsupported(f"mana of {ability.adds}")
    return True


def _what_it_adds(ability: ManaAbility, view: View) -> Production:
    """Its production, or what it adds instead while the condition for that holds (CR 614.15)."""
    return ability.instead if ability.instead is not None and holds(ability.instead_if, view) else ability.adds


@dataclass(frozen=True, slots=True)
class _Own:
    taps: bool
    leaves: bool
    others: tuple[CostPart, ...]


_SELF_LEAVES = (Verb.SACRIFICE, Verb.EXILE, Verb.RETURN, Verb.EXILE_FROM_HAND)
_TAKES = frozenset(
    {Verb.TAP_OTHER, Verb.SACRIFICE, Verb.EXILE, Verb.RETURN, Verb.DISCARD}
    | {Verb.EXILE_FROM_HAND, Verb.EXILE_FROM_GRAVEYARD}
)
_KNOWN = frozenset(
    {Verb.TAP, Verb.PAY_LIFE, Verb.PAY_ENERGY, Verb.REMOVE_COUNTERS, Verb.MILL, Verb.EXERT, *_SELF_LEAVES}
)


def _own_parts(ability: ManaAbility, name: str, permanent: Permanent | None, state: State) -> _Own | None:
    """What the cost does to the source; None when it can't be paid now, whatever else is done."""
    cost = ability.cost
    others = []
    leaves = False
    for part in cost.parts:
        if part.verb is Verb.UNTAP:
            if permanent is None or _cannot_untap(permanent, state):
                return None
        elif part.verb in _SELF_LEAVES and part.is_this:
            if part.verb is Verb.SACRIFICE and permanent and Bans(state).on_sacrificing(permanent):
                return None
            leaves = True
        elif part.verb in _TAKES and not part.is_this:
            others.append(part)
        elif _takes_nothing(part, ability, state):
            continue
        elif part.verb not in _KNOWN or (part.verb is Verb.REMOVE_COUNTERS and not part.is_this):
            raise Unsupported(f"the cost {cost} of {name}")
    if cost.taps and (permanent is None or (permanent.tapped and not cost.untaps) or permanent.is_sick):
        return None
    return _Own(cost.taps, leaves, tuple(others))


def _takes_nothing(part: CostPart, ability: ManaAbility, state: State) -> bool:
    """Whether paying a part leaves everything else that can be paid as it is."""
    if part.verb is Verb.DISCARD_HAND:
        return not _uses_hand(state)
    return part.verb is Verb.PUT_COUNTERS and part.is_this and _is_idle(part, ability, state)


def _is_idle(part: CostPart, ability: ManaAbility, state: State) -> bool:
    """Whether counters put on the source change its toughness and nothing more, once, and no mana depends on that."""
    if not re.fullmatch(r"[+-]0/[+-]\d+", part.counter) or not (ability.limit == 1 or ability.cost.taps):
        return False
    amounts = (
        addition.amount
        for permanent in state.you.battlefield
        for other in permanent.face.mana_abilities
        for addition in other.adds.additions
    )
    return not any("toughness" in str(amount) or amount.measure == "counters" for amount in amounts)


def _uses_hand(state: State) -> bool:
    """Whether mana abilities have a use for cards in your hand, which discarding the hand would take from them."""
    you = state.you
    abilities = [ability for permanent in you.battlefield for ability in permanent.face.mana_abilities]
    return any(held.card.front.mana_abilities and not held.card.front.is_land for held in you.hand) or any(
        part.verb in (Verb.DISCARD, Verb.EXILE_FROM_HAND) for ability in abilities for part in ability.cost.parts
    )


def _cannot_untap(permanent: Permanent, state: State) -> bool:
    """Whether {Q} can never be paid: it needs a tapped permanent (CR 107.6) that is not summoning sick (CR 302.6), and
    this one is untapped with nothing that could tap it while a spell is cast."""
    if permanent.is_sick:
        return True
    tappers = (a for p in state.you.battlefield for a in p.face.mana_abilities if a.cost.parts_of(Verb.TAP_OTHER))
    own = any(ability.cost.taps for ability in permanent.face.mana_abilities)
    return not permanent.tapped and not own and next(tappers, None) is None


def _amounts(ability: ManaAbility, permanent: Permanent | None, view: View) -> list[tuple[int | None, int | None]]:
    """Each number that may be chosen while paying or for cards to reveal, with how many counters it removes."""
    shown = [addition.amount for addition in ability.adds.additions if addition.amount.measure == "shown"]
    if shown:
        assert shown[0].filter is not None
        return [(n, None) for n in range(value(replace(shown[0], plus=0, times=1), view) + 1)]
    removals = ability.cost.parts_of(Verb.REMOVE_COUNTERS)
    for part in removals:
        if part.amount.measure in ("chosen", "X"):
            held = permanent.counters_of(part.counter) if permanent else 0
            return [(n, n) for n in range(held + 1)]
    if any(not part.amount.is_fixed for part in ability.cost.parts):
        raise Unsupported(f"the cost {ability.cost}")
    return [(None, sum(part.amount.plus for part in removals) if removals else None)]


def _counters(ability: ManaAbility, view: View) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for part in ability.cost.parts_of(Verb.REMOVE_COUNTERS):
        counts[part.counter] = counts.get(part.counter, 0) + value(part.amount, view)
    return tuple(sorted((kind, n) for kind, n in counts.items() if n))
