"""Payments drawn at random: each as likely as any other, from Python, the command line and the query protocol."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.boards import board
from castable import load_board
from castable.cli import main
from castable.solver.payments import Payments, payments, payments_of_cost

ROOT = Path(__file__).resolve().parent.parent
ANA = str(ROOT / "examples" / "ana.json")
SPELL = "Ana Battlemage"


class Told(Random):
    """Says one number after the other, whatever is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        self.asked.append(start)
        return len(self.asked) - 1


def on(name: str) -> Payments:
    return payments_of_cost(board(name).state(), board(name).mana_cost)


@pytest.mark.parametrize("name", ["B1", "B2", "B3", "B7", "B9", "K51"])
def test_each_payment_answers_to_one_number(name: str) -> None:
    """One uniform number below the count is asked for, and each number gives another payment."""
    ways, told = on(name), Told()
    assert [ways.sample(told) for _ in range(ways.count())] == list(ways)
    assert told.asked == [ways.count()] * ways.count()


def test_all_announcements_together() -> None:
    """Each payment counts once: an announcement with more payments is drawn more often."""
    ways, told = payments(load_board(ANA), SPELL), Told()
    drawn = [ways.sample(told) for _ in range(ways.count())]
    assert drawn == list(ways)
    assert Counter(payment.choices.texts for payment in drawn) == {
        announced.choices.texts: count for announced, count in ways.divide() if count
    }


def test_of_a_list_that_nobody_can_walk() -> None:
    ways, random = on("B9d"), Random(5)
    drawn = [ways.sample(random) for _ in range(30)]
    assert len(set(drawn)) == 30
    assert all(payment in ways for payment in drawn[:3])


def test_of_nothing() -> None:
    with pytest.raises(IndexError, match="no payment"):
        on("N1").sample(Random(1))


def test_slices_backwards() -> None:
    ways = on("B2")
    found = list(ways)
    assert ways[::-1] == found[::-1]
    assert ways[20:3:-4] == found[20:3:-4]
    with pytest.raises(ValueError, match="zero"):
        ways[::0]


def run(*arguments: str, **options: Any) -> str:
    result = CliRunner().invoke(main, list(arguments), **options)
    assert result.exit_code == 0, result.output
    return result.stdout


class TestCommand:
    def test_lines(self) -> None:
        lines = run("payments", ANA, SPELL, "--sample", "6", "--seed", "1").splitlines()
        assert lines[0] == "Ana Battlemage {2}{G}: 60 ways to pay"
        assert [line.split()[0] for line in lines if line.startswith("    ") and line[4] != " "] == list("123456")
        heads = [line for line in lines if "total" in line]
        assert all(one != next_ for one, next_ in pairwise(heads)), "said once for several"
        assert {head.partition(",")[0] for head in heads} <= {
            "not kicked",
            "kicked {1}{B}",
            "kicked {2}{U}",
            "kicked {1}{B}, kicked {2}{U}",
        }

    def test_the_seed_decides(self) -> None:
        first, again, other = (
            run("payments", ANA, SPELL, "--sample", "9", "--seed", seed, "--notation") for seed in ("3", "3", "4")
        )
        assert first == again != other
        assert run("payments", ANA, SPELL, "--sample", "9", "--notation") == run(
            "payments", ANA, SPELL, "--sample", "9", "--seed", "0", "--notation"
        )

    def test_notation_reads_back(self) -> None:
        for line in run("payments", ANA, SPELL, "--sample", "4", "--notation").splitlines():
            assert line in payments(load_board(ANA), SPELL)
            run("check", ANA, line)

    def test_the_same_as_data(self) -> None:
        asked = ("payments", ANA, SPELL, "--sample", "4", "--seed", "2")
        data = json.loads(run(*asked, "--json"))
        assert data["count"] == 60
        assert [payment["text"] for payment in data["payments"]] == run(*asked, "--notation").splitlines()

    def test_what_cannot_be_paid(self) -> None:
        lines = run("payments", ANA, "{15}{W}", "--sample", "3").splitlines()
        assert lines == ["{15}{W}: 0 ways to pay", "  {W} needed; no source makes it (CR 601.2h)"]


def asked(**ask: Any) -> dict[str, Any]:
    state = json.loads(Path(ANA).read_text(encoding="utf-8"))["state"]
    request = {"id": 1, "state": state, "ask": {"kind": "payments", **ask}}
    answer = json.loads(run("query", "-", input=json.dumps(request)))["answer"]
    assert isinstance(answer, dict)
    return answer


class TestQuery:
    def test_a_sample(self) -> None:
        answer = asked(spell=SPELL, sample=5, seed=3)
        assert answer == asked(spell=SPELL, sample=5, seed=3) != asked(spell=SPELL, sample=5, seed=4)
        assert answer["count"] == 60 and len(answer["payments"]) == 5
        texts = {payment["text"] for payment in asked(spell=SPELL)["payments"]}
        assert {payment["text"] for payment in answer["payments"]} <= texts

    def test_more_than_there_are(self) -> None:
        """Each draw is from all payments."""
        assert len(asked(cost="{1}{G}", sample=50)["payments"]) == 50

    def test_with_the_other_wishes(self) -> None:
        answer = asked(spell=SPELL, kicked=["{1}{B}"], floating=True, by_object=True, sample=3)
        assert all(payment["choices"]["kicked"] == ["{1}{B}"] for payment in answer["payments"])

    def test_what_cannot_be_paid(self) -> None:
        answer = asked(cost="{15}{W}", sample=3)
        assert (answer["count"], answer["payments"]) == (0, [])
        assert answer["reason"]["rule"] == "601.2h"
