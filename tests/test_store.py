"""The card store: what an import keeps, what it refuses, and that nothing harms the store that is there."""

from __future__ import annotations

import builtins
import gzip
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from card_files import ATOMIC, SCRYFALL, atomic_record, scryfall_record, write_cards

from castable.model import cardfile, store
from castable.model.card import Card, CardSource, Layout
from castable.model.cardfile import Shape
from castable.model.errors import (
    Ambiguous,
    BadJson,
    BadRequest,
    CastableError,
    TooLarge,
    UnknownCard,
    Unsupported,
)
from castable.model.names import name_key, near_names
from castable.model.store import CardStore, StoreInfo, import_file


@pytest.fixture
def atomic(tmp_path: Path) -> CardStore:
    path = write_cards(tmp_path / "AtomicCards.json", ATOMIC)
    import_file(path, tmp_path / "cards.sqlite")
    return CardStore(tmp_path / "cards.sqlite")


@pytest.fixture
def scryfall(tmp_path: Path) -> CardStore:
    path = write_cards(tmp_path / "oracle-cards.json.gz", SCRYFALL)
    import_file(path, tmp_path / "cards.sqlite")
    return CardStore(tmp_path / "cards.sqlite")


def mana_of(card: Card) -> list[str]:
    return [f"{ability.cost}: {ability.adds}" for ability in card.front.mana_abilities]


class TestNames:
    @pytest.mark.parametrize(
        "other", ["Fire // Ice", "fire // ice", "Fire/Ice", "FIRE///ICE", "  Fire  //Ice ", "Fire //\tIce"]
    )
    def test_spellings_of_one_name(self, other: str) -> None:
        assert name_key(other) == name_key("Fire // Ice")

    @pytest.mark.parametrize(
        ("written", "plain"), [("Lim-Dûl’s Jar", "lim-dul's jar"), ("Æther Jar", "aether jar"), ("Straße", "strasse")]
    )
    def test_letters_of_a_plain_keyboard(self, written: str, plain: str) -> None:
        assert name_key(written) == plain

    def test_nearest_names(self) -> None:
        known = {"copper lantern": "Copper Lantern", "iron door": "Iron Door"}
        assert near_names("Coper Lantren", known) == ["Copper Lantern"]
        assert near_names("zzz", known) == []


class TestFind:
    @pytest.mark.parametrize("name", ["Copper Lantern", "copper lantern", " COPPER  LANTERN "])
    def test_any_case(self, atomic: CardStore, name: str) -> None:
        card = atomic.find(name)
        assert card.name == "Copper Lantern"
        assert mana_of(card) == ["{T}: {R}"]

    def test_without_accents(self, atomic: CardStore) -> None:
        assert atomic.find("zoe's lantern").name == "Zoë's Lantern"

    @pytest.mark.parametrize("name", ["Dusk // Mire", "dusk/mire", "Dusk", "mire"])
    def test_faces(self, atomic: CardStore, name: str) -> None:
        card = atomic.find(name)
        assert (card.name, card.layout) == ("Dusk // Mire", Layout.SPLIT)
        assert [str(face.mana_cost) for face in card.faces] == ["{W}", "{B}"]

    def test_scryfall_faces(self, scryfall: CardStore) -> None:
        assert [face.name for face in scryfall.find("set").faces] == ["Rise", "Set"]

    def test_a_card_is_compiled_once(self, atomic: CardStore) -> None:
        assert atomic.find("Dusk") is atomic.find("Mire")

    def test_unknown_names_have_a_hint(self, atomic: CardStore) -> None:
        with pytest.raises(UnknownCard, match="similar: Copper Lantern"):
            atomic.find("Coper Lantern")
        with pytest.raises(UnknownCard, match=r"no card named 'xyzzy' in the card store$"):
            atomic.find("xyzzy")

    @pytest.mark.parametrize("name", ["", "\0", "\ud800", "x" * 100_000, "Copper\nLantern\0"])
    def test_strange_names_are_unknown(self, atomic: CardStore, name: str) -> None:
        with pytest.raises(UnknownCard):
            atomic.find(name)

    def test_a_card_comes_before_a_token_of_its_name(self, scryfall: CardStore) -> None:
        assert not scryfall.find("Ember").is_token
        assert "Ember" in scryfall

    def test_different_tokens_of_one_name(self, scryfall: CardStore) -> None:
        with pytest.raises(Ambiguous, match="2 different cards are named 'Moth'"):
            scryfall.find("Moth")

    def test_a_face_of_two_cards(self, tmp_path: Path) -> None:
        pair = {
            f"{front} // Whole": [
                atomic_record(f"{front} // Whole", faceName=face, side=side)
                for face, side in ((front, "a"), ("Whole", "b"))
            ]
            for front in ("Left", "Right")
        }
        import_file(write_cards(tmp_path / "cards.json", {"data": pair}), tmp_path / "s")
        with pytest.raises(Ambiguous, match="Left // Whole, Right // Whole are all named 'Whole'"):
            CardStore(tmp_path / "s").find("Whole")

    def test_a_record_that_is_no_card_says_where(self, tmp_path: Path) -> None:
        content = {"data": {"Odd": [atomic_record("Odd", manaCost="{Ö}")]}}
        import_file(write_cards(tmp_path / "cards.json", content), tmp_path / "s")
        with pytest.raises(BadRequest, match=r"Odd\[0\]\.mana_cost: "):
            CardStore(tmp_path / "s").find("Odd")

    def test_is_a_card_source(self, atomic: CardStore) -> None:
        source: CardSource = atomic
        assert list(source.names()) == ["Copper Lantern", "Zoë's Lantern", "Dusk // Mire"]


