"""The table of outlined glyphs from MathJax's files."""

from __future__ import annotations

from learn.outlined_glyphs import glyphs_of, in_alphabet, parts_of

FILE = """
    // LATIN SMALL LETTER I
    0x69: [661,11,345,21,302,'184 600Q184 624 203 642T247 661V649H290Z'],
    // EXTENSION
    0xE150: [120,213,450,-24,460,'-24 60M0 0L5 5',{}]
"""


def test_glyphs_have_a_code_a_width_and_an_outline() -> None:
    assert [(code, width) for code, width, _ in glyphs_of(FILE)] == [(0x69, 345), (0xE150, 450)]


def test_an_outline_goes_through_the_ends_of_its_curves() -> None:
    (_, _, first), (_, _, second) = glyphs_of(FILE)
    assert parts_of(first) == [[(184, 600), (203, 642), (247, 661), (247, 649), (290, 649)]]
    assert parts_of(second) == [[(-24, 60)], [(0, 0), (5, 5)]]


def test_letters_of_an_alphabet_are_those_of_unicode() -> None:
    assert chr(in_alphabet(ord("R"), "MathJax_AMS")) == "ℝ"
    assert chr(in_alphabet(ord("L"), "MathJax_Caligraphic")) == "ℒ"
    assert chr(in_alphabet(ord("x"), "MathJax_Main-Bold")) == "𝐱"
    assert chr(in_alphabet(ord("x"), "MathJax_Math-Italic")) == "x"
