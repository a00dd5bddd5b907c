"""The command that answers questions of the query protocol."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from castable.cli_common import card_options, chosen_cards, guarded
from castable.model.errors import BadRequest
from castable.query import serve

__all__ = ["query"]


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), default="-")
@card_options
@guarded
def query(file: str) -> None:
    """Answer questions of the query protocol, one JSON object a line, from FILE or standard input."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    if file == "-":
        serve(sys.stdin.buffer, sys.stdout, chosen_cards())
        return
    try:
        requests = Path(file).open("rb")  # noqa: SIM115 - what fails while answering is another matter
    except OSError as error:
        raise BadRequest(error.strerror or "cannot be read", file) from None
    with requests:
        serve(requests, sys.stdout, chosen_cards())
