"""Accents over letters."""

from __future__ import annotations

import pytest

from tests.layout.maths.test_latex_builder import ROMAN, latex, word


@pytest.mark.parametrize(("sign", "name"), [("ˆ", "hat"), ("˜", "tilde"), ("¯", "bar"), ("˙", "dot"), ("⃗", "vec")])
def test_a_sign_over_a_letter_is_its_accent(sign: str, name: str) -> None:
    assert latex(word("x", 10, 100), word(sign, 10, 100, 10, ROMAN)) == f"\\{name}{{x}}"


def test_the_nearest_letter_has_the_accent() -> None:
    assert latex(word("ab", 10, 100), word("ˆ", 15, 100, 10, ROMAN)) == r"a\hat{b}"


def test_a_sign_beside_the_letters_is_no_accent() -> None:
    assert "hat" not in latex(word("x", 10, 100), word("ˆ", 40, 100, 10, ROMAN))
