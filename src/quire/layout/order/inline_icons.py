"""Pictures too small for figures: icons beside text and in cells, rules drawn as pictures. Word shows them."""

from __future__ import annotations

from collections.abc import Container, Sequence

from quire.layout.text.block_drafts import Draft
from quire.model.page import Page, Picture, PictureKind

# A page with more of them is a pattern, or a drawing in pieces.
_MOST = 80


def icons(page: Page, drafts: Sequence[Draft], skipped: Container[str] = frozenset()) -> tuple[Picture, ...]:
    """The images of a page that are neither figures nor inside one, in their order; () if there are very many.

    Args:
        page: The page.
        drafts: Its drafts.
        skipped: Names of pictures that are furniture.
    """
    if not page.pictures:
        return ()
    shown = [draft.picture for draft in drafts if draft.picture is not None]
    names = {picture.name for picture in shown}
    boxes = [picture.box for picture in shown]
    found = [
        one
        for one in page.pictures
        if one.kind is PictureKind.IMAGE
        and one.name not in names
        and one.name not in skipped
        and _is_small(one, page)
        and not any(box.overlap(one.box) > 0 for box in boxes)
    ]
    return tuple(found) if len(found) <= _MOST else ()


# Larger pictures that are no figures are grounds.
_SMALL, _LOW = 40.0, 8.0


def _is_small(one: Picture, page: Page) -> bool:
    box = one.box
    return max(box.width, box.height) < _SMALL or (box.height < _LOW and box.width < page.width)
