"""From numbers to words: a payment as the solver finds it, written as a `Payment` (design, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from castable.model.cost import Verb
from castable.model.mana import Mana, Unit
from castable.model.payment import Activation, Payment, untagged
from castable.solver.problem import PaymentProblem, Vector
from castable.solver.raw import RawPayment
from castable.solver.sources import ClassUse
from castable.solver.spending import unmarked
from castable.solver.total_cost import Announced

__all__ = ["activation_of", "written"]


def written(problem: PaymentProblem, announced: Announced, raw: RawPayment) -> Payment:
    """The payment that `raw` stands for, its activations in an order in which each is legal."""
    return _Writer(problem, announced, raw).payment()


class _Writer:
    """Writes a payment in numbers as a `Payment`."""

    def __init__(self, problem: PaymentProblem, announced: Announced, raw: RawPayment) -> None:
        self._problem = problem
        self._sources = problem.sources
        self._announced = announced
        self._raw = raw

    def payment(self) -> Payment:
        raw, announced = self._raw, self._announced
        uses: Counter[tuple[int, str]] = Counter()
        for index, tag, n in raw.plain:
            uses[index, tag] += n
        for tag, move in raw.route:
            uses[move.use, tag] += 1
        life = damage = energy = 0
        lists: dict[Verb, list[str]] = {verb: [] for verb in Verb}
        counters: Counter[str] = Counter()
        for (index, tag), n in uses.items():
            offered = self._sources.uses[index]
            use = offered.use
            life += n * use.life
            damage += n * use.damage
            energy += n * use.energy
            for verb, name in offered.using:
                lists[verb] += [name + tag if use.pays else untagged(name)] * n
            for verb in offered.itself:
                lists[verb] += [use.source] * n
            for part in use.cost.parts:
                if part.is_this and part.verb in (Verb.SACRIFICE, Verb.EXILE, Verb.EXILE_FROM_HAND, Verb.RETURN):
                    lists[part.verb] += [use.source] * n
            lost = n * sum(number for _, number in use.counters)
            if lost:
                counters[use.source + (offered.label + tag if use.pays else "")] += lost
        return Payment(
            spell=announced.subject.name if announced.subject.face or announced.subject.ability else "cost",
            choices=announced.choices,
            total=announced.total,
            activations=tuple(self._activations()),
            spends=self._mana(raw.ending.spent),
            floating=self._mana(raw.ending.left),
            life=life + announced.total.life,
            damage=damage,
            energy=energy + announced.bill.energy,
            taps=tuple(lists[Verb.TAP_OTHER]),
            exiles=tuple(lists[Verb.EXILE] + lists[Verb.EXILE_FROM_HAND] + lists[Verb.EXILE_FROM_GRAVEYARD]),
            discards=tuple(lists[Verb.DISCARD]),
            sacrifices=tuple(lists[Verb.SACRIFICE]),
            returns=tuple(lists[Verb.RETURN]),
            counters=tuple(sorted(counters.items())),
        )

    def _activations(self) -> Iterator[Activation]:
        """Plain uses in an order in which each is legal, then the costly ones in theirs.

        Life is paid before damage is dealt, and what gives up an object comes after its other uses.
        """
        for index, tag, n in sorted(self._raw.plain, key=lambda entry: self._rank(entry[0])):
            if self._sources.uses[index].use.pays:
                continue
            yield replace(activation_of(self._sources.uses[index], tag), count=n)
        last: Activation | None = None
        for at, (tag, move) in enumerate(self._raw.route):
            if self._sources.uses[move.use].use.pays:
                continue
            activation = replace(activation_of(self._sources.uses[move.use], tag), spends=self._mana(move.spent))
            if self._raw.named:
                label, using = self._raw.named[at]
                activation = replace(activation, object=label, using=using)
            if move.made is not None:
                activation = replace(activation, adds=self._mana(move.made))
            if last and (last.key, last.spends) == (activation.key, activation.spends):
                activation = replace(activation, count=last.count + 1)
            elif last:
                yield last
            last = activation
        if last:
            yield last

    def _rank(self, index: int) -> tuple[bool, int, bool, bool, bool]:
        offered = self._sources.uses[index]
        use = offered.use
        height = offered.height if use.leaves else 0
        gives_itself_up = height > 0 and not offered.using
        return (use.leaves, -height, gives_itself_up, use.damage > 0, not use.life)

    def _mana(self, vector: Vector) -> Mana:
        kinds = zip(self._problem.kinds, vector, strict=True)
        return Mana.of(unmarked(kind) for kind, n in kinds if isinstance(kind, Unit) for _ in range(n))


def activation_of(offered: ClassUse, tag: str = "") -> Activation:
    """One activation of a use, without the mana that pays for it; the tag is that of the object whose class offers it,
    which is the one the ability takes where it takes another."""
    return Activation(
        source=offered.use.source,
        object=offered.label + ("" if offered.using else tag),
        ability=offered.use.cost,
        adds=Mana.of(map(unmarked, offered.use.adds)),
        using=tuple(name + tag for _, name in offered.using),
        amount=offered.use.amount,
    )
