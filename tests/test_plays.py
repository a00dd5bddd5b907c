"""Plays are told without being counted, and no more announcements are worked out than are asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hand_built import board, card, kicker, on, spell

from castable.cli import main
from castable.model.ability import ActivatedAbility, AdditionalCost
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.state import State
from castable.solver import payments as of_payments
from castable.solver.announce import Subject, Wishes
from castable.solver.payments import Payments, payments
from castable.solver.plays import Plays, plays, verdict
from castable.solver.total_cost import Announced, announced_costs

UNTOLD = spell("{G}", AdditionalCost(one_of=(Cost.parse("Put 1 -1/-1 counter on creature"),)), name="Untold")
"""Its payments can be made, but not told apart where several creatures may get the counter."""
ONCE = spell("{1}{G}", kicker("{1}"), name="Once")


@pytest.fixture
def mixed() -> State:
    bears = [card(f"Bear {at}", "creature Bear", cost="{1}{G}", power="2", toughness="2") for at in "ab"]
    box = card("Box", "artifact", ActivatedAbility(cost=Cost.parse("{1}")), cost="{1}")
    return board("4 Forest", *map(on, bears), box, hand=[UNTOLD, ONCE, spell("{U}", name="Never")])


def refused(found: Plays) -> dict[str, str]:
    return {one.card: one.cause.text if one.cause else one.unsupported for one in found.illegal}


class TestCounting:
    def test_nothing_is_counted_before_it_is_asked(self, mixed: State, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []

        def noted(name: str) -> Any:
            real = getattr(Payments, name)

            def method(self: Payments, announced: Announced) -> Any:
                asked.append(name)
                return real(self, announced)

            return method

        for name in ("count_of", "first"):
            monkeypatch.setattr(Payments, name, noted(name))
        found = plays(mixed)
        assert not asked
        assert [(play.card, str(play.announced.total)) for play in found.spells] == [
            ("Untold", "{G}, Put 1 -1/-1 counter on creature"),
            ("Once", "{1}{G}"),
            ("Once", "{2}{G}"),
        ]
        once, kicked = found.spells[1:]
        assert [once.count, once.count, once.example, once.example] and asked == ["count_of", "first"]
        assert once.count == payments(mixed, "Once", Wishes(kicked=())).count()
        assert kicked.example in payments(mixed, "Once", Wishes(kicked=(Cost.parse("{1}"),)))

    def test_what_cannot_be_counted_is_refused_when_all_is(self, mixed: State) -> None:
        found = plays(mixed)
        assert [play.card for play in found.abilities] == ["Box"]
        assert refused(found) == {"Never": "{U} needed; no source makes it"}
        with pytest.raises(Unsupported):
            _ = found.spells[0].count
        counted = found.counted()
        assert [play.card for play in counted.spells] == ["Once", "Once"]
        assert counted.abilities == found.abilities
        assert set(refused(counted)) == {"Never", "Untold"}
        assert "which object gets the counters" in refused(counted)["Untold"]

    def test_lines_and_data(self, tmp_path: Path) -> None:
        path = tmp_path / "board.json"
        state = {"you": {"battlefield": [{"card": "Forest", "count": 3}], "hand": ["Llanowar Elves", "Shock"]}}
        path.write_text(json.dumps(state), encoding="utf-8")

        def run(*options: str) -> str:
            result = CliRunner().invoke(main, ["plays", str(path), *options])
            assert result.exit_code == 0, result.output
            return result.stdout

        assert "Llanowar Elves: total {G}, 1 way\n" in run() and "e.g. Forest {G}" in run()
        assert "Llanowar Elves: total {G}\n" in run("--no-count") and "e.g." not in run("--no-count")
        counted, uncounted = json.loads(run("--json")), json.loads(run("--json", "--no-count"))
        (elves,) = counted["spells"]
        assert elves["count"] == 1 and elves.pop("example")
        elves.pop("count")
        assert uncounted == counted
        lines = [json.dumps({"state": state, "ask": {"kind": "plays", "count": count}}) for count in (True, False, 1)]
        result = CliRunner().invoke(main, ["query", "-"], input="\n".join(lines))
        yes, no, wrong = map(json.loads, result.stdout.splitlines())
        assert yes["answer"]["spells"][0]["count"] == 1
        assert no["answer"]["spells"] == uncounted["spells"]
        assert (wrong["error"]["code"], wrong["error"]["at"]) == ("bad_request", "ask.count")


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[Announced]:
    """The announcements that payments have worked out."""
    found: list[Announced] = []

    def noted(state: State, subjects: Iterable[Subject], wishes: Wishes) -> Iterator[Announced]:
        for one in announced_costs(state, subjects, wishes):
            found.append(one)
            yield one

    monkeypatch.setattr(of_payments, "announced_costs", noted)
    return found


class TestAnnouncements:
    """Nine Forests allow X from 0 to 8."""

    STATE = board("9 Forest", hand=[spell("{X}{G}"), spell("{X}{U}", name="Blue")])

    def test_yes_with_the_first(self, announced: list[Announced]) -> None:
        assert payments(self.STATE, "Spell")
        assert [one.choices.x for one in announced] == [0]

    def test_a_verdict_with_the_first(self, announced: list[Announced]) -> None:
        assert verdict(self.STATE, "Spell")
        assert [one.choices.x for one in announced] == [0]

    def test_a_first_payment_with_the_first(self, announced: list[Announced]) -> None:
        assert next(iter(payments(self.STATE, "Spell"))).choices.x == 0
        assert len(announced) == 1

    def test_no_with_the_last_and_never_again(self, announced: list[Announced]) -> None:
        ways = payments(self.STATE, "Blue")
        assert not ways and len(announced) == 9
        assert not ways and len(ways.announced) == 9 and not list(ways.payable())
        assert len(announced) == 9

    def test_all_of_them_after_some(self) -> None:
        ways = payments(self.STATE, "Spell")
        some = ways.payable()
        assert [next(some).choices.x for _ in range(3)] == [0, 1, 2]
        assert [one.choices.x for one in ways.payable()] == list(range(9))
        assert ways.count() == 9
        assert [one.choices.x for one in some] == list(range(3, 9))

    def test_what_is_not_understood_takes_no_other_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A yes stands, whatever a later announcement asks for; the list is refused each time."""

        def first_alone(state: State, subjects: Iterable[Subject], wishes: Wishes) -> Iterator[Announced]:
            yield next(announced_costs(state, subjects, wishes))
            raise Unsupported("the rest")

        monkeypatch.setattr(of_payments, "announced_costs", first_alone)
        ways = payments(self.STATE, "Spell")
        for _ in range(2):
            assert ways
            with pytest.raises(Unsupported):
                list(ways)
            with pytest.raises(Unsupported):
                ways.count()
