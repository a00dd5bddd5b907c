"""A question of the query protocol: its kind, what it is about and the choices that come with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from castable.event_json import Event, read_event
from castable.model.board.fields import Fields
from castable.model.board.problems import Problems
from castable.model.cost import Cost
from castable.model.errors import BadRequest, CastableError, Unsupported
from castable.model.symbol import ManaCost
from castable.notation import read_ability, read_cost, read_mana_cost
from castable.payment_json import PartialPayment, read_payment
from castable.solver.announce import Wishes
from castable.solver.preference.profile import Profile
from castable.solver.sequence import AbilityPlay, LandPlay, Play, SpellPlay
from castable.wishes import OF_SPELLS, merged_wishes, read_wishes

__all__ = ["KINDS", "Question", "read_question"]

KINDS = (
    "castable",
    "payable",
    "total_cost",
    "mana",
    "payments",
    "check",
    "plays",
    "card",
    "could_produce",
    "activatable",
    "best",
    "x_values",
    "sequence",
    "after_cast",
    "explain",
    "choices",
)
"""The kinds of question answered."""
_SPELLS_ONLY = ("castable", "after_cast")
"""The questions that are about a spell and nothing else."""
MAX_LISTED = 10_000
MAX_POOLS_LISTED = 1_000
MAX_PLAYS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as read. Exactly one of `spell`, `cost` and `source` (with an `ability`: its cost or its keyword) is
    set where a kind needs something to pay for."""

    kind: str
    spell: str = ""
    cost: ManaCost | None = None
    card: str = ""
    permanent: str = ""
    source: str = ""
    ability: Cost | str | None = None
    wishes: Wishes = field(default_factory=Wishes)
    limit: int = 100
    offset: int = 0
    sample: int | None = None
    seed: int = 0
    floating: bool = False
    by_object: bool = False
    payment: PartialPayment | None = None
    keep: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    profile: Profile | None = None
    plays: tuple[Play, ...] = ()
    counts: bool = True
    event: Event | None = None
    answers: tuple[str, ...] = ()


def read_question(data: object, at: str = "ask") -> Question:
    """Read the `ask` of a request. All problems are reported together; choices that castable does not answer yet raise
    `Unsupported`."""
    problems = Problems()
    fields = Fields.of(data, at, problems)
    if fields is None:
        problems.check()
        raise BadRequest("expected an object", at)
    kind = fields.word("kind", KINDS)
    if not kind:
        fields.require("kind")
        problems.check()
    question = _read(fields, kind, problems)
    fields.close()
    problems.check()
    return question


