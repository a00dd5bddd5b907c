"""Every acceptance scenario of the project has a test and a negative twin, none of them left out."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROWS = range(1, 70)
_SKIPS = {"skip", "skipif", "xfail", "slow"}


def _tests() -> list[ast.FunctionDef]:
    """All tests of acceptance scenarios in the files beside this one."""
    found = []
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_seed_row_"):
                found.append(node)
    return found


def test_each_row_has_a_test_and_a_twin() -> None:
    names = Counter(test.name for test in _tests())
    wanted = {f"test_seed_row_{row:02}{end}" for row in ROWS for end in ("", "_twin")}
    assert sorted(wanted - names.keys()) == []
    assert sorted(names.keys() - wanted) == []
    assert [name for name, number in names.items() if number > 1] == []


def test_no_row_is_left_out() -> None:
    for test in _tests():
        words = {
            node.attr for mark in test.decorator_list for node in ast.walk(mark) if isinstance(node, ast.Attribute)
        }
        assert not words & _SKIPS, test.name
        called = {node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)}
        assert not called & {"skip", "xfail"}, test.name
        assert any(isinstance(node, ast.Assert | ast.With) for node in ast.walk(test)), test.name
