"""Names in the programs of embedded fonts."""

from __future__ import annotations

import struct

import pytest

from quire.read.pdf.font_program import MADE_UP, postscript_name
from quire.read.pdf.font_styles import DocumentStyles


def font(*names: tuple[int, int, bytes]) -> bytes:
    """A TrueType font of a `name` table alone; names are (platform, kind, bytes)."""
    texts = b"".join(text for _, _, text in names)
    records, at = b"", 0
    for platform, kind, text in names:
        records += struct.pack(">6H", platform, 0, 0, kind, len(text), at)
        at += len(text)
    table = struct.pack(">3H", 0, len(names), 6 + len(records)) + records + texts
    return b"\0\1\0\0" + struct.pack(">4H", 1, 0, 0, 0) + struct.pack(">4sIII", b"name", 0, 28, len(table)) + table


WINDOWS = (3, 6, "Arial-BoldMT".encode("utf-16-be"))


def test_the_postscript_name_is_read_in_both_encodings() -> None:
    assert postscript_name(font((3, 4, "Arial Bold".encode("utf-16-be")), WINDOWS)) == "Arial-BoldMT"
    assert postscript_name(font((1, 6, b"TimesNewRomanPS-ItalicMT"))) == "TimesNewRomanPS-ItalicMT"


def test_what_is_no_name_is_passed_over() -> None:
    assert postscript_name(font((1, 6, b"\0\1"), WINDOWS)) == "Arial-BoldMT"
    assert postscript_name(font((1, 4, b"Arial"))) == ""
    assert postscript_name(b"%!PS-AdobeFont-1.0") == ""


def test_a_cut_font_has_no_name() -> None:
    whole = font(WINDOWS)
    assert {postscript_name(whole[:length]) for length in range(len(whole))} == {""}


@pytest.mark.parametrize("name", ["CIDFont+F1", "ABCDEF+F12", "F7", "BCDEEE+5", "TT2"])
def test_made_up_names(name: str) -> None:
    assert MADE_UP.match(name)


@pytest.mark.parametrize("name", ["ABCDEF+Arial", "CMSSBX10", "Type3.12", "LMRoman10-Regular", ""])
def test_names_of_fonts(name: str) -> None:
    assert not MADE_UP.match(name)


def test_a_made_up_name_gives_way_to_that_of_the_program() -> None:
    styles = DocumentStyles({7: "Arial-BoldMT", 8: ""}.__getitem__)
    assert styles.make("CIDFont+F1", 0, 0, 0, 100, 0, 0, 0, 7)[:3] == ("Arial-BoldMT", 10.0, True)
    assert styles.make("CIDFont+F2", 0, 0, 0, 100, 0, 0, 0, 8).font == "CIDFont+F2"
    assert styles.make("CIDFont+F3", 0, 0, 0, 100, 0, 0, 0).font == "CIDFont+F3"


def test_the_program_of_a_font_is_read_once() -> None:
    asked: list[int] = []
    styles = DocumentStyles(lambda font: asked.append(font) or "Arial-BoldMT")
    made = [styles.make("CIDFont+F1", 0, 0, 0, size, 0, 0, 0, 7) for size in (100, 120)]
    assert [style.font for style in made] == ["Arial-BoldMT"] * 2
    assert asked == [7]
