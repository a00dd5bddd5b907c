"""Random small boards and spells whose total cost holds more than mana, from a seed: for comparing the solver with the
brute force.

Two to five permanents, creatures and artifacts among them, cards in hand and graveyard; spells with alternative costs,
additional and optional costs (sacrifice, discard, exile, return, tap, counters, life, energy), reductions and floors,
X, hybrid and Phyrexian symbols, convoke, delve, improvise; now and then an activated ability in place of a spell.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from hand_built import board, card, kicker, less, mana, permanent, spell

from castable.model.ability import (
    Ability,
    ActivatedAbility,
    AdditionalCost,
    AlternativeCost,
    CostChange,
    CostKind,
    Help,
    HelpToPay,
    LifeForMana,
    OptionalCost,
    SpellTargets,
    Zone,
)
from castable.model.amount import Amount
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost

__all__ = ["CostSample", "sample_costs"]


@dataclass(frozen=True, slots=True)
class CostSample:
    """A board with a spell named `Spell` in `zone`, or a permanent of that name with the ability `ability`."""

    seed: int
    state: State
    zone: str = "hand"
    ability: str = ""
    spell: str = "Spell"


_LANDS = [
    card("Plains", "basic land Plains"),
    card("Swamp", "basic land Swamp"),
    card("Forest", "basic land Forest"),
    card("Dual", "land", mana("{T}", "{W} | {U}")),
    card("Tomb", "land", mana("{T}", "{C}{C}", damage=2)),
    card("Confluence", "land", mana("{T}, Pay 1 life", "any of {W}{B}{G}")),
]
_CREATURES = [
    card("Elf", "creature Elf", mana("{T}", "{G}"), cost="{G}", power="1", toughness="1"),
    card("Bear", "creature Bear", cost="{1}{G}", power="2", toughness="2"),
    card("Knight", "creature Knight", cost="{W}", power="2", toughness="2"),
    card("Guildmage", "creature Wizard", cost="{W/B}", power="2", toughness="2"),
    card("Spawn", "creature Spawn", mana("Sacrifice this", "{C}"), power="0", toughness="1"),
]
_ARTIFACTS = [
    card("Ring", "artifact", mana("{T}", "{C}{C}"), cost="{1}"),
    card("Treasure", "artifact Treasure", mana("{T}, Sacrifice this", "any of {W}{B}")),
    card("Golem", "artifact creature Golem", cost="{3}", power="3", toughness="3"),
    card("Signet", "artifact", mana("{1}, {T}", "{W}{B}"), cost="{2}"),
    card("Pearl", "artifact", mana("Remove 1 charge counter", "any of {W}{G}"), cost="{2}"),
    card("Relic", "artifact", cost="{2}"),
]
_OUTLETS = [
    card("Altar", "artifact", mana("Sacrifice creature", "any of {B}{G}"), cost="{3}"),
    card("Drum", "artifact", mana("{T}, Tap untapped creature", "any of {W}{U}"), cost="{1}"),
]
_TOKENS = {"Treasure", "Spawn"}
_PARTS = [
    "Sacrifice creature",
    "Sacrifice artifact",
    "Sacrifice land",
    "Sacrifice creature | artifact",
    "Sacrifice 2 permanent",
    "Discard card",
    "Discard 2 card",
    "Exile card from graveyard",
    "Exile 2 card from graveyard",
    "Exile card white from hand",
    "Exile artifact",
    "Return land",
    "Return 2 permanent",
    "Tap untapped creature",
    "Tap 2 untapped creature | artifact",
    "Remove 1 charge counter from artifact",
    "Pay 2 life",
    "Pay 2 energy",
    "Pay 1 energy",
]
_SYMBOLS = ["{1}", "{1}", "{2}", "{2}", "{W}", "{B}", "{G}", "{C}", "{W/B}", "{2/W}", "{G/P}", "{X}"]
_SPELL = Filter.parse("spell")
_COLORED_OFF = CostChange(applies_to=_SPELL, less=ManaCost.parse("{B}{B}"), only_colored=True)
_HALF_OFF = CostChange(applies_to=_SPELL, less=ManaCost.parse("{W/B}"))
_EFFECTS: list[Ability] = [
    CostChange(applies_to=_SPELL, less=ManaCost(1)),
    CostChange(applies_to=_SPELL, less=ManaCost(2), minimum=1),
    CostChange(applies_to=_SPELL, less=ManaCost.parse("{W}")),
    _COLORED_OFF,
    _HALF_OFF,
    CostChange(applies_to=_SPELL, less=ManaCost(1), up_to=True),
    CostChange(applies_to=_SPELL, who="any", more=ManaCost(1)),
    CostChange(applies_to=_SPELL, who="any", floor=3),
    CostChange(applies_to=_SPELL, more_life=1),
    CostChange(applies_to=_SPELL, less=ManaCost(2), targets=Filter.parse("creature")),
    AlternativeCost(keyword="free", applies_to=_SPELL),
    AlternativeCost(keyword="Suns", cost=Cost.parse("{W}{B}{G}"), zone=Zone.ANY, applies_to=_SPELL),
    OptionalCost(keyword="Defiler", cost=Cost.parse("Pay 2 life"), applies_to=_SPELL, less=ManaCost(1)),
    LifeForMana(mana=Mana.parse("{B}")),
    HelpToPay(help=Help.CONVOKE, applies_to=_SPELL),
    HelpToPay(help=Help.IMPROVISE, applies_to=_SPELL),
    CostChange(applies_to=Filter.parse("permanent you"), kind=CostKind.ABILITY, less=ManaCost(1), minimum=1),
]
_ABILITIES = [
    "{1}",
    "{2}",
    "{1}, {T}",
    "{W}, Sacrifice this",
    "{2}, Sacrifice creature other",
    "{1}, Discard card",
    "{1}, Remove 1 charge counter",
    "{X}, Pay 1 life",
    "{1}, Tap untapped creature",
    "{B}, {T}, Sacrifice artifact",
]


def sample_costs(seed: int) -> CostSample:
    """The board of a seed."""
    rng = random.Random(seed)
    while True:
        sample = _sample(rng, seed)
        if not _is_in_dispute(sample):
            return sample


def _sample(rng: random.Random, seed: int) -> CostSample:
    mine = [_with_status(rng, one) for one in _cards(rng)]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        mine.append(permanent(card("Effect", "enchantment", rng.choice(_EFFECTS), cost="{2}{W}")))
    hand = [rng.choice(_HAND) for _ in range(rng.choice([0, 0, 1, 2]))]
    grave = [spell("{3}", name=rng.choice(["Dead", "Dead", "Gone"])) for _ in range(rng.choice([0, 1, 2, 3]))]
    pool = "".join(rng.choice("WUBGC") for _ in range(rng.choice([0, 0, 0, 0, 1, 2])))
    fields = {"pool": pool, "life": rng.choice([20, 20, 6, 3, 2]), "energy": rng.choice([0, 2, 3])}
    if rng.random() < 0.2:
        named, ability = _source(rng)
        state = board(*_as_tokens(named.card, mine), named, hand=hand, graveyard=grave, **fields)
        return CostSample(seed, state, ability=ability)
    what, zone = _spell(rng)
    mine = _as_tokens(what, mine)
    if zone == "graveyard":
        return CostSample(seed, board(*mine, hand=hand, graveyard=[*grave, what], **fields), zone)
    if zone == "command":
        commander = CardInZone(card=what, id=5000, commander=True, casts=rng.choice([0, 1, 2]))
        return CostSample(seed, board(*mine, hand=hand, graveyard=grave, command=(commander,), **fields), zone)
    return CostSample(seed, board(*mine, hand=[what, *hand], graveyard=grave, **fields))


_HAND = [spell("{3}", name="Blank"), spell("{3}", name="Blank"), spell("{W}", name="White")]


def _as_tokens(what: Card, mine: list[Permanent]) -> list[Permanent]:
    """Tokens, where something looks at the zone that they would be cards in once they are given up."""
    told = _told(what, mine=mine)
    uses_zone = "DELVE" in told or "Verb.EXILE_FROM_GRAVEYARD" in told or "Verb.RETURN" in told
    return [replace(p, token=True) for p in mine] if uses_zone else mine


def _is_in_dispute(sample: CostSample) -> bool:
    """Whether it may have one of the known disagreements that `test_agreement_costs` names."""
    you = sample.state.you
    cards = [c.card for zone in ("hand", "graveyard", "command") for c in you.zone(zone) if c.card.name == "Spell"]
    told = _told(*cards, mine=list(you.battlefield))
    return "Verb.DISCARD" in told and ("DELVE" in told or "Verb.EXILE_FROM_GRAVEYARD" in told)


def _told(*cards: Card, mine: list[Permanent]) -> str:
    return str([[card.front for card in cards], [p.face for p in mine]])


def _cards(rng: random.Random) -> list[Card]:
    count = rng.choice([2, 3, 3, 4, 4, 5])
    cards: list[Card] = []
    while len(cards) < count:
        kind = rng.choice([_LANDS, _LANDS, _CREATURES, _CREATURES, _ARTIFACTS])
        if len(cards) == 1 and rng.random() < 0.15:
            kind = _OUTLETS
        cards += [rng.choice(kind)] * min(rng.choice([1, 1, 1, 2]), count - len(cards))
    return cards


def _with_status(rng: random.Random, one: Card) -> Permanent:
    """Its status; counters on artifacts, and tokens where what is given up for mana would be a card elsewhere."""
    status: dict[str, object] = {"token": one.name in _TOKENS, "tapped": rng.random() < 0.08}
    if "creature" in one.front.types:
        status["summoning_sick"] = rng.random() < 0.15
    if one.name in ("Pearl", "Relic"):
        status["counters"] = (("charge", rng.randint(1, 2)),)
    return replace(permanent(one), **status)  # type: ignore[arg-type]


def _spell(rng: random.Random) -> tuple[Card, str]:
    """A spell and the zone it is cast from."""
    symbols = [rng.choice(_SYMBOLS) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
    has_x = "{X}" in symbols
    cost = "".join(symbol for at, symbol in enumerate(symbols) if symbol != "{X}" or at == symbols.index("{X}"))
    abilities: list[Ability] = []
    zone = rng.choice(["hand"] * 8 + ["graveyard", "command"])
    if zone == "graveyard":
        abilities.append(rng.choice(_FROM_GRAVEYARD))
    elif rng.random() < 0.25:
        abilities.append(rng.choice(_ALTERNATIVES))
    helps = rng.sample([Help.CONVOKE, Help.DELVE, Help.IMPROVISE], rng.choice([0, 0, 0, 1, 1, 1, 2]))
    if rng.random() < 0.45:
        number = rng.choice([1, 1, 2])
        abilities.append(AdditionalCost(one_of=tuple(Cost.parse(part) for part in rng.sample(_PARTS, number))))
    if rng.random() < 0.3:
        abilities.append(rng.choice(_OPTIONAL))
    if rng.random() < 0.25 and not has_x:
        abilities.append(kicker(rng.choice(["{1}", "{W}", "Sacrifice creature", "{1}, Pay 1 life", "{X}"])))
    abilities += [HelpToPay(help=one) for one in helps]
    if helps and rng.random() < 0.6:
        cost += "{2}"
    if rng.random() < 0.2:
        abilities.append(rng.choice(_OWN_CHANGES))
    if rng.random() < 0.3:
        abilities.append(
            SpellTargets(needs=(Filter.parse(rng.choice(["creature", "permanent", "artifact | player"])),))
        )
    return spell(cost, *abilities, types=rng.choice(["instant", "artifact", "creature Bear"])), zone


_FROM_GRAVEYARD = [
    AlternativeCost(keyword="flashback", cost=Cost.parse("{1}{B}"), zone=Zone.GRAVEYARD),
    AlternativeCost(keyword="flashback", cost=Cost.parse("{W}, Pay 2 life"), zone=Zone.GRAVEYARD),
    AlternativeCost(keyword="escape", cost=Cost.parse("{1}, Exile 2 card other from graveyard"), zone=Zone.GRAVEYARD),
    AlternativeCost(keyword="jump-start", cost=Cost.parse("Discard card"), zone=Zone.GRAVEYARD, on_top=True),
]
_ALTERNATIVES = [
    AlternativeCost(keyword="evoke", cost=Cost.parse("{1}{W}"), zone=Zone.ANY),
    AlternativeCost(keyword="overload", cost=Cost.parse("{X}{G}"), zone=Zone.ANY),
    AlternativeCost(keyword="Spell", cost=Cost.parse("Exile card white from hand, Pay 1 life"), zone=Zone.ANY),
    AlternativeCost(keyword="Spell", cost=Cost.parse("Sacrifice 2 creature"), zone=Zone.ANY),
    AlternativeCost(keyword="dash", cost=Cost.parse("{W/B}{1}"), zone=Zone.ANY),
]
_OPTIONAL = [
    OptionalCost(keyword="buyback", cost=Cost.parse("{1}")),
    OptionalCost(keyword="buyback", cost=Cost.parse("Sacrifice land")),
    OptionalCost(keyword="replicate", cost=Cost.parse("{W}"), times=None),
    OptionalCost(keyword="bargain", cost=Cost.parse("Sacrifice artifact | enchantment | token")),
    OptionalCost(keyword="casualty", cost=Cost.parse("Sacrifice creature power>=2")),
    OptionalCost(keyword="additional cost", cost=Cost.parse("Discard card")),
    OptionalCost(keyword="squad", cost=Cost.parse("{2}"), times=None),
]
_OWN_CHANGES: list[Ability] = [
    less("{1}", times=Amount.parse("count(artifact you)")),
    less("{1}", times=Amount.parse("count(creature you)")),
    less("{2}", targets=Filter.parse("creature tapped")),
    less("{G}"),
    less("{3}", minimum=1),
]


def _source(rng: random.Random) -> tuple[Permanent, str]:
    """A permanent with an ability that is paid for, and its cost."""
    cost = rng.choice(_ABILITIES)
    own = [mana("{T}", rng.choice(["{C}", "{W} | {B}"]))] if rng.random() < 0.5 else []
    types = rng.choice(["land", "artifact", "creature Bear"])
    named = card("Spell", types, *own, ActivatedAbility(cost=Cost.parse(cost)), cost="{2}", power="1", toughness="1")
    counters = (("charge", rng.randint(1, 2)),) if "counter" in cost else ()
    return permanent(named, counters=counters), str(Cost.parse(cost))
