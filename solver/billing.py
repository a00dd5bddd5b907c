"""From a locked total cost to what pays it: mana, life, and the means for every other part and for help (CR 601.2h).

Convoke, delve, improvise and waterbend help to pay once the total is fixed (CR 702.51, 702.66, 702.126, 701.67), and so
does life where an effect lets it stand for mana.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from castable.model.ability import Help, HelpToPay, Keyword, LifeForMana, Zone
from castable.model.cost import CostPart, Verb
from castable.model.errors import Unsupported
from castable.model.evaluate import View, holds, matches, power_of, toughness_of, value
from castable.model.filter import Filter
from castable.model.payment import Total
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.announce import Announcement, Subject, Wishes
from castable.solver.as_cast import matches_as_cast
from castable.solver.means import ZONE_OF, Bill, Means
from castable.solver.prohibitions import Bans

__all__ = ["bill_of", "helping_means", "helps_of"]

_OF_LISTS = {
    Verb.SACRIFICE: "sacrifice",
    Verb.EXILE: "exile",
    Verb.EXILE_FROM_HAND: "exile",
    Verb.EXILE_FROM_GRAVEYARD: "exile",
    Verb.TAP_OTHER: "tap",
}
"""Which list of the caller's wishes names the objects of a part."""
_ALWAYS = frozenset({Verb.MILL, Verb.EXERT, Verb.LOYALTY_UP, Verb.REVEAL_HAND} | {Verb.OTHERS_GAIN_LIFE})
"""Parts that can always be paid and use up nothing that could pay for anything else."""
_FROM_HAND = frozenset({Verb.DISCARD, Verb.DISCARD_RANDOM, Verb.DISCARD_HAND, Verb.EXILE_FROM_HAND})
_FROM_BATTLEFIELD = frozenset({Verb.SACRIFICE, Verb.EXILE, Verb.RETURN})
_HELPS = {
    Help.CONVOKE: Means(label="convoke", verb=Verb.TAP_OTHER, what=Filter.parse("creature"), colored=True),
    Help.DELVE: Means(label="delve", verb=Verb.EXILE_FROM_GRAVEYARD, what=Filter.parse("card")),
    Help.IMPROVISE: Means(label="improvise", verb=Verb.TAP_OTHER, what=Filter.parse("artifact")),
}
_CREATURE = Filter.parse("creature")
_WATERBEND = Means(label="waterbend", verb=Verb.TAP_OTHER, what=Filter.parse("artifact | creature"))


def helping_means(state: State, subject: Subject, wishes: Wishes) -> tuple[Means, ...]:
    """What helps to pay the mana of a spell's total cost; for X and multikicker they raise what can be paid."""
    found: list[Means] = []
    for help_ in helps_of(state, subject):
        if help_ is Help.ASSIST:  # the matter of `castable.solver.assisting`
            continue
        named = {Help.CONVOKE: wishes.convoke, Help.DELVE: wishes.delve}.get(help_)
        means = _HELPS[help_]
        found += [means] if named is None else _named_help(state, means, named)
    return tuple(found)


def _named_help(state: State, means: Means, names: tuple[str, ...]) -> Iterator[Means]:
    """The means for help by exactly the objects that the caller names, apart for each name."""
    seen: set[int] = set()
    for name in sorted(set(names)):
        ids = _ids(state, means.verb, (name,))
        if ids & seen:
            raise Unsupported(f"{name}, named twice for {means.label}")
        seen |= ids
        yield replace(means, label=f"{means.label} {name}", ids=ids, all_of=names.count(name))


def helps_of(state: State, subject: Subject) -> Iterator[Help]:
    """Convoke and the like that a spell has, or that a permanent of yours grants it."""
    face = subject.face
    if face is None:
        return
    seen = set()
    own = [(ability, True) for ability in face.of(HelpToPay) if ability.applies_to is None]
    for side, permanent in state.permanents_with(HelpToPay):
        if side != "you":
            continue
        view = View(state, permanent)
        own += [
            (
                ability,
                matches_as_cast(ability.applies_to, face, view, subject.facts()) and holds(ability.condition, view),
            )
            for ability in permanent.face.of(HelpToPay)
            if ability.applies_to is not None
        ]
    for ability, applies in own:
        if applies and ability.help not in seen:
            seen.add(ability.help)
            yield ability.help


