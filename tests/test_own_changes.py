"""Cost changes that are not those of permanents: of an ability on itself, from the command zone, by keyword."""

from __future__ import annotations

import pytest

from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.oracle import face_from_fields
from castable.model.state import CardInZone, Permanent, Player, State
from castable.solver.abilities import ability_subjects
from castable.solver.cost_changes import changes_of
from castable.solver.subject import Subject, Wishes, subjects


def card(name: str, text: str = "", type_line: str = "Artifact", cost: str = "{4}") -> Card:
    return Card(name=name, faces=(face_from_fields(name=name, mana_cost=cost, type_line=type_line, text=text),))


ELF = card("Elf", type_line="Creature — Elf")


def times(state: State, subject: Subject) -> list[tuple[str, int | None]]:
    return [(change.name, change.times) for change in changes_of(state, subject)]


def test_an_ability_on_itself() -> None:
    moss = card("Moss", "{5}, {T}: Draw a card. This ability costs {1} less to activate for each Elf you control.")
    state = State(
        you=Player(battlefield=(Permanent(card=moss, id=1), Permanent(card=ELF, id=2), Permanent(card=ELF, id=3)))
    )
    (subject,) = ability_subjects(state, "Moss", "{5}, {T}")
    assert times(state, subject) == [("Moss", 2)]


def test_an_effect_of_a_commander_in_the_command_zone() -> None:
    where = "Eminence — As long as Willow is in the command zone or on the battlefield, "
    text = where + "other Elf spells you cast cost {2} less to cast."
    willow = card("Willow", text, "Legendary Creature — Elf")
    state = State(
        you=Player(hand=(CardInZone(card=ELF, id=1),), command=(CardInZone(card=willow, id=2, commander=True),))
    )
    (spell,) = subjects(state, "Elf", Wishes())
    assert times(state, spell) == [("Willow", 1)]
    (herself,) = subjects(state, "Willow", Wishes(zone="command"))
    assert times(state, herself) == []
    in_play = State(you=Player(hand=(CardInZone(card=ELF, id=1),), battlefield=(Permanent(card=willow, id=2),)))
    (spell,) = subjects(in_play, "Elf", Wishes())
    assert times(in_play, spell) == [("Willow", 1)]


def test_the_casts_of_the_commander_that_is_cast() -> None:
    crown = card(
        "Crown", "Your commander costs {1} less to cast for each time it's been cast from the command zone this game."
    )
    command = (CardInZone(card=ELF, id=2, commander=True, casts=3), CardInZone(card=card("Bird"), id=3, casts=1))
    state = State(you=Player(battlefield=(Permanent(card=crown, id=1),), command=command))
    (subject,) = subjects(state, "Elf", Wishes(zone="command"))
    assert times(state, subject) == [("Crown", 3)]


def test_abilities_by_keyword() -> None:
    ring = card(
        "Ring", "Boast abilities you activate cost {1} less to activate.\nPlotting cards from your hand costs {2} less."
    )
    seed = card("Seed", "Plot {4}{G}", "Creature — Elf")
    state = State(you=Player(battlefield=(Permanent(card=ring, id=1),), hand=(CardInZone(card=seed, id=2),)))
    (subject,) = ability_subjects(state, "Seed", "plot")
    assert [change.change.less for change in changes_of(state, subject)] == [
        change.less for change in ring.front.abilities[1:] if hasattr(change, "less")
    ]


def test_an_effect_that_works_on_the_stack_is_not_judged() -> None:
    torch = card(
        "Torch", "As long as this spell is on the stack, spells that target it cost {2} more to cast.", "Instant"
    )
    state = State(
        you=Player(hand=(CardInZone(card=ELF, id=1),)), stack=(CardInZone(card=torch, id=2, controller="opponent"),)
    )
    (subject,) = subjects(state, "Elf", Wishes())
    with pytest.raises(Unsupported, match="Torch"):
        changes_of(state, subject)
