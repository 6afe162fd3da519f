"""The extent of the ink of a piece of text: its box, and how far letters reach above and below the baseline."""

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

# Of the size, above and below the baseline: the extent of the ink of each kind of letter.
_HAN_TOP, _HAN_FOOT = 0.84, -0.1
_CAP_TOP, _SMALL_TOP = 0.71, 0.5
_TAIL_FOOT, _COMMA_FOOT = -0.21, -0.21 * 0.6
_TAILS = frozenset("gjpqyQ,;()[]{}|/$@†‡§¶")
_SMALL = frozenset("acegmnopqrsuvwxyz")
_MIDDLE = frozenset("-–—~=+<>*^'\"`·•:.,;_…“”‘’、。，；：．")  # do not show the size
_DARK_GROUND, _LIGHT_TEXT = 110, 40  # levels: a dark ground; the least by which light letters on it are lighter
_LIGHT_SHARE = 0.4  # of the lightest level: the ink of light letters
_MIN_RATIO = 1.5  # times as long as high, for underlined text: a single E or L ends in a bar of its own
_RULE_FILL = 0.95  # of the width of a box of text: rows with so much ink in its lower half are a rule
_UNDERLINE_GAP = 0.1  # of the height of the box between letters and their underline; a cell's border is farther away
_BASELINE_FILL = 0.25  # of the ink of the fullest row: rows of letters on the baseline; descenders have a tenth
_ROW_FILL, _COLUMN_FILL = 0.004, 0.02  # share of ink from which a row, a column of the box counts as inked
_ROW_EDGE, _COLUMN_EDGE = 0.3, 0.15  # of the height: shorter runs at an end of the box are a neighbour's


def underlined_baseline(place: PixelBox, ink: Mask) -> float | None:
    """The baseline of underlined letters, pixels from the top, as their descenders cannot be measured.

    Args:
        place: the box of the text, as wide as its letters, pixels.
        ink: of the page, with its rules.

    Returns:
        None for text that is not underlined.
    """
    import numpy as np

    x0, y0, x1, y1 = (max(0, round(side)) for side in place)
    part = ink[y0:y1, x0:x1] > 0
    if x1 - x0 < _MIN_RATIO * (y1 - y0) or part.size == 0:
        return None
    share = part.mean(axis=1)
    half = len(share) // 2
    ruled = np.flatnonzero(share[half:] >= _RULE_FILL)
    if not ruled.size:
        return None
    end = half + int(ruled[0])
    letters = np.where(
        share[: end - 1] < _RULE_FILL, share[: end - 1], 0.0
    )  # the row beside the rule is its blurred edge
    on_baseline = np.flatnonzero(letters >= _BASELINE_FILL * letters.max(initial=1e-9))
    white = end - 2 - int(on_baseline[-1]) if on_baseline.size else end
    if white > _UNDERLINE_GAP * len(share):
        return None
    return float(y0 + end - white)


def ink_extent(text: str) -> tuple[float, float]:
    """How far the ink of a text reaches above and below its baseline, in its size; 0, 0 if unknown."""
    rise = foot = 0.0
    for letter in text:
        if letter in _MIDDLE or letter.isspace():
            foot = min(foot, _COMMA_FOOT) if letter in ",;，；" else foot
            continue
        if is_cjk(ord(letter)):
            rise, foot = max(rise, _HAN_TOP), min(foot, _HAN_FOOT)
            continue
        rise = max(rise, _SMALL_TOP if letter in _SMALL else _CAP_TOP)
        foot = min(foot, _TAIL_FOOT) if letter in _TAILS else foot
    return rise, foot


def ink_box(picture: Pixels, clear: Mask, place: PixelBox) -> PixelBox:
    """The box of the ink in a box of the picture; the box itself if it has none."""
    import numpy as np

    left, top = max(0, int(place[0])), max(0, int(place[1]))
    window = slice(top, int(place[3]) + 1), slice(left, int(place[2]) + 1)
    part = picture[window]
    if part.size == 0:
        return place
    mask = clear[window] > 0
    grey: NDArray[np.int16] = part.mean(axis=2).astype(np.int16)
    if int(np.median(grey)) < _DARK_GROUND:  # light letters on a dark ground
        away = grey - int(np.median(grey))
        mask = away > max(_LIGHT_TEXT, _LIGHT_SHARE * int(away.max()))
    rows = _bands(mask.mean(axis=1) > _ROW_FILL, edge=_ROW_EDGE)
    if rows is None:
        return place
    columns = _bands(mask[rows[0] : rows[1]].mean(axis=0) > _COLUMN_FILL, edge=_COLUMN_EDGE * len(mask) / mask.shape[1])
    if columns is None:
        return place
    return float(left + columns[0]), float(top + rows[0]), float(left + columns[1]), float(top + rows[1])


def _bands(filled: NDArray[np.bool_], edge: float) -> tuple[int, int] | None:
    """From the first to the last run of true values; a short run at an end is a neighbour's if there are others."""
    import numpy as np

    ends = np.flatnonzero(np.diff(np.concatenate(([False], filled, [False])).astype(np.int8))).reshape(-1, 2)
    runs = [(int(a), int(b)) for a, b in ends]
    least = edge * len(filled)
    if len(runs) > 1 and runs[0][0] == 0 and runs[0][1] < least:
        runs = runs[1:]
    if len(runs) > 1 and runs[-1][1] == len(filled) and runs[-1][1] - runs[-1][0] < least:
        runs = runs[:-1]
    return (runs[0][0], runs[-1][1]) if runs else None
