"""Profiles: preferences as data, levels of weights for what a payment does."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Self

from castable.model.errors import BadRequest

__all__ = ["MAX_WEIGHT", "MEASURES", "UNCASTABLE", "Level", "Profile"]

UNCASTABLE = "uncastable"
"""The measure that no sum over the parts of a payment gives: it stands in a level of its own."""
MEASURES: dict[str, str] = {
    "low_life": "life paid or lost that leaves less than `healthy_life`",
    "life": "life paid",
    "damage": "damage dealt by sources",
    "counter": "counters removed",
    "energy": "energy paid",
    "target_lost": "targets of the spell given up",
    "creature_lost": "creatures given up",
    "land_lost": "lands given up",
    "permanent_lost": "permanents given up that are no tokens",
    "token_lost": "tokens given up",
    "hand_card_lost": "cards of the hand discarded or exiled",
    "graveyard_card_lost": "cards of the graveyard exiled",
    "value_lost": "mana value of all that is given up",
    "returned": "permanents returned to the hand",
    "other_form": "cast for a cost that makes it another spell or lets it not stay, as evoke and morph do",
    "kick": "optional costs paid",
    "x": "the value announced for X",
    "wish": "colors and other mana spent that the spell asks about, as converge does",
    "floating": "mana left in the pool at the end",
    "target_tapped": "targets of the spell tapped",
    "creature_tapped": "creatures tapped",
    "tapped": "permanents tapped",
    "limited_spent": "mana with a spending limit that is spent",
    "wanted": "mana that the hand asks for in the sources tapped, more where it is rare",
    "unused": "mana that the sources tapped could make at once besides what they do make",
    "color": "colors of mana that the sources tapped can make",
    "utility": "sources tapped that have abilities besides those for mana",
    "mana_for_mana": "abilities used that cost mana",
    "scarce": "how rare the mana is that the sources tapped can make",
    UNCASTABLE: "cards in hand that could be cast before and cannot afterwards",
}
"""What can be weighed."""
MAX_WEIGHT = 10_000
"""Weights are whole numbers no further from zero than this."""
_MAX_LEVELS = 50
_MAX_TEXT = 200


@dataclass(frozen=True, slots=True)
class Level:
    """One level: weights by measure, and the reasons told when it spares something or falls short."""

    name: str
    weights: tuple[tuple[str, int], ...]
    spares: str = ""
    costs: str = ""

    @property
    def is_hand(self) -> bool:
        """Whether it is about the cards that stay castable."""
        return any(measure == UNCASTABLE for measure, _ in self.weights)


@dataclass(frozen=True, slots=True)
class Profile:
    """Levels of weights from the most to the least important, and how much life is enough not to be careful."""

    healthy_life: int
    levels: tuple[Level, ...]

    @classmethod
    def default(cls) -> Profile:
        """The profile that comes with castable."""
        return _default()

    @classmethod
    def parse(cls, text: str, at: str = "profile") -> Self:
        """Read a profile in TOML; a bad one raises `BadRequest` that names the place."""
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise BadRequest(f"no TOML: {error}", at) from None
        return cls.from_data(data, at)

    @classmethod
    def from_data(cls, data: Any, at: str = "profile") -> Self:
        """Read a profile from plain data: `healthy_life` and `levels`, absent ones as in the default profile."""
        table = _table(data, at, ("healthy_life", "levels"))
        healthy = _number(table["healthy_life"], f"{at}.healthy_life") if "healthy_life" in table else None
        if healthy is None and "levels" not in table:
            raise BadRequest("a profile has `healthy_life` or `levels`", at)
        return cls(
            healthy if healthy is not None else _default().healthy_life,
            _levels(table["levels"], f"{at}.levels") if "levels" in table else _default().levels,
        )


@cache
def _default() -> Profile:
    data = tomllib.loads(resources.files(__package__).joinpath("default.toml").read_text("utf-8"))
    return Profile(data["healthy_life"], _levels(data["levels"], "default.levels"))


def _levels(value: Any, at: str) -> tuple[Level, ...]:
    if not isinstance(value, list):
        raise BadRequest("expected a list of levels", at)
    if not 0 < len(value) <= _MAX_LEVELS:
        raise BadRequest(f"expected 1 to {_MAX_LEVELS} levels", at)
    levels = tuple(_level(entry, f"{at}[{i}]") for i, entry in enumerate(value))
    if sum(level.is_hand for level in levels) > 1:
        raise BadRequest(f"{UNCASTABLE!r} is weighed in more than one level", at)
    return levels


def _level(value: Any, at: str) -> Level:
    table = _table(value, at, ("name", "weights", "spares", "costs"))
    texts = {key: _text(table[key], f"{at}.{key}") for key in ("name", "spares", "costs") if key in table}
    weights = _table(table.get("weights"), f"{at}.weights", tuple(MEASURES))
    pairs = tuple((key, _number(number, f"{at}.weights.{key}", low=-MAX_WEIGHT)) for key, number in weights.items())
    if not pairs:
        raise BadRequest("a level weighs something", f"{at}.weights")
    level = Level(texts.get("name", ", ".join(weights)), pairs, texts.get("spares", ""), texts.get("costs", ""))
    if level.is_hand and (len(pairs) > 1 or pairs[0][1] <= 0):
        raise BadRequest(f"{UNCASTABLE!r} stands in a level of its own, with a weight above 0", f"{at}.weights")
    return level


def _table(value: Any, at: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRequest("expected an object", at)
    for key in value:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadRequest(f"no such field: {str(key)[:60]!r}{hint}", at)
    return value


def _number(value: Any, at: str, low: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRequest("expected a whole number", at)
    if not low <= value <= MAX_WEIGHT:
        raise BadRequest(f"expected a number from {low:,} to {MAX_WEIGHT:,}", at)
    return value


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT or not value.isprintable():
        raise BadRequest(f"expected a text of at most {_MAX_TEXT} printable characters", at)
    return value
