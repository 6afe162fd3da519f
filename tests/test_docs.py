"""The commands in the documents work as printed: every line of every ``sh`` block runs in a shell, in order.

Every option of every command is in the documents, too.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import typer

from quire.cli import application
from tests.running_service import BIN, environment, running_service

ROOT = Path(__file__).resolve().parent.parent
RUNNING = 240.0  # seconds for all commands of one document
RECIPES = re.compile(r"make [a-z]+\b")
"""Recipes of the Makefile: they install or serve, and CI runs them."""


def blocks(name: str) -> list[str]:
    """The ``sh`` blocks of a document."""
    return re.findall(r"^```sh\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def script(name: str) -> str:
    """The commands of a document as one script, without recipes of the Makefile."""
    lines = "".join(blocks(name)).splitlines()
    return "\n".join(line for line in lines if not RECIPES.match(line))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like a checkout to the commands: samples and the installed command, nothing else."""
    shutil.copytree(ROOT / "samples", tmp_path / "samples", ignore=shutil.ignore_patterns("*.py", "makers", ".fonts"))
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(BIN)
    return tmp_path


def run(text: str, folder: Path) -> str:
    """Standard output of a script that must succeed, each command traced."""
    done = subprocess.run(
        ["bash", "-c", f"set -eu -o pipefail\n{text}"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=RUNNING,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture
def service(checkout: Path) -> Iterator[str]:
    """The address of a running service whose data folder is the one that the documents name."""
    with running_service(checkout / "quire-data") as address:
        yield address


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_commands_of_the_readme_work(name: str, checkout: Path):
    run(script(name), checkout)
    assert "Bluefen Water" in (checkout / "report.md").read_text(encoding="utf-8")
    assert (checkout / "statements.xlsx").read_bytes().startswith(b"PK")
    assert (checkout / "invoices.csv").read_text(encoding="utf-8-sig").count("-invoice.p") >= 3
    assert any((checkout / "bookbinding" / "pages").rglob("*.md"))


def test_the_commands_of_the_command_line_work(checkout: Path):
    said = run(script("docs/cli.md"), checkout)
    for name in (
        "report.docx",
        "statements.json",
        "details.json",
        "invoices.xlsx",
        "site/index.html",
        "companies.jsonl",
    ):
        assert (checkout / name).stat().st_size > 100, name
    assert json.loads((checkout / "slides.json").read_text(encoding="utf-8"))["page_count"] == 10
    assert (checkout / "out" / "annual-report-zh.html").is_file()
    assert "长河仪器" in said


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("documents", ("report.md", "checked.md", "statements.xlsx", "invoices.csv")),
        ("wikis", ("bookbinding/pages", "site/index.html")),
        ("companies", ()),
        ("documents.zh", ("report.md", "checked.md", "statements.xlsx", "invoices.csv")),
        ("wikis.zh", ("sunzi/pages", "site/index.html")),
        ("companies.zh", ()),
    ],
)
def test_the_commands_of_the_tutorials_work(name: str, made: tuple[str, ...], checkout: Path):
    said = run(script(f"docs/tutorials/{name}.md"), checkout)
    assert [one for one in made if not (checkout / one).exists()] == []
    words = {"documents": "[0, 1, 2]", "wikis": "spine", "companies": "长河"}
    words |= {"documents.zh": "[0, 1, 2, 0, 1, 2]", "wikis.zh": "用间有五"}
    assert words.get(name, words[name.removesuffix(".zh")]) in said


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
def test_the_commands_of_the_api_work(service: str, checkout: Path):
    text = script("docs/api.md")
    assert text.count("base=http") == 1
    said = run(re.sub(r"base=http\S+", f"base={service}", text).replace("curl -s", "curl -sf"), checkout)
    assert "Bluefen Water" in (checkout / "annual-report-en.md").read_text(encoding="utf-8")
    assert (checkout / "statements-en.xlsx").read_bytes().startswith(b"PK")
    assert '"status":"done"' in said
    assert "event: done" in said
    assert '"invoice_type"' in said
    assert '"symbol"' in said
    assert "长河" in said


@pytest.mark.parametrize("name", ["README.md", "README.zh.md", "docs/cli.md", "docs/api.md", "docs/companies.md"])
def test_no_command_has_an_ellipsis(name: str):
    """What a reader pastes must run; what stands for the reader's own values is in ``text`` blocks."""
    assert [line for line in script(name).splitlines() if "…" in line or re.search(r"(?<!\w)\.\.\.(?!\w)", line)] == []


OPTION_PAGES = ("docs/cli.md", "docs/agents.md", "docs/companies.md")


def test_every_option_of_every_command_is_documented():
    words = re.findall(r"--[a-z][a-z-]*", " ".join((ROOT / name).read_text("utf-8") for name in OPTION_PAGES))
    assert options(typer.main.get_command(application())) - {"--help"} <= set(words)


def options(command: click.Command) -> set[str]:
    """The long options of a command and of the commands below it, opposites (``--no-ocr``) included."""
    if isinstance(command, click.Group):
        return set().union(*map(options, command.commands.values()))
    names = [name for one in command.params for name in (*one.opts, *one.secondary_opts)]
    return {name for name in names if name.startswith("--")}
