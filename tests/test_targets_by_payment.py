"""Targets and modes that are others, or more, when a kicker or another optional cost is paid (CR 601.2b-c, 702.33g)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card

from castable.model.ability import CostChange, Modes, SpellTargets
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.oracle import face_from_fields
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.plays import verdict

BEAR = card("Bear", "creature", cost="{1}{G}")
WURM = card("Wurm", "creature", cost="{4}{G}{G}")
ROCK = card("Rock", "artifact", cost="{1}")
KICK = Cost.parse("{1}{R}")


def written(text: str, name: str = "Blow") -> Card:
    face = face_from_fields(name=name, mana_cost="{R}", type_line="Sorcery", text=text)
    return Card(name=name, faces=(face,))


def aims(text: str) -> list[tuple[str, str, str]]:
    """What is targeted, with what must be paid for that and what must not."""
    entries = written(text).front.of(SpellTargets)
    return [(" ; ".join(map(str, one.needs)), one.if_kicked, one.unless) for one in entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Kicker {1}{R}\nTap target creature. If this spell was kicked, instead tap target land.",
            [("creature", "", "{1}{R}"), ("land", "{1}{R}", "")],
        ),
        (
            "Kicker {1}{R}\nTap target creature. If this spell was kicked, tap target land instead.",
            [("creature", "", "{1}{R}"), ("land", "{1}{R}", "")],
        ),
        (
            "Bargain\nTap target creature. If this spell was bargained, instead tap any number of target creatures.",
            [("creature", "", "bargain"), ("creature", "bargain", "")],
        ),
        (
            "Gift a card\nDraw a card. If the gift was promised, tap target land.",
            [("land", "gift", "")],
        ),
        (
            (
                "As an additional cost to cast this spell, you may sacrifice a land.\nTap target creature. If this "
                "spell's additional cost was paid, instead tap target land."
            ),
            [("creature", "", "additional cost"), ("land", "additional cost", "")],
        ),
        (
            "Kicker {1}{R}\nTap target creature. If this spell was kicked, that creature gets +2/+2 instead.",
            [("creature", "", "")],
        ),
    ],
)
def test_read(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert aims(text) == expected


def test_it_must_be_plain_what_others_take_the_place_of() -> None:
    text = (
        "Kicker {1}{R}\nTap target creature. Untap up to two target lands. "
        "If this spell was kicked, tap target land instead."
    )
    assert aims(text) == []
    assert any(unread.may_bear_on_casting for unread in written(text).front.unread)


SMALL = (
    "Kicker {1}{R}\nDestroy target creature with mana value 2 or less. "
    "If this spell was kicked, instead destroy target creature."
)


@pytest.mark.parametrize(
    ("there", "lands", "kicked", "may"),
    [
        (BEAR, 1, None, True),
        (WURM, 1, None, False),
        (WURM, 3, None, True),
        (WURM, 3, (), False),
        (WURM, 3, (KICK,), True),
        (ROCK, 3, None, False),
    ],
)
def test_cast(there: Card, lands: int, kicked: tuple[Cost, ...] | None, may: bool) -> None:
    state = board(*["Mountain"] * lands, hand=[written(SMALL)], opponent=[there])
    assert verdict(state, "Blow", Wishes(kicked=kicked)).castable is may


def test_named_targets() -> None:
    state = board(*["Mountain"] * 3, hand=[written(SMALL)], opponent=[BEAR, WURM])
    assert verdict(state, "Blow", Wishes(kicked=(), targets=("Bear",))).castable
    assert not verdict(state, "Blow", Wishes(kicked=(), targets=("Wurm",))).castable
    assert verdict(state, "Blow", Wishes(targets=("Wurm",))).castable
    assert not verdict(state, "Blow", Wishes(targets=("Wurm", "Bear"))).castable


def test_a_cost_by_targets() -> None:
    """Less for each creature that is targeted: what it costs depends on what is targeted, that on what is paid."""
    change = CostChange(
        applies_to=Filter.parse("spell"), who="any", more=ManaCost.parse("{1}"), targets=Filter.parse("artifact")
    )
    text = "Kicker {1}{R}\nTap target creature. If this spell was kicked, tap target artifact instead."
    taxing = card("Tax", "enchantment", change)
    for lands in (1, 3, 4):
        state = board(*["Mountain"] * lands, taxing, ROCK, BEAR, hand=[written(text)])
        assert compare(state, "Blow").agrees
        assert verdict(state, "Blow", Wishes(kicked=(KICK,))).castable is (lands == 4)
        assert verdict(state, "Blow", Wishes(kicked=())).castable


MODES = "\n• Tap target creature.\n• Draw a card."


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        (
            f"Kicker {{1}}{{R}}\nChoose one. If this spell was kicked, choose both instead.{MODES}",
            Modes(of=2, more=2, more_at_least=2, more_if=Condition.parse("paid(kicker)")),
        ),
        (
            f"Kicker {{1}}{{R}}\nChoose one. If this spell was kicked, choose any number instead.{MODES}\n• Scry 1.",
            Modes(of=3, more=3, more_at_least=0, more_if=Condition.parse("paid(kicker)")),
        ),
        (
            f"Gift a card\nChoose one. If the gift was promised, choose both instead.{MODES}",
            Modes(of=2, more=2, more_at_least=2, more_if=Condition.parse("paid(gift)")),
        ),
    ],
)
def test_modes_read(text: str, modes: Modes) -> None:
    assert next(written(text).front.of(Modes)) == modes


@pytest.mark.parametrize(
    ("lands", "kicked", "modes", "may"),
    [
        (1, None, (1,), True),
        (1, None, (1, 2), False),
        (3, None, (1, 2), True),
        (3, (), (1, 2), False),
        (3, (KICK,), (1, 2), True),
    ],
)
def test_modes(lands: int, kicked: tuple[Cost, ...] | None, modes: tuple[int, ...], may: bool) -> None:
    spell = written(f"Kicker {{1}}{{R}}\nChoose one. If this spell was kicked, choose any number instead.{MODES}")
    state = board(*["Mountain"] * lands, hand=[spell], opponent=[BEAR])
    assert verdict(state, "Blow", Wishes(kicked=kicked, modes=modes)).castable is may


@pytest.mark.parametrize(
    ("kicked", "creature", "may"), [((KICK,), False, False), ((KICK,), True, True), ((), False, True)]
)
def test_both_must_be_chosen(kicked: tuple[Cost, ...], creature: bool, may: bool) -> None:
    spell = written(f"Kicker {{1}}{{R}}\nChoose one. If this spell was kicked, choose both instead.{MODES}")
    state = board(*["Mountain"] * 3, hand=[spell], opponent=[BEAR] if creature else [])
    assert verdict(state, "Blow", Wishes(kicked=kicked)).castable is may
    assert not verdict(state, "Blow", Wishes(kicked=(KICK,), modes=(2,))).castable
