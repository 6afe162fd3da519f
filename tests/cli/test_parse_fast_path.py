"""The plain way to ask ``quire parse`` means what the command-line library would have understood."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.core import TyperCommand, TyperOption

from quire.cli import convert, parse, parse_fast_path
from quire.cli.convert import Options
from quire.cli.parse_fast_path import SWITCHES, VALUES, plain_options


def command() -> TyperCommand:
    app = typer.Typer(add_completion=False)
    parse.mount(app)
    made = typer.main.get_command(app)
    assert isinstance(made, TyperCommand)
    return made


def by_the_library(words: list[str], monkeypatch: pytest.MonkeyPatch) -> Options | None:
    """What the library hands on; its complaints are raised, None is its help."""
    seen: list[Options] = []
    monkeypatch.setattr(parse, "convert_all", lambda asked: seen.append(asked) or 0)
    command().main(list(words), standalone_mode=False)
    return seen[0] if seen else None


ASKED = [
    ["a.pdf", "-o", "b.md"],
    ["a.pdf", "c d.docx", "--output", "b/", "--to", "md", "--no-ocr"],
    ["--no-ocr", "--ocr", "a.pdf", "-o", "b.md", "-t", "md", "-t", "html"],
    [
        "a.pdf",
        "-o",
        "b.md",
        "--jobs",
        "256",
        "--timeout",
        "0.1",
        "--memory",
        "64",
        "--pages",
        "1-5,8",
        "--password",
        "x y",
    ],
    ["a.pdf", "-o", "b.md", "--timeout", "12", "--password", ""],
]


@pytest.mark.parametrize("words", ASKED)
def test_it_is_what_the_library_understands(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = plain_options(words)
    assert plainly is not None
    assert plainly == by_the_library(words, monkeypatch)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["a.pdf"],
        ["-o", "b.md"],
        ["a.pdf", "-o"],
        ["a.pdf", "-o", "-"],
        ["a.pdf", "-o", "b.md", "--output", "c.md"],
        ["-", "-o", "b.md"],
        ["", "-o", "b.md"],
        ["a.pdf", "--output=b.md"],
        ["a.pdf", "-ob.md"],
        ["a.pdf", "-o", "b.md", "--help"],
        ["a.pdf", "-o", "b.md", "--", "-c.pdf"],
        ["a.pdf", "-o", "b.md", "--pages", "-3"],
        ["a.pdf", "-o", "b.md", "--jobs", "257"],
        ["a.pdf", "-o", "b.md", "--jobs", "0"],
        ["a.pdf", "-o", "b.md", "--cores", "0"],
        ["a.pdf", "-o", "b.md", "--jobs", "٣"],
        ["a.pdf", "-o", "b.md", "--timeout", "nan"],
        ["a.pdf", "-o", "b.md", "--timeout", "0.09"],
        ["a.pdf", "-o", "b.md", "--memory", "63"],
        ["a.pdf", "-o", "b.md", "--memory", "1e3"],
    ],
)
def test_the_rest_is_left_to_the_library(words: list[str]) -> None:
    assert plain_options(words) is None


words = st.sampled_from(
    [*VALUES, *SWITCHES, "a.pdf", "b c", "-", "", "--", "7", "300", "0.5", "-x", "--output=q", "1-2"]
)


@given(st.lists(words, max_size=8))
def test_what_is_plain_is_never_understood_otherwise(asked: list[str]) -> None:
    plainly = plain_options(asked)
    if plainly is not None:
        with pytest.MonkeyPatch.context() as patch:
            assert plainly == by_the_library(asked, patch)


def test_every_option_is_known_to_both() -> None:
    options = [one for one in command().params if isinstance(one, TyperOption) and one.name != "help"]
    spelled = {word: one.name for one in options for word in (*one.opts, *one.secondary_opts)}
    assert spelled == {word: name for word, (name, _) in VALUES.items()} | {
        word: name for word, (name, _) in SWITCHES.items()
    }
    assert {one.name: one.default for one in options if not one.required} == Options._field_defaults


def test_the_files_come_as_paths() -> None:
    plainly = plain_options(["a/b.pdf", "-o", "c.md"])
    assert plainly == Options([Path("a/b.pdf")], "c.md")
    assert parse_fast_path.LEAST_MEMORY == convert.LEAST_MEMORY
