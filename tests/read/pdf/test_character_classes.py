"""Characters with a meaning of their own."""

from __future__ import annotations

from pathlib import Path

import pypdfium2.raw as lib
import pytest

from quire.read.pdf import character_classes, page_reader
from quire.read.pdf import pdf_source as pdf
from quire.read.pdf.character_classes import (
    TEX_EXTENSION_CHARACTERS,
    TEX_SYMBOL_CHARACTERS,
    character_of_code,
    font_kind,
    is_unknown_private_use,
)
from quire.read.pdf.font_styles import DocumentStyles
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.word_repair import repair_words
from tests.read.making import page_of, raw, raw_lines, text, texts


def test_a_hyphen_at_the_end_of_a_line_is_kept(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "of a long-"), text(40, 62, "winded sentence"))
    assert texts(page) == ["of a long-", "winded sentence"]


def test_a_soft_hyphen_that_is_printed_is_a_hyphen(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 20 100 Td (co\xadoperate) Tj ET")
    assert line.text == "co-operate"


def test_large_signs_have_no_map_to_unicode() -> None:
    assert len(TEX_EXTENSION_CHARACTERS) == 48
    assert (
        TEX_EXTENSION_CHARACTERS[0],
        TEX_EXTENSION_CHARACTERS[0x12],
        TEX_EXTENSION_CHARACTERS[0x13],
        TEX_EXTENSION_CHARACTERS[0x1A],
    ) == ("(", "(", ")", "{")


def test_signs_of_the_fonts_of_symbols_stand_at_their_codes() -> None:
    assert len(TEX_SYMBOL_CHARACTERS) == 128
    assert (
        TEX_SYMBOL_CHARACTERS[0],
        TEX_SYMBOL_CHARACTERS[0x32],
        TEX_SYMBOL_CHARACTERS[0x41],
        TEX_SYMBOL_CHARACTERS[0x68:0x6A],
        TEX_SYMBOL_CHARACTERS[0x7F],
    ) == ("−", "∈", "A", "⟨⟩", "♠")


def test_letters_of_the_italic_fonts_stand_at_their_codes() -> None:
    italic = character_classes.TEX_ITALIC_CHARACTERS
    assert len(italic) == 128
    assert (italic[0x0B], italic[0x22], italic[0x41], italic[0x60], italic[0x7D]) == ("α", "ε", "A", "ℓ", "℘")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("CMEX10", character_classes.TEX_EXTENSION_FONT),
        ("LMMathExtension10-Regular", character_classes.TEX_EXTENSION_FONT),
        ("CMSY10", character_classes.TEX_SYMBOL_FONT),
        ("LMMathSymbols10-Regular", character_classes.TEX_SYMBOL_FONT),
        ("txsya", character_classes.OTHER_SYMBOL_FONT),
        ("CMMI10", character_classes.TEX_ITALIC_FONT),
        ("LMMathItalic10-Bold", character_classes.TEX_ITALIC_FONT),
        ("txmi", character_classes.OTHER_SYMBOL_FONT),
        ("LinBiolinumTB", character_classes.LIBERTINE_FONT),
        ("TeX.42", character_classes.TEX_BITMAP_FONT),
        ("CMR10", character_classes.TEXT_FONT),
        ("Arial-ExtraBold", character_classes.TEXT_FONT),
    ],
)
def test_kinds_of_fonts(name: str, kind: int) -> None:
    assert font_kind(name) == kind


