"""Pictures that pages repeat."""

from __future__ import annotations

from quire.layout.furniture import repeated_images
from quire.layout.order import figure_regions
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from tests.layout.pages import block, page, prose

BODY = block(prose(200, 460), 72, 400)


def picture(box):
    return Picture("p1-1", 1, box, PictureKind.IMAGE, 100, 80)


def repeated(pages):
    return repeated_images.repeated_names([repeated_images.margin_pictures(one) for one in pages])


def test_logos_at_the_same_place_of_several_pages_are_furniture():
    logos = [picture(Box(433, 38, 523, 66))._replace(name=f"p{n}-1", page=n) for n in (1, 2, 3)]
    inner = [picture(Box(72, 200, 300, 400))._replace(name=f"p{n}-2", page=n) for n in (1, 2, 3)]
    pages = [page(pictures=pair, number=n) for n, pair in enumerate(zip(logos, inner, strict=True), 1)]
    assert repeated(pages) == {"p1-1", "p2-1", "p3-1"}
    assert [one.picture for one in figure_regions.find_figures(pages[0], BODY, (), repeated(pages))] == [inner[0]]


def watermarks(boxes, text):
    drawn = [picture(box)._replace(name=f"p{n}-1", page=n, kind=PictureKind.DRAWING) for n, box in enumerate(boxes, 1)]
    return repeated([page(*own, pictures=[one], number=one.page) for one, own in zip(drawn, text, strict=True)])


def test_a_repeated_drawing_is_a_watermark_where_text_runs_over_its_edges():
    labels = block(["Alpha", "Beta", "Gamma", "Delta"], 200, 420)
    assert watermarks([Box(120, 380, 400, 600)] * 3, [BODY] * 3) == {"p1-1", "p2-1", "p3-1"}
    assert watermarks([Box(60, 380, 560, 600)] * 3, [labels] * 3) == frozenset()


def test_a_repeated_drawing_as_wide_as_the_text_is_a_watermark_where_running_text_is_in_it():
    assert watermarks([Box(60, 380, 560, 600)] * 3, [BODY] * 3) == {"p1-1", "p2-1", "p3-1"}


def test_a_watermark_that_is_one_drawing_with_shapes_of_its_page_is_one_on_all_pages():
    labels = block(["Alpha", "Beta", "Gamma", "Delta"], 200, 420)
    boxes = [Box(26, 135, 592, 717), Box(4, 129, 608, 717), Box(26, 110, 592, 717), Box(10, 135, 592, 740)]
    assert watermarks(boxes, [BODY, BODY, BODY, labels]) == {"p1-1", "p2-1", "p3-1", "p4-1"}
    assert watermarks(boxes, [BODY, BODY, labels, labels]) == frozenset()


def test_the_first_page_may_show_the_logo_larger():
    logos = [picture(Box(71, 14, 139, 52))._replace(name=f"p{n}-1", page=n) for n in (2, 3, 4)]
    large = picture(Box(78, 21, 161.7, 67.8))._replace(name="p1-1")
    others = [large, large._replace(width=90), large._replace(box=Box(78, 21, 240, 67.8))]
    found = [
        repeated([page(pictures=[one]), *(page(pictures=[logo], number=logo.page) for logo in logos)]) for one in others
    ]
    assert ["p1-1" in names for names in found] == [True, False, False]


def test_a_logo_beside_a_picture_of_the_text_is_one_too():
    """Both begin every form of a set; the second reaches into the text."""
    pairs = [
        tuple(picture(box)._replace(name=f"p{n}-{at}", page=n) for at, box in enumerate(boxes, 1))
        for n, boxes in ((n, (Box(72, 72, 413, 107), Box(434, 72, 540, 167))) for n in (1, 2, 3))
    ]
    pages = [page(pictures=pair, number=n) for n, pair in enumerate(pairs, 1)]
    assert repeated(pages) == frozenset()


def test_page_numbers_as_pictures_wander_with_their_widths():
    def numbers(*boxes):
        named = [picture(box)._replace(name=f"p{n}-1", page=n) for n, box in enumerate(boxes, 1)]
        return [page(pictures=(one,), number=one.page) for one in named]

    low = [Box(265, 770, 327, 787), Box(277, 763, 339, 780), Box(258, 768, 344, 790)]
    assert repeated(numbers(*low)) == {"p1-1", "p2-1", "p3-1"}
    assert repeated(numbers(*low[:2])) == frozenset()
    assert repeated(numbers(*low[:2], Box(100, 768, 186, 790))) == frozenset()
    assert repeated(numbers(*(box._replace(y0=650) for box in low))) == frozenset()


def test_a_watermark_behind_the_text_of_several_pages_is_no_figure():
    marks = [picture(Box(90, 300, 500, 700))._replace(name=f"p{n}-1", page=n) for n in (1, 2, 3)]
    pages = [page(BODY, pictures=[one], number=one.page) for one in marks]
    assert repeated(pages) == {"p1-1", "p2-1", "p3-1"}
    assert repeated(pages[:2]) == set()
    assert repeated([page(pictures=[one], number=one.page) for one in marks]) == set()


def test_an_image_that_stands_all_over_the_pages_is_a_watermark_wherever_it_stands():
    places = [Box(x, y, x + 100, y + 75) for y in (160, 330, 420) for x in (10, 250, 500)]

    def tiled(shifts, text=BODY):
        return [
            page(
                *text,
                pictures=[
                    picture(box)._replace(box=box._replace(y0=box.y0 + dy, y1=box.y1 + dy), name=f"p{n}-{at}", page=n)
                    for at, box in enumerate(places)
                ],
                number=n,
            )
            for n, dy in enumerate(shifts, 1)
        ]

    assert len(repeated(tiled([0, 20, 40]))) == 3 * len(places)
    assert repeated(tiled([0, 20])) == frozenset()
    assert repeated(tiled([0, 20, 40], block(["12"], 55, 440))) == frozenset()
