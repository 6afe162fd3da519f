"""The numbers of captions and their titles."""

from __future__ import annotations

from quire.layout.text.caption_labels import join_caption_labels
from tests.layout.pages import line


def texts(*lines):
    return [one.text for one in join_caption_labels(lines)]


def test_a_title_a_tab_behind_its_number_is_one_line_with_it():
    lines = [line("Table 3.", 72, 100), line("Overview of modes", 125, 100), line("Below it", 72, 130)]
    assert texts(*lines) == ["Table 3. Overview of modes", "Below it"]
    (joined, _) = join_caption_labels(lines)
    assert (joined.x0, joined.x1) == (72, lines[1].x1)
    assert texts(line("图 2", 72, 100), line("系统结构", 110, 100)) == ["图 2 系统结构"]
    assert texts(line("表 5", 72, 100), line("2023年的销售量", 110, 100)) == ["表 5 2023年的销售量"]


def test_a_title_may_have_a_column_of_text_beside_it():
    lines = [line("Fig 5.", 72, 100), line("Modes", 105, 100), line("of another column", 320, 100)]
    assert texts(*lines) == ["Fig 5. Modes", "of another column"]


def test_numbers_below_each_other_and_cells_beside_each_other_stay_apart():
    listed = [line(f"Table {n}", 72, 86 + 14 * n) for n in (1, 2)] + [line("Modes", 125, 86 + 14 * n) for n in (1, 2)]
    row = [line("Table 1", 72, 100), line("Modes", 125, 100), line("new", 165, 100)]
    far = [line("Table 1", 72, 100), line("Modes", 300, 100)]
    figure = [line("Figure 1", 72, 100), line("12.5", 125, 100)]
    for lines in (listed, row, far, figure, [line("Notes", 72, 100), line("Modes", 110, 100)]):
        assert texts(*lines) == [one.text for one in lines]
