"""The mana graph: its shape, its fixed point on rings, and the drawings of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from castable.cli import main
from castable.graph_picture import Picture, picture_of
from castable.graph_svg import graph_svg, text_width
from castable.graph_text import dot_lines, mermaid_lines, text_lines
from castable.model.board import state_from_data
from castable.model.mana import TYPES, ManaType
from castable.model.pool import built_in
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.graph import ManaGraph, produced_types
from castable.solver.payments import payments_of_cost
from tests.hand_built import card, mana
from tests.test_could_produce import state

Boards = Callable[..., State]


def ring(length: int, *, closed: bool = True) -> State:
    """Lands of which each reads the next by name, with one Forest at the end unless the ring is closed."""
    reads = [mana("{T}", f"type produced by(named(L{(at + 1) % length}))") for at in range(length)]
    lands = [card(f"L{at}", "land", read) for at, read in enumerate(reads)]
    if not closed:
        lands[-1] = card(f"L{length - 1}", "land", mana("{T}", "{G}"), reads[-1])
    return state(";".join(land.name for land in lands), cards=tuple(lands))


_NAMES = ("Orchard", "Pool", "Stone", "Forest", "Wastes", "Taint", "Tundra")


class TestFixedPoint:
    @pytest.mark.parametrize("length", [1, 2, 3, 50, 300])
    def test_rings_end(self, length: int) -> None:
        assert set(produced_types(ring(length)).values()) == {()}
        assert set(produced_types(ring(length, closed=False)).values()) == {(ManaType.G,)}

    def test_four_orchards_facing_four_pools(self) -> None:
        facing = state("Orchard;Orchard;Orchard;Orchard", "Pool;Pool;Pool;Pool")
        assert set(produced_types(facing).values()) == {()}
        facing = state("Orchard;Orchard;Orchard;Orchard", "Pool;Pool;Pool;Pool;Adarkar Wastes")
        found = produced_types(facing)
        assert {"".join(found[at]) for at in range(4)} == {"WU"}
        assert {"".join(found[at]) for at in range(4, 8)} == {"WUC"}

    @settings(deadline=None, max_examples=60)
    @given(st.lists(st.lists(st.sampled_from(_NAMES), max_size=5), min_size=1, max_size=4))
    def test_it_is_the_least_fixed_point(self, boards: list[list[str]]) -> None:
        """Compared with naive iteration: begin with nothing, read everything again until nothing changes."""
        where = state(*(";".join(names) for names in boards))
        assert produced_types(where) == _naive(where)


def _naive(where: State) -> dict[int, tuple[ManaType, ...]]:
    seats = [where.you, *where.opponents]
    tainted = any(p.name == "Taint" for player in seats for p in player.battlefield)
    found: dict[int, set[str]] = {p.id: set() for player in seats for p in player.battlefield}
    while True:
        before = {at: set(types) for at, types in found.items()}
        for player in seats:
            for permanent in player.battlefield:
                read: set[str] = set()
                for other in seats:
                    if (other is player) == (permanent.name == "Pool"):
                        read |= {t for p in other.battlefield if p.face.is_land for t in before[p.id]}
                own = {"Forest": {"G"}, "Wastes": {"C"}, "Tundra": {"W", "U"}, "Taint": set()}
                made = own.get(permanent.name, read if permanent.name == "Pool" else read - {"C"})
                found[permanent.id] |= {"B"} if made and tainted and permanent.face.is_land else made
        if found == before:
            return {at: tuple(t for t in TYPES if t in types) for at, types in found.items()}


class TestQueries:
    @pytest.fixture
    def graph(self) -> ManaGraph:
        return ManaGraph(state("Pool;Forest;Stone;Grizzly Bears", "Island;Orchard"))

    def test_sources(self, graph: ManaGraph) -> None:
        assert [s.name for s in graph.sources(ManaType.G)] == ["Pool", "Forest", "Stone", "Orchard"]
        assert [s.name for s in graph.sources(ManaType.U, "you")] == ["Stone"]
        assert [s.name for s in graph.sources(side="opponent")] == ["Island", "Orchard"]

    def test_types_by_node_permanent_and_id(self, graph: ManaGraph) -> None:
        stone = graph.source(2)
        assert graph.types(stone) == graph.types(stone.permanent) == graph.could_produce(2) == (ManaType.U, ManaType.G)
        with pytest.raises(KeyError):
            graph.types(99)

    def test_references(self, graph: ManaGraph) -> None:
        assert [s.name for s in graph.references(0)] == ["Pool", "Forest"]
        assert [s.name for s in graph.references(2)] == ["Island", "Orchard"]
        assert graph.references(1) == ()

    def test_makers(self, graph: ManaGraph) -> None:
        assert [(s.name, str(a)) for s, a in graph.makers(ManaType.G)] == [
            ("Pool", "{T}: type produced by(land you)"),
            ("Forest", "{T}: {G}"),
            ("Stone", "{T}: color produced by(land opponent)"),
        ]
        assert [s.name for s, _ in graph.makers(ManaType.U, "opponent")] == ["Island"]

    def test_why_goes_to_the_ends_of_the_chain(self, graph: ManaGraph) -> None:
        (reason,) = graph.why(2, ManaType.G)
        assert [source.name for source in reason.origins] == ["Forest"]

    def test_the_graph_has_edges_to_types_and_reaches(self, graph: ManaGraph) -> None:
        forest, pool = graph.abilities(1)[0], graph.abilities(0)[0]
        assert graph.graph.has_edge(graph.source(1), forest) and graph.graph.has_edge(forest, ManaType.G)
        (reach,) = graph.reaches(pool)
        assert [s.name for s in graph.members(reach)] == ["Pool", "Forest"]

    def test_edges_grow_linearly(self) -> None:
        sizes = [ManaGraph(state("Orchard;" * n + "Forest;" * n, "Orchard;" * n)).graph.size() for n in (10, 20, 40)]
        assert sizes[2] - sizes[1] == 2 * (sizes[1] - sizes[0])

    def test_equal_ids_are_refused(self) -> None:
        land = state("Forest").you.battlefield[0]
        with pytest.raises(ValueError, match="same id"):
            ManaGraph(state("Forest").with_you(battlefield=(land, land)))


@pytest.fixture
def picture(board: Boards) -> Picture:
    where = board("Forest", "Forest", "Reflecting Pool", {"card": "Island", "tapped": True}, opponent=("Plains",))
    return picture_of(ManaGraph(where))


class TestText:
    def test_lines(self, picture: Picture) -> None:
        assert list(text_lines(picture)) == [
            "you",
            "  Island (tapped)  {U}",
            "  Reflecting Pool  {U}{G}",
            "                   what a land you control could produce",
            "  2x Forest        {G}",
            "opponent",
            "  Plains           {W}",
        ]

    def test_dot(self, picture: Picture) -> None:
        lines = list(dot_lines(picture))
        assert lines[0] == "digraph mana {" and lines[-1] == "}"
        assert '    s2 [label="2x Forest"];' in lines
        assert '  G [shape=circle, label="{G}"];' in lines
        assert "  s2 -> G;" in lines
        assert "  s1 -> r0 [style=dashed, constraint=false];" in lines

    def test_mermaid(self, picture: Picture) -> None:
        lines = list(mermaid_lines(picture))
        assert lines[0] == "flowchart LR"
        assert '    s2["2x Forest"]' in lines
        assert "  s2 --> G" in lines and "  r0 -.-> s2" in lines

    def test_names_cannot_break_out(self) -> None:
        odd = card('A"];\n</text><b>', "land", mana("{T}", "{G}"))
        drawn = picture_of(ManaGraph(state().with_you(battlefield=state("Forest").you.battlefield)))
        assert drawn.groups
        drawn = replace(drawn, groups=(replace(drawn.groups[0], name=odd.name),))
        assert '"];' not in next(line for line in mermaid_lines(drawn) if "s0[" in line)[:-2]
        assert r"A\"" in "\n".join(dot_lines(drawn))
        ElementTree.fromstring(graph_svg(drawn))


def paid(where: State, cost: str) -> Picture:
    ways = payments_of_cost(where, ManaCost.parse(cost))
    return picture_of(ManaGraph(where), cost, ManaCost.parse(cost), next(iter(ways)), ways.count())


class TestPayment:
    def test_what_pays_for_which_symbol(self, board: Boards) -> None:
        drawn = paid(board("Forest", "Forest", "Tundra"), "{1}{U}{G}")
        assert [(d.symbol, d.paid) for d in drawn.demands] == [
            ("{1}", ((ManaType.G, 1),)),
            ("{U}", ((ManaType.U, 1),)),
            ("{G}", ((ManaType.G, 1),)),
        ]
        assert [(g.name, g.uses, g.used) for g in drawn.groups] == [
            ("Tundra", 1, ((ManaType.U, 1),)),
            ("Forest", 2, ((ManaType.G, 2),)),
        ]

    def test_pool_and_hand(self, board: Boards) -> None:
        drawn = paid(board("Forest", pool="{R}", hand=("Elvish Spirit Guide",)), "{1}{G}{G}")
        assert {g.name for g in drawn.groups if g.uses} == {"Forest", "mana in your pool", "Elvish Spirit Guide"}

    def test_no_payment(self, board: Boards) -> None:
        drawn = picture_of(ManaGraph(board("Forest")), "{W}", ManaCost.parse("{W}"))
        assert [d.paid for d in drawn.demands] == [()]
        assert 'class="ring W open"' in graph_svg(drawn)
        assert list(text_lines(drawn))[-1] == "{W}: {W}, 0 ways to pay"


def big(size: int) -> State:
    """A board with so many different sources, for three players."""
    cards = built_in()
    found = [
        name
        for name in sorted(cards.names())
        if cards.find(name).front.mana_abilities and not cards.find(name).front.unread and name != "Chromatic Lantern"
    ]
    found = [name for name in found if _plain(ability_kinds(name))][: size - 2]
    you, other = found[: size // 2], found[size // 2 :]
    half = len(other) // 2
    return state_from_data(
        {
            "you": {"battlefield": ["Exotic Orchard", *you], "commander_identity": "WU"},
            "opponents": [
                {"battlefield": ["Reflecting Pool", *other[:half]], "commander_identity": "R"},
                {"battlefield": other[half:], "commander_identity": "B"},
            ],
        },
        cards,
    )


def ability_kinds(name: str) -> set[str]:
    return {type(ability).__name__ for ability in built_in().find(name).front.abilities}


def _plain(kinds: set[str]) -> bool:
    return not kinds & {"Grant", "LandTypes"}


_SVG = "{http://www.w3.org/2000/svg}"


def _texts(root: ElementTree.Element) -> Iterator[tuple[str, float, float, float, float]]:
    """Each text with the rectangle it takes: left, top, right, bottom."""
    sizes = {"title": 19.0, "note": 12.0, "seat": 12.0, "count": 11.0}
    for element in root.iter(f"{_SVG}text"):
        style = (element.get("class") or "").split()
        size = float(element.get("font-size") or next((sizes[s] for s in style if s in sizes), 12))
        words, x, y = element.text or "", float(element.get("x") or 0), float(element.get("y") or 0)
        width = text_width(words, size) * 0.9
        if "letter" in style or "count" in style:
            x -= width / 2
        elif element.get("text-anchor") == "end":
            x -= width
        yield words, x, y - 0.75 * size, x + width, y + 0.2 * size


class TestSvg:
    @pytest.mark.parametrize("size", [5, 20, 60])
    def test_texts_stay_apart_and_inside(self, size: int) -> None:
        drawn = graph_svg(picture_of(ManaGraph(big(size))))
        root = ElementTree.fromstring(drawn)
        width, height = float(root.get("width") or 0), float(root.get("height") or 0)
        texts = list(_texts(root))
        assert len(texts) > size
        for words, left, top, right, bottom in texts:
            assert left >= 0 and top >= 0 and right <= width and bottom <= height, words
        for (one, l1, t1, r1, b1), (two, l2, t2, r2, b2) in combinations(texts, 2):
            assert r1 <= l2 or r2 <= l1 or b1 <= t2 or b2 <= t1, f"{one!r} meets {two!r}"

    def test_long_names_are_cut(self) -> None:
        name = "The Land With the Longest Name That Anyone Could Ever Think Of"
        drawn = graph_svg(picture_of(ManaGraph(state(name, cards=(card(name, "land", mana("{T}", "any type")),)))))
        assert "…" in drawn and name not in drawn

    def test_equal_sources_are_one_box(self, picture: Picture) -> None:
        assert "2× Forest" in graph_svg(picture)
        assert len(re.findall('class="box', graph_svg(picture))) == 4

    def test_what_is_not_understood_is_said(self) -> None:
        odd = card("Odd", "land", mana("{T}", "noted type"))
        drawn = picture_of(ManaGraph(state("Odd;Forest", cards=(odd,))))
        assert "not understood" in graph_svg(drawn)
        assert any("not understood: Odd" in line for line in text_lines(drawn))

    def test_an_empty_board(self) -> None:
        drawn = picture_of(ManaGraph(state()))
        ElementTree.fromstring(graph_svg(drawn))
        assert list(text_lines(drawn)) == ["no permanent has an ability that makes mana"]


class TestCommand:
    @pytest.fixture
    def path(self, tmp_path: Path) -> str:
        path = tmp_path / "board.json"
        path.write_text(
            json.dumps({"state": {"you": {"battlefield": ["Forest", "Forest"], "hand": ["Grizzly Bears"]}}})
        )
        return str(path)

    def run(self, *arguments: str) -> Any:
        return CliRunner().invoke(main, ["graph", *arguments])

    def test_text_with_a_spell(self, path: str) -> None:
        result = self.run(path, "--spell", "Grizzly Bears")
        assert result.exit_code == 0, result.output
        assert result.output.splitlines() == [
            "you",
            "  2x Forest  {G}",
            "",
            "Grizzly Bears: {1}{G}, 1 way to pay",
            "  e.g. 2x Forest {G}",
        ]

    def test_forms(self, path: str) -> None:
        assert self.run(path, "--dot").output.startswith("digraph")
        assert self.run(path, "--mermaid").output.startswith("flowchart")
        ElementTree.fromstring(self.run(path, "--svg", "-").output)

    def test_svg_file(self, path: str, tmp_path: Path) -> None:
        result = self.run(path, "--spell", "{G}", "--svg", str(tmp_path / "graph.svg"))
        assert result.exit_code == 0, result.output
        ElementTree.fromstring((tmp_path / "graph.svg").read_text(encoding="utf-8"))

    def test_errors(self, path: str, tmp_path: Path) -> None:
        for arguments in (("--x", "1"), ("--spell", "Shock"), ("--svg", str(tmp_path / "no" / "where.svg"))):
            result = self.run(path, *arguments)
            assert result.exit_code == 2, result.output
            assert result.stderr.startswith("error: ")
