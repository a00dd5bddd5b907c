"""Plays in a row against a search without any cleverness: every payment, wasteful ones too, of every play."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hand_built import board, card, mana

from castable.model.ability import CostChange, LandTypes, SpellMana
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.production import Production
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.payments import Payments
from castable.solver.plays import attempts
from castable.solver.resolving import resolved
from castable.solver.sequence import SpellPlay, sequence
from castable.solver.total_cost import Announced

LANDS = ("Forest", "Swamp", "Island", "Tropical Island", "Badlands", "Azorius Chancery", "City of Brass")
SOURCES = (*LANDS, "Sol Ring", "Gruul Signet", "Dimir Signet")
CREATURES = Filter.parse("creature")
COSTS = ("{G}", "{1}{G}", "{U}", "{1}{B}", "{2}", "{G}{U}", "{R}", "{1}{U}{B}", "{3}", "{X}{G}")


def drawn(rng: random.Random, number: int) -> Card:
    """A card that is a creature, makes mana, changes costs or changes lands."""
    kind, name = rng.random(), f"Card {number}"
    body: dict[str, Any] = {"power": "2", "toughness": "2"}
    if kind < 0.55:
        return card(name, "creature Bear", cost=rng.choice(COSTS), **body)
    if kind < 0.68:
        adds = Production.parse(rng.choice(("{B}{B}{B}", "{R}{R}{R}", "count(creature you)*{R}")))
        return card(name, "instant", SpellMana(adds=adds), cost=rng.choice(("{B}", "{R}", "{1}{R}")))
    if kind < 0.8:
        rock = mana("{T}", rng.choice(("{C}{C}", "{G}")))
        return card(name, "artifact", rock, cost=rng.choice(("{0}", "{1}", "{2}")))
    if kind < 0.87:
        less = CostChange(applies_to=CREATURES, less=ManaCost.parse("{1}"))
        return card(name, "creature Bear", less, cost="{1}{G}", **body)
    if kind < 0.94:
        more = CostChange(applies_to=CREATURES, who="any", more=ManaCost.parse("{1}"))
        return card(name, "creature Bear", more, cost="{G}", **body)
    moon = LandTypes(of=Filter.parse("land !basic"), types=("Mountain",))
    return card(name, "enchantment", moon, cost="{1}{R}")


def possible(state: State, names: list[str], dead: set[tuple[int, State]]) -> bool:
    """Whether the spells can be cast in this order, by trying everything."""
    if not names:
        return True
    if (len(names), state) in dead:
        return False
    for one in attempts(state, names[0]):
        if isinstance(one, Announced):
            for payment in Payments(state, [one.subject], Wishes(), floating=True).of(one):
                if len(names) == 1:
                    return True
                after = resolved(payment.apply(state), one.subject.face)
                if any(possible(ending.state, names[1:], dead) for ending in after):
                    return True
    dead.add((len(names), state))
    return False


@pytest.mark.parametrize("seed", range(60))
def test_agrees(seed: int) -> None:
    rng = random.Random(seed)
    spells = [drawn(rng, number) for number in range(rng.choice((2, 2, 3)))]
    state = board(*(rng.choice(SOURCES) for _ in range(rng.randint(1, 4))), hand=spells)
    names = [spell.name for spell in spells]
    try:
        found = sequence(state, tuple(SpellPlay(spell=name) for name in names))
    except Unsupported:  # mana made before a spell that costs none: not looked at, and said so
        return
    assert found.possible == possible(state, names, set())
