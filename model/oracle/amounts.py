"""Numbers and conditions in English: "for each Elf you control", "the greatest power among creatures you control",
"if you control three or more artifacts"."""

from __future__ import annotations

import re
from collections.abc import Callable

from castable.model.amount import Amount, Comparison, Condition
from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter, Term
from castable.model.mana import COLORS
from castable.model.oracle.nouns import parse_filter, without_words
from castable.model.oracle.words import number, singular

__all__ = ["parse_amount", "parse_condition", "parse_each"]

_COLOR_OF = {color.word: color.value for color in COLORS}


def _measure(measure: str) -> Callable[[re.Match[str], str], Amount]:
    return lambda match, name: Amount(times=1, measure=measure)


def _filtered(measure: str) -> Callable[[re.Match[str], str], Amount]:
    def build(match: re.Match[str], name: str) -> Amount:
        return Amount(times=1, measure=measure, filter=parse_filter(match[1], name))

    return build


def _word(measure: str, find: Callable[[re.Match[str]], str]) -> Callable[[re.Match[str], str], Amount]:
    return lambda match, name: Amount(times=1, measure=measure, word=find(match))


def _count(match: re.Match[str], name: str) -> Amount:
    """Objects on the battlefield; a bare type without a controller counts every one of them."""
    wanted = parse_filter(match[1], name)
    if wanted.words() & {"card", "spell", "player", "opponentplayer", "source"}:
        raise Malformed("a count of objects that are not on the battlefield")
    return Amount(times=1, measure="count", filter=wanted)


def _devotion(match: re.Match[str]) -> str:
    letters = [_COLOR_OF.get(word, "") for word in re.split(r" and ", match[1])]
    if not all(letters):
        raise Malformed("devotion to what is no color")
    return "".join(letters)


def _of_attached(match: re.Match[str], name: str) -> Amount:
    return Amount(times=1, measure=f"total{match[2]}", filter=Filter.parse(f"creature {match[1]}"))


def _of_cast(words: str, name: str) -> Amount:
    """Spells cast this turn, the word spell often left out: `instant and sorcery you've cast this turn`."""
    return _of_spells("castthisturn", words if "spell" in words else f"{words} spell", name)


_OF_PERMANENT = {"power": "power", "toughness": "toughness", "mana value": "mv"}

