"""Compare the reader with an answer key of mana abilities: `check_key.py KEY CARDS`.

A contradiction is an ability of the key that no compiled ability of the card agrees with: on tap or untap, on the mana
part of the cost, on the types made and, where both are plain numbers, on the amount (the key says 1 where it counts
each symbol by itself). Cards with a mana ability that
stayed unread are counted apart. Ends with status 1 when there is a contradiction.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from castable.model.ability import Ability, ActivatedAbility, Grant, ManaAbility
from castable.model.card import Card
from castable.model.oracle import card_from_mtgjson
from castable.model.production import Origin
from castable.model.symbol import ManaCost

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.corpus.cardfile import adds_mana, load

__all__ = ["contradictions"]


def _own(abilities: tuple[Ability, ...]) -> Iterator[ManaAbility]:
    """Mana abilities, and abilities with a target or a loyalty cost that add mana, which the key lists too."""
    for ability in abilities:
        if isinstance(ability, ManaAbility):
            yield ability
        elif isinstance(ability, ActivatedAbility) and ability.adds:
            yield ManaAbility(cost=ability.cost, adds=ability.adds)
        elif isinstance(ability, Grant) and str(ability.to) == "this":
            yield from _own(ability.abilities)


def _mana(words: str) -> ManaCost | None:
    """`1 U WB` of the key: symbols with blanks between them, two letters a hybrid."""
    symbols = [f"{{{'/'.join(part) if len(part) == 2 and not part.isdigit() else part}}}" for part in words.split()]
    return ManaCost.parse("".join(symbols)) if symbols else None


def _agrees(wanted: dict[str, Any], ability: ManaAbility) -> bool:
    if (ability.cost.taps, ability.cost.untaps) != (wanted["taps"], wanted["untaps"]):
        return False
    if ability.cost.mana != _mana(wanted["mana"]) or (ability.restriction is not None) != wanted["restricted"]:
        return False
    productions = [ability.adds] + ([ability.instead] if ability.instead else [])
    additions = [addition for production in productions for addition in production.additions]
    listed = {t.value for addition in additions for t in addition.types.listed}
    read_from_game = any(addition.types.origin is not Origin.LISTED for addition in additions)
    if wanted["types"] is not None and not read_from_game and not set(wanted["types"]) <= listed:
        return False
    if re.fullmatch(r"\d+", str(wanted["amount"] or "")) and all(a.amount.is_fixed for a in additions):
        amounts = {a.amount.plus for a in additions}
        amounts |= {sum(a.amount.plus for a in choice) for p in productions for choice in p.choices}
        return wanted["amount"] in ("1", 1) or int(wanted["amount"]) in amounts
    return True


def _unread(card: Card) -> bool:
    return any(adds_mana(u.text) and u.may_bear_on_payment for face in card.faces for u in face.unread)


def contradictions(key: Path, cards: Path) -> tuple[list[str], int, int]:
    """The contradictions in words, how many cards agree, and how many have a mana ability that stayed unread."""
    records = load(cards)
    found, agree, unread = list[str](), 0, 0
    for line in key.read_text().splitlines():
        entry = json.loads(line)
        sides = records.get(entry["name"]) or next(
            (r for r in records.values() if any(side.get("faceName") == entry["name"] for side in r)), None
        )
        if sides is None:
            continue
        card = card_from_mtgjson(sides)
        abilities = [a for face in card.faces for a in (*face.mana_abilities, *_own(face.abilities))]
        wrong = [w for w in entry["abilities"] if not any(_agrees(w, a) for a in abilities)]
        if wrong and _unread(card):
            unread += 1
        elif wrong:
            found.append(f"{entry['name']}: {wrong}")
        else:
            agree += 1
    return found, agree, unread


if __name__ == "__main__":
    wrong, agree, unread = contradictions(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(f"{agree} cards agree, {unread} unread, {len(wrong)} contradictions\n")
    sys.exit(bool(wrong))
