"""Looks of odd paper and of prints passed on: recycled and barred paper, worn drums, folded sheets before a telephone."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn
from tests.finance.held_looks import Look, blurred, jpeg


def _fibres(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Recycled paper: grey, cloudy, with short dark and light fibres."""
    height, width = grey.shape
    sheet = np.full(grey.shape, rng.uniform(190, 240), np.float32)
    clouds = rng.normal(0, 1, (height // 16 + 1, width // 16 + 1)).astype(np.float32)
    sheet += cv2.resize(clouds, (width, height), interpolation=cv2.INTER_CUBIC) * float(rng.uniform(1, 5))
    for _ in range(int(rng.integers(150, 700))):
        x, y = (rng.uniform(0, 1, 2) * (width, height)).astype(int).tolist()
        dx, dy = rng.integers(-9, 10, 2).tolist()
        cv2.line(sheet, (x, y), (x + dx, y + dy), float(sheet[y, x] + rng.uniform(-55, 25)), 1, cv2.LINE_AA)
    return np.asarray(sheet * np.clip(grey, 0, 255) / 255)


def _barred(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Continuous paper with tinted bars."""
    high = rng.uniform(0.012, 0.03) * grey.shape[0]
    bars = (np.arange(grey.shape[0]) / high + rng.uniform(0, 2)).astype(int) % 2
    return np.asarray(grey * (1 - rng.uniform(0.05, 0.2) * bars[:, None]))


def _watermark(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A word in pale outline letters across the page."""
    height, width = grey.shape
    layer = np.zeros(grey.shape, np.uint8)
    word, size = str(rng.choice(("COPY", "DRAFT", "CONFIDENTIAL"))), float(rng.uniform(3, 6))
    for y in range(int(0.15 * height), height, int(0.3 * height)):
        cv2.putText(layer, word, (int(rng.uniform(0, 0.3) * width), y), cv2.FONT_HERSHEY_DUPLEX, size, 255,
                    int(rng.integers(6, 22)), cv2.LINE_AA)  # fmt: skip
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(15, 50)), 1.0)
    layer = cv2.warpAffine(layer, matrix, (width, height))
    return np.asarray(grey - layer / 255.0 * grey * rng.uniform(0.06, 0.2))


def _worn_drum(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Toner that runs out in broad stripes, and a mark of the drum at each of its turns."""
    height, width = grey.shape
    out = np.array(grey, np.float32)
    xs = np.arange(width) / width
    for _ in range(int(rng.integers(1, 4))):
        stripe = np.exp(-(((xs - rng.uniform(0, 1)) / rng.uniform(0.02, 0.08)) ** 2))
        out = 255 - (255 - out) * (1 - rng.uniform(0.2, 0.6) * stripe[None, :])
    x, turn = int(rng.uniform(0.05, 0.95) * width), int(rng.uniform(0.12, 0.3) * height)
    for y in range(int(rng.uniform(0, turn)), height, turn):
        cv2.ellipse(out, (x, y), (int(rng.integers(1, 5)), int(rng.integers(1, 9))), 0, 0, 360, 60.0, -1)
    return out


def _slipping(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A feed of uneven speed: rows drawn apart and together, and a sway to the sides."""
    height, width = grey.shape
    at = np.linspace(0, 1, height)
    down = sum(rng.uniform(0.5, 2.5) * np.sin(2 * np.pi * (rng.uniform(1, 9) * at + rng.uniform())) for _ in range(3))
    aside = rng.uniform(0.5, 3.0) * np.sin(2 * np.pi * (rng.uniform(0.5, 2.5) * at + rng.uniform()))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    moved_x, moved_y = xs + np.float32(aside)[:, None], ys + np.float32(down)[:, None]
    return np.asarray(cv2.remap(np.asarray(grey, np.float32), moved_x, moved_y, cv2.INTER_CUBIC, borderValue=250.0))


def _copied_again(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Copied twice or three times: each time softer, with more contrast and more specks."""
    out = np.array(grey, float)
    for _ in range(int(rng.integers(1, 4))):
        soft = blurred(out, rng.uniform(0.4, 0.8))
        out = 255 / (1 + np.exp(-(soft - rng.uniform(125, 175)) / rng.uniform(20, 40)))
        out[rng.random(out.shape) < rng.uniform(0, 4e-4)] = 20.0
    return out


def _folded(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Folded for an envelope: each panel leans another way, is lit by itself, and meets the next in a kink."""
    height, width = grey.shape
    ends = np.sort(rng.uniform(0.25, 0.75, int(rng.integers(1, 4)))) * height
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    lean = np.zeros(height, np.float32)
    level = np.zeros(height, np.float32)
    for end in ends:
        beyond = np.maximum(0, np.arange(height) - end) / height
        lean += np.float32(rng.uniform(-0.03, 0.03)) * beyond.astype(np.float32) * width
        level += np.float32(rng.uniform(-22, 22)) * (np.arange(height) > end)
    across = (xs / width - 0.5) * 2
    seen = cv2.remap(np.asarray(grey, np.float32), xs + across * lean[:, None], ys + lean[:, None] * 0.6,
                     cv2.INTER_CUBIC, borderValue=240.0)  # fmt: skip
    crease = sum(rng.uniform(-45, 25) * np.exp(-((np.arange(height) - end) ** 2) / rng.uniform(2, 12)) for end in ends)
    return np.asarray(seen * (1 + (level + crease)[:, None] / 255))


def _aslant(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Seen from aside on cloth."""
    height, width = grey.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inward = rng.uniform(0.01, 0.08, (4, 2)) * [(1, 1), (-1, 1), (-1, -1), (1, -1)] * (width, height)
    matrix = cv2.getPerspectiveTransform(corners, (corners + inward).astype(np.float32))
    weave = 70 + 25 * np.sin(np.arange(width) * rng.uniform(0.5, 1.2))[None, :] * np.ones((height, 1))
    cloth = np.clip(weave + rng.normal(0, 10, grey.shape), 0, 160)
    inside = cv2.warpPerspective(np.ones(grey.shape, np.float32), matrix, (width, height))
    sheet = cv2.warpPerspective(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC)
    return np.asarray(sheet * inside + cloth * (1 - inside))


def _hand(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The shadow of a hand and of the telephone."""
    shade = np.ones(grey.shape, np.float32)
    height, width = grey.shape
    x, y = rng.uniform(0, 1, 2) * (width, height)
    for _ in range(int(rng.integers(2, 6))):
        far = (x + rng.uniform(-0.4, 0.4) * width, y + rng.uniform(-0.4, 0.4) * height)
        cv2.line(shade, (int(x), int(y)), (int(far[0]), int(far[1])), float(rng.uniform(0.5, 0.85)),
                 int(rng.uniform(0.05, 0.2) * width))  # fmt: skip
    return np.asarray(grey * cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(6, 45))))


def _shaken(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A hand that moves along a short curve."""
    kernel = np.zeros((9, 9), np.float32)
    points = np.cumsum(rng.normal(0, 1.1, (6, 2)), axis=0)
    points = np.clip(points - points.mean(axis=0) + 4, 0, 8).round().astype(int)
    for a, b in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
        cv2.line(kernel, tuple(a), tuple(b), 1.0, 1)
    kernel = cv2.GaussianBlur(kernel, (3, 3), 0.6) if kernel.sum() else np.eye(9, dtype=np.float32)
    return np.asarray(cv2.filter2D(np.asarray(grey, np.float32), -1, kernel / kernel.sum()))


def _night(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Little light: few levels, coarse noise, which the telephone smooths."""
    dim = np.clip(grey, 0, 255) * rng.uniform(0.25, 0.6) + rng.normal(0, 1, grey.shape) * rng.uniform(3, 9)
    smooth = cv2.fastNlMeansDenoising(np.clip(dim, 0, 255).astype(np.uint8), None, float(rng.uniform(4, 10)), 5, 9)
    return np.asarray(np.clip(smooth.astype(float) * rng.uniform(1.4, 2.6), 0, 255))


def _sent(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Sent by a program that reduces pictures and sharpens them."""
    scale = float(rng.uniform(0.72, 0.95))
    small = cv2.resize(np.asarray(grey, np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    sharp = small + rng.uniform(0.3, 1.5) * (small - blurred(small, 0.9))
    pressed = jpeg(np.clip(sharp, 0, 255).astype(np.uint8), int(rng.integers(40, 80)))
    return cv2.resize(pressed, grey.shape[::-1], interpolation=cv2.INTER_CUBIC).astype(float)


_SHEETS: tuple[Effect, ...] = ((0.35, _fibres), (0.25, _barred), (0.25, _watermark), (0.35, _worn_drum))

PAPER_LOOKS: dict[str, Look] = {
    "office": drawn((*_SHEETS, (0.5, _copied_again), (0.4, _slipping), (0.5, _sent))),
    "phone": drawn((*_SHEETS, (0.5, _folded), (0.8, _aslant), (0.5, _hand), (0.3, _shaken), (0.3, _night), (0.6, _sent))),
}  # fmt: skip
"""Copies on odd paper; sheets of it before a telephone."""
