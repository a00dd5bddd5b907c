"""A state with fewer mana abilities, for a "yes" that does without those castable cannot follow.

Nobody has to activate a mana ability (CR 605.3): what can be cast with some of them can be cast with all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from castable.model.ability import Ability, Grant, ManaAbility, Unread
from castable.model.card import Card, Face
from castable.model.cost import Verb
from castable.model.effects import without_effects
from castable.model.errors import CastableError
from castable.model.state import Permanent, Player, State

__all__ = ["is_so_without_some", "with_plain_sources"]

_ADDS = re.compile(
    r"(?:[\w' ]+ — )?(?:\{|(?:Sacrifice|Tap|Untap|Discard|Exile|Pay|Remove|Put|Reveal|Return|Mill)\b)[^:\"]*: "
    r"[^\"]*\b[Aa]dd\b[^\"]*"
)
"""Text of an activated ability that adds mana, and of nothing else."""

Kept = Callable[[ManaAbility], bool]


def is_so_without_some(judge: Callable[[State], object], state: State) -> bool:
    """Whether something that more mana abilities can only help is so with fewer of them."""
    for plain in with_plain_sources(state):
        with suppress(CastableError):
            if judge(plain):
                return True
    return False


def with_plain_sources(state: State) -> Iterator[State]:
    """The state with only the mana abilities that give up nothing, then with only those whose mana is the same whatever
    else there is; none where it would be the same state."""
    state = before = without_effects(state)
    for kept in (_gives_up_nothing, _is_fixed):
        plain = replace(
            state,
            you=_of_player(state.you, kept),
            opponents=tuple(_of_player(player, kept) for player in state.opponents),
            teammates=tuple(_of_player(player, kept) for player in state.teammates),
        )
        if plain != before:
            yield plain
        before = plain


def _gives_up_nothing(ability: ManaAbility) -> bool:
    return all(part.verb is Verb.TAP for part in ability.cost.parts)


def _is_fixed(ability: ManaAbility) -> bool:
    return _gives_up_nothing(ability) and all(addition.amount.is_fixed for addition in ability.adds.additions)


def _of_player(player: Player, kept: Kept) -> Player:
    return replace(player, battlefield=tuple(_plain(permanent, kept) for permanent in player.battlefield))


def _plain(permanent: Permanent, kept: Kept) -> Permanent:
    copied = None if permanent.copy_of is None else _of_card(permanent.copy_of, kept)
    return replace(permanent, card=_of_card(permanent.card, kept), copy_of=copied)


def _of_card(card: Card, kept: Kept) -> Card:
    return replace(card, faces=tuple(_of_face(face, kept) for face in card.faces))


def _of_face(face: Face, kept: Kept) -> Face:
    return replace(face, abilities=tuple(_of_abilities(face.abilities, kept)))


def _of_abilities(abilities: tuple[Ability, ...], kept: Kept) -> Iterator[Ability]:
    for ability in abilities:
        match ability:
            case ManaAbility() if not kept(ability):
                continue
            case Unread(text=text) if _ADDS.fullmatch(text):
                continue
            case Grant(abilities=granted):
                left = tuple(_of_abilities(granted, kept))
                if left or not granted:
                    yield replace(ability, abilities=left)
            case _:
                yield ability
