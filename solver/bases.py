"""What a spell's total cost begins with: its mana cost or one alternative cost (CR 118.9, 601.2b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from castable.model.ability import ActivatedAbility, AlternativeCost, CostKind, Zone
from castable.model.amount import Amount
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, matches, power_of
from castable.model.filter import Filter, Term
from castable.model.mana import ManaType
from castable.model.state import Permanent, State
from castable.model.symbol import ManaCost
from castable.model.view import mana_value_of
from castable.solver.access import Access, offers_of, own_alternatives
from castable.solver.extras import less_of
from castable.solver.subject import Subject, Wishes

__all__ = ["Base", "base_costs"]

_FORMS = frozenset({"prototype", "morph", "megamorph", "disguise", "bestow", "disturb"})
_FACE_DOWN = frozenset({"morph", "megamorph", "disguise"})
_INSTEAD = frozenset({"flashback", "escape", "mayhem", "emerge"})
"""Keywords of costs that are paid rather than the mana cost though they name it."""
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
        return [Base(cost=subject.ability.cost), *_instead_of_ability(state, subject.ability)]
    if subject.face is None or subject.card is None:
        return [] if subject.cost is None else [Base(cost=Cost(subject.cost))]
    found: dict[tuple[object, ...], Base] = {}
    for base in _all(state, subject):
        if wishes.alternative is None or _is_meant(wishes.alternative, base, subject):
            access = base.access
            key = (base.alternative, base.cost, base.less, access and (access.more, access.by_value and access.name))
            found[key] = _wider(found[key], base) if key in found else base
    return list(found.values())


def _wider(one: Base, other: Base) -> Base:
    """Two ways to begin that ask for the same, as one that allows what either does."""
    if one.access is None or other.access is None:
        return one
    access = replace(
        one.access,
        spend_as=one.access.spend_as or other.access.spend_as,
        as_sorcery=one.access.as_sorcery and other.access.as_sorcery,
    )
    return replace(one, access=access, flash=one.flash or other.flash)


def _instead_of_ability(state: State, ability: ActivatedAbility) -> Iterator[Base]:
    """What permanents of yours let be paid rather than the cost of an ability with a keyword."""
    for permanent, offer in offers_of(state):
        if offer.kind is CostKind.ABILITY and offer.applies_to is not None:
            if not offer.applies_to.only_words(frozenset({"equip", "cycling"})):
                raise Unsupported(f"{permanent.name}: its effect on costs")
            if any(ability.keyword.endswith(word) for word in offer.applies_to.words()):
                yield Base(cost=offer.cost or Cost(ManaCost.ZERO), alternative=offer.keyword, source=permanent.name)


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
        if ability.on_top and ability.keyword not in _INSTEAD:  # another cost may be paid rather than the mana cost
            for other in _with_more(own, ability):
                for access in accesses:
                    yield from _alternative(state, subject, other, subject.name, access)


def _with_more(own: list[tuple[str, AlternativeCost]], more: AlternativeCost) -> Iterator[AlternativeCost]:
    """The alternative costs of a spell that may be paid wherever it is cast from, each with a cost on top."""
    for _, ability in own:
        plain = not ability.on_top and ability.keyword not in (_NOT_FROM_HAND | _FORMS)
        if plain and ability.zone is Zone.ANY:
            cost = (ability.cost or Cost()) + (more.cost or Cost())
            yield replace(ability, cost=cost, flash=ability.flash or more.flash)


def _alternative(
    state: State, subject: Subject, ability: AlternativeCost, source: str, access: Access
) -> Iterator[Base]:
    """The base costs that one alternative cost comes to, several where an object chosen makes it cost less."""
    assert subject.card is not None
    cost = _with_value(ability.cost or Cost(), subject)
    if ability.on_top:
        if subject.cost is None:
            return
        cost = Cost(subject.cost) + cost
    flash = ability.flash or access.flash
    if ability.keyword == "emerge":
        own = next(iter(cost.parts_of(Verb.SACRIFICE)), None)
        what = own.what if own else Filter.parse("creature")
        rest = Cost(cost.mana, tuple(part for part in cost.parts if part is not own))
        for worth in _worths(state, what, mana_value_of):
            terms = tuple((*option, Term(f"mv={worth}")) for option in what.any_of)
            part = CostPart(verb=Verb.SACRIFICE, what=Filter(terms))
            yield Base(
                cost=rest + Cost(None, (part,)),
                alternative="emerge",
                less=ManaCost(worth),
                access=access,
                flash=flash,
                source=source,
            )
        return
    less = less_of(state, subject.face, ability.keyword, cost) if subject.face is not None else None
    yield Base(cost=cost, alternative=ability.keyword, less=less, access=access, flash=flash, source=source)
    if ability.keyword == "harmonize":
        view = View(state)
        for worth in _worths(state, Filter.parse("creature untapped"), lambda creature: power_of(creature, view)):
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


def _with_value(cost: Cost, subject: Subject) -> Cost:
    """A cost in which the mana value and the colors of the spell are put in."""
    if subject.face is not None and any("sharedcolor" in part.what.words() for part in cost.parts):
        colors = subject.face.colors
        cost = Cost(cost.mana, tuple(replace(part, what=_of_colors(part.what, colors)) for part in cost.parts))
    if subject.face is None or all(part.amount.measure != "mv" for part in cost.parts):
        return cost
    if cost.mana is not None and cost.mana.variables:
        raise Unsupported(f"the mana value of {subject.name} in {cost}")
    fixed = Amount.fixed(subject.face.mana_value)
    parts = tuple(replace(part, amount=fixed) if part.amount.measure == "mv" else part for part in cost.parts)
    return Cost(cost.mana, parts)


def _of_colors(what: Filter, colors: frozenset[ManaType]) -> Filter:
    """The filter with what shares a color with a spell told by these colors; nothing does with a colorless one."""
    found = []
    for terms in what.any_of:
        if Term("sharedcolor") not in terms:
            found.append(terms)
            continue
        rest = tuple(term for term in terms if term.word != "sharedcolor")
        found += [(*rest, Term(color.word)) for color in sorted(colors)]
    return Filter(tuple(found)) if found else Filter.parse("card !card")


def _worths(state: State, wanted: Filter, measure: Callable[[Permanent], int]) -> list[int]:
    """The different numbers that your permanents of a kind come to, smallest first."""
    view = View(state)
    mine = [p for p in state.you.battlefield if not p.phased_out and matches(wanted, p, view, "you")]
    return sorted({measure(permanent) for permanent in mine})
