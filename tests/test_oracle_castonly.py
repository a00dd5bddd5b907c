"""What cards say of when they, or other spells, may not be cast, in texts of cards that do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.ability import SpellTargets
from castable.model.amount import Condition
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds
from castable.model.oracle import compile_text, face_from_fields
from castable.model.payment import Choices
from castable.model.state import Phase, Player, State
from castable.solver.targets import why_without_target
from castable.solver.timing import why_not_now


def read(text: str, *types: str) -> list[dict[str, Any]]:
    """All abilities as plain data, read back once."""
    abilities = compile_text(text, name="Mossy Stump", types=frozenset(types or ("instant",)))
    assert all(ability_from_data(ability_to_data(ability)) == ability for ability in abilities)
    return [ability_to_data(ability) for ability in abilities]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Cast this spell only during combat.", "combat"),
        ("Cast this spell only during combat after blockers are declared.", "combat and after blockers"),
        ("Cast this spell only before attackers are declared.", "before attackers"),
        ("Cast this spell only during your turn and only during combat.", "your turn and combat"),
        ("Cast this spell only if you control seven or more Elves.", "count(Elf you) >= 7"),
        (
            "Cast this spell only during the declare attackers step and only if you saw a comet.",
            "declare attackers and unknown(you saw a comet)",
        ),
        ("Cast this spell only during a blue moon.", "unknown(it's during a blue moon)"),
        ("You can't cast Mossy Stump unless you control an Elf.", "count(Elf you) >= 1"),
        ("You can't cast Mossy Stump if you've played a land this turn.", "not land played"),
        (
            "You can't cast Mossy Stump during your first, second, or third turns of the game.",
            "not your turn or turnstaken >= 4",
        ),
    ],
)
def test_when_a_card_may_be_cast(text: str, condition: str) -> None:
    assert read(text) == [{"kind": "cast-only", "condition": condition}]


def ban(what: str = "cast", **fields: object) -> dict[str, Any]:
    return {"kind": "prohibition", "what": what, **fields}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Players can't cast Elf spells with mana value 4 or less.", [ban(of="Elf mv<=4")]),
        ("Your opponents can't cast spells with odd mana values.", [ban(of="oddmv", who="opponent")]),
        ("Your opponents can't cast Elf spells of the chosen color.", [ban(of="Elf chosencolor", who="opponent")]),
        (
            "Players can't cast Elf spells from graveyards or libraries.",
            [ban(of="Elf graveyardcast | Elf librarycast")],
        ),
        (
            "Your opponents can't cast Elf spells from anywhere other than their hands.",
            [ban(of="Elf nothandcast", who="opponent")],
        ),
        (
            "During your turn, your opponents can't cast Elf spells or activate abilities of Elves.",
            [
                ban(of="Elf", who="opponent", condition="your turn"),
                ban("activate", of="Elf", who="opponent", condition="your turn"),
            ],
        ),
        (
            "During combat, players can't cast Elf spells or activate abilities that aren't mana abilities.",
            [ban(of="Elf", condition="combat"), ban("activate", condition="combat", except_mana_abilities=True)],
        ),
        (
            "Each player who has cast a nonblue spell this turn can't cast additional nonblue spells.",
            [ban(of="!blue", limit=1)],
        ),
        (
            "As long as you control an Elf, your opponents can't cast Bird spells.",
            [ban(of="Bird", who="opponent", condition="count(Elf you) >= 1")],
        ),
        (
            "Players can't play lands as long as six or more Elves are on the battlefield.",
            [ban("play land", condition="count(Elf) >= 6")],
        ),
    ],
)
def test_what_may_not_be_cast(text: str, expected: list[dict[str, Any]]) -> None:
    assert [dict(sorted(one.items())) for one in read(text, "artifact")] == [
        dict(sorted(one.items())) for one in expected
    ]


@pytest.mark.parametrize(
    ("fact", "phases"),
    [
        ("before attackers", "untap upkeep draw main combat"),
        ("before blockers", "untap upkeep draw main combat declare_attackers"),
        ("before damage", "untap upkeep draw main combat declare_attackers declare_blockers"),
        ("declare attackers", "declare_attackers"),
        ("blockers declared", "declare_blockers"),
        ("after blockers", "declare_blockers damage"),
        ("after combat", "main2 end cleanup"),
    ],
)
def test_moments(fact: str, phases: str) -> None:
    true = [phase.value for phase in Phase if holds(Condition.parse(fact), View(State(phase=phase)))]
    assert sorted(true) == sorted(phases.split())


def test_the_number_of_a_turn() -> None:
    late = Condition.parse("turnstaken >= 4")
    assert holds(late, View(State(you=Player(turns_taken=4))))
    assert not holds(late, View(State(you=Player(turns_taken=3))))
    with pytest.raises(Unsupported):
        holds(late, View(State()))


def test_it_bars_casting() -> None:
    face = face_from_fields(name="Moss", type_line="Instant", text="Cast this spell only during combat.")
    barred = why_not_now(State(), face)
    assert barred is not None and barred.rule == "601.3"
    assert why_not_now(State(phase=Phase.DAMAGE), face) is None


def test_as_many_targets_as_x() -> None:
    face = face_from_fields(name="Moss", mana_cost="{X}{U}", type_line="Instant", text="Tap X target artifacts.")
    assert [ability_to_data(ability) for ability in face.of(SpellTargets)] == [
        {"kind": "spell-targets", "needs": ["artifact"], "of_x": True}
    ]
    assert why_without_target(State(), face, Choices(x=0)) is None
    assert why_without_target(State(), face, Choices(x=1)) is not None
    counted = face_from_fields(
        name="Moss", type_line="Instant", text="Tap X target artifacts, where X is your life total."
    )
    assert not list(counted.of(SpellTargets))


def test_targets_of_one_way_to_cast() -> None:
    face = face_from_fields(name="Moss", type_line="Enchantment Creature — Elf", text="Bestow {3}{G}")
    assert why_without_target(State(), face, Choices()) is None
    assert why_without_target(State(), face, Choices(alternative="bestow")) is not None