# "each ..." and "the number of ...": the noun phrase in the singular or plural
_EACH: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Amount]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"counters? on ~", lambda m, n: Amount.parse("counters(any)")),
        (r"(\S+) counters? on ~", _word("counters", lambda m: m[1])),
        (r"(?:\S+ )?counters? removed(?: this way)?", _measure("removed")),
        (r"basic land types? among lands you control", _measure("domain")),
        (r"colors? among (.+)", _filtered("colorsamong")),
        (r"card types? among cards in your graveyard", lambda m, n: Amount.parse("typesamong(card)")),
        (r"creatures? in your party", _measure("party")),
        (r"opponents? you have|your opponents", _measure("opponents")),
        (r"cards? in your hand", _measure("hand")),
        (r"targets?", _measure("targets")),
        (r"other spells? cast this turn", _measure("storm")),
        (r"(.+) you've cast this turn", lambda m, n: _of_cast(m[1], n)),
        (r"(.*spells?) your opponents have cast this turn", lambda m, n: _of_spells("opponentscast", m[1], n)),
        (r"differently named (.+)", _filtered("namesamong")),
        (r"different mana values? among (.+) in your graveyard", _filtered("mvsamong")),
        (r"1 life your opponents have lost this turn", _measure("opponentlifelost")),
        (r"times? you've cast (?:a|your) commander from the command zone this game", _measure("casts")),
        (r"times? it's been cast from the command zone this game", _measure("owncasts")),
        (r"cards? exiled with ~", _measure("imprinted")),
        (r"cards? you've drawn this turn", _measure("carddrawn")),
        (r"experience counters? you have", _measure("experience")),
        (r"(.+) in your graveyard", _filtered("graveyard")),
        (r"(.+) in (?:all graveyards|each graveyard)", _filtered("graveyards")),
        (r"(?!.*\bthis way\b)(.+)", _count),
    )
)
# what "equal to", "X is" and comparisons may name
_AMOUNTS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Amount]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"~'s (power|toughness|mana value)", lambda m, n: Amount(times=1, measure=_OF_PERMANENT[m[1]])),
        (r"(equipped|enchanted) creature's (power|toughness)", _of_attached),
        (r"your speed", _measure("speed")),
        (
            r"the greatest mana value of a commander you own on the battlefield or in the command zone",
            _measure("commandermv"),
        ),
        (r"your life total|the amount of life you have", _measure("life")),
        (r"the amount of life you(?:'ve| have)? gained this turn", _measure("lifegained")),
        (r"your devotion to (.+)", _word("devotion", _devotion)),
        (r"the amount of counters removed", _measure("removed")),
        (
            r"the sacrificed \w+'s (power|toughness|mana value)",
            _word("sacrificed", lambda m: _OF_PERMANENT[m[1]]),
        ),
        (r"the exiled \w+'s (power|toughness|mana value)", _word("exiled", lambda m: _OF_PERMANENT[m[1]])),
        (r"the greatest power among (.+)", _filtered("maxpower")),
        (r"the greatest toughness among (.+)", _filtered("maxtoughness")),
        (r"the greatest mana value among (.+)", _filtered("maxmv")),
        (r"the total power of (.+)", _filtered("totalpower")),
        (r"the total toughness of (.+)", _filtered("totaltoughness")),
        (r"the total mana value of (.+)", _filtered("totalmv")),
        (r"the number of (.+)", lambda m, n: parse_each(m[1], n)),
        (r"twice (.+)", lambda m, n: _times(parse_amount(m[1], n), 2)),
        (r"(one|\d+) plus (.+)", lambda m, n: _plus(parse_amount(m[2], n), number(m[1]) or 0)),
        (r"(.+) plus (one|\d+)", lambda m, n: _plus(parse_amount(m[1], n), number(m[2]) or 0)),
    )
)


def _times(amount: Amount, times: int) -> Amount:
    if amount.is_fixed:
        return Amount.fixed(amount.plus * times)
    return Amount(
        plus=amount.plus * times,
        times=amount.times * times,
        measure=amount.measure,
        filter=amount.filter,
        word=amount.word,
    )


def _plus(amount: Amount, more: int) -> Amount:
    if amount.is_fixed:
        return Amount.fixed(amount.plus + more)
    return Amount(
        plus=amount.plus + more,
        times=amount.times,
        measure=amount.measure,
        filter=amount.filter,
        word=amount.word,
        halved=amount.halved,
    )


def _first(
    table: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Amount]], ...], words: str, name: str
) -> Amount:
    for pattern, build in table:
        if match := pattern.fullmatch(words):
            try:
                return build(match, name)
            except Malformed:
                continue
    raise Malformed(pointed(words or " ", 0, len(words), "expected words for a number"))


def parse_each(words: str, name: str = "") -> Amount:
    """The number of what a noun phrase after "for each" or "the number of" speaks of."""
    if re.search(r"\b(?:and|plus) (?:each|an?|another|the number)\b", words):
        raise Malformed("two numbers added up")
    return _first(_EACH, words.strip().removesuffix("."), name)


def parse_amount(words: str, name: str = "") -> Amount:
    """A number in English: a number word, or what stands after "equal to" and "where X is"."""
    words = words.strip().removesuffix(".")
    if words == "X":
        return Amount.parse("X")
    if (value := number(words)) is not None:
        return Amount.fixed(value)
    return _first(_AMOUNTS, words, name)


def _compared(left: Amount, words: str) -> Comparison:
    """`three or more`, `one or fewer`, `exactly two`, `no`."""
    if match := re.fullmatch(r"(\w+) or (more|greater|fewer|less)", words):
        value = number(match[1])
        op = ">=" if match[2] in ("more", "greater") else "<="
    else:
        match = re.fullmatch(r"(?:exactly )?(\w+)", words)
        value = number(match[1]) if match else None
        op = "="
    if value is None:
        raise Malformed(pointed(words or " ", 0, len(words), "expected a comparison"))
    return Comparison(left, op, Amount.fixed(value))


