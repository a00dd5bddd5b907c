"""Tags that say which activations of a payment are of the same one of several equal objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from string import ascii_lowercase

from castable.solver.problem import PaymentProblem
from castable.solver.schedule import Chain, Move

__all__ = ["tag_route", "tagged"]


def tagged(
    problem: PaymentProblem, plans: Counter[tuple[int, int]]
) -> tuple[tuple[tuple[int, str, int], ...], list[tuple[Chain, str]]]:
    """The plain uses and the chains of these plans, with tags."""
    plain: Counter[tuple[int, str]] = Counter()
    chains: list[tuple[Chain, str]] = []
    names = (f"@{letters}" for size in range(1, 4) for letters in map("".join, product(ascii_lowercase, repeat=size)))
    again = _used_again(problem, plans)
    tags: dict[tuple[int, ...], str] = {}
    for (at, number), n in sorted(plans.items()):
        source, numbers = problem.sources.classes[at], problem.classes[at].plans[number]
        uses = source.plans[number]
        chained = Counter(use for chain in numbers.chains for use in chain)
        for _ in range(n):
            if source.members in again:
                tag = tags[source.members] = tags.get(source.members) or next(names)
            else:
                tag = next(names) if len(uses) > 1 and len(source.members) > 1 else ""
            chains += [(chain, tag) for chain in numbers.chains]
            plain.update((use, tag) for use in (Counter(uses) - chained).elements())
    return tuple((use, tag, n) for (use, tag), n in plain.items()), chains


def _used_again(problem: PaymentProblem, plans: Counter[tuple[int, int]]) -> set[tuple[int, ...]]:
    """Objects named by themselves (`by_object`) that are used more than once, where others look the same."""
    if not problem.sources.by_object:
        return set()
    times: Counter[tuple[int, ...]] = Counter()
    for (at, number), n in plans.items():
        source = problem.sources.classes[at]
        if source.label:
            times[source.members] += n * len(source.plans[number])
    return {members for members, n in times.items() if n > 1}


def tag_route(route: list[Move], chains: list[tuple[Chain, str]]) -> Iterator[tuple[str, Move]]:
    """Give each activation of a route the tag of a chain that is ready for it, so that the rest find theirs too."""

    def tags(at: int, waiting: list[tuple[Chain, str]]) -> list[str] | None:
        if at == len(route):
            return []
        tried: set[Chain] = set()
        for place, (chain, tag) in enumerate(waiting):
            if chain[0] == route[at].use and chain not in tried:
                tried.add(chain)
                rest = waiting[:place] + waiting[place + 1 :]
                following = tags(at + 1, [(chain[1:], tag), *rest] if len(chain) > 1 else rest)
                if following is not None:
                    return [tag, *following]
        return None

    found = tags(0, chains)
    assert found is not None
    return zip(found, route, strict=True)
