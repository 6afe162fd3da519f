"""Signs that files call by letters."""

from __future__ import annotations

from pathlib import Path

import pytest
import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

from quire.model.page import Line, Style, Word
from quire.read import open_source
from quire.read.pdf.character_classes import OWN_LIGATURES, character_of_code, font_kind
from quire.read.pdf.dingbats import of_symbol_font, with_ligatures, with_shown_signs

_FONT = Path(reportlab.__file__).with_name("fonts") / "Vera.ttf"


def line(text: str, font: str) -> Line:
    style = Style(font, 10.0, bold=False, italic=False, mono=False, color=0)
    return Line((Word(text, 0, 0, 9, 9, 8, style, space=False),), 0, 0, 9, 9, 8)


@pytest.mark.parametrize(
    ("letter", "sign"),
    [("§", "▪"), ("l", "●"), ("ü", "✓"), ("Ø", "➢"), ("q", "❑"), ("²", "✧"), ("A", "A"), ("é", "é"), ("✓", "✓")],
)
def test_signs_are_what_they_show(letter: str, sign: str) -> None:
    assert with_shown_signs([line(letter, "Wingdings-Regular")])[0].text == sign


@pytest.mark.parametrize(("letter", "sign"), [("I", "▶"), ("6", "⩽"), ("F", "★"), ("⩽", "⩽"), ("Z", "Z")])
def test_signs_of_the_ams(letter: str, sign: str) -> None:
    assert with_shown_signs([line(letter, "MSAM10")])[0].text == sign


@pytest.mark.parametrize(("letter", "sign"), [("ˆ", "∫"), ("¨", "∬"), ("˛", "∮"), ("x", "x")])
def test_integrals_that_have_the_names_of_accents(letter: str, sign: str) -> None:
    assert with_shown_signs([line(letter, "esint10")])[0].text == sign


def test_a_slash_of_tex_negates_the_sign_behind_it() -> None:
    slash, equals, letter = (line(*one).words[0] for one in (("\u0338", "CMSY10"), ("=", "CMR10"), ("x", "CMMI10")))
    [negated] = with_shown_signs([line("y", "CMMI10")._replace(words=(letter, slash._replace(space=True), equals))])
    assert negated.text == "x ≠"
    [behind] = with_shown_signs([line("y", "CMMI10")._replace(words=(letter, equals._replace(space=True), slash))])
    assert behind.text == "x ≠"
    alone = line("y", "CMMI10")._replace(words=(slash, letter))
    assert [word.text for word in with_shown_signs([alone])[0].words] == ["\u0338", "x"]


def test_a_small_triangle_before_an_item_is_no_superscript() -> None:
    small = line("I", "MSAM7")
    words = (
        small.words[0]._replace(style=small.words[0].style._replace(size=7.0, rise=1)),
        *line("text", "CMSS10").words,
    )
    [shown] = with_shown_signs([small._replace(words=words)])
    assert shown.words[0].style.rise == 0
    inside = small._replace(words=words[::-1])
    assert with_shown_signs([inside])[0].words[1].style.rise == 1


@pytest.mark.parametrize(
    ("codes", "text"),
    [("\uf061\uf0a3\uf0a5", "α≤∞"), ("\uf0f2\uf0e5", "∫∑"), ("\uf0b7", "•"), ("\uf0fe", "⎭"), ("x", "x")],
)
def test_private_codes_of_symbol(codes: str, text: str) -> None:
    assert [word.text for word in of_symbol_font(line(codes, "SymbolMT").words)] == [text]


@pytest.mark.parametrize(
    ("glyph", "letters"), [(0x19F, "ti"), (0x1A9, "tt"), (0x14C, "ft"), (0x19E, "tf"), (0x1AB, "tti")]
)
def test_ligatures_of_calibri_that_windows_prints_without_a_map(glyph: int, letters: str) -> None:
    code = character_of_code(font_kind("CIDFont+F3"), glyph, bad=True)
    assert [word.text for word in with_ligatures(line(f"a{chr(code)}e", "Calibri-Bold").words)] == [f"a{letters}e"]
    other = line(chr(code), "SegoeUI").words  # the same number is another glyph there
    assert with_ligatures(other) == list(other)
    assert character_of_code(font_kind("CIDFont+F3"), glyph, bad=False) == -1
    assert character_of_code(font_kind("ABCDEF+Arial"), glyph, bad=True) == -1
    assert code in OWN_LIGATURES


def test_an_ornament_is_a_bullet_before_text_only() -> None:
    ornament, words = line("\uf0ad", "Wingdings 3").words[0], line("text", "Arial").words
    assert [word.text for word in of_symbol_font((ornament, *words))] == ["•", "text"]
    assert [word.text for word in of_symbol_font((*words, ornament))] == ["text", "\uf0ad"]


def test_letters_of_other_fonts_stay() -> None:
    lines = (line("§", "SimSun"), line("l", "Helvetica"))
    assert with_shown_signs(lines) == lines


def test_bullets_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bullets.pdf"
    pdfmetrics.registerFont(TTFont("Signs", str(_FONT)))
    page = canvas.Canvas(str(path))
    page.setFont("Signs", 12)
    page.drawString(72, 700, "l")
    page.setFont("Helvetica", 12)
    page.drawString(90, 700, "An entry")
    page.save()
    data = path.read_bytes()
    name = next(piece for piece in data.split() if piece.startswith(b"/AAAAAA+"))
    path.write_bytes(data.replace(name, b"/AAAAAA+Wingdings".ljust(len(name), b"x")[: len(name)]))
    source = open_source(path)
    try:
        assert [one.text for one in source.page(1).lines] == ["●", "An entry"]
    finally:
        source.close()
