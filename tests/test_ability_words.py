"""What the text of an activated ability says of where it works, of its X and how often (CR 107.3c, 113.6, 602.5)."""

from __future__ import annotations

import pytest
from hand_built import board, card, permanent

from castable.model.ability import ActivatedAbility, Zone
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.oracle import face_from_fields
from castable.solver.announce import Wishes
from castable.solver.plays import activation_verdict, plays

UNEARTHED = card(
    "Digger",
    "creature",
    ActivatedAbility(cost=Cost.parse("{B}"), keyword="unearth", zone=Zone.GRAVEYARD),
    cost="{1}{B}",
)


class TestZones:
    """An ability of the graveyard does nothing in the hand."""

    def test_where_it_works(self) -> None:
        assert activation_verdict(board("Swamp", graveyard=[UNEARTHED]), "Digger", "unearth")
        refused = activation_verdict(board("Swamp", hand=[UNEARTHED]), "Digger", "unearth")
        assert not refused and refused.cause and refused.cause.rule == "113.6"

    def test_in_the_list_of_plays(self) -> None:
        assert [play.card for play in plays(board("Swamp", graveyard=[UNEARTHED])).abilities] == ["Digger"]
        assert not plays(board("Swamp", hand=[UNEARTHED])).abilities


class TestToldX:
    """An X that the text defines is not chosen."""

    @pytest.mark.parametrize(
        ("text", "x"),
        [
            ("{X}, {T}: Draw X cards. X can't be 0.", "X >= 1"),
            ("{X}: Scry 1. X is the number of sleight counters on Odd Thing.", "X = counters(sleight)"),
            ("{X}, {T}: Copy the exiled card. X is the mana value of the exiled card.", "X = imprintedmv"),
            ("{X}, {T}: Odd Thing deals X damage to any target.", None),
        ],
    )
    def test_read(self, text: str, x: str | None) -> None:
        (ability,) = face_from_fields(name="Odd Thing", type_line="Artifact", text=text).of(ActivatedAbility)
        assert (ability.x and str(ability.x)) == x

    def test_not_understood(self) -> None:
        text = "{X}: Scry 1. X is the number of clouds above."
        assert not list(face_from_fields(name="Odd Thing", type_line="Artifact", text=text).of(ActivatedAbility))

    def test_by_counters(self) -> None:
        ability = ActivatedAbility(cost=Cost.parse("{X}"), x=Condition.parse("X = counters(pin)"))
        doll = card("Doll", "artifact", ability)

        def can(lands: int, pins: int, x: int | None = None) -> bool:
            state = board(*["Island"] * lands, permanent(doll, counters=(("pin", pins),)))
            return bool(activation_verdict(state, "Doll", Cost.parse("{X}"), Wishes(x=x)))

        assert can(2, 2) and not can(1, 2)
        assert not can(2, 2, x=1)