def bill_of(state: State, subject: Subject, announcement: Announcement, total: Total, wishes: Wishes) -> Bill | None:
    """How a total cost is paid; None where the objects the caller names do not fit it."""
    energy, impossible, untold = 0, "", ""
    mana = total.mana
    means: list[Means] = list(helping_means(state, subject, wishes))
    taken = {"sacrifice": 0, "exile": 0, "tap": 0}
    for number, part in enumerate(total.other.parts):
        amount = value(part.amount, View(state, x=announcement.choices.x))
        if part.verb is Verb.PAY_ENERGY:
            energy += amount
        elif part.verb is Verb.WATERBEND:
            means.append(replace(_WATERBEND, label=f"waterbend {number}", of_generic=amount))
        elif part.verb in _ALWAYS:
            continue
        elif part.verb is Verb.DISCARD_HAND:
            means += _whole_hand(state, subject, part, f"part {number}")
        elif part.verb in ZONE_OF and amount:
            found = list(_of_part(state, subject, part, amount, f"part {number}", wishes))
            if (name := _OF_LISTS.get(part.verb)) and not part.is_this:
                taken[name] += amount
                if getattr(wishes, name) is not None and not all(_has_enough(state, one) for one in found):
                    return None
            means += found
        elif not amount and part.verb in ZONE_OF:
            continue
        else:
            if part.verb.is_by_power:
                impossible = impossible or _why_too_weak(state, subject, part, amount, bool(mana.mana_value or means))
                untold = f"which creatures are tapped for {part}"
            else:
                impossible = impossible or _why_not(state, subject, part, amount)
            if part.verb in (Verb.COLLECT_EVIDENCE, Verb.EXILE_TOP):
                untold = f"which cards are exiled for {part}"
            elif part.verb is Verb.PUT_COUNTERS and not part.is_this:
                untold = f"which object gets the counters of {part}"
    for name, n in taken.items():
        wanted = getattr(wishes, name)
        if wanted is not None and len(wanted) != n:
            return None
    if total.life and (ban := Bans(state).on_paying_life(mana_ability=subject.is_mana_ability)):
        impossible = impossible or f"{ban} forbids paying life"
    if impossible:
        untold = ""
    for name, help_ in (("convoke", Help.CONVOKE), ("delve", Help.DELVE)):
        named = getattr(wishes, name)
        if named and (help_ not in set(helps_of(state, subject)) or not _all_there(state, means, named, name)):
            return None
    verbs = {part.verb for part in total.other.parts}
    if Verb.RETURN in verbs and verbs & {Verb.DISCARD, Verb.DISCARD_RANDOM, Verb.EXILE_FROM_HAND, Verb.REVEAL}:
        raise Unsupported(f"the cost {total.other}, where what is returned may be used again")
    if untold and any(one.verb is Verb.EXILE_FROM_GRAVEYARD for one in means):
        raise Unsupported(untold)
    means += _life_for(state, subject, mana)
    means += _source_apart(state, subject, means)
    return Bill(mana=mana, life=total.life, energy=energy, means=tuple(means), impossible=impossible, untold=untold)


def _whole_hand(state: State, subject: Subject, part: CostPart, label: str) -> Iterator[Means]:
    """The means for discarding all cards in hand, none of which may then be of use for anything else."""
    hand = [card for card in state.you.hand if card.id != subject.without]
    if any(ability.zone is Zone.HAND for card in hand for ability in card.card.front.mana_abilities):
        raise Unsupported(f"the cost {part} of {subject.name}, with a mana ability in hand")
    if hand:
        yield Means(label=label, verb=Verb.DISCARD, what=Filter.parse("card"), need=len(hand))


