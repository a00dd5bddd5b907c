"""Whether plays can be made one after the other, each resolving before the next (CR 601, 608, 305, 106.4).

Which payment is chosen for one play decides what is left for the next, so payments are searched, with what the rest can
no longer be paid for cut off early. A "no" is only given when all has been tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from castable.model.card import Face
from castable.model.cost import Cost, Verb
from castable.model.effects import with_effects
from castable.model.errors import BadRequest, TooLarge, Unsupported
from castable.model.mana import Mana
from castable.model.oracle.costs import same_cost
from castable.model.payment import Choices, Payment, Total
from castable.model.state import CardInZone, Permanent, State
from castable.model.symbol import ManaCost
from castable.solver.abilities import ability_subjects
from castable.solver.announce import Wishes
from castable.solver.explain import Cause
from castable.solver.foresight import Foresight
from castable.solver.payments import Payments, payments_of_cost
from castable.solver.plays import attempts
from castable.solver.resolving import Ending, Paid, after_paying, landed, resolved
from castable.solver.sources import ClassUse, sources_of
from castable.solver.timing import why_no_land
from castable.solver.total_cost import Announced
from castable.solver.writing import activation_of

__all__ = [
    "MAX_TRIED",
    "AbilityPlay",
    "LandPlay",
    "Play",
    "Sequence",
    "SpellPlay",
    "activated_by_itself",
    "ready_uses",
    "sequence",
]

MAX_TRIED = 2_000
"""When so many payments were tried and none led to the end, the question is `TooLarge`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellPlay:
    """A card of yours to be cast, with choices insisted on."""

    spell: str
    wishes: Wishes = field(default_factory=Wishes)


@dataclass(frozen=True, slots=True, kw_only=True)
class LandPlay:
    """A land of your hand to be played."""

    land: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityPlay:
    """A mana ability to be activated, its mana to be kept; what is not said is open."""

    source: str
    ability: Cost | None = None
    adds: Mana | None = None


Play = SpellPlay | LandPlay | AbilityPlay


@dataclass(frozen=True, slots=True)
class Sequence:
    """Whether all plays can be made in order: then a payment for each, None for a land before which no mana is made;
    else the number of the play that no way gets past, from 0, and why."""

    possible: bool
    payments: tuple[Payment | None, ...] = ()
    failed: int | None = None
    cause: Cause | None = None

    def __bool__(self) -> bool:
        return self.possible


def sequence(state: State, plays: Iterable[Play | str]) -> Sequence:
    """Make the plays one after the other, mana staying in the pool between them. A name alone is a spell's.

    Raises `BadRequest` when the first card is not there, `Unsupported` when what resolves between the plays is not
    understood and matters, `TooLarge` when too many payments would have to be tried.
    """
    meant: tuple[Play, ...] = tuple(SpellPlay(spell=play) if isinstance(play, str) else play for play in plays)
    search = _Search(meant)
    found = search.run(state)
    if found is not None:
        return Sequence(True, found)
    if search.hurts:
        search, text = _Search(meant, unhurt=True), search.hurts
        if search.run(state) is not None:
            raise Unsupported(text)
    if search.helps:
        raise Unsupported(search.helps)
    assert search.cause is not None
    return Sequence(False, (), search.deepest, search.cause)


@dataclass(frozen=True, slots=True)
class _Step:
    """A play as it was made: the payment, None for a land, and the endings it leads to."""

    payment: Payment | None
    endings: Iterator[Ending]