class TestContents:
    def test_what_it_was_made_from(self, atomic: CardStore) -> None:
        assert atomic.info == StoreInfo(source="AtomicCards.json", date="2026-01-02", shape=Shape.MTGJSON, cards=3)
        assert len(atomic) == 3

    def test_the_date_of_the_file_where_it_gives_none(self, tmp_path: Path) -> None:
        path = write_cards(tmp_path / "oracle-cards.json", SCRYFALL)
        os.utime(path, (0, 1_700_000_000))
        assert import_file(path, tmp_path / "s").date == "2023-11-14"

    def test_records_without_bulk(self, atomic: CardStore, scryfall: CardStore) -> None:
        assert scryfall.raw("ember")["oracle_text"] == "{T}: Add {R}."
        for record in (scryfall.raw("ember"), scryfall.raw("Rise")["card_faces"][0]):
            assert not {"prices", "image_uris"} & set(record)

    def test_records_of_mtgjson(self, atomic: CardStore) -> None:
        (record,) = atomic.raw("COPPER LANTERN")
        assert record["text"] == "{T}: Add {R}."
        assert not {"foreignData", "purchaseUrls"} & set(record)

    def test_printings_and_pictures_are_no_cards_of_their_own(self, scryfall: CardStore) -> None:
        assert len(scryfall) == 6
        assert list(scryfall.names()) == ["Copper Lantern", "Ember", "Moth", "Rise // Set"]
        assert len(list(scryfall.records())) == 6

    def test_search(self, atomic: CardStore) -> None:
        assert atomic.search("lantern") == ["Copper Lantern", "Zoë's Lantern"]
        assert atomic.search("LANTERN cop") == ["Copper Lantern"]
        assert atomic.search("zoe") == ["Zoë's Lantern"]
        assert atomic.search("dusk") == ["Dusk // Mire"]
        assert atomic.search("100%_") == []

    def test_both_shapes_compile_alike(self, tmp_path: Path) -> None:
        import_file(write_cards(tmp_path / "a.json", ATOMIC), tmp_path / "a")
        import_file(write_cards(tmp_path / "b.json", SCRYFALL), tmp_path / "b")
        assert CardStore(tmp_path / "a").find("Copper Lantern") == CardStore(tmp_path / "b").find("Copper Lantern")


