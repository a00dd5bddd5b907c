"""What lets a card be cast from where it is: its zone, a permission, a mark such as plotted (CR 601.3, 113.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from castable.model.ability import AlternativeCost, CostKind, Grant, Permission, SpendAs, Zone
from castable.model.card import Card, Face
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, value
from castable.model.filter import Filter
from castable.model.state import CardInZone, Permanent, State, sets_up
from castable.model.symbol import ManaCost
from castable.solver.as_cast import has_x, matches_as_cast, on_stack, whatever_x

__all__ = ["TRIGGERED_COSTS", "Access", "access_to", "facts_of", "is_told", "offers_of", "own_alternatives"]

_ZONES = {
    "hand": Zone.HAND,
    "graveyard": Zone.GRAVEYARD,
    "exile": Zone.EXILE,
    "library": Zone.LIBRARY,
    "command": Zone.COMMAND,
    "opponent hand": Zone.HAND,
}
TRIGGERED_COSTS = frozenset({"madness", "miracle"})
"""Keywords whose cost is paid on the instruction of a trigger of the card itself."""
_FREE = AlternativeCost(keyword="free", zone=Zone.EXILE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One thing that lets a card be cast: `name` is what grants it, empty for the hand and the command zone.

    The mana cost or any alternative cost that fits is paid, unless `alternative` is the one that must be; the spell
    costs `more`, and mana is spent on it as `spend_as` says. With `flash` it may be cast whenever an instant may; one
    `as_sorcery` only when a sorcery may.
    """

    name: str = ""
    alternative: AlternativeCost | None = None
    more: ManaCost | None = None
    spend_as: SpendAs | None = None
    flash: bool = False
    as_sorcery: bool = False
    lands: bool = False
    """Whether a land may be played so."""
    by_value: tuple[Filter, View, frozenset[str], str] | None = field(default=None, compare=False)
    """Where the value of X decides whether it lets the spell be cast: what it says of the spell, from where it is seen,
    how it is cast, whose card it is."""

    def allows(self, face: Face, x: int | None) -> bool:
        """Whether it lets a spell be cast with this X, which its mana value counts (CR 202.3e)."""
        if self.by_value is None:
            return True
        what, view, facts, whose = self.by_value
        return matches_as_cast(what, on_stack(face, x), view, facts, whose)


def access_to(state: State, held: CardInZone, zone: str, face: Face) -> tuple[Access, ...]:
    """Everything that lets this face of a card be cast from a zone, apart from alternative costs of its own."""
    found: list[Access] = []
    if zone == "command" or zone == "hand":
        found.append(Access())
    found += _by_mark(held, face, zone)
    found += _by_trigger(state, held, zone, face)
    for name, permission, view in _permissions(state, held, zone, face):
        what = permission.what
        decided = what is not None and has_x(face) and what != whatever_x(what)
        spend_as = SpendAs(any_type=True) if permission.any_type else permission.spend_as
        found.append(
            Access(
                name=name,
                alternative=permission.alternative,
                more=permission.more,
                spend_as=spend_as,
                flash=permission.flash,
                lands=permission.lands,
                by_value=(what, view, facts_of(held, zone), _whose(state, held, zone)) if what and decided else None,
            )
        )
    return tuple(found)


def _by_mark(held: CardInZone, face: Face, zone: str) -> Iterator[Access]:
    if zone != "exile" or (held.this_turn and held.marked in ("plotted", "foretold")):
        return
    if held.marked == "plotted":
        yield Access(name="plot", alternative=_FREE, as_sorcery=True)
    elif held.marked == "adventure":
        yield Access(name="adventure")
    elif held.marked == "foretold":
        for ability in held.card.front.of(AlternativeCost):
            if ability.keyword == "foretell":
                yield Access(name="foretell", alternative=ability)
        if not any(ability.keyword == "foretell" for ability in held.card.front.of(AlternativeCost)):
            raise Unsupported(f"the foretell cost of {held.card.name}")


def _permissions(state: State, held: CardInZone, zone: str, face: Face) -> Iterator[tuple[str, Permission, View]]:
    """Each permission for this card, with the name of what gives it and from where it is seen; whatever X will be."""
    whose = _whose(state, held, zone)
    if zone == "library" and (not state.you.library_top or state.you.library_top[0].id != held.id):
        return
    if face.has_keyword("aftermath") and zone == "graveyard" and whose == "you":  # CR 702.127a
        yield face.name, Permission(), View(state)
    for permission in face.of(Permission):
        own = permission.what is None and not permission.set_up and _fits(permission, zone, whose)
        if own and holds(permission.condition, View(state)):
            yield face.name, permission, View(state)
    for side, permanent in state.permanents_with(Permission):
        for permission in permanent.face.of(Permission):
            if permission.set_up or permission.what is None or not _fits(permission, zone, whose):
                continue
            if side != "you" and permission.who != "any":
                continue
            if permission.limit is not None and "permission" in permanent.used_this_turn:
                continue
            view = View(state, permanent, side)
            what = whatever_x(permission.what) if has_x(face) else permission.what
            if holds(permission.condition, view) and matches_as_cast(what, face, view, facts_of(held, zone), whose):
                yield permanent.name, permission, view
    if not held.via and (entry := _instruction(state, held)) is not None:
        held = replace(held, via=entry.card.name, via_card=entry.card)
    if held.via:
        yield from ((name, permission, View(state)) for name, permission in _set_up(held, zone, face))


