"""A question of the query protocol: its kind, what it is about and the choices that come with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from castable.model.board.fields import Fields
from castable.model.board.problems import Problems
from castable.model.cost import Cost
from castable.model.errors import BadRequest, CastableError, Unsupported
from castable.model.symbol import ManaCost
from castable.notation import read_cost, read_mana_cost
from castable.payment_json import PartialPayment, read_payment
from castable.solver.announce import Wishes
from castable.solver.preference.profile import Profile

__all__ = ["KINDS", "ZONES", "Question", "read_question"]

KINDS = ("castable", "payable", "total_cost", "mana", "payments", "check", "plays", "card", "could_produce", "best")
"""The kinds of question answered."""
_LATER = ("x_values", "sequence", "activatable", "explain", "choices", "after_cast")
_LISTS = ("sacrifice", "exile", "tap", "convoke", "delve", "splice")
ZONES = ("hand", "command", "graveyard", "exile", "library", "opponent hand")
"""The zones that a spell may be cast from."""
_OF_SPELLS = ("from", "face", "alternative", "kicked", "targets", "modes", "optional", "assist", *_LISTS)
"""The choices that a bare cost does not have."""
_CHOICES = {
    "face": "face",
    "alternative": "alternative",
    "kicked": "kicked",
    "x": "x",
    "halves": "hybrid",
    "phyrexian": "phyrexian",
}
"""The choices in `Wishes` that may be left open, with their fields."""
MAX_LISTED = 10_000
MAX_POOLS_LISTED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as read. Exactly one of `spell` and `cost` is set where a kind needs something to pay for."""

    kind: str
    spell: str = ""
    cost: ManaCost | None = None
    card: str = ""
    permanent: str = ""
    wishes: Wishes = field(default_factory=Wishes)
    targets: tuple[str, ...] = ()
    limit: int = 100
    offset: int = 0
    floating: bool = False
    by_object: bool = False
    payment: PartialPayment | None = None
    keep: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    profile: Profile | None = None


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
    if kind == "plays":
        return Question(kind=kind)
    if kind == "mana":
        return Question(kind=kind, limit=fields.whole("limit", MAX_POOLS_LISTED, high=MAX_LISTED))
    if kind == "card":
        fields.require("card")
        return Question(kind=kind, card=fields.text("card"))
    if kind == "could_produce":
        fields.require("permanent")
        return Question(kind=kind, permanent=fields.text("permanent"))
    wishes = _wishes(fields)
    spell, cost = "", None
    if kind == "payable":
        fields.require("cost")
        cost = fields.parsed("cost", read_mana_cost, ManaCost.ZERO)
    else:
        given = [name for name in ("spell", "cost", "source") if name in fields]
        if kind == "castable" or not given:
            fields.require("spell")
        if len(given) > 1:
            problems.bad(fields.at, f"{' and '.join(given)} are asked about at once")
        if "source" in fields or "ability" in fields:
            fields.text("source")
            fields.text("ability")
            fields.refuse("source", Unsupported("questions about activated abilities"))
        spell = fields.text("spell")
        if "cost" in fields:
            cost = fields.parsed("cost", read_mana_cost, ManaCost.ZERO)
    targets = fields.names("targets")
    modes = tuple(mode for at, entry in fields.listed("modes") if (mode := _mode(entry, at, problems)) is not None)
    if modes and kind == "castable":
        fields.refuse("modes", Unsupported("the choice 'modes'"))
    _refuse_others(fields)
    if cost is not None:
        for name in _OF_SPELLS:
            if name in fields:
                fields.refuse(name, BadRequest("a bare cost has no such choice"))
    payment = None
    if kind == "check":
        if cost is not None:
            fields.refuse("cost", Unsupported("judging the payment of a bare cost"))
        payment, wishes = _payment(fields, spell or "cost", wishes, problems)
    return Question(
        kind=kind,
        spell=spell,
        cost=cost,
        wishes=wishes,
        targets=targets,
        limit=fields.whole("limit", 100, high=MAX_LISTED) if kind == "payments" else 100,
        offset=fields.whole("offset", 0, high=10**30) if kind == "payments" else 0,
        floating=fields.flag("floating") if kind == "payments" else False,
        by_object=fields.flag("by_object") if kind in ("payments", "check") else False,
        payment=payment,
        keep=fields.names("keep") if kind == "best" else (),
        avoid=fields.names("avoid") if kind == "best" else (),
        profile=_profile(fields, problems) if kind == "best" else None,
    )


def _profile(fields: Fields, problems: Problems) -> Profile | None:
    data = fields.take("profile")
    if "profile" not in fields:
        return None
    try:
        return Profile.from_data(data, fields.place("profile"))
    except CastableError as error:
        problems.error(error.at or fields.place("profile"), error)
        return None


def _mode(entry: object, at: str, problems: Problems) -> int | None:
    if type(entry) is int and 1 <= entry <= 100:
        return entry
    problems.bad(at, "expected the number of a mode, counted from 1")
    return None


def _wishes(fields: Fields) -> Wishes:
    kicked = None
    if "kicked" in fields:
        kicked = tuple(fields.reading(entry, at, read_cost, Cost.FREE) for at, entry in fields.listed("kicked"))
    return Wishes(
        zone=fields.word("from", ZONES) or "hand",
        face=fields.text("face") or None,
        alternative=fields.text("alternative") or None,
        kicked=kicked,
        x=fields.whole("x") if "x" in fields else None,
        halves=fields.parsed("hybrid", ManaCost.parse, None),
        phyrexian=fields.whole("phyrexian") if "phyrexian" in fields else None,
    )


def _refuse_others(fields: Fields) -> None:
    """Note each choice that is not understood, unless it says that nothing is chosen."""
    for name in _LISTS:
        if fields.names(name):
            fields.refuse(name, Unsupported(f"the choice {name!r}"))
    optional = fields.inner("optional")
    for key in optional or ():
        if optional is not None and optional.take(key) not in (False, 0, []):
            optional.refuse(key, Unsupported(f"the optional cost {key[:60]!r}"))
    if fields.take("assist") not in (None, False):
        fields.refuse("assist", Unsupported("the choice 'assist'"))


def _payment(fields: Fields, spell: str, wishes: Wishes, problems: Problems) -> tuple[PartialPayment | None, Wishes]:
    if "steps" in fields:
        fields.refuse("steps", Unsupported("a payment as a list of steps"))
        fields.take("payment")
        return None, wishes
    fields.require("payment")
    inner = fields.inner("payment")
    if inner is None:
        return None, wishes
    chosen = inner.inner("choices")
    own = Wishes()
    if chosen is not None:
        own = _wishes(chosen)
        _refuse_others(chosen)
        chosen.close()
        wishes = _merged(wishes, own, chosen)
    return read_payment(inner, spell), wishes


def _merged(first: Wishes, second: Wishes, fields: Fields) -> Wishes:
    """The wishes of a question, then those among the choices of its payment; a contradiction is a problem of these."""
    values = {}
    for name, key in _CHOICES.items():
        one, other = getattr(first, name), getattr(second, name)
        if one is not None and other is not None and one != other:
            fields.refuse(key, BadRequest(f"differs from `{key}` of the question"))
        values[name] = one if one is not None else other
    return Wishes(zone=first.zone if first.zone != "hand" else second.zone, **values)
