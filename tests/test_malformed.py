"""Malformed input of every kind: what is wrong is said with its place, and nothing else happens."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from malformed_inputs import (
    ACTIVATION,
    ACTIVATIONS,
    ASKS,
    BOARD,
    CHOICES,
    COMMANDS,
    COSTS,
    DEEP,
    FORGE_BOARDS,
    GOOD,
    HUGE_COSTS,
    JSON_BOARDS,
    LINES,
    NOTATIONS,
    OTHER_BOARDS,
    PAYMENT,
    PAYMENTS,
    request,
)

from castable.cli import main
from castable.model.board import read_board
from castable.model.errors import CastableError
from castable.model.pool import built_in
from castable.notation import read_cost, read_mana_cost, read_notation
from castable.query import MAX_LINE, respond, serve

CARDS = built_in()
CODES = frozenset(
    {"bad_json", "bad_request", "unknown_card", "unsupported", "too_large", "none", "ambiguous", "unbounded"}
)


def error_of(line: str | bytes) -> dict[str, str]:
    """The error that answers a line, its code one of the protocol's."""
    reply = respond(line, CARDS)
    assert "answer" not in reply, reply
    error: dict[str, str] = reply["error"]
    assert error["code"] in CODES, error
    assert "Traceback" not in error["message"]
    return error


def refused(*arguments: str, given: str | bytes = b"") -> str:
    """What a command says that refuses its input: one message, status 2, nothing on standard output."""
    result = CliRunner().invoke(main, arguments, input=given)
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD), encoding="utf-8")
    return str(path)


class TestCosts:
    @pytest.mark.parametrize(("cost", "message", "picture"), COSTS)
    def test_asked_about(self, cost: str, message: str, picture: str) -> None:
        error = error_of(request({"kind": "payable", "cost": cost}))
        assert (error["code"], error["at"]) == ("bad_request", "ask.cost")
        assert message in error["message"]
        assert picture in error["message"]

    @pytest.mark.parametrize(("cost", "message", "picture"), COSTS)
    def test_typed(self, board: str, cost: str, message: str, picture: str) -> None:
        said = refused("payments", board, cost)
        assert said.startswith("error: SPELL: ")
        assert message in said
        assert picture in said

    @pytest.mark.parametrize("cost", ["", " \t"], ids=["empty", "blank"])
    def test_empty(self, cost: str) -> None:
        error = error_of(request({"kind": "payable", "cost": cost}))
        assert (error["code"], error["at"]) == ("bad_request", "ask.cost")
        assert "write {0} for a cost of nothing" in error["message"]

    @pytest.mark.parametrize(("cost", "message"), HUGE_COSTS)
    def test_too_large(self, board: str, cost: str, message: str) -> None:
        error = error_of(request({"kind": "payable", "cost": cost}))
        assert (error["code"], error["at"]) == ("too_large", "ask.cost")
        assert message in error["message"]
        assert message in refused("payments", board, cost)

    def test_what_is_just_small_enough(self) -> None:
        for cost in ("{W/U}{U/B}{B/R}{R/G}{G/W}{W/B}{B/G}{G/U}{U/R}{R/W}", "{W/U/P}" * 30, "{1000000}"):
            assert respond(request({"kind": "payable", "cost": cost}), CARDS)["answer"]["payable"] is False


class TestBoards:
    @staticmethod
    def check(folder: Path, board: bytes, fragments: tuple[str, ...]) -> None:
        path = folder / "board"
        path.write_bytes(board)
        said = refused("plays", str(path))
        assert said.startswith(f"error: {path}: ")
        assert said.removesuffix("\n").replace("\n", "").isprintable()
        for fragment in fragments:
            assert fragment in said
        assert "error: standard input: " in refused("mana", "-", given=board)

    @pytest.mark.parametrize(("text", "fragments"), JSON_BOARDS)
    def test_json(self, tmp_path: Path, text: str, fragments: tuple[str, ...]) -> None:
        self.check(tmp_path, text.encode(), fragments)

    @pytest.mark.parametrize(("text", "fragments"), FORGE_BOARDS)
    def test_forge(self, tmp_path: Path, text: str, fragments: tuple[str, ...]) -> None:
        self.check(tmp_path, text.encode(), fragments)

    @pytest.mark.parametrize(("data", "fragments"), OTHER_BOARDS)
    def test_what_is_no_board(self, tmp_path: Path, data: bytes, fragments: tuple[str, ...]) -> None:
        self.check(tmp_path, data, fragments)

    def test_no_file(self, tmp_path: Path) -> None:
        assert f"error: {tmp_path / 'none'}: No such file" in refused("plays", str(tmp_path / "none"))
        assert "'BOARD'" in refused("plays", str(tmp_path))

    def test_warnings_stay_few(self, tmp_path: Path) -> None:
        path = tmp_path / "board.txt"
        path.write_text("".join(f"zork{n}=1\n" for n in range(1000)), encoding="utf-8")
        result = CliRunner().invoke(main, ["plays", str(path)])
        assert result.exit_code == 0
        assert result.stderr.splitlines()[-1] == "warning: and 980 more"


