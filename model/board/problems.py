"""What is wrong with a board: every problem with its place, collected and raised together."""

from __future__ import annotations

from dataclasses import dataclass, field

from castable.model.errors import BadRequest, CastableError

__all__ = ["BoardProblems", "Problem", "Problems"]

_SHOWN = 20
_MOST = 100


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where, the code of the query protocol for its kind, and a sentence."""

    at: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.at}: {self.message}"


class BoardProblems(BadRequest):
    """A board that cannot be read or cannot exist. `problems` has all that was found, in reading order, at most 100.

    `code` and `at` are those of the first problem, `message` is its message followed by a line for each further one.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        first, *others = problems
        lines = [first.message, *map(str, others[: _SHOWN - 1])]
        if len(problems) >= _MOST:
            lines.append("and more problems")
        elif len(problems) > _SHOWN:
            lines.append(f"and {len(problems) - _SHOWN} more problems")
        super().__init__("\n".join(lines), first.at)
        self.code = first.code
        self.problems = problems


@dataclass(slots=True)
class Problems:
    """The problems found so far. The 100th ends the reading: it raises `BoardProblems`."""

    found: list[Problem] = field(default_factory=list)

    def _note(self, problem: Problem) -> None:
        self.found.append(problem)
        if len(self.found) >= _MOST:
            self.check()

    def bad(self, at: str, message: str) -> None:
        """Note a field that is missing, unknown, of the wrong type, or that describes what cannot exist."""
        self._note(Problem(at, BadRequest.code, message))

    def too_large(self, at: str, message: str) -> None:
        """Note something beyond a documented limit."""
        self._note(Problem(at, "too_large", message))

    def error(self, at: str, error: CastableError) -> None:
        """Note an error that reading a part of the board raised."""
        self._note(Problem(at, error.code, error.message))

    def check(self) -> None:
        """Raise `BoardProblems` if there is any."""
        if self.found:
            raise BoardProblems(tuple(self.found))
