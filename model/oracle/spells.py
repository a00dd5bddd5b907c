"""What the text of an instant or sorcery asks for as it is cast: targets and modes (CR 601.2b-c, 700.2)."""

from __future__ import annotations

import re

from castable.model.ability import Ability, Modes, SpellMana, SpellTargets, Unread
from castable.model.errors import Malformed
from castable.model.oracle.bearing import bears_on_casting, bears_on_payment
from castable.model.oracle.mana import parse_addition
from castable.model.oracle.normalise import Line, sentences_of
from castable.model.oracle.restrictions import parse_restriction
from castable.model.oracle.targets import Target, parse_targets, without_quotes
from castable.model.oracle.words import number

__all__ = ["spell_line"]

_MODES = re.compile(
    r"Choose (?P<n>one or both|one or more|any number|up to \w+|one|two|three|four)(?: of them)? —(?P<rest>.+)",
    re.DOTALL,
)


def spell_line(line: Line, name: str) -> tuple[Ability, ...]:
    """What one paragraph of a spell says that bears on casting it; `Unread` where that is not certain."""
    words = line.words
    if bears_on_payment(words, of_spell=True):
        return (Unread(text=line.printed),)
    try:
        if match := _MODES.fullmatch(words):
            return _modal(match, name)
        if "•" in words:
            raise Malformed("modes that are not understood")
        mana = _mana(words, name)
        return (*mana, *_needs(parse_targets(_unkicked(words), name)), *_rest(line, bool(mana)))
    except Malformed:
        return (
            Unread(
                text=line.printed,
                may_bear_on_payment=False,
                may_bear_on_casting=bears_on_casting(words, of_spell=True),
            ),
        )


def _rest(line: Line, understood: bool) -> tuple[Unread, ...]:
    """What it does on resolving stays unread; it bears on nothing that is asked before then."""
    if understood:
        return ()
    return (Unread(text=line.printed, may_bear_on_payment=False, may_bear_on_casting=False),)


def _unkicked(words: str) -> str:
    """Refuse texts whose targets depend on what was paid or chosen."""
    plain = without_quotes(words)
    if "arget" in plain and re.search(r"\bkicked\b|\bwas paid\b|\binstead\b.*\btarget|promised|\bbargained\b", plain):
        raise Malformed("targets that depend on a choice")
    return words


def _needs(targets: tuple[Target, ...], mode: int | None = None) -> tuple[SpellTargets, ...]:
    plain = tuple(target.what for target in targets if not target.another)
    found = (SpellTargets(needs=plain, mode=mode),) if plain else ()
    others = tuple(SpellTargets(needs=(t.what,), mode=mode, another=True) for t in targets if t.another)
    return (*found, *others)


def _modal(match: re.Match[str], name: str) -> tuple[Ability, ...]:
    modes = [piece.strip() for piece in match["rest"].split("•") if piece.strip()]
    count = match["n"]
    if count == "one or both":
        low, high = 1, 2
    elif count in ("one or more", "any number"):
        low, high = (1 if count == "one or more" else 0), len(modes)
    elif count.startswith("up to "):
        low, high = 0, number(count.removeprefix("up to ")) or 0
    else:
        low = high = number(count) or 0
    if not modes or not 0 < high <= len(modes):
        raise Malformed("a number of modes that is not understood")
    found: list[Ability] = [Modes(of=len(modes), at_least=low, at_most=high)]
    for index, mode in enumerate(modes, start=1):
        found += _needs(parse_targets(_unkicked(mode), name), mode=index)
    return tuple(found)


def _mana(words: str, name: str) -> tuple[SpellMana, ...]:
    """`Add {B}{B}{B}.` as the whole of what it does."""
    sentences = sentences_of(words)
    match = re.fullmatch(r"Add (.+)", sentences[0]) if sentences else None
    if match is None or len(sentences) > 2:
        return ()
    try:
        adds = parse_addition(match[1], name)
        if len(sentences) == 2:
            limit = re.fullmatch(r"Spend this mana only (.+)", sentences[1])
            return (SpellMana(adds=adds, restriction=parse_restriction(limit[1])),) if limit else ()
    except Malformed:
        return ()
    return (SpellMana(adds=adds),)
