"""What a permanent could produce (CR 106.7), as plain data and as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from castable.model.errors import Ambiguous, BadRequest
from castable.model.mana import ManaType
from castable.model.state import State
from castable.solver.graph import ManaGraph, Reason, Source, mana_graph
from castable.text import wrapped

__all__ = ["could_produce_answer", "could_produce_lines", "named"]


def named(graph: ManaGraph, text: str, at: str) -> tuple[Source, ...]:
    """The permanents in play that a text names: by `ref`, by name, or as `Name#2`, the second of that name (yours are
    counted first). Raises `BadRequest` when there is none."""
    wanted = text.strip()
    if found := tuple(source for source in graph if source.permanent.ref == wanted):
        return found
    if found := _of_name(graph, wanted):
        return found
    name, _, number = wanted.rpartition("#")
    same = _of_name(graph, name.strip()) if number.isdecimal() and len(number) < 10 else ()
    if same and 0 < int(number) <= len(same):
        return (same[int(number) - 1],)
    if same:
        raise BadRequest(f"there are {len(same)} of {name.strip()}, counted from 1", at)
    raise BadRequest(f"no permanent in play has the ref or the name {wanted!r}", at)


def _of_name(graph: ManaGraph, name: str) -> tuple[Source, ...]:
    folded = name.casefold()
    return tuple(s for s in graph if folded in (s.name.casefold(), s.permanent.card.name.casefold()))


def _one(graph: ManaGraph, text: str, at: str) -> Source:
    """The permanent meant, or one of several that could produce the same types; `Ambiguous` when they could not."""
    found = named(graph, text, at)
    types = {graph.could_produce(source) for source in found}
    if len(types) > 1:
        places = ", ".join(dict.fromkeys(source.seat.name for source in found))
        raise Ambiguous(
            f"{len(found)} permanents are called {text.strip()!r} ({places}) and could not all produce the same types:"
            f" give one a `ref`, or say {found[0].name}#1 to #{len(found)}",
            at,
        )
    return found[0]


def could_produce_answer(state: State, permanent: str, at: str = "ask.permanent") -> dict[str, Any]:
    """`types` in the order WUBRGC, and for each in `why` the abilities that would make it."""
    graph = mana_graph(state)
    source = _one(graph, permanent, at)
    types = graph.could_produce(source)
    return {
        "types": [t.value for t in types],
        "why": {t.value: [_reason(reason) for reason in graph.why(source, t)] for t in types},
    }


def _reason(reason: Reason) -> dict[str, Any]:
    ability = reason.ability
    data: dict[str, Any] = {"ability": ability.cost, "adds": " or ".join(map(str, ability.productions))}
    if reason.origins:
        data["from"] = [
            {"card": name, "player": player, "count": count} for name, player, count in _counted(reason.origins)
        ]
    if reason.replaced:
        data["replaced"] = True
    return data


def _counted(sources: Iterable[Source]) -> list[tuple[str, str, int]]:
    counts: dict[tuple[str, str], int] = {}
    for source in sources:
        key = (source.name, source.seat.name)
        counts[key] = counts.get(key, 0) + 1
    return [(name, player, count) for (name, player), count in counts.items()]


def could_produce_lines(state: State, permanent: str, at: str) -> Iterator[str]:
    """The types, each with where it comes from."""
    graph = mana_graph(state)
    source = _one(graph, permanent, at)
    types = graph.could_produce(source)
    if not types:
        yield f"{source.name} could produce nothing"
        read = graph.references(source)
        if read:
            yield from wrapped(f"it reads {_listed(read)}, which could produce no type that it may make", "  ")
        elif any(graph.reaches(ability) for ability in graph.abilities(source)):
            yield "  it reads other permanents, and there are none"
        return
    yield f"{source.name} could produce {''.join(t.symbol for t in types)}"
    for mana_type in types:
        for reason in graph.why(source, mana_type):
            yield from wrapped(_because(reason, mana_type), f"  {mana_type.symbol}  ")


def _because(reason: Reason, mana_type: ManaType) -> str:
    text = str(reason.ability)
    if reason.origins:
        text += f", from {_listed(reason.origins)}"
    return f"{text}, by replacement" if reason.replaced else text


def _listed(sources: Iterable[Source]) -> str:
    return ", ".join(
        f"{f'{count}x ' if count > 1 else ''}{name}{'' if player == 'you' else f' ({player})'}"
        for name, player, count in _counted(sources)
    )
