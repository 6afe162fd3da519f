"""Words as parts of a formula."""

from __future__ import annotations

import pytest

from quire.layout.maths.atoms import atoms_of, latex_character
from tests.layout.maths.test_latex_builder import ITALIC, LARGE, ROMAN, latex, word


def spelt(text: str, font: str) -> list[str]:
    return [atom.latex for atom in atoms_of([word(text, 0, 100, 10.0, font)])]


def test_letters_of_variables_are_apart_and_names_whole() -> None:
    assert spelt("ab", ITALIC) == ["a", "b"]
    assert spelt("sin", ROMAN) == [r"\sin"]
    assert spelt("rate", ROMAN) == [r"\mathrm{rate}"]


def test_numbers_are_whole() -> None:
    assert spelt("3.14", ROMAN) == ["3.14"]
    assert spelt("2x", ITALIC) == ["2", "x"]


def test_atoms_share_the_width_of_their_word() -> None:
    first, second = atoms_of([word("ab", 20, 100)])
    assert (first.x0, first.x1, second.x0, second.x1) == (20, 25, 25, 30)
    assert first.y0 < first.axis < first.baseline < first.y1
    assert first.middle == 22.5


def test_codes_of_large_signs() -> None:
    [total] = atoms_of([word("P", 0, 100, 10.0, LARGE)])
    assert (total.sign, total.latex, total.large) == ("∑", r"\sum", True)
    assert total.y0 == 100  # it hangs from its baseline


@pytest.mark.parametrize(
    ("character", "latex"),
    [("x", "x"), ("≤", r"\leq"), ("−", "-"), ("\U0001d400", r"\mathbf{A}"), ("ℝ", "ℝ"), ("\U0001d538", r"\mathbb{A}")],
)
def test_characters(character: str, latex: str) -> None:
    assert latex_character(character) == latex


def test_accents_inside_a_word_are_over_the_letter_that_they_are_printed_on() -> None:
    assert spelt("(\u20d7x", ITALIC) == ["(", r"\vec{x}"]
    assert spelt("\U0001d499\u0307,", "CambriaMath") == [r"\dot{x}", ","]


@pytest.mark.parametrize(("sign", "name"), [("ˆ", "hat"), ("˜", "tilde"), ("¯", "bar"), ("˙", "dot"), ("⃗", "vec")])
def test_a_sign_over_a_letter_is_its_accent(sign: str, name: str) -> None:
    assert latex(word("x", 10, 100), word(sign, 10, 100, 10, ROMAN)) == f"\\{name}{{x}}"


def test_the_nearest_letter_has_the_accent() -> None:
    assert latex(word("ab", 10, 100), word("ˆ", 15, 100, 10, ROMAN)) == r"a\hat{b}"


def test_a_sign_beside_the_letters_is_no_accent() -> None:
    assert "hat" not in latex(word("x", 10, 100), word("ˆ", 40, 100, 10, ROMAN))


def test_a_letter_and_its_mark_in_one_character() -> None:
    assert [atom.latex for atom in atoms_of([word("mẍ", 0, 100)])] == ["m", r"\ddot{x}"]


def test_an_italic_name_of_a_text_font_is_one_name() -> None:
    made = word("min", 0, 100, 10, "LiberationSerif-Italic")
    [atom] = atoms_of([made._replace(style=made.style._replace(italic=True))])
    assert atom.latex == r"\min"
