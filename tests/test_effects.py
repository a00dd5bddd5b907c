"""Continuous effects on permanents, one class a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castable.model.ability import Ability, Becomes, Grant, Keyword, LandTypes, Unread, Zone
from castable.model.amount import Condition
from castable.model.card import Card, Face
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.evaluate import View, colors_of, matches, power_of
from castable.model.filter import Filter
from castable.model.mana import ManaType
from castable.model.pool import built_in
from castable.model.state import CardInZone, Permanent, Player, State
from tests.hand_built import CARDS, board, card, mana, on, permanent

BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def lands(of: str, *types: str, also: bool = False, **fields: object) -> LandTypes:
    """An effect on land types."""
    return LandTypes(of=Filter.parse(of), types=types, also=also, **fields)  # type: ignore[arg-type]


def becomes(of: str, **fields: object) -> Becomes:
    """An effect on what permanents are."""
    return Becomes(of=Filter.parse(of), **fields)  # type: ignore[arg-type]


def grant(to: str, *abilities: Ability, **fields: object) -> Grant:
    """An effect that gives abilities."""
    return Grant(to=Filter.parse(to), abilities=abilities, **fields)  # type: ignore[arg-type]


ANY_COLOR = mana("{T}", "any color")
BLOOD_MOON = card("Blood Moon", "enchantment", lands("land !basic", "Mountain"))
URBORG = card("Urborg", "legendary land", lands("land", "Swamp", also=True))
YAVIMAYA = card("Yavimaya", "legendary land", lands("land", "Forest", also=True))
DRYAD = card("Dryad of the Grove", "enchantment creature Dryad", lands("land you", *BASICS, also=True))
SEAS = card("Spreading Seas", "enchantment Aura", lands("land enchanted", "Island"))
OMEN = card("Prismatic Omen", "enchantment", lands("land you", *BASICS, also=True))
CONVERSION = card("Conversion", "enchantment", lands("Mountain", "Plains"))
ASHAYA = card(
    "Ashaya", "creature Elemental", becomes("creature !token you", types=("land",), subtypes=("Forest",), also=True)
)
ARBOR = card("Dryad Arbor", "land creature Forest Dryad")
LANTERN = card("Chromatic Lantern", "artifact", grant("land you", ANY_COLOR), mana("{T}", "any color"))
RITE = card("Cryptolith Rite", "enchantment", grant("creature you", ANY_COLOR))
MANTLE = card("Paradise Mantle", "artifact Equipment", grant("creature equipped", ANY_COLOR))
HUMILITY = card("Humility", "enchantment", becomes("creature", loses_abilities=True, power="1", toughness="1"))
MOONED = card(
    "Imprisoned",
    "enchantment Aura",
    becomes("permanent enchanted", types=("land",), colors="", loses_abilities=True, abilities=(mana("{T}", "{C}"),)),
)
BEARS, ELVES, CITY = CARDS["Grizzly Bears"], CARDS["Llanowar Elves"], CARDS["City of Brass"]


def after(*permanents: Permanent | Card | str, opponent: tuple[Card, ...] = ()) -> list[Permanent]:
    """Your permanents after all effects."""
    return list(with_effects(board(*permanents, opponent=opponent)).you.battlefield)


def at(timestamp: int, what: Card) -> Permanent:
    """A permanent with a timestamp."""
    return permanent(what, timestamp=timestamp)


def makes(thing: Permanent) -> list[str]:
    """What its mana abilities add."""
    return [str(ability.adds) for ability in thing.face.mana_abilities]


class TestLandTypesAreSet:
    """CR 305.7: rules text goes, the ability of the new type comes; CR 305.6."""

    def test_nonbasic_lands_tap_for_red_alone(self) -> None:
        moon, city, tundra = after(BLOOD_MOON, CITY, "Tundra")
        assert makes(city) == makes(tundra) == ["{R}"]
        assert city.face.subtypes == tundra.face.subtypes == {"Mountain"}
        assert moon.effective is None

    def test_basic_lands_are_not_affected(self) -> None:
        state = board(BLOOD_MOON, "Forest; Snow-Covered Forest; Wastes")
        assert with_effects(state) is state

    def test_other_subtypes_stay(self) -> None:
        assert after(BLOOD_MOON, ARBOR)[1].face.subtypes == {"Mountain", "Dryad"}

    def test_unread_text_goes_with_the_rest(self) -> None:
        odd = card("Odd", "land", Unread(text="Something about mana."))
        assert after(BLOOD_MOON, odd)[1].face.unread == ()

    def test_spreading_seas_on_one_land(self) -> None:
        city, other, _ = after(permanent(CITY, ref="a"), CITY, permanent(SEAS, attached_to="a"))
        assert (makes(city), makes(other)) == (["{U}"], ["any color"])

    def test_the_chosen_type(self) -> None:
        mirage = card("Convincing Mirage", "enchantment Aura", lands("land enchanted", chosen=True))
        on_forest = permanent(mirage, attached_to="Forest", chosen=(("type", "Swamp"),))
        assert makes(after("Forest", on_forest)[0]) == ["{B}"]
        with pytest.raises(Unsupported, match="Convincing Mirage"):
            after("Forest", replace(on_forest, chosen=()))


class TestLandTypesAreAdded:
    """CR 305.7, last sentence: in addition to its other types, nothing is lost."""

    def test_every_land_is_a_swamp_too(self) -> None:
        urborg, city, forest = after(URBORG, CITY, "Forest")
        assert makes(urborg) == ["{B}"]
        assert makes(city) == ["{B}", "any color"]
        assert makes(forest) == ["{B}", "{G}"]

    def test_both(self) -> None:
        assert [makes(p) for p in after(URBORG, YAVIMAYA, "Island")] == [["{B}", "{G}"]] * 2 + [["{U}", "{B}", "{G}"]]

    def test_prismatic_omen_is_for_you(self) -> None:
        state = with_effects(board(OMEN, "Wastes", opponent=(CARDS["Forest"],)))
        assert makes(state.you.battlefield[1]) == ["{W}", "{U}", "{B}", "{R}", "{G}", "{C}"]
        assert makes(state.opponents[0].battlefield[0]) == ["{G}"]

    def test_creatures_that_are_forests(self) -> None:
        ashaya, elves, token = after(ASHAYA, ELVES, permanent(BEARS, token=True))
        assert makes(ashaya) == ["{G}"]
        assert elves.face.types == {"land", "creature"}
        assert makes(elves) == ["{G}", "{G}"]
        assert makes(token) == []


class TestDependency:
    """CR 613.8: what would stop an effect, or change what it applies to, comes first whatever its timestamp."""

    @pytest.mark.parametrize("times", [(1, 2), (2, 1)])
    def test_blood_moon_and_urborg(self, times: tuple[int, int]) -> None:
        _, urborg, forest = after(at(times[0], BLOOD_MOON), at(times[1], URBORG), "Forest")
        assert (makes(urborg), makes(forest)) == (["{R}"], ["{G}"])

    @pytest.mark.parametrize("times", [(1, 2, 3), (3, 2, 1), (2, 3, 1), (2, 1, 3)])
    def test_blood_moon_and_both(self, times: tuple[int, int, int]) -> None:
        cards = [at(time, what) for time, what in zip(times, (BLOOD_MOON, URBORG, YAVIMAYA), strict=True)]
        assert [makes(p) for p in after(*cards, "Island", CITY)[1:]] == [["{R}"], ["{R}"], ["{U}"], ["{R}"]]

    @pytest.mark.parametrize("times", [(1, 2), (2, 1)])
    def test_ashaya_makes_nonbasic_lands_for_blood_moon(self, times: tuple[int, int]) -> None:
        _, _, elves = after(at(times[0], BLOOD_MOON), at(times[1], ASHAYA), ELVES)
        assert elves.face.subtypes == {"Mountain", "Elf"}
        assert makes(elves) == ["{R}"]

    @pytest.mark.parametrize("times", [(1, 2), (2, 1)])
    def test_conversion_waits_for_blood_moon(self, times: tuple[int, int]) -> None:
        assert makes(after(at(times[0], CONVERSION), at(times[1], BLOOD_MOON), CITY)[2]) == ["{W}"]

    def test_a_lost_ability_gives_nothing(self) -> None:
        hierophants = card("Hierophants", "creature Human", grant("creature you", mana("{T}", "{G}")))
        for cards in ((hierophants, HUMILITY), (HUMILITY, hierophants)):
            assert all(makes(p) == [] for p in after(*cards, BEARS))

    def test_a_loop_goes_by_timestamp(self) -> None:
        """CR 613.8b."""
        one = card("One", "creature", becomes("creature other", loses_abilities=True), mana("{T}", "{W}"))
        two = card("Two", "creature", becomes("creature other", loses_abilities=True), mana("{T}", "{U}"))
        assert [makes(p) for p in after(at(1, one), at(2, two))] == [["{W}"], []]
        assert [makes(p) for p in after(at(2, one), at(1, two))] == [[], ["{U}"]]


class TestTimestamps:
    """CR 613.7: the later one wins among effects that do not depend on each other."""

    def test_blood_moon_and_dryad_of_the_grove(self) -> None:
        every = ["{W}", "{U}", "{B}", "{R}", "{G}"]
        assert makes(after(at(1, BLOOD_MOON), at(2, DRYAD), CITY)[2]) == every
        assert makes(after(at(2, BLOOD_MOON), at(1, DRYAD), CITY)[2]) == ["{R}"]

    def test_without_timestamps_the_order_of_the_board(self) -> None:
        assert makes(after(DRYAD, BLOOD_MOON, CITY)[2]) == ["{R}"]
        assert len(makes(after(BLOOD_MOON, DRYAD, CITY)[2])) == 5

    def test_two_that_set(self) -> None:
        seas = permanent(SEAS, attached_to="City of Brass", timestamp=5)
        assert makes(after(at(6, BLOOD_MOON), seas, CITY)[2]) == ["{R}"]
        assert makes(after(at(4, BLOOD_MOON), seas, CITY)[2]) == ["{U}"]

    def test_abilities_lost_and_gained(self) -> None:
        assert makes(after(at(1, HUMILITY), at(2, RITE), ELVES)[2]) == ["any color"]
        assert makes(after(at(2, HUMILITY), at(1, RITE), ELVES)[2]) == []


class TestGrantedAbilities:
    """CR 613.1f, 113.10."""

    def test_chromatic_lantern(self) -> None:
        state = with_effects(board(LANTERN, "Forest; Sol Ring", opponent=(CARDS["Island"],)))
        lantern, forest, ring = state.you.battlefield
        assert makes(forest) == ["{G}", "any color"]
        assert (lantern.effective, ring.effective) == (None, None)
        assert state.opponents[0].battlefield[0].effective is None

    def test_two_lanterns_give_one_ability(self) -> None:
        assert makes(after(LANTERN, LANTERN, "Forest")[2]) == ["{G}", "any color"]

    def test_gift_after_blood_moon(self) -> None:
        assert makes(after(LANTERN, BLOOD_MOON, CITY)[2]) == ["{R}", "any color"]

    def test_paradise_mantle(self) -> None:
        worn = permanent(MANTLE, attached_to="b")
        first, second, _ = after(BEARS, permanent(BEARS, ref="b"), worn)
        assert (makes(first), makes(second)) == ([], ["any color"])
        assert makes(after(BEARS, MANTLE)[0]) == []

    def test_others(self) -> None:
        realm = card("Realm", "enchantment", grant("permanent other you", ANY_COLOR))
        first, second = after(realm, "Sol Ring")
        assert (makes(first), makes(second)) == ([], ["{C}{C}", "any color"])

    def test_counters(self) -> None:
        rishkar = card("Rishkar", "creature Elf", grant("creature counter(any) you", mana("{T}", "{G}")))
        assert [makes(p) for p in after(rishkar, on("Grizzly Bears", oil=1), BEARS)] == [[], ["{G}"], []]

    def test_while_a_condition_holds(self) -> None:
        level = Condition.parse("counters(level) >= 1")
        student = card("Student", "creature", grant("this", mana("{T}", "{G}{G}"), condition=level))
        assert [makes(p) for p in after(on(student, level=2), student)] == [["{G}{G}"], []]

    def test_from_the_graveyard(self) -> None:
        portal = card("Portal", "land", grant("land you", mana("{T}", "{G} | {W}"), zone=Zone.GRAVEYARD))
        assert makes(with_effects(board("Island", graveyard=[portal])).you.battlefield[0]) == ["{U}", "{G} | {W}"]
        assert with_effects(board("Island", portal)) == board("Island", portal)

    def test_haste_ends_sickness(self) -> None:
        fervor = card("Fervor", "enchantment", grant("creature you", Keyword(name="haste")))
        sick = permanent(ELVES, summoning_sick=True)
        assert sick.is_sick and not after(fervor, sick)[1].is_sick

    def test_haste_counters(self) -> None:
        assert not after(replace(on(ELVES, haste=1), summoning_sick=True))[0].is_sick

    def test_what_the_source_chose_is_told(self) -> None:
        gem = card("Gem", "enchantment", grant("creature you", mana("{T}", "chosen color")))
        assert makes(after(permanent(gem, chosen=(("color", "B"),)), BEARS)[1]) == ["{B}"]
        with pytest.raises(Unsupported, match="Gem"):
            after(gem, BEARS)

    def test_a_given_ability_that_gives(self) -> None:
        roar = card("Roar", "enchantment", grant("this", grant("creature you", ANY_COLOR)))
        assert makes(after(roar, BEARS)[1]) == ["any color"]

    def test_a_given_ability_that_changes_types_comes_too_late(self) -> None:
        with pytest.raises(Unsupported, match="Odd"):
            after(card("Odd", "artifact", grant("artifact you", lands("land", "Island"))))

    def test_unknown_conditions(self) -> None:
        """One that bears on nothing does not matter."""
        fast = Condition.parse("max speed")
        raceway = card("Raceway", "land", grant("creature you", Keyword(name="haste"), condition=fast))
        with pytest.raises(Unsupported, match="max speed"):
            after(raceway, BEARS)
        idle = card("Idle", "land", grant("creature you", Keyword(name="trample"), condition=fast))
        assert after(idle, BEARS)[1].effective is None


class TestLostAbilities:
    """CR 613.1f; what basic land types bring goes too."""

    def test_dryad_arbor_under_humility(self) -> None:
        _, arbor, forest = after(HUMILITY, ARBOR, "Forest")
        assert (makes(arbor), makes(forest)) == ([], ["{G}"])
        assert "Forest" in arbor.face.subtypes

    def test_a_permanent_imprisoned(self) -> None:
        """One effect with parts in three layers (CR 613.6)."""
        elves, _ = after(ELVES, permanent(MOONED, attached_to="Llanowar Elves"))
        assert (makes(elves), elves.face.types, elves.face.subtypes) == (["{C}"], {"land"}, set())
        assert colors_of(elves) == set()

    def test_mana_abilities_kept(self) -> None:
        sun = card("Blood Sun", "enchantment", becomes("land", loses_abilities=True, keeps_mana_abilities=True))
        _, city, forest, urborg = after(sun, CITY, "Forest", URBORG)
        assert (makes(city), makes(forest)) == (["{B}", "any color"], ["{B}", "{G}"])
        assert urborg.face.abilities == ()

    def test_base_power(self) -> None:
        state = with_effects(board(HUMILITY, on("Grizzly Bears", **{"+1/+1": 2})))
        assert power_of(state.you.battlefield[1], View(state)) == 3

    def test_colors_defined_before(self) -> None:
        """CR 702.114: devoid acts in layer 5, so that it has acted when it is lost."""
        drone = card("Drone", "creature Eldrazi", Keyword(name="devoid"), cost="{R}")
        assert colors_of(after(HUMILITY, drone)[1]) == set()

    def test_keyword_counters_are_not_told_apart(self) -> None:
        with pytest.raises(Unsupported, match="counters"):
            after(HUMILITY, on("Llanowar Elves", haste=1))


class TestAnimated:
    """CR 302.6, 613.1d."""

    def test_a_land_that_is_a_creature(self) -> None:
        village = card("Village", "land", mana("{T}", "{G}"))
        fresh, old = after(permanent(village, animated=True, summoning_sick=True), permanent(village, animated=True))
        assert fresh.is_sick and not old.is_sick
        assert fresh.face.types == {"land", "creature"}

    def test_creatures_for_other_effects(self) -> None:
        assert makes(after(RITE, permanent("Sol Ring", animated=True))[1]) == ["{C}{C}", "any color"]

    def test_lands_made_creatures(self) -> None:
        revolt = card(
            "Revolt", "enchantment", becomes("land", types=("creature",), also=True, power="2", toughness="2")
        )
        assert after(revolt, permanent("Forest", summoning_sick=True))[1].is_sick


class TestFaceDown:
    """CR 708.2."""

    def test_a_nameless_creature(self) -> None:
        hidden = after(permanent("Llanowar Elves", face_down=True))[0]
        assert hidden.face == Face(
            name="", types=frozenset({"creature"}), power="2", toughness="2", set_colors=frozenset()
        )
        assert (hidden.name, hidden.own_face) == ("Llanowar Elves", ELVES.front)

    def test_it_can_be_given_abilities(self) -> None:
        assert makes(after(RITE, permanent("Forest", face_down=True))[1]) == ["any color"]

    def test_its_effects_are_off(self) -> None:
        assert makes(after(permanent(OMEN, face_down=True), "Forest")[1]) == ["{G}"]


class TestPhasedOut:
    """CR 702.26b."""

    def test_it_neither_affects_nor_is_affected(self) -> None:
        moon, city = after(permanent(BLOOD_MOON, phased_out=True), CITY)
        assert (moon.effective, city.effective) == (None, None)
        assert after(BLOOD_MOON, permanent(CITY, phased_out=True))[1].effective is None


class TestOtherPlayers:
    """CR 109.5: `you` is the controller of the effect's source."""

    def test_an_opponents_effects(self) -> None:
        state = with_effects(board(CITY, "Forest", opponent=(BLOOD_MOON, LANTERN, CITY)))
        assert [makes(p) for p in state.you.battlefield] == [["{R}"], ["{G}"]]
        assert makes(state.opponents[0].battlefield[2]) == ["{R}", "any color"]

    def test_several_opponents(self) -> None:
        def player(*cards: Card) -> Player:
            return Player(battlefield=tuple(Permanent(card=c) for c in cards))

        forest = CARDS["Forest"]
        state = State(you=player(forest), opponents=(player(LANTERN, forest), player(forest)))
        others = with_effects(state).opponents
        assert [makes(others[0].battlefield[1]), makes(others[1].battlefield[0])] == [["{G}", "any color"], ["{G}"]]

    def test_their_hands_are_not_known(self) -> None:
        hand = Condition.parse("hand <= 1")
        shy = card("Shy", "enchantment", grant("creature you", ANY_COLOR, condition=hand))
        with pytest.raises(Unsupported, match="another player"):
            after(BEARS, opponent=(shy, BEARS))


