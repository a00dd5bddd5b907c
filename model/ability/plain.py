"""Keywords, and text that is not understood."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Keyword", "Unread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A keyword ability named as the rulebook names it, in lower case: `flash`, `haste`, `split second`."""

    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """Text that castable has not understood, and what it may bear on.

    Text that may bear on a payment makes every question unsure that looks at the object. Text that may bear on casting
    alone (targets, timing, abilities that use the stack) leaves costs and payments as they are. Text of an ability that
    does nothing while its own card is cast (CR 113.6) bears on other questions alone.
    """

    text: str
    may_bear_on_payment: bool = True
    may_bear_on_casting: bool = True
    may_bear_on_own_casting: bool = True
