"""What objects are given: abilities in quotes, keywords, more power and toughness, help to pay (CR 604, 613)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    Becomes,
    Boost,
    Grant,
    Keyword,
    Prohibition,
    Unread,
    Zone,
)
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed
from castable.model.filter import Filter
from castable.model.oracle.amounts import parse_amount, parse_condition, parse_each
from castable.model.oracle.becoming import becoming
from castable.model.oracle.conditions import told_condition
from castable.model.oracle.keywords import keyword_line
from castable.model.oracle.normalise import sentences_of
from castable.model.oracle.nouns import parse_filter

__all__ = ["Quoted", "granting", "told_boost"]

Quoted = Callable[[str, str], tuple[Ability, ...]]
"""Compiles text in quotation marks: the text and the name of the card that prints it."""

_GIVES = re.compile(
    r"(?P<to>[^\".]+?) (?:(?P<gets>gets?) (?P<power>[+-](?:\d+|X))/(?P<toughness>[+-](?:\d+|X))"
    r"(?P<each> for each [^\".]+?)?(?P<where>, where X is [^\".]+?)?)?(?:,? ?and )?(?:(?P<has>has|have|are|is) "
    r"(?P<what>.+?))?(?: as long as (?P<late>[^\"]+))?"
)
_AS_THOUGH_HASTE = r"You may activate abilities of ([^.]+?) as though (?:those creatures|they) had haste"
_WHILE_ATTACHED = r"As long as ([Ee]nchanted|[Ee]quipped) (?:permanent|creature|land|artifact) is an? ([\w-]+), it (.+)"


def granting(words: str, name: str, quoted: Quoted) -> tuple[Ability, ...] | None:
    """What a paragraph gives, None when it gives nothing; `Malformed` where it is not understood in full."""
    words = words.strip().removesuffix(".")
    if match := re.fullmatch(_AS_THOUGH_HASTE, words):
        return (Grant(to=_receivers(match[1], name), abilities=(Keyword(name="haste"),)),)
    if match := re.fullmatch(r"You(?:,| and) (?P<of>[^\".]+) have (?P<what>hexproof|shroud)", words):
        player = Prohibition(what="target player", who="opponent" if match["what"] == "hexproof" else "any")
        return (player, Grant(to=_receivers(match["of"], name), abilities=(Keyword(name=match["what"]),)))
    if match := re.fullmatch(r"As long as ~ is in your graveyard(?: and ([^,\"]+))?, (.+)", words, re.DOTALL):
        return _from_graveyard(match[1], match[2], name, quoted)
    for pattern in _ELSEWHERE:
        if match := pattern.fullmatch(words):
            return (_reaching_cards(match["here"], match["are"], match["there"], name, quoted),)
    if match := re.fullmatch(r"As long as ([^,\"]+), ~ isn't a creature", words):
        return (Becomes(of=Filter.parse("this"), not_creature=True, condition=parse_condition(match[1], name)),)
    condition: Condition | None = None
    if match := re.fullmatch(_WHILE_ATTACHED, words, re.DOTALL):
        words = f"{match[1]} {match[2]} {match[3]}"
    elif match := re.fullmatch(r"During your turn, (.+)", words, re.DOTALL):
        condition, words = Condition.parse("your turn"), match[1]
    elif match := re.fullmatch(r"As long as ([^,\"]+), (.+)", words, re.DOTALL):
        condition, words = parse_condition(match[1], name), match[2]
        if match[1].startswith("~ "):
            words = re.sub(r"^it's (?!not\b)", "~ is ", words)
    elif match := re.fullmatch(r"([^\"]+?) as long as ([^\"]+)", words):
        if re.match(r"it\b", match[2]) and not match[1].startswith("~"):
            raise Malformed("a condition on what is given something")
        condition, words = parse_condition(match[2], name), match[1]
    effect = becoming(words, lambda text: _receivers(text, name), lambda text: _given(text, name, quoted), condition)
    if effect is not None:
        return (effect,)
    match = _GIVES.fullmatch(words)
    if match is None or not (match["gets"] or match["has"]) or match["has"] in ("are", "is"):
        return None
    if match["late"]:
        if condition is not None:
            raise Malformed("two conditions on one effect")
        condition = parse_condition(match["late"], name)
    to = _receivers(match["to"], name)
    found = list[Ability]()
    if match["gets"]:
        found.append(_boost(match, to, condition, name))
    if match["has"]:
        found.append(Grant(to=to, abilities=_given(match["what"], name, quoted), condition=condition))
    return tuple(found)


_CLAUSE = (
    r"(?:gets?|has|have|can't|can|must|attacks?|blocks?|assigns?|loses?|(?<!that )is|(?<!that )are|doesn't"
    r"|don't(?! control| own))\b"
)
_BOOSTED = re.compile(
    rf"(?:As long as (?P<if>[^,\"]+), |During (?P<when>your turn), |(?P<every>For every [^,\"]+), )?"
    rf"(?P<of>[^\".]+?)(?: each)? (?P<all>{_CLAUSE}.*?)"
    r"(?P<late>(?:,? (?:as long as|for each|where X is|unless|equal to)|, to a maximum of) .+)?"
)
_SIZES = re.compile(r"gets? (?:an additional )?(?P<power>[+-](?:\d+|X))/(?P<toughness>[+-](?:\d+|X))")


def told_boost(words: str, name: str, bears: Callable[[str], bool]) -> Boost | None:
    """What changes power and toughness in a way that is not understood, in its own words: only who asks how large a
    creature is has to know. None where a clause of the sentence is about more than that (`bears`)."""
    first, *others = sentences_of(words) or ("",)
    quotes = re.findall(r"\"[^\"]*\"", first)
    numbers = iter(range(len(quotes)))
    match = _BOOSTED.fullmatch(re.sub(r"\"[^\"]*\"", lambda _: f"«{next(numbers)}»", first))
    if match is None or any(bears(_SIZES.sub("", re.sub(r" instead\b", "", sentence))) for sentence in others):
        return None
    of, late, sizes = match["of"], match["late"] or "", None
    for clause in re.split(rf",? and (?:it )?(?={_CLAUSE})|, (?={_CLAUSE})", match["all"]):
        if found := _SIZES.fullmatch(clause):
            sizes = found
        elif bears(re.sub(r"«(\d+)»", lambda mark: quotes[int(mark[1])], f"{of} {clause}")):
            return None
    told, late = match["if"] or "", late.strip(", ") or match["every"] or ("and more" if others else "")
    if sizes is None or re.search(r"[\"{}()|«]", late + told):
        return None
    more = re.split(r" and (?=(?:is|are|has|have|loses?|becomes?|can't)\b)", late)[1:]
    if any(bears(f"{of} {clause}") for clause in more):
        return None
    condition = Condition.parse("your turn") if match["when"] else None
    if late.startswith("as long as ") and not told:
        told, late = late.removeprefix("as long as "), ""
    if told:
        of_it = re.match(r"it\b", told) and of != "~"
        condition = Condition.parse(f"unknown({told})") if of_it else told_condition(told, name)
    elif late.startswith("unless "):
        condition, late = Condition.parse(f"unknown({late})"), ""
    host = re.match(r"(enchanted|equipped) ", told)
    known = not late
    try:
        to = Filter.parse(host[1]) if host and of == "it" else _receivers(of, name)
    except Malformed:
        to, known = Filter.parse("creature"), False

    def size(text: str) -> Amount:
        if text[1:] == "0" or (known and text[1:] != "X"):
            return Amount.fixed(int(text))
        return Amount(times=1, measure="unknown", word=late or "its size")

    return Boost(to=to, power=size(sizes["power"]), toughness=size(sizes["toughness"]), condition=condition)


_CARDS = r"[\w ]*?cards? you own that aren't on the battlefield"
_ARE = r"(?P<are>are [^.\"]+)"
_ALL_CARDS = "cards that aren't on the battlefield, spells"
_ELSEWHERE = tuple(
    map(
        re.compile,
        (
            rf"(?P<here>[^.\"]+?) {_ARE}\. The same is true for (?P<there>[^.\"]+)",
            rf"All (?P<there>{_ALL_CARDS}), and (?P<here>permanents) {_ARE}",
            rf"(?P<here>[^.\"]+?) and (?P<there>{_CARDS}) {_ARE}",
        ),
    )
)
"""What permanents are, and spells and cards elsewhere with them."""


def _reaching_cards(here: str, are: str, there: str, name: str, quoted: Quoted) -> Becomes:
    """Types or colors of permanents that others have as well."""
    found = becoming(
        f"{here} {are}", lambda text: _receivers(text, name), lambda text: _given(text, name, quoted), None
    )
    if found is None or found.loses_abilities or found.abilities or found.power or found.no_land_types:
        raise Malformed("what else is true is more than types and colors")
    if there == _ALL_CARDS:
        return replace(found, elsewhere=Filter.parse("card | spell"))
    match = re.fullmatch(rf"(?:(?P<spells>[\w ]*?spells you control) and )?(?P<cards>{_CARDS})", there)
    if match is None:
        raise Malformed("what else it is true for is not understood")
    cards = parse_filter(match["cards"].removesuffix(" that aren't on the battlefield"), name)
    spells = parse_filter(match["spells"], name).any_of if match["spells"] else ()
    return replace(found, elsewhere=Filter(spells + cards.any_of))


def _from_graveyard(condition: str | None, words: str, name: str, quoted: Quoted) -> tuple[Ability, ...]:
    """Abilities given by a card in its owner's graveyard (CR 113.6b)."""
    found = granting(words, name, quoted) or ()
    grant = found[0] if len(found) == 1 else None
    if not isinstance(grant, Grant) or grant.condition is not None:
        raise Malformed("an effect from a graveyard that gives no abilities")
    needed = parse_condition(condition, name) if condition else None
    return (replace(grant, condition=needed, zone=Zone.GRAVEYARD),)


