"""Marks of questions at the right margin."""

from __future__ import annotations

from quire.layout.order.paragraph_split import split_paragraphs
from quire.layout.order.reading_order import Column
from quire.layout.text.margin_marks import with_marks, without_marks
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import block, line, prose


def questions(marks):
    lines = []
    for n, mark in enumerate(marks):
        first, *others = prose(40, 300)
        own = block([f"{n + 1}. {first}", *others], 72, 100 + 80 * n)
        lines += [*own, line(mark, 420, own[0].baseline)]
    return lines


def test_marks_follow_the_paragraph_on_whose_first_row_they_stand():
    column = Column(list(rows_of(questions(["10", "15", "20"]))), 72, 440)
    texts = [" ".join(row.text for row in draft.rows) for draft in split_paragraphs(column, 1, 0)]
    assert [text.rsplit(" ", 1)[1] for text in texts] == ["10", "15", "20"]
    assert not any(" 10 " in text or " 15 " in text for text in texts)


def test_a_single_figure_or_figures_inside_the_text_are_no_marks():
    one = rows_of(questions(["10"]))
    assert without_marks(one) == (one, {})
    inside = rows_of(
        [*block(prose(120, 400), 72, 100), line("10", 300, 400), line("12", 300, 420), line("at", 72, 400)]
    )
    assert without_marks(inside)[1] == {}


def test_several_figures_of_one_paragraph_stay_on_their_rows():
    rows = rows_of(questions(["10", "15"]))
    cut, marks = without_marks(rows)
    assert [row.text for row in with_marks(cut, 0, marks)] == [row.text for row in rows]
