"""Every card of a card file that changes what permanents are, on a small board: is its text read, does it apply?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from castable.model.card import Card
from castable.model.effects import with_effects
from castable.model.effects.effect import Static
from castable.model.errors import Unsupported
from castable.model.oracle import card_from_mtgjson
from castable.text_kinds import KINDS, Paragraph
from tests.corpus.cardfile import faces
from tests.hand_built import board, card, mana, permanent

Records = dict[str, list[dict[str, Any]]]
_HOST = card("Host", "artifact creature land Forest", mana("{T}", "{C}"), cost="{G}", power="1", toughness="1")


def _is_understood(what: Card, title: str) -> bool:
    """Whether nothing of the card is left unread that may bear on a payment, and its effects apply."""
    if any(unread.may_bear_on_payment for face in what.faces for unread in face.unread):
        return False
    chosen = (("color", "G"), ("name", "Host"), ("type", "Swamp" if title == "land types changed" else "Elf"))
    source = permanent(what, attached_to="Host", chosen=chosen)
    state = board(permanent(_HOST), source, "Forest; Grizzly Bears; City of Brass; Sol Ring", graveyard=[what])
    state = state.with_you(library_top=state.you.graveyard)
    for face in what.faces:
        mine = replace(state.you.battlefield[1], face_name=face.name)
        try:
            once = with_effects(state.with_permanent(mine))
        except Unsupported:
            return False
        assert with_effects(once) == once, what.name
    return True


@pytest.mark.parametrize("title", ["granted mana abilities", "land types changed"])
def test_at_least_nine_of_ten(records: Records, title: str) -> None:
    """Of the cards with these kinds of text, found without the reader."""
    kind = next(kind for kind in KINDS if kind.title == title)
    names = {
        name
        for name, record in faces(records)
        for text in (record.get("text") or "").split("\n")
        if kind.found_in(Paragraph(text, record.get("faceName") or record["name"]))
    }
    missing = sorted(name for name in names if not _is_understood(card_from_mtgjson(records[name]), title))
    assert names
    assert len(missing) <= 0.1 * len(names), missing


def test_every_effect_applies_or_says_why_not(records: Records) -> None:
    """No effect of the file does worse than `Unsupported`, and doing it twice changes nothing."""
    found = 0
    for name, sides in records.items():
        what = card_from_mtgjson(sides)
        if any(isinstance(ability, Static) for face in what.faces for ability in face.abilities):
            found += 1
            _is_understood(what, name)
    assert found > 500
