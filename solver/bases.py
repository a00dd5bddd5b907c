"""What a spell's total cost begins with: its mana cost or one alternative cost (CR 118.9, 601.2b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from castable.model.ability import AlternativeCost
from castable.model.cost import Cost, CostPart, Verb
from castable.model.evaluate import View, matches, power_of
from castable.model.filter import Filter
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost
from castable.model.view import mana_value_of
from castable.solver.access import Access, own_alternatives
from castable.solver.subject import Subject, Wishes

__all__ = ["Base", "base_costs"]

_FORMS = frozenset({"prototype", "morph", "megamorph", "disguise", "bestow", "disturb"})
_FACE_DOWN = frozenset({"morph", "megamorph", "disguise"})
_NOT_FROM_HAND = frozenset({"foretell", "madness", "miracle", "suspend"})
"""Keywords whose alternative cost is paid only when something else has set it up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A way to begin: `alternative` as a payment names it (empty for the mana cost), and the cost; `less` is what it
    takes off the total (emerge, harmonize), `access` what allows the casting, `flash` whether it may be done
    whenever an instant may be cast."""

    cost: Cost
    alternative: str = ""
    less: ManaCost | None = None
    access: Access | None = None
    flash: bool = False
    source: str = ""

    @property
    def is_free(self) -> bool:
        """Whether no mana cost is paid, so that X is 0 (CR 107.3b)."""
        return self.alternative != "" and self.cost.mana is None and not self.cost.parts


def base_costs(state: State, subject: Subject, wishes: Wishes) -> list[Base]:
    """Every base cost that may be announced for a spell; of a bare cost or an ability the one there is."""
    if subject.ability is not None:
        return [Base(cost=subject.ability.cost)]
    if subject.face is None or subject.card is None:
        return [] if subject.cost is None else [Base(cost=Cost(subject.cost))]
    found: dict[tuple[str, str], Base] = {}
    for base in _all(state, subject):
        if wishes.alternative is None or _is_meant(wishes.alternative, base, subject):
            found.setdefault((base.alternative, f"{base.cost} {base.less} {base.access}"), base)
    return list(found.values())


def _is_meant(wanted: str, base: Base, subject: Subject) -> bool:
    if wanted == "mana cost":
        return base.alternative == ""
    if wanted == "free" and base.is_free:
        return True
    return wanted.casefold() in (base.alternative.casefold(), base.source.casefold()) and base.alternative != ""


def _all(state: State, subject: Subject) -> Iterator[Base]:
    assert subject.card is not None and subject.face is not None
    printed = subject.card.card.front if subject.form == "disturb" else subject.face
    if subject.form in _FACE_DOWN:
        for access in subject.access:
            yield Base(cost=Cost(ManaCost(3)), alternative=subject.form, access=access, flash=access.flash)
        return
    own = list(own_alternatives(state, subject.card, subject.zone, printed))
    for access in subject.access:
        if access.alternative is not None:
            name = access.alternative.keyword
            yield from _alternative(state, subject, access.alternative, name, access)
            continue
        if subject.form in ("", "fuse") and subject.cost is not None:
            yield Base(cost=Cost(subject.cost), access=access, flash=access.flash)
        elif subject.form == "prototype" and subject.cost is not None:
            yield Base(cost=Cost(subject.cost), alternative="prototype", access=access, flash=access.flash)
    for source, ability in own:
        if ability.keyword in _NOT_FROM_HAND:
            continue
        if (ability.keyword in _FORMS) != (ability.keyword == subject.form) or ability.keyword == "prototype":
            continue
        if subject.form and ability.keyword != subject.form and subject.form not in ("fuse", "prototype"):
            continue
        accesses = [access for access in subject.access if access.alternative is None]
        if ability.zone.value == subject.zone and not accesses:
            accesses = [Access(name=source)]
        for access in accesses:
            yield from _alternative(state, subject, ability, source, access)


def _alternative(
    state: State, subject: Subject, ability: AlternativeCost, source: str, access: Access
) -> Iterator[Base]:
    """The base costs that one alternative cost comes to, several where an object chosen makes it cost less."""
    cost = ability.cost or Cost()
    if ability.on_top:
        if subject.cost is None:
            return
        cost = Cost(subject.cost) + cost
    flash = ability.flash or access.flash
    if ability.keyword == "emerge":
        for worth in _worths(state, "creature", mana_value_of):
            part = CostPart(verb=Verb.SACRIFICE, what=Filter.parse(f"creature mv={worth}"))
            yield Base(
                cost=cost + Cost(None, (part,)),
                alternative="emerge",
                less=ManaCost(worth),
                access=access,
                flash=flash,
                source=source,
            )
        return
    yield Base(cost=cost, alternative=ability.keyword, access=access, flash=flash, source=source)
    if ability.keyword == "harmonize":
        view = View(state)
        for worth in _worths(state, "creature untapped", lambda creature: power_of(creature, view)):
            if worth > 0:
                part = CostPart(verb=Verb.TAP_OTHER, what=Filter.parse(f"creature power={worth}"))
                yield Base(
                    cost=cost + Cost(None, (part,)),
                    alternative="harmonize",
                    less=ManaCost(worth),
                    access=access,
                    flash=flash,
                    source=source,
                )


def _worths(state: State, what: str, measure: Callable[[Permanent], int]) -> list[int]:
    """The different numbers that your permanents of a kind come to, smallest first."""
    wanted, view = Filter.parse(what), View(state)
    mine = [p for p in state.you.battlefield if not p.phased_out and matches(wanted, p, view, "you")]
    return sorted({measure(permanent) for permanent in mine})
