"""What a resolution does beside adding mana and putting a permanent into play, as far as its text is carried out here:
tokens that are created (CR 111) and life that is gained (CR 119.3)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from castable.model.ability import Keyword
from castable.model.card import Card, Face
from castable.model.errors import UnknownCard
from castable.model.filter import COLOR_WORDS
from castable.model.mana import ManaType
from castable.model.oracle.words import number, subtype
from castable.model.pool import built_in
from castable.model.state import Permanent, State

__all__ = ["carried", "is_carried"]

_LIFE = re.compile(r"(?:[Yy]ou )?[Gg]ain (\d+) life")
_TOKENS = re.compile(r"(?:[Yy]ou )?[Cc]reate (?P<n>\w+) (?P<tapped>tapped )?(?P<what>[^.]+?) tokens?")
_NAMED = re.compile(r"[A-Z][\w' ]+")
_CREATURE = re.compile(
    r"(?P<power>\d+)/(?P<toughness>\d+) (?P<colors>[a-z]+(?: and [a-z]+)*|[a-z, ]+) (?P<subtypes>(?:[A-Z][\w'-]+ )+)"
    r"(?P<types>(?:artifact |enchantment )*creature)"
)
_KEYWORDS = "flying|haste|trample|vigilance|lifelink|deathtouch|menace|reach|first strike|defender"
_WITH = re.compile(rf"(?P<rest>.+ tokens?) with (?P<keywords>(?:{_KEYWORDS})(?: and (?:{_KEYWORDS}))?)")
_MAX_TOKENS = 100


def is_carried(sentence: str) -> bool:
    """Whether all that a sentence says is carried out."""
    return _LIFE.fullmatch(sentence) is not None or _created(sentence) is not None


def carried(state: State, sentence: str) -> State:
    """The state once you have done what this sentence says; it must be one that is carried out."""
    if match := _LIFE.fullmatch(sentence):
        return state.with_you(life=state.you.life + int(match[1]))
    made = _created(sentence)
    assert made is not None
    card, count, tapped = made
    seen = [permanent for _, permanent in state.permanents()]
    token = Permanent(
        card=card,
        token=True,
        tapped=tapped,
        summoning_sick=True,
        entered_this_turn=True,
        timestamp=max((p.timestamp for p in seen), default=0) + 1,
    )
    ids = [p.id for p in seen] + [c.id for zone in ("hand", "graveyard", "exile") for c in state.you.zone(zone)]
    first = max([*ids, *(card.id for card in state.stack)], default=0) + 1
    tokens = tuple(replace(token, id=first + at) for at in range(count))
    return state.with_you(battlefield=(*state.you.battlefield, *tokens))


@cache
def _created(sentence: str) -> tuple[Card, int, bool] | None:
    """The token that a sentence creates, how often, and whether it is tapped; None where that is not told in full."""
    words = sentence
    keywords: tuple[str, ...] = ()
    if given := _WITH.fullmatch(sentence):
        words, keywords = given["rest"], tuple(given["keywords"].split(" and "))
    match = _TOKENS.fullmatch(words)
    if match is None:
        return None
    count = number(match["n"])
    if count is None or count > _MAX_TOKENS:
        return None
    card = _named(match["what"]) if _NAMED.fullmatch(match["what"]) else _creature(match["what"], keywords)
    return None if card is None else (card, count, bool(match["tapped"]))


def _named(name: str) -> Card | None:
    """A token that the rules define by its name alone (CR 111.10)."""
    try:
        card = built_in().find(name)
    except UnknownCard:
        return None
    return card if card.is_token and "artifact" in card.front.types else None


def _creature(words: str, keywords: tuple[str, ...]) -> Card | None:
    """A creature token that has no abilities but keywords which bear on nothing here."""
    match = _CREATURE.fullmatch(words)
    if match is None:
        return None
    subtypes = match["subtypes"].split()
    colors = [word for word in re.split(r", and |, | and ", match["colors"]) if word != "colorless"]
    if not all(color in COLOR_WORDS for color in colors) or not all(map(subtype, subtypes)):
        return None
    face = Face(
        name=" ".join(subtypes),
        types=frozenset(match["types"].split()),
        subtypes=frozenset(subtypes),
        power=match["power"],
        toughness=match["toughness"],
        color_indicator=frozenset(ManaType(COLOR_WORDS[color]) for color in colors),
        abilities=tuple(Keyword(name=keyword) for keyword in keywords),
    )
    return Card(name=face.name, faces=(face,), is_token=True)