@pytest.mark.parametrize(
    ("kind", "code", "bad", "character"),
    [
        (character_classes.TEX_SYMBOL_FONT, 0x68, True, "⟨"),
        (character_classes.TEX_SYMBOL_FONT, 0x2212, False, None),  # the reader knew it
        (character_classes.TEX_ITALIC_FONT, 0x0F, True, "ϵ"),
        (character_classes.TEX_ITALIC_FONT, 0x60, True, "ℓ"),
        (character_classes.TEX_ITALIC_FONT, 0x3B1, False, None),
        (character_classes.TEXT_FONT, 0x1C, True, "ﬁ"),
        (character_classes.TEXT_FONT, 0x68, True, None),
        (character_classes.TEXT_FONT, 0x16, True, None),
        (character_classes.TEX_BITMAP_FONT, 0x16, True, "—"),
        (character_classes.TEX_BITMAP_FONT, 0x1C, True, "ﬁ"),
        (character_classes.TEX_BITMAP_FONT, 0x68, True, None),
        (character_classes.TEX_BITMAP_FONT, 0x88, True, "•"),
        (character_classes.TEX_BITMAP_FONT, 0xAA, True, "ł"),
        (character_classes.OTHER_SYMBOL_FONT, 0x1C, True, None),
        (character_classes.LIBERTINE_FONT, 0xE119, False, "1"),
        (character_classes.TEXT_FONT, 0xE119, False, None),
        (character_classes.TEX_EXTENSION_FONT, 0x12, False, "("),
        (character_classes.TEX_EXTENSION_FONT, 0x41, True, None),
    ],
)
def test_codes_by_the_encodings_of_tex(kind: int, code: int, bad: bool, character: str | None) -> None:
    assert character_of_code(kind, code, bad=bad) == (ord(character) if character else -1)


def drawn_font(name: bytes, codes: range = range(27, 106)) -> bytes:
    """Objects 6 and 8: a font of squares, 5 points wide at 10, that says nothing of its characters but its own name."""
    square = b"500 0 0 0 400 700 d1 0 0 400 700 re f"
    names = b" ".join(b"/g%d" % code for code in codes)
    glyphs = b"".join(b"/g%d 8 0 R" % code for code in codes)
    ends = (codes.start, codes[-1], b"500 " * len(codes), codes.start)
    return (
        b"6 0 obj<</Type/Font/Subtype/Type3/BaseFont/" + name + b"/FontBBox[0 0 1000 "
        b"1000]/FontMatrix[.001 0 0 .001 0 0]"
        b"/FirstChar %d/LastChar %d/Widths[%b]/Encoding<</Type/Encoding/Differences[%d " % ends + names
        + b"]>>/CharProcs<<" + glyphs + b">>/Resources<<>>>>endobj\n"
        b"8 0 obj<</Length " + str(len(square)).encode() + b">>stream\n" + square + b"\nendstream endobj\n"
    )  # fmt: skip


def test_angle_brackets_whose_names_readers_do_not_know(tmp_path: Path) -> None:
    content = (
        "BT /F1 10 Tf 20 100 Td (see) Tj /F3 10 Tf 20 0 Td (h) Tj "
        "/F1 10 Tf 5 0 Td (name) Tj /F3 10 Tf 24.5 0 Td (i) Tj ET"
    )
    [line] = raw_lines(tmp_path, content, objects=drawn_font(b"CMSY10"))
    assert line.text == "see ⟨name⟩"


def test_ligatures_whose_names_readers_do_not_know(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 20 100 Td (of) Tj /F3 10 Tf 8.4 0 Td (\x1c) Tj /F1 10 Tf 5 0 Td (ce) Tj ET"
    [line] = raw_lines(tmp_path, content, objects=drawn_font(b"LinLibertineT"))
    assert line.text == "office"


def test_the_accelerator_and_its_twin_know_the_same_encodings(tmp_path: Path) -> None:
    codes = "".join(f"<{code:02x}> Tj " for code in range(11, 256))
    for name in (b"CMSY10", b"CMEX10", b"CMR10", b"CMMI10", b"LinLibertineO", b"TeX.42"):
        font = drawn_font(name, range(11, 256))
        path = raw(tmp_path / "a.pdf", f"BT /F3 1 Tf 10 100 Td {codes} ET".encode(), objects=font)
        with pdf.PdfSource(path) as source, source._loaded(1) as handle:
            ways = (pdf._read_page(), page_reader.python_page_reader(lib))
            quick, plain = (
                way(address_of(handle), *pdf._view(handle), DocumentStyles().make, repair_words, None) for way in ways
            )
        assert quick == plain
        assert quick.lines


def test_figures_and_small_capitals_of_adobes_private_use_are_not_lost() -> None:
    assert not any(map(is_unknown_private_use, (0xF731, 0xF761, 0xF7E9, 0xF8EB)))
    assert all(map(is_unknown_private_use, (0xE000, 0xE119, 0xF700, 0xF750, 0xF8FF, 0xF0000)))


def test_the_bar_of_a_mapping_arrow_is_kept() -> None:
    assert character_of_code(character_classes.TEX_SYMBOL_FONT, 0x37, bad=True) == character_classes.ARROW_BAR
