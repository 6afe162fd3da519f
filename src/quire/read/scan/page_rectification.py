"""Page rectification: the mapping from the source's page to the upright page.

The mapping is kept instead of the pixels, so the page can be drawn again at any resolution.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from quire.model.geometry import Box
from quire.read.ocr_engine import Pixels, Polygon
from quire.read.ocr_resolution import crop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix3 = NDArray[np.float64]

_PAPER = (255, 255, 255)
_MARGIN = 2.0  # points around text that would be outside the straightened page
_MAX_GROWTH = 0.35  # of a side, for such text
_IDENTITY = 1e-6  # differences up to which a mapping changes nothing


@dataclass(frozen=True, slots=True, eq=False)
class Rectification:
    """The mapping from a page of the source to an upright page.

    Attributes:
        matrix: maps the points of the source's page, as (x, y, 1) columns, to points of the upright page.
        width: of the upright page, points.
        height: of the upright page, points.
        source_width: width of the source's page, points.
        turned: quarter turns clockwise that are part of the mapping, in degrees.
        zoom: how many points of the page one point of the source becomes, about.
    """

    matrix: Matrix3
    width: float
    height: float
    source_width: float
    turned: int = 0
    zoom: float = 1.0

    @classmethod
    def plain(cls, width: float, height: float) -> Self:
        """The page unchanged."""
        import numpy as np

        return cls(np.eye(3), width, height, width)

    def flatten(self, corners: Polygon, width: float, height: float) -> Self:
        """The part of the page between four corners (its points), as a rectangle of a size."""
        import cv2
        import numpy as np

        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = np.asarray(cv2.getPerspectiveTransform(np.array(corners, np.float32), target), np.float64)
        a, b, c, d = corners
        longest = max(math.dist(a, b), math.dist(d, c), 1.0)
        return type(self)(
            matrix @ self.matrix, width, height, self.source_width, self.turned, self.zoom * width / longest
        )

    def turn(self, degrees: int) -> Self:
        """The page turned further, clockwise by a multiple of 90 degrees."""
        import numpy as np

        w, h = self.width, self.height
        matrices = {
            0: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            90: [[0, -1, h], [1, 0, 0], [0, 0, 1]],
            180: [[-1, 0, w], [0, -1, h], [0, 0, 1]],
            270: [[0, 1, 0], [-1, 0, w], [0, 0, 1]],
        }
        size = (h, w) if degrees in {90, 270} else (w, h)
        return type(self)(
            np.array(matrices[degrees], float) @ self.matrix,
            *size,
            self.source_width,
            (self.turned + degrees) % 360,
            self.zoom,
        )

    def straighten(self, skew: float, places: Iterable[Polygon]) -> Self:
        """The page rotated about its middle, clockwise by `skew` degrees; larger if text at `places` would be outside.

        Args:
            skew: degrees.
            places: of the text, in points of the source's page.
        """
        import numpy as np

        sin, cos = math.sin(math.radians(skew)), math.cos(math.radians(skew))
        x, y = self.width / 2.0, self.height / 2.0
        spin = np.array([[cos, -sin, x - x * cos + y * sin], [sin, cos, y - x * sin - y * cos], [0, 0, 1]])
        turned = replace(self, matrix=spin @ self.matrix)
        corners = [point for place in places for point in turned.map_polygon(place)]
        left, right = _overhang([p[0] for p in corners], self.width)
        top, bottom = _overhang([p[1] for p in corners], self.height)
        shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1]])
        width, height = self.width + left + right, self.height + top + bottom
        return replace(turned, matrix=shift @ turned.matrix, width=width, height=height)

    def map_polygon(self, place: Polygon, scale: float = 1.0) -> Polygon:
        """A polygon of the source, in pixels (`scale` per point), on the upright page in the same pixels."""
        m = self.matrix
        found = []
        for u, v in place:
            x, y = u / scale, v / scale
            w = float(m[2, 0] * x + m[2, 1] * y + m[2, 2]) or 1e-9
            found.append(
                (
                    scale * float(m[0, 0] * x + m[0, 1] * y + m[0, 2]) / w,
                    scale * float(m[1, 0] * x + m[1, 1] * y + m[1, 2]) / w,
                )
            )
        return tuple(found)

    def followed_by(self, further: Rectification) -> Rectification:
        """This mapping, followed by a further one from its page."""
        return Rectification(
            further.matrix @ self.matrix,
            further.width,
            further.height,
            self.source_width,
            (self.turned + further.turned) % 360,
            self.zoom * further.zoom,
        )

    def draw(self, picture: Pixels, out: float, box: Box | None = None) -> Pixels:
        """The upright page, or a box of it in points, from the source's picture, with `out` pixels per point."""
        import cv2
        import numpy as np

        scale = picture.shape[1] / self.source_width
        size = (max(1, round(self.width * out)), max(1, round(self.height * out)))
        whole = np.diag([out, out, 1.0]) @ self.matrix @ np.diag([1.0 / scale, 1.0 / scale, 1.0])
        if np.allclose(whole, np.eye(3), atol=_IDENTITY) and picture.shape[1::-1] == size:
            return picture if box is None else crop(picture, box, out)
        if box is not None:
            left, top = int(box.x0 * out), int(box.y0 * out)
            size = (math.ceil(box.x1 * out) - left, math.ceil(box.y1 * out) - top)
            whole = np.array([(1.0, 0.0, -left), (0.0, 1.0, -top), (0.0, 0.0, 1.0)]) @ whole
        drawn = cv2.warpPerspective(
            picture, whole, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=_PAPER
        )
        return np.asarray(drawn, np.uint8)


def _overhang(values: list[float], side: float) -> tuple[float, float]:
    """How far values reach beyond 0 and beyond a side, with a margin; at most a share of the side."""
    if not values:
        return 0.0, 0.0
    most = _MAX_GROWTH * side
    low = -min(values) + _MARGIN if min(values) < 0.0 else 0.0
    high = max(values) - side + _MARGIN if max(values) > side else 0.0
    return min(low, most), min(high, most)
