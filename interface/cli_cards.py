"""The commands about cards and decks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from castable.card_answer import card_answer
from castable.card_sources import store_path
from castable.card_text import card_line, card_lines
from castable.cli_common import chosen_store, every_card, guarded, json_option, print_json, store_option
from castable.model.store import Progress, import_file
from castable.text import emit

__all__ = ["cards"]


@click.group()
def cards() -> None:
    """Look at the cards castable knows, and let it know more."""


@contextmanager
def _progress(what: str) -> Iterator[Progress]:
    """A progress bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@cards.command("import")
@click.argument("file", type=click.Path(dir_okay=False))
@store_option
@guarded
def import_(file: str) -> None:
    """Import the cards of FILE: Scryfall's bulk file of oracle cards or MTGJSON's AtomicCards, .json or .json.gz."""
    place = store_path(chosen_store())
    with _progress("cards") as told:
        info = import_file(file, place, told)
    emit([f"{info.cards:,} cards of {info.source} ({info.date}) imported into {place}"])


@cards.command()
@click.argument("name")
@store_option
@json_option
@guarded
def show(name: str, as_json: bool) -> None:
    """Show how castable reads the card NAME."""
    card = every_card().find(name)
    if as_json:
        print_json(card_answer(card))
    else:
        emit(card_lines(card))


@cards.command()
@click.argument("text")
@click.option("--limit", type=click.IntRange(1, 10**6), default=20, show_default=True, help="Cards to show.")
@store_option
@json_option
@guarded
def search(text: str, limit: int, as_json: bool) -> None:
    """List the cards with all words of TEXT in their names."""
    source = every_card()
    found = source.search(text)
    if as_json:
        print_json({"count": len(found), "cards": found[:limit]})
        return
    emit(card_line(source.find(name)) for name in found[:limit])
    if len(found) > limit:
        emit([f"... {len(found) - limit:,} more (--limit)"])