BROKEN: dict[str, tuple[Any, type[CastableError], str]] = {
    "empty": (b"", BadJson, "expected JSON"),
    "blank": (b"  \n", BadJson, "expected JSON"),
    "a number": (b"7", BadJson, "expected JSON"),
    "prose": (b"4 Copper Lantern\n", BadJson, "expected JSON"),
    "cut off": (b'[{"name": "A", "type_line": "Land"},\n{"na', BadJson, r"cards\.json:2:5: .*too early"),
    "bad symbol": (b'{"meta": {},\n "data": {"A": [}}', BadJson, r"cards\.json:2:17: "),
    "trailing comma": (b'[{"name": "A"},]', BadJson, r"cards\.json:1:16: "),
    "two documents": (b"[1] [2]", BadJson, r"cards\.json:1:\d: .*trailing"),
    "not UTF-8": (b'[{"name": "\xff", "type_line": "Land"}]', BadJson, r"cards\.json \[0\]: .*UTF-8"),
    "nested": (b"[" * 100_000, BadJson, "nested too deeply"),
    "no data": ({"cards": []}, BadRequest, "no card file"),
    "data is a list": ({"data": [1]}, BadRequest, "no card file"),
    "no cards": ([], BadRequest, "no card in this file"),
    "no cards in data": ({"data": {}}, BadRequest, "no card in this file"),
    "numbers": ([1, 2], BadRequest, r"cards\.json \[0\]: "),
    "no name": ([{"type_line": "Land"}], BadRequest, r"\[0\]: .*`name`"),
    "no card": ([scryfall_record("A"), {"object": "set", "name": "B"}], BadRequest, r"\[1\]: .*`type_line`"),
    "faces without names": ([scryfall_record("A", card_faces=[{}])], BadRequest, r"\[0\]\.card_faces: "),
    "faces no list": ([scryfall_record("A", card_faces=5)], BadRequest, r"\[0\]\.card_faces: "),
    "sets": ({"data": {"ABC": {"cards": []}}}, BadRequest, r"data\['ABC'\]: .*AtomicCards"),
    "no faces": ({"data": {"A": []}}, BadRequest, r"data\['A'\]: "),
    "a face without type": ({"data": {"A": [{"name": "A"}]}}, BadRequest, r"data\['A'\]\[0\]: .*`type`"),
    "a face that is text": ({"data": {"A": ["A"]}}, BadRequest, r"data\['A'\]\[0\]: "),
    "zip": (b"PK\x03\x04....", BadRequest, "a zip archive"),
    "xz": (b"\xfd7zXZ\x00..", BadRequest, "a xz archive"),
}


