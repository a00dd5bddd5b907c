"""Which of the objects whose abilities take other objects may be taken themselves, and so must be used before that.

An ability of something that is gone cannot be activated: of two objects that could be given up for each other's
abilities only one can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from castable.model.errors import Unsupported

if TYPE_CHECKING:
    from castable.solver.offers import ClassUse

__all__ = ["givers_last", "heights_of"]


def heights_of(uses: Sequence[ClassUse], own: Sequence[Sequence[int]]) -> tuple[Mapping[int, int], str]:
    """For each class with abilities that take others, how early it must be used: before those of a lower number; and
    what cannot be told apart, so that payments cannot be counted. `own[group]` are the uses that a class offers.

    Raises `Unsupported` where the order may decide whether there is a payment.
    """
    takers = {owner: set[int]() for owner in {use.owner for use in uses if use.use.others}}
    for victim, indices in enumerate(own):
        for index in indices if victim in takers else ():
            offered = uses[index]
            if not offered.use.leaves or offered.use.pays:
                continue
            if any(one.use.others and one.use.needs and one.owner == victim for one in uses):
                raise Unsupported(f"{_name(uses, victim)} given up for mana, which an ability of it may cost")
            if offered.owner != victim:
                takers[victim].add(offered.owner)
    ambiguous = ""
    for at in takers:
        ring = {other for other in _above(at, takers) if at in _above(other, takers)}
        if len(ring) > 1:
            names = " and ".join(sorted(_name(uses, other) for other in ring))
            for owner in ring:
                mine = [one for one in uses if one.owner == owner and one.use.others]
                if any(one.use.by_taken for one in mine) or not any(one.itself for one in mine):
                    raise Unsupported(f"{names}, each of which may be given up for the other")
            ambiguous = f"which of {names} is given up for the other"
    if ambiguous:
        return {}, ambiguous
    return {at: 1 + len(_longest(at, takers)) for at in takers}, ""


def givers_last(uses: list[ClassUse], own: Sequence[Sequence[int]], late: Mapping[int, int]) -> list[ClassUse]:
    """The uses with heights by which what gives abilities to others is given up after all that uses them: `late` says
    for such classes how late, 2 for those whose abilities give up their own objects.

    Raises `Unsupported` where two classes could give up each other.
    """
    found = list(uses)
    lasts = [at for at, number in late.items() if number == 2]
    if len(lasts) > 1:
        names = " and ".join(sorted(_name(uses, at) for at in lasts))
        raise Unsupported(f"{names}, each of which may be given up by an ability that the other gives")
    taxed = any(one.use.needs and one.use.ability and one.use.ability.cost.mana is None for one in uses)
    for at in (at for at, number in late.items() if number):
        if taxed or any(one.use.others and one.owner == at for one in uses):
            raise Unsupported(f"{_name(uses, at)}: its effect on other mana may end while mana is made")
        for index in own[at]:
            if found[index].use.leaves and not found[index].use.pays:
                if found[index].height > 1:
                    raise Unsupported(f"{found[index].use.source}, which may be given up for mana itself")
                found[index] = replace(found[index], height=-late[at])
    return found


def _name(uses: Sequence[ClassUse], owner: int) -> str:
    return next(one.use.source for one in uses if one.owner == owner)


def _above(at: int, takers: Mapping[int, set[int]]) -> set[int]:
    """All that may take it, or what takes it, and so on."""
    found, waiting = set[int](), [at]
    while waiting:
        for taker in takers.get(waiting.pop(), ()):
            if taker not in found:
                found.add(taker)
                waiting.append(taker)
    return found


def _longest(at: int, takers: Mapping[int, set[int]]) -> tuple[int, ...]:
    """The longest row of takers, each of which may take the one before."""
    return max(((taker, *_longest(taker, takers)) for taker in takers.get(at, ())), key=len, default=())
