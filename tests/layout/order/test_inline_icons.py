"""Small pictures."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.model.block import Figure
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from tests.layout.pages import META, block, page, prose


def picture(name: str, box: Box, kind: PictureKind = PictureKind.IMAGE) -> Picture:
    return Picture(name, 1, box, kind, 20, 20)


def signs(*pictures: Picture, flow: bool = True) -> list[str]:
    one = page(block(prose(200, 460), 72, 200), pictures=pictures)
    return [sign.name for sign in arrange([one], meta=META, flow=flow).pages[0].signs]


def test_icons_and_rules_that_are_images_are_signs() -> None:
    icon, bar = picture("icon", Box(50, 195, 62, 207)), picture("bar", Box(72, 150, 532, 154))
    assert signs(icon, bar) == ["icon", "bar"]
    assert signs(icon, bar, flow=False) == []


def test_figures_drawings_and_grounds_are_none() -> None:
    large, drawn = (
        picture("large", Box(72, 600, 300, 700)),
        picture("drawn", Box(50, 195, 62, 207), PictureKind.DRAWING),
    )
    ground, inside = picture("ground", Box(0, 0, 612, 792)), picture("inside", Box(80, 610, 92, 622))
    assert signs(large, drawn, ground, inside) == []
    one = arrange([page(block(prose(200, 460), 72, 200), pictures=[large])], meta=META)
    assert [found.picture.name for found in one.blocks if isinstance(found, Figure)] == ["large"]


def test_a_pattern_of_very_many_is_left_out() -> None:
    assert signs(*(picture(f"p{n}", Box(5 * n, 100, 5 * n + 11, 111)) for n in range(90))) == []
