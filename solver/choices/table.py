"""The players at the table: who plays with whom, in which order they choose, what each may see, their life.

Players are numbered by their seats: you are 0, then your teammates, then your opponents in turn order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from castable.model.card import Card, Face
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.seats import Seat, seats, seen_from, shares_life, side_between
from castable.model.state import Permanent, Player, State

__all__ = [
    "hands_seen",
    "in_turn_order",
    "is_in_game",
    "opponents_of",
    "place_of",
    "player_at",
    "seat_at",
    "seats_seen_from",
    "sight",
    "team_of",
    "view_from",
    "with_life",
    "with_player",
    "with_shared_life",
]

_HIDDEN = Card(name="face-down permanent", faces=(Face(name="face-down permanent"),))


def seat_at(state: State, number: int) -> Seat:
    """The seat of that number."""
    return seats(state)[number]


def player_at(state: State, number: int) -> Player:
    """The player who sits there."""
    return tuple(player for _, player in state.players())[number]


def with_player(state: State, number: int, **changes: Any) -> State:
    """The state with fields of one player changed."""
    players = [player for _, player in state.players()]
    players[number] = replace(players[number], **changes)
    mates = len(state.teammates) + 1
    return replace(state, you=players[0], teammates=tuple(players[1:mates]), opponents=tuple(players[mates:]))


def team_of(state: State, number: int) -> tuple[int, ...]:
    """The seats of a player and the teammates of that player."""
    own = seat_at(state, number)
    return tuple(s.number for s in seats(state) if side_between(state, own, s.number) in ("you", "teammate"))


def opponents_of(state: State, number: int) -> tuple[int, ...]:
    """The seats of a player's opponents (CR 102.2-3)."""
    own = seat_at(state, number)
    return tuple(s.number for s in seats(state) if side_between(state, own, s.number) == "opponent")


def is_in_game(state: State, number: int) -> bool:
    """Whether the player has not lost by having no life (CR 704.5a)."""
    return player_at(state, number).life > 0


def in_turn_order(state: State, numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """These players in the order in which they choose (CR 101.4): the active player first. Those who have their turns
    together are in one group, and choose in any order they like (CR 805.6)."""
    wanted = set(numbers)
    if len(wanted) < 2:
        return tuple((number,) for number in wanted)
    turns = _turns(state)
    groups = [tuple(number for number in group if number in wanted) for group in turns]
    found = tuple(group for group in groups if group)
    if state.turn == "opponent" and len(turns) > 2 and len(found) > 1:
        raise Unsupported("which opponent's turn it is, for the order in which players choose")
    return found


def _turns(state: State) -> list[tuple[int, ...]]:
    """All players by turns, from the active one, in which a team that shares turns has one."""
    mates = len(state.teammates) + 1
    everyone = range(len(seats(state)))
    if shares_life(state):
        yours, theirs = [tuple(everyone[:mates])], [tuple(everyone[mates:])]
    elif state.teammates:
        raise Unsupported("the order in which players of teams choose, other than in two-headed-giant")
    else:
        yours, theirs = [(0,)], [(number,) for number in everyone[mates:]]
    return yours + theirs if state.turn == "you" else theirs + yours


def with_life(state: State, number: int, change: int) -> State:
    """The state after a player gained so much life, or lost it: it is the team's (CR 810.9)."""
    if not change:
        return state
    for member in team_of(state, number) if shares_life(state) else (number,):
        state = with_player(state, member, life=player_at(state, member).life + change)
    return state


def with_shared_life(state: State) -> State:
    """The state in which the life that one member of a team is said to have is that of all (CR 810.4): boards tell the
    team's life once or for each; 20 is what is not said."""
    if not shares_life(state):
        return state
    for team in {team_of(state, seat.number) for seat in seats(state)}:
        lives = {player_at(state, member).life for member in team}
        said = lives - {Player().life} or lives
        if len(said) > 1:
            raise Unsupported(f"members of one team with different life totals: {', '.join(map(str, sorted(said)))}")
        for member in team:
            state = with_player(state, member, life=min(said))
    return state


def place_of(state: State, identity: int) -> tuple[int, Permanent] | None:
    """The permanent of that id with its controller, None when there is none, or not phased in."""
    for number, (_, player) in enumerate(state.players()):
        for permanent in player.battlefield:
            if permanent.id == identity and not permanent.phased_out:
                return number, permanent
    return None


def view_from(state: State, number: int) -> State:
    """The game after all effects with that player as `you`."""
    return seen_from(with_effects(state), seat_at(state, number))


def seats_seen_from(state: State, number: int) -> dict[tuple[str, int], int]:
    """The seats by what that player calls them: `you`, or teammates and opponents counted from 0."""
    numbered = replace(
        state,
        you=Player(life=0),
        teammates=tuple(Player(life=1 + at) for at in range(len(state.teammates))),
        opponents=tuple(Player(life=1 + len(state.teammates) + at) for at in range(len(state.opponents))),
    )
    seen = seen_from(numbered, seat_at(state, number))
    found = {("you", 0): seen.you.life}
    found |= {("teammate", at): player.life for at, player in enumerate(seen.teammates)}
    return found | {("opponent", at): player.life for at, player in enumerate(seen.opponents)}


def sight(state: State, number: int) -> State:
    """The state without what that player may not see: hands of others, libraries, what lies face down (CR 400.2,
    708.5). Teammates see each other's hands in Two-Headed Giant (CR 810.5)."""
    shown = set(_shown_hands(state, number))
    for other, _ in enumerate(seats(state)):
        player = player_at(state, other)
        battlefield = player.battlefield
        if other != number:
            battlefield = tuple(replace(p, card=_HIDDEN, copy_of=None) if p.face_down else p for p in battlefield)
        hand = player.hand if other in shown else ()
        state = with_player(state, other, hand=hand, battlefield=battlefield, library_top=())
    return state


def _shown_hands(state: State, number: int) -> tuple[int, ...]:
    return team_of(state, number) if shares_life(state) else (number,)


def hands_seen(state: State, number: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The hands that a player may look at, the own one first."""
    others = [other for other in _shown_hands(state, number) if other != number]
    named = [("hand", number), *((f"hand of {seat_at(state, other).name}", other) for other in others)]
    return tuple(
        (zone, tuple(card.card.name for card in player_at(sight(state, number), other).hand)) for zone, other in named
    )
