"""A state in the query protocol: JSON data to `State`.

    state_from_data({"you": {"hand": ["Divination"], "battlefield": [{"card": "Island", "count": 3}]}}, cards)

A card is its name or an object with the field `card`. Objects get their `id` in reading order: of each player (you,
teammates, opponents) the battlefield, hand, graveyard, exile, library and command zone, then the stack.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from castable.model.board.fields import MAX_NUMBER, MAX_PLAYERS, MAX_POOL, Fields
from castable.model.board.objects import Objects
from castable.model.board.problems import Problems
from castable.model.card import CardSource
from castable.model.errors import CastableError, Malformed, Unsupported
from castable.model.mana import Mana, Restriction, Unit
from castable.model.oracle.restrictions import parse_restriction
from castable.model.state import NEWEST_RULES, CardInZone, Phase, Player, State

__all__ = ["read_restriction", "state_from_data"]


def read_restriction(words: str, never: bool) -> Restriction:
    """The spending limit in `words`: what mana may only be spent on, or with `never` what it can't be spent on.

    Words as on cards are read (`to cast creature spells`), and the text form of `Use` (`cast creature or activate
    creature`), in which limits are written; others raise `Unsupported`.
    """
    try:
        return Restriction.parse(f"{'never' if never else 'only'} {words}")
    except Malformed:
        try:
            return parse_restriction(words, never)
        except Malformed:
            raise Unsupported(f"the spending limit {words!r}") from None


def state_from_data(data: object, cards: CardSource, at: str = "state") -> State:
    """Read a state; `at` is what the place of the whole is called.

    All problems are found before `BoardProblems` is raised: fields unknown or of the wrong type, numbers beyond the
    limits, cards that `cards` does not know, and boards that cannot exist.
    """
    problems = Problems()
    state = _Reader(cards, problems).state(data, at)
    problems.check()
    return state


class _Reader:
    def __init__(self, cards: CardSource, problems: Problems) -> None:
        self._problems = problems
        self._objects = Objects(cards, problems)

    def state(self, data: object, at: str) -> State:
        fields = Fields.of(data, at, self._problems)
        if fields is None:
            return State()
        state = State(
            you=self._you(fields),
            teammates=self._players(fields, "teammates"),
            opponents=self._players(fields, "opponents"),
            phase=Phase(fields.word("phase", list(Phase), Phase.MAIN)),
            turn=fields.word("turn", ("you", "opponent"), "you"),
            stack=self._objects.zone(fields, "stack"),
            rules=self._rules(fields),
            format=self._format(fields),
            resolving=self._resolving(fields),
            resolved=self._objects.zone(fields, "resolved"),
        )
        fields.close()
        self._objects.check_attachments()
        return state

    def _you(self, fields: Fields) -> Player:
        value = fields.take("you")
        return self._player(value, fields.place("you")) if "you" in fields else Player()

    def _players(self, fields: Fields, key: str) -> tuple[Player, ...]:
        return tuple(self._player(entry, at) for at, entry in fields.listed(key, MAX_PLAYERS))

    def _rules(self, fields: Fields) -> str:
        text = fields.text("rules") or NEWEST_RULES
        try:
            if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
                raise ValueError(text)
            datetime.date.fromisoformat(text)
        except ValueError:
            self._problems.bad(fields.place("rules"), f"expected a date such as {NEWEST_RULES}, not {text!r}")
            return NEWEST_RULES
        if text > NEWEST_RULES:
            error = Unsupported(f"rules of {text}: the newest known are those of {NEWEST_RULES}")
            self._problems.error(fields.place("rules"), error)
        return text

    def _format(self, fields: Fields) -> str:
        text = fields.text("format")
        if text and not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text):
            self._problems.bad(fields.place("format"), f"expected a name such as two-headed-giant, not {text!r}")
        return text

    def _resolving(self, fields: Fields) -> tuple[CardInZone, ...]:
        """One entry or a list of them."""
        value = fields.take("resolving")
        if "resolving" not in fields or isinstance(value, list | tuple):
            return self._objects.zone(fields, "resolving")
        entry = self._objects.entry(value, fields.place("resolving"), "resolving")
        return (entry,) if entry else ()

    def _player(self, value: object, at: str) -> Player:
        fields = Fields.of(value, at, self._problems)
        if fields is None:
            return Player()
        player = Player(
            battlefield=self._objects.battlefield(fields),
            hand=self._objects.zone(fields, "hand"),
            graveyard=self._objects.zone(fields, "graveyard"),
            exile=self._objects.zone(fields, "exile"),
            library_top=self._objects.zone(fields, "library_top"),
            command=self._objects.zone(fields, "command"),
            emblems=self._objects.emblems(fields),
            life=fields.whole("life", 20, -MAX_NUMBER),
            pool=self._pool(fields),
            commander_identity=fields.colors("commander_identity"),
            lands_played=fields.whole("lands_played"),
            spells_cast_this_turn=self._objects.plain_cards(fields, "spells_cast_this_turn"),
            energy=fields.whole("energy"),
            experience=fields.whole("experience"),
            turns_taken=fields.whole("turns_taken"),
            life_lost_this_turn=fields.whole("life_lost_this_turn"),
            cards_drawn_this_turn=fields.whole("cards_drawn_this_turn"),
            searched_library_this_turn=fields.flag("searched_library_this_turn"),
        )
        fields.close()
        return player

    # --- mana

    def _pool(self, fields: Fields) -> Mana:
        plain = fields.mana("pool")
        left, units = Counter(plain), list[Unit]()
        for at, mana, make in self._sourced(fields, plain):
            if Counter(mana) <= left:
                left -= Counter(mana)
                units += map(make, mana)
            else:
                self._problems.bad(at, f"{str(Mana.of(mana))[:60]} is not in what is left of `pool`")
                if not left:
                    break
        units += left.elements()
        for at, entry in fields.listed("restricted_pool", MAX_POOL):
            units += self._restricted(entry, at)
            if len(units) > MAX_POOL:
                self._problems.too_large(at, f"a pool of more than {MAX_POOL:,} units of mana")
                break
        return Mana.of(units)

    def _sourced(self, fields: Fields, plain: Mana) -> Iterator[tuple[str, tuple[Unit, ...], Callable[[Unit], Unit]]]:
        """Units of the pool with where they are named and what gives them their source.

        `pool_sources` is a list of `{"mana", "from"}`, or of one name for each unit of `pool` as it is written.
        """
        entries = fields.listed("pool_sources", MAX_POOL)
        if entries and all(isinstance(entry, str) for _, entry in entries):
            symbols = re.findall(r"\{[^{}]*\}|[^\s{}]", fields.raw_text("pool"))
            written = [unit for symbol in symbols for unit in Mana.parse(symbol)] if plain.units else []
            if len(written) != len(entries):
                message = f"{len(entries)} sources for {len(written)} units of `pool`"
                self._problems.bad(fields.place("pool_sources"), message)
                return
            for (at, entry), unit in zip(entries, written, strict=True):
                yield at, (unit,), self._maker(fields.name(entry, at), at)
            return
        for at, entry in entries:
            if inner := Fields.of(entry, at, self._problems):
                inner.require("mana", "from")
                mana = inner.mana("mana")
                make = self._maker(inner.text("from"), inner.place("from"))
                inner.close()
                yield at, mana.units, make

    def _maker(self, source: str, at: str) -> Callable[[Unit], Unit]:
        """What marks a unit as made by the card of this name, snow mana if that is snow (CR 106.3, 107.4h)."""
        card = self._objects.find(source, at)
        if card is None:
            return lambda unit: unit
        face = card.face(source) or card.front
        return lambda unit: replace(unit, source=face.name, snow="snow" in face.supertypes)

    def _restricted(self, entry: object, at: str) -> list[Unit]:
        fields = Fields.of(entry, at, self._problems)
        if fields is None:
            return []
        fields.require("mana")
        if "only" not in fields and "never" not in fields:
            self._problems.bad(at, "one of the fields `only` and `never` is missing")
        mana = fields.mana("mana")
        restriction = Restriction()
        for key in ("only", "never"):
            if words := fields.text(key):
                try:
                    read = read_restriction(words, key == "never")
                    restriction = Restriction(restriction.only + read.only, restriction.never + read.never)
                except CastableError as error:
                    self._problems.error(fields.place(key), error)
        make = self._maker(fields.text("from"), fields.place("from"))
        fields.close()
        return [replace(make(unit), restriction=restriction) for unit in mana]