_COUNT_WORDS = r"((?:exactly )?\w+(?: or (?:more|fewer))?|no)"


def _control(match: re.Match[str], name: str) -> Comparison:
    """`you control three or more artifacts`, `you control a Forest or a Plains`, `you control no creatures`."""
    words = match[1]
    if " and " in words:
        raise Malformed("two things that must both be controlled")
    if many := re.fullmatch(r"((?:exactly )?\w+ or (?:more|fewer)|exactly \w+|no) (.+)", words):
        wanted = parse_filter(f"{many[2]} you control", name)
        return _compared(Amount(times=1, measure="count", filter=wanted), many[1])
    if not re.match(r"(?:an?|another|~|the) ", words + " "):
        raise Malformed(pointed(words, 0, len(words), "expected what is controlled"))
    wanted = _controlled(words, name)
    return Comparison(Amount(times=1, measure="count", filter=wanted), ">=", Amount.fixed(1))


def _controlled(words: str, name: str) -> Filter:
    """`a Forest or a Plains`: each item by itself, all under your control."""
    options = [parse_filter(f"{part} you control", name) for part in re.split(r",? or (?=an? |~)", words)]
    return Filter(tuple(terms for option in options for terms in option.any_of))


def _in_graveyard(match: re.Match[str], name: str) -> Comparison:
    wanted = parse_filter(match[2], name)
    return _compared(Amount(times=1, measure="graveyard", filter=wanted), match[1])


def _fact(fact: str, negated: bool = False) -> Callable[[re.Match[str], str], Comparison]:
    return lambda match, name: Comparison(fact=fact, negated=negated)


