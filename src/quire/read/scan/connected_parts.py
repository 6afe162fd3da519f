"""The connected parts of a mask: what touches at sides or corners is one part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from cv2.typing import MatLike
    from numpy.typing import NDArray

    Labels = NDArray[np.integer[Any]]


def connected_parts(mask: MatLike) -> tuple[Labels, NDArray[np.int32], NDArray[np.float64]]:
    """The part of each pixel of a mask, and for each part its box with its area (`cv2.CC_STAT_*`) and its centre.

    Part 0 is what is not marked. Labels of 16 bits are counted in a third of the time of larger ones (9 instead of 24
    ms of a page); OpenCV refuses them where the parts are more.
    """
    import cv2
    import numpy as np

    try:
        _, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_16U)
    except cv2.error:
        _, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return np.asarray(labels), np.asarray(stats, np.int32), np.asarray(centres, np.float64)
