"""Looks of scans that nothing was developed with, and the grain that many looks have."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

Look = Callable[[np.random.Generator, np.ndarray], np.ndarray]


def grain(rng: np.random.Generator, grey: np.ndarray, specks: float, noise: float) -> np.ndarray:
    """Grey noise and dark specks of one to three pixels; `specks` in a thousandth of the pixels."""
    out = grey + rng.normal(0.0, noise, grey.shape)
    count = int(specks * grey.size / 1000)
    rows, columns = rng.integers(0, grey.shape[0] - 2, count), rng.integers(0, grey.shape[1] - 3, count)
    sizes, darkness = rng.integers(1, 4, count), rng.uniform(20, 150, count)
    for y, x, size, dark in zip(rows, columns, sizes, darkness, strict=True):
        out[y : y + (size + 1) // 2, x : x + size] = dark
    return out


def seen_from_aside(
    rng: np.random.Generator, grey: np.ndarray, inset: tuple[float, float], ground: float
) -> np.ndarray:
    """A sheet in perspective on a dark table."""
    height, width = grey.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inwards = rng.uniform(*inset, (4, 2)) * (width, height) * [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    matrix = cv2.getPerspectiveTransform(corners, (corners + inwards).astype(np.float32))
    return np.asarray(cv2.warpPerspective(grey, matrix, (width, height), borderValue=ground))


def jpeg(grey: np.ndarray, quality: int) -> np.ndarray:
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0))


def blurred(grey: np.ndarray, sigma: float) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), sigma))


def toned(soft: np.ndarray, middle: float, width: float) -> np.ndarray:
    """Contrast as a copier gives it."""
    return np.asarray(255 / (1 + np.exp(-(soft - middle) / width)))


def _faded(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Thermal paper: print fades in bands down the page, the paper is grey and blotched."""
    height, width = grey.shape
    ys = np.linspace(0, 1, height)[:, None]
    fade = 0.62 + 0.33 * np.sin(2 * np.pi * (ys * rng.uniform(1.5, 4) + rng.uniform()))
    rough = rng.normal(0, 1, (max(2, height // 90), max(2, width // 90))).astype(np.float32)
    blotch = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(214 + 9 * blotch - (255 - grey) * 0.72 * fade + rng.normal(0, 7, grey.shape))


def _handheld(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Photographed out of hand: moved, with barrel distortion and the glare of a lamp."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    half = width / 2
    u, v = (xs - half) / half, (ys - height / 2) / half
    out_of = 1 + np.float32(rng.uniform(0.008, 0.022)) * (u * u + v * v)
    bent = cv2.remap(grey.astype(np.float32), half + u * out_of * half, height / 2 + v * out_of * half,
                     cv2.INTER_LINEAR, borderValue=70.0)  # fmt: skip
    angle, moved = rng.uniform(0, np.pi), np.zeros((5, 5), np.float32)
    for step in np.linspace(-1.2, 1.2, 9):
        moved[round(2 + step * np.sin(angle)), round(2 + step * np.cos(angle))] += 1
    seen = seen_from_aside(rng, cv2.filter2D(bent, -1, moved / moved.sum()), (0.01, 0.07), 70.0)
    x, y = rng.uniform(0.2, 0.8, 2) * (width, height)
    glare = np.exp(-(((xs - x) / (0.22 * width)) ** 2 + ((ys - y) / (0.16 * height)) ** 2))
    lit = seen * (0.66 + 0.2 * ys / height)
    return np.asarray(lit + (248 - lit) * 0.55 * glare + rng.normal(0, 5, grey.shape))


def _resent(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Reduced, sent as a poor JPEG, enlarged and sharpened."""
    scale = float(rng.uniform(0.6, 0.72))
    small = cv2.resize(grey.clip(0, 255).astype(np.uint8), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    big = cv2.resize(jpeg(small, int(rng.integers(28, 45))), grey.shape[::-1], interpolation=cv2.INTER_CUBIC)
    large = np.asarray(big, np.float32)
    return np.asarray(240 - (255 - (large + 0.8 * (large - blurred(large, 1.4)))) * 0.8)


def _third(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A dark copy of coloured paper: a screen of dots, the back shines through, strokes swell."""
    back = np.roll(grey[::-1, ::-1], int(rng.integers(-30, 30)), axis=1)
    both = np.minimum(grey, 255 - (255 - back) * rng.uniform(0.1, 0.25))
    soft = blurred(both, float(rng.uniform(0.6, 0.9)))
    ys, xs = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    screen = 10 * np.sin(2 * np.pi * xs / 4.3) * np.sin(2 * np.pi * ys / 4.3)
    return np.asarray(30 + 0.66 * (toned(soft, rng.uniform(150, 185), 28) + screen + rng.normal(0, 9, grey.shape)))


def _pressed(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A thick book on the glass: lines bend towards the fold at the right, which is grey."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    near = np.exp(-(width - xs) / (0.12 * width))
    bend = np.float32(rng.uniform(5, 12) * rng.choice((-1, 1))) * near
    bent = cv2.remap(grey.astype(np.float32), xs - 0.02 * width * near, ys + bend, cv2.INTER_LINEAR, borderValue=255.0)
    mixed = blurred(bent, 1.0) * near + bent * (1 - near)
    return np.asarray(244 - (255 - mixed) * rng.uniform(0.5, 0.65) - 95 * near + rng.normal(0, 6, grey.shape))


def _arched(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A sheet that arches both ways and fills the picture, seen from above or below."""
    height, width = grey.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    wave = np.cos(xs * (np.pi / width) - 0.4) * (ys / height) * np.float32(rng.uniform(-11, 11))
    wave += np.sin(xs * (2 * np.pi / width)) * np.float32(rng.uniform(-6, 6))
    bent = cv2.remap(grey.astype(np.float32), xs, ys + wave, cv2.INTER_LINEAR, borderValue=240.0)
    seen = seen_from_aside(rng, bent, (0.0, 0.03), 228.0)
    light = 0.62 + 0.25 * np.exp(-((xs / width - 0.4) ** 2 + (ys / height - 0.5) ** 2) / 0.4)
    return np.asarray(20 + seen * light + rng.normal(0, 6, grey.shape))


def _generations(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A copy of the third generation."""
    out = np.asarray(grey, float)
    for _ in range(3):
        out = toned(blurred(out, 0.55), rng.uniform(135, 165), 24) + rng.normal(0, 8, grey.shape)
    return grain(rng, 236 - (255 - out) * 0.6, 0.35, 3)


def _thumbnail(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """Reduced to half, with the marks of two JPEGs, and enlarged."""
    scale = float(rng.uniform(0.5, 0.58))
    small = cv2.resize(grey.clip(0, 255).astype(np.uint8), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(jpeg(jpeg(np.asarray(small), 60), 45), grey.shape[::-1],
                                 interpolation=cv2.INTER_CUBIC), float)  # fmt: skip


def _ribbon(rng: np.random.Generator, grey: np.ndarray) -> np.ndarray:
    """A dry ribbon: thin pale strokes, stronger and weaker from line to line, on dirty paper."""
    lines = np.repeat(rng.uniform(0.3, 0.62, grey.shape[0] // 18 + 1), 18)[: grey.shape[0], None]
    return grain(rng, 224 - (255 - toned(blurred(grey, 0.6), 128, 26)) * lines, 0.45, 6)


HELD_LOOKS: dict[str, Look] = {
    "faded": _faded, "handheld": _handheld, "resent": _resent, "third": _third, "pressed": _pressed,
    "arched": _arched, "generations": _generations, "thumbnail": _thumbnail, "ribbon": _ribbon,
}  # fmt: skip
"""Looks that nothing was developed with."""
