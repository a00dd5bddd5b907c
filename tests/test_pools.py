"""Mana options: the search by what is left agrees with the one over all multisets of costly uses."""

from __future__ import annotations

import pytest
from generated_boards import sample

from benchmarks.boards import Board, board, cards_of
from castable.model.errors import CastableError
from castable.model.state import Permanent, Player, State
from castable.solver import pools

SIGNETS = "Azorius Signet; Dimir Signet; Rakdos Signet; Gruul Signet; Orzhov Signet"
FILTERS = "Fetid Heath; Mystic Gate; Wooded Bastion; Sungrass Prairie"


def state_of(text: str) -> State:
    found = cards_of(text)
    return State(you=Player(battlefield=tuple(Permanent(card=card, id=at) for at, card in enumerate(found))))


def both_ways(state: State, monkeypatch: pytest.MonkeyPatch) -> tuple[pools.ManaOptions, pools.ManaOptions]:
    fast = pools.mana_options(state)
    with monkeypatch.context() as patch:
        patch.setattr(pools, "explored", lambda *_: None)
        return fast, pools.mana_options(state)


@pytest.mark.parametrize("one", [board(name) for name in ("B1", "B2", "B3", "B6", "B8", "K51")], ids=lambda b: b.name)
def test_benchmark_boards(one: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = both_ways(one.state(), monkeypatch)
    assert fast == slow


@pytest.mark.parametrize(
    "text",
    [
        f"{SIGNETS}; Forest",
        f"{SIGNETS}; Plains; 2 Mountain; Sol Ring",
        f"{FILTERS}; Plains; Forest; 2 Swamp",
        "3 Azorius Signet; 2 Dimir Signet; Island; Prophetic Prism",
        "2 Azorius Signet",
        "Mystic Gate; Flooded Grove; Azorius Chancery; Snow-Covered Island; Llanowar Elves",
    ],
)
def test_sources_that_cost_mana(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast, slow = both_ways(state_of(text), monkeypatch)
    assert list(map(str, fast.maximal)) == list(map(str, slow.maximal))


def test_generated_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    for seed in range(250):
        state = sample(seed).state
        try:
            fast, slow = both_ways(state, monkeypatch)
        except CastableError:
            continue
        assert fast.unbounded == slow.unbounded, seed
        assert list(map(str, fast.maximal)) == list(map(str, slow.maximal)), seed
        asked += any(len(pool) > 2 for pool in slow.maximal)
    assert asked > 60


def test_ten_signets() -> None:
    signets = "; ".join(f"{guild} Signet" for guild in GUILDS)
    assert len(pools.mana_options(state_of(f"{signets}; 2 Forest; Mountain")).maximal) == 515


GUILDS = "Azorius Dimir Rakdos Gruul Selesnya Orzhov Izzet Golgari Boros Simic".split()
