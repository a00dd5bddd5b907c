"""What a spell or an ability may target (CR 115)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import replace

from castable.model.ability import ActivatedAbility, Keyword, Prohibition
from castable.model.card import Face
from castable.model.cost import Cost
from castable.model.errors import Malformed, Unsupported
from castable.model.evaluate import View, matches
from castable.model.filter import Filter, Term
from castable.model.oracle.nouns import parse_filter
from castable.model.state import CardInZone, Permanent, Player, State
from castable.model.view import colors_of

__all__ = ["called", "candidates"]

_PLAYERS = frozenset({"player", "opponentplayer"})
_ADJECTIVES = frozenset("white blue black red green colorless monocolored multicolored".split())
_ABILITIES = frozenset({"anyability", "activatedability", "triggeredability"})
_CARD_ZONES = {"graveyardcast": "graveyard", "exilecast": "exile"}


def candidates(
    state: State, wanted: Filter, view: View | None = None, by: Face | Permanent | None = None
) -> Iterator[Hashable]:
    """Everything that your spell may target and that matches: permanents, players, spells and cards in graveyards.

    `view` is from where the words are meant, where that is not your spell; `by` is what targets it, where it is known:
    the spell or the source of the ability.
    """
    view = view or View(state)
    for terms in wanted.any_of:
        words = {term.word for term in terms}
        alone = Filter((terms,))
        if words & _PLAYERS:
            if view.side != "you":
                raise Unsupported(f"which players {view.source.name if view.source else 'an effect'} means")
            yield from _players(state, terms, view)
        elif "spell" in words:
            for spell in state.stack:
                if not spell.ability and matches(alone, spell, view, spell.controller):
                    yield ("stack", spell.id)
        elif kinds := words & _ABILITIES:
            rest = Filter((tuple(term for term in terms if term.word not in _ABILITIES) or (Term("any"),),))
            for entry in state.stack:
                if entry.ability and _is_kind(entry, kinds) and matches(rest, entry, view, entry.controller):
                    yield ("stack", entry.id)
        elif zones := words & _CARD_ZONES.keys():
            rest = Filter((tuple(term for term in terms if term.word not in _CARD_ZONES),))
            for side, player in state.players():
                for card in player.zone(_CARD_ZONES[zones.pop()] if len(zones) == 1 else "graveyard"):
                    if matches(rest, card, view, side) and not _is_card_barred(state, card, side):
                        yield ("card", card.id)
        else:
            for side, permanent in state.permanents():
                if matches(alone, permanent, view, side) and _may_be_target(state, permanent, side, by):
                    yield ("permanent", permanent.id)


def called(state: State, name: str) -> set[Hashable]:
    """Everything that goes by this name: a card name, a `ref`, `you`, `opponent`."""
    if name == "you":
        return {"you"}
    if name == "opponent":
        return {("opponent", at) for at in range(len(state.opponents))}
    found: set[Hashable] = {("permanent", p.id) for _, p in state.permanents() if name in (p.ref, p.name, p.card.name)}
    found |= {("stack", c.id) for c in state.stack if name in (c.ref, c.card.name)}
    return found | {("card", c.id) for _, p in state.players() for c in p.graveyard if name == c.card.name}


def _is_kind(entry: CardInZone, kinds: set[str]) -> bool:
    """Whether an ability on the stack is of this kind: an activated one is named by its cost or its keyword."""
    try:
        Cost.parse(entry.ability)
        activated = True
    except Malformed:
        keywords = {ability.keyword for face in entry.card.faces for ability in face.of(ActivatedAbility)}
        activated = entry.ability.casefold() in keywords
    return bool(kinds & {"anyability", "activatedability" if activated else "triggeredability"})


def _players(state: State, terms: tuple[Term, ...], view: View) -> Iterator[Hashable]:
    if Term("enchanted") in terms and view.source is not None:
        yield from _enchanted(state, view.source)
    else:
        of_opponents = any(t.word == "opponentplayer" or (t.word == "opponent" and not t.negated) for t in terms)
        if not of_opponents:
            yield from ["you"] if _may_be_aimed_at(state, state.you, "any") else []
            mates = enumerate(state.teammates)
            yield from (("teammate", at) for at, player in mates if _may_be_aimed_at(state, player, "any"))
        others = enumerate(state.opponents)
        yield from (("opponent", at) for at, player in others if _may_be_aimed_at(state, player, "opponent"))


def _may_be_aimed_at(state: State, player: Player, by: str) -> bool:
    """Whether no permanent of a player keeps that player from being a target (CR 702.11c, 702.18b); `by` is `opponent`
    where one of the player's opponents targets."""
    there = (permanent for permanent in player.battlefield if not permanent.phased_out)
    bans = (ban for permanent in there for ban in permanent.face.of(Prohibition) if ban.what == "target player")
    return not any(ban.who in ("any", by) for ban in bans)


