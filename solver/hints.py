"""What one change would make possible: hints for a spell that cannot be cast, or a cost that cannot be paid.

Each hint was tried: the question is asked again of a state, or with choices, that differ in that one thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb

from castable.model.ability import (
    AdditionalCost,
    Becomes,
    CostChange,
    Grant,
    LandTypes,
    ProductionReplacement,
    Prohibition,
    SpendAs,
)
from castable.model.errors import CastableError
from castable.model.mana import TYPES, Mana, ManaType
from castable.model.state import Permanent, Phase, Player, State
from castable.solver.announce import Wishes
from castable.solver.resolving import landed
from castable.solver.timing import why_no_land

__all__ = ["Hint", "hints"]

Question = Callable[[State, Wishes], bool]
"""Whether the spell can be cast, or the cost paid, in a state and with such choices."""

_MOST_MANA = 3
_MOST_LIFE = 10
_MOST_X = 50
_MOST_PERMANENTS = 30
_HINDERING = (
    AdditionalCost,
    Becomes,
    CostChange,
    Grant,
    LandTypes,
    ProductionReplacement,
    Prohibition,
    SpendAs,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """One change that would do: `kind` is `mana`, `life`, `untap`, `summoning sick`, `land`, `choice`, `timing` or
    `without`; `mana` is what is missing, `card` the card to do something with."""

    kind: str
    text: str
    mana: str = ""
    card: str = ""


def hints(state: State, wishes: Wishes, question: Question) -> tuple[Hint, ...]:
    """Every single change of these kinds after which the answer is yes. Where the answer would not be certain there is
    no hint."""

    def would(changed: State, choices: Wishes = wishes) -> bool:
        try:
            return question(changed, choices)
        except CastableError:
            return False

    return (
        *_mana(state, would),
        *_life(state, would),
        *_ready(state, would),
        *_land(state, would),
        *_choices(state, wishes, would),
        *_timing(state, would),
        *_without(state, would),
    )


_Would = Callable[..., bool]


def _mana(state: State, would: _Would) -> Iterator[Hint]:
    """The least mana that would do if it were in the pool, as what a cost would ask for."""
    for number in range(1, _MOST_MANA + 1):
        found = [
            Counter(types)
            for types in combinations_with_replacement(TYPES, number)
            if would(state.with_you(pool=state.you.pool + Mana.types(types)))
        ]
        if found:
            missing = _in_common(found, number)
            yield Hint(kind="mana", text=_more(missing, found), mana=missing)
            return


def _in_common(found: list[Counter[ManaType]], number: int) -> str:
    """What all have in common, the rest as generic mana if it may be any; empty where no cost says it."""
    common = found[0]
    for other in found[1:]:
        common = common & other
    free = number - common.total()
    if len(found) != comb(len(TYPES) + free - 1, free):
        return ""
    return (f"{{{free}}}" if free else "") + "".join(t.symbol for t in TYPES for _ in range(common[t]))


def _more(missing: str, found: list[Counter[ManaType]]) -> str:
    if missing == "{1}":
        return "one more mana of any type"
    texts = [missing] if missing else ["".join(t.symbol for t in sorted(f.elements(), key=TYPES.index)) for f in found]
    one = "one more" if found[0].total() == 1 else "more mana:"
    return f"{one} {' or '.join(texts)}"


def _life(state: State, would: _Would) -> Iterator[Hint]:
    for more in range(1, _MOST_LIFE + 1):
        if would(state.with_you(life=state.you.life + more)):
            yield Hint(kind="life", text=f"{more} more life")
            return


def _ready(state: State, would: _Would) -> Iterator[Hint]:
    """Permanents of yours that would do it if they were untapped, or had been there since your turn began."""
    seen = set()
    for permanent in state.you.battlefield:
        if permanent.name in seen or permanent.phased_out:
            continue
        if permanent.tapped and would(state.with_permanent(replace(permanent, tapped=False))):
            seen.add(permanent.name)
            yield Hint(kind="untap", text=f"untap {permanent.name}", card=permanent.name)
        elif permanent.summoning_sick and would(state.with_permanent(replace(permanent, summoning_sick=False))):
            seen.add(permanent.name)
            text = f"{permanent.name} is summoning sick until your next turn"
            yield Hint(kind="summoning sick", text=text, card=permanent.name)


def _land(state: State, would: _Would) -> Iterator[Hint]:
    """Lands in hand that may be played first."""
    if why_no_land(state):
        return
    for name, card in {card.card.name: card for card in reversed(state.you.hand)}.items():
        try:
            done = any(
                would(ending.state) for face in card.card.faces if face.is_land for ending in landed(state, card, face)
            )
        except CastableError:
            continue
        if done:
            yield Hint(kind="land", text=f"play {name} first", card=name)


def _choices(state: State, wishes: Wishes, would: _Would) -> Iterator[Hint]:
    """Choices that the caller insists on."""
    if wishes.kicked and would(state, replace(wishes, kicked=())):
        yield Hint(kind="choice", text="unkicked it can be cast")
    if wishes.x:
        lower = range(wishes.x - 1, max(-1, wishes.x - 1 - _MOST_X), -1)
        largest = next((x for x in lower if would(state, replace(wishes, x=x))), None)
        if largest is not None:
            yield Hint(kind="choice", text=f"with X = {largest} it can be cast")
    if (wishes.halves is not None or wishes.phyrexian is not None) and would(
        state, replace(wishes, halves=None, phyrexian=None)
    ):
        yield Hint(kind="choice", text="with its hybrid and Phyrexian symbols announced otherwise it can be cast")


def _timing(state: State, would: _Would) -> Iterator[Hint]:
    later = replace(state, phase=Phase.MAIN, turn="you", stack=())
    if not state.sorcery_timing and would(later):
        yield Hint(kind="timing", text="it can be cast in your main phase while the stack is empty")


def _without(state: State, would: _Would) -> Iterator[Hint]:
    """Permanents whose effect is all that is in the way."""
    hindering = {
        permanent.name: permanent
        for _, permanent in state.permanents()
        if any(isinstance(ability, _HINDERING) for ability in permanent.face.abilities)
    }
    for name, permanent in list(hindering.items())[:_MOST_PERMANENTS]:
        if would(_removed(state, permanent)):
            yield Hint(kind="without", text=f"without {name} it can be done", card=name)


def _removed(state: State, permanent: Permanent) -> State:
    def rest(player: Player) -> Player:
        return replace(player, battlefield=tuple(p for p in player.battlefield if p.id != permanent.id))

    return replace(
        state,
        you=rest(state.you),
        opponents=tuple(map(rest, state.opponents)),
        teammates=tuple(map(rest, state.teammates)),
    )
