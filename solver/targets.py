"""Whether a spell has the targets that casting it needs (CR 115, 601.2c)."""

from __future__ import annotations

from castable.model.ability import Modes, SpellTargets
from castable.model.card import Face
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import State
from castable.solver.aiming import distinct, groups_of
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
    for group in groups_of(entries, choices):
        found = [set(candidates(state, what)) for what in group]
        if not distinct(found):
            what = next((what for what, some in zip(group, found, strict=True) if not some), group[0])
            number = "" if len(group) == 1 else f" (different ones for {len(group)} targets)"
            return Cause(rule="601.2c", kind="target", text=f"{face.name} needs a target ({what}){number}")
    return None


def _can_be(state: State, name: str, wanted: Filter) -> bool:
    """Whether something that goes by this name is a candidate."""
    return bool(called(state, name) & set(candidates(state, wanted)))
