"""Coverage of a card file: kinds of text, how much of them is read, unread texts, and whether the pool agrees."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from card_files import atomic_record, scryfall_record, write_cards
from click.testing import CliRunner, Result

from castable.agreement import differences, disagreements
from castable.cli import main
from castable.coverage import Bearing, Coverage, KindCount, coverage_of, share
from castable.coverage_chart import coverage_chart
from castable.coverage_text import coverage_lines, kinds_lines, unread_lines
from castable.model.card import Card, Face
from castable.model.oracle import face_from_fields
from castable.model.pool import Pool, built_in
from castable.model.store import CardStore, import_file
from castable.text_kinds import KINDS, Paragraph

RIDDLE = "The mana of this artifact hums while costs are paid."


def kinds(text: str, name: str = "Brass Jar", *, of_spell: bool = False) -> set[str]:
    paragraph = Paragraph(text, name, of_spell=of_spell)
    return {kind.title for kind in KINDS if kind.found_in(paragraph)}


def made_up(tmp_path: Path, records: Any) -> CardStore:
    import_file(write_cards(tmp_path / "cards.json", records), tmp_path / "cards.sqlite")
    return CardStore(tmp_path / "cards.sqlite")


@pytest.fixture
def store(tmp_path: Path) -> CardStore:
    records = [
        atomic_record("Brass Jar", "{T}: Add {R}."),
        atomic_record("Bone Jar", f"{{T}}: Add {{R}}.\n{RIDDLE}"),
        atomic_record("Clay Jar", "{T}: Add {R} if the jar hums three times.\n{T}: Add {G}."),
        atomic_record("Iron Jar", "{T}: Add {R} if the jar hums four times."),
        atomic_record("Tin Jar", "When Tin Jar enters, hum."),
        atomic_record("Wax Jar", "When Wax Jar enters, hum."),
        atomic_record("Burrow", "Kicker {1}\nIf this spell was kicked, hum.", "Sorcery", manaCost="{B}"),
        atomic_record("Old World", "Hum.", "Plane — Nowhere", layout="planar"),
        atomic_record("Cracked", manaCost="{?}"),
    ]
    return made_up(tmp_path, {"meta": {"date": "2026-01-02"}, "data": {record["name"]: [record] for record in records}})


def of_kind(found: Coverage, title: str) -> KindCount:
    (count,) = (count for count in found.kinds if count.kind.title == title)
    return count


class TestKinds:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("{1}, {T}: Add {R}{R}.", "own mana abilities"),
            ("Gearwork — {T}: Add two mana of any one color.", "own mana abilities"),
            ("+1: Add {R}.", "loyalty or target, adding mana"),
            ("{T}: Target player adds {R}.", "loyalty or target, adding mana"),
            ('Jars you control have "{T}: Add {R}."', "granted mana abilities"),
            ('Create a Jar token with "{T}: Add {R}."', "tokens with a quoted mana ability"),
            ("When Brass Jar enters, create a Treasure token.", "tokens that make mana, by name"),
            ("When Brass Jar enters, add {R}.", "triggered abilities that add mana"),
            ("Kicker {1}{R}", "kicker"),
            ("Multikicker {1}", "multikicker"),
            ("As an additional cost to cast this spell, hum.", "additional costs of its own"),
            ("As an additional cost to cast Brass Jar, hum.", "additional costs of its own"),
            ("As an additional cost to cast jars, players hum.", "additional costs of others"),
            ("You may hum rather than pay Brass Jar's mana cost.", "rather than its mana cost"),
            ("You may hum rather than pay the mana cost of jars.", "rather than others' mana costs"),
            ("You may hum rather than pay the hum cost.", "rather than a cost of abilities"),
            ("You may cast this spell without paying its mana cost.", "cast itself without paying"),
            ("You may cast that jar without paying its mana cost.", "without paying others' mana costs"),
            ("This spell costs {1} less to cast if you hum.", "costs less itself"),
            ("Brass Jar costs {1}{R} more to cast.", "costs more itself"),
            ("Jar spells you cast cost {1} less to cast.", "other spells cost less"),
            ("Jar spells cost {1} more to cast.", "other spells cost more"),
            ("Abilities of jars cost {1} less to activate.", "abilities cost less"),
            ("Affinity for jars", "affinity"),
            ("{T}: Add {R}. Spend this mana only to hum.", "spend this mana only"),
            ("Hum if {R} was spent to cast this spell.", "riders on mana spent"),
            ("You may spend mana as though it were mana of any color while you hum.", "mana as though of another type"),
            ("Whenever you tap a jar for mana, hum.", "triggers on tapping for mana"),
            ("If you tap a jar for mana, it produces {C} instead.", "replaced mana"),
            ("Hum for each unspent mana.", "unspent mana"),
            ("Activated abilities of jars can't be activated.", "abilities that can't be activated"),
            ("{T}: Add one mana of any color a jar could produce.", "could produce"),
            ("{T}: Add one mana of the chosen color if you hum.", "chosen color or type"),
            ("{T}: Add {R} for each jar you control.", "counted amounts"),
            ("Enchanted land is a Swamp while it hums.", "land types changed"),
            ("Brass Jar enters tapped.", "enters tapped"),
            ("Jars enter tapped.", "others enter tapped"),
            ("You may cast jars from your graveyard.", "cast or play from elsewhere"),
            ("Your opponents can't cast jars.", "can't be cast or played"),
            ("You may cast jars as though they had flash.", "as though it had flash"),
            ("Players who hum can't pay life.", "costs that can't be paid"),
            ("Flash", "flash"),
            ("Flying, convoke", "convoke"),
            ("Flashback {2}{R}", "flashback"),
            ("Flashback—{R}, Hum.", "flashback"),
            ("Gearcycling {2}", "cycling"),
            ("Craft with jar {2}", "craft"),
            ("Converge — Hum for each color of mana spent.", "converge"),
            ("Spree\n+ {1} — Hum.", "spree"),
        ],
    )
    def test_text_of_a_kind(self, text: str, kind: str) -> None:
        assert kind in kinds(text)

    @pytest.mark.parametrize(
        ("text", "none_of"),
        [
            ("Flashback {2}{R}", {"flash"}),
            ("Kicker {1} (You may hum as an additional cost to cast this spell.)", {"additional costs of its own"}),
            ('Jars you control have "{T}: Add {R}."', {"own mana abilities"}),
            ("When a jar breaks, {T}: Add {R}.", {"own mana abilities"}),
            ("Flash jars cost {1} less.", {"flash"}),
            ("This spell costs {1} less to cast if you hum twice or more.", {"costs more itself"}),
            ("Multikicker {1}", {"kicker"}),
        ],
    )
    def test_text_of_another_kind(self, text: str, none_of: set[str]) -> None:
        assert not kinds(text) & none_of

    def test_spells(self) -> None:
        assert "spells that add mana" in kinds("Add {R}{R}.", of_spell=True)
        assert "spells that add mana" not in kinds("Add {R}{R}.")

    def test_titles_are_told_apart(self) -> None:
        titles = [kind.title for kind in KINDS]
        assert len(titles) == len(set(titles))


class TestCounts:
    def test_own_mana_abilities(self, store: CardStore) -> None:
        count = of_kind(coverage_of(store), "own mana abilities")
        assert (count.cards, count.wholly, count.partly, count.unread, count.harmless) == (4, 2, 1, 1, 0)

    def test_harmless_unread_text(self, store: CardStore) -> None:
        count = of_kind(coverage_of(store), "text that asks for kicks")
        assert (count.cards, count.unread, count.harmless) == (1, 1, 1)

    def test_bearings(self, store: CardStore) -> None:
        found = coverage_of(store)
        assert found.cards == 7
        assert found.left_out == 1
        assert found.bearings == {Bearing.NOTHING_UNREAD: 1, Bearing.NONE: 3, Bearing.PAYMENT: 3}
        assert found.failed == [("Cracked", found.failed[0][1])]
        assert "Cracked[0].mana_cost" in found.failed[0][1]

    def test_unread_texts_are_counted_without_names_and_numbers(self, store: CardStore) -> None:
        texts = {one.text: (one.cards, one.bearing, one.example) for one in coverage_of(store).unread}
        assert texts["When ~ enters, hum."] == (2, Bearing.NONE, "Tin Jar")
        assert texts["{T}: Add {R} if the jar hums N times."] == (2, Bearing.PAYMENT, "Clay Jar")

    def test_the_most_frequent_of_each_bearing(self, store: CardStore) -> None:
        some = list(coverage_of(store).most_frequent(1))
        assert [one.bearing for one in some] == [Bearing.PAYMENT, Bearing.NONE]

    def test_progress(self, store: CardStore) -> None:
        told: list[tuple[int, int]] = []
        coverage_of(store, lambda done, total: told.append((done, total)))
        assert told == [(9, 9)]

    def test_scryfall(self, tmp_path: Path) -> None:
        faces = [
            {"name": "Rise", "type_line": "Sorcery", "oracle_text": "Kicker {1}"},
            {"name": "Fall", "type_line": "Sorcery", "oracle_text": "Add {R}."},
        ]
        records = [
            scryfall_record("Rise // Fall", type_line="Sorcery // Sorcery", layout="split", card_faces=faces),
            scryfall_record("Jar", "{T}: Add {R}.", layout="token"),
        ]
        found = coverage_of(made_up(tmp_path, records))
        assert (found.cards, found.left_out) == (1, 1)
        assert of_kind(found, "kicker").wholly == 1
        assert of_kind(found, "spells that add mana").wholly == 1

    def test_shares_are_rounded_down(self) -> None:
        assert [share(1, 3), share(999, 1000), share(2, 2), share(0, 0)] == ["33 %", "99 %", "100 %", "100 %"]


class TestPool:
    @staticmethod
    def read(text: str, **fields: str) -> Card:
        face = face_from_fields(name="Brass Jar", mana_cost="{2}", type_line="Artifact", text=text, **fields)
        return Card(name="Brass Jar", faces=(face,))

    def test_agreement(self) -> None:
        assert (
            differences(self.read("{T}: Add {R}."), self.read("{T}: Add {R}.\nWhen this artifact enters, hum.")) == []
        )

    def test_another_ability(self) -> None:
        found = differences(self.read("{T}: Add {R}."), self.read("{T}: Add {G}."))
        assert len(found) == 2
        assert found[0].startswith("Brass Jar: read only: ")
        assert found[1].startswith("Brass Jar: built in only: ")

    def test_another_characteristic(self) -> None:
        assert differences(self.read("", power="2"), self.read("", power="3")) == ["Brass Jar: power: 2 / 3"]

    def test_what_may_be_in_unread_text_is_no_difference(self) -> None:
        assert differences(self.read("{T}: Add {R}."), self.read(RIDDLE)) == []
        assert len(differences(self.read("{T}: Add {R}."), self.read("Hum."))) == 1

    def test_a_face_that_is_missing(self) -> None:
        ours = Card(name="Brass Jar", faces=(Face(name="Brass Jar"), Face(name="Jam")))
        assert differences(ours, self.read(""))[-1] == "Jam: no face of that name was read"

    def test_every_card_that_both_know(self) -> None:
        tables = '[[card]]\nname = "{}"\ntype = "Artifact"\ncost = "{{1}}"\n'
        ours = Pool.read({"a.toml": "".join(map(tables.format, ("Brass Jar", "Jam", "Lid")))})
        theirs = Pool.read({"b.toml": tables.format("Jam") + tables.format("Lid").replace("{1}", "{2}")})
        assert list(disagreements(ours, theirs)) == [("Lid", ["Lid: mana_cost: {1} / {2}"])]

    def test_in_a_coverage(self, tmp_path: Path) -> None:
        record = atomic_record("Forest", "", "Basic Land — Forest", power="1")
        found = coverage_of(made_up(tmp_path, {"data": {"Forest": [record]}}))
        assert "Forest" in built_in()
        assert found.compared == 1
        assert found.disagreements == [("Forest", ["Forest: power:  / 1"])]
        assert "  Forest: power:  / 1" in list(coverage_lines(found))


class TestShown:
    def test_lines_fit(self, store: CardStore) -> None:
        found = coverage_of(store)
        lines = [*coverage_lines(found), *kinds_lines(found), *unread_lines(found, 9)]
        assert max(map(len, lines)) <= 80
        assert "  own mana abilities                      4       2  50 %      1     1         0" in lines
        assert any("Cracked cannot be read as a card" in line for line in lines)

    def test_chart(self, store: CardStore) -> None:
        root = ET.fromstring(coverage_chart(coverage_of(store)))
        texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "What castable reads of 7 cards" in texts
        at = texts.index("own mana abilities")
        assert texts[at + 1 : at + 3] == ["50 %", "4"]

    def test_a_chart_of_nothing(self, tmp_path: Path) -> None:
        empty = made_up(tmp_path, {"data": {"Nothing": [atomic_record("Nothing")]}})
        assert ET.fromstring(coverage_chart(coverage_of(empty))) is not None


class TestCommand:
    @staticmethod
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["cards", "coverage", *map(str, arguments)])

    def test_text(self, store: CardStore) -> None:
        plain = self.run("--store", store.path)
        assert plain.exit_code == 0
        assert plain.stdout.startswith("7 cards of cards.json (2026-01-02); left out: 1 (tokens, cards of variants)\n")
        more = self.run("--store", store.path, "--by", "kind", "--unread", 5).stdout
        assert more.startswith(plain.stdout)
        assert "own mana abilities" in more
        assert "     2  When ~ enters, hum.  (Tin Jar)" in more

    def test_json(self, store: CardStore) -> None:
        data = json.loads(self.run("--store", store.path, "--json", "--unread", 1).stdout)
        assert (data["cards"], data["source"], data["date"]) == (7, "cards.json", "2026-01-02")
        (row,) = (row for row in data["kinds"] if row["kind"] == "own mana abilities")
        assert row == {
            "section": "mana abilities",
            "kind": "own mana abilities",
            "cards": 4,
            "wholly": 2,
            "partly": 1,
            "not": 1,
            "harmless": 0,
        }
        assert [one["cards"] for one in data["unread"]] == [2, 2]

    def test_chart(self, store: CardStore, tmp_path: Path) -> None:
        chart = tmp_path / "chart.svg"
        assert self.run("--store", store.path, "--chart", chart).exit_code == 0
        assert chart.read_text(encoding="utf-8").startswith("<svg ")
        result = self.run("--store", store.path, "--chart", tmp_path / "no/such/folder.svg")
        assert result.exit_code == 2
        assert "folder.svg" in result.stderr

    def test_without_a_store(self) -> None:
        result = self.run()
        assert result.exit_code == 2
        assert "castable cards import FILE" in result.stderr
