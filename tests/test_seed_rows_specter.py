"""The acceptance scenarios of Scythe Specter: hidden choices in turn order, teams (CR 101.4, 603.2c, 810)."""

from __future__ import annotations

from dataclasses import replace

from hand_built import card
from seed import damage, named, table

from castable.model.event import Event, RevealFromHand, TriggeredAbility, Who
from castable.model.state import State
from castable.solver.choices.decision import Asked, Decision
from castable.solver.choices.events import combat_damage
from castable.solver.choices.happening import Happened, Outcome
from castable.solver.choices.triggers import damage_triggers
from castable.solver.choices.walking import played

A_HAND, B_HAND = ["Lightning Bolt", "Grizzly Bears"], ["Vampire Nighthawk", "Forest"]


def specter(*hands: list[str], **state: object) -> State:
    """Your Specter against opponents with these hands, in turn order."""
    players = [{"hand": hand} for hand in hands]
    return table({"battlefield": ["Scythe Specter"], "hand": ["Island"]}, *players, **state)


def asked_of(state: State, *dealt: tuple[str, int | None, int]) -> Asked:
    """What is asked first after the damage."""
    return next(combat_damage(state, damage(state, *(dealt or (("Scythe Specter", 1, 4),)))))


def first_decisions(state: State) -> tuple[Decision, ...]:
    return asked_of(state).decisions


def after(state: State, *answers: str) -> Outcome:
    """The outcome of 4 damage to the first opponent."""
    return played(combat_damage(state, damage(state, ("Scythe Specter", 1, 4))), *answers)


def lost(outcome: Outcome) -> list[int]:
    """Life lost to the trigger (the 4 damage aside), by opponent."""
    return [20 - 4 * (at == 0) - player.life for at, player in enumerate(outcome.state.opponents)]


class TestHidden:
    """Each chooses in turn order what nobody sees, then all discard (CR 101.4, 101.4a)."""

    def test_seed_row_51(self) -> None:
        a, b = first_decisions(specter(A_HAND, B_HAND))
        assert (a.player, b.player) == ("opponent 1", "opponent 2")
        assert a.turn < b.turn
        for chosen in A_HAND:
            state = specter([chosen, "Swamp"], B_HAND)
            assert first_decisions(state)[1] == b, "what A may answer is no part of what B is asked"

    def test_seed_row_51_twin(self) -> None:
        state = specter(A_HAND, B_HAND)
        openly = TriggeredAbility(event=Event.COMBAT_DAMAGE, does=(RevealFromHand(who=Who.EACH_OPPONENT),))
        there = named(state, "Scythe Specter")
        state = state.with_permanent(replace(there, card=card("Scythe Specter", "creature", openly)))
        for shown in A_HAND:
            process = combat_damage(state, damage(state, ("Scythe Specter", 1, 4)))
            (a,) = next(process).decisions
            (b,) = process.send((next(option for option in a.options if option.words == shown),)).decisions
            assert dict(b.sees)["revealed"] == (f"opponent 1: {shown}",)

    def test_seed_row_52(self) -> None:
        outcome = after(specter(A_HAND, B_HAND), "Lightning Bolt", "Vampire Nighthawk")
        (batch,) = outcome.of(Happened.DISCARDED)
        assert [one.name for one in batch.cards] == ["Lightning Bolt", "Vampire Nighthawk"]
        assert batch.seats == (1, 2)

    def test_seed_row_52_twin(self) -> None:
        outcome = after(specter([], B_HAND), "Vampire Nighthawk")
        (batch,) = outcome.of(Happened.DISCARDED)
        assert batch.seats == (2,)
        assert lost(outcome) == [0, 3]

    def test_seed_row_53(self) -> None:
        a, b = first_decisions(specter(A_HAND, B_HAND))
        assert dict(a.sees) == {"hand": tuple(A_HAND)}
        assert dict(b.sees) == {"hand": tuple(B_HAND)}
        assert first_decisions(specter(A_HAND, ["Divination"]))[0] == a
        assert first_decisions(specter(["Ponder", "Island"], B_HAND))[1].sees == b.sees

    def test_seed_row_53_twin(self) -> None:
        c, d = first_decisions(specter(A_HAND, B_HAND, format="two-headed-giant"))
        assert dict(c.sees) == {"hand": tuple(A_HAND), "hand of opponent 2": tuple(B_HAND)}
        assert dict(d.sees) == {"hand": tuple(B_HAND), "hand of opponent 1": tuple(A_HAND)}


class TestLife:
    """Who loses life, and how often (CR 603.2c, 609.5)."""

    def test_seed_row_54(self) -> None:
        state = specter(A_HAND, B_HAND)
        both = damage(state, ("Scythe Specter", 1, 2), ("Scythe Specter", 2, 2))
        assert len(damage_triggers(state, both)) == 2
        answers = ("Lightning Bolt", "Forest", "Grizzly Bears", "Vampire Nighthawk")
        outcome = played(combat_damage(state, both), *answers)
        assert [len(batch.cards) for batch in outcome.of(Happened.DISCARDED)] == [2, 2]
        assert all(not player.hand for player in outcome.state.opponents)

    def test_seed_row_54_twin(self) -> None:
        state = specter(A_HAND, B_HAND)
        assert len(damage_triggers(state, damage(state, ("Scythe Specter", 1, 4)))) == 1

    def test_seed_row_55(self) -> None:
        assert lost(after(specter(["Josu Vess, Lich Knight"], ["Rite of Replication"], ["Jilt"]))) == [4, 4, 0]

    def test_seed_row_55_twin(self) -> None:
        assert lost(after(specter(["Josu Vess, Lich Knight"], ["Vampire Nighthawk"], ["Jilt"]))) == [4, 0, 0]
        assert lost(after(specter(["Forest"], ["Island"], ["Plains"]))) == [0, 0, 0]


class TestTeams:
    """Two-Headed Giant: teammates see each other's hands, choose in any order, and share their life (CR 810)."""

    def test_seed_row_56(self) -> None:
        c, d = first_decisions(specter(A_HAND, B_HAND, format="two-headed-giant"))
        assert ("hand of opponent 2", tuple(B_HAND)) in c.sees
        assert c.turn == d.turn

    def test_seed_row_56_twin(self) -> None:
        c, d = first_decisions(specter(A_HAND, B_HAND))
        assert [zone for zone, _ in c.sees] == [zone for zone, _ in d.sees] == ["hand"]
        assert c.turn < d.turn

    def test_seed_row_57(self) -> None:
        assert self.life_after("Vampire Nighthawk", "Divination") == 24

    def test_seed_row_57_twin(self) -> None:
        assert self.life_after("Vampire Nighthawk", "Grizzly Bears") == 27

    def life_after(self, *cards: str) -> int:
        """The life of a team at 30 whose members discard these cards (the damage aside)."""
        players = [{"hand": [name], "life": 34} for name in cards]
        state = table({"battlefield": ["Scythe Specter"], "life": 30}, *players, format="two-headed-giant")
        outcome = after(state)
        (life,) = {player.life for player in outcome.state.opponents}
        return life
