"""Line charts between two axes, and what is none."""

from __future__ import annotations

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.read.pdf.line_charts import chart_boxes
from quire.read.pdf.path_shapes import Shape

PAGE = (600.0, 800.0)
UP = Rule(100, 200, 100, 400, 1, 0)
ACROSS = Rule(100, 400, 400, 400, 1, 0)
LINE = Shape(120, 230, 380, 330, 5, filled=False)


def test_lines_between_two_axes_are_a_chart():
    assert chart_boxes(PAGE, [LINE], [UP, ACROSS]) == [Box(100, 200, 400, 400)]


def test_ticks_belong_to_the_chart():
    ticks = [Rule(95, 300, 100, 300, 1, 0), Rule(250, 400, 250, 406, 1, 0)]
    assert chart_boxes(PAGE, [LINE], [UP, ACROSS, *ticks]) == [Box(95, 200, 400, 406)]


def test_axes_without_a_line_are_none():
    assert chart_boxes(PAGE, [], [UP, ACROSS]) == []


def test_a_mark_in_a_cell_is_no_line():
    mark = Shape(120, 230, 130, 240, 3, filled=False)
    assert chart_boxes(PAGE, [mark], [UP, ACROSS]) == []


def test_rules_that_do_not_meet_are_no_axes():
    assert chart_boxes(PAGE, [LINE], [UP, Rule(150, 400, 400, 400, 1, 0)]) == []


def test_a_frame_of_the_page_is_none():
    frame = [Rule(10, 10, 10, 790, 1, 0), Rule(10, 790, 590, 790, 1, 0)]
    assert chart_boxes(PAGE, [Shape(20, 20, 580, 700, 4, filled=False)], frame) == []


def test_a_filled_shape_is_no_line():
    assert chart_boxes(PAGE, [LINE._replace(filled=True)], [UP, ACROSS]) == []
