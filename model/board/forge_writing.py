"""Writing a state as Forge's game state text. What that text cannot say is named in comments at its end."""

from __future__ import annotations

from collections.abc import Iterator

from castable.model.board.forge_tokens import says_all, token_text
from castable.model.board.forge_words import counter_name, phase_name
from castable.model.card import Card, Layout
from castable.model.mana import ManaType
from castable.model.state import CardInZone, Permanent, Player, State

__all__ = ["write_forge"]

_MAX_PLAYERS = 10
_ZONES = {"hand": "hand", "graveyard": "graveyard", "library_top": "library", "exile": "exile", "command": "command"}
_STATUS = {
    "tapped": "Tapped",
    "summoning_sick": "SummonSick",
    "phased_out": "PhasedOut",
    "face_down": "FaceDown",
    "attacking": "Attacking",
    "commander": "IsCommander",
}
_OTHER_FACE = {Layout.MODAL: "Modal", Layout.FLIP: "Flipped", Layout.MELD: "Meld"}
_UNSAID_OF_PERMANENTS = (
    "copy_of",
    "animated",
    "blocked",
    "blocking",
    "entered_this_turn",
    "used_this_turn",
    "timestamp",
    "dealt_combat_damage_this_turn",
    "casts",
    "kicked",
    "x",
    "sizes",
)
_UNSAID_OF_CARDS = ("via", "casts")
_UNSAID_OF_PLAYERS = (
    "emblems",
    "commander_identity",
    "spells_cast_this_turn",
    "turns_taken",
    "life_lost_this_turn",
    "cards_drawn_this_turn",
    "searched_library_this_turn",
)
_UNSAID_OF_STATES = ("teammates", "resolving", "resolved", "rules", "format")
_CHOSEN = {"type": "ChosenType", "name": "NamedCard"}


def write_forge(state: State) -> str:
    """The text; `read_forge` gives back what it says.

    Facts that it has no words for (sources of floating mana, timestamps, copies ...) stand as comments
    `# left out: ...`, one a line.
    """
    return "\n".join(_Writer(state).lines()) + "\n"


def _numbers(state: State) -> Iterator[str]:
    """Numbers for `Id` that no ref of the state is."""
    taken = {thing.ref for _, player in state.players() for thing in _things(player)}
    number = 0
    while True:
        number += 1
        if str(number) not in taken:
            yield str(number)


def _things(player: Player) -> Iterator[Permanent | CardInZone]:
    yield from player.battlefield
    for zone in _ZONES:
        yield from getattr(player, zone)


