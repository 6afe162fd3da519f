"""Page rectification: the mapping from the source's page to the upright page.

The mapping is kept instead of the pixels, so the page can be drawn again at any resolution.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from quire.model.geometry import Box
from quire.read.ocr_engine import Pixels, Polygon
from quire.read.ocr_resolution import crop
from quire.read.scan.line_bend import Bend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix3 = NDArray[np.float64]

_PAPER = (255, 255, 255)
_MARGIN = 2.0  # points around text that would be outside the straightened page
_MAX_GROWTH = 0.35  # of a side, for such text
_IDENTITY = 1e-6  # differences up to which a mapping changes nothing
_GRID = 8  # pixels between the nodes at which the mapping of bent lines is found


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
        bend: of the lines, which is undone after the rest.
    """

    matrix: Matrix3
    width: float
    height: float
    source_width: float
    turned: int = 0
    zoom: float = 1.0
    bend: Bend | None = None

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
        return tuple(found) if self.bend is None else leveled(found, self.bend, scale)

    def followed_by(self, further: Rectification) -> Rectification:
        """This mapping, whose lines do not bend, followed by a further one from its page."""
        return Rectification(
            further.matrix @ self.matrix,
            further.width,
            further.height,
            self.source_width,
            (self.turned + further.turned) % 360,
            self.zoom * further.zoom,
            further.bend,
        )

    def draw(self, picture: Pixels, out: float, box: Box | None = None) -> Pixels:
        """The upright page, or a box of it in points, from the source's picture, with `out` pixels per point."""
        import cv2
        import numpy as np

        scale = picture.shape[1] / self.source_width
        size = (max(1, round(self.width * out)), max(1, round(self.height * out)))
        whole = np.diag([out, out, 1.0]) @ self.matrix @ np.diag([1.0 / scale, 1.0 / scale, 1.0])
        plain = self.bend is None and np.allclose(whole, np.eye(3), atol=_IDENTITY)
        if plain and picture.shape[1::-1] == size:
            return picture if box is None else crop(picture, box, out)
        left = top = 0
        if box is not None:
            left, top = int(box.x0 * out), int(box.y0 * out)
            size = (math.ceil(box.x1 * out) - left, math.ceil(box.y1 * out) - top)
        if self.bend is not None:
            return _unbent(picture, whole, (left, top, *size), out, self.bend)
        if box is not None:
            whole = np.array([(1.0, 0.0, -left), (0.0, 1.0, -top), (0.0, 0.0, 1.0)]) @ whole
        drawn = cv2.warpPerspective(
            picture, whole, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=_PAPER
        )
        return np.asarray(drawn, np.uint8)


def leveled(place: Sequence[tuple[float, float]], bend: Bend, scale: float) -> Polygon:
    """A polygon of a page whose lines bend, in pixels (`scale` per point), where it stands without the bend."""
    import numpy as np

    at = np.array(place, np.float64) / scale
    rows = bend.level(at[:, 0], at[:, 1])
    return tuple((x, float(row) * scale) for (x, _), row in zip(place, rows, strict=True))


def _unbent(picture: Pixels, whole: Matrix3, part: tuple[int, int, int, int], out: float, bend: Bend) -> Pixels:
    """A part of a page without the bend of its lines.

    Args:
        picture: of the source.
        whole: maps its pixels to those of the page.
        part: its left and top edge, width and height, pixels of the page.
        out: pixels of the page per point.
        bend: of the page's lines.
    """
    import cv2
    import numpy as np

    left, top, wide, high = part
    # the mapping is smooth: it is found at every eighth pixel and drawn out between
    xs = np.linspace(left, left + wide - 1, max(2, wide // _GRID))
    ys = np.linspace(top, top + high - 1, max(2, high // _GRID))
    x, y = np.meshgrid(xs, ys)
    y = y + out * bend.fall(x / out, y / out)
    m = np.linalg.inv(whole)
    deep = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    from_x = (m[0, 0] * x + m[0, 1] * y + m[0, 2]) / deep
    from_y = (m[1, 0] * x + m[1, 1] * y + m[1, 2]) / deep
    maps = [_drawn_out(one.astype(np.float32), (wide, high)) for one in (from_x, from_y)]
    drawn = cv2.remap(picture, maps[0], maps[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=_PAPER)
    return np.asarray(drawn, np.uint8)


def _drawn_out(values: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Values at the nodes of a grid whose corners are those of a picture, at each of its pixels."""
    import cv2
    import numpy as np

    rows, columns = values.shape
    across, down = (columns - 1) / max(size[0] - 1, 1), (rows - 1) / max(size[1] - 1, 1)
    matrix = np.array([[across, 0.0, 0.0], [0.0, down, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(values, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _overhang(values: list[float], side: float) -> tuple[float, float]:
    """How far values reach beyond 0 and beyond a side, with a margin; at most a share of the side."""
    if not values:
        return 0.0, 0.0
    most = _MAX_GROWTH * side
    low = -min(values) + _MARGIN if min(values) < 0.0 else 0.0
    high = max(values) - side + _MARGIN if max(values) > side else 0.0
    return min(low, most), min(high, most)
