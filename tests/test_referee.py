"""The referee on mana abilities and payments: a right step next to a wrong one, and the rule that the latter breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_built import CARDS, board, card, mana, on, permanent, spell, to_pay

from castable.model.ability import (
    AdditionalCost,
    Timing,
)
from castable.model.amount import Condition
from castable.model.cost import Cost, Verb
from castable.model.errors import Ambiguous, IllegalPayment, TooLarge
from castable.model.mana import Mana, ManaType
from castable.model.payment import Choices, Payment, Total
from castable.model.production import Production
from castable.model.state import State
from castable.solver.referee import (
    FIELDS,
    Casting,
    activate,
    announce,
    execute,
    legal_activations,
    pay,
)

NAME = "Spell"


def begin(state: State, **choices: object) -> Casting:
    return announce(state, NAME, Choices(**choices))  # type: ignore[arg-type]


def made(state: State, **choices: object) -> list[str]:
    """What each activation that is legal now adds."""
    return sorted(str(step.adds) for step in legal_activations(begin(state, **choices)))


def refusal(state: State, text: str, **options: object) -> tuple[str, int | None]:
    """The rule that a payment breaks, and at which activation."""
    with pytest.raises(IllegalPayment) as caught:
        execute(state, Payment.parse(text), **options)  # type: ignore[arg-type]
    return caught.value.rule, caught.value.step


class TestTapping:
    """CR 107.5, 107.6, 302.6."""

    def test_a_tapped_permanent_cannot_tap(self) -> None:
        assert made(to_pay("{1}", "Forest", permanent("Forest", tapped=True))) == ["{G}"]
        text = "Spell; total {1}; Forest: {T} -> {G}; spend {G}"
        assert refusal(to_pay("{1}", permanent("Forest", tapped=True)), text) == ("107.5", 0)

    def test_no_permanent_taps_twice(self) -> None:
        text = "Spell; total {2}; 2x Forest: {T} -> {G}; spend {G}{G}"
        assert refusal(to_pay("{2}", "Forest"), text) == ("107.5", 0)
        after = execute(to_pay("{2}", "2 Forest"), Payment.parse(text))
        assert [p.tapped for p in after.you.battlefield] == [True, True]

    def test_an_untapped_permanent_cannot_untap(self) -> None:
        text = "Spell; total {W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} -> {W}; spend {W}"
        assert refusal(to_pay("{W}", "2 Forest; Pili-Pala"), text) == ("107.6", 1)
        tapped = permanent("Pili-Pala", tapped=True)
        after = execute(to_pay("{W}", "2 Forest", tapped), Payment.parse(text))
        assert [p.tapped for p in after.you.battlefield] == [True, True, False]

    def test_a_stun_counter_is_removed_in_place_of_untapping(self) -> None:
        text = "Spell; total {W}; 2x Forest: {T} -> {G}; Pili-Pala: {2}, {Q} -> {W}; spend {W}"
        stunned = permanent("Pili-Pala", tapped=True, counters=(("stun", 1),))
        after = execute(to_pay("{W}", "2 Forest", stunned), Payment.parse(text))
        assert (after.you.battlefield[2].tapped, after.you.battlefield[2].counters) == (True, ())

    def test_summoning_sickness_is_for_creatures_without_haste(self) -> None:
        text = "Spell; total {1}; Llanowar Elves: {T} -> {G}; spend {G}"
        assert refusal(to_pay("{1}", permanent("Llanowar Elves", summoning_sick=True)), text) == ("302.6", 0)
        assert made(to_pay("{1}", permanent("Raging Goblin", summoning_sick=True))) == ["{R}"]
        assert made(to_pay("{1}", permanent("Sol Ring", summoning_sick=True))) == ["{C}{C}"]
        assert made(to_pay("{1}", permanent("Sol Ring", summoning_sick=True, animated=True))) == []

    def test_a_sick_creature_may_be_tapped_for_another_ability(self) -> None:
        state = to_pay("{1}", "Springleaf Drum", permanent("Llanowar Elves", summoning_sick=True))
        text = "Spell; total {1}; Springleaf Drum: {T}, Tap an untapped creature using Llanowar Elves -> {B}"
        after = execute(state, Payment.parse(text + "; spend {B}; tap Llanowar Elves"))
        assert all(p.tapped for p in after.you.battlefield)
        assert refusal(state, text + "; spend {B}") == ("601.2h", None)

    def test_phased_out_and_face_down_permanents_have_no_abilities(self) -> None:
        assert made(to_pay("{1}", permanent("Forest", phased_out=True), permanent("Forest", face_down=True))) == []


class TestPayingAbilities:
    """CR 118.3, 119.4, 602.2b: what mana abilities cost."""

    def test_two_signets_cannot_start_each_other(self) -> None:
        state = to_pay("{1}", "Azorius Signet; Dimir Signet")
        assert made(state) == []
        text = "Spell; total {1}; Azorius Signet: {1}, {T} -> {W}{U}; spend {W}; float {U}"
        assert refusal(state, text) == ("118.3a", 0)
        execute(to_pay("{1}", "Azorius Signet", pool="{R}"), Payment.parse(text))

    def test_a_filter_takes_either_half(self) -> None:
        text = "Spell; total {1}; Mystic Gate: {W/U}, {T} <- {U} -> {W}{W}; spend {W}; float {W}"
        execute(to_pay("{1}", "Mystic Gate", pool="{U}"), Payment.parse(text))
        assert refusal(to_pay("{1}", "Mystic Gate", pool="{G}"), text) == ("118.3a", 0)

    def test_life_must_be_there_but_damage_just_happens(self) -> None:
        confluence = "Spell; total {1}; Mana Confluence: {T}, Pay 1 life -> {R}; spend {R}; pay 1 life"
        assert execute(to_pay("{1}", "Mana Confluence", life=1), Payment.parse(confluence)).you.life == 0
        assert refusal(to_pay("{1}", "Mana Confluence", life=0), confluence) == ("119.4", 0)
        wastes = "Spell; total {1}; Adarkar Wastes: {T} -> {W}; spend {W}; take 1 damage"
        assert execute(to_pay("{1}", "Adarkar Wastes", life=0), Payment.parse(wastes)).you.life == -1

    def test_damage_comes_before_the_spell_is_paid(self) -> None:
        text = "Spell; phyrexian 1; total {1}, Pay 2 life; Adarkar Wastes: {T} -> "
        hurt = to_pay("{1}{W/P}", "Adarkar Wastes", life=2)
        assert refusal(hurt, text + "{U}; spend {U}; pay 2 life; take 1 damage") == ("119.4", None)
        assert execute(hurt, Payment.parse(text + "{C}; spend {C}; pay 2 life")).you.life == 0

    def test_energy(self) -> None:
        aether = card("Aether", "land", mana("{T}, Pay 1 energy", "any color"))
        text = "Spell; total {1}; Aether: {T}, {E} -> {B}; spend {B}; pay 1 energy"
        assert execute(to_pay("{1}", aether, energy=1), Payment.parse(text)).you.energy == 0
        assert refusal(to_pay("{1}", aether), text) == ("107.14", 0)

    def test_a_creature_may_be_tapped_and_then_sacrificed(self) -> None:
        text = (
            "Spell; total {G}{G}; Llanowar Elves: {T} -> {G}; Phyrexian Altar: Sacrifice a creature using "
            "Llanowar Elves -> {G}; spend {G}{G}; sacrifice Llanowar Elves"
        )
        state = to_pay("{G}{G}", "Phyrexian Altar; Llanowar Elves")
        after = execute(state, Payment.parse(text))
        assert [p.name for p in after.you.battlefield] == ["Phyrexian Altar"]
        assert [c.card.name for c in after.you.graveyard] == ["Llanowar Elves"]
        elves, altar = text.index("Llanowar"), text.index("Phyrexian")
        swapped = text[:elves] + text[altar : text.index("; spend")] + "; " + text[elves : altar - 2] + "; spend {G}{G}"
        assert refusal(state, swapped + "; sacrifice Llanowar Elves") == ("602.2", 1)

    def test_nothing_to_sacrifice(self) -> None:
        text = "Spell; total {1}; Phyrexian Altar: Sacrifice a creature -> {G}; spend {G}"
        assert refusal(to_pay("{1}", "Phyrexian Altar"), text) == ("118.3", 0)

    def test_a_token_leaves_no_card(self) -> None:
        text = "Spell; total {1}; Treasure: {T}, Sacrifice this -> {G}; spend {G}; sacrifice Treasure"
        for token in (True, False):
            after = execute(to_pay("{1}", permanent("Treasure", token=token)), Payment.parse(text))
            assert (len(after.you.battlefield), len(after.you.graveyard)) == (0, 0 if token else 1)

    def test_counters_by_number(self) -> None:
        state = to_pay("{U}{U}", on("Saltcrusted Store", storage=3))
        text = "Spell; total {U}{U}; Saltcrusted Store: {T}, Remove chosen storage counter amount 2 -> {U}{U}"
        after = execute(state, Payment.parse(text + "; spend {U}{U}; remove 2 from Saltcrusted Store"))
        assert after.you.battlefield[0].counters_of("storage") == 1
        assert refusal(state, text + "; spend {U}{U}") == ("601.2h", None)
        assert made(state) == ["", "{U}", "{U}{U}", "{U}{U}{U}"]

    def test_the_number_chosen_is_also_the_x_of_what_is_made(self) -> None:
        pools = card("Pools", "land", mana("{1}, Remove X storage counter", "X*any of {W}{U} mixed"))
        counted = permanent(pools, counters=(("storage", 2),))
        assert made(to_pay("{1}", counted, pool="{R}")) == ["", "{U}", "{U}{U}", "{W}", "{W}{U}", "{W}{W}"]

    def test_no_counter_left_to_remove(self) -> None:
        text = "Spell; total {2}; 2x Crystal: Remove 1 charge counter -> {B}; spend {B}{B}; remove 2 from Crystal"
        assert refusal(to_pay("{2}", on("Crystal", charge=1)), text) == ("118.3", 0)
        execute(to_pay("{2}", on("Crystal", charge=2)), Payment.parse(text))

    def test_a_source_without_counters_is_sacrificed(self) -> None:
        mine = card("Mine", "land", mana("{T}, Remove 1 mining counter", "any color", sacrifice_if_none="mining"))
        text = "Spell; total {1}; Mine: {T}, Remove 1 mining counter -> {B}; spend {B}; remove 1 from Mine"
        for number in (1, 2):
            state = to_pay("{1}", permanent(mine, counters=(("mining", number),)))
            assert len(execute(state, Payment.parse(text)).you.battlefield) == number - 1

    def test_exiling_from_the_hand(self) -> None:
        state = to_pay("{1}", also=(CARDS["Elvish Spirit Guide"],))
        text = "Spell; total {1}; Elvish Spirit Guide: Exile this from hand -> {G}; spend {G}"
        after = execute(state, Payment.parse(text + "; exile Elvish Spirit Guide"))
        assert ([c.card.name for c in after.you.exile], after.you.hand) == (["Elvish Spirit Guide"], ())

    def test_the_spell_is_not_in_hand_any_more(self) -> None:
        guide = CARDS["Elvish Spirit Guide"]
        assert not list(legal_activations(announce(board(hand=[guide]), guide.name, Choices())))

    def test_discarding_and_exiling_from_the_graveyard(self) -> None:
        vault = card("Vault", "artifact", mana("Discard a card", "{B}"), mana("Exile a card from graveyard", "{R}"))
        state = to_pay("{2}", vault, also=(CARDS["Forest"],))
        text = (
            "Spell; total {2}; Vault: Discard a card using Forest -> {B}; Vault: Exile a card from graveyard "
            "using Forest -> {R}; spend {B}{R}; discard Forest; exile Forest"
        )
        assert [c.card.name for c in execute(state, Payment.parse(text)).you.exile] == ["Forest"]

    def test_one_creature_does_not_pay_twice(self) -> None:
        twice = card("Pyre", "artifact", mana("Sacrifice 2 creature", "{R}"))
        assert made(to_pay("{1}", twice, "Grizzly Bears")) == []
        assert made(to_pay("{1}", twice, "2 Grizzly Bears")) == ["{R}"]


class TestWhatAnActivationTakes:
    """Objects that an activation does not name are found by the lists of the payment, or as they may be."""

    ALTAR = "Spell; total {B}; Phyrexian Altar: Sacrifice a creature -> {B}; spend {B}"

    def test_not_said(self) -> None:
        state = to_pay("{B}", "Phyrexian Altar; Llanowar Elves; Grizzly Bears")
        said = FIELDS - {"sacrifices"}
        assert len(execute(state, Payment.parse(self.ALTAR), said=said).you.graveyard) == 1

    @pytest.mark.parametrize("name", ["Llanowar Elves", "Grizzly Bears"])
    def test_said_by_the_list(self, name: str) -> None:
        state = to_pay("{B}", "Phyrexian Altar; Llanowar Elves; Grizzly Bears")
        after = execute(state, Payment.parse(f"{self.ALTAR}; sacrifice {name}"))
        assert [held.card.name for held in after.you.graveyard] == [name]

    def test_mana_that_could_not_pay_ends_the_search(self) -> None:
        """Not every set of objects is tried where none could do."""
        many = [card(f"Bear {n}", "creature") for n in range(22)]
        state = to_pay("{W}{U}{B}{R}{G}", "Phyrexian Altar", *many)
        made = "; ".join(f"Phyrexian Altar: Sacrifice a creature -> {m}" for m in ("{W}", "{U}", "{B}", "{R}", "{R}"))
        payment = Payment.parse(f"Spell; total {{W}}{{U}}{{B}}{{R}}{{G}}; {made}; spend {{W}}{{U}}{{B}}{{R}}{{R}}")
        with pytest.raises(IllegalPayment) as caught:
            execute(state, payment, said=FIELDS - {"sacrifices"})
        assert caught.value.rule == "601.2h"

    def test_in_the_list_too_often(self) -> None:
        state = to_pay("{B}", "Phyrexian Altar; Llanowar Elves; Grizzly Bears")
        text = f"{self.ALTAR}; sacrifice Llanowar Elves + Grizzly Bears"
        assert refusal(state, text)[0] == "601.2h"

    def test_not_in_the_list(self) -> None:
        state = to_pay("{B}", "Phyrexian Altar; Llanowar Elves")
        assert refusal(state, f"{self.ALTAR}; sacrifice Grizzly Bears") == ("605.3b", 0)


class TestUsingAbilities:
    """CR 601.2g, 602.5, 605.1a."""

    def test_no_window_without_a_mana_payment(self) -> None:
        text = "Spell; total {0}; Forest: {T} -> {G}; float {G}"
        assert refusal(to_pay("{0}", "Forest"), text) == ("601.2g", 0)
        assert made(to_pay("{0}", "Forest")) == []

    def test_no_activation_after_the_payment(self) -> None:
        state = to_pay("{1}", "2 Forest")
        first, second = legal_activations(begin(state))
        paid = pay(activate(begin(state), first), Mana.parse("{G}"))
        with pytest.raises(IllegalPayment) as caught:
            activate(paid, second)
        assert caught.value.rule == "601.2g"
        with pytest.raises(IllegalPayment) as caught:
            pay(paid, Mana.parse(""))
        assert caught.value.rule == "118.10"

    @pytest.mark.parametrize(("timing", "rule"), [(Timing.INSTANT, "602.5e"), (Timing.SORCERY, "602.5d")])
    def test_timing(self, timing: Timing, rule: str) -> None:
        diamond = card("Diamond", "artifact", mana("{T}", "{R}", timing=timing))
        assert refusal(to_pay("{1}", diamond), "Spell; total {1}; Diamond: {T} -> {R}; spend {R}") == (rule, 0)

    def test_conditions(self) -> None:
        ability = mana("{T}", "{C}{C}", condition=Condition.parse("count(land you) >= 2"))
        temple = card("Temple", "land", ability)
        assert made(to_pay("{1}", temple, "Forest")) == ["{C}{C}", "{G}"]
        text = "Spell; total {1}; Temple: {T} -> {C}{C}; spend {C}; float {C}"
        assert refusal(to_pay("{1}", temple), text) == ("602.5", 0)

    def test_a_limit_each_turn(self) -> None:
        blasting = card("Jelly", "artifact", mana("{1}", "any color", limit=1))
        text = "Spell; total {W}; Jelly: {1} -> {B}; Jelly: {1} -> {W}; spend {W}"
        assert refusal(to_pay("{W}", blasting, pool="{R}"), text) == ("602.5b", 1)
        execute(to_pay("{W}", blasting, blasting, pool="{R}"), Payment.parse(text))
        used = permanent(blasting, used_this_turn=("{1}",))
        assert made(to_pay("{1}", used, pool="{R}")) == []

    def test_library_cards_by_rules_date(self) -> None:
        millikin = card("Millikin", "artifact creature", mana("{T}, Mill 1", "{C}"))
        sphere = card("Sphere", "artifact", mana("{1}, {T}, Sacrifice this", "any color", moves_library_card=True))
        now = to_pay("{1}", millikin, sphere, pool="{R}")
        assert made(now) == []
        assert refusal(now, "Spell; total {1}; Millikin: {T}, Mill 1 -> {C}; spend {C}") == ("605.1a", 0)
        before = replace(now, rules="2026-04-17")
        assert made(before) == ["{B}", "{C}", "{G}", "{R}", "{U}", "{W}"]

    def test_another_players_sources(self) -> None:
        assert made(board(hand=[spell("{1}")], opponent=[CARDS["Forest"]])) == []

    def test_no_such_source_or_ability(self) -> None:
        state = to_pay("{1}", "Forest")
        assert refusal(state, "Spell; total {1}; Island: {T} -> {U}; spend {U}") == ("602.2", 0)
        assert refusal(state, "Spell; total {1}; Forest: {1} -> {G}; spend {G}") == ("602.1", 0)
        assert refusal(state, "Spell; total {1}; Forest: {T} -> {U}; spend {U}") == ("605.3b", 0)

    def test_a_step_that_is_not_legal(self) -> None:
        begun = begin(to_pay("{1}", "Forest; Gruul Signet", pool="{U}"))
        forest, signet = legal_activations(begun)
        wrong = {
            "602.2": replace(forest, source=77),
            "605.3b": replace(forest, adds=Mana.parse("{G}{G}")),
            "602.2b": replace(signet, spends=Mana.parse("")),
            "118.3a": replace(signet, spends=Mana.parse("{B}")),
            "107.3a": replace(forest, amount=1),
            "118.3": replace(forest, using=((Verb.SACRIFICE, 1),)),
        }
        for rule, step in wrong.items():
            with pytest.raises(IllegalPayment) as caught:
                activate(begun, step)
            assert caught.value.rule == rule


class TestWhatIsMade:
    """CR 106."""

    @pytest.mark.parametrize(
        ("adds", "made_now"),
        [
            ("{C}{G}", ["{G}{C}"]),
            ("{W} | {U}", ["{U}", "{W}"]),
            ("2*any of {R}{G}", ["{G}{G}", "{R}{R}"]),
            ("2*any of {R}{G} mixed", ["{G}{G}", "{R}{G}", "{R}{R}"]),
            ("2*any of {W}{U}{B} different", ["{U}{B}", "{W}{B}", "{W}{U}"]),
            ("count(creature you)*{G}", ["{G}{G}"]),
            ("count(Goblin you)*{R}", [""]),
            ("{C} + chosen color", ["{B}{C}"]),
            ("imprinted color", ["{G}"]),
            ("commander color", ["{G}", "{W}"]),
            ("color among(creature you)", ["{G}"]),
            ("color among(artifact you)", [""]),
        ],
    )
    def test_productions(self, adds: str, made_now: list[str]) -> None:
        source = permanent(
            card("Source", "artifact", mana("{T}", adds)), chosen=(("color", "B"),), imprinted=(CARDS["Grizzly Bears"],)
        )
        identity = frozenset({ManaType.W, ManaType.G})
        state = to_pay("{1}", source, "2 Grizzly Bears", commander_identity=identity)
        assert made(state) == made_now

    @pytest.mark.parametrize("adds", ["{C} + chosen color", "imprinted color", "commander color"])
    def test_an_undefined_type_empties_the_production(self, adds: str) -> None:
        assert made(to_pay("{1}", card("Source", "artifact", mana("{T}", adds)))) == [""]

    def test_something_else_instead(self) -> None:
        mine = mana(
            "{T}", "{C}", instead=Production.parse("{C}{C}"), instead_if=Condition.parse("count(Forest you) >= 1")
        )
        assert made(to_pay("{1}", card("Mine", "land", mine))) == ["{C}"]
        assert made(to_pay("{1}", card("Mine", "land", mine), permanent("Forest", tapped=True))) == ["{C}{C}"]

    def test_counters_are_read_as_they_last_were(self) -> None:
        pile = card("Pile", "artifact", mana("{T}, Sacrifice this", "counters(gem)*any color"))
        assert "{B}{B}" in made(to_pay("{1}", permanent(pile, counters=(("gem", 2),))))


class TestPaying:
    """CR 107.4, 601.2h."""

    @pytest.mark.parametrize(
        ("cost", "spend", "rule"),
        [
            ("{2}", "{U}{C}", None),
            ("{C}", "{W}", "601.2h"),
            ("{1}{C}", "{C}{W}", None),
            ("{W}{U}", "{W}{W}", "601.2h"),
            ("{2}", "{W}", "601.2h"),
            ("{1}", "{W}{W}", "601.2h"),
            ("{G}", "{G}", "118.3a"),
        ],
    )
    def test_what_fits(self, cost: str, spend: str, rule: str | None) -> None:
        begun = begin(to_pay(cost, pool="{W}{W}{U}{C}"))
        if rule is None:
            after = pay(begun, Mana.parse(spend)).state
            assert len(after.you.pool) == 4 - len(Mana.parse(spend))
            assert [c.name for c in after.you.spells_cast_this_turn] == [NAME]
        else:
            with pytest.raises(IllegalPayment) as caught:
                pay(begun, Mana.parse(spend))
            assert caught.value.rule == rule

    def test_snow_wants_snow_mana(self) -> None:
        text = "Spell; total {S}; %s: {T} -> {G}; spend {G}"
        both = to_pay("{S}", "Forest; Snow-Covered Forest")
        execute(both, Payment.parse(text % "Snow-Covered Forest"))
        assert refusal(both, text % "Forest") == ("601.2h", None)

    def test_life_for_phyrexian_symbols(self) -> None:
        text = "Spell; phyrexian 2; total {0}, Pay 4 life; pay 4 life"
        assert execute(to_pay("{B/P}{B/P}", life=4), Payment.parse(text)).you.life == 0
        assert refusal(to_pay("{B/P}{B/P}", life=3), text) == ("119.4", None)

    def test_other_parts_of_the_total(self) -> None:
        sacrifice = AdditionalCost(one_of=(Cost.parse("Sacrifice a creature"),))
        state = board("Forest; Grizzly Bears; Llanowar Elves", hand=[spell("{G}", sacrifice)])
        text = "Spell; total {G}, Sacrifice a creature; Llanowar Elves: {T} -> {G}; spend {G}; sacrifice "
        after = execute(state, Payment.parse(text + "Llanowar Elves"))
        assert [p.name for p in after.you.battlefield] == ["Forest", "Grizzly Bears"]
        assert refusal(state, text + "Forest") == ("601.2h", None)
        step = next(step for step in legal_activations(begin(state)) if step.source == 0)
        with pytest.raises(Ambiguous):
            pay(activate(begin(state), step), Mana.parse("{G}"))
        with pytest.raises(IllegalPayment):
            pay(activate(begin(state), step), Mana.parse("{G}"), ((Verb.SACRIFICE, 0),))


class TestExecuting:
    """Whole payments: what their words mean and what must come out."""

    def test_the_mana_that_pays_an_activation_may_be_left_out(self) -> None:
        text = "Spell; total {R}{G}; Forest: {T} -> {G}; Gruul Signet: {1}, {T} -> {R}{G}; spend {R}{G}"
        execute(to_pay("{R}{G}", "Forest; Gruul Signet"), Payment.parse(text))
        assert refusal(to_pay("{R}{G}", "Forest; Gruul Signet"), text + "; float {G}") == ("601.2h", None)

    def test_labels(self) -> None:
        state = to_pay("{1}", "Forest", permanent("Forest", tapped=True), permanent("Forest", ref="home"))
        text = "Spell; total {1}; Forest%s: {T} -> {G}; spend {G}"
        for label, tapped in {"": 0, "#1": 0, "#3": 2, "#home": 2}.items():
            after = execute(state, Payment.parse(text % label), by_object=True)
            assert after.you.battlefield[tapped].tapped
        assert refusal(state, text % "#2") == ("107.5", 0)
        assert refusal(state, text % "#4") == ("602.2", 0)

    def test_a_label_stands_for_its_class_unless_by_object(self) -> None:
        state = to_pay("{2}", "2 Forest", permanent("Forest", tapped=True))
        text = "Spell; total {2}; 2x Forest#1: {T} -> {G}; spend {G}{G}"
        execute(state, Payment.parse(text))
        assert refusal(state, text, by_object=True) == ("107.5", 0)

    def test_a_tag_stands_for_one_object(self) -> None:
        tapped = "Spell; total {2}; Llanowar Elves%s: {T} -> {G}; Phyrexian Altar: Sacrifice a creature using Llanowar "
        text = tapped + "Elves%s -> {G}; spend {G}{G}; sacrifice Llanowar Elves"
        state = to_pay("{2}", "Phyrexian Altar; 2 Llanowar Elves")
        left = {("", ""): True, ("@a", "@a"): False, ("@a", "@b"): True, ("#1@a", "#2@a"): False}
        for tags, tapped_left in left.items():
            assert execute(state, Payment.parse(text % tags)).you.battlefield[1].tapped is tapped_left
        assert refusal(to_pay("{2}", "Phyrexian Altar; Llanowar Elves"), text % ("@a", "@b")) == ("605.3b", 1)

    def test_labels_of_the_objects_given_up(self) -> None:
        sick = permanent("Llanowar Elves", summoning_sick=True)
        state = to_pay("{1}", "Springleaf Drum", sick, "Llanowar Elves")
        text = "Spell; total {1}; Springleaf Drum: {T}, Tap an untapped creature using Llanowar Elves%s -> {B}"
        for label, tapped in {"#1": 1, "#2": 2}.items():
            after = execute(state, Payment.parse(f"{text % label}; spend {{B}}; tap Llanowar Elves"))
            assert after.you.battlefield[tapped].tapped
        assert refusal(state, f"{text % '#3'}; spend {{B}}; tap Llanowar Elves") == ("605.3b", 0)

    def test_each_activation_must_be_legal_in_the_order_given(self) -> None:
        signet, forest = "Gruul Signet: {1}, {T} -> {R}{G}", "Forest: {T} -> {G}"
        state = to_pay("{R}", "Forest; Gruul Signet")
        execute(state, Payment.parse(f"{NAME}; total {{R}}; {forest}; {signet}; spend {{R}}; float {{G}}"))
        wrong = f"{NAME}; total {{R}}; {signet}; {forest}; spend {{R}}; float {{G}}"
        assert refusal(state, wrong) == ("118.3a", 0)

    def test_the_total_must_be_stated_right(self) -> None:
        text = "Spell; total {2}; 2x Forest: {T} -> {G}; spend {G}{G}"
        assert refusal(to_pay("{1}", "2 Forest"), text) == ("601.2f", None)

    @pytest.mark.parametrize("claim", ["pay 1 life", "take 1 damage", "pay 1 energy", "float {G}", "exile Forest"])
    def test_nothing_may_be_claimed_that_does_not_happen(self, claim: str) -> None:
        text = "Spell; total {1}; Forest: {T} -> {G}; spend {G}"
        execute(to_pay("{1}", "Forest"), Payment.parse(text))
        assert refusal(to_pay("{1}", "Forest"), f"{text}; {claim}") == ("601.2h", None)

    def test_what_is_not_said_comes_out_as_it_may(self) -> None:
        payment = replace(Payment.parse("Spell; total {9}; Sol Ring: {T} -> {C}{C}"), total=Total())
        assert str(execute(to_pay("{1}", "Sol Ring"), payment, said=()).you.pool) == "{C}"
        with pytest.raises(IllegalPayment):
            execute(to_pay("{1}", "Sol Ring"), payment, said=("spends",))

    def test_many_equal_sources_are_one_choice(self) -> None:
        state = to_pay("{31}", "60 Forest")
        text = "Spell; total {31}; 30x Forest: {T} -> {G}; spend %s" % ("{G}" * 31)
        assert refusal(state, text) == ("118.3a", None)

    def test_too_many_activations(self) -> None:
        text = "Spell; total {1}; 100000x Forest: {T} -> {G}; spend {G}"
        with pytest.raises(TooLarge):
            execute(to_pay("{1}", "Forest"), Payment.parse(text))
