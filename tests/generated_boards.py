"""Random small boards and spells for comparing the solver with the brute force, from a seed.

Sources come in kinds: plain lands, several colors, several mana from one source, abilities that cost mana, sacrifices,
life, counters. Spells have generic, colored, hybrid, Phyrexian and X costs and kickers. Everything is built by hand.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from hand_built import board, card, kicker, mana, permanent, spell

from castable.model.ability import Ability
from castable.model.card import Card
from castable.model.payment import Payment
from castable.model.state import Permanent, State

__all__ = ["Sample", "sample", "uses_converter"]


@dataclass(frozen=True, slots=True)
class Sample:
    """A board with a spell named `Spell` in hand."""

    seed: int
    state: State
    spell: str = "Spell"


def _signet(name: str, made: str) -> Card:
    return card(name, "artifact", mana("{1}, {T}", made))


_EMPTYING = "{T}, Remove chosen charge counter"
_PLAIN = [
    card("Plains", "basic land Plains"),
    card("Island", "basic land Island"),
    card("Swamp", "basic land Swamp"),
    card("Snow Forest", "basic snow land Forest"),
    card("Dual", "land", mana("{T}", "{W} | {U}")),
    card("Brushwood", "land", mana("{T}", "{C}"), mana("{T}", "{G} | {W}", damage=1)),
    card("Brass", "land", mana("{T}", "any of {W}{U}{B}")),
    card("Confluence", "land", mana("{T}, Pay 1 life", "any of {B}{G}")),
    card("Elf", "creature Elf", mana("{T}", "{G}"), power="1", toughness="1"),
]
_SEVERAL = [
    card("Ring", "artifact", mana("{T}", "{C}{C}")),
    card("Chancery", "land", mana("{T}", "{W}{U}")),
    card("Lotus", "artifact", mana("{T}, Sacrifice this", "3*any of {W}{B}")),
    card("Bloom", "land", mana("{T}", "2*any of {U}{G} mixed")),
]
_GIVEN_UP = [
    card("Treasure", "artifact Treasure", mana("{T}, Sacrifice this", "any of {W}{U}")),
    card("Spawn", "creature Spawn", mana("Sacrifice this", "{C}"), power="0", toughness="1"),
    card("Altar", "artifact", mana("Sacrifice creature", "any of {B}{G}")),
    card("Ashes", "artifact", mana("{T}, Sacrifice creature", "{C}{C}")),
    card("Drum", "artifact", mana("{T}, Tap untapped creature", "any of {W}{U}")),
    card("Font", "land", mana("{T}", "{C}"), mana("{T}, Remove 1 charge counter", "{U}{U}")),
    card("Pearl", "artifact", mana("Remove 1 charge counter", "any of {W}{G}")),
    card("Vault", "land", mana("{T}", "{C}"), mana(_EMPTYING, "removed*{U}")),
    card("Bear", "creature Bear", power="2", toughness="2"),
]
_CONVERTERS = [
    _signet("Azorius Signet", "{W}{U}"),
    _signet("Dimir Signet", "{U}{B}"),
    card("Heath", "land", mana("{T}", "{C}"), mana("{W/B}, {T}", "{W}{W} | {W}{B} | {B}{B}")),
    card("Prairie", "land", mana("{1}, {T}", "{G}{W}")),
    card("Initiate", "creature Cleric", mana("{1}", "{B}"), power="1", toughness="1"),
    card("Scarecrow", "artifact creature Scarecrow", mana("{2}", "any of {U}{G}", limit=1), power="0", toughness="1"),
    card("Cell", "land", mana("{T}", "{C}"), mana(f"{{1}}, {_EMPTYING}", "removed*any of {U}{B} mixed")),
    card("Egg", "artifact", mana("{2}, {T}, Sacrifice this", "{W}{U}{G}")),
]
_KICKERS: list[tuple[Ability, ...]] = [
    (),
    (),
    (kicker("{1}"),),
    (kicker("{W}"), kicker("{1}{U}")),
    (kicker("{1}", times=None),),
    (kicker("{X}"),),
]
_SYMBOLS = ["{1}", "{1}", "{2}", "{W}", "{U}", "{B}", "{G}", "{C}", "{S}", "{W/U}", "{2/B}", "{G/P}", "{X}"]


def sample(seed: int, most_sources: int = 7) -> Sample:
    """The board of a seed, with up to `most_sources` sources."""
    rng = random.Random(seed)
    count = rng.choice([2, 3, 3, 3, 4, 4, 4, 4, 5, most_sources])
    converters = rng.choice([0, 1, 1, 1, 2, 2])
    cards: list[Card] = []
    while len(cards) < count:
        kind = _CONVERTERS if len(cards) < converters else rng.choice([_PLAIN, _PLAIN, _PLAIN, _SEVERAL, _GIVEN_UP])
        one = rng.choice(kind)
        cards += [one] * min(rng.choice([1, 1, 1, 2]), count - len(cards))
    permanents = [_with_status(rng, one) for one in cards]
    symbols = [rng.choice(_SYMBOLS) for _ in range(rng.choice([1, 2, 2, 2, 3, 3, 4]))]
    cost = "".join(symbol for at, symbol in enumerate(symbols) if symbol != "{X}" or at == symbols.index("{X}"))
    kickers = rng.choice(_KICKERS) if "{X}" not in cost else ()
    pool = "".join(rng.choice("WUBGC") for _ in range(rng.choice([0, 0, 0, 0, 1, 2, 3])))
    state = board(*permanents, hand=[spell(cost, *kickers)], pool=pool, life=rng.choice([20, 20, 5, 3, 2, 1]))
    return Sample(seed, state)


def _with_status(rng: random.Random, one: Card) -> Permanent:
    status: dict[str, object] = {}
    if rng.random() < 0.06:
        status["tapped"] = True
    if rng.random() < 0.06:
        status["summoning_sick"] = True
    if any(part.verb.value == "Remove" for a in one.front.mana_abilities for part in a.cost.parts):
        status["counters"] = (("charge", rng.randint(1, 3)),)
    return replace(permanent(one), **status)  # type: ignore[arg-type]


def uses_converter(payment: Payment) -> bool:
    """Whether an ability that costs mana is in use."""
    return any(activation.ability.mana is not None for activation in payment.activations)
