"""Which objects an ability with {Q} may concern: those that it may untap, and all that goes on with them (CR 107.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castable.model.cost import CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import matches
from castable.model.state import CardInZone, Permanent, State
from castable.model.view import View
from castable.solver.means import ZONE_OF
from castable.solver.production import Use
from castable.solver.prohibitions import Bans

__all__ = ["can_take", "concerned", "each_of"]

Thing = Permanent | CardInZone


def each_of(use: Use) -> tuple[CostPart, ...]:
    """The parts of its cost that take other objects, one for each object."""
    if any(not part.amount.is_fixed for part in use.others):
        raise Unsupported(f"the cost {use.cost} of {use.source}")
    return tuple(part for part in use.others for _ in range(part.amount.plus))


def can_take(part: CostPart, source: Thing, thing: Thing, zone: str, state: State) -> bool:
    """Whether a part of the cost of an ability of `source` may take this object of yours, untapped if it must be."""
    if zone != ZONE_OF[part.verb]:
        return False
    if isinstance(thing, Permanent):
        if part.verb is Verb.TAP_OTHER:
            thing = replace(thing, tapped=False)
        elif part.what.words() & {"tapped", "untapped"}:
            raise Unsupported(f"the cost {part} where {{Q}} may be used")
        if part.verb is Verb.SACRIFICE and Bans(state).on_sacrificing(thing):
            return False
    return matches(part.what, thing, View(state, source if isinstance(source, Permanent) else None), "you")


def concerned(
    groups: Sequence[Sequence[Thing]], zones: Sequence[str], uses: Sequence[Sequence[Use]], state: State
) -> frozenset[int]:
    """The numbers of the groups of equal objects that {Q} may concern; none when nothing can use an ability with {Q}.

    Beside those with {Q}: those whose abilities cost mana, or take other objects, and what they may take; and where any
    of them pays life, loses it or pays energy, all that do.
    """
    if not any(use.untaps for some in uses for use in some):
        return frozenset()
    found = {at for at, some in enumerate(uses) if any(use.untaps or use.needs or use.others for use in some)}
    parts = [(at, part) for at, some in enumerate(uses) for use in some for part in each_of(use)]
    for at, part in parts:
        source = groups[at][0]
        found |= {
            other
            for other, members in enumerate(groups)
            if can_take(part, source, members[0], zones[other], state)
            or (other == at and len(members) > 1 and can_take(part, source, members[1], zones[at], state))
        }
    for drains in (_life, _energy):
        if any(drains(use) for at in found for use in uses[at]):
            found |= {at for at, some in enumerate(uses) if any(map(drains, some))}
    return frozenset(found)


def _life(use: Use) -> bool:
    return bool(use.life or use.damage)


def _energy(use: Use) -> bool:
    return bool(use.energy)
