"""Captions."""

from __future__ import annotations

import pytest

from quire.layout.text import caption_binding
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from quire.model.geometry import Box
from tests.layout.pages import line, style


def text(words, baseline, x=72.0):
    return Draft(1, rows_of([line(words, x, baseline)]), left=72, right=540)


def item(kind, box):
    return Draft(1, kind=kind, place=box)


def test_captions_go_to_the_nearest_of_their_kind():
    figure, table = item(Kind.FIGURE, Box(72, 100, 300, 200)), item(Kind.TABLE, Box(72, 260, 500, 400))
    drafts = [figure, text("Figure 1: A picture", 214), text("Table 2. The figures", 252), table, text("Prose", 430)]
    kept = caption_binding.bind_captions(drafts)
    assert [draft.kind for draft in kept] == [Kind.FIGURE, Kind.TABLE, Kind.TEXT]
    assert figure.caption[0].text == "Figure 1: A picture"
    assert table.caption[0].text == "Table 2. The figures"


def test_a_caption_far_away_or_of_another_kind_stays_text():
    table = item(Kind.TABLE, Box(72, 100, 300, 200))
    drafts = [text("Figure 1: None", 90), table, text("Table 1: Figures", 400)]
    assert [draft.kind for draft in caption_binding.bind_captions(drafts)] == [Kind.TEXT, Kind.TABLE, Kind.TEXT]


def test_a_table_may_be_called_a_figure_where_the_caption_stands_below():
    table = item(Kind.TABLE, Box(72, 100, 300, 200))
    caption_binding.bind_captions([table, text("Figure 1: Accuracy", 214)])
    assert [one.text for one in table.caption] == ["Figure 1: Accuracy"]
    table = item(Kind.TABLE, Box(72, 100, 300, 200))
    caption_binding.bind_captions([text("Table 1: Accuracy", 94), table, text("Figure 1: None", 214)])
    assert [one.text for one in table.caption] == ["Table 1: Accuracy"]


def test_a_table_may_be_a_picture():
    figure, table = item(Kind.FIGURE, Box(72, 100, 300, 200)), item(Kind.TABLE, Box(72, 240, 500, 400))
    caption_binding.bind_captions([figure, text("Table 1: Sales", 228), table])
    assert [one.text for one in table.caption] == ["Table 1: Sales"]
    caption_binding.bind_captions([figure, text("Table 2: Costs", 214)])
    assert [one.text for one in figure.caption] == ["Table 2: Costs"]


def test_a_figure_takes_the_nearest_of_several_captions():
    first, second = item(Kind.FIGURE, Box(72, 100, 300, 200)), item(Kind.FIGURE, Box(72, 230, 300, 330))
    drafts = [text("Figure 1 of the page before", 90), first, text("Figure 2 x", 214), second, text("Figure 3 y", 344)]
    kept = caption_binding.bind_captions(drafts)
    assert [draft.text for draft in kept if draft.rows] == ["Figure 1 of the page before"]
    assert [one.caption[0].text for one in (first, second)] == ["Figure 2 x", "Figure 3 y"]


def test_a_caption_nearer_to_the_figure_below_leaves_it_to_that_of_its_own():
    first, second = item(Kind.FIGURE, Box(72, 100, 300, 200)), item(Kind.FIGURE, Box(72, 231, 300, 330))
    drafts = [first, text("Figure 1: x", 227), second, text("Figure 2: y", 355)]
    assert caption_binding.bind_captions(drafts) == [first, second]
    assert [one.caption[0].text for one in (first, second)] == ["Figure 1: x", "Figure 2: y"]


def test_a_sentence_about_a_figure_is_no_caption():
    figure = item(Kind.FIGURE, Box(72, 100, 300, 200))
    assert len(caption_binding.bind_captions([figure, text("Figure 1 shows the mix", 214)])) == 2
    assert len(caption_binding.bind_captions([figure, text("Figure 1. shown here", 214)])) == 1


