"""When a card may be cast at all, as the card itself says: "Cast this spell only during combat" (CR 601.3)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import CastOnly
from castable.model.amount import Comparison, Condition
from castable.model.errors import Malformed
from castable.model.oracle.conditions import both, told_condition

__all__ = ["cast_only"]

_MOMENTS = {
    "combat": "combat",
    "combat before blockers are declared": "combat and before blockers",
    "combat after blockers are declared": "combat and after blockers",
    "before combat or during combat before blockers are declared": "before blockers",
    "before attackers are declared": "before attackers",
    "before blockers are declared": "before blockers",
    "before the combat damage step": "before damage",
    "after combat": "after combat",
    "the declare attackers step": "declare attackers",
    "your declare attackers step": "declare attackers and your turn",
    "the declare blockers step": "blockers declared",
    "the declare blockers step on an opponent's turn": "blockers declared and not your turn",
    "your turn": "your turn",
    "an opponent's turn": "not your turn",
    "combat on an opponent's turn": "combat and not your turn",
    "an opponent's turn, before attackers are declared": "not your turn and before attackers",
}
"""What may stand after "only", with "during" left out before it."""
_EARLY = "your first, second, or third turns of the game"


def cast_only(words: str, name: str = "") -> CastOnly | None:
    """When a card may be cast, None for other paragraphs; `Malformed` where it is not understood."""
    words = words.strip().removesuffix(".")
    if words == f"You can't cast ~ during {_EARLY}":
        return CastOnly(condition=Condition.parse("not your turn or turnstaken >= 4"))
    if match := re.fullmatch(r"You can't cast ~ (unless|if) ([^.]+)", words):
        told = told_condition(match[2], name)
        return CastOnly(condition=told if match[1] == "unless" else _negated(told))
    if not re.match(r"Cast ~ only ", words):
        return None
    condition: Condition | None = None
    for piece in re.split(r" and only ", words.removeprefix("Cast ~ only ")):
        condition = both(condition, _moment(piece, name))
    assert condition is not None
    return CastOnly(condition=condition)


def _moment(words: str, name: str) -> Condition:
    if words.startswith("if "):
        return told_condition(words.removeprefix("if "), name)
    moment = words.removeprefix("during ")
    if moment in _MOMENTS:
        return Condition.parse(_MOMENTS[moment])
    return told_condition(f"it's {words}", name)


def _negated(condition: Condition) -> Condition:
    """What holds while a single comparison does not."""
    if len(condition.any_of) != 1 or len(condition.any_of[0]) != 1:
        raise Malformed("several conditions that must not hold")
    one: Comparison = condition.any_of[0][0]
    return Condition(((replace(one, negated=not one.negated),),))
