"""Picture files as documents, whole and broken."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from quire.errors import BadRequest, DamagedDocument, DocumentError, DocumentTooBig, UnsupportedType
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind, TextSource
from quire.read import open_source
from quire.read.image_source import ImageSource


def saved(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)
    return path


def header(width: int, height: int) -> bytes:
    """A PNG file that claims a size."""
    body = struct.pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", body) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


def test_a_page_is_as_big_as_its_resolution_says(tmp_path: Path) -> None:
    file = saved(tmp_path / "a.png", Image.new("RGB", (1654, 2339), "white"), dpi=(200, 200))
    with open_source(file) as source:
        page = source.page(1)
        assert source.page_count == 1
        assert (round(page.width), round(page.height)) == (595, 842)
        assert page.needs_ocr
        assert page.source is TextSource.NONE
        assert page.lines == ()


@pytest.mark.parametrize(
    ("size", "dpi", "points"),
    [
        ((1000, 1414), None, (595, 842)),  # nothing said: as long as A4
        ((4000, 3000), (72, 72), (842, 631)),  # what cameras write means nothing
        ((500, 2000), None, (227, 907)),  # a receipt is as wide as its roll
        ((1000, 1414), (10_000, 10_000), (595, 842)),
    ],
)
def test_a_resolution_that_says_nothing_is_guessed(size, dpi, points, tmp_path: Path) -> None:
    options = {"dpi": dpi} if dpi else {}
    with open_source(saved(tmp_path / "a.jpg", Image.new("L", size, 255), **options)) as source:
        page = source.page(1)
        assert (round(page.width), round(page.height)) == points


def test_the_cameras_orientation_is_applied(tmp_path: Path) -> None:
    image = Image.new("RGB", (40, 20), "red")
    image.paste("blue", (0, 0, 20, 20))
    marks = Image.Exif()
    marks[0x0112] = 6  # to be turned clockwise
    with open_source(saved(tmp_path / "a.jpg", image, exif=marks, quality=100, subsampling=0)) as source:
        page = source.page(1)
        assert page.height > page.width
        assert page.turned == 0
        pixels = source.image(1, 72.0)
        assert pixels[2, 5, 2] > pixels[2, 5, 0] + 150  # blue on top
        assert pixels[-3, 5, 0] > 200


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "YCbCr"])
def test_every_kind_of_pixel_becomes_rgb(mode: str, tmp_path: Path) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.full((30, 30), 65_535, np.uint16))
    else:
        image = Image.new("RGB", (30, 30), "white").convert(mode)
    name = "a.jpg" if mode in {"CMYK", "YCbCr"} else "a.png"
    with open_source(saved(tmp_path / name, image)) as source:
        pixels = source.image(1, 100.0)
        assert pixels.shape[2] == 3
        assert pixels.dtype == np.uint8
        assert int(pixels.min()) > 250


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    clear = Image.new("P", (30, 30), 0)
    clear.info["transparency"] = 0
    with open_source(saved(tmp_path / "a.png", clear, transparency=0)) as source:
        assert int(source.image(1).min()) == 255
    with open_source(saved(tmp_path / "b.png", Image.new("RGBA", (30, 30), (0, 0, 0, 0)))) as source:
        assert int(source.image(1).min()) == 255


def test_the_pages_of_a_tiff(tmp_path: Path) -> None:
    pages = [Image.new("L", (100, 100 + 10 * i), 255 - 50 * i) for i in range(3)]
    file = saved(tmp_path / "a.tif", pages[0], save_all=True, append_images=pages[1:], compression="tiff_lzw")
    with open_source(file) as source:
        assert source.page_count == 3
        assert [int(source.image(n).mean()) for n in (3, 1, 2)] == [155, 255, 205]
        with pytest.raises(BadRequest, match="no page 4"):
            source.page(4)


@pytest.mark.parametrize("suffix", ["webp", "bmp"])
def test_screenshots_of_other_formats_are_read(suffix: str, tmp_path: Path) -> None:
    page = Image.new("RGB", (300, 200), "white")
    page.paste((200, 0, 0), (100, 50, 150, 100))
    with open_source(saved(tmp_path / f"a.{suffix}", page)) as source:
        assert source.page_count == 1
        pixels = source.image(1)
        assert [pixels[75 * len(pixels) // 200, x * len(pixels[0]) // 300, 1] > 128 for x in (50, 125, 250)] == [
            True,
            False,
            True,
        ]


def test_of_a_moving_picture_the_first_frame_is_the_page(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (50, 50), color) for color in ("white", "black")]
    with open_source(saved(tmp_path / "a.png", frames[0], save_all=True, append_images=frames[1:])) as source:
        assert source.page_count == 1
        assert int(source.image(1).min()) == 255


def test_a_part_is_cut_out(tmp_path: Path) -> None:
    image = Image.new("RGB", (200, 200), "white")
    image.paste("green", (100, 100, 200, 200))
    with open_source(saved(tmp_path / "a.png", image, dpi=(144, 144))) as source:
        page = source.page(1)
        half = page.width / 2
        part = Picture("p1-1", 1, Box(half, half, page.width, page.height), PictureKind.IMAGE, 0, 0)
        cut = Image.open(io.BytesIO(source.picture(part)))
        assert cut.size == (100, 100)
        assert cut.getpixel((50, 50)) == (0, 128, 0)
        assert source.look(1, part.box) == []
        width, height, data = source.render(1, 36.0)
        assert len(data) == width * height * 3


def _jpeg() -> bytes:
    data = io.BytesIO()
    Image.effect_noise((300, 300), 90).convert("RGB").save(data, "JPEG")
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xe0" + b"\0" * 400,
        _jpeg()[:700],
        header(300, 300),  # the rows are missing
        header(0, 100),
        b"\x89PNG\r\n\x1a\n" + b"\xff" * 64,
        b"II*\x00" + b"\xff" * 60,
        b"II*\x00\x08\x00\x00\x00" + b"\0" * 40,
        b"MM\x00*",
    ],
)
def test_what_is_broken_is_damaged(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(DamagedDocument), open_source(path) as source:
        source.page(1)


@pytest.mark.parametrize("size", [(1, 1), (900, 2)])
def test_a_picture_too_small_for_letters_is_not_called_damaged(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    Image.new("L", size, 255).save(path)
    with pytest.raises(DocumentError, match=f"too small to read: {size[0]} by {size[1]} pixels"):
        open_source(path)


def test_an_empty_file_is_of_no_type(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"")
    with pytest.raises(UnsupportedType):
        open_source(path)


@pytest.mark.parametrize("size", [(20_000, 20_000), (2**31 - 1, 2**31 - 1), (100_001, 1_000)])
def test_more_pixels_than_any_page_has_are_refused_unseen(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(header(*size))
    with pytest.raises(DocumentTooBig):
        open_source(path)


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    source = ImageSource(saved(tmp_path / "a.png", Image.new("RGB", (30, 30))))
    source.close()
    source.close()
