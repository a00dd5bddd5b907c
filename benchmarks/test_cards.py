"""The card file that `CASTABLE_CARDS` names: an import, every card read, one shown. Skipped without one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from castable.model.store import CardStore, import_file


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> CardStore:
    if "CASTABLE_CARDS" not in os.environ:
        pytest.skip("CASTABLE_CARDS is not set")
    place = tmp_path_factory.mktemp("store") / "cards.sqlite"
    import_file(Path(os.environ["CASTABLE_CARDS"]), place)
    return CardStore(place)


def test_import(benchmark: Any, store: CardStore, tmp_path: Path) -> None:
    benchmark.pedantic(import_file, (Path(os.environ["CASTABLE_CARDS"]), tmp_path / "cards.sqlite"), rounds=2)


def test_read_every_card(benchmark: Any, store: CardStore) -> None:
    names = store.names()
    benchmark.pedantic(lambda: [store.find(name) for name in names], rounds=1)


def test_show_a_card(benchmark: Any, store: CardStore) -> None:
    """The whole command, the start of Python included."""
    command = (sys.executable, "-c", "from castable.cli import main; main()", "cards", "show", "Fellwar Stone")
    environment = {**os.environ, "CASTABLE_STORE": str(store.path)}
    benchmark.pedantic(lambda: subprocess.run(command, env=environment, check=True, capture_output=True), rounds=5)
