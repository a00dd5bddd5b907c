"""The built-in cards: all of them load, read back, and say what is printed on them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from castable.model.ability import (
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    Boost,
    CostChange,
    CostKind,
    Enters,
    Grant,
    Help,
    HelpToPay,
    ManaAbility,
    OptionalCost,
    SpellMana,
    SpellTargets,
    Timing,
    TriggeredManaAbility,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.card import Card, CardSource, Face, Layout
from castable.model.carddata import card_from_data, card_to_data
from castable.model.cost import Cost
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import BadRequest, UnknownCard, Unsupported
from castable.model.evaluate import View, power_of, value
from castable.model.filter import Filter
from castable.model.mana import ManaType
from castable.model.pool import Pool, built_in
from castable.model.production import Production
from castable.model.state import Permanent, Player, State
from castable.model.symbol import ManaCost

NAMES = sorted(built_in().names())
DOCUMENTS = {
    file.name: file.read_text(encoding="utf-8")
    for file in files("castable.model.pool").iterdir()
    if file.name.endswith(".toml")
}


def face(name: str) -> Face:
    card = built_in().find(name)
    return card.face(name) or card.front


def mana_of(name: str) -> list[str]:
    """The mana abilities of a card, each as `COST: PRODUCTION`."""
    return [f"{ability.cost}: {ability.adds}" for ability in face(name).mana_abilities]


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


class TestEveryCard:
    @pytest.mark.parametrize("name", NAMES)
    def test_reads_back(self, name: str) -> None:
        card = built_in().find(name)
        assert card.name == name
        data = json.loads(json.dumps(card_to_data(card)))
        assert card_from_data(data) == card
        for face in card.faces:
            for ability in face.abilities:
                assert ability_from_data(ability_to_data(ability)) == ability

    @pytest.mark.parametrize("name", NAMES)
    def test_is_whole(self, name: str) -> None:
        for face in built_in().find(name).faces:
            assert not any(text.may_bear_on_payment or text.may_bear_on_casting for text in face.unread)
            assert bool(face.power) == bool(face.toughness) == ("creature" in face.types)
            assert bool(face.loyalty) == ("planeswalker" in face.types)
            assert not (face.is_land and face.mana_cost)
            if "Aura" in face.subtypes:
                assert any(face.of(SpellTargets)), "an Aura spell has a target (CR 115.1b)"
            if not face.is_permanent:
                assert not any(face.of(ManaAbility)) and not any(face.of(Enters))

    @pytest.mark.parametrize("file", sorted(DOCUMENTS))
    def test_holds_structure_and_no_prose(self, file: str) -> None:
        for text in texts(tomllib.loads(DOCUMENTS[file])):
            assert len(text) <= 120, text
            assert ". " not in text and not text.endswith("."), text

    def test_all_files_are_read(self) -> None:
        assert sum(text.count("[[card]]") for text in DOCUMENTS.values()) == len(built_in()) == len(NAMES)

    def test_kicker_costs_named_by_targets_exist(self) -> None:
        for name in NAMES:
            for each in built_in().find(name).faces:
                kickers = {str(cost.cost) for cost in each.of(OptionalCost)}
                assert {t.if_kicked for t in each.of(SpellTargets) if t.if_kicked} <= kickers, name


class TestFinding:
    def test_is_a_card_source(self) -> None:
        source: CardSource = built_in()
        assert source.find("Forest").name == "Forest"
        assert built_in() is built_in()
        assert source.find("Forest") is source.find("Forest")

    @pytest.mark.parametrize(
        "name",
        [
            "Rowan, Scholar of Sparks // Will, Scholar of Frost",
            "rowan, scholar of sparks//WILL, SCHOLAR OF FROST",
            "Rowan, Scholar of Sparks",
            " will, scholar of frost ",
        ],
    )
    def test_by_full_name_or_face_in_any_case(self, name: str) -> None:
        assert built_in().find(name).name == "Rowan, Scholar of Sparks // Will, Scholar of Frost"
        assert name in built_in()

    def test_unknown(self) -> None:
        with pytest.raises(UnknownCard, match="similar: Lightning Bolt"):
            built_in().find("Lightening Bolt")
        with pytest.raises(UnknownCard, match="no card named 'zzzz'"):
            built_in().find("zzzz")
        assert "zzzz" not in built_in()

    def test_a_full_name_wins_over_a_face(self) -> None:
        pool = Pool.read(
            {
                "a.toml": "[[card]]\nlayout = 'split'\nface = [{ name = 'Fire', type = 'Instant' }, "
                "{ name = 'Ice', type = 'Instant' }]\n[[card]]\nname = 'Ice'\ntype = 'Sorcery'"
            }
        )
        assert list(pool.names()) == ["Fire // Ice", "Ice"]
        assert pool.find("ice").front.types == {"sorcery"}
        assert pool.find("fire").layout is Layout.SPLIT


GUILDS = "Azorius Dimir Rakdos Gruul Selesnya Orzhov Izzet Golgari Boros Simic".split()


class TestCycles:
    def lands(self, *, mana: int, types: int = 0) -> list[str]:
        """Names of the nonbasic lands with so many printed mana abilities and so many basic land types."""
        return [
            card.name
            for card in map(built_in().find, NAMES)
            if card.front.is_land
            and "basic" not in card.front.supertypes
            and len(card.front.mana_abilities) - len(list(card.front.of(ManaAbility))) == types
            and len(list(card.front.of(ManaAbility))) == mana
        ]

    def test_basics(self) -> None:
        basics = [n for n in NAMES if "basic" in face(n).supertypes]
        assert len(basics) == 12
        assert sum("snow" in face(n).supertypes for n in basics) == 6

    def test_dual_and_triple_types(self) -> None:
        two = self.lands(mana=0, types=2)
        assert len(two) == 20
        assert sum(any(face(n).of(Enters)) for n in two) == 10
        assert len(self.lands(mana=0, types=3)) == 5
        pairs = {frozenset(str(a.adds) for a in face(n).mana_abilities) for n in two}
        assert len(pairs) == 10

    def test_lands_that_hurt(self) -> None:
        pain = [n for n in NAMES if face(n).is_land and any(a.damage == 1 for a in face(n).mana_abilities)]
        talismans = [n for n in NAMES if n.startswith("Talisman")]
        assert len(pain) == len(talismans) == 10
        for name in pain + talismans:
            free, hurting = face(name).mana_abilities
            assert str(free.adds) == "{C}" and free.damage == 0
            assert len(hurting.adds.choices) == 2 and hurting.cost == free.cost
        for some in (pain, talismans):
            assert len({frozenset(map(str, face(n).mana_abilities[1].adds.additions)) for n in some}) == 10

    def test_filter_lands(self) -> None:
        filters = [
            n
            for n in NAMES
            if face(n).is_land and any(a.cost.mana and a.cost.mana.choices for a in face(n).mana_abilities)
        ]
        assert len(filters) == 10
        for name in filters:
            plain, pair = face(name).mana_abilities
            assert str(plain.adds) == "{C}"
            assert pair.cost.mana and pair.cost.mana.choices[0].colors == {
                t for addition in pair.adds.additions for t in addition.types.listed
            }
            assert [sum(a.amount.plus for a in choice) for choice in pair.adds.choices] == [2, 2, 2]

    def test_signets_and_bounce_lands(self) -> None:
        signets = [f"{guild} Signet" for guild in GUILDS]
        bounce = [n for n in NAMES if n.split()[0] in GUILDS and face(n).is_land]
        assert len(bounce) == 10
        assert [face(n).mana_abilities[0].cost for n in signets] == [Cost.parse("{1}, {T}")] * 10
        for names in (signets, bounce):
            assert len({str(face(n).mana_abilities[0].adds) for n in names}) == 10
        for guild in GUILDS:
            land = next(n for n in bounce if n.startswith(guild))
            assert face(land).mana_abilities[0].adds == face(f"{guild} Signet").mana_abilities[0].adds

    def test_three_color_lands(self) -> None:
        three = [n for n in self.lands(mana=1) if len(face(n).mana_abilities[0].adds.choices) == 3]
        assert len(three) == 10
        assert all(next(face(n).of(Enters)).tapped for n in three)

    def test_check_lands(self) -> None:
        check = [n for n in NAMES if any(e.unless for e in face(n).of(Enters))]
        assert len(check) == 10
        assert next(face("Isolated Chapel").of(Enters)).unless == Condition.parse("count(Plains you | Swamp you) >= 1")

    def test_odyssey_filters(self) -> None:
        found = [n for n in self.lands(mana=1) if str(face(n).mana_abilities[0].cost) == "{1}, {T}"]
        assert len(found) == 5
        assert mana_of("Sungrass Prairie") == ["{1}, {T}: {W}{G}"]

    def test_battlemages(self) -> None:
        mages = [n for n in NAMES if n.endswith("Battlemage")]
        assert len(mages) == 6
        assert all(len(list(face(n).of(OptionalCost))) == 2 for n in mages)

    def test_tokens(self) -> None:
        tokens = [n for n in NAMES if built_in().find(n).is_token]
        assert {"Treasure", "Gold", "Powerstone", "Eldrazi Spawn", "Eldrazi Scion", "Saproling"} <= set(tokens)
        assert all(face(n).mana_cost is None for n in tokens)


class TestSources:
    @pytest.mark.parametrize(
        ("name", "abilities"),
        [
            ("Forest", ["{T}: {G}"]),
            ("Wastes", ["{T}: {C}"]),
            ("Tundra", ["{T}: {W}", "{T}: {U}"]),
            ("Dryad Arbor", ["{T}: {G}"]),
            ("Urborg, Tomb of Yawgmoth", []),
            ("Fetid Heath", ["{T}: {C}", "{W/B}, {T}: {W}{W} | {W}{B} | {B}{B}"]),
            ("City of Brass", ["{T}: any color"]),
            ("Mana Confluence", ["{T}, Pay 1 life: any color"]),
            ("Reflecting Pool", ["{T}: type produced by(land you)"]),
            ("Exotic Orchard", ["{T}: color produced by(land opponent)"]),
            ("Cabal Coffers", ["{2}, {T}: count(Swamp you)*{B}"]),
            ("Tendo Ice Bridge", ["{T}: {C}", "{T}, Remove 1 charge counter: any color"]),
            ("Pili-Pala", ["{2}, {Q}: any color"]),
            ("Springleaf Drum", ["{T}, Tap creature untapped: any color"]),
            ("Heritage Druid", ["Tap 3 Elf untapped: {G}{G}{G}"]),
            ("Everflowing Chalice", ["{T}: counters(charge)*{C}"]),
            ("Treasure", ["{T}, Sacrifice this: any color"]),
            ("Gold", ["Sacrifice this: any color"]),
            ("Eldrazi Spawn", ["Sacrifice this: {C}"]),
            ("Deathrite Shaman", []),
            ("Dark Ritual", []),
            ("Chandra, Torch of Defiance", []),
        ],
    )
    def test_mana_abilities(self, name: str, abilities: list[str]) -> None:
        assert mana_of(name) == abilities

    def test_limits(self) -> None:
        (vivi,) = face("Vivi Ornitier").mana_abilities
        assert (vivi.limit, vivi.condition) == (1, Condition.parse("your turn"))
        assert vivi.adds == Production.parse("power*any of {U}{R} mixed")
        assert face("Shire Scarecrow").mana_abilities[0].limit == 1
        assert face("Initiates of the Ebon Hand").mana_abilities[0].limit is None
        assert face("Lion's Eye Diamond").mana_abilities[0].timing is Timing.INSTANT
        assert face("Mox Opal").mana_abilities[0].condition == Condition.parse("count(artifact you) >= 3")

    def test_library(self) -> None:
        moves = {n for n in NAMES if any(a.moves_library_card for a in face(n).mana_abilities)}
        assert moves == {"Millikin", "Chromatic Sphere"}

    def test_restricted_mana(self) -> None:
        restrictions = {n: a.restriction for n in NAMES for a in face(n).mana_abilities if a.restriction}
        assert {n: str(r) for n, r in restrictions.items()} == {
            "Ancient Ziggurat": "only cast creature",
            "Cavern of Souls": "only cast creature chosentype",
            "Eldrazi Temple": "only cast Eldrazi colorless or activate Eldrazi colorless",
            "Grand Architect": "only cast artifact or activate artifact",
            "Pillar of the Paruns": "only cast multicolored",
            "Powerstone": "never cast !artifact",
        }

    def test_self_replacement(self) -> None:
        (tower,) = face("Urza's Tower").mana_abilities
        assert tower.adds == Production.parse("{C}") and tower.instead == Production.parse("{C}{C}{C}")
        assert "Power-Plant" in face("Urza's Power Plant").subtypes
        (labyrinth,) = face("Ugin's Labyrinth").mana_abilities
        assert labyrinth.instead_if == Condition.parse("imprinted")

    def test_spirit_guides_work_from_the_hand(self) -> None:
        (guide,) = face("Elvish Spirit Guide").mana_abilities
        assert guide.zone is Zone.HAND and guide.cost == Cost.parse("Exile this from hand")

    def test_deathrite_shaman_targets(self) -> None:
        first = next(face("Deathrite Shaman").of(ActivatedAbility))
        assert first.targets and first.adds == Production.parse("any color")

    def test_grants_and_triggers(self) -> None:
        (grant,) = face("Chromatic Lantern").of(Grant)
        assert grant.to == Filter.parse("land you")
        assert grant.abilities == face("Chromatic Lantern").mana_abilities
        (growth,) = face("Wild Growth").of(TriggeredManaAbility)
        assert growth.adds == Production.parse("{G}") and not growth.to_controller
        (gauntlet,) = face("Gauntlet of Power").of(TriggeredManaAbility)
        assert gauntlet.made_chosen_color

    def test_mana_of_a_spell(self) -> None:
        (mana,) = face("Dark Ritual").of(SpellMana)
        assert mana.adds == Production.parse("{B}{B}{B}")


class TestSpells:
    def test_no_mana_cost_is_not_zero(self) -> None:
        assert face("Ancestral Vision").mana_cost is None
        assert face("Ancestral Vision").colors == {ManaType.U}
        assert face("Ornithopter").mana_cost == ManaCost.ZERO

    def test_kickers(self) -> None:
        arena = list(face("Stronghold Arena").of(OptionalCost))
        assert [(k.keyword, str(k.cost), k.times) for k in arena] == [("kicker", "{G}", 1), ("kicker", "{W}", 1)]
        ana = list(face("Ana Battlemage").of(OptionalCost))
        assert [str(k.cost) for k in ana] == ["{2}{U}", "{1}{B}"]
        (chalice,) = face("Everflowing Chalice").of(OptionalCost)
        assert (chalice.keyword, str(chalice.cost), chalice.times) == ("multikicker", "{2}", None)
        (verdeloth,) = face("Verdeloth the Ancient").of(OptionalCost)
        assert verdeloth.cost.mana and verdeloth.cost.mana.variables == ("X",)
        (river,) = face("Rushing River").of(OptionalCost)
        assert river.cost == Cost.parse("Sacrifice land") and river.cost.mana is None
        (buyback,) = face("Capsize").of(OptionalCost)
        assert buyback.keyword == "buyback"

    def test_no_kick_counters(self) -> None:
        assert next(face("Kavu Titan").of(Enters)).amount == Amount.parse("3*kicked")
        assert next(face("Endless One").of(Enters)).amount == Amount.parse("X")

    @pytest.mark.parametrize(
        ("name", "needs"),
        [
            ("Lightning Bolt", ["creature | planeswalker | battle | player"]),
            ("Counterspell", ["spell"]),
            ("Negate", ["!creature spell"]),
            ("Cruel Ultimatum", ["opponentplayer"]),
            ("Tamiyo's Safekeeping", ["permanent you"]),
            ("Wild Growth", ["land"]),
            ("Double Major", ["creature spell you"]),
        ],
    )
    def test_targets(self, name: str, needs: list[str]) -> None:
        (targets,) = face(name).of(SpellTargets)
        assert [str(need) for need in targets.needs] == needs and not targets.if_kicked

    def test_targets_only_if_kicked(self) -> None:
        plain, kicked = face("Jilt").of(SpellTargets)
        assert not plain.if_kicked and kicked.if_kicked == "{1}{R}" and kicked.another
        _, storm = face("Comet Storm").of(SpellTargets)
        assert storm.each_kick and storm.another

    def test_modes_have_their_targets(self) -> None:
        assert {t.mode: str(t.needs[0]) for t in face("Cryptic Command").of(SpellTargets)} == {
            1: "spell",
            2: "permanent",
        }

    @pytest.mark.parametrize("name", ["Divination", "Ponder", "Spectral Procession", "Kavu Titan", "Ana Battlemage"])
    def test_no_targets(self, name: str) -> None:
        assert not any(face(name).of(SpellTargets))

    def test_cost_changes(self) -> None:
        for name in ("Rowan, Scholar of Sparks", "Will, Scholar of Frost", "Goblin Electromancer"):
            (change,) = face(name).of(CostChange)
            assert change == CostChange(applies_to=Filter.parse("instant | sorcery"), less=ManaCost.parse("{1}"))
        (thalia,) = face("Thalia, Guardian of Thraben").of(CostChange)
        assert (str(thalia.applies_to), thalia.who, str(thalia.more)) == ("!creature", "any", "{1}")
        assert next(face("Trinisphere").of(CostChange)).floor == 3
        (grounds,) = face("Training Grounds").of(CostChange)
        assert (grounds.kind, grounds.up_to, grounds.minimum) == (CostKind.ABILITY, True, 1)
        assert next(face("Edgewalker").of(CostChange)).only_colored
        (fireball,) = face("Fireball").of(CostChange)
        assert fireball.applies_to is None and fireball.times == Amount.parse("-1+targets")

    def test_other_costs(self) -> None:
        (sacrifice,) = face("Fling").of(AdditionalCost)
        assert sacrifice.one_of == (Cost.parse("Sacrifice a creature"),)
        (free,) = face("Omniscience").of(AlternativeCost)
        assert free.cost is None and free.zone is Zone.HAND and free.applies_to
        (flashback,) = face("Faithless Looting").of(AlternativeCost)
        assert (flashback.keyword, str(flashback.cost), flashback.zone) == ("flashback", "{2}{R}", Zone.GRAVEYARD)
        assert list(face("Siege Wurm").of(HelpToPay)) == [HelpToPay(help=Help.CONVOKE)]

    def test_keywords_are_seen_wherever_they_are_written(self) -> None:
        assert face("Siege Wurm").has_keyword("convoke") and face("Siege Wurm").has_keyword("trample")
        assert face("Faithless Looting").has_keyword("flashback")
        assert face("Kavu Titan").has_keyword("kicker")
        assert not face("Omniscience").has_keyword("free")

    def test_faces(self) -> None:
        card = built_in().find("Rowan, Scholar of Sparks")
        assert card.layout is Layout.MODAL and card.mana_value == 3
        rowan, will = card.faces
        assert (rowan.loyalty, will.loyalty, str(will.mana_cost)) == ("2", "4", "{4}{U}")
        costs = [str(ability.cost) for ability in rowan.of(ActivatedAbility)]
        assert costs == [str(Cost.parse("+1")), str(Cost.parse("-4"))]


class TestBoosts:
    def board(self, *names: str) -> State:
        permanents = (Permanent(card=built_in().find(name), id=i) for i, name in enumerate(names))
        return State(you=Player(battlefield=tuple(permanents)))

    def test_power_counts_static_boosts(self) -> None:
        state = self.board("Vivi Ornitier", "Dictate of Heliod")
        assert value(Amount.parse("power"), View(state, state.you.battlefield[0])) == 2

    def test_another_does_not_boost_itself(self) -> None:
        state = self.board("Elvish Archdruid", "Elvish Archdruid", "Llanowar Elves", "Grizzly Bears")
        assert [power_of(p, View(state, p)) for p in state.you.battlefield] == [3, 3, 3, 2]

    def test_only_their_controllers_creatures(self) -> None:
        theirs = self.board("Dictate of Heliod").you.battlefield[0]
        mine = Permanent(card=built_in().find("Grizzly Bears"), id=7)
        state = State(you=Player(battlefield=(mine,)), opponents=(Player(battlefield=(theirs,)),))
        assert power_of(mine, View(state, mine)) == 2

    def test_a_boost_that_depends_on_what_it_changes_is_refused(self) -> None:
        boost = Boost(to=Filter.parse("creature power>=2"), power=Amount.fixed(1))
        lord = Card(name="Lord", faces=(Face(name="Lord", types=frozenset({"enchantment"}), abilities=(boost,)),))
        mine = Permanent(card=built_in().find("Grizzly Bears"), id=1)
        state = State(you=Player(battlefield=(mine, Permanent(card=lord, id=2))))
        with pytest.raises(Unsupported, match="which it changes itself"):
            power_of(mine, View(state, mine))


class TestBadFiles:
    @pytest.mark.parametrize(
        ("text", "at"),
        [
            ("[[card]", "a.toml"),
            ("cards = 1", "a.toml"),
            ("card = 1", "a.toml"),
            ("card = [1]", "a.toml card[0]"),
            ("[[card]]\ntype = 'Land'", "a.toml card[0]"),
            ("[[card]]\nname = 1", "a.toml card[0]"),
            ("[[card]]\nname = 'A'\n[[card]]\nname = 'a'", "a.toml card[1]"),
        ],
    )
    def test_reading(self, text: str, at: str) -> None:
        with pytest.raises(BadRequest) as error:
            Pool.read({"a.toml": text})
        assert error.value.at == at

    def test_a_card_is_read_when_it_is_found(self) -> None:
        pool = Pool.read({"a.toml": "[[card]]\nname = 'A'\ntype = 'Land'\nmana = ['{T}: gold']"})
        assert len(pool) == 1
        with pytest.raises(BadRequest) as error:
            pool.find("A")
        assert error.value.at == "a.toml card[0].mana[0]"
