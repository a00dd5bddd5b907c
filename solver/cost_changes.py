"""Effects that make a spell or an ability cost more or less, as they concern one subject (CR 601.2f, 118.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from castable.model.ability import CostChange, CostKind, Zone
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.payment import Choices
from castable.model.state import Permanent, State
from castable.solver.announce import Announcement, Subject
from castable.solver.as_cast import has_x, matches_as_cast, on_stack, whatever_x

__all__ = ["Change", "changes_of", "changes_on", "paid_for"]


@dataclass(frozen=True, slots=True)
class Change:
    """A cost change that may apply, with the name of what makes it, how many times it does, and from where it is seen;
    `times` is None where it counts the targets."""

    name: str
    change: CostChange
    times: int | None
    view: View = field(compare=False)


def changes_of(state: State, subject: Subject) -> list[Change]:
    """Every cost change that can bear on a subject, whatever is announced."""
    return list(_changes(state, subject, None))


def changes_on(state: State, subject: Subject, announced: Announcement) -> list[Change]:
    """The cost changes that apply to what is announced, targets aside."""
    return list(_changes(state, subject, announced))


def _changes(state: State, subject: Subject, announced: Announcement | None) -> Iterator[Change]:
    if subject.face is None and subject.ability is None:
        return
    names = paid_for(announced.choices) if announced else None
    if subject.face is not None:
        view = View(state, announced=names)
        for change in subject.face.of(CostChange):
            if change.applies_to is None and _holds(change, view):
                yield Change(subject.name, change, _times(change, view, subject, announced), view)
    if subject.ability is not None:
        view = View(state, subject.source if isinstance(subject.source, Permanent) else None, announced=names)
        for change in subject.ability.own_changes:
            if _holds(change, view):
                yield Change(subject.name, change, _times(change, view, subject, announced), view)
    for name, change, view in _standing(state, subject, names):
        if _is_about(change, subject, view, announced) and _holds(change, view):
            yield Change(name, change, _times(change, view, subject, announced), view)


def _standing(state: State, subject: Subject, names: frozenset[str] | None) -> Iterator[tuple[str, CostChange, View]]:
    """The cost changes for others that are in force, in play and in your command zone (CR 113.6)."""
    for side, permanent in state.permanents_with(CostChange):
        if permanent.face_down:
            continue
        for change in (one for one in permanent.face.of(CostChange) if not (one.of and one.less)):
            if change.applies_to is None or change.who not in ("any", side):
                continue
            yield permanent.name, change, View(state, permanent, side, announced=names)
    for card in state.you.command:
        for change in card.card.front.of(CostChange):
            itself = subject.card is not None and card.id == subject.card.id
            if change.zone is Zone.ANY and change.applies_to is not None and not itself:
                yield card.card.front.name, change, View(state, announced=names)
    for spell in state.stack:
        if any(change.zone is Zone.STACK for change in spell.card.front.of(CostChange)):
            raise Unsupported(f"{spell.card.name}: its effect on costs")


def paid_for(choices: Choices) -> frozenset[str]:
    """The keywords of the costs announced."""
    found = {choices.alternative, *(name for name, times in choices.optional if times)}
    return frozenset(found | ({"kicker", "kicked"} if choices.kicked else set()))


def _holds(change: CostChange, view: View) -> bool:
    """Whether the condition of a change holds, or may hold where it depends on what is announced."""
    if view.announced is None and "paid(" in str(change.condition):
        return True
    return holds(change.condition, view)


def _times(change: CostChange, view: View, subject: Subject, announced: Announcement | None) -> int | None:
    if change.times.measure in ("targets", "targeted"):
        return None
    if change.times.measure == "owncasts" and subject.card is not None:
        return max(0, change.times.plus + change.times.times * subject.card.casts)
    if change.times.measure == "castercount" or (change.times.measure == "castthisturn" and change.who != "you"):
        view = View(view.state)  # what the caster controls or has cast, whoever controls the source
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
        named = f"ability({subject.ability.keyword})" in change.applies_to.words()
        if subject.special_action is not None and not named:  # it is no activated ability: CR 116.1
            return False
        return matches_as_cast(change.applies_to, subject.source, view, facts)
    face = subject.face
    assert face is not None
    if not has_x(face):
        return matches_as_cast(change.applies_to, face, view, facts)
    if announced is None:
        return matches_as_cast(whatever_x(change.applies_to), face, view, facts | {"hasx"})
    return matches_as_cast(change.applies_to, on_stack(face, announced.choices.x), view, facts | {"hasx"})
