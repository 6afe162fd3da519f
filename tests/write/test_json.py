"""JSON: legal by its own schema, complete, the same twice."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings

from quire.model.block import Figure, Note, Paragraph, Place, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.write.json import SCHEMA_FILE, VERSION, write
from tests import documents as make
from tests.strategies import CONTROLS, documents
from tests.write.reading import block_texts, squeezed

DOCS = Path(__file__).parents[2] / "docs" / "json.md"


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA_FILE.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def read(document: Document) -> dict:
    return json.loads(write(document, {}))


def texts_in(value: object) -> list[str]:
    """Every string of the value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in texts_in(one)]


def test_golden(golden: Callable[[str, str], None]) -> None:
    golden("rich.json", write(make.rich(), {}).decode())


def test_the_rich_document_is_valid(validator: jsonschema.Draft202012Validator) -> None:
    data = read(make.rich())
    validator.validate(data)
    assert data["schema"] == "quire-document"
    assert data["version"] == VERSION
    kinds = {block["type"] for block in data["blocks"]}
    assert kinds == {"heading", "paragraph", "list", "table", "figure", "quote", "code", "formula", "note"}


def test_an_endnote_says_that_it_is_one(validator: jsonschema.Draft202012Validator) -> None:
    note = Note("e1", "i", (make.paragraph("At the end."),), (make.place(),), end=True)
    data = read(Document((), (note, replace(note, id="n1", end=False))))
    validator.validate(data)
    assert [block.get("end") for block in data["blocks"]] == [True, None]


def test_the_schema_refuses_what_is_not_a_document(validator: jsonschema.Draft202012Validator) -> None:
    data = read(make.rich())
    for spoil in (
        lambda: data["blocks"][0].pop("level"),
        lambda: data["blocks"][1].update(type="poem"),
        lambda: data["pages"][0].update(unit="px"),
    ):
        fresh = read(make.rich())
        data.clear()
        data.update(fresh)
        spoil()
        assert not validator.is_valid(data)


def test_chinese_is_not_escaped_and_numbers_are_short() -> None:
    box = Box(1 / 3, 2.0, 100.123456, math.inf)
    text = write(Document((), (Paragraph((Span('表"\\\n'),), (Place(1, box),)),)), {}).decode()
    assert '"text":"表\\"\\\\\\n"' in text
    assert "[0.33,2.0,100.12,0]" in text


def test_spans_leave_out_what_is_ordinary() -> None:
    spans = (make.span("a"), make.span("b", make.BOTH, "https://x.y", "n1"), Span("c", None, "javascript:x"))
    assert read(Document((), (Paragraph(spans, ()),)))["blocks"][0]["spans"] == [
        {"text": "a", "font": "SourceSerif", "size": 10.5, "color": "#000000"},
        {
            "text": "b",
            "font": "SourceSerif",
            "size": 10.5,
            "color": "#000000",
            "bold": True,
            "italic": True,
            "link": "https://x.y",
            "note": "n1",
        },
        {"text": "c"},
    ]


def test_blocks_are_numbered_parents_first() -> None:
    ids = [int(found) for found in re.findall(r'"id":"b(\d+)"', write(make.rich(), {}).decode())]
    assert ids == list(range(1, len(ids) + 1))


def test_figures_name_their_file() -> None:
    image = read(Document((), (Figure(make.picture("p4-2", page=4), ()),)))["blocks"][0]["image"]
    assert (image["path"], image["page"], image["box"]) == ("images/p4-2.png", 4, [72.0, 300.0, 232.0, 420.0])


def test_the_example_of_the_manual_is_what_comes_out(validator: jsonschema.Draft202012Validator) -> None:
    example = re.search(r"```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert example
    validator.validate(json.loads(example[1]))


@settings(max_examples=150, deadline=None)
@given(document=documents)
def test_any_document_is_valid_and_complete(validator: jsonschema.Draft202012Validator, document: Document) -> None:
    body = write(document, {})
    assert body == write(document, {})
    data = json.loads(body)
    validator.validate(data)
    texts = texts_in(data)
    assert not set("".join(texts)) & set(CONTROLS)
    shown = {squeezed(text) for text in texts}
    joined = "\0".join(shown)
    for part in block_texts(document.blocks, latex=False):
        assert part in shown or part in joined


@settings(max_examples=100, deadline=None)
@given(document=documents)
def test_the_texts_of_spans_join_to_the_text(document: Document) -> None:
    def check(value: object) -> None:
        if isinstance(value, dict):
            if "spans" in value:
                assert "".join(span["text"] for span in value["spans"]) == value["text"]
            for inner in value.values():
                check(inner)
        elif isinstance(value, list):
            for inner in value:
                check(inner)

    check(read(document))


def test_a_table_that_begins_at_the_right_says_so(validator: jsonschema.Draft202012Validator) -> None:
    grid = make.grid(("a", "b"))
    blocks = (Table(replace(grid, rtl=True), (make.place(),)), Table(grid, (make.place(),)))
    found = read(Document(pages=(), blocks=blocks))
    validator.validate(found)
    assert [block.get("direction") for block in found["blocks"]] == ["rtl", None]


def test_a_heading_that_was_chosen_says_how_sure_it_is(validator: jsonschema.Draft202012Validator) -> None:
    heading = make.heading(2, "Soil")
    found = read(Document(pages=(), blocks=(replace(heading, confidence=0.625), heading)))
    validator.validate(found)
    assert [block.get("confidence") for block in found["blocks"]] == [0.62, None]


def test_a_table_that_was_found_says_how_sure_it_is(validator: jsonschema.Draft202012Validator) -> None:
    grid = make.grid(("a", "b"))
    blocks = (Table(replace(grid, confidence=0.62), (make.place(),)), Table(grid, (make.place(),)))
    found = read(Document(pages=(), blocks=blocks))
    validator.validate(found)
    assert [block.get("confidence") for block in found["blocks"]] == [0.62, None]
