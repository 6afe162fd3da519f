"""Slides: titles, lists, tables, charts and notes, slide by slide."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import DamagedDocument
from quire.model.block import Heading, List, Quote, Table
from quire.read.office.slides_reader import read_slides
from tests.read.office.office_files import repacked, slides


def test_structure(tmp_path: Path):
    document = read_slides(slides(tmp_path / "a.pptx"))
    assert [page.number for page in document.pages] == [1, 2]
    assert document.page_count == 3
    assert document.warnings == ("Hidden slides are left out: 3.",)
    titles = [block for block in document.blocks if isinstance(block, Heading)]
    assert [(one.spans[0].text, one.level, one.places[0].page) for one in titles] == [
        ("Outlook", 1, 1),
        ("Figures", 2, 2),
    ]
    (bullets,) = (block for block in document.blocks if isinstance(block, List))
    assert [item.blocks[0].spans[0].text for item in bullets.items] == ["Demand grows", "Prices fall"]
    assert isinstance(bullets.items[0].blocks[1], List)
    table, chart = (block.grid for block in document.blocks if isinstance(block, Table))
    assert [cell.text for cell in table.cells] == ["Item", "2026", "Water", "12"]
    assert [cell.text for cell in chart.cells] == ["", "Rain", "2025", "1.5", "2026", "2"]
    (notes,) = (block for block in document.blocks if isinstance(block, Quote))
    assert notes.blocks[0].spans[0].text == "Say hello first."


def test_damaged_files_are_refused(tmp_path: Path):
    with pytest.raises(DamagedDocument):
        read_slides(repacked(slides(tmp_path / "a.pptx"), ppt__presentation_xml=b"<p"))