class TestBrokenFiles:
    @pytest.fixture
    def content(self, atomic: CardStore) -> Callable[[], object]:
        """The store that is there, and a look at its folder."""
        before = atomic.path.read_bytes()

        def unharmed() -> None:
            assert atomic.path.read_bytes() == before
            assert [path.name for path in atomic.path.parent.iterdir() if path.name.startswith(".")] == []

        return unharmed

    @pytest.mark.parametrize("kind", BROKEN)
    def test_leave_the_store_whole(self, kind: str, tmp_path: Path, content: Callable[[], object]) -> None:
        broken, error, words = BROKEN[kind]
        with pytest.raises(error, match=words) as caught:
            import_file(write_cards(tmp_path / "cards.json", broken), tmp_path / "cards.sqlite")
        assert "cards.json" in str(caught.value)
        content()

    @pytest.mark.parametrize("keep", [0.1, 0.5, 0.99])
    def test_gzip_cut_off(self, keep: float, tmp_path: Path, content: Callable[[], object]) -> None:
        whole = gzip.compress(json.dumps(ATOMIC).encode())
        path = tmp_path / "cards.json.gz"
        path.write_bytes(whole[: int(len(whole) * keep)])
        with pytest.raises(BadRequest, match=r"cards\.json\.gz.*cut off or damaged"):
            import_file(path, tmp_path / "cards.sqlite")
        content()

    def test_gzip_damaged(self, tmp_path: Path, content: Callable[[], object]) -> None:
        whole = bytearray(gzip.compress(json.dumps(ATOMIC).encode()))
        whole[len(whole) // 2] ^= 0xFF
        path = tmp_path / "cards.json.gz"
        path.write_bytes(whole)
        with pytest.raises(BadRequest, match=r"cards\.json\.gz"):
            import_file(path, tmp_path / "cards.sqlite")
        content()

    def test_no_such_file(self, tmp_path: Path, content: Callable[[], object]) -> None:
        with pytest.raises(BadRequest, match="No such file"):
            import_file(tmp_path / "none.json", tmp_path / "cards.sqlite")
        with pytest.raises(BadRequest):
            import_file(tmp_path, tmp_path / "cards.sqlite")
        with pytest.raises(BadRequest):
            import_file("a\0b", tmp_path / "cards.sqlite")
        content()

    def test_a_huge_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: Callable[[], object]) -> None:
        monkeypatch.setattr(cardfile, "MAX_CARD_FILE", 2_000)
        path = write_cards(tmp_path / "cards.json.gz", [scryfall_record("A" * 3_000)])
        with pytest.raises(TooLarge, match="2,000 bytes"):
            import_file(path, tmp_path / "cards.sqlite")
        content()

    def test_a_byte_order_mark_is_no_harm(self, tmp_path: Path) -> None:
        path = write_cards(tmp_path / "cards.json", b"\xef\xbb\xbf" + json.dumps(SCRYFALL).encode())
        assert import_file(path, tmp_path / "s").cards == 6

    def test_without_msgspec(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, atomic: CardStore) -> None:
        path, real = write_cards(tmp_path / "cards.json", SCRYFALL), builtins.__import__

        def without(name: str, *rest: Any) -> Any:
            if name == "msgspec":
                raise ImportError(name)
            return real(name, *rest)

        monkeypatch.setattr(builtins, "__import__", without)
        with pytest.raises(Unsupported, match="pip install msgspec"):
            import_file(path, tmp_path / "cards.sqlite")
        assert atomic.find("Copper Lantern").name == "Copper Lantern"


