"""Names and weights of Type 3 fonts."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from quire.model.page import Style
from quire.read import open_source
from quire.read.pdf import type3_fonts
from quire.read.pdf.type3_fonts import named_file

_REGULAR = b"<</Type/FontDescriptor/FontName/AAAAAA+NotoSansSC-Thin/Flags 4/FontWeight 400/ItalicAngle 0>>"
_BOLD = b"<</Type/FontDescriptor/FontName/BAAAAA+NotoSansSC-Thin/Flags 4/FontWeight 700/ItalicAngle 0>>"
_SLANTED = b"<</Type/FontDescriptor/FontName/CAAAAA+NotoSansSC-Thin/Flags 68/FontWeight 400/ItalicAngle -12>>"


def _font(descriptor: bytes) -> bytes:
    return (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 66"
        b"/Widths[600 600]/CharProcs<</g1 9 0 R>>/Encoding<</Type/Encoding/Differences[65/g1/g1]>>"
        b"/ToUnicode 10 0 R%b>>" % descriptor
    )


def _objects(fonts: tuple[bytes, bytes], descriptors: tuple[bytes, bytes]) -> tuple[dict[int, bytes], dict[int, bytes]]:
    """Objects by number: those with streams, and those that an object stream may hold."""
    content = b"BT /F1 12 Tf 72 700 Td (ABAB) Tj ET BT /F2 12 Tf 72 600 Td (ABAB) Tj ET"
    glyph = b"600 0 0 0 700 700 d1 0 0 500 700 re f"
    cmap = (
        b"/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapType 2 def\n1 begincodespacerange<00><FF>"
        b"endcodespacerange\n1 beginbfrange<41><42><0061>endbfrange\nendcmap end end"
    )
    streams = {
        number: b"<</Length %d>>stream\n%b\nendstream" % (len(data), data)
        for number, data in ((4, content), (9, glyph), (10, cmap))
    }
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>"
    plain = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: page,
        5: fonts[0],
        6: fonts[1],
        7: descriptors[0],
        8: descriptors[1],
    }
    return streams, plain


def _file(streams: Mapping[int, bytes], packed: Mapping[int, bytes] | None = None) -> bytes:
    """A file with these objects, some of them in an object stream, found by a cross-reference stream."""
    out, rows = b"%PDF-1.5\n", {0: (0, 0, 65535)}
    packs = dict(streams)
    if packed:
        head, body = b"", b""
        for at, (number, data) in enumerate(packed.items()):
            head += b"%d %d " % (number, len(body))
            body += data + b"\n"
            rows[number] = (2, 11, at)
        data = zlib.compress(head + body, 1)
        packs[11] = b"<</Type/ObjStm/N %d/First %d/Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (
            len(packed),
            len(head),
            len(data),
            data,
        )
    for number, data in packs.items():
        rows[number] = (1, len(out), 0)
        out += b"%d 0 obj%b\nendobj\n" % (number, data)
    rows[12] = (1, len(out), 0)
    table = b"".join(
        b"%c%b%b" % (kind, where.to_bytes(4), more.to_bytes(2))
        for kind, where, more in (rows.get(number, (0, 0, 0)) for number in range(13))
    )
    return out + (
        b"12 0 obj<</Type/XRef/Size 13/W[1 4 2]/Root 1 0 R/Length %d>>stream\n%b\nendstream\nendobj\n"
        b"startxref\n%d\n%%%%EOF\n" % (len(table), table, len(out))
    )


def _written(
    path: Path,
    *,
    fonts: tuple[bytes, bytes] = (b"/FontDescriptor 7 0 R", b"/FontDescriptor 8 0 R"),
    descriptors: tuple[bytes, bytes] = (_REGULAR, _BOLD),
    packed: bool = False,
) -> Path:
    streams, plain = _objects((_font(fonts[0]), _font(fonts[1])), descriptors)
    path.write_bytes(_file(streams, plain) if packed else _file(streams | plain))
    return path


def _styles(path: Path) -> list[Style]:
    """Of the lines of the page, whose texts have to be there."""
    with open_source(path) as source:
        lines = source.page(1).lines
    assert [line.text for line in lines] == ["abab", "abab"]
    return [line.words[0].style for line in lines]


@pytest.mark.parametrize("packed", [False, True])
def test_weight_and_name_are_those_of_the_descriptor(packed: bool, tmp_path: Path) -> None:
    regular, bold = _styles(_written(tmp_path / "a.pdf", packed=packed))
    assert (regular.font, regular.bold, regular.italic) == ("NotoSansSC-Thin", False, False)
    assert (bold.font, bold.bold, bold.italic) == ("NotoSansSC-Thin", True, False)


@pytest.mark.parametrize("packed", [False, True])
def test_a_font_that_is_there_as_another_type_is_bold(packed: bool, tmp_path: Path) -> None:
    both = (b"/FontDescriptor 7 0 R", b"/FontDescriptor 7 0 R")  # 8 is that of another font
    for other in (_REGULAR.replace(b"AAAAAA", b"DAAAAA"), _REGULAR.replace(b"NotoSansSC-Thin", b"Arial")):
        styles = _styles(_written(tmp_path / "a.pdf", fonts=both, descriptors=(_REGULAR, other), packed=packed))
        assert [style.bold for style in styles] == [b"Noto" in other] * 2


def test_a_slanted_font(tmp_path: Path) -> None:
    regular, slanted = _styles(_written(tmp_path / "a.pdf", descriptors=(_REGULAR, _SLANTED)))
    assert (regular.italic, slanted.italic, slanted.bold) == (False, True, False)


@pytest.mark.parametrize("packed", [False, True])
def test_files_without_descriptors_are_left_alone(packed: bool, tmp_path: Path) -> None:
    path = _written(tmp_path / "a.pdf", fonts=(b"", b""), packed=packed)
    assert named_file(path) is None
    assert {style.bold for style in _styles(path)} == {False}


def test_fonts_with_a_name_keep_it(tmp_path: Path) -> None:
    fonts = (b"/BaseFont/Own/FontDescriptor 7 0 R", b"/BaseFont/Other-Bold/FontDescriptor 8 0 R")
    path = _written(tmp_path / "a.pdf", fonts=fonts)
    assert named_file(path) is None
    assert [(style.font, style.bold) for style in _styles(path)] == [("Own", False), ("Other-Bold", True)]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("reference", "descriptor"),
    [
        (b"/FontDescriptor 9999999999 0 R", _BOLD),  # of nothing
        (b"/FontDescriptor 6 0 R", _BOLD),  # of the font itself
        (b"/FontDescriptor 8 0 R", b"8 0 R"),  # of itself
        (b"/FontDescriptor 8 0 R", b"[" * 5000),
        (b"/FontDescriptor 8 0 R", b"<</FontName[/A]/FontWeight/Bold/Flags(x)/ItalicAngle<<>>>>"),
        (b"/FontDescriptor 8 0 R", b"<</FontName 8 0 R/FontWeight 8 0 R/Flags 8 0 R/ItalicAngle 8 0 R>>"),
        (b"/FontDescriptor 8 0 R", b"<</FontWeight %b/Flags -%b/ItalicAngle .%b>>" % ((b"9" * 400,) * 3)),
    ],
)
def test_senseless_descriptors_say_nothing(reference: bytes, descriptor: bytes, packed: bool, tmp_path: Path) -> None:
    fonts = (b"/FontDescriptor 7 0 R", reference)
    path = _written(tmp_path / "a.pdf", fonts=fonts, descriptors=(_BOLD, descriptor), packed=packed)
    first, second = _styles(path)
    assert (first.bold, second.bold, second.italic) == (True, False, False)


def test_the_search_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _written(tmp_path / "a.pdf", packed=True)
    monkeypatch.setattr(type3_fonts, "_MAX_PACKED", 100)
    assert named_file(path) is None
    monkeypatch.setattr(type3_fonts, "_MAX_FONTS", 1)
    found = named_file(_written(tmp_path / "b.pdf"))
    assert found is not None
    assert [one.name for one in found.fonts.values()] == ["AAAAAA+NotoSansSC-Thin"]
    monkeypatch.setattr(type3_fonts, "_MAX_FILE", 100)
    assert named_file(tmp_path / "b.pdf") is None


def test_what_is_no_file_of_objects_is_left_alone(tmp_path: Path) -> None:
    assert named_file(tmp_path / "none.pdf") is None
    broken = _written(tmp_path / "a.pdf").read_bytes()
    (tmp_path / "a.pdf").write_bytes(broken + b"trailer<</Encrypt 5 0 R>>")
    assert named_file(tmp_path / "a.pdf") is None
    (tmp_path / "b.pdf").write_bytes(b"/Type3 " * 20_000)
    assert named_file(tmp_path / "b.pdf") is None


def _bitmaps(widths: bytes, scale: bytes = b".01004") -> bytes:
    """A font as TeX writes its bitmaps, with codes from 97 on."""
    return (
        b"<</Type /Font/Subtype /Type3/Name /F8/FontMatrix [%b 0 0 %b 0 0]/FontBBox [0 0 90 90]/FirstChar 97"
        b"/LastChar 102/Widths 7 0 R/Encoding 13 0 R/CharProcs<</a97 9 0 R>>/Resources <<\n/ProcSet [ /PDF /ImageB ]\n>>>>"
        % (scale, scale)
    )


@pytest.mark.parametrize(
    ("widths", "scale", "name"),
    [
        (b"49 54 44 54 44 30", b".01004", "SFRM"),
        (b"54.46 62.24 49.8 62.24 51.48 34.23", b".01004", "SFBX"),
        (b"51.24 51.24 51.24 51.24 51.24 51.24", b".01004", "SFTT"),
        (b"37 41 33 41 34 23", b".01505", "SFRM"),  # of 8 points, as wide as bold ones
        (b"0 0 0 62.24 0 0", b".01004", "SFRM"),  # one letter shows nothing
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_bitmaps_of_tex_tell_their_kind_by_widths(
    widths: bytes, scale: bytes, name: str, packed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    streams, plain = _objects((_bitmaps(widths, scale), _bitmaps(widths, scale)), (b"[%b]" % widths, b"null"))
    path.write_bytes(_file(streams, plain) if packed else _file(streams | plain))
    found = named_file(path)
    assert found is not None
    assert {font.name for font in found.fonts.values()} == {name}
    with open_source(path) as source:
        assert source.page_count == 1
