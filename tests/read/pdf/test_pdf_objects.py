"""Objects straight from the bytes of a file."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from quire.read.pdf.pdf_objects import PdfObjects, UnreadableObjects
from quire.read.pdf.pdf_tokens import Ref

TRAILER = b"trailer<</Root 1 0 R>>\n%%EOF\n"


def pack(*objects: tuple[int, bytes], entries: bytes = b"/Filter/FlateDecode") -> bytes:
    """An object stream as object 90."""
    head, body = b"", b""
    for number, written in objects:
        head += b"%d %d " % (number, len(body))
        body += written + b" "
    data = zlib.compress(head + body)
    return b"90 0 obj<</Type/ObjStm/N %d/First %d/Length %d%s>>stream\n%s\nendstream endobj\n" % (
        len(objects),
        len(head),
        len(data),
        entries,
        data,
    )


def opened(path: Path, *parts: bytes) -> PdfObjects:
    file = path / "a.pdf"
    file.write_bytes(b"%PDF-1.7\n" + b"".join(parts) + TRAILER)
    return PdfObjects(file)


def test_plain_and_packed_objects(tmp_path: Path) -> None:
    objects = opened(
        tmp_path, b"1 0 obj<</Type/Catalog/A 5 0 R/B 6 0 R>>endobj\n", pack((5, b"[1 2]"), (6, b"<</C(d)>>"))
    )
    root = objects.root()
    assert objects.array(root["A"]) == [1, 2]
    assert objects.dictionary(root["B"]) == {"C": "d"}
    assert objects.resolved(Ref(77)) is None
    assert (objects.dictionary(3), objects.array(None)) == ({}, [])


def test_the_last_of_several_counts(tmp_path: Path) -> None:
    old = b"1 0 obj<</A 1>>endobj\n"
    assert opened(tmp_path, old, pack((1, b"<</A 2>>"))).root() == {"A": 2}
    assert opened(tmp_path, pack((1, b"<</A 2>>")), old).root() == {"A": 1}


@pytest.mark.parametrize("entries", [b"/Filter/LZWDecode", b"", b"/Filter/FlateDecode/DecodeParms<</Predictor 12>>"])
def test_unusual_packing_is_left_to_others(entries: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableObjects):
        opened(tmp_path, pack((1, b"<</A 2>>"), entries=entries))


def test_encrypted_files_are_left_to_others(tmp_path: Path) -> None:
    with pytest.raises(UnreadableObjects):
        opened(tmp_path, b"1 0 obj<<>>endobj\ntrailer<</Encrypt 9 0 R>>\n")
    (tmp_path / "empty.pdf").write_bytes(b"")
    with pytest.raises(UnreadableObjects):
        PdfObjects(tmp_path / "empty.pdf")


def test_a_torn_stream_has_no_objects(tmp_path: Path) -> None:
    torn = pack((1, b"<</A 2>>")).replace(b"stream\nx", b"stream\n\0")
    assert opened(tmp_path, torn).root() == {}


def test_objects_are_found_over_the_borders_of_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = [b"%d 0 obj<</A %d>>endobj\n" % (number, number * 3) for number in range(1, 9)]
    for size in range(1, 12):
        monkeypatch.setattr("quire.read.pdf.pdf_objects._SLICE", size)
        objects = opened(tmp_path, *written, pack((20, b"<</A 5>>"), (21, b"<</A 6>>")))
        assert [objects.dictionary(Ref(n)) for n in (1, 8, 20, 21)] == [{"A": 3}, {"A": 24}, {"A": 5}, {"A": 6}]


@pytest.mark.parametrize("table", [b"5 x 6 7 ", b"5 0 6 -7 ", b"5 0 6 %s " % (b"7" * 5000)])
def test_a_table_of_what_are_no_numbers_is_left_to_others(table: bytes, tmp_path: Path) -> None:
    data = zlib.compress(table + b"<</A 2>>")
    head = b"90 0 obj<</Type/ObjStm/N 2/First %d/Filter/FlateDecode>>stream\n" % len(table)
    with pytest.raises(UnreadableObjects):
        opened(tmp_path, head + data + b"\nendstream endobj\n")


def test_a_table_that_breaks_off_has_the_objects_before(tmp_path: Path) -> None:
    data = zlib.compress(b"5 0 6   <</A 2>> <</A 3>>")
    head = b"90 0 obj<</Type/ObjStm/N 2/First 8/Filter/FlateDecode>>stream\n"
    objects = opened(tmp_path, head + data + b"\nendstream endobj\n")
    assert (objects.dictionary(Ref(5)), objects.dictionary(Ref(6))) == ({"A": 2}, {})


def test_what_arrays_refer_to_is_told_as_it_is_written(tmp_path: Path) -> None:
    objects = opened(tmp_path, b"1 0 obj[5 0 R null 7 0 R]endobj\n", b"2 0 obj[5 0 R (a) null 12 0 R]endobj\n")
    assert objects.referenced_numbers(Ref(1)) == [b"5", b"", b"7"]
    assert (
        objects.referenced_numbers(Ref(2))
        == objects.referenced_numbers([Ref(5), "a", None, Ref(12)])
        == [b"5", b"", b"", b"12"]
    )
    assert objects.referenced_numbers(None) == []
