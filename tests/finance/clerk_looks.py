"""Looks of sheets that clerks worked on and scanners cleaned, and of photographs made larger: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn, pressed
from tests.finance.held_looks import Look, blurred
from tests.finance.pocket_looks import grid, moved_to


def _highlighted(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Bands of a marker pen over some rows, drawn by hand."""
    out = np.array(grey, np.float32)
    height, width = out.shape
    for _ in range(int(rng.integers(2, 6))):
        top, high = int(rng.uniform(0.15, 0.85) * height), int(rng.uniform(0.009, 0.016) * height)
        left, right = (int(share * width) for share in np.sort(rng.uniform(0.05, 0.95, 2)))
        sway = np.cumsum(rng.normal(0, 0.25, max(1, right - left)))
        for x, move in zip(range(left, right), sway, strict=False):
            out[top + int(move) : top + int(move) + high, x] *= 0.84
    return out


def _ticked(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """An auditor's pencil: ticks beside figures, a total in a circle, a stroke below a row."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    tone, size = float(rng.uniform(90, 170)), 0.008 * height
    for _ in range(int(rng.integers(5, 25))):
        x, y = rng.uniform(0.5, 0.97) * width, rng.uniform(0.15, 0.9) * height
        points = np.array([(x, y), (x + 0.4 * size, y + 0.6 * size), (x + 1.5 * size, y - 1.1 * size)], np.int32)
        cv2.polylines(out, [points], False, tone, 2, cv2.LINE_AA)
    x, y = int(rng.uniform(0.6, 0.9) * width), int(rng.uniform(0.2, 0.85) * height)
    cv2.ellipse(out, (x, y), (int(6 * size), int(1.6 * size)), float(rng.uniform(-6, 6)), 0, 350, tone, 2, cv2.LINE_AA)
    return out


def _despeckled(_: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A filter against specks, which eats points and thin strokes as well."""
    return np.asarray(cv2.medianBlur(np.clip(grey, 0, 255).astype(np.uint8), 3), dtype=float)


def _dropped_lines(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Lines lost on the way, the line before sent twice."""
    out = np.array(grey, np.float32)
    for y in rng.integers(1, out.shape[0], int(rng.uniform(0.01, 0.05) * out.shape[0])):
        out[y] = out[y - 1]
    return out


def _worn_drum(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """White lines down the page, where a printer gives no ink, and spots at the pitch of its drum."""
    out = np.array(grey, np.float32)
    height, width = out.shape
    for x in rng.integers(0, width, int(rng.integers(2, 7))):
        share = rng.uniform(0.4, 1.0)
        out[:, x : x + int(rng.integers(1, 3))] += share * (255 - out[:, x : x + 2].mean(axis=1, keepdims=True))
    pitch, at = int(rng.uniform(0.1, 0.25) * height), int(rng.uniform(0.05, 0.95) * width)
    for y in range(int(rng.integers(0, pitch)), height, pitch):
        cv2.circle(out, (at, y), int(rng.integers(1, 4)), float(rng.uniform(30, 110)), -1)
    return out


def _registered(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A registry's bar code and number pasted beside the head, holes punched at the left."""
    out = np.ascontiguousarray(np.clip(grey, 0, 255), np.uint8)
    height, width = out.shape
    left, top = int(rng.uniform(0.62, 0.72) * width), int(0.008 * height)
    out[top : top + int(0.04 * height), left : left + int(0.25 * width)] = 250
    x = left + 8
    while x < left + int(0.24 * width):
        bar = int(rng.integers(1, 5))
        out[top + 4 : top + int(0.028 * height), x : x + bar] = 20
        x += bar + int(rng.integers(1, 5))
    number = f"*A{rng.integers(10, 99)}K{rng.integers(1000, 9999)}*"
    cv2.putText(out, number, (left + 20, top + int(0.037 * height)), cv2.FONT_HERSHEY_PLAIN, 1.2, 20, 1, cv2.LINE_AA)
    for share in (0.4, 0.6):
        cv2.circle(out, (int(0.025 * width), int(share * height)), int(0.009 * width), int(rng.uniform(20, 90)), -1)
    return out.astype(float)


def _zoomed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Taken from afar and made larger by the telephone: noise smoothed as by a brush, edges sharpened."""
    scale = float(rng.uniform(0.62, 0.85))
    small = cv2.resize(np.asarray(grey, np.float32), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    noisy = np.clip(small + rng.normal(0, rng.uniform(3, 9), small.shape), 0, 255).astype(np.uint8)
    smooth = cv2.bilateralFilter(noisy, 5, float(rng.uniform(20, 45)), 2)
    large = cv2.resize(smooth, grey.shape[::-1], interpolation=cv2.INTER_CUBIC).astype(np.float32)
    return np.asarray(large + rng.uniform(0.5, 1.5) * (large - blurred(large, 1.5)))


def _ghosted(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Two exposures laid over one another, a little apart."""
    step = rng.uniform(-2.2, 2.2, 2)
    other = moved_to(grey, np.full(grey.shape, step[0]), np.full(grey.shape, step[1]))
    share = rng.uniform(0.2, 0.45)
    return np.asarray(grey * (1 - share) + other * share)


def _hand_shadow(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The shadow of a hand and the telephone, with hard edges."""
    height, width = grey.shape
    shade = np.ones(grey.shape, np.float32)
    x, y = rng.uniform(0.2, 0.9) * width, rng.uniform(0.4, 1.0) * height
    for finger in range(4):
        end = (int(x + (finger - 1.5) * 0.07 * width), int(y - rng.uniform(0.25, 0.45) * height))
        cv2.line(shade, (int(x), int(y)), end, float(rng.uniform(0.6, 0.75)), int(0.04 * width))
    cv2.rectangle(shade, (int(x - 0.14 * width), int(y)), (int(x + 0.14 * width), height), 0.65, -1)
    return np.asarray(grey * blurred(shade, rng.uniform(2, 7)))


def _on_wood(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """On a desk of wood whose grain shows around the sheet, turned a little and seen from above one side."""
    height, width = grey.shape
    ys, xs = grid(grey)
    wood = 110 + 25 * np.sin(40 * xs + 6 * np.sin(5 * ys) + 3 * rng.uniform()) + rng.normal(0, 5, grey.shape)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inwards = rng.uniform(0.015, 0.06, (4, 2)) * (width, height) * [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    matrix = cv2.getPerspectiveTransform(corners, (corners + inwards).astype(np.float32))
    sheet = cv2.warpPerspective(np.asarray(grey, np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC)
    inside = cv2.warpPerspective(np.ones(grey.shape, np.float32), matrix, (width, height))
    return np.asarray(sheet * inside + wood * (1 - inside))


def _rippled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sheet that lay in water once: ripples aslant, lighter and darker with them."""
    ys, xs = grid(grey)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(3, 7)
    phase = 2 * np.pi * pitch * (xs * np.cos(turn) + ys * np.sin(turn)) + rng.uniform(0, 6)
    force = rng.uniform(0.8, 2.2)
    out = moved_to(grey, force * np.cos(phase), force * np.sin(phase))
    return np.asarray(out * (0.93 + 0.05 * np.sin(phase)))


_WORKED: tuple[Effect, ...] = ((0.3, _highlighted), (0.35, _ticked), (0.3, _worn_drum))

CLERK_LOOKS: dict[str, Look] = {
    "clerk": drawn((*_WORKED, (0.4, _registered), (0.3, _dropped_lines), (0.35, _despeckled), (0.6, pressed(30, 75)))),
    "zoom": drawn((*_WORKED, (0.3, _rippled), (0.5, _on_wood), (0.3, _hand_shadow), (0.25, _ghosted), (0.5, _zoomed), (0.7, pressed(30, 75)))),
}  # fmt: skip
"""Scans of sheets with marks; photographs made larger."""
