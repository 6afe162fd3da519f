"""The command `quire finance`: files, exit codes, sentences. Without a statement in the document it is done, too."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import openpyxl
import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.cli.conftest import Quire

SAMPLE = Path(__file__).parents[2] / "samples" / "statements" / "statements-en.pdf"
NOTHING = "quire: in.pdf: No financial statement was found in the document.\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    """A document without any statement."""
    path = tmp_path / "in.pdf"
    canvas = Canvas(str(path))
    for number in (1, 2):
        canvas.drawString(72, 700, f"This is page {number} of a letter to a friend.")
        canvas.showPage()
    canvas.save()
    return path


def test_json_is_the_body_of_a_done_result(quire: Quire, letter: Path, tmp_path: Path):
    assert quire("finance", letter, "--output", tmp_path / "new" / "o.json") == (0, "", NOTHING)
    body = json.loads((tmp_path / "new" / "o.json").read_bytes())
    assert list(body) == ["task_id", "status", "created_at", "duration", "result", "download_url", "filename"]
    assert (body["status"], body["result"], body["filename"], body["download_url"]) == ("done", [], "in.xlsx", "")
    assert len(body["created_at"]) == 19
    assert body["duration"] >= 0
    quire("finance", letter, "-o", tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_bytes())["task_id"] == body["task_id"]


def test_strict_makes_a_warning_a_failure(quire: Quire, letter: Path, tmp_path: Path):
    assert quire("finance", letter, "-o", tmp_path / "o.json", "--strict") == (1, "", NOTHING)
    assert quire("finance", letter, letter, "-o", tmp_path / "o.csv", "--strict")[0] == 1
    assert quire("finance", letter, letter, "-o", tmp_path / "o.csv")[0] == 0


def test_both_files_from_one_reading(quire: Quire, letter: Path, tmp_path: Path):
    assert quire("finance", letter, "-o", tmp_path / "o.json", "-o", tmp_path / "o.xlsx")[0] == 0
    assert json.loads((tmp_path / "o.json").read_bytes())["download_url"].endswith("/o.xlsx")
    assert openpyxl.load_workbook(tmp_path / "o.xlsx").sheetnames == ["Checks"]


def test_stdout(quire: Quire, letter: Path):
    code, out, _ = quire("finance", letter, "-o", "-", "--pages", "2", "--details")
    assert code == 0
    assert json.loads(out)["result"] == []


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("-o", "o.txt"), ".json, .xlsx or .csv"),
        (("-o", "o.json", "--pages", "x"), "page range"),
        (("-o", "in.pdf"), ".json, .xlsx or .csv"),
        ((), "--output"),
    ],
)
def test_wrong_usage_is_two(quire: Quire, letter: Path, monkeypatch: pytest.MonkeyPatch, arguments, word: str):
    monkeypatch.chdir(letter.parent)
    code, out, err = quire("finance", letter, *arguments)
    assert (code, out) == (2, "")
    assert word in err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "No such file"),
        (b"", "The file is empty."),
        (b"%PDF-1.7\n%garbage", "damaged"),
        (b"just a text", "Unsupported file type: text/plain"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "damaged"),
    ],
)
def test_a_document_that_cannot_be_processed_is_one_sentence(
    quire: Quire, tmp_path: Path, content: bytes | None, words: str
):
    if content is not None:
        (tmp_path / "in.pdf").write_bytes(content)
    code, out, err = quire("finance", tmp_path / "in.pdf", "-o", tmp_path / "o.json")
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("quire: in.pdf: ")
    assert words in err
    assert not (tmp_path / "o.json").exists()


def test_a_protected_document_needs_its_password(quire: Quire, tmp_path: Path):
    path = tmp_path / "in.pdf"
    canvas = Canvas(str(path), encrypt="open")
    canvas.drawString(72, 700, "Nothing but a letter.")
    canvas.save()
    code, _, err = quire("finance", path, "-o", tmp_path / "o.json")
    assert (code, err) == (1, "quire: in.pdf: The file is protected by a password; give it with --password.\n")
    assert quire("finance", path, "-o", tmp_path / "o.json", "--password", "open") == (0, "", NOTHING)


def test_pages_outside_and_time(quire: Quire, letter: Path, tmp_path: Path):
    code, _, err = quire("finance", letter, "-o", tmp_path / "o.json", "--pages", "3")
    assert (code, "which has 2 pages." in err) == (1, True)
    code, _, err = quire("finance", letter, "-o", tmp_path / "o.json", "--timeout", "0.1")
    assert code in {0, 1}


def test_a_folder_becomes_one_workbook_and_one_csv(quire: Quire, letter: Path, tmp_path: Path):
    folder = tmp_path / "reports"
    folder.mkdir()
    for name in ("a.pdf", "b.pdf"):
        shutil.copy(SAMPLE, folder / name)
    shutil.copy(letter, folder / "c.pdf")
    book, table = tmp_path / "all.xlsx", tmp_path / "all.csv"
    assert quire("finance", folder, "-o", book, "-o", table)[0] == 0
    made = openpyxl.load_workbook(book)
    overview = [[cell.value for cell in row] for row in made.worksheets[0].iter_rows()]
    assert {row[0] for row in overview[1:]} == {"a.pdf", "b.pdf", "c.pdf"}
    assert [row[6] for row in overview[1:] if row[6]] == made.sheetnames[1:]
    with table.open(encoding="utf-8-sig", newline="") as lines:
        assert {record["file"] for record in csv.DictReader(lines)} == {"a.pdf", "b.pdf"}


def test_several_files_make_no_json(quire: Quire, letter: Path, tmp_path: Path):
    code, _, said = quire("finance", letter, letter, "-o", tmp_path / "o.json")
    assert code == 2
    assert "JSON holds the statements of one file" in said
