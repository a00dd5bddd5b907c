"""The acceptance scenarios of Rowan // Will in play: sizes through the layers, the emblem (CR 613.4, 118.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hand_built import card
from seed import many, named, size, table

from castable.model.ability import ActivatedAbility, Becomes
from castable.model.filter import Filter
from castable.model.pool import built_in
from castable.model.state import CardInZone, Permanent, SizeChange, State
from castable.solver.choices.events import activates, casts
from castable.solver.choices.happening import Happened
from castable.solver.choices.walking import outcomes, played

ROWAN, WILL = "Rowan, Scholar of Sparks", "Will, Scholar of Frost"
WILL_IN_PLAY = {"card": f"{ROWAN} // {WILL}", "face": WILL, "counters": {"loyalty": 4}}
BEARS = "Grizzly Bears"


def loyalty(state: State, name: str, number: int) -> ActivatedAbility:
    """A loyalty ability of a planeswalker by its place in the text, from 0."""
    return list(named(state, name).face.of(ActivatedAbility))[number]


def frozen(state: State) -> State:
    """The state after Will's first ability on the Bears."""
    will = named(state, WILL)
    return played(activates(state, will.id, loyalty(state, WILL, 0)), BEARS).state


def will(**bears: Any) -> State:
    return table({"battlefield": [WILL_IN_PLAY, {"card": BEARS, **bears}]})


def with_size(state: State, kind: str, power: int = 0, toughness: int = 0) -> State:
    """The state with one more effect on the Bears, later than all before."""
    bears = named(state, BEARS)
    time = 1 + max([change.timestamp for change in bears.sizes], default=0)
    change = SizeChange(kind=kind, power=power, toughness=toughness, timestamp=time)
    return state.with_permanent(replace(bears, sizes=(*bears.sizes, change)))


def lignified(state: State) -> State:
    """The state with an Aura that sets base power and toughness to 0/4, later than all before."""
    lignify = Becomes(of=Filter.parse("enchanted"), loses_abilities=True, power="0", toughness="4")
    aura = card("Lignify", "enchantment Aura", lignify)
    there = Permanent(card=aura, id=800, attached_to=BEARS, timestamp=1_000)
    return state.with_you(battlefield=(*state.you.battlefield, there))


class TestSizes:
    """Base first, then what changes it, whatever came first; switches last (CR 613.4)."""

    def test_seed_row_63(self) -> None:
        assert size(frozen(with_size(will(), "change", 3, 3)), BEARS) == (3, 5)

    def test_seed_row_63_twin(self) -> None:
        assert size(lignified(frozen(with_size(will(), "change", 3, 3))), BEARS) == (3, 7)

    def test_seed_row_64(self) -> None:
        assert size(with_size(frozen(will()), "change", 3, 3), BEARS) == (3, 5)

    def test_seed_row_64_twin(self) -> None:
        assert size(with_size(with_size(frozen(will()), "change", 3, 3), "switch"), BEARS) == (5, 3)

    def test_seed_row_65(self) -> None:
        assert size(frozen(will(counters={"+1/+1": 2})), BEARS) == (2, 4)

    def test_seed_row_65_twin(self) -> None:
        assert size(frozen(will()), BEARS) == (0, 2)


def emblems(number: int, lands: int) -> State:
    """Emblems made by Rowan's last ability, lands that are left, and Shock on the stack."""
    rowan = {"card": ROWAN, "counters": {"loyalty": 4 * number}}
    state = table({"battlefield": [rowan, many("Mountain", lands)]})
    for _ in range(number):
        there = named(state, ROWAN)
        state = played(activates(state, there.id, loyalty(state, ROWAN, 1))).state
    shock = CardInZone(card=built_in().find("Shock"), id=700, targets=("opponent",))
    return replace(state, stack=(shock,))


def copies(state: State) -> set[int]:
    """How many copies of the spell on top of the stack may come of its being cast."""
    found = outcomes(lambda: casts(state, state.stack[-1]))
    return {len(outcome.of(Happened.COPIED)) for _, outcome in found}


class TestEmblem:
    """{2} may be paid once for each trigger; the copy is not cast (CR 118.12, 707.10)."""

    def test_seed_row_66(self) -> None:
        assert copies(emblems(1, 4)) == {0, 1}

    def test_seed_row_66_twin(self) -> None:
        assert copies(emblems(2, 4)) == {0, 1, 2}
        assert copies(emblems(2, 2)) == {0, 1}

    def test_seed_row_67(self) -> None:
        state = emblems(1, 10)
        assert copies(state) == {0, 1}
        after = played(casts(state, state.stack[-1]), "pay {2}", "the same target").state
        assert [spell.copy for spell in after.stack] == [False, True]
        assert played(casts(after, after.stack[-1])).state == after

    def test_seed_row_67_twin(self) -> None:
        state = emblems(1, 10)
        after = played(casts(state, state.stack[-1]), "pay {2}", "the same target").state
        bolt = CardInZone(card=built_in().find("Lightning Bolt"), id=701, targets=("opponent",))
        again = replace(after, stack=(*after.stack, bolt))
        assert copies(again) == {0, 1}
        assert (
            sum(land.tapped for land in played(casts(again, bolt), "pay {2}", "the same target").state.you.battlefield)
            == 4
        )
