"""Which plays are legal: permission and timing, targets, and a payment (CR 601.3, 117, 305, 602).

`verdict` answers for one spell, `activation_verdict` for one ability, `plays` for everything that may be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, groupby

from castable.model.ability import Keyword, OptionalCost
from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.errors import BadRequest, IllegalPayment, TooLarge, Unbounded, Unsupported
from castable.model.payment import Payment
from castable.model.state import CardInZone, State
from castable.solver.abilities import ability_subjects, all_abilities, why_not_activate
from castable.solver.access import access_to, is_told
from castable.solver.announce import Subject, Wishes, find_card
from castable.solver.as_cast import on_stack
from castable.solver.bases import base_costs
from castable.solver.explain import Cause, why_unpayable
from castable.solver.payments import Payments, payments
from castable.solver.plain_sources import is_so_without_some
from castable.solver.targets import why_without_target
from castable.solver.timing import why_no_land, why_not_now
from castable.solver.total_cost import Announced
from castable.solver.understood import require_no_bans, require_no_permissions

__all__ = [
    "Play",
    "Plays",
    "Refusal",
    "Verdict",
    "activation_verdict",
    "attempts",
    "plays",
    "verdict",
    "why_not_cast_so",
]


class Verdict:
    """Whether a spell can be cast or an ability activated now; when not, the cause, which may be left to be worked out
    when it is asked for."""

    __slots__ = ("_castable", "_cause")

    def __init__(self, castable: bool, cause: Cause | Callable[[], Cause | None] | None = None) -> None:
        self._castable = castable
        self._cause = cause

    @property
    def castable(self) -> bool:
        """The answer."""
        return self._castable

    @property
    def cause(self) -> Cause | None:
        """What stands in the way, None when nothing does."""
        if callable(self._cause):
            self._cause = self._cause()
        return self._cause

    def __bool__(self) -> bool:
        return self._castable

    def __repr__(self) -> str:
        return f"Verdict({self.castable}, {self.cause!r})"


@dataclass(frozen=True)
class Play:
    """One legal play: a spell or an ability with one announcement, one of those of `ways`.

    Its payments are counted, and an example looked for, when that is asked; each raises `Unsupported` where payments
    can't be told apart.
    """

    card: str
    announced: Announced
    ways: Payments = field(repr=False, compare=False)

    @cached_property
    def count(self) -> int:
        """Exact number of payments."""
        return self.ways.count_of(self.announced)

    @cached_property
    def example(self) -> Payment:
        """The first payment."""
        return self.ways.first(self.announced)

    def work_out(self) -> None:
        """Count the payments and look for the example now."""
        _ = self.count, self.example


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card that cannot be played now, and why; `unsupported` quotes what castable does not understand."""

    card: str
    zone: str
    cause: Cause | None = None
    unsupported: str = ""


@dataclass(frozen=True, slots=True)
class Plays:
    """All legal plays of a state and all cards that are not."""

    lands: tuple[str, ...]
    spells: tuple[Play, ...]
    abilities: tuple[Play, ...]
    illegal: tuple[Refusal, ...]

    def counted(self) -> Plays:
        """The same with all payments counted and examples at hand; where that is not understood, the spell or ability
        joins what is refused."""
        refused = list(self.illegal)
        spells, abilities = (tuple(_counted(found, refused)) for found in (self.spells, self.abilities))
        return Plays(self.lands, spells, abilities, tuple(refused))


def _counted(found: Iterable[Play], refused: list[Refusal]) -> Iterator[Play]:
    for _, group in groupby(found, lambda play: id(play.ways)):
        announced = list(group)
        try:
            for play in announced:
                play.work_out()
        except (Unbounded, Unsupported) as error:
            refused.append(_not_understood(announced[0].announced.subject, error))
        else:
            yield from announced


def _not_understood(subject: Subject, error: Exception) -> Refusal:
    if subject.ability is None:
        return Refusal(subject.card.card.name if subject.card else subject.name, subject.zone, unsupported=str(error))
    return Refusal(f"{subject.name}: {subject.ability_text}", "battlefield", unsupported=str(error))


def verdict(
    state: State,
    spell: str,
    wishes: Wishes | None = None,
    *,
    targets: tuple[str, ...] = (),
) -> Verdict:
    """Whether a card can be cast now, mana abilities included; wishes left open are free.

    `targets` are names (or refs, `you`, `opponent`) that the spell must be able to target.
    """
    wishes = wishes or Wishes()
    if targets:
        wishes = replace(wishes, targets=targets)
    if state.resolving and wishes.x is not None and wishes.alternative is None:
        raise Unsupported(f"X in a spell that {_resolving(state)} lets be cast")
    return _surely(lambda there: _verdict(there, spell, wishes), state)


