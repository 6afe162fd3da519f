"""Numbering schemes, and levels that are consistent over a document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.layout.headings.heading_levels import Title, as_title, is_caps, is_small_caps, levels, scheme_of
from quire.layout.text.block_drafts import Draft
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import line, style


def title(text: str, size: float = 12.0, known: int = 0, **look: object) -> Title:
    return as_title(Draft(1, rows_of([line(text, 72, 100, style(size, **look))])), known)


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("1.2 Scope", ("decimal", 2)),
        ("A.1 Sums", ("decimal", 2)),
        ("5．1 范围", ("decimal", 2)),
        ("2．概述", ("decimal", 1)),
        ("2.1.Java", ("decimal", 2)),
        ("2.5GHz", None),
        ("第三章 公司治理", ("han章", 1)),
        ("Chapter 4 Oaks", ("chapter", 1)),
        ("ITEM 9A. CONTROLS", ("item", 1)),
        ("Item of note", None),
        ("一、概况", ("han、", 1)),
        ("（一）概况", ("(han)", 1)),
        ("3、概况", ("1、", 1)),
        ("IV. Results", ("roman", 1)),
        ("B. Results", ("letter", 1)),
        ("Results", None),
    ],
)
def test_schemes(text: str, scheme: tuple[str, int] | None) -> None:
    assert scheme_of(text) == scheme


def test_sizes_give_levels_and_the_title_is_above_all() -> None:
    titles = [title("Book", 22.0), title("One", 16.0), title("Inner", 12.0), title("Two", 16.0)]
    assert levels(titles, 0) == [1, 2, 3, 2]
    assert levels(titles[1:], None) == [1, 2, 1]


def test_a_title_in_another_colour_is_at_the_level_of_its_sections() -> None:
    sections = [title(text, size, color=0x2F5496) for text, size in (("One", 16.0), ("Inner", 12.0), ("Two", 16.0))]
    assert levels([title("Report", 28.0), *sections], 0) == [1, 1, 2, 1]
    for color in (0x2F5496, 0xFFFFFF):
        assert levels([title("Report", 28.0, color=color), *sections], 0) == [1, 2, 3, 2]


def test_levels_that_contents_declare_may_skip_one() -> None:
    known = [1, 1, 2, 1, 3, 3]
    look = ["Summary", "Tests", "Table", "Pictures", "Case A", "Case B"]
    sizes = {1: 16.0, 2: 13.0, 3: 12.0}
    assert levels([title(text, sizes[k], k) for text, k in zip(look, known, strict=True)], None) == known
    guessed = [title(text, sizes[k]) for text, k in zip(look, known, strict=True)]
    assert levels(guessed, None) == [1, 1, 2, 1, 2, 2]


def test_declared_levels_of_some_numbers_hold_for_the_others() -> None:
    look = [("Chapter 1 Aims", 1), ("1.1 Need", 0), ("1.2 Scope", 0), ("1.3 Plan", 0), ("Chapter 2 Means", 1)]
    look += [("2.1 Tools", 2), ("2.2 Time", 2)]
    found = levels([title(text, 12.0, known, bold=True) for text, known in look], None)
    assert found == [1, 2, 2, 2, 1, 2, 2]


def test_numbers_that_count_in_each_size_are_schemes_of_their_own() -> None:
    look = [
        ("1. Plan", 21.0),
        ("Aims", 18.0),
        ("1. Front", 15.0),
        ("2. Back", 15.0),
        ("2. State", 21.0),
        ("Done", 18.0),
    ]
    look += [("1. Data", 15.0), ("2. Pages", 15.0), ("3. Outlook", 21.0)]
    assert levels([title(text, size) for text, size in look], None) == [1, 2, 3, 3, 1, 2, 3, 3, 1]
    mixed = [title(f"{n}. Part", 21.0 if n in (1, 4) else 15.0) for n in range(1, 7)]
    assert levels(mixed, None) == [1] * 6


def test_declared_levels_win() -> None:
    assert levels([title("One", 16.0, known=2), title("Two", 12.0, known=1)], None) == [2, 1]


def test_a_level_that_is_known_of_words_in_several_styles_is_not_theirs() -> None:
    titles = [title("Work", 18.0), title("Week 1", 14.0, known=3), title("Pages", 14.0, known=2)]
    titles += [title("Week 1", 12.0, known=3), title("Week 2", 12.0, known=3), title("Sums", 14.0, known=2)]
    assert levels(titles, None) == [1, 2, 2, 3, 3, 2]


def test_capitals_are_no_style_of_their_own() -> None:
    assert levels([title("SCOPE", 14.0), title("Users", 14.0), title("AIMS", 14.0)], None) == [1, 1, 1]


def test_deeper_numbers_are_deeper_whatever_their_style() -> None:
    titles = [title("1 One"), title("1.1 Inner"), title("1.1.1 Innermost"), title("2 Two"), title("2.1 Inner")]
    assert levels(titles, None) == [1, 2, 3, 1, 2]


def test_numbers_that_begin_anew_between_others_are_below_them() -> None:
    names = ["一、规则", "1. 报名", "2. 筛选", "二、奖励", "1. 名次", "2. 证书"]
    assert levels([title(name) for name in names], None) == [1, 2, 2, 1, 2, 2]
    names = ["1. One", "2. Two", "A. Letters", "B. Letters", "1. One", "2. Two"]  # nothing goes on behind them
    assert len(set(levels([title(name) for name in names], None))) == 1


def test_no_style_skips_a_level_everywhere() -> None:
    titles = [title("One", 20.0, known=1), title("Aims"), title("Means"), title("Two", 20.0, known=1)]
    titles += [title("Deep", 14.0, known=3), title("Deep", 14.0, known=3)]
    assert levels(titles, None) == [1, 2, 2, 1, 2, 2]
    assert levels([*titles, title("Costs")], None) == [1, 3, 3, 1, 2, 2, 3]


def test_declared_levels_below_a_title_stay_together_where_some_are_numbered() -> None:
    names = ["Report", "Summary", "一、目标", "1.1 范围", "二、方法", "附录", "参考文献"]
    known = [1, 2, 2, 3, 2, 2, 2]
    titles = [title(name, {1: 22.0, 2: 17.0, 3: 14.0}[level], level) for name, level in zip(names, known, strict=True)]
    assert levels(titles, 0) == known
    red = titles[0]._replace(style=titles[0].style._replace(color=0xCC0000))
    assert levels([red, *titles[1:]], 0) == known


def test_chinese_schemes_are_nested_in_their_usual_order() -> None:
    names = ["第一节 概况", "一、情况", "（一）业务", "（二）产品", "二、风险"]
    titles = [title(name, 14.0 if n else 12.0) for n, name in enumerate(names)]
    assert levels(titles, None) == [1, 2, 3, 3, 2]


def test_items_and_chapters_are_below_the_parts_that_they_are_printed_under() -> None:
    names = ["Preface", "PART I", "Item 1. Business", "Customers", "Item 1A. Risks", "PART II", "Item 5. Market"]
    sizes = [14.0, 12.0, 14.0, 10.0, 14.0, 12.0, 14.0]
    titles = [title(name, size) for name, size in zip(names, sizes, strict=True)]
    assert levels(titles, None) == [1, 1, 2, 3, 2, 1, 2]
    alike = [title(name, 12.0) for name in ("Part One", "Part 1", "Chapter 1", "Chapter 2", "Part 2", "Chapter 3")]
    assert levels(alike, None) == [1, 1, 2, 2, 1, 2]
    assert levels([title("Chapter 1", 14.0), title("Chapter 2", 14.0), title("Part 1"), title("Part 2")], None) == [
        1,
        1,
        2,
        2,
    ]


@given(st.lists(st.tuples(st.sampled_from([9.0, 12.0, 16.0, 22.0]), st.integers(0, 8), st.booleans()), max_size=12))
def test_levels_are_those_of_html(drawn: list[tuple[float, int, bool]]) -> None:
    titles = [
        title(f"{'1.' * (n % 4)}1 Part" if n % 2 else "Part", size, known) for n, (size, known, _) in enumerate(drawn)
    ]
    top = 0 if drawn and drawn[0][2] else None
    found = levels(titles, top)
    assert len(found) == len(titles)
    assert all(1 <= level <= 6 for level in found)


def test_capitals() -> None:
    assert is_caps("SCOPE AND AIMS")
    assert not is_caps("UN")
    assert not is_caps("目录")
    assert is_small_caps(style(10.0, font="CMCSC10"))
    assert not is_small_caps(style(10.0))


def test_i_behind_h_is_a_letter_and_not_the_first_roman_number() -> None:
    letters = [title(f"{letter}. Option", italic=True) for letter in "ABCDEFGIJ"]
    found = levels([title("I. CLASSES"), *letters, title("II. SECTIONS"), title("A. Parts", italic=True)], None)
    assert found == [1, *[2] * 9, 1, 2]


def test_sizes_of_scans_that_differ_a_little_are_one() -> None:
    scanned = [title("One", 16.0, font=""), title("Two", 13.0, font=""), title("Three", 13.5, font="")]
    assert levels(scanned, None) == [1, 2, 2]
    typed = [title("One", 16.0), title("Two", 13.5), title("Three", 13.0)]
    assert levels(typed, None) == [1, 2, 3]
