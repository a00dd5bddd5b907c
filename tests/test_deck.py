"""Deck lists of MTG Arena and MTGO: what is read of them, and which of their cards castable knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from card_files import atomic_record, write_cards
from click.testing import CliRunner, Result

from castable.card_sources import all_cards
from castable.cli import main
from castable.deck import Deck, Entry, Known, deck_knowledge, parse_deck
from castable.model.errors import BadRequest
from castable.model.store import import_file

RIDDLE = "The mana of this artifact hums while costs are paid."
CARDS = {
    "data": {
        "Brass Jar": [atomic_record("Brass Jar", "{T}: Add {R}.")],
        "Bone Jar": [atomic_record("Bone Jar", RIDDLE)],
        "Tin Jar": [atomic_record("Tin Jar", "When Tin Jar enters, hum.")],
        "Cracked": [atomic_record("Cracked", manaCost="{?}")],
    }
}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    import_file(write_cards(tmp_path / "cards.json", CARDS), tmp_path / "cards.sqlite")
    return tmp_path / "cards.sqlite"


def entries(*lines: str) -> list[Entry]:
    return parse_deck("\n".join(lines)).entries


class TestLines:
    @pytest.mark.parametrize(
        ("line", "count", "name"),
        [
            ("4 Brass Jar", 4, "Brass Jar"),
            ("  12   Brass Jar  ", 12, "Brass Jar"),
            ("4x Brass Jar", 4, "Brass Jar"),
            ("4 Brass Jar (JAR) 146", 4, "Brass Jar"),
            ("1 Brass Jar (JAR)", 1, "Brass Jar"),
            ("1 Brass Jar (PLST) JAR-12", 1, "Brass Jar"),
            ("1 Brass Jar (JAR) 12a *F*", 1, "Brass Jar"),
            ("1 Rise // Fall (JAR) 3", 1, "Rise // Fall"),
            ("1 Jar (Used)", 1, "Jar (Used)"),
            ("1 Jar, the 2nd", 1, "Jar, the 2nd"),
            ("1 +2 Mace", 1, "+2 Mace"),
        ],
    )
    def test_a_card(self, line: str, count: int, name: str) -> None:
        assert entries(line) == [Entry(count, name, "deck")]

    def test_sections_of_arena(self) -> None:
        found = entries(
            "About",
            "Name Jars",
            "",
            "Commander",
            "1 A",
            "",
            "Companion",
            "1 B",
            "",
            "Deck",
            "2 C",
            "",
            "Sideboard",
            "1 D",
        )
        assert [(entry.name, entry.section) for entry in found] == [
            ("A", "commander"),
            ("B", "companion"),
            ("C", "deck"),
            ("D", "sideboard"),
        ]

    def test_sideboard_of_mtgo(self) -> None:
        for lines in (["4 A", "2 B", "SB: 1 C"], ["", "4 A", "2 B", "", "1 C"], ["4 A", "2 B", "", "SB:  1 C"]):
            assert [entry.section for entry in entries(*lines)] == ["deck", "deck", "sideboard"], lines

    def test_several_blank_lines_set_nothing_off(self) -> None:
        assert {entry.section for entry in entries("4 A", "", "4 B", "", "4 C")} == {"deck"}

    def test_lines_of_windows_and_comments(self) -> None:
        assert entries("// jars\r", "# more jars\r", "4 A\r", "\r", "1 B\r") == [
            Entry(4, "A", "deck"),
            Entry(1, "B", "sideboard"),
        ]

    @pytest.mark.parametrize(
        "line", ["Jar", "four Jar", "4", "0 Jar", "-1 Jar", "99999 Jar", "100000000 Jar", "²  Jar"]
    )
    def test_malformed_lines_are_numbered(self, line: str) -> None:
        deck = parse_deck(f"4 A\n4 B\n\n{line}\n")
        assert deck.malformed == [(4, line)]
        assert len(deck.entries) == 2

    @pytest.mark.parametrize("text", ["", "\n\n", "Deck\n", "jars\nand more jars\n", "4 A\nwhat\nis this\n"])
    def test_what_is_no_deck_list(self, text: str) -> None:
        with pytest.raises(BadRequest, match="no deck list"):
            parse_deck(text)

    def test_xml(self) -> None:
        with pytest.raises(BadRequest, match="XML"):
            parse_deck('<?xml version="1.0"?><Deck></Deck>')


class TestKnowledge:
    def test_how_well(self, store: Path) -> None:
        deck = parse_deck("4 Brass Jar\n2 Bone Jar\n1 Tin Jar\n1 Bras Jar\n1 Cracked\n20 Forest")
        found = {one.name: one for one in deck_knowledge(deck, all_cards(store))}
        assert {name: one.known for name, one in found.items()} == {
            "Brass Jar": Known.FULLY,
            "Bone Jar": Known.PARTLY,
            "Tin Jar": Known.PARTLY,
            "Bras Jar": Known.NOT,
            "Cracked": Known.NOT,
            "Forest": Known.FULLY,
        }
        assert [found[name].may_bear_on_payment for name in ("Bone Jar", "Tin Jar")] == [True, False]
        assert found["Bras Jar"].similar[0] == "Brass Jar"
        assert "mana_cost" in found["Cracked"].error

    def test_each_card_once(self, store: Path) -> None:
        deck = Deck([Entry(3, "brass jar", "deck"), Entry(2, "Brass Jar", "sideboard"), Entry(1, "Fire/Ice", "deck")])
        found = deck_knowledge(deck, all_cards(store))
        assert [(one.name, one.count) for one in found] == [("Brass Jar", 5), ("Fire/Ice", 1)]


class TestCommand:
    @pytest.fixture
    def deck(self, tmp_path: Path) -> Path:
        path = tmp_path / "deck.txt"
        path.write_text(
            "Deck\n4 Brass Jar (JAR) 1\n2 Bone Jar\n1 Tin Jar\nwhat\n3 Bras Jar\n\nSideboard\n1 Brass Jar",
            encoding="utf-8",
        )
        return path

    @staticmethod
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["deck", *map(str, arguments)])

    def test_text(self, deck: Path, store: Path) -> None:
        result = self.run(deck, "--store", store)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[:6] == [
            "11 cards of 4 names, of them",
            "     5  known fully",
            "     1  with unread text that bears on no payment",
            "     2  with unread text that may bear on payment",
            "     3  not known at all",
            "  line 5 is neither a number and a card nor a section: what",
        ]
        assert "  3 Bras Jar  (similar: Brass Jar" in result.stdout
        assert f"      may bear on payment: {RIDDLE}\n" in result.stdout
        assert "      of no bearing: When Tin Jar enters, hum.\n" in result.stdout
        assert "hint" not in result.stdout
        assert max(map(len, result.stdout.splitlines())) <= 80

    def test_the_hint_without_a_store(self, deck: Path) -> None:
        assert self.run(deck).stdout.splitlines()[-1].startswith("hint: `castable cards import FILE`")

    def test_json(self, deck: Path, store: Path) -> None:
        data = json.loads(self.run(deck, "--json", "--store", store).stdout)
        assert (data["cards"], data["names"]) == (11, 4)
        assert data["sections"] == {"deck": 10, "sideboard": 1}
        assert data["fully"] == [{"card": "Brass Jar", "count": 5}]
        assert data["partly"][0] == {
            "card": "Bone Jar",
            "count": 2,
            "may_bear_on_payment": True,
            "unread": [{"text": RIDDLE, "may_bear_on_payment": True, "may_bear_on_casting": True}],
        }
        (unknown,) = data["not_at_all"]
        assert (unknown["card"], unknown["count"], unknown["similar"][0]) == ("Bras Jar", 3, "Brass Jar")
        assert data["malformed"] == [{"line": 5, "text": "what"}]

    @pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"no deck\n", b"<Deck/>", b"4 A\n" * 300_000])
    def test_no_deck_list(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "deck.txt"
        path.write_bytes(content)
        result = self.run(path)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"error: {path}: ")

    def test_no_such_file(self, tmp_path: Path) -> None:
        assert self.run(tmp_path / "none.txt").exit_code == 2
