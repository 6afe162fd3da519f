"""Which files are books, and how they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import UnsupportedType
from quire.jobs.books import check_type, load
from tests.wiki import books


def test_types_are_told_by_the_bytes(tmp_path: Path):
    made = books.files(tmp_path)
    assert check_type(made["manual.md"]) == "md"
    assert check_type(made["tale.txt"]) == "txt"
    path = books.epub(tmp_path / "named.txt", {"a.xhtml": "<p>Text.</p>"})
    assert check_type(path) == "epub"
    (tmp_path / "x.md").write_bytes(b"%PDF-1.7 ...")
    assert check_type(tmp_path / "x.md") == "pdf"


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n....", b"PK\x03\x04" + b"x" * 90, b"\x7fELF\x02\x01", b"words and \0 zeros" * 9]
)
def test_other_files_are_refused(tmp_path: Path, data: bytes):
    (tmp_path / "x.epub").write_bytes(data)
    with pytest.raises(UnsupportedType):
        check_type(tmp_path / "x.epub")


def test_books_are_loaded(tmp_path: Path):
    made = books.files(tmp_path)
    assert "王茂" in str(load(made["tale.txt"]).blocks)
    assert load(books.epub(tmp_path / "b.epub", {"a.xhtml": "<p>Text.</p>"})).meta.title == "Small Book"
