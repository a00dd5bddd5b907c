"""Spells with a single target, targets spoken of again, flash for cards elsewhere, X where no mana cost is paid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, spell

from castable.model.ability import AlternativeCost, Permission, SpellTargets, Unread, Zone
from castable.model.cost import Cost
from castable.model.errors import Malformed, Unsupported
from castable.model.filter import Filter
from castable.model.oracle import face_from_fields
from castable.model.oracle.targets import parse_targets
from castable.model.state import CardInZone, State
from castable.solver.announce import Wishes
from castable.solver.payments import payments
from castable.solver.plays import verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Change the target of target spell with a single target.", ["spell singletarget"]),
        (
            "Change the target of target spell or ability with a single target.",
            ["spell singletarget | anyability singletarget"],
        ),
        ("Gain control of target noncreature spell. You may choose new targets for it.", ["!creature spell"]),
        ("Copy target instant spell. You may choose new targets for the copy.", ["instant spell"]),
        ("Destroy target creature with a single target.", None),
        ("Change the target of target spell that targets only a player.", None),
    ],
)
def test_read(text: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(Malformed):
            parse_targets(text)
    else:
        assert [str(target.what) for target in parse_targets(text)] == expected


BOLT = SpellTargets(needs=(Filter.parse("creature"),))


@pytest.mark.parametrize(
    ("abilities", "targets", "castable"),
    [
        ((BOLT,), (), True),
        ((BOLT,), ("Bear",), True),
        ((BOLT, BOLT), (), False),
        ((), (), False),
        ((BOLT, BOLT), ("Bear",), True),
        ((replace(BOLT, any_number=True),), (), None),
        ((replace(BOLT, any_number=True),), ("Bear", "Bear"), False),
        ((Unread(text="?", may_bear_on_casting=True, may_bear_on_payment=False),), (), None),
    ],
)
def test_on_the_stack(
    abilities: tuple[SpellTargets | Unread, ...], targets: tuple[str, ...], castable: bool | None
) -> None:
    there = CardInZone(card=spell("{R}", *abilities, name="There"), id=90, controller="opponent", targets=targets)
    turn = spell("{U}", SpellTargets(needs=(Filter.parse("spell singletarget"),)))
    state = replace(board("Island", hand=[turn]), stack=(there,))
    if castable is None:
        with pytest.raises(Unsupported, match="There on the stack"):
            verdict(state, "Spell")
    else:
        assert bool(verdict(state, "Spell")) is castable


def test_cards_elsewhere_have_flash() -> None:
    text = "Creature cards you own that aren't on the battlefield have flash."
    mage = face_from_fields(name="Mage", type_line="Creature — Human Wizard", text=text, power="3", toughness="4")
    bear, beast = card("Bear", "creature", cost="{G}"), spell("{G}", types="sorcery")

    def on(*there: str) -> State:
        base = board("Forest", *(replace(card("Mage", "creature"), faces=(mage,)) for _ in there), hand=[bear, beast])
        return replace(base, turn="opponent")

    assert verdict(on("Mage"), "Bear")
    assert not verdict(on("Mage"), "Spell")
    assert not verdict(on(), "Bear")


@pytest.mark.parametrize(("life", "ways"), [(1, 1), (0, 0)])
def test_no_mana_cost_no_x(life: int, ways: int) -> None:
    """Life equal to the mana value is paid in place of the mana cost: X is 0 (CR 107.3b)."""
    paid = AlternativeCost(keyword="Citadel", cost=Cost.parse("Pay mv life"), zone=Zone.LIBRARY)
    citadel = card("Citadel", "artifact", Permission(what=Filter.parse("card"), zone=Zone.LIBRARY, alternative=paid))
    top = CardInZone(card=spell("{X}{R}"), id=91)
    state = board("9 Mountain", citadel, life=life).with_you(library_top=(top,))
    found = list(payments(state, "Spell", Wishes(zone="library")))
    assert [(payment.choices.x, payment.life) for payment in found] == [(0, 1)] * ways
    assert not payments(state, "Spell", Wishes(zone="library", x=2))
