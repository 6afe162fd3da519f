"""Running heads that are drawn as tables are furniture; tables of the text are none."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.model.block import Role, Table
from quire.model.document import Document
from quire.model.page import Page
from tests.layout import pages as make
from tests.layout.table_pages import grid_rules

XS, YS = (72.0, 200.0, 380.0, 520.0), (40.0, 60.0, 80.0, 100.0)


def grid(texts: list[list[str]], down: float = 0.0) -> Page:
    """Cells of a drawn grid at the head of a page."""
    lines = [make.line(text, XS[c] + 4, YS[r] + 14 + down) for r, row in enumerate(texts) for c, text in enumerate(row)]
    return make.page(lines, rules=grid_rules(XS, [y + down for y in YS]))


def document(*pages: Page) -> Document:
    return arrange(
        [
            make.page(
                list(page.lines),
                make.block(make.prose(90, 440.0, start=60 * number), 72.0, 330.0),
                rules=page.rules,
                number=number,
            )
            for number, page in enumerate(pages, 1)
        ],
        meta=make.META,
    )


def tables(found: Document) -> int:
    return sum(isinstance(block, Table) for block in found.blocks)


def head(number: int, title: str = "Handling of samples") -> Page:
    return grid(
        [
            ["Laboratory", title, "SOP 12"],
            ["Version 3", "Quality manual", "June"],
            ["Written by", "A. Smith", f"Page {number}"],
        ]
    )


def test_a_grid_that_pages_repeat_is_furniture() -> None:
    found = document(head(1), head(2), head(3))
    assert tables(found) == 0
    assert sum("Handling" in "".join(s.text for s in one.spans) for one in found.furniture) == 3
    assert {one.role for one in found.furniture} <= {Role.HEADER, Role.PAGE_NUMBER}


def test_a_grid_on_one_page_is_a_table() -> None:
    assert tables(document(head(1), make.page(), make.page())) == 1


def test_tables_with_other_values_at_one_place_are_tables() -> None:
    rows = [
        grid([["Case", "Result of the run", "Time"], [f"Login with {who}", said, took], ["Owner", name, f"{n} s"]])
        for n, (who, said, took, name) in enumerate(
            [
                ("password", "accepted", "4 s", "Mary"),
                ("token", "refused at once", "9 s", "Paul"),
                ("nothing", "error", "1 s", "Ruth"),
            ]
        )
    ]
    assert tables(document(*rows)) == 3


def test_two_of_many_pages_are_too_few() -> None:
    assert tables(document(head(1), head(2), *[make.page() for _ in range(14)])) == 2


def test_a_grid_elsewhere_on_each_page_is_a_table() -> None:
    rows = [["Laboratory", "Handling of samples", "SOP 12"], ["Version 3", "Manual", "June"], ["By", "Smith", "None"]]
    assert tables(document(grid(rows), grid(rows, 40.0), grid(rows, 80.0))) == 3
