"""Abilities and cards as plain data (dicts, lists, strings, numbers) and back: one form for TOML and JSON.

An ability is a table with its `kind` and the fields that differ from their defaults; costs, amounts, filters,
productions, conditions and restrictions are written in their text form. `ability_from_data(ability_to_data(a)) == a`.
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any

from castable.model.ability import Ability
from castable.model.amount import Amount
from castable.model.errors import BadRequest, Malformed
from castable.model.event import Instruction

__all__ = ["ability_from_data", "ability_to_data"]

_UNIONS = (Ability, Instruction)
_KINDS: dict[str, type[Any]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower(): cls for union in _UNIONS for cls in typing.get_args(union)
}
_CHANGES = "changes"  # how `CostChange.kind` is written, as `kind` says which ability a table is
_UNLIMITED = "any number"  # of a field that is None and not so by default: OptionalCost.times
_NAMES = {cls: kind for kind, cls in _KINDS.items()}


def ability_to_data(ability: Ability) -> dict[str, Any]:
    """The table of an ability: `kind`, then its fields other than defaults."""
    data: dict[str, Any] = {"kind": _NAMES[type(ability)]}
    for field in dataclasses.fields(ability):
        value = getattr(ability, field.name)
        if field.default is dataclasses.MISSING or value != field.default:
            data[_CHANGES if field.name == "kind" else field.name] = _plain(value)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Amount) and value.is_fixed:
        return value.plus
    if value is None:
        return _UNLIMITED
    if type(value) in _NAMES:
        return ability_to_data(value)
    return value if isinstance(value, (bool, int, str)) else str(value)


@cache
def _hints(kind: str) -> dict[str, Any]:
    return typing.get_type_hints(_KINDS[kind], None, {"Ability": Ability})


@cache
def _known(among: Any) -> tuple[str, ...]:
    return tuple(name for name, cls in _KINDS.items() if cls is among or cls in typing.get_args(among))


def ability_from_data(data: Any, at: str = "ability") -> Ability:
    """Read a table; a wrong one raises `BadRequest` that names the place below `at`."""
    ability: Ability = _from_data(data, at, Ability)
    return ability


def _from_data(data: Any, at: str, among: Any) -> Any:
    """An ability or an instruction of a class that is `among` these."""
    if not isinstance(data, Mapping):
        raise BadRequest(f"expected a table with a `kind`, not {type(data).__name__}", at)
    kind = data.get("kind")
    known = _known(among)
    if not isinstance(kind, str) or kind not in known:
        what = "instruction" if among == Instruction else "ability"
        raise BadRequest(f"no kind of {what} {kind!r}; known: {', '.join(known)}", f"{at}.kind")
    cls, hints = _KINDS[kind], _hints(kind)
    fields: dict[str, Any] = {}
    for name, value in data.items():
        if name == "kind":
            continue
        field_name = "kind" if name == _CHANGES else name
        if field_name not in hints:
            raise BadRequest(f"{kind} has no field {name!r}", f"{at}.{name}")
        fields[field_name] = _read(hints[field_name], value, f"{at}.{name}")
    missing = [
        field.name
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING and field.name not in fields
    ]
    if missing:
        raise BadRequest(f"{kind} needs {', '.join(missing)}", at)
    return cls(**fields)


def _read(hint: Any, value: Any, at: str) -> Any:
    if hint in _UNIONS or hint in _NAMES:
        return _from_data(value, at, hint)
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        inner = [option for option in typing.get_args(hint) if option is not types.NoneType]
        if value is None or value == _UNLIMITED:
            return None
        return _read(inner[0] if len(inner) == 1 else Ability, value, at)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise BadRequest("expected a list", at)
        item = typing.get_args(hint)[0]
        return tuple(_read(item, entry, f"{at}[{i}]") for i, entry in enumerate(value))
    if hint in (bool, int, str):
        if type(value) is not hint:
            raise BadRequest(f"expected {hint.__name__}, not {type(value).__name__}", at)
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise BadRequest(f"expected text, not {type(value).__name__}", at)
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError:
            raise BadRequest(f"expected one of {', '.join(m.value for m in hint)}, not {value!r}", at) from None
    try:
        parsed = hint.parse(value)
    except Malformed as error:
        raise Malformed(error.message, at) from None
    if hint.__name__ == "Addition":
        return parsed[0]
    return parsed
