"""What is paid for: a card in a zone with the face or form it is cast as, an activated ability, or a bare cost.

`subjects` finds the faces and forms of a card that may be cast from where it is (CR 601.3, 709-718); whether the moment
allows it is the matter of `castable.solver.timing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from castable.model.ability import ActivatedAbility, AlternativeCost, Keyword, OptionalCost, SpellTargets
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import BadRequest, IllegalPayment, Unsupported
from castable.model.filter import Filter
from castable.model.mana import Action
from castable.model.payment import Choices
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.access import Access, access_to, facts_of
from castable.solver.spending import Purpose

__all__ = ["CASTING_ZONES", "KICKERS", "SPECIAL_ACTIONS", "Subject", "Wishes", "find_card", "subjects"]

CASTING_ZONES = ("hand", "command", "graveyard", "exile", "library", "opponent hand")
"""The zones that a card may be cast from."""
KICKERS = ("kicker", "multikicker")
_FACE_DOWN = {"morph": (), "megamorph": (), "disguise": (Keyword(name="ward", argument="{2}"),)}
"""Keywords that let a card be cast face down as a 2/2 creature for {3}, and what it then has (CR 702.37, 702.168)."""
SPECIAL_ACTIONS = {
    "suspend": Action.PAY,
    "plot": Action.PAY,
    "foretell": Action.FORETELL,
    "morph": Action.TURN_FACE_UP,
    "megamorph": Action.TURN_FACE_UP,
    "disguise": Action.TURN_FACE_UP,
}
"""Keywords of special actions, with what the mana for them is spent on."""
_FACE_DOWN_COST = ManaCost(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Choices the caller insists on; None leaves a choice open. `kicked` is a list of kicker costs, empty for none.

    `optional` are pairs of an optional cost and how often it is paid; those not named are open. The lists of names say
    which objects are sacrificed, exiled, tapped for a cost, tapped for convoke, exiled for delve; all of them and no
    others.
    """

    zone: str = "hand"
    face: str | None = None
    alternative: str | None = None
    kicked: tuple[Cost, ...] | None = None
    x: int | None = None
    halves: ManaCost | None = None
    phyrexian: int | None = None
    optional: tuple[tuple[str, int], ...] = ()
    modes: tuple[int, ...] | None = None
    targets: tuple[str, ...] = ()
    sacrifice: tuple[str, ...] | None = None
    exile: tuple[str, ...] | None = None
    tap: tuple[str, ...] | None = None
    convoke: tuple[str, ...] | None = None
    delve: tuple[str, ...] | None = None
    splice: tuple[str, ...] = ()
    assist: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is paid for: a spell (its card in a zone and the face cast), an ability with its source, or a bare cost.

    `form` is the keyword that makes it another kind of spell than the card (`prototype`, `morph`, `bestow`, `disturb`,
    `fuse`); `access` is what lets the card be cast from where it is.
    """

    name: str
    cost: ManaCost | None
    card: CardInZone | None = None
    face: Face | None = None
    zone: str = "hand"
    face_choice: str = ""
    form: str = ""
    access: tuple[Access, ...] = ()
    ability: ActivatedAbility | None = None
    source: Permanent | CardInZone | None = None
    ability_text: str = ""
    is_mana_ability: bool = False

    @property
    def kickers(self) -> tuple[OptionalCost, ...]:
        """Its kicker abilities; two-kicker cards have two (CR 702.33b)."""
        return tuple(a for a in self.face.of(OptionalCost) if a.keyword in KICKERS) if self.face else ()

    @property
    def special_action(self) -> Action | None:
        """What mana pays for where it is a special action, which is no activation (CR 116.2)."""
        return SPECIAL_ACTIONS.get(self.ability.keyword) if self.ability else None

    @property
    def without(self) -> int | None:
        """The id of the card that is being cast, which is on the stack and nowhere else (CR 601.2a)."""
        return self.card.id if self.card else None

    def facts(self, choices: Choices | None = None) -> frozenset[str]:
        """The words of filters that are true of how it is cast or activated; without choices those that may be."""
        if self.ability is not None:
            words = {word for word in ("equip", "cycling") if self.ability.keyword.endswith(word)}
            words |= {f"ability({self.ability.keyword})"} if self.ability.keyword else set()
            words |= {"ability(loyalty)"} if self.ability.is_loyalty else set()
            return frozenset(words | ({"manaability"} if self.is_mana_ability else set()))
        if self.card is None:
            return frozenset()
        found = set(facts_of(self.card, self.zone))
        if choices is None or choices.kicked:
            found.add("kicked")
        if choices is None or choices.alternative == "flashback":
            found.add("flashbackcast")
        if self.form in _FACE_DOWN:
            found |= {"facedown", "facedowncast"}
        return frozenset(found)

    def purpose(self, choices: Choices, access: Access | None = None) -> Purpose:
        """What mana is spent on when this is paid for, where `access` lets it be cast."""
        granted = (access.spend_as,) if access and access.spend_as else ()
        facts = self.facts(choices) | ({"hasx"} if choices.x is not None else set())
        if self.source is not None and self.ability is not None:
            thing = self.source if isinstance(self.source, Permanent) else self.source.card.front
            return Purpose(
                action=self.special_action or Action.ACTIVATE,
                thing=thing,
                facts=facts,
                x=choices.x,
                spend_only=self.ability.spend_only,
                variables=len(self.ability.cost.mana.variables) if self.ability.cost.mana else 0,
            )
        action = Action.CAST if self.face else Action.PAY
        return Purpose(action=action, thing=self.face, facts=facts, x=choices.x, granted=granted)


def find_card(state: State, name: str, zone: str) -> CardInZone:
    """The card of that name (a full name or a face) in a zone of yours, in exile of anybody's; raises `BadRequest` when
    it isn't there."""
    wanted = name.casefold()
    for card in _cards(state, zone):
        if wanted in (card.card.name.casefold(), *(face.name.casefold() for face in card.card.faces)):
            return card
    where = {"command": "your command zone", "opponent hand": "an opponent's hand"}.get(zone, f"your {zone}")
    raise BadRequest(f"there is no {name} in {where}", "ask.spell")


