"""Tests over a card file of the user's own: `CASTABLE_CARDS` names an AtomicCards file (.json or .json.gz)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.cardfile import load


@pytest.fixture(scope="session")
def records() -> dict[str, list[dict[str, Any]]]:
    """The records of the card file by name; the test is skipped without one."""
    path = os.environ.get("CASTABLE_CARDS")
    if not path:
        pytest.skip("CASTABLE_CARDS is not set")
    return load(Path(path))
