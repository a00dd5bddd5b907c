"""Why a payment is the best one, in short sentences: what it spares and what it costs, level by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from castable.model.payment import Payment
from castable.solver.preference.profile import Level
from castable.solver.preference.scene import Tally

__all__ = ["Contrast", "difference", "listed"]

_AMOUNTS = {
    "low_life": "{n} life",
    "life": "{n} life",
    "damage": "{n} damage",
    "energy": "{n} energy",
    "counter": "{n} counter{s} of {name}",
    "kick": "{n} optional cost{s}",
    "x": "{n} more",
    "wish": "{n} more than another way",
    "floating": "{name}",
    "limited_spent": "{name}",
}
"""How measures are told that count no objects."""
_NO_NUMBER = frozenset({"wanted", "unused", "color", "scarce", "value_lost"})
"""Measures whose amount is no number of objects."""


def listed(names: Sequence[str]) -> str:
    """`Shock, 2 Opt and Island`."""
    pieces = [name if n == 1 else f"{n} {name}" for name, n in Counter(names).items()]
    return " and ".join(filter(None, [", ".join(pieces[:-1]), *pieces[-1:]]))


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a payment does beside the lightest and the heaviest there are on one level."""

    level: Level
    chosen: Tally
    lightest: Tally
    heaviest: Tally

    def reasons(self, healthy_life: int, told: set[str]) -> Iterator[str]:
        """The sentences of the level that are true, without things `told` before."""
        here = self._sum(self.chosen)
        for text, other in ((self.level.spares, self.heaviest), (self.level.costs, self.lightest)):
            spares = text is self.level.spares and other is self.heaviest
            if not text or (self._sum(other) <= here if spares else self._sum(other) >= here):
                continue
            if spares and "{things}" not in text and self._sum(self.lightest) < here:
                continue  # what is said of the whole is not so
            things = self._things(self.chosen, other) if spares else self._things(other, self.chosen)
            if "{things}" in text and (not things or things in told):
                continue
            told.add(things)
            yield text.replace("{things}", things).replace("{healthy_life}", str(healthy_life))

    def _sum(self, tally: Tally) -> int:
        weights = dict(self.level.weights)
        return sum(weights.get(measure, 0) * n for (measure, _), n in tally.items())

    def _things(self, better: Tally, worse: Tally) -> str:
        """What one payment takes and the other does not."""
        found: dict[str, int] = {}
        for measure, weight in self.level.weights:
            more, less = (worse, better) if weight > 0 else (better, worse)
            for (of, name), n in more.items():
                extra = n - less[of, name]
                if of != measure or extra <= 0:
                    continue
                if measure in ("floating", "limited_spent"):
                    found[name * extra] = 1
                elif measure in _AMOUNTS:
                    text = _AMOUNTS[measure].format(n=extra, s="s" * (extra > 1), name=name)
                    found[text] = 1
                else:
                    found[name] = max(found.get(name, 0), 1 if measure in _NO_NUMBER else extra)
        return listed([name for name, n in found.items() for _ in range(n)])


def difference(chosen: Payment, other: Payment) -> str:
    """How one payment differs from another, by the sources used."""
    here, there = _sources(chosen), _sources(other)
    more, less = listed(tuple((here - there).elements())), listed(tuple((there - here).elements()))
    if more and less:
        return f"{more} instead of {less}"
    if more or less:
        return f"{more} besides" if more else f"{less} left out"
    return f"{chosen.spends} spent instead of {other.spends}" if chosen.spends != other.spends else ""


def _sources(payment: Payment) -> Counter[str]:
    used: Counter[str] = Counter()
    for activation in payment.activations:
        used[activation.source] += activation.count
    for names in (payment.taps, payment.exiles, payment.sacrifices, payment.discards, payment.returns):
        used.update(names)
    return used
