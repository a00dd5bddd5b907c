"""Values that are asked again and again: a hash worked out once, and a place for what follows from a value alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["Remembering", "hashed_once"]

T = TypeVar("T", bound="Remembering")


class Remembering:
    """A frozen value with room for its hash and for a memo. Neither is one of its fields: no comparison, copy or pickle
    has them."""

    __slots__ = ("_hash", "_memo")
    _hash: int
    _memo: dict[object, Any]

    @property
    def memo(self) -> dict[object, Any]:
        """What others have worked out from this very object."""
        try:
            found = self._memo
        except AttributeError:
            found = {}
            object.__setattr__(self, "_memo", found)
        return found


def hashed_once(cls: type[T]) -> type[T]:
    """A class decorator, to be put before that of the dataclass: the hash of its fields is worked out only once."""
    of_fields: Callable[[T], int] = cls.__hash__

    def __hash__(self: T) -> int:  # noqa: N807
        try:
            found = self._hash
        except AttributeError:
            found = of_fields(self)
            object.__setattr__(self, "_hash", found)
        return found

    cls.__hash__ = __hash__  # type: ignore[assignment]
    return cls
