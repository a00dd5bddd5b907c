"""What the text of an instant or sorcery asks for as it is cast: targets and modes (CR 601.2b-c, 700.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from castable.model.ability import Ability, Modes, OptionalCost, SpellMana, SpellTargets, Unread
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.oracle.bearing import bears_on_casting, bears_on_payment, says_when
from castable.model.oracle.costs import read_cost
from castable.model.oracle.mana import parse_addition
from castable.model.oracle.normalise import Line, sentences_of
from castable.model.oracle.optional import mode_costs
from castable.model.oracle.restrictions import parse_restriction
from castable.model.oracle.targets import Target, parse_targets, without_quotes
from castable.model.oracle.words import number

__all__ = ["spell_line"]

_MODES = re.compile(
    r"Choose (?P<n>one or both|one or more|any number|up to \w+|one|two|three|four)(?: of them)? —(?P<rest>.+)",
    re.DOTALL,
)


_CHOICE = re.compile(r"\bkicked\b|\bwas paid\b|\binstead\b|\bpromised\b|\bbargained\b|\bif you cast\b")
_EACH_KICK = re.compile(
    r"(Choose (?:any target|target [\w ]+)), then choose (another target[\w ]*?) for each time ~ was kicked"
)


def spell_line(line: Line, name: str, kickers: tuple[Cost, ...] = ()) -> tuple[Ability, ...]:
    """What one paragraph of a spell says that bears on casting it; `Unread` where that is not certain.

    `kickers` are the kicker costs of the spell, to which targets may belong.
    """
    words = line.words
    if bears_on_payment(words, of_spell=True):
        return (Unread(text=line.printed),)
    try:
        if (costs := mode_costs(words)) is not None:
            return _modal_costs(costs, name, kickers)
        if match := _MODES.fullmatch(words):
            return _modal(match, name, kickers)
        if "•" in words:
            raise Malformed("modes that are not understood")
        mana = _mana(words, name)
        return (*mana, *_effect(words, name, kickers), *_rest(line, bool(mana)))
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
    return (Unread(text=line.printed, may_bear_on_payment=False, may_bear_on_casting=says_when(line.words)),)


def _needs(targets: tuple[Target, ...], **when: Any) -> tuple[SpellTargets, ...]:
    """One entry for the targets of separate words, one for each that must be another or may be any number."""
    plain = tuple(t.what for t in targets if t.is_plain and t.what)
    found = (SpellTargets(needs=plain, **when),) if plain else ()
    others = tuple(
        SpellTargets(
            needs=(t.what,) if t.what else (),
            another=t.another,
            any_number=t.any_number,
            at_most=t.at_most,
            of_x=t.of_x,
            **when,
        )
        for t in targets
        if not t.is_plain
    )
    return (*found, *others)


def _effect(words: str, name: str, kickers: tuple[Cost, ...], mode: int | None = None) -> tuple[SpellTargets, ...]:
    """The targets of an effect, sentence by sentence; those of a kicked part belong to the kicker (CR 702.33g)."""
    found = list[SpellTargets]()
    for sentence in sentences_of(words):
        plain = without_quotes(sentence)
        if match := _EACH_KICK.fullmatch(plain):
            first = parse_targets(match[1], name)
            extra = first if match[2] == "another target" else parse_targets(match[2], name)
            kick = str(_only(kickers))
            found += _needs(first, mode=mode)
            found += _needs((Target(extra[-1].what, another=True),), mode=mode, if_kicked=kick, each_kick=True)
        elif not re.search(r"\b[Tt]arget", plain):
            continue
        elif match := re.fullmatch(r"If ~ was kicked(?: with its (.+?) kicker)?, (.+)", plain):
            if re.search(r"\binstead\b", plain):
                raise Malformed("other targets when it is kicked")
            kick = _named(kickers, match[1])
            found += _needs(parse_targets(match[2], name), mode=mode, if_kicked=kick)
        elif _CHOICE.search(plain):
            raise Malformed("targets that depend on a choice")
        else:
            found += _needs(parse_targets(plain, name), mode=mode)
    if any(entry.of_x for entry in found) and re.search(r"\bX (?:is|can't)\b", words):
        raise Malformed("an X that is not announced")
    return _together(found)


def _together(found: list[SpellTargets]) -> tuple[SpellTargets, ...]:
    """Plain targets of several sentences in one entry."""
    merged = list[SpellTargets]()
    for entry in found:
        last = merged[-1] if merged else None
        if (
            last is not None
            and entry == SpellTargets(needs=entry.needs, mode=entry.mode)
            and (last == SpellTargets(needs=last.needs, mode=entry.mode))
        ):
            merged[-1] = SpellTargets(needs=last.needs + entry.needs, mode=entry.mode)
        else:
            merged.append(entry)
    return tuple(merged)


def _only(kickers: tuple[Cost, ...]) -> Cost:
    if len(kickers) != 1:
        raise Malformed("which kicker is meant is not told")
    return kickers[0]


def _named(kickers: tuple[Cost, ...], words: str | None) -> str:
    if words is None:
        return str(_only(kickers))
    wanted = read_cost(words)
    if wanted not in kickers:
        raise Malformed("a kicker the card does not have")
    return str(wanted)


def _modal(match: re.Match[str], name: str, kickers: tuple[Cost, ...]) -> tuple[Ability, ...]:
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
    return (Modes(of=len(modes), at_least=low, at_most=high), *_modes(modes, name, kickers))


def _modal_costs(
    costs: tuple[tuple[OptionalCost, str], ...], name: str, kickers: tuple[Cost, ...]
) -> tuple[Ability, ...]:
    """Modes with a cost each: one or more of them with spree, exactly one when tiered (CR 702.172, 702.183)."""
    most = len(costs) if costs[0][0].keyword == "spree" else 1
    modes = [effect for _, effect in costs]
    return (Modes(of=len(modes), at_most=most), *(cost for cost, _ in costs), *_modes(modes, name, kickers))


def _modes(modes: list[str], name: str, kickers: tuple[Cost, ...]) -> Iterator[Ability]:
    """The targets of each mode; `Unread` for a mode whose targets are not understood."""
    for index, mode in enumerate(modes, start=1):
        try:
            yield from _effect(mode, name, kickers, mode=index)
        except Malformed:
            yield Unread(
                text=mode, may_bear_on_payment=False, may_bear_on_casting=bears_on_casting(mode, of_spell=True)
            )


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
