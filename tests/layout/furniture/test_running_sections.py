"""Names of sections that only running headers show."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.model.page import Page
from quire.write.text_runs import plain_text
from tests.layout.pages import META, block, line, page, prose, style

SMALL = style(8.0)


def leaf(number: int, header: str, title: str = "") -> Page:
    """A page of text below a running header; `title` is printed above the text."""
    head = [line(title, 72, 100)] if title else []
    return page(line(header, 72, 30, SMALL), *head, *block(prose(150, 450, start=7 * number), 72, 140), number=number)


def texts(document: Document) -> list[str]:
    return [plain_text(block.spans) for block in document.blocks if hasattr(block, "spans")]


def test_a_name_that_no_page_says_elsewhere_stays_once() -> None:
    names = ["Trees of parks"] * 3 + ["Shrubs of parks"] * 3 + ["Moss and fern"] * 3
    document = arrange([leaf(n, name) for n, name in enumerate(names, 1)], meta=META)
    assert [own for own in texts(document) if own in set(names)] == [
        "Trees of parks",
        "Shrubs of parks",
        "Moss and fern",
    ]
    assert len(document.furniture) == len(names) - 3


def test_a_name_that_is_above_its_text_is_furniture_throughout() -> None:
    names = ["Trees of parks"] * 3 + ["Shrubs of parks"] * 3
    pages = [leaf(n, name, name if n in {1, 4} else "") for n, name in enumerate(names, 1)]
    document = arrange(pages, meta=META)
    assert len(document.furniture) == len(names)


def test_one_title_on_all_pages_names_no_section() -> None:
    document = arrange([leaf(n, "The garden book") for n in range(1, 7)], meta=META)
    assert len(document.furniture) == 6


def test_titles_that_take_turns_name_no_section() -> None:
    document = arrange([leaf(n, "The garden book" if n % 2 else "A. Writer") for n in range(1, 9)], meta=META)
    assert len(document.furniture) == 8


def test_what_stands_beside_all_names_is_no_part_of_them() -> None:
    names = ["Trees of parks"] * 3 + ["Shrubs of parks"] * 3
    pages = []
    for number, name in enumerate(names, 1):
        beside = [line(name, 72, 30, SMALL), line("garden.example", 460, 30, SMALL)][:: 1 if number % 2 else -1]
        own = leaf(number, name, name if number in {1, 4} else "")
        pages.append(page(*beside, *own.lines[1:], number=number))
    document = arrange(pages, meta=META)
    assert not {"Trees of parks garden.example", "garden.example"} & set(texts(document))
    assert len(document.furniture) == 2 * len(names)