def _enchanted(state: State, aura: Permanent) -> Iterator[Hashable]:
    """The player that an Aura enchants (CR 303.4)."""
    if aura.attached_to == "opponent" and len(state.opponents) != 1:
        raise Unsupported(f"which opponent {aura.name} is attached to")
    if aura.attached_to in ("you", "opponent"):
        yield "you" if aura.attached_to == "you" else ("opponent", 0)


def _may_be_target(state: State, permanent: Permanent, side: str, by: Face | Permanent | None) -> bool:
    """Hexproof and shroud (CR 702.11, 702.18), and protection from what targets it (CR 702.16b)."""
    for keyword in permanent.face.of(Keyword):
        if keyword.name == "shroud" or (keyword.name == "hexproof" and side == "opponent" and not keyword.argument):
            return False
        if keyword.name == "protection" or (keyword.name == "hexproof" and side == "opponent"):
            if by is None:
                raise Unsupported(f"{keyword.name} {keyword.argument} of {permanent.name} as a target")
            if _is_of_quality(state, keyword, permanent, by):
                return False
    return not any(_is_barred(state, ban, permanent, side, by, view) for ban, view in _bans_on_targets(state))


def _bans_on_targets(state: State) -> Iterator[tuple[Prohibition, View]]:
    """What permanents say can't be a target of yours."""
    for side, permanent in state.permanents_with(Prohibition):
        view = View(state, permanent, side)
        for ban in permanent.face.of(Prohibition):
            if ban.what.startswith("target ") and (ban.who == "any" or side == "opponent"):
                yield ban, view


def _is_card_barred(state: State, card: CardInZone, side: str) -> bool:
    """Whether an effect keeps a card of a graveyard from being a target."""
    bans = ((ban, view) for ban, view in _bans_on_targets(state) if ban.what == "target card")
    return any(matches(ban.of, card, view, side) for ban, view in bans)


def _is_barred(
    state: State, ban: Prohibition, permanent: Permanent, side: str, by: Face | Permanent | None, view: View
) -> bool:
    """Whether an effect keeps a permanent from being a target of this spell, or of an ability of this source."""
    if not ban.what.startswith("target with ") or not matches(ban.of, permanent, view, side):
        return False
    if by is None:
        raise Unsupported(f"{permanent.name} as a target, which {view.source.name if view.source else 'a card'} bars")
    if ban.what != ("target with spells" if isinstance(by, Face) else "target with abilities"):
        return False
    return ban.by == Filter.ANY or matches(ban.by, by, View(state, permanent))


def _is_of_quality(state: State, keyword: Keyword, permanent: Permanent, by: Face | Permanent) -> bool:
    """Whether a spell or the source of an ability is what a permanent has protection or hexproof from."""
    several = re.split(r",? and from |, from ", keyword.argument.strip().removeprefix("from "))
    if len(several) > 1:
        each = (replace(keyword, argument=one) for one in several)
        return any(_is_of_quality(state, one, permanent, by) for one in each)
    quality = several[0].lower()
    if quality == "everything":
        return True
    if quality in ("all colors", "each color"):
        return bool(colors_of(by))
    try:
        if quality in _ADJECTIVES:
            wanted = Filter.parse(quality)
        else:
            wanted = parse_filter(several[0])
    except Malformed:
        raise Unsupported(f"{keyword.name} {keyword.argument} of {permanent.name} as a target") from None
    if not wanted.only_words(_ADJECTIVES):
        raise Unsupported(f"{keyword.name} {keyword.argument} of {permanent.name} as a target")
    return matches(wanted, by, View(state, permanent))
