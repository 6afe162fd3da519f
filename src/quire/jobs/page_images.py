"""Pictures of the pages that a result comes from, for people who want to see each figure in its place."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from quire.errors import FATAL, NotFound
from quire.jobs.atomic_save import save
from quire.jobs.ocr_presence import ocr_source
from quire.read import Source

OPTION = "facsimile"
"""The option of a task that asks for them, with the value "1"."""

PAGES = "pages/"
"""What the stored names of the pictures begin with."""

SOURCE = "source"
"""The stored name of the upload, kept beside the result so that it can become another format."""

LIST = "facsimile.json"
"""The stored name of the list: an array of {"page", "name", "width", "height", "sharp"}, the sizes in points.

"sharp" says where a sharper picture comes from: a stored name, `DRAWN`, or "" for nowhere.
"""

DRAWN = "drawn"
"""A sharper picture is drawn from the upload when somebody asks for it."""

DPI = 110.0
"""Small print can be read; a page of A4 takes 0.1 to 0.3 MB and 30 ms."""

SHARP_DPI = 220.0
"""Of a page that is zoomed in: A4 at 300 % is 1,800 pixels wide; 0.3 to 0.8 MB, 0.1 s."""

SHARP_PIXELS = 12_000_000
"""Pixels of a sharp picture; larger pages get fewer dots per inch."""

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
            sharp = _sharp(source, number, sizes[number], folder)
            listed.append(
                {"page": number, "name": name, "width": round(width, 2), "height": round(height, 2), "sharp": sharp}
            )
    save(folder / LIST, json.dumps(listed).encode())
    names = [str(one[key]) for key in ("name", "sharp") for one in listed if one[key] not in {"", DRAWN}]
    return (LIST, *names)


def sharp_dpi(width: float, height: float) -> float:
    """Dots per inch of a sharp picture of a page with this size in points; 0 where it would be no sharper."""
    dpi = min(SHARP_DPI, 72 * (SHARP_PIXELS / max(width * height, 1.0)) ** 0.5)
    return dpi if dpi >= 1.2 * DPI else 0.0


def draw_sharp(request: Mapping[str, Any], _report: Callable[[int, int], None]) -> dict[str, str]:
    """Draw a page of an upload for who has zoomed in, in a process that may be killed.

    Args:
        request: ``source``, the path of the upload; ``page``; ``width`` and ``height`` in points; ``target``, a path.

    Raises:
        NotFound: it would be no sharper. QuireError: the upload cannot be read.
    """
    from quire.read import open_source
    from quire.read.raster import pixels_png

    dpi = sharp_dpi(request["width"], request["height"])
    if not dpi:
        raise NotFound
    with open_source(request["source"]) as source:
        save(Path(request["target"]), pixels_png(source.image(request["page"], dpi)))
    return {}


def _sharp(source: Source, number: int, size: tuple[float, float], folder: Path) -> str:
    """Where a sharp picture comes from; one that only recognition can make is stored now."""
    dpi, read = sharp_dpi(*size), ocr_source(source)
    if not dpi or read is None or not read.is_straightened(number):
        return DRAWN if dpi else ""
    name = f"{PAGES}{number}-sharp.png"
    picture = _picture(source, number, dpi)
    if picture:
        save(folder / name, picture)
    return name if picture else ""


def keep_source(source: Path, folder: Path) -> tuple[str, ...]:
    """Keep a copy of the upload; the names of the files, relative to `folder`."""
    shutil.copyfile(source, folder / SOURCE)
    return (SOURCE,)


def _picture(source: Source, number: int, dpi: float = DPI) -> bytes:
    """The page as PNG; empty when it cannot be drawn."""
    from quire.read.raster import pixels_png

    try:
        return pixels_png(source.image(number, dpi))
    except FATAL:
        raise
    except Exception:
        _logger.warning("page %d cannot be drawn", number, exc_info=True)
        return b""
