"""The acceptance scenarios of Ana Battlemage: what triggers, and what it targets (CR 603.3d, 608.2b)."""

from __future__ import annotations

from dataclasses import replace

from seed import held, named, resolved_spell, table, tapped

from castable.model.pool import built_in
from castable.model.state import State
from castable.solver.choices.decision import Decision
from castable.solver.choices.events import put_on_stack, resolves, spell_resolves
from castable.solver.choices.happening import Happened, Outcome
from castable.solver.choices.triggers import Pending, enters_triggers
from castable.solver.choices.walking import Node, decisions, played
from castable.solver.resolving import entered

ANA = "Ana Battlemage"


def ana(*kicked: str, creatures: tuple[object, ...] = (), **you: object) -> State:
    """Ana on the stack, kicked so; your creatures; an opponent with cards in hand."""
    hand = ["Island", "Ponder", "Forest", "Shock"]
    state = table({"battlefield": list(creatures), **you}, {"hand": hand})
    return state_with(state, *kicked)


def state_with(state: State, *kicked: str) -> State:
    return replace(state, stack=(held(built_in().find(ANA), id=77, kicked=kicked),))


def asked(state: State) -> tuple[Node, ...]:
    return decisions(lambda: spell_resolves(state))


def words(decision: Decision) -> list[str]:
    return [option.words for option in decision.options]


def waiting(state: State, *answers: str) -> tuple[State, Pending]:
    """Ana in play, and her only trigger on the stack with its target."""
    there = in_play(state)
    (pending,) = played(put_on_stack(there, enters_triggers(there, [named(there, ANA).id])), *answers)
    return there, pending


def in_play(state: State) -> State:
    """Ana entered, before anything that triggered on that."""
    (there,) = entered(state, state.stack[-1], state.stack[-1].card.front)
    return there


def resolve(state: State, pending: Pending) -> Outcome:
    return played(resolves(state, pending))


class TestTargets:
    """The trigger of {1}{B} targets an untapped creature as it goes on the stack."""

    CREATURES = ("Grizzly Bears", {"card": "Llanowar Elves", "tapped": True})

    def test_seed_row_58(self) -> None:
        (node,) = asked(ana("{1}{B}", creatures=self.CREATURES))
        assert node.decision.player == "you"
        assert sorted(words(node.decision)) == [ANA, "Grizzly Bears"]

    def test_seed_row_58_twin(self) -> None:
        node, *_ = asked(ana("{2}{U}", creatures=self.CREATURES))
        assert words(node.decision) == ["you", "opponent"]
        outcome = resolved_spell(ana("{2}{U}", creatures=self.CREATURES), "opponent", "Island, Ponder, Forest")
        assert len(outcome.of(Happened.TRIGGERED)) == 1
        assert [held.card.name for held in outcome.state.opponents[0].hand] == ["Shock"]
        assert asked(ana(creatures=self.CREATURES)) == ()

    def test_seed_row_59(self) -> None:
        (node,) = asked(ana("{1}{B}", creatures=({"card": "Llanowar Elves", "tapped": True},)))
        assert words(node.decision) == [ANA]
        outcome = resolved_spell(ana("{1}{B}"), ANA)
        assert named(outcome.state, ANA).tapped
        assert outcome.state.you.life == 18

    def test_seed_row_59_twin(self) -> None:
        state = ana("{1}{B}", creatures=("Orb of Dreams",))
        assert asked(state) == ()
        outcome = resolved_spell(state)
        assert named(outcome.state, ANA).tapped
        assert outcome.of(Happened.NO_TARGET) and not outcome.of(Happened.TRIGGERED)
        assert outcome.state.you.life == 20

    def test_seed_row_60(self) -> None:
        there, pending = waiting(ana("{1}{B}", creatures=self.CREATURES), "Grizzly Bears")
        outcome = resolve(tapped(there, "Grizzly Bears"), pending)
        assert outcome.of(Happened.FIZZLED)
        assert outcome.state.you.life == 20

    def test_seed_row_60_twin(self) -> None:
        there, pending = waiting(ana("{1}{B}", creatures=self.CREATURES), "Grizzly Bears")
        outcome = resolve(tapped(tapped(there, "Grizzly Bears"), "Grizzly Bears", False), pending)
        assert named(outcome.state, "Grizzly Bears").tapped
        assert outcome.state.you.life == 18


def test_damage_by_the_power_it_has_then_to_its_controller() -> None:
    """Pumped in response (CR 608.2h), and the opponent's creature hits the opponent."""
    state = state_with(table({"battlefield": []}, {"battlefield": ["Grizzly Bears"]}), "{1}{B}")
    there, pending = waiting(state, "Grizzly Bears")
    bears = named(there, "Grizzly Bears")
    grown = replace(there, opponents=(replace(there.opponents[0], battlefield=(bears.with_counters("+1/+1", 3),)),))
    outcome = resolve(grown, pending)
    assert (outcome.state.you.life, outcome.state.opponents[0].life) == (20, 15)


def test_both_kickers_both_triggers_in_an_order_of_your_choice() -> None:
    order, *_ = asked(ana("{2}{U}", "{1}{B}"))
    assert order.decision.rule == "603.3b"
    assert len(order.decision.options) == 2
