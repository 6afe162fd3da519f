"""Looks of scans and photographs drawn at random: which effects a page has, and how strong each is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from tests.finance.held_looks import Look, blurred, grain, jpeg, seen_from_aside, toned

Effect = tuple[float, Look]
"""How often a page has an effect, and what it does."""


def _toner(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Strokes that swell or thin."""
    return toned(blurred(grey, rng.uniform(0.5, 1.0)), rng.uniform(105, 190), rng.uniform(18, 40))


def _pale(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    paper = rng.uniform(205, 252)
    return paper - (255 - grey) * rng.uniform(0.4, 0.85) * paper / 255


def _shine(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The back shines through."""
    back = np.roll(grey[:, ::-1], int(rng.integers(-60, 60)), axis=0)
    return np.minimum(grey, 255 - (255 - blurred(back, 1.2)) * rng.uniform(0.05, 0.3))


def _needles(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Needles of a printer that print too little: pale rows, evenly apart."""
    out = np.array(grey, float)
    rows = np.arange(out.shape[0]) % int(rng.integers(3, 9)) == 0
    out[rows] += (255 - out[rows]) * rng.uniform(0.3, 0.8)
    return out


def _fold(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    ys = np.arange(grey.shape[0])[:, None] - rng.uniform(0.2, 0.8) * grey.shape[0]
    return grey - rng.uniform(30, 80) * np.exp(-(ys**2) / rng.uniform(3, 20))


def _seal(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A round seal over the print, grey as a scanner sees red."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width]
    radius = rng.uniform(0.06, 0.11) * width
    far = np.hypot(ys - rng.uniform(0.2, 0.9) * height, xs - rng.uniform(0.2, 0.8) * width)
    ring = (abs(far - radius) < 0.06 * radius) | ((far < 0.8 * radius) & (np.sin(xs / 5) * np.sin(ys / 4) > 0.6))
    return np.where(ring, grey - (grey * rng.uniform(0.15, 0.4)), grey)


def _pen(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Ticks and underlines by hand."""
    out = np.ascontiguousarray(grey, np.float32)
    for _ in range(int(rng.integers(2, 8))):
        x, y = (rng.uniform(0.1, 0.9, 2) * grey.shape[::-1]).astype(int).tolist()
        dx, dy = rng.integers(-60, 140), rng.integers(-20, 20)
        cv2.line(out, (x, y), (x + int(dx), y + int(dy)), float(rng.uniform(50, 130)), int(rng.integers(1, 4)))
    return out


def _moire(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    turn, pitch = rng.uniform(0, 3), rng.uniform(4, 30)
    return grey + rng.uniform(4, 14) * np.sin(2 * np.pi * (xs * np.cos(turn) + ys * np.sin(turn)) / pitch)


def _bent(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Paper that curls: lines rise and fall along the page."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    rise = np.float32(rng.uniform(-0.006, 0.006) * height) * np.sin(xs * np.float32(rng.uniform(1.5, 4) / width))
    return cv2.remap(np.asarray(grey, np.float32), xs, ys + rise, cv2.INTER_LINEAR, borderValue=250.0)


def _moved(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Blurred by a hand that moved."""
    angle, reach, kernel = rng.uniform(0, np.pi), rng.uniform(0.4, 1.6), np.zeros((5, 5), np.float32)
    for step in np.linspace(-reach, reach, 9):
        kernel[round(2 + step * np.sin(angle)), round(2 + step * np.cos(angle))] += 1
    return cv2.filter2D(np.asarray(grey, np.float32), -1, kernel / kernel.sum())


def _shadow(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Light from one side, and the shadow of a hand or a phone with a soft edge."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width] / np.array([height, width]).reshape(2, 1, 1)
    turn = rng.uniform(0, 2 * np.pi)
    along = (xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn)
    edge = 1 / (1 + np.exp((along - rng.uniform(-0.2, 0.4)) / rng.uniform(0.005, 0.1)))
    return grey * (1 - rng.uniform(0.1, 0.35) * (along + 0.5)) * (1 - rng.uniform(0, 0.4) * edge)


def _aside(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    return seen_from_aside(rng, np.asarray(grey, np.float32), (0.01, 0.08), float(rng.uniform(30, 110)))


def _reduced(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """As of a coarser scanner."""
    scale = float(rng.uniform(0.68, 0.95))
    small = cv2.resize(np.asarray(grey, np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, grey.shape[::-1], interpolation=cv2.INTER_CUBIC)


def _noise(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    return grain(rng, grey, float(rng.uniform(0, 0.8)), float(rng.uniform(2, 14)))


def _fax(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """One bit a pixel."""
    return np.where(grey + rng.normal(0, 20, grey.shape) > rng.uniform(140, 185), 255.0, 0.0)


def pressed(least: int, most: int) -> Callable[[np.random.Generator, np.ndarray], np.ndarray]:
    """Keeps a picture as JPEG of a quality from `least` to below `most`."""

    def keep(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
        return jpeg(np.clip(grey, 0, 255).astype(np.uint8), int(rng.integers(least, most))).astype(float)

    return keep


def drawn(effects: Sequence[Effect]) -> Callable[[np.random.Generator, np.ndarray], np.ndarray]:
    """A look that has each effect as often as told."""

    def look(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
        out = grey
        for share, effect in effects:
            if rng.random() < share:
                out = np.clip(effect(rng, out), 0, 255)
        return out

    return look


_PAPER: tuple[Effect, ...] = ((0.4, _toner), (0.2, _needles), (0.3, _shine), (0.2, _seal), (0.3, _pen), (0.25, _fold))

DRAWN_LOOKS: dict[str, Look] = {
    "scanned": drawn((*_PAPER, (0.7, _pale), (0.3, _reduced), (0.2, _moire), (0.9, _noise), (0.12, _fax), (0.8, pressed(22, 70)))),
    "shot": drawn((*_PAPER, (0.5, _bent), (0.6, _pale), (0.8, _aside), (0.8, _shadow), (0.3, _moved), (0.2, _moire), (0.9, _noise), (0.8, pressed(22, 70)))),
}  # fmt: skip
"""A flatbed scanner or a fax; a camera."""
