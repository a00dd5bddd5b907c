"""Static abilities that bear on paying, casting or counting (CR 604, 613): each reader takes what it knows."""

from __future__ import annotations

import re

from castable.model.ability import Ability, CostChange, Unread, Zone
from castable.model.errors import Malformed
from castable.model.oracle.additional import additional_cost
from castable.model.oracle.bearing import bears_on_casting, bears_on_own_casting, bears_on_payment
from castable.model.oracle.castonly import cast_only
from castable.model.oracle.costchange import cost_changes
from castable.model.oracle.entering import entering, is_entering
from castable.model.oracle.forbidding import forbidding
from castable.model.oracle.granting import Quoted, granting, told_boost
from castable.model.oracle.landplays import land_plays
from castable.model.oracle.normalise import Line, sentences_of
from castable.model.oracle.othercosts import alternative_costs, life_for_mana
from castable.model.oracle.permitting import permissions
from castable.model.oracle.replacing import replacing
from castable.model.oracle.restrictions import spend_only
from castable.model.oracle.spellgrants import spell_grants

__all__ = ["static_abilities"]

_REFERS_BACK = re.compile(
    r"(?:This effect|That|It|Its|They|Those|If you do|If they do|Otherwise|Then|Instead|The same)\b"
    r"|.*\b(?:this way|instead)\b"
)


def static_abilities(line: Line, name: str, of_spell: bool, quoted: Quoted) -> tuple[Ability, ...] | None:
    """The abilities of a static paragraph, None when it is not understood.

    A paragraph of several sentences is read as a whole, or sentence by sentence where none refers to another.
    """
    words = line.words
    if is_entering(words) and not of_spell:
        try:
            return (entering(words, name),)
        except Malformed:
            chosen = [re.sub(r"^[^—]*— ", "", piece) for piece in words.split(" • ")[1:]] or sentences_of(words)[1:]
            return (
                Unread(
                    text=line.printed,
                    may_bear_on_payment=any(map(bears_on_payment, chosen)),
                    may_bear_on_casting=any(map(bears_on_casting, chosen)),
                    may_bear_on_own_casting=False,
                ),
            )
    if (whole := _read(words, name, of_spell, quoted)) is not None:
        return whole
    sentences = sentences_of(words)
    if of_spell or len(sentences) < 2 or any(_REFERS_BACK.match(sentence) for sentence in sentences[1:]):
        return None
    found = list[Ability]()
    for sentence in sentences:
        read = _read(sentence, name, of_spell, quoted)
        found += read or [
            Unread(
                text=sentence,
                may_bear_on_payment=bears_on_payment(sentence),
                may_bear_on_casting=bears_on_casting(sentence),
                may_bear_on_own_casting=bears_on_own_casting(words),
            )
        ]
    return tuple(found)


_VERB = r"(?:gets?|ha(?:s|ve)|can't|attacks?|is|are|loses?|doesn't)\b"
_SEVERAL = re.compile(rf"(?P<of>[^,.\"]+?) (?P<all>{_VERB}[^.\"]+)\.?")


def _several(words: str, name: str, quoted: Quoted) -> tuple[Ability, ...] | None:
    """What a sentence says of the same objects in several predicates, those about combat alone left out."""
    match = _SEVERAL.fullmatch(words)
    if match is None or re.search(r"\b(?:as long as|while|until|unless|for each|if|where)\b", words):
        return None
    pieces = re.split(rf",? and (?={_VERB})|, (?={_VERB})", match["all"])
    found = list[Ability]()
    for piece in pieces if len(pieces) > 1 else ():
        sentence = f"{match['of']} {piece}."
        read = _read(sentence, name, False, quoted)
        if read is None and (bears_on_payment(sentence) or bears_on_casting(sentence)):
            return None
        found += read or ()
    return tuple(found) or None


def _is_of_itself(change: Ability) -> bool:
    """Whether it is about its own spell, or works while that is on the stack."""
    return isinstance(change, CostChange) and (change.applies_to is None or change.zone is Zone.STACK)


def _read(words: str, name: str, of_spell: bool, quoted: Quoted) -> tuple[Ability, ...] | None:
    try:
        if (cost := additional_cost(words, name)) is not None:
            return (cost,)
        if (costs := alternative_costs(words, name)) is not None:
            return costs
        if (changes := cost_changes(words, name)) is not None:
            return None if of_spell and any(not _is_of_itself(change) for change in changes) else changes
        if (limit := spend_only(words, name)) is not None:
            return (limit,)
        if (only := cast_only(words, name)) is not None:
            return (only,)
        if (permitted := permissions(words, name)) is not None:
            return permitted
        if of_spell:
            return None
        if (given := spell_grants(words, name)) is not None:
            return given
        if (life := life_for_mana(words, name)) is not None:
            return (life,)
        if (forbidden := forbidding(words, name)) is not None:
            return forbidden
        if (lands := land_plays(words, name)) is not None:
            return (lands,)
        if (effects := replacing(words, name)) is not None:
            return effects
        found = granting(words, name, quoted)
    except Malformed:
        found = None
    if found or of_spell:
        return found or None
    boost = told_boost(words, name, lambda text: bears_on_payment(text) or bears_on_casting(text))
    return _several(words, name, quoted) or ((boost,) if boost else None)
