"""What people see: payments, plays and costs as lines of text that read well in 80 columns, piped and without color."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from castable.model.mana import Mana
from castable.model.payment import Activation, Choices, Payment, Total
from castable.solver.best import Best
from castable.solver.check import Judgment
from castable.solver.explain import Cause
from castable.solver.payments import Payments
from castable.solver.plays import Play, Plays, Refusal, Verdict
from castable.solver.total_cost import Announced
from castable.text import wrapped

__all__ = [
    "before_lines",
    "best_lines",
    "cost_lines",
    "judgment_lines",
    "mana_lines",
    "notation_lines",
    "payment_line",
    "payments_lines",
    "plays_lines",
    "pool_text",
    "sampled_lines",
    "verdict_lines",
]


def ways(count: int) -> str:
    """`1 way`, `3 ways`, with thousands set apart."""
    return f"{count:,} way{'' if count == 1 else 's'}"


def choices_text(choices: Choices) -> str:
    """Announcements in words; says "not kicked" by saying nothing."""
    times = Counter(choices.texts)
    return ", ".join(text if n == 1 else f"{text} {n} times" for text, n in times.items())


def notation_lines(listed: Iterable[Payment]) -> Iterator[str]:
    """One payment a line, in the notation that reads back."""
    return map(str, listed)


def payments_lines(found: Payments, limit: int) -> Iterator[str]:
    """The payments grouped by announcement, at most `limit` of them, with exact counts."""
    yield from _heading(found)
    divided = [(announced, count) for announced, count in found.divide() if count]
    for (announced, count), here in zip(divided, _shares(limit, [count for _, count in divided]), strict=True):
        yield ""
        yield from wrapped(f"{announcement_text(announced)}: {ways(count)}")
        for number, payment in enumerate(islice(found.of(announced), here), 1):
            yield from wrapped(payment_line(payment), f"{number:>5}  ")
        if here < count:
            yield f"       ... {count - here:,} more (--limit)"


def sampled_lines(found: Payments, drawn: Sequence[Payment]) -> Iterator[str]:
    """Payments drawn at random, each with its announcement, below the exact count."""
    yield from _heading(found)
    has_kickers = any(subject.kickers for subject in found.subjects)
    numbered = enumerate(drawn, 1)
    for announcement, alike in groupby(numbered, lambda one: _total_text(one[1].choices, one[1].total, has_kickers)):
        yield from ("", *wrapped(announcement))
        for number, payment in alike:
            yield from wrapped(payment_line(payment), f"{number:>5}  ")


def _heading(found: Payments) -> Iterator[str]:
    """What is to be paid for, and how many ways there are."""
    subjects = {subject.name: subject for subject in found.subjects}
    for name, subject in subjects.items():
        cost = str(subject.cost) if subject.cost is not None else "no mana cost"
        if subject.ability is not None:
            cost = f"{name}, ability {subject.ability_text}"
        elif subject.face is not None:
            cost = f"{name} {cost}"
        yield f"{cost}: {ways(found.count())} to pay"


def _shares(limit: int, counts: Sequence[int]) -> list[int]:
    """How many payments of each announcement to show, so that `limit` is shared out evenly and each shows some."""
    shares = [0] * len(counts)
    while limit > 0 and any(share < count for share, count in zip(shares, counts, strict=True)):
        for at, count in enumerate(counts):
            if shares[at] < count and limit > 0:
                shares[at] += 1
                limit -= 1
    return shares


def announcement_text(announced: Announced) -> str:
    """`kicked {1}{B}, total {3}{B}{G}`."""
    return _total_text(announced.choices, announced.total, bool(announced.subject.kickers))


def _total_text(choices: Choices, total: Total, has_kickers: bool) -> str:
    said = choices_text(choices) or ("not kicked" if has_kickers else "")
    return f"{said + ', ' if said else ''}total {total}"


def payment_line(payment: Payment) -> str:
    """A payment for people: what each source makes, then what else it takes and leaves."""
    parts = [_activation_text(activation) for activation in payment.activations]
    made = sum((activation.adds for activation in payment.activations for _ in range(activation.count)), Mana.NONE)
    text = ", ".join(parts) or ("pay from the pool" if payment.spends.units else "nothing to tap")
    if payment.spends != made or not parts:
        text += f"; spend {payment.spends or '{0}'}"
    extras = []
    if payment.life:
        extras.append(f"pay {payment.life} life")
    if payment.damage:
        extras.append(f"take {payment.damage} damage")
    if payment.energy:
        extras.append(f"pay {payment.energy} energy")
    for name, verb in (("taps", "tap"), ("sacrifices", "sacrifice"), ("exiles", "exile"), ("returns", "return")):
        if objects := getattr(payment, name):
            extras.append(f"{verb} {', '.join(objects)}")
    extras += [f"remove {n} counter{'s' * (n > 1)} from {card}" for card, n in payment.counters]
    if payment.floating.units:
        extras.append(f"{payment.floating} floats")
    return "; ".join([text, *extras])


def _activation_text(activation: Activation) -> str:
    times = f"{activation.count}x " if activation.count > 1 else ""
    name = activation.source + activation.object
    if activation.spends.units:
        return f"{times}{name} ({activation.spends} for {activation.adds})"
    return f"{times}{name} {activation.adds if activation.adds.units else '(nothing)'}"


def best_lines(best: Best) -> Iterator[str]:
    """The payment to make, and a line for each reason."""
    payment = best.payment
    said = choices_text(payment.choices)
    yield from wrapped(f"{payment.spell}: {said + ', ' if said else ''}total {payment.total}")
    yield from wrapped(payment_line(payment), "  ")
    if best.why:
        yield ""
    for reason in best.why:
        yield from wrapped(reason, "  - ")


def verdict_lines(what: str, result: Verdict, done: str = "cast") -> Iterator[str]:
    """Yes or no, and the reason for a no."""
    if result.cause is None:
        yield f"yes: {what} can be {done} now"
    else:
        yield from wrapped(f"no: {cause_text(result.cause)}")


def before_lines(what: str, first: Iterable[Activation]) -> Iterator[str]:
    """Yes, once these mana abilities have been used."""
    yield f"yes: {what} can be cast now, after"
    yield from (f"  {activation}" for activation in first)


def cause_text(cause: Cause) -> str:
    """A cause with its rule."""
    return f"{cause.text} (CR {cause.rule})"


def judgment_lines(judged: Judgment) -> Iterator[str]:
    """Whether a payment is legal, and the rule it breaks."""
    if judged.legal:
        yield "legal"
        return
    where = f" at activation {judged.step + 1}" if judged.step is not None else ""
    yield from wrapped(f"illegal{where}: {judged.text} (CR {judged.rule})")


def plays_lines(found: Plays, counts: bool) -> Iterator[str]:
    """Lands, spells and everything that cannot be played; with `counts` the number of payments and an example."""
    if found.lands:
        yield "lands to play"
        for name, count in _counted(found.lands):
            yield f"  {name}{f' ({count} in hand)' if count > 1 else ''}"
        yield ""
    yield "spells to cast" if found.spells else "no spell can be cast"
    yield from _play_lines(found.spells, counts)
    if found.abilities:
        yield ""
        yield "abilities to activate"
        yield from _play_lines(found.abilities, counts)
    if found.illegal:
        yield ""
        yield "not playable now"
        for refusal in found.illegal:
            yield from wrapped(f"{refusal.card}: {_why(refusal)}", "  ")


def _play_lines(found: Sequence[Play], counts: bool) -> Iterator[str]:
    for play in found:
        said = announcement_text(play.announced)
        yield from wrapped(f"{play.card}: {said}{f', {ways(play.count)}' if counts else ''}", "  ")
        if counts:
            yield from wrapped(f"e.g. {payment_line(play.example)}", "      ")


def _counted(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for name in dict.fromkeys(names):
        yield name, names.count(name)


def _why(refusal: Refusal) -> str:
    if refusal.cause:
        return cause_text(refusal.cause)
    return f"not understood: {refusal.unsupported}" if refusal.unsupported else "no legal play"


def cost_lines(announced: Sequence[Announced]) -> Iterator[str]:
    """Each total cost with the steps that lead to it."""
    for one in announced:
        yield from wrapped(f"{one.subject.name}: {announcement_text(one)}")
        for step in one.steps:
            yield from wrapped(f"{step.what} (CR {step.rule})", f"  {step.after!s:<12} ")


def pool_text(pool: Mana) -> str:
    """A pool as people read it: free mana, then what has a spending limit."""
    limited = [f"{mana} ({limit})" for limit, mana in pool.limited.items()]
    return " ".join([*([str(pool.free)] if pool.free.units else []), *limited])


def mana_lines(pools: Sequence[str], limit: int, endless: str = "") -> Iterator[str]:
    """The maximal pools, one a line, and before them what a pool can hold any amount of beside."""
    if endless:
        yield f"any amount of {endless}, and beside it"
    yield f"{len(pools):,} maximal pool{'' if len(pools) == 1 else 's'}"
    for pool in pools[:limit]:
        yield f"  {pool or 'nothing'}"
    if len(pools) > limit:
        yield f"  ... {len(pools) - limit:,} more"