def choice(key: str, value: object) -> str:
    return request({"kind": "payments" if key in _PAGED else "castable", "spell": "Shock", key: value})


_PAGED = ("limit", "offset", "sample", "seed", "floating", "by_object")


def proposed(**fields: object) -> str:
    return request({"kind": "check", "spell": "Shock", "payment": {**PAYMENT, **fields}})


class TestQueryLines:
    @pytest.mark.parametrize(("line", "code", "at", "message"), LINES)
    def test_lines(self, line: str | bytes, code: str, at: str | None, message: str) -> None:
        error = error_of(line)
        assert (error["code"], error.get("at")) == (code, at)
        assert message in error["message"]

    @pytest.mark.parametrize(("ask", "code", "at", "message"), ASKS)
    def test_questions(self, ask: object, code: str, at: str, message: str) -> None:
        error = error_of(request(ask))
        assert (error["code"], error["at"]) == (code, at)
        assert message in error["message"]

    @pytest.mark.parametrize(("key", "value", "code", "at", "message"), CHOICES)
    def test_choices(self, key: str, value: object, code: str, at: str, message: str) -> None:
        error = error_of(choice(key, value))
        assert (error["code"], error["at"]) == (code, at)
        assert message in error["message"]

    @pytest.mark.parametrize(("key", "value", "code", "at", "message"), PAYMENTS)
    def test_payments(self, key: str, value: object, code: str, at: str, message: str) -> None:
        error = error_of(proposed(**{key: value}))
        assert (error["code"], error["at"]) == (code, f"ask.payment.{at}")
        assert message in error["message"]

    @pytest.mark.parametrize(("key", "value", "code", "message"), ACTIVATIONS)
    def test_activations(self, key: str, value: object, code: str, message: str) -> None:
        error = error_of(proposed(activations=[ACTIVATION, {**ACTIVATION, key: value}]))
        assert (error["code"], error["at"]) == (code, f"ask.payment.activations[1].{key}")
        assert message in error["message"]

    @pytest.mark.parametrize("key", sorted(ACTIVATION))
    def test_activations_that_lack_something(self, key: str) -> None:
        error = error_of(proposed(activations=[{k: v for k, v in ACTIVATION.items() if k != key}]))
        assert (error["code"], error["at"]) == ("bad_request", "ask.payment.activations[0]")
        assert f"`{key}` is missing" in error["message"]

    def test_very_many_activations(self) -> None:
        error = error_of(proposed(activations=[{**ACTIVATION, "count": 10**9}]))
        assert (error["code"], error["at"]) == ("too_large", "ask")

    def test_payments_that_are_none(self) -> None:
        for key, at in [("spell", "ask"), ("payment", "ask.payment"), ("steps", "ask.steps")]:
            assert error_of(request({"kind": "check", "spell": "Shock", key: "Shock"}))["at"] == at
        error = error_of(request({"kind": "check", "cost": "{R}", "payment": PAYMENT}))
        assert (error["code"], error["at"]) == ("unsupported", "ask.cost")

    def test_choices_that_differ(self) -> None:
        payment = {**PAYMENT, "choices": {"kicked": ["{R}"]}}
        error = error_of(request({"kind": "check", "spell": "Shock", "kicked": [], "payment": payment}))
        assert (error["code"], error["at"]) == ("bad_request", "ask.payment.choices.kicked")

    def test_ambiguous_payments(self) -> None:
        state = {"you": {"hand": ["Gitaxian Probe"], "pool": "{U}"}}
        error = error_of(request({"kind": "check", "spell": "Gitaxian Probe", "payment": {}}, state))
        assert error["code"] == "ambiguous"

    def test_every_problem_is_named(self) -> None:
        error = error_of(request({"kind": "payments", "spell": 1, "x": -1, "zork": 0}))
        assert error["at"] == "ask.x"
        assert "ask.spell: " in error["message"] and "ask.zork: " in error["message"]

    @pytest.mark.parametrize("value", [None, True, 0, -1.5, "", "\ud800", "\u2028", "😀", 10**400, [1], {"a": [None]}])
    def test_ids_of_any_type_come_back(self, value: object) -> None:
        lines = self.served(json.dumps({"id": value, "ask": {"kind": "mana"}}), json.dumps({"id": value, "ask": 1}))
        assert [line["id"] for line in lines] == [value, value]
        assert "answer" in lines[0] and "error" in lines[1]

    @staticmethod
    def served(*lines: str | bytes) -> list[dict[str, Any]]:
        """The replies of one stream, each a line of its own that any reader of UTF-8 can read."""
        stream = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
        answers = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
        serve(io.BytesIO(stream), answers, CARDS)
        answers.seek(0)
        return [json.loads(line) for line in answers.read().splitlines()]

    def test_the_stream_goes_on(self) -> None:
        bad = [p.values[0] for p in LINES]
        bad += [request(p.values[0]) for p in ASKS] + [choice(*p.values[:2]) for p in CHOICES]
        bad += [proposed(**{str(p.values[0]): p.values[1]}) for p in PAYMENTS]
        bad += ["x" * (MAX_LINE + 1), '{"id": "' + "x" * 10_000_000, "\r", " \t"]
        replies = self.served(*(line for one in bad for line in (one, json.dumps(GOOD))))
        good = [reply for reply in replies if reply["id"] == "good"]
        assert len(good) == len(bad)
        assert all(reply["answer"]["castable"] is True for reply in good)
        others = [reply["error"] for reply in replies if reply["id"] != "good"]
        assert len(others) == len(bad) - 2, "the blank lines are passed over"
        assert {error["code"] for error in others} <= CODES
        assert f"a line of more than {MAX_LINE:,} bytes" in others[-1]["message"]

    def test_the_last_line_may_lack_its_end(self) -> None:
        assert [reply["error"]["code"] for reply in self.served("{", "{")] == ["bad_json", "bad_json"]
        assert self.served() == self.served("") == self.served("\n\n") == []


