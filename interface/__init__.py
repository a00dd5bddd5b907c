"""castable: every legal way to pay for a Magic: The Gathering spell.

import castable

board = castable.load_board("examples/ana.json")
for payment in castable.payments(board, "Ana Battlemage"):
    print(payment)
"""

from castable.library import card_source, load_board, parse_board
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
from castable.solver.announce import Wishes
from castable.solver.check import Judgment, check
from castable.solver.explain import Cause
from castable.solver.payments import Payments, payments, payments_of_cost
from castable.solver.plays import Plays, Verdict, plays, verdict
from castable.solver.pools import maximal_pools

__all__ = [
    "Activation",
    "Ambiguous",
    "BadRequest",
    "CardInZone",
    "CastableError",
    "Cause",
    "Choices",
    "Cost",
    "IllegalPayment",
    "Judgment",
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
    "State",
    "TooLarge",
    "Total",
    "Unbounded",
    "UnknownCard",
    "Unsupported",
    "Verdict",
    "Wishes",
    "card_source",
    "check",
    "load_board",
    "maximal_pools",
    "parse_board",
    "payments",
    "payments_of_cost",
    "plays",
    "verdict",
]
