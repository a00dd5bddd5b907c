"""The referee: casts a spell or activates an ability step by step by the rules alone and names the rule that a wrong
step breaks (CR 601.2, 602.2).

    casting = announce(state, "Kavu Titan", Choices(kicked=(Cost.parse("{2}{G}"),)))
    for step in legal_activations(casting): ...
    casting = activate(casting, step)
    after = pay(casting, Mana.parse("{G}{G}{G}{G}{G}")).state

    after = execute(state, payment)

It reasons about nothing: each function carries out one step or says why not. `IllegalPayment` names the rule, and
`Unsupported` what the referee does not carry out yet. Permission and timing of the spell itself are not its subject.
"""

from castable.solver.referee.activation import activate, legal_activations
from castable.solver.referee.casting import Casting, Ledger, Step, require_understood
from castable.solver.referee.execution import FIELDS, execute, interchangeable
from castable.solver.referee.spell import (
    Settlement,
    ability_sources,
    announce,
    castable_faces,
    held_card,
    pay,
    propose,
    settled,
    totals,
    ways_of_paying,
    ways_of_spending,
)

__all__ = [
    "FIELDS",
    "Casting",
    "Ledger",
    "Settlement",
    "Step",
    "ability_sources",
    "activate",
    "announce",
    "castable_faces",
    "execute",
    "held_card",
    "interchangeable",
    "legal_activations",
    "pay",
    "propose",
    "require_understood",
    "settled",
    "totals",
    "ways_of_paying",
    "ways_of_spending",
]
