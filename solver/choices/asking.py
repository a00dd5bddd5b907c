"""The decisions that instructions ask for, each from what its player may see."""

from __future__ import annotations

from dataclasses import dataclass

from castable.model.cost import Cost
from castable.model.effects import with_effects
from castable.model.effects.layers import without_effects
from castable.model.errors import TooLarge, Unsupported
from castable.model.event import May, SpellEffect, TopToHand
from castable.model.seats import shares_life
from castable.model.state import CardInZone, State
from castable.solver.announce import Subject, Wishes
from castable.solver.choices.decision import MAX_OPTIONS, Decision, Offer, Option, Pick
from castable.solver.choices.table import hands_seen, player_at, seat_at, sight, view_from
from castable.solver.choices.targeting import aims_of, called, target_offers
from castable.solver.choices.triggers import Pending
from castable.solver.payments import Payments
from castable.solver.prohibitions import Bans

__all__ = ["Paying", "cards_from_hand", "copy_targets", "life_payments", "payments_of", "yes_or_no"]


@dataclass(frozen=True, slots=True)
class Paying:
    """A cost that may be paid while something resolves, with all ways to pay it (CR 118.12, 608.2g)."""

    state: State
    cost: Cost
    ways: Payments

    @property
    def decision(self) -> Decision:
        """Which of all payments is made."""
        if self.ways.count() > MAX_OPTIONS:
            raise TooLarge(f"more than {MAX_OPTIONS:,} ways to pay {self.cost}")
        offers = tuple(Offer(str(payment), (at,)) for at, payment in enumerate(self.ways))
        return Decision(player="you", asks=f"how to pay {self.cost}", rule="608.2g", picks=(Pick(offers=offers),))

    def paid(self, option: Option) -> State:
        """The state once it is paid so."""
        (at,) = option.keys
        assert isinstance(at, int)
        return without_effects(self.ways[at].apply(with_effects(self.state)))


def payments_of(state: State, seat: int, cost: Cost) -> Paying:
    """Every way to pay a cost of mana now."""
    if cost.mana is None or cost.parts:
        raise Unsupported(f"paying {cost} while something resolves")
    if seat != 0:
        raise Unsupported(f"how {seat_at(state, seat).name} may pay {cost}")
    return Paying(state, cost, Payments(state, [Subject(name=str(cost), cost=cost.mana)], Wishes()))


def yes_or_no(state: State, seat: int, may: May, name: str, *, looked: bool, payable: Paying | None) -> Decision:
    """Whether to do what an ability says that its controller may do.

    The top card of the library is among what the player sees only where the player `looked` at it before.
    """
    if may.cost is not None:
        words, rule = f"pay {may.cost}", "118.12"
    else:
        reveals = isinstance(may.does[0], TopToHand) and may.does[0].reveal
        words, rule = "reveal" if reveals else "do it", "608.2d"
    possible = payable is None or bool(payable.ways)
    top = player_at(state, seat).library_top[:1]
    return Decision(
        player=seat_at(state, seat).name,
        asks=f"{name}: {words}",
        rule=rule,
        picks=(Pick(offers=(Offer(words, ("yes",)),) if possible else (), least=0),),
        sees=(("library top", tuple(card.card.name for card in top)),) if looked else (),
    )


def cards_from_hand(
    state: State, seat: int, number: int, verb: str, turn: int | None, shown: tuple[str, ...] = ()
) -> Decision:
    """Which cards of the own hand: as many as there are, at most so many. `shown` was revealed to all before; `turn` is
    None where nobody else chooses."""
    hand = player_at(sight(state, seat), seat).hand
    alike: dict[CardInZone, list[int]] = {}
    for held in hand:
        alike.setdefault(held, []).append(held.id)
    number = min(number, len(hand))
    offers = tuple(Offer(held.card.name, tuple(ids)) for held, ids in alike.items())
    return Decision(
        player=seat_at(state, seat).name,
        asks=f"{verb} {number} of the cards in hand",
        rule="701.9b" if turn is None else "101.4b" if shown else "101.4a",
        picks=(Pick(offers=offers, least=number, most=number),),
        sees=(*hands_seen(state, seat), *((("revealed", shown),) if shown else ())),
        turn=turn,
    )


def life_payments(
    state: State, group: tuple[int, ...], amount: int, name: str, turn: int, said: tuple[str, ...]
) -> Decision:
    """Who of the players that choose together pays life: what a team pays at once must fit into its life (CR 810.9b).

    `said` is what those before them have announced (CR 101.4)."""
    names = [seat_at(state, seat).name for seat in group]
    lives = [player_at(state, seat).life for seat in group]
    picks = []
    for seat, who, life in zip(group, names, lives, strict=True):
        able = (life >= amount and not Bans(view_from(state, seat)).on_paying_life()) or not amount
        offers = (Offer(f"{who} pays {amount} life", (seat,)),) if able else ()
        picks.append(Pick(offers=offers, least=0, most=1, weight=amount))
    return Decision(
        player=" and ".join(names),
        asks=f"{name}: pay {amount} life",
        rule="810.9b" if len(group) > 1 else "119.4",
        picks=tuple(picks),
        sees=(("announced", said),) if said else (),
        turn=turn,
        limit=lives[0] if shares_life(state) and amount else None,
    )


def copy_targets(state: State, seat: int, copy: CardInZone) -> Decision | None:
    """The choice of a new target for a copy of a spell; nothing chosen leaves it as it is (CR 707.10c). None for a
    spell without targets."""
    pending = Pending(name=copy.card.name, seat=seat, ability=SpellEffect(does=()), spell=copy)
    aims = aims_of(pending)
    if not aims:
        return None
    if len(aims) != 1 or aims[0][2] != 1:
        raise Unsupported(f"new targets for a copy of {copy.card.name}")
    now = [called(state, name) for name in copy.targets]
    same = now[0] if len(now) == 1 and len(now[0]) == 1 else ()
    offers = tuple(offer for offer in target_offers(state, seat, aims[0][0]) if offer.keys != same)
    return Decision(
        player=seat_at(state, seat).name,
        asks=f"a new target for the copy of {copy.card.name}",
        rule="707.10c",
        picks=(Pick(offers=offers, least=0),),
        nothing="the same target",
    )
