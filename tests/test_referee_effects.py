"""The referee on what mana is made and what it may be spent on: replacements, triggers, limits, borrowed types."""

from __future__ import annotations

from dataclasses import replace

import pytest
from generated_effects import EFFECTS
from hand_built import board, card, kicker, mana, on, permanent, spell, to_pay

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    Grant,
    Help,
    HelpToPay,
    ProductionReplacement,
    Prohibition,
    SpendAs,
    TriggeredManaAbility,
)
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Mana, Restriction
from castable.model.payment import Choices, Payment
from castable.model.production import Production
from castable.model.state import Permanent, State
from castable.solver.referee import activate, announce, execute, legal_activations, pay, ways_of_spending
from castable.solver.referee.producible import could_produce

POOL = card("Pool", "land", mana("{T}", "type produced by(land you)"))
ORCHARD = card("Orchard", "land", mana("{T}", "color produced by(land opponent)"))
TOMB = card("Tomb", "land", mana("{T}", "{C}{C}", damage=2))
TOWER = card("Tower", "land", mana("{T}", "any color"))
STONE = card("Stone", "artifact", mana("{T}", "color produced by(land opponent)"))
CRADLE = card("Cradle", "land", mana("{T}", "count(creature you)*{G}"))


def effect(name: str, *abilities: Ability) -> Card:
    return card(name, "enchantment", *abilities, cost="{2}{B}")


def made(state: State, source: str | None = None) -> set[str]:
    """What an activation that is legal now may add, by that source or by any."""
    casting = announce(state, "Spell", Choices())
    names = {p.id: p.name for p in state.you.battlefield}
    return {s.adds.notation for s in legal_activations(casting) if source in (None, names.get(s.source))}


def pays(cost: str, pool: str, *permanents: Permanent | Card | str, types: str = "instant", **choices: object) -> bool:
    """Whether this pool pays the cost of a spell of that type, with these permanents in play."""
    hand = [spell(cost, kicker("{G}"), types=types)]
    begun = announce(board(*permanents, hand=hand, pool=pool), "Spell", Choices(**choices))  # type: ignore[arg-type]
    return any(True for _ in ways_of_spending(begun))


def types_of(state: State, name: str) -> str:
    """What the first permanent of that name could produce."""
    known = could_produce(state)
    identity = next(p.id for _, p in state.permanents() if p.name == name)
    return "".join(sorted(known[identity], key="WUBRGC".index))


class TestReplacements:
    """CR 106.12b, 616.1."""

    @pytest.mark.parametrize(
        ("sources", "expected"),
        [
            (["Forest", "contamination"], {"{B}"}),
            (["Llanowar Elves", "contamination"], {"{G}"}),
            (["Forest", "reflection"], {"{G}{G}"}),
            (["Forest", "reflection", "reflection"], {"{G}{G}{G}{G}"}),
            ([TOMB, "sphere"], {"{C}"}),
            ([TOMB, "sphere", "reflection"], {"{C}{C}", "{C}"}),
            (["Forest", "sphere", "reflection"], {"{C}"}),
            (["Forest", "sphere"], {"{G}"}),
            (["Forest", "contamination", "pulse"], {f"{{{t}}}" for t in "WUBRG"}),
            (["Plains", "dwelling"], {"{C}"}),
            (["Forest", "dwelling"], {"{G}"}),
            (["Llanowar Elves", "more"], {"{G}{G}"}),
            (["Llanowar Elves", "more", "reflection"], {"{G}{G}{G}", "{G}{G}{G}{G}"}),
            (["Snow-Covered Forest", "contamination"], {"{B*}"}),
            ([permanent("Pili-Pala", tapped=True), "reflection"], set()),
        ],
    )
    def test_tapping_for_mana(self, sources: list[Card | Permanent | str], expected: set[str]) -> None:
        things = [EFFECTS.get(one, one) if isinstance(one, str) else one for one in sources]
        assert made(to_pay("{1}", *things)) == expected

    def test_only_tapping_the_source_itself_is_tapping_for_mana(self) -> None:
        spawn = card("Spawn", "creature", mana("Sacrifice this", "{C}"))
        pala = permanent("Pili-Pala", tapped=True)
        state = board(spawn, pala, EFFECTS["reflection"], hand=[spell("{1}")], pool="{C}{C}")
        assert made(state, "Spawn") == {"{C}"}
        assert made(state, "Pili-Pala") == {f"{{{t}}}" for t in "WUBRG"}
        assert "{W}{W}" in made(to_pay("{1}", "Treasure", EFFECTS["reflection"]))

    def test_whose_tapping(self) -> None:
        state = board("Forest", hand=[spell("{1}")], opponent=[EFFECTS["reflection"]])
        assert made(state) == {"{G}"}
        theirs = effect("Tax", ProductionReplacement(watches=Filter.parse("land"), who="opponent", factor=2))
        assert made(board("Forest", hand=[spell("{1}")], opponent=[theirs])) == {"{G}{G}"}
        assert made(to_pay("{1}", "Forest", theirs)) == {"{G}"}

    def test_added_mana_keeps_the_limit(self) -> None:
        ziggurat = card("Zig", "land", mana("{T}", "{G}", restriction=Restriction.parse("only cast creature")))
        for name in ("reflection", "contamination"):
            units = Mana.parse(made(to_pay("{1}", ziggurat, EFFECTS[name])).pop()).units
            assert {str(unit.restriction) for unit in units} == {"only cast creature"}

    def test_nothing_made_is_nothing_replaced(self) -> None:
        assert made(to_pay("{1}", POOL, EFFECTS["contamination"])) == {""}


