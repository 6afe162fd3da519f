"""The grain of paper and of bad copies: how strong it is, and a mask of ink without its specks.

Grain is what the page itself shows where nothing is printed. On clean paper nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.read.scan.connected_parts import connected_parts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.uint8]

_TILE = 16  # pixels: the side of the squares whose unevenness is measured; smaller than the blank between two lines
_QUIET = 0.3  # of the tiles that are not perfectly even, the quieter ones: nothing is printed there on any page of text
_SPECK = 0.22  # em, by which a speck is wide and high at most: the dot of a letter, never a dash
_LETTER = 0.4  # em, the height of what is surely a letter
_NEAR = 0.45  # em around letters in which a small blob may be a point, a comma, an accent
_ROW_REACH = 8.0  # em to both sides in which other dots of a leader stand
_ROW_DOTS = 6  # dots of a leader in that reach, at least
_LEVEL = 1  # pixels by which the middles of the dots of one leader differ at most
_FEW = 40  # specks far from letters on a page: with fewer, they may be anything and do no harm


def paper_noise(grey: NDArray[np.uint8]) -> float:
    """The standard deviation of blank paper in a grey picture, in levels of 255; 0 for a clean page."""
    import cv2
    import numpy as np

    high, wide = (side // _TILE * _TILE for side in grey.shape)
    if not high or not wide:
        return 0.0
    levels = grey[:high, :wide].astype(np.float32)
    size, count = (wide // _TILE, high // _TILE), _TILE * _TILE
    sums = [cv2.resize(part, size, interpolation=cv2.INTER_AREA) * count for part in (levels, levels * levels)]
    total, squares = (np.asarray(part).astype(np.int64) for part in sums)  # exact: below 2**24
    spread = np.sort(np.sqrt(count * squares - total * total).ravel() / count)
    uneven = spread[spread > 0.0]
    return float(uneven[int(_QUIET * uneven.size)]) if uneven.size > spread.size / 2 else 0.0


def without_specks(ink: Mask, em: float) -> Mask:
    """The ink without small blobs far from letters, if a page has many; rows of dots stay.

    Args:
        ink: of a page; 255 is ink.
        em: the usual size of its type, pixels.
    """
    import cv2
    import numpy as np

    labels, stats, centres = connected_parts(ink)
    wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    small = np.maximum(wide, high) <= max(2.0, _SPECK * em)
    small[0] = False
    letters = high >= _LETTER * em
    letters[0] = False
    reach = max(3, int(2 * _NEAR * em) | 1)
    near = cv2.dilate(np.where(letters, 255, 0).astype(np.uint8)[labels], np.ones((reach, reach), np.uint8))
    at = centres.round().astype(int)
    lone = small & (near[at[:, 1].clip(0, ink.shape[0] - 1), at[:, 0].clip(0, ink.shape[1] - 1)] == 0)
    specks = np.flatnonzero(lone)
    specks = specks[~_in_rows(at[specks], em)]
    if specks.size < _FEW:
        return ink
    gone = np.zeros(len(stats), np.uint8)
    gone[specks] = 1
    return np.where(gone[labels] > 0, 0, ink).astype(np.uint8)


def _in_rows(at: NDArray[np.int_], em: float) -> NDArray[np.bool_]:
    """Which of many dots (x, y) stand in a row with others, as those of a leader do."""
    import numpy as np

    order = np.lexsort((at[:, 0], at[:, 1]))
    found = np.zeros(len(at), bool)
    levels: dict[int, list[int]] = {}
    for i in order.tolist():
        levels.setdefault(int(at[i, 1]), []).append(i)
    for y, own in levels.items():
        band = [i for level in range(y - _LEVEL, y + _LEVEL + 1) for i in levels.get(level, [])]
        across = np.sort(at[band, 0])
        x = at[own, 0]
        inside = np.searchsorted(across, x + _ROW_REACH * em, "right") - np.searchsorted(across, x - _ROW_REACH * em)
        found[own] = inside >= _ROW_DOTS
    return found


def as_grey(picture: Pixels) -> NDArray[np.uint8]:
    """The picture in levels of grey."""
    import cv2
    import numpy as np

    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
