"""Drawings are written anew: shapes stay, everything that could act or fetch goes, bombs are refused."""

from __future__ import annotations

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from quire.read.books import svg_sanitizer
from quire.read.books.book_images import PictureStore
from quire.read.books.svg_sanitizer import sanitised_svg
from tests.read.books.test_book_images import picture

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 100">'


def drawn(inside: str, head: str = HEAD) -> str:
    """What is left of a drawing; "" when it is refused."""
    found = sanitised_svg(f"{head}{inside}</svg>".encode())
    return found.data.decode() if found else ""


def test_a_drawing_stays_what_it_is():
    shapes = (
        '<defs><linearGradient id="g"><stop offset="1" stop-color="red"/>'
        '</linearGradient><path id="p" d="M0 0L9 9"/></defs>'
        '<g transform="scale(2)"><rect width="9" height="9" fill="url(#g)" '
        'style="stroke:blue"/><use xlink:href="#p" x="3"/></g>'
        '<style>.a { fill: green }</style><text class="a">A &lt; B <tspan>C</tspan></text>'
    )
    tree = etree.fromstring(drawn(shapes).encode())
    assert [etree.QName(one).localname for one in tree.iter()] == [
        "svg", "defs", "linearGradient", "stop", "path", "g", "rect", "use", "style", "text", "tspan",
    ]  # fmt: skip
    assert tree.xpath("string(//*[local-name() = 'text'])") == "A < B C"
    assert tree.xpath("//*[local-name() = 'rect']/@fill") == ["url(#g)"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '<rect onload="alert(1)" width="1" height="1"/>',
        '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
        '<image href="http://example.org/a.png"/>',
        '<image xlink:href="data:image/svg+xml;base64,AAAA"/>',
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><iframe src='http://example.org'/></body></foreignObject>",
        '<set attributeName="href" to="http://example.org"/>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<use href="http://example.org/a.svg#x"/>',
        '<use xlink:href="other.svg#x"/>',
        '<rect fill="url(http://example.org/a)" width="1" height="1"/>',
        "<rect style=\"fill: u\\72l('http://example.org')\" width='1' height='1'/>",
        "<rect style=\"background: url(' http://example.org')\" width='1' height='1'/>",
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
        '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>',
        "<feImage href='http://example.org'/><filter><feImage href='/a'/></filter>",
    ],
)
def test_nothing_acts_and_nothing_is_fetched(hostile: str):
    left = drawn(f'<path d="M0 0"/>{hostile}')
    assert "<path" in left
    for word in (
        "script",
        "alert",
        "example",
        "onload",
        "iframe",
        "image",
        "other.svg",
        "animate",
        "<set",
        "\\72",
        "feImage",
    ):
        assert word not in left


@pytest.mark.parametrize(
    "style", ["@import 'http://example.org/a.css';", "a { fill: url(x.svg#a) }", "a { b: \\75rl(x) }"]
)
def test_a_style_sheet_that_fetches_refuses_the_drawing(style: str):
    assert drawn(f'<style>{style}</style><path d="M0 0"/>') == ""


def test_entities_and_bombs_of_references_come_to_nothing(monkeypatch: pytest.MonkeyPatch):
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
    left = sanitised_svg(f'{bomb}{HEAD}<path d="M0 0"/><text>&a;&x;</text></svg>'.encode())
    assert left is None or b"root:" not in left.data
    layers = '<g id="g0"><path d="M0 0"/></g>'
    for at in range(1, 9):
        copies = f'<use href="#g{at - 1}"/>' * 10
        layers += f'<g id="g{at}">{copies}</g>'
    assert drawn(f'{layers}<use href="#g8"/>').count("<use") == 10
    monkeypatch.setattr(svg_sanitizer, "_MOST_ELEMENTS", 50)
    assert drawn('<path d="M0 0"/>' * 60) == ""


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('viewBox="0 0 200 100"', (200, 100)),
        ('width="3in" height="72pt"', (288, 96)),
        ('width="100%" height="100%" viewBox="-5 -5 50 60"', (50, 60)),
        ('width="100%"', None),
        ('width="-5" height="5"', None),
    ],
)
def test_the_size_is_that_of_the_screen(attributes: str, size: tuple[int, int] | None):
    found = sanitised_svg(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}><path d="M0 0"/></svg>'.encode())
    assert (found and (found.width, found.height)) == size


def test_a_size_of_many_digits_takes_no_long_time():
    """A minute for twenty thousand when they were divided in every way."""
    began = time.process_time()
    assert (
        sanitised_svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{"1" * 500_000}%"><path d="M0 0"/></svg>'.encode()
        )
        is None
    )
    assert time.process_time() - began < 20


@given(st.binary(max_size=200), st.text(alphabet="<>&;#/svgpathur(l) =\"'x", max_size=80))
def test_anything_is_a_drawing_or_none(data: bytes, text: str):
    assert sanitised_svg(data) is None
    left = drawn(text)
    assert left == "" or etree.fromstring(left.encode()).tag.endswith("svg")


def test_pictures_of_pixels_inside_stay_when_they_are_some():
    good = base64.b64encode(picture("JPEG", (90, 60))).decode()
    bad = base64.b64encode(b"<svg onload='alert(1)'/>").decode()
    kept: dict[str, bytes] = {}
    inside = "".join(
        f'<image width="9" height="9" xlink:href="{one}"/>'
        for one in (
            f"data:image/jpeg;base64,{good}",
            f"data:image/png;base64,{bad}",
            f"data:image/svg+xml;base64,{bad}",
            f"data:text/html;base64,{good}",
            "http://example.org/a.jpg",
            "#x",
        )
    )
    assert PictureStore(kept.__setitem__).add(f"{HEAD}{inside}</svg>".encode())
    (data,) = kept.values()
    assert data.count(b"<image") == 1
    assert good.encode() in data


def test_an_album_keeps_what_was_written_anew():
    kept: dict[str, bytes] = {}
    album = PictureStore(kept.__setitem__)
    found = album.add(
        f'\ufeff<?xml version="1.0"?><!-- x -->{HEAD}<script>alert(1)</script><path d="M0 0"/></svg>'.encode()
    )
    assert found is not None
    assert (found.width, found.height) == (200, 100)
    assert kept[found.name].startswith(b"<svg")
    assert b"script" not in kept[found.name]
    assert album.add(b"<svg xmlns='http://www.w3.org/2000/svg'/>") is None
    assert album.refused == 1
