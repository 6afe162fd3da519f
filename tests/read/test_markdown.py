"""What a Markdown text becomes: pictures that it holds itself, marks of its builders."""

from __future__ import annotations

import base64

import pytest

from quire.model.block import Figure, Paragraph
from quire.model.walk import text_of
from quire.read.markdown import read_markdown
from tests.read.test_illustrations import picture

PNG = base64.b64encode(picture("PNG")).decode()


def test_a_picture_in_a_data_uri_is_a_figure_behind_its_paragraph():
    kept: dict[str, bytes] = {}
    text = f"# T\n\nOne ![A pond](data:image/png;base64,{PNG}) goes on.\n\nTwo."
    document = read_markdown(text, keep=kept.__setitem__)
    assert [type(one).__name__ for one in document.blocks] == ["Heading", "Paragraph", "Figure", "Paragraph"]
    figure = next(one for one in document.blocks if isinstance(one, Figure))
    assert (figure.picture.alt, figure.picture.width) == ("A pond", 120)
    assert kept == {figure.picture.name: picture("PNG")}
    texts = [text_of(one.spans) for one in document.blocks if isinstance(one, Paragraph)]
    assert texts == [text_of(one.spans) for one in read_markdown(text).blocks if isinstance(one, Paragraph)]


@pytest.mark.parametrize(
    "address",
    [
        "pond.png",
        "../../etc/passwd",
        "http://example.org/a.png",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png;base64,####",
        "data:image/png;base64,iVBORw0KGgo=",
        f"data:text/html;base64,{PNG}",
    ],
)
def test_other_addresses_are_none(address: str):
    kept: dict[str, bytes] = {}
    document = read_markdown(f"Text ![x]({address}) here.", keep=kept.__setitem__)
    assert [type(one) for one in document.blocks] == [Paragraph]
    assert kept == {}


def test_text_for_slides_only_is_left_out_and_struck_text_has_no_marks():
    text = "(~~The sum~~) The sum is [**five**]. It was ~~four~~ before. See [~~this~~](a.html)."
    (paragraph,) = read_markdown(text).blocks
    assert "".join(span.text for span in paragraph.spans).strip() == "The sum is five. It was four before. See this."
