"""What castable must have understood before it may answer: text and effects on the board that bear on the question.

`Unsupported` quotes the text at fault. A wrong answer is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from castable.model.ability import (
    AdditionalCost,
    AlternativeCost,
    Becomes,
    CostChange,
    Grant,
    HelpToPay,
    Keyword,
    LandTypes,
    ManaAbility,
    OptionalCost,
    ProductionReplacement,
    Prohibition,
    SpendAs,
    Timing,
    TriggeredManaAbility,
    Unread,
)
from castable.model.card import Face
from castable.model.cost import Verb
from castable.model.errors import Unsupported
from castable.model.state import Permanent, State

__all__ = [
    "require_burial",
    "require_lasting",
    "require_no_bans",
    "require_no_permissions",
    "require_read",
    "require_understood",
]

_ALLOWS = re.compile(
    r"(?:[^.]*, )?(?:you|each player|players|any player) may (?:look at [^.]*? and )?(?:cast|play)\b"
    r"(?:(?!\bonly\b)[^.])*\.?",
    re.IGNORECASE,
)
"""Text that allows to cast or play something and can forbid nothing."""

_EXCEPTION = re.compile(r"\bcopy of\b[^.]*\bexcept\b", re.IGNORECASE)

_ON_MANA = (Becomes, Grant, LandTypes, ProductionReplacement, Prohibition, SpendAs, TriggeredManaAbility)
_ON_COSTS = (AdditionalCost, AlternativeCost, CostChange, HelpToPay, OptionalCost)


def require_read(state: State) -> None:
    """No permanent has unread text that may bear on a payment, or grants abilities that change costs."""
    if "read" in state.board_memo:
        return
    for _, permanent in state.permanents():
        for text in permanent.face.unread:
            if text.may_bear_on_payment:
                raise Unsupported(f"{permanent.name}: {text.text}")
        if permanent.copy_of is not None:
            for text in permanent.card.front.unread:
                if _EXCEPTION.search(text.text):  # what the copy is besides: CR 707.9
                    raise Unsupported(f"{permanent.card.name}: {text.text}")
        for grant in permanent.face.of(Grant):
            if any(isinstance(ability, _ON_COSTS) for ability in grant.abilities if not _is_seen_to(grant, ability)):
                raise Unsupported(f"{permanent.name}: its effect on costs")
    state.board_memo["read"] = True


def _is_seen_to(grant: Grant, ability: object) -> bool:
    """Whether it is an alternative cost for cards or spells, which `castable.solver.access` sees to, or a cost change
    for others that permanents have from then on."""
    for_cards = bool(grant.to.words() & {"card", "spell"})
    if isinstance(ability, CostChange):
        return not for_cards and ability.applies_to is not None
    return isinstance(ability, AlternativeCost) and for_cards


def require_understood(face: Face | None) -> None:
    """The spell that is cast has no unread text that may bear on a payment."""
    for text in face.unread if face else ():
        if text.may_bear_on_payment and text.may_bear_on_own_casting:
            raise Unsupported(f"{face.name if face else ''}: {text.text}")


def _is_of_plays(ability: object) -> bool:
    """Whether it forbids casting spells or playing lands, and no making of mana."""
    return isinstance(ability, Prohibition) and ability.what in ("cast", "play land")


def require_lasting(permanent: Permanent) -> int:
    """A permanent that is given up for mana has no effect on other mana that would end while mana is made, but for
    abilities that it gives and that cost no mana: they are used before it is given up. How late that must be: 1 where
    it gives such abilities, 2 where some of them give up their own objects.
    """
    late = 0
    for ability in permanent.face.abilities:
        if not isinstance(ability, _ON_MANA) or _is_of_plays(ability):
            continue
        if not isinstance(ability, Grant) or ability.condition is not None or not ability.to.only_words(_WHOSE):
            raise Unsupported(f"{permanent.name}: its effect on other mana may end while mana is made")
        for given in ability.abilities:
            if isinstance(given, Keyword) and given.name in _OF_COMBAT:
                continue
            if not isinstance(given, ManaAbility) or not _is_plain(given):
                raise Unsupported(f"{permanent.name}: its effect on other mana may end while mana is made")
            late = max(late, 1 if all(part.verb is Verb.TAP for part in given.cost.parts) else 2)
    return late


_WHOSE = frozenset({"you", "any", "permanent", "token"})
_OF_COMBAT = frozenset(
    """flying reach trample vigilance menace deathtouch lifelink shroud hexproof fear intimidate horsemanship
    indestructible""".split()
) | {"first strike", "double strike"}
"""Keywords that bear on no mana."""


def _is_plain(ability: ManaAbility) -> bool:
    """Whether an ability costs nothing but what is done with its own object."""
    parts = all(part.is_this and part.verb in (Verb.TAP, Verb.SACRIFICE, Verb.EXILE) for part in ability.cost.parts)
    return parts and ability.cost.mana is None and ability.condition is None and ability.timing is Timing.ANY


def require_burial(state: State) -> None:
    """Nothing keeps what is sacrificed or discarded out of the graveyard (CR 614)."""
    for _, permanent in state.permanents_with(Unread):
        for text in permanent.face.unread:
            if _NO_BURIAL.search(text.text):
                raise Unsupported(f"{permanent.name}: {text.text}")


_NO_BURIAL = re.compile(r"would (?:be put into .*graveyard|die)\b.*\binstead", re.IGNORECASE | re.DOTALL)


def require_no_bans(state: State, face: Face) -> None:
    """Neither the board nor the spell has unread text that may forbid casting it (CR 101.2, 601.3)."""
    for name, text in _of_casting(state, face):
        if text.may_bear_on_payment or not _ALLOWS.fullmatch(text.text):
            raise Unsupported(f"{name}: {text.text}")


def require_no_permissions(state: State, face: Face | None) -> None:
    """Neither the board nor the spell has unread text that may allow to cast it when or from where nothing else does
    (CR 601.3)."""
    for name, text in _of_casting(state, face):
        raise Unsupported(f"{name}: {text.text}")


def _of_casting(state: State, face: Face | None) -> Iterator[tuple[str, Unread]]:
    """Unread text that may bear on casting a face, with the name of what has it."""
    texts = [(p.name, text) for _, p in state.permanents_with(Unread) for text in p.face.unread]
    own = [(face.name, text) for text in face.unread if text.may_bear_on_own_casting] if face else []
    for name, text in (*texts, *own):
        if text.may_bear_on_payment or text.may_bear_on_casting:
            yield name, text
