"""Forge's game state text, as in its puzzle files and dumps: `read_forge` and `write_forge`.

    [state]
    activeplayer=p0
    activephase=MAIN1
    p0life=20
    p0battlefield=Forest|Tapped;Llanowar Elves|SummonSick|Counters:P1P1=2
    p1battlefield=Island|Id:1;Wild Growth|AttachedTo:1

`p0` (or `human`) is you, `p1` (or `ai`) the first opponent. The text is turned into protocol data, so that a board is
checked as every other; places in errors are those of the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import Any

from castable.model.board.fields import MAX_CARDS
from castable.model.board.forge_tokens import TokenSource
from castable.model.board.forge_words import color_letters, counter_kind, phase_of, player_of
from castable.model.board.forge_writing import write_forge
from castable.model.board.problems import BoardProblems, Problem, Problems
from castable.model.board.protocol import state_from_data
from castable.model.card import CardSource
from castable.model.errors import CastableError
from castable.model.state import State

__all__ = ["read_forge", "write_forge"]

_ZONES = {
    "hand": "hand",
    "battlefield": "battlefield",
    "graveyard": "graveyard",
    "library": "library_top",
    "exile": "exile",
    "command": "command",
}
_NUMBERS = {"life": "life", "landsplayed": "lands_played"}
_COUNTERS = {"ENERGY": "energy", "EXPERIENCE": "experience"}
_STATUS = {
    "tapped": "tapped",
    "summonsick": "summoning_sick",
    "phasedout": "phased_out",
    "attacking": "attacking",
    "facedown": "face_down",
    "istoken": "token",
    "iscommander": "commander",
}
_MARKS = {
    "foretold": ("marked", "foretold"),
    "foretoldthisturn": ("this_turn", True),
    "onadventure": ("marked", "adventure"),
}
_OTHER_FACE = ("transformed", "modal", "flipped", "meld")
_WITHOUT_MEANING = ("set", "art", "noetbtrigs")


def read_forge(text: str, cards: CardSource) -> tuple[State, tuple[str, ...]]:
    """The state in a text of Forge and warnings, one for each key, section and attribute that was not used.

    `BoardProblems` has all that is wrong; a place there is a line and the number and text of an item in it.
    """
    return _Reader(cards).read(text)


@dataclass(frozen=True, slots=True)
class _Item:
    """One card of a line: its name and its attributes, each a word in lower case, its value and how it is written."""

    line: int
    place: str
    name: str
    attributes: tuple[tuple[str, str, str], ...]


def _items(line: int, text: str) -> list[_Item]:
    """The items of a line, as far as one more than may be in any zone."""
    texts = (piece.strip() for piece in text.split(";"))
    found = []
    for number, piece in enumerate(islice(filter(None, texts), MAX_CARDS + 1), 1):
        name, *rest = (part.strip() for part in piece.split("|"))
        attributes = []
        for part in filter(None, rest):
            word, _, value = part.partition(":")
            attributes.append((word.strip().lower(), value.strip(), part))
        shown = "".join(char if char.isprintable() else "?" for char in piece[:60])
        found.append(_Item(line, f"line {line}, item {number} ({shown})", name, tuple(attributes)))
    return found


def _line_of(text: str) -> int:
    """The number of the line that a problem or warning begins with."""
    match = re.match(r"line (\d+)", text)
    return int(match[1]) if match else 0


class _Reader:
    def __init__(self, cards: CardSource) -> None:
        self._tokens = TokenSource(cards)
        self._problems = Problems()
        self._warnings: list[str] = []
        self._places: dict[str, str] = {}
        self._data: dict[str, Any] = {}
        self._players: dict[int, dict[str, Any]] = {0: {}}
        self._zones: dict[tuple[int, str], list[_Item]] = {}
        self._ids: dict[str, _Item] = {}
        self._unused: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
        self._never_sick = False

    def read(self, text: str) -> tuple[State, tuple[str, ...]]:
        for (player, key), (line, value) in self._lines(text).items():
            self._setting(line, player, key, value)
        for (player, zone), items in self._zones.items():
            for item in items:
                self._players[player].setdefault(zone, []).append(self._entry(item, zone))
        for (line, what), names in self._unused.items():
            self._warn(line, f"`{what}` of {', '.join(dict.fromkeys(names))} is not used")
        self._data["you"] = self._players[0]
        self._data["opponents"] = [self._players.get(n, {}) for n in range(1, max(self._players) + 1)]
        problems = [*self._problems.found]
        try:
            state = state_from_data(self._data, self._tokens)
        except BoardProblems as error:
            problems += [Problem(self._place(p.at), p.code, self._placed(p.message)) for p in error.problems]
        if problems:
            raise BoardProblems(tuple(sorted(problems, key=lambda problem: _line_of(problem.at))))
        return state, tuple(sorted(self._warnings, key=_line_of))

    def _warn(self, line: int, what: str) -> None:
        self._warnings.append(f"line {line}: {what}")

    def _place(self, at: str) -> str:
        """The place in the text of a place in the data."""
        while at not in self._places:
            shorter = re.sub(r"(\.[^.\[\]]*|\[[^\]]*\])$", "", at)
            if shorter == at:
                return "the board"
            at = shorter
        return self._places[at]

    def _placed(self, message: str) -> str:
        """A message with the places that it names in the data as places in the text."""
        return re.sub(r"\bstate(?:\.\w+(?:\[\d+\])?)+", lambda match: self._place(match[0]), message)

    # --- lines

    def _lines(self, text: str) -> dict[tuple[int | None, str], tuple[int, str]]:
        """The settings of the section `[state]`: player (None for the whole game) and key, line and value."""
        found: dict[tuple[int | None, str], tuple[int, str]] = {}
        section = "state"
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
            line = line.strip()
            if match := re.fullmatch(r"\[\s*(\w+)\s*\]", line):
                section = match[1].lower()
                if section != "state":
                    self._warn(number, f"the section [{match[1]}] is not used")
            elif section == "state" and line and not line.startswith("#"):
                key, equals, value = line.partition("=")
                if not equals:
                    self._warn(number, f"{line[:60]!r} is no `key=value` and is not used")
                    continue
                where = self._key(key.strip().lower())
                if where in found:
                    self._warn(found[where][0], f"not used, as `{key.strip()}` in line {number} says it again")
                found[where] = (number, value.strip())
        return found

    @staticmethod
    def _key(key: str) -> tuple[int | None, str]:
        """The player and what is said of them; `HumanCardsInPlay` and `humanplay` are `p0battlefield`."""
        if match := re.fullmatch(r"(human|ai|p\d)(?:cardsin)?([^\W\d]\w*)", key):
            return player_of(match[1]), "battlefield" if match[2] == "play" else match[2]
        return None, key

    def _setting(self, line: int, player: int | None, key: str, value: str) -> None:
        if player is None:
            self._game_setting(line, key, value)
            return
        fields = self._players.setdefault(player, {})
        at = f"state.{'you' if player == 0 else f'opponents[{player - 1}]'}"
        if key in _ZONES:
            zone = _ZONES[key]
            self._zones[player, zone] = _items(line, value)
            self._note(f"{at}.{zone}", line, self._zones[player, zone])
        elif key in _NUMBERS:
            self._places[f"{at}.{_NUMBERS[key]}"] = f"line {line}"
            self._put(fields, _NUMBERS[key], self._number(value, f"line {line}"))
        elif key == "counters":
            for kind, number in self._counters(value, f"line {line}").items():
                if field := _COUNTERS.get(kind.upper()):
                    fields[field] = number
                    self._places[f"{at}.{field}"] = f"line {line}"
                else:
                    self._warn(line, f"the {kind} counters of a player are not used")
        elif key in ("manapool", "persistentmana"):
            fields["pool"] = f"{fields.get('pool', '')} {value}".strip()
            self._places[f"{at}.pool"] = f"line {line}"
        elif key == "putonstack":
            self._stack(line, player, value)
        elif value not in ("", "0"):
            self._warn(line, f"`{key}` is not used")

    def _note(self, at: str, line: int, items: list[_Item]) -> None:
        """Remember where the entries of a list stand, and the cards that other items name by a number."""
        self._places[at] = f"line {line}"
        for index, item in enumerate(items):
            self._places[f"{at}[{index}]"] = item.place
            for word, value, _ in item.attributes:
                if word == "id":
                    self._ids.setdefault(value, item)

    def _game_setting(self, line: int, key: str, value: str) -> None:
        none = value.lower() in ("", "none")
        if key == "activeplayer" and not none:
            player = player_of(value)
            if player is None:
                self._problems.bad(f"line {line}", f"expected a player such as p0, p1, human or ai, not {value[:40]!r}")
            self._data["turn"] = "opponent" if player else "you"
        elif key == "activephase" and not none:
            phase = phase_of(value)
            if phase is None:
                self._problems.bad(f"line {line}", f"expected a phase such as MAIN1, not {value[:40]!r}")
            else:
                self._data["phase"] = phase.value
        elif key == "removesummoningsickness":
            self._never_sick = value.lower() == "true"
        elif not none:
            self._warn(line, f"`{key[:60]}` is not used")

    def _stack(self, line: int, player: int, value: str) -> None:
        """Spells put on the stack: `Lightning Bolt->AI;Shock->12;Fireblast:script`."""
        for item in _items(line, value):
            name, arrow, target = item.name.partition("->")
            name, colon, script = name.partition(":")
            entry: dict[str, Any] = {"card": name.strip(), "controller": "opponent" if player else "you"}
            if arrow:
                aimed = player_of(target)
                entry["targets"] = [target.strip() if aimed is None else "opponent" if aimed else "you"]
            if colon:
                self._unused[line, script.strip()].append(name)
            stack = self._data.setdefault("stack", [])
            self._places[f"state.stack[{len(stack)}]"] = item.place
            stack.append(entry)

    # --- values

    @staticmethod
    def _put(fields: dict[str, Any], key: str, value: object) -> None:
        if value is not None:
            fields[key] = value

    def _number(self, text: str, place: str) -> int | None:
        if re.fullmatch(r"[+-]?[0-9]{1,30}", text):
            return int(text)
        self._problems.bad(place, f"expected a whole number, not {text[:40]!r}")
        return None

    def _counters(self, text: str, place: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            name, _, number = part.partition("=")
            amount = self._number(number.strip(), place)
            if amount is not None:
                found[counter_kind(name)] = amount
        return found

    # --- items

    def _entry(self, item: _Item, zone: str) -> dict[str, Any]:
        """The protocol's form of an item."""
        entry = self._named(item)
        if zone == "command":
            entry["commander"] = False
        for word, value, text in item.attributes:
            if word == "id":
                entry["ref"] = value
            elif word == "iscommander":
                entry["commander"] = True
            elif word == "counters":
                entry["counters"] = self._counters(value, item.place)
            elif zone == "battlefield" and self._permanent_attribute(item, entry, word, value):
                continue
            elif zone == "exile" and word in _MARKS:
                key, mark = _MARKS[word]
                entry[key] = mark
            elif word not in _WITHOUT_MEANING and not (
                word == "facedown" and "foretold" in [w for w, _, _ in item.attributes]
            ):
                self._unused[item.line, text[:60]].append(item.name)
        if self._never_sick:
            entry.pop("summoning_sick", None)
        return entry

    def _named(self, item: _Item) -> dict[str, Any]:
        if item.name.startswith("t:"):
            token = self._tokens.by_definition(item.name[2:])
            if not item.name[2:].partition(",")[0].strip():
                self._problems.bad(item.place, "a token without a name")
            for doubt in token.doubts:
                message = f"line {item.line}: {doubt}"
                if message not in self._warnings:
                    self._warnings.append(message)
            colors = {} if token.colors is None else {"colors": token.colors}
            return {"card": token.name, "token": True, **colors}
        if item.name.startswith("T:"):
            return {"card": self._tokens.by_script(item.name[2:]) or item.name, "token": True}
        return {"card": item.name.removesuffix("+")}

    def _permanent_attribute(self, item: _Item, entry: dict[str, Any], word: str, value: str) -> bool:
        """Take up an attribute of a permanent; False when it has no use here."""
        chosen = entry.setdefault("chosen", {}) if word in ("chosencolor", "chosentype", "namedcard") else {}
        match word:
            case _ if word in _STATUS:
                entry[_STATUS[word]] = True
            case "attachedto" | "attaching":
                entry["attached_to"] = value
            case "enchantingplayer":
                player = player_of(value)
                if player is None:
                    self._problems.bad(item.place, f"expected a player such as p0 or ai, not {value[:40]!r}")
                entry["attached_to"] = "opponent" if player else "you"
            case "chosencolor":
                colors = color_letters(value)
                if not colors:
                    self._problems.bad(item.place, f"expected colors, not {value[:40]!r}")
                else:
                    chosen["color"] = colors
            case "chosentype":
                chosen["type"] = value
            case "namedcard":
                chosen["name"] = value.replace("^", ",")
            case "imprinting":
                entry["imprinted"] = [
                    self._named(other)["card"]
                    for number in value.split(",")
                    if (other := self._by_id(item, number.strip()))
                ]
            case _ if word in _OTHER_FACE:
                self._put(entry, "face", self._other_face(item, entry["card"]))
            case _:
                return False
        return True

    def _by_id(self, item: _Item, number: str) -> _Item | None:
        if number not in self._ids:
            self._problems.bad(item.place, f"no card has the Id {number[:40]!r}")
        return self._ids.get(number)

    def _other_face(self, item: _Item, name: str) -> str | None:
        """The name of the second face of a card."""
        try:
            card = self._tokens.find(name)
        except CastableError:
            return None
        if len(card.faces) < 2:
            self._problems.bad(item.place, f"{card.name} has only one face")
            return None
        return card.faces[1].name
