"""Running lines that pages repeat."""

from __future__ import annotations

import pytest

from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.repeated_lines import Repetition, repetitions, sought_lines
from quire.layout.furniture.running_text import signature


def end(text: str, baseline: float = 40.0, *, top: bool = True) -> EndRow:
    return EndRow(top, text, signature(text), baseline, 8.0, ((text.split(maxsplit=1)[0], text),), apart=True)


def found(*rows: EndRow) -> list[Repetition]:
    """The repetition of one row a page."""
    return [own[0] for own in repetitions(as_pages(*rows))]


def as_pages(*rows: EndRow) -> list[PageMargins]:
    return [PageMargins(n, 600.0, 800.0, 40, (row,), ()) for n, row in enumerate(rows, 1)]


def test_one_page_repeats_nothing():
    [own] = found(end("A report"))
    assert (own.same, own.alike, own.near, own.level) == (0, 0, 0, 0)


def test_a_text_near_its_height_on_other_pages():
    rows = [end("A report"), end("Text"), end("A report", 44.0), end("A report", 45.0), end("A report", 300.0)]
    assert [(own.same, own.near) for own in found(*rows)] == [(2, 0), (0, 0), (2, 1), (2, 1), (0, 0)]


def test_the_other_end_of_a_page_repeats_nothing():
    assert [own.alike for own in found(end("A report"), end("A report", top=False))] == [0, 0]


@pytest.mark.parametrize(
    ("texts", "counted"),
    [((1, 2, 3, 4), [1.0] * 4), ((5, 5, 5, 5), [0.25] * 4), ((4, 5, 9, 7), [0.75, 0.75, 0.25, 0.75])],
)
def test_numbers_that_count_with_the_pages(texts: tuple[int, ...], counted: list[float]):
    rows = found(*(end(f"Report {number}") for number in texts))
    assert [own.alike for own in rows] == [3] * 4
    assert [own.counted for own in rows] == counted


def test_texts_that_change_at_one_height():
    names = ["Roses", "Roses", "Oaks", "Moss"]
    assert [(own.level, own.texts, own.apart) for own in found(*map(end, names))] == [(3, 0.75, 1.0)] * 4


def test_a_section_beside_a_title_that_changes_is_one_text():
    """The head of a slide: the section at the left, the slide's title at the right."""
    heads = [end(f"Roses {title}")._replace(pieces=(("Roses", "Roses"), (title, title))) for title in "abcd"]
    assert {own.texts for own in found(*heads)} == {0.25}


def test_left_pages_mirror_right_ones():
    """A running head with the section inside and the address outside."""
    turned = [[("Roses", "Roses"), ("a.b", "a.b")], [("a.b", "a.b"), ("Roses", "Roses")]]
    heads = [end(" ".join(text for _, text in pieces))._replace(pieces=tuple(pieces)) for pieces in turned]
    heads = [one._replace(signature=signature("a.b Roses")) for one in heads]
    assert [(own.same, own.near) for own in found(*heads)] == [(1, 1), (1, 1)]


def test_what_stands_beside_changing_names_repeats_them_unless_they_are_titles():
    names = ["Roses", "Oaks", "Moss", "Fern", "Text"]
    heads = [end(f"{name} a.b")._replace(pieces=((name, name), ("a.b", "a.b"))) for name in names]
    assert [own.same for own in found(*heads)] == [4] * 5
    assert [own.same for own in found(*heads[:3])] == [0] * 3
    assert [own.same for own in found(*[one._replace(title=True) for one in heads])] == [0] * 5


def test_repeated_lines_are_looked_for_inside_pages_but_numbers_are_not():
    pages = as_pages(end("Total assets"), end("Total assets"), end("7", 60.0), end("8", 60.0), end("Once", 90.0))
    assert sought_lines(pages, repetitions(pages)) == {("Total", "Total assets", 8.0)}
