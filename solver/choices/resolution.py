"""Carrying out what a spell or ability does as it resolves, instruction by instruction (CR 608.2)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from castable.model.card import Card
from castable.model.errors import BadRequest, Unsupported
from castable.model.event import (
    CopySpell,
    CreateTokens,
    Discard,
    Instruction,
    May,
    MayPayLife,
    RevealFromHand,
    TriggeredAbility,
)
from castable.model.seats import seats
from castable.model.state import CardInZone
from castable.solver.choices.asking import cards_from_hand, copy_targets, life_payments, payments_of, yes_or_no
from castable.solver.choices.decision import Asked, Option
from castable.solver.choices.game import Game
from castable.solver.choices.happening import Happened
from castable.solver.choices.instructions import Instructions
from castable.solver.choices.table import in_turn_order, player_at, with_player
from castable.solver.choices.targeting import Key, aims_of, legal_targets, words_for
from castable.solver.choices.told import require_plain_discard
from castable.solver.choices.triggers import Pending, condition_holds

__all__ = ["Steps", "may_ask", "resolve"]

Steps = Generator[Asked, tuple[Option, ...], None]
"""Steps of the game that ask for decisions and are sent an option for each."""
_ASKING = (Discard, RevealFromHand, May, MayPayLife, CopySpell, CreateTokens)


def may_ask(pending: Pending) -> bool:
    """Whether its resolution may ask somebody something."""
    return any(isinstance(instruction, _ASKING) for instruction in pending.ability.does)


def resolve(game: Game, pending: Pending) -> Steps:
    """Carry out an ability or a spell: nothing where all its targets have become illegal (CR 608.2b), or where its
    condition does not hold any more (CR 603.4)."""
    aims = aims_of(pending)
    if len(aims) != len(pending.targets):
        raise BadRequest(f"what {pending.name} targets is not said")
    kept = []
    for (wanted, _, _), chosen in zip(aims, pending.targets, strict=True):
        legal = set(legal_targets(game.state, pending.seat, wanted))
        kept.append(tuple(key for key in chosen if key in legal))
    if any(pending.targets) and not any(kept):
        game.note(Happened.FIZZLED, about=pending.name)
        return
    resolution = _Resolution(game, pending, tuple(key for chosen in kept for key in chosen))
    if not isinstance(pending.ability, TriggeredAbility) or resolution.holds(pending.ability):
        yield from resolution.carry_out(pending.ability.does)


class _Resolution(Instructions):
    """One resolution, with the decisions that its instructions ask for."""

    def __init__(self, game: Game, pending: Pending, targets: tuple[Key, ...]) -> None:
        super().__init__(game, pending, targets)
        self._rest = False

    def holds(self, ability: TriggeredAbility) -> bool:
        """Whether the condition of a triggered ability holds."""
        return condition_holds(ability.condition, self.view(), self.pending.kicked)

    def carry_out(self, instructions: tuple[Instruction, ...]) -> Steps:
        """All instructions in the order written (CR 608.2c)."""
        for at, instruction in enumerate(instructions):
            rest = any(isinstance(later, _ASKING) for later in instructions[at + 1 :])
            outer, self._rest = self._rest, self._rest or rest
            yield from self._one(instruction)
            self._rest = outer

    def _one(self, instruction: Instruction) -> Steps:
        match instruction:
            case May():
                yield from self._may(instruction)
            case MayPayLife():
                yield from self._pay_life(instruction)
            case Discard() | RevealFromHand():
                yield from self._from_hand(instruction)
            case CopySpell():
                yield from self._copy(instruction)
            case _:
                self.carry_out_quietly(instruction)

    def _ask(self, asked: Asked) -> Generator[Asked, tuple[Option, ...], tuple[Option, ...]]:
        """Put the decisions, of which it is known whether more may follow."""
        answers = yield replace(asked, last=asked.last and not (self._rest or self.game.more))
        return answers

    def _may(self, may: May) -> Steps:
        """To do it or not is decided as it is carried out, by what is seen then (CR 608.2d); with a cost, paid once
        (CR 118.12), mana abilities may be activated for it (CR 608.2g)."""
        game = self.game
        deeper = any(isinstance(inner, _ASKING) for inner in may.does)
        ways = payments_of(game.state, self.seat, may.cost) if may.cost is not None else None
        asked = yes_or_no(game.state, self.seat, may, self.pending.name, looked=self.looked, payable=ways)
        (answer,) = yield from self._ask(Asked((asked,), last=not deeper and ways is None))
        if not answer:
            return
        if ways is not None:
            chosen = yield from self._ask(Asked((ways.decision,), last=not deeper))
            game.state = ways.paid(chosen[0])
        yield from self.carry_out(may.does)

    def _pay_life(self, pay: MayPayLife) -> Steps:
        """Teams decide together: what they pay at once must fit into their life total (CR 810.9b)."""
        game, amount = self.game, self.number(pay.amount)
        said: list[str] = []
        groups = in_turn_order(game.state, self.players(pay.who))
        paying: list[int] = []
        for at, group in enumerate(groups):
            asked = life_payments(game.state, group, amount, self.pending.name, at, tuple(said))
            (answer,) = yield from self._ask(Asked((asked,), last=at + 1 == len(groups)))
            said.append(f"{asked.player}: {answer.words}")
            paying += [seat for seat in group if seat in answer.keys]
        for seat in paying:
            game.change_life(seat, -amount)

    def _from_hand(self, instruction: Discard | RevealFromHand) -> Steps:
        """Choose cards in hand: in secret and all before anything is discarded (CR 101.4, 101.4a), or openly."""
        game, number = self.game, self.number(instruction.number)
        players = [seat for seat in self.players(instruction.who) if player_at(game.state, seat).hand]
        if unknown := game.unknown_hands.intersection(self.players(instruction.who)):
            raise Unsupported(f"cards in hand that {seats(game.state)[min(unknown)].name} has drawn")
        groups = in_turn_order(game.state, players) if number else ()
        chosen: dict[int, tuple[Key, ...]] = {}
        if isinstance(instruction, Discard):
            flat = [(at, seat) for at, group in enumerate(groups) for seat in group]
            if flat:
                turns = [at if len(flat) > 1 else None for at, _ in flat]
                decisions = tuple(
                    cards_from_hand(game.state, seat, number, "discard", turn)
                    for turn, (_, seat) in zip(turns, flat, strict=True)
                )
                answers = yield from self._ask(Asked(decisions, last=True))
                chosen = {seat: answer.keys for (_, seat), answer in zip(flat, answers, strict=True)}
            self._discard(chosen)
            return
        shown: list[str] = []
        for at, group in enumerate(groups):
            asked = tuple(cards_from_hand(game.state, seat, number, "reveal", at, tuple(shown)) for seat in group)
            answers = yield from self._ask(Asked(asked, last=at + 1 == len(groups)))
            for seat, answer in zip(group, answers, strict=True):
                cards = tuple(held.card for held in player_at(game.state, seat).hand if held.id in answer.keys)
                game.note(Happened.REVEALED, seats=(seat,) * len(cards), cards=cards)
                shown += [f"{seats(game.state)[seat].name}: {card.name}" for card in cards]

    def _discard(self, chosen: dict[int, tuple[Key, ...]]) -> None:
        """All cards at the same time."""
        game = self.game
        self.discarded = []
        for seat, keys in chosen.items():
            player = player_at(game.state, seat)
            gone = tuple(held for held in player.hand if held.id in keys)
            require_plain_discard(held.card for held in gone)
            kept = tuple(held for held in player.hand if held.id not in keys)
            game.state = with_player(game.state, seat, hand=kept, graveyard=(*player.graveyard, *gone))
            self.discarded += [(seat, held.card) for held in gone]
        if self.discarded:
            players, cards = zip(*self.discarded, strict=True)
            game.note(Happened.DISCARDED, seats=players, cards=cards)

    def _copy(self, instruction: CopySpell) -> Steps:
        """The copy is put on top of the stack; it is not cast, so nothing triggers (CR 707.10)."""
        game = self.game
        for spell in self._copied(instruction):
            copy = replace(spell, id=game.new_id(), copy=True, controller=seats(game.state)[self.seat].side, ref="")
            if instruction.not_legendary:
                copy = replace(copy, card=_not_legendary(spell.card))
            asked = copy_targets(game.state, self.seat, copy) if instruction.new_targets else None
            if asked is not None:
                (answer,) = yield from self._ask(Asked((asked,), last=True))
                if answer:
                    copy = replace(copy, targets=tuple(words_for(game.state, key) for key in answer.keys))
            game.state = replace(game.state, stack=(*game.state.stack, copy))
            game.note(Happened.COPIED, seats=(self.seat,), cards=(spell.card,), about=", ".join(copy.targets))

    def _copied(self, instruction: CopySpell) -> tuple[CardInZone, ...]:
        if instruction.target:
            return tuple(spell for spell in self.game.state.stack if ("stack", spell.id) in self.targets)
        assert self.pending.spell is not None
        return (self.pending.spell,)


def _not_legendary(card: Card) -> Card:
    return replace(card, faces=tuple(replace(f, supertypes=f.supertypes - {"legendary"}) for f in card.faces))
