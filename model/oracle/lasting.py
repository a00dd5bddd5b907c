"""What an instant, a sorcery or an activated ability puts into force for the rest of the turn (CR 611.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from castable.model.ability import (
    Ability,
    CostChange,
    CostKind,
    LandPlays,
    Permission,
    ProductionReplacement,
    Prohibition,
    ThisTurn,
    Zone,
)
from castable.model.amount import Condition
from castable.model.errors import Malformed
from castable.model.oracle.costs import read_cost
from castable.model.oracle.normalise import Line, sentences_of
from castable.model.oracle.othercosts import spells_of
from castable.model.oracle.permitting import with_flash
from castable.model.oracle.statics import static_abilities
from castable.model.oracle.triggered import triggered_ability

__all__ = ["this_turn", "this_turn_of_abilities"]

_UNTIL = re.compile(r"Until (?:end of turn|your next turn), (?P<rest>[^.]+)")
_ELSEWHERE = re.compile(
    r"~|\b(?:[Tt]arget|it'?s?|[Tt]hem|[Tt]hat(?! player adds)|[Tt]hose|chosen|X|next|first|second|you've|[Ii]f|way|"
    r"only|as long as)\b"
)
"""Words that speak of something that the sentence alone does not settle."""
_MAY_LAST = re.compile(
    r"\b(?:until|this turn|next|as long as|gains?|loses?|becomes?|gets?|has|have|can't|doesn't|don't|"
    r"target player|emblem|kicked|instead|if|unless|choose|rest of the game|may|whenever|damage|kicker|overload|"
    r"entwine)\b|•",
    re.IGNORECASE,
)
"""What a sentence says that may go on, or may not have happened; of others nothing is left once they are done."""
_IDLE = re.compile(
    r"Kicker (?:\{[^}]+\})+|"
    r"(?:If ~ was kicked, )?[Cc]reatures(?: that player controls)? can't (?:attack or block|attack|block) this turn|"
    r"(?:~|That spell) can't be countered|When you next cast an? [^,.\"]+ this turn, copy that spell(?: twice)?|"
    r"You may choose new targets for the cop(?:y|ies)"
)
"""What goes on and bears on nothing that castable is asked."""
_NEXT_WITH_FLASH = re.compile(
    r"The next (?P<what>\w+ )?(?:card|spell) you (?:cast|play) this turn can be (?:cast|played) as though it had flash"
)
_TARGET_PLAYER = re.compile(r"Target player (?=can't (?:cast|play)\b)")
_TAPPING = re.compile(r"Until end of turn, if (?:a player|you) taps? [^,.]+ for mana, it produces [^.]+")
_PLAY = re.compile(r"You may play (?P<many>an additional land|up to \w+ additional lands) this turn")


_ACTIVATED = re.compile(
    r"(?P<cost>\{[^:\"]+|Sacrifice ~|\[?[+-]?\d+\]?): (?P<effect>(?=.*\b(?:this|end of|your next) turn\b)[^\"•]+)"
)


def this_turn_of_abilities(lines: Sequence[Line], name: str) -> Iterator[ThisTurn]:
    """What lasts once an activated ability of a permanent with these lines has resolved, no other having its cost."""
    costs = [line.words.partition(": ")[0] for line in lines]
    for match in (found for line in lines if (found := _ACTIVATED.fullmatch(line.words))):
        try:
            cost = read_cost(match["cost"], name)
        except Malformed:
            continue
        if costs.count(match["cost"]) == 1:
            for lasts in this_turn([Line(match["effect"], match["effect"])], name):
                yield replace(lasts, of=cost)


def this_turn(lines: Iterable[Line], name: str) -> tuple[ThisTurn, ...]:
    """All that lasts once a spell with these lines has resolved, in one; nothing where any of it is not understood."""
    found = list[Ability]()
    for line in lines:
        for sentence in sentences_of(line.words):
            read = () if _IDLE.fullmatch(sentence) else tuple(_read(sentence, name))
            if (
                not read
                and not _IDLE.fullmatch(sentence)
                and _MAY_LAST.search(re.sub(r"\b(?:gain|lose)s? \w+ life\b", "", sentence))
            ):
                return ()
            found += read
    return (ThisTurn(abilities=tuple(found)),) if found else ()


def _read(sentence: str, name: str) -> Iterator[Ability]:
    """What one sentence says, as a permanent would say it of all the time; nothing unless all of it is understood.

    A ban on the player who was targeted is one on the player to whom what stands for the effect is attached.
    """
    if match := _NEXT_WITH_FLASH.fullmatch(sentence):
        yield from _next_with_flash((match["what"] or "").strip(), name)
        return
    sentence = _TARGET_PLAYER.sub("Enchanted player ", sentence)
    if not _TAPPING.fullmatch(sentence) and _ELSEWHERE.search(sentence.removeprefix("Until your next turn, ")):
        return
    if match := _UNTIL.fullmatch(sentence):
        plain = match["rest"][0].upper() + match["rest"][1:]
    elif match := _PLAY.fullmatch(sentence):
        plain = f"You may play {match['many']} on each of your turns"
    elif sentence.count(" this turn") == 1:
        plain = sentence.replace(" this turn", "")
    else:
        return
    if (trigger := triggered_ability(plain, plain, name)) is not None:
        yield trigger
        return
    statics = static_abilities(Line(f"{plain}.", f"{plain}."), name, False, lambda text, of: ()) or ()
    if all(map(_can_last, statics)):
        yield from statics


def _next_with_flash(kind: str, name: str) -> Iterator[Permission]:
    """The next spell of a kind as though it had flash: where one has been cast it is not known whether before."""
    try:
        wanted = spells_of(f"{kind} spells".strip(), name)
    except Malformed:
        return
    unused = Condition.parse(f"castthisturn({wanted}) = 0 or unknown(which spell of the turn is the next one)")
    yield from with_flash(wanted, unused)


def _can_last(ability: Ability) -> bool:
    """Whether it is about what players may do and what they get for it, not about what objects are (CR 611.2c)."""
    if isinstance(ability, CostChange):
        return ability.applies_to is not None and ability.kind is CostKind.SPELL and ability.zone is Zone.BATTLEFIELD
    if isinstance(ability, Permission):
        return ability.flash and ability.limit is None
    if isinstance(ability, Prohibition):
        return ability.limit is None
    if isinstance(ability, ProductionReplacement):
        return not ability.if_more_than
    return isinstance(ability, LandPlays)
