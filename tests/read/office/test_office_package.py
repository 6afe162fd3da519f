"""Hostile packages are refused before a library opens them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from quire.errors import DamagedDocument, DocumentTooBig
from quire.read.office import office_package
from quire.read.office.office_package import check_package
from quire.read.office.slides_reader import read_slides
from quire.read.office.word_reader import read_word
from quire.read.office.workbook_reader import read_workbook
from tests.read.office.office_files import repacked, slides, word, workbook

LAUGHS = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b SYSTEM "file:///etc/passwd">]><x>&b;</x>'

READERS = (
    (word, read_word, "word__document_xml"),
    (slides, read_slides, "ppt__presentation_xml"),
    (workbook, read_workbook, "xl__workbook_xml"),
)


@pytest.mark.parametrize(("made", "read", "part"), READERS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(tmp_path: Path, made, read, part: str, encoding: str):
    content = LAUGHS.decode().encode(encoding)
    with pytest.raises(DamagedDocument):
        read(repacked(made(tmp_path / "a"), **{part: content}))


def test_a_bomb_is_refused_by_its_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", b" " * 3_000_000)
    check_package(path)
    monkeypatch.setattr(office_package, "MAX_PART", 2_000_000)
    with pytest.raises(DocumentTooBig):
        check_package(path)
    monkeypatch.setattr(office_package, "MAX_PART", 4_000_000)
    monkeypatch.setattr(office_package, "MAX_PACKAGE", 2_000_000)
    with pytest.raises(DocumentTooBig):
        check_package(path)
    monkeypatch.setattr(office_package, "MAX_PARTS", 0)
    with pytest.raises(DocumentTooBig):
        check_package(path)


def test_what_is_no_package_is_damaged(tmp_path: Path):
    for content in (b"PK\x03\x04 nothing", b""):
        (tmp_path / "a.docx").write_bytes(content)
        with pytest.raises(DamagedDocument):
            check_package(tmp_path / "a.docx")