def _of_part(
    state: State, subject: Subject, part: CostPart, amount: int, label: str, wishes: Wishes
) -> Iterator[Means]:
    """The means for a part that takes objects."""
    source = subject.source if isinstance(subject.source, Permanent) else None
    whole = Means(label=label, verb=part.verb, what=part.what, need=amount, counter=part.counter, source=source)
    if part.is_this or part.verb is Verb.TAP:
        this = subject.source or subject.card
        if this is None:
            raise Unsupported(f"the cost {part} of {subject.name}")
        yield replace(whole, what=Filter.ANY, ids=frozenset({this.id}), hidden=part.verb is Verb.TAP)
        return
    if part.verb is Verb.REMOVE_COUNTERS and part.counter == "any":
        raise Unsupported(f"the cost {part}")
    named = getattr(wishes, _OF_LISTS[part.verb]) if part.verb in _OF_LISTS else None
    if named is None:
        yield whole
    elif len(named) == amount:
        for name in sorted(set(named)):
            ids = _ids(state, part.verb, (name,))
            yield replace(whole, label=f"{label} {name}", need=named.count(name), ids=ids)
    else:
        yield replace(whole, ids=_ids(state, part.verb, named))


def _source_apart(state: State, subject: Subject, means: list[Means]) -> Iterator[Means]:
    """What keeps the permanent whose ability is paid for apart from others of its name, though it need not be used."""
    source = subject.source
    if not isinstance(source, Permanent) or any(source.id in (one.ids or ()) for one in means):
        return
    if sum(permanent.name == source.name for permanent in state.you.battlefield) > 1:
        yield Means(label="source", verb=Verb.EXERT, ids=frozenset({source.id}))


def _all_there(state: State, means: list[Means], names: tuple[str, ...], help_: str) -> bool:
    """Whether as many objects of each name as the caller names can help."""
    wanted = [one for one in means if one.label.startswith(f"{help_} ") and one.all_of]
    return len(wanted) == len(set(names)) and all(
        sum(one.takes(thing, state) for thing in _things(state, one.verb)) >= one.all_of for one in wanted
    )


def _things(state: State, verb: Verb) -> tuple[Permanent | CardInZone, ...]:
    """Your objects in the zone from which a part of a cost takes them."""
    return state.you.battlefield if ZONE_OF[verb] == "battlefield" else state.you.zone(ZONE_OF[verb])


def _has_enough(state: State, means: Means) -> bool:
    """Whether as many of the objects named as are needed can be used."""
    return sum(means.takes(thing, state) for thing in _things(state, means.verb)) >= means.need


def _ids(state: State, verb: Verb, names: tuple[str, ...]) -> frozenset[int]:
    """The ids of your objects that go by these names, or have them as `ref`."""
    wanted = {name.casefold() for name in names}
    return frozenset(
        thing.id
        for thing in _things(state, verb)
        if {thing.ref.casefold(), _name(thing).casefold(), thing.card.name.casefold()} & wanted - {""}
    )


def _name(thing: Permanent | CardInZone) -> str:
    return thing.name if isinstance(thing, Permanent) else thing.card.front.name


def _why_not(state: State, subject: Subject, part: CostPart, amount: int) -> str:
    """Why a part that uses up no object cannot be paid; empty when it can."""
    view = View(state)
    match part.verb:
        case Verb.PUT_COUNTERS:
            mine = (p for p in state.you.battlefield if not p.phased_out)
            if part.is_this or any(matches(part.what, p, view, "you") for p in mine):
                return ""
            return f"you have nothing to put counters on for {part}"
        case Verb.LOYALTY_DOWN:
            source = subject.source
            if isinstance(source, Permanent) and source.counters_of("loyalty") >= amount:
                return ""
            return f"{subject.name} has not {amount} loyalty counters"
        case Verb.REVEAL if part.is_this:
            return ""  # it is where its ability works from
        case Verb.REVEAL | Verb.BEHOLD:
            cards: list[CardInZone | Permanent] = [card for card in state.you.hand if card.id != subject.without]
            if part.verb is Verb.BEHOLD:
                cards += (p for p in state.you.battlefield if not p.phased_out)
            shown = [card for card in cards if matches(part.what, card, view, "you")]
            if len(shown) < amount:
                return f"there is nothing to {part.verb.value.lower()} for {part}"
            if sum(not _may_go_for_mana(state, card) for card in shown) < amount:
                raise Unsupported(f"the cost {part} of {subject.name}, where a mana ability may use what is shown")
            return ""
        case Verb.COLLECT_EVIDENCE:
            cards = [c for c in state.you.graveyard if c.id != subject.without]
            worth = sum(c.card.mana_value for c in cards)
            return "" if worth >= amount else f"the cards of your graveyard have a mana value of {worth} in all"
        case Verb.EXILE_TOP:
            cards = [c for c in state.you.graveyard if c.id != subject.without and matches(part.what, c, view, "you")]
            return "" if len(cards) >= amount else f"{len(cards)} such cards are in your graveyard"
    raise Unsupported(f"the cost {part} of {subject.name}")


