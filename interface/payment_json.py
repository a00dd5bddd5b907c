"""Payments, choices and costs in the JSON of the query protocol, both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from castable.model.board.fields import Fields
from castable.model.cost import Cost
from castable.model.errors import BadRequest, Unsupported
from castable.model.mana import NO_MANA, Mana
from castable.model.payment import Activation, Choices, Payment, Total, untagged
from castable.model.symbol import ManaCost
from castable.notation import read_cost

__all__ = [
    "PartialPayment",
    "activation_to_data",
    "before_to_data",
    "choices_to_data",
    "mana_to_data",
    "payment_to_data",
    "read_payment",
    "total_to_data",
]


def choices_to_data(choices: Choices) -> dict[str, Any]:
    """What was announced, defaults left out; `kicked` is always there, empty when not kicked."""
    data: dict[str, Any] = {"kicked": [str(cost) for cost in choices.kicked]}
    if choices.zone != "hand":
        data["from"] = choices.zone
    for name in ("face", "alternative"):
        if value := getattr(choices, name):
            data[name] = value
    if choices.x is not None:
        data["x"] = choices.x
    if choices.halves != ManaCost.ZERO:
        data["hybrid"] = str(choices.halves)
    if choices.phyrexian:
        data["phyrexian"] = choices.phyrexian
    if choices.optional:
        data["optional"] = dict(choices.optional)
    return data


def total_to_data(total: Total) -> dict[str, Any]:
    """A locked total: `cost` (mana) and other parts under their own keys."""
    data: dict[str, Any] = {"cost": str(total.mana)}
    if total.life:
        data["life"] = total.life
    if total.other.parts:
        data["other"] = [str(part) for part in total.other.parts]
    return data


def mana_to_data(mana: Mana) -> str | dict[str, Any]:
    """A mana string, or `{mana, restricted}` where some of it has a spending limit."""
    if not mana.limited:
        return str(mana)
    restricted = []
    for limit, held in mana.limited.items():
        entry = {"mana": str(held)}
        for name in ("only", "never"):
            if uses := getattr(limit, name):
                entry[name] = " or ".join(map(str, uses))
        restricted.append(entry)
    return {"mana": str(mana.free), "restricted": restricted}


def payment_to_data(payment: Payment) -> dict[str, Any]:
    """A payment as the protocol writes it, all fields present; `text` is its one-line notation."""
    return {
        "choices": choices_to_data(payment.choices),
        "total_cost": str(payment.total.mana),
        "activations": [activation_to_data(activation) for activation in payment.activations],
        "spends": str(payment.spends),
        "life": payment.life,
        "damage": payment.damage,
        "energy": payment.energy,
        "taps": list(map(untagged, payment.taps)),
        "exiles": list(map(untagged, payment.exiles)),
        "sacrifices": list(map(untagged, payment.sacrifices)),
        "discards": list(map(untagged, payment.discards)),
        "returns": list(map(untagged, payment.returns)),
        "counters": _by_card(payment.counters),
        "floating": mana_to_data(payment.floating),
        "text": str(payment),
    }


def _by_card(counters: tuple[tuple[str, int], ...]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for name, number in counters:
        found[untagged(name)] += number
    return dict(found)


def activation_to_data(activation: Activation) -> dict[str, Any]:
    """One activation, or several equal ones; what goes without saying is left out."""
    data: dict[str, Any] = {
        "source": activation.source,
        "count": activation.count,
        "ability": str(activation.ability),
        "adds": str(activation.adds),
    }
    if activation.object:
        data["object"] = activation.object
    if activation.spends.units:
        data["spends"] = str(activation.spends)
    if activation.using:
        data["using"] = list(activation.using)
    if activation.amount is not None:
        data["amount"] = activation.amount
    return data


def before_to_data(first: Iterable[Activation]) -> dict[str, Any]:
    """That a spell can be cast once these mana abilities have been used."""
    return {"castable": True, "before": [activation_to_data(activation) for activation in first]}


@dataclass(frozen=True, slots=True)
class PartialPayment:
    """A payment somebody proposes: `payment` with defaults where nothing is said, and the fields that are said."""

    payment: Payment
    said: frozenset[str]


_NUMBERS = ("life", "damage", "energy")
_LISTS = ("taps", "exiles", "sacrifices", "discards", "returns")
_FIELDS = frozenset({"choices", "total_cost", "activations", "spends", "floating", "counters", *_NUMBERS, *_LISTS})


def read_payment(fields: Fields, spell: str) -> PartialPayment:
    """Read a proposed payment without its choices. Problems are noted in `fields`."""
    values: dict[str, Any] = {"spell": spell}
    total = fields.parsed("total_cost", ManaCost.parse, None)
    if total is not None:
        values["total"] = Total(mana=total)
    if "activations" in fields:
        values["activations"] = tuple(
            activation
            for at, entry in fields.listed("activations")
            if (activation := _read_activation(fields, entry, at)) is not None
        )
    values["spends"] = fields.mana("spends")
    values["floating"] = _floating(fields)
    for name in _NUMBERS:
        values[name] = fields.whole(name)
    for name in _LISTS:
        values[name] = fields.names(name)
    values["counters"] = _counters(fields)
    if "text" in fields and not isinstance(fields.take("text"), str):
        fields.refuse("text", BadRequest("expected text"))
    fields.close()
    return PartialPayment(Payment(**values), frozenset(name for name in _FIELDS if name in fields))


def _floating(fields: Fields) -> Mana:
    """Mana left; where it is limited to some uses it is an object, which is not understood."""
    if isinstance(fields.take("floating"), dict):
        fields.refuse("floating", Unsupported("restricted mana in `floating`"))
        return NO_MANA
    return fields.mana("floating")


def _counters(fields: Fields) -> tuple[tuple[str, int], ...]:
    """Counters removed, by card name; none where a number is 0."""
    inner = fields.inner("counters")
    if inner is None:
        return ()
    found = [(inner.name(key, inner.place(key)), inner.whole(key)) for key in inner]
    inner.close()
    return tuple(sorted((name, number) for name, number in found if name and number))


def _read_activation(parent: Fields, entry: object, at: str) -> Activation | None:
    fields = parent.at_entry(entry, at)
    if fields is None:
        return None
    fields.require("source", "ability", "adds")
    source = fields.text("source")
    activation = Activation(
        source=source,
        object=fields.text("object"),
        ability=fields.parsed("ability", lambda text: read_cost(text, source), Cost.FREE),
        adds=fields.mana("adds"),
        count=fields.whole("count", 1, low=1),
        spends=fields.mana("spends"),
        using=fields.names("using"),
        amount=fields.whole("amount") if "amount" in fields else None,
    )
    fields.close()
    return activation
