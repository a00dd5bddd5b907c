"""Power and toughness through the layers: base, changes, switches (CR 613.4)."""

from __future__ import annotations

from hand_built import board, card, permanent

from castable.model.ability import Becomes, Boost
from castable.model.amount import Amount
from castable.model.card import Card
from castable.model.effects import with_effects
from castable.model.evaluate import View, power_of, toughness_of
from castable.model.filter import Filter
from castable.model.state import Permanent, SizeChange, State

FROST = SizeChange(kind="set", power=0, toughness=2, timestamp=5)
GROWTH = SizeChange(kind="change", power=3, toughness=3, timestamp=4)
SWITCH = SizeChange(kind="switch", timestamp=9)
ANTHEM = card(
    "Anthem", "enchantment", Boost(to=Filter.parse("creature you"), power=Amount.fixed(1), toughness=Amount.fixed(1))
)


def lignify(timestamp: int) -> Permanent:
    aura = card("Lignify", "enchantment Aura", Becomes(of=Filter.parse("enchanted"), power="0", toughness="4"))
    return permanent(aura, attached_to="Grizzly Bears", timestamp=timestamp)


def bears(*sizes: SizeChange, **status: object) -> Permanent:
    return permanent("Grizzly Bears", sizes=sizes, **status)


def size(*permanents: Permanent | Card | str) -> tuple[int, int]:
    """Of the first permanent."""
    state: State = with_effects(board(*permanents))
    first = state.you.battlefield[0]
    return power_of(first, View(state)), toughness_of(first, View(state))


def test_set_then_changed_whatever_came_first() -> None:
    assert size(bears(GROWTH, FROST)) == size(bears(FROST, GROWTH)) == (3, 5)
    assert size(bears(FROST, counters=(("+1/+1", 2),)), ANTHEM) == (3, 5)


def test_counters_of_every_size() -> None:
    """CR 122.1a."""
    assert size(bears(counters=(("-0/-1", 1), ("+2/+0", 2), ("charge", 3)))) == (6, 1)


def test_of_two_setters_the_later_one() -> None:
    assert size(bears(FROST), lignify(7)) == (0, 4)
    assert size(bears(FROST), lignify(3)) == (0, 2)
    earlier = SizeChange(kind="set", power=9, toughness=9, timestamp=1)
    assert size(bears(FROST, earlier)) == (0, 2)


def test_switches_come_last() -> None:
    assert size(bears(SWITCH, GROWTH, FROST)) == (5, 3)
    assert size(bears(SWITCH, SWITCH, GROWTH, FROST)) == (3, 5)
    assert size(bears(SWITCH, FROST), ANTHEM) == (3, 1)


def test_a_face_down_creature_can_be_set_too() -> None:
    assert size(bears(FROST, face_down=True)) == (0, 2)


def test_what_defines_its_own_size_is_overruled() -> None:
    beast = card("Beast", "creature", Becomes(of=Filter.parse("this"), power="7", toughness="7"), power="*")
    assert size(permanent(beast, sizes=(FROST,), timestamp=99)) == (0, 2)
