"""Casting on the instruction of a spell or ability that is resolving (CR 608.2g)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_built import board, card, kicker, permanent, spell

from castable.model.ability import AlternativeCost, Keyword, Permission, Prohibition, Zone
from castable.model.amount import Condition
from castable.model.card import Card
from castable.model.cost import Cost
from castable.model.errors import Unsupported
from castable.model.filter import Filter
from castable.model.oracle import face_from_fields
from castable.model.state import CardInZone, Phase, Player, State
from castable.solver.announce import Wishes
from castable.solver.plays import verdict

GUIDE = CardInZone(card=card("Guide", "sorcery"), id=700)
SPLIT = CardInZone(card=card("Split", "instant", Keyword(name="split second")), id=701)
BEAST = spell("{R}", types="creature")


def during(state: State, *entries: CardInZone, **fields: object) -> State:
    """The state while these resolve."""
    return replace(state, resolving=entries or (GUIDE,), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("turn", ["you", "opponent"])
def test_whenever_it_is(phase: Phase, turn: str) -> None:
    state = during(board("Mountain", hand=[BEAST]), phase=phase, turn=turn, stack=(GUIDE,))
    assert verdict(state, "Spell").castable


def test_what_forbids_casting_still_does() -> None:
    state = board("Mountain", hand=[BEAST])
    ban = card("Ban", "artifact", Prohibition(what="cast", of=Filter.parse("creature")))
    sorcery = card(
        "Time",
        "enchantment",
        Prohibition(what="cast", who="opponent", condition=Condition.parse("not caster's sorcery time")),
    )
    for rule in (ban, sorcery):
        across = replace(state, opponents=(Player(battlefield=(permanent(rule, id=900),)),))
        assert not verdict(during(across), "Spell").castable
        assert verdict(across, "Spell").castable is (rule is sorcery)


def test_split_second() -> None:
    state = board("Mountain", hand=[BEAST])
    assert not verdict(during(state, stack=(SPLIT,)), "Spell").castable
    assert not verdict(during(state, SPLIT), "Spell").castable
    assert verdict(during(state, replace(SPLIT, ability="triggered")), "Spell").castable


def test_what_the_instruction_says_of_costs_is_not_known() -> None:
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board(hand=[BEAST])), "Spell")
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board("Mountain", graveyard=[BEAST])), "Spell", Wishes(zone="graveyard"))
    with pytest.raises(Unsupported, match="Guide"):
        verdict(during(board("2 Mountain", hand=[spell("{X}{R}")])), "Spell", Wishes(x=1))


class TestWhatTheInstructionSays:
    """Where it is known what resolves lets be done, a no is told as well as a yes."""

    ETALI = card(
        "Etali",
        "creature",
        Permission(
            what=Filter.parse("!creature"),
            zone=Zone.EXILE,
            whose="any",
            flash=True,
            alternative=AlternativeCost(keyword="free", zone=Zone.EXILE),
            set_up=True,
        ),
    )
    ELF = card("Elf", "creature", Keyword(name="cascade"), cost="{2}{R}{G}")

    @staticmethod
    def exiled(what: Card, **fields: Any) -> State:
        state = board(*fields.pop("lands", ()))
        return state.with_you(exile=(CardInZone(card=what, id=600, **fields),))

    def test_kinds_of_cards(self) -> None:
        entry = CardInZone(card=self.ETALI, id=700, ability="attacks")
        for types, legal in (("sorcery", True), ("creature", False)):
            state = during(self.exiled(spell("{5}", types=types)), entry, phase=Phase.DECLARE_ATTACKERS)
            assert verdict(state, "Spell", Wishes(zone="exile")).castable is legal

    def test_without_saying_that_it_resolves(self) -> None:
        state = self.exiled(spell("{5}", types="sorcery"), via="Etali", via_card=self.ETALI)
        assert verdict(replace(state, turn="opponent"), "Spell", Wishes(zone="exile")).castable

    def test_costs_besides(self) -> None:
        state = self.exiled(spell("{5}", kicker("{2}"), types="sorcery"), via="Etali", via_card=self.ETALI)
        kicked = Wishes(zone="exile", kicked=(Cost.parse("{2}"),))
        assert not verdict(
            during(state, CardInZone(card=self.ETALI, id=700, ability="attacks")), "Spell", kicked
        ).castable

    @pytest.mark.parametrize(("cost", "legal"), [("{3}", True), ("{4}", False)])
    def test_cascade(self, cost: str, legal: bool) -> None:
        """A spell of lesser mana value (CR 702.85a)."""
        state = during(self.exiled(spell(cost, types="sorcery")), CardInZone(card=self.ELF, id=700, ability="cascade"))
        assert verdict(state, "Spell", Wishes(zone="exile")).castable is legal

    @pytest.mark.parametrize(("lands", "legal"), [(("Forest",), True), ((), False)])
    def test_madness(self, lands: tuple[str, ...], legal: bool) -> None:
        cost = AlternativeCost(
            keyword="madness",
            cost=Cost.parse("{G}"),
            zone=Zone.EXILE,
            condition=Condition.parse("own trigger resolving"),
        )
        wurm = spell("{3}{G}{G}", cost, types="creature")
        state = self.exiled(wurm, lands=lands)
        entry = CardInZone(card=wurm, id=700, ability="madness")
        assert verdict(during(state, entry, turn="opponent"), "Spell", Wishes(zone="exile")).castable is legal
        assert not verdict(state, "Spell", Wishes(zone="exile")).castable

    def test_what_has_resolved_and_targeted_it(self) -> None:
        mage = card(
            "Mage",
            "creature",
            Permission(
                zone=Zone.GRAVEYARD,
                alternative=AlternativeCost(keyword="flashback", cost=Cost(), zone=Zone.GRAVEYARD, on_top=True),
                set_up=True,
            ),
        )
        state = board("Mountain", graveyard=[spell("{R}")])
        for targets, legal in ((("Spell",), True), (("Other",), False)):
            done = replace(state, resolved=(CardInZone(card=mage, id=700, targets=targets),))
            assert verdict(done, "Spell", Wishes(zone="graveyard")).castable is legal


def test_a_card_that_shares_a_color() -> None:
    """Discarded rather than the mana cost paid, by whoever casts the spell."""
    (offer,) = face_from_fields(
        name="Halls",
        type_line="Enchantment",
        text="Rather than pay the mana cost for a spell, its controller may discard a card that shares a color with "
        "that spell.",
    ).of(AlternativeCost)
    halls = card("Halls", "enchantment", offer)
    red, green = (card(name, "instant", cost=cost) for name, cost in (("Red", "{R}"), ("Green", "{G}")))
    for other, cost, legal in ((red, "{3}{R}", True), (green, "{3}{R}", False), (red, "{4}", False)):
        state = board(hand=[spell(cost), other], opponent=[halls])
        assert verdict(state, "Spell").castable is legal