class TestWhatTheBoardDoesNotTell:
    """Effects of abilities that have resolved have no source in play."""

    def test_chapters_of_a_saga_that_lost_them(self) -> None:
        chapter = grant("this", mana("{T}", "{C}"), condition=Condition.parse("counters(lore) >= 1"))
        saga = card("Saga", "enchantment land Saga", chapter)
        assert makes(after(on(saga, lore=1))[0]) == ["{C}"]
        assert makes(after(BLOOD_MOON, saga)[1]) == ["{R}"]
        with pytest.raises(Unsupported, match="chapters"):
            after(BLOOD_MOON, on(saga, lore=1))

    def test_flood_counters(self) -> None:
        with pytest.raises(Unsupported, match="flood"):
            after(on("Forest", flood=1))


class TestWords:
    """Words of filters that look at what effects and attachments make."""

    def test_chosen(self) -> None:
        state = board(permanent("Sol Ring", chosen=(("type", "elf"), ("color", "G"))), ELVES, BEARS)
        ring, elves, bears = state.you.battlefield
        view = View(state, ring)
        assert matches(Filter.parse("creature chosentype"), elves, view)
        assert not matches(Filter.parse("creature chosentype"), bears, view)
        assert matches(Filter.parse("chosencolor"), bears, view)

    def test_changelings_are_creature_types_alone(self) -> None:
        shifter = permanent(card("Shifter", "creature Shapeshifter", Keyword(name="changeling")))
        for word, expected in (("Elf", True), ("Forest", False), ("Gate", False), ("Treasure", False)):
            assert matches(Filter.parse(word), shifter, View(board())) is expected

    def test_modified(self) -> None:
        state = board(BEARS, permanent(MANTLE, attached_to="Grizzly Bears"), ELVES, on("Pili-Pala", oil=1))
        found = [matches(Filter.parse("modified"), p, View(state)) for p in state.you.battlefield]
        assert found == [True, False, False, True]


