"""Affine matrices, upright boxes and rounding, in the arithmetic that the accelerator repeats in every bit."""

from __future__ import annotations

import math

Matrix = tuple[float, float, float, float, float, float]
"""In the order of ISO 32000-1, 8.3.4."""

Corners = tuple[float, float, float, float]
"""Left, top, right, bottom; left, bottom, right, top in user space."""


def multiply(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that maps by `inner` first, then by `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def map_point(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """A mapped point."""
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def map_box(m: Matrix, x0: float, y0: float, x1: float, y1: float) -> Corners:
    """The upright box around a mapped rectangle."""
    xs = [m[0] * x + m[2] * y + m[4] for x in (x0, x1) for y in (y0, y1)]
    ys = [m[1] * x + m[3] * y + m[5] for x in (x0, x1) for y in (y0, y1)]
    return min(xs), min(ys), max(xs), max(ys)


def rounded(value: float) -> float:
    """`value` to a hundredth of a point; the same arithmetic as in C."""
    return math.floor(value * 100.0 + 0.5) / 100.0
