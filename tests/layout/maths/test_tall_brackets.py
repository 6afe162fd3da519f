"""Tall brackets and the lines that they hold together."""

from __future__ import annotations

from quire.layout.maths.tall_brackets import join_brackets
from quire.model.page import Line
from tests.layout.maths.test_formula_regions import line
from tests.layout.maths.test_latex_builder import ITALIC, LARGE, ROMAN, word


def held(*lines: Line, parts: list[int] | None = None) -> set[int]:
    """The indices of the lines that are joined with the first."""
    up = list(range(len(lines)))

    def join(a: int, b: int) -> None:
        one, other = up[a], up[b]
        up[:] = [one if i == other else i for i in up]

    join_brackets(lines, list(range(len(lines))) if parts is None else parts, join)
    return {i for i in range(len(lines)) if up[i] == up[0]}


def cell(text: str, x: float, baseline: float) -> Line:
    return line(word(text, x, baseline, 10, ITALIC))


def pieces(signs: str, x: float) -> list[Line]:
    return [line(word(sign, x, 80 + 18 * n, 10, LARGE)) for n, sign in enumerate(signs)]


def test_brackets_of_pieces_hold_their_rows_and_what_stands_at_their_middle() -> None:
    rows = [cell("a", 110, 89), cell("b", 110, 101), cell("c", 110, 113)]
    name = line(word("K", 84, 101, 10, ITALIC), word("=", 92, 101, 10, ROMAN))
    assert held(*pieces("⎡⎣", 102), *rows, *pieces("⎤⎦", 118), name) == set(range(8))


def test_a_line_below_a_bracket_is_not_held() -> None:
    found = held(*pieces("⎡⎣", 102), cell("a", 110, 101), *pieces("⎤⎦", 118), cell("z", 110, 140))
    assert found == set(range(5))


def test_a_brace_holds_its_cases_with_words_but_no_text_far_right() -> None:
    first, second = cell("a", 110, 93), line(word("otherwise", 110, 107, 10, ROMAN))
    far = line(word("Elsewhere", 400, 100, 10, ROMAN))
    assert held(line(word("{", 100, 82, 10, LARGE)), first, second, far, parts=[0, 1]) == {0, 1, 2}


def test_brackets_of_common_height_hold_rows_only_above_and_below() -> None:
    opened, closed = line(word("(", 100, 100, 10, ROMAN)), line(word(")", 130, 100, 10, ROMAN))
    assert held(opened, cell("a", 110, 94), cell("b", 110, 107), closed) == {0, 1, 2, 3}
    assert held(opened, cell("a", 110, 94), closed) == {0}


def test_an_exponent_belongs_to_the_bracket_that_it_stands_behind() -> None:
    closed = line(word("x", 90, 100, 10, ITALIC), word(")", 96, 100, 10, ROMAN))
    near, far = (line(word("n", closed.x1 + gap, 93, 7, ITALIC)) for gap in (0.5, 30))
    assert held(closed, near, far) == {0, 1}


def test_a_line_with_text_beside_a_bracket_on_its_axis_is_held() -> None:
    told = line(word("partition", 20, 101, 10, ROMAN), word("=", 92, 101, 10, ROMAN)._replace(space=True))
    rows = [cell("a", 110, 89), cell("c", 110, 113)]
    lines = *pieces("⎛⎝", 102), *rows, *pieces("⎞⎠", 118), told
    assert held(*lines, parts=list(range(6))) == set(range(7))
    below = line(*[w._replace(baseline=107.0) for w in told.words])._replace(baseline=107.0)
    assert held(*lines[:-1], below, parts=list(range(6))) == set(range(6))


def test_bars_of_two_matrices_below_each_other_stay_apart() -> None:
    bars = [line(word("|", x, 80 + 6 * n + gap, 10, LARGE)) for gap in (0, 1.5) for x in (100, 120) for n in range(6)]
    shifted = [one for at, one in enumerate(bars) if at < 12]
    under = [line(*[w._replace(baseline=w.baseline + 36) for w in one.words]) for one in bars[12:]]
    found = held(*shifted, cell("a", 110, 90), *under, cell("b", 110, 130))
    assert found == set(range(13))
