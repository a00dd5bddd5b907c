"""A question of the query protocol: its kind, what it is about and the choices that come with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from castable.model.board.fields import Fields
from castable.model.board.problems import Problems
from castable.model.cost import Cost
from castable.model.errors import BadRequest, CastableError, Unsupported
from castable.model.symbol import ManaCost
from castable.payment_json import PartialPayment, read_cost, read_payment
from castable.solver.announce import Wishes

__all__ = ["KINDS", "Question", "read_question"]

KINDS = ("castable", "payable", "total_cost", "mana", "payments", "check", "plays", "card")
"""The kinds of question answered."""
_LATER = ("could_produce", "best", "x_values", "sequence", "activatable", "explain", "choices", "after_cast")
_LISTS = ("sacrifice", "exile", "tap", "convoke", "delve", "splice", "assist", "optional")
MAX_LISTED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as read. Exactly one of `spell` and `cost` is set where a kind needs something to pay for."""

    kind: str
    spell: str = ""
    cost: ManaCost | None = None
    card: str = ""
    wishes: Wishes = field(default_factory=Wishes)
    targets: tuple[str, ...] = ()
    modes: tuple[int, ...] = ()
    limit: int = 100
    offset: int = 0
    floating: bool = False
    by_object: bool = False
    payment: PartialPayment | None = None


def read_question(data: object, at: str = "ask") -> Question:
    """Read the `ask` of a request. All problems are reported together; kinds and choices that castable does not answer
    yet raise `Unsupported`."""
    problems = Problems()
    fields = Fields.of(data, at, problems)
    if fields is None:
        problems.check()
        raise BadRequest("expected an object", at)
    kind = fields.word("kind", (*KINDS, *_LATER))
    if not kind:
        fields.require("kind")
        problems.check()
    if kind in _LATER:
        raise Unsupported(f"the question {kind!r} is not answered yet", f"{at}.kind")
    question = _read(fields, kind, problems)
    fields.close()
    problems.check()
    return question


def _read(fields: Fields, kind: str, problems: Problems) -> Question:
    if kind in ("mana", "plays"):
        return Question(kind=kind)
    if kind == "card":
        fields.require("card")
        return Question(kind=kind, card=fields.text("card"))
    wishes = _wishes(fields)
    spell, cost = "", None
    if kind == "payable":
        fields.require("cost")
        cost = fields.parsed("cost", ManaCost.parse, ManaCost.ZERO)
    else:
        given = [name for name in ("spell", "cost", "source") if name in fields]
        if kind == "castable" or not given:
            fields.require("spell")
        if len(given) > 1:
            problems.bad(fields.at, f"{' and '.join(given)} are asked about at once")
        if "source" in fields or "ability" in fields:
            fields.text("source")
            fields.text("ability")
            problems.error(fields.place("source"), Unsupported("questions about activated abilities"))
        spell = fields.text("spell")
        if "cost" in fields:
            cost = fields.parsed("cost", ManaCost.parse, ManaCost.ZERO)
    targets = fields.names("targets")
    modes = tuple(mode for at, entry in fields.listed("modes") if (mode := _mode(entry, at, problems)) is not None)
    for name in _LISTS:
        if fields.take(name) not in (None, [], {}):
            problems.error(fields.place(name), Unsupported(f"the choice {name!r}"))
    payment = None
    if kind == "check":
        payment, wishes = _payment(fields, spell or "cost", wishes, problems)
    return Question(
        kind=kind,
        spell=spell,
        cost=cost,
        wishes=wishes,
        targets=targets,
        modes=modes,
        limit=fields.whole("limit", 100, high=MAX_LISTED) if kind == "payments" else 100,
        offset=fields.whole("offset", 0, high=10**30) if kind == "payments" else 0,
        floating=fields.flag("floating") if kind == "payments" else False,
        by_object=fields.flag("by_object") if kind in ("payments", "check") else False,
        payment=payment,
    )


def _mode(entry: object, at: str, problems: Problems) -> int | None:
    if type(entry) is int and 1 <= entry <= 100:
        return entry
    problems.bad(at, "expected the number of a mode, counted from 1")
    return None


def _wishes(fields: Fields) -> Wishes:
    kicked = None
    if "kicked" in fields:
        kicked = tuple(
            fields.reading(entry, at, read_cost, Cost.FREE) if isinstance(entry, str) else _no_text(fields, entry, at)
            for at, entry in fields.listed("kicked")
        )
    return Wishes(
        zone=fields.text("from") or "hand",
        face=fields.text("face") or None,
        alternative=fields.text("alternative") or None,
        kicked=kicked,
        x=fields.whole("x") if "x" in fields else None,
        halves=fields.parsed("hybrid", ManaCost.parse, None),
        phyrexian=fields.whole("phyrexian") if "phyrexian" in fields else None,
    )


def _no_text(fields: Fields, entry: object, at: str) -> Cost:
    """Note an entry that should have been a text."""
    fields.name(entry, at)
    return Cost.FREE


def _payment(fields: Fields, spell: str, wishes: Wishes, problems: Problems) -> tuple[PartialPayment | None, Wishes]:
    if "steps" in fields:
        fields.take("steps")
        problems.error(fields.place("steps"), Unsupported("a payment as a list of steps"))
        return None, wishes
    fields.require("payment")
    inner = fields.inner("payment")
    if inner is None:
        return None, wishes
    chosen = inner.inner("choices")
    own = _wishes(chosen) if chosen is not None else Wishes()
    if chosen is not None:
        chosen.close()
    return read_payment(inner, spell), _merged(wishes, own, fields.place("payment"), problems)


def _merged(first: Wishes, second: Wishes, at: str, problems: Problems) -> Wishes:
    """Two sets of wishes as one; a contradiction is a problem."""
    values = {}
    for name in ("face", "alternative", "kicked", "x", "halves", "phyrexian"):
        one, other = getattr(first, name), getattr(second, name)
        if one is not None and other is not None and one != other:
            problems.error(at, CastableError(f"the choice of {name} differs from that of the question"))
        values[name] = one if one is not None else other
    return Wishes(zone=first.zone if first.zone != "hand" else second.zone, **values)
