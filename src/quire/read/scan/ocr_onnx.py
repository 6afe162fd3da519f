"""The recognition engine: the PP-OCR models that the package rapidocr ships, run by ONNX Runtime.

Detection finds rotated boxes of text (differentiable binarisation, Liao et al. 2020); recognition reads each box as one
line (connectionist temporal classification, Graves et al. 2006), which also tells the position of each character in
the box. The models are read from the installed package; nothing is downloaded.

The steps between the two models are our own: rapidocr's would reduce a page to 2,000 pixels before cropping the lines,
and do not tell the positions of characters. Each line is read separately by one thread, with as many lines at a time as
there are threads: nothing is padded to the width of a neighbour, and no thread waits for another within a line (for the
lines of an invoice 1.85 instead of 2.1 seconds of CPU, and half the elapsed time).
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from quire.errors import Unavailable, require
from quire.model.page import Steps
from quire.read.ocr_engine import Pixels, Polygon, Reading
from quire.read.scan.memory_release import IdleTask, release_memory
from quire.read.scan.subnormal_numbers import subnormals_as_zero
from quire.read.scan.text_heatmap import content_window, text_boxes, text_heatmap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

    Floats = NDArray[np.float32]
    Classes = NDArray[np.int64]

_DETECTOR, _READER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
_FIND_SIDE = 1_600  # pixels of the longer side that the detector sees: letters of 6 points on A4 are 9 pixels high
_FIND_SCALE = 0.55  # at least, of the picture that the detector sees: the type of long rolls and wide sheets is small
_FIND_LEAST = 64  # pixels of the shorter side; less is padded
_STEP = 32  # pixels: the sides of the detector's picture are multiples of it
_HEIGHT = 48  # pixels of a line as the reader takes it
_TYPE = 42
"""Of these, filled by the box of text. Smaller type is read faster: 40 saves a fifth of the time, with .9940 instead of
.9941 of the characters right on 8 report pages; at 36 words begin to run together (.947 of them right, not .960)."""

_STRIDE = 8  # pixels of a line for each step of the reader's answer
_LEAST_WIDTH, _MOST_WIDTH = 64, 3_200  # pixels of a line
_UPRIGHT, _COLUMN = 1.5, 3.6
"""Times higher than wide: a box between the two is a single letter (1, H, J) or a line that runs down, and is read both
ways; a higher box is a line that runs down."""

_CERTAIN = 0.9  # confidence of a single letter that is not tried the other way
_UNSURE = 0.96  # confidence: a line with less is read again, wider (121 of 3,030 lines of reports and manuals)
_WIDER = (1.5, 2.2, 3.0)  # times as wide, one after the other, as long as that helps
_DENSE = 0.27
"""Letters to a step of the reader's answer: in squeezed type two letters merge, or a narrow one is missed ("1900.0"
instead of 1,982,000,000.00). Pure Chinese has a quarter of a letter to a step and does not improve."""

_SQUEEZED = 0.55  # letters to a step: such type is read in all widths
_REDUCED = 2.0  # times the reader's type: larger type is reduced in two steps, or thin strokes are lost
_IDLE = 2.0  # seconds without work after which the memory of the models is released: 330 of 440 MB
_MAX_THREADS = 8  # more do not help with pictures of this size
_MIN_PARALLEL = 2  # threads and lines, to share the work
_MIN_LETTERS = 2  # of a line that is read again, wider


_CLEAR = 0.99
"""Confidence of each character of a line whose other readings are not kept (two fifths of the lines of bad pages)."""

_LEAST = 5e-4  # how likely another character is that is kept

_Decoded = tuple[str, float, tuple[float, ...], tuple[float, ...], tuple[float, ...], Steps]


class OnnxOcr:
    """An engine; its models are loaded when they are first needed. See `quire.read.ocr_engine.Ocr`."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._idle = IdleTask(_IDLE, self._release_memory)

    def read(self, image: Pixels) -> list[Reading]:
        """The text of a picture, from top to bottom."""
        return [reading for reading in self.recognise(image, self.find(image)) if reading.text]

    def find(self, image: Pixels) -> list[Polygon]:
        """The boxes of text in a picture, whatever their direction.

        Raises:
            Unavailable: recognition is not installed.
        """
        require("onnxruntime", "rapidocr")
        import cv2
        import numpy as np

        height, width = image.shape[:2]
        scale = min(1.0, max(_FIND_SIDE / max(height, width), _FIND_SCALE))
        wide, high = (max(_FIND_LEAST, round(side * scale / _STEP) * _STEP) for side in (width, height))
        small = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC)
        seen = np.asarray(small, np.uint8)
        left, top, right, bottom = content_window(seen)
        with self._idle.work():
            heat = text_heatmap(np.ascontiguousarray(seen[top:bottom, left:right]), self._heatmap)
        across, down = width / wide, height / high
        places = [tuple(((x + left) * across, (y + top) * down) for x, y in box) for box in text_boxes(heat)]
        return sorted(places, key=lambda place: (min(p[1] for p in place), min(p[0] for p in place)))

    def recognise(self, image: Pixels, places: Sequence[Polygon]) -> list[Reading]:
        """The text at each of the places."""

        def read(place: Polygon) -> Reading:
            slim = _slimness(place)
            best = Reading("", place, 0.0)
            for turned in (False, True) if _UPRIGHT <= slim < _COLUMN else (slim >= _UPRIGHT,):
                found = self._read_line(image, place, turned=turned)
                if found.confidence > best.confidence:
                    best = found
                if found.confidence >= _CERTAIN:
                    break
            return best

        with self._idle.work():
            if self._threads < _MIN_PARALLEL or len(places) < _MIN_PARALLEL:
                return [read(place) for place in places]
            self._reader.get_modelmeta()  # loaded before the threads ask for it
            with ThreadPoolExecutor(self._threads) as pool:
                return list(pool.map(read, places))

    def _heatmap(self, picture: Pixels) -> Floats:
        """How likely each pixel of a picture belongs to text; the sides of the picture are multiples of 32."""
        planes = _planes(picture)[None]
        with subnormals_as_zero():
            heat: Floats = self._detector.run(None, {"x": planes})[0][0, 0]
        return heat

    def _read_line(self, image: Pixels, place: Polygon, *, turned: bool) -> Reading:
        """A line; one of dense type read with little confidence is read again, wider, as long as that helps."""
        strip = _strip(image, place, turned=turned)
        best = self._line(strip, place)
        dense = len(best.text) * _STRIDE / strip.shape[1]
        if len(best.text) < _MIN_LETTERS or dense < _DENSE:
            return best
        for stretch in _WIDER:
            if best.confidence >= _UNSURE:
                break
            wider = self._line(_strip(image, place, turned=turned, stretch=stretch), place)
            if wider.confidence > best.confidence:
                best = wider
            elif dense < _SQUEEZED:
                break
        return best

    def _line(self, strip: Pixels, place: Polygon) -> Reading:
        """What stands on a line at a place."""
        import numpy as np

        width = strip.shape[1]
        planes = np.zeros((1, 3, _HEIGHT, max(width, _LEAST_WIDTH)), np.float32)
        planes[0, :, :, :width] = _planes(strip)
        with subnormals_as_zero():
            (answer,) = self._reader.run(None, {"x": planes})
        text, confidence, positions, scores, rivals, steps = self._decoded(answer[0], width)
        return Reading(text, place, confidence, positions, scores, rivals, steps)

    def _decoded(self, steps: Floats, width: int) -> _Decoded:
        """The best path: equal neighbours are one character, class 0 is the blank between two.

        The rival of a character is the likeliest other one in its own steps, or in the blank behind it.
        """
        import numpy as np

        classes = steps.argmax(axis=1)
        every = np.arange(len(steps))
        best = steps[every, classes]
        kept = self._kept(steps, classes, best, width) if best[classes > 0].min(initial=1.0) < _CLEAR else ()
        steps[every, classes] = 0.0
        following = steps.argmax(axis=1)
        others = np.where(following > 0, steps[every, following], 0.0)
        text: list[str] = []
        sure: list[float] = []
        rivals: list[float] = []
        positions: list[float] = []
        start = last = 0
        for end in range(1, len(classes) + 1):
            if end < len(classes) and classes[end] == classes[start]:
                continue
            own = classes[start]
            if own:
                peak = start + int(best[start:end].argmax())
                text.append(self._letters[own])
                sure.append(float(best[peak]))
                rivals.append(float(others[peak]))
                positions.append(min(1.0, (start + end) * 0.5 * _STRIDE / width))
                last = own
            elif text:
                known = (last, classes[end] if end < len(classes) else last)
                free = ~np.isin(following[start:end], known)
                rivals[-1] = max(rivals[-1], float((others[start:end] * free).max()))
            start = end
        return _trimmed(text, sure, positions, rivals, kept)

    def _kept(self, steps: Floats, classes: Classes, best: NDArray[np.float32], width: int) -> Steps:
        """The steps within the width of a line, with the characters that are likely enough."""
        kept: list[tuple[tuple[str, float], ...]] = []
        for step, own, most in zip(steps[: math.ceil(width / _STRIDE)], classes.tolist(), best.tolist(), strict=False):
            found = [(own, most)]
            if most < 1.0 - _LEAST:
                likely = (step > _LEAST).nonzero()[0]
                found = sorted(zip(likely.tolist(), step[likely].tolist(), strict=True), key=lambda one: -one[1])
            kept.append(tuple((self._letters[at], round(share, 5)) for at, share in found))
        return tuple(kept)

    def _release_memory(self) -> None:
        """Return the memory that pages took to the system: that of the models by a run on a tiny picture."""
        import numpy as np
        from onnxruntime import RunOptions

        options = RunOptions()
        options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        for name, size in (("_detector", (_STEP, _STEP)), ("_reader", (_HEIGHT, _LEAST_WIDTH))):
            if name in self.__dict__:  # it is loaded
                getattr(self, name).run(None, {"x": np.zeros((1, 3, *size), np.float32)}, options)
        release_memory()

    @cached_property
    def _detector(self) -> InferenceSession:
        return _session(_DETECTOR, self._threads)

    @cached_property
    def _reader(self) -> InferenceSession:
        return _session(_READER, 1)

    @cached_property
    def _letters(self) -> list[str]:
        """Character of each class: the blank, those that the model names, the space."""
        named = self._reader.get_modelmeta().custom_metadata_map["character"]
        return ["", *named.splitlines(), " "]


