"""Whether a spell has the targets that casting it needs (CR 115, 601.2c)."""

from __future__ import annotations

from collections.abc import Hashable

from castable.model.ability import Modes, SpellTargets
from castable.model.card import Face
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import State
from castable.solver.candidates import called, candidates
from castable.solver.explain import Cause

__all__ = ["why_without_target"]


def why_without_target(state: State, face: Face, choices: Choices, named: tuple[str, ...] = ()) -> Cause | None:
    """The target that casting needs under these choices and that nothing can be; None when all can be chosen.

    `named` are targets that must be possible.
    """
    entries = list(face.of(SpellTargets))
    for name in named:
        if not any(_can_be(state, name, what) for entry in entries for what in entry.needs):
            return Cause(rule="601.2c", kind="target", text=f"{name} is no legal target for {face.name}")
    always = [entry for entry in entries if entry.mode is None]
    if missing := _missing(state, face, always, choices):
        return missing
    modes = next(face.of(Modes), None)
    if modes is None:
        return None
    causes = [_missing(state, face, [e for e in entries if e.mode == mode], choices) for mode in range(1, modes.of + 1)]
    if causes.count(None) >= modes.at_least:
        return None
    return next(cause for cause in causes if cause)


def _missing(state: State, face: Face, entries: list[SpellTargets], choices: Choices) -> Cause | None:
    """Choose targets for all entries; those of one entry, and of one that says "another", are different objects."""
    needs: list[list[tuple[Filter, set[Hashable]]]] = []
    for entry in entries:
        times = _times(entry, choices)
        if entry.any_number or not times:
            continue
        wanted = [(what, set(candidates(state, what))) for what in entry.needs * times]
        if entry.another and needs:
            needs[-1] += wanted
        else:
            needs.append(wanted)
    for group in needs:
        if not _distinct([found for _, found in group], frozenset()):
            what = next((what for what, found in group if not found), group[0][0])
            number = "" if len(group) == 1 else f" (different ones for {len(group)} targets)"
            return Cause(rule="601.2c", kind="target", text=f"{face.name} needs a target ({what}){number}")
    return None


def _times(entry: SpellTargets, choices: Choices) -> int:
    if entry.of_x:
        return choices.x or 0
    if not entry.if_kicked or entry.if_kicked in (choices.alternative, *(name for name, _ in choices.optional)):
        return 1
    kicked = [str(cost) for cost in choices.kicked]
    paid = len(kicked) if entry.if_kicked == "any" else kicked.count(entry.if_kicked)
    return paid if entry.each_kick else min(paid, 1)


def _distinct(options: list[set[Hashable]], taken: frozenset[Hashable]) -> bool:
    """Whether each may have an object of its own."""
    if not options:
        return True
    if any(options.count(one) > len(one - taken) for one in options):
        return False
    first, *rest = sorted(options, key=len)
    return any(_distinct(rest, taken | {one}) for one in first - taken)


def _can_be(state: State, name: str, wanted: Filter) -> bool:
    """Whether something that goes by this name is a candidate."""
    return bool(called(state, name) & set(candidates(state, wanted)))
