"""Chunks: cut by structure, whole, with their headings, places and neighbours."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from quire.model.block import Block, Code, Figure, Table
from quire.model.document import Document, PageInfo
from quire.model.table import Cell, Grid
from quire.write import LEAST_CHUNK, WRITERS
from quire.write.chunk_splitting import parts_of
from quire.write.chunks import Chunk, chunks
from quire.write.markdown import block_renderer
from quire.write.token_estimate import count_tokens
from tests import documents as make
from tests.strategies import documents

SENTENCE = "The water of the lake is led through five stations before it is drunk. "


def document(*blocks: Block) -> Document:
    return Document((PageInfo(1, 595, 842), PageInfo(2, 595, 842)), blocks)


def lines(found: list[Chunk]) -> list[tuple[tuple[str, ...], str]]:
    return [(chunk.headings, chunk.text) for chunk in found]


def long_section(words: int) -> list[Block]:
    return [make.paragraph(SENTENCE * 4) for _ in range(words // 50)]


def test_a_chunk_stands_under_its_headings_and_ends_with_its_section():
    found = chunks(
        document(
            make.heading(1, "Annual Report", title=True),
            make.paragraph(SENTENCE * 10),
            make.heading(1, "1 Water"),
            make.heading(2, "1.1 Lake"),
            make.paragraph(SENTENCE * 10),
            make.heading(2, "1.2 Wells"),
            make.paragraph(SENTENCE * 10, page=2),
        )
    )
    assert [chunk.headings for chunk in found] == [
        ("Annual Report",),
        ("Annual Report", "1 Water", "1.1 Lake"),
        ("Annual Report", "1 Water", "1.2 Wells"),
    ]
    assert [chunk.to_dict()["pages"] for chunk in found] == [[1], [1], [2]]
    assert [chunk.previous for chunk in found] == ["", found[0].id, found[1].id]
    assert [chunk.following for chunk in found] == [found[1].id, found[2].id, ""]


def test_short_sections_join_under_their_common_heading_only():
    blocks = (
        make.heading(1, "A"),
        make.heading(2, "A.1"),
        make.paragraph("one"),
        make.heading(2, "A.2"),
        make.paragraph("two"),
        make.heading(1, "B"),
        make.heading(2, "B.1"),
        make.paragraph("three"),
    )
    assert lines(chunks(document(*blocks))) == [
        (("A",), "## A.1\n\none\n\n## A.2\n\ntwo"),
        (("B", "B.1"), "three"),
    ]


def test_a_heading_with_nothing_below_it_is_not_lost():
    found = chunks(document(make.heading(1, "Only"), make.heading(1, "Next"), make.paragraph("x")))
    assert any("Only" in chunk.text for chunk in found)


def test_a_long_section_is_cut_evenly_at_sentences():
    found = chunks(document(make.heading(1, "A"), make.paragraph(SENTENCE * 60)), tokens=200)
    assert {chunk.headings for chunk in found} == {("A",)}
    assert all(chunk.tokens <= 200 for chunk in found)
    assert min(chunk.tokens for chunk in found) > 150
    assert all(chunk.text.endswith(".") for chunk in found)
    assert " ".join(chunk.text for chunk in found).split() == (SENTENCE * 60).split()


def test_a_table_is_cut_between_rows_and_repeats_its_header_and_caption():
    rows = [("Station", "Flow"), *((f"Station {number}", str(number)) for number in range(40))]
    table = replace(Table(make.grid(*rows), (make.place(),)), caption=(make.span("Table 1"),))
    found = chunks(document(make.heading(1, "A"), table), tokens=100)
    assert len(found) > 2
    assert all(chunk.table is not None and chunk.tokens <= 100 for chunk in found)
    bodies = [chunk.to_dict()["table"] for chunk in found]
    assert all(body["rows"][0] == ["Station", "Flow"] and body["caption"] == "Table 1" for body in bodies)
    assert [row for body in bodies for row in body["rows"][1:]] == [list(row) for row in rows[1:]]
    assert all("| Station | Flow |" in chunk.text and "Table 1" in chunk.text for chunk in found)


def test_spanning_cells_are_repeated_in_the_text_and_stand_once_in_the_rows():
    cells = (
        Cell(0, 0, (make.span("Bursts"),), col_span=2, header=True),
        Cell(1, 0, (make.span("2029"),), header=True),
        Cell(1, 1, (make.span("2030"),), header=True),
        Cell(2, 0, (make.span("71"),)),
        Cell(2, 1, (make.span("5|2"),)),
    )
    (found,) = chunks(document(Table(Grid(3, 2, cells, header_rows=2), (make.place(),))))
    assert found.text == "| Bursts / 2029 | Bursts / 2030 |\n| --- | --- |\n| 71 | 5\\|2 |"
    assert found.to_dict()["table"]["rows"] == [["Bursts", ""], ["2029", "2030"], ["71", "5|2"]]


def test_ids_depend_on_nothing_but_the_text_and_its_headings():
    body = [make.heading(1, "A"), *long_section(400), make.heading(1, "B"), *long_section(400)]
    before = chunks(document(*body))
    after = chunks(document(make.heading(1, "New"), make.paragraph(SENTENCE * 20), *body))
    assert {chunk.id for chunk in before} <= {chunk.id for chunk in after}
    assert len({chunk.id for chunk in after}) == len(after)


def test_of_a_picture_its_words_remain():
    figure = Figure(make.picture(alt="A lake"), (make.place(),), (make.span("Figure 1"),))
    assert lines(chunks(document(figure))) == [((), "A lake  \nFigure 1")]


@pytest.mark.parametrize(
    "block",
    [
        make.listed(*((f"{number}.", SENTENCE) for number in range(1, 30)), ordered=True),
        Code("\n".join(f"print({number})" for number in range(100)), (make.place(),)),
        make.paragraph("水" * 500),
        make.paragraph("x" * 5000),
    ],
    ids=["list", "code", "characters", "word"],
)
def test_every_kind_of_block_is_split(block: Block):
    parts = [text for _, text in parts_of(block, block_renderer(document(block)), 100)]
    assert len(parts) > 1
    assert all(count_tokens(part) <= 110 for part in parts)  # a fence of code counts


def test_items_of_a_split_list_keep_their_numbers():
    block = make.listed(*((f"{number}.", SENTENCE) for number in range(1, 30)), ordered=True)
    text = "\n".join(text for _, text in parts_of(block, block_renderer(document(block)), 100))
    assert [line.split()[0] for line in text.splitlines() if line] == [f"{number}." for number in range(1, 30)]


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("water", 1), ("international", 2), ("水质检测", 4), ("1,204,318.55", 7), ("a_b", 3)]
)
def test_tokens_are_counted_as_documented(text: str, tokens: int):
    assert count_tokens(text) == tokens


@given(documents)
def test_any_document_gives_sound_chunks(given_document: Document):
    body = WRITERS["chunks"].write_sized(LEAST_CHUNK)(given_document, {})
    found = [json.loads(line) for line in body.decode().splitlines()]
    assert [one["index"] for one in found] == list(range(len(found)))
    assert len({one["id"] for one in found}) == len(found)
    assert all(one["text"].strip() for one in found)
    assert [one["next"] for one in found[:-1]] == [one["id"] for one in found[1:]]
