"""Plays in a row, each resolving before the next (CR 601, 608, 305), and what resolving does (CR 614.1c-d, 704.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hand_built import board as hand_board
from hand_built import card, kicker, mana, permanent, spell

from castable.model.ability import (
    ActivatedAbility,
    CostChange,
    Enters,
    Keyword,
    LandTypes,
    SpellMana,
    SpellTargets,
    TriggeredManaAbility,
    Unread,
)
from castable.model.amount import Amount, Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import BadRequest, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.pool import built_in
from castable.model.production import Production
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.plan_answers import sequence_answer
from castable.question import read_question
from castable.solver.announce import Wishes
from castable.solver.resolving import resolved
from castable.solver.sequence import AbilityPlay, LandPlay, Sequence, SpellPlay, sequence

Board = Callable[..., State]


def many(name: str, count: int) -> dict[str, Any]:
    return {"card": name, "count": count}


def bear(name: str = "Bear", cost: str = "{1}{G}", *abilities: Any) -> Card:
    return card(name, "creature Bear", *abilities, cost=cost, power="2", toughness="2")


def ritual(name: str, cost: str, adds: str) -> Card:
    return card(name, "instant", SpellMana(adds=Production.parse(adds)), cost=cost)


def made(state: State, *plays: str | SpellPlay | LandPlay | AbilityPlay) -> Sequence:
    """A name is a land to play where the hand has a land of that name, else a spell to cast."""
    lands = {held.card.name for held in state.you.hand if held.card.front.is_land}
    read = [LandPlay(land=p) if p in lands else SpellPlay(spell=p) if isinstance(p, str) else p for p in plays]
    return sequence(state, tuple(read))


def tapped(found: Sequence) -> list[list[str]]:
    return [[a.source for a in payment.activations] if payment else [] for payment in found.payments]


class TestMana:
    """What is tapped stays tapped, what floats stays in the pool (CR 106.4)."""

    def test_two_spells(self) -> None:
        state = hand_board("2 Forest; 2 Swamp", hand=[bear(), bear()])
        found = made(state, "Bear", "Bear")
        assert found
        assert tapped(found) == [["Swamp", "Forest"]] * 2 or tapped(found) == [["Forest", "Swamp"]] * 2

    def test_one_forest_too_few(self) -> None:
        found = made(hand_board("Forest; 3 Swamp", hand=[bear(), bear()]), "Bear", "Bear")
        assert not found
        assert found.failed == 1
        assert found.cause is not None
        assert (found.cause.rule, found.cause.kind) == ("601.2h", "mana")

    def test_only_one_split_works(self) -> None:
        """The dual land must not pay for the first spell, though it could."""
        state = hand_board("Forest; Swamp; Tropical Island", hand=[bear("A", "{G}"), bear("B", "{1}{U}")])
        found = made(state, "A", "B")
        assert tapped(found) == [["Forest"], ["Swamp", "Tropical Island"]]

    def test_in_the_other_order_too(self) -> None:
        state = hand_board("Forest; Swamp; Tropical Island", hand=[bear("A", "{1}{U}"), bear("B", "{G}")])
        assert tapped(made(state, "A", "B")) == [["Swamp", "Tropical Island"], ["Forest"]]

    def test_many_lands_are_refused_without_a_search(self) -> None:
        duals = [card(f"Dual {n}", "land Forest Island") for n in range(12)]
        spells = [bear(f"Bear {n}", "{2}{G}{U}") for n in range(4)]
        found = made(hand_board(*duals, hand=spells), *(f"Bear {n}" for n in range(4)))
        assert (found.possible, found.failed) == (False, 3)
        assert made(hand_board(*duals, hand=spells), *(f"Bear {n}" for n in range(3)))

    def test_pool(self) -> None:
        assert made(hand_board(pool="{G}{G}{R}", hand=[bear(), spell("{R}")]), "Bear", "Spell")
        assert not made(hand_board(pool="{G}{G}{G}", hand=[bear(), spell("{R}")]), "Bear", "Spell")

    def test_excess_floats_on(self) -> None:
        state = hand_board("Sol Ring", hand=[bear("A", "{1}"), bear("B", "{1}")])
        assert made(state, "A", "B")
        assert not made(hand_board("Sol Ring", hand=[bear("A", "{1}"), bear("B", "{2}")]), "A", "B")


class TestSpellsThatMakeMana:
    """Their mana is there once they have resolved (CR 605.5b)."""

    def test_ritual(self, board: Board) -> None:
        state = board(many("Swamp", 2), hand=("Dark Ritual", "Frogmite"))
        assert made(state, "Dark Ritual", "Frogmite")
        assert not made(
            board("Swamp", hand=("Dark Ritual", "Ornithopter", "Mulldrifter")), "Dark Ritual", "Mulldrifter"
        )

    def test_color(self) -> None:
        state = hand_board("Swamp", hand=[ritual("Ritual", "{B}", "{B}{B}{B}"), spell("{B}{B}{B}", name="Black")])
        assert made(state, "Ritual", "Black")
        state = hand_board("Swamp", hand=[ritual("Ritual", "{B}", "{B}{B}{B}"), spell("{R}", name="Red")])
        assert not made(state, "Ritual", "Red")

    def test_counted_as_it_resolves(self) -> None:
        hymn = ritual("Hymn", "{1}{R}", "count(creature you)*{R}")
        state = hand_board("2 Mountain; 3 Grizzly Bears", hand=[hymn, spell("{R}{R}{R}", name="Big")])
        assert made(state, "Hymn", "Big")
        state = hand_board("2 Mountain; 2 Grizzly Bears", hand=[hymn, spell("{R}{R}{R}", name="Big")])
        assert not made(state, "Hymn", "Big")

    def test_a_creature_first(self) -> None:
        hymn = ritual("Hymn", "{R}", "count(creature you)*{R}")
        state = hand_board("2 Mountain", hand=[hymn, bear("Ox", "{R}"), spell("{R}", name="Last")])
        assert made(state, "Ox", "Hymn", "Last")
        assert not made(state, "Hymn", "Ox", "Last")


class TestPermanents:
    """Permanents enter untapped unless they say otherwise, creatures summoning sick (CR 302.6, 614.1c)."""

    def test_artifact_makes_mana_at_once(self) -> None:
        mox = card("Mox", "artifact", mana("{T}", "{G}"), cost="{0}")
        assert made(hand_board("Forest", hand=[mox, bear()]), "Mox", "Bear")

    def test_creature_does_not(self) -> None:
        state = hand_board("Forest", hand=[bear("Elf", "{G}", mana("{T}", "{G}")), bear("Bear", "{G}")])
        found = made(state, "Elf", "Bear")
        assert not found
        assert found.cause is not None
        assert "summoning sick" in found.cause.text

    def test_creature_with_haste_does(self) -> None:
        state = hand_board(
            "Mountain", hand=[bear("Goblin", "{R}", Keyword(name="haste"), mana("{T}", "{R}")), spell("{R}")]
        )
        assert made(state, "Goblin", "Spell")

    def test_enters_tapped(self) -> None:
        slow = card("Slow", "artifact", mana("{T}", "{G}"), Enters(tapped=True), cost="{0}")
        assert not made(hand_board("Forest", hand=[slow, bear()]), "Slow", "Bear")

    def test_counters_as_x_says(self) -> None:
        lamp = card(
            "Lamp",
            "artifact",
            mana("Remove 1 charge counter", "{C}"),
            Enters(counter="charge", amount=Amount.parse("X")),
            cost="{X}",
        )
        state = hand_board("3 Forest", hand=[lamp, spell("{2}")])
        assert made(state, SpellPlay(spell="Lamp", wishes=Wishes(x=2)), "Spell")
        assert not made(state, SpellPlay(spell="Lamp", wishes=Wishes(x=0)), SpellPlay(spell="Spell"), "Spell")
        state = hand_board("2 Forest", hand=[lamp, spell("{3}")])
        assert not made(state, SpellPlay(spell="Lamp", wishes=Wishes(x=2)), "Spell")

    def test_multikicker(self) -> None:
        chalice = card(
            "Chalice",
            "artifact",
            mana("{T}", "counters(charge)*{C}"),
            kicker("{2}", None),
            Enters(counter="charge", amount=Amount.parse("kicked")),
            cost="{0}",
        )
        kicked = SpellPlay(spell="Chalice", wishes=Wishes(kicked=(Cost.parse("{2}"),)))
        assert made(hand_board("4 Wastes", hand=[chalice, bear("Myr", "{3}")]), kicked, "Myr")
        assert not made(hand_board("3 Wastes", hand=[chalice, bear("Myr", "{3}")]), kicked, "Myr")
        assert made(hand_board("3 Wastes", hand=[chalice, bear("Myr", "{3}")]), "Chalice", "Myr")

    def test_chosen_color(self) -> None:
        prism = card("Prism", "artifact", mana("{T}", "chosen color"), Enters(choose="color"), cost="{0}")
        found = made(hand_board(hand=[prism, spell("{U}")]), "Prism", "Spell")
        assert found.payments[1] is not None
        assert str(found.payments[1].spends) == "{U}"
        assert not made(hand_board(hand=[prism, spell("{U}{R}")]), "Prism", "Spell")

    def test_aura_on_what_it_enchants(self) -> None:
        growth = card(
            "Growth",
            "enchantment Aura",
            SpellTargets(needs=(Filter.parse("land"),)),
            TriggeredManaAbility(watches=Filter.parse("land enchanted"), adds=Production.parse("{G}")),
            cost="{G}",
        )
        assert made(hand_board("2 Forest", hand=[growth, bear()]), "Growth", "Bear")
        assert not made(hand_board("2 Forest", hand=[growth, bear("Bear", "{2}{G}")]), "Growth", "Bear")

    def test_cost_reducer(self) -> None:
        cheap = bear("Banneret", "{1}{G}", CostChange(applies_to=Filter.parse("creature"), less=ManaCost.parse("{1}")))
        assert made(hand_board("3 Forest", hand=[cheap, bear()]), "Banneret", "Bear")
        assert not made(hand_board("3 Forest", hand=[cheap, bear()]), "Bear", "Banneret")

    def test_tax_of_its_own(self) -> None:
        tax = bear(
            "Tax", "{1}{W}", CostChange(applies_to=Filter.parse("instant"), who="any", more=ManaCost.parse("{1}"))
        )
        assert not made(hand_board("3 Plains", hand=[tax, spell("{W}")]), "Tax", "Spell")
        assert made(hand_board("4 Plains", hand=[tax, spell("{W}")]), "Tax", "Spell")

    def test_toughness_zero(self) -> None:
        hydra = card(
            "Hydra", "creature", Enters(counter="+1/+1", amount=Amount.parse("X")), cost="{X}", power="0", toughness="0"
        )
        hymn = ritual("Hymn", "{0}", "count(creature you)*{R}")
        state = hand_board("Forest", hand=[hydra, hymn, spell("{R}", name="Last")])
        assert made(state, SpellPlay(spell="Hydra", wishes=Wishes(x=1)), "Hymn", "Last")
        state = hand_board(hand=[hydra, hymn, spell("{R}", name="Last")])
        assert not made(state, SpellPlay(spell="Hydra", wishes=Wishes(x=0)), "Hymn", "Last")

    def test_legend_rule(self) -> None:
        """Of two one must go; the new one, untapped, is kept (CR 704.5j)."""
        lotus = card("Lotus", "legendary artifact", mana("{T}", "{C}"), cost="{0}")
        state = hand_board(permanent(lotus, tapped=True), hand=[lotus, spell("{1}")])
        assert made(state, "Lotus", "Spell")
        assert made(hand_board(lotus, hand=[lotus, spell("{1}")]), "Lotus", "Spell")
        assert not made(hand_board(lotus, hand=[lotus, spell("{3}")]), "Lotus", "Spell")

    def test_sorcery_speed_comes_back(self) -> None:
        """Nothing is left on the stack."""
        state = hand_board("4 Forest", hand=[bear("A"), bear("B")])
        assert made(state, "A", "B")
        assert not made(replace(state, turn="opponent"), "A", "B")


class TestLands:
    """One land a turn (CR 305.2), untapped unless it says otherwise."""

    def test_land_first(self, board: Board) -> None:
        state = board("Forest", hand=("Forest", "Grizzly Bears"))
        found = made(state, "Forest", "Grizzly Bears")
        assert found
        assert found.payments[0] is None
        assert not made(state, "Grizzly Bears", "Forest")

    def test_not_two(self, board: Board) -> None:
        found = made(board(hand=("Forest", "Forest")), "Forest", "Forest")
        assert (found.failed, found.cause and found.cause.rule) == (1, "305.2")

    def test_tapped_land(self) -> None:
        slow = card("Slow", "land", mana("{T}", "{G}"), Enters(tapped=True))
        assert not made(hand_board("Forest", hand=[slow, bear()]), "Slow", "Bear")

    @pytest.mark.parametrize(("life", "possible"), [(20, True), (3, True), (2, False), (1, False)])
    def test_life_for_an_untapped_land(self, board: Board, life: int, possible: bool) -> None:
        """With 2 life the payment is legal and loses the game before anything can be cast (CR 704.5a)."""
        state = board("Forest", hand=("Temple Garden", "Grizzly Bears"), life=life)
        assert made(state, "Temple Garden", "Grizzly Bears").possible is possible

    def test_not_while_a_spell_is_on_the_stack(self, board: Board) -> None:
        state = board(hand=("Forest",), state={"stack": ["Shock"]})
        assert not made(state, "Forest")

    def test_from_elsewhere(self, board: Board) -> None:
        with pytest.raises(Unsupported, match="from the graveyard"):
            sequence(board(graveyard=["Forest"]), (LandPlay(land="Forest"),))

    def test_no_such_land(self, board: Board) -> None:
        with pytest.raises(BadRequest, match="no land Island"):
            sequence(board(hand=("Forest",)), (LandPlay(land="Island"),))


class TestManaFirst:
    """Mana made while it can be made floats on: before what would end it resolves."""

    MOON = card("Moon", "enchantment", LandTypes(of=Filter.parse("land !basic"), types=("Mountain",)), cost="{2}{R}")

    def test_float_before_it_resolves(self) -> None:
        state = hand_board("2 Mountain; Badlands; 2 Savannah", hand=[self.MOON, bear("Bear", "{1}{W}")])
        found = made(state, "Moon", "Bear")
        assert found
        assert found.payments[0] is not None
        assert "{W}" in str(found.payments[0].floating)

    @pytest.mark.parametrize(("cost", "possible"), [("{1}", True), ("{2}", True), ("{3}", False)])
    def test_before_a_play_that_costs_nothing(self, cost: str, possible: bool) -> None:
        """The old one is tapped before the new one takes its place (CR 704.5j)."""
        lotus = card("Lotus", "legendary artifact", mana("{T}", "{C}"), cost="{0}")
        found = made(hand_board(lotus, hand=[lotus, spell(cost)]), "Lotus", "Spell")
        assert found.possible is possible
        if cost == "{2}":
            assert found.payments[0] is not None
            assert str(found.payments[0].floating) == "{C}"

    def test_before_a_land(self) -> None:
        tower = card("Tower", "legendary land", mana("{T}", "{W}"))
        state = hand_board(tower, hand=[tower, spell("{W}{W}")])
        found = made(state, LandPlay(land="Tower"), "Spell")
        assert found.possible
        assert found.payments[0] is not None
        assert not made(state, LandPlay(land="Tower"), SpellPlay(spell="Spell"), "Spell").possible
        plain = card("Plain", "land", mana("{T}", "{W}"))
        found = made(hand_board(plain, hand=[plain, spell("{W}{W}")]), LandPlay(land="Plain"), "Spell")
        assert found.payments[0] is None

    def test_what_only_grows_needs_no_mana_first(self) -> None:
        opal = card("Opal", "artifact", mana("{T}", "any color", condition=Condition.parse("count(artifact you) >= 3")))
        opal = replace(opal, faces=(replace(opal.front, mana_cost=ManaCost.ZERO),))
        toy = card("Toy", "artifact creature", cost="{0}", power="0", toughness="2")
        assert made(hand_board(hand=[toy, toy, opal, spell("{R}")]), "Toy", "Toy", "Opal", "Spell").possible
        assert not made(hand_board("Forest", hand=[toy, opal, spell("{R}")]), "Toy", "Opal", "Spell").possible

    def test_not_enough(self) -> None:
        state = hand_board("Mountain; Badlands; 2 Savannah", hand=[self.MOON, bear("Bear", "{1}{W}")])
        assert not made(state, "Moon", "Bear")


class TestAbilities:
    """Mana abilities activated by themselves."""

    def test_kept(self) -> None:
        state = hand_board("Forest; Island", hand=[bear("Bear", "{G}{U}")])
        use = AbilityPlay(source="Forest", ability=Cost.parse("{T}"), adds=Mana.parse("{G}"))
        found = made(state, use, "Bear")
        assert found.payments[0] is not None
        assert str(found.payments[0].floating) == "{G}"
        assert not made(hand_board("Forest; Island", hand=[bear("Bear", "{G}{G}")]), use, "Bear")

    def test_not_twice(self) -> None:
        use = AbilityPlay(source="Forest")
        found = sequence(hand_board("Forest"), (use, use))
        assert (found.failed, found.cause and found.cause.rule) == (1, "602.2")

    def test_paid_for(self) -> None:
        use = AbilityPlay(source="Gruul Signet", ability=Cost.parse("{1}, {T}"))
        assert made(hand_board("Island; Gruul Signet", hand=[bear("Bear", "{R}{G}")]), use, "Bear")
        assert not made(hand_board("Gruul Signet", hand=[bear("Bear", "{R}{G}")]), use, "Bear")


class TestWhatIsNotCarriedOut:
    """Text that could matter to what follows is never passed over."""

    def test_what_an_instant_does(self) -> None:
        state = hand_board("2 Forest", hand=[spell("{G}"), spell("{G}", name="Last")])
        with pytest.raises(Unsupported, match="what Spell does as it resolves"):
            made(state, "Spell", "Last")

    def test_it_does_not_matter_at_the_end(self) -> None:
        state = hand_board("2 Forest", hand=[bear("Bear", "{G}"), spell("{G}")])
        assert made(state, "Bear", "Spell")

    def test_nor_where_a_play_fails_before(self) -> None:
        assert not made(hand_board(hand=[spell("{G}"), spell("{G}", name="Last")]), "Spell", "Last")

    @pytest.mark.parametrize(
        ("text", "outcome"),
        [
            ("Draw two cards.", True),
            ("Spell deals 2 damage to any target.", True),
            ("Destroy all lands.", None),
            ("Each player sacrifices a land.", None),
        ],
    )
    def test_texts(self, text: str, outcome: bool | None) -> None:
        idle = Unread(text=text, may_bear_on_payment=False, may_bear_on_casting=False)
        state = hand_board("2 Forest", hand=[spell("{G}", idle), spell("{G}", name="Last")])
        if outcome is None:
            with pytest.raises(Unsupported, match=text):
                made(state, "Spell", "Last")
        else:
            assert made(state, "Spell", "Last")

    def test_help_counts_for_no_no(self) -> None:
        """Untapped lands would help: yes without them is yes, no without them is not certain."""
        drake = bear(
            "Drake",
            "{G}",
            Unread(
                text="When Drake enters, untap up to two lands.", may_bear_on_payment=False, may_bear_on_casting=False
            ),
        )
        assert made(hand_board("2 Forest", hand=[drake, bear("Bear", "{G}")]), "Drake", "Bear")
        with pytest.raises(Unsupported, match="untap up to two lands"):
            made(hand_board("2 Forest", hand=[drake, bear("Bear", "{1}{G}")]), "Drake", "Bear")

    def test_bounce_lands(self, board: Board) -> None:
        with pytest.raises(Unsupported, match="goes back to hand"):
            made(board("Forest", hand=("Gruul Turf", "Llanowar Elves")), "Gruul Turf", "Llanowar Elves")

    def test_kicked_triggers(self, board: Board) -> None:
        state = board(many("Forest", 4), many("Swamp", 3), hand=("Ana Battlemage", "Llanowar Elves"))
        kick = Wishes(kicked=(Cost.parse("{1}{B}"),))
        assert made(state, SpellPlay(spell="Ana Battlemage", wishes=Wishes(kicked=())), "Llanowar Elves")
        with pytest.raises(Unsupported, match="what Ana Battlemage does"):
            made(state, SpellPlay(spell="Ana Battlemage", wishes=kick), "Llanowar Elves")

    def test_damage_for_tapping(self, board: Board) -> None:
        """The trigger waits for the stack, and is over before the next spell (CR 605.5a)."""
        state = board("City of Brass", "Forest", hand=("Llanowar Elves", "Gitaxian Probe"), life=20)
        assert made(state, "Llanowar Elves", SpellPlay(spell="Gitaxian Probe", wishes=Wishes(phyrexian=1)))
        state = board("City of Brass", hand=("Llanowar Elves", "Gitaxian Probe"), life=2)
        with pytest.raises(Unsupported, match="1 damage"):
            made(state, "Llanowar Elves", SpellPlay(spell="Gitaxian Probe", wishes=Wishes(phyrexian=1)))
        state = board("City of Brass", hand=("Llanowar Elves", "Grizzly Bears"), life=2)
        assert not made(state, "Llanowar Elves", "Grizzly Bears")


class TestResolved:
    def test_nothing_there(self) -> None:
        with pytest.raises(ValueError, match="empty"):
            next(resolved(hand_board()))

    def test_permanent(self) -> None:
        state = hand_board("2 Forest", hand=[bear()])
        (payment,) = made(state, "Bear").payments
        assert payment is not None
        (ending,) = resolved(payment.apply(state))
        entered = ending.state.you.battlefield[-1]
        assert (entered.name, entered.summoning_sick, entered.tapped) == ("Bear", True, False)
        assert not ending.state.stack and not ending.state.you.hand

    def test_instant(self) -> None:
        state = hand_board("Swamp", hand=[ritual("Ritual", "{B}", "{B}{B}{B}")])
        (payment,) = made(state, "Ritual").payments
        assert payment is not None
        (ending,) = resolved(payment.apply(state))
        assert str(ending.state.you.pool) == "{B}{B}{B}"
        assert [c.card.name for c in ending.state.you.graveyard] == ["Ritual"]


class TestQuestion:
    def answer(self, state: State, *plays: dict[str, Any]) -> dict[str, Any]:
        return sequence_answer(read_question({"kind": "sequence", "plays": list(plays)}), state, built_in())

    def test_yes(self, board: Board) -> None:
        state = board("Forest", hand=("Forest", "Kavu Titan"))
        found = self.answer(state, {"land": "Forest"}, {"spell": "Kavu Titan", "choices": {"kicked": []}})
        assert found["possible"]
        assert found["payments"][0] is None
        assert found["payments"][1]["total_cost"] == "{1}{G}"

    def test_no(self, board: Board) -> None:
        state = board("Forest", hand=("Forest", "Kavu Titan"))
        found = self.answer(state, {"land": "Forest"}, {"spell": "Kavu Titan", "kicked": ["{2}{G}"]})
        assert not found["possible"]
        assert found["reason"]["play"] == 1

    @pytest.mark.parametrize(
        ("plays", "at"),
        [
            ([{}], "ask.plays[0]"),
            ([{"spell": "Forest", "land": "Forest"}], "ask.plays[0]"),
            ([{"land": "Forest", "x": 1}], "ask.plays[0].x"),
            ([{"spell": "Shock", "choices": {"y": 1}}], "ask.plays[0].choices.y"),
        ],
    )
    def test_malformed(self, plays: list[Any], at: str) -> None:
        with pytest.raises(BadRequest) as caught:
            read_question({"kind": "sequence", "plays": plays})
        assert at in str(caught.value)

    def test_not_there(self, board: Board) -> None:
        with pytest.raises(BadRequest) as caught:
            self.answer(board(hand=("Forest",)), {"spell": "Shock"})
        assert caught.value.at == "ask.plays[0].spell"


def test_an_ability_that_is_no_mana_ability_is_refused_and_not_denied() -> None:
    draws = card("Tome", "artifact", ActivatedAbility(cost=Cost.parse("{1}")))
    state = hand_board(permanent(draws), permanent(card("Forest", "land", mana("{T}", "{G}"))))
    with pytest.raises(Unsupported, match="what Tome"):
        sequence(state, (AbilityPlay(source="Tome", ability=Cost.parse("{1}")),))
    assert not sequence(state, (AbilityPlay(source="Tome", ability=Cost.parse("{2}")),)).possible


def test_a_name_alone_is_a_spell() -> None:
    state = hand_board("Forest; Forest", hand=[spell("{1}{G}")])
    assert sequence(state, ["Spell"]).possible
