"""Looks of sheets out of a pocket or a binder, and of later telephones: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn
from tests.finance.held_looks import Look, blurred, jpeg


def grid(grey: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the pixels, in heights and widths of the picture."""
    ys, xs = np.mgrid[0 : 1 : grey.shape[0] * 1j, 0 : 1 : grey.shape[1] * 1j]
    return ys, xs


def moved_to(grey: np.ndarray, dx: np.ndarray, dy: np.ndarray, border: float = 240.0) -> np.ndarray:
    """A picture whose pixels are fetched from `dx`, `dy` pixels further."""
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]].astype(np.float32)
    return cv2.remap(np.asarray(grey, np.float32), (xs + dx).astype(np.float32), (ys + dy).astype(np.float32),
                     cv2.INTER_CUBIC, borderValue=border)  # fmt: skip


def _bleeding(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Ink that runs along the fibres of cheap paper."""
    rough = blurred(rng.normal(0, 1, grey.shape), 0.9)
    reach = np.float32(rng.uniform(1.0, 2.6))
    run = moved_to(grey, reach * rough, reach * blurred(rng.normal(0, 1, grey.shape), 0.9))
    return np.minimum(np.asarray(grey, np.float32), 255 - (255 - run) * rng.uniform(0.5, 1.0))


def _taped(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A strip of tape over a tear: a grey band with bright edges, print beside the tear a little apart."""
    out = np.array(grey, np.float32)
    height = out.shape[0]
    at, half = int(rng.uniform(0.2, 0.8) * height), int(rng.uniform(0.012, 0.025) * height)
    out[at:] = np.roll(out[at:], int(rng.integers(-4, 5)), axis=1)
    out[at - half : at + half] *= rng.uniform(0.82, 0.93)
    for edge in (at - half, at + half):
        out[edge : edge + 2] = np.minimum(255, out[edge : edge + 2] + rng.uniform(10, 40))
    return out


def _received(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """An office's stamp of receipt: a frame with words and a date, somewhere on the sheet."""
    stamp = np.full((110, 320), 255, np.uint8)
    tone = int(rng.uniform(70, 170))
    cv2.rectangle(stamp, (3, 3), (316, 106), tone, 3)
    cv2.putText(stamp, "RECEIVED", (60, 42), cv2.FONT_HERSHEY_DUPLEX, 1.1, tone, 2, cv2.LINE_AA)
    day = f"{rng.integers(1, 29)} MAR {rng.integers(2021, 2026)}"
    cv2.putText(stamp, day, (50, 88), cv2.FONT_HERSHEY_DUPLEX, 1.0, tone, 2, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((160, 55), float(rng.uniform(-12, 12)), float(rng.uniform(0.6, 0.95)))
    stamp = cv2.warpAffine(stamp, turn, (320, 110), borderValue=255)
    out = np.array(grey, np.float32)
    top, left = (int(rng.uniform(0.02, 0.85) * out.shape[0]), int(rng.uniform(0.3, 0.7) * out.shape[1]))
    part = out[top : top + 110, left : left + 320]
    part[:] = np.minimum(part, stamp[: part.shape[0], : part.shape[1]])
    return out


def _sprockets(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Perforated edges of continuous paper, torn off roughly."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    for x in (int(0.015 * width), int(0.985 * width)):
        for y in range(int(rng.integers(5, 40)), height, int(0.028 * height)):
            cv2.circle(out, (x, y), int(0.005 * width) + 1, float(rng.uniform(30, 120)), -1, cv2.LINE_AA)
    for x in (int(0.03 * width), int(0.97 * width)):
        out[::7, x] *= 0.6
    return out


def _few_levels(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Stored with four to nine levels of grey."""
    step = 255 / int(rng.integers(3, 9))
    return np.asarray(np.round(np.asarray(grey, np.float32) / step) * step)


def _combed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Two rows of sensors that do not meet: odd rows stand to the side of even ones."""
    out = np.array(grey, np.float32)
    shift = float(rng.uniform(0.4, 1.3))
    out[1::2] = moved_to(grey, np.full(grey.shape, shift), np.zeros(grey.shape))[1::2]
    return out


def _pulled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Pulled while it was scanned: below some row everything leans away."""
    ys, _ = grid(grey)
    begin, lean = rng.uniform(0.2, 0.8), rng.uniform(-0.025, 0.025) * grey.shape[1]
    return moved_to(grey, lean * np.maximum(0.0, ys - begin), np.zeros(grey.shape))


def _sunned(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Brown edges of old paper, foxed, print as pale as it is old."""
    ys, xs = grid(grey)
    near = np.minimum(np.minimum(xs, 1 - xs), np.minimum(ys, 1 - ys))
    out = 245 - (255 - np.asarray(grey, np.float32)) * rng.uniform(0.55, 0.9)
    out = out - rng.uniform(20, 70) * np.exp(-near / rng.uniform(0.02, 0.1))
    spots = blurred((rng.random(grey.shape) < 2e-5).astype(np.float32), float(rng.uniform(3, 7)))
    return np.asarray(out - rng.uniform(15, 50) * spots / max(1e-6, float(spots.max())))


def _rolled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sheet that keeps the form of a roll whose axis lies askew, before a camera near it."""
    ys, xs = grid(grey)
    height, width = grey.shape
    axis = rng.uniform(-0.6, 0.6) + (0 if rng.random() < 0.5 else np.pi / 2)
    across = (xs - 0.5) * np.cos(axis) + (ys - 0.5) * np.sin(axis)
    rise = rng.uniform(0.02, 0.07) * np.cos(across * rng.uniform(1.5, 3.2) + rng.uniform(-0.5, 0.5))
    seen = moved_to(grey, -(xs - 0.5) * rise * width, -(ys - 0.5 + rng.uniform(-0.4, 0.4)) * rise * height, 200.0)
    return np.asarray(seen * (1 - rng.uniform(-1.5, 1.5) * np.gradient(rise, axis=1) * width))


def _quartered(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Folded twice, crosswise: each quarter leans by itself, with a kink and a worn line between."""
    ys, xs = grid(grey)
    u, v = xs - rng.uniform(0.45, 0.55), ys - rng.uniform(0.45, 0.55)
    rise = np.zeros(grey.shape)
    for side in (-1, 1):
        for way in (-1, 1):
            part = (np.sign(u + 1e-9) == side) & (np.sign(v + 1e-9) == way)
            rise += part * (rng.uniform(0, 0.05) * abs(u) + rng.uniform(0, 0.05) * abs(v))
    tilt = rng.uniform(0.1, 0.5)
    out = moved_to(grey, rise * u * grey.shape[1], rise * (v + tilt) * grey.shape[0] * 0.6)
    shade = 1 + 2.0 * (np.gradient(rise, axis=1) * grey.shape[1] + np.gradient(rise, axis=0) * grey.shape[0])
    worn = np.exp(-((u * grey.shape[1] / 1.5) ** 2)) + np.exp(-((v * grey.shape[0] / 1.5) ** 2))
    return np.asarray(out * np.clip(shade, 0.7, 1.3) + rng.uniform(-60, 60) * worn)


def _wrinkled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Crushed to a ball and smoothed by hand: small facets that shift and shade the print."""
    height, width = grey.shape
    count = int(rng.integers(20, 60))
    rough = cv2.resize(rng.normal(0, 1, (count, max(2, count * width // height))).astype(np.float32), (width, height),
                       interpolation=cv2.INTER_LINEAR)  # fmt: skip
    across, down = np.gradient(rough, axis=1), np.gradient(rough, axis=0)
    size = np.float32(rng.uniform(0.4, 2.0))
    shade = rng.uniform(60, 220) * (across * rng.uniform(-1, 1) + down * rng.uniform(-1, 1))
    return np.asarray(moved_to(grey, rough * size, np.roll(rough, 37, axis=1) * size) + np.clip(shade, -40, 40))


def _blinds(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Sun through a blind: oblique bars of light with soft edges."""
    ys, xs = grid(grey)
    turn, count = rng.uniform(0, np.pi), rng.uniform(4, 16)
    wave = np.sin(2 * np.pi * count * (xs * np.cos(turn) + ys * np.sin(turn)) + rng.uniform(0, 6))
    bars = 1 / (1 + np.exp(-wave / rng.uniform(0.05, 0.5)))
    return np.asarray(grey * (1 - rng.uniform(0.15, 0.45) * bars))


def _burnt_out(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Exposed too long towards one side: paper is white, thin strokes break."""
    ys, xs = grid(grey)
    turn = rng.uniform(0, 2 * np.pi)
    along = np.clip(0.5 + (xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn), 0, 1)
    soft = blurred(grey, rng.uniform(0.5, 0.9))
    return np.asarray(np.minimum(255, soft * (1 + rng.uniform(0.1, 0.55) * along)))


def _dim(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Taken too dark and brightened: few steps of light, noise in blots."""
    low = np.round(np.asarray(grey, np.float32) / rng.uniform(5, 9) + blurred(rng.normal(0, 1, grey.shape), 0.7) * 2)
    return np.asarray(blurred(low * (230 / max(1.0, float(np.percentile(low, 90)))), rng.uniform(0.3, 0.8)))


def _painted(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Noise taken out so strongly that the print looks painted, then sharpened with halos."""
    noisy = np.clip(grey + rng.normal(0, rng.uniform(4, 12), grey.shape), 0, 255).astype(np.uint8)
    calm = cv2.medianBlur(cv2.bilateralFilter(noisy, 7, float(rng.uniform(30, 60)), 3.0), 3).astype(np.float32)
    return np.asarray(calm + rng.uniform(0.5, 2.0) * (calm - blurred(calm, rng.uniform(1.2, 2.5))))


def _keystone(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Held far from upright above a chequered cloth."""
    height, width = grey.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    one, other = rng.uniform(0.02, 0.13), rng.uniform(0.0, 0.04)
    inwards = np.array([(one, 0.02), (-one, 0.03), (-other, -0.02), (other, -0.02)]) * (width, height)
    if rng.random() < 0.5:
        inwards = np.array([(0.02, one / 2), (-0.02, other), (-0.02, -other), (0.03, -one / 2)]) * (width, height)
    matrix = cv2.getPerspectiveTransform(corners, (corners + inwards).astype(np.float32))
    seen = cv2.warpPerspective(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC,
                               borderValue=-1.0)  # fmt: skip
    ys, xs = np.mgrid[0:height, 0:width]
    side = int(rng.integers(20, 70))
    cloth = rng.uniform(50, 120) + rng.uniform(10, 60) * (((xs // side) + (ys // side)) % 2)
    inside = cv2.warpPerspective(np.ones(grey.shape, np.float32), matrix, (width, height)) > 0.5
    return np.where(inside, np.clip(seen, 0, 255), cloth)


def _rolling(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sensor read row by row in a hand that shakes: rows lean and sway."""
    ys, _ = grid(grey)
    sway = rng.uniform(1, 5) * np.sin(2 * np.pi * ys * rng.uniform(1, 4) + rng.uniform(0, 6))
    return moved_to(grey, rng.uniform(-0.02, 0.02) * grey.shape[1] * ys + sway, rng.uniform(0, 2) * np.sin(9 * ys))


def _compressed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Made smaller by a program for messages, pressed, and shown larger again."""
    scale = float(rng.uniform(0.68, 0.95))
    small = cv2.resize(np.clip(grey, 0, 255).astype(np.uint8), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    again = cv2.resize(jpeg(small, int(rng.integers(30, 70))), grey.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return again.astype(float)


_SHEETS: tuple[Effect, ...] = ((0.25, _bleeding), (0.2, _taped), (0.25, _received), (0.15, _sprockets), (0.3, _sunned))

POCKET_LOOKS: dict[str, Look] = {
    "binder": drawn((*_SHEETS, (0.3, _pulled), (0.3, _combed), (0.3, _few_levels), (0.2, _burnt_out), (0.6, _compressed))),
    "pocket": drawn((*_SHEETS, (0.3, _wrinkled), (0.4, _quartered), (0.4, _rolled), (0.6, _keystone), (0.3, _rolling), (0.4, _blinds), (0.3, _burnt_out), (0.3, _dim), (0.4, _painted), (0.6, _compressed))),
}  # fmt: skip
"""Old sheets on a scanner; crumpled sheets before a telephone."""
