"""Which texts stand on one line."""

from __future__ import annotations

from quire.tables.visual_rows import ON_ROW, Extent, group_rows, on_level


def text(baseline, x0, *, width=40.0, height=10.0):
    return Extent(baseline, height, x0, x0 + width)


def test_rows_come_from_top_to_bottom_and_texts_from_left_to_right():
    assert group_rows([text(40, 100), text(20, 100), text(40, 0), text(20, 0)]) == [[3, 1], [2, 0]]
    assert group_rows([]) == []


def test_labels_and_figures_may_be_set_a_point_apart():
    assert group_rows([text(20, 0), text(21, 100), text(19.5, 200)]) == [[0, 1, 2]]


def test_the_smaller_height_tells_how_far_baselines_may_be_apart():
    near, far = 20 + 0.9 * ON_ROW * 4, 20 + 1.2 * ON_ROW * 4
    assert group_rows([text(20, 0, height=20), text(near, 100, height=4)]) == [[0, 1]]
    assert group_rows([text(20, 0, height=20), text(far, 100, height=4)]) == [[0], [1]]


def test_a_row_that_lies_askew_is_one():
    slope = [text(20 + step, 60 * step) for step in range(6)]
    assert group_rows(slope) == [[0, 1, 2, 3, 4, 5]]


def test_texts_over_each_other_are_two_rows():
    assert group_rows([text(20, 0), text(23, 30)]) == [[0], [1]]
    assert group_rows([text(20, 0), text(23, 39)]) == [[0, 1]]  # a point of overlap is the slack of boxes


def test_of_two_rows_a_text_belongs_to_the_nearer_one():
    assert group_rows([text(20, 0), text(24, 0), text(24.3, 100)]) == [[0], [1, 2]]
    assert group_rows([text(20, 0), text(24, 0), text(21, 100)]) == [[0, 2], [1]]


def test_stamps_beside_the_lines_of_a_form_are_no_part_of_them():
    texts = [text(20, 0, height=9), text(20, 100, height=9), text(21, 200, height=15)]
    assert group_rows(texts) == [[0, 1, 2]]
    assert group_rows(texts, taller=1.6) == [[0, 1], [2]]


def test_a_page_of_thousands_of_texts_on_one_line_takes_no_time():
    assert len(group_rows([text(20, 60 * n) for n in range(20_000)])[0]) == 20_000
    assert len(group_rows([text(20, 0) for _ in range(20_000)])) == 20_000


def test_the_lower_of_two_texts_decides_whether_they_are_on_one_level():
    assert on_level(4, 10, 10)
    assert on_level(-4, 10, 10)
    assert not on_level(4, 10, 6)
