"""The words of Forge's game state text: phases, players, counters, colors."""

from __future__ import annotations

import re

from castable.model.filter import COLOR_WORDS
from castable.model.mana import COLORS, ManaType
from castable.model.state import Phase

__all__ = ["color_letters", "counter_kind", "counter_name", "phase_name", "phase_of", "player_of"]

# names in the order in which a phase is looked up for writing: the first is what Forge itself writes
_PHASES = {
    "UNTAP": Phase.UNTAP,
    "UPKEEP": Phase.UPKEEP,
    "DRAW": Phase.DRAW,
    "MAIN1": Phase.MAIN,
    "MAIN": Phase.MAIN,
    "COMBAT_BEGIN": Phase.COMBAT,
    "BEGIN_COMBAT": Phase.COMBAT,
    "COMBAT_END": Phase.COMBAT,
    "END_COMBAT": Phase.COMBAT,
    "COMBAT_DECLARE_ATTACKERS": Phase.DECLARE_ATTACKERS,
    "DECLARE_ATTACKERS": Phase.DECLARE_ATTACKERS,
    "COMBAT_DECLARE_BLOCKERS": Phase.DECLARE_BLOCKERS,
    "DECLARE_BLOCKERS": Phase.DECLARE_BLOCKERS,
    "COMBAT_DAMAGE": Phase.DAMAGE,
    "COMBAT_FIRST_STRIKE_DAMAGE": Phase.DAMAGE,
    "FIRST_STRIKE_DAMAGE": Phase.DAMAGE,
    "MAIN2": Phase.MAIN2,
    "END_OF_TURN": Phase.END,
    "CLEANUP": Phase.CLEANUP,
}
_BY_LETTERS = {name.replace("_", ""): phase for name, phase in _PHASES.items()}
_BOOST = re.compile(r"([PM])(\d+)([PM])(\d+)")
_SIGNS = {"P": "+", "M": "-", "+": "P", "-": "M"}


def phase_of(name: str) -> Phase | None:
    """The phase of that name, None when there is no such."""
    return _BY_LETTERS.get(re.sub(r"[\s_]", "", name).upper())


def phase_name(phase: Phase) -> str:
    """How Forge calls a phase."""
    return next(name for name, value in _PHASES.items() if value is phase)


def player_of(name: str) -> int | None:
    """The number of a player: `human` and `p0` are 0, `ai` and `p1` are 1; None when it is no player."""
    if match := re.fullmatch(r"p(\d)", name.strip().lower()):
        return int(match[1])
    return {"human": 0, "ai": 1}.get(name.strip().lower())


def counter_kind(name: str) -> str:
    """`P1P1` is `+1/+1`, `CHARGE` is `charge`."""
    if match := _BOOST.fullmatch(name.strip().upper()):
        return f"{_SIGNS[match[1]]}{match[2]}/{_SIGNS[match[3]]}{match[4]}"
    return name.strip().lower().replace("_", " ")


def counter_name(kind: str) -> str:
    """The inverse of `counter_kind`."""
    if match := re.fullmatch(r"([+-])(\d+)/([+-])(\d+)", kind):
        return f"{_SIGNS[match[1]]}{match[2]}{_SIGNS[match[3]]}{match[4]}"
    return kind.upper().replace(" ", "_")


def color_letters(text: str) -> list[str] | None:
    """The colors in `green`, `White,Blue`, `G`, `WU` as letters; none in `C` or `colorless`; None for other words."""
    found: set[ManaType] = set()
    for word in re.findall(r"[^\s,{}]+", text):
        if word.lower() in COLOR_WORDS:
            found.add(ManaType(COLOR_WORDS[word.lower()]))
        elif set(word) <= set("WUBRGC"):
            found |= {ManaType(letter) for letter in word}
        elif word.lower() != "colorless":
            return None
    return [str(color) for color in COLORS if color in found]
