"""Costs: a mana part and other things to do or give up (CR 118), with one text form that reads back.

    Cost.parse("{1}, {T}, Sacrifice this")      Cost.parse("{T}, Tap an untapped creature, Pay 2 life")

What a cost takes is said with a `Filter` after the verb; `you control` is understood.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

from castable.model.amount import Amount
from castable.model.errors import Malformed, pointed
from castable.model.filter import Filter
from castable.model.symbol import ManaCost

__all__ = ["Cost", "CostPart", "Verb"]


class Verb(StrEnum):
    """What a non-mana part of a cost does. The value is the verb of the text form."""

    TAP = "{T}"
    """Tap this permanent (CR 107.5)."""
    UNTAP = "{Q}"
    """Untap this permanent (CR 107.6)."""
    PAY_LIFE = "Pay life"
    PAY_ENERGY = "Pay energy"
    SACRIFICE = "Sacrifice"
    DISCARD = "Discard"
    DISCARD_RANDOM = "Randomly discard"
    DISCARD_HAND = "Discard hand"
    EXILE = "Exile"
    EXILE_FROM_HAND = "Exile from hand"
    EXILE_FROM_GRAVEYARD = "Exile from graveyard"
    RETURN = "Return"
    """Return a permanent you control to its owner's hand."""
    REVEAL = "Reveal"
    TAP_OTHER = "Tap"
    UNTAP_OTHER = "Untap"
    REMOVE_COUNTERS = "Remove"
    PUT_COUNTERS = "Put"
    MILL = "Mill"
    EXERT = "Exert"
    COLLECT_EVIDENCE = "Collect evidence"
    LOYALTY_UP = "Loyalty up"
    LOYALTY_DOWN = "Loyalty down"
    BEHOLD = "Behold"
    FORAGE = "Forage"
    BLIGHT = "Blight"
    WATERBEND = "Waterbend"
    TEAMWORK = "Teamwork"
    CREW = "Crew"
    SADDLE = "Saddle"
    """These three tap any number of other untapped creatures with so much power in all (CR 702.122, 702.171)."""
    REVEAL_HAND = "Reveal hand"
    EXILE_TOP = "Exile top"
    """Exile those nearest to the top of your graveyard, which leaves no choice."""
    OTHERS_GAIN_LIFE = "Others gain"
    """Have an opponent, or each other player, gain so much life: it takes nothing of yours."""

    @property
    def is_by_power(self) -> bool:
        """Whether creatures are tapped by their power in all, however many."""
        return self in (Verb.TEAMWORK, Verb.CREW, Verb.SADDLE)

    @property
    def touches_library(self) -> bool:
        """Whether it moves a card to or from a library (CR 605.1a)."""
        return self is Verb.MILL