class _Search:
    """A search, depth first, for payments that get through all plays."""

    def __init__(self, plays: tuple[Play, ...], *, unhurt: bool = False) -> None:
        self.plays = plays
        self.hurts = ""
        self._unhurt = unhurt
        self.deepest = 0
        self.cause: Cause | None = None
        self.helps = ""
        self._tried = 0
        self._dead: set[tuple[int, State]] = set()
        self._wasteful = False
        self._bare = ""

    def run(self, state: State) -> tuple[Payment | None, ...] | None:
        """The payments, None when there is no way."""
        if not self.plays:
            return ()
        found = self._from(0, state)
        if found is not None or self.helps:
            return found
        ahead, faces = Foresight(state), self._faces(state)
        lost = ahead.may_lose_mana(faces)
        if lost or ahead.may_convert_mana(faces):
            # what is more than a spell asks for may be made with it, and float
            self._wasteful = True
            self._dead.clear()
            found = self._from(0, state)
            if found is None and lost and self._bare:
                raise Unsupported(f"mana made before {self._bare}, which costs none")
        return found

    def _faces(self, state: State) -> list[Face]:
        """The faces that resolve before the last play, as far as the cards are known by now."""
        names = set()
        for play in self.plays[:-1]:
            if not isinstance(play, AbilityPlay):
                names.add((play.spell if isinstance(play, SpellPlay) else play.land).casefold())
        cards = [c.card for zone in ("hand", "command", "graveyard", "exile") for c in state.you.zone(zone)]
        return [face for card in cards for face in card.faces if names & {card.name.casefold(), face.name.casefold()}]

    def _from(self, at: int, state: State) -> tuple[Payment | None, ...] | None:
        """The payments of the plays from `at` on."""
        if at == len(self.plays):
            return ()
        if (at, state) in self._dead or not self._hopeful(at, state):
            return None
        last = at + 1 == len(self.plays)
        for step in self._steps(at, state):
            if last:
                return (step.payment,)
            free = step.payment is None or not step.payment.total.mana.mana_value
            free = free and not isinstance(self.plays[at], AbilityPlay)
            if free and not self._bare and sources_of(with_effects(state), priority=True).has_limits:
                self._bare = _name_of(self.plays[at])
            for ending in step.endings:
                after = ending.state
                if ending.hurts:
                    self.hurts = self.hurts or "; ".join(ending.hurts)
                    after = after.with_you(life=state.you.life) if self._unhurt else after
                rest = self._from(at + 1, after)
                if rest is not None:
                    return (step.payment, *rest)
                self.helps = self.helps or "; ".join(ending.helps)
        self._dead.add((at, state))
        return None

    def _hopeful(self, at: int, state: State) -> bool:
        """Whether the mana there is could pay for all spells still to come, as far as that can be foreseen."""
        rest = [(play.spell, play.wishes) for play in self.plays[at:] if isinstance(play, SpellPlay)]
        if len(rest) < 2 or len(rest) < len(self.plays) - at:
            return True
        ahead = Foresight(state)
        if ahead.could_pay(rest):
            return True
        if self.cause is None or self.deepest <= at:
            number = next(n for n in range(1, len(rest) + 1) if not ahead.could_pay(rest[:n]))
            cause, names = ahead.why_not(rest[:number]), " and ".join(name for name, _ in rest[:number])
            self._fails(at + number - 1, replace(cause, text=f"{names} together: {cause.text}"))
        return False

    def _steps(self, at: int, state: State) -> Iterator[_Step]:
        play = self.plays[at]
        if state.you.life <= 0:
            self._fails(at, Cause(rule="704.5a", kind="life", text="you have lost the game with 0 or less life"))
            return
        match play:
            case SpellPlay():
                yield from self._casts(at, state, play)
            case LandPlay():
                yield from self._lands(at, state, play)
            case AbilityPlay():
                yield from self._activates(at, state, play)

    def _fails(self, at: int, cause: Cause) -> None:
        if self.cause is None or at > self.deepest:
            self.deepest, self.cause = at, cause

    def _count(self) -> None:
        self._tried += 1
        if self._tried > MAX_TRIED:
            raise TooLarge(f"a sequence for which more than {MAX_TRIED:,} payments would have to be tried")

    def _casts(self, at: int, state: State, play: SpellPlay) -> Iterator[_Step]:
        try:
            found = list(attempts(state, play.spell, play.wishes))
        except BadRequest as error:
            if not at:
                raise
            self._fails(at, Cause(rule="601.2a", kind="choice", text=f"{error.message} by then"))
            return
        for one in found:
            if isinstance(one, Cause):
                self._fails(at, one)
                continue
            ways = Payments(state, [one.subject], play.wishes, floating=self._wasteful)
            for payment in ways.of(one):
                self._count()
                yield _Step(payment, _cast(state, payment, one, play.wishes.targets))
        if any(isinstance(one, Announced) and not one.total.mana.mana_value for one in found):
            for made, after in self._made_before(state):
                for one in attempts(after, play.spell, play.wishes):
                    if isinstance(one, Announced) and not one.total.mana.mana_value:
                        for payment in Payments(after, [one.subject], play.wishes).of(one):
                            both = replace(payment, activations=(*made.activations, *payment.activations))
                            yield _Step(both, _cast(after, payment, one, play.wishes.targets))

    def _made_before(self, state: State) -> Iterator[tuple[Payment, State]]:
        """Ways to make mana before a play that is not paid for with mana, where it may be out of reach after it: every
        activation that could pay for something, its mana kept."""
        if not self._wasteful:
            return
        seen, tried = with_effects(state), set()
        for paying in payments_of_cost(state, ManaCost(1), floating=True):
            key = str(replace(paying, spends=Mana.NONE, floating=Mana.NONE))
            if not paying.activations or key in tried:
                continue
            self._count()
            tried.add(key)
            made = replace(paying, spell="", total=Total(), spends=Mana.NONE, floating=paying.floating + paying.spends)
            yield made, after_paying(made.apply(seen), _paid(made)).state

    def _lands(self, at: int, state: State, play: LandPlay) -> Iterator[_Step]:
        cause = why_no_land(with_effects(state))
        card = _land_of(state, play.land)
        if card is None:
            for zone in ("graveyard", "exile", "library", "command"):
                if _land_of(state, play.land, zone):
                    raise Unsupported(f"playing {play.land} from the {zone}")
            if not at:
                raise BadRequest(f"there is no land {play.land} in your hand")
            cause = cause or Cause(
                rule="305.1", kind="choice", text=f"there is no land {play.land} in your hand by then"
            )
        if cause:
            self._fails(at, cause)
            return
        assert card is not None
        for face in card.card.faces:
            if face.is_land and play.land.casefold() in (card.card.name.casefold(), face.name.casefold()):
                yield _Step(None, landed(with_effects(state), card, face))
                for made, after in self._made_before(state):
                    named = replace(made, spell=face.name)
                    yield _Step(named, landed(with_effects(after), card, face))

    def _activates(self, at: int, state: State, play: AbilityPlay) -> Iterator[_Step]:
        found = False
        for payment in _activations(state, play):
            found = True
            self._count()
            named = replace(payment, spell=payment.activations[-1].source)
            yield _Step(named, iter([after_paying(payment.apply(with_effects(state)), _paid(payment))]))
        if not found:
            _require_mana_ability(state, play)
            text = f"{play.source} has no such mana ability that can be activated"
            self._fails(at, Cause(rule="602.2", kind="permission", text=text))


