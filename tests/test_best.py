"""The best payment: each preference on a board worked out by hand, its reasons, and that nothing listed is better."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from conftest import read_state
from generated_boards import sample
from hand_built import board, card, mana, spell

from castable.cli import main
from castable.model.ability import ActivatedAbility, SpentBonus
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import BadRequest, CastableError, NoSuchPayment
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.oracle.cards import face_from_fields
from castable.model.payment import Payment
from castable.model.pool import built_in
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.query import respond
from castable.solver.abilities import ability_subjects
from castable.solver.announce import Wishes
from castable.solver.best import Best
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.preference.profile import MEASURES, Profile


def many(name: str, count: int, **fields: Any) -> dict[str, Any]:
    return {"card": name, "count": count, **fields}


def best(state: State, what: str, wishes: Wishes | None = None, **options: Any) -> Best:
    """The best payment, which must be one of those that are listed."""
    ways = payments(state, what, wishes)
    found = ways.best(**options)
    assert found.payment in payments(state, what, wishes, by_object="#" in str(found.payment))
    return found


def used(found: Best) -> Counter[str]:
    """How often each source is used."""
    names: Counter[str] = Counter()
    for activation in found.payment.activations:
        names[activation.source] += activation.count
    return names


class TestWhatIsGivenUp:
    def test_a_land_before_a_lotus(self) -> None:
        found = best(read_state("Forest", "Lotus Petal", hand=("Llanowar Elves",)), "Llanowar Elves")
        assert used(found) == {"Forest": 1}
        assert found.why == ("saves what can be used but once: Lotus Petal",)
        assert found.proven

    def test_a_treasure_before_a_lotus(self) -> None:
        treasure = {"card": "Treasure", "token": True}
        found = best(read_state("Lotus Petal", treasure, hand=("Shock",)), "Shock")
        assert found.payment.sacrifices == ("Treasure",)

    def test_no_creature_for_mana_that_a_land_makes(self) -> None:
        found = best(
            read_state("Swamp", "Swamp", "Phyrexian Altar", "Squire", hand=("Night's Whisper",)), "Night's Whisper"
        )
        assert used(found) == {"Swamp": 2}
        assert "keeps what need not be given up: Squire" in found.why

    def test_a_token_before_a_card(self) -> None:
        state = read_state("Phyrexian Altar", "Squire", {"card": "Saproling", "token": True}, hand=("Shock",))
        assert best(state, "Shock").payment.sacrifices == ("Saproling",)

    def test_no_card_of_the_hand(self) -> None:
        found = best(read_state("Mountain", hand=("Shock", "Simian Spirit Guide")), "Shock")
        assert not found.payment.exiles
        assert "keeps what need not be given up: Simian Spirit Guide" in found.why

    def test_what_has_to_be_is_told(self) -> None:
        found = best(read_state("Phyrexian Altar", "Squire", hand=("Shock",)), "Shock")
        assert found.payment.sacrifices == ("Squire",) and found.why == ()


class TestLife:
    @pytest.mark.parametrize(("life", "sacrificed"), [(20, ()), (7, ()), (6, ("Treasure",)), (1, ("Treasure",))])
    def test_life_before_treasures_while_there_is_enough(self, life: int, sacrificed: tuple[str, ...]) -> None:
        state = read_state("Mana Confluence", {"card": "Treasure", "token": True}, hand=("Shock",), life=life)
        assert best(state, "Shock").payment.sacrifices == sacrificed

    def test_life_runs_low_on_the_way(self) -> None:
        """With 8 life two may be paid before the Treasures are dearer to spare than life: no sum tells that."""
        treasures = many("Treasure", 3, token=True)
        state = read_state(many("Mana Confluence", 3), treasures, hand=("Murder",), life=8)
        found = best(state, "Murder")
        assert (found.payment.life, found.payment.sacrifices) == (2, ("Treasure",))
        assert found.why[0] == "life stays as high as it can while it is low: 1 life spared"
        assert found.proven

    def test_mana_before_life(self) -> None:
        state = read_state(many("Wastes", 3), "Island", hand=("Tezzeret's Gambit",))
        found = best(state, "Tezzeret's Gambit")
        assert found.payment.life == 0 and "saves life: 2 life" in found.why

    def test_no_damage_for_colorless_mana(self) -> None:
        found = best(read_state("Ancient Tomb", many("Wastes", 2), hand=("Mind Stone",)), "Mind Stone")
        assert used(found) == {"Wastes": 2}
        assert "saves life: 2 damage" in found.why
        assert "taps more permanents than it would have to" in found.why

    def test_life_for_another_card(self) -> None:
        """Two life are paid so that the Island can pay for the other card."""
        state = read_state(many("Wastes", 3), "Island", hand=("Tezzeret's Gambit", "Opt"))
        found = best(state, "Tezzeret's Gambit")
        assert found.payment.life == 2 and found.keeps == ("Opt",)
        assert found.why[0] == "Opt can still be cast: for that, Island left out"
        assert "costs 2 life" in found.why


class TestTaps:
    def test_a_land_before_a_creature(self) -> None:
        found = best(read_state("Forest", "Noble Hierarch", hand=("Giant Growth",)), "Giant Growth")
        assert used(found) == {"Forest": 1}
        assert found.why == ("leaves creatures untapped, which may attack or block: Noble Hierarch",)

    def test_even_two_lands_before_a_creature(self) -> None:
        state = read_state("Forest", "Forest", "Priest of Titania", "Llanowar Elves", hand=("Bear Cub",))
        assert used(best(state, "Bear Cub")) == {"Forest": 2}

    def test_the_target_is_not_tapped(self) -> None:
        elves = [{"card": "Llanowar Elves", "ref": "pumped"}, {"card": "Llanowar Elves", "ref": "other"}]
        found = best(read_state(*elves, hand=("Giant Growth",)), "Giant Growth", Wishes(targets=("pumped",)))
        (activation,) = found.payment.activations
        assert activation.object == "#2"
        assert "leaves untapped what it is for: Llanowar Elves" in found.why

    def test_few_taps(self) -> None:
        found = best(read_state("Sol Ring", many("Wastes", 3), hand=("Juggernaut",)), "Juggernaut")
        assert used(found) == {"Sol Ring": 1, "Wastes": 2}
        found = best(read_state("Sol Ring", many("Wastes", 3), hand=("Mind Stone",)), "Mind Stone")
        assert used(found) == {"Sol Ring": 1} and "taps as few permanents as it can" in found.why

    def test_nothing_floats_that_need_not(self) -> None:
        found = best(read_state("Sol Ring", "Wastes", hand=("Lotus Petal", "Sol Ring")), "Sol Ring")
        assert used(found) == {"Wastes": 1}
        assert "wastes no mana that need not float: {C} saved" in found.why

    def test_one_color_before_two_before_five(self) -> None:
        state = read_state("Command Tower", "Tundra", "Plains", hand=("Savannah Lions",), commander_identity="WUB")
        assert used(best(state, "Savannah Lions")) == {"Plains": 1}
        state = read_state("Command Tower", "Tundra", hand=("Savannah Lions",), commander_identity="WUB")
        found = best(state, "Savannah Lions")
        assert used(found) == {"Tundra": 1}
        assert found.why == ("taps sources of fewer colors first: Command Tower untapped",)

    def test_colorless_pays_generic(self) -> None:
        assert used(best(read_state("Forest", "Wastes", hand=("Sol Ring",)), "Sol Ring")) == {"Wastes": 1}

    def test_what_could_make_more_is_left(self) -> None:
        """A land that makes one mana now and could make three with what stays."""
        haven = card("Haven", "land", mana("{T}", "{G}"), mana("{G}, {T}", "{G}{G}{G}"))
        found = best(board("Forest; Plains", haven, hand=[spell("{1}{G}")]), "Spell")
        assert used(found) == {"Forest": 1, "Plains": 1}
        assert "leaves what could make more mana: Haven untapped" in found.why
        assert used(best(board("Forest; Plains", haven, hand=[spell("{3}{G}")]), "Spell"))["Haven"]

    def test_plentiful_before_rare(self) -> None:
        assert used(best(read_state("Island", many("Forest", 3), hand=("Sol Ring",)), "Sol Ring")) == {"Forest": 1}


class TestWhatIsThere:
    def test_the_pool_comes_first(self) -> None:
        found = best(read_state("Mountain", hand=("Shock",), pool="{R}"), "Shock")
        assert not found.payment.activations and found.payment.spends == Mana.parse("{R}")
        assert "wastes no mana that need not float: {R} saved" in found.why

    def test_limited_mana_comes_first(self) -> None:
        ziggurat = read_state("Ancient Ziggurat", "Forest", hand=("Llanowar Elves",))
        found = best(ziggurat, "Llanowar Elves")
        assert used(found) == {"Ancient Ziggurat": 1}
        assert "spends limited mana first" in found.why

    def test_counters_stay(self) -> None:
        bridge = {"card": "Tendo Ice Bridge", "counters": {"charge": 1}}
        found = best(read_state(bridge, "Mountain", hand=("Shock",)), "Shock")
        assert used(found) == {"Mountain": 1}
        assert "leaves in store 1 counter of Tendo Ice Bridge" in found.why

    def test_no_idle_conversion(self) -> None:
        state = read_state("Swamp", "Swamp", "Initiates of the Ebon Hand", hand=("Sign in Blood",))
        assert used(best(state, "Sign in Blood")) == {"Swamp": 2}


class TestAnnouncements:
    def test_kicked_if_nothing_else_wants_the_mana(self) -> None:
        found = best(read_state(many("Mountain", 6), hand=("Burst Lightning",)), "Burst Lightning")
        assert len(found.payment.choices.kicked) == 1
        assert "pays for 1 optional cost" in found.why
        found = best(read_state(many("Mountain", 6), hand=("Burst Lightning", "Shock")), "Burst Lightning")
        assert len(found.payment.choices.kicked) == 1 and found.keeps == ("Shock",)
        found = best(read_state(many("Mountain", 5), hand=("Burst Lightning", "Shock")), "Burst Lightning")
        assert not found.payment.choices.kicked and found.keeps == ("Shock",)

    def test_x_as_large_as_the_hand_allows(self) -> None:
        assert best(read_state(many("Mountain", 6), hand=("Fireball",)), "Fireball").payment.choices.x == 5
        assert best(read_state(many("Mountain", 6), hand=("Fireball", "Shock")), "Fireball").payment.choices.x == 4

    def test_wishes_bind(self) -> None:
        found = best(read_state(many("Mountain", 6), hand=("Fireball",)), "Fireball", Wishes(x=2))
        assert found.payment.choices.x == 2


class TestOtherWaysToPay:
    def test_its_own_cost_before_evoke(self) -> None:
        found = best(read_state(many("Island", 5), hand=("Mulldrifter",)), "Mulldrifter")
        assert not found.payment.choices.alternative and "casts it for its own cost" in found.why
        found = best(read_state(many("Island", 3), hand=("Mulldrifter",)), "Mulldrifter")
        assert found.payment.choices.alternative == "evoke"

    def test_lands_before_convoke(self) -> None:
        state = read_state(many("Mountain", 4), many("Goblin Piker", 4), hand=("Stoke the Flames",))
        found = best(state, "Stoke the Flames")
        assert used(found) == {"Mountain": 4} and not found.payment.taps
        state = read_state(many("Mountain", 2), many("Goblin Piker", 4), hand=("Stoke the Flames",))
        assert best(state, "Stoke the Flames").payment.taps == ("Goblin Piker",) * 2

    def test_mana_before_delve(self) -> None:
        state = read_state(many("Island", 5), hand=("Treasure Cruise",), graveyard=["Shock"] * 6)
        found = best(state, "Treasure Cruise")
        assert len(found.payment.exiles) == 3

    def test_the_smaller_creature_is_given_up(self) -> None:
        state = read_state(many("Swamp", 2), "Craw Wurm", "Squire", hand=("Altar's Reap",))
        assert best(state, "Altar's Reap").payment.sacrifices == ("Squire",)
        state = read_state(many("Swamp", 2), "Squire", {"card": "Saproling", "token": True}, hand=("Altar's Reap",))
        assert best(state, "Altar's Reap").payment.sacrifices == ("Saproling",)

    def test_the_source_of_an_ability_is_not_tapped_for_it(self) -> None:
        stump = card("Stump", "land", mana("{T}", "{C}"), ActivatedAbility(cost=Cost.parse("{1}"), effect="animate"))
        state = board(stump, "1 Plains")
        (subject,) = ability_subjects(state, "Stump", Cost.parse("{1}"))
        found = Payments(state, [subject], Wishes()).best()
        assert used(found) == {"Plains": 1} and "leaves untapped what it is for: Stump" in found.why


def colorful(cost: str, *bonuses: SpentBonus, types: str = "sorcery") -> Card:
    return spell(cost, *bonuses, types=types)


_DUAL = card("Dual", "land", mana("{T}", "{W} | {U}"))
_OTHER = card("Other", "land", mana("{T}", "{U} | {B}"))
_PLAINS = card("Plains", "basic land Plains")
_MOUNTAIN = card("Mountain", "basic land Mountain")
_HYBRID = card("Foundry", "land", mana("{T}", "{R} | {W}"))


class TestColorsSpent:
    def test_each_color(self) -> None:
        converge = colorful("{3}", SpentBonus(each_color=True))
        found = best(board(_DUAL, _DUAL, _OTHER, _PLAINS, hand=[converge]), "Spell")
        assert found.payment.spends.colors == tuple("WUB")
        assert found.why[0].startswith("spends the colors that the spell asks about")

    def test_in_the_matching_of_many(self) -> None:
        converge = colorful("{4}", SpentBonus(each_color=True))
        lands = [card(f"Land {a}{b}", "land", mana("{T}", f"{{{a}}} | {{{b}}}")) for a, b in ("WU", "WU", "WB", "BR")]
        assert len(best(board(*lands, hand=[converge]), "Spell").payment.spends.colors) == 4

    def test_two_parts_at_once(self) -> None:
        both = colorful("{4}{R/W}{R/W}", SpentBonus(mana=Mana.parse("{W}{W}")), SpentBonus(mana=Mana.parse("{R}{R}")))
        found = best(board(_HYBRID, _HYBRID, *[_MOUNTAIN] * 4, hand=[both]), "Spell")
        assert found.payment.spends == Mana.parse("{W}{W}{R}{R}{R}{R}")

    def test_again_and_again(self) -> None:
        many_times = colorful("{4}", SpentBonus(mana=Mana.parse("{U}{U}"), each=True))
        found = best(board(_DUAL, _DUAL, _DUAL, _DUAL, hand=[many_times]), "Spell")
        assert found.payment.spends == Mana.parse("{U}{U}{U}{U}")

    def test_from_a_permanent(self) -> None:
        giver = card("Giver", "artifact", SpentBonus(each_color=True, applies_to=Filter.parse("artifact creature")))
        golem = colorful("{2}", types="artifact creature")
        assert len(best(board(giver, _DUAL, _DUAL, hand=[golem]), "Spell").payment.spends.colors) == 2

    def test_life_is_paid_for_a_color_but_nothing_is_given_up(self) -> None:
        converge = colorful("{2}", SpentBonus(each_color=True))
        brass = card("Brass", "land", mana("{T}, Pay 1 life", "{B}"))
        petal = card("Petal", "artifact", mana("{T}, Sacrifice this", "{G}"))
        found = best(board(_PLAINS, _PLAINS, brass, petal, hand=[converge]), "Spell")
        assert found.payment.spends == Mana.parse("{W}{B}") and not found.payment.sacrifices

    @pytest.mark.parametrize(
        ("text", "bonus"),
        [
            (
                "Converge — Gain 2 life for each color of mana spent to cast this spell.",
                SpentBonus(each_color=True),
            ),
            (
                "Adamant — If at least three blue mana was spent to cast this spell, draw a card.",
                SpentBonus(mana=Mana.parse("{U}{U}{U}")),
            ),
            ("You gain 3 life if {W} was spent to cast Mossy Stump.", SpentBonus(mana=Mana.parse("{W}"))),
            ("Draw a card for each {B}{B} spent to cast it.", SpentBonus(mana=Mana.parse("{B}{B}"), each=True)),
        ],
    )
    def test_what_spells_say(self, text: str, bonus: SpentBonus) -> None:
        face = face_from_fields(name="Mossy Stump", mana_cost="{3}", type_line="Sorcery", text=text)
        assert list(face.of(SpentBonus)) == [bonus]
        assert not any(unread.may_bear_on_payment for unread in face.unread)

    def test_of_other_spells_nothing_is_read(self) -> None:
        text = "Whenever you cast a creature spell, if {R} was spent to cast it, draw a card."
        face = face_from_fields(name="Mossy Stump", mana_cost="{3}", type_line="Artifact", text=text)
        assert not list(face.of(SpentBonus))


class TestTheHand:
    def test_the_rest_of_the_hand_stays_castable(self) -> None:
        state = read_state(many("Forest", 2), many("Swamp", 2), hand=("Bear Cub", "Bear Cub"))
        found = best(state, "Bear Cub")
        assert used(found) == {"Forest": 1, "Swamp": 1} and found.keeps == ("Bear Cub",)
        assert found.why[0] == "Bear Cub can still be cast"
        assert found.proven

    def test_colorless_is_kept_for_those_who_ask_for_it(self) -> None:
        state = read_state("Wastes", many("Forest", 4), hand=("Sol Ring", "Thought-Knot Seer"))
        found = best(state, "Sol Ring")
        assert used(found) == {"Forest": 1} and found.keeps == ("Thought-Knot Seer",)

    def test_what_is_paid_for_it_is_told(self) -> None:
        """Ancient Tomb hurts, but only so there is mana for both."""
        state = read_state("Ancient Tomb", many("Wastes", 2), hand=("Mind Stone", "Worn Powerstone", "Ornithopter"))
        found = best(state, "Mind Stone")
        assert found.keeps == ("Ornithopter",)
        state = read_state("Ancient Tomb", "Island", "Wastes", hand=("Mind Stone", "Opt"))
        found = best(state, "Mind Stone")
        assert used(found) == {"Ancient Tomb": 1} and found.keeps == ("Opt",)
        assert found.why[:2] == (
            "Opt can still be cast: for that, Ancient Tomb instead of Island and Wastes",
            "costs 2 damage",
        )

    def test_a_creature_is_not_given_up_for_it_unless_asked(self) -> None:
        state = read_state("Swamp", "Swamp", "Phyrexian Altar", "Squire", hand=("Night's Whisper", "Duress"))
        found = best(state, "Night's Whisper")
        assert not found.payment.sacrifices and found.keeps == ("Duress",)  # Duress by the altar, if need be
        state = read_state("Plains", "Ashnod's Altar", "Squire", hand=("Mind Stone", "Savannah Lions"))
        assert best(state, "Mind Stone").payment.sacrifices  # there is no other way
        state = read_state("Plains", "Wastes", "Ashnod's Altar", "Squire", hand=("Mind Stone", "Savannah Lions"))
        found = best(state, "Mind Stone")
        assert used(found) == {"Plains": 1, "Wastes": 1} and found.keeps == ()
        found = best(state, "Mind Stone", keep=["Savannah Lions"])
        assert found.payment.sacrifices == ("Squire",) and found.keeps == ("Savannah Lions",)
        assert "gives up Squire" in found.why

    def test_a_source_that_is_tapped_for_another_cost(self) -> None:
        """What the hand asks for is looked up for it, though no mana of it can be had."""
        clock = card("Clock", "artifact", ActivatedAbility(cost=Cost.parse("Tap 2 artifact untapped")))
        state = board(clock, "Sol Ring", hand=[spell("{C}", name="Other")])
        ways = Payments(state, ability_subjects(state, "Clock", Cost.parse("Tap 2 artifact untapped")), Wishes())
        assert sorted(ways.best().payment.taps) == ["Clock", "Sol Ring"]

    def test_what_lacks_a_target_now(self) -> None:
        """There may be something to counter later: what counts is that it can be paid for."""
        state = read_state("Forest", "Tropical Island", "Island", hand=("Llanowar Elves", "Counterspell"))
        found = best(state, "Llanowar Elves")
        assert used(found) == {"Forest": 1} and found.keeps == ("Counterspell",)
        assert found.unsure == (("Counterspell", "Counterspell needs a target (spell)"),)
        state = read_state("Tropical Island", "Island", hand=("Llanowar Elves", "Counterspell"))
        assert best(state, "Llanowar Elves").keeps == ()

    def test_what_cannot_be_kept(self) -> None:
        state = read_state("Forest", "Forest", hand=("Bear Cub", "Grizzly Bears"))
        found = best(state, "Bear Cub", keep=["Grizzly Bears"])
        assert found.keeps == () and found.why[0] == "no payment keeps Grizzly Bears castable"
        assert found.proven

    def test_keep_by_number(self) -> None:
        state = read_state(many("Forest", 3), hand=("Llanowar Elves",) * 3)
        assert best(state, "Llanowar Elves", keep=["Llanowar Elves"] * 2).keeps == ("Llanowar Elves",) * 2
        with pytest.raises(BadRequest, match="only 2 Llanowar Elves"):
            best(state, "Llanowar Elves", keep=["Llanowar Elves"] * 3)

    def test_the_turn_goes_on(self) -> None:
        """A creature counts in the beginning of combat, for the second main phase is still to come."""
        state = read_state("Forest", "Mountain", hand=("Shock", "Llanowar Elves"), state={"phase": "combat"})
        assert best(state, "Shock").keeps == ("Llanowar Elves",)
        state = read_state("Forest", "Mountain", hand=("Shock", "Llanowar Elves"), state={"phase": "end"})
        assert best(state, "Shock").keeps == ()

    def test_of_a_bare_cost(self) -> None:
        state = read_state("Forest", "Wastes", hand=("Llanowar Elves",))
        found = payments_of_cost(state, ManaCost.parse("{1}")).best()
        assert used(found) == {"Wastes": 1} and found.keeps == ("Llanowar Elves",)

    def test_not_in_hand(self) -> None:
        with pytest.raises(BadRequest, match="no other Opt in your hand") as error:
            best(read_state("Mountain", hand=("Shock",)), "Shock", keep=["Opt"])
        assert error.value.at == "ask.keep[0]"
        with pytest.raises(BadRequest, match="no other Shock"):
            best(read_state("Mountain", hand=("Shock",)), "Shock", keep=["Shock"])


class TestAvoid:
    def test_a_land(self) -> None:
        state = read_state("Forest", "Noble Hierarch", hand=("Giant Growth",))
        assert used(best(state, "Giant Growth", avoid=["Forest"])) == {"Noble Hierarch": 1}

    def test_what_others_would_take(self) -> None:
        state = read_state("Phyrexian Altar", "Squire", "Savannah Lions", hand=("Shock",))
        assert best(state, "Shock", avoid=["squire"]).payment.sacrifices == ("Savannah Lions",)
        with pytest.raises(NoSuchPayment, match="leaves alone Squire and Savannah Lions") as error:
            best(state, "Shock", avoid=["Squire", "Savannah Lions"])
        assert (error.value.code, error.value.at) == ("none", "ask.avoid")
        with pytest.raises(NoSuchPayment, match="Phyrexian Altar"):
            best(state, "Shock", avoid=["Phyrexian Altar"])

    def test_one_of_several(self) -> None:
        state = read_state({"card": "Mountain", "ref": "mine"}, "Mountain", hand=("Shock",))
        (activation,) = best(state, "Shock", avoid=["mine"]).payment.activations
        assert activation.object == "#2"
        with pytest.raises(NoSuchPayment):
            best(state, "Shock", avoid=["Mountain"])

    def test_not_there(self) -> None:
        with pytest.raises(BadRequest, match="no permanent Island") as error:
            best(read_state("Mountain", hand=("Shock",)), "Shock", avoid=["Mountain", "Island"])
        assert error.value.at == "ask.avoid[1]"

    def test_no_way_at_all(self) -> None:
        with pytest.raises(NoSuchPayment) as error:
            best(read_state("Island", hand=("Shock",)), "Shock", avoid=["Island"])
        assert error.value.at == "ask"


class TestProfiles:
    def test_own_weights(self) -> None:
        state = read_state("Forest", "Noble Hierarch", hand=("Giant Growth",))
        profile = Profile.from_data({"levels": [{"weights": {"creature_tapped": -1}}]})
        found = best(state, "Giant Growth", profile=profile)
        assert used(found) == {"Noble Hierarch": 1}

    def test_without_the_hand(self) -> None:
        state = read_state("Wastes", "Forest", hand=("Sol Ring", "Llanowar Elves"))
        profile = Profile.from_data({"levels": [{"weights": {"color": -1}, "spares": "more colors: {things}"}]})
        found = best(state, "Sol Ring", profile=profile)
        assert used(found) == {"Forest": 1} and found.keeps == ()
        assert found.why == ("more colors: Forest",)

    def test_healthy_life(self) -> None:
        state = read_state("Mana Confluence", {"card": "Treasure", "token": True}, hand=("Shock",))
        found = best(state, "Shock", profile=Profile.from_data({"healthy_life": 30}))
        assert found.payment.sacrifices == ("Treasure",)

    def test_toml(self) -> None:
        profile = Profile.parse('healthy_life = 3\n[[levels]]\nname = "a"\nweights = { life = 2, damage = 3 }\n')
        assert profile.healthy_life == 3 and profile.levels[0].weights == (("life", 2), ("damage", 3))

    def test_every_measure_is_weighed_by_default(self) -> None:
        assert {measure for level in Profile.default().levels for measure, _ in level.weights} == MEASURES.keys()

    @pytest.mark.parametrize(
        ("data", "at", "words"),
        [
            ([], "profile", "expected an object"),
            ({}, "profile", "healthy_life"),
            ({"levls": []}, "profile", "did you mean 'levels'"),
            ({"levels": []}, "profile.levels", "1 to 50"),
            ({"levels": {}}, "profile.levels", "a list"),
            ({"levels": [{}]}, "profile.levels[0].weights", "expected an object"),
            ({"levels": [{"weights": {}}]}, "profile.levels[0].weights", "weighs something"),
            ({"levels": [{"weights": {"lief": 1}}]}, "profile.levels[0].weights", "did you mean 'life'"),
            ({"levels": [{"weights": {"life": 1.5}}]}, "profile.levels[0].weights.life", "a whole number"),
            ({"levels": [{"weights": {"life": True}}]}, "profile.levels[0].weights.life", "a whole number"),
            ({"levels": [{"weights": {"life": 10**9}}]}, "profile.levels[0].weights.life", "10,000"),
            ({"levels": [{"weights": {"uncastable": 1, "life": 1}}]}, "profile.levels[0].weights", "of its own"),
            ({"levels": [{"weights": {"uncastable": 1}}] * 2}, "profile.levels", "more than one level"),
            ({"levels": [{"weights": {"life": 1}, "spares": 3}]}, "profile.levels[0].spares", "a text"),
            ({"healthy_life": -1}, "profile.healthy_life", "from 0"),
        ],
    )
    def test_wrong_ones(self, data: Any, at: str, words: str) -> None:
        with pytest.raises(BadRequest, match=words) as error:
            Profile.from_data(data)
        assert error.value.at == at

    def test_no_toml(self) -> None:
        with pytest.raises(BadRequest, match="no TOML"):
            Profile.parse("levels = ")


_MOST = 400


def measured(payment: Payment, state: State) -> tuple[int, ...]:
    """The levels of the default profile down to the taps, told from the payment alone."""
    types = {p.name: p.face.types for p in state.you.battlefield}
    hand = len(payment.discards) + sum(name not in types for name in payment.exiles)
    lost = [name for name in (*payment.sacrifices, *payment.exiles) if name in types]
    taps: Counter[str] = Counter()
    for activation in payment.activations:
        if activation.ability.taps:
            taps[activation.source] += activation.count
    taps.update(payment.taps)
    creatures = sum(n for name, n in taps.items() if "creature" in types[name])
    loss = payment.life + payment.damage
    return (
        max(0, loss - max(0, state.you.life - 6)),
        2 * sum("creature" in types[n] for n in lost) + 3 * sum("land" in types[n] for n in lost) + 3 * hand,
        3 * len(lost) + len(payment.returns),
        loss,
        sum(n for _, n in payment.counters) + payment.energy,
        -len(payment.choices.kicked),
        -(payment.choices.x or 0),
        len(payment.floating),
        creatures,
        sum(taps.values()),
    )


class TestAgainstTheWholeList:
    @pytest.mark.parametrize("first", range(0, 240, 80))
    def test_none_is_better(self, first: int) -> None:
        compared = 0
        for seed in range(first, first + 80):
            one = sample(seed)
            try:
                listed = list(islice(payments(one.state, one.spell), _MOST))
            except CastableError:
                continue
            if not 1 < len(listed) < _MOST or any(p.token for p in one.state.you.battlefield):
                continue
            found = payments(one.state, one.spell).best()
            assert found.payment in listed and found.proven
            assert measured(found.payment, one.state) == min(measured(p, one.state) for p in listed)
            compared += 1
        assert compared > 20

    def test_on_a_large_board(self) -> None:
        lands = [card(f"Land {n}", "land", mana("{T}", "any color")) for n in range(30)]
        found = payments(board(*lands, _PLAINS, hand=[spell("{10}{W}{U}{B}{R}{G}")]), "Spell").best()
        assert used(found)["Plains"] == 1 and found.proven


class TestTheDoor:
    STATE: ClassVar[dict[str, Any]] = {
        "you": {"battlefield": ["Forest", "Noble Hierarch"], "hand": ["Giant Growth", "Llanowar Elves"]}
    }

    def ask(self, **ask: Any) -> dict[str, Any]:
        request = {"id": "a", "state": {**self.STATE, "opponents": [{}]}, "ask": {"kind": "best", **ask}}
        return respond(json.dumps(request), built_in())

    def test_the_question(self) -> None:
        answer = self.ask(spell="Giant Growth", keep=["Llanowar Elves"])["answer"]
        assert answer["payment"]["activations"][0]["source"] == "Forest"
        assert answer["keeps"] == ["Llanowar Elves"] and answer["proven"] and answer["unsure"] == {}
        assert answer["why"] == [
            "Llanowar Elves can still be cast",
            "leaves creatures untapped, which may attack or block: Noble Hierarch",
        ]

    def test_a_profile(self) -> None:
        answer = self.ask(spell="Giant Growth", profile={"levels": [{"weights": {"creature_tapped": -1}}]})["answer"]
        assert answer["payment"]["activations"][0]["source"] == "Noble Hierarch"

    def test_targets_and_costs(self) -> None:
        answer = self.ask(spell="Giant Growth", targets=["Noble Hierarch"])["answer"]
        assert "leaves untapped what it is for: Noble Hierarch" in answer["why"]
        assert (
            self.ask(cost="{1}", avoid=["Forest"])["answer"]["payment"]["activations"][0]["source"] == "Noble Hierarch"
        )

    @pytest.mark.parametrize(
        ("ask", "code", "at"),
        [
            ({"spell": "Giant Growth", "avoid": ["Forest", "Noble Hierarch"]}, "none", "ask.avoid"),
            ({"spell": "Giant Growth", "avoid": ["Island"]}, "bad_request", "ask.avoid[0]"),
            ({"spell": "Giant Growth", "avoid": "Forest"}, "bad_request", "ask.avoid"),
            ({"spell": "Giant Growth", "keep": ["Shock"]}, "bad_request", "ask.keep[0]"),
            (
                {"spell": "Giant Growth", "profile": {"levels": [{"weights": {"x": "1"}}]}},
                "bad_request",
                "ask.profile.levels[0].weights.x",
            ),
            ({"cost": "{5}"}, "none", "ask"),
            ({}, "bad_request", "ask"),
        ],
    )
    def test_errors(self, ask: dict[str, Any], code: str, at: str) -> None:
        error = self.ask(**ask)["error"]
        assert (error["code"], error["at"]) == (code, at)

    def test_other_kinds_have_no_such_fields(self) -> None:
        request = {"id": "a", "state": {}, "ask": {"kind": "payments", "cost": "{1}", "keep": ["Shock"]}}
        assert respond(json.dumps(request), built_in())["error"]["code"] == "bad_request"

    def test_the_command(self, tmp_path: Path) -> None:
        file = tmp_path / "board.json"
        file.write_text(json.dumps(self.STATE))
        result = CliRunner().invoke(main, ["best", str(file), "Giant Growth", "--keep", "Llanowar Elves"])
        assert result.output.splitlines() == [
            "Giant Growth: total {G}",
            "  Forest {G}",
            "",
            "  - Llanowar Elves can still be cast",
            "  - leaves creatures untapped, which may attack or block: Noble Hierarch",
        ]
        profile = tmp_path / "mine.toml"
        profile.write_text("[[levels]]\nweights = { creature_tapped = -1 }\n")
        result = CliRunner().invoke(main, ["best", str(file), "Giant Growth", "--profile", str(profile), "--json"])
        assert json.loads(result.output)["payment"]["activations"][0]["source"] == "Noble Hierarch"

    def test_the_command_fails(self, tmp_path: Path) -> None:
        file = tmp_path / "board.json"
        file.write_text(json.dumps(self.STATE))
        for option, value in (("--keep", "Shock"), ("--avoid", "Zork"), ("--profile", str(file))):
            result = CliRunner().invoke(main, ["best", str(file), "Giant Growth", option, value])
            assert result.exit_code == 2 and result.stderr.startswith(f"error: {option}: ")
