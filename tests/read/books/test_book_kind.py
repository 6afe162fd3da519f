"""Which files are books, and of which kind."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from quire.errors import UnsupportedType
from quire.read.books.book_kind import BOOK_KINDS, book_kind
from tests.wiki import books


def test_kinds_are_told_by_the_bytes(tmp_path: Path):
    made = books.files(tmp_path)
    assert book_kind(made["manual.md"]) == "md"
    assert book_kind(made["tale.txt"]) == "txt"
    path = books.epub(tmp_path / "named.txt", {"a.xhtml": "<p>Text.</p>"})
    assert book_kind(path) == "epub"
    (tmp_path / "x.md").write_bytes(b"%PDF-1.7 ...")
    assert book_kind(tmp_path / "x.md") == "pdf"
    assert set(BOOK_KINDS) == {"md", "txt", "epub", "pdf"}


def test_a_name_that_is_given_counts_and_not_that_of_the_path(tmp_path: Path):
    path = tmp_path / "0f1e.upload"
    path.write_text("# A book")
    assert book_kind(path) == "txt"
    assert book_kind(path, "Book.MD") == "md"


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n....", b"PK\x03\x04" + b"x" * 90, b"\x7fELF\x02\x01", b"words and \0 zeros" * 9]
)
def test_other_files_are_refused(tmp_path: Path, data: bytes):
    (tmp_path / "x.epub").write_bytes(data)
    with pytest.raises(UnsupportedType):
        book_kind(tmp_path / "x.epub")


def test_pages_of_the_web_are_books_only_where_their_name_says_that_they_are_text(tmp_path: Path):
    path = tmp_path / "a.html"
    path.write_text("<!DOCTYPE html><p>Text.</p>")
    assert book_kind(path, "a.txt") == "txt"
    assert book_kind(path, "a.md") == "md"
    with pytest.raises(UnsupportedType, match="text/html"):
        book_kind(path)


def test_an_epub_is_known_by_its_list_of_names_where_it_begins_otherwise(tmp_path: Path):
    for name in ("META-INF/container.xml", "content.opf"):
        with zipfile.ZipFile(tmp_path / "a", "w") as archive:
            archive.writestr("a.xhtml", "<p>Text.</p>")
            archive.writestr(name, "<a/>")
        assert book_kind(tmp_path / "a") == "epub"


def test_an_archive_with_an_absurd_end_is_no_book(tmp_path: Path):
    path = tmp_path / "a"
    path.write_bytes(b"PK\x03\x04" + b"x" * 100 + b"PK\x05\x06" + b"\0" * 8 + b"\xff\xff\xff\xff" * 2 + b"\0\0")
    with pytest.raises(UnsupportedType):
        book_kind(path, "a.epub")
