"""The command `quire invoice`: one file, many files, folders; JSON, one sheet, CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import openpyxl
import pytest

from quire.invoice.invoice import KEYS
from tests.cli.conftest import Quire, pdf


def test_json_of_one_file_is_the_body_of_a_done_result(quire: Quire, tmp_path: Path):
    source = pdf(tmp_path / "in.pdf", "one", "two")
    said = "quire: in.pdf: No invoice was found in the document.\n"
    assert quire("invoice", source, "--output", tmp_path / "new" / "o.json") == (0, "", said)
    body = json.loads((tmp_path / "new" / "o.json").read_bytes())
    assert list(body) == ["task_id", "status", "created_at", "duration", "result"]
    assert [page["page"] for page in body["result"]] == [1, 2]
    assert all(list(page) == ["page", "total_tokens", "fields"] for page in body["result"])
    assert all([field["key"] for field in page["fields"]][:12] == list(KEYS) for page in body["result"])


def test_details_and_pages_on_stdout(quire: Quire, tmp_path: Path):
    code, out, _ = quire("invoice", pdf(tmp_path / "in.pdf", "one", "two"), "-o", "-", "--details", "--pages", "2")
    assert code == 0
    assert [(page["page"], "details" in page) for page in json.loads(out)["result"]] == [(2, True)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_files_go_on_after_an_error(quire: Quire, tmp_path: Path, jobs: int):
    for name in ("b/2.pdf", "b/1.PDF", "b/deep/3.pdf"):
        pdf(tmp_path / name)
    (tmp_path / "b" / "notes.txt").write_text("not an invoice")
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing else")
    outputs = [tmp_path / f"o.{kind}" for kind in ("json", "xlsx", "csv")]
    asked = [part for path in outputs for part in ("-o", path)]
    code, out, err = quire("invoice", bad, tmp_path / "b", tmp_path / "gone.jpg", *asked, "--jobs", jobs)
    assert (code, out) == (1, "")
    empty = "No invoice was found in the document."
    assert sorted(line.split(": ", 2)[1] for line in err.splitlines() if empty not in line) == ["bad.pdf", "gone.jpg"]
    assert err.count(empty) == 3
    bodies = json.loads(outputs[0].read_bytes())
    assert [Path(one["file"]).name for one in bodies] == ["bad.pdf", "1.PDF", "2.pdf", "3.pdf", "gone.jpg"]
    assert list(bodies[0]) == ["file", "status", "error"]
    assert list(bodies[1]) == ["file", "task_id", "status", "created_at", "duration", "result"]
    with outputs[2].open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["file"] for row in rows] == ["bad.pdf", "1.PDF", "2.pdf", "3.pdf", "gone.jpg"]
    assert "damaged" in rows[0]["failed_checks"]
    sheet = openpyxl.load_workbook(outputs[1]).worksheets[0]
    assert [cell.value for cell in sheet["A"]][2:] == [row["file"] for row in rows]


def test_strict_makes_a_warning_a_failure(quire: Quire, tmp_path: Path):
    source = pdf(tmp_path / "in.pdf", "Nothing but a letter.")
    assert quire("invoice", source, "-o", tmp_path / "o.json")[0] == 0
    assert quire("invoice", source, "-o", tmp_path / "o.json", "--strict")[0] == 1


def test_a_name_cannot_command_the_terminal(quire: Quire, tmp_path: Path):
    source = pdf(tmp_path / "a\x1b]0;owned\x07\nb\u202egnp.pdf", "A letter.")
    said = r"quire: a\x1b]0;owned\x07\x0ab\u202egnp.pdf: No invoice was found in the document."
    assert quire("invoice", source, "-o", tmp_path / "o.json") == (0, "", said + "\n")


def test_a_folder_of_one_file_is_many(quire: Quire, tmp_path: Path):
    pdf(tmp_path / "in" / "a.pdf")
    assert quire("invoice", tmp_path / "in", "-o", tmp_path / "o.json")[0] == 0
    assert len(json.loads((tmp_path / "o.json").read_bytes())) == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("in.pdf", "-o", "o.txt"), ".json, .xlsx or .csv"),
        (("in.pdf", "-o", "o.json", "--pages", "x"), "page range"),
        (("empty", "-o", "o.json"), "contains no supported file"),
        (("in.pdf",), "--output"),
    ],
)
def test_wrong_usage_is_two(quire: Quire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments, word: str):
    monkeypatch.chdir(tmp_path)
    pdf(tmp_path / "in.pdf")
    (tmp_path / "empty").mkdir()
    code, out, err = quire("invoice", *arguments)
    assert (code, out) == (2, "")
    assert word in err


def test_what_is_in_doubt_is_said(quire: Quire, tmp_path: Path):
    code, _, err = quire("invoice", pdf(tmp_path / "in.pdf", "Nothing but a letter."), "-o", tmp_path / "o.json")
    assert (code, err) == (0, "quire: in.pdf: No invoice was found in the document.\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "No such file"),
        (b"", "The file is empty."),
        (b"%PDF-1.7\n%garbage", "damaged"),
        (b"\xff\xd8\xff\xe0" + b"\0" * 40, "damaged"),
    ],
)
def test_one_file_that_cannot_be_processed_is_one_sentence(
    quire: Quire, tmp_path: Path, content: bytes | None, words: str
):
    if content is not None:
        (tmp_path / "in.pdf").write_bytes(content)
    code, out, err = quire("invoice", tmp_path / "in.pdf", "-o", tmp_path / "o.json")
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert words in err
    assert not (tmp_path / "o.json").exists()
