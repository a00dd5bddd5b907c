"""Walking through a process: all its decisions as a tree, all its outcomes, or one way through it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TypeVar

from castable.model.errors import BadRequest, TooLarge
from castable.solver.choices.decision import Asked, Decision, Option
from castable.solver.choices.events import Process
from castable.solver.choices.happening import Outcome

__all__ = ["MAX_WALKED", "Node", "decisions", "outcomes", "played"]

MAX_WALKED = 5_000
"""A process with more ways through it than this is `TooLarge` to walk."""

_T = TypeVar("_T")
Answers = tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A decision, and what decisions only follow on some answers: to it and to those that are made with it (`then`).
    What follows whatever is answered stands after it in the same row."""

    decision: Decision
    then: tuple[tuple[tuple[str, ...], tuple[Node, ...]], ...] = ()


def decisions(process: Callable[[], Process], answers: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """All decisions of a process that is begun anew for each way through it; those to which `answers` (in words) are
    given are left out."""
    walk = _Walk(process)
    given: list[Answers] = []
    left = list(answers)
    while left:
        asked = walk.to(given)
        if isinstance(asked, Outcome):
            raise BadRequest(f"{len(left)} answers more than there are decisions", "ask.answers")
        given.append(_answered(asked, left))
    return walk.nodes(given)


def outcomes(process: Callable[[], Process]) -> Iterator[tuple[tuple[str, ...], Outcome]]:
    """Every way through a process: the answers in words, and the outcome."""
    walk = _Walk(process)
    waiting: list[list[Answers]] = [[]]
    while waiting:
        given = waiting.pop()
        found = walk.to(given)
        if isinstance(found, Outcome):
            yield tuple(option.words for answers in given for option in answers), found
        else:
            waiting += [[*given, answers] for answers in reversed(_combinations(found))]


def played(process: Generator[Asked, Answers, _T], *answers: str) -> _T:
    """One way through a process: an answer, in words, for each decision in order. What only one option is there for
    needs no answer. Raises `BadRequest` for an answer that is no option, and for too few or too many."""
    left = list(answers)
    try:
        asked = next(process)
        while True:
            asked = process.send(_answered(asked, left, easy=True))
    except StopIteration as end:
        if left:
            raise BadRequest(f"there is no decision for the answer {left[0]!r}", "ask.answers") from None
        result: _T = end.value
        return result


def _answered(asked: Asked, left: list[str], *, easy: bool = False) -> Answers:
    """The options meant by the next answers."""
    found = []
    for decision in asked.decisions:
        options = decision.options
        if easy and len(options) == 1 and (not left or left[0] != options[0].words):
            found.append(options[0])
            continue
        if not left:
            raise BadRequest(f"an answer is missing: {decision.asks}", "ask.answers")
        words = left.pop(0)
        option = next((option for option in options if option.words.casefold() == words.casefold()), None)
        if option is None:
            listed = ", ".join(option.words for option in options[:10])
            raise BadRequest(f"{words!r} is no option ({decision.asks}): {listed}", "ask.answers")
        found.append(option)
    return tuple(found)


def _combinations(asked: Asked) -> list[Answers]:
    options = [decision.options for decision in asked.decisions]
    found = list(islice(product(*options), MAX_WALKED + 1))
    if len(found) > MAX_WALKED:
        raise TooLarge(f"more than {MAX_WALKED:,} ways to decide")
    return found


class _Walk:
    """Ways through one process, counted."""

    def __init__(self, process: Callable[[], Process]) -> None:
        self._process = process
        self._walked = 0

    def to(self, given: list[Answers]) -> Asked | Outcome:
        """What is asked after these answers, or how it ends."""
        self._walked += 1
        if self._walked > MAX_WALKED:
            raise TooLarge(f"more than {MAX_WALKED:,} ways through it")
        process = self._process()
        try:
            asked = next(process)
            for answers in given:
                asked = process.send(answers)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        return asked

    def nodes(self, given: list[Answers]) -> tuple[Node, ...]:
        """The decisions after these answers."""
        asked = self.to(given)
        if isinstance(asked, Outcome):
            return ()
        here = tuple(Node(decision) for decision in asked.decisions)
        if asked.last:
            return here
        after = {answers: self.nodes([*given, answers]) for answers in _combinations(asked)}
        if len(set(after.values())) == 1:
            return here + next(iter(after.values()))
        then = tuple((tuple(option.words for option in answers), nodes) for answers, nodes in after.items())
        return (*here[:-1], replace(here[-1], then=then))
