"""How sure the parts of a formula are."""

from __future__ import annotations

import pytest

from quire.layout.maths.formula_certainty import LEAST, certainty


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
    ],
)
def test_scripts_of_nothing_loose_rows_and_lost_brackets_are_not(latex: str) -> None:
    assert certainty(latex) < LEAST
