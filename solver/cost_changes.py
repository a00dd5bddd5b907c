"""Effects that make a spell or an ability cost more or less, as they concern one subject (CR 601.2f, 118.7)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from castable.model.ability import CostChange, CostKind, SpellTargets
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.filter import Filter
from castable.model.state import State
from castable.solver.announce import Announcement, Subject, Wishes
from castable.solver.as_cast import matches_as_cast, on_stack, whatever_x
from castable.solver.candidates import called, candidates

__all__ = ["Change", "Targets", "changes_of", "changes_on", "target_choices"]


@dataclass(frozen=True, slots=True)
class Change:
    """A cost change that may apply, with the name of what makes it and how many times it does; `times` is None where
    it counts the targets."""

    name: str
    change: CostChange
    times: int | None


@dataclass(frozen=True, slots=True)
class Targets:
    """What a total cost needs to know of the targets: how many there are, and which cost changes they call for."""

    number: int
    met: frozenset[str] = frozenset()


def changes_of(state: State, subject: Subject) -> list[Change]:
    """Every cost change that can bear on a subject, whatever is announced."""
    return list(_changes(state, subject, None))


def changes_on(state: State, subject: Subject, announced: Announcement) -> list[Change]:
    """The cost changes that apply to what is announced, targets aside."""
    return list(_changes(state, subject, announced))


def _changes(state: State, subject: Subject, announced: Announcement | None) -> Iterator[Change]:
    if subject.face is None and subject.ability is None:
        return
    names = _names(announced) if announced else None
    if subject.face is not None:
        view = View(state, announced=names)
        for change in subject.face.of(CostChange):
            if change.applies_to is None and _holds(change, view):
                yield Change(subject.name, change, _times(change, view, announced))
    for side, permanent in state.permanents():
        if permanent.face_down:
            continue
        for change in permanent.face.of(CostChange):
            if change.applies_to is None or change.who not in ("any", side):
                continue
            view = View(state, permanent, side, announced=names)
            if _is_about(change, subject, view, announced) and _holds(change, view):
                yield Change(permanent.name, change, _times(change, view, announced))


def _names(announced: Announcement) -> frozenset[str]:
    """The keywords of the costs announced."""
    choices = announced.choices
    found = {choices.alternative, *(name for name, times in choices.optional if times)}
    return frozenset(found | ({"kicker", "kicked"} if choices.kicked else set()))


def _holds(change: CostChange, view: View) -> bool:
    """Whether the condition of a change holds, or may hold where it depends on what is announced."""
    if view.announced is None and "paid(" in str(change.condition):
        return True
    return holds(change.condition, view)


def _times(change: CostChange, view: View, announced: Announcement | None) -> int | None:
    if change.times.measure == "targets":
        return None
    if change.times.measure == "X" and announced is not None:
        return value(change.times, replace(view, x=announced.choices.x or 0))
    return value(change.times, view)


def _is_about(change: CostChange, subject: Subject, view: View, announced: Announcement | None) -> bool:
    """Whether a change of a permanent's is about this spell or ability."""
    assert change.applies_to is not None
    if (change.kind is CostKind.ABILITY) is not (subject.ability is not None):
        return False
    facts = subject.facts(announced.choices if announced else None)
    if subject.ability is not None:
        assert subject.source is not None
        return matches_as_cast(change.applies_to, subject.source, view, facts)
    face = subject.face
    assert face is not None
    if face.mana_cost is None or not face.mana_cost.variables:
        return matches_as_cast(change.applies_to, face, view, facts)
    if announced is None:
        return matches_as_cast(whatever_x(change.applies_to), face, view, facts | {"hasx"})
    return matches_as_cast(change.applies_to, on_stack(face, announced.choices.x), view, facts | {"hasx"})


def target_choices(state: State, subject: Subject, wishes: Wishes, changes: list[Change]) -> list[Targets]:
    """The choices of targets as far as these changes tell them apart: numbers, and whether a change's target is met."""
    counted = any(change.times is None for change in changes)
    asked = {str(change.change.targets): change.change.targets for change in changes if change.change.targets}
    if not counted and not asked:
        return [Targets(1)]
    if subject.face is None:
        raise Unsupported(f"the targets of {subject.name}")
    needs = [what for entry in subject.face.of(SpellTargets) for what in entry.needs]
    possible = {one for what in needs for one in candidates(state, what)}
    if wishes.targets:
        numbers = [len(wishes.targets)]
        named = {one for name in wishes.targets for one in called(state, name)}
        met = [frozenset(text for text, what in asked.items() if named & set(candidates(state, what)))]
    else:
        numbers = list(range(1, len(possible) + 1)) if counted else [1]
        met = _possible_sets(state, asked, possible)
    return [Targets(number, one) for number in numbers or [1] for one in met]


def _possible_sets(state: State, asked: dict[str, Filter], possible: set[Hashable]) -> list[frozenset[str]]:
    """Which of the kinds of target asked for one target can be at once."""
    found: dict[frozenset[str], None] = {}
    sets = {text: set(candidates(state, what)) for text, what in asked.items()}
    for one in sorted(possible, key=str):
        found[frozenset(text for text, members in sets.items() if one in members)] = None
    return list(found) or [frozenset()]
