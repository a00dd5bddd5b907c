"""What the payments of one problem weigh: the measures of a profile as one number for each part of a payment.

Levels become the digits of one large number, so that a sum of parts compares as the levels do, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from castable.model.mana import TYPES, Unit
from castable.solver.preference.profile import UNCASTABLE
from castable.solver.preference.scene import Scene, Tally
from castable.solver.preference.spent import SpentBonuses
from castable.solver.problem import PaymentProblem, Vector
from castable.solver.raw import RawPayment
from castable.solver.total_cost import Announced

__all__ = ["Levels", "Weighing", "announced_tally", "one_number", "tally_of"]

Levels = Sequence[Mapping[str, int]]
"""Weights by measure, level by level."""
_BASE = 1 << 48
"""More than any level can come to: weights are small and no payment has 10^9 parts."""
_OTHER_FORMS = frozenset(
    {"evoke", "dash", "blitz", "warp", "impending", "morph", "megamorph", "disguise", "prototype", "bestow", "mutate"}
    | {"overload", "cleave"}
)
"""Alternative costs by which the card does something else or does not stay."""


def one_number(tally: Tally, levels: Levels) -> int:
    """The sum of a tally on all levels, as one number."""
    amounts: Counter[str] = Counter()
    for (measure, _), n in tally.items():
        amounts[measure] += n
    total = 0
    for weights in levels:
        total = total * _BASE + sum(amounts[measure] * weight for measure, weight in weights.items())
    return total


def announced_tally(announced: Announced) -> Tally:
    """What the announcement alone comes to."""
    choices = announced.choices
    return Counter(
        {
            ("life", ""): announced.total.life,
            ("energy", ""): announced.bill.energy,
            ("other_form", ""): int(choices.alternative in _OTHER_FORMS),
            ("kick", ""): len(choices.kicked) + sum(n for _, n in choices.optional),
            ("x", ""): choices.x or 0,
        }
    )


def tally_of(
    problem: PaymentProblem, announced: Announced, raw: RawPayment, scene: Scene, bonuses: SpentBonuses
) -> Tally:
    """All that a payment does, by measure."""
    tally = announced_tally(announced)
    uses: Counter[int] = Counter()
    for index, _, n in raw.plain:
        uses[index] += n
    for _, move in raw.route:
        uses[move.use] += 1
    for index, n in uses.items():
        for key, amount in scene.tally(index).items():
            tally[key] += amount * n
    spent = [0] * len(TYPES)
    for kind, used, left in zip(problem.kinds, raw.ending.spent, raw.ending.left, strict=True):
        if isinstance(kind, Unit):
            spent[TYPES.index(kind.type)] += used
            tally["floating", kind.type.symbol] += left
            tally["limited_spent", kind.type.symbol] += used * (kind.restriction is not None)
    tally["wish", ""] = bonuses.met(tuple(map(min, spent, bonuses.caps)))
    return tally


class Weighing:
    """The weights of one problem, as `castable.solver.ways.Weights` asks for them.

    `careful` says that all life counts as life that is needed.
    """

    def __init__(
        self, problem: PaymentProblem, scene: Scene, bonuses: SpentBonuses, levels: Levels, *, careful: bool
    ) -> None:
        self._problem = problem
        self._scene = scene
        self._bonuses = bonuses
        self._levels = [{m: w for m, w in weights.items() if m != UNCASTABLE} for weights in levels]
        self._careful = careful
        self._plans: dict[tuple[int, int], int] = {}
        self._caps = bonuses.caps
        self._types = [TYPES.index(kind.type) if isinstance(kind, Unit) else None for kind in problem.kinds]
        floats, limited = self._one("floating"), self._one("limited_spent")
        self.left: Vector = tuple(floats if isinstance(kind, Unit) else 0 for kind in problem.kinds)
        self.spent: Vector = tuple(
            limited if isinstance(kind, Unit) and kind.restriction else 0 for kind in problem.kinds
        )
        self.start: Vector = (0,) * len(TYPES)
        self._wish = self._one("wish")
        self.notes = bool(self._wish) and any(self._caps)

    def _one(self, measure: str, n: int = 1) -> int:
        return one_number(Counter({(measure, ""): n}), self._levels)

    @property
    def differs(self) -> bool:
        """Whether payments of this problem can differ in weight."""
        problem = self._problem
        return (
            self.notes
            or any(self.spent)
            or (any(self.left) and not (problem.is_linear and not any(problem.pool)))
            or any(self.plan(at, n) for at, s in enumerate(problem.classes) for n in range(len(s.plans)))
        )

    def plan(self, source: int, number: int) -> int:
        """All uses of one plan of a class."""
        key = source, number
        if key not in self._plans:
            tally: Tally = Counter()
            for index in self._problem.sources.classes[source].plans[number]:
                tally.update(self._scene.tally(index))
            self._plans[key] = self.fixed(tally)
        return self._plans[key]

    def fixed(self, tally: Tally) -> int:
        """The weight of a part of a payment."""
        if self._careful:
            tally = tally + Counter({("low_life", ""): tally["life", ""] + tally["damage", ""]})
        return one_number(tally, self._levels)

    def noted(self, note: Vector, kind: int, n: int) -> Vector:
        """The mana spent by type, as far as a bonus asks for it."""
        at = self._types[kind]
        if at is None or note[at] >= self._caps[at]:
            return note
        return (*note[:at], min(self._caps[at], note[at] + n), *note[at + 1 :])

    def all_spent(self, note: Vector) -> int:
        """What the bonuses that this mana earns weigh."""
        return self._wish * self._bonuses.met(note)
