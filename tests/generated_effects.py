"""Random small boards with effects on mana, from a seed: for comparing the solver with the brute force.

One to four sources with one to three effects among and around them: mana replaced, multiplied or added by triggers,
spending limits, mana spent as though of other types, lands that make what others could produce, {Q}, fresh creatures,
land types set and added, abilities and haste given by permanents that may be sacrificed.
"""

from __future__ import annotations

import random
from dataclasses import replace

from generated_boards import Sample
from hand_built import board, card, kicker, mana, permanent, spell

from castable.model.ability import (
    Ability,
    Grant,
    Keyword,
    LandTypes,
    ProductionReplacement,
    SpendAs,
    TriggeredManaAbility,
)
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.filter import Filter
from castable.model.mana import Mana, Restriction
from castable.model.production import Addition, Production
from castable.model.state import Permanent

__all__ = ["EFFECTS", "SOURCES", "sample_effects"]


def _replacing(watches: str, **fields: object) -> ProductionReplacement:
    return ProductionReplacement(watches=Filter.parse(watches), **fields)  # type: ignore[arg-type]


def _trigger(watches: str, adds: str, **fields: object) -> TriggeredManaAbility:
    return TriggeredManaAbility(watches=Filter.parse(watches), adds=Production.parse(adds), **fields)  # type: ignore[arg-type]


def _only(limit: str) -> Restriction:
    return Restriction.parse(limit)


def _enchantment(name: str, *abilities: Ability) -> Card:
    return card(name, "enchantment", *abilities, cost="{2}{G}")


