"""castable: every legal way to pay for a Magic: The Gathering spell.

import castable

board = castable.load_board("examples/ana.json")
for payment in castable.payments(board, "Ana Battlemage"):
    print(payment)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from castable.card_sources import card_source
    from castable.library import load_board, parse_board
    from castable.model.cost import Cost
    from castable.model.errors import (
        Ambiguous,
        BadRequest,
        CastableError,
        IllegalPayment,
        Malformed,
        TooLarge,
        Unbounded,
        UnknownCard,
        Unsupported,
    )
    from castable.model.mana import Mana, ManaType
    from castable.model.payment import Activation, Choices, Payment, Total
    from castable.model.state import CardInZone, Permanent, Phase, Player, State
    from castable.model.symbol import ManaCost
    from castable.solver.abilities import payments_of_ability
    from castable.solver.after_cast import Facts, after_cast
    from castable.solver.announce import Wishes
    from castable.solver.beforehand import beforehand
    from castable.solver.best import Best
    from castable.solver.check import Judgment, check
    from castable.solver.explain import Cause
    from castable.solver.explanation import Explanation, explain, explain_cost
    from castable.solver.hints import Hint
    from castable.solver.payments import Payments, payments, payments_of_cost
    from castable.solver.plays import Plays, Verdict, plays, verdict
    from castable.solver.pools import maximal_pools
    from castable.solver.preference.profile import Profile
    from castable.solver.prepared import PreparedState
    from castable.solver.sequence import AbilityPlay, LandPlay, Sequence, SpellPlay, sequence
    from castable.solver.turn import Turn, whole_turn
    from castable.solver.x_values import Values, x_values

__all__ = [
    "AbilityPlay",
    "Activation",
    "Ambiguous",
    "BadRequest",
    "Best",
    "CardInZone",
    "CastableError",
    "Cause",
    "Choices",
    "Cost",
    "Explanation",
    "Facts",
    "Hint",
    "IllegalPayment",
    "Judgment",
    "LandPlay",
    "Malformed",
    "Mana",
    "ManaCost",
    "ManaType",
    "Payment",
    "Payments",
    "Permanent",
    "Phase",
    "Player",
    "Plays",
    "PreparedState",
    "Profile",
    "Sequence",
    "SpellPlay",
    "State",
    "TooLarge",
    "Total",
    "Turn",
    "Unbounded",
    "UnknownCard",
    "Unsupported",
    "Values",
    "Verdict",
    "Wishes",
    "after_cast",
    "beforehand",
    "card_source",
    "check",
    "explain",
    "explain_cost",
    "load_board",
    "maximal_pools",
    "parse_board",
    "payments",
    "payments_of_ability",
    "payments_of_cost",
    "plays",
    "sequence",
    "verdict",
    "whole_turn",
    "x_values",
]

_HOMES = {
    "card_sources": "card_source",
    "library": "load_board parse_board",
    "model.cost": "Cost",
    "model.errors": "Ambiguous BadRequest CastableError IllegalPayment Malformed TooLarge Unbounded UnknownCard"
    " Unsupported",
    "model.mana": "Mana ManaType",
    "model.payment": "Activation Choices Payment Total",
    "model.state": "CardInZone Permanent Phase Player State",
    "model.symbol": "ManaCost",
    "solver.abilities": "payments_of_ability",
    "solver.after_cast": "Facts after_cast",
    "solver.announce": "Wishes",
    "solver.beforehand": "beforehand",
    "solver.best": "Best",
    "solver.check": "Judgment check",
    "solver.explain": "Cause",
    "solver.explanation": "Explanation explain explain_cost",
    "solver.hints": "Hint",
    "solver.payments": "Payments payments payments_of_cost",
    "solver.plays": "Plays Verdict plays verdict",
    "solver.pools": "maximal_pools",
    "solver.preference.profile": "Profile",
    "solver.prepared": "PreparedState",
    "solver.sequence": "AbilityPlay LandPlay Sequence SpellPlay sequence",
    "solver.turn": "Turn whole_turn",
    "solver.x_values": "Values x_values",
}
"""The modules with the names that come from each; they are imported when a name is first used."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        for module, names in _HOMES.items():
            if name in names.split():
                value = getattr(import_module(f"castable.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module 'castable' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return [*globals(), *__all__]
