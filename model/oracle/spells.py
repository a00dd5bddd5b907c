"""What the text of an instant or sorcery asks for as it is cast: targets and modes (CR 601.2b-c, 700.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from castable.model.ability import Ability, Modes, OptionalCost, SpellMana, SpellTargets, Unread
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.oracle.amounts import parse_condition
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


_MORE_MODES = re.compile(
    r"Choose one\. If (?:(?P<condition>(?:you control|there are) [^,.]+) as you cast ~|"
    r"(?P<paid>~ was (?:kicked|bargained)|the gift was promised|~'s additional cost was paid|evidence was collected)), "
    r"(?P<may>you may )?choose (?P<n>both|two|one or more|any number)(?: instead)?\.(?P<rest>\s*•.+)",
    re.DOTALL,
)
_CHOICE = re.compile(r"\bkicked\b|\bwas paid\b|\binstead\b|\bpromised\b|\bbargained\b|\bif you cast\b")
_EACH_KICK = re.compile(
    r"(Choose (?:any target|target [\w ]+)), then choose (another target[\w ]*?) for each time ~ was kicked"
)


_IF_PAID = re.compile(
    r"If (?P<paid>~ was kicked(?: with its (?P<kicker>.+?) kicker)?|~ was bargained|the gift was promised|"
    r"~'s additional cost was paid|evidence was collected), (?P<rest>.+)"
)
_PAID = {
    "~ was bargained": "bargain",
    "the gift was promised": "gift",
    "~'s additional cost was paid": "additional cost",
    "evidence was collected": "additional cost",
}
_INSTEAD = re.compile(r"(?:^| )instead(?: |$)")


def spell_line(line: Line, name: str, kickers: tuple[Cost, ...] = ()) -> tuple[Ability, ...]:
    """What one paragraph of a spell says that bears on casting it; `Unread` where that is not certain.

    `kickers` are the kicker costs of the spell, to which targets may belong.
    """
    words, more = line.words, None
    if match := _MORE_MODES.fullmatch(words):
        words, more = f"Choose one —{match['rest']}", match
    if bears_on_payment(words, of_spell=True):
        return (Unread(text=line.printed),)
    try:
        if (costs := mode_costs(words)) is not None:
            return _modal_costs(costs, name, kickers)
        if match := _MODES.fullmatch(words):
            modes, *targets = _modal(match, name, kickers)
            return (_with_more(modes, more, name), *targets)
        if "•" in words:
            raise Malformed("modes that are not understood")
        if "[" in words:
            return (*_cleft(words, name, kickers), *_rest(line, None))
        mana, others = _mana(words, name)
        return (*mana, *_effect(words, name, kickers), *_rest(line, others if mana else None))
    except Malformed:
        return (
            Unread(
                text=line.printed,
                may_bear_on_payment=False,
                may_bear_on_casting=bears_on_casting(words, of_spell=True),
            ),
        )


def _rest(line: Line, others: tuple[int, ...] | None) -> tuple[Unread, ...]:
    """What it does on resolving stays unread, of which only sentences in these places are not understood (None: all);
    it bears on nothing that is asked before then."""
    if others == ():
        return ()
    printed = sentences_of(line.printed)
    text = line.printed
    if others is not None and len(printed) == len(sentences_of(line.words)):
        text = ". ".join(printed[place] for place in others) + "."
    return (Unread(text=text, may_bear_on_payment=False, may_bear_on_casting=says_when(line.words)),)


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
        elif match := _IF_PAID.fullmatch(plain):
            cost = _PAID.get(match["paid"]) or _named(kickers, match["kicker"])
            effect, instead = _INSTEAD.subn(" ", match["rest"])
            if instead:
                found = [replace(entry, unless=cost) for entry in _without_choice(found)]
            found += _needs(parse_targets(effect.strip(), name), mode=mode, if_kicked=cost)
        elif _CHOICE.search(plain):
            raise Malformed("targets that depend on a choice")
        else:
            found += _needs(parse_targets(plain, name), mode=mode)
    if any(entry.of_x for entry in found) and re.search(r"\bX (?:is|can't)\b", words):
        raise Malformed("an X that is not announced")
    return _together(found)


def _without_choice(found: list[SpellTargets]) -> list[SpellTargets]:
    """The targets so far, where others may take their place; `Malformed` where they depend on a choice themselves or
    more than one part of the effect has some."""
    if len(found) > 1 or any(entry.if_kicked or entry.unless for entry in found):
        raise Malformed("which targets others take the place of")
    return found


def _cleft(words: str, name: str, kickers: tuple[Cost, ...]) -> tuple[SpellTargets, ...]:
    """The targets of a text with words in square brackets, which are not there when cleave is paid (CR 702.148)."""
    whole = _effect(re.sub(r"[\[\]]", "", words), name, kickers)
    cleft = _effect(re.sub(r"\s*\[[^\]]*\]", "", words).strip(), name, kickers)
    if any(entry.if_kicked for entry in (*whole, *cleft)):
        raise Malformed("targets that depend on two choices")
    unpaid = tuple(replace(entry, unless="cleave") for entry in whole)
    return (*unpaid, *(replace(entry, if_kicked="cleave") for entry in cleft))


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


def _with_more(modes: Ability, more: re.Match[str] | None, name: str) -> Ability:
    """The modes with more of them while a condition holds."""
    if more is None:
        return modes
    assert isinstance(modes, Modes)
    number = {"both": 2, "two": 2}.get(more["n"], modes.of)
    least = None if more["may"] else {"one or more": None, "any number": 0}.get(more["n"], number)
    if more["paid"]:
        condition = Condition.parse(f"paid({_PAID.get(more['paid'], 'kicker')})")
    else:
        condition = parse_condition(more["condition"], name)
    return replace(modes, more=number, more_at_least=least, more_if=condition)


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


_ADDS = re.compile(r"Add (?P<first>.+?)(?:, then add (?P<then>.+))?")
_NOT_PLAIN = re.compile(r"\binstead\b|\b[Ii]f\b|\bOtherwise\b|\bthis way\b|\bWhenever\b|•")
"""Words by which more or less than that mana may be added."""


def _mana(words: str, name: str) -> tuple[tuple[SpellMana, ...], tuple[int, ...]]:
    """The mana that it adds (`Add {B}{B}{B}.`), if that is plain, and the places of the sentences that say more."""
    sentences = sentences_of(words)
    at = next((at for at, sentence in enumerate(sentences) if sentence.startswith("Add ")), None)
    match = None if at is None or _NOT_PLAIN.search(words) else _ADDS.fullmatch(sentences[at])
    if match is None or at is None:
        return (), ()
    rest = [place for place in range(len(sentences)) if place != at]
    try:
        restriction = None
        if limit := next((m for m in map(_LIMIT.fullmatch, sentences[at + 1 : at + 2]) if m), None):
            restriction = parse_restriction(limit[1])
            rest.remove(at + 1)
        if any(_OF_MANA.search(sentences[place]) and not _KEPT.search(sentences[place]) for place in rest):
            return (), ()
        adds = [parse_addition(part, name) for part in match.groups() if part]
    except Malformed:
        return (), ()
    return tuple(SpellMana(adds=one, restriction=restriction) for one in adds), tuple(rest)


_OF_MANA = re.compile(r"\b[Mm]ana\b|\b[Aa]dds?\b")
_LIMIT = re.compile(r"Spend this mana only (.+)")
_KEPT = re.compile(r"Until end of turn, you don't lose this mana as steps and phases end")
"""What is said of the mana that bears on no step but those to come."""
