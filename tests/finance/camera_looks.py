"""Looks of sheets that bend in space before a camera, and of office scanners, with effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn
from tests.finance.held_looks import Look, blurred, jpeg


def _highlighter(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Bands of a marker over some lines."""
    out = np.array(grey, float)
    height, width = out.shape
    for _ in range(int(rng.integers(1, 5))):
        y, x = int(rng.uniform(0.15, 0.85) * height), int(rng.uniform(0.05, 0.6) * width)
        band = out[y : y + int(rng.uniform(0.012, 0.02) * height), x : x + int(rng.uniform(0.1, 0.35) * width)]
        band *= rng.uniform(0.72, 0.9)
    return out


def _written(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A signature: a curve by hand."""
    out = np.ascontiguousarray(grey, np.float32)
    at = np.linspace(0, 1, 60)
    waves = sum(rng.uniform(4, 16) * np.sin(2 * np.pi * (rng.uniform(1, 6) * at + rng.uniform())) for _ in range(3))
    x, y = rng.uniform(0.1, 0.7) * out.shape[1], rng.uniform(0.6, 0.95) * out.shape[0]
    line = np.stack([x + at * rng.uniform(120, 300), y + waves], axis=1).astype(np.int32)
    cv2.polylines(
        out, [line.reshape(-1, 1, 2)], False, float(rng.uniform(40, 120)), int(rng.integers(1, 4)), cv2.LINE_AA
    )
    return out


def _crumpled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Creases in all directions, lit from one side."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    relief = np.zeros(grey.shape, np.float32)
    for _ in range(int(rng.integers(4, 12))):
        turn, far = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5)
        across = (xs / width - 0.5) * np.cos(turn) + (ys / height - 0.5) * np.sin(turn) - far
        relief += np.float32(rng.uniform(-14, 14)) * np.tanh(across * np.float32(rng.uniform(30, 200)))
    return np.asarray(grey + (relief - relief.mean()) * grey / 255)


def _holes(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Punched for a binder."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    for share in (0.36, 0.64):
        cv2.circle(out, (int(0.035 * width), int(share * height)), int(0.012 * width), float(rng.uniform(10, 90)), -1)
    return out


def _dust(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Dust on the glass of a feeder: thin lines down the whole page, pale or dark."""
    out = np.array(grey, float)
    for x in rng.integers(0, grey.shape[1], int(rng.integers(1, 6))):
        out[:, x] += (rng.choice((20.0, 245.0)) - out[:, x]) * rng.uniform(0.2, 0.7)
    return out


def _banded(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A lamp that flickers: rows lighter and darker."""
    rows = cv2.GaussianBlur(rng.normal(0, 1, (grey.shape[0], 1)).astype(np.float32), (1, 41), float(rng.uniform(2, 10)))
    return np.asarray(grey * (1 + rng.uniform(0.02, 0.07) * rows / max(1e-6, float(rows.std()))))


def _doubled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sheet that slipped: a pale second print."""
    dx, dy = rng.integers(-2, 3), rng.integers(1, 3)
    ghost = np.roll(grey, (int(dy), int(dx)), axis=(0, 1))
    return np.minimum(grey, 255 - (255 - ghost) * rng.uniform(0.15, 0.4))


def _halftone(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Printed by dots on a grid."""
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]].astype(np.float32)
    turn, pitch = rng.uniform(0.2, 1.2), rng.uniform(2.6, 4.5)
    u, v = xs * np.cos(turn) + ys * np.sin(turn), ys * np.cos(turn) - xs * np.sin(turn)
    dots = np.cos(2 * np.pi * u / pitch) * np.cos(2 * np.pi * v / pitch)
    paper = 255 - (255 - blurred(grey, 0.5)) * rng.uniform(0.6, 0.95)
    return blurred(paper + rng.uniform(15, 40) * dots * (paper > 120), 0.6)


def _adaptive(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """One bit by a threshold that follows the paper, as programs for telephones write."""
    window = int(rng.integers(12, 40)) * 2 + 1
    return cv2.adaptiveThreshold(
        np.clip(grey, 0, 255).astype(np.uint8), 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, window,
        float(rng.uniform(8, 22)),
    ).astype(float)  # fmt: skip


def _turned(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Fed askew, with the dark lid beside the sheet."""
    height, width = grey.shape
    matrix = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(rng.uniform(-2.2, 2.2)), float(rng.uniform(0.93, 0.99))
    )
    return np.asarray(cv2.warpAffine(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC,
                                     borderValue=float(rng.choice((25.0, 140.0, 245.0)))))  # fmt: skip


def _gamma(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    dark, light = rng.uniform(0, 70), rng.uniform(215, 255)
    return np.asarray(dark + (light - dark) * (np.clip(grey, 0, 255) / 255) ** rng.uniform(0.6, 1.6))


def _sensor(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Noise that grows with light, coarse and fine, smoothed by the camera and sharpened."""
    level = np.clip(grey, 0, 255)
    fine = rng.normal(0, 1, grey.shape) * np.sqrt(level + 8) * rng.uniform(0.2, 0.8)
    rough = blurred(rng.normal(0, 1, grey.shape), 1.5) * rng.uniform(0, 14)
    seen = np.clip(level + fine + rough, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        seen = cv2.bilateralFilter(seen, 5, float(rng.uniform(12, 32)), 2.0)
    seen = seen.astype(np.float32)
    return np.asarray(seen + rng.uniform(0, 1.3) * (seen - blurred(seen, rng.uniform(0.8, 1.8))))


def _defocused(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Sharp at one side and out of focus at the other."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width] / np.array([height, width]).reshape(2, 1, 1)
    turn = rng.uniform(0, 2 * np.pi)
    share = np.clip(0.5 + (xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn), 0, 1) ** 2
    return grey * (1 - share) + blurred(grey, rng.uniform(0.9, 1.9)) * share


def _glare(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = rng.uniform(0.1, 0.9, 2) * (width, height)
    spot = np.exp(
        -(((xs - x) / (rng.uniform(0.1, 0.4) * width)) ** 2 + ((ys - y) / (rng.uniform(0.05, 0.2) * height)) ** 2)
    )
    return np.asarray(grey + (255 - grey) * rng.uniform(0.2, 0.65) * spot)


def _light(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Dark corners, and a window whose frame throws straight shadows."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    far = np.hypot(xs / width - 0.5, ys / height - 0.5)
    out = grey * (1 - rng.uniform(0.1, 0.7) * far**2)
    turn, at, wide = rng.uniform(0, np.pi), rng.uniform(-0.4, 0.4), rng.uniform(0.03, 0.15)
    across = (xs / width - 0.5) * np.cos(turn) + (ys / height - 0.5) * np.sin(turn) - at
    bar = 1 / (1 + np.exp((abs(across) - wide) / rng.uniform(0.004, 0.03)))
    return np.asarray(out * (1 - rng.uniform(0.0, 0.4) * bar))


def _in_space(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sheet that arches, rises to a spine or curls at a corner, seen from aside by a camera near it, on a table."""
    height, width = grey.shape
    form, rise = rng.integers(0, 4), rng.uniform(0.02, 0.09)
    turns, distance = np.radians(rng.uniform(-9, 9, 2)), rng.uniform(2.2, 4.0)
    roll, zoom, side = np.radians(rng.uniform(-2.5, 2.5)), rng.uniform(0.86, 0.97), rng.choice((-1.0, 1.0))

    def height_of(u: np.ndarray, v: np.ndarray) -> np.ndarray:
        if form == 0:
            return np.asarray(rise * np.cos(u * np.pi / 2))
        if form == 1:
            return np.asarray(rise * np.exp((side * u - 1) / 0.35))
        if form == 2:
            return np.asarray(rise * np.maximum(0.0, (u * side + v) / 2 - 0.1) ** 2)
        return np.zeros_like(u)

    def seen(xs: np.ndarray, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        u, v = (xs - width / 2) / (width / 2), (ys - height / 2) / (width / 2)
        z = height_of(u, v)
        u, z = u * np.cos(turns[0]) - z * np.sin(turns[0]), u * np.sin(turns[0]) + z * np.cos(turns[0])
        v, z = v * np.cos(turns[1]) - z * np.sin(turns[1]), v * np.sin(turns[1]) + z * np.cos(turns[1])
        scale = zoom * distance / (distance - z)
        u, v = u * scale, v * scale
        u, v = u * np.cos(roll) - v * np.sin(roll), u * np.sin(roll) + v * np.cos(roll)
        return u * (width / 2) + width / 2, v * (width / 2) + height / 2

    ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
    at_x, at_y = xs.copy(), ys.copy()
    for _ in range(8):  # the point of the sheet that is seen at each pixel
        now_x, now_y = seen(at_x, at_y)
        at_x, at_y = at_x + xs - now_x, at_y + ys - now_y
    sheet = cv2.remap(
        np.asarray(grey, np.float32),
        at_x.astype(np.float32),
        at_y.astype(np.float32),
        cv2.INTER_CUBIC,
        borderValue=255.0,
    )
    slope = (
        np.gradient(height_of((at_x - width / 2) / (width / 2), (at_y - height / 2) / (width / 2)), axis=1) * width / 2
    )
    sheet = sheet * (1 + np.float32(rng.uniform(-1.2, 1.2)) * slope)
    wood = blurred(rng.normal(0, 1, (height, 1)) * np.ones((1, width)), 2.0) * rng.uniform(0, 25)
    table = np.clip(rng.choice((40.0, 90.0, 150.0)) + wood + blurred(rng.normal(0, 8, grey.shape), 1.0), 0, 190)
    inside = (at_x >= 0) & (at_x < width) & (at_y >= 0) & (at_y < height)
    return np.where(inside, sheet, table)


def _pressed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Sent twice, each time pressed, the second time a little smaller."""
    once = jpeg(np.clip(grey, 0, 255).astype(np.uint8), int(rng.integers(45, 85)))
    scale = float(rng.uniform(0.8, 0.98))
    small = cv2.resize(once, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return cv2.resize(jpeg(small, int(rng.integers(35, 80))), grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(
        float
    )


_PAPER: tuple[Effect, ...] = ((0.3, _highlighter), (0.3, _written), (0.25, _holes), (0.25, _halftone), (0.5, _gamma))

CAMERA_LOOKS: dict[str, Look] = {
    "feeder": drawn((*_PAPER, (0.5, _turned), (0.3, _dust), (0.3, _banded), (0.2, _doubled), (0.2, _adaptive), (0.7, _pressed))),
    "camera": drawn((*_PAPER, (0.3, _crumpled), (0.9, _in_space), (0.7, _light), (0.3, _glare), (0.4, _defocused), (0.9, _sensor), (0.6, _pressed))),
}  # fmt: skip
"""A scanner with a feeder; a camera."""
