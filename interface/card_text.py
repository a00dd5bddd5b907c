"""A card as people see it: characteristics, then each ability in its text form."""

from __future__ import annotations

from collections.abc import Iterator

from castable.model.ability import ManaAbility, Unread
from castable.model.card import Card
from castable.model.data import ability_to_data
from castable.text import wrapped

__all__ = ["bearing", "card_line", "card_lines", "mana_ability_text"]


def card_lines(card: Card) -> Iterator[str]:
    """How castable reads a card: characteristics, then each ability in its text form."""
    for face in card.faces:
        cost = f"  {face.mana_cost}" if face.mana_cost is not None else ""
        yield f"{face.name}{cost}"
        size = f"  {face.power}/{face.toughness}" if face.power else f"  loyalty {face.loyalty}" if face.loyalty else ""
        yield f"  {face.type_line}{size}"
        for ability in face.mana_abilities:
            yield from wrapped(f"mana ability  {mana_ability_text(ability)}", "  ")
        for other in face.abilities:
            if isinstance(other, Unread):
                yield from wrapped(f"unread, {bearing(other)}:  {other.text}", "  ")
            elif not isinstance(other, ManaAbility):
                data = ability_to_data(other)
                kind = data.pop("kind").replace("-", " ")
                text = ", ".join(f"{name} {_field(value)}" for name, value in data.items())
                yield from wrapped(f"{kind}  {text}", "  ")


def mana_ability_text(ability: ManaAbility) -> str:
    """Cost, what it adds, and its other fields."""
    data = ability_to_data(ability)
    del data["kind"], data["cost"], data["adds"]
    rest = "".join(f"; {name} {_field(value)}" for name, value in data.items())
    return f"{ability.cost}: {ability.adds}{rest}"


def _field(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def card_line(card: Card) -> str:
    """A card in one line: name, mana costs, type line of its front."""
    costs = [str(face.mana_cost) for face in card.faces if face.mana_cost is not None]
    return "  ".join([card.name, " // ".join(costs), card.front.type_line]).replace("    ", "  ")


def bearing(unread: Unread) -> str:
    """What an unread text bears on, in words."""
    if unread.may_bear_on_payment:
        return "may bear on payment"
    return "may bear on casting" if unread.may_bear_on_casting else "of no bearing"
