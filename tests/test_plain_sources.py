"""What can be cast without a mana ability that is not understood can be cast (CR 605.3)."""

from __future__ import annotations

import json

import pytest
from generated_boards import sample
from generated_effects import sample_effects
from hand_built import CARDS, board, card, mana, permanent, spell

from castable.model.ability import ActivatedAbility, Grant, Unread
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import CastableError, Unsupported
from castable.model.filter import Filter
from castable.query import respond
from castable.solver.plain_sources import with_plain_sources
from castable.solver.plays import activation_verdict, verdict

STRANGE = card("Strange", "artifact", Unread(text="{T}: Zork. Add {C}{C} for each zork."))
STATIC = card("Static", "artifact", Unread(text="Spells cost {1} more to cast: add it."))
ODD = card("Odd", "artifact", mana("Put 1 -0/-1 counter", "{G}"))
HIVE = card(
    "Hive",
    "creature Bug",
    Grant(to=Filter.parse("Bug"), abilities=(mana("Sacrifice this", "{B}{B}"),)),
    mana("{T}", "{G}"),
)


@pytest.mark.parametrize("what", [STRANGE, ODD])
def test_without_it_there_is_mana_enough(what: object) -> None:
    state = board("Mountain", what, hand=[spell("{R}")])
    assert verdict(state, "Spell").castable
    assert verdict(with_effects(state), "Spell").castable


@pytest.mark.parametrize("what", [STRANGE, ODD])
def test_with_it_there_might_be(what: object) -> None:
    with pytest.raises(Unsupported):
        assert verdict(board("Mountain", what, hand=[spell("{1}{R}")]), "Spell").castable


def test_what_a_permanent_gives_others_for_themselves() -> None:
    state = board("Mountain", HIVE, hand=[spell("{R}")])
    assert verdict(state, "Spell").castable
    plain = next(iter(with_plain_sources(state)))
    assert [str(ability.cost) for ability in plain.you.battlefield[1].face.mana_abilities] == ["{T}"]


def test_a_copy_too() -> None:
    state = board("Mountain", permanent(card("Mirror", "artifact"), copy_of=STRANGE), hand=[spell("{R}")])
    assert verdict(state, "Spell").castable


def test_other_text_may_forbid_it() -> None:
    with pytest.raises(Unsupported, match="Static"):
        assert verdict(board("Mountain", STATIC, hand=[spell("{R}")]), "Spell").castable


def test_of_an_ability() -> None:
    pinger = card("Pinger", "creature", ActivatedAbility(cost=Cost.parse("{R}")))
    assert activation_verdict(board("Mountain", STRANGE, pinger), "Pinger", Cost.parse("{R}")).castable
    with pytest.raises(Unsupported, match="Strange"):
        assert activation_verdict(board("Forest", STRANGE, pinger), "Pinger", Cost.parse("{R}")).castable


def test_nothing_left_out_where_all_are_plain() -> None:
    assert not list(with_plain_sources(board("2 Mountain", hand=[spell("{R}")])))


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_a_yes_without_some_is_a_yes_with_all(start: int) -> None:
    told = 0
    for seed in range(start, start + 50):
        for one in (sample(seed), sample_effects(seed)):
            for plain in with_plain_sources(one.state):
                try:
                    castable = verdict(plain, one.spell).castable
                    everything = verdict(one.state, one.spell).castable
                except CastableError:
                    continue
                told += castable
                assert everything or not castable, seed
    assert told


def test_a_bare_cost() -> None:
    class Few:
        """A card source of the cards of this module."""

        @staticmethod
        def find(name: str) -> Card:
            return {"Strange": STRANGE, "Mountain": CARDS["Mountain"]}[name]

        @staticmethod
        def names() -> tuple[str, ...]:
            return ("Strange", "Mountain")

    for cost, known in (("{R}", True), ("{1}{R}", False)):
        state = {"you": {"battlefield": ["Mountain", "Strange"]}}
        answer = respond(json.dumps({"state": state, "ask": {"kind": "payable", "cost": cost}}), Few())
        assert answer["answer"]["payable"] if known else answer["error"]["code"] == "unsupported"
