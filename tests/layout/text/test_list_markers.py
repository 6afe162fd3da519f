"""Markers, items and nesting."""

from __future__ import annotations

import pytest

from quire.layout.pipeline import arrange
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.list_markers import han_value, is_next_section, marker_of, nest_items
from quire.layout.text.text_rows import rows_of
from quire.model.block import List
from tests.layout import pages as make
from tests.layout.pages import line
from tests.layout.whole import mark_items


@pytest.mark.parametrize(
    ("text", "marker", "kind", "value"),
    [
        ("• entry", "•", "bullet•", 0),
        ("- entry", "-", "bullet-", 0),
        ("– entry", "–", "bullet–", 0),
        ("⎯ entry", "⎯", "bullet⎯", 0),
        ("o entry", "o", "bulleto", 0),
        ("o内容", "o", "bulleto", 0),
        ("3. entry", "3.", "decimal.", 3),
        ("3) entry", "3)", "decimal)", 3),
        ("(12) entry", "(12)", "(decimal)", 12),
        ("（2）内容", "（2）", "(decimal)", 2),
        ("3、内容", "3、", "decimal、", 3),
        ("3.内容", "3.", "decimal.", 3),
        ("②内容", "②", "circled", 2),
        ("− entry", "−", "bullet−", 0),
        ("⸺ entry", "⸺", "bullet⸺", 0),
        ("‒ entry", "‒", "bullet‒", 0),
        ("一、概述", "一、", "han、", 1),
        ("（十二）其他", "（十二）", "(han)", 12),
        ("b) entry", "b)", "lettera)", 2),
        ("(c) entry", "(c)", "(lettera)", 3),
        ("B. entry", "B.", "letterA.", 2),
        ("iv. entry", "iv.", "romana.", 4),
        ("bb) entry", "bb)", "lettersa)", 2),
        ("(ii) entry", "(ii)", "(romana)", 2),
        ("A、内容", "A、", "letterA、", 1),
        ("B．内容", "B．", "letterA.", 2),
    ],
)
def test_markers(text, marker, kind, value):
    found = marker_of(text)
    assert found is not None
    assert (found.text, found.kind, found.value) == (marker, kind, value)
    assert text[found.length :] in ("entry", "内容", "概述", "其他")


@pytest.mark.parametrize(
    "text",
    [
        "3.5 million",
        "2019. It fell",
        "1.2 Scope",
        "12,000 shares",
        "3.rd place",
        "-5",
        "−5",
        "other",
        "e.g. this",
        "",
        "(see above)",
        "10-K report",
        "一月份",
        "A",
    ],
)
def test_no_markers(text):
    assert marker_of(text) is None


def test_numbers():
    assert [han_value(text) for text in ("三", "十", "十二", "二十", "二十一")] == [3, 10, 12, 20, 21]


def draft(text, x=72.0, baseline=100.0, page=1):
    return Draft(page, rows_of([line(text, x, baseline)]), left=72, right=540)


def test_a_number_needs_a_neighbour_but_a_bullet_does_not():
    drafts = [draft("• one"), draft("text between"), draft("7. alone"), draft("2) two"), draft("3) three")]
    mark_items(drafts)
    assert [one.kind for one in drafts] == [Kind.ITEM, Kind.TEXT, Kind.TEXT, Kind.ITEM, Kind.ITEM]


def test_a_roman_i_between_h_and_j_is_a_letter():
    drafts = [draft("h. eight"), draft("i. nine"), draft("j. ten")]
    mark_items(drafts)
    assert all(one.kind is Kind.ITEM for one in drafts)


def shape(entries):
    return [(entry.draft.marker.text, shape(entry.children)) for entry in entries]


def test_deeper_kinds_are_nested_and_come_back():
    drafts = [
        draft("1. one", 72, 100),
        draft("a) first", 90, 112),
        draft("b) second", 90, 124),
        draft("2. two", 72, 136),
        draft("• dot", 90, 148),
        draft("3. three", 72, 160),
    ]
    mark_items(drafts)
    assert shape(nest_items(drafts)) == [("1.", [("a)", []), ("b)", [])]), ("2.", [("•", [])]), ("3.", [])]


def test_roman_numbers_below_letters_stay_below_them():
    """A lone (i) may be a letter as well; those after it count on from it."""
    rows = [
        ("(a) one", 72),
        ("(i) deep", 100),
        ("(ii) deep", 100),
        ("(iii) deep", 100),
        ("(b) two", 72),
        ("(i) deep", 100),
    ]
    drafts = [draft(text, x, 100 + 12 * n) for n, (text, x) in enumerate(rows)]
    mark_items(drafts)
    assert shape(nest_items(drafts)) == [("(a)", [("(i)", []), ("(ii)", []), ("(iii)", [])]), ("(b)", [("(i)", [])])]


def test_bullets_of_one_kind_are_nested_by_indent():
    drafts = [draft("• one", 72, 100), draft("• deeper", 100, 112), draft("• two", 72, 124)]
    mark_items(drafts)
    assert shape(nest_items(drafts)) == [("•", [("•", [])]), ("•", [])]


