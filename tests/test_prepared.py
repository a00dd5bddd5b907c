"""Verdicts told at once agree with those that look at every announcement, and are told where nothing else bears."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from generated_costs import sample_costs
from hand_built import board, card, kicker, less, mana, permanent, spell

from benchmarks.boards import BOARDS, Board
from benchmarks.questions import spells
from castable.model.ability import (
    Ability,
    AdditionalCost,
    AlternativeCost,
    CastOnly,
    CostChange,
    Grant,
    Help,
    HelpToPay,
    Keyword,
    LifeForMana,
    ManaAbility,
    Modes,
    OptionalCost,
    Permission,
    Prohibition,
    SpellTargets,
    SpendAs,
    SpendOnly,
    Unread,
    Zone,
)
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import CastableError
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.payment import Choices
from castable.model.pool import built_in
from castable.model.state import CardInZone, Permanent, Phase, Player, State
from castable.model.symbol import ManaCost
from castable.solver import at_once
from castable.solver.at_once import AtOnce
from castable.solver.plays import Verdict, verdict
from castable.solver.prepared import PreparedState

CHUNK = 60
POOL = [built_in().find(name) for name in built_in().names()]
LANDS = [one for one in POOL if one.front.is_land]


def told(state: State, name: str = "Spell") -> Verdict | None:
    """What is told at once, None where that takes more to know."""
    ready = PreparedState(state)
    return ready._at_once.verdict(name)


def assert_as_ever(ready: PreparedState, name: str) -> bool | None:
    """The prepared state says of a spell what is said of the bare one; whether it was told at once, None for errors."""
    try:
        expected = verdict(ready.state, name)
    except CastableError as error:
        with suppress(type(error)):
            assert ready.castable(name), "what is not understood may be another way to pay than the mana cost"
        return None
    found = ready.castable(name)
    assert (found.castable, found.cause) == (expected.castable, expected.cause), name
    return ready._at_once.verdict(name) is not None


def numbered(cards: Iterable[Card], start: int) -> tuple[CardInZone, ...]:
    return tuple(CardInZone(card=one, id=start + at) for at, one in enumerate(cards))


def generated(seed: int) -> State:
    """Lands and a few other permanents of the pool, on both sides, and a hand of ten cards."""
    rng = random.Random(seed)
    mine = [rng.choice(LANDS) for _ in range(rng.randint(2, 8))]
    mine += [one for one in rng.choices(POOL, k=rng.choice([0, 0, 1, 3])) if one.front.is_permanent]
    theirs = [one for one in rng.choices(POOL, k=rng.choice([0, 0, 1, 3])) if one.front.is_permanent]
    permanents = [Permanent(card=one, id=at, tapped=rng.random() < 0.1) for at, one in enumerate([*mine, *theirs])]
    you = Player(
        battlefield=tuple(permanents[: len(mine)]),
        hand=numbered(rng.choices(POOL, k=10), 100),
        graveyard=numbered(rng.choices(POOL, k=rng.choice([0, 2])), 200),
        life=rng.choice([20, 3, 1]),
    )
    return State(
        you=you,
        opponents=(Player(battlefield=tuple(permanents[len(mine) :])),),
        phase=rng.choice([*[Phase.MAIN] * 4, Phase.COMBAT, Phase.UPKEEP]),
        turn=rng.choice(["you", "you", "you", "opponent"]),
        stack=numbered(rng.choices(POOL, k=rng.random() < 0.1), 300),
    )


@pytest.mark.parametrize("start", range(0, 4 * CHUNK, CHUNK))
def test_hands_of_real_cards(start: int) -> None:
    at_once = yes = asked = 0
    for seed in range(start, start + CHUNK):
        try:
            ready = PreparedState(generated(seed))
        except CastableError:
            continue
        for held in ready.state.you.hand:
            if held.card.front.is_land or (was_told := assert_as_ever(ready, held.card.name)) is None:
                continue
            asked += 1
            at_once += was_told
            yes += was_told and bool(ready.castable(held.card.name))
    assert at_once > asked / 2
    assert CHUNK / 2 < yes < at_once - CHUNK / 2


def test_costs_of_all_kinds() -> None:
    samples = [one for one in map(sample_costs, range(4 * CHUNK)) if one.zone == "hand" and not one.ability]
    found = [assert_as_ever(PreparedState(one.state), one.spell) for one in samples]
    assert found.count(True) > 5 and found.count(False) > 100


@pytest.mark.parametrize("one", BOARDS, ids=lambda one: one.name)
def test_benchmark_boards(one: Board) -> None:
    """All spells of the benchmark are told at once."""
    hand = numbered(spells(25), 10_000)
    ready = PreparedState(one.state().with_you(hand=hand))
    assert all(assert_as_ever(ready, held.card.name) for held in hand)


FOREST = card("Forest", "basic land Forest")
BEAR = card("Bear", "creature Bear", cost="{1}{G}", power="2", toughness="2")


def on_board(
    cost: str | None, *abilities: Ability, types: str = "sorcery", others: Iterable[Any] = (), **you: Any
) -> State:
    """Three Forests, other permanents, and a spell in hand."""
    there = [permanent(FOREST), permanent(FOREST), permanent(FOREST), *map(permanent, others)]
    hand = (spell(cost, *abilities, types=types), *you.pop("hand", ()))
    return board(*there, hand=hand, **you)


SPELLS = Filter.parse("spell")


class TestToldAtOnce:
    @pytest.mark.parametrize(
        ("cost", "answer"),
        [("{2}{G}", True), ("{3}{G}", False), ("{G/U}", True), ("{W/P}", True), ("{W}", False), ("{X}{X}{G}", True)],
    )
    def test_mana_costs(self, cost: str, answer: bool) -> None:
        found = told(on_board(cost))
        assert found is not None and found.castable is answer

    def test_life_for_phyrexian_symbols(self) -> None:
        assert told(on_board("{W/P}", life=2))
        for cost, life in [("{W/P}", 1), ("{W/P}{W/P}", 3)]:
            found = told(on_board(cost, life=life))
            assert found is not None and not found
        banned = card("Ban", "enchantment", Prohibition(what="pay life"), cost="{2}")
        found = told(on_board("{W/P}", others=[banned]))
        assert found is not None and not found

    @pytest.mark.parametrize(
        "own",
        [
            Keyword(name="trample"),
            kicker("{2}{W}"),
            kicker("{W}", times=None),
            CastOnly(condition=Condition.parse("count(land you) >= 1")),
            SpellTargets(needs=(Filter.parse("land"),)),
            Permission(),
            less("{1}", applies_to=SPELLS),
            AdditionalCost(one_of=(Cost.parse("Pay 1 life"),), applies_to=SPELLS),
            Unread(text="Whatever.", may_bear_on_payment=False, may_bear_on_casting=False),
            Unread(text="{T}: Whatever.", may_bear_on_own_casting=False),
        ],
        ids=repr,
    )
    def test_what_leaves_all_to_the_mana_cost(self, own: Ability) -> None:
        for cost, answer in [("{1}{G}", True), ("{1}{U}", False)]:
            found = told(on_board(cost, own))
            assert found is not None and found.castable is answer

    @pytest.mark.parametrize(
        "effect",
        [
            less("{1}", applies_to=SPELLS),
            AdditionalCost(one_of=(Cost.parse("Pay 1 life"),), applies_to=SPELLS),
            AlternativeCost(keyword="free", applies_to=SPELLS),
            OptionalCost(keyword="Defiler", cost=Cost.parse("Pay 2 life"), applies_to=SPELLS, less=ManaCost(1)),
            HelpToPay(help=Help.CONVOKE, applies_to=SPELLS),
            LifeForMana(mana=Mana.parse("{G}")),
            Permission(what=SPELLS, zone=Zone.HAND, flash=True),
            Grant(to=SPELLS, abilities=(AlternativeCost(keyword="evoke", cost=Cost.parse("{G}")),)),
        ],
        ids=repr,
    )
    def test_what_an_opponent_has_for_spells_of_their_own(self, effect: Ability) -> None:
        theirs = card("Source", "enchantment", effect, cost="{2}")
        for cost, answer in [("{1}{G}", True), ("{1}{U}", False)]:
            ready = PreparedState(on_board(cost, opponent=[theirs]))
            assert assert_as_ever(ready, "Spell") and ready.castable("Spell").castable is answer

    def test_what_changes_the_costs_of_other_spells(self) -> None:
        tax = CostChange(applies_to=Filter.parse("spell !creature"), who="any", more=ManaCost(1))
        thalia = card("Thalia", "creature", tax, cost="{1}{W}", power="2", toughness="1")
        for mine, theirs in ([thalia], []), ([], [thalia]):
            assert told(on_board("{2}{G}", types="creature", others=mine, opponent=theirs))
            assert told(on_board("{2}{G}", others=mine, opponent=theirs)) is None
            assert told(on_board("{X}{G}", types="creature", others=mine, opponent=theirs)) is None
            assert not PreparedState(on_board("{2}{G}", others=mine, opponent=theirs)).castable("Spell")

    def test_a_moment_that_is_not_now(self) -> None:
        for types, answer in [("sorcery", False), ("instant", True)]:
            found = told(State(you=on_board("{G}", types=types).you, turn="opponent"))
            assert found is not None and found.castable is answer

    def test_the_cause_is_worked_out_when_it_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        state = on_board("{U}")
        expected = verdict(state, "Spell").cause
        asked: list[str] = []

        def counted(state: State, name: str) -> Verdict:
            asked.append(name)
            return verdict(state, name)

        monkeypatch.setattr(at_once, "verdict", counted)
        found = PreparedState(state).castable("Spell")
        assert not found and not asked
        assert found.cause == found.cause == expected is not None
        assert asked == ["Spell"]
        assert repr(found) == f"Verdict(False, {expected!r})"

    def test_all_that_a_state_tells_is_asked_for_once(self) -> None:
        asked: list[ManaCost] = []

        def pays(cost: ManaCost) -> bool:
            asked.append(cost)
            return True

        at_once = AtOnce(on_board("{7}{W}{W}"), pays)
        assert at_once.verdict("Spell") and asked == [ManaCost.parse("{7}{W}{W}")]


class TestNotToldAtOnce:
    @pytest.mark.parametrize(
        "own",
        [
            Keyword(name="goblin offering"),
            less("{1}"),
            CostChange(more=ManaCost(1)),
            AdditionalCost(one_of=(Cost.parse("Pay 1 life"),)),
            OptionalCost(keyword="spree", cost=Cost.parse("{1}"), mode=1),
            OptionalCost(keyword="escalate", cost=Cost.parse("{1}")),
            HelpToPay(help=Help.ASSIST),
            SpendOnly(mana=Mana.parse("{G}")),
            SpendAs(any_type=True, applies_to=Filter.parse("this")),
            Unread(text="Whatever."),
        ],
        ids=repr,
    )
    def test_its_own_text(self, own: Ability) -> None:
        assert told(on_board("{1}{G}", own, Modes(of=2))) is None

    @pytest.mark.parametrize(
        "own",
        [
            AlternativeCost(keyword="evoke", cost=Cost.parse("{G}")),
            HelpToPay(help=Help.CONVOKE),
            OptionalCost(keyword="buyback", cost=Cost.parse("Sacrifice land")),
            OptionalCost(keyword="additional cost", cost=Cost.parse("{2}"), less=ManaCost.parse("{G}")),
            OptionalCost(keyword="additional cost", cost=Cost.parse("{2}"), flash=True),
            Permission(zone=Zone.HAND, flash=True),
        ],
        ids=repr,
    )
    def test_other_ways_than_its_mana_cost(self, own: Ability) -> None:
        assert told(on_board("{2}{G}", own))
        assert told(on_board("{3}{G}", own)) is None
        assert told(State(you=on_board("{G}", own).you, turn="opponent")) is None

    @pytest.mark.parametrize(
        "effect",
        [
            less("{1}", applies_to=SPELLS),
            CostChange(of="kicker", less=ManaCost(1)),
            CostChange(applies_to=SPELLS, who="any", more=ManaCost(1)),
            AdditionalCost(one_of=(Cost.parse("Pay 1 life"),), applies_to=SPELLS, who="any"),
            AlternativeCost(keyword="free", applies_to=SPELLS),
            OptionalCost(keyword="Defiler", cost=Cost.parse("Pay 2 life"), applies_to=SPELLS, less=ManaCost(1)),
            HelpToPay(help=Help.CONVOKE, applies_to=SPELLS),
            LifeForMana(mana=Mana.parse("{G}")),
            Permission(what=SPELLS, zone=Zone.HAND, flash=True),
            Prohibition(what="cast"),
            SpendAs(any_type=True),
            Grant(to=SPELLS, abilities=(AlternativeCost(keyword="evoke", cost=Cost.parse("{G}")),)),
            Unread(text="Whatever.", may_bear_on_payment=False),
        ],
        ids=repr,
    )
    def test_effects(self, effect: Ability) -> None:
        source = card("Source", "enchantment", effect, cost="{2}")
        assert told(on_board("{1}{G}", others=[source])) is None

    def test_targets_that_are_not_there(self) -> None:
        aimed = SpellTargets(needs=(Filter.parse("creature"),))
        assert told(on_board("{G}", aimed)) is None
        assert told(on_board("{G}", aimed, others=[BEAR]))
        assert not PreparedState(on_board("{G}", aimed)).castable("Spell")

    def test_no_mana_cost_and_nothing_to_pay(self) -> None:
        assert told(on_board(None)) is None
        assert told(on_board("{0}")) is None
        assert told(on_board("{X}")) is None

    def test_what_is_no_spell_of_the_hand(self) -> None:
        ready = PreparedState(on_board("{G}", hand=(FOREST,)))
        for name in ("Forest", "Bear", "Zork"):
            assert ready._at_once.verdict(name) is None
        with pytest.raises(CastableError):
            ready.castable("Zork")

    def test_a_card_that_may_make_mana_itself(self) -> None:
        spirit = ManaAbility(cost=Cost.parse("Exile this from hand"), adds=mana("{T}", "{G}").adds, zone=Zone.HAND)
        assert told(on_board("{3}{G}", spirit)) is None
        assert not PreparedState(on_board("{3}{G}", spirit)).castable("Spell")

    def test_splicing(self) -> None:
        ray = spell("{3}", OptionalCost(keyword="splice", cost=Cost.parse("{1}"), applies_to=SPELLS), name="Ray")
        assert told(on_board("{G}", hand=(ray,))) is None

    def test_choices_that_are_insisted_on(self) -> None:
        from castable.solver.announce import Wishes

        ready = PreparedState(on_board("{G}", kicker("{U}")))
        assert ready.castable("Spell")
        assert not ready.castable("Spell", Wishes(kicked=(Cost.parse("{U}"),)))

    def test_halves_of_cards(self) -> None:
        names = [one for one in POOL if len(one.faces) > 1]
        assert names
        hand = numbered(names, 100)
        ready = PreparedState(on_board("{G}").with_you(hand=hand))
        for held in hand:
            for face in held.card.faces:
                if not face.is_land:
                    assert_as_ever(ready, face.name)


def test_a_verdict_without_a_cause() -> None:
    assert Verdict(True).cause is None and repr(Verdict(True)) == "Verdict(True, None)"
    assert Choices() == Choices(x=None)
