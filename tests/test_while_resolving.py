"""Casting on the instruction of a spell or ability that is resolving (CR 608.2g)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, permanent, spell

from castable.model.ability import Keyword, Prohibition
from castable.model.amount import Condition
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.state import CardInZone, Phase, Player, State
from castable.solver.announce import Wishes
from castable.solver.plays import verdict

GUIDE = CardInZone(card=card("Guide", "sorcery"), id=700)
SPLIT = CardInZone(card=card("Split", "instant", Keyword(name="split second")), id=701)
BEAST = spell("{R}", types="creature")


def during(state: State, *entries: CardInZone, **fields: object) -> State:
    """The state while these resolve."""
    return replace(state, resolving=entries or (GUIDE,), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("turn", ["you", "opponent"])
def test_whenever_it_is(phase: Phase, turn: str) -> None:
    state = during(board("Mountain", hand=[BEAST]), phase=phase, turn=turn, stack=(GUIDE,))
    assert verdict(state, "Spell").castable


def test_what_forbids_casting_still_does() -> None:
    state = board("Mountain", hand=[BEAST])
    ban = card("Ban", "artifact", Prohibition(what="cast", of=Filter.parse("creature")))
    sorcery = card(
        "Time",
        "enchantment",
        Prohibition(what="cast", who="opponent", condition=Condition.parse("not caster's sorcery time")),
    )
    for rule in (ban, sorcery):
        across = replace(state, opponents=(Player(battlefield=(permanent(rule, id=900),)),))
        assert not verdict(during(across), "Spell").castable
        assert verdict(across, "Spell").castable is (rule is sorcery)


def test_split_second() -> None:
    state = board("Mountain", hand=[BEAST])
    assert not verdict(during(state, stack=(SPLIT,)), "Spell").castable
    assert not verdict(during(state, SPLIT), "Spell").castable
    assert verdict(during(state, replace(SPLIT, ability="triggered")), "Spell").castable


def test_what_the_instruction_says_of_costs_is_not_known() -> None:
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board(hand=[BEAST])), "Spell")
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board("Mountain", graveyard=[BEAST])), "Spell", Wishes(zone="graveyard"))
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board("2 Mountain", hand=[spell("{X}{R}")])), "Spell", Wishes(x=1))