def _cards(state: State, zone: str) -> Iterator[CardInZone]:
    if zone == "opponent hand":
        for opponent in state.opponents:
            yield from opponent.hand
        return
    yield from state.you.zone(zone)
    if zone == "exile":
        for _, player in state.players():
            if player is not state.you:
                yield from player.exile


def subjects(state: State, spell: str, wishes: Wishes) -> list[Subject]:
    """The faces and forms of a card that may be cast from its zone, as effects make them, one subject each."""
    state = with_effects(state)
    if wishes.zone not in CASTING_ZONES:
        raise Unsupported(f"casting from {wishes.zone}")
    held = find_card(state, spell, wishes.zone)
    card = held.card
    if wishes.face and spell.casefold() not in (card.name.casefold(), wishes.face.casefold()):
        raise BadRequest(f"{spell} is asked about, but {wishes.face!r} is to be cast", "ask.face")
    named = wishes.face or (spell if spell.casefold() != card.name.casefold() else None)
    offered = list(_forms(held, wishes))
    faces = [one for one in offered if named in (None, one.face.name) or one.face is card.face(named or "")]
    if not faces:
        if named and card.face(named) is None:
            raise BadRequest(f"{card.name} has no face {named!r}", "ask.face")
        if named and (face := card.face(named)) is not None and not face.is_land:
            raise IllegalPayment("601.3", f"{named} can't be cast from {wishes.zone}")
        raise IllegalPayment("305.9", f"{named or card.name} is a land; lands are played, not cast")
    found = []
    for one in faces:
        access = access_to(state, held, wishes.zone, one.face)
        choice = one.face.name if len(card.faces) > 1 and not one.form else ""
        found.append(
            Subject(
                name=one.name or one.face.name,
                cost=one.face.mana_cost,
                card=held,
                face=one.face,
                zone=wishes.zone,
                face_choice=choice,
                form=one.form,
                access=access,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Form:
    face: Face
    form: str = ""
    name: str = ""


def _forms(held: CardInZone, wishes: Wishes) -> Iterator[_Form]:
    """Every face and form of a card that can be cast, lands left out."""
    card = held.card
    fused = dict(wishes.optional).get("fuse")
    for face in _castable_faces(held, wishes.zone):
        if not face.is_land and not fused:
            yield _Form(face)
        if not fused:
            yield from _other_forms(face)
    if card.layout is Layout.PROTOTYPE and len(card.faces) > 1:
        yield _Form(card.faces[1], "prototype")
    if card.layout is Layout.SPLIT and wishes.zone == "hand" and fused != 0 and card.front.has_keyword("fuse"):
        yield _Form(_fused(card), "fuse", card.name)
    disturb = next((a for a in card.front.of(AlternativeCost) if a.keyword == "disturb"), None)
    if disturb and wishes.zone == "graveyard" and len(card.faces) > 1:
        yield _Form(replace(card.faces[1], front_cost=card.front.mana_cost), "disturb")


def _castable_faces(held: CardInZone, zone: str) -> Sequence[Face]:
    """Faces that can be cast: either half or side where the rules give a choice, else the front (CR 709, 712, 715)."""
    card = held.card
    if held.marked == "adventure":
        return card.faces[:1]
    if card.layout not in (Layout.SPLIT, Layout.MODAL, Layout.ADVENTURE):
        return card.faces[:1]
    return [face for face in card.faces if not face.has_keyword("aftermath") or zone == "graveyard"]


def _other_forms(face: Face) -> Iterator[_Form]:
    """What the spell may be instead of the card's face, by a keyword of its own."""
    for ability in face.of(AlternativeCost):
        if ability.applies_to is not None:
            continue
        if ability.keyword in _FACE_DOWN:
            hidden = Face(
                name=face.name,
                types=frozenset({"creature"}),
                power="2",
                toughness="2",
                abilities=_FACE_DOWN[ability.keyword],
            )
            yield _Form(hidden, ability.keyword)
        elif ability.keyword == "bestow":
            aura = replace(
                face,
                types=face.types - {"creature"},
                subtypes=frozenset({"Aura"}),
                abilities=(*face.abilities, SpellTargets(needs=(Filter.parse("creature"),))),
            )
            yield _Form(aura, "bestow")


def _fused(card: Card) -> Face:
    """Both halves as one spell (CR 702.102, 709.4d)."""
    left, right = card.faces
    cost = (left.mana_cost or ManaCost.ZERO) + (right.mana_cost or ManaCost.ZERO)
    return replace(
        left,
        name=card.name,
        mana_cost=cost,
        types=left.types | right.types,
        abilities=(*left.abilities, *right.abilities),
    )
