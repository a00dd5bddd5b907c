"""Whether a spell has the targets that casting it needs (CR 115, 601.2c)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from castable.model.ability import Keyword, Modes, SpellTargets
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, matches
from castable.model.filter import Filter, Term
from castable.model.payment import Choices
from castable.model.state import Permanent, State
from castable.solver.explain import Cause

__all__ = ["candidates", "why_without_target"]

_PLAYERS = frozenset({"player", "opponentplayer"})
_CARD_ZONES = {"graveyardcast": "graveyard", "exilecast": "exile"}


def why_without_target(state: State, face: Face, choices: Choices, named: tuple[str, ...] = ()) -> Cause | None:
    """The target that casting needs under these choices and that nothing can be; None when all can be chosen.

    `named` are targets that must be possible.
    """
    entries = list(face.of(SpellTargets))
    for name in named:
        if not any(_can_be(state, name, what) for entry in entries for what in entry.needs):
            return Cause(rule="601.2c", kind="target", text=f"{name} is no legal target for {face.name}")
    always = [entry for entry in entries if entry.mode is None]
    if missing := _missing(state, face, always, choices):
        return missing
    modes = next(face.of(Modes), None)
    if modes is None:
        return None
    causes = [_missing(state, face, [e for e in entries if e.mode == mode], choices) for mode in range(1, modes.of + 1)]
    if causes.count(None) >= modes.at_least:
        return None
    return next(cause for cause in causes if cause)


def _missing(state: State, face: Face, entries: list[SpellTargets], choices: Choices) -> Cause | None:
    """Choose targets for all entries; those of one entry, and of one that says "another", are different objects."""
    needs: list[list[tuple[Filter, set[Hashable]]]] = []
    for entry in entries:
        times = _times(entry, choices)
        if entry.any_number or not times:
            continue
        wanted = [(what, set(candidates(state, what))) for what in entry.needs * times]
        if entry.another and needs:
            needs[-1] += wanted
        else:
            needs.append(wanted)
    for group in needs:
        if not _distinct([found for _, found in group], frozenset()):
            what = next((what for what, found in group if not found), group[0][0])
            number = "" if len(group) == 1 else f" (different ones for {len(group)} targets)"
            return Cause(rule="601.2c", kind="target", text=f"{face.name} needs a target ({what}){number}")
    return None


def _times(entry: SpellTargets, choices: Choices) -> int:
    if not entry.if_kicked:
        return 1
    kicked = [str(cost) for cost in choices.kicked]
    paid = len(kicked) if entry.if_kicked == "any" else kicked.count(entry.if_kicked)
    return paid if entry.each_kick else min(paid, 1)


def _distinct(options: list[set[Hashable]], taken: frozenset[Hashable]) -> bool:
    """Whether each may have an object of its own."""
    if not options:
        return True
    first, *rest = sorted(options, key=len)
    return any(_distinct(rest, taken | {one}) for one in first - taken)


def candidates(state: State, wanted: Filter) -> Iterator[Hashable]:
    """Everything that your spell may target and that matches: permanents, players, spells and cards in graveyards."""
    view = View(state)
    for terms in wanted.any_of:
        words = {term.word for term in terms}
        alone = Filter((terms,))
        if words & _PLAYERS:
            yield from _players(state, terms)
        elif "spell" in words:
            for spell in state.stack:
                if not spell.ability and matches(alone, spell, view, spell.controller):
                    yield ("stack", spell.id)
        elif zones := words & _CARD_ZONES.keys():
            rest = Filter((tuple(term for term in terms if term.word not in _CARD_ZONES),))
            for side, player in state.players():
                for card in player.zone(_CARD_ZONES[zones.pop()] if len(zones) == 1 else "graveyard"):
                    if matches(rest, card, view, side):
                        yield ("card", card.id)
        else:
            for side, permanent in state.permanents():
                if matches(alone, permanent, view, side) and _may_be_target(permanent, side):
                    yield ("permanent", permanent.id)


def _can_be(state: State, name: str, wanted: Filter) -> bool:
    """Whether something that goes by this name (a card name, a ref, `you`, `opponent`) is a candidate."""
    found = set(candidates(state, wanted))
    if name in ("you", "opponent"):
        return any(one == name or (isinstance(one, tuple) and one[0] == name) for one in found)
    ids = {("permanent", p.id) for _, p in state.permanents() if name in (p.ref, p.name, p.card.name)}
    ids |= {("stack", c.id) for c in state.stack if name in (c.ref, c.card.name)}
    ids |= {("card", c.id) for _, p in state.players() for c in p.graveyard if name == c.card.name}
    return bool(found & ids)


def _players(state: State, terms: tuple[Term, ...]) -> Iterator[Hashable]:
    if any(term.word == "opponentplayer" or (term.word == "opponent" and not term.negated) for term in terms):
        yield from (("opponent", at) for at in range(len(state.opponents)))
    else:
        yield "you"
        yield from ((side, at) for at, (side, _) in enumerate(state.players()) if side != "you")


def _may_be_target(permanent: Permanent, side: str) -> bool:
    """Hexproof and shroud (CR 702.11, 702.18); protection and the like are not judged."""
    for keyword in permanent.face.of(Keyword):
        if keyword.name == "shroud" or (keyword.name == "hexproof" and side == "opponent" and not keyword.argument):
            return False
        if keyword.name == "protection" or (keyword.name == "hexproof" and side == "opponent"):
            raise Unsupported(f"{keyword.name} {keyword.argument} of {permanent.name} as a target")
    return True
