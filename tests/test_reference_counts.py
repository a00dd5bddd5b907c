"""Numbers of payments that several independent programs agree on, and that the two solvers agree with each other."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from constraint import Problem

from benchmarks.boards import BOARDS, Board, board, cards_of
from benchmarks.rivals import NotSums, naive_count
from castable.model.ability import ManaAbility
from castable.model.card import Card, Face
from castable.model.cost import Cost
from castable.model.mana import COLORS, TYPES, Mana
from castable.model.payment import Payment
from castable.model.production import Production
from castable.model.state import Permanent, Player, State
from castable.model.symbol import ManaCost
from castable.solver.diagram import CompiledProblem, DiagramSolver
from castable.solver.layers import LayeredPayments
from castable.solver.means import Bill
from castable.solver.payments import Payments, payments_of_cost
from castable.solver.problem import PaymentProblem
from castable.solver.spending import Purpose
from castable.solver.stated import constraint_problem
from castable.solver.ways import problem_of

LISTED = [one for one in BOARDS if one.name not in ("B4", "B9d")]
LINEAR = ["B1", "B2", "B3", "B5", "B9", "N1", "N2", "N3", "N5", "N9"]


def ways_of(one: Board, *, floating: bool = False) -> Payments:
    return payments_of_cost(one.state(), one.mana_cost, floating=floating)


def ways_with(permanents: str, cost: str) -> Payments:
    on_board = tuple(Permanent(card=card, id=at) for at, card in enumerate(cards_of(permanents)))
    return payments_of_cost(State(you=Player(battlefield=on_board)), ManaCost.parse(cost))


def problem_on(state: State, cost: ManaCost) -> PaymentProblem:
    return problem_of(state, None, Bill(mana=cost), Purpose(), floating=False, by_object=False)


class TestReferenceCounts:
    @pytest.mark.parametrize("one", BOARDS, ids=lambda one: one.name)
    def test_count(self, one: Board) -> None:
        assert ways_of(one).count() == one.ways

    @pytest.mark.parametrize("one", BOARDS, ids=lambda one: one.name)
    def test_yes_or_no(self, one: Board) -> None:
        assert bool(ways_of(one)) is bool(one.ways)

    def test_count_with_over_production(self) -> None:
        assert ways_of(board("K51"), floating=True).count() == board("K51").floating == 615

    def test_two_signets_alone_cannot_start_each_other(self) -> None:
        for cost in ("{W}", "{1}", "{U}{B}", "{3}"):
            ways = ways_with("Azorius Signet; Dimir Signet", cost)
            assert not ways
            assert ways.count() == 0
            assert list(ways) == []

    def test_one_land_starts_two_signets(self) -> None:
        assert ways_with("Azorius Signet; Dimir Signet; Plains", "{3}")

    def test_sol_ring_pays_one_and_floats_one(self) -> None:
        (way,) = ways_with("Sol Ring", "{1}")
        assert way.spends == Mana.parse("{C}")
        assert way.floating == Mana.parse("{C}")
        assert [activation.count for activation in way.activations] == [1]


class TestCollection:
    @pytest.mark.parametrize("one", LISTED, ids=lambda one: one.name)
    def test_listing_gives_as_many_as_are_counted_and_each_once(self, one: Board) -> None:
        found = list(ways_of(one))
        assert len(set(found)) == len(found) == ways_of(one).count()

    @pytest.mark.parametrize("name", ["B1", "B2", "B3", "B7", "B9", "K51", "N2"])
    def test_indexes_and_slices_are_those_of_the_list(self, name: str) -> None:
        ways = ways_of(board(name))
        found = list(ways)
        step = max(1, len(found) // 6)
        assert [ways[at] for at in range(0, len(found), step)] == found[::step]
        assert [ways[-at] for at in range(1, len(found) + 1, step)] == found[::-1][::step]
        for low, high, by in [
            (0, 5, 1),
            (3, None, 4),
            (-4, None, 1),
            (10, 4, 1),
            (None, None, 6),
            (len(found), None, 1),
        ]:
            assert ways[low:high:by] == found[low:high:by]
        for outside in (len(found), -len(found) - 1):
            with pytest.raises(IndexError):
                ways[outside]

    @pytest.mark.parametrize("name", ["B5", "B6"])
    def test_pages_anywhere_are_those_of_the_list(self, name: str) -> None:
        ways = ways_of(board(name))
        found = list(ways)
        for start in range(0, len(found), len(found) // 5):
            assert ways[start : start + 3] == found[start : start + 3]
        assert ways[-1] == found[-1]

    def test_pages_of_a_list_that_nobody_can_walk(self) -> None:
        ways = ways_of(board("B9d"))
        start = 10**18 + 12_345
        page = list(islice(ways.starting(start), 20))
        assert len(set(page)) == 20
        assert [ways[start + at] for at in (0, 7, 19)] == [page[0], page[7], page[19]]
        assert all(sum(activation.count for activation in way.activations) == 15 for way in page)

    @pytest.mark.parametrize(("name", "step"), [("B1", 1), ("B2", 1), ("B3", 1), ("B6", 97), ("B7", 25), ("K51", 1)])
    def test_every_payment_listed_is_in_the_collection(self, name: str, step: int) -> None:
        ways = ways_of(board(name))
        for way in list(ways)[::step]:
            assert way in ways
            assert str(way) in ways
            assert Payment.parse(str(way)) == way

    def test_payments_of_another_board_or_cost_are_not(self) -> None:
        ways = ways_of(board("B2"))
        for other in ("{W}{U}{B}", "{2}{W}{U}", "{1}{W}{U}{R}"):
            for way in payments_of_cost(board("B2").state(), ManaCost.parse(other)):
                assert way not in ways
        for way in ways_of(board("K51")):
            assert way not in ways

    def test_wasteful_payments_are_in_the_collection_with_floating_alone(self) -> None:
        lean, wasteful = set(ways_of(board("K51"))), ways_of(board("K51"), floating=True)
        every = set(wasteful)
        assert lean < every
        for way in sorted(every - lean, key=str)[::40]:
            assert way in wasteful
            assert way not in ways_of(board("K51"))


class TestSolversAgree:
    """python-constraint's own backtracking and our decision diagram on one and the same problem; and, where the lands
    need nothing but a tap, the model with one variable a land; and the layers meant for what is not linear."""

    @pytest.mark.parametrize("name", LINEAR)
    def test_boards(self, name: str) -> None:
        one = board(name)
        assert_same_solutions(problem_on(one.state(), one.mana_cost), one.ways)

    @pytest.mark.parametrize("seed", range(200))
    def test_generated(self, seed: int) -> None:
        state, cost = generated(seed)
        problem = problem_on(state, cost)
        assert problem.is_linear
        found = payments_of_cost(state, cost).count()
        assert_same_solutions(problem, found)
        assert len(set(payments_of_cost(state, cost))) == found
        layered = LayeredPayments(problem)
        assert sum(layered.diagram(outer)[0].count() for outer in layered.outers()) == found
        try:
            assert naive_count(problem) == found
        except NotSums:
            assert state.you.pool or problem.rooms

    def test_generated_problems_are_of_all_kinds(self) -> None:
        """The seeds above hold easy and impossible ones, pools, snow and life that may run out."""
        made = [(problem_on(*generated(seed)), payments_of_cost(*generated(seed)).count()) for seed in range(200)]
        counts = [count for _, count in made]
        assert counts.count(0) > 30
        assert sum(count > 10 for count in counts) > 30
        assert sum(any(problem.pool) for problem, _ in made) > 40
        assert sum(bool(problem.rooms) for problem, _ in made) > 10
        assert sum(symbol.is_snow for problem, _ in made for symbol in problem.bill.mana) > 20


def solutions(stated: Problem) -> set[frozenset[tuple[object, int]]]:
    found = [frozenset(solution.items()) for solution in stated.getSolutions()]
    assert len(set(found)) == len(found)
    return set(found)


def assert_same_solutions(problem: PaymentProblem, count: int | None) -> None:
    backtracked = solutions(constraint_problem(problem))
    assert solutions(constraint_problem(problem, DiagramSolver())) == backtracked
    assert CompiledProblem.of(constraint_problem(problem)).count() == len(backtracked) == count


def generated(seed: int) -> tuple[State, ManaCost]:
    """A few classes of made-up lands that make one mana each, sometimes mana in the pool, and a cost."""
    random = Random(seed)
    permanents: list[Permanent] = []
    for at in range(random.randint(2, 5)):
        types = random.sample(TYPES, random.choice((1, 1, 2, 2, 3)))
        adds = Production.parse(" | ".join(t.symbol for t in types))
        price = random.choice(("{T}",) * 5 + ("{T}, Pay 1 life",))
        face = Face(
            name=f"Field {at}",
            types=frozenset({"land"}),
            supertypes=frozenset({"snow"} if random.random() < 0.3 else ()),
            abilities=(ManaAbility(cost=Cost.parse(price), adds=adds),),
        )
        permanents += [Permanent(card=Card(name=face.name, faces=(face,)))] * random.randint(1, 3)
    pool = Mana.of(
        unit
        for _ in range(random.choice((0, 0, 1, 2)))
        for unit in Mana.types([random.choice(TYPES)], snow=random.random() < 0.3)
    )
    symbols = [random.choice([t.symbol for t in COLORS] + ["{C}", "{S}"]) for _ in range(random.randint(0, 3))]
    cost = ManaCost.parse(f"{{{random.randint(0, 3)}}}{''.join(symbols)}")
    numbered = tuple(
        Permanent(card=permanent.card, id=at) for at, permanent in enumerate(random.sample(permanents, len(permanents)))
    )
    return State(you=Player(battlefield=numbered, pool=pool, life=random.choice((1, 2, 20)))), cost