def _surely(judge: Callable[[State], Verdict], state: State) -> Verdict:
    """The verdict on a state; where it is not known because of some mana abilities, the "yes" there is without them."""
    try:
        return judge(state)
    except (TooLarge, Unsupported):
        if is_so_without_some(judge, state):
            return Verdict(True)
        raise


def _verdict(state: State, spell: str, wishes: Wishes) -> Verdict:
    """As `verdict`, with all mana abilities there are."""
    causes = []
    for found in attempts(state, spell, wishes):
        if isinstance(found, Announced):
            return Verdict(True)
        causes.append(found)
    known = all(cause.rule in _FORBIDDEN for cause in causes) or _is_told(state, spell, wishes)
    if state.resolving and not known:
        raise Unsupported(f"from where and for what {_resolving(state)} lets {spell} be cast")
    return Verdict(False, causes[0])


_FORBIDDEN = frozenset({"101.2", "702.61a"})
"""Rules by which nothing that an instruction allows may be done."""


def _is_told(state: State, spell: str, wishes: Wishes) -> bool:
    """Whether it is known what the instruction that resolves lets be done with the card."""
    try:
        return is_told(state, find_card(state, spell, wishes.zone))
    except BadRequest:
        return False


def _resolving(state: State) -> str:
    return ", ".join(entry.card.name for entry in state.resolving)


def attempts(state: State, spell: str, wishes: Wishes | None = None) -> Iterator[Announced | Cause]:
    """Every announcement under which a card can be cast now, and why others fail: at least one of both."""
    state, wishes = with_effects(state), wishes or Wishes()
    try:
        ways = payments(state, spell, wishes)
    except IllegalPayment as error:
        require_no_permissions(state, None)
        yield Cause(rule=error.rule, kind="permission", text=error.message)
        return
    causes = []
    timely = []
    for subject in ways.subjects:
        cause = _why_not_begun(state, subject, wishes)
        if cause is None:
            timely.append(subject)
        else:
            causes.append(cause)
    if not timely:
        for subject in ways.subjects:
            require_no_permissions(state, subject.face)
        yield from sorted(causes, key=lambda cause: cause.kind == "choice")  # that a form is not it says least
        return
    ways = Payments(state, timely, ways.wishes)
    payable = ways.payable()
    first = next(payable, None)
    if first is None:
        yield why_unpayable(ways)
        return
    for subject in timely:
        if subject.face:
            require_no_bans(state, subject.face)
    for announced in chain((first,), payable):
        yield why_not_cast_so(state, announced, wishes) or announced


def _why_not_begun(state: State, subject: Subject, wishes: Wishes) -> Cause | None:
    """What forbids beginning to cast a face, whatever its cost (CR 601.3); None when nothing does."""
    face = subject.face
    assert face is not None
    bases = base_costs(state, subject, wishes)
    if not bases:
        return _why_no_base(state, subject, wishes)
    # with one of these costs it is cast as though it had flash; whether it is chosen is not known yet (CR 601.3c)
    flash_paid = any(keyword.name.endswith("offering") for keyword in face.of(Keyword))
    flash_paid = flash_paid or any(option.flash for option in face.of(OptionalCost))
    causes = []
    for base in bases:
        sorcery = base.access is not None and base.access.as_sorcery
        flash = base.flash or flash_paid
        has_x = face.mana_cost is not None and bool(face.mana_cost.variables)
        cause = why_not_now(
            state,
            face,
            facts=subject.facts(),
            flash=flash,
            as_sorcery=sorcery,
            bans=not has_x,  # a ban may be dodged by the choice of X (CR 601.3a)
        )
        if cause is None:
            return None
        causes.append(cause)
    return causes[0]


def _why_no_base(state: State, subject: Subject, wishes: Wishes) -> Cause:
    """Why there is nothing that the total cost could begin with."""
    name, zone = subject.name, subject.zone
    if subject.face is not None:
        require_no_bans(state, subject.face)
    if not subject.access and zone not in ("hand", "command"):
        return Cause(rule="601.3", kind="permission", text=f"nothing lets {name} be cast from {_place(zone)}")
    if wishes.alternative not in (None, "mana cost"):
        text = f"{name} cannot be cast for an alternative cost {wishes.alternative!r}"
        return Cause(rule="118.9", kind="choice", text=text)
    return Cause(rule="118.6", kind="cost", text=f"{name} has no mana cost, which can't be paid")


def _place(zone: str) -> str:
    return {"opponent hand": "an opponent's hand", "library": "the library"}.get(zone, f"the {zone}")


def why_not_cast_so(state: State, announced: Announced, wishes: Wishes) -> Cause | None:
    """What forbids casting a spell, or activating an ability, with one announcement, its cost aside."""
    subject, base = announced.subject, announced.base
    if subject.ability is not None:
        return why_not_activate(state, subject)
    face = subject.face
    assert face is not None
    sorcery = base.access is not None and base.access.as_sorcery
    facts = subject.facts(announced.choices)
    if face.mana_cost is not None and face.mana_cost.variables:
        facts |= {"hasx"}
    face = on_stack(face, announced.choices.x)
    cause = why_not_now(state, face, facts=facts, flash=announced.flash, as_sorcery=sorcery)
    return cause or why_without_target(state, face, announced.choices, wishes)


