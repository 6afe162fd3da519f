"""The clickable areas of a page, and addresses that are not followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.read import open_source
from quire.read.pdf.link_areas import safe_uri
from tests.read import making


@pytest.mark.parametrize(
    "address", ["https://example.org/a?b=c#d", "http://example.org", "mailto:a@example.org", "tel:+4912345"]
)
def test_addresses_that_are_safe_stay(address: str):
    assert safe_uri(address.encode()) == address


def test_a_bare_host_gets_a_scheme():
    assert safe_uri(b" www.example.org/a ") == "http://www.example.org/a"


@pytest.mark.parametrize(
    "address", [b"javascript:alert(1)", b"file:///etc/passwd", b"data:text/html,x", b"", b"https://a b", b"/relative"]
)
def test_scripts_and_local_files_are_left_out(address: bytes):
    assert safe_uri(address) is None


def test_links_have_a_box_and_an_address_or_a_page(tmp_path: Path):
    def first(canvas: Canvas) -> None:
        canvas.linkURL("https://example.org/", (50, 500, 150, 515))
        canvas.linkURL("javascript:alert(1)", (50, 400, 150, 415))
        canvas.linkAbsolute("", "there", (50, 300, 150, 315))

    def second(canvas: Canvas) -> None:
        canvas.bookmarkPage("there")

    with open_source(making.pdf(tmp_path / "a.pdf", first, second)) as source:
        found = source.page(1).links
    height = making.SIZE[1]
    assert [(link.uri, link.page) for link in found] == [("https://example.org/", None), (None, 2)]
    assert tuple(found[0].box) == pytest.approx((50, height - 515, 150, height - 500), abs=1)
