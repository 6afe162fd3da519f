"""Markdown and HTML that hold their pictures."""

from __future__ import annotations

from quire.write.embedded_pictures import embed_pictures

PICTURES = {"p1-1": b"\x89PNG", "übersicht_p2-1": b"x"}


def test_links_to_pictures_become_the_pictures() -> None:
    made = embed_pictures(b'![a](images/p1-1.png) <img src="images/p1-1.png">', PICTURES.get)
    assert made == b'![a](data:image/png;base64,iVBORw==) <img src="data:image/png;base64,iVBORw==">'
    assert embed_pictures("(images/übersicht_p2-1.png)".encode(), PICTURES.get) == b"(data:image/png;base64,eA==)"


def test_other_texts_stay() -> None:
    text = b"images/p1-1.png (images/other.png) (image/p1-1.png)"
    assert embed_pictures(text, PICTURES.get) == text
