"""From a page of the viewer to a corrected document in any format: the samples, their blocks, their changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from quire.jobs import parse_task
from quire.jobs.document_view import INDEX
from quire.jobs.page_corrections import changed_blocks, corrected_page, packed, texts_by_place
from quire.jobs.result_doubts import is_doubtful, page_doubts
from quire.jobs.truth_export import truth, truth_archive
from quire.jobs.view_blocks import ids_of, read_block
from quire.write import json as json_writer

SAMPLE = Path(__file__).parents[2] / "samples" / "annual-report-en.pdf"
PAGES = "6-8"

Content = Mapping[str, Any]


def converted(target: Path, to: str, **options: str) -> tuple[str, dict[str, Any]]:
    """The result of a conversion, and what its handler said."""
    target.mkdir(exist_ok=True)
    request = {"kind": f"parse.{to}", "source": str(SAMPLE), "target": str(target), "filename": "a.pdf"}
    said = parse_task.run(request | {"options": {"pages": PAGES} | options}, lambda *_: None)
    return (target / said["result"]).read_text() if to != "pptx" else "", said


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Content]:
    """The pages of the viewer."""
    target = tmp_path_factory.mktemp("view") / "a"
    said = converted(target, "md", facsimile="1")[1]
    assert said["doubts"] == [len(said["warnings"]), page_doubts(json.loads((target / INDEX).read_text()))]
    return {int(one.stem): json.loads(one.read_text()) for one in (target / "view").glob("[0-9]*.json")}


def the_block(pages: Mapping[int, Content], kind: str) -> tuple[int, dict[str, Any]]:
    """The first block of a type, and its page."""
    return next((at, one) for at in sorted(pages) for one in pages[at]["blocks"] if one["type"] == kind)


def test_a_block_survives_the_way_to_the_model_and_back(pages) -> None:
    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: bare(one) for name, one in value.items() if name not in {"order", "markdown", "confidence"}}
        return [bare(one) for one in value] if isinstance(value, list) else value

    blocks = [one for page in pages.values() for one in page["blocks"]]
    assert {one["type"] for one in blocks} > {"heading", "paragraph", "table", "figure"}
    for one in blocks:
        assert bare(json.loads(json_writer.write_block(read_block(one), ids_of(one)))) == bare(one)


def test_a_page_shows_what_was_changed_and_leaves_the_rest(pages) -> None:
    number, table = the_block(pages, "table")
    changes = [(f"{number}/{table['id']}/1/1", "9,999")]
    made = corrected_page(number, pages[number], changes)
    (found,) = [one for one in made["blocks"] if one.get("corrected")]
    assert (found["id"], found["places"], found["order"]) == (table["id"], table["places"], table["order"])
    assert "9,999" in found["markdown"]
    assert [one for one in made["blocks"] if one is not found] == [
        one for one in pages[number]["blocks"] if one != table
    ]
    assert [one["id"] for one in made["furniture"]] == [f"f{at}" for at in range(len(made["furniture"]))]
    texts = texts_by_place(number, made)
    assert texts[changes[0][0]] == "9,999"
    assert texts[f"{number}/{table['id']}/role"] == "table"
    assert changed_blocks({number: pages[number]}, changes)[0]["cells"][4]["text"] == "9,999"
    assert (
        corrected_page(number, pages[number], [*changes, (f"{number}/{table['id']}", "as read")])["blocks"]
        == pages[number]["blocks"]
    )


@pytest.mark.parametrize("to", ["md", "json", "html"])
def test_every_format_has_the_corrections(pages, tmp_path: Path, to: str) -> None:
    number, table = the_block(pages, "table")
    at, heading = the_block(pages, "heading")
    changes = [(f"{number}/{table['id']}/1/1", "9,999"), (f"{at}/{heading['id']}/text", "A better heading")]
    body, said = converted(tmp_path / to, to, corrections=packed(pages, changes))
    assert "9,999" in body
    assert "A better heading" in body
    assert said["warnings"] == []
    assert said["doubts"] is None


def test_a_format_with_other_blocks_says_what_it_left_out(pages, tmp_path: Path) -> None:
    at, heading = the_block(pages, "heading")
    changes = [(f"{at}/{heading['id']}/text", "A better heading"), (f"{at}/b777/text", "x")]
    assert converted(tmp_path / "p", "pptx", corrections=packed(pages, changes))[1]["warnings"] == [
        "1 correction was left out, because this format has no such block."
    ]


def test_a_person_s_word_is_not_in_doubt() -> None:
    block = {"places": [{"confidence": 0.5}]}
    assert (is_doubtful(block), is_doubtful(block | {"corrected": True})) == (True, False)


def test_the_truth_is_what_the_gate_reads(pages, tmp_path: Path) -> None:
    body, _ = converted(tmp_path / "j", "json")
    read_content = pytest.importorskip("quality.read_content")
    order = [corrected_page(number, pages[number], []) for number in sorted(pages)]
    given = read_content.read_truth(json.loads(truth(order)))
    expected = read_content.product_content(json.loads(body))
    assert given.blocks == expected.blocks
    assert given.furniture == expected.furniture
    assert truth_archive("a", b"%PDF", order).startswith(b"PK")
