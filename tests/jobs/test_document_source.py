"""Documents without pages through the whole conversion, attachments of every kind among them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.errors import BadRequest, UnsupportedType
from quire.jobs.conversion import arrange_file, convert
from quire.write import WRITERS
from tests.read.office.office_files import mail, slides, word, workbook

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def converted(source: Path, to: str = "md", **more: str) -> tuple[str, tuple[str, ...]]:
    target = source.parent / f"result{WRITERS[to].suffix}"
    made = convert(source, target, to=to, **more)
    return target.read_text(encoding="utf-8"), made.warnings


@pytest.mark.parametrize("to", ["md", "json", "html", "chunks"])
@pytest.mark.parametrize(
    ("made", "said"), [(word, "River report"), (slides, "Outlook"), (workbook, "Measured by hand")]
)
def test_every_format(tmp_path: Path, made, said: str, to: str):
    text, _ = converted(made(tmp_path / "file"), to)
    assert said in text
    if to == "json":
        assert json.loads(text)["schema"] == "quire-document"


def test_a_message_with_its_attachments(tmp_path: Path):
    book = SAMPLES / "books" / "bookbinding-en.md"
    inner = mail(tmp_path / "inner.eml", ("deep.html", b"<html><h1>Deep</h1>"))
    path = mail(
        tmp_path / "a.eml",
        ("../../report.docx", word(tmp_path / "w").read_bytes()),
        ("slides.pdf", (SAMPLES / "briefing-slides.pdf").read_bytes()),
        ("book.md", book.read_bytes()[:4000]),
        ("inner.eml", inner.read_bytes()),
        ("virus.exe", bytes(range(256))),
    )
    text, warnings = converted(path)
    assert text.startswith("# Offer 水\n\n**From:** ")
    assert "Dear **all**," in text
    assert "Plain words" not in text
    for name in ("../../report.docx", "slides.pdf", "book.md", "inner.eml", "deep.html"):
        assert f"# {name}" in text.replace("\\", ""), name
    assert "### River report" in text
    assert "Deep" in text
    assert [one for one in warnings if "virus.exe" in one] == [
        "The attachment “virus.exe” was not read: Unsupported file type: application/octet-stream."
    ]


@pytest.mark.parametrize("name", ["notes.txt", "notes.md", "notes"])
def test_plain_text_and_markdown(tmp_path: Path, name: str):
    (tmp_path / name).write_text("Minutes of the river board\n\nThe lock is closed.\n\n## Next\n\nWe meet in *May*.")
    text, warnings = converted(tmp_path / name)
    assert "The lock is closed." in text
    assert ("## Next" in text.splitlines()) == (name == "notes.md")
    assert warnings == ()


def test_text_that_is_named_as_another_type_is_refused(tmp_path: Path):
    (tmp_path / "notes.pdf").write_text("Not found")
    with pytest.raises(UnsupportedType, match="text/plain"):
        converted(tmp_path / "notes.pdf")


def test_slides_can_be_chosen_and_others_have_no_pages(tmp_path: Path):
    text, _ = converted(slides(tmp_path / "a.pptx"), pages="2")
    assert "Figures" in text
    assert "Outlook" not in text
    with pytest.raises(BadRequest):
        converted(word(tmp_path / "a.docx"), pages="1")


def test_formats_that_need_pages_are_refused(tmp_path: Path):
    with pytest.raises(BadRequest, match="not docx"):
        convert(word(tmp_path / "a.docx"), tmp_path / "b.docx", to="docx")
    (tmp_path / "x").write_bytes(bytes(range(256)))
    with pytest.raises(UnsupportedType):
        convert(tmp_path / "x", tmp_path / "x.md", to="md")


def test_the_library_reads_them_too(tmp_path: Path):
    document, warnings = arrange_file(workbook(tmp_path / "a.xlsx"))
    assert document.blocks
    assert "hidden sheet" in warnings[0]