def activation_verdict(state: State, source: str, ability: Cost | str, wishes: Wishes | None = None) -> Verdict:
    """Whether an ability of an object of yours can be activated now, mana abilities included."""
    return _surely(lambda there: _activation_verdict(there, source, ability, wishes or Wishes()), state)


def _activation_verdict(state: State, source: str, ability: Cost | str, wishes: Wishes) -> Verdict:
    state = with_effects(state)
    causes = []
    try:
        meant = ability_subjects(state, source, ability)
    except IllegalPayment as error:
        return Verdict(False, Cause(rule=error.rule, kind="permission", text=error.message))
    for subject in meant:
        cause = why_not_activate(state, subject, wishes)
        ways = Payments(state, [subject], wishes)
        if cause is None and ways:
            return Verdict(True)
        causes.append(cause or why_unpayable(ways))
    return Verdict(False, causes[0])


def plays(state: State) -> Plays:
    """Every land, spell and ability: legal plays with payments, the cards of your hand and command zone that cannot be
    played with a reason. Cards of other zones are named where something lets them be cast."""
    state = with_effects(state)
    lands: list[str] = []
    spells: list[Play] = []
    illegal: list[Refusal] = []
    seen: set[tuple[str, CardInZone]] = set()
    for zone in ("hand", "command", "graveyard", "exile", "library"):
        for card in _cards_of(state, zone):
            if (zone, card) in seen or (zone not in ("hand", "command") and not _may_be_played(state, card, zone)):
                continue
            seen.add((zone, card))
            if _holds_playable_land(state, card, zone):
                cause = why_no_land(state, zone)
                if cause is None:
                    lands.append(card.card.name)
                elif all(face.is_land for face in card.card.faces):
                    illegal.append(Refusal(card.card.name, zone, cause))
            if all(face.is_land for face in card.card.faces):
                continue
            try:
                found = list(_spell_plays(state, card, zone))
                if found:
                    spells += found
                else:
                    illegal.append(
                        Refusal(card.card.name, zone, verdict(state, card.card.name, Wishes(zone=zone)).cause)
                    )
            except (Unbounded, Unsupported) as error:
                illegal.append(Refusal(card.card.name, zone, unsupported=str(error)))
    abilities = tuple(_ability_plays(state, illegal))
    return Plays(tuple(lands), tuple(spells), abilities, tuple(illegal))


def _cards_of(state: State, zone: str) -> Iterator[CardInZone]:
    """The cards of a zone that might be played: of exile those of all players, of the library the top one."""
    yield from state.you.zone(zone)[: 1 if zone == "library" else None]
    if zone == "exile":
        yield from (card for _, player in state.players() if player is not state.you for card in player.exile)


def _holds_playable_land(state: State, card: CardInZone, zone: str) -> bool:
    """Whether a card has a land face that may be played from its zone (CR 305.1), the moment aside."""
    lands = [face for face in card.card.faces if face.is_land]
    if zone == "hand":
        return bool(lands)
    return any(access.lands for face in lands for access in access_to(state, card, zone, face))


def _may_be_played(state: State, card: CardInZone, zone: str) -> bool:
    """Whether something lets a card be cast or played from a zone other than the hand and the command zone."""
    if _holds_playable_land(state, card, zone):
        return True
    for face in card.card.faces:
        if face.is_land:
            continue
        access = access_to(state, card, zone, face)
        subject = Subject(name=face.name, cost=face.mana_cost, card=card, face=face, zone=zone, access=access)
        if base_costs(state, subject, Wishes()):
            return True
    return False


def _spell_plays(state: State, card: CardInZone, zone: str) -> list[Play]:
    ways = payments(state, card.card.name, Wishes(zone=zone))
    ways.require_end()
    found = []
    for announced in ways.payable():
        face = announced.subject.face
        assert face is not None
        require_no_bans(state, face)
        if why_not_cast_so(state, announced, ways.wishes) is None:
            found.append(Play(card.card.name, announced, ways))
    return found


def _ability_plays(state: State, illegal: list[Refusal]) -> Iterator[Play]:
    """The abilities that can be activated; those that are not understood join `illegal`."""
    for subject in all_abilities(state):
        try:
            if why_not_activate(state, subject) is None:
                ways = Payments(state, [subject], Wishes())
                ways.require_end()
                yield from [Play(subject.name, announced, ways) for announced in ways.payable()]
        except (Unbounded, Unsupported) as error:
            illegal.append(_not_understood(subject, error))
