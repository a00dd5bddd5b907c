"""Why not: the rule that stands in the way, as data first and words second.

A `Cause` names the rule, what kind of obstacle it is, the symbols of the cost and the sources concerned, and a sentence
a player would accept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from castable.model.ability import OptionalCost
from castable.model.cost import Verb
from castable.model.errors import Unsupported
from castable.model.mana import ManaType, Unit
from castable.model.state import State
from castable.model.symbol import ManaCost
from castable.solver.announce import Subject
from castable.solver.means import Token
from castable.solver.payments import Payments
from castable.solver.problem import PaymentProblem, held_in
from castable.solver.prohibitions import Bans
from castable.solver.total_cost import Announced, total_costs

__all__ = ["Cause", "why_unpayable", "whys_unpayable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """One reason for a "no": `kind` is `mana`, `life`, `choice`, `timing`, `target`, `permission` or `cost`."""

    rule: str
    kind: str
    text: str
    symbols: str = ""
    sources: tuple[str, ...] = ()


def why_unpayable(ways: Payments) -> Cause:
    """The first cause for which there is no payment, of the announcement that asks for the least."""
    return whys_unpayable(ways)[0]


def whys_unpayable(ways: Payments) -> tuple[Cause, ...]:
    """All causes for which there is no payment, of the announcement that asks for the least: each stands in the way by
    itself, whatever is done about the others."""
    announced = ways.announced
    subject = ways.subjects[0]
    if not announced and all(s.cost is None and s.ability is None for s in ways.subjects):
        return (Cause(rule="118.6", kind="cost", text=f"{subject.name} has no mana cost, which can't be paid"),)
    if not announced:  # none that could be paid for; say why of the cheapest that may be announced at all
        announced = tuple(total_costs(ways.state, ways.subjects, ways.wishes))
    if not announced:
        return (_why_no_announcement(ways),)
    cheapest = min(announced, key=lambda a: (a.total.mana.mana_value, a.total.life))
    problem = ways.problem(cheapest)
    found = []
    if cheapest.bill.impossible:
        found.append(Cause(rule="118.3", kind="cost", text=f"{cheapest.total}: {cheapest.bill.impossible}"))
    elif problem.sources.life < cheapest.total.life:
        text = f"paying {cheapest.total.life} life needs at least that much; you have {problem.sources.life}"
        found.append(Cause(rule="119.4", kind="life", text=text))
    if cheapest.bill.energy > ways.state.you.energy:
        text = f"paying {cheapest.bill.energy} energy needs at least that much; you have {ways.state.you.energy}"
        found.append(Cause(rule="107.14", kind="cost", text=text))
    found += _short_of(problem, cheapest, ways)
    phyrexian = subject.cost is not None and any(symbol.is_phyrexian for symbol in subject.cost)
    if phyrexian and (ban := Bans(ways.state).on_paying_life()):
        text = f"{ban} keeps you from paying life for the Phyrexian symbols of {subject.name}"
        found.append(Cause(rule="119.8", kind="life", text=text))
    if not found:
        text = f"no combination of your sources pays {cheapest.total}"
        names = _makers(problem, problem.demand.usable)
        found.append(Cause(rule="601.2h", kind="mana", text=text, symbols=str(cheapest.total.mana), sources=names))
    return tuple(found)


def _why_no_announcement(ways: Payments) -> Cause:
    """No announcement agrees with what the caller insists on."""
    wishes, subject = ways.wishes, ways.subjects[0]
    if wishes.kicked:
        offered = [str(kicker.cost) for kicker in subject.kickers]
        wanted = [str(cost) for cost in wishes.kicked]
        if not offered:
            return Cause(rule="702.33a", kind="choice", text=f"{subject.name} has no kicker")
        if any(cost not in offered for cost in wanted):
            return Cause(rule="702.33a", kind="choice", text=f"{subject.name} has kicker {', '.join(offered)} only")
        once = [str(k.cost) for k in subject.kickers if k.times == 1 and wanted.count(str(k.cost)) > 1]
        if once:
            return Cause(rule="702.33a", kind="choice", text=f"kicker {once[0]} may be paid only once")
    if wishes.x and not any(cost.variables for cost in _costs(subject)):
        return Cause(rule="107.3a", kind="choice", text=f"{subject.name} has no X to choose")
    keywords = {cost.keyword for cost in subject.face.of(OptionalCost)} if subject.face else set()
    for keyword, times in wishes.optional:
        if times and keyword not in keywords:
            return Cause(rule="601.2b", kind="choice", text=f"{subject.name} has no {keyword} to pay for")
    for verb in ("sacrifice", "exile", "tap", "convoke", "delve"):
        if names := getattr(wishes, verb):
            what = f"{verb} {', '.join(names)}" if verb in ("sacrifice", "exile", "tap") else verb
            return Cause(rule="601.2b", kind="choice", text=f"no cost of {subject.name} lets you {what}")
    return Cause(rule="601.2b", kind="choice", text=f"{subject.name} offers no such choices")


def _costs(subject: Subject) -> list[ManaCost]:
    """The mana costs that may hold an {X} to be chosen for it."""
    offered = [cost.cost.mana for cost in subject.face.of(OptionalCost)] if subject.face else []
    return [cost for cost in (subject.cost, *offered) if cost is not None]


def _short_of(problem: PaymentProblem, announced: Announced, ways: Payments) -> list[Cause]:
    """The Hall rows that the sources cannot meet even alone, least first, without those that follow from others; else
    the cost as a whole."""
    total = announced.total
    found: list[Cause] = []
    missed: list[int] = []
    usable, mana = problem.demand.usable, _mana_kinds(problem)
    for need, mask in sorted((need, mask) for mask, need in problem.demand.rows):
        most = _most(problem, mask)
        if most >= need or any(smaller and mask & smaller == smaller for smaller in missed):
            continue
        missed.append(mask)
        if (part := _part_of(ways.state, announced, need, mask, problem)) is not None:
            found.append(part)
            continue
        symbols = _symbols(total.mana, problem, mask)
        names = _makers(problem, mask)
        if need <= symbols.count("{"):
            asked = symbols
        elif mana and mask & mana == mana:
            found.append(_too_little(problem, announced, need, mask))
            continue
        else:
            asked = f"{need} mana of the kinds that may pay for a part of {total}" if usable else str(total)
        if names:
            made = f"your sources make at most {most} of it ({', '.join(names)})"
        else:
            made = _why_none(problem, announced, ways, symbols)
        found.append(Cause(rule="601.2h", kind="mana", text=f"{asked} needed; {made}", symbols=symbols, sources=names))
    if not found and _most(problem, usable) < problem.demand.total:
        part = _part_of(ways.state, announced, problem.demand.total, usable, problem)
        found.append(part or _too_little(problem, announced, problem.demand.total, usable))
    return found


def _mana_kinds(problem: PaymentProblem) -> int:
    """The kinds of mana, no other things, that may be spent on something of the cost."""
    return sum(1 << at for at, kind in enumerate(problem.kinds) if isinstance(kind, Unit)) & problem.demand.usable


def _too_little(problem: PaymentProblem, announced: Announced, need: int, mask: int) -> Cause:
    """The cause where there is too little mana, whatever its kind."""
    most = _most(problem, mask)
    have = f"at most {most} mana" if most else "no mana"
    units = sum(1 << at for at, kind in enumerate(problem.kinds) if isinstance(kind, Unit))
    that = "" if mask & units == units else " that may be spent on it"
    text = f"{announced.total} needs {need} mana; you can have {have}{that}"
    names = _makers(problem, mask)
    return Cause(rule="601.2h", kind="mana", text=text, symbols=str(announced.total.mana), sources=names)


def _part_of(state: State, announced: Announced, need: int, mask: int, problem: PaymentProblem) -> Cause | None:
    """The cause where a row asks for objects and not for mana."""
    tokens = [kind for at, kind in enumerate(problem.kinds) if mask >> at & 1 and isinstance(kind, Token)]
    most = _most(problem, mask)
    for means in announced.bill.means:
        alone = tokens and all(means.label in token.labels for token in tokens)
        if not means.need or not (alone or not mask) or means.need != need:
            continue
        if means.verb is Verb.SACRIFICE:
            for permanent in state.you.battlefield:
                if means.takes(permanent, state) and (ban := Bans(state).on_sacrificing(permanent)):
                    text = f"{ban} keeps you from sacrificing {permanent.name} for `{means.cost}`"
                    return Cause(rule="101.2", kind="cost", text=text)
        if most:
            text = f"of the {need} objects that `{means.cost}` takes only {most} can be had"
        else:
            text = f"there is nothing to pay `{means.cost}` with"
        return Cause(rule="118.3", kind="cost", text=text)
    return None


def _why_none(problem: PaymentProblem, announced: Announced, ways: Payments, symbols: str) -> str:
    """Why no source makes such mana now: it may not be spent on this, or what makes it is tapped or came too late."""
    wanted = {s.type for s in ManaCost.parse(symbols) if s.type}
    units = [unit for unit in problem.kinds if isinstance(unit, Unit)]
    if units and not problem.demand.usable:
        return f"none of your mana may be spent on {announced.subject.name} (CR 106.6)"
    if any(unit.restriction for unit in units if unit.type in wanted):
        return f"your mana of that kind may not be spent on {announced.subject.name} (CR 106.6)"
    barred = _barred(problem, announced, ways, wanted)
    return f"no source makes it: {', '.join(barred)}" if barred else "no source makes it"


def _barred(problem: PaymentProblem, announced: Announced, ways: Payments, wanted: set[ManaType]) -> list[str]:
    """Your permanents that would make mana of the types wanted, of any where none is, were they untapped and had been
    there since your turn began; none where what they would then do is not understood."""
    held = {p.name: p for p in reversed(ways.state.you.battlefield) if p.tapped or p.is_sick}
    if not held:
        return []
    ready = tuple(replace(p, tapped=False, summoning_sick=False) for p in ways.state.you.battlefield)
    try:
        free = Payments(ways.state.with_you(battlefield=ready), list(ways.subjects), ways.wishes).problem(announced)
    except Unsupported:
        return []
    new = sum(
        1 << at
        for at, kind in enumerate(free.kinds)
        if kind not in problem.kinds and (not wanted or (isinstance(kind, Unit) and kind.type in wanted))
    )
    return [
        f"{name} is {'summoning sick (CR 302.6)' if held[name].is_sick else 'tapped'}"
        for name in _makers(free, new & free.demand.usable)
        if name in held
    ]


def _most(problem: PaymentProblem, mask: int) -> int:
    """A bound on the mana of these kinds that can be had at once: each class at its best."""
    most = held_in(problem.pool, mask)
    for numbers, source in zip(problem.classes, problem.sources.classes, strict=True):
        gains = (sum(_gain(problem, use, mask) for use in plan) for plan in source.plans)
        most += numbers.size * max(gains, default=0)
    apart = problem.sources.statuses
    if apart and any(held_in(problem.yields[use], mask) for use in apart.uses):
        most += problem.demand.total  # these may be used again and again
    return most


def _gain(problem: PaymentProblem, use: int, mask: int) -> int:
    made = held_in(problem.yields[use], mask)
    everything = (1 << len(problem.kinds)) - 1
    if use in problem.steps and mask == everything:
        made -= min(demand.total for demand in problem.steps[use])
    return max(0, made)


def _makers(problem: PaymentProblem, mask: int) -> tuple[str, ...]:
    """Names of sources that make mana of these kinds."""
    names = dict.fromkeys(
        problem.sources.uses[use].use.source
        for use in (
            *(use for source in problem.sources.classes for plan in source.plans for use in plan),
            *(problem.sources.statuses.uses if problem.sources.statuses else ()),
        )
        if held_in(problem.yields[use], mask)
    )
    return tuple(names)


def _symbols(cost: ManaCost, problem: PaymentProblem, mask: int) -> str:
    """The symbols of the cost that only kinds in the mask can pay."""
    usable = [
        (at, unit)
        for at, unit in enumerate(problem.kinds)
        if isinstance(unit, Unit) and problem.demand.usable >> at & 1
    ]

    def payable_by(unit: Unit, symbol_text: str) -> bool:
        return (symbol_text == "{S}" and unit.snow) or symbol_text == unit.type.symbol

    wanted = [
        symbol
        for symbol in cost.symbols
        if all(mask >> at & 1 for at, unit in usable if payable_by(unit, str(symbol)))
        and (not mask or any(payable_by(unit, str(symbol)) for _, unit in usable))
    ]
    return "".join(map(str, wanted)) or str(cost)
