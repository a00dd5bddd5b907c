"""Faults planted in the solver, one by one: the comparison with the brute force must notice each.

A test that would pass with a broken solver proves nothing; this one breaks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from agreement import compare, forget
from generated_boards import Sample, sample
from hand_built import board, card, kicker, mana, permanent, spell

from castable.model.errors import CastableError
from castable.model.state import Permanent
from castable.model.symbol import ManaCost
from castable.solver import announce, extras, layers, problem, production, reducing, schedule, sources
from castable.solver.layers import LayeredPayments
from castable.solver.schedule import Schedule

Patch = Callable[[pytest.MonkeyPatch], None]
FAULTS: dict[str, Patch] = {}


def fault(plant: Patch) -> Patch:
    FAULTS[plant.__name__] = plant
    return plant


def _instead(target: Any, name: str, make: Callable[[Any], Any]) -> Patch:
    """A patch that replaces a function by what `make` makes of it."""
    return lambda monkeypatch: monkeypatch.setattr(target, name, make(getattr(target, name)))


@fault
def a_hall_row_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(problem, "_hall_rows", lambda old: lambda groups, everything: old(groups, everything)[1:])(monkeypatch)


@fault
def the_schedule_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mana of all chains is there at once, and their costs are taken from the sum."""

    def payable(self: Schedule, pool: Any, chains: Any) -> bool:
        for chain, n in chains:
            for use in chain:
                for _ in range(n):
                    pool = problem.add(pool, self._problem.yields[use])
        return self._problem.demand.met_by(pool)

    monkeypatch.setattr(Schedule, "_payable", payable)


@fault
def costly_uses_are_removed_one_at_a_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Schedule, "_within", Schedule._payable)


@fault
def plain_uses_are_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(LayeredPayments, "_is_whole", lambda old: lambda self, made, drops, *rest: old(self, made, 0, *rest))(
        monkeypatch
    )
    monkeypatch.setattr(LayeredPayments, "_wasted", lambda *_: False)


@fault
def waste_of_many_sources_is_cut_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(
        LayeredPayments,
        "_reach",
        lambda old: lambda self, chains: tuple(max(0, n - 1) for n in old(self, chains)),
    )(monkeypatch)


@fault
def life_is_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(
        problem.PaymentProblem,
        "__init__",
        lambda old: lambda self, some, *rest, **options: old(self, replace(some, life=10**6), *rest, **options),
    )(monkeypatch)


@fault
def damage_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(
        problem.PaymentProblem,
        "_plan",
        lambda old: lambda self, plan, names, damage_counts: old(self, plan, names, False),
    )(monkeypatch)


@fault
def a_source_is_used_once_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    def more(old: Any) -> Any:
        def sources_of(*args: Any, **options: Any) -> Any:
            found = old(*args, **options)
            return replace(found, classes=tuple(replace(c, size=c.size + 1) for c in found.classes))

        return sources_of

    from castable.solver import ways

    _instead(ways, "sources_of", more)(monkeypatch)


@fault
def a_kicker_is_paid_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(
        extras,
        "_option",
        lambda old: lambda *args: replace(found := old(*args), most=2 * (found.most or 1)),
    )(monkeypatch)


@fault
def summoning_sickness_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Permanent, "is_sick", False)


@fault
def pool_mana_is_taken_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "_minus_one", lambda amounts, kind: tuple(0 for _ in amounts))


@fault
def hybrid_symbols_have_one_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "halves_of", lambda cost: production.halves_of(cost)[:1])


@fault
def an_object_is_sacrificed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def go_together(self: Any, plan: Any, held: Any) -> bool:
        return len(plan) <= 2 and sum(self.uses[i].use.taps for i in plan) <= 1

    monkeypatch.setattr(sources._Builder, "_go_together", go_together)


@fault
def a_reduction_eats_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    def reduced(cost: ManaCost, less: ManaCost, **_: Any) -> ManaCost:
        over = max(0, less.generic - cost.generic)
        kept = cost.symbols[: len(cost.symbols) - over]
        return ManaCost(max(0, cost.generic - less.generic), kept)

    monkeypatch.setattr(reducing, "reduced", reduced)


@fault
def a_dual_filter_makes_no_pair_of_one_color(monkeypatch: pytest.MonkeyPatch) -> None:
    _instead(schedule, "spendings", lambda old: lambda pool, demand: list(old(pool, demand))[:1])(monkeypatch)


def _boards() -> Iterator[Sample]:
    """Boards that are made for single faults, then generated ones."""
    less_generic = card("Medallion", "artifact", _less())
    yield Sample(-1, board(permanent("Plains"), less_generic, hand=[spell("{W}{U}")]))
    yield Sample(-2, board("2 Plains", hand=[spell("{1}", kicker("{1}"))]))
    yield Sample(
        -3, board(permanent(card("Elf", "creature", mana("{T}", "{G}")), summoning_sick=True), hand=[spell("{G}")])
    )
    signet = card("Gruul Signet", "artifact", mana("{1}, {T}", "{R}{G}"))
    disciple = card("Disciple", "creature", mana("{G}, {T}", "any color"), power="1", toughness="1")
    yield Sample(-4, board("2 Plains", signet, disciple, hand=[spell("{W}{W}")]))
    painland = card("Brushwood", "land", mana("{T}", "{G} | {W}", damage=1))
    yield Sample(-5, board(painland, life=2, hand=[spell("{1}{W/P}")]))
    confluence = card("Confluence", "land", mana("{T}, Pay 1 life", "any color"))
    yield Sample(-6, board(confluence, confluence, life=1, hand=[spell("{2}")]))
    spawn = card("Spawn", "creature", mana("Sacrifice this", "{C}"), power="0", toughness="1")
    altar = card("Altar", "artifact", mana("Sacrifice creature", "{B}"))
    yield Sample(-7, board(spawn, altar, hand=[spell("{1}{B}")]))
    yield from map(sample, range(60))


def _less() -> Any:
    from hand_built import less

    from castable.model.filter import Filter

    return less("{2}", applies_to=Filter.parse("instant"))


def _noticed(at: Sample) -> bool:
    try:
        return not compare(at.state, at.spell).agrees
    except CastableError as error:
        return error.code == "illegal"
    except (AssertionError, StopIteration, RuntimeError, IndexError, ValueError):
        return True


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    FAULTS[name](monkeypatch)
    try:
        assert any(map(_noticed, _boards()))
    finally:
        monkeypatch.undo()
        forget()


def test_without_a_fault_nothing_is_noticed() -> None:
    forget()
    assert not any(_noticed(at) for _, at in zip(range(40), _boards(), strict=False))
