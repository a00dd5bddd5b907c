"""Targets: how many a text asks for, which of them may be none, and what a wish for some may name (CR 115, 601.2c)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import board, card, permanent, spell

from castable.model.ability import ActivatedAbility, CostChange, Keyword, Prohibition, SpellTargets
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.event import EnterTapped
from castable.model.filter import Filter
from castable.model.oracle import face_from_fields
from castable.model.state import CardInZone, Player, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.plays import activation_verdict, verdict
from castable.solver.total_cost import total_costs

CREATURE = Filter.parse("creature")
BEAR = card("Bear", "creature", cost="{1}{G}")
CAT = card("Cat", "creature", cost="{W}")


def aims(text: str) -> list[tuple[tuple[str, ...], bool, int | None, bool, bool]]:
    face = face_from_fields(name="Wild Guess", mana_cost="{R}", type_line="Sorcery", text=text)
    return [(tuple(map(str, e.needs)), e.any_number, e.at_most, e.of_x, e.another) for e in face.of(SpellTargets)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tap up to two target creatures.", [(("creature",), True, 2, False, False)]),
        ("Destroy up to X target lands.", [(("land",), True, None, True, False)]),
        ("Destroy any number of target Elves.", [(("Elf",), True, None, False, False)]),
        (
            "Tap one or two target creatures.",
            [(("creature",), False, None, False, False), (("creature",), True, 1, False, True)],
        ),
        (
            "Wild Guess deals 6 damage divided as you choose among one, two, or three targets.",
            [
                (("creature | planeswalker | battle | player",), False, None, False, False),
                (("creature | planeswalker | battle | player",), True, 2, False, True),
            ],
        ),
        ("Tap up to one target creature that rhymes with this.", [((), True, None, False, False)]),
        ("Tap target creature that rhymes with this.", []),
    ],
)
def test_how_many(text: str, expected: list[object]) -> None:
    assert aims(text) == expected


def test_six() -> None:
    """Every number counts: of six targets none may be missing."""
    found = aims("Destroy six target creatures.")
    assert len(found) == 6 and [another for *_, another in found] == [False] + [True] * 5


def legal(entries: list[SpellTargets], names: list[str], *bears: str) -> bool:
    state = board("Forest", *(permanent(BEAR, ref=ref) for ref in bears), hand=[spell("{G}", *entries)])
    return bool(verdict(state, "Spell", Wishes(targets=tuple(names))))


class TestWishes:
    """Targets that are asked for must be possible together."""

    ONE = SpellTargets(needs=(CREATURE,))
    UP_TO_TWO = SpellTargets(needs=(CREATURE,), any_number=True, at_most=2)

    def test_more_than_the_spell_has(self) -> None:
        assert legal([self.ONE], ["a"], "a", "b")
        assert not legal([self.ONE], ["a", "b"], "a", "b")

    def test_those_that_may_be_none(self) -> None:
        assert legal([self.UP_TO_TWO], ["a", "b"], "a", "b", "c")
        assert not legal([self.UP_TO_TWO], ["a", "b", "c"], "a", "b", "c")
        assert legal([self.UP_TO_TWO], [])

    def test_what_is_not_known(self) -> None:
        unknown = SpellTargets(needs=(), any_number=True)
        assert legal([unknown], [], "a")
        with pytest.raises(Unsupported):
            legal([unknown], ["a"], "a")

    def test_of_an_ability(self) -> None:
        tapper = card("Tapper", "artifact", ActivatedAbility(cost=Cost.parse("{T}"), targets=(CREATURE,)))
        state = board(permanent(tapper), permanent(BEAR, ref="a"))
        assert activation_verdict(state, "Tapper", Cost.parse("{T}"), Wishes(targets=("a",)))
        assert not activation_verdict(state, "Tapper", Cost.parse("{T}"), Wishes(targets=("Tapper",)))


def cheapest(entry: SpellTargets, state: State) -> set[str]:
    cost = CostChange(less=ManaCost.parse("{2}"), targets=Filter.parse("creature tapped"))
    state = state.with_you(hand=board(hand=[spell("{3}{G}", entry, cost)]).you.hand)
    return {str(one.total) for one in total_costs(state, subjects(state, "Spell", Wishes()), Wishes())}


def test_a_cost_that_depends_on_a_target_that_may_be_none() -> None:
    entry = SpellTargets(needs=(CREATURE,), any_number=True, at_most=1)
    assert cheapest(entry, board(permanent(BEAR, tapped=True))) == {"{3}{G}", "{1}{G}"}
    assert cheapest(entry, board(permanent(BEAR))) == {"{3}{G}"}


@pytest.mark.parametrize(("host", "names", "costs"), [("opponent", "you", "{1}{R}"), ("opponent", "opponent", "{R}")])
def test_the_player_that_an_aura_enchants(host: str, names: str, costs: str) -> None:
    """Spells that target the enchanted player cost less, those that target another player do not."""
    curse = card(
        "Curse",
        "enchantment Aura",
        CostChange(
            applies_to=Filter.parse("spell"), less=ManaCost.parse("{1}"), targets=Filter.parse("enchanted player")
        ),
    )
    state = board(
        permanent(curse, attached_to=host), hand=[spell("{1}{R}", SpellTargets(needs=(Filter.parse("player"),)))]
    )
    found = total_costs(state, subjects(state, "Spell", Wishes()), Wishes(targets=(names,)))
    assert {str(one.total) for one in found} == {costs}


def test_another_target_is_not_the_source_itself() -> None:
    """Reconfigure attaches to another creature: alone there is none (CR 702.151a)."""
    alone = card(
        "Crab", "creature", ActivatedAbility(cost=Cost.parse("{1}"), targets=(Filter.parse("creature other"),))
    )
    assert not activation_verdict(board("Island", permanent(alone)), "Crab", Cost.parse("{1}"))
    assert activation_verdict(board("Island", permanent(alone), permanent(CAT)), "Crab", Cost.parse("{1}"))


class TestProtection:
    """What has protection from a quality of the spell or the source is no target (CR 702.16b)."""

    @staticmethod
    def legal(argument: str, cost: str, *, keyword: str = "protection", side: str = "you") -> bool:
        kept = permanent(card("Knight", "creature", Keyword(name=keyword, argument=argument)))
        state = board("Mountain", "Forest", *([kept] if side == "you" else []))
        state = replace(state, opponents=(Player(battlefield=() if side == "you" else (kept,)),))
        state = state.with_you(hand=board(hand=[spell(cost, SpellTargets(needs=(CREATURE,)))]).you.hand)
        return bool(verdict(state, "Spell"))

    @pytest.mark.parametrize(
        ("argument", "cost", "legal"),
        [
            ("red", "{R}", False),
            ("red", "{G}", True),
            ("everything", "{G}", False),
            ("all colors", "{1}", True),
            ("multicolored", "{R}{G}", False),
            ("instants", "{G}", False),
            ("Dragons", "{R}", True),
            ("black and from red", "{R}", False),
            ("black and from red", "{G}", True),
        ],
    )
    def test_from(self, argument: str, cost: str, legal: bool) -> None:
        assert self.legal(argument, cost) is legal

    def test_hexproof_from(self) -> None:
        assert not self.legal("red", "{R}", keyword="hexproof", side="opponent")
        assert self.legal("red", "{R}", keyword="hexproof")

    def test_not_understood(self) -> None:
        with pytest.raises(Unsupported):
            self.legal("the chosen player", "{R}")


@pytest.mark.parametrize(
    ("who", "side", "target", "legal"),
    [
        ("opponent", "opponent", "player", True),
        ("opponent", "opponent", "player opponentplayer", False),
        ("opponent", "you", "player", True),
        ("any", "opponent", "player opponentplayer", False),
    ],
)
def test_a_player_may_be_no_target(who: str, side: str, target: str, *, legal: bool) -> None:
    """Hexproof and shroud of players (CR 702.11c, 702.18b)."""
    altar = permanent(card("Altar", "artifact", Prohibition(what="target player", who=who)))
    state = board("Mountain", *([altar] if side == "you" else []))
    state = replace(state, opponents=(Player(battlefield=() if side == "you" else (altar,)),))
    hand = board(hand=[spell("{R}", SpellTargets(needs=(Filter.parse(target),)))]).you.hand
    assert bool(verdict(state.with_you(hand=hand), "Spell")) is legal


def test_with_shroud_you_are_no_target_of_your_own_spells() -> None:
    altar = permanent(card("Altar", "artifact", Prohibition(what="target player", who="any")))
    hand = [spell("{R}", SpellTargets(needs=(Filter.parse("player"),)))]
    assert not verdict(replace(board("Mountain", altar, hand=hand), opponents=()), "Spell")


class TestBans:
    """What can't be the target of some spells and abilities (CR 101.2, 115.4)."""

    @staticmethod
    def legal(text: str, cost: str, needs: str = "creature", *, side: str = "opponent") -> bool:
        face = face_from_fields(name="Guard", mana_cost="{G}", type_line="Creature — Elf", text=text)
        there = [Card(name="Guard", faces=(face,)), BEAR]
        state = board("Mountain; Forest", opponent=there)
        if side == "you":
            state = replace(board("Mountain; Forest", *there), opponents=())
        hand = [spell(cost, SpellTargets(needs=(Filter.parse(needs),)))]
        return bool(verdict(state.with_you(hand=board(hand=hand).you.hand), "Spell"))

    @pytest.mark.parametrize(
        ("text", "cost", "needs", "side", "legal"),
        [
            ("Creatures can't be the targets of spells.", "{R}", "creature", "you", False),
            ("Guard can't be the target of red or blue spells.", "{R}", "Elf", "you", False),
            ("Guard can't be the target of red or blue spells.", "{G}", "Elf", "opponent", True),
            ("Guard can't be the target of red or blue spells.", "{R}", "creature", "opponent", True),
            ("Guard can't be the target of black or red spells your opponents control.", "{R}", "Elf", "you", True),
            (
                "Guard can't be the target of black or red spells your opponents control.",
                "{R}",
                "Elf",
                "opponent",
                False,
            ),
            (
                "Guard can't be the target of nongreen spells or abilities from nongreen sources.",
                "{R}",
                "Elf",
                "you",
                False,
            ),
            ("Guard can't be the target of abilities your opponents control.", "{R}", "Elf", "opponent", True),
            ("Guard can't be the target of Aura spells.", "{R}", "Elf", "opponent", True),
            ("Creatures you control can't be the targets of red spells.", "{R}", "creature", "opponent", False),
        ],
    )
    def test_spells(self, text: str, cost: str, needs: str, side: str, *, legal: bool) -> None:
        assert self.legal(text, cost, needs, side=side) is legal

    LANDS = (
        "Lands on the battlefield and land cards in graveyards can't be the targets of spells or abilities your "
        "opponents control."
    )

    @pytest.mark.parametrize(
        ("text", "what", "legal"),
        [
            ("Cards in graveyards can't be the targets of spells or abilities.", "creature", False),
            (LANDS, "land", False),
            (LANDS, "creature", True),
        ],
    )
    def test_cards(self, text: str, what: str, *, legal: bool) -> None:
        face = face_from_fields(name="Guard", mana_cost="{G}", type_line="Creature — Elf", text=text)
        hand = [spell("{R}", SpellTargets(needs=(Filter.parse(f"{what} card graveyardcast"),)))]
        state = board("Mountain", hand=hand, graveyard=[card("Thing", what)])
        assert verdict(state, "Spell")
        state = replace(state, opponents=(Player(battlefield=(permanent(Card(name="Guard", faces=(face,))),)),))
        assert bool(verdict(state, "Spell")) is legal

    def test_abilities(self) -> None:
        face = face_from_fields(
            name="Guard",
            mana_cost="{G}",
            type_line="Creature — Elf",
            text="Guard can't be the target of abilities from artifact sources.",
        )
        for kind, legal in (("artifact", False), ("enchantment", True)):
            wand = card("Wand", kind, ActivatedAbility(cost=Cost.parse("{T}"), targets=(CREATURE,)))
            state = replace(
                board(wand), opponents=(Player(battlefield=(permanent(Card(name="Guard", faces=(face,))),)),)
            )
            assert bool(activation_verdict(state, "Wand", Cost.parse("{T}"))) is legal


