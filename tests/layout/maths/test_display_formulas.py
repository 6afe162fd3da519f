"""Displayed formulas."""

from __future__ import annotations

import pytest

from quire.layout.maths import display_formulas
from quire.layout.maths.display_formulas import LEAST, certainty
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import block, line, prose, style

MATH = style(10.0, font="CMMI10")


def kind(*lines):
    draft = Draft(1, rows_of(list(lines)), left=72, right=540)
    display_formulas.mark_formulas([draft])
    return draft.kind


def test_rows_of_mathematical_type_are_formulas():
    assert kind(line("E = m c 2", 250, 100, MATH), line("(3)", 520, 100)) is Kind.FORMULA
    assert kind(line("x ≤ y + z", 250, 100)) is Kind.FORMULA


def test_text_with_a_sign_in_it_is_text():
    assert kind(*block(prose(40, 460), 72, 100)) is Kind.TEXT
    assert kind(line("https://example.com/report?id=4&year=2024", 72, 100)) is Kind.TEXT
    assert kind(line("□适用 √不适用", 72, 100)) is Kind.TEXT
    assert kind(line("√", 72, 100, MATH)) is Kind.TEXT
    assert kind(line("where a = 3 holds for every member of the group", 72, 100)) is Kind.TEXT


def test_chinese_counts_by_its_characters():
    """It has no spaces: a sentence may come as one word, or each character as a word of its own font."""
    han = style(10.0, font="SimSun")

    def row(*parts):
        words = [word for i, (text, own) in enumerate(parts) for word in line(text, 100 + 60 * i, 100, own).words]
        return line("x", 100, 100)._replace(words=tuple(words), x1=words[-1].x1)

    assert kind(row(("备 注 ： 该 线 定 义 为", han), ("w x b", MATH), ("= 0 ≤ 1", MATH))) is Kind.TEXT
    assert kind(row(("▶ =", style(10.0, font="MSAM10")), ("赋值运算符：", han), ("= + − ×", MATH))) is Kind.TEXT
    assert kind(row(("x ≥ 1 + y", MATH), ("使得", han), ("y ≤ z − w", MATH))) is Kind.FORMULA


def test_the_label_is_parted():
    assert display_formulas.split_label(rows_of([line("E = m c 2", 250, 100), line("(3.1)", 520, 100)])) == (
        "E = m c 2",
        "(3.1)",
    )
    assert display_formulas.split_label(rows_of([line("f (x)", 250, 100)])) == ("f (x)", "")


def test_a_formula_whose_parts_are_not_certain_becomes_a_picture_with_its_text():
    sure, unsure = (
        Draft(1, rows_of([line(text, 250, 100, MATH), line("(2)", 520, 100)]), kind=Kind.FORMULA, left=72, right=540)
        for text in ("x = y", "f ( x")
    )
    assert display_formulas.picture_uncertain([sure, unsure], ()) == 1
    assert sure.kind is Kind.FORMULA
    assert unsure.kind is Kind.FIGURE
    assert unsure.picture is not None
    assert (unsure.picture.name, unsure.picture.alt) == ("p1-formula-1", "f ( x (2)")


@pytest.mark.parametrize(
    "latex",
    [
        r"c_{y} = \frac{(17\lambda)^{n}}{\frac{a + b}{q^{i + 1}}} - \frac{p - \theta}{n + \theta}",
        r"x(k) = \begin{cases} a & b < 0 \\ c & d < 1 \end{cases}",
        r"\begin{aligned} a = b \\ c = d \end{aligned}",
        r"{}^{14}C + x + y + z = 15",
    ],
)
def test_known_structures_are_certain(latex: str) -> None:
    assert certainty(latex) >= LEAST


@pytest.mark.parametrize(
    "latex",
    [
        "",
        r"{}_{\omega^{2} = - \frac{1}{2}U^{2}\theta^{2}}^{1}",
        r"\begin{aligned} {}^{{}_{u}^{v}}K_{p}K_{v} \\ \omega_{n} = _{\sqrt{\tau_{1}}} \end{aligned}",
        r"\begin{aligned} id + * \\ id ab \\ + ba \end{aligned}",
        r"(p /p",
        r"\sum_{j}_{a} + b + c + d + e + f + g + h = i",
    ],
)
def test_scripts_of_nothing_loose_rows_and_lost_brackets_are_not(latex: str) -> None:
    assert certainty(latex) < LEAST
