"""Costs in English: "{2}, {T}, Sacrifice this artifact" (CR 118, 602.1a)."""

from __future__ import annotations

import re
from collections.abc import Callable

from castable.model.ability import Zone
from castable.model.amount import Amount
from castable.model.cost import Cost, CostPart, Verb
from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter, Term
from castable.model.oracle.normalise import normalise
from castable.model.oracle.nouns import counted, parse_filter, without_words
from castable.model.oracle.words import number
from castable.model.symbol import ManaCost

__all__ = ["COST_START", "imperative", "parse_cost", "read_cost", "same_cost", "zone_of"]

_VERBS = (
    "pay|sacrifice|discard|exile|return|reveal|tap|untap|remove|put|mill|exert|collect|forage|blight|waterbend|behold|"
    "have"
)
_STARTS = rf"\{{|(?i:{_VERBS})\b"
COST_START = re.compile(rf"(?:{_STARTS}|\[?[+-]?(?:\d+|X)\]?$)")
"""How the cost of an activated ability begins."""
_BETWEEN = re.compile(rf",\s+(?:and\s+)?(?={_STARTS})|\s+and\s+(?={_STARTS})")
_MANA = re.compile(r"(?:pay )?((?:\{(?:\d+|[WUBRGCSXYZ]|[2C]/[WUBRG]|[WUBRG]/[WUBRGP](?:/P)?)\})+)", re.IGNORECASE)
_COUNTED_MANA = re.compile(r"(?<=[Pp]ay )(\w+) (\{[WUBRGC]\})")
_GERUND = re.compile(r"\b(pay|sacrific|discard|exil|return|reveal|tapp|untapp|remov|putt|collect)ing\b")
_THIS = Filter.parse("this")
_CARD = Filter.parse("card")


def parse_cost(text: str, name: str = "") -> Cost:
    """The cost that English words mean; `name` is that of the card. `Malformed` where they are not understood."""
    return read_cost(normalise(text, name, legendary=True))


def read_cost(words: str, name: str = "") -> Cost:
    """As `parse_cost`, for words already in the one form."""
    words = words.strip().removesuffix(".")
    if match := re.fullmatch(r"\[?([+-]?)(\d+|X)\]?", words):
        verb = Verb.LOYALTY_DOWN if match[1] == "-" else Verb.LOYALTY_UP
        return Cost(None, (CostPart(verb=verb, amount=Amount.parse(match[2])),))
    mana: ManaCost | None = None
    parts = list[CostPart]()
    for piece in _BETWEEN.split(_COUNTED_MANA.sub(_written_out, words)):
        if match := _MANA.fullmatch(piece.strip()):
            more = ManaCost.parse(match[1])
            mana = more if mana is None else mana + more
        else:
            parts.append(_part(piece.strip(), name))
    return Cost(mana, tuple(parts))


def _written_out(match: re.Match[str]) -> str:
    """`six {C}` as so many symbols."""
    value = number(match[1])
    return match[0] if value is None else match[2] * value


def imperative(words: str) -> str:
    """`paying 2 life and exiling a card` as a cost says it: `pay 2 life and exile a card`."""
    endings = {
        "sacrific": "sacrifice",
        "exil": "exile",
        "remov": "remove",
        "tapp": "tap",
        "untapp": "untap",
        "putt": "put",
    }
    return _GERUND.sub(lambda match: endings.get(match[1], match[1]), words)


def _amount(count: str) -> Amount:
    if count == "chosen+":
        raise Malformed("one or more: a number chosen while paying, not zero")
    return Amount.parse(count)


def _some(rest: str, name: str) -> tuple[Amount, Filter]:
    """A count and a noun phrase; `you control` is understood in costs."""
    if rest == "~":
        return Amount.fixed(1), _THIS
    if re.search(r"^(?:all|each|the) |\band (?!or\b)(?!/)", rest):
        raise Malformed("several things at once, or all there are")
    count, words = counted(rest)
    return _amount(count), without_words(parse_filter(words, name), "you")


def _objects(verb: Verb) -> Callable[[re.Match[str], str], CostPart]:
    def build(match: re.Match[str], name: str) -> CostPart:
        amount, what = _some(match["what"], name)
        return CostPart(verb=verb, amount=amount, what=what)

    return build


def _number(verb: Verb) -> Callable[[re.Match[str], str], CostPart]:
    def build(match: re.Match[str], name: str) -> CostPart:
        word = match["n"]
        value = number(word)
        return CostPart(verb=verb, amount=Amount.parse("X") if word == "X" else Amount.fixed(_known(value)))

    return build


def _known(value: int | None) -> int:
    if value is None:
        raise Malformed("expected a number")
    return value


def _plain(verb: Verb) -> Callable[[re.Match[str], str], CostPart]:
    return lambda match, name: CostPart(verb=verb)


def _counters(match: re.Match[str], name: str) -> CostPart:
    verb = Verb.REMOVE_COUNTERS if match["verb"].lower() == "remove" else Verb.PUT_COUNTERS
    kind = (match["kind"] or "any").strip()
    count, rest = counted(f"{match['n']} {kind}")
    if rest != kind:
        raise Malformed("how many counters is not understood")
    place = match["what"].removeprefix("among ")
    what = _THIS if place == "~" else without_words(_place(place, name), "you")
    return CostPart(verb=verb, amount=_amount(count), what=what, counter=kind)


def _place(words: str, name: str) -> Filter:
    count, rest = counted(words)
    if count != "1":
        raise Malformed("counters from several objects")
    return parse_filter(rest, name)


