"""What `castable deck` prints: totals, then the cards by how well they are known."""

from __future__ import annotations

from collections.abc import Iterator

from castable.card_text import bearing
from castable.deck import Deck, Knowledge, Known, of, total
from castable.text import wrapped

__all__ = ["deck_lines"]


def deck_lines(deck: Deck, found: list[Knowledge], hint: str = "") -> Iterator[str]:
    """Totals; cards that are not known, then those with unread text, quoted, then those that are fully known.

    `hint` is what can be done about unknown cards.
    """
    partly = of(found, Known.PARTLY)
    bearing_on = [one for one in partly if one.may_bear_on_payment]
    harmless = [one for one in partly if not one.may_bear_on_payment]
    fully, unknown = of(found, Known.FULLY), of(found, Known.NOT)
    yield f"{_counted(found)}, of them"
    for words, group in (
        ("known fully", fully),
        ("with unread text that bears on no payment", harmless),
        ("with unread text that may bear on payment", bearing_on),
        ("not known at all", unknown),
    ):
        if group:
            yield f"{total(group):>6}  {words}"
    for number, line in deck.malformed:
        yield from wrapped(f"line {number} is neither a number and a card nor a section: {line[:200]}", "  ")
    for heading, group in (
        ("not known at all", unknown),
        ("unread text that may bear on payment", bearing_on),
        ("unread text that bears on no payment", harmless),
        ("known fully", fully),
    ):
        if group:
            yield ""
            yield f"{heading}: {_counted(group)}"
        for one in group:
            similar = f"  (similar: {', '.join(one.similar)})" if one.similar else ""
            yield from wrapped(f"{one.count} {one.name}{similar}", "  ")
            if one.error:
                yield from wrapped(one.error, "      ")
            for text in one.unread:
                yield from wrapped(f"{bearing(text)}: {text.text}", "      ")
    if unknown and hint:
        yield ""
        yield from wrapped(f"hint: {hint}")


def _counted(group: list[Knowledge]) -> str:
    cards, names = total(group), len(group)
    return f"{cards:,} card{'s' * (cards != 1)} of {names:,} name{'s' * (names != 1)}"
