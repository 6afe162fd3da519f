"""Running lines that pages repeat."""

from __future__ import annotations

import pytest

from quire.layout.furniture.end_rows import EndRow
from quire.layout.furniture.repeated_lines import repetition_evidence, sought_lines, without_content


def end(text: str, baseline: float = 40.0, *, top: bool = True) -> EndRow:
    signature = "".join("#" if char.isdigit() else char for char in text.lower() if char != " ")
    return EndRow(top, text, signature, baseline, 8.0, ((text.split(maxsplit=1)[0], text),), apart=True)


def test_one_page_repeats_nothing() -> None:
    assert repetition_evidence([[end("A report"), end("7")]]) == [[None, None]]


@pytest.mark.parametrize(("pages", "of", "repeated"), [(3, 3, True), (2, 2, True), (2, 6, True), (2, 7, False)])
def test_a_text_on_three_pages_is_repeated_or_on_two_of_a_short_document(pages: int, of: int, repeated: bool) -> None:
    rows = [
        [end("The yearly report")] if n < pages else [end(f"{'abcdefg'[n]} own", 300.0 + 20 * n)] for n in range(of)
    ]
    found = repetition_evidence(rows)
    assert (found[0][0] is not None) is repeated
    assert (found[1][0] is not None) is repeated


def test_a_text_at_other_heights_is_not_repeated() -> None:
    rows = [[end("The yearly report", 40.0 + 30 * n)] for n in range(4)]
    assert repetition_evidence(rows) == [[None]] * 4


def test_titles_that_change_at_one_height_are_evidence_but_less() -> None:
    names = ["Roses", "Roses", "Oaks", "Oaks", "Moss", "Moss", "Ferns", "Ferns"]
    same = repetition_evidence([[end("Roses")] for _ in names])
    changing = repetition_evidence([[end(name)] for name in names])
    assert changing[0][0] is not None
    assert same[0][0] is not None
    assert changing[0][0] < same[0][0]


def test_a_section_beside_a_title_that_changes_is_repeated() -> None:
    """The head of a slide: the section at the left, the slide's title at the right."""

    def head(section: str, title: str) -> EndRow:
        return end(f"{section} {title}")._replace(pieces=((section, section), (title, title)))

    sections = ["Roses"] * 4 + ["Oaks"] * 4
    found = repetition_evidence([[head(section, f"Title {'abcdefgh'[n]}")] for n, section in enumerate(sections)])
    assert all(own[0] is not None for own in found)
    others = [[head(f"Bed {'abcdefgh'[n]}", f"Title {'abcdefgh'[n]}")] for n in range(8)]
    assert repetition_evidence(others) == [[None]] * 8


def test_rows_that_are_inside_pages_as_often_are_content() -> None:
    pages = [[end("Total assets")] for _ in range(3)]
    found = repetition_evidence(pages)
    assert sought_lines(pages, found) == {("Total", "Total assets", 8.0)}
    often = without_content(pages, found, {("Total assets", 8.0): 3})
    seldom = without_content(pages, found, {("Total assets", 8.0): 2})
    assert all(own[0] is not None and own[0] < 0 for own in often)
    assert seldom == found


@pytest.mark.parametrize(
    ("texts", "title", "weak"),
    [
        (["Report 7", "Report 8", "Report 9"], False, False),
        (["Report 7", "Report 8", "Report 9"], True, True),
        (["Problem 5", "Problem 9", "Problem 2"], False, True),
        (["Part 1", "Part 1", "Part 2", "Part 2"], True, False),
    ],
)
def test_words_whose_number_alone_differs_are_weak_evidence(texts: list[str], title: bool, weak: bool) -> None:
    found = repetition_evidence([[end(text)._replace(title=title)] for text in texts])
    assert all(own[0] is not None and (own[0] < 4.0) is weak for own in found)
