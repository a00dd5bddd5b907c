"""Kinds of faults that players of other programs reported, a class or a function for each."""

from __future__ import annotations

import pytest
from hand_built import board, card, mana, permanent, spell

from castable.model.ability import Help, HelpToPay, LifeForMana, Permission, TapDamage, Zone
from castable.model.filter import Filter
from castable.model.mana import Mana
from castable.model.oracle import face_from_fields
from castable.model.state import State
from castable.solver.announce import Wishes
from castable.solver.payments import payments

ANY = Filter.parse("any")
BEAR = card("Bear", "creature")


class TestHelpByWhereItIsCastFrom:
    """What a permanent grants to spells cast from some zone is for those alone (CR 601.3e)."""

    LIZARD = card(
        "Lizard", "creature", HelpToPay(help=Help.CONVOKE, applies_to=Filter.parse("!creature graveyardcast"))
    )
    OPEN = card("Opener", "artifact", Permission(what=ANY, zone=Zone.GRAVEYARD))
    LENDER = card("Lender", "artifact", LifeForMana(mana=Mana.parse("{R}"), applies_to=Filter.parse("nothandcast")))

    @pytest.mark.parametrize(("zone", "count"), [("graveyard", 1), ("hand", 0)])
    def test_convoke(self, zone: str, count: int) -> None:
        state = board(permanent(self.LIZARD), permanent(self.OPEN), **{zone: [spell("{1}")]})
        assert payments(state, "Spell", Wishes(zone=zone)).count() == count

    @pytest.mark.parametrize(("zone", "count"), [("graveyard", 1), ("hand", 0)])
    def test_life(self, zone: str, count: int) -> None:
        state = board(permanent(self.LENDER), permanent(self.OPEN), **{zone: [spell("{R}")]})
        assert payments(state, "Spell", Wishes(zone=zone)).count() == count


class TestDamageForTapping:
    """A trigger that hurts whoever taps is no part of a payment, and still counts against it."""

    BRASS = card("Brass", "land", mana("{T}", "{W} | {G}"), TapDamage(watches=Filter.parse("this"), damage=1))
    ELF = card("Elf", "creature", mana("{T}", "{G}"))
    BARBS = card("Barbs", "enchantment", TapDamage(watches=Filter.parse("land"), damage=1, for_mana=True))

    @staticmethod
    def used(state: State) -> set[str]:
        return {activation.source for activation in payments(state, "Spell").best().payment.activations}

    def test_a_creature_before_a_land_that_hurts(self) -> None:
        state = board("Island", permanent(self.BRASS), permanent(self.ELF), hand=[spell("{1}{G}")])
        assert self.used(state) == {"Island", "Elf"}
        assert payments(state, "Spell").best().payment.damage == 0

    def test_lands_that_something_else_makes_hurt(self) -> None:
        state = board("Forest", permanent(self.ELF), hand=[spell("{G}")])
        assert self.used(state) == {"Forest"}
        state = board("Forest", permanent(self.ELF), permanent(self.BARBS), hand=[spell("{G}")])
        assert self.used(state) == {"Elf"}

    @pytest.mark.parametrize(
        ("text", "hurts"),
        [
            ("Whenever this land becomes tapped, it deals 1 damage to you.", ("this", 1, False)),
            ("Whenever a player taps a nonbasic land for mana, this deals 2 damage to that player.", None),
            (
                "Whenever a player taps a nonbasic land for mana, Mossy Stump deals 2 damage to that player.",
                ("land !basic", 2, True),
            ),
            ("Whenever enchanted land becomes tapped, its controller loses 2 life.", ("land enchanted", 2, False)),
            ("Whenever Mossy Stump becomes tapped, it deals 1 damage to any target.", None),
            ("Whenever Mossy Stump becomes tapped, it deals 1 damage to you and each creature you control.", None),
        ],
    )
    def test_what_cards_say(self, text: str, hurts: tuple[str, int, bool] | None) -> None:
        face = face_from_fields(name="Mossy Stump", type_line="Land", text=text)
        assert [(str(a.watches), a.damage, a.for_mana) for a in face.of(TapDamage)] == ([hurts] if hurts else [])