def test_cleave_takes_words_away() -> None:
    """With cleave the words in square brackets are not there (CR 702.148a)."""
    face = face_from_fields(
        name="Spell",
        mana_cost="{R}",
        type_line="Instant",
        text="Cleave {1}{R}\nDestroy target [attacking] creature. [You lose 2 life.]",
    )
    cut = Card(name="Spell", faces=(face,))
    for attacks, cost, legal in ((True, "mana cost", True), (False, "mana cost", False), (False, "cleave", True)):
        state = board("2 Mountain", permanent(BEAR, attacking=attacks), hand=[cut])
        assert bool(verdict(state, "Spell", Wishes(alternative=cost))) is legal


@pytest.mark.parametrize(
    ("text", "types", "legal"),
    [
        ("Exile target card in a graveyard other than a basic land card.", "basic land", False),
        ("Exile target card in a graveyard other than a basic land card.", "land", True),
        ("Exile target card in a graveyard other than a basic land card.", "basic creature", True),
        ("Exile up to two target cards from graveyards.", "basic land", True),
        ("Exile two target cards from graveyards.", "basic land", False),
    ],
)
def test_cards_in_graveyards(text: str, types: str, legal: bool) -> None:
    face = face_from_fields(name="Spell", mana_cost="{U}", type_line="Instant", text=text)
    buried = CardInZone(card=card("Buried", types), id=700)
    state = replace(board("Island", hand=[Card(name="Spell", faces=(face,))]), opponents=(Player(graveyard=(buried,)),))
    assert bool(verdict(state, "Spell")) is legal


