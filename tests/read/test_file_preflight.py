"""Types by content, and what is refused before PDFium sees it."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import DamagedDocument, DocumentTooBig, ProtectedDocument, UnsupportedType
from quire.read import open_source
from quire.read.file_preflight import preflight, sniff
from tests.read import making
from tests.read.making import text


def zipped(*names: str, stored: dict[str, bytes] | None = None) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in (stored or {}).items():
            archive.writestr(name, content)
        for name in names:
            archive.writestr(name, b"<x/>")
    return data.getvalue()


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@pytest.mark.parametrize(
    ("head", "mime"),
    [
        (b"%PDF-1.7\n", "application/pdf"),
        (b"\xef\xbb\xbf%PDF-1.4", "application/pdf"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 900 + b"%PDF-1.4", "application/pdf"),
        (b"x" * 1100 + b"%PDF-1.4", "text/plain"),
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
        (zipped("a.txt"), "application/zip"),
        (zipped("[Content_Types].xml", "word/document.xml"), WORD),
        (zipped("[Content_Types].xml", "ppt/presentation.xml"), SLIDES),
        (zipped(stored={"mimetype": b"application/epub+zip"}), "application/epub+zip"),
        (b"<!DOCTYPE html><html>", "text/html"),
        (b"<?xml version='1.0'?><a/>", "application/xml"),
        ("年度报告".encode(), "text/plain"),
        ("年度报告".encode()[:-1], "text/plain"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
        (b"MZ\x90\0", "application/octet-stream"),
        (b"", "application/octet-stream"),
    ],
)
def test_types_by_their_first_bytes(head: bytes, mime: str) -> None:
    assert sniff(head) == mime


@given(st.binary(max_size=300))
def test_any_bytes_have_a_type(head: bytes) -> None:
    assert "/" in sniff(head)


def stream_file(path: Path, stream: bytes, filters: bytes, *, length: int | None = None) -> Path:
    stated = len(stream) if length is None else length
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>endobj\n4 0 obj<</Length "
        + str(stated).encode()
        + b"/Filter"
        + filters
        + b">>\nstream\n"
        + stream
        + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n"
    )
    return path


def blank(size: int) -> bytes:
    """`size` MiB of zeros, folded: one folded piece again and again."""
    folder = zlib.compressobj(9, wbits=-15)
    piece = folder.compress(bytes(1 << 20)) + folder.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\x9c" + piece * size + b"\x03\0"


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentTooBig):
        preflight(stream_file(tmp_path / "a.pdf", blank(520), b"/FlateDecode"))


def test_a_bomb_in_a_bomb_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentTooBig):
        preflight(stream_file(tmp_path / "a.pdf", zlib.compress(blank(520), 9), b"[/FlateDecode /FlateDecode]"))


def test_a_bomb_with_a_wrong_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentTooBig):
        preflight(stream_file(tmp_path / "a.pdf", blank(520), b"/Fl", length=7))


def test_a_well_folded_page_passes(tmp_path: Path) -> None:
    preflight(stream_file(tmp_path / "a.pdf", blank(30), b"/FlateDecode"))
    preflight(stream_file(tmp_path / "b.pdf", zlib.compress(blank(30)), b"[/FlateDecode /FlateDecode]"))
    preflight(stream_file(tmp_path / "c.pdf", b"not folded at all" * 40_000, b"/FlateDecode"))


@pytest.mark.parametrize("data", [b"", b"not a pdf", b"x" * 2000 + b"%PDF-1.4"])
def test_no_header_is_damage(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    with pytest.raises(DamagedDocument):
        preflight(path)


def test_another_type_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"GIF89a")
    with pytest.raises(UnsupportedType, match="Unsupported file type: image/gif"):
        open_source(path)


@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"%PDF-1.7\n" + bytes(range(256)) * 20])
def test_a_header_alone_is_damage(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    with pytest.raises(DamagedDocument):
        open_source(path)


def test_no_pages_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R>>\n"
    )
    with pytest.raises(DamagedDocument):
        open_source(path)


def test_a_truncated_file_is_repaired(tmp_path: Path) -> None:
    path = making.pdf(tmp_path / "a.pdf", text(40, 50, "still here"), pageCompression=0)
    data = path.read_bytes()
    path.write_bytes(b"junk before\n" + data[: data.rindex(b"xref")])
    with open_source(path) as source:
        assert [line.text for line in source.page(1).lines] == ["still here"]


def test_passwords(tmp_path: Path) -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption

    locked = making.pdf(tmp_path / "a.pdf", text(40, 50, "secret"), encrypt=StandardEncryption("key", strength=128))
    with pytest.raises(ProtectedDocument):
        open_source(locked)
    with pytest.raises(ProtectedDocument):
        open_source(locked, password="wrong")
    with open_source(locked, password="key") as source:
        assert source.page(1).lines[0].text == "secret"
    owned = making.pdf(
        tmp_path / "c.pdf", text(40, 50, "mine"), encrypt=StandardEncryption("key", ownerPassword="own", strength=128)
    )
    with open_source(owned, password="own") as source:
        assert source.page(1).lines[0].text == "mine"
    opened = making.pdf(
        tmp_path / "b.pdf", text(40, 50, "open"), encrypt=StandardEncryption("", ownerPassword="own", strength=128)
    )
    with open_source(opened) as source:
        assert source.page(1).lines[0].text == "open"


@pytest.mark.parametrize("box", [b"0 0 0 0", b"0 0 -5 1e30", b"0 0 1e9 1e9", b"nonsense"])
def test_absurd_page_boxes_are_clamped(box: bytes, tmp_path: Path) -> None:
    with open_source(making.raw(tmp_path / "a.pdf", b"BT /F1 12 Tf 20 100 Td (text) Tj ET", box=box)) as source:
        page = source.page(1)
    assert 3 <= page.width <= 14_400
    assert 3 <= page.height <= 14_400