def _may_go_for_mana(state: State, thing: CardInZone | Permanent) -> bool:
    """Whether the cost of a mana ability can take a card or a permanent from where it is: before other costs are paid
    (CR 601.2g)."""
    in_hand = isinstance(thing, CardInZone)
    own = thing.card.front.mana_abilities if isinstance(thing, CardInZone) else thing.face.mana_abilities
    costs = [(ability.cost, True) for ability in own if (ability.zone is Zone.HAND) is in_hand]
    costs += [(ability.cost, False) for p in state.you.battlefield for ability in p.face.mana_abilities]
    return any(
        part.verb in (_FROM_HAND if in_hand else _FROM_BATTLEFIELD)
        and (own_cost if part.is_this else matches(part.what, thing, View(state), "you"))
        for cost, own_cost in costs
        for part in cost.parts
    )


def _why_too_weak(state: State, subject: Subject, part: CostPart, amount: int, shared: bool) -> str:
    """Why your untapped creatures have not so much power in all; empty when they have. Where they may be needed for
    something else (`shared`), those that are needed for nothing must be enough."""
    source = subject.source.id if isinstance(subject.source, Permanent) else -1
    untapped = [p for p in state.you.battlefield if not (p.tapped or p.phased_out or p.id == source)]
    powers = {p.id: _power_for(state, p, part.verb) for p in untapped if matches(_CREATURE, p, View(state), "you")}
    worth = sum(max(0, power) for power in powers.values())
    if worth < amount:
        return f"your untapped creatures have a power of {worth} in all, for {part}"
    if shared:
        of_use = {p.id for p in state.you.battlefield if p.face.mana_abilities}
        abilities = (ability for p in state.you.battlefield for ability in p.face.mana_abilities)
        others = {one.verb for ability in abilities for one in ability.cost.parts}
        helps = any(True for _ in helps_of(state, subject))
        free = sum(max(0, power) for identity, power in powers.items() if identity not in of_use)
        if free < amount or helps or others & {Verb.TAP_OTHER, Verb.SACRIFICE, Verb.UNTAP_OTHER}:
            raise Unsupported(f"the cost {part} of {subject.name} beside other costs")
    return ""


def _power_for(state: State, creature: Permanent, verb: Verb) -> int:
    """The power that a creature counts for, where it may differ from its own for crewing and saddling."""
    if verb is Verb.CREW and Bans(state).on_crewing(creature):
        return 0
    view, power = View(state, creature), power_of(creature, View(state, creature))
    for keyword in creature.face.of(Keyword):
        if keyword.name == {Verb.CREW: "crews", Verb.SADDLE: "saddles"}.get(verb):
            if keyword.argument == "toughness":
                return toughness_of(creature, view)
            power += int(keyword.argument)
    return power


def _life_for(state: State, subject: Subject, mana: ManaCost) -> Iterator[Means]:
    """Life that may be paid rather than mana of a type (CR 118.9 does not count it as an alternative cost)."""
    if Bans(state).on_paying_life():
        return
    done = set()
    for side, permanent in state.permanents_with(LifeForMana):
        if side != "you":
            continue
        for ability in permanent.face.of(LifeForMana):
            if ability.applies_to is not None:
                face = subject.face
                view = View(state, permanent)
                if face is None or not matches_as_cast(ability.applies_to, face, view, subject.facts()):
                    continue
            letters = "".join(sorted({str(unit.type) for unit in ability.mana}))
            symbols = sum(symbol.type is not None and str(symbol.type) in letters for symbol in mana.symbols)
            if symbols and (letters, ability.life) not in done:
                done.add((letters, ability.life))
                yield Means(
                    label=f"life for {letters}",
                    verb=Verb.PAY_LIFE,
                    letters=letters,
                    most=min(symbols, max(0, state.you.life) // ability.life),
                    life=ability.life,
                )
