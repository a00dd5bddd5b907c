"""What is being paid for, and the choices announced for it (CR 601.2b): kicker, X, halves of hybrid symbols.

A `Subject` is a spell with the face to be cast, or a bare cost. `announcements` lists every legal announcement that
agrees with the caller's `Wishes`; kicker choices are a small constraint problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from constraint import Problem

from castable.model.ability import AdditionalCost, AlternativeCost, HelpToPay, OptionalCost
from castable.model.card import Card, Face, Layout
from castable.model.cost import Cost
from castable.model.errors import BadRequest, IllegalPayment, Unsupported
from castable.model.mana import Action
from castable.model.payment import Choices
from castable.model.state import CardInZone, State
from castable.model.symbol import ManaCost
from castable.solver.problem import MaxSum
from castable.solver.production import halves_of
from castable.solver.prohibitions import Bans
from castable.solver.spending import Purpose

__all__ = ["CASTING_ZONES", "Subject", "Wishes", "announcements", "find_card", "subjects"]

CASTING_ZONES = ("hand", "command")
"""Zones that a card may be cast from, as far as castable goes by now."""
KICKERS = ("kicker", "multikicker")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Choices the caller insists on; None leaves a choice open. `kicked` is a list of kicker costs, empty for none."""

    zone: str = "hand"
    face: str | None = None
    alternative: str | None = None
    kicked: tuple[Cost, ...] | None = None
    x: int | None = None
    halves: ManaCost | None = None
    phyrexian: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is paid for: a spell (its card in a zone and the face cast) or, without a card, a bare cost."""

    name: str
    cost: ManaCost | None
    card: CardInZone | None = None
    face: Face | None = None
    zone: str = "hand"
    face_choice: str = ""

    @property
    def kickers(self) -> tuple[OptionalCost, ...]:
        """Its kicker abilities; two-kicker cards have two (CR 702.33b)."""
        return tuple(a for a in self.face.of(OptionalCost) if a.keyword in KICKERS) if self.face else ()

    def purpose(self, choices: Choices) -> Purpose:
        """What mana is spent on when this is paid for."""
        facts = {f"{self.zone}cast"} if self.face else set()
        if choices.kicked:
            facts.add("kicked")
        if choices.x is not None:
            facts.add("hasx")
        if self.card and self.card.commander:
            facts.add("commander")
        action = Action.CAST if self.face else Action.PAY
        return Purpose(action=action, thing=self.face, facts=frozenset(facts), x=choices.x)


def find_card(state: State, name: str, zone: str) -> CardInZone:
    """Your card of that name (a full name or a face) in a zone; raises `BadRequest` when it isn't there."""
    wanted = name.casefold()
    try:
        cards = state.you.zone(zone)
    except KeyError:
        raise Unsupported(f"casting from {zone}") from None
    for card in cards:
        if wanted in (card.card.name.casefold(), *(face.name.casefold() for face in card.card.faces)):
            return card
    where = f"your {zone}" if zone != "command" else "your command zone"
    raise BadRequest(f"there is no {name} in {where}", "ask.spell")


def subjects(state: State, spell: str, wishes: Wishes) -> list[Subject]:
    """The faces of a card that may be cast, one subject each."""
    if wishes.alternative not in (None, "mana cost"):
        raise Unsupported(f"the alternative cost {wishes.alternative!r}")
    if wishes.zone not in CASTING_ZONES:
        raise Unsupported(f"casting from {wishes.zone}")
    held = find_card(state, spell, wishes.zone)
    card = held.card
    if wishes.face and spell.casefold() not in (card.name.casefold(), wishes.face.casefold()):
        raise BadRequest(f"{spell} is asked about, but {wishes.face!r} is to be cast", "ask.face")
    named = wishes.face or (spell if spell.casefold() != card.name.casefold() else None)
    faces = [face for face in _castable_faces(card) if named in (None, face.name) or face is card.face(named or "")]
    if not faces:
        if named and card.face(named) is None:
            raise BadRequest(f"{card.name} has no face {named!r}", "ask.face")
        raise IllegalPayment("305.9", f"{named or card.name} is a land; lands are played, not cast")
    found = []
    for face in faces:
        _require_understood(face, wishes)
        choice = face.name if len(card.faces) > 1 else ""
        subject = Subject(
            name=face.name, cost=face.mana_cost, card=held, face=face, zone=wishes.zone, face_choice=choice
        )
        found.append(subject)
    return found


def _castable_faces(card: Card) -> Sequence[Face]:
    """Faces that can be cast: either half or side where the rules give a choice, else the front (CR 709, 712, 715)."""
    several = card.layout in (Layout.SPLIT, Layout.MODAL, Layout.ADVENTURE)
    return [face for face in (card.faces if several else card.faces[:1]) if not face.is_land]


