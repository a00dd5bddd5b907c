"""What `castable cards coverage` prints: counts, a table of kinds, the most frequent unread texts, disagreements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from castable.coverage import Bearing, Coverage, share
from castable.text import wrapped

__all__ = ["coverage_lines", "kinds_lines", "unread_lines"]

_TITLE = 37


def coverage_lines(found: Coverage) -> Iterator[str]:
    """How many cards are read, and whether the built-in pool agrees."""
    left_out = f"; left out: {found.left_out:,} (tokens, cards of variants)" if found.left_out else ""
    yield from wrapped(f"{found.cards:,} cards of {found.source} ({found.date}){left_out}")
    for bearing in Bearing:
        count = found.bearings[bearing]
        yield f"{count:>9,} {share(count, found.cards):>6}  {bearing}"
    for name, error in found.failed:
        yield from wrapped(f"{name} cannot be read as a card: {error}", "  ")
    if not found.disagreements:
        yield f"the built-in pool agrees on all of the {found.compared:,} cards that both know"
    for name, words in found.disagreements:
        yield f"the built-in pool (first) and the card file (second) differ on {name}"
        for difference in words:
            yield from wrapped(difference, "  ")


def kinds_lines(found: Coverage) -> Iterator[str]:
    """A table with a line for each kind of text that occurs."""
    yield f"{'kind of text':<{_TITLE}} cards  wholly       partly   not  harmless"
    counts = [count for count in found.kinds if count.cards]
    for section, of_section in groupby(counts, key=lambda count: count.kind.section):
        yield section
        for count in of_section:
            wholly = f"{count.wholly:>8}{share(count.wholly, count.cards):>6}"
            rest = f"{count.partly:>7}{count.unread:>6}{count.harmless:>10}"
            yield f"  {count.kind.title:<{_TITLE - 2}}{count.cards:>6}{wholly}{rest}"
    yield ""
    yield from wrapped(
        "Cards with text of a kind, found by plain text search. wholly: nothing of such a line is unread; harmless: of"
        " the cards that are read partly or not, those whose unread text bears on no payment."
    )


def unread_lines(found: Coverage, most: int) -> Iterator[str]:
    """The most frequent unread texts of each bearing."""
    for bearing, texts in groupby(found.most_frequent(most), key=lambda one: one.bearing):
        yield f"most frequent {bearing}"
        for one in texts:
            yield from wrapped(f"{one.text}  ({one.example})".replace("\n", " "), f"{one.cards:>6}  ")
