"""A board while effects are applied to it: each permanent with its characteristics so far.

Permanents are numbered by their place, which stands for their `id` in all views: ids of the state play no part.
"""

from __future__ import annotations

from dataclasses import replace

from castable.model.card import Face
from castable.model.seats import Seat, seats, seen_from
from castable.model.state import Permanent, Player, State
from castable.model.view import View

__all__ = ["FACE_DOWN", "Board", "with_battlefield", "with_players"]

FACE_DOWN = Face(name="", types=frozenset({"creature"}), power="2", toughness="2", set_colors=frozenset())
"""What a permanent that is face down is, before other effects (CR 708.2a)."""


class Board:
    """Permanents that are not phased out, by number. `faces` are their characteristics so far, changed by `change`;
    `owners` the seats of their controllers, `plain` the state before effects; `bare` the numbers of those that lost
    their abilities in layer 6."""

    def __init__(self, state: State) -> None:
        self.plain = state
        self._seats = seats(state)
        self.places: list[tuple[int, int]] = []
        self.permanents: list[Permanent] = []
        self.owners: list[Seat] = []
        for seat, (_, player) in zip(self._seats, state.players(), strict=True):
            for at, permanent in enumerate(player.battlefield):
                if not permanent.phased_out:
                    self.places.append((seat.number, at))
                    self.permanents.append(replace(permanent, id=len(self.permanents), effective=None))
                    self.owners.append(seat)
        self.faces = tuple(_base(permanent) for permanent in self.permanents)
        self.bare: set[int] = set()
        self._seen: dict[int, State] = {}
        self._sides: dict[int, dict[int, str]] = {}

    def change(self, faces: tuple[Face, ...]) -> None:
        """Let these be the characteristics of all permanents, by number."""
        self.faces = faces
        self._seen = {}

    def permanent(self, number: int) -> Permanent:
        """The permanent as it is so far."""
        return replace(self.permanents[number], effective=self.faces[number])

    def seat(self, number: int) -> Seat:
        """The seat of that number."""
        return self._seats[number]

    def view(self, source: int | None, seat: Seat) -> View:
        """What the controller of an effect's source sees, as `you`."""
        permanent = None if source is None else self.permanent(source)
        return View(self._state(seat), permanent, hidden=seat.number != 0)

    def side(self, number: int, seat: Seat) -> str:
        """Who controls a permanent, seen from a seat."""
        if seat.number not in self._sides:
            found = {permanent.id: side for side, permanent in self._state(seat).permanents()}
            self._sides[seat.number] = found
        return self._sides[seat.number][number]

    def _state(self, seat: Seat) -> State:
        if 0 not in self._seen:
            self._seen[0] = self._current()
        if seat.number not in self._seen:
            self._seen[seat.number] = seen_from(self._seen[0], seat)
        return self._seen[seat.number]

    def _current(self) -> State:
        permanents = dict(zip(self.places, map(self.permanent, range(len(self.permanents))), strict=True))
        players = [
            with_battlefield(player, permanents, number) for number, (_, player) in enumerate(self.plain.players())
        ]
        return with_players(self.plain, players)


def _base(permanent: Permanent) -> Face:
    """Its copiable characteristics, and a creature too where its own animation is on (CR 613.1a, 708.2)."""
    face = FACE_DOWN if permanent.face_down else permanent.own_face
    return replace(face, types=face.types | {"creature"}) if permanent.animated else face


def with_battlefield(player: Player, permanents: dict[tuple[int, int], Permanent], number: int) -> Player:
    """The player of that number with these permanents in their places; those without a place stay as they are."""
    battlefield = tuple(permanents.get((number, at), permanent) for at, permanent in enumerate(player.battlefield))
    return replace(player, battlefield=battlefield)


def with_players(state: State, players: list[Player]) -> State:
    """The state with its players replaced, in the order of `State.players`."""
    mates = len(state.teammates)
    return replace(
        state, you=players[0], teammates=tuple(players[1 : mates + 1]), opponents=tuple(players[mates + 1 :])
    )
