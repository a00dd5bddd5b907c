"""What the commands share: options, the end of a command on an error, and printing."""

from __future__ import annotations

import io
import json
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import chain
from typing import Any, TypeVar

import click

from castable.card_sources import Layered, all_cards, assumed_irrelevant, card_source
from castable.model.card import CardSource
from castable.model.errors import CastableError, TooLarge
from castable.text import emit

__all__ = [
    "card_options",
    "chosen_cards",
    "chosen_store",
    "every_card",
    "guarded",
    "json_option",
    "placed",
    "print_answer",
    "print_json",
    "print_lines",
    "store_option",
    "tell",
]

_F = TypeVar("_F", bound=Callable[..., Any])
_STORE, _ASSUMED = "castable.store", "castable.assumed"


_PLACES = {
    "ask": None,
    "ask.spell": "SPELL",
    "ask.face": "--face",
    "ask.keep": "--keep",
    "ask.avoid": "--avoid",
    "ask.targets": "--target",
}
"""Places in a question of the query protocol, as the command line calls them."""


def guarded(command: _F) -> _F:
    """Errors of castable end a command with status 2 and a message on standard error.

    A fault of castable itself ends it with 3: status 1 is a "no" to commands that ask. Where the reader of a pipe is
    gone the status is that of a program stopped by the signal for it, 141.
    """

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        if sys.stdout is None:
            tell("error: standard output is closed")
            sys.exit(2)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # what the terminal has no characters for
        try:
            result = command(*args, **kwargs)
            sys.stdout.flush()
            return result
        except CastableError as error:
            error.at = _PLACES.get((error.at or "").partition("[")[0], error.at)
            tell(f"error: {error}")
            sys.exit(2)
        except RecursionError:
            tell(f"error: {TooLarge('the question nests or branches too deeply')}")
            sys.exit(2)
        except BrokenPipeError:
            sys.stdout = open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115 - the reader is gone
            sys.exit(141)
        except OSError as error:
            sys.stdout = open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115 - it takes no more
            tell(f"error: the answer cannot be written: {error.strerror or error}")
            sys.exit(2)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:
            traceback.print_exc()
            tell("error: castable failed; please report this with the board")
            sys.exit(3)

    return run  # type: ignore[return-value]


def tell(text: str) -> None:
    """Print to standard error, without characters that would command a terminal."""
    click.echo("".join(char if char.isprintable() or char == "\n" else "?" for char in text), err=True)


@contextmanager
def placed(at: str) -> Iterator[None]:
    """Errors about a question, or without a place, get this place of the command line."""
    try:
        yield
    except CastableError as error:
        if not error.at or error.at.startswith("ask"):
            error.at = at
        raise


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Options that go to no command but to `chosen_cards` are kept in the context."""
    context.meta[_STORE if parameter.name == "store" else _ASSUMED] = value


store_option = click.option(
    "--store",
    metavar="PATH",
    expose_value=False,
    callback=_keep,
    help="The card store, where it is not the usual one.",
)


def card_options(command: _F) -> _F:
    """Options that say which cards there are: the command gets them by `chosen_cards`."""
    assume = click.option(
        "--assume-irrelevant",
        multiple=True,
        metavar="CARD",
        expose_value=False,
        callback=_keep,
        help="Take the unread text of this card to bear on nothing (may be repeated).",
    )
    return assume(store_option(command))


def chosen_cards() -> CardSource:
    """The cards that the options of this command ask for; made once."""
    context = click.get_current_context()
    if context.obj is None:
        context.obj = card_source(context.meta.get(_STORE), context.meta.get(_ASSUMED, ()))
    cards: CardSource = context.obj
    return cards


def every_card() -> Layered:
    """The cards of the store that the options of this command ask for, and the built-in pool."""
    return all_cards(chosen_store())


def chosen_store() -> str | None:
    """The value of `--store`."""
    store: str | None = click.get_current_context().meta.get(_STORE)
    return store


def print_json(data: Any) -> None:
    """Print plain data."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    click.echo(json.dumps(data, ensure_ascii=not unicode, indent=2))


def print_answer(data: dict[str, Any]) -> None:
    """Print an answer as JSON, with the cards whose unread text was left out."""
    assumed = assumed_irrelevant(chosen_cards())
    print_json({**data, "assumed_irrelevant": list(assumed)} if assumed else data)


def print_lines(lines: Iterable[str]) -> None:
    """Print an answer as text, and after it the cards whose unread text was left out."""
    assumed = assumed_irrelevant(chosen_cards())
    emit(chain(lines, ["", f"assumed irrelevant: the unread text of {', '.join(assumed)}"] if assumed else []))