@cache
def engine(threads: int = 0) -> OnnxOcr:
    """The engine of this process, one for each number of threads; 0 means the number of cores (at most 8)."""
    return OnnxOcr(
        threads or min(_MAX_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    )


def _session(name: str, threads: int) -> InferenceSession:
    """A model, ready to run.

    Raises:
        Unavailable: it is not installed.
    """
    import onnxruntime

    found = find_spec("rapidocr")
    model = Path(found.origin).parent / "models" / name if found and found.origin else None
    if model is None or not model.is_file():
        raise Unavailable("Recognition is not installed: the models of the package rapidocr are missing.")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4  # fatal only
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # a plan for each size of page would take half as much memory again
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # other documents need the cores
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.add_session_config_entry("session.set_denormal_as_zero", "1")  # in the session's own threads
    _one_arena()
    with subnormals_as_zero():  # whose end undoes what the entry does to this thread
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


@cache
def _one_arena() -> None:
    """Let all models share one memory arena: the reader uses what the detector leaves (60 to 90 MB)."""
    import onnxruntime

    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    onnxruntime.create_and_register_allocator(place, None)


def _planes(picture: Pixels) -> Floats:
    """A picture as input of the models: blue, green, red from -1 to 1."""
    import cv2
    import numpy as np

    made = np.empty((3, *picture.shape[:2]), np.float32)
    for plane, colour in zip(made, reversed(cv2.split(picture)), strict=True):
        cv2.LUT(colour, _input_levels(), dst=plane)
    return made


@cache
def _input_levels() -> Floats:
    """What the models take for each level of a picture."""
    import numpy as np

    return (np.arange(256, dtype=np.float32) - 127.5) / 127.5


def _sides(place: Polygon) -> tuple[float, float]:
    """How wide and how high a place is along its own sides, pixels."""
    wide = max(math.dist(place[0], place[1]), math.dist(place[3], place[2]), 1.0)
    return wide, max(math.dist(place[0], place[3]), math.dist(place[1], place[2]), 1.0)


def _slimness(place: Polygon) -> float:
    """How many times higher than wide a place is."""
    wide, high = _sides(place)
    return high / wide


def _strip(image: Pixels, place: Polygon, *, turned: bool, stretch: float = 1.0) -> Pixels:
    """A place of a picture as a line of the reader's height.

    Args:
        image: the picture.
        place: in it.
        turned: counter-clockwise, for a line that runs down.
        stretch: factor of its width.
    """
    import cv2
    import numpy as np

    wide, high = _sides(place)
    corners = list(place)
    if turned:
        corners = [*corners[1:], corners[0]]
        wide, high = high, wide
    width = min(max(math.ceil(_TYPE * wide / high * stretch), _STRIDE), _MOST_WIDTH)
    smooth = high > _REDUCED * _TYPE
    step = (math.ceil(wide), math.ceil(high)) if smooth else (width, _TYPE)
    target = np.array([(0, 0), (step[0], 0), (step[0], step[1]), (0, step[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    cut = cv2.warpPerspective(image, matrix, step, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    line = cv2.resize(cut, (width, _TYPE), interpolation=cv2.INTER_AREA) if smooth else cut
    above = (_HEIGHT - _TYPE) // 2
    below = _HEIGHT - _TYPE - above
    return np.asarray(cv2.copyMakeBorder(line, above, below, 0, 0, cv2.BORDER_REPLICATE), np.uint8)


def _trimmed(text: list[str], sure: list[float], positions: list[float], rivals: list[float], steps: Steps) -> _Decoded:
    """Text, mean confidence, positions, scores and rivals without spaces at the ends; the steps."""
    first, last = 0, len(text)
    while first < last and text[first].isspace():
        first += 1
    while last > first and text[last - 1].isspace():
        last -= 1
    if first == last:
        return "", 0.0, (), (), (), ()
    kept = slice(first, last)
    mean = sum(sure[kept]) / (last - first)
    return "".join(text[kept]), mean, tuple(positions[kept]), tuple(sure[kept]), tuple(rivals[kept]), steps
