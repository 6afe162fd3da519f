"""Joining lines to spans."""

from __future__ import annotations

import pytest

from quire.layout.text.line_spans import LINE_END, line_joint, merge_spans, spans_of
from quire.model.block import Span
from quire.model.geometry import Box
from quire.model.page import Link
from tests.layout.pages import BODY, BOLD, RAISED, block, line, of, word


def text_of_lines(lines, vocabulary=frozenset()):
    return "".join(span.text for span in spans_of(lines, vocabulary=vocabulary))


@pytest.mark.parametrize(
    ("rows", "words", "text"),
    [
        (["an inter-", "national body"], set(), "an international body"),
        (["an inter-", "national body"], {"inter-national"}, "an inter-national body"),
        (["a well-", "known fact"], set(), "a well-known fact"),
        (["a well-", "known fact"], {"wellknown"}, "a wellknown fact"),
        (["the state-of-the-", "art method"], set(), "the state-of-the-art method"),
        (["out-", "of-lab activity"], set(), "out-of-lab activity"),
        (["the non-", "French firms"], set(), "the non-French firms"),
        (["eine CD-", "Tauschbörse"], set(), "eine CD-Tauschbörse"),
        (["AN INTER-", "NATIONAL BODY"], set(), "AN INTERNATIONAL BODY"),
        (["COVID-", "19 cases"], set(), "COVID-19 cases"),
        (["pages 5-", "10 of it"], set(), "pages 5-10 of it"),
        (["soft\u00ad", "ware"], set(), "software"),
        (["handicraft/", "textile"], set(), "handicraft/textile"),
        (["one \u2014", "two"], set(), "one \u2014 two"),
        (["one\u2014", "two"], set(), "one\u2014two"),
        (["see https://example.org/a.", "html for more"], set(), "see https://example.org/a.html for more"),
        (["公司治理的", "基本状况"], set(), "公司治理的基本状况"),
        (["截至2023年12月", "31日"], set(), "截至2023年12月31日"),
        (["使用 Python", "编写"], set(), "使用 Python编写"),
        (["plain", "words"], set(), "plain words"),
        (["한국어", "문장"], set(), "한국어 문장"),
        (["파일", "에서 봅니다"], set(), "파일에서 봅니다"),
        (["볼 수 있", "습니다."], set(), "볼 수 있습니다."),
        (["파일", "이름"], set(), "파일 이름"),
        (["เทียบกับ", "3,067 ล้าน"], set(), "เทียบกับ 3,067 ล้าน"),
        (["บริษัท", "ได้"], set(), "บริษัทได้"),
        (["报告第", "3页"], set(), "报告第3页"),
        (["한국어", "문장"], {"한국어문장"}, "한국어문장"),
        (["why?", "Because"], set(), "why? Because"),
    ],
)
def test_line_ends(rows, words, text):
    assert text_of_lines(block(rows, 72, 100), words) == text


def test_a_joint_says_what_to_cut():
    assert line_joint("inter-", "national") == (1, "")
    assert line_joint("one", "two") == (0, " ")


def test_runs_of_one_style_are_one_span_and_spaces_stay_outside_emphasis():
    mixed = of(
        [
            word("all", 72, 100),
            word("is", 90, 100, space=True),
            word("very", 105, 100, BOLD, space=True),
            word("bold", 130, 100, BOLD, space=True),
            word("here", 160, 100, space=True),
        ]
    )
    assert spans_of([mixed]) == (Span("all is ", BODY), Span("very bold", BOLD), Span(" here", BODY))


def test_a_word_of_two_styles_has_no_space_inside():
    cut = of([word("half", 72, 100, BOLD), word("way", 92, 100)])
    assert "".join(span.text for span in spans_of([cut])) == "halfway"


def test_pieces_of_one_row_are_parted_by_a_space():
    assert text_of_lines([line("Total", 72, 100), line("12-", 300, 100), line("a", 400, 100)]) == "Total 12- a"


def test_chinese_texts_far_apart_in_a_row_are_parted_and_letters_set_wide_are_not():
    signed = [line("法定代表人：甲乙丙", 72, 100), line("会计机构负责人：丁戊己", 300, 100)]
    assert text_of_lines(signed) == "法定代表人：甲乙丙 会计机构负责人：丁戊己"
    assert text_of_lines([line("项", 72, 100), line("目", 110, 100)]) == "项目"
    assert text_of_lines([line("人民币", 72, 100), line("千元", 105, 100)]) == "人民币千元"


def test_links_cover_the_words_whose_middle_they_hold():
    text = line("see the site now", 72, 100)
    site = text.words[2]
    spans = spans_of([text], links=[Link(Box(site.x0, site.y0, site.x1, site.y1), "https://example.org/")])
    assert [(span.text, span.link) for span in spans] == [
        ("see the ", None),
        ("site", "https://example.org/"),
        (" now", None),
    ]


def test_links_to_pages_are_fragments():
    text = line("chapter", 72, 100)
    assert spans_of([text], links=[Link(text.box, None, 12)])[0].link == "#p12"


def test_raised_marks_refer_to_their_notes_and_keep_their_space_outside():
    marked = of([word("end.", 72, 100), word("5", 92, 97, RAISED)])
    spans = spans_of([marked, line("Next sentence", 72, 112)], notes={"5": "n1"})
    assert [(span.text, span.note) for span in spans] == [("end.", None), ("5", "n1"), (" Next sentence", None)]


def test_parts_of_a_paragraph_are_joined_like_lines():
    parts = [Span("a fore-", BODY), LINE_END, Span("cast", BODY), LINE_END, Span("again", BODY)]
    assert merge_spans(parts) == (Span("a forecast again", BODY),)


def test_nothing_gives_no_span():
    assert spans_of([], links=[Link(Box(0, 0, 1, 1), "x")]) == ()
