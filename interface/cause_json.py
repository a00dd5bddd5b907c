"""Reasons and hints in the JSON of the query protocol."""

from __future__ import annotations

from typing import Any

from castable.payment_json import payment_to_data
from castable.solver.explain import Cause
from castable.solver.explanation import Explanation
from castable.solver.hints import Hint

__all__ = ["cause_to_data", "explanation_to_data"]


def cause_to_data(cause: Cause) -> dict[str, Any]:
    """A cause with the fields that say something."""
    data: dict[str, Any] = {"rule": cause.rule, "text": cause.text, "kind": cause.kind}
    if cause.symbols:
        data["symbols"] = cause.symbols
    if cause.sources:
        data["sources"] = list(cause.sources)
    return data


def explanation_to_data(found: Explanation) -> dict[str, Any]:
    """Causes and hints of a no, an example of a yes; `unsure` quotes what more may stand in the way."""
    data: dict[str, Any] = {
        "castable": found.castable,
        "causes": [cause_to_data(cause) for cause in found.causes],
        "hints": [_hint(hint) for hint in found.hints],
    }
    if found.unsure:
        data["unsure"] = list(found.unsure)
    if found.example is not None:
        data["example"] = payment_to_data(found.example)
    return data


def _hint(hint: Hint) -> dict[str, str]:
    data = {"kind": hint.kind, "text": hint.text}
    if hint.mana:
        data["mana"] = hint.mana
    if hint.card:
        data["card"] = hint.card
    return data
