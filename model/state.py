"""The game state that a question is about: players, zones, permanents with their status, the stack (CR 110, 400, 500).

Everything is frozen and hashable. Each object has an `id` that is unique in its state and no part of equality, so that
two interchangeable permanents compare equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from castable.model.ability import Ability, Permission, ThisTurn
from castable.model.card import Card, Face
from castable.model.cost import Cost
from castable.model.errors import Malformed, Unsupported
from castable.model.mana import NO_MANA, Mana, ManaType
from castable.model.remembering import Remembering, hashed_once

__all__ = ["NEWEST_RULES", "CardInZone", "Permanent", "Phase", "Player", "SizeChange", "State", "sets_up"]

NEWEST_RULES = "2026-09-25"
"""The date of the Comprehensive Rules applied unless a state names another."""


class Phase(StrEnum):
    """Where in the turn the game is; phases without steps and steps alike (CR 500)."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    MAIN = "main"
    COMBAT = "combat"
    DECLARE_ATTACKERS = "declare_attackers"
    DECLARE_BLOCKERS = "declare_blockers"
    DAMAGE = "damage"
    MAIN2 = "main2"
    END = "end"
    CLEANUP = "cleanup"

    @property
    def is_main(self) -> bool:
        """A main phase."""
        return self in (Phase.MAIN, Phase.MAIN2)


Pairs = tuple[tuple[str, str], ...]


@hashed_once
@dataclass(frozen=True, slots=True, kw_only=True)
class CardInZone(Remembering):
    """A card outside the battlefield, or a spell on the stack.

    `via` names the card (`via_card`) whose effect lets it be cast from where it is, `marked` is one of plotted,
    foretold, adventure.
    On the stack, `controller` is `you`, `teammate` or `opponent`, and `x`, `targets` and `kicked` are what was
    announced; `ability` names an ability of the card that is there (or resolves) instead of the card itself. A `copy`
    of a spell is on the stack alone, and is not cast (CR 707.10).
    """

    card: Card
    id: int = field(default=-1, compare=False)
    counters: tuple[tuple[str, int], ...] = ()
    via: str = ""
    via_card: Card | None = field(default=None, compare=False, repr=False)
    marked: str = ""
    this_turn: bool = False
    commander: bool = False
    casts: int = 0
    controller: str = "you"
    x: int | None = None
    targets: tuple[str, ...] = ()
    kicked: tuple[str, ...] = ()
    ability: str = ""
    ref: str = ""
    copy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeChange:
    """What a spell or ability that has resolved does to the size of one permanent until the end of `until`.

    Base power and toughness are set (`kind` is `set`, CR 613.4b), changed by so much (`change`, CR 613.4c) or switched
    (`switch`, CR 613.4d).
    """

    kind: str
    power: int = 0
    toughness: int = 0
    timestamp: int = 0
    until: str = "turn"


@hashed_once
@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent(Remembering):
    """A permanent with its status (CR 110.5) and what the game remembers of it.

    `chosen` holds pairs such as ("color", "B"); `counters` pairs of a kind and a number; `used_this_turn` names
    abilities by their cost, and `permission` there is its once-a-turn permission. `attached_to` is a `ref`, the name of
    a permanent, `opponent` or `you`: see `State.host`. `copy_of` is the card whose copiable values it has (CR 707.2);
    `casts` counts how often a commander was cast from the command zone. `kicked` and `x` are those of the spell that
    became it (CR 400.7d, 107.3m), `sizes` what has resolved and lasts.

    `effective` are its characteristics after all effects where they differ from its own (CR 613): it is worked out by
    `castable.model.effects.with_effects`, never read from a board.
    """

    card: Card
    id: int = field(default=-1, compare=False)
    ref: str = ""
    tapped: bool = False
    summoning_sick: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    token: bool = False
    attached_to: str = ""
    chosen: Pairs = ()
    imprinted: tuple[Card, ...] = ()
    copy_of: Card | None = None
    face_name: str = ""
    face_down: bool = False
    phased_out: bool = False
    attacking: bool = False
    blocked: bool = False
    blocking: bool = False
    animated: bool = False
    entered_this_turn: bool = False
    used_this_turn: tuple[str, ...] = ()
    timestamp: int = 0
    colors: frozenset[ManaType] | None = None
    dealt_combat_damage_this_turn: bool = False
    commander: bool = False
    casts: int = 0
    kicked: tuple[str, ...] = ()
    x: int | None = None
    sizes: tuple[SizeChange, ...] = ()
    effective: Face | None = None

    @property
    def shown(self) -> Card:
        """The card whose characteristics it has: its own, or those of what it is a copy of."""
        return self.copy_of or self.card

    @property
    def face(self) -> Face:
        """Its characteristics: those after all effects where these are known, else those of the face that is up."""
        return self.effective or self.own_face

    @property
    def own_face(self) -> Face:
        """The face that is up, or was, whatever effects say (of a permanent face down: what it hides)."""
        face = (self.shown.face(self.face_name) if self.face_name else None) or self.shown.front
        face = face.printed or face
        return face if self.copy_of is None else self.card.front.as_copy_of(face)

    @property
    def is_sick(self) -> bool:
        """Whether its {T} and {Q} abilities are barred: a creature without haste that has not been under its
        controller's control since their turn began (CR 302.6)."""
        creature = "creature" in self.face.types or self.animated or self.face_down
        return self.summoning_sick and creature and not self.face.has_keyword("haste")

    @property
    def name(self) -> str:
        """What people call it: the name of the face that is up."""
        return self.own_face.name

    def counters_of(self, kind: str) -> int:
        """How many counters of this kind are on it."""
        return sum(n for k, n in self.counters if k == kind)

    def with_counters(self, kind: str, change: int) -> Permanent:
        """The same permanent with `change` more counters of a kind (fewer when negative)."""
        counts = dict(self.counters)
        counts[kind] = counts.get(kind, 0) + change
        return replace(self, counters=tuple(sorted((k, n) for k, n in counts.items() if n)))


