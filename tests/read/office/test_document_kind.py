"""Kinds are judged by content; names tell Markdown from plain text only."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from quire.errors import UnsupportedType
from quire.read.office.document_kind import document_kind
from tests.read.office.office_files import mail, slides, word, workbook

SAMPLES = Path(__file__).resolve().parents[3] / "samples"


@pytest.mark.parametrize(("made", "kind"), [(word, "docx"), (slides, "pptx"), (workbook, "xlsx"), (mail, "eml")])
def test_by_content(tmp_path: Path, made, kind: str):
    assert document_kind(made(tmp_path / "file.txt")) == kind


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"<!DOCTYPE html><p>x", "", "html"),
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "", "html"),
        (b"# Title\n\ntext", "a.md", "md"),
        (b"# Title\n\ntext", "a.html", "txt"),
        (b"Note: not a mail\nFrom here on text\n", "", "txt"),
        (b"\xef\xbb\xbfReturn-Path: <a@b>\r\nFrom: a@b\r\n\r\ntext", "", "eml"),
    ],
)
def test_of_texts(tmp_path: Path, content: bytes, name: str, kind: str):
    (tmp_path / "file").write_bytes(content)
    assert document_kind(tmp_path / "file", name) == kind


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n", b"PK\x03\x04 broken", b"\0\1\2", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]
)
def test_others_are_refused(tmp_path: Path, content: bytes):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UnsupportedType):
        document_kind(tmp_path / "file", "a.docx")


def test_a_zip_of_anything_is_refused(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("a.txt", "text")
    with pytest.raises(UnsupportedType):
        document_kind(tmp_path / "a.docx")
