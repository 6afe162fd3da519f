"""Words: their boxes, styles and the spaces between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from tests.read.making import SONG, both, page_of, raw_lines, text, texts

MYEONGJO = "HYSMyeongJo-Medium"


def test_words_have_boxes_baseline_and_style(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "plain and", "Helvetica-BoldOblique", 12))
    first, second = page.lines[0].words
    assert (first.text, first.space, second.text, second.space) == ("plain", False, "and", True)
    assert first.baseline == second.baseline == 100.0
    assert first.x0 == 40.0
    assert first.x1 == pytest.approx(40 + 12 * 0.278 * 2 + 12 * (0.611 + 0.556 + 0.611), abs=0.3)
    assert 88 < first.y0 < 92
    assert 102 < first.y1 < 105
    assert (first.style.bold, first.style.italic, first.style.mono, first.style.size) == (True, True, False, 12.0)
    assert first.style is second.style


def test_a_word_space_without_a_glyph(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(two)-280(words)-20(stay)] TJ ET")
    assert line.text == "two wordsstay"


def test_words_know_whether_a_space_glyph_stands_before_them(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(1.)-400(Scope and)-300(aims)] TJ ET")
    assert [(word.text, word.blank) for word in line.words] == [
        ("1.", False),
        ("Scope", False),
        ("and", True),
        ("aims", False),
    ]


def test_a_tightly_justified_line_keeps_its_spaces(tmp_path: Path) -> None:
    words = "(these)-142(words)-142(most)-142(of)-142(manners)-142(stand)-134(near)"
    [line] = raw_lines(tmp_path, f"BT /F1 10 Tf 20 100 Td [{words}] TJ ET")
    assert line.text == "these words most of manners stand near"


def test_the_dots_of_a_leader_are_no_letter_spacing(tmp_path: Path) -> None:
    dots = "-500".join(["(.)"] * 40)
    [line] = raw_lines(tmp_path, f"BT /F1 10 Tf 20 100 Td [(Why)-240(it)-240(is)-240(so)-600{dots}] TJ ET")
    assert line.text.startswith("Why it is so .")


def test_a_spaced_word_is_one(tmp_path: Path) -> None:
    spaced = "-250".join(f"({letter})" for letter in "Contents")
    [line] = raw_lines(tmp_path, f"BT /F1 10 Tf 20 100 Td [{spaced}] TJ ET")
    assert line.text == "Contents"


def test_kerning_is_no_space(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(A)80(V)120(A)-60(T)70(AR)] TJ ET")
    assert line.text == "AVATAR"


def test_a_space_behind_an_overhanging_letter(tmp_path: Path) -> None:
    content = "BT /F1 10 Tf 20 100 Td (ro) Tj -4 0 Td [(of)0( )-20(Play)] TJ ET"
    lines = raw_lines(tmp_path, content)
    assert "of Play" in " ".join(line.text for line in lines)


def test_a_space_glyph_that_is_taken_back_is_none(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 10 Tf 20 100 Td [(to)( )278(gether)] TJ ET")
    assert line.text == "together"


def test_chinese_has_no_spaces_that_are_not_there(tmp_path: Path) -> None:
    def spread(canvas: Canvas) -> None:
        canvas.setFont(SONG, 12)
        canvas.drawString(40, 500, "分散对齐的标题", charSpace=5)

    page = page_of(tmp_path, text(40, 50, "2023年度报告，共12页", SONG), spread)
    assert texts(page) == ["2023年度报告，共12页", "分散对齐的标题"]


def test_a_gap_between_touching_ideographs_is_a_typed_space(tmp_path: Path) -> None:
    names = [text(40 + 36 * i, 50, name, SONG) for i, name in enumerate(("王小明", "刘大海", "陈思远"))]
    close = [text(40 + 33 * i, 90, name, SONG) for i, name in enumerate(("王小明", "刘大海", "陈思远"))]
    single = [text(40, 130, "目", SONG), text(55, 130, "录", SONG)]  # a spread title
    marks = [text(40, 170, "王小明，", SONG), text(83, 170, "刘大海", SONG)]  # the white of a comma
    assert texts(page_of(tmp_path, both(*names, *close, *single, *marks))) == [
        "王小明 刘大海 陈思远",
        "王小明 刘大海 陈思远",
        "目录",
        "王小明，刘大海",
    ]


def test_full_width_blank_between_chinese_words(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "第一章　总则", SONG))) == ["第一章 总则"]


def test_korean_words_are_spaced_by_glyphs_and_by_gaps(tmp_path: Path) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont(MYEONGJO))
    whole = text(40, 50, "당사는 국내외 매출액을 기록", MYEONGJO)
    parts = [text(40 + 32.2 * i, 90, word, MYEONGJO) for i, word in enumerate(("당사는", "국내외", "계속되"))]
    assert texts(page_of(tmp_path, both(whole, *parts))) == ["당사는 국내외 매출액을 기록", "당사는 국내외 계속되"]
