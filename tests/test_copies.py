"""Permanents that entered as copies, and what they are besides what they copy (CR 707.5, 707.9)."""

from __future__ import annotations

import pytest
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import Enters, Keyword, Prohibition, Unread
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.solver.payments import payments
from castable.solver.plays import verdict

CREATURE = frozenset({"creature"})
ELF = card("Elf", "creature Elf", mana("{T}", "{G}"))
AS_ARTIFACT = card("Mimic", "creature", Enters(copies=Filter.parse("creature"), besides=("artifact", "Golem")))
AS_QUICK = card("Quick", "creature", Enters(copies=Filter.parse("creature"), has=(Keyword(name="haste"),)))
ROD = card("Rod", "artifact", Prohibition(what="activate", of=Filter.parse("artifact")))


def test_a_copy_has_the_types_it_is_given_besides() -> None:
    face = permanent(AS_ARTIFACT, copy_of=ELF).face
    assert face.name == "Elf"
    assert face.types == {"artifact", "creature"}
    assert face.subtypes == {"Elf", "Golem"}


def test_what_forbids_the_abilities_of_artifacts_forbids_those_of_such_a_copy() -> None:
    for copying, ways in ((AS_ARTIFACT, 0), (card("Plain", "creature"), 1)):
        state = board(permanent(copying, copy_of=ELF), permanent(ROD), hand=[spell("{G}")])
        assert payments(state, "Spell").count() == ways


def test_a_copy_with_haste_besides_is_not_held_back() -> None:
    for copying, ways in ((AS_QUICK, 1), (AS_ARTIFACT, 0)):
        state = board(permanent(copying, copy_of=ELF, summoning_sick=True), hand=[spell("{G}")])
        assert payments(state, "Spell").count() == ways


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a creature", Enters(copies=Filter.parse("creature"))),
        ("any land on the battlefield", Enters(copies=Filter.parse("land"))),
        (
            "any creature, except it's a Spirit artifact in addition to its other types and it has flying",
            Enters(copies=Filter.parse("creature"), besides=("Spirit", "artifact"), has=(Keyword(name="flying"),)),
        ),
        (
            "a creature you control, except it enters with two additional +1/+1 counters on it",
            Enters(copies=Filter.parse("creature you")),
        ),
    ],
)
def test_how_a_copy_enters_is_read(text: str, expected: Enters) -> None:
    read = compile_text(f"You may have Mimic enter as a copy of {text}.", name="Mimic", types=CREATURE)
    assert read == (expected,)


@pytest.mark.parametrize("but", ["it isn't legendary", "it's a 4/4 Zombie", "it has zorking", "its name is Mimic"])
def test_an_exception_that_is_not_understood_is_not_passed_over(but: str) -> None:
    text = f"You may have Mimic enter as a copy of any creature, except {but}."
    (unread,) = compile_text(text, name="Mimic", types=CREATURE)
    assert isinstance(unread, Unread)
    mimic = card("Mimic", "creature", unread)
    with pytest.raises(Unsupported):
        payments(board(permanent(mimic, copy_of=ELF), hand=[spell("{G}")]), "Spell").count()


def test_how_a_permanent_in_play_entered_forbids_nothing_now() -> None:
    texts = ("You may have Mimic enter as a copy of zork.", "Mimic enters tapped unless zork.")
    for text in texts:
        (unread,) = compile_text(text, name="Mimic", types=CREATURE)
        state = board("Forest", card("Mimic", "creature", unread), hand=[spell("{G}")])
        assert verdict(state, "Spell").castable
