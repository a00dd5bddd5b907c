"""What the effect of a card lets be done with other cards later: cast them from where they are (CR 601.3, 118.14).

Such text is found inside effects, whatever else they do. It stands beside the reading of the line as a `Permission`
that is `set_up`: it holds for the cards of which a state says that they may be cast `via` this card.
"""

from __future__ import annotations

import re

from castable.model.ability import AlternativeCost, Permission, SpendAs, Zone
from castable.model.cost import Cost
from castable.model.filter import COLOR_WORDS
from castable.model.mana import Mana
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
_HAND = re.compile(r"\b[Yy]ou may play (?:lands and cast spells|cards) from that player's hand this turn")
_ANY = re.compile(
    r"mana as though it were mana of any (?P<what>type|color)|mana of any (?P<kind>type|color) can be spent"
)
_ONE_KIND = re.compile(
    r"you may spend (?P<mana>colorless|white|blue|black|red|green) mana as though it were mana of any color"
)
_MORE = re.compile(r"\b(?:spells? cast this way|That spell|It) costs? (?P<cost>(?:\{[^}]+\})+) more to cast")


def set_ups(words: str) -> tuple[Permission, ...]:
    """The permissions that an effect sets up for cards it speaks of; none for other lines."""
    if _FLASHBACK.search(words):
        paid = AlternativeCost(keyword="flashback", cost=Cost(), zone=Zone.GRAVEYARD, on_top=True)
        return (Permission(zone=Zone.GRAVEYARD, alternative=paid, set_up=True),)
    if _HAND.search(words):
        return (Permission(zone=Zone.HAND, whose="opponent", lands=True, set_up=True),)
    match = _EXILED.search(words)
    if match is None or "xile" not in words or not _LASTING.search(words):
        return ()
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
    free = AlternativeCost(keyword="free", zone=Zone.EXILE) if "without paying" in said else None
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
