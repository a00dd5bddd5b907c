"""A few cards built by hand, for tests of boards."""

from __future__ import annotations

from collections.abc import Iterable

from castable.model.card import Card, Face, Layout
from castable.model.errors import UnknownCard
from castable.model.symbol import ManaCost


def face(name: str, types: str, cost: str = "", power: str = "", subtypes: str = "") -> Face:
    words = types.split()
    return Face(
        name=name,
        mana_cost=ManaCost.parse(cost) if cost else None,
        supertypes=frozenset(w for w in words if w in ("basic", "snow", "legendary")),
        types=frozenset(w for w in words if w not in ("basic", "snow", "legendary")),
        subtypes=frozenset(subtypes.split()),
        power=power,
        toughness=power,
    )


def card(*faces: Face, layout: Layout = Layout.NORMAL, token: bool = False) -> Card:
    return Card(name=" // ".join(f.name for f in faces), faces=faces, layout=layout, is_token=token)


class FewCards:
    """A card source of the cards given; finds them by full name or by the name of a face, whatever the case."""

    def __init__(self, *cards: Card) -> None:
        self.cards = cards

    def find(self, name: str) -> Card:
        for found in self.cards:
            if name.casefold() == found.name.casefold() or found.face(name):
                return found
        raise UnknownCard(f"no card is called {name!r}")

    def names(self) -> Iterable[str]:
        return [found.name for found in self.cards]


CARDS = FewCards(
    card(face("Forest", "basic land", subtypes="Forest")),
    card(face("Island", "basic land", subtypes="Island")),
    card(face("Snow-Covered Forest", "basic snow land", subtypes="Forest")),
    card(face("Karakas", "legendary land")),
    card(face("Llanowar Elves", "creature", "{G}", "1", "Elf Druid")),
    card(face("Grizzly Bears", "creature", "{1}{G}", "2", "Bear")),
    card(face("Isamaru, Hound of Konda", "legendary creature", "{W}", "2", "Dog")),
    card(face("Clone", "creature", "{3}{U}", "0", "Shapeshifter")),
    card(face("Wild Growth", "enchantment", "{G}", subtypes="Aura")),
    card(face("Chrome Mox", "artifact", "{0}")),
    card(face("Lightning Bolt", "instant", "{R}")),
    card(face("Divination", "sorcery", "{2}{U}")),
    card(face("Snapcaster Mage", "creature", "{1}{U}", "2", "Human Wizard")),
    card(
        face("Sasaya, Orochi Ascendant", "legendary creature", "{1}{G}{G}", "2", "Snake Monk"),
        face("Sasaya's Essence", "legendary enchantment"),
        layout=Layout.FLIP,
    ),
    card(
        face("Shatterskull Smashing", "sorcery", "{X}{R}{R}"),
        face("Shatterskull, the Hammer Pass", "land"),
        layout=Layout.MODAL,
    ),
    card(face("Fire", "instant", "{1}{R}"), face("Ice", "instant", "{1}{U}"), layout=Layout.SPLIT),
    card(face("Treasure", "artifact", subtypes="Treasure"), token=True),
    card(face("Saproling", "creature", power="1", subtypes="Saproling"), token=True),
)
