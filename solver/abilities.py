"""Activated abilities as what is paid for: finding the one meant, and when it may be activated (CR 602, 606)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from castable.model.ability import ActivatedAbility, Grant, Keyword, ManaAbility, Timing, Zone
from castable.model.card import Face
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import BadRequest, IllegalPayment, Malformed, Unsupported
from castable.model.evaluate import View, holds
from castable.model.filter import Filter
from castable.model.oracle.costs import read_cost, same_cost
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.candidates import called, candidates
from castable.solver.explain import Cause
from castable.solver.payments import Payments
from castable.solver.prohibitions import Bans
from castable.solver.subject import SPECIAL_ACTIONS, Subject, Wishes
from castable.solver.timing import why_no_priority

__all__ = ["ability_subjects", "all_abilities", "payments_of_ability", "why_not_activate"]

_ZONES = (Zone.HAND, Zone.GRAVEYARD, Zone.EXILE, Zone.COMMAND)
_AS_CAST = frozenset({"suspend"})
"""Special actions taken when the card could begin to be cast (CR 116.2f)."""
_THIS = Filter.parse("this")
_OWN_TURN = frozenset({"foretell"})
"""Special actions of one's own turn, with priority (CR 116.2h)."""


def ability_subjects(state: State, source: str, ability: Cost | str) -> list[Subject]:
    """The ability meant, of each different object of yours that goes by the name or `ref`: by its printed cost, its
    keyword or its text in a payment. Raises `BadRequest` where there is none."""
    state = with_effects(state)
    things = list(_called(state, source))
    if not things:
        raise BadRequest(f"you have no {source} with abilities", "ask.source")
    found: dict[object, Subject] = {}
    texts: list[str] = []
    elsewhere: Subject | None = None
    for zone, thing in things:
        for subject in _subjects(thing):
            assert subject.ability is not None
            texts.append(subject.ability_text)
            if ability == subject.ability_text or _is_meant(subject.ability, ability):
                if subject.ability.zone is zone:
                    found.setdefault((replace(thing, ref=""), subject.ability_text), subject)
                else:
                    elsewhere = subject
    if not found and elsewhere is not None and elsewhere.ability is not None:
        where = elsewhere.ability.zone
        raise IllegalPayment("113.6", f"{elsewhere.name}: {elsewhere.ability_text} works only in the zone {where}")
    if not found:
        _require_not_barred(things, ability)
        for _, thing in things:
            face = thing.face if isinstance(thing, Permanent) else thing.card.front
            for text in face.unread:
                if ":" in text.text or text.may_bear_on_payment:
                    raise Unsupported(f"{source}: {text.text}")
        offered = f"; it has {', '.join(texts)}" if texts else ""
        raise BadRequest(f"{source} has no ability {ability}{offered}", "ask.ability")
    return list(found.values())


def _require_not_barred(things: list[tuple[Zone, Permanent | CardInZone]], ability: Cost | str) -> None:
    """Raise `IllegalPayment` where an object has such an ability in other circumstances only."""
    for _, thing in things:
        if not isinstance(thing, Permanent):
            continue
        if not thing.face_down and any(_is_meant(one, ability) for one in _turning_up(thing.own_face)):
            raise IllegalPayment("116.2b", f"{thing.name} is not face down")
        for grant in thing.own_face.of(Grant):
            given = [_as_plain(one) if isinstance(one, ManaAbility) else one for one in grant.abilities]
            if grant.to == _THIS and any(
                isinstance(one, ActivatedAbility) and _is_meant(one, ability) for one in given
            ):
                raise IllegalPayment("602.2", f"{thing.name} has the ability {ability} only while {grant.condition}")


def payments_of_ability(
    state: State,
    source: str,
    ability: Cost | str,
    wishes: Wishes | None = None,
    *,
    floating: bool = False,
    by_object: bool = False,
) -> Payments:
    """All payments for an activated ability of an object of yours, by its printed cost or keyword (CR 602.2b)."""
    subject_list = ability_subjects(state, source, ability)
    return Payments(state, subject_list, wishes or Wishes(), floating=floating, by_object=by_object)


def all_abilities(state: State) -> Iterator[Subject]:
    """Each activated ability of yours that is no mana ability, once for each class of equal objects."""
    seen: set[tuple[object, str]] = set()
    you = state.you
    things: list[tuple[Zone, Permanent | CardInZone]] = [(Zone.BATTLEFIELD, permanent) for permanent in you.battlefield]
    things += [(zone, card) for zone in _ZONES for card in you.zone(zone.value)]
    for zone, thing in things:
        for subject in _subjects(thing):
            key = (replace(thing, ref=""), subject.ability_text)
            works = subject.ability is not None and subject.ability.zone is zone
            if works and not subject.is_mana_ability and key not in seen:
                seen.add(key)
                yield subject


def _called(state: State, name: str) -> Iterator[tuple[Zone, Permanent | CardInZone]]:
    """Your objects that go by this name, with the zone that each is in."""
    wanted = name.casefold()
    named = [p for p in state.you.battlefield if not p.phased_out and p.ref and p.ref.casefold() == wanted]
    if named:
        yield from ((Zone.BATTLEFIELD, permanent) for permanent in named)
        return
    for permanent in state.you.battlefield:
        if not permanent.phased_out and wanted in (permanent.name.casefold(), permanent.card.name.casefold()):
            yield Zone.BATTLEFIELD, permanent
    for zone in _ZONES:
        for card in state.you.zone(zone.value):
            if wanted in (card.card.name.casefold(), card.card.front.name.casefold()):
                yield zone, card


