"""Whether a spell has the targets that casting it needs (CR 115, 601.2c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from castable.model.ability import Modes, SpellTargets
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import State
from castable.solver.aiming import distinct, groups_of, has_unknown, most_of
from castable.solver.announce import Wishes
from castable.solver.candidates import called, candidates
from castable.solver.cost_changes import paid_for
from castable.solver.explain import Cause

__all__ = ["why_without_target"]


def why_without_target(state: State, face: Face, choices: Choices, wishes: Wishes | None = None) -> Cause | None:
    """The target that casting needs under these choices and that nothing can be; None when all can be chosen.

    The targets that are wished for must be possible.
    """
    wishes = wishes or Wishes()
    entries = [*_with_x(face.of(SpellTargets), choices.x), *_spliced(state, choices)]
    for name in wishes.targets:
        if not any(_can_be(state, name, what, face) for entry in entries for what in entry.needs):
            if has_unknown(entries):
                raise Unsupported(f"the targets of {face.name}")
            return Cause(rule="601.2c", kind="target", text=f"{name} is no legal target for {face.name}")
    if wishes.targets and not has_unknown(entries) and not _fit(state, face, wishes.targets, entries, choices):
        return Cause(rule="601.2c", kind="target", text=f"{face.name} has no {len(wishes.targets)} such targets")
    always = [entry for entry in entries if entry.mode is None]
    if missing := _missing(state, face, always, choices):
        return missing
    modes = next(face.of(Modes), None)
    if modes is None:
        return None
    least, most = _bounds(state, modes, choices)
    wanted, number = _modes(modes, least, most, choices, wishes)
    if len(wanted) > number or (wishes.modes and len(wanted) < least):
        return Cause(rule="700.2", kind="choice", text=f"{face.name} has no {len(wanted)} modes so")
    causes = [_missing(state, face, [e for e in entries if e.mode == mode], choices) for mode in range(1, modes.of + 1)]
    impossible = [cause for mode, cause in enumerate(causes, 1) if cause and (mode in wanted or not wanted)]
    return impossible[0] if impossible and (wanted or causes.count(None) < number) else None


def _with_x(entries: Iterable[SpellTargets], x: int | None) -> Iterator[SpellTargets]:
    """The entries with the number announced for X, where there is one."""
    for entry in entries:
        yield entry if x is None else replace(entry, needs=tuple(what.with_x(x) for what in entry.needs))


def _fit(state: State, face: Face, names: tuple[str, ...], entries: list[SpellTargets], choices: Choices) -> bool:
    """Whether each of these names may be a target of its own, all modes taken together."""
    slots = [what for group in groups_of(entries, choices) for what in group]
    for entry in entries:
        if entry.any_number:
            most = most_of(entry, choices)
            slots += entry.needs * min(len(names), len(names) if most is None else most)
    return distinct([{at for at, what in enumerate(slots) if _can_be(state, name, what, face)} for name in names])


def _bounds(state: State, modes: Modes, choices: Choices) -> tuple[int, int]:
    """How many modes must be and may be chosen now."""
    view = View(state, announced=paid_for(choices))
    if modes.more_if is None or not holds(modes.more_if, view):
        return modes.at_least, modes.at_most
    return modes.at_least if modes.more_at_least is None else modes.more_at_least, modes.more


def _modes(modes: Modes, at_least: int, at_most: int, choices: Choices, wishes: Wishes) -> tuple[frozenset[int], int]:
    """The modes that are announced as far as that is known, and how many: as many as may be where they are, else as
    few as must be (CR 700.2)."""
    paid = dict(choices.optional)
    most = modes.of if paid.get("entwine") else at_most
    by_cost = {int(name.split(" ")[1]) for name in paid if name.startswith(("spree ", "tiered ")) and paid[name]}
    wanted = frozenset(wishes.modes or by_cost)
    if wanted:
        return wanted, most
    return wanted, most if paid.get("entwine") else at_least + paid.get("escalate", 0)


def _spliced(state: State, choices: Choices) -> list[SpellTargets]:
    """The targets of the text that is added by splicing cards from hand (CR 702.47b, 702.47d)."""
    names = [name.removeprefix("splice ") for name, _ in choices.optional if name.startswith("splice ")]
    faces = [next(card.card.front for card in state.you.hand if card.card.front.name == name) for name in names]
    for face in faces:
        if any(text.may_bear_on_casting for text in face.unread):
            raise Unsupported(f"the targets of {face.name}")
    return [entry for face in faces for entry in face.of(SpellTargets)]


def _missing(state: State, face: Face, entries: list[SpellTargets], choices: Choices) -> Cause | None:
    for group in groups_of(entries, choices):
        found = [set(candidates(state, what, by=face)) for what in group]
        if not distinct(found):
            what = next((what for what, some in zip(group, found, strict=True) if not some), group[0])
            number = "" if len(group) == 1 else f" (different ones for {len(group)} targets)"
            return Cause(rule="601.2c", kind="target", text=f"{face.name} needs a target ({what}){number}")
    return None


def _can_be(state: State, name: str, wanted: Filter, by: Face) -> bool:
    """Whether something that goes by this name is a candidate."""
    return bool(called(state, name) & set(candidates(state, wanted, by=by)))
