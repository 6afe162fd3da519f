"""Pictures that are fetched when they are asked for."""

from __future__ import annotations

import pytest

from quire.jobs.image_export import PLACEHOLDER, LazyPictures
from quire.model.block import Figure
from quire.model.document import Document
from tests import documents as make
from tests.jobs.sources import FakeSource, placed


def pictures(source: FakeSource, *names: str, kept_bytes: int = 1 << 20) -> LazyPictures:
    figures = tuple(Figure(placed(name, page), ()) for page, name in enumerate(names, 1))
    return LazyPictures(Document((), figures), source.picture, kept_bytes)


def test_each_is_fetched_once_and_only_when_asked_for() -> None:
    source = FakeSource()
    found = pictures(source, "a", "b")
    assert source.fetched == []
    assert found["b"] == found["b"] == make.png()
    assert source.fetched == ["b"]
    assert list(found) == ["a", "b"]
    assert len(found) == 2
    with pytest.raises(KeyError):
        found["c"]


def test_a_broken_one_is_a_grey_square_and_a_warning() -> None:
    source = FakeSource()
    found = pictures(source, "bad1", "good", "bad2")
    assert found.warnings == ()
    assert found["bad1"] == PLACEHOLDER
    assert found.warnings == ("1 picture could not be read (page 1).",)
    assert found["bad2"] == found["bad1"] == PLACEHOLDER
    assert found.warnings == ("2 pictures could not be read (page 1, 3).",)
    assert source.fetched == ["bad1", "bad2"]


def test_the_placeholder_is_a_picture() -> None:
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(PLACEHOLDER)) as image:
        image.load()
        assert image.size == (16, 16)


def test_memory_is_bounded() -> None:
    source = FakeSource()
    size = len(make.png())
    found = pictures(source, "a", "b", "c", kept_bytes=2 * size)
    for name in ("a", "b", "a", "c", "a", "b"):
        found[name]
    assert source.fetched == ["a", "b", "c", "b"]
    tiny = pictures(source, "a", kept_bytes=size - 1)
    assert tiny["a"] == make.png()


def test_running_out_of_memory_is_no_broken_picture() -> None:
    def fetch(_: object) -> bytes:
        raise MemoryError

    found = LazyPictures(Document((), (Figure(placed("a", 1), ()),)), fetch)
    with pytest.raises(MemoryError):
        found["a"]
