"""One state asked about again and again: what depends on the state alone is worked out once.

ready = PreparedState(state)
ready.payable(ManaCost.parse("{1}{G}"))     ready.castable("Ana Battlemage")     ready.plays()
"""

from __future__ import annotations

from functools import cached_property

from castable.model.effects import with_effects
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes
from castable.solver.at_once import AtOnce
from castable.solver.payments import payments_of_cost
from castable.solver.plays import Plays, Verdict, plays, verdict
from castable.solver.production import halves_of
from castable.solver.prohibitions import Bans
from castable.solver.reach import Reach
from castable.solver.sources import sources_of
from castable.solver.understood import require_read
from castable.solver.ways import reach_for

__all__ = ["PreparedState"]


class PreparedState:
    """A state with continuous effects worked out and the reach of its sources known.

    Raises `Unsupported` for text on the board that may bear on a payment.
    """

    def __init__(self, state: State) -> None:
        self.state = with_effects(state)
        require_read(self.state)

    @cached_property
    def _reach(self) -> Reach | None:
        return reach_for(sources_of(self.state))

    @cached_property
    def _may_pay_life(self) -> bool:
        return not Bans(self.state).on_paying_life()

    @cached_property
    def _at_once(self) -> AtOnce:
        return AtOnce(self.state, self._by_sums)

    def payable(self, cost: ManaCost) -> bool:
        """Whether a bare mana cost can be paid with your sources of mana, as in "unless you pay {3}"."""
        if not cost.variables and cost != ManaCost.ZERO and (answer := self._by_sums(cost)) is not None:
            return answer
        return bool(payments_of_cost(self.state, cost))

    def _by_sums(self, cost: ManaCost) -> bool | None:
        """Whether some mana without variable symbols can be paid, None where sums do not tell."""
        if (reach := self._reach) is None:
            return None
        if not cost.choices:
            return reach.pays(cost)
        plain, unsure = cost.without_choices(), False
        for halves, lives in halves_of(cost):
            if lives and not self._may_pay_life:
                continue
            if (paid := reach.pays(plain + halves, 2 * lives)) or (paid is None):
                if paid:
                    return True
                unsure = True
        return None if unsure else False

    def castable(self, spell: str, wishes: Wishes | None = None) -> Verdict:
        """Whether a card can be cast now, with the cause when it can't."""
        told = self._at_once.verdict(spell) if wishes is None else None
        return verdict(self.state, spell, wishes) if told is None else told

    def plays(self) -> Plays:
        """All legal plays, and why the other cards cannot be played."""
        return plays(self.state)
