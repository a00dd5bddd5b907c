"""Cards from several sources, text that is assumed irrelevant, and the commands that look at cards."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from card_files import atomic_record, write_cards
from click.testing import CliRunner, Result

import castable
from castable.card_sources import Assuming, Layered, all_cards, assumed_irrelevant, card_source, card_store, store_path
from castable.cli import main
from castable.model.ability import Grant, Unread
from castable.model.card import Card, Face
from castable.model.data import ability_from_data
from castable.model.errors import BadRequest, UnknownCard, Unsupported
from castable.model.pool import Pool
from castable.model.store import import_file
from castable.query import serve

RIDDLE = "The mana of this artifact hums while costs are paid."
CARDS = {
    "data": {
        "Humming Stone Jar": [atomic_record("Humming Stone Jar", f"{{T}}: Add {{G}}.\n{RIDDLE}", manaCost="{2}")],
        "Mossy Imp": [atomic_record("Mossy Imp", "", "Creature — Imp", manaCost="{G}", power="1", toughness="1")],
        "Forest": [atomic_record("Forest", "", "Basic Land — Island")],
    }
}
BOARD: dict[str, Any] = {"you": {"battlefield": ["Humming Stone Jar"], "hand": ["Mossy Imp"]}}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "cards.sqlite"
    import_file(write_cards(tmp_path / "cards.json", CARDS), path)
    return path


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD), encoding="utf-8")
    return path


def pool(*names: str) -> Pool:
    return Pool.read({"test.toml": "".join(f'[[card]]\nname = "{name}"\ntype = "Artifact"\n' for name in names)})


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


class TestLayers:
    def test_the_first_layer_with_the_name(self) -> None:
        cards = Layered(pool("Jar", "Cup"), pool("Jar", "Bowl"), described="anywhere")
        assert cards.find("bowl").name == "Bowl"
        assert list(cards.names()) == ["Jar", "Cup", "Bowl"]
        assert cards.search("o") == ["Bowl"]

    def test_the_hint_of_an_unknown_name(self) -> None:
        cards = Layered(pool("Wooden Jar"), pool("Wooden Cup"), described="anywhere", hint="buy more")
        with pytest.raises(UnknownCard) as caught:
            cards.find("Woden Jar")
        assert str(caught.value) == "no card named 'Woden Jar' anywhere; similar: Wooden Jar, Wooden Cup; buy more"

    def test_the_pool_comes_before_the_store(self, store: Path) -> None:
        assert card_source(store).find("Forest").front.subtypes == {"Forest"}
        assert card_source(store).find("mossy imp").name == "Mossy Imp"

    def test_without_a_store_the_import_is_named(self) -> None:
        with pytest.raises(UnknownCard, match="castable cards import FILE"):
            card_source().find("Mossy Imp")

    def test_a_store_that_was_asked_for_must_be_there(self, tmp_path: Path) -> None:
        with pytest.raises(BadRequest, match="no card store"):
            card_source(tmp_path / "none")

    def test_a_new_import_is_seen(self, store: Path, tmp_path: Path) -> None:
        assert card_store(store) is card_store(store)
        import_file(write_cards(tmp_path / "b.json", {"data": {"Late": [atomic_record("Late")]}}), store)
        assert card_source(store).find("Late").name == "Late"


class TestPlace:
    def test_the_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CASTABLE_STORE", "/some/where")
        assert store_path() == Path("/some/where")
        assert store_path("/else/where") == Path("/else/where")

    @pytest.mark.parametrize(
        ("platform", "variables", "place"),
        [
            ("linux", {"XDG_CACHE_HOME": "/cache"}, "/cache/castable/cards.sqlite"),
            ("linux", {"XDG_CACHE_HOME": "no/whole/path", "HOME": "/home/me"}, "/home/me/.cache/castable/cards.sqlite"),
            ("darwin", {"HOME": "/Users/me"}, "/Users/me/Library/Caches/castable/cards.sqlite"),
            ("win32", {"LOCALAPPDATA": "/me/Local"}, "/me/Local/castable/cards.sqlite"),
        ],
    )
    def test_the_cache_folder(
        self, platform: str, variables: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("CASTABLE_STORE")
        monkeypatch.setattr(sys, "platform", platform)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert store_path() == Path(place)


class TestAssuming:
    def test_unread_text_is_left_out(self, store: Path) -> None:
        plain, assuming = card_source(store), card_source(store, ["humming stone jar"])
        assert [text.text for text in plain.find("Humming Stone Jar").front.unread] == [RIDDLE]
        assert assuming.find("Humming Stone Jar").front.unread == ()
        assert assuming.find("Humming Stone Jar").front.mana_abilities
        assert assuming.find("Mossy Imp") == plain.find("Mossy Imp")
        assert (assumed_irrelevant(plain), assumed_irrelevant(assuming)) == ((), ("Humming Stone Jar",))

    def test_in_grants_too(self) -> None:
        haste = ability_from_data({"kind": "keyword", "name": "haste"})
        riddle = Unread(text=RIDDLE)
        grant = ability_from_data(
            {"kind": "grant", "to": "creature", "abilities": [{"kind": "keyword", "name": "haste"}]}
        )
        assert isinstance(grant, Grant)
        both = Grant(to=grant.to, abilities=(haste, riddle))
        only = Grant(to=grant.to, abilities=(riddle,))

        class One:
            def find(self, name: str) -> Card:
                return Card(name="Jar", faces=(Face(name="Jar", abilities=(both, only, riddle, haste)),))

            def names(self) -> list[str]:
                return ["Jar"]

        assert Assuming(One(), ["Jar"]).find("Jar").front.abilities == (grant, haste)
        assert list(Assuming(One(), ["Jar"]).names()) == ["Jar"]

    def test_an_unknown_name_is_an_error(self, store: Path) -> None:
        with pytest.raises(UnknownCard):
            card_source(store, ["Nonsense"])

    def test_a_board_in_the_library(self, store: Path) -> None:
        with pytest.raises(Unsupported, match="hums"):
            castable.payments(castable.parse_board(json.dumps(BOARD), card_source(store)), "Mossy Imp").count()
        cards = card_source(store, ["Humming Stone Jar"])
        assert castable.payments(castable.parse_board(json.dumps(BOARD), cards), "Mossy Imp").count() == 1


class TestCommandsWithABoard:
    COMMANDS: tuple[tuple[str, ...], ...] = (
        ("payments", "Mossy Imp"),
        ("can", "Mossy Imp"),
        ("cost", "Mossy Imp"),
        ("plays",),
        ("mana",),
        ("check", "Mossy Imp; total {G}; Humming Stone Jar: {T} -> {G}; spend {G}"),
    )

    @pytest.mark.parametrize("command", COMMANDS)
    def test_an_answer_says_what_was_assumed(self, command: tuple[str, ...], store: Path, board: Path) -> None:
        name, *rest = command
        options = ("--store", store, "--assume-irrelevant", "Humming Stone Jar")
        text = run(name, board, *rest, *options)
        assert text.exit_code in (0, 1), text.output
        assert text.output.splitlines()[-1] == "assumed irrelevant: the unread text of Humming Stone Jar"
        answer = json.loads(run(name, board, *rest, *options, "--json").stdout)
        assert answer["assumed_irrelevant"] == ["Humming Stone Jar"]

    @pytest.mark.parametrize("command", COMMANDS)
    def test_nothing_is_said_where_nothing_was(self, command: tuple[str, ...], store: Path, board: Path) -> None:
        name, *rest = command
        result = run(name, board, *rest, "--store", store)
        assert "assumed" not in result.output

    def test_unread_text_that_may_bear_ends_with_status_2(self, store: Path, board: Path) -> None:
        result = run("payments", board, "Mossy Imp", "--store", store)
        assert result.exit_code == 2
        assert RIDDLE.rstrip(".") in result.stderr

    def test_the_variable(self, store: Path, board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CASTABLE_STORE", str(store))
        result = run("can", board, "Mossy Imp", "--assume-irrelevant", "Humming Stone Jar")
        assert result.stdout.splitlines()[0] == "yes: Mossy Imp can be cast now"

    def test_the_protocol(self, store: Path) -> None:
        request = {"id": 1, "state": BOARD, "ask": {"kind": "castable", "spell": "Mossy Imp"}}
        for cards, assumed in (
            (card_source(store), None),
            (card_source(store, ["Humming Stone Jar"]), ["Humming Stone Jar"]),
        ):
            replies = io.StringIO()
            serve(io.BytesIO(json.dumps(request).encode()), replies, cards)
            reply = json.loads(replies.getvalue())
            assert ("error" in reply) == (assumed is None)
            assert reply.get("answer", {}).get("assumed_irrelevant") == assumed

    def test_the_command_of_the_protocol(self, store: Path, tmp_path: Path) -> None:
        requests = tmp_path / "requests.jsonl"
        requests.write_text('{"id": 1, "ask": {"kind": "card", "card": "Humming Stone Jar"}}', encoding="utf-8")
        result = run("query", requests, "--store", store, "--assume-irrelevant", "Humming Stone Jar")
        answer = json.loads(result.stdout)["answer"]
        assert answer["assumed_irrelevant"] == ["Humming Stone Jar"]
        assert answer["faces"][0]["unread"] == []


class TestCommandsAboutCards:
    def test_import(self, tmp_path: Path) -> None:
        source, place = write_cards(tmp_path / "cards.json.gz", CARDS), tmp_path / "deep/er.sqlite"
        result = run("cards", "import", source, "--store", place)
        assert result.exit_code == 0
        assert result.stdout.startswith("3 cards of cards.json.gz (")
        assert result.stdout.endswith(f") imported into {place}\n")
        assert run("cards", "show", "Mossy Imp", "--store", place).stdout.startswith("Mossy Imp  {G}\n")

    def test_a_broken_file(self, tmp_path: Path, store: Path) -> None:
        result = run("cards", "import", write_cards(tmp_path / "cards.json", b"[{"), "--store", store)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: cards.json:1:3: ")
        assert run("cards", "show", "Mossy Imp", "--store", store).exit_code == 0

    def test_show(self, store: Path) -> None:
        shown = run("cards", "show", "humming stone jar", "--store", store).stdout
        assert "mana ability  {T}: {G}" in shown
        assert f"unread, may bear on payment:  {RIDDLE}" in " ".join(shown.split("\n  "))
        answer = json.loads(run("cards", "show", "humming stone jar", "--json", "--store", store).stdout)
        assert answer["faces"][0]["unread"] == [{"text": RIDDLE, "may_bear_on_payment": True}]

    def test_show_an_unknown_card(self, store: Path) -> None:
        result = run("cards", "show", "Mosy Imp", "--store", store)
        assert result.exit_code == 2
        assert "similar: Mossy Imp" in result.stderr

    def test_search(self, store: Path) -> None:
        assert run("cards", "search", "imp mos", "--store", store).stdout == "Mossy Imp  {G}  Creature — Imp\n"
        some = run("cards", "search", "", "--limit", 2, "--store", store).stdout.splitlines()
        assert some[-1] == f"... {len(list(all_cards(store).names())) - 2:,} more (--limit)"
        found = json.loads(run("cards", "search", "stone jar", "--json", "--store", store).stdout)
        assert found == {"count": 1, "cards": ["Humming Stone Jar"]}

    @pytest.mark.parametrize("command", [["cards", "show", "Forest"], ["cards", "search", "Forest"]])
    def test_no_solver_is_loaded_to_look_at_cards(self, command: list[str]) -> None:
        script = (
            "import sys\nfrom castable.cli import main\nmain(sys.argv[1:], standalone_mode=False)\n"
            "print([name for name in sys.modules if 'solver' in name or name in ('constraint', 'networkx', 'rich')])"
        )
        done = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, timeout=60)
        assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


@pytest.mark.parametrize("name", castable.__all__)
def test_every_public_name_is_found(name: str) -> None:
    assert getattr(castable, name) is not None
    assert name in dir(castable)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        castable.nonsense  # type: ignore[attr-defined]  # noqa: B018
