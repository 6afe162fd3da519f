"""What the ink of a piece of text covers: its box in the picture, and how far its letters reach above and below their baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.text import is_cjk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.scan.ink_mask import Mask

PixelBox = tuple[float, float, float, float]
"""Left, top, right and bottom of a box, pixels."""

_HAN_TOP, _HAN_FOOT = (
    0.84,
    -0.1,
)  # of the size, above and below the baseline: what the ink of each kind of letter covers
_CAP_TOP, _SMALL_TOP = 0.71, 0.5
_TAIL_FOOT = -0.21
_TAILS = frozenset("gjpqyQ,;()[]{}|/$@†‡§¶")
_SMALL = frozenset("acegmnopqrsuvwxyz")
_MIDDLE = frozenset("-–—~=+<>*^'\"`·•:.,;_…“”‘’、。，；：．")  # no sign of the size
_DARK, _REACH = 110, 40  # levels: a ground that letters are light on; by how much they are lighter at least
_LONG = 1.5  # times as long as high is a text at least: a single E or L ends in a bar of its own
_FULL = 0.95  # of the width of a box of text: rows with so much ink in its lower half are a rule
_TOUCHING = 0.1  # of the height of the box: so close below letters a rule is their underline; the border of a cell is farther off
_STANDING = 0.25  # of the ink of the fullest row: so full are those that letters stand on, what hangs below has a tenth


def underlined_baseline(place: PixelBox, ink: Mask) -> float | None:
    """Where underlined letters stand, pixels from the top: what hangs below the line cannot be measured.

    Args:
        place: the box of the text, as wide as its letters, pixels.
        ink: of the page, with its rules.

    Returns:
        None for text that is not underlined.
    """
    import numpy as np

    x0, y0, x1, y1 = (max(0, round(side)) for side in place)
    part = ink[y0:y1, x0:x1] > 0
    if x1 - x0 < _LONG * (y1 - y0) or part.size == 0:
        return None
    share = part.mean(axis=1)
    half = len(share) // 2
    ruled = np.flatnonzero(share[half:] >= _FULL)
    if not ruled.size:
        return None
    end = half + int(ruled[0])
    letters = np.where(share[: end - 1] < _FULL, share[: end - 1], 0.0)  # the row beside the rule is its blurred edge
    standing = np.flatnonzero(letters >= _STANDING * letters.max(initial=1e-9))
    white = end - 2 - int(standing[-1]) if standing.size else end
    if white > _TOUCHING * len(share):
        return None
    return float(y0 + end - white)


def ink_extent(text: str) -> tuple[float, float]:
    """How far the ink of a text reaches above and below its baseline, in its size; 0, 0 when that says nothing."""
    rise = foot = 0.0
    for letter in text:
        if letter in _MIDDLE or letter.isspace():
            foot = min(foot, _TAIL_FOOT * 0.6) if letter in ",;，；" else foot
            continue
        if is_cjk(ord(letter)):
            rise, foot = max(rise, _HAN_TOP), min(foot, _HAN_FOOT)
            continue
        rise = max(rise, _SMALL_TOP if letter in _SMALL else _CAP_TOP)
        foot = min(foot, _TAIL_FOOT) if letter in _TAILS else foot
    return rise, foot


def ink_box(picture: Pixels, clear: Mask, place: PixelBox) -> PixelBox:
    """The box of the ink in a box of the picture; the box itself when it has none."""
    import numpy as np

    left, top = max(0, int(place[0])), max(0, int(place[1]))
    window = slice(top, int(place[3]) + 1), slice(left, int(place[2]) + 1)
    part = picture[window]
    if part.size == 0:
        return place
    mask = clear[window] > 0
    grey: NDArray[np.int16] = part.mean(axis=2).astype(np.int16)
    if int(np.median(grey)) < _DARK:  # light letters on a dark ground
        away = grey - int(np.median(grey))
        mask = away > max(_REACH, 0.4 * int(away.max()))
    rows = _bands(mask.mean(axis=1) > 0.004, edge=0.3)
    if rows is None:
        return place
    columns = _bands(mask[rows[0] : rows[1]].mean(axis=0) > 0.02, edge=0.15 * len(mask) / mask.shape[1])
    if columns is None:
        return place
    return float(left + columns[0]), float(top + rows[0]), float(left + columns[1]), float(top + rows[1])


def _bands(filled: NDArray[np.bool_], edge: float) -> tuple[int, int] | None:
    """From the first to the last run of true values; a short one at an end is a neighbour's, when others are there."""
    import numpy as np

    ends = np.flatnonzero(np.diff(np.concatenate(([False], filled, [False])).astype(np.int8))).reshape(-1, 2)
    runs = [(int(a), int(b)) for a, b in ends]
    least = edge * len(filled)
    if len(runs) > 1 and runs[0][0] == 0 and runs[0][1] < least:
        runs = runs[1:]
    if len(runs) > 1 and runs[-1][1] == len(filled) and runs[-1][1] - runs[-1][0] < least:
        runs = runs[:-1]
    return (runs[0][0], runs[-1][1]) if runs else None
