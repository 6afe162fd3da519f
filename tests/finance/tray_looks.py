"""Looks of programs that store scans, and of telephones that mend what they took: effects that no other look has."""

from __future__ import annotations

import cv2
import numpy as np

from tests.finance.drawn_looks import Effect, drawn, pressed
from tests.finance.held_looks import Look, blurred, jpeg
from tests.finance.pocket_looks import grid, moved_to


def _layered(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Stored in two layers: print as one bit with a tone, paper at a quarter of the size."""
    out = np.clip(grey, 0, 255).astype(np.uint8)
    mask = cv2.adaptiveThreshold(out, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 31, int(rng.integers(12, 30)))
    paper = cv2.dilate(out, np.ones((9, 9), np.uint8))
    small = cv2.resize(paper, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    ground = cv2.resize(jpeg(small, 30), out.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.where(mask == 0, rng.uniform(10, 90), ground.astype(np.float32))


def _whitened(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The ground made white and strokes sharpened, as programs for scans do."""
    ground = blurred(cv2.dilate(np.asarray(grey, np.float32), np.ones((25, 25), np.uint8)), 12)
    flat = 255 * np.asarray(grey, np.float32) / np.maximum(ground, 1)
    sharp = flat + rng.uniform(0.8, 3.0) * (flat - blurred(flat, rng.uniform(1.0, 2.0)))
    return np.asarray(255 * np.clip((sharp - rng.uniform(0, 60)) / rng.uniform(140, 200), 0, 1))


def _marked(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A watermark across the sheet: pale letters behind the print."""
    height, width = grey.shape
    mark = np.full((height, width), 255, np.uint8)
    text = str(rng.choice(("COPY", "DRAFT", "CONFIDENTIAL", "FILED")))
    size = width / (26.0 * len(text))
    cv2.putText(
        mark,
        text,
        (width // 8, height // 2),
        cv2.FONT_HERSHEY_DUPLEX,
        size * 1.1,
        int(rng.uniform(190, 228)),
        int(size * 5),
        cv2.LINE_AA,
    )
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(25, 55)), 1.0)
    return np.minimum(grey, cv2.warpAffine(mark, turn, (width, height), borderValue=255).astype(np.float32))


def _dog_eared(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A corner folded over, a staple with its shadow."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    size = int(rng.uniform(0.04, 0.09) * width)
    right = rng.random() < 0.5
    corner = np.array([(width, 0), (width - size, 0), (width, size)] if right else [(0, 0), (size, 0), (0, size)])
    cv2.fillPoly(out, [corner.astype(np.int32)], float(rng.uniform(60, 150)))
    x, y = int(rng.uniform(0.03, 0.1) * width), int(rng.uniform(0.02, 0.05) * height)
    cv2.line(out, (x, y), (x + int(0.025 * width), y + int(rng.integers(-12, 13))), float(rng.uniform(40, 110)), 3)
    return out


def _stretched(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Fed by rollers of uneven speed: rows nearer together here, further apart there."""
    ys, _ = grid(grey)
    sway = sum(rng.uniform(-6, 6) * np.sin(np.pi * k * ys) for k in range(1, 5))
    return moved_to(grey, np.zeros(grey.shape), sway)


def _coloured(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Coloured paper or ink: little contrast all over, a little noise."""
    ground = rng.uniform(140, 200)
    return ground - (255 - grey) / 255 * (ground - rng.uniform(30, 80)) + rng.normal(0, 3, grey.shape)


def _second_sheet(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """The sheet below looks out at one side."""
    out = np.array(grey, np.float32)
    height, width = out.shape
    reach = int(rng.uniform(0.015, 0.04) * width)
    out[:, -reach:] = np.roll(out[:, :reach] * 0.9, int(rng.integers(10, 200)), axis=0)
    out[:, -reach - 3 : -reach] *= 0.6
    lower = int(rng.uniform(0.01, 0.02) * height)
    out[-lower:] = np.minimum(out[-lower:], rng.uniform(150, 220))
    return out


def _mapped(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Contrast evened out piece by piece, as a telephone does after the exposure."""
    noisy = np.clip(grey + rng.normal(0, rng.uniform(2, 7), grey.shape), 0, 255).astype(np.uint8)
    tiles = int(rng.integers(4, 12))
    return np.asarray(cv2.createCLAHE(float(rng.uniform(1.5, 4.0)), (tiles, tiles)).apply(noisy), dtype=float)


def _sleeve(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """In a sleeve of plastic: narrow streaks of light, contrast lower, the foil's waves bend the print."""
    ys, xs = grid(grey)
    wave = blurred(rng.normal(0, 1, (60, 40)), 3)
    bend = cv2.resize(np.asarray(wave, np.float32), grey.shape[::-1], interpolation=cv2.INTER_CUBIC)
    out = moved_to(grey, 6 * bend, 4 * bend) * 0.85 + 30
    for _ in range(int(rng.integers(2, 6))):
        turn, at = rng.uniform(0, np.pi), rng.uniform(0.1, 0.9)
        far = (xs - at) * np.cos(turn) + (ys - at) * np.sin(turn) + 0.02 * np.sin(9 * xs + 7 * ys)
        out = out + rng.uniform(20, 90) * np.exp(-((far / rng.uniform(0.004, 0.03)) ** 2))
    return np.asarray(out)


def _finger(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A thumb that holds the sheet at an edge, with its shadow."""
    out = np.ascontiguousarray(grey, np.float32)
    height, width = out.shape
    low = rng.random() < 0.5
    centre = (int(rng.uniform(0.2, 0.8) * width), height) if low else (0, int(rng.uniform(0.3, 0.9) * height))
    axes = (int(0.045 * width), int(rng.uniform(0.02, 0.05) * height))
    shade = np.ones(out.shape, np.float32)
    cv2.ellipse(shade, (centre[0] + 8, centre[1] - 6), (axes[0] + 18, axes[1] + 14), 0, 0, 360, 0.7, -1)
    out *= blurred(shade, 12)
    cv2.ellipse(out, centre, axes, 0, 0, 360, float(rng.uniform(120, 190)), -1, cv2.LINE_AA)
    return out


def _from_screen(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Taken from a screen: its pixels, and a slant of their grid."""
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    turn, pitch = rng.uniform(-0.05, 0.05), rng.uniform(2.1, 3.4)
    cells = np.sin(2 * np.pi * (xs + turn * ys) / pitch) * np.sin(2 * np.pi * (ys - turn * xs) / pitch)
    return np.asarray(grey * 0.9 + rng.uniform(8, 26) * cells)


def _lens(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A lens of a cheap telephone: pincushion, soft and dark corners, seen a little from aside."""
    ys, xs = grid(grey)
    u, v = xs - 0.5, ys - 0.5
    far = u**2 + v**2
    force, tilt = rng.uniform(-0.06, 0.06), rng.uniform(-0.05, 0.05, 2)
    scale = force * far + tilt[0] * u + tilt[1] * v
    out = moved_to(grey, scale * u * grey.shape[1], scale * v * grey.shape[0], 120.0)
    share = np.clip(far * 1.6, 0, 1)
    soft = blurred(out, rng.uniform(0.8, 1.6))
    return np.asarray((out * (1 - share) + soft * share) * (1 - rng.uniform(0.1, 0.6) * far))


def _resampled(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Made smaller without smoothing and shown larger: strokes of uneven width."""
    scale = float(rng.uniform(0.75, 0.95))
    small = cv2.resize(
        np.clip(grey, 0, 255).astype(np.uint8), None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST
    )
    return cv2.resize(small, grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(float)


_SHEETS: tuple[Effect, ...] = ((0.25, _marked), (0.25, _dog_eared), (0.25, _coloured))

TRAY_LOOKS: dict[str, Look] = {
    "tray": drawn((*_SHEETS, (0.3, _stretched), (0.25, _second_sheet), (0.35, _resampled), (0.35, _whitened), (0.35, _layered), (0.6, pressed(28, 75)))),
    "mended": drawn((*_SHEETS, (0.3, _sleeve), (0.6, _lens), (0.3, _finger), (0.25, _from_screen), (0.5, _mapped), (0.3, _whitened), (0.7, pressed(28, 75)))),
}  # fmt: skip
"""Scans as programs store them; photographs as telephones mend them."""
