"""What a spell or ability must target, read only where it is certain (CR 115, 601.2c)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter, Term
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.words import number

__all__ = ["Target", "parse_targets", "without_quotes"]

_ANY_TARGET = Filter.parse("creature | planeswalker | battle | player")
_TARGET = re.compile(
    r"(?P<any>any (?P<another_any>other )?target\b)"
    r"|(?P<count>\b(?:[Uu]p to (?:one|two|three|four|five|six|ten|X|\d+)|[Aa]ny number of|[Oo]ne or two|[Oo]ne or more|"
    r"[Xx]|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Aa]nother)(?: other)? )?\b"
    r"(?P<other>other )?[Tt]argets?\b(?! of\b)(?P<what> )?"
)
# what may follow the noun phrase; other words would have belonged to it
_NEXT = re.compile(
    r"(?:$|[.,;:—•]|'s\b|"
    r"(?:and|gets?|gains?|to|until|can't|fights?|becomes?|deals?|loses?|has|have|discards?|draws?|mills?|sacrifices?|"
    r"each|puts?|adds?|creates?|reveals?|exiles?|for|unless|if|this|onto|on|at|by|equal|into|phases?|doesn't|don't|"
    r"where|attacks?|blocks?|is|are|then|instead|shuffles?|searches|returns?|chooses|controls|skips?|untaps?|taps?|as|would|"
    r"activates|gain|get|explores?|connives?|takes)\b)"
)
_AGAIN = re.compile(
    r"[Yy]ou may choose new targets for (?:the cop(?:y|ies)|it|them|that spell)\b"
    r"|(?<=[Cc]hange )the target of (?=target )"
)
"""What is said of targets that were chosen before."""
_SINGLE = " with a single target"
_DELAYED = re.compile(r"\b[Ww]hen(?:ever)?\b|\b[Aa]t the (?:beginning|end)\b")


@dataclass(frozen=True, slots=True)
class Target:
    """One target that must be chosen, or `any_number`, up to `at_most` where that is a number, or X of them; `another`
    asks for one that was not chosen before. `what` is None where it may be none and is not understood."""

    what: Filter | None
    another: bool = False
    any_number: bool = False
    at_most: int | None = None
    of_x: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is one target that must be chosen, whatever the others are."""
        return not (self.another or self.any_number or self.of_x)


def without_quotes(text: str) -> str:
    """The text without what stands in quotation marks."""
    return re.sub(r'"[^"]*"?', '""', text)


def parse_targets(text: str, name: str = "") -> tuple[Target, ...]:
    """The targets of an effect, those that may be none ("up to one") included.

    `Malformed` where the word stands in a way that is not understood.
    """
    found = list[Target]()
    text = _AGAIN.sub("", without_quotes(text))
    at = 0
    while match := _TARGET.search(text, at):
        before = re.split(r"[.•]", text[: match.start()])[-1]
        at = match.end()
        if _DELAYED.search(before):
            continue  # chosen when that triggers, not now
        if optional := re.search(r"\b(up to \w+) $", before):
            count = optional[1].lower()
        else:
            count = _count(match, text)
        if match["any"]:
            if optional:
                raise Malformed("a number of any targets")
            found.append(Target(_ANY_TARGET, another=bool(match["another_any"])))
            continue
        if match["what"] is None and (match["count"] or optional) and match.group().lower().endswith("targets"):
            found += _counted(count, _ANY_TARGET, bool(match["other"]))
            continue
        if match["what"] is None and match.group().lower() == "another target" and found:
            found.append(Target(found[-1].what, another=True))
            continue
        if match["what"] is None:
            if before.rstrip().endswith(
                ("that", "the", "new", "its", "more", "a", "the single", "becomes the", "each")
            ):
                raise Malformed("a target spoken of again")
            raise Malformed(pointed(text, match.start(), match.end(), "a target that is not understood"))
        try:
            what, at = _noun_phrase(text, match.end(), name)
        except Malformed:
            if not (optional or count.startswith(("up to", "any number"))):
                raise
            found.append(Target(None, any_number=True))
            continue
        found += _counted(count, what, bool(match["other"]))
    return tuple(found)


def _count(match: re.Match[str], text: str) -> str:
    """The words for how many; of "one, two, or three" the last."""
    last = (match["count"] or "").strip().lower()
    if re.search(r"\bone(?:, two)?,? or $", text[: match.start()]):
        return f"one or {last}"
    return last


