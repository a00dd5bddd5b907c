"""Reading filters, amounts and conditions off a state: what is true of the game right now.

A question about an object is asked from the view of a *side* (`you`, `teammate`, `opponent`), the controller of the
ability that asks, and of its *source*. What a word would need but castable does not track raises `Unsupported`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator

from castable.model.ability import Becomes, Boost, SpellTargets
from castable.model.amount import Amount, Comparison, Condition
from castable.model.card import BASIC_LAND_TYPES, Card, Face
from castable.model.errors import Unsupported
from castable.model.filter import CARD_TYPES, COLOR_WORDS, SUPERTYPES, Filter, Term
from castable.model.mana import ManaType
from castable.model.state import CardInZone, Permanent
from castable.model.subtypes import CREATURE_TYPES
from castable.model.view import (
    ATTACHED,
    KEYWORDS,
    PLAYERS,
    SIMPLE,
    STATUS,
    Thing,
    View,
    colors_of,
    face_of,
    is_animated,
    is_attached,
    is_modified,
    is_whose,
    mana_value_of,
    shares_creature_type,
    shares_name,
)

__all__ = ["View", "colors_of", "holds", "matches", "power_of", "toughness_of", "value"]

_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)")


def _number(printed: str, what: str, face: Face) -> int:
    if re.fullmatch(r"-?\d+", printed):
        return int(printed)
    raise Unsupported(f"{what} {printed or 'nothing'} of {face.name}")


def power_of(thing: Thing, view: View, side: str = "you") -> int:
    """Base power, counters such as +1/+1, static boosts in play, what has resolved and lasts (CR 613.4); what else
    changes it is not tracked. `side` is who controls or owns the thing."""
    return _size(thing, view, side, ("power", "toughness")[_is_switched(thing)])


def toughness_of(thing: Thing, view: View, side: str = "you") -> int:
    """As `power_of`."""
    return _size(thing, view, side, ("toughness", "power")[_is_switched(thing)])


def _is_switched(thing: Thing) -> bool:
    return isinstance(thing, Permanent) and sum(change.kind == "switch" for change in thing.sizes) % 2 == 1


def _size(thing: Thing, view: View, side: str, which: str) -> int:
    """Power or toughness before they are switched (CR 613.4a-c)."""
    face = face_of(thing)
    base = _number(getattr(face, which), which, face)
    if not isinstance(thing, Permanent):
        return base
    total = base
    for kind, number in thing.counters:
        if sized := _COUNTER.fullmatch(kind):  # CR 122.1a
            total += number * int(sized[1 if which == "power" else 2])
    for change in thing.sizes:
        if change.kind == "change":
            total += change.power if which == "power" else change.toughness
    for owner, source in view.state.permanents():
        for boost in source.face.of(Boost):
            if any(re.match("power|toughness", word) for word in boost.to.words()):
                raise Unsupported(f"{source.name}: a boost for {boost.to}, which it changes itself")
            there = View(view.state, source, owner)
            if matches(boost.to, thing, there, side) and holds(boost.condition, there):
                total += value(boost.power if which == "power" else boost.toughness, there)
    return total


def matches(wanted: Filter, thing: Thing, view: View, side: str = "you") -> bool:
    """Whether `thing`, controlled or owned by `side`, is what `wanted` speaks of."""
    return any(all(_term(term, thing, view, side) for term in terms) for terms in wanted.any_of)


def _term(term: Term, thing: Thing, view: View, side: str) -> bool:
    if term.negated and term.word == "owner" and isinstance(thing, Permanent):
        raise Unsupported(f"who owns {thing.name}")
    return _word(term.word, thing, view, side) is not term.negated


def _word(word: str, thing: Thing, view: View, side: str) -> bool:
    face = face_of(thing)
    if word in CARD_TYPES:
        return word in face.types or (word == "creature" and isinstance(thing, Permanent) and is_animated(thing))
    if word in SUPERTYPES:
        return word in face.supertypes
    if word in COLOR_WORDS:
        return ManaType(COLOR_WORDS[word]) in colors_of(thing)
    if word[0].isupper():
        return word in face.subtypes or (word in CREATURE_TYPES and face.has_keyword("changeling"))
    if word in PLAYERS:
        return is_whose(word, view, side)
    if word in SIMPLE:
        return SIMPLE[word](thing, face)
    if word in KEYWORDS:
        return face.has_keyword(word)
    if word == "singletarget":
        return _has_single_target(thing)
    if word == "paid" and view.taken is not None:
        return isinstance(thing, Permanent) and thing.id == view.taken[1].id
    if word == "sharedtype" and view.source:
        return shares_creature_type(face, view.source.face)
    if word in ("chosencolor", "chosentype", "chosenname"):
        return _is_chosen(word.removeprefix("chosen"), thing, view)
    if word == "shares(imprintedtype)" and view.source:
        return any(face.types & card.front.types & CARD_TYPES for card in view.source.imprinted)
    if isinstance(thing, Permanent):
        if word in STATUS:
            return STATUS[word](thing)
        if word in ATTACHED:
            return is_attached(word, thing, view)
        if word in ("this", "other"):
            return (view.source is not None and thing.id == view.source.id) is (word == "this")
        if word == "modified":
            return is_modified(thing, view, side)
        if match := re.fullmatch(r"shares\((name|imprinted)\)", word):
            return shares_name(match[1], thing, view)
    elif word in ("other", "token"):
        return word == "other"
    elif word == "commander" and isinstance(thing, CardInZone):
        return thing.commander
    if match := re.fullmatch(r"(power|toughness|mv)(>=|<=|=|>|<)(\d+)", word):
        if match[1] == "mv":
            return _OPERATORS[match[2]](mana_value_of(thing), int(match[3]))
        measure = power_of if match[1] == "power" else toughness_of
        return _OPERATORS[match[2]](measure(thing, view, side), int(match[3]))
    if match := re.fullmatch(r"named\((.+)\)", word):
        return face.name == match[1]
    if (match := re.fullmatch(r"counter\((.+)\)", word)) and isinstance(thing, Permanent):
        return bool(thing.counters) if match[1] == "any" else thing.counters_of(match[1]) > 0
    if match := re.fullmatch(r"keyword\((.+)\)", word):
        return face.has_keyword(match[1])
    raise Unsupported(f"the word {word!r} in a filter")


def _has_single_target(thing: Thing) -> bool:
    """Whether a spell or an ability on the stack has one target and no more, as far as it is told or goes without
    saying."""
    if not isinstance(thing, CardInZone):
        return False
    if thing.targets:
        return len(thing.targets) == 1
    entries = list(thing.card.front.of(SpellTargets))
    plain = all(not (one.any_number or one.if_kicked or one.of_x or one.mode) for one in entries)
    unsure = any(text.may_bear_on_casting for text in thing.card.front.unread)
    if thing.ability or unsure or not plain or len(thing.card.faces) > 1:
        raise Unsupported(f"the targets of {thing.card.name} on the stack")
    return sum(len(one.needs) for one in entries) == 1


def _is_chosen(what: str, thing: Thing, view: View) -> bool:
    """Whether it has the color, type or name chosen for the source."""
    chosen = [value for kind, value in view.source.chosen if kind == what] if view.source else []
    if not chosen:
        raise Unsupported(f"{view.source.name if view.source else 'an effect'}: no {what} is chosen for it")
    if what == "name":
        return face_of(thing).name in chosen
    if what == "color":
        return any(ManaType(letter) in colors_of(thing) for letter in chosen)
    return any(_word(word if word in CARD_TYPES else word[:1].upper() + word[1:], thing, view, "") for word in chosen)


def _battlefield(view: View, wanted: Filter) -> Iterator[tuple[str, Permanent]]:
    for side, permanent in view.state.permanents():
        if matches(wanted, permanent, view, side):
            yield side, permanent


def value(amount: Amount, view: View) -> int:
    """The number an amount stands for now; never below zero for anything but a fixed number (CR 107.1b)."""
    if amount.is_fixed:
        return amount.plus
    measured = _measure(amount, view)
    if amount.halved:
        measured = (measured + (amount.halved == "up")) // 2
    return max(0, amount.plus + amount.times * measured)


def _measure(amount: Amount, view: View) -> int:
    wanted = amount.filter
    match amount.measure:
        case "X" | "chosen" | "shown" if view.x is not None:
            return view.x
        case "removed" if view.removed is not None:
            return view.removed
        case "sacrificed" | "exiled" if view.taken and view.taken[0] == amount.measure and amount.word == "mv":
            return mana_value_of(view.taken[1])
        case "life":
            return view.player.life
        case "hand":
            return len(view.player.hand)
        case "energy":
            return view.player.energy
        case "experience":
            return view.player.experience
        case "lifelost":
            return view.player.life_lost_this_turn
        case "carddrawn":
            return view.player.cards_drawn_this_turn
        case "casts":
            return sum(c.casts for c in view.player.command) + sum(p.casts for p in view.player.battlefield)
        case "castthisturn" if wanted:
            return sum(_was_cast(wanted, card, view) for card in view.player.spells_cast_this_turn)
        case "turnstaken" if view.player.turns_taken:
            return view.player.turns_taken
        case "owncasts" if len(commanders := _commanders(view)) == 1:
            return commanders[0].casts
        case "opponentcast" if wanted:
            _require_your_view(view)
            counts = (sum(_was_cast(wanted, c, view) for c in p.spells_cast_this_turn) for p in view.state.opponents)
            return max(counts, default=0)
        case "opponentscast" if wanted:
            _require_your_view(view)
            return sum(_was_cast(wanted, c, view) for p in view.state.opponents for c in p.spells_cast_this_turn)
        case "opponentcount" if wanted:
            _require_your_view(view)
            there = ([p for p in player.battlefield if not p.phased_out] for player in view.state.opponents)
            return max((sum(matches(wanted, p, view, "opponent") for p in all_of) for all_of in there), default=0)
        case "opponentgraveyard" if wanted:
            _require_your_view(view)
            zones = (player.graveyard for player in view.state.opponents)
            return max((sum(matches(wanted, card, view, "opponent") for card in zone) for zone in zones), default=0)
        case "opponentlifelost":
            _require_your_view(view)
            return sum(player.life_lost_this_turn for player in view.state.opponents)
        case "storm":
            _require_your_view(view)
            return sum(len(player.spells_cast_this_turn) for _, player in view.state.players())
        case "namesamong" if wanted:
            return len({p.name for _, p in _battlefield(view, wanted)})
        case "mvsamong" if wanted:
            return len({mana_value_of(card) for card in view.player.graveyard if matches(wanted, card, view, "you")})
        case "commandermv":
            return max(map(mana_value_of, _commanders(view)), default=0)
        case "imprinted" if view.source:
            return len(view.source.imprinted)
        case "imprintedmv" if view.source and len(view.source.imprinted) == 1:
            return view.source.imprinted[0].mana_value
        case "kicked" if view.source:
            return len(view.source.kicked)
        case "opponentdrawn":
            _require_your_view(view)
            return max((player.cards_drawn_this_turn for player in view.state.opponents), default=0)
        case "inhand" if wanted:
            return sum(matches(wanted, card, view, "you") for card in view.player.hand)
        case "shown" if wanted and view.x is None:
            return sum(matches(wanted, card, view, "you") for card in view.player.hand)
        case "opponents":
            return len(view.state.opponents)
        case "count" | "castercount" if wanted:
            return sum(1 for _ in _battlefield(view, wanted))
        case "graveyard" if wanted:
            return sum(matches(wanted, card, view, "you") for card in view.player.graveyard)
        case "graveyards" if wanted:
            if view.hidden:
                raise Unsupported(f"the amount {amount}, read for another player")
            return sum(matches(wanted, card, view, who) for who, p in view.state.players() for card in p.graveyard)
        case "librarytop" if wanted:
            if not view.player.library_top:
                raise Unsupported("the top card of a library, which is not known")
            return int(matches(wanted, view.player.library_top[0], view, "you"))
        case "typesamong" if wanted:
            return len(frozenset().union(*_types_among(wanted, view)) & CARD_TYPES)
        case "party":
            return _party(view)
        case "exile" if wanted:
            return sum(matches(wanted, card, view, "you") for card in view.player.exile)
        case "colorsamong" if wanted:
            return len(frozenset().union(*(colors_of(p) for _, p in _battlefield(view, wanted))))
        case "totalpower" if wanted:
            return sum(power_of(p, view, side) for side, p in _battlefield(view, wanted))
        case "totaltoughness" if wanted:
            return sum(toughness_of(p, view, side) for side, p in _battlefield(view, wanted))
        case "totalmv" if wanted:
            return sum(mana_value_of(p) for _, p in _battlefield(view, wanted))
        case "maxpower" if wanted:
            return max((power_of(p, view, side) for side, p in _battlefield(view, wanted)), default=0)
        case "maxtoughness" if wanted:
            return max((toughness_of(p, view, side) for side, p in _battlefield(view, wanted)), default=0)
        case "maxmv" if wanted:
            return max((mana_value_of(p) for _, p in _battlefield(view, wanted)), default=0)
        case "domain":
            lands = [p for side, p in view.state.permanents() if side == view.side and p.face.is_land]
            return len({t for p in lands for t in p.face.subtypes} & BASIC_LAND_TYPES.keys())
        case "devotion":
            return _devotion(amount.word, view)
        case "counters" if view.source and amount.word == "any":
            return sum(n for _, n in view.source.counters)
        case "counters" if view.source:
            return view.source.counters_of(amount.word)
        case "power" if view.source:
            return power_of(view.source, view, view.side)
        case "toughness" if view.source:
            return toughness_of(view.source, view, view.side)
        case "mv" if view.source:
            return mana_value_of(view.source)
    raise Unsupported(f"the amount {amount.word if amount.measure == 'unknown' else amount}")


def _commanders(view: View) -> list[Permanent | CardInZone]:
    """Your commanders in play and in the command zone."""
    you = view.player
    return [*(p for p in you.battlefield if p.commander and not p.phased_out), *you.command]


def _require_your_view(view: View) -> None:
    """Your opponents are known as such only from your seat."""
    assert view.player is view.state.you


def _devotion(letters: str, view: View) -> int:
    """Mana symbols of these colors among mana costs of permanents the side controls, each once (CR 700.5)."""
    wanted = {ManaType(letter) for letter in letters}
    return sum(
        bool(symbol.colors & wanted)
        for side, permanent in view.state.permanents()
        if side == view.side and permanent.face.mana_cost and not permanent.face_down
        for symbol in permanent.face.mana_cost
    )


def _was_cast(wanted: Filter, card: Card, view: View) -> bool:
    """Whether a spell cast this turn matches; of a card with several faces it is not known which was cast."""
    if wanted.words() == {"spell"}:
        return True
    if any(ability.elsewhere for _, permanent in view.state.permanents() for ability in permanent.face.of(Becomes)):
        raise Unsupported(f"what {card.name} was as it was cast, for {wanted}")
    answers = {matches(wanted, face, view) for face in card.faces}
    if len(answers) > 1:
        raise Unsupported(f"which face of {card.name} was cast, for {wanted}")
    return answers.pop()


def _types_among(wanted: Filter, view: View) -> Iterator[frozenset[str]]:
    """Types among cards in your graveyard where the filter speaks of cards, else among permanents."""
    if "card" in wanted.words():
        yield from (card.card.front.types for card in view.player.graveyard if matches(wanted, card, view, "you"))
    else:
        yield from (permanent.face.types for _, permanent in _battlefield(view, wanted))


_ROLES = ("Cleric", "Rogue", "Warrior", "Wizard")


def _party(view: View) -> int:
    """How many of the four party types your creatures can stand for, each creature for one (CR 700.8)."""
    seats: dict[str, int] = {}
    members = [
        [role for role in _ROLES if _word(role, p, view, side)]
        for side, p in _battlefield(view, Filter.parse("creature you"))
    ]

    def place(member: int, tried: set[str]) -> bool:
        for role in members[member]:
            if role not in tried:
                tried.add(role)
                if role not in seats or place(seats[role], tried):
                    seats[role] = member
                    return True
        return False

    return sum(place(member, set()) for member in range(len(members)))


def holds(condition: Condition | None, view: View) -> bool:
    """Whether a condition is true now; None is always true."""
    return condition is None or any(all(_compare(c, view) for c in parts) for parts in condition.any_of)


def _compare(comparison: Comparison, view: View) -> bool:
    if comparison.fact:
        return _fact(comparison.fact, view) is not comparison.negated
    assert comparison.left is not None and comparison.right is not None
    result = _OPERATORS[comparison.op](value(comparison.left, view), value(comparison.right, view))
    return result is not comparison.negated


_BEFORE_COMBAT = ("untap", "upkeep", "draw", "main", "combat")
_MOMENTS = {
    "before attackers": _BEFORE_COMBAT,
    "before blockers": (*_BEFORE_COMBAT, "declare_attackers"),
    "before damage": (*_BEFORE_COMBAT, "declare_attackers", "declare_blockers"),
    "declare attackers": ("declare_attackers",),
    "blockers declared": ("declare_blockers",),
    "after blockers": ("declare_blockers", "damage"),
    "after combat": ("main2", "end", "cleanup"),
}
"""Facts about where in a turn the game is, whosever turn it is."""
_TURN_FACTS = frozenset({"your turn", "opponent turn", "own main phase", "upkeep"})


def _fact(fact: str, view: View) -> bool:
    state, source = view.state, view.source
    if view.hidden and fact in _TURN_FACTS and state.turn == "opponent" and len(state.opponents) > 1:
        raise Unsupported(f"whose turn it is, for the condition {fact!r}")
    own_turn = (state.turn == "you") == (view.side in ("you", "teammate"))
    match fact:
        case "caster's turn":
            return state.turn == "you"
        case "caster's sorcery time":
            return state.sorcery_timing
        case "your turn":
            return own_turn
        case "opponent turn":
            return not own_turn
        case "own main phase":
            return own_turn and state.phase.is_main
        case "upkeep":
            return own_turn and state.phase == "upkeep"
        case "combat":
            return state.phase in ("combat", "declare_attackers", "declare_blockers", "damage")
        case "entered this turn" if source:
            return source.entered_this_turn
        case "tapped" if source:
            return source.tapped
        case "untapped" if source:
            return not source.tapped
        case "attacking" if source:
            return source.attacking
        case "is creature" if source:
            return "creature" in source.face.types or is_animated(source)
        case "attached" if source:
            return state.host(source) is not None
        case "kicked" if source:
            return bool(source.kicked)
        case "delirium":
            return len(frozenset().union(*_types_among(Filter.parse("card"), view)) & CARD_TYPES) >= 4
        case "spectacle":
            _require_your_view(view)
            return any(player.life_lost_this_turn for player in state.opponents)
        case "surge":
            return any(player.spells_cast_this_turn for player in (view.player, *state.teammates))
        case _ if fact in _MOMENTS:
            return state.phase in _MOMENTS[fact]
        case "declare blockers":
            return own_turn and state.phase == "declare_blockers"
        case "opponent searched":
            _require_your_view(view)
            return any(player.searched_library_this_turn for player in state.opponents)
        case "attacked this turn" if source and source.attacking:
            return True
        case "attacked this turn" if not own_turn or state.phase in _BEFORE_COMBAT:
            return False
        case "raid" if not own_turn or state.phase in ("untap", "upkeep", "draw", "main"):
            return False
        case "raid" if any(p.attacking for side, p in state.permanents() if side == view.side):
            return True
        case "own trigger resolving" if not state.resolving:
            return False
        case "land played":
            return view.player.lands_played > 0
        case "unspent mana":
            return bool(view.player.pool)
        case "imprinted" if source:
            return bool(source.imprinted)
    if view.announced is not None and fact.startswith("paid("):
        return fact[len("paid(") : -1] in view.announced
    raise Unsupported(f"the condition {fact.removeprefix('unknown')!r}")
