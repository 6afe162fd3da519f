"""Web pages: the body's blocks; nothing is loaded, no entity of the file is resolved."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Heading, Table
from quire.read.office import html_reader
from quire.read.office.html_reader import html_document, read_html


def test_structure(tmp_path: Path):
    page = (
        "<!DOCTYPE html><html lang='de'><head><title>A  page</title><script>alert(1)</script></head><body>"
        "<h2>Waage</h2><img src='http://127.0.0.1:9/x.png'><table><tr><th>a<td>1</table></body></html>"
    )
    (tmp_path / "a").write_text(page, encoding="utf-8")
    document = read_html(tmp_path / "a")
    heading, table = document.blocks
    assert isinstance(heading, Heading)
    assert isinstance(table, Table)
    assert (document.meta.title, document.language) == ("A page", "de")
    assert document.warnings == ("Pictures are left out of the text: 1.",)


def test_entities_are_not_resolved():
    hostile = (
        b'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><html><p>a&x;b</p></html>'
    )
    text = "".join(span.text for block in html_document(hostile).blocks for span in getattr(block, "spans", ()))
    assert text.startswith("a")
    assert len(text) <= len("a&x;b")


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(DamagedDocument):
        read_html(tmp_path / "a")
    monkeypatch.setattr(html_reader, "MAX_BYTES", 3)
    (tmp_path / "a").write_bytes(b"<p>long")
    with pytest.raises(DocumentTooBig):
        read_html(tmp_path / "a")
