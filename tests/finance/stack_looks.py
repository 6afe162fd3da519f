"""Looks of sheets from a stack of copies, and of photographs on a bench: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn, pressed
from tests.finance.held_looks import Look, blurred
from tests.finance.pocket_looks import grid, moved_to


def _screened(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Tinted rows or boxes that a copier prints as a screen of dots."""
    out = np.array(grey, np.float32)
    height, width = out.shape
    ys, xs = np.mgrid[0:height, 0:width]
    pitch, turn = rng.uniform(4, 7), rng.uniform(0.3, 0.9)
    u, v = (xs * np.cos(turn) + ys * np.sin(turn)) / pitch, (ys * np.cos(turn) - xs * np.sin(turn)) / pitch
    dots = (np.cos(2 * np.pi * u) + np.cos(2 * np.pi * v)) > rng.uniform(1.1, 1.5)
    for _ in range(int(rng.integers(1, 4))):
        top, high = int(rng.uniform(0.1, 0.8) * height), int(rng.uniform(0.02, 0.12) * height)
        part = slice(top, top + high)
        out[part] = np.where(dots[part], np.minimum(out[part], rng.uniform(150, 200)), out[part])
    return out


def _flaked(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Toner that came off in flakes where the sheet was rubbed."""
    rough = blurred(rng.normal(0, 1, grey.shape), rng.uniform(0.8, 1.6))
    rubbed = blurred(rng.normal(0, 1, grey.shape), 0.04 * grey.shape[0])
    rough, rubbed = rough / rough.std(), rubbed / rubbed.std()
    lost = (rough > rng.uniform(1.3, 2.0)) & (rubbed > rng.uniform(-0.3, 0.8))
    return np.where(lost, grey + (255 - grey) * rng.uniform(0.5, 0.95), grey)


def _engraved(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Paper with a pattern of fine waves printed in a pale tone."""
    ys, xs = grid(grey)
    wave = np.zeros(grey.shape)
    for _ in range(2):
        count, reach = rng.uniform(25, 60), rng.uniform(0.004, 0.02)
        line = ys + reach * np.sin(2 * np.pi * (rng.uniform(3, 9) * xs + rng.uniform()))
        wave = np.maximum(wave, np.cos(2 * np.pi * count * line) > 0.93)
    return np.minimum(grey, 255 - wave * rng.uniform(18, 50))


def _levelled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A driver that sharpens, then cuts the dark and the bright end off."""
    sharp = np.asarray(grey, np.float32)
    sharp = sharp + rng.uniform(0.6, 1.8) * (sharp - blurred(sharp, rng.uniform(1.0, 2.5)))
    low, high = rng.uniform(20, 70), rng.uniform(200, 235)
    return np.asarray((sharp - low) * 255 / (high - low))


def _cornered(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A corner turned up below a staple: a dark triangle with a soft edge."""
    ys, xs = grid(grey)
    if rng.random() < 0.5:
        xs = 1 - xs
    reach = rng.uniform(0.05, 0.12)
    return np.asarray(grey - 170 / (1 + np.exp((xs + ys - reach) / 0.004)))


def _dimmed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A lamp that loses strength along the page, and columns of a sensor that see less."""
    height, width = grey.shape
    along = np.linspace(1, rng.uniform(0.6, 0.85), height)[:, None]
    gain = 1 + 0.04 * blurred(rng.normal(0, 1, (1, width)), 0.8)
    return np.asarray(grey * along * gain + rng.normal(0, rng.uniform(2, 8), grey.shape))


def _out_of_plane(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """In focus at one end of the sheet alone."""
    ys, xs = grid(grey)
    turn = rng.uniform(0, 2 * np.pi)
    along = np.clip(0.5 + (xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn), 0, 1)
    return np.asarray(grey * (1 - along) + blurred(grey, rng.uniform(1.0, 2.0)) * along)


def _smeared(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Grease on the lens: a veil of light, drawn out one way."""
    turn, long, kernel = rng.uniform(0, np.pi), int(rng.integers(15, 41)), np.zeros((81, 81), np.float32)
    for step in np.linspace(-long, long, 4 * long):
        kernel[round(40 + step * np.sin(turn)), round(40 + step * np.cos(turn))] += 1
    veil = cv2.filter2D(np.asarray(grey, np.float32), -1, kernel / kernel.sum())
    share = rng.uniform(0.15, 0.4)
    return np.asarray(grey * (1 - share) + veil * share)


def _thumbed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A thumb that holds the sheet at its lower edge."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    centre = (int(rng.uniform(0.1, 0.9) * width), int(1.01 * height))
    thumb = np.zeros(out.shape, np.float32)
    cv2.ellipse(thumb, centre, (int(0.05 * width), int(0.06 * height)), float(rng.uniform(-25, 25)), 0, 360, 1.0, -1)
    thumb = blurred(thumb, 3.0)
    return np.asarray(out * (1 - thumb) + rng.uniform(90, 150) * thumb)


def _rolling(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A shutter that reads row by row while the hand trembles: rows move sideways and a little up."""
    ys, _ = grid(grey)
    phase = 2 * np.pi * (rng.uniform(1, 3) * ys + rng.uniform())
    return moved_to(grey, rng.uniform(1, 5) * np.sin(phase), rng.uniform(0.3, 1.5) * np.cos(phase))


def _tilted(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Laid on a bench of stone and seen from one side."""
    height, width = grey.shape
    stone = 150 + 30 * blurred(rng.normal(0, 1, grey.shape), 6.0) * 8 + rng.normal(0, 6, grey.shape)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inwards = rng.uniform(0.01, 0.07, (4, 2)) * (width, height) * [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    matrix = cv2.getPerspectiveTransform(corners, (corners + inwards).astype(np.float32))
    sheet = cv2.warpPerspective(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC)
    inside = cv2.warpPerspective(np.ones(grey.shape, np.float32), matrix, (width, height))
    return np.asarray(sheet * inside + np.clip(stone, 40, 200) * (1 - inside))


_COPIED: tuple[Effect, ...] = ((0.3, _screened), (0.35, _flaked), (0.25, _engraved))

STACK_LOOKS: dict[str, Look] = {
    "stack": drawn((*_COPIED, (0.3, _cornered), (0.5, _dimmed), (0.4, _levelled), (0.6, pressed(30, 75)))),
    "bench": drawn((*_COPIED, (0.3, _rolling), (0.6, _tilted), (0.3, _thumbed), (0.35, _out_of_plane), (0.3, _smeared), (0.7, pressed(30, 75)))),
}  # fmt: skip
"""Scans of copies; photographs on a bench."""