class TestCommandLines:
    @pytest.mark.parametrize(("arguments", "fragments"), COMMANDS)
    def test_commands(self, board: str, arguments: list[str], fragments: tuple[str, ...]) -> None:
        said = refused(*(board if argument == "BOARD" else argument for argument in arguments))
        for fragment in fragments:
            assert fragment in said

    @pytest.mark.parametrize(("payment", "fragment"), NOTATIONS)
    def test_payments(self, board: str, payment: str, fragment: str) -> None:
        said = refused("check", board, payment)
        assert said.startswith("error: PAYMENT: ")
        assert fragment in said

    def test_both_forms_of_a_question_agree(self, board: str) -> None:
        for spell in ("{X}{G}", "Shock"):
            for command in ("payments", "cost"):
                result = CliRunner().invoke(main, [command, board, spell, "--json"])
                assert result.exit_code == 0, result.stderr
        result = CliRunner().invoke(main, ["mana", board, "--json", "--limit", "0"])
        assert json.loads(result.stdout) == {"maximal": [], "count": 1, "limit": 0}

    def test_a_fault_of_castable_is_no_answer(self, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("castable.cli_boards.verdict", fail)
        result = CliRunner().invoke(main, ["can", board, "Shock"])
        assert result.exit_code == 3
        assert "castable failed; please report this" in result.stderr


class TestProcesses:
    """The same in processes of their own: what arrives as bytes, what leaves as bytes."""

    @staticmethod
    def run(*arguments: str | bytes, given: bytes = b"", encoding: str = "utf-8") -> tuple[int, str, str]:
        command = [sys.executable, "-c", "from castable.cli import main; main(prog_name='castable')", *arguments]
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, input=given, capture_output=True, timeout=60, env=environment, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_a_board_of_bytes(self) -> None:
        status, out, err = self.run("plays", "-", given=bytes(range(256)))
        assert (status, out) == (2, "")
        assert err == "error: standard input: the file is not UTF-8: byte 128\n"

    @pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
    def test_an_argument_of_bytes(self, board: str) -> None:
        status, out, err = self.run("can", board, b"Sho\xffck")
        assert (status, out) == (2, "")
        assert err.startswith("error: SPELL: no card named 'Sho")

    def test_where_there_are_no_dashes(self) -> None:
        status, out, err = self.run("cards", "show", "Grizzly Bears", encoding="ascii")
        assert (status, err) == (0, "")
        assert "Creature \\u2014 Bear" in out
        status, out, err = self.run("cards", "show", "Grizzly Bears", "--json", encoding="ascii")
        assert json.loads(out)["faces"][0]["types"] == "Creature — Bear"

    def test_a_query_of_bytes(self) -> None:
        lines = [b"\xff", b'{"id": "\\ud800", "ask": {"kind": "mana"}}', b"[" * DEEP, json.dumps(GOOD).encode()]
        status, out, err = self.run("query", given=b"\n".join(lines))
        assert (status, err) == (0, "")
        first, second, third, last = map(json.loads, out.splitlines())
        assert (first["error"]["code"], third["error"]["code"]) == ("bad_json", "too_large")
        assert (second["id"], last["answer"]["castable"]) == ("\ud800", True)


WORDS = st.sampled_from(
    [
        *"id state ask kind spell cost card payment payments castable payable check mana plays total_cost you".split(),
        *"opponents battlefield hand pool life count tapped counters ref attached_to kicked x from face".split(),
        *"choices activations source ability adds spends limit Shock Forest {R} {T} {1}{B} {W/U} command".split(),
        "Ana Battlemage",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
KINDS = st.sampled_from(["castable", "payable", "total_cost", "mana", "payments", "check", "plays", "card"])
PIECES = [
    *"{ } { } / ; : , -> <- Shock; total {R} {T} {W/U} {2/W} {X} {10} Pay life 2 Sacrifice a creature Remove".split(),
    *"counter from kicked spend float tap exile using amount announced Forest @a #2 x 3x + - | & ! ( )".split(),
    *("999999999999", "0", "é", "\0"),
]
TEXTS = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
ASK = st.fixed_dictionaries({"kind": KINDS}, optional={"spell": st.just("Shock"), "cost": TEXTS, "payment": VALUES})


class TestAnything:
    @settings(max_examples=150, deadline=None)
    @given(VALUES | st.fixed_dictionaries({"id": SCALARS, "state": VALUES, "ask": VALUES | ASK}))
    def test_as_request(self, value: object) -> None:
        self.check(json.dumps(value))

    @settings(max_examples=150, deadline=None)
    @given(ASK, st.dictionaries(WORDS, VALUES, max_size=3), st.dictionaries(WORDS, VALUES, max_size=2))
    def test_as_question(self, ask: dict[str, object], choices: dict[str, object], fields: dict[str, object]) -> None:
        self.check(request({**choices, **ask}, {"you": {**BOARD["you"], **fields}}))

    @settings(max_examples=100, deadline=None)
    @given(st.binary(max_size=60))
    def test_as_line(self, line: bytes) -> None:
        self.check(line)

    @staticmethod
    def check(line: str | bytes) -> None:
        reply = respond(line, CARDS)
        assert ("answer" in reply) != ("error" in reply)
        assert "answer" in reply or reply["error"]["code"] in CODES

    @settings(max_examples=200, deadline=None)
    @given(TEXTS)
    def test_as_text(self, text: str) -> None:
        for read in (read_cost, read_mana_cost, read_notation):
            for given_text in (text, f"Shock; total {{R}}; {text}", f"{{T}}, {text}"):
                with suppress(CastableError):
                    read(given_text)

    @settings(max_examples=100, deadline=None)
    @given(TEXTS, st.sampled_from(["", '{"you": {"hand": ["', "p0hand=", "p1battlefield=Forest|", "[state]\np0"]))
    def test_as_board(self, text: str, start: str) -> None:
        with suppress(CastableError):
            read_board(start + text, CARDS)
