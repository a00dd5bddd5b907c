"""Wrong data of a seed card is noticed: each change makes at least one test of an acceptance scenario fail."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import test_seed_rows
import test_seed_rows_ana
import test_seed_rows_arena
import test_seed_rows_objects
import test_seed_rows_specter
import test_seed_rows_will
from conftest import read_state

from castable.model.carddata import card_from_data, card_to_data
from castable.model.errors import CastableError
from castable.model.pool import built_in

Change = Callable[[dict[str, Any]], None]

ARENA, SPECTER, ANA = "Stronghold Arena", "Scythe Specter", "Ana Battlemage"
ROWAN = "Rowan, Scholar of Sparks // Will, Scholar of Frost"
_FAILS = (AssertionError, CastableError, LookupError, StopIteration, TypeError, ValueError)


def triggers(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [ability for ability in data["ability"] if ability["kind"] == "triggered-ability"]


def dropped(at: int) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["ability"].remove(triggers(data)[at])

    return change


def kicker(at: int, cost: str) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["kicker"][at] = cost

    return change


def trigger(at: int, **fields: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        triggers(data)[at].update(fields)

    return change


def does(at: int, step: int, **fields: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        triggers(data)[at]["does"][step].update(fields)

    return change


def on_face(face: int, ability: int, **fields: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["face"][face]["ability"][ability].update(fields)

    return change


def face_does(face: int, ability: int, **fields: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["face"][face]["ability"][ability]["does"][0].update(fields)

    return change


def emblem(**fields: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        made = data["face"][0]["ability"][2]["does"][0]["abilities"][0]
        made.update(fields)

    return change


FAULTS: dict[str, tuple[str, Change]] = {
    "Arena: a kicker is blue": (ARENA, kicker(0, "{U}")),
    "Arena: 2 life for each kick": (ARENA, does(0, 0, amount="2*kicked")),
    "Arena: no combat trigger": (ARENA, dropped(1)),
    "Arena: a trigger for each creature": (ARENA, trigger(1, together=False)),
    "Arena: creatures of opponents": (ARENA, trigger(1, of="creature opponent")),
    "Arena: no choice": (ARENA, trigger(1, does=[{"kind": "top-to-hand", "reveal": True}])),
    "Specter: you discard too": (SPECTER, does(0, 0, who="each player")),
    "Specter: two cards each": (SPECTER, does(0, 0, number=2)),
    "Specter: no trigger": (SPECTER, dropped(0)),
    "Specter: nobody loses life": (SPECTER, lambda data: triggers(data)[0]["does"].pop()),
    "Specter: cards are shown": (SPECTER, does(0, 0, kind="reveal-from-hand")),
    "Ana: the other way round": (ANA, trigger(1, if_kicked="{2}{U}")),
    "Ana: any creature": (ANA, trigger(1, targets=["creature"])),
    "Ana: two cards": (ANA, does(0, 0, number=2)),
    "Ana: no damage": (ANA, lambda data: triggers(data)[1]["does"].pop()),
    "Ana: a kicker costs more": (ANA, kicker(1, "{2}{B}")),
    "Ana: no second trigger": (ANA, dropped(1)),
    "Rowan: colored mana less": (ROWAN, on_face(0, 0, less="{R}")),
    "Rowan: creature spells too": (ROWAN, on_face(0, 0, applies_to="spell")),
    "Emblem: for {1}": (ROWAN, emblem(does=[{"kind": "may", "cost": "{1}", "does": [{"kind": "copy-spell"}]}])),
    "Emblem: creature spells": (ROWAN, emblem(of="creature")),
    "Will: base 0/3": (ROWAN, face_does(1, 1, toughness=3)),
    "Will: a change, not a base": (ROWAN, face_does(1, 1, kind="change-size")),
    "Will: artifact spells": (ROWAN, on_face(1, 0, applies_to="artifact")),
}
"""What is changed in the data of which card."""
MODULES = (
    test_seed_rows_arena,
    test_seed_rows_specter,
    test_seed_rows_ana,
    test_seed_rows_will,
    test_seed_rows,
    test_seed_rows_objects,
)


def rows() -> Iterator[tuple[str, Callable[[], None]]]:
    """The tests of acceptance scenarios, each to be called as it is."""
    for module in MODULES:
        for name, cls in inspect.getmembers(module, inspect.isclass):
            if name.startswith("Test") and cls.__module__ == module.__name__:
                for test_name, test in inspect.getmembers(cls, inspect.isfunction):
                    if test_name.startswith("test_seed_row_"):
                        yield test_name, bound(test, cls())


def bound(test: Callable[..., None], instance: object) -> Callable[[], None]:
    """The test with what it asks for: boards, and the top card of a library."""
    given = {"board": read_state, "top": "Divination"}
    wanted = [name for name in inspect.signature(test).parameters if name != "self"]
    return lambda: test(instance, **{name: given[name] for name in wanted})


def failing() -> str:
    """The first test that fails, empty when none does."""
    for name, test in rows():
        try:
            test()
        except _FAILS:
            return name
    return ""


def test_three_changes_or_more_of_each_card() -> None:
    for name in (ARENA, SPECTER, ANA, ROWAN):
        assert sum(card == name for card, _ in FAULTS.values()) >= 3


def test_without_a_change_nothing_fails() -> None:
    assert failing() == ""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_change_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, change = FAULTS[fault]
    whole = card_to_data(built_in().find(name))
    data = copy.deepcopy(whole)
    change(data)
    assert data != whole
    monkeypatch.setitem(built_in()._cards, name, card_from_data(data))
    assert failing()
