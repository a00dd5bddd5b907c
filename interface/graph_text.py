"""The mana graph as lines of text, as a graph for Graphviz and as one for Mermaid."""

from __future__ import annotations

from collections.abc import Iterator

from castable.graph_picture import Group, Picture, Rail
from castable.model.mana import ManaType
from castable.render import payment_line, ways
from castable.text import wrapped

__all__ = ["dot_lines", "mermaid_lines", "text_lines"]


def group_label(group: Group) -> str:
    """`3x Forest`, and `tapped` where they are."""
    times = f"{group.count}x " if group.count > 1 else ""
    return f"{times}{group.name}{' (tapped)' if group.tapped else ''}"


def _symbols(types: tuple[ManaType, ...]) -> str:
    return "".join(t.symbol for t in types)


def text_lines(picture: Picture) -> Iterator[str]:
    """Each player's sources with their types, the references between them, the cost and one payment."""
    if not picture.groups:
        yield "no permanent has an ability that makes mana"
    width = max((len(group_label(group)) for group in picture.groups), default=0)
    for seat in picture.seats:
        yield seat.name
        for at, group in enumerate(picture.groups):
            if group.seat == seat:
                lead = f"  {group_label(group):<{min(width, 40)}}  "
                yield from wrapped(_made(group), lead)
                for rail in picture.rails:
                    if at in rail.readers:
                        yield from wrapped(f"{rail.text} could produce", " " * len(lead))
    if picture.demands:
        yield ""
        yield from wrapped(f"{picture.spell}: {cost_text(picture)}, {ways(picture.ways)} to pay")
        if picture.payment:
            yield from wrapped(payment_line(picture.payment), "  e.g. ")


def _made(group: Group) -> str:
    return f"not understood: {group.unknown}" if group.unknown else _symbols(group.types) or "nothing"


def _rail(rail: Rail) -> str:
    return f"{rail.player}: {rail.text}" if rail.player else rail.text


def cost_text(picture: Picture) -> str:
    """The cost as its symbols."""
    return "".join(demand.symbol for demand in picture.demands)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def dot_lines(picture: Picture) -> Iterator[str]:
    """A digraph: sources, types and symbols from left to right; what the payment uses is bold, references dashed."""
    yield "digraph mana {"
    yield "  rankdir=LR;"
    yield "  node [shape=box];"
    for number, seat in enumerate(picture.seats):
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(seat.name)};"
        for at, group in enumerate(picture.groups):
            if group.seat == seat:
                yield f"    s{at} [label={_quoted(group_label(group))}{', style=bold' * bool(group.uses)}];"
        yield "  }"
    for mana_type in picture.types:
        yield f"  {mana_type} [shape=circle, label={_quoted(mana_type.symbol)}];"
    for at, demand in enumerate(picture.demands):
        yield f"  d{at} [shape=circle, label={_quoted(demand.symbol)}];"
    for at, group in enumerate(picture.groups):
        used = dict(group.used)
        for mana_type in group.types:
            bold = f" [style=bold, label={_quoted(str(used[mana_type]))}]" if mana_type in used else ""
            yield f"  s{at} -> {mana_type}{bold};"
    for number, rail in enumerate(picture.rails):
        yield f"  r{number} [shape=plaintext, label={_quoted(_rail(rail))}];"
        for at in rail.readers:
            yield f"  s{at} -> r{number} [style=dashed, constraint=false];"
        for at in rail.members:
            yield f"  r{number} -> s{at} [style=dashed, constraint=false];"
    for at, demand in enumerate(picture.demands):
        for mana_type, number in demand.paid:
            yield f"  {mana_type} -> d{at} [style=bold, label={_quoted(str(number))}];"
    yield "}"


def mermaid_lines(picture: Picture) -> Iterator[str]:
    """A flowchart with the same nodes; thick arrows belong to the payment, dotted ones are references."""
    yield "flowchart LR"
    for number, seat in enumerate(picture.seats):
        yield f"  subgraph player{number}[{_entities(seat.name)}]"
        for at, group in enumerate(picture.groups):
            if group.seat == seat:
                yield f"    s{at}[{_entities(group_label(group))}]"
        yield "  end"
    for mana_type in picture.types:
        yield f"  {mana_type}(({_entities(mana_type.symbol)}))"
    for at, demand in enumerate(picture.demands):
        yield f"  d{at}(({_entities(demand.symbol)}))"
    for at, group in enumerate(picture.groups):
        used = dict(group.used)
        for mana_type in group.types:
            arrow = f"==>|{used[mana_type]}|" if mana_type in used else "-->"
            yield f"  s{at} {arrow} {mana_type}"
    for number, rail in enumerate(picture.rails):
        yield f"  r{number}>{_entities(_rail(rail))}]"
        for at in rail.readers:
            yield f"  s{at} -.-> r{number}"
        for at in rail.members:
            yield f"  r{number} -.-> s{at}"
    for at, demand in enumerate(picture.demands):
        for mana_type, number in demand.paid:
            yield f"  {mana_type} ==>|{number}| d{at}"


def _entities(text: str) -> str:
    """A quoted label; what could end it or be taken as a command is written as a character code."""
    return '"' + "".join(c if c.isalnum() or c in " ,.'-()/{}+" else f"#{ord(c)};" for c in text) + '"'