def _require_mana_ability(state: State, play: AbilityPlay) -> None:
    """Raise `Unsupported` where another ability than a mana ability is meant, the effect of which is not known."""
    if play.ability is None:
        return
    try:
        meant = ability_subjects(state, play.source, play.ability)
    except BadRequest:
        return
    if not all(subject.is_mana_ability for subject in meant):
        raise Unsupported(f"what {play.source}: {play.ability} does, for the plays after it")


def _name_of(play: Play) -> str:
    match play:
        case SpellPlay(spell=name) | LandPlay(land=name) | AbilityPlay(source=name):
            return name


def _land_of(state: State, name: str, zone: str = "hand") -> CardInZone | None:
    wanted = name.casefold()
    for card in state.you.zone(zone):
        if any(f.is_land and wanted in (card.card.name.casefold(), f.name.casefold()) for f in card.card.faces):
            return card
    return None


_PLAIN = ("", "mana cost", "free")
"""Costs that change nothing about what becomes of the spell."""


def _cast(state: State, payment: Payment, announced: Announced, targets: tuple[str, ...]) -> Iterator[Ending]:
    """The endings of a spell that is cast with this payment and resolves."""
    choices: Choices = announced.choices
    name = announced.subject.name
    if choices.alternative not in _PLAIN:
        raise Unsupported(f"{name} cast by {choices.alternative}, with plays after it")
    if announced.subject.form:
        raise Unsupported(f"{name} cast by {announced.subject.form}, with plays after it")
    if choices.optional:
        raise Unsupported(f"{name} with {choices.optional[0][0]}, with plays after it")
    after = payment.apply(with_effects(state))
    yield from resolved(after, announced.subject.face, targets=targets, paid=_paid(payment))


