"""More land plays than one a turn, and text of a permanent that is no matter while it is cast (CR 113.6, 305.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import CARDS, board, card, spell

from castable.model.ability import CastOnly, LandPlays, Unread
from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.oracle import compile_text
from castable.solver.payments import payments
from castable.solver.plays import verdict
from castable.solver.timing import why_no_land

MORE = card("More", "enchantment", LandPlays())
TWO = card("Two", "creature", LandPlays(more=Amount.fixed(2)))
ALL = card("All", "enchantment", LandPlays(more=None))
EACH = card("Each", "artifact", LandPlays(who="any"))
LATE = card("Late", "creature", LandPlays(condition=Condition.parse("life <= 5")))


@pytest.mark.parametrize(
    ("mine", "theirs", "played", "may"),
    [
        ([], [], 1, False),
        ([MORE], [], 1, True),
        ([MORE], [], 2, False),
        ([MORE, TWO], [], 3, True),
        ([MORE, TWO], [], 4, False),
        ([ALL], [], 40, True),
        ([], [MORE], 1, False),
        ([], [EACH], 1, True),
        ([LATE], [], 1, False),
    ],
)
def test_how_many(mine: list[Card], theirs: list[Card], played: int, may: bool) -> None:
    state = board(*mine, hand=[CARDS["Forest"]], opponent=theirs, lands_played=played)
    assert (why_no_land(state) is None) is may


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You may play an additional land on each of your turns.", LandPlays()),
        ("You may play two additional lands on each of your turns.", LandPlays(more=Amount.fixed(2))),
        ("You may play any number of lands on each of your turns.", LandPlays(more=None)),
        ("Each player may play an additional land during each of their turns.", LandPlays(who="any")),
        (
            "As long as you have 5 or less life, you may play an additional land on each of your turns.",
            LandPlays(condition=Condition.parse("life <= 5")),
        ),
    ],
)
def test_read(text: str, expected: LandPlays) -> None:
    assert compile_text(text, name="Source", types=frozenset({"enchantment"})) == (expected,)


class TestTextOfTheCardThatIsCast:
    """CR 113.6: what works on the battlefield alone does not keep a card from being cast."""

    @pytest.mark.parametrize(
        ("text", "may"),
        [
            ("{W}{B}: Hum a tune with target star.", False),
            ("Whenever the moon turns green, you may cast a tune.", False),
            ("Tunes you hum cost {1} less.", False),
            ("You may hum a tune as you cast Source.", True),
            ("Humming {2}", True),
        ],
    )
    def test_what_bears_on_casting_it(self, text: str, may: bool) -> None:
        found = compile_text(text, name="Source", types=frozenset({"creature"}))
        assert any(isinstance(a, Unread) and a.may_bear_on_own_casting for a in found) is may

    def test_a_limit_that_is_not_understood(self) -> None:
        """It is read as a limit whose condition nothing can settle: it bears on casting, not on paying."""
        found = compile_text("Cast Source only while humming.", name="Source", types=frozenset({"creature"}))
        assert [type(ability) for ability in found] == [CastOnly]
        state = board("Forest", hand=[spell("{G}", *found, types="creature")])
        assert payments(state, "Spell").count() == 1
        with pytest.raises(Unsupported, match="while humming"):
            verdict(state, "Spell")

    def test_a_card_with_an_ability_that_is_not_understood(self) -> None:
        text = Unread(text="{W}{B}: Hum a tune with target star.", may_bear_on_own_casting=False)
        state = board("Forest", hand=[spell("{G}", text, types="creature")])
        assert verdict(state, "Spell").castable


class TestTextThatAllows:
    """Unread text that only allows forbids nothing; where nothing else allows, it keeps the answer back."""

    LANDS = card("Lands", "creature", Unread(text="You may play lands from your attic.", may_bear_on_payment=False))
    SOON = card("Soon", "creature", Unread(text="You may cast tunes as if in flight.", may_bear_on_payment=False))
    NEVER = card("Never", "creature", Unread(text="You may cast tunes only in spring.", may_bear_on_payment=False))

    def test_a_spell_that_is_castable_anyway(self) -> None:
        assert verdict(board(self.LANDS, self.SOON, "Forest", hand=[spell("{G}")]), "Spell").castable

    def test_text_that_limits(self) -> None:
        with pytest.raises(Unsupported, match="spring"):
            verdict(board(self.NEVER, "Forest", hand=[spell("{G}")]), "Spell")

    def test_the_wrong_moment(self) -> None:
        state = replace(board(self.SOON, "Forest", hand=[spell("{G}", types="sorcery")]), turn="opponent")
        with pytest.raises(Unsupported, match="flight"):
            verdict(state, "Spell")
        bare = state.with_you(battlefield=state.you.battlefield[1:])
        assert not verdict(bare, "Spell").castable
