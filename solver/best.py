"""The payment a sensible player makes, and why (preference as weights, apart from legality).

The payments come in order of their additive weight from the diagrams (`Ways.ranked`). What no sum can tell is looked at
on the way: life that runs low, and which cards of the hand stay castable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush, merge

from castable.model.card import Card
from castable.model.errors import BadRequest, NoSuchPayment, Unsupported
from castable.model.payment import Payment
from castable.model.state import Permanent, State
from castable.solver.explain import why_unpayable
from castable.solver.payments import Payments
from castable.solver.preference.hand import Hand
from castable.solver.preference.profile import Level, Profile
from castable.solver.preference.reasons import Contrast, difference, listed
from castable.solver.preference.scene import Scene, Tally, objects_named
from castable.solver.preference.spent import SpentBonuses
from castable.solver.preference.weighing import Levels, Weighing, announced_tally, one_number, tally_of
from castable.solver.raw import RawPayment
from castable.solver.total_cost import Announced
from castable.solver.ways import Ways
from castable.solver.writing import written

__all__ = ["MAX_LOOKED_AT", "MAX_RANKED", "Best", "best_of"]

MAX_RANKED = 2_000
"""So many payments are looked at, in order of preference, for one after which enough cards stay castable."""
MAX_LOOKED_AT = 100
"""So many different states after a payment are looked at."""


@dataclass(frozen=True, slots=True)
class Best:
    """The payment to make, why, and the cards in hand that can still be cast afterwards.

    `unsure` are cards whose targets or other needs are not understood, with the text: those among `keeps` can be paid
    for. `proven` says that no payment is better by the profile; else only so many payments could be looked at (`why`
    says so, too).
    """

    payment: Payment
    why: tuple[str, ...]
    keeps: tuple[str, ...]
    unsure: tuple[tuple[str, str], ...]
    proven: bool


def best_of(
    ways: Payments,
    *,
    keep: Sequence[str] = (),
    avoid: Sequence[str] = (),
    profile: Profile | None = None,
) -> Best:
    """The best of some payments: one of those that they list.

    `keep` names cards in hand that shall stay castable before all else, `avoid` permanents (by name or ref) that must
    be left alone. Raises `NoSuchPayment` where there is no payment, or none that leaves these permanents alone.
    """
    avoided = _permanents(ways.state, avoid, "ask.avoid")
    aimed_at = _aimed_at(ways)
    if _are_set_apart(ways.state, avoided | aimed_at):
        ways = Payments(ways.state, list(ways.subjects), ways.wishes, floating=ways.floating, by_object=True)
    return _Search(ways, keep, avoid, avoided, aimed_at, profile or Profile.default()).best()


def _permanents(state: State, names: Sequence[str], at: str) -> frozenset[int]:
    found: set[int] = set()
    for i, name in enumerate(names):
        meant = objects_named(state, name)
        if not meant:
            raise BadRequest(f"you have no permanent {name}", f"{at}[{i}]")
        found.update(p.id for p in meant)
    return frozenset(found)


def _aimed_at(ways: Payments) -> frozenset[int]:
    """Permanents that the spell or ability is for: its targets, and the source of the ability."""
    targets = {p.id for name in ways.wishes.targets for p in objects_named(ways.state, name)}
    return frozenset(targets | {s.source.id for s in ways.subjects if isinstance(s.source, Permanent)})


def _are_set_apart(state: State, ids: frozenset[int]) -> bool:
    """Whether some of these permanents have others like them that are not among them."""

    def alike(permanent: Permanent) -> Permanent:
        return replace(permanent, ref="")

    named = {alike(p) for p in state.you.battlefield if p.id in ids}
    return any(p.id not in ids and alike(p) in named for p in state.you.battlefield)


def _names(card: Card) -> set[str]:
    return {card.name.casefold(), *(face.name.casefold() for face in card.faces)}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A payment in numbers with the weights that decide: before the hand, and in all."""

    announced: Announced
    ways: Ways
    raw: RawPayment
    tally: Tally
    first: int
    weight: int

    def payment(self) -> Payment:
        return written(self.ways.problem, self.announced, self.raw)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A payment with the cards that it keeps castable, and how many it need not lose."""

    candidate: _Candidate
    payment: Payment
    keeps: tuple[str, ...]
    lost_keeps: int
    lost: int

    @property
    def score(self) -> tuple[int, int, int, int]:
        """What makes one better than another."""
        return self.lost_keeps, self.candidate.first, self.lost, self.candidate.weight


class _Search:
    """Looks for the best payment of one question."""

    def __init__(
        self,
        ways: Payments,
        keep: Sequence[str],
        avoid: Sequence[str],
        avoided: frozenset[int],
        aimed_at: frozenset[int],
        profile: Profile,
    ) -> None:
        self._ways = ways
        self._avoid = tuple(avoid)
        self._avoided = avoided
        self._aimed_at = aimed_at
        self._profile = profile
        self._levels: Levels = [dict(level.weights) for level in profile.levels]
        self._hand = Hand(ways)
        self._keep = self._cards(keep)
        life = ways.state.you.life
        self._spare = max(0, life - profile.healthy_life)
        self._scenes: dict[int, Scene] = {}
        self._bonuses: dict[int, SpentBonuses] = {}

    def _cards(self, keep: Sequence[str]) -> Counter[str]:
        """The cards to keep castable, by full name."""
        wanted: Counter[str] = Counter()
        for i, name in enumerate(keep):
            held = [card.card for card in self._hand.cards if name.casefold() in _names(card.card)]
            if not held:
                raise BadRequest(f"there is no other {name} in your hand to be cast", f"ask.keep[{i}]")
            wanted[held[0].name] += 1
            if wanted[held[0].name] > len(held):
                raise BadRequest(f"there are only {len(held)} {name} in your hand", f"ask.keep[{i}]")
            if self._hand.before[held[0].name] == 0 and (why := self._hand.unknown.get(held[0].name)):
                raise Unsupported(why, f"ask.keep[{i}]")
        return wanted

    @cached_property
    def _all_ways(self) -> list[tuple[Announced, Ways]]:
        """Each announcement with its payments that leave alone what is to be avoided."""
        found = []
        for announced in self._ways.announced:
            ways = self._ways.ways(announced)
            if self._avoided:
                scene = Scene(self._ways.state, ways.problem.sources, self._aimed_at, ())
                allowed = {
                    at
                    for at in range(len(ways.problem.sources.uses))
                    if not any(thing.id in self._avoided for thing, _ in scene.touched(at))
                }
                ways = self._ways.narrowed(announced, allowed)
            found.append((announced, ways))
        return found

    def _scene(self, ways: Ways) -> Scene:
        key = id(ways)
        if key not in self._scenes:
            sources = ways.problem.sources
            self._scenes[key] = Scene(self._ways.state, sources, self._aimed_at, self._hand.cards)
        return self._scenes[key]

    def _spent(self, announced: Announced) -> SpentBonuses:
        key = id(announced.subject)
        if key not in self._bonuses:
            self._bonuses[key] = SpentBonuses.of(self._ways.state, announced.subject.face)
        return self._bonuses[key]

    def best(self) -> Best:
        """The best payment with its reasons."""
        at_hand = next((i for i, level in enumerate(self._profile.levels) if level.is_hand), None)
        chosen: _Chosen | None = None
        first: _Candidate | None = None
        proven = True
        for number, candidate in enumerate(self._in_order(self._levels, self._levels[: at_hand or 0])):
            first = first or candidate
            if chosen and not chosen.lost_keeps and (at_hand is None or candidate.first > chosen.candidate.first):
                break  # whatever follows is worse before the hand is looked at
            if chosen and (number >= MAX_RANKED or self._hand.looked_at >= MAX_LOOKED_AT):
                proven = False
                break
            found = self._judged(candidate, with_hand=at_hand is not None)
            chosen = found if chosen is None or found.score < chosen.score else chosen
            if not found.lost_keeps and not found.lost:
                break
        if chosen is None or first is None:
            raise self._none()
        unsure = (*self._hand.unsure.items(), *self._hand.unknown.items())
        return Best(chosen.payment, tuple(self._why(chosen, first, proven)), chosen.keeps, unsure, proven)

    def _judged(self, candidate: _Candidate, *, with_hand: bool) -> _Chosen:
        payment = candidate.payment()
        keeps = self._hand.after(payment)
        kept = Counter(keeps)
        lost_keeps = self._keep - self._hopeless - kept
        lost = self._hand.before - self._hopeless - kept if with_hand else Counter[str]()
        return _Chosen(candidate, payment, keeps, lost_keeps.total(), lost.total())

    @cached_property
    def _hopeless(self) -> Counter[str]:
        """Cards that no payment keeps castable."""
        if not self._hand.before:
            return Counter()
        return self._hand.hopeless(announced for announced, _ in self._payable)

    def _none(self) -> NoSuchPayment:
        if self._avoid and self._ways:
            names = " and ".join(self._avoid)
            return NoSuchPayment(f"there is no way to pay that leaves alone {names}", "ask.avoid")
        return NoSuchPayment(why_unpayable(self._ways).text, "ask")

    def _in_order(self, levels: Levels, before_hand: Levels) -> Iterator[_Candidate]:
        """All payments, those first that are better on these levels."""
        streams = [self._in_order_of(one, ways, levels, before_hand) for one, ways in self._payable]
        return merge(*streams, key=lambda candidate: candidate.weight)

    def _in_order_of(
        self, announced: Announced, ways: Ways, levels: Levels, before_hand: Levels
    ) -> Iterator[_Candidate]:
        """The payments of one announcement. One that comes too early, as low life is no sum, waits until nothing
        lighter can follow."""
        waiting: list[tuple[int, int, _Candidate]] = []
        for number, (least, raw, tally) in enumerate(self._ranked(announced, ways, levels)):
            while waiting and waiting[0][0] <= least:
                yield heappop(waiting)[2]
            weight, first = one_number(tally, levels), one_number(tally, before_hand)
            heappush(waiting, (weight, number, _Candidate(announced, ways, raw, tally, first, weight)))
        while waiting:
            yield heappop(waiting)[2]

    def _weighing(self, announced: Announced, ways: Ways, levels: Levels) -> tuple[Weighing, int]:
        """The weights of the payments of one announcement, and that of the announcement itself."""
        scene, bonuses = self._scene(ways), self._spent(announced)
        weighing = Weighing(ways.problem, scene, bonuses, levels, careful=not self._spare)
        return weighing, weighing.fixed(announced_tally(announced))

    def _ranked(self, announced: Announced, ways: Ways, levels: Levels) -> Iterator[tuple[int, RawPayment, Tally]]:
        """The payments of one announcement by what is a sum of their parts, with all that they do."""
        weighing, base = self._weighing(announced, ways, levels)
        for weight, raw in ways.ranked(weighing):
            tally = tally_of(ways.problem, announced, raw, self._scene(ways), self._spent(announced))
            tally["low_life", ""] = max(0, tally["life", ""] + tally["damage", ""] - self._spare)
            yield base + weight, raw, tally

    def _contrast(self, level: Level, chosen: _Candidate) -> Contrast | None:
        """The payment beside those that are lightest and heaviest on one level alone; None if all are equal."""
        weights = dict(level.weights)
        if low := weights.pop("low_life", 0):
            weights |= {measure: weights.get(measure, 0) + low for measure in ("life", "damage")}
        weighed = [self._weighing(announced, ways, [weights]) for announced, ways in self._payable]
        differ = any(weighing.differs for weighing, _ in weighed)
        if len({base for _, base in weighed}) == 1 and not differ:
            return None
        others = self._alike(chosen.announced) if differ else self._payable
        heavy = {measure: -weight for measure, weight in weights.items()}
        return Contrast(level, chosen.tally, self._extreme(others, [weights]), self._extreme(others, [heavy]))

    def _alike(self, chosen: Announced) -> list[tuple[Announced, Ways]]:
        """What is announced with the same X; other values are no other ways to do the same."""
        return [entry for entry in self._payable if entry[0].choices.x == chosen.choices.x]

    def _extreme(self, entries: list[tuple[Announced, Ways]], levels: Levels) -> Tally:
        """What the payment does that is lightest on these levels."""
        firsts = (next(self._ranked(one, ways, levels)) for one, ways in entries)
        return min(firsts, key=lambda found: found[0])[2]

    @cached_property
    def _payable(self) -> list[tuple[Announced, Ways]]:
        return [(announced, ways) for announced, ways in self._all_ways if ways.exists()]

    def _why(self, chosen: _Chosen, first: _Candidate, proven: bool) -> Iterator[str]:
        yield from self._why_hand(chosen, first, proven)
        told: set[str] = set()
        for level in self._profile.levels:
            if level.is_hand or not (level.spares or level.costs):
                continue
            if contrast := self._contrast(level, chosen.candidate):
                yield from contrast.reasons(self._profile.healthy_life, told)
        if not proven:
            yield f"only the first {MAX_RANKED:,} payments were looked at, or {MAX_LOOKED_AT} states after them"

    def _why_hand(self, chosen: _Chosen, first: _Candidate, proven: bool) -> Iterator[str]:
        """What becomes of the cards in hand, and what is paid differently for their sake."""
        keeps = [name for name in chosen.keeps if name not in self._hand.unsure]
        paid = [name for name in chosen.keeps if name in self._hand.unsure]
        texts = [
            *([f"{listed(keeps)} can {'each ' * (len(keeps) > 1)}still be cast"] if keeps else []),
            *([f"{listed(paid)} can still be paid for (whether it could be cast is not understood)"] if paid else []),
        ]
        if texts and chosen.candidate is not first and (change := difference(chosen.payment, first.payment())):
            texts[-1] += f": for that, {change}"
        yield from texts
        if lost := self._keep - Counter(chosen.keeps):
            names = listed(tuple(lost.elements()))
            yield f"no payment {'keeps' if proven else 'was found that keeps'} {names} castable"
        for name in self._hand.unknown:
            yield f"{name} is not understood, so that it is not known whether it can still be cast"
