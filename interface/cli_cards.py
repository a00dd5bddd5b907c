"""The commands about cards and decks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from castable.card_answer import card_answer
from castable.card_sources import card_store, store_path
from castable.card_text import card_line, card_lines
from castable.cli_common import chosen_store, every_card, guarded, json_option, print_json, store_option
from castable.model.errors import BadRequest, unusable_file
from castable.model.store import Progress, import_file
from castable.text import emit

if TYPE_CHECKING:
    from castable.coverage import Coverage

__all__ = ["cards", "deck"]


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


@cards.command()
@click.option("--by", type=click.Choice(["kind"]), help="Show a table of kinds of text.")
@click.option("--unread", type=click.IntRange(0, 10**6), default=0, help="Show the N most frequent unread texts.")
@click.option("--chart", type=click.Path(dir_okay=False), help="Draw the kinds of text as a chart, in SVG.")
@store_option
@json_option
@guarded
def coverage(by: str | None, unread: int, chart: str | None, as_json: bool) -> None:
    """Show how much of the imported card file castable reads. Takes about half a minute."""
    from castable.coverage import coverage_of, coverage_to_data

    store = card_store(chosen_store())
    if store is None:
        raise BadRequest("there is no card store; `castable cards import FILE` makes one", str(store_path()))
    with _progress("cards read") as told:
        found = coverage_of(store, told)
    if chart:
        _write_chart(chart, found)
    if as_json:
        print_json(coverage_to_data(found, unread))
        return
    from castable.coverage_text import coverage_lines, kinds_lines, unread_lines

    emit(coverage_lines(found))
    if by:
        emit(["", *kinds_lines(found)])
    if unread:
        emit(["", *unread_lines(found, unread)])


def _write_chart(path: str, found: Coverage) -> None:
    from castable.coverage_chart import coverage_chart

    try:
        Path(path).write_text(coverage_chart(found), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unusable_file(error, path) from None


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@store_option
@json_option
@guarded
def deck(file: str, as_json: bool) -> None:
    """Show which cards of a deck list castable knows: FILE is a list of MTG Arena or MTGO, as text."""
    from castable.deck import deck_knowledge, deck_to_data, read_deck
    from castable.deck_text import deck_lines

    listed = read_deck(file)
    source = every_card()
    found = deck_knowledge(listed, source)
    if as_json:
        print_json(deck_to_data(listed, found))
    else:
        emit(deck_lines(listed, found, source.hint))
