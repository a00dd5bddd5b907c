"""The query protocol: one JSON object a line in, one a line out, in the same order, flushed one by one."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from typing import Any, BinaryIO, TextIO

from castable.answers import answer
from castable.card_sources import assumed_irrelevant
from castable.model.board import parse_json, state_from_data
from castable.model.card import CardSource
from castable.model.errors import BadJson, BadRequest, CastableError, IllegalPayment, NoSuchPayment, TooLarge
from castable.model.state import State
from castable.question import read_question

__all__ = ["MAX_LINE", "respond", "serve"]

MAX_LINE = 4 * 1024 * 1024
"""Bytes in one request line; a longer one is answered with `too_large`."""
MAX_ID = 1_000
"""Characters in an `id` as JSON."""
_FIELDS = ("id", "state", "ask")


def serve(requests: BinaryIO, answers: TextIO, cards: CardSource) -> None:
    """Answer each line of `requests` until it ends. Blank lines are passed over; nothing stops the stream."""
    for line in _lines(requests):
        if line is not None and not line.strip():
            continue
        if line is None:
            reply: dict[str, Any] = {"id": None, "error": _error(TooLarge(f"a line of more than {MAX_LINE:,} bytes"))}
        else:
            reply = respond(line, cards)
        text = json.dumps(reply, ensure_ascii=False)
        answers.write((text if text.isprintable() else json.dumps(reply)) + "\n")
        answers.flush()


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, the rest of which is passed over."""
    while line := requests.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = requests.readline(MAX_LINE)
        yield None


def respond(line: bytes | str, cards: CardSource) -> dict[str, Any]:
    """The reply to one request line: `id` (null where none can be read) with `answer` or `error`."""
    reply: dict[str, Any] = {"id": None}
    try:
        request = parse_json(_decoded(line))
        if not isinstance(request, dict):
            raise BadRequest("a request is an object with `id`, `state` and `ask`")
        reply["id"] = _echoed(request.get("id"))
        for name in request:
            if name not in _FIELDS:
                raise BadRequest("an unknown field; a request has `id`, `state` and `ask`", repr(name[:60]))
        if "ask" not in request:
            raise BadRequest("the field `ask` is missing", "ask")
        state = state_from_data(request["state"], cards) if "state" in request else State()
        question = read_question(request["ask"])
        state.require_supported(casting=question.kind == "castable")
        found = answer(question, state, cards)
        reply["answer"] = {**found, "rules": state.rules}
        if assumed := assumed_irrelevant(cards):
            reply["answer"]["assumed_irrelevant"] = list(assumed)
    except IllegalPayment as error:
        reply["error"] = _error(NoSuchPayment(f"{error.message} (CR {error.rule})", "ask"))
    except CastableError as error:
        reply["error"] = _error(error)
    except RecursionError:
        reply["error"] = _error(TooLarge("the question nests or branches too deeply"))
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        reply["error"] = {"code": "internal", "message": f"castable failed: {type(error).__name__}: {error}"}
    return reply


def _echoed(value: Any) -> Any:
    """An `id` that can be written back as it came."""
    try:
        length = len(json.dumps(value, allow_nan=False))
    except (RecursionError, ValueError):
        length = MAX_ID + 1
    if length > MAX_ID:
        raise TooLarge(f"more than {MAX_ID:,} characters, or a number out of range", "id")
    return value


def _decoded(line: bytes | str) -> str:
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJson(f"the line is not UTF-8: byte {error.start}") from None


def _error(error: CastableError) -> dict[str, Any]:
    data: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.at:
        data["at"] = error.at
    return data
