"""Noun phrases of rules text as filters: "another creature you control", "instant or sorcery spells", "a basic Forest".

A phrase is a list of items joined by commas, "or", "and"; what stands after the last noun ("you control", "with power 4
or greater") belongs to all of them, and so do adjectives before the first when the next item has no article of its own.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castable.model.errors import Malformed, pointed
from castable.model.filter import CARD_TYPES, COLOR_WORDS, SUPERTYPES, Filter, Term
from castable.model.oracle.words import number, singular, subtype

__all__ = ["counted", "parse_filter", "without_words"]

_SIMPLE = {
    "spell": "spell",
    "card": "card",
    "permanent": "permanent",
    "source": "source",
    "token": "token",
    "tapped": "tapped",
    "untapped": "untapped",
    "attacking": "attacking",
    "blocking": "blocking",
    "blocked": "blocked",
    "unblocked": "unblocked",
    "enchanted": "enchanted",
    "equipped": "equipped",
    "fortified": "attached",
    "colorless": "colorless",
    "colored": "colored",
    "monocolored": "monocolored",
    "multicolored": "multicolored",
    "historic": "historic",
    "outlaw": "outlaw",
    "commander": "commander",
    "kicked": "kicked",
    "modified": "modified",
    "face-down": "facedown",
    "opponent": "opponentplayer",
    "player": "player",
    "other": "other",
    "another": "other",
    "~": "this",
}
_NOT_NOUNS = (
    SUPERTYPES
    | COLOR_WORDS.keys()
    | frozenset(
        """tapped untapped attacking blocking blocked unblocked enchanted equipped attached colorless colored
    monocolored multicolored historic kicked modified facedown other""".split()
    )
)
_CARRIERS = frozenset("spell card permanent source token".split())
_ARTICLES = frozenset("a an the all each any".split())
_ABILITY_WORDS = frozenset(
    "defender flying haste flash flashback morph disguise convoke delve cascade changeling".split()
)
_KEYWORDS = frozenset(
    """devoid reach trample vigilance deathtouch lifelink menace indestructible hexproof shadow horsemanship infect
    cycling kicker suspend madness mutate freerunning prowess banding fear toxic foretell""".split()
)
_COMPARE = {"greater": ">=", "more": ">=", "less": "<="}
_MEASURE = {"power": "power", "toughness": "toughness", "mana value": "mv"}


def _compare(match: re.Match[str]) -> str:
    return f"{_MEASURE[match[1]]}{_COMPARE[match[3]]}{match[2]}"


def _with_keyword(match: re.Match[str]) -> str:
    word = match[1]
    if word in _ABILITY_WORDS:
        return word
    if word in _KEYWORDS:
        return f"keyword({word})"
    raise Malformed(f"no keyword {word!r}")


# what may stand after the nouns, looked for at the end of the phrase -> the term it means ("" for none)
_AFTER: tuple[tuple[re.Pattern[str], object], ...] = tuple(
    (re.compile(pattern + "$"), meaning)
    for pattern, meaning in (
        (r" (?:that )?you control", "you"),
        (r" (?:that )?you don't control", "!you"),
        (r" (?:that )?(?:an opponent controls|(?:your )?opponents control|your opponents controls)", "opponent"),
        (r" (?:that )?you own", "owner"),
        (r" (?:that )?you don't own", "!owner"),
        (r" (?:that (?:is|are) )?on the battlefield", ""),
        (r" with (power|toughness|mana value)s? (\d+|X) or (greater|more|less)", _compare),
        (r" with (power|toughness|mana value) (\d+|X)", lambda m: f"{_MEASURE[m[1]]}={m[2]}"),
        (r" with (?:a counter|counters) on (?:it|them)", "counter(any)"),
        (r" with an? (\S+) counter on (?:it|them)", lambda m: f"counter({m[1]})"),
        (r" with (\S+) counters on (?:them|it)", lambda m: f"counter({m[1]})"),
        (r" with (even|odd) mana values?", lambda m: f"{m[1]}mv"),
        (r" with \{X\} in (?:its|their) mana costs?", "hasx"),
        (r" without \{X\} in (?:its|their) mana costs?", "!hasx"),
        (r" (?:that )?could produce \{([WUBRGC])\}", lambda m: f"produces({m[1]})"),
        (r" (?:that (?:has|have)|with) an Adventure", "adventure"),
        (r" that shares? a creature type with ~", "sharedtype"),
        (r" that shares? a color with that spell", "sharedcolor"),
        (r" of the chosen type", "chosentype"),
        (r" of the chosen color", "chosencolor"),
        (r" with the chosen name", "chosenname"),
        (r" that entered this turn", "enteredthisturn"),
        (r" (?:(?:from|in) (?:an?|your) graveyard|from graveyards)", "graveyardcast"),
        (r" from exile", "exilecast"),
        (r" from anywhere other than your hand", "nothandcast"),
        (r" from your hand", "handcast"),
        (r" that(?:'s| is|'re| are) (tapped|untapped|attacking|colorless|multicolored|legendary|snow)", lambda m: m[1]),
        (r" without ([a-z]+)", lambda m: f"!{_with_keyword(m)}"),
        (r" (?:with|that ha(?:s|ve)) ([a-z]+)", _with_keyword),
    )
)
_NAMED = re.compile(
    r" named (~|[A-Z][\w' \-]*?)"
    r"(?= you(?:r opponents)? (?:control|own|don't control)\b| an opponent controls| on the battlefield"
    r"| (?:from|in) (?:an?|your|all) graveyards?|$)"
)
# "land that is snow or could produce {C}": each of two clauses says something of the same noun
_EITHER = re.compile(r"^((?:an? )?\w+)( that )(is \w+) or (could produce \{[WUBRGC]\})$")
_ITEMS = re.compile(r",? and/or |,? or |,? and |, ")


@lru_cache(maxsize=8192)
def parse_filter(words: str, name: str = "") -> Filter:
    """The filter that a noun phrase means; `Malformed` when a word of it is not known. `name` is the card's own."""
    text = _EITHER.sub(r"\1\2\3 or \1\2\4", words.strip().removesuffix("."))
    text = text.replace("Time Lord", "Time+Lord")  # the one creature type of two words: CR 205.3b
    try:
        return _phrase(text, name)
    except Malformed:
        for match in re.finditer(r",? or |,? and/or |,? and ", text):
            try:
                left, right = _phrase(text[: match.start()], name), _phrase(text[match.end() :], name)
            except Malformed:
                continue
            return Filter(left.any_of + right.any_of)
        raise Malformed(pointed(words or " ", 0, len(words), "expected a noun phrase of rules text")) from None


