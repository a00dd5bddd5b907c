"""When and whether a card may be played at all, payment aside (CR 117.1, 302.1, 305, 307.1, 601.2c, 601.3)."""

from __future__ import annotations

from castable.model.ability import SpellTargets
from castable.model.card import Face
from castable.model.evaluate import View, matches
from castable.model.filter import Filter
from castable.model.payment import Choices
from castable.model.state import Phase, State
from castable.solver.explain import Cause

__all__ = ["why_no_land", "why_not_now", "why_without_target"]


def why_not_now(state: State, face: Face) -> Cause | None:
    """What about the moment forbids casting this face, None when nothing does."""
    if state.phase in (Phase.UNTAP, Phase.CLEANUP):
        return Cause(rule="117.3a", kind="timing", text=f"no player has priority in the {state.phase} step")
    if any(spell.card.front.has_keyword("split second") for spell in state.stack):
        return Cause(rule="702.61a", kind="timing", text="a spell with split second is on the stack")
    if not ("instant" in face.types or face.has_keyword("flash")):
        kind = next((t for t in ("creature", "sorcery", "artifact", "enchantment") if t in face.types), "planeswalker")
        if state.turn != "you" or not state.phase.is_main:
            text = f"{face.name} is a {kind} spell: only in your own main phase"
            return Cause(rule=_RULE.get(kind, "307.1"), kind="timing", text=text)
        if state.stack:
            text = f"{face.name} is a {kind} spell: only while the stack is empty"
            return Cause(rule=_RULE.get(kind, "307.1"), kind="timing", text=text)
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


def why_without_target(state: State, face: Face, choices: Choices) -> Cause | None:
    """The first target that casting needs and that nothing on the board can be (CR 601.2c)."""
    for ability in face.of(SpellTargets):
        kicked = [str(cost) for cost in choices.kicked]
        if ability.if_kicked and not (kicked if ability.if_kicked == "any" else ability.if_kicked in kicked):
            continue
        for wanted in ability.needs:
            if not _target_exists(state, wanted):
                text = f"{face.name} needs a target: {wanted}"
                return Cause(rule="601.2c", kind="target", text=text)
    return None


def _target_exists(state: State, wanted: Filter) -> bool:
    words = wanted.words()
    if words & {"player", "opponentplayer"} and _player_can_be_target(state, wanted):
        return True
    view = View(state)
    on_board = Filter(
        tuple(terms for terms in wanted.any_of if not _is_about(terms, "spell", "player", "opponentplayer"))
    )
    if on_board.any_of and any(matches(on_board, p, view, side) for side, p in state.permanents()):
        return True
    on_stack = Filter(tuple(terms for terms in wanted.any_of if _is_about(terms, "spell")))
    return bool(on_stack.any_of) and any(matches(on_stack, spell, view, spell.controller) for spell in state.stack)


def _is_about(terms: tuple[object, ...], *words: str) -> bool:
    return any(str(term) in words for term in terms)


def _player_can_be_target(state: State, wanted: Filter) -> bool:
    return any(
        _is_about(terms, "player") or (_is_about(terms, "opponentplayer") and bool(state.opponents))
        for terms in wanted.any_of
    )


def why_no_land(state: State) -> Cause | None:
    """What forbids playing a land now, None when nothing does (CR 305.1-305.3)."""
    if state.turn != "you":
        return Cause(rule="305.3", kind="timing", text="lands are played only in your own turn")
    if not state.phase.is_main:
        return Cause(rule="305.1", kind="timing", text="lands are played only in a main phase")
    if state.stack:
        return Cause(rule="305.1", kind="timing", text="lands are played only while the stack is empty")
    if state.you.lands_played >= 1:
        return Cause(rule="305.2", kind="permission", text="you have already played a land this turn")
    return None