def _discard(match: re.Match[str], name: str) -> CostPart:
    amount, what = _some(match["what"], name)
    if what == _THIS or "card" in what.words():
        return CostPart(verb=Verb.DISCARD_RANDOM if match["random"] else Verb.DISCARD, amount=amount, what=what)
    raise Malformed("only cards are discarded")


def _energy(match: re.Match[str], name: str) -> CostPart:
    amount = Amount.fixed(match["energy"].count("{E}")) if match["energy"] else Amount.fixed(_known(number(match["n"])))
    return CostPart(verb=Verb.PAY_ENERGY, amount=amount)


def _life_by_mana_value(match: re.Match[str], name: str) -> CostPart:
    return CostPart(verb=Verb.PAY_LIFE, amount=Amount.parse("mv"))


_PARTS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], CostPart]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), build)
    for pattern, build in (
        (r"\{T\}", _plain(Verb.TAP)),
        (r"\{Q\}", _plain(Verb.UNTAP)),
        (r"pay (?P<n>\d+|X) life", _number(Verb.PAY_LIFE)),
        (r"pay (?P<energy>(?:\{E\})+)", _energy),
        (r"pay (?P<energy>)(?P<n>\w+) \{E\}", _energy),
        (r"tap ~", _plain(Verb.TAP)),
        (r"untap ~", _plain(Verb.UNTAP)),
        (r"sacrifice (?P<what>.+)", _objects(Verb.SACRIFICE)),
        (r"discard your hand", _plain(Verb.DISCARD_HAND)),
        (r"discard (?P<what>.+?)(?P<random> at random)?", _discard),
        (r"pay life equal to (?:its|that spell's) mana value", _life_by_mana_value),
        (r"have (?:an opponent|each other player) gain (?P<n>\d+) life", _number(Verb.OTHERS_GAIN_LIFE)),
        (r"an opponent gains (?P<n>\d+) life", _number(Verb.OTHERS_GAIN_LIFE)),
        (r"exile the top (?P<what>.+?) of your graveyard", _objects(Verb.EXILE_TOP)),
        (r"exile (?P<what>.+?) from your hand", _objects(Verb.EXILE_FROM_HAND)),
        (r"exile (?P<what>.+?) from your graveyard", _objects(Verb.EXILE_FROM_GRAVEYARD)),
        (r"exile (?P<what>~|[^~]+ you control)", _objects(Verb.EXILE)),
        (r"return (?P<what>.+?) to (?:its|their) owners?'s?'? hands?", _objects(Verb.RETURN)),
        (r"reveal your hand", _plain(Verb.REVEAL_HAND)),
        (r"reveal (?P<what>.+?) (?:from|in) your hand", _objects(Verb.REVEAL)),
        (r"tap (?P<what>.+)", _objects(Verb.TAP_OTHER)),
        (r"untap (?P<what>.+)", _objects(Verb.UNTAP_OTHER)),
        (
            r"(?P<verb>remove|put) (?P<n>any number of|\w+) (?P<kind>\S+ )?counters? (?:from|on) (?P<what>.+)",
            _counters,
        ),
        (r"mill (?P<n>\w+)(?: cards?)?", _number(Verb.MILL)),
        (r"exert ~", _plain(Verb.EXERT)),
        (r"collect evidence (?P<n>\d+|X)", _number(Verb.COLLECT_EVIDENCE)),
        (r"forage", _plain(Verb.FORAGE)),
        (r"blight (?P<n>\d+|X)", _number(Verb.BLIGHT)),
        (r"waterbend \{(?P<n>\d+|X)\}", _number(Verb.WATERBEND)),
        (r"behold (?P<what>.+)", _objects(Verb.BEHOLD)),
    )
)


def _part(piece: str, name: str) -> CostPart:
    for pattern, build in _PARTS:
        if match := pattern.fullmatch(piece):
            return build(match, name)
    raise Malformed(pointed(piece or " ", 0, len(piece), "expected a part of a cost"))


def zone_of(cost: Cost) -> Zone:
    """Where an ability with this cost works: a cost that can be paid only elsewhere says so (CR 113.6j)."""
    own = {part.verb for part in cost.parts if part.is_this}
    if own & {Verb.EXILE_FROM_HAND, Verb.DISCARD, Verb.REVEAL}:
        return Zone.HAND
    return Zone.GRAVEYARD if Verb.EXILE_FROM_GRAVEYARD in own else Zone.BATTLEFIELD


_UNDERSTOOD = {
    Verb.TAP_OTHER: "untapped",
    Verb.UNTAP_OTHER: "tapped",
    Verb.DISCARD: "card",
    Verb.DISCARD_RANDOM: "card",
    Verb.EXILE_FROM_HAND: "card",
    Verb.EXILE_FROM_GRAVEYARD: "card",
    Verb.REVEAL: "card",
}


def _meaning(part: CostPart) -> tuple[str, str, frozenset[frozenset[Term]], str]:
    plain = without_words(part.what, "you", _UNDERSTOOD.get(part.verb, "you"), "any")
    options = frozenset(frozenset(term for term in terms if term.word != "any") for terms in plain.any_of)
    return part.verb.value, str(part.amount), options, part.counter


def same_cost(one: Cost, other: Cost) -> bool:
    """Whether two costs mean the same, whatever the order of their parts and of the words in their filters."""
    return one.mana == other.mana and sorted(map(repr, map(_key, one.parts))) == sorted(
        map(repr, map(_key, other.parts))
    )


def _key(part: CostPart) -> tuple[str, str, list[list[str]], str]:
    verb, amount, options, counter = _meaning(part)
    return verb, amount, sorted(sorted(map(str, terms)) for terms in options), counter
