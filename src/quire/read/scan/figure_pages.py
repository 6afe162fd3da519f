"""Pages of pictures in a document with text: screenshots, charts and diagrams are shown, not recognised.

A scan is a sheet of paper: its picture fills the page, or has the proportions of a sheet where it was put between the
margins. A page without text whose pictures are none of these, next to a page with a text layer, holds figures; their
words out of place would be worse than the pictures.
"""

from __future__ import annotations

from collections.abc import Iterable

from quire.model.page import Page, Picture, PictureKind, TextSource

_FILLS = 0.6  # of the page: pictures that cover so much are the page
_SHEET = 0.45  # of the page: a sheet between margins covers so much
_SIDES = (1.25, 1.5)  # longer by shorter side of a sheet: letter 1.29, A4 1.41, with its edges cut off or left white


def shows_figures(page: Page, neighbours: Iterable[Page]) -> bool:
    """Whether a page without usable text shows figures, and is no scan.

    Args:
        page: as its file has it.
        neighbours: the pages before and after it.
    """
    if page.source is not TextSource.NONE or not page.pictures:
        return False
    if any(picture.kind is not PictureKind.IMAGE for picture in page.pictures):
        return False  # letters may be drawn as shapes
    if not any(one.source is TextSource.NATIVE and one.lines for one in neighbours):
        return False
    shares = [picture.box.area / (page.width * page.height) for picture in page.pictures]
    return sum(shares) < _FILLS and not any(
        share >= _SHEET and _is_sheet(picture) for share, picture in zip(shares, page.pictures, strict=True)
    )


def _is_sheet(picture: Picture) -> bool:
    short, long = sorted((picture.box.width, picture.box.height))
    return _SIDES[0] * short <= long <= _SIDES[1] * short
