"""The fast yes or no agrees with the search that looks at the cost."""

from __future__ import annotations

import random

import pytest
from generated_boards import sample
from generated_effects import sample_effects
from hand_built import board, card, mana, permanent

from benchmarks.boards import BOARDS, Board
from castable.model.effects import with_effects
from castable.model.errors import CastableError
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.means import Bill
from castable.solver.prepared import PreparedState
from castable.solver.reach import Reach
from castable.solver.sources import sources_of
from castable.solver.spending import Purpose
from castable.solver.ways import reach_for, ways_of

CHUNK = 100
SYMBOLS = ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"]


def searched(state: State, cost: ManaCost, life: int = 0) -> bool:
    bill = Bill(mana=cost, life=life)
    return ways_of(state, None, bill, Purpose(), floating=False, by_object=False).exists()


def costs(seed: int, most: int) -> list[ManaCost]:
    rng = random.Random(seed)
    texts = (
        f"{{{rng.randint(0, most)}}}" + "".join(rng.choice(SYMBOLS) for _ in range(rng.randint(0, 4)))
        for _ in range(12)
    )
    return [cost for cost in map(ManaCost.parse, texts) if cost != ManaCost.ZERO]


def reach_on(state: State) -> Reach | None:
    try:
        return reach_for(sources_of(state))
    except CastableError:
        return None


@pytest.mark.parametrize("start", range(0, 3 * CHUNK, CHUNK))
@pytest.mark.parametrize("make", [sample, sample_effects])
def test_agrees_with_the_search(make: object, start: int) -> None:
    asked = payable = 0
    for seed in range(start, start + CHUNK):
        state = with_effects(make(seed).state)  # type: ignore[operator]
        reach = reach_on(state)
        for cost in costs(seed, 3) if reach else ():
            life = 2 * (seed % 3 == 0)
            if reach is None or (answer := reach.pays(cost, life)) is None:
                continue
            assert answer == searched(state, cost, life), f"seed {seed}, {cost} and {life} life"
            asked += 1
            payable += answer
    assert asked > 300
    assert 60 < payable < asked - 60


@pytest.mark.parametrize("one", [b for b in BOARDS if b.name != "B9d"], ids=lambda b: b.name)
def test_benchmark_boards(one: Board) -> None:
    state = one.state()
    assert reach_on(state) is not None
    ready = PreparedState(state)
    assert ready.payable(one.mana_cost) is bool(one.ways)
    for cost in costs(7, 6)[:6]:
        assert ready.payable(cost) == searched(state, cost)


def test_a_converter_cannot_start_itself() -> None:
    signet = card("Signet", "artifact", mana("{1}, {T}", "{W}{U}"))
    forest = card("Forest", "land", mana("{T}", "{G}"))
    two = board(permanent(signet), permanent(signet))
    assert not PreparedState(two).payable(ManaCost.parse("{1}"))
    started = board(permanent(signet), permanent(signet), permanent(forest))
    assert PreparedState(started).payable(ManaCost.parse("{1}{W}{U}"))
    assert not PreparedState(started).payable(ManaCost.parse("{G}{W}"))


def test_hybrid_and_life() -> None:
    forest = card("Forest", "land", mana("{T}", "{G}"))
    ready = PreparedState(board(permanent(forest), life=2))
    assert ready.payable(ManaCost.parse("{G/W}"))
    assert not ready.payable(ManaCost.parse("{U/W}"))
    assert ready.payable(ManaCost.parse("{U/P}{G}"))
    assert not ready.payable(ManaCost.parse("{U/P}{U/P}{G}"))