_CONDITIONS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Comparison]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"a card is exiled with ~", _fact("imprinted")),
        (r"it's your turn", _fact("your turn")),
        (r"it's not your turn", _fact("your turn", negated=True)),
        (r"~ entered this turn", _fact("entered this turn")),
        (
            r"~ is (?:on the battlefield )?(tapped|untapped|attacking|monstrous|renowned)",
            lambda m, n: Comparison(fact=m[1]),
        ),
        (r"you've cast (?:another|an?) (.*\bspell) this turn", lambda m, n: _at_least_one("castthisturn", m[1], n)),
        (
            r"you've cast (\w+ or (?:more|fewer)|no) (.*\bspells) this turn",
            lambda m, n: _compared(_of_spells("castthisturn", m[2], n), m[1]),
        ),
        (r"an opponent(?: has)? cast an? (.*\bspell) this turn", lambda m, n: _at_least_one("opponentcast", m[1], n)),
        (
            r"an opponent(?: has)? cast (\w+ or more) (.*\bspells) this turn",
            lambda m, n: _compared(_of_spells("opponentcast", m[2], n), m[1]),
        ),
        (
            r"an opponent(?: has|'s)? (?:drew|drawn) (\w+ or more) cards this turn",
            lambda m, n: _compared(Amount.parse("opponentdrawn"), m[1]),
        ),
        (r"an opponent searched their library this turn", _fact("opponent searched")),
        (r"an opponent lost life this turn", _fact("spectacle")),
        (
            r"(?:an? )(.+) is attacking",
            lambda m, n: Comparison(_attacking(m[1], n), ">=", Amount.fixed(1)),
        ),
        (
            r"((?:exactly )?\w+(?: or more)?) (.+) (?:is|are) attacking",
            lambda m, n: _compared(_attacking(m[2], n), m[1]),
        ),
        (
            r"(?:there are )?(\w+ or more) (.+?) (?:are )?on the battlefield",
            lambda m, n: _compared(_counted(m[2], n), m[1]),
        ),
        (r"you have (\w+ or more|no) (.+ cards) in hand", lambda m, n: _compared(_in_hand(m[2], n), m[1])),
        (r"it's (tapped|untapped|attacking)", lambda m, n: Comparison(fact=m[1])),
        (r"it has an? (\S+) counter on it", lambda m, n: _counters("one or more", m[1])),
        (
            r"an opponent controls (\w+ or more) (.+)",
            lambda m, n: _compared(Amount(times=1, measure="opponentcount", filter=parse_filter(m[2], n)), m[1]),
        ),
        (
            r"an opponent has (\w+ or more) (.*cards) in their graveyard",
            lambda m, n: _compared(Amount(times=1, measure="opponentgraveyard", filter=parse_filter(m[2], n)), m[1]),
        ),
        (
            r"there are (\w+ or more) (.+ cards) (?:total )?in all graveyards",
            lambda m, n: _compared(Amount(times=1, measure="graveyards", filter=parse_filter(m[2], n)), m[1]),
        ),
        (r"you've drawn (\w+ or more) cards this turn", lambda m, n: _compared(Amount.parse("carddrawn"), m[1])),
        (r"your life total is (\d+ or less)", lambda m, n: _compared(Amount.parse("life"), m[1])),
        (
            r"you control your commander",
            lambda m, n: Comparison(_counted("commander you control", n), ">=", Amount.fixed(1)),
        ),
        (r"you have (\w+ or more) opponents", lambda m, n: _compared(Amount.parse("opponents"), m[1])),
        (
            r"your opponents control (\w+ or more) (.+)",
            lambda m, n: _compared(_counted(f"{m[2]} your opponents control", n), m[1]),
        ),
        (r"your devotion to (.+) is less than (\w+)", lambda m, n: _less_devotion(m)),
        (r"~ is attached to a creature", _fact("attached")),
        (r"~ isn't tapped", _fact("tapped", negated=True)),
        (r"~ is a creature", _fact("is creature")),
        (r"~ is modified", lambda m, n: Comparison(Amount.parse("count(this modified)"), ">=", Amount.fixed(1))),
        (r"~ was kicked", _fact("kicked")),
        (r"you're the monarch", _fact("monarch")),
        (r"you have the initiative", _fact("initiative")),
        (r"you have the city's blessing", _fact("city's blessing")),
        (r"you have max speed", _fact("max speed")),
        (r"it's (day|night)", lambda m, n: Comparison(fact=m[1])),
        (r"a creature died this turn", _fact("morbid")),
        (r"you(?:'ve)? attacked(?: with a creature)? this turn", _fact("raid")),
        (r"you(?:'ve)? played a land this turn", _fact("land played")),
        (
            r"(?:~|it) has (?:an?|(\w+ or more)) (\S+) counters? on it",
            lambda m, n: _counters(m[1] or "one or more", m[2]),
        ),
        (r"there (?:are|is) (\w+ or more|an?) (\S+) counters? on ~", lambda m, n: _counters(_some(m[1]), m[2])),
        (r"there are no (\S+) counters on ~", lambda m, n: _counters("zero", m[1])),
        (r"you have (\d+ or (?:more|less)) life", lambda m, n: _compared(Amount.parse("life"), m[1])),
        (
            r"you have (\w+ or (?:more|fewer)|exactly \w+|no) cards in (?:your )?hand",
            lambda m, n: _compared(Amount.parse("hand"), m[1]),
        ),
        (
            r"(?:there are|you have) (\w+ or more) (.+?) (?:are )?in your graveyard",
            _in_graveyard,
        ),
        (r"(\w+ or more) (.+?) are in your graveyard", _in_graveyard),
        (
            r"there (?:is|are) (?:an?) (.+) in your graveyard",
            lambda m, n: Comparison(
                Amount(times=1, measure="graveyard", filter=parse_filter(m[1], n)), ">=", Amount.fixed(1)
            ),
        ),
        (
            r"there are (\w+ or more) (?:different )?mana values among (.+) in your graveyard",
            lambda m, n: _compared(Amount(times=1, measure="mvsamong", filter=parse_filter(m[2], n)), m[1]),
        ),
        (
            r"there are four or more card types among cards in your graveyard",
            lambda m, n: Comparison(Amount.parse("typesamong(card)"), ">=", Amount.fixed(4)),
        ),
        (
            r"(.+) have total (power|toughness) (\d+ or (?:greater|more))",
            lambda m, n: _compared(Amount(times=1, measure=f"total{m[2]}", filter=parse_filter(m[1], n)), m[3]),
        ),
        (
            r"you don't control an? (.+)",
            lambda m, n: Comparison(
                Amount(times=1, measure="count", filter=_controlled(f"a {m[1]}", n)), "=", Amount.fixed(0)
            ),
        ),
        (
            r"(?:an|your) opponent controls an? (.+)",
            lambda m, n: Comparison(
                Amount(times=1, measure="count", filter=parse_filter(f"{m[1]} an opponent controls", n)),
                ">=",
                Amount.fixed(1),
            ),
        ),
        (
            r"the top card of your library is an? (.+)",
            lambda m, n: Comparison(
                Amount(times=1, measure="librarytop", filter=parse_filter(m[1], n)), ">=", Amount.fixed(1)
            ),
        ),
        (r"you control (.+)", _control),
    )
)