def test_a_title_in_italics_below_the_number():
    def at(baseline, words, *, italic):
        return Draft(1, rows_of([line(words, 72, baseline, style(italic=italic))]), left=72, right=540)

    figure = item(Kind.FIGURE, Box(72, 240, 300, 400))
    label = at(200, "Figure 1", italic=False)
    assert caption_binding.bind_captions([label, at(220, "Speed and load", italic=True), figure]) == [figure]
    assert figure.caption[0].text == "Figure 1 Speed and load"
    figure = item(Kind.FIGURE, Box(72, 240, 300, 400))
    label = at(200, "Figure 1", italic=False)
    assert len(caption_binding.bind_captions([label, at(220, "The speed is high.", italic=False), figure])) == 3


def test_captions_side_by_side_whose_numbers_stand_apart_from_their_words():
    left, right = item(Kind.FIGURE, Box(72, 100, 250, 200)), item(Kind.FIGURE, Box(300, 100, 500, 200))
    row = [line("图2", 100, 214), line("边界", 140, 214), line("图3", 350, 214), line("原图", 390, 214)]
    drafts = [left, right, Draft(1, rows_of(row), left=72, right=540)]
    assert caption_binding.bind_captions(drafts) == [left, right]
    assert [one.caption[0].text.split() for one in (left, right)] == [["图2", "边界"], ["图3", "原图"]]


def test_a_caption_beside_its_figure():
    figure = item(Kind.FIGURE, Box(72, 100, 300, 200))
    assert len(caption_binding.bind_captions([figure, text("Fig. 3 Beside it", 150, 310)])) == 1


@pytest.mark.parametrize(
    "words",
    [
        "Figure 1",
        "Drawing 4 The main page",
        "Bild 3: Aufbau",
        "Gráfico 2. Ingresos",
        "图表 1 收入",
        "截图2 登录",
        "Exhibit 5: x",
        "FIGURE 2.1: x",
        "Fig. 3 y",
        "图1 结构",
        "图 3-2 流程",
        "表2 数据",
        "附表1",
        "Table A.1: z",
        "Рисунок 1",
        "Chart 4",
        "1. ábra Kezdőlap",
        "Figuur 3: z",
        "Tabela 2 - dados",
        "図1 構成",
    ],
)
def test_starts_of_captions(words):
    assert caption_binding.is_caption(words)


@pytest.mark.parametrize("words", ["Figures show that", "The table below", "图书馆", "表示同意", "Tables and figures"])
def test_no_starts_of_captions(words):
    assert not caption_binding.is_caption(words)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Fig. 3 y", True),
        ("1. ábra Kezdőlap", True),
        ("图1 结构", True),
        ("Table 1", False),
        ("1,234.5", False),
        ("$ 7", False),
    ],
)
def test_captions_of_figures(words, wanted):
    assert caption_binding.is_figure_caption(words) is wanted


def test_captions_of_figures_side_by_side_are_one_row():
    left, right = item(Kind.FIGURE, Box(72, 100, 280, 200)), item(Kind.FIGURE, Box(320, 100, 530, 200))
    row = Draft(1, rows_of([line("Figure 1 Before", 72, 214), line("Figure 2 After", 320, 214)]), left=72, right=540)
    assert caption_binding.bind_captions([left, right, row]) == [left, right]
    assert [left.caption[0].text, right.caption[0].text] == ["Figure 1 Before", "Figure 2 After"]


def test_a_caption_whose_word_fits_both_goes_to_the_nearest():
    figure, table = item(Kind.FIGURE, Box(72, 100, 300, 200)), item(Kind.TABLE, Box(72, 300, 500, 400))
    caption_binding.bind_captions([figure, table, text("Exhibit 3 Sales", 290)])
    assert [one.text for one in table.caption] == ["Exhibit 3 Sales"]


def test_captions_above_tables_that_follow_close_stay_above():
    first, second = item(Kind.TABLE, Box(72, 100, 500, 200)), item(Kind.TABLE, Box(72, 222, 500, 300))
    caption_binding.bind_captions([text("Table 1 x", 90), first, text("Table 2 y", 212), second])
    assert [one.caption[0].text for one in (first, second)] == ["Table 1 x", "Table 2 y"]
