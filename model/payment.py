"""A payment: one way to pay a spell's total cost, with a one-line text that reads back (CR 601.2b-h).

    Ana Battlemage; kicked {1}{B}; total {3}{B}{G}; 2x Forest: {T} -> {G}; Azorius Signet: {1}, {T} <- {G} -> {W}{U};
    spend {W}{U}...; float {C}; pay 2 life; take 1 damage; sacrifice Treasure

Two payments are equal when they are the same way to pay: order of activations and which mana paid for an activation
do not count, everything else does.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Self

from castable.model.cost import Cost
from castable.model.errors import Malformed, pointed
from castable.model.mana import NO_MANA, Mana
from castable.model.state import State
from castable.model.symbol import ManaCost

__all__ = ["TAG", "Activation", "Choices", "Payment", "Total", "untagged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What is announced (CR 601.2b): the face, an alternative cost, kicker costs, X, halves of hybrid symbols.

    `halves` holds the announced mana halves of hybrid and Phyrexian symbols together; `phyrexian` counts the Phyrexian
    symbols paid with 2 life each. `optional` holds other optional costs, sorted, a pair of keyword and number each.
    `ability` is the printed cost (or the keyword) of the activated ability that is paid for, empty for a spell. What
    else is chosen shows in the total cost: which of several additional costs, how many targets, what is sacrificed
    where the total depends on it.
    """

    ability: str = ""
    face: str = ""
    zone: str = "hand"
    alternative: str = ""
    kicked: tuple[Cost, ...] = ()
    x: int | None = None
    halves: ManaCost = ManaCost.ZERO
    phyrexian: int = 0
    optional: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return "; ".join(self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The announcements in words, one phrase each."""
        found = []
        if self.ability:
            found.append(f"ability {self.ability}")
        if self.zone != "hand":
            found.append(f"from {self.zone}")
        if self.face:
            found.append(f"as {self.face}")
        if self.alternative:
            found.append(f"by {self.alternative}")
        found += [f"kicked {cost}" for cost in self.kicked]
        found += [f"with {keyword} x{times}" for keyword, times in self.optional]
        if self.x is not None:
            found.append(f"x {self.x}")
        if self.halves != ManaCost.ZERO:
            found.append(f"announced {self.halves}")
        if self.phyrexian:
            found.append(f"phyrexian {self.phyrexian}")
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A locked total cost (CR 601.2f): plain mana symbols and numbers only, life, and other parts."""

    mana: ManaCost = ManaCost.ZERO
    life: int = 0
    other: Cost = Cost.FREE

    def __str__(self) -> str:
        text = str(self.mana)
        if self.life:
            text += f", Pay {self.life} life"
        return f"{text}, {self.other}" if self.other.parts else text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form."""
        cost = Cost.parse(text)
        life = sum(p.amount.plus for p in cost.parts if str(p).endswith(" life"))
        others = tuple(p for p in cost.parts if not str(p).endswith(" life"))
        return cls(mana=cost.mana or ManaCost.ZERO, life=life, other=Cost(None, others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Activation:
    """`count` equal uses of one mana ability.

    `source` is a card name; `object` tells it apart from other permanents of that name (`#2`: the second one in board
    order or one interchangeable with it, or its `ref`), empty when there is no need. A tag at its end (`@a`) says that
    all uses with this tag are of the same one of several interchangeable objects. `adds` is all mana of one use,
    `spends` the mana that paid for one use, `using` the objects tapped, sacrificed, exiled or discarded for one use
    other than the source itself, `amount` a number chosen while paying.
    """

    source: str
    ability: Cost
    adds: Mana
    object: str = ""
    count: int = 1
    spends: Mana = NO_MANA
    using: tuple[str, ...] = ()
    amount: int | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two activations the same: everything but `count` and the mana that paid for it."""
        return (self.source, self.object, str(self.ability), self.adds, tuple(sorted(self.using)), self.amount)

    @property
    def kind(self) -> tuple[Any, ...]:
        """As `key`, whatever the tags say."""
        return replace(self, object=TAG.sub("", self.object), using=tuple(TAG.sub("", name) for name in self.using)).key

    def __str__(self) -> str:
        times = f"{self.count}x " if self.count != 1 else ""
        label = self.object if self.object[:1] in ("", "#", "@") else f"#{self.object}"
        text = f"{times}{self.source}{label}: {self.ability}"
        if self.amount is not None:
            text += f" amount {self.amount}"
        if self.using:
            text += f" using {' + '.join(self.using)}"
        if self.spends.units:
            text += f" <- {self.spends.notation}"
        return f"{text} -> {self.adds.notation or 'nothing'}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form."""
        match = re.fullmatch(
            r"(?:(\d{1,9})x )?(.+?)(?:#([^\s:#@]+))?(@[a-z]+)?: ([^:]+?)"
            r"(?: amount (\d{1,9}))?(?: using ([^:]+?))?(?: <- ([^:]*?))? -> ([^:]*)",
            text.strip(),
        )
        if not match:
            raise Malformed(pointed(text, 0, len(text), "expected an activation such as `Forest: {T} -> {G}`"))
        count, source, label, tag, ability, amount, using, spends, adds = match.groups()
        label = label or ""
        return cls(
            source=source,
            object=(f"#{label}" if label.isdigit() else label) + (tag or ""),
            ability=Cost.parse(ability),
            adds=NO_MANA if adds.strip() == "nothing" else Mana.parse(adds),
            count=int(count or 1),
            spends=Mana.parse(spends or ""),
            using=tuple(using.split(" + ")) if using else (),
            amount=int(amount) if amount is not None else None,
        )


TAG = re.compile(r"@[a-z]+$")
"""The tag at the end of the name or label of an object."""


def untagged(name: str) -> str:
    """The card name in the name of an object, without its label and tag."""
    return TAG.sub("", name).partition("#")[0]


_LISTS = {"taps": "tap", "exiles": "exile", "sacrifices": "sacrifice", "discards": "discard", "returns": "return"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Payment:
    """One way to pay: announcements, total cost, activations in a legal order, and everything spent.

    `spends` is the mana spent on the spell itself, `floating` the mana left in the pool. `life` is life paid as a cost,
    `damage` life lost because of the sources used. `taps` are permanents tapped to help pay; the lists are card names,
    one entry an object, and `counters` pairs of a card name and how many counters it loses; they include what the mana
    abilities cost. An object that pays for a part of the total cost has a label (`Goblin#2`) or a tag (`Elf@a`) where
    `Activation.object` would have one.
    """

    spell: str
    choices: Choices = field(default_factory=Choices)
    total: Total = field(default_factory=Total)
    activations: tuple[Activation, ...] = ()
    spends: Mana = NO_MANA
    floating: Mana = NO_MANA
    life: int = 0
    damage: int = 0
    energy: int = 0
    taps: tuple[str, ...] = ()
    exiles: tuple[str, ...] = ()
    sacrifices: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two payments the same way to pay."""
        uses: Counter[tuple[Any, ...]] = Counter()
        shared: dict[str, Counter[tuple[Any, ...]]] = {}
        for activation in self.activations:
            uses[activation.kind] += activation.count
            for name in (activation.object, *activation.using):
                if tag := TAG.search(name):
                    profile = shared.setdefault(tag.group(), Counter())
                    profile[(activation.kind, name is activation.object)] += activation.count
        lists: list[tuple[str, ...]] = []
        for name in _LISTS:
            for entry in getattr(self, name):
                if tag := TAG.search(entry):
                    shared.setdefault(tag.group(), Counter())[(name, entry.removesuffix(tag.group()))] += 1
            lists.append(tuple(sorted(TAG.sub("", entry) for entry in getattr(self, name))))
        counters: Counter[str] = Counter()
        for entry, number in self.counters:
            if tag := TAG.search(entry):
                shared.setdefault(tag.group(), Counter())["counters", TAG.sub("", entry)] += number
            counters[TAG.sub("", entry)] += number
        profiles = Counter(frozenset(profile.items()) for profile in shared.values())
        numbers = (self.life, self.damage, self.energy, tuple(sorted(counters.items())))
        announced = (self.spell, self.choices, str(self.total))
        used = (frozenset(uses.items()), frozenset(profiles.items()))
        return (*announced, *used, self.spends, self.floating, *numbers, *lists)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Payment) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        pieces = [self.spell, *self.choices.texts, f"total {self.total}"]
        pieces += map(str, self.activations)
        if self.spends.units:
            pieces.append(f"spend {self.spends.notation}")
        if self.floating.units:
            pieces.append(f"float {self.floating.notation}")
        if self.life:
            pieces.append(f"pay {self.life} life")
        if self.energy:
            pieces.append(f"pay {self.energy} energy")
        if self.damage:
            pieces.append(f"take {self.damage} damage")
        for name, verb in _LISTS.items():
            if objects := getattr(self, name):
                pieces.append(f"{verb} {' + '.join(objects)}")
        pieces += [f"remove {n} from {card}" for card, n in self.counters]
        return "; ".join(pieces)

    def apply(self, state: State) -> State:
        """The state once the spell is cast this way (CR 601.2i): permanents tapped and gone, mana, life, the stack.

        The payment is taken at its word; `castable.check` judges it. Raises `IllegalPayment` where it names an object
        that is not there.
        """
        from castable.model.applying import applied

        return applied(self, state)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the one-line text; `Malformed` points at the piece that is not understood."""
        pieces = [piece.strip() for piece in text.strip().split(";")]
        if not pieces[0] or len(pieces) < 2:
            raise Malformed(pointed(text or " ", 0, len(text), "expected `SPELL; total COST; ...`"))
        payment = cls(spell=pieces[0])
        for piece in pieces[1:]:
            payment = payment._with_piece(piece)
        return payment

    def _with_piece(self, piece: str) -> Self:
        if " -> " in piece:
            return replace(self, activations=(*self.activations, Activation.parse(piece)))
        word, _, rest = piece.partition(" ")
        number = re.fullmatch(r"(\d{1,9})(?: (life|energy|damage))?", rest)
        choices = self.choices
        match word:
            case "total":
                return replace(self, total=Total.parse(rest))
            case "spend":
                return replace(self, spends=Mana.parse(rest))
            case "float":
                return replace(self, floating=Mana.parse(rest))
            case "pay" if number and number[2] in ("life", "energy"):
                amount = int(number[1])
                return replace(self, life=amount) if number[2] == "life" else replace(self, energy=amount)
            case "take" if number and number[2] == "damage":
                return replace(self, damage=int(number[1]))
            case "ability":
                return replace(self, choices=replace(choices, ability=rest))
            case "with" if match := re.fullmatch(r"(.+) x(\d{1,9})", rest):
                optional = tuple(sorted((*choices.optional, (match[1], int(match[2])))))
                return replace(self, choices=replace(choices, optional=optional))
            case "from":
                return replace(self, choices=replace(choices, zone=rest))
            case "as":
                return replace(self, choices=replace(choices, face=rest))
            case "by":
                return replace(self, choices=replace(choices, alternative=rest))
            case "kicked":
                return replace(self, choices=replace(choices, kicked=(*choices.kicked, Cost.parse(rest))))
            case "x" if number and not number[2]:
                return replace(self, choices=replace(choices, x=int(number[1])))
            case "announced":
                return replace(self, choices=replace(choices, halves=ManaCost.parse(rest)))
            case "phyrexian" if number and not number[2]:
                return replace(self, choices=replace(choices, phyrexian=int(number[1])))
            case "remove" if match := re.fullmatch(r"(\d{1,9}) from (.+)", rest):
                return replace(self, counters=(*self.counters, (match[2], int(match[1]))))
        for name, verb in _LISTS.items():
            if word == verb:
                fields: dict[str, Any] = {name: tuple(rest.split(" + "))}
                return replace(self, **fields)
        raise Malformed(pointed(piece or " ", 0, len(piece), "not a part of a payment"))