def test_bullets_of_one_kind_keep_their_depth_over_the_end_of_a_page_and_a_column():
    def placed(text, x, y, page, left):
        return Draft(page, rows_of([line(text, x, y)]), left=left, right=left + 200.0)

    nested = [("•", [("•", []), ("•", [])]), ("•", [])]
    for page, left, inner, outer in (
        (2, 60.0, 100.0, 72.0),
        (2, 80.0, 120.0, 92.0),  # another margin
        (2, 100.0, 100.0, 72.0),  # a column that begins with the inner item
        (1, 320.0, 360.0, 332.0),  # the next column
    ):
        drafts = [
            placed("• one", 72, 700, 1, 60.0),
            placed("• deeper", 100, 712, 1, 60.0),
            placed("• goes on", inner, 60, page, left),
            placed("• two", outer, 72, page, left),
        ]
        mark_items(drafts)
        assert shape(nest_items(drafts)) == nested


def kinds(*rows):
    own = [Draft(1, rows_of([line(text, 72, 100 + 20 * index)])) for index, text in enumerate(rows)]
    mark_items(own)
    return [draft.kind for draft in own]


def test_boxes_with_answers_are_text():
    assert kinds("□适用 √不适用", "□已达到 □未达到 √不适用", "□适用 √不适用") == [Kind.TEXT] * 3
    assert kinds("□ Yes", "□ No") == [Kind.TEXT] * 2
    assert kinds("☐ One box that stands alone on its page") == [Kind.TEXT]


def test_boxes_before_longer_text_on_rows_of_their_own_are_a_list():
    assert (
        kinds("□ The report is complete", "□ The report is signed by both", "□ All annexes are there")
        == [Kind.ITEM] * 3
    )


def test_a_star_alone_is_a_note_and_stars_together_are_a_list():
    alone, text = draft("* as estimated by the firms"), draft("Text between", 72, 130)
    mark_items([alone, text])
    assert alone.kind is Kind.TEXT
    pair = [draft("* one", 72, 100), draft("* two", 72, 112)]
    mark_items(pair)
    assert [one.kind for one in pair] == [Kind.ITEM, Kind.ITEM]


@pytest.mark.parametrize(
    ("above", "text", "follows"),
    [
        ("1.2.1 First", "1.2.2 Second", True),
        ("1.2 Part", "1.2.1 First", True),
        ("2.9存在流程", "2.10存在记录", True),
        ("1.2.1 First", "1.2.3 Third", False),
        ("1.2.1 First", "1.3.1 First", False),
        ("2.5 million", "of 2.6 million", False),
        ("2.5% of", "2.6% of", False),
    ],
)
def test_the_next_section(above, text, follows):
    assert is_next_section(above, text) is follows


def test_numbers_under_bullets_at_the_same_indent_are_a_list_of_their_own() -> None:
    bullets = [
        make.line(f"• An entry of {word}", 90.0, 200.0 + 14.0 * i) for i, word in enumerate(("one", "two", "more"))
    ]
    numbers = [make.line(f"{n}. A step of {n}", 90.0, 250.0 + 14.0 * n) for n in (1, 2, 3)]
    page = make.page(make.block(make.prose(60, 430.0), 72.0, 100.0), bullets, numbers)
    found = [block for block in arrange([page], meta=make.META).blocks if isinstance(block, List)]
    assert [len(block.items) for block in found] == [3, 3]
    further = [
        own._replace(x0=own.x0 + 18, words=tuple(w._replace(x0=w.x0 + 18, x1=w.x1 + 18) for w in own.words))
        for own in numbers
    ]
    page = make.page(make.block(make.prose(60, 430.0), 72.0, 100.0), bullets, further)
    found = [block for block in arrange([page], meta=make.META).blocks if isinstance(block, List)]
    assert [len(block.items) for block in found] == [3]


@pytest.mark.parametrize(("at", "inside"), [(320.0, False), (340.0, True)])
def test_bullets_in_the_next_column_are_nested_only_if_they_stand_further_in(at, inside):
    number, bullet = (
        Draft(1, rows_of([line(text, x)]), Kind.ITEM, left, left + 220, column, marker=marker_of(text))
        for text, x, left, column in (("6. the last of the items", 72.0, 72.0, 0), ("• another list", at, 320.0, 1))
    )
    entries = nest_items([number, bullet])
    assert [len(entry.children) for entry in entries] == ([1] if inside else [0, 0])


def test_a_lone_first_item_is_one_where_other_lists_have_its_edge():
    def item(text, x0=72.0):
        return Draft(1, rows_of([line(text, x0, 100)]), left=72, right=540)

    drafts = [item("1. One"), item("2. Two"), *[item("Text.")] * 13, item("1. Alone"), item("1. Elsewhere", 90.0)]
    mark_items(drafts)
    assert [one.text for one in drafts if one.kind is Kind.ITEM] == ["1. One", "2. Two", "1. Alone"]
