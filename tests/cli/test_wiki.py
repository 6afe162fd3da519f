"""``quire wiki``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire import cli
from tests.llm.endpoint import endpoint, refused, said
from tests.wiki import books, shelves

DOUBT = (
    "quire: Whether the book tells of persons or explains a subject is in doubt: persons and terms were looked for.\n"
)
"""Of texts of a page, whose words say little."""


@pytest.fixture
def quire(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """`quire(...)` runs the command: exit code, stdout, stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["quire", "wiki", *words])
        code = cli.main()
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_a_wiki_is_built_and_searched(quire, tmp_path: Path):
    book = books.files(tmp_path)["manual.md"]
    assert quire("build", str(book), "--output", str(tmp_path / "w"), "--name", "Gears") == (0, "", DOUBT)
    assert (tmp_path / "w" / "pages" / "concept" / "shaft.md").is_file()
    code, out, _ = quire("search", str(tmp_path / "w"), "bronze tube", "--top", "3")
    assert code == 0
    assert len(json.loads(out)["results"]) == 3
    assert quire("build", str(book), "--output", str(tmp_path / "w"))[0] == 0


@pytest.mark.parametrize(
    ("words", "code"), [(("{book}", "--lang", "fr"), 2), (("missing.epub",), 2), (("{image}",), 1), (("{empty}",), 1)]
)
def test_what_cannot_be_done_is_said_in_one_sentence(quire, tmp_path: Path, words: tuple[str, ...], code: int):
    made = {"book": books.files(tmp_path)["story.txt"], "image": tmp_path / "i.txt", "empty": tmp_path / "e.txt"}
    made["image"].write_bytes(b"\x89PNG\r\n\x1a\n")
    made["empty"].write_bytes(b"")
    asked = [word.format(**{name: str(path) for name, path in made.items()}) for word in words]
    ended, out, err = quire("build", *asked, "--output", str(tmp_path / "w"))
    assert (ended, out) == (code, "")
    assert err.startswith("quire: ")
    assert err.removesuffix(DOUBT).count("\n") == 1


@pytest.mark.parametrize(
    ("to", "output", "holds"),
    [
        ("site", "out", "out/index.html"),
        ("obsidian", "out", "out/Start here.md"),
        ("html", "o.html", ""),
        ("epub", "o.epub", ""),
    ],
)
def test_a_wiki_is_exported(quire, tmp_path: Path, to: str, output: str, holds: str):
    shelves.english(tmp_path / "w")
    assert quire("export", str(tmp_path / "w"), "--to", to, "--output", str(tmp_path / output)) == (0, "", "")
    assert (tmp_path / (holds or output)).stat().st_size > 100


@pytest.mark.parametrize(
    ("folder", "to", "output", "code", "says"),
    [
        ("none", "site", "out", 1, "none: this folder is not a wiki."),
        ("mine", "site", "out", 1, "mine: this folder is not a wiki."),
        ("w", "pdf", "out", 2, "--to must be one of site, obsidian, html, epub."),
        ("w", "site", "mine", 1, "mine: The folder for the export is not empty."),
        ("w", "epub", "mine", 1, "there is a folder of this name."),
        ("w", "site", "mine/letter/out", 1, "Not a directory."),
    ],
)
def test_an_export_that_cannot_be_is_said_in_one_sentence(quire, tmp_path: Path, folder, to, output, code, says):
    shelves.english(tmp_path / "w")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").write_text("x")
    ended, out, err = quire("export", str(tmp_path / folder), "--to", to, "--output", str(tmp_path / output))
    assert (ended, out) == (code, "")
    assert err.startswith("quire: ")
    assert err.endswith(f"{says}\n")
    assert err.removesuffix(DOUBT).count("\n") == 1
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["letter"]


def test_a_model_is_asked_where_one_is_named(quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    book = str(books.files(tmp_path)["manual.md"])
    with endpoint(said({"nothing": "of use"}, usage=(1000, 10))) as here:
        monkeypatch.setenv("QUIRE_LLM_BASE_URL", here.url)
        monkeypatch.setenv("QUIRE_LLM_API_KEY", "sk-not-to-be-seen")
        monkeypatch.setenv("QUIRE_LLM_PRICES", "*=1/1")
        assert quire("build", book, "-o", str(tmp_path / "a"), "--model", "none")[0] == 0
        assert here.requests == []
        code, _, err = quire("build", book, "-o", str(tmp_path / "b"), "--model", "small", "--budget", "0.000001")
        assert (code, here.requests) == (1, [])
        assert "--budget" in err
        assert quire("build", book, "-o", str(tmp_path / "b"), "--model", "small", "--budget", "1") == (0, "", DOUBT)
        assert {one["model"] for one in here.requests} == {"small"}
    assert (tmp_path / "b" / "log" / "usage.jsonl").is_file()


def test_a_plan_tells_the_cost_and_asks_nothing(quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    book = books.files(tmp_path)["manual.md"]
    code, out, err = quire("plan", str(book))
    assert (code, out) == (2, "")
    assert "no model" in err
    monkeypatch.setenv("QUIRE_LLM_BASE_URL", "http://127.0.0.1:9/v1")  # nobody answers there
    monkeypatch.setenv("QUIRE_LLM_PRICES", "*=1/2")
    code, out, err = quire("plan", str(book), "--model", "large")
    assert (code, err) == (0, "")
    assert "grow, verify" in out
    assert "dollars" in out
    code, out, _ = quire("plan", str(book), "--model", "large", "--json")
    rows = json.loads(out)["calls"]
    assert code == 0
    assert {row["phase"] for row in rows} == {"boot", "grow", "butler"}
    assert all(row["usd"] > 0 for row in rows)


def test_a_model_that_refuses_is_told_once(quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    book = str(books.files(tmp_path)["manual.md"])
    with endpoint(refused(401)) as here:
        monkeypatch.setenv("QUIRE_LLM_BASE_URL", here.url)
        monkeypatch.setenv("QUIRE_LLM_API_KEY", "sk-not-to-be-seen")
        code, out, err = quire("build", book, "-o", str(tmp_path / "w"), "--model", "small")
    assert (code, out) == (0, "")
    assert err.startswith("quire: The model is no longer used")
    assert "refuses the key (401)" in err
    assert err.removesuffix(DOUBT).count("\n") == 1
    assert "sk-not" not in err


@pytest.mark.parametrize(
    ("setting", "words", "said_"),
    [
        ({}, ("--model", "small"), "QUIRE_LLM_BASE_URL"),
        ({"QUIRE_LLM_BASE_URL": "http://127.0.0.1:9/v1"}, ("--model", "m", "--budget", "1"), "QUIRE_LLM_PRICES"),
        ({"QUIRE_LLM_PRICES": "small"}, (), "QUIRE_LLM_PRICES"),
    ],
)
def test_a_model_that_is_set_in_part_is_wrong_usage(
    quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: dict[str, str], words: tuple[str, ...], said_: str
):
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    code, _, err = quire("build", str(books.files(tmp_path)["manual.md"]), "-o", str(tmp_path / "w"), *words)
    assert code == 2
    assert said_ in err