class TestTriggers:
    """CR 106.12a, 605.1b, 605.4a."""

    @pytest.mark.parametrize(
        ("sources", "expected"),
        [
            (["Island", "bloom"], {"{U}"}),
            (["Forest", "bloom"], {"{G}{G}"}),
            (["Forest", "bloom", "bloom"], {"{G}{G}{G}"}),
            (["Forest", "bloom", "sphere"], {"{G}{G}"}),
            (["Forest", "bloom", "reflection"], {"{G}{G}{G}"}),
            (["Tundra", "flare"], {"{W}{W}", "{U}{U}"}),
            (["Dimir Aqueduct", "flare"], {"{U}{U}{B}", "{U}{B}{B}"}),
            (["Forest", "flare", "contamination"], {"{B}{B}"}),
            ([POOL, "flare"], {""}),
            (["Sol Ring", "echo"], {"{C}{C}"}),
            (["Forest", "made", "contamination"], {"{B}"}),
            (["Forest", "made"], {"{R}{G}"}),
            (["Llanowar Elves", "gift"], {"{U}[only cast creature]{G}", "{R}[only cast creature]{G}"}),
        ],
    )
    def test_extra_mana(self, sources: list[Card | str], expected: set[str]) -> None:
        things = [EFFECTS.get(one, one) if isinstance(one, str) else one for one in sources]
        assert made(to_pay("{1}", *things)) == expected

    def test_an_aura_looks_at_its_land(self) -> None:
        aura = permanent(EFFECTS["growth"], attached_to="host")
        state = to_pay("{1}", replace(permanent("Island"), ref="host"), "Plains", aura)
        assert made(state) == {"{U}{G}", "{W}"}

    def test_the_color_that_is_chosen(self) -> None:
        def gauntlet(color: str) -> Permanent:
            return permanent(EFFECTS["gauntlet"], chosen=(("color", color),))

        assert made(to_pay("{1}", "Forest", gauntlet("G"))) == {"{G}{G}"}
        assert made(to_pay("{1}", "Forest", gauntlet("G"), EFFECTS["contamination"])) == {"{B}"}
        assert made(to_pay("{1}", "Forest", gauntlet("B"), EFFECTS["contamination"])) == {"{B}{B}"}

    def test_mana_for_another_player(self) -> None:
        tithe = TriggeredManaAbility(watches=Filter.parse("land"), adds=Production.parse("{R}"), to_controller=True)
        assert made(to_pay("{1}", "Forest", effect("Tithe", tithe))) == {"{R}{G}"}
        assert made(board("Forest", hand=[spell("{1}")], opponent=[effect("Tithe", tithe)])) == {"{G}"}

    def test_what_is_sacrificed_was_still_tapped_for_mana(self) -> None:
        everything = TriggeredManaAbility(watches=Filter.parse("artifact"), adds=Production.parse("{G}"))
        assert "{W}{G}" in made(to_pay("{1}", "Treasure", effect("Wake", everything)))
        own = TriggeredManaAbility(watches=Filter.parse("this"), adds=Production.parse("{G}"))
        assert made(to_pay("{1}", card("Gem", "artifact", mana("{T}, Sacrifice this", "{C}"), own))) == {"{C}"}