class TestPool:
    """The same with cards of the built-in pool."""

    @pytest.mark.parametrize(
        "order", [("Blood Moon", "Urborg, Tomb of Yawgmoth"), ("Urborg, Tomb of Yawgmoth", "Blood Moon")]
    )
    def test_lands(self, order: tuple[str, str]) -> None:
        cards = [built_in().find(name) for name in (*order, "Dryad Arbor", "Forest", "Wastes")]
        assert [makes(p) for p in after(*cards)[2:]] == [["{R}"], ["{G}"], ["{C}"]]

    def test_attached(self) -> None:
        moon, seas, mantle = map(built_in().find, ("Imprisoned in the Moon", "Spreading Seas", "Paradise Mantle"))
        found = after(
            ELVES,
            BEARS,
            CITY,
            permanent(moon, attached_to="Llanowar Elves"),
            permanent(seas, attached_to="City of Brass"),
            permanent(mantle, attached_to="Grizzly Bears"),
        )
        assert [makes(p) for p in found[:3]] == [["{C}"], ["any color"], ["{U}"]]

    def test_humility_and_cryptolith_rite(self) -> None:
        humility, rite = built_in().find("Humility"), built_in().find("Cryptolith Rite")
        assert makes(after(humility, rite, ELVES)[2]) == ["any color"]
        assert makes(after(rite, humility, ELVES)[2]) == []


