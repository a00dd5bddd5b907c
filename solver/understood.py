"""What castable must have understood before it may answer: text and effects on the board that bear on the question.

`Unsupported` quotes the text at fault. A wrong answer is worse than none.
"""

from __future__ import annotations

from castable.model.ability import (
    AdditionalCost,
    AlternativeCost,
    Becomes,
    CostChange,
    Grant,
    HelpToPay,
    LandTypes,
    OptionalCost,
    ProductionReplacement,
    Prohibition,
    SpendAs,
    TriggeredManaAbility,
)
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.state import Permanent, State

__all__ = ["require_lasting", "require_no_bans", "require_read", "require_understood"]

_ON_MANA = (Becomes, Grant, LandTypes, ProductionReplacement, Prohibition, SpendAs, TriggeredManaAbility)
_ON_COSTS = (AdditionalCost, AlternativeCost, CostChange, HelpToPay, OptionalCost)


def require_read(state: State) -> None:
    """No permanent has unread text that may bear on a payment, or grants abilities that change costs."""
    for _, permanent in state.permanents():
        for text in permanent.face.unread:
            if text.may_bear_on_payment:
                raise Unsupported(f"{permanent.name}: {text.text}")
        for grant in permanent.face.of(Grant):
            if any(isinstance(ability, _ON_COSTS) for ability in grant.abilities if not _is_for_cards(grant, ability)):
                raise Unsupported(f"{permanent.name}: its effect on costs")


def _is_for_cards(grant: Grant, ability: object) -> bool:
    """Whether it is an alternative cost for cards or spells, which `castable.solver.access` sees to."""
    return isinstance(ability, AlternativeCost) and bool(grant.to.words() & {"card", "spell"})


def require_understood(face: Face | None) -> None:
    """The spell that is cast has no unread text that may bear on a payment."""
    for text in face.unread if face else ():
        if text.may_bear_on_payment and text.may_bear_on_own_casting:
            raise Unsupported(f"{face.name if face else ''}: {text.text}")


def require_lasting(permanent: Permanent) -> None:
    """A permanent that is given up for mana has no effect on other mana, which would end while mana is made."""
    if any(isinstance(ability, _ON_MANA) for ability in permanent.face.abilities):
        raise Unsupported(f"{permanent.name}: its effect on other mana may end while mana is made")


def require_no_bans(state: State, face: Face) -> None:
    """Neither the board nor the spell has unread text that may forbid casting it (CR 101.2, 601.3)."""
    texts = [(p.name, text) for _, p in state.permanents() for text in p.face.unread]
    own = [(face.name, text) for text in face.unread if text.may_bear_on_own_casting]
    for name, text in [*texts, *own]:
        if text.may_bear_on_payment or text.may_bear_on_casting:
            raise Unsupported(f"{name}: {text.text}")