class TestLimits:
    """CR 106.6."""

    @pytest.mark.parametrize(
        ("limit", "options", "allowed"),
        [
            ("only cast creature", {"types": "creature Elf"}, True),
            ("only cast creature", {"types": "instant"}, False),
            ("only cast creature Elf", {"types": "creature Bear"}, False),
            ("only cast creature chosentype", {"types": "creature Bear"}, False),
            ("never cast !creature", {"types": "instant"}, False),
            ("never cast !creature", {"types": "creature Bear"}, True),
            ("only activate any", {}, False),
            ("only activate any or cast instant", {}, True),
            ("only cast kicked", {}, False),
            ("only cast !kicked", {}, True),
            ("only cast mv>=1", {}, True),
            ("only cast mv>=2", {}, False),
            ("only pay hasx", {}, False),
            ("only cast handcast", {}, True),
            ("only cast commander", {}, False),
        ],
    )
    def test_spells(self, limit: str, options: dict[str, str], allowed: bool) -> None:
        assert pays("{1}", f"{{R}}[{limit}]", **options) is allowed

    def test_kicked_spells(self) -> None:
        assert pays("{1}", "{R}[only cast kicked]{G}[only cast kicked]", kicked=(Cost.parse("{G}"),))

    def test_costs_with_x(self) -> None:
        assert pays("{X}{R}", "{R}[only pay hasx]{R}[only pay hasx]", x=1)
        assert pays("{X}{R}", "{R}[only cast mv>=3]{R}{R}", x=2)
        assert not pays("{X}{R}", "{R}[only cast mv>=3]{R}", x=1)

    def test_abilities(self) -> None:
        for limit, usable in (
            ("only activate artifact", True),
            ("only cast any", False),
            ("only activate land", False),
        ):
            state = board("Gruul Signet", hand=[spell("{1}")], pool=f"{{C}}[{limit}]")
            assert bool(made(state)) is usable

    def test_the_chosen_type_is_filled_in(self) -> None:
        limit = Restriction.parse("only cast creature chosentype")
        cavern = permanent(card("Cavern", "land", mana("{T}", "{U}", restriction=limit)), chosen=(("type", "Elf"),))
        assert made(to_pay("{1}", cavern)) == {"{U}[only cast creature Elf]"}


class TestAsThough:
    """CR 609.4b."""

    ANY_COLOR, ANY_TYPE = effect("Color", SpendAs()), effect("Type", SpendAs(any_type=True))

    def test_colors_and_types(self) -> None:
        assert not pays("{W}", "{C}")
        assert pays("{W}", "{C}", self.ANY_COLOR)
        assert not pays("{C}", "{W}", self.ANY_COLOR)
        assert pays("{C}", "{W}", self.ANY_TYPE)
        assert not pays("{S}", "{W}", self.ANY_TYPE)
        assert not pays("{W}", "{C}[only cast creature]", self.ANY_COLOR)

    def test_which_mana_and_as_what(self) -> None:
        dawn = effect("Dawn", SpendAs(mana=Mana.parse("{G}"), as_mana=Mana.parse("{U}")))
        assert pays("{U}", "{G}", dawn)
        assert not pays("{W}", "{G}", dawn)
        assert not pays("{U}", "{R}", dawn)

    def test_for_some_spells(self) -> None:
        mask = effect("Mask", SpendAs(applies_to=Filter.parse("creature")))
        assert pays("{W}", "{C}", mask, types="creature Elf")
        assert not pays("{W}", "{C}", mask)

    def test_the_spell_itself(self) -> None:
        for wanted, allowed in (("this", True), (None, False)):
            own = SpendAs(applies_to=Filter.parse(wanted) if wanted else None)
            state = board(hand=[spell("{W}", own)], pool="{C}")
            assert bool(list(ways_of_spending(announce(state, "Spell", Choices())))) is allowed

    def test_abilities_and_other_players(self) -> None:
        heath = card("Heath", "land", mana("{W}, {T}", "{B}{B}"))
        assert made(board(heath, self.ANY_COLOR, hand=[spell("{1}")], pool="{C}")) == {"{B}{B}"}
        assert not made(board(heath, hand=[spell("{1}")], pool="{C}", opponent=[self.ANY_COLOR]))


