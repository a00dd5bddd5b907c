"""The acceptance scenarios about what spells and permanents remember: X, kicks, copies (CR 107.3, 702.33, 707)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hand_built import board as hand_board
from hand_built import card, kicker, less, spell
from seed import arrived, cast, held, many, named, resolved_spell, size

from castable.model.ability import ActivatedAbility, Enters
from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.evaluate import View, value
from castable.model.event import Draw, Event, TriggeredAbility
from castable.model.filter import Filter
from castable.model.pool import built_in
from castable.model.state import State
from castable.model.view import mana_value_of
from castable.solver.abilities import ability_subjects
from castable.solver.after_cast import after_cast
from castable.solver.announce import Wishes
from castable.solver.choices.events import enters
from castable.solver.choices.happening import Happened
from castable.solver.choices.walking import decisions, played
from castable.solver.payments import Payments, payments

Board = Callable[..., State]

RAVENOUS = card(
    "Ravenous Beast",
    "creature Tyranid",
    Enters(counter="+1/+1", amount=Amount.parse("X")),
    TriggeredAbility(event=Event.ENTERS, condition=Condition.parse("X >= 5"), does=(Draw(),)),
    ActivatedAbility(cost=Cost.parse("{X}"), effect="grow"),
    cost="{X}{G}",
    power="1",
    toughness="1",
)


def of(name: str) -> Card:
    return built_in().find(name)


def kicked_titan(board: Board, *kicks: str) -> State:
    """Kavu Titan on the stack."""
    return cast(board(many("Forest", 5), hand=("Kavu Titan",)), "Kavu Titan", *kicks)


class TestX:
    """Abilities that act as a permanent enters use the X of the spell; its own X is 0 (CR 107.3m)."""

    def test_seed_row_20(self) -> None:
        state = cast(hand_board("6 Forest", hand=[RAVENOUS]), "Ravenous Beast", x=5)
        assert [one.amount for one in resolved_spell(state).of(Happened.DREW)] == [1]

    def test_seed_row_20_twin(self) -> None:
        state = cast(hand_board("6 Forest", hand=[RAVENOUS]), "Ravenous Beast", x=4)
        outcome = resolved_spell(state)
        assert not outcome.happened
        assert outcome.state.you.battlefield[-1].counters_of("+1/+1") == 4

    def test_seed_row_21(self, board: Board) -> None:
        state = cast(board(many("Forest", 3), hand=("Endless One",)), "Endless One", x=3)
        assert arrived(state).counters_of("+1/+1") == 3

    def test_seed_row_21_twin(self, board: Board) -> None:
        """No spell, no X: it enters with no counter, and so leaves again; a bigger one stays without a counter."""
        state = board("Dictate of Heliod")
        outcome = played(enters(state, held(of("Endless One"))))
        assert named(outcome.state, "Endless One").counters == ()

    def test_seed_row_22(self, board: Board) -> None:
        state = cast(board(many("Forest", 9), hand=("Verdeloth the Ancient",)), "Verdeloth the Ancient", "{X}", x=3)
        assert after_cast(
            board(many("Forest", 9), hand=("Verdeloth the Ancient",)),
            "Verdeloth the Ancient",
            Wishes(kicked=(Cost.parse("{X}"),), x=3),
        ).kicked == ("{X}",)
        (made,) = resolved_spell(state).of(Happened.CREATED)
        assert (made.amount, made.cards[0].name) == (3, "Saproling")

    def test_seed_row_22_twin(self, board: Board) -> None:
        state = cast(board(many("Forest", 9), hand=("Verdeloth the Ancient",)), "Verdeloth the Ancient")
        assert not resolved_spell(state).happened

    def test_seed_row_23(self, board: Board) -> None:
        before = board(many("Forest", 3), hand=("Endless One",))
        facts = after_cast(before, "Endless One", Wishes(x=3))
        assert (facts.mana_value, facts.mana_value_in_play) == (3, 0)
        assert mana_value_of(arrived(cast(before, "Endless One", x=3))) == 0

    def test_seed_row_23_twin(self, board: Board) -> None:
        state = cast(board("Dictate of Heliod", many("Forest", 3), hand=("Endless One",)), "Endless One", x=3)
        there = resolved_spell(state).state
        original = named(there, "Endless One")
        copied = played(enters(there, held(original.shown, copy=True), copy_of=original)).state.you.battlefield[-1]
        assert (copied.name, copied.token, copied.counters) == ("Endless One", True, ())

    def test_seed_row_24(self) -> None:
        state = cast(hand_board("6 Forest", hand=[RAVENOUS]), "Ravenous Beast", x=5)
        outcome = resolved_spell(state)
        beast = named(outcome.state, "Ravenous Beast")
        assert outcome.of(Happened.DREW)
        assert beast.x == 5
        assert value(Amount.parse("X"), View(outcome.state, beast, x=beast.x)) == 5
        assert mana_value_of(beast) == 1

    def test_seed_row_24_twin(self) -> None:
        state = cast(hand_board("9 Forest", hand=[RAVENOUS]), "Ravenous Beast", x=5)
        there = resolved_spell(state).state
        ways = Payments(there, ability_subjects(there, "Ravenous Beast", Cost.parse("{X}")), Wishes())
        assert {announced.choices.x for announced, n in ways.divide() if n} == {0, 1, 2, 3}


class TestKicked:
    """What a kicker that was paid means, and for which objects (CR 702.33d, 707.10, 608.3f)."""

    def test_seed_row_40(self, board: Board) -> None:
        state = kicked_titan(board, "{2}{G}")
        assert state.stack[-1].kicked == ("{2}{G}",)
        there = resolved_spell(state).state
        assert size(there, "Kavu Titan") == (5, 5)
        assert tramples(there)

    def test_seed_row_40_twin(self, board: Board) -> None:
        there = resolved_spell(kicked_titan(board)).state
        assert size(there, "Kavu Titan") == (2, 2)
        assert not tramples(there)
        cheap = card("Cheap", "enchantment", less("{1}", applies_to=Filter.parse("instant")))
        state = hand_board("Mountain", cheap, hand=[spell("{R}", kicker("{1}"))])
        assert str(payments(state, "Spell", Wishes(kicked=(Cost.parse("{1}"),)))[0].total) == "{R}"
        assert cast(state, "Spell", "{1}").stack[-1].kicked == ("{1}",)

    def test_seed_row_41(self, board: Board) -> None:
        assert copied_burst(board, "{4}") == [-4]
        state = board(many("Mountain", 5), hand=("Burst Lightning",))
        facts = after_cast(state, "Burst Lightning", Wishes(kicked=(Cost.parse("{4}"),)))
        assert (facts.of_copy.kicked, facts.of_copy.mana_spent, facts.mana_spent) == (("{4}",), 0, 5)

    def test_seed_row_41_twin(self, board: Board) -> None:
        assert copied_burst(board) == [-2]
        state = board(many("Mountain", 5), hand=("Burst Lightning",))
        assert after_cast(state, "Burst Lightning", Wishes(kicked=())).of_copy.kicked == ()

    def test_seed_row_42(self, board: Board) -> None:
        there = copied_titan(board, "{2}{G}")
        token = there.you.battlefield[-1]
        assert (token.token, token.kicked) == (True, ("{2}{G}",))
        assert size(there, "Kavu Titan") == (5, 5)
        assert tramples(there)

    def test_seed_row_42_twin(self, board: Board) -> None:
        there = copied_titan(board)
        assert there.you.battlefield[-1].token
        assert size(there, "Kavu Titan") == (2, 2)
        assert not tramples(there)

    def test_seed_row_43(self, board: Board) -> None:
        there = resolved_spell(kicked_titan(board, "{2}{G}")).state
        titan = named(there, "Kavu Titan")
        for entering in (held(of("Clone")), held(of("Kavu Titan"), copy=True)):
            after = played(enters(there, entering, copy_of=titan)).state
            clone = after.you.battlefield[-1]
            assert (clone.name, clone.kicked, clone.counters) == ("Kavu Titan", (), ())
            alone = replace(after, you=replace(after.you, battlefield=(clone,)))
            assert size(alone, "Kavu Titan") == (2, 2)
            assert not tramples(alone)

    def test_seed_row_43_twin(self, board: Board) -> None:
        there = resolved_spell(kicked_titan(board, "{2}{G}")).state
        titan = named(there, "Kavu Titan")
        later = replace(there, turn="opponent")
        assert named(later, "Kavu Titan").kicked == ("{2}{G}",)
        gone = there.with_move(titan, "exile")
        back = played(enters(gone, gone.you.exile[-1])).state
        assert (named(back, "Kavu Titan").kicked, size(back, "Kavu Titan")) == ((), (2, 2))

    def test_seed_row_44(self, board: Board) -> None:
        state = board("Forest", "Plains", graveyard=["Stronghold Arena"])
        (arena,) = state.you.graveyard
        assert decisions(lambda: enters(state, arena)) == ()
        outcome = played(enters(state, arena))
        assert outcome.state.you.life == 20
        assert named(outcome.state, "Stronghold Arena").kicked == ()

    def test_seed_row_44_twin(self, board: Board) -> None:
        state = board("Forest", "Plains", "Omniscience", hand=("Stronghold Arena",))
        found = list(payments(state, "Stronghold Arena", Wishes(alternative="free")))
        totals = {tuple(map(str, one.choices.kicked)): str(one.total) for one in found}
        assert totals == {(): "{0}", ("{G}",): "{G}", ("{W}",): "{W}", ("{G}", "{W}"): "{W}{G}"}
        both = next(one for one in found if len(one.choices.kicked) == 2)
        assert resolved_spell(both.apply(state)).state.you.life == 26


def tramples(state: State) -> bool:
    """Whether the permanent that came last has trample."""
    return with_effects(state).you.battlefield[-1].face.has_keyword("trample")


def copied_burst(board: Board, *kicks: str) -> list[int]:
    """The damage to the opponent that a copy of Burst Lightning deals."""
    state = cast(board(many("Mountain", 5), hand=("Burst Lightning",)), "Burst Lightning", *kicks)
    original = replace(state.stack[-1], targets=("opponent",))
    copy = replace(original, copy=True, id=9_999)
    outcome = resolved_spell(replace(state, stack=(original, copy)))
    assert outcome.state.stack == (original,)
    return [one.amount for one in outcome.of(Happened.LIFE)]


def copied_titan(board: Board, *kicks: str) -> State:
    """Double Major copies the Titan on the stack; the copy has resolved."""
    state = kicked_titan(board, *kicks)
    major = held(of("Double Major"), id=9_999, targets=("Kavu Titan",))
    after = resolved_spell(replace(state, stack=(*state.stack, major))).state
    assert [(spell.card.name, spell.copy) for spell in after.stack] == [("Kavu Titan", False), ("Kavu Titan", True)]
    return resolved_spell(after).state
