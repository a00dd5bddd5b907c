"""The choices that come with a question: what the caller insists on (CR 601.2b), as `Wishes`."""

from __future__ import annotations

from castable.model.board.fields import Fields
from castable.model.board.problems import Problems
from castable.model.cost import Cost
from castable.model.errors import BadRequest
from castable.model.symbol import ManaCost
from castable.notation import read_cost
from castable.solver.announce import CASTING_ZONES, Wishes

__all__ = ["OF_SPELLS", "merged_wishes", "read_wishes"]

_LISTS = ("sacrifice", "exile", "tap", "convoke", "delve")
OF_SPELLS = ("from", "face", "alternative", "kicked", "targets", "modes", "optional", "assist", "splice", *_LISTS)
"""The choices that a bare cost does not have."""
_FIELDS = {
    "face": "face",
    "alternative": "alternative",
    "kicked": "kicked",
    "x": "x",
    "halves": "hybrid",
    "phyrexian": "phyrexian",
    "modes": "modes",
    "assist": "assist",
    **{name: name for name in _LISTS},
}
"""The choices in `Wishes` that may be left open, with their fields."""
_MAX_MODE = 100
_MAX_TIMES = 10_000


def read_wishes(fields: Fields, problems: Problems) -> Wishes:
    """The choices among these fields; problems are noted."""
    kicked = None
    if "kicked" in fields:
        kicked = tuple(fields.reading(entry, at, read_cost, Cost.FREE) for at, entry in fields.listed("kicked"))
    modes = None
    if "modes" in fields:
        read = (_mode(entry, at, problems) for at, entry in fields.listed("modes"))
        modes = tuple(mode for mode in read if mode is not None)
    lists = {name: fields.names(name) if name in fields else None for name in _LISTS}
    return Wishes(
        zone=fields.word("from", CASTING_ZONES) or "hand",
        face=fields.text("face") or None,
        alternative=fields.text("alternative") or None,
        kicked=kicked,
        x=fields.whole("x") if "x" in fields else None,
        halves=fields.parsed("hybrid", ManaCost.parse, None),
        phyrexian=fields.whole("phyrexian") if "phyrexian" in fields else None,
        optional=_optional(fields, problems),
        modes=modes,
        targets=fields.names("targets"),
        splice=fields.names("splice"),
        assist=fields.flag("assist") if "assist" in fields else None,
        **lists,
    )


def _mode(entry: object, at: str, problems: Problems) -> int | None:
    if type(entry) is int and 1 <= entry <= _MAX_MODE:
        return entry
    problems.bad(at, "expected the number of a mode, counted from 1")
    return None


def _optional(fields: Fields, problems: Problems) -> tuple[tuple[str, int], ...]:
    """Optional costs with how often each is paid: true or false, a number, or a list for several of one keyword."""
    inner = fields.inner("optional")
    found: list[tuple[str, int]] = []
    for key in inner or ():
        if inner is None:
            continue
        value = inner.take(key)
        for n in value if isinstance(value, list | tuple) else (value,):
            if isinstance(n, bool) or (type(n) is int and 0 <= n <= _MAX_TIMES):
                found.append((key[:200], int(n)))
            else:
                problems.bad(inner.place(key), "expected true, false, a number of times or a list of numbers")
    return tuple(found)


def merged_wishes(first: Wishes, second: Wishes, fields: Fields) -> Wishes:
    """The wishes of a question, then those among the choices of its payment; a contradiction is a problem of these."""
    values = {}
    for name, key in _FIELDS.items():
        one, other = getattr(first, name), getattr(second, name)
        if one is not None and other is not None and one != other:
            fields.refuse(key, BadRequest(f"differs from `{key}` of the question"))
        values[name] = one if one is not None else other
    return Wishes(
        zone=first.zone if first.zone != "hand" else second.zone,
        optional=first.optional or second.optional,
        targets=first.targets or second.targets,
        splice=first.splice or second.splice,
        **values,
    )