class TestCouldProduce:
    """CR 106.7."""

    @pytest.mark.parametrize(
        ("mine", "theirs", "name", "expected"),
        [
            (["Forest", POOL], [], "Pool", "G"),
            ([POOL], ["Forest"], "Pool", ""),
            ([POOL, POOL], [], "Pool", ""),
            ([POOL, POOL, "Forest"], [], "Pool", "G"),
            (["Adarkar Wastes", POOL], [], "Pool", "WUC"),
            ([ORCHARD], ["Adarkar Wastes"], "Orchard", "WU"),
            ([CRADLE, POOL], [], "Pool", ""),
            ([CRADLE, POOL, "Grizzly Bears"], [], "Pool", "G"),
            ([ORCHARD], [ORCHARD], "Orchard", ""),
            ([ORCHARD, "Forest"], [ORCHARD], "Orchard", "G"),
            ([STONE, EFFECTS["contamination"]], ["Forest"], "Stone", "B"),
            ([ORCHARD, EFFECTS["contamination"]], ["Forest", EFFECTS["pulse"]], "Orchard", "B"),
            ([STONE, EFFECTS["contamination"]], ["Forest", EFFECTS["pulse"]], "Stone", "WUBRG"),
            ([STONE, EFFECTS["contamination"]], ["Tropical Island", EFFECTS["pulse"]], "Stone", "B"),
            ([POOL, "Island", EFFECTS["bloom"], EFFECTS["flare"]], [], "Pool", "U"),
            ([POOL, "Saltcrusted Store"], [], "Pool", "U"),
            ([POOL, "Calciform Pools"], [], "Pool", "WUC"),
            ([POOL, "Calciform Pools", EFFECTS["sphere"]], [], "Pool", "WUC"),
        ],
    )
    def test_types(self, mine: list[Card | str], theirs: list[Card | str], name: str, expected: str) -> None:
        opponent = [p.card for p in board(*theirs).you.battlefield]
        state = board(*mine, hand=[spell("{1}")], opponent=opponent)
        assert types_of(state, name) == expected
        if name == "Stone" or all(p.face.is_land for p in state.you.battlefield):
            assert made(state, name) == ({f"{{{t}}}" for t in expected} or {""})

    def test_other_abilities_count_and_phased_out_permanents_do_not(self) -> None:
        exile = ActivatedAbility(cost=Cost.parse("{T}"), targets=(Filter.ANY,), adds=Production.parse("{B}"))
        state = board(card("Odd", "land", exile), POOL)
        assert types_of(state, "Pool") == "B"
        assert types_of(board(permanent("Forest", phased_out=True), POOL), "Pool") == ""
        assert types_of(board(permanent("Forest", face_down=True), POOL), "Pool") == ""

    def test_limits_are_not_inherited(self) -> None:
        ziggurat = card("Zig", "land", mana("{T}", "{G}", restriction=Restriction.parse("only cast creature")))
        assert made(to_pay("{1}", ziggurat, POOL), "Pool") == {"{G}"}