def _subjects(thing: Permanent | CardInZone) -> Iterator[Subject]:
    """Each activated ability of an object that works where it is, mana abilities included."""
    permanent = isinstance(thing, Permanent)
    face = thing.face if isinstance(thing, Permanent) else thing.card.front
    abilities: tuple[ActivatedAbility | ManaAbility, ...] = (*face.of(ActivatedAbility), *face.mana_abilities)
    if isinstance(thing, Permanent) and thing.face_down:
        abilities += tuple(_turning_up(thing.own_face))
    for ability in abilities:
        if (ability.zone is Zone.BATTLEFIELD) is not permanent:
            continue
        mana = isinstance(ability, ManaAbility)
        plain = _as_plain(ability) if isinstance(ability, ManaAbility) else ability
        yield Subject(
            name=thing.name if isinstance(thing, Permanent) and thing.face_down else face.name,
            cost=plain.cost.mana or ManaCost.ZERO,
            ability=plain,
            source=thing,
            ability_text=str(plain.cost) if plain.cost.mana or plain.cost.parts else plain.keyword,
            is_mana_ability=mana,
        )


def _turning_up(face: Face) -> Iterator[ActivatedAbility]:
    """Turning a permanent face up for what a keyword of its own says (CR 702.37e, 702.168d)."""
    for keyword in face.of(Keyword):
        if keyword.name in SPECIAL_ACTIONS and keyword.argument:
            try:
                yield ActivatedAbility(cost=read_cost(keyword.argument, face.name), keyword=keyword.name)
            except Malformed:
                raise Unsupported(f"{face.name}: {keyword.name} {keyword.argument}") from None


def _as_plain(ability: ManaAbility) -> ActivatedAbility:
    return ActivatedAbility(
        cost=ability.cost,
        timing=ability.timing,
        condition=ability.condition,
        limit=ability.limit,
        zone=ability.zone,
        adds=ability.adds,
    )


def _is_meant(ability: ActivatedAbility, wanted: Cost | str) -> bool:
    if isinstance(wanted, str):
        return ability.keyword.casefold() == wanted.casefold() or (
            wanted == "waterbend" and any(part.verb.value == "Waterbend" for part in ability.cost.parts)
        )
    return same_cost(ability.cost, wanted)


def _ban(state: State, subject: Subject) -> str | None:
    """What forbids using the ability, None when nothing does; a special action is no activation."""
    source, bans = subject.source, Bans(state)
    assert subject.ability is not None and source is not None
    if subject.ability.keyword in _AS_CAST and isinstance(source, CardInZone):
        return bans.on_casting(source.card.front)
    if subject.special_action is not None:
        return None
    if subject.is_mana_ability:
        return bans.on_mana_ability(source)
    return bans.on_activating(source, loyalty=subject.ability.is_loyalty)


def why_not_activate(state: State, subject: Subject, wishes: Wishes | None = None) -> Cause | None:
    """What forbids activating an ability now, its cost aside; None when nothing does. The targets that are wished for
    must be possible."""
    ability, source = subject.ability, subject.source
    assert ability is not None and source is not None
    permanent = source if isinstance(source, Permanent) else None
    special = subject.special_action is not None and ability.keyword not in _AS_CAST  # CR 702.61b
    if cause := why_no_priority(state, mana_ability=subject.is_mana_ability or special):
        return cause
    name = f"{subject.name}: {subject.ability_text}"
    if ban := _ban(state, subject):
        return Cause(rule="101.2", kind="permission", text=f"{ban} says that {name} can't be activated")
    view = View(state, permanent)
    if not holds(ability.condition, view):
        return Cause(rule="602.5", kind="timing", text=f"{name}: its condition {ability.condition} is not met")
    used = permanent.used_this_turn.count(subject.ability_text) if permanent else 0
    if ability.limit is not None and used >= ability.limit:
        return Cause(rule="602.5b", kind="timing", text=f"{name} has been used this turn")
    sorcery = ability.timing is Timing.SORCERY or ability.is_loyalty or ability.keyword == "plot"
    if ability.keyword in _AS_CAST:
        face = source.face if isinstance(source, Permanent) else source.card.front
        sorcery = not (face.types & {"instant"} or face.has_keyword("flash"))
    if sorcery and not state.sorcery_timing:
        text = f"{name} is activated only as a sorcery: in your main phase while the stack is empty"
        return Cause(rule="606.3" if ability.is_loyalty else "602.5d", kind="timing", text=text)
    if ability.keyword in _OWN_TURN and state.turn != "you":
        return Cause(rule="116.2h", kind="timing", text=f"{name} is for your own turn only")
    if ability.is_loyalty and permanent is not None and permanent.used_this_turn:
        return Cause(
            rule="606.3", kind="timing", text=f"a loyalty ability of {subject.name} has been activated this turn"
        )
    if (ability.cost.taps or ability.cost.untaps) and permanent is not None and permanent.is_sick:
        return Cause(rule="302.6", kind="timing", text=f"{subject.name} is summoning sick")
    by = source if isinstance(source, Permanent) else source.card.front
    found = [set(candidates(state, what, view, by)) for what in ability.targets]
    choosable = set[Hashable]().union(*found, *(candidates(state, what, view, by) for what in ability.up_to))
    for wanted in wishes.targets if wishes else ():
        if not called(state, wanted) & choosable:
            if ability.open_targets:
                raise Unsupported(f"the targets of {name}")
            return Cause(rule="602.2b", kind="target", text=f"{wanted} is no legal target for {name}")
    for what, some in zip(ability.targets, found, strict=True):
        if not some:
            return Cause(rule="602.2b", kind="target", text=f"{name} needs a target ({what})")
    return None
