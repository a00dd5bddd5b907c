"""Instructions that ask nobody anything: life, cards, damage, sizes, tokens (CR 608.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from castable.model.amount import Amount
from castable.model.card import Card, Face
from castable.model.effects import with_effects
from castable.model.emblem import emblem
from castable.model.errors import Unsupported
from castable.model.evaluate import View, value
from castable.model.event import (
    ChangeSize,
    CreateTokens,
    DealDamage,
    Draw,
    Exile,
    GainLife,
    GetEmblem,
    HighestLosesLife,
    Instruction,
    LookAtTop,
    LoseLife,
    SetSize,
    SwitchSize,
    Tap,
    TopToHand,
    Who,
)
from castable.model.mana import ManaType
from castable.model.seats import permanents_by_seat, seats
from castable.model.state import CardInZone, Permanent, SizeChange
from castable.solver.choices.game import Game
from castable.solver.choices.happening import Happened
from castable.solver.choices.table import opponents_of, place_of, player_at, view_from, with_player
from castable.solver.choices.targeting import Key
from castable.solver.choices.triggers import Pending, condition_holds
from castable.solver.resolving import enters_tapped

__all__ = ["Instructions"]


class Instructions:
    """The instructions of one spell or ability: its legal targets, and what later ones know of earlier ones."""

    def __init__(self, game: Game, pending: Pending, targets: tuple[Key, ...]) -> None:
        self.game = game
        self.pending = pending
        self.seat = pending.seat
        self.targets = targets
        self._revealed: Card | None = None
        self.discarded: list[tuple[int, Card]] = []
        self._exiled_of: list[int] = []
        self.looked = False

    def carry_out_quietly(self, instruction: Instruction) -> None:
        """One instruction that asks nobody anything."""
        match instruction:
            case HighestLosesLife():
                self._highest_loses_life()
            case GainLife(amount=amount, who=who):
                for seat in self.players(who):
                    self.game.change_life(seat, self.number(amount))
            case LoseLife(amount=amount, who=who):
                for seat in self.players(who):
                    self.game.change_life(seat, -self.number(amount))
            case LookAtTop():
                self._top()
                self.looked = True
            case TopToHand(reveal=reveal):
                self._top_to_hand(reveal)
            case Draw(number=number):
                self._draw(self.number(number))
            case Tap():
                self._tap()
            case DealDamage():
                self._deal(instruction)
            case SetSize() | ChangeSize() | SwitchSize():
                self._size(instruction)
            case Exile():
                self._exile()
            case CreateTokens():
                self._create(instruction)
            case GetEmblem(abilities=abilities):
                made = emblem(self.pending.name, abilities)
                had = player_at(self.game.state, self.seat).emblems
                self.game.state = with_player(self.game.state, self.seat, emblems=(*had, made))
                self.game.note(Happened.EMBLEM, seats=(self.seat,), about=made.name)

    def view(self) -> View:
        """As the controller sees it, from the source as it is, or was last (CR 113.7a)."""
        pending = self.pending
        source = pending.source
        if source is not None and (there := place_of(with_effects(self.game.state), source.id)):
            source = replace(there[1], kicked=source.kicked, x=source.x)
        return View(view_from(self.game.state, self.seat), source, x=pending.x)

    def number(self, amount: Amount) -> int:
        if amount.measure == "revealed":
            if amount.word != "mv" or self._revealed is None:
                raise Unsupported(f"the amount {amount}")
            return amount.plus + amount.times * self._revealed.mana_value
        if amount.measure == "kicked":
            return amount.plus + amount.times * len(self.pending.kicked)
        return value(amount, self.view())

    def players(self, who: Who) -> tuple[int, ...]:
        """The players an instruction is about, in turn order, who are still in the game."""
        state = self.game.state
        match who:
            case Who.YOU:
                found: tuple[int, ...] = (self.seat,)
            case Who.EACH_OPPONENT:
                found = opponents_of(state, self.seat)
            case Who.EACH_PLAYER:
                found = tuple(seat.number for seat in seats(state))
            case Who.TARGET:
                found = tuple(key[1] for key in self.targets if isinstance(key, tuple) and key[0] == "player")
            case Who.CONTROLLER:
                found = tuple(seat for seat, _ in self._target_permanents())
        return tuple(seat for seat in found if seat not in self.game.out)

    def _target_permanents(self) -> Iterator[tuple[int, Permanent]]:
        for key in self.targets:
            if isinstance(key, tuple) and key[0] == "permanent" and (there := place_of(self.game.state, key[1])):
                yield there

    def _highest_loses_life(self) -> None:
        """Mana values are those of the cards where they are now (CR 608.2h, 202.3); ties all lose."""
        highest = max((card.mana_value for _, card in self.discarded), default=0)
        for seat in dict.fromkeys(seat for seat, card in self.discarded if card.mana_value == highest):
            self.game.change_life(seat, -highest)

    def _top(self) -> CardInZone:
        library = player_at(self.game.state, self.seat).library_top
        if not library:
            raise Unsupported("the top card of a library, which is not known")
        return library[0]

    def _top_to_hand(self, reveal: bool) -> None:
        top, game = self._top(), self.game
        player = player_at(game.state, self.seat)
        if reveal:
            self._revealed = top.card
            game.note(Happened.REVEALED, seats=(self.seat,), cards=(top.card,))
        game.state = with_player(
            game.state, self.seat, library_top=player.library_top[1:], hand=(*player.hand, replace(top, via=""))
        )

    def _draw(self, number: int) -> None:
        game, player = self.game, player_at(self.game.state, self.seat)
        drawn = player.library_top[:number]
        if len(drawn) < number:
            game.unknown_hands.add(self.seat)
        game.state = with_player(
            game.state,
            self.seat,
            hand=(*player.hand, *drawn),
            library_top=player.library_top[number:],
            cards_drawn_this_turn=player.cards_drawn_this_turn + number,
        )
        game.note(Happened.DREW, seats=(self.seat,), amount=number)

    def _tap(self) -> None:
        for seat, permanent in self._target_permanents():
            self.game.replace_permanent(seat, replace(permanent, tapped=True))
            self.game.note(Happened.TAPPED, seats=(seat,), about=permanent.name)

    def _deal(self, deal: DealDamage) -> None:
        """The amount is read as the damage is dealt (CR 608.2h); damage to a player is loss of life (CR 120.3a)."""
        game = self.game
        amount = deal.amount
        if deal.instead is not None and condition_holds(deal.instead_if, self.view(), self.pending.kicked):
            amount = deal.instead
        if deal.by is Who.TARGET:
            for seat, permanent in list(self._target_permanents()):
                for _, seen in permanents_by_seat(with_effects(game.state)):
                    if seen.id == permanent.id:
                        side = seats(game.state)[seat].side
                        number = value(amount, View(with_effects(game.state), seen, side))
                        to = (seat,) if deal.to is Who.CONTROLLER else self.players(deal.to)
                        self._to_players(to, number, permanent.id)
            return
        number = self.number(amount)
        self._to_players(self.players(deal.to), number, self.pending.source.id if self.pending.source else None)
        if deal.to is Who.TARGET and number > 0:
            for seat, permanent in self._target_permanents():
                if "planeswalker" in permanent.face.types:
                    game.replace_permanent(seat, permanent.with_counters("loyalty", -number))
                game.note(Happened.DAMAGED, seats=(seat,), amount=number, about=permanent.name)

    def _to_players(self, players: tuple[int, ...], damage: int, source: int | None) -> None:
        for seat in players:
            self.game.change_life(seat, -max(0, damage))
            if source is not None:
                self.game.gain_by_lifelink(source, damage)

    def _size(self, instruction: SetSize | ChangeSize | SwitchSize) -> None:
        game, time = self.game, self.game.timestamp()
        kind = {SetSize: "set", ChangeSize: "change", SwitchSize: "switch"}[type(instruction)]
        change = SizeChange(kind=kind, timestamp=time, until=instruction.until)
        if not isinstance(instruction, SwitchSize):
            change = replace(change, power=instruction.power, toughness=instruction.toughness)
        for seat, permanent in self._target_permanents():
            game.replace_permanent(seat, replace(permanent, sizes=(*permanent.sizes, change)))
            game.note(Happened.SIZED, seats=(seat,), about=permanent.name)

    def _exile(self) -> None:
        game = self.game
        for seat, permanent in list(self._target_permanents()):
            player = player_at(game.state, seat)
            left = tuple(p for p in player.battlefield if p.id != permanent.id)
            gone = () if permanent.token else (CardInZone(card=permanent.card, id=permanent.id),)
            game.state = with_player(game.state, seat, battlefield=left, exile=(*player.exile, *gone))
            game.note(Happened.EXILED, seats=(seat,), about=permanent.name)
            self._exiled_of.append(seat)

    def _create(self, create: CreateTokens) -> None:
        card = _token(create)
        for seat in self._exiled_of if create.who is Who.CONTROLLER else self.players(create.who):
            number = self.number(create.number)
            for _ in range(number):
                self._enter(seat, card)
            if number:
                self.game.note(Happened.CREATED, seats=(seat,), cards=(card,), amount=number)

    def _enter(self, seat: int, card: Card) -> None:
        game = self.game
        token = Permanent(
            card=card,
            id=game.new_id(),
            token=True,
            summoning_sick=True,
            entered_this_turn=True,
            timestamp=game.timestamp(),
        )
        if enters_tapped(game.state, token, seats(game.state)[seat].side):
            token = replace(token, tapped=True)
        player = player_at(game.state, seat)
        game.state = with_player(game.state, seat, battlefield=(*player.battlefield, token))
        game.entered.append(token.id)


def _token(create: CreateTokens) -> Card:
    words, _, subtypes = create.type.partition(" — ")
    face = Face(
        name=create.name,
        types=frozenset(words.lower().split()),
        subtypes=frozenset(subtypes.split()),
        power=str(create.power),
        toughness=str(create.toughness),
        color_indicator=frozenset(map(ManaType, create.colors)),
    )
    return Card(name=create.name, faces=(face,), is_token=True)
