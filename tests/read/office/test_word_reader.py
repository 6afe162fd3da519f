"""Word documents: what is shown is there in its order, what is not shown is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import DamagedDocument
from quire.model.block import Heading, List, Paragraph, Table
from quire.model.traversal import walk
from quire.read.office.word_reader import read_word
from quire.write import WRITERS
from tests.read.office.office_files import repacked, word


def test_structure(tmp_path: Path):
    document = read_word(word(tmp_path / "a.docx"))
    text = WRITERS["md"].write(document, {}).decode()
    assert text.startswith("# River report\n\n")
    assert "Levels **rose** by 3 %. Inserted." in text
    assert "Deleted" not in text
    assert "hidden" not in text
    title, heading = (block for block in document.blocks[:2] if isinstance(block, Heading))
    assert (title.title, title.level, heading.level) == (True, 1, 1)
    bullets, numbers = (block for block in document.blocks if isinstance(block, List))
    assert [len(bullets.items), bullets.ordered, numbers.ordered] == [2, False, True]
    assert isinstance(bullets.items[0].blocks[1], List)
    (table,) = (block for block in document.blocks if isinstance(block, Table))
    spans = {cell.text: (cell.row, cell.col, cell.row_span, cell.col_span) for cell in table.grid.cells}
    assert spans["wide"] == (0, 0, 1, 2)
    assert spans["tall"] == (1, 2, 2, 1)
    assert len(table.grid.cells) == 7
    assert isinstance(document.blocks[-1], Heading)
    assert document.blocks[-1].level == 2
    assert document.meta.title == "Annual"


def test_footnotes_follow_with_their_marks(tmp_path: Path):
    ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = (
        f"<w:document {ns}><w:body><w:p><w:r><w:t>Said</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r></w:p>"
        "</w:body></w:document>"
    )
    notes = (
        f"<w:footnotes {ns}><w:footnote w:id='2'><w:p><w:r><w:t>By whom.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId9" Type="{kind}" Target="footnotes.xml"/></Relationships>'
    )
    path = word(tmp_path / "a.docx")
    changes = {"word__document_xml": body, "word__footnotes_xml": notes, "word___rels__document_xml_rels": relations}
    repacked(path, **{name: text.encode() for name, text in changes.items()})
    text = WRITERS["md"].write(read_word(path), {}).decode()
    assert "[^" in text
    assert "By whom." in text


@pytest.mark.parametrize("part", ["word__document_xml", "word__styles_xml"])
def test_damaged_files_are_refused(tmp_path: Path, part: str):
    with pytest.raises(DamagedDocument):
        read_word(repacked(word(tmp_path / "a.docx"), **{part: b"<w:p"}))


def test_endless_nesting_ends(tmp_path: Path):
    ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    deep = "<w:tbl><w:tr><w:tc>" * 40 + "<w:p><w:r><w:t>deep</w:t></w:r></w:p>" + "</w:tc></w:tr></w:tbl>" * 40
    body = f"<w:document {ns}><w:body><w:p><w:r><w:t>top</w:t></w:r></w:p>{deep}</w:body></w:document>"
    document = read_word(repacked(word(tmp_path / "a.docx"), word__document_xml=body.encode()))
    assert any(isinstance(block, Paragraph) for block in walk(document.blocks))
