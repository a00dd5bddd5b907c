"""Which plays are legal: permission and timing, targets, and a payment (CR 601.3, 117, 305).

`verdict` answers for one spell, `plays` for everything in hand and the command zone.
"""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.effects import with_effects
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.payment import Payment
from castable.model.state import CardInZone, State
from castable.solver.announce import Wishes
from castable.solver.explain import Cause, why_unpayable
from castable.solver.payments import Payments, payments
from castable.solver.targets import why_without_target
from castable.solver.timing import why_no_land, why_not_now
from castable.solver.total_cost import Announced
from castable.solver.understood import require_no_bans

__all__ = ["Play", "Plays", "Refusal", "Verdict", "plays", "verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a spell can be cast now; when not, the cause."""

    castable: bool
    cause: Cause | None = None

    def __bool__(self) -> bool:
        return self.castable


@dataclass(frozen=True, slots=True)
class Play:
    """One legal play: a spell with one announcement, its number of payments and one example."""

    card: str
    announced: Announced
    count: int
    example: Payment


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card that cannot be played now, and why; `unsupported` quotes what castable does not understand."""

    card: str
    zone: str
    cause: Cause | None = None
    unsupported: str = ""


@dataclass(frozen=True, slots=True)
class Plays:
    """All legal plays of a state and all cards that are not."""

    lands: tuple[str, ...]
    spells: tuple[Play, ...]
    illegal: tuple[Refusal, ...]


def verdict(
    state: State,
    spell: str,
    wishes: Wishes | None = None,
    *,
    targets: tuple[str, ...] = (),
) -> Verdict:
    """Whether a card of yours can be cast now, mana abilities included; wishes left open are free.

    `targets` are names (or refs, `you`, `opponent`) that the spell must be able to target.
    """
    state = with_effects(state)
    try:
        ways = payments(state, spell, wishes)
    except IllegalPayment as error:
        return Verdict(False, Cause(rule=error.rule, kind="permission", text=error.message))
    causes = [cause for subject in ways.subjects if subject.face and (cause := why_not_now(state, subject.face))]
    if len(causes) == len(ways.subjects):
        return Verdict(False, causes[0])
    timely = [s for s in ways.subjects if s.face and why_not_now(state, s.face) is None]
    ways = Payments(state, timely, ways.wishes)
    if not ways:
        return Verdict(False, why_unpayable(ways))
    for subject in timely:
        if subject.face:
            require_no_bans(state, subject.face)
    missing: list[Cause] = []
    for announced, _ in ways.payable():
        assert announced.subject.face is not None
        cause = why_without_target(state, announced.subject.face, announced.choices, targets)
        if cause is None:
            return Verdict(True)
        missing.append(cause)
    return Verdict(False, missing[0])


def plays(state: State) -> Plays:
    """Every land and spell of your hand and command zone: legal plays with payments, the rest with a reason."""
    state = with_effects(state)
    lands: list[str] = []
    spells: list[Play] = []
    illegal: list[Refusal] = []
    seen: set[tuple[str, CardInZone]] = set()
    for zone in ("hand", "command"):
        for card in state.you.zone(zone):
            if (zone, card) in seen:
                continue
            seen.add((zone, card))
            if any(face.is_land for face in card.card.faces) and zone == "hand":
                cause = why_no_land(state)
                if cause is None:
                    lands.append(card.card.name)
                elif all(face.is_land for face in card.card.faces):
                    illegal.append(Refusal(card.card.name, zone, cause))
            if all(face.is_land for face in card.card.faces):
                continue
            try:
                found = list(_spell_plays(state, card, zone))
                if found:
                    spells += found
                else:
                    illegal.append(
                        Refusal(card.card.name, zone, verdict(state, card.card.name, Wishes(zone=zone)).cause)
                    )
            except Unsupported as error:
                illegal.append(Refusal(card.card.name, zone, unsupported=str(error)))
    return Plays(tuple(lands), tuple(spells), tuple(illegal))


def _spell_plays(state: State, card: CardInZone, zone: str) -> list[Play]:
    ways = payments(state, card.card.name, Wishes(zone=zone))
    found = []
    for announced, count in ways.payable():
        face = announced.subject.face
        assert face is not None
        require_no_bans(state, face)
        if why_not_now(state, face) or why_without_target(state, face, announced.choices):
            continue
        found.append(Play(card.card.name, announced, count(), ways.first(announced)))
    return found
