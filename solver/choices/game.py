"""The game while things happen in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.seats import seats
from castable.model.state import Permanent, State
from castable.solver.choices.happening import Happened, Happening, Outcome
from castable.solver.choices.table import place_of, player_at, with_life, with_player, with_shared_life

__all__ = ["Game"]


@dataclass(slots=True)
class Game:
    """The game while things happen in it: its state, the record, the ids of permanents that have entered and whose
    triggers are still to come, and players who drew cards that are not known. `more` says that decisions may follow
    whatever is asked now, `later` that they may once the stack is empty; `out` are those who have lost."""

    state: State
    happened: list[Happening] = field(default_factory=list)
    entered: list[int] = field(default_factory=list)
    unknown_hands: set[int] = field(default_factory=set)
    more: bool = False
    later: bool = False
    out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.state = with_shared_life(self.state)

    @property
    def outcome(self) -> Outcome:
        """All of it."""
        return Outcome(state=self.state, happened=tuple(self.happened))

    @property
    def is_over(self) -> bool:
        """Whether you or all your opponents have lost (CR 104.1)."""
        theirs = {seat.number for seat in seats(self.state) if seat.side == "opponent"}
        return 0 in self.out or (bool(theirs) and theirs <= self.out)

    def check(self) -> None:
        """Players without life lose (CR 704.5a)."""
        self.out |= {seat.number for seat in seats(self.state) if player_at(self.state, seat.number).life <= 0}

    def note(self, what: Happened, **details: Any) -> None:
        """Record something."""
        self.happened.append(Happening(what=what, **details))

    def change_life(self, seat: int, change: int) -> None:
        """A player gains life, or loses it."""
        if change:
            self.state = with_life(self.state, seat, change)
            self.note(Happened.LIFE, seats=(seat,), amount=change)

    def gain_by_lifelink(self, source: int, amount: int) -> None:
        """Damage by a source with lifelink makes its controller gain so much life (CR 120.3f); what damage with infect,
        wither or toxic does is not known."""
        there = place_of(with_effects(self.state), source)
        if there is None or amount <= 0:
            return
        for keyword in ("infect", "wither", "toxic"):
            if there[1].face.has_keyword(keyword):
                raise Unsupported(f"{there[1].name}: damage with {keyword}")
        if there[1].face.has_keyword("lifelink"):
            self.change_life(there[0], amount)

    def new_id(self) -> int:
        """A number that no object of the state has."""
        zones = ("hand", "graveyard", "exile", "library", "command")
        ids = [card.id for card in self.state.stack]
        for _, player in self.state.players():
            ids += [p.id for p in player.battlefield] + [card.id for zone in zones for card in player.zone(zone)]
        return max(ids, default=0) + 1

    def timestamp(self) -> int:
        """One later than all others."""
        permanents = [p for _, player in self.state.players() for p in player.battlefield]
        times = [p.timestamp for p in permanents] + [change.timestamp for p in permanents for change in p.sizes]
        return max(times, default=0) + 1

    def replace_permanent(self, seat: int, changed: Permanent) -> None:
        """Put a changed permanent in the place of the one with its id."""
        battlefield = tuple(changed if p.id == changed.id else p for p in player_at(self.state, seat).battlefield)
        self.state = with_player(self.state, seat, battlefield=battlefield)