def _require_understood(face: Face, wishes: Wishes) -> None:
    for ability in face.abilities:
        if isinstance(ability, AdditionalCost):
            raise Unsupported(f"the additional cost of {face.name}")
        if isinstance(ability, AlternativeCost) and wishes.alternative != "mana cost":
            raise Unsupported(f"the alternative cost of {face.name}")
        if isinstance(ability, HelpToPay):
            raise Unsupported(f"{ability.help} on {face.name}")
        if isinstance(ability, OptionalCost) and ability.keyword not in KICKERS:
            raise Unsupported(f"{ability.keyword} on {face.name}")
        if isinstance(ability, OptionalCost) and (ability.cost.parts or ability.cost.mana is None):
            raise Unsupported(f"the {ability.keyword} cost {ability.cost} of {face.name}")
    if face.has_keyword("fuse"):
        raise Unsupported(f"fuse on {face.name}")
    for text in face.unread:
        if text.may_bear_on_payment and text.may_bear_on_own_casting:
            raise Unsupported(f"{face.name}: {text.text}")


def announcements(state: State, subject: Subject, wishes: Wishes, most: int) -> Iterator[tuple[Choices, ManaCost]]:
    """Each announcement with the mana it asks for before increases and reductions, cheapest kicks first.

    `most` bounds the mana that could be paid, so that X and multikicker end. An impossible wish (a kicker the card does
    not have, one kicker twice) leaves nothing.
    """
    if subject.cost is None:
        return
    for kicked in _kicker_choices(subject, wishes, most):
        mana = subject.cost
        for kick in kicked:
            mana = mana + (kick.mana or ManaCost.ZERO)
        for x in _x_values(mana, wishes, most):
            announced = mana if x is None else mana.with_x(x)
            for halves, lives in halves_of(announced):
                if wishes.halves is not None and halves != wishes.halves:
                    continue
                if lives and Bans(state).on_paying_life():
                    continue
                if wishes.phyrexian is not None and lives != wishes.phyrexian:
                    continue
                choices = Choices(
                    face=subject.face_choice,
                    zone=subject.zone,
                    alternative="mana cost" if wishes.alternative else "",
                    kicked=kicked,
                    x=x,
                    halves=halves,
                    phyrexian=lives,
                )
                yield choices, announced.without_choices() + halves


def _kicker_choices(subject: Subject, wishes: Wishes, most: int) -> list[tuple[Cost, ...]]:
    """The multisets of kicker costs that may be paid, as solutions of a constraint problem: one variable a kicker."""
    kickers = subject.kickers
    assert subject.cost is not None
    wanted = None if wishes.kicked is None else Counter(map(str, wishes.kicked))
    if wanted is not None and not wanted.keys() <= {str(kicker.cost) for kicker in kickers}:
        return []
    if not kickers:
        return [()]
    weights = [least_mana(kicker.cost.mana or ManaCost.ZERO) for kicker in kickers]
    left = max(0, most - least_mana(subject.cost))
    problem = Problem()
    for at, kicker in enumerate(kickers):
        if wanted is not None:
            times = wanted[str(kicker.cost)]
            domain = [times] if kicker.times is None or times <= kicker.times else []
        elif kicker.times is not None:
            domain = list(range(kicker.times + 1))
        elif weights[at]:
            domain = list(range(left // weights[at] + 1))
        else:
            raise Unsupported(f"a multikicker of {kicker.cost} that costs no mana")
        if not domain:
            return []
        problem.addVariable(at, domain)
    if any(weights):
        problem.addConstraint(MaxSum(left, weights), list(range(len(kickers))))
    solutions = sorted(tuple(s[at] for at in range(len(kickers))) for s in problem.getSolutions())
    found = [
        tuple(kicker.cost for kicker, n in zip(kickers, times, strict=True) for _ in range(n)) for times in solutions
    ]
    return sorted(found, key=len)


def least_mana(cost: ManaCost) -> int:
    """The least mana that any announcement of a cost asks for, with X = 0."""
    fixed = replace(cost, symbols=tuple(s for s in cost.symbols if not s.is_choice and not s.is_variable))
    return (
        fixed.generic
        + len(fixed.symbols)
        + sum(min(half.generic + len(half.symbols) for half in symbol.halves) for symbol in cost.choices)
    )


def _x_values(mana: ManaCost, wishes: Wishes, most: int) -> list[int | None]:
    """Values of X that may be announced: None when there is no X (CR 107.3a), never a limit by reductions (F4)."""
    if not mana.variables:
        return [None] if wishes.x in (None, 0) else []
    if len(set(mana.variables)) > 1:
        raise Unsupported(f"several variables in {mana}")
    if wishes.x is not None:
        return [wishes.x]
    return list(range(max(0, most - least_mana(mana)) // len(mana.variables) + 1))
