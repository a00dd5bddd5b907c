"""The whole card file in a store: how much room an import needs, and that nothing is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from castable.coverage import Coverage, coverage_of
from castable.model.oracle import card_from_mtgjson
from castable.model.store import CardStore

Records = dict[str, list[dict[str, Any]]]
_IMPORT = """
import resource, sys
from castable.model.store import import_file
import_file(sys.argv[1], sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "linux" else 1024 ** 2))
"""
_SHOW = """
import sys
from castable.cli import main
try:
    main()
finally:
    heavy = ("castable.solver", "constraint", "networkx")
    print(*sorted(name for name in sys.modules if name.startswith(heavy)), file=sys.stderr)
"""


@pytest.fixture(scope="session")
def store(records: Records, tmp_path_factory: pytest.TempPathFactory) -> CardStore:
    """A store of the whole file, made within the limit of memory."""
    place = tmp_path_factory.mktemp("store") / "cards.sqlite"
    command = (sys.executable, "-c", _IMPORT, os.environ["CASTABLE_CARDS"], place)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert int(done.stdout) < 400
    return CardStore(place)


@pytest.fixture(scope="session")
def coverage(store: CardStore) -> Coverage:
    return coverage_of(store)


def test_every_card_is_found(store: CardStore, records: Records) -> None:
    for name in records:
        assert name in store
    assert set(records) <= set(store.names())


def test_cards_are_those_of_the_file(store: CardStore, records: Records) -> None:
    for name in random.Random(5).sample(sorted(records), 300):
        assert store.find(name) == card_from_mtgjson(records[name])


def test_every_record_is_a_card(coverage: Coverage) -> None:
    assert coverage.failed == []


def test_the_pool_agrees(coverage: Coverage) -> None:
    assert coverage.compared > 300
    assert coverage.disagreements == []


def test_kinds_of_text_occur(coverage: Coverage) -> None:
    """A pattern that finds nothing among all cards is a wrong pattern."""
    assert [count.kind.title for count in coverage.kinds if not count.cards] == []


def test_showing_a_card_loads_no_solver(store: CardStore) -> None:
    """A card is shown without what solves and draws, so that the answer is there at once (benchmarks/test_cards.py)."""
    environment = {**os.environ, "CASTABLE_STORE": str(store.path)}
    command = (sys.executable, "-c", _SHOW, "cards", "show", "Fellwar Stone")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("Fellwar Stone")
    assert done.stderr.split() == []


def test_cards_that_do_not_exist_have_near_names(store: CardStore) -> None:
    for i in range(20):
        assert len(store.near(f"Lightnin Blot {i}")) == 3


def test_the_place_of_the_file(store: CardStore) -> None:
    assert store.info.source == Path(os.environ["CASTABLE_CARDS"]).name
    assert len(store) == len(list(store.records()))
