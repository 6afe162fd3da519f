"""Headings, their levels, and what the document says of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.layout.headings import declared_headings, heading_detection
from quire.layout.headings.heading_levels import scheme_of
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle, body_style_of
from quire.layout.text.text_rows import rows_of
from quire.model.page import OutlineItem, Tag
from tests.layout.pages import BODY, BOLD, ITALIC, block, line, of, page, prose, style, word
from tests.layout.whole import mark_headings

NORM = BodyStyle(10.0, "Serif", bold=False, color=0)


def heading(text, look=BOLD, number=1, **more):
    return Draft(number, rows_of([line(text, 72, 100, look)]), left=72, right=540, space_above=20, **more)


def text(number=1, start=0):
    return Draft(number, rows_of(block(prose(60, 460, start=start), 72, 120)), left=72, right=540)


def marked(*drafts, outline=(), pages=None):
    own = list(drafts)
    mark_headings(own, NORM, outline, pages)
    return own


def levels(*drafts, **more):
    return [draft.level for draft in marked(*drafts, **more) if draft.kind is Kind.HEADING]


@pytest.mark.parametrize(
    ("words", "look"),
    [
        ("A larger title", style(14.0)),
        ("A bold title", BOLD),
        ("3.2 Scope of the work", BOLD),
        ("CAPITALS IN ANOTHER COLOUR", style(10.0, color=0x225599, font="Sans", bold=True)),
        ("第三节 管理层讨论与分析", BODY),
        ("一、公司基本情况", BODY),
        ("I. INTRODUCTION", BODY),
        ("References", BOLD),
    ],
)
def test_headings(words, look):
    assert [draft.kind for draft in marked(heading(words, look), text())] == [Kind.HEADING, Kind.TEXT]


@pytest.mark.parametrize(
    ("pieces", "kind"),
    [
        (("Research", "Travel"), Kind.TEXT),
        (("专业班级：", "软件工程二班"), Kind.TEXT),
        (("1.2", "Scope"), Kind.HEADING),
        (("§ 3", "Membership"), Kind.HEADING),
        (("A.", "Scope"), Kind.HEADING),
    ],
)
def test_pieces_apart_are_no_heading_unless_the_first_is_its_number(pieces: tuple[str, str], kind: Kind) -> None:
    row = [line(one, x0, 100, BOLD) for one, x0 in zip(pieces, (72, 250), strict=True)]
    draft = Draft(1, rows_of(row), left=72, right=540, space_above=20)
    assert len(draft.rows[0].lines) == 2
    assert marked(draft, text())[0].kind is kind


@pytest.mark.parametrize(
    ("words", "look"),
    [
        ("An ordinary short row", BODY),
        ("Number of inputs = 14", BOLD),
        ("frame = read_table(", BOLD),
        ("Figure 3: A bold caption", BOLD),
        ("Table 2. Another one", BOLD),
        ("12,345 6,789 10.5", BOLD),
        ("$4.2bn", style(22.0)),
        ("1.3 million", style(22.0)),
        ("small print below the table", style(7.0)),
        ("A sentence in italics that ends with a full stop as sentences do.", ITALIC),
    ],
)
def test_no_headings(words, look):
    assert marked(heading(words, look), text())[0].kind is Kind.TEXT


def test_a_bold_paragraph_is_no_heading():
    bold = Draft(1, rows_of(block(prose(90, 460), 72, 120, BOLD)), left=72, right=540)
    assert marked(text(), bold, text())[1].kind is Kind.TEXT


def test_sizes_give_levels_and_the_title_stands_above():
    sizes = [24, 16, 13, 13, 16, 13]
    drafts = [part for size in sizes for part in (heading(f"Part of {size}", style(float(size))), text())]
    assert levels(*drafts) == [1, 2, 3, 3, 2, 3]
    assert drafts[0].title


def test_a_style_that_skips_a_rank_does_not_skip_a_level():
    drafts = [
        heading("Chapter 9", style(20.0)), text(), heading("Odd note", style(17.0)), text(),
        *(
            part
            for n in range(4)
            for part in (heading(f"Chapter {n}", style(20.0)), text(), heading(f"Section {n}", style(14.0)), text())
        ),
    ]  # fmt: skip
    found = [draft for draft in marked(*drafts) if draft.kind is Kind.HEADING]
    assert {draft.level for draft in found if draft.text.startswith("Section")} == {2}


def test_numbering_gives_depth_where_styles_do_not():
    drafts = [part for words in ("1 One", "1.1 Inner", "1.1.1 Inmost", "2 Two") for part in (heading(words), text())]
    assert levels(*drafts) == [1, 2, 3, 1]


def test_chinese_schemes_go_by_style_order():
    drafts = [
        part
        for words, look in (
            ("第一节 释义", style(16.0)),
            ("一、概况", style(12.0)),
            ("（一）主要业务", BOLD),
            ("二、风险", style(12.0)),
        )
        for part in (heading(words, look), text())
    ]
    assert levels(*drafts) == [1, 2, 3, 2]


def test_the_outline_names_headings_and_their_levels():
    plain = heading("Set like the text", BODY)
    assert levels(plain, text(), outline=[OutlineItem(2, "Set like the text", 1)]) == [2]


def test_of_texts_that_the_outline_names_the_one_in_a_list_of_headings_is_none():
    outline = [OutlineItem(2, "Names of things", 1)]
    entry = Draft(1, rows_of([line("• Names of things", 90, 60)]), left=72, right=540)
    assert [one.kind for one in marked(entry, heading("Names of things"), text(), outline=outline)][1:] == [
        Kind.HEADING,
        Kind.TEXT,
    ]
    assert entry.kind is not Kind.HEADING
    small = Draft(1, rows_of([line("Names of things", 90, 60)]), left=72, right=540)
    marked(small, heading("Names of things", style(14.0)), text(), outline=outline)
    assert small.kind is not Kind.HEADING


def test_tags_name_headings():
    tagged = page(number=1, tags={4: Tag(("Document", "H3"), (0, 1))})
    row = of([word("Tagged", 72, 100, mcid=4), word("words", 110, 100, space=True, mcid=4)])
    draft = Draft(1, rows_of([row]), left=72, right=540)
    assert levels(draft, text(), pages={1: tagged}) == [3]


def test_printed_contents_name_headings_by_indent():
    entries = [
        Draft(1, rows_of([line(f"{title} ........ {n}", x, 100 + 12 * n)]), Kind.ENTRY)
        for n, (title, x) in enumerate([("First part", 72), ("An inner matter", 90), ("Last part", 72)], 2)
    ]
    found = [heading(words, BODY, 2) for words in ("First part", "An inner matter", "Last part")]
    assert levels(*entries, *(part for one in found for part in (one, text(2)))) == [1, 2, 1]


def test_rows_of_one_heading_are_put_together():
    first = Draft(1, rows_of([line("Schedules forming", 72, 100, style(16.0))]), left=72, right=540)
    second = Draft(1, rows_of([line("part of the accounts", 72, 118, style(16.0))]), left=72, right=540)
    found = marked(first, second, text())
    assert [draft.text for draft in found if draft.kind is Kind.HEADING] == ["Schedules forming part of the accounts"]


def test_a_heading_over_columns_goes_on_in_the_first():
    look = style(16.0)
    wide = Draft(1, rows_of([line("Schedules that form a wider", 72, 100, look)]), left=72, right=540, column=0)
    for right, count in ((200, 1), (540, 2)):  # of a column that the first row does not leave it is another heading
        last = Draft(1, rows_of([line("Part of accounts", 72, 118, look)]), left=72, right=right, column=1)
        first = Draft(1, list(wide.rows), left=72, right=540, column=0)
        assert len([one for one in marked(first, last, text()) if one.kind is Kind.HEADING]) == count


def test_an_item_of_a_list_is_no_further_row_of_a_heading():
    first = Draft(1, rows_of([line("Schedules forming", 72, 100, style(16.0))]), left=72, right=540)
    second = Draft(1, rows_of([line("▪ part of the accounts", 72, 118, style(16.0))]), left=72, right=540)
    found = marked(first, second, text())
    assert [draft.text for draft in found if draft.kind is Kind.HEADING] == ["Schedules forming"]


def test_a_row_in_lower_case_goes_on_with_the_heading_above_though_set_wide():
    look = style(14.0)
    rows = [Draft(1, rows_of([line(words, 72, 100 + 25 * n, look)]), left=72, right=540, space_above=12) for n, words in
            enumerate(("Performance of the model in a first", "evaluation"))]  # fmt: skip
    assert [one.text for one in marked(*rows, text()) if one.kind is Kind.HEADING] == [
        "Performance of the model in a first evaluation"
    ]


def test_numbered_headings_that_follow_each_other_stay_apart():
    first = Draft(1, rows_of([line("1 Scope", 72, 100, BOLD)]), left=72, right=540)
    second = Draft(1, rows_of([line("1.1 Purpose", 72, 113, BOLD)]), left=72, right=540)
    assert len(levels(first, second, text())) == 2


def test_the_norm_is_the_style_of_most_text():
    weights = Counter({BODY: 500, style(10.2): 30, BOLD: 80, style(14.0): 90})
    assert body_style_of(weights) == BodyStyle(10.0, "Serif", bold=False, color=0)
    assert body_style_of({}).size == 10.0


def test_schemes():
    assert scheme_of("1.2.3 Deep") == ("decimal", 3)
    assert scheme_of("第三章 总则") == ("han章", 1)
    assert scheme_of("Appendix B Data") == ("appendix", 1)
    assert scheme_of("Plain words") is None


def test_folded_titles():
    assert declared_headings.fold("1.2  The “Scope”, and more") == "12thescopeandmore"


def test_chinese_schemes_are_nested_in_their_order_though_tags_say_otherwise():
    tags = {1: Tag(("Document", "H2"), (0, 1)), 2: Tag(("Document", "H1"), (0, 2))}
    parts = [("第一节 释义", 1), ("一、概况", 2), ("二、风险", 2), ("第二节 财务", 1), ("一、报表", 2)]
    drafts = []
    for words, mcid in parts:
        row = of([word(words, 72, 100, BOLD, mcid=mcid)])
        drafts += [Draft(1, rows_of([row]), left=72, right=540), text()]
    assert levels(*drafts, pages={1: page(tags=tags)}) == [1, 2, 2, 1, 2]


def test_a_letter_and_words_in_italics_are_a_heading():
    row = of([word("A.", 72, 100), word("Sensors", 85, 100, ITALIC, space=True)])
    draft = Draft(1, rows_of([row]), left=72, right=540, space_above=20)
    assert marked(draft, text())[0].kind is Kind.HEADING


def sections(titles, look, start=1):
    return [
        part for number, one in enumerate(titles, start) for part in (heading(one, look, number), text(number, number))
    ]


def test_styles_below_the_deepest_bookmark_are_headings_too():
    chapters = [
        heading(f"ITEM {number}. PART OF THE REPORT", style(12.0, bold=True), number) for number in range(1, 10)
    ]
    bold = sections(["The company", "Regulated business", "Other business", "Market"], BOLD, 1)
    inner = sections(["Customers", "Competition", "Seasons", "Weather"], BODY._replace(bold=True, italic=True), 5)
    italic = sections(["Production", "Employees", "Maintenance", "Interest"], ITALIC, 9)
    outline = [OutlineItem(1, draft.text, draft.page) for draft in chapters]
    own = marked(*chapters, *bold, *inner, *italic, outline=outline)
    assert [draft.level for draft in own if draft.kind is Kind.HEADING] == [1] * 9 + [2] * 4 + [3] * 4 + [4] * 4


@pytest.mark.parametrize("words", ["A remark that ends.", "(in millions)", "and so it goes on", "2021 2020"])
def test_rows_of_another_style_that_title_nothing_stay(words):
    assert not levels(*sections([words] * 4, ITALIC))


def test_a_sentence_that_begins_with_a_date_is_no_row_of_a_heading():
    first = heading("Workforce data")
    words = "As of January the company had more people than in the year before, and of these most worked at home."
    second = Draft(1, rows_of([line(words, 72, 112)]), left=72, right=540)
    assert [draft.kind for draft in marked(first, second, text())] == [Kind.HEADING, Kind.TEXT, Kind.TEXT]


def test_addresses_and_the_date_below_a_title_are_no_headings():
    look = style(12.0, bold=True)
    own = [heading(words, look) for words in ("Max Muster max@example.org", "September 11, 2015", "22. Februar 2015")]
    found = marked(heading("A title", style(20.0)), *own, text())
    assert [one.text for one in found if one.kind is Kind.HEADING] == ["A title"]
    assert levels(heading("12 janvier 2020", look, number=3), text(3))


@pytest.mark.parametrize(
    ("words", "scheme"),
    [("A.1 Tables", ("decimal", 2)), ("B.2.3. More", ("decimal", 3)), ("A. Sensors", ("letter", 1))],
)
def test_numbers_of_appendices_count_as_those_of_parts(words, scheme):
    assert scheme_of(words) == scheme


def test_a_large_title_in_the_type_of_programs_is_a_heading():
    title = heading("The gardens package", style(17.0, font="Mono", mono=True))
    assert marked(title, text())[0].kind is Kind.HEADING
    assert marked(heading("\\gardens", style(17.0, font="Mono", mono=True)), text())[0].kind is Kind.TEXT


@pytest.mark.parametrize("words", ["• Limits of use", "➢ Limits of use", "⚫ Limits of use"])
def test_bold_items_of_lists_are_no_headings(words):
    assert marked(heading(words), text(), heading(words), text())[0].kind is Kind.TEXT


def test_a_chinese_date_on_the_first_page_is_no_heading():
    look = style(14.0, bold=True)
    assert marked(heading("2016 年 7 月 12 日", look), text())[0].kind is Kind.TEXT
    assert marked(heading("2016 年的回顾", look), text())[0].kind is Kind.HEADING


@given(st.text("ab 中文。", max_size=12), st.integers(0, 26))
def test_a_text_is_wider_than_what_its_width_is_more_than(text: str, limit: int) -> None:
    assert heading_detection.is_wider(text, limit) is (heading_detection.text_width(text) > limit)
