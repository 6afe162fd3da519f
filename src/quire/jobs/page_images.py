"""Pictures of the pages that a result comes from, for people who want to see each figure in its place."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from quire.errors import FATAL
from quire.jobs.atomic_save import save
from quire.read import Source

OPTION = "facsimile"
"""The option of a task that asks for them, with the value "1"."""

PAGES = "pages/"
"""What the stored names of the pictures begin with."""

SOURCE = "source"
"""The stored name of the upload, kept beside the result so that it can become another format."""

LIST = "facsimile.json"
"""The stored name of the list: an array of {"page", "name", "width", "height"}, the sizes in points."""

DPI = 110.0
"""Small print can be read; a page of A4 takes 0.1 to 0.3 MB and 30 ms."""

MAX_IMAGES = 600
"""Pages that are drawn; at most a minute and 150 MB of a task."""

_logger = logging.getLogger(__name__)


def draw_pages(
    source: Source, numbers: Sequence[int], sizes: Mapping[int, tuple[float, float]], folder: Path
) -> tuple[str, ...]:
    """Save pictures of pages and their list; the names of the files, relative to `folder`.

    Args:
        source: an open document.
        numbers: of the pages wanted; the first `MAX_IMAGES` are drawn, and a page that cannot be drawn is left out.
        sizes: width and height in points of the pages that were read.
        folder: the target of the task.
    """
    listed: list[dict[str, int | float | str]] = []
    for number in [number for number in numbers if number in sizes][:MAX_IMAGES]:
        name = f"{PAGES}{number}.png"
        picture = _picture(source, number)
        if picture:
            (folder / "pages").mkdir(exist_ok=True)
            save(folder / name, picture)
            width, height = sizes[number]
            listed.append({"page": number, "name": name, "width": round(width, 2), "height": round(height, 2)})
    save(folder / LIST, json.dumps(listed).encode())
    return (LIST, *(str(one["name"]) for one in listed))


def keep_source(source: Path, folder: Path) -> tuple[str, ...]:
    """Keep a copy of the upload; the names of the files, relative to `folder`."""
    shutil.copyfile(source, folder / SOURCE)
    return (SOURCE,)


def _picture(source: Source, number: int) -> bytes:
    """The page as PNG; empty when it cannot be drawn."""
    from quire.read.raster import pixels_png

    try:
        return pixels_png(source.image(number, DPI))
    except FATAL:
        raise
    except Exception:
        _logger.warning("page %d cannot be drawn", number, exc_info=True)
        return b""
