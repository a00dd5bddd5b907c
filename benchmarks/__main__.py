"""`python -m benchmarks`: measure, print the tables, write `results.md` and `results.svg` beside this file."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.boards import BOARDS, board
from benchmarks.chart import drawing
from benchmarks.results import faults, measure
from benchmarks.series import growth, hands
from benchmarks.table import Run, page, text

_HERE = Path(__file__).parent


@click.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Rounds after one to warm up.")
@click.option("--boards", default="all", show_default=True, help="Names separated by commas, as in B2,B9d,N1.")
@click.option(
    "--limit-seconds",
    "limit",
    default=20.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="When a contender is stopped on a board.",
)
def main(rounds: int, boards: str, limit: float) -> None:
    """Time castable against general constraint solvers on the same problems, and alone.

    Choco and CP-SAT take part where the extra `bench` is installed. The series and the files are for a run of all
    boards. The status is 1 when a count is wrong.
    """
    try:
        chosen = BOARDS if boards == "all" else tuple(board(name.strip()) for name in boards.split(","))
    except KeyError as error:
        raise click.BadParameter(
            f"no board {error}; there are {', '.join(one.name for one in BOARDS)}", param_hint="--boards"
        ) from None
    results = []
    for one in chosen:
        click.echo(f"measuring {one.name}: {one.about} for {one.cost}", err=True)
        results.append(measure(one, rounds, limit))
    whole = chosen == BOARDS
    if whole:
        click.echo("measuring the series", err=True)
    run = Run(
        results,
        list(growth(rounds, limit)) if whole else [],
        list(hands(rounds, limit)) if whole else [],
        rounds,
        limit,
    )
    click.echo(text(run))
    if whole:
        (_HERE / "results.svg").write_text(drawing(run), encoding="utf-8")
        (_HERE / "results.md").write_text(page(run, "results.svg"), encoding="utf-8")
    if wrong := [fault for result in results for fault in faults(result)]:
        raise click.ClickException("\n".join(wrong))


if __name__ == "__main__":
    main()
