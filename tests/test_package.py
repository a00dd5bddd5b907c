"""The package as users get it: a wheel in an environment of its own, and the README as it is read."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest
from click.testing import CliRunner

from castable.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of a fresh environment with castable installed from a wheel; dependencies are borrowed."""
    work = tmp_path_factory.mktemp("wheel")
    source = work / "source"
    source.mkdir()
    for name in ("interface", "model", "solver"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", work, source, cwd=work)
    (wheel,) = work.glob("*.whl")
    home = work / "venv"
    venv.create(home, with_pip=False)
    run(*pip, "--python", home, "install", "-q", "--no-deps", "--no-index", wheel, cwd=work)
    (site,) = home.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def test_modules_of_the_user_do_not_disturb(installed: Path, tmp_path: Path) -> None:
    """A user's own model.py or solver.py in the working folder is not taken for castable's folders."""
    for name in ("model", "solver", "interface", "constraints", "mana"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')", encoding="utf-8")
    shutil.copy(ROOT / "examples/ana.json", tmp_path / "board.json")
    output = run(installed / "castable", "can", "board.json", "Ana Battlemage", cwd=tmp_path)
    assert output == "yes: Ana Battlemage can be cast now\n"
    script = (
        "import castable, castable.model, castable.solver; "
        "print(castable.payments(castable.load_board('board.json'), 'Ana Battlemage').count(), castable.__file__)"
    )
    count, where = run(installed / "python", "-c", script, cwd=tmp_path).split()
    assert count == "60"
    assert where.startswith(str(installed.parent))


def test_wheel_is_typed_and_has_its_data(installed: Path) -> None:
    (site,) = installed.parent.glob("lib/python*/site-packages")
    assert (site / "castable/py.typed").exists()
    assert (site / "castable/model/pool/lands.toml").exists()
    assert (site / "castable/solver/preference/default.toml").exists()


def test_readme_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first lines of the README give the output they show."""
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted == 3
    assert results.failed == 0


def test_readme_main_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main command prints what the README shows under it."""
    monkeypatch.chdir(ROOT)
    command = re.search(r"&& \.venv/bin/castable (payments .+)", README)
    shown = re.search(r"```text\n(.+?)```", README, re.DOTALL)
    assert command and shown
    result = CliRunner().invoke(main, shlex.split(command[1]))
    assert (result.exit_code, result.output) == (0, shown[1])


def test_readme_console_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.findall(r"```console\n\$ castable (.+?)\n(.+?)```", README, re.DOTALL)
    assert len(shown) == 2
    for command, output in shown:
        assert CliRunner().invoke(main, shlex.split(command)).output == output


@pytest.mark.parametrize("name", sorted(os.listdir(ROOT / "examples")))
def test_every_example_board_can_be_asked(name: str) -> None:
    result = CliRunner().invoke(main, ["plays", str(ROOT / "examples" / name), "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["spells"]


def test_every_folder_is_packaged() -> None:
    """A folder of modules that pyproject.toml forgets would be missing from the wheel."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {"castable": ROOT / "interface", "castable.model": ROOT / "model", "castable.solver": ROOT / "solver"}
    found = set(folders)
    for package, folder in folders.items():
        for inner in folder.rglob("__init__.py"):
            if inner.parent != folder:
                found.add(".".join([package, *inner.parent.relative_to(folder).parts]))
    assert set(settings["packages"]) == found
