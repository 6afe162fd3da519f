"""OFD files as pages: text, rules, templates, attachments, and what is hostile."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from quire.errors import DamagedDocument, QuireError
from quire.read.file_preflight import OFD, sniff
from quire.read.ofd_reader import read_ofd
from tests.invoice.ofd_forms import NAMESPACE, write_ofd
from tests.invoice.pages import page, upright

PAGE = page(
    (50, 40, "发票号码：24317000000123456789"),
    (50, 60, "合计 ¥100.00 ¥13.00"),
    (300, 60, "右"),
    rules=(upright(200, 30, 90),),
)


def rewritten(path: Path, name: str, content: bytes) -> Path:
    """The package with another part."""
    with zipfile.ZipFile(path) as package:
        parts = {one: package.read(one) for one in package.namelist()}
    with zipfile.ZipFile(path, "w") as package:
        for one, body in (parts | {name: content}).items():
            package.writestr(one, body)
    return path


@pytest.mark.parametrize("template", [True, False])
def test_the_text_and_the_rules_of_a_page(tmp_path: Path, template: bool):
    write_ofd(tmp_path / "a.ofd", [PAGE, PAGE], template=template)
    first, second = read_ofd(tmp_path / "a.ofd").pages
    assert [line.text for line in first.lines] == ["发票号码：24317000000123456789", "合计 ¥100.00 ¥13.00", "右"]
    assert (second.number, round(first.width), round(first.height)) == (2, 600, 800)
    for found, made in zip(first.lines, PAGE.lines, strict=True):
        assert (found.x0, found.x1, found.baseline) == pytest.approx((made.x0, made.x1, made.baseline), abs=3)
    (rule,) = first.rules
    assert (rule.x0, rule.y0, rule.y1) == pytest.approx((200, 30, 90), abs=0.1)
    assert sniff((tmp_path / "a.ofd").read_bytes()[:4096]) == OFD


def test_attached_xml_is_given_and_missing_attachments_are_passed_over(tmp_path: Path):
    write_ofd(tmp_path / "a.ofd", [PAGE], attached=b"<EInvoice/>")
    assert read_ofd(tmp_path / "a.ofd").attachments == (("original_invoice", b"<EInvoice/>"),)
    listed = f'<ofd:Attachments {NAMESPACE}><ofd:Attachment Name="x"><ofd:FileLoc>no.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>'
    rewritten(tmp_path / "a.ofd", "Doc_0/Attachs/Attachments.xml", listed.encode())
    assert read_ofd(tmp_path / "a.ofd").attachments == ()


def test_a_transformed_text_and_steps_without_number(tmp_path: Path):
    content = (
        f'<ofd:Page {NAMESPACE}><ofd:Content><ofd:Layer><ofd:PageBlock><ofd:TextObject Boundary="10 20 50 5" Size="1" '
        'CTM="4 0 0 4 0 0"><ofd:TextCode X="0" Y="1">合计</ofd:TextCode></ofd:TextObject></ofd:PageBlock>'
        '<ofd:PathObject Boundary="5 5 100 50"><ofd:AbbreviatedData>M 0 0 L 100 0 L 100 50 B 1 1 2 2 0 50 C'
        "</ofd:AbbreviatedData></ofd:PathObject></ofd:Layer></ofd:Content></ofd:Page>"
    )
    write_ofd(tmp_path / "a.ofd", [PAGE], template=False)
    rewritten(tmp_path / "a.ofd", "Doc_0/Pages/Page_0/Content.xml", content.encode())
    (found,) = read_ofd(tmp_path / "a.ofd").pages
    (line,) = found.lines
    assert (line.text, round(line.x0 / 72 * 25.4), round(line.baseline / 72 * 25.4)) == ("合计", 10, 24)
    assert len(found.rules) == 3  # the curve is none


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("OFD.xml", b"<ofd"),
        ("OFD.xml", b"<x/>"),
        ("Doc_0/Document.xml", b"<x/>"),
        ("Doc_0/Pages/Page_0/Content.xml", b""),
        ("Doc_0/Pages/Page_0/Content.xml", b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>"),
        (
            "Doc_0/Document.xml",
            b"<D><PhysicalBox>0 0 nan 1</PhysicalBox><Page BaseLoc='Pages/Page_0/Content.xml'/></D>",
        ),
        ("Doc_0/Document.xml", b"<D><PhysicalBox>0 0 9 9</PhysicalBox><Page BaseLoc='../../../etc/passwd'/></D>"),
    ],
)
def test_what_is_damaged_or_hostile(tmp_path: Path, name: str, content: bytes):
    write_ofd(tmp_path / "a.ofd", [PAGE])
    with pytest.raises(DamagedDocument):
        read_ofd(rewritten(tmp_path / "a.ofd", name, content))


def test_a_million_repeated_steps_cost_nothing(tmp_path: Path):
    content = (
        f'<ofd:Page {NAMESPACE}><ofd:Content><ofd:Layer><ofd:TextObject Boundary="0 0 9 9" Size="3"><ofd:TextCode X="0" '
        'Y="3" DeltaX="g 99999 1 g 99999 1">ab</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>'
    )
    write_ofd(tmp_path / "a.ofd", [PAGE])
    rewritten(tmp_path / "a.ofd", "Doc_0/Pages/Page_0/Content.xml", content.encode())
    assert [line.text for line in read_ofd(tmp_path / "a.ofd").pages[0].lines] == ["ab"]
    (tmp_path / "b.ofd").write_bytes(b"PK\x03\x04")
    with pytest.raises(QuireError):
        read_ofd(tmp_path / "b.ofd")
