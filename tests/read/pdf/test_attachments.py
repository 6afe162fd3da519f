from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from quire.read.pdf import attachments as module
from quire.read.pdf.attachments import attachments


def made(path: Path, **files: bytes) -> Path:
    with pikepdf.new() as document:
        document.add_blank_page()
        for name, data in files.items():
            document.attachments[f"{name}.xml"] = data
        document.save(path)
    return path


def test_files_of_the_name_tree(tmp_path: Path):
    assert attachments(made(tmp_path / "a.pdf", one=b"<a/>", two=b"<b/>")) == [
        ("one.xml", b"<a/>"),
        ("two.xml", b"<b/>"),
    ]
    assert attachments(made(tmp_path / "b.pdf")) == []


def test_associated_files_and_annotations_come_once(tmp_path: Path):
    path = tmp_path / "a.pdf"
    with pikepdf.new() as document:
        document.add_blank_page()
        stream = document.make_stream(b"<x/>")
        file = document.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Filespec, F="x.xml", EF=pikepdf.Dictionary(F=stream))
        )
        document.Root.AF = pikepdf.Array([file])
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FileAttachment, Rect=[0, 0, 1, 1], FS=file
        )
        document.pages[0].obj.Annots = pikepdf.Array([note])
        document.save(path)
    assert attachments(path) == [("x.xml", b"<x/>")]


def test_a_bomb_and_too_many_files_are_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MAX_BYTES", 1000)
    assert attachments(made(tmp_path / "a.pdf", bomb=b"0" * 1001, small=b"1" * 1000)) == [("small.xml", b"1" * 1000)]
    monkeypatch.setattr(module, "MAX_FILES", 2)
    assert len(attachments(made(tmp_path / "b.pdf", a=b"1", b=b"2", c=b"3"))) == 2


def test_passwords(tmp_path: Path):
    path = tmp_path / "a.pdf"
    with pikepdf.open(made(tmp_path / "b.pdf", one=b"<a/>")) as document:
        document.save(path, encryption=pikepdf.Encryption(user="u", owner="o"))
    assert attachments(path) == []
    assert attachments(path, password="u") == [("one.xml", b"<a/>")]


@pytest.mark.parametrize("data", [b"", b"no pdf", b"%PDF-1.7\n%%EOF", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_pdf_has_none(tmp_path: Path, data: bytes):
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    assert attachments(path) == []


def test_a_name_tree_that_runs_in_circles_ends(tmp_path: Path):
    path = tmp_path / "a.pdf"
    with pikepdf.new() as document:
        document.add_blank_page()
        node = document.make_indirect(pikepdf.Dictionary())
        node.Kids = pikepdf.Array([node, node])
        document.Root.Names = pikepdf.Dictionary(EmbeddedFiles=node)
        document.save(path)
    assert attachments(path) == []
