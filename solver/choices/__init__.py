"""The choices that players make while something resolves or goes on the stack, and what comes of them (CR 101.4, 603,
608).

    process = combat_damage(state, (Damage(source=7, player=1, amount=2),))
    decisions(lambda: enters(state, ana))      the decisions as a tree
    outcomes(lambda: casts(state, shock))      every way through them
    played(process, "reveal").state            one way through them

An event is a process that asks for decisions (`events`, `resolution`); a decision is a constraint problem over what its
player sees (`decision`, `table`); what cards do is data (`castable.model.event`).
"""

from castable.solver.choices.decision import Decision, Option
from castable.solver.choices.events import (
    Process,
    activates,
    casts,
    combat_damage,
    enters,
    put_on_stack,
    resolves,
    spell_resolves,
)
from castable.solver.choices.happening import Happened, Happening, Outcome
from castable.solver.choices.triggers import Damage, Pending
from castable.solver.choices.walking import Node, decisions, outcomes, played

__all__ = [
    "Damage",
    "Decision",
    "Happened",
    "Happening",
    "Node",
    "Option",
    "Outcome",
    "Pending",
    "Process",
    "activates",
    "casts",
    "combat_damage",
    "decisions",
    "enters",
    "outcomes",
    "played",
    "put_on_stack",
    "resolves",
    "spell_resolves",
]