class TestWriting:
    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        return write_cards(tmp_path / "new.json", [scryfall_record(f"Card {i}", "x" * 2_000) for i in range(200)])

    @staticmethod
    def unharmed(atomic: CardStore) -> None:
        assert list(CardStore(atomic.path).names()) == ["Copper Lantern", "Zoë's Lantern", "Dusk // Mire"]
        assert list(atomic.path.parent.glob(".*")) == []

    def test_a_new_import_takes_the_place_of_the_old(self, atomic: CardStore, source: Path) -> None:
        assert atomic.find("Copper Lantern")
        import_file(source, atomic.path)
        assert "Card 7" in CardStore(atomic.path)
        assert "Copper Lantern" not in CardStore(atomic.path)
        assert "Copper Lantern" in atomic  # what was open goes on as it was
        assert list(atomic.path.parent.glob(".*")) == []

    def test_progress(self, atomic: CardStore, source: Path) -> None:
        told: list[tuple[int, int]] = []
        import_file(source, atomic.path, lambda done, total: told.append((done, total)))
        assert told == [(200, 200)]

    def test_folders_are_made(self, tmp_path: Path, source: Path) -> None:
        import_file(source, tmp_path / "a/b/cards.sqlite")
        assert "Card 7" in CardStore(tmp_path / "a/b/cards.sqlite")

    def test_a_full_disk(self, atomic: CardStore, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_SETTINGS", (*store._SETTINGS, "PRAGMA max_page_count = 20"))
        with pytest.raises(BadRequest, match=r"cards\.sqlite.*cannot be written .*full"):
            import_file(source, atomic.path)
        self.unharmed(atomic)

    @pytest.mark.parametrize("step", ["fsync", "replace"])
    def test_a_disk_that_fails_late(
        self, step: str, atomic: CardStore, source: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, step, fail)
        with pytest.raises(BadRequest, match="No space left on device"):
            import_file(source, atomic.path)
        self.unharmed(atomic)

    def test_an_interrupt(self, atomic: CardStore, source: Path) -> None:
        def interrupt(done: int, total: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            import_file(source, atomic.path, interrupt)
        self.unharmed(atomic)

    def test_a_killed_import_is_cleared_away_by_the_next(self, atomic: CardStore, source: Path) -> None:
        script = (
            "import os, sys\nfrom castable.model.store import import_file\n"
            "import_file(sys.argv[1], sys.argv[2], lambda done, total: os._exit(9))"
        )
        done = subprocess.run([sys.executable, "-c", script, source, atomic.path], timeout=60)
        assert done.returncode == 9
        (left,) = atomic.path.parent.glob(".*")
        assert "Copper Lantern" in CardStore(atomic.path)
        os.utime(left, (0, time.time() - 60))
        import_file(source, atomic.path)
        assert list(atomic.path.parent.glob(".*")) == []

    def test_a_running_import_is_left_alone(self, atomic: CardStore, source: Path, tmp_path: Path) -> None:
        other = write_cards(tmp_path / "other.json", [scryfall_record("Late")])

        def meanwhile(done: int, total: int) -> None:
            (unfinished,) = atomic.path.parent.glob(".*")
            os.utime(unfinished, (0, time.time() - 60))
            import_file(other, atomic.path)
            assert "Late" in CardStore(atomic.path)

        import_file(source, atomic.path, meanwhile)
        assert "Card 7" in CardStore(atomic.path)
        assert list(atomic.path.parent.glob(".*")) == []

    def test_imports_at_once(self, atomic: CardStore, source: Path) -> None:
        with ThreadPoolExecutor(4) as pool:
            infos = list(pool.map(lambda _: import_file(source, atomic.path), range(8)))
        assert {info.cards for info in infos} == {200}
        assert len(list(CardStore(atomic.path).names())) == 200
        assert list(atomic.path.parent.glob(".*")) == []

    def test_a_file_that_is_no_store_is_not_overwritten(self, tmp_path: Path, source: Path) -> None:
        precious = tmp_path / "precious.txt"
        precious.write_text("diary")
        with pytest.raises(BadRequest, match="not overwritten"):
            import_file(source, precious)
        assert precious.read_text() == "diary"

    def test_a_store_of_another_version_is_replaced(self, atomic: CardStore, source: Path) -> None:
        change(atomic.path, "PRAGMA user_version = 99")
        import_file(source, atomic.path)
        assert "Card 7" in CardStore(atomic.path)

    def test_no_place_for_a_store(self, tmp_path: Path, source: Path) -> None:
        for place in (tmp_path, source / "below", "null\0byte"):
            with pytest.raises(BadRequest):
                import_file(source, place)

    def test_a_link_stays_a_link(self, tmp_path: Path, atomic: CardStore, source: Path) -> None:
        link = tmp_path / "link.sqlite"
        link.symlink_to(atomic.path)
        import_file(source, link)
        assert link.is_symlink()
        assert "Card 7" in CardStore(atomic.path)


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


class TestNoStore:
    def test_none(self, tmp_path: Path) -> None:
        with pytest.raises(BadRequest, match="castable cards import FILE"):
            CardStore(tmp_path / "none").find("Forest")

    @pytest.mark.parametrize("content", [b"", b"diary", b"\0" * 4096, b"SQLite format 3\0" + b"x" * 200])
    def test_another_file(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_bytes(content)
        with pytest.raises(BadRequest, match="no card store"):
            CardStore(path).find("Forest")

    def test_another_database(self, tmp_path: Path) -> None:
        path = tmp_path / "other.sqlite"
        change(path, "CREATE TABLE t (x)")
        with pytest.raises(BadRequest, match="no card store"):
            list(CardStore(path).names())

    def test_another_version(self, atomic: CardStore) -> None:
        change(atomic.path, "PRAGMA user_version = 99")
        with pytest.raises(BadRequest, match="version 99, not of version 1: import"):
            CardStore(atomic.path).find("Forest")

    def test_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(BadRequest, match="directory"):
            CardStore(tmp_path).find("Forest")

    def test_a_damaged_store(self, atomic: CardStore) -> None:
        whole = atomic.path.read_bytes()
        atomic.path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
        with pytest.raises(BadRequest, match=r"cannot be read .*; import again"):
            CardStore(atomic.path).find("Copper Lantern")
