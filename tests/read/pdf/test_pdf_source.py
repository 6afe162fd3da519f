"""A PDF as a whole: metadata, outline, links, labels, tags, form values, rules, fills, pictures, rendering."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from quire.errors import BadRequest
from quire.model.geometry import Box
from quire.model.page import Backdrop, Picture, PictureKind, Rule
from quire.read import open_source
from quire.read.pdf.catalog import iso_date
from quire.read.pdf.link_areas import safe_uri
from tests.read import making
from tests.read.making import Draw, both, page_of, picture, text


def pictures_of(path: Path, *draws: Draw) -> list[tuple[Picture, Image.Image]]:
    with open_source(making.pdf(path / "a.pdf", both(*draws))) as source:
        return [(p, Image.open(io.BytesIO(source.picture(p)))) for p in source.page(1).pictures]


def test_metadata(tmp_path: Path) -> None:
    def named(canvas: Canvas) -> None:
        canvas.setTitle("年度报告")
        canvas.setAuthor("A. Writer")
        canvas.setSubject("Figures")
        canvas.setKeywords("a, b")

    with open_source(making.pdf(tmp_path / "a.pdf", named)) as source:
        meta = source.meta
    assert (meta.title, meta.author, meta.subject, meta.keywords) == ("年度报告", "A. Writer", "Figures", "a, b")
    assert meta.created.startswith("2000-01-01T00:00:00")
    assert not meta.tagged


@pytest.mark.parametrize(
    ("printed", "iso"),
    [
        ("D:20240229133059+08'00'", "2024-02-29T13:30:59+08:00"),
        ("D:20240229133059Z", "2024-02-29T13:30:59Z"),
        ("D:202402", "2024-02-01"),
        ("2024", "2024-01-01"),
        ("D:20241399", ""),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_dates(printed: str, iso: str) -> None:
    assert iso_date(printed) == iso


def outlined(canvas: Canvas) -> None:
    canvas.bookmarkHorizontal("one", 0, 500)
    canvas.addOutlineEntry("Chapter\tone", "one", 0)
    canvas.addOutlineEntry("第一节", "two", 1)


def test_outline_levels_pages_and_heights(tmp_path: Path) -> None:
    def second(canvas: Canvas) -> None:
        canvas.bookmarkHorizontal("two", 0, 400)

    with open_source(making.pdf(tmp_path / "a.pdf", outlined, second)) as source:
        items = source.outline
    assert [(i.level, i.title, i.page) for i in items] == [(1, "Chapter one", 1), (2, "第一节", 2)]
    assert [i.y for i in items] == [95.0, 195.0]


def test_links_to_addresses_and_pages(tmp_path: Path) -> None:
    def links(canvas: Canvas) -> None:
        canvas.linkURL("https://example.org/a?b=1", (40, 500, 140, 520))
        canvas.linkRect("", "there", (40, 400, 140, 420))
        canvas.linkURL("javascript:alert(1)", (40, 300, 140, 320))

    def target(canvas: Canvas) -> None:
        canvas.bookmarkHorizontal("there", 0, 300)

    with open_source(making.pdf(tmp_path / "a.pdf", links, target)) as source:
        found = source.page(1).links
    assert [(link.uri, link.page, link.y) for link in found] == [
        ("https://example.org/a?b=1", None, None),
        (None, 2, 295.0),
    ]
    assert found[0].box == Box(40.0, 75.0, 140.0, 95.0)


@pytest.mark.parametrize(
    ("raw", "uri"),
    [
        (b"http://a.b/c", "http://a.b/c"),
        (b"www.a.b", "http://www.a.b"),
        (b"mailto:x@y.z", "mailto:x@y.z"),
        (b"file:///etc/passwd", None),
        (b"javascript:1", None),
        (b"http://a b", None),
        ("https://例子.中国".encode(), "https://例子.中国"),
    ],
)
def test_addresses_that_may_be_followed(raw: bytes, uri: str | None) -> None:
    assert safe_uri(raw) == uri


def test_page_labels(tmp_path: Path) -> None:
    def labelled(canvas: Canvas) -> None:
        canvas.addPageLabel(0, "ROMAN_LOWER", 4, "")

    with open_source(making.pdf(tmp_path / "a.pdf", labelled, text(9, 9, "x"))) as source:
        assert [source.page(1).label, source.page(2).label] == ["iv", "v"]
    assert page_of(tmp_path, text(9, 9, "x")).label == ""


def test_tags_and_alternative_text(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(making.tagged())
    with open_source(path) as source:
        page = source.page(1)
        assert (source.meta.tagged, source.meta.language) == (True, "en-GB")
    assert page.tags[page.lines[0].words[0].mcid].roles == ("Document", "H1")
    assert page.tags[1].alt == "A black square"
    assert page.tags[0].path[0] == page.tags[1].path[0]
    assert page.tags[0].path[1] != page.tags[1].path[1]


def test_form_values_are_lines(tmp_path: Path) -> None:
    def form(canvas: Canvas) -> None:
        canvas.drawString(40, 505, "Name")
        canvas.acroForm.textfield(name="n", x=100, y=500, width=150, height=18, value="Jane Roe 12", fontSize=10)
        canvas.acroForm.checkbox(name="c", x=100, y=460, size=14, checked=True)
        canvas.acroForm.checkbox(name="d", x=140, y=460, size=14, checked=False)
        canvas.acroForm.textfield(name="p", x=100, y=400, width=150, height=18, value="pass", fieldFlags="password")

    page = page_of(tmp_path, form)
    assert [line.text for line in page.lines] == ["Name", "Jane Roe 12", "☑", "☐"]
    value = page.lines[1]
    assert Box(100, 77, 250, 95).holds(value.box, 2.0)
    assert 8.0 <= value.words[0].style.size <= 12.0


def test_rules_and_fills(tmp_path: Path) -> None:
    def drawn(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(0, 0, 420, 595, fill=1, stroke=0)
        canvas.setFillColorRGB(0.8, 0.9, 1.0)
        canvas.rect(40, 500, 100, 20, fill=1, stroke=0)
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(40, 400, 100, 1, fill=1, stroke=0)
        canvas.setStrokeColorRGB(0, 0, 1)
        canvas.setLineWidth(0.5)
        canvas.line(40, 300, 240, 300)
        canvas.setLineWidth(8)
        canvas.line(40, 200, 240, 200)

    page = page_of(tmp_path, drawn)
    assert page.rules == (Rule(40.0, 194.5, 140.0, 194.5, 1.0, 0xFF0000), Rule(40.0, 295.0, 240.0, 295.0, 0.5, 0xFF))
    assert [(f.box, f.color) for f in page.fills] == [
        (Box(40.0, 75.0, 140.0, 95.0), 0xCCE6FF),
        (Box(40.0, 391.0, 240.0, 399.0), 0xFF),
    ]


def test_rules_are_cut_by_their_clip_path(tmp_path: Path) -> None:
    def clipped(canvas: Canvas) -> None:
        path = canvas.beginPath()
        path.rect(100, 250, 50, 100)
        canvas.clipPath(path, stroke=0)
        canvas.line(40, 300, 240, 300)
        canvas.line(40, 500, 240, 500)

    assert [rule[:4] for rule in page_of(tmp_path, clipped).rules] == [(100.0, 295.0, 150.0, 295.0)]


def test_rules_in_forms_are_placed(tmp_path: Path) -> None:
    def form(canvas: Canvas) -> None:
        canvas.beginForm("f")
        canvas.line(0, 0, 50, 0)
        canvas.endForm()
        canvas.translate(100, 200)
        canvas.scale(2, 2)
        canvas.doForm("f")

    assert [rule[:4] for rule in page_of(tmp_path, form).rules] == [(100.0, 395.0, 200.0, 395.0)]


def test_a_transparent_picture(tmp_path: Path) -> None:
    def drawn(canvas: Canvas) -> None:
        image = Image.new("RGBA", (80, 60), (255, 0, 0, 255))
        image.paste((0, 0, 255, 0), (0, 0, 40, 30))
        data = io.BytesIO()
        image.save(data, "PNG")
        canvas.drawImage(making.ImageReader(data), 20, 500, 80, 60, mask="auto")

    [(found, image)] = pictures_of(tmp_path, drawn)
    assert (found.name, found.kind, found.box) == ("p1-1", PictureKind.IMAGE, Box(20.0, 35.0, 100.0, 95.0))
    assert (found.width, found.height) == image.size == (80, 60)
    assert image.getpixel((10, 10))[3] == 0
    assert image.getpixel((60, 50)) == (255, 0, 0, 255)


def test_an_image_that_shows_nothing_is_no_picture(tmp_path: Path) -> None:
    """It stays where it holds a drawing together."""

    def drawn(canvas: Canvas, shade: int = 0) -> None:
        image = making.picture("RGBA", (800, 600), (0, 0, 0, shade))
        canvas.drawImage(image, 20, 500, 80, 60, mask="auto")

    def held(canvas: Canvas) -> None:
        drawn(canvas)
        canvas.circle(60, 530, 20)

    assert pictures_of(tmp_path, drawn) == []
    assert [found.box for found, _ in pictures_of(tmp_path, held)] == [Box(20.0, 35.0, 100.0, 95.0)]
    assert len(pictures_of(tmp_path, lambda canvas: drawn(canvas, shade=9))) == 1


@pytest.mark.parametrize(
    ("reader", "corner", "rest"),
    [
        (picture("CMYK", (80, 60), (0, 255, 255, 0), corner=(255, 0, 0, 0), kind="JPEG"), (0, 174, 239), (237, 28, 36)),
        (picture("L", (80, 60), 200, corner=10), (10, 10, 10), (200, 200, 200)),
        (picture("1", (80, 60), 1, corner=0), (0, 0, 0), (255, 255, 255)),
        (picture("RGB", (80, 60), (0, 200, 0), corner=(250, 250, 0)), (250, 250, 0), (0, 200, 0)),
    ],
    ids=["cmyk", "grey", "bits", "rgb"],
)
def test_colours_of_pictures(reader: making.ImageReader, corner: object, rest: object, tmp_path: Path) -> None:
    [(_, image)] = pictures_of(tmp_path, lambda canvas: canvas.drawImage(reader, 20, 500, 80, 60))
    pixels = image.convert("RGB")
    assert max(abs(a - b) for a, b in zip(pixels.getpixel((10, 10)), corner, strict=True)) <= 3
    assert max(abs(a - b) for a, b in zip(pixels.getpixel((70, 50)), rest, strict=True)) <= 3


def test_pictures_stand_as_on_the_page(tmp_path: Path) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.translate(100, 300)
        canvas.rotate(90)
        canvas.drawImage(picture("RGB", (80, 60), (0, 200, 0), corner=(250, 250, 0)), 0, 0, 80, 60)

    [(found, image)] = pictures_of(tmp_path, turned)
    assert found.box == Box(40.0, 215.0, 100.0, 295.0)
    assert image.size == (60, 80)
    assert image.convert("RGB").getpixel((10, 70)) == (250, 250, 0)


def test_a_clipped_picture_is_cut(tmp_path: Path) -> None:
    def clipped(canvas: Canvas) -> None:
        path = canvas.beginPath()
        path.rect(20, 500, 40, 60)
        canvas.clipPath(path, stroke=0)
        canvas.drawImage(picture("RGB", (80, 60), (0, 200, 0)), 20, 500, 80, 60)

    [(found, image)] = pictures_of(tmp_path, clipped)
    assert found.box == Box(20.0, 35.0, 60.0, 95.0)
    assert image.size == (40, 60)


def test_tiles_are_one_picture_and_specks_none(tmp_path: Path) -> None:
    def tiled(canvas: Canvas) -> None:
        for i in range(5):
            canvas.drawImage(picture("RGB", (80, 15), (40 * i, 100, 0)), 20, 500 - 15 * i, 80, 15)
        canvas.drawImage(picture("RGB", (4, 4), (9, 9, 9)), 300, 500, 4, 4)
        canvas.drawImage(picture("RGB", (1, 1), (9, 9, 9)), 20, 300, 300, 0.5)
        canvas.drawImage(picture("RGB", (40, 5), (9, 9, 9)), 20, 280, 40, 5)

    [(found, image)] = pictures_of(tmp_path, tiled)
    assert found.box == Box(20.0, 80.0, 100.0, 155.0)
    assert image.getpixel((100, 10))[0] < image.getpixel((100, 180))[0]


def test_a_rule_that_is_an_image_is_kept(tmp_path: Path) -> None:
    def ruled(canvas: Canvas) -> None:
        canvas.drawImage(picture("RGB", (300, 10), (9, 9, 9)), 20, 500, 300, 3)

    [(found, _)] = pictures_of(tmp_path, ruled)
    assert (found.box.width, found.box.height) == (300.0, 3.0)


def test_vector_art_is_a_picture(tmp_path: Path) -> None:
    def chart(canvas: Canvas) -> None:
        for i in range(12):
            canvas.circle(60 + 14 * i, 400 + 5 * i, 10, fill=1)
        canvas.line(50, 380, 230, 380)

    [(found, image)] = pictures_of(tmp_path, chart, text(40, 50, "A figure below"))
    assert found.kind is PictureKind.DRAWING
    assert found.box.holds(Box(52, 136, 222, 202))
    assert image.convert("L").getextrema() == (0, 255)


def test_a_table_or_a_frame_is_no_picture(tmp_path: Path) -> None:
    def frames(canvas: Canvas) -> None:
        canvas.grid([40, 100, 160, 220], [300, 320, 340, 360])
        canvas.roundRect(40, 400, 300, 100, 10)
        for i in range(7):
            canvas.drawString(46, 486 - 12 * i, "Words that fill the frame with the round corners, all of it")

    assert pictures_of(tmp_path, frames) == []


def test_pictures_of_a_turned_page(tmp_path: Path) -> None:
    def sideways(canvas: Canvas) -> None:
        canvas.translate(0, 595)
        canvas.rotate(-90)
        canvas.drawString(30, 380, "a page that is printed on its side, text and all")
        canvas.drawImage(picture("RGB", (80, 60), (0, 200, 0), corner=(250, 250, 0)), 30, 200, 80, 60)

    [(found, image)] = pictures_of(tmp_path, sideways)
    assert found.box == Box(30.0, 160.0, 110.0, 220.0)
    assert image.convert("RGB").getpixel((5, 5)) == (250, 250, 0)


def test_render_gives_rgb_of_the_visible_page(tmp_path: Path) -> None:
    def red(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 495, 100, 100, fill=1, stroke=0)

    with open_source(making.pdf(tmp_path / "a.pdf", red)) as source:
        width, height, data = source.render(1, 72)
    assert (width, height, len(data)) == (420, 595, 420 * 595 * 3)
    assert data[:3] == b"\xff\0\0"
    assert data[-3:] == b"\xff\xff\xff"


def test_pages_outside_the_document(tmp_path: Path) -> None:
    with open_source(making.pdf(tmp_path / "a.pdf", text(9, 9, "x"))) as source:
        assert source.page_count == 1
        for number in (0, 2, -1):
            with pytest.raises(BadRequest):
                source.page(number)


def test_closing_twice(tmp_path: Path) -> None:
    source = open_source(making.pdf(tmp_path / "a.pdf", text(9, 9, "x")))
    source.close()
    source.close()


def test_a_page_that_is_lost_is_empty(tmp_path: Path) -> None:
    path = making.raw(tmp_path / "a.pdf", b"BT /F1 12 Tf 20 100 Td (first) Tj ET")
    path.write_bytes(path.read_bytes().replace(b"/Kids[3 0 R]/Count 1", b"/Kids[3 0 R 99 0 R]/Count 2"))
    with open_source(path) as source:
        assert source.page(1).lines[0].text == "first"
        if source.page_count == 2:
            assert source.page(2).lines == ()


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_box_of_a_page_is_drawn_as_in_the_whole(rotate: int, tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(rotate)
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(100, 300, 60, 40, stroke=0, fill=1)

    with open_source(making.pdf(tmp_path / "a.pdf", draw)) as source:
        whole = source.image(1, 72)
        ys, xs = np.nonzero(whole[:, :, 1] < 128)
        box = Box(float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1))
        part = source.image(1, 72, box)
        assert sorted(part.shape[:2]) == [40, 60]
        assert np.array_equal(part, whole[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])
        assert source.image(1, 72, Box(-50.0, -50.0, 1e6, 1e6)).shape == whole.shape
        assert source.image(1, 144, box).shape[:2] == (2 * part.shape[0], 2 * part.shape[1])


@pytest.mark.parametrize("drawing", [b"10 10 m 60 90 120 90 150 10 c f", b"/S1 sh", b"/X1 Do"])
def test_all_that_is_drawn_is_behind_a_page(drawing: bytes, tmp_path: Path) -> None:
    content = b"0 0 1 rg " + drawing + b" BT /F1 12 Tf 20 100 Td (words) Tj ET"
    shading = b"/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 300 0]/Function<</FunctionType 2/Domain[0 1]/C0[0 0 0]/C1[1 0 0]/N 1>>"
    form = b"7 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 300 200]/Length 29>>stream\n10 10 m 60 90 120 90 150 10 c f\nendstream endobj\n"
    path = making.raw(tmp_path / "a.pdf", content, objects=form)
    path.write_bytes(path.read_bytes().replace(b"/XObject<<", b"/Shading<</S1<<" + shading + b">>>>/XObject<<"))
    with open_source(path) as source:
        ground = Image.open(io.BytesIO(source.picture(Backdrop("p1-backdrop", 1))))
    assert ground.getextrema() != ((255, 255),) * 3


def test_nothing_is_behind_text_alone(tmp_path: Path) -> None:
    with open_source(making.raw(tmp_path / "a.pdf", b"BT /F1 12 Tf 20 100 Td (words) Tj ET")) as source:
        assert source.picture(Backdrop("p1-backdrop", 1)) == b""
