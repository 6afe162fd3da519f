"""Where a line ends: gaps of tables, justified text, markers, rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.read.making import page_of, raw_lines, text, texts


def test_cells_of_an_open_table_are_lines_of_their_own(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Revenue"), text(150, 100, "1,234"), text(210, 100, "5,678"))
    assert texts(page) == ["Revenue", "1,234", "5,678"]


def test_near_figures_of_a_table_are_parted(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Revenue of the year"), text(150, 100, "1,234"), text(190, 100, "5,678"))
    assert texts(page) == ["Revenue of the year", "1,234", "5,678"]


def test_justified_text_with_wide_gaps_stays_one_line(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 9 Tw 20 100 Td (the gaps of this line are wide) Tj ET"
    [line] = raw_lines(tmp_path, content)
    assert line.text == "the gaps of this line are wide"


def test_justified_text_without_space_glyphs_stays_one_line(tmp_path: Path) -> None:
    [line] = raw_lines(
        tmp_path, "BT /F1 10 Tf 20 100 Td [(the)-1100(gaps)-1100(are)-1100(wide)-1100(here)-1100(too)] TJ ET"
    )
    assert line.text == "the gaps are wide here too"


@pytest.mark.parametrize("marker", ["•", "1.", "(a)", "2.3"])
def test_a_marker_stays_with_its_text(marker: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, marker), text(64, 100, "The item that it marks"))
    assert texts(page) == [f"{marker} The item that it marks"]


def test_a_figure_that_the_file_draws_far_from_the_text_beside_it_is_no_marker(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "(482)"), text(40, 120, "(17)"), text(90, 100, "of the column beside it"))
    assert set(texts(page)) == {"(482)", "(17)", "of the column beside it"}


def test_a_rule_between_two_words_ends_the_line(tmp_path: Path) -> None:
    def rule(canvas: Canvas) -> None:
        canvas.line(66, 595 - 110, 66, 595 - 85)

    assert texts(page_of(tmp_path, text(40, 100, "left"), text(69, 100, "right"))) != []
    assert texts(page_of(tmp_path, text(40, 100, "left "), text(69, 100, "right"), rule)) == ["left", "right"]
