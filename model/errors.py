"""What can go wrong, by whose fault it is. Every error of castable derives from `CastableError`.

`code` is the word of the query protocol for the kind of error; `at` names the place in the input, where there is one.
"""

from __future__ import annotations

__all__ = [
    "Ambiguous",
    "BadJson",
    "BadRequest",
    "CastableError",
    "IllegalPayment",
    "Malformed",
    "NoSuchPayment",
    "TooLarge",
    "Unbounded",
    "UnknownCard",
    "Unsupported",
    "pointed",
    "unusable_file",
]


class CastableError(Exception):
    """Base of all errors that castable raises on purpose."""

    code: str = "error"

    def __init__(self, message: str, at: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message


class BadRequest(CastableError, ValueError):
    """A question, board or command that does not have the form it must have; `at` names the field."""

    code = "bad_request"


class Malformed(BadRequest):
    """Text that cannot be parsed (a cost, a mana string, a payment, a board). The message points at the character."""


class BadJson(Malformed):
    """Text that should be JSON and is not; the message names the line and column."""

    code = "bad_json"


class UnknownCard(CastableError, LookupError):
    """No card of that name in the built-in pool or the card store."""

    code = "unknown_card"


class Unsupported(CastableError):
    """A card or mechanic that castable knows it does not understand; the message quotes the text at fault."""

    code = "unsupported"


class TooLarge(CastableError):
    """Beyond a documented limit."""

    code = "too_large"


class Ambiguous(CastableError):
    """A payment that leaves out fields which more than one legal payment could fill."""

    code = "ambiguous"


class NoSuchPayment(CastableError):
    """There are payments, but none under the given wishes."""

    code = "none"


class Unbounded(CastableError):
    """A loop makes the list of answers endless."""

    code = "unbounded"


class IllegalPayment(CastableError):
    """A step that the rules do not allow; `rule` is the rule it breaks, `step` the activation at fault."""

    code = "illegal"

    def __init__(self, rule: str, message: str, step: int | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.step = step


def pointed(text: str, start: int, end: int, expected: str) -> str:
    """A two-line picture of `text` with the characters `start:end` underlined, and what was expected there.

    Long texts are cut to a window around the fault, control characters are shown as `?`.
    """
    end = max(end, start + 1)
    low = max(0, start - 40)
    window = "".join(c if c.isprintable() else "?" for c in text[low : start + 40])
    marks = " " * (start - low) + "~" * min(end - start, max(1, len(window) - (start - low))) + "^"
    return f"{expected}\n    {window}\n    {marks}"


def unusable_file(error: OSError | ValueError, path: str) -> BadRequest:
    """The error for a file that the system does not let us use; a path with a null byte in it is a `ValueError`."""
    return BadRequest(getattr(error, "strerror", None) or "this is no path of a file", path)
