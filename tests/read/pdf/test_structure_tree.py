"""Tags from the file's own tables, and the same through PDFium."""

from __future__ import annotations

from pathlib import Path

import pypdfium2.raw as lib
import pytest

from quire.read.pdf import pdf_source as pdf
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.pdf_objects import UnreadableObjects
from quire.read.pdf.structure_tree import StructureTree, elements_of, tags_of
from tests.read import making

MARKED = b"/Title<</MCID 0>>BDC ET EMC /P<</MCID 1>>BDC EMC /F<</MCID 3>>BDC EMC"


def tree(*, owners: bytes = b"[22 0 R 23 0 R null 24 0 R]", roles: bytes = b"/Title/H1") -> bytes:
    """The structure of the page of `making.raw`, whose catalog it replaces."""
    return (
        b"1 0 obj<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R>>endobj\n"
        b"20 0 obj<</Type/StructTreeRoot/K 21 0 R/RoleMap<<" + roles + b">>/ParentTree 30 0 R>>endobj\n"
        b"21 0 obj<</S/Document/P 20 0 R/K[22 0 R 23 0 R 24 0 R]>>endobj\n"
        b"22 0 obj<</S/Title/P 21 0 R/Pg 3 0 R/K 0>>endobj\n"
        b"23 0 obj<</S/P/P 21 0 R/Pg 3 0 R/K[1]/Alt(not kept)>>endobj\n"
        b"24 0 obj<</S/Figure/P 21 0 R/Pg 3 0 R/K<</Type/MCR/Pg 3 0 R/MCID 3>>/Alt<FEFF56FE>>>endobj\n"
        b"30 0 obj<</Kids[31 0 R]>>endobj\n31 0 obj<</Limits[4 4]/Nums[4 " + owners + b"]>>endobj\n"
    )


def written(path: Path, objects: bytes) -> Path:
    return making.raw(path / "a.pdf", MARKED, page=b"/StructParents 4", objects=objects)


def test_roles_paths_and_alternative_text(tmp_path: Path) -> None:
    tags = StructureTree(written(tmp_path, tree()), 1).tags(1)
    assert list(tags) == [0, 1, 3]
    assert len(tags) == 3
    assert tags[0].roles == ("Document", "H1")
    assert tags[0].path == (21, 22)
    assert (tags[1].alt, tags[3].alt) == ("", "图")
    assert (tags.get(2), tags.get(9), tags.get(-1)) == (None, None, None)


def test_the_same_as_pdfium_has(tmp_path: Path) -> None:
    path = written(tmp_path, tree())
    with pdf.PdfSource(path) as source, source._loaded(1) as handle:
        theirs = tags_of(elements_of(lib, address_of(handle)), 1)
        ours = source._structure.tags(1)
        assert {k: (t.roles, t.alt) for k, t in ours.items()} == {k: (t.roles, t.alt) for k, t in theirs.items()}


def test_loops_end(tmp_path: Path) -> None:
    looped = tree(roles=b"/Title/Heading/Heading/Title").replace(b"/S/Document/P 20 0 R", b"/S/Document/P 22 0 R")
    assert len(StructureTree(written(tmp_path, looped), 1).tags(1)[0].roles) == 2


def test_what_cannot_be_read_is_left_to_pdfium(tmp_path: Path) -> None:
    path = written(tmp_path, tree())
    with pytest.raises(UnreadableObjects):
        StructureTree(path, 2)
    path = written(tmp_path, tree().replace(b"30 0 obj<</Kids[31 0 R]>>", b"30 0 obj<<>>"))
    with pytest.raises(UnreadableObjects):
        StructureTree(path, 1)
    with pdf.PdfSource(path) as source:
        assert source._structure is None
        assert dict(source.page(1).tags) == {}


def test_an_element_is_read_once(tmp_path: Path) -> None:
    """A root lists thousands of elements: to read it again for each of them took half a minute for a report."""
    structure = StructureTree(written(tmp_path, tree()), 1)
    tags = structure.tags(1)
    assert tags[0].roles == ("Document", "H1")
    structure._objects = StructureTree(written(tmp_path, tree().replace(b"/S/Document", b"/S/Part")), 1)._objects
    assert tags[1].roles == ("Document", "P")