def _read(fields: Fields, kind: str, problems: Problems) -> Question:
    if kind == "plays":
        return Question(kind=kind, counts=fields.flag("count", True))
    if kind == "mana":
        return Question(kind=kind, limit=fields.whole("limit", MAX_POOLS_LISTED, high=MAX_LISTED))
    if kind == "card":
        fields.require("card")
        return Question(kind=kind, card=fields.text("card"))
    if kind == "could_produce":
        fields.require("permanent")
        return Question(kind=kind, permanent=fields.text("permanent"))
    if kind == "sequence":
        fields.require("plays")
        return Question(kind=kind, plays=_plays(fields, problems))
    if kind == "choices":
        fields.require("event")
        inner = fields.inner("event")
        event = read_event(inner, problems) if inner is not None else None
        return Question(kind=kind, event=event, answers=fields.names("answers"))
    wishes = read_wishes(fields, problems)
    spell, source, cost, ability = "", "", None, None
    if kind == "payable":
        fields.require("cost")
        cost = fields.parsed("cost", read_mana_cost, ManaCost.ZERO)
    else:
        given = [name for name in ("spell", "cost", "source") if name in fields]
        if kind in _SPELLS_ONLY:
            for name in ("cost", "source", "ability"):
                if name in fields:
                    fields.refuse(name, BadRequest(f"the question {kind!r} is about a spell"))
            given = ["spell"]
            fields.require("spell")
        elif kind == "activatable" or "source" in given or "ability" in fields:
            fields.require("source", "ability")
            source = fields.text("source")
            ability = fields.parsed("ability", lambda text: read_ability(text, source), None)
        elif not given:
            fields.require("spell")
        if len(given) > 1:
            problems.bad(fields.at, f"{' and '.join(given)} are asked about at once")
        spell = fields.text("spell")
        if "cost" in fields:
            cost = fields.parsed("cost", read_mana_cost, ManaCost.ZERO)
    if cost is not None:
        for name in OF_SPELLS:
            if name in fields:
                fields.refuse(name, BadRequest("a bare cost has no such choice"))
    sample = _read_sample(fields) if kind == "payments" else None
    payment = None
    if kind == "check" and cost is not None:
        fields.refuse("cost", Unsupported("judging the payment of a bare cost"))
    if kind == "check" or (kind == "after_cast" and "payment" in fields):
        payment, wishes = _payment(fields, spell or source or "cost", wishes, problems)
    return Question(
        kind=kind,
        spell=spell,
        cost=cost,
        source=source,
        ability=ability,
        wishes=wishes,
        limit=fields.whole("limit", 100, high=MAX_LISTED) if kind == "payments" else 100,
        offset=fields.whole("offset", 0, high=10**30) if kind == "payments" else 0,
        sample=sample,
        seed=fields.whole("seed", 0, high=2**64) if sample is not None else 0,
        floating=fields.flag("floating") if kind == "payments" else False,
        by_object=fields.flag("by_object") if kind in ("payments", "check") else False,
        payment=payment,
        keep=fields.names("keep") if kind == "best" else (),
        avoid=fields.names("avoid") if kind == "best" else (),
        profile=_profile(fields, problems) if kind == "best" else None,
    )


def _read_sample(fields: Fields) -> int | None:
    """How many payments to draw at random, in place of a part of the list."""
    if "sample" not in fields:
        if "seed" in fields:
            fields.refuse("seed", BadRequest("a seed belongs to a `sample`"))
        return None
    for name in ("limit", "offset"):
        if name in fields:
            fields.refuse(name, BadRequest("a sample is drawn from all payments"))
    return fields.whole("sample", 1, low=1, high=MAX_LISTED)


def _profile(fields: Fields, problems: Problems) -> Profile | None:
    data = fields.take("profile")
    if "profile" not in fields:
        return None
    try:
        return Profile.from_data(data, fields.place("profile"))
    except CastableError as error:
        problems.error(error.at or fields.place("profile"), error)
        return None


_PLAYS = ("spell", "land", "source")


def _plays(fields: Fields, problems: Problems) -> tuple[Play, ...]:
    """The plays of a sequence, in order; the choices of a spell stand beside it or in `choices`."""
    return tuple(
        play
        for at, entry in fields.listed("plays", MAX_PLAYS)
        if (inner := fields.at_entry(entry, at)) is not None
        if (play := _play(inner, problems)) is not None
    )


def _play(fields: Fields, problems: Problems) -> Play | None:
    given = [name for name in _PLAYS if name in fields]
    if len(given) != 1:
        problems.bad(fields.at, f"expected one of {', '.join(f'`{name}`' for name in _PLAYS)}")
        return None
    play: Play
    match given[0]:
        case "land":
            play = LandPlay(land=fields.text("land"))
        case "source":
            source = fields.text("source")
            play = AbilityPlay(
                source=source,
                ability=fields.parsed("ability", lambda text: read_cost(text, source), None),
                adds=fields.mana("adds") if "adds" in fields else None,
            )
        case _:
            chosen = fields.inner("choices") or fields
            play = SpellPlay(spell=fields.text("spell"), wishes=read_wishes(chosen, problems))
            if chosen is not fields:
                chosen.close()
    fields.close()
    return play


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
        own = read_wishes(chosen, problems)
        chosen.close()
        wishes = merged_wishes(wishes, own, chosen)
    return read_payment(inner, spell), wishes
