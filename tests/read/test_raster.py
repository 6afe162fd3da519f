"""Pictures as PNG."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from quire.read import raster
from quire.read.raster import encode_png


def opened(body: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(body))
    picture.load()  # checks the sums of the chunks
    return picture


@given(st.sampled_from(["L", "RGB", "RGBA"]), st.integers(1, 9), st.integers(1, 150), st.randoms(use_true_random=False))
def test_the_pixels_come_back(mode, wide, high, random):
    size = wide * high * len(mode)
    picture = Image.frombytes(mode, (wide, high), random.randbytes(size))
    again = opened(encode_png(picture))
    assert (again.mode, again.size, again.tobytes()) == (mode, (wide, high), picture.tobytes())


@pytest.mark.parametrize("mode", ["1", "P", "LA", "I;16"])
def test_other_kinds_of_pictures_keep_their_pixels_too(mode):
    picture = Image.new(mode, (5, 3))
    assert opened(encode_png(picture)).tobytes() == picture.tobytes()


def test_a_drawing_is_small():
    picture = Image.new("RGB", (1000, 1000), "white")
    picture.paste("navy", (100, 100, 900, 300))
    assert len(encode_png(picture)) < 20_000


def test_pixels_that_differ_are_marked_before_those_that_are_opaque():
    first = bytearray(bytes([0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9]))
    second = bytearray(bytes([0, 16, 0, 9, 9, 24, 9, 9, 9, 9, 9, 9]))
    found = raster.change_marks((4, 1), (first, second), bytes([255, 0, 64, 63]), least=(16, 64), marks=(1, 2))
    assert found == bytes([1, 0, 2, 0])