# "red or green instant or sorcery spell": each color with each type
_PRODUCT = re.compile(
    rf"^(?P<head>(?:an? )?)(?P<colors>(?:{'|'.join(COLOR_WORDS)})(?:,? or (?:{'|'.join(COLOR_WORDS)}))+) "
    r"(?P<types>\w+ or \w+ (?:spell|card)s?)(?P<rest>.*)$"
)


def _phrase(text: str, name: str) -> Filter:
    if product := _PRODUCT.match(text):
        colors = re.split(r",? or ", product["colors"])
        found = [_phrase(f"{color} {product['types']}{product['rest']}", name) for color in colors]
        return Filter(tuple(terms for one in found for terms in one.any_of))
    text, control, other = _take_modifiers(text, name)
    pieces = _ITEMS.split(text)
    if not re.search(r"\b(?:or|and)\b", text):
        pieces = [text.replace(",", "")]  # "nonartifact, nonblack creature": both hold
    items = [_item(piece) for piece in pieces]
    own_article = [piece.split(" ")[0] in _ARTICLES | {"another"} for piece in pieces]
    if other and any(own_article[1:]):
        raise Malformed("which nouns the words after them belong to is not certain")
    headless = not _has_noun(items[0])
    _share_heads(items)
    _share_adjectives(items, own_article, headless)
    return Filter(tuple(_ordered([*item, *control, *other]) for item in items))


def _take_modifiers(text: str, name: str) -> tuple[str, list[Term], list[Term]]:
    """The phrase without what stands after its nouns; terms of control, and the others."""
    control, other = list[Term](), list[Term]()
    if text.endswith(" you control but don't own"):
        text = text.removesuffix(" you control but don't own")
        control += [Term("you"), Term("owner", negated=True)]
    while True:
        if named := _NAMED.search(text):
            other.append(Term(f"named({name if named[1] == '~' else named[1]})"))
            if named[1] == "~" and not name:
                raise Malformed("a name is asked for")
            text = text[: named.start()] + text[named.end() :]
            continue
        for pattern, meaning in _AFTER:
            if match := pattern.search(text):
                word = meaning(match) if callable(meaning) else str(meaning)
                if word:
                    term = Term(word.removeprefix("!"), word.startswith("!"))
                    (control if term.word in ("you", "opponent", "owner") else other).append(term)
                text = text[: match.start()]
                break
        else:
            return text, control, other


