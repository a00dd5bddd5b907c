"""The objects of a board: cards in zones, spells on the stack and permanents, read from protocol data.

Objects get their `id` in the order in which they are read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from castable.model.board.fields import MAX_NUMBER, MAX_PERMANENTS, Fields
from castable.model.board.problems import Problems
from castable.model.card import Card, CardSource, Face
from castable.model.cost import Cost
from castable.model.emblem import emblems_of
from castable.model.errors import CastableError, Malformed, Unsupported, pointed
from castable.model.filter import CARD_TYPES
from castable.model.mana import COLORS
from castable.model.state import CardInZone, Permanent, SizeChange

__all__ = ["STATUS", "Objects"]

STATUS = (
    "tapped",
    "summoning_sick",
    "phased_out",
    "attacking",
    "blocked",
    "blocking",
    "animated",
    "entered_this_turn",
    "dealt_combat_damage_this_turn",
)
"""The fields of a permanent that are true or false, and false unless said."""
_MARKS = ("plotted", "foretold", "adventure")
_SIDES = ("you", "teammate", "opponent")
_PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
_T = TypeVar("_T", CardInZone, Permanent)


@dataclass(frozen=True, slots=True)
class _Placed:
    """An entry of a battlefield, for what permanents say of each other."""

    fields: Fields
    names: frozenset[str]
    ref: str
    attached_to: str
    count: int


class Objects:
    """Reads the objects of one board; cards come from `cards`, and what is wrong goes to `problems`."""

    def __init__(self, cards: CardSource, problems: Problems) -> None:
        self._cards = cards
        self._problems = problems
        self._found: dict[str, Card | CastableError] = {}
        self._placed: list[_Placed] = []
        self._refs: dict[str, str] = {}
        self._ids = 0

    def find(self, name: str, at: str) -> Card | None:
        """The card of a name given at a place; None (and a problem unless the name is empty) if there is none."""
        if not name:
            return None
        if name not in self._found:
            try:
                self._found[name] = self._cards.find(name)
            except CastableError as error:
                self._found[name] = error
        found = self._found[name]
        if isinstance(found, CastableError):
            self._problems.error(at, found)
            return None
        return found

    def _card(self, fields: Fields, key: str = "card") -> Card | None:
        """The card a field names; the field `card` must be there."""
        if key == "card":
            fields.require(key)
        return self.find(fields.text(key), fields.place(key))

    def plain_cards(self, fields: Fields, key: str) -> tuple[Card, ...]:
        """A list of cards, none a token, of which nothing but the name is said."""
        found = []
        for at, entry in fields.listed(key):
            if inner := Fields.of(entry, at, self._problems, card=True):
                card = self._card(inner)
                self._refuse_token(card, inner)
                inner.close()
                found += [card] if card else []
        return tuple(found)

    def _refuse_token(self, card: Card | None, fields: Fields) -> None:
        if fields.flag("token") or (card and card.is_token):
            self._problems.bad(fields.at, "a token is on the battlefield or nowhere (CR 111.7)")

    # --- cards in zones, spells on the stack

    def zone(self, fields: Fields, key: str) -> tuple[CardInZone, ...]:
        """The cards of a zone other than the battlefield, or the spells and abilities of `stack` and the like."""
        read = (self.entry(entry, at, key) for at, entry in fields.listed(key))
        return tuple(card for card in read if card)

    def entry(self, value: object, at: str, zone: str) -> CardInZone | None:
        """One card of a zone, one spell or one ability."""
        fields = Fields.of(value, at, self._problems, card=True)
        if fields is None:
            return None
        card = self._card(fields)
        self._refuse_token(card, fields)
        on_stack = zone in ("stack", "resolving", "resolved")
        found = self._announced(fields) if on_stack else self._resting(fields, zone)
        found["ref"] = self._ref(fields)
        fields.close()
        if card is None:
            return None
        if on_stack and not found["ability"] and all(face.is_land for face in card.faces):
            self._problems.bad(at, f"{card.name} is a land and never a spell (CR 305.9)")
        return self._numbered(CardInZone(card=card, **found))

    def _announced(self, fields: Fields) -> dict[str, Any]:
        """What a spell or ability on the stack has besides its card."""
        return {
            "controller": fields.word("controller", _SIDES, "you"),
            "targets": fields.names("targets"),
            "ability": fields.text("ability"),
            "copy": fields.flag("copy"),
            **self._remembered(fields),
        }

    def _remembered(self, fields: Fields) -> dict[str, Any]:
        """What was announced for a spell, also for one that has become a permanent."""
        kicked = []
        for at, entry in fields.listed("kicked"):
            if text := fields.name(entry, at):
                try:
                    kicked.append(str(Cost.parse(text)))
                except Malformed as error:
                    self._problems.error(at, error)
        return {"x": fields.whole("x") if "x" in fields else None, "kicked": tuple(kicked)}

    def _resting(self, fields: Fields, zone: str) -> dict[str, Any]:
        """What a card in another zone has besides its card."""
        via = self._card(fields, "via")
        found = {
            "counters": fields.counters("counters"),
            "via": via.name if via else "",
            "via_card": via,
            "marked": fields.word("marked", _MARKS),
            "this_turn": fields.flag("this_turn"),
            "commander": fields.flag("commander", zone == "command"),
            "casts": fields.whole("casts"),
        }
        if found["marked"] and zone != "exile":
            self._problems.bad(
                fields.place("marked"), "a card that is plotted, foretold or on an adventure is in exile"
            )
        if found["this_turn"] and not found["marked"]:
            self._problems.bad(fields.place("this_turn"), "`this_turn` goes with `marked`")
        self._check_casts(fields, found)
        return found

    def _check_casts(self, fields: Fields, found: dict[str, Any]) -> None:
        if found["casts"] and not found["commander"]:
            self._problems.bad(fields.place("casts"), "`casts` is for a commander")

    def _ref(self, fields: Fields) -> str:
        """The name other fields point at; an entry with a `count` has one for all its equal permanents."""
        ref = fields.text("ref")
        if ref in _SIDES:
            self._problems.bad(fields.place("ref"), f"{ref!r} means a player")
        elif ref and ref in self._refs:
            self._problems.bad(fields.place("ref"), f"{self._refs[ref]} has the ref {ref!r} already")
        elif ref:
            self._refs[ref] = fields.at
        return ref

    def _numbered(self, thing: _T) -> _T:
        self._ids += 1
        return replace(thing, id=self._ids)

    # --- permanents

    def battlefield(self, fields: Fields) -> tuple[Permanent, ...]:
        """The permanents of a player, each by itself."""
        found: list[Permanent] = []
        total = 0
        for at, entry in fields.listed("battlefield", MAX_PERMANENTS):
            if inner := Fields.of(entry, at, self._problems, card=True):
                count = inner.whole("count", 1, 0, MAX_PERMANENTS)
                permanent = self._permanent(inner, count)
                inner.close()
                total += count
                if permanent and total <= MAX_PERMANENTS:
                    found += [self._numbered(permanent) for _ in range(count)]
        if total > MAX_PERMANENTS:
            self._problems.too_large(fields.place("battlefield"), f"more than {MAX_PERMANENTS:,} permanents")
        return tuple(found)

    def _permanent(self, fields: Fields, count: int) -> Permanent | None:
        card, copy_of = self._card(fields), self._card(fields, "copy_of")
        shown = copy_of if "copy_of" in fields else card
        found: dict[str, Any] = {status: fields.flag(status) for status in STATUS}
        found |= {
            "face_down": fields.flag("face_down"),
            "ref": self._ref(fields),
            "attached_to": fields.text("attached_to"),
            "counters": fields.counters("counters"),
            "token": fields.flag("token", bool(card and card.is_token)),
            "chosen": self._chosen(fields),
            "imprinted": self.plain_cards(fields, "imprinted"),
            "colors": fields.colors("colors"),
            "used_this_turn": self._used(fields),
            "timestamp": fields.whole("timestamp", low=-MAX_NUMBER),
            "commander": fields.flag("commander"),
            "casts": fields.whole("casts"),
            "sizes": tuple(self._sizes(fields)),
            **self._remembered(fields),
        }
        found["face_name"] = self._face_name(fields, shown, found["face_down"])
        self._check_casts(fields, found)
        names = {fields.raw_text("card"), *(c.name for c in (card, shown) if c)}
        names |= {found["face_name"] or shown.front.name} if shown else set()
        folded = frozenset(name.casefold() for name in names)
        self._placed.append(_Placed(fields, folded, found["ref"], found["attached_to"], count))
        if card is None:
            return None
        permanent = Permanent(card=card, copy_of=copy_of, **found)
        self._check_kind(fields, permanent)
        return permanent

    def _sizes(self, fields: Fields) -> Iterator[SizeChange]:
        """What has resolved and lasts: `{"set": "0/2"}`, `{"change": "+3/-1"}`, `{"switch": true}`."""
        for at, entry in fields.listed("sizes"):
            inner = Fields.of(entry, at, self._problems)
            if inner is None:
                continue
            kinds = [kind for kind in ("set", "change", "switch") if kind in inner]
            size = (0, 0)
            if kinds == ["switch"]:
                inner.flag("switch")
            elif len(kinds) == 1:
                size = inner.parsed(kinds[0], _size, size)
            else:
                self._problems.bad(at, "expected one of `set`, `change`, `switch`")
            time = inner.whole("timestamp", low=-MAX_NUMBER)
            until = inner.text("until") or "turn"
            inner.close()
            if len(kinds) == 1:
                yield SizeChange(kind=kinds[0], power=size[0], toughness=size[1], timestamp=time, until=until)

    def emblems(self, fields: Fields) -> tuple[Face, ...]:
        """The emblems of a player, each by the name of the card whose ability makes it."""
        found: list[Face] = []
        for at, entry in fields.listed("emblems"):
            card = self.find(fields.name(entry, at), at)
            made = tuple(emblems_of(card)) if card else ()
            if card and len(made) != 1:
                self._problems.error(at, Unsupported(f"an emblem of {card.name}"))
            found += made[:1]
        return tuple(found)

    def _check_kind(self, fields: Fields, permanent: Permanent) -> None:
        """A token is one, and what lies face up is a permanent card."""
        if permanent.card.is_token and not permanent.token:
            self._problems.bad(fields.place("token"), f"{permanent.card.name} is a token")
        types = permanent.face.types
        if types and not types & _PERMANENT_TYPES and not permanent.face_down:
            hint = "; `face` says which face is up" if len(permanent.shown.faces) > 1 else ""
            self._problems.bad(fields.at, f"{permanent.name} is no permanent card (CR 110.4){hint}")

    def _face_name(self, fields: Fields, shown: Card | None, face_down: bool) -> str:
        """The face that is up, empty for the front; a permanent called by the name of another face shows that one."""
        wanted = fields.text("face")
        if wanted and face_down:
            self._problems.bad(fields.place("face"), "a permanent that is face down shows no face (CR 708.2)")
        if shown is None:
            return ""
        face = shown.face(wanted or fields.raw_text("copy_of") or fields.raw_text("card"))
        if face is None and wanted:
            names = ", ".join(repr(f.name) for f in shown.faces)
            self._problems.bad(fields.place("face"), f"{shown.name} has no face {wanted!r}, only {names}")
        return "" if face is None or face == shown.front else face.name

    def _chosen(self, fields: Fields) -> tuple[tuple[str, str], ...]:
        inner = fields.inner("chosen")
        if inner is None:
            return ()
        colors = inner.colors("color")
        if colors == frozenset():
            self._problems.bad(inner.place("color"), "no color is named")
        chosen = [("color", str(color)) for color in COLORS if color in (colors or ())]
        if name := inner.text("name"):
            card = self.find(name, inner.place("name"))
            face = card.face(name) if card else None
            chosen.append(("name", face.name if face else card.name if card else name))
        if kind := inner.text("type"):
            plain = kind.lower() in CARD_TYPES
            chosen.append(("type", kind.lower() if plain else kind[0].upper() + kind[1:]))
        inner.close()
        return tuple(chosen)

    def _used(self, fields: Fields) -> tuple[str, ...]:
        """Abilities used, by their cost in its usual form; `true` is the permission."""
        if isinstance(fields.take("used_this_turn"), bool):
            return ("permission",) if fields.flag("used_this_turn") else ()
        return tuple(_ability_text(text) for text in fields.names("used_this_turn"))

    def check_attachments(self) -> None:
        """Note each permanent attached to what is not there or not one thing; to be called when all are read."""
        by_name: defaultdict[str, list[_Placed]] = defaultdict(list)
        for placed in self._placed:
            for name in placed.names:
                by_name[name].append(placed)
        by_ref = {placed.ref: [placed] for placed in self._placed if placed.ref}
        for placed in self._placed:
            wanted, at = placed.attached_to, placed.fields.place("attached_to")
            if wanted in ("", "you", "opponent"):
                continue
            if wanted == placed.ref:
                self._problems.bad(at, "attached to itself")
                continue
            meant = by_ref.get(wanted) or [p for p in by_name[wanted.casefold()] if p is not placed]
            count = sum(p.count for p in meant)
            if count == 0:
                self._problems.bad(at, f"no permanent has the ref or the name {wanted!r}")
            elif count > 1:
                self._problems.bad(at, f"{count} permanents are called {wanted!r}: give the one meant a `ref`")


def _size(text: str) -> tuple[int, int]:
    """Power and toughness, `0/2` or `+3/-1`."""
    match = re.fullmatch(r"\s*([+-]?[0-9]{1,6})\s*/\s*([+-]?[0-9]{1,6})\s*", text)
    if match is None:
        raise Malformed(pointed(text or " ", 0, len(text), "expected power and toughness such as 0/2 or +3/+3"))
    return int(match[1]), int(match[2])


def _ability_text(text: str) -> str:
    """A cost in its usual form; other names of abilities (equip, mana) as they are."""
    try:
        return str(Cost.parse(text))
    except Malformed:
        return text
