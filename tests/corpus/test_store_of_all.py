"""The whole card file in a store: how long an import takes, how much room it needs, and that nothing is lost."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
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


@pytest.fixture(scope="session")
def store(records: Records, tmp_path_factory: pytest.TempPathFactory) -> CardStore:
    """A store of the whole file, made within the limits of time and memory."""
    place = tmp_path_factory.mktemp("store") / "cards.sqlite"
    start = time.perf_counter()
    command = (sys.executable, "-c", _IMPORT, os.environ["CASTABLE_CARDS"], place)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert time.perf_counter() - start < 30
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


def test_showing_a_card_is_quick(store: CardStore) -> None:
    """Process time, the best of three runs."""
    script = "from castable.cli import main; main()"
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        environment = {**os.environ, "CASTABLE_STORE": str(store.path)}
        command = (sys.executable, "-c", script, "cards", "show", "Fellwar Stone")
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(taken) < 0.3


def test_cards_that_do_not_exist_are_unknown_quickly(store: CardStore) -> None:
    start = time.process_time()
    for i in range(20):
        assert len(store.near(f"Lightnin Blot {i}")) == 3
    assert time.process_time() - start < 5


def test_the_place_of_the_file(store: CardStore) -> None:
    assert store.info.source == Path(os.environ["CASTABLE_CARDS"]).name
    assert len(store) == len(list(store.records()))