_HASTE = Grant(to=Filter.parse("creature you other"), abilities=(Keyword(name="haste"),))
_ANY = Production.parse("any color")
_KINDS = {
    "plain": [
        card("Plains", "basic land Plains"),
        card("Forest", "basic land Forest"),
        card("Snow Swamp", "basic snow land Swamp"),
        card("Dual", "land Forest Island"),
        card("Wastes", "basic land", mana("{T}", "{C}")),
        card("Brass", "land", mana("{T}", "any of {W}{U}{B}")),
        card("Elf", "creature Elf", mana("{T}", "{G}"), power="1", toughness="1"),
        card("Ring", "artifact", mana("{T}", "{C}{C}")),
        card("Treasure", "artifact Treasure", mana("{T}, Sacrifice this", "any of {W}{U}")),
        card("Spawn", "creature Spawn", mana("Sacrifice this", "{C}"), power="0", toughness="1"),
        card("Altar", "artifact", mana("Sacrifice creature", "any of {B}{G}")),
        card("Drum", "artifact", mana("{T}, Tap untapped creature", "any of {W}{U}")),
        card("Bear", "creature Bear", power="2", toughness="2"),
        card("Signet", "artifact", mana("{1}, {T}", "{W}{B}")),
        card("Vein", "land", mana("{T}", "{C}"), mana("{T}, Sacrifice this", "{C}{C}")),
    ],
    "limited": [
        card("Ziggurat", "land", mana("{T}", "any of {W}{G}", restriction=_only("only cast creature"))),
        card(
            "Cavern", "land", mana("{T}", "{C}"), mana("{T}", "{U}", restriction=_only("only cast creature chosentype"))
        ),
        card("Workshop", "land", mana("{T}", "{C}{C}", restriction=_only("only cast artifact"))),
        card("Flasks", "artifact", mana("{T}", "any of {W}{G}", restriction=_only("only cast kicked"))),
        card("Tower", "land", mana("{T}", "{C}{C}", restriction=_only("never cast !creature"))),
        card("Soldier", "artifact", mana("{T}", "{C}{C}", restriction=_only("only activate any"))),
        card(
            "Battery", "artifact", mana("{T}", "{C}{C}", restriction=_only("only activate artifact or cast artifact"))
        ),
        card(
            "Rosheen",
            "creature Giant",
            mana("{T}", "{C}{C}", restriction=_only("only pay hasx")),
            power="4",
            toughness="4",
        ),
        card("Channel", "artifact", mana("{1}", "{G}", restriction=_only("only cast creature"), limit=2)),
    ],
    "borrowing": [
        card("Pool", "land", mana("{T}", "type produced by(land you)")),
        card("Orchard", "land", mana("{T}", "color produced by(land opponent)")),
        card("Stone", "artifact", mana("{T}", "color produced by(land opponent)")),
    ],
    "untapping": [
        card("Pala", "artifact creature", mana("{2}, {Q}", "any of {W}{U}"), power="1", toughness="1"),
        card("Devoted", "creature", mana("{T}", "{G}"), mana("{1}, {Q}", "{C}"), power="1", toughness="1"),
        card("Restless", "creature Elf", mana("{T}", "{G}"), mana("{Q}", "{W}", limit=1), power="1", toughness="1"),
        card("Bled", "creature", mana("{T}", "{U}", damage=1), mana("{Q}, Pay 1 life", "{C}"), power="1"),
        card("Spent", "creature", mana("{T}", "{B}"), mana("{1}, {Q}, Sacrifice this", "{U}{U}"), power="1"),
        card("Twist", "artifact", mana("{Q}, {T}", "{R}", limit=1)),
        card("Gainer", "creature", mana("{T}", "{G}{G}"), mana("{1}, {Q}", "{U}"), power="1", toughness="1"),
        card("Hasty", "creature", Keyword(name="haste"), mana("{T}", "{R}"), power="1", toughness="1"),
    ],
    "doubling": [card("Cube", "artifact", mana("{3}, {T}", "unspent mana"))],
}
EFFECTS = {
    "reflection": _enchantment("Reflection", _replacing("permanent", who="you", factor=2)),
    "contamination": _enchantment("Contamination", _replacing("land", instead=Production.parse("{B}"))),
    "sphere": card("Sphere", "artifact", _replacing("land", instead=Production.parse("{C}"), if_more_than=1)),
    "pulse": _enchantment("Pulse", _replacing("land basic you", instead=_ANY, keep_amount=True)),
    "dwelling": _enchantment(
        "Dwelling", _replacing("Plains", instead=Production.parse("{C}"), keep_amount=True, made=Mana.parse("{W}"))
    ),
    "more": _enchantment("More", _replacing("creature", plus=Addition.parse("{G}")[0])),
    "flare": _enchantment("Flare", _trigger("land", "type that was produced")),
    "echo": _enchantment("Echo", _trigger("permanent", "color that was produced", who="you")),
    "bloom": _enchantment("Bloom", _trigger("Forest", "{G}")),
    "gauntlet": card("Gauntlet", "artifact", _trigger("land basic", "chosen color", made_chosen_color=True)),
    "growth": card("Growth", "enchantment Aura", _trigger("land enchanted", "{G}")),
    "made": _enchantment("Made", _trigger("permanent", "{R}", made=Mana.parse("{G}"), who="you")),
    "gift": _enchantment("Gift", _trigger("creature", "any of {U}{R}", restriction=_only("only cast creature"))),
    "orrery": card("Orrery", "artifact", SpendAs()),
    "lantern": card("Lantern", "artifact", SpendAs(any_type=True)),
    "dawn": _enchantment("Dawn", SpendAs(mana=Mana.parse("{G}"), as_mana=Mana.parse("{U}"))),
    "mask": _enchantment("Mask", SpendAs(applies_to=Filter.parse("creature"))),
    "moon": _enchantment("Moon", LandTypes(of=Filter.parse("land !basic"), types=("Mountain",))),
    "tomb": _enchantment("Tomb", LandTypes(of=Filter.parse("land"), types=("Swamp",), also=True)),
    "rite": _enchantment("Rite", Grant(to=Filter.parse("creature you"), abilities=(mana("{T}", "any of {G}{U}"),))),
    "badge": card("Badge", "artifact creature", _HASTE, power="1", toughness="1"),
    "vigil": _enchantment("Vigil", SpendAs(condition=Condition.parse("count(creature you) >= 1"))),
}
_THEIRS = ("moon", "tomb", "contamination", "sphere", "flare", "bloom", "reflection", "pulse", "more", "echo")
_LANDS = ("Plains", "Forest", "Dual", "Wastes", "Brass", "Orchard", "Pool")
_SYMBOLS = ["{1}", "{1}", "{2}", "{2}", "{W}", "{U}", "{B}", "{G}", "{C}", "{S}", "{W/U}", "{G/P}", "{X}"]
_KICKERS: list[tuple[Ability, ...]] = [(), (), (kicker("{1}"),), (kicker("{G}"), kicker("{1}{U}"))]
SOURCES = {one.name: one for kind in _KINDS.values() for one in kind}


