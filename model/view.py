"""What a filter's words ask of one object, seen from somewhere: types of words, their meaning, who is attached to whom.

The words that measure or compare are in `castable.model.evaluate`, which reads whole filters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from castable.model.card import Face, Layout
from castable.model.cost import Verb
from castable.model.errors import Unsupported
from castable.model.mana import ManaType
from castable.model.state import CardInZone, Permanent, Player, State
from castable.model.subtypes import CREATURE_TYPES

__all__ = [
    "ATTACHED",
    "KEYWORDS",
    "PLAYERS",
    "SIMPLE",
    "STATUS",
    "TAKEN_AS",
    "Thing",
    "View",
    "colors_of",
    "face_of",
    "is_animated",
    "is_attached",
    "is_modified",
    "is_whose",
    "mana_value_of",
    "shares_name",
]

Thing = Permanent | CardInZone | Face
"""What a filter can look at."""
TAKEN_AS = {
    Verb.SACRIFICE: "sacrificed",
    Verb.EXILE: "exiled",
    Verb.EXILE_FROM_HAND: "exiled",
    Verb.EXILE_FROM_GRAVEYARD: "exiled",
}
"""What an object is called that a cost took, by what was done to it."""


@dataclass(frozen=True, slots=True)
class View:
    """From where a question is asked: the state, the source of the ability, the side of its controller, and numbers
    chosen or known while paying (`x`, counters `removed`). `announced` are keywords of the costs announced for the
    spell that is being cast, alternative or optional ones; None where that is not known. `event` is the permanent that
    a trigger saw tapped. `taken` is what the cost of the ability did to the object that it took, and that object as
    it last was.

    `hidden`: the state is seen from another player's seat, of whom nothing is known but the battlefield."""

    state: State
    source: Permanent | None = None
    side: str = "you"
    x: int | None = None
    removed: int | None = None
    announced: frozenset[str] | None = None
    hidden: bool = False
    event: Permanent | None = None
    taken: tuple[str, Permanent | CardInZone] | None = None

    @property
    def player(self) -> Player:
        """The controller; only your own view is precise about zones other than the battlefield."""
        if self.hidden:
            raise Unsupported("an amount that is read for another player")
        if self.side != "you":
            raise Unsupported(f"an amount that is read for a {self.side}")
        return self.state.you


def face_of(thing: Thing) -> Face:
    if isinstance(thing, Face):
        return thing
    return thing.face if isinstance(thing, Permanent) else thing.card.front


def colors_of(thing: Thing) -> frozenset[ManaType]:
    """Its colors, as far as the state says (a token's or an effect's colors come first)."""
    face = face_of(thing)
    if isinstance(thing, Permanent) and thing.colors is not None and face.set_colors is None:
        return thing.colors
    return face.colors


def is_animated(permanent: Permanent) -> bool:
    """Whether it is a creature by its status alone, where the effects on it are not worked out yet."""
    return permanent.effective is None and (permanent.animated or permanent.face_down)


def mana_value_of(thing: Thing) -> int:
    """Mana value where it is (CR 202.3): a token without a cost has 0, a card transformed that of its front."""
    if isinstance(thing, CardInZone):
        return thing.card.mana_value
    turns = isinstance(thing, Permanent) and thing.card.layout is Layout.TRANSFORM
    if isinstance(thing, Permanent) and turns and not (thing.face_down or thing.copy_of):
        return thing.card.front.mana_value  # CR 202.3b
    return face_of(thing).mana_value


