"""What is known of a spell once it is paid for and on the stack: kicks, X, the mana spent and where it came from
(CR 601.2i, 106.3, 202.3e, 702.33d)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from castable.model.ability import TriggeredManaAbility
from castable.model.effects import with_effects
from castable.model.errors import Ambiguous, NoSuchPayment, TooLarge
from castable.model.mana import NO_MANA, Mana, ManaType, Unit
from castable.model.payment import Payment
from castable.model.state import State
from castable.solver.announce import Wishes, subjects
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.total_cost import Announced

__all__ = ["MAX_COMPARED", "Facts", "after_cast"]

MAX_COMPARED = 5_000
"""More payments than this are not looked through for those that are meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What was announced and spent, and what is left. `spent_from` counts the mana that each source made and that was
    spent on the spell, by card name; None where the payment does not tell."""

    kicked: tuple[str, ...]
    x: int | None
    mana_spent: int
    colors_spent: tuple[ManaType, ...]
    spent: Mana
    snow_spent: int
    spent_from: tuple[tuple[str, int], ...] | None
    mana_value: int
    mana_value_in_play: int | None
    """Once it is a permanent, whose own X is 0 (CR 107.3m, 202.3e); None for a spell that does not become one."""
    pool: Mana
    life: int

    @property
    def of_copy(self) -> Facts:
        """The facts of a copy of the spell: it keeps what was announced, but no mana was spent on it (CR 707.10)."""
        return replace(self, mana_spent=0, colors_spent=(), spent=NO_MANA, snow_spent=0, spent_from=())


def after_cast(
    state: State,
    spell: str,
    wishes: Wishes | None = None,
    meant: Callable[[Payment], bool] | None = None,
) -> Facts:
    """The facts of a spell that is cast as the wishes say: with a payment that is `meant`, else with the best one.

    Where several payments are meant, they must agree on all facts: `Ambiguous` names those that differ. Raises
    `NoSuchPayment` where there is none. Timing is not asked.
    """
    wishes, state = wishes or Wishes(), with_effects(state)
    ways = Payments(state, subjects(state, spell, wishes), wishes)
    if not ways:
        cause = why_unpayable(ways)
        raise NoSuchPayment(f"{cause.text} (CR {cause.rule})", "ask.spell")
    if meant is None:
        best = ways.best().payment
        (announced,) = [a for a in ways.announced if (a.choices, a.total) == (best.choices, best.total)]
        return _of(state, announced, best)
    wasteful = Payments(state, list(ways.subjects), wishes, floating=True)
    found = _facts(ways, meant) or _facts(wasteful, meant)
    if not found:
        raise NoSuchPayment("no payment is like this one", "ask.payment")
    if len(found) > 1:
        raise Ambiguous(f"the payments that may be meant differ in {', '.join(_differing(found))}", "ask.payment")
    return found[0]


def _facts(ways: Payments, meant: Callable[[Payment], bool]) -> list[Facts]:
    """The different facts that the payments which are meant lead to."""
    found: dict[Facts, None] = {}
    listed = ((announced, payment) for announced in ways.announced for payment in ways.of(announced))
    for number, (announced, payment) in enumerate(listed):
        if number == MAX_COMPARED:
            raise TooLarge(f"more than {MAX_COMPARED:,} payments that may be meant", "ask.payment")
        if meant(payment):
            found.setdefault(_of(ways.state, announced, payment))
    return list(found)


def _differing(found: Iterable[Facts]) -> list[str]:
    return [
        field.name.replace("_", " ")
        for field in fields(Facts)
        if len({str(getattr(facts, field.name)) for facts in found}) > 1
    ]


def _of(state: State, announced: Announced, payment: Payment) -> Facts:
    face = announced.subject.face
    assert face is not None
    x = payment.choices.x
    after = payment.apply(state)
    variables = len(face.mana_cost.variables) if face.mana_cost else 0
    return Facts(
        kicked=tuple(str(cost) for cost in payment.choices.kicked),
        x=x,
        mana_spent=len(payment.spends),
        colors_spent=payment.spends.colors,
        spent=payment.spends,
        snow_spent=sum(unit.snow for unit in payment.spends),
        spent_from=_sources(state, payment),
        mana_value=face.mana_value + variables * (x or 0),
        mana_value_in_play=face.mana_value if face.is_permanent else None,
        pool=after.you.pool,
        life=after.you.life,
    )


def _sources(state: State, payment: Payment) -> tuple[tuple[str, int], ...] | None:
    """How much of the mana spent each source made. Units of one kind are told apart only where one source made them
    all, or all of them were spent on the spell."""
    if state.permanents_with(TriggeredManaAbility):
        return None  # mana of a trigger has another source than the activation that lists it (CR 106.3)
    made: dict[Unit, Counter[str]] = defaultdict(Counter)
    for unit in state.you.pool:
        made[unit][unit.source or ""] += 1
    for activation in payment.activations:
        for unit in activation.adds:
            made[unit][activation.source] += activation.count
    found: Counter[str] = Counter()
    for unit, number in Counter(payment.spends.units).items():
        makers = made[unit]
        if len(makers) > 1 and makers.total() != number:
            return None
        for source, n in makers.items():
            found[source] += min(n, number)
    return None if "" in found else tuple(sorted(found.items()))