def _paid(payment: Payment) -> Paid:
    lost = payment.sacrifices or payment.exiles or payment.discards or payment.returns
    tapped = sum(one.count for one in payment.activations if one.ability.taps) + len(payment.taps)
    return Paid(tapped=tapped, lost=bool(lost), life=bool(payment.life or payment.damage))


def ready_uses(state: State) -> Iterator[ClassUse]:
    """Every use of a mana ability that may be made by itself while you have priority; the state has its effects."""
    return (
        offered for offered in sources_of(state, priority=True).uses if not offered.use.doubles and _is_ready(offered)
    )


def _activations(state: State, play: AbilityPlay) -> Iterator[Payment]:
    """Every way to activate a mana ability once while you have priority."""
    seen = with_effects(state)
    for offered in ready_uses(seen):
        use = offered.use
        if use.source.casefold() != play.source.casefold():
            continue
        if play.ability is not None and not same_cost(use.cost, play.ability):
            continue
        if play.adds is not None and str(use.adds) != str(play.adds):
            continue
        yield from activated_by_itself(seen, offered)


def _is_ready(offered: ClassUse) -> bool:
    """Whether the source is tapped or untapped as {Q} or {T} in the cost wants it (CR 107.5, 107.6)."""
    use, thing = offered.use, offered.thing
    if not isinstance(thing, Permanent) or use.taps == use.untaps:
        return True
    return thing.tapped == use.untaps


def activated_by_itself(state: State, offered: ClassUse) -> Iterator[Payment]:
    """One activation, after whatever pays for its mana cost."""
    use, activation = offered.use, activation_of(offered)
    if use.others and sources_of(state, priority=True).statuses:
        raise Unsupported(f"activating {use.source} by itself where {{Q}} may be used")
    if use.others and len(offered.using) != len(use.others):
        raise Unsupported(f"activating {use.source} by itself")
    for need in use.needs or (None,):
        if need is None:
            paid = [Payment(spell="", floating=state.you.pool)]
        elif sources_of(state, priority=True).has_limits:
            raise Unsupported(f"activating {use.source} by itself where mana has limits")
        else:
            paid = list(payments_of_cost(state, need))
        for before in paid:
            if any(other.source == use.source for other in before.activations) and need is not None:
                raise Unsupported(f"activating {use.source} by itself with mana of another {use.source}")
            yield replace(
                before,
                spell="",
                total=Total(mana=need or ManaCost.ZERO),
                activations=(*before.activations, replace(activation, spends=before.spends)),
                spends=Mana.NONE,
                floating=before.floating + activation.adds,
                life=before.life + use.life,
                damage=before.damage + use.damage,
                energy=before.energy + use.energy,
                discards=(*before.discards, *_hand_discarded(state, use.cost)),
            )


def _hand_discarded(state: State, cost: Cost) -> tuple[str, ...]:
    """The cards in hand where the cost is to discard them all."""
    return tuple(card.card.front.name for card in state.you.hand) if cost.parts_of(Verb.DISCARD_HAND) else ()
