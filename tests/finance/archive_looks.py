"""Looks of films, carbon copies and bound volumes, and of sheets under a lamp: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn
from tests.finance.held_looks import Look, blurred, jpeg


def _filmed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Printed from a film: steep tones, dark corners, scratches along it, hairs."""
    height, width = grey.shape
    soft = blurred(grey, rng.uniform(0.3, 0.8))
    out = 20 + 225 / (1 + np.exp(-(soft - rng.uniform(140, 185)) / rng.uniform(14, 30)))
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    out = np.ascontiguousarray(out * (1 - rng.uniform(0.05, 0.25) * (xs**2 + ys**2) / 2), np.float32)
    for _ in range(int(rng.integers(2, 8))):
        x = int(rng.uniform(0, width))
        cv2.line(out, (x, int(rng.uniform(0, height))), (x + int(rng.integers(-4, 5)), int(rng.uniform(0, height))),
                 float(rng.choice((60, 250))), 1, cv2.LINE_AA)  # fmt: skip
    for _ in range(int(rng.integers(0, 6))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        steps = np.cumsum(rng.normal(0, 5, (12, 2)), axis=0) + np.array([x, y])
        cv2.polylines(out, [steps.astype(np.int32).reshape(-1, 1, 2)], False, 70.0, 1, cv2.LINE_AA)
    return out


def _carbon(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A carbon copy: broad soft strokes of uneven ink."""
    ink = blurred(255 - np.asarray(grey, np.float32), rng.uniform(0.7, 1.1)) * rng.uniform(0.7, 1.05)
    return np.asarray(248 - ink * (1 - 0.35 * rng.random(grey.shape)))


def _nozzles(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """An ink printer of which some nozzles are dry: pale lines at equal distances."""
    out = np.array(grey, np.float32)
    period = int(rng.integers(23, 70))
    for start in rng.integers(0, period, int(rng.integers(1, 3))).tolist():
        out[start::period] = 255 - (255 - out[start::period]) * rng.uniform(0.2, 0.6)
    return out


def _gutter(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A bound volume on the glass: lines run into the shadow of its spine."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    near = np.exp(-xs / (rng.uniform(0.03, 0.07) * width))
    seen = cv2.remap(np.asarray(grey, np.float32), xs, ys + np.float32(rng.uniform(-14, 14)) * near, cv2.INTER_CUBIC,
                     borderValue=240.0)  # fmt: skip
    return np.asarray(seen * (1 - rng.uniform(0.4, 0.85) * near))


def _squares(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Paper with pale squares."""
    out, side = np.array(grey, np.float32), int(rng.integers(26, 60))
    pale = rng.uniform(0.8, 0.93)
    out[int(rng.integers(0, side)) :: side] *= pale
    out[:, int(rng.integers(0, side)) :: side] *= pale
    return out


def _dog_ear(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A corner turned down, and the shadow of a staple."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    reach = int(rng.uniform(0.03, 0.08) * width)
    x = 0 if rng.random() < 0.5 else width - 1
    side = reach if x == 0 else -reach
    cv2.fillPoly(out, [np.array([(x, 0), (x + side, 0), (x, reach)], np.int32)], float(rng.uniform(40, 200)))
    left, top = int(rng.uniform(0.03, 0.1) * width), int(rng.uniform(0.02, 0.05) * height)
    cv2.line(out, (left, top), (left + int(rng.integers(15, 30)), top - int(rng.integers(4, 15))), 60.0, 2, cv2.LINE_AA)
    return out


def _local(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A copier that evens out light: contrast by small fields."""
    fields = int(rng.integers(4, 14))
    even = cv2.createCLAHE(float(rng.uniform(1.5, 4)), (fields, fields))
    return np.asarray(even.apply(np.clip(grey, 0, 255).astype(np.uint8)), float)


def _askew(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Laid on the glass, or held, askew."""
    height, width = grey.shape
    matrix = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(rng.uniform(-2.5, 2.5)), float(rng.uniform(0.93, 1))
    )
    return np.asarray(cv2.warpAffine(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC,
                                     borderValue=float(rng.uniform(90, 250))))  # fmt: skip


def _twice_pressed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Pressed twice, the second time with other blocks."""
    once = jpeg(np.clip(grey, 0, 255).astype(np.uint8), int(rng.integers(25, 65)))
    moved = np.roll(once, (int(rng.integers(1, 8)), int(rng.integers(1, 8))), (0, 1))
    return jpeg(np.ascontiguousarray(moved), int(rng.integers(25, 65))).astype(float)


def _lens(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A wide lens bends the edges outwards or inwards."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (xs - width / 2) / width, (ys - height / 2) / width
    bend = np.float32(rng.uniform(-0.06, 0.08)) * (u * u + v * v)
    return np.asarray(cv2.remap(np.asarray(grey, np.float32), xs + u * bend * width, ys + v * bend * width,
                                cv2.INTER_CUBIC, borderValue=120.0))  # fmt: skip


def _glare(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The lamp in coated paper: print is washed out around a spot."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width]
    y, x, reach = rng.uniform(0.1, 0.9) * height, rng.uniform(0.1, 0.9) * width, rng.uniform(0.08, 0.25) * height
    spot = np.exp(-(((ys - y) / reach) ** 2 + ((xs - x) / (reach * rng.uniform(0.6, 1.8))) ** 2))
    return np.asarray(grey * 0.9 + (250 - grey * 0.9) * spot * rng.uniform(0.3, 0.75))


def _depth(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Sharp at one side alone."""
    ys, xs = np.mgrid[0 : 1 : grey.shape[0] * 1j, 0 : 1 : grey.shape[1] * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    share = np.clip(0.5 + (xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn), 0, 1)
    return np.asarray(grey * (1 - share) + blurred(grey, rng.uniform(0.8, 1.7)) * share)


def _flicker(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Stripes of a lamp that flickers."""
    at = np.linspace(0, 1, grey.shape[0])
    return np.asarray(grey * (1 - rng.uniform(0.03, 0.14) * (1 + np.sin(2 * np.pi * at * rng.uniform(5, 25))))[:, None])


def _damp(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Paper that was damp: waves in both directions, with their shade."""
    height, width = grey.shape
    rough = rng.normal(0, 1, (int(rng.integers(4, 9)), int(rng.integers(3, 7)))).astype(np.float32)
    relief = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    reach = np.float32(rng.uniform(1, 4))
    seen = cv2.remap(np.asarray(grey, np.float32), xs + relief * reach * 0.5, ys + relief * reach, cv2.INTER_CUBIC,
                     borderValue=235.0)  # fmt: skip
    return np.asarray(seen * (1 + 0.05 * relief))


def _thumb(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A thumb that holds the sheet at an edge."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    x, y = (0 if rng.random() < 0.5 else width), int(rng.uniform(0.3, 0.95) * height)
    size = (int(rng.uniform(0.04, 0.09) * width), int(rng.uniform(0.02, 0.03) * height))
    cv2.ellipse(out, (x, y), size, float(rng.uniform(-30, 30)), 0, 360, float(rng.uniform(100, 170)), -1, cv2.LINE_AA)
    return out


def _distant(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """From further away: fewer points, sharpened."""
    scale = float(rng.uniform(0.7, 1.0))
    small = cv2.resize(np.asarray(grey, np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = np.asarray(small + rng.normal(0, rng.uniform(1, 6), small.shape), np.float32)
    sharp = small + rng.uniform(0, 1.2) * (small - blurred(small, 1.0))
    return np.asarray(cv2.resize(np.asarray(sharp), grey.shape[::-1], interpolation=cv2.INTER_LINEAR))


def _tilted(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """From above and aside, on a light table."""
    height, width = grey.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inwards = rng.uniform(0, 0.07, (4, 2)) * [(1, 1), (-1, 1), (-1, -1), (1, -1)] * (width, height)
    matrix = cv2.getPerspectiveTransform(corners, (corners + inwards).astype(np.float32))
    return np.asarray(cv2.warpPerspective(np.asarray(grey, np.float32), matrix, (width, height),
                                          flags=cv2.INTER_CUBIC, borderValue=float(rng.uniform(150, 215))))  # fmt: skip


_SHEETS: tuple[Effect, ...] = ((0.25, _carbon), (0.3, _nozzles), (0.2, _squares), (0.3, _dog_ear))

ARCHIVE_LOOKS: dict[str, Look] = {
    "archive": drawn((*_SHEETS, (0.4, _gutter), (0.6, _askew), (0.4, _filmed), (0.3, _local), (0.3, _distant), (0.7, _twice_pressed))),
    "lamp": drawn((*_SHEETS, (0.5, _damp), (0.5, _tilted), (0.5, _askew), (0.4, _lens), (0.5, _glare), (0.4, _flicker), (0.4, _depth), (0.3, _thumb), (0.7, _distant), (0.5, _twice_pressed))),
}  # fmt: skip
"""Films, carbon copies and volumes on the glass; damp sheets under a lamp."""
