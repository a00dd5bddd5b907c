"""Plans as lines of text: values of X, plays in a row, why not, what a turn allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castable.model.payment import Payment
from castable.render import cause_text, choices_text, payment_line
from castable.solver.explanation import Explanation
from castable.solver.sequence import AbilityPlay, LandPlay, Play
from castable.solver.sequence import Sequence as Made
from castable.solver.turn import Turn
from castable.solver.x_values import Values
from castable.text import wrapped

__all__ = ["explanation_lines", "sequence_lines", "turn_lines", "values_lines"]


def values_lines(spell: str, found: Values) -> Iterator[str]:
    """The legal values of X, those in a row as a range."""
    if found.cause is not None:
        yield from wrapped(f"no X: {cause_text(found.cause)}")
        return
    yield from wrapped(f"{spell}: X = {', '.join(_ranges(found.values))}")


def _ranges(values: Sequence[int]) -> Iterator[str]:
    start = 0
    for at, number in enumerate(values):
        if at + 1 == len(values) or values[at + 1] != number + 1:
            first = values[start]
            yield str(number) if first == number else f"{first}-{number}"
            start = at + 1


def explanation_lines(name: str, found: Explanation) -> Iterator[str]:
    """Yes with an example, or every cause and what one change would do."""
    if found.castable:
        yield f"yes: {name}"
        if found.example is not None:
            yield from wrapped(f"e.g. {payment_line(found.example)}", "  ")
        return
    yield f"no: {name}"
    for cause in found.causes:
        yield from wrapped(cause_text(cause), "  - ")
    for text in found.unsure:
        yield from wrapped(f"not understood, and may stand in the way too: {text}", "  - ")
    if found.hints:
        yield ""
    for hint in found.hints:
        yield from wrapped(f"hint: {hint.text}")


def sequence_lines(plays: Sequence[Play], made: Made) -> Iterator[str]:
    """Each play with its payment, or the play that no way gets past."""
    if made.cause is not None:
        assert made.failed is not None
        yield from wrapped(f"no: {_name(plays[made.failed])} (play {made.failed + 1}): {cause_text(made.cause)}")
        return
    yield "yes"
    yield from _in_order(plays, made.payments)


def turn_lines(found: Turn) -> Iterator[str]:
    """Each of the largest sets of cards, with its plays, then what is not decided."""
    if not found.largest:
        yield "no card of your hand can be played"
    for number, one in enumerate(found.largest):
        if number:
            yield ""
        yield from wrapped(", ".join(one.names))
        yield from _in_order(one.plays, one.payments)
    for other in found.undecided:
        yield ""
        yield from wrapped(f"not decided: {', '.join(other.names)}: {other.why}")


def _in_order(plays: Sequence[Play], payments: Sequence[Payment | None]) -> Iterator[str]:
    for number, (play, payment) in enumerate(zip(plays, payments, strict=True), start=1):
        if payment is None:
            yield f"  {number}. play {_name(play)}"
            continue
        verb = "use" if isinstance(play, AbilityPlay) else "cast"
        said = choices_text(payment.choices)
        yield from wrapped(
            f"{verb} {_name(play)}{f' ({said})' if said else ''}: {payment_line(payment)}", f"  {number}. "
        )


def _name(play: Play) -> str:
    if isinstance(play, AbilityPlay):
        return play.source
    return play.land if isinstance(play, LandPlay) else play.spell
