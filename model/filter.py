"""Filters: which objects an effect or a cost speaks of, as data with one text form.

A filter is one or more alternatives joined by ` | `, each a list of terms that must all hold:

    creature                    creature other            land basic | Gate        artifact !token
    creature white power>=4     permanent tapped          spell instant | sorcery  card mv<=3

Terms in lower case are card types, supertypes, colours and statuses; terms that begin with a capital are subtypes
(`Elf`, `Forest`); `!` negates; `power>=4`, `toughness<=2`, `mv=3` compare; `counter(charge)` and `named(Wood)`
look at counters and names; `paid` is what the cost of the ability took or acted on, `produces(C)` what could
produce that type of mana, `shares(name)` another permanent of the same name as that of an event, `shares(imprinted)`
one of the name of a card exiled with the source, `shares(imprintedtype)` one of a card type of such a card. `you` and
`opponent` say who controls (or owns) it, seen from the source of the ability.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from castable.model.errors import Malformed, pointed

__all__ = ["CARD_TYPES", "COLOR_WORDS", "SUPERTYPES", "Filter", "Term"]

CARD_TYPES = frozenset(
    "artifact battle creature dungeon enchantment instant kindred land planeswalker sorcery tribal".split()
)
SUPERTYPES = frozenset("basic legendary ongoing snow world".split())
COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_WORDS = (
    CARD_TYPES
    | SUPERTYPES
    | COLOR_WORDS.keys()
    | frozenset(
        """any spell card permanent source this other attached enchanted equipped you opponent owner token tapped
        untapped attacking blocking colorless colored monocolored multicolored historic outlaw commander party kicked
        singletarget anyability activatedability triggeredability
        facedown facedowncast foil modified hasx chosencolor chosentype chosenname sharedtype sharedcolor imprinted paid
        enteredthisturn dealtdamage blocked unblocked
        summoningsick defender flying haste flash flashback morph disguise convoke delve
        cascade changeling flashbackcast exilecast graveyardcast commandcast handcast nothandcast librarycast
        adventure evenmv oddmv manaability equip cycling firstspell secondspell permanentspell player
        opponentplayer""".split()
    )
)
_COMPARISON = re.compile(r"(power|toughness|mv|loyalty|counters|total)(>=|<=|=|>|<)(\d+|X|this|any)")
_CALL = re.compile(r"(counter|named|keyword|ability|targets|shares|produces)\((.+)\)", re.DOTALL)
_SUBTYPE = re.compile(r"[A-Z][\w'’\-]*(?:\+[A-Z][\w'’\-]*)*")


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """One test on an object: `word` must hold, or must not when `negated`."""

    word: str
    negated: bool = False

    def __str__(self) -> str:
        return "!" * self.negated + self.word


@dataclass(frozen=True, slots=True)
class Filter:
    """Objects that meet every term of at least one alternative."""

    any_of: tuple[tuple[Term, ...], ...]

    ANY: ClassVar[Filter]

    def __str__(self) -> str:
        return " | ".join(" ".join(map(str, terms)) for terms in self.any_of)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form; raises `Malformed` at the first word that is not known."""
        alternatives: list[tuple[Term, ...]] = []
        terms: list[Term] = []
        words = list(re.finditer(r"!?(?:\w+\([^()]*\)|[^\s|]+)|\|", text))
        for match in words:
            word = match.group()
            if word == "|":
                alternatives.append(tuple(terms))
                terms = []
                continue
            negated = word.startswith("!")
            bare = word.removeprefix("!")
            if not (bare in _WORDS or _COMPARISON.fullmatch(bare) or _CALL.fullmatch(bare) or _SUBTYPE.fullmatch(bare)):
                raise Malformed(pointed(text, match.start(), match.end(), f"unknown word {bare!r} in a filter"))
            terms.append(Term(bare, negated))
        alternatives.append(tuple(terms))
        if not all(alternatives):
            raise Malformed(pointed(text, 0, len(text), "a filter needs a word on each side of every '|'"))
        return cls(tuple(alternatives))

    def with_x(self, x: int) -> Filter:
        """The filter with a number in place of each X that something is compared with."""

        def valued(term: Term) -> Term:
            match = _COMPARISON.fullmatch(term.word)
            return Term(f"{match[1]}{match[2]}{x}", term.negated) if match and match[3] == "X" else term

        return Filter(tuple(tuple(map(valued, terms)) for terms in self.any_of))

    def words(self) -> frozenset[str]:
        """All words of all terms, negated or not."""
        return frozenset(term.word for terms in self.any_of for term in terms)

    def only_words(self, allowed: frozenset[str]) -> bool:
        """Whether every term is one of `allowed`, a card type, a supertype, a colour or a subtype."""
        plain = CARD_TYPES | SUPERTYPES | COLOR_WORDS.keys() | allowed
        return all(word in plain or word[0].isupper() for word in self.words())


Filter.ANY = Filter.parse("any")
