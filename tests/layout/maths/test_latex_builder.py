"""Glyphs in their places to LaTeX."""

from __future__ import annotations

from quire.layout.maths.atoms import Atom, atoms_of
from quire.layout.maths.latex_builder import latex_of
from quire.model.page import Rule, Style, Word

ITALIC, ROMAN, LARGE = "CMMI10", "CMR10", "CMEX10"


def word(text: str, x: float, baseline: float, size: float = 10.0, font: str = ITALIC) -> Word:
    style = Style(font, size, bold=False, italic=False, mono=False, color=0)
    return Word(text, x, baseline - 8, x + 5 * len(text) * size / 10, baseline + 2, baseline, style, space=False)


def latex(*words: Word, rules: tuple[Rule, ...] = ()) -> str:
    return latex_of(atoms_of(words), rules)


def test_scripts() -> None:
    assert latex(word("x", 0, 100), word("i", 5, 102, 7), word("2", 5, 96, 7, ROMAN)) == "x_{i}^{2}"


def test_a_fraction() -> None:
    bar = (Rule(10, 97.5, 20, 97.5, 0.4, 0),)
    assert latex(word("y", 0, 100), word("a", 12, 94), word("b", 12, 107), rules=bar) == r"y\frac{a}{b}"


def test_a_root() -> None:
    found = latex(word("√", 0, 93, 10, "CMSY10"), word("x", 6, 100), rules=(Rule(5, 92.5, 12, 92.5, 0.4, 0),))
    assert found == r"\sqrt{x}"


def test_a_rule_of_a_table_is_no_overline() -> None:
    assert latex(word("x", 50, 100), rules=(Rule(0, 90, 200, 90, 0.4, 0),)) == "x"


def test_limits_of_a_sum() -> None:
    found = latex(
        word("P", 10, 92, 10, LARGE),
        word("k", 8, 112, 7),
        word("=0", 12, 112, 7, ROMAN),
        word("n", 11, 87, 7),
        word("x", 20, 100),
    )
    assert found == r"\sum_{k = 0}^{n}x"


def test_a_limit_keeps_its_own_scripts() -> None:
    found = latex(
        word("max", 10, 100, 10, ROMAN),
        word("w", 5, 108, 7),
        word("k", 9, 109, 5),
        word("T", 9, 105, 5),
        word("=1", 14, 108, 7, ROMAN),
        word("x", 30, 100),
    )
    assert found == r"\max_{w_{k}^{T} = 1}x"


def test_the_italic_h_of_unicode_and_negated_arrows() -> None:
    assert latex(word("ℎ", 0, 100), word("𝑥", 6, 100)) == "hx"
    arrows = latex(word("a", 0, 100), word("←", 6, 100, 10, "CMSY10"), word("→", 11, 100, 10, "CMSY10"))
    assert arrows == r"a\longleftrightarrow"


def test_an_accent_and_greek() -> None:
    assert latex(word("α", 0, 100), word("n", 10, 100), word("ˆ", 10, 100, 10, ROMAN)) == r"\alpha\hat{n}"


def test_functions_and_names() -> None:
    assert latex(word("sin", 0, 100, 10, ROMAN), word("t", 16, 100)) == r"\sin t"
    assert latex(word("max", 0, 100, 10, ROMAN), word("i", 5, 108, 7)) == r"\max_{i}"


def test_a_name_with_a_limit_below_it_is_on_the_line_though_it_is_raised() -> None:
    found = latex(word("lim", 0, 92, 12, ROMAN), word("x", 2, 101, 7), word("f", 20, 100, 12), word("=g", 26, 100, 12))
    assert found == r"\lim_{x}f = g"


def test_words_in_a_formula_keep_their_spaces() -> None:
    found = latex(
        word("x", 0, 100), word("for", 9, 100, 10, ROMAN), word("all", 28, 100, 10, ROMAN), word("y", 47, 100)
    )
    assert found == r"x\text{ for all }y"
    assert latex(word("x", 0, 100), word("rank", 6, 100, 10, ROMAN), word("A", 27, 100)) == r"x\mathrm{rank}A"


def test_an_arrow_of_several_pieces() -> None:
    found = latex(word("x−−→", 0, 100), word("y", 25, 100))
    assert found == r"x \longrightarrow y"


def test_brackets_around_rows_are_on_the_line_that_goes_through_them() -> None:
    letter = Atom("x", 0, 5, 93, 102, 100, 10, sign="x")
    brackets = Atom(r"\left(y\right)", 8, 30, 85, 120, 105, 10, centred=True)
    assert latex_of([letter, brackets]) == r"x\left(y\right)"


def test_a_prime_behind_an_index_is_of_the_index() -> None:
    found = latex(word("u", 0, 100), word("x", 5, 102, 7), word("′", 8.6, 99.5, 5, "CMSY5"), word("v", 14, 100))
    assert found == "u_{x'}v"


def test_primes_stand_before_an_exponent() -> None:
    raised = word("′", 5, 96, 7, "CMSY7"), word("2", 8.6, 96, 7, ROMAN)
    assert latex(word("C", 0, 100), *raised) == "C'^{2}"


def test_what_is_under_an_integral_is_its_limit() -> None:
    integral = word("∮", 10, 84, 10, LARGE)
    assert latex(integral, word("C", 9, 113, 7), word("f", 18, 100)) == r"\oint_{C}f"


def test_a_bar_before_an_arrow_makes_it_a_mapping() -> None:
    assert latex(word("x", 0, 100), word("↦→", 8, 100, 10, "CMSY10"), word("y", 22, 100)) == r"x\mapsto y"


def test_a_full_stop_behind_a_root_is_not_under_it() -> None:
    root = word("√", 0, 93, 10, "CMSY10"), word("x.", 6, 100)
    assert latex(*root, rules=(Rule(5, 92.5, 12, 92.5, 0.4, 0),)) == r"\sqrt{x}."


def test_the_crossed_h_of_a_font_without_a_map() -> None:
    assert latex(word("~", 0, 100, 10, "MSBM10"), word("ω", 6, 100)) == r"\hbar\omega"
