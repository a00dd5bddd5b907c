"""What has resolved and goes on for the rest of the turn (CR 611.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from agreement import compare
from hand_built import board, card, spell
from total_costs import totals

from castable.model.ability import (
    Ability,
    CostChange,
    LandPlays,
    Permission,
    Prohibition,
    ThisTurn,
    TriggeredManaAbility,
)
from castable.model.card import Card
from castable.model.errors import Unsupported
from castable.model.oracle import compile_text
from castable.model.state import CardInZone, Player, State
from castable.solver.payments import payments
from castable.solver.plays import verdict
from castable.solver.timing import why_no_land

INSTANT = frozenset({"instant"})


def made(text: str) -> Card:
    """An instant with this text."""
    return card("Tide", "instant", *compile_text(text, name="Tide", types=INSTANT), cost="{U}")


def lasting(text: str) -> tuple[Ability, ...]:
    """What goes on once an instant with this text has resolved."""
    return tuple(a for one in made(text).front.of(ThisTurn) for a in one.abilities)


def after(text: str, state: State, *, by: str = "you", times: int = 1) -> State:
    """The state once such spells have resolved, with an opponent."""
    entries = tuple(CardInZone(card=made(text), id=800 + at, controller=by) for at in range(times))
    return replace(state, opponents=state.opponents or (Player(),), resolved=entries)


ISLANDS = "Until end of turn, whenever a player taps an Island for mana, that player adds an additional {U}."
SILENCE = "Your opponents can't cast spells this turn."
FLASH = "You may cast sorcery spells this turn as though they had flash. Draw a card."
CHEAP = "Spells you cast this turn cost {1} less to cast."
LAND = "You may play an additional land this turn."


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (ISLANDS, TriggeredManaAbility),
        (SILENCE, Prohibition),
        (f"Counter target spell. {SILENCE}", Prohibition),
        (FLASH, Permission),
        (CHEAP, CostChange),
        (LAND, LandPlays),
    ],
)
def test_read(text: str, kind: type) -> None:
    assert {type(ability) for ability in lasting(text)} == {kind}


@pytest.mark.parametrize(
    "text",
    [
        "Target player can't cast spells this turn unless zork.",
        "Target creature can't cast spells this turn.",
        "Target player loses 2 life and can't cast spells this turn.",
        "Until end of turn, creatures you control gain haste.",
        f"{SILENCE} Creatures you control get +1/+1 until end of turn.",
        "The first spell you cast this turn costs {1} less to cast.",
        "If it was kicked, players can't cast spells this turn.",
        "The next zork spell you cast this turn can be cast as though it had flash.",
        "Players can't cast more than one spell this turn.",
        "Draw a card.",
        "Spells you cast this turn cost {X} less to cast.",
        f"Choose one — • {SILENCE} • Draw a card.",
    ],
)
def test_not_read(text: str) -> None:
    state = after(text, board("Island", hand=[spell("{U}")]))
    assert not lasting(text)
    with pytest.raises(Unsupported, match="Tide"):
        state.require_supported()


@pytest.mark.parametrize("by", ["you", "opponent"])
@pytest.mark.parametrize("times", [1, 2])
def test_more_mana(by: str, times: int) -> None:
    for cost, lands in (
        ("{U}{U}", "Island"),
        ("{U}{U}{U}", "Island"),
        ("{1}{U}", "Swamp; Island"),
        ("{B}{B}", "Swamp"),
    ):
        state = after(ISLANDS, board(lands, hand=[spell(cost)]), by=by, times=times)
        state.require_supported()
        compare(state, "Spell")
    assert bool(payments(after(ISLANDS, board("Island", hand=[spell("{U}{U}")]), by=by, times=times), "Spell"))
    assert bool(payments(after(ISLANDS, board("Island", hand=[spell("{U}{U}{U}")]), by=by, times=times), "Spell")) is (
        times == 2
    )


@pytest.mark.parametrize("by", ["you", "opponent"])
@pytest.mark.parametrize("target", ["you", "opponent"])
def test_a_ban_on_the_target(by: str, target: str) -> None:
    """CR 101.2: it is about the player who was targeted, whoever controlled the spell."""
    text = "Target player can't cast creature spells this turn. Draw a card."
    for types in ("creature", "instant"):
        state = after(text, board("Island", hand=[spell("{U}", types=types)]), by=by)
        aimed = replace(state, resolved=(replace(state.resolved[0], targets=(target,)),))
        aimed.require_supported()
        assert verdict(aimed, "Spell").castable is not (types == "creature" and target == "you")
        with pytest.raises(Unsupported, match="Tide"):
            assert verdict(state, "Spell").castable


def test_what_a_kicked_spell_would_have_done_of_combat_is_passed_over() -> None:
    text = "Kicker {U}\n" + SILENCE + " If ~ was kicked, creatures can't attack this turn."
    state = after(text, board("Island", hand=[spell("{U}")]), by="opponent")
    state.require_supported()
    assert not verdict(state, "Spell").castable
    state = after(f"Kicker {{U}}\n{SILENCE} If ~ was kicked, players can't play lands this turn.", state)
    with pytest.raises(Unsupported, match="Tide"):
        state.require_supported()


def test_the_next_spell_as_though_it_had_flash() -> None:
    """Where one of the kind was cast this turn, it may have been the next one."""
    text = "The next sorcery card you cast this turn can be cast as though it had flash."
    for types in ("sorcery", "creature"):
        state = after(text, replace(board("Island", hand=[spell("{U}", types=types)]), turn="opponent"))
        assert verdict(state, "Spell").castable is (types == "sorcery")
        other = state.with_you(spells_cast_this_turn=(spell("{U}", types="instant"),))
        assert verdict(other, "Spell").castable is (types == "sorcery")
    used = after(text, replace(board("Island", hand=[spell("{U}", types="sorcery")]), turn="opponent"))
    used = used.with_you(spells_cast_this_turn=(spell("{U}", types="sorcery"),))
    with pytest.raises(Unsupported, match="next one"):
        assert verdict(used, "Spell").castable


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_mana_of_another_type(by: str) -> None:
    text = "Until end of turn, if a player taps a nonbasic land for mana, it produces {C} instead of any other type."
    gate = card("Gate", "land", *compile_text("{T}: Add {G}.", name="Gate", types=frozenset({"land"})))
    for cost, land, ways in (("{G}", gate, 0), ("{1}", gate, 1), ("{G}", "Forest", 1)):
        state = after(text, board(land, hand=[spell(cost)]), by=by)
        state.require_supported()
        compare(state, "Spell")
        assert payments(state, "Spell").count() == ways


def test_it_is_no_permanent() -> None:
    state = after(ISLANDS, board("Island", hand=[spell("{U}")]))
    assert [permanent.name for _, permanent in state.permanents()] == ["Island"]


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_who_is_kept_from_casting(by: str) -> None:
    state = after(SILENCE, board("Island", hand=[spell("{U}")]), by=by)
    assert verdict(state, "Spell").castable is (by == "you")


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_as_though_it_had_flash(by: str) -> None:
    for types, expected in (("sorcery", by == "you"), ("creature", False)):
        state = replace(board("Island", hand=[spell("{U}", types=types)]), turn="opponent")
        assert verdict(after(FLASH, state, by=by), "Spell").castable is expected


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_costs(by: str) -> None:
    state = after(CHEAP, board("3 Island", hand=[spell("{2}{U}")]), by=by)
    assert totals(state) == {"{1}{U}" if by == "you" else "{2}{U}"}
    compare(state, "Spell")
    assert totals(after(CHEAP, state, times=2)) == {"{U}"}


@pytest.mark.parametrize("by", ["you", "opponent"])
def test_lands(by: str) -> None:
    state = board("Island", hand=[spell("{U}")]).with_you(lands_played=1)
    assert (why_no_land(after(LAND, state, by=by)) is None) is (by == "you")


def test_whose_it_is_must_be_known() -> None:
    state = after(SILENCE, board("Island", hand=[spell("{U}")]), by="opponent")
    with pytest.raises(Unsupported, match="Tide"):
        replace(state, opponents=(Player(), Player())).require_supported()
    with pytest.raises(Unsupported, match="Tide"):
        replace(state, resolved=(replace(state.resolved[0], ability="{T}"),)).require_supported()


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("{G}{U}, {T}: You may cast spells this turn as though they had flash.", "{T}, {G}{U}"),
        ("Sacrifice Refuge: Your opponents can't cast noncreature spells this turn.", "Sacrifice this"),
    ],
)
def test_of_an_activated_ability(text: str, ability: str) -> None:
    read = compile_text(f"{{T}}: Add {{C}}.\n{text}", name="Refuge", types=frozenset({"land"}))
    refuge = CardInZone(card=card("Refuge", "land", *read), id=800, ability=ability)
    state = replace(board("Island", hand=[spell("{U}", types="sorcery")]), opponents=(Player(),), resolved=(refuge,))
    state.require_supported()
    assert verdict(replace(state, turn="opponent"), "Spell").castable is ("flash" in text)
    theirs = replace(state, resolved=(replace(refuge, controller="opponent"),))
    assert verdict(theirs, "Spell").castable is ("flash" in text)
    for other in ("{T}", "", "+1"):
        with pytest.raises(Unsupported, match="Refuge"):
            replace(state, resolved=(replace(refuge, ability=other),)).require_supported()


def test_until_your_next_turn_by_a_loyalty_ability() -> None:
    text = "[+1]: Until your next turn, you may cast sorcery spells as though they had flash.\n[−3]: Draw a card."
    walker = card("Timer", "planeswalker", *compile_text(text, name="Timer", types=frozenset({"planeswalker"})))
    state = board("Island", hand=[spell("{U}", types="sorcery")])
    for ability, legal in (("+1", True), ("-3", False)):
        done = replace(state, turn="opponent", resolved=(CardInZone(card=walker, id=800, ability=ability),))
        if legal:
            done.require_supported(casting=True)
        assert bool(verdict(done, "Spell")) is legal
