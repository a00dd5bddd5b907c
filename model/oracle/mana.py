"""What a mana ability adds, from the sentences of its effect (CR 106, 605)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from castable.model.ability import Timing
from castable.model.amount import Amount, Condition
from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter
from castable.model.mana import COLORS, TYPES, Restriction
from castable.model.oracle.amounts import parse_amount, parse_condition, parse_each
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.restrictions import parse_restriction
from castable.model.oracle.words import number
from castable.model.production import Addition, Mix, Origin, Production, TypeSet

__all__ = ["Effect", "activation_limits", "adds_mana", "parse_addition", "parse_effect"]

_SYMBOLS = r"(?:\{[WUBRGC]\})+"
_ADDS = re.compile(
    r"\b[Aa]dd(?:s|ed|ing)?\b[^\"]*?(?:\{[WUBRGCXS\d/P]+\}|\bmana\b|\b[WUBRGC]{1,5}\b)"
    r"|Double the amount of each type of"
)
_ANY_COLOR = TypeSet(Origin.LISTED, COLORS)
_ONE = Amount.fixed(1)


def adds_mana(effect: str) -> bool:
    """Whether some sentence, quoted ones aside, says that mana is added."""
    return bool(_ADDS.search(re.sub(r'"[^"]*"?', "", effect)))


@dataclass(slots=True)
class Effect:
    """What the sentences of one effect say, gathered one by one."""

    name: str = ""
    adds: Production | None = None
    instead: list[tuple[Condition, Production]] = field(default_factory=list)
    condition: Condition | None = None
    limit: int | None = None
    timing: Timing = Timing.ANY
    restriction: Restriction | None = None
    damage: int = 0
    life_gain: int = 0
    moves_library_card: bool = False
    sacrifice_if_none: str = ""
    riders: list[str] = field(default_factory=list)


def parse_addition(words: str, name: str = "") -> Production:
    """What stands after "add": symbols, "one mana of any color", "X mana in any combination of {R} and/or {G}"."""
    words = re.sub(r"\{(\d)\}", lambda m: "{C}" * int(m[1]), words.strip().removesuffix("."))  # CR 106.9
    defined: Amount | None = None
    if match := re.fullmatch(r"(.+), where X is (.+)", words):
        words, defined = match[1], parse_amount(match[2], name)
    if match := re.fullmatch(rf"({_SYMBOLS}), then add (?:an additional )?({_SYMBOLS}) (for each .+)", words):
        extra = _one_of(f"{match[2]} {match[3]}", defined, name)
        return Production((Addition.parse(match[1]) + extra[0],))
    choices = list[tuple[Addition, ...]]()
    for piece in _alternatives(words):
        choices += _one_of(piece, defined, name)
    return Production(tuple(choices))


def _alternatives(words: str) -> list[str]:
    """`{W}, {U}, or {B}` and `{C} or one mana of the chosen color` as a list; other words stay one piece."""
    pieces = re.split(r",? or (?=\{|one mana|X \{)|, (?=\{)", words)
    unit = rf"(?:X )?{_SYMBOLS}"
    if all(re.fullmatch(rf"{unit}|one mana of the chosen color", piece) for piece in pieces):
        return pieces
    if match := re.fullmatch(rf"((?:{unit}(?:,? or |, ))+{unit}) (for each .+)", words):
        return [f"{piece} {match[2]}" for piece in re.split(r",? or |, ", match[1])]
    return [words]


def _times_symbols(symbols: str, amount: Amount) -> tuple[Addition, ...]:
    """So many of each symbol: `{C}{C} for each ...` is twice the amount."""
    found = Addition.parse(symbols)
    if amount.is_fixed:
        return tuple(Addition(a.types, Amount.fixed(a.amount.plus * amount.plus)) for a in found)
    return tuple(Addition(a.types, _scaled(amount, a.amount.plus)) for a in found)


def _scaled(amount: Amount, times: int) -> Amount:
    return Amount(
        plus=amount.plus * times,
        times=amount.times * times,
        measure=amount.measure,
        filter=amount.filter,
        word=amount.word,
        halved=amount.halved,
    )


def _one_of(words: str, defined: Amount | None, name: str) -> list[tuple[Addition, ...]]:
    """The choices that one piece offers; mostly just one."""

    def size(word: str) -> Amount:
        if word == "X":
            return defined or Amount.parse("X")
        if (value := number(word)) is None:
            raise Malformed(f"no number {word!r}")
        return Amount.fixed(value)

    if re.fullmatch(_SYMBOLS, words):
        return [Addition.parse(words)]
    if match := re.fullmatch(rf"({_SYMBOLS}) for each (.+)", words):
        return [_times_symbols(match[1], parse_each(match[2], name))]
    if match := re.fullmatch(rf"(?:an amount of )?({_SYMBOLS}) equal to (.+)", words):
        return [_times_symbols(match[1], parse_amount(match[2], name))]
    if match := re.fullmatch(r"(\w+) (\{[WUBRGC]\})", words):
        return [_times_symbols(match[2], size(match[1]))]
    if match := re.fullmatch(r"(\w+) mana of any (?:one )?(color|type)", words):
        types = _ANY_COLOR if match[2] == "color" else TypeSet(Origin.LISTED, TYPES)
        return [(Addition(types, size(match[1])),)]
    if match := re.fullmatch(r"(?:an amount of )?mana of any (?:one )?color equal to (.+)", words):
        return [(Addition(_ANY_COLOR, parse_amount(match[1], name)),)]
    if match := re.fullmatch(r"one mana of any color for each (.+)", words):
        return [(Addition(_ANY_COLOR, parse_each(match[1], name), Mix.ANY),)]
    if match := re.fullmatch(r"(\w+) mana in any combination of (.+)", words):
        return [(Addition(_set(match[2]), size(match[1]), Mix.ANY),)]
    if match := re.fullmatch(r"(\w+) mana of (?:two )?different colors", words):
        return [(Addition(_ANY_COLOR, size(match[1]), Mix.DIFFERENT),)]
    return [(Addition(_origin(words, size, name), size(words.split(" ", 1)[0])),)]


def _set(words: str) -> TypeSet:
    if words == "colors":
        return _ANY_COLOR
    if re.fullmatch(r"\{[WUBRGC]\}(?:(?:, | and/or |, and/or )\{[WUBRGC]\})+", words):
        listed = set(re.findall(r"[WUBRGC]", words))
        return TypeSet(Origin.LISTED, tuple(t for t in TYPES if t.value in listed))
    raise Malformed(pointed(words or " ", 0, len(words), "expected colors"))


_SIMPLE_ORIGINS = {
    "the chosen color": Origin.CHOSEN_COLOR,
    "the chosen type": Origin.CHOSEN_TYPE,
    "any color in your commander's color identity": Origin.COMMANDER,
    "any color in your commander's identity": Origin.COMMANDER,
    "any of ~'s colors": Origin.GIVER,
    "any of the exiled card's colors": Origin.IMPRINTED,
    "any of the exiled cards' colors": Origin.IMPRINTED,
    "any color of the exiled card": Origin.IMPRINTED,
    "~'s last noted type": Origin.LAST_NOTED,
    "the last noted type": Origin.LAST_NOTED,
}


def _origin(words: str, size: object, name: str) -> TypeSet:
    """Where the types of `N mana of ...` come from."""
    match = re.fullmatch(r"\w+ (?:additional )?mana of (.+)", words)
    if not match:
        raise Malformed(pointed(words or " ", 0, len(words), "expected what is added"))
    rest = match[1]
    if rest in _SIMPLE_ORIGINS:
        return TypeSet(_SIMPLE_ORIGINS[rest])
    if match := re.fullmatch(r"any (color|type)(?: that)? ((?:an?|another|the|that) .+) could produce", rest):
        origin = Origin.COLOR_PRODUCED if match[1] == "color" else Origin.TYPE_PRODUCED
        return TypeSet(origin, filter=_producers(match[2], name))
    if match := re.fullmatch(r"any color (?:among|that's a color of) (.+)", rest):
        wanted = parse_filter(match[1], name)
        if wanted.words() & {"card", "graveyardcast", "exilecast"}:
            raise Malformed("colors among cards that are not on the battlefield")
        return TypeSet(Origin.AMONG, filter=wanted)
    raise Malformed(pointed(rest, 0, len(rest), "expected a color or a type"))


def _producers(words: str, name: str) -> Filter:
    """Whose mana is meant: permanents on the battlefield, or the one that the cost took or acted on."""
    if match := re.fullmatch(r"(?:the sacrificed|that) (land|permanent|creature|artifact)", words):
        return Filter.parse(f"{match[1]} paid")
    if re.match(r"(?:the|that) ", words):
        raise Malformed("one permanent that is not told")
    return parse_filter(words, name)


def parse_effect(sentences: tuple[str, ...], name: str = "") -> Effect:
    """Read the sentences of an effect that adds mana; `Malformed` at the first that is not fully understood."""
    effect = Effect(name)
    at = 0
    while at < len(sentences):
        at += _opening(sentences[at : at + 2], effect) if effect.adds is None else _follow(sentences[at], effect)
    if effect.adds is None:
        raise Malformed("no mana is added")
    return effect


def _opening(sentences: tuple[str, ...], effect: Effect) -> int:
    """Read the sentence or two that say what is added; how many were read."""
    first, name = sentences[0], effect.name
    if match := re.fullmatch(r"[Aa]dd (.+)", first):
        effect.adds = parse_addition(match[1], name)
        return 1
    if match := re.fullmatch(r"For each color among (.+), add one mana of that color", first):
        among = parse_filter(match[1], name)
        if "card" in among.words():
            raise Malformed("colors among cards")
        amount = Amount(times=1, measure="colorsamong", filter=among)
        effect.adds = Production(((Addition(TypeSet(Origin.AMONG, filter=among), amount, Mix.DIFFERENT),),))
        return 1
    if first == "For each colored mana symbol in that card's mana cost, add one mana of that color":
        effect.adds = Production(((Addition(TypeSet(Origin.MILLED)),),))
        return 1
    if len(sentences) == 2 and (match := re.fullmatch(r"Reveal any number of (.+) (?:in|from) your hand", first)):
        shown = Amount(times=1, measure="shown", filter=parse_filter(match[1], name))
        if (added := re.fullmatch(rf"Add ({_SYMBOLS}) for each card revealed this way", sentences[1])) is None:
            raise Malformed("what is added for cards that are revealed")
        effect.adds = Production((_times_symbols(added[1], shown),))
        return 2
    if re.fullmatch(r"Double the amount of each type of (?:unspent )?mana(?: you have)?", first):
        effect.adds = Production(((Addition(TypeSet(Origin.UNSPENT)),),))
        return 1
    if len(sentences) == 2:
        if match := re.fullmatch(r"Choose a color(?: of an? (.+))?", first):
            types = _ANY_COLOR
            if match[1]:
                among = parse_filter(f"a {match[1]}", name)
                if "card" in among.words():
                    raise Malformed("colors of cards")
                types = TypeSet(Origin.AMONG, filter=among)
            if sentences[1] == "Add an amount of mana of that color equal to your devotion to that color":
                devotion = " | ".join(f"devotion({color})*{color.symbol}" for color in COLORS)
                effect.adds = Production.parse(devotion)
            else:
                effect.adds = Production(((Addition(types, _of_that_color(sentences[1], name)),),))
            return 2
        if first in ("Choose a player", "Choose an opponent or yourself") and (
            match := re.fullmatch(r"That player adds (.+?)(?: they choose| of their choice)?", sentences[1])
        ):
            effect.adds = parse_addition(match[1], name)
            effect.riders.append("any player may get the mana")
            return 2
    raise Malformed(pointed(first or " ", 0, len(first), "expected what is added"))


def _of_that_color(sentence: str, name: str) -> Amount:
    if sentence == "Add one mana of that color":
        return _ONE
    if match := re.fullmatch(r"Add one mana of that color for each (.+)", sentence):
        return parse_each(match[1], name)
    if match := re.fullmatch(r"Add an amount of mana of that color equal to (.+)", sentence):
        return parse_amount(match[1], name)
    raise Malformed(pointed(sentence, 0, len(sentence), "expected how much is added"))


# sentences that change no payment, with the few words kept of them
_RIDERS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"~ doesn't untap during your next untap step", "stays tapped in your next untap step"),
        (r"Draw a card at the beginning of the next turn's upkeep", "draws at the next upkeep"),
        (
            r"If this ability has been activated \w+ or more times this turn, sacrifice ~ at .* end step",
            "sacrificed at end of turn when used too often",
        ),
        (r"An opponent gains control of ~ at the beginning of the next end step", "an opponent gets it"),
        (r"During your next untap step, as you untap your permanents, return ~ to its owner's hand", "returns to hand"),
        (r"Return ~ to its owner's hand at the beginning of the next end step", "returns to hand"),
        (r"Each opponent gains \d+ life", "opponents gain life"),
        (r"You get \w+ (?:poison|rad) counters?", "counters for you"),
        (r"Until end of turn, you don't lose this mana as steps (?:and|or) phases end", "the mana stays this turn"),
        (r"You may choose new targets for the cop(?:y|ies)", "new targets"),
        (
            r"(?:If|When|Whenever) (?:that|this) mana is spent (?:on|to cast) (?:(?!\b(?:add|cost|mana)\b).)+",
            "does something for the spell it is spent on",
        ),
        (
            r"(?:If|When) you spend (?:that|this) mana to cast (?:(?!\b(?:add|cost|mana)\b).)+",
            "does something for the spell it is spent on",
        ),
        (
            r"When you next cast (?:(?!\b(?:add|costs?|mana)\b).)+ this turn, (?:(?!\b(?:add|costs?|mana)\b).)+",
            "does something when a spell is next cast",
        ),
    )
)


def _follow(sentence: str, effect: Effect) -> int:
    """Read one sentence after what is added; always 1."""
    name = effect.name
    if match := re.fullmatch(r"Spend this mana only (.+)", sentence):
        words = match[1]
        if rider := re.search(r", and that spell can't be countered$", words):
            words = words[: rider.start()]
            effect.riders.append("that spell can't be countered")
        if effect.adds and effect.adds.has_origin(Origin.CHOSEN_COLOR):
            words = words.replace("of that color", "of the chosen color")
        effect.restriction = _both(effect.restriction, parse_restriction(words))
    elif match := re.fullmatch(r"This mana can't be spent (.+)|You can't spend this mana (.+)", sentence):
        effect.restriction = _both(effect.restriction, parse_restriction(match[1] or match[2], never=True))
    elif match := re.fullmatch(r"Activate (?:only|no more than) .+", sentence):
        activation_limits(sentence, effect)
    elif match := re.fullmatch(r"(?:~|It) deals (\d+) damage to you|You lose (\d+) life", sentence):
        effect.damage += int(match[1] or match[2])
    elif match := re.fullmatch(r"Each player loses (\d+) life", sentence):
        effect.damage += int(match[1])
        effect.riders.append("other players lose life")
    elif match := re.fullmatch(r"You gain (\d+) life", sentence):
        effect.life_gain += int(match[1])
    elif match := re.fullmatch(r"Draw (?:a|one|two|three) cards?|Mill (?:a|one|two|three) cards?", sentence):
        effect.moves_library_card = True
        effect.riders.append(sentence.lower())
    elif match := re.fullmatch(r"If there are no (\S+) counters on ~, sacrifice (?:it|~)", sentence):
        effect.sacrifice_if_none = match[1]
    elif match := re.fullmatch(r"Put (?:an?|\w+) (\S+) counters? on ~", sentence):
        effect.riders.append(f"gets {match[1]} counters")
    elif match := re.fullmatch(r"Remove an? (\S+) counter from ~", sentence):
        effect.riders.append(f"loses {match[1]} counters")
    elif match := re.fullmatch(r"If (.+), (?:instead )?add (.+?)(?: instead)?", sentence):
        if "instead" not in sentence:
            raise Malformed("mana that is added besides")
        effect.instead.append((parse_condition(match[1], name), _instead(match[2], effect)))
    else:
        for pattern, words in _RIDERS:
            if pattern.fullmatch(sentence):
                effect.riders.append(words)
                return 1
        raise Malformed(pointed(sentence or " ", 0, len(sentence), "a sentence that is not understood"))
    return 1


def _instead(words: str, effect: Effect) -> Production:
    """What is added instead; "three mana of that type" is of the set the first sentence named."""
    if (match := re.fullmatch(r"(\w+) mana of that (?:color|type)", words)) and effect.adds:
        count = number(match[1])
        if count is None or any(len(choice) != 1 for choice in effect.adds.choices):
            raise Malformed("an amount of that type")
        return Production(tuple((Addition(choice[0].types, Amount.fixed(count)),) for choice in effect.adds.choices))
    return parse_addition(words, effect.name)


def _both(one: Restriction | None, other: Restriction) -> Restriction:
    if one is None:
        return other
    if one.only and other.only:
        raise Malformed("two limits on the same mana")
    return Restriction(one.only or other.only, one.never + other.never)


def activation_limits(sentence: str, effect: Effect) -> None:
    """Read "Activate only ...": limits per turn, timing, conditions."""
    words = re.sub(r"^Activate (?:only )?", "", sentence)
    for piece in re.split(r"(?:,)? and only (?=once|if|as|during|any)", words):
        _limit(piece.strip(), effect)


def _limit(piece: str, effect: Effect) -> None:
    if match := re.fullmatch(r"(?:no more than )?(once|twice|\w+ times) (?:each|per) turn", piece):
        times = number(match[1].removesuffix(" times"))
        if times is None or effect.limit is not None:
            raise Malformed("how often is not understood")
        effect.limit = times
        return
    timing = {"as a sorcery": Timing.SORCERY, "as an instant": Timing.INSTANT}.get(piece)
    if timing:
        effect.timing = timing
        return
    during = {
        "during your turn": "your turn",
        "during your upkeep": "upkeep",
        "during your turn, before attackers are declared": "your turn and before attackers",
        "during combat": "combat",
        "during an opponent's turn": "opponent turn",
    }
    condition = (
        Condition.parse(during[piece]) if piece in during else parse_condition(re.sub(r"^if ", "", piece), effect.name)
    )
    if piece not in during and not piece.startswith("if "):
        raise Malformed("when it may be activated is not understood")
    if effect.condition is not None:
        if len(effect.condition.any_of) != 1 or len(condition.any_of) != 1:
            raise Malformed("two conditions with alternatives")
        condition = Condition((effect.condition.any_of[0] + condition.any_of[0],))
    effect.condition = condition
