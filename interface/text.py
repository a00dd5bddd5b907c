"""Printing lines that read well in 80 columns, piped and without color."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator

__all__ = ["emit", "width", "wrapped"]

_PIPED_WIDTH = 80
_STYLES = {"W": "bold yellow", "U": "bold blue", "B": "bold magenta", "R": "bold red", "G": "bold green"}


def emit(lines: Iterable[str]) -> None:
    """Print lines; on a terminal mana symbols get their colors."""
    if not sys.stdout.isatty():
        for line in lines:
            sys.stdout.write(line + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        text = Text(line)
        for match in re.finditer(r"\{([^{}]*)\}", line):
            style = next((_STYLES[letter] for letter in match[1] if letter in _STYLES), "bold")
            text.stylize(style, *match.span())
        if line and not line.startswith(" "):
            text.stylize("bold")
        console.print(text)


def width() -> int:
    """How many columns there are: 80 where the output goes to no terminal."""
    return min(shutil.get_terminal_size((_PIPED_WIDTH, 24)).columns, 110) if sys.stdout.isatty() else _PIPED_WIDTH


def wrapped(text: str, lead: str = "") -> Iterator[str]:
    """A paragraph, continued under its first word; never broken inside a mana cost."""
    yield from textwrap.wrap(
        text,
        max(width(), 40),
        initial_indent=lead,
        subsequent_indent=" " * len(lead),
        break_on_hyphens=False,
        break_long_words=False,
    )
