"""What the choice of targets can mean for what a spell costs (CR 601.2c, 601.2f)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product

from castable.model.ability import SpellTargets
from castable.model.amount import Amount
from castable.model.card import Face
from castable.model.errors import TooLarge, Unsupported
from castable.model.evaluate import matches
from castable.model.filter import Filter, Term
from castable.model.payment import Choices
from castable.model.state import CardInZone, Permanent, State
from castable.model.view import View
from castable.solver.referee.changes import Change

__all__ = ["aims", "applying"]

_MOST = 100_000
_PLAYER = frozenset({"player", "opponentplayer"})

_Target = tuple[str, Permanent | CardInZone | None]
"""A player's side and, unless the player is meant, an object of that player's."""
_Profile = frozenset[int | tuple[int, tuple[str, int | None]]]
"""Numbers of the changes that see a target; of those that count, with the object."""


def aims(
    state: State, face: Face, choices: Choices, modes: Collection[int], changes: list[Change]
) -> set[tuple[_Profile, int]]:
    """For each choice of targets which of the changes, by number, see a target that they ask for, with the object where
    they count them, and how many targets there are. Nothing is asked about targets where no change depends on them."""
    asked = {at: c for at, c in enumerate(changes) if c.effect.targets is not None or _counts(c)}
    counted = any(change.effect.times.measure == "targets" for change in changes)
    if not asked and not counted:
        return {(frozenset(), 0)}
    if choices.alternative == "overload":  # CR 702.96a: it has no targets
        return {(frozenset(), 0)}
    unknown = any(entry.any_number and not entry.needs for entry in face.of(SpellTargets))
    if unknown or any(unread.may_bear_on_casting for unread in face.unread):
        raise Unsupported(f"{face.name}: what it targets")
    entries = [entry for entry in face.of(SpellTargets) if _is_needed(entry, choices, modes)]
    if any(_counts(change) and change.effect.targets is not None for change in changes):
        raise Unsupported(f"{face.name}: a change that depends on targets and counts them")
    if any(entry.another or entry.of_x or (entry.any_number and len(entry.needs) > 1) for entry in entries):
        raise Unsupported(f"{face.name}: costs that depend on several targets")
    found: set[tuple[_Profile, int]] = {(frozenset(), 0)}
    for entry in entries:
        for wanted in entry.needs * _times(entry, choices):
            seen = [_profile(asked, target) for target in _targets(state, wanted)]
            # What cannot be aimed at all is not a question of what it costs.
            several = {(met, n) for met, n in _subsets(seen) if entry.at_most is None or n <= entry.at_most}
            options = several if entry.any_number else {(profile, 1) for profile in seen} or {(frozenset(), 1)}
            found = {(a | b, m + n) for (a, m), (b, n) in product(found, options)}
            if len(found) > _MOST:
                raise TooLarge(f"the targets of {face.name}")
    return found


def applying(changes: list[Change], seen: _Profile) -> list[Change]:
    """The changes that apply where these see a target, those that count targets with their number."""
    found = []
    for at, change in enumerate(changes):
        if _counts(change):
            number = sum(not isinstance(place, int) and place[0] == at for place in seen)
            times = change.effect.times
            fixed = Amount.fixed(max(0, times.plus + times.times * number))
            found.append(replace(change, effect=replace(change.effect, times=fixed)))
        elif change.effect.targets is None or at in seen:
            found.append(change)
    return found


def _counts(change: Change) -> bool:
    """Whether it counts the objects of some kind that are targeted."""
    return change.effect.times.measure == "targeted"


def _profile(asked: dict[int, Change], target: _Target) -> _Profile:
    """What an object as a target means for the changes."""
    key = (target[0], None if target[1] is None else target[1].id)
    return frozenset((at, key) if _counts(c) else at for at, c in asked.items() if _sees(c, target))


def _is_needed(entry: SpellTargets, choices: Choices, modes: Collection[int]) -> bool:
    if entry.mode is not None and entry.mode not in modes:
        return False
    paid = {*map(str, choices.kicked), choices.alternative, *(keyword for keyword, _ in choices.optional)}
    if entry.unless and entry.unless in paid:
        return False
    return not entry.if_kicked or entry.if_kicked in paid


def _times(entry: SpellTargets, choices: Choices) -> int:
    if not entry.each_kick:
        return 1
    return sum(str(cost) == entry.if_kicked for cost in choices.kicked)


def _subsets(profiles: list[_Profile]) -> set[tuple[_Profile, int]]:
    """What any number of these can be together."""
    found: set[tuple[_Profile, int]] = {(frozenset(), 0)}
    for profile in profiles:
        found |= {(before | profile, n + 1) for before, n in found}
    return found


def _targets(state: State, wanted: Filter) -> Iterator[_Target]:
    """Everything that this filter lets a spell of yours target, each once."""
    view, found = View(state), set[tuple[str, int | None]]()
    for terms in wanted.any_of:
        words = {term.word for term in terms if not term.negated}
        of_opponents = bool(words & {"opponentplayer", "opponent"})
        places: list[_Target] = []
        if words & _PLAYER:
            places = [(side, None) for side, _ in state.players() if side == "opponent" or not of_opponents]
        elif "spell" in words:
            places = [(card.controller, card) for card in state.stack[:-1]]
        elif "card" in words:
            places = [(side, card) for side, player in state.players() for card in player.graveyard]
        else:
            places = list(state.permanents())
        for side, thing in places:
            key = (side, None if thing is None else thing.id)
            if key not in found and (thing is None or matches(Filter((terms,)), thing, view, side)):
                found.add(key)
                yield side, thing


def _sees(change: Change, target: _Target) -> bool:
    side, thing = target
    wanted = change.effect.times.filter if _counts(change) else change.effect.targets
    assert wanted is not None
    if thing is None:
        return any(_is_player(terms, side, change.view) for terms in wanted.any_of)
    objects = tuple(terms for terms in wanted.any_of if not _PLAYER & {term.word for term in terms})
    return bool(objects) and matches(Filter(objects), thing, change.view, side)


def _is_player(terms: tuple[Term, ...], side: str, view: View) -> bool:
    """Whether these words mean a player of this side."""
    words = {term.word for term in terms if not term.negated}
    if not words & _PLAYER:
        return False
    if "enchanted" in words:
        host = view.source.attached_to if view.source else ""
        if host == "opponent" and len(view.state.opponents) > 1:
            raise Unsupported(f"{view.source.name if view.source else ''}: the opponent it is attached to")
        return side == host
    return side == "opponent" or not words & {"opponentplayer", "opponent"}
