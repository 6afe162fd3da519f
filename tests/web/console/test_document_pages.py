"""What the viewer shows of a document: marks with their blocks, Markdown and JSON of a page, pages that warnings name."""

from __future__ import annotations

import json

import pytest

from quire.jobs import document_view, result_doubts
from quire.web.console.document_pages import document_page, doubt, first_page
from quire.web.console.result_tables import LOW_CONFIDENCE
from quire.web.documents import corrected_documents

PARAGRAPH = {
    "id": "b1",
    "type": "paragraph",
    "text": "Hello",
    "spans": [{"text": "Hello"}],
    "places": [{"page": 1, "box": [10, 20, 110, 40], "confidence": 0.55}, {"page": 2, "box": [1, 2, 3, 4]}],
    "order": 1,
    "markdown": "Hello\n",
}
CELL = {"col": 0, "row_span": 1, "col_span": 1, "header": False, "align": "left"}
TABLE = {
    "id": "b2",
    "type": "table",
    "caption": None,
    "cells": [
        CELL | {"row": 0, "text": "1", "page": 1, "box": [10, 60, 50, 80]},
        CELL | {"row": 1, "text": "2", "page": 2, "box": [10, 0, 50, 20]},
        CELL | {"row": 2, "text": "3"},
    ],
    "places": [{"page": 1, "box": [10, 60, 110, 80]}],
    "order": 2,
    "markdown": "| 1 |\n",
}
CONTENT = {
    "blocks": [PARAGRAPH, TABLE],
    "continued": [{"id": "b0", "type": "list", "order": 9, "home": 4, "box": [0, 0, 5, 5]}],
    "furniture": [{"role": "header", "text": "Report", "box": [0, 0, 9, 9]}],
}


def test_the_names_are_those_of_the_jobs() -> None:
    assert (corrected_documents.INDEX, LOW_CONFIDENCE) == (document_view.INDEX, result_doubts.LOW_CONFIDENCE)


def test_marks_lead_to_their_blocks() -> None:
    paragraph, table, continued, header = document_page(1, CONTENT).marks
    assert (paragraph.name, paragraph.block, paragraph.box, paragraph.percent) == ("m-b1", "b1", (10, 20, 100, 20), 55)
    assert (table.cells, table.percent) == (((10, 60, 40, 20),), None)
    assert (continued.block, continued.home) == ("b0", 4)
    assert (header.block, header.role, header.text) == ("", "header", "Report")


def test_the_formats_of_a_page() -> None:
    page = document_page(1, CONTENT)
    assert page.markdown == "Hello\n\n| 1 |\n"
    assert json.loads(page.json)[0] == {name: PARAGRAPH[name] for name in ("id", "type", "text", "spans", "places")}


def test_doubt_is_that_of_the_worst_place() -> None:
    assert doubt(PARAGRAPH) == 55
    assert doubt(TABLE) is None
    assert doubt({"places": []}) is None
    assert doubt({**TABLE, "confidence": 0.415}) == 42
    assert doubt({**TABLE, "confidence": 0.41, "corrected": True}) is None


def test_a_heading_is_in_doubt_where_it_is_probably_none() -> None:
    heading = {"type": "heading", "places": [{"page": 1, "box": [10, 20, 110, 40]}]}
    assert doubt({**heading, "confidence": 0.49}) == 49
    assert doubt({**heading, "confidence": 0.51}) is None
    unread = [{"page": 1, "box": [10, 20, 110, 40], "confidence": 0.6}]
    assert doubt({**heading, "confidence": 0.51, "places": unread}) == 60


@pytest.mark.parametrize(
    ("warning", "page"),
    [
        ("Page 12 could not be recognised: left as in the file.", 12),
        ("Pages 3–5 could not be recognised.", 3),
        ("7 pages show text that only recognition could read (2, 5-10).", 2),
        ("No text was found: the result is empty or shows only pictures.", 0),
    ],
)
def test_the_page_that_a_warning_names(warning: str, page: int) -> None:
    assert first_page(warning) == page
