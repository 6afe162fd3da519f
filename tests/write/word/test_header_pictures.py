"""Pictures that pages repeat."""

from __future__ import annotations

from quire.model.block import Furniture, Place, Role, Span
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.write.word.header_pictures import repeated_pictures

PLACE = Box(72, 20, 140, 50)


def logo(page: int, *, shift: float = 0.0) -> Picture:
    box = PLACE._replace(x0=PLACE.x0 + shift, x1=PLACE.x1 + shift)
    return Picture(f"p{page}-1", page, box, PictureKind.IMAGE, 200, 90)


def found(*pictures: Picture, files: dict[str, bytes] | None = None, **more: object) -> dict[int, list[str]]:
    files = files if files is not None else {one.name: b"the same" for one in pictures}
    document = Document((), (), ornaments=pictures, **more)
    return {page: [one.name for one in some] for page, some in repeated_pictures(document, files).items()}


def test_a_logo_is_one_picture_on_all_its_pages() -> None:
    assert found(logo(2), logo(3, shift=1.0), logo(4)) == {2: ["p2-1"], 3: ["p2-1"], 4: ["p2-1"]}


def test_pictures_of_two_pages_or_of_other_places_are_no_ornaments() -> None:
    assert found(logo(2), logo(3)) == {}
    assert found(logo(2), logo(3, shift=40.0), logo(4, shift=80.0)) == {}


def test_page_numbers_as_pictures_are_no_ornaments() -> None:
    assert found(logo(2), logo(3), logo(4), files={"p2-1": b"2", "p3-1": b"3", "p4-1": b"4"}) == {}
    assert found(logo(2), logo(3), logo(4), files={}) == {}


def test_a_band_behind_a_running_title_is_left_out() -> None:
    """A drawing is taken from the page as it is shown, with the text on it."""
    title = Furniture(Role.HEADER, (Span("Report"),), Place(2, Box(80, 30, 120, 42)))
    assert found(logo(2), logo(3), logo(4), furniture=(title,)) == {}


def test_the_first_page_may_show_the_logo_larger() -> None:
    large = logo(1)._replace(box=Box(78, 22, 162, 60))
    assert found(large, logo(2), logo(3), logo(4)) == {1: ["p1-1"], 2: ["p2-1"], 3: ["p2-1"], 4: ["p2-1"]}
    files = {"p1-1": b"another", "p2-1": b"logo", "p3-1": b"logo", "p4-1": b"logo"}
    assert 1 not in found(large, logo(2), logo(3), logo(4), files=files)
