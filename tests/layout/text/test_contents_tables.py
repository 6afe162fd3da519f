"""Tables of contents."""

from __future__ import annotations

import time

import pytest

from quire.layout.text import contents_tables
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import line

SHORT = [
    ("Introduction", " ........."),
    ("Methods", " .........."),
    ("Results of the survey", "..."),
    ("Index", "........"),
]
TITLES = ["Introduction", "Methods that were used", "Results", "Discussion of them", "Outlook", "Index"]


def rows(pages, *, leader="", apart=True, titles=TITLES):
    lines = []
    for n, (title, number) in enumerate(zip(titles, pages, strict=False)):
        y = 100 + 14 * n
        if apart:
            lines += [line(title + leader, 72, y), line(str(number), 500, y)]
        else:
            lines.append(line(f"{title}{leader}{number}", 72, y, to=500))
    return rows_of(lines)


def test_entries_with_page_numbers_apart():
    assert contents_tables.contents_runs(rows([1, 3, 8, 15, 21, 40])) == [(0, 6)]


def test_entries_with_leaders():
    assert contents_tables.contents_runs(rows([1, 3, 8], leader=" .......... ", apart=False)) == [(0, 3)]
    assert contents_tables.contents_runs(rows(["........ 1", "........ 3", "....... 8"], apart=True)) == [(0, 3)]


def test_leaders_that_follow_the_title_without_a_space():
    titles = ["The first part", "Its second part", "All the rest"]
    entries = rows([1, 3, 8], leader="..........", apart=False, titles=titles)
    assert contents_tables.contents_runs(entries) == [(0, 3)]
    assert [len(entry) for entry in contents_tables.split_entries(entries)] == [1, 1, 1]


def test_a_heading_makes_few_entries_contents():
    few = rows([1, 3, 8])
    assert contents_tables.contents_runs(few) == []
    assert contents_tables.contents_runs(few, titled=True) == [(0, 3)]


def test_figures_of_a_table_are_no_contents():
    assert contents_tables.contents_runs(rows([15, 3, 80, 7, 21, 4])) == []


def test_titles_and_leaders():
    assert contents_tables.entry_title("Scope and aims ............ 12") == "Scope and aims"
    assert contents_tables.entry_title("Scope and aims 12") == "Scope and aims"
    assert contents_tables.entry_title("Scope and aims") == "Scope and aims"
    assert contents_tables.without_leader("Scope ........ 12") == "Scope\t12"
    assert contents_tables.without_leader(" Scope ........ ") == " Scope\t"  # behind a number in another font


def test_a_title_over_several_rows_is_one_entry():
    lines = [
        line("A long title that", 72, 100),
        line("goes on here", 80, 112),
        line("5", 500, 112),
        line("Next", 72, 126),
        line("9", 500, 126),
    ]
    assert [[row.text for row in entry] for entry in contents_tables.split_entries(rows_of(lines))] == [
        ["A long title that", "goes on here 5"],
        ["Next 9"],
    ]


def test_headings_of_contents():
    assert contents_tables.has_contents_heading(rows_of([line("Table of Contents", 72, 100)]))
    assert contents_tables.has_contents_heading(rows_of([line("目 录", 72, 100)]))
    assert not contents_tables.has_contents_heading(rows_of([line("The contents of the box", 72, 100)]))


def test_a_leader_of_many_signs_takes_no_long_time():
    """Minutes when it was begun anew at each of its signs."""
    began = time.process_time()
    assert (
        contents_tables.contents_runs(rows_of([line("_" * 100_000 + "x", 72, 100), line("." * 100_000 + "x", 72, 120)]))
        == []
    )
    assert time.process_time() - began < 20


def test_numbers_right_behind_their_titles_are_entries_below_a_heading_of_contents():
    rows = rows_of([line(f"{n}. Part of the book {3 * n}", 72, 100 + 14 * n) for n in range(1, 8)])
    assert contents_tables.contents_runs(rows, titled=True) == [(0, 7)]
    assert [len(entry) for entry in contents_tables.split_entries(rows)] == [1] * 7
    assert contents_tables.contents_runs(rows) == []
    assert contents_tables.contents_runs(rows[::-1], titled=True) == []


@pytest.mark.parametrize(
    "printed",
    [
        ["- 1 -", "- 3 -", "- 8 -"],
        ["-1-", "-3-", "-8-"],
        ["(1)", "(3)", "(8)"],
        ["p. 1", "p. 3", "p. 8"],
        ["第1页", "第3页", "第8页"],
        ["- 1 -", "错误!未定义书签。", "- 8 -", "- 9 -"],
    ],
)
def test_page_numbers_are_printed_in_several_ways(printed):
    entries = rows(printed, leader=" .......... ", apart=False)
    assert contents_tables.contents_runs(entries) == [(0, len(printed))]
    assert contents_tables.entry_title(entries[0].text) == "Introduction"
    assert contents_tables.ends_with_leader(entries[0].text)
    assert contents_tables.entry_title(f"Introduction {printed[0]}") == "Introduction"


def test_ranges_of_pages_are_page_numbers_under_a_heading_of_contents_alone():
    ranges = rows(["1", "3-4", "5 - 9", "10–15", "16-17", "18-20"])
    assert contents_tables.contents_runs(ranges, titled=True) == [(0, 6)]
    assert [len(entry) for entry in contents_tables.split_entries(ranges)] == [1] * 6
    assert contents_tables.entry_title("Discussion of them 10–15") == "Discussion of them"
    assert contents_tables.contents_runs(ranges) == []  # ages, grades
    led = rows(["........ 3-4", "........ 5-9", "....... 10-15"])
    assert contents_tables.contents_runs(led) == [(0, 3)]


def test_a_title_may_leave_room_for_a_short_leader():
    lines = [line(f"{title}{dots} {n}", 72, 100 + 14 * n, to=500) for n, (title, dots) in enumerate(SHORT)]
    assert contents_tables.contents_runs(rows_of(lines)) == [(0, 4)]
    assert [len(entry) for entry in contents_tables.split_entries(rows_of(lines))] == [1, 1, 1, 1]


def test_negative_figures_are_no_page_numbers():
    assert contents_tables.contents_runs(rows(["-1", "-3", "-8", "-9", "-20", "-40"]), titled=True) == []
