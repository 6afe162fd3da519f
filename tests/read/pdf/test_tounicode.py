"""Maps of characters that PDFium refuses."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import reportlab
from hypothesis import given
from hypothesis import strategies as st

from quire.read import open_source
from quire.read.pdf.tounicode import repaired_file, repaired_map

_HEAD = b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n"
_SPACE = b"1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n"
_RANGES = b"3 beginbfrange\n<00d5><00d5><63a5>\n<00ff><0100><63cf>\n<0111><0111><64cd>\nendbfrange\nendcmap end end\n"
_FONT = (
    Path(reportlab.__file__).with_name("fonts") / "Vera.ttf"
)  # any outlines will do: the map alone says what glyphs mean
_MAP = _HEAD + _SPACE + _RANGES


def test_a_range_over_the_border_of_a_row_is_two() -> None:
    new = repaired_map(_MAP)
    assert new is not None
    assert b"4 beginbfrange<00d5><00d5><63a5><00ff><00ff><63cf><0100><0100><63d0><0111><0111><64cd>endbfrange" in new
    assert b"1 begincodespacerange<0000><FFFF>endcodespacerange" in new
    assert repaired_map(new) is None


def test_a_map_in_order_is_left_alone() -> None:
    assert repaired_map(_MAP.replace(b"<00ff><0100>", b"<0001><00ff>")) is None
    assert repaired_map(b"") is None


def test_a_range_with_a_list_of_texts() -> None:
    new = repaired_map(_MAP.replace(b"<63cf>", b"[<63cf> <63d063d1>]"))
    assert new is not None
    assert b"<00ff><00ff><63cf><0100><0100><63d063d1>" in new


@given(st.lists(st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0x400), st.integers(1, 0xF000)), max_size=150))
def test_every_code_keeps_its_text(ranges: list[tuple[int, int, int]]) -> None:
    ranges = [(low, min(low + more, 0xFFFF), first) for low, more, first in ranges]
    lines = b"\n".join(b"<%04x><%04x><%04x>" % one for one in ranges)
    text = _HEAD + b"%d beginbfrange\n%b\nendbfrange\nendcmap" % (len(ranges), lines)
    new = repaired_map(text)
    if new is None:
        assert all(low >> 8 == high >> 8 for low, high, _ in ranges)
        return
    found: list[tuple[int, int]] = []
    for count, block in re.findall(rb"(\d+) beginbfrange(.*?)endbfrange", new, re.DOTALL):
        rows = re.findall(rb"<(\w{4})><(\w{4})><(\w{4})>", block)
        assert len(rows) == int(count) <= 100
        for low, high, first in (tuple(int(value, 16) for value in row) for row in rows):
            assert low >> 8 == high >> 8
            found += [(code, (first + code - low) & 0xFFFF) for code in range(low, high + 1)]
    assert found == [
        (code, (first + code - low) & 0xFFFF) for low, high, first in ranges for code in range(low, high + 1)
    ]


def _pdf(producer: str, cmap: bytes) -> bytes:
    """A page that shows the glyphs 00d5, 0100 and 0111 of a font whose only meaning is in its map."""
    font = zlib.compress(_FONT.read_bytes())
    packed = zlib.compress(cmap, 1)
    content = b"BT /F1 12 Tf 72 700 Td <00d501000111> Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        (
            b"<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+SimSun /Encoding /Identity-H /DescendantFonts [6 0 R]"
            b" /ToUnicode 8 0 R >>"
        ),
        (
            b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+SimSun /DW 1000 /FontDescriptor 7 0 R"
            b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
            b" /CIDToGIDMap /Identity >>"
        ),
        (
            b"<< /Type /FontDescriptor /FontName /AAAAAA+SimSun /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0"
            b" /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 10 0 R >>"
        ),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        b"<< /Producer (%b) >>" % producer.encode(),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(font), font),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (size, table, size, 9, len(out))
    )


def test_text_of_apples_writer_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "apple.pdf"
    path.write_bytes(_pdf("macOS Version 10.14.3 (Build 18D109) Quartz PDFContext", _MAP))
    source = open_source(path)
    try:
        assert [line.text for line in source.page(1).lines] == ["接提操"]
    finally:
        source.close()


def test_files_without_such_a_map_are_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "other.pdf"
    path.write_bytes(_pdf("Quartz", _MAP.replace(b"<00ff><0100>", b"<0001><00ff>")))
    assert repaired_file(path) is None
    path.write_bytes(b"stream\nnothing")
    assert repaired_file(path) is None
