"""Costs that look at what the caster controls or at an imprinted card, and floors told in a line of their own
(CR 601.2f)."""

from __future__ import annotations

import pytest
from agreement import compare
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import Ability, CostChange, Permission
from castable.model.card import Card
from castable.model.filter import Filter
from castable.model.oracle import compile_text
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.total_cost import total_costs

PEBBLE = card("Pebble", "artifact", cost="{1}")
LAND = card("Field", "land", mana("{T}", "{C}"))


def read(text: str) -> tuple[Ability, ...]:
    return compile_text(text, name="Source", types=frozenset({"artifact"}))


def source(text: str) -> Card:
    return card("Source", "enchantment", *read(text))


def total(state: State) -> str:
    (found,) = total_costs(state, subjects(state, "Spell", Wishes()), Wishes())
    return str(found.total.mana)


class TestOfTheCaster:
    """What the one who casts a spell controls makes it cost more, whoever controls the effect."""

    TEXT = "Each artifact spell costs {1} more to cast for each artifact its controller controls."

    @pytest.mark.parametrize(
        ("mine", "theirs", "whose", "cost"),
        [(2, 0, "opponent", "{3}"), (0, 2, "opponent", "{1}"), (0, 2, "you", "{1}"), (1, 2, "you", "{2}")],
    )
    def test_total(self, mine: int, theirs: int, whose: str, cost: str) -> None:
        hum = source(self.TEXT)
        rocks = [PEBBLE] * mine + [hum] * (whose == "you")
        state = board(
            *rocks,
            hand=[spell("{1}", types="artifact")],
            opponent=[*[PEBBLE] * theirs, *[hum] * (whose == "opponent")],
        )
        assert total(state) == cost

    def test_others(self) -> None:
        assert total(board(PEBBLE, hand=[spell("{1}")], opponent=[source(self.TEXT)])) == "{1}"

    def test_paid(self) -> None:
        state = board(PEBBLE, LAND, LAND, LAND, hand=[spell("{1}", types="artifact")], opponent=[source(self.TEXT)])
        found = compare(state, "Spell")
        assert found.agrees and found.count == 1


class TestImprintedTypes:
    """Spells that share a card type with an imprinted card cost less."""

    ANVIL = source("Spells you cast that share a card type with the exiled card cost {2} less to cast.")

    def test_read(self) -> None:
        less = CostChange(applies_to=Filter.parse("spell shares(imprintedtype)"), less=ManaCost.parse("{2}"))
        assert self.ANVIL.front.abilities == (less,)

    @pytest.mark.parametrize(
        ("imprinted", "types", "cost"),
        [
            ("artifact creature", "creature Bear", "{1}{G}"),
            ("artifact creature", "artifact", "{1}{G}"),
            ("instant", "creature Bear", "{3}{G}"),
            ("", "creature Bear", "{3}{G}"),
        ],
    )
    def test_total(self, imprinted: str, types: str, cost: str) -> None:
        cards = (card("Exiled", imprinted),) if imprinted else ()
        state = board(permanent(self.ANVIL, imprinted=cards), "Forest", LAND, hand=[spell("{3}{G}", types=types)])
        assert total(state) == cost
        assert compare(state, "Spell").agrees


def test_a_floor_in_a_line_of_its_own() -> None:
    text = (
        "Abilities you activate that aren't mana abilities cost {2} less to activate.\n"
        "This effect can't reduce the mana in that cost to less than one mana."
    )
    (change,) = read(text)
    assert isinstance(change, CostChange)
    assert (change.minimum, str(change.applies_to)) == (1, "any !manaability")


def test_a_land_or_a_spell_once() -> None:
    text = (
        "Once during each of your turns, you may play a land card from your graveyard or cast an Elf spell with mana "
        'value 3 or less from your graveyard. If you do, it gains "When this permanent dies, draw a card."'
    )
    found = [(str(one.what), one.lands, one.limit) for one in read(text) if isinstance(one, Permission)]
    assert found == [("land", True, 1), ("Elf mv<=3", False, 1)]
    assert all(str(one.condition) == "your turn" for one in read(text) if isinstance(one, Permission))