def _whose(state: State, held: CardInZone, zone: str) -> str:
    return "opponent" if zone == "opponent hand" or held not in state.you.zone(zone) else "you"


def _fits(permission: Permission, zone: str, whose: str) -> bool:
    if permission.zone is not _ZONES[zone]:
        return False
    return permission.whose in (whose, "any")


def _set_up(held: CardInZone, zone: str, face: Face) -> Iterator[tuple[str, Permission]]:
    """What the effect of the card named by `via` lets be done with this one."""
    via = held.via_card
    assert via is not None
    if via.name == held.card.name and any(own.keyword in TRIGGERED_COSTS for own in face.of(AlternativeCost)):
        return  # the matter of `_by_trigger`
    found = [p for front in via.faces for p in front.of(Permission) if p.set_up]
    if via.front.has_keyword("cascade") and zone == "exile" and not found:
        if max(held.card.mana_value, face.mana_value) < via.mana_value:  # CR 702.85a
            yield held.via, Permission(zone=Zone.EXILE, alternative=_FREE, flash=True, set_up=True)
        return
    if not found:
        raise Unsupported(f"what {held.via} lets be done with {held.card.name}")
    for permission in found:
        fits = permission.what is None or matches_as_cast(permission.what, face, View(State()), facts_of(held, zone))
        if permission.zone is _ZONES[zone] and fits:
            yield held.via, permission


def _instruction(state: State, held: CardInZone) -> CardInZone | None:
    """What lets a card be cast that resolves now, or that has resolved and targeted it."""
    if len(state.resolving) == 1 and _sets_up(state.resolving[0].card):
        return state.resolving[0]
    names = {held.card.name, *(face.name for face in held.card.faces), held.ref} - {""}
    done = (entry for entry in state.resolved if entry.controller == "you" and names & set(entry.targets))
    return next((entry for entry in done if sets_up(entry.card)), None)


def _sets_up(via: Card) -> bool:
    """Whether it is known what the effect of a card lets be done with others."""
    return via.front.has_keyword("cascade") or sets_up(via)


def is_told(state: State, held: CardInZone) -> bool:
    """Whether it is known what all that resolves lets be done with a card."""
    return all(
        entry.card.name in (held.via, held.card.name) or (not held.via and _sets_up(entry.card))
        for entry in state.resolving
    )


def _by_trigger(state: State, held: CardInZone, zone: str, face: Face) -> Iterator[Access]:
    """Madness and miracle: what the card's own trigger lets be done as it resolves (CR 702.35a, 702.94a)."""
    resolves = any(entry.card.name == held.card.name for entry in state.resolving)
    if resolves or held.via == held.card.name:
        for ability in face.of(AlternativeCost):
            if ability.keyword in TRIGGERED_COSTS and ability.zone is _ZONES[zone]:
                yield Access(name=ability.keyword, alternative=ability, flash=True)


def facts_of(held: CardInZone, zone: str) -> frozenset[str]:
    """The words of filters that are true of casting this card from a zone."""
    place = {"opponent hand": "nothandcast"}.get(zone, f"{zone}cast")
    found = {place} if zone == "hand" else {place, "nothandcast"}
    return frozenset(found | ({"commander"} if held.commander else set()))


def own_alternatives(state: State, held: CardInZone, zone: str, face: Face) -> Iterator[tuple[str, AlternativeCost]]:
    """The alternative costs of the card itself and those that permanents grant or offer, with the name of what does;
    conditions hold and the zone is right."""
    for ability in face.of(AlternativeCost):
        if (
            ability.keyword not in TRIGGERED_COSTS
            and ability.applies_to is None
            and _is_offered(ability, zone)
            and holds(ability.condition, View(state))
        ):
            yield face.name, ability
    for permanent, ability in offers_of(state):
        if ability.applies_to is None or ability.kind is not CostKind.SPELL or not _is_offered(ability, zone):
            continue
        view = View(state, permanent)
        if ability.most is not None and face.mana_value > value(ability.most, view):
            continue
        if matches_as_cast(ability.applies_to, face, view, facts_of(held, zone)):
            yield permanent.name, ability
    for side, permanent in state.permanents_with(Grant):
        if side != "you":
            continue
        view = View(state, permanent)
        for grant in permanent.face.of(Grant):
            offered = [a for a in grant.abilities if isinstance(a, AlternativeCost)]
            if not offered or not holds(grant.condition, view):
                continue
            if matches_as_cast(grant.to, face, view, facts_of(held, zone)):
                yield from ((permanent.name, a) for a in offered if _is_offered(a, zone))


def offers_of(state: State) -> Iterator[tuple[Permanent, AlternativeCost]]:
    """Each alternative cost that a permanent offers you now, with the permanent."""
    for side, permanent in state.permanents_with(AlternativeCost):
        for ability in permanent.face.of(AlternativeCost):
            if ability.applies_to is None or not (side == "you" or ability.who == "any"):
                continue
            if ability.limit is not None and "permission" in permanent.used_this_turn:
                continue
            if holds(ability.condition, View(state, permanent)):
                yield permanent, ability


def _is_offered(ability: AlternativeCost, zone: str) -> bool:
    """Whether an alternative cost works for a card in this zone; one that works anywhere needs a card that may be cast
    from there for another reason."""
    return ability.zone is Zone.ANY or (ability.zone is _ZONES[zone] and zone != "opponent hand")
