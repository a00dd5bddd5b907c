"""Where the command line and the query protocol find cards."""

from __future__ import annotations

from castable.model.card import CardSource
from castable.model.pool import built_in

__all__ = ["card_source"]


def card_source() -> CardSource:
    """The built-in pool."""
    return built_in()