PLAYERS = frozenset({"you", "owner", "opponent"})
KEYWORDS = frozenset("defender flying haste flash flashback morph disguise convoke delve cascade changeling".split())
_OUTLAWS = frozenset("Assassin Mercenary Pirate Rogue Warlock".split())
SIMPLE: dict[str, Callable[[Thing, Face], bool]] = {
    "any": lambda thing, face: True,
    "card": lambda thing, face: not isinstance(thing, Permanent),
    "spell": lambda thing, face: not isinstance(thing, Permanent),
    "source": lambda thing, face: True,
    "player": lambda thing, face: False,
    "opponentplayer": lambda thing, face: False,
    "permanent": lambda thing, face: isinstance(thing, Permanent) or face.is_permanent,
    "permanentspell": lambda thing, face: face.is_permanent,
    "colorless": lambda thing, face: not colors_of(thing),
    "colored": lambda thing, face: bool(colors_of(thing)),
    "monocolored": lambda thing, face: len(colors_of(thing)) == 1,
    "multicolored": lambda thing, face: len(colors_of(thing)) > 1,
    "historic": lambda thing, face: (
        "legendary" in face.supertypes or "artifact" in face.types or "Saga" in face.subtypes
    ),
    "evenmv": lambda thing, face: mana_value_of(thing) % 2 == 0,
    "oddmv": lambda thing, face: mana_value_of(thing) % 2 == 1,
    "hasx": lambda thing, face: bool(face.mana_cost and face.mana_cost.variables),
    "outlaw": lambda thing, face: bool(face.subtypes & _OUTLAWS) or face.has_keyword("changeling"),
}
STATUS: dict[str, Callable[[Permanent], bool]] = {
    "token": lambda permanent: permanent.token,
    "tapped": lambda permanent: permanent.tapped,
    "untapped": lambda permanent: not permanent.tapped,
    "attacking": lambda permanent: permanent.attacking,
    "blocked": lambda permanent: permanent.attacking and permanent.blocked,
    "unblocked": lambda permanent: permanent.attacking and not permanent.blocked,
    "blocking": lambda permanent: permanent.blocking,
    "facedown": lambda permanent: permanent.face_down,
    "enteredthisturn": lambda permanent: permanent.entered_this_turn,
    "dealtdamage": lambda permanent: permanent.dealt_combat_damage_this_turn,
    "summoningsick": lambda permanent: permanent.summoning_sick,
    "commander": lambda permanent: permanent.commander,
}
ATTACHED = {"enchanted": "Aura", "equipped": "Equipment", "attached": "Fortification"}


def is_whose(word: str, view: View, side: str) -> bool:
    if side == view.side != "you":
        number = len(view.state.opponents if side == "opponent" else view.state.teammates)
        if number > 1:
            raise Unsupported(f"which {side} an effect speaks of")
    return side == view.side if word != "opponent" else (side == "opponent") != (view.side == "opponent")


def is_attached(word: str, thing: Permanent, view: View) -> bool:
    """Whether the source, an Aura, Equipment or Fortification, is attached to it; of other sources whether any is."""
    source, subtype = view.source, ATTACHED[word]
    if source is None:
        raise Unsupported(f"the word {word!r} in a filter")
    if source.attached_to or source.own_face.subtypes & set(ATTACHED.values()) or source.face.has_keyword("bestow"):
        host = view.state.host(source)
        return host is not None and host.id == thing.id
    return any(subtype in attached.face.subtypes for _, attached in _attachments(thing, view))


def _attachments(thing: Permanent, view: View) -> Iterator[tuple[str, Permanent]]:
    for side, permanent in view.state.permanents():
        host = view.state.host(permanent) if permanent.attached_to else None
        if host is not None and host.id == thing.id:
            yield side, permanent


def shares_name(what: str, thing: Permanent, view: View) -> bool:
    """Whether it is another permanent of the same name as that of the event, or has the name of a card imprinted on
    the source."""
    if what == "name" and view.event is not None:
        names = {view.event.face.name} if thing.id != view.event.id else set()
    elif what == "imprinted" and view.source is not None:
        names = {face.name for card in view.source.imprinted for face in card.faces[:1]}
    else:
        raise Unsupported(f"what shares({what}) means here")
    return bool(thing.face.name) and thing.face.name in names


def shares_creature_type(one: Face, other: Face) -> bool:
    """Whether two objects have a creature type in common; with changeling an object has them all (CR 702.73a)."""
    sets = [
        CREATURE_TYPES if face.has_keyword("changeling") else face.subtypes & CREATURE_TYPES for face in (one, other)
    ]
    return bool(sets[0] & sets[1])


def is_modified(thing: Permanent, view: View, side: str) -> bool:
    """CR 700.9: a counter on it, an Equipment attached, or an Aura that its controller controls."""
    return bool(thing.counters) or any(
        "Equipment" in attached.face.subtypes or ("Aura" in attached.face.subtypes and whose == side)
        for whose, attached in _attachments(thing, view)
    )
