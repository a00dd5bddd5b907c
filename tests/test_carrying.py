"""What a resolution does beside mana of its own, for the plays after it: tokens, life, mana of a permanent that enters,
what goes on for the turn."""

from __future__ import annotations

import pytest
from hand_built import board, card, spell

from castable.model.ability import SpellMana
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.oracle import face_from_fields
from castable.solver.carrying import carried, is_carried
from castable.solver.sequence import sequence


def told(name: str, text: str, cost: str = "{R}", types: str = "Sorcery") -> Card:
    """A card as its text is read."""
    face = face_from_fields(name=name, mana_cost=cost, type_line=types, text=text, power="1", toughness="1")
    return Card(name=name, faces=(face,))


def possible(lands: str, *cards: Card) -> bool:
    return sequence(board(lands, hand=list(cards)), [one.name for one in cards]).possible


class TestSentences:
    @pytest.mark.parametrize(
        ("sentence", "tokens"),
        [
            ("Create a Treasure token", ["Artifact — Treasure"]),
            ("You create two tapped Gold tokens", ["Artifact — Gold"] * 2),
            ("Create two 1/1 red Goblin creature tokens", ["Creature — Goblin"] * 2),
            ("Create a 1/1 white and black Inkling creature token with flying", ["Creature — Inkling"]),
            ("Create a 3/3 colorless Golem artifact creature token", ["Artifact Creature — Golem"]),
            ("Create a token that's a copy of it", None),
            ("Create X 1/1 white Soldier creature tokens", None),
            ("Create a 1/1 blue Glorp creature token", None),
            ("Create a Nonsense token", None),
            ("Create a Saproling token", None),
            ("Create two 1/1 red Goblin creature tokens with banding", None),
        ],
    )
    def test_tokens(self, sentence: str, tokens: list[str] | None) -> None:
        assert is_carried(sentence) is (tokens is not None)
        if tokens is not None:
            after = carried(board("Forest"), sentence)
            made = [p for p in after.you.battlefield if p.token]
            assert [p.face.type_line for p in made] == tokens
            assert all(p.summoning_sick and p.tapped is ("tapped" in sentence) for p in made)
            assert len({p.id for p in after.you.battlefield}) == len(after.you.battlefield)

    def test_keywords_and_colors(self) -> None:
        (token,) = carried(board(), "Create a 2/2 red and green Wolf creature token with haste").you.battlefield
        assert token.face.has_keyword("haste")
        assert "".join(sorted(map(str, token.face.colors))) == "GR"

    def test_life(self) -> None:
        assert carried(board(life=3), "You gain 4 life").you.life == 7


class TestPlaysAfterIt:
    STRIKE = told("Strike", "Create a Treasure token. (It's an artifact with sacrifice.)")
    BOLT = spell("{U}", name="Bolt")

    def test_a_treasure_pays(self) -> None:
        assert possible("Mountain", self.STRIKE, self.BOLT)
        assert not possible("Mountain", self.STRIKE, spell("{U}{U}", name="More"))

    def test_creature_tokens_are_counted(self) -> None:
        hymn = card("Hymn", "instant", SpellMana(adds=told("X", "Add {R}.").front.abilities[0].adds), cost="{R}")
        assert possible("2 Mountain", told("Warrens", "Create two 1/1 red Goblin creature tokens."), hymn)

    def test_draw_and_create(self) -> None:
        assert possible("Mountain", told("Score", "Draw two cards and create a Treasure token."), self.BOLT)

    def test_where_more_may_come_of_it(self) -> None:
        """Something in play that speaks of tokens may double them: then only a yes is certain."""
        doubling = told("Doubling", "If one or more tokens would be created under your control, twice that many are.")
        state = board("Mountain", doubling, hand=[self.STRIKE, self.BOLT, spell("{U}{U}", name="More")])
        assert sequence(state, ["Strike", "Bolt"])
        with pytest.raises(Unsupported):
            sequence(state, ["Strike", "More"])

    def test_mana_of_a_creature_that_enters(self) -> None:
        emissary = told("Emissary", "When Emissary enters, add {R}{G}.", "{1}{R}", "Creature — Human")
        assert possible("2 Mountain", emissary, spell("{R}{G}", name="Next"))
        assert not possible("2 Mountain", emissary, spell("{G}{G}", name="Next"))

    def test_one_token_of_a_creature_that_enters(self) -> None:
        smith = told("Smith", "When Smith enters, create a Treasure token.", "{1}{R}", "Creature — Human")
        assert possible("2 Mountain", smith, self.BOLT)
        unsure = told(
            "Smith", "When Smith enters, if you have no hand, create a Treasure token.", "{R}", "Creature — Human"
        )
        with pytest.raises(Unsupported):
            possible("Mountain", unsure, self.BOLT)

    def test_what_goes_on_this_turn(self) -> None:
        tide = told(
            "Tide", "Until end of turn, whenever a player taps an Island for mana, that player adds an additional {U}."
        )
        islands = "Mountain; 2 Island"
        assert possible(islands, tide, spell("{U}{U}{U}{U}", name="Four"))
        assert not possible(islands, tide, spell("{5}", name="Five"))

    def test_an_additional_land(self) -> None:
        explore = told("Explore", "You may play an additional land this turn. Draw a card.")
        assert possible("Mountain", explore, spell("{0}", name="Zero"))


class TestManaAmongOtherThings:
    @pytest.mark.parametrize(
        ("text", "adds", "left"),
        [
            ("Destroy target artifact. Add {G}{G}{G}.", ["{G}{G}{G}"], ["Destroy target artifact."]),
            ("Add two mana of any one color. Draw a card.", ["2*any color"], ["Draw a card."]),
            ("Add {R}{R}, then add {R} for each creature you control.", ["{R}{R}", "count(creature you)*{R}"], []),
            ("Draw a card. Add {R}. Spend this mana only to cast creature spells.", ["{R}"], ["Draw a card."]),
            ("Add {R} for each card named Stump in each graveyard.", ["graveyards(card named(Stump))*{R}"], []),
            ("Destroy target land. If you do, add {R}{R}.", [], None),
            ("Add {R}. If you control a Goblin, add {R}{R} instead.", [], None),
            ("Destroy target land. Add {R} for each permanent destroyed this way.", [], None),
            ("Add {R}{R}. Add {G} for each Forest you control.", [], None),
        ],
    )
    def test_read(self, text: str, adds: list[str], left: list[str] | None) -> None:
        face = told("Stump", text).front
        assert [str(ability.adds) for ability in face.of(SpellMana)] == adds
        assert [unread.text for unread in face.unread] == ([text] if left is None else left)

    def test_in_a_row(self) -> None:
        rite = told("Rite", "Add {R}{R}, then add {R} for each card named Rite in each graveyard.")
        state = board("Mountain", hand=[rite, rite, spell("{4}", name="Four"), spell("{5}", name="Five")])
        assert sequence(state, ["Rite", "Rite", "Four"]).possible
        assert not sequence(state, ["Rite", "Rite", "Five"]).possible
