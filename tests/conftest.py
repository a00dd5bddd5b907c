"""What the tests share: boards in a few words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from castable.model.board import state_from_data
from castable.model.pool import built_in
from castable.model.state import State

# Machines that run the tests may be slow and busy: how long an example takes says nothing about castable.
settings.register_profile("castable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("castable")


def read_state(
    *battlefield: Any, hand: tuple[Any, ...] = (), opponent: tuple[Any, ...] = (), state: Any = None, **you: Any
) -> State:
    """A state in the words of the query protocol, with cards of the built-in pool."""
    data = {
        "you": {"battlefield": list(battlefield), "hand": list(hand), **you},
        "opponents": [{"battlefield": list(opponent)}],
        **(state or {}),
    }
    return state_from_data(data, built_in())


@pytest.fixture
def board() -> Callable[..., State]:
    """`board("Forest", many("Island", 2), hand=("Shock",), life=5)`."""
    return read_state


@pytest.fixture(autouse=True)
def no_card_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tests know the built-in cards alone, whatever the user who runs them has imported."""
    monkeypatch.setenv("CASTABLE_STORE", str(tmp_path / "no-card-store"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--random-boards", type=int, default=0, help="compare so many boards with seeds drawn by chance")