def test_what_is_other_than_the_source() -> None:
    face = face_from_fields(
        name="Moth",
        mana_cost="{U}",
        type_line="Creature",
        power="1",
        toughness="1",
        text="{1}: Tap target creature other than Moth.",
    )
    moth = permanent(Card(name="Moth", faces=(face,)))
    assert not activation_verdict(board("Island", moth), "Moth", Cost.parse("{1}"))
    assert activation_verdict(board("Island", moth, permanent(BEAR)), "Moth", Cost.parse("{1}"))


class TestAbilitiesOnTheStack:
    """Spells and abilities that target what is on the stack besides spells."""

    @staticmethod
    def legal(text: str, ability: str) -> bool:
        face = face_from_fields(name="Spell", mana_cost="{U}", type_line="Instant", text=text)
        pinger = card("Pinger", "creature", ActivatedAbility(cost=Cost.parse("{T}")))
        entry = CardInZone(card=pinger, id=500, controller="opponent", ability=ability)
        state = board("Island", hand=[Card(name="Spell", faces=(face,))])
        return bool(verdict(replace(state, stack=(entry,)), "Spell"))

    @pytest.mark.parametrize(
        ("what", "activated", "triggered", "spell"),
        [
            ("activated or triggered ability", True, True, False),
            ("activated ability", True, False, False),
            ("triggered ability", False, True, False),
            ("spell or ability", True, True, True),
            ("triggered ability you control", False, False, False),
            ("spell", False, False, True),
        ],
    )
    def test_kinds(self, what: str, activated: bool, triggered: bool, spell: bool) -> None:
        text = f"Counter target {what}."
        assert (self.legal(text, "{T}"), self.legal(text, "attacks"), self.legal(text, "")) == (
            activated,
            triggered,
            spell,
        )


def test_permanents_that_enter_tapped() -> None:
    (effect,) = face_from_fields(
        name="Frost", type_line="Enchantment", text="Creatures and nonbasic lands your opponents control enter tapped."
    ).of(EnterTapped)
    assert str(effect.of) == "creature opponent | land !basic opponent"


@pytest.mark.parametrize(("host", "legal"), [("you", False), ("opponent", True)])
def test_what_the_enchanted_player_cannot_do(host: str, legal: bool) -> None:
    face = face_from_fields(
        name="Curse", type_line="Enchantment — Aura", text="Enchanted player can't cast more than one spell each turn."
    )
    curse = permanent(Card(name="Curse", faces=(face,)), attached_to=host)
    state = board("Island", curse, hand=[spell("{U}")], spells_cast_this_turn=(BEAR,))
    assert bool(verdict(state, "Spell")) is legal
