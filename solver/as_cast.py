"""What filters ask of how something is cast or activated, beside what it is (CR 601.2, 601.3e)."""

from __future__ import annotations

from dataclasses import replace

from castable.model.card import Face
from castable.model.evaluate import matches
from castable.model.filter import Filter, Term
from castable.model.view import Thing, View

__all__ = ["HOW", "has_x", "matches_as_cast", "on_stack", "whatever_x"]

HOW = frozenset(
    {"handcast", "graveyardcast", "exilecast", "commandcast", "librarycast", "nothandcast"}
    | {"commander", "kicked", "flashbackcast", "facedown", "facedowncast", "equip", "cycling", "manaability"}
)
"""The words that are true or not of a casting or an activation."""


def matches_as_cast(what: Filter, thing: Thing, view: View, facts: frozenset[str], whose: str = "you") -> bool:
    """Whether a filter on spells, cards or abilities means this one; `facts` are the words in `HOW` that are true, and
    `hasx` where the mana cost has {X} though the face says its value."""
    if "facedown" in facts and isinstance(thing, Face):  # it has no name: CR 708.2a
        thing = replace(thing, name="")
    told = HOW | (facts & {"hasx"})  # the face on the stack has a number where its mana cost has {X}
    for terms in what.any_of:
        said = [term for term in terms if term.word in told or term.word.startswith("ability(")]
        if any((term.word in facts) is term.negated for term in said):
            continue
        rest = tuple(term for term in terms if term not in said) or (Term("any"),)
        if matches(Filter((rest,)), thing, view, whose):
            return True
    return False


def has_x(face: Face) -> bool:
    """Whether there is {X} in its mana cost."""
    return face.mana_cost is not None and bool(face.mana_cost.variables)


def on_stack(face: Face, x: int | None) -> Face:
    """The face with the number chosen for {X} in its mana cost, which its mana value counts (CR 202.3e)."""
    if not x or face.mana_cost is None or not face.mana_cost.variables:
        return face
    return replace(face, mana_cost=face.mana_cost.with_x(x))


def whatever_x(what: Filter) -> Filter:
    """The filter without what it asks of mana values, for a spell whose X is not chosen yet."""

    def kept(terms: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(term for term in terms if not term.word.startswith(_VALUES)) or (Term("any"),)

    return Filter(tuple(map(kept, what.any_of)))


_VALUES = ("mv", "evenmv", "oddmv")