def _counted(count: str, what: Filter, other: bool) -> list[Target]:
    another = other or "another" in count or count.endswith(" other")
    count = count.removesuffix(" other")
    if count.startswith("any number"):
        return [Target(what, another, any_number=True)]
    if match := re.fullmatch(r"(up to|one or) (\w+)", count):
        first = [Target(what, another)] if match[1] == "one or" else []
        if match[2] in ("more", "x"):
            return [*first, Target(what, another or bool(first), any_number=True, of_x=match[2] == "x")]
        most = number(match[2])
        if most is None:
            raise Malformed("a number of targets that is not understood")
        return [*first, Target(what, another or bool(first), any_number=True, at_most=most - len(first))]
    if count == "x":
        return [Target(what, another, of_x=True)]
    value = 1 if count == "another" else number(count or "one")
    if value is None:
        raise Malformed("a number of targets that is not understood")
    return [Target(what, another or n > 0) for n in range(value)]


def _noun_phrase(text: str, start: int, name: str) -> tuple[Filter, int]:
    """The longest noun phrase that begins at `start`, and where it ends."""
    ends = [m.start() for m in re.finditer(r"(?=[ ,.;:—]|'s\b|$)", text[start : start + 90])]
    for end in reversed(ends):
        phrase = text[start : start + end]
        if not phrase or phrase[-1] in " ," or "." in phrase:
            continue
        try:
            wanted = _known(phrase, name)
        except Malformed:
            continue
        rest = text[start + end :].lstrip(" ")
        if _NEXT.match(rest) and not _more_nouns(rest):
            return wanted, start + end
    raise Malformed(pointed(text, start, start + 1, "a target that is not understood"))


def _more_nouns(rest: str) -> bool:
    """Whether the list of nouns goes on: `creature, planeswalker, or battle` is not over after its first word."""
    match = re.match(r"(?:, (?:or |and )?|and |or |and/or )(?:an? )?([\w'-]+)", rest)
    if match is None or match[1] in ("target", "tap", "untap", "exile", "counter"):
        return False
    try:
        parse_filter(match[1])
    except Malformed:
        return False
    return True


_ON_STACK = {
    "activated or triggered ability": ("anyability",),
    "activated ability": ("activatedability",),
    "triggered ability": ("triggeredability",),
    "spell or ability": ("spell", "anyability"),
    "spell, activated ability, or triggered ability": ("spell", "anyability"),
}
_ON_STACK_WORDS = frozenset(word for words in _ON_STACK.values() for word in words)


def _other_than(wanted: Filter, but: Filter) -> Filter:
    """What is wanted and lacks something of what the rest must have: a card that is not basic, or that is no land."""
    plain = len(but.any_of) == 1 and but.only_words(frozenset({"this", "card"}))
    if not plain or wanted.words() & {"player", "opponentplayer"}:
        raise Malformed("what is no target is not understood")
    lacking = [Term("other") if term.word == "this" else Term(term.word, not term.negated) for term in but.any_of[0]]
    return Filter(
        tuple((*terms, lack) for terms in wanted.any_of for lack in lacking if lack.word not in ("card", "spell"))
    )


def _known(phrase: str, name: str) -> Filter:
    if phrase.endswith(_SINGLE):
        wanted = _known(phrase.removesuffix(_SINGLE), name)
        if any(not {"spell", *_ON_STACK_WORDS} & {term.word for term in terms} for terms in wanted.any_of):
            raise Malformed("what has no targets")
        return Filter(tuple((*terms, Term("singletarget")) for terms in wanted.any_of))
    plain, _, whose = phrase.partition(" you ")
    if plain in _ON_STACK and whose in ("", "control", "don't control"):
        side = (Term("you", negated=whose != "control"),) if whose else ()
        return Filter(tuple((Term(word), *side) for word in _ON_STACK[plain]))
    if re.search(r"\b(?:hand|library|target)\b", phrase):
        raise Malformed("a target in a hidden zone")
    if match := re.fullmatch(r"(.+) other than (~|an? [\w ]+)", phrase):
        return _other_than(_known(match[1], name), parse_filter(match[2], name))
    phrase, opposing = re.subn(r" an opponent's graveyard$", " a graveyard", phrase)
    wanted = parse_filter(phrase, name)
    in_zone = wanted.words() & {"graveyardcast", "exilecast"}
    if bool(in_zone) != ("card" in wanted.words()):
        raise Malformed("a card in a zone that is not told")
    whose = "opponent" if opposing else "owner" if re.search(r" your graveyard$", phrase) else ""
    return Filter(tuple((*terms, Term(whose)) for terms in wanted.any_of)) if whose else wanted