def _receivers(words: str, name: str) -> Filter:
    if words in ("~", "it"):
        return Filter.parse("this")
    words = re.sub(r"^(?:All|Each) ", "", words)
    wanted = parse_filter(words[:1].lower() + words[1:] if " " in words and words.split()[0] in _LOWER else words, name)
    if wanted.words() & {"card", "spell", "player", "opponentplayer", "graveyardcast"}:
        raise Malformed("objects that are not on the battlefield")
    return wanted


_LOWER = frozenset("Other Enchanted Equipped Creatures Lands Artifacts Permanents Untapped Tapped Attacking".split())


def _boost(match: re.Match[str], to: Filter, condition: Condition | None, name: str) -> Boost:
    each = parse_each(match["each"].removeprefix(" for each "), name) if match["each"] else None
    defined = parse_amount(match["where"].removeprefix(", where X is "), name) if match["where"] else None

    def size(text: str) -> Amount:
        sign = -1 if text[0] == "-" else 1
        factor = defined if text[1:] == "X" else each
        if text[1:] == "X" and defined is None:
            raise Malformed("an X that is not told")
        times = sign * (1 if text[1:] == "X" else int(text[1:]))
        if factor is None or times == 0:
            return Amount.fixed(times)
        if factor.is_fixed or factor.plus or factor.halved:
            raise Malformed("a boost that is not plain")
        return Amount(times=times * factor.times, measure=factor.measure, filter=factor.filter, word=factor.word)

    power, toughness = size(match["power"]), size(match["toughness"])
    if any(amount.measure and amount.times < 0 for amount in (power, toughness)):
        raise Malformed("a growing loss of power")
    return Boost(to=to, power=power, toughness=toughness, condition=condition)


def _given(words: str, name: str, quoted: Quoted) -> tuple[Ability, ...]:
    """Keywords and quoted abilities, joined by commas and "and"."""
    found = list[Ability]()
    for piece in re.findall(r"\"[^\"]*\"|[^\"]+", words):
        if piece.startswith('"'):
            inner = quoted(piece.strip('"').strip().removesuffix(","), name)
            if any(isinstance(ability, Unread) for ability in inner):
                raise Malformed("a quoted ability that is not understood")
            found += inner
            continue
        for word in re.split(r", and |,| and ", piece):
            keyword = word.strip()
            if not keyword or keyword == "and":
                continue
            abilities = keyword_line(keyword, name)
            if abilities is None or not all(isinstance(a, Keyword | ActivatedAbility) for a in abilities):
                raise Malformed("something given that is no keyword")
            found += abilities
    if not found:
        raise Malformed("nothing is given")
    return tuple(found)
