"""What can be said of plays to come without a search: whether the mana for them is there at all, or may be lost.

The bound only ever says "no" where no order of payments could do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    Becomes,
    CostChange,
    Enters,
    Grant,
    HelpToPay,
    Keyword,
    LandTypes,
    LifeForMana,
    ManaAbility,
    Modes,
    OptionalCost,
    ProductionReplacement,
    Prohibition,
    SpellMana,
    SpellTargets,
    SpendAs,
    TriggeredManaAbility,
    Unread,
)
from castable.model.card import Face
from castable.model.cost import Verb
from castable.model.effects import with_effects
from castable.model.errors import CastableError
from castable.model.filter import Filter
from castable.model.production import Origin
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Wishes, subjects
from castable.solver.explain import Cause, why_unpayable
from castable.solver.payments import payments_of_cost
from castable.solver.sources import sources_of
from castable.solver.total_cost import Announced, total_costs

__all__ = ["INERT", "Foresight", "is_fixed"]

INERT = (ActivatedAbility, Enters, Keyword, Modes, OptionalCost, SpellTargets, Unread)
"""Abilities that neither make mana nor change what others cost or make."""


def _is_inert(ability: Ability) -> bool:
    """Whether it is one of these, or gives its own object nothing but keywords."""
    if isinstance(ability, Grant):
        return ability.to == _THIS and all(isinstance(given, Keyword) for given in ability.abilities)
    return isinstance(ability, INERT)


_ON_COSTS = (AdditionalCost, AlternativeCost, CostChange, HelpToPay, LifeForMana)
_ON_MANA = (Becomes, Grant, LandTypes, ProductionReplacement, Prohibition, SpendAs, TriggeredManaAbility)
_STEADY = frozenset({Verb.TAP, Verb.PAY_LIFE, Verb.SACRIFICE, Verb.REMOVE_COUNTERS, Verb.EXILE_FROM_HAND})
_ORIGINS = frozenset({Origin.LISTED, Origin.CHOSEN_COLOR, Origin.COMMANDER, Origin.IMPRINTED})
_GIVES_UP = frozenset({Verb.SACRIFICE, Verb.EXILE, Verb.RETURN, Verb.EXILE_FROM_HAND, Verb.DISCARD, Verb.DISCARD_HAND})
_MAX_COMBINATIONS = 32
_THIS = Filter.parse("this")


class Foresight:
    """A look ahead from a state."""

    def __init__(self, state: State) -> None:
        self.state = with_effects(state)

    def may_lose_mana(self, faces: Sequence[Face]) -> bool:
        """Whether mana that can be made now may be out of reach once these faces were cast or played and resolved: they
        change what sources make or take some away, or what sources make depends on the game."""
        abilities = [ability for face in faces for ability in face.abilities]
        if self._may_replace(faces):
            return True
        moves = any(not _is_inert(a) and not isinstance(a, ManaAbility | SpellMana) for a in abilities)
        return moves or not (self.is_steady or self._only_grows(faces))

    def _may_replace(self, faces: Sequence[Face]) -> bool:
        """Whether the legend rule may take what was there, which may be used before that (CR 704.5j)."""
        legends = Counter(face.name for face in faces if "legendary" in face.supertypes)
        there = {permanent.name for permanent in self.state.you.battlefield}
        return any(number > 1 or name in there for name, number in legends.items())

    def _only_grows(self, faces: Sequence[Face]) -> bool:
        """Whether what sources make depends on nothing but permanents of yours that are there, and these faces only add
        to them: nothing is given up for mana, and no effect changes what permanents are or make."""
        if any(isinstance(a, _ON_MANA) for _, p in self.state.permanents() for a in p.face.abilities):
            return False
        things = [*(p.face for p in self.state.you.battlefield), *(c.card.front for c in self.state.you.hand), *faces]
        abilities = [(ability, face) for face in things for ability in face.mana_abilities]
        parts = [part for ability, _ in abilities for part in ability.cost.parts]
        if not all(face.is_permanent for face in faces) or any(part.verb in _GIVES_UP for part in parts):
            return False
        return all(is_fixed(ability, face) or _grows(ability) for ability, face in abilities)

    def may_convert_mana(self, faces: Iterable[Face]) -> bool:
        """Whether mana may be spent on making other mana: it may be worth while to make more than a spell asks for."""
        things = [*(p.face for p in self.state.you.battlefield), *(c.card.front for c in self.state.you.hand), *faces]
        return any(ability.cost.mana is not None for face in things for ability in face.mana_abilities)

    def could_pay(self, spells: Sequence[tuple[str, Wishes]]) -> bool:
        """False only if no order of payments pays for all these spells, each of which but the last leaves mana and
        costs as they are."""
        try:
            return self._could_pay(spells)
        except CastableError:
            return True

    def why_not(self, spells: Sequence[tuple[str, Wishes]]) -> Cause:
        """Why the totals of all these spells cannot be paid together, of those that ask for the least."""
        mana = ManaCost.ZERO
        for spell, wishes in spells:
            options = _least(total_costs(self.state, subjects(self.state, spell, wishes), wishes))
            mana = mana + min((one.total.mana for one in options), key=lambda cost: cost.mana_value)
        ways = payments_of_cost(self.state, mana)
        if ways:
            return Cause(rule="119.4", kind="life", text="they ask for more life than you have")
        return why_unpayable(ways)

    def _could_pay(self, spells: Sequence[tuple[str, Wishes]]) -> bool:
        sources = sources_of(self.state)
        if sources.has_limits or sources.has_unlimited or not self.is_steady:
            return True
        board = [ability for _, permanent in self.state.permanents() for ability in permanent.face.abilities]
        if self.state.resolved or any(isinstance(ability, (*_ON_COSTS, Unread)) for ability in board):
            return True
        options = []
        combinations = 1
        for at, (spell, wishes) in enumerate(spells):
            found = subjects(self.state, spell, wishes)
            abilities = [ability for subject in found if subject.face for ability in subject.face.abilities]
            if any(isinstance(a, _ON_COSTS) for a in abilities):
                return True
            if at + 1 < len(spells) and any(isinstance(a, Unread) or not _is_inert(a) for a in abilities):
                return True
            options.append(list(_least(total_costs(self.state, found, wishes))))
            combinations *= len(options[-1])
        if combinations > _MAX_COMBINATIONS:
            return True
        return any(self._pays(chosen) for chosen in product(*options))

    def _pays(self, chosen: Sequence[Announced]) -> bool:
        """Whether there is as much life, and at once as much mana, as all these totals ask for."""
        if any(one.total.other.parts for one in chosen):
            return True
        mana = ManaCost.ZERO
        for one in chosen:
            mana = mana + one.total.mana
        if sum(one.total.life for one in chosen) > max(0, self.state.you.life):
            return False
        return bool(payments_of_cost(self.state, mana))

    @property
    def is_steady(self) -> bool:
        """Whether what each source makes is fixed, whatever else happens."""
        for _, permanent in self.state.permanents():
            effects = [a for a in permanent.face.abilities if isinstance(a, _ON_MANA)]
            if any(getattr(effect, "condition", None) is not None for effect in effects):
                return False
        things = [*(p.face for p in self.state.you.battlefield), *(c.card.front for c in self.state.you.hand)]
        return all(is_fixed(ability, face) for face in things for ability in face.mana_abilities)


def _grows(ability: ManaAbility) -> bool:
    """Whether an ability makes more, or as much, with every permanent more that you control."""
    counted = [addition.amount for choice in ability.adds.choices for addition in choice]
    if ability.instead is not None or any(part.verb is not Verb.TAP for part in ability.cost.parts):
        return False
    for terms in ability.condition.any_of if ability.condition else ():
        for one in terms:
            if one.negated or one.op != ">=" or one.left is None or one.right is None or not one.right.is_fixed:
                return False
            counted.append(one.left)
    origins = {addition.types.origin for choice in ability.adds.choices for addition in choice}
    plain = all(
        a.is_fixed or (a.measure == "count" and a.times > 0 and a.filter is not None and _is_of_yours(a.filter))
        for a in counted
    )
    return plain and origins <= _ORIGINS | {Origin.AMONG}


def _is_of_yours(what: Filter) -> bool:
    """Whether a filter asks for permanents by their kind and that you control them, and for nothing that changes."""
    return what.only_words(frozenset({"you"})) and not any(term.negated for terms in what.any_of for term in terms)


def is_fixed(ability: ManaAbility, face: Face) -> bool:
    """Whether what an ability costs and adds does not depend on other objects, nor on what its object has used up."""
    if ability.condition is not None or ability.instead is not None:
        return False
    if any(part.verb not in _STEADY or not part.is_this or not part.amount.is_fixed for part in ability.cost.parts):
        return False
    additions = [addition for choice in ability.adds.choices for addition in choice]
    kept = not any(one.cost.parts_of(Verb.REMOVE_COUNTERS) for one in face.mana_abilities)
    return all(
        (a.amount.is_fixed or (a.amount.measure == "counters" and kept)) and a.types.origin in _ORIGINS
        for a in additions
    )


def _least(announced: Sequence[Announced]) -> Iterator[Announced]:
    """The announcements that ask for no more than another does in every respect, one of equal ones."""
    kept: list[Announced] = []
    for one in announced:
        if not any(_covers(one, other) for other in kept):
            kept = [other for other in kept if not _covers(other, one)]
            kept.append(one)
    yield from kept


def _covers(larger: Announced, smaller: Announced) -> bool:
    """Whether one total asks for all that another asks for."""
    if larger.total.life < smaller.total.life or smaller.total.other.parts or larger.total.other.parts:
        return False
    rest = list(larger.total.mana.symbols)
    for symbol in smaller.total.mana.symbols:
        if symbol not in rest:
            return False
        rest.remove(symbol)
    return larger.total.mana.generic >= smaller.total.mana.generic
