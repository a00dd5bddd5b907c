"""What the effect of a card lets be done with other cards later: cast them from where they are (CR 601.3, 118.14).

Such text is found inside effects, whatever else they do. It stands beside the reading of the line as a `Permission`
that is `set_up`: it holds for the cards of which a state says that they may be cast `via` this card.
"""

from __future__ import annotations

import re

from castable.model.ability import AlternativeCost, Permission, SpendAs, Zone
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import COLOR_WORDS
from castable.model.mana import Mana
from castable.model.oracle.nouns import parse_filter, without_words
from castable.model.symbol import ManaCost

__all__ = ["set_ups"]

_FLASHBACK = re.compile(
    r"\bcards? in your graveyard (?:gains?|has|have) flashback until end of turn\. "
    r"(?:The|Its|Their|Each such) flashback costs? (?:is|are) equal to (?:its|their|that card's) mana costs?"
)
_EXILED = re.compile(
    r"\b(?:[Yy]ou|its owner|their owners?|that player) may (?P<how>cast|play) "
    r"(?:it|them|that card|those cards|the card|the exiled cards?|cards exiled [^.,]+|that spell|(?:one|any number) of "
    r"(?:them|those cards)|spells from among (?:them|those cards))\b(?P<rest>[^.]*)(?:\. (?P<next>[^.]*\.))?"
)
_LASTING = re.compile(r"\b(?:for as long as|[Uu]ntil|this turn|remains? exiled)\b")
_BURIED = re.compile(
    r"[Yy]ou may (?P<how>cast|play) (?:up to one )?target (?P<what>[\w ,]*?card) from your graveyard this turn\."
)
_HAND = re.compile(r"\b[Yy]ou may play (?:lands and cast spells|cards) from that player's hand this turn")
_ANY = re.compile(
    r"mana as though it were mana of any (?P<what>type|color)|mana of any (?P<kind>type|color) can be spent"
)
_ONE_KIND = re.compile(
    r"you may spend (?P<mana>colorless|white|blue|black|red|green) mana as though it were mana of any color"
)
_MORE = re.compile(r"\b(?:spells? cast this way|That spell|It) costs? (?P<cost>(?:\{[^}]+\})+) more to cast")


_FREE = AlternativeCost(keyword="free", zone=Zone.EXILE)
_WITHOUT = re.compile(
    r"\b(?:[Yy]ou|that player|they) may (?P<how>cast|play) "
    r"(?P<what>it|them|that card|those cards|the (?:exiled |other )?cards?|the copy|any number of (?:spells|them)"
    r"|up to (?:one|two|three) spells"
    r"|(?:target |an? |one |up to one target )?[\w ,-]*?\b(?:spells?|cards?)"
    r"(?: with mana value \d+ or less| of that type)?)"
    r"(?: (?:from|exiled|in) (?:(?!without)[^.])*?)? without paying (?:its|their|that card's|that spell's) mana costs?"
    r"(?P<rest>[^.]*)"
)
_PLACES = (
    (re.compile(r"from your graveyard|in your graveyard|into (?:their|its owner's) graveyard"), Zone.GRAVEYARD, "any"),
    (re.compile(r"from your hand"), Zone.HAND, "you"),
    (re.compile(r"xile"), Zone.EXILE, "any"),
    (re.compile(r"reveals? (?:their|that player's) hand|opponent's hand|from their hand"), Zone.HAND, "opponent"),
    (re.compile(r"top (?:\w+ )?cards? of your library|reveal the top card"), Zone.LIBRARY, "you"),
)
_ANY_OF_THEM = re.compile(
    r"it|them|that card|those cards|the (?:exiled )?cards?|the other cards|the copy|any number of (?:spells|them)|"
    r"up to \w+ spells|an? (?:spell|card)(?: of that type)?|cards"
)


_ALL_THE_TIME = re.compile(r"(?:(?:Once|During|As long as)\b[^.:]*, )?")


def _free(words: str, of_spell: bool) -> tuple[Permission, ...]:
    """What is cast without paying its mana cost, on the instruction that resolves or as long as its words say; nothing
    for what a permanent allows all the time."""
    match = _WITHOUT.search(words)
    if match is None or re.search(r"\b(?:if|unless|only|once|as long as)\b", match["rest"]):
        return ()
    static = not of_spell and _ALL_THE_TIME.fullmatch(words[: match.start()])
    if static or re.search(r"\b(?:~|this spell)\b", match["what"]) or re.search(r"\bRebound\b", words):
        return ()
    near = words[: match.end()]
    place = next(((zone, whose) for pattern, zone, whose in _PLACES if pattern.search(near)), None)
    if place is None:
        return ()
    what = None
    if not _ANY_OF_THEM.fullmatch(match["what"]):
        try:
            what = parse_filter(re.sub(r"^(?:up to one )?target ", "", match["what"]))
        except Malformed:
            return ()
        what = without_words(what, "spell", "card")
    lasts = re.search(r"\b(?:[Uu]ntil (?:the )?(?:end|your next)|this turn|for as long as|remains? exiled)\b", near)
    return (
        Permission(
            what=what,
            zone=place[0],
            whose=place[1],
            lands=match["how"] == "play",
            flash=lasts is None,
            alternative=_FREE,
            set_up=True,
        ),
    )


def set_ups(words: str, of_spell: bool = False) -> tuple[Permission, ...]:
    """The permissions that an effect sets up for cards it speaks of; none for other lines."""
    if _FLASHBACK.search(words):
        paid = AlternativeCost(keyword="flashback", cost=Cost(), zone=Zone.GRAVEYARD, on_top=True)
        return (Permission(zone=Zone.GRAVEYARD, alternative=paid, set_up=True),)
    if match := _BURIED.search(words):
        try:
            what = without_words(parse_filter(match["what"]), "card")
        except Malformed:
            return ()
        lands = match["how"] == "play"
        return (Permission(what=what, zone=Zone.GRAVEYARD, lands=lands, set_up=True),)
    if _HAND.search(words):
        return (Permission(zone=Zone.HAND, whose="opponent", lands=True, set_up=True),)
    match = _EXILED.search(words)
    if match is None or "xile" not in words or not _LASTING.search(words):
        return _free(words, of_spell)
    sentence = words[match.start() : match.end("rest")]
    if re.search(r"\b(?:if|unless|only|once|as long as (?!it|they|that))\b", sentence):
        return ()
    said = sentence + " " + (match["next"] or "")
    any_of, one, more = _ANY.search(said), _ONE_KIND.search(said), _MORE.search(said)
    spend_as = None
    if one:
        unit = "{C}" if one["mana"] == "colorless" else f"{{{COLOR_WORDS[one['mana']]}}}"
        spend_as = SpendAs(mana=Mana.parse(unit))
    elif any_of:
        spend_as = SpendAs(any_type=(any_of["what"] or any_of["kind"]) == "type")
    elif "mana" in said and "without paying" not in said:
        return ()
    free = _FREE if "without paying" in said else None
    return (
        Permission(
            zone=Zone.EXILE,
            whose="any",
            lands=match["how"] == "play",
            spend_as=spend_as,
            more=ManaCost.parse(more["cost"]) if more else None,
            alternative=free,
            set_up=True,
        ),
    )