class TestOthers:
    def test_doubling_the_pool_after_paying(self) -> None:
        cube = card("Cube", "artifact", mana("{3}, {T}", "unspent mana"))
        state = board(cube, hand=[spell("{1}")], pool="{C}{C}{C}{R}[only cast creature]{G}")
        casting = announce(state, "Spell", Choices())
        step = next(s for s in legal_activations(casting) if s.spends == Mana.parse("{C}{C}{C}"))
        assert activate(casting, step).state.you.pool == Mana.parse("{R}{R}[only cast creature]{G}{G}")

    @pytest.mark.parametrize(
        ("source", "rule", "stopped"),
        [
            ("Sol Ring", Prohibition(what="activate", of=Filter.parse("artifact")), True),
            ("Forest", Prohibition(what="activate", of=Filter.parse("artifact")), False),
            ("Sol Ring", Prohibition(what="activate", except_mana_abilities=True), False),
            ("Llanowar Elves", Prohibition(what="activate", of=Filter.parse("creature")), True),
            ("Llanowar Elves", Prohibition(what="activate", of=Filter.parse("creature"), who="opponent"), False),
            ("Mana Confluence", Prohibition(what="pay life"), True),
            ("Mana Confluence", Prohibition(what="pay life", except_mana_abilities=True), False),
            ("Treasure", Prohibition(what="sacrifice", of=Filter.parse("permanent !land")), True),
            ("Sol Ring", Prohibition(what="cast"), False),
        ],
    )
    def test_prohibitions(self, source: str, rule: Prohibition, stopped: bool) -> None:
        assert bool(made(to_pay("{1}", source, effect("Rule", rule)))) is not stopped

    def test_a_chosen_name(self) -> None:
        rule = Prohibition(what="activate", of=Filter.parse("chosenname"))
        needle = permanent(effect("Needle", rule), chosen=(("name", "Sol Ring"),))
        assert made(to_pay("{1}", "Sol Ring; Wastes", needle)) == {"{C}"}

    def test_life_for_a_spell_under_a_prohibition(self) -> None:
        rule = effect("Rule", Prohibition(what="pay life", except_mana_abilities=True))
        casting = announce(board(rule, hand=[spell("{G/P}")]), "Spell", Choices(phyrexian=1))
        with pytest.raises(IllegalPayment, match="paying life"):
            pay(casting, Mana.NONE)

    def test_counters_are_no_cost_of_what_could_be_produced(self) -> None:
        vault = on(card("Vault", "land", mana("{T}, Remove 1 charge counter", "{U}")))
        assert types_of(board(vault, POOL), "Pool") == "U"


class TestContinuousEffects:
    """CR 305.7, 613: what an effect gives is there as long as the effect is."""

    def test_land_types(self) -> None:
        moon = EFFECTS["moon"]
        assert made(to_pay("{1}", "Tundra", moon)) == {"{R}"}
        assert made(to_pay("{1}", "Tundra; Forest", moon, EFFECTS["tomb"])) == {"{R}", "{G}", "{B}"}
        assert types_of(board("Tundra", POOL, moon), "Pool") == "R"

    def test_an_ability_is_gone_with_its_source(self) -> None:
        lord = card("Lord", "creature", EFFECTS["rite"].front.abilities[0], power="1", toughness="1")
        state = to_pay("{1}", lord, "Grizzly Bears; Phyrexian Altar")
        casting = announce(state, "Spell", Choices())
        assert {s.source for s in legal_activations(casting)} == {0, 1, 2}
        gone = next(s for s in legal_activations(casting) if s.source == 2 and s.using[0][1] == 0)
        assert {s.source for s in legal_activations(activate(casting, gone))} == {2}

    def test_haste_that_is_given(self) -> None:
        elves = permanent("Llanowar Elves", summoning_sick=True)
        assert made(to_pay("{1}", elves)) == set()
        assert made(to_pay("{1}", elves, EFFECTS["badge"])) == {"{G}"}

    def test_creatures_by_animation(self) -> None:
        land = permanent("Forest", summoning_sick=True, animated=True)
        assert made(to_pay("{1}", land)) == set()
        assert made(to_pay("{1}", replace(land, animated=False))) == {"{G}"}

    def test_abilities_for_spells_are_refused(self) -> None:
        help_ = Grant(to=Filter.parse("spell creature"), abilities=(HelpToPay(help=Help.CONVOKE),))
        with pytest.raises(Unsupported):
            made(to_pay("{1}", "Forest", effect("Help", help_)))

    def test_what_is_carried_out_shows_no_worked_out_effects(self) -> None:
        state = to_pay("{1}", "Tundra", EFFECTS["moon"])
        payment = Payment.parse("Spell; total {1}; Tundra: {T} -> {R}; spend {R}")
        assert execute(state, payment) == payment.apply(state)


class TestLabels:
    def test_what_is_attached_tells_objects_apart(self) -> None:
        host = replace(permanent("Forest"), ref="host")
        state = to_pay("{1}", host, "Forest", permanent(EFFECTS["growth"], attached_to="host"))
        execute(state, Payment.parse("Spell; total {1}; Forest#2: {T} -> {G}; spend {G}"))
        with pytest.raises(IllegalPayment):
            execute(state, Payment.parse("Spell; total {1}; Forest#1: {T} -> {G}; spend {G}"))