def sample_effects(seed: int) -> Sample:
    """The board of a seed."""
    rng = random.Random(seed)
    count = rng.choice([1, 2, 2, 3, 3, 4])
    kinds = ["plain", "plain", "plain", *rng.sample(sorted(_KINDS), 2)]
    cards = [rng.choice(_KINDS["untapping"])] if rng.random() < 0.25 else list[Card]()
    while len(cards) < count:
        one = rng.choice(_KINDS[rng.choice(kinds)])
        cards += [one] * min(rng.choice([1, 1, 2]), count - len(cards))
    mine = [_with_status(rng, one) for one in cards]
    names = rng.sample(sorted(EFFECTS), rng.choice([0, 1, 1, 1, 2, 2, 3]))
    theirs = [EFFECTS[name] for name in names if name in _THEIRS and rng.random() < 0.25]
    theirs += [SOURCES[name] for name in rng.sample(_LANDS, rng.choice([0, 0, 1, 2]))]
    mine += [_effect(rng, EFFECTS[name], mine) for name in names if EFFECTS[name] not in theirs]
    symbols = [rng.choice(_SYMBOLS) for _ in range(rng.choice([1, 2, 2, 3, 3, 4]))]
    cost = "".join(symbol for at, symbol in enumerate(symbols) if symbol != "{X}" or at == symbols.index("{X}"))
    kickers = rng.choice(_KICKERS) if "{X}" not in cost else ()
    pool = "".join(rng.choice("WUBGC") for _ in range(rng.choice([0, 0, 0, 0, 1, 2])))
    types = rng.choice(["instant", "creature Elf", "creature Bear", "artifact"])
    state = board(*mine, hand=[spell(cost, *kickers, types=types)], opponent=theirs, pool=pool)
    return Sample(seed, state)


def _with_status(rng: random.Random, one: Card) -> Permanent:
    untaps = any(ability.cost.untaps for ability in one.front.mana_abilities)
    status: dict[str, object] = {"tapped": rng.random() < (0.6 if untaps else 0.06)}
    if untaps and rng.random() < 0.1:
        status["counters"] = (("stun", rng.choice([1, 2])),)
    status["summoning_sick"] = "creature" in one.front.types and rng.random() < 0.2
    if one.name == "Cavern":
        status["chosen"] = (("type", rng.choice(["Elf", "Bear"])),)
    return replace(permanent(one), **status)  # type: ignore[arg-type]


def _effect(rng: random.Random, one: Card, mine: list[Permanent]) -> Permanent:
    """The effect on your side; an Aura goes on a land of yours."""
    if one.name == "Gauntlet":
        return permanent(one, chosen=(("color", rng.choice("WBG")),))
    if one.name == "Growth":
        lands = [at for at, p in enumerate(mine) if p.face.is_land]
        if lands:
            at = rng.choice(lands)
            mine[at] = replace(mine[at], ref="host")
            return permanent(one, attached_to="host")
    return permanent(one)
