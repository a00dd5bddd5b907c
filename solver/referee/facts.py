"""What is true of a spell or ability while it is paid for beyond its characteristics: words of filters (CR 601.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from castable.model.ability import ActivatedAbility, ManaAbility
from castable.model.card import Face
from castable.model.evaluate import View, matches
from castable.model.filter import Filter, Term
from castable.model.payment import Choices
from castable.model.state import CardInZone
from castable.model.view import Thing

__all__ = ["ability_facts", "announced", "as_cast", "meets", "spell_facts"]


def spell_facts(face: Face, card: CardInZone, choices: Choices) -> dict[str, bool]:
    """Words that are known to be true or false of a spell that is cast with these choices."""
    return {
        "kicked": bool(choices.kicked),
        "commander": card.commander,
        "hasx": bool(face.mana_cost and face.mana_cost.variables),
        "handcast": choices.zone == "hand",
        "nothandcast": choices.zone != "hand",
        "graveyardcast": choices.zone == "graveyard",
        "exilecast": choices.zone == "exile",
        "commandcast": choices.zone == "command",
        "flashbackcast": choices.alternative == "flashback",
        "spell": True,
    }


def ability_facts(ability: ActivatedAbility | ManaAbility) -> dict[str, bool]:
    """Words that are known to be true or false of an ability that is activated."""
    keyword = ability.keyword if isinstance(ability, ActivatedAbility) else ""
    return {
        "equip": keyword == "equip",
        "cycling": keyword.endswith("cycling"),
        "manaability": isinstance(ability, ManaAbility),
        f"ability({keyword})": True,
        "ability(loyalty)": isinstance(ability, ActivatedAbility) and ability.is_loyalty,
    }


def announced(choices: Choices) -> frozenset[str]:
    """The keywords of the costs that are announced, alternative or optional ones."""
    found = {choices.alternative, *(name for name, _ in choices.optional)} - {""}
    return frozenset(found | ({"kicker", "kicked"} if choices.kicked else set()))


def as_cast(face: Face, choices: Choices) -> Face:
    """The face with its mana value on the stack, where X counts (CR 202.3e)."""
    if face.mana_cost is None or choices.x is None:
        return face
    return replace(face, mana_cost=face.mana_cost.with_x(choices.x))


def meets(wanted: Filter, thing: Thing, view: View, facts: Mapping[str, bool], side: str = "you") -> bool:
    """As `matches`, for something of which `facts` are known besides."""

    def holds(term: Term) -> bool:
        if term.word in facts or term.word.startswith("ability("):
            return facts.get(term.word, False) is not term.negated
        return matches(Filter(((term,),)), thing, view, side)

    return any(all(map(holds, terms)) for terms in wanted.any_of)
