"""How the game looks from each seat: `you` of a view is always the player who looks (CR 102.2-3).

A state calls players `you`, `teammate` and `opponent`, as seen by one of them. What another player's permanents say of
"you" and "opponents" is read off the same game seen from that player's seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from castable.model.amount import Condition
from castable.model.errors import Unsupported
from castable.model.state import CardInZone, Permanent, Player, State

__all__ = ["Seat", "permanents_by_seat", "require_known_turn", "seats", "seen_from", "shares_life", "side_between"]

_TURN_FACTS = frozenset({"your turn", "opponent turn", "own main phase", "upkeep"})


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: `number` counts from you (0), then your teammates, then your opponents in turn order."""

    number: int
    side: str
    name: str
    """`you`, `opponent`, or where there are several `opponent 2`."""


def seats(state: State) -> tuple[Seat, ...]:
    """The seats of all players."""
    found = [Seat(0, "you", "you")]
    for side, players in (("teammate", state.teammates), ("opponent", state.opponents)):
        for at in range(len(players)):
            found.append(Seat(len(found), side, f"{side} {at + 1}" if len(players) > 1 else side))
    return tuple(found)


def permanents_by_seat(state: State) -> Iterator[tuple[Seat, Permanent]]:
    """Each permanent that is not phased out with the seat of its controller (CR 702.26b)."""
    for seat, (_, player) in zip(seats(state), state.players(), strict=True):
        for permanent in player.battlefield:
            if not permanent.phased_out:
                yield seat, permanent


def seen_from(state: State, seat: Seat) -> State:
    """The same game with the player of that seat as `you`.

    Your opponents are one team where you have a teammate or the format says so; `Unsupported` where it cannot be told
    who plays with whom. Whose turn it is may be unknown: see `require_known_turn`.
    """
    if seat.side == "you":
        return state
    if state.resolved:
        state = replace(state, resolved=tuple(_seen_across(state, seat, entry) for entry in state.resolved))
    team = (state.you, *state.teammates)
    at = seat.number
    if seat.side == "teammate":
        mates = _without(team, at)
        return replace(state, you=team[at], teammates=mates, opponents=state.opponents)
    at -= len(team)
    others = _without(state.opponents, at)
    if not _one_team(state):
        if state.teammates:
            raise Unsupported("which of your opponents play together")
        return replace(state, you=state.opponents[at], opponents=(*team, *others), turn=_turn(state))
    return replace(state, you=state.opponents[at], teammates=others, opponents=team, turn=_turn(state))


def _seen_across(state: State, seat: Seat, entry: CardInZone) -> CardInZone:
    """What has resolved, seen from the only other seat there is."""
    if seat.side != "opponent" or state.teammates or len(state.opponents) != 1:
        raise Unsupported(f"how others than two players see what {entry.card.name} does")
    return replace(entry, controller="opponent" if entry.controller == "you" else "you")


def shares_life(state: State) -> bool:
    """Whether teammates have one life total, so that what holds for the life of one holds for all (CR 810.9)."""
    return state.format == "two-headed-giant"


def side_between(state: State, seat: Seat, number: int) -> str:
    """What the player of that number is to the player who sits there: `you`, `teammate` or `opponent`."""
    if seat.number == number:
        return "you"
    other = seats(state)[number]
    if "opponent" not in (seat.side, other.side) or (seat.side == other.side and _one_team(state)):
        return "teammate"
    if seat.side == other.side and state.teammates:
        raise Unsupported("which of your opponents play together")
    return "opponent"


def require_known_turn(state: State, seat: Seat, condition: Condition) -> None:
    """Raise `Unsupported` if a condition asks whose turn it is, which a state with several opponents does not say."""
    if seat.side == "opponent" and state.turn == "opponent" and len(state.opponents) > 1 and not _one_team(state):
        facts = {comparison.fact for parts in condition.any_of for comparison in parts}
        if facts & _TURN_FACTS:
            raise Unsupported(f"which opponent's turn it is, for the condition {condition}")


def _one_team(state: State) -> bool:
    """Whether all opponents play together (CR 805, 810)."""
    if len(state.opponents) == 1 or state.format == "two-headed-giant":
        return True
    return bool(state.teammates) and len(state.opponents) <= len(state.teammates) + 1


def _turn(state: State) -> str:
    return "opponent" if state.turn == "you" else "you"


def _without(players: tuple[Player, ...], at: int) -> tuple[Player, ...]:
    return players[:at] + players[at + 1 :]