def _item(piece: str) -> list[Term]:
    """The terms of one item, adjectives and nouns in the order written."""
    terms = list[Term]()
    for word in piece.split():
        if word in _ARTICLES and not terms:
            continue
        terms.append(_word(word))
    if not terms:
        raise Malformed("an item without a word")
    if len(terms) > 1 and any(term.word == "this" for term in terms):
        raise Malformed("words about the card itself among others")
    return terms


def _word(word: str) -> Term:
    if word.lower().startswith("non") and word.lower() != "none":
        inner = _word(word[3:].removeprefix("-"))
        return Term(inner.word, negated=not inner.negated)
    if (found := subtype(word)) is not None:
        return Term(found)
    lower = word if word in _SIMPLE else word[:1].lower() + word[1:]
    for form in (lower, singular(lower)):
        if form in CARD_TYPES or form in SUPERTYPES or form in COLOR_WORDS:
            return Term(form)
        if form in _SIMPLE:
            return Term(_SIMPLE[form])
    raise Malformed(f"unknown word {word!r}")


def _has_noun(terms: list[Term]) -> bool:
    return any(term.word not in _NOT_NOUNS and not term.negated for term in terms)


def _share_heads(items: list[list[Term]]) -> None:
    """`instant or sorcery spell` is instant spell or sorcery spell; `white or blue creature` likewise."""
    last = items[-1]
    head = last[-1]
    for item in items[:-1]:
        if (head.word in _CARRIERS and len(last) > 1 and not {t.word for t in item} & _CARRIERS) or (
            not _has_noun(item) and head.word in CARD_TYPES and not head.negated
        ):
            item.append(head)
        if not _has_noun(item) and not any(term.negated for term in item):
            raise Malformed("an item without a noun")


def _share_adjectives(items: list[list[Term]], own_article: list[bool], headless: bool) -> None:
    """`an untapped artifact or creature`: adjectives of the first item hold for later ones without their own.

    With `headless` its noun is that of the last item: in `another black or artifact creature` only `another` is shared.
    """
    first = items[0]
    leading = list[Term]()
    for term in first[:-1]:
        if term.word in _NOT_NOUNS or term.negated:
            leading.append(term)
        else:
            break
    if not _has_noun(first):
        return
    alternative = leading[-1:] if headless else []
    for item, article in zip(items[1:], own_article[1:], strict=True):
        own = [t for t in item if t.word in _NOT_NOUNS or t.negated]
        if article:
            leading = []
        elif leading and own and {t.word for t in own} - {t.word for t in leading}:
            # "a white creature or black artifact": each has its own
            if any(t.word in ("other", "tapped", "untapped") for t in leading):
                raise Malformed("which nouns the words before them belong to is not certain")
        else:
            item[:0] = [t for t in leading if t not in item and t not in alternative]


def _ordered(terms: list[Term]) -> tuple[Term, ...]:
    """Each term once: types, general nouns, subtypes, supertypes, colors, status, comparisons, then who controls it."""
    return tuple(sorted(dict.fromkeys(terms), key=_rank))


def _rank(term: Term) -> int:
    word = term.word
    groups = (
        word in CARD_TYPES,
        word in _CARRIERS,
        word[0].isupper(),
        word in SUPERTYPES,
        word in COLOR_WORDS,
        word in _SIMPLE.values() and word not in ("other", "this"),
        word not in ("other", "you", "opponent", "owner"),
        word == "other",
    )
    return next((rank for rank, member in enumerate(groups) if member), len(groups))


def counted(words: str) -> tuple[str, str]:
    """A leading count and the rest: `two untapped Elves` gives `("2", "untapped Elves")`.

    The count is digits, `X` or `chosen` for any number of them.
    """
    text = words.strip()
    for phrase in ("any number of ", "one or more "):
        if text.lower().startswith(phrase):
            return ("chosen" if phrase.startswith("any") else "chosen+"), text[len(phrase) :]
    first, _, rest = text.partition(" ")
    if first == "X" and rest:
        return "X", rest
    if first == "another":
        return "1", text
    if (value := number(first)) is not None and rest and first != "no":
        return str(value), rest
    return "1", text


def without_words(wanted: Filter, *words: str) -> Filter:
    """The filter without these terms; `any` where nothing else is left."""
    options = []
    for terms in wanted.any_of:
        kept = tuple(term for term in terms if term.word not in words or term.negated)
        options.append(kept or (Term("any"),))
    return Filter(tuple(dict.fromkeys(options)))