def _less_devotion(match: re.Match[str]) -> Comparison:
    if (value := number(match[2])) is None:
        raise Malformed("how much devotion is not understood")
    return Comparison(Amount(times=1, measure="devotion", word=_devotion(match)), "<", Amount.fixed(value))


def _of_spells(measure: str, words: str, name: str) -> Amount:
    wanted = parse_filter(words, name)
    if not all(any(term.word == "spell" for term in terms) for terms in wanted.any_of):
        raise Malformed("expected spells")
    plain = without_words(wanted, "spell")
    return Amount(times=1, measure=measure, filter=Filter.parse("spell") if plain == Filter.ANY else plain)


def _at_least_one(measure: str, words: str, name: str) -> Comparison:
    return Comparison(_of_spells(measure, words, name), ">=", Amount.fixed(1))


def _attacking(words: str, name: str) -> Amount:
    wanted = parse_filter(words, name)
    return Amount(
        times=1, measure="count", filter=Filter(tuple((*terms, Term("attacking")) for terms in wanted.any_of))
    )


def _in_hand(words: str, name: str) -> Amount:
    return Amount(times=1, measure="inhand", filter=parse_filter(words, name))


def _counted(words: str, name: str) -> Amount:
    return Amount(times=1, measure="count", filter=parse_filter(words, name))


def _some(words: str) -> str:
    return "one or more" if words in ("a", "an") else words


def _counters(words: str, kind: str) -> Comparison:
    return _compared(Amount(times=1, measure="counters", word=kind), words)


def _comparison(words: str, name: str) -> Comparison:
    for pattern, build in _CONDITIONS:
        if match := pattern.fullmatch(words):
            try:
                return build(match, name)
            except Malformed:
                continue
    raise Malformed(pointed(words or " ", 0, len(words), "expected a condition"))


def parse_condition(words: str, name: str = "") -> Condition:
    """A condition after "if", "only if", "as long as"; `Malformed` when it is not understood."""
    words = words.strip().removesuffix(".")
    options = re.split(r",? or if ", words)
    return Condition(tuple(tuple(_all(option, name)) for option in options))


def _all(words: str, name: str) -> list[Comparison]:
    """Comparisons that must hold together: `you control an Island and you have ten or more life`."""
    if match := re.fullmatch(r"you control (\w+) named ([A-Z][\w' -]*) and ([A-Z][\w' -]*)", words):
        return [_comparison(f"you control a {singular(match[1])} named {each}", name) for each in match.groups()[1:]]
    try:
        return [_comparison(words, name)]
    except Malformed:
        for match in re.finditer(r" and (?:if )?", words):
            left, right = words[: match.start()], words[match.end() :]
            if left.startswith("you control ") and re.match(r"an? ", right):
                right = f"you control {right}"
            try:
                return [*_all(left, name), _comparison(right, name)]
            except Malformed:
                continue
        raise
