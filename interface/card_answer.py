"""The answer to the question `card`: how castable reads a card, as plain data."""

from __future__ import annotations

from typing import Any

from castable.model.ability import Ability, AdditionalCost, AlternativeCost, CostChange, ManaAbility, OptionalCost
from castable.model.card import Card
from castable.model.carddata import card_to_data
from castable.model.data import ability_to_data
from castable.model.production import Origin

__all__ = ["card_answer"]


def card_answer(card: Card) -> dict[str, Any]:
    """How castable reads a card: per face what bears on paying, and the structured data in full."""
    faces = []
    for data, face in zip(card_to_data(card).get("face", [card_to_data(card)]), card.faces, strict=True):
        faces.append(
            {
                "name": face.name,
                "mana_cost": str(face.mana_cost) if face.mana_cost is not None else None,
                "types": face.type_line,
                "mana_abilities": [_mana_ability(ability) for ability in face.mana_abilities],
                "kickers": [
                    {"cost": str(kicker.cost), "multi": kicker.times is None}
                    for kicker in face.of(OptionalCost)
                    if kicker.is_kicker
                ],
                "other_costs": [ability_to_data(ability) for ability in face.abilities if _is_other_cost(ability)],
                "cost_changes": [ability_to_data(change) for change in face.of(CostChange)],
                "unread": [
                    {"text": text.text, "may_bear_on_payment": text.may_bear_on_payment} for text in face.unread
                ],
                "data": data,
            }
        )
    return {"name": card.name, "faces": faces}


def _is_other_cost(ability: Ability) -> bool:
    """A cost to pay for the spell besides or instead of its mana cost, kickers aside."""
    if isinstance(ability, OptionalCost):
        return not ability.is_kicker
    return isinstance(ability, AdditionalCost | AlternativeCost)


def _mana_ability(ability: ManaAbility) -> dict[str, Any]:
    additions = ability.adds.additions
    listed = all(addition.types.origin is Origin.LISTED for addition in additions)
    data: dict[str, Any] = {"cost": str(ability.cost), "text": str(ability.adds)}
    if listed:
        data["types"] = sorted({t.value for addition in additions for t in addition.types.listed}, key="WUBRGC".index)
    if listed and all(addition.amount.is_fixed and len(addition.types.listed) == 1 for addition in additions):
        data["adds"] = [
            "".join(addition.types.listed[0].symbol * addition.amount.plus for addition in choice)
            for choice in ability.adds.choices
        ]
    amounts = {"+".join(str(addition.amount) for addition in choice) for choice in ability.adds.choices}
    data["amount"] = amounts.pop() if len(amounts) == 1 else sorted(amounts)
    if ability.restriction is not None:
        data["restriction"] = str(ability.restriction)
    return data