class _Writer:
    def __init__(self, state: State) -> None:
        self._state = state
        self._players = (state.you, *state.opponents)[:_MAX_PLAYERS]
        self._left_out: list[str] = []
        self._free = _numbers(state)
        self._ids: dict[int, str] = {}
        self._written: set[str] = set()

    def lines(self) -> Iterator[str]:
        state = self._state
        self._unsaid("the state", state, State(), _UNSAID_OF_STATES)
        if len(state.opponents) >= _MAX_PLAYERS:
            self._left_out.append(f"opponents from the {_MAX_PLAYERS}th on")
        self._give_ids()
        yield "[state]"
        yield f"activeplayer={'p0' if state.turn == 'you' else 'p1'}"
        yield f"activephase={phase_name(state.phase)}"
        for number, player in enumerate(self._players):
            yield from self._player(f"p{number}", player)
        yield from self._stack()
        for fact in dict.fromkeys(self._left_out):
            yield f"# left out: {fact}"

    def _unsaid(self, where: str, thing: object, default: object, names: tuple[str, ...]) -> None:
        """Note the fields that differ from their default and have no words."""
        for name in names:
            if getattr(thing, name) != getattr(default, name):
                self._left_out.append(f"{name} of {where}")

    def _give_ids(self) -> None:
        """Number what others point at, and what has a number as its `ref`."""
        for player in self._players:
            for thing in _things(player):
                if thing.ref.isdecimal():
                    self._ids[id(thing)] = thing.ref
                elif thing.ref:
                    self._left_out.append(f"the ref {thing.ref} (an Id is a number)")
            for permanent in player.battlefield:
                if host := self._state.host(permanent):
                    self._ids[id(host)] = self._ids.get(id(host)) or host.ref * host.ref.isdecimal() or next(self._free)
                for card in permanent.imprinted:
                    if exiled := self._exiled(card):
                        self._ids[id(exiled)] = self._ids.get(id(exiled)) or next(self._free)

    def _exiled(self, card: Card) -> CardInZone | None:
        """The card in exile that is meant by an imprinted one."""
        exiled = (found for player in self._players for found in player.exile)
        return next((found for found in exiled if found.card == card), None)

    def _player(self, prefix: str, player: Player) -> Iterator[str]:
        self._unsaid(prefix, player, Player(), _UNSAID_OF_PLAYERS)
        yield f"{prefix}life={player.life}"
        if player.lands_played:
            yield f"{prefix}landsplayed={player.lands_played}"
        counters = {"ENERGY": player.energy, "EXPERIENCE": player.experience}
        if any(counters.values()):
            yield f"{prefix}counters=" + ",".join(f"{kind}={n}" for kind, n in counters.items() if n)
        if player.pool.units:
            yield f"{prefix}manapool=" + " ".join(unit.type for unit in player.pool)
            if any(unit.snow or unit.restriction or unit.source for unit in player.pool):
                self._left_out.append(f"sources and limits of the mana in the pool of {prefix}")
        if player.battlefield:
            yield f"{prefix}battlefield=" + ";".join(self._permanent(p) for p in player.battlefield)
        for zone, key in _ZONES.items():
            if cards := getattr(player, zone):
                yield f"{prefix}{key}=" + ";".join(self._card(card) for card in cards)

    def _id(self, thing: CardInZone | Permanent) -> list[str]:
        """`Id`, once for what is one object in a state with several equal ones."""
        number = self._ids.get(id(thing))
        if number is None or number in self._written:
            return []
        self._written.add(number)
        return [f"Id:{number}"]

    def _card(self, card: CardInZone) -> str:
        parts = [_name(card.card), *self._id(card), *_counters(card.counters)]
        if card.commander:
            parts.append("IsCommander")
        if card.marked == "foretold":
            parts += ["Foretold"] + ["ForetoldThisTurn"] * card.this_turn
        elif card.marked == "adventure":
            parts.append("OnAdventure")
        self._unsaid(card.card.name, card, CardInZone(card=card.card), _UNSAID_OF_CARDS)
        if card.marked == "plotted" or (card.this_turn and card.marked != "foretold"):
            self._left_out.append(f"marked of {card.card.name}")
        return "|".join(parts)

    def _permanent(self, permanent: Permanent) -> str:
        made_of_words = permanent.token and permanent.card.is_token
        parts = [token_text(permanent) if made_of_words else _name(permanent.card), *self._id(permanent)]
        if permanent.token and not made_of_words:
            parts.append("IsToken")
        if made_of_words and not says_all(permanent):
            self._left_out.append(f"abilities of the token {permanent.name}")
        parts += [word for status, word in _STATUS.items() if getattr(permanent, status)]
        parts += [*self._face(permanent), *_counters(permanent.counters), *self._chosen(permanent)]
        parts += self._attachment(permanent)
        imprinted = [self._ids[id(found)] for card in permanent.imprinted if (found := self._exiled(card))]
        if imprinted:
            parts.append(f"Imprinting:{','.join(imprinted)}")
        name = permanent.card.name
        if len(imprinted) < len(permanent.imprinted):
            self._left_out.append(f"imprinted of {name} (no such card is in exile)")
        if permanent.colors is not None and not made_of_words:
            self._left_out.append(f"colors of {name}")
        self._unsaid(name, permanent, Permanent(card=permanent.card), _UNSAID_OF_PERMANENTS)
        return "|".join(parts)

    def _face(self, permanent: Permanent) -> list[str]:
        card = permanent.card
        if not permanent.face_name or permanent.copy_of:
            return []
        if len(card.faces) < 2 or permanent.face_name != card.faces[1].name:
            self._left_out.append(f"face of {card.name}")
            return []
        return [_OTHER_FACE.get(card.layout, "Transformed")]

    def _chosen(self, permanent: Permanent) -> list[str]:
        colors = [ManaType(value).word for kind, value in permanent.chosen if kind == "color"]
        parts = [f"ChosenColor:{','.join(colors)}"] if colors else []
        return parts + [f"{_CHOSEN[kind]}:{value}" for kind, value in permanent.chosen if kind in _CHOSEN]

    def _attachment(self, permanent: Permanent) -> list[str]:
        if permanent.attached_to in ("you", "opponent"):
            return [f"EnchantingPlayer:{'p0' if permanent.attached_to == 'you' else 'p1'}"]
        host = self._state.host(permanent)
        return [f"AttachedTo:{self._ids[id(host)]}"] if host else []

    def _stack(self) -> Iterator[str]:
        for side, prefix in (("you", "p0"), ("opponent", "p1")):
            spells = [entry for entry in self._state.stack if entry.controller == side]
            if spells:
                if len(spells) < len(self._state.stack):
                    self._left_out.append("the order of spells of several players on the stack")
                yield f"{prefix}putonstack=" + ";".join(_name(spell.card) for spell in spells)
        for entry in self._state.stack:
            if entry != CardInZone(card=entry.card, controller=entry.controller) or entry.controller == "teammate":
                self._left_out.append(f"what was announced for {entry.card.name}")


def _name(card: Card) -> str:
    """The name by which Forge knows a card: both halves of a split card, else its first face."""
    return card.name if card.layout is Layout.SPLIT else card.front.name


def _counters(counters: tuple[tuple[str, int], ...]) -> list[str]:
    return ["Counters:" + ",".join(f"{counter_name(kind)}={number}" for kind, number in counters)] if counters else []
