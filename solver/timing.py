"""When and whether a card may be played at all, payment aside (CR 117.1, 302.1, 305, 307.1, 601.3)."""

from __future__ import annotations

from castable.model.ability import CastOnly, LandPlays
from castable.model.card import Face
from castable.model.evaluate import View, holds, matches, value
from castable.model.filter import Filter
from castable.model.state import Phase, State
from castable.solver.explain import Cause
from castable.solver.prohibitions import Bans

__all__ = ["why_no_land", "why_no_priority", "why_not_now"]


def why_no_priority(state: State, *, mana_ability: bool = False) -> Cause | None:
    """Why nothing, or nothing but mana abilities, may be done now (CR 117.3a, 702.61)."""
    if state.phase in (Phase.UNTAP, Phase.CLEANUP) and not state.resolving:
        return Cause(rule="117.3a", kind="timing", text=f"no player has priority in the {state.phase} step")
    waiting = (*state.stack, *(entry for entry in state.resolving if not entry.ability))
    if not mana_ability and any(spell.card.front.has_keyword("split second") for spell in waiting):
        return Cause(rule="702.61a", kind="timing", text="a spell with split second is on the stack")
    return None


def why_not_now(
    state: State,
    face: Face,
    *,
    facts: frozenset[str] = frozenset({"handcast"}),
    flash: bool = False,
    as_sorcery: bool = False,
    bans: bool = True,
) -> Cause | None:
    """What about the moment forbids casting this face, None when nothing does.

    Where an instruction that is resolving lets it be cast, its type says nothing of when (CR 608.2g).
    `facts` say how it is cast (see `castable.solver.as_cast`). With `flash` it may be cast whenever an instant may;
    `as_sorcery` only when a sorcery may. Without `bans` nothing is asked of effects that forbid casting it.
    """
    if cause := why_no_priority(state):
        return cause
    instant = "instant" in face.types or face.has_keyword("flash") or flash or bool(state.resolving)
    if as_sorcery and not state.resolving and not state.sorcery_timing:
        text = f"{face.name} may be cast so only in your main phase while the stack is empty"
        return Cause(rule="702.170d", kind="timing", text=text)
    if not instant:
        kind = next((t for t in ("creature", "sorcery", "artifact", "enchantment") if t in face.types), "planeswalker")
        if state.turn != "you" or not state.phase.is_main:
            text = f"{face.name} is a {kind} spell: only in your own main phase"
            return Cause(rule=_RULE.get(kind, "307.1"), kind="timing", text=text)
        if state.stack:
            text = f"{face.name} is a {kind} spell: only while the stack is empty"
            return Cause(rule=_RULE.get(kind, "307.1"), kind="timing", text=text)
    if bans and (source := Bans(state).on_casting(face, facts)):
        return Cause(rule="101.2", kind="permission", text=f"{source} says that {face.name} can't be cast")
    if not all(holds(only.condition, View(state)) for only in face.of(CastOnly)):
        return Cause(rule="601.3", kind="permission", text=f"{face.name} says when it may be cast, and that is not now")
    if "legendary" in face.supertypes and face.types & {"instant", "sorcery"} and not _has_legend(state):
        text = f"{face.name} is legendary, and you control no legendary creature or planeswalker"
        return Cause(rule="205.4e", kind="permission", text=text)
    return None


_RULE = {
    "creature": "302.1",
    "sorcery": "307.1",
    "artifact": "301.1",
    "enchantment": "303.1",
    "planeswalker": "306.1",
}


def _has_legend(state: State) -> bool:
    wanted = Filter.parse("legendary creature you | legendary planeswalker you")
    return any(matches(wanted, permanent, View(state), side) for side, permanent in state.permanents())


def why_no_land(state: State, zone: str = "hand") -> Cause | None:
    """What forbids playing a land from a zone now, None when nothing does (CR 305.1-305.3)."""
    if state.turn != "you":
        return Cause(rule="305.3", kind="timing", text="lands are played only in your own turn")
    if not state.phase.is_main:
        return Cause(rule="305.1", kind="timing", text="lands are played only in a main phase")
    if state.stack:
        return Cause(rule="305.1", kind="timing", text="lands are played only while the stack is empty")
    if source := Bans(state).on_playing_lands(zone):
        return Cause(rule="101.2", kind="permission", text=f"{source} says that you can't play lands")
    allowed = _land_plays(state)
    if allowed is not None and state.you.lands_played >= allowed:
        return Cause(rule="305.2", kind="permission", text="you have already played a land this turn")
    return None


def _land_plays(state: State) -> int | None:
    """How many lands you may play this turn, None for any number (CR 305.2)."""
    allowed = 1
    for side, permanent in state.permanents_with(LandPlays):
        for effect in permanent.face.of(LandPlays):
            view = View(state, permanent, side)
            if (side == "you" or effect.who == "any") and holds(effect.condition, view):
                if effect.more is None:
                    return None
                allowed += value(effect.more, view)
    return allowed
