"""Which images and which art of a page are pictures."""

from __future__ import annotations

from quire.model.geometry import Box
from quire.model.page import Fill, PictureKind, Rule, Tag
from quire.read.pdf.path_shapes import Shape
from quire.read.pdf.picture_areas import figure_boxes, image_groups, pictures, pixel_rules
from quire.read.pdf.raw_page import PlacedImage
from tests.layout.pages import line

PAGE = (600.0, 800.0)
NO_ART = ([], [], [])


def image(x0: float, y0: float, x1: float, y1: float, *, pixels: int = 100, mcid: int = -1) -> PlacedImage:
    return PlacedImage((0,), x0, y0, x1, y1, pixels, pixels, mcid)


def curves(x0: float, y0: float, count: int = 6, *, parts: int = 8) -> list[Shape]:
    return [Shape(x0 + 8 * i, y0, x0 + 8 * i + 30, y0 + 60, parts, filled=True) for i in range(count)]


def test_an_image_keeps_its_box_and_its_alternative_text():
    (found,) = pictures(
        3, PAGE, [image(50, 60, 250, 160, mcid=4)], NO_ART, (), tags={4: Tag(("Figure",), (1,), "A map")}
    )
    assert (found.name, found.box, found.kind, found.alt) == ("p3-1", Box(50, 60, 250, 160), PictureKind.IMAGE, "A map")


def test_strips_of_one_image_are_one_picture():
    strips = [image(50, 100 + 20 * i, 250, 120 + 20 * i) for i in range(5)]
    (group,) = image_groups(strips)
    assert len(group) == 5
    (found,) = pictures(1, PAGE, strips, NO_ART, (), tags={})
    assert (found.kind, found.box) == (PictureKind.DRAWING, Box(50, 100, 250, 200))


def test_images_apart_are_two_pictures_from_top_to_bottom():
    found = pictures(1, PAGE, [image(50, 400, 250, 500), image(50, 60, 250, 160)], NO_ART, (), tags={})
    assert [(one.name, one.box.y0) for one in found] == [("p1-1", 60), ("p1-2", 400)]


def test_bullets_spacers_and_fills_in_disguise_are_left_out():
    assert image_groups([image(50, 60, 54, 64), image(50, 60, 250, 60.5), image(50, 60, 250, 160, pixels=2)]) == []


def test_curves_that_lie_together_are_a_figure_with_the_rules_among_them():
    shapes = curves(100, 100)
    assert figure_boxes(PAGE, (shapes, [Rule(95, 165, 180, 165, 1, 0)], []), ()) == [Box(95, 100, 170 + 10, 165)]


def test_a_frame_around_text_is_no_figure() -> None:
    """Browsers draw boxes with round corners; a drawing inside makes a figure of both."""
    outline = Shape(50, 100, 550, 300, 40, filled=True)
    corner = Shape(50, 100, 58, 108, 8, filled=False)
    art = ([outline, corner], [], [])
    text = line("a program", 80, 200)
    assert figure_boxes(PAGE, art, [text]) == []
    assert figure_boxes(PAGE, art, ()) == [Box(50, 100, 550, 300)]
    assert figure_boxes(PAGE, ([outline, corner, *curves(60, 150)], [], []), [text])


def test_few_shapes_are_an_ornament_and_a_page_wide_fill_belongs_to_none():
    assert figure_boxes(PAGE, (curves(100, 100, 2, parts=4), [], []), ()) == []
    wide = Fill(0, 90, 600, 170, 0)
    assert figure_boxes(PAGE, (curves(100, 100), [], [wide]), ()) == [Box(100, 100, 170, 160)]


def test_images_of_one_pixel_drawn_out_to_a_line_are_rules() -> None:
    flat, upright, block, photo = (
        PlacedImage((n,), 10.0, 20.0, 10.0 + across, 20.0 + down, pixels, pixels, -1)
        for n, (across, down, pixels) in enumerate([(60, 0.5, 1), (0.5, 40, 1), (60, 40, 1), (60, 0.5, 8)])
    )
    assert pixel_rules([flat, upright, block, photo]) == [
        Rule(10.0, 20.25, 70.0, 20.25, 0.5, 0),
        Rule(10.25, 20.0, 10.25, 60.0, 0.5, 0),
    ]
