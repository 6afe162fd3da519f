"""Looks of accounts as a register keeps them, one bit a pixel, and of photographs of bound copies: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn, pressed
from tests.finance.held_looks import Look, blurred, grain
from tests.finance.pocket_looks import grid, moved_to


def _stamped(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The box of a registrar's stamp with a date, turned a little, in a corner."""
    high, wide = int(0.05 * grey.shape[0]), int(0.22 * grey.shape[1])
    stamp = np.zeros((high, wide), np.uint8)
    cv2.rectangle(stamp, (3, 3), (wide - 4, high - 4), 255, 3)
    words = f"{rng.integers(1, 29):02}/{rng.integers(1, 13):02}/20{rng.integers(10, 25)}"
    cv2.putText(stamp, words, (int(0.1 * wide), int(0.65 * high)), cv2.FONT_HERSHEY_PLAIN, high / 25, 255, 2)
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), float(rng.uniform(-8, 8)), 0.9)
    stamp = cv2.warpAffine(stamp, turn, (wide, high))
    out = np.array(grey, np.float32)
    y, x = int(rng.choice((0.01, 0.93)) * grey.shape[0]), int(rng.uniform(0.02, 0.75) * grey.shape[1])
    out[y : y + high, x : x + wide] -= 0.67 * stamp[: grey.shape[0] - y]
    return out


def _punched(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Black holes of a file and the dark edge of a lid that was not shut."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    for at in (0.5 - 0.135, 0.5 + 0.135):
        cv2.circle(out, (int(0.035 * width), int(at * height)), int(0.011 * height), 20.0, -1)
    if rng.random() < 0.5:
        out[:, -int(rng.uniform(0.004, 0.02) * width) :] = 15
    return out


def _one_bit(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Black and white by a limit that follows the ground; few specks."""
    soft = blurred(grey, rng.uniform(0.5, 1.1)) + rng.normal(0, rng.uniform(2, 9), grey.shape)
    limit = blurred(soft, 25.0) * rng.uniform(0.68, 0.86)
    return grain(rng, np.where(soft > limit, 255.0, 0.0), rng.uniform(0, 0.05), 0.0)


def _flicker(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Bands of a lamp that flickers while the shutter runs down the page."""
    ys, _ = grid(grey)
    return np.asarray(
        grey
        * (1 - rng.uniform(0.05, 0.22) * (0.5 + 0.5 * np.sin(2 * np.pi * (ys * rng.uniform(4, 14) + rng.uniform()))))
    )


def _crumpled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Paper that was crumpled: facets of uneven light, which shift the print a little."""
    height, width = grey.shape
    count = int(rng.integers(15, 40))
    points = rng.uniform(0, 1, (count, 2))
    small = np.stack(np.meshgrid(np.linspace(0, 1, width // 8), np.linspace(0, 1, height // 8)), -1)
    nearest = np.argmin(((small[:, :, None] - points) ** 2).sum(-1), -1)
    slopes = rng.normal(0, 1, (count, 2))
    facets = ((small - points[nearest]) * slopes[nearest]).sum(-1)
    facets = cv2.resize(blurred(facets, 1.0), (width, height), interpolation=cv2.INTER_CUBIC)
    shift = facets * rng.uniform(4, 14)
    return moved_to(grey - facets * rng.uniform(60, 160), shift, 0.5 * shift)


def _bound(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A bound copy that does not lie flat: near the spine print is narrow, bent down and in the dark."""
    ys, xs = grid(grey)
    near = np.exp(-xs / rng.uniform(0.05, 0.12))
    bent = moved_to(grey, -rng.uniform(5, 25) * near, rng.uniform(-6, 6) * near * (ys - 0.5))
    return np.asarray(bent * (1 - rng.uniform(0.3, 0.6) * near))


_AT_HAND: tuple[Effect, ...] = ((0.4, _crumpled), (0.5, _bound), (0.4, _flicker))

REGISTRY_LOOKS: dict[str, Look] = {
    "register": drawn(((0.4, _stamped), (0.3, _punched), (1.0, _one_bit))),
    "bound": drawn((*_AT_HAND, (0.25, _stamped), (0.25, _punched), (0.8, pressed(30, 75)))),
}  # fmt: skip
"""Scans of one bit; photographs of bound copies."""
