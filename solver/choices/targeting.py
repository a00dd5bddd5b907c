"""What a spell or an ability of any player may target, and the decision about it (CR 115, 601.2c, 603.3d).

Keys of targets are ("player", seat), ("permanent", id), ("stack", id) and ("card", id).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import groupby

from castable.model.ability import ActivatedAbility, SpellTargets
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.event import SpellEffect
from castable.model.filter import Filter
from castable.model.seats import permanents_by_seat, seats
from castable.model.state import State
from castable.solver.candidates import candidates
from castable.solver.choices.decision import Decision, Offer, Pick
from castable.solver.choices.table import (
    is_in_game,
    opponents_of,
    place_of,
    seat_at,
    seats_seen_from,
    sight,
    view_from,
)
from castable.solver.choices.triggers import Pending

__all__ = [
    "Key",
    "aims_of",
    "called",
    "legal_targets",
    "require_no_ward",
    "target_offers",
    "targets_decision",
    "words_for",
]

Key = Hashable
"""What a target is told by."""


def legal_targets(state: State, seat: int, wanted: Filter) -> tuple[Key, ...]:
    """All that may be targeted by a spell or ability that this player controls."""
    if unknown := wanted.words() & {"this", "other"}:
        raise Unsupported(f"the word {min(unknown)!r} of a target")
    numbers = seats_seen_from(state, seat)
    found: list[Key] = []
    for key in candidates(view_from(state, seat), wanted):
        if key == "you" or (isinstance(key, tuple) and key[0] in ("teammate", "opponent")):
            number = numbers[("you", 0) if key == "you" else key]  # type: ignore[index]
            found += [("player", number)] if is_in_game(state, number) else []
        else:
            found.append(key)
    return tuple(dict.fromkeys(found))


def aims_of(pending: Pending) -> tuple[tuple[Filter, int, int], ...]:
    """What an ability wants to target: a filter, and how many objects at least and at most, for each group."""
    ability = pending.ability
    if isinstance(ability, SpellEffect):
        entries = [entry for entry in _spell_targets(pending) if _is_chosen(entry, pending.kicked)]
        if any(entry.any_number or entry.each_kick or entry.another or entry.mode or entry.unless for entry in entries):
            raise Unsupported(f"the targets of {pending.name}")
        needed: tuple[Filter, ...] = tuple(wanted for entry in entries for wanted in entry.needs)
        optional: tuple[Filter, ...] = ()
    else:
        needed, optional = ability.targets, ability.up_to
    found = []
    for least, filters in ((1, needed), (0, optional)):
        for wanted, group in groupby(filters):
            number = len(tuple(group))
            found.append((wanted, least * number, number))
    return tuple(found)


def _spell_targets(pending: Pending) -> tuple[SpellTargets, ...]:
    spell = pending.spell
    return tuple(spell.card.front.of(SpellTargets)) if spell else ()


def _is_chosen(entry: SpellTargets, kicked: tuple[str, ...]) -> bool:
    return not entry.if_kicked or entry.if_kicked in kicked


def targets_decision(state: State, pending: Pending) -> Decision | None:
    """The choice of targets as an ability goes on the stack; None when it has none, and a decision without options
    when there are not enough, so that it is removed."""
    picks = tuple(
        Pick(offers=target_offers(state, pending.seat, wanted), least=least, most=most)
        for wanted, least, most in aims_of(pending)
    )
    if not picks:
        return None
    return Decision(
        player=seat_at(state, pending.seat).name,
        asks=f"{pending.name} targets {_wanted(pending)}",
        rule="602.2b" if isinstance(pending.ability, ActivatedAbility) else "603.3d",
        picks=picks,
        nothing="no target",
    )


def require_no_ward(state: State, pending: Pending) -> None:
    """Raise `Unsupported` where the controller of a target has to be paid (CR 702.21)."""
    for keys in pending.targets:
        for key in keys:
            there = place_of(with_effects(state), key[1]) if isinstance(key, tuple) and key[0] == "permanent" else None
            if there and there[0] in opponents_of(state, pending.seat) and there[1].face.has_keyword("ward"):
                raise Unsupported(f"what ward of {there[1].name} does")


def _wanted(pending: Pending) -> str:
    """What it targets, in the words of filters."""
    texts = []
    for wanted, least, most in aims_of(pending):
        number = "" if (least, most) == (1, 1) else f"{most} of " if least == most else f"up to {most} of "
        texts.append(f"{number}{wanted}")
    return " and ".join(texts)


def target_offers(state: State, seat: int, wanted: Filter) -> tuple[Offer, ...]:
    """Legal targets as they are offered to a player: those that nothing tells apart together."""
    shown = sight(state, seat)
    alike: dict[object, list[Key]] = {}
    for key in legal_targets(shown, seat, wanted):
        alike.setdefault(_likeness(shown, key), []).append(key)
    words = [words_for(shown, keys[0]) for keys in alike.values()]
    named = Counter(words)
    seen: Counter[str] = Counter()
    offers = []
    for text, keys in zip(words, alike.values(), strict=True):
        seen[text] += 1
        offers.append(Offer(text if named[text] == 1 else f"{text}#{seen[text]}", tuple(keys)))
    return tuple(offers)


def _likeness(shown: State, key: Key) -> object:
    """What tells an object apart from others: of a permanent its controller and all that is seen of it."""
    assert isinstance(key, tuple)
    if key[0] == "permanent":
        worn = shown.attachments()
        for owner, permanent in permanents_by_seat(shown):
            if permanent.id == key[1]:
                return owner.number, permanent, tuple(worn.get(permanent.id, ()))
    return key


def words_for(state: State, key: Key) -> str:
    """What a target is called: a player by the seat, an object by its name."""
    assert isinstance(key, tuple)
    kind, which = key
    if kind == "player":
        return seats(state)[which].name
    if kind == "permanent":
        for _, permanent in permanents_by_seat(with_effects(state)):
            if permanent.id == which:
                return "face-down permanent" if permanent.face_down else permanent.ref or permanent.name
    cards = [*state.stack, *(card for _, player in state.players() for card in player.graveyard)]
    return next((card.ref or card.card.name for card in cards if card.id == which), "something that is gone")


def called(state: State, name: str) -> tuple[Key, ...]:
    """All that goes by this name: a seat, a `ref`, a card name."""
    found: list[Key] = [("player", seat.number) for seat in seats(state) if name == seat.name]
    for _, permanent in permanents_by_seat(state):
        if name.casefold() in (permanent.ref.casefold(), permanent.name.casefold(), permanent.card.name.casefold()):
            found.append(("permanent", permanent.id))
    found += [("stack", spell.id) for spell in state.stack if name in (spell.ref, spell.card.name)]
    return tuple(found)
