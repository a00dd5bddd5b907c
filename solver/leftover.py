"""What of a resolution is not carried out: text that changes nothing for later plays is passed over, text that can only
help is quoted, and text that could matter raises `Unsupported`. What is carried out is handed on as `Told`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from castable.model.ability import SpellMana, ThisTurn, TriggeredMana, Unread
from castable.model.card import Face
from castable.model.errors import Unsupported
from castable.model.event import (
    CopySpell,
    CreateTokens,
    DealDamage,
    Draw,
    Event,
    GainLife,
    Instruction,
    May,
    SpellEffect,
    TriggeredAbility,
    Who,
)
from castable.model.filter import Filter
from castable.model.production import Production
from castable.model.state import State
from castable.solver.carrying import is_carried

__all__ = ["Told", "arrival", "arrival_mana", "effect", "hurting", "triggers"]

_THIS = Filter.parse("this")


class Told(str):
    """A sentence that `castable.solver.carrying` carries out."""


# what a sentence that was not carried out may do: nothing to what may be played next, or nothing but good
_IDLE = re.compile(
    r"(?:[Yy]ou (?:may )?)?[Dd]raws? (?:an?|one|two|three|four|X|that many) cards?"
    r"|[Ss]cry \d+"
    r"|[\w', ]+ deals (?:\d+|X) damage to (?:any target|each opponent|target (?:player|opponent)(?: or planeswalker)?)"
    r"|[Tt]arget (?:player|opponent) (?:loses \d+ life|discards? (?:a|two|three|\d+) cards?)"
    r"|[Tt]arget creature gets \+\d+/\+\d+(?: and gains [\w, ]+)? until end of turn"
)
_HELPS = re.compile(
    r"(?:[Yy]ou )?(?:may )?(?:gain \d+ life|[Ii]nvestigate|[Cc]reate [^.]* tokens?\b[^.]*|[Uu]ntap [^.]*|[Aa]dd \{[^.]*"
    r"|[Ss]earch your library for [^.]*(?:onto the battlefield|into your hand)[^.]*"
    r"|[Pp]ut (?:a|an|one|two|three|\d+) \+1/\+1 counters? on [^.]*"
    r"|[Rr]eturn target [^.]*card[^.]* from your graveyard to your hand)"
)
_TRIGGER = re.compile(r"(?:[\w' ]+ — )?(?:When|Whenever|At) (?P<event>[^,]+), (?P<effect>.+)", re.DOTALL)
_HURTS = re.compile(
    r"When(?:ever)? [^,]*\b(?:becomes|is|taps?) (?:tapped|an? )[^,]*, [\w' ]+ deals (?P<damage>\d+) damage to "
    r"(?:you|that player|its controller)\.?"
)
_CONDITION = re.compile(r"^if [^,]+, ")
_REMINDER = re.compile(r"\s*\([^()]*\)")
_EVENTS = {
    "cast": re.compile(r"\bcasts?\b|\bcopy\b|\bspells?\b"),
    "enters": re.compile(r"\benters?\b|\bunder (?:your|its|their)\b"),
    "play": re.compile(r"\bplays?\b|\blands?\b"),
    "tap": re.compile(r"\btap(?:s|ped)?\b"),
    "lose": re.compile(r"\bdies\b|\bdie\b|\bleaves?\b|\bgraveyard\b|\bsacrific|\bdiscards?\b|\bexile|\breturn"),
    "life": re.compile(r"\blife\b"),
}
"""What a triggered ability may wait for, and what its words then speak of."""
_ENTERS = re.compile(r"\benters?\b")
_THIS_TURN = re.compile(r"^Until end of turn\b|\bthis turn\b")


def triggers(state: State, happens: Iterable[str]) -> Iterator[str]:
    """Text of the permanents in play that goes off or applies by now, all of which can only help."""
    happens = tuple(happens)
    for emblem in state.you.emblems:
        yield from _told(emblem, happens)
    for _, permanent in state.permanents():
        yield from _told(permanent.face, happens)
        for unread in permanent.face.unread:
            text = _REMINDER.sub("", unread.text)
            trigger = _TRIGGER.match(text)
            if trigger is None:
                if _ENTERS.search(text):
                    raise Unsupported(f"{permanent.name}: {unread.text}")
            elif _HURTS.fullmatch(text) or _is_own_arrival(permanent.face.name, trigger["event"]):
                continue  # the matter of `hurting`, or long past
            elif any(_EVENTS[event].search(trigger["event"]) for event in happens):
                yield from _judged(permanent.name, unread, _CONDITION.sub("", trigger["effect"]))


def _is_own_arrival(name: str, event: str) -> bool:
    """Whether a triggered ability waits for nothing but its own permanent to enter."""
    return re.fullmatch(rf"(?:this \w+|{re.escape(name)}) enters(?: the battlefield)?", event) is not None


def hurting(state: State) -> Iterator[tuple[str, int]]:
    """Text of triggers on tapping that cost you life, with how much each time."""
    for _, permanent in state.permanents():
        for unread in permanent.face.unread:
            if match := _HURTS.fullmatch(_REMINDER.sub("", unread.text)):
                yield f"{permanent.name}: {unread.text}", int(match["damage"])


def arrival_mana(face: Face) -> tuple[Production, ...]:
    """The mana that abilities of a permanent add because it has entered (CR 603.6a, 605.5a)."""
    if not any(_adds_mana(face, unread) for unread in face.unread):
        return ()
    return tuple(ability.adds for ability in face.of(TriggeredMana))


def _adds_mana(face: Face, unread: Unread) -> bool:
    """Whether the text is a trigger of the permanent entering that adds mana, which is read, and nothing else."""
    match = re.fullmatch(r"When (?P<who>[^,]+?) enters(?: the battlefield)?, add [^.\"]+\.?", unread.text)
    plain = match is not None and (match["who"] == face.name or re.fullmatch(r"this \w+", match["who"]) is not None)
    return plain and len(list(face.of(TriggeredMana))) == 1


def arrival(face: Face, kicked: bool) -> Iterator[str]:
    """Text of a permanent itself that goes off or applies as it enters, all of which can only help or is `Told`."""
    for ability in face.of(TriggeredAbility):
        if ability.event is Event.ENTERS and ability.of == _THIS and (kicked or not ability.if_kicked):
            yield from _carried_out(face.name, ability.does)
    for unread in face.unread:
        text = _REMINDER.sub("", unread.text)
        trigger = _TRIGGER.match(text)
        if trigger is None:
            if _ENTERS.search(text) or re.match(r"[IVX]+[, —]", text):
                raise Unsupported(f"{face.name}: {unread.text}")
        elif _adds_mana(face, unread) or (not kicked and re.search(r"\bit (?:was|enters) kicked\b", text)):
            continue
        elif _EVENTS["enters"].search(trigger["event"]) or re.search(
            rf"\bcast (?:this|it|{re.escape(face.name)})\b", trigger["event"]
        ):
            does = _CONDITION.sub("", trigger["effect"])
            sure = _is_own_arrival(face.name, trigger["event"]) and does == trigger["effect"]
            yield from _judged(face.name, unread, does, carries=sure)


def _told(face: Face, happens: tuple[str, ...]) -> Iterator[str]:
    """What abilities do that are told as data and wait for others to enter or to be cast."""
    for ability in face.of(TriggeredAbility):
        if ability.event in happens and ability.of != _THIS:
            yield from _carried_out(face.name, ability.does)


def _carried_out(name: str, instructions: Iterable[Instruction]) -> Iterator[str]:
    """Instructions that can only help; nothing for those that change nothing, and `Unsupported` for others."""
    for instruction in instructions:
        match instruction:
            case May(does=does):
                yield from _carried_out(name, does)
            case GainLife(who=Who.YOU) | CreateTokens(who=Who.YOU) | CopySpell():
                yield f"what {name} does as it resolves"
            case Draw() | DealDamage(by=Who.YOU, to=Who.TARGET | Who.EACH_OPPONENT):
                continue
            case _:
                raise Unsupported(f"what {name} does as it resolves")


def effect(face: Face) -> Iterator[str]:
    """Text that an instant or a sorcery carries out as it resolves, beside the mana it adds and what it puts into force
    for the turn."""
    if not face.unread and not any(isinstance(ability, SpellMana | SpellEffect) for ability in face.abilities):
        raise Unsupported(f"what {face.name} does as it resolves")
    for effect in face.of(SpellEffect):
        yield from _carried_out(face.name, effect.does)
    lasts = any(True for _ in face.of(ThisTurn))
    for unread in face.unread:
        yield from _judged(face.name, unread, _REMINDER.sub("", unread.text), carries=True, lasts=lasts)


def _judged(name: str, unread: Unread, effect: str, *, carries: bool = False, lasts: bool = False) -> Iterator[str]:
    """The text if it can only help, nothing if it changes nothing; else it raises `Unsupported`.

    With `carries` sentences that can be carried out are handed on. With `lasts` what goes on this turn is known.
    """
    for sentence in re.split(r"\.(?:\s+|$)", effect.strip()):
        if not sentence or _IDLE.fullmatch(sentence) or (lasts and _THIS_TURN.search(sentence)):
            continue
        if carries and all(is_carried(part) or _IDLE.fullmatch(part) for part in _parts(sentence)):
            yield from (Told(part) for part in _parts(sentence) if is_carried(part))
            continue
        if not _HELPS.fullmatch(sentence):
            raise Unsupported(f"{name}: {unread.text}")
        yield f"{name}: {unread.text}"


def _parts(sentence: str) -> list[str]:
    """What a sentence says with `and` between: `Draw two cards and create a Treasure token`."""
    return [sentence] if is_carried(sentence) else re.split(r" and (?=create |you gain |gain |draw )", sentence)
