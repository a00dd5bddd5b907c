"""Ways to pay for mana in a locked total other than with mana: convoke, delve, improvise, waterbend, life (CR 702.51,
702.66, 702.126, 701.67)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from castable.model.ability import Help, HelpToPay, LifeForMana
from castable.model.amount import Amount
from castable.model.cost import CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches
from castable.model.filter import Filter
from castable.model.mana import COLORS, ManaType
from castable.model.state import State
from castable.model.symbol import ManaCost, Symbol
from castable.solver.referee.casting import Casting
from castable.solver.referee.facts import announced, as_cast, meets, spell_facts
from castable.solver.referee.standing import standing

__all__ = ["Relief", "has_help", "life_for_mana", "reliefs", "with_life"]


@dataclass(frozen=True, slots=True)
class Relief:
    """What is left to pay with mana once these parts are paid in its place, and `symbols` paid with 2 life each."""

    mana: ManaCost
    parts: tuple[CostPart, ...] = ()
    symbols: int = 0

    @property
    def life(self) -> tuple[CostPart, ...]:
        """The life as a part of the cost."""
        return (CostPart(verb=Verb.PAY_LIFE, amount=Amount.fixed(2 * self.symbols)),) if self.symbols else ()


_CREATURE, _ARTIFACT, _CARD = Filter.parse("creature"), Filter.parse("artifact"), Filter.parse("card")
_BENDER = Filter.parse("artifact | creature")
_OF_COLOR = {color: Filter.parse(f"creature {color.word}") for color in COLORS}


def reliefs(casting: Casting) -> Iterator[Relief]:
    """Every way to let other things stand for mana of the total, none of it first; each pays exactly what it counts.

    There may be fewer objects than a way asks for, but no way is left out that has enough of them.
    """
    cost, helps = casting.total.mana, _helps(casting)
    generic: list[tuple[Verb, Filter, int]] = []
    if Help.CONVOKE in helps:
        generic.append((Verb.TAP_OTHER, _CREATURE, cost.generic))
    if Help.IMPROVISE in helps:
        generic.append((Verb.TAP_OTHER, _ARTIFACT, cost.generic))
    if Help.DELVE in helps:
        generic.append((Verb.EXILE_FROM_GRAVEYARD, _CARD, cost.generic))
    bent = sum(part.amount.plus for part in casting.total.other.parts_of(Verb.WATERBEND))
    if bent:
        generic.append((Verb.TAP_OTHER, _BENDER, min(bent, cost.generic)))
    convoked = [(color, cost.count(color)) for color in COLORS if Help.CONVOKE in helps and cost.count(color)]
    kinds = generic + [(Verb.TAP_OTHER, _OF_COLOR[color], most) for color, most in convoked]
    ranges = [range(min(most, _things(casting, verb, what)) + 1) for verb, what, most in kinds]
    types = life_for_mana(casting.state, casting)
    for numbers in product(*ranges):
        of_generic = sum(numbers[: len(generic)])
        if of_generic <= cost.generic:
            left = ManaCost(cost.generic - of_generic, cost.symbols)
            for (color, _), n in zip(convoked, numbers[len(generic) :], strict=True):
                left = _without(left, color, n)
            chosen = [(verb, what, n) for (verb, what, _), n in zip(kinds, numbers, strict=True) if n]
            parts = tuple(CostPart(verb=verb, amount=Amount.fixed(n), what=what) for verb, what, n in chosen)
            for plain, symbols in with_life(left, types):
                yield Relief(plain, parts, symbols)


def _things(casting: Casting, verb: Verb, what: Filter) -> int:
    """How many objects there can be for this help, those that come there or untap while the cost is paid included."""
    you, parts = casting.state.you, casting.total.other.parts
    if verb is Verb.EXILE_FROM_GRAVEYARD:
        hands = len(you.hand) if casting.total.other.parts_of(Verb.DISCARD_HAND) else 0
        return len(you.graveyard) + hands + sum(part.amount.plus for part in parts)
    view = View(casting.state)
    able = [p for p in you.battlefield if not p.tapped and not p.phased_out and matches(what, p, view, "you")]
    return len(able) + len(casting.total.other.parts_of(Verb.UNTAP))


def _helps(casting: Casting) -> set[Help]:
    """The ways to help that the spell has, or that others give it; `Unsupported` for those that are not carried out."""
    if casting.spell is None:
        return set()
    face = as_cast(casting.face, casting.choices)
    facts = spell_facts(casting.face, casting.spell, casting.choices)
    own = View(casting.state, announced=announced(casting.choices))
    found = {one.help for one in face.of(HelpToPay) if one.applies_to is None and holds(one.condition, own)}
    for given in standing(casting.state, HelpToPay):
        wanted = given.ability.applies_to
        if given.side != "you" or wanted is None or not holds(given.ability.condition, given.view):
            continue
        if meets(wanted, face, given.view, facts):
            found.add(given.ability.help)
    if Help.ASSIST in found:
        raise Unsupported(f"{casting.face.name}: what another player pays")
    return found


def has_help(casting: Casting) -> bool:
    """Whether anything but mana may pay for the mana of the total cost."""
    waterbend = casting.total.other.parts_of(Verb.WATERBEND)
    return bool(waterbend or life_for_mana(casting.state, casting) or _helps(casting))


def _without(cost: ManaCost, mana_type: ManaType, number: int) -> ManaCost:
    """The cost without so many symbols of a type."""
    symbols = list(cost.symbols)
    for _ in range(number):
        symbols.remove(Symbol((mana_type.value,)))
    return ManaCost(cost.generic, tuple(symbols))


def with_life(cost: ManaCost, types: frozenset[ManaType]) -> Iterator[tuple[ManaCost, int]]:
    """The cost with each number of symbols of these types paid with life instead, and that number."""
    counts = [(t, cost.count(t)) for t in sorted(types) if cost.count(t)]
    for numbers in product(*(range(most + 1) for _, most in counts)):
        left = cost
        for (mana_type, _), n in zip(counts, numbers, strict=True):
            left = _without(left, mana_type, n)
        yield left, sum(numbers)


def life_for_mana(state: State, casting: Casting | None) -> frozenset[ManaType]:
    """Types of mana for which 2 life may be paid, in the cost of this spell, or else of an ability of yours."""
    found: set[ManaType] = set()
    for one in standing(state, LifeForMana):
        offer = one.ability
        if one.side != "you" or (offer.applies_to is not None and not _is_about(casting, offer.applies_to, one.view)):
            continue
        if offer.life != 2:
            raise Unsupported(f"{one.source.name}: {offer.life} life for {offer.mana}")
        found |= {unit.type for unit in offer.mana}
    return frozenset(found)


def _is_about(casting: Casting | None, wanted: Filter, view: View) -> bool:
    if casting is None or casting.spell is None:
        return False
    facts = spell_facts(casting.face, casting.spell, casting.choices)
    return meets(wanted, as_cast(casting.face, casting.choices), view, facts)
