"""Options for what is announced, shared by the commands that ask about a spell or an ability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from castable.cli_common import placed
from castable.model.board.fields import MAX_NAME
from castable.model.cost import Cost
from castable.model.errors import BadRequest
from castable.notation import read_ability, read_cost
from castable.solver.announce import CASTING_ZONES, Wishes

__all__ = ["ability_of", "check_name", "choice_options", "wishes_of"]

_F = TypeVar("_F", bound=Callable[..., Any])
_MOST = 10**6
_MOST_TIMES = 10_000
_LISTS = {
    "sacrifice": "Sacrifice this for the cost",
    "exile": "Exile this for the cost",
    "tap": "Tap this for the cost",
    "convoke": "Tap this creature for convoke",
    "delve": "Exile this card for delve",
}
_NAMED = "; these and no others (may be repeated)."


def choice_options(command: _F) -> _F:
    """Options for what is announced: the command gets them as keyword arguments for `wishes_of` and `ability_of`."""
    options = [
        click.option("--kicked", multiple=True, metavar="COST", help="Pay this kicker cost (may be repeated)."),
        click.option("--unkicked", is_flag=True, help="Pay no kicker cost."),
        click.option("--x", type=click.IntRange(0, _MOST), help="Choose X."),
        click.option("--face", help="Cast this face of the card."),
        click.option(
            "--from",
            "zone",
            type=click.Choice(CASTING_ZONES),
            default="hand",
            show_default=True,
            help="Zone the card is in.",
        ),
        click.option(
            "--alternative",
            metavar="NAME",
            help="Pay this instead of the mana cost: a keyword such as flashback, `free`, `mana cost` for none, or the "
            "card that offers it.",
        ),
        click.option(
            "--optional",
            multiple=True,
            metavar="NAME[=N]",
            help="Pay this optional cost so often (once; 0 for not at all), as in buyback or replicate=2.",
        ),
        click.option("--mode", "modes", multiple=True, type=click.IntRange(1, 100), help="Choose this mode."),
        click.option("--target", "targets", multiple=True, metavar="CARD", help="Target this (may be repeated)."),
        *(
            click.option(f"--{name}", multiple=True, metavar="CARD", help=text + _NAMED)
            for name, text in _LISTS.items()
        ),
        click.option("--splice", multiple=True, metavar="CARD", help="Splice this card of your hand onto the spell."),
        click.option("--phyrexian", type=click.IntRange(0, _MOST), help="Pay so many Phyrexian symbols with life."),
        click.option(
            "--ability",
            metavar="COST",
            help="Ask about an ability of the object SPELL instead: its printed cost or its keyword.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def check_name(text: str, at: str) -> None:
    """Refuse what is no name."""
    if not 0 < len(text.strip()) <= MAX_NAME:
        raise BadRequest(f"expected a name of 1 to {MAX_NAME} characters", at)


def wishes_of(
    *,
    kicked: tuple[str, ...],
    unkicked: bool,
    optional: tuple[str, ...],
    modes: tuple[int, ...],
    ability: str | None,
    **plain: Any,
) -> Wishes:
    """The choices that these options insist on; `ability` is read by `ability_of`."""
    if kicked and unkicked:
        raise BadRequest("--kicked and --unkicked contradict each other")
    if ability is not None and (kicked or unkicked or optional or plain["face"] or plain["zone"] != "hand"):
        raise BadRequest("an ability has no kicker, no other optional costs, no face and no zone")
    for name in ("face", "alternative"):
        if plain[name] is not None:
            check_name(plain[name], f"--{name}")
    with placed("--kicked"):
        costs = tuple(read_cost(text) for text in kicked)
    lists: dict[str, Any] = {name: plain.pop(name) or None for name in _LISTS}
    return Wishes(
        kicked=costs if kicked or unkicked else None,
        optional=tuple(map(_optional, optional)),
        modes=modes or None,
        **lists,
        **plain,
    )


def _optional(text: str) -> tuple[str, int]:
    name, _, times = text.partition("=")
    if not name.strip() or (times and not (times.isdecimal() and int(times) <= _MOST_TIMES)):
        raise BadRequest("expected NAME or NAME=N", "--optional")
    return name.strip(), int(times) if times else 1


def ability_of(ability: str | None) -> Cost | str | None:
    """The ability asked about: its cost, or its keyword."""
    if ability is None:
        return None
    with placed("--ability"):
        return read_ability(ability)
