"""Reading filters, amounts and conditions off a state: what is true of the game right now.

A question about an object is asked from the view of a *side* (`you`, `teammate`, `opponent`), the controller of the
ability that asks, and of its *source*. What a word would need but castable does not track raises `Unsupported`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from castable.model.ability import Boost
from castable.model.amount import Amount, Comparison, Condition
from castable.model.card import BASIC_LAND_TYPES, Face
from castable.model.errors import Unsupported
from castable.model.filter import CARD_TYPES, COLOR_WORDS, SUPERTYPES, Filter, Term
from castable.model.mana import ManaType
from castable.model.state import CardInZone, Permanent, Player, State

__all__ = ["View", "colors_of", "holds", "matches", "power_of", "toughness_of", "value"]

_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True, slots=True)
class View:
    """From where a question is asked: the state, the source of the ability, the side of its controller, and numbers
    chosen or known while paying (`x`, counters `removed`)."""

    state: State
    source: Permanent | None = None
    side: str = "you"
    x: int | None = None
    removed: int | None = None

    @property
    def player(self) -> Player:
        """The controller; only your own view is precise about zones other than the battlefield."""
        if self.side != "you":
            raise Unsupported(f"an amount that is read for a {self.side}")
        return self.state.you


def _face(thing: Permanent | CardInZone | Face) -> Face:
    if isinstance(thing, Face):
        return thing
    return thing.face if isinstance(thing, Permanent) else thing.card.front


def colors_of(thing: Permanent | CardInZone | Face) -> frozenset[ManaType]:
    """Its colors, as far as the state says (a token's or an effect's colors come first)."""
    if isinstance(thing, Permanent) and thing.colors is not None:
        return thing.colors
    return _face(thing).colors


def _number(printed: str, what: str, face: Face) -> int:
    if re.fullmatch(r"-?\d+", printed):
        return int(printed)
    raise Unsupported(f"{what} {printed or 'nothing'} of {face.name}")


def power_of(thing: Permanent | CardInZone | Face, view: View, side: str = "you") -> int:
    """Printed power, +1/+1 and -1/-1 counters and static boosts in play (CR 613.4); what else changes it is not
    tracked. `side` is who controls or owns the thing."""
    face = _face(thing)
    return _number(face.power, "power", face) + _changes(thing, view, side, "power")


def toughness_of(thing: Permanent | CardInZone | Face, view: View, side: str = "you") -> int:
    """As `power_of`."""
    face = _face(thing)
    return _number(face.toughness, "toughness", face) + _changes(thing, view, side, "toughness")


def _changes(thing: Permanent | CardInZone | Face, view: View, side: str, which: str) -> int:
    if not isinstance(thing, Permanent):
        return 0
    total = thing.counters_of("+1/+1") - thing.counters_of("-1/-1")
    for owner, source in view.state.permanents():
        for boost in source.face.of(Boost):
            if any(re.match("power|toughness", word) for word in boost.to.words()):
                raise Unsupported(f"{source.name}: a boost for {boost.to}, which it changes itself")
            there = View(view.state, source, owner)
            if holds(boost.condition, there) and matches(boost.to, thing, there, side):
                total += value(boost.power if which == "power" else boost.toughness, there)
    return total


def mana_value_of(thing: Permanent | CardInZone | Face) -> int:
    """Mana value where it is (CR 202.3): a token without a cost has 0."""
    if isinstance(thing, CardInZone):
        return thing.card.mana_value
    return _face(thing).mana_value


def matches(wanted: Filter, thing: Permanent | CardInZone | Face, view: View, side: str = "you") -> bool:
    """Whether `thing`, controlled or owned by `side`, is what `wanted` speaks of."""
    return any(all(_term(term, thing, view, side) for term in terms) for terms in wanted.any_of)


def _term(term: Term, thing: Permanent | CardInZone | Face, view: View, side: str) -> bool:
    return _word(term.word, thing, view, side) is not term.negated


def _word(word: str, thing: Permanent | CardInZone | Face, view: View, side: str) -> bool:
    face = _face(thing)
    if word in CARD_TYPES:
        if word == "creature" and isinstance(thing, Permanent) and (thing.animated or thing.face_down):
            return True
        return word in face.types
    if word in SUPERTYPES:
        return word in face.supertypes
    if word in COLOR_WORDS:
        return ManaType(COLOR_WORDS[word]) in colors_of(thing)
    if word[0].isupper():
        every = "creature" in face.types and face.has_keyword("changeling")
        return word in face.subtypes or (every and word not in BASIC_LAND_TYPES)
    permanent = thing if isinstance(thing, Permanent) else None
    colors = colors_of(thing)
    simple: dict[str, Callable[[], bool]] = {
        "any": lambda: True,
        "card": lambda: not isinstance(thing, Permanent),
        "spell": lambda: not isinstance(thing, Permanent),
        "source": lambda: True,
        "permanent": lambda: permanent is not None or face.is_permanent,
        "permanentspell": lambda: face.is_permanent,
        "you": lambda: side == view.side,
        "owner": lambda: side == view.side,
        "opponent": lambda: (side == "opponent") != (view.side == "opponent"),
        "colorless": lambda: not colors,
        "colored": lambda: bool(colors),
        "monocolored": lambda: len(colors) == 1,
        "multicolored": lambda: len(colors) > 1,
        "historic": lambda: "legendary" in face.supertypes or "artifact" in face.types or "Saga" in face.subtypes,
        "hasx": lambda: bool(face.mana_cost and face.mana_cost.variables),
        "outlaw": lambda: bool(face.subtypes & {"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"}),
        "defender": lambda: face.has_keyword("defender"),
        "flying": lambda: face.has_keyword("flying"),
        "haste": lambda: face.has_keyword("haste"),
        "flash": lambda: face.has_keyword("flash"),
        "flashback": lambda: face.has_keyword("flashback"),
        "convoke": lambda: face.has_keyword("convoke"),
        "changeling": lambda: face.has_keyword("changeling"),
    }
    if word in simple:
        return simple[word]()
    if permanent is not None:
        on_board: dict[str, Callable[[], bool]] = {
            "this": lambda: view.source is not None and permanent.id == view.source.id,
            "other": lambda: view.source is None or permanent.id != view.source.id,
            "token": lambda: permanent.token,
            "tapped": lambda: permanent.tapped,
            "untapped": lambda: not permanent.tapped,
            "attacking": lambda: permanent.attacking,
            "facedown": lambda: permanent.face_down,
            "enteredthisturn": lambda: permanent.entered_this_turn,
            "summoningsick": lambda: permanent.summoning_sick,
        }
        if word in on_board:
            return on_board[word]()
    elif word in ("other", "token"):
        return word == "other"
    if match := re.fullmatch(r"(power|toughness|mv)(>=|<=|=|>|<)(\d+)", word):
        if match[1] == "mv":
            return _OPERATORS[match[2]](mana_value_of(thing), int(match[3]))
        measure = power_of if match[1] == "power" else toughness_of
        return _OPERATORS[match[2]](measure(thing, view, side), int(match[3]))
    if match := re.fullmatch(r"named\((.+)\)", word):
        return face.name == match[1]
    if (match := re.fullmatch(r"counter\((.+)\)", word)) and permanent is not None:
        return permanent.counters_of(match[1]) > 0
    raise Unsupported(f"the word {word!r} in a filter")


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
        case "X" | "chosen" if view.x is not None:
            return view.x
        case "removed" if view.removed is not None:
            return view.removed
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
        case "opponents":
            return len(view.state.opponents)
        case "count" if wanted:
            return sum(1 for _ in _battlefield(view, wanted))
        case "graveyard" if wanted:
            return sum(matches(wanted, card, view, "you") for card in view.player.graveyard)
        case "exile" if wanted:
            return sum(matches(wanted, card, view, "you") for card in view.player.exile)
        case "colorsamong" if wanted:
            return len(frozenset().union(*(colors_of(p) for _, p in _battlefield(view, wanted))))
        case "totalpower" if wanted:
            return sum(power_of(p, view, side) for side, p in _battlefield(view, wanted))
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
        case "counters" if view.source:
            return view.source.counters_of(amount.word)
        case "power" if view.source:
            return power_of(view.source, view, view.side)
        case "toughness" if view.source:
            return toughness_of(view.source, view, view.side)
        case "mv" if view.source:
            return mana_value_of(view.source)
    raise Unsupported(f"the amount {amount}")


def _devotion(letters: str, view: View) -> int:
    """Mana symbols of these colors among mana costs of permanents the side controls, each once (CR 700.5)."""
    wanted = {ManaType(letter) for letter in letters}
    return sum(
        bool(symbol.colors & wanted)
        for side, permanent in view.state.permanents()
        if side == view.side and permanent.face.mana_cost and not permanent.face_down
        for symbol in permanent.face.mana_cost
    )


def holds(condition: Condition | None, view: View) -> bool:
    """Whether a condition is true now; None is always true."""
    return condition is None or any(all(_compare(c, view) for c in parts) for parts in condition.any_of)


def _compare(comparison: Comparison, view: View) -> bool:
    if comparison.fact:
        return _fact(comparison.fact, view) is not comparison.negated
    assert comparison.left is not None and comparison.right is not None
    result = _OPERATORS[comparison.op](value(comparison.left, view), value(comparison.right, view))
    return result is not comparison.negated


def _fact(fact: str, view: View) -> bool:
    state, source = view.state, view.source
    own_turn = (state.turn == "you") == (view.side in ("you", "teammate"))
    match fact:
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
            return "creature" in source.face.types or source.animated
        case "imprinted" if source:
            return bool(source.imprinted)
    raise Unsupported(f"the condition {fact!r}")
