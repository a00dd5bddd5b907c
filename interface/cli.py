"""The command `castable`. Its parts are imported when they are used, so that looking at a card needs no solver."""

from __future__ import annotations

from importlib import import_module

import click

__all__ = ["main"]

_HOMES = {
    "payments": "cli_boards",
    "best": "cli_boards",
    "can": "cli_boards",
    "cost": "cli_boards",
    "plays": "cli_boards",
    "mana": "cli_boards",
    "check": "cli_boards",
    "x": "cli_plans",
    "sequence": "cli_plans",
    "explain": "cli_plans",
    "choices": "cli_events",
    "turn": "cli_plans",
    "could-produce": "cli_graph",
    "graph": "cli_graph",
    "cards": "cli_cards",
    "deck": "cli_cards",
    "query": "cli_query",
}
"""The commands, each with the module it is in."""


class _Commands(click.Group):
    """A group whose commands are found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_HOMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _HOMES:
            return None
        command: click.Command = getattr(import_module(f"castable.{_HOMES[cmd_name]}"), cmd_name.replace("-", "_"))
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="castable", prog_name="castable")
def main() -> None:
    """Every legal way to pay for a Magic: The Gathering spell.

    BOARD is a file with a game state (JSON of the query protocol or Forge's game-state text), `-` for standard input.
    """