@hashed_once
@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Remembering):
    """A player with life, mana pool, zones and facts of the turn. `emblems` are those the player has (CR 114)."""

    life: int = 20
    pool: Mana = NO_MANA
    hand: tuple[CardInZone, ...] = ()
    battlefield: tuple[Permanent, ...] = ()
    graveyard: tuple[CardInZone, ...] = ()
    exile: tuple[CardInZone, ...] = ()
    library_top: tuple[CardInZone, ...] = ()
    command: tuple[CardInZone, ...] = ()
    emblems: tuple[Face, ...] = ()
    commander_identity: frozenset[ManaType] | None = None
    lands_played: int = 0
    spells_cast_this_turn: tuple[Card, ...] = ()
    energy: int = 0
    experience: int = 0
    turns_taken: int = 0
    life_lost_this_turn: int = 0
    cards_drawn_this_turn: int = 0
    searched_library_this_turn: bool = False

    def zone(self, name: str) -> tuple[CardInZone, ...]:
        """The cards of a zone other than the battlefield."""
        zones = {
            "hand": self.hand,
            "graveyard": self.graveyard,
            "exile": self.exile,
            "library": self.library_top,
            "command": self.command,
        }
        return zones[name]


@hashed_once
@dataclass(frozen=True, slots=True, kw_only=True)
class State(Remembering):
    """What is known of a game at one moment. `turn` is `you` or `opponent`."""

    you: Player = field(default_factory=Player)
    opponents: tuple[Player, ...] = ()
    teammates: tuple[Player, ...] = ()
    phase: Phase = Phase.MAIN
    turn: str = "you"
    stack: tuple[CardInZone, ...] = ()
    rules: str = NEWEST_RULES
    format: str = ""
    resolving: tuple[CardInZone, ...] = ()
    resolved: tuple[CardInZone, ...] = ()

    def players(self) -> Iterator[tuple[str, Player]]:
        """Each player with how the state calls them: `you`, `teammate`, `opponent`."""
        yield "you", self.you
        for player in self.teammates:
            yield "teammate", player
        for player in self.opponents:
            yield "opponent", player

    def permanents(self) -> Iterator[tuple[str, Permanent]]:
        """Each permanent that is not phased out with the side of its controller (CR 702.26b)."""
        for side, player in self.players():
            for permanent in player.battlefield:
                if not permanent.phased_out:
                    yield side, permanent

    @property
    def lasting(self) -> tuple[tuple[str, Permanent], ...]:
        """What has resolved and lasts this turn: for each a source of its effects, which is no object of the game, with
        the side of its controller (CR 611.2)."""
        return tuple((entry.controller, _source_of(entry)) for entry in self.resolved)

    @property
    def board_memo(self) -> dict[object, Any]:
        """What others have worked out from the permanents alone; `with_you` keeps it where these stay."""
        board: dict[object, Any] = self.memo.setdefault("board", {})
        return board

    def permanents_with(self, kind: type) -> Sequence[tuple[str, Permanent]]:
        """Those of `permanents` and of `lasting` that have an ability of one class."""
        if "by ability" not in self.board_memo:
            found: dict[type, dict[int, tuple[str, Permanent]]] = {}
            for at, entry in enumerate((*self.permanents(), *self.lasting)):
                for ability in entry[1].face.abilities:
                    found.setdefault(type(ability), {})[at] = entry
            self.board_memo["by ability"] = {kind: tuple(entries.values()) for kind, entries in found.items()}
        having: Sequence[tuple[str, Permanent]] = self.board_memo["by ability"].get(kind, ())
        return having

    def host(self, attached: Permanent) -> Permanent | None:
        """What a permanent is attached to, by `ref`, else by name; None for a player or nothing (CR 301.5, 303.4)."""
        wanted = attached.attached_to
        if wanted in ("", "you", "opponent"):
            return None
        others = [p for _, player in self.players() for p in player.battlefield if p is not attached]
        by_name = (p for p in others if wanted.casefold() in (p.name.casefold(), p.card.name.casefold()))
        return next((p for p in others if p.ref == wanted), None) or next(by_name, None)

    def attachments(self) -> dict[int, list[Permanent]]:
        """What is attached to each permanent, by its id, without refs and in a fixed order, so that permanents with
        equal attachments have equal lists."""
        found: dict[int, list[Permanent]] = {}
        for _, attached in self.permanents():
            if (host := self.host(attached)) is not None:
                found.setdefault(host.id, []).append(replace(attached, ref="", attached_to=""))
        for worn in found.values():
            worn.sort(key=repr)
        return found

    def with_you(self, **changes: object) -> Self:
        """The same state with fields of `you` changed."""
        changed = replace(self, you=replace(self.you, **changes))  # type: ignore[arg-type]
        if "battlefield" not in changes:
            changed.memo["board"] = self.board_memo
        return changed

    def with_permanent(self, changed: Permanent) -> Self:
        """The same state with your permanent of that id replaced."""
        battlefield = tuple(changed if p.id == changed.id else p for p in self.you.battlefield)
        return self.with_you(battlefield=battlefield)

    def with_move(self, thing: Permanent | CardInZone, zone: str) -> Self:
        """The same state with one of your objects moved to another zone; a token ceases to exist (CR 111.7)."""
        you = self.you
        changes: dict[str, object] = {"battlefield": tuple(p for p in you.battlefield if p.id != thing.id)}
        for place in ("hand", "graveyard", "exile"):
            changes[place] = tuple(card for card in you.zone(place) if card.id != thing.id)
        if not (isinstance(thing, Permanent) and thing.token):
            changes[zone] = (*changes[zone], CardInZone(card=thing.card, id=thing.id))  # type: ignore[misc]
        return self.with_you(**changes)

    @property
    def sorcery_timing(self) -> bool:
        """Your main phase with an empty stack, nothing resolving (CR 307.1)."""
        return self.turn == "you" and self.phase.is_main and not self.stack and not self.resolving

    def require_supported(self, *, casting: bool = False) -> None:
        """Raise `Unsupported` for parts of a state that a question cannot take into account.

        `casting` says that it asks whether a card can be cast.
        """
        if self.resolving and not casting:
            raise Unsupported("`resolving` is understood only where it is asked whether a card can be cast", "state")
        sides = [side for side, _ in self.players()]
        for entry in self.resolved:
            plain = not (entry.kicked or entry.x) and len(entry.card.faces) == 1
            lasts = _lasting_of(entry) or (entry.targets and sets_up(entry.card))
            if not plain or not lasts or sides.count(entry.controller) != 1:
                raise Unsupported(f"what {entry.card.name} does once it has resolved (`resolved`)", "state")


def sets_up(card: Card) -> bool:
    """Whether it is known what the effect of a card lets be done with others."""
    return any(one.set_up for face in card.faces for one in face.of(Permission))


def _lasting_of(entry: CardInZone) -> tuple[Ability, ...]:
    """What goes on once a spell or an ability, named by its cost, has resolved; empty where that is not known."""
    try:
        of = Cost.parse(entry.ability) if entry.ability else None
    except Malformed:
        return ()
    return tuple(ability for lasts in entry.card.front.of(ThisTurn) if lasts.of == of for ability in lasts.abilities)


def _source_of(entry: CardInZone) -> Permanent:
    """What stands for what has resolved: it has the abilities that its effects last as, is attached to the player that
    was its one target, and nothing else."""
    face = Face(name=entry.card.name, abilities=_lasting_of(entry))
    target = entry.targets[0] if entry.targets in (("you",), ("opponent",)) else ""
    return Permanent(card=Card(name=entry.card.name, faces=(face,)), id=entry.id, attached_to=target)