_POOL = (BLOOD_MOON, URBORG, YAVIMAYA, DRYAD, OMEN, CONVERSION, ASHAYA, ARBOR, LANTERN, RITE, HUMILITY, BEARS, ELVES)
_NAMES = ("Forest", "Tundra", "City of Brass", "Sol Ring", "Wastes")
_PERMANENTS = st.builds(
    Permanent,
    card=st.sampled_from([*_POOL, *(CARDS[name] for name in _NAMES)]),
    timestamp=st.integers(0, 3),
    phased_out=st.booleans(),
    face_down=st.sampled_from([False, False, False, True]),
    animated=st.sampled_from([False, False, False, True]),
    id=st.integers(0, 10**6),
)
_PLAYERS = st.builds(lambda those: Player(battlefield=tuple(those)), st.lists(_PERMANENTS, max_size=6))
_STATES = st.builds(State, you=_PLAYERS, opponents=st.lists(_PLAYERS, max_size=2).map(tuple))


def _ids(state: State) -> list[int]:
    return [p.id for _, player in state.players() for p in player.battlefield]


class TestAnyBoard:
    """What holds for every board."""

    @given(state=_STATES)
    @settings(max_examples=150, deadline=None)
    def test_twice_is_once(self, state: State) -> None:
        once = with_effects(state)
        assert with_effects(once) == once
        assert _ids(with_effects(once)) == _ids(once) == _ids(state)

    @given(state=_STATES)
    @settings(max_examples=50, deadline=None)
    def test_nothing_else_changes(self, state: State) -> None:
        once = with_effects(state)
        for (_, before), (_, changed) in zip(state.players(), once.players(), strict=True):
            assert tuple(replace(p, effective=None) for p in changed.battlefield) == before.battlefield

    @given(state=_STATES)
    @settings(max_examples=50, deadline=None)
    def test_effects_that_end_leave_nothing(self, state: State) -> None:
        once = with_effects(state)
        alone = replace(once, you=Player(battlefield=tuple(p for p in once.you.battlefield if p.card is BEARS)))
        fresh = replace(alone, opponents=())
        assert all(p.effective is None or p.face_down for p in with_effects(fresh).you.battlefield)

    def test_ids_of_equal_boards_are_kept_apart(self) -> None:
        first = board(BLOOD_MOON, CITY)
        second = first.with_you(battlefield=tuple(replace(p, id=p.id + 50) for p in first.you.battlefield))
        assert (_ids(with_effects(first))[:2], _ids(with_effects(second))[:2]) == ([0, 1], [50, 51])


def test_cards_outside_the_battlefield_are_as_printed() -> None:
    """Effects on permanents leave other zones alone."""
    state = replace(board(HUMILITY), stack=(CardInZone(card=ELVES),))
    assert with_effects(state).stack[0].card.front.colors == {ManaType.G}
