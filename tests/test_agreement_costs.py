"""The solver and the brute force list the same payments on generated boards with more than mana in total costs, in both
directions.

Boards that one of them refuses, and those too large for the brute force, are not compared; enough must be left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

import pytest
from brute_force import enumerate_payments
from generated_costs import CostSample, sample_costs
from hand_built import board, card, mana, spell

from castable.model.ability import (
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    CostChange,
    CostKind,
    Help,
    HelpToPay,
    LifeForMana,
    Zone,
)
from castable.model.cost import Cost
from castable.model.errors import TooLarge, Unbounded, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.payment import Payment, untagged
from castable.model.symbol import ManaCost
from castable.solver.abilities import payments_of_ability
from castable.solver.payments import Payments, payments
from castable.solver.referee import execute
from castable.solver.subject import Wishes

CHUNK = 125
CHUNKS = 22
COMPARED = 91
"""Of each chunk at least so many are compared: more than 2,000 in all."""
MAX_STATES = 20
MOST = 60
"""Boards with more situations, or more payments, are too large for the brute force."""
LISTS = ("taps", "exiles", "sacrifices", "discards", "returns")


@pytest.mark.parametrize("start", range(0, CHUNKS * CHUNK, CHUNK))
def test_solver_and_brute_force_agree(start: int) -> None:
    compared = sum(_agrees(seed) for seed in range(start, start + CHUNK))
    assert compared >= COMPARED


def test_boards_are_worth_comparing() -> None:
    """Many can pay, and everything that a total may hold pays on some of them."""
    seen: Counter[str] = Counter()
    for seed in range(600):
        try:
            found = _of_solver(sample_costs(seed))
            seen["payable"] += bool(found)
            seen.update({word for payment in found[:200] for word in _told(payment)})
        except Unsupported:
            continue
    words = ("life", "energy", "counters", *LISTS, "alternative", "optional", "kicked", "x", "ability", "help", "zone")
    assert seen["payable"] >= 250
    assert all(seen[word] >= 10 for word in words), seen


def _told(payment: Payment) -> set[str]:
    """What a payment has in it."""
    choices, total = payment.choices, payment.total
    found = {name for name in ("life", "energy", "counters", *LISTS) if getattr(payment, name)}
    found |= {name for name in ("alternative", "optional", "kicked", "ability") if getattr(choices, name)}
    found |= {"x"} if choices.x else set()
    found |= {"zone"} if choices.zone != "hand" else set()
    return found | ({"help"} if len(payment.spends) < total.mana.mana_value else set())


def _agrees(seed: int) -> bool:
    """Whether a board was compared; fails when the two sides differ on it."""
    sample = sample_costs(seed)
    try:
        _compare(sample)
    except (TooLarge, Unbounded, Unsupported):
        return False
    return True


def _compare(sample: CostSample) -> None:
    """Both lists, payment by payment. Every payment of the solver must also pass the referee and read back."""
    found = _of_solver(sample)
    if found.count() > MOST:
        raise TooLarge(f"{found.count()} payments")
    expected = enumerate_payments(
        sample.state, sample.spell, zone=sample.zone, ability=sample.ability, max_states=MAX_STATES
    )
    listed = list(found)
    for payment in listed:
        assert Payment.parse(str(payment)) == payment
        execute(sample.state, payment)
    ours, theirs = Counter(map(_key, listed)), Counter(map(_key, expected))
    missing = [str(payment) for payment in expected if (theirs - ours)[_key(payment)]]
    extra = [str(payment) for payment in listed if (ours - theirs)[_key(payment)]]
    told = f"seed {sample.seed}: missing {missing[:3]}, extra {extra[:3]}, count {found.count()}"
    assert not missing and not extra and found.count() == len(listed), told


def _of_solver(sample: CostSample) -> Payments:
    if sample.ability:
        return payments_of_ability(sample.state, sample.spell, sample.ability)
    return payments(sample.state, sample.spell, Wishes(zone=sample.zone))


def _key(payment: Payment) -> Hashable:
    """A payment without the labels of objects, which both sides choose by themselves, parts of its total in order."""
    activations = tuple(
        replace(one, object="", using=tuple(sorted(map(untagged, one.using)))) for one in payment.activations
    )
    lists = {name: tuple(sorted(map(untagged, getattr(payment, name)))) for name in LISTS}
    parts = tuple(sorted(payment.total.other.parts, key=str))
    total = replace(payment.total, other=Cost(None, parts))
    return replace(payment, total=total, activations=activations, **lists).key  # type: ignore[arg-type]


def _must(*costs: str) -> tuple[AdditionalCost, ...]:
    return tuple(AdditionalCost(one_of=(Cost.parse(cost),)) for cost in costs)


_DELVE = HelpToPay(help=Help.DELVE)
_BLANK = spell("{3}", name="Blank")
_EMERGE = AlternativeCost(keyword="emerge", cost=Cost.parse("{5}{U}{U}, Sacrifice creature"), zone=Zone.ANY)
_KRRIK = card("K'rrik", "enchantment", LifeForMana(mana=Mana.parse("{B}")))
_GROUNDS = CostChange(kind=CostKind.ABILITY, applies_to=Filter.parse("artifact you"), less=ManaCost(1), minimum=1)
_VAULT = card("Spell", "land", mana("{T}", "{C}"), ActivatedAbility(cost=Cost.parse("{1}")))
_BENDER = card("Spell", "creature", ActivatedAbility(cost=Cost.parse("Waterbend 2")))
_TOMB = card("Tomb", "land", mana("{T}", "{C}{C}", damage=2))
_COLORED_OFF = CostChange(applies_to=Filter.ANY, less=ManaCost.parse("{B}{B}"), only_colored=True)
_HALF_OFF = CostChange(applies_to=Filter.ANY, less=ManaCost.parse("{W/B}"))
_REFUSED = {
    "damage before life for mana": board(_TOMB, _KRRIK, hand=[spell("{2}{B}")], life=2),
    "what is discarded is exiled": board(
        hand=[spell("{0}", *_must("Discard card", "Exile card from graveyard")), _BLANK]
    ),
    "what is returned is discarded": board("Forest", hand=[spell("{0}", *_must("Discard card", "Return land"))]),
    "life for the symbols of mana abilities": board(
        "Swamp", _KRRIK, card("Heart", "artifact", mana("{B}, {T}", "{R}{R}")), hand=[spell("{R}")]
    ),
}


@pytest.mark.parametrize("what", _REFUSED)
def test_refused(what: str) -> None:
    with pytest.raises(Unsupported):
        list(payments(_REFUSED[what], "Spell"))


_AGREED = {
    "halves of a reduction before colored mana alone": board(
        "Forest",
        card("Colored", "enchantment", _COLORED_OFF),
        card("Half", "enchantment", _HALF_OFF),
        hand=[spell("{1}{B}")],
    ),
    "emerge asks for one creature": board("Grizzly Bears", hand=[spell("{8}", _EMERGE)], pool="UUCCCC"),
    "mana abilities that cost less": board(
        "Forest",
        card("Grounds", "enchantment", _GROUNDS),
        card("Prism", "artifact", mana("{2}, {T}", "{R}")),
        hand=[spell("{R}")],
    ),
    "a waterbend cost is paid": board("Sol Ring; Grizzly Bears", hand=[spell("{U}", *_must("Waterbend 2"))], pool="UU"),
    "what was sacrificed for mana is delved": board("Treasure", hand=[spell("{2}", _DELVE)], graveyard=[_BLANK]),
    "what is sacrificed as a cost is delved": board(
        "Grizzly Bears", hand=[spell("{1}", _DELVE, *_must("Sacrifice creature"))]
    ),
}


@pytest.mark.parametrize("what", _AGREED)
def test_once_disputed(what: str) -> None:
    _compare(CostSample(0, _AGREED[what]))


def test_waterbend_of_an_ability() -> None:
    _compare(CostSample(0, board(_BENDER, "Sol Ring"), ability="Waterbend 2"))


def test_the_source_of_an_ability_is_apart_from_its_like() -> None:
    _compare(CostSample(0, board(_VAULT, _VAULT), ability="{1}"))
