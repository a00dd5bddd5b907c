"""What lets cards be cast or played from elsewhere, or at other times (CR 305.1, 601.3)."""

from __future__ import annotations

import re
from dataclasses import replace

from castable.model.ability import AlternativeCost, Permission, Zone
from castable.model.amount import Condition
from castable.model.cost import Cost
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle.conditions import both, told_condition
from castable.model.oracle.nouns import parse_filter, without_words
from castable.model.oracle.othercosts import spells_of

__all__ = ["permissions", "with_flash"]

_WHEN = (
    r"(?:(?P<once>Once each turn|Once during each of your turns), |(?P<turn>During (?:each of )?your turns?), "
    r"|(?:As long as|If) (?P<while>[^,]+), )?"
)
_LOOK = re.compile(r"^(?:You|you) may look at the top card of your library any time, and (?=you may )")
_ITSELF = re.compile(
    rf"{_WHEN}you may cast ~ from (?P<one>your graveyard|exile)(?: or from (?P<two>exile))?"
    r"(?: (?:if|as long as) (?P<if>[^.]+))?"
)
_LANDS = r"(?P<lands>(?:[\w ]+ )?(?:lands?(?: cards?)?|cards?|Forests|Plains|Islands|Swamps|Mountains))"
_OTHERS = re.compile(
    rf"{_WHEN}you may (?:play {_LANDS})?"
    r"(?P<both> and | or )?(?:cast (?P<what>[^.,]+?))? from (?P<zone>your graveyard|the top of your library|exile)"
)
_TOP_CARD = re.compile(
    r"you may play the top card of your library"
    r"(?P<life>\. If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost)?"
)
_TOP_IF = re.compile(r"you may cast the top card of your library if it's an? (?P<what>[^.]+ card)")
_FLASH = re.compile(rf"{_WHEN}you may cast (?P<what>[^.,]+?) as though (?:it|they) had flash(?: if (?P<if>[^.]+))?")
_ANYONE = re.compile(r"[Aa]ny player may cast (?P<what>[^.,]*spells) as though they had flash")
_HAVE_FLASH = re.compile(r"(?P<what>\w+) cards you own that aren't on the battlefield have flash")
_THEN_FLASH = ". If you cast a spell this way, you may cast it as though it had flash"
# what happens to spells cast so, which bears on no cost
_LATER = re.compile(
    r"\. (?:If|When) (?:you (?:cast|do)|a (?:card|spell) cast this way)\b"
    r"(?![^.]*\b(?:costs?|pay|spend|mana|flash)\b)[^{]*"
)


def permissions(words: str, name: str = "") -> tuple[Permission, ...] | None:
    """The permissions that a paragraph gives, None for other paragraphs; `Malformed` where they are unclear."""
    words = words.removeprefix("As long as ~ is on the battlefield, ")
    words = re.sub(r"(?<![\w,] )\bYou may\b", "you may", _LOOK.sub("", words.strip().removesuffix(".")), count=1)
    if match := _ANYONE.fullmatch(words):
        return tuple(replace(one, who="any") for one in with_flash(spells_of(match["what"], name), None))
    if match := _HAVE_FLASH.fullmatch(words):
        words = f"you may cast {match['what'].lower()} spells as though they had flash"
    if match := _TOP_CARD.fullmatch(words):
        paid = AlternativeCost(keyword=name, cost=Cost.parse("Pay mv life"), zone=Zone.LIBRARY)
        alternative = paid if match["life"] else None
        return (Permission(what=Filter.parse("card"), zone=Zone.LIBRARY, lands=True, alternative=alternative),)
    if match := _TOP_IF.fullmatch(words):
        return (Permission(what=_cards(match["what"], name), zone=Zone.LIBRARY),)
    words = re.sub(r"(?<= land card) from your graveyard(?= or cast [^.]+ from your graveyard)", "", words)
    flash = words.endswith(_THEN_FLASH)
    words = words.removesuffix(_THEN_FLASH)
    words = _LATER.sub("", words) if not flash else words
    if match := _FLASH.fullmatch(words):
        return _as_though(match, name)
    if match := _ITSELF.fullmatch(words):
        condition = both(_condition(match, name), told_condition(match["if"], name) if match["if"] else None)
        zones = [Zone(place.removeprefix("your ")) for place in (match["one"], match["two"]) if place]
        return tuple(Permission(zone=zone, condition=condition, limit=_limit(match)) for zone in zones)
    match = _OTHERS.fullmatch(words)
    if match is None or not (match["lands"] or match["what"]):
        return None
    return tuple(replace(one, flash=flash and one.what != Filter.parse("land")) for one in _of_others(match, name))


def with_flash(what: Filter | None, condition: Condition | None) -> tuple[Permission, ...]:
    """Cards that may be cast whenever an instant may, from where they may be cast anyway."""
    zones = (Zone.HAND, Zone.COMMAND)
    return tuple(Permission(what=what, zone=zone, flash=True, condition=condition) for zone in zones)


def _condition(match: re.Match[str], name: str) -> Condition | None:
    if match["turn"] or (match["once"] or "").endswith("turns"):
        return Condition.parse("your turn")
    return told_condition(match["while"], name) if match["while"] else None


def _limit(match: re.Match[str]) -> int | None:
    return 1 if match["once"] else None


def _as_though(match: re.Match[str], name: str) -> tuple[Permission, ...]:
    condition = both(_condition(match, name), told_condition(match["if"], name) if match["if"] else None)
    if match["what"] == "~":
        return with_flash(None, condition)
    words = match["what"]
    if first := re.fullmatch(r"the first (.+ spell) you cast each turn", words):
        wanted = spells_of(first[1], name)
        return with_flash(wanted, both(condition, Condition.parse(f"castthisturn({wanted}) = 0")))
    return with_flash(spells_of(words, name), condition)


def _of_others(match: re.Match[str], name: str) -> list[Permission]:
    zone = {"your graveyard": Zone.GRAVEYARD, "exile": Zone.EXILE}.get(match["zone"], Zone.LIBRARY)
    lands, what = match["lands"], match["what"]
    if (match["both"] is None) != (lands is None or what is None):
        raise Malformed("what may be played and cast is not understood")
    one_each = match["once"] is not None
    if (match["turn"] or "").startswith("During each"):
        if not all(re.match(r"(?:an?|one) ", words) for words in (lands, what) if words):
            raise Malformed("how often is not understood")
        one_each = True
    condition, limit = _condition(match, name), 1 if one_each else None
    found = list[Permission]()
    if lands:
        wanted = Filter.parse("card") if lands in ("cards", "a card") else _cards(lands, name)
        found.append(Permission(what=wanted, zone=zone, lands=True, condition=condition, limit=limit))
    if what:
        found.append(Permission(what=_castable(what, name), zone=zone, condition=condition, limit=limit))
    return found


def _cards(words: str, name: str) -> Filter:
    return without_words(parse_filter(words, name), "card")


def _castable(words: str, name: str) -> Filter:
    """Spells or cards that may be cast: `creature spells`, `one permanent spell with mana value 2 or less`."""
    words = re.sub(r"^one ", "a ", words)
    if re.search(r"\b(?:among|exiled|this turn|of each)\b", words):
        raise Malformed("which cards is not understood")
    return _cards(words, name) if re.search(r"\bcards?\b", words) else spells_of(words, name)
