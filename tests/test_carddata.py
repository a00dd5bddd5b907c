"""Cards as plain data: short forms, the order of abilities, and where bad data is found to be bad."""

from __future__ import annotations

from typing import Any

import pytest

from castable.model.ability import (
    Help,
    HelpToPay,
    Keyword,
    ManaAbility,
    OptionalCost,
    SpellTargets,
    Timing,
    Zone,
)
from castable.model.amount import Condition
from castable.model.card import Card, Face
from castable.model.carddata import card_from_data, card_to_data
from castable.model.cost import Cost
from castable.model.errors import BadRequest
from castable.model.filter import Filter
from castable.model.mana import Restriction
from castable.model.pool import built_in
from castable.model.production import Production


class TestShortForms:
    def test_every_phrase_of_a_mana_ability(self) -> None:
        text = (
            "{2}, {T}: {G}; damage 1; gain 2; limit 3; if your turn; timing instant; from graveyard; without charge; "
            "and scry; and proliferate; only cast creature, never cast Elf; instead {G}{G} if tapped; "
            "moves library card"
        )
        card = card_from_data({"name": "Made Up", "type": "Artifact", "mana": [text]})
        (ability,) = card.front.of(ManaAbility)
        assert ability == ManaAbility(
            cost=Cost.parse("{2}, {T}"),
            adds=Production.parse("{G}"),
            damage=1,
            life_gain=2,
            limit=3,
            condition=Condition.parse("your turn"),
            timing=Timing.INSTANT,
            zone=Zone.GRAVEYARD,
            sacrifice_if_none="charge",
            riders=("scry", "proliferate"),
            restriction=Restriction.parse("only cast creature, never cast Elf"),
            instead=Production.parse("{G}{G}"),
            instead_if=Condition.parse("tapped"),
            moves_library_card=True,
        )
        assert card_to_data(card)["mana"] == [text]

    def test_what_has_no_short_form_is_a_table(self) -> None:
        rider = ManaAbility(cost=Cost.parse("{T}"), adds=Production.parse("{G}"), riders=("one; two",))
        odd = (
            rider,
            Keyword(name="convoke"),
            HelpToPay(help=Help.DELVE, applies_to=Filter.parse("artifact")),
            OptionalCost(keyword="replicate", cost=Cost.parse("{U}"), times=None),
            SpellTargets(needs=(), any_number=True),
        )
        card = Card(name="Odd", faces=(Face(name="Odd", types=frozenset({"artifact"}), abilities=odd),))
        assert set(card_to_data(card)) == {"name", "type", "ability"}
        assert card_from_data(card_to_data(card)) == card

    def test_the_order_of_abilities_is_kept(self) -> None:
        (ring,) = built_in().find("Sol Ring").front.mana_abilities
        abilities = (ring, Keyword(name="flying"), ring)
        card = Card(name="Odd", faces=(Face(name="Odd", types=frozenset({"artifact"}), abilities=abilities),))
        assert card_from_data(card_to_data(card)).front.abilities == abilities

    def test_short_text_of_a_card(self) -> None:
        assert card_to_data(built_in().find("Adarkar Wastes")) == {
            "name": "Adarkar Wastes",
            "type": "Land",
            "mana": ["{T}: {C}", "{T}: {W} | {U}; damage 1"],
        }
        assert card_to_data(built_in().find("Powerstone"))["token"] is True


class TestBadData:
    @pytest.mark.parametrize(
        ("change", "at"),
        [
            ({"mana": ["{T}: {W"]}, "mana[0]"),
            ({"mana": ["{T}: {W}", "{T}, Pray: {W}"]}, "mana[1]"),
            ({"mana": ["{T} {W}"]}, "mana[0]"),
            ({"mana": ["{T}: {W}; sometimes"]}, "mana[0]"),
            ({"mana": ["{T}: {W}; damage much"]}, "mana[0]"),
            ({"mana": "{T}: {W}"}, "mana"),
            ({"mana": [1]}, "mana[0]"),
            ({"cost": "{2}{"}, "cost"),
            ({"cost": ""}, "cost"),
            ({"cost": 2}, "cost"),
            ({"type": "Elf"}, "type"),
            ({"type": "Legendary"}, "type"),
            ({"type": ""}, "type"),
            ({"name": ""}, "name"),
            ({"power": 1.5}, "power"),
            ({"power": True}, "power"),
            ({"colors": "WX"}, "colors"),
            ({"colors": "C"}, "colors"),
            ({"token": 1}, "token"),
            ({"layout": "round"}, "layout"),
            ({"keywords": [""]}, "keywords[0]"),
            ({"kicker": ["{U}", "{"]}, "kicker[1]"),
            ({"multikicker": "{"}, "multikicker"),
            ({"targets": ["creature", "Unicorn?"]}, "targets[1]"),
            ({"enters": True}, "enters"),
            ({"enters": {"tapped": 1}}, "enters.tapped"),
            ({"enters": {"asleep": True}}, "enters.asleep"),
            ({"ability": [{"kind": "keyword", "name": "flash"}, {"kind": "magic"}]}, "ability[1].kind"),
            ({"ability": [{"kind": "cost-change", "less": "{"}]}, "ability[0].less"),
            ({"face": [{"name": "A", "type": "Land"}]}, "type"),
            ({"text": "words"}, "text"),
        ],
    )
    def test_bad_data_names_the_place(self, change: dict[str, Any], at: str) -> None:
        with pytest.raises(BadRequest) as error:
            card_from_data({"name": "Bad", "type": "Artifact", **change}, "x.toml card[3]")
        assert error.value.at == f"x.toml card[3].{at}"

    def test_bad_faces(self) -> None:
        for faces, at in (([], "face"), ([{"name": "A", "type": "Land"}, 3], "face[1]")):
            with pytest.raises(BadRequest) as error:
                card_from_data({"face": faces}, "card[0]")
            assert error.value.at == f"card[0].{at}"
        with pytest.raises(BadRequest, match="expected a table"):
            card_from_data(["Forest"])