_THIS = Filter.parse("this")


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPart:
    """One non-mana part: `verb` done to `amount` objects that match `what`; `counter` names the kind of counters.

    `{T}` and `{Q}` act on the source itself; for life, energy, milling and counters `amount` is how much.
    """

    verb: Verb
    amount: Amount = Amount.fixed(1)
    what: Filter = _THIS
    counter: str = ""

    def __str__(self) -> str:
        match self.verb:
            case Verb.TAP | Verb.UNTAP | Verb.DISCARD_HAND | Verb.REVEAL_HAND | Verb.FORAGE:
                return self.verb.value
            case Verb.OTHERS_GAIN_LIFE:
                return f"{self.verb.value} {self.amount} life"
            case Verb.PAY_LIFE | Verb.PAY_ENERGY:
                return f"Pay {self.amount} {self.verb.value.removeprefix('Pay ')}"
            case (
                Verb.MILL
                | Verb.COLLECT_EVIDENCE
                | Verb.LOYALTY_UP
                | Verb.LOYALTY_DOWN
                | Verb.BLIGHT
                | Verb.WATERBEND
                | Verb.TEAMWORK
                | Verb.CREW
                | Verb.SADDLE
            ):
                return f"{self.verb.value} {self.amount}"
            case Verb.REMOVE_COUNTERS | Verb.PUT_COUNTERS:
                way = "from" if self.verb is Verb.REMOVE_COUNTERS else "on"
                place = "" if self.what == _THIS else f" {way} {self.what}"
                return f"{self.verb.value} {self.amount} {self.counter} counter{place}"
            case Verb.EXILE_FROM_HAND | Verb.EXILE_FROM_GRAVEYARD:
                return f"Exile {self._many}{self.what} {self.verb.value.removeprefix('Exile ')}"
            case _:
                return f"{self.verb.value} {self._many}{self.what}"

    @property
    def _many(self) -> str:
        return "" if self.amount == Amount.fixed(1) else f"{self.amount} "

    @property
    def is_this(self) -> bool:
        """Whether it acts on the source itself."""
        return self.what == _THIS

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one part; `Malformed` points at it when it is not understood."""
        text = text.strip()
        try:
            return cls._parse(text)
        except Malformed as error:
            raise Malformed(
                pointed(text, 0, len(text), f"a part of a cost ({error.message.splitlines()[0]})")
            ) from None

    @classmethod
    def _parse(cls, text: str) -> Self:
        if text.lower() == "tap this":
            return cls(verb=Verb.TAP)
        for simple in (Verb.TAP, Verb.UNTAP, Verb.DISCARD_HAND, Verb.REVEAL_HAND, Verb.FORAGE):
            if text.lower() == simple.value.lower():
                return cls(verb=simple)
        if re.fullmatch(r"(?:Pay )?(?:\{E\})+", text, re.IGNORECASE):
            return cls(verb=Verb.PAY_ENERGY, amount=Amount.fixed(text.upper().count("{E}")))
        if match := re.fullmatch(r"Pay (.+) (life|energy)", text, re.IGNORECASE):
            verb = Verb.PAY_LIFE if match[2].lower() == "life" else Verb.PAY_ENERGY
            return cls(verb=verb, amount=Amount.parse(match[1]))
        if match := re.fullmatch(r"Others gain (.+) life", text, re.IGNORECASE):
            return cls(verb=Verb.OTHERS_GAIN_LIFE, amount=Amount.parse(match[1]))
        if match := re.fullmatch(
            r"(Mill|Collect evidence|Loyalty up|Loyalty down|Blight|Waterbend|Teamwork|Crew|Saddle) (.+)",
            text,
            re.IGNORECASE,
        ):
            return cls(verb=Verb(match[1].capitalize()), amount=Amount.parse(match[2]))
        if match := re.fullmatch(r"([+−-])(\d+|X)", text):
            verb = Verb.LOYALTY_UP if match[1] == "+" else Verb.LOYALTY_DOWN
            return cls(verb=verb, amount=Amount.parse(match[2]))
        if match := re.fullmatch(
            r"(Remove|Put) (.+?) (\S+) counters?(?: (?:from|on) (?:this.*|(.+)))?", text, re.IGNORECASE
        ):
            verb = Verb(match[1].capitalize())
            what = Filter.parse(match[4]) if match[4] else _THIS
            amount = re.sub(r"^(a|an)$", "1", match[2])
            return cls(verb=verb, amount=Amount.parse(amount), what=what, counter=match[3])
        if match := re.fullmatch(
            r"(Sacrifice|Discard|Randomly discard|Exile top|Exile|Return|Reveal|Tap|Untap|Exert|Behold) (.+)",
            text,
            re.IGNORECASE,
        ):
            verb, rest = Verb(match[1].capitalize()), match[2]
            if verb is Verb.EXILE and (zone := re.search(r" from (hand|graveyard)$", rest)):
                verb, rest = Verb(f"Exile from {zone[1]}"), rest[: zone.start()]
            rest = re.sub(r"^(?:an?|one) ", "", rest)
            count, _, tail = rest.partition(" ")
            if tail and (count[:1].isdigit() or count in ("X", "chosen")):
                return cls(verb=verb, amount=Amount.parse(count), what=Filter.parse(tail))
            return cls(verb=verb, what=Filter.parse(rest))
        raise Malformed("no such part")


@dataclass(frozen=True, slots=True)
class Cost:
    """A cost: `mana` (None when it holds no mana at all, as in a lone `{T}`) and the other parts in printed order."""

    mana: ManaCost | None = None
    parts: tuple[CostPart, ...] = ()

    FREE: ClassVar[Cost]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a cost, its parts separated by commas. A part of mana symbols alone is the mana part."""
        mana: ManaCost | None = None
        parts: list[CostPart] = []
        for piece in re.split(r",\s*(?![^()]*\))", text):
            bare = piece.strip()
            if (
                bare
                and bare.upper() not in ("{T}", "{Q}")
                and "{E}" not in bare.upper()
                and not bare[:1].isalpha()
                and not re.fullmatch(r"[+−-](\d+|X)", bare)
            ):
                cost = ManaCost.parse(bare)
                mana = cost if mana is None else mana + cost
            elif bare:
                parts.append(CostPart.parse(bare))
            elif text.strip():
                raise Malformed(pointed(text, 0, len(text), "an empty part between commas"))
        return cls(mana, tuple(parts))

    def __str__(self) -> str:
        mana = [] if self.mana is None else [str(self.mana)]
        return ", ".join(mana + [str(part) for part in self.parts])

    def __add__(self, other: Cost) -> Cost:
        if self.mana is None or other.mana is None:
            mana = self.mana or other.mana
        else:
            mana = self.mana + other.mana
        return Cost(mana, self.parts + other.parts)

    def parts_of(self, *verbs: Verb) -> tuple[CostPart, ...]:
        """The parts with one of these verbs."""
        return tuple(part for part in self.parts if part.verb in verbs)

    @property
    def taps(self) -> bool:
        """Whether {T} is in it, so that using the ability taps for mana (CR 106.12)."""
        return bool(self.parts_of(Verb.TAP))

    @property
    def untaps(self) -> bool:
        """Whether {Q} is in it."""
        return bool(self.parts_of(Verb.UNTAP))


Cost.FREE = Cost()
